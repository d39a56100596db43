/* Growable lists of pointers. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

int zn_list_add(zn_list *list, void *item)
{
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 8;
        void **items = realloc(list->items, room * sizeof *items);

        if (!items)
            return NC_ENOMEM;
        list->items = items;
        list->room = room;
    }
    list->items[list->count++] = item;
    return NC_NOERR;
}

/* Adds an item to both lists or to none; the second one may be NULL. */
int zn_list_add_both(zn_list *one, zn_list *other, void *item)
{
    int status = zn_list_add(one, item);

    if (!status && other)
        status = zn_list_add(other, item);
    if (status && one->count && one->items[one->count - 1] == item)
        one->count--;
    return status;
}

void zn_list_remove(zn_list *list, size_t index)
{
    list->count--;
    memmove(list->items + index, list->items + index + 1, (list->count - index) * sizeof *list->items);
}

void zn_list_free(zn_list *list)
{
    free(list->items);
    memset(list, 0, sizeof *list);
}
