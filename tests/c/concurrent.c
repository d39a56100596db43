/*
 * Why this file exists: writers of different elements must lose nothing, even when their regions
 * share chunks, come from several threads, and go through different handles or different opened
 * stores. Threads write interleaved, unaligned stripes of one array while others read stripes that are
 * already done; in the end every element must be what its only writer wrote.
 *
 *     concurrent [<rounds>]
 */
#include "check.h"

#include <pthread.h>

#define ROWS 60
#define COLUMNS 50
#define WRITERS 5
#define READERS 2

typedef struct plan {
    zarr_array *handles[2];
    const char *label;
    pthread_mutex_t mutex;
    bool done[ROWS][COLUMNS];
    int writing;
} plan;

typedef struct worker {
    plan *p;
    int number;
    zarr_status status;
    zarr_error error;
    unsigned long seen, wrong;
} worker;

/* Never 0, which is the fill value. */
static int32_t value_at(int row, int column) { return row * COLUMNS + column + 1; }

/* Writer w owns the columns w, w + WRITERS, ...; it writes short vertical strips, which cross the chunk
   borders and lie between those of the others. */
static void *write_strips(void *argument) {
    worker *w = argument;
    plan *p = w->p;
    rng r;
    int column, row;
    r.state = (uint64_t)w->number * 1000003;
    for (column = w->number; column < COLUMNS && w->status == ZARR_OK; column += WRITERS) {
        for (row = 0; row < ROWS && w->status == ZARR_OK;) {
            int32_t values[ROWS];
            int64_t start[2], count[2];
            int i, length = (int)rng_range(&r, 1, ROWS - row < 9 ? ROWS - row : 9);
            start[0] = row;
            start[1] = column;
            count[0] = length;
            count[1] = 1;
            for (i = 0; i < length; i++)
                values[i] = value_at(row + i, column);
            w->status = zarr_array_write_region(p->handles[w->number % 2], 2, start, count, values,
                                                (size_t)length * 4, &w->error);
            pthread_mutex_lock(&p->mutex);
            for (i = 0; i < length; i++)
                p->done[row + i][column] = true;
            pthread_mutex_unlock(&p->mutex);
            row += length;
        }
    }
    pthread_mutex_lock(&p->mutex);
    p->writing--;
    pthread_mutex_unlock(&p->mutex);
    return NULL;
}

/* Reads boxes as long as another thread writes: writes that ended before the read must be there, the rest is the
   value or the fill value, never anything else. */
static void *read_boxes(void *argument) {
    worker *w = argument;
    plan *p = w->p;
    rng r;
    bool before[ROWS][COLUMNS];
    int32_t values[ROWS * COLUMNS];
    bool more = true;
    r.state = (uint64_t)w->number * 7000001;
    while (more && w->status == ZARR_OK) {
        int64_t start[2], count[2], i, j;
        start[0] = rng_range(&r, 0, ROWS - 1);
        start[1] = rng_range(&r, 0, COLUMNS - 1);
        count[0] = rng_range(&r, 1, ROWS - start[0]);
        count[1] = rng_range(&r, 1, COLUMNS - start[1]);
        pthread_mutex_lock(&p->mutex);
        memcpy(before, p->done, sizeof before);
        more = p->writing > 0;
        pthread_mutex_unlock(&p->mutex);
        w->status = zarr_array_read_region(p->handles[w->number % 2], 2, start, count, values,
                                           (size_t)(count[0] * count[1]) * 4, &w->error);
        for (i = 0; i < count[0] && w->status == ZARR_OK; i++) {
            for (j = 0; j < count[1]; j++) {
                int32_t got = values[i * count[1] + j];
                int32_t wanted = value_at((int)(start[0] + i), (int)(start[1] + j));
                w->seen++;
                w->wrong += got != wanted && (got != 0 || before[start[0] + i][start[1] + j]);
            }
        }
    }
    return NULL;
}

static void run(plan *p) {
    static const int64_t zero[2] = {0, 0}, whole[2] = {ROWS, COLUMNS};
    pthread_t threads[WRITERS + READERS];
    worker *workers = need(sizeof(worker) * (WRITERS + READERS));
    int32_t *values = need(sizeof(int32_t) * ROWS * COLUMNS);
    zarr_error error;
    int i, lost = 0;
    check_context("%s", p->label);
    memset(workers, 0, sizeof(worker) * (WRITERS + READERS));
    memset(p->done, 0, sizeof p->done);
    p->writing = WRITERS;
    pthread_mutex_init(&p->mutex, NULL);
    for (i = 0; i < WRITERS + READERS; i++) {
        workers[i].p = p;
        workers[i].number = i;
        if (pthread_create(&threads[i], NULL, i < WRITERS ? write_strips : read_boxes, &workers[i]) != 0)
            exit(2);
    }
    for (i = 0; i < WRITERS + READERS; i++) {
        pthread_join(threads[i], NULL);
        error = workers[i].error;
        if (workers[i].status != ZARR_OK)
            FAIL("thread %d: %s: %s", i, zarr_status_name(workers[i].status), error.message);
        if (!CHECK(workers[i].wrong == 0))
            fprintf(stderr, "    thread %d: %lu of %lu\n", i, workers[i].wrong, workers[i].seen);
    }
    if (OK(zarr_array_read_region(p->handles[0], 2, zero, whole, values, sizeof(int32_t) * ROWS * COLUMNS, E))) {
        for (i = 0; i < ROWS * COLUMNS; i++)
            lost += values[i] != value_at(i / COLUMNS, i % COLUMNS);
        if (!CHECK(lost == 0))
            fprintf(stderr, "    %d elements were lost\n", lost);
    }
    pthread_mutex_destroy(&p->mutex);
    free(workers);
    free(values);
}

static zarr_array *create(const zarr_store *store, const char *path, const char *codec) {
    static const int64_t shape[2] = {ROWS, COLUMNS}, chunk[2] = {16, 13};
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, chunk, E));
    if (codec != NULL)
        OK(zarr_array_builder_codec(builder, codec, NULL, E));
    OK(zarr_array_create(store, path, builder, &array, E));
    zarr_array_builder_free(builder);
    return array;
}

/* Two handles: the same one twice; two of one store; or, with `other_url`, of two opened stores. */
static void one_place(const char *url, const char *other_url, const char *path, const char *codec,
                      const char *label, bool two) {
    zarr_error error;
    plan *p = need(sizeof *p);
    zarr_store *store = NULL, *other = NULL;
    memset(p, 0, sizeof *p);
    p->label = label;
    check_context("%s", label);
    if (OK(zarr_store_open(url, NULL, &store, E))) {
        p->handles[0] = p->handles[1] = create(store, path, codec);
        if (two)
            OK(zarr_array_open(store, path, &p->handles[1], E));
        if (other_url != NULL && OK(zarr_store_open(other_url, NULL, &other, E)))
            OK(zarr_array_open(other, path, &p->handles[1], E));
        if (p->handles[0] != NULL && p->handles[1] != NULL)
            run(p);
    }
    if (p->handles[1] != p->handles[0])
        zarr_array_free(p->handles[1]);
    zarr_array_free(p->handles[0]);
    zarr_store_free(other);
    zarr_store_free(store);
    free(p);
}

/* Many threads open, read and close at once: handles come from one pool. */
static void *open_and_close(void *argument) {
    worker *w = argument;
    zarr_store *store = NULL;
    int i;
    w->status = zarr_store_open("memory://concurrent-handles", NULL, &store, &w->error);
    for (i = 0; i < 50 && w->status == ZARR_OK; i++) {
        zarr_array *array = NULL;
        int64_t shape[2] = {0, 0};
        w->status = zarr_array_open(store, "/x", &array, &w->error);
        if (w->status == ZARR_OK)
            w->status = zarr_array_shape(array, 2, shape, &w->error);
        w->wrong += shape[0] != ROWS || shape[1] != COLUMNS;
        zarr_array_free(array);
    }
    zarr_store_free(store);
    return NULL;
}

static void handles(void) {
    pthread_t threads[6];
    worker workers[6];
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array *array;
    int i;
    check_context("handles");
    memset(workers, 0, sizeof workers);
    OK(zarr_store_open("memory://concurrent-handles", NULL, &store, E));
    array = create(store, "/x", NULL);
    for (i = 0; i < 6; i++)
        if (pthread_create(&threads[i], NULL, open_and_close, &workers[i]) != 0)
            exit(2);
    for (i = 0; i < 6; i++) {
        pthread_join(threads[i], NULL);
        CHECK(workers[i].status == ZARR_OK && workers[i].wrong == 0);
    }
    zarr_array_free(array);
    zarr_store_free(store);
}

int main(int argc, char **argv) {
    long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 3;
    long round;
    for (round = 0; round < rounds; round++) {
        char *directory = temp_make();
        char *here = path_join(directory, "a.zarr");
        char *there = path_join(directory, "./a.zarr"); /* the same place, spelled in another way */
        char *shared = need(64);
        snprintf(shared, 64, "memory://concurrent-%ld", round);
        one_place("memory://", NULL, "/x", NULL, "memory, one handle", false);
        one_place("memory://", NULL, "/x", "gzip", "memory, gzip, two handles", true);
        one_place(shared, shared, "/x", NULL, "memory, two stores of one name", false);
        one_place(here, NULL, "/x", NULL, "directory, one handle", false);
        one_place(here, NULL, "/y", "zstd", "directory, zstd, two handles", true);
        one_place(here, there, "/z", NULL, "directory, two stores", false);
        free(shared);
        free(here);
        free(there);
        temp_remove(directory);
    }
    handles();
    check_context("%s", "");
    return check_summary("concurrent");
}
