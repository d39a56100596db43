/* Creates the arrays of variables. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* True where reading would take another dimension for one of the variable's: the names alone don't tell. */
int zn_names_ambiguous(const zn_var *var)
{
    int d;

    for (d = 0; d < var->ndims; d++) {
        const zn_group *group = var->group;
        zn_dim *dim = NULL;

        for (; group && !dim; group = group->parent)
            dim = zn_dim_named(group, var->dims[d]->name);
        if (dim != var->dims[d])
            return 1;
    }
    return 0;
}

static int has_names(int format)
{
    return format == ZARR_FORMAT_V3 || format == ZARR_FORMAT_V2 || format == ZARR_FORMAT_N5;
}

/* Begins a member of an object, which opens with the first. */
static void member(zn_text *json, const char *name)
{
    zn_text_format(json, "%s\"%s\": ", json->size ? ", " : "{", name);
}

static int dimrefs_json(const zn_var *var, zn_text *json)
{
    int d;

    for (d = 0; d < var->ndims; d++) {
        zn_text quoted = {0};
        char *path = zn_path_join(var->dims[d]->group->path, var->dims[d]->name);

        if (!path)
            return NC_ENOMEM;
        zn_text_string(&quoted, path, strlen(path));
        free(path);
        /* The quotes of the path are those of the string. */
        zn_text_add(json, d ? ", \"/" : "[\"/");
        if (quoted.failed)
            json->failed = 1;
        else
            zn_text_add(json, quoted.data + 1);
        free(quoted.data);
    }
    zn_text_add(json, "]");
    return NC_NOERR;
}

/* NCZarr's attribute of an array: the type that the program defined, full names of dimensions where names don't tell,
 * that the variable has no fill value, and how the program wanted it stored. Nothing of that: no attribute. */
static int own_json(const zn_file *file, zn_var *var, zn_text *json)
{
    const zn_type *type = zn_type_by_id(file, var->type);
    int storage = zn_var_storage(var), status = NC_NOERR;

    if (type && type->defined) {
        zn_text name = {0};

        zn_type_name(file, var->type, &name);
        member(json, "type");
        if (name.failed)
            json->failed = 1;
        else
            zn_text_string(json, name.data, name.size);
        free(name.data);
    }
    /* Once there, they are kept, and follow the names. */
    var->refers |= zn_names_ambiguous(var) || !has_names(file->format);
    if (var->ndims && var->refers) {
        member(json, "dimrefs");
        status = dimrefs_json(var, json);
    }
    if (var->no_fill || zn_json_find(zn_json_find(var->known, "_nczarr_array"), "no_fill")) {
        member(json, "no_fill");
        zn_text_add(json, var->no_fill ? "1" : "0");
    }
    if (storage != (var->ndims ? NC_CHUNKED : NC_CONTIGUOUS)) {
        member(json, "storage");
        zn_text_add(json, storage == NC_COMPACT ? "\"compact\"" : "\"contiguous\"");
    }
    if (json->size)
        zn_text_add(json, "}");
    return status ? status : json->failed ? NC_ENOMEM : NC_NOERR;
}

int zn_var_json(const zn_file *file, zn_var *var, char **json)
{
    zn_text own = {0};
    int status = own_json(file, var, &own);

    if (!status)
        status = zn_atts_json(file, &var->atts, var->type, "_nczarr_array", own.data, ZN_AS_NOW, json);
    free(own.data);
    return status;
}

static int new_builder(const zn_file *file, zn_var *var, zarr_array_builder **builder)
{
    zn_text json = {0};
    zarr_error error;
    const zn_type *user = zn_type_by_id(file, var->type);
    nc_type type = user && user->kind == NC_ENUM ? user->base : var->type;
    int status = NC_NOERR;

    if (var->form == ZN_VARIED || (type <= NC_STRING && type != NC_CHAR)) {
        var->stored = var->form == ZN_VARIED ? ZARR_BYTES : zn_code_of(type);
        return zn_status(zarr_array_builder_new(var->stored, var->ndims, var->shape, builder, &error), &error);
    }
    if (var->type == NC_CHAR)
        zn_text_add(&json, "\"|S1\"");
    else
        status = zn_type_json(file, var->type, &json);
    if (!status && json.failed)
        status = NC_ENOMEM;
    if (!status)
        status = zn_status(zarr_array_builder_new_json(json.data, var->ndims, var->shape, builder, &error), &error);
    free(json.data);
    return status;
}

/* Shards of whole chunks with about as many bytes as the mode string asks for: the slowest dimension is filled up
 * last. */
static void shard_shape(const zn_file *file, const zn_var *var, int64_t *shards)
{
    double bytes = (double)(var->size ? var->size : 1);
    int d;

    for (d = 0; d < var->ndims; d++) {
        shards[d] = var->chunks[d];
        bytes *= (double)var->chunks[d];
    }
    for (d = var->ndims - 1; d >= 0; d--) {
        int64_t len = (int64_t)var->dims[d]->len, whole = (len + var->chunks[d] - 1) / var->chunks[d];
        double room = (double)file->shard_bytes / bytes;
        int64_t times = room >= 1e15 ? (int64_t)1e15 : (int64_t)room;

        if (!var->dims[d]->unlimited && times > whole)
            times = whole;
        if (times < 1)
            times = 1;
        shards[d] *= times;
        bytes *= (double)times;
    }
}

static int set_layout(const zn_file *file, zn_var *var, zarr_array_builder *builder)
{
    zarr_error error;
    const char *names[NC_MAX_VAR_DIMS] = {NULL};
    int d, status = NC_NOERR;

    /* xarray needs the empty list of names to read a scalar as a variable. */
    if (!var->ndims)
        return has_names(file->format)
                   ? zn_status(zarr_array_builder_dimension_names(builder, 0, names, &error), &error)
                   : NC_NOERR;
    if (!var->chunks_set)
        zn_default_chunks(var, var->chunks);
    var->chunks_set = 1;
    status = zn_status(zarr_array_builder_chunk_shape(builder, var->ndims, var->chunks, &error), &error);
    if (!status && !var->shards && file->shard_bytes > 0 && file->format == ZARR_FORMAT_V3) {
        var->shards = calloc((size_t)var->ndims, sizeof *var->shards);
        if (!var->shards)
            return NC_ENOMEM;
        shard_shape(file, var, var->shards);
    }
    if (!status && var->shards)
        status = zn_status(zarr_array_builder_shard_shape(builder, var->ndims, var->shards, &error), &error);
    for (d = 0; d < var->ndims; d++)
        names[d] = var->dims[d]->name;
    if (!status && has_names(file->format))
        status = zn_status(zarr_array_builder_dimension_names(builder, var->ndims, names, &error), &error);
    return status;
}

static int set_fill(const zn_file *file, const zn_var *var, zarr_array_builder *builder)
{
    zn_text value = {0};
    zarr_error error;
    int is_open, status = zn_fill_bytes(file, var, &value, &is_open);

    if (!status)
        status = zn_status(is_open ? zarr_array_builder_no_fill_value(builder, &error)
                                   : zarr_array_builder_fill_value(builder, value.data, value.size, &error),
                           &error);
    free(value.data);
    return status;
}

/* Describes the array of a variable, but for its attributes. */
int zn_var_builder(zn_file *file, zn_var *var, zarr_array_builder **builder)
{
    zarr_error error;
    int status = new_builder(file, var, builder);

    if (!status)
        status = zn_status(zarr_array_builder_format(*builder, file->format, &error), &error);
    if (!status)
        status = set_layout(file, var, *builder);
    if (!status)
        status = set_fill(file, var, *builder);
    if (!status && var->endian == NC_ENDIAN_BIG)
        status = zn_status(zarr_array_builder_big_endian(*builder, 1, &error), &error);
    if (!status)
        status = zn_filters_build(file, var, *builder);
    return status;
}

int zn_var_create(zn_file *file, zn_var *var)
{
    zarr_array_builder *builder = NULL;
    zarr_error error;
    char *json = NULL;
    const int are_given = var->chunks_set;
    int d, status = NC_NOERR;

    if (zn_dims_refused(var))
        return NC_ENAMEINUSE;
    /* Another program may define a dimension of the name in the variable's own group at any time. */
    for (d = 0; d < var->ndims; d++)
        var->refers |= var->dims[d]->group != var->group;
    for (d = 0; d < var->ndims; d++)
        var->shape[d] = (int64_t)var->dims[d]->len;
    free(var->path);
    var->path = zn_path_join(var->group->path, var->name);
    if (!var->path)
        return NC_ENOMEM;
    status = zn_var_builder(file, var, &builder);
    if (!status)
        status = zn_var_json(file, var, &json);
    if (!status)
        status = zn_status(zarr_array_builder_attributes(builder, json, &error), &error);
    if (!status)
        status = zn_status(zarr_array_create(file->store, var->path, builder, &var->array, &error), &error);
    if (!status) {
        var->atts_changed = var->names_changed = 0;
        free(var->known);
        var->known = json;
        json = NULL;
        status = zn_var_cache(var);
    }
    /* Default chunks are not a definition by the program: other ranks have none before the array exists. */
    if (!var->array)
        var->chunks_set = are_given;
    zarr_array_builder_free(builder);
    free(json);
    return status;
}
