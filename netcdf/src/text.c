/* Texts: building JSON, names, base64. */
#include "internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int zn_memory_ended;

void zn_text_bytes(zn_text *text, const char *bytes, size_t size)
{
    if (text->failed)
        return;
    if (text->size + size + 1 > text->room) {
        size_t room = 2 * (text->size + size + 1);
        char *data = realloc(text->data, room);

        if (!data) {
            text->failed = zn_memory_ended = 1;
            return;
        }
        text->data = data;
        text->room = room;
    }
    if (size)
        memcpy(text->data + text->size, bytes, size);
    text->size += size;
    text->data[text->size] = 0;
}

void zn_text_add(zn_text *text, const char *piece)
{
    zn_text_bytes(text, piece, strlen(piece));
}

void zn_text_format(zn_text *text, const char *format, ...)
{
    char piece[512];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(piece, sizeof piece, format, arguments);
    va_end(arguments);
    zn_text_add(text, piece);
}

/* The length of a valid UTF-8 sequence, or 0. */
static size_t utf8_length(const unsigned char *s, size_t left)
{
    unsigned long point;
    size_t length = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : s[0] < 0xf5 ? 4 : 0, i;

    if (length == 0 || length > left)
        return 0;
    point = length == 1 ? s[0] : s[0] & (0x7fu >> length);
    for (i = 1; i < length; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        point = point << 6 | (s[i] & 0x3f);
    }
    if ((length == 3 && (point < 0x800 || (point >= 0xd800 && point < 0xe000))) ||
        (length == 4 && (point < 0x10000 || point > 0x10ffff)))
        return 0;
    return length;
}

/* A byte that is not UTF-8 becomes half of a surrogate pair, as Python does it; reading gives the byte back. */
void zn_text_string(zn_text *text, const char *bytes, size_t size)
{
    size_t i = 0;

    zn_text_add(text, "\"");
    while (i < size) {
        unsigned char c = (unsigned char)bytes[i];
        size_t length = utf8_length((const unsigned char *)bytes + i, size - i);

        if (length == 0) {
            zn_text_format(text, "\\udc%02x", c);
            length = 1;
        } else if (c == '"' || c == '\\') {
            zn_text_format(text, "\\%c", c);
        } else if (c == '\n') {
            zn_text_add(text, "\\n");
        } else if (c == '\t') {
            zn_text_add(text, "\\t");
        } else if (c < 0x20) {
            zn_text_format(text, "\\u%04x", c);
        } else {
            zn_text_bytes(text, bytes + i, length);
        }
        i += length;
    }
    zn_text_add(text, "\"");
}

/* Adds a value of a document as it is spelled there. */
void zn_text_json(zn_text *text, const char *json)
{
    zn_text_bytes(text, json, (size_t)(zn_json_end(json) - json));
}

/* Begins a member of an object, which opens with the first: `separator` is "{" then. */
void zn_text_member(zn_text *text, const char *name, const char **separator)
{
    zn_text_add(text, *separator);
    zn_text_string(text, name, strlen(name));
    zn_text_add(text, ": ");
    *separator = ", ";
}

/* The decimal point is a point in every locale. */
static void add_float(zn_text *text, double value, int single)
{
    char digits[400];
    int precision;
    char *comma;

    if (isnan(value)) {
        zn_text_add(text, "NaN");
        return;
    }
    if (isinf(value)) {
        zn_text_add(text, value > 0 ? "Infinity" : "-Infinity");
        return;
    }
    for (precision = single ? 6 : 15; precision < (single ? 9 : 17); precision++) {
        double back;

        snprintf(digits, sizeof digits, "%.*g", precision, value);
        back = strtod(digits, NULL);
        if (single ? (float)back == (float)value : back == value)
            break;
    }
    snprintf(digits, sizeof digits, "%.*g", precision, value);
    comma = strpbrk(digits, ",.");
    if (comma)
        *comma = '.';
    else if (!strpbrk(digits, "eE"))
        strcat(digits, ".0");
    zn_text_add(text, digits);
}

void zn_text_number(zn_text *text, nc_type type, const void *value)
{
    switch (type) {
    case NC_BYTE: zn_text_format(text, "%d", *(const signed char *)value); break;
    case NC_UBYTE: zn_text_format(text, "%d", *(const unsigned char *)value); break;
    case NC_SHORT: zn_text_format(text, "%d", *(const short *)value); break;
    case NC_USHORT: zn_text_format(text, "%d", *(const unsigned short *)value); break;
    case NC_INT: zn_text_format(text, "%d", *(const int *)value); break;
    case NC_UINT: zn_text_format(text, "%u", *(const unsigned *)value); break;
    case NC_INT64: zn_text_format(text, "%lld", *(const long long *)value); break;
    case NC_UINT64: zn_text_format(text, "%llu", *(const unsigned long long *)value); break;
    case NC_FLOAT: add_float(text, *(const float *)value, 1); break;
    default: add_float(text, *(const double *)value, 0);
    }
}

char *zn_copy_bytes(const char *bytes, size_t size)
{
    char *copy = malloc(size + 1);

    if (copy) {
        if (size)
            memcpy(copy, bytes, size);
        copy[size] = 0;
    } else {
        zn_memory_ended = 1;
    }
    return copy;
}

char *zn_copy(const char *text)
{
    return zn_copy_bytes(text, strlen(text));
}

/* Programs give room for NC_MAX_NAME bytes wherever they ask for a name. */
int zn_name_fits(const char *name)
{
    size_t length = strlen(name);

    return length > NC_MAX_NAME
               ? zn_fail(NC_EMAXNAME, "a name has %lu bytes, more than %d", (unsigned long)length, NC_MAX_NAME)
               : NC_NOERR;
}

/* netCDF's rules for names, and those of Zarr's paths. */
int zn_check_name(const char *name)
{
    size_t length, i;

    if (!name)
        return NC_EINVAL;
    if (!*name)
        return zn_fail(NC_EBADNAME, "a name is empty");
    length = strlen(name);
    if (zn_name_fits(name))
        return NC_EMAXNAME;
    if (!strcmp(name, ".") || !strcmp(name, "..") || name[length - 1] == ' ')
        return zn_fail(NC_EBADNAME, "name \"%s\": \".\", \"..\" and a space at the end are not allowed", name);
    if ((unsigned char)name[0] < 0x80 && !(name[0] == '_' || (name[0] >= '0' && name[0] <= '9') ||
                                           (name[0] >= 'A' && name[0] <= 'Z') || (name[0] >= 'a' && name[0] <= 'z')))
        return zn_fail(NC_EBADNAME, "name \"%s\": it begins with a letter, a digit or \"_\"", name);
    for (i = 0; i < length;) {
        size_t step = utf8_length((const unsigned char *)name + i, length - i);

        if (step == 0 || (unsigned char)name[i] < 0x20 || name[i] == 0x7f || name[i] == '/')
            return zn_fail(NC_EBADNAME, "name \"%s\": \"/\", control characters and what is not UTF-8 are not allowed",
                           name);
        i += step;
    }
    return NC_NOERR;
}

/* Each format has names of its own that nodes can't have: libzarr makes a group of the name, in memory. */
static int check_in_format(int format, const char *name)
{
    zarr_store *store = NULL;
    zarr_group *group = NULL;
    zarr_error error;
    int status = zn_status(zarr_store_open("memory://", NULL, &store, &error), &error);

    if (!status && zarr_group_create(store, name, format, NULL, &group, &error) == ZARR_ERROR_INVALID_ARGUMENT)
        status = zn_fail(NC_EBADNAME, "%s", error.message);
    zarr_group_free(group);
    zarr_store_free(store);
    return status;
}

/* Those of a variable or a group, which is a folder in the store: a name that the store refuses would be refused where
 * definitions end, with all that were made after it. */
int zn_check_node_name(int format, const char *name)
{
    int status = zn_check_name(name);

    if (status)
        return status;
    if (strchr(name, '\\'))
        return zn_fail(NC_EBADNAME, "name \"%s\": variables and groups have no \"\\\" in theirs", name);
    return check_in_format(format, name);
}

static const char digits64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void zn_base64(zn_text *text, const unsigned char *bytes, size_t size)
{
    size_t i;

    for (i = 0; i < size; i += 3) {
        unsigned long word = (unsigned long)bytes[i] << 16 | (i + 1 < size ? (unsigned long)bytes[i + 1] << 8 : 0) |
                             (i + 2 < size ? bytes[i + 2] : 0);
        char quad[4];

        quad[0] = digits64[word >> 18];
        quad[1] = digits64[word >> 12 & 63];
        quad[2] = i + 1 < size ? digits64[word >> 6 & 63] : '=';
        quad[3] = i + 2 < size ? digits64[word & 63] : '=';
        zn_text_bytes(text, quad, 4);
    }
}

/* The number of bytes, or 0 unless the text is base64 of at most `room` bytes. */
size_t zn_base64_decode(const char *text, size_t size, unsigned char *bytes, size_t room)
{
    size_t i, count = 0;
    unsigned long word = 0;

    if (size == 0 || size % 4)
        return 0;
    while (size && text[size - 1] == '=')
        size--;
    for (i = 0; i < size; i++) {
        const char *digit = strchr(digits64, text[i]);

        if (!digit || !text[i])
            return 0;
        word = word << 6 | (unsigned long)(digit - digits64);
        if (i % 4) {
            if (count == room)
                return 0;
            bytes[count++] = (unsigned char)(word >> (6 - 2 * (i % 4)));
        }
    }
    return count;
}
