/* Counts the requests to the store by which one array is opened, and those by which it is opened from a document that
another process has read. Prints a line for each format: its name, requests, bytes, requests from the document. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <zarr.h>

typedef struct {
    long requests, bytes;
} counts;

static void count(void *user_data, const zarr_operation *operation) {
    counts *counted = user_data;
    counted->requests += operation->count > 1 ? (long)operation->count : 1;
    counted->bytes += (long)operation->bytes;
}

static void must(zarr_status status, const zarr_error *error) {
    if (status != ZARR_OK) {
        fprintf(stderr, "%s\n", error->message);
        exit(1);
    }
}

static void measure(const char *name, int32_t format) {
    const int64_t shape[] = {1000, 1000}, chunk[] = {100, 100};
    counts counted = {0, 0};
    zarr_tracer tracer = ZARR_TRACER_INIT;
    zarr_store *store = NULL, *traced = NULL;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL, *again = NULL;
    zarr_bytes *document = NULL;
    zarr_error error;
    tracer.ended = count;
    must(zarr_store_open("memory://", NULL, &store, &error), &error);
    must(zarr_array_builder_new(ZARR_FLOAT32, 2, shape, &builder, &error), &error);
    must(zarr_array_builder_format(builder, format, &error), &error);
    must(zarr_array_builder_chunk_shape(builder, 2, chunk, &error), &error);
    must(zarr_array_create(store, "fields/t", builder, &array, &error), &error);
    must(zarr_attribute_set_int64(array, "steps", 1, &error), &error);
    zarr_array_free(array);
    must(zarr_store_wrap_trace(store, &tracer, &counted, NULL, &traced, &error), &error);
    must(zarr_array_open(traced, "fields/t", &array, &error), &error);
    const counts opened = counted;
    must(zarr_array_document(array, &document, &error), &error);
    counted.requests = 0;
    must(zarr_array_open_from_document(traced, "fields/t", zarr_bytes_data(document), zarr_bytes_size(document), NULL, &again,
                                       &error), &error);
    printf("%s %ld %ld %ld\n", name, opened.requests, opened.bytes, counted.requests);
    zarr_bytes_free(document);
    zarr_array_free(again);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(traced);
    zarr_store_free(store);
}

int main(void) {
    measure("v2", ZARR_FORMAT_V2);
    measure("v3", ZARR_FORMAT_V3);
    return 0;
}
