/* Prints single elements as they come out of zarr_array_read_region: native byte order, any alignment. */
#ifndef EXAMPLE_VALUES_H
#define EXAMPLE_VALUES_H

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <zarr.h>

static inline const char *type_name(int32_t type)
{
    static const char *const names[] = {"?",      "bool",   "int8",    "int16",   "int32",   "int64",     "uint8",      "uint16",
                                        "uint32", "uint64", "float16", "float32", "float64", "complex64", "complex128", "raw"};
    return type > 0 && (size_t)type < sizeof names / sizeof *names ? names[type] : "other type";
}

/* IEEE 754 binary16, which C99 has no type for. */
static inline double half_to_double(uint16_t bits)
{
    const double sign = bits & 0x8000 ? -1.0 : 1.0;
    const int exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
    if (exponent == 0x1f)
        return fraction ? NAN : sign * INFINITY;
    return sign * (exponent ? ldexp(fraction + 1024, exponent - 25) : ldexp(fraction, -24));
}

/* The sign of a NaN says nothing, and printf would show it. */
static inline void print_real(double value, int digits)
{
    if (isnan(value))
        printf("nan");
    else
        printf("%.*g", digits, value);
}

static inline void print_complex(double real, double imaginary, int digits)
{
    print_real(real, digits);
    printf(isnan(imaginary) || !signbit(imaginary) ? "+" : "");
    print_real(imaginary, digits);
    printf("i");
}

static inline void print_value(int32_t type, const unsigned char *element, size_t size)
{
    union {
        int8_t i8;
        int16_t i16;
        int32_t i32;
        int64_t i64;
        uint8_t u8;
        uint16_t u16;
        uint32_t u32;
        uint64_t u64;
        float f32[2];
        double f64[2];
    } value = {0};
    memcpy(&value, element, size < sizeof value ? size : sizeof value);

    switch (type) {
    case ZARR_BOOL: printf(value.u8 ? "true" : "false"); break;
    case ZARR_INT8: printf("%" PRId8, value.i8); break;
    case ZARR_INT16: printf("%" PRId16, value.i16); break;
    case ZARR_INT32: printf("%" PRId32, value.i32); break;
    case ZARR_INT64: printf("%" PRId64, value.i64); break;
    case ZARR_UINT8: printf("%" PRIu8, value.u8); break;
    case ZARR_UINT16: printf("%" PRIu16, value.u16); break;
    case ZARR_UINT32: printf("%" PRIu32, value.u32); break;
    case ZARR_UINT64: printf("%" PRIu64, value.u64); break;
    case ZARR_FLOAT16: print_real(half_to_double(value.u16), 4); break;
    case ZARR_FLOAT32: print_real(value.f32[0], 7); break;
    case ZARR_FLOAT64: print_real(value.f64[0], 15); break;
    case ZARR_COMPLEX64: print_complex(value.f32[0], value.f32[1], 7); break;
    case ZARR_COMPLEX128: print_complex(value.f64[0], value.f64[1], 15); break;
    default: /* opaque bytes */
        for (size_t i = 0; i < size; i++)
            printf("%02x", element[i]);
    }
}

#endif
