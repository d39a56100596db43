/* Writes arrays of texts of a fixed size, times and structs through the C ABI, for zarr-python to read (read_types.py): each
   type in v2 and, but for structs, in final v3, in both byte orders, with and without compression, in C and F order, with a
   fill value given or left out. Every fourth array is written in part. Usage: write_types DIRECTORY. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zarr.h>

enum { ROWS = 5, COLUMNS = 4, ELEMENT_MOST = 64 };

typedef struct type {
    const char *json;    /* for the builder; in v2 also what the document must say */
    const char *numpy;   /* the elements in memory, little-endian */
    size_t size;
    int utf32;
    int v3;
} type;

static const type TYPES[] = {
    {"\"|S5\"", "\"|S5\"", 5, 0, 1},
    {"\"|S1\"", "\"|S1\"", 1, 0, 1},
    {"\"<U3\"", "\"<U3\"", 12, 1, 1},
    {"\">U3\"", "\"<U3\"", 12, 1, 1},
    {"\"<U1\"", "\"<U1\"", 4, 1, 1},
    {"\"<M8[ns]\"", "\"<M8[ns]\"", 8, 0, 1},
    {"\">M8[D]\"", "\"<M8[D]\"", 8, 0, 1},
    {"\"<m8[25s]\"", "\"<m8[25s]\"", 8, 0, 1},
    {"\">m8[us]\"", "\"<m8[us]\"", 8, 0, 1},
    {"[[\"a\", \"<i4\"], [\"b\", \">f8\"], [\"c\", \"|S3\"]]", "[[\"a\", \"<i4\"], [\"b\", \"<f8\"], [\"c\", \"|S3\"]]", 15, 0, 0},
    {"[[\"m\", \"<f4\", [2, 2]], [\"k\", \">u2\"]]", "[[\"m\", \"<f4\", [2, 2]], [\"k\", \"<u2\"]]", 18, 0, 0},
    {"[[\"p\", [[\"x\", \"<i2\"], [\"y\", \">c16\"]]], [\"q\", \"|u1\"], [\"t\", \">M8[s]\"]]",
     "[[\"p\", [[\"x\", \"<i2\"], [\"y\", \"<c16\"]]], [\"q\", \"|u1\"], [\"t\", \"<M8[s]\"]]", 27, 0, 0},
};

static const char *const CHAINS[][2] = {
    {NULL, NULL},
    {"gzip", "{\"level\": 1}"},
    {"blosc", "{\"cname\": \"lz4\", \"clevel\": 5, \"shuffle\": 1, \"blocksize\": 0}"},
};

static int failed, passed;

/* Bytes below 128 give numbers that are finite, and any text; a UTF-32 unit has to be a character. */
static void element(const type *t, uint32_t seed, uint8_t *value)
{
    for (size_t i = 0; i < t->size; i++) {
        seed = seed * 1664525u + 1013904223u;
        value[i] = (uint8_t)(seed >> 24 & 0x7f);
    }
    for (size_t i = 0; t->utf32 && i < t->size; i += 4) {
        uint32_t unit = 1u + value[i] + 0x80u * value[i + 1] * (value[i] & 1u);
        memcpy(value + i, &unit, 4);
    }
}

static int make(zarr_store *store, const type *t, int32_t format, int chain, int order, int fill, const char *node,
                uint8_t *fill_value, uint8_t *whole)
{
    static const int64_t shape[2] = {ROWS, COLUMNS}, chunk[2] = {2, 3}, corner[2] = {1, 1}, box[2] = {3, 2}, zero[2] = {0, 0};
    uint8_t part[ROWS * COLUMNS * ELEMENT_MOST];
    zarr_array_builder *b = NULL;
    zarr_array *array = NULL;
    zarr_error e;
    int all = (chain + order + fill) % 4 != 3;
    const int64_t *start = all ? zero : corner, *count = all ? shape : box;
    int bad = zarr_array_builder_new_json(t->json, 2, shape, &b, &e) || zarr_array_builder_format(b, format, &e)
              || zarr_array_builder_chunk_shape(b, 2, chunk, &e) || zarr_array_builder_order(b, order ? 'F' : 'C', &e);
    if (!bad && CHAINS[chain][0] != NULL) {
        bad = zarr_array_builder_codec(b, CHAINS[chain][0], CHAINS[chain][1], &e);
    }
    if (!bad && fill) {
        element(t, 99, fill_value);
        bad = zarr_array_builder_fill_value(b, fill_value, t->size, &e);
    }
    bad = bad || zarr_array_create(store, node, b, &array, &e)
          || zarr_array_fill_value(array, fill_value, t->size, &e);
    for (size_t i = 0; !bad && i < ROWS * COLUMNS; i++) {
        memcpy(whole + i * t->size, fill_value, t->size);
    }
    for (int64_t row = 0, n = 0; !bad && row < count[0]; row++) {
        for (int64_t column = 0; column < count[1]; column++, n++) {
            element(t, (uint32_t)(n * 31 + chain), part + (size_t)n * t->size);
            memcpy(whole + (size_t)((start[0] + row) * COLUMNS + start[1] + column) * t->size, part + (size_t)n * t->size,
                   t->size);
        }
    }
    bad = bad || zarr_array_write_region(array, 2, start, count, part, (size_t)(count[0] * count[1]) * t->size, &e);
    if (bad) {
        printf("FAIL %s %s: %s\n", node, t->json, e.message);
    }
    zarr_array_free(array);
    zarr_array_builder_free(b);
    return !bad;
}

static void hex(FILE *manifest, const char *name, const uint8_t *bytes, size_t size)
{
    fprintf(manifest, ", \"%s\": \"", name);
    for (size_t i = 0; i < size; i++) {
        fprintf(manifest, "%02x", bytes[i]);
    }
    fputs("\"", manifest);
}

static void one_format(const char *directory, int32_t format, const char *name, FILE *manifest)
{
    char url[4096], node[64];
    zarr_store *store = NULL;
    zarr_error e;
    int number = 0;
    snprintf(url, sizeof url, "%s/%s.zarr", directory, name);
    if (zarr_store_open(url, NULL, &store, &e)) {
        printf("FAIL %s: %s\n", url, e.message);
        failed++;
        return;
    }
    for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++) {
        for (int cell = 0; cell < 12 && (format == ZARR_FORMAT_V2 || TYPES[i].v3); cell++, number++) {
            uint8_t fill[ELEMENT_MOST] = {0}, whole[ROWS * COLUMNS * ELEMENT_MOST];
            snprintf(node, sizeof node, "/a%03d", number);
            if (!make(store, &TYPES[i], format, cell % 3, cell / 3 % 2, cell / 6, node, fill, whole)) {
                failed++;
                continue;
            }
            passed++;
            fprintf(manifest, "{\"store\": \"%s.zarr\", \"node\": \"%s\", \"given\": %s, \"numpy\": %s, \"shape\": [%d, %d]",
                    name, node + 1, TYPES[i].json, TYPES[i].numpy, ROWS, COLUMNS);
            hex(manifest, "fill", fill, TYPES[i].size);
            hex(manifest, "expected", whole, ROWS * COLUMNS * TYPES[i].size);
            fputs("}\n", manifest);
        }
    }
    zarr_store_free(store);
}

int main(int argc, char **argv)
{
    const uint16_t one = 1;
    char path[4096];
    FILE *manifest;
    if (argc != 2) {
        fprintf(stderr, "usage: write_types DIRECTORY\n");
        return 2;
    }
    if (*(const uint8_t *)&one != 1) {
        /* The manifest has elements as they lie in memory. */
        printf("write_types: 0 passed, 0 failed\n");
        return 0;
    }
    snprintf(path, sizeof path, "%s/types.jsonl", argv[1]);
    manifest = fopen(path, "w");
    if (manifest == NULL) {
        perror(path);
        return 2;
    }
    one_format(argv[1], ZARR_FORMAT_V2, "types-v2", manifest);
    one_format(argv[1], ZARR_FORMAT_V3, "types-v3", manifest);
    if (fclose(manifest) != 0) {
        failed++;
    }
    printf("write_types: %d passed, %d failed\n", passed, failed);
    return failed != 0;
}
