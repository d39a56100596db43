/* zarr_netcdf.h: Zarr as a user-defined format of netCDF-C
 *
 * One call before nc_open and nc_create, where the plug-in is neither preloaded nor named in .ncrc:
 *
 *     zarr_netcdf_register();
 *     nc_open("file:///data/weather.zarr#mode=udf0", NC_NOWRITE, &ncid);
 *
 * Variables of the environment: ZARR_NETCDF_LOG=1 shows the sentence behind each error code on standard error,
 * ZARR_NETCDF_OPTIONS has options of stores, as JSON, and ZARR_NETCDF_MPI the path of libzarr-netcdf-mpi.so, which
 * nc_create_par and nc_open_par need. netCDF's .ncrc names zarr_netcdf_udf0 and zarr_netcdf_udf1, which give the
 * dispatch tables. A variable whose dimension has another length than its name tells has the attribute zarr_warning, a
 * dataset of which nodes are left out zarr_warnings.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef ZARR_NETCDF_H
#define ZARR_NETCDF_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Register the plug-in with the libnetcdf of the process, as NC_UDF0 unless that is taken, else as NC_UDF1. Returns an
 * error code of netCDF: NC_ENOTBUILT where no libnetcdf is loaded, NC_EINVAL where both are taken. Calling it again is
 * fine.
 */
int zarr_netcdf_register(void);

#ifdef __cplusplus
}
#endif

#endif
