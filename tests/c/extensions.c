/* Extensions of the v3 drafts, as a C program meets them: a data type that is not known and its fallback, notes on handles,
   refusals that say what and where, and the draft's own times. */
#include "check.h"

#define CORE                                                                                                         \
    "{\"zarr_format\": \"https://purl.org/zarr/spec/core/3.0\","                                                      \
    " \"metadata_encoding\": {\"type\": \"json\", \"metadata_key_suffix\": \".json\"},"                                 \
    " \"extensions\": [{\"extension\": \"https://example.org/all\", \"must_understand\": false}]}"
/* An array of one extension point after the other: type, grid, layout, list of extensions. */
#define ARRAY(type, grid, layout, extensions)                                                                        \
    "{\"shape\": [4], \"data_type\": " type ", \"chunk_grid\": " grid ", \"chunk_memory_layout\": " layout              \
    ", \"codecs\": [], \"fill_value\": 7, \"attributes\": {}, \"extensions\": [" extensions "]}"
#define GRID "{\"type\": \"regular\", \"chunk_shape\": [2], \"separator\": \"/\"}"
#define MONEY(fallback) "{\"extension\": \"https://example.org/money\", \"type\": \"EUR\"" fallback "}"

static void put(const zarr_store *store, const char *key, const char *value) {
    zarr_error error;
    OK(zarr_store_set(store, key, value, strlen(value), E));
}

/* True when one of the texts holds this part. */
static bool among(const zarr_strings *texts, const char *part) {
    for (size_t i = 0; i < zarr_strings_count(texts); i++)
        if (strstr(zarr_strings_get(texts, i), part) != NULL)
            return true;
    return false;
}

static void fallback(void) {
    const int64_t start = 0, count = 4, shorter = 3;
    const char chunk[4] = {1, 0, 2, 0};
    int16_t values[4] = {0, 0, 0, 0};
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_group *group = NULL;
    zarr_strings *notes = NULL;
    zarr_bytes *document = NULL;
    check_context("fallback");
    OK(zarr_store_open("memory://", NULL, &store, E));
    put(store, "zarr.json", CORE);
    put(store, "meta/x.array.json",
        ARRAY(MONEY(", \"fallback\": [\"int7\", \"int16\"]"), GRID, "\"C\"",
              "{\"extension\": \"https://example.org/one\", \"must_understand\": false}"));
    OK(zarr_store_set(store, "data/x/c0", chunk, sizeof chunk, E));
    FAILS(zarr_array_open(store, "x", &array, E), ZARR_ERROR_UNSUPPORTED);
    CHECK(array == NULL && strstr(error.message, "https://example.org/money") && strstr(error.message, "\"EUR\"") &&
          strstr(error.message, "\"/x\"") && strstr(error.message, "allow_fallback"));
    FAILS(zarr_array_open_with(store, "x", "{\"allow_fallback\": \"yes\"}", &array, E), ZARR_ERROR_INVALID_ARGUMENT);
    if (OK(zarr_array_open_with(store, "x", "{\"allow_fallback\": true}", &array, E))) {
        CHECK(zarr_array_data_type(array) == ZARR_INT16 && zarr_array_item_size(array) == 2);
        OK(zarr_array_read_region(array, 1, &start, &count, values, sizeof values, E));
        CHECK(values[0] == 1 && values[1] == 2 && values[2] == 7 && values[3] == 7);
        FAILS(zarr_array_write_region(array, 1, &start, &count, values, sizeof values, E), ZARR_ERROR_UNSUPPORTED);
        if (OK(zarr_array_warnings(array, &notes, E)))
            CHECK(zarr_strings_count(notes) == 3 && among(notes, "read as its fallback \"int16\"") &&
                  among(notes, "https://example.org/one") && among(notes, "https://example.org/all"));
        zarr_strings_free(notes);
        notes = NULL;
        OK(zarr_array_resize(array, 1, &shorter, E));
        if (OK(zarr_store_get(store, "meta/x.array.json", &document, E)))
            CHECK(strstr((const char *)zarr_bytes_data(document), "https://example.org/money") != NULL &&
                  strstr((const char *)zarr_bytes_data(document), "int7") != NULL);
        zarr_bytes_free(document);
        FAILS(zarr_node_copy(store, "x", store, "y", 0, NULL, NULL, E), ZARR_ERROR_UNSUPPORTED);
    }
    zarr_array_free(array);
    if (OK(zarr_group_open(store, "/", &group, E)) && OK(zarr_group_warnings(group, &notes, E)))
        CHECK(zarr_strings_count(notes) == 1 && among(notes, "https://example.org/all"));
    zarr_strings_free(notes);
    zarr_group_free(group);
    zarr_store_free(store);
}

/* Every kind is refused by its name, its URI, its type and its node. */
static void refused(void) {
    static const struct {
        const char *key, *document, *kind, *uri, *type;
    } cases[] = {
        {"meta/x.array.json", ARRAY(MONEY(""), GRID, "\"C\"", ""), "data type extension", "https://example.org/money", "EUR"},
        {"meta/x.array.json",
         ARRAY("\"int16\"", "{\"extension\": \"https://example.org/grid\", \"type\": \"hex\"}", "\"C\"", ""),
         "chunk grid extension", "https://example.org/grid", "hex"},
        {"meta/x.array.json",
         ARRAY("\"int16\"", GRID, "{\"extension\": \"https://example.org/layout\", \"type\": \"Hilbert\"}", ""),
         "chunk memory layout extension", "https://example.org/layout", "Hilbert"},
        {"meta/x.array.json",
         ARRAY("\"int16\"", GRID, "\"C\"", "{\"extension\": \"https://example.org/must\", \"must_understand\": true}"),
         "array extension", "https://example.org/must", "/x"},
        {"meta/x.array.json",
         ARRAY("\"int16\"", GRID,
               "\"C\", \"storage_transformers\": [{\"extension\": \"https://example.org/st\", \"type\": \"mirror\"}]", ""),
         "storage transformer extension", "https://example.org/st", "mirror"},
        {"zarr.json",
         "{\"zarr_format\": \"https://purl.org/zarr/spec/core/3.0\", \"extensions\": [], \"metadata_encoding\":"
         " {\"extension\": \"https://example.org/cbor\", \"type\": \"cbor\", \"metadata_key_suffix\": \".cbor\"}}",
         "metadata encoding extension", "https://example.org/cbor", "cbor"},
        {"zarr.json",
         "{\"zarr_format\": \"https://purl.org/zarr/spec/core/3.0\","
         " \"metadata_encoding\": {\"type\": \"json\", \"metadata_key_suffix\": \".json\"},"
         " \"extensions\": [{\"extension\": \"https://example.org/must\", \"must_understand\": true}]}",
         "generic extension", "https://example.org/must", "zarr.json"}};
    zarr_error error;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        zarr_store *store = NULL;
        zarr_array *array = NULL;
        check_context("%s", cases[i].kind);
        OK(zarr_store_open("memory://", "{\"ignore_unknown\": true}", &store, E));
        put(store, "zarr.json", CORE);
        put(store, cases[i].key, cases[i].document);
        FAILS(zarr_array_open(store, "x", &array, E), ZARR_ERROR_UNSUPPORTED);
        if (strstr(error.message, cases[i].kind) == NULL || strstr(error.message, cases[i].uri) == NULL ||
            strstr(error.message, cases[i].type) == NULL)
            FAIL("the message says only: %s", error.message);
        zarr_store_free(store);
    }
}

/* The extension for times that the draft comes with: written, read, "not a time" and the fill value. */
static void times(void) {
    const int64_t shape = 4, chunk = 2, start = 0, two = 2, fill = INT64_MIN;
    const int64_t written[2] = {1, INT64_MIN};
    int64_t values[4] = {0, 0, 0, 0};
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_bytes *document = NULL;
    check_context("times");
    OK(zarr_store_open("memory://", NULL, &store, E));
    OK(zarr_array_builder_new_json("\"<M8[ms]\"", 1, &shape, &builder, E));
    OK(zarr_array_builder_format(builder, ZARR_FORMAT_V3_2022, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, &chunk, E));
    OK(zarr_array_builder_fill_value(builder, &fill, sizeof fill, E));
    OK(zarr_array_create(store, "t", builder, &array, E));
    OK(zarr_array_write_region(array, 1, &start, &two, written, sizeof written, E));
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    array = NULL;
    if (OK(zarr_array_open(store, "t", &array, E))) {
        CHECK(zarr_array_data_type(array) == ZARR_DATETIME64);
        OK(zarr_array_read_region(array, 1, &start, &shape, values, sizeof values, E));
        CHECK(values[0] == 1 && values[1] == INT64_MIN && values[2] == INT64_MIN && values[3] == INT64_MIN);
        if (OK(zarr_array_metadata(array, &document, E)))
            CHECK(strstr((const char *)zarr_bytes_data(document), "/data-types/datetime/1.0") != NULL &&
                  strstr((const char *)zarr_bytes_data(document), "<M8[ms]") != NULL &&
                  strstr((const char *)zarr_bytes_data(document), "int64") != NULL);
        zarr_bytes_free(document);
    }
    zarr_array_free(array);
    zarr_store_free(store);
}

int main(void) {
    fallback();
    refused();
    times();
    return check_summary("extensions");
}
