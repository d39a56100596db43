/*
 * Why this file exists: programs have timers and profilers, whose signals interrupt their system calls at any
 * moment. A script of typical work runs on directories and archives while a signal comes many times a millisecond, to a handler
 * that does not ask the system to go on by itself (no SA_RESTART): every call succeeds, every value is right. Waiting for a
 * lock that another process has is interrupted as well, and goes on.
 */
#include "check.h"

#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROWS 64
#define COLUMNS 48
#define ELEMENTS (ROWS * COLUMNS)

static volatile sig_atomic_t came;

static void count(int number) {
    (void)number;
    came++;
}

static void every(long microseconds) {
    struct itimerval timer;
    memset(&timer, 0, sizeof timer);
    timer.it_interval.tv_usec = timer.it_value.tv_usec = microseconds;
    CHECK(setitimer(ITIMER_REAL, &timer, NULL) == 0);
}

static const int64_t shape[2] = {ROWS, COLUMNS}, origin[2] = {0, 0};

static zarr_array *create(const zarr_store *store, const char *path, const char *codec) {
    static const int64_t chunks[2] = {20, 30};
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, chunks, E));
    if (codec != NULL)
        OK(zarr_array_builder_codec(builder, codec, NULL, E));
    OK(zarr_array_create(store, path, builder, &array, E));
    zarr_array_builder_free(builder);
    return array;
}

/* Writes, changes a part, reads, describes, lists, copies, and erases what can be erased. */
static void work(const zarr_store *store, const char *codec, int32_t seed, bool erases) {
    static const int64_t start[2] = {11, 13}, part[2] = {30, 20};
    int32_t values[ELEMENTS], got[ELEMENTS], changed[30 * 20];
    zarr_error error;
    zarr_strings *keys = NULL;
    zarr_array *array, *copied = NULL;
    char first[16], second[16];
    int i;
    sprintf(first, "a%d", (int)seed);
    sprintf(second, "b%d", (int)seed);
    array = create(store, first, codec);
    for (i = 0; i < ELEMENTS; i++)
        values[i] = seed + i;
    for (i = 0; i < 30 * 20; i++)
        values[(11 + i / 20) * COLUMNS + 13 + i % 20] = changed[i] = -seed - i;
    OK(zarr_array_write_region(array, 2, origin, shape, values, sizeof values, E));
    OK(zarr_array_write_region(array, 2, start, part, changed, sizeof changed, E));
    OK(zarr_array_set_attributes(array, "{\"unit\": \"K\"}", E));
    OK(zarr_node_copy(store, first, store, second, ZARR_FORMAT_DEFAULT, NULL, NULL, E));
    OK(zarr_store_flush(store, E));
    OK(zarr_array_open(store, second, &copied, E));
    memset(got, 0xab, sizeof got);
    OK(zarr_array_read_region(copied, 2, origin, shape, got, sizeof got, E));
    CHECK(memcmp(values, got, sizeof got) == 0);
    OK(zarr_store_list_prefix(store, "", &keys, E));
    CHECK(zarr_strings_count(keys) >= 2 * (1 + 4 * 2));
    zarr_strings_free(keys);
    zarr_array_free(copied);
    zarr_array_free(array);
    if (erases) {
        OK(zarr_node_erase(store, first, E));
        OK(zarr_node_erase(store, second, E));
    }
}

/* Two processes write the elements of one chunk in turn, both interrupted all the time. */
static void waiting(const char *folder, int times) {
    const int64_t one[2] = {1, 1};
    char *path = path_join(folder, "shared");
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array *array;
    int32_t got[ELEMENTS];
    int i, status = -1;
    pid_t pid;
    check_context("two processes");
    OK(zarr_store_open(path, NULL, &store, E));
    array = create(store, "a", NULL);
    pid = fork();
    /* A timer is not the child's. */
    every(200);
    for (i = pid == 0; i < times; i += 2) {
        const int64_t at[2] = {i / 20, i % 20};
        const int32_t value = i + 1;
        if (!OK(zarr_array_write_region(array, 2, at, one, &value, sizeof value, E)))
            break;
    }
    every(0);
    if (pid == 0)
        _exit(i < times);
    CHECK(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    OK(zarr_array_read_region(array, 2, origin, shape, got, sizeof got, E));
    for (i = 0; i < times; i++)
        if (!CHECK(got[i / 20 * COLUMNS + i % 20] == i + 1))
            break;
    zarr_array_free(array);
    zarr_store_free(store);
    free(path);
}

int main(int argc, char **argv) {
    static const struct {
        const char *place, *options;
    } stores[] = {
        {"directory", "{\"threads\": 1}"},
        {"synchronised", "{\"threads\": 2, \"sync\": \"full\"}"},
        {"in place", "{\"threads\": 2, \"atomic\": false}"},
        {"archive.zip", "{\"threads\": 1}"},
    };
    static const char *const codecs[] = {NULL, "gzip", "blosc"};
    /* The first argument: rounds on each store. */
    const int rounds = argc > 1 ? atoi(argv[1]) : 8;
    struct sigaction action;
    char *folder = temp_make();
    size_t i;
    int round;
    memset(&action, 0, sizeof action);
    action.sa_handler = count;
    CHECK(sigaction(SIGALRM, &action, NULL) == 0);
    /* Before there are threads, which a child has not. */
    waiting(folder, rounds < ROWS * 2 - 1 ? 10 * rounds + 10 : 20 * ROWS);
    for (i = 0; i < sizeof stores / sizeof *stores; i++) {
        char *path = path_join(folder, stores[i].place);
        zarr_store *store = NULL;
        zarr_error error;
        check_context("%s", stores[i].place);
        every(200);
        OK(zarr_store_open(path, stores[i].options, &store, E));
        for (round = 0; round < rounds; round++)
            work(store, codecs[round % 3], round * 1000, strstr(stores[i].place, ".zip") == NULL);
        every(0);
        zarr_store_free(store);
        free(path);
    }
    check_context("%s", "");
    CHECK(came > rounds);
    printf("signals: %ld\n", (long)came);
    temp_remove(folder);
    return check_summary("signals");
}
