/* Values in JSON, and the netCDF types that they have. */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

/* A number, whatever the decimal point of the locale is. */
static double number(const char *json)
{
    char token[400];
    size_t length = (size_t)(zn_json_end(json) - json);
    char *point;

    if (length >= sizeof token)
        length = sizeof token - 1;
    memcpy(token, json, length);
    token[length] = 0;
    point = strchr(token, '.');
    if (point)
        *point = *localeconv()->decimal_point;
    return strtod(token, NULL);
}

static int is_integer(const char *json)
{
    const char *end = zn_json_end(json), *c = json + (*json == '-');

    if (c == end)
        return 0;
    for (; c < end; c++)
        if (*c < '0' || *c > '9')
            return 0;
    return 1;
}

int zn_json_is_number(const char *json)
{
    return *json == '-' || (*json >= '0' && *json <= '9') || *json == 'N' || *json == 'I';
}

int zn_json_is_bool(const char *json)
{
    return *json == 't' || *json == 'f';
}

/* The type of a value; NC_NAT where netCDF has none for it. */
nc_type zn_json_type(const char *json)
{
    if (*json == '"')
        return NC_STRING;
    if (zn_json_is_bool(json))
        return NC_UBYTE;
    if (!zn_json_is_number(json))
        return NC_NAT;
    if (!is_integer(json))
        return NC_DOUBLE;
    errno = 0;
    if (*json == '-' || strtoull(json, NULL, 10) <= LLONG_MAX) {
        long long value = strtoll(json, NULL, 10);

        if (!errno)
            return value >= INT_MIN && value <= INT_MAX ? NC_INT : NC_INT64;
    }
    return errno ? NC_DOUBLE : NC_UINT64;
}

/* The type that holds values of both types. */
nc_type zn_json_common(nc_type a, nc_type b)
{
    if (a == b)
        return a;
    if (!zn_is_number(a) || !zn_is_number(b) || a == NC_UBYTE || b == NC_UBYTE)
        return NC_NAT;
    if (a == NC_DOUBLE || b == NC_DOUBLE || a == NC_UINT64 || b == NC_UINT64)
        return NC_DOUBLE;
    return NC_INT64;
}

int zn_json_convert(const char *json, nc_type type, void *target)
{
    if (zn_json_is_bool(json)) {
        unsigned char bit = *json == 't';

        return zn_convert(NC_UBYTE, &bit, type, target, 1);
    }
    if (is_integer(json)) {
        errno = 0;
        if (*json == '-') {
            long long value = strtoll(json, NULL, 10);

            if (!errno)
                return zn_convert(NC_INT64, &value, type, target, 1);
        } else {
            unsigned long long value = strtoull(json, NULL, 10);

            if (!errno)
                return zn_convert(NC_UINT64, &value, type, target, 1);
        }
    }
    {
        double value = number(json);

        zn_convert(NC_DOUBLE, &value, type, target, 1);
    }
    return NC_NOERR;
}

/* True where a number, true or false is a value of a type. */
int zn_json_fits(const char *json, nc_type type)
{
    double value, back;
    long long room;

    if (type == NC_FLOAT || type == NC_DOUBLE)
        return 1;
    if (zn_json_type(json) != NC_DOUBLE)
        return !zn_json_convert(json, type, &room);
    zn_json_convert(json, NC_DOUBLE, &value);
    return !zn_convert(NC_DOUBLE, &value, type, &room, 1) && !zn_convert(type, &room, NC_DOUBLE, &back, 1) &&
           back == value;
}
