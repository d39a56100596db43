/* Copies a data set of an HDF5 file into a Zarr array: its type, shape, chunks, fill value and attributes. One chunk after the
   other, so that the data set may be larger than memory.

       hdf5_to_zarr FILE DATASET STORE */
#define _POSIX_C_SOURCE 199309L
#include "parts.h"
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>
#include <zarr.h>

typedef struct data_set {
    hid_t file, set, space, type; /* type: that of the elements in memory */
    int ndim;
    int32_t zarr_type;
    int64_t shape[MOST_DIMENSIONS];
} data_set;

/* HDF5's failures, a negative number, in the form of libzarr's, with a code of this program's own; HDF5 has printed why. */
static zarr_status from_hdf5(int64_t result, const char *what, zarr_error *error)
{
    if (result >= 0)
        return ZARR_OK;
    error->status = ZARR_STATUS_USER + 1;
    error->system_code = 0;
    snprintf(error->message, sizeof error->message, "HDF5: %s can't be read", what);
    return error->status;
}

/* The type of numbers in memory for a type in a file: as large, in the byte order of the machine. 0: no number. */
static int32_t zarr_type_of(hid_t stored, hid_t *memory)
{
    static const struct {
        H5T_class_t class;
        size_t size;
        H5T_sign_t sign;
        int32_t type;
    } known[] = {{H5T_INTEGER, 1, H5T_SGN_2, ZARR_INT8},     {H5T_INTEGER, 2, H5T_SGN_2, ZARR_INT16},
                 {H5T_INTEGER, 4, H5T_SGN_2, ZARR_INT32},    {H5T_INTEGER, 8, H5T_SGN_2, ZARR_INT64},
                 {H5T_INTEGER, 1, H5T_SGN_NONE, ZARR_UINT8}, {H5T_INTEGER, 2, H5T_SGN_NONE, ZARR_UINT16},
                 {H5T_INTEGER, 4, H5T_SGN_NONE, ZARR_UINT32}, {H5T_INTEGER, 8, H5T_SGN_NONE, ZARR_UINT64},
                 {H5T_FLOAT, 4, H5T_SGN_ERROR, ZARR_FLOAT32}, {H5T_FLOAT, 8, H5T_SGN_ERROR, ZARR_FLOAT64}};
    const H5T_class_t class = H5Tget_class(stored);

    *memory = class == H5T_INTEGER || class == H5T_FLOAT ? H5Tget_native_type(stored, H5T_DIR_ASCEND) : -1;
    for (size_t i = 0; *memory >= 0 && i < sizeof known / sizeof *known; i++)
        if (known[i].class == class && known[i].size == H5Tget_size(*memory) &&
            (class == H5T_FLOAT || known[i].sign == H5Tget_sign(*memory)))
            return known[i].type;
    return 0;
}

static zarr_status look(data_set *s, const char *name, zarr_error *error)
{
    hsize_t shape[H5S_MAX_RANK];
    hid_t stored;
    zarr_status status;

    if ((status = from_hdf5(s->set = H5Dopen2(s->file, name, H5P_DEFAULT), name, error)) ||
        (status = from_hdf5(s->space = H5Dget_space(s->set), name, error)) ||
        (status = from_hdf5(s->ndim = H5Sget_simple_extent_dims(s->space, shape, NULL), name, error)))
        return status;
    stored = H5Dget_type(s->set);
    s->zarr_type = zarr_type_of(stored, &s->type);
    H5Tclose(stored);
    if (!s->zarr_type)
        return from_hdf5(-1, "a type that is no number", error);
    for (int d = 0; d < s->ndim; d++)
        s->shape[d] = (int64_t)shape[d];
    return ZARR_OK;
}

static zarr_status create(const data_set *s, const zarr_store *store, const char *path, zarr_array **array, zarr_error *error)
{
    const hid_t properties = H5Dget_create_plist(s->set);
    hsize_t lengths[MOST_DIMENSIONS];
    int64_t chunks[MOST_DIMENSIONS];
    unsigned char fill[8];
    const int chunked = H5Pget_layout(properties) == H5D_CHUNKED && H5Pget_chunk(properties, MOST_DIMENSIONS, lengths) == s->ndim;
    H5D_fill_value_t defined = H5D_FILL_VALUE_UNDEFINED;
    zarr_array_builder *builder = NULL;
    zarr_status status;

    for (int d = 0; chunked && d < s->ndim; d++)
        chunks[d] = (int64_t)lengths[d];
    memset(fill, 0, sizeof fill);
    if (H5Pfill_value_defined(properties, &defined) >= 0 && defined != H5D_FILL_VALUE_UNDEFINED)
        status = from_hdf5(H5Pget_fill_value(properties, s->type, fill), "the fill value", error);
    else
        status = ZARR_OK;
    (void)(status ||
           (status = zarr_array_builder_new(s->zarr_type, s->ndim, s->shape, &builder, error)) ||
           (chunked && (status = zarr_array_builder_chunk_shape(builder, s->ndim, chunks, error))) ||
           (status = zarr_array_builder_fill_value(builder, fill, H5Tget_size(s->type), error)) ||
           (status = zarr_array_builder_codec(builder, "zstd", NULL, error)) ||
           (status = zarr_array_create_or_replace(store, path, builder, array, error)));
    zarr_array_builder_free(builder);
    H5Pclose(properties);
    return status;
}

/* Texts become texts, whole numbers integers, and all others numbers; references, structs and lists of texts are left out. */
static zarr_status copy_attribute(hid_t attribute, const char *name, const zarr_array *array, zarr_error *error)
{
    const hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
    const size_t count = (size_t)H5Sget_simple_extent_npoints(space), size = H5Tget_size(type);
    const H5T_class_t class = H5Tget_class(type);
    const int scalar = H5Sget_simple_extent_type(space) == H5S_SCALAR || count == 1;
    zarr_status status = ZARR_OK;

    if (class == H5T_INTEGER && size == 8 && H5Tget_sign(type) == H5T_SGN_NONE && scalar) {
        uint64_t number;
        (void)((status = from_hdf5(H5Aread(attribute, H5T_NATIVE_UINT64, &number), name, error)) ||
               (status = zarr_attribute_set_uint64(array, name, number, error)));
    } else if (class == H5T_INTEGER && !(size == 8 && H5Tget_sign(type) == H5T_SGN_NONE)) {
        int64_t *values = calloc(count + 1, sizeof *values);
        (void)((status = from_hdf5(values ? H5Aread(attribute, H5T_NATIVE_INT64, values) : -1, name, error)) ||
               (status = scalar ? zarr_attribute_set_int64(array, name, values[0], error)
                                : zarr_attribute_set_int64s(array, name, count, values, error)));
        free(values);
    } else if (class == H5T_FLOAT) {
        double *values = calloc(count + 1, sizeof *values);
        (void)((status = from_hdf5(values ? H5Aread(attribute, H5T_NATIVE_DOUBLE, values) : -1, name, error)) ||
               (status = strcmp(name, "_FillValue") == 0 ? parts_mark_missing(array, values[0], error)
                       : scalar ? zarr_attribute_set_double(array, name, values[0], error)
                                : zarr_attribute_set_doubles(array, name, count, values, error)));
        free(values);
    } else if (class == H5T_STRING && scalar && H5Tis_variable_str(type) > 0) {
        char *text = NULL;
        (void)((status = from_hdf5(H5Aread(attribute, type, &text), name, error)) ||
               (status = zarr_attribute_set_string(array, name, text ? text : "", error)));
        H5free_memory(text);
    } else if (class == H5T_STRING && scalar) {
        char *text = calloc(size + 1, 1);
        (void)((status = from_hdf5(text ? H5Aread(attribute, type, text) : -1, name, error)) ||
               (status = zarr_attribute_set_string(array, name, text, error)));
        free(text);
    } else {
        fprintf(stderr, "hdf5_to_zarr: attribute %s is left out\n", name);
    }
    H5Sclose(space);
    H5Tclose(type);
    return status;
}

static zarr_status copy_attributes(const data_set *s, const zarr_array *array, zarr_error *error)
{
    zarr_status status = ZARR_OK;

    for (int i = 0; status == ZARR_OK && i < H5Aget_num_attrs(s->set); i++) {
        char name[256];
        const hid_t attribute = H5Aopen_by_idx(s->set, ".", H5_INDEX_NAME, H5_ITER_INC, (hsize_t)i, H5P_DEFAULT, H5P_DEFAULT);

        (void)((status = from_hdf5(attribute, "an attribute", error)) ||
               (status = from_hdf5(H5Aget_name(attribute, sizeof name, name), "an attribute", error)) ||
               (status = copy_attribute(attribute, name, array, error)));
        if (attribute >= 0)
            H5Aclose(attribute);
    }
    return status;
}

/* A box of the data set. */
static zarr_status read_part(const void *from, const int64_t *start, const int64_t *count, void *elements, zarr_error *error)
{
    const data_set *s = from;
    hsize_t first[MOST_DIMENSIONS] = {0}, many[MOST_DIMENSIONS] = {0};
    zarr_status status;

    for (int d = 0; d < s->ndim; d++) {
        first[d] = (hsize_t)start[d];
        many[d] = (hsize_t)count[d];
    }
    const hid_t memory = s->ndim > 0 ? H5Screate_simple(s->ndim, many, NULL) : H5Screate(H5S_SCALAR);
    if (s->ndim > 0)
        H5Sselect_hyperslab(s->space, H5S_SELECT_SET, first, NULL, many, NULL);
    status = from_hdf5(H5Dread(s->set, s->type, memory, s->space, H5P_DEFAULT, elements), "a part", error);
    H5Sclose(memory);
    return status;
}

int main(int argc, char **argv)
{
    data_set s = {-1, -1, -1, -1, 0, 0, {0}};
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_error error;
    zarr_status status;

    if (argc != 4) {
        fprintf(stderr, "usage: hdf5_to_zarr FILE DATASET STORE\n");
        return 2;
    }
    (void)((status = from_hdf5(s.file = H5Fopen(argv[1], H5F_ACC_RDONLY, H5P_DEFAULT), argv[1], &error)) ||
           (status = look(&s, argv[2], &error)) || (status = zarr_store_open(argv[3], NULL, &store, &error)) ||
           (status = create(&s, store, argv[2], &array, &error)) || (status = copy_attributes(&s, array, &error)) ||
           (status = parts_copy(read_part, &s, array, &error)) || (status = zarr_store_flush(store, &error)));
    if (s.type >= 0)
        H5Tclose(s.type);
    if (s.space >= 0)
        H5Sclose(s.space);
    if (s.set >= 0)
        H5Dclose(s.set);
    if (s.file >= 0)
        H5Fclose(s.file);
    zarr_array_free(array);
    zarr_store_free(store);
    if (status != ZARR_OK)
        fprintf(stderr, "hdf5_to_zarr: %s\n", error.message);
    return status == ZARR_OK ? 0 : 1;
}
