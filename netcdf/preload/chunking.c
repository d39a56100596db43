/* Two functions of libnetcdf that the Fortran interface calls go to HDF5 without asking which format a dataset has.
 * Preloaded, these stand before them and ask for any format, through the functions of C. Loading this library loads the
 * plug-in, which it is linked with. */
#include <netcdf.h>
#include <stdlib.h>

int zarr_netcdf_register(void);
int nc_def_var_chunking_ints(int ncid, int varid, int storage, int *chunks);
int nc_inq_var_chunking_ints(int ncid, int varid, int *storage, int *chunks);

__attribute__((constructor)) static void preloaded(void)
{
    zarr_netcdf_register();
}

static int lengths(int ncid, int varid, int *ndims, size_t **room)
{
    int status = nc_inq_varndims(ncid, varid, ndims);

    if (!status && varid == NC_GLOBAL)
        status = NC_ENOTVAR;
    if (status)
        return status;
    *room = malloc((size_t)(*ndims + 1) * sizeof **room);
    return *room ? NC_NOERR : NC_ENOMEM;
}

int nc_def_var_chunking_ints(int ncid, int varid, int storage, int *chunks)
{
    size_t *wide;
    int d, ndims, status = lengths(ncid, varid, &ndims, &wide);

    if (status)
        return status;
    for (d = 0; chunks && d < ndims; d++)
        wide[d] = (size_t)chunks[d];
    status = nc_def_var_chunking(ncid, varid, storage, chunks ? wide : NULL);
    free(wide);
    return status;
}

int nc_inq_var_chunking_ints(int ncid, int varid, int *storage, int *chunks)
{
    size_t *wide;
    int d, kind, ndims, status = lengths(ncid, varid, &ndims, &wide);

    if (status)
        return status;
    status = nc_inq_var_chunking(ncid, varid, &kind, wide);
    if (!status && storage)
        *storage = kind;
    for (d = 0; !status && chunks && kind == NC_CHUNKED && d < ndims; d++) {
        chunks[d] = (int)wide[d];
        if (wide[d] > NC_MAX_INT)
            status = NC_ERANGE;
    }
    free(wide);
    return status;
}
