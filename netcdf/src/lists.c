/* Types of variable length, and values in memory that own others: lists, strings, and compound types that hold them. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

int zn_type_varies(const zn_file *file, nc_type type)
{
    const zn_type *user = zn_type_by_id(file, type);

    return user ? user->varies : type == NC_STRING;
}

/* Elements of the type need bytes in the store: else a damaged count would ask for any number of them. */
int zn_type_can_be_listed(const zn_file *file, nc_type base)
{
    const zn_type *user = zn_type_by_id(file, base);

    return zn_type_usable(file, base) && zn_type_stored_size(file, base) && (!user || user->depth < ZN_MAX_DEPTH);
}

void zn_type_set_base(const zn_file *file, zn_type *type, nc_type base)
{
    const zn_type *user = zn_type_by_id(file, base);

    type->base = base;
    type->depth = user ? user->depth + 1 : 1;
}

/* Pointers of packed structs are not aligned: values are moved as bytes. */
static void free_string(char *at)
{
    char *text;

    memcpy(&text, at, sizeof text);
    free(text);
}

static void free_list(const zn_file *file, nc_type base, char *at)
{
    nc_vlen_t list;

    memcpy(&list, at, sizeof list);
    if (list.p)
        zn_value_free(file, base, list.p, list.len);
    free(list.p);
}

/* Frees the lists and strings that values own, not the values themselves, which become zeros. */
void zn_value_free(const zn_file *file, nc_type type, void *values, size_t count)
{
    const zn_type *user = zn_type_by_id(file, type);
    size_t size = zn_type_size(file, type), i, j;
    char *at = values;

    if (!zn_type_varies(file, type))
        return;
    for (i = 0; i < count; i++, at += size) {
        if (!user)
            free_string(at);
        else if (user->kind == NC_VLEN)
            free_list(file, user->base, at);
        for (j = 0; user && user->kind == NC_COMPOUND && j < user->fields.count; j++) {
            const zn_field *field = user->fields.items[j];

            zn_value_free(file, field->type, at + field->offset, zn_field_elements(field));
        }
    }
    memset(values, 0, count * size);
}

static int copy_string(const char *from, char *to)
{
    const char *text;
    char *copy = NULL;

    memcpy(&text, from, sizeof text);
    if (text && !(copy = zn_copy(text)))
        return NC_ENOMEM;
    memcpy(to, &copy, sizeof copy);
    return NC_NOERR;
}

static int copy_all(const zn_file *file, nc_type type, const char *from, char *to, size_t count);

static int copy_list(const zn_file *file, nc_type base, const char *from, char *to)
{
    nc_vlen_t list, copy;

    memcpy(&list, from, sizeof list);
    if (!list.len)
        return NC_NOERR;
    if (!list.p)
        return zn_fail(NC_EINVAL, "a list has %lu elements, and no address", (unsigned long)list.len);
    copy.len = list.len;
    copy.p = calloc(list.len, zn_type_size(file, base));
    if (!copy.p)
        return NC_ENOMEM;
    memcpy(to, &copy, sizeof copy);
    return copy_all(file, base, list.p, copy.p, list.len);
}

/* The copies are zeros before: after a failure they own a part of their values. */
static int copy_all(const zn_file *file, nc_type type, const char *from, char *to, size_t count)
{
    const zn_type *user = zn_type_by_id(file, type);
    size_t size = zn_type_size(file, type), i, j;
    int status = NC_NOERR;

    if (!zn_type_varies(file, type)) {
        memcpy(to, from, count * size);
        return NC_NOERR;
    }
    for (i = 0; i < count && !status; i++, from += size, to += size) {
        if (!user)
            status = copy_string(from, to);
        else if (user->kind == NC_VLEN)
            status = copy_list(file, user->base, from, to);
        for (j = 0; user && user->kind == NC_COMPOUND && j < user->fields.count && !status; j++) {
            const zn_field *field = user->fields.items[j];

            status = copy_all(file, field->type, from + field->offset, to + field->offset, zn_field_elements(field));
        }
    }
    return status;
}

/* Copies values with the lists and strings that they own; after a failure the copies own nothing. */
int zn_value_copy(const zn_file *file, nc_type type, const void *from, void *to, size_t count)
{
    int status;

    if (!count)
        return NC_NOERR;
    memset(to, 0, count * zn_type_size(file, type));
    status = copy_all(file, type, from, to, count);
    if (status)
        zn_value_free(file, type, to, count);
    return status;
}

int zn_def_vlen(int ncid, const char *name, nc_type base, nc_type *id)
{
    zn_file *file;
    nc_type type;
    int status = zn_find(ncid, &file, NULL);

    if (!status && file->classic)
        status = NC_ESTRICTNC3;
    if (!status && !zn_type_size(file, base))
        status = NC_EBADTYPE;
    if (!status && !zn_type_can_be_listed(file, base))
        status = zn_fail(NC_EBADTYPE, "type \"%s\": lists of a compound type without fields, or nested too deep",
                         name ? name : "");
    if (!status)
        status = zn_type_define(ncid, NC_VLEN, sizeof(nc_vlen_t), name, &type);
    if (!status) {
        zn_type_set_base(file, zn_type_by_id(file, type), base);
        if (id)
            *id = type;
    }
    return status;
}

static int find_list(int ncid, nc_type id, const void *element, zn_file **file, zn_type **type)
{
    int status = zn_find(ncid, file, NULL);

    if (status)
        return status;
    *type = zn_type_by_id(*file, id);
    if (!*type || (*type)->kind != NC_VLEN)
        return NC_EBADTYPE;
    return element ? NC_NOERR : NC_EINVAL;
}

/* As netCDF-4 has it, the element takes the caller's data over, and getting it copies them. */
int zn_put_vlen_element(int ncid, int id, void *element, size_t len, const void *data)
{
    zn_file *file;
    zn_type *type;
    nc_vlen_t *list = element;
    int status = find_list(ncid, id, element, &file, &type);

    if (status)
        return status;
    list->len = len;
    list->p = (void *)data;
    return NC_NOERR;
}

int zn_get_vlen_element(int ncid, int id, const void *element, size_t *len, void *data)
{
    zn_file *file;
    zn_type *type;
    const nc_vlen_t *list = element;
    int status = find_list(ncid, id, element, &file, &type);

    if (status)
        return status;
    if (len)
        *len = list->len;
    if (data && list->len)
        memcpy(data, list->p, list->len * zn_type_size(file, type->base));
    return NC_NOERR;
}
