/* The threads of the library, seen from a program: they are there for many callers at once, a process that was forked has
   threads of its own, also a child of a child, and none of them takes the signals of the program. */
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIDE = 96, CHUNK = 16, TOTAL = SIDE * SIDE * SIDE, CALLERS = 6 };

static void fill(int32_t *values) {
    for (int32_t i = 0; i < TOTAL; i++)
        values[i] = i * 7 - i / 3;
}

static void make(const zarr_store *store, const char *name, int64_t shard) {
    const int64_t shape[3] = {SIDE, SIDE, SIDE}, chunks[3] = {CHUNK, CHUNK, CHUNK}, start[3] = {0, 0, 0};
    const int64_t shards[3] = {shard, shard, shard};
    int32_t *values = need(sizeof *values * TOTAL);
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    fill(values);
    OK(zarr_array_builder_new(ZARR_INT32, 3, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 3, chunks, E));
    if (shard)
        OK(zarr_array_builder_shard_shape(builder, 3, shards, E));
    OK(zarr_array_builder_codec(builder, "zstd", NULL, E));
    OK(zarr_array_create(store, name, builder, &array, E));
    OK(zarr_array_write_region(array, 3, start, shape, values, sizeof *values * TOTAL, E));
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    free(values);
}

/* Reads all of an array, and compares it. Says nothing through the checks, which are the parent's. */
static bool reads(zarr_array *array) {
    const int64_t shape[3] = {SIDE, SIDE, SIDE}, start[3] = {0, 0, 0};
    int32_t *values = need(sizeof *values * TOTAL), *wanted = need(sizeof *wanted * TOTAL);
    zarr_error error;
    bool good = zarr_array_read_region(array, 3, start, shape, values, sizeof *values * TOTAL, &error) == ZARR_OK;
    fill(wanted);
    good = good && memcmp(values, wanted, sizeof *values * TOTAL) == 0;
    free(wanted);
    free(values);
    return good;
}

static bool writes(zarr_array *array) {
    const int64_t shape[3] = {SIDE, SIDE, SIDE}, start[3] = {0, 0, 0};
    int32_t *values = need(sizeof *values * TOTAL);
    zarr_error error;
    fill(values);
    bool good = zarr_array_write_region(array, 3, start, shape, values, sizeof *values * TOTAL, &error) == ZARR_OK;
    free(values);
    return good;
}

/* True when a child that does `work` ends well, and in time. It says so by the way it ends: at an exit memcheck would count
   as lost what the threads had that the child was forked without. */
static bool child_does(bool (*work)(zarr_array *array), zarr_array *array) {
    int status = -1;
    const pid_t child = fork();
    if (child == 0) {
        alarm(120);
        if (work(array))
            kill(getpid(), SIGKILL);
        _exit(1);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

static bool reads_and_so_does_its_child(zarr_array *array) {
    return reads(array) && child_does(reads, array) && reads(array);
}

static void forked(zarr_array *array) {
    CHECK(reads(array));
    CHECK(child_does(reads, array));
    CHECK(child_does(writes, array));
    CHECK(child_does(reads_and_so_does_its_child, array));
    CHECK(reads(array));
}

static void *read_often(void *array) {
    for (int i = 0; i < 8; i++)
        if (!reads(array))
            return array;
    return NULL;
}

/* More callers than there are processors, all of which would like help. */
static void many_callers(zarr_array *array) {
    pthread_t callers[CALLERS];
    for (int i = 0; i < CALLERS; i++)
        if (!CHECK(pthread_create(&callers[i], NULL, read_often, array) == 0))
            return;
    for (int i = 0; i < CALLERS; i++) {
        void *failed = NULL;
        pthread_join(callers[i], &failed);
        CHECK(failed == NULL);
    }
}

static void ignore(int signal) {
    (void)signal;
}

/* The calling thread blocks a signal that is sent to the process: a thread of the library that took it would run the
   handler, and the signal would not wait. */
static void signals(zarr_array *array) {
    struct sigaction action;
    sigset_t set, waiting;
    memset(&action, 0, sizeof action);
    action.sa_handler = ignore;
    sigaction(SIGUSR1, &action, NULL);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    CHECK(reads(array));
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    kill(getpid(), SIGUSR1);
    CHECK(reads(array));
    sigpending(&waiting);
    CHECK(sigismember(&waiting, SIGUSR1) == 1);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

int main(void) {
    static const char *const names[] = {"chunks", "shards", "one-shard"};
    static const int64_t shards[] = {0, 32, SIDE};
    char *directory = temp_make();
    zarr_error error;
    zarr_store *store = NULL;
    OK(zarr_store_open(directory, "{\"threads\": 4}", &store, E));
    for (int i = 0; i < 3; i++) {
        zarr_array *array = NULL;
        check_context("%s", names[i]);
        make(store, names[i], shards[i]);
        OK(zarr_array_open(store, names[i], &array, E));
        forked(array);
        many_callers(array);
        signals(array);
        zarr_array_free(array);
    }
    zarr_store_free(store);
    temp_remove(directory);
    return check_summary("threads");
}
