/* Finds things by their names, in a time that does not grow with their number. */
#include "text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a, begun with an address, so that no document can have names that all meet. */
static size_t place_of(const zn_names *names, const char *name)
{
    uint64_t sum = 0xcbf29ce484222325u ^ (uintptr_t)names->heads;

    for (; *name; name++)
        sum = (sum ^ (unsigned char)*name) * 0x100000001b3u;
    return (size_t)(sum ^ sum >> 32) & (names->room - 1);
}

static void link_name(zn_names *names, size_t index)
{
    size_t *head = &names->heads[place_of(names, names->items[index].name)];

    names->items[index].next = *head;
    *head = index + 1;
}

static int make_room(zn_names *names)
{
    const size_t room = names->room ? 2 * names->room : 16;
    zn_named *items = realloc(names->items, room * sizeof *items);
    size_t *heads = calloc(room, sizeof *heads), i;

    names->items = items ? items : names->items;
    if (!items || !heads) {
        free(heads);
        return NC_ENOMEM;
    }
    free(names->heads);
    names->heads = heads;
    names->room = room;
    for (i = 0; i < names->count; i++)
        link_name(names, i);
    return NC_NOERR;
}

/* Takes `name` over, also where it fails. */
int zn_names_add(zn_names *names, char *name, const void *item)
{
    if (!name || (names->count == names->room && make_room(names))) {
        free(name);
        return NC_ENOMEM;
    }
    names->items[names->count].name = name;
    names->items[names->count].item = item;
    link_name(names, names->count++);
    return NC_NOERR;
}

/* The place of a name among the others; their number where it is not there. */
size_t zn_names_index(const zn_names *names, const char *name)
{
    size_t i = names->count ? names->heads[place_of(names, name)] : 0;

    while (i && strcmp(names->items[i - 1].name, name))
        i = names->items[i - 1].next;
    return i ? i - 1 : names->count;
}

/* NULL for a missing name. */
const void *zn_names_find(const zn_names *names, const char *name)
{
    const size_t i = zn_names_index(names, name);

    return i < names->count ? names->items[i].item : NULL;
}

void zn_names_free(zn_names *names)
{
    size_t i;

    for (i = 0; i < names->count; i++)
        free(names->items[i].name);
    free(names->items);
    free(names->heads);
    memset(names, 0, sizeof *names);
}

/* The name of a member. A name with a NUL, which C can't represent, stays escaped, so that it differs from every other
 * name. */
static char *name_of(const char *member)
{
    size_t size;
    char *name = zn_json_text_size(member, &size);

    if (!name || strlen(name) == size)
        return name;
    free(name);
    return zn_copy_bytes(member, (size_t)(zn_json_end(member) - member));
}

/* The values of an object's members, in the order of the document; an empty list for another value. */
int zn_names_of(const char *object, zn_names *names)
{
    const char *member;
    int status = NC_NOERR;

    memset(names, 0, sizeof *names);
    for (member = zn_json_members(object); member && !status; member = zn_json_next(zn_json_value(member)))
        status = zn_names_add(names, name_of(member), zn_json_value(member));
    return status;
}
