/* zarr_netcdf.h: Zarr as a user-defined format of netCDF-C
 *
 * One call before nc_open and nc_create, where the plug-in is neither preloaded nor named in .ncrc:
 *
 *     zarr_netcdf_register();
 *     nc_open("file:///data/weather.zarr#mode=udf0", NC_NOWRITE, &ncid);
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef ZARR_NETCDF_H
#define ZARR_NETCDF_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Registers the plug-in with the libnetcdf of the process, as NC_UDF0 unless that is taken, else as NC_UDF1. Returns an error code of
 * netCDF: NC_ENOTBUILT where no libnetcdf is loaded, NC_EINVAL where both are taken. Calling it again is fine.
 */
int zarr_netcdf_register(void);

#ifdef __cplusplus
}
#endif

#endif
