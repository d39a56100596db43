/* Writes several hundred arrays through the C ABI for other people's software to read: what a user loses if this fails
   is that no other software can open the data. Usage: matrix DIRECTORY (existing, empty). It leaves

       DIRECTORY/v2.zarr, v2-root.zarr, v3.zarr ...  the stores; those with -root hold one array, at the root
       DIRECTORY/expected/v2.bin ...              the elements of all arrays, C order, little-endian, one after another
       DIRECTORY/manifest.jsonl                   one JSON object a node: what a reader must find

   and prints how many arrays were made and how many were refused because their format can't express them. Each array is
   also read back here, through a second handle. Exit code 0 only if everything was as it should be. */
#include "matrix.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zarr.h>

#define REGIONS_MOST 4

typedef struct writer {
    const char *directory;
    zarr_store *stores[FORMATS];
    zarr_store *roots[FORMATS];     /* each for one array that is the root, with no group above */
    FILE *expected[FORMATS];
    int64_t offset[FORMATS];
    FILE *manifest;
    size_t made, refused, failed;
} writer;

static const int32_t FORMAT_CODES[FORMATS] = {ZARR_FORMAT_V2, ZARR_FORMAT_V3, ZARR_FORMAT_V3_2022};

static void fail(writer *w, const char *node, const char *what, const zarr_error *error)
{
    w->failed++;
    if (error != NULL && error->status != ZARR_OK) {
        printf("FAIL %s: %s: %s: %s\n", node, what, zarr_status_name(error->status), error->message);
    } else {
        printf("FAIL %s: %s\n", node, what);
    }
}

static int64_t product(int32_t ndim, const int64_t *list)
{
    int64_t all = 1;
    for (int32_t i = 0; i < ndim; i++) {
        all *= list[i];
    }
    return all;
}

static const zarr_store *store_of(const writer *w, const cell *c, const char *node)
{
    return strcmp(node, "/") == 0 ? w->roots[c->at[AXIS_FORMAT]] : w->stores[c->at[AXIS_FORMAT]];
}

/* --- what is written where ----------------------------------------------------------------------------------- */

typedef struct region {
    int64_t start[NDIM_MOST], count[NDIM_MOST];
} region;

static size_t plan_regions(const cell *c, const int64_t *chunk, uint64_t seed, region *list)
{
    const shape_case *s = &SHAPE_LIST[c->at[AXIS_SHAPE]];
    int32_t mode = c->at[AXIS_WRITE];
    size_t total = mode == WRITE_NOTHING ? 0 : mode == WRITE_REGIONS || mode == WRITE_OVER ? REGIONS_MOST
                                           : mode == WRITE_CORNERS ? 2 : 1;
    for (size_t r = 0; r < total; r++) {
        for (int32_t i = 0; i < s->ndim; i++) {
            int64_t length = s->shape[i];
            list[r].start[i] = 0;
            list[r].count[i] = length;
            if (length == 0) {
                continue;
            }
            if (mode == WRITE_REGIONS || (mode == WRITE_OVER && r > 0)) {
                uint64_t any = mix(seed * 64 + r * 8 + (uint64_t)i);
                list[r].start[i] = (int64_t)(any % (uint64_t)length);
                list[r].count[i] = 1 + (int64_t)((any >> 32) % (uint64_t)(length - list[r].start[i]));
            } else if (mode == WRITE_LAST_CHUNK) {
                list[r].start[i] = (length - 1) / chunk[i] * chunk[i];
                list[r].count[i] = length - list[r].start[i];
            } else if (mode == WRITE_CORNERS) {
                list[r].start[i] = r == 0 ? 0 : length - 1;
                list[r].count[i] = 1;
            }
        }
    }
    return total;
}

/* Copies between the packed elements of a region and the whole array, both in C order. */
static void copy_region(const shape_case *s, const region *r, size_t size, uint8_t *whole, uint8_t *packed, int out)
{
    int64_t total = product(s->ndim, r->count);
    for (int64_t n = 0; n < total; n++) {
        int64_t rest = n, at = 0, stride = 1;
        for (int32_t i = s->ndim - 1; i >= 0; i--) {
            at += (r->start[i] + rest % r->count[i]) * stride;
            rest /= r->count[i];
            stride *= s->shape[i];
        }
        if (out) {
            memcpy(packed + (size_t)n * size, whole + (size_t)at * size, size);
        } else {
            memcpy(whole + (size_t)at * size, packed + (size_t)n * size, size);
        }
    }
}

/* --- one array ----------------------------------------------------------------------------------------------- */

#define STEP(call)                                                                                                    \
    do {                                                                                                              \
        if ((call) != ZARR_OK) {                                                                                      \
            goto done;                                                                                                \
        }                                                                                                             \
    } while (0)

static zarr_status create(writer *w, const cell *c, uint64_t seed, const char *node, zarr_array **array, zarr_error *e)
{
    const dtype *type = &DTYPE_LIST[c->at[AXIS_DTYPE]];
    const shape_case *s = &SHAPE_LIST[c->at[AXIS_SHAPE]];
    const chain *codecs = &CHAIN_LIST[c->at[AXIS_CHAIN]];
    zarr_array_builder *b = NULL;
    int64_t shard[NDIM_MOST];
    uint8_t fill[ELEMENT_MOST];
    char text[1024];
    int named;
    e->status = ZARR_OK;
    if (type->kind == 'r') {
        STEP(zarr_array_builder_new_json(seed % 2 ? "\"r24\"" : "\"|V3\"", s->ndim, s->shape, &b, e));
    } else {
        STEP(zarr_array_builder_new(type->code, s->ndim, s->shape, &b, e));
    }
    STEP(zarr_array_builder_format(b, FORMAT_CODES[c->at[AXIS_FORMAT]], e));
    if (s->ndim == 0 || s->chunk[0] != CHUNK_DEFAULT) {
        STEP(zarr_array_builder_chunk_shape(b, s->ndim, s->ndim ? s->chunk : NULL, e));
    }
    if (shard_of(c, shard)) {
        STEP(zarr_array_builder_shard_shape(b, s->ndim, s->ndim ? shard : NULL, e));
    }
    if (c->at[AXIS_FILL] != FILL_DEFAULT) {
        fill_given(c, fill);
        STEP(zarr_array_builder_fill_value(b, fill, type->size, e));
    }
    STEP(zarr_array_builder_order(b, c->at[AXIS_ORDER] ? 'F' : 'C', e));
    STEP(zarr_array_builder_big_endian(b, c->at[AXIS_ENDIAN], e));
    STEP(zarr_array_builder_separator(b, c->at[AXIS_SEPARATOR] ? '/' : '.', e));
    attributes_of(c, text, sizeof text);
    /* In v2 the attribute is the name: half of the arrays say it in one way, half in the other. */
    named = names_of(c) != NULL && (c->at[AXIS_FORMAT] != 0 || c->at[AXIS_EXTRAS] == EXTRAS_UNNAMED || seed % 2 != 0);
    if (named) {
        STEP(zarr_array_builder_dimension_names(b, s->ndim, names_of(c), e));
    } else if (strcmp(text, "{}") != 0) {
        STEP(zarr_array_builder_attributes(b, text, e));
    }
    for (int i = 0; i < CHAIN_MOST && codecs->codecs[i].name != NULL; i++) {
        configure(&codecs->codecs[i], type, text, sizeof text);
        STEP(zarr_array_builder_codec(b, codecs->codecs[i].name, codecs->codecs[i].configuration ? text : NULL, e));
    }
    zarr_array_create(store_of(w, c, node), node, b, array, e);
done:
    zarr_array_builder_free(b);
    return e->status;
}

/* Checks the handle's properties of the array, which another program reads from the documents. `created`: it is the handle
   that creation gave, which has to warn of a payload that the format can't keep; nothing else is worth a warning. */
static int check_handle(writer *w, const cell *c, const char *node, const zarr_array *array, int created, int64_t *chunk)
{
    int lossy = created && fill_loses_payload(c);
    const dtype *type = &DTYPE_LIST[c->at[AXIS_DTYPE]];
    const shape_case *s = &SHAPE_LIST[c->at[AXIS_SHAPE]];
    int64_t shape[NDIM_MOST] = {0}, shard[NDIM_MOST] = {0}, wanted_shard[NDIM_MOST] = {0};
    int sharded = shard_of(c, wanted_shard);
    uint8_t fill[ELEMENT_MOST], wanted[ELEMENT_MOST];
    zarr_strings *warnings = NULL, *names = NULL;
    const char *const *given = names_of(c);
    zarr_error e;
    int good = 1;
    if (zarr_array_format(array) != FORMAT_CODES[c->at[AXIS_FORMAT]] || zarr_array_ndim(array) != s->ndim
        || zarr_array_data_type(array) != type->code || zarr_array_item_size(array) != type->size) {
        fail(w, node, "format, ndim, data type or item size differ", NULL);
        return 0;
    }
    if (zarr_array_shape(array, s->ndim, shape, &e) || zarr_array_chunk_shape(array, s->ndim, chunk, &e)
        || zarr_array_shard_shape(array, s->ndim, shard, &e)
        || zarr_array_fill_value(array, fill, type->size, &e) || zarr_array_warnings(array, &warnings, &e)
        || zarr_array_dimension_names(array, &names, &e)) {
        fail(w, node, "a getter fails", &e);
        zarr_strings_free(warnings);
        return 0;
    }
    for (int32_t i = 0; i < s->ndim; i++) {
        int64_t want = s->chunk[0] == CHUNK_DEFAULT ? chunk[i] : s->chunk[i] == 0 ? s->shape[i] : s->chunk[i];
        if (shape[i] != s->shape[i] || chunk[i] != want || chunk[i] <= 0) {
            fail(w, node, "shape or chunk shape differ", NULL);
            good = 0;
        }
        if (shard[i] != (sharded ? wanted_shard[i] : chunk[i])) {
            fail(w, node, "the shard shape differs", NULL);
            good = 0;
        }
    }
    fill_stored(c, wanted);
    if (memcmp(fill, wanted, type->size) != 0) {
        fail(w, node, "the fill value differs", NULL);
        good = 0;
    }
    if (lossy != (zarr_strings_count(warnings) > 0)) {
        fail(w, node, lossy ? "a lost NaN payload without a warning" : zarr_strings_get(warnings, 0), NULL);
        good = 0;
    }
    if (zarr_strings_count(names) != (given ? (size_t)s->ndim : 0)) {
        fail(w, node, "another number of dimension names", NULL);
        good = 0;
    }
    for (size_t i = 0; good && i < zarr_strings_count(names); i++) {
        const char *got = zarr_strings_get(names, i);
        if ((got == NULL) != (given[i] == NULL) || (got != NULL && strcmp(got, given[i]) != 0)) {
            fail(w, node, "a dimension name differs", NULL);
            good = 0;
        }
    }
    zarr_strings_free(warnings);
    zarr_strings_free(names);
    return good;
}

static int read_again(writer *w, const cell *c, const char *node, const uint8_t *whole, size_t size)
{
    const shape_case *s = &SHAPE_LIST[c->at[AXIS_SHAPE]];
    const int64_t start[NDIM_MOST] = {0};
    int64_t chunk[NDIM_MOST] = {0};
    uint8_t *buffer = malloc(size + 1);
    zarr_array *array = NULL;
    zarr_error e;
    int good = 0;
    if (buffer == NULL) {
        fail(w, node, "no memory", NULL);
    } else if (zarr_array_open(store_of(w, c, node), node, &array, &e)) {
        fail(w, node, "opening again", &e);
    } else if (zarr_array_read_region(array, s->ndim, start, s->shape, buffer, size, &e)) {
        fail(w, node, "reading back", &e);
    } else if (size != 0 && memcmp(buffer, whole, size) != 0) {
        fail(w, node, "this library reads other data than it was given", NULL);
    } else {
        good = check_handle(w, c, node, array, 0, chunk);
    }
    zarr_array_free(array);
    free(buffer);
    return good;
}

static int write_all(writer *w, const cell *c, uint64_t seed, const char *node, const zarr_array *array,
                     const int64_t *chunk, uint8_t *whole, uint8_t *packed)
{
    const dtype *type = &DTYPE_LIST[c->at[AXIS_DTYPE]];
    const shape_case *s = &SHAPE_LIST[c->at[AXIS_SHAPE]];
    region regions[REGIONS_MOST];
    int64_t total = product(s->ndim, s->shape);
    size_t count = plan_regions(c, chunk, seed, regions);
    zarr_error e;
    for (int64_t i = 0; i < total; i++) {
        fill_stored(c, whole + (size_t)i * type->size);
    }
    for (size_t r = 0; r < count; r++) {
        int64_t elements = product(s->ndim, regions[r].count);
        for (int64_t i = 0; i < elements; i++) {
            if (c->at[AXIS_WRITE] == WRITE_FILL) {
                fill_stored(c, packed + (size_t)i * type->size);
            } else {
                element(type, seed * 8 + r, (uint64_t)i, packed + (size_t)i * type->size);
            }
        }
        if (zarr_array_write_region(array, s->ndim, regions[r].start, regions[r].count, elements ? packed : NULL,
                                    (size_t)elements * type->size, &e)) {
            fail(w, node, "writing", &e);
            return 0;
        }
        copy_region(s, &regions[r], type->size, whole, packed, 0);
    }
    return 1;
}

static void make(writer *w, const cell *c, uint64_t seed, const char *node)
{
    const dtype *type = &DTYPE_LIST[c->at[AXIS_DTYPE]];
    const shape_case *s = &SHAPE_LIST[c->at[AXIS_SHAPE]];
    int32_t format = c->at[AXIS_FORMAT];
    size_t size = (size_t)product(s->ndim, s->shape) * type->size;
    int64_t chunk[NDIM_MOST] = {0};
    uint8_t *whole = malloc(size + 1), *packed = malloc(size + 1);
    zarr_array *array = NULL;
    zarr_error e;
    if (whole == NULL || packed == NULL) {
        fail(w, node, "no memory", NULL);
    } else if (create(w, c, seed, node, &array, &e) != ZARR_OK) {
        fail(w, node, "creating", &e);
    } else if (check_handle(w, c, node, array, 1, chunk)
               && write_all(w, c, seed, node, array, chunk, whole, packed) && read_again(w, c, node, whole, size)) {
        swap_if_big_endian(type, whole, size);
        describe_array(w->manifest, c, node, chunk, w->offset[format], (int64_t)size);
        if (size != 0 && fwrite(whole, 1, size, w->expected[format]) != size) {
            fail(w, node, "the file of expected data can't be written", NULL);
        }
        w->offset[format] += (int64_t)size;
        w->made++;
    }
    zarr_array_free(array);
    free(whole);
    free(packed);
}

static void must_refuse(writer *w, const cell *c, uint64_t seed, const char *node)
{
    zarr_array *array = NULL;
    int32_t kind = -1;
    zarr_error e;
    zarr_status status = create(w, c, seed, node, &array, &e);
    if (status == ZARR_OK) {
        fail(w, node, "accepted, although the format can't express its codecs or names", NULL);
    } else if (status != ZARR_ERROR_UNSUPPORTED || e.message[0] == 0 || array != NULL) {
        fail(w, node, "refused in another way than UNSUPPORTED with a message and no handle", &e);
    } else if (zarr_node_kind(w->stores[c->at[AXIS_FORMAT]], node, &kind, &e) || kind != ZARR_NODE_NONE) {
        fail(w, node, "refused, but something was left behind", &e);
    } else {
        w->refused++;
    }
    zarr_array_free(array);
}

/* Groups of their own, with attributes: documents of another kind than those of arrays. */
static void make_group(writer *w, int32_t format, const char *node)
{
    zarr_group *group = NULL;
    zarr_error e;
    if (zarr_group_create(w->stores[format], node, FORMAT_CODES[format], ATTRIBUTES, &group, &e)) {
        fail(w, node, "creating a group", &e);
        return;
    }
    zarr_group_free(group);
    describe_group(w->manifest, format, node);
    w->made++;
}

static int open_all(writer *w)
{
    char path[4096];
    zarr_error e;
    snprintf(path, sizeof path, "%s/manifest.jsonl", w->directory);
    w->manifest = fopen(path, "wb");
    for (int32_t i = 0; i < FORMATS; i++) {
        snprintf(path, sizeof path, "%s/expected/%s.bin", w->directory, FORMAT_NAMES[i]);
        w->expected[i] = fopen(path, "wb");
        if (w->manifest == NULL || w->expected[i] == NULL) {
            printf("FAIL %s can't be written (DIRECTORY/expected must exist)\n", path);
            return 0;
        }
        for (int root = 0; root < 2; root++) {
            snprintf(path, sizeof path, "%s/%s%s.zarr", w->directory, FORMAT_NAMES[i], root ? "-root" : "");
            if (zarr_store_open(path, "{\"mode\": \"rw\"}", root ? &w->roots[i] : &w->stores[i], &e)) {
                fail(w, path, "opening the store", &e);
                return 0;
            }
        }
    }
    return 1;
}

int main(int argc, char **argv)
{
    writer w = {0};
    size_t count = 0, expressible = 0;
    cell *cells = plan_cells(&count, &expressible);
    char node[64];
    if (argc != 2 || cells == NULL) {
        fprintf(stderr, "usage: matrix DIRECTORY\n");
        free(cells);
        return 2;
    }
    w.directory = argv[1];
    if (open_all(&w)) {
        for (int32_t format = 0; format < FORMATS; format++) {
            make_group(&w, format, "/");
            make_group(&w, format, "/groups/with.dot");
        }
        for (int32_t format = 0; format < FORMATS; format++) {
            const cell root = {{format, 9, 2, 1, 1, 1, FILL_FRACTION, 9, WRITE_REGIONS, EXTRAS_ATTRIBUTES}};
            make(&w, &root, (uint64_t)format, "/");
        }
        for (size_t i = 0; i < count; i++) {
            const dtype *type = &DTYPE_LIST[cells[i].at[AXIS_DTYPE]];
            snprintf(node, sizeof node, "/%s/%s/a%04d", i < expressible ? "made" : "refused", type->name, (int)i);
            if (i < expressible) {
                make(&w, &cells[i], i, node);
            } else {
                must_refuse(&w, &cells[i], i, node);
            }
        }
    }
    for (int32_t i = 0; i < FORMATS; i++) {
        zarr_store_free(w.stores[i]);
        zarr_store_free(w.roots[i]);
        if (w.expected[i] != NULL && fclose(w.expected[i]) != 0) {
            fail(&w, FORMAT_NAMES[i], "the file of expected data can't be closed", NULL);
        }
    }
    if (w.manifest != NULL && fclose(w.manifest) != 0) {
        fail(&w, "manifest.jsonl", "can't be closed", NULL);
    }
    free(cells);
    printf("matrix: %zu arrays and groups made, %zu arrays refused as they must be (%zu arrays and %d groups planned)\n",
           w.made, w.refused, count + FORMATS, 2 * FORMATS);
    printf("matrix: %zu passed, %zu failed\n", w.made + w.refused, w.failed);
    return w.failed != 0;
}
