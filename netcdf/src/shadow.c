/* libnetcdf's functions, found at run time; and the groups and types of a dataset in libnetcdf's own lists.
 *
 * Some functions, such as nc_reclaim_data, look into libnetcdf's internal tree, not through the dispatch table, and
 * would follow a NULL. Its own functions, the arguments of which are alike from 4.9.0 on, put groups and types there.
 */
#include "internal.h"
#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static zn_netcdf library;

void zn_netcdf_set(const zn_netcdf *found)
{
    library = *found;
}

int zn_has_user_types(void)
{
    return library.file_add && library.file_del && library.find_group && library.group_add && library.type_add;
}

/* Adds new groups and types of the dataset to the shadow: a netCDF id leads to a group of it. */
int zn_shadow(zn_file *file)
{
    void *root = NULL, *made = NULL;
    char name[40];
    int status = NC_NOERR;

    if (!zn_has_user_types() && !file->types.count)
        return NC_NOERR;
    if (!zn_has_user_types())
        return zn_fail(NC_EBADTYPE, "this libnetcdf does not let a user-defined format have user-defined types");
    if (!file->shadow)
        status = library.file_add(file->ncid, "zarr", file->mode, &file->shadow);
    if (!status)
        status = library.find_group(file->ncid, &root);
    if (!file->shadow_groups)
        file->shadow_groups = 1;
    while (!status && file->shadow_groups < file->groups.count) {
        sprintf(name, "g%lu", (unsigned long)file->shadow_groups++);
        status = library.group_add(file->shadow, root, name, &made);
    }
    while (!status && file->shadow_types < file->types.count) {
        const zn_type *type = file->types.items[file->shadow_types++];

        sprintf(name, "t%d", type->id);
        status = library.type_add(root, type->size, name, &made);
    }
    return status;
}

void zn_shadow_free(zn_file *file)
{
    if (file->shadow)
        library.file_del(file->ncid);
    file->shadow = NULL;
}

/* A name in Unicode's form NFC, as netCDF keeps names: the name itself, or a copy in `room`, which has ZN_NAME
 * bytes. */
const char *zn_normal(const char *name, char *room)
{
    const unsigned char *c = (const unsigned char *)name;
    unsigned char *normal = NULL;

    while (c && *c && *c < 0x80)
        c++;
    if (!c || !*c || !library.normalize || library.normalize((const unsigned char *)name, &normal) || !normal)
        return name;
    if (strlen((char *)normal) < ZN_NAME) {
        strcpy(room, (char *)normal);
        name = room;
    }
    free(normal);
    return name;
}
