/* Full names, "/group/name", by which documents refer to types and groups of others. A group that was renamed keeps the
 * path that it had before: until all documents have the new one, and where a program dies in between, readers find what
 * the others mean. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static int add(zn_names *names, const char *path, const char *below, const char *name, const void *item)
{
    zn_text full = {0};

    zn_text_add(&full, *path ? "/" : "");
    zn_text_add(&full, path);
    zn_text_add(&full, below);
    zn_text_add(&full, name ? "/" : "");
    zn_text_add(&full, name ? name : "");
    if (!full.failed && !zn_names_find(names, full.data))
        return zn_names_add(names, full.data, item);
    free(full.data);
    return full.failed ? NC_ENOMEM : NC_ENAMEINUSE;
}

/* Makes a thing of a group known by its full name, or the group itself where `name` is NULL, and by the one that it had
 * before a group above it was renamed. No other thing has the name of now. */
int zn_full_add(zn_full_names *names, const zn_group *group, const char *name, const void *item)
{
    const zn_group *above = group;
    int status = add(&names->now, group->path, "", name, item), before = NC_NOERR;

    while (above && !above->formerly)
        above = above->parent;
    if (!status && above)
        before = add(&names->before, above->formerly, group->path + strlen(above->path), name, item);
    return before == NC_ENOMEM ? before : status;
}

/* A thing that has the name now goes before one that had it. */
const void *zn_full_find(const zn_full_names *names, const char *name)
{
    const void *item = zn_names_find(&names->now, name);

    return item || names->now_only ? item : zn_names_find(&names->before, name);
}

void zn_full_free(zn_full_names *names)
{
    zn_names_free(&names->now);
    zn_names_free(&names->before);
}

/* Writes all documents with the names of now, where some may have names from before an earlier renaming. */
int zn_full_settle(zn_file *file)
{
    int formerly = 0;
    size_t i;

    for (i = 0; i < file->groups.count; i++)
        formerly |= ((zn_group *)file->groups.items[i])->formerly != NULL;
    if (!formerly)
        return NC_NOERR;
    for (i = 0; i < file->groups.count; i++)
        ((zn_group *)file->groups.items[i])->atts_changed = 1;
    file->changed = 1;
    return zn_define(file);
}

/* Before a group is renamed: it keeps the path that it has. That of one that was renamed before is in no document. */
int zn_full_keep(zn_group *group)
{
    zn_file *file = group->file;
    char *path = zn_copy(group->path);
    size_t i;

    if (!path)
        return NC_ENOMEM;
    for (i = 0; i < file->groups.count; i++) {
        zn_group *other = file->groups.items[i];

        other->atts_changed |= other->formerly != NULL;
        free(other->formerly);
        other->formerly = NULL;
    }
    group->formerly = path;
    group->atts_changed = file->changed = 1;
    return NC_NOERR;
}
