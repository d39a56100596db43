/*
 * Why this file exists: shards that other software wrote by a storage transformer hold the same chunks
 * whether an array is read, or its chunks are looked at one by one through the transformers; and a stack
 * of transformers is an array like any other.
 *
 *   transformers <folder with public/>
 */
#include "check.h"

/* Every chunk of an array: as the engine finds it in its shard, and as a value of the array's own store. */
static void compare(const char *root, const char *url, const char *path, const char *prefix, char separator) {
    zarr_error error;
    zarr_store *store = NULL, *view = NULL;
    zarr_array *array = NULL;
    zarr_bytes *places = NULL;
    zarr_strings *keys = NULL;
    size_t count = 0, i;
    int32_t ndim, axis;
    char *full = path_join(root, url);
    check_context("%s, array %s", url, path);
    OK(zarr_store_open(full, "{\"mode\": \"r\"}", &store, E));
    OK(zarr_array_open(store, path, &array, E));
    OK(zarr_array_chunk_store(array, &view, E));
    OK(zarr_array_list_chunks(array, ZARR_UNIT_CHUNK, &places, &count, E));
    CHECK(count > 1);
    ndim = zarr_array_ndim(array);
    for (i = 0; i < count; i++) {
        const int64_t *place = (const int64_t *)(const void *)zarr_bytes_data(places) + i * (size_t)ndim;
        char key[128];
        size_t length = (size_t)snprintf(key, sizeof key, "%sc", prefix);
        zarr_bytes *direct = NULL, *through = NULL;
        for (axis = 0; axis < ndim; axis++) {
            if (axis > 0)
                key[length++] = separator;
            length += (size_t)snprintf(key + length, sizeof key - length, "%d", (int)place[axis]);
        }
        OK(zarr_array_read_encoded_chunk(array, ZARR_UNIT_CHUNK, ndim, place, &direct, E));
        OK(zarr_store_get(view, key, &through, E));
        CHECK(zarr_bytes_size(direct) > 0 && zarr_bytes_size(direct) == zarr_bytes_size(through) &&
              memcmp(zarr_bytes_data(direct), zarr_bytes_data(through), zarr_bytes_size(direct)) == 0);
        zarr_bytes_free(direct);
        zarr_bytes_free(through);
    }
    /* No chunk more and none less. */
    OK(zarr_store_list_prefix(view, prefix, &keys, E));
    CHECK(zarr_strings_count(keys) == count);
    zarr_strings_free(keys);
    OK(zarr_store_list_prefix(store, prefix, &keys, E));
    CHECK(zarr_strings_count(keys) > 0 && zarr_strings_count(keys) <= count);
    zarr_strings_free(keys);
    FAILS(zarr_store_erase_prefix(view, prefix, E), ZARR_ERROR_READ_ONLY);
    zarr_bytes_free(places);
    zarr_store_free(view);
    zarr_array_free(array);
    zarr_store_free(store);
    free(full);
}

static const int64_t shape[2] = {11, 7}, origin[2] = {0, 0};

static bool numbers_are(const zarr_array *array, const uint16_t *wanted) {
    zarr_error error;
    uint16_t got[77];
    return OK(zarr_array_read_region(array, 2, origin, shape, got, sizeof got, E)) &&
           CHECK(memcmp(got, wanted, sizeof got) == 0);
}

static void stack(int32_t format, const char *data_type, const char *prefix) {
    static const char *const document =
        "{\"shape\": [11, 7], \"data_type\": \"%s\", \"chunk_memory_layout\": \"C\", \"fill_value\": 7,"
        " \"chunk_grid\": {\"type\": \"regular\", \"chunk_shape\": [2, 1], \"separator\": \"/\"},"
        " \"extensions\": [], \"attributes\": {}%s, \"storage_transformers\": ["
        "{\"extension\": \"https://purl.org/zarr/spec/extensions/storage-transformers/sharding/1.0\","
        " \"type\": \"indexed\", \"configuration\": {\"chunks_per_shard\": [3, 2]}},"
        "{\"extension\": \"https://purl.org/zarr/spec/extensions/storage-transformers/sharding/1.0\","
        " \"type\": \"indexed\", \"configuration\": {\"chunks_per_shard\": [2, 2]}}]}";
    zarr_error error;
    zarr_store *store = NULL, *view = NULL, *other = NULL;
    zarr_array *array = NULL, *copy = NULL;
    zarr_strings *keys = NULL;
    uint16_t values[77], part[2] = {500, 501};
    int64_t lengths[2], smaller[2] = {2, 2};
    const int64_t start[2] = {4, 5}, two[2] = {1, 2};
    char text[1024], key[64];
    int i;
    check_context("a stack in format %d", (int)format);
    for (i = 0; i < 77; i++)
        values[i] = (uint16_t)i;
    snprintf(text, sizeof text, document, data_type, format == ZARR_FORMAT_V3_2022 ? ", \"codecs\": []" : "");
    OK(zarr_store_open("memory://", NULL, &store, E));
    OK(zarr_array_create_json(store, "a", format, text, &array, E));
    OK(zarr_array_chunk_shape(array, 2, lengths, E));
    CHECK(lengths[0] == 2 && lengths[1] == 1);
    OK(zarr_array_shard_shape(array, 2, lengths, E));
    CHECK(lengths[0] == 12 && lengths[1] == 4);
    OK(zarr_array_write_region(array, 2, origin, shape, values, sizeof values, E));
    OK(zarr_store_list_prefix(store, prefix, &keys, E));
    CHECK(zarr_strings_count(keys) == 2);
    zarr_strings_free(keys);

    /* Through the transformers every chunk has its key; what is done there is seen by the array, and the reverse. */
    OK(zarr_array_chunk_store(array, &view, E));
    OK(zarr_store_list_prefix(view, prefix, &keys, E));
    CHECK(zarr_strings_count(keys) == 42);
    zarr_strings_free(keys);
    snprintf(key, sizeof key, "%sc1/3", prefix);
    OK(zarr_store_erase(view, key, E));
    values[2 * 7 + 3] = values[3 * 7 + 3] = 7;
    numbers_are(array, values);
    OK(zarr_array_write_region(array, 2, start, two, part, sizeof part, E));
    values[4 * 7 + 5] = 500;
    values[4 * 7 + 6] = 501;
    numbers_are(array, values);
    snprintf(key, sizeof key, "%sc4/0/", prefix);
    OK(zarr_store_erase_prefix(view, key, E)); /* nothing lies below a chunk */
    snprintf(key, sizeof key, "%sc2/", prefix);
    OK(zarr_store_erase_prefix(view, key, E));
    for (i = 4 * 7; i < 6 * 7; i++)
        values[i] = 7;
    numbers_are(array, values);

    /* To final v3 as it is stored, where shards lie in shards; and to v2, which has none. */
    OK(zarr_store_open("memory://", NULL, &other, E));
    OK(zarr_node_copy(store, "a", other, "b", ZARR_FORMAT_V3, NULL, NULL, E));
    OK(zarr_array_open(other, "b", &copy, E));
    numbers_are(copy, values);
    OK(zarr_array_shard_shape(copy, 2, lengths, E));
    CHECK(lengths[0] == 12 && lengths[1] == 4);
    zarr_array_free(copy);
    zarr_store_free(other);
    OK(zarr_store_open("memory://", NULL, &other, E));
    FAILS(zarr_node_copy(store, "a", other, "b", ZARR_FORMAT_V2, NULL, NULL, E), ZARR_ERROR_UNSUPPORTED);
    zarr_store_free(other);

    OK(zarr_array_resize(array, 2, smaller, E));
    OK(zarr_store_list_prefix(store, prefix, &keys, E));
    CHECK(zarr_strings_count(keys) == 1);
    zarr_strings_free(keys);
    OK(zarr_store_erase_prefix(view, prefix, E));
    OK(zarr_store_list_prefix(store, prefix, &keys, E));
    CHECK(zarr_strings_count(keys) == 0);
    zarr_strings_free(keys);
    OK(zarr_node_erase(store, "a", E));
    zarr_store_free(store);
    zarr_array_free(array);
    zarr_store_free(view);
}

/* A stack with more transformers than make sense, or with an unknown one. */
static void refused(void) {
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    static const char *const document =
        "{\"shape\": [4], \"data_type\": \"uint8\", \"chunk_memory_layout\": \"C\", \"codecs\": [], \"fill_value\": 0,"
        " \"chunk_grid\": {\"type\": \"regular\", \"chunk_shape\": [2]}, \"extensions\": [], \"attributes\": {},"
        " \"storage_transformers\": [";
    static const char *const indexed =
        "{\"extension\": \"https://purl.org/zarr/spec/extensions/storage-transformers/sharding/1.0\","
        " \"type\": \"indexed\", \"configuration\": {\"chunks_per_shard\": [1]}}";
    static const char *const unknown = ", {\"extension\": \"https://example.org/mirror/1.0\", \"type\": \"mirror\"}]}";
    char text[4096];
    int i;
    check_context("stacks that are refused");
    OK(zarr_store_open("memory://", NULL, &store, E));
    strcpy(text, document);
    for (i = 0; i < 9; i++) {
        strcat(text, indexed);
        strcat(text, i < 8 ? ", " : "]}");
    }
    FAILS(zarr_array_create_json(store, "a", ZARR_FORMAT_V3_2022, text, &array, E), ZARR_ERROR_LIMIT);
    strcpy(text, document);
    strcat(text, indexed);
    strcat(text, unknown);
    FAILS(zarr_array_create_json(store, "a", ZARR_FORMAT_V3_2022, text, &array, E), ZARR_ERROR_UNSUPPORTED);
    CHECK(strstr(error.message, "mirror") != NULL);
    zarr_store_free(store);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: transformers <folder with public/>\n");
        return 2;
    }
    compare(argv[1], "public/zarr-2.18.3-v3draft/sharded.zr3", "a", "data/root/a/", '/');
    compare(argv[1], "public/zarr-2.18.3-v3draft/sharded.zr3", "partial", "data/root/partial/", '/');
    compare(argv[1], "public/zarr-2.18.3-v3draft/sharded.zr3", "raw", "data/root/raw/", '/');
    compare(argv[1], "public/zarr-2.18.3-v3draft/sharded.zr3", "gz", "data/root/gz/", '/');
    compare(argv[1], "public/spec-v3-2022/main.zr3", "sharded/plain", "data/sharded/plain/", '/');
    compare(argv[1], "public/spec-v3-2022/main.zr3", "sharded/gzip-f", "data/sharded/gzip-f/", '/');
    compare(argv[1], "public/spec-v3-2022/main.zr3", "sharded/blosc-1d", "data/sharded/blosc-1d/", '/');
    compare(argv[1], "public/spec-v3-2022/more.zr3", "sharded/dot-3d", "data/sharded/dot-3d/", '.');
    stack(ZARR_FORMAT_V3_2022, "uint16", "data/a/");
    stack(ZARR_FORMAT_V3_2020, "<u2", "data/root/a/");
    refused();
    check_context("%s", "");
    return check_summary("transformers");
}
