/* Writes the groups and variables that have changed in memory to the store. */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* NCZarr's attribute of a group: its dimensions, and the order of its members, neither of which Zarr keeps. */
static int group_json(const zn_group *group, zn_text *json)
{
    const char *separator = "{";
    size_t i, told = 0;

    zn_text_add(json, "{\"dimensions\": ");
    for (i = 0; i < group->dims.count; i++) {
        const zn_dim *dim = group->dims.items[i];

        if (dim->left_out)
            continue;
        zn_text_member(json, dim->name, &separator);
        zn_dim_json(dim, json);
    }
    zn_text_add(json, *separator == '{' ? "{}, " : "}, ");
    zn_text_add(json, "\"arrays\": [");
    for (i = 0; i < group->vars.count; i++) {
        const zn_var *var = group->vars.items[i];

        if (zn_type_refused(group->file, var->type))
            continue;
        zn_text_add(json, told++ ? ", " : "");
        zn_text_string(json, var->name, strlen(var->name));
    }
    zn_text_add(json, "], \"groups\": [");
    for (i = 0; i < group->groups.count; i++) {
        const zn_group *child = group->groups.items[i];

        zn_text_add(json, i ? ", " : "");
        zn_text_string(json, child->name, strlen(child->name));
    }
    zn_text_add(json, "]");
    if (group->formerly) {
        zn_text_add(json, ", \"formerly\": ");
        zn_text_string(json, group->formerly, strlen(group->formerly));
    }
    if (!group->parent && group->file->classic)
        zn_text_add(json, ", \"classic\": 1");
    zn_types_json(group, json);
    zn_text_add(json, "}");
    return json->failed ? NC_ENOMEM : NC_NOERR;
}

static void know(zn_group *group, char *json)
{
    free(group->known);
    group->known = json;
}

/* Makes a new group with the attributes `json`, or adds them to those of a group that another program has made
 * meanwhile. Of two programs that make it at one instant both do: where attributes are a document of their own, which
 * is written behind the group's, its maker adds those that are merged, which `plain` is without, once more. */
int zn_group_make(zn_group *group, const char *plain, const char *json)
{
    zn_file *file = group->file;
    zarr_group *handle = NULL;
    zarr_error error;
    char *copy = zn_copy(json), *none = zn_copy("{}");
    int made = 0, status = copy && none ? NC_NOERR : NC_ENOMEM;

    if (!status) {
        made = !zarr_group_create(file->store, group->path, file->format, json, &handle, &error);
        if (!made && error.status == ZARR_ERROR_ALREADY_EXISTS)
            status = zn_status(zarr_group_open(file->store, group->path, &handle, &error), &error);
        else if (!made)
            status = zn_status(error.status, &error);
    }
    if (!status) {
        group->stored = 1;
        know(group, none);
        none = NULL;
        if (!made || file->format != ZARR_FORMAT_V3)
            status = zn_atts_store(handle, NULL, made ? plain : "{}", json);
    }
    if (!status) {
        know(group, copy);
        copy = NULL;
    }
    zarr_group_free(handle);
    free(copy);
    free(none);
    return status;
}

static int store_group(zn_group *group, const char *json)
{
    zarr_group *handle = NULL;
    zarr_error error;
    char *copy = zn_copy(json);
    int status = copy ? NC_NOERR : NC_ENOMEM;

    if (!status)
        status = zn_status(zarr_group_open(group->file->store, group->path, &handle, &error), &error);
    if (!status)
        status = zn_atts_store(handle, NULL, group->known, json);
    if (!status)
        know(group, copy);
    else
        free(copy);
    zarr_group_free(handle);
    return status;
}

static int write_group(zn_file *file, zn_group *group)
{
    zn_text own = {0};
    char *json = NULL, *plain = NULL;
    int status = zn_atts_forget(&group->atts, &group->known);

    if (!status)
        status = group_json(group, &own);
    if (!status)
        status = zn_atts_json(file, &group->atts, NC_NAT, "_nczarr_group", own.data, ZN_AS_NOW, &json);
    if (!status && !group->stored)
        status = zn_atts_json(file, &group->atts, NC_NAT, "_nczarr_group", NULL, ZN_AS_NOW, &plain);
    if (!status)
        status = group->stored ? store_group(group, json) : zn_group_make(group, plain, json);
    if (!status) {
        group->atts_changed = 0;
        zn_types_stored(group);
    }
    free(own.data);
    free(json);
    free(plain);
    return status;
}

/* Writes a group, without dimensions that another program has defined otherwise. Renaming lets them in. */
static int flush_group(zn_file *file, zn_group *group)
{
    size_t i;
    int status;

    if (group->stored && !group->atts_changed)
        return NC_NOERR;
    for (i = 0; i < group->dims.count; i++)
        ((zn_dim *)group->dims.items[i])->left_out = 0;
    do
        status = write_group(file, group);
    while (status == NC_ENAMEINUSE && zn_dims_leave_out(group));
    for (i = 0; i < group->dims.count && !status; i++)
        if (zn_dim_refused(group->dims.items[i])) {
            group->atts_changed = 1;
            status = NC_ENAMEINUSE;
        }
    return status;
}

/* The name under which the store has a variable; NULL where it has none, or is one array as a whole. */
static const char *stored_name(const zn_var *var)
{
    const char *slash;

    if (!var->path || !*var->path || !var->array)
        return NULL;
    slash = strrchr(var->path, '/');
    return slash ? slash + 1 : var->path;
}

static int is_held(const zn_group *group, const char *name)
{
    size_t i;

    for (i = 0; i < group->vars.count; i++) {
        const char *held = stored_name(group->vars.items[i]);

        if (held && !strcmp(held, name))
            return 1;
    }
    return 0;
}

/* Takes a variable out of a circle of names, to one that nothing has. */
static int move_aside(zn_file *file, zn_var *var)
{
    char name[40];
    int32_t kind = ZARR_NODE_ARRAY;
    int number = 0, status = NC_NOERR;

    while (!status && kind != ZARR_NODE_NONE) {
        zarr_error error;
        char *path;

        sprintf(name, "renamed_%d", number++);
        if (zn_var_named(var->group, name) || zn_group_named(var->group, name))
            continue;
        path = zn_path_join(var->group->path, name);
        status = path ? zn_status(zarr_node_kind(file->store, path, &kind, &error), &error) : NC_ENOMEM;
        free(path);
    }
    return status ? status : zn_move_var(var, name);
}

/* Variables move to the names that they were given, each when no other one has the name any more. */
static int move_vars(zn_file *file, zn_group *group)
{
    for (;;) {
        zn_var *waiting = NULL;
        size_t i;
        int moved = 0, status;

        for (i = 0; i < group->vars.count; i++) {
            zn_var *var = group->vars.items[i];
            const char *name = stored_name(var);

            if (!name || !strcmp(name, var->name))
                continue;
            if (is_held(group, var->name)) {
                waiting = var;
                continue;
            }
            status = zn_move_var(var, var->name);
            if (status)
                return status;
            moved = 1;
        }
        if (!waiting)
            return NC_NOERR;
        status = moved ? NC_NOERR : move_aside(file, waiting);
        if (status)
            return status;
    }
}

static int flush_atts(zn_file *file, zn_var *var)
{
    char *json = NULL;
    int status = zn_atts_forget(&var->atts, &var->known);

    if (!status)
        status = zn_var_json(file, var, &json);
    if (!status && strcmp(json, var->known ? var->known : "{}"))
        status = zn_atts_store(NULL, var->array, var->known ? var->known : "{}", json);
    if (!status) {
        var->atts_changed = 0;
        free(var->known);
        var->known = json;
    } else {
        free(json);
    }
    return status;
}

static int flush_names(zn_var *var)
{
    zarr_error error;
    const char *names[NC_MAX_VAR_DIMS];
    int d, status;

    if (zn_dims_refused(var))
        return NC_ENAMEINUSE;
    for (d = 0; d < var->ndims; d++)
        names[d] = var->dims[d]->name;
    status = zn_status(zarr_array_set_dimension_names(var->array, var->ndims, names, &error), &error);
    if (!status)
        var->names_changed = 0;
    return status;
}

/* Other dimensions or groups, by name, may take another one for a dimension of the variable: `defined`. */
static int flush_var(zn_file *file, zn_var *var, int defined)
{
    int status, late;

    if (!var->array)
        return zn_type_refused(file, var->type) ? NC_NOERR : zn_var_create(file, var);
    status = zn_var_follow(var);
    if (status)
        return status;
    late = var->refill == ZN_WANTED ? zn_fill_store(file, var) : NC_NOERR;
    if (late && late != NC_ELATEFILL)
        return late;
    status = zn_behind_flush(var);
    if (!status && var->names_changed)
        status = flush_names(var);
    if (!status && (var->atts_changed || defined))
        status = flush_atts(file, var);
    if (!status)
        status = zn_var_grow(var);
    return status ? status : late;
}

static void keep_first(int *status, int next)
{
    if (!*status)
        *status = next;
}

/* Where a group or a variable can't be written the others are, and the first code is returned. Growing changes the
 * documents of groups, whose dimensions get longer. */
int zn_flush_alone(zn_file *file)
{
    size_t i, j;
    int status = NC_NOERR;

    if (!file->changed)
        return NC_NOERR;
    /* Until all are written, as a variable that failed has no other mark of it. */
    for (i = 0; i < file->groups.count; i++)
        file->defined |= ((zn_group *)file->groups.items[i])->atts_changed;
    /* First of all, as a group or a variable may get the old name of another variable. */
    for (i = 0; i < file->groups.count; i++)
        keep_first(&status, move_vars(file, file->groups.items[i]));
    for (i = 0; i < file->groups.count; i++) {
        zn_group *group = file->groups.items[i];

        keep_first(&status, flush_group(file, group));
        for (j = 0; j < group->vars.count && group->stored; j++)
            keep_first(&status, flush_var(file, group->vars.items[j], file->defined));
    }
    for (i = 0; i < file->groups.count; i++)
        if (((zn_group *)file->groups.items[i])->stored)
            keep_first(&status, flush_group(file, file->groups.items[i]));
    if (!status)
        file->changed = file->defined = 0;
    return status;
}
