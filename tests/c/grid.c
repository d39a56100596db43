/* Chunk grids as a C program sees them: regular, in shards, and rectilinear; and misuse of each function. */
#include "check.h"

#define CHUNK ZARR_UNIT_CHUNK
#define SHARD ZARR_UNIT_SHARD

static const int64_t shape[2] = {6, 10};

static zarr_array_builder *begin(void) {
    static const int64_t chunks[2] = {2, 4};
    zarr_error error;
    zarr_array_builder *builder = NULL;
    OK(zarr_array_builder_new(ZARR_INT16, 2, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, chunks, E));
    return builder;
}

/* Checks the whole grid of one unit: edges[d] are the lengths along dimension d, ended by 0. */
static void grid_is(const zarr_array *array, int32_t unit, const int64_t edges[2][8]) {
    zarr_error error;
    int64_t counts[2] = {-77, -77}, lengths[8], position[2], start[2], count[2], element[2];
    int32_t d;
    OK(zarr_array_grid_shape(array, unit, 2, counts, E));
    for (d = 0; d < 2; d++) {
        int64_t known = 0, end = 0, i;
        while (edges[d][known] != 0)
            known++;
        if (counts[d] != known) {
            FAIL("dimension %d has %ld chunks", (int)d, (long)counts[d]);
            return;
        }
        OK(zarr_array_chunk_edges(array, unit, d, (size_t)known, lengths, E));
        CHECK(memcmp(lengths, edges[d], (size_t)known * sizeof *lengths) == 0);
        for (i = 0; i < known; i++) {
            position[d] = i;
            position[1 - d] = 0;
            OK(zarr_array_chunk_bounds(array, unit, 2, position, start, count, E));
            CHECK(start[d] == end && start[1 - d] == 0);
            CHECK(count[d] == edges[d][i] && count[1 - d] == edges[1 - d][0]);
            for (end += edges[d][i], element[1 - d] = 0; start[d] < end && start[d] < shape[d]; start[d]++) {
                element[d] = start[d];
                OK(zarr_array_chunk_at(array, unit, 2, element, position, E));
                CHECK(position[d] == i && position[1 - d] == 0);
            }
        }
    }
}

static void regular(const zarr_store *store) {
    static const int64_t shards[2] = {4, 8};
    static const int64_t of_chunks[2][8] = {{2, 2, 2, 0}, {4, 4, 4, 0}}, of_shards[2][8] = {{4, 4, 0}, {8, 8, 0}};
    zarr_error error;
    zarr_array_builder *builder = begin();
    zarr_array *array = NULL;
    check_context("a regular grid");
    OK(zarr_array_create(store, "regular", builder, &array, E));
    grid_is(array, CHUNK, of_chunks);
    grid_is(array, SHARD, of_chunks);
    zarr_array_free(array);
    check_context("shards");
    OK(zarr_array_builder_shard_shape(builder, 2, shards, E));
    OK(zarr_array_create(store, "sharded", builder, &array, E));
    grid_is(array, CHUNK, of_chunks);
    grid_is(array, SHARD, of_shards);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
}

static void rectilinear(const zarr_store *store) {
    static const int64_t lengths[4] = {3, 1, 5, 2}, edges[2][8] = {{2, 2, 2, 0}, {3, 1, 5, 2, 0}};
    static const int64_t zero[2] = {0, 0}, start[2] = {1, 2}, count[2] = {4, 7}, second[2] = {1, 2}, far[2] = {3, 0};
    static const int64_t grown[2] = {6, 15}, after[2][8] = {{2, 2, 2, 0}, {3, 1, 5, 2, 4, 0}};
    zarr_error error;
    zarr_array_builder *builder = begin();
    zarr_array *array = NULL;
    zarr_bytes *document = NULL;
    int64_t one[2] = {-77, -77}, first[2] = {-77, -77};
    int16_t values[28], all[60], chunk[10];
    size_t chunks = 77;
    int i;
    check_context("a rectilinear grid");
    OK(zarr_array_builder_chunk_edges(builder, 1, 4, lengths, E));
    OK(zarr_array_builder_codec(builder, "gzip", NULL, E));
    OK(zarr_array_create(store, "rectilinear", builder, &array, E));
    grid_is(array, CHUNK, edges);
    grid_is(array, SHARD, edges);
    FAILS(zarr_array_chunk_shape(array, 2, one, E), ZARR_ERROR_UNSUPPORTED);
    CHECK(strstr(error.message, "zarr_array_chunk_edges") != NULL);
    FAILS(zarr_array_shard_shape(array, 2, one, E), ZARR_ERROR_UNSUPPORTED);
    CHECK(one[0] == -77 && one[1] == -77);

    for (i = 0; i < 28; i++)
        values[i] = (int16_t)(i + 1);
    OK(zarr_array_write_region(array, 2, start, count, values, sizeof values, E));
    OK(zarr_array_read_region(array, 2, zero, shape, all, sizeof all, E));
    for (i = 0; i < 60; i++) {
        const int row = i / 10 - 1, column = i % 10 - 2;
        CHECK(all[i] == (row < 0 || row > 3 || column < 0 || column > 6 ? 0 : row * 7 + column + 1));
    }
    /* Columns 4 to 8 of rows 2 and 3. */
    OK(zarr_array_read_chunk(array, CHUNK, 2, second, chunk, sizeof chunk, E));
    CHECK(chunk[0] == all[24] && chunk[4] == all[28] && chunk[9] == all[38]);
    OK(zarr_array_count_chunks(array, CHUNK, &chunks, E));
    CHECK(chunks == 9);

    /* The length behind the last chunk becomes one more chunk. */
    OK(zarr_array_resize(array, 2, grown, E));
    grid_is(array, CHUNK, after);
    OK(zarr_array_metadata(array, &document, E));
    CHECK(strstr((const char *)zarr_bytes_data(document), "rectilinear") != NULL);
    zarr_bytes_free(document);
    OK(zarr_array_resize(array, 2, shape, E));
    OK(zarr_array_read_region(array, 2, start, count, all, sizeof values, E));
    CHECK(memcmp(all, values, sizeof values) == 0);
    FAILS(zarr_array_chunk_bounds(array, CHUNK, 2, far, one, first, E), ZARR_ERROR_OUT_OF_BOUNDS);
    zarr_array_free(array);

    check_context("a format without such grids");
    OK(zarr_array_builder_format(builder, ZARR_FORMAT_V2, E));
    FAILS(zarr_array_create(store, "v2", builder, &array, E), ZARR_ERROR_INVALID_ARGUMENT);
    {
        zarr_store *other = NULL;
        OK(zarr_store_open("memory://", NULL, &other, E));
        FAILS(zarr_array_create(other, "v2", builder, &array, E), ZARR_ERROR_UNSUPPORTED);
        CHECK(array == NULL && strstr(error.message, "rectilinear") != NULL);
        zarr_store_free(other);
    }
    zarr_array_builder_free(builder);
}

static void shards_of_several_lengths(const zarr_store *store) {
    static const int64_t shards[2] = {6, 1}, lengths[2] = {4, 8}, uneven[2] = {6, 8}, far[2] = {0, 2}, last[2] = {2, 2};
    static const int64_t of_chunks[2][8] = {{2, 2, 2, 0}, {4, 4, 4, 0}}, of_shards[2][8] = {{6, 0}, {4, 8, 0}};
    static const int64_t start[2] = {1, 3}, count[2] = {5, 6}, zero[2] = {0, 0};
    zarr_error error;
    zarr_array_builder *builder = begin();
    zarr_array *array = NULL;
    int64_t chunks[2] = {-77, -77};
    int16_t values[30], all[60], chunk[8];
    size_t stored = 77;
    int i;
    check_context("shards of several lengths");
    OK(zarr_array_builder_shard_shape(builder, 2, shards, E));
    OK(zarr_array_builder_chunk_edges(builder, 1, 2, uneven, E));
    FAILS(zarr_array_create(store, "edges", builder, &array, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(array == NULL && strstr(error.message, "dimension 1: inner chunks of length 4") != NULL);
    OK(zarr_array_builder_chunk_edges(builder, 1, 2, lengths, E));
    OK(zarr_array_create(store, "edges", builder, &array, E));
    grid_is(array, CHUNK, of_chunks);
    grid_is(array, SHARD, of_shards);
    OK(zarr_array_chunk_shape(array, 2, chunks, E));
    CHECK(chunks[0] == 2 && chunks[1] == 4);
    FAILS(zarr_array_shard_shape(array, 2, chunks, E), ZARR_ERROR_UNSUPPORTED);

    for (i = 0; i < 30; i++)
        values[i] = (int16_t)(i + 1);
    OK(zarr_array_write_region(array, 2, start, count, values, sizeof values, E));
    OK(zarr_array_read_region(array, 2, zero, shape, all, sizeof all, E));
    for (i = 0; i < 60; i++) {
        const int row = i / 10 - 1, column = i % 10 - 3;
        CHECK(all[i] == (row < 0 || column < 0 || column > 5 ? 0 : row * 6 + column + 1));
    }
    /* The chunk of columns 8 to 11 in rows 4 and 5 lies in the second shard, and reaches beyond the array. */
    OK(zarr_array_read_chunk(array, CHUNK, 2, last, chunk, sizeof chunk, E));
    CHECK(chunk[0] == all[48] && chunk[1] == 0 && chunk[4] == all[58] && chunk[7] == 0);
    OK(zarr_array_count_chunks(array, CHUNK, &stored, E));
    CHECK(stored == 9);
    OK(zarr_array_count_chunks(array, SHARD, &stored, E));
    CHECK(stored == 2);
    OK(zarr_array_erase_chunk(array, CHUNK, 2, last, E));
    OK(zarr_array_count_chunks(array, CHUNK, &stored, E));
    CHECK(stored == 8);
    FAILS(zarr_array_read_chunk(array, SHARD, 2, far, chunk, sizeof chunk, E), ZARR_ERROR_OUT_OF_BOUNDS);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
}

/* Each function with what `array`, `unit`, `ndim` or `place` make wrong. */
static void refused(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *place, int32_t status) {
    zarr_error error;
    int64_t a[2] = {-77, -77}, b[2] = {-77, -77};
    FAILS(zarr_array_chunk_bounds(array, unit, ndim, place, a, b, E), status);
    FAILS(zarr_array_chunk_at(array, unit, ndim, place, a, E), status);
    if (place != NULL && place[0] == 0 && place[1] == 0) {
        FAILS(zarr_array_grid_shape(array, unit, ndim, a, E), status);
        FAILS(zarr_array_chunk_edges(array, unit, ndim == 2 ? 0 : 2, 2, a, E), status);
    }
    CHECK(a[0] == -77 && a[1] == -77 && b[0] == -77 && b[1] == -77);
}

static void misuse(const zarr_store *store) {
    static const int64_t zero[2] = {0, 0}, outside[2] = {6, 0}, far[2] = {0, INT64_MAX}, negative[2] = {0, -1};
    static const int64_t lengths[3] = {2, 2, 2}, holes[3] = {3, 0, 3}, few[2] = {2, 3}, huge[2] = {INT64_MAX, 1};
    zarr_error error;
    zarr_array_builder *builder = begin();
    zarr_array *array = NULL;
    int64_t numbers[4] = {-77, -77, -77, -77};
    check_context("misuse");
    OK(zarr_array_create(store, "misused", builder, &array, E));
    refused(array, 2, 2, zero, ZARR_ERROR_INVALID_ARGUMENT);
    refused(array, -1, 2, zero, ZARR_ERROR_INVALID_ARGUMENT);
    refused(array, CHUNK, 1, zero, ZARR_ERROR_INVALID_ARGUMENT);
    refused(array, CHUNK, -1, zero, ZARR_ERROR_INVALID_ARGUMENT);
    refused(array, CHUNK, 2, NULL, ZARR_ERROR_INVALID_ARGUMENT);
    refused(array, CHUNK, 2, negative, ZARR_ERROR_INVALID_ARGUMENT);
    refused(array, CHUNK, 2, outside, ZARR_ERROR_OUT_OF_BOUNDS);
    refused(array, SHARD, 2, far, ZARR_ERROR_OUT_OF_BOUNDS);
    refused((const zarr_array *)store, CHUNK, 2, zero, ZARR_ERROR_INVALID_HANDLE);
    refused(NULL, CHUNK, 2, zero, ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_array_grid_shape(array, CHUNK, 2, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_chunk_bounds(array, CHUNK, 2, zero, NULL, numbers, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_chunk_bounds(array, CHUNK, 2, zero, numbers, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_chunk_at(array, CHUNK, 2, zero, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_chunk_edges(array, CHUNK, 0, 2, numbers, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS(zarr_array_chunk_edges(array, CHUNK, 0, 4, numbers, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS(zarr_array_chunk_edges(array, CHUNK, 0, SIZE_MAX, numbers, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS(zarr_array_chunk_edges(array, CHUNK, 0, 3, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_chunk_edges(array, CHUNK, 2, 3, numbers, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_chunk_edges(array, CHUNK, -1, 3, numbers, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(numbers[0] == -77 && numbers[3] == -77);

    check_context("misuse of a builder");
    FAILS(zarr_array_builder_chunk_edges(NULL, 0, 3, lengths, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_array_builder_chunk_edges((zarr_array_builder *)array, 0, 3, lengths, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_array_builder_chunk_edges(builder, 2, 3, lengths, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_builder_chunk_edges(builder, -1, 3, lengths, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_builder_chunk_edges(builder, 0, 3, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_builder_chunk_edges(builder, 0, 0, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_builder_chunk_edges(builder, 0, 3, holes, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_builder_chunk_edges(builder, 0, 2, few, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_builder_chunk_edges(builder, 0, 2, huge, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_builder_chunk_edges(builder, 0, 2, negative, E), ZARR_ERROR_INVALID_ARGUMENT);
    zarr_array_free(array);
    refused(array, CHUNK, 2, zero, ZARR_ERROR_INVALID_HANDLE);
    zarr_array_builder_free(builder);
    FAILS(zarr_array_builder_chunk_edges(builder, 0, 3, lengths, E), ZARR_ERROR_INVALID_HANDLE);
}

int main(void) {
    zarr_error error;
    zarr_store *store = NULL;
    OK(zarr_store_open("memory://", NULL, &store, E));
    regular(store);
    rectilinear(store);
    shards_of_several_lengths(store);
    misuse(store);
    zarr_store_free(store);
    return check_summary("grid");
}
