/* Copies a variable of a netCDF file into a Zarr array: its type, shape, dimension names, fill value, attributes and, where the
   file has some, its chunks. One chunk after the other, so that the variable may be larger than memory.

       netcdf_to_zarr FILE VARIABLE STORE */
#define _POSIX_C_SOURCE 199309L
#include "parts.h"
#include <netcdf.h>
#include <stdlib.h>
#include <string.h>
#include <zarr.h>

typedef struct variable {
    int file, id, ndim;
    nc_type type;
    int32_t zarr_type;
    int64_t shape[MOST_DIMENSIONS], chunks[MOST_DIMENSIONS]; /* chunks[0] = 0: the file has none */
    char names[MOST_DIMENSIONS][NC_MAX_NAME + 1];
} variable;

/* netCDF's failures in the form of libzarr's, with a code of this program's own. */
static zarr_status from_netcdf(int code, const char *what, zarr_error *error)
{
    if (code == NC_NOERR)
        return ZARR_OK;
    error->status = ZARR_STATUS_USER + 1;
    error->system_code = code;
    snprintf(error->message, sizeof error->message, "%s: %s", what, nc_strerror(code));
    return error->status;
}

static int32_t zarr_type_of(nc_type type)
{
    switch (type) {
    case NC_BYTE: return ZARR_INT8;
    case NC_UBYTE: return ZARR_UINT8;
    case NC_SHORT: return ZARR_INT16;
    case NC_USHORT: return ZARR_UINT16;
    case NC_INT: return ZARR_INT32;
    case NC_UINT: return ZARR_UINT32;
    case NC_INT64: return ZARR_INT64;
    case NC_UINT64: return ZARR_UINT64;
    case NC_FLOAT: return ZARR_FLOAT32;
    case NC_DOUBLE: return ZARR_FLOAT64;
    default: return 0; /* characters, strings, types of the user */
    }
}

static zarr_status look(variable *v, const char *name, zarr_error *error)
{
    int ids[NC_MAX_VAR_DIMS], storage = NC_CONTIGUOUS;
    size_t length, chunks[NC_MAX_VAR_DIMS];
    zarr_status status;

    if ((status = from_netcdf(nc_inq_varid(v->file, name, &v->id), name, error)) ||
        (status = from_netcdf(nc_inq_var(v->file, v->id, NULL, &v->type, &v->ndim, ids, NULL), name, error)))
        return status;
    v->zarr_type = zarr_type_of(v->type);
    if (!v->zarr_type || v->ndim > MOST_DIMENSIONS)
        return from_netcdf(NC_EBADTYPE, name, error);
    for (int d = 0; d < v->ndim; d++) {
        if ((status = from_netcdf(nc_inq_dim(v->file, ids[d], v->names[d], &length), name, error)))
            return status;
        v->shape[d] = (int64_t)length;
    }
    v->chunks[0] = 0;
    if (v->ndim > 0 && nc_inq_var_chunking(v->file, v->id, &storage, chunks) == NC_NOERR && storage == NC_CHUNKED)
        for (int d = 0; d < v->ndim; d++)
            v->chunks[d] = (int64_t)chunks[d];
    return ZARR_OK;
}

static zarr_status create(const variable *v, const zarr_store *store, const char *path, zarr_array **array, zarr_error *error)
{
    const char *names[MOST_DIMENSIONS];
    unsigned char fill[8];
    zarr_array_builder *builder = NULL;
    int no_fill = 0;
    size_t size;
    zarr_status status;

    for (int d = 0; d < v->ndim; d++)
        names[d] = v->names[d];
    /* The fill value is what netCDF gives where nothing was written, whether the variable names it or not. */
    (void)((status = from_netcdf(nc_inq_var_fill(v->file, v->id, &no_fill, fill), "the fill value", error)) ||
           (status = from_netcdf(nc_inq_type(v->file, v->type, NULL, &size), "the type", error)) ||
           (status = zarr_array_builder_new(v->zarr_type, v->ndim, v->shape, &builder, error)) ||
           (v->chunks[0] && (status = zarr_array_builder_chunk_shape(builder, v->ndim, v->chunks, error))) ||
           (!no_fill && (status = zarr_array_builder_fill_value(builder, fill, size, error))) ||
           (status = zarr_array_builder_dimension_names(builder, v->ndim, names, error)) ||
           (status = zarr_array_builder_codec(builder, "zstd", NULL, error)) ||
           (status = zarr_array_create_or_replace(store, path, builder, array, error)));
    zarr_array_builder_free(builder);
    return status;
}

/* Texts become texts, whole numbers integers, and all others numbers. */
static zarr_status copy_attribute(const variable *v, const zarr_array *array, const char *name, zarr_error *error)
{
    nc_type type;
    size_t length;
    zarr_status status = from_netcdf(nc_inq_att(v->file, v->id, name, &type, &length), name, error);
    char *text = NULL;
    double *numbers = NULL;
    long long *integers = NULL;

    if (status != ZARR_OK)
        return status;
    if (type == NC_CHAR && (text = calloc(length + 1, 1))) {
        (void)((status = from_netcdf(nc_get_att_text(v->file, v->id, name, text), name, error)) ||
               (status = zarr_attribute_set_string(array, name, text, error)));
    } else if ((type == NC_FLOAT || type == NC_DOUBLE) && (numbers = calloc(length + 1, sizeof *numbers))) {
        (void)((status = from_netcdf(nc_get_att_double(v->file, v->id, name, numbers), name, error)) ||
               (status = strcmp(name, "_FillValue") == 0 ? parts_mark_missing(array, numbers[0], error)
                       : length == 1                     ? zarr_attribute_set_double(array, name, numbers[0], error)
                                     : zarr_attribute_set_doubles(array, name, length, numbers, error)));
    } else if (type == NC_UINT64 && length == 1) {
        unsigned long long number;
        (void)((status = from_netcdf(nc_get_att_ulonglong(v->file, v->id, name, &number), name, error)) ||
               (status = zarr_attribute_set_uint64(array, name, number, error)));
    } else if (type != NC_UINT64 && zarr_type_of(type) && (integers = calloc(length + 1, sizeof *integers))) {
        (void)((status = from_netcdf(nc_get_att_longlong(v->file, v->id, name, integers), name, error)) ||
               (status = length == 1 ? zarr_attribute_set_int64(array, name, integers[0], error)
                                     : zarr_attribute_set_int64s(array, name, length, (const int64_t *)integers, error)));
    } else {
        fprintf(stderr, "netcdf_to_zarr: attribute %s is left out\n", name);
    }
    free(text);
    free(numbers);
    free(integers);
    return status;
}

static zarr_status copy_attributes(const variable *v, const zarr_array *array, zarr_error *error)
{
    int count, i;
    zarr_status status = from_netcdf(nc_inq_varnatts(v->file, v->id, &count), "the attributes", error);

    for (i = 0; status == ZARR_OK && i < count; i++) {
        char name[NC_MAX_NAME + 1];
        (void)((status = from_netcdf(nc_inq_attname(v->file, v->id, i, name), "the attributes", error)) ||
               (status = copy_attribute(v, array, name, error)));
    }
    return status;
}

/* A box of the variable. */
static zarr_status read_part(const void *from, const int64_t *start, const int64_t *count, void *elements, zarr_error *error)
{
    const variable *v = from;
    size_t first[MOST_DIMENSIONS], many[MOST_DIMENSIONS];

    for (int d = 0; d < v->ndim; d++) {
        first[d] = (size_t)start[d];
        many[d] = (size_t)count[d];
    }
    return from_netcdf(nc_get_vara(v->file, v->id, first, many, elements), "the values", error);
}

int main(int argc, char **argv)
{
    variable v = {0};
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_error error;
    zarr_status status;

    if (argc != 4) {
        fprintf(stderr, "usage: netcdf_to_zarr FILE VARIABLE STORE\n");
        return 2;
    }
    if ((status = from_netcdf(nc_open(argv[1], NC_NOWRITE, &v.file), argv[1], &error)) == ZARR_OK) {
        (void)((status = look(&v, argv[2], &error)) || (status = zarr_store_open(argv[3], NULL, &store, &error)) ||
               (status = create(&v, store, argv[2], &array, &error)) || (status = copy_attributes(&v, array, &error)) ||
               (status = parts_copy(read_part, &v, array, &error)) || (status = zarr_store_flush(store, &error)));
        nc_close(v.file);
    }
    zarr_array_free(array);
    zarr_store_free(store);
    if (status != ZARR_OK)
        fprintf(stderr, "netcdf_to_zarr: %s\n", error.message);
    return status == ZARR_OK ? 0 : 1;
}
