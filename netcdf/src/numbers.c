/* Reading and writing elements of a fixed size. Those that are stored in the type of the caller go straight between the
 * store and its buffer. */
#include "box.h"

#include <stdlib.h>
#include <string.h>

/* The bytes of an element as libzarr gives it. */
static size_t item_of(const zn_var *var)
{
    const zn_type *type = var->form == ZN_PACKED ? zn_type_by_id(var->group->file, var->type) : NULL;

    return type ? type->stored_size : var->size;
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

/* Reads the box in C order, in the type of the variable. */
static int read_box(const zn_box *b, char *buffer)
{
    size_t item = item_of(b->var), bytes = b->elements * item;
    int64_t count[NC_MAX_VAR_DIMS], strides[NC_MAX_VAR_DIMS], stride = (int64_t)item;
    int d, whole = 1, none = 0, status = NC_NOERR;

    for (d = b->ndims - 1; d >= 0; d--) {
        count[d] = zn_box_stored(b, d);
        strides[d] = stride;
        stride *= b->count[d];
        whole &= count[d] == b->count[d];
        none |= count[d] == 0;
    }
    if (whole && !b->stepped)
        return zn_ahead_read(b->var, b->start, b->count, buffer, bytes);
    if (whole)
        return zn_var_read(b->var, b->start, b->count, b->step, NULL, buffer, bytes);
    {
        char *fill = calloc(1, item > b->var->size ? item : b->var->size);

        if (!fill)
            return NC_ENOMEM;
        if (b->var->form != ZN_PACKED)
            zn_fill_of(b->var, fill);
        else if (b->var->fill)
            zn_type_pack(b->var->group->file, b->var->type, b->var->fill, fill);
        fill_elements(buffer, fill, item, b->elements);
        free(fill);
    }
    if (!none)
        status = zn_var_read(b->var, b->start, count, zn_box_step(b), strides, buffer, bytes);
    return status;
}

static int write_box(const zn_box *b, const char *buffer)
{
    size_t bytes = b->elements * item_of(b->var);
    int status;

    if (!b->stepped)
        return zn_behind_write(b->var, b->start, b->count, buffer, bytes);
    zn_ahead_forget(b->var);
    status = zn_behind_flush(b->var);
    return status ? status : zn_var_write(b->var, b->start, b->count, b->step, buffer, bytes);
}

/* Moves elements between C order and the caller's places, which `imap` gives in elements. */
static void scatter(const zn_box *b, char *packed, char *mapped, size_t item, int gather)
{
    size_t index[NC_MAX_VAR_DIMS] = {0}, i;
    ptrdiff_t place = 0;
    int d;

    for (i = 0; i < b->elements; i++) {
        char *here = packed + i * item, *there = mapped + place * (ptrdiff_t)item;

        memcpy(gather ? here : there, gather ? there : here, item);
        for (d = b->ndims - 1; d >= 0; d--) {
            place += b->imap[d];
            if (++index[d] < (size_t)b->count[d])
                break;
            place -= (ptrdiff_t)b->count[d] * b->imap[d];
            index[d] = 0;
        }
    }
}

/* Converts to the caller's type and puts the elements where they belong. */
int zn_numbers_read(const zn_box *b, void *value, nc_type memory)
{
    const zn_var *var = b->var;
    size_t item = item_of(var), wide = memory == var->type ? var->size : zn_type_size(NULL, memory), i;
    char *stored, *room = NULL, *target = value, *mapped = NULL;
    int status, packed = var->form == ZN_PACKED;

    if (b->imap && !(target = mapped = malloc(b->elements * wide)))
        return NC_ENOMEM;
    stored = target;
    if (packed || wide < item) {
        room = malloc(b->elements * item);
        if (!room) {
            free(mapped);
            return NC_ENOMEM;
        }
        stored = room;
    } else if (wide > item) {
        /* Elements that become wider are read into the end of the buffer, and move to its front. */
        stored = target + b->elements * (wide - item);
    }
    status = read_box(b, stored);
    if (!status && packed)
        for (i = 0; i < b->elements; i++)
            zn_type_unpack(var->group->file, var->type, stored + i * item, target + i * wide);
    else if (!status && memory != var->type)
        status = zn_convert_in(var->group->file, var->type, stored, memory, target, b->elements);
    if ((!status || status == NC_ERANGE) && mapped)
        scatter(b, mapped, value, wide, 0);
    free(room);
    free(mapped);
    return status;
}

int zn_numbers_write(const zn_box *b, const void *value, nc_type memory)
{
    const zn_var *var = b->var;
    size_t item = item_of(var), wide = memory == var->type ? var->size : zn_type_size(NULL, memory), i;
    char *gathered = NULL, *room = NULL;
    const char *source = value;
    int status, range = NC_NOERR, packed = var->form == ZN_PACKED;

    if (b->imap) {
        gathered = malloc(b->elements * wide);
        if (!gathered)
            return NC_ENOMEM;
        scatter(b, gathered, (char *)value, wide, 1);
        source = gathered;
    }
    if (packed || memory != var->type) {
        room = malloc(b->elements * item);
        if (!room) {
            free(gathered);
            return NC_ENOMEM;
        }
        if (packed)
            for (i = 0; i < b->elements; i++)
                zn_type_pack(var->group->file, var->type, source + i * wide, room + i * item);
        else
            range = zn_convert_in(var->group->file, memory, source, var->type, room, b->elements);
        source = room;
    }
    status = write_box(b, source);
    free(room);
    free(gathered);
    return status ? status : range;
}
