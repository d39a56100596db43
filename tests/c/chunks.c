/* Single chunks and appending, as a C program uses them: in every format and in shards, and misuse of each function. */
#include "check.h"

#define CHUNK ZARR_UNIT_CHUNK
#define SHARD ZARR_UNIT_SHARD

static zarr_array *create(const zarr_store *store, int32_t format, const char *path, bool sharded) {
    static const int64_t shape[2] = {5, 6}, chunks[2] = {2, 2}, shards[2] = {4, 4};
    static const int16_t fill = -1;
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    OK(zarr_array_builder_new(ZARR_INT16, 2, shape, &builder, E));
    OK(zarr_array_builder_format(builder, format, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, chunks, E));
    if (sharded)
        OK(zarr_array_builder_shard_shape(builder, 2, shards, E));
    OK(zarr_array_builder_codec(builder, format == ZARR_FORMAT_V1 ? "zlib" : "gzip", NULL, E));
    OK(zarr_array_builder_fill_value(builder, &fill, sizeof fill, E));
    OK(zarr_array_create(store, path, builder, &array, E));
    zarr_array_builder_free(builder);
    return array;
}

static void listed(const zarr_array *array, int32_t unit, const char *wanted) {
    zarr_error error;
    zarr_bytes *positions = NULL;
    char text[200] = "";
    size_t count = 77, counted = 77;
    const int64_t *numbers;
    if (!OK(zarr_array_list_chunks(array, unit, &positions, &count, E)))
        return;
    CHECK(zarr_bytes_size(positions) == count * 2 * sizeof(int64_t));
    numbers = (const int64_t *)(const void *)zarr_bytes_data(positions);
    for (size_t i = 0; i < count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%d.%d ", (int)numbers[2 * i], (int)numbers[2 * i + 1]);
    if (strcmp(text, wanted) != 0)
        FAIL("there are %s, not %s", text, wanted);
    OK(zarr_array_count_chunks(array, unit, &counted, E));
    CHECK(counted == count);
    zarr_bytes_free(positions);
}

static void chunks(const zarr_store *store, int32_t format, bool sharded) {
    static const int64_t middle[2] = {1, 1}, border[2] = {2, 0}, first[2] = {0, 0};
    static const int64_t start[2] = {2, 2}, count[2] = {2, 2};
    static const int16_t values[4] = {1, 2, 3, 4}, others[4] = {5, 6, 7, 8};
    const char *path = format == ZARR_FORMAT_V1 ? "" : sharded ? "sharded" : "plain";
    zarr_error error;
    zarr_array *array = create(store, format, path, sharded);
    zarr_bytes *encoded = NULL, *again = NULL;
    int16_t read[16];
    int64_t size = 77;
    listed(array, CHUNK, "");
    OK(zarr_array_encoded_chunk_size(array, CHUNK, 2, middle, &size, E));
    CHECK(size == -1);
    OK(zarr_array_read_chunk(array, CHUNK, 2, middle, read, sizeof values, E));
    CHECK(read[0] == -1 && read[3] == -1);
    FAILS(zarr_array_read_encoded_chunk(array, CHUNK, 2, middle, &encoded, E), ZARR_ERROR_NOT_FOUND);
    CHECK(encoded == NULL && strstr(error.message, "[1, 1]") != NULL);

    OK(zarr_array_write_chunk(array, CHUNK, 2, middle, values, sizeof values, E));
    OK(zarr_array_read_region(array, 2, start, count, read, sizeof values, E));
    CHECK(memcmp(read, values, sizeof values) == 0);
    /* The second row of this chunk lies below the array. */
    OK(zarr_array_write_chunk(array, CHUNK, 2, border, others, sizeof others, E));
    OK(zarr_array_read_chunk(array, CHUNK, 2, border, read, sizeof others, E));
    CHECK(memcmp(read, others, sizeof others) == 0);
    listed(array, CHUNK, "1.1 2.0 ");
    listed(array, SHARD, sharded ? "0.0 1.0 " : "1.1 2.0 ");

    OK(zarr_array_read_encoded_chunk(array, CHUNK, 2, middle, &encoded, E));
    OK(zarr_array_encoded_chunk_size(array, CHUNK, 2, middle, &size, E));
    CHECK(size == (int64_t)zarr_bytes_size(encoded) && size > 8);
    OK(zarr_array_write_encoded_chunk(array, CHUNK, 2, first, zarr_bytes_data(encoded), zarr_bytes_size(encoded), E));
    OK(zarr_array_read_chunk(array, CHUNK, 2, first, read, sizeof values, E));
    CHECK(memcmp(read, values, sizeof values) == 0);
    OK(zarr_array_read_encoded_chunk(array, CHUNK, 2, first, &again, E));
    CHECK(zarr_bytes_size(again) == zarr_bytes_size(encoded));
    zarr_bytes_free(again);
    zarr_bytes_free(encoded);

    if (sharded) {
        OK(zarr_array_read_chunk(array, SHARD, 2, first, read, sizeof read, E));
        CHECK(read[0] == 1 && read[5] == 4 && read[10] == 1 && read[15] == 4 && read[2] == -1);
        OK(zarr_array_erase_chunk(array, SHARD, 2, first, E));
        listed(array, CHUNK, "2.0 ");
    } else {
        OK(zarr_array_erase_chunk(array, CHUNK, 2, first, E));
        OK(zarr_array_erase_chunk(array, CHUNK, 2, middle, E));
    }
    OK(zarr_array_erase_chunk(array, CHUNK, 2, border, E));
    OK(zarr_array_erase_chunk(array, CHUNK, 2, border, E));
    listed(array, SHARD, "");
    OK(zarr_array_write_encoded_chunk(array, SHARD, 2, first, "nonsense", 8, E));
    FAILS(zarr_array_read_chunk(array, SHARD, 2, first, read, sharded ? sizeof read : sizeof values, E),
          ZARR_ERROR_DATA);
    zarr_array_free(array);
}

static void append(const zarr_store *store, int32_t format) {
    static const int64_t row[2] = {1, 6}, column[2] = {7, 1}, wrong[2] = {1, 5}, none[2] = {0, 6}, zero[2] = {0, 0};
    zarr_error error;
    zarr_array *array = create(store, format, format == ZARR_FORMAT_V1 ? "" : "grows", false);
    int16_t values[49], block[7] = {1, 2, 3, 4, 5, 6, 7};
    int64_t start = 77, shape[2];
    OK(zarr_array_append(array, 0, 2, row, block, 12, &start, E));
    CHECK(start == 5);
    OK(zarr_array_append(array, 0, 2, row, block, 12, &start, E));
    CHECK(start == 6);
    OK(zarr_array_append(array, 1, 2, column, block, 14, &start, E));
    CHECK(start == 6);
    OK(zarr_array_shape(array, 2, shape, E));
    CHECK(shape[0] == 7 && shape[1] == 7);
    OK(zarr_array_read_region(array, 2, zero, shape, values, sizeof values, E));
    CHECK(values[6] == 1 && values[48] == 7 && values[5 * 7] == 1 && values[6 * 7 + 5] == 6 && values[0] == -1);
    start = 77;
    FAILS(zarr_array_append(array, 0, 2, wrong, block, 10, &start, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(error.message, "dimension 1") != NULL);
    FAILS(zarr_array_append(array, 2, 2, row, block, 12, &start, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_append(array, -1, 2, row, block, 12, &start, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_append(array, 0, 1, row, block, 12, &start, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_append(array, 1, 2, column, block, 13, &start, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS(zarr_array_append(array, 1, 2, column, NULL, 14, &start, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_append(array, 1, 2, NULL, block, 14, &start, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_append(NULL, 1, 2, column, block, 14, &start, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_array_append((const zarr_array *)store, 1, 2, column, block, 14, &start, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_array_append(array, 0, 2, none, NULL, 0, &start, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(start == 77);
    OK(zarr_array_shape(array, 2, shape, E));
    CHECK(shape[0] == 7 && shape[1] == 7);
    zarr_array_free(array);
    FAILS(zarr_array_append(array, 1, 2, column, block, 14, &start, E), ZARR_ERROR_INVALID_HANDLE);
}

/* Each function with what `array`, `unit`, `ndim` or `position` make wrong. */
static void refused(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *position, int32_t status) {
    zarr_error error;
    zarr_bytes *bytes = (zarr_bytes *)&error;
    int16_t values[4] = {0, 0, 0, 0};
    int64_t size = 77;
    FAILS(zarr_array_read_chunk(array, unit, ndim, position, values, sizeof values, E), status);
    FAILS(zarr_array_write_chunk(array, unit, ndim, position, values, sizeof values, E), status);
    FAILS(zarr_array_read_encoded_chunk(array, unit, ndim, position, &bytes, E), status);
    CHECK(bytes == NULL);
    FAILS(zarr_array_write_encoded_chunk(array, unit, ndim, position, values, sizeof values, E), status);
    FAILS(zarr_array_erase_chunk(array, unit, ndim, position, E), status);
    FAILS(zarr_array_encoded_chunk_size(array, unit, ndim, position, &size, E), status);
    CHECK(size == 77);
}

static void misuse(const zarr_store *store) {
    static const int64_t zero[2] = {0, 0}, outside[2] = {0, 3}, far[2] = {INT64_MAX, 0}, negative[2] = {0, -1};
    zarr_error error;
    zarr_array *array = create(store, ZARR_FORMAT_V3, "misused", false);
    zarr_bytes *bytes = (zarr_bytes *)&error;
    int16_t values[4] = {0, 0, 0, 0};
    size_t count = 77;
    check_context("misuse");
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
    FAILS(zarr_array_read_chunk(array, CHUNK, 2, zero, values, 7, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS(zarr_array_read_chunk(array, CHUNK, 2, zero, NULL, 8, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_write_chunk(array, CHUNK, 2, zero, values, 9, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS(zarr_array_write_chunk(array, CHUNK, 2, zero, NULL, 8, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_write_chunk(array, CHUNK, 2, zero, values, SIZE_MAX, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_read_encoded_chunk(array, CHUNK, 2, zero, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_write_encoded_chunk(array, CHUNK, 2, zero, NULL, 8, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_encoded_chunk_size(array, CHUNK, 2, zero, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_list_chunks(array, CHUNK, NULL, &count, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_list_chunks(array, CHUNK, &bytes, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(bytes == NULL);
    FAILS(zarr_array_list_chunks(array, 7, &bytes, &count, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_list_chunks(NULL, CHUNK, &bytes, &count, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_array_count_chunks(array, CHUNK, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_count_chunks(array, 7, &count, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_count_chunks((const zarr_array *)store, CHUNK, &count, E), ZARR_ERROR_INVALID_HANDLE);
    CHECK(count == 77);
    listed(array, CHUNK, "");
    zarr_array_free(array);
    refused(array, CHUNK, 2, zero, ZARR_ERROR_INVALID_HANDLE);
}

int main(void) {
    static const int32_t formats[] = {ZARR_FORMAT_V1,       ZARR_FORMAT_V2,      ZARR_FORMAT_V3,     ZARR_FORMAT_V3_2019A,
                                      ZARR_FORMAT_V3_2019B, ZARR_FORMAT_V3_2020, ZARR_FORMAT_V3_2022};
    zarr_error error;
    for (size_t f = 0; f < sizeof formats / sizeof formats[0]; f++) {
        const int32_t format = formats[f];
        zarr_store *store = NULL, *second = NULL;
        check_context("format %d", (int)format);
        OK(zarr_store_open("memory://", NULL, &store, E));
        OK(zarr_store_open("memory://", NULL, &second, E));
        chunks(store, format, false);
        if (format == ZARR_FORMAT_V3 || format == ZARR_FORMAT_V3_2020 || format == ZARR_FORMAT_V3_2022)
            chunks(store, format, true);
        append(second, format);
        if (format == ZARR_FORMAT_V3)
            misuse(store);
        zarr_store_free(second);
        zarr_store_free(store);
    }
    check_context("%s", "");
    return check_summary("chunks");
}
