/* Queued writes and reads: operations take effect in order, failures reach the calls that they belong to, a full queue waits or refuses,
 * what is borrowed is given back, and neither a child of fork nor a free hangs. */
#include "check.h"
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIDE = 32, CHUNK = 8 };

static zarr_array *create(const zarr_store *store, const char *path, int32_t ndim, const int64_t *shape, const int64_t *chunk) {
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    OK(zarr_array_builder_new(ZARR_INT32, ndim, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, ndim, chunk, E));
    OK(zarr_array_create(store, path, builder, &array, E));
    zarr_array_builder_free(builder);
    return array;
}

static zarr_array *square(const zarr_store *store, const char *path) {
    const int64_t shape[] = {SIDE, SIDE}, chunk[] = {CHUNK, CHUNK};
    return create(store, path, 2, shape, chunk);
}

static zarr_queue *queue_of(const char *options) {
    zarr_error error;
    zarr_queue *queue = NULL;
    OK(zarr_queue_new(options, &queue, E));
    return queue;
}

/* A gate that callbacks wait at, and what they were told. */
typedef struct gate {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool open;
    int calls;
    int64_t ticket;
    zarr_status status;
    char message[256];
} gate;

static void gate_init(gate *g, bool open) {
    memset(g, 0, sizeof *g);
    pthread_mutex_init(&g->mutex, NULL);
    pthread_cond_init(&g->changed, NULL);
    g->open = open;
}

static void gate_open(gate *g) {
    pthread_mutex_lock(&g->mutex);
    g->open = true;
    pthread_cond_broadcast(&g->changed);
    pthread_mutex_unlock(&g->mutex);
}

static void done(void *user_data, int64_t ticket, zarr_status status, const char *message) {
    gate *g = user_data;
    pthread_mutex_lock(&g->mutex);
    while (!g->open)
        pthread_cond_wait(&g->changed, &g->mutex);
    g->calls++;
    g->ticket = ticket;
    g->status = status;
    snprintf(g->message, sizeof g->message, "%s", message);
    pthread_mutex_unlock(&g->mutex);
}

static void writes_and_reads(void) {
    zarr_error error;
    zarr_store *store = NULL;
    zarr_queue *queue = queue_of(NULL);
    int32_t values[SIDE * SIDE], part[4], back[SIDE * SIDE], again[SIDE * SIDE];
    const int64_t start[] = {7, 7}, count[] = {2, 2};
    int64_t ticket = 0, other = 0, operations = -1, bytes = -1;
    OK(zarr_store_open("memory://", NULL, &store, E));
    zarr_array *array = square(store, "a");
    for (int i = 0; i < SIDE * SIDE; i++)
        values[i] = i + 1;
    for (int i = 0; i < 4; i++)
        part[i] = -1 - i;
    OK(zarr_queue_write_region(queue, array, 2, NULL, NULL, values, sizeof values, &ticket, E));
    CHECK(ticket > 0);
    OK(zarr_queue_read_region(queue, array, 2, NULL, NULL, back, sizeof back, NULL, E));
    OK(zarr_queue_write_region(queue, array, 2, start, count, part, sizeof part, &other, E));
    CHECK(other > ticket);
    /* The copy is the queue's, and so is the array. */
    memset(part, 0, sizeof part);
    OK(zarr_queue_read_region(queue, array, 2, NULL, NULL, again, sizeof again, NULL, E));
    zarr_array_free(array);
    OK(zarr_queue_wait(queue, ticket, E));
    OK(zarr_queue_wait(queue, ticket, E));
    OK(zarr_queue_wait(queue, -1, E));
    CHECK(memcmp(back, values, sizeof values) == 0);
    values[7 * SIDE + 7] = -1;
    values[7 * SIDE + 8] = -2;
    values[8 * SIDE + 7] = -3;
    values[8 * SIDE + 8] = -4;
    CHECK(memcmp(again, values, sizeof values) == 0);
    CHECK(zarr_queue_is_done(queue, ticket) == 1);
    OK(zarr_queue_pending(queue, &operations, &bytes, E));
    CHECK(operations == 0 && bytes == 0);
    OK(zarr_queue_pending(queue, NULL, NULL, E));
    zarr_queue_free(queue);
    zarr_queue_free(queue);
    FAILS(zarr_queue_wait(queue, -1, E), ZARR_ERROR_INVALID_HANDLE);
    zarr_store_free(store);
}

static void points_and_nothing(void) {
    zarr_error error;
    zarr_store *store = NULL;
    zarr_queue *queue = queue_of("{\"threads\": 2}");
    const int64_t none[] = {0, 0}, one[] = {1, 1}, empty[] = {0, 5};
    int32_t value = 42, back = 0;
    OK(zarr_store_open("memory://", NULL, &store, E));
    zarr_array *point = create(store, "p", 0, NULL, NULL), *square_ = square(store, "s");
    OK(zarr_queue_write_region(queue, point, 0, NULL, NULL, &value, sizeof value, NULL, E));
    OK(zarr_queue_read_region(queue, point, 0, NULL, NULL, &back, sizeof back, NULL, E));
    OK(zarr_queue_write_region(queue, square_, 2, one, empty, NULL, 0, NULL, E));
    OK(zarr_queue_read_region(queue, square_, 2, one, none, NULL, 0, NULL, E));
    OK(zarr_queue_wait(queue, -1, E));
    CHECK(back == 42);
    zarr_array_free(point);
    zarr_array_free(square_);
    zarr_queue_free(queue);
    zarr_store_free(store);
}

static void misuse(void) {
    zarr_error error;
    zarr_store *store = NULL;
    zarr_queue *queue = NULL;
    const int64_t start[] = {30, 0}, count[] = {4, 4}, negative[] = {-1, 0};
    int32_t values[16] = {0};
    int64_t ticket = 77, operations = 0;
    FAILS(zarr_queue_new("{\"full\": \"drop\"}", &queue, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(queue == NULL);
    FAILS(zarr_queue_new(NULL, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    queue = queue_of("{}");
    OK(zarr_store_open("memory://", NULL, &store, E));
    zarr_array *array = square(store, "a");
    FAILS(zarr_queue_write_region(NULL, array, 2, start, count, values, sizeof values, &ticket, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_queue_write_region(queue, NULL, 2, start, count, values, sizeof values, &ticket, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_queue_write_region(queue, array, 2, start, count, values, sizeof values, &ticket, E), ZARR_ERROR_OUT_OF_BOUNDS);
    FAILS(zarr_queue_write_region(queue, array, 2, NULL, count, values, 8, &ticket, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS(zarr_queue_write_region(queue, array, 3, NULL, count, values, sizeof values, &ticket, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_queue_write_region(queue, array, 2, NULL, count, NULL, sizeof values, &ticket, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_queue_read_region(queue, array, 2, negative, count, values, sizeof values, &ticket, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_queue_read_region(queue, array, 2, NULL, count, NULL, sizeof values, &ticket, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(ticket == 77);
    FAILS(zarr_queue_wait(queue, 1, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_queue_wait(queue, 0, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_queue_cancel(queue, INT64_MAX, E), ZARR_ERROR_INVALID_ARGUMENT);
    OK(zarr_queue_cancel(queue, -1, E));
    OK(zarr_queue_wait(queue, -1, E));
    CHECK(zarr_queue_is_done(queue, 1) == -1);
    CHECK(zarr_queue_is_done(NULL, 1) == -1);
    OK(zarr_queue_pending(queue, &operations, NULL, E));
    CHECK(operations == 0);
    zarr_queue_free(NULL);
    zarr_array_free(array);
    zarr_queue_free(queue);
    zarr_store_free(store);
}

/* A queue that is full, as the callback of its first operation does not end. */
static void full_and_borrowed(void) {
    zarr_error error;
    zarr_store *store = NULL;
    zarr_queue *queue = queue_of("{\"bytes\": 6000, \"threads\": 1, \"full\": \"refuse\"}");
    const int64_t length[] = {4096}, chunk[] = {16}, count[] = {512}, far[] = {1024};
    int32_t *values = need(4096 * sizeof *values), back[512];
    int64_t ticket = 0, other = 0, bytes = 0;
    gate g;
    gate_init(&g, false);
    OK(zarr_store_open("memory://", NULL, &store, E));
    zarr_array *array = create(store, "a", 1, length, chunk);
    for (int i = 0; i < 4096; i++)
        values[i] = i;
    OK(zarr_queue_write_region_then(queue, array, 1, NULL, count, values, 2048, done, &g, &ticket, E));
    OK(zarr_queue_write_region(queue, array, 1, NULL, count, values, 2048, NULL, E));
    FAILS(zarr_queue_write_region(queue, array, 1, far, count, values, 2048, NULL, E), ZARR_ERROR_LIMIT);
    FAILS(zarr_queue_write_region(queue, array, 1, NULL, NULL, values, 4096 * sizeof *values, NULL, E), ZARR_ERROR_LIMIT);
    OK(zarr_queue_pending(queue, NULL, &bytes, E));
    CHECK(bytes > 2048 && bytes <= 6000);
    /* A reading has memory of its own. */
    OK(zarr_queue_read_region_then(queue, array, 1, NULL, count, back, sizeof back, NULL, NULL, &other, E));
    CHECK(zarr_queue_is_done(queue, other) == 0);
    gate_open(&g);
    OK(zarr_queue_wait(queue, other, E));
    CHECK(memcmp(back, values, sizeof back) == 0);
    CHECK(g.calls == 1 && g.ticket == ticket && g.status == ZARR_OK && g.message[0] == 0);
    OK(zarr_queue_write_region(queue, array, 1, far, count, values, 2048, NULL, E));
    zarr_queue_free(queue);

    /* One that waits; what is larger than all is done by the call. */
    queue = queue_of("{\"bytes\": 3000, \"threads\": 1}");
    for (int i = 0; i < 40; i++)
        OK(zarr_queue_write_region(queue, array, 1, NULL, count, values, 2048, NULL, E));
    OK(zarr_queue_write_region(queue, array, 1, NULL, NULL, values, 4096 * sizeof *values, &ticket, E));
    CHECK(zarr_queue_is_done(queue, ticket) == 1);
    OK(zarr_queue_wait(queue, -1, E));
    zarr_array_free(array);
    zarr_queue_free(queue);
    zarr_store_free(store);
    free(values);
}

/* A store that fails from the n-th write on, on any thread or on those of the caller only. */
typedef struct failing {
    pthread_mutex_t mutex;
    int writes_left;
} failing;

static zarr_status failing_get(void *user_data, const char *key, zarr_range range, zarr_sink *value, zarr_error *error) {
    (void)user_data, (void)range, (void)error;
    static const char text[] = "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [64], \"data_type\": \"int32\","
                               " \"chunk_grid\": {\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [4]}},"
                               " \"chunk_key_encoding\": {\"name\": \"default\"}, \"fill_value\": 0,"
                               " \"codecs\": [{\"name\": \"bytes\", \"configuration\": {\"endian\": \"little\"}}], \"attributes\": {}}";
    if (strcmp(key, "zarr.json") != 0)
        return ZARR_ERROR_NOT_FOUND;
    return zarr_sink_write(value, text, sizeof text - 1, error);
}

static zarr_status failing_set(void *user_data, const char *key, const void *data, size_t size, zarr_error *error) {
    failing *f = user_data;
    (void)key, (void)data, (void)size;
    pthread_mutex_lock(&f->mutex);
    const bool fails = f->writes_left-- <= 0;
    pthread_mutex_unlock(&f->mutex);
    if (!fails)
        return ZARR_OK;
    snprintf(error->message, sizeof error->message, "the tape is torn");
    return ZARR_STATUS_USER + 7;
}

static void failures(uint32_t flags) {
    zarr_error error;
    const int64_t count[] = {4};
    const int32_t values[] = {1, 2, 3, 4};
    for (int until = 0; until < 6; until++) {
        failing f = {PTHREAD_MUTEX_INITIALIZER, until};
        zarr_store_callbacks callbacks = ZARR_STORE_CALLBACKS_INIT;
        zarr_store *store = NULL;
        zarr_array *array = NULL;
        zarr_queue *queue = queue_of("{\"threads\": 3}");
        int64_t tickets[6];
        int failed = 0, told = 0;
        gate g;
        gate_init(&g, true);
        callbacks.flags = flags;
        callbacks.get = failing_get;
        callbacks.set = failing_set;
        OK(zarr_store_open_callbacks(&callbacks, &f, NULL, &store, E));
        OK(zarr_array_open(store, "", &array, E));
        zarr_store_free(store);
        for (int i = 0; i < 6; i++) {
            const int64_t start[] = {4 * i};
            OK(zarr_queue_write_region(queue, array, 1, start, count, values, sizeof values, &tickets[i], E));
        }
        for (int i = 0; i < 6; i++) {
            const zarr_status status = zarr_queue_wait(queue, tickets[i], E);
            if (status != ZARR_OK) {
                CHECK(status == ZARR_STATUS_USER + 7 && strstr(error.message, "the tape is torn") && strstr(error.message, "ticket "));
                OK(zarr_queue_wait(queue, tickets[i], E));
                failed++;
            }
        }
        CHECK(failed == 6 - until);
        OK(zarr_queue_wait(queue, -1, E));
        /* Without a ticket the next call tells, and what is told queues nothing. */
        OK(zarr_queue_write_region(queue, array, 1, NULL, count, values, sizeof values, NULL, E));
        while (zarr_queue_wait(queue, -1, E) != ZARR_OK)
            told++;
        CHECK(told == 1);
        /* A callback is told, and nothing else. */
        OK(zarr_queue_write_region_then(queue, array, 1, NULL, count, values, sizeof values, done, &g, NULL, E));
        OK(zarr_queue_wait(queue, -1, E));
        CHECK(g.calls == 1 && g.status == ZARR_STATUS_USER + 7 && strstr(g.message, "the tape is torn"));
        zarr_array_free(array);
        zarr_queue_free(queue);
    }
}

static void cancelled(void) {
    zarr_error error;
    zarr_store *store = NULL;
    zarr_queue *queue = queue_of("{\"threads\": 1}");
    int32_t values[SIDE * SIDE] = {1}, zeros[SIDE * SIDE] = {0}, back[SIDE * SIDE];
    int64_t first = 0, second = 0;
    gate g, h;
    gate_init(&g, false);
    gate_init(&h, true);
    OK(zarr_store_open("memory://", NULL, &store, E));
    zarr_array *array = square(store, "a");
    OK(zarr_queue_write_region_then(queue, array, 2, NULL, NULL, zeros, sizeof zeros, done, &g, &first, E));
    OK(zarr_queue_write_region_then(queue, array, 2, NULL, NULL, values, sizeof values, done, &h, &second, E));
    OK(zarr_queue_cancel(queue, second, E));
    gate_open(&g);
    OK(zarr_queue_wait(queue, -1, E));
    FAILS(zarr_queue_wait(queue, second, E), ZARR_ERROR_CANCELLED);
    CHECK(h.calls == 1 && h.status == ZARR_ERROR_CANCELLED);
    OK(zarr_queue_read_region(queue, array, 2, NULL, NULL, back, sizeof back, NULL, E));
    OK(zarr_queue_wait(queue, -1, E));
    CHECK(memcmp(back, zeros, sizeof back) == 0);
    zarr_array_free(array);
    zarr_queue_free(queue);
    zarr_store_free(store);
}

/* A child has the queue, without what its parent has queued; it hangs nowhere, and uses it. */
static void forks(void) {
    zarr_error error;
    char *folder = temp_make(), *path = path_join(folder, "a.zarr");
    zarr_store *store = NULL;
    zarr_queue *queue = queue_of("{\"threads\": 2, \"bytes\": 100000}");
    int32_t values[SIDE * SIDE], back[SIDE * SIDE] = {0};
    OK(zarr_store_open(path, NULL, &store, E));
    zarr_array *array = square(store, "a"), *child_array = square(store, "b");
    for (int i = 0; i < SIDE * SIDE; i++)
        values[i] = i;
    for (int round = 0; round < 10; round++) {
        int64_t ticket = 0;
        for (int i = 0; i < 8; i++)
            OK(zarr_queue_write_region(queue, array, 2, NULL, NULL, values, sizeof values, &ticket, E));
        const pid_t child = fork();
        if (child == 0) {
            int64_t operations = -1, own = 0;
            alarm(60);
            bool good = zarr_queue_pending(queue, &operations, NULL, NULL) == ZARR_OK && operations == 0;
            good = good && zarr_queue_wait(queue, ticket, NULL) == ZARR_ERROR_CONFLICT;
            good = good && zarr_queue_wait(queue, -1, NULL) == ZARR_OK;
            good = good && zarr_queue_write_region(queue, child_array, 2, NULL, NULL, values, sizeof values, &own, NULL) == ZARR_OK;
            good = good && own > ticket && zarr_queue_wait(queue, own, NULL) == ZARR_OK;
            zarr_queue_free(queue);
            /* At an exit memcheck would count as lost what the threads had that the child was forked without. */
            if (good)
                kill(getpid(), SIGKILL);
            _exit(1);
        }
        int status = -1;
        CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    }
    OK(zarr_queue_wait(queue, -1, E));
    OK(zarr_array_read_region(child_array, 2, NULL, NULL, back, sizeof back, E));
    CHECK(memcmp(back, values, sizeof back) == 0);
    zarr_array_free(array);
    zarr_array_free(child_array);
    zarr_queue_free(queue);
    zarr_store_free(store);
    temp_remove(folder);
    free(path);
}

/* Freeing waits: everything that was queued is there. */
static void free_waits(void) {
    zarr_error error;
    zarr_store *store = NULL;
    const int64_t row[] = {1, SIDE};
    int32_t values[SIDE], back[SIDE * SIDE];
    OK(zarr_store_open("memory://", NULL, &store, E));
    zarr_array *array = square(store, "a");
    zarr_queue *queue = queue_of("{\"threads\": 3}");
    for (int64_t i = 0; i < SIDE; i++) {
        const int64_t start[] = {i, 0};
        for (int j = 0; j < SIDE; j++)
            values[j] = (int32_t)(i * SIDE) + j + 1;
        OK(zarr_queue_write_region(queue, array, 2, start, row, values, sizeof values, NULL, E));
    }
    zarr_queue_free(queue);
    OK(zarr_array_read_region(array, 2, NULL, NULL, back, sizeof back, E));
    for (int i = 0; i < SIDE * SIDE; i++)
        if (back[i] != i + 1)
            FAIL("element %d is %d", i, (int)back[i]);
    zarr_array_free(array);
    zarr_store_free(store);
}

int main(void) {
    writes_and_reads();
    points_and_nothing();
    misuse();
    full_and_borrowed();
    failures(ZARR_STORE_THREAD_SAFE);
    failures(0);
    cancelled();
    forks();
    free_waits();
    return check_summary("queue");
}
