/*
 * Why this file exists: the campaign of faults.c has a case for every function that can reach a store; this is what
 * cases and campaign share.
 */
#ifndef ZARR_TESTS_FAULTS_H
#define ZARR_TESTS_FAULTS_H

#include "callback_store.h"

/* What a failed call may leave, and what repeating it gives. Without a flag: the state before or after the call, element
   by element, and exactly that after it once it is repeated. */
enum {
    READS = 1,   /* changes nothing */
    GROWS = 2,   /* adds to the array with each call; what was there stays */
    REREAD = 4,  /* begins with handles whose documents have to be read again */
    TAKEN = 8,   /* once it is done, repeating it is ZARR_ERROR_ALREADY_EXISTS: the remains are in its way */
    CHANGED = 16, /* once it is done, repeating it is ZARR_ERROR_CONFLICT: its condition does not hold any more */
    REPLACES = 32 /* erases "g/a" before it creates it anew */
};

/* The kinds of store that a case runs on. */
enum { PLAIN, PREFIX, OVERLAY, TRACE, CACHE, READ_ONLY, KINDS };

typedef struct setting {
    int32_t format;
    int kind;
    bool conditional, cached, consolidated;
} setting;

/* One node as a program sees it that opens the store anew. */
typedef struct seen_node {
    char path[32];
    int32_t kind, ndim;
    int64_t shape[2];
    char attributes[256];
    int32_t values[64]; /* of texts their sums */
} seen_node;

typedef struct picture {
    uint64_t digest; /* of all that is stored */
    seen_node nodes[24];
    int count;
} picture;

/* The store of one call, and handles that were opened before. The call may fill the handles that begin with `new_`. */
typedef struct world {
    setting how;
    kv_store kv;
    zarr_store *raw, *store;
    zarr_group *root, *group;
    zarr_array *array, *shards, *words, *empty;
    zarr_dataset *dataset;
    zarr_queue *queue;
    zarr_array_builder *builder;
    zarr_bytes *document;
    bool is_defined;

    zarr_store *new_store;
    zarr_group *new_group;
    zarr_array *new_array;
    zarr_dataset *new_dataset;
    zarr_bytes *bytes;
    zarr_strings *strings, *more_strings;
} world;

typedef struct fault_case {
    zarr_status (*run)(world *w, zarr_error *error);
    int flags;
} fault_case;

typedef struct fault_entry {
    const char *name;
    const fault_case *test;
} fault_entry;

/* Made of the header by tests/boundary/faults.py. */
extern const fault_entry fault_table[];
extern const int fault_entries;

/* faults_world.c: opens a store that holds what each case begins with. */
void world_open(world *w, setting how);
void world_close(world *w);
/* Frees what the call has made. */
void world_drop_new(world *w);
void picture_take(world *w, picture *seen, const char *options);
uint64_t digest(const world *w);
/* The element at (row, column) of "g/a" and "g/s" before the call. */
#define ELEMENT(row, column) ((int32_t)(100 + (row) * 6 + (column)))
#define FILL ((int32_t)-1)

/* A case: the body of the function `zarr_<name>`, with `w` and `error`. */
#define FAULT(name, flags, ...)                                                                                        \
    static zarr_status run_##name(world *w, zarr_error *error) {                                                       \
        (void)w;                                                                                                       \
        __VA_ARGS__                                                                                                    \
    }                                                                                                                  \
    const fault_case fault_zarr_##name = {run_##name, flags};

void faults_script(unsigned long every);

#endif
