/*
 * Why this file exists: what operations.c carries out, and worker.c tells of.
 */
#ifndef ZARR_TESTS_HISTORIES_OPERATIONS_H
#define ZARR_TESTS_HISTORIES_OPERATIONS_H

/* The participants of a history say themselves what they keep. */
#define ZARR_TEST_PLAIN
#include "check.h"

#define MOST_STORES 16
#define MOST_ELEMENTS 4096
/* The status of an operation that ended otherwise than by the library's answer. */
#define WRONG_USE 990
#define CHILD_HANGS 991
#define COPY_DIFFERS 992
#define TOOL_FAILS 993

/* The answer of an operation. */
typedef struct reply {
    zarr_status status;
    zarr_error error;
    char results[16 * MOST_ELEMENTS];
    size_t used;
} reply;

/* A store that is open, and what its operations know of it. */
typedef struct participant {
    zarr_store *store;
    /* Its root is the group g of the hierarchy. */
    bool is_below;
} participant;

extern participant participants[MOST_STORES];

/* Before anything else; the options are those of every store, without braces. */
void begin_operations(const char *url, const char *options);
/* Frees all handles. */
void end_operations(void);

/* Opens the store, or a group of it ("/g"), with further options, "" for none. */
zarr_status open_store(const char *group, const char *others, zarr_store **store, zarr_error *error);
/* The URL of the store, with a node in it, and its options, as zarrtool takes them. */
void store_address(const char *path, char *text, size_t size);
void store_options(char *text, size_t size);

/* The names of the layers of a store, the lowest first: see participants.c. */
zarr_status open_participant(const char *recipe, participant *made, zarr_error *error);
void begin_participants(const char *journal);
void free_participants(void);
void free_datasets(void);

/* Adds a number to the results. */
void result(reply *reply, int64_t value);
/* As many elements of one value. */
const int32_t *all(int32_t *values, int64_t count, const char *value);

zarr_status op_respell(char **words, reply *reply);
zarr_status op_too_long(char **words, reply *reply);
zarr_status op_repair(char **words, reply *reply);
zarr_status op_copy(char **words, reply *reply);
zarr_status op_make_dataset(char **words, reply *reply);
zarr_status op_dataset_open(char **words, reply *reply);
zarr_status op_dataset_append(char **words, reply *reply);
zarr_status op_dataset_resize(char **words, reply *reply);
zarr_status op_dataset_lengths(char **words, reply *reply);

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
