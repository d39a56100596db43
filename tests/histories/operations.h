/*
 * Why this file exists: what operations.c carries out, and worker.c tells of.
 */
#ifndef ZARR_TESTS_HISTORIES_OPERATIONS_H
#define ZARR_TESTS_HISTORIES_OPERATIONS_H

#include "check.h"

#define MOST_STORES 16
#define MOST_ELEMENTS 4096
/* The status of an operation that ended otherwise than by the library's answer. */
#define WRONG_USE 990
#define CHILD_HANGS 991
#define COPY_DIFFERS 992

/* The answer of an operation. */
typedef struct reply {
    zarr_status status;
    zarr_error error;
    char results[16 * MOST_ELEMENTS];
    size_t used;
} reply;

/* The stores that are open. */
extern zarr_store *stores[MOST_STORES];

/* Before anything else; the options are those of every store, without braces. */
void begin_operations(const char *url, const char *options);
/* Frees all handles. */
void end_operations(void);

/* Opens the store with further options, "" for none. */
zarr_status open_store(const char *others, zarr_store **store, zarr_error *error);

/* Carries out one operation: a verb and its arguments. */
zarr_status operate(char **words, int count, reply *reply);

/* An operation that a queue does. */
typedef struct queued {
    long id;
    int64_t ticket;
    int64_t count;
    bool reads;
    int32_t *values;
    reply *answer;
} queued;

/* True when a verb is an operation of the queue of the process. */
bool is_queued(const char *verb);
/* Queues an operation; its answer is there at once if that fails. */
zarr_status queue_operation(char **words, int count, queued *queued);
/* Waits for it, and frees what it has but for its answer. */
void wait_for(queued *queued);

/* Puts a message of the worker's own into an answer. */
zarr_status say(reply *reply, zarr_status status, const char *message);

void sleep_for(int64_t nanoseconds);

#endif
