/* Walks JSON that libzarr has checked: attributes and configurations of codecs. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

const char *zn_json_space(const char *json)
{
    while (*json == ' ' || *json == '\n' || *json == '\t' || *json == '\r')
        json++;
    return json;
}

static const char *end_of_string(const char *json)
{
    for (json++; *json && *json != '"'; json++)
        if (*json == '\\' && json[1])
            json++;
    return *json ? json + 1 : json;
}

/* The first character after a value. */
const char *zn_json_end(const char *json)
{
    int depth = 0;

    json = zn_json_space(json);
    if (*json == '"')
        return end_of_string(json);
    if (*json != '{' && *json != '[') {
        while (*json && !strchr(",]} \n\t\r", *json))
            json++;
        return json;
    }
    while (*json) {
        if (*json == '"') {
            json = end_of_string(json);
            continue;
        }
        if (*json == '{' || *json == '[')
            depth++;
        if ((*json == '}' || *json == ']') && --depth == 0)
            return json + 1;
        json++;
    }
    return json;
}

/* The first element of a list, or the name of the first member of an object; NULL for an empty one. */
const char *zn_json_first(const char *json)
{
    json = json ? zn_json_space(json) : "";
    if (*json != '{' && *json != '[')
        return NULL;
    json = zn_json_space(json + 1);
    return *json && *json != '}' && *json != ']' ? json : NULL;
}

/* The name of the first member; NULL for an empty object, or another value. */
const char *zn_json_members(const char *json)
{
    return json && *zn_json_space(json) == '{' ? zn_json_first(json) : NULL;
}

/* The next element after a value of a list or an object; NULL after the last. */
const char *zn_json_next(const char *value)
{
    value = zn_json_space(zn_json_end(value));
    return *value == ',' ? zn_json_space(value + 1) : NULL;
}

/* The value after the name of a member. */
const char *zn_json_value(const char *member)
{
    member = zn_json_space(zn_json_end(member));
    return *member == ':' ? zn_json_space(member + 1) : member;
}

/* Where the text of a string is read, byte by byte: those of the escape that was met last, and how many are left. */
typedef struct reader {
    const char *at, *end;
    unsigned char bytes[4];
    int count, left;
} reader;

static void read_string(reader *text, const char *json)
{
    text->at = json + 1;
    text->end = end_of_string(json) - 1;
    text->left = 0;
}

static void set_point(reader *text, unsigned long point)
{
    unsigned char *bytes = text->bytes;
    int i;

    text->count = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (i = text->count - 1; i > 0; i--, point >>= 6)
        bytes[i] = (unsigned char)(0x80 | (point & 0x3f));
    bytes[0] = (unsigned char)(text->count == 1 ? point : (0xf00u >> text->count & 0xff) | point);
}

static unsigned long hex4(const char *digits)
{
    char copy[5] = {0};

    strncpy(copy, digits, 4);
    return strtoul(copy, NULL, 16);
}

/* Reads the part of a \u escape that follows the letter. */
static void read_point(reader *text)
{
    unsigned long point = hex4(text->at);

    text->at += 4;
    if (point >= 0xd800 && point < 0xdc00 && text->at[0] == '\\' && text->at[1] == 'u') {
        const unsigned long low = hex4(text->at + 2);

        if (low >= 0xdc00 && low < 0xe000) {
            point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
            text->at += 6;
        }
    }
    set_point(text, point);
    /* A byte that was not UTF-8, as zn_text_string writes it. */
    if (point >= 0xdc80 && point <= 0xdcff) {
        text->bytes[0] = (unsigned char)point;
        text->count = 1;
    }
}

/* The next byte of a text, or -1 at its end. */
static int next_byte(reader *text)
{
    static const char letters[] = "ntrbf", bytes[] = "\n\t\r\b\f";
    const char *letter;

    if (text->left)
        return text->bytes[text->count - text->left--];
    if (text->at >= text->end)
        return -1;
    if (*text->at != '\\')
        return (unsigned char)*text->at++;
    text->at += 2;
    if (text->at[-1] == 'u') {
        read_point(text);
        text->left = text->count - 1;
        return text->bytes[0];
    }
    letter = strchr(letters, text->at[-1]);
    return (unsigned char)(letter ? bytes[letter - letters] : text->at[-1]);
}

/* True where two strings are one text, however each is spelled. */
static int same_strings(const char *a, const char *b)
{
    reader x, y;
    int byte;

    read_string(&x, a);
    read_string(&y, b);
    while ((byte = next_byte(&x)) == next_byte(&y))
        if (byte < 0)
            return 1;
    return 0;
}

static int is_named(const char *member, const char *name)
{
    reader text;
    int byte;

    if (*member != '"')
        return 0;
    read_string(&text, member);
    while ((byte = next_byte(&text)) >= 0 && *name && byte == (unsigned char)*name)
        name++;
    return byte < 0 && !*name;
}

const char *zn_json_find(const char *object, const char *name)
{
    const char *member = object && *zn_json_space(object) == '{' ? zn_json_first(object) : NULL;

    while (member) {
        const char *value = zn_json_value(member);

        if (is_named(member, name))
            return value;
        member = zn_json_next(value);
    }
    return NULL;
}

/* The text of a string, and its size without the final NUL; NULL for another value, or without memory. */
char *zn_json_text_size(const char *json, size_t *size)
{
    zn_text text = {0};
    reader bytes;
    int byte;

    json = zn_json_space(json);
    if (*json != '"')
        return NULL;
    zn_text_add(&text, "");
    read_string(&bytes, json);
    while ((byte = next_byte(&bytes)) >= 0) {
        const char one = (char)byte;

        zn_text_bytes(&text, &one, 1);
    }
    if (text.failed) {
        free(text.data);
        return NULL;
    }
    *size = text.size;
    return text.data;
}

char *zn_json_text(const char *json)
{
    size_t size;

    return zn_json_text_size(json, &size);
}

long long zn_json_integer(const char *json, long long otherwise)
{
    char *end;
    long long value;

    if (!json)
        return otherwise;
    value = strtoll(json, &end, 10);
    return end == json ? otherwise : value;
}

/* Compares two values, but for the spelling of their strings and space between their parts. */
int zn_json_same(const char *a, const char *b)
{
    const char *a_end, *b_end;

    if (!a || !b)
        return a == b;
    a_end = zn_json_end(a);
    b_end = zn_json_end(b);
    for (;;) {
        a = zn_json_space(a);
        b = zn_json_space(b);
        if (a >= a_end || b >= b_end)
            return a >= a_end && b >= b_end;
        if (*a != *b || (*a == '"' && !same_strings(a, b)))
            return 0;
        if (*a == '"') {
            a = zn_json_end(a);
            b = zn_json_end(b);
        } else {
            a++;
            b++;
        }
    }
}
