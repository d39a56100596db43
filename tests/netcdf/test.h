/* Shared by the tests: a check that names the line and netCDF's reason, and the path of a store. */
#ifndef TEST_H
#define TEST_H

#include <netcdf.h>
#include <netcdf_filter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(call)                                                                                          \
    do {                                                                                                  \
        int status_ = (call);                                                                             \
        if (status_)                                                                                      \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, nc_strerror(status_)), exit(1); \
    } while (0)
#define FAILS(code, call)                                                                                         \
    do {                                                                                                          \
        int status_ = (call);                                                                                     \
        if (status_ != (code))                                                                                    \
            fprintf(stderr, "%s:%d: %s: %d, not %d\n", __FILE__, __LINE__, #call, status_, (int)(code)), exit(1); \
    } while (0)
#define IS(condition)                                                                        \
    do {                                                                                     \
        if (!(condition))                                                                    \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition), exit(1); \
    } while (0)

static const char *folder;

/* The URL of a store; `keys` follow the mode. */
static const char *url(const char *name, const char *keys)
{
    static char text[4096];

    snprintf(text, sizeof text, "file://%s-%s.zarr#mode=udf0%s", folder, name, keys);
    return text;
}

#endif
