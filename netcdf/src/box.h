/* A part of a variable. */
#ifndef ZARR_NETCDF_BOX_H
#define ZARR_NETCDF_BOX_H

#include "internal.h"

/* Lengths are those of netCDF's dimensions; `imap` gives the caller's places, in elements. */
typedef struct zn_box {
    zn_var *var;
    int ndims;
    int64_t start[NC_MAX_VAR_DIMS], count[NC_MAX_VAR_DIMS], step[NC_MAX_VAR_DIMS];
    const ptrdiff_t *imap;
    int stepped;
    size_t elements;
} zn_box;

int zn_box_set(zn_box *b, zn_var *var, const size_t *start, const size_t *count, const ptrdiff_t *stride,
               const ptrdiff_t *imap, int writing);
const int64_t *zn_box_step(const zn_box *b);
int64_t zn_box_stored(const zn_box *b, int d);
int zn_box_is_stored(const zn_box *b);
ptrdiff_t zn_box_place(const zn_box *b, size_t element, const size_t *index);
void zn_box_next(const zn_box *b, size_t *index);

/* numbers.c, values.c */
int zn_numbers_read(const zn_box *b, void *value, nc_type memory);
int zn_numbers_write(const zn_box *b, const void *value, nc_type memory);
int zn_values_read(const zn_box *b, void *value);
int zn_values_write(const zn_box *b, const void *value);

#endif
