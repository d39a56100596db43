/* A rank that reads two regions of one chunk finds them as one write left them, while another program writes the chunk.

       mpiexec -n N versions FOLDER */
#include "support.h"

enum { ROWS = 64, COLUMNS = 2048, READS = 500 };

static zarr_error error;
static const MPI_Comm world = MPI_COMM_WORLD;
static int32_t values[ROWS * COLUMNS];

/* The last rank is the other program: it writes whole chunks, each of one number, until it is told to end. */
static void write_versions(const zarr_array *array)
{
    int is_over = 0;

    for (int32_t version = 1; !is_over; version++) {
        for (int i = 0; i < ROWS * COLUMNS; i++)
            values[i] = version;
        MUST(zarr_array_write_region(array, 2, NULL, NULL, values, sizeof values, &error));
        MPI_Iprobe(0, 0, world, &is_over, MPI_STATUS_IGNORE);
    }
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, world, MPI_STATUS_IGNORE);
}

static void read_versions(MPI_Comm readers, const zarr_array *array)
{
    const int64_t width = COLUMNS / (size - 1), count[2] = {ROWS / 2, width}, elements = ROWS / 2 * width;
    const int64_t upper[2] = {0, rank * width}, lower[2] = {ROWS / 2, rank * width};
    const size_t bytes = (size_t)elements * sizeof *values, sizes[2] = {bytes, bytes};
    void *const buffers[2] = {values, values + elements};
    zarr_region regions[2] = {ZARR_REGION_INIT, ZARR_REGION_INIT};

    regions[0].ndim = regions[1].ndim = 2;
    regions[0].start = upper;
    regions[1].start = lower;
    regions[0].count = regions[1].count = count;
    for (int i = 0; i < READS; i++) {
        MUST(zarr_mpi_read_regions_all(readers, array, 2, regions, buffers, sizes, &error));
        for (int64_t j = 1; j < 2 * elements; j++)
            CHECK(values[j] == values[0]);
    }
    MPI_Barrier(readers);
    if (rank == 0)
        MPI_Send(NULL, 0, MPI_INT, size - 1, 0, world);
}

int main(int argc, char **argv)
{
    const int64_t shape[2] = {ROWS, COLUMNS};
    zarr_array_builder *builder = NULL;
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    MPI_Comm readers;

    begin(&argc, &argv, 120);
    CHECK(size > 1);
    MUST(zarr_mpi_store_open(world, argv[1], NULL, &store, &error));
    MUST(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, &error));
    MUST(zarr_array_builder_chunk_shape(builder, 2, shape, &error));
    MUST(zarr_mpi_array_create(world, store, "a", builder, &array, &error));
    MPI_Comm_split(world, rank == size - 1, rank, &readers);
    if (rank == size - 1)
        write_versions(array);
    else
        read_versions(readers, array);
    MPI_Comm_free(&readers);
    zarr_array_builder_free(builder);
    zarr_array_free(array);
    zarr_store_free(store);
    end("a rank reads one version of a chunk");
    return 0;
}
