/* Why this file exists: the promise of a queue is that a time step of compute t_c and output t_o takes little more than the longer of
 * both. This program measures t_c on one thread, t_o by one thread of the library, and a step with both: in turn, by a queue
 * that copies, by one that borrows, and by a thread to which memcpy hands the field, which is the yardstick; one mode after
 * the other in each round. It prints medians, and ratios to max(t_c, t_o). The last output has no computing beside it, so that
 * the more steps, the closer the ratio to that of a step.
 *
 *   cc -O2 benches/overlap.c $(pkg-config --cflags --libs zarr) -lm -lpthread -o overlap
 *   ./overlap FOLDER [ROUNDS [COMPUTE / OUTPUT]]
 */
#define _XOPEN_SOURCE 700
#include <zarr.h>

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDE = 1024, LAYERS = 4, STEPS = 32, MOST_ROUNDS = 99, COPIES = 4 };
enum { COMPUTE, OUTPUT, ONE_AFTER_THE_OTHER, QUEUE, BORROWED, BY_HAND, MODES };

typedef float field[LAYERS][SIDE][SIDE];

static zarr_error error;
static field values;
static double sink;

static void check(zarr_status status) {
    if (status) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* A field that compresses as output does, about twice. */
static void fill(int step) {
    unsigned random = (unsigned)step + 1;
    for (int layer = 0; layer < LAYERS; layer++)
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++) {
                random = random * 1664525 + 1013904223;
                values[layer][y][x] = floorf(1000.0f * (float)(x + y + step) + (float)(random >> 24)) * 0.125f;
            }
}

static void compute(long work) {
    double x = 0.5;
    for (long i = 0; i < work; i++)
        x = x * 3.7 * (1.0 - x) + 1e-12;
    sink += x;
}

static void write_step(zarr_array *array, int64_t step, const void *from) {
    const int64_t start[] = {step % STEPS, 0, 0, 0}, count[] = {1, LAYERS, SIDE, SIDE};
    zarr_error own;
    if (zarr_array_write_region(array, 4, start, count, from, sizeof(field), &own)) {
        fprintf(stderr, "%s\n", own.message);
        exit(1);
    }
}

/* A queue by hand: steps that were handed over, and that are written. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static field copies[COPIES];
static int64_t given, written, end;

static void wait_for_written(int64_t least) {
    pthread_mutex_lock(&mutex);
    while (written < least)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
}

static void add_one(int64_t *number) {
    pthread_mutex_lock(&mutex);
    ++*number;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static void *write_steps(void *array) {
    for (int64_t step = 0; step < end; step++) {
        pthread_mutex_lock(&mutex);
        while (given <= step)
            pthread_cond_wait(&changed, &mutex);
        pthread_mutex_unlock(&mutex);
        write_step(array, step, copies[step % COPIES]);
        add_one(&written);
    }
    return NULL;
}

static double run(int mode, zarr_array *array, zarr_queue *queue, long work, int64_t steps) {
    pthread_t writer;
    given = written = 0;
    end = mode == BY_HAND ? steps : 0;
    if (pthread_create(&writer, NULL, write_steps, array))
        exit(1);
    const double begin = now();
    for (int64_t step = 0; step < steps; step++) {
        const int64_t start[] = {step % STEPS, 0, 0, 0}, count[] = {1, LAYERS, SIDE, SIDE};
        if (mode != OUTPUT)
            compute(work);
        if (mode == OUTPUT || mode == ONE_AFTER_THE_OTHER)
            write_step(array, step, values);
        else if (mode == QUEUE)
            check(zarr_queue_write_region(queue, array, 4, start, count, values, sizeof values, NULL, &error));
        else if (mode == BORROWED)
            check(zarr_queue_write_region_then(queue, array, 4, start, count, values, sizeof values, NULL, NULL, NULL, &error));
        else if (mode == BY_HAND) {
            wait_for_written(step + 1 - COPIES);
            memcpy(copies[step % COPIES], values, sizeof values);
            add_one(&given);
        }
    }
    check(zarr_queue_wait(queue, -1, &error));
    pthread_join(writer, NULL);
    return (now() - begin) / (double)steps;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times, int rounds) {
    qsort(times, (size_t)rounds, sizeof *times, by_size);
    return times[rounds / 2];
}

static void measure(const char *folder, const char *codec, int rounds, double ratio, int64_t steps) {
    static double times[MODES][MOST_ROUNDS];
    const int64_t shape[] = {STEPS, LAYERS, SIDE, SIDE}, chunk[] = {1, 1, SIDE, SIDE};
    zarr_store *store = NULL;
    zarr_array_builder *builder = NULL;
    zarr_array *created = NULL, *array = NULL;
    zarr_queue *queue = NULL;
    char path[1024];
    snprintf(path, sizeof path, "%s/overlap.zarr", folder);
    check(zarr_store_open(path, NULL, &store, &error));
    check(zarr_array_builder_new(ZARR_FLOAT32, 4, shape, &builder, &error));
    check(zarr_array_builder_chunk_shape(builder, 4, chunk, &error));
    if (codec)
        check(zarr_array_builder_codec(builder, codec, NULL, &error));
    check(zarr_array_create_or_replace(store, codec ? codec : "raw", builder, &created, &error));
    check(zarr_array_open_with(store, codec ? codec : "raw", ZARR_JSON({"threads": 1}), &array, &error));
    check(zarr_queue_new(ZARR_JSON({"threads": 1, "bytes": 134217728}), &queue, &error));

    /* Work that takes `ratio` times as long as the output. */
    run(OUTPUT, array, queue, 0, steps);
    const long some = 1000000;
    double output[5], unit[5];
    for (int i = 0; i < 5; i++) {
        output[i] = run(OUTPUT, array, queue, 0, steps);
        unit[i] = run(COMPUTE, array, queue, some, steps);
    }
    const long work = (long)((double)some * ratio * median(output, 5) / median(unit, 5));

    double ratios[MODES][MOST_ROUNDS];
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < MODES; i++) {
            const int mode = (i + round) % MODES;
            times[mode][round] = run(mode, array, queue, work, steps);
        }
        const double longer = fmax(times[COMPUTE][round], times[OUTPUT][round]);
        for (int mode = 0; mode < MODES; mode++)
            ratios[mode][round] = times[mode][round] / longer;
    }
    printf("%-5s", codec ? codec : "raw");
    for (int mode = 0; mode < MODES; mode++)
        printf("%9.1f", 1e3 * median(times[mode], rounds));
    for (int mode = ONE_AFTER_THE_OTHER; mode < MODES; mode++)
        printf("%9.2f", median(ratios[mode], rounds));
    printf("%9.2f..%.2f\n", ratios[QUEUE][0], ratios[QUEUE][rounds - 1]);
    zarr_queue_free(queue);
    zarr_array_free(array);
    zarr_array_free(created);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

int main(int count, char **arguments) {
    const int rounds = count > 2 ? atoi(arguments[2]) : 9;
    const double ratio = count > 3 ? atof(arguments[3]) : 1.0;
    if (count < 2 || rounds < 1 || rounds > MOST_ROUNDS) {
        fprintf(stderr, "overlap FOLDER [ROUNDS [COMPUTE / OUTPUT]]\n");
        return 2;
    }
    fill(0);
    printf("milliseconds a step                                         divided by max(t_c, t_o)\n");
    printf("           t_c      t_o  in turn    queue borrowed  by hand  in turn    queue borrowed  by hand  queue, of all rounds\n");
    measure(arguments[1], "zstd", rounds, ratio, STEPS);
    measure(arguments[1], NULL, rounds, ratio, 4 * STEPS);
    return sink < 0;
}
