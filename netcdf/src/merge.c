/* Writes attributes from memory to a node. Others may have changed them since they were read: only those that this
 * program has changed are written, one after the other. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#define GROUP "_nczarr_group"
#define ARRAY "_nczarr_array"

/* Compares two values, but for space between their parts. */
static int same(const char *a, const char *b)
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

/* The value that an object has for the name of a member, however either spells it. */
static const char *value_of(const char *object, const char *name)
{
    const char *member;
    char *wanted = zn_json_text(name);

    for (member = zn_json_members(object); wanted && member; member = zn_json_next(zn_json_value(member))) {
        char *found = zn_json_text(member);
        int equal = found && !strcmp(found, wanted);

        free(found);
        if (equal)
            break;
    }
    free(wanted);
    return wanted && member ? zn_json_value(member) : NULL;
}

static int lists(const char *list, const char *text)
{
    const char *item;

    for (item = zn_json_first(list); item; item = zn_json_next(item))
        if (same(item, text))
            return 1;
    return 0;
}

static void add(zn_text *text, const char *json)
{
    zn_text_bytes(text, json, (size_t)(zn_json_end(json) - json));
}

/* The names in memory, and behind them those that others have added. */
static void merge_lists(zn_text *text, const char *stored, const char *known, const char *ours)
{
    const char *item, *separator = "[";

    for (item = zn_json_first(ours); item; item = zn_json_next(item)) {
        zn_text_add(text, separator);
        add(text, item);
        separator = ", ";
    }
    for (item = zn_json_first(stored); item; item = zn_json_next(item))
        if (!lists(ours, item) && !lists(known, item)) {
            zn_text_add(text, separator);
            add(text, item);
            separator = ", ";
        }
    zn_text_add(text, *separator == '[' ? "[]" : "]");
}

/* A value of NCZarr's attributes as it has to be: `stored` is in the store, `known` was there when it was read
 * or written last, and `ours` is in memory. Lists are merged where `joined` says so, also those that were not there. */
static void merge(zn_text *text, const char *stored, const char *known, const char *ours, int joined)
{
    const char *member, *separator = "{";

    if (!stored || same(stored, known) || *stored != *ours || (*ours != '{' && *ours != '[')) {
        add(text, stored && same(ours, known) ? stored : ours);
        return;
    }
    if (*ours == '[' && !joined) {
        add(text, ours);
        return;
    }
    if (*ours == '[') {
        merge_lists(text, stored, known, ours);
        return;
    }
    for (member = zn_json_members(ours); member; member = zn_json_next(zn_json_value(member))) {
        const char *value = zn_json_value(member), *old = value_of(known, member), *now = value_of(stored, member);

        if (!now && old && same(value, old))
            continue;
        zn_text_add(text, separator);
        add(text, member);
        zn_text_add(text, ": ");
        merge(text, now, old, value, joined);
        separator = ", ";
    }
    for (member = zn_json_members(stored); member; member = zn_json_next(zn_json_value(member))) {
        if (value_of(ours, member) || value_of(known, member))
            continue;
        zn_text_add(text, separator);
        add(text, member);
        zn_text_add(text, ": ");
        add(text, zn_json_value(member));
        separator = ", ";
    }
    zn_text_add(text, *separator == '{' ? "{}" : "}");
}

/* The types of attributes: those in memory, and of others those of attributes that this program has not changed. */
static void merge_types(zn_text *text, const char *stored, const char *known, const char *ours)
{
    const char *types = zn_json_find(zn_json_find(ours, ZN_TYPES), "types"),
               *old = zn_json_find(zn_json_find(known, ZN_TYPES), "types"),
               *now = zn_json_find(stored, "types"), *member, *separator = "{\"types\": {";

    for (member = zn_json_members(types); member; member = zn_json_next(zn_json_value(member))) {
        zn_text_add(text, separator);
        zn_text_bytes(text, member, (size_t)(zn_json_end(zn_json_value(member)) - member));
        separator = ", ";
    }
    for (member = zn_json_members(now); member; member = zn_json_next(zn_json_value(member))) {
        if (value_of(types, member) || value_of(old, member) ||
            !same(value_of(ours, member), value_of(known, member)))
            continue;
        zn_text_add(text, separator);
        zn_text_bytes(text, member, (size_t)(zn_json_end(zn_json_value(member)) - member));
        separator = ", ";
    }
    if (*separator == ',')
        zn_text_add(text, "}}");
}

/* Reads the value that the store has now under a name of NCZarr's; NULL where there is none. */
static int read_now(const void *node, const char *name, zarr_bytes **json)
{
    zarr_error error;
    int32_t kind;
    int status = zn_status(zarr_attribute_kind(node, name, &kind, NULL, &error), &error);

    if (status || kind == ZARR_ATTRIBUTE_NONE)
        return status;
    return zn_status(zarr_attribute_get_json(node, name, json, &error), &error);
}

static int erase(const void *node, const char *name)
{
    zarr_error error;
    int32_t kind;
    int status = zn_status(zarr_attribute_kind(node, name, &kind, NULL, &error), &error);

    return status || kind == ZARR_ATTRIBUTE_NONE ? status : zn_status(zarr_attribute_erase(node, name, &error), &error);
}

static int store_types(const void *node, const char *known, const char *ours)
{
    zarr_bytes *stored = NULL;
    zn_text text = {0};
    zarr_error error;
    int status = read_now(node, ZN_TYPES, &stored);

    if (!status)
        merge_types(&text, stored ? zarr_bytes_text(stored) : NULL, known, ours);
    if (!status && text.failed)
        status = NC_ENOMEM;
    if (!status && !text.size && stored)
        status = erase(node, ZN_TYPES);
    else if (!status && text.size && !(stored && same(zarr_bytes_text(stored), text.data)))
        status = zn_status(zarr_attribute_set_json(node, ZN_TYPES, text.data, &error), &error);
    zarr_bytes_free(stored);
    free(text.data);
    return status;
}

static int store_one(const void *node, const char *name, const char *known, const char *ours)
{
    zarr_bytes *stored = NULL;
    zn_text text = {0};
    zarr_error error;
    int status = strcmp(name, GROUP) && strcmp(name, ARRAY) ? NC_NOERR : read_now(node, name, &stored);

    /* Other software keeps more there about an array, the lists of which are those of one variable. */
    if (!strcmp(name, ARRAY))
        known = NULL;
    if (!status)
        merge(&text, stored ? zarr_bytes_text(stored) : NULL, known, ours, !strcmp(name, GROUP));
    if (!status && text.failed)
        status = NC_ENOMEM;
    if (!status && !(stored && same(zarr_bytes_text(stored), text.data)))
        status = zn_status(zarr_attribute_set_json(node, name, text.data, &error), &error);
    zarr_bytes_free(stored);
    free(text.data);
    return status;
}

/* Writes the changes between `known` and `ours`, objects of all attributes, to an open array or group, the handle of
 * which knows the store's document of now. */
int zn_atts_store(const void *node, const char *known, const char *ours)
{
    const char *member;
    int status = NC_NOERR;

    for (member = zn_json_members(ours); member && !status; member = zn_json_next(zn_json_value(member))) {
        const char *value = zn_json_value(member), *old = value_of(known, member);
        char *name = zn_json_text(member);

        if (!name)
            return NC_ENOMEM;
        if (strcmp(name, ZN_TYPES) && !same(value, old))
            status = store_one(node, name, old, value);
        free(name);
    }
    for (member = zn_json_members(known); member && !status; member = zn_json_next(zn_json_value(member))) {
        char *name = zn_json_text(member);

        if (!name)
            return NC_ENOMEM;
        if (strcmp(name, ZN_TYPES) && strcmp(name, ARRAY) && !value_of(ours, member))
            status = erase(node, name);
        free(name);
    }
    return status ? status : store_types(node, known, ours);
}

/* The attributes as they were read, for `zn_atts_store`; NCZarr's attribute `name` is kept as it was. */
int zn_atts_known(const zn_file *file, const zn_list *atts, nc_type fill_type, const char *name, const char *json,
                  char **known)
{
    const char *own = zn_json_find(json, name);
    char *copy = own ? zn_copy_bytes(own, (size_t)(zn_json_end(own) - own)) : NULL;
    int status;

    if (own && !copy)
        return NC_ENOMEM;
    free(*known);
    *known = NULL;
    status = zn_atts_json(file, atts, fill_type, name, copy, known);
    free(copy);
    return status;
}
