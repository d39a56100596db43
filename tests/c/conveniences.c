/*
 * Why this file exists: what C programs do without that they would write again and again: bounds of regions that are
   those of
 * the array, memory for what is read, names for numbers, codecs without a JSON parser, nodes created below groups, and
   handles
 * that are opened without asking the store.
 */
#include "callback_store.h"

static zarr_array *create(const zarr_store *store, const char *path, int32_t data_type, int32_t format, int32_t ndim,
                          const int64_t *shape, const int64_t *chunks) {
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_error error;
    OK(zarr_array_builder_new(data_type, ndim, shape, &builder, E));
    OK(zarr_array_builder_format(builder, format, E));
    OK(zarr_array_builder_chunk_shape(builder, ndim, chunks, E));
    OK(zarr_array_create(store, path, builder, &array, E));
    zarr_array_builder_free(builder);
    return array;
}

/* A region without a start begins at the origin, one without a count ends where the array does. */
static void bounds_of_the_array(const zarr_store *store) {
    static const int64_t shape[2] = {5, 4}, chunks[2] = {2, 3}, inner[2] = {2, 1}, two[2] = {2, 2}, end[2] = {5, 4},
                         far[2] = {6, 0}, back[2] = {-2, -1}, corner[2] = {4, 3}, odd[2] = {2, 3};
    zarr_array *array = create(store, "bounds", ZARR_INT32, ZARR_FORMAT_DEFAULT, 2, shape, chunks);
    zarr_region region = ZARR_REGION_INIT;
    int32_t values[20], got[20], i;
    int64_t parts = 0, position[2], start[2], count[2];
    zarr_error error;
    for (i = 0; i < 20; i++)
        values[i] = i;
    check_context("bounds of the array");
    OK(zarr_array_write_region(array, 2, NULL, NULL, values, sizeof values, E));
    OK(zarr_array_read_region(array, 2, NULL, NULL, got, sizeof got, E));
    CHECK(memcmp(values, got, sizeof got) == 0);
    OK(zarr_array_read_region(array, 2, inner, NULL, got, 9 * sizeof *got, E));
    CHECK(got[0] == 9 && got[8] == 19);
    OK(zarr_array_read_region(array, 2, NULL, two, got, 4 * sizeof *got, E));
    CHECK(got[0] == 0 && got[3] == 5);
    OK(zarr_array_read_region(array, 2, end, NULL, NULL, 0, E));
    FAILS(zarr_array_read_region(array, 2, far, NULL, NULL, 0, E), ZARR_ERROR_OUT_OF_BOUNDS);
    FAILS(zarr_array_read_region(array, 2, NULL, NULL, got, sizeof got - 4, E), ZARR_ERROR_BUFFER_SIZE);
    OK(zarr_array_region_parts(array, ZARR_UNIT_CHUNK, 2, NULL, NULL, &parts, E));
    CHECK(parts == 6);
    OK(zarr_array_region_part(array, ZARR_UNIT_CHUNK, 2, inner, NULL, 3, position, start, count, E));
    CHECK(position[0] == 2 && position[1] == 1 && start[0] == 4 && start[1] == 3 && count[0] == 1 && count[1] == 1);

    check_context("bounds of the array, in steps");
    region.ndim = 2;
    region.step = odd;
    OK(zarr_array_read(array, &region, got, 6 * sizeof *got, NULL, E));
    CHECK(got[0] == 0 && got[1] == 3 && got[2] == 8 && got[5] == 19);
    region.step = back;
    region.start = corner;
    OK(zarr_array_read(array, &region, got, 12 * sizeof *got, NULL, E));
    CHECK(got[0] == 19 && got[3] == 16 && got[4] == 11 && got[11] == 0);
    zarr_array_free(array);
}

/* Memory that the library makes, of any type, and never more of it than the handle allows. */
static void memory_for_what_is_read(const zarr_store *store) {
    static const int64_t shape[1] = {6}, chunks[1] = {4}, start[1] = {2}, huge[1] = {INT64_C(1) << 40}, one[1] = {1000};
    static const int16_t values[6] = {1, -2, 3, 400, 5, 6};
    zarr_array *array = create(store, "memory", ZARR_INT16, ZARR_FORMAT_DEFAULT, 1, shape, chunks), *small = NULL;
    zarr_bytes *got = NULL;
    zarr_error error;
    check_context("memory for what is read");
    OK(zarr_array_write_region(array, 1, NULL, NULL, values, sizeof values, E));
    OK(zarr_array_read_new(array, 1, NULL, NULL, 0, &got, E));
    CHECK(zarr_bytes_size(got) == sizeof values && memcmp(zarr_bytes_data(got), values, sizeof values) == 0);
    zarr_bytes_free(got);
    OK(zarr_array_read_new(array, 1, start, NULL, ZARR_FLOAT64, &got, E));
    CHECK(zarr_bytes_size(got) == 4 * sizeof(double) && (uintptr_t)zarr_bytes_data(got) % 16 == 0);
    CHECK(((const double *)(const void *)zarr_bytes_data(got))[1] == 400.0);
    zarr_bytes_free(got);
    FAILS(zarr_array_read_new(array, 1, NULL, NULL, ZARR_INT8, &got, E), ZARR_ERROR_RANGE);
    CHECK(got == NULL);
    FAILS(zarr_array_read_new(array, 1, NULL, NULL, ZARR_STRING, &got, E), ZARR_ERROR_TYPE_MISMATCH);
    FAILS(zarr_array_read_new(array, 1, NULL, huge, 0, &got, E), ZARR_ERROR_OUT_OF_BOUNDS);
    OK(zarr_array_open_with(store, "memory", ZARR_JSON({"limits": {"result_bytes": 47}}), &small, E));
    OK(zarr_array_read_new(small, 1, NULL, NULL, ZARR_FLOAT32, &got, E));
    zarr_bytes_free(got);
    FAILS(zarr_array_read_new(small, 1, NULL, NULL, ZARR_FLOAT64, &got, E), ZARR_ERROR_LIMIT);
    CHECK(got == NULL && strstr(error.message, "result_bytes") != NULL);
    zarr_array_free(small);
    zarr_array_free(array);

    array = create(store, "void", ZARR_UINT8, ZARR_FORMAT_DEFAULT, 1, huge, one);
    FAILS(zarr_array_read_new(array, 1, NULL, NULL, 0, &got, E), ZARR_ERROR_LIMIT);
    zarr_array_free(array);
}

/* Numbers have names, and texts are texts. */
static void names_of_numbers(const zarr_store *store) {
    zarr_bytes *text = NULL;
    zarr_error error;
    check_context("names of numbers");
    CHECK(strcmp(zarr_data_type_name(ZARR_FLOAT32), "float32") == 0 && zarr_data_type_size(ZARR_FLOAT32) == 4);
    CHECK(strcmp(zarr_data_type_name(ZARR_DATETIME64), "numpy.datetime64") == 0 && zarr_data_type_size(ZARR_DATETIME64) == 0);
    CHECK(strcmp(zarr_data_type_name(-1), "unknown data type") == 0 && zarr_data_type_size(-1) == 0);
    CHECK(strcmp(zarr_format_name(ZARR_FORMAT_V3_2022), "v3-2022") == 0);
    CHECK(strcmp(zarr_format_name(77), "unknown format") == 0);
    CHECK(strcmp(ZARR_JSON({"a": [1, 2], "b": "c"}), "{\"a\": [1, 2], \"b\": \"c\"}") == 0);
    OK(zarr_store_set(store, "key", "value", 5, E));
    OK(zarr_store_get(store, "key", &text, E));
    CHECK(strcmp(zarr_bytes_text(text), "value") == 0);
    zarr_bytes_free(text);
    CHECK(zarr_bytes_text(NULL) == NULL);
}

/* Which codecs an array has, by names that do not depend on its format. */
static void codecs_of_arrays(const zarr_store *store) {
    static const int32_t formats[] = {ZARR_FORMAT_V3, ZARR_FORMAT_V2, ZARR_FORMAT_N5, ZARR_FORMAT_V3_2022};
    static const int64_t shape[2] = {8, 8}, chunks[2] = {2, 4};
    zarr_strings *names = NULL, *configurations = NULL;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_error error;
    size_t i;
    for (i = 0; i < sizeof formats / sizeof *formats; i++) {
        zarr_store *own = NULL;
        check_context("codecs in format %s", zarr_format_name(formats[i]));
        OK(zarr_store_open("memory://", NULL, &own, E));
        OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, E));
        OK(zarr_array_builder_format(builder, formats[i], E));
        OK(zarr_array_builder_codec(builder, "gzip", ZARR_JSON({"level": 4}), E));
        OK(zarr_array_create(own, "a", builder, &array, E));
        OK(zarr_array_codecs(array, &names, &configurations, E));
        CHECK(zarr_strings_count(names) >= 2 && zarr_strings_count(names) == zarr_strings_count(configurations));
        CHECK(strcmp(zarr_strings_get(names, zarr_strings_count(names) - 1), "gzip") == 0);
        CHECK(strcmp(zarr_strings_get(configurations, zarr_strings_count(names) - 1), "{\"level\": 4}") == 0);
        CHECK(strcmp(zarr_strings_get(names, zarr_strings_count(names) - 2), "bytes") == 0);
        zarr_strings_free(names);
        zarr_strings_free(configurations);
        zarr_array_free(array);
        zarr_array_builder_free(builder);
        zarr_store_free(own);
    }
    check_context("codecs in shards");
    OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, chunks, E));
    OK(zarr_array_builder_shard_shape(builder, 2, shape, E));
    OK(zarr_array_builder_codec(builder, "zstd", NULL, E));
    OK(zarr_array_create(store, "shards", builder, &array, E));
    OK(zarr_array_codecs(array, &names, &configurations, E));
    CHECK(zarr_strings_count(names) == 3 && strcmp(zarr_strings_get(names, 0), "sharding_indexed") == 0);
    CHECK(strstr(zarr_strings_get(configurations, 0), "\"chunk_shape\": [2, 4]") != NULL);
    CHECK(strcmp(zarr_strings_get(names, 2), "zstd") == 0);
    zarr_strings_free(names);
    zarr_strings_free(configurations);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
}

static bool names_are(const zarr_array *array, const char *first, const char *second) {
    zarr_strings *names = NULL;
    zarr_error error;
    bool good;
    OK(zarr_array_dimension_names(array, &names, E));
    good = first == NULL && second == NULL ? zarr_strings_count(names) == 0 : zarr_strings_count(names) == 2;
    good = good && (first == NULL || strcmp(zarr_strings_get(names, 0), first) == 0);
    good = good && (second == NULL || strcmp(zarr_strings_get(names, 1), second) == 0);
    zarr_strings_free(names);
    return good;
}

/* A fill value that is given late: before elements are written it is that of all, and after that it is refused, as
 * elements that were left out would change. */
static void late_fill_values(void) {
    static const int32_t formats[] = {ZARR_FORMAT_V1, ZARR_FORMAT_V2, ZARR_FORMAT_V3, ZARR_FORMAT_V3_2019B, ZARR_FORMAT_V3_2020,
                                      ZARR_FORMAT_V3_2022, ZARR_FORMAT_N5};
    static const int64_t shape[2] = {4, 6}, chunks[2] = {2, 3}, zeros[2] = {0, 0}, ones[2] = {1, 1};
    size_t i;
    for (i = 0; i < sizeof formats / sizeof *formats; i++) {
        const int32_t format = formats[i];
        const bool can_be_open = format == ZARR_FORMAT_V1 || format == ZARR_FORMAT_V2 || format == ZARR_FORMAT_N5;
        const int32_t zero = 0, late = -7;
        zarr_store *store = NULL;
        zarr_array *array, *other = NULL;
        int32_t value = 0;
        zarr_error error;
        check_context("late fill values in format %s", zarr_format_name(format));
        OK(zarr_store_open("memory://", NULL, &store, E));
        array = create(store, "", ZARR_INT32, format, 2, shape, chunks);
        OK(zarr_array_open(store, "", &other, E));
        if (format != ZARR_FORMAT_V1)
            OK(zarr_attribute_set_int64(other, "kept", 1, E));
        FAILS(zarr_array_set_fill_value(array, &late, 2, E), ZARR_ERROR_BUFFER_SIZE);
        FAILS(zarr_array_set_fill_value(array, NULL, 4, E), ZARR_ERROR_INVALID_ARGUMENT);
        if (format == ZARR_FORMAT_N5) {
            FAILS(zarr_array_set_fill_value(array, &late, sizeof late, E), ZARR_ERROR_UNSUPPORTED);
            OK(zarr_array_set_fill_value(array, &zero, sizeof zero, E));
        } else {
            OK(zarr_array_set_fill_value(array, &late, sizeof late, E));
            OK(zarr_array_refresh(other, E));
            OK(zarr_array_read_region(other, 2, zeros, ones, &value, sizeof value, E));
            CHECK(value == late);
        }
        if (can_be_open) {
            OK(zarr_array_set_fill_value(array, NULL, 0, E));
            OK(zarr_array_refresh(other, E));
            CHECK(zarr_array_fill_value_defined(other) == (format == ZARR_FORMAT_N5));
            OK(zarr_array_set_fill_value(other, &zero, sizeof zero, E));
        }
        if (format != ZARR_FORMAT_V1) {
            int64_t kept = 0;
            OK(zarr_attribute_get_int64(array, "kept", &kept, E));
            CHECK(kept == 1);
        }
        value = 5;
        OK(zarr_array_write_region(other, 2, zeros, ones, &value, sizeof value, E));
        FAILS(zarr_array_set_fill_value(other, &zero, sizeof zero, E), ZARR_ERROR_CONFLICT);
        CHECK(strstr(error.message, "chunks are stored") != NULL);
        zarr_array_free(other);
        zarr_array_free(array);
        zarr_store_free(store);
    }
}

/* Names of dimensions change while handles are open, which go on writing. */
static void names_of_dimensions(void) {
    static const int32_t formats[] = {ZARR_FORMAT_V1, ZARR_FORMAT_V2, ZARR_FORMAT_V3, ZARR_FORMAT_V3_2019B, ZARR_FORMAT_V3_2020,
                                      ZARR_FORMAT_V3_2022, ZARR_FORMAT_N5};
    static const int64_t shape[2] = {4, 6}, chunks[2] = {2, 3};
    static const char *const both[2] = {"time", "x"}, *const one[2] = {NULL, "x"};
    size_t i;
    for (i = 0; i < sizeof formats / sizeof *formats; i++) {
        const int32_t format = formats[i];
        const bool has = format == ZARR_FORMAT_V2 || format == ZARR_FORMAT_V3 || format == ZARR_FORMAT_N5;
        zarr_store *store = NULL;
        zarr_array *array, *other = NULL;
        int32_t value = 7;
        zarr_error error;
        check_context("names of dimensions in format %s", zarr_format_name(format));
        OK(zarr_store_open("memory://", NULL, &store, E));
        array = create(store, "", ZARR_INT32, format, 2, shape, chunks);
        OK(zarr_array_open(store, "", &other, E));
        if (format != ZARR_FORMAT_V1)
            OK(zarr_attribute_set_int64(array, "kept", 1, E));
        if (has) {
            static const int64_t ones[2] = {1, 1};
            OK(zarr_array_set_dimension_names(array, 2, both, E));
            CHECK(names_are(array, "time", "x") && names_are(other, "time", "x"));
            OK(zarr_array_write_region(other, 2, ones, ones, &value, sizeof value, E));
        } else {
            FAILS(zarr_array_set_dimension_names(array, 2, both, E), ZARR_ERROR_UNSUPPORTED);
            CHECK(strstr(error.message, "no dimension names") != NULL);
        }
        if (format == ZARR_FORMAT_V3) {
            OK(zarr_array_set_dimension_names(array, 2, one, E));
            CHECK(names_are(array, NULL, "x"));
        } else {
            FAILS(zarr_array_set_dimension_names(array, 2, one, E), ZARR_ERROR_UNSUPPORTED);
        }
        FAILS(zarr_array_set_dimension_names(array, 1, both, E), ZARR_ERROR_INVALID_ARGUMENT);
        OK(zarr_array_set_dimension_names(array, 2, NULL, E));
        OK(zarr_array_refresh(other, E));
        CHECK(names_are(array, NULL, NULL) && names_are(other, NULL, NULL));
        if (format != ZARR_FORMAT_V1) {
            int64_t kept = 0;
            OK(zarr_attribute_get_int64(other, "kept", &kept, E));
            CHECK(kept == 1);
        }
        zarr_array_free(other);
        zarr_array_free(array);
        zarr_store_free(store);
    }
}

/* A fill value that is left open, where the format can: zeros then are values like others. */
static void open_fill_values(void) {
    static const int32_t formats[] = {ZARR_FORMAT_V1, ZARR_FORMAT_V2, ZARR_FORMAT_V3, ZARR_FORMAT_V3_2019B, ZARR_FORMAT_V3_2020,
                                      ZARR_FORMAT_V3_2022, ZARR_FORMAT_N5};
    static const int64_t shape[1] = {3};
    size_t i;
    for (i = 0; i < sizeof formats / sizeof *formats; i++) {
        zarr_store *store = NULL;
        zarr_array_builder *builder = NULL;
        zarr_array *array = NULL;
        const int32_t seven = 7;
        int32_t got[3] = {1, 1, 1};
        zarr_error error;
        check_context("open fill value in format %s", zarr_format_name(formats[i]));
        OK(zarr_store_open("memory://", NULL, &store, E));
        OK(zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, E));
        OK(zarr_array_builder_format(builder, formats[i], E));
        OK(zarr_array_builder_fill_value(builder, &seven, sizeof seven, E));
        OK(zarr_array_builder_no_fill_value(builder, E));
        if (formats[i] == ZARR_FORMAT_V3 || formats[i] == ZARR_FORMAT_V3_2022) {
            FAILS(zarr_array_create(store, "", builder, &array, E), ZARR_ERROR_UNSUPPORTED);
            CHECK(strstr(error.message, "fill value") != NULL);
        } else {
            OK(zarr_array_create(store, "", builder, &array, E));
            CHECK(zarr_array_fill_value_defined(array) == (formats[i] == ZARR_FORMAT_N5));
            OK(zarr_array_read_region(array, 1, NULL, NULL, got, sizeof got, E));
            CHECK(got[0] == 0 && got[2] == 0);
            zarr_array_free(array);
        }
        zarr_array_builder_free(builder);
        zarr_store_free(store);
    }
}

/* Nodes are created below a group, as they are opened there, and a new handle has options of its own. */
static void below_groups(const zarr_store *store) {
    static const int64_t shape[1] = {4}, chunks[1] = {2};
    static const int32_t zeros[4] = {0};
    zarr_group *group = NULL, *sub = NULL;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_bytes *path = NULL;
    size_t stored = 77;
    zarr_error error;
    check_context("below groups");
    OK(zarr_group_create(store, "above", ZARR_FORMAT_DEFAULT, NULL, &group, E));
    OK(zarr_group_create_group(group, "b/c", ZARR_JSON({"units": "K"}), &sub, E));
    OK(zarr_group_path(sub, &path, E));
    CHECK(strcmp(zarr_bytes_text(path), "above/b/c") == 0);
    zarr_bytes_free(path);
    OK(zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, chunks, E));
    OK(zarr_group_create_array(sub, "t", builder, ZARR_JSON({"write_empty_chunks": false}), &array, E));
    OK(zarr_array_write_region(array, 1, NULL, NULL, zeros, sizeof zeros, E));
    OK(zarr_array_count_chunks(array, ZARR_UNIT_CHUNK, &stored, E));
    CHECK(stored == 0);
    zarr_array_free(array);
    OK(zarr_array_create_with(store, "above/u", builder, NULL, &array, E));
    OK(zarr_array_write_region(array, 1, NULL, NULL, zeros, sizeof zeros, E));
    OK(zarr_array_count_chunks(array, ZARR_UNIT_CHUNK, &stored, E));
    CHECK(stored == 2);
    zarr_array_free(array);
    FAILS(zarr_array_create_with(store, "above/v", builder, ZARR_JSON({"nonsense": 1}), &array, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_group_create_array(sub, "/t", builder, NULL, &array, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_group_create_array(sub, "t", builder, NULL, &array, E), ZARR_ERROR_ALREADY_EXISTS);
    CHECK(array == NULL);
    zarr_array_builder_free(builder);
    zarr_group_free(sub);
    zarr_group_free(group);
}

/* A handle that is open elsewhere learns what has changed without a request, and keeps what it knows of a text that is none. */
static void follow(const zarr_array *array, const zarr_array *opened, kv_store *kv) {
    static const int64_t longer[2] = {8, 6};
    zarr_bytes *document = NULL;
    unsigned long before;
    int64_t shape[2], number = 0;
    zarr_error error;
    OK(zarr_attribute_set_int64(array, "n", 7, E));
    OK(zarr_array_resize(array, 2, longer, E));
    OK(zarr_array_document(array, &document, E));
    before = kv->operations;
    FAILS(zarr_array_refresh_from_document(opened, "{}", 2, E), ZARR_ERROR_INVALID_ARGUMENT);
    OK(zarr_array_shape(opened, 2, shape, E));
    CHECK(shape[0] == 4);
    OK(zarr_array_refresh_from_document(opened, zarr_bytes_data(document), zarr_bytes_size(document), E));
    OK(zarr_array_shape(opened, 2, shape, E));
    OK(zarr_attribute_get_int64(opened, "n", &number, E));
    CHECK(shape[0] == 8 && number == 7 && kv->operations == before);
    zarr_bytes_free(document);
}

/* A process that has another disk at the path is told so: it reads no fill values and writes nothing there. */
static void elsewhere(void) {
    static const int64_t shape[1] = {6}, twos[1] = {2}, threes[1] = {3};
    static const int32_t formats[] = {ZARR_FORMAT_V2, ZARR_FORMAT_V3, ZARR_FORMAT_V3_2022, ZARR_FORMAT_N5};
    size_t i;
    for (i = 0; i < sizeof formats / sizeof *formats; i++) {
        kv_store kv, other;
        zarr_store_callbacks callbacks = ZARR_STORE_CALLBACKS_INIT;
        zarr_store *store = NULL, *empty = NULL;
        zarr_array *array, *opened = NULL, *replaced;
        zarr_bytes *document = NULL, *encoded = NULL, *positions = NULL;
        unsigned long before, looked;
        size_t count = 0;
        int64_t first = 0;
        size_t stored = 1;
        int32_t values[6] = {1, 2, 3, 4, 5, 6};
        zarr_error error;
        check_context("a document elsewhere in format %s", zarr_format_name(formats[i]));
        kv_init(&kv);
        kv_init(&other);
        kv_callbacks(&kv, &callbacks, true);
        OK(zarr_store_open_callbacks(&callbacks, &kv, NULL, &store, E));
        kv_callbacks(&other, &callbacks, true);
        OK(zarr_store_open_callbacks(&callbacks, &other, NULL, &empty, E));
        array = create(store, "g/a", ZARR_INT32, formats[i], 1, shape, twos);
        OK(zarr_array_document(array, &document, E));

        OK(zarr_array_open_from_document(empty, "g/a", zarr_bytes_data(document), zarr_bytes_size(document), NULL, &opened, E));
        CHECK(other.operations == 0);
        FAILS(zarr_array_read_region(opened, 1, NULL, NULL, values, sizeof values, E), ZARR_ERROR_NOT_FOUND);
        CHECK(strstr(error.message, "another process has found it") != NULL);
        FAILS(zarr_array_read_encoded_chunk(opened, ZARR_UNIT_CHUNK, 1, &first, &encoded, E), ZARR_ERROR_NOT_FOUND);
        FAILS(zarr_array_list_chunks(opened, ZARR_UNIT_CHUNK, &positions, &count, E), ZARR_ERROR_NOT_FOUND);
        FAILS(zarr_array_write_region(opened, 1, NULL, NULL, values, sizeof values, E), ZARR_ERROR_NOT_FOUND);
        CHECK(other.count == 0);
        zarr_array_free(opened);

        /* In the store of the document it looks once. */
        OK(zarr_array_open_from_document(store, "g/a", zarr_bytes_data(document), zarr_bytes_size(document), NULL, &opened, E));
        before = kv.operations;
        OK(zarr_array_read_region(opened, 1, NULL, NULL, values, sizeof values, E));
        CHECK(values[0] == 0 && values[5] == 0);
        looked = kv.operations - before;
        before = kv.operations;
        OK(zarr_array_read_region(opened, 1, NULL, NULL, values, sizeof values, E));
        CHECK(kv.operations - before < looked);
        zarr_array_free(opened);

        /* Another program has put an array of other chunks in its place. */
        OK(zarr_array_open_from_document(store, "g/a", zarr_bytes_data(document), zarr_bytes_size(document), NULL, &opened, E));
        OK(zarr_node_erase(store, "g/a", E));
        replaced = create(store, "g/a", ZARR_INT32, formats[i], 1, shape, threes);
        FAILS(zarr_array_write_region(opened, 1, NULL, NULL, values, sizeof values, E), ZARR_ERROR_CONFLICT);
        OK(zarr_array_count_chunks(replaced, ZARR_UNIT_CHUNK, &stored, E));
        CHECK(stored == 0);
        OK(zarr_array_refresh(opened, E));
        OK(zarr_array_write_region(opened, 1, NULL, NULL, values, sizeof values, E));
        zarr_array_free(opened);
        zarr_array_free(replaced);
        zarr_array_free(array);
        zarr_bytes_free(document);
        zarr_store_free(empty);
        zarr_store_free(store);
        kv_clear(&other);
        kv_clear(&kv);
    }
}

/* The document that one process has read opens the array in others, which ask the store for nothing. */
static void handed_on(void) {
    static const int32_t formats[] = {ZARR_FORMAT_V1, ZARR_FORMAT_V2, ZARR_FORMAT_V3, ZARR_FORMAT_V3_2019A, ZARR_FORMAT_V3_2019B,
                                      ZARR_FORMAT_V3_2020, ZARR_FORMAT_V3_2022, ZARR_FORMAT_N5};
    static const int64_t shape[2] = {4, 6}, chunks[2] = {2, 3};
    size_t i;
    for (i = 0; i < sizeof formats / sizeof *formats; i++) {
        const char *path = formats[i] == ZARR_FORMAT_V1 ? "" : "g/a";
        kv_store kv;
        zarr_store_callbacks callbacks = ZARR_STORE_CALLBACKS_INIT;
        zarr_store *store = NULL, *far = NULL;
        zarr_array *array, *opened = NULL;
        zarr_bytes *document = NULL;
        unsigned long before;
        int32_t values[24], j;
        zarr_error error;
        check_context("handed on in format %s", zarr_format_name(formats[i]));
        for (j = 0; j < 24; j++)
            values[j] = j;
        kv_init(&kv);
        kv_callbacks(&kv, &callbacks, true);
        OK(zarr_store_open_callbacks(&callbacks, &kv, NULL, &store, E));
        OK(zarr_store_open_callbacks(&callbacks, &kv, NULL, &far, E));
        array = create(store, path, ZARR_INT32, formats[i], 2, shape, chunks);
        OK(zarr_attribute_set_string(array, "units", "K", E));
        OK(zarr_array_document(array, &document, E));
        before = kv.operations;
        OK(zarr_array_open_from_document(far, path, zarr_bytes_data(document), zarr_bytes_size(document), NULL, &opened, E));
        CHECK(kv.operations == before);
        CHECK(zarr_array_format(opened) == formats[i] && zarr_array_data_type(opened) == ZARR_INT32);
        OK(zarr_array_write_region(opened, 2, NULL, NULL, values, sizeof values, E));
        memset(values, 0, sizeof values);
        OK(zarr_array_read_region(array, 2, NULL, NULL, values, sizeof values, E));
        CHECK(values[23] == 23);
        follow(array, opened, &kv);
        zarr_array_free(opened);
        FAILS(zarr_array_open_from_document(far, formats[i] == ZARR_FORMAT_V1 ? "a" : "g/b", zarr_bytes_data(document),
                                            zarr_bytes_size(document), NULL, &opened, E), ZARR_ERROR_INVALID_ARGUMENT);
        FAILS(zarr_array_open_from_document(far, path, "{}", 2, NULL, &opened, E), ZARR_ERROR_INVALID_ARGUMENT);
        CHECK(opened == NULL);
        if (formats[i] != ZARR_FORMAT_V1) {
            zarr_group *group = NULL, *known = NULL;
            zarr_bytes *text = NULL;
            OK(zarr_group_open(store, "g", &group, E));
            OK(zarr_attribute_set_string(group, "title", "of both", E));
            before = kv.operations;
            OK(zarr_group_open_known(far, "g", zarr_group_format(group), NULL, &known, E));
            CHECK(kv.operations == before && zarr_group_format(known) == formats[i]);
            OK(zarr_attribute_get_string(known, "title", &text, E));
            CHECK(strcmp(zarr_bytes_text(text), "of both") == 0);
            zarr_bytes_free(text);
            zarr_group_free(known);
            zarr_group_free(group);
        }
        zarr_bytes_free(document);
        zarr_array_free(array);
        zarr_store_free(far);
        zarr_store_free(store);
        kv_clear(&kv);
    }
}

/* Chunks that no call could write are refused when the array is created. */
static void chunks_beyond_the_limit(const zarr_store *store) {
    static const int64_t shape[1] = {INT64_C(1) << 42};
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_error error;
    check_context("chunks beyond the limit");
    OK(zarr_array_builder_new(ZARR_UINT8, 1, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, shape, E));
    FAILS(zarr_array_create(store, "huge", builder, &array, E), ZARR_ERROR_LIMIT);
    CHECK(array == NULL && strstr(error.message, "chunk_bytes") != NULL);
    OK(zarr_array_create_with(store, "huge", builder, ZARR_JSON({"limits": {"chunk_bytes": 8796093022208}}), &array, E));
    zarr_array_free(array);
    zarr_array_builder_free(builder);
}

int main(void) {
    zarr_store *store = NULL;
    zarr_error error;
    OK(zarr_store_open("memory://", NULL, &store, E));
    bounds_of_the_array(store);
    memory_for_what_is_read(store);
    names_of_numbers(store);
    codecs_of_arrays(store);
    names_of_dimensions();
    late_fill_values();
    open_fill_values();
    below_groups(store);
    handed_on();
    elsewhere();
    chunks_beyond_the_limit(store);
    zarr_store_free(store);
    return check_summary("conveniences");
}
