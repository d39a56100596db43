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

/* The handle to read through. A large part would drive all else out of the cache, and takes longer through it. */
static const zarr_array *reader(const box *b, size_t bytes)
{
    zn_var *var = b->var;
    zarr_error error;

    if (bytes <= ZN_CACHE_BYTES / 4)
        return var->array;
    if (!var->uncached &&
        zarr_array_open_with(var->group->file->store, var->path, "{\"cache_bytes\": 0}", &var->uncached, &error))
        return var->array;
    return var->uncached;
}

static int read_stored(const box *b, const int64_t *count, const int64_t *strides, char *buffer, size_t bytes)
{
    zarr_region region = ZARR_REGION_INIT;
    zarr_transfer how = ZARR_TRANSFER_INIT;
    const zarr_array *array = reader(b, bytes);
    zarr_error error;

    if (!strides && !b->stepped && !b->var->memory)
        return zn_status(zarr_array_read_region(array, b->ndims, b->start, count, buffer, bytes, &error), &error);
    region.ndim = b->ndims;
    region.start = b->start;
    region.count = count;
    region.step = step_of(b);
    region.strides = strides;
    how.data_type = b->var->memory;
    how.conversion = ZARR_CONVERT_WRAP;
    return zn_status(zarr_array_read(array, &region, buffer, bytes, &how, &error), &error);
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
    if (whole)
        return read_stored(b, b->count, NULL, buffer, bytes);
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
        status = read_stored(b, count, strides, buffer, bytes);
    return status;
}

static int write_box(const box *b, const char *buffer)
{
    zarr_region region = ZARR_REGION_INIT;
    zarr_transfer how = ZARR_TRANSFER_INIT;
    zarr_error error;
    size_t bytes = b->elements * item_of(b->var);

    if (!b->stepped && !b->var->memory)
        return zn_status(zarr_array_write_region(b->var->array, b->ndims, b->start, b->count, buffer, bytes, &error),
                         &error);
    region.ndim = b->ndims;
    region.start = b->start;
    region.count = b->count;
    region.step = step_of(b);
    how.data_type = b->var->memory;
    return zn_status(zarr_array_write(b->var->array, &region, buffer, bytes, &how, &error), &error);
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
    int d, status = NC_NOERR;

    if (!texts)
        return NC_ENOMEM;
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

/* Makes unlimited dimensions as long as the box, and the array itself. Other arrays follow when the dataset is flushed.
 */
static int grow(const box *b)
{
    zn_var *var = b->var;
    zarr_error error;
    int d, grown = 0;

    for (d = 0; d < b->ndims; d++) {
        zn_dim *dim = var->dims[d];
        int64_t end = b->start[d] + (b->count[d] - 1) * b->step[d] + 1;

        if (!dim->unlimited || end <= var->shape[d])
            continue;
        if ((size_t)end > dim->len) {
            dim->len = (size_t)end;
            dim->group->atts_changed = 1;
        }
        var->shape[d] = (int64_t)dim->len;
        grown = 1;
    }
    if (!grown)
        return NC_NOERR;
    var->group->file->changed = 1;
    return zn_status(zarr_array_resize(var->array, var->ndims, var->shape, &error), &error);
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

/* The caller may have lengths of netCDF's maximum on its stack; the box is kept off it. */
int zn_get_varm(int ncid, int varid, const size_t *start, const size_t *count, const ptrdiff_t *stride,
                const ptrdiff_t *imap, void *value, nc_type memory)
{
    zn_var *var;
    box *b;
    int status = begin(ncid, varid, &memory, &var, 0);

    if (status)
        return status;
    b = malloc(sizeof *b);
    if (!b)
        return NC_ENOMEM;
    status = set_box(b, var, start, count, stride, imap, 0);
    if (!status && b->elements && !value)
        status = NC_EINVAL;
    if (!status && b->elements)
        status = var->form == ZN_STRINGS ? read_strings(b, value) : read_numbers(b, value, memory);
    free(b);
    return status;
}

int zn_put_varm(int ncid, int varid, const size_t *start, const size_t *count, const ptrdiff_t *stride,
                const ptrdiff_t *imap, const void *value, nc_type memory)
{
    zn_var *var;
    box *b;
    int status = begin(ncid, varid, &memory, &var, 1);

    if (status)
        return status;
    b = malloc(sizeof *b);
    if (!b)
        return NC_ENOMEM;
    status = set_box(b, var, start, count, stride, imap, 1);
    if (!status && b->elements && !value)
        status = NC_EINVAL;
    if (!status && b->elements) {
        status = grow(b);
        var->written = 1;
        if (!status)
            status = var->form == ZN_STRINGS ? write_strings(b, value) : write_numbers(b, value, memory);
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
