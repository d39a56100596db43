/* Writes attributes to a node. Other programs may have changed them since they were read: what this program has changed
 * is written, into the document as it is now. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#define GROUP "_nczarr_group"
#define ARRAY "_nczarr_array"

enum { MOST_TURNS = 10000 };

/* One reading of a node: all its attributes, and the types that JSON does not tell. */
typedef struct turn {
    const void *node;
    zarr_bytes *json;
    zn_sides atts, types;
} turn;

/* NCZarr's types of attributes, under the name that they have there. */
static const char *types_of(const zn_names *atts)
{
    const char *told = zn_names_find(atts, ZN_TYPES);

    return zn_json_find(told ? told : zn_names_find(atts, ZN_OLD_TYPES), "types");
}

static void turn_free(turn *now)
{
    zn_sides_free(&now->atts);
    zn_sides_free(&now->types);
    zarr_bytes_free(now->json);
    memset(now, 0, sizeof *now);
}

static int turn_begin(turn *now, const zarr_group *group, const zarr_array *array, const char *known, const char *ours)
{
    zarr_error error;
    int status;

    memset(now, 0, sizeof *now);
    now->node = array ? (const void *)array : (const void *)group;
    status = array ? zn_status(zarr_array_refresh(array, &error), &error) : NC_NOERR;
    if (!status)
        status = zn_status(array ? zarr_array_attributes(array, &now->json, &error)
                                 : zarr_group_attributes(group, &now->json, &error),
                           &error);
    if (!status)
        status = zn_sides_of(zarr_bytes_text(now->json), known, ours, &now->atts);
    if (!status)
        status = zn_sides_of(types_of(&now->atts.stored), types_of(&now->atts.known), types_of(&now->atts.ours),
                             &now->types);
    return status;
}

/* True if this program has set or deleted an attribute since it read the document. */
static int is_changed(const turn *now, const char *name)
{
    return !zn_json_same(zn_names_find(&now->atts.ours, name), zn_names_find(&now->atts.known, name));
}

/* The type to store for an attribute of the store; NULL without one. A type that this program has not set has a new
 * name if its group was renamed. */
static const char *type_of(const turn *now, const zn_named *stored)
{
    const char *known = zn_names_find(&now->types.known, stored->name);
    const char *ours = zn_names_find(&now->types.ours, stored->name);

    if (is_changed(now, stored->name))
        return ours;
    return known && ours && zn_json_same(known, stored->item) ? ours : stored->item;
}

static int is_shared(const char *name)
{
    return !strcmp(name, GROUP) || !strcmp(name, ARRAY) || !strcmp(name, ZN_TYPES);
}

/* The types as they have to be: those of attributes that this program has changed, and of all others those of the
 * store. */
static void merge_types(const turn *now, zn_text *text)
{
    const char *separator = "{\"types\": {";
    size_t i;

    for (i = 0; i < now->types.stored.count; i++) {
        const zn_named *type = &now->types.stored.items[i];
        const char *item = type_of(now, type);

        if (!item)
            continue;
        zn_text_member(text, type->name, &separator);
        zn_text_json(text, item);
    }
    for (i = 0; i < now->types.ours.count; i++) {
        const zn_named *type = &now->types.ours.items[i];

        if (zn_names_find(&now->types.stored, type->name) || !is_changed(now, type->name))
            continue;
        zn_text_member(text, type->name, &separator);
        zn_text_json(text, type->item);
    }
    if (*separator == ',')
        zn_text_add(text, "}}");
}

/* Other software keeps more in the attribute of an array, the lists in which are those of one variable. */
static int merge_shared(const turn *now, const char *name, zn_text *text)
{
    const char *ours = zn_names_find(&now->atts.ours, name), *stored = zn_names_find(&now->atts.stored, name);
    const char *known = strcmp(name, ARRAY) ? zn_names_find(&now->atts.known, name) : NULL;

    if (ours)
        return zn_merge(text, stored, known, ours, !strcmp(name, GROUP));
    if (stored)
        zn_text_json(text, stored);
    return NC_NOERR;
}

/* The attributes that several programs and this one keep, as they have to be; those without text do not exist. */
typedef struct shared {
    zn_text own, types;
} shared;

/* The value that an attribute has to have; NULL where it has to be gone. */
static const char *value_of(const turn *now, const shared *merged, const char *own, const char *name)
{
    if (!strcmp(name, own))
        return merged->own.data;
    if (!strcmp(name, ZN_TYPES))
        return zn_json_same(zn_json_find(merged->types.data, "types"), types_of(&now->atts.stored))
                   ? zn_names_find(&now->atts.stored, name)
                   : merged->types.data;
    return !is_shared(name) && is_changed(now, name) ? zn_names_find(&now->atts.ours, name)
                                                     : zn_names_find(&now->atts.stored, name);
}

/* Adds an attribute under the name as the store spells it, NULL where it has none. */
static void add_att(const turn *now, const shared *merged, const char *own, const char *name, const char *spelled,
                    zn_text *text, const char **separator)
{
    const char *value = value_of(now, merged, own, name);

    if (!value)
        return;
    if (spelled) {
        zn_text_add(text, *separator);
        zn_text_json(text, spelled);
        zn_text_add(text, ": ");
        *separator = ", ";
    } else {
        zn_text_member(text, name, separator);
    }
    zn_text_json(text, value);
}

/* All attributes as they have to be: those of the store in their order, then what is new. */
static int merge_atts(const turn *now, const char *own, zn_text *text)
{
    shared merged = {{0}, {0}};
    const char *separator = "{", *spelled = zn_json_members(zarr_bytes_text(now->json));
    size_t i;
    int status = merge_shared(now, own, &merged.own);

    merge_types(now, &merged.types);
    if (merged.own.failed || merged.types.failed)
        status = NC_ENOMEM;
    for (i = 0; i < now->atts.stored.count && !status; i++) {
        add_att(now, &merged, own, now->atts.stored.items[i].name, spelled, text, &separator);
        spelled = zn_json_next(now->atts.stored.items[i].item);
    }
    if (!zn_names_find(&now->atts.stored, own))
        add_att(now, &merged, own, own, NULL, text, &separator);
    if (!zn_names_find(&now->atts.stored, ZN_TYPES))
        add_att(now, &merged, own, ZN_TYPES, NULL, text, &separator);
    for (i = 0; i < now->atts.ours.count && !status; i++) {
        const char *name = now->atts.ours.items[i].name;

        if (!is_shared(name) && !zn_names_find(&now->atts.stored, name))
            add_att(now, &merged, own, name, NULL, text, &separator);
    }
    zn_text_add(text, *separator == '{' ? "{}" : "}");
    free(merged.own.data);
    free(merged.types.data);
    return text->failed ? NC_ENOMEM : status;
}

/* Writes the attributes, unless another program has changed the node since this turn began: then `is_lost` is set. */
static int turn_end(const turn *now, const char *own, int *is_lost)
{
    const char *stored = zarr_bytes_text(now->json);
    zn_text text = {0};
    zarr_error error;
    int status = merge_atts(now, own, &text);

    *is_lost = 0;
    if (!status && !zn_json_same(stored, text.data) &&
        zarr_attribute_replace_all(now->node, stored, text.data, &error)) {
        *is_lost = error.status == ZARR_ERROR_CONFLICT;
        if (!*is_lost)
            status = zn_status(error.status, &error);
    }
    free(text.data);
    return status;
}

/* Writes the changes between `known` and `ours`, objects of all attributes, to an open group or to an array. One write
 * has values and types, so that none is ever without the other. */
int zn_atts_store(const zarr_group *group, const zarr_array *array, const char *known, const char *ours)
{
    int is_lost = 1, left = MOST_TURNS, status = NC_NOERR;
    turn now;

    /* A lost turn means that another program has written. The limit stops the loop for a store that misreports writes.
     * */
    while (is_lost && !status && left--) {
        status = turn_begin(&now, group, array, known, ours);
        if (!status)
            status = turn_end(&now, array ? ARRAY : GROUP, &is_lost);
        turn_free(&now);
    }
    if (!status && is_lost)
        status = zn_fail(NC_EIO, "attributes: the document was another one in each of %d readings", MOST_TURNS);
    return status;
}

/* Takes what this program has put out of the attributes that it knows, so that it is written also where it is as it was:
 * another program may have changed it since. */
int zn_atts_forget(const zn_list *atts, char **known)
{
    const char *separator = "{", *member;
    zn_names put = {0};
    zn_text text = {0};
    size_t i;
    int status = NC_NOERR;

    for (i = 0; i < atts->count && !status; i++) {
        const zn_att *att = atts->items[i];

        if (att->is_put)
            status = zn_names_add(&put, zn_copy(att->name), att);
    }
    for (member = put.count ? zn_json_members(*known) : NULL; member && !status;) {
        const char *value = zn_json_value(member);
        char *name = zn_json_text(member);

        if (!name) {
            status = NC_ENOMEM;
        } else if (!zn_names_find(&put, name)) {
            zn_text_member(&text, name, &separator);
            zn_text_json(&text, value);
        }
        free(name);
        member = zn_json_next(value);
    }
    zn_text_add(&text, *separator == '{' ? "{}" : "}");
    if (text.failed)
        status = NC_ENOMEM;
    if (!status && put.count) {
        free(*known);
        *known = text.data;
        text.data = NULL;
        for (i = 0; i < atts->count; i++)
            ((zn_att *)atts->items[i])->is_put = 0;
    }
    zn_names_free(&put);
    free(text.data);
    return status;
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
    status = zn_atts_json(file, atts, fill_type, name, copy, ZN_AS_READ, known);
    free(copy);
    return status;
}
