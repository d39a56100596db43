/*
 * Why this file exists: the misuse test of open arrays: getters, regions, buffers.
 */
#include "misuse.h"

static const int64_t shape[2] = {6, 5};
static const int64_t zero[2] = {0, 0};

/* `array` is no array: plain getters answer -1 or 0, everything else an error. */
static void bad_array(const zarr_array *array, bool null) {
    zarr_error error, errors[20];
    zarr_status got[20];
    zarr_store *view = RUBBISH(zarr_store);
    size_t n = 0, i, offset = 77, size = 77;
    zarr_bytes *bytes = RUBBISH(zarr_bytes);
    zarr_strings *strings = RUBBISH(zarr_strings);
    int64_t numbers[2] = {-77, -77};
    int32_t values[30];
    int64_t start = 77;
    const char *texts[1] = {"x"};
    static const int64_t one[2] = {1, 1};
    static const size_t offsets[2] = {0, 2};
    zarr_region region = ZARR_REGION_INIT;
    memset(values, 0x5A, sizeof values);
    check_context("a bad array handle");
    CHECK(zarr_array_format(array) == -1);
    CHECK(zarr_array_ndim(array) == -1);
    CHECK(zarr_array_data_type(array) == -1);
    CHECK(zarr_array_item_size(array) == 0);
    CHECK(zarr_array_fill_value_defined(array) == -1);
    CHECK(zarr_array_reads_parts(array) == -1);
#define TRY(call) (check_poison(&errors[n]), got[n] = (call), n++)
    TRY(zarr_array_refresh(array, &errors[n]));
    TRY(zarr_array_chunk_store(array, &view, &errors[n]));
    CHECK(view == NULL);
    TRY(zarr_array_data_type_json(array, &bytes, &errors[n]));
    CHECK(bytes == NULL);
    bytes = RUBBISH(zarr_bytes);
    TRY(zarr_array_struct_field(array, 0, &bytes, &offset, &size, &errors[n]));
    CHECK(bytes == NULL && offset == 77 && size == 77);
    strings = RUBBISH(zarr_strings);
    TRY(zarr_array_struct_fields(array, &strings, &errors[n]));
    CHECK(strings == NULL);
    strings = RUBBISH(zarr_strings);
    TRY(zarr_array_shape(array, 2, numbers, &errors[n]));
    TRY(zarr_array_chunk_shape(array, 2, numbers, &errors[n]));
    TRY(zarr_array_shard_shape(array, 2, numbers, &errors[n]));
    CHECK(numbers[0] == -77 && numbers[1] == -77);
    TRY(zarr_array_fill_value(array, values, 4, &errors[n]));
    bytes = RUBBISH(zarr_bytes);
    TRY(zarr_array_fill_value_bytes(array, &bytes, &errors[n]));
    CHECK(bytes == NULL);
    TRY(zarr_array_dimension_names(array, &strings, &errors[n]));
    CHECK(strings == NULL);
    bytes = RUBBISH(zarr_bytes);
    TRY(zarr_array_attributes(array, &bytes, &errors[n]));
    CHECK(bytes == NULL);
    TRY(zarr_array_set_attributes(array, "{}", &errors[n]));
    bytes = RUBBISH(zarr_bytes);
    TRY(zarr_array_metadata(array, &bytes, &errors[n]));
    CHECK(bytes == NULL);
    strings = RUBBISH(zarr_strings);
    TRY(zarr_array_warnings(array, &strings, &errors[n]));
    CHECK(strings == NULL);
    TRY(zarr_array_resize(array, 2, shape, &errors[n]));
    TRY(zarr_array_read_region(array, 2, zero, shape, values, 120, &errors[n]));
    CHECK(values[0] == 0x5A5A5A5A && values[29] == 0x5A5A5A5A);
    TRY(zarr_array_write_region(array, 2, zero, shape, values, 120, &errors[n]));
    strings = RUBBISH(zarr_strings);
    TRY(zarr_array_read_strings(array, 2, zero, one, &strings, &errors[n]));
    CHECK(strings == NULL);
    for (i = 0; i < n; i++) {
        check_context("a bad array handle, call %lu", (unsigned long)i);
        error = errors[i];
        if (null)
            NO_HANDLE(got[i]);
        else
            WRONG_HANDLE(got[i]);
    }
    n = 0;
    TRY(zarr_array_write_strings(array, 2, zero, one, texts, NULL, 1, &errors[n]));
    TRY(zarr_array_write_string_block(array, 2, zero, one, "x", 2, offsets, 1, &errors[n]));
    TRY(zarr_array_append(array, 0, 2, one, values, sizeof values[0], &start, &errors[n]));
    TRY(zarr_array_append_strings(array, 0, 2, one, texts, NULL, 1, &start, &errors[n]));
    CHECK(start == 77);
    TRY(zarr_array_read(array, &region, values, sizeof values, NULL, &errors[n]));
    CHECK(values[0] == 0x5A5A5A5A && values[29] == 0x5A5A5A5A);
    TRY(zarr_array_write(array, &region, values, sizeof values, NULL, &errors[n]));
#undef TRY
    for (i = 0; i < n; i++) {
        check_context("a bad array handle, later call %lu", (unsigned long)i);
        error = errors[i];
        if (null)
            NO_HANDLE(got[i]);
        else
            WRONG_HANDLE(got[i]);
    }
}

static void getters(const world *w) {
    static const int32_t ranks[] = {-1, 0, 1, 3, 33, INT32_MAX, INT32_MIN};
    zarr_error error;
    int64_t numbers[2] = {-77, -77};
    unsigned char value[8];
    zarr_bytes *bytes = NULL;
    zarr_strings *strings = NULL;
    size_t i, size = 77;
    check_context("getters");
    CHECK(zarr_array_ndim(w->array) == 2 && zarr_array_item_size(w->array) == 4);
    for (i = 0; i < sizeof ranks / sizeof ranks[0]; i++) {
        check_context("rank %d", (int)ranks[i]);
        BAD_ARGUMENT(zarr_array_shape(w->array, ranks[i], numbers, E));
        BAD_ARGUMENT(zarr_array_chunk_shape(w->array, ranks[i], numbers, E));
        BAD_ARGUMENT(zarr_array_shard_shape(w->array, ranks[i], numbers, E));
        CHECK(numbers[0] == -77 && numbers[1] == -77);
    }
    check_context("getters");
    BAD_ARGUMENT(zarr_array_shape(w->array, 2, NULL, E));
    BAD_ARGUMENT(zarr_array_chunk_shape(w->array, 2, NULL, E));
    BAD_ARGUMENT(zarr_array_shard_shape(w->array, 2, NULL, E));
    OK(zarr_array_shape(w->scalar, 0, NULL, E));
    OK(zarr_array_chunk_shape(w->scalar, 0, NULL, E));
    CHECK(zarr_array_shape(w->array, 2, numbers, NULL) == ZARR_OK && numbers[0] == 6 && numbers[1] == 5);
    OK(zarr_array_shard_shape(w->array, 2, numbers, E));
    CHECK(numbers[0] == 4 && numbers[1] == 3);
    BAD_ARGUMENT(zarr_array_data_type_json(w->array, NULL, E));
    BAD_ARGUMENT(zarr_array_struct_fields(w->array, NULL, E));
    BAD_ARGUMENT(zarr_array_struct_field(w->array, 0, NULL, &size, &size, E));
    BAD_ARGUMENT(zarr_array_struct_field(w->array, 0, &bytes, NULL, &size, E));
    BAD_ARGUMENT(zarr_array_struct_field(w->array, 0, &bytes, &size, NULL, E));
    FAILS(zarr_array_struct_field(w->array, 0, &bytes, &size, &size, E), ZARR_ERROR_TYPE_MISMATCH);
    FAILS(zarr_array_struct_fields(w->array, &strings, E), ZARR_ERROR_TYPE_MISMATCH);
    CHECK(bytes == NULL && strings == NULL && size == 77);
    BAD_ARGUMENT(zarr_array_fill_value_bytes(w->array, NULL, E));
    BAD_ARGUMENT(zarr_array_dimension_names(w->array, NULL, E));
    BAD_ARGUMENT(zarr_array_attributes(w->array, NULL, E));
    BAD_ARGUMENT(zarr_array_metadata(w->array, NULL, E));
    BAD_ARGUMENT(zarr_array_warnings(w->array, NULL, E));
    memset(value, 0x5A, sizeof value);
    FAILS(zarr_array_fill_value(w->array, value, 3, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS(zarr_array_fill_value(w->array, value, 5, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS(zarr_array_fill_value(w->array, value, SIZE_MAX, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS2(zarr_array_fill_value(w->array, NULL, 0, E), ZARR_ERROR_BUFFER_SIZE, ZARR_ERROR_INVALID_ARGUMENT);
    BAD_ARGUMENT(zarr_array_fill_value(w->array, NULL, 4, E));
    for (i = 0; i < sizeof value; i++)
        CHECK(value[i] == 0x5A);
    OK(zarr_array_fill_value(w->array, value + 1, 4, E));
    {
        int32_t fill;
        memcpy(&fill, value + 1, 4);
        CHECK(fill == 7 && value[0] == 0x5A && value[5] == 0x5A);
    }
}

static void attributes(const world *w) {
    zarr_error error;
    zarr_bytes *json = NULL;
    size_t i;
    BAD_ARGUMENT(zarr_array_set_attributes(w->array, NULL, E));
    for (i = 0; misuse_bad_objects[i] != NULL; i++) {
        check_context("attributes %s", misuse_bad_objects[i]);
        BAD_ARGUMENT(zarr_array_set_attributes(w->array, misuse_bad_objects[i], E));
    }
    check_context("attributes");
    OK(zarr_array_attributes(w->array, &json, E));
    CHECK(zarr_bytes_size(json) == 2 && memcmp(zarr_bytes_data(json), "{}", 3) == 0);
    zarr_bytes_free(json);
}

/* Uses one wrong region for reading and writing; the read buffer must stay as it was. */
static void bad_region(const zarr_array *array, int32_t ndim, const int64_t *start, const int64_t *count, size_t size,
                       int32_t wanted, int32_t or_else) {
    zarr_error error;
    unsigned char buffer[256];
    size_t i;
    memset(buffer, 0x5A, sizeof buffer);
    FAILS2(zarr_array_read_region(array, ndim, start, count, buffer, size, E), wanted, or_else);
    for (i = 0; i < sizeof buffer && buffer[i] == 0x5A; i++) {
    }
    CHECK(i == sizeof buffer);
    FAILS2(zarr_array_write_region(array, ndim, start, count, buffer, size, E), wanted, or_else);
    CHECK(zarr_array_read_region(array, ndim, start, count, buffer, size, NULL) != ZARR_OK);
    CHECK(zarr_array_write_region(array, ndim, start, count, buffer, size, NULL) != ZARR_OK);
}

static void regions(const world *w) {
    static const int32_t ranks[] = {-1, 0, 1, 3, INT32_MAX, INT32_MIN};
    static const struct {
        int64_t start[2], count[2];
        int32_t wanted, or_else;
    } bad[] = {
        {{-1, 0}, {1, 1}, ZARR_ERROR_OUT_OF_BOUNDS, ZARR_ERROR_INVALID_ARGUMENT},
        {{0, INT64_MIN}, {1, 1}, ZARR_ERROR_OUT_OF_BOUNDS, ZARR_ERROR_INVALID_ARGUMENT},
        {{0, 0}, {-1, 1}, ZARR_ERROR_INVALID_ARGUMENT, ZARR_ERROR_OUT_OF_BOUNDS},
        {{0, 0}, {-1, -1}, ZARR_ERROR_INVALID_ARGUMENT, ZARR_ERROR_OUT_OF_BOUNDS},
        {{0, 0}, {1, INT64_MIN}, ZARR_ERROR_INVALID_ARGUMENT, ZARR_ERROR_OUT_OF_BOUNDS},
        {{6, 0}, {1, 1}, ZARR_ERROR_OUT_OF_BOUNDS, -1},
        {{5, 0}, {2, 1}, ZARR_ERROR_OUT_OF_BOUNDS, -1},
        {{0, 5}, {1, 1}, ZARR_ERROR_OUT_OF_BOUNDS, -1},
        {{7, 0}, {0, 1}, ZARR_ERROR_OUT_OF_BOUNDS, -1},
        {{INT64_MAX, 0}, {1, 1}, ZARR_ERROR_OUT_OF_BOUNDS, -1},
        {{1, 1}, {INT64_MAX, 1}, ZARR_ERROR_OUT_OF_BOUNDS, ZARR_ERROR_INVALID_ARGUMENT},
        {{INT64_MAX, INT64_MAX}, {INT64_MAX, INT64_MAX}, ZARR_ERROR_OUT_OF_BOUNDS, ZARR_ERROR_INVALID_ARGUMENT},
    };
    static const size_t sizes[] = {0, 1, 23, 25, 28, SIZE_MAX, SIZE_MAX / 2};
    static const int64_t two[2] = {2, 3};
    zarr_error error;
    size_t i;
    for (i = 0; i < sizeof ranks / sizeof ranks[0]; i++) {
        check_context("region of rank %d", (int)ranks[i]);
        bad_region(w->array, ranks[i], zero, two, 24, ZARR_ERROR_INVALID_ARGUMENT, -1);
    }
    check_context("region of rank 2 of a scalar");
    bad_region(w->scalar, 2, zero, two, 24, ZARR_ERROR_INVALID_ARGUMENT, -1);
    for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        check_context("region %lu", (unsigned long)i);
        bad_region(w->array, 2, bad[i].start, bad[i].count, 4, bad[i].wanted, bad[i].or_else);
    }
    for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        check_context("buffer of %lu bytes", (unsigned long)sizes[i]);
        bad_region(w->array, 2, zero, two, sizes[i], ZARR_ERROR_BUFFER_SIZE, -1);
    }
    check_context("NULL in a region");
    bad_region(w->array, 2, NULL, two, 23, ZARR_ERROR_BUFFER_SIZE, -1);
    bad_region(w->array, 2, zero, NULL, 24, ZARR_ERROR_BUFFER_SIZE, -1);
    bad_region(w->array, 1, NULL, NULL, 24, ZARR_ERROR_INVALID_ARGUMENT, -1);
    BAD_ARGUMENT(zarr_array_read_region(w->array, 2, zero, two, NULL, 24, E));
    BAD_ARGUMENT(zarr_array_write_region(w->array, 2, zero, two, NULL, 24, E));
    FAILS2(zarr_array_read_region(w->array, 2, zero, two, NULL, 0, E), ZARR_ERROR_BUFFER_SIZE,
           ZARR_ERROR_INVALID_ARGUMENT);
    FAILS2(zarr_array_write_region(w->array, 2, zero, two, NULL, 0, E), ZARR_ERROR_BUFFER_SIZE,
           ZARR_ERROR_INVALID_ARGUMENT);
}

/* Odd, but right: nothing at all, at the very end, and buffers at every alignment. */
static void odd_but_right(const world *w) {
    static const int64_t nothing[2] = {0, 3}, end[2] = {6, 0}, two[2] = {2, 3};
    zarr_error error;
    unsigned char memory[64];
    double number = 2.5;
    int i;
    check_context("odd, but right");
    OK(zarr_array_read_region(w->array, 2, zero, nothing, NULL, 0, E));
    OK(zarr_array_write_region(w->array, 2, zero, nothing, NULL, 0, E));
    OK(zarr_array_read_region(w->array, 2, end, nothing, NULL, 0, E));
    OK(zarr_array_write_region(w->scalar, 0, NULL, NULL, &number, sizeof number, E));
    number = 0;
    OK(zarr_array_read_region(w->scalar, 0, NULL, NULL, &number, sizeof number, E));
    CHECK(number == 2.5);
    for (i = 0; i < 8; i++) {
        int32_t values[6] = {1, 2, 3, 4, 5, 6};
        values[0] = i;
        memset(memory, 0x5A, sizeof memory);
        memcpy(memory + i, values, sizeof values);
        OK(zarr_array_write_region(w->array, 2, zero, two, memory + i, sizeof values, E));
        memset(memory, 0x5A, sizeof memory);
        OK(zarr_array_read_region(w->array, 2, zero, two, memory + i, sizeof values, E));
        CHECK(memcmp(memory + i, values, sizeof values) == 0);
        CHECK(memory[i + 24] == 0x5A && (i == 0 || memory[i - 1] == 0x5A));
    }
}

static void resizing(const world *w) {
    static const int32_t ranks[] = {-1, 0, 1, 3, INT32_MAX};
    static const int64_t negative[2] = {-1, 5};
    zarr_error error;
    int64_t now[2] = {0, 0};
    size_t i;
    check_context("resize");
    for (i = 0; i < sizeof ranks / sizeof ranks[0]; i++)
        BAD_ARGUMENT(zarr_array_resize(w->array, ranks[i], shape, E));
    BAD_ARGUMENT(zarr_array_resize(w->array, 2, NULL, E));
    BAD_ARGUMENT(zarr_array_resize(w->array, 2, negative, E));
    OK(zarr_array_resize(w->scalar, 0, NULL, E));
    OK(zarr_array_shape(w->array, 2, now, E));
    CHECK(now[0] == 6 && now[1] == 5);
}

static void strings(const world *w) {
    static const int64_t one[2] = {1, 1};
    static const char *const texts[1] = {"x"};
    static const size_t offsets[2] = {0, 2};
    int64_t start = 77;
    zarr_error error;
    zarr_strings *got = RUBBISH(zarr_strings);
    check_context("strings of a numeric array");
    FAILS2(zarr_array_read_strings(w->array, 2, zero, one, &got, E), ZARR_ERROR_TYPE_MISMATCH, ZARR_ERROR_UNSUPPORTED);
    CHECK(got == NULL);
    FAILS2(zarr_array_write_strings(w->array, 2, zero, one, texts, NULL, 1, E), ZARR_ERROR_TYPE_MISMATCH,
           ZARR_ERROR_UNSUPPORTED);
    FAILS(zarr_array_write_string_block(w->array, 2, zero, one, "x", 2, offsets, 1, E), ZARR_ERROR_TYPE_MISMATCH);
    CHECK(strstr(error.message, "zarr_array_write_region") != NULL);
    FAILS(zarr_array_append_strings(w->array, 0, 2, one, texts, NULL, 1, &start, E), ZARR_ERROR_TYPE_MISMATCH);
    CHECK(start == 77 && strstr(error.message, "zarr_array_append") != NULL);
    FAILS_ANY(zarr_array_read_strings(w->array, 2, zero, one, NULL, E));
    FAILS_ANY(zarr_array_write_strings(w->array, 2, zero, one, NULL, NULL, 1, E));
    FAILS_ANY(zarr_array_read_strings(w->array, 2, NULL, one, &got, E));
    CHECK(got == NULL);
}

void misuse_arrays(world *w) {
    zarr_error error;
    zarr_array *freed = NULL;
    bad_array(NULL, true);
    bad_array((const zarr_array *)w->store, false);
    bad_array((const zarr_array *)w->group, false);
    bad_array((const zarr_array *)w->builder, false);
    OK(zarr_array_open(w->store, "/a", &freed, E));
    zarr_array_free(freed);
    bad_array(freed, false);
    zarr_array_free(freed);
    check_context("zarr_array_chunk_store");
    BAD_ARGUMENT(zarr_array_chunk_store(w->array, NULL, E));
    getters(w);
    attributes(w);
    regions(w);
    odd_but_right(w);
    resizing(w);
    strings(w);
}
