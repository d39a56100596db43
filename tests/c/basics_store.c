/*
 * Why this file exists: a store by itself: keys, values, listings, opening rules, and the default
 * format of an empty store.
 */
#include "basics.h"

static void keys_and_values(const char *url) {
    static const unsigned char binary[5] = {0, 1, 0, 255, 0};
    zarr_error error;
    zarr_store *store = NULL;
    zarr_bytes *value = NULL;
    zarr_strings *keys = NULL, *prefixes = NULL;
    check_context("store %s", url);
    if (!OK(zarr_store_open(url, NULL, &store, E)))
        return;
    OK(zarr_store_list_prefix(store, "", &keys, E));
    CHECK(zarr_strings_count(keys) == 0);
    zarr_strings_free(keys);
    OK(zarr_store_set(store, "a/b/1", binary, sizeof binary, E));
    OK(zarr_store_set(store, "a/b/2", "x", 1, E));
    OK(zarr_store_set(store, "a/c", "", 0, E));
    OK(zarr_store_set(store, "\xc3\xbc/z", "x", 1, E));
    OK(zarr_store_get(store, "a/b/1", &value, E));
    CHECK(zarr_bytes_size(value) == 5 && memcmp(zarr_bytes_data(value), binary, 5) == 0);
    CHECK(zarr_bytes_data(value)[5] == 0);
    zarr_bytes_free(value);
    OK(zarr_store_get(store, "a/c", &value, E));
    CHECK(zarr_bytes_size(value) == 0 && zarr_bytes_data(value) != NULL && zarr_bytes_data(value)[0] == 0);
    zarr_bytes_free(value);
    OK(zarr_store_set(store, "a/b/1", "short", 5, E));
    OK(zarr_store_get(store, "a/b/1", &value, E));
    CHECK(strcmp((const char *)zarr_bytes_data(value), "short") == 0);
    zarr_bytes_free(value);
    OK(zarr_store_list_prefix(store, "a/", &keys, E));
    CHECK(zarr_strings_count(keys) == 3);
    CHECK(basics_names_are(keys, "a/b/1 a/b/2 a/c"));
    OK(zarr_store_list_prefix(store, "none/", &keys, E));
    CHECK(zarr_strings_count(keys) == 0);
    zarr_strings_free(keys);
    OK(zarr_store_list_dir(store, "a/", &keys, &prefixes, E));
    CHECK(basics_names_are(keys, "a/c"));
    CHECK(basics_names_are(prefixes, "a/b/"));
    OK(zarr_store_list_dir(store, "", &keys, &prefixes, E));
    CHECK(basics_names_are(keys, ""));
    CHECK(basics_names_are(prefixes, "a/ \xc3\xbc/"));
    OK(zarr_store_list_dir(store, "a/c/", &keys, &prefixes, E)); /* a key is no prefix */
    CHECK(basics_names_are(keys, "") && basics_names_are(prefixes, ""));
    OK(zarr_store_erase(store, "a/b/1", E));
    OK(zarr_store_erase(store, "a/b/1", E));
    FAILS(zarr_store_get(store, "a/b/1", &value, E), ZARR_ERROR_NOT_FOUND);
    OK(zarr_store_erase(store, "a/b/2", E));
    OK(zarr_store_list_dir(store, "a/", &keys, &prefixes, E)); /* no empty folder stays behind */
    CHECK(basics_names_are(keys, "a/c") && basics_names_are(prefixes, ""));
    zarr_store_free(store);
}

/* Parts of values: from the start, from the end, beyond it. */
static void ranges(const char *url) {
    static const struct {
        zarr_range range;
        const char *wanted; /* NULL: an error */
    } cases[] = {
        {{0, -1}, "0123456789"}, {{0, 3}, "012"}, {{3, 4}, "3456"}, {{8, -1}, "89"},   {{8, 100}, "89"},
        {{-3, -1}, "789"},       {{-3, 2}, "78"}, {{4, 0}, ""},     {{10, -1}, ""},    {{-100, -1}, "0123456789"},
        {{11, -1}, ""},          {{11, 1}, ""},   {{0, -2}, NULL},  {{INT64_MAX, INT64_MAX}, ""},
    };
    zarr_error error;
    zarr_store *store = NULL;
    zarr_bytes *value = NULL;
    zarr_strings *keys = NULL;
    int32_t exists = -1;
    int64_t size = -1;
    size_t i;
    check_context("ranges, %s", url);
    if (!OK(zarr_store_open(url, NULL, &store, E)))
        return;
    OK(zarr_store_set(store, "a/k", "0123456789", 10, E));
    OK(zarr_store_set(store, "a/l/m", "x", 1, E));
    OK(zarr_store_set(store, "ab", "x", 1, E));
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        zarr_status status;
        check_context("range %ld, %ld, %s", (long)cases[i].range.start, (long)cases[i].range.length, url);
        value = (zarr_bytes *)&error;
        status = zarr_store_get_range(store, "a/k", cases[i].range, &value, E);
        if (cases[i].wanted == NULL) {
            FAILS(status, ZARR_ERROR_INVALID_ARGUMENT);
            CHECK(value == NULL);
        } else if (OK(status)) {
            CHECK(strcmp((const char *)zarr_bytes_data(value), cases[i].wanted) == 0);
            zarr_bytes_free(value);
        }
    }
    check_context("sizes, %s", url);
    FAILS(zarr_store_get_range(store, "none", cases[0].range, &value, E), ZARR_ERROR_NOT_FOUND);
    OK(zarr_store_size(store, "a/k", &size, E));
    CHECK(size == 10);
    /* Where keys are files, a folder stands in the place of this one. */
    FAILS2(zarr_store_size(store, "a", &size, E), ZARR_ERROR_NOT_FOUND, ZARR_ERROR_IO);
    OK(zarr_store_exists(store, "a/k", &exists, E));
    CHECK(exists == 1);
    OK(zarr_store_exists(store, "a", &exists, E));
    CHECK(exists == 0);
    OK(zarr_store_erase_prefix(store, "a/", E));
    OK(zarr_store_erase_prefix(store, "never/was/", E));
    OK(zarr_store_list_prefix(store, "", &keys, E));
    CHECK(basics_names_are(keys, "ab"));
    zarr_store_free(store);
}

static void memory_names(void) {
    zarr_error error;
    zarr_store *a = NULL, *b = NULL, *c = NULL, *d = NULL;
    check_context("memory stores");
    OK(zarr_store_open("memory://", NULL, &a, E));
    OK(zarr_store_open("memory://", NULL, &b, E));
    OK(zarr_store_open("memory://basics-shared", NULL, &c, E));
    OK(zarr_store_open("memory://basics-shared", NULL, &d, E));
    OK(zarr_store_set(a, "k", "1", 1, E));
    OK(zarr_store_set(c, "k", "1", 1, E));
    CHECK(!basics_has_key(b, "k") && basics_has_key(d, "k"));
    zarr_store_free(a);
    zarr_store_free(b);
    zarr_store_free(c);
    CHECK(basics_has_key(d, "k"));
    zarr_store_free(d);
}

static void opening(const char *directory) {
    zarr_error error;
    zarr_store *store = NULL;
    zarr_group *group = NULL;
    char *path = path_join(directory, "not/yet/there.zarr");
    char *url = need(strlen(path) + 8);
    int32_t kind = -1;
    check_context("opening");
    FAILS(zarr_store_open(path, "{\"mode\": \"r\"}", &store, E), ZARR_ERROR_NOT_FOUND);
    CHECK(store == NULL);
    OK(zarr_store_open(path, "{\"mode\": \"rw\"}", &store, E));
    OK(zarr_node_kind(store, "/", &kind, E));
    CHECK(kind == ZARR_NODE_NONE);
    /* The first write makes the directory; format 0 in an empty store is the final v3. */
    OK(zarr_group_create(store, "/", 0, NULL, &group, E));
    CHECK(basics_has_key(store, "zarr.json"));
    zarr_group_free(group);
    zarr_store_free(store);
    sprintf(url, "file://%s", path);
    OK(zarr_store_open(url, "{\"mode\": \"r\"}", &store, E));
    OK(zarr_node_kind(store, "/", &kind, E));
    CHECK(kind == ZARR_NODE_GROUP);
    zarr_store_free(store);
    free(url);
    free(path);
}

void basics_store(const char *directory) {
    char *path = path_join(directory, "store");
    keys_and_values("memory://");
    keys_and_values(path);
    free(path);
    path = path_join(directory, "ranges");
    ranges("memory://");
    ranges(path);
    free(path);
    memory_names();
    opening(directory);
}
