/* As much JSON as a program needs that shows metadata and does not interpret it: find a member of the outermost object, and
   print a value on one line. The library has parsed the text before, so it is well formed. */
#ifndef EXAMPLE_JSON_H
#define EXAMPLE_JSON_H

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static inline const char *json_skip_space(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

/* From an opening quote to behind the closing one. */
static inline const char *json_skip_string(const char *text)
{
    for (text++; *text && *text != '"'; text++)
        if (*text == '\\' && text[1])
            text++;
    return *text ? text + 1 : text;
}

/* From the first character of a value to behind its last. */
static inline const char *json_skip_value(const char *text)
{
    int depth = 0;
    while (*text) {
        if (depth == 0 && strchr(",]}", *text))
            break;
        if (*text == '"') {
            text = json_skip_string(text);
        } else {
            depth += (*text == '{' || *text == '[') - (*text == '}' || *text == ']');
            text++;
        }
        if (depth == 0 && (text[-1] == '}' || text[-1] == ']'))
            break;
    }
    return text;
}

/* The value of the member `name` of an object, or NULL. */
static inline const char *json_member(const char *object, const char *name)
{
    const size_t length = strlen(name);
    const char *text = json_skip_space(object);
    if (*text != '{')
        return NULL;
    text = json_skip_space(text + 1);
    while (*text == '"') {
        const char *key = text + 1, *end = json_skip_string(text), *value = json_skip_space(end);
        value = json_skip_space(value + (*value == ':'));
        if ((size_t)(end - 1 - key) == length && memcmp(key, name, length) == 0)
            return value;
        text = json_skip_space(json_skip_value(value));
        text = json_skip_space(text + (*text == ','));
    }
    return NULL;
}

static inline int json_is_empty_object(const char *text)
{
    text = json_skip_space(text);
    return *text == '{' && *json_skip_space(text + 1) == '}';
}

/* Without the white space between tokens. */
static inline void json_print(const char *value)
{
    const char *end;
    value = json_skip_space(value);
    end = json_skip_value(value);
    while (value < end) {
        if (*value == '"') {
            const char *next = json_skip_string(value);
            fwrite(value, 1, (size_t)(next - value), stdout);
            value = next;
        } else {
            if (!isspace((unsigned char)*value))
                putchar(*value);
            if (*value == ',' || *value == ':')
                putchar(' ');
            value++;
        }
    }
}

#endif
