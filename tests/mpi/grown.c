/* Appending and writing beside another program: it makes the array narrower, or longer, behind the ranks' handles.

       mpiexec -n N grown FOLDER */
#include "support.h"
#include <string.h>

enum { ROWS = 10, WIDTH = 100, NARROW = 20, NEW = 2 };

static zarr_error error;
static const MPI_Comm world = MPI_COMM_WORLD;
static int32_t values[NEW * WIDTH];

static zarr_array *make(const zarr_store *store, const char *path, int64_t width_of_chunks)
{
    const int64_t shape[2] = {ROWS, WIDTH}, chunk[2] = {NEW, width_of_chunks};
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;

    MUST(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, &error));
    MUST(zarr_array_builder_chunk_shape(builder, 2, chunk, &error));
    MUST(zarr_mpi_array_create(world, store, path, builder, &array, &error));
    zarr_array_builder_free(builder);
    return array;
}

/* Another handle changes the shape, as another program would. */
static void change(const char *folder, const char *path, int64_t rows, int64_t width)
{
    const int64_t shape[2] = {rows, width};
    zarr_store *store = NULL;
    zarr_array *array = NULL;

    MPI_Barrier(world);
    if (rank == size - 1) {
        MUST(zarr_store_open(folder, NULL, &store, &error));
        MUST(zarr_array_open(store, path, &array, &error));
        MUST(zarr_array_resize(array, 2, shape, &error));
        zarr_array_free(array);
        zarr_store_free(store);
    }
    MPI_Barrier(world);
}

static zarr_status append(const zarr_array *array, int64_t width, int64_t *first)
{
    const int64_t start[2] = {0, 0}, count[2] = {rank ? 0 : NEW, rank ? 0 : width};

    for (int i = 0; i < NEW * WIDTH; i++)
        values[i] = i + 1;
    return zarr_mpi_array_append(world, array, 0, NEW, 2, start, count, values,
                                 (size_t)(count[0] * count[1]) * sizeof *values, first, &error);
}

static void check(const zarr_store *store, const char *folder, const char *path, int64_t width_of_chunks)
{
    zarr_array *const array = make(store, path, width_of_chunks);
    int64_t shape[2], first = -1;
    int32_t read[NEW * NARROW];

    /* Elements beyond the new width are refused on all ranks. Where the array has grown all the same, as the handles
       knew the old width, the caller learns where it had ended. */
    change(folder, path, ROWS, NARROW);
    ALIKE(append(array, WIDTH, &first));
    CHECK(error.status == ZARR_ERROR_OUT_OF_BOUNDS && strstr(error.message, "dimension 1"));
    MUST(zarr_mpi_array_refresh(world, array, &error));
    MUST(zarr_array_shape(array, 2, shape, &error));
    CHECK(shape[0] == (first < 0 ? ROWS : first + NEW) && shape[1] == NARROW);
    /* Rows that the other program has added stay its own, and handles that know fewer of them write all the same. */
    change(folder, path, ROWS + 5, NARROW);
    const int64_t row[2] = {rank, 0}, one[2] = {1, NARROW};
    MUST(zarr_mpi_write_region_all(world, array, 2, row, one, values, NARROW * sizeof *values, &error));
    MUST(append(array, NARROW, &first));
    CHECK(first == ROWS + 5);
    const int64_t start[2] = {first, 0}, count[2] = {NEW, NARROW};
    MUST(zarr_mpi_read_region_all(world, array, 2, start, count, read, sizeof read, &error));
    for (int i = 0; i < NEW * NARROW; i++)
        CHECK(read[i] == i + 1);
    zarr_array_free(array);
}

int main(int argc, char **argv)
{
    zarr_store *store = NULL;

    begin(&argc, &argv, 240);
    MUST(zarr_mpi_store_open(world, argv[1], NULL, &store, &error));
    check(store, argv[1], "small", 7);
    check(store, argv[1], "whole", WIDTH);
    zarr_store_free(store);
    end("appending beside another program loses nothing");
    return 0;
}
