/* Variables: defining and describing them. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

int zn_def_var(int ncid, const char *name, nc_type type, int ndims, const int *dimids, int *varid)
{
    char room[ZN_NAME];
    zn_file *file;
    zn_group *group;
    zn_var *var;
    int d, status = zn_find(ncid, &file, &group);

    name = zn_normal(name, room);
    if (!status && file->classic && !file->defining)
        status = NC_ENOTINDEFINE;
    if (!status && !file->writable)
        status = NC_EPERM;
    if (!status)
        status = zn_check_node_name(file->format, name);
    if (!status && file->classic && type > NC_DOUBLE)
        status = NC_ESTRICTNC3;
    if (!status && !zn_type_usable(file, type))
        status = NC_EBADTYPE;
    if (!status && (ndims < 0 || (ndims && !dimids)))
        status = NC_EINVAL;
    if (!status && (zn_var_named(group, name) || zn_group_named(group, name)))
        status = NC_ENAMEINUSE;
    if (!status && ndims > NC_MAX_VAR_DIMS)
        status = NC_EMAXDIMS;
    for (d = 0; !status && d < ndims; d++)
        if (!zn_dim_by_id(file, dimids[d]))
            status = NC_EBADDIM;
    if (status)
        return status;
    status = zn_var_new(group, name, type, ndims, &var);
    if (status)
        return status;
    for (d = 0; d < ndims; d++)
        var->dims[d] = zn_dim_by_id(file, dimids[d]);
    var->no_fill = file->fill_mode == NC_NOFILL;
    group->atts_changed = file->changed = file->defining = 1;
    if (varid)
        *varid = var->id;
    return NC_NOERR;
}

int zn_inq_varid(int ncid, const char *name, int *varid)
{
    char room[ZN_NAME];
    zn_group *group;
    zn_var *var;
    int status = zn_find(ncid, NULL, &group);

    name = zn_normal(name, room);
    if (status)
        return status;
    if (!name)
        return NC_EINVAL;
    if (strlen(name) > NC_MAX_NAME)
        return NC_EMAXNAME;
    var = zn_var_named(group, name);
    if (!var)
        return NC_ENOTVAR;
    if (varid)
        *varid = var->id;
    return NC_NOERR;
}

int zn_rename_var(int ncid, int varid, const char *name)
{
    char room[ZN_NAME];
    zn_file *file;
    zn_group *group;
    zn_var *var;
    char *copy;
    int status = zn_find_var(ncid, varid, &file, &group, &var);

    name = zn_normal(name, room);
    if (!status && !file->writable)
        status = NC_EPERM;
    if (!status)
        status = zn_check_node_name(file->format, name);
    if (status)
        return status;
    if (zn_var_named(group, name) || zn_group_named(group, name))
        return NC_ENAMEINUSE;
    if (file->classic && !file->defining && strlen(name) > strlen(var->name))
        return NC_ENOTINDEFINE;
    copy = zn_copy(name);
    if (!copy)
        return NC_ENOMEM;
    free(var->name);
    var->name = copy;
    group->atts_changed = file->changed = 1;
    return NC_NOERR;
}

int zn_inq_var_all(int ncid, int varid, char *name, nc_type *type, int *ndims, int *dimids, int *natts, int *shuffle,
                   int *deflate, int *level, int *fletcher32, int *contiguous, size_t *chunks, int *no_fill, void *fill,
                   int *endian, unsigned *id, size_t *nparams, unsigned *params)
{
    zn_file *file;
    zn_group *group;
    zn_var *var;
    const zn_filter *filter;
    int d, status;

    if (varid == NC_GLOBAL) {
        status = zn_find(ncid, &file, &group);
        if (!status && natts)
            *natts = (int)zn_atts_shown(&group->atts);
        return status;
    }
    status = zn_find_var(ncid, varid, &file, &group, &var);
    if (status)
        return status;
    if (name)
        strcpy(name, var->name);
    if (type)
        *type = var->type;
    if (ndims)
        *ndims = var->ndims;
    for (d = 0; dimids && d < var->ndims; d++)
        dimids[d] = var->dims[d]->id;
    if (natts)
        *natts = (int)zn_atts_shown(&var->atts);
    if (contiguous)
        *contiguous = zn_var_storage(var);
    if (chunks && zn_var_storage(var) == NC_CHUNKED) {
        if (!var->chunks_set)
            zn_default_chunks(var, var->chunks);
        for (d = 0; d < var->ndims; d++)
            chunks[d] = (size_t)var->chunks[d];
    }
    filter = zn_filter_of(var, ZN_FILTER_DEFLATE);
    if (deflate)
        *deflate = filter != NULL;
    if (level && filter)
        *level = (int)filter->params[0];
    if (shuffle)
        *shuffle = zn_filter_of(var, ZN_FILTER_SHUFFLE) != NULL;
    if (fletcher32)
        *fletcher32 = zn_filter_of(var, ZN_FILTER_FLETCHER32) != NULL;
    if (id)
        *id = var->filter_count ? var->filters[0].id : 0;
    if (nparams)
        *nparams = var->filter_count ? var->filters[0].count : 0;
    if (params && var->filter_count)
        memcpy(params, var->filters[0].params, var->filters[0].count * sizeof *params);
    if (no_fill)
        *no_fill = var->no_fill;
    if (endian)
        *endian = var->endian;
    return fill ? zn_fill_give(var, fill) : NC_NOERR;
}
