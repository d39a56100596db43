/* A failure of one rank is one error on all ranks, and no rank waits for ever.

       mpiexec -n N failures FOLDER */
#define _XOPEN_SOURCE 700
#include "support.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { ROWS = 24, COLUMNS = 20 };

static zarr_error error;
static const MPI_Comm world = MPI_COMM_WORLD;
static const int64_t shape[2] = {ROWS, COLUMNS}, chunk[2] = {5, 6};

static zarr_array *make(const zarr_store *store, const char *path)
{
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;

    MUST(zarr_array_builder_new(ZARR_FLOAT64, 2, shape, &builder, &error));
    MUST(zarr_array_builder_chunk_shape(builder, 2, chunk, &error));
    MUST(zarr_mpi_array_create_or_replace(world, store, path, builder, &array, &error));
    zarr_array_builder_free(builder);
    return array;
}

/* The rows of this rank, which fit no chunks. */
static void rows(int64_t *start, int64_t *count)
{
    start[0] = ROWS * rank / size;
    count[0] = ROWS * (rank + 1) / size - start[0];
    start[1] = 0;
    count[1] = COLUMNS;
}

/* A call with a bad argument on rank `bad`: all ranks are told, and the message is that of the rank. */
static void bad_arguments(const zarr_store *store, const zarr_array *array, int bad)
{
    const int is_bad = rank == bad;
    double values[ROWS * COLUMNS] = {0};
    int64_t start[2], count[2], first = -1, far[2] = {ROWS, 0};
    zarr_region region = ZARR_REGION_INIT;
    const void *data[1] = {values};
    void *buffers[1] = {values};
    size_t sizes[1] = {sizeof values};
    zarr_group *group = (zarr_group *)(void *)values;
    zarr_array *made = (zarr_array *)(void *)values;
    zarr_store *opened = NULL;
    zarr_queue *queue = NULL;
    zarr_status status;

    rows(start, count);
    const size_t bytes = (size_t)(count[0] * count[1]) * sizeof *values;
#define REFUSED(call, code)                                               \
    do {                                                                  \
        status = (call);                                                  \
        ALIKE(status);                                                    \
        if (status != (code)) {                                           \
            fprintf(stderr, "%s: %d %s\n", #call, status, error.message); \
            fail(__FILE__, __LINE__, "another status was expected");      \
        }                                                                 \
    } while (0)
    REFUSED(zarr_mpi_write_region_all(world, is_bad ? NULL : array, 2, start, count, values, bytes, &error),
            ZARR_ERROR_INVALID_HANDLE);
    REFUSED(zarr_mpi_read_region_all(world, is_bad ? NULL : array, 2, start, count, values, bytes, &error),
            ZARR_ERROR_INVALID_HANDLE);
    REFUSED(zarr_mpi_write_region_all(world, array, is_bad ? 3 : 2, start, count, values, bytes, &error),
            ZARR_ERROR_INVALID_ARGUMENT);
    REFUSED(zarr_mpi_write_region_all(world, array, 2, start, count, values, bytes + (size_t)is_bad, &error),
            ZARR_ERROR_BUFFER_SIZE);
    REFUSED(zarr_mpi_read_region_all(world, array, 2, start, count, values, bytes - (size_t)is_bad, &error),
            ZARR_ERROR_BUFFER_SIZE);
    REFUSED(zarr_mpi_write_region_all(world, array, 2, start, count, is_bad && bytes ? NULL : values, bytes, &error),
            bytes || !is_bad ? ZARR_ERROR_INVALID_ARGUMENT : ZARR_OK);
    REFUSED(
        zarr_mpi_write_region_all(world, array, 2, is_bad ? far : start, is_bad ? shape : count, values, bytes, &error),
        ZARR_ERROR_OUT_OF_BOUNDS);
    region.ndim = 2;
    region.start = start;
    region.count = count;
    REFUSED(zarr_mpi_write_regions_all(world, array, 1, is_bad ? NULL : &region, data, sizes, &error),
            ZARR_ERROR_INVALID_ARGUMENT);
    region.offset = is_bad ? (int64_t)sizeof values : 0;
    REFUSED(zarr_mpi_read_regions_all(world, array, 1, &region, buffers, sizes, &error), ZARR_ERROR_BUFFER_SIZE);
    const int64_t step[2] = {is_bad ? 2 : 1, 1};
    region.offset = 0;
    region.step = step;
    REFUSED(zarr_mpi_write_regions_all(world, array, 1, &region, data, sizes, &error), ZARR_ERROR_UNSUPPORTED);
    if (size > 1) {
        const int64_t zero[2] = {0, 0};
        REFUSED(zarr_mpi_write_region_all(world, array, 2, zero, shape, values, sizeof values, &error),
                ZARR_ERROR_CONFLICT);
        CHECK(strstr(error.message, "ranks 0 and 1 write the same elements, the first is element [0, 0]"));
    }
    REFUSED(
        zarr_mpi_array_append(world, is_bad ? NULL : array, 0, ROWS, 2, start, count, values, bytes, &first, &error),
        ZARR_ERROR_INVALID_HANDLE);
    REFUSED(zarr_mpi_array_refresh(world, is_bad ? NULL : array, &error), ZARR_ERROR_INVALID_HANDLE);
    REFUSED(zarr_mpi_array_resize(world, is_bad ? NULL : array, 2, shape, &error), ZARR_ERROR_INVALID_HANDLE);
    REFUSED(zarr_mpi_attribute_set_int64(world, is_bad ? NULL : (const void *)array, "a", 1, &error),
            ZARR_ERROR_INVALID_HANDLE);
    REFUSED(zarr_mpi_attribute_erase(world, is_bad ? (const void *)store : (const void *)array, "a", &error),
            ZARR_ERROR_INVALID_HANDLE);
    REFUSED(zarr_mpi_array_open(world, is_bad ? NULL : store, "array", &made, &error), ZARR_ERROR_INVALID_HANDLE);
    CHECK(made == NULL);
    REFUSED(zarr_mpi_array_open(world, store, "array", is_bad ? NULL : &made, &error), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(made == NULL);
    REFUSED(zarr_mpi_group_open(world, is_bad ? NULL : store, "", &group, &error), ZARR_ERROR_INVALID_HANDLE);
    CHECK(group == NULL);
    REFUSED(zarr_mpi_group_create(world, store, "g", ZARR_FORMAT_V3, NULL, is_bad ? NULL : &group, &error),
            ZARR_ERROR_INVALID_ARGUMENT);
    REFUSED(zarr_mpi_store_flush(world, is_bad ? NULL : store, &error), ZARR_ERROR_INVALID_HANDLE);
    REFUSED(zarr_mpi_store_open(world, "x.zarr", NULL, is_bad ? NULL : &opened, &error), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(opened == NULL);
    MUST(zarr_queue_new(NULL, &queue, &error));
    REFUSED(
        zarr_mpi_queue_write_region_all(world, is_bad ? NULL : queue, array, 2, start, count, values, bytes, &error),
        ZARR_ERROR_INVALID_HANDLE);
    REFUSED(zarr_mpi_queue_wait_all(world, is_bad ? NULL : queue, &error), ZARR_ERROR_INVALID_HANDLE);
    zarr_queue_free(queue);
    REFUSED(zarr_mpi_copy_all(world, is_bad ? NULL : store, "array", store, "copy", 0, &error),
            ZARR_ERROR_INVALID_HANDLE);
    REFUSED(zarr_mpi_verify_all(world, is_bad ? NULL : store, "", NULL, NULL, &error), ZARR_ERROR_INVALID_HANDLE);
    REFUSED(zarr_mpi_consolidate_all(world, is_bad ? NULL : store, "", &error), ZARR_ERROR_INVALID_HANDLE);
}

/* Failures that only rank 0 can find. */
static void told_by_rank_0(const zarr_store *store, const zarr_array *array)
{
    zarr_mpi_options options = ZARR_MPI_OPTIONS_INIT;
    zarr_array *made = NULL;
    zarr_group *group = NULL;
    zarr_store *opened = NULL;
    zarr_status status;

    REFUSED(zarr_mpi_array_open(world, store, rank ? NULL : "nothing", &made, &error), ZARR_ERROR_NOT_FOUND);
    REFUSED(zarr_mpi_group_open(world, store, "array", &group, &error), ZARR_ERROR_NODE_TYPE);
    REFUSED(zarr_mpi_array_create(world, store, "array", NULL, &made, &error), ZARR_ERROR_INVALID_HANDLE);
    REFUSED(zarr_mpi_group_create(world, store, "array", ZARR_FORMAT_V3, NULL, &group, &error),
            ZARR_ERROR_ALREADY_EXISTS);
    REFUSED(zarr_mpi_store_open(world, rank ? NULL : "nowhere.zarr", "{\"mode\": \"r\"}", &opened, &error),
            ZARR_ERROR_NOT_FOUND);
    REFUSED(zarr_mpi_array_resize(world, array, 3, NULL, &error), ZARR_ERROR_INVALID_ARGUMENT);
    REFUSED(zarr_mpi_attribute_set_json(world, array, "a", "{", &error), ZARR_ERROR_INVALID_ARGUMENT);
    REFUSED(zarr_mpi_copy_all(world, store, "nothing", store, "copy", 0, &error), ZARR_ERROR_NOT_FOUND);
    options.buffer_bytes = 0;
    REFUSED(zarr_mpi_set_options(world, rank ? NULL : &options, &error), ZARR_ERROR_INVALID_ARGUMENT);
    REFUSED(zarr_mpi_array_append(world, array, 2, 1, 2, NULL, NULL, NULL, 0, NULL, &error),
            ZARR_ERROR_INVALID_ARGUMENT);
    if (size > 1)
        REFUSED(zarr_mpi_store_open(world, "memory://", NULL, &opened, &error), ZARR_ERROR_UNSUPPORTED);
    CHECK(zarr_mpi_store_open(MPI_COMM_NULL, "x", NULL, &opened, &error) == ZARR_ERROR_INVALID_ARGUMENT);
    /* Another shape on one rank, of which the others have not been told: they read the document again. */
    if (size > 1) {
        const int64_t start[2] = {0, 0}, nothing[2] = {0, 0}, longer[2] = {ROWS + 1, COLUMNS};
        if (rank == 0)
            MUST(zarr_array_resize(array, 2, longer, &error));
        MPI_Barrier(world);
        MUST(zarr_mpi_write_region_all(world, array, 2, start, nothing, NULL, 0, &error));
        MUST(zarr_mpi_array_resize(world, array, 2, shape, &error));
    }
}

/* The n-th request of one rank fails, for every n until none does: all ranks are told, and what they wrote before
   stays. */
static void failing_requests(const zarr_store *folder, int bad)
{
    double values[ROWS * COLUMNS];
    int64_t start[2], count[2];
    int reads = 0, writes = 0;

    rows(start, count);
    const size_t bytes = (size_t)(count[0] * count[1]) * sizeof *values;
    for (int64_t at = 0, is_over = 0; !is_over; at++) {
        failing how = {NULL, 0, -1};
        how.below = folder;
        zarr_store *const store = open_failing(&how);
        zarr_array *array = make(store, "failing");
        int64_t longest[2];
        for (int i = 0; i < ROWS * COLUMNS; i++)
            values[i] = (double)rank;
        how.fails_at = rank == bad ? at : -1;
        zarr_status status = zarr_mpi_write_region_all(world, array, 2, start, count, values, bytes, &error);
        ALIKE(status);
        writes += status == ZARR_STATUS_USER + 7;
        CHECK(status == ZARR_OK || (status == ZARR_STATUS_USER + 7 && strstr(error.message, "planted failure")));
        if (!status) {
            status = zarr_mpi_read_region_all(world, array, 2, start, count, values, bytes, &error);
            ALIKE(status);
            CHECK(status == ZARR_OK || status == ZARR_STATUS_USER + 7);
            reads += status != ZARR_OK;
        }
        if (!status)
            status = zarr_mpi_attribute_set_int64(world, array, "n", at, &error);
        if (!status)
            status = zarr_mpi_array_append(world, array, 0, size, 2, (const int64_t[]){rank, 0},
                                           (const int64_t[]){1, COLUMNS}, values, COLUMNS * sizeof *values, &longest[0],
                                           &error);
        if (!status) {
            CHECK(longest[0] == ROWS);
            MUST(zarr_array_shape(array, 2, longest, &error));
            CHECK(longest[0] == ROWS + size);
            status = zarr_mpi_array_refresh(world, array, &error);
        }
        if (!status)
            status = zarr_mpi_verify_all(world, store, "failing", NULL, NULL, &error);
        ALIKE(status);
        is_over = status == ZARR_OK;
        how.fails_at = -1;
        if (is_over) {
            MUST(zarr_array_read_region(array, 2, start, count, values, bytes, &error));
            for (int64_t i = 0; i < count[0] * count[1]; i++)
                CHECK(values[i] == (double)rank);
        }
        zarr_array_free(array);
        zarr_store_free(store);
    }
    CHECK(writes > 0 && reads >= 0);
}

/* One call for a hierarchy, or through a queue, on a store whose n-th request fails on one rank. */
enum { COPY, VERIFY, CONSOLIDATE, QUEUE, CALLS };

static zarr_status failing_call(int which, const zarr_store *store, const double *values)
{
    zarr_array *array = NULL;
    zarr_queue *queue = NULL;
    int64_t start[2], count[2];
    zarr_status status;

    switch (which) {
    case COPY: return zarr_mpi_copy_all(world, store, "tree", store, "copy", 0, &error);
    case VERIFY: return zarr_mpi_verify_all(world, store, "tree", NULL, NULL, &error);
    case CONSOLIDATE: return zarr_mpi_consolidate_all(world, store, "tree", &error);
    default: break;
    }
    if ((status = zarr_mpi_array_open(world, store, "tree/a", &array, &error)) != ZARR_OK)
        return status;
    rows(start, count);
    MUST(zarr_queue_new(NULL, &queue, NULL));
    status = zarr_mpi_queue_write_region_all(world, queue, array, 2, start, count, values,
                                             (size_t)(count[0] * count[1]) * sizeof *values, &error);
    ALIKE(status);
    if (!status)
        status = zarr_mpi_queue_wait_all(world, queue, &error);
    zarr_queue_free(queue);
    zarr_array_free(array);
    return status;
}

/* For every n, until none fails: all ranks are told, no rank hangs, and the call can be repeated. */
static void failing_hierarchies(const zarr_store *folder, int bad)
{
    double values[ROWS * COLUMNS], found[ROWS * COLUMNS];
    const int64_t first[2] = {0, 0};
    int64_t start[2], count[2], chunks = 0, damaged = -1;
    zarr_array *array;
    zarr_group *group = NULL;

    for (int i = 0; i < ROWS * COLUMNS; i++)
        values[i] = 1 + rank;
    MUST(zarr_mpi_group_create(world, folder, "tree", ZARR_FORMAT_V3, NULL, &group, &error));
    zarr_group_free(group);
    rows(start, count);
    for (int i = 0; i < 3; i++) {
        array = make(folder, (const char *const[]){"tree/a", "tree/b", "tree/c"}[i]);
        MUST(zarr_mpi_write_region_all(world, array, 2, start, count, values,
                                       (size_t)(count[0] * count[1]) * sizeof *values, &error));
        zarr_array_free(array);
    }
    for (int which = 0; which < CALLS; which++) {
        int64_t failed = 0;
        for (int64_t at = 0, is_over = 0; !is_over; at++) {
            failing how = {NULL, 0, -1};
            how.below = folder;
            zarr_store *const store = open_failing(&how);
            how.fails_at = rank == bad ? at : -1;
            const zarr_status status = failing_call(which, store, values);
            ALIKE(status);
            CHECK(status == ZARR_OK || strstr(error.message, "planted failure"));
            how.fails_at = -1;
            is_over = status == ZARR_OK;
            failed += !is_over;
            zarr_store_free(store);
            if (which == COPY) {
                array = NULL;
                if (is_over)
                    for (int i = 0; i < 3; i++) {
                        MUST(zarr_array_open(folder, (const char *const[]){"copy/a", "copy/b", "copy/c"}[i], &array, &error));
                        MUST(zarr_array_read_region(array, 2, first, shape, found, sizeof found, &error));
                        for (int row = 0; row < ROWS; row++)
                            for (int owner = 0; owner < size; owner++)
                                if (row >= ROWS * owner / size && row < ROWS * (owner + 1) / size)
                                    CHECK(found[row * COLUMNS] == 1 + owner);
                        zarr_array_free(array);
                    }
                MPI_Barrier(world);
                if (rank == 0 && zarr_node_erase(folder, "copy", &error) && error.status != ZARR_ERROR_NOT_FOUND)
                    fail(__FILE__, __LINE__, error.message);
                MPI_Barrier(world);
            }
        }
        CHECK(failed > 0 || bad > 1); /* there may be no work for later ranks */
    }
    MUST(zarr_mpi_verify_all(world, folder, "tree", &chunks, &damaged, &error));
    CHECK(chunks == 3 * 5 * 4 && damaged == 0);
    MUST(zarr_mpi_consolidate_all(world, folder, "tree", &error));
    MPI_Barrier(world);
    if (rank == 0)
        MUST(zarr_node_erase(folder, "tree", &error));
    MPI_Barrier(world);
}

/* The disk of one rank is full. */
static void full_disk(const zarr_store *store, int bad)
{
    const int64_t large[2] = {64, 512}, lengths[2] = {16, 512};
    struct rlimit limit = {0, 0}, before;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    double *const values = calloc(64 * 512, sizeof *values);
    zarr_status status;

    MUST(zarr_array_builder_new(ZARR_FLOAT64, 2, large, &builder, &error));
    MUST(zarr_array_builder_chunk_shape(builder, 2, lengths, &error));
    MUST(zarr_mpi_array_create_or_replace(world, store, "large", builder, &array, &error));
    zarr_array_builder_free(builder);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    limit.rlim_max = before.rlim_max;
    limit.rlim_cur = 4096;
    if (rank == bad)
        setrlimit(RLIMIT_FSIZE, &limit);
    const int64_t start[2] = {64 * rank / size, 0}, count[2] = {64 * (rank + 1) / size - start[0], 512};
    for (int64_t i = 0; i < count[0] * 512; i++)
        values[i] = 1.0 + (double)i;
    REFUSED(zarr_mpi_write_region_all(world, array, 2, start, count, values, (size_t)count[0] * 512 * sizeof *values,
                                      &error),
            ZARR_ERROR_IO);
    setrlimit(RLIMIT_FSIZE, &before);
    MUST(zarr_mpi_write_region_all(world, array, 2, start, count, values, (size_t)count[0] * 512 * sizeof *values,
                                   &error));
    zarr_array_free(array);
    free(values);
}

int main(int argc, char **argv)
{
    zarr_store *store = NULL;
    zarr_array *array;

    begin(&argc, &argv, 240);
    MUST(zarr_mpi_store_open(world, argv[1], NULL, &store, &error));
    array = make(store, "array");
    for (int bad = 0; bad < size; bad += size > 1 ? size - 1 : 1)
        bad_arguments(store, array, bad);
    told_by_rank_0(store, array);
    for (int bad = 0; bad < size; bad += size > 1 ? size - 1 : 1) {
        failing_requests(store, bad);
        failing_hierarchies(store, bad);
        full_disk(store, bad);
    }
    zarr_array_free(array);
    zarr_store_free(store);
    end("every failure is the same one on all ranks");
    return 0;
}
