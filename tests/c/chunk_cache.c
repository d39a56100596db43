/*
 * Why this file exists: a program that names `cache_bytes` must be served from memory, and must still see every write,
 * whichever function of the library it goes through.
 */
#include "check.h"

static const int64_t shape[2] = {8, 6}, chunk[2] = {4, 3}, origin[2] = {0, 0}, one[2] = {1, 1};

/* Requests for values; the test runs on one thread. */
static void note(void *user_data, const zarr_operation *operation) {
    if (operation->operation == ZARR_OPERATION_GET || operation->operation == ZARR_OPERATION_GET_PARTIAL_VALUES)
        ++*(int *)user_data;
}

static int32_t first(const zarr_array *array) {
    zarr_error error;
    int32_t value = -1;
    OK(zarr_array_read_region(array, 2, origin, one, &value, sizeof value, E));
    return value;
}

int main(void) {
    zarr_error error;
    zarr_tracer tracer = ZARR_TRACER_INIT;
    zarr_store *store = NULL, *traced = NULL, *refused = NULL;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL, *kept = NULL;
    zarr_bytes *old = NULL;
    int32_t values[48] = {11};
    int requests = 0;

    OK(zarr_store_open("memory://", NULL, &store, E));
    tracer.ended = note;
    OK(zarr_store_wrap_trace(store, &tracer, &requests, "{\"cache_bytes\": 1000000, \"threads\": 1}", &traced, E));
    OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, E));
    OK(zarr_array_builder_format(builder, ZARR_FORMAT_V2, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, chunk, E));
    OK(zarr_array_builder_codec(builder, "zstd", NULL, E));
    OK(zarr_array_create(store, "a", builder, &array, E));
    OK(zarr_array_write_region(array, 2, origin, shape, values, sizeof values, E));
    OK(zarr_array_open(traced, "a", &kept, E));

    CHECK(first(kept) == 11);
    requests = 0;
    CHECK(first(kept) == 11 && first(kept) == 11 && requests == 0);
    /* A write through another handle. */
    values[0] = 12;
    OK(zarr_array_write_region(array, 2, origin, one, values, sizeof values[0], E));
    CHECK(first(kept) == 12 && requests == 1);
    /* Writes past all arrays. */
    OK(zarr_store_get(store, "a/0.0", &old, E));
    OK(zarr_store_erase(store, "a/0.0", E));
    CHECK(first(kept) == 0);
    OK(zarr_store_set(store, "a/0.0", zarr_bytes_data(old), zarr_bytes_size(old), E));
    CHECK(first(kept) == 12);
    requests = 0;
    CHECK(first(kept) == 12 && requests == 0);
    /* Chunks that other processes may have written are read again. */
    OK(zarr_array_refresh(kept, E));
    requests = 0;
    CHECK(first(kept) == 12 && requests == 1);
    /* The array is erased with its chunks: neither is kept. */
    OK(zarr_store_erase_prefix(store, "a/", E));
    FAILS(zarr_array_read_region(kept, 2, origin, one, values, sizeof values[0], E), ZARR_ERROR_NOT_FOUND);

    FAILS(zarr_store_open("memory://", "{\"cache_bytes\": -1}", &refused, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_store_open("memory://", "{\"cache_bytes\": \"all\"}", &refused, E), ZARR_ERROR_INVALID_ARGUMENT);
    zarr_bytes_free(old);
    zarr_array_free(kept);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(traced);
    zarr_store_free(store);
    return check_summary("chunk_cache");
}
