/* The C side of the module: variables of any kind and rank by their descriptors, whose strides also reach the components
   of an array of a derived type. The header is that of the Fortran compiler: a descriptor of another version is refused.
   SPDX-License-Identifier: MIT OR Apache-2.0 */
#include <ISO_Fortran_binding.h>
#include <stdint.h>
#include <string.h>

/* The type memory of zarr_elements. */
struct memory {
    int32_t rank, data_type;
    int64_t item, extents[CFI_MAX_RANK], strides[CFI_MAX_RANK];
    char *first;
};

/* In the place of the rank of a variable that can't be used. */
enum { OTHER_COMPILER = -1, NOT_ALLOCATED = -2, ASSUMED_SIZE = -3 };

void zarr_f_describe(const CFI_cdesc_t *values, struct memory *there);
void zarr_f_move(const struct memory *there, char *packed, int32_t packs, int32_t truths);
int32_t zarr_f_take_integers(const CFI_cdesc_t *list, int64_t *numbers);
int32_t zarr_f_put_integers(const CFI_cdesc_t *list, const int64_t *numbers);

/* Sets the shape of a variable, and the places of its elements. */
void zarr_f_describe(const CFI_cdesc_t *values, struct memory *there)
{
    int is_empty = 0, rank = values->rank;

    if (values->version != CFI_VERSION) {
        there->rank = OTHER_COMPILER;
        return;
    }
    there->item = (int64_t)values->elem_len;
    there->first = values->base_addr;
    for (int d = 0; d < values->rank; d++) {
        there->extents[d] = values->dim[d].extent;
        there->strides[d] = values->dim[d].sm;
        is_empty |= values->dim[d].extent == 0;
        if (values->dim[d].extent < 0)
            rank = ASSUMED_SIZE;
    }
    /* gfortran, whose version is 1, describes [integer ::] without an address. */
    if (!values->base_addr && !(is_empty && CFI_VERSION == 1))
        rank = NOT_ALLOCATED;
    there->rank = rank;
}

/* Copies elements along the first dimension, of a constant size for speed. */
#define ROW(size)                                                                                                      \
    for (int64_t i = 0; i < count; i++, at += stride, packed += (size))                                                \
    memcpy(packs ? packed : at, packs ? at : packed, (size_t)(size))

/* Copies truth values of an integer's size, as one byte each. */
#define TRUTHS(type)                                                                                                   \
    for (int64_t i = 0; i < count; i++, at += stride, packed++)                                                        \
        if (packs)                                                                                                     \
            *packed = *(type *)at != 0;                                                                                \
        else                                                                                                           \
            *(type *)at = *packed

static char *move(const struct memory *there, int d, char *at, char *packed, int packs, int truths)
{
    const int64_t count = d < 0 ? 1 : there->extents[d], stride = d < 0 ? 0 : there->strides[d];

    if (d > 0) {
        for (int64_t i = 0; i < count; i++)
            packed = move(there, d - 1, at + i * stride, packed, packs, truths);
        return packed;
    }
    switch (truths ? -there->item : there->item) {
    case -4: TRUTHS(int32_t); break;
    case -8: TRUTHS(int64_t); break;
    case 2: ROW(2); break;
    case 4: ROW(4); break;
    case 8: ROW(8); break;
    default: ROW(there->item);
    }
    return packed;
}

/* Copies the elements of a variable to bytes without gaps, or back. */
void zarr_f_move(const struct memory *there, char *packed, int32_t packs, int32_t truths)
{
    move(there, there->rank - 1, there->first, packed, packs, truths);
}

static int is_of_integers(const CFI_cdesc_t *list)
{
    return list->version == CFI_VERSION && list->rank <= 2 &&
           (list->type == CFI_type_int8_t || list->type == CFI_type_int16_t || list->type == CFI_type_int32_t ||
            list->type == CFI_type_int64_t);
}

static int64_t extent(const CFI_cdesc_t *list, int d)
{
    return d < list->rank ? list->dim[d].extent : 1;
}

static void *element(const CFI_cdesc_t *list, int64_t i, int64_t j)
{
    char *at = list->base_addr;

    if (list->rank > 0)
        at += i * list->dim[0].sm;
    if (list->rank > 1)
        at += j * list->dim[1].sm;
    return at;
}

/* Takes a number, a list or the columns of a matrix, of integers of any kind; 0: they are no integers. */
int32_t zarr_f_take_integers(const CFI_cdesc_t *list, int64_t *numbers)
{
    if (!is_of_integers(list))
        return 0;
    for (int64_t j = 0; j < extent(list, 1); j++)
        for (int64_t i = 0; i < extent(list, 0); i++) {
            const void *at = element(list, i, j);

            switch (list->elem_len) {
            case 1: *numbers++ = *(const int8_t *)at; break;
            case 2: *numbers++ = *(const int16_t *)at; break;
            case 4: *numbers++ = *(const int32_t *)at; break;
            default: *numbers++ = *(const int64_t *)at;
            }
        }
    return 1;
}

static int put(void *at, size_t bytes, int64_t number)
{
    const int64_t most = bytes == 8 ? INT64_MAX : ((int64_t)1 << (8 * bytes - 1)) - 1;

    if (number > most || number < -most)
        return 0;
    switch (bytes) {
    case 1: *(int8_t *)at = (int8_t)number; break;
    case 2: *(int16_t *)at = (int16_t)number; break;
    case 4: *(int32_t *)at = (int32_t)number; break;
    default: *(int64_t *)at = number;
    }
    return 1;
}

/* Sets a list of integers of any kind; 0: they are no integers, or not all of the numbers fit. */
int32_t zarr_f_put_integers(const CFI_cdesc_t *list, const int64_t *numbers)
{
    int32_t fit = is_of_integers(list);

    for (int64_t i = 0; fit && i < extent(list, 0); i++)
        fit = put(element(list, i, 0), list->elem_len, numbers[i]);
    return fit;
}
