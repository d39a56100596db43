/* Fills an array from elsewhere, with a progress bar: one chunk after the other (with shards: one shard), each written once and
   whole, so that what is copied may be larger than memory. */
#ifndef PARTS_H
#define PARTS_H

#include "bar.h"
#include <stdlib.h>
#include <string.h>
#include <zarr.h>

enum { MOST_DIMENSIONS = 32 };

/* Gives the elements of a box, in C order. */
typedef zarr_status (*parts_read)(const void *from, const int64_t *start, const int64_t *count, void *elements, zarr_error *error);

static zarr_status parts_copy(parts_read read, const void *from, const zarr_array *array, zarr_error *error)
{
    const int64_t origin[MOST_DIMENSIONS] = {0};
    const int32_t ndim = zarr_array_ndim(array);
    const size_t item = zarr_array_item_size(array);
    int64_t shape[MOST_DIMENSIONS], parts = 0, done = 0, total = (int64_t)item;
    void *elements = NULL;
    size_t room = 0;
    bar progress;
    zarr_status status;

    (void)((status = zarr_array_shape(array, ndim, shape, error)) ||
           (status = zarr_array_region_parts(array, ZARR_UNIT_SHARD, ndim, origin, shape, &parts, error)));
    for (int d = 0; status == ZARR_OK && d < ndim; d++)
        total *= shape[d];
    bar_begin(&progress, total);
    for (int64_t part = 0; status == ZARR_OK && part < parts; part++) {
        int64_t position[MOST_DIMENSIONS], start[MOST_DIMENSIONS], count[MOST_DIMENSIONS];
        size_t size = item;

        if ((status = zarr_array_region_part(array, ZARR_UNIT_SHARD, ndim, origin, shape, part, position, start, count, error)))
            break;
        for (int d = 0; d < ndim; d++)
            size *= (size_t)count[d];
        if (size > room) {
            free(elements);
            elements = malloc(room = size);
        }
        if (!elements) {
            status = error->status = ZARR_ERROR_NO_MEMORY;
            snprintf(error->message, sizeof error->message, "there is no memory for a chunk of %zu bytes", size);
            break;
        }
        (void)((status = read(from, start, count, elements, error)) ||
               (status = zarr_array_write_region(array, ndim, start, count, elements, size, error)));
        done += (int64_t)size;
        bar_show(&progress, done);
    }
    free(elements);
    return status;
}

/* Sets the attribute `_FillValue` of an array of floats, which marks missing values. xarray takes it in base64 only: the
   bytes of a double, little-endian. */
static zarr_status parts_mark_missing(const zarr_array *array, double value, zarr_error *error)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char text[] = "............";
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 11; i++) { /* six bits each, from the highest of the first byte on */
        int digit = 0;
        for (int bit = 6 * i; bit < 6 * i + 6; bit++)
            digit = 2 * digit + (bit < 64 ? (int)(bits >> (bit / 8 * 8 + 7 - bit % 8) & 1) : 0);
        text[i] = digits[digit];
    }
    text[11] = '=';
    return zarr_attribute_set_string(array, "_FillValue", text, error);
}

#endif
