/* A stranger's program: does a little real work with the library, so that linking alone does not pass. */
#include <stdio.h>
#include <zarr.h>

int main(void)
{
    const int64_t shape[] = {3}, start[] = {1}, count[] = {2};
    const int32_t written[] = {7, -7};
    int32_t read[2] = {0, 0};
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;

    if (zarr_store_open("memory://", NULL, &store, &error) || zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, &error) ||
        zarr_array_builder_codec(builder, "zstd", NULL, &error) || zarr_array_create(store, "a", builder, &array, &error) ||
        zarr_array_write_region(array, 1, start, count, written, sizeof written, &error) ||
        zarr_array_read_region(array, 1, start, count, read, sizeof read, &error)) {
        fprintf(stderr, "consumer: %s\n", error.message);
        return 1;
    }
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
    printf("%s %d %d\n", zarr_version(), (int)read[0], (int)read[1]);
    return 0;
}
