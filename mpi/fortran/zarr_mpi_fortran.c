/* The C side of the Fortran module zarr_mpi. It takes communicators of Fortran, an INTEGER or a type(MPI_Comm) that has
   one as its only member, and arrays of any type, kind and rank by their descriptors, without copies. */
#include "../src/internal.h"
#include <ISO_Fortran_binding.h>
#include <stdlib.h>

zarr_status zarr_mpi_f_store_open(const MPI_Fint *comm, const char *url, const char *options, zarr_store **store,
                                  zarr_error *error);
zarr_status zarr_mpi_f_group(const MPI_Fint *comm, const zarr_store *store, const char *path, int32_t format,
                             const char *attributes, int32_t how, zarr_group **group, zarr_error *error);
zarr_status zarr_mpi_f_array_open(const MPI_Fint *comm, const zarr_store *store, const char *path, const char *options,
                                  zarr_array **array, zarr_error *error);
zarr_status zarr_mpi_f_array_create(const MPI_Fint *comm, const zarr_store *store, const char *path,
                                    const zarr_array_builder *builder, int32_t replace, zarr_array **array,
                                    zarr_error *error);
zarr_status zarr_mpi_f_agree(const MPI_Fint *comm, zarr_error *error);
zarr_status zarr_mpi_f_array_resize(const MPI_Fint *comm, const zarr_array *array, int32_t ndim, const int64_t *shape,
                                    zarr_error *error);
zarr_status zarr_mpi_f_array_refresh(const MPI_Fint *comm, const zarr_array *array, zarr_error *error);
zarr_status zarr_mpi_f_set_int64(const MPI_Fint *comm, const void *node, const char *name, int64_t value,
                                 zarr_error *error);
zarr_status zarr_mpi_f_set_double(const MPI_Fint *comm, const void *node, const char *name, double value,
                                  zarr_error *error);
zarr_status zarr_mpi_f_set_string(const MPI_Fint *comm, const void *node, const char *name, const char *value,
                                  zarr_error *error);
zarr_status zarr_mpi_f_set_json(const MPI_Fint *comm, const void *node, const char *name, const char *json,
                                zarr_error *error);
zarr_status zarr_mpi_f_erase(const MPI_Fint *comm, const void *node, const char *name, zarr_error *error);
zarr_status zarr_mpi_f_set_options(const MPI_Fint *comm, int32_t aggregators_per_node, int32_t overlap,
                                   int64_t buffer_bytes, zarr_error *error);
zarr_status zarr_mpi_f_transfer(const MPI_Fint *comm, zarr_queue *queue, const zarr_array *array, CFI_cdesc_t *values,
                                const int64_t *start, int32_t starts, int32_t how, zarr_error *error);
zarr_status zarr_mpi_f_append(const MPI_Fint *comm, const zarr_array *array, int32_t axis, int64_t length,
                              CFI_cdesc_t *values, const int64_t *start, int32_t starts, int64_t *first,
                              zarr_error *error);
zarr_status zarr_mpi_f_queue_wait(const MPI_Fint *comm, zarr_queue *queue, zarr_error *error);
zarr_status zarr_mpi_f_flush(const MPI_Fint *comm, const zarr_store *store, zarr_error *error);
zarr_status zarr_mpi_f_copy(const MPI_Fint *comm, const zarr_store *from, const char *from_path, const zarr_store *to,
                            const char *to_path, int32_t format, zarr_error *error);
zarr_status zarr_mpi_f_consolidate(const MPI_Fint *comm, const zarr_store *store, const char *path, zarr_error *error);
zarr_status zarr_mpi_f_verify(const MPI_Fint *comm, const zarr_store *store, const char *path, int64_t *chunks,
                              int64_t *damaged, zarr_error *error);

zarr_status zarr_mpi_f_store_open(const MPI_Fint *comm, const char *url, const char *options, zarr_store **store,
                                  zarr_error *error)
{
    return zarr_mpi_store_open(MPI_Comm_f2c(*comm), url, options, store, error);
}

/* 0: open; 1: create; 2: create or replace. */
zarr_status zarr_mpi_f_group(const MPI_Fint *comm, const zarr_store *store, const char *path, int32_t format,
                             const char *attributes, int32_t how, zarr_group **group, zarr_error *error)
{
    const MPI_Comm ranks = MPI_Comm_f2c(*comm);

    if (how == 0)
        return zarr_mpi_group_open(ranks, store, path, group, error);
    return how == 1 ? zarr_mpi_group_create(ranks, store, path, format, attributes, group, error)
                    : zarr_mpi_group_create_or_replace(ranks, store, path, format, attributes, group, error);
}

zarr_status zarr_mpi_f_array_open(const MPI_Fint *comm, const zarr_store *store, const char *path, const char *options,
                                  zarr_array **array, zarr_error *error)
{
    return zarr_mpi_array_open_with(MPI_Comm_f2c(*comm), store, path, options, array, error);
}

zarr_status zarr_mpi_f_array_create(const MPI_Fint *comm, const zarr_store *store, const char *path,
                                    const zarr_array_builder *builder, int32_t replace, zarr_array **array,
                                    zarr_error *error)
{
    return (replace ? zarr_mpi_array_create_or_replace : zarr_mpi_array_create)(MPI_Comm_f2c(*comm), store, path,
                                                                                builder, array, error);
}

/* Makes the failure of a rank that of all. */
zarr_status zarr_mpi_f_agree(const MPI_Fint *comm, zarr_error *error)
{
    zm_call call;

    if (zm_begin(&call, MPI_Comm_f2c(*comm), error))
        return call.own.status;
    call.own = *error;
    zm_agree(&call);
    return zm_end(&call);
}

zarr_status zarr_mpi_f_array_resize(const MPI_Fint *comm, const zarr_array *array, int32_t ndim, const int64_t *shape,
                                    zarr_error *error)
{
    return zarr_mpi_array_resize(MPI_Comm_f2c(*comm), array, ndim, shape, error);
}

zarr_status zarr_mpi_f_array_refresh(const MPI_Fint *comm, const zarr_array *array, zarr_error *error)
{
    return zarr_mpi_array_refresh(MPI_Comm_f2c(*comm), array, error);
}

zarr_status zarr_mpi_f_set_int64(const MPI_Fint *comm, const void *node, const char *name, int64_t value,
                                 zarr_error *error)
{
    return zarr_mpi_attribute_set_int64(MPI_Comm_f2c(*comm), node, name, value, error);
}

zarr_status zarr_mpi_f_set_double(const MPI_Fint *comm, const void *node, const char *name, double value,
                                  zarr_error *error)
{
    return zarr_mpi_attribute_set_double(MPI_Comm_f2c(*comm), node, name, value, error);
}

zarr_status zarr_mpi_f_set_string(const MPI_Fint *comm, const void *node, const char *name, const char *value,
                                  zarr_error *error)
{
    return zarr_mpi_attribute_set_string(MPI_Comm_f2c(*comm), node, name, value, error);
}

zarr_status zarr_mpi_f_set_json(const MPI_Fint *comm, const void *node, const char *name, const char *json,
                                zarr_error *error)
{
    return zarr_mpi_attribute_set_json(MPI_Comm_f2c(*comm), node, name, json, error);
}

zarr_status zarr_mpi_f_erase(const MPI_Fint *comm, const void *node, const char *name, zarr_error *error)
{
    return zarr_mpi_attribute_erase(MPI_Comm_f2c(*comm), node, name, error);
}

zarr_status zarr_mpi_f_set_options(const MPI_Fint *comm, int32_t aggregators_per_node, int32_t overlap,
                                   int64_t buffer_bytes, zarr_error *error)
{
    zarr_mpi_options options = ZARR_MPI_OPTIONS_INIT;

    options.aggregators_per_node = aggregators_per_node;
    options.overlap = overlap;
    if (buffer_bytes)
        options.buffer_bytes = buffer_bytes;
    return zarr_mpi_set_options(MPI_Comm_f2c(*comm), &options, error);
}

/* Compares types without their kinds, where the compiler has both in one number. */
static int is_like(CFI_type_t type, CFI_type_t other)
{
#ifdef CFI_type_mask
    return (type & CFI_type_mask) == (other & CFI_type_mask);
#else
    return type == other;
#endif
}

/* Returns 1 if elements of a Fortran type are stored as they are, 0 if not, -1 if only their size is known. */
static int is_of_type(CFI_type_t type, size_t bytes, int32_t data_type)
{
    switch (data_type) {
    case ZARR_FLOAT32:
    case ZARR_FLOAT64: return type == (CFI_type_t)(bytes == 4 ? CFI_type_float : CFI_type_double);
    case ZARR_COMPLEX64:
    case ZARR_COMPLEX128: return type == (CFI_type_t)(bytes == 8 ? CFI_type_float_Complex : CFI_type_double_Complex);
    case ZARR_INT8:
    case ZARR_INT16:
    case ZARR_INT32:
    case ZARR_INT64:
    case ZARR_UINT8:
    case ZARR_UINT16:
    case ZARR_UINT32:
    case ZARR_UINT64:
    case ZARR_DATETIME64:
    case ZARR_TIMEDELTA64:
        return type != CFI_type_float && type != CFI_type_double && type != CFI_type_float_Complex &&
               type != CFI_type_double_Complex && !is_like(type, CFI_type_Bool) && !is_like(type, CFI_type_char);
    default: return -1;
    }
}

/* This rank's part of a call; NULL after a failure. */
static zm_part *part_of_values(zm_call *call, const zm_layout *layout, const zarr_array *array,
                               const CFI_cdesc_t *values, const int64_t *start, int32_t starts)
{
    int64_t first[ZM_MOST_DIMENSIONS], counts[ZM_MOST_DIMENSIONS], strides[ZM_MOST_DIMENSIONS];
    zarr_region region = ZARR_REGION_INIT;
    int64_t lowest = 0, highest = 0;
    const void *data;
    size_t bytes;
    int is_empty = 0;

    if (call->own.status)
        return NULL;
    const int ndim = layout->ndim;
    if (starts > ZM_MOST_DIMENSIONS)
        zm_fail(call, ZARR_ERROR_INVALID_ARGUMENT, "start: integers are expected, one for each dimension");
    else if (starts && starts != ndim)
        zm_fail(call, ZARR_ERROR_INVALID_ARGUMENT, "start has %ld numbers; the array has %d dimensions", (long)starts,
                ndim);
    for (int d = 0; d < ndim && starts == ndim; d++)
        if (start[ndim - 1 - d] < 1)
            zm_fail(call, ZARR_ERROR_OUT_OF_BOUNDS, ZM_DIMENSION ": elements count from 1, but %lld is given", ndim, d,
                    (long long)start[ndim - 1 - d]);
    if (values->rank > ndim)
        zm_fail(call, ZARR_ERROR_INVALID_ARGUMENT, "the values have %d dimensions; the array has %d",
                (int)values->rank, ndim);
    if ((int64_t)values->elem_len != layout->item ||
        !is_of_type(values->type, values->elem_len, zarr_array_data_type(array)))
        zm_fail(call, ZARR_ERROR_TYPE_MISMATCH, "the values are not of the type of the array, %s",
                zarr_data_type_name(zarr_array_data_type(array)));
    /* So the compiler describes an argument `values(*)`. */
    if (values->rank > 0 && values->dim[values->rank - 1].extent == -1)
        zm_fail(call, ZARR_ERROR_INVALID_ARGUMENT,
                "the values are an argument (*), of which the length is not known: pass a section, such as values(:n)");
    if (call->own.status)
        return NULL;
    for (int d = 0; d < values->rank; d++)
        is_empty |= values->dim[d].extent <= 0;
    /* Dimension d of C is dimension ndim - d of Fortran; those that the values lack have one element, if there is any. */
    for (int d = 0; d < ndim; d++) {
        const int other = ndim - 1 - d, is_there = other < values->rank;
        first[d] = starts ? start[other] - 1 : 0;
        counts[d] = !is_there ? !is_empty : values->dim[other].extent > 0 ? values->dim[other].extent : 0;
        strides[d] = is_there ? values->dim[other].sm : layout->item;
        if (counts[d] > 1) {
            lowest += strides[d] < 0 ? strides[d] * (counts[d] - 1) : 0;
            highest += strides[d] > 0 ? strides[d] * (counts[d] - 1) : 0;
        }
    }
    region.ndim = ndim;
    region.start = first;
    region.count = counts;
    region.strides = strides;
    region.offset = -lowest;
    data = (const char *)values->base_addr + lowest;
    bytes = (size_t)(highest - lowest + layout->item);
    return zm_parts_of_regions(call, layout, 1, &region, &data, &bytes);
}

/* 0: read; 1: write; 2: write by a queue. */
zarr_status zarr_mpi_f_transfer(const MPI_Fint *comm, zarr_queue *queue, const zarr_array *array, CFI_cdesc_t *values,
                                const int64_t *start, int32_t starts, int32_t how, zarr_error *error)
{
    zm_backend backend = {NULL};
    int64_t operations;
    zm_layout layout;
    zm_part *part;
    zm_call call;

    if (zm_begin(&call, MPI_Comm_f2c(*comm), error))
        return call.own.status;
    backend.queue = how == 2 ? queue : NULL;
    if (how == 2)
        zarr_queue_pending(queue, &operations, NULL, &call.own);
    zm_look_at(&call, array, &layout);
    part = part_of_values(&call, &layout, array, values, start, starts);
    zm_transfer(&call, &layout, 1, part, how != 0, &backend);
    return zm_end(&call);
}

zarr_status zarr_mpi_f_append(const MPI_Fint *comm, const zarr_array *array, int32_t axis, int64_t length,
                              CFI_cdesc_t *values, const int64_t *start, int32_t starts, int64_t *first,
                              zarr_error *error)
{
    zm_growth growth = {axis, length, -1, 0};
    zm_layout layout;
    zm_part *part;
    zm_call call;

    if (zm_begin(&call, MPI_Comm_f2c(*comm), error))
        return call.own.status;
    zm_begin_append(&call, array, &growth, &layout);
    part = part_of_values(&call, &layout, array, values, start, starts);
    zm_append(&call, array, &growth, &layout, part);
    *first = growth.first;
    return zm_end(&call);
}

zarr_status zarr_mpi_f_queue_wait(const MPI_Fint *comm, zarr_queue *queue, zarr_error *error)
{
    return zarr_mpi_queue_wait_all(MPI_Comm_f2c(*comm), queue, error);
}

zarr_status zarr_mpi_f_flush(const MPI_Fint *comm, const zarr_store *store, zarr_error *error)
{
    return zarr_mpi_store_flush(MPI_Comm_f2c(*comm), store, error);
}

zarr_status zarr_mpi_f_copy(const MPI_Fint *comm, const zarr_store *from, const char *from_path, const zarr_store *to,
                            const char *to_path, int32_t format, zarr_error *error)
{
    return zarr_mpi_copy_all(MPI_Comm_f2c(*comm), from, from_path, to, to_path, format, error);
}

zarr_status zarr_mpi_f_consolidate(const MPI_Fint *comm, const zarr_store *store, const char *path, zarr_error *error)
{
    return zarr_mpi_consolidate_all(MPI_Comm_f2c(*comm), store, path, error);
}

zarr_status zarr_mpi_f_verify(const MPI_Fint *comm, const zarr_store *store, const char *path, int64_t *chunks,
                              int64_t *damaged, zarr_error *error)
{
    return zarr_mpi_verify_all(MPI_Comm_f2c(*comm), store, path, chunks, damaged, error);
}
