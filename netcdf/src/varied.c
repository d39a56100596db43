/* The bytes of elements of variable size: numbers in little-endian order, fields without gaps, and a string or a list
 * inside an element after its length in four bytes. A list that is the whole element has no length. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* The length of a string that is NULL. */
#define NO_STRING 0xffffffffu

/* Turns numbers from the order of the machine to little-endian order, and back. */
void zn_turn_numbers(void *numbers, size_t size, size_t count)
{
    const unsigned short one = 1;
    char *bytes = numbers;
    size_t i, j;

    if (*(const unsigned char *)&one)
        return;
    for (i = 0; i < count; i++, bytes += size)
        for (j = 0; j < size / 2; j++) {
            char byte = bytes[j];

            bytes[j] = bytes[size - 1 - j];
            bytes[size - 1 - j] = byte;
        }
}

/* The type of the numbers that a type without a part in it is stored as; NC_NAT for bytes. */
static nc_type number_of(const zn_type *user, nc_type type)
{
    return !user ? type : user->kind == NC_ENUM ? user->base : NC_NAT;
}

static void add_numbers(zn_text *bytes, const void *numbers, size_t size, size_t count)
{
    zn_text_bytes(bytes, numbers, size * count);
    if (!bytes->failed && count)
        zn_turn_numbers(bytes->data + bytes->size - size * count, size, count);
}

static void add_length(zn_text *bytes, uint32_t length)
{
    add_numbers(bytes, &length, sizeof length, 1);
}

static int add_string(zn_text *bytes, const char *at)
{
    const char *text;
    size_t length;

    memcpy(&text, at, sizeof text);
    length = text ? strlen(text) : NO_STRING;
    if (text && length >= NO_STRING)
        return zn_fail(NC_EINVAL, "a string of %lu bytes is too long for an element", (unsigned long)length);
    add_length(bytes, (uint32_t)length);
    if (text)
        zn_text_bytes(bytes, text, length);
    return NC_NOERR;
}

static int add_list(const zn_file *file, nc_type base, const char *at, int whole, zn_text *bytes)
{
    nc_vlen_t list;

    memcpy(&list, at, sizeof list);
    if (list.len && !list.p)
        return zn_fail(NC_EINVAL, "a list has %lu elements, and no address", (unsigned long)list.len);
    if (list.len > UINT32_MAX)
        return zn_fail(NC_EINVAL, "a list has %lu elements, more than an element can have", (unsigned long)list.len);
    if (!whole)
        add_length(bytes, (uint32_t)list.len);
    return zn_items_bytes(file, base, list.p, list.len, bytes);
}

int zn_items_bytes(const zn_file *file, nc_type type, const void *items, size_t count, zn_text *bytes)
{
    const zn_type *user = zn_type_by_id(file, type);
    size_t size = zn_type_size(file, type), i, j;
    const char *at = items;
    int status = NC_NOERR;

    if (type != NC_STRING && (!user || user->kind == NC_ENUM || user->kind == NC_OPAQUE)) {
        if (number_of(user, type))
            add_numbers(bytes, items, size, count);
        else
            zn_text_bytes(bytes, items, size * count);
        return bytes->failed ? NC_ENOMEM : NC_NOERR;
    }
    for (i = 0; i < count && !status; i++, at += size) {
        if (!user)
            status = add_string(bytes, at);
        else if (user->kind == NC_VLEN)
            status = add_list(file, user->base, at, 0, bytes);
        for (j = 0; user && user->kind == NC_COMPOUND && j < user->fields.count && !status; j++) {
            const zn_field *field = user->fields.items[j];

            status = zn_items_bytes(file, field->type, at + field->offset, zn_field_elements(field), bytes);
        }
    }
    return status ? status : bytes->failed ? NC_ENOMEM : NC_NOERR;
}

/* Adds the bytes of an element of a variable. */
int zn_element_bytes(const zn_file *file, nc_type type, const void *element, zn_text *bytes)
{
    const zn_type *user = zn_type_by_id(file, type);

    return user->kind == NC_VLEN ? add_list(file, user->base, element, 1, bytes)
                                 : zn_items_bytes(file, type, element, 1, bytes);
}

/* Bytes that are left of an element. */
typedef struct rest {
    const char *at, *end;
} rest;

static int damaged(void)
{
    return zn_fail(NC_EIO, "the bytes of an element of variable length are damaged");
}

static int take(rest *bytes, void *to, size_t size)
{
    if (size > (size_t)(bytes->end - bytes->at))
        return damaged();
    memcpy(to, bytes->at, size);
    bytes->at += size;
    return NC_NOERR;
}

static int take_numbers(rest *bytes, void *to, size_t size, size_t count)
{
    int status = take(bytes, to, size * count);

    if (!status)
        zn_turn_numbers(to, size, count);
    return status;
}

static int take_string(rest *bytes, char *to)
{
    uint32_t length = 0;
    char *text;
    int status = take_numbers(bytes, &length, sizeof length, 1);

    if (status || length == NO_STRING)
        return status;
    if (length > (size_t)(bytes->end - bytes->at))
        return damaged();
    if (memchr(bytes->at, 0, length))
        return zn_fail(NC_ERANGE, "a string in an element has a NUL in it, which no NC_STRING can have");
    text = zn_copy_bytes(bytes->at, length);
    if (!text)
        return NC_ENOMEM;
    memcpy(to, &text, sizeof text);
    bytes->at += length;
    return NC_NOERR;
}

static int take_items(const zn_file *file, nc_type type, rest *bytes, char *to, size_t count);

static int take_list(const zn_file *file, nc_type base, rest *bytes, char *to)
{
    uint32_t length = 0;
    nc_vlen_t list;
    int status = take_numbers(bytes, &length, sizeof length, 1);

    if (status || !length)
        return status;
    if (length > (size_t)(bytes->end - bytes->at) / zn_type_stored_size(file, base))
        return damaged();
    list.len = length;
    list.p = calloc(length, zn_type_size(file, base));
    if (!list.p)
        return NC_ENOMEM;
    memcpy(to, &list, sizeof list);
    return take_items(file, base, bytes, list.p, length);
}

/* The items are zeros before: after a failure they own a part of their values. */
static int take_items(const zn_file *file, nc_type type, rest *bytes, char *to, size_t count)
{
    const zn_type *user = zn_type_by_id(file, type);
    size_t size = zn_type_size(file, type), i, j;
    int status = NC_NOERR;

    if (type != NC_STRING && (!user || user->kind == NC_ENUM || user->kind == NC_OPAQUE))
        return number_of(user, type) ? take_numbers(bytes, to, size, count) : take(bytes, to, size * count);
    for (i = 0; i < count && !status; i++, to += size) {
        if (!user)
            status = take_string(bytes, to);
        else if (user->kind == NC_VLEN)
            status = take_list(file, user->base, bytes, to);
        for (j = 0; user && user->kind == NC_COMPOUND && j < user->fields.count && !status; j++) {
            const zn_field *field = user->fields.items[j];

            status = take_items(file, field->type, bytes, to + field->offset, zn_field_elements(field));
        }
    }
    return status;
}

/* All items that bytes hold, as a list that the caller frees. */
int zn_items_value(const zn_file *file, nc_type type, const char *data, size_t size, nc_vlen_t *list)
{
    size_t item = zn_type_size(file, type), least = zn_type_stored_size(file, type), room = size / least;
    rest bytes;
    int status = NC_NOERR;

    list->len = 0;
    list->p = NULL;
    if (!size)
        return NC_NOERR;
    bytes.at = data;
    bytes.end = data + size;
    list->p = room ? calloc(room, item) : NULL;
    if (!list->p)
        return room ? NC_ENOMEM : damaged();
    if (zn_type_varies(file, type)) {
        while (!status && bytes.at < bytes.end && list->len < room)
            status = take_items(file, type, &bytes, (char *)list->p + item * list->len++, 1);
    } else {
        list->len = room;
        status = take_items(file, type, &bytes, list->p, room);
    }
    if (!status && bytes.at < bytes.end)
        status = damaged();
    if (status) {
        zn_value_free(file, type, list->p, list->len);
        free(list->p);
        list->p = NULL;
        list->len = 0;
    }
    return status;
}

/* An element of a variable from its bytes. One without any was never written. */
int zn_element_value(const zn_file *file, nc_type type, const char *data, size_t size, void *element)
{
    const zn_type *user = zn_type_by_id(file, type);
    rest bytes;
    int status;

    memset(element, 0, user->size);
    if (!size)
        return NC_NOERR;
    if (user->kind == NC_VLEN)
        return zn_items_value(file, user->base, data, size, element);
    bytes.at = data;
    bytes.end = data + size;
    status = take_items(file, type, &bytes, element, 1);
    if (!status && bytes.at < bytes.end)
        status = damaged();
    if (status)
        zn_value_free(file, type, element, 1);
    return status;
}
