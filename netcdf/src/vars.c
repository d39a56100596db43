/* Variables: defining and describing them. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#define RECORD_CHUNK (64 * 1024)
#define MAX_CHUNK    (4 * 1024 * 1024)

/* Chunks where none are asked for: the fixed dimensions whole, as many steps of the unlimited ones as make 64 KiB, at
 * most 4 MiB. */
void zn_default_chunks(const zn_var *var, int64_t *chunks)
{
    int64_t bytes = (int64_t)(var->size ? var->size : 1), steps;
    int d, unlimited = 0;

    for (d = 0; d < var->ndims; d++) {
        chunks[d] = 1;
        unlimited += var->dims[d]->unlimited;
        if (!var->dims[d]->unlimited && var->dims[d]->len > 0)
            chunks[d] = (int64_t)var->dims[d]->len;
    }
    for (;;) {
        double total = (double)bytes;
        int largest = 0;

        for (d = 0; d < var->ndims; d++) {
            total *= (double)chunks[d];
            /* Ranks write slab after slab, which nothing gathers: the slowest dimension is cut first. */
            if (var->group->file->ranks ? chunks[largest] == 1 : chunks[d] > chunks[largest])
                largest = d;
        }
        if (var->ndims == 0 || total <= MAX_CHUNK || chunks[largest] == 1) {
            bytes = (int64_t)total;
            break;
        }
        chunks[largest] = (chunks[largest] + 1) / 2;
    }
    steps = RECORD_CHUNK / (bytes ? bytes : 1);
    for (d = 0; d < var->ndims && steps > 1; d++)
        if (var->dims[d]->unlimited) {
            chunks[d] = unlimited == 1 ? steps : steps < 16 ? steps : 16;
            steps = unlimited == 1 ? 1 : steps / chunks[d];
        }
}

int zn_def_var(int ncid, const char *name, nc_type type, int ndims, const int *dimids, int *varid)
{
    char room[ZN_NAME];
    zn_file *file;
    zn_group *group;
    zn_var *var;
    int d, status = zn_find(ncid, &file, &group);

    name = zn_normal(name, room);
    if (!status && file->classic && !file->defining)
        status = NC_ENOTINDEFINE;
    if (!status && !file->writable)
        status = NC_EPERM;
    if (!status)
        status = zn_check_node_name(file->format, name);
    if (!status && file->classic && type > NC_DOUBLE)
        status = NC_ESTRICTNC3;
    if (!status && !zn_type_size(file, type))
        status = NC_EBADTYPE;
    if (!status && (ndims < 0 || (ndims && !dimids)))
        status = NC_EINVAL;
    if (!status && (zn_var_named(group, name) || zn_group_named(group, name)))
        status = NC_ENAMEINUSE;
    if (!status && ndims > NC_MAX_VAR_DIMS)
        status = NC_EMAXDIMS;
    for (d = 0; !status && d < ndims; d++)
        if (!zn_dim_by_id(file, dimids[d]))
            status = NC_EBADDIM;
    if (status)
        return status;
    status = zn_var_new(group, name, type, ndims, &var);
    if (status)
        return status;
    for (d = 0; d < ndims; d++)
        var->dims[d] = zn_dim_by_id(file, dimids[d]);
    if (zn_type_by_id(file, type) && zn_type_by_id(file, type)->kind == NC_COMPOUND)
        var->form = ZN_PACKED;
    var->no_fill = file->fill_mode == NC_NOFILL;
    group->atts_changed = file->changed = file->defining = 1;
    if (varid)
        *varid = var->id;
    return NC_NOERR;
}

int zn_inq_varid(int ncid, const char *name, int *varid)
{
    char room[ZN_NAME];
    zn_group *group;
    zn_var *var;
    int status = zn_find(ncid, NULL, &group);

    name = zn_normal(name, room);
    if (status)
        return status;
    if (!name)
        return NC_EINVAL;
    if (strlen(name) > NC_MAX_NAME)
        return NC_EMAXNAME;
    var = zn_var_named(group, name);
    if (!var)
        return NC_ENOTVAR;
    if (varid)
        *varid = var->id;
    return NC_NOERR;
}

int zn_rename_var(int ncid, int varid, const char *name)
{
    char room[ZN_NAME];
    zn_file *file;
    zn_group *group;
    zn_var *var;
    char *copy;
    int status = zn_find_var(ncid, varid, &file, &group, &var);

    name = zn_normal(name, room);
    if (!status && !file->writable)
        status = NC_EPERM;
    if (!status)
        status = zn_check_node_name(file->format, name);
    if (status)
        return status;
    if (zn_var_named(group, name) || zn_group_named(group, name))
        return NC_ENAMEINUSE;
    if (file->classic && !file->defining && strlen(name) > strlen(var->name))
        return NC_ENOTINDEFINE;
    copy = zn_copy(name);
    if (!copy)
        return NC_ENOMEM;
    free(var->name);
    var->name = copy;
    group->atts_changed = file->changed = 1;
    return NC_NOERR;
}

static void give_fill(const zn_var *var, void *fill)
{
    zn_fill_of(var, fill);
    if (var->type == NC_STRING)
        *(char **)fill = zn_copy(*(char **)fill ? *(char **)fill : "");
}

int zn_inq_var_all(int ncid, int varid, char *name, nc_type *type, int *ndims, int *dimids, int *natts, int *shuffle,
                   int *deflate, int *level, int *fletcher32, int *contiguous, size_t *chunks, int *no_fill, void *fill,
                   int *endian, unsigned *id, size_t *nparams, unsigned *params)
{
    zn_file *file;
    zn_group *group;
    zn_var *var;
    const zn_filter *filter;
    int d, status;

    if (varid == NC_GLOBAL) {
        status = zn_find(ncid, &file, &group);
        if (!status && natts)
            *natts = (int)zn_atts_shown(&group->atts);
        return status;
    }
    status = zn_find_var(ncid, varid, &file, &group, &var);
    if (status)
        return status;
    if (name)
        strcpy(name, var->name);
    if (type)
        *type = var->type;
    if (ndims)
        *ndims = var->ndims;
    for (d = 0; dimids && d < var->ndims; d++)
        dimids[d] = var->dims[d]->id;
    if (natts)
        *natts = (int)zn_atts_shown(&var->atts);
    if (contiguous)
        *contiguous = zn_var_storage(var);
    if (chunks && zn_var_storage(var) == NC_CHUNKED) {
        if (!var->chunks_set)
            zn_default_chunks(var, var->chunks);
        for (d = 0; d < var->ndims; d++)
            chunks[d] = (size_t)var->chunks[d];
    }
    filter = zn_filter_of(var, ZN_FILTER_DEFLATE);
    if (deflate)
        *deflate = filter != NULL;
    if (level && filter)
        *level = (int)filter->params[0];
    if (shuffle)
        *shuffle = zn_filter_of(var, ZN_FILTER_SHUFFLE) != NULL;
    if (fletcher32)
        *fletcher32 = zn_filter_of(var, ZN_FILTER_FLETCHER32) != NULL;
    if (id)
        *id = var->filter_count ? var->filters[0].id : 0;
    if (nparams)
        *nparams = var->filter_count ? var->filters[0].count : 0;
    if (params && var->filter_count)
        memcpy(params, var->filters[0].params, var->filters[0].count * sizeof *params);
    if (no_fill)
        *no_fill = var->no_fill;
    if (fill)
        give_fill(var, fill);
    if (endian)
        *endian = var->endian;
    return NC_NOERR;
}

/* What every setting of a variable begins with: it can be made until the array is created. */
static int may_set(int ncid, int varid, zn_file **file, zn_var **var)
{
    zn_group *group;
    int status = zn_find_var(ncid, varid, file, &group, var);

    if (status)
        return status;
    if (!(*file)->writable)
        return NC_EPERM;
    return (*var)->array ? NC_ELATEDEF : NC_NOERR;
}

/* Whether a variable that this program has not written to may get another fill value: other programs write, too. */
int zn_fill_settable(zn_var *var)
{
    zarr_array *array = NULL;
    zarr_error error;
    size_t stored = 0;
    int status = NC_NOERR;

    if ((!var->array && !var->replace) || var->group->file->ranks)
        return NC_NOERR;
    if (!var->array)
        status = zn_status(zarr_array_open(var->group->file->store, var->path, &array, &error), &error);
    if (!status)
        status = zn_status(
            zarr_array_count_chunks(var->array ? var->array : array, ZARR_UNIT_SHARD, &stored, &error), &error);
    zarr_array_free(array);
    if (!status && stored)
        status = zn_fail(NC_ELATEFILL, "variable \"%s\": another program wrote elements before _FillValue", var->name);
    return status;
}

/* Gives a variable another fill value. An array that was created and not written to is created anew. */
int zn_set_fill_value(zn_var *var, const void *fill)
{
    void *copy = calloc(1, var->size);

    if (!copy)
        return NC_ENOMEM;
    if (var->type == NC_STRING) {
        const char *text = *(const char *const *)fill;

        *(char **)copy = zn_copy(text ? text : "");
        if (!*(char **)copy) {
            free(copy);
            return NC_ENOMEM;
        }
        if (var->fill)
            free(*(char **)var->fill);
    } else {
        memcpy(copy, fill, var->size);
    }
    free(var->fill);
    var->fill = copy;
    var->fill_set = 1;
    var->no_fill = 0;
    if (var->array) {
        zn_var_close(var);
        var->replace = 1;
    }
    return NC_NOERR;
}

int zn_def_var_fill(int ncid, int varid, int no_fill, const void *fill)
{
    zn_file *file;
    zn_var *var;
    int status = may_set(ncid, varid, &file, &var);

    if (!status && !no_fill && fill)
        status = zn_fill_settable(var);
    if (status)
        return status;
    file->changed = 1;
    if (no_fill && var->type == NC_STRING)
        return zn_fail(NC_EINVAL, "variable \"%s\": elements that are strings have a fill value", var->name);
    if (no_fill || !fill) {
        var->no_fill = no_fill != 0;
        return NC_NOERR;
    }
    status = zn_att_new_sized(&var->atts, NC_FillValue, var->type, var->size, 1, fill, NULL);
    return status ? status : zn_set_fill_value(var, fill);
}

/* Filters and unlimited dimensions have chunks, whatever was asked for. */
int zn_var_storage(const zn_var *var)
{
    int d, chunked = var->filter_count > 0;

    for (d = 0; d < var->ndims; d++)
        chunked |= var->dims[d]->unlimited;
    return chunked ? NC_CHUNKED : var->storage;
}

int zn_def_var_chunking(int ncid, int varid, int storage, const size_t *chunks)
{
    zn_file *file;
    zn_var *var;
    int d, status = may_set(ncid, varid, &file, &var);

    if (status)
        return status;
    if (storage != NC_CHUNKED) {
        for (d = 0; d < var->ndims; d++)
            if (var->dims[d]->unlimited)
                return zn_fail(NC_EINVAL, "variable \"%s\": an unlimited dimension needs chunks", var->name);
        if (var->filter_count)
            return zn_fail(NC_EINVAL, "variable \"%s\": a filter needs chunks", var->name);
        var->chunks_set = 0;
        var->storage = storage;
        return NC_NOERR;
    }
    if (var->ndims == 0)
        return chunks ? zn_fail(NC_EINVAL, "variable \"%s\": without dimensions there are no chunks", var->name)
                      : NC_NOERR;
    for (d = 0; chunks && d < var->ndims; d++) {
        if (chunks[d] == 0 || (!var->dims[d]->unlimited && var->dims[d]->len > 0 && chunks[d] > var->dims[d]->len))
            return zn_fail(NC_EBADCHUNK, "variable \"%s\", dimension \"%s\": a chunk has 1 to %lu elements, not %lu",
                           var->name, var->dims[d]->name, (unsigned long)var->dims[d]->len, (unsigned long)chunks[d]);
    }
    for (d = 0; chunks && d < var->ndims; d++)
        var->chunks[d] = (int64_t)chunks[d];
    var->chunks_set = chunks != NULL;
    var->storage = NC_CHUNKED;
    return NC_NOERR;
}

int zn_def_var_endian(int ncid, int varid, int endian)
{
    zn_file *file;
    zn_var *var;
    int status = may_set(ncid, varid, &file, &var);

    if (status)
        return status;
    if (endian < NC_ENDIAN_NATIVE || endian > NC_ENDIAN_BIG || !zn_is_number(var->type))
        return NC_EINVAL;
    var->endian = endian;
    return NC_NOERR;
}

/* In netCDF-4 a filter makes access collective, and programs rely on it. */
static int filtered(const zn_file *file, zn_var *var, int status)
{
    if (file->ranks && var->filter_count)
        var->collective = 1;
    return status;
}

int zn_def_var_deflate(int ncid, int varid, int shuffle, int deflate, int level)
{
    zn_file *file;
    zn_var *var;
    unsigned parameter = (unsigned)level;
    int status = may_set(ncid, varid, &file, &var);

    if (status)
        return status;
    if (deflate && (level < 0 || level > 9))
        return NC_EINVAL;
    if (var->ndims == 0)
        return NC_NOERR;
    if (shuffle)
        status = zn_filter_add(var, ZN_FILTER_SHUFFLE, 0, NULL);
    if (!status && deflate)
        status = zn_filter_add(var, ZN_FILTER_DEFLATE, 1, &parameter);
    return filtered(file, var, status);
}

int zn_def_var_fletcher32(int ncid, int varid, int fletcher32)
{
    zn_file *file;
    zn_var *var;
    int status = may_set(ncid, varid, &file, &var);

    if (status || !fletcher32 || var->ndims == 0)
        return status;
    return filtered(file, var, zn_filter_add(var, ZN_FILTER_FLETCHER32, 0, NULL));
}

int zn_def_var_filter(int ncid, int varid, unsigned id, size_t count, const unsigned *params)
{
    zn_file *file;
    zn_var *var;
    int status = may_set(ncid, varid, &file, &var);

    if (status || var->ndims == 0)
        return status;
    return filtered(file, var, zn_filter_add(var, id, count, params));
}

int zn_def_var_quantize(int ncid, int varid, int mode, int digits)
{
    zn_file *file;
    zn_var *var;
    int status = may_set(ncid, varid, &file, &var);

    if (status)
        return status;
    if (var->type != NC_FLOAT && var->type != NC_DOUBLE)
        return NC_EINVAL;
    if (mode == NC_NOQUANTIZE) {
        var->quantize_mode = var->quantize_digits = 0;
        return NC_NOERR;
    }
    if (mode == NC_QUANTIZE_BITGROOM || mode == NC_QUANTIZE_GRANULARBR)
        return zn_fail(NC_EINVAL, "variable \"%s\": of the quantizations only BitRound is a codec of Zarr", var->name);
    if (mode != NC_QUANTIZE_BITROUND || digits < 1 ||
        digits > (var->type == NC_FLOAT ? NC_QUANTIZE_MAX_FLOAT_NSB : NC_QUANTIZE_MAX_DOUBLE_NSB))
        return NC_EINVAL;
    var->quantize_mode = mode;
    var->quantize_digits = digits;
    return zn_att_new(&var->atts, NC_QUANTIZE_BITROUND_ATT_NAME, NC_INT, 1, &digits, NULL);
}

int zn_inq_var_quantize(int ncid, int varid, int *mode, int *digits)
{
    zn_file *file;
    zn_group *group;
    zn_var *var;
    int status = zn_find_var(ncid, varid, &file, &group, &var);

    if (!status && mode)
        *mode = var->quantize_mode;
    if (!status && digits)
        *digits = var->quantize_digits;
    return status;
}

/* Decoded chunks are kept for all variables of a dataset together, in the largest size that one asks for. */
int zn_set_var_chunk_cache(int ncid, int varid, size_t size, size_t elements, float preemption)
{
    zn_file *file;
    zn_group *group;
    zn_var *var;
    int status = zn_find_var(ncid, varid, &file, &group, &var);

    if (status)
        return status;
    if (preemption < 0 || preemption > 1)
        return NC_EINVAL;
    var->cache_size = size;
    var->cache_elements = elements;
    var->cache_preemption = preemption;
    return zn_var_cache(var);
}

int zn_get_var_chunk_cache(int ncid, int varid, size_t *size, size_t *elements, float *preemption)
{
    zn_file *file;
    zn_group *group;
    zn_var *var;
    int status = zn_find_var(ncid, varid, &file, &group, &var);

    if (status)
        return status;
    if (size)
        *size = var->cache_size;
    if (elements)
        *elements = var->cache_elements;
    if (preemption)
        *preemption = var->cache_preemption;
    return NC_NOERR;
}
