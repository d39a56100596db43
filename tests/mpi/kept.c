/* Failures of queued writes: each is told once, to all ranks, by the next calls, whatever else these report.

       mpiexec -n N kept FOLDER */
#include "support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 1 << 18, MOST_LOST = 4 };

static zarr_error error;
static const MPI_Comm world = MPI_COMM_WORLD;
static int32_t values[ELEMENTS];

static zarr_array *make(const zarr_store *store, const char *path)
{
    const int64_t length = ELEMENTS;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;

    MUST(zarr_array_builder_new(ZARR_INT32, 1, &length, &builder, &error));
    MUST(zarr_array_builder_chunk_shape(builder, 1, &length, &error));
    MUST(zarr_array_builder_codec(builder, "zstd", "{\"level\": 15, \"checksum\": false}", &error));
    MUST(zarr_mpi_array_create(world, store, path, builder, &array, &error));
    zarr_array_builder_free(builder);
    return array;
}

/* Makes an array that another program takes away, so that what is queued for it fails. */
static zarr_array *make_lost(const zarr_store *store, const char *folder, const char *path)
{
    zarr_array *const array = make(store, path);
    char command[4200];

    MPI_Barrier(world);
    snprintf(command, sizeof command, "rm -r '%s/%s'", folder, path);
    CHECK(rank != 0 || system(command) == 0);
    MPI_Barrier(world);
    return array;
}

static zarr_status queue_on(MPI_Comm comm, int by, zarr_queue *queue, const zarr_array *array)
{
    const int64_t start = 0, count = rank == by ? ELEMENTS : 0;

    return zarr_mpi_queue_write_region_all(comm, queue, array, 1, &start, &count, values,
                                           (size_t)count * sizeof *values, &error);
}

static zarr_status queue_by(int by, zarr_queue *queue, const zarr_array *array)
{
    return queue_on(world, by, queue, array);
}

static int tells(const char *path)
{
    return error.status == ZARR_ERROR_NOT_FOUND && strstr(error.message, "ticket ") && strstr(error.message, path);
}

/* A call that waits for queues and fails by itself tells that, and later calls tell the failures of two queues. */
static void behind_a_failure(const zarr_store *store, const char *folder)
{
    const int64_t start = 0, one = 1, count = rank ? 0 : 1;
    zarr_array *const first = make_lost(store, folder, "lost/a"), *const second = make_lost(store, folder, "lost/b");
    zarr_queue *queue = NULL, *other = NULL;

    MUST(zarr_queue_new("{\"threads\": 1}", &queue, &error));
    MUST(zarr_queue_new("{\"threads\": 1}", &other, &error));
    MUST(queue_by(0, queue, first));
    if (size > 1) {
        ALIKE(zarr_mpi_write_region_all(world, first, 1, &start, &one, values, sizeof *values, &error));
        CHECK(error.status == ZARR_ERROR_CONFLICT);
    }
    ALIKE(zarr_mpi_queue_wait_all(world, queue, &error));
    CHECK(tells("lost/a"));
    MUST(queue_by(0, queue, first));
    MUST(queue_by(0, other, second));
    ALIKE(zarr_mpi_write_region_all(world, first, 1, &start, &count, values, (size_t)count * sizeof *values, &error));
    CHECK(error.status == ZARR_ERROR_NOT_FOUND && !tells("lost/a"));
    ALIKE(zarr_mpi_queue_wait_all(world, other, &error));
    CHECK(tells("lost/a"));
    ALIKE(zarr_mpi_queue_wait_all(world, queue, &error));
    CHECK(tells("lost/b"));
    MUST(zarr_mpi_queue_wait_all(world, queue, &error));
    zarr_queue_free(queue);
    zarr_queue_free(other);
    zarr_array_free(first);
    zarr_array_free(second);
}

/* Several failures wait in a queue: a write that is right is queued all the same. `comm` makes it, and is free again
 * when the failures are told. */
static void before_a_good_write(const zarr_store *store, const char *folder, MPI_Comm comm)
{
    zarr_array *lost[MOST_LOST], *const good = make(store, "several/good"), *const slow = make(store, "several/slow");
    zarr_queue *queue = NULL;
    int64_t left = 1;
    char path[30];
    int told = 0;

    for (int i = 0; i < MOST_LOST; i++) {
        sprintf(path, "several/lost%d", i);
        lost[i] = make_lost(store, folder, path);
    }
    MUST(zarr_queue_new("{\"threads\": 1}", &queue, &error));
    for (int i = 0; i < ELEMENTS; i++)
        values[i] = (int32_t)below(1 << 20);
    /* All are queued while this one is encoded, so that no call meets a failure yet. */
    MUST(queue_by(0, queue, slow));
    for (int i = 0; i < MOST_LOST; i++)
        told += queue_by(0, queue, lost[i]) != ZARR_OK;
    while (left)
        MUST(zarr_queue_pending(queue, &left, NULL, &error));
    told += queue_on(comm, 0, queue, good) != ZARR_OK;
    if (comm != world)
        MPI_Comm_free(&comm);
    while (zarr_mpi_queue_wait_all(world, queue, &error)) {
        CHECK(tells("several/lost"));
        told++;
    }
    CHECK(told == MOST_LOST);
    MUST(zarr_mpi_read_region_all(world, good, 1, NULL, NULL, values, sizeof values, &error));
    int32_t sum = 0;
    for (int i = 0; i < ELEMENTS; i++)
        sum |= values[i];
    CHECK(sum != 0);
    zarr_queue_free(queue);
    for (int i = 0; i < MOST_LOST; i++)
        zarr_array_free(lost[i]);
    zarr_array_free(good);
    zarr_array_free(slow);
}

/* A chunk of which the call writes parts is damaged: that is no failure of an earlier write, which would mean that this
 * one was queued. A read tells no failure of a write. */
static void of_the_call_itself(const zarr_store *store, const char *folder)
{
    zarr_array *const array = make(store, "damaged"), *const good = make(store, "read"), *lost;
    const int64_t start = rank, one = 1;
    zarr_queue *queue = NULL;
    char command[4200];
    int64_t left = 1;

    MUST(zarr_queue_new("{\"threads\": 1}", &queue, &error));
    MUST(queue_by(0, queue, array));
    MUST(zarr_mpi_queue_wait_all(world, queue, &error));
    snprintf(command, sizeof command, "echo damaged > '%s/damaged/c/0'", folder);
    CHECK(rank != 0 || system(command) == 0);
    MPI_Barrier(world);
    ALIKE(zarr_mpi_queue_write_region_all(world, queue, array, 1, &start, &one, values, sizeof *values, &error));
    CHECK(error.status == ZARR_ERROR_DATA && !strstr(error.message, "ticket ") && strstr(error.message, "damaged"));
    MUST(zarr_mpi_queue_wait_all(world, queue, &error));
    lost = make_lost(store, folder, "untold");
    MUST(queue_by(0, queue, lost));
    while (left)
        MUST(zarr_queue_pending(queue, &left, NULL, &error));
    MUST(zarr_mpi_read_region_all(world, good, 1, NULL, NULL, values, sizeof values, &error));
    ALIKE(zarr_mpi_queue_wait_all(world, queue, &error));
    CHECK(tells("untold"));
    zarr_queue_free(queue);
    zarr_array_free(array);
    zarr_array_free(good);
    zarr_array_free(lost);
}

/* Where elements would lie far outside of the buffer is told, and not tried. */
static void far_away(const zarr_store *store)
{
    static const int64_t offsets[] = {INT64_MAX, INT64_MAX - 4, INT64_MAX - 1024, 1024, -4, INT64_MIN};
    zarr_array *const array = make(store, "far");
    const int64_t start = rank, one = 1;
    const void *data[1] = {values};
    void *buffers[1] = {values};
    const size_t bytes[1] = {1024};
    zarr_region region = ZARR_REGION_INIT;

    region.ndim = 1;
    region.start = &start;
    region.count = &one;
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        region.offset = offsets[i];
        ALIKE(zarr_mpi_write_regions_all(world, array, 1, &region, data, bytes, &error));
        CHECK(error.status == ZARR_ERROR_BUFFER_SIZE);
        ALIKE(zarr_mpi_read_regions_all(world, array, 1, &region, buffers, bytes, &error));
        CHECK(error.status == ZARR_ERROR_BUFFER_SIZE);
    }
    region.offset = 1020;
    MUST(zarr_mpi_write_regions_all(world, array, 1, &region, data, bytes, &error));
    zarr_array_free(array);
}

/* Each rank has a failure, and three queues have one each: a resize tells one of them, and waiting the others. */
static void of_several_ranks_and_queues(const zarr_store *store, const char *folder)
{
    zarr_array *const good = make(store, "each/good");
    const int64_t length = 2 * ELEMENTS;
    zarr_queue *queues[3] = {NULL};
    char path[30];
    int told = 0, lost_count = 0;

    for (int i = 0; i < 3; i++)
        MUST(zarr_queue_new("{\"threads\": 1}", &queues[i], &error));
    for (int i = 0; i < 3 * size; i++, lost_count++) {
        sprintf(path, "each/lost%d", i);
        zarr_array *const lost = make_lost(store, folder, path);
        told += queue_by(i % size, queues[i / size], lost) != ZARR_OK;
        zarr_array_free(lost);
    }
    ALIKE(zarr_mpi_array_resize(world, good, 1, &length, &error));
    CHECK(error.status == ZARR_ERROR_NOT_FOUND);
    told++;
    for (int i = 0; i < 3; i++)
        while (zarr_mpi_queue_wait_all(world, queues[i], &error)) {
            CHECK(tells("each/lost"));
            told++;
        }
    CHECK(told == lost_count);
    MUST(zarr_mpi_array_resize(world, good, 1, &length, &error));
    for (int i = 0; i < 3; i++)
        zarr_queue_free(queues[i]);
    zarr_array_free(good);
}

int main(int argc, char **argv)
{
    zarr_store *store = NULL;
    MPI_Comm other;

    begin(&argc, &argv, 240);
    MUST(zarr_mpi_store_open(world, argv[1], NULL, &store, &error));
    behind_a_failure(store, argv[1]);
    before_a_good_write(store, argv[1], world);
    MPI_Comm_dup(world, &other);
    CHECK(rank != 0 || !zarr_node_erase(store, "several", &error));
    MPI_Barrier(world);
    before_a_good_write(store, argv[1], other);
    of_the_call_itself(store, argv[1]);
    far_away(store);
    of_several_ranks_and_queues(store, argv[1]);
    zarr_store_free(store);
    end("each failure of a queue is told once");
    return 0;
}
