/*
 * Why this file exists: elements of variable length through the C ABI. Texts and bytes are written in parts, read in
 * parts, shared by shards and filled where nothing was written, in every format that has them; and each way of
 * getting them wrong is answered.
 */
#include "check.h"

static const int64_t shape[2] = {5, 4};
static const int64_t chunk[2] = {2, 3};
static const int64_t zero[2] = {0, 0};

static bool is(const zarr_strings *got, size_t index, const char *bytes, size_t size) {
    const char *value = zarr_strings_get(got, index);
    if (value == NULL || zarr_strings_size(got, index) != size || memcmp(value, bytes, size) != 0 || value[size] != 0)
        return FAIL("entry %lu is '%s', not '%s'", (unsigned long)index, value != NULL ? value : "(null)", bytes);
    return CHECK(true);
}

static zarr_array_builder *builder_of(int32_t type, int32_t format) {
    zarr_error error;
    zarr_array_builder *builder = NULL;
    OK(zarr_array_builder_new(type, 2, shape, &builder, E));
    OK(zarr_array_builder_format(builder, format, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, chunk, E));
    OK(zarr_array_builder_fill_value(builder, "n/a", 3, E));
    return builder;
}

/* Rows 1 to 3, columns 1 and 2, are written; one value holds a NUL, one is empty. */
static void write_and_read(int32_t type, int32_t format, bool shards, const char *codec) {
    static const int64_t start[2] = {1, 1}, count[2] = {3, 2}, none[2] = {0, 4}, shard[2] = {4, 6};
    static const char *const values[6] = {"a", "", "nul\0in", "\xE6\x97\xA5", "\xC3\xA9t\xC3\xA9", "last"};
    static const size_t sizes[6] = {1, 0, 6, 3, 5, 4};
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array_builder *builder = builder_of(type, format);
    zarr_array *array = NULL;
    zarr_strings *got = NULL;
    zarr_bytes *bytes = NULL;
    size_t i;
    char room[8];
    check_context("type %d, format %d%s, %s", (int)type, (int)format, shards ? ", shards" : "", codec ? codec : "raw");
    OK(zarr_store_open("memory://", NULL, &store, E));
    if (shards)
        OK(zarr_array_builder_shard_shape(builder, 2, shard, E));
    if (codec != NULL)
        OK(zarr_array_builder_codec(builder, codec, NULL, E));
    OK(zarr_array_create(store, "g/a", builder, &array, E));
    CHECK(zarr_array_data_type(array) == type && zarr_array_item_size(array) == 0);
    OK(zarr_array_data_type_json(array, &bytes, E));
    CHECK(strcmp((const char *)zarr_bytes_data(bytes), type == ZARR_STRING ? "\"string\"" : "\"bytes\"") == 0);
    zarr_bytes_free(bytes);
    OK(zarr_array_fill_value_bytes(array, &bytes, E));
    CHECK(zarr_bytes_size(bytes) == 3 && memcmp(zarr_bytes_data(bytes), "n/a", 3) == 0);
    zarr_bytes_free(bytes);
    FAILS(zarr_array_fill_value(array, room, 3, E), ZARR_ERROR_TYPE_MISMATCH);
    CHECK(strstr(error.message, "zarr_array_fill_value_bytes") != NULL);
    OK(zarr_array_write_strings(array, 2, start, count, values, sizes, 6, E));
    zarr_array_free(array);
    array = NULL;
    OK(zarr_array_open(store, "g/a", &array, E));
    OK(zarr_array_read_strings(array, 2, zero, shape, &got, E));
    CHECK(zarr_strings_count(got) == 20);
    for (i = 0; i < 20; i++) {
        size_t row = i / 4, column = i % 4;
        if (row >= 1 && row <= 3 && column >= 1 && column <= 2)
            is(got, i, values[(row - 1) * 2 + column - 1], sizes[(row - 1) * 2 + column - 1]);
        else
            is(got, i, "n/a", 3);
    }
    zarr_strings_free(got);
    OK(zarr_array_read_strings(array, 2, start, count, &got, E));
    for (i = 0; i < 6; i++)
        is(got, i, values[i], sizes[i]);
    /* The block and the offsets of what was read write the same again. */
    OK(zarr_array_write_string_block(array, 2, start, count, zarr_strings_data(got), zarr_strings_offsets(got)[6],
                                     zarr_strings_offsets(got), 6, E));
    zarr_strings_free(got);
    OK(zarr_array_read_strings(array, 2, start, count, &got, E));
    for (i = 0; i < 6; i++)
        is(got, i, values[i], sizes[i]);
    zarr_strings_free(got);
    OK(zarr_array_read_strings(array, 2, zero, none, &got, E));
    CHECK(zarr_strings_count(got) == 0);
    zarr_strings_free(got);
    OK(zarr_array_write_strings(array, 2, zero, none, NULL, NULL, 0, E));
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

static void scalar(int32_t format) {
    static const char *const value[1] = {"one"};
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_strings *got = NULL;
    check_context("a scalar, format %d", (int)format);
    OK(zarr_store_open("memory://", NULL, &store, E));
    OK(zarr_array_builder_new(ZARR_STRING, 0, NULL, &builder, E));
    OK(zarr_array_builder_format(builder, format, E));
    OK(zarr_array_create(store, "", builder, &array, E));
    OK(zarr_array_read_strings(array, 0, NULL, NULL, &got, E));
    CHECK(zarr_strings_count(got) == 1 && is(got, 0, "", 0));
    zarr_strings_free(got);
    OK(zarr_array_write_strings(array, 0, NULL, NULL, value, NULL, 1, E));
    OK(zarr_array_read_strings(array, 0, NULL, NULL, &got, E));
    is(got, 0, "one", 3);
    zarr_strings_free(got);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

/* A new first row after the array has grown; rows that were cut off are gone with their chunks. */
static void resized(void) {
    static const int64_t longer[2] = {9, 4}, shorter[2] = {2, 4}, last[2] = {8, 3}, one[2] = {1, 1};
    static const char *const value[1] = {"x"};
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array_builder *builder = builder_of(ZARR_STRING, ZARR_FORMAT_V3);
    zarr_array *array = NULL;
    zarr_strings *got = NULL;
    check_context("resized");
    OK(zarr_store_open("memory://", NULL, &store, E));
    OK(zarr_array_create(store, "a", builder, &array, E));
    OK(zarr_array_resize(array, 2, longer, E));
    OK(zarr_array_write_strings(array, 2, last, one, value, NULL, 1, E));
    OK(zarr_array_read_strings(array, 2, last, one, &got, E));
    is(got, 0, "x", 1);
    zarr_strings_free(got);
    OK(zarr_array_resize(array, 2, shorter, E));
    OK(zarr_array_resize(array, 2, longer, E));
    OK(zarr_array_read_strings(array, 2, last, one, &got, E));
    is(got, 0, "n/a", 3);
    zarr_strings_free(got);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

/* Rows, then a column, behind what is there; a caller that asks for bytes is told what to use. */
static void appended(const char *type, int32_t format) {
    static const int64_t one_row[2] = {1, 2}, two_rows[2] = {2, 2}, column[2] = {3, 1}, whole[2] = {3, 3};
    static const char *const values[4] = {"a", "b", "", "long"}, *const late[3] = {"x", "y", "z"}, *const bad[1] = {NULL};
    static const char *const holed[3] = {"x", NULL, "z"};
    static const char *const expected[9] = {"", "", "x", "a", "b", "y", "", "long", "z"};
    static const size_t sizes[4] = {1, 1, 0, 4};
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_strings *got = NULL;
    int64_t start = 77, found[2];
    size_t i;
    check_context("appending %s, format %d", type, (int)format);
    OK(zarr_store_open("memory://", NULL, &store, E));
    OK(zarr_array_builder_new_json(type, 2, one_row, &builder, E));
    OK(zarr_array_builder_format(builder, format, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, two_rows, E));
    OK(zarr_array_create(store, "", builder, &array, E));
    OK(zarr_array_append_strings(array, 0, 2, two_rows, values, sizes, 4, &start, E));
    CHECK(start == 1);
    OK(zarr_array_append_strings(array, 1, 2, column, late, NULL, 3, &start, E));
    CHECK(start == 2);
    OK(zarr_array_read_strings(array, 2, zero, whole, &got, E));
    for (i = 0; i < 9; i++)
        is(got, i, expected[i], strlen(expected[i]));
    zarr_strings_free(got);
    start = 77;
    FAILS(zarr_array_append_strings(array, 1, 2, column, late, NULL, 2, &start, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS(zarr_array_append_strings(array, 1, 2, one_row, late, NULL, 2, &start, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_append_strings(array, 2, 2, column, late, NULL, 3, &start, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_append_strings(array, -1, 2, column, late, NULL, 3, &start, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_append_strings(array, 1, 1, column, late, NULL, 3, &start, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_append_strings(array, 1, 2, NULL, late, NULL, 3, &start, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_append_strings(array, 1, 2, column, NULL, NULL, 3, &start, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_append_strings(array, 1, 2, two_rows, bad, sizes, 1, &start, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS(zarr_array_append_strings(array, 1, 2, column, holed, sizes, 3, &start, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(error.message, "values[1] is NULL") != NULL);
    if (strcmp(type, "\"string\"") == 0) {
        FAILS(zarr_array_append(array, 1, 2, column, "abc", 3, &start, E), ZARR_ERROR_TYPE_MISMATCH);
        CHECK(strstr(error.message, "zarr_array_append_strings") != NULL);
        FAILS(zarr_array_read_chunk(array, ZARR_UNIT_CHUNK, 2, zero, found, sizeof found, E), ZARR_ERROR_TYPE_MISMATCH);
        CHECK(strstr(error.message, "zarr_array_read_strings") != NULL);
        FAILS(zarr_array_write_chunk(array, ZARR_UNIT_CHUNK, 2, zero, found, sizeof found, E), ZARR_ERROR_TYPE_MISMATCH);
        CHECK(strstr(error.message, "zarr_array_write_strings") != NULL);
    }
    CHECK(start == 77);
    OK(zarr_array_shape(array, 2, found, E));
    CHECK(found[0] == 3 && found[1] == 3);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

static void refused(void) {
    static const int64_t one[2] = {1, 1}, outside[2] = {5, 0};
    static const char *const bad[1] = {"\xFF"}, *const null[1] = {NULL};
    static const size_t sizes[1] = {1}, empty[1] = {0};
    static const int32_t others[4] = {ZARR_FORMAT_V1, ZARR_FORMAT_V3_2019A, ZARR_FORMAT_V3_2019B, ZARR_FORMAT_V3_2022};
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array_builder *builder = builder_of(ZARR_STRING, ZARR_FORMAT_V2);
    zarr_array *array = NULL;
    zarr_strings *got = NULL;
    int32_t numbers[20];
    size_t i;
    check_context("refused");
    OK(zarr_store_open("memory://", NULL, &store, E));
    FAILS(zarr_array_builder_fill_value(builder, "\xFF", 1, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_builder_fill_value(builder, NULL, 1, E), ZARR_ERROR_INVALID_ARGUMENT);
    OK(zarr_array_create(store, "a", builder, &array, E));
    FAILS(zarr_array_read_region(array, 2, zero, shape, numbers, sizeof numbers, E), ZARR_ERROR_TYPE_MISMATCH);
    CHECK(strstr(error.message, "zarr_array_read_strings") != NULL);
    FAILS(zarr_array_write_region(array, 2, zero, shape, numbers, sizeof numbers, E), ZARR_ERROR_TYPE_MISMATCH);
    CHECK(strstr(error.message, "zarr_array_write_strings") != NULL);
    FAILS(zarr_array_write_strings(array, 2, zero, one, bad, NULL, 1, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(error.message, "element 0") != NULL && strstr(error.message, "UTF-8") != NULL);
    FAILS(zarr_array_write_strings(array, 2, zero, one, null, NULL, 1, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_write_strings(array, 2, zero, one, null, sizes, 1, E), ZARR_ERROR_INVALID_ARGUMENT);
    OK(zarr_array_write_strings(array, 2, zero, one, null, empty, 1, E));
    OK(zarr_array_read_strings(array, 2, zero, one, &got, E));
    is(got, 0, "", 0);
    zarr_strings_free(got);
    FAILS(zarr_array_write_strings(array, 2, zero, one, bad, sizes, 2, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS(zarr_array_write_strings(array, 2, outside, one, bad, sizes, 1, E), ZARR_ERROR_OUT_OF_BOUNDS);
    FAILS(zarr_array_read_strings(array, 2, outside, one, &got, E), ZARR_ERROR_OUT_OF_BOUNDS);
    CHECK(got == NULL);
    FAILS(zarr_array_read_strings(array, 1, zero, one, &got, E), ZARR_ERROR_INVALID_ARGUMENT);
    zarr_array_free(array);
    zarr_store_free(store);
    for (i = 0; i < 4; i++) {
        check_context("format %d", (int)others[i]);
        OK(zarr_store_open("memory://", NULL, &store, E));
        OK(zarr_array_builder_format(builder, others[i], E));
        FAILS(zarr_array_create(store, "", builder, &array, E), ZARR_ERROR_UNSUPPORTED);
        CHECK(array == NULL);
        zarr_store_free(store);
    }
    zarr_array_builder_free(builder);
}

/* Offsets that are no offsets of the block, and what is wrong in other ways. */
static void wrong_blocks(void) {
    static const int64_t one[2] = {0, 0}, two[2] = {1, 2};
    static const char block[6] = "a\0bc\0";
    static const size_t good[3] = {0, 2, 5}, backwards[3] = {2, 0, 5}, far[3] = {0, 2, 7}, cut[3] = {0, 1, 5}, gone[3] = {0, 0, 2};
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array_builder *builder = builder_of(ZARR_STRING, ZARR_FORMAT_V3), *numbers = NULL;
    zarr_array *array = NULL, *fixed = NULL;
    zarr_strings *got = NULL;
    check_context("blocks of strings");
    OK(zarr_store_open("memory://", NULL, &store, E));
    OK(zarr_array_create(store, "a", builder, &array, E));
    OK(zarr_array_write_string_block(array, 2, one, two, block, 5, good, 2, E));
    FAILS(zarr_array_write_string_block(array, 2, one, two, block, 5, backwards, 2, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_write_string_block(array, 2, one, two, block, 5, far, 2, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_write_string_block(array, 2, one, two, block, 5, cut, 2, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_write_string_block(array, 2, one, two, block, 5, gone, 2, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(error.message, "offsets[0]") != NULL);
    FAILS(zarr_array_write_string_block(array, 2, one, two, block, 5, good, 3, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS(zarr_array_write_string_block(array, 2, one, two, block, 5, NULL, 2, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_write_string_block(array, 2, one, two, NULL, 5, good, 2, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_write_string_block(array, 1, one, two, block, 5, good, 2, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_write_string_block(NULL, 2, one, two, block, 5, good, 2, E), ZARR_ERROR_INVALID_HANDLE);
    OK(zarr_array_read_strings(array, 2, one, two, &got, E));
    is(got, 0, "a", 1);
    is(got, 1, "bc", 2);
    zarr_strings_free(got);
    OK(zarr_array_builder_new(ZARR_INT8, 2, shape, &numbers, E));
    OK(zarr_array_create(store, "n", numbers, &fixed, E));
    FAILS(zarr_array_write_string_block(fixed, 2, one, two, block, 5, good, 2, E), ZARR_ERROR_TYPE_MISMATCH);
    zarr_array_free(fixed);
    zarr_array_free(array);
    zarr_array_builder_free(numbers);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

/* Bytes and UTF-32 of a fixed size are read and written as strings too. */
static void fixed_size(const char *type, int32_t format) {
    static const char *const values[4] = {"a", "", "\xC3\xA9x", "abc"}, *const longer[1] = {"four"};
    static const int64_t two[2] = {2, 2}, one[2] = {1, 1};
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_strings *got = NULL;
    size_t i;
    check_context("%s as strings, format %d", type, (int)format);
    OK(zarr_store_open("memory://", NULL, &store, E));
    OK(zarr_array_builder_new_json(type, 2, two, &builder, E));
    OK(zarr_array_builder_format(builder, format, E));
    OK(zarr_array_create(store, "", builder, &array, E));
    OK(zarr_array_write_strings(array, 2, zero, two, values, NULL, 4, E));
    OK(zarr_array_read_strings(array, 2, zero, two, &got, E));
    CHECK(zarr_strings_count(got) == 4);
    for (i = 0; i < 4; i++)
        is(got, i, values[i], strlen(values[i]));
    zarr_strings_free(got);
    FAILS(zarr_array_write_strings(array, 2, zero, one, longer, NULL, 1, E), ZARR_ERROR_RANGE);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

/* Python's None is an absent entry, and other objects are JSON. */
static void objects(const char *codec) {
    static const int64_t three[2] = {1, 3};
    static const char *const values[3] = {"x", NULL, ""};
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_strings *got = NULL;
    check_context("objects by %s", codec);
    OK(zarr_store_open("memory://", NULL, &store, E));
    OK(zarr_array_builder_new(ZARR_STRING, 2, three, &builder, E));
    OK(zarr_array_builder_format(builder, ZARR_FORMAT_V2, E));
    OK(zarr_array_builder_codec(builder, codec, NULL, E));
    OK(zarr_array_create(store, "a", builder, &array, E));
    OK(zarr_array_write_strings(array, 2, zero, three, values, NULL, 3, E));
    OK(zarr_array_read_strings(array, 2, zero, three, &got, E));
    CHECK(is(got, 0, "x", 1) && zarr_strings_get(got, 1) == NULL && is(got, 2, "", 0));
    zarr_strings_free(got);
    if (strcmp(codec, "json2") == 0) {
        static const char chunk[] = "[{\"a\": 1}, \"1\", 1.0, \"|O\", [3]]";
        OK(zarr_store_set(store, "a/0.0", chunk, sizeof chunk - 1, E));
        OK(zarr_array_read_strings(array, 2, zero, three, &got, E));
        CHECK(is(got, 0, "{\"a\": 1}", 8) && is(got, 1, "1", 1) && is(got, 2, "1.0", 3));
        zarr_strings_free(got);
    }
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

int main(void) {
    wrong_blocks();
    static const int32_t formats[3] = {ZARR_FORMAT_V2, ZARR_FORMAT_V3, ZARR_FORMAT_V3_2020};
    static const char *const codecs[4] = {NULL, "zstd", "blosc", "fletcher32"};
    size_t f, c;
    for (f = 0; f < 3; f++) {
        for (c = 0; c < 4; c++) {
            write_and_read(ZARR_STRING, formats[f], false, codecs[c]);
            write_and_read(ZARR_BYTES, formats[f], false, codecs[c]);
        }
        if (formats[f] != ZARR_FORMAT_V2)
            write_and_read(ZARR_STRING, formats[f], true, "gzip");
        scalar(formats[f]);
    }
    for (f = 0; f < 3; f++) {
        fixed_size("\"|S3\"", formats[f]);
        appended("\"string\"", formats[f]);
        appended("\"|S4\"", formats[f]);
        appended("\"<U4\"", formats[f]);
        fixed_size("\"<U3\"", formats[f]);
    }
    objects("json2");
    objects("msgpack2");
    resized();
    refused();
    check_context("%s", "");
    return check_summary("strings");
}
