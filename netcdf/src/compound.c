/* Compound types: their fields, in memory and in a stored element. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

size_t zn_field_elements(const zn_field *field)
{
    size_t count = 1;
    int i;

    for (i = 0; i < field->ndims; i++)
        count *= (size_t)field->dims[i];
    return count;
}

int zn_type_add_field(zn_file *file, zn_type *type, const char *name, size_t offset, nc_type field_type, int ndims,
                      const int *dims)
{
    const zn_type *user = zn_type_by_id(file, field_type);
    zn_field *field;
    size_t i;

    if (zn_name_fits(name))
        return NC_EMAXNAME;
    if (ndims < 0 || ndims > (int)(sizeof field->dims / sizeof *field->dims))
        return NC_EINVAL;
    for (i = 0; i < type->fields.count; i++)
        if (!strcmp(((zn_field *)type->fields.items[i])->name, name))
            return NC_ENAMEINUSE;
    field = calloc(1, sizeof *field);
    if (!field)
        return NC_ENOMEM;
    field->name = zn_copy(name);
    field->type = field_type;
    field->offset = offset;
    field->stored_offset = type->stored_size;
    field->ndims = ndims;
    for (i = 0; (int)i < ndims; i++)
        field->dims[i] = dims[i];
    if (!field->name || zn_list_add(&type->fields, field)) {
        free(field->name);
        free(field);
        return NC_ENOMEM;
    }
    type->stored_size += zn_field_elements(field) * zn_type_stored_size(file, field_type);
    type->varies |= zn_type_varies(file, field_type);
    if (user && user->depth >= type->depth)
        type->depth = user->depth + 1;
    return NC_NOERR;
}

/* Between an element in memory and one that is stored: fields move together, or apart. */
static void move_fields(const zn_file *file, nc_type type, char *memory, char *stored, int pack)
{
    const zn_type *user = zn_type_by_id(file, type);
    size_t i, j;

    if (!user || user->kind != NC_COMPOUND) {
        size_t size = zn_type_size(file, type);

        memcpy(pack ? stored : memory, pack ? memory : stored, size);
        return;
    }
    for (i = 0; i < user->fields.count; i++) {
        const zn_field *field = user->fields.items[i];
        size_t step = zn_type_size(file, field->type), stored_step = zn_type_stored_size(file, field->type);

        for (j = 0; j < zn_field_elements(field); j++)
            move_fields(file, field->type, memory + field->offset + j * step,
                        stored + field->stored_offset + j * stored_step, pack);
    }
}

void zn_type_pack(const zn_file *file, nc_type type, const char *memory, char *stored)
{
    move_fields(file, type, (char *)memory, stored, 1);
}

void zn_type_unpack(const zn_file *file, nc_type type, const char *stored, char *memory)
{
    move_fields(file, type, memory, (char *)stored, 0);
}

int zn_def_compound(int ncid, size_t size, const char *name, nc_type *type)
{
    return zn_type_define(ncid, NC_COMPOUND, size, name, type);
}

/* True where bytes of a new field are those of one that the type has: a string or a list there would have a pointer
 * that is half of another value. */
static int meets(const zn_file *file, const zn_type *type, size_t offset, size_t bytes)
{
    size_t i;

    for (i = 0; i < type->fields.count; i++) {
        const zn_field *other = type->fields.items[i];
        const size_t size = zn_field_elements(other) * zn_type_size(file, other->type);

        if (offset < other->offset + size && other->offset < offset + bytes)
            return 1;
    }
    return 0;
}

/* True where a field lies inside of its type, beside the other fields. Its type comes before that of the compound: else
 * it could contain itself. */
int zn_field_fits(const zn_file *file, const zn_type *type, size_t offset, nc_type field, int ndims, const int *dims)
{
    const zn_type *user = zn_type_by_id(file, field);
    size_t bytes = zn_type_size(file, field);
    int d;

    if (!bytes || (user && user->depth >= ZN_MAX_DEPTH) || field >= type->id || ndims < 0 ||
        ndims > (int)(sizeof((zn_field *)0)->dims / sizeof *dims))
        return 0;
    for (d = 0; d < ndims; d++) {
        if (dims[d] < 1 || bytes > type->size / (size_t)dims[d])
            return 0;
        bytes *= (size_t)dims[d];
    }
    return bytes <= type->size && offset <= type->size - bytes && !meets(file, type, offset, bytes);
}

int zn_insert_array_compound(int ncid, nc_type type, const char *name, size_t offset, nc_type field, int ndims,
                             const int *dims)
{
    zn_file *file;
    zn_type *user;
    char room[ZN_NAME];
    int status = zn_find(ncid, &file, NULL);

    name = zn_normal(name, room);
    if (!status)
        status = zn_check_name(name);
    if (status)
        return status;
    user = zn_type_by_id(file, type);
    if (!user || user->kind != NC_COMPOUND || !zn_type_usable(file, field))
        return NC_EBADTYPE;
    if (field >= type)
        return zn_fail(NC_EBADTYPE, "compound type \"%s\": the type of field \"%s\" has to be defined before it",
                       user->name, name);
    status = zn_type_may_change(file, user);
    if (!status && !zn_field_fits(file, user, offset, field, ndims, dims))
        status = zn_fail(NC_EINVAL, "compound type \"%s\": field \"%s\" does not lie in its %lu bytes, beside the others",
                         user->name, name, (unsigned long)user->size);
    if (!status)
        status = zn_type_add_field(file, user, name, offset, field, ndims, dims);
    if (!status)
        zn_type_changed(file, user);
    return status;
}

int zn_insert_compound(int ncid, nc_type type, const char *name, size_t offset, nc_type field)
{
    return zn_insert_array_compound(ncid, type, name, offset, field, 0, NULL);
}

int zn_inq_compound_field(int ncid, nc_type type, int index, char *name, size_t *offset, nc_type *field_type,
                          int *ndims, int *dims)
{
    zn_file *file;
    zn_type *user;
    zn_field *field;
    int status = zn_find(ncid, &file, NULL), d;

    if (status)
        return status;
    user = zn_type_by_id(file, type);
    if (!user || user->kind != NC_COMPOUND)
        return NC_EBADTYPE;
    if (index < 0 || (size_t)index >= user->fields.count)
        return NC_EBADFIELD;
    field = user->fields.items[index];
    if (name)
        strcpy(name, field->name);
    if (offset)
        *offset = field->offset;
    if (field_type)
        *field_type = field->type;
    if (ndims)
        *ndims = field->ndims;
    for (d = 0; dims && d < field->ndims; d++)
        dims[d] = field->dims[d];
    return NC_NOERR;
}

int zn_inq_compound_fieldindex(int ncid, nc_type type, const char *name, int *index)
{
    char room[ZN_NAME];
    zn_file *file;
    zn_type *user;
    size_t i;
    int status = zn_find(ncid, &file, NULL);

    name = zn_normal(name, room);
    if (status)
        return status;
    user = zn_type_by_id(file, type);
    if (!user || user->kind != NC_COMPOUND)
        return NC_EBADTYPE;
    for (i = 0; name && i < user->fields.count; i++)
        if (!strcmp(((zn_field *)user->fields.items[i])->name, name)) {
            if (index)
                *index = (int)i;
            return NC_NOERR;
        }
    return NC_EBADFIELD;
}
