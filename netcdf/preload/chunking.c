/* Two functions of libnetcdf that the Fortran interface calls go to HDF5 without asking which format a dataset has.
 * Preloaded, these stand before them and ask for any format, through the functions of C. They are looked up when they
 * are called, so that programs without netCDF can be started beside. Loading this library loads the plug-in. */
#include <netcdf.h>

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

int nc_def_var_chunking_ints(int ncid, int varid, int storage, int *chunks);
int nc_inq_var_chunking_ints(int ncid, int varid, int *storage, int *chunks);

typedef struct functions {
    int (*ndims)(int ncid, int varid, int *ndims);
    int (*define)(int ncid, int varid, int storage, const size_t *chunks);
    int (*inquire)(int ncid, int varid, int *storage, size_t *chunks);
} functions;

/* ISO C has no way from an object pointer to a function. */
static int symbol(const char *name, void *function)
{
    void *found = dlsym(RTLD_DEFAULT, name);

    memcpy(function, &found, sizeof found);
    return found != NULL;
}

static int begin(int ncid, int varid, functions *netcdf, int *ndims, size_t **room)
{
    int status;

    if (!symbol("nc_inq_varndims", &netcdf->ndims) || !symbol("nc_def_var_chunking", &netcdf->define) ||
        !symbol("nc_inq_var_chunking", &netcdf->inquire))
        return NC_ENOTBUILT;
    status = netcdf->ndims(ncid, varid, ndims);
    if (!status && varid == NC_GLOBAL)
        status = NC_ENOTVAR;
    if (status)
        return status;
    *room = malloc((size_t)(*ndims + 1) * sizeof **room);
    return *room ? NC_NOERR : NC_ENOMEM;
}

int nc_def_var_chunking_ints(int ncid, int varid, int storage, int *chunks)
{
    functions netcdf;
    size_t *wide;
    int d, ndims, status = begin(ncid, varid, &netcdf, &ndims, &wide);

    if (status)
        return status;
    for (d = 0; chunks && d < ndims; d++)
        wide[d] = (size_t)chunks[d];
    status = netcdf.define(ncid, varid, storage, chunks ? wide : NULL);
    free(wide);
    return status;
}

int nc_inq_var_chunking_ints(int ncid, int varid, int *storage, int *chunks)
{
    functions netcdf;
    size_t *wide;
    int d, kind, ndims, status = begin(ncid, varid, &netcdf, &ndims, &wide);

    if (status)
        return status;
    status = netcdf.inquire(ncid, varid, &kind, wide);
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
