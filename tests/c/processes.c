/* Several processes write interleaved elements of the same chunks in one directory: nothing that any of them wrote may
   be lost, whatever the format, the codec and the layout of the keys. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#define WRITERS 4
#define LENGTH 96

/* Writer w owns the elements w, w + WRITERS, ...; each is written by a call of its own, so that every call changes a part
   of a chunk that the others are changing too. */
static int write_own(const char *path, int writer) {
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_status status = zarr_store_open(path, NULL, &store, &error);
    if (!status)
        status = zarr_array_open(store, "a", &array, &error);
    for (int64_t i = writer; i < LENGTH && !status; i += WRITERS) {
        const int64_t one = 1;
        int32_t value = (int32_t)(1000 * writer + i);
        status = zarr_array_write_region(array, 1, &i, &one, &value, sizeof value, &error);
    }
    if (status)
        fprintf(stderr, "writer %d: %s\n", writer, error.message);
    zarr_array_free(array);
    zarr_store_free(store);
    return status != ZARR_OK;
}

static void together(const char *directory, const char *name, int32_t format, const char *codec, int32_t separator) {
    const int64_t length = LENGTH, chunk = 32, start = 0;
    int32_t values[LENGTH];
    pid_t processes[WRITERS];
    char path[600];
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    check_context("%s", name);
    snprintf(path, sizeof path, "%s/%s", directory, name);
    OK(zarr_store_open(path, NULL, &store, E));
    OK(zarr_array_builder_new(ZARR_INT32, 1, &length, &builder, E));
    OK(zarr_array_builder_format(builder, format, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, &chunk, E));
    OK(zarr_array_builder_separator(builder, separator, E));
    if (codec)
        OK(zarr_array_builder_codec(builder, codec, NULL, E));
    OK(zarr_array_create(store, "a", builder, &array, E));
    for (int writer = 0; writer < WRITERS; writer++) {
        processes[writer] = fork();
        if (processes[writer] == 0)
            _exit(write_own(path, writer));
        CHECK(processes[writer] > 0);
    }
    for (int writer = 0; writer < WRITERS; writer++) {
        int status = -1;
        CHECK(waitpid(processes[writer], &status, 0) == processes[writer]);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    OK(zarr_array_read_region(array, 1, &start, &length, values, sizeof values, E));
    for (int32_t i = 0; i < LENGTH; i++)
        CHECK(values[i] == 1000 * (i % WRITERS) + i);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

int main(void) {
    char *directory = temp_make();
    together(directory, "v2-flat", ZARR_FORMAT_V2, NULL, '.');
    together(directory, "v2-nested-zlib", ZARR_FORMAT_V2, "zlib", '/');
    together(directory, "v3", ZARR_FORMAT_V3, NULL, '/');
    together(directory, "v3-zstd", ZARR_FORMAT_V3, "zstd", '/');
    together(directory, "v3-2022-gzip", ZARR_FORMAT_V3_2022, "gzip", '/');
    temp_remove(directory);
    return check_summary("processes");
}
