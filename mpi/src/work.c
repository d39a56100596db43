/* The work of one rank on the chunks of a hierarchy. Another program may change a shape meanwhile: a chunk outside the
   shape that a handle knows is none of the array. */
#include "work.h"
#include <stdio.h>
#include <string.h>

/* Clears the error for a position outside the array, which is not a failure here. */
static int is_outside(zarr_error *error)
{
    if (error->status != ZARR_ERROR_OUT_OF_BOUNDS)
        return 0;
    memset(error, 0, sizeof *error);
    return 1;
}

/* The elements of a chunk inside the shape; 0 without any, or after an error. */
static int find_elements(const zarr_array *array, const int64_t *position, zm_box *box, zarr_error *error)
{
    const int ndim = zarr_array_ndim(array);
    int64_t shape[ZM_MOST_DIMENSIONS];

    if (zarr_array_chunk_bounds(array, ZARR_UNIT_SHARD, ndim, position, box->start, box->count, error) ||
        zarr_array_shape(array, ndim, shape, error)) {
        is_outside(error);
        return 0;
    }
    for (int d = 0; d < ndim; d++) {
        const int64_t left = shape[d] - box->start[d];
        box->count[d] = box->count[d] < left ? box->count[d] : left;
        if (box->count[d] <= 0)
            return 0;
    }
    return 1;
}

static void note(zm_work *work, const char *path, int ndim, const int64_t *position, const zarr_error *problem)
{
    char text[ZM_MOST_DIMENSIONS * 24] = "", words[600];
    size_t used = 0;

    work->damaged++;
    if (work->first.status)
        return;
    for (int d = 0; d < ndim; d++)
        used += (size_t)snprintf(text + used, sizeof text - used, d ? ", %lld" : "%lld", (long long)position[d]);
    work->first = *problem;
    work->first.status = ZARR_ERROR_DATA;
    snprintf(words, sizeof words, "array \"%.*s\", chunk " ZM_TERM("p", "%d", "[%.300s]"), zm_cut(path, 200), path,
             ndim, text);
    zarr_error_extend(&work->first, words, NULL);
}

/* Reads the chunks as every reader would. */
static void verify_chunks(zm_work *work, const char *path, const zarr_array *array, int64_t count,
                          const int64_t *positions)
{
    const int ndim = zarr_array_ndim(array);
    const size_t item = zarr_array_item_size(array);

    for (int64_t i = 0; i < count; i++) {
        const int64_t *const position = positions + i * ndim;
        zarr_error problem = {0, 0, ""};
        zarr_strings *texts = NULL;
        zarr_bytes *values = NULL;
        zm_box box;
        if (!find_elements(array, position, &box, &problem) && !problem.status)
            continue;
        if (!problem.status && item)
            zarr_array_read_new(array, ndim, box.start, box.count, 0, &values, &problem);
        else if (!problem.status)
            zarr_array_read_strings(array, ndim, box.start, box.count, &texts, &problem);
        zarr_strings_free(texts);
        zarr_bytes_free(values);
        if (is_outside(&problem))
            continue;
        work->chunks++;
        if (problem.status)
            note(work, path, ndim, position, &problem);
    }
}

/* Elements of a box, from one array to another. */
static void copy_elements(const zarr_array *from, const zarr_array *to, const zm_box *box, zarr_error *error)
{
    const int ndim = zarr_array_ndim(from);
    zarr_strings *texts = NULL;
    zarr_bytes *values = NULL;

    if (!zarr_array_item_size(from)) {
        if (!zarr_array_read_strings(from, ndim, box->start, box->count, &texts, error))
            zarr_array_write_string_block(to, ndim, box->start, box->count, zarr_strings_data(texts),
                                          zarr_strings_offsets(texts)[zarr_strings_count(texts)],
                                          zarr_strings_offsets(texts), zarr_strings_count(texts), error);
    } else if (!zarr_array_read_new(from, ndim, box->start, box->count, 0, &values, error)) {
        zarr_array_write_region(to, ndim, box->start, box->count, zarr_bytes_data(values), zarr_bytes_size(values),
                                error);
    }
    zarr_strings_free(texts);
    zarr_bytes_free(values);
}

/* The chunks of N5 have a header, which those of other formats lack. */
static void recode_chunks(const zarr_array *from, const zarr_array *to, int64_t count, const int64_t *positions,
                          zarr_error *error)
{
    const int ndim = zarr_array_ndim(from);

    for (int64_t i = 0; i < count && !error->status; i++) {
        const int64_t *const position = positions + i * ndim;
        zm_box box, copy;
        if (!find_elements(from, position, &box, error) || !find_elements(to, position, &copy, error) ||
            !zm_intersect(ndim, &box, &copy, &box))
            continue;
        copy_elements(from, to, &box, error);
        is_outside(error);
    }
}

/* True if a chunk reaches outside the copy along an axis along which the source has grown. */
static int has_more(const zarr_array *to, const int64_t *shape, const int64_t *now, const int64_t *position,
                    zarr_error *error)
{
    const int ndim = zarr_array_ndim(to);
    int more = 0;
    zm_box box;

    if (zarr_array_chunk_bounds(to, ZARR_UNIT_SHARD, ndim, position, box.start, box.count, error))
        return 0;
    for (int d = 0; d < ndim; d++)
        more |= now[d] > shape[d] && box.start[d] + box.count[d] > shape[d];
    return more;
}

/* When chunks have been copied: what another program has added to the source meanwhile is taken out of them, as it would
   appear when the copy grows. */
static void cut_chunks(const zarr_array *from, const zarr_array *to, int64_t count, const int64_t *positions,
                       zarr_error *error)
{
    const int ndim = zarr_array_ndim(from);
    int64_t now[ZM_MOST_DIMENSIONS], shape[ZM_MOST_DIMENSIONS];

    if (count == 0 || error->status || zarr_array_refresh(from, error) || zarr_array_shape(from, ndim, now, error) ||
        zarr_array_shape(to, ndim, shape, error))
        return;
    for (int64_t i = 0; i < count && !error->status; i++)
        if (has_more(to, shape, now, positions + i * ndim, error))
            recode_chunks(from, to, 1, positions + i * ndim, error);
        else
            is_outside(error);
}

static void copy_chunks(const zarr_array *from, const zarr_array *to, int64_t count, const int64_t *positions,
                        zarr_error *error)
{
    const int ndim = zarr_array_ndim(from);
    const int32_t one = zarr_array_format(from), other = zarr_array_format(to);

    if (one != other && (one == ZARR_FORMAT_N5 || other == ZARR_FORMAT_N5)) {
        recode_chunks(from, to, count, positions, error);
        return;
    }
    for (int64_t i = 0; i < count && !error->status; i++) {
        const int64_t *const position = positions + i * ndim;
        zarr_bytes *value = NULL;
        if (!zarr_array_read_encoded_chunk(from, ZARR_UNIT_SHARD, ndim, position, &value, error))
            zarr_array_write_encoded_chunk(to, ZARR_UNIT_SHARD, ndim, position, zarr_bytes_data(value),
                                           zarr_bytes_size(value), error);
        else if (error->status == ZARR_ERROR_NOT_FOUND)
            memset(error, 0, sizeof *error); /* erased since it was listed */
        is_outside(error);
        zarr_bytes_free(value);
    }
    cut_chunks(from, to, count, positions, error);
}

void zm_do_chunks(zm_work *work, const char *path, const zarr_array *from, const zarr_array *to, int64_t count,
                  const int64_t *positions)
{
    const int ndim = zarr_array_ndim(from);

    if (ndim > ZM_MOST_DIMENSIONS)
        zm_fail(work->call, ZARR_ERROR_UNSUPPORTED, "array \"%s\" has %d dimensions; collective calls take up to %d",
                path, ndim, ZM_MOST_DIMENSIONS);
    if (work->call->own.status)
        return;
    if (work->to)
        copy_chunks(from, to, count, positions, &work->call->own);
    else
        verify_chunks(work, path, from, count, positions);
}
