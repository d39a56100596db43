/* Ranks whose store is not that of rank 0: another disk at the same path, a folder that is not mounted. Each call is an
   error on all ranks, and none reads fill values in place of elements. The path /proc/self/cwd is another folder in each
   process, as /tmp is on each node.

       mpiexec -n N elsewhere FOLDER */
#define _XOPEN_SOURCE 700
#include "support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static zarr_error error;
static const MPI_Comm world = MPI_COMM_WORLD;
static const int64_t shape[1] = {8};

static zarr_array_builder *builder_of(int64_t chunk)
{
    zarr_array_builder *builder = NULL;
    const int32_t fill = -1;

    MUST(zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, &error));
    MUST(zarr_array_builder_chunk_shape(builder, 1, &chunk, &error));
    MUST(zarr_array_builder_fill_value(builder, &fill, sizeof fill, &error));
    return builder;
}

/* An array that one process makes in its own store. */
static void make(const char *url, const char *path, int64_t chunk)
{
    const int32_t values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    zarr_array_builder *builder = builder_of(chunk);
    zarr_store *store = NULL;
    zarr_array *array = NULL;

    MUST(zarr_store_open(url, NULL, &store, &error));
    MUST(zarr_array_create(store, path, builder, &array, &error));
    MUST(zarr_array_write_region(array, 1, NULL, NULL, values, sizeof values, &error));
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

/* The call has failed on all ranks, and says which rank lacks the node, where it looked, and where rank 0 has it. */
static void refused(int line, zarr_status status, zarr_status wanted, const char *names)
{
    char lack[60];

    check_alike(__FILE__, line, status, &error);
    sprintf(lack, "; %d of %d ranks lack it, rank 0 on ", size - 1, size);
    if (status != wanted || !strstr(error.message, lack) || strncmp(error.message, "rank 1 on ", 10) != 0 ||
        !strstr(error.message, names))
        fail(__FILE__, line, error.message[0] ? error.message : "it was not refused");
}
#define REFUSED(call, wanted, names) refused(__LINE__, call, wanted, names)

/* The array of rank 0's document, as programs hand it on by themselves. */
static zarr_array *handed_on(const zarr_store *store, const char *path)
{
    char text[4000] = "";
    zarr_bytes *document = NULL;
    zarr_array *array = NULL;

    if (rank == 0) {
        MUST(zarr_array_open(store, path, &array, &error));
        MUST(zarr_array_document(array, &document, &error));
        CHECK(zarr_bytes_size(document) < sizeof text);
        memcpy(text, zarr_bytes_data(document), zarr_bytes_size(document));
        zarr_bytes_free(document);
        zarr_array_free(array);
        array = NULL;
    }
    MPI_Bcast(text, sizeof text, MPI_CHAR, 0, world);
    MUST(zarr_array_open_from_document(store, path, text, strlen(text), NULL, &array, &error));
    return array;
}

static void apart(void)
{
    const char *const url = "/proc/self/cwd/apart.zarr";
    const int64_t start = 0, count = 8, mine = 2 * (rank % 4), two = 2;
    int64_t chunks = -1, damaged = -1;
    int32_t values[8] = {0};
    zarr_array_builder *builder = builder_of(2);
    zarr_store *store = NULL, *copy = NULL;
    zarr_array *array = NULL;
    zarr_group *group = NULL;

    if (rank == 0)
        make(url, "g/x", 2);
    MPI_Barrier(world);
    MUST(zarr_mpi_store_open(world, url, NULL, &store, &error));
    MUST(zarr_mpi_store_open(world, "/proc/self/cwd/copy.zarr", NULL, &copy, &error));
    REFUSED(zarr_mpi_array_open(world, store, "g/x", &array, &error), ZARR_ERROR_NOT_FOUND, "rank1/apart.zarr");
    REFUSED(zarr_mpi_array_create(world, store, "y", builder, &array, &error), ZARR_ERROR_NOT_FOUND, "array \"/y\"");
    REFUSED(zarr_mpi_array_create_or_replace(world, store, "y", builder, &array, &error), ZARR_ERROR_NOT_FOUND, "/y");
    REFUSED(zarr_mpi_group_open(world, store, "g", &group, &error), ZARR_ERROR_NOT_FOUND, "rank1/apart.zarr");
    REFUSED(zarr_mpi_group_create(world, store, "h", ZARR_FORMAT_DEFAULT, NULL, &group, &error), ZARR_ERROR_NOT_FOUND,
            "node \"/h\"");
    REFUSED(zarr_mpi_verify_all(world, store, "g", &chunks, &damaged, &error), ZARR_ERROR_NOT_FOUND, "apart.zarr");
    CHECK(chunks == -1 && damaged == -1);
    REFUSED(zarr_mpi_consolidate_all(world, store, "", &error), ZARR_ERROR_NOT_FOUND, "apart.zarr");
    REFUSED(zarr_mpi_copy_all(world, store, "g", copy, "", 0, &error), ZARR_ERROR_NOT_FOUND, "apart.zarr");
    CHECK(!array && !group);

    /* Handles that no collective call has opened. */
    array = handed_on(store, "g/x");
    ALIKE(zarr_mpi_read_region_all(world, array, 1, &start, &count, values, sizeof values, &error));
    CHECK(error.status == ZARR_ERROR_NOT_FOUND);
    ALIKE(zarr_mpi_write_region_all(world, array, 1, &mine, rank < 4 ? &two : &start, values, rank < 4 ? 8 : 0,
                                    &error));
    CHECK(error.status == ZARR_ERROR_NOT_FOUND);
    zarr_array_free(array);
    zarr_store_free(copy);
    zarr_store_free(store);
    zarr_array_builder_free(builder);
    CHECK(rank == 0 || access("apart.zarr", F_OK) != 0); /* nothing was written into a store that is none */
}

/* Each rank has an array of the path on its own disk, and those of the others have other chunks. */
static void replaced(void)
{
    const char *const url = "/proc/self/cwd/other.zarr";
    zarr_store *store = NULL;
    zarr_array *array = NULL;

    make(url, "x", rank ? 4 : 2);
    MPI_Barrier(world);
    MUST(zarr_mpi_store_open(world, url, NULL, &store, &error));
    REFUSED(zarr_mpi_array_open(world, store, "x", &array, &error), ZARR_ERROR_CONFLICT, "array \"/x\"");
    CHECK(!array);
    zarr_store_free(store);
}

/* A relative path is one of rank 0, whatever folder the others are in. */
static void together(void)
{
    const int64_t start = 8 * rank / size, count = 8 * (rank + 1) / size - start, first = 0, all = 8;
    int32_t values[8] = {1, 2, 3, 4, 5, 6, 7, 8}, found[8] = {0};
    zarr_array_builder *builder = builder_of(3);
    zarr_store *store = NULL;
    zarr_array *array = NULL;

    MUST(zarr_mpi_store_open(world, "together.zarr", NULL, &store, &error));
    MUST(zarr_mpi_array_create(world, store, "x", builder, &array, &error));
    MUST(zarr_mpi_write_region_all(world, array, 1, &start, &count, values + start, (size_t)count * 4, &error));
    CHECK(chdir("/") == 0); /* the store stays where it is */
    MUST(zarr_mpi_read_region_all(world, array, 1, &first, &all, found, sizeof found, &error));
    CHECK(memcmp(values, found, sizeof found) == 0);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

int main(int argc, char **argv)
{
    char folder[4200];

    begin(&argc, &argv, 240);
    snprintf(folder, sizeof folder, "%s-rank%d", argv[1], rank);
    CHECK(mkdir(folder, 0777) == 0 && chdir(folder) == 0);
    MPI_Barrier(world);
    if (size > 1 && access("/proc/self/cwd", F_OK) == 0) {
        apart();
        replaced();
    }
    together();
    end("ranks that do not see the store of rank 0 are told so");
    return 0;
}
