/* Reads through the C ABI the random arrays that zarr-python and tensorstore wrote (write_for_us.py): type, shape, fill
   value, all elements, and some regions of each array. Usage: read_theirs DIRECTORY. Built with matrix_plan.c and
   matrix_values.c, for the table of data types and the random numbers. */
#include "matrix.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zarr.h>

enum { SPOTS = 6, SIZE_MOST = 1 << 24 };

typedef struct theirs {
    char path[256], type_name[32], fill_hex[64];
    int64_t offset, size;
    int32_t ndim;
    int64_t shape[NDIM_MOST];
    const dtype *type;
} theirs;

static int parse(FILE *lines, theirs *t)
{
    int items = fscanf(lines, "%255s %31s %63s %" SCNd64 " %" SCNd64 " %" SCNd32, t->path, t->type_name, t->fill_hex,
                       &t->offset, &t->size, &t->ndim);
    if (items == EOF) {
        return 0;
    }
    if (items != 6 || t->ndim < 0 || t->ndim > NDIM_MOST || t->size < 0 || t->size > SIZE_MOST) {
        return -1;
    }
    for (int32_t i = 0; i < t->ndim; i++) {
        if (fscanf(lines, "%" SCNd64, &t->shape[i]) != 1) {
            return -1;
        }
    }
    t->type = NULL;
    for (int i = 0; i < DTYPES; i++) {
        if (strcmp(DTYPE_LIST[i].name, t->type_name) == 0) {
            t->type = &DTYPE_LIST[i];
        }
    }
    return t->type != NULL && strlen(t->fill_hex) == 2 * t->type->size ? 1 : -1;
}

static const char *region_differs(const theirs *t, const zarr_array *array, const uint8_t *whole, uint8_t *buffer,
                                  uint64_t seed, zarr_error *e)
{
    int64_t start[NDIM_MOST] = {0}, count[NDIM_MOST] = {0}, total = 1;
    for (int32_t i = 0; i < t->ndim; i++) {
        uint64_t any = mix(seed * 16 + (uint64_t)i);
        start[i] = t->shape[i] ? (int64_t)(any % (uint64_t)t->shape[i]) : 0;
        count[i] = t->shape[i] ? 1 + (int64_t)((any >> 32) % (uint64_t)(t->shape[i] - start[i])) : 0;
        total *= count[i];
    }
    if (zarr_array_read_region(array, t->ndim, start, count, buffer, (size_t)total * t->type->size, e)) {
        return "reading a region fails";
    }
    for (int64_t n = 0; n < total; n++) {
        int64_t rest = n, at = 0, stride = 1;
        for (int32_t i = t->ndim - 1; i >= 0; i--) {
            at += (start[i] + rest % count[i]) * stride;
            rest /= count[i];
            stride *= t->shape[i];
        }
        if (memcmp(buffer + (size_t)n * t->type->size, whole + (size_t)at * t->type->size, t->type->size) != 0) {
            return "a region differs";
        }
    }
    return NULL;
}

/* Returns what is wrong, or NULL. */
static const char *differs(const theirs *t, const zarr_array *array, const uint8_t *whole, uint8_t *buffer, zarr_error *e)
{
    const int64_t start[NDIM_MOST] = {0};
    int64_t shape[NDIM_MOST] = {0};
    uint8_t fill[16], wanted[16];
    const char *wrong = NULL;
    size_t size = (size_t)t->size;
    e->status = ZARR_OK;
    if (zarr_array_data_type(array) != t->type->code || zarr_array_ndim(array) != t->ndim) {
        return "data type or ndim differ";
    }
    if (zarr_array_shape(array, t->ndim, shape, e) || zarr_array_fill_value(array, fill, t->type->size, e)) {
        return "a getter fails";
    }
    if (memcmp(shape, t->shape, (size_t)t->ndim * sizeof *shape) != 0) {
        return "the shape differs";
    }
    for (size_t i = 0; i < t->type->size; i++) {
        unsigned value = 0;
        if (sscanf(t->fill_hex + 2 * i, "%2x", &value) != 1) {
            return "the list of arrays is damaged";
        }
        wanted[i] = (uint8_t)value;
    }
    swap_if_big_endian(t->type, wanted, t->type->size);
    if (memcmp(fill, wanted, t->type->size) != 0) {
        return "the fill value differs";
    }
    if (zarr_array_read_region(array, t->ndim, start, shape, buffer, size, e)) {
        return "reading fails";
    }
    if (size != 0 && memcmp(buffer, whole, size) != 0) {
        return "elements differ";
    }
    for (uint64_t spot = 0; spot < SPOTS && wrong == NULL; spot++) {
        wrong = region_differs(t, array, whole, buffer, (uint64_t)t->offset * SPOTS + spot, e);
    }
    return wrong;
}

static int one(const char *directory, const theirs *t, FILE *values)
{
    uint8_t *whole = malloc((size_t)t->size + 1), *buffer = malloc((size_t)t->size + 1);
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    const char *wrong = NULL;
    char path[4096];
    zarr_error e;
    e.status = ZARR_OK;
    e.message[0] = 0;
    snprintf(path, sizeof path, "%s/%s", directory, t->path);
    if (whole == NULL || buffer == NULL || fread(whole, 1, (size_t)t->size, values) != (size_t)t->size) {
        wrong = "the expected elements can't be read";
    } else if (zarr_store_open(path, "{\"mode\": \"r\"}", &store, &e) || zarr_array_open(store, "/", &array, &e)) {
        wrong = "opening fails";
    } else {
        swap_if_big_endian(t->type, whole, (size_t)t->size);
        wrong = differs(t, array, whole, buffer, &e);
    }
    if (wrong != NULL) {
        printf("FAIL %s (%s): %s: %s\n", t->path, t->type_name, wrong, e.status != ZARR_OK ? e.message : "");
    }
    zarr_array_free(array);
    zarr_store_free(store);
    free(whole);
    free(buffer);
    return wrong == NULL;
}

int main(int argc, char **argv)
{
    char path[4096];
    FILE *lines = NULL, *values = NULL;
    int passed = 0, failed = 0, more = 1;
    theirs t;
    if (argc != 2) {
        fprintf(stderr, "usage: read_theirs DIRECTORY\n");
        return 2;
    }
    snprintf(path, sizeof path, "%s/theirs.txt", argv[1]);
    lines = fopen(path, "r");
    snprintf(path, sizeof path, "%s/theirs.bin", argv[1]);
    values = fopen(path, "rb");
    if (lines == NULL || values == NULL) {
        printf("FAIL %s: theirs.txt or theirs.bin can't be read\n", argv[1]);
        failed++;
    }
    while (lines != NULL && values != NULL) {
        more = parse(lines, &t);
        if (more <= 0) {
            break;
        }
        if (one(argv[1], &t, values)) {
            passed++;
        } else {
            failed++;
        }
    }
    if (more < 0 || (passed == 0 && failed == 0)) {
        printf("FAIL theirs.txt is damaged or empty\n");
        failed++;
    }
    if (lines != NULL) {
        fclose(lines);
    }
    if (values != NULL) {
        fclose(values);
    }
    printf("read_theirs: %d passed, %d failed\n", passed, failed);
    return failed != 0;
}
