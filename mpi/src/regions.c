/* Collective reads and writes of regions. */
#include "internal.h"
#include <stdlib.h>

static zarr_status transfer_region(MPI_Comm comm, zarr_queue *queue, const zarr_array *array, int32_t ndim,
                                   const int64_t *start, const int64_t *count, const void *data, size_t size,
                                   int writes, zarr_error *error)
{
    zm_backend backend = {NULL};
    zm_layout layout;
    zm_part *part;
    zm_call call;

    if (zm_begin(&call, comm, error))
        return call.own.status;
    backend.queue = queue;
    zm_look_at(&call, array, &layout);
    part = zm_part_of_box(&call, &layout, ndim, start, count, data, size);
    zm_transfer(&call, &layout, 1, part, writes, &backend);
    return zm_end(&call);
}

zarr_status zarr_mpi_write_region_all(MPI_Comm comm, const zarr_array *array, int32_t ndim, const int64_t *start,
                                      const int64_t *count, const void *data, size_t size, zarr_error *error)
{
    return transfer_region(comm, NULL, array, ndim, start, count, data, size, 1, error);
}

zarr_status zarr_mpi_read_region_all(MPI_Comm comm, const zarr_array *array, int32_t ndim, const int64_t *start,
                                     const int64_t *count, void *buffer, size_t size, zarr_error *error)
{
    return transfer_region(comm, NULL, array, ndim, start, count, buffer, size, 0, error);
}

static zarr_status transfer_regions(MPI_Comm comm, const zarr_array *array, size_t regions_count,
                                    const zarr_region *regions, const void *const *data, const size_t *sizes,
                                    int writes, zarr_error *error)
{
    zm_backend backend = {NULL};
    zm_layout layout;
    zm_part *parts;
    zm_call call;

    if (zm_begin(&call, comm, error))
        return call.own.status;
    zm_look_at(&call, array, &layout);
    parts = zm_parts_of_regions(&call, &layout, regions_count, regions, data, sizes);
    zm_transfer(&call, &layout, regions_count, parts, writes, &backend);
    return zm_end(&call);
}

zarr_status zarr_mpi_write_regions_all(MPI_Comm comm, const zarr_array *array, size_t regions_count,
                                       const zarr_region *regions, const void *const *data, const size_t *sizes,
                                       zarr_error *error)
{
    return transfer_regions(comm, array, regions_count, regions, data, sizes, 1, error);
}

zarr_status zarr_mpi_read_regions_all(MPI_Comm comm, const zarr_array *array, size_t regions_count,
                                      const zarr_region *regions, void *const *buffers, const size_t *sizes,
                                      zarr_error *error)
{
    return transfer_regions(comm, array, regions_count, regions, (const void *const *)buffers, sizes, 0, error);
}

zarr_status zarr_mpi_queue_write_region_all(MPI_Comm comm, zarr_queue *queue, const zarr_array *array, int32_t ndim,
                                            const int64_t *start, const int64_t *count, const void *data, size_t size,
                                            zarr_error *error)
{
    zm_backend backend = {NULL};
    int64_t operations;
    zm_layout layout;
    zm_part *part;
    zm_call call;

    if (zm_begin(&call, comm, error))
        return call.own.status;
    backend.queue = queue;
    zarr_queue_pending(queue, &operations, NULL, &call.own);
    zm_look_at(&call, array, &layout);
    part = zm_part_of_box(&call, &layout, ndim, start, count, data, size);
    zm_transfer(&call, &layout, 1, part, 1, &backend);
    return zm_end(&call);
}

zarr_status zarr_mpi_queue_wait_all(MPI_Comm comm, zarr_queue *queue, zarr_error *error)
{
    int64_t operations;
    zm_call call;

    if (zm_begin(&call, comm, error))
        return call.own.status;
    zarr_queue_pending(queue, &operations, NULL, &call.own);
    if (!zm_agree(&call)) {
        zarr_error problem = {0, 0, ""};
        if (zarr_queue_wait(queue, -1, &problem) && !zm_keep_earlier(&problem))
            call.own = problem;
        zm_tell_kept(&call);
        zm_forget_pending(call.context, queue);
    }
    return zm_end(&call);
}
