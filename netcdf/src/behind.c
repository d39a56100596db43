/* Small writes that follow one another, such as records, gather in memory and reach the array together: each write to
 * the store costs a file, and each longer dimension a document. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* A buffer is written at the end of a chunk from the first number of bytes on, and anywhere at the second. */
#define ENOUGH (1024 * 1024)
#define FULL   (4 * 1024 * 1024)

/* A box of elements in C order, which is longest along `along`: dimensions before that have one element. */
struct zn_behind {
    int64_t *start, *count;
    int along;
    char *data;
    size_t bytes, room;
};

/* All variables of an unlimited dimension get its length. */
int zn_var_grow(zn_var *var)
{
    zarr_error error;
    int d, grown = 0;

    for (d = 0; d < var->ndims; d++)
        if (var->dims[d]->unlimited && var->shape[d] < (int64_t)var->dims[d]->len) {
            var->shape[d] = (int64_t)var->dims[d]->len;
            grown = 1;
        }
    return grown ? zn_status(zarr_array_resize(var->array, var->ndims, var->shape, &error), &error) : NC_NOERR;
}

/* Before elements are written. Of several ranks none makes an array longer by itself. */
int zn_var_reach(zn_var *var)
{
    return var->group->file->ranks ? NC_NOERR : zn_var_grow(var);
}

int zn_var_write(zn_var *var, const int64_t *start, const int64_t *count, const int64_t *step, const void *data,
                 size_t bytes)
{
    zarr_region region = ZARR_REGION_INIT;
    zarr_transfer how = ZARR_TRANSFER_INIT;
    zarr_error error;
    zarr_status written;
    int status = zn_var_reach(var);

    if (status)
        return status;
    region.ndim = var->ndims;
    region.start = start;
    region.count = count;
    region.step = step;
    how.data_type = var->memory;
    if (!step && !var->memory)
        written = zarr_array_write_region(var->array, var->ndims, start, count, data, bytes, &error);
    else
        written = zarr_array_write(var->array, &region, data, bytes, &how, &error);
    if (written == ZARR_ERROR_UNSUPPORTED && var->group->file->ranks)
        zn_log("variable \"%s\": use NC_COLLECTIVE, or regions of whole chunks", var->name);
    return zn_status(written, &error);
}

void zn_behind_free(zn_var *var)
{
    if (!var->behind)
        return;
    free(var->behind->start);
    free(var->behind->data);
    free(var->behind);
    var->behind = NULL;
}

/* What can't be written stays, so that a later call can try again. */
int zn_behind_flush(zn_var *var)
{
    zn_behind *b = var->behind;
    int status;

    if (!b || !b->bytes)
        return NC_NOERR;
    status = zn_var_write(var, b->start, b->count, NULL, b->data, b->bytes);
    if (!status)
        b->bytes = 0;
    return status;
}

int zn_behind_flush_all(zn_file *file)
{
    size_t i, j;
    int status = NC_NOERR;

    for (i = 0; i < file->groups.count; i++) {
        zn_group *group = file->groups.items[i];

        for (j = 0; j < group->vars.count && !status; j++)
            status = zn_behind_flush(group->vars.items[j]);
    }
    return status;
}

/* The dimension along which a box continues the one of the buffer, so that its bytes follow; -1: it does not. */
static int joint(const zn_behind *b, int ndims, const int64_t *start, const int64_t *count)
{
    int d, along = -1;

    for (d = 0; d < ndims; d++) {
        if (start[d] == b->start[d] && count[d] == b->count[d] && (along >= 0 || count[d] == 1))
            continue;
        if (along >= 0 || start[d] != b->start[d] + b->count[d])
            return -1;
        along = d;
    }
    return along;
}

static int make_room(zn_behind *b, size_t bytes)
{
    size_t room = b->room ? b->room : 4096;
    char *data;

    while (room < bytes)
        room *= 2;
    if (room == b->room)
        return NC_NOERR;
    data = realloc(b->data, room);
    if (!data)
        return NC_ENOMEM;
    b->data = data;
    b->room = room;
    return NC_NOERR;
}

static int begin(zn_var *var)
{
    if (var->behind)
        return NC_NOERR;
    var->behind = calloc(1, sizeof *var->behind);
    if (!var->behind)
        return NC_ENOMEM;
    var->behind->start = calloc((size_t)var->ndims * 2, sizeof(int64_t));
    if (!var->behind->start) {
        zn_behind_free(var);
        return NC_ENOMEM;
    }
    var->behind->count = var->behind->start + var->ndims;
    return NC_NOERR;
}

/* The buffer ends where a chunk does, and another write would begin another chunk. */
static int at_end_of_chunk(const zn_var *var, int along)
{
    const int64_t *chunks = var->shards ? var->shards : var->chunks;
    int64_t end = var->behind->start[along] + var->behind->count[along];

    return end % chunks[along] == 0 || (!var->dims[along]->unlimited && end == (int64_t)var->dims[along]->len);
}

int zn_behind_write(zn_var *var, const int64_t *start, const int64_t *count, const void *data, size_t bytes)
{
    const size_t size = (size_t)var->ndims * sizeof *start;
    zn_behind *b;
    int along = -1, status;

    /* Programs that share a dataset see each write. */
    if (!var->ndims || bytes > FULL / 4 || (var->group->file->mode & NC_SHARE) || var->group->file->ranks) {
        status = zn_behind_flush(var);
        return status ? status : zn_var_write(var, start, count, NULL, data, bytes);
    }
    status = begin(var);
    if (status)
        return status;
    b = var->behind;
    if (b->bytes && (along = joint(b, var->ndims, start, count)) < 0)
        status = zn_behind_flush(var);
    if (!status)
        status = make_room(b, b->bytes + bytes);
    if (status)
        return status;
    if (b->bytes) {
        b->count[along] += count[along];
    } else {
        memcpy(b->start, start, size);
        memcpy(b->count, count, size);
    }
    memcpy(b->data + b->bytes, data, bytes);
    b->bytes += bytes;
    var->group->file->changed = 1;
    if (b->bytes >= FULL || (b->bytes >= ENOUGH && along >= 0 && at_end_of_chunk(var, along)))
        return zn_behind_flush(var);
    return NC_NOERR;
}
