/* The part of a variable that a call asks for. */
#include "box.h"

#include <stdlib.h>

/* netCDF-4's rules: a start may be at the end where nothing is asked for; unlimited dimensions end where lengths
 * do when writing. */
int zn_box_set(zn_box *b, zn_var *var, const size_t *start, const size_t *count, const ptrdiff_t *stride,
                   const ptrdiff_t *imap, int writing)
{
    int d, is_empty = 0;

    b->var = var;
    b->ndims = var->ndims;
    b->imap = imap;
    b->stepped = 0;
    b->elements = 1;
    if (var->ndims && !start)
        return NC_EINVALCOORDS;
    for (d = 0; d < var->ndims; d++)
        is_empty |= writing && count && !count[d];
    for (d = 0; d < var->ndims; d++) {
        const uint64_t len = writing && var->dims[d]->unlimited ? INT64_MAX : var->dims[d]->len;
        uint64_t last;

        b->start[d] = (int64_t)start[d];
        b->count[d] = count ? (int64_t)count[d] : 1;
        b->step[d] = stride ? (int64_t)stride[d] : 1;
        if (b->step[d] < 1)
            return NC_ESTRIDE;
        if (start[d] > len || (start[d] == len && b->count[d] > 0))
            return NC_EINVALCOORDS;
        /* netCDF-4 lets a write without elements reach anywhere. */
        if (is_empty)
            continue;
        if (b->count[d] < 0 || (b->count[d] > 1 && (b->count[d] - 1) > (INT64_MAX - b->start[d]) / b->step[d]))
            return NC_EEDGE;
        last = b->count[d] ? start[d] + (uint64_t)(b->count[d] - 1) * (uint64_t)b->step[d] : 0;
        if (b->count[d] && last >= len)
            return NC_EEDGE;
        if (b->step[d] != 1 && b->count[d] > 1)
            b->stepped = 1;
        if (b->count[d] && b->elements > SIZE_MAX / 64 / (size_t)b->count[d])
            return NC_EEDGE;
        b->elements *= (size_t)b->count[d];
    }
    if (is_empty)
        b->elements = 0;
    return NC_NOERR;
}

/* Calls of the library take no step where each dimension has one element at most. */
const int64_t *zn_box_step(const zn_box *b)
{
    return b->stepped ? b->step : NULL;
}

/* How many of the elements along a dimension the array itself has: others of its unlimited dimension are not written
 * yet. */
int64_t zn_box_stored(const zn_box *b, int d)
{
    int64_t len = b->var->shape[d];

    if (b->start[d] >= len)
        return 0;
    return b->count[d] && (len - 1 - b->start[d]) / b->step[d] + 1 < b->count[d]
               ? (len - 1 - b->start[d]) / b->step[d] + 1
               : b->count[d];
}

/* True where the array has all elements of the box. */
int zn_box_is_stored(const zn_box *b)
{
    int d;

    for (d = 0; d < b->ndims; d++)
        if (zn_box_stored(b, d) != b->count[d])
            return 0;
    return 1;
}

/* The position, in elements, of the box's element at an index in the caller's memory. */
ptrdiff_t zn_box_place(const zn_box *b, size_t element, const size_t *index)
{
    ptrdiff_t place = 0;
    int d;

    if (!b->imap)
        return (ptrdiff_t)element;
    for (d = 0; d < b->ndims; d++)
        place += (ptrdiff_t)index[d] * b->imap[d];
    return place;
}

void zn_box_next(const zn_box *b, size_t *index)
{
    int d;

    for (d = b->ndims - 1; d >= 0; d--) {
        if (++index[d] < (size_t)b->count[d])
            return;
        index[d] = 0;
    }
}
