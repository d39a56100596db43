/* An array as a variable: its type, dimensions, chunks, fill value and attributes. */
#include "internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_listed(const char *list, const char *name)
{
    size_t length = strlen(name);

    while (list && *list) {
        size_t item = strcspn(list, ",");

        if (item == length && !strncmp(list, name, length))
            return 1;
        list += item + (list[item] == ',');
    }
    return 0;
}

static int told(zn_var *var, const char *name, int64_t len)
{
    char message[2 * NC_MAX_NAME];

    snprintf(message, sizeof message, "dimension \"%.200s\" has another length than the %lld elements of this array",
             name, (long long)len);
    zn_log("variable \"%s\": %s", var->name, message);
    return zn_att_new(var->group->file, &var->atts, "zarr_warning", NC_CHAR, strlen(message), message);
}

/* True if an array's length suits a dimension: the first array sets the length, and an unlimited dimension has the
 * longest. */
static int fits(zn_dim *dim, int64_t len)
{
    if (dim->declared || (dim->unlimited && (size_t)len > dim->len))
        dim->len = (size_t)len;
    dim->declared = 0;
    return dim->unlimited || dim->len == (size_t)len;
}

/* The dimension of a name and length that the variable sees: its group's own, or that of a group above. A name with
 * another length there becomes a dimension of its own, NAME_LENGTH. */
static int dim_of(zn_var *var, const char *name, int64_t len, zn_dim **dim)
{
    zn_group *group;
    zn_dim *found;
    char distinct[NC_MAX_NAME + 1];
    int status;

    for (group = var->group; group; group = group->parent) {
        found = zn_dim_named(group, name);
        if (!found)
            continue;
        if (fits(found, len)) {
            *dim = found;
            return NC_NOERR;
        }
        if (group == var->group)
            break;
    }
    if (!group || !zn_dim_named(var->group, name))
        return zn_dim_new(var->group, name, (size_t)len, is_listed(var->group->file->unlimited, name), dim);
    snprintf(distinct, sizeof distinct, "%.220s_%lld", name, (long long)len);
    status = told(var, name, len);
    if (status)
        return status;
    *dim = zn_dim_named(var->group, distinct);
    return *dim && (*dim)->len == (size_t)len ? NC_NOERR : zn_dim_new(var->group, distinct, (size_t)len, 0, dim);
}

/* A dimension without a name, as NCZarr has it: one of the root for each length. */
static int unnamed(zn_var *var, int64_t len, zn_dim **dim)
{
    zn_group *root = var->group->file->root;
    char name[40];

    sprintf(name, "_zdim_%lld", (long long)len);
    *dim = zn_dim_named(root, name);
    return *dim ? NC_NOERR : zn_dim_new(root, name, (size_t)len, 0, dim);
}

/* A dimension by its full name, "/group/x"; NULL if it is missing or has another length. */
static zn_dim *referred(const zn_file *file, const char *full, int64_t len)
{
    const char *slash = strrchr(full, '/');
    char *path = slash && slash > full ? zn_copy_bytes(full, (size_t)(slash - full)) : NULL;
    const zn_group *group = path ? zn_full_find(&file->groups_told, path) : file->root;
    zn_dim *dim = group ? zn_dim_named(group, slash ? slash + 1 : full) : NULL;

    free(path);
    return dim && fits(dim, len) ? dim : NULL;
}

int zn_var_dims(zn_var *var, const zarr_array *array, const char *json)
{
    const char *refs = zn_json_find(zn_json_find(json, "_nczarr_array"), "dimrefs"), *ref;
    zarr_strings *names = NULL;
    zarr_error error;
    int d, status = zn_status(zarr_array_dimension_names(array, &names, &error), &error);

    if (!refs)
        refs = zn_json_find(zn_json_find(json, "_NCZARR_ARRAY"), "dimrefs");
    ref = zn_json_first(refs);
    for (d = 0; d < var->ndims && !status; d++) {
        const char *name = zarr_strings_count(names) == (size_t)var->ndims ? zarr_strings_get(names, (size_t)d) : NULL;
        char *full = ref ? zn_json_text(ref) : NULL;

        var->dims[d] = full ? referred(var->group->file, full, var->shape[d]) : NULL;
        free(full);
        ref = ref ? zn_json_next(ref) : NULL;
        if (!var->dims[d] && name && strlen(name) > NC_MAX_NAME) {
            status = zn_warn_name(var->group->file, var->path, "dimension", name);
            name = NULL;
        }
        if (!var->dims[d] && !status)
            status = name && *name && !strchr(name, '/') ? dim_of(var, name, var->shape[d], &var->dims[d])
                                                         : unnamed(var, var->shape[d], &var->dims[d]);
    }
    zarr_strings_free(names);
    return status;
}

static double half(unsigned bits)
{
    int exponent = (int)(bits >> 10 & 31);
    double mantissa = bits & 1023, value;

    if (exponent == 31)
        value = mantissa != 0 ? (double)NAN : (double)INFINITY;
    else
        value = exponent ? ldexp(1024 + mantissa, exponent - 25) : ldexp(mantissa, -24);
    return bits & 0x8000 ? -value : value;
}

static int load_varied_fill(zn_var *var, const char *bytes, size_t size)
{
    const zn_file *file = var->group->file;
    void *value = size ? calloc(1, var->size) : NULL;
    int status = NC_NOERR;

    if (!size)
        return NC_NOERR;
    if (value)
        status = zn_element_value(file, var->type, bytes, size, value);
    if (value && !status) {
        status = zn_set_fill_value(var, value);
        zn_value_free(file, var->type, value, 1);
    }
    free(value);
    return value ? status : NC_ENOMEM;
}

/* The fill value in netCDF's type. Of small floats, only those of 16 bits have one that netCDF can ask for. */
int zn_fill_load(zn_var *var, const zarr_array *array)
{
    zarr_bytes *bytes = NULL;
    zarr_error error;
    const unsigned char *data;
    size_t size;
    char *text;
    int status = zn_status(zarr_array_fill_value_bytes(array, &bytes, &error), &error);

    if (status)
        return status;
    data = zarr_bytes_data(bytes);
    size = zarr_bytes_size(bytes);
    if (var->form == ZN_VARIED) {
        status = load_varied_fill(var, (const char *)data, size);
    } else if (var->type == NC_STRING) {
        text = zn_copy_bytes((const char *)data, var->stored == ZARR_FIXED_UTF32 ? 0 : size);
        status = text ? zn_set_fill_value(var, &text) : NC_ENOMEM;
        free(text);
    } else if (var->memory == ZARR_FLOAT32) {
        float value = 0;

        if (size == 2 && var->stored == ZARR_FLOAT16) {
            value = (float)half(data[0] | (unsigned)data[1] << 8);
        } else if (size == 2 && var->stored == ZARR_BFLOAT16) {
            uint32_t word = ((uint32_t)data[0] | (uint32_t)data[1] << 8) << 16;

            memcpy(&value, &word, sizeof value);
        }
        status = zn_set_fill_value(var, &value);
    } else if (var->form == ZN_PACKED) {
        char *memory = size == zn_type_by_id(var->group->file, var->type)->stored_size ? calloc(1, var->size) : NULL;

        if (memory) {
            zn_type_unpack(var->group->file, var->type, (const char *)data, memory);
            status = zn_set_fill_value(var, memory);
        }
        free(memory);
    } else if (size == var->size) {
        status = zn_set_fill_value(var, data);
    }
    zarr_bytes_free(bytes);
    return status;
}

/* xarray keeps the _FillValue of v2 as the array's fill value only. */
static int show_fill(zn_var *var, const zarr_array *array)
{
    static const char zeros[16];

    if (zarr_array_format(array) != ZARR_FORMAT_V2 || zarr_array_fill_value_defined(array) != 1 || !var->fill ||
        !(zn_is_number(var->type) || var->type == NC_CHAR) || zn_att_named(&var->atts, NC_FillValue) ||
        !memcmp(var->fill, zeros, var->size) || !memcmp(var->fill, zn_default_fill(var->type), var->size))
        return NC_NOERR;
    return zn_att_new(var->group->file, &var->atts, NC_FillValue, var->type, 1, var->fill);
}

int zn_var_chunks(zn_var *var, const zarr_array *array)
{
    zarr_error error;
    int d, ndims = var->ndims;

    var->chunks_set = 1;
    if (zarr_array_chunk_shape(array, ndims, var->chunks, &error))
        for (d = 0; d < ndims; d++)
            var->chunks[d] = var->shape[d] > 0 ? var->shape[d] : 1;
    free(var->shards);
    var->shards = calloc((size_t)ndims + 1, sizeof *var->shards);
    if (!var->shards)
        return NC_ENOMEM;
    if (zarr_array_shard_shape(array, ndims, var->shards, &error) ||
        !memcmp(var->shards, var->chunks, (size_t)ndims * sizeof *var->shards)) {
        free(var->shards);
        var->shards = NULL;
    }
    return NC_NOERR;
}

static void load_storage(zn_var *var, const char *json)
{
    char *storage = json && *json == '"' ? zn_json_text(json) : NULL;

    if (storage && !strcmp(storage, "contiguous"))
        var->storage = NC_CONTIGUOUS;
    if (storage && !strcmp(storage, "compact"))
        var->storage = NC_COMPACT;
    free(storage);
}

int zn_var_load(zn_group *group, const char *name, const char *path, const zarr_array *array)
{
    zn_file *file = group->file;
    zn_var *var;
    zarr_bytes *json = NULL;
    zarr_error error;
    int declared, status = zn_var_new(group, name, NC_BYTE, zarr_array_ndim(array), &var);

    if (status)
        return status;
    var->path = zn_copy(path);
    status = var->path ? zn_status(zarr_array_attributes(array, &json, &error), &error) : NC_ENOMEM;
    if (!status)
        status = zn_type_declared(var, array, zarr_bytes_text(json), &declared);
    if (!status && !declared)
        status = zn_type_of_array(var, array);
    if (!status)
        status = zn_status(zarr_array_shape(array, var->ndims, var->shape, &error), &error);
    if (!status)
        status =
            zn_atts_load(file, path, zarr_bytes_text(json), &var->atts, var->type > NC_STRING ? NC_NAT : var->type);
    if (!status)
        status = zn_var_dims(var, array, zarr_bytes_text(json));
    if (!status)
        status = zn_var_chunks(var, array);
    if (!status)
        status = zn_filters_load(var, array);
    if (!status)
        status = zn_fill_load(var, array);
    if (!status)
        status = show_fill(var, array);
    if (!status)
        status = zn_status(zarr_array_share(array, &var->array, &error), &error);
    if (!status) {
        const char *own = zn_json_find(zarr_bytes_text(json), "_nczarr_array");

        var->no_fill = (int)zn_json_integer(zn_json_find(own, "no_fill"), 0) == 1;
        load_storage(var, zn_json_find(own, "storage"));
        var->refers = zn_json_find(own, "dimrefs") != NULL;
        var->written = 1;
        if (file->writable)
            status = zn_atts_known(file, &var->atts, var->type, "_nczarr_array", zarr_bytes_text(json), &var->known);
    }
    zarr_bytes_free(json);
    if (status) {
        zn_list_remove(&group->vars, group->vars.count - 1);
        zn_var_free(var);
    }
    return status;
}
