/*
 * Used by the generated table of misuse: a world of handles that is made anew for each case, and values that are wrong.
 */
#ifndef ZARR_TESTS_BOUNDARY_H
#define ZARR_TESTS_BOUNDARY_H

#include "check.h"

typedef struct world {
    zarr_store *store; /* memory: key "key", groups "g" and "g/sub", arrays "a", "g/inner", "texts", "structs" */
    zarr_group *group; /* "g", with attributes of every kind */
    zarr_array *array; /* "a": int32, 6 x 5, chunks 4 x 3 */
    zarr_array *texts; /* strings, 6 x 5 */
    zarr_array *structs;
    zarr_array_builder *builder; /* int32, 6 x 5 */
    zarr_array_builder *line;    /* int32, 6 */
    zarr_dataset *dataset;       /* "set": dimensions x of 6, y of 5; array "v" of both, int32 */
    zarr_bytes *bytes;
    zarr_strings *strings;
    zarr_queue *queue; /* of one thread */
    /* Outputs. */
    zarr_store *new_store;
    zarr_group *new_group;
    zarr_dataset *new_dataset;
    zarr_array *new_array;
    zarr_array_builder *new_builder;
    zarr_bytes *new_bytes;
    zarr_strings *new_strings, *more_strings;
    zarr_queue *new_queue;
    int32_t code;
    int64_t numbers[32], more_numbers[32], third_numbers[32];
    uint64_t big;
    double reals[4];
    size_t length, second_length;
    unsigned char room[128], *unaligned;
} world;

/* In boundary.c; what they are is said there. */
extern char no_handle[64];
extern const char *long_text, *const names[7], *const bad_names[7], *const array_document;
extern const char block[64], *const unaligned;
extern const size_t huge_sizes[7], offsets[4], falling_offsets[4], far_offsets[4];
extern const int64_t zeros[3], ones[3], shape[3], pair[3], row[3], slab[3], column[3], edges[3], negative[3], least[3], largest[3];
extern const int64_t point[3], *const lists[3], *const negative_lists[3], *const far_lists[3];
extern const size_t two_counts[3];
extern const double reals[3];
extern const double zero;
extern const zarr_range whole, bad_range;
extern zarr_store_callbacks callbacks, no_callbacks, unsized_callbacks;
extern zarr_codec_callbacks codec, unsized_codec;
extern zarr_tracer tracer, unsized_tracer;
extern zarr_region region, unsized_region, flat_region, orderless_region, far_region, huge_region;
extern zarr_transfer unsized_transfer, typeless_transfer;
extern const zarr_store *null_stores[3];
int32_t visit(void *user_data, const char *path, int32_t kind, const zarr_array *array,
              const zarr_error *problem);
const zarr_store *const *stores(world *w);
/* The result of zarr_array_document for the array. */
const void *document(world *w);
/* Memory of 20 bytes, which an element of x of the array "v" has. */
const void *const *blocks(world *w);
void *const *rooms(world *w);
extern const void *const no_blocks[3];
extern void *const no_rooms[3];
extern const size_t slab_sizes[7];
extern const char *const variables[7], *const null_names[7];
size_t document_size(world *w);

/* A handle that was freed just now. */
zarr_store *freed_store(world *w);
zarr_group *freed_group(world *w);
zarr_array *freed_array(world *w);
zarr_array_builder *freed_builder(world *w);
zarr_bytes *freed_bytes(world *w);
zarr_dataset *freed_dataset(world *w);
zarr_strings *freed_strings(world *w);
zarr_queue *freed_queue(world *w);

/* Runs the cases of one function, each in a world of its own. */
void run(void (*cases)(world *w));
/* Before and after a case. */
void world_open(world *w);
void world_close(world *w);
void case_done(const char *title, zarr_status status, const zarr_error *error, int32_t a, int32_t b, int32_t c, int32_t d,
               int32_t e, int32_t f, world *w);
void silent_done(const char *title, zarr_status status, bool good, world *w);
void getter_done(bool good, const char *text);

/* A call, and the statuses that it may give; -1: any failure, -2: anything, but a fault of the library itself never. */
#define CASE(...) CASE_OF(__VA_ARGS__, -3, -3, -3, -3, -3, -3, 0)
#define CASE_OF(title, call, a, b, c, d, e, f, ...)                   \
    do {                                                              \
        zarr_error error;                                             \
        zarr_status status;                                           \
        world_open(w);                                                \
        status = (call);                                              \
        case_done(title, status, &error, a, b, c, d, e, f, w);        \
    } while (0)
#define SILENT(title, call, good)                                     \
    do {                                                              \
        zarr_status status;                                           \
        world_open(w);                                                \
        status = (call);                                              \
        silent_done(title, status, good, w);                          \
    } while (0)
#define GETTER(condition) getter_done((condition), #condition)

/* The generated part. */
void boundary_table(void);
extern const unsigned long boundary_functions, boundary_cases;

#endif
