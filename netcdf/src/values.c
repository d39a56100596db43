/* Reading and writing elements of variable length: strings, lists, and compound types that hold them. */
#include "box.h"

#include <stdlib.h>
#include <string.h>

/* In lists of the codec vlen-array libzarr gives and takes numbers in the order of the machine. */
static void turn_plain(const zn_var *var, void *numbers, size_t bytes)
{
    size_t item = zn_type_size(NULL, zn_type_by_id(var->group->file, var->type)->base);

    if (var->plain && bytes)
        zn_turn_numbers(numbers, item, bytes / item);
}

static int string_value(const zn_var *var, const char *bytes, size_t size, char **text)
{
    /* A C string ends at its first NUL: the bytes after it would be lost silently. */
    if (memchr(bytes, 0, size))
        return zn_fail(NC_ERANGE, "variable \"%s\": an element has a NUL in it, which no NC_STRING can have",
                       var->name);
    *text = zn_copy_bytes(bytes, size);
    return *text ? NC_NOERR : NC_ENOMEM;
}

static int value_of(const zn_var *var, const char *bytes, size_t size, void *value)
{
    int status;

    if (var->form == ZN_STRINGS)
        return string_value(var, bytes, size, value);
    status = zn_element_value(var->group->file, var->type, bytes, size, value);
    if (!status && var->plain)
        turn_plain(var, ((nc_vlen_t *)value)->p, size);
    return status;
}

/* After a failure the caller owns nothing. */
static void give_up(const zn_box *b, char *value, size_t count)
{
    const zn_var *var = b->var;
    size_t index[NC_MAX_VAR_DIMS] = {0}, i;

    for (i = 0; i < count; i++, zn_box_next(b, index))
        zn_value_free(var->group->file, var->type, value + zn_box_place(b, i, index) * (ptrdiff_t)var->size, 1);
}

int zn_values_read(const zn_box *b, void *value)
{
    const zn_var *var = b->var;
    int64_t count[NC_MAX_VAR_DIMS], hull[NC_MAX_VAR_DIMS];
    size_t index[NC_MAX_VAR_DIMS] = {0}, i;
    zarr_strings *strings = NULL;
    zarr_error error;
    int d, none = 0, status = NC_NOERR;

    for (d = 0; d < b->ndims; d++) {
        count[d] = zn_box_stored(b, d);
        hull[d] = count[d] ? (count[d] - 1) * b->step[d] + 1 : 0;
        none |= count[d] == 0;
    }
    if (!none)
        status = zn_status(zarr_array_read_strings(var->array, b->ndims, b->start, hull, &strings, &error), &error);
    for (i = 0; i < b->elements && !status; i++, zn_box_next(b, index)) {
        char *here = (char *)value + zn_box_place(b, i, index) * (ptrdiff_t)var->size;
        size_t place = 0;
        int inside = !none;

        for (d = 0; d < b->ndims; d++) {
            inside &= (int64_t)index[d] < count[d];
            place = place * (size_t)hull[d] + index[d] * (size_t)b->step[d];
        }
        if (inside) {
            const char *bytes = zarr_strings_get(strings, place);

            status = value_of(var, bytes ? bytes : "", bytes ? zarr_strings_size(strings, place) : 0, here);
        } else {
            status = zn_fill_give(var, here);
        }
    }
    if (status && i)
        give_up(b, value, i - 1);
    zarr_strings_free(strings);
    return status;
}

/* The bytes of the elements of a box, in C order. Those of strings are in the caller's memory, others in `block`. */
typedef struct encoded {
    const char **bytes;
    size_t *sizes;
    zn_text block;
} encoded;

static void free_encoded(encoded *all)
{
    free(all->bytes);
    free(all->sizes);
    free(all->block.data);
}

static int encode(const zn_box *b, const char *value, encoded *all)
{
    const zn_var *var = b->var;
    size_t index[NC_MAX_VAR_DIMS] = {0}, i, room = b->elements ? b->elements : 1;
    int status = NC_NOERR;

    memset(all, 0, sizeof *all);
    all->bytes = malloc(room * sizeof *all->bytes);
    all->sizes = malloc(room * sizeof *all->sizes);
    if (!all->bytes || !all->sizes)
        return NC_ENOMEM;
    for (i = 0; i < b->elements && !status; i++, zn_box_next(b, index)) {
        const char *here = value + zn_box_place(b, i, index) * (ptrdiff_t)var->size;
        size_t before = all->block.size;

        if (var->form == ZN_STRINGS) {
            const char *text = *(const char *const *)here;

            all->bytes[i] = text ? text : "";
            all->sizes[i] = strlen(all->bytes[i]);
            continue;
        }
        status = zn_element_bytes(var->group->file, var->type, here, &all->block);
        all->sizes[i] = all->block.size - before;
        if (!status)
            turn_plain(var, all->block.data + before, all->sizes[i]);
    }
    if (!status && all->block.failed)
        status = NC_ENOMEM;
    if (var->form != ZN_STRINGS && !status) {
        const char *at = all->block.data;

        for (i = 0; i < b->elements; at += all->sizes[i++])
            all->bytes[i] = at ? at : "";
    }
    return status;
}

int zn_values_write(const zn_box *b, const void *value)
{
    size_t index[NC_MAX_VAR_DIMS] = {0}, i;
    int64_t place[NC_MAX_VAR_DIMS], one[NC_MAX_VAR_DIMS];
    encoded all;
    int d, status = encode(b, value, &all);

    if (!status && !b->stepped) {
        status = zn_var_write_values(b->var, b->start, b->count, all.bytes, all.sizes, b->elements);
        free_encoded(&all);
        return status;
    }
    for (i = 0; i < b->elements && !status; i++, zn_box_next(b, index)) {
        for (d = 0; d < b->ndims; d++) {
            place[d] = b->start[d] + (int64_t)index[d] * b->step[d];
            one[d] = 1;
        }
        status = zn_var_write_values(b->var, place, one, all.bytes + i, all.sizes + i, 1);
    }
    free_encoded(&all);
    return status;
}
