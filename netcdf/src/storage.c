/* The storage of a variable: chunks, byte order, cache. */
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

/* Finds a variable, to set its storage: that can be done until the array is created. */
int zn_var_may_set(int ncid, int varid, zn_file **file, zn_var **var)
{
    zn_group *group;
    int status = zn_find_var(ncid, varid, file, &group, var);

    if (status)
        return status;
    if (!(*file)->writable)
        return NC_EPERM;
    return (*var)->array ? NC_ELATEDEF : NC_NOERR;
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
    int d, own, status = zn_var_may_set(ncid, varid, &file, &var);

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
    /* In netCDF-4 a first length of 0 asks for the chunks of the library. */
    own = !chunks || chunks[0] == 0;
    for (d = 0; chunks && d < var->ndims; d++) {
        const int is_longer = !var->dims[d]->unlimited && var->dims[d]->len > 0 && chunks[d] > var->dims[d]->len;
        if (is_longer || (chunks[d] == 0 && !own))
            return zn_fail(NC_EBADCHUNK, "variable \"%s\", dimension \"%s\": a chunk has 1 to %lu elements, not %lu",
                           var->name, var->dims[d]->name, (unsigned long)var->dims[d]->len, (unsigned long)chunks[d]);
    }
    for (d = 0; !own && d < var->ndims; d++)
        var->chunks[d] = (int64_t)chunks[d];
    var->chunks_set = !own;
    var->storage = NC_CHUNKED;
    return NC_NOERR;
}

int zn_def_var_endian(int ncid, int varid, int endian)
{
    zn_file *file;
    zn_var *var;
    int status = zn_var_may_set(ncid, varid, &file, &var);

    if (status)
        return status;
    if (endian < NC_ENDIAN_NATIVE || endian > NC_ENDIAN_BIG || !zn_is_number(var->type))
        return NC_EINVAL;
    var->endian = endian;
    return NC_NOERR;
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
