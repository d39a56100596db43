/* Random histories of one array: writes at once and by queues, growing, cutting off, appending and replacing, without a
   wait between them but where the array is read. A model says what has to be there.

       mpiexec -n N histories FOLDER CASES [SEED] */
#include "support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 8, COLUMNS = 24, CHUNK_COLUMNS = 5, MOST_CHUNKS = 5, STEPS = 30 };

static zarr_error error;
static const MPI_Comm world = MPI_COMM_WORLD;
static int32_t model[MOST_CHUNKS * ROWS][COLUMNS], values[MOST_CHUNKS * ROWS * COLUMNS], found[sizeof model / 4];
static int64_t rows, written;

static zarr_array *create(const zarr_store *store, int shards)
{
    const int64_t shape[2] = {rows, COLUMNS}, chunk[2] = {shards ? ROWS / 2 : ROWS, CHUNK_COLUMNS};
    const int64_t shard[2] = {ROWS, 2 * CHUNK_COLUMNS};
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;

    MUST(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, &error));
    MUST(zarr_array_builder_chunk_shape(builder, 2, chunk, &error));
    if (shards)
        MUST(zarr_array_builder_shard_shape(builder, 2, shard, &error));
    MUST(zarr_array_builder_codec(builder, "zstd", "{\"level\": 9, \"checksum\": false}", &error));
    MUST(zarr_mpi_array_create_or_replace(world, store, "a", builder, &array, &error));
    zarr_array_builder_free(builder);
    memset(model, 0, sizeof model);
    return array;
}

/* Boxes of all ranks, side by side in a random order of ranks, some without elements; fills this rank's values. */
static void boxes(int64_t first, int64_t length, int64_t *start, int64_t *count)
{
    const int64_t top = first + below(length), height = 1 + below(first + length - top), shift = below(size);
    int64_t left = below(COLUMNS);

    start[0] = start[1] = count[0] = count[1] = 0;
    for (int i = 0; i < size; i++) {
        const int64_t width = below((COLUMNS - left) / (size - i) + 1);
        for (int64_t r = top; r < top + height; r++)
            for (int64_t c = left; c < left + width; c++)
                model[r][c] = (int32_t)(++written * 8 + i);
        if ((i + shift) % size == rank && width > 0) {
            start[0] = top;
            start[1] = left;
            count[0] = height;
            count[1] = width;
            for (int64_t r = 0; r < height; r++)
                memcpy(values + r * width, &model[top + r][left], (size_t)width * sizeof *values);
        }
        left += width;
    }
}

static void check(const zarr_array *array, uint64_t number, int step)
{
    char what[80];

    MUST(zarr_mpi_read_region_all(world, array, 2, NULL, NULL, found, (size_t)(rows * COLUMNS) * 4, &error));
    for (int64_t i = 0; i < rows * COLUMNS; i++)
        if (found[i] != model[i / COLUMNS][i % COLUMNS]) {
            sprintf(what, "history %llu, step %d: element %d, %d", (unsigned long long)number, step, (int)(i / COLUMNS),
                    (int)(i % COLUMNS));
            fail(__FILE__, __LINE__, what);
        }
    MPI_Barrier(world);
}

static void run(const zarr_store *store, uint64_t number)
{
    zarr_queue *queues[2] = {NULL, NULL};
    int64_t start[2], count[2], shape[2], first;

    seed(number);
    rows = ROWS * (1 + below(MOST_CHUNKS - 1));
    zarr_array *array = create(store, (int)below(2));
    for (int i = 0; i < 2; i++)
        MUST(zarr_queue_new("{\"threads\": 1}", &queues[i], &error));
    for (int step = 0; step < STEPS; step++) {
        const int64_t what = below(20);
        zarr_queue *const queue = queues[below(2)];
        if (what < 8) {
            boxes(0, rows, start, count);
            MUST(zarr_mpi_queue_write_region_all(world, queue, array, 2, start, count, values,
                                                 (size_t)(count[0] * count[1]) * 4, &error));
        } else if (what < 13) {
            boxes(0, rows, start, count);
            MUST(zarr_mpi_write_region_all(world, array, 2, start, count, values, (size_t)(count[0] * count[1]) * 4,
                                           &error));
        } else if (what < 15) {
            /* Whole chunks are cut off, which read as the fill value when the array grows again. */
            shape[0] = ROWS * (1 + below(MOST_CHUNKS));
            shape[1] = COLUMNS;
            MUST(zarr_mpi_array_resize(world, array, 2, shape, &error));
            for (int64_t r = shape[0]; r < MOST_CHUNKS * ROWS; r++)
                memset(model[r], 0, sizeof model[r]);
            rows = shape[0];
        } else if (what < 16 && rows < MOST_CHUNKS * ROWS) {
            boxes(rows, ROWS, start, count);
            start[0] = count[0] ? start[0] - rows : 0;
            MUST(zarr_mpi_array_append(world, array, 0, ROWS, 2, start, count, values,
                                       (size_t)(count[0] * count[1]) * 4, &first, &error));
            CHECK(first == rows);
            rows += ROWS;
        } else if (what < 17) {
            zarr_array_free(array);
            array = create(store, (int)below(2));
        } else if (what < 19) {
            for (int i = 0; i < 2; i++)
                MUST(zarr_mpi_queue_wait_all(world, queues[i], &error));
            check(array, number, step);
        } else {
            MUST(zarr_mpi_attribute_set_int64(world, array, "step", step, &error));
        }
    }
    for (int i = 0; i < 2; i++)
        MUST(zarr_mpi_queue_wait_all(world, queues[i], &error));
    check(array, number, STEPS);
    for (int i = 0; i < 2; i++)
        zarr_queue_free(queues[i]);
    zarr_array_free(array);
}

int main(int argc, char **argv)
{
    const uint64_t cases = argc > 2 ? strtoull(argv[2], NULL, 10) : 10,
                   begin_at = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    zarr_store *store = NULL;

    begin(&argc, &argv, 240);
    MUST(zarr_mpi_store_open(world, argv[1], NULL, &store, &error));
    for (uint64_t number = begin_at; number < begin_at + cases; number++)
        run(store, number);
    zarr_store_free(store);
    end("histories of queued and other calls leave what the model says");
    return 0;
}
