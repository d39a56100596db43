/* Creates a compressed array, writes a part of it, and reads the part back. Run it twice to see what an error looks like. */
#include <stdio.h>
#include <zarr.h>

int main(int argc, char **argv)
{
    const int64_t shape[] = {1000, 1000}, chunks[] = {100, 100}, start[] = {10, 20}, count[] = {2, 3};
    const float written[] = {1, 2, 3, 4, 5, 6};
    float read[6];
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;

    if (zarr_store_open(argc > 1 ? argv[1] : "quickstart.zarr", NULL, &store, &error) ||
        zarr_array_builder_new(ZARR_FLOAT32, 2, shape, &builder, &error) ||
        zarr_array_builder_chunk_shape(builder, 2, chunks, &error) ||
        zarr_array_builder_codec(builder, "zstd", NULL, &error) ||
        zarr_array_create(store, "temperature", builder, &array, &error) ||
        zarr_array_write_region(array, 2, start, count, written, sizeof written, &error) ||
        zarr_array_read_region(array, 2, start, count, read, sizeof read, &error))
        fprintf(stderr, "%s: %s\n", zarr_status_name(error.status), error.message);
    else
        printf("%g %g %g\n%g %g %g\n", read[0], read[1], read[2], read[3], read[4], read[5]);

    zarr_array_free(array); /* NULL is fine */
    zarr_array_builder_free(builder);
    zarr_store_free(store);
    return error.status;
}
