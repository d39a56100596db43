/* The grid of chunks, boxes of elements, and their layout in memory. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

uint64_t zm_mixed(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *bytes = data;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 1099511628211u;
    return hash;
}

/* Chunks with lengths of their own along a dimension. */
static void look_at_edges(zm_call *call, const zarr_array *array, int dimension, zm_axis *axis)
{
    int64_t begin = 0;

    axis->begins = zm_memory(call, (axis->count + 1) * (int64_t)sizeof *axis->begins);
    if (call->own.status ||
        zarr_array_chunk_edges(array, ZARR_UNIT_SHARD, dimension, (size_t)axis->count, axis->begins, &call->own))
        return;
    for (int64_t i = 0; i <= axis->count; i++) {
        const int64_t length = i < axis->count ? axis->begins[i] : 0;
        axis->begins[i] = begin;
        begin += length;
    }
}

void zm_look_at(zm_call *call, const zarr_array *array, zm_layout *layout)
{
    int64_t chunk[ZM_MOST_DIMENSIONS], grid[ZM_MOST_DIMENSIONS];
    zarr_bytes *path = NULL;
    zarr_error irregular;
    int is_regular;

    layout->array = array;
    layout->ndim = 0;
    zm_check_array(call, array);
    if (call->own.status)
        return;
    if (zarr_array_ndim(array) > ZM_MOST_DIMENSIONS) {
        zm_fail(call, ZARR_ERROR_UNSUPPORTED, "the array has %ld dimensions; collective calls take up to %d",
                (long)zarr_array_ndim(array), ZM_MOST_DIMENSIONS);
        return;
    }
    layout->item = (int64_t)zarr_array_item_size(array);
    if (layout->item == 0) {
        zm_fail(call, ZARR_ERROR_TYPE_MISMATCH,
                "elements of type %s have a variable length; collective calls take those of a fixed size",
                zarr_data_type_name(zarr_array_data_type(array)));
        return;
    }
    const int32_t ndim = zarr_array_ndim(array), data_type = zarr_array_data_type(array);
    if (zarr_array_shape(array, ndim, layout->shape, &call->own) ||
        zarr_array_grid_shape(array, ZARR_UNIT_SHARD, ndim, grid, &call->own) ||
        zarr_array_path(array, &path, &call->own))
        return;
    is_regular = !zarr_array_shard_shape(array, ndim, chunk, &irregular);
    layout->ndim = ndim;
    for (int d = 0; d < ndim; d++) {
        zm_axis *const axis = &layout->axes[d];
        axis->length = layout->shape[d];
        axis->count = grid[d];
        axis->chunk = is_regular ? chunk[d] : 0;
        axis->begins = NULL;
    }
    for (int d = 0; d < ndim && !is_regular && !call->own.status; d++)
        look_at_edges(call, array, d, &layout->axes[d]);
    layout->path = zm_mixed(ZM_MIXED_NOTHING, zarr_bytes_data(path), zarr_bytes_size(path));
    zarr_bytes_free(path);
    layout->fingerprint = zm_mixed(layout->path, &layout->item, sizeof layout->item);
    layout->fingerprint = zm_mixed(layout->fingerprint, &data_type, sizeof data_type);
    layout->fingerprint = zm_mixed(layout->fingerprint, layout->shape, (size_t)ndim * sizeof *layout->shape);
    for (int d = 0; d < ndim && !call->own.status; d++)
        layout->fingerprint = is_regular
                                  ? zm_mixed(layout->fingerprint, &chunk[d], sizeof chunk[d])
                                  : zm_mixed(layout->fingerprint, layout->axes[d].begins,
                                             (size_t)grid[d] * sizeof *grid);
}

void zm_layout_free(zm_layout *layout)
{
    for (int d = 0; d < layout->ndim; d++)
        free(layout->axes[d].begins);
    layout->ndim = 0;
}

int64_t zm_chunk_of(const zm_axis *axis, int64_t element)
{
    int64_t low = 0, high = axis->count - 1;

    if (!axis->begins)
        return element / axis->chunk;
    while (low < high) {
        const int64_t middle = low + (high - low + 1) / 2;
        if (axis->begins[middle] <= element)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

int64_t zm_chunk_begin(const zm_axis *axis, int64_t chunk)
{
    const int64_t begin = axis->begins                         ? axis->begins[chunk]
                          : chunk > axis->length / axis->chunk ? axis->length
                                                               : chunk * axis->chunk;

    return begin < axis->length ? begin : axis->length;
}

int zm_next(int ndim, int64_t *at, const int64_t *low, const int64_t *high)
{
    for (int d = ndim - 1; d >= 0; d--) {
        if (++at[d] <= high[d])
            return 1;
        at[d] = low[d];
    }
    return 0;
}

int zm_intersect(int ndim, const zm_box *a, const zm_box *b, zm_box *both)
{
    for (int d = 0; d < ndim; d++) {
        const int64_t begin = a->start[d] > b->start[d] ? a->start[d] : b->start[d];
        const int64_t end_a = a->start[d] + a->count[d], end_b = b->start[d] + b->count[d];
        both->start[d] = begin;
        both->count[d] = (end_a < end_b ? end_a : end_b) - begin;
        if (both->count[d] <= 0)
            return 0;
    }
    return 1;
}

int64_t zm_volume(int ndim, const zm_box *box)
{
    int64_t volume = 1;

    for (int d = 0; d < ndim; d++)
        volume *= box->count[d];
    return volume;
}

int zm_contains(int ndim, const zm_box *outer, const zm_box *inner)
{
    for (int d = 0; d < ndim; d++)
        if (inner->start[d] < outer->start[d] || inner->start[d] + inner->count[d] > outer->start[d] + outer->count[d])
            return 0;
    return 1;
}

void zm_strides(int ndim, const int64_t *count, int64_t item, int64_t *strides)
{
    for (int d = ndim; d-- > 0;) {
        strides[d] = item;
        item *= count[d];
    }
}

int64_t zm_place(int ndim, const int64_t *element, const int64_t *first, const int64_t *strides)
{
    int64_t place = 0;

    for (int d = 0; d < ndim; d++)
        place += (element[d] - first[d]) * strides[d];
    return place;
}

#define COPY_ELEMENTS(type)                                               \
    for (int64_t i = 0; i < count; i++) {                                 \
        memcpy(to + i * to_stride, from + i * from_stride, sizeof(type)); \
    }

/* Copies a row of elements that is not contiguous on both sides. */
static void copy_row(int64_t count, int64_t item, char *to, int64_t to_stride, const char *from, int64_t from_stride)
{
    switch (item) {
    case 1: COPY_ELEMENTS(uint8_t) break;
    case 2: COPY_ELEMENTS(uint16_t) break;
    case 4: COPY_ELEMENTS(uint32_t) break;
    case 8: COPY_ELEMENTS(uint64_t) break;
    default:
        for (int64_t i = 0; i < count; i++)
            memcpy(to + i * to_stride, from + i * from_stride, (size_t)item);
    }
}

void zm_copy(int ndim, const int64_t *count, int64_t item, char *to, const int64_t *to_strides, const char *from,
             const int64_t *from_strides)
{
    int64_t at[ZM_MOST_DIMENSIONS] = {0}, run = item;
    int outer = ndim;

    for (int d = 0; d < ndim; d++)
        if (count[d] == 0)
            return;
    /* The last dimensions that are contiguous on both sides form one run of bytes. */
    while (outer > 0 && (count[outer - 1] == 1 || (to_strides[outer - 1] == run && from_strides[outer - 1] == run)))
        run *= count[--outer];
    for (;;) {
        if (run == item && outer > 0)
            copy_row(count[outer - 1], item, to, to_strides[outer - 1], from, from_strides[outer - 1]);
        else
            memcpy(to, from, (size_t)run);
        int d = run == item && outer > 0 ? outer - 2 : outer - 1;
        for (; d >= 0; d--) {
            if (++at[d] < count[d]) {
                to += to_strides[d];
                from += from_strides[d];
                break;
            }
            to -= to_strides[d] * (count[d] - 1);
            from -= from_strides[d] * (count[d] - 1);
            at[d] = 0;
        }
        if (d < 0)
            return;
    }
}
