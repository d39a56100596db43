/* Regions of the array of a variable: the only reads and writes of numbers that reach the store. */
#include "internal.h"

#include <stdio.h>

/* The handle to read through. A large part would drive all else out of the cache, and takes longer through it. */
static const zarr_array *reader(zn_var *var, size_t bytes)
{
    zarr_error error;

    if (bytes <= ZN_CACHE_BYTES / 4 || (var->group->file->ranks && var->group->file->writable))
        return var->array;
    if (!var->uncached &&
        zarr_array_open_with(var->group->file->store, var->path, "{\"cache_bytes\": 0}", &var->uncached, &error))
        return var->array;
    return var->uncached;
}

/* True where the program asked for a larger cache of decoded chunks than all have. Other ranks write chunks that this
 * one would keep. */
static int wants_cache(const zn_var *var)
{
    return var->cache_size > ZN_CACHE_BYTES && !(var->group->file->ranks && var->group->file->writable);
}

/* Opens the array anew; where that fails the old handle stays, as a variable without one is to be created. */
static int open_anew(zn_var *var)
{
    char options[64];
    zarr_array *array = NULL;
    zarr_error error;
    int status;

    snprintf(options, sizeof options, "{\"cache_bytes\": %lu}", (unsigned long)var->cache_size);
    status = zn_status(zarr_array_open_with(var->group->file->store, var->path, wants_cache(var) ? options : NULL,
                                            &array, &error),
                       &error);
    if (!status) {
        zn_var_close(var);
        var->array = array;
    }
    return status;
}

/* Lets the cache of decoded chunks have as many bytes as the program asked for: all handles share the largest. */
int zn_var_cache(zn_var *var)
{
    return var->array && wants_cache(var) ? open_anew(var) : NC_NOERR;
}

/* Before the handle is used: one that knows the place where the array was is replaced. */
int zn_var_follow(zn_var *var)
{
    return var->moved ? open_anew(var) : NC_NOERR;
}

/* The elements of a box, in C order in memory. */
zarr_region zn_region(const zn_var *var, const int64_t *start, const int64_t *count, const int64_t *step)
{
    zarr_region region = ZARR_REGION_INIT;

    region.ndim = var->ndims;
    region.start = start;
    region.count = count;
    region.step = step;
    return region;
}

/* Every element is converted, also where the call is NC_ERANGE. */
static zarr_transfer converted(int32_t data_type)
{
    zarr_transfer how = ZARR_TRANSFER_INIT;

    how.data_type = data_type;
    how.conversion = ZARR_CONVERT_ALL;
    return how;
}

int zn_var_read(zn_var *var, const zarr_region *region, int32_t data_type, void *data, size_t bytes)
{
    const zarr_transfer how = converted(data_type);
    zarr_error error;

    if (var->group->file->together)
        return zn_ranks_read(var, region, data, bytes);
    return zn_status(zarr_array_read(reader(var, bytes), region, data, bytes, &how, &error), &error);
}

/* Takes over the shape that the handle has seen, with the lengths that others have added. Ranks agree about lengths
 * elsewhere. */
static int follow_shape(zn_var *var)
{
    zarr_error error;
    int d, status = zn_status(zarr_array_shape(var->array, var->ndims, var->shape, &error), &error);

    for (d = 0; !status && d < var->ndims && !var->group->file->ranks; d++) {
        zn_dim *dim = var->dims[d];

        if (dim->unlimited && var->shape[d] > (int64_t)dim->len) {
            dim->len = (size_t)var->shape[d];
            dim->group->atts_changed = var->group->file->changed = 1;
        }
    }
    return status;
}

int zn_var_lengthen(zn_var *var, int d, int64_t length)
{
    zarr_error error;

    return var->shape[d] >= length ? NC_NOERR : zn_status(zarr_array_lengthen(var->array, d, length, &error), &error);
}

int zn_var_grow(zn_var *var)
{
    int d, grows = 0, status = NC_NOERR;

    for (d = 0; d < var->ndims && !status; d++)
        if (var->dims[d]->unlimited && var->shape[d] < (int64_t)var->dims[d]->len) {
            status = zn_var_lengthen(var, d, (int64_t)var->dims[d]->len);
            grows = 1;
        }
    if (grows) {
        const int known = follow_shape(var);
        status = status ? status : known;
    }
    return status;
}

/* Before elements are written. Of several ranks none makes an array longer by itself. */
static int reach(zn_var *var)
{
    return var->group->file->ranks ? NC_NOERR : zn_var_grow(var);
}

/* After a write that the array has no place for: another program has made it shorter since. Of several ranks none makes
 * an array longer by itself. */
static int reaches_again(zn_var *var, zarr_status written)
{
    return written == ZARR_ERROR_OUT_OF_BOUNDS && !var->group->file->ranks && !follow_shape(var) && !zn_var_grow(var);
}

int zn_var_write(zn_var *var, const zarr_region *region, int32_t data_type, const void *data, size_t bytes)
{
    const zarr_transfer how = converted(data_type);
    zarr_error error;
    zarr_status written;
    int status = reach(var);

    if (status)
        return status;
    if (var->group->file->together)
        return zn_ranks_write(var, region, data, bytes);
    written = zarr_array_write(var->array, region, data, bytes, &how, &error);
    if (reaches_again(var, written))
        written = zarr_array_write(var->array, region, data, bytes, &how, &error);
    if (written == ZARR_ERROR_UNSUPPORTED && var->group->file->ranks)
        zn_log("variable \"%s\": use NC_COLLECTIVE, or regions of whole chunks", var->name);
    return zn_status(written, &error);
}

/* Elements of variable length, in C order. */
int zn_var_write_values(zn_var *var, const int64_t *start, const int64_t *count, const char *const *bytes,
                        const size_t *sizes, size_t elements)
{
    zarr_error error;
    zarr_status written;
    int status = reach(var);

    if (status)
        return status;
    written = zarr_array_write_strings(var->array, var->ndims, start, count, bytes, sizes, elements, &error);
    if (reaches_again(var, written))
        written = zarr_array_write_strings(var->array, var->ndims, start, count, bytes, sizes, elements, &error);
    return zn_status(written, &error);
}
