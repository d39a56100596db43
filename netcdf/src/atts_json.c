/* Attributes as JSON. A type that JSON does not tell is kept in the attribute _nczarr_attr, where NCZarr keeps it. */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TYPES     "_nczarr_attr"
#define OLD_TYPES "_NCZARR_ATTR"

int zn_att_hidden(const char *name)
{
    return !strcmp(name, "_ARRAY_DIMENSIONS") || !strncmp(name, "_nczarr", 7) || !strncmp(name, "_NCZARR", 7);
}

/* Types as NumPy spells them, without the byte order. */
static const char *const spellings[] = {"", "i1", "S1", "i2", "i4", "f4", "f8", "u1", "u2", "u4", "i8", "u8"};

static nc_type type_spelled(const zn_file *file, const char *json)
{
    char *text = json ? zn_json_text(json) : NULL;
    nc_type type = NC_NAT;
    int i;

    if (text && *text) {
        for (i = NC_BYTE; i <= NC_UINT64; i++)
            if (!strcmp(text + 1, spellings[i]))
                type = i;
        if (*text == '/')
            type = zn_type_named(file, text);
        else if (type == NC_NAT && text[1] == 'S')
            type = NC_STRING;
    }
    free(text);
    return type;
}

/* A number, whatever the decimal point of the locale is. */
static double number(const char *json)
{
    char token[400];
    size_t length = (size_t)(zn_json_end(json) - json);
    char *point;

    if (length >= sizeof token)
        length = sizeof token - 1;
    memcpy(token, json, length);
    token[length] = 0;
    point = strchr(token, '.');
    if (point)
        *point = *localeconv()->decimal_point;
    return strtod(token, NULL);
}

static int is_integer(const char *json)
{
    const char *end = zn_json_end(json), *c = json + (*json == '-');

    if (c == end)
        return 0;
    for (; c < end; c++)
        if (*c < '0' || *c > '9')
            return 0;
    return 1;
}

static int is_number(const char *json)
{
    return *json == '-' || (*json >= '0' && *json <= '9') || *json == 'N' || *json == 'I';
}

static int is_bool(const char *json)
{
    return *json == 't' || *json == 'f';
}

/* The type of a value, NC_NAT for what is none of netCDF. */
static nc_type type_of_value(const char *json)
{
    if (*json == '"')
        return NC_STRING;
    if (is_bool(json))
        return NC_UBYTE;
    if (!is_number(json))
        return NC_NAT;
    if (!is_integer(json))
        return NC_DOUBLE;
    errno = 0;
    if (*json == '-' || strtoull(json, NULL, 10) <= LLONG_MAX) {
        long long value = strtoll(json, NULL, 10);

        if (!errno)
            return value >= INT_MIN && value <= INT_MAX ? NC_INT : NC_INT64;
    }
    return errno ? NC_DOUBLE : NC_UINT64;
}

/* The type that holds values of both types. */
static nc_type common(nc_type a, nc_type b)
{
    if (a == b)
        return a;
    if (!zn_is_number(a) || !zn_is_number(b) || a == NC_UBYTE || b == NC_UBYTE)
        return NC_NAT;
    if (a == NC_DOUBLE || b == NC_DOUBLE || a == NC_UINT64 || b == NC_UINT64)
        return NC_DOUBLE;
    return NC_INT64;
}

static int set_value(const char *json, nc_type type, void *target)
{
    if (is_bool(json)) {
        unsigned char bit = *json == 't';

        return zn_convert(NC_UBYTE, &bit, type, target, 1);
    }
    if (is_integer(json)) {
        errno = 0;
        if (*json == '-') {
            long long value = strtoll(json, NULL, 10);

            if (!errno)
                return zn_convert(NC_INT64, &value, type, target, 1);
        } else {
            unsigned long long value = strtoull(json, NULL, 10);

            if (!errno)
                return zn_convert(NC_UINT64, &value, type, target, 1);
        }
    }
    {
        double value = number(json);

        zn_convert(NC_DOUBLE, &value, type, target, 1);
    }
    return NC_NOERR;
}

/* The fill value as xarray writes it to v3: base64 of a double in little-endian order, or of bytes. */
static int decode_fill(const char *text, nc_type type, void *value)
{
    unsigned char bytes[8];
    size_t count = zn_base64_decode(text, strlen(text), bytes, sizeof bytes);

    if (type == NC_CHAR && (count == 1 || strlen(text) == 1)) {
        *(char *)value = count == 1 ? (char)bytes[0] : *text;
        return 1;
    }
    if ((type == NC_FLOAT || type == NC_DOUBLE) && count == 8) {
        uint64_t word = 0;
        double number;
        int i;

        for (i = 7; i >= 0; i--)
            word = word << 8 | bytes[i];
        memcpy(&number, &word, sizeof number);
        zn_convert(NC_DOUBLE, &number, type, value, 1);
        return 1;
    }
    return 0;
}

static int load_fill(const char *json, zn_list *atts, nc_type type, int *done)
{
    char value[16];

    *done = 0;
    if (type == NC_STRING && *json == '"') {
        char *text = zn_json_text(json);
        int status = text ? zn_att_new(atts, NC_FillValue, NC_STRING, 1, &text, NULL) : NC_ENOMEM;

        free(text);
        *done = 1;
        return status;
    }
    if (*json == '[') {
        json = zn_json_first(json);
        if (!json || zn_json_next(json))
            return NC_NOERR;
    }
    if (*json == '"' && type < NC_STRING) {
        char *text = zn_json_text(json);

        *done = text && decode_fill(text, type, value);
        free(text);
    } else if (zn_is_number(type) && (is_number(json) || is_bool(json))) {
        *done = !set_value(json, type, value);
    }
    return *done ? zn_att_new(atts, NC_FillValue, type, 1, value, NULL) : NC_NOERR;
}

static int load_strings(const char *name, const char *json, zn_list *atts, size_t count)
{
    char **values = calloc(count ? count : 1, sizeof *values);
    const char *value = *json == '[' ? zn_json_first(json) : json;
    size_t i = 0;
    int status = values ? NC_NOERR : NC_ENOMEM;

    for (; values && value && i < count && !status; value = count > 1 ? zn_json_next(value) : NULL)
        if (!(values[i++] = zn_json_text(value)))
            status = NC_ENOMEM;
    if (!status)
        status = zn_att_new(atts, name, NC_STRING, count, values, NULL);
    for (i = 0; values && i < count; i++)
        free(values[i]);
    free(values);
    return status;
}

/* A text; or JSON that is nothing else, such as an object. */
static int load_text(const char *name, const char *json, zn_list *atts)
{
    size_t len = (size_t)(zn_json_end(json) - json);
    char *text = *json == '"' ? zn_json_text_size(json, &len) : zn_copy_bytes(json, len);
    zn_att *att;
    int status;

    if (!text)
        return NC_ENOMEM;
    status = zn_att_new(atts, name, NC_CHAR, len, text, &att);
    if (!status && *json != '"')
        att->json = text;
    else
        free(text);
    return status;
}

/* Elements of a user-defined type: their bytes in memory, as base64. */
static int load_user(const char *name, const char *json, const zn_type *type, zn_list *atts)
{
    char *text = zn_json_text(json);
    size_t size = text ? strlen(text) : 0;
    unsigned char *bytes = text ? malloc(size + 1) : NULL;
    int status = bytes ? NC_NOERR : NC_ENOMEM;

    if (!status) {
        size = zn_base64_decode(text, size, bytes, size);
        status = size % type->size ? load_text(name, json, atts)
                                   : zn_att_new_sized(atts, name, type->id, type->size, size / type->size, bytes, NULL);
    }
    free(bytes);
    free(text);
    return status;
}

static int load_one(const zn_file *file, const char *name, const char *json, nc_type told, zn_list *atts)
{
    const char *value = *json == '[' ? zn_json_first(json) : json;
    nc_type type = value ? type_of_value(value) : NC_NAT;
    const zn_type *user = zn_type_by_id(file, told);
    size_t count = 0, size;
    char *data;
    int status;

    if (user && *json == '"')
        return load_user(name, json, user, atts);
    told = user ? NC_NAT : told;
    if (*json == '[' && !value && told != NC_NAT)
        return zn_att_new(atts, name, told, 0, "", NULL);
    if (*json == '[') {
        for (; value; value = zn_json_next(value), count++)
            type = count ? common(type, type_of_value(value)) : type;
    } else {
        count = 1;
    }
    if (type == NC_NAT)
        return load_text(name, json, atts);
    if (type == NC_STRING)
        return *json == '[' || told == NC_STRING ? load_strings(name, json, atts, count) : load_text(name, json, atts);
    if (zn_is_number(told))
        type = told;
    size = zn_type_size(NULL, type);
    data = malloc(count * size);
    if (!data)
        return NC_ENOMEM;
    count = 0;
    for (value = *json == '[' ? zn_json_first(json) : json; value; value = *json == '[' ? zn_json_next(value) : NULL)
        set_value(value, type, data + size * count++);
    status = zn_att_new(atts, name, type, count, data, NULL);
    free(data);
    return status;
}

static int load_hidden(const char *name, const char *json, zn_list *atts)
{
    zn_att *att;
    int status = zn_att_new(atts, name, NC_CHAR, 0, "", &att);

    if (!status) {
        att->hidden = 1;
        att->json = zn_copy_bytes(json, (size_t)(zn_json_end(json) - json));
        status = att->json ? NC_NOERR : NC_ENOMEM;
    }
    return status;
}

/* `fill_type` is the type of the variable, which that of its _FillValue is, or NC_NAT. */
int zn_atts_load(zn_file *file, const char *path, const char *json, zn_list *atts, nc_type fill_type)
{
    const char *types = zn_json_find(json, TYPES), *member;
    int status = NC_NOERR;

    if (!types)
        types = zn_json_find(json, OLD_TYPES);
    types = types ? zn_json_find(types, "types") : NULL;
    for (member = zn_json_first(json); member && !status; member = zn_json_next(zn_json_value(member))) {
        const char *value = zn_json_value(member);
        char *name = zn_json_text(member);
        int done = 0, too_long;

        if (!name)
            return NC_ENOMEM;
        too_long = strlen(name) > NC_MAX_NAME;
        if (too_long)
            status = zn_warn_name(file, path, "attribute", name);
        /* One that can't be shown is written back, as those of the format are. */
        if (too_long || zn_att_hidden(name))
            status = status ? status : load_hidden(name, value, atts);
        else if (!strcmp(name, NC_FillValue) && fill_type != NC_NAT)
            status = load_fill(value, atts, fill_type, &done);
        if (!status && !done && !too_long && !zn_att_hidden(name))
            status = load_one(file, name, value, types ? type_spelled(file, zn_json_find(types, name)) : NC_NAT, atts);
        free(name);
    }
    return status;
}

static void add_fill(zn_text *text, const zn_att *att)
{
    double value = 0;
    uint64_t word;
    unsigned char bytes[8];
    int i;

    zn_text_add(text, "\"");
    if (att->type == NC_CHAR) {
        zn_base64(text, att->data, 1);
    } else {
        zn_convert(att->type, att->data, NC_DOUBLE, &value, 1);
        memcpy(&word, &value, sizeof word);
        for (i = 0; i < 8; i++)
            bytes[i] = (unsigned char)(word >> 8 * i);
        zn_base64(text, bytes, 8);
    }
    zn_text_add(text, "\"");
}

static void add_value(zn_text *text, const zn_file *file, const zn_att *att)
{
    size_t size = zn_type_size(NULL, att->type), i;

    if (att->json) {
        zn_text_add(text, att->json);
    } else if (!strcmp(att->name, NC_FillValue) && file->format == ZARR_FORMAT_V3 && att->len == 1 &&
               (att->type == NC_CHAR || att->type == NC_FLOAT || att->type == NC_DOUBLE)) {
        add_fill(text, att);
    } else if (att->type == NC_CHAR) {
        zn_text_string(text, att->data, att->len);
    } else if (att->type > NC_STRING) {
        zn_text_add(text, "\"");
        zn_base64(text, att->data, att->len * att->size);
        zn_text_add(text, "\"");
    } else {
        if (att->len != 1)
            zn_text_add(text, "[");
        for (i = 0; i < att->len; i++) {
            if (i)
                zn_text_add(text, ", ");
            if (att->type == NC_STRING) {
                const char *value = ((char **)att->data)[i];

                zn_text_string(text, value ? value : "", value ? strlen(value) : 0);
            } else {
                zn_text_number(text, att->type, (char *)att->data + i * size);
            }
        }
        if (att->len != 1)
            zn_text_add(text, "]");
    }
}

/* The type that reading would take the value for. */
static nc_type inferred(const zn_att *att)
{
    nc_type type = NC_NAT;
    size_t i;

    if (att->type > NC_STRING)
        return NC_NAT;
    if (att->type == NC_STRING)
        return att->len == 1 ? NC_CHAR : NC_STRING;
    if (att->type == NC_CHAR || !strcmp(att->name, NC_FillValue))
        return att->type;
    if (att->type == NC_FLOAT)
        return NC_DOUBLE;
    for (i = 0; i < att->len; i++) {
        zn_text text = {0};

        zn_text_number(&text, att->type, (char *)att->data + i * zn_type_size(NULL, att->type));
        if (text.failed)
            return NC_NAT;
        type = i ? common(type, type_of_value(text.data)) : type_of_value(text.data);
        free(text.data);
    }
    return type;
}

static void add_user_type(zn_text *text, const zn_file *file, nc_type type)
{
    zn_text name = {0};

    zn_type_name(file, type, &name);
    zn_text_add(text, ": ");
    if (name.failed)
        text->failed = 1;
    else
        zn_text_string(text, name.data, name.size);
    free(name.data);
}

static void add_types(zn_text *text, const zn_file *file, const zn_list *atts, const char *separator)
{
    size_t i, told = 0;

    for (i = 0; i < atts->count; i++) {
        const zn_att *att = atts->items[i];

        if (att->hidden || att->json || (inferred(att) == att->type && (att->len || att->type == NC_CHAR)))
            continue;
        zn_text_format(text, "%s", told++ ? ", " : separator);
        if (told == 1)
            zn_text_add(text, "\"" TYPES "\": {\"types\": {");
        zn_text_string(text, att->name, strlen(att->name));
        if (att->type > NC_STRING)
            add_user_type(text, file, att->type);
        else if (att->type == NC_STRING)
            zn_text_format(text, ": \"|S%lu\"",
                           att->len && ((char **)att->data)[0] && strlen(((char **)att->data)[0]) > 2
                               ? (unsigned long)strlen(((char **)att->data)[0])
                               : 2ul);
        else
            zn_text_format(text, ": \"%c%s\"", spellings[att->type][1] == '1' ? '|' : '<', spellings[att->type]);
    }
    if (told)
        zn_text_add(text, "}}");
}

/* The JSON object of a node: its attributes, the hidden ones as they were, but for `extra_name`, which gets the value
 * `extra_json` (NULL: is left out). */
int zn_atts_json(const zn_file *file, const zn_list *atts, const char *extra_name, const char *extra_json, char **json)
{
    zn_text text = {0};
    const char *separator = "";
    size_t i;

    zn_text_add(&text, "{");
    for (i = 0; i < atts->count; i++) {
        const zn_att *att = atts->items[i];

        if (!strcmp(att->name, TYPES) || !strcmp(att->name, OLD_TYPES) ||
            (extra_name && !strcmp(att->name, extra_name)))
            continue;
        zn_text_add(&text, separator);
        zn_text_string(&text, att->name, strlen(att->name));
        zn_text_add(&text, ": ");
        add_value(&text, file, att);
        separator = ", ";
    }
    if (extra_name && extra_json) {
        zn_text_add(&text, separator);
        zn_text_string(&text, extra_name, strlen(extra_name));
        zn_text_add(&text, ": ");
        zn_text_add(&text, extra_json);
        separator = ", ";
    }
    add_types(&text, file, atts, separator);
    zn_text_add(&text, "}");
    if (text.failed) {
        free(text.data);
        return NC_ENOMEM;
    }
    *json = text.data;
    return NC_NOERR;
}
