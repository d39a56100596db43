/* Functions of libnetcdf, which are found at run time. */
#ifndef ZARR_NETCDF_LIBRARY_H
#define ZARR_NETCDF_LIBRARY_H

#include <netcdf.h>
#include <netcdf_dispatch.h>

typedef struct zn_netcdf {
    int (*define)(int flag, NC_Dispatch *table, char *magic);
    int (*inquire)(int flag, NC_Dispatch **table, char *magic);
    int (*file_add)(int ncid, const char *path, int mode, void **data);
    int (*file_del)(int ncid);
    int (*find_group)(int ncid, void **group);
    int (*group_add)(void *file, void *parent, char *name, void **group);
    int (*type_add)(void *group, size_t size, const char *name, void **type);
    int (*normalize)(const unsigned char *name, unsigned char **normal);
} zn_netcdf;
void zn_netcdf_set(const zn_netcdf *found);

#endif
