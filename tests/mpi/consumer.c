/* A program of somebody who has installed the package: each rank writes its row, and reads all of them. */
#include <stdio.h>
#include <zarr_mpi.h>

int main(int argc, char **argv)
{
    int64_t shape[2] = {0, 4}, chunk[2] = {3, 4}, start[2] = {0, 0}, count[2] = {1, 4};
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_store *store = NULL;
    int32_t row[4], all[64], sum = 0;
    zarr_error error;
    int rank, ranks;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    shape[0] = ranks;
    start[0] = rank;
    for (int i = 0; i < 4; i++)
        row[i] = 10 * rank + i;
    if (zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, &error) ||
        zarr_array_builder_chunk_shape(builder, 2, chunk, &error) ||
        zarr_mpi_store_open(MPI_COMM_WORLD, argv[1], NULL, &store, &error) ||
        zarr_mpi_array_create_or_replace(MPI_COMM_WORLD, store, "rows", builder, &array, &error) ||
        zarr_mpi_write_region_all(MPI_COMM_WORLD, array, 2, start, count, row, sizeof row, &error) ||
        zarr_mpi_read_region_all(MPI_COMM_WORLD, array, 2, NULL, NULL, all, (size_t)ranks * sizeof row, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    for (int i = 0; i < 4 * ranks; i++)
        sum += all[i];
    if (rank == 0)
        printf("the sum is %d\n", (int)sum);
    zarr_array_free(array);
    zarr_store_free(store);
    zarr_array_builder_free(builder);
    MPI_Finalize();
    return 0;
}
