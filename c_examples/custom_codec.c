/* A codec of your own: runs of equal bytes become pairs of a count and a byte. Once registered, arrays are created with it by
   its name, and read and written with it wherever a document names it. */
#include <stdio.h>
#include <string.h>
#include <zarr.h>

#define SHORT_INPUT (ZARR_STATUS_USER + 1) /* a status of our own */

static zarr_status encode(void *user_data, const zarr_codec_place *place, const void *data, size_t size,
                          zarr_sink *encoded, zarr_error *error)
{
    const unsigned char *bytes = data;
    zarr_status status = ZARR_OK;
    size_t at = 0;
    (void)user_data;
    (void)place;
    while (at < size && status == ZARR_OK) {
        unsigned char pair[2] = {1, bytes[at]};
        while (at + pair[0] < size && pair[0] < 255 && bytes[at + pair[0]] == pair[1])
            pair[0]++;
        at += pair[0];
        status = zarr_sink_write(encoded, pair, sizeof pair, error);
    }
    return status;
}

static zarr_status decode(void *user_data, const zarr_codec_place *place, const void *data, size_t size, size_t most,
                          zarr_sink *decoded, zarr_error *error)
{
    const unsigned char *bytes = data;
    zarr_status status = ZARR_OK;
    (void)user_data;
    (void)place;
    (void)most; /* the sink refuses what is too much */
    if (size % 2 != 0) {
        snprintf(error->message, sizeof error->message, "%zu bytes are no pairs", size);
        return SHORT_INPUT;
    }
    for (size_t at = 0; at < size && status == ZARR_OK; at += 2) {
        unsigned char run[255];
        memset(run, bytes[at + 1], sizeof run);
        status = zarr_sink_write(decoded, run, bytes[at], error);
    }
    return status;
}

/* In the worst case no byte is like its neighbour. */
static size_t bound(void *user_data, const zarr_codec_place *place, size_t size)
{
    (void)user_data;
    (void)place;
    return size <= SIZE_MAX / 2 ? 2 * size : SIZE_MAX;
}

/* It has no parameters. */
static zarr_status check(void *user_data, const zarr_codec_place *place, zarr_error *error)
{
    (void)user_data;
    if (strcmp(place->configuration_json, "{}") == 0)
        return ZARR_OK;
    snprintf(error->message, sizeof error->message, "there is nothing to configure: %s", place->configuration_json);
    return ZARR_ERROR_INVALID_ARGUMENT;
}

static void destroy(void *user_data)
{
    printf("%s: not needed any more\n", (const char *)user_data);
}

static zarr_status use(const zarr_store *store, zarr_error *error)
{
    const int64_t shape[] = {40, 50}, start[] = {0, 0}, row[] = {10, 0}, rows[] = {5, 50};
    static unsigned char written[5][50], read[40][50];
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_bytes *document = NULL, *chunk = NULL;
    zarr_status status;

    memset(written, 7, sizeof written);
    (void)((status = zarr_array_builder_new(ZARR_UINT8, 2, shape, &builder, error)) ||
           (status = zarr_array_builder_chunk_shape(builder, 2, shape, error)) ||
           (status = zarr_array_builder_codec(builder, "example.runs", NULL, error)) ||
           (status = zarr_array_create(store, "mask", builder, &array, error)) ||
           (status = zarr_array_write_region(array, 2, row, rows, written, sizeof written, error)) ||
           (status = zarr_array_read_region(array, 2, start, shape, read, sizeof read, error)) ||
           (status = zarr_array_metadata(array, &document, error)) ||
           (status = zarr_store_get(store, "mask/c/0/0", &chunk, error)));
    if (status == ZARR_OK) {
        printf("the document names it: %s\n", strstr((const char *)zarr_bytes_data(document), "example.runs") ? "yes" : "no");
        printf("%zu bytes in the array, %zu in the store\n", sizeof read, zarr_bytes_size(chunk));
        printf("around the edge: %d %d\n", read[9][49], read[10][0]);
        /* A function's error reaches the program unchanged. */
        (void)(zarr_store_set(store, "mask/c/0/0", "odd", 3, error) ||
               zarr_array_read_region(array, 2, start, shape, read, sizeof read, error));
        printf("damaged: status %d, %s\n", (int)error->status, strstr(error->message, "3 bytes are no pairs"));
    }
    zarr_bytes_free(chunk);
    zarr_bytes_free(document);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    return status;
}

int main(void)
{
    zarr_codec_callbacks callbacks = ZARR_CODEC_CALLBACKS_INIT;
    zarr_store *store = NULL;
    zarr_error error;
    zarr_status status;

    callbacks.flags = ZARR_CODEC_THREAD_SAFE;
    callbacks.encode = encode;
    callbacks.decode = decode;
    callbacks.bound = bound;
    callbacks.check = check;
    callbacks.destroy = destroy;
    (void)((status = zarr_codec_register("example.runs", "example.runs", &callbacks, "runs", &error)) ||
           (status = zarr_store_open("memory://", NULL, &store, &error)) || (status = use(store, &error)));
    if (status != ZARR_OK)
        fprintf(stderr, "%s: %s\n", zarr_status_name(status), error.message);
    zarr_store_free(store);
    if (status == ZARR_OK)
        status = zarr_codec_unregister("example.runs", &error);
    return status;
}
