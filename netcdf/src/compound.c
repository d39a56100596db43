/* Compound types: their fields, in memory and in a stored element. */
#include "internal.h"

#include <string.h>

size_t zn_field_elements(const zn_field *field)
{
    size_t count = 1;
    int i;

    for (i = 0; i < field->ndims; i++)
        count *= (size_t)field->dims[i];
    return count;
}

/* The place among the fields by offset of one that begins at `offset`: those before it begin there or before. */
static size_t place_of(const zn_type *type, size_t offset)
{
    size_t low = 0, high = type->by_offset.count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (((const zn_field *)type->by_offset.items[middle])->offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int zn_type_add_field(zn_file *file, zn_type *type, const char *name, size_t offset, nc_type field_type, int ndims,
                      const int *dims)
{
    const zn_type *user = zn_type_by_id(file, field_type);
    const size_t place = place_of(type, offset), behind = type->by_offset.count - place;
    zn_field field;
    void **at;
    int i, status;

    if (ndims < 0 || ndims > (int)(sizeof field.dims / sizeof *field.dims))
        return NC_EINVAL;
    memset(&field, 0, sizeof field);
    field.type = field_type;
    field.offset = offset;
    field.stored_offset = type->stored_size;
    field.ndims = ndims;
    for (i = 0; i < ndims; i++)
        field.dims[i] = dims[i];
    status = zn_list_add(&type->by_offset, NULL);
    if (status)
        return status;
    at = type->by_offset.items + place;
    memmove(at + 1, at, behind * sizeof *at);
    status = zn_type_add(type, name, &field);
    if (status) {
        zn_list_remove(&type->by_offset, place);
        return status;
    }
    *at = type->fields.items[type->fields.count - 1];
    type->stored_size += zn_field_elements(&field) * zn_type_stored_size(file, field_type);
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
 * that is half of another value. Only its neighbours can have them. */
static int meets(const zn_file *file, const zn_type *type, size_t offset, size_t bytes)
{
    const size_t place = place_of(type, offset);
    const zn_field *before = place ? type->by_offset.items[place - 1] : NULL,
                   *after = place < type->by_offset.count ? type->by_offset.items[place] : NULL;

    return (before && offset < before->offset + zn_field_elements(before) * zn_type_size(file, before->type)) ||
           (after && after->offset < offset + bytes);
}

/* True if a field is inside its type and overlaps no other field. Its type must be older than the compound type, which
 * could contain itself otherwise. */
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
        status =
            zn_fail(NC_EINVAL, "compound type \"%s\": field \"%s\" does not lie in its %lu bytes, beside the others",
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
    i = name ? zn_names_index(&user->names, name) : user->fields.count;
    if (i == user->fields.count)
        return NC_EBADFIELD;
    if (index)
        *index = (int)i;
    return NC_NOERR;
}
