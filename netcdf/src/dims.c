/* Dimensions: the slots of the dispatch table that are about them. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static zn_dim *unlimited_of(const zn_group *group)
{
    size_t i;

    for (; group; group = group->parent)
        for (i = 0; i < group->dims.count; i++)
            if (((zn_dim *)group->dims.items[i])->unlimited)
                return group->dims.items[i];
    return NULL;
}

int zn_def_dim(int ncid, const char *name, size_t len, int *id)
{
    char room[ZN_NAME];
    zn_file *file;
    zn_group *group;
    zn_dim *dim;
    int status = zn_find(ncid, &file, &group);

    name = zn_normal(name, room);
    if (!status && !file->writable)
        status = NC_EPERM;
    if (!status && file->classic && len == NC_UNLIMITED && unlimited_of(group))
        status = NC_EUNLIMIT;
    if (!status && file->classic && !file->defining)
        status = NC_ENOTINDEFINE;
    if (!status)
        status = zn_check_name(name);
    if (!status && zn_dim_named(group, name))
        status = NC_ENAMEINUSE;
    if (!status && (int64_t)len < 0)
        status = NC_EDIMSIZE;
    if (status)
        return status;
    status = zn_dim_new(group, name, len, len == NC_UNLIMITED, &dim);
    if (!status) {
        file->defining = dim->named = 1;
        file->changed = group->atts_changed = 1;
        if (id)
            *id = dim->id;
    }
    return status;
}

int zn_inq_dimid(int ncid, const char *name, int *id)
{
    char room[ZN_NAME];
    zn_group *group;
    int status = zn_find(ncid, NULL, &group);

    name = zn_normal(name, room);
    if (status)
        return status;
    for (; name && group; group = group->parent) {
        zn_dim *dim = zn_dim_named(group, name);

        if (dim) {
            if (id)
                *id = dim->id;
            return NC_NOERR;
        }
    }
    return name ? NC_EBADDIM : NC_EINVAL;
}

int zn_inq_dim(int ncid, int id, char *name, size_t *len)
{
    zn_file *file;
    zn_dim *dim;
    int status = zn_find(ncid, &file, NULL);

    if (status)
        return status;
    dim = zn_dim_by_id(file, id);
    if (!dim)
        return NC_EBADDIM;
    if (name)
        strcpy(name, dim->name);
    if (len)
        *len = dim->len;
    return NC_NOERR;
}

int zn_inq_unlimdim(int ncid, int *id)
{
    zn_group *group;
    zn_dim *dim;
    int status = zn_find(ncid, NULL, &group);

    if (status)
        return status;
    dim = unlimited_of(group);
    if (id)
        *id = dim ? dim->id : -1;
    return NC_NOERR;
}

int zn_inq_unlimdims(int ncid, int *count, int *ids)
{
    zn_group *group;
    size_t i;
    int found = 0, status = zn_find(ncid, NULL, &group);

    if (status)
        return status;
    for (i = 0; i < group->dims.count; i++) {
        const zn_dim *dim = group->dims.items[i];

        if (dim->unlimited) {
            if (ids)
                ids[found] = dim->id;
            found++;
        }
    }
    if (count)
        *count = found;
    return NC_NOERR;
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int zn_inq_dimids(int ncid, int *count, int *ids, int parents)
{
    zn_group *group;
    size_t i;
    int found = 0, status = zn_find(ncid, NULL, &group);

    if (status)
        return status;
    for (; group; group = parents ? group->parent : NULL)
        for (i = 0; i < group->dims.count; i++, found++)
            if (ids)
                ids[found] = ((zn_dim *)group->dims.items[i])->id;
    if (ids)
        qsort(ids, (size_t)found, sizeof *ids, by_number);
    if (count)
        *count = found;
    return NC_NOERR;
}

int zn_rename_dim(int ncid, int id, const char *name)
{
    char room[ZN_NAME];
    zn_file *file;
    zn_group *group;
    zn_dim *dim;
    char *copy;
    size_t i, j;
    int d, status = zn_find(ncid, &file, &group);

    name = zn_normal(name, room);
    if (!status && !file->writable)
        status = NC_EPERM;
    if (!status)
        status = zn_check_name(name);
    if (status)
        return status;
    dim = zn_dim_by_id(file, id);
    if (!dim)
        return NC_EBADDIM;
    if (zn_dim_named(dim->group, name))
        return NC_ENAMEINUSE;
    copy = zn_copy(name);
    if (!copy)
        return NC_ENOMEM;
    free(dim->name);
    dim->name = copy;
    dim->named = 1;
    dim->group->atts_changed = file->changed = 1;
    for (i = 0; i < file->groups.count; i++) {
        const zn_group *any = file->groups.items[i];

        for (j = 0; j < any->vars.count; j++) {
            zn_var *var = any->vars.items[j];

            for (d = 0; d < var->ndims; d++)
                if (var->dims[d] == dim && var->array)
                    var->names_changed = 1;
        }
    }
    return NC_NOERR;
}
