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
