/*
 * Why this file exists: the cases of the campaign that write elements and chunks.
 */
#include "faults.h"

static const int64_t one[2] = {1, 1}, part[2] = {2, 4}, zero[2] = {0, 0}, whole[2] = {4, 6};

static void done(void *user, int64_t ticket, zarr_status status, const char *message) {
    (void)user, (void)ticket, (void)status, (void)message;
}

static const int32_t *numbers(void) {
    static int32_t values[24];
    int i;
    for (i = 0; i < 24; i++)
        values[i] = 1000 + i;
    return values;
}

FAULT(array_write_points, 0, {
    const int64_t points[6] = {0, 0, 3, 5, 1, 2};
    return zarr_array_write_points(w->shards, 2, 3, points, numbers(), 12, error);
})
FAULT(array_write_orthogonal, 0, {
    const int64_t rows[2] = {3, 0}, columns[2] = {5, 1};
    const int64_t *indices[2];
    const size_t counts[2] = {2, 2};
    indices[0] = rows;
    indices[1] = columns;
    return zarr_array_write_orthogonal(w->array, 2, counts, indices, numbers(), 16, error);
})
FAULT(array_write_region, 0, return zarr_array_write_region(w->shards, 2, one, part, numbers(), 32, error);)
FAULT(array_write_strings, 0, {
    static const char *const values[2] = {"six", "seven"};
    const int64_t start[1] = {1}, count[1] = {2};
    return zarr_array_write_strings(w->words, 1, start, count, values, NULL, 2, error);
})
FAULT(array_write_string_block, 0, {
    const size_t offsets[3] = {0, 4, 10};
    const int64_t start[1] = {1}, count[1] = {2};
    return zarr_array_write_string_block(w->words, 1, start, count, "six\0seven", 10, offsets, 2, error);
})
FAULT(array_write, 0, {
    zarr_region region;
    zarr_region_init(&region);
    region.ndim = 2;
    region.start = zero;
    region.count = whole;
    return zarr_array_write(w->array, &region, numbers(), 96, NULL, error);
})
FAULT(queue_write_region, 0, {
    int64_t ticket;
    zarr_status status = zarr_queue_write_region(w->queue, w->array, 2, one, part, numbers(), 32, &ticket, error);
    return status == ZARR_OK ? zarr_queue_wait(w->queue, ticket, error) : status;
})
FAULT(queue_write_region_then, 0, {
    int64_t ticket;
    zarr_status status =
        zarr_queue_write_region_then(w->queue, w->array, 2, one, part, numbers(), 32, done, NULL, &ticket, error);
    return status == ZARR_OK ? zarr_queue_wait(w->queue, ticket, error) : status;
})
FAULT(array_write_chunk, 0, return zarr_array_write_chunk(w->shards, ZARR_UNIT_CHUNK, 2, zero, numbers(), w->how.format == ZARR_FORMAT_V2 ? 24 : 16, error);)
FAULT(array_write_encoded_chunk, 0, {
    zarr_bytes *encoded = NULL;
    const int64_t last[2] = {1, 1};
    zarr_status status = zarr_array_read_encoded_chunk(w->array, ZARR_UNIT_CHUNK, 2, zero, &encoded, error);
    if (status == ZARR_OK)
        status = zarr_array_write_encoded_chunk(w->array, ZARR_UNIT_CHUNK, 2, last, zarr_bytes_data(encoded),
                                                zarr_bytes_size(encoded), error);
    zarr_bytes_free(encoded);
    return status;
})
FAULT(array_erase_chunk, 0, return zarr_array_erase_chunk(w->shards, ZARR_UNIT_CHUNK, 2, zero, error);)
FAULT(dataset_write, 0, {
    static const char *const names[2] = {"u", "t"};
    const void *blocks[2];
    const size_t sizes[2] = {96, 16};
    blocks[0] = numbers();
    blocks[1] = numbers();
    return zarr_dataset_write(w->dataset, 0, NULL, NULL, NULL, 2, names, blocks, sizes, error);
})
