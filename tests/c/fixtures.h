/*
 * Why this file exists: the programs that are driven by the fixtures' manifests share the reading
 * of files and JSON, and the one table that says which entries the library is expected to serve.
 */
#ifndef ZARR_TESTS_FIXTURES_H
#define ZARR_TESTS_FIXTURES_H

#include "check.h"

#include <cjson/cJSON.h>

/* The whole file with a NUL behind it, NULL if it can't be read. */
char *file_read(const char *path, size_t *size);
/* Ends the program with a message when the file is not there or not JSON. */
cJSON *json_file(const char *path);
/* JSON in which every number is replaced by a string that holds its exact value, and the bare tokens
   NaN and Infinity by strings, so that cJSON_Compare is exact beyond 2^53. NULL if it is not JSON. */
cJSON *json_exact(const char *text);
cJSON *json_exact_file(const char *path);

/* A text member, or NULL. */
const char *member_text(const cJSON *object, const char *name);
bool member_true(const cJSON *object, const char *name);
/* A member that is a list of integers, at most `room` of them; the length, or -1. */
int32_t member_list(const cJSON *object, const char *name, int64_t *values, int32_t room);

typedef struct type_info {
    int32_t code;      /* ZARR_BOOL, ... */
    size_t size;       /* bytes of an element; 0: each has a length of its own */
    size_t component;  /* the bytes that change places between byte orders */
} type_info;

/* The format's code, 0 for an unknown name. */
int32_t format_code(const char *name);
/* Is the format served? */
bool format_served(const char *name);
/* False when the spelling is none of the served types. */
bool type_parse(const cJSON *dtype, type_info *type);
/* As type_parse, for the type of a whole entry, where the filter tells the type of objects. */
bool entry_type(const cJSON *entry, type_info *type);
/* The names of a group's children, as the store holds them. The caller deletes the list. */
cJSON *entry_children(const cJSON *entry);
/* The options that the node must be opened with because its documents don't tell all, NULL: none. `room` may hold them. */
const char *entry_hint(const cJSON *entry, char *room, size_t size);
/* Follows the transposes down to the innermost shard codec of a list: axis i of its chunks is axis axes[i] of what the list
   encodes. False where there are no shards. */
bool inner_axes(const cJSON *codecs, int32_t ndim, int32_t *axes);
/* Why the entry is not served, as a text to count by; NULL when it is. `room` holds the text. */
const char *entry_refusal(const cJSON *entry, char *room, size_t size);

#endif
