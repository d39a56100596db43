/* A store in front of another one, with documents that were read already. */
#ifndef ZARR_MPI_VIEW_H
#define ZARR_MPI_VIEW_H

#include "internal.h"

typedef struct zm_view {
    const zarr_store *below;
    /* The documents, sorted by key: `count` keys, with the value behind each one. */
    const char **keys;
    const char **values;
    const int64_t *sizes;
    int64_t count;
} zm_view;

/* The view lives as long as the store, which the caller frees. */
void zm_view_open(zm_call *call, zm_view *view, zarr_store **store);

#endif
