/* Attributes as JSON. A type that JSON does not tell is kept in the attribute _nczarr_attr, where NCZarr keeps it. */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int zn_att_hidden(const char *name)
{
    return !strcmp(name, "_ARRAY_DIMENSIONS") || !strncmp(name, "_nczarr", 7) || !strncmp(name, "_NCZARR", 7);
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

static void add_user(zn_text *text, const zn_file *file, const zn_att *att)
{
    zn_text bytes = {0};

    zn_text_add(text, "\"");
    if (!zn_type_varies(file, att->type))
        zn_base64(text, att->data, att->len * att->size);
    else if (zn_items_bytes(file, att->type, att->data, att->len, &bytes))
        text->failed = 1;
    else
        zn_base64(text, (const unsigned char *)bytes.data, bytes.size);
    zn_text_add(text, "\"");
    free(bytes.data);
}

/* `fill_type` is the type of the variable, or NC_NAT: a group's attribute of this name is one like any other. */
static int is_fill(const zn_att *att, nc_type fill_type)
{
    return att->type == fill_type && !strcmp(att->name, NC_FillValue);
}

static void add_value(zn_text *text, const zn_file *file, const zn_att *att, nc_type fill_type)
{
    size_t size = zn_type_size(NULL, att->type), i;

    if (att->json) {
        zn_text_add(text, att->json);
    } else if (is_fill(att, fill_type) && file->format == ZARR_FORMAT_V3 && att->len == 1 &&
               (att->type == NC_CHAR || att->type == NC_FLOAT || att->type == NC_DOUBLE)) {
        add_fill(text, att);
    } else if (att->type == NC_CHAR) {
        zn_text_string(text, att->data, att->len);
    } else if (att->type > NC_STRING) {
        add_user(text, file, att);
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

/* The name in the document. xarray opens no dataset with a _FillValue of a type that it does not know. */
static const char *stored_name(const zn_att *att)
{
    return att->type > NC_STRING && !strcmp(att->name, NC_FillValue) ? ZN_FILL : att->name;
}

/* The type that reading would take the value for. */
static nc_type inferred(const zn_att *att, nc_type fill_type)
{
    nc_type type = NC_NAT;
    size_t i;

    if (att->type > NC_STRING)
        return NC_NAT;
    if (att->type == NC_STRING)
        return att->len == 1 ? NC_CHAR : NC_STRING;
    if (att->type == NC_CHAR || is_fill(att, fill_type))
        return att->type;
    if (att->type == NC_FLOAT)
        return NC_DOUBLE;
    for (i = 0; i < att->len; i++) {
        zn_text text = {0};

        zn_text_number(&text, att->type, (char *)att->data + i * zn_type_size(NULL, att->type));
        if (text.failed)
            return NC_NAT;
        type = i ? zn_json_common(type, zn_json_type(text.data)) : zn_json_type(text.data);
        free(text.data);
    }
    return type;
}

static void add_user_type(zn_text *text, const zn_file *file, const zn_att *att, int when)
{
    zn_text name = {0};

    if (when == ZN_AS_READ && att->read_type)
        zn_text_add(&name, att->read_type);
    else
        zn_type_name(file, att->type, &name);
    zn_text_add(text, ": ");
    if (name.failed)
        text->failed = 1;
    else
        zn_text_string(text, name.data, name.size);
    free(name.data);
}

static void add_types(zn_text *text, const zn_file *file, const zn_list *atts, nc_type fill_type, int when,
                      const char *separator)
{
    size_t i, told = 0;

    for (i = 0; i < atts->count; i++) {
        const zn_att *att = atts->items[i];

        if (att->hidden || att->json || zn_type_refused(file, att->type) ||
            (inferred(att, fill_type) == att->type && (att->len || att->type == NC_CHAR)))
            continue;
        zn_text_format(text, "%s", told++ ? ", " : separator);
        if (told == 1)
            zn_text_add(text, "\"" ZN_TYPES "\": {\"types\": {");
        zn_text_string(text, stored_name(att), strlen(stored_name(att)));
        if (att->type > NC_STRING)
            add_user_type(text, file, att, when);
        else if (att->type == NC_STRING)
            zn_text_format(text, ": \"|S%lu\"",
                           att->len && ((char **)att->data)[0] && strlen(((char **)att->data)[0]) > 2
                               ? (unsigned long)strlen(((char **)att->data)[0])
                               : 2ul);
        else
            zn_text_format(text, ": \"%c%s\"", zn_spellings[att->type][1] == '1' ? '|' : '<', zn_spellings[att->type]);
    }
    if (told)
        zn_text_add(text, "}}");
}

/* The JSON object of a node: its attributes, the hidden ones as they were, but for `extra_name`, which gets the value
 * `extra_json` (NULL: is left out), and those of a type that the store has another one of. Types that the program
 * defines have their names of now, or those that they were read with: `when`. */
int zn_atts_json(const zn_file *file, const zn_list *atts, nc_type fill_type, const char *extra_name,
                 const char *extra_json, int when, char **json)
{
    zn_text text = {0};
    const char *separator = "";
    size_t i;

    zn_text_add(&text, "{");
    for (i = 0; i < atts->count; i++) {
        const zn_att *att = atts->items[i];

        if (!strcmp(att->name, ZN_TYPES) || !strcmp(att->name, ZN_OLD_TYPES) ||
            (extra_name && !strcmp(att->name, extra_name)) || zn_type_refused(file, att->type))
            continue;
        zn_text_add(&text, separator);
        zn_text_string(&text, stored_name(att), strlen(stored_name(att)));
        zn_text_add(&text, ": ");
        add_value(&text, file, att, fill_type);
        separator = ", ";
    }
    if (extra_name && extra_json) {
        zn_text_add(&text, separator);
        zn_text_string(&text, extra_name, strlen(extra_name));
        zn_text_add(&text, ": ");
        zn_text_add(&text, extra_json);
        separator = ", ";
    }
    add_types(&text, file, atts, fill_type, when, separator);
    zn_text_add(&text, "}");
    if (text.failed) {
        free(text.data);
        return NC_ENOMEM;
    }
    *json = text.data;
    return NC_NOERR;
}
