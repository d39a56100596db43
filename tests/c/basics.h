/*
 * Why this file exists: what the parts of the basics test share.
 */
#ifndef ZARR_TESTS_BASICS_H
#define ZARR_TESTS_BASICS_H

#include "check.h"

typedef struct format_row {
    int32_t code;
    const char *name;
    const char *array_key, *group_key, *root_key; /* of /g/x, /g, and what must exist at the root */
    bool implicit;                                /* ancestors need no document */
} format_row;

/* Ended by a row without a name. */
extern const format_row basics_formats[];

bool basics_has_key(const zarr_store *store, const char *key);
bool basics_kind_is(const zarr_store *store, const char *path, int32_t wanted);
/* The names, with a blank between two, are this text. Frees them. */
bool basics_names_are(zarr_strings *names, const char *wanted);
/* The JSON, without white space, is this text. Frees it. */
bool basics_json_is(zarr_bytes *json, const char *wanted);

void basics_builder(void);
void basics_v1(const char *directory);
void basics_store(const char *directory);

#endif
