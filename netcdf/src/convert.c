/* Conversions of a few numbers, such as attributes, with the rules of ZARR_CONVERT_ALL: every one is converted, and one
 * outside of the range of the other type makes the call NC_ERANGE when all are done. */
#include "internal.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

/* A number of any type: the low bits of its whole part, and the value, which floats have exactly. */
typedef struct number {
    unsigned long long bits;
    double value;
    int is_float;
} number;

int zn_is_number(nc_type type)
{
    return (type >= NC_BYTE && type <= NC_UINT64) && type != NC_CHAR;
}

static int is_signed(nc_type type)
{
    return type < NC_UBYTE || type == NC_INT64;
}

/* The low bytes of a number. */
static char *low_bytes(unsigned long long *bits, size_t count)
{
    static const int one = 1;

    return (char *)bits + (*(const char *)&one ? 0 : sizeof *bits - count);
}

static number load(nc_type type, const char *from)
{
    const size_t size = zn_type_size(NULL, type), above = CHAR_BIT * (sizeof(long long) - size);
    number n = {0, 0, type == NC_FLOAT || type == NC_DOUBLE};
    float f;

    if (!n.is_float) {
        memcpy(low_bytes(&n.bits, size), from, size);
        if (is_signed(type) && n.bits >> (CHAR_BIT * size - 1))
            n.bits |= ~(ULLONG_MAX >> above);
        n.value = is_signed(type) ? (double)(long long)n.bits : (double)n.bits;
        return n;
    }
    memcpy(type == NC_FLOAT ? (void *)&f : (void *)&n.value, from, size);
    if (type == NC_FLOAT)
        n.value = (double)f;
    if (isfinite(n.value))
        n.bits = (unsigned long long)fmod(fabs(n.value), 18446744073709551616.0);
    n.bits = n.value < 0 ? 0 - n.bits : n.bits;
    return n;
}

/* Returns true for a number outside of the range. */
static int store(number n, nc_type type, char *to)
{
    const size_t size = zn_type_size(NULL, type);
    const unsigned long long high = ULLONG_MAX >> (CHAR_BIT * (sizeof high - size) + (size_t)is_signed(type));
    const long long low = is_signed(type) ? -(long long)high - 1 : 0;
    float f = (float)n.value;

    switch (type) {
    case NC_DOUBLE: memcpy(to, &n.value, size); return 0;
    case NC_FLOAT:
        if (!n.is_float) /* rounded once */
            f = n.value < 0 ? (float)(long long)n.bits : (float)n.bits;
        memcpy(to, &f, size);
        return n.is_float && fabs(n.value) > FLT_MAX;
    default: memcpy(to, low_bytes(&n.bits, size), size);
    }
    if (n.is_float)
        return n.value < (double)low || n.value > (double)high;
    return n.value < 0 ? (long long)n.bits < low : n.bits > high;
}

/* True for types without conversion: in the classic model NC_BYTE and NC_UBYTE too. */
int zn_is_alike(const zn_file *file, nc_type a, nc_type b)
{
    return a == b || (file->classic && (a == NC_BYTE || a == NC_UBYTE) && (b == NC_BYTE || b == NC_UBYTE));
}

int zn_convert_in(const zn_file *file, nc_type from, const void *source, nc_type to, void *target, size_t count)
{
    return zn_convert(from, source, zn_is_alike(file, from, to) ? from : to, target, count);
}

int zn_convert(nc_type from, const void *source, nc_type to, void *target, size_t count)
{
    size_t i, item, wide;
    int outside = 0;

    if (from == to && from != NC_STRING) {
        memmove(target, source, count * zn_type_size(NULL, from));
        return NC_NOERR;
    }
    if (!zn_is_number(from) || !zn_is_number(to))
        return from == NC_CHAR || to == NC_CHAR ? NC_ECHAR : NC_EBADTYPE;
    item = zn_type_size(NULL, from);
    wide = zn_type_size(NULL, to);
    for (i = 0; i < count; i++)
        outside |= store(load(from, (const char *)source + i * item), to, (char *)target + i * wide);
    return outside ? NC_ERANGE : NC_NOERR;
}
