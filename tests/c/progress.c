/* Everything that may take long, watched and ended by a C program: copies, conversions, reading, writing, walking, erasing.
 * The callback must get numbers that grow, on the thread that called, up to all of them; and an end must come at once and be told as such. */
#include "check.h"
#include <pthread.h>

typedef struct told {
    pthread_t caller;
    int calls;
    int64_t done, total, stop_at;
    bool total_changes;
} told;

static int32_t tell(void *user_data, int64_t done, int64_t total) {
    told *t = user_data;
    CHECK(pthread_equal(t->caller, pthread_self()));
    CHECK(t->calls > 0 || done == 0);
    CHECK(done >= t->done && done <= total);
    CHECK(t->calls == 0 || t->total_changes || total == t->total);
    t->calls++;
    t->done = done;
    t->total = total;
    return t->stop_at >= 0 && done >= t->stop_at;
}

static told watching(int64_t stop_at) {
    told t = {pthread_self(), 0, 0, 0, stop_at, false};
    return t;
}

/* It was told of the beginning and the end, and of so many steps. */
static void told_all(const told *t, int64_t steps) {
    if (t->calls < 2 || t->done != steps || t->total != steps)
        FAIL("%d calls, the last %d of %d, not %d", t->calls, (int)t->done, (int)t->total, (int)steps);
}

enum { SIDE = 20, CHUNKS = 100 };

static zarr_array *create(const zarr_store *store, const char *path, int32_t format) {
    zarr_error error;
    const int64_t shape[] = {SIDE, SIDE}, chunks[] = {2, 2};
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    OK(zarr_array_builder_new(ZARR_INT16, 2, shape, &builder, E));
    OK(zarr_array_builder_format(builder, format, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, chunks, E));
    OK(zarr_array_builder_codec(builder, "gzip", NULL, E));
    OK(zarr_array_create(store, path, builder, &array, E));
    zarr_array_builder_free(builder);
    return array;
}

static void reading_and_writing(const zarr_store *store) {
    zarr_error error;
    int16_t values[SIDE * SIDE], back[SIDE * SIDE];
    double reals[SIDE * SIDE];
    const int64_t start[] = {0, 0}, count[] = {SIDE, SIDE};
    zarr_region region = ZARR_REGION_INIT;
    zarr_transfer how = ZARR_TRANSFER_INIT;
    zarr_array *array = create(store, "g/a", ZARR_FORMAT_V3);
    told t = watching(0);
    region.ndim = 2;
    region.start = start;
    region.count = count;
    how.progress = tell;
    how.user_data = &t;
    for (int i = 0; i < SIDE * SIDE; i++)
        values[i] = (int16_t)(i + 1);

    FAILS(zarr_array_write(array, &region, values, sizeof values, &how, E), ZARR_ERROR_CANCELLED);
    CHECK(t.calls == 1);
    t = watching(-1);
    OK(zarr_array_write(array, &region, values, sizeof values, &how, E));
    told_all(&t, CHUNKS);

    t = watching(0);
    FAILS(zarr_array_read(array, &region, back, sizeof back, &how, E), ZARR_ERROR_CANCELLED);
    CHECK(t.calls == 1);
    /* With one thread it is the calling one, which ends in the middle. */
    how.threads = 1;
    t = watching(40);
    FAILS(zarr_array_read(array, &region, back, sizeof back, &how, E), ZARR_ERROR_CANCELLED);
    CHECK(t.done == 40);
    how.threads = 0;
    t = watching(-1);
    OK(zarr_array_read(array, &region, back, sizeof back, &how, E));
    told_all(&t, CHUNKS);
    CHECK(memcmp(values, back, sizeof back) == 0);

    /* Calls that convert numbers report and end as well. */
    how.data_type = ZARR_FLOAT64;
    t = watching(-1);
    OK(zarr_array_read(array, &region, reals, sizeof reals, &how, E));
    told_all(&t, CHUNKS);
    CHECK(reals[SIDE * SIDE - 1] == SIDE * SIDE);
    t = watching(0);
    FAILS(zarr_array_write(array, &region, reals, sizeof reals, &how, E), ZARR_ERROR_CANCELLED);
    t = watching(-1);
    OK(zarr_array_write(array, &region, reals, sizeof reals, &how, E));
    told_all(&t, CHUNKS);
    zarr_array_free(array);
}

/* As bytes, and into a format whose chunks have to be made anew. */
static void copying_and_converting(const zarr_store *store) {
    static const int32_t formats[] = {ZARR_FORMAT_V3, ZARR_FORMAT_V2, ZARR_FORMAT_N5};
    zarr_error error;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        const int64_t start[] = {0, 0}, count[] = {SIDE, SIDE};
        int16_t values[SIDE * SIDE];
        zarr_store *to = NULL;
        zarr_array *array = NULL;
        told t = watching(0);
        check_context("format %d", formats[i]);
        OK(zarr_store_open("memory://", "{\"threads\": 1}", &to, E));
        FAILS(zarr_node_copy(store, "g", to, "ended", formats[i], tell, &t, E), ZARR_ERROR_CANCELLED);
        CHECK(t.calls == 1);
        t = watching(-1);
        OK(zarr_node_copy(store, "g", to, "copy", formats[i], tell, &t, E));
        told_all(&t, CHUNKS);
        OK(zarr_array_open(to, "copy/a", &array, E));
        CHECK(zarr_array_format(array) == formats[i]);
        OK(zarr_array_read_region(array, 2, start, count, values, sizeof values, E));
        CHECK(values[SIDE * SIDE - 1] == SIDE * SIDE);
        t = watching(-1);
        OK(zarr_node_move(to, "copy", "moved", tell, &t, E));
        t = watching(0);
        FAILS(zarr_node_move(to, "moved", "again", tell, &t, E), ZARR_ERROR_CANCELLED);
        zarr_array_free(array);
        zarr_store_free(to);
    }
    check_context("");
}

static void walking(int32_t format) {
    zarr_error error;
    zarr_store *store = NULL;
    zarr_strings *paths = NULL;
    zarr_bytes *kinds = NULL;
    told t = watching(-1);
    t.total_changes = true;
    check_context("format %d", format);
    OK(zarr_store_open("memory://", NULL, &store, E));
    for (int i = 0; i < 30; i++) {
        zarr_group *group = NULL;
        char name[20];
        snprintf(name, sizeof name, "g/%d/inner", i);
        OK(zarr_group_create(store, name, format, NULL, &group, E));
        zarr_group_free(group);
    }
    OK(zarr_node_walk_watched(store, "g", -1, tell, &t, &paths, &kinds, E));
    told_all(&t, 60);
    CHECK(zarr_strings_count(paths) == 60 && zarr_bytes_size(kinds) == 60);
    zarr_strings_free(paths);
    zarr_bytes_free(kinds);
    paths = NULL;
    kinds = NULL;
    t = watching(0);
    FAILS(zarr_node_walk_watched(store, "g", -1, tell, &t, &paths, &kinds, E), ZARR_ERROR_CANCELLED);
    CHECK(t.calls == 1 && paths == NULL && kinds == NULL);
    /* A draft is read by one listing, so that there is no middle. */
    if (format != ZARR_FORMAT_V3_2022) {
        t = watching(7);
        t.total_changes = true;
        FAILS(zarr_node_walk_watched(store, "g", -1, tell, &t, &paths, &kinds, E), ZARR_ERROR_CANCELLED);
        CHECK(t.done == 7 && t.total >= 30 && paths == NULL && kinds == NULL);
    }
    OK(zarr_node_walk_watched(store, "g", 1, NULL, NULL, &paths, &kinds, E));
    CHECK(zarr_strings_count(paths) == 30);
    zarr_strings_free(paths);
    zarr_bytes_free(kinds);
    zarr_store_free(store);
    check_context("");
}

static void erasing(int32_t format, const char *url, const char *options) {
    zarr_error error;
    const int64_t start[] = {0, 0}, count[] = {SIDE, SIDE};
    int16_t values[SIDE * SIDE];
    int32_t kind = -1;
    size_t left = 0;
    zarr_store *store = NULL;
    zarr_strings *keys = NULL;
    zarr_array *array;
    told t = watching(0);
    check_context("format %d at %s", format, url);
    OK(zarr_store_open(url, options, &store, E));
    array = create(store, "g/a", format);
    for (int i = 0; i < SIDE * SIDE; i++)
        values[i] = 7;
    OK(zarr_array_write_region(array, 2, start, count, values, sizeof values, E));
    zarr_array_free(array);

    FAILS(zarr_node_erase_watched(store, "g/a", tell, &t, E), ZARR_ERROR_CANCELLED);
    CHECK(t.calls == 1 && t.total > CHUNKS);
    OK(zarr_array_open(store, "g/a", &array, E));
    OK(zarr_array_read_region(array, 2, start, count, values, sizeof values, E));
    CHECK(values[0] == 7 && values[SIDE * SIDE - 1] == 7);
    zarr_array_free(array);

    /* Ended in the middle, there is no node any more; some of its values are. */
    t = watching(1);
    FAILS(zarr_node_erase_watched(store, "g/a", tell, &t, E), ZARR_ERROR_CANCELLED);
    OK(zarr_node_kind(store, "g/a", &kind, E));
    CHECK(kind == ZARR_NODE_NONE);
    OK(zarr_store_list_prefix(store, "", &keys, E));
    left = zarr_strings_count(keys);
    CHECK(left > 10 && left < CHUNKS + 5);
    zarr_strings_free(keys);

    array = create(store, "b", format);
    OK(zarr_array_write_region(array, 2, start, count, values, sizeof values, E));
    zarr_array_free(array);
    t = watching(-1);
    OK(zarr_node_erase_watched(store, "b", tell, &t, E));
    told_all(&t, t.total);
    CHECK(t.total > CHUNKS);
    OK(zarr_store_list_prefix(store, "", &keys, E));
    CHECK(zarr_strings_count(keys) <= left + 1);
    zarr_strings_free(keys);
    FAILS(zarr_node_erase_watched(store, "b", tell, &t, E), ZARR_ERROR_NOT_FOUND);
    FAILS(zarr_node_erase_watched(store, "b", NULL, NULL, E), ZARR_ERROR_NOT_FOUND);
    zarr_store_free(store);
    check_context("");
}

int main(void) {
    static const int32_t formats[] = {ZARR_FORMAT_V2, ZARR_FORMAT_V3, ZARR_FORMAT_V3_2022};
    zarr_error error;
    zarr_store *store = NULL;
    OK(zarr_store_open("memory://", NULL, &store, E));
    reading_and_writing(store);
    copying_and_converting(store);
    zarr_store_free(store);
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        char *directory = temp_make();
        walking(formats[i]);
        erasing(formats[i], "memory://", "{\"threads\": 1}");
        erasing(formats[i], directory, "{\"threads\": 1}");
        temp_remove(directory);
    }
    return check_summary("progress");
}
