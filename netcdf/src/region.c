/* Regions of the array of a variable, in the type of netCDF: the only reads and writes of numbers that reach the
 * store. */
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

/* Lets the cache of decoded chunks have as many bytes as the program asked for: all handles share the largest. */
int zn_var_cache(zn_var *var)
{
    char options[64];
    zarr_array *array = NULL;
    zarr_error error;
    int status;

    /* Other ranks write chunks that this one would keep. */
    if (!var->array || var->cache_size <= ZN_CACHE_BYTES || (var->group->file->ranks && var->group->file->writable))
        return NC_NOERR;
    snprintf(options, sizeof options, "{\"cache_bytes\": %lu}", (unsigned long)var->cache_size);
    status = zn_status(zarr_array_open_with(var->group->file->store, var->path, options, &array, &error), &error);
    if (!status) {
        zarr_array_free(var->array);
        var->array = array;
    }
    return status;
}

int zn_var_read(zn_var *var, const int64_t *start, const int64_t *count, const int64_t *step, const int64_t *strides,
                void *data, size_t bytes)
{
    zarr_region region = ZARR_REGION_INIT;
    zarr_transfer how = ZARR_TRANSFER_INIT;
    const zarr_array *array;
    zarr_error error;

    region.ndim = var->ndims;
    region.start = start;
    region.count = count;
    region.step = step;
    region.strides = strides;
    if (var->group->file->together)
        return zn_ranks_read(var, &region, data, bytes);
    array = reader(var, bytes);
    if (!strides && !step && !var->memory)
        return zn_status(zarr_array_read_region(array, var->ndims, start, count, data, bytes, &error), &error);
    how.data_type = var->memory;
    how.conversion = ZARR_CONVERT_WRAP;
    return zn_status(zarr_array_read(array, &region, data, bytes, &how, &error), &error);
}

/* A handle through which a write past the end of a dimension makes the array longer, and never shorter: others may
 * have made it longer meanwhile. It takes no request to the store. */
static int open_growing(zn_var *var, int d, zarr_array **array)
{
    char options[32];
    zarr_bytes *document = NULL;
    zarr_error error;
    int status = zn_status(zarr_array_document(var->array, &document, &error), &error);

    snprintf(options, sizeof options, "{\"grow\": %d}", d);
    if (!status)
        status = zn_status(zarr_array_open_from_document(var->group->file->store, var->path, zarr_bytes_data(document),
                                                         zarr_bytes_size(document), options, array, &error),
                           &error);
    zarr_bytes_free(document);
    return status;
}

/* Takes over the shape that a handle has seen, with the lengths that others have added. Ranks agree about lengths
 * elsewhere. */
static int follow_shape(zn_var *var, const zarr_array *array)
{
    zarr_error error;
    int d, status = zn_status(zarr_array_shape(array, var->ndims, var->shape, &error), &error);

    for (d = 0; !status && d < var->ndims && !var->group->file->ranks; d++) {
        zn_dim *dim = var->dims[d];

        if (dim->unlimited && var->shape[d] > (int64_t)dim->len) {
            dim->len = dim->others = (size_t)var->shape[d];
            dim->group->atts_changed = var->group->file->changed = 1;
        }
    }
    return status;
}

/* Makes the array so long that it has the element that begins the box: of several dimensions a box without elements
 * does. Of one dimension the element is written, as the fill value, unless the array has got longer meanwhile. */
static int write_end(zn_var *var, const zarr_array *array, const int64_t *start, const int64_t *count)
{
    zarr_bytes *fill = NULL;
    zarr_error error;
    const char *text = "";
    size_t size = 0, elements = var->ndims == 1;
    int64_t length = 0;
    int status = NC_NOERR;

    if (elements) {
        status = zn_status(zarr_array_refresh(array, &error), &error);
        if (!status)
            status = zn_status(zarr_array_shape(array, 1, &length, &error), &error);
        if (status || length > start[0])
            return status;
    }
    if (elements && var->stored != ZARR_FIXED_UTF32) {
        status = zn_status(zarr_array_fill_value_bytes(array, &fill, &error), &error);
        size = zarr_bytes_size(fill);
    }
    if (!status && size)
        text = (const char *)zarr_bytes_data(fill);
    if (!status && zn_has_values(var))
        status = zn_status(
            zarr_array_write_strings(array, var->ndims, start, count, &text, &size, elements, &error), &error);
    else if (!status)
        status = zn_status(zarr_array_write_region(array, var->ndims, start, count, text, size, &error), &error);
    zarr_bytes_free(fill);
    return status;
}

/* The array gets the lengths of its unlimited dimensions, or the longer ones that others have given it. */
static int grow(zn_var *var)
{
    int64_t start[NC_MAX_VAR_DIMS] = {0}, count[NC_MAX_VAR_DIMS] = {0};
    int d, status = NC_NOERR;

    for (d = 0; d < var->ndims && !status; d++) {
        zarr_array *array = NULL;

        if (!var->dims[d]->unlimited || var->shape[d] >= (int64_t)var->dims[d]->len)
            continue;
        start[d] = (int64_t)var->dims[d]->len - 1;
        count[d] = 1;
        status = open_growing(var, d, &array);
        if (!status)
            status = write_end(var, array, start, count);
        if (!status)
            status = follow_shape(var, array);
        zarr_array_free(array);
        start[d] = count[d] = 0;
    }
    return status;
}

/* All variables of an unlimited dimension get its length. Of one dimension the last element is written for that, which
 * may be another program's where the length is. */
int zn_var_grow(zn_var *var)
{
    return var->ndims == 1 && var->dims[0]->len <= var->dims[0]->others ? NC_NOERR : grow(var);
}

/* Before elements are written. Of several ranks none makes an array longer by itself. */
static int reach(zn_var *var)
{
    return var->group->file->ranks ? NC_NOERR : grow(var);
}

/* True where writing the elements makes an array of one dimension longer: appending, which keeps those of others. */
static int grows_by_itself(const zn_var *var, const int64_t *start, const int64_t *count, const int64_t *step)
{
    return var->ndims == 1 && !step && !var->group->file->ranks && var->dims[0]->unlimited &&
           start[0] + count[0] > var->shape[0];
}

/* The handle to write to. One that makes the array longer, which the caller frees, is put into `*longer`. */
static int writer(zn_var *var, const int64_t *start, const int64_t *count, const int64_t *step, zarr_array **longer)
{
    *longer = NULL;
    if (grows_by_itself(var, start, count, step))
        return open_growing(var, 0, longer);
    return var->ndims != 1 || step ? reach(var) : NC_NOERR;
}

static int written_by(zn_var *var, zarr_array *longer, zarr_status written, const zarr_error *error)
{
    int status = zn_status(written, error);

    if (longer && !status)
        status = follow_shape(var, longer);
    zarr_array_free(longer);
    return status;
}

int zn_var_write(zn_var *var, const int64_t *start, const int64_t *count, const int64_t *step, const void *data,
                 size_t bytes)
{
    zarr_region region = ZARR_REGION_INIT;
    zarr_transfer how = ZARR_TRANSFER_INIT;
    zarr_array *longer;
    const zarr_array *array;
    zarr_error error;
    zarr_status written;
    int status = writer(var, start, count, step, &longer);

    if (status)
        return status;
    region.ndim = var->ndims;
    region.start = start;
    region.count = count;
    region.step = step;
    how.data_type = var->memory;
    if (var->group->file->together)
        return zn_ranks_write(var, &region, data, bytes);
    array = longer ? longer : var->array;
    if (!step && !var->memory)
        written = zarr_array_write_region(array, var->ndims, start, count, data, bytes, &error);
    else
        written = zarr_array_write(array, &region, data, bytes, &how, &error);
    if (written == ZARR_ERROR_UNSUPPORTED && var->group->file->ranks)
        zn_log("variable \"%s\": use NC_COLLECTIVE, or regions of whole chunks", var->name);
    return written_by(var, longer, written, &error);
}

/* Elements of variable length, in C order. */
int zn_var_write_values(zn_var *var, const int64_t *start, const int64_t *count, const char *const *bytes,
                        const size_t *sizes, size_t elements)
{
    zarr_array *longer;
    zarr_status written;
    zarr_error error;
    int status = writer(var, start, count, NULL, &longer);

    if (status)
        return status;
    written = zarr_array_write_strings(longer ? longer : var->array, var->ndims, start, count, bytes, sizes, elements,
                                       &error);
    return written_by(var, longer, written, &error);
}
