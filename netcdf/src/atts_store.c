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

/* True where this program has given an attribute another value or type, or has taken it away. */
static int is_changed(const turn *now, const char *name)
{
    return !zn_json_same(zn_names_find(&now->atts.ours, name), zn_names_find(&now->atts.known, name)) ||
           !zn_json_same(zn_names_find(&now->types.ours, name), zn_names_find(&now->types.known, name));
}

static int is_shared(const char *name)
{
    return !strcmp(name, GROUP) || !strcmp(name, ARRAY) || !strcmp(name, ZN_TYPES);
}

/* The end of a turn: nothing had to be written, all was, or another program has changed the node meanwhile. */
enum { DONE, WRITTEN, CONFLICT };

/* Gives one attribute the value `json`, or takes it away (NULL), unless another program has changed it since this turn
 * began. */
static int replace(const turn *now, const char *name, const char *json, int *state)
{
    const char *stored = zn_names_find(&now->atts.stored, name);
    zn_text old = {0}, new = {0};
    zarr_error error;
    int status = NC_NOERR;

    if (zn_json_same(stored, json))
        return NC_NOERR;
    if (stored)
        zn_text_json(&old, stored);
    if (json)
        zn_text_json(&new, json);
    if (old.failed || new.failed)
        status = NC_ENOMEM;
    else if (!zarr_attribute_replace_json(now->node, name, old.data, new.data, &error))
        *state = *state == DONE ? WRITTEN : *state;
    else if (error.status == ZARR_ERROR_CONFLICT)
        *state = CONFLICT;
    else
        status = zn_status(error.status, &error);
    free(old.data);
    free(new.data);
    return status;
}

/* The types as they have to be: those of attributes that this program has changed, and of all others what the store
 * has. That of one that is taken away stays as long as its value. */
static void merge_types(const turn *now, zn_text *text)
{
    const char *separator = "{\"types\": {";
    size_t i;

    for (i = 0; i < now->types.stored.count; i++) {
        const zn_named *type = &now->types.stored.items[i];
        const char *item = type->item;

        if (is_changed(now, type->name))
            item = zn_names_find(&now->atts.ours, type->name)     ? zn_names_find(&now->types.ours, type->name)
                   : zn_names_find(&now->atts.stored, type->name) ? item
                                                                  : NULL;
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

static int write_types(const turn *now, int *state)
{
    zn_text text = {0};
    int status;

    merge_types(now, &text);
    status = text.failed ? NC_ENOMEM : NC_NOERR;
    if (!status && !zn_json_same(zn_json_find(text.data, "types"), types_of(&now->atts.stored)))
        status = replace(now, ZN_TYPES, text.data, state);
    free(text.data);
    return status;
}

/* Types are first, and those of attributes that are taken away last: where a program dies between two writes, no value
 * has lost its type. */
static int write_atts(const turn *now, int *state)
{
    size_t i;
    int status = write_types(now, state);

    for (i = 0; i < now->atts.ours.count && !status; i++) {
        const zn_named *att = &now->atts.ours.items[i];

        if (!is_shared(att->name) && is_changed(now, att->name))
            status = replace(now, att->name, att->item, state);
    }
    for (i = 0; i < now->atts.known.count && !status; i++) {
        const char *name = now->atts.known.items[i].name;

        if (!is_shared(name) && !zn_names_find(&now->atts.ours, name))
            status = replace(now, name, NULL, state);
    }
    return status;
}

/* Other software keeps more in the attribute of an array, the lists in which are those of one variable. */
static int write_shared(const turn *now, const char *name, int *state)
{
    const char *ours = zn_names_find(&now->atts.ours, name);
    const char *known = strcmp(name, ARRAY) ? zn_names_find(&now->atts.known, name) : NULL;
    zn_text text = {0};
    int status;

    if (!ours)
        return NC_NOERR;
    status = zn_merge(&text, zn_names_find(&now->atts.stored, name), known, ours, !strcmp(name, GROUP));
    status = text.failed ? NC_ENOMEM : status;
    if (!status)
        status = replace(now, name, text.data, state);
    free(text.data);
    return status;
}

/* A turn has nothing to write where the document is as it has to be, or as the turn before has left it: libzarr may
 * spell a value in another way. */
static int take_turn(turn *now, const turn *before, int *state, const zarr_array *array)
{
    const int last = *state;
    int status;

    *state = DONE;
    if (last == WRITTEN && before->json && zn_json_same(zarr_bytes_text(before->json), zarr_bytes_text(now->json)))
        return NC_NOERR;
    status = write_shared(now, array ? ARRAY : GROUP, state);
    return status ? status : write_atts(now, state);
}

/* Writes the changes between `known` and `ours`, objects of all attributes, to an open group or to an array. Value and
 * type are two writes: it ends with a turn that finds both in one document, so that of two programs that change one
 * attribute at one instant the last one has written both. */
int zn_atts_store(const zarr_group *group, const zarr_array *array, const char *known, const char *ours)
{
    turn now, before = {0};
    int state = CONFLICT, left = MOST_TURNS, status = NC_NOERR;

    /* Each time a turn is lost another program has written, so that only a store that lies goes on for ever. */
    while (state != DONE && !status && left--) {
        status = turn_begin(&now, group, array, known, ours);
        if (!status)
            status = take_turn(&now, &before, &state, array);
        turn_free(&before);
        before = now;
    }
    turn_free(&before);
    if (!status && state != DONE)
        status = zn_fail(NC_EIO, "attributes: the document was another one in each of %d readings", MOST_TURNS);
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
