/* Reads attributes from the JSON object that a node has of them. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static nc_type type_spelled(const zn_file *file, const char *json)
{
    char *text = json ? zn_json_text(json) : NULL;
    nc_type type = NC_NAT;
    int i;

    if (text && *text) {
        for (i = NC_BYTE; i <= NC_UINT64; i++)
            if (!strcmp(text + 1, zn_spellings[i]))
                type = i;
        if (*text == '/')
            type = zn_type_named(file, text);
        else if (type == NC_NAT && text[1] == 'S')
            type = NC_STRING;
    }
    free(text);
    return type;
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

static int load_fill(const zn_file *file, const char *json, zn_list *atts, nc_type type, int *done)
{
    char value[16];

    *done = 0;
    if (type == NC_STRING && *json == '"') {
        char *text = zn_json_text(json);
        int status = text ? zn_att_add(file, atts, NC_FillValue, NC_STRING, 1, &text, NULL) : NC_ENOMEM;

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
    } else if (zn_is_number(type) && (zn_json_is_number(json) || zn_json_is_bool(json))) {
        *done = !zn_json_convert(json, type, value);
    }
    return *done ? zn_att_add(file, atts, NC_FillValue, type, 1, value, NULL) : NC_NOERR;
}

static int load_strings(const zn_file *file, const char *name, const char *json, zn_list *atts, size_t count)
{
    char **values = calloc(count ? count : 1, sizeof *values);
    const char *value = *json == '[' ? zn_json_first(json) : json;
    size_t i = 0;
    int status = values ? NC_NOERR : NC_ENOMEM;

    for (; values && value && i < count && !status; value = count > 1 ? zn_json_next(value) : NULL)
        if (!(values[i++] = zn_json_text(value)))
            status = NC_ENOMEM;
    if (!status)
        status = zn_att_add(file, atts, name, NC_STRING, count, values, NULL);
    for (i = 0; values && i < count; i++)
        free(values[i]);
    free(values);
    return status;
}

/* A text; or JSON that is nothing else, such as an object. */
static int load_text(const zn_file *file, const char *name, const char *json, zn_list *atts)
{
    size_t len = (size_t)(zn_json_end(json) - json);
    char *text = *json == '"' ? zn_json_text_size(json, &len) : zn_copy_bytes(json, len);
    zn_att *att;
    int status;

    if (!text)
        return NC_ENOMEM;
    status = zn_att_add(file, atts, name, NC_CHAR, len, text, &att);
    if (!status && *json != '"')
        att->json = text;
    else
        free(text);
    return status;
}

/* Elements of a user-defined type, in base64: their bytes in memory, or those of elements that vary. */
static int load_user(const zn_file *file, const char *name, const char *json, const zn_type *type, zn_list *atts)
{
    char *text = zn_json_text(json);
    size_t size = text ? strlen(text) : 0;
    char *bytes = text ? malloc(size + 1) : NULL;
    nc_vlen_t list = {0, NULL};
    int status = bytes ? NC_NOERR : NC_ENOMEM, damaged = 0;

    if (!status) {
        size = zn_base64_decode(text, size, (unsigned char *)bytes, size);
        damaged = *text && !size;
        if (!damaged && type->varies) {
            status = zn_items_value(file, type->id, bytes, size, &list);
            damaged = status && status != NC_ENOMEM;
        } else if (!damaged) {
            damaged = size % type->size != 0;
        }
    }
    if (damaged)
        status = load_text(file, name, json, atts);
    else if (!status)
        status = type->varies ? zn_att_add(file, atts, name, type->id, list.len, list.p, NULL)
                              : zn_att_add(file, atts, name, type->id, size / type->size, bytes, NULL);
    if (list.p)
        zn_value_free(file, type->id, list.p, list.len);
    free(list.p);
    free(bytes);
    free(text);
    return status;
}

/* True where a type holds all values of an attribute. Other software, and a program that died between two writes, may
 * have left the type of another value. */
static int holds(nc_type type, const char *json)
{
    const char *value = *json == '[' ? zn_json_first(json) : json;

    for (; value; value = *json == '[' ? zn_json_next(value) : NULL)
        if (!zn_json_fits(value, type))
            return 0;
    return 1;
}

static int load_one(const zn_file *file, const char *name, const char *json, nc_type told, zn_list *atts)
{
    const char *value = *json == '[' ? zn_json_first(json) : json;
    nc_type type = value ? zn_json_type(value) : NC_NAT;
    const zn_type *user = zn_type_by_id(file, told);
    size_t count = 0, size;
    char *data;
    int status;

    if (user && *json == '"')
        return load_user(file, name, json, user, atts);
    told = user ? NC_NAT : told;
    if (*json == '[' && !value && told != NC_NAT)
        return zn_att_add(file, atts, name, told, 0, "", NULL);
    if (*json == '[') {
        for (; value; value = zn_json_next(value), count++)
            type = count ? zn_json_common(type, zn_json_type(value)) : type;
    } else {
        count = 1;
    }
    if (type == NC_NAT)
        return load_text(file, name, json, atts);
    if (type == NC_STRING)
        return *json == '[' || told == NC_STRING ? load_strings(file, name, json, atts, count)
                                                 : load_text(file, name, json, atts);
    if (zn_is_number(told) && holds(told, json))
        type = told;
    size = zn_type_size(NULL, type);
    data = malloc(count * size);
    if (!data)
        return NC_ENOMEM;
    count = 0;
    for (value = *json == '[' ? zn_json_first(json) : json; value; value = *json == '[' ? zn_json_next(value) : NULL)
        zn_json_convert(value, type, data + size * count++);
    status = zn_att_add(file, atts, name, type, count, data, NULL);
    free(data);
    return status;
}

static int load_hidden(const zn_file *file, const char *name, const char *json, zn_list *atts)
{
    zn_att *att;
    int status = zn_att_add(file, atts, name, NC_CHAR, 0, "", &att);

    if (!status) {
        att->hidden = 1;
        att->json = zn_copy_bytes(json, (size_t)(zn_json_end(json) - json));
        status = att->json ? NC_NOERR : NC_ENOMEM;
    }
    return status;
}

/* Keeps the name that the type of an attribute has in the document, where a group was renamed since. */
static int keep_type(const zn_file *file, zn_att *att, const char *type)
{
    zn_text now = {0};
    int status;

    if (!type || att->type <= NC_STRING)
        return NC_NOERR;
    att->read_type = zn_json_text(type);
    zn_type_name(file, att->type, &now);
    status = att->read_type && !now.failed ? NC_NOERR : NC_ENOMEM;
    if (!status && !strcmp(att->read_type, now.data)) {
        free(att->read_type);
        att->read_type = NULL;
    }
    free(now.data);
    return status;
}

static int load_att(zn_file *file, const char *path, const zn_named *att, const char *type, nc_type fill_type,
                    zn_list *atts)
{
    const nc_type told = type_spelled(file, type);
    int done = 0, status;

    if (!strcmp(att->name, ZN_FILL))
        return load_one(file, NC_FillValue, att->item, told, atts);
    /* One that can't be shown is written back, as those of the format are. */
    if (zn_att_hidden(att->name))
        return load_hidden(file, att->name, att->item, atts);
    if (strlen(att->name) > NC_MAX_NAME) {
        status = zn_warn_name(file, path, "attribute", att->name);
        return status ? status : load_hidden(file, att->name, att->item, atts);
    }
    if (!strcmp(att->name, NC_FillValue) && fill_type != NC_NAT) {
        status = load_fill(file, att->item, atts, fill_type, &done);
        if (status || done)
            return status;
    }
    return load_one(file, att->name, att->item, told, atts);
}

/* True for the value that an attribute is shown with: of two of one name the last, of two fill values NCZarr's. */
static int is_shown(const zn_names *all, const zn_named *att)
{
    return zn_names_find(all, att->name) == att->item &&
           (strcmp(att->name, NC_FillValue) || !zn_names_find(all, ZN_FILL));
}

/* `fill_type` is the type of the variable, which that of its _FillValue is, or NC_NAT. */
int zn_atts_load(zn_file *file, const char *path, const char *json, zn_list *atts, nc_type fill_type)
{
    zn_names all, types = {0};
    const char *told;
    size_t i;
    int status = zn_names_of(json, &all);

    told = zn_names_find(&all, ZN_TYPES);
    if (!told)
        told = zn_names_find(&all, ZN_OLD_TYPES);
    if (!status)
        status = zn_names_of(zn_json_find(told, "types"), &types);
    for (i = 0; i < all.count && !status; i++) {
        const char *type = zn_names_find(&types, all.items[i].name);
        const size_t before = atts->count;

        if (!is_shown(&all, &all.items[i]))
            continue;
        status = load_att(file, path, &all.items[i], type, fill_type, atts);
        if (!status && atts->count > before)
            status = keep_type(file, atts->items[before], type);
    }
    zn_names_free(&types);
    zn_names_free(&all);
    return status;
}
