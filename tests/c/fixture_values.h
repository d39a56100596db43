/*
 * Why this file exists: what arrays of variable length hold stands in the fixtures as JSON lists, with NULs in
 * texts, which no JSON library for C keeps. Here such a list becomes bytes and sizes.
 */
#ifndef ZARR_TESTS_FIXTURE_VALUES_H
#define ZARR_TESTS_FIXTURE_VALUES_H

#include <stddef.h>

typedef struct fixture_values {
    char *block;
    size_t *starts; /* of value i in the block */
    size_t *sizes;
    size_t count;
} fixture_values;

/* Reads a flat list of the kind that a manifest names: "json-strings", "json-bytes-hex", or "json-ragged": lists of
   integers, of which each becomes an int32_t. Returns 0 if the file is not such a list. */
int fixture_values_load(const char *path, const char *kind, fixture_values *values);
void fixture_values_free(fixture_values *values);

#endif
