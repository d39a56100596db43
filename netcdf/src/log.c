/* Messages, and libzarr's statuses as netCDF's error codes. The codes say little; ZARR_NETCDF_LOG shows the full
 * message of each. */
#include "internal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(const char *format, va_list arguments)
{
    const char *wanted = getenv("ZARR_NETCDF_LOG");

    if (!wanted || !*wanted || !strcmp(wanted, "0"))
        return;
    fputs("libzarr-netcdf: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

void zn_log(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    print(format, arguments);
    va_end(arguments);
}

int zn_fail(int code, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    print(format, arguments);
    va_end(arguments);
    return code;
}

static int code_of(zarr_status status)
{
    switch (status) {
    case ZARR_OK: return NC_NOERR;
    case ZARR_ERROR_INVALID_ARGUMENT: return NC_EINVAL;
    case ZARR_ERROR_INVALID_HANDLE: return NC_EBADID;
    case ZARR_ERROR_NOT_FOUND: return ENOENT;
    case ZARR_ERROR_ALREADY_EXISTS: return NC_EEXIST;
    case ZARR_ERROR_OUT_OF_BOUNDS: return NC_EINVALCOORDS;
    case ZARR_ERROR_TYPE_MISMATCH: return NC_EBADTYPE;
    case ZARR_ERROR_RANGE: return NC_ERANGE;
    case ZARR_ERROR_METADATA:
    case ZARR_ERROR_NODE_TYPE: return NC_ENOTNC;
    case ZARR_ERROR_UNSUPPORTED: return NC_ENOTBUILT;
    case ZARR_ERROR_READ_ONLY: return NC_EPERM;
    case ZARR_ERROR_NO_MEMORY: return NC_ENOMEM;
    case ZARR_ERROR_PERMISSION: return EACCES;
    case ZARR_ERROR_LIMIT: return NC_EIO;
    default: return NC_EIO;
    }
}

int zn_status(zarr_status status, const zarr_error *error)
{
    if (status != ZARR_OK && error)
        zn_log("%s: %s", zarr_status_name(status), error->message);
    return code_of(status);
}

/* Adds to the attribute zarr_warnings: a program that lists variables would not miss one that is left out. */
int zn_warn(zn_file *file, const char *path, const char *message)
{
    path = *path ? path : "/";
    zn_log("%s: left out: %s", path, message);
    zn_text_add(&file->warnings, file->warnings.size ? "\n" : "");
    zn_text_add(&file->warnings, path);
    zn_text_add(&file->warnings, ": ");
    zn_text_add(&file->warnings, message);
    return file->warnings.failed ? NC_ENOMEM : NC_NOERR;
}

/* A name for which programs have no room: it is left out, and never cut. */
int zn_warn_name(zn_file *file, const char *path, const char *what, const char *name)
{
    char message[NC_MAX_NAME];
    int shown = 30;

    /* Whole characters of UTF-8. */
    while (shown && (name[shown] & 0xc0) == 0x80)
        shown--;
    snprintf(message, sizeof message, "%s \"%.*s...\": its name has %lu bytes, more than netCDF's %d", what, shown,
             name, (unsigned long)strlen(name), NC_MAX_NAME);
    return zn_warn(file, path, message);
}
