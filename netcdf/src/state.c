/* Defining, synchronising and closing datasets. */
#include "internal.h"

/* True also for errors after which everything else is written: a fill value that came too late, or a dropped type. */
static int is_written(int status)
{
    return !status || status == NC_ELATEFILL || status == NC_ENAMEINUSE;
}

/* Creates what is defined, and leaves define mode: collective, whichever ranks have defined something. */
int zn_define_all(zn_file *file)
{
    int status = zn_define(file);

    if (is_written(status)) {
        file->defining = 0;
        file->settled = 1;
    }
    return status;
}

/* Creates the variables that are defined, before elements are read or written: netCDF-4 leaves define mode by
 * itself. */
int zn_ready(zn_file *file)
{
    return file->defining ? zn_define_all(file) : NC_NOERR;
}

int zn_redef(int ncid)
{
    zn_file *file;
    int status = zn_find(ncid, &file, NULL);

    if (status)
        return status;
    if (!file->writable)
        return NC_EPERM;
    if (file->classic && file->defining)
        return NC_EINDEFINE;
    status = zn_behind_flush_all(file);
    if (!status)
        file->defining = 1;
    return status;
}

int zn_enddef(int ncid, size_t header_free, size_t align, size_t free_space, size_t record_align)
{
    zn_file *file;
    int64_t defining;
    int status = zn_find(ncid, &file, NULL);

    (void)header_free, (void)align, (void)free_space, (void)record_align;
    if (status)
        return status;
    defining = file->defining;
    status = zn_meet(file, ZN_CALL_ENDDEF, 0, &defining, file->classic && !defining ? NC_ENOTINDEFINE : NC_NOERR);
    return status || !defining ? status : zn_define_all(file);
}

/* The program sees elements of others, and the lengths that they gave unlimited dimensions. A variable that is gone
 * keeps it from none of the others. */
static int refresh(zn_file *file, int status)
{
    size_t i, j;
    zarr_error error;
    int d, next;

    status = zn_agree(file, ZN_CALL_SYNC, status);
    if (status)
        return status;
    for (i = 0; zn_is_first(file) && i < file->groups.count; i++) {
        zn_group *group = file->groups.items[i];

        for (j = 0; j < group->vars.count; j++) {
            const zn_var *var = group->vars.items[j];

            /* A variable whose type was dropped has no array. */
            next = var->array ? zn_status(zarr_array_refresh(var->array, &error), &error) : NC_NOERR;
            status = status ? status : next;
        }
    }
    status = zn_tell(file, NULL, status);
    for (i = 0; i < file->groups.count; i++) {
        zn_group *group = file->groups.items[i];

        for (j = 0; j < group->vars.count; j++) {
            zn_var *var = group->vars.items[j];

            if (!var->array)
                continue;
            zn_ahead_forget(var);
            zarr_array_clear_cache(var->array, NULL);
            next = zn_status(zarr_array_shape(var->array, var->ndims, var->shape, &error), &error);
            status = status ? status : next;
            for (d = 0; !next && d < var->ndims; d++)
                if (var->dims[d]->unlimited && (size_t)var->shape[d] > var->dims[d]->len)
                    var->dims[d]->len = (size_t)var->shape[d];
        }
    }
    return status;
}

int zn_sync(int ncid)
{
    zn_file *file;
    zarr_error error;
    int status = zn_find(ncid, &file, NULL);

    if (status)
        return status;
    status = zn_agree(file, ZN_CALL_SYNC, file->classic && file->defining ? NC_EINDEFINE : NC_NOERR);
    if (status)
        return status;
    if (file->writable) {
        status = zn_define_all(file);
        if (status)
            return status;
        status = zn_status(zarr_store_flush(file->store, &error), &error);
    }
    return refresh(file, status);
}

int zn_close(int ncid, void *ignored)
{
    zn_file *file;
    zarr_error error;
    int status = zn_find(ncid, &file, NULL), flushed = NC_NOERR, failed = 0;

    (void)ignored;
    if (status)
        return status;
    file->closing = 1;
    if (file->writable) {
        status = zn_define(file);
        failed = status != NC_NOERR;
        /* A copy of the documents without all that is written would hide it. */
        if (is_written(status) && file->consolidate && zn_is_first(file)) {
            flushed = zn_status(zarr_node_consolidate(file->store, "", &error), &error);
            status = status ? status : flushed;
        }
        flushed = zn_status(zarr_store_flush(file->store, &error), &error);
    }
    /* Where flushing has failed, all ranks have met, and know that this one closes. */
    if (!failed)
        status = zn_agree(file, ZN_CALL_CLOSE, status ? status : flushed);
    zn_file_free(file);
    return status ? status : flushed;
}

int zn_abort(int ncid)
{
    zn_file *file;
    zarr_error error;
    int64_t defining;
    int status = zn_find(ncid, &file, NULL);

    if (status)
        return status;
    file->closing = 1;
    defining = file->defining;
    status = zn_meet(file, ZN_CALL_ABORT, 0, &defining, status);
    /* A dataset that never left define mode is gone; later definitions are forgotten. */
    if (!status && file->created && !file->settled) {
        if (zn_is_first(file))
            status = zn_status(zarr_node_erase(file->store, "", &error), &error);
        status = zn_agree(file, ZN_CALL_ABORT, status);
    } else if (!status && file->writable) {
        status = defining ? zn_behind_flush_all(file) : zn_define(file);
    }
    zn_file_free(file);
    return status;
}
