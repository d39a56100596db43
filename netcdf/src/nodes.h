/* The nodes of a store, as they are found below its root. */
#ifndef ZARR_NETCDF_NODES_H
#define ZARR_NETCDF_NODES_H

#include "internal.h"

typedef struct zn_node {
    char *path;
    const char *name; /* its last part */
    int32_t kind;
    zarr_array *array;
    char *json; /* the attributes of a group */
    int taken;
    zn_list children;
} zn_node;

typedef struct zn_nodes {
    zn_file *file;
    zn_list list;
    zn_names paths; /* in the order of the list */
    zn_node root;
    zarr_array *array; /* of a store that is one array */
    int status;
} zn_nodes;

int zn_nodes_gather(zn_nodes *all);
zn_node *zn_node_at(zn_nodes *all, const char *path);
void zn_nodes_free(zn_nodes *all);

#endif
