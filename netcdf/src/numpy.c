/* Data types as NumPy spells them. The library has these for structs that final v3 can't spell; here they become those
 * of v3, with `[type, shape]` for a field that is an array, and fields without a name for padding. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* A type without parts, such as "<i4". Times are the numbers that are stored; of what netCDF lacks the bytes count. */
static void add_plain(zn_text *text, const char *json)
{
    char *spelled = zn_json_text(json);
    const char kind = spelled && *spelled ? spelled[1] : 0;
    const unsigned long size = kind ? strtoul(spelled + 2, NULL, 10) : 0;

    if (!spelled)
        text->failed = 1;
    else if (strchr("iuf", kind) && kind)
        zn_text_format(text, "\"%s%lu\"", kind == 'i' ? "int" : kind == 'u' ? "uint" : "float", 8 * size);
    else if (kind == 'm' || kind == 'M')
        zn_text_add(text, "\"int64\"");
    else if (kind == 'b')
        zn_text_add(text, "\"bool\"");
    else
        zn_text_format(text, "{\"name\": \"%s\", \"configuration\": {\"length_bytes\": %lu}}",
                       kind == 'S' ? "null_terminated_bytes" : "raw_bytes", kind == 'U' ? 4 * size : size);
    free(spelled);
}

static void add_type(zn_text *text, const char *json, int depth);

static void add_fields(zn_text *text, const char *fields, int depth)
{
    const char *field, *separator = "";

    zn_text_add(text, "{\"name\": \"struct\", \"configuration\": {\"fields\": [");
    for (field = zn_json_first(fields); field; field = zn_json_next(field)) {
        const char *name = zn_json_first(field), *type = name ? zn_json_next(name) : NULL,
                   *shape = type ? zn_json_next(type) : NULL;

        if (!type)
            continue;
        zn_text_add(text, separator);
        separator = ", ";
        zn_text_add(text, "{\"name\": ");
        zn_text_json(text, name);
        zn_text_add(text, shape ? ", \"data_type\": [" : ", \"data_type\": ");
        add_type(text, type, depth + 1);
        if (shape) {
            zn_text_add(text, ", ");
            zn_text_json(text, shape);
            zn_text_add(text, "]");
        }
        zn_text_add(text, "}");
    }
    zn_text_add(text, "]}}");
}

/* One that is nested too deep is of no type, and the bytes of what it is in count. */
static void add_type(zn_text *text, const char *json, int depth)
{
    if (*json == '"')
        add_plain(text, json);
    else if (depth < ZN_MAX_DEPTH)
        add_fields(text, json, depth);
    else
        zn_text_add(text, "\"\"");
}

/* True where a list is `[type, shape]`, and not one of fields, each of which begins with its name. */
static int has_shape(const char *json)
{
    const char *type = zn_json_first(json), *shape = type ? zn_json_next(type) : NULL, *length = zn_json_first(shape);

    return length && *length >= '0' && *length <= '9';
}

/* Adds the data type of a field as v3 spells it, with a shape where it is an array. */
void zn_field_json(zn_text *text, const char *json)
{
    const char *type = json;

    if (*json == '[' && has_shape(json)) {
        type = zn_json_first(json);
        zn_text_add(text, "[");
    }
    if (*type == '[')
        add_type(text, type, 0);
    else
        zn_text_json(text, type);
    if (type != json) {
        zn_text_add(text, ", ");
        zn_text_json(text, zn_json_next(type));
        zn_text_add(text, "]");
    }
}
