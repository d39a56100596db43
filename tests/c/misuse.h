/*
 * Why this file exists: what the parts of the misuse test share: real handles of every type, and
 * texts and buffers to abuse.
 */
#ifndef ZARR_TESTS_MISUSE_H
#define ZARR_TESTS_MISUSE_H

#include "check.h"

/* A handle that is NULL or none: refused, by either of these. */
#define NO_HANDLE(call) FAILS2(call, ZARR_ERROR_INVALID_HANDLE, ZARR_ERROR_INVALID_ARGUMENT)
#define WRONG_HANDLE(call) FAILS(call, ZARR_ERROR_INVALID_HANDLE)
#define BAD_ARGUMENT(call) FAILS(call, ZARR_ERROR_INVALID_ARGUMENT)

/* An output that a failing creator has to set to NULL. */
#define RUBBISH(type) ((type *)&misuse_rubbish)
extern char misuse_rubbish;

typedef struct world {
    zarr_store *store; /* memory */
    zarr_group *group; /* /g */
    zarr_array *array; /* /a: int32, shape 6 x 5, chunks 4 x 3, fill value 7 */
    zarr_array *scalar; /* /s: 0-d float64 */
    zarr_array_builder *builder;
    zarr_bytes *bytes;     /* "hello" */
    zarr_strings *strings; /* the children of the root */
    const char *directory; /* a place for stores */
} world;

/* Texts that are not UTF-8, ended by NULL. */
extern const char *const misuse_bad_utf8[];
/* Node paths that must be refused, ended by NULL. */
extern const char *const misuse_bad_paths[];
/* Texts that are no JSON object, ended by NULL. */
extern const char *const misuse_bad_objects[];

void misuse_stores(world *w);
void misuse_nodes(world *w);
void misuse_arrays(world *w);
void misuse_builders(world *w);
void misuse_codecs(void);

#endif
