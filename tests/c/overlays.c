/*
 * Why this file exists: stores of callbacks serve one thread at a time, and an overlay has several of them. Threads that write
 * through overlays of the same stores in different orders, also behind other wrappers, must not wait for each other for ever.
 */
#include "check.h"

#include <pthread.h>
#include <unistd.h>

enum { STORES = 3, OVERLAYS = 5, WRITES = 3000 };

static zarr_status get(void *store, const char *key, zarr_range range, zarr_sink *sink, zarr_error *error) {
    zarr_bytes *bytes = NULL;
    zarr_status status = zarr_store_get_range(store, key, range, &bytes, error);
    if (status == ZARR_OK)
        status = zarr_sink_write(sink, zarr_bytes_data(bytes), zarr_bytes_size(bytes), error);
    zarr_bytes_free(bytes);
    return status;
}

static zarr_status set(void *store, const char *key, const void *data, size_t size, zarr_error *error) {
    return zarr_store_set(store, key, data, size, error);
}

static zarr_store *over(const zarr_store *top, const zarr_store *below) {
    const zarr_store *layers[2];
    zarr_error error;
    zarr_store *overlay = NULL;
    layers[0] = top;
    layers[1] = below;
    OK(zarr_store_wrap_overlay(layers, 2, NULL, &overlay, E));
    return overlay;
}

static void *work(void *array) {
    const int64_t start[1] = {2}, count[1] = {3};
    const int32_t values[3] = {1, 2, 3};
    zarr_error error;
    for (int i = 0; i < WRITES; i++)
        if (zarr_array_write_region(array, 1, start, count, values, sizeof values, &error) != ZARR_OK)
            return array;
    return NULL;
}

int main(void) {
    const int64_t shape[1] = {10};
    zarr_error error;
    zarr_store *memory[STORES] = {NULL}, *stores[STORES] = {NULL}, *overlays[OVERLAYS], *prefixed = NULL, *inner;
    zarr_array *arrays[OVERLAYS] = {NULL};
    pthread_t threads[OVERLAYS];
    zarr_store_callbacks table = ZARR_STORE_CALLBACKS_INIT;
    table.get = get;
    table.set = set;
    for (int i = 0; i < STORES; i++) {
        OK(zarr_store_open("memory://", NULL, &memory[i], E));
        OK(zarr_store_open_callbacks(&table, memory[i], NULL, &stores[i], E));
    }
    OK(zarr_store_wrap_prefix(stores[0], "below/", NULL, &prefixed, E));
    inner = over(stores[1], stores[2]);
    overlays[0] = over(stores[0], stores[1]);
    overlays[1] = over(stores[1], stores[0]);
    overlays[2] = over(inner, prefixed);
    overlays[3] = over(prefixed, stores[2]);
    overlays[4] = over(stores[2], overlays[0]);
    for (int i = 0; i < OVERLAYS; i++) {
        zarr_array_builder *builder = NULL;
        char name[2] = {(char)('a' + i), 0};
        OK(zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, E));
        OK(zarr_array_create(overlays[i], name, builder, &arrays[i], E));
        zarr_array_builder_free(builder);
    }
    /* The program ends where threads wait for each other. */
    alarm(250);
    for (int i = 0; i < OVERLAYS; i++)
        CHECK(pthread_create(&threads[i], NULL, work, arrays[i]) == 0);
    for (int i = 0; i < OVERLAYS; i++) {
        void *failed = NULL;
        pthread_join(threads[i], &failed);
        CHECK(failed == NULL);
    }
    for (int i = 0; i < OVERLAYS; i++) {
        zarr_array_free(arrays[i]);
        zarr_store_free(overlays[i]);
    }
    zarr_store_free(inner);
    zarr_store_free(prefixed);
    for (int i = 0; i < STORES; i++) {
        zarr_store_free(stores[i]);
        zarr_store_free(memory[i]);
    }
    return check_summary("overlays");
}
