/* Small accesses that follow one another, such as to records or rows. Writes gather in memory and reach the array
 * together, since each costs a file, and each longer dimension a document; reads get the next ones along. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* Gathered bytes are written at the end of a chunk from the first number on, and anywhere at the second. */
#define ENOUGH (1024 * 1024)
#define FULL   (4 * 1024 * 1024)
/* The longest read that gets more along, and how much. */
#define SHORT (64 * 1024)
#define AHEAD (1024 * 1024)

/* A box of elements in C order, as accesses that follow one another make it: dimensions before `along` have one
 * element. */
struct zn_run {
    int64_t *start, *count;
    int along;
    char *data;
    size_t bytes, room;
};

void zn_run_free(zn_run *run)
{
    if (!run)
        return;
    free(run->start);
    free(run->data);
    free(run);
}

static int new_run(const zn_var *var, zn_run **run)
{
    zn_run *made;

    if (*run)
        return NC_NOERR;
    made = calloc(1, sizeof *made);
    if (!made)
        return NC_ENOMEM;
    made->start = calloc((size_t)var->ndims * 2, sizeof *made->start);
    if (!made->start) {
        free(made);
        return NC_ENOMEM;
    }
    made->count = made->start + var->ndims;
    *run = made;
    return NC_NOERR;
}

static void set_box(zn_run *run, int ndims, const int64_t *start, const int64_t *count)
{
    memcpy(run->start, start, (size_t)ndims * sizeof *start);
    memcpy(run->count, count, (size_t)ndims * sizeof *count);
}

static int make_room(zn_run *run, size_t bytes)
{
    size_t room = run->room ? run->room : 4096;
    char *data;

    while (room < bytes)
        room *= 2;
    if (room == run->room)
        return NC_NOERR;
    data = realloc(run->data, room);
    if (!data)
        return NC_ENOMEM;
    run->data = data;
    run->room = room;
    return NC_NOERR;
}

/* The dimension along which a box continues the run, so that its bytes follow; -1 if it does not. */
static int joint(const zn_run *run, int ndims, const int64_t *start, const int64_t *count)
{
    int d, along = -1;

    for (d = 0; d < ndims; d++) {
        if (start[d] == run->start[d] && count[d] == run->count[d] && (along >= 0 || count[d] == 1))
            continue;
        if (along >= 0 || start[d] != run->start[d] + run->count[d])
            return -1;
        along = d;
    }
    return along;
}

static int64_t chunk_length(const zn_var *var, int d)
{
    return var->shards ? var->shards[d] : var->chunks[d];
}

/* Programs that share a dataset see each write of the others, and let them see theirs. */
static int by_itself(const zn_var *var)
{
    return !var->ndims || var->group->file->ranks || (var->group->file->mode & NC_SHARE);
}

/* Elements that can't be written stay, so that a later call can try again; those with one out of range are written. */
int zn_behind_flush(zn_var *var)
{
    zn_run *run = var->behind;
    zarr_region region;
    int status;

    if (!run || !run->bytes)
        return NC_NOERR;
    region = zn_region(var, run->start, run->count, NULL);
    status = zn_var_write(var, &region, var->memory, run->data, run->bytes);
    if (!status || status == NC_ERANGE)
        run->bytes = 0;
    return status;
}

/* Goes on where a variable can't be written, and returns the first such code. */
int zn_behind_flush_all(zn_file *file)
{
    size_t i, j;
    int status = NC_NOERR;

    for (i = 0; i < file->groups.count; i++) {
        zn_group *group = file->groups.items[i];

        for (j = 0; j < group->vars.count; j++) {
            int flushed = zn_behind_flush(group->vars.items[j]);

            status = status ? status : flushed;
        }
    }
    return status;
}

static int at_end_of_chunk(const zn_var *var, int along)
{
    int64_t end = var->behind->start[along] + var->behind->count[along];

    return end % chunk_length(var, along) == 0 ||
           (!var->dims[along]->unlimited && end == (int64_t)var->dims[along]->len);
}

/* Room to gather elements in C order: the caller moves them there, and calls zn_behind_moved. NULL: they can't be
 * gathered, and the elements before them have been written. */
int zn_behind_room(zn_var *var, const zarr_region *region, size_t bytes, char **room)
{
    zn_run *run;
    int status;

    *room = NULL;
    zn_ahead_forget(var);
    if (region->step || by_itself(var) || bytes > FULL / 4)
        return zn_behind_flush(var);
    status = new_run(var, &var->behind);
    if (status)
        return status;
    run = var->behind;
    run->along = run->bytes ? joint(run, var->ndims, region->start, region->count) : -1;
    if (run->along < 0)
        status = zn_behind_flush(var);
    if (!status)
        status = make_room(run, run->bytes + bytes);
    if (status)
        return status;
    if (run->bytes)
        run->count[run->along] += region->count[run->along];
    else
        set_box(run, var->ndims, region->start, region->count);
    *room = run->data + run->bytes;
    run->bytes += bytes;
    var->group->file->changed = 1;
    return NC_NOERR;
}

int zn_behind_moved(zn_var *var)
{
    const zn_run *run = var->behind;

    if (run->bytes >= FULL || (run->bytes >= ENOUGH && run->along >= 0 && at_end_of_chunk(var, run->along)))
        return zn_behind_flush(var);
    return NC_NOERR;
}

void zn_ahead_forget(zn_var *var)
{
    if (var->ahead)
        var->ahead->bytes = 0;
}

/* The offset of a box in the bytes that were read ahead; -1: not in them. */
static ptrdiff_t place_in(const zn_run *run, int ndims, const int64_t *start, const int64_t *count)
{
    int d;

    if (!run->bytes)
        return -1;
    for (d = 0; d < ndims; d++)
        if (d != run->along && (start[d] != run->start[d] || count[d] != run->count[d]))
            return -1;
    d = run->along;
    if (start[d] < run->start[d] || start[d] + count[d] > run->start[d] + run->count[d])
        return -1;
    return (ptrdiff_t)(run->bytes / (size_t)run->count[d]) * (ptrdiff_t)(start[d] - run->start[d]);
}

/* How many elements along a dimension to read: to the end of the chunk, as far as there is room. */
static int64_t reach(const zn_var *var, int along, const int64_t *start, const int64_t *count, size_t bytes)
{
    int64_t chunk = chunk_length(var, along), most = count[along] * (int64_t)(AHEAD / bytes), left;

    left = chunk - start[along] % chunk;
    if (left > var->shape[along] - start[along])
        left = var->shape[along] - start[along];
    return left < most ? left : most;
}

/* The elements of a box that the array has, in C order, where they were read ahead, or are now with more; NULL: they
 * are to be read alone. */
char *zn_ahead_find(zn_var *var, const zarr_region *region, size_t bytes)
{
    const int64_t *start = region->start, *count = region->count;
    zarr_region more;
    zn_run *run;
    ptrdiff_t place;
    size_t ahead;
    int along;

    if (region->step || by_itself(var) || bytes > SHORT || new_run(var, &var->ahead))
        return NULL;
    run = var->ahead;
    place = place_in(run, var->ndims, start, count);
    if (place >= 0)
        return run->data + place;
    along = joint(run, var->ndims, start, count);
    run->bytes = 0;
    set_box(run, var->ndims, start, count);
    if (along < 0)
        return NULL;
    run->along = along;
    run->count[along] = reach(var, along, start, count, bytes);
    ahead = bytes / (size_t)count[along] * (size_t)run->count[along];
    more = zn_region(var, start, run->count, NULL);
    if (ahead > bytes && !make_room(run, ahead) && !zn_var_read(var, &more, var->memory, run->data, ahead)) {
        run->bytes = ahead;
        return run->data;
    }
    run->count[along] = count[along];
    return NULL;
}
