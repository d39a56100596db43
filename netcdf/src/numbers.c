/* Reading and writing elements of a fixed size. libzarr moves them between the store and the caller's places, and
 * converts them. A copy in C order, in the type of the variable, is made of those that are gathered or read ahead, that
 * ranks exchange, and that libzarr has no conversion for. */
#include "box.h"

#include <stdlib.h>
#include <string.h>

/* The bytes of an element as libzarr gives it. */
static size_t item_of(const zn_var *var)
{
    const zn_type *type = var->form == ZN_PACKED ? zn_type_by_id(var->group->file, var->type) : NULL;

    return type ? type->stored_size : var->size;
}

/* The caller's elements, from the lowest byte of them on. */
typedef struct memory {
    zarr_region region;
    int64_t strides[NC_MAX_VAR_DIMS];
    int32_t data_type;
    char *first;
    size_t wide, bytes;
    int direct; /* libzarr has a way between them and the store */
} memory;

static void find_memory(const zn_box *b, const void *value, nc_type type, int reading, memory *m)
{
    const zn_var *var = b->var;
    const int converts = !zn_is_alike(var->group->file, type, var->type), together = var->group->file->together;
    const int is_time = var->stored == ZARR_DATETIME64 || var->stored == ZARR_TIMEDELTA64;
    int d;

    m->region = zn_region(var, b->start, b->count, zn_box_step(b));
    m->data_type = converts ? zn_code_of(type) : var->memory;
    m->direct = var->form != ZN_PACKED && !(converts && is_time) &&
                !(together && (converts || (reading && b->imap)));
    m->wide = type == var->type ? var->size : zn_type_size(NULL, type);
    m->bytes = b->imap ? m->wide : b->elements * m->wide;
    for (d = 0; b->imap && d < b->ndims; d++) {
        const int64_t stride = b->imap[d] * (int64_t)m->wide, reach = (b->count[d] - 1) * stride;

        m->strides[d] = stride;
        m->region.strides = m->strides;
        m->region.offset += reach < 0 ? -reach : 0;
        m->bytes += (size_t)(reach < 0 ? -reach : reach);
    }
    m->first = (char *)value - m->region.offset;
}

static void fill_elements(char *buffer, const char *value, size_t item, size_t count)
{
    size_t done = 1;

    if (!count)
        return;
    memcpy(buffer, value, item);
    while (done < count) {
        size_t more = done < count - done ? done : count - done;

        memcpy(buffer + done * item, buffer, more * item);
        done += more;
    }
}

/* Reads the box in C order, in the type of the variable; elements that the array does not have are the fill value. */
static int read_box(const zn_box *b, char *buffer)
{
    size_t item = item_of(b->var), bytes = b->elements * item;
    int64_t count[NC_MAX_VAR_DIMS], strides[NC_MAX_VAR_DIMS], stride = (int64_t)item;
    zarr_region region = zn_region(b->var, b->start, count, zn_box_step(b));
    int d, none = 0;
    char *fill;

    for (d = b->ndims - 1; d >= 0; d--) {
        count[d] = zn_box_stored(b, d);
        strides[d] = stride;
        stride *= b->count[d];
        none |= count[d] == 0;
    }
    if (zn_box_is_stored(b))
        return zn_var_read(b->var, &region, b->var->memory, buffer, bytes);
    region.strides = strides;
    fill = calloc(1, item > b->var->size ? item : b->var->size);
    if (!fill)
        return NC_ENOMEM;
    if (b->var->form != ZN_PACKED)
        zn_fill_of(b->var, fill);
    else if (b->var->fill)
        zn_type_pack(b->var->group->file, b->var->type, b->var->fill, fill);
    fill_elements(buffer, fill, item, b->elements);
    free(fill);
    return none ? NC_NOERR : zn_var_read(b->var, &region, b->var->memory, buffer, bytes);
}

/* Moves elements between C order, in the type of the variable, and the caller's places. NC_ERANGE: all were moved. */
static int move(const zn_box *b, char *ordered, char *value, nc_type type, size_t wide, int reading)
{
    const zn_file *file = b->var->group->file;
    const int packed = b->var->form == ZN_PACKED, alike = zn_is_alike(file, type, b->var->type);
    const size_t item = item_of(b->var), many = b->imap || packed ? 1 : b->elements;
    size_t index[NC_MAX_VAR_DIMS] = {0}, i;
    int status = NC_NOERR;

    for (i = 0; i < b->elements; i += many, zn_box_next(b, index)) {
        char *here = ordered + i * item, *there = value + zn_box_place(b, i, index) * (ptrdiff_t)wide;

        if (packed && reading)
            zn_type_unpack(file, b->var->type, here, there);
        else if (packed)
            zn_type_pack(file, b->var->type, there, here);
        else if (alike)
            memcpy(reading ? there : here, reading ? here : there, many * item);
        else if (reading ? zn_convert(b->var->type, here, type, there, many)
                         : zn_convert(type, there, b->var->type, here, many))
            status = NC_ERANGE;
    }
    return status;
}

int zn_numbers_read(const zn_box *b, void *value, nc_type type)
{
    size_t bytes = b->elements * item_of(b->var);
    char *ordered;
    memory m;
    int status;

    find_memory(b, value, type, 1, &m);
    if (zn_box_is_stored(b)) {
        ordered = zn_ahead_find(b->var, &m.region, bytes);
        if (ordered)
            return move(b, ordered, value, type, m.wide, 1);
        if (m.direct) {
            status = zn_var_read(b->var, &m.region, m.data_type, m.first, m.bytes);
            /* netCDF lets elements share a place, libzarr not. */
            if (status != NC_EINVAL || !b->imap)
                return status;
        }
    } else if (m.direct && !b->imap && m.data_type == b->var->memory) {
        return read_box(b, value);
    }
    ordered = malloc(bytes);
    status = ordered ? read_box(b, ordered) : NC_ENOMEM;
    if (!status)
        status = move(b, ordered, value, type, m.wide, 1);
    free(ordered);
    return status;
}

int zn_numbers_write(const zn_box *b, const void *value, nc_type type)
{
    const zarr_region packed = zn_region(b->var, b->start, b->count, zn_box_step(b));
    size_t bytes = b->elements * item_of(b->var);
    char *gathered, *ordered;
    memory m;
    int range, status = zn_behind_room(b->var, &packed, bytes, &gathered);

    if (status)
        return status;
    find_memory(b, value, type, 0, &m);
    if (!gathered && m.direct)
        return zn_var_write(b->var, &m.region, m.data_type, m.first, m.bytes);
    ordered = gathered ? gathered : malloc(bytes);
    if (!ordered)
        return NC_ENOMEM;
    range = move(b, ordered, (char *)value, type, m.wide, 0);
    if (gathered) {
        status = zn_behind_moved(b->var);
    } else {
        status = zn_var_write(b->var, &packed, b->var->memory, ordered, bytes);
        free(ordered);
    }
    return status ? status : range;
}
