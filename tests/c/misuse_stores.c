/*
 * Why this file exists: the misuse test of stores: opening, keys, values and listings.
 */
#include "misuse.h"

static const char *const bad_keys[] = {"", "/", "/a", "a/", "a//b", ".", "..", "a/../b", "../a", "a/./b", NULL};

static void opening(world *w) {
    static const char *const bad_options[] = {
        "{\"no such option\": 1}", "{\"mode\": \"x\"}",   "{\"mode\": 1}",        "{\"threads\": -1}",
        "{\"threads\": \"2\"}",    "{\"strict\": 1}",     "{\"format\": \"v99\"}", "{\"dimension_separator\": \"|\"}",
        "{\"sync\": \"maybe\"}",   "{\"lock\": \"big\"}", "{\"symlinks\": true}",  "{\"limits\": 3}",
        NULL,
    };
    zarr_error error;
    zarr_store *store;
    char *missing = path_join(w->directory, "missing");
    size_t i;
    check_context("zarr_store_open");
    store = RUBBISH(zarr_store);
    BAD_ARGUMENT(zarr_store_open(NULL, NULL, &store, E));
    CHECK(store == NULL);
    BAD_ARGUMENT(zarr_store_open("memory://", NULL, NULL, E));
    CHECK(zarr_store_open(NULL, NULL, NULL, NULL) == ZARR_ERROR_INVALID_ARGUMENT);
    store = RUBBISH(zarr_store);
    BAD_ARGUMENT(zarr_store_open("", NULL, &store, E));
    CHECK(store == NULL);
    for (i = 0; misuse_bad_utf8[i] != NULL; i++) {
        store = RUBBISH(zarr_store);
        BAD_ARGUMENT(zarr_store_open(misuse_bad_utf8[i], NULL, &store, E));
        CHECK(store == NULL);
    }
    for (i = 0; misuse_bad_objects[i] != NULL; i++) {
        check_context("zarr_store_open, options %s", misuse_bad_objects[i]);
        store = RUBBISH(zarr_store);
        BAD_ARGUMENT(zarr_store_open("memory://", misuse_bad_objects[i], &store, E));
        CHECK(store == NULL);
    }
    for (i = 0; bad_options[i] != NULL; i++) {
        check_context("zarr_store_open, options %s", bad_options[i]);
        store = RUBBISH(zarr_store);
        BAD_ARGUMENT(zarr_store_open("memory://", bad_options[i], &store, E));
        CHECK(store == NULL);
    }
    check_context("zarr_store_open");
    store = RUBBISH(zarr_store);
    FAILS2(zarr_store_open("gopher://x/y", NULL, &store, E), ZARR_ERROR_UNSUPPORTED, ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(store == NULL);
    FAILS(zarr_store_open(missing, "{\"mode\": \"r\"}", &store, E), ZARR_ERROR_NOT_FOUND);
    CHECK(store == NULL && strstr(error.message, "missing") != NULL);
    CHECK(zarr_store_open(missing, "{\"mode\": \"r\"}", &store, NULL) == ZARR_ERROR_NOT_FOUND);
    free(missing);
}

static void told(void *user_data, const zarr_operation *operation) {
    (void)user_data;
    (void)operation;
}

static void never(void *user_data) { ++*(int *)user_data; }

/* `store` is no store: every call must say so, and touch nothing. */
static void bad_store(const zarr_store *store, bool null) {
    zarr_error error;
    zarr_bytes *bytes = RUBBISH(zarr_bytes);
    zarr_strings *a = RUBBISH(zarr_strings), *b = RUBBISH(zarr_strings);
    zarr_group *group = RUBBISH(zarr_group);
    zarr_array *array = RUBBISH(zarr_array);
    zarr_array_builder *builder = NULL;
    int32_t kind = -77;
    static const int64_t shape[1] = {3};
    const zarr_store *stores[1];
    zarr_tracer tracer = ZARR_TRACER_INIT;
    zarr_store *wrapped = RUBBISH(zarr_store);
    zarr_status got[24];
    zarr_error errors[24];
    size_t n = 0, i;
    stores[0] = store;
    tracer.ended = told;
    memset(errors, 0xA5, sizeof errors);
#define TRY(call) (got[n] = (call), n++)
    TRY(zarr_store_flush(store, &errors[n]));
    TRY(zarr_store_get(store, "k", &bytes, &errors[n]));
    TRY(zarr_store_set(store, "k", "v", 1, &errors[n]));
    TRY(zarr_store_erase(store, "k", &errors[n]));
    TRY(zarr_store_list_prefix(store, "", &a, &errors[n]));
    CHECK(a == NULL);
    a = RUBBISH(zarr_strings);
    TRY(zarr_store_list_dir(store, "", &a, &b, &errors[n]));
    TRY(zarr_node_kind(store, "/", &kind, &errors[n]));
    CHECK(a == NULL && b == NULL && bytes == NULL && kind == -77);
    a = RUBBISH(zarr_strings);
    TRY(zarr_node_children(store, "/", &a, &errors[n]));
    TRY(zarr_node_erase(store, "/x", &errors[n]));
    TRY(zarr_group_create(store, "/x", 0, NULL, &group, &errors[n]));
    CHECK(a == NULL && group == NULL);
    group = RUBBISH(zarr_group);
    TRY(zarr_group_open(store, "/", &group, &errors[n]));
    CHECK(group == NULL);
    TRY(zarr_group_open_with(store, "/", NULL, &group, &errors[n]));
    TRY(zarr_array_open(store, "/a", &array, &errors[n]));
    CHECK(array == NULL);
    array = RUBBISH(zarr_array);
    TRY(zarr_array_open_with(store, "/a", NULL, &array, &errors[n]));
    CHECK(array == NULL);
    array = RUBBISH(zarr_array);
    TRY(zarr_array_create_json(store, "/a", ZARR_FORMAT_V3, "{}", &array, &errors[n]));
    CHECK(array == NULL);
    array = RUBBISH(zarr_array);
    TRY(zarr_store_wrap_prefix(store, "a/", NULL, &wrapped, &errors[n]));
    CHECK(wrapped == NULL);
    wrapped = RUBBISH(zarr_store);
    TRY(zarr_store_wrap_read_only(store, NULL, &wrapped, &errors[n]));
    CHECK(wrapped == NULL);
    wrapped = RUBBISH(zarr_store);
    TRY(zarr_store_wrap_cache(store, 1000, NULL, &wrapped, &errors[n]));
    CHECK(wrapped == NULL);
    wrapped = RUBBISH(zarr_store);
    TRY(zarr_store_wrap_trace(store, &tracer, NULL, NULL, &wrapped, &errors[n]));
    CHECK(wrapped == NULL);
    wrapped = RUBBISH(zarr_store);
    TRY(zarr_store_wrap_overlay(stores, 1, NULL, &wrapped, &errors[n]));
    CHECK(wrapped == NULL);
    if (null) { /* making a builder might take the shell of a freed store */
        OK(zarr_array_builder_new(ZARR_INT8, 1, shape, &builder, E));
        TRY(zarr_array_create(store, "/a", builder, &array, &errors[n]));
        CHECK(array == NULL);
        zarr_array_builder_free(builder);
    }
#undef TRY
    for (i = 0; i < n; i++) {
        error = errors[i];
        check_context("a bad store handle, call %lu", (unsigned long)i);
        if (null)
            NO_HANDLE(got[i]);
        else
            WRONG_HANDLE(got[i]);
    }
}

static void keys(world *w) {
    zarr_error error;
    zarr_bytes *bytes;
    zarr_strings *a, *b;
    size_t i;
    check_context("keys");
    bytes = RUBBISH(zarr_bytes);
    BAD_ARGUMENT(zarr_store_get(w->store, NULL, &bytes, E));
    CHECK(bytes == NULL);
    BAD_ARGUMENT(zarr_store_get(w->store, "key", NULL, E));
    bytes = RUBBISH(zarr_bytes);
    FAILS(zarr_store_get(w->store, "none", &bytes, E), ZARR_ERROR_NOT_FOUND);
    CHECK(bytes == NULL);
    CHECK(zarr_store_get(w->store, "none", &bytes, NULL) == ZARR_ERROR_NOT_FOUND);
    BAD_ARGUMENT(zarr_store_set(w->store, NULL, "v", 1, E));
    BAD_ARGUMENT(zarr_store_set(w->store, "k", NULL, 1, E));
    OK(zarr_store_set(w->store, "empty", NULL, 0, E));
    OK(zarr_store_get(w->store, "empty", &bytes, E));
    CHECK(zarr_bytes_size(bytes) == 0);
    zarr_bytes_free(bytes);
    BAD_ARGUMENT(zarr_store_erase(w->store, NULL, E));
    OK(zarr_store_erase(w->store, "empty", E));
    OK(zarr_store_erase(w->store, "never was", E));
    CHECK(zarr_store_set(w->store, "empty", NULL, 0, NULL) == ZARR_OK);
    CHECK(zarr_store_erase(w->store, "empty", NULL) == ZARR_OK);
    for (i = 0; bad_keys[i] != NULL; i++) {
        check_context("key '%s'", bad_keys[i]);
        bytes = RUBBISH(zarr_bytes);
        BAD_ARGUMENT(zarr_store_get(w->store, bad_keys[i], &bytes, E));
        CHECK(bytes == NULL);
        BAD_ARGUMENT(zarr_store_set(w->store, bad_keys[i], "v", 1, E));
        BAD_ARGUMENT(zarr_store_erase(w->store, bad_keys[i], E));
    }
    for (i = 0; misuse_bad_utf8[i] != NULL; i++) {
        check_context("bad UTF-8 %lu in a key", (unsigned long)i);
        BAD_ARGUMENT(zarr_store_get(w->store, misuse_bad_utf8[i], &bytes, E));
        BAD_ARGUMENT(zarr_store_set(w->store, misuse_bad_utf8[i], "v", 1, E));
        BAD_ARGUMENT(zarr_store_erase(w->store, misuse_bad_utf8[i], E));
        a = b = RUBBISH(zarr_strings);
        BAD_ARGUMENT(zarr_store_list_prefix(w->store, misuse_bad_utf8[i], &a, E));
        CHECK(a == NULL);
        a = RUBBISH(zarr_strings);
        BAD_ARGUMENT(zarr_store_list_dir(w->store, misuse_bad_utf8[i], &a, &b, E));
        CHECK(a == NULL && b == NULL);
    }
    check_context("listings");
    a = b = RUBBISH(zarr_strings);
    BAD_ARGUMENT(zarr_store_list_prefix(w->store, NULL, &a, E));
    CHECK(a == NULL);
    BAD_ARGUMENT(zarr_store_list_prefix(w->store, "", NULL, E));
    a = RUBBISH(zarr_strings);
    BAD_ARGUMENT(zarr_store_list_dir(w->store, NULL, &a, &b, E));
    CHECK(a == NULL && b == NULL);
    a = b = RUBBISH(zarr_strings);
    BAD_ARGUMENT(zarr_store_list_dir(w->store, "", NULL, &b, E));
    CHECK(b == NULL);
    BAD_ARGUMENT(zarr_store_list_dir(w->store, "", &a, NULL, E));
    CHECK(a == NULL);
    BAD_ARGUMENT(zarr_store_list_prefix(w->store, "/a/", &a, E));
    BAD_ARGUMENT(zarr_store_list_dir(w->store, "../", &a, &b, E));
}

/* A store opened for reading only must refuse every way of writing, and change nothing. */
static void read_only(world *w) {
    static const int64_t shape[1] = {3}, start[1] = {0}, none[1] = {0};
    static const int8_t data[3] = {1, 2, 3};
    zarr_error error;
    char *path = path_join(w->directory, "read_only.zarr");
    zarr_store *store = NULL;
    zarr_group *group = NULL;
    zarr_array *array = NULL, *other;
    zarr_array_builder *builder = NULL;
    int8_t got[3] = {0};
    check_context("mode r");
    OK(zarr_store_open(path, NULL, &store, E));
    OK(zarr_array_builder_new(ZARR_INT8, 1, shape, &builder, E));
    OK(zarr_array_create(store, "/a", builder, &array, E));
    OK(zarr_array_write_region(array, 1, start, shape, data, 3, E));
    zarr_array_free(array);
    zarr_store_free(store);
    OK(zarr_store_open(path, "{\"mode\": \"r\"}", &store, E));
    OK(zarr_array_open(store, "/a", &array, E));
    OK(zarr_group_open(store, "/", &group, E));
    FAILS(zarr_store_set(store, "k", "v", 1, E), ZARR_ERROR_READ_ONLY);
    FAILS(zarr_store_erase(store, "a/zarr.json", E), ZARR_ERROR_READ_ONLY);
    FAILS(zarr_node_erase(store, "/a", E), ZARR_ERROR_READ_ONLY);
    other = RUBBISH(zarr_array);
    FAILS(zarr_array_create(store, "/b", builder, &other, E), ZARR_ERROR_READ_ONLY);
    CHECK(other == NULL);
    FAILS(zarr_array_write_region(array, 1, start, shape, data, 3, E), ZARR_ERROR_READ_ONLY);
    FAILS(zarr_array_resize(array, 1, none, E), ZARR_ERROR_READ_ONLY);
    FAILS(zarr_array_set_attributes(array, "{}", E), ZARR_ERROR_READ_ONLY);
    FAILS(zarr_group_set_attributes(group, "{}", E), ZARR_ERROR_READ_ONLY);
    zarr_group_free(group);
    group = RUBBISH(zarr_group);
    FAILS(zarr_group_create(store, "/b", 0, NULL, &group, E), ZARR_ERROR_READ_ONLY);
    CHECK(group == NULL);
    OK(zarr_array_read_region(array, 1, start, shape, got, 3, E));
    CHECK(memcmp(got, data, 3) == 0);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
    free(path);
}

/* Stores around stores. */
static void wrapping(world *w) {
    static const char *const bad_prefixes[] = {"a", "/", "//", "/a/", "../", "a/../", "a//", NULL};
    zarr_error error;
    zarr_store *out;
    zarr_tracer tracer = ZARR_TRACER_INIT;
    const zarr_store *stores[2];
    struct {
        zarr_tracer known;
        void (*unknown)(void);
    } newer;
    int destroyed = 0;
    size_t i;
    check_context("wrappers");
    stores[0] = w->store;
    stores[1] = (const zarr_store *)w->array;
#define REFUSED(call, status) (out = RUBBISH(zarr_store), FAILS(call, status), CHECK(out == NULL))
    REFUSED(zarr_store_wrap_prefix(w->store, NULL, NULL, &out, E), ZARR_ERROR_INVALID_ARGUMENT);
    for (i = 0; bad_prefixes[i] != NULL; i++)
        REFUSED(zarr_store_wrap_prefix(w->store, bad_prefixes[i], NULL, &out, E), ZARR_ERROR_INVALID_ARGUMENT);
    for (i = 0; misuse_bad_utf8[i] != NULL; i++)
        REFUSED(zarr_store_wrap_prefix(w->store, misuse_bad_utf8[i], NULL, &out, E), ZARR_ERROR_INVALID_ARGUMENT);
    for (i = 0; misuse_bad_objects[i] != NULL; i++) {
        const char *bad = misuse_bad_objects[i];
        tracer.ended = told;
        REFUSED(zarr_store_wrap_prefix(w->store, "a/", bad, &out, E), ZARR_ERROR_INVALID_ARGUMENT);
        REFUSED(zarr_store_wrap_read_only(w->store, bad, &out, E), ZARR_ERROR_INVALID_ARGUMENT);
        REFUSED(zarr_store_wrap_cache(w->store, 1000, bad, &out, E), ZARR_ERROR_INVALID_ARGUMENT);
        REFUSED(zarr_store_wrap_trace(w->store, &tracer, NULL, bad, &out, E), ZARR_ERROR_INVALID_ARGUMENT);
        REFUSED(zarr_store_wrap_overlay(stores, 1, bad, &out, E), ZARR_ERROR_INVALID_ARGUMENT);
    }
    REFUSED(zarr_store_wrap_cache(w->store, 1000, "{\"mode\": \"r\"}", &out, E), ZARR_ERROR_INVALID_ARGUMENT);
    BAD_ARGUMENT(zarr_store_wrap_prefix(w->store, "a/", NULL, NULL, E));
    BAD_ARGUMENT(zarr_store_wrap_read_only(w->store, NULL, NULL, E));
    BAD_ARGUMENT(zarr_store_wrap_cache(w->store, 1000, NULL, NULL, E));
    BAD_ARGUMENT(zarr_store_wrap_trace(w->store, &tracer, NULL, NULL, NULL, E));
    BAD_ARGUMENT(zarr_store_wrap_overlay(stores, 1, NULL, NULL, E));
    REFUSED(zarr_store_wrap_overlay(stores, 0, NULL, &out, E), ZARR_ERROR_INVALID_ARGUMENT);
    REFUSED(zarr_store_wrap_overlay(NULL, 0, NULL, &out, E), ZARR_ERROR_INVALID_ARGUMENT);
    REFUSED(zarr_store_wrap_overlay(NULL, 1, NULL, &out, E), ZARR_ERROR_INVALID_ARGUMENT);
    REFUSED(zarr_store_wrap_overlay(stores, 2, NULL, &out, E), ZARR_ERROR_INVALID_HANDLE);
    REFUSED(zarr_store_wrap_overlay(stores, SIZE_MAX, NULL, &out, E), ZARR_ERROR_NO_MEMORY);
    stores[1] = NULL;
    REFUSED(zarr_store_wrap_overlay(stores, 2, NULL, &out, E), ZARR_ERROR_INVALID_HANDLE);

    check_context("tracers");
    REFUSED(zarr_store_wrap_trace(w->store, NULL, NULL, NULL, &out, E), ZARR_ERROR_INVALID_ARGUMENT);
    tracer.destroy = never;
    tracer.ended = NULL;
    REFUSED(zarr_store_wrap_trace(w->store, &tracer, &destroyed, NULL, &out, E), ZARR_ERROR_INVALID_ARGUMENT);
    tracer.ended = told;
    REFUSED(zarr_store_wrap_trace(NULL, &tracer, &destroyed, NULL, &out, E), ZARR_ERROR_INVALID_HANDLE);
    for (i = 0; i < 4; i++) {
        static const size_t sizes[4] = {0, 1, sizeof(size_t), SIZE_MAX};
        tracer.struct_size = sizes[i];
        REFUSED(zarr_store_wrap_trace(w->store, &tracer, &destroyed, NULL, &out, E), ZARR_ERROR_INVALID_ARGUMENT);
    }
    memset(&newer, 0, sizeof newer);
    newer.known = tracer;
    newer.known.struct_size = sizeof newer;
    OK(zarr_store_wrap_trace(w->store, &newer.known, &destroyed, NULL, &out, E));
    CHECK(destroyed == 0);
    zarr_store_free(out);
    CHECK(destroyed == 1);
    newer.unknown = (void (*)(void))never;
    REFUSED(zarr_store_wrap_trace(w->store, &newer.known, &destroyed, NULL, &out, E), ZARR_ERROR_UNSUPPORTED);
    CHECK(destroyed == 1);
#undef REFUSED
}

void misuse_stores(world *w) {
    zarr_error error;
    zarr_store *freed = NULL;
    opening(w);
    bad_store(NULL, true);
    bad_store((const zarr_store *)w->array, false);
    bad_store((const zarr_store *)w->group, false);
    bad_store((const zarr_store *)w->bytes, false);
    OK(zarr_store_open("memory://", NULL, &freed, E));
    zarr_store_free(freed);
    bad_store(freed, false);
    zarr_store_free(freed);
    keys(w);
    wrapping(w);
    read_only(w);
}
