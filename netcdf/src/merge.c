/* Merges what several programs keep in one attribute: NCZarr's of a group, and of an array. A value that is merged once
 * more with what has come of it stays as it is. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* Of a value: the lists of others are merged as well, or it is an object of dimensions. */
enum { JOINED = 1, DIMENSIONS };

void zn_sides_free(zn_sides *all)
{
    zn_names_free(&all->stored);
    zn_names_free(&all->known);
    zn_names_free(&all->ours);
}

/* All members, or none: one that memory is lacking for would be taken for one that is not there. */
int zn_sides_of(const char *stored, const char *known, const char *ours, zn_sides *all)
{
    int status;

    memset(all, 0, sizeof *all);
    status = zn_names_of(stored, &all->stored);
    if (!status)
        status = zn_names_of(known, &all->known);
    if (!status)
        status = zn_names_of(ours, &all->ours);
    if (status)
        zn_sides_free(all);
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

/* The names of all sides, in two parts: the order is that of the store where it has all that are in memory, and else
 * that in memory. So it does not change for ever between two programs. */
static void order_of(const zn_sides *all, const zn_names *order[2])
{
    size_t i;

    order[0] = &all->stored;
    order[1] = &all->ours;
    for (i = 0; i < all->ours.count; i++)
        if (!zn_names_find(&all->stored, all->ours.items[i].name)) {
            order[0] = &all->ours;
            order[1] = &all->stored;
            return;
        }
}

/* A name that this program has taken away goes; a type stays where it does not know it, as netCDF deletes none. */
static int merge_item(zn_text *text, const zn_sides *all, const char *name)
{
    const char *now = zn_names_find(&all->stored, name), *old = zn_names_find(&all->known, name);
    const char *ours = zn_names_find(&all->ours, name);

    if (!ours && old && *now != '{')
        return NC_NOERR;
    begin_item(text);
    if (ours)
        return zn_merge_type(text, now, old, ours);
    zn_text_json(text, now);
    return NC_NOERR;
}

/* The names of this program, and those that others have added. */
static int merge_lists(zn_text *text, const char *stored, const char *known, const char *ours)
{
    const zn_names *order[2];
    zn_sides all;
    size_t i;
    int part, status;

    memset(&all, 0, sizeof all);
    status = items_of(stored, &all.stored);
    if (!status)
        status = items_of(known, &all.known);
    if (!status)
        status = items_of(ours, &all.ours);
    order_of(&all, order);
    zn_text_add(text, "[");
    for (part = 0; part < 2; part++)
        for (i = 0; i < order[part]->count && !status; i++)
            if (!part || !zn_names_find(order[0], order[1]->items[i].name))
                status = merge_item(text, &all, order[part]->items[i].name);
    zn_text_add(text, "]");
    zn_sides_free(&all);
    return status;
}

/* A member goes where this program or another one has taken it away, and this one has not changed it. */
static int merge_member(zn_text *text, const zn_sides *all, const char *name, int joined, const char **separator)
{
    const char *now = zn_names_find(&all->stored, name), *old = zn_names_find(&all->known, name);
    const char *ours = zn_names_find(&all->ours, name);

    if (old && (ours ? !now && zn_json_same(ours, old) : 1))
        return NC_NOERR;
    zn_text_member(text, name, separator);
    if (ours && joined == DIMENSIONS)
        return zn_merge_dim(text, now, old, ours);
    if (ours)
        return zn_merge(text, now, old, ours, joined && !strcmp(name, "dimensions") ? DIMENSIONS : joined);
    zn_text_json(text, now);
    return NC_NOERR;
}

static int merge_members(zn_text *text, const zn_sides *all, int joined)
{
    const zn_names *order[2];
    const char *separator = "{";
    size_t i;
    int part, status = NC_NOERR;

    order_of(all, order);
    for (part = 0; part < 2; part++)
        for (i = 0; i < order[part]->count && !status; i++)
            if (!part || !zn_names_find(order[0], order[1]->items[i].name))
                status = merge_member(text, all, order[part]->items[i].name, joined, &separator);
    zn_text_add(text, *separator == '{' ? "{}" : "}");
    return status;
}

/* A value of NCZarr's attributes as it has to be: `stored` is in the store, `known` was there when it was read
 * or written last, and `ours` is in memory. Lists are merged where `joined` says so, also those that are as they were
 * known: the list in memory may be of new types alone. */
int zn_merge(zn_text *text, const char *stored, const char *known, const char *ours, int joined)
{
    zn_sides all;
    int status;

    if (!stored || *stored != *ours || (*ours != '{' && *ours != '[')) {
        zn_text_json(text, stored && zn_json_same(ours, known) ? stored : ours);
        return NC_NOERR;
    }
    if (*ours == '[' && joined)
        return merge_lists(text, stored, known, ours);
    if (*ours == '[') {
        zn_text_json(text, ours);
        return NC_NOERR;
    }
    status = zn_sides_of(stored, known, ours, &all);
    if (!status) {
        status = merge_members(text, &all, joined);
        zn_sides_free(&all);
    }
    return status;
}

