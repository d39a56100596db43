/* Writes attributes from memory to a node. Others may have changed them since they were read: only those that this
 * program has changed are written, one after the other. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#define GROUP "_nczarr_group"
#define ARRAY "_nczarr_array"

enum { MOST_TURNS = 10000 };

/* Of a value: the lists of others are merged as well, or it is an object of dimensions. */
enum { JOINED = 1, DIMENSIONS };

/* The members of one object as the store has them, as they were read or written last, and as they are in memory. */
typedef struct sides {
    zn_names stored, known, ours;
} sides;

static void sides_free(sides *all)
{
    zn_names_free(&all->stored);
    zn_names_free(&all->known);
    zn_names_free(&all->ours);
}

/* All members, or none: one that memory is lacking for would be taken for one that is not there. */
static int sides_of(const char *stored, const char *known, const char *ours, sides *all)
{
    int status;

    memset(all, 0, sizeof *all);
    status = zn_names_of(stored, &all->stored);
    if (!status)
        status = zn_names_of(known, &all->known);
    if (!status)
        status = zn_names_of(ours, &all->ours);
    if (status)
        sides_free(all);
    return status;
}

/* The items of a list by their names: texts are names, and types have one. The first of a name counts. */
static int items_of(const char *list, zn_names *items)
{
    const char *item;
    int status = NC_NOERR;

    memset(items, 0, sizeof *items);
    for (item = zn_json_first(list); item && !status; item = zn_json_next(item)) {
        const char *name = *item == '{' ? zn_json_find(item, "name") : item;
        char *key = zn_json_text(name ? name : "\"\"");

        if (key && zn_names_find(items, key))
            free(key);
        else
            status = zn_names_add(items, key, item);
    }
    if (status)
        zn_names_free(items);
    return status;
}

static void begin_item(zn_text *text)
{
    zn_text_add(text, text->size && text->data[text->size - 1] != '[' ? ", " : "");
}

/* The names in memory, and behind them those that others have added. A type stays where this program does not know it:
 * netCDF deletes none. */
static int merge_lists(zn_text *text, const char *stored, const char *known, const char *ours)
{
    sides all;
    size_t i;
    int status;

    memset(&all, 0, sizeof all);
    status = items_of(stored, &all.stored);
    if (!status)
        status = items_of(known, &all.known);
    if (!status)
        status = items_of(ours, &all.ours);
    zn_text_add(text, "[");
    for (i = 0; i < all.ours.count && !status; i++) {
        const zn_named *item = &all.ours.items[i];

        begin_item(text);
        status = zn_merge_type(text, zn_names_find(&all.stored, item->name), zn_names_find(&all.known, item->name),
                               item->item);
    }
    for (i = 0; i < all.stored.count && !status; i++) {
        const zn_named *item = &all.stored.items[i];

        if (zn_names_find(&all.ours, item->name) ||
            (*(const char *)item->item != '{' && zn_names_find(&all.known, item->name)))
            continue;
        begin_item(text);
        zn_text_json(text, item->item);
    }
    zn_text_add(text, "]");
    sides_free(&all);
    return status;
}

static int merge(zn_text *text, const char *stored, const char *known, const char *ours, int joined);

/* The members in memory, but for those that another program has taken away, and behind them those that it has added. */
static int merge_members(zn_text *text, const sides *all, int joined)
{
    const char *separator = "{";
    size_t i;
    int status = NC_NOERR;

    for (i = 0; i < all->ours.count && !status; i++) {
        const zn_named *member = &all->ours.items[i];
        const char *old = zn_names_find(&all->known, member->name), *now = zn_names_find(&all->stored, member->name);

        if (!now && old && zn_json_same(member->item, old))
            continue;
        zn_text_member(text, member->name, &separator);
        if (joined == DIMENSIONS)
            status = zn_merge_dim(text, now, old, member->item);
        else
            status = merge(text, now, old, member->item,
                           joined && !strcmp(member->name, "dimensions") ? DIMENSIONS : joined);
    }
    for (i = 0; i < all->stored.count; i++) {
        const zn_named *member = &all->stored.items[i];

        if (zn_names_find(&all->ours, member->name) || zn_names_find(&all->known, member->name))
            continue;
        zn_text_member(text, member->name, &separator);
        zn_text_json(text, member->item);
    }
    zn_text_add(text, *separator == '{' ? "{}" : "}");
    return status;
}

/* A value of NCZarr's attributes as it has to be: `stored` is in the store, `known` was there when it was read
 * or written last, and `ours` is in memory. Lists are merged where `joined` says so, also those that were not there. */
static int merge(zn_text *text, const char *stored, const char *known, const char *ours, int joined)
{
    sides all;
    int status;

    if (!stored || zn_json_same(stored, known) || *stored != *ours || (*ours != '{' && *ours != '[')) {
        zn_text_json(text, stored && zn_json_same(ours, known) ? stored : ours);
        return NC_NOERR;
    }
    if (*ours == '[' && joined)
        return merge_lists(text, stored, known, ours);
    if (*ours == '[') {
        zn_text_json(text, ours);
        return NC_NOERR;
    }
    status = sides_of(stored, known, ours, &all);
    if (!status) {
        status = merge_members(text, &all, joined);
        sides_free(&all);
    }
    return status;
}

/* The types of attributes: those in memory, and of others those of attributes that this program has not changed. */
static void merge_types(zn_text *text, const sides *types, const sides *atts)
{
    const char *separator = "{\"types\": {";
    size_t i;

    for (i = 0; i < types->ours.count; i++) {
        zn_text_member(text, types->ours.items[i].name, &separator);
        zn_text_json(text, types->ours.items[i].item);
    }
    for (i = 0; i < types->stored.count; i++) {
        const zn_named *type = &types->stored.items[i];

        if (zn_names_find(&types->ours, type->name) || zn_names_find(&types->known, type->name) ||
            !zn_json_same(zn_names_find(&atts->ours, type->name), zn_names_find(&atts->known, type->name)))
            continue;
        zn_text_member(text, type->name, &separator);
        zn_text_json(text, type->item);
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

/* A member of the document that several programs share: how it is merged, and for types of attributes the sides of the
 * attributes. */
typedef struct shared {
    const char *name, *known, *ours;
    const sides *atts;
} shared;

static int merge_shared(zn_text *text, const shared *what, const char *stored)
{
    sides types;
    int status;

    if (!what->atts)
        return merge(text, stored, what->known, what->ours, !strcmp(what->name, GROUP));
    status = sides_of(zn_json_find(stored, "types"), zn_json_find(what->known, "types"),
                      zn_json_find(what->ours, "types"), &types);
    if (!status) {
        merge_types(text, &types, what->atts);
        sides_free(&types);
    }
    return status;
}

/* Merges what the store has now, and writes it. `*error` is ZARR_ERROR_CONFLICT where it has another value by then. */
static int store_merged(const void *node, const shared *what, zarr_error *error)
{
    zarr_bytes *stored = NULL;
    zn_text text = {0};
    const char *old;
    int status = read_now(node, what->name, &stored);

    error->status = ZARR_OK;
    old = stored ? zarr_bytes_text(stored) : NULL;
    if (!status) {
        status = merge_shared(&text, what, old);
        status = text.failed ? NC_ENOMEM : status;
    }
    if (!status && !zn_json_same(old, text.size ? text.data : NULL) &&
        zarr_attribute_replace_json(node, what->name, old, text.size ? text.data : NULL, error))
        status = error->status == ZARR_ERROR_CONFLICT ? NC_EIO : zn_status(error->status, error);
    zarr_bytes_free(stored);
    free(text.data);
    return status;
}

/* Another program may write between reading and writing: then its value is merged as well. Each time this one has to
 * begin again another one has succeeded, so that only a store that lies goes on for ever. */
static int store_shared(const void *node, const zarr_array *array, const shared *what)
{
    zarr_error error;
    int turn, status = store_merged(node, what, &error);

    for (turn = 0; status && error.status == ZARR_ERROR_CONFLICT && turn < MOST_TURNS; turn++) {
        status = array ? zn_status(zarr_array_refresh(array, &error), &error) : NC_NOERR;
        if (!status)
            status = store_merged(node, what, &error);
    }
    return status;
}

static int store_one(const void *node, const zarr_array *array, const char *name, const char *known, const char *ours)
{
    zarr_error error;
    shared what = {0};
    zn_text text = {0};
    int status;

    what.name = name;
    what.ours = ours;
    /* Other software keeps more there about an array, the lists of which are those of one variable. */
    what.known = strcmp(name, ARRAY) ? known : NULL;
    if (!strcmp(name, GROUP) || !strcmp(name, ARRAY))
        return store_shared(node, array, &what);
    zn_text_json(&text, ours);
    status = text.failed ? NC_ENOMEM : zn_status(zarr_attribute_set_json(node, name, text.data, &error), &error);
    free(text.data);
    return status;
}

static int store_types(const void *node, const zarr_array *array, const sides *atts)
{
    shared what = {0};

    what.name = ZN_TYPES;
    what.known = zn_names_find(&atts->known, ZN_TYPES);
    what.ours = zn_names_find(&atts->ours, ZN_TYPES);
    what.atts = atts;
    return store_shared(node, array, &what);
}

/* Writes the changes between `known` and `ours`, objects of all attributes, to an open group, or to an array, the
 * handle of which knows the store's document of now. */
int zn_atts_store(const zarr_group *group, const zarr_array *array, const char *known, const char *ours)
{
    const void *node = array ? (const void *)array : (const void *)group;
    sides atts;
    size_t i;
    int status = sides_of(NULL, known, ours, &atts);

    if (status)
        return status;
    for (i = 0; i < atts.ours.count && !status; i++) {
        const zn_named *att = &atts.ours.items[i];
        const char *old = zn_names_find(&atts.known, att->name);

        if (strcmp(att->name, ZN_TYPES) && !zn_json_same(att->item, old))
            status = store_one(node, array, att->name, old, att->item);
    }
    for (i = 0; i < atts.known.count && !status; i++) {
        const char *name = atts.known.items[i].name;

        if (strcmp(name, ZN_TYPES) && strcmp(name, ARRAY) && !zn_names_find(&atts.ours, name))
            status = erase(node, name);
    }
    if (!status)
        status = store_types(node, array, &atts);
    sides_free(&atts);
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
    status = zn_atts_json(file, atts, fill_type, name, copy, known);
    free(copy);
    return status;
}
