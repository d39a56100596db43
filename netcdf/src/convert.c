/* Conversions between netCDF's numbers, with netCDF-4's rules: every value is converted, and one outside of the range
 * of the other type makes the call NC_ERANGE when all are done. */
#include "internal.h"

#include <float.h>
#include <limits.h>
#include <string.h>

#define LONGS  9223372036854775808.0
#define ULONGS 18446744073709551616.0

int zn_is_number(nc_type type)
{
    return (type >= NC_BYTE && type <= NC_UINT64) && type != NC_CHAR;
}

/* A float that no integer of 64 bits holds becomes the lowest one, as on x86. */
static long long whole(double value)
{
    return value >= -LONGS && value < LONGS ? (long long)value : LLONG_MIN;
}

static unsigned long long whole_unsigned(double value)
{
    return value >= 0 && value < ULONGS ? (unsigned long long)value : (unsigned long long)whole(value);
}

/* Elements may lie at any address: memcpy moves each. */
#define LOOP(F, WIDE, T, OUTSIDE, VALUE)              \
    do {                                              \
        const char *in = source;                      \
        char *out = target;                           \
        size_t i;                                     \
        for (i = 0; i < count; i++) {                 \
            F v;                                      \
            WIDE n;                                   \
            T w;                                      \
            memcpy(&v, in + i * sizeof v, sizeof v);  \
            n = (WIDE)v;                              \
            (void)n;                                  \
            outside |= (OUTSIDE);                     \
            w = (T)(VALUE);                           \
            memcpy(out + i * sizeof w, &w, sizeof w); \
        }                                             \
    } while (0)

#define BELOW(LOW)  (n < (LOW))
#define ABOVE(HIGH) (n > 0 && (unsigned long long)n > (HIGH))

#define FROM_SIGNED(NAME, F)                                                                           \
    static int NAME(const void *source, nc_type to, void *target, size_t count)                        \
    {                                                                                                  \
        int outside = 0;                                                                               \
        switch (to) {                                                                                  \
        case NC_BYTE: LOOP(F, long long, signed char, BELOW(SCHAR_MIN) || ABOVE(SCHAR_MAX), v); break; \
        case NC_SHORT: LOOP(F, long long, short, BELOW(SHRT_MIN) || ABOVE(SHRT_MAX), v); break;        \
        case NC_INT: LOOP(F, long long, int, BELOW(INT_MIN) || ABOVE(INT_MAX), v); break;              \
        case NC_INT64: LOOP(F, long long, long long, 0, v); break;                                     \
        case NC_UBYTE: LOOP(F, long long, unsigned char, BELOW(0) || ABOVE(UCHAR_MAX), v); break;      \
        case NC_USHORT: LOOP(F, long long, unsigned short, BELOW(0) || ABOVE(USHRT_MAX), v); break;    \
        case NC_UINT: LOOP(F, long long, unsigned, BELOW(0) || ABOVE(UINT_MAX), v); break;             \
        case NC_UINT64: LOOP(F, long long, unsigned long long, BELOW(0), v); break;                    \
        case NC_FLOAT: LOOP(F, long long, float, 0, v); break;                                         \
        default: LOOP(F, long long, double, 0, v);                                                     \
        }                                                                                              \
        return outside;                                                                                \
    }

#define FROM_UNSIGNED(NAME, F)                                                                \
    static int NAME(const void *source, nc_type to, void *target, size_t count)               \
    {                                                                                         \
        int outside = 0;                                                                      \
        switch (to) {                                                                         \
        case NC_BYTE: LOOP(F, unsigned long long, signed char, n > SCHAR_MAX, v); break;      \
        case NC_SHORT: LOOP(F, unsigned long long, short, n > SHRT_MAX, v); break;            \
        case NC_INT: LOOP(F, unsigned long long, int, n > INT_MAX, v); break;                 \
        case NC_INT64: LOOP(F, unsigned long long, long long, n > LLONG_MAX, v); break;       \
        case NC_UBYTE: LOOP(F, unsigned long long, unsigned char, n > UCHAR_MAX, v); break;   \
        case NC_USHORT: LOOP(F, unsigned long long, unsigned short, n > USHRT_MAX, v); break; \
        case NC_UINT: LOOP(F, unsigned long long, unsigned, n > UINT_MAX, v); break;          \
        case NC_UINT64: LOOP(F, unsigned long long, unsigned long long, 0, v); break;         \
        case NC_FLOAT: LOOP(F, unsigned long long, float, 0, v); break;                       \
        default: LOOP(F, unsigned long long, double, 0, v);                                   \
        }                                                                                     \
        return outside;                                                                       \
    }

#define BEYOND(LOW, HIGH) (n < (LOW) || n > (HIGH))

#define FROM_FLOAT(NAME, F)                                                                               \
    static int NAME(const void *source, nc_type to, void *target, size_t count)                           \
    {                                                                                                     \
        int outside = 0;                                                                                  \
        switch (to) {                                                                                     \
        case NC_BYTE: LOOP(F, double, signed char, BEYOND(SCHAR_MIN, SCHAR_MAX), whole(n)); break;        \
        case NC_SHORT: LOOP(F, double, short, BEYOND(SHRT_MIN, SHRT_MAX), whole(n)); break;               \
        case NC_INT: LOOP(F, double, int, BEYOND(INT_MIN, INT_MAX), whole(n)); break;                     \
        case NC_INT64: LOOP(F, double, long long, BEYOND(-LONGS, LONGS), whole(n)); break;                \
        case NC_UBYTE: LOOP(F, double, unsigned char, BEYOND(0, UCHAR_MAX), whole(n)); break;             \
        case NC_USHORT: LOOP(F, double, unsigned short, BEYOND(0, USHRT_MAX), whole(n)); break;           \
        case NC_UINT: LOOP(F, double, unsigned, BEYOND(0, UINT_MAX), whole(n)); break;                    \
        case NC_UINT64: LOOP(F, double, unsigned long long, BEYOND(0, ULONGS), whole_unsigned(n)); break; \
        case NC_FLOAT: LOOP(F, double, float, BEYOND(-FLT_MAX, FLT_MAX), v); break;                       \
        default: LOOP(F, double, double, 0, v);                                                           \
        }                                                                                                 \
        return outside;                                                                                   \
    }

FROM_SIGNED(from_byte, signed char)
FROM_SIGNED(from_short, short)
FROM_SIGNED(from_int, int)
FROM_SIGNED(from_int64, long long)
FROM_UNSIGNED(from_ubyte, unsigned char)
FROM_UNSIGNED(from_ushort, unsigned short)
FROM_UNSIGNED(from_uint, unsigned)
FROM_UNSIGNED(from_uint64, unsigned long long)
FROM_FLOAT(from_float, float)
FROM_FLOAT(from_double, double)

/* Between NC_BYTE and NC_UBYTE the classic model has no range errors. */
int zn_convert_in(const zn_file *file, nc_type from, const void *source, nc_type to, void *target, size_t count)
{
    if (file->classic && (from == NC_BYTE || from == NC_UBYTE) && (to == NC_BYTE || to == NC_UBYTE)) {
        memmove(target, source, count);
        return NC_NOERR;
    }
    return zn_convert(from, source, to, target, count);
}

/* The target may be the source where elements are of one size, and may overlap it where it begins before it. */
int zn_convert(nc_type from, const void *source, nc_type to, void *target, size_t count)
{
    static int (*const convert[])(const void *, nc_type, void *,
                                  size_t) = {NULL,        from_byte,  NULL,        from_short, from_int,   from_float,
                                             from_double, from_ubyte, from_ushort, from_uint,  from_int64, from_uint64};

    if (from == to && from != NC_STRING) {
        memmove(target, source, count * zn_type_size(NULL, from));
        return NC_NOERR;
    }
    if (!zn_is_number(from) || !zn_is_number(to))
        return from == NC_CHAR || to == NC_CHAR ? NC_ECHAR : NC_EBADTYPE;
    return convert[from](source, to, target, count) ? NC_ERANGE : NC_NOERR;
}
