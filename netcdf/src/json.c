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

/* The first character behind a value. */
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

/* The first element of a list, or the name of the first member of an object; NULL where there is none. */
const char *zn_json_first(const char *json)
{
    json = json ? zn_json_space(json) : "";
    if (*json != '{' && *json != '[')
        return NULL;
    json = zn_json_space(json + 1);
    return *json && *json != '}' && *json != ']' ? json : NULL;
}

/* The name of the first member; NULL where the value is no object, or has none. */
const char *zn_json_members(const char *json)
{
    return json && *zn_json_space(json) == '{' ? zn_json_first(json) : NULL;
}

/* The element behind a value of a list or an object; NULL where it is the last. */
const char *zn_json_next(const char *value)
{
    value = zn_json_space(zn_json_end(value));
    return *value == ',' ? zn_json_space(value + 1) : NULL;
}

/* The value behind the name of a member. */
const char *zn_json_value(const char *member)
{
    member = zn_json_space(zn_json_end(member));
    return *member == ':' ? zn_json_space(member + 1) : member;
}

/* Names with a quote or a backslash are escaped, others as a rule not. */
static int is_named(const char *member, const char *name)
{
    size_t length = strlen(name), size = 0;
    const char *end = *member == '"' ? end_of_string(member) : member;
    char *text;
    int same;

    if (!memchr(member, '\\', (size_t)(end - member)))
        return (size_t)(end - member) == length + 2 && !memcmp(member + 1, name, length);
    text = zn_json_text_size(member, &size);
    same = text && size == length && !memcmp(text, name, length);
    free(text);
    return same;
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

static void add_point(zn_text *text, unsigned long point)
{
    char bytes[4];
    size_t size = 0;

    /* A byte that was not UTF-8, as zn_text_string writes it. */
    if (point >= 0xdc80 && point <= 0xdcff) {
        bytes[size++] = (char)(point & 0xff);
    } else if (point < 0x80) {
        bytes[size++] = (char)point;
    } else if (point < 0x800) {
        bytes[size++] = (char)(0xc0 | point >> 6);
        bytes[size++] = (char)(0x80 | (point & 0x3f));
    } else if (point < 0x10000) {
        bytes[size++] = (char)(0xe0 | point >> 12);
        bytes[size++] = (char)(0x80 | (point >> 6 & 0x3f));
        bytes[size++] = (char)(0x80 | (point & 0x3f));
    } else {
        bytes[size++] = (char)(0xf0 | point >> 18);
        bytes[size++] = (char)(0x80 | (point >> 12 & 0x3f));
        bytes[size++] = (char)(0x80 | (point >> 6 & 0x3f));
        bytes[size++] = (char)(0x80 | (point & 0x3f));
    }
    zn_text_bytes(text, bytes, size);
}

static unsigned long hex4(const char *digits)
{
    char copy[5] = {0};

    strncpy(copy, digits, 4);
    return strtoul(copy, NULL, 16);
}

/* The text of a string, and its bytes without the final NUL; NULL where the value is none, or memory is lacking. */
char *zn_json_text_size(const char *json, size_t *size)
{
    zn_text text = {0};
    const char *end;

    json = zn_json_space(json);
    if (*json != '"')
        return NULL;
    end = end_of_string(json) - 1;
    zn_text_add(&text, "");
    for (json++; json < end; json++) {
        unsigned long point;

        if (*json != '\\') {
            zn_text_bytes(&text, json, 1);
            continue;
        }
        json++;
        switch (*json) {
        case 'n': zn_text_add(&text, "\n"); break;
        case 't': zn_text_add(&text, "\t"); break;
        case 'r': zn_text_add(&text, "\r"); break;
        case 'b': zn_text_add(&text, "\b"); break;
        case 'f': zn_text_add(&text, "\f"); break;
        case 'u':
            point = hex4(json + 1);
            json += 4;
            if (point >= 0xd800 && point < 0xdc00 && json[1] == '\\' && json[2] == 'u') {
                point = 0x10000 + ((point - 0xd800) << 10) + (hex4(json + 3) - 0xdc00);
                json += 6;
            }
            add_point(&text, point);
            break;
        default: zn_text_bytes(&text, json, 1);
        }
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

/* Compares two values, but for space between their parts. */
int zn_json_same(const char *a, const char *b)
{
    const char *a_end, *b_end;

    if (!a || !b)
        return a == b;
    a_end = zn_json_end(a);
    b_end = zn_json_end(b);
    for (;;) {
        size_t length;

        a = zn_json_space(a);
        b = zn_json_space(b);
        if (a >= a_end || b >= b_end)
            return a >= a_end && b >= b_end;
        length = *a == '"' ? (size_t)(zn_json_end(a) - a) : 1;
        if (strncmp(a, b, length))
            return 0;
        a += length;
        b += length;
    }
}
