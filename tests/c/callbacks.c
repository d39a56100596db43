/*
 * Why this file exists: a store of callbacks is how other languages and other back ends come in. The
 * promises made to their writers are held here: which slot is called when, on which thread, what a
 * missing slot means, how errors travel, what a callback may do, and when `destroy` runs.
 */
#include "callback_store.h"

#define USER_STATUS (ZARR_STATUS_USER + 7)

static const int64_t shape[2] = {10, 7};
static const int64_t chunk[2] = {4, 4};

static zarr_store *open_full(kv_store *kv, bool thread_safe, const char *options) {
    zarr_error error;
    zarr_store_callbacks callbacks;
    zarr_store *store = NULL;
    kv_init(kv);
    kv_callbacks(kv, &callbacks, thread_safe);
    OK(KV_ENTER(zarr_store_open_callbacks(&callbacks, kv, options, &store, E)));
    /* The table is copied at opening. */
    memset(&callbacks, 0xA5, sizeof callbacks);
    return store;
}

/* An uncompressed int32 array of `shape` in chunks of `chunk`, fill value 0. */
static zarr_array *make_array(const zarr_store *store, const char *path) {
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    OK(KV_ENTER(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, E)));
    OK(KV_ENTER(zarr_array_builder_format(builder, ZARR_FORMAT_V3, E)));
    OK(KV_ENTER(zarr_array_builder_chunk_shape(builder, 2, chunk, E)));
    OK(KV_ENTER(zarr_array_create(store, path, builder, &array, E)));
    zarr_array_builder_free(builder);
    return array;
}

static zarr_status write_box(const zarr_array *array, int64_t row, int64_t column, int64_t rows, int64_t columns,
                             int32_t value, zarr_error *error) {
    int64_t start[2], count[2];
    int32_t values[70];
    int i;
    start[0] = row;
    start[1] = column;
    count[0] = rows;
    count[1] = columns;
    for (i = 0; i < 70; i++)
        values[i] = value;
    return zarr_array_write_region(array, 2, start, count, values, (size_t)(rows * columns) * 4, error);
}

static zarr_status read_whole(const zarr_array *array, int32_t values[10][7], zarr_error *error) {
    static const int64_t zero[2] = {0, 0};
    memset(values, 0xA5, sizeof(int32_t) * 70);
    return zarr_array_read_region(array, 2, zero, shape, values, 280, error);
}

static bool watched_well(kv_store *kv) {
    bool good = CHECK(kv->strangers == 0);
    return CHECK(kv->overlaps == 0) && good;
}

/* Everything a program does, through a full table. */
static void full(bool thread_safe) {
    zarr_error error;
    kv_store kv;
    zarr_store *store;
    zarr_group *group = NULL;
    zarr_array *array, *again = NULL;
    zarr_strings *names = NULL, *prefixes = NULL;
    zarr_bytes *value = NULL;
    static const int64_t smaller[2] = {5, 7};
    int32_t values[10][7];
    int32_t kind = -1;
    check_context("full table, %s", thread_safe ? "thread-safe" : "not thread-safe");
    store = open_full(&kv, thread_safe, "{\"threads\": 3}");
    OK(KV_ENTER(zarr_group_create(store, "/g", ZARR_FORMAT_V3, "{\"a\": 1}", &group, E)));
    array = make_array(store, "/g/x");
    OK(KV_ENTER(write_box(array, 0, 0, 10, 7, 5, E)));
    OK(KV_ENTER(write_box(array, 2, 2, 4, 4, 9, E)));
    OK(KV_ENTER(read_whole(array, values, E)));
    CHECK(values[0][0] == 5 && values[2][2] == 9 && values[5][5] == 9 && values[6][6] == 5 && values[9][6] == 5);
    OK(KV_ENTER(zarr_node_children(store, "/g", &names, E)));
    CHECK(zarr_strings_count(names) == 1 && strcmp(zarr_strings_get(names, 0), "x") == 0);
    zarr_strings_free(names);
    OK(KV_ENTER(zarr_store_list_prefix(store, "g/", &names, E)));
    CHECK(zarr_strings_count(names) == 2 + 6); /* two documents, six chunks */
    zarr_strings_free(names);
    OK(KV_ENTER(zarr_store_list_dir(store, "g/", &names, &prefixes, E)));
    CHECK(zarr_strings_count(names) == 1 && strcmp(zarr_strings_get(names, 0), "g/zarr.json") == 0);
    CHECK(zarr_strings_count(prefixes) == 1 && strcmp(zarr_strings_get(prefixes, 0), "g/x/") == 0);
    zarr_strings_free(names);
    zarr_strings_free(prefixes);
    OK(KV_ENTER(zarr_store_set(store, "g/x/note", "hello", 5, E)));
    OK(KV_ENTER(zarr_store_get(store, "g/x/note", &value, E)));
    CHECK(zarr_bytes_size(value) == 5 && memcmp(zarr_bytes_data(value), "hello", 6) == 0);
    zarr_bytes_free(value);
    OK(KV_ENTER(zarr_store_erase(store, "g/x/note", E)));
    OK(KV_ENTER(zarr_array_set_attributes(array, "{\"units\": \"m\"}", E)));
    OK(KV_ENTER(zarr_array_resize(array, 2, smaller, E)));
    OK(KV_ENTER(zarr_array_open(store, "/g/x", &again, E)));
    OK(KV_ENTER(zarr_store_flush(store, E)));
    CHECK(kv_calls(&kv, SLOT_FLUSH) > 0);
    CHECK(kv_calls(&kv, SLOT_ERASE) > 0);
    CHECK(kv_calls(&kv, SLOT_GET) + kv_calls(&kv, SLOT_GET_PARTIAL) > 0);
    OK(KV_ENTER(zarr_node_erase(store, "/g", E)));
    OK(KV_ENTER(zarr_node_kind(store, "/g", &kind, E)));
    CHECK(kind == ZARR_NODE_NONE);

    /* The arrays keep the store alive, and the last one takes it down. */
    kv_thread(true);
    zarr_group_free(group);
    zarr_store_free(store);
    zarr_store_free(store);
    CHECK(kv.destroyed == 0);
    zarr_array_free(again);
    CHECK(kv.destroyed == 0);
    zarr_array_free(array);
    kv_thread(false);
    CHECK(kv.destroyed == 1);
    watched_well(&kv);
    kv_clear(&kv);
}

/* Fills `kv` through a full table: group /g, array /g/x with 5 everywhere. */
static void fill_store(kv_store *kv) {
    zarr_error error;
    zarr_store *store = open_full(kv, true, NULL);
    zarr_array *array = make_array(store, "/g/x");
    OK(write_box(array, 0, 0, 10, 7, 5, E));
    zarr_array_free(array);
    zarr_store_free(store);
    kv->destroyed = 0;
}

static void only_get(void) {
    zarr_error error;
    kv_store kv;
    zarr_store_callbacks all, few = ZARR_STORE_CALLBACKS_INIT;
    zarr_store *store = NULL;
    zarr_array *array = NULL, *other = NULL;
    zarr_group *group = NULL;
    zarr_strings *names = NULL, *prefixes = NULL;
    int32_t values[10][7];
    int32_t exists = -1, kind = -1;
    int64_t size = -1;
    check_context("only get");
    fill_store(&kv);
    kv_callbacks(&kv, &all, true);
    few.flags = ZARR_STORE_THREAD_SAFE;
    few.get = all.get;
    few.destroy = all.destroy;
    if (!OK(zarr_store_open_callbacks(&few, &kv, NULL, &store, E)))
        return;
    OK(zarr_array_open(store, "/g/x", &array, E));
    OK(read_whole(array, values, E));
    CHECK(values[0][0] == 5 && values[9][6] == 5);
    OK(zarr_node_kind(store, "/g", &kind, E));
    CHECK(kind == ZARR_NODE_GROUP);
    OK(zarr_store_exists(store, "g/zarr.json", &exists, E));
    CHECK(exists == 1);
    OK(zarr_store_exists(store, "g/none", &exists, E));
    CHECK(exists == 0);
    OK(zarr_store_size(store, "g/x/c/0/0", &size, E));
    CHECK(size == 64);
    FAILS(write_box(array, 0, 0, 2, 2, 1, E), ZARR_ERROR_READ_ONLY);
    FAILS(write_box(array, 0, 0, 4, 4, 1, E), ZARR_ERROR_READ_ONLY);
    FAILS(zarr_array_set_attributes(array, "{}", E), ZARR_ERROR_READ_ONLY);
    FAILS(zarr_array_resize(array, 2, chunk, E), ZARR_ERROR_READ_ONLY);
    FAILS(zarr_store_set(store, "k", "v", 1, E), ZARR_ERROR_READ_ONLY);
    FAILS(zarr_store_erase(store, "g/x/c/0/0", E), ZARR_ERROR_READ_ONLY);
    FAILS(zarr_group_create(store, "/h", ZARR_FORMAT_V3, NULL, &group, E), ZARR_ERROR_READ_ONLY);
    CHECK(group == NULL);
    FAILS(zarr_store_list_prefix(store, "", &names, E), ZARR_ERROR_UNSUPPORTED);
    FAILS(zarr_store_list_dir(store, "", &names, &prefixes, E), ZARR_ERROR_UNSUPPORTED);
    FAILS(zarr_node_children(store, "/g", &names, E), ZARR_ERROR_UNSUPPORTED);
    CHECK(names == NULL && prefixes == NULL);
    FAILS(zarr_array_open(store, "/g/none", &other, E), ZARR_ERROR_NOT_FOUND);
    zarr_store_free(store);
    zarr_array_free(array);
    CHECK(kv.destroyed == 1);
    kv_clear(&kv);
}

/* A function whose result is undefined, as where it has ended by an exception of its language. */
static zarr_status undefined_get(void *user, const char *key, zarr_range range, zarr_sink *sink, zarr_error *error) {
    zarr_error ignored;
    (void)user, (void)range;
    if (strcmp(key, "early") == 0)
        return ZARR_OK;
    if (strcmp(key, "value") == 0)
        error->status = zarr_sink_write(sink, "abc", 3, &ignored);
    else if (strcmp(key, "own") == 0) {
        error->status = ZARR_STATUS_USER + 5;
        strcpy(error->message, "of its own");
    } else
        error->status = ZARR_ERROR_NOT_FOUND;
    return -2041805056;
}

static void status_in_error(void) {
    zarr_error error;
    zarr_store_callbacks table = ZARR_STORE_CALLBACKS_INIT;
    zarr_store *store = NULL;
    zarr_bytes *value = NULL;
    check_context("status in error");
    table.get = undefined_get;
    table.flags = 4;
    FAILS(zarr_store_open_callbacks(&table, NULL, NULL, &store, E), ZARR_ERROR_INVALID_ARGUMENT);
    table.flags = ZARR_STORE_STATUS_IN_ERROR;
    if (!OK(zarr_store_open_callbacks(&table, NULL, NULL, &store, E)))
        return;
    OK(zarr_store_get(store, "value", &value, E));
    CHECK(zarr_bytes_size(value) == 3);
    zarr_bytes_free(value);
    value = NULL;
    FAILS(zarr_store_get(store, "absent", &value, E), ZARR_ERROR_NOT_FOUND);
    FAILS(zarr_store_get(store, "early", &value, E), ZARR_ERROR_INTERNAL);
    FAILS(zarr_store_get(store, "own", &value, E), ZARR_STATUS_USER + 5);
    CHECK(strstr(error.message, "of its own") != NULL);
    zarr_store_free(store);
}

/* One way to list is enough for all of them; reading, writing and erasing single keys for the rest. */
static void fallbacks(void) {
    static const char *const label[] = {"list", "list_prefix", "list_dir"};
    zarr_error error;
    int way;
    for (way = 0; way < 3; way++) {
        kv_store kv;
        zarr_store_callbacks all, few;
        zarr_store *store = NULL;
        zarr_array *array = NULL;
        zarr_strings *names = NULL, *prefixes = NULL;
        int32_t values[10][7];
        int32_t kind = -1;
        check_context("get, set, erase and %s", label[way]);
        kv_init(&kv);
        kv_callbacks(&kv, &all, true);
        zarr_store_callbacks_init(&few);
        few.flags = ZARR_STORE_THREAD_SAFE;
        few.get = all.get;
        few.set = all.set;
        few.erase = all.erase;
        few.list = way == 0 ? all.list : NULL;
        few.list_prefix = way == 1 ? all.list_prefix : NULL;
        few.list_dir = way == 2 ? all.list_dir : NULL;
        if (!OK(zarr_store_open_callbacks(&few, &kv, NULL, &store, E)))
            return;
        array = make_array(store, "/g/x");
        OK(write_box(array, 0, 0, 10, 7, 5, E));
        OK(write_box(array, 3, 3, 2, 2, 8, E));
        OK(read_whole(array, values, E));
        CHECK(values[3][3] == 8 && values[4][4] == 8 && values[2][3] == 5 && values[5][4] == 5);
        OK(zarr_node_children(store, "/", &names, E));
        CHECK(zarr_strings_count(names) == 1 && strcmp(zarr_strings_get(names, 0), "g") == 0);
        zarr_strings_free(names);
        OK(zarr_store_list_prefix(store, "g/x/c/", &names, E));
        CHECK(zarr_strings_count(names) == 6);
        zarr_strings_free(names);
        OK(zarr_store_list_dir(store, "g/x/", &names, &prefixes, E));
        CHECK(zarr_strings_count(names) == 1 && strcmp(zarr_strings_get(names, 0), "g/x/zarr.json") == 0);
        CHECK(zarr_strings_count(prefixes) == 1 && strcmp(zarr_strings_get(prefixes, 0), "g/x/c/") == 0);
        zarr_strings_free(names);
        zarr_strings_free(prefixes);
        OK(zarr_node_erase(store, "/g/x", E));
        OK(zarr_node_kind(store, "/g/x", &kind, E));
        CHECK(kind == ZARR_NODE_NONE);
        CHECK(kv.count == 2); /* the documents of the root and of /g */
        zarr_array_free(array);
        zarr_store_free(store);
        CHECK(kv.destroyed == 0); /* `few` has no destroy */
        kv_clear(&kv);
    }
}

/* A callback's status and words reach the caller. */
static void errors(void) {
    zarr_error error;
    kv_store kv;
    zarr_store *store;
    zarr_array *array, *again = NULL;
    zarr_strings *names = NULL;
    zarr_bytes *value = NULL;
    int32_t values[10][7];
    check_context("errors of callbacks");
    store = open_full(&kv, true, NULL);
    array = make_array(store, "/x");
    OK(write_box(array, 0, 0, 10, 7, 5, E));
    kv.fail_status = USER_STATUS;
    kv.fail_message = "the tape robot is on strike";
    kv.fail_key = "x/c/1/1";
    kv.fail_slot = SLOT_GET;
    FAILS(zarr_store_get(store, "x/c/1/1", &value, E), USER_STATUS);
    CHECK(value == NULL);
    CHECK(strstr(error.message, "the tape robot is on strike") != NULL);
    CHECK(strstr(error.message, "x/c/1/1") != NULL);
    kv.fail_key = NULL;
    FAILS(zarr_array_open(store, "/x", &again, E), USER_STATUS);
    CHECK(again == NULL && strstr(error.message, "the tape robot is on strike") != NULL);
    /* Whichever of the two the library reads chunks with. */
    {
        zarr_status status = read_whole(array, values, E);
        if (status == ZARR_OK) {
            kv.fail_slot = SLOT_GET_PARTIAL;
            status = read_whole(array, values, E);
        }
        FAILS(status, USER_STATUS);
        CHECK(strstr(error.message, "the tape robot is on strike") != NULL);
    }
    kv.fail_slot = SLOT_SET;
    FAILS(zarr_store_set(store, "k", "v", 1, E), USER_STATUS);
    CHECK(strstr(error.message, "the tape robot is on strike") != NULL);
    kv.fail_slot = SLOT_LIST_PREFIX;
    FAILS(zarr_store_list_prefix(store, "x/", &names, E), USER_STATUS);
    CHECK(names == NULL && strstr(error.message, "the tape robot is on strike") != NULL);
    kv.fail_slot = SLOT_FLUSH;
    FAILS(zarr_store_flush(store, E), USER_STATUS);
    /* An empty message, and a status of our own. */
    kv.fail_message = "";
    kv.fail_status = ZARR_ERROR_TIMEOUT;
    FAILS(zarr_store_flush(store, E), ZARR_ERROR_TIMEOUT);
    kv.fail_status = ZARR_OK;
    OK(read_whole(array, values, E));
    zarr_array_free(array);
    zarr_store_free(store);
    CHECK(kv.destroyed == 1);
    kv_clear(&kv);
}

struct reentry {
    const zarr_array *array;
    bool nested;
    unsigned long runs;
    zarr_status other, same;
    zarr_error same_error;
};

/* While the library reads chunk 0/0 in order to change it: write to another chunk, and to the same. */
static void reenter(kv_store *kv, enum slot slot, const char *key, void *context) {
    struct reentry *r = context;
    zarr_error error;
    (void)kv;
    if (r->nested || (slot != SLOT_GET && slot != SLOT_GET_PARTIAL) || key == NULL || strcmp(key, "x/c/0/0") != 0)
        return;
    r->nested = true;
    r->runs++;
    r->other = write_box(r->array, 5, 5, 1, 1, 77, check_poison(&error));
    r->same = write_box(r->array, 1, 1, 1, 1, 66, check_poison(&r->same_error));
    r->nested = false;
}

static void reentry(bool thread_safe) {
    zarr_error error;
    kv_store kv;
    struct reentry r;
    zarr_store *store;
    int32_t values[10][7];
    check_context("calling back in, %s", thread_safe ? "thread-safe" : "not thread-safe");
    memset(&r, 0, sizeof r);
    store = open_full(&kv, thread_safe, "{\"threads\": 1}");
    r.array = make_array(store, "/x");
    OK(KV_ENTER(write_box(r.array, 0, 0, 10, 7, 5, E)));
    kv.before = reenter;
    kv.context = &r;
    OK(KV_ENTER(write_box(r.array, 0, 0, 1, 2, 9, E)));
    kv.before = NULL;
    if (CHECK(r.runs > 0)) {
        CHECK(r.other == ZARR_OK);
        error = r.same_error;
        FAILS(r.same, ZARR_ERROR_CONFLICT);
    }
    OK(KV_ENTER(read_whole(r.array, values, E)));
    CHECK(values[0][0] == 9 && values[0][1] == 9 && values[5][5] == 77 && values[1][1] == 5);
    CHECK(kv.strangers == 0);
    kv_thread(true);
    zarr_array_free((zarr_array *)r.array);
    zarr_store_free(store);
    kv_thread(false);
    CHECK(kv.destroyed == 1);
    kv_clear(&kv);
}

struct rival {
    int left; /* times it still interferes */
};

/* Another process: changes element (3, 3) of chunk 0/0 behind the library's back, between its get and its set_if. */
static void interfere(kv_store *kv, enum slot slot, const char *key, void *context) {
    struct rival *rival = context;
    unsigned char empty[64] = {0};
    unsigned char *value;
    size_t size = 0;
    int32_t mark;
    if (slot != SLOT_SET_IF || rival->left == 0 || key == NULL || strcmp(key, "x/c/0/0") != 0)
        return;
    rival->left--;
    value = kv_copy(kv, key, &size);
    mark = 1000 + rival->left;
    if (value == NULL) {
        memcpy(empty + 60, &mark, 4);
        kv_put(kv, key, empty, sizeof empty);
    } else if (CHECK(size == 64)) {
        memcpy(value + 60, &mark, 4);
        kv_put(kv, key, value, size);
    }
    free(value);
}

static void competing_writer(bool absent) {
    zarr_error error;
    kv_store kv;
    struct rival rival = {3};
    zarr_store *store;
    zarr_array *array;
    int32_t values[10][7];
    const uint16_t one = 1;
    check_context("set_if, chunk %s before", absent ? "absent" : "present");
    if (*(const unsigned char *)&one != 1)
        return; /* the rival writes the stored bytes, which are little-endian */
    store = open_full(&kv, true, NULL);
    array = make_array(store, "/x");
    if (!absent)
        OK(write_box(array, 0, 0, 10, 7, 5, E));
    kv.before = interfere;
    kv.context = &rival;
    OK(write_box(array, 0, 0, 1, 2, 9, E));
    kv.before = NULL;
    CHECK(rival.left == 0);
    CHECK(kv_calls(&kv, SLOT_SET_IF) >= 4);
    OK(read_whole(array, values, E));
    CHECK(values[0][0] == 9 && values[0][1] == 9);
    CHECK(values[3][3] == 1000);
    CHECK(values[1][1] == (absent ? 0 : 5));
    zarr_array_free(array);
    zarr_store_free(store);
    kv_clear(&kv);
}

static void refused_tables(void) {
    zarr_error error;
    kv_store kv;
    zarr_store_callbacks callbacks;
    zarr_store *store;
    check_context("tables that are refused");
    kv_init(&kv);
    kv_callbacks(&kv, &callbacks, true);
    store = (zarr_store *)&kv;
    FAILS(zarr_store_open_callbacks(NULL, &kv, NULL, &store, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(store == NULL);
    store = (zarr_store *)&kv;
    FAILS(zarr_store_open_callbacks(&callbacks, &kv, "{\"no such option\": 1}", &store, E),
          ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(store == NULL);
    FAILS(zarr_store_open_callbacks(&callbacks, &kv, NULL, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    callbacks.struct_size = 0;
    FAILS(zarr_store_open_callbacks(&callbacks, &kv, NULL, &store, E), ZARR_ERROR_INVALID_ARGUMENT);
    callbacks.struct_size = 7;
    FAILS(zarr_store_open_callbacks(&callbacks, &kv, NULL, &store, E), ZARR_ERROR_INVALID_ARGUMENT);
    callbacks.struct_size = sizeof callbacks;
    callbacks.get = NULL;
    FAILS(zarr_store_open_callbacks(&callbacks, &kv, NULL, &store, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(store == NULL);
    CHECK(kv.destroyed == 0);
    /* Sinks and listings exist during a callback only; NULL is what can be tried safely. */
    FAILS2(zarr_sink_write(NULL, "x", 1, E), ZARR_ERROR_INVALID_HANDLE, ZARR_ERROR_INVALID_ARGUMENT);
    FAILS2(zarr_sink_set_version(NULL, "v", E), ZARR_ERROR_INVALID_HANDLE, ZARR_ERROR_INVALID_ARGUMENT);
    FAILS2(zarr_listing_add_key(NULL, "k", E), ZARR_ERROR_INVALID_HANDLE, ZARR_ERROR_INVALID_ARGUMENT);
    FAILS2(zarr_listing_add_prefix(NULL, "k/", E), ZARR_ERROR_INVALID_HANDLE, ZARR_ERROR_INVALID_ARGUMENT);
    kv_clear(&kv);
}

struct worker {
    const zarr_array *array;
    int64_t column;
    zarr_status status;
};

/* Writes its own column in many small pieces; no column has a chunk of its own. */
static void *work(void *argument) {
    struct worker *w = argument;
    zarr_error error;
    int64_t row;
    w->status = ZARR_OK;
    for (row = 0; row < 10 && w->status == ZARR_OK; row++)
        w->status = KV_ENTER(write_box(w->array, row, w->column, 1, 1, (int32_t)(row * 7 + w->column + 1), &error));
    return NULL;
}

/* Several threads of the program in one store at once. */
static void many_threads(bool thread_safe) {
    zarr_error error;
    kv_store kv;
    zarr_store *store;
    zarr_array *array;
    struct worker workers[7];
    pthread_t threads[7];
    int32_t values[10][7];
    int i;
    check_context("threads of the program, %s", thread_safe ? "thread-safe" : "not thread-safe");
    store = open_full(&kv, thread_safe, "{\"threads\": 2}");
    array = make_array(store, "/x");
    for (i = 0; i < 7; i++) {
        workers[i].array = array;
        workers[i].column = i;
        if (!CHECK(pthread_create(&threads[i], NULL, work, &workers[i]) == 0))
            exit(2);
    }
    for (i = 0; i < 7; i++) {
        pthread_join(threads[i], NULL);
        CHECK(workers[i].status == ZARR_OK);
    }
    OK(KV_ENTER(read_whole(array, values, E)));
    for (i = 0; i < 70; i++)
        if (values[i / 7][i % 7] != i + 1)
            FAIL("element %d was lost: %d", i, (int)values[i / 7][i % 7]);
    watched_well(&kv);
    kv_thread(true);
    zarr_array_free(array);
    zarr_store_free(store);
    kv_thread(false);
    CHECK(kv.destroyed == 1);
    kv_clear(&kv);
}

static zarr_store_callbacks complete;

/* Ends at the first key that is missing, as a loop over files would. */
static zarr_status erase_until_missing(void *user, size_t count, const char *const *keys, zarr_error *error) {
    size_t i;
    for (i = 0; i < count; i++) {
        int32_t exists = 0;
        zarr_status status = complete.exists(user, keys[i], &exists, error);
        if (status == ZARR_OK)
            status = exists ? complete.erase(user, keys[i], error) : ZARR_ERROR_NOT_FOUND;
        if (status != ZARR_OK)
            return status;
    }
    return ZARR_OK;
}

/* Chunks that a shrink cuts off behind one that was never written would be there again when the array grows. */
static void missing_among_several(void) {
    const int64_t small[2] = {4, 7}, large[2] = {10, 7};
    zarr_error error;
    kv_store kv;
    zarr_store_callbacks table;
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    int32_t values[10][7];
    check_context("missing among several");
    fill_store(&kv);
    kv_callbacks(&kv, &complete, true);
    table = complete;
    table.erase = NULL;
    table.erase_prefix = NULL;
    table.erase_values = erase_until_missing;
    if (!OK(zarr_store_open_callbacks(&table, &kv, NULL, &store, E)))
        return;
    OK(zarr_store_erase(store, "g/x/c/1/0", E));
    OK(zarr_array_open(store, "/g/x", &array, E));
    OK(zarr_array_resize(array, 2, small, E));
    OK(zarr_array_resize(array, 2, large, E));
    OK(read_whole(array, values, E));
    CHECK(values[3][6] == 5 && values[4][0] == values[9][6] && values[9][6] != 5);
    zarr_array_free(array);
    zarr_store_free(store);
    kv_clear(&kv);
}

int main(void) {
    full(true);
    full(false);
    only_get();
    status_in_error();
    fallbacks();
    missing_among_several();
    errors();
    reentry(true);
    reentry(false);
    competing_writer(false);
    competing_writer(true);
    refused_tables();
    many_threads(true);
    many_threads(false);
    check_context("%s", "");
    return check_summary("callbacks");
}
