/*
 * Why this file exists: the misuse test of builders and of creating arrays.
 */
#include "misuse.h"

static const int64_t shape[2] = {6, 5};

static void making(void) {
    static const int32_t bad_types[] = {0, -1, 100000, INT32_MAX, INT32_MIN};
    /* They need a length, a unit or fields, which only JSON can give. */
    static const int32_t types_with_parameters[] = {ZARR_RAW,        ZARR_FIXED_BYTES,  ZARR_FIXED_UTF32,
                                                    ZARR_DATETIME64, ZARR_TIMEDELTA64, ZARR_STRUCT};
    static const char *const bad_spellings[] = {"", "\"\"", "\"int33\"", "\"r12\"", "\"r0\"", "7", "{", "null", NULL};
    static const int64_t negative[2] = {3, -1}, huge[2] = {INT64_MAX, INT64_MAX};
    zarr_error error;
    zarr_array_builder *builder;
    size_t i;
    for (i = 0; i < sizeof bad_types / sizeof bad_types[0]; i++) {
        check_context("type %d", (int)bad_types[i]);
        builder = RUBBISH(zarr_array_builder);
        BAD_ARGUMENT(zarr_array_builder_new(bad_types[i], 2, shape, &builder, E));
        CHECK(builder == NULL);
    }
    for (i = 0; i < sizeof types_with_parameters / sizeof types_with_parameters[0]; i++) {
        check_context("type %d without its parameters", (int)types_with_parameters[i]);
        builder = RUBBISH(zarr_array_builder);
        FAILS2(zarr_array_builder_new(types_with_parameters[i], 2, shape, &builder, E), ZARR_ERROR_INVALID_ARGUMENT,
               ZARR_ERROR_UNSUPPORTED);
        CHECK(builder == NULL);
    }
    for (i = 0; bad_spellings[i] != NULL; i++) {
        check_context("type %s", bad_spellings[i]);
        builder = RUBBISH(zarr_array_builder);
        FAILS2(zarr_array_builder_new_json(bad_spellings[i], 2, shape, &builder, E), ZARR_ERROR_INVALID_ARGUMENT,
               ZARR_ERROR_UNSUPPORTED);
        CHECK(builder == NULL);
    }
    for (i = 0; misuse_bad_utf8[i] != NULL; i++)
        BAD_ARGUMENT(zarr_array_builder_new_json(misuse_bad_utf8[i], 2, shape, &builder, E));
    check_context("making a builder");
    builder = RUBBISH(zarr_array_builder);
    BAD_ARGUMENT(zarr_array_builder_new(ZARR_INT8, -1, shape, &builder, E));
    CHECK(builder == NULL);
    BAD_ARGUMENT(zarr_array_builder_new(ZARR_INT8, INT32_MIN, shape, &builder, E));
    BAD_ARGUMENT(zarr_array_builder_new(ZARR_INT8, 2, NULL, &builder, E));
    BAD_ARGUMENT(zarr_array_builder_new(ZARR_INT8, 2, negative, &builder, E));
    BAD_ARGUMENT(zarr_array_builder_new(ZARR_INT8, 2, shape, NULL, E));
    builder = RUBBISH(zarr_array_builder);
    BAD_ARGUMENT(zarr_array_builder_new_json(NULL, 2, shape, &builder, E));
    CHECK(builder == NULL);
    BAD_ARGUMENT(zarr_array_builder_new_json("\"int8\"", -1, shape, &builder, E));
    BAD_ARGUMENT(zarr_array_builder_new_json("\"int8\"", 2, NULL, &builder, E));
    BAD_ARGUMENT(zarr_array_builder_new_json("\"int8\"", 2, negative, &builder, E));
    BAD_ARGUMENT(zarr_array_builder_new_json("\"int8\"", 2, shape, NULL, E));
    CHECK(zarr_array_builder_new(ZARR_INT8, 2, NULL, &builder, NULL) == ZARR_ERROR_INVALID_ARGUMENT);
    /* A shape whose product overflows: here or at creation, but never a crash. */
    if (zarr_array_builder_new(ZARR_FLOAT64, 2, huge, &builder, E) == ZARR_OK) {
        zarr_store *store = NULL;
        zarr_array *array = RUBBISH(zarr_array);
        OK(zarr_array_builder_chunk_shape(builder, 2, huge, E));
        OK(zarr_store_open("memory://", NULL, &store, E));
        FAILS3(zarr_array_create(store, "/a", builder, &array, E), ZARR_ERROR_INVALID_ARGUMENT, ZARR_ERROR_LIMIT,
               ZARR_ERROR_METADATA);
        CHECK(array == NULL);
        zarr_store_free(store);
        zarr_array_builder_free(builder);
    }
}

static void bad_builder(const world *w, const zarr_array_builder *none, bool null) {
    zarr_array_builder *builder = (zarr_array_builder *)none;
    zarr_error error, errors[16];
    zarr_status got[16];
    zarr_array *array = RUBBISH(zarr_array);
    const char *names[2] = {"y", "x"};
    const int32_t fill = 3;
    size_t n = 0, i;
#define TRY(call) (check_poison(&errors[n]), got[n] = (call), n++)
    TRY(zarr_array_builder_format(builder, ZARR_FORMAT_V3, &errors[n]));
    TRY(zarr_array_builder_chunk_shape(builder, 2, shape, &errors[n]));
    TRY(zarr_array_builder_shard_shape(builder, 2, shape, &errors[n]));
    TRY(zarr_array_builder_fill_value(builder, &fill, sizeof fill, &errors[n]));
    TRY(zarr_array_builder_order(builder, 'C', &errors[n]));
    TRY(zarr_array_builder_big_endian(builder, 1, &errors[n]));
    TRY(zarr_array_builder_separator(builder, '/', &errors[n]));
    TRY(zarr_array_builder_chunk_key_encoding(builder, "fanout", NULL, &errors[n]));
    TRY(zarr_array_builder_dimension_names(builder, 2, names, &errors[n]));
    TRY(zarr_array_builder_attributes(builder, "{}", &errors[n]));
    TRY(zarr_array_builder_codec(builder, "gzip", NULL, &errors[n]));
    TRY(zarr_array_create(w->store, "/new", builder, &array, &errors[n]));
#undef TRY
    CHECK(array == NULL);
    for (i = 0; i < n; i++) {
        check_context("a bad builder handle, call %lu", (unsigned long)i);
        error = errors[i];
        if (null)
            NO_HANDLE(got[i]);
        else
            WRONG_HANDLE(got[i]);
    }
}

static void setting(void) {
    static const int32_t ranks[] = {-1, 0, 1, 3, INT32_MAX, INT32_MIN};
    static const int32_t formats[] = {-1, 4, 30, 35, 99, INT32_MAX, INT32_MIN};
    static const int32_t characters[] = {0, 'A', 'c', 'f', ',', -1, 256 + 'C', 256 + '/', INT32_MAX, INT32_MIN};
    static const int64_t negative[2] = {-1, 5};
    static const char *const names[2] = {"y", NULL};
    zarr_error error;
    zarr_array_builder *builder = NULL;
    unsigned char fill[16] = {0};
    size_t i;
    check_context("setting up a builder");
    if (!OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, E)))
        return;
    for (i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        check_context("format %d", (int)formats[i]);
        BAD_ARGUMENT(zarr_array_builder_format(builder, formats[i], E));
    }
    for (i = 0; i < sizeof ranks / sizeof ranks[0]; i++) {
        check_context("rank %d", (int)ranks[i]);
        BAD_ARGUMENT(zarr_array_builder_chunk_shape(builder, ranks[i], shape, E));
        FAILS2(zarr_array_builder_shard_shape(builder, ranks[i], shape, E), ZARR_ERROR_INVALID_ARGUMENT,
               ZARR_ERROR_UNSUPPORTED);
        BAD_ARGUMENT(zarr_array_builder_dimension_names(builder, ranks[i], names, E));
    }
    for (i = 0; i < sizeof characters / sizeof characters[0]; i++) {
        check_context("character %d", (int)characters[i]);
        BAD_ARGUMENT(zarr_array_builder_order(builder, characters[i], E));
        BAD_ARGUMENT(zarr_array_builder_separator(builder, characters[i], E));
    }
    check_context("setting up a builder");
    BAD_ARGUMENT(zarr_array_builder_chunk_shape(builder, 2, NULL, E));
    BAD_ARGUMENT(zarr_array_builder_chunk_shape(builder, 2, negative, E));
    FAILS2(zarr_array_builder_shard_shape(builder, 2, NULL, E), ZARR_ERROR_INVALID_ARGUMENT, ZARR_ERROR_UNSUPPORTED);
    FAILS2(zarr_array_builder_shard_shape(builder, 2, negative, E), ZARR_ERROR_INVALID_ARGUMENT,
           ZARR_ERROR_UNSUPPORTED);
    FAILS(zarr_array_builder_fill_value(builder, fill, 3, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS(zarr_array_builder_fill_value(builder, fill, 5, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS2(zarr_array_builder_fill_value(builder, NULL, 0, E), ZARR_ERROR_BUFFER_SIZE, ZARR_ERROR_INVALID_ARGUMENT);
    BAD_ARGUMENT(zarr_array_builder_fill_value(builder, NULL, 4, E));
    BAD_ARGUMENT(zarr_array_builder_dimension_names(builder, 2, NULL, E));
    BAD_ARGUMENT(zarr_array_builder_codec(builder, NULL, NULL, E));
    for (i = 0; misuse_bad_objects[i] != NULL; i++) {
        check_context("JSON %s", misuse_bad_objects[i]);
        BAD_ARGUMENT(zarr_array_builder_attributes(builder, misuse_bad_objects[i], E));
        BAD_ARGUMENT(zarr_array_builder_codec(builder, "gzip", misuse_bad_objects[i], E));
    }
    for (i = 0; misuse_bad_utf8[i] != NULL; i++) {
        const char *bad[2] = {"y", NULL};
        bad[1] = misuse_bad_utf8[i];
        check_context("bad UTF-8 %lu", (unsigned long)i);
        BAD_ARGUMENT(zarr_array_builder_dimension_names(builder, 2, bad, E));
        BAD_ARGUMENT(zarr_array_builder_codec(builder, misuse_bad_utf8[i], NULL, E));
    }
    check_context("setting up a builder");
    CHECK(zarr_array_builder_order(builder, 'X', NULL) == ZARR_ERROR_INVALID_ARGUMENT);
    /* After all that it still works. */
    {
        zarr_store *store = NULL;
        zarr_array *array = NULL;
        OK(zarr_store_open("memory://", NULL, &store, E));
        OK(zarr_array_create(store, "/a", builder, &array, E));
        CHECK(zarr_array_ndim(array) == 2);
        zarr_array_free(array);
        zarr_store_free(store);
    }
    zarr_array_builder_free(builder);
}

/* Codecs that don't exist or don't fit: refused at the call, or at the latest at creation, and nothing is stored. */
static void bad_codecs(void) {
    static const struct {
        const char *name, *configuration;
    } bad[] = {
        {"no-such-codec", NULL},
        {"", NULL},
        {"gzip", "{\"level\": 10}"},
        {"gzip", "{\"level\": \"5\"}"},
        {"gzip", "{\"no such member\": 1}"},
        {"zstd", "{\"level\": 1000}"},
        {"blosc", "{\"cname\": \"brotli\"}"},
        {"blosc", "{\"cname\": \"lz4\", \"clevel\": 10}"},
        {"blosc", "{\"cname\": \"lz4\", \"shuffle\": 9}"},
        {"transpose", "{\"order\": [0, 0]}"},
        {"transpose", "{\"order\": [0]}"},
        {"pickle", NULL},
    };
    zarr_error error;
    zarr_store *store = NULL;
    zarr_strings *keys = NULL;
    size_t i;
    OK(zarr_store_open("memory://", NULL, &store, E));
    for (i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        zarr_array_builder *builder = NULL;
        zarr_array *array = NULL;
        zarr_status status;
        check_context("codec %s %s", bad[i].name, bad[i].configuration ? bad[i].configuration : "");
        OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, E));
        OK(zarr_array_builder_format(builder, ZARR_FORMAT_V3, E));
        status = zarr_array_builder_codec(builder, bad[i].name, bad[i].configuration, E);
        if (status == ZARR_OK) {
            array = RUBBISH(zarr_array);
            status = zarr_array_create(store, "/a", builder, &array, E);
            CHECK(array == NULL);
        }
        FAILS3(status, ZARR_ERROR_INVALID_ARGUMENT, ZARR_ERROR_UNSUPPORTED, ZARR_ERROR_METADATA);
        zarr_array_builder_free(builder);
    }
    check_context("after bad codecs");
    OK(zarr_store_list_prefix(store, "", &keys, E));
    CHECK(zarr_strings_count(keys) == 0);
    zarr_strings_free(keys);
    zarr_store_free(store);
}

static void creating(const world *w) {
    static const char *const bad_documents[] = {
        "", "{", "[]", "{}", "\xff", "{\"zarr_format\": 3}", "{\"zarr_format\": 3, \"node_type\": \"group\"}",
        "{\"zarr_format\": 2, \"shape\": [1]}", NULL,
    };
    zarr_error error;
    zarr_array *array = RUBBISH(zarr_array);
    int32_t kind = -1;
    size_t i;
    check_context("creating");
    BAD_ARGUMENT(zarr_array_create_json(w->store, "/new", ZARR_FORMAT_V3, NULL, &array, E));
    CHECK(array == NULL);
    for (i = 0; bad_documents[i] != NULL; i++) {
        check_context("document %s", bad_documents[i]);
        array = RUBBISH(zarr_array);
        FAILS3(zarr_array_create_json(w->store, "/new", ZARR_FORMAT_V3, bad_documents[i], &array, E),
               ZARR_ERROR_METADATA, ZARR_ERROR_INVALID_ARGUMENT, ZARR_ERROR_NODE_TYPE);
        CHECK(array == NULL);
    }
    OK(zarr_node_kind(w->store, "/new", &kind, E));
    CHECK(kind == ZARR_NODE_NONE);
}

void misuse_builders(world *w) {
    zarr_error error;
    zarr_array_builder *freed = NULL;
    making();
    bad_builder(w, NULL, true);
    bad_builder(w, (const zarr_array_builder *)w->store, false);
    bad_builder(w, (const zarr_array_builder *)w->array, false);
    OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &freed, E));
    zarr_array_builder_free(freed);
    bad_builder(w, freed, false);
    zarr_array_builder_free(freed);
    setting();
    bad_codecs();
    creating(w);
}
