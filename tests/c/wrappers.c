/*
 * Why this file exists: a program that puts a prefix, a cache, a tracer or an overlay around its store
 * must meet the same data as without, and get from each what it is for.
 */
#include "callback_store.h"

static const int64_t shape[2] = {8, 6}, chunk[2] = {4, 3}, origin[2] = {0, 0};

static zarr_store *open_memory(void) {
    zarr_error error;
    zarr_store *store = NULL;
    OK(zarr_store_open("memory://", NULL, &store, E));
    return store;
}

/* An int32 array of 8 x 6 with the numbers from `first` on. */
static void make_array(zarr_store *store, const char *path, int32_t format, int32_t first) {
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    int32_t values[48];
    int i;
    for (i = 0; i < 48; i++)
        values[i] = first + i;
    OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, E));
    OK(zarr_array_builder_format(builder, format, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, chunk, E));
    OK(zarr_array_create(store, path, builder, &array, E));
    OK(zarr_array_write_region(array, 2, origin, shape, values, sizeof values, E));
    zarr_array_free(array);
    zarr_array_builder_free(builder);
}

static bool array_is(zarr_store *store, const char *path, int32_t first) {
    zarr_error error;
    zarr_array *array = NULL;
    int32_t values[48];
    int i;
    bool good = OK(zarr_array_open(store, path, &array, E)) &&
                OK(zarr_array_read_region(array, 2, origin, shape, values, sizeof values, E));
    for (i = 0; good && i < 48; i++)
        good = values[i] == first + i;
    zarr_array_free(array);
    return CHECK(good);
}

static bool value_is(zarr_store *store, const char *key, const char *wanted) {
    zarr_error error;
    zarr_bytes *value = NULL;
    bool good;
    if (wanted == NULL)
        return FAILS(zarr_store_get(store, key, &value, E), ZARR_ERROR_NOT_FOUND);
    good = OK(zarr_store_get(store, key, &value, E)) && CHECK(zarr_bytes_size(value) == strlen(wanted)) &&
           CHECK(memcmp(zarr_bytes_data(value), wanted, strlen(wanted)) == 0);
    zarr_bytes_free(value);
    return good;
}

static void prefix(void) {
    zarr_error error;
    zarr_store *whole = open_memory(), *part = NULL, *deep = NULL;
    zarr_array *one = NULL, *other = NULL;
    zarr_strings *keys = NULL;
    int64_t got[2], smaller[2] = {4, 6};
    check_context("prefix");
    make_array(whole, "simulation/run/t", ZARR_FORMAT_V2, 100);
    OK(zarr_store_set(whole, "simulation.txt", "beside", 6, E));
    OK(zarr_store_wrap_prefix(whole, "simulation/", NULL, &part, E));
    array_is(part, "run/t", 100);
    value_is(part, "simulation.txt", NULL);
    OK(zarr_store_list_prefix(part, "", &keys, E));
    CHECK(zarr_strings_count(keys) == 7 && strcmp(zarr_strings_get(keys, 0), ".zgroup") == 0);
    CHECK(strncmp(zarr_strings_get(keys, 1), "run/", 4) == 0);
    zarr_strings_free(keys);
    /* A prefix below a prefix; and what is written there is where it should be. */
    OK(zarr_store_wrap_prefix(part, "run/", "{\"threads\": 1}", &deep, E));
    array_is(deep, "t", 100);
    OK(zarr_store_set(deep, "notes", "n", 1, E));
    value_is(whole, "simulation/run/notes", "n");
    /* A resize through the one is seen through the other at once: they know that it is one document. */
    OK(zarr_array_open(whole, "simulation/run/t", &one, E));
    OK(zarr_array_open(deep, "t", &other, E));
    OK(zarr_array_resize(one, 2, smaller, E));
    OK(zarr_array_shape(other, 2, got, E));
    CHECK(got[0] == 4 && got[1] == 6);
    OK(zarr_array_resize(other, 2, shape, E));
    OK(zarr_array_shape(one, 2, got, E));
    CHECK(got[0] == 8);
    /* Into itself, under any name: that would never end. */
    FAILS(zarr_node_copy(whole, "simulation", deep, "copy", ZARR_FORMAT_DEFAULT, NULL, NULL, E),
          ZARR_ERROR_INVALID_ARGUMENT);
    zarr_store_free(whole);
    zarr_store_free(part);
    CHECK(zarr_array_ndim(other) == 2); /* the stores below live as long as what stands on them */
    value_is(deep, "notes", "n");
    zarr_array_free(one);
    zarr_array_free(other);
    zarr_store_free(deep);
}

static void read_only(void) {
    zarr_error error;
    zarr_store *store = open_memory(), *reader = NULL;
    zarr_array *array = NULL;
    int32_t value = 1;
    const int64_t one[2] = {1, 1};
    check_context("read only");
    make_array(store, "a", ZARR_FORMAT_V3, 5);
    OK(zarr_store_wrap_read_only(store, NULL, &reader, E));
    array_is(reader, "a", 5);
    FAILS(zarr_store_set(reader, "k", "v", 1, E), ZARR_ERROR_READ_ONLY);
    FAILS(zarr_store_erase_prefix(reader, "", E), ZARR_ERROR_READ_ONLY);
    FAILS(zarr_node_erase(reader, "a", E), ZARR_ERROR_READ_ONLY);
    OK(zarr_array_open(reader, "a", &array, E));
    FAILS(zarr_array_write_region(array, 2, origin, one, &value, sizeof value, E), ZARR_ERROR_READ_ONLY);
    zarr_array_free(array);
    OK(zarr_store_set(store, "k", "v", 1, E));
    value_is(reader, "k", "v");
    zarr_store_free(reader);
    zarr_store_free(store);
}

/* The operations that a tracer has seen. The tests that use it read and write on one thread. */
typedef struct seen {
    int calls[32];
    int64_t bytes[32];
    int64_t nanoseconds;
    size_t keys;
    char last_key[64];
    int failures, destroyed;
} seen;

static void note(void *user_data, const zarr_operation *operation) {
    seen *s = user_data;
    size_t i;
    if (operation->struct_size < sizeof *operation || operation->operation < 1 || operation->operation > 17)
        exit(70);
    s->calls[operation->operation]++;
    s->bytes[operation->operation] += operation->bytes;
    s->nanoseconds += operation->nanoseconds;
    s->failures += operation->status != ZARR_OK;
    for (i = 0; i < operation->count; i++)
        snprintf(s->last_key, sizeof s->last_key, "%s", operation->keys[i]);
    s->keys += operation->count;
}

static void destroy(void *user_data) { ((seen *)user_data)->destroyed++; }

static zarr_store *trace(zarr_store *store, seen *s) {
    zarr_error error;
    zarr_tracer tracer = ZARR_TRACER_INIT;
    zarr_store *traced = NULL;
    memset(s, 0, sizeof *s);
    tracer.ended = note;
    tracer.destroy = destroy;
    OK(zarr_store_wrap_trace(store, &tracer, s, "{\"threads\": 1}", &traced, E));
    return traced;
}

static void tracing(void) {
    zarr_error error;
    zarr_store *store = open_memory(), *traced, *twice;
    seen s, t;
    zarr_bytes *value = NULL;
    zarr_array *array = NULL;
    int32_t values[48];
    zarr_tracer table;
    check_context("trace");
    traced = trace(store, &s);
    OK(zarr_store_set(traced, "a/k", "12345", 5, E));
    CHECK(s.calls[ZARR_OPERATION_SET] == 1 && s.bytes[ZARR_OPERATION_SET] == 5 && strcmp(s.last_key, "a/k") == 0);
    value_is(traced, "a/k", "12345");
    CHECK(s.calls[ZARR_OPERATION_GET] == 1 && s.bytes[ZARR_OPERATION_GET] == 5 && s.failures == 0);
    value_is(traced, "absent", NULL);
    CHECK(s.calls[ZARR_OPERATION_GET] == 2 && s.failures == 0);
    OK(zarr_store_get_range(traced, "a/k", (zarr_range){9, 1}, &value, E));
    CHECK(zarr_bytes_size(value) == 0);
    zarr_bytes_free(value);
    CHECK(s.failures == 1 && s.nanoseconds > 0);
    OK(zarr_store_erase_prefix(traced, "a/", E));
    CHECK(s.calls[ZARR_OPERATION_ERASE_PREFIX] == 1 && strcmp(s.last_key, "a/") == 0);
    OK(zarr_store_flush(traced, E));
    CHECK(s.calls[ZARR_OPERATION_FLUSH] == 1 && s.keys == 6 - 1);
    CHECK(s.calls[ZARR_OPERATION_LIST] == 0);

    /* Whole chunks are written without being read; each is one operation. */
    make_array(traced, "x", ZARR_FORMAT_V2, 0);
    memset(s.calls, 0, sizeof s.calls);
    memset(s.bytes, 0, sizeof s.bytes);
    twice = trace(traced, &t);
    OK(zarr_array_open(twice, "x", &array, E));
    memset(&t, 0, sizeof t);
    memset(s.calls, 0, sizeof s.calls);
    memset(s.bytes, 0, sizeof s.bytes);
    OK(zarr_array_write_region(array, 2, origin, shape, values, sizeof values, E));
    CHECK(t.calls[ZARR_OPERATION_SET] == 4 && t.bytes[ZARR_OPERATION_SET] == 4 * 48);
    OK(zarr_array_read_region(array, 2, origin, shape, values, sizeof values, E));
    CHECK(t.calls[ZARR_OPERATION_GET] == 4 && t.bytes[ZARR_OPERATION_GET] == 4 * 48);
    CHECK(memcmp(s.calls, t.calls, sizeof s.calls) == 0 && memcmp(s.bytes, t.bytes, sizeof s.bytes) == 0);

    /* The nodes keep it all alive; the last one ends it. */
    zarr_store_free(traced);
    zarr_store_free(twice);
    zarr_store_free(store);
    CHECK(s.destroyed == 0 && t.destroyed == 0);
    OK(zarr_array_read_region(array, 2, origin, shape, values, sizeof values, E));
    zarr_array_free(array);
    CHECK(s.destroyed == 1 && t.destroyed == 1);

    memset(&table, 0xA5, sizeof table);
    zarr_tracer_init(&table);
    zarr_tracer_init(NULL);
    CHECK(table.struct_size == sizeof table && table.ended == NULL && table.destroy == NULL);
}

/* A program must be served from memory, and must not act on what was stored before: documents and values are never kept. */
static void cache(void) {
    zarr_error error;
    zarr_store *store = open_memory(), *traced, *cached = NULL;
    zarr_array *array = NULL, *beside = NULL;
    zarr_bytes *attributes = NULL;
    const int64_t longer[] = {16, 6};
    int64_t found[2] = {0};
    int32_t one = 8;
    int64_t count[] = {1, 1};
    seen s;
    check_context("cache");
    make_array(store, "a", ZARR_FORMAT_V2, 7);
    OK(zarr_store_set(store, "k", "0123456789", 10, E));
    traced = trace(store, &s);
    OK(zarr_store_wrap_cache(traced, 100000, "{\"threads\": 1}", &cached, E));
    value_is(cached, "k", "0123456789");
    OK(zarr_store_set(store, "k", "from elsewhere", 14, E));
    value_is(cached, "k", "from elsewhere");
    OK(zarr_store_erase(cached, "k", E));
    value_is(cached, "k", NULL);

    OK(zarr_array_open(store, "a", &beside, E));
    array_is(cached, "a", 7);
    OK(zarr_array_open(cached, "a", &array, E));
    OK(zarr_array_write_region(beside, 2, origin, count, &one, sizeof one, E));
    OK(zarr_array_read_region(array, 2, origin, count, &one, sizeof one, E));
    CHECK(one == 8);
    OK(zarr_array_set_attributes(beside, "{\"by\": 1}", E));
    OK(zarr_array_attributes(array, &attributes, E));
    CHECK(strstr((const char *)zarr_bytes_data(attributes), "by") != NULL);
    zarr_bytes_free(attributes);
    OK(zarr_array_resize(beside, 2, longer, E));
    OK(zarr_array_shape(array, 2, found, E));
    CHECK(found[0] == 16 && found[1] == 6);
    zarr_array_free(array);
    zarr_array_free(beside);
    zarr_store_free(cached);
    zarr_store_free(traced);
    CHECK(s.destroyed == 1);
    zarr_store_free(store);
}

static void overlay(void) {
    zarr_error error;
    zarr_store *top = open_memory(), *base = open_memory(), *both = NULL;
    const zarr_store *layers[2];
    zarr_array *array = NULL;
    const int64_t start[2] = {1, 1}, one[2] = {1, 1}, smaller[2] = {3, 3};
    int32_t value = -1, values[48];
    zarr_strings *keys = NULL;
    size_t count;
    check_context("overlay");
    make_array(base, "g/a", ZARR_FORMAT_V3, 10);
    OK(zarr_store_list_prefix(base, "", &keys, E));
    count = zarr_strings_count(keys);
    zarr_strings_free(keys);
    layers[0] = top;
    layers[1] = base;
    OK(zarr_store_wrap_overlay(layers, 2, NULL, &both, E));
    array_is(both, "g/a", 10);
    /* One element: its chunk goes up with the rest of it, the base stays as it was. */
    OK(zarr_array_open(both, "g/a", &array, E));
    OK(zarr_array_write_region(array, 2, start, one, &value, sizeof value, E));
    OK(zarr_array_read_region(array, 2, origin, shape, values, sizeof values, E));
    CHECK(values[7] == -1 && values[6] == 16 && values[8] == 18 && values[47] == 57);
    array_is(base, "g/a", 10);
    OK(zarr_store_list_prefix(top, "", &keys, E));
    CHECK(zarr_strings_count(keys) == 1);
    zarr_strings_free(keys);
    FAILS(zarr_node_erase(both, "g/a", E), ZARR_ERROR_UNSUPPORTED);
    OK(zarr_array_resize(array, 2, smaller, E));
    OK(zarr_array_resize(array, 2, shape, E));
    OK(zarr_array_read_region(array, 2, origin, shape, values, sizeof values, E));
    CHECK(values[7] == -1 && values[47] == 57);
    zarr_array_free(array);
    make_array(both, "g/new", ZARR_FORMAT_DEFAULT, 3);
    array_is(both, "g/new", 3);
    OK(zarr_node_erase(both, "g/new", E));
    OK(zarr_store_list_prefix(base, "", &keys, E));
    CHECK(zarr_strings_count(keys) == count);
    zarr_strings_free(keys);
    zarr_store_free(top);
    zarr_store_free(base);
    value_is(both, "absent", NULL); /* the layers live as long as the overlay */
    zarr_store_free(both);
}

typedef struct hand {
    zarr_store *store;
    int64_t row;
    bool good;
} hand;

static void *write_row(void *argument) {
    hand *h = argument;
    zarr_error error;
    zarr_array *array = NULL;
    const int64_t start[2] = {h->row, 0}, count[2] = {1, 6};
    int32_t values[6], round, i;
    h->good = KV_ENTER(zarr_array_open(h->store, "a", &array, &error)) == ZARR_OK;
    for (round = 0; h->good && round < 20; round++) {
        for (i = 0; i < 6; i++)
            values[i] = 1000 * (int32_t)h->row + round;
        h->good = KV_ENTER(zarr_array_write_region(array, 2, start, count, values, sizeof values, &error)) == ZARR_OK;
    }
    zarr_array_free(array);
    return NULL;
}

/* The demands of a store hold through wrappers too: one call at a time, on the callers' own threads. Two
   threads go through the wrappers and two beside them, all for the same chunks. */
static void callbacks(void) {
    zarr_error error;
    zarr_store *store = NULL, *part = NULL, *traced, *cached = NULL;
    zarr_store_callbacks table;
    zarr_array *array = NULL;
    kv_store kv;
    seen s;
    pthread_t threads[4];
    hand hands[4];
    int32_t values[48];
    int i;
    check_context("over callbacks that are not thread-safe");
    kv_init(&kv);
    kv_callbacks(&kv, &table, false);
    table.set_if = NULL;
    kv_thread(true);
    OK(zarr_store_open_callbacks(&table, &kv, NULL, &store, E));
    OK(zarr_store_wrap_prefix(store, "part/", NULL, &part, E));
    traced = trace(part, &s);
    OK(zarr_store_wrap_cache(traced, 100000, NULL, &cached, E));
    make_array(cached, "a", ZARR_FORMAT_V2, 0);
    zarr_store_free(part);
    OK(zarr_store_wrap_prefix(store, "part/", NULL, &part, E));
    kv_thread(false);
    for (i = 0; i < 4; i++) {
        hands[i].store = i % 2 ? cached : part;
        hands[i].row = i;
        CHECK(pthread_create(&threads[i], NULL, write_row, &hands[i]) == 0);
    }
    for (i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        CHECK(hands[i].good);
    }
    kv_thread(true);
    OK(zarr_array_open(part, "a", &array, E));
    OK(zarr_array_read_region(array, 2, origin, shape, values, sizeof values, E));
    for (i = 0; i < 48; i++)
        CHECK(values[i] == (i < 24 ? 1000 * (i / 6) + 19 : i));
    CHECK(kv.overlaps == 0 && kv.strangers == 0);

    kv.fail_slot = SLOT_SET;
    kv.fail_key = "part/";
    kv.fail_status = ZARR_STATUS_USER + 7;
    kv.fail_message = "the tape is full";
    FAILS(zarr_store_set(cached, "k", "v", 1, E), ZARR_STATUS_USER + 7);
    CHECK(strstr(error.message, "the tape is full") != NULL && strstr(error.message, "part/k") != NULL);

    zarr_store_free(store);
    zarr_store_free(part);
    zarr_store_free(traced);
    zarr_array_free(array);
    CHECK(kv.destroyed == 0 && s.destroyed == 0);
    zarr_store_free(cached);
    CHECK(kv.destroyed == 1 && s.destroyed == 1);
    kv_thread(false);
    kv_clear(&kv);
}

int main(void) {
    callbacks();
    prefix();
    read_only();
    tracing();
    cache();
    overlay();
    check_context("%s", "");
    return check_summary("wrappers");
}
