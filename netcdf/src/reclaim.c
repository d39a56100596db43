/* nc_reclaim_data and nc_copy_data for datasets of Zarr. libnetcdf's own look for types in its internal tree, not in
 * the dispatch table, so that the preloaded library stands before them; NC_EBADID is a dataset of another format. */
#include "internal.h"

ZN_EXPORT int zarr_netcdf_reclaim_data(int ncid, nc_type type, void *values, size_t count);
ZN_EXPORT int zarr_netcdf_copy_data(int ncid, nc_type type, const void *values, size_t count, void *copies);

static int find_type(int ncid, nc_type type, const void *values, size_t count, zn_file **file)
{
    int status = zn_find(ncid, file, NULL);

    if (status)
        return status;
    if (!zn_type_size(*file, type))
        return NC_EBADTYPE;
    return count && !values ? NC_EINVAL : NC_NOERR;
}

int zarr_netcdf_reclaim_data(int ncid, nc_type type, void *values, size_t count)
{
    zn_file *file;
    int status = find_type(ncid, type, values, count, &file);

    if (!status && count)
        zn_value_free(file, type, values, count);
    return status;
}

int zarr_netcdf_copy_data(int ncid, nc_type type, const void *values, size_t count, void *copies)
{
    zn_file *file;
    int status = find_type(ncid, type, values, count, &file);

    if (!status && count && !copies)
        status = NC_EINVAL;
    return status ? status : zn_value_copy(file, type, values, copies, count);
}
