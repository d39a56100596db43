/* Enumerations and their members. */
#include "internal.h"

#include <string.h>

int zn_type_add_member(zn_type *type, const char *name, long long value)
{
    zn_field member;

    memset(&member, 0, sizeof member);
    member.value = value;
    return zn_type_add(type, name, &member);
}

int zn_def_enum(int ncid, nc_type base, const char *name, nc_type *id)
{
    zn_file *file;
    nc_type type = NC_NAT;
    int status = NC_NOERR;

    if (!zn_is_number(base) || base == NC_FLOAT || base == NC_DOUBLE)
        status = NC_EBADTYPE;
    if (!status)
        status = zn_type_define(ncid, NC_ENUM, zn_type_size(NULL, base), name, &type);
    if (!status)
        status = zn_find(ncid, &file, NULL);
    if (!status) {
        zn_type_by_id(file, type)->base = base;
        if (id)
            *id = type;
    }
    return status;
}

static int find_enum(int ncid, nc_type id, zn_file **file, zn_type **type)
{
    int status = zn_find(ncid, file, NULL);

    if (status)
        return status;
    *type = zn_type_by_id(*file, id);
    return *type && (*type)->kind == NC_ENUM ? NC_NOERR : NC_EBADTYPE;
}

int zn_insert_enum(int ncid, nc_type id, const char *name, const void *value)
{
    char room[ZN_NAME];
    zn_file *file;
    zn_type *type;
    long long wide;
    int status = find_enum(ncid, id, &file, &type);

    name = zn_normal(name, room);
    if (!status)
        status = zn_check_name(name);
    if (!status && !value)
        status = NC_EINVAL;
    if (!status)
        status = zn_type_may_change(file, type);
    if (status)
        return status;
    zn_convert(type->base, value, NC_INT64, &wide, 1);
    status = zn_type_add_member(type, name, wide);
    if (!status)
        zn_type_changed(file, type);
    return status;
}

int zn_inq_enum_member(int ncid, nc_type id, int index, char *name, void *value)
{
    zn_file *file;
    zn_type *type;
    zn_field *member;
    int status = find_enum(ncid, id, &file, &type);

    if (status)
        return status;
    if (index < 0 || (size_t)index >= type->fields.count)
        return NC_EINVAL;
    member = type->fields.items[index];
    if (name)
        strcpy(name, member->name);
    if (value)
        zn_convert(NC_INT64, &member->value, type->base, value, 1);
    return NC_NOERR;
}

int zn_inq_enum_ident(int ncid, nc_type id, long long value, char *name)
{
    zn_file *file;
    zn_type *type;
    size_t i;
    int status = find_enum(ncid, id, &file, &type);

    if (status)
        return status;
    for (i = 0; i < type->fields.count; i++) {
        const zn_field *member = type->fields.items[i];

        if (member->value == value) {
            if (name)
                strcpy(name, member->name);
            return NC_NOERR;
        }
    }
    return NC_EINVAL;
}
