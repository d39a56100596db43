/*
 * Why this file exists: format v1 has no hierarchy, so the steps of basics.c don't fit it: a store is
 * one array, its two documents and its chunks.
 */
#include "basics.h"

static const int64_t shape[2] = {5, 4}, chunk[2] = {2, 3}, zero[2] = {0, 0};

static zarr_array_builder *make_builder(const char *codec, const char *configuration) {
    static const int32_t fill = -7;
    zarr_error error;
    zarr_array_builder *builder = NULL;
    OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, E));
    OK(zarr_array_builder_format(builder, ZARR_FORMAT_V1, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, chunk, E));
    OK(zarr_array_builder_fill_value(builder, &fill, sizeof fill, E));
    if (codec != NULL)
        OK(zarr_array_builder_codec(builder, codec, configuration, E));
    return builder;
}

static bool value_is(const zarr_store *store, const char *key, const char *wanted) {
    zarr_error error;
    zarr_bytes *value = NULL;
    bool good;
    if (!OK(zarr_store_get(store, key, &value, E)))
        return false;
    good = zarr_bytes_size(value) == strlen(wanted) && memcmp(zarr_bytes_data(value), wanted, strlen(wanted)) == 0;
    if (!good)
        FAIL("%s holds %.*s", key, (int)zarr_bytes_size(value), (const char *)zarr_bytes_data(value));
    zarr_bytes_free(value);
    return good;
}

static void life(const char *url) {
    static const char meta[] = "{\n    \"chunks\": [\n        2,\n        3\n    ],\n    \"compression\": \"zlib\",\n"
                               "    \"compression_opts\": 4,\n    \"dtype\": \"<i4\",\n    \"fill_value\": -7,\n"
                               "    \"order\": \"C\",\n    \"shape\": [\n        5,\n        4\n    ],\n"
                               "    \"zarr_format\": 1\n}";
    static const int64_t start[2] = {3, 2}, count[2] = {2, 2}, smaller[2] = {3, 4};
    static const int32_t part[4] = {1, 2, 3, 4};
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_group *group = NULL;
    zarr_strings *names = NULL;
    zarr_bytes *json = NULL;
    zarr_array_builder *builder = make_builder("zlib", "{\"level\": 4}");
    int32_t all[5][4];
    check_context("v1, %s", url);
    if (!OK(zarr_store_open(url, NULL, &store, E)))
        return;
    /* There is nothing but the array at the root. */
    FAILS(zarr_group_create(store, "/", ZARR_FORMAT_V1, NULL, &group, E), ZARR_ERROR_UNSUPPORTED);
    FAILS(zarr_array_create(store, "/x", builder, &array, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(basics_kind_is(store, "/", ZARR_NODE_NONE));
    OK(zarr_array_create(store, "/", builder, &array, E));
    value_is(store, "meta", meta);
    value_is(store, "attrs", "{}");
    CHECK(zarr_array_format(array) == ZARR_FORMAT_V1 && basics_kind_is(store, "", ZARR_NODE_ARRAY));
    OK(zarr_array_write_region(array, 2, start, count, part, sizeof part, E));
    CHECK(basics_has_key(store, "1.0") && basics_has_key(store, "2.1") && !basics_has_key(store, "0.0"));
    OK(zarr_array_set_attributes(array, "{\"units\": \"m\"}", E));
    zarr_array_free(array);
    array = NULL;
    FAILS(zarr_array_create(store, "/", builder, &array, E), ZARR_ERROR_ALREADY_EXISTS);
    FAILS(zarr_array_open(store, "/x", &array, E), ZARR_ERROR_NOT_FOUND);
    FAILS(zarr_group_open(store, "/", &group, E), ZARR_ERROR_NODE_TYPE);
    FAILS(zarr_node_children(store, "/", &names, E), ZARR_ERROR_NODE_TYPE);

    OK(zarr_array_open(store, "/", &array, E));
    OK(zarr_array_read_region(array, 2, zero, shape, all, sizeof all, E));
    CHECK(all[0][0] == -7 && all[3][1] == -7 && all[3][2] == 1 && all[3][3] == 2 && all[4][2] == 3 && all[4][3] == 4);
    OK(zarr_array_attributes(array, &json, E));
    CHECK(basics_json_is(json, "{\"units\":\"m\"}"));
    OK(zarr_array_resize(array, 2, smaller, E));
    CHECK(!basics_has_key(store, "2.1") && basics_has_key(store, "1.0"));
    zarr_array_free(array);
    OK(zarr_node_erase(store, "/", E));
    CHECK(!basics_has_key(store, "meta") && !basics_has_key(store, "attrs") && !basics_has_key(store, "1.0"));
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

/* Without `attrs` the array has none, and reading does not make it. */
static void without_attributes(void) {
    static const char meta[] = "{\"zarr_format\": 1, \"shape\": [2], \"chunks\": [2], \"dtype\": \"|i1\", \"compression\": "
                               "\"none\", \"compression_opts\": null, \"fill_value\": 3, \"order\": \"C\", \"mine\": [1]}";
    static const int64_t start[1] = {0}, two[1] = {2}, three[1] = {3};
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_bytes *json = NULL;
    int8_t got[3] = {0};
    check_context("v1 without attrs");
    OK(zarr_store_open("memory://", NULL, &store, E));
    OK(zarr_store_set(store, "meta", meta, strlen(meta), E));
    OK(zarr_store_set(store, "0", "\x05\x06", 2, E));
    OK(zarr_array_open(store, "/", &array, E));
    OK(zarr_array_attributes(array, &json, E));
    CHECK(basics_json_is(json, "{}"));
    OK(zarr_array_read_region(array, 1, start, two, got, 2, E));
    CHECK(got[0] == 5 && got[1] == 6 && !basics_has_key(store, "attrs"));
    OK(zarr_array_resize(array, 1, three, E));
    OK(zarr_array_read_region(array, 1, start, three, got, 3, E));
    CHECK(got[1] == 6 && got[2] == 3);
    /* Members that are not ours stay. */
    OK(zarr_array_metadata(array, &json, E));
    CHECK(strstr((const char *)zarr_bytes_data(json), "\"mine\"") != NULL);
    zarr_bytes_free(json);
    zarr_array_free(array);
    zarr_store_free(store);
}

/* The bytes of a chunk of order F: as the text says, or as the first release dumped them. */
static void order_f(void) {
    static const int16_t data[4] = {1, 2, 3, 4};
    static const unsigned char text[8] = {1, 0, 3, 0, 2, 0, 4, 0}, dumped[8] = {1, 0, 2, 0, 3, 0, 4, 0};
    static const int64_t square[2] = {2, 2};
    int pass;
    for (pass = 0; pass < 2; pass++) {
        zarr_error error;
        zarr_store *store = NULL;
        zarr_array_builder *builder = NULL;
        zarr_array *array = NULL;
        zarr_strings *messages = NULL;
        zarr_bytes *value = NULL;
        int16_t got[4] = {0};
        check_context("v1, order F, pass %d", pass);
        OK(zarr_store_open("memory://", pass == 0 ? NULL : "{\"v1_f_order\": \"zarr-python-1\"}", &store, E));
        OK(zarr_array_builder_new(ZARR_INT16, 2, square, &builder, E));
        OK(zarr_array_builder_format(builder, ZARR_FORMAT_V1, E));
        OK(zarr_array_builder_order(builder, 'F', E));
        OK(zarr_array_create(store, "/", builder, &array, E));
        OK(zarr_array_warnings(array, &messages, E));
        CHECK(zarr_strings_count(messages) == 0);
        zarr_strings_free(messages);
        OK(zarr_array_write_region(array, 2, zero, square, data, sizeof data, E));
        if (OK(zarr_store_get(store, "0.0", &value, E)))
            CHECK(zarr_bytes_size(value) == 8 && memcmp(zarr_bytes_data(value), pass == 0 ? text : dumped, 8) == 0);
        zarr_bytes_free(value);
        zarr_array_free(array);
        OK(zarr_array_open(store, "/", &array, E));
        OK(zarr_array_read_region(array, 2, zero, square, got, sizeof got, E));
        CHECK(memcmp(got, data, sizeof got) == 0);
        /* Data of another writer are in doubt, unless the caller knows. */
        OK(zarr_array_warnings(array, &messages, E));
        CHECK(zarr_strings_count(messages) == (pass == 0 ? 1u : 0u));
        zarr_strings_free(messages);
        zarr_array_free(array);
        zarr_array_builder_free(builder);
        FAILS(zarr_array_open_with(store, "/", "{\"v1_f_order\": \"sideways\"}", &array, E), ZARR_ERROR_INVALID_ARGUMENT);
        zarr_store_free(store);
    }
}

static void what_it_can_not_say(void) {
    static const char *const no[][2] = {{"gzip", NULL}, {"zstd", NULL}, {"crc32c", NULL}};
    zarr_error error;
    size_t i;
    for (i = 0; i < sizeof no / sizeof no[0]; i++) {
        zarr_store *store = NULL;
        zarr_array *array = NULL;
        zarr_array_builder *builder = make_builder(no[i][0], no[i][1]);
        check_context("v1, codec %s", no[i][0]);
        OK(zarr_store_open("memory://", NULL, &store, E));
        FAILS(zarr_array_create(store, "/", builder, &array, E), ZARR_ERROR_UNSUPPORTED);
        CHECK(array == NULL && basics_kind_is(store, "/", ZARR_NODE_NONE));
        zarr_array_builder_free(builder);
        zarr_store_free(store);
    }
}

void basics_v1(const char *directory) {
    char *path = path_join(directory, "v1.zarr");
    life("memory://");
    life(path);
    without_attributes();
    order_f();
    what_it_can_not_say();
    free(path);
}
