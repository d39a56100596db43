/* Groups, and the state of the dataset: the slots of the dispatch table that are about them. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

int zn_inq_format(int ncid, int *format)
{
    zn_file *file;
    int status = zn_find(ncid, &file, NULL);

    if (!status && format)
        *format = file->classic ? NC_FORMAT_NETCDF4_CLASSIC : NC_FORMAT_NETCDF4;
    return status;
}

int zn_inq_format_extended(int ncid, int *format, int *mode)
{
    zn_file *file;
    int status = zn_find(ncid, &file, NULL);

    if (status)
        return status;
    if (format)
        *format = file->table->model;
    if (mode)
        *mode = file->mode | NC_NETCDF4;
    return NC_NOERR;
}

/* A program that closes a group by mistake would lose the handles of all others. */
int zn_close_root(int ncid, void *parameters)
{
    zn_group *group;
    int status = zn_find(ncid, NULL, &group);

    if (!status && group->parent)
        status = zn_fail(NC_EBADGRPID, "group \"%s\" can't be closed, only the root of its dataset", group->path);
    return status ? status : zn_close(ncid, parameters);
}

int zn_set_fill(int ncid, int mode, int *old)
{
    zn_file *file;
    int status = zn_find(ncid, &file, NULL);

    if (status)
        return status;
    if (!file->writable)
        return NC_EPERM;
    if (mode != NC_FILL && mode != NC_NOFILL)
        return NC_EINVAL;
    if (old)
        *old = file->fill_mode;
    file->fill_mode = mode;
    return NC_NOERR;
}

int zn_inq_ncid(int ncid, const char *name, int *id)
{
    char room[ZN_NAME];
    zn_group *group, *child;
    zn_file *file;
    int status = zn_find(ncid, &file, &group);

    name = zn_normal(name, room);
    if (status)
        return status;
    if (!name) {
        if (id)
            *id = file->ncid;
        return NC_NOERR;
    }
    child = zn_group_named(group, name);
    if (!child)
        return NC_ENOGRP;
    if (id)
        *id = file->ncid | child->id;
    return NC_NOERR;
}

int zn_inq_grps(int ncid, int *count, int *ids)
{
    zn_group *group;
    zn_file *file;
    size_t i;
    int status = zn_find(ncid, &file, &group);

    if (status)
        return status;
    if (count)
        *count = (int)group->groups.count;
    for (i = 0; ids && i < group->groups.count; i++)
        ids[i] = file->ncid | ((zn_group *)group->groups.items[i])->id;
    return NC_NOERR;
}

int zn_inq_grpname(int ncid, char *name)
{
    zn_group *group;
    int status = zn_find(ncid, NULL, &group);

    if (!status && name)
        strcpy(name, group->name);
    return status;
}

static size_t full_name(const zn_group *group, char *name)
{
    size_t used = 0;

    if (group->parent)
        used = full_name(group->parent, name);
    if (!group->parent || group->parent->parent) {
        if (name)
            strcpy(name + used, "/");
        used++;
    }
    if (group->parent) {
        if (name)
            strcpy(name + used, group->name);
        used += strlen(group->name);
    }
    return used;
}

int zn_inq_grpname_full(int ncid, size_t *len, char *name)
{
    zn_group *group;
    size_t used;
    int status = zn_find(ncid, NULL, &group);

    if (status)
        return status;
    used = full_name(group, name);
    if (len)
        *len = used;
    return NC_NOERR;
}

int zn_inq_grp_parent(int ncid, int *id)
{
    zn_group *group;
    zn_file *file;
    int status = zn_find(ncid, &file, &group);

    if (status)
        return status;
    if (!group->parent)
        return NC_ENOGRP;
    if (id)
        *id = file->ncid | group->parent->id;
    return NC_NOERR;
}

int zn_inq_grp_full_ncid(int ncid, const char *name, int *id)
{
    zn_group *group;
    zn_file *file;
    int status = zn_find(ncid, &file, &group);

    if (status)
        return status;
    if (!name)
        return NC_EINVAL;
    if (!strcmp(name, "/") && group != file->root)
        return NC_ENOGRP;
    while (group && *name) {
        size_t length;
        char *step;

        while (*name == '/')
            name++;
        length = strcspn(name, "/");
        if (!length)
            break;
        step = zn_copy_bytes(name, length);
        if (!step)
            return NC_ENOMEM;
        group = zn_group_named(group, step);
        free(step);
        name += length;
    }
    if (!group)
        return NC_ENOGRP;
    if (id)
        *id = file->ncid | group->id;
    return NC_NOERR;
}

int zn_inq_varids(int ncid, int *count, int *ids)
{
    zn_group *group;
    size_t i;
    int status = zn_find(ncid, NULL, &group);

    if (status)
        return status;
    if (count)
        *count = (int)group->vars.count;
    for (i = 0; ids && i < group->vars.count; i++)
        ids[i] = (int)i;
    return NC_NOERR;
}

int zn_def_grp(int ncid, const char *name, int *id)
{
    char room[ZN_NAME];
    zn_group *group, *made;
    zn_file *file;
    int status = zn_find(ncid, &file, &group);

    name = zn_normal(name, room);
    if (!status)
        status = zn_check_node_name(file->format, name);
    if (!status && (zn_group_named(group, name) || zn_var_named(group, name)))
        status = NC_ENAMEINUSE;
    if (!status && file->classic)
        status = NC_ESTRICTNC3;
    if (!status && !file->writable)
        status = NC_EPERM;
    if (!status)
        status = zn_group_new(file, group, name, &made);
    if (status)
        return status;
    made->atts_changed = group->atts_changed = file->changed = file->defining = 1;
    status = zn_shadow(file);
    if (status)
        return status;
    if (id)
        *id = file->ncid | made->id;
    return NC_NOERR;
}

int zn_rename_grp(int ncid, const char *name)
{
    char room[ZN_NAME];
    zn_group *group;
    zn_file *file;
    size_t i;
    int status = zn_find(ncid, &file, &group);

    if (status)
        return status;
    name = zn_normal(name, room);
    if (!file->writable)
        status = NC_EPERM;
    if (!status && !group->parent)
        status = NC_EBADGRPID;
    if (!status)
        status = zn_check_node_name(file->format, name);
    if (!status && (zn_group_named(group->parent, name) || zn_var_named(group->parent, name)))
        status = NC_ENAMEINUSE;
    /* Before anything is written: a rank with another name, or a bad one, makes all fail. */
    status = zn_meet(file, ZN_CALL_MOVE, status ? 0 : zn_rename_sum(group, name), NULL, status);
    /* The others' documents have its full name: the group keeps it, so that they can be read at each moment. */
    if (!status)
        status = zn_full_settle(file);
    if (!status)
        status = zn_agree(file, ZN_CALL_MOVE, zn_full_keep(group));
    if (!status)
        status = zn_define(file);
    if (!status)
        status = zn_move_group(group, name);
    if (status)
        return status;
    file->changed = 1;
    /* The document of any group may have a type of the one that was moved, by its full name. */
    for (i = 0; i < file->groups.count; i++)
        ((zn_group *)file->groups.items[i])->atts_changed = 1;
    return zn_define(file);
}

int zn_show_metadata(int ncid)
{
    return zn_find(ncid, NULL, NULL);
}

int zn_inq(int ncid, int *ndims, int *nvars, int *natts, int *unlimited)
{
    zn_group *group;
    int status = zn_find(ncid, NULL, &group);

    if (status)
        return status;
    if (ndims)
        *ndims = (int)group->dims.count;
    if (nvars)
        *nvars = (int)group->vars.count;
    if (natts)
        *natts = (int)zn_atts_shown(&group->atts);
    return unlimited ? zn_inq_unlimdim(ncid, unlimited) : NC_NOERR;
}
