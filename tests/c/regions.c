/*
 * Why this file exists: a region that is written must be what is read back, for every shape, chunking,
 * order, byte order, format and codec, and nothing else may change. Random arrays are written and
 * read in random regions and compared with a plain C model of the array, in memory and on disk, with
 * one thread and with three.
 *
 *     regions [<cases> [<seed>]]
 */
#include "check.h"

#define MAX_NDIM 4
#define STEPS 12

typedef struct type_row {
    int32_t code;
    size_t size;
} type_row;

static const type_row types[] = {
    {ZARR_BOOL, 1},    {ZARR_INT8, 1},    {ZARR_INT16, 2},   {ZARR_INT32, 4},   {ZARR_INT64, 8},
    {ZARR_UINT8, 1},   {ZARR_UINT16, 2},  {ZARR_UINT32, 4},  {ZARR_UINT64, 8},  {ZARR_FLOAT16, 2},
    {ZARR_FLOAT32, 4}, {ZARR_FLOAT64, 8}, {ZARR_COMPLEX64, 8}, {ZARR_COMPLEX128, 16},
};

typedef struct codec_row {
    const char *name; /* NULL: none */
    const char *configuration;
    bool v2, v3, v3_2022;
} codec_row;

static const codec_row codecs[] = {
    {NULL, NULL, true, true, true},
    {"gzip", "{\"level\": 1}", true, true, true},
    {"zlib", "{\"level\": 2}", true, false, false},
    {"zstd", "{\"level\": 1}", true, true, false},
    {"crc32c", NULL, false, true, false},
    {"blosc", "{\"cname\": \"lz4\", \"clevel\": 5, \"shuffle\": 1, \"blocksize\": 0}", true, true, true},
    {"blosc", "{\"cname\": \"zstd\", \"clevel\": 3, \"shuffle\": 2, \"blocksize\": 0}", true, true, true},
    {"blosc", "{\"cname\": \"blosclz\", \"clevel\": 9, \"shuffle\": 0, \"blocksize\": 0}", true, true, true},
    {"blosc", "{\"cname\": \"zlib\", \"clevel\": 1, \"shuffle\": 1, \"blocksize\": 256}", true, true, true},
};

static const int32_t formats[] = {ZARR_FORMAT_V1,       ZARR_FORMAT_V2,       ZARR_FORMAT_V3,     ZARR_FORMAT_V3_2019A,
                                  ZARR_FORMAT_V3_2019B, ZARR_FORMAT_V3_2020, ZARR_FORMAT_V3_2022};

static bool has_codec(int32_t format, const codec_row *codec) {
    switch (format) {
    case ZARR_FORMAT_V1: /* zlib is its own; gzip, zstd and checksums it has not */
        return codec->name == NULL || strcmp(codec->name, "zlib") == 0 || strcmp(codec->name, "blosc") == 0;
    case ZARR_FORMAT_V3: return codec->v3;
    case ZARR_FORMAT_V3_2022: return codec->v3_2022;
    default: return codec->v2; /* the drafts before 2022 have numcodecs' codecs by URI */
    }
}

/* Complex numbers came to the drafts as an extension of one writer, in 2020. */
static bool has_type(int32_t format, int32_t type) {
    bool first = format == ZARR_FORMAT_V3_2019A || format == ZARR_FORMAT_V3_2019B;
    return !first || (type != ZARR_COMPLEX64 && type != ZARR_COMPLEX128);
}

/* The array in plain C: C order, no gaps. */
typedef struct model {
    int32_t ndim;
    int64_t shape[MAX_NDIM];
    size_t size;
    unsigned char *data;
} model;

/* Copies between the region of the model and the packed buffer. */
static void model_copy(model *m, const int64_t *start, const int64_t *count, unsigned char *buffer, bool write) {
    int64_t index[MAX_NDIM] = {0};
    size_t total = elements(m->ndim, count);
    size_t n;
    for (n = 0; n < total; n++) {
        size_t at = 0;
        int32_t d;
        for (d = 0; d < m->ndim; d++)
            at = at * (size_t)m->shape[d] + (size_t)(start[d] + index[d]);
        if (write)
            memcpy(m->data + at * m->size, buffer + n * m->size, m->size);
        else
            memcpy(buffer + n * m->size, m->data + at * m->size, m->size);
        for (d = m->ndim - 1; d >= 0 && ++index[d] == count[d]; d--)
            index[d] = 0;
    }
}

static void random_bytes(rng *r, const type_row *type, unsigned char *to, size_t count) {
    size_t i;
    bool flat = rng_range(r, 0, 3) == 0; /* compressible now and then */
    unsigned char same = (unsigned char)rng_next(r);
    for (i = 0; i < count * type->size; i++)
        to[i] = type->code == ZARR_BOOL ? (unsigned char)(rng_next(r) >> 63) : flat ? same : (unsigned char)rng_next(r);
    /* Any bits are a value, also signalling NaNs: elements are moved, never computed with. */
}

static void random_region(rng *r, const model *m, int64_t *start, int64_t *count) {
    int32_t d;
    int64_t way = rng_range(r, 0, 9);
    for (d = 0; d < m->ndim; d++) {
        start[d] = way == 0 ? 0 : rng_range(r, 0, m->shape[d]);
        count[d] = way == 0 ? m->shape[d] : rng_range(r, 0, m->shape[d] - start[d]);
        if (way > 2 && count[d] == 0 && start[d] < m->shape[d])
            count[d] = 1;
    }
}

static bool compare(const zarr_array *array, model *m, const int64_t *start, const int64_t *count, const char *what) {
    zarr_error error;
    size_t bytes = elements(m->ndim, count) * m->size;
    unsigned char *got = need(bytes + 16), *want = need(bytes);
    bool good;
    memset(got, 0xA5, bytes + 16);
    model_copy(m, start, count, want, false);
    good = OK(zarr_array_read_region(array, m->ndim, start, count, got, bytes, E));
    if (good && memcmp(got, want, bytes) != 0)
        good = FAIL("%s: the data differ", what);
    if (got[bytes] != 0xA5 || got[bytes + 15] != 0xA5)
        good = FAIL("%s: bytes behind the buffer were written", what);
    free(got);
    free(want);
    return good;
}

/* Grows or shrinks the first dimension, in the library and in the model. What the array gains is the fill
   value, also inside chunks that were stored at the old border. */
static bool resize(rng *r, zarr_array *array, model *m, const unsigned char *fill) {
    zarr_error error;
    int64_t old = m->shape[0];
    size_t row = elements(m->ndim - 1, m->shape + 1) * m->size;
    size_t i, bytes;
    unsigned char *data;
    m->shape[0] = rng_range(r, 0, old + 5);
    if (!OK(zarr_array_resize(array, m->ndim, m->shape, E)))
        return false;
    bytes = (size_t)m->shape[0] * row;
    data = need(bytes);
    for (i = 0; i + m->size <= bytes; i += m->size)
        memcpy(data + i, fill, m->size);
    memcpy(data, m->data, bytes < (size_t)old * row ? bytes : (size_t)old * row);
    free(m->data);
    m->data = data;
    return true;
}

static bool one_case(rng *r, unsigned long number, const char *url, int threads) {
    static const int64_t zero[MAX_NDIM] = {0};
    zarr_error error;
    char options[64];
    const type_row *type = &types[rng_range(r, 0, (int64_t)(sizeof types / sizeof types[0]) - 1)];
    const codec_row *codec = &codecs[rng_range(r, 0, (int64_t)(sizeof codecs / sizeof codecs[0]) - 1)];
    int32_t format = formats[rng_range(r, 0, (int64_t)(sizeof formats / sizeof formats[0]) - 1)];
    int32_t order = rng_range(r, 0, 1) ? 'F' : 'C';
    int32_t separator = rng_range(r, 0, 1) ? '/' : '.';
    const char *path = format == ZARR_FORMAT_V1 ? "/" : "/deep/down/x";
    int32_t big = (int32_t)rng_range(r, 0, 1);
    int64_t chunk[MAX_NDIM], start[MAX_NDIM], count[MAX_NDIM];
    unsigned char fill[16];
    model m;
    zarr_store *store = NULL;
    zarr_array *array = NULL, *again = NULL;
    zarr_array_builder *builder = NULL;
    bool good = true;
    size_t total, i;
    int32_t d;
    int step;
    if (!has_codec(format, codec))
        codec = &codecs[0];
    if (!has_type(format, type->code))
        type = &types[0];
    if (format == ZARR_FORMAT_V1 || format == ZARR_FORMAT_V3_2019A)
        separator = '.';
    m.ndim = (int32_t)rng_range(r, 0, MAX_NDIM);
    m.size = type->size;
    for (d = 0; d < m.ndim; d++) {
        m.shape[d] = rng_range(r, 0, 19) == 0 ? 0 : rng_range(r, 1, m.ndim > 2 ? 9 : 40);
        chunk[d] = rng_range(r, 1, m.shape[d] + 3);
    }
    random_bytes(r, type, fill, 1);
    if (rng_range(r, 0, 2) == 0)
        memset(fill, 0, sizeof fill);
    /* The model keeps what the library must keep: the canonical NaN is the one that every format can spell. */
    if (type->code >= ZARR_FLOAT16 && type->code <= ZARR_COMPLEX128)
        memset(fill, rng_range(r, 0, 1) ? 0x40 : 0, sizeof fill);
    total = elements(m.ndim, m.shape);
    m.data = need(total * m.size);
    for (i = 0; i < total; i++)
        memcpy(m.data + i * m.size, fill, m.size);
    check_context("case %lu: %s, %d threads, format %d, type %d, rank %d, order %c, %s, big-endian %d, codec %s %s",
                  number, strncmp(url, "memory", 6) == 0 ? "memory" : "directory", threads, (int)format,
                  (int)type->code, (int)m.ndim, (int)order, separator == '/' ? "/" : ".", (int)big,
                  codec->name ? codec->name : "none", codec->configuration ? codec->configuration : "");

    snprintf(options, sizeof options, "{\"threads\": %d}", threads);
    good = OK(zarr_store_open(url, options, &store, E)) &&
           OK(zarr_array_builder_new(type->code, m.ndim, m.shape, &builder, E)) &&
           OK(zarr_array_builder_format(builder, format, E)) &&
           OK(zarr_array_builder_chunk_shape(builder, m.ndim, chunk, E)) &&
           OK(zarr_array_builder_order(builder, order, E)) && OK(zarr_array_builder_big_endian(builder, big, E)) &&
           OK(zarr_array_builder_separator(builder, separator, E)) &&
           OK(zarr_array_builder_fill_value(builder, fill, type->size, E));
    if (good && codec->name != NULL)
        good = OK(zarr_array_builder_codec(builder, codec->name, codec->configuration, E));
    good = good && OK(zarr_array_create(store, path, builder, &array, E)) &&
           compare(array, &m, zero, m.shape, "nothing written yet");
    for (step = 0; good && step < STEPS; step++) {
        if (m.ndim > 0 && step == STEPS / 2)
            good = resize(r, array, &m, fill);
        random_region(r, &m, start, count);
        if (rng_range(r, 0, 1)) {
            size_t bytes = elements(m.ndim, count) * m.size;
            unsigned char *buffer = need(bytes);
            random_bytes(r, type, buffer, elements(m.ndim, count));
            model_copy(&m, start, count, buffer, true);
            good = good && OK(zarr_array_write_region(array, m.ndim, start, count, buffer, bytes, E));
            free(buffer);
        } else {
            good = good && compare(array, &m, start, count, "a region");
        }
    }
    good = good && compare(array, &m, zero, m.shape, "the whole array");
    good = good && OK(zarr_array_open(store, path, &again, E)) &&
           compare(again, &m, zero, m.shape, "the whole array, opened again");
    zarr_array_free(again);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
    free(m.data);
    return good;
}

int main(int argc, char **argv) {
    unsigned long cases = argc > 1 ? strtoul(argv[1], NULL, 10) : 400;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 20220525;
    unsigned long number;
    char *directory = temp_make();
    for (number = 0; number < cases; number++) {
        rng r;
        char name[32];
        char *path;
        r.state = seed + number * 7919;
        snprintf(name, sizeof name, "%lu.zarr", number);
        path = path_join(directory, name);
        one_case(&r, number, number % 2 == 0 ? "memory://" : path, number / 2 % 2 == 0 ? 1 : 3);
        free(path);
    }
    temp_remove(directory);
    check_context("%s", "");
    printf("%lu random arrays\n", cases);
    return check_summary("regions");
}
