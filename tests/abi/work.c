#include <stdio.h>
#include <string.h>
#include <zarr.h>
#include "work.h"

enum { COUNT = 4096 };

static int one(zarr_store *store, const char *name, int32_t format, const char *codec, const char *configuration)
{
    static int32_t written[COUNT], read[COUNT];
    const int64_t shape[] = {COUNT}, start[] = {0};
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    int failed;
    int i;

    for (i = 0; i < COUNT; i++)
        written[i] = i / 7;
    memset(read, 0, sizeof read);
    failed = zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, &error) ||
             zarr_array_builder_format(builder, format, &error) ||
             zarr_array_builder_codec(builder, codec, configuration, &error) ||
             zarr_array_create(store, name, builder, &array, &error) ||
             zarr_array_write_region(array, 1, start, shape, written, sizeof written, &error) ||
             zarr_array_read_region(array, 1, start, shape, read, sizeof read, &error);
    if (failed)
        fprintf(stderr, "%s: %s\n", name, error.message);
    else if (memcmp(read, written, sizeof read) != 0)
        failed = fprintf(stderr, "%s: other values\n", name);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    return failed;
}

int work(void)
{
    zarr_error error;
    zarr_store *v2 = NULL, *v3 = NULL;
    int failed;

    if (zarr_store_open("memory://", NULL, &v2, &error) || zarr_store_open("memory://", NULL, &v3, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    failed = one(v3, "zstd", ZARR_FORMAT_V3, "zstd", NULL) || one(v3, "gzip", ZARR_FORMAT_V3, "gzip", NULL) ||
             one(v3, "blosc", ZARR_FORMAT_V3, "blosc",
                 "{\"cname\": \"lz4\", \"clevel\": 5, \"shuffle\": \"shuffle\", \"typesize\": 4, \"blocksize\": 0}") ||
             one(v2, "lz4", ZARR_FORMAT_V2, "lz4", NULL) || one(v2, "lzma", ZARR_FORMAT_V2, "lzma", NULL) ||
             one(v2, "bz2", ZARR_FORMAT_V2, "bz2", NULL);
    zarr_store_free(v2);
    zarr_store_free(v3);
    return failed;
}
