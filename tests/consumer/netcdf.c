/* A stranger's program of netCDF: writes a variable of Zarr, and reads it. With PRELOADED it knows nothing of the
 * plug-in. */
#include <netcdf.h>
#include <stdio.h>
#ifndef PRELOADED
#include <zarr_netcdf.h>
#endif

int main(int argc, char **argv)
{
    const size_t start[] = {1}, count[] = {2};
    const int written[] = {7, -7};
    int read[2] = {0, 0}, ncid, dim, var, status = NC_NOERR;

    if (argc != 2)
        return 2;
#ifndef PRELOADED
    status = zarr_netcdf_register();
#endif
    if (status || (status = nc_create(argv[1], NC_NETCDF4, &ncid)) || (status = nc_def_dim(ncid, "x", 3, &dim)) ||
        (status = nc_def_var(ncid, "a", NC_INT, 1, &dim, &var)) ||
        (status = nc_put_vara_int(ncid, var, start, count, written)) || (status = nc_close(ncid)) ||
        (status = nc_open(argv[1], NC_NOWRITE, &ncid)) || (status = nc_inq_varid(ncid, "a", &var)) ||
        (status = nc_get_vara_int(ncid, var, start, count, read)) || (status = nc_close(ncid))) {
        fprintf(stderr, "%s\n", nc_strerror(status));
        return 1;
    }
    printf("%d %d\n", read[0], read[1]);
    return 0;
}
