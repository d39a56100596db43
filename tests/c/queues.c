/*
 * Why this file exists: queues where something is refused, changes or ends. Failures of a store that look like a cancelled operation,
 * arrays that are resized and erased below what is queued, a system without threads, processes that end, callbacks that free the
 * queue, and very many operations, failures and waiting threads, whose cost has to grow with their number and not with its square.
 */
#include "check.h"
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static zarr_array *create(const zarr_store *store, const char *path, int64_t length, int64_t chunk, const char *options) {
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL, *opened = NULL;
    OK(zarr_array_builder_new(ZARR_INT32, 1, &length, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, &chunk, E));
    OK(zarr_array_create(store, path, builder, &array, E));
    zarr_array_builder_free(builder);
    if (options == NULL)
        return array;
    zarr_array_free(array);
    OK(zarr_array_open_with(store, path, options, &opened, E));
    return opened;
}

static zarr_queue *queue_of(const char *options) {
    zarr_error error;
    zarr_queue *queue = NULL;
    OK(zarr_queue_new(options, &queue, E));
    return queue;
}

static zarr_store *memory(void) {
    zarr_error error;
    zarr_store *store = NULL;
    OK(zarr_store_open("memory://", NULL, &store, E));
    return store;
}

static zarr_status write_one(zarr_queue *queue, const zarr_array *array, int64_t at, int32_t value, int64_t *ticket, zarr_error *error) {
    const int64_t one = 1;
    return zarr_queue_write_region(queue, array, 1, &at, &one, &value, sizeof value, ticket, error);
}

/* ---- a gate in front of everything that is queued behind it ---- */
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void pass_gate(void *user_data, int64_t ticket, zarr_status status, const char *message) {
    (void)user_data, (void)ticket, (void)status, (void)message;
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
}

/* Closes the gate, and queues the operation that waits at it, on the first element. */
static void hold(zarr_queue *queue, const zarr_array *array) {
    static const int64_t zero = 0, one = 1;
    static const int32_t value = 1;
    zarr_error error;
    pthread_mutex_lock(&gate);
    OK(zarr_queue_write_region_then(queue, array, 1, &zero, &one, &value, sizeof value, pass_gate, NULL, NULL, E));
}

/* ---- a store that says itself that it was cancelled ---- */
static zarr_status stopping_get(void *inner, const char *key, zarr_range range, zarr_sink *sink, zarr_error *error) {
    zarr_bytes *bytes = NULL;
    zarr_status status = zarr_store_get_range(inner, key, range, &bytes, error);
    if (status == ZARR_OK)
        status = zarr_sink_write(sink, zarr_bytes_data(bytes), zarr_bytes_size(bytes), error);
    zarr_bytes_free(bytes);
    return status;
}

static zarr_status stopping_set(void *inner, const char *key, const void *data, size_t size, zarr_error *error) {
    (void)inner, (void)key, (void)data, (void)size;
    snprintf(error->message, sizeof error->message, "the tape robot was stopped");
    return ZARR_ERROR_CANCELLED;
}

/* A write is lost without a word, if the status of the store is taken for that of a cancelled operation. */
static void stores_that_cancel(void) {
    zarr_error error;
    zarr_store_callbacks callbacks = ZARR_STORE_CALLBACKS_INIT;
    zarr_store *inner = memory(), *store = NULL;
    zarr_queue *queue = queue_of("{\"threads\": 1}");
    zarr_array *array = create(inner, "a", 10, 10, NULL);
    int64_t ticket = 0;
    zarr_array_free(array);
    callbacks.flags = ZARR_STORE_THREAD_SAFE;
    callbacks.get = stopping_get;
    callbacks.set = stopping_set;
    OK(zarr_store_open_callbacks(&callbacks, inner, NULL, &store, E));
    OK(zarr_array_open(store, "a", &array, E));
    OK(write_one(queue, array, 1, 7, NULL, E));
    FAILS(zarr_queue_wait(queue, -1, E), ZARR_ERROR_CANCELLED);
    CHECK(strstr(error.message, "tape robot") != NULL);
    OK(zarr_queue_wait(queue, -1, E));
    /* One that was cancelled is a failure to its ticket alone. */
    hold(queue, array);
    OK(write_one(queue, array, 2, 7, &ticket, E));
    OK(zarr_queue_cancel(queue, ticket, E));
    pthread_mutex_unlock(&gate);
    FAILS(zarr_queue_wait(queue, ticket, E), ZARR_ERROR_CANCELLED);
    OK(zarr_queue_wait(queue, -1, E));
    zarr_array_free(array);
    zarr_queue_free(queue);
    zarr_store_free(store);
    zarr_store_free(inner);
}

/* ---- arrays that change below the queue ---- */
static void arrays_that_change(void) {
    zarr_error error;
    zarr_store *store = memory();
    zarr_queue *queue = queue_of("{\"threads\": 2}");
    zarr_array *array = create(store, "a", 100, 10, NULL), *same = NULL, *grows;
    int64_t inside = 0, outside = 0, none = 0;
    const int64_t shorter = 50, start = 10, count = 20;
    int32_t back[20];
    OK(zarr_array_open(store, "a", &same, E));
    hold(queue, array);
    OK(write_one(queue, array, 5, 5, &inside, E));
    /* Behind the one at the gate, by its chunk. */
    const int64_t from = 5, long_count = 90;
    int32_t values[90] = {9};
    OK(zarr_queue_write_region(queue, array, 1, &from, &long_count, values, sizeof values, &outside, E));
    OK(zarr_array_resize(same, 1, &shorter, E));
    pthread_mutex_unlock(&gate);
    OK(zarr_queue_wait(queue, inside, E));
    FAILS(zarr_queue_wait(queue, outside, E), ZARR_ERROR_OUT_OF_BOUNDS);
    OK(zarr_queue_wait(queue, -1, E));
    /* Erased: the write is refused, and brings nothing back. */
    hold(queue, array);
    OK(write_one(queue, array, 6, 5, &none, E));
    OK(zarr_node_erase(store, "a", E));
    pthread_mutex_unlock(&gate);
    CHECK(zarr_queue_wait(queue, none, E) != ZARR_OK);
    while (zarr_queue_wait(queue, -1, E) != ZARR_OK)
        ;
    FAILS(zarr_array_open(store, "a", &(zarr_array *){NULL}, E), ZARR_ERROR_NOT_FOUND);
    zarr_array_free(array);
    zarr_array_free(same);
    /* Elements that an earlier write makes room for are read behind it, though they have no chunk in common. */
    grows = create(store, "g", 1, 4, "{\"grow\": true}");
    hold(queue, grows);
    OK(zarr_queue_write_region(queue, grows, 1, &(int64_t){0}, &(int64_t){90}, values, sizeof values, NULL, E));
    memset(back, 1, sizeof back);
    OK(zarr_queue_read_region(queue, grows, 1, &start, &count, back, sizeof back, NULL, E));
    OK(write_one(queue, grows, 1000, 3, NULL, E));
    pthread_mutex_unlock(&gate);
    OK(zarr_queue_wait(queue, -1, E));
    CHECK(back[0] == 0 && back[19] == 0);
    zarr_array_free(grows);
    zarr_queue_free(queue);
    zarr_store_free(store);
}

/* ---- processes that may start no threads ---- */
typedef struct more {
    zarr_queue *queue;
    const zarr_array *array;
    int calls;
    bool frees;
} more;

static void queue_more(void *user_data, int64_t ticket, zarr_status status, const char *message) {
    more *m = user_data;
    (void)ticket, (void)status, (void)message;
    /* On the chunk that the operation of this callback is at. */
    if (m->calls++ == 0 && write_one(m->queue, m->array, 1, 42, NULL, NULL) != ZARR_OK)
        m->calls = -100;
    if (m->frees)
        zarr_queue_free(m->queue);
}

static bool all_is_written(const zarr_array *array) {
    int32_t back[100];
    if (zarr_array_read_region(array, 1, NULL, NULL, back, sizeof back, NULL) != ZARR_OK)
        return false;
    for (int i = 2; i < 100; i++)
        if (back[i] != i)
            return false;
    return back[0] == 1 && back[1] == 42;
}

static bool queue_all(const zarr_store *store, const char *path, bool frees) {
    static const int64_t zero = 0, one = 1;
    static const int32_t value = 1;
    zarr_array *array = create(store, path, 100, 10, NULL);
    more m = {queue_of("{\"threads\": 2}"), array, 0, frees};
    bool good = true;
    for (int i = 1; i < 100; i++)
        good = good && write_one(m.queue, array, i, i, NULL, NULL) == ZARR_OK;
    good = good && zarr_queue_write_region_then(m.queue, array, 1, &zero, &one, &value, sizeof value, queue_more, &m, NULL, NULL) == ZARR_OK;
    if (!frees)
        good = good && zarr_queue_wait(m.queue, -1, NULL) == ZARR_OK && zarr_queue_wait(m.queue, -1, NULL) == ZARR_OK;
    /* Waits, also for what was freed by a callback, where the calls do the work. */
    zarr_queue_free(m.queue);
    good = good && m.calls == 1 && all_is_written(array);
    zarr_array_free(array);
    return good;
}

static void *nothing(void *of) { return of; }

static void without_threads(void) {
    const pid_t child = fork();
    int status = -1;
    if (child == 0) {
        const struct rlimit none = {0, 0};
        pthread_t thread;
        alarm(60);
        if (getuid() == 0 && setuid(65534) != 0)
            _exit(77);
        if (setrlimit(RLIMIT_NPROC, &none) != 0 || pthread_create(&thread, NULL, nothing, NULL) == 0)
            _exit(77);
        zarr_store *store = memory();
        const bool good = queue_all(store, "a", false) && queue_all(store, "b", true);
        /* At an exit memcheck would count as lost what the parent's threads had. */
        if (good)
            kill(getpid(), SIGKILL);
        _exit(1);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
        printf("queues: this system limits no threads: not tried\n");
    else
        CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

/* ---- processes that end, and fork, with operations on their way ---- */

/* A child says that all went well by the way it ends. At an exit memcheck would count as lost what the parent's threads had. */
static void child_ends(bool good, bool few) {
    if (few && good)
        kill(getpid(), SIGKILL);
    _exit(good ? 3 : 1);
}

static bool child_ended(pid_t child, bool few) {
    int status = -1;
    if (child < 0 || waitpid(child, &status, 0) != child)
        return false;
    return few ? WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL : WIFEXITED(status) && WEXITSTATUS(status) == 3;
}

static void ends(bool few) {
    char *folder = temp_make(), *path = path_join(folder, "a.zarr");
    for (int round = 0; round < 6; round++) {
        const pid_t child = fork();
        if (child == 0) {
            zarr_error error;
            zarr_store *store = NULL;
            zarr_queue *queue = queue_of("{\"threads\": 3}");
            char name[16];
            bool good = true;
            snprintf(name, sizeof name, "%d", round);
            alarm(200);
            OK(zarr_store_open(path, NULL, &store, E));
            zarr_array *array = create(store, name, 10000, 10, NULL);
            for (int i = 0; i < 500; i++)
                good = write_one(queue, array, i * 20, i, NULL, E) == ZARR_OK && good;
            /* Not freed: what had not begun is lost. */
            if (round % 2 && !few)
                exit(good ? 3 : 1);
            /* A child frees what its parent is at. */
            const pid_t second = fork();
            if (second == 0) {
                alarm(200);
                zarr_queue_free(queue);
                zarr_array_free(array);
                zarr_store_free(store);
                child_ends(true, few);
            }
            good = zarr_queue_wait(queue, -1, E) == ZARR_OK && good;
            child_ends(child_ended(second, few) && good, few);
        }
        CHECK(child_ended(child, few));
    }
    temp_remove(folder);
    free(path);
}

/* Freed while other threads wait for it and queue: each call ends, with success or by the handle. */
typedef struct user {
    zarr_queue *queue;
    const zarr_array *array;
    int64_t at;
} user;

static void *use(void *of) {
    const user *u = of;
    zarr_error error;
    zarr_status status = ZARR_OK;
    int64_t ticket = 0;
    while (status == ZARR_OK) {
        status = write_one(u->queue, u->array, u->at, 1, &ticket, &error);
        if (status == ZARR_OK)
            status = zarr_queue_wait(u->queue, ticket % 3 ? ticket : -1, &error);
    }
    CHECK(status == ZARR_ERROR_INVALID_HANDLE);
    return NULL;
}

static void freed_in_use(void) {
    zarr_store *store = memory();
    zarr_array *array = create(store, "a", 100, 10, NULL);
    for (int round = 0; round < 20; round++) {
        zarr_queue *queue = queue_of(round % 2 ? "{\"threads\": 1, \"bytes\": 3000}" : "{\"threads\": 3}");
        pthread_t threads[4];
        user users[4];
        for (int i = 0; i < 4; i++) {
            users[i] = (user){queue, array, 10 * i};
            CHECK(pthread_create(&threads[i], NULL, use, &users[i]) == 0);
        }
        nanosleep(&(struct timespec){0, 500000 * round}, NULL);
        zarr_queue_free(queue);
        for (int i = 0; i < 4; i++)
            pthread_join(threads[i], NULL);
    }
    zarr_array_free(array);
    zarr_store_free(store);
}

/* ---- very many ---- */
static double seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Failures that wait to be told, with tickets or without. */
static double fail_often(int64_t failures, bool tickets) {
    zarr_error error;
    zarr_store *store = memory();
    zarr_queue *queue = queue_of("{\"threads\": 1}");
    zarr_array *array = create(store, "a", failures + 1, failures + 1, NULL);
    int64_t told = 0, ticket;
    const int64_t one = 1;
    hold(queue, array);
    for (int64_t i = 1; i <= failures; i++)
        OK(write_one(queue, array, i, 1, tickets ? &ticket : NULL, E));
    OK(zarr_array_resize(array, 1, &one, E));
    const double begin = seconds();
    pthread_mutex_unlock(&gate);
    while (zarr_queue_wait(queue, -1, E) != ZARR_OK)
        told++;
    const double time = seconds() - begin;
    CHECK(told == failures);
    zarr_array_free(array);
    zarr_queue_free(queue);
    zarr_store_free(store);
    return time;
}

static void *wait_for(void *of) {
    const user *u = of;
    zarr_error error;
    OK(zarr_queue_wait(u->queue, u->at, E));
    return NULL;
}

/* Threads that each wait for an operation of their own. */
static double wait_often(int count) {
    zarr_error error;
    zarr_store *store = memory();
    zarr_queue *queue = queue_of("{\"threads\": 1}");
    zarr_array *array = create(store, "a", count + 1, 1, NULL);
    pthread_t *threads = need((size_t)count * sizeof *threads);
    user *users = need((size_t)count * sizeof *users);
    pthread_attr_t small;
    CHECK(pthread_attr_init(&small) == 0 && pthread_attr_setstacksize(&small, 64 << 10) == 0);
    hold(queue, array);
    for (int i = 0; i < count; i++) {
        users[i].queue = queue;
        OK(write_one(queue, array, i + 1, 1, &users[i].at, E));
        CHECK(pthread_create(&threads[i], &small, wait_for, &users[i]) == 0);
    }
    nanosleep(&(struct timespec){0, 200000000}, NULL);
    const double begin = seconds();
    pthread_mutex_unlock(&gate);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    const double time = seconds() - begin;
    pthread_attr_destroy(&small);
    free(threads);
    free(users);
    zarr_array_free(array);
    zarr_queue_free(queue);
    zarr_store_free(store);
    return time;
}

/* Eight times as many take less than 32 times as long: a square would take 64 times. (Half a second is noise.) */
static void very_many(bool few) {
    const int64_t failures = few ? 100 : 2500;
    const int waiting = few ? 4 : 60;
    for (int tickets = 0; tickets < 2; tickets++) {
        const double once = fail_often(failures, tickets), more = fail_often(8 * failures, tickets);
        if (more > 32 * once + 0.5)
            FAIL("%d failures took %.3f s, eight times as many %.3f s", (int)failures, once, more);
    }
    const double once = wait_often(waiting), more = wait_often(8 * waiting);
    if (more > 32 * once + 0.5)
        FAIL("%d waiting threads took %.3f s, eight times as many %.3f s", waiting, once, more);
}

/* queues [few], for memcheck */
int main(int count, char **arguments) {
    (void)arguments;
    /* First, as its child must have been the only thread. */
    without_threads();
    stores_that_cancel();
    arrays_that_change();
    ends(count > 1);
    freed_in_use();
    very_many(count > 1);
    return check_summary("queues");
}
