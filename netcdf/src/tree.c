/* The tree of a dataset: making, finding and freeing its parts. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* libnetcdf numbers the groups of a dataset by a `short`, root included, and follows it into memory. */
enum { MOST_GROUPS = 0x8000 };

/* A netCDF id is the number of the file in the upper 16 bits, that of the group in the lower ones. */
static zn_file *files[0x10000];

static zn_file **place_of(int ncid)
{
    return &files[(unsigned)ncid >> 16 & 0xffff];
}

char *zn_path_join(const char *path, const char *name)
{
    size_t size = strlen(path) + strlen(name) + 2;
    char *joined = malloc(size);

    if (joined) {
        strcpy(joined, path);
        if (*path)
            strcat(joined, "/");
        strcat(joined, name);
    }
    return joined;
}

int zn_group_new(zn_file *file, zn_group *parent, const char *name, zn_group **group)
{
    zn_group *made;

    if (zn_name_fits(name))
        return NC_EMAXNAME;
    if (file->groups.count == MOST_GROUPS)
        return zn_fail(NC_ENOTBUILT, "group \"%s\": netCDF has numbers for %d groups of a dataset", name, MOST_GROUPS);
    made = calloc(1, sizeof *made);
    if (!made)
        return NC_ENOMEM;
    made->file = file;
    made->parent = parent;
    made->id = (int)file->groups.count;
    made->name = zn_copy(name);
    made->path = parent ? zn_path_join(parent->path, name) : zn_copy("");
    if (!made->name || !made->path || zn_list_add_both(&file->groups, parent ? &parent->groups : NULL, made)) {
        free(made->name);
        free(made->path);
        free(made);
        return NC_ENOMEM;
    }
    *group = made;
    return NC_NOERR;
}

int zn_dim_new(zn_group *group, const char *name, size_t len, int unlimited, zn_dim **dim)
{
    zn_dim *made;

    if (zn_name_fits(name))
        return NC_EMAXNAME;
    made = calloc(1, sizeof *made);
    if (!made)
        return NC_ENOMEM;
    made->id = (int)group->file->dims.count;
    made->name = zn_copy(name);
    made->len = len;
    made->unlimited = unlimited;
    made->group = group;
    if (!made->name || zn_list_add_both(&group->file->dims, &group->dims, made)) {
        free(made->name);
        free(made);
        return NC_ENOMEM;
    }
    if (dim)
        *dim = made;
    return NC_NOERR;
}

int zn_var_new(zn_group *group, const char *name, nc_type type, int ndims, zn_var **var)
{
    zn_var *made;
    size_t room = (size_t)(ndims ? ndims : 1);

    if (zn_name_fits(name))
        return NC_EMAXNAME;
    if (ndims > NC_MAX_VAR_DIMS)
        return zn_fail(NC_EMAXDIMS, "variable \"%s\": it has %d dimensions, more than %d", name, ndims,
                       NC_MAX_VAR_DIMS);
    made = calloc(1, sizeof *made);
    if (!made)
        return NC_ENOMEM;
    made->group = group;
    made->type = type;
    made->size = zn_type_size(group->file, type);
    made->ndims = ndims;
    made->id = (int)group->vars.count;
    made->name = zn_copy(name);
    made->dims = calloc(room, sizeof *made->dims);
    made->shape = calloc(room, sizeof *made->shape);
    made->chunks = calloc(room, sizeof *made->chunks);
    made->storage = ndims ? NC_CHUNKED : NC_CONTIGUOUS;
    made->cache_size = ZN_CACHE_BYTES;
    made->cache_elements = 1000;
    made->cache_preemption = 0.75f;
    made->form = zn_form_of(group->file, type);
    made->collective = group->file->collective;
    if (!made->name || !made->dims || !made->shape || !made->chunks || zn_list_add(&group->vars, made)) {
        zn_var_free(made);
        return NC_ENOMEM;
    }
    *var = made;
    return NC_NOERR;
}

/* Frees the handles of the array, which is to be opened or created again. */
void zn_var_close(zn_var *var)
{
    zarr_array_free(var->array);
    zarr_array_free(var->uncached);
    var->array = var->uncached = NULL;
    var->moved = 0;
    var->told = 0;
    zn_ahead_forget(var);
}

void zn_var_free(zn_var *var)
{
    zn_var_close(var);
    zn_run_free(var->behind);
    zn_run_free(var->ahead);
    zn_atts_free(var->group->file, &var->atts);
    if (var->fill)
        zn_value_free(var->group->file, var->type, var->fill, 1);
    free(var->fill);
    free(var->name);
    free(var->path);
    free(var->known);
    free(var->dims);
    free(var->shape);
    free(var->chunks);
    free(var->shards);
    free(var);
}

int zn_file_new(int ncid, const NC_Dispatch *table, int mode, zn_file **file)
{
    zn_file *made = calloc(1, sizeof *made);

    if (!made)
        return NC_ENOMEM;
    made->ncid = ncid & ~0xffff;
    made->table = table;
    made->mode = mode;
    made->classic = (mode & NC_CLASSIC_MODEL) != 0;
    made->fill_mode = NC_FILL;
    if (zn_group_new(made, NULL, "/", &made->root)) {
        zn_file_free(made);
        return NC_ENOMEM;
    }
    *place_of(ncid) = made;
    *file = made;
    return NC_NOERR;
}

static void group_free(zn_group *group)
{
    size_t i;

    for (i = 0; i < group->vars.count; i++)
        zn_var_free(group->vars.items[i]);
    zn_atts_free(group->file, &group->atts);
    free(group->document);
    free(group->known);
    zn_list_free(&group->vars);
    zn_list_free(&group->dims);
    zn_list_free(&group->groups);
    zn_list_free(&group->types);
    free(group->name);
    free(group->path);
    free(group->formerly);
    free(group);
}

void zn_file_free(zn_file *file)
{
    size_t i;

    zn_shadow_free(file);
    if (*place_of(file->ncid) == file)
        *place_of(file->ncid) = NULL;
    for (i = 0; i < file->groups.count; i++)
        group_free(file->groups.items[i]);
    for (i = 0; i < file->dims.count; i++) {
        free(((zn_dim *)file->dims.items[i])->name);
        free(file->dims.items[i]);
    }
    for (i = 0; i < file->types.count; i++)
        zn_type_free(file->types.items[i]);
    zn_list_free(&file->groups);
    zn_list_free(&file->dims);
    zn_list_free(&file->types);
    zarr_store_free(file->store);
    zn_ranks_leave(file);
    free(file->codec);
    free(file->unlimited);
    zn_full_free(&file->types_told);
    zn_full_free(&file->groups_told);
    free(file->warnings.data);
    free(file);
}

int zn_find(int ncid, zn_file **file, zn_group **group)
{
    zn_file *found = *place_of(ncid);
    size_t id = (size_t)(ncid & 0xffff);

    if (!found || id >= found->groups.count)
        return NC_EBADID;
    if (file)
        *file = found;
    if (group)
        *group = found->groups.items[id];
    return NC_NOERR;
}

int zn_find_var(int ncid, int varid, zn_file **file, zn_group **group, zn_var **var)
{
    zn_group *found;
    int status = zn_find(ncid, file, &found);

    if (status)
        return status;
    if (group)
        *group = found;
    if (varid < 0 || (size_t)varid >= found->vars.count)
        return NC_ENOTVAR;
    *var = found->vars.items[varid];
    return NC_NOERR;
}

zn_dim *zn_dim_named(const zn_group *group, const char *name)
{
    size_t i;

    for (i = 0; i < group->dims.count; i++)
        if (!strcmp(((zn_dim *)group->dims.items[i])->name, name))
            return group->dims.items[i];
    return NULL;
}

zn_dim *zn_dim_by_id(const zn_file *file, int id)
{
    return id >= 0 && (size_t)id < file->dims.count ? file->dims.items[id] : NULL;
}

zn_var *zn_var_named(const zn_group *group, const char *name)
{
    size_t i;

    for (i = 0; i < group->vars.count; i++)
        if (!strcmp(((zn_var *)group->vars.items[i])->name, name))
            return group->vars.items[i];
    return NULL;
}

zn_group *zn_group_named(const zn_group *group, const char *name)
{
    size_t i;

    for (i = 0; i < group->groups.count; i++)
        if (!strcmp(((zn_group *)group->groups.items[i])->name, name))
            return group->groups.items[i];
    return NULL;
}
