/* A store in front of another one, for work on documents. */
#ifndef ZARR_MPI_VIEW_H
#define ZARR_MPI_VIEW_H

#include "internal.h"

typedef struct zm_view {
    const zarr_store *below;
    int documents_only; /* chunks are not there */
    /* Documents that were read already, sorted by key: `count` keys, with the value behind each one. */
    const char **keys;
    const char **values;
    const int64_t *sizes;
    int64_t count;
} zm_view;

/* The view lives as long as the store, which the caller frees. */
void zm_view_open(zm_call *call, zm_view *view, zarr_store **store);

#endif
