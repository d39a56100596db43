/* Functions that libzarr-netcdf-mpi.so has for the plug-in. The plug-in is free of MPI, which has no stable ABI: it
 * asks that library, which is compiled with the MPI of the program, for these functions. */
#ifndef ZARR_NETCDF_RANKS_H
#define ZARR_NETCDF_RANKS_H

#include <stddef.h>
#include <stdint.h>

#include <zarr.h>

/* Grows with each change of the struct: the two libraries have to be of one version. */
#define ZN_MPI_VERSION  1
#define ZN_MPI_FUNCTION "zarr_netcdf_mpi"

/* The ranks of a communicator. */
typedef struct zn_ranks zn_ranks;

/* All functions are collective. A failure of MPI itself ends the program. */
typedef struct zn_mpi {
    int version;
    /* Joins the ranks of the communicator that nc_create_par and nc_open_par pass to a format: not 0 where there are
     * none. */
    int (*join)(const void *parameters, zn_ranks **ranks, int *rank, int *size);
    void (*leave)(zn_ranks *ranks);
    /* Gives every rank the largest of each number. */
    void (*largest)(zn_ranks *ranks, int64_t *numbers, int count);
    /* Gives every rank the bytes of the first one. */
    void (*tell)(zn_ranks *ranks, void *bytes, size_t size);
    /* Writes and reads the region of each rank, as zarr_mpi.h has it; NULL for none. */
    zarr_status (*write)(zn_ranks *ranks, const zarr_array *array, const zarr_region *region, const void *data,
                         size_t size, zarr_error *error);
    zarr_status (*read)(zn_ranks *ranks, const zarr_array *array, const zarr_region *region, void *data, size_t size,
                        zarr_error *error);
} zn_mpi;

/* The one function that libzarr-netcdf-mpi.so exports: it returns the others, or NULL and the reason. */
typedef const zn_mpi *zn_mpi_function(const char **problem);

#endif
