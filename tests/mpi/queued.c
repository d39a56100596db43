/* Collective writes by queues, several before one wait: the chunk of one is stored by another rank than that of the
   next, and holds what both have written, the later one over the earlier one.

       mpiexec -n N queued FOLDER */
#include "support.h"
#include <stdio.h>
#include <stdlib.h>

enum { ELEMENTS = 1 << 18, ROUNDS = 4 };

static zarr_error error;
static const MPI_Comm world = MPI_COMM_WORLD;
static int32_t values[ELEMENTS], read_back[ELEMENTS];

/* An array of chunks that take long to encode. */
static zarr_array *create_of(const zarr_store *store, const char *path, int64_t chunk)
{
    const int64_t shape[1] = {ELEMENTS};
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;

    MUST(zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, &error));
    MUST(zarr_array_builder_chunk_shape(builder, 1, &chunk, &error));
    MUST(zarr_array_builder_codec(builder, "zstd", "{\"level\": 15, \"checksum\": false}", &error));
    MUST(zarr_mpi_array_create_or_replace(world, store, path, builder, &array, &error));
    zarr_array_builder_free(builder);
    return array;
}

static zarr_array *create(const zarr_store *store, const char *path)
{
    return create_of(store, path, ELEMENTS);
}

static void put(zarr_queue *queue, const zarr_array *array, int by, int64_t first, int64_t count, int32_t value)
{
    const int64_t start = rank == by ? first : 0, length = rank == by ? count : 0;

    seed((uint64_t)value);
    for (int64_t i = 0; i < count; i++)
        values[i] = value < 100 ? value : (int32_t)below(1 << 16) + value;
    MUST(zarr_mpi_queue_write_region_all(world, queue, array, 1, &start, &length, values,
                                         (size_t)length * sizeof *values, &error));
}

static void look(const zarr_array *array)
{
    MUST(zarr_mpi_read_region_all(world, array, 1, NULL, NULL, read_back, sizeof read_back, &error));
}

/* The last rank writes the chunk, which is slow; then rank 0 does, which is fast. */
static void later_over_earlier(const zarr_store *store, zarr_queue *queue)
{
    for (int round = 0; round < ROUNDS; round++) {
        zarr_array *const array = create(store, "over");
        put(queue, array, size - 1, 0, ELEMENTS, 1000);
        put(queue, array, 0, 0, ELEMENTS, 1 + round);
        MUST(zarr_mpi_queue_wait_all(world, queue, &error));
        look(array);
        for (int i = 0; i < ELEMENTS; i++)
            CHECK(read_back[i] == 1 + round);
        zarr_array_free(array);
    }
}

/* Each rank writes a part in a call of its own, to two queues in turn. */
static void parts_of_all(const zarr_store *store, zarr_queue *queue, zarr_queue *other)
{
    for (int round = 0; round < ROUNDS; round++) {
        zarr_array *const array = create(store, "parts");
        for (int by = 0; by < size; by++) {
            const int64_t first = (int64_t)ELEMENTS * by / size, end = (int64_t)ELEMENTS * (by + 1) / size;
            put(by % 2 ? other : queue, array, by, first, end - first, by + 1);
        }
        MUST(zarr_mpi_queue_wait_all(world, queue, &error));
        MUST(zarr_mpi_queue_wait_all(world, other, &error));
        look(array);
        for (int by = 0; by < size; by++)
            for (int64_t i = (int64_t)ELEMENTS * by / size; i < (int64_t)ELEMENTS * (by + 1) / size; i++)
                CHECK(read_back[i] == by + 1);
        zarr_array_free(array);
    }
}

/* More calls than a communicator remembers, of arrays that have nothing in common, and a queue that is freed before the
   next write of its chunks. */
static void many(const zarr_store *store, zarr_queue *queue)
{
    zarr_queue *gone = NULL;
    zarr_array *array;
    char path[20];

    for (int i = 0; i < 70; i++) {
        const int64_t shape[1] = {size}, chunk[1] = {1}, start[1] = {rank}, count[1] = {1};
        zarr_array_builder *builder = NULL;
        sprintf(path, "many/%d", i);
        MUST(zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, &error));
        MUST(zarr_array_builder_chunk_shape(builder, 1, chunk, &error));
        MUST(zarr_mpi_array_create_or_replace(world, store, path, builder, &array, &error));
        const int32_t value = 10 * i + rank;
        MUST(zarr_mpi_queue_write_region_all(world, queue, array, 1, start, count, &value, sizeof value, &error));
        zarr_array_builder_free(builder);
        zarr_array_free(array);
    }
    MUST(zarr_mpi_queue_wait_all(world, queue, &error));
    for (int i = 0; i < 70; i++) {
        sprintf(path, "many/%d", i);
        MUST(zarr_mpi_array_open(world, store, path, &array, &error));
        MUST(zarr_mpi_read_region_all(world, array, 1, NULL, NULL, read_back, (size_t)size * sizeof *read_back,
                                      &error));
        for (int by = 0; by < size; by++)
            CHECK(read_back[by] == 10 * i + by);
        zarr_array_free(array);
    }
    array = create(store, "gone");
    MUST(zarr_queue_new("{\"threads\": 1}", &gone, &error));
    put(gone, array, size - 1, 0, ELEMENTS, 1000);
    zarr_queue_free(gone);
    put(queue, array, 0, 0, ELEMENTS, 7);
    MUST(zarr_mpi_queue_wait_all(world, queue, &error));
    look(array);
    for (int i = 0; i < ELEMENTS; i++)
        CHECK(read_back[i] == 7);
    zarr_array_free(array);
}

/* Writes at once: the elements of one rank, the others give none. */
static void put_at_once(const zarr_array *array, int by, int64_t first, int64_t count, int32_t value)
{
    const int64_t start = rank == by ? first : 0, length = rank == by ? count : 0;

    for (int64_t i = 0; i < count; i++)
        values[i] = value;
    MUST(zarr_mpi_write_region_all(world, array, 1, &start, &length, values, (size_t)length * sizeof *values, &error));
}

static void check_range(int64_t first, int64_t end, int32_t value)
{
    for (int64_t i = first; i < end; i++)
        CHECK(read_back[i] == value);
}

/* A write at once behind a queued one, over the same elements and beside them: neither may be lost. */
static void at_once_behind_queued(const zarr_store *store, zarr_queue *queue)
{
    const int64_t half = ELEMENTS / 2;

    for (int round = 0; round < ROUNDS; round++) {
        zarr_array *const array = create(store, "at_once");
        put(queue, array, size - 1, 0, ELEMENTS, 1000);
        put_at_once(array, 0, 0, ELEMENTS, 5);
        MUST(zarr_mpi_queue_wait_all(world, queue, &error));
        look(array);
        check_range(0, ELEMENTS, 5);
        put(queue, array, size - 1, 0, half, 6);
        put_at_once(array, 0, half, half, 7);
        MUST(zarr_mpi_queue_wait_all(world, queue, &error));
        look(array);
        check_range(0, half, 6);
        check_range(half, ELEMENTS, 7);
        zarr_array_free(array);
    }
}

/* Calls that change the array behind a queued write, which must not reach what they have made. */
static void changes_behind_queued(const zarr_store *store, zarr_queue *queue)
{
    const int64_t half[1] = {ELEMENTS / 2}, whole[1] = {ELEMENTS}, nothing[1] = {0};

    for (int round = 0; round < ROUNDS; round++) {
        zarr_array *array = create_of(store, "changed", half[0]);
        put(queue, array, size - 1, 0, ELEMENTS, 9);
        MUST(zarr_mpi_array_resize(world, array, 1, half, &error));
        MUST(zarr_mpi_array_resize(world, array, 1, whole, &error));
        MUST(zarr_mpi_queue_wait_all(world, queue, &error));
        look(array);
        check_range(0, half[0], 9);
        check_range(half[0], ELEMENTS, 0);
        put(queue, array, size - 1, 0, ELEMENTS, 1000);
        MUST(zarr_mpi_array_append(world, array, 0, 0, 1, nothing, nothing, NULL, 0, NULL, &error));
        zarr_array_free(array);
        array = create(store, "changed");
        MUST(zarr_mpi_queue_wait_all(world, queue, &error));
        look(array);
        check_range(0, ELEMENTS, 0);
        zarr_array_free(array);
    }
}

int main(int argc, char **argv)
{
    zarr_store *store = NULL;
    zarr_queue *queue = NULL, *other = NULL;

    begin(&argc, &argv, 240);
    MUST(zarr_mpi_store_open(world, argv[1], NULL, &store, &error));
    MUST(zarr_queue_new("{\"threads\": 1}", &queue, &error));
    MUST(zarr_queue_new("{\"threads\": 1}", &other, &error));
    later_over_earlier(store, queue);
    parts_of_all(store, queue, other);
    many(store, queue);
    at_once_behind_queued(store, queue);
    changes_behind_queued(store, queue);
    zarr_queue_free(queue);
    zarr_queue_free(other);
    zarr_store_free(store);
    end("queued collective writes keep their order");
    return 0;
}
