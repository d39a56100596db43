/* Reading and writing elements. What is stored in the type of the caller goes straight between the store and its
 * buffer. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* A part of a variable: what a call asks for. Lengths are those of netCDF's dimensions. */
typedef struct box {
    zn_var *var;
    int ndims;
    int64_t start[NC_MAX_VAR_DIMS], count[NC_MAX_VAR_DIMS], step[NC_MAX_VAR_DIMS];
    const ptrdiff_t *imap;
    int stepped;
    size_t elements;
} box;

/* netCDF-4's rules: a start may be at the end where nothing is asked for; unlimited dimensions end nowhere when
 * writing. */
static int set_box(box *b, zn_var *var, const size_t *start, const size_t *count, const ptrdiff_t *stride,
                   const ptrdiff_t *imap, int writing)
{
    int d;

    b->var = var;
    b->ndims = var->ndims;
    b->imap = imap;
    b->stepped = 0;
    b->elements = 1;
    if (var->ndims && !start)
        return NC_EINVALCOORDS;
    for (d = 0; d < var->ndims; d++) {
        uint64_t len = var->dims[d]->len, last;
        int endless = writing && var->dims[d]->unlimited;

        b->start[d] = (int64_t)start[d];
        b->count[d] = count ? (int64_t)count[d] : 1;
        b->step[d] = stride ? (int64_t)stride[d] : 1;
        if (b->step[d] < 1)
            return NC_ESTRIDE;
        if (b->start[d] < 0 || (!endless && (start[d] > len || (start[d] == len && b->count[d] > 0))))
            return NC_EINVALCOORDS;
        if (b->count[d] < 0 || (b->count[d] > 1 && (b->count[d] - 1) > (INT64_MAX - b->start[d]) / b->step[d]))
            return NC_EEDGE;
        last = b->count[d] ? start[d] + (uint64_t)(b->count[d] - 1) * (uint64_t)b->step[d] : 0;
        if (!endless && b->count[d] && last >= len)
            return NC_EEDGE;
        if (b->step[d] != 1 && b->count[d] > 1)
            b->stepped = 1;
        if (b->count[d] && b->elements > SIZE_MAX / 64 / (size_t)b->count[d])
            return NC_EEDGE;
        b->elements *= (size_t)b->count[d];
    }
    return NC_NOERR;
}

/* Calls of the library take no step where each dimension has one element at most. */
static const int64_t *step_of(const box *b)
{
    return b->stepped ? b->step : NULL;
}

static int type_check(const zn_var *var, nc_type memory)
{
    if (memory == var->type || (zn_is_number(memory) && zn_is_number(var->type)))
        return NC_NOERR;
    if (memory == NC_CHAR || var->type == NC_CHAR)
        return NC_ECHAR;
    return NC_EBADTYPE;
}

/* The bytes of an element as libzarr gives it. */
static size_t item_of(const zn_var *var)
{
    const zn_type *type = var->form == ZN_PACKED ? zn_type_by_id(var->group->file, var->type) : NULL;

    return type ? type->stored_size : var->size;
}

static void fill_elements(char *buffer, const char *value, size_t item, size_t count)
{
    size_t done = 1;

    if (!count)
        return;
    memcpy(buffer, value, item);
    while (done < count) {
        size_t more = done < count - done ? done : count - done;

        memcpy(buffer + done * item, buffer, more * item);
        done += more;
    }
}

/* How many of the elements along a dimension the array itself has: others of its unlimited dimension are not written
 * yet. */
static int64_t stored_count(const box *b, int d)
{
    int64_t len = b->var->shape[d];

    if (b->start[d] >= len)
        return 0;
    return b->count[d] && (len - 1 - b->start[d]) / b->step[d] + 1 < b->count[d]
               ? (len - 1 - b->start[d]) / b->step[d] + 1
               : b->count[d];
}

/* Reads the box in C order, in the type of the variable. */
static int read_box(const box *b, char *buffer)
{
    size_t item = item_of(b->var), bytes = b->elements * item;
    int64_t count[NC_MAX_VAR_DIMS], strides[NC_MAX_VAR_DIMS], stride = (int64_t)item;
    int d, whole = 1, none = 0, status = NC_NOERR;

    for (d = b->ndims - 1; d >= 0; d--) {
        count[d] = stored_count(b, d);
        strides[d] = stride;
        stride *= b->count[d];
        whole &= count[d] == b->count[d];
        none |= count[d] == 0;
    }
    if (whole && !b->stepped)
        return zn_ahead_read(b->var, b->start, b->count, buffer, bytes);
    if (whole)
        return zn_var_read(b->var, b->start, b->count, b->step, NULL, buffer, bytes);
    {
        char *fill = calloc(1, item > b->var->size ? item : b->var->size);

        if (!fill)
            return NC_ENOMEM;
        if (b->var->form != ZN_PACKED)
            zn_fill_of(b->var, fill);
        else if (b->var->fill)
            zn_type_pack(b->var->group->file, b->var->type, b->var->fill, fill);
        fill_elements(buffer, fill, item, b->elements);
        free(fill);
    }
    if (!none)
        status = zn_var_read(b->var, b->start, count, step_of(b), strides, buffer, bytes);
    return status;
}

static int write_box(const box *b, const char *buffer)
{
    size_t bytes = b->elements * item_of(b->var);
    int status;

    if (!b->stepped)
        return zn_behind_write(b->var, b->start, b->count, buffer, bytes);
    zn_ahead_forget(b->var);
    status = zn_behind_flush(b->var);
    return status ? status : zn_var_write(b->var, b->start, b->count, b->step, buffer, bytes);
}

/* Moves elements between C order and the caller's places, which `imap` gives in elements. */
static void scatter(const box *b, char *packed, char *mapped, size_t item, int gather)
{
    size_t index[NC_MAX_VAR_DIMS] = {0}, i;
    ptrdiff_t place = 0;
    int d;

    for (i = 0; i < b->elements; i++) {
        char *here = packed + i * item, *there = mapped + place * (ptrdiff_t)item;

        memcpy(gather ? here : there, gather ? there : here, item);
        for (d = b->ndims - 1; d >= 0; d--) {
            place += b->imap[d];
            if (++index[d] < (size_t)b->count[d])
                break;
            place -= (ptrdiff_t)b->count[d] * b->imap[d];
            index[d] = 0;
        }
    }
}

/* Converts to the caller's type and puts the elements where they belong. */
static int read_numbers(const box *b, void *value, nc_type memory)
{
    const zn_var *var = b->var;
    size_t item = item_of(var), wide = memory == var->type ? var->size : zn_type_size(NULL, memory), i;
    char *stored, *room = NULL, *target = value, *mapped = NULL;
    int status, packed = var->form == ZN_PACKED;

    if (b->imap && !(target = mapped = malloc(b->elements * wide)))
        return NC_ENOMEM;
    stored = target;
    if (packed || wide < item) {
        room = malloc(b->elements * item);
        if (!room) {
            free(mapped);
            return NC_ENOMEM;
        }
        stored = room;
    } else if (wide > item) {
        /* Elements that become wider are read into the end of the buffer, and move to its front. */
        stored = target + b->elements * (wide - item);
    }
    status = read_box(b, stored);
    if (!status && packed)
        for (i = 0; i < b->elements; i++)
            zn_type_unpack(var->group->file, var->type, stored + i * item, target + i * wide);
    else if (!status && memory != var->type)
        status = zn_convert_in(var->group->file, var->type, stored, memory, target, b->elements);
    if ((!status || status == NC_ERANGE) && mapped)
        scatter(b, mapped, value, wide, 0);
    free(room);
    free(mapped);
    return status;
}

static int write_numbers(const box *b, const void *value, nc_type memory)
{
    const zn_var *var = b->var;
    size_t item = item_of(var), wide = memory == var->type ? var->size : zn_type_size(NULL, memory), i;
    char *gathered = NULL, *room = NULL;
    const char *source = value;
    int status, range = NC_NOERR, packed = var->form == ZN_PACKED;

    if (b->imap) {
        gathered = malloc(b->elements * wide);
        if (!gathered)
            return NC_ENOMEM;
        scatter(b, gathered, (char *)value, wide, 1);
        source = gathered;
    }
    if (packed || memory != var->type) {
        room = malloc(b->elements * item);
        if (!room) {
            free(gathered);
            return NC_ENOMEM;
        }
        if (packed)
            for (i = 0; i < b->elements; i++)
                zn_type_pack(var->group->file, var->type, source + i * wide, room + i * item);
        else
            range = zn_convert_in(var->group->file, memory, source, var->type, room, b->elements);
        source = room;
    }
    status = write_box(b, source);
    free(room);
    free(gathered);
    return status ? status : range;
}

/* Where the element of an index of the box lies in the caller's memory, counted in elements. */
static ptrdiff_t place_of(const box *b, size_t element, const size_t *index)
{
    ptrdiff_t place = 0;
    int d;

    if (!b->imap)
        return (ptrdiff_t)element;
    for (d = 0; d < b->ndims; d++)
        place += (ptrdiff_t)index[d] * b->imap[d];
    return place;
}

static void next_index(const box *b, size_t *index)
{
    int d;

    for (d = b->ndims - 1; d >= 0; d--) {
        if (++index[d] < (size_t)b->count[d])
            return;
        index[d] = 0;
    }
}

static int read_strings(const box *b, char **value)
{
    const zn_var *var = b->var;
    int64_t count[NC_MAX_VAR_DIMS], hull[NC_MAX_VAR_DIMS];
    size_t index[NC_MAX_VAR_DIMS] = {0}, i;
    zarr_strings *strings = NULL;
    zarr_error error;
    int d, none = 0, status = NC_NOERR;

    for (d = 0; d < b->ndims; d++) {
        count[d] = stored_count(b, d);
        hull[d] = count[d] ? (count[d] - 1) * b->step[d] + 1 : 0;
        none |= count[d] == 0;
    }
    if (!none)
        status = zn_status(zarr_array_read_strings(var->array, b->ndims, b->start, hull, &strings, &error), &error);
    for (i = 0; i < b->elements && !status; i++, next_index(b, index)) {
        const char *text = var->fill ? *(char **)var->fill : "";
        size_t place = 0, size = strlen(text);
        int inside = !none;

        for (d = 0; d < b->ndims; d++) {
            inside &= (int64_t)index[d] < count[d];
            place = place * (size_t)hull[d] + index[d] * (size_t)b->step[d];
        }
        if (inside) {
            text = zarr_strings_get(strings, place);
            size = text ? zarr_strings_size(strings, place) : 0;
            text = text ? text : "";
        }
        /* A C string ends at its first NUL: what lies behind it would be lost without a word. */
        if (memchr(text, 0, size))
            status = zn_fail(NC_ERANGE, "variable \"%s\": an element has a NUL in it, which no NC_STRING can have",
                             var->name);
        else if (!(value[place_of(b, i, index)] = zn_copy_bytes(text, size)))
            status = NC_ENOMEM;
    }
    zarr_strings_free(strings);
    return status;
}

static int write_strings(const box *b, const char *const *value)
{
    size_t index[NC_MAX_VAR_DIMS] = {0}, i;
    int64_t place[NC_MAX_VAR_DIMS], one[NC_MAX_VAR_DIMS];
    const char **texts = malloc((b->elements ? b->elements : 1) * sizeof *texts);
    zarr_error error;
    int d, status = zn_var_reach(b->var);

    if (status || !texts) {
        free(texts);
        return status ? status : NC_ENOMEM;
    }
    for (i = 0; i < b->elements; i++, next_index(b, index)) {
        const char *text = value[place_of(b, i, index)];

        texts[i] = text ? text : "";
    }
    if (!b->stepped) {
        status = zn_status(
            zarr_array_write_strings(b->var->array, b->ndims, b->start, b->count, texts, NULL, b->elements, &error),
            &error);
        free(texts);
        return status;
    }
    memset(index, 0, sizeof index);
    for (i = 0; i < b->elements && !status; i++, next_index(b, index)) {
        for (d = 0; d < b->ndims; d++) {
            place[d] = b->start[d] + (int64_t)index[d] * b->step[d];
            one[d] = 1;
        }
        status = zn_status(zarr_array_write_strings(b->var->array, b->ndims, place, one, texts + i, NULL, 1, &error),
                           &error);
    }
    free(texts);
    return status;
}

/* Makes unlimited dimensions as long as the box. Arrays follow when they are written, or the dataset is flushed. */
static int lengthen(const box *b)
{
    int d;

    for (d = 0; d < b->ndims; d++) {
        zn_dim *dim = b->var->dims[d];
        size_t end = (size_t)(b->start[d] + (b->count[d] - 1) * b->step[d] + 1);

        if (dim->unlimited && b->var->group->file->ranks && (int64_t)end > b->var->shape[d])
            return zn_fail(NC_ECANTEXTEND, "variable \"%s\": only collective access makes dimension \"%s\" longer",
                           b->var->name, dim->name);
        if (!dim->unlimited || end <= dim->len)
            continue;
        dim->len = end;
        dim->group->atts_changed = b->var->group->file->changed = 1;
    }
    return NC_NOERR;
}

static int begin(int ncid, int varid, nc_type *memory, zn_var **var, int writing)
{
    zn_file *file;
    zn_group *group;
    int status = zn_find_var(ncid, varid, &file, &group, var);

    if (status)
        return status;
    if (writing && !file->writable)
        return NC_EPERM;
    if (*memory == NC_NAT)
        *memory = (*var)->type;
    if (file->classic && file->defining)
        return NC_EINDEFINE;
    status = type_check(*var, *memory);
    if (!status && !(*var)->array)
        file->defining = file->changed = 1;
    return status ? status : zn_ready(file);
}

static int get_elements(const box *b, void *value, nc_type memory)
{
    return b->var->form == ZN_STRINGS ? read_strings(b, value) : read_numbers(b, value, memory);
}

static int put_elements(const box *b, const void *value, nc_type memory)
{
    return b->var->form == ZN_STRINGS ? write_strings(b, value) : write_numbers(b, value, memory);
}

/* Collective access: all ranks take part, also those that have failed before or have no elements. Strings, steps and
 * elements that the library converts are written and read by each rank for itself; all return when all have. */
static int put_together(box *b, zn_var *var, const void *value, nc_type memory, int status)
{
    zn_file *file = var->group->file;
    int64_t ends[NC_MAX_VAR_DIMS], call = zn_call_of(var, ZN_CALL_PUT), apart, range;
    int d;

    apart = var->form == ZN_STRINGS || var->memory || (!status && b->stepped);
    status = zn_meet(file, call, 0, &apart, status);
    if (status)
        return status;
    for (d = 0; d < b->ndims; d++)
        ends[d] = b->elements ? b->start[d] + (b->count[d] - 1) * b->step[d] + 1 : 0;
    status = zn_ranks_grow(var, ends);
    if (status)
        return status;
    var->written = 1;
    file->together = !apart;
    file->joined = 0;
    if (b->elements)
        status = put_elements(b, value, memory);
    file->together = 0;
    range = status == NC_ERANGE;
    status = range ? NC_NOERR : status;
    if (!apart && !file->joined) {
        int others = zn_ranks_write(var, NULL, NULL, 0);

        status = status ? status : others;
    }
    status = zn_agree(file, call, status);
    return status ? status : range ? NC_ERANGE : NC_NOERR;
}

static int get_together(box *b, zn_var *var, void *value, nc_type memory, int status)
{
    zn_file *file = var->group->file;
    int64_t call = zn_call_of(var, ZN_CALL_GET), apart, range;

    apart = var->form == ZN_STRINGS || var->memory || (!status && b->stepped);
    status = zn_meet(file, call, 0, &apart, status);
    if (status)
        return status;
    file->together = !apart;
    file->joined = 0;
    if (b->elements)
        status = get_elements(b, value, memory);
    file->together = 0;
    range = status == NC_ERANGE && var->form != ZN_STRINGS;
    status = range ? NC_NOERR : status;
    if (!apart && !file->joined) {
        int others = zn_ranks_read(var, NULL, NULL, 0);

        status = status ? status : others;
    }
    status = zn_agree(file, call, status);
    return status ? status : range ? NC_ERANGE : NC_NOERR;
}

/* The caller may have lengths of netCDF's maximum on its stack; the box is kept off it. */
int zn_get_varm(int ncid, int varid, const size_t *start, const size_t *count, const ptrdiff_t *stride,
                const ptrdiff_t *imap, void *value, nc_type memory)
{
    zn_var *var = NULL;
    int status = begin(ncid, varid, &memory, &var, 0);
    box *b = malloc(sizeof *b);

    if (!status && !b)
        status = NC_ENOMEM;
    if (!status)
        status = set_box(b, var, start, count, stride, imap, 0);
    if (!status && b->elements && !value)
        status = NC_EINVAL;
    if (!status)
        status = zn_behind_flush(var);
    if (var && zn_is_collective(var))
        status = get_together(b, var, value, memory, status);
    else if (!status && b->elements)
        status = get_elements(b, value, memory);
    free(b);
    return status;
}

int zn_put_varm(int ncid, int varid, const size_t *start, const size_t *count, const ptrdiff_t *stride,
                const ptrdiff_t *imap, const void *value, nc_type memory)
{
    zn_var *var = NULL;
    int status = begin(ncid, varid, &memory, &var, 1);
    box *b = malloc(sizeof *b);

    if (!status && !b)
        status = NC_ENOMEM;
    if (!status)
        status = set_box(b, var, start, count, stride, imap, 1);
    if (!status && b->elements && !value)
        status = NC_EINVAL;
    if (var && zn_is_collective(var)) {
        status = put_together(b, var, value, memory, status);
    } else if (!status && b->elements) {
        status = lengthen(b);
        var->written = 1;
        if (!status)
            status = put_elements(b, value, memory);
    }
    free(b);
    return status;
}

int zn_get_vars(int ncid, int varid, const size_t *start, const size_t *count, const ptrdiff_t *stride, void *value,
                nc_type memory)
{
    return zn_get_varm(ncid, varid, start, count, stride, NULL, value, memory);
}

int zn_put_vars(int ncid, int varid, const size_t *start, const size_t *count, const ptrdiff_t *stride,
                const void *value, nc_type memory)
{
    return zn_put_varm(ncid, varid, start, count, stride, NULL, value, memory);
}

int zn_get_vara(int ncid, int varid, const size_t *start, const size_t *count, void *value, nc_type memory)
{
    return zn_get_varm(ncid, varid, start, count, NULL, NULL, value, memory);
}

int zn_put_vara(int ncid, int varid, const size_t *start, const size_t *count, const void *value, nc_type memory)
{
    return zn_put_varm(ncid, varid, start, count, NULL, NULL, value, memory);
}
