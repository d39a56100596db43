/* A file system that refuses to lock directories: whole chunks are written as ever, what needs a lock is refused with
   advice, and the advice helps. This program's own flock stands in for that of such a system. */
#include "check.h"

#include <errno.h>
#include <sys/file.h>

static int refusal, asked;

int flock(int descriptor, int operation) {
    (void)descriptor, (void)operation;
    asked++;
    errno = refusal;
    return -1;
}

static void refused(const char *directory, const char *what, int code) {
    const int64_t shape = 8, chunk = 4, start = 4, part = 2, whole = 4;
    const int32_t values[4] = {1, 2, 3, 4};
    int32_t read[4] = {0};
    char path[600];
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    check_context(what);
    refusal = code;
    asked = 0;
    snprintf(path, sizeof path, "%s/%s", directory, what);
    OK(zarr_store_open(path, NULL, &store, E));
    OK(zarr_array_builder_new(ZARR_INT32, 1, &shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, &chunk, E));
    OK(zarr_array_create(store, "a", builder, &array, E));
    zarr_array_builder_free(builder);

    /* A whole chunk asks for the lock, and goes without. */
    OK(zarr_array_write_region(array, 1, &start, &whole, values, sizeof values, E));
    asked = 0;
    FAILS(zarr_array_write_region(array, 1, &start, &part, values + 2, 8, E), ZARR_ERROR_UNSUPPORTED);
    CHECK(asked > 0 && strstr(error.message, "\"lock\": \"none\"") && error.system_code == code);
    FAILS(zarr_attribute_set_int64(array, "n", 1, E), ZARR_ERROR_UNSUPPORTED);
    CHECK(strstr(error.message, "each chunk, and each document, is written by one process at a time") != NULL);
    zarr_array_free(array);
    zarr_store_free(store);

    OK(zarr_store_open(path, "{\"lock\": \"none\"}", &store, E));
    OK(zarr_array_open(store, "a", &array, E));
    asked = 0;
    OK(zarr_array_write_region(array, 1, &start, &part, values + 2, 8, E));
    OK(zarr_attribute_set_int64(array, "n", 1, E));
    OK(zarr_array_read_region(array, 1, &start, &whole, read, sizeof read, E));
    CHECK(asked == 0 && read[0] == 3 && read[1] == 4 && read[2] == 3 && read[3] == 4);
    zarr_array_free(array);
    OK(zarr_node_erase(store, "a", E));
    zarr_store_free(store);
}

int main(void) {
    char *directory = temp_make();
    refused(directory, "EBADF", EBADF);
    refused(directory, "ENOLCK", ENOLCK);
    refused(directory, "ENOTSUP", ENOTSUP);
    temp_remove(directory);
    return check_summary("no_locks");
}
