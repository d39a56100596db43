/* Several processes write interleaved elements of the same chunks in one directory, or parts of a chunk and all of it, or append
   to one array: nothing that any of them wrote may be lost, in every format, codec and layout of the keys. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
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

#define APPENDS 20

/* Appends blocks of one to three elements, which lie across the borders of chunks in any way. */
static int append_own(const char *path, int writer) {
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_status status = zarr_store_open(path, NULL, &store, &error);
    if (!status)
        status = zarr_array_open(store, "a", &array, &error);
    for (int i = 0; i < APPENDS && !status; i++) {
        const int32_t value = 1000 * writer + i, block[3] = {value, value, value};
        const int64_t count = 1 + (i + writer) % 3;
        int64_t start;
        status = zarr_array_append(array, 0, 1, &count, block, (size_t)count * sizeof value, &start, &error);
    }
    if (status)
        fprintf(stderr, "appender %d: %s\n", writer, error.message);
    zarr_array_free(array);
    zarr_store_free(store);
    return status != ZARR_OK;
}

static void append_together(const char *directory, const char *name, int32_t format, int64_t shard) {
    const int64_t none = 0, chunk = 4, zero = 0;
    int64_t length = -1, at = 0;
    int32_t values[WRITERS * APPENDS * 3];
    int next[WRITERS] = {0};
    pid_t processes[WRITERS];
    char path[600];
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    check_context("appending, %s", name);
    snprintf(path, sizeof path, "%s/append-%s", directory, name);
    OK(zarr_store_open(path, NULL, &store, E));
    OK(zarr_array_builder_new(ZARR_INT32, 1, &none, &builder, E));
    OK(zarr_array_builder_format(builder, format, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, &chunk, E));
    if (shard > 0)
        OK(zarr_array_builder_shard_shape(builder, 1, &shard, E));
    OK(zarr_array_create(store, "a", builder, &array, E));
    for (int writer = 0; writer < WRITERS; writer++) {
        processes[writer] = fork();
        if (processes[writer] == 0)
            _exit(append_own(path, writer));
        CHECK(processes[writer] > 0);
    }
    for (int writer = 0; writer < WRITERS; writer++) {
        int status = -1;
        CHECK(waitpid(processes[writer], &status, 0) == processes[writer]);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    OK(zarr_array_refresh(array, E));
    OK(zarr_array_shape(array, 1, &length, E));
    CHECK(length > 0 && length <= WRITERS * APPENDS * 3);
    if (length > 0 && length <= WRITERS * APPENDS * 3)
        OK(zarr_array_read_region(array, 1, &zero, &length, values, (size_t)length * sizeof values[0], E));
    /* Whole blocks, those of each process in their order. */
    while (at < length) {
        const int writer = values[at] / 1000, count = writer < WRITERS ? 1 + (next[writer] + writer) % 3 : 1;
        if (!CHECK(values[at] >= 0 && writer < WRITERS && values[at] == 1000 * writer + next[writer]))
            break;
        for (int i = 1; i < count; i++)
            CHECK(at + i < length && values[at + i] == values[at]);
        next[writer]++;
        at += count;
    }
    for (int writer = 0; writer < WRITERS; writer++)
        CHECK(next[writer] == APPENDS);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

/* How a chunk is stored, as a whole or in part. */
typedef enum { REGION, ENCODED, BY_HAND, VIEW } how;

#define WHOLES 60

static void doze(void) {
    const struct timespec moment = {0, 300000};
    nanosleep(&moment, NULL);
}

/* Stores the whole chunk again and again. Its second half is written by this process alone, and must stay as it was acknowledged. */
static int write_wholes(const char *path, int64_t chunk, how way) {
    const int64_t zero = 0, half = chunk / 2, rest = chunk - half;
    const size_t bytes = (size_t)chunk * sizeof(int32_t);
    int32_t *values = malloc(bytes), lost = 0;
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_status status = values ? zarr_store_open(path, NULL, &store, &error) : ZARR_ERROR_NO_MEMORY;
    if (!status)
        status = zarr_array_open(store, "a", &array, &error);
    for (int32_t round = 1; round <= WHOLES && !status && !lost; round++) {
        for (int64_t i = 0; i < chunk; i++)
            values[i] = round;
        if (way == BY_HAND)
            status = zarr_store_set(store, "a/c/0", values, bytes, &error);
        else if (way == ENCODED)
            status = zarr_array_write_encoded_chunk(array, ZARR_UNIT_CHUNK, 1, &zero, values, bytes, &error);
        else
            status = zarr_array_write_region(array, 1, &zero, &chunk, values, bytes, &error);
        doze();
        if (!status)
            status = zarr_array_read_region(array, 1, &half, &rest, values, (size_t)rest * sizeof *values, &error);
        for (int64_t i = 0; i < rest && !status; i++)
            lost |= values[i] != round;
    }
    if (status || lost)
        fprintf(stderr, "%s\n", status ? error.message : "an acknowledged element is lost");
    free(values);
    zarr_array_free(array);
    zarr_store_free(store);
    return status || lost;
}

/* One process stores whole chunks while another one writes a part of the same chunk: no whole chunk is overwritten with what
   the part was read with, and no part is given up, however often whole chunks come in between. */
static void wholes_beside_parts(const char *directory, const char *name, int32_t format, int64_t chunk, int64_t shard,
                                const char *codec, how way, how part_way) {
    const int64_t zero = 0, half = chunk / 2;
    const size_t bytes = (size_t)half * sizeof(int32_t);
    int32_t *part;
    char path[600];
    zarr_error error;
    zarr_store *store = NULL, *view = NULL;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    int status = -1, parts = 0;
    check_context("wholes beside parts, %s", name);
    snprintf(path, sizeof path, "%s/wholes-%s", directory, name);
    OK(zarr_store_open(path, NULL, &store, E));
    OK(zarr_array_builder_new(ZARR_INT32, 1, &chunk, &builder, E));
    OK(zarr_array_builder_format(builder, format, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, shard ? &shard : &chunk, E));
    if (shard)
        OK(zarr_array_builder_shard_shape(builder, 1, &chunk, E));
    if (codec)
        OK(zarr_array_builder_codec(builder, codec, NULL, E));
    OK(zarr_array_create(store, "a", builder, &array, E));
    if (part_way == VIEW)
        OK(zarr_array_chunk_store(array, &view, E));
    pid_t process = fork();
    if (process == 0)
        _exit(write_wholes(path, chunk, way));
    CHECK(process > 0);
    part = calloc((size_t)half, sizeof *part);
    CHECK(part);
    for (; waitpid(process, &status, WNOHANG) == 0; parts++) {
        if (part_way == VIEW)
            OK(zarr_store_set(view, "data/a/c0", part, bytes, E));
        else
            OK(zarr_array_write_region(array, 1, &zero, &half, part, bytes, E));
        part[parts % half]--;
    }
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0 && parts > 0);
    free(part);
    zarr_store_free(view);
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
    append_together(directory, "v2", ZARR_FORMAT_V2, 0);
    append_together(directory, "v3", ZARR_FORMAT_V3, 0);
    append_together(directory, "v3-shards", ZARR_FORMAT_V3, 8);
    append_together(directory, "v3-2022", ZARR_FORMAT_V3_2022, 0);
    wholes_beside_parts(directory, "raw", ZARR_FORMAT_V3, 10, 0, NULL, REGION, REGION);
    wholes_beside_parts(directory, "zstd", ZARR_FORMAT_V3, 10, 0, "zstd", REGION, REGION);
    wholes_beside_parts(directory, "shard", ZARR_FORMAT_V3, 10, 5, "zstd", REGION, REGION);
    wholes_beside_parts(directory, "v2", ZARR_FORMAT_V2, 10, 0, "zstd", REGION, REGION);
    wholes_beside_parts(directory, "encoded", ZARR_FORMAT_V3, 10, 0, NULL, ENCODED, REGION);
    wholes_beside_parts(directory, "by hand", ZARR_FORMAT_V3, 10, 0, NULL, BY_HAND, REGION);
    /* A part is an inner chunk that is stored under its key. */
    wholes_beside_parts(directory, "view", ZARR_FORMAT_V3_2022, 10, 5, NULL, REGION, VIEW);
    /* A part takes longer than the other process needs for the next whole chunk. */
    wholes_beside_parts(directory, "slow", ZARR_FORMAT_V3, 100000, 1000, "zstd", REGION, REGION);
    temp_remove(directory);
    return check_summary("processes");
}
