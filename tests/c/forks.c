/*
 * Why this file exists: programs fork while their threads are inside the library (multiprocessing does, and so does every
 * call of system). In every state of these threads the child can use the library, with handles of its own and with
 * those it has from its parent; and a child that does nothing at all holds up no process, also when its parent is killed.
 *
 *   forks [forks]
 */
#include "check.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LENGTH = 1000, CHUNK = 10, WORKERS = 4 };

static char *path;
static zarr_store *shared;
static zarr_array *plain, *cached, *sharded, *called;
/* Not a flag of the language, which C99 lacks: read and written under the lock. */
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static bool stopping;
static unsigned long done;

static bool goes_on(unsigned long more) {
    pthread_mutex_lock(&guard);
    const bool on = !stopping;
    done += more;
    pthread_mutex_unlock(&guard);
    return on;
}

static void stop(bool value) {
    pthread_mutex_lock(&guard);
    stopping = value;
    pthread_mutex_unlock(&guard);
}

static unsigned long calls(void) {
    pthread_mutex_lock(&guard);
    const unsigned long now = done;
    pthread_mutex_unlock(&guard);
    return now;
}

static void nap(long microseconds) {
    const struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
    nanosleep(&time, NULL);
}

/* A store of callbacks that are not thread-safe, around a store in memory. */
static zarr_status get(void *store, const char *key, zarr_range range, zarr_sink *sink, zarr_error *error) {
    zarr_bytes *bytes = NULL;
    zarr_status status = zarr_store_get_range(store, key, range, &bytes, error);
    if (status == ZARR_OK)
        status = zarr_sink_write(sink, zarr_bytes_data(bytes), zarr_bytes_size(bytes), error);
    zarr_bytes_free(bytes);
    return status;
}

static zarr_status set(void *store, const char *key, const void *data, size_t size, zarr_error *error) {
    return zarr_store_set(store, key, data, size, error);
}

static zarr_array *make(const zarr_store *store, const char *name, const char *codec, bool shards) {
    static const int64_t shape[1] = {LENGTH}, chunk[1] = {CHUNK}, shard[1] = {10 * CHUNK}, start[1] = {0};
    int32_t values[LENGTH];
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    for (int i = 0; i < LENGTH; i++)
        values[i] = i;
    OK(zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, chunk, E));
    if (shards)
        OK(zarr_array_builder_shard_shape(builder, 1, shard, E));
    OK(zarr_array_builder_codec(builder, codec, NULL, E));
    OK(zarr_array_create(store, name, builder, &array, E));
    OK(zarr_array_write_region(array, 1, start, shape, values, sizeof values, E));
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    OK(zarr_array_open(store, name, &array, E));
    return array;
}

/* Reads all, writes a part of a chunk, changes an attribute; all write the values that are there. */
static bool use(zarr_array *array) {
    const int64_t start[1] = {0}, all[1] = {LENGTH}, from[1] = {3}, few[1] = {4};
    int32_t values[LENGTH];
    const int32_t part[4] = {3, 4, 5, 6};
    zarr_error error;
    bool good = zarr_array_read_region(array, 1, start, all, values, sizeof values, &error) == ZARR_OK;
    for (int i = 0; good && i < LENGTH; i++)
        good = values[i] == i;
    good = good && zarr_array_write_region(array, 1, from, few, part, sizeof part, &error) == ZARR_OK &&
           zarr_attribute_set_string(array, "unit", "m", &error) == ZARR_OK;
    return good || FAIL("%s", error.message);
}

/* As `use`, with handles of its own, and with the state that all threads of a process share: caches, names, lists. */
static bool use_own(void) {
    zarr_error error;
    zarr_store *store = NULL, *named = NULL;
    zarr_array *array = NULL;
    bool good = zarr_store_open(path, "{\"cache_bytes\": 1000000}", &store, &error) == ZARR_OK &&
                zarr_array_open(store, "plain", &array, &error) == ZARR_OK &&
                zarr_store_open("memory://forks", NULL, &named, &error) == ZARR_OK &&
                zarr_store_set(named, "key", "value", 5, &error) == ZARR_OK;
    good = good ? use(array) : FAIL("%s", error.message);
    zarr_array_free(array);
    zarr_store_free(named);
    zarr_store_free(store);
    return good;
}

static bool use_everything(void) {
    return use_own() && use(plain) && use(cached) && use(sharded) && use(called);
}

static void *work(void *failed) {
    while (goes_on(1))
        if (!use_everything())
            return failed;
    return NULL;
}

/* True when a child ends well and in time. It says so by the way it ends: at an exit memcheck would count as lost what the
   threads had that the child was forked without. */
static bool ends_well(pid_t child) {
    int status = -1;
    return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

static pid_t fork_and(bool (*what)(void)) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(120);
        if (what())
            kill(getpid(), SIGKILL);
        _exit(1);
    }
    return child;
}

static bool forks_again(void) {
    return use_own() && ends_well(fork_and(use_everything)) && use_everything();
}

static void *fork_often(void *count) {
    for (int i = 0; i < *(int *)count; i++)
        if (!ends_well(fork_and(i % 4 ? use_everything : forks_again)))
            return count;
    return NULL;
}

/* Two threads fork, and the others are inside of any call meanwhile. */
static void beside_threads(int forks) {
    pthread_t workers[WORKERS], forkers[2];
    void *failed = NULL;
    stop(false);
    for (int i = 0; i < WORKERS; i++)
        CHECK(pthread_create(&workers[i], NULL, work, &stopping) == 0);
    for (int i = 0; i < 2; i++)
        CHECK(pthread_create(&forkers[i], NULL, fork_often, &forks) == 0);
    for (int i = 0; i < 2; i++) {
        pthread_join(forkers[i], &failed);
        CHECK(failed == NULL);
    }
    stop(true);
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(workers[i], &failed);
        CHECK(failed == NULL);
    }
}

static void *write_parts(void *failed) {
    while (goes_on(1))
        if (!use(plain))
            return failed;
    return NULL;
}

/* A child that only sleeps has copies of all descriptors, those that are locked among them. */
static void beside_a_sleeper(int forks) {
    pthread_t writer;
    void *failed = NULL;
    stop(false);
    CHECK(pthread_create(&writer, NULL, write_parts, &stopping) == 0);
    for (int i = 0; i < forks; i++) {
        int status;
        nap(2000);
        const pid_t child = fork();
        if (child == 0) {
            sleep(120);
            _exit(0);
        }
        const unsigned long before = calls();
        for (int wait = 0; calls() < before + 2 && wait < 6000; wait++)
            nap(5000);
        CHECK(calls() >= before + 2);
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
    }
    stop(true);
    pthread_join(writer, &failed);
    CHECK(failed == NULL);
}

static zarr_store *archive;

static bool set_is_refused_and_free_does_nothing(void) {
    zarr_error error;
    zarr_bytes *bytes = NULL;
    bool good = zarr_store_get(archive, "a", &bytes, &error) == ZARR_OK && zarr_bytes_size(bytes) == 1 &&
                zarr_store_set(archive, "c", "3", 1, &error) == ZARR_ERROR_CONFLICT &&
                strstr(error.message, "forked") != NULL && zarr_store_flush(archive, &error) == ZARR_ERROR_CONFLICT;
    zarr_bytes_free(bytes);
    zarr_store_free(archive);
    return good;
}

static bool sleeps(void) {
    sleep(120);
    return false;
}

/* A zip file has one writer. A child never is, with the handle that it has from its parent. */
static void archives(void) {
    zarr_error error;
    zarr_bytes *bytes = NULL;
    char *name = path_join(path, "archive.zip");
    int status;
    pid_t child;
    for (int round = 0; round < 2; round++) {
        check_context("round %d", round);
        OK(zarr_store_open(name, NULL, &archive, E));
        OK(zarr_store_set(archive, "a", "1", 1, E));
        CHECK(ends_well(fork_and(set_is_refused_and_free_does_nothing)));
        OK(zarr_store_set(archive, "b", "2", 1, E));
        child = fork_and(sleeps);
        OK(zarr_store_flush(archive, E));
        CHECK(ends_well(fork_and(set_is_refused_and_free_does_nothing)));
        zarr_store_free(archive);
        /* The sleeping child has the archive open, but not its lock. */
        OK(zarr_store_open(name, NULL, &archive, E));
        OK(zarr_store_set(archive, "d", "4", 1, E));
        OK(zarr_store_flush(archive, E));
        OK(zarr_store_get(archive, "b", &bytes, E));
        CHECK(zarr_bytes_size(bytes) == 1 && memcmp(zarr_bytes_data(bytes), "2", 1) == 0);
        zarr_bytes_free(bytes);
        zarr_store_free(archive);
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
    }
    check_context("");
    free(name);
}

/* A child of a killed process waits until the test closes its end of the one, and tells by the other that it runs. */
static int waits[2], runs[2];

/* Leaves a child with copies of all descriptors, which never calls the library. As long as `fork` has not returned in it, it has the
 * locks of its parent as well. */
static void leave_a_child(void) {
    char byte = 0;
    if (fork() == 0) {
        close(waits[1]);
        if (write(runs[1], &byte, 1) != 1)
            abort();
        while (read(waits[0], &byte, 1) > 0)
            ;
        kill(getpid(), SIGKILL);
    }
    if (read(runs[0], &byte, 1) != 1)
        abort();
}

static int32_t leave_a_child_and_die(void *data, int64_t finished, int64_t total) {
    (void)data, (void)finished, (void)total;
    leave_a_child();
    kill(getpid(), SIGKILL);
    return 1;
}

static bool dies_while_it_erases(void) {
    zarr_error error;
    zarr_node_erase_watched(shared, "doomed", leave_a_child_and_die, NULL, &error);
    return false;
}

/* In the child no descriptor is free to open anything by. */
static int32_t use_up_descriptors_and_die(void *data, int64_t finished, int64_t total) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = 64;
    setrlimit(RLIMIT_NOFILE, &limit);
    while (open("/dev/null", O_RDONLY) >= 0)
        ;
    return leave_a_child_and_die(data, finished, total);
}

static bool dies_without_descriptors(void) {
    zarr_error error;
    zarr_node_erase_watched(shared, "doomed", use_up_descriptors_and_die, NULL, &error);
    return false;
}

/* The numbers of the locks are beyond the limit by now. */
static int32_t lower_the_limit_and_die(void *data, int64_t finished, int64_t total) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = 3;
    setrlimit(RLIMIT_NOFILE, &limit);
    return leave_a_child_and_die(data, finished, total);
}

static bool dies_below_its_numbers(void) {
    zarr_error error;
    zarr_node_erase_watched(shared, "doomed", lower_the_limit_and_die, NULL, &error);
    return false;
}

/* As a program does that closes what it does not know; a file of its own gets the number. */
static int32_t close_pipes_and_die(void *data, int64_t finished, int64_t total) {
    struct stat status;
    const int own = open("/dev/null", O_RDONLY);
    for (int number = 3; number < 256; number++)
        if (number != waits[0] && number != waits[1] && number != runs[0] && number != runs[1] && fstat(number, &status) == 0 &&
            S_ISFIFO(status.st_mode))
            dup2(own, number);
    return leave_a_child_and_die(data, finished, total);
}

static bool dies_without_its_pipe(void) {
    zarr_error error;
    zarr_node_erase_watched(shared, "doomed", close_pipes_and_die, NULL, &error);
    return false;
}

static bool dies_after_a_fork(void) {
    zarr_error error;
    bool good = zarr_store_set(archive, "b", "2", 1, &error) == ZARR_OK;
    leave_a_child();
    return good;
}

static bool dies_after_a_fork_and_a_change(void) {
    zarr_error error;
    leave_a_child();
    return zarr_store_set(archive, "b", "2", 1, &error) == ZARR_OK;
}

static bool erases(void) {
    zarr_error error;
    return zarr_node_erase(shared, "doomed", &error) == ZARR_OK || FAIL("%s", error.message);
}

static bool open_archive(const char *name) {
    zarr_error error;
    return OK(zarr_store_open(name, NULL, &archive, E));
}

static bool writes_archive(void) {
    zarr_error error;
    return (zarr_store_set(archive, "c", "3", 1, &error) == ZARR_OK && zarr_store_flush(archive, &error) == ZARR_OK) ||
           FAIL("%s", error.message);
}

/* A process is killed while it has a lock, and a child of it lives on: no other process waits for the child. */
static void orphans(void) {
    bool (*const erasers[])(void) = {dies_while_it_erases, dies_without_descriptors, dies_below_its_numbers,
                                     dies_without_its_pipe};
    bool (*const dies[])(void) = {dies_after_a_fork, dies_after_a_fork_and_a_change};
    zarr_error error;
    char *name = path_join(path, "orphans.zip");
    CHECK(pipe(waits) == 0 && pipe(runs) == 0);
    for (int i = 0; i < 4; i++) {
        check_context("eraser %d", i);
        zarr_array_free(make(shared, "doomed", "zstd", false));
        CHECK(ends_well(fork_and(erasers[i])));
        CHECK(ends_well(fork_and(erases)));
    }
    check_context("");
    CHECK(open_archive(name) && zarr_store_set(archive, "a", "1", 1, &error) == ZARR_OK);
    zarr_store_free(archive);
    for (int i = 0; i < 2; i++) {
        check_context("archive %d", i);
        if (open_archive(name))
            CHECK(ends_well(fork_and(dies[i])));
        zarr_store_free(archive);
        if (open_archive(name))
            CHECK(writes_archive());
        zarr_store_free(archive);
    }
    check_context("");
    close(waits[0]);
    close(waits[1]);
    close(runs[0]);
    close(runs[1]);
    free(name);
}

static zarr_status get_by_a_child(void *store, const char *key, zarr_range range, zarr_sink *sink, zarr_error *error) {
    if (!ends_well(fork_and(use_own)))
        return ZARR_ERROR_IO;
    return get(store, key, range, sink, error);
}

/* A callback forks, inside of a call. */
static void callbacks(void) {
    zarr_error error;
    zarr_bytes *bytes = NULL;
    zarr_store *memory = NULL, *store = NULL;
    zarr_store_callbacks table = ZARR_STORE_CALLBACKS_INIT;
    table.get = get_by_a_child;
    OK(zarr_store_open("memory://", NULL, &memory, E));
    OK(zarr_store_set(memory, "a", "1", 1, E));
    OK(zarr_store_open_callbacks(&table, memory, NULL, &store, E));
    OK(zarr_store_get(store, "a", &bytes, E));
    CHECK(zarr_bytes_size(bytes) == 1);
    zarr_bytes_free(bytes);
    zarr_store_free(store);
    zarr_store_free(memory);
}

static bool is_full;
static zarr_store *limited;

static zarr_status set_unless_full(void *store, const char *key, const void *data, size_t size, zarr_error *error) {
    return is_full && strcmp(key, ".zattrs") == 0 ? ZARR_ERROR_IO : set(store, key, data, size, error);
}

static zarr_status create(void) {
    zarr_error error;
    zarr_group *group = NULL;
    const zarr_status status = zarr_group_create(limited, "", ZARR_FORMAT_V2, "{\"a\": 1}", &group, E);
    zarr_group_free(group);
    return status;
}

static bool is_there(void) { return create() == ZARR_ERROR_ALREADY_EXISTS; }

/* A creation fails after it has stored the node, and can't take it back. The repeated one finishes it; a child has begun
   nothing, and would take attributes of its parent, or of others, away. */
static void begun(void) {
    zarr_error error;
    zarr_store *memory = NULL;
    zarr_store_callbacks table = ZARR_STORE_CALLBACKS_INIT;
    table.get = get;
    table.set = set_unless_full;
    OK(zarr_store_open("memory://", NULL, &memory, E));
    OK(zarr_store_open_callbacks(&table, memory, NULL, &limited, E));
    is_full = true;
    CHECK(create() == ZARR_ERROR_IO);
    is_full = false;
    CHECK(ends_well(fork_and(is_there)));
    CHECK(create() == ZARR_OK);
    CHECK(is_there());
    zarr_store_free(limited);
    zarr_store_free(memory);
}

enum { QUEUED = 5 };

static zarr_queue *queue;
/* The operations, by their callbacks. */
static struct end {
    int calls;
    int64_t ticket, told;
    zarr_status status;
    bool is_parents;
} ends[QUEUED];

static void note(void *data, int64_t ticket, zarr_status status, const char *message) {
    static bool is_inside;
    struct end *end = data;
    end->calls += is_inside ? 100 : 1;
    is_inside = true;
    end->told = ticket;
    end->status = status;
    end->is_parents = strstr(message, "forked") != NULL;
    /* A call of a callback calls no other one. */
    zarr_queue_wait(queue, -1, NULL);
    is_inside = false;
}

/* The first operation ends when the test allows it. */
static void note_and_wait(void *data, int64_t ticket, zarr_status status, const char *message) {
    char byte = 0;
    note(data, ticket, status, message);
    if (write(runs[1], &byte, 1) != 1 || read(waits[0], &byte, 1) != 1)
        abort();
}

static bool were_told_conflict(void) {
    bool good = ends[0].calls == 1 && ends[0].status == ZARR_OK;
    for (int i = 1; i < QUEUED; i++)
        good = good && ends[i].calls == 1 && ends[i].status == ZARR_ERROR_CONFLICT && ends[i].is_parents &&
               ends[i].told == ends[i].ticket && zarr_queue_is_done(queue, ends[i].ticket) != 0;
    return good;
}

static bool frees(void) {
    zarr_queue_free(queue);
    return were_told_conflict();
}

static bool waits_and_frees(void) {
    return zarr_queue_wait(queue, -1, NULL) == ZARR_OK && zarr_queue_is_done(queue, ends[1].ticket) == 1 &&
           were_told_conflict() && frees();
}

static bool queues_and_frees(void) {
    static const int32_t value = 0;
    static const int64_t start[1] = {0}, one[1] = {1};
    static struct end own;
    const bool good = zarr_queue_write_region_then(queue, plain, 1, start, one, &value, sizeof value, note, &own, NULL, NULL) ==
                          ZARR_OK &&
                      were_told_conflict();
    return frees() && good && own.calls == 1 && own.status == ZARR_OK;
}

static bool has_a_child_that_frees(void) {
    return ends_well(fork_and(frees)) && waits_and_frees();
}

/* A program that waits for a callback would wait for ever in a child: the threads that call it are not there. */
static void queued(void) {
    bool (*const children[])(void) = {frees, waits_and_frees, queues_and_frees, has_a_child_that_frees};
    static const int64_t start[1] = {0}, one[1] = {1};
    static int32_t values[QUEUED];
    char byte = 0;
    zarr_error error;
    CHECK(pipe(waits) == 0 && pipe(runs) == 0);
    OK(zarr_queue_new("{\"threads\": 1}", &queue, E));
    for (int i = 0; i < QUEUED; i++)
        OK(zarr_queue_read_region_then(queue, plain, 1, start, one, &values[i], sizeof values[i], i ? note : note_and_wait,
                                       &ends[i], &ends[i].ticket, E));
    CHECK(read(runs[0], &byte, 1) == 1);
    for (int i = 0; i < 4; i++) {
        check_context("child %d", i);
        CHECK(ends_well(fork_and(children[i])));
    }
    check_context("");
    CHECK(write(waits[1], &byte, 1) == 1);
    OK(zarr_queue_wait(queue, -1, E));
    zarr_queue_free(queue);
    for (int i = 0; i < QUEUED; i++)
        CHECK(ends[i].calls == 1 && ends[i].status == ZARR_OK && ends[i].told == ends[i].ticket && values[i] == 0);
    close(waits[0]);
    close(waits[1]);
    close(runs[0]);
    close(runs[1]);
}

int main(int argc, char **argv) {
    const int forks = argc > 1 ? atoi(argv[1]) : 40;
    zarr_error error;
    zarr_store *memory = NULL, *callback_store = NULL, *cache = NULL;
    zarr_store_callbacks table = ZARR_STORE_CALLBACKS_INIT;
    path = temp_make();
    table.get = get;
    table.set = set;
    OK(zarr_store_open(path, "{\"threads\": 3}", &shared, E));
    OK(zarr_store_open(path, "{\"cache_bytes\": 1000000}", &cache, E));
    OK(zarr_store_open("memory://", NULL, &memory, E));
    OK(zarr_store_open_callbacks(&table, memory, NULL, &callback_store, E));
    plain = make(shared, "plain", "zstd", false);
    cached = make(cache, "cached", "gzip", false);
    sharded = make(shared, "sharded", "blosc", true);
    called = make(callback_store, "called", "lz4", false);
    beside_a_sleeper(forks);
    beside_threads(forks);
    archives();
    orphans();
    callbacks();
    begun();
    queued();
    zarr_array_free(called);
    zarr_array_free(sharded);
    zarr_array_free(cached);
    zarr_array_free(plain);
    zarr_store_free(callback_store);
    zarr_store_free(memory);
    zarr_store_free(cache);
    zarr_store_free(shared);
    temp_remove(path);
    return check_summary("forks");
}
