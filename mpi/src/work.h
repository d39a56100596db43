/* The work of one rank on the chunks of a hierarchy. */
#ifndef ZARR_MPI_WORK_H
#define ZARR_MPI_WORK_H

#include "internal.h"

/* A walk over all chunks of a hierarchy, to copy or to verify them; each rank has its own. */
typedef struct zm_work {
    zm_call *call;
    const zarr_store *from, *to; /* NULL: there is no copy */
    const char *from_path, *to_path;
    int64_t chunks, damaged;
    zarr_error first; /* of what is damaged */
} zm_work;

/* Copies chunks of one array to another one, or verifies them. */
void zm_do_chunks(zm_work *work, const char *path, const zarr_array *from, const zarr_array *to, int64_t count,
                  const int64_t *positions);

#endif
