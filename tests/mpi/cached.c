/* Stores that keep chunks in memory: no collective call goes by what another rank has written since.

       mpiexec -n N cached FOLDER */
#include "support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH = 1000 };

static zarr_error error;
static const MPI_Comm world = MPI_COMM_WORLD;
static const int64_t length = LENGTH;
static int32_t values[LENGTH];

static zarr_store *open_caching(const char *url)
{
    zarr_store *store = NULL;

    MUST(zarr_mpi_store_open(world, url, "{\"cache_bytes\": 10000000}", &store, &error));
    return store;
}

static zarr_array *make(const zarr_store *store, const char *path)
{
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;

    MUST(zarr_array_builder_new(ZARR_INT32, 1, &length, &builder, &error));
    MUST(zarr_array_builder_chunk_shape(builder, 1, &length, &error));
    MUST(zarr_array_builder_codec(builder, "zstd", NULL, &error));
    MUST(zarr_mpi_array_create(world, store, path, builder, &array, &error));
    zarr_array_builder_free(builder);
    return array;
}

static void write_part(zarr_array *array, zarr_queue *queue, int64_t start, int64_t count, int32_t value)
{
    const size_t bytes = (size_t)count * sizeof *values;

    for (int i = 0; i < LENGTH; i++)
        values[i] = value;
    if (queue)
        MUST(zarr_mpi_queue_write_region_all(world, queue, array, 1, &start, &count, values, bytes, &error));
    else
        MUST(zarr_mpi_write_region_all(world, array, 1, &start, &count, values, bytes, &error));
}

/* Each rank by itself, so that it keeps what it has read. */
static void read_whole(const zarr_array *array)
{
    MUST(zarr_array_read_region(array, 1, NULL, NULL, values, sizeof values, &error));
}

/* One rank writes a chunk that the others keep; then all write parts of it, which one of them puts together. */
static void parts_are_merged_with_what_is_stored(const char *url, const char *path, zarr_queue *queue)
{
    zarr_store *const store = open_caching(url);
    zarr_array *const array = make(store, path);
    const int64_t each = 800 / size, whole = 0;

    write_part(array, NULL, 0, rank == 0 ? length : 0, 1);
    read_whole(array);
    CHECK(values[50] == 1);
    MPI_Barrier(world);
    write_part(array, queue, 0, rank == 0 ? length : 0, 2);
    write_part(array, queue, 100 + each * rank, each, 3);
    if (queue) {
        /* The chunks that this rank keeps from now on may be older than those that are stored then. */
        read_whole(array);
        MUST(zarr_mpi_queue_wait_all(world, queue, &error));
        read_whole(array);
        CHECK(values[50] == 2 && values[100] == 3);
    }
    MUST(zarr_mpi_read_region_all(world, array, 1, &whole, &length, values, sizeof values, &error));
    CHECK(values[50] == 2 && values[950] == 2 && values[100] == 3 && values[100 + each * size - 1] == 3);
    zarr_array_free(array);
    zarr_store_free(store);
}

/* One communicator waits for the writes that another one has queued. */
static void other_communicators_wait(const char *url)
{
    zarr_store *const store = open_caching(url);
    zarr_array *const array = make(store, "waited");
    zarr_queue *queue = NULL;
    MPI_Comm other;

    MPI_Comm_dup(world, &other);
    MUST(zarr_queue_new(NULL, &queue, &error));
    write_part(array, NULL, 0, rank == size - 1 ? length : 0, 1);
    read_whole(array);
    write_part(array, queue, 0, rank == size - 1 ? length : 0, 2);
    MUST(zarr_mpi_queue_wait_all(other, queue, &error));
    read_whole(array);
    CHECK(values[0] == 2 && values[LENGTH - 1] == 2);
    zarr_queue_free(queue);
    zarr_array_free(array);
    zarr_store_free(store);
    MPI_Comm_free(&other);
}

/* Rank 0 replaces an array of which the others keep chunks. */
static void replaced_arrays_are_new(const char *url)
{
    zarr_store *const store = open_caching(url);
    zarr_array *const array = make(store, "replaced");
    zarr_array_builder *builder = NULL;
    zarr_array *replaced = NULL;

    write_part(array, NULL, 0, rank == 0 ? length : 0, 1);
    read_whole(array);
    MUST(zarr_array_builder_new(ZARR_INT32, 1, &length, &builder, &error));
    MUST(zarr_array_builder_chunk_shape(builder, 1, &length, &error));
    MUST(zarr_array_builder_codec(builder, "zstd", NULL, &error));
    MUST(zarr_mpi_array_create_or_replace(world, store, "replaced", builder, &replaced, &error));
    read_whole(replaced);
    CHECK(values[0] == 0 && values[LENGTH - 1] == 0);
    zarr_array_builder_free(builder);
    zarr_array_free(replaced);
    zarr_array_free(array);
    zarr_store_free(store);
}

/* Each rank in turn writes by itself what all ranks keep, and all read together: no rank gets older elements that the
   aggregator of a chunk has kept. */
static void writes_of_one_rank_are_seen(const char *url, int shards)
{
    const int64_t chunk = 100, whole = 0;
    zarr_store *const store = open_caching(url);
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;

    MUST(zarr_array_builder_new(ZARR_INT32, 1, &length, &builder, &error));
    MUST(zarr_array_builder_chunk_shape(builder, 1, &chunk, &error));
    if (shards)
        MUST(zarr_array_builder_shard_shape(builder, 1, &length, &error));
    MUST(zarr_array_builder_codec(builder, "zstd", NULL, &error));
    MUST(zarr_mpi_array_create(world, store, shards ? "shards of one" : "of one", builder, &array, &error));
    zarr_array_builder_free(builder);
    for (int round = 0; round < 2 * size + 2; round++) {
        if (round % size == rank) {
            for (int i = 0; i < LENGTH; i++)
                values[i] = round + 1;
            MUST(zarr_array_write_region(array, 1, NULL, NULL, values, sizeof values, &error));
        }
        MPI_Barrier(world);
        for (int again = 0; again < 2; again++) {
            memset(values, 0, sizeof values);
            MUST(zarr_mpi_read_region_all(world, array, 1, &whole, &length, values, sizeof values, &error));
            for (int i = 0; i < LENGTH; i++)
                CHECK(values[i] == round + 1);
        }
        MPI_Barrier(world);
    }
    zarr_array_free(array);
    zarr_store_free(store);
}

/* Another program writes what all ranks keep: refreshing, verifying and copying see that. */
static void others_are_seen(const char *url)
{
    zarr_store *const store = open_caching(url), *other = NULL;
    zarr_array *const array = make(store, "seen");
    zarr_array *theirs = NULL;
    int64_t chunks, damaged;

    write_part(array, NULL, 0, rank == 0 ? length : 0, 1);
    read_whole(array);
    MPI_Barrier(world);
    if (rank == 0) {
        for (int i = 0; i < LENGTH; i++)
            values[i] = 2;
        /* A store of its own, of which this process tells nothing to the caches of the first. */
        CHECK(!zarr_store_open(url, NULL, &other, &error) && !zarr_array_open(other, "seen", &theirs, &error) &&
              !zarr_array_write_region(theirs, 1, NULL, NULL, values, sizeof values, &error));
        zarr_array_free(theirs);
    }
    MUST(zarr_mpi_array_refresh(world, array, &error));
    read_whole(array);
    CHECK(values[0] == 2 && values[LENGTH - 1] == 2);
    MPI_Barrier(world);
    if (rank == 0)
        CHECK(!zarr_store_set(other, "seen/c/0", "rubbish", 7, &error));
    zarr_store_free(other);
    MPI_Barrier(world);
    CHECK(zarr_mpi_verify_all(world, store, "seen", &chunks, &damaged, &error) == ZARR_ERROR_DATA && damaged == 1);
    zarr_array_free(array);
    zarr_store_free(store);
}

/* One rank reads where the others write. */
static void other_functions_are_refused(const char *url)
{
    zarr_store *const store = open_caching(url);
    zarr_array *const array = make(store, "mixed");
    const int64_t start = 0, count = 10;
    zarr_status status;

    if (size == 1 || rank)
        status = zarr_mpi_write_region_all(world, array, 1, &start, &count, values, 10 * sizeof *values, &error);
    else
        status = zarr_mpi_read_region_all(world, array, 1, &start, &count, values, 10 * sizeof *values, &error);
    ALIKE(status);
    CHECK(size == 1 || (status == ZARR_ERROR_CONFLICT && strstr(error.message, "rank 1 calls another function")));
    zarr_array_free(array);
    zarr_store_free(store);
}

int main(int argc, char **argv)
{
    zarr_queue *queue = NULL;

    begin(&argc, &argv, 60);
    parts_are_merged_with_what_is_stored(argv[1], "direct", NULL);
    MUST(zarr_queue_new(NULL, &queue, &error));
    parts_are_merged_with_what_is_stored(argv[1], "queued", queue);
    zarr_queue_free(queue);
    other_communicators_wait(argv[1]);
    replaced_arrays_are_new(argv[1]);
    writes_of_one_rank_are_seen(argv[1], 0);
    writes_of_one_rank_are_seen(argv[1], 1);
    others_are_seen(argv[1]);
    other_functions_are_refused(argv[1]);
    end("cached");
    return 0;
}
