/*
 * Why this file exists: the stores over LMDB and SQLite of c_examples are what others will copy, so every slot
 * of their tables is held to what a store has to do, and to what only a database can lose: values that outlive
 * the store, changes that count together or not at all, and writers that meet.
 *
 *     databases lmdb|sqlite
 */
#include "../c/check.h"

#include <pthread.h>
#ifdef WITH_LMDB
#include "lmdb_store.h"
#include <lmdb.h>
#endif
#ifdef WITH_SQLITE
#include "sqlite_store.h"
#endif

static const char *kind;

static zarr_status table(const char *path, int read_only, zarr_store_callbacks *callbacks, void **user_data, zarr_error *error) {
#ifdef WITH_LMDB
    if (strcmp(kind, "lmdb") == 0)
        return lmdb_store_table(path, (size_t)64 << 20, read_only ? MDB_RDONLY : MDB_NOSYNC, callbacks, user_data, error);
#endif
#ifdef WITH_SQLITE
    if (strcmp(kind, "sqlite") == 0)
        return sqlite_store_table(path, read_only, callbacks, user_data, error);
#endif
    fprintf(stderr, "built without %s\n", kind);
    exit(2);
}

static zarr_status open_store(const char *path, int read_only, zarr_store **store, zarr_error *error) {
#ifdef WITH_LMDB
    if (strcmp(kind, "lmdb") == 0)
        return lmdb_store_open(path, (size_t)64 << 20, read_only ? MDB_RDONLY : MDB_NOSYNC, NULL, store, error);
#endif
#ifdef WITH_SQLITE
    if (strcmp(kind, "sqlite") == 0)
        return sqlite_store_open(path, read_only, NULL, store, error);
#endif
    fprintf(stderr, "built without %s\n", kind);
    exit(2);
}

/* The value of a key is these bytes, or part of it is, or there is none. */
static bool is(const zarr_store *store, const char *key, int64_t start, int64_t length, const char *wanted) {
    zarr_error error;
    zarr_bytes *value = NULL;
    zarr_range range;
    bool same;
    range.start = start;
    range.length = length;
    if (wanted == NULL)
        return FAILS(zarr_store_get_range(store, key, range, &value, E), ZARR_ERROR_NOT_FOUND);
    if (!OK(zarr_store_get_range(store, key, range, &value, E)))
        return false;
    same = zarr_bytes_size(value) == strlen(wanted) && memcmp(zarr_bytes_data(value), wanted, strlen(wanted)) == 0;
    if (!same)
        FAIL("%s is \"%.60s\", not \"%.60s\"", key, (const char *)zarr_bytes_data(value), wanted);
    zarr_bytes_free(value);
    return same;
}

static void put(const zarr_store *store, const char *key, const char *value) {
    zarr_error error;
    OK(zarr_store_set(store, key, value, strlen(value), E));
}

/* The entries of a list, each with a blank behind it. */
static void lists(zarr_strings *names, const char *wanted) {
    char text[2048] = "";
    size_t i;
    for (i = 0; i < zarr_strings_count(names); i++) {
        strncat(text, zarr_strings_get(names, i), sizeof text - strlen(text) - 1);
        strncat(text, " ", sizeof text - strlen(text) - 1);
    }
    if (strcmp(text, wanted) != 0)
        FAIL("listed: %s, not %s", text, wanted);
    else
        CHECK(true);
    zarr_strings_free(names);
}

static void dir(const zarr_store *store, const char *prefix, const char *keys, const char *prefixes) {
    zarr_error error;
    zarr_strings *found = NULL, *below = NULL;
    if (OK(zarr_store_list_dir(store, prefix, &found, &below, E))) {
        lists(found, keys);
        lists(below, prefixes);
    }
}

static void all(const zarr_store *store, const char *prefix, const char *keys) {
    zarr_error error;
    zarr_strings *found = NULL;
    if (OK(zarr_store_list_prefix(store, prefix, &found, E)))
        lists(found, keys);
}

static void values(const zarr_store *store) {
    zarr_error error;
    zarr_bytes *value = NULL;
    const size_t size = 3000001;
    unsigned char *large = need(size);
    int64_t bytes = -1;
    int32_t there = -1;
    size_t i;
    check_context("%s: values", kind);
    is(store, "a/b", 0, -1, NULL);
    OK(zarr_store_exists(store, "a/b", &there, E));
    CHECK(there == 0);
    FAILS(zarr_store_size(store, "a/b", &bytes, E), ZARR_ERROR_NOT_FOUND);
    put(store, "a/b", "first");
    put(store, "a/b", "0123456789");
    put(store, "empty", "");
    is(store, "a/b", 0, -1, "0123456789");
    is(store, "empty", 0, -1, "");
    is(store, "a/b", 3, 4, "3456");
    is(store, "a/b", 8, 100, "89");
    is(store, "a/b", 10, 5, "");
    is(store, "a/b", -3, -1, "789");
    is(store, "a/b", -11, -1, "0123456789");
    is(store, "a/b", 11, 1, "");
    is(store, "a/b/c", 0, -1, NULL);
    is(store, "A/b", 0, -1, NULL);
    OK(zarr_store_size(store, "a/b", &bytes, E));
    CHECK(bytes == 10);
    OK(zarr_store_size(store, "empty", &bytes, E));
    CHECK(bytes == 0);
    OK(zarr_store_exists(store, "empty", &there, E));
    CHECK(there == 1);
    for (i = 0; i < size; i++)
        large[i] = (unsigned char)(i * 7 + i / 251);
    OK(zarr_store_set(store, "large", large, size, E));
    OK(zarr_store_get(store, "large", &value, E));
    CHECK(zarr_bytes_size(value) == size && memcmp(zarr_bytes_data(value), large, size) == 0);
    zarr_bytes_free(value);
    free(large);
    OK(zarr_store_flush(store, E));
    OK(zarr_store_erase_prefix(store, "", E));
    all(store, "", "");
}

static void keys(const zarr_store *store) {
    static const char *const names[] = {"top", "a/x", "a/b/deep/y", "a/b0", "a/b-c/z", "ab/x", "a.b/x", "a0"};
    static const char *const odd[] = {"\xe6\x97\xa5\xe6\x9c\xac/\xc3\xbc \xc3\xb6", " lead and trail ", "%2e%2e/%00", "...",
                                      "'\"$*?[]{}", "c:0", "-rf", "_", "a%", "x'; DROP TABLE zarr; --"};
    zarr_error error;
    char long_key[600];
    size_t i;
    check_context("%s: keys", kind);
    dir(store, "", "", "");
    for (i = 0; i < sizeof names / sizeof *names; i++)
        put(store, names[i], "v");
    all(store, "", "a.b/x a/b-c/z a/b/deep/y a/b0 a/x a0 ab/x top ");
    all(store, "a/", "a/b-c/z a/b/deep/y a/b0 a/x ");
    all(store, "a/b/", "a/b/deep/y ");
    all(store, "top/", "");
    dir(store, "", "a0 top ", "a.b/ a/ ab/ ");
    dir(store, "a/", "a/b0 a/x ", "a/b-c/ a/b/ ");
    dir(store, "a/b/", "", "a/b/deep/ ");
    dir(store, "absent/", "", "");
    OK(zarr_store_erase(store, "a/x", E));
    OK(zarr_store_erase(store, "a/x", E));
    OK(zarr_store_erase(store, "absent/below", E));
    OK(zarr_store_erase_prefix(store, "absent/", E));
    OK(zarr_store_erase_prefix(store, "a/b/", E));
    all(store, "", "a.b/x a/b-c/z a/b0 a0 ab/x top ");
    OK(zarr_store_erase_prefix(store, "a/", E));
    all(store, "", "a.b/x a0 ab/x top ");
    OK(zarr_store_erase_prefix(store, "", E));
    for (i = 0; i < sizeof odd / sizeof *odd; i++)
        put(store, odd[i], odd[i]);
    for (i = 0; i < sizeof odd / sizeof *odd; i++)
        is(store, odd[i], 0, -1, odd[i]);
    OK(zarr_store_erase_prefix(store, "", E));

    /* LMDB was built with a limit, and says so; nothing can be there, so reading and erasing are as always. */
    memset(long_key, 'k', sizeof long_key);
    long_key[511] = '\0';
    put(store, long_key, "v");
    is(store, long_key, 0, -1, "v");
    OK(zarr_store_erase(store, long_key, E));
    long_key[511] = 'k';
    long_key[599] = '\0';
    if (strcmp(kind, "lmdb") == 0) {
        FAILS(zarr_store_set(store, long_key, "v", 1, E), ZARR_ERROR_UNSUPPORTED);
        CHECK(strstr(error.message, "511") != NULL);
        is(store, long_key, 0, -1, NULL);
    } else {
        put(store, long_key, "v");
        is(store, long_key, 0, -1, "v");
    }
    OK(zarr_store_erase(store, long_key, E));
    all(store, "", "");
}

/* The slots that the engine has no need of with such a store. */
static void slots(const char *path) {
    static const char *const three[] = {"k", "new", "k"};
    static const char *const two[] = {"k", "absent"};
    static const int64_t starts[] = {8, 3, 1};
    static const void *const parts[] = {"EFGH", "x", "ab"};
    static const size_t sizes[] = {4, 1, 2};
    zarr_error error;
    zarr_store_callbacks callbacks;
    zarr_store *store = NULL;
    void *user_data = NULL;
    int32_t there = -1;
    check_context("%s: slots", kind);
    if (!CHECK(table(path, 0, &callbacks, &user_data, E) == ZARR_OK))
        return;
    CHECK(callbacks.set(user_data, "k", "0123456789", 10, E) == ZARR_OK);
    CHECK(callbacks.set_partial_values(user_data, 3, three, starts, parts, sizes, E) == ZARR_OK);
    CHECK(callbacks.set_partial_values(user_data, 0, NULL, NULL, NULL, NULL, E) == ZARR_OK);
    CHECK(callbacks.exists(user_data, "new", &there, E) == ZARR_OK && there == 1);
    CHECK(callbacks.set_if(user_data, "k", NULL, "no", 2, E) == ZARR_ERROR_CONFLICT);
    CHECK(callbacks.set_if(user_data, "k", "another version", "no", 2, E) == ZARR_ERROR_CONFLICT);
    CHECK(callbacks.set_if(user_data, "absent", "a version", "no", 2, E) == ZARR_ERROR_CONFLICT);
    CHECK(callbacks.set_if(user_data, "first", NULL, "yes", 3, E) == ZARR_OK);
    OK(zarr_store_open_callbacks(&callbacks, user_data, NULL, &store, E));
    is(store, "k", 0, -1, "0ab34567EFGH");
    is(store, "new", 3, -1, "x");
    is(store, "first", 0, -1, "yes");
    CHECK(callbacks.erase_values(user_data, 2, two, E) == ZARR_OK);
    all(store, "", "first new ");
    OK(zarr_store_erase_prefix(store, "", E));
    zarr_store_free(store);
}

#define WRITERS 4
#define LENGTH 240

typedef struct writer {
    const zarr_array *array;
    int number;
    zarr_status status;
    zarr_error error;
} writer;

/* Every writer has elements in every chunk: what is not written under a condition gets lost. */
static void *write_elements(void *argument) {
    writer *w = argument;
    int64_t start, count = 1;
    for (start = w->number; start < LENGTH && w->status == ZARR_OK; start += WRITERS) {
        int32_t value = (int32_t)start + 1;
        w->status = zarr_array_write_region(w->array, 1, &start, &count, &value, sizeof value, &w->error);
    }
    return NULL;
}

static void arrays(const char *path) {
    static const int64_t shape[] = {LENGTH}, chunk[] = {20}, shard[] = {60}, zero[] = {0};
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    writer writers[WRITERS];
    pthread_t threads[WRITERS];
    int32_t read[LENGTH];
    int i, wrong = 0;
    check_context("%s: arrays", kind);
    OK(open_store(path, 0, &store, E));
    OK(zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, chunk, E));
    OK(zarr_array_builder_shard_shape(builder, 1, shard, E));
    OK(zarr_array_builder_codec(builder, "zstd", NULL, E));
    OK(zarr_array_create(store, "g/a", builder, &array, E));
    for (i = 0; i < WRITERS; i++) {
        memset(&writers[i], 0, sizeof writers[i]);
        writers[i].array = array;
        writers[i].number = i;
        CHECK(pthread_create(&threads[i], NULL, write_elements, &writers[i]) == 0);
    }
    for (i = 0; i < WRITERS; i++) {
        pthread_join(threads[i], NULL);
        if (writers[i].status != ZARR_OK)
            FAIL("writer %d: %s", i, writers[i].error.message);
    }
    zarr_array_free(array);
    array = NULL;
    OK(zarr_store_flush(store, E));
    zarr_store_free(store);

    /* Written elements are there when the database is opened anew, which refuses writes when opened to read. */
    OK(open_store(path, 1, &store, E));
    OK(zarr_array_open(store, "g/a", &array, E));
    OK(zarr_array_read_region(array, 1, zero, shape, read, sizeof read, E));
    for (i = 0; i < LENGTH; i++)
        wrong += read[i] != i + 1;
    if (wrong)
        FAIL("%d of %d elements were lost", wrong, LENGTH);
    FAILS(zarr_array_write_region(array, 1, zero, shape, read, sizeof read, E), ZARR_ERROR_READ_ONLY);
    FAILS(zarr_store_set(store, "k", "v", 1, E), ZARR_ERROR_READ_ONLY);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

static void refusals(const char *folder) {
    zarr_error error;
    char *absent = path_join(folder, "absent"), *other = path_join(folder, "other/below/it");
    zarr_store *store = NULL;
    check_context("%s: refusals", kind);
    FAILS_ANY(open_store(absent, 1, &store, E));
    CHECK(store == NULL && strstr(error.message, "absent") != NULL);
    FAILS_ANY(open_store(other, 0, &store, E));
    CHECK(store == NULL && strstr(error.message, "below") != NULL);
    free(absent);
    free(other);
}

int main(int argc, char **argv) {
    zarr_error error;
    zarr_store *store = NULL;
    char *folder, *path;
    if (argc != 2) {
        fprintf(stderr, "usage: databases lmdb|sqlite\n");
        return 2;
    }
    kind = argv[1];
    folder = temp_make();
    path = path_join(folder, "database");
    if (OK(open_store(path, 0, &store, E))) {
        values(store);
        keys(store);
        zarr_store_free(store);
        slots(path);
        arrays(path);
    }
    refusals(folder);
    temp_remove(folder);
    free(path);
    return check_summary(kind);
}
