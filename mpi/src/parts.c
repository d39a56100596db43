/* The regions of this rank: checked, and with strides. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

void zm_check_box(zm_call *call, const zm_layout *layout, const zm_box *box)
{
    for (int d = 0; d < layout->ndim; d++) {
        const int64_t first = box->start[d], wanted = box->count[d], length = layout->shape[d];
        if (first < 0 || wanted < 0 || first > length || wanted > length - first)
            zm_fail(call, ZARR_ERROR_OUT_OF_BOUNDS,
                    ZM_DIMENSION
                    ": %lld elements from " ZM_TERM("n", "0", "%lld") " on reach outside the length %lld that this rank "
                    "knows; " ZM_TERM("o", "0", "zarr_mpi_array_append") " makes an array longer, "
                    ZM_TERM("o", "0", "zarr_mpi_array_refresh") " tells of another program's change",
                    layout->ndim, d, (long long)wanted, (long long)first, (long long)length);
    }
}

/* Start and count along each dimension, inside the array. */
static void take_box(zm_call *call, const zm_layout *layout, int32_t ndim, const int64_t *start, const int64_t *count,
                     zm_box *box)
{
    if (ndim != layout->ndim) {
        zm_fail(call, ZARR_ERROR_INVALID_ARGUMENT, ZM_TERM("r", "0", "ndim is %ld") "; the array has %d dimensions", (long)ndim,
                layout->ndim);
        return;
    }
    for (int d = 0; d < ndim; d++) {
        const int64_t first = start ? start[d] : 0, length = layout->shape[d];
        box->start[d] = first;
        box->count[d] = count ? count[d] : first >= 0 && first <= length ? length - first : 0;
    }
    zm_check_box(call, layout, box);
}

/* The bytes of a box; -1 after a failure. */
static int64_t bytes_of(zm_call *call, const zm_layout *layout, const zm_box *box)
{
    int64_t bytes = layout->item;

    for (int d = 0; d < layout->ndim; d++)
        if (box->count[d] == 0)
            return 0;
    for (int d = 0; d < layout->ndim; d++) {
        if (box->count[d] > INT64_MAX / bytes) {
            zm_fail(call, ZARR_ERROR_RANGE, "the elements of the region are more than 2^63 - 1 bytes");
            return -1;
        }
        bytes *= box->count[d];
    }
    return bytes;
}

static void check_data(zm_call *call, const zm_part *part, int64_t bytes)
{
    if (bytes > 0 && !part->data)
        zm_fail(call, ZARR_ERROR_INVALID_ARGUMENT, "the buffer is NULL");
}

zm_part *zm_part_of_box(zm_call *call, const zm_layout *layout, int32_t ndim, const int64_t *start,
                        const int64_t *count, const void *data, size_t size)
{
    zm_part *part;
    int64_t bytes;

    if (call->own.status || !(part = zm_memory(call, (int64_t)sizeof *part)))
        return NULL;
    take_box(call, layout, ndim, start, count, &part->box);
    bytes = call->own.status ? -1 : bytes_of(call, layout, &part->box);
    /* Elements are only read where this is a write. */
    part->data = (char *)(uintptr_t)data;
    part->size = size;
    part->offset = 0;
    if (bytes >= 0) {
        check_data(call, part, bytes);
        if ((uint64_t)bytes != size)
            zm_fail(call, ZARR_ERROR_BUFFER_SIZE, "the buffer has %llu bytes; the %lld elements of %s have %lld",
                    (unsigned long long)size, (long long)(bytes / layout->item),
                    zarr_data_type_name(zarr_array_data_type(layout->array)), (long long)bytes);
        zm_strides(bytes ? layout->ndim : 0, part->box.count, layout->item, part->strides);
    }
    if (call->own.status) {
        free(part);
        return NULL;
    }
    return part;
}

/* Checks that all elements are inside the buffer. */
static void check_strides(zm_call *call, const zm_layout *layout, const zm_part *part)
{
    int64_t lowest = part->offset, highest = part->offset;

    if (part->size > (size_t)INT64_MAX || layout->item > (int64_t)part->size || part->offset < 0 ||
        part->offset > (int64_t)part->size - layout->item)
        goto outside;
    for (int d = 0; d < layout->ndim; d++) {
        const int64_t steps = part->box.count[d] - 1, stride = part->strides[d];
        if (steps == 0 || stride == 0)
            continue;
        if (stride == INT64_MIN || steps > (int64_t)part->size / (stride < 0 ? -stride : stride))
            goto outside;
        if (stride < 0)
            lowest += steps * stride;
        else
            highest += steps * stride;
        if (lowest < 0 || highest > (int64_t)part->size)
            goto outside;
    }
    if (highest <= (int64_t)part->size - layout->item)
        return;
outside:
    zm_fail(call, ZARR_ERROR_BUFFER_SIZE, "elements would lie outside the buffer of %llu bytes",
            (unsigned long long)part->size);
}

static void take_region(zm_call *call, const zm_layout *layout, const zarr_region *region, zm_part *part)
{
    int64_t bytes;

    for (int d = 0; d < layout->ndim && region->step && d < region->ndim; d++)
        if (region->step[d] != 1)
            zm_fail(call, ZARR_ERROR_UNSUPPORTED, "a step of %lld; collective calls take regions without gaps",
                    (long long)region->step[d]);
    if (region->order != 'C' && region->order != 'F')
        zm_fail(call, ZARR_ERROR_INVALID_ARGUMENT, "the order is %ld; it is 'C' or 'F'", (long)region->order);
    if (call->own.status)
        return;
    take_box(call, layout, region->ndim, region->start, region->count, &part->box);
    bytes = call->own.status ? -1 : bytes_of(call, layout, &part->box);
    if (bytes <= 0)
        return;
    part->offset = region->offset;
    check_data(call, part, bytes);
    if (region->strides)
        memcpy(part->strides, region->strides, (size_t)layout->ndim * sizeof *part->strides);
    else if (region->order == 'C')
        zm_strides(layout->ndim, part->box.count, layout->item, part->strides);
    else
        for (int64_t d = 0, stride = layout->item; d < layout->ndim; stride *= part->box.count[d++])
            part->strides[d] = stride;
    check_strides(call, layout, part);
}

zm_part *zm_parts_of_regions(zm_call *call, const zm_layout *layout, size_t count, const zarr_region *regions,
                             const void *const *data, const size_t *sizes)
{
    zm_part *parts;

    if (count > 0 && !call->own.status) {
        if (!regions || !data || !sizes)
            zm_fail(call, ZARR_ERROR_INVALID_ARGUMENT, "regions, data or sizes is NULL");
        else if (count > INT32_MAX / 2)
            zm_fail(call, ZARR_ERROR_LIMIT, "%llu regions of one rank are too many", (unsigned long long)count);
        else if (regions->struct_size < sizeof *regions)
            zm_fail(call, ZARR_ERROR_INVALID_ARGUMENT,
                    "struct_size of the regions is %llu: begin with ZARR_REGION_INIT",
                    (unsigned long long)regions->struct_size);
    }
    if (count == 0 || call->own.status || !(parts = zm_memory(call, (int64_t)(count * sizeof *parts))))
        return NULL;
    for (size_t i = 0; i < count && !call->own.status; i++) {
        /* A later version of the struct is longer. */
        const zarr_region *const region = (const void *)((const char *)regions + i * regions->struct_size);
        parts[i].data = (char *)(uintptr_t)data[i];
        parts[i].size = sizes[i];
        parts[i].offset = 0;
        take_region(call, layout, region, &parts[i]);
    }
    if (!call->own.status)
        return parts;
    free(parts);
    return NULL;
}
