/* The C side of the module: variables of any kind and rank by their descriptors, whose strides also reach the components
   of an array of a derived type. The header is that of the Fortran compiler: a descriptor of another version is refused.
   SPDX-License-Identifier: MIT OR Apache-2.0 */
#include <ISO_Fortran_binding.h>
#include <stdint.h>

int32_t zarr_f_describe(const CFI_cdesc_t *values, int64_t *item, int64_t *extents, int64_t *strides, intptr_t *first);
int32_t zarr_f_take_integers(const CFI_cdesc_t *list, int64_t *numbers);
int32_t zarr_f_put_integers(const CFI_cdesc_t *list, const int64_t *numbers);

/* Returns the rank of a variable; -1: its descriptor is not known. A pointer to nothing has no elements. */
int32_t zarr_f_describe(const CFI_cdesc_t *values, int64_t *item, int64_t *extents, int64_t *strides, intptr_t *first)
{
    if (values->version != CFI_VERSION)
        return -1;
    *item = (int64_t)values->elem_len;
    *first = (intptr_t)values->base_addr;
    for (int d = 0; d < values->rank; d++) {
        extents[d] = values->base_addr ? values->dim[d].extent : 0;
        strides[d] = values->dim[d].sm;
    }
    return values->rank;
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
