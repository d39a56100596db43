/*
 * Why this file exists: what is read while it is written over must be one value or the other. Writers replace whole chunks,
 * whole shards and single chunks of shards by numbers that tell the round that they are of, now all alike and now noise, so
 * that what is stored changes its size; readers ask for boxes inside of chunks, which may cost a part of what is stored: all
 * numbers of a box are of one round. By threads of one process, and by processes that know nothing of each other.
 *
 *     torn [<rounds>]
 */
#define _DEFAULT_SOURCE
#include "check.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define WRITERS 2
#define READERS 2
#define ROWS 96
#define COLUMNS 64
#define CHUNK_ROWS 24
#define CHUNK_COLUMNS 32
#define NOISE 4096

static const struct {
    const char *path, *codec, *configuration;
    bool shards;
} kinds[] = {
    {"raw", NULL, NULL, false},
    {"zstd", "zstd", NULL, false},
    {"blosc", "blosc", "{\"cname\": \"lz4\", \"blocksize\": 512}", false},
    {"raw-shards", NULL, NULL, true},
    {"zstd-shards", "zstd", NULL, true},
};
#define KINDS ((int)(sizeof kinds / sizeof *kinds))

static int rounds = 20;
static const int64_t shape[2] = {ROWS, COLUMNS}, origin[2] = {0, 0};

/* Memory of all workers, also those of other processes. */
typedef struct board {
    int writing;
    unsigned long writes, reads, torn, failed;
} board;

typedef struct worker {
    board *b;
    const char *url, *options;
    int number;
} worker;

static int32_t number_of(int round, int64_t index) {
    return round * NOISE + (round % 2 ? (int32_t)(((uint64_t)index * 2654435761u >> 7) % NOISE) : 0);
}

static void fill(int32_t *values, int round, int64_t row, int64_t column, const int64_t *count) {
    int64_t i, j;
    for (i = 0; i < count[0]; i++)
        for (j = 0; j < count[1]; j++)
            values[i * count[1] + j] = number_of(round, (row + i) * COLUMNS + column + j);
}

static void failed(worker *w, const char *what, const zarr_error *error) {
    if (__atomic_fetch_add(&w->b->failed, 1, __ATOMIC_RELAXED) == 0)
        fprintf(stderr, "%s: %s\n", what, error->message);
}

/* Opens the arrays; NULL: it was a failure. */
static zarr_store *open_all(worker *w, zarr_array **arrays) {
    zarr_store *store = NULL;
    zarr_error error;
    int i;
    zarr_status status = zarr_store_open(w->url, w->options, &store, &error);
    for (i = 0; i < KINDS && status == ZARR_OK; i++)
        status = zarr_array_open(store, kinds[i].path, &arrays[i], &error);
    if (status != ZARR_OK)
        failed(w, "opening", &error);
    return status == ZARR_OK ? store : NULL;
}

static void *write_over(void *argument) {
    static const int64_t chunk[2] = {CHUNK_ROWS, CHUNK_COLUMNS};
    worker *w = argument;
    zarr_array *arrays[KINDS] = {NULL};
    zarr_store *store = open_all(w, arrays);
    int32_t *values = need(sizeof(int32_t) * ROWS * COLUMNS);
    rng random = {(uint64_t)w->number + 1};
    zarr_error error;
    int round, i;
    for (round = 1; round <= rounds && store != NULL; round++)
        for (i = 0; i < KINDS; i++) {
            const int this = 2 * round + (w->number + i) % 2;
            const int64_t at[2] = {CHUNK_ROWS * rng_range(&random, 0, ROWS / CHUNK_ROWS - 1),
                                   CHUNK_COLUMNS * rng_range(&random, 0, COLUMNS / CHUNK_COLUMNS - 1)};
            const bool all = rng_range(&random, 0, 1) == 0;
            const int64_t *start = all ? origin : at, *count = all ? shape : chunk;
            fill(values, this, start[0], start[1], count);
            if (zarr_array_write_region(arrays[i], 2, start, count, values, elements(2, count) * 4, &error) != ZARR_OK)
                failed(w, "writing", &error);
            __atomic_fetch_add(&w->b->writes, 1, __ATOMIC_RELAXED);
        }
    for (i = 0; i < KINDS; i++)
        zarr_array_free(arrays[i]);
    zarr_store_free(store);
    free(values);
    __atomic_fetch_sub(&w->b->writing, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

static void *read_over(void *argument) {
    worker *w = argument;
    zarr_array *arrays[KINDS] = {NULL};
    zarr_store *store = open_all(w, arrays);
    rng random = {(uint64_t)w->number + 1001};
    zarr_error error;
    int i;
    while (store != NULL && __atomic_load_n(&w->b->writing, __ATOMIC_SEQ_CST) > 0)
        for (i = 0; i < KINDS; i++) {
            int32_t values[CHUNK_ROWS * CHUNK_COLUMNS];
            /* A box inside of a chunk. */
            const int64_t row = rng_range(&random, 0, CHUNK_ROWS - 1), column = rng_range(&random, 0, CHUNK_COLUMNS - 1);
            const int64_t count[2] = {rng_range(&random, 1, CHUNK_ROWS - row), rng_range(&random, 1, CHUNK_COLUMNS - column)};
            const int64_t start[2] = {row + CHUNK_ROWS * rng_range(&random, 0, ROWS / CHUNK_ROWS - 1),
                                      column + CHUNK_COLUMNS * rng_range(&random, 0, COLUMNS / CHUNK_COLUMNS - 1)};
            int64_t n = count[0] * count[1], j;
            __atomic_fetch_add(&w->b->reads, 1, __ATOMIC_RELAXED);
            if (zarr_array_read_region(arrays[i], 2, start, count, values, (size_t)n * 4, &error) != ZARR_OK) {
                failed(w, "reading", &error);
                continue;
            }
            for (j = 0; j < n; j++) {
                const int64_t at = (start[0] + j / count[1]) * COLUMNS + start[1] + j % count[1];
                if (values[j] == number_of(values[0] / NOISE, at))
                    continue;
                if (__atomic_fetch_add(&w->b->torn, 1, __ATOMIC_RELAXED) == 0)
                    fprintf(stderr, "%s: %ld, and %ld of another round\n", kinds[i].path, (long)values[0], (long)values[j]);
                break;
            }
        }
    for (i = 0; i < KINDS; i++)
        zarr_array_free(arrays[i]);
    zarr_store_free(store);
    return NULL;
}

static void create(const zarr_store *store) {
    static const int64_t chunk[2] = {CHUNK_ROWS, CHUNK_COLUMNS}, shard[2] = {2 * CHUNK_ROWS, 2 * CHUNK_COLUMNS};
    zarr_error error;
    int i;
    for (i = 0; i < KINDS; i++) {
        int32_t *values = need(sizeof(int32_t) * ROWS * COLUMNS);
        zarr_array_builder *builder = NULL;
        zarr_array *array = NULL;
        OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, E));
        OK(zarr_array_builder_chunk_shape(builder, 2, chunk, E));
        if (kinds[i].shards)
            OK(zarr_array_builder_shard_shape(builder, 2, shard, E));
        if (kinds[i].codec != NULL)
            OK(zarr_array_builder_codec(builder, kinds[i].codec, kinds[i].configuration, E));
        OK(zarr_array_create(store, kinds[i].path, builder, &array, E));
        fill(values, 1, 0, 0, shape);
        OK(zarr_array_write_region(array, 2, origin, shape, values, sizeof(int32_t) * ROWS * COLUMNS, E));
        zarr_array_builder_free(builder);
        zarr_array_free(array);
        free(values);
    }
}

static void run(board *b, const char *url, const char *options, bool processes) {
    worker workers[WRITERS + READERS];
    pthread_t threads[WRITERS + READERS];
    pid_t children[WRITERS + READERS];
    zarr_error error;
    zarr_store *store = NULL;
    int i;
    check_context("%s, %s, %s", url, options, processes ? "processes" : "threads");
    OK(zarr_store_open(url, options, &store, E));
    create(store);
    b->writing = WRITERS;
    for (i = 0; i < WRITERS + READERS; i++) {
        worker *w = &workers[i];
        void *(*work)(void *) = i < WRITERS ? write_over : read_over;
        w->b = b;
        w->url = url;
        w->options = options;
        w->number = i;
        if (!processes) {
            if (pthread_create(&threads[i], NULL, work, w) != 0)
                exit(2);
        } else if ((children[i] = fork()) == 0) {
            work(w);
            _exit(0);
        }
    }
    for (i = 0; i < WRITERS + READERS; i++) {
        int status = 0;
        if (!processes)
            pthread_join(threads[i], NULL);
        else
            CHECK(children[i] > 0 && waitpid(children[i], &status, 0) == children[i] && WIFEXITED(status));
    }
    CHECK(b->torn == 0 && b->failed == 0);
    zarr_store_free(store);
}

int main(int argc, char **argv) {
    static const char *const options[] = {"{\"threads\": 1}", "{\"threads\": 2, \"cache_bytes\": 0}"};
    board *b = mmap(NULL, sizeof *b, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    char *folder = temp_make(), *one = path_join(folder, "one"), *two = path_join(folder, "two"),
         *three = path_join(folder, "three");
    if (b == MAP_FAILED)
        exit(2);
    if (argc > 1)
        rounds = atoi(argv[1]);
    memset(b, 0, sizeof *b);
    run(b, one, options[0], true);
    run(b, two, options[1], true);
    run(b, three, options[1], false);
    run(b, "memory://torn", options[1], false);
    check_context("%s", "");
    CHECK(b->reads > 100);
    printf("writes: %lu; reads: %lu; torn: %lu\n", b->writes, b->reads, b->torn);
    free(one);
    free(two);
    free(three);
    temp_remove(folder);
    return check_summary("torn");
}
