/* A measurement that goes on, and a reader that follows it, in another process.

       follow write STORE FRAMES     appends one frame after the other
       follow read STORE             prints each as soon as it is there, and ends with the writer

   A writer first grows the array and then writes the elements, so a shape alone does not tell whether they are there yet. The
   attribute "complete_frames" does: it is set when a frame has been written, and never says too much. */
#define _POSIX_C_SOURCE 199309L /* nanosleep */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zarr.h>

enum { STATIONS = 500, FRAMES_OF_A_CHUNK = 16, PATIENCE = 60 };

static void wait_a_little(void)
{
    const struct timespec pause = {0, 5000000};

    nanosleep(&pause, NULL);
}

static zarr_status create(const zarr_store *store, zarr_array **array, zarr_error *error)
{
    static const char *const names[] = {"time", "station"};
    const int64_t shape[] = {0, STATIONS}, chunks[] = {FRAMES_OF_A_CHUNK, STATIONS};
    zarr_array_builder *builder = NULL;
    zarr_status status;

    /* The attributes are there with the array: no reader meets it without them. */
    (void)((status = zarr_array_builder_new(ZARR_FLOAT32, 2, shape, &builder, error)) ||
           (status = zarr_array_builder_chunk_shape(builder, 2, chunks, error)) ||
           (status = zarr_array_builder_dimension_names(builder, 2, names, error)) ||
           (status = zarr_array_builder_attributes(builder, "{\"complete_frames\": 0, \"finished\": false}", error)) ||
           (status = zarr_array_builder_codec(builder, "zstd", NULL, error)) ||
           (status = zarr_array_create_or_replace(store, "level", builder, array, error)));
    zarr_array_builder_free(builder);
    return status;
}

static zarr_status write_all(const zarr_store *store, int64_t frames, zarr_error *error)
{
    const int64_t count[] = {1, STATIONS};
    float level[STATIONS];
    int64_t at;
    zarr_array *array = NULL;
    zarr_status status = create(store, &array, error);

    for (int64_t frame = 0; status == ZARR_OK && frame < frames; frame++) {
        for (int i = 0; i < STATIONS; i++)
            level[i] = (float)(frame * 1000 + i);
        (void)((status = zarr_array_append(array, 0, 2, count, level, sizeof level, &at, error)) ||
               (status = zarr_attribute_set_int64(array, "complete_frames", at + 1, error)));
        wait_a_little();
    }
    if (status == ZARR_OK)
        status = zarr_attribute_set_bool(array, "finished", 1, error);
    zarr_array_free(array);
    return status;
}

/* Opens the array as soon as there is one. */
static zarr_status wait_for(const zarr_store *store, zarr_array **array, zarr_error *error)
{
    const time_t begin = time(NULL);
    zarr_status status;

    while ((status = zarr_array_open(store, "level", array, error)) == ZARR_ERROR_NOT_FOUND && time(NULL) - begin < PATIENCE)
        wait_a_little();
    return status;
}

static zarr_status read_all(const zarr_store *store, zarr_error *error)
{
    const int64_t count[] = {1, STATIONS};
    float level[STATIONS];
    int64_t complete = 0, seen = 0;
    int32_t finished = 0;
    zarr_array *array = NULL;
    zarr_status status = wait_for(store, &array, error);
    time_t last = time(NULL);

    while (status == ZARR_OK && !(finished && seen == complete)) {
        /* The shape and both attributes are those of one document. */
        (void)((status = zarr_array_refresh(array, error)) ||
               (status = zarr_attribute_get_int64(array, "complete_frames", &complete, error)) ||
               (status = zarr_attribute_get_bool(array, "finished", &finished, error)));
        for (; status == ZARR_OK && seen < complete; seen++) {
            const int64_t start[] = {seen, 0};
            status = zarr_array_read_region(array, 2, start, count, level, sizeof level, error);
            if (status == ZARR_OK)
                printf("frame %" PRId64 ": %g to %g\n", seen, level[0], level[STATIONS - 1]);
            last = time(NULL);
        }
        if (time(NULL) - last > PATIENCE) {
            fprintf(stderr, "follow: the writer has stopped without an end\n");
            break;
        }
        wait_a_little();
    }
    zarr_array_free(array);
    return status;
}

int main(int argc, char **argv)
{
    const int writes = argc == 4 && strcmp(argv[1], "write") == 0, reads = argc == 3 && strcmp(argv[1], "read") == 0;
    zarr_store *store = NULL;
    zarr_error error;
    zarr_status status;

    setvbuf(stdout, NULL, _IOLBF, 0); /* each line at once, into a pipe too */
    if (!writes && !reads) {
        fprintf(stderr, "usage: follow write STORE FRAMES | follow read STORE\n");
        return 2;
    }
    status = zarr_store_open(argv[2], NULL, &store, &error);
    if (status == ZARR_OK)
        status = writes ? write_all(store, atoll(argv[3]), &error) : read_all(store, &error);
    zarr_store_free(store);
    if (status != ZARR_OK)
        fprintf(stderr, "follow: %s: %s\n", zarr_status_name(status), error.message);
    return status == ZARR_OK ? 0 : 1;
}
