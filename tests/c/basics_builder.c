/*
 * Why this file exists: every setter of a builder must reach the stored array, in each format or with
 * an error where the format can't say it; and arrays can be created from a document.
 */
#include "basics.h"

static zarr_store *open_memory(void) {
    zarr_error error;
    zarr_store *store = NULL;
    OK(zarr_store_open("memory://", NULL, &store, E));
    return store;
}

static void fill_values(const format_row *f) {
    static const struct {
        int32_t type;
        size_t size;
        unsigned char bytes[16]; /* little-endian */
    } fills[] = {
        {ZARR_BOOL, 1, {1}},
        {ZARR_INT8, 1, {0x80}},
        {ZARR_INT16, 2, {0x01, 0x80}},
        {ZARR_INT64, 8, {0, 0, 0, 0, 0, 0, 0, 0x80}},
        {ZARR_UINT8, 1, {0xff}},
        {ZARR_UINT64, 8, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
        {ZARR_FLOAT16, 2, {0x00, 0x7e}},                                 /* NaN */
        {ZARR_FLOAT32, 4, {0x00, 0x00, 0x80, 0x7f}},                     /* infinity */
        {ZARR_FLOAT32, 4, {0xcd, 0xcc, 0xcc, 0x3d}},                     /* 0.1 */
        {ZARR_FLOAT64, 8, {0, 0, 0, 0, 0, 0, 0xf0, 0xff}},               /* -infinity */
        {ZARR_FLOAT64, 8, {0, 0, 0, 0, 0, 0, 0xf8, 0x7f}},               /* NaN */
        {ZARR_FLOAT64, 8, {0, 0, 0, 0, 0, 0, 0, 0x80}},                  /* -0.0 */
        {ZARR_FLOAT64, 8, {1, 0, 0, 0, 0, 0, 0, 0}},                     /* the smallest number */
        {ZARR_COMPLEX64, 8, {0, 0, 0xc0, 0x7f, 0, 0, 0x80, 0xbf}},       /* (NaN, -1) */
        {ZARR_COMPLEX128, 16, {0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0x80}}, /* (1, -0.0) */
    };
    static const int64_t shape[1] = {3}, start[1] = {2}, one[1] = {1};
    const uint16_t probe = 1;
    zarr_error error;
    size_t i, b;
    for (i = 0; i < sizeof fills / sizeof fills[0]; i++) {
        size_t part = fills[i].type == ZARR_COMPLEX64 || fills[i].type == ZARR_COMPLEX128 ? fills[i].size / 2
                                                                                          : fills[i].size;
        unsigned char want[16], got[16], read[16];
        zarr_store *store = open_memory();
        zarr_array_builder *builder = NULL;
        zarr_array *array = NULL;
        zarr_bytes *bytes = NULL;
        for (b = 0; b < fills[i].size; b++)
            want[b] = *(const unsigned char *)&probe == 1 ? fills[i].bytes[b]
                                                           : fills[i].bytes[b / part * part + part - 1 - b % part];
        check_context("%s, fill value %lu", f->name, (unsigned long)i);
        OK(zarr_array_builder_new(fills[i].type, 1, shape, &builder, E));
        OK(zarr_array_builder_format(builder, f->code, E));
        OK(zarr_array_builder_fill_value(builder, want, fills[i].size, E));
        if (part < fills[i].size && (f->code == ZARR_FORMAT_V3_2019A || f->code == ZARR_FORMAT_V3_2019B)) {
            /* These texts have no complex numbers. */
            FAILS(zarr_array_create(store, "/x", builder, &array, E), ZARR_ERROR_UNSUPPORTED);
            zarr_array_builder_free(builder);
            zarr_store_free(store);
            continue;
        }
        OK(zarr_array_create(store, "/x", builder, &array, E));
        zarr_array_free(array);
        OK(zarr_array_open(store, "/x", &array, E)); /* from the document */
        memset(got, 0x5A, sizeof got);
        OK(zarr_array_fill_value(array, got, fills[i].size, E));
        CHECK(memcmp(got, want, fills[i].size) == 0);
        OK(zarr_array_fill_value_bytes(array, &bytes, E));
        CHECK(zarr_bytes_size(bytes) == fills[i].size &&
              memcmp(zarr_bytes_data(bytes), want, fills[i].size) == 0);
        zarr_bytes_free(bytes);
        memset(read, 0x5A, sizeof read);
        OK(zarr_array_read_region(array, 1, start, one, read, fills[i].size, E));
        CHECK(memcmp(read, want, fills[i].size) == 0);
        zarr_array_free(array);
        zarr_array_builder_free(builder);
        zarr_store_free(store);
    }
}

static void default_values(const format_row *f) {
    static const int64_t shape[3] = {100000, 0, 7}, large[2] = {40000, 3000};
    zarr_error error;
    zarr_store *store = open_memory();
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_strings *names = NULL;
    int64_t chunk[3];
    double fill = 1;
    check_context("%s, nothing set", f->name);
    OK(zarr_array_builder_new(ZARR_FLOAT64, 2, large, &builder, E));
    OK(zarr_array_builder_format(builder, f->code, E));
    OK(zarr_array_create(store, "/x", builder, &array, E));
    OK(zarr_array_chunk_shape(array, 2, chunk, E));
    CHECK(chunk[0] >= 1 && chunk[0] <= large[0] && chunk[1] >= 1 && chunk[1] <= large[1]);
    CHECK(chunk[0] * chunk[1] * 8 >= 1 << 16 && chunk[0] * chunk[1] * 8 <= 1 << 23); /* about a MiB */
    CHECK(zarr_array_fill_value_defined(array) == 1);
    OK(zarr_array_fill_value(array, &fill, sizeof fill, E));
    CHECK(fill == 0);
    OK(zarr_array_dimension_names(array, &names, E));
    CHECK(zarr_strings_count(names) == 0);
    zarr_strings_free(names);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    OK(zarr_array_builder_new(ZARR_INT8, 3, shape, &builder, E));
    OK(zarr_array_builder_format(builder, f->code, E));
    OK(zarr_array_create(store, "/y", builder, &array, E));
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

/* order, big-endian, separator: what the chunk's key and bytes are, not only what reads back. */
static void stored_bytes(const format_row *f) {
    static const struct {
        int32_t order, big, separator;
        const char *key_v2, *key_v3, *key_2019, *key_2020, *key_2022;
        unsigned char bytes[12];
    } cases[] = {
        {'C', 0, '/', "x/0/1", "x/c/0/1", "data/x/0/1", "data/root/x/c0/1", "data/x/c0/1", {3, 0, 4, 0, 7, 0, 8, 0}},
        {'C', 1, '.', "x/0.1", "x/c.0.1", "data/x/0.1", "data/root/x/c0.1", "data/x/c0.1", {0, 3, 0, 4, 0, 7, 0, 8}},
        {'F', 0, '.', "x/0.1", "x/c.0.1", "data/x/0.1", "data/root/x/c0.1", "data/x/c0.1", {3, 0, 7, 0, 4, 0, 8, 0}},
        {'F', 1, '/', "x/0/1", "x/c/0/1", "data/x/0/1", "data/root/x/c0/1", "data/x/c0/1", {0, 3, 0, 7, 0, 4, 0, 8}},
    };
    static const int64_t shape[2] = {2, 4}, chunk[2] = {2, 2}, zero[2] = {0, 0};
    static const int16_t data[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    zarr_error error;
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *key = f->code == ZARR_FORMAT_V2        ? cases[i].key_v2
                          : f->code == ZARR_FORMAT_V3      ? cases[i].key_v3
                          : f->code == ZARR_FORMAT_V3_2022 ? cases[i].key_2022
                          : f->code == ZARR_FORMAT_V3_2020 ? cases[i].key_2020
                                                           : cases[i].key_2019;
        zarr_store *store = open_memory();
        zarr_array_builder *builder = NULL;
        zarr_array *array = NULL;
        zarr_bytes *value = NULL;
        int16_t got[8] = {0};
        check_context("%s, order %c, big-endian %d, separator %c", f->name, (int)cases[i].order, (int)cases[i].big,
                      (int)cases[i].separator);
        OK(zarr_array_builder_new(ZARR_INT16, 2, shape, &builder, E));
        OK(zarr_array_builder_format(builder, f->code, E));
        OK(zarr_array_builder_chunk_shape(builder, 2, chunk, E));
        OK(zarr_array_builder_order(builder, cases[i].order, E));
        OK(zarr_array_builder_big_endian(builder, cases[i].big, E));
        OK(zarr_array_builder_separator(builder, cases[i].separator, E));
        if (f->code == ZARR_FORMAT_V3_2019A && cases[i].separator == '/') {
            /* The first text has no separator but the period. */
            FAILS(zarr_array_create(store, "/x", builder, &array, E), ZARR_ERROR_UNSUPPORTED);
            zarr_array_builder_free(builder);
            zarr_store_free(store);
            continue;
        }
        OK(zarr_array_create(store, "/x", builder, &array, E));
        OK(zarr_array_write_region(array, 2, zero, shape, data, sizeof data, E));
        OK(zarr_array_read_region(array, 2, zero, shape, got, sizeof got, E));
        CHECK(memcmp(got, data, sizeof data) == 0);
        if (OK(zarr_store_get(store, key, &value, E)))
            CHECK(zarr_bytes_size(value) == 8 && memcmp(zarr_bytes_data(value), cases[i].bytes, 8) == 0);
        zarr_bytes_free(value);
        zarr_array_free(array);
        zarr_array_builder_free(builder);
        zarr_store_free(store);
    }
}

/* How keys of chunks are formed, by name: only final v3 has words for it, and the last word counts. */
static void chunk_key_encodings(const format_row *f) {
    static const struct {
        const char *name, *configuration;
        int32_t separator; /* Set before (1) or after (2) the encoding, 0: not at all */
        const char *key;
    } cases[] = {
        {"fanout", NULL, 0, "x/c/0/123/0/004"},
        {"fanout", "{\"max_children\": 100}", 1, "x/c/1/01/23/0/04"},
        {"suffix", "{\"suffix\": \".tiff\", \"base_encoding\": {\"name\": \"fanout\"}}", 0, "x/c/0/123/0/004.tiff"},
        {"v2", NULL, 0, "x/123.4"},
        {"default", "{\"separator\": \".\"}", 0, "x/c.123.4"},
        {"fanout", NULL, 2, "x/c.123.4"},
    };
    static const int64_t shape[2] = {130, 10}, chunk[2] = {1, 2}, start[2] = {123, 8}, count[2] = {1, 2};
    static const unsigned char data[2] = {7, 8};
    zarr_error error;
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        zarr_store *store = open_memory();
        zarr_array_builder *builder = NULL;
        zarr_array *array = NULL;
        zarr_bytes *value = NULL;
        unsigned char got[2] = {0};
        check_context("%s, chunk keys %lu", f->name, (unsigned long)i);
        OK(zarr_array_builder_new(ZARR_UINT8, 2, shape, &builder, E));
        OK(zarr_array_builder_format(builder, f->code, E));
        OK(zarr_array_builder_chunk_shape(builder, 2, chunk, E));
        if (cases[i].separator == 1)
            OK(zarr_array_builder_separator(builder, '.', E));
        OK(zarr_array_builder_chunk_key_encoding(builder, cases[i].name, cases[i].configuration, E));
        FAILS(zarr_array_builder_chunk_key_encoding(builder, "hash", NULL, E), ZARR_ERROR_UNSUPPORTED);
        FAILS(zarr_array_builder_chunk_key_encoding(builder, "fanout", "{\"max_children\": 9}", E),
              ZARR_ERROR_INVALID_ARGUMENT);
        FAILS(zarr_array_builder_chunk_key_encoding(builder, "suffix", "{\"suffix\": \"/../x\"}", E),
              ZARR_ERROR_INVALID_ARGUMENT);
        FAILS(zarr_array_builder_chunk_key_encoding(builder, "fanout", "[]", E), ZARR_ERROR_INVALID_ARGUMENT);
        FAILS(zarr_array_builder_chunk_key_encoding(builder, NULL, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
        if (cases[i].separator == 2)
            OK(zarr_array_builder_separator(builder, '.', E));
        else if (f->code != ZARR_FORMAT_V3) {
            FAILS(zarr_array_create(store, "/x", builder, &array, E), ZARR_ERROR_UNSUPPORTED);
            zarr_array_builder_free(builder);
            zarr_store_free(store);
            continue;
        }
        OK(zarr_array_create(store, "/x", builder, &array, E));
        OK(zarr_array_write_region(array, 2, start, count, data, sizeof data, E));
        zarr_array_free(array);
        OK(zarr_array_open(store, "/x", &array, E)); /* from the document */
        OK(zarr_array_read_region(array, 2, start, count, got, sizeof got, E));
        CHECK(memcmp(got, data, sizeof data) == 0);
        if (f->code == ZARR_FORMAT_V3 && OK(zarr_store_get(store, cases[i].key, &value, E)))
            CHECK(zarr_bytes_size(value) == 2 && memcmp(zarr_bytes_data(value), data, 2) == 0);
        zarr_bytes_free(value);
        zarr_array_free(array);
        zarr_array_builder_free(builder);
        zarr_store_free(store);
    }
}

static void names_and_attributes(const format_row *f) {
    static const int64_t shape[2] = {3, 4}, whole_axis[2] = {2, 0};
    static const char *const names[2] = {"y", "\xc3\xbcx"}, *const partly[2] = {"y", NULL};
    zarr_error error;
    zarr_store *store = open_memory();
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_strings *got = NULL;
    zarr_bytes *json = NULL;
    int64_t chunk[2] = {0, 0};
    check_context("%s, names and attributes", f->name);
    OK(zarr_array_builder_new_json("\"uint8\"", 2, shape, &builder, E));
    OK(zarr_array_builder_format(builder, f->code, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, whole_axis, E));
    OK(zarr_array_builder_attributes(builder, "{\"long_name\": \"depth\"}", E));
    /* One builder, several arrays. */
    OK(zarr_array_create(store, "/a", builder, &array, E));
    OK(zarr_array_attributes(array, &json, E));
    CHECK(basics_json_is(json, "{\"long_name\":\"depth\"}"));
    OK(zarr_array_chunk_shape(array, 2, chunk, E));
    CHECK(chunk[0] == 2 && chunk[1] == 4);
    OK(zarr_array_shard_shape(array, 2, chunk, E));
    CHECK(chunk[0] == 2 && chunk[1] == 4);
    CHECK(zarr_array_data_type(array) == ZARR_UINT8);
    OK(zarr_array_data_type_json(array, &json, E));
    CHECK(zarr_bytes_size(json) > 2);
    zarr_bytes_free(json);
    zarr_array_free(array);
    array = NULL;
    OK(zarr_array_builder_dimension_names(builder, 2, names, E));
    if (f->code != ZARR_FORMAT_V2 && f->code != ZARR_FORMAT_V3) {
        /* The drafts have no names of dimensions. */
        FAILS(zarr_array_create(store, "/b", builder, &array, E), ZARR_ERROR_UNSUPPORTED);
        CHECK(array == NULL && basics_kind_is(store, "/b", ZARR_NODE_NONE));
    } else {
        OK(zarr_array_create(store, "/b", builder, &array, E));
        OK(zarr_array_dimension_names(array, &got, E));
        CHECK(basics_names_are(got, "y \xc3\xbcx"));
        zarr_array_free(array);
        array = NULL;
    }
    if (f->code == ZARR_FORMAT_V3) {
        OK(zarr_array_builder_dimension_names(builder, 2, partly, E));
        OK(zarr_array_create(store, "/c", builder, &array, E));
        OK(zarr_array_dimension_names(array, &got, E));
        CHECK(zarr_strings_count(got) == 2 && zarr_strings_get(got, 1) == NULL);
        CHECK(strcmp(zarr_strings_get(got, 0), "y") == 0 && zarr_strings_size(got, 0) == 1);
        zarr_strings_free(got);
        zarr_array_free(array);
    }
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

static void raw_type(const format_row *f) {
    static const int64_t shape[1] = {4}, start[1] = {1}, count[1] = {2};
    static const unsigned char fill[3] = {1, 2, 3}, data[6] = {9, 8, 7, 6, 5, 4};
    const char *spelling = f->code == ZARR_FORMAT_V2 ? "\"|V3\"" : "\"r24\"";
    zarr_error error;
    zarr_store *store = open_memory();
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    unsigned char got[12];
    static const int64_t zero[1] = {0};
    check_context("%s, raw bytes", f->name);
    OK(zarr_array_builder_new_json(spelling, 1, shape, &builder, E));
    OK(zarr_array_builder_format(builder, f->code, E));
    OK(zarr_array_builder_fill_value(builder, fill, sizeof fill, E));
    OK(zarr_array_create(store, "/x", builder, &array, E));
    CHECK(zarr_array_data_type(array) == ZARR_RAW && zarr_array_item_size(array) == 3);
    OK(zarr_array_write_region(array, 1, start, count, data, sizeof data, E));
    zarr_array_free(array);
    OK(zarr_array_open(store, "/x", &array, E));
    OK(zarr_array_read_region(array, 1, zero, shape, got, sizeof got, E));
    CHECK(memcmp(got, fill, 3) == 0 && memcmp(got + 3, data, 6) == 0 && memcmp(got + 9, fill, 3) == 0);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

static void codecs(const format_row *f) {
    static const char *const v2[] = {"gzip", "zlib", "zstd", "blosc", NULL};
    static const char *const v3[] = {"gzip", "zstd", "blosc", "crc32c", NULL};
    static const char *const v3_2022[] = {"gzip", "blosc", NULL};
    /* The drafts before 2022 have numcodecs' codecs by URI. */
    const char *const *names = f->code == ZARR_FORMAT_V3 ? v3 : f->code == ZARR_FORMAT_V3_2022 ? v3_2022 : v2;
    static const int64_t shape[1] = {1000}, zero[1] = {0};
    zarr_error error;
    size_t i;
    for (; *names != NULL; names++) {
        zarr_store *store = open_memory();
        zarr_array_builder *builder = NULL;
        zarr_array *array = NULL;
        zarr_bytes *document = NULL;
        int32_t data[1000], got[1000];
        for (i = 0; i < 1000; i++)
            data[i] = (int32_t)(i / 10);
        check_context("%s, codec %s", f->name, *names);
        OK(zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, E));
        OK(zarr_array_builder_format(builder, f->code, E));
        OK(zarr_array_builder_codec(builder, *names, NULL, E));
        OK(zarr_array_create(store, "/x", builder, &array, E));
        OK(zarr_array_metadata(array, &document, E));
        CHECK(zarr_bytes_data(document) != NULL && strstr((const char *)zarr_bytes_data(document), *names) != NULL);
        zarr_bytes_free(document);
        OK(zarr_array_write_region(array, 1, zero, shape, data, sizeof data, E));
        zarr_array_free(array);
        OK(zarr_array_open(store, "/x", &array, E));
        OK(zarr_array_read_region(array, 1, zero, shape, got, sizeof got, E));
        CHECK(memcmp(got, data, sizeof data) == 0);
        zarr_array_free(array);
        zarr_array_builder_free(builder);
        zarr_store_free(store);
    }
}

static void from_documents(void) {
    static const struct {
        int32_t format;
        const char *text;
    } documents[] = {
        {ZARR_FORMAT_V2, "{\"zarr_format\": 2, \"shape\": [3, 4], \"chunks\": [2, 2], \"dtype\": \">i2\", \"compressor\": "
                         "null, \"fill_value\": 5, \"order\": \"F\", \"filters\": null, \"dimension_separator\": \"/\"}"},
        {ZARR_FORMAT_V3,
         "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [3, 4], \"data_type\": \"int16\", \"chunk_grid\": "
         "{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [2, 2]}}, \"chunk_key_encoding\": {\"name\": "
         "\"default\"}, \"fill_value\": 5, \"codecs\": [{\"name\": \"transpose\", \"configuration\": {\"order\": [1, "
         "0]}}, {\"name\": \"bytes\", \"configuration\": {\"endian\": \"big\"}}]}"},
        {ZARR_FORMAT_V3_2019A,
         "{\"zarr_format\": \"http://purl.org/zarr/spec/protocol/core/3.0\", \"shape\": [3, 4], \"data_type\": "
         "\">i2\", \"chunk_grid\": {\"type\": \"regular\", \"chunk_shape\": [2, 2]}, \"chunk_memory_layout\": \"F\", "
         "\"chunk_codecs\": [{\"codec\": \"http://purl.org/zarr/spec/codec/gzip\", \"level\": 1}], \"fill_value\": 5, "
         "\"extensions\": []}"},
        {ZARR_FORMAT_V3_2019B,
         "{\"shape\": [3, 4], \"data_type\": \">i2\", \"chunk_grid\": {\"type\": \"regular\", \"chunk_shape\": [2, 2], "
         "\"separator\": \"/\"}, \"chunk_memory_layout\": \"F\", \"compressor\": null, \"fill_value\": 5, "
         "\"extensions\": [], \"attributes\": {}}"},
        {ZARR_FORMAT_V3_2020,
         "{\"shape\": [3, 4], \"data_type\": \">i2\", \"chunk_grid\": {\"type\": \"regular\", \"chunk_shape\": [2, 2], "
         "\"separator\": \".\"}, \"chunk_memory_layout\": \"F\", \"compressor\": {\"codec\": "
         "\"https://purl.org/zarr/spec/codec/zlib/1.0\", \"configuration\": {\"level\": 1}}, \"fill_value\": 5, "
         "\"extensions\": [], \"attributes\": {}}"},
        {ZARR_FORMAT_V3_2022,
         "{\"shape\": [3, 4], \"data_type\": \"int16\", \"chunk_grid\": {\"type\": \"regular\", \"chunk_shape\": [2, 2], "
         "\"separator\": \"/\"}, \"chunk_memory_layout\": \"F\", \"codecs\": [{\"type\": "
         "\"https://purl.org/zarr/spec/codecs/endian/1.0\", \"configuration\": {\"endian\": \"big\"}}], \"fill_value\": "
         "5, \"extensions\": [], \"attributes\": {}}"},
    };
    static const int64_t start[2] = {1, 1}, count[2] = {2, 2}, corner[2] = {2, 3}, one[2] = {1, 1};
    static const int16_t data[4] = {1, 2, 3, 4};
    zarr_error error;
    size_t i;
    for (i = 0; i < sizeof documents / sizeof documents[0]; i++) {
        zarr_store *store = open_memory();
        zarr_array *array = NULL;
        int16_t got[4] = {0}, fill = 0;
        check_context("from a document of format %d", (int)documents[i].format);
        OK(zarr_array_create_json(store, "/g/x", documents[i].format, documents[i].text, &array, E));
        CHECK(zarr_array_format(array) == documents[i].format && zarr_array_data_type(array) == ZARR_INT16);
        OK(zarr_array_write_region(array, 2, start, count, data, sizeof data, E));
        zarr_array_free(array);
        OK(zarr_array_open(store, "/g/x", &array, E));
        OK(zarr_array_read_region(array, 2, start, count, got, sizeof got, E));
        CHECK(memcmp(got, data, sizeof data) == 0);
        OK(zarr_array_read_region(array, 2, corner, one, &fill, sizeof fill, E));
        CHECK(fill == 5);
        zarr_array_free(array);
        array = NULL;
        FAILS(zarr_array_create_json(store, "/g/x", documents[i].format, documents[i].text, &array, E),
              ZARR_ERROR_ALREADY_EXISTS);
        zarr_store_free(store);
    }
}

void basics_builder(void) {
    const format_row *f;
    for (f = basics_formats; f->name != NULL; f++) {
        fill_values(f);
        default_values(f);
        stored_bytes(f);
        chunk_key_encodings(f);
        names_and_attributes(f);
        raw_type(f);
        codecs(f);
    }
    from_documents();
}
