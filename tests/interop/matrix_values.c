/* Fill values and contents of the matrix, as bits: whether a payload of a NaN or the sign of a zero survives is what the
   matrix asks, so no value passes through floating-point arithmetic. */
#include "matrix.h"

#include <string.h>

uint64_t mix(uint64_t state)
{
    uint64_t z = state * 0x9E3779B97F4A7C15u + 0x632BE59BD9B4E019u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* The low `size` bytes of a number, in the byte order of this machine. */
static void put(uint64_t bits, size_t size, uint8_t *value)
{
    uint8_t b1 = (uint8_t)bits;
    uint16_t b2 = (uint16_t)bits;
    uint32_t b4 = (uint32_t)bits;
    const void *from = size == 1 ? (const void *)&b1 : size == 2 ? (const void *)&b2 : size == 4 ? (const void *)&b4
                                                                                              : (const void *)&bits;
    memcpy(value, from, size);
}

static uint64_t float_bits(int32_t fill, size_t size)
{
    int exponent_bits = size == 2 ? 5 : size == 4 ? 8 : 11;
    int mantissa_bits = (int)(8 * size) - 1 - exponent_bits;
    uint64_t sign = (uint64_t)1 << (8 * size - 1);
    uint64_t infinity = (((uint64_t)1 << exponent_bits) - 1) << mantissa_bits;
    uint64_t one = ((((uint64_t)1 << (exponent_bits - 1)) - 1)) << mantissa_bits;
    uint64_t quiet = (uint64_t)1 << (mantissa_bits - 1);
    switch (fill) {
    case FILL_NUMBER: return sign | one | quiet;                     /* -1.5 */
    case FILL_MAX: return infinity - 1;                              /* the largest finite */
    case FILL_TINY: return 1;                                        /* the smallest subnormal */
    case FILL_NAN: return infinity | quiet;
    case FILL_PAYLOAD: return sign | infinity | quiet | 0x123u;      /* negative, and with a payload */
    case FILL_NEGATIVE_ZERO: return sign;
    case FILL_INFINITY: return infinity;
    case FILL_MINUS_INFINITY: return sign | infinity;
    case FILL_FRACTION: return one + ((uint64_t)1 << mantissa_bits) / 10 + 1;   /* about 1.1: all digits count */
    default: return 0;
    }
}

static uint64_t int_bits(const dtype *type, int32_t fill)
{
    uint64_t all = ~(uint64_t)0 >> (64 - 8 * type->size);
    uint64_t most = type->kind == 'i' ? all >> 1 : all;
    uint64_t least = type->kind == 'i' ? most + 1 : 0;
    switch (fill) {
    case 1: return type->kind == 'i' ? all - 4 : 7;                  /* -5 or 7 */
    case 2: return most;
    case 3: return least;
    case 4: return most - 1;
    case 5: return least + 1;
    case 6: return 0;
    case 7: return (((uint64_t)1 << 53) + 1) & most;                 /* what a double can't hold */
    case 8: return all;                                              /* -1, or the maximum */
    case 9: return mix(type->size) & all;
    default: return 0;
    }
}

static int32_t imaginary_fill(int32_t fill)
{
    static const int32_t other[FILLS] = {0, 9, 3, 2, 1, 4, 7, 8, 6, 5};
    return other[fill];
}

static void fill_bits(const dtype *type, int32_t fill, uint8_t *value)
{
    memset(value, 0, type->size);
    if (fill == FILL_DEFAULT) {
        return;
    }
    switch (type->kind) {
    case 'b':
        value[0] = (uint8_t)(fill & 1);
        break;
    case 'f':
        put(float_bits(fill, type->size), type->size, value);
        break;
    case 'c':
        put(float_bits(fill, type->part), type->part, value);
        put(float_bits(imaginary_fill(fill), type->part), type->part, value + type->part);
        break;
    case 'r':
        for (size_t i = 0; i < type->size; i++) {
            value[i] = fill == 1 ? 0xff : fill == 2 ? (uint8_t)i : (uint8_t)mix((uint64_t)fill * 64 + i);
        }
        break;
    default:
        put(int_bits(type, fill), type->size, value);
    }
}

void fill_given(const cell *c, uint8_t *value)
{
    fill_bits(&DTYPE_LIST[c->at[AXIS_DTYPE]], c->at[AXIS_FILL], value);
}

int fill_loses_payload(const cell *c)
{
    char kind = DTYPE_LIST[c->at[AXIS_DTYPE]].kind;
    int32_t fill = c->at[AXIS_FILL];
    if (c->at[AXIS_FORMAT] != 0) {
        return 0;
    }
    return (kind == 'f' && fill == FILL_PAYLOAD)
           || (kind == 'c' && (fill == FILL_PAYLOAD || imaginary_fill(fill) == FILL_PAYLOAD));
}

void fill_stored(const cell *c, uint8_t *value)
{
    const dtype *type = &DTYPE_LIST[c->at[AXIS_DTYPE]];
    int32_t fill = c->at[AXIS_FILL];
    fill_given(c, value);
    if (!fill_loses_payload(c)) {
        return;
    }
    if (fill == FILL_PAYLOAD) {
        put(float_bits(FILL_NAN, type->part), type->part, value);
    }
    if (type->kind == 'c' && imaginary_fill(fill) == FILL_PAYLOAD) {
        put(float_bits(FILL_NAN, type->part), type->part, value + type->part);
    }
}

/* Every third element is any bits at all (NaNs of both sorts among them), the others repeat so that codecs find
   something to do; every eleventh float is one of the special values. */
static uint64_t part_bits(const dtype *type, uint64_t seed, uint64_t index)
{
    uint64_t any = mix(seed * 1000003u + index);
    if ((type->kind == 'f' || type->kind == 'c') && index % 11 == 0) {
        return float_bits((int32_t)(any % FILLS), type->part);
    }
    return index % 3 == 0 ? any : (seed + index / 5) % 251 * 0x0101u;
}

void element(const dtype *type, uint64_t seed, uint64_t index, uint8_t *value)
{
    if (type->kind == 'b') {
        value[0] = (uint8_t)(mix(seed * 1000003u + index / 2) & 1);
        return;
    }
    for (size_t at = 0, n = 0; at < type->size; at += type->part, n++) {
        put(part_bits(type, seed + n, index * (type->size / type->part) + n), type->part, value + at);
    }
}

void swap_if_big_endian(const dtype *type, uint8_t *bytes, size_t size)
{
    const uint16_t one = 1;
    if (*(const uint8_t *)&one == 1 || type->part == 1) {
        return;
    }
    for (size_t at = 0; at < size; at += type->part) {
        for (size_t i = 0; i < type->part / 2; i++) {
            uint8_t keep = bytes[at + i];
            bytes[at + i] = bytes[at + type->part - 1 - i];
            bytes[at + type->part - 1 - i] = keep;
        }
    }
}
