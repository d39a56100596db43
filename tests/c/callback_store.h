/*
 * Why this file exists: a store made of callbacks, as a program that embeds the library would write
 * one, with counters and switches that let callbacks.c watch and disturb every call.
 */
#ifndef ZARR_TESTS_CALLBACK_STORE_H
#define ZARR_TESTS_CALLBACK_STORE_H

#include "check.h"

#include <pthread.h>

enum slot {
    SLOT_GET,
    SLOT_GET_PARTIAL,
    SLOT_SET,
    SLOT_SET_PARTIAL,
    SLOT_ERASE,
    SLOT_ERASE_VALUES,
    SLOT_ERASE_PREFIX,
    SLOT_LIST,
    SLOT_LIST_PREFIX,
    SLOT_LIST_DIR,
    SLOT_SIZE,
    SLOT_EXISTS,
    SLOT_SET_IF,
    SLOT_FLUSH,
    SLOT_COUNT
};

/* The message of an operation that fails by its number. */
#define KV_BROKEN "the cable was pulled"

typedef struct kv_entry {
    char *key;
    unsigned char *data;
    size_t size;
    unsigned long version;
} kv_entry;

typedef struct kv_store {
    pthread_mutex_t mutex;
    kv_entry *entries; /* sorted by key */
    size_t count, room;
    unsigned long versions;

    unsigned long calls[SLOT_COUNT];
    unsigned long destroyed;
    /* Not declared thread-safe: calls must come from a thread that is inside the library, one at a time. */
    bool checked;
    int inside;
    unsigned long strangers, overlaps;

    /* The next call of `fail_slot` whose key contains `fail_key` answers fail_status, if that is not 0. */
    enum slot fail_slot;
    const char *fail_key;
    zarr_status fail_status;
    const char *fail_message;

    /* The operation of this number, counted from 1 over all slots, answers ZARR_ERROR_IO if that is not 0; with
       `stays_broken` so do all that follow, and with `answer_lost` it is carried out all the same. */
    unsigned long operations, fail_operation;
    bool stays_broken, answer_lost;
    bool is_lost; /* of the operation that runs */
    enum slot failed; /* which slot that operation was */

    /* Called before the slot does its work, without the mutex. */
    void (*before)(struct kv_store *kv, enum slot slot, const char *key, void *context);
    void *context;
} kv_store;

void kv_init(kv_store *kv);
void kv_clear(kv_store *kv);
/* Every slot; `thread_safe` sets the flag and switches the checks off. */
void kv_callbacks(kv_store *kv, zarr_store_callbacks *callbacks, bool thread_safe);

/* The step of a competing writer: straight into the map, with a new version. */
void kv_put(kv_store *kv, const char *key, const void *data, size_t size);
/* A copy of the value, NULL if there is none. The caller frees it. */
unsigned char *kv_copy(kv_store *kv, const char *key, size_t *size);
unsigned long kv_calls(kv_store *kv, enum slot slot);

/* Marks the calling thread as inside or outside the library; KV_ENTER(call) is the call between the two. */
void kv_thread(bool inside);
#define KV_ENTER(call) (kv_thread(true), kv_leave(call))
zarr_status kv_leave(zarr_status status);

#endif
