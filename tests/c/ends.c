/*
 * Why this file exists: the runtime of a language ends before its process does, while threads read stores that are written in it.
 * A thread that entered the runtime then would abort the program, or never come back. zarr_callbacks_end keeps threads out: those
 * inside are waited for, later ones get an error, and the thread that ends the program still reads and writes.
 */
#include "callback_store.h"

#include <time.h>

enum { LENGTH = 40, CHUNK = 10, WAIT = 60000 };

/* A store whose `get` stands still while the gate is shut. */
typedef struct gate {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool shut;
    int inside, told;
} gate;

static gate stop = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, 0, 0};

static void stand(kv_store *kv, enum slot slot, const char *key, void *context) {
    gate *g = context;
    (void)kv;
    (void)key;
    if (slot != SLOT_GET && slot != SLOT_GET_PARTIAL)
        return;
    pthread_mutex_lock(&g->mutex);
    g->inside++;
    pthread_cond_broadcast(&g->changed);
    while (g->shut)
        pthread_cond_wait(&g->changed, &g->mutex);
    g->inside--;
    pthread_mutex_unlock(&g->mutex);
}

static void shut(bool now) {
    pthread_mutex_lock(&stop.mutex);
    stop.shut = now;
    pthread_cond_broadcast(&stop.changed);
    pthread_mutex_unlock(&stop.mutex);
}

static void wait_for_one_inside(void) {
    pthread_mutex_lock(&stop.mutex);
    while (stop.inside == 0)
        pthread_cond_wait(&stop.changed, &stop.mutex);
    pthread_mutex_unlock(&stop.mutex);
}

static zarr_array *make(const zarr_store *store, const char *path) {
    static const int64_t shape[1] = {LENGTH}, chunk[1] = {CHUNK};
    int32_t values[LENGTH];
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    for (int i = 0; i < LENGTH; i++)
        values[i] = i;
    OK(zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, chunk, E));
    OK(zarr_array_create(store, path, builder, &array, E));
    OK(zarr_array_write_region(array, 1, NULL, NULL, values, sizeof values, E));
    zarr_array_builder_free(builder);
    return array;
}

static zarr_status read_all(const zarr_array *array, zarr_error *error) {
    int32_t values[LENGTH];
    const zarr_status status = zarr_array_read_region(array, 1, NULL, NULL, values, sizeof values, error);
    if (status == ZARR_OK)
        for (int i = 0; i < LENGTH; i++)
            CHECK(values[i] == i);
    return status;
}

typedef struct reader {
    const zarr_array *array;
    zarr_status status;
    zarr_error error;
} reader;

static void *read_once(void *argument) {
    reader *r = argument;
    r->status = KV_ENTER(read_all(r->array, &r->error));
    return NULL;
}

static void *read_until_it_fails(void *argument) {
    reader *r = argument;
    do
        read_once(r);
    while (r->status == ZARR_OK);
    return NULL;
}

static void *let_go(void *array) {
    zarr_array_free(array);
    return NULL;
}

static pthread_t start(void *(*function)(void *), void *argument) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, function, argument) != 0)
        exit(2);
    return thread;
}

/* A function that runs is waited for, and told of where it takes too long. */
static void waits(bool thread_safe, kv_store *kv, kv_store *other) {
    zarr_error error;
    zarr_store_callbacks table = ZARR_STORE_CALLBACKS_INIT, beside = ZARR_STORE_CALLBACKS_INIT;
    zarr_store *store = NULL, *untouched = NULL;
    zarr_array *array, *free_of_it;
    reader readers[4] = {{0}}, last = {0};
    pthread_t threads[4], thread;

    check_context("thread-safe %d: ", thread_safe);
    kv_init(kv);
    kv_init(other);
    kv_callbacks(kv, &table, thread_safe);
    kv_callbacks(other, &beside, true);
    OK(KV_ENTER(zarr_store_open_callbacks(&table, kv, NULL, &store, E)));
    OK(KV_ENTER(zarr_store_open_callbacks(&beside, other, NULL, &untouched, E)));
    kv_thread(true);
    array = make(store, "a");
    free_of_it = make(untouched, "a");
    kv->before = stand;
    kv->context = &stop;

    shut(true);
    for (int i = 0; i < 4; i++) {
        readers[i].array = array;
        threads[i] = start(read_until_it_fails, &readers[i]);
    }
    wait_for_one_inside();
    FAILS(zarr_callbacks_end(kv, 0, E), ZARR_ERROR_TIMEOUT);
    CHECK(strstr(error.message, "still run") != NULL);
    FAILS(zarr_callbacks_end(kv, 20, E), ZARR_ERROR_TIMEOUT);
    shut(false);
    OK(zarr_callbacks_end(kv, WAIT, E));
    CHECK(stop.inside == 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        CHECK(readers[i].status == ZARR_ERROR_CANCELLED);
        CHECK(strstr(readers[i].error.message, "zarr_callbacks_end") != NULL);
    }

    /* Nothing else is ended: this thread, and other stores. */
    kv_thread(true);
    OK(read_all(array, E));
    last.array = free_of_it;
    thread = start(read_once, &last);
    pthread_join(thread, NULL);
    CHECK(last.status == ZARR_OK);

    /* The last reference goes on a thread that is kept out: what `destroy` would free stays. */
    zarr_store_free(store);
    thread = start(let_go, array);
    pthread_join(thread, NULL);
    CHECK(kv->destroyed == 0);
    zarr_array_free(free_of_it);
    zarr_store_free(untouched);
    CHECK(other->destroyed == 1 && kv->strangers == 0 && kv->overlaps == 0);
    kv_thread(false);
    kv_clear(kv);
    kv_clear(other);
    check_context("");
}

static int32_t count(void *user_data, int64_t done, int64_t total) {
    (void)done;
    (void)total;
    ++*(int *)user_data;
    return 0;
}

typedef struct watched {
    const zarr_array *array;
    zarr_transfer how;
    zarr_status status;
} watched;

static void *read_watched(void *argument) {
    watched *w = argument;
    int32_t values[LENGTH];
    zarr_region region = ZARR_REGION_INIT;
    region.ndim = 1;
    w->status = zarr_array_read(w->array, &region, values, sizeof values, &w->how, NULL);
    return NULL;
}

/* Progress is asked of no other thread either; the pointer may be NULL as well. */
static void progress(void) {
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array *array;
    int calls = 0;
    watched w = {NULL, ZARR_TRANSFER_INIT, ZARR_OK};
    pthread_t thread;

    OK(zarr_store_open("memory://", NULL, &store, E));
    array = make(store, "a");
    w.array = array;
    w.how.progress = count;
    w.how.user_data = &calls;
    FAILS(zarr_callbacks_end(&calls, -1, E), ZARR_ERROR_INVALID_ARGUMENT);
    OK(zarr_callbacks_end(NULL, 0, E));
    thread = start(read_watched, &w);
    pthread_join(thread, NULL);
    CHECK(w.status == ZARR_OK && calls > 0);

    calls = 0;
    OK(zarr_callbacks_end(&calls, 0, E));
    thread = start(read_watched, &w);
    pthread_join(thread, NULL);
    CHECK(w.status == ZARR_ERROR_CANCELLED && calls == 0);
    read_watched(&w);
    CHECK(w.status == ZARR_OK && calls > 0);
    zarr_array_free(array);
    zarr_store_free(store);
}

int main(void) {
    /* Each has its own address, as an ended one stays so. */
    static kv_store stores[4];
    waits(false, &stores[0], &stores[1]);
    waits(true, &stores[2], &stores[3]);
    progress();
    return check_summary("ends");
}
