/*
 * Why this file exists: a program that hands in something wrong must get the right status and a message, and never a crash.
 * misuse*.c say by hand what wrong is; here a table that is made of zarr.h itself has, for every exported function, each
 * parameter wrong in each way, so that no function can be forgotten (tests/boundary/generate.py). This file makes the
 * handles, and looks at what came back.
 */
#include "boundary.h"

#include <limits.h>
#include <time.h>

static unsigned long cases;
/* Of how many functions one is called, and which is the next. */
static unsigned long every = 1, turn;
static char long_room[(1 << 20) + 1];
static const zarr_store *pair_of_stores[2];

char no_handle[64];
const char *long_text = long_room;
const char *const names[7] = {"x", "y", "x", "y", "x", "y", NULL}, *const bad_names[7] = {"x", "\xff", "x", "x", "x", "x", NULL};
const char block[64] = "ab\0cd", *const unaligned = block + 1;
const char *const array_document =
    "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [4], \"data_type\": \"int8\", \"chunk_grid\": {\"name\": "
    "\"regular\", \"configuration\": {\"chunk_shape\": [2]}}, \"chunk_key_encoding\": {\"name\": \"default\"}, "
    "\"fill_value\": 0, \"codecs\": [{\"name\": \"bytes\"}]}";
const size_t huge_sizes[7] = {SIZE_MAX, (size_t)1 << 63, SIZE_MAX / 2, SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX}, offsets[4] = {0, 3, 6, 6},
             falling_offsets[4] = {0, 6, 3, 3}, far_offsets[4] = {0, 3, SIZE_MAX, SIZE_MAX};
const int64_t zeros[3] = {0}, ones[3] = {1, 1, 1}, shape[3] = {6, 5, 1}, pair[3] = {2, 2, 1}, row[3] = {1, 2, 1},
              slab[3] = {1, 5, 1}, column[3] = {6, 1, 1}, edges[3] = {4, 2, 0}, negative[3] = {-1, -1, -1},
              least[3] = {INT64_MIN, INT64_MIN, INT64_MIN}, largest[3] = {INT64_MAX, INT64_MAX, INT64_MAX};
const double reals[3] = {1.5, 2.5, 3.5};
const double zero = 0;
const zarr_range whole = {0, -1}, bad_range = {0, -2};
const zarr_store *null_stores[3];

static zarr_status get_nothing(void *user_data, const char *key, zarr_range range, zarr_sink *value, zarr_error *error) {
    (void)user_data, (void)key, (void)range, (void)value, (void)error;
    return ZARR_ERROR_NOT_FOUND;
}

static zarr_status code_nothing(void *user_data, const zarr_codec_place *place, const void *data, size_t size,
                                zarr_sink *encoded, zarr_error *error) {
    (void)user_data, (void)place;
    return zarr_sink_write(encoded, data, size, error);
}

static zarr_status decode_nothing(void *user_data, const zarr_codec_place *place, const void *data, size_t size, size_t most,
                                  zarr_sink *decoded, zarr_error *error) {
    (void)user_data, (void)place, (void)most;
    return zarr_sink_write(decoded, data, size, error);
}

int32_t visit(void *user_data, const char *path, int32_t kind, const zarr_array *array,
              const zarr_error *problem) {
    (void)user_data, (void)path, (void)kind, (void)array, (void)problem;
    return 0;
}

static void ended(void *user_data, const zarr_operation *operation) { (void)user_data, (void)operation; }

zarr_store_callbacks callbacks = ZARR_STORE_CALLBACKS_INIT, no_callbacks = ZARR_STORE_CALLBACKS_INIT,
                     unsized_callbacks = ZARR_STORE_CALLBACKS_INIT;
zarr_codec_callbacks codec = ZARR_CODEC_CALLBACKS_INIT, unsized_codec = ZARR_CODEC_CALLBACKS_INIT;
zarr_tracer tracer = ZARR_TRACER_INIT, unsized_tracer = ZARR_TRACER_INIT;
zarr_region region = ZARR_REGION_INIT, unsized_region = ZARR_REGION_INIT, flat_region = ZARR_REGION_INIT,
            orderless_region = ZARR_REGION_INIT, far_region = ZARR_REGION_INIT, huge_region = ZARR_REGION_INIT;
zarr_transfer unsized_transfer = ZARR_TRANSFER_INIT, typeless_transfer = ZARR_TRANSFER_INIT;

static void structs(void) {
    callbacks.get = get_nothing;
    unsized_callbacks = callbacks;
    unsized_callbacks.struct_size = 0;
    codec.encode = code_nothing;
    codec.decode = decode_nothing;
    unsized_codec = codec;
    unsized_codec.struct_size = 0;
    region.ndim = 2;
    region.start = zeros;
    region.count = pair;
    unsized_region = flat_region = orderless_region = far_region = huge_region = region;
    unsized_region.struct_size = 0;
    flat_region.ndim = 1;
    orderless_region.order = 'X';
    far_region.strides = largest;
    huge_region.count = largest;
    unsized_transfer.struct_size = 0;
    typeless_transfer.data_type = 9999;
    tracer.ended = ended;
    unsized_tracer = tracer;
    unsized_tracer.struct_size = 0;
    memset(long_room, 'a', sizeof long_room - 1);
}

const zarr_store *const *stores(world *w) {
    pair_of_stores[0] = pair_of_stores[1] = w->store;
    return pair_of_stores;
}

const int64_t point[3] = {5, 4, 0};
const int64_t *const lists[3] = {ones, ones, ones}, *const negative_lists[3] = {negative, ones, ones},
              *const far_lists[3] = {largest, ones, ones};
const size_t two_counts[3] = {2, 2, 2};

const void *const no_blocks[3] = {NULL, NULL, NULL};
void *const no_rooms[3] = {NULL, NULL, NULL};
const size_t slab_sizes[7] = {20, 20, 20, 20, 20, 20, 20};
const char *const variables[7] = {"v", "v", "v", "v", "v", "v", NULL}, *const null_names[7] = {NULL};

const void *const *blocks(world *w) {
    static const void *const the_block[3] = {block, block, block};
    (void)w;
    return the_block;
}

void *const *rooms(world *w) {
    static void *room[3];
    room[0] = room[1] = room[2] = w->room;
    return room;
}

static unsigned char document_room[4096];

const void *document(world *w) {
    (void)document_size(w);
    return document_room;
}

size_t document_size(world *w) {
    zarr_bytes *document = NULL;
    size_t size = 0;
    if (zarr_array_document(w->array, &document, NULL) == ZARR_OK && zarr_bytes_size(document) < sizeof document_room) {
        size = zarr_bytes_size(document);
        memcpy(document_room, zarr_bytes_data(document), size);
    }
    zarr_bytes_free(document);
    return size;
}

zarr_store *freed_store(world *w) {
    zarr_store *store = NULL;
    (void)w;
    zarr_store_open("memory://", NULL, &store, NULL);
    zarr_store_free(store);
    return store;
}

zarr_group *freed_group(world *w) {
    zarr_group *group = NULL;
    zarr_group_open(w->store, "g", &group, NULL);
    zarr_group_free(group);
    return group;
}

zarr_array *freed_array(world *w) {
    zarr_array *array = NULL;
    zarr_array_open(w->store, "a", &array, NULL);
    zarr_array_free(array);
    return array;
}

zarr_array_builder *freed_builder(world *w) {
    zarr_array_builder *builder = NULL;
    (void)w;
    zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, NULL);
    zarr_array_builder_free(builder);
    return builder;
}

zarr_bytes *freed_bytes(world *w) {
    zarr_bytes *bytes = NULL;
    zarr_store_get(w->store, "key", &bytes, NULL);
    zarr_bytes_free(bytes);
    return bytes;
}

zarr_dataset *freed_dataset(world *w) {
    zarr_dataset *dataset = NULL;
    zarr_dataset_open(w->store, "set", NULL, &dataset, NULL);
    zarr_dataset_free(dataset);
    return dataset;
}

zarr_strings *freed_strings(world *w) {
    zarr_strings *strings = NULL;
    zarr_node_children(w->store, "", &strings, NULL);
    zarr_strings_free(strings);
    return strings;
}

zarr_queue *freed_queue(world *w) {
    zarr_queue *queue = NULL;
    (void)w;
    zarr_queue_new(NULL, &queue, NULL);
    zarr_queue_free(queue);
    return queue;
}

void world_open(world *w) {
    static const char *const attributes = "{\"i\": 5, \"b\": true, \"d\": 1.5, \"s\": \"x\", \"is\": [1, 2], \"ds\": [1.5, 2], "
                                          "\"ss\": [\"x\", \"y\"]}";
    static const int64_t chunk[2] = {4, 3};
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *inner = NULL;
    zarr_group *sub = NULL;
    int32_t fill = 7;
    if (w->store != NULL)
        return;
    memset(w, 0, sizeof *w);
    w->unaligned = w->room + 1;
    OK(zarr_store_open("memory://", "{\"threads\": 1}", &w->store, E));
    OK(zarr_group_create(w->store, "g", ZARR_FORMAT_V3, attributes, &w->group, E));
    OK(zarr_group_create(w->store, "g/sub", ZARR_FORMAT_V3, NULL, &sub, E));
    OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &w->builder, E));
    OK(zarr_array_builder_chunk_shape(w->builder, 2, chunk, E));
    OK(zarr_array_builder_fill_value(w->builder, &fill, sizeof fill, E));
    OK(zarr_array_create(w->store, "a", w->builder, &w->array, E));
    OK(zarr_array_create(w->store, "g/inner", w->builder, &inner, E));
    OK(zarr_array_write_region(w->array, 2, zeros, ones, &fill, sizeof fill, E));
    OK(zarr_array_builder_new(ZARR_STRING, 2, shape, &builder, E));
    OK(zarr_array_create(w->store, "texts", builder, &w->texts, E));
    zarr_array_builder_free(builder);
    OK(zarr_array_builder_new_json("[[\"x\", \"<i2\"], [\"y\", \"<f4\"]]", 2, shape, &builder, E));
    OK(zarr_array_create(w->store, "structs", builder, &w->structs, E));
    zarr_array_builder_free(builder);
    OK(zarr_array_builder_new(ZARR_INT32, 1, shape, &w->line, E));
    OK(zarr_dataset_create(w->store, "set", ZARR_FORMAT_V3, NULL, &w->dataset, E));
    OK(zarr_dataset_define_dimension(w->dataset, "x", 6, E));
    OK(zarr_dataset_define_dimension(w->dataset, "y", 5, E));
    OK(zarr_dataset_define_array(w->dataset, "v", 2, names, w->builder, E));
    OK(zarr_dataset_commit(w->dataset, E));
    OK(zarr_store_set(w->store, "key", "hello", 5, E));
    OK(zarr_store_get(w->store, "key", &w->bytes, E));
    OK(zarr_node_children(w->store, "/", &w->strings, E));
    OK(zarr_queue_new("{\"threads\": 1}", &w->queue, E));
    zarr_array_free(inner);
    zarr_group_free(sub);
}

void world_close(world *w) {
    /* First of all, as it may be reading into the memory of the world. */
    zarr_queue_free(w->queue);
    zarr_queue_free(w->new_queue);
    zarr_store_free(w->new_store);
    zarr_group_free(w->new_group);
    zarr_dataset_free(w->new_dataset);
    zarr_array_free(w->new_array);
    zarr_array_builder_free(w->new_builder);
    zarr_bytes_free(w->new_bytes);
    zarr_strings_free(w->new_strings);
    zarr_strings_free(w->more_strings);
    zarr_array_free(w->array);
    zarr_array_free(w->texts);
    zarr_array_free(w->structs);
    zarr_array_builder_free(w->builder);
    zarr_array_builder_free(w->line);
    zarr_dataset_free(w->dataset);
    zarr_group_free(w->group);
    zarr_bytes_free(w->bytes);
    zarr_strings_free(w->strings);
    zarr_store_free(w->store);
    memset(w, 0, sizeof *w);
}

/* The other handles are as good as before. */
static void still_good(world *w) {
    zarr_error error;
    int32_t kind = 0;
    OK(zarr_node_kind(w->store, "g", &kind, E));
    CHECK(zarr_bytes_size(w->bytes) == 5 && zarr_strings_count(w->strings) == 5);
    CHECK(zarr_array_ndim(w->array) == 2 && zarr_array_ndim(w->texts) == 2);
}

void case_done(const char *title, zarr_status status, const zarr_error *error, int32_t a, int32_t b, int32_t c, int32_t d,
               int32_t e, int32_t f, world *w) {
    const int32_t due[6] = {a, b, c, d, e, f};
    const char *wrong = status == ZARR_OK ? NULL : check_error_shape(status, error);
    bool good = false;
    size_t i;
    cases++;
    for (i = 0; i < 6; i++)
        good = good || due[i] == status || (due[i] == -1 && status != ZARR_OK) || due[i] == -2;
    check_context("%s", title);
    if (!good || status == ZARR_ERROR_INTERNAL)
        FAIL("%s: %s", zarr_status_name(status), status == ZARR_OK ? "" : error->message);
    CHECK(error->status == status && (status != ZARR_OK || error->message[0] == 0));
    if (wrong != NULL)
        FAIL("%s", wrong);
    if (status != ZARR_OK) {
        /* The handle of a failed function is NULL. */
        CHECK(w->new_store == NULL && w->new_group == NULL && w->new_array == NULL && w->new_builder == NULL && w->new_dataset == NULL);
        CHECK(w->new_bytes == NULL && w->new_strings == NULL && w->more_strings == NULL);
        CHECK(w->new_queue == NULL);
    }
    still_good(w);
    world_close(w);
    /* It may be what was just registered. */
    zarr_codec_unregister("zarr.test", NULL);
    zarr_codec_unregister("zarr_test", NULL);
}

void silent_done(const char *title, zarr_status status, bool good, world *w) {
    cases++;
    check_context("%s", title);
    if ((status == ZARR_OK) != good)
        FAIL("%s", zarr_status_name(status));
    still_good(w);
    world_close(w);
    zarr_codec_unregister("zarr.test", NULL);
    zarr_codec_unregister("zarr_test", NULL);
}

void getter_done(bool good, const char *text) {
    cases++;
    check_context("%s", text);
    CHECK(good);
}

void run(void (*function)(world *w)) {
    world w;
    if (turn++ % every != 0)
        return;
    memset(&w, 0, sizeof w);
    world_open(&w);
    function(&w);
    world_open(&w);
    still_good(&w);
    world_close(&w);
}

/* boundary [N]: every N-th function only, from one that the clock draws: a case takes a tenth of a second under valgrind. */
int main(int argc, char **argv) {
    if (argc > 1) {
        every = strtoul(argv[1], NULL, 10);
        turn = (unsigned long)time(NULL) % every;
        printf("every %lu-th function, after %lu\n", every, turn);
    }
    structs();
    boundary_table();
    check_context("%s", "");
    CHECK(every == 1 ? cases == boundary_cases : cases > 0);
    printf("functions: %lu; cases: %lu\n", boundary_functions, cases);
    return check_summary("boundary");
}
