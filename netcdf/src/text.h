/* Texts, names, and JSON as text. */
#ifndef ZARR_NETCDF_TEXT_H
#define ZARR_NETCDF_TEXT_H

#include <stddef.h>

#include <netcdf.h>

/* text.c */
typedef struct zn_text {
    char *data;
    size_t size, room;
    int failed;
} zn_text;
void zn_text_add(zn_text *text, const char *piece);
void zn_text_bytes(zn_text *text, const char *bytes, size_t size);
void zn_text_format(zn_text *text, const char *format, ...);
void zn_text_string(zn_text *text, const char *bytes, size_t size);
void zn_text_json(zn_text *text, const char *json);
void zn_text_member(zn_text *text, const char *name, const char **separator);
void zn_text_number(zn_text *text, nc_type type, const void *value);
char *zn_copy(const char *text);
char *zn_copy_bytes(const char *bytes, size_t size);
int zn_check_name(const char *name);
int zn_name_fits(const char *name);
int zn_check_node_name(int format, const char *name);
#define ZN_NAME (4 * NC_MAX_NAME)
const char *zn_normal(const char *name, char *room);
void zn_base64(zn_text *text, const unsigned char *bytes, size_t size);
size_t zn_base64_decode(const char *text, size_t size, unsigned char *bytes, size_t room);

/* json.c: walks JSON that libzarr has checked. */
const char *zn_json_space(const char *json);
const char *zn_json_end(const char *json);
const char *zn_json_first(const char *json);
const char *zn_json_members(const char *json);
const char *zn_json_next(const char *value);
const char *zn_json_value(const char *member);
const char *zn_json_find(const char *object, const char *name);
int zn_json_same(const char *a, const char *b);
char *zn_json_text(const char *json);
/* 1 if a text has found no memory since it was set to 0: what is read from documents takes it for none. */
extern int zn_memory_ended;
char *zn_json_text_size(const char *json, size_t *size);
long long zn_json_integer(const char *json, long long otherwise);

/* names.c: things of any kind by their names, in the order in which they were added. */
typedef struct zn_named {
    char *name;
    const void *item;
    size_t next; /* of a chain; 0 ends it */
} zn_named;
typedef struct zn_names {
    zn_named *items;
    size_t *heads;
    size_t count, room;
} zn_names;
int zn_names_add(zn_names *names, char *name, const void *item);
size_t zn_names_index(const zn_names *names, const char *name);
const void *zn_names_find(const zn_names *names, const char *name);
int zn_names_of(const char *object, zn_names *names);
void zn_names_free(zn_names *names);

#endif
