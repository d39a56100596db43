/*
 * Why this file exists: what the library says it can do must be so: every format, data type and codec of its lists makes
 * an array, and what the lists leave out is refused.
 */
#include "check.h"

static const struct {
    const char *name;
    int32_t format;
} formats[] = {
    {"v1", ZARR_FORMAT_V1},           {"v2", ZARR_FORMAT_V2},           {"v3", ZARR_FORMAT_V3},
    {"v3-2019a", ZARR_FORMAT_V3_2019A}, {"v3-2019b", ZARR_FORMAT_V3_2019B}, {"v3-2020", ZARR_FORMAT_V3_2020},
    {"v3-2022", ZARR_FORMAT_V3_2022}, {"n5", ZARR_FORMAT_N5},
};

static bool has(const zarr_strings *list, const char *name) {
    size_t i;
    for (i = 0; i < zarr_strings_count(list); i++)
        if (strcmp(zarr_strings_get(list, i), name) == 0)
            return true;
    return false;
}

/* Creates an array of the type, with the codec if there is one, in a store of its own. */
static zarr_status create(int32_t format, const char *type, const char *codec, zarr_error *error) {
    static const int64_t shape[1] = {4};
    char quoted[80];
    zarr_array_builder *builder = NULL;
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_status status;
    snprintf(quoted, sizeof quoted, "\"%s\"", type);
    (void)((status = zarr_store_open("memory://", NULL, &store, error)) ||
           (status = zarr_array_builder_new_json(quoted, 1, shape, &builder, error)) ||
           (status = zarr_array_builder_format(builder, format, error)) ||
           (status = codec == NULL ? ZARR_OK : zarr_array_builder_codec(builder, codec, NULL, error)) ||
           (status = zarr_array_create(store, "", builder, &array, error)));
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
    return status;
}

static void version(void) {
    int major = 0, minor = 0, patch = 0;
    check_context("the version");
    CHECK(sscanf(zarr_version(), "%d.%d.%d", &major, &minor, &patch) == 3);
    CHECK(zarr_version_number() == ZARR_VERSION_NUMBER);
    CHECK(zarr_version_number() == 1000000 * major + 1000 * minor + patch);
}

static void threads(void) {
    zarr_error error;
    check_context("threads");
    CHECK(zarr_threads() >= 1);
    OK(zarr_set_threads(3, E));
    CHECK(zarr_threads() == 3);
    OK(zarr_set_threads(0, E));
    CHECK(zarr_threads() >= 1);
}

static void of_format(int32_t format, const char *name) {
    /* Codecs that need no configuration and take these types. */
    static const char *const codecs[] = {"gzip", "numcodecs.zlib", "zstd", "blosc", "numcodecs.bz2", "numcodecs.lzma",
                                         "numcodecs.lz4", "crc32c", "numcodecs.crc32"};
    static const char *const types[] = {"bool", "int8", "int64", "uint16", "float16", "float64", "complex128",
                                        "bfloat16", "int4"};
    zarr_strings *list = NULL, *types_listed = NULL;
    zarr_error error;
    size_t i;
    check_context("format %s", name);
    OK(zarr_supported_data_types(format, &types_listed, E));
    for (i = 0; i < sizeof types / sizeof *types; i++) {
        zarr_status status = create(format, types[i], NULL, &error);
        check_context("format %s, data type %s", name, types[i]);
        CHECK(has(types_listed, types[i]) ? status == ZARR_OK : status == ZARR_ERROR_UNSUPPORTED);
    }
    check_context("format %s", name);
    OK(zarr_supported_codecs(format, &list, E));
    for (i = 0; i < sizeof codecs / sizeof *codecs; i++) {
        zarr_status status = create(format, "int32", codecs[i], &error);
        check_context("format %s, codec %s", name, codecs[i]);
        CHECK(has(list, codecs[i]) ? status == ZARR_OK : status == ZARR_ERROR_UNSUPPORTED);
    }
    zarr_strings_free(types_listed);
    zarr_strings_free(list);
}

static zarr_status none(void *user_data, const zarr_codec_place *place, const void *data, size_t size, zarr_sink *sink,
                        zarr_error *error) {
    (void)user_data, (void)place;
    return zarr_sink_write(sink, data, size, error);
}

static zarr_status back(void *user_data, const zarr_codec_place *place, const void *data, size_t size, size_t most,
                        zarr_sink *sink, zarr_error *error) {
    (void)most;
    return none(user_data, place, data, size, sink, error);
}

static void own_codecs(void) {
    zarr_codec_callbacks callbacks = ZARR_CODEC_CALLBACKS_INIT;
    zarr_strings *v2 = NULL, *v3 = NULL, *all = NULL;
    zarr_error error;
    check_context("codecs of a program's own");
    callbacks.encode = none;
    callbacks.decode = back;
    OK(zarr_codec_register("tests_none", "tests.none", &callbacks, NULL, E));
    OK(zarr_supported_codecs(ZARR_FORMAT_V2, &v2, E));
    OK(zarr_supported_codecs(ZARR_FORMAT_V3, &v3, E));
    OK(zarr_supported_codecs(ZARR_FORMAT_DEFAULT, &all, E));
    CHECK(has(v2, "tests_none") && !has(v2, "tests.none"));
    CHECK(has(v3, "tests.none") && !has(v3, "tests_none"));
    CHECK(!has(all, "tests.none") && has(all, "sharding_indexed") && has(v3, "sharding_indexed"));
    CHECK(!has(v2, "sharding_indexed"));
    OK(zarr_codec_unregister("tests_none", E));
    zarr_strings_free(v2);
    zarr_strings_free(v3);
    zarr_strings_free(all);
}

static void misuse(void) {
    zarr_strings *list = (zarr_strings *)&list;
    zarr_error error;
    check_context("misuse");
    FAILS(zarr_supported_formats(NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_supported_url_schemes(NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_supported_codecs(ZARR_FORMAT_V3, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_supported_data_types(ZARR_FORMAT_V3, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_supported_codecs(77, &list, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(list == NULL);
    list = (zarr_strings *)&list;
    FAILS(zarr_supported_data_types(-1, &list, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(list == NULL);
    CHECK(zarr_supported_formats(NULL, NULL) == ZARR_ERROR_INVALID_ARGUMENT);
}

int main(void) {
    zarr_strings *list = NULL, *schemes = NULL;
    zarr_error error;
    size_t i;
    version();
    threads();
    OK(zarr_supported_formats(&list, E));
    CHECK(zarr_strings_count(list) <= sizeof formats / sizeof *formats && has(list, "v1") && has(list, "v3"));
    for (i = 0; i < sizeof formats / sizeof *formats; i++) {
        zarr_strings *none_here = NULL;
        if (has(list, formats[i].name)) {
            of_format(formats[i].format, formats[i].name);
            continue;
        }
        check_context("format %s", formats[i].name);
        FAILS(zarr_supported_codecs(formats[i].format, &none_here, E), ZARR_ERROR_UNSUPPORTED);
        FAILS(zarr_supported_data_types(formats[i].format, &none_here, E), ZARR_ERROR_UNSUPPORTED);
    }
    check_context("URL schemes");
    OK(zarr_supported_url_schemes(&schemes, E));
    CHECK(has(schemes, "file") && has(schemes, "memory"));
    zarr_strings_free(schemes);
    zarr_strings_free(list);
    own_codecs();
    misuse();
    check_context("%s", "");
    return check_summary("capabilities");
}
