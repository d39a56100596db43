/*
 * Why this file exists: the body behind fixture_values.h.
 */
#include "fixture_values.h"

#include "fixtures.h"

#include <ctype.h>
#include <stdint.h>

static const char *skip(const char *at) {
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

static unsigned long hex(const char *digits, int count) {
    char text[5] = {0};
    memcpy(text, digits, (size_t)count);
    return strtoul(text, NULL, 16);
}

static char *put_utf8(char *to, unsigned long c) {
    if (c < 0x80) {
        *to++ = (char)c;
    } else if (c < 0x800) {
        *to++ = (char)(0xC0 | (c >> 6));
        *to++ = (char)(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        *to++ = (char)(0xE0 | (c >> 12));
        *to++ = (char)(0x80 | ((c >> 6) & 0x3F));
        *to++ = (char)(0x80 | (c & 0x3F));
    } else {
        *to++ = (char)(0xF0 | (c >> 18));
        *to++ = (char)(0x80 | ((c >> 12) & 0x3F));
        *to++ = (char)(0x80 | ((c >> 6) & 0x3F));
        *to++ = (char)(0x80 | (c & 0x3F));
    }
    return to;
}

/* Unescapes the string that begins behind its quote; gives the place behind it, NULL if it has no end. */
static const char *string(const char *at, char **to) {
    static const char from[] = "bfnrt\"\\/", into[] = "\b\f\n\r\t\"\\/";
    while (*at != '"') {
        const char *plain;
        if (*at == 0)
            return NULL;
        if (*at != '\\') {
            *(*to)++ = *at++;
        } else if (at[1] == 'u') {
            unsigned long c = hex(at + 2, 4);
            at += 6;
            if (c >= 0xD800 && c < 0xDC00 && at[0] == '\\' && at[1] == 'u') {
                c = 0x10000 + ((c - 0xD800) << 10) + (hex(at + 2, 4) - 0xDC00);
                at += 6;
            }
            *to = put_utf8(*to, c);
        } else if (at[1] != 0 && (plain = strchr(from, at[1])) != NULL) {
            *(*to)++ = into[plain - from];
            at += 2;
        } else {
            return NULL;
        }
    }
    return at + 1;
}

static const char *integers(const char *at, char **to) {
    for (at = skip(at); *at != ']'; at = skip(at)) {
        char *end;
        int32_t number = (int32_t)strtol(at, &end, 10);
        if (end == at)
            return NULL;
        memcpy(*to, &number, sizeof number);
        *to += sizeof number;
        at = skip(end);
        if (*at == ',')
            at++;
        else if (*at != ']')
            return NULL;
    }
    return at + 1;
}

int fixture_values_load(const char *path, const char *kind, fixture_values *values) {
    size_t length = 0;
    char *text = file_read(path, &length);
    const char *at = text != NULL ? skip(text) : NULL;
    char *to;
    int is_hex = strcmp(kind, "json-bytes-hex") == 0;
    char opening = strcmp(kind, "json-ragged") == 0 ? '[' : '"';
    memset(values, 0, sizeof *values);
    if (at == NULL || *at != '[') {
        free(text);
        return 0;
    }
    /* Nothing becomes longer than four times its text. */
    values->block = to = need(4 * length + 1);
    values->starts = need((length + 1) * sizeof *values->starts);
    values->sizes = need((length + 1) * sizeof *values->sizes);
    for (at = skip(at + 1); at != NULL && *at != ']'; at = skip(at)) {
        char *start = to;
        if (*at != opening)
            break;
        at = opening == '"' ? string(at + 1, &to) : integers(at + 1, &to);
        if (at == NULL)
            break;
        if (is_hex) {
            size_t i, digits = (size_t)(to - start);
            for (i = 0; i + 1 < digits; i += 2)
                start[i / 2] = (char)hex(start + i, 2);
            to = start + digits / 2;
        }
        values->starts[values->count] = (size_t)(start - values->block);
        values->sizes[values->count++] = (size_t)(to - start);
        at = skip(at);
        if (*at == ',')
            at++;
    }
    if (at == NULL || *at != ']') {
        fixture_values_free(values);
        at = NULL;
    }
    free(text);
    return at != NULL;
}

void fixture_values_free(fixture_values *values) {
    free(values->block);
    free(values->starts);
    free(values->sizes);
    memset(values, 0, sizeof *values);
}
