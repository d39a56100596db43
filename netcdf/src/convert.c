/* Conversions of a few numbers, such as attributes, with the rules of ZARR_CONVERT_ALL: every one is converted, and one
 * outside of the range of the other type makes the call NC_ERANGE when all are done. */
#include "internal.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#define INTEGERS(X)                               \
    X(NC_BYTE, signed char, SCHAR_MIN, SCHAR_MAX) \
    X(NC_SHORT, short, SHRT_MIN, SHRT_MAX)        \
    X(NC_INT, int, INT_MIN, INT_MAX)              \
    X(NC_INT64, long long, LLONG_MIN, LLONG_MAX)  \
    X(NC_UBYTE, unsigned char, 0, UCHAR_MAX)      \
    X(NC_USHORT, unsigned short, 0, USHRT_MAX)    \
    X(NC_UINT, unsigned, 0, UINT_MAX)             \
    X(NC_UINT64, unsigned long long, 0, ULLONG_MAX)

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

static unsigned long long low_bits(double value)
{
    const double rest = isfinite(value) ? fmod(fabs(value), 18446744073709551616.0) : 0;

    return value < 0 ? 0 - (unsigned long long)rest : (unsigned long long)rest;
}

/* Elements may lie at any address: memcpy moves each. */
#define LOAD(TYPE, T, LOW, HIGH)                              \
    case TYPE: {                                              \
        T v;                                                  \
        memcpy(&v, from, sizeof v);                           \
        return (number){(unsigned long long)v, (double)v, 0}; \
    }

static number load(nc_type type, const char *from)
{
    double value;
    float f;

    switch (type) {
        INTEGERS(LOAD)
    case NC_FLOAT:
        memcpy(&f, from, sizeof f);
        return (number){low_bits((double)f), (double)f, 1};
    default:
        memcpy(&value, from, sizeof value);
        return (number){low_bits(value), value, 1};
    }
}

static int is_outside(const number *n, long long low, unsigned long long high)
{
    if (n->is_float)
        return n->value < (double)low || n->value > (double)high;
    return n->value < 0 ? (long long)n->bits < low : n->bits > high;
}

#define STORE(TYPE, T, LOW, HIGH)          \
    case TYPE: {                           \
        const T v = (T)n->bits;            \
        memcpy(to, &v, sizeof v);          \
        return is_outside(n, (LOW), HIGH); \
    }

/* Returns true for a number outside of the range. */
static int store(const number *n, nc_type type, char *to)
{
    float f = (float)n->value;

    switch (type) {
        INTEGERS(STORE)
    case NC_FLOAT:
        if (!n->is_float) /* rounded once */
            f = n->value < 0 ? (float)(long long)n->bits : (float)n->bits;
        memcpy(to, &f, sizeof f);
        return n->is_float && fabs(n->value) > FLT_MAX;
    default: memcpy(to, &n->value, sizeof n->value); return 0;
    }
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
    for (i = 0; i < count; i++) {
        const number n = load(from, (const char *)source + i * item);

        outside |= store(&n, to, (char *)target + i * wide);
    }
    return outside ? NC_ERANGE : NC_NOERR;
}
