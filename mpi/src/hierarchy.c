/* Whole hierarchies: chunks copied or verified by all ranks, and documents consolidated by rank 0. */
#include "work.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The path of the copy of a node. */
static char *copied_path(zm_work *w, const char *path)
{
    const char *below = path + strlen(w->from_path);
    char *const text = zm_memory(w->call, (int64_t)(strlen(w->to_path) + strlen(below) + 2));

    below += *below == '/';
    if (text)
        sprintf(text, "%s%s%s", w->to_path, *w->to_path && *below ? "/" : "", below);
    return text;
}

/* One array, as the rank that has listed its chunks sees it. */
typedef struct listed {
    zarr_array *from, *to;
    zarr_bytes *positions;
    int64_t count;
} listed;

/* The documents of an array and of its copy, for other ranks. */
static void read_documents(zm_work *w, const listed *array, zarr_bytes **documents)
{
    zarr_error *const error = &w->call->own;

    if (!error->status && !zarr_array_document(array->from, &documents[0], error) && w->to)
        zarr_array_document(array->to, &documents[1], error);
}

/* Opens an array and its copy in the store. */
static void open_stored(zm_work *w, const char *path, listed *array)
{
    zarr_error *const error = &w->call->own;
    char *copy = NULL;

    if (!zarr_array_open(w->from, path, &array->from, error) && w->to && (copy = copied_path(w, path)))
        zarr_array_open(w->to, copy, &array->to, error);
    free(copy);
}

/* Opens an array and its copy from documents that another rank has read. */
static void open_known(zm_work *w, const char *path, const void *const *blocks, const int64_t *sizes, listed *array)
{
    zm_call *const call = w->call;
    char *copy = NULL;

    if (!call->own.status &&
        !zarr_array_open_from_document(w->from, path, blocks[0], (size_t)sizes[0], NULL, &array->from, &call->own) &&
        w->to && (copy = copied_path(w, path)))
        zarr_array_open_from_document(w->to, copy, blocks[1], (size_t)sizes[1], NULL, &array->to, &call->own);
    zm_look_for(call, array->from, NULL);
    zm_look_for(call, array->to, NULL);
    free(copy);
}

static void list_chunks(zm_call *call, const char *path, listed *array)
{
    size_t count = 0;

    if (call->own.status || zarr_array_list_chunks(array->from, ZARR_UNIT_SHARD, &array->positions, &count, &call->own))
        return;
    array->count = (int64_t)count;
    if (array->count > INT32_MAX)
        zm_fail(call, ZARR_ERROR_LIMIT, "array \"%s\" has %lld chunks, which are too many", path,
                (long long)array->count);
}

static void forget(listed *array)
{
    zarr_array_free(array->from);
    zarr_array_free(array->to);
    zarr_bytes_free(array->positions);
    memset(array, 0, sizeof *array);
}

static void free_documents(int count, zarr_bytes **documents)
{
    for (int i = 0; i < count; i++)
        zarr_bytes_free(documents[i]);
}

/* Splits the work on an array of many chunks among all ranks; the owner sends the documents that it has read. */
static void share_out(zm_work *w, const char *path, int owner, listed *array)
{
    zm_call *const call = w->call;
    const int size = call->context->size, is_owner = call->context->rank == owner;
    const void *blocks[2];
    int64_t sizes[2], *mine = NULL;
    zarr_bytes *documents[2] = {NULL, NULL};
    int *const counts = call->context->counts, *const places = counts + size;
    int numbers[2] = {0, 0};
    MPI_Datatype position;
    void *text = NULL;

    if (is_owner)
        read_documents(w, array, documents);
    for (int i = 0; i < 2; i++) {
        blocks[i] = zarr_bytes_data(documents[i]);
        sizes[i] = documents[i] ? (int64_t)zarr_bytes_size(documents[i]) : -1;
    }
    call->root = owner;
    zm_share(call, 2, blocks, sizes, &text);
    call->root = 0;
    if (!call->own.status) {
        if (is_owner) {
            numbers[0] = zarr_array_ndim(array->from);
            numbers[1] = (int)array->count;
        } else {
            open_known(w, path, blocks, sizes, array);
        }
        zm_agree_on_sight(call);
    }
    if (!call->own.status) {
        MPI_Bcast(numbers, 2, MPI_INT, owner, call->context->comm);
        for (int i = 0; i < size; i++) {
            places[i] = (int)((int64_t)numbers[1] * i / size);
            counts[i] = (int)((int64_t)numbers[1] * (i + 1) / size) - places[i];
        }
        mine = zm_memory(call, (int64_t)counts[call->context->rank] * numbers[0] * (int64_t)sizeof *mine);
        if (!zm_agree(call)) {
            MPI_Type_contiguous(numbers[0], MPI_INT64_T, &position);
            MPI_Type_commit(&position);
            MPI_Scatterv(is_owner ? zarr_bytes_data(array->positions) : NULL, counts, places, position, mine,
                         counts[call->context->rank], position, owner, call->context->comm);
            MPI_Type_free(&position);
            zm_do_chunks(w, path, array->from, array->to, counts[call->context->rank], mine);
        }
    }
    free(mine);
    free(text);
    free_documents(2, documents);
}

/* The concatenated paths of all arrays at a path and below it, and their number. */
static void find_arrays(zm_call *call, const zarr_store *store, const char *path, char **texts, int64_t *bytes,
                        int64_t *count)
{
    zarr_strings *paths = NULL;
    zarr_bytes *kinds = NULL;
    int32_t kind = 0;
    char *all, *at;

    *texts = NULL;
    *bytes = *count = 0;
    if (zarr_node_kind(store, path, &kind, &call->own))
        return;
    if (kind == ZARR_NODE_NONE)
        zm_fail(call, ZARR_ERROR_NOT_FOUND, "there is no node at \"%s\"", path);
    if (kind != ZARR_NODE_ARRAY && !call->own.status)
        zarr_node_walk(store, path, -1, &paths, &kinds, &call->own);
    all = at = call->own.status
                   ? NULL
                   : zm_memory(call, (int64_t)(strlen(path) + 1 +
                                               (paths ? zarr_strings_offsets(paths)[zarr_strings_count(paths)] : 0)));
    if (all && kind == ZARR_NODE_ARRAY) {
        strcpy(all, path);
        at += strlen(path) + 1;
        *count = 1;
    }
    for (size_t i = 0; all && i < zarr_strings_count(paths) && !call->own.status; i++)
        if (zarr_bytes_data(kinds)[i] == ZARR_NODE_NONE) {
            zarr_array *unreadable = NULL;

            zarr_array_open(store, zarr_strings_get(paths, i), &unreadable, &call->own); /* says why */
            zarr_array_free(unreadable);
        } else if (zarr_bytes_data(kinds)[i] == ZARR_NODE_ARRAY) {
            strcpy(at, zarr_strings_get(paths, i));
            at += strlen(at) + 1;
            ++*count;
        }
    *texts = all;
    *bytes = all ? at - all : 0;
    zarr_strings_free(paths);
    zarr_bytes_free(kinds);
}

enum { BATCH = 32 };

/* Rank 0 reads the documents of some arrays, so that all ranks go by the same ones; each rank opens the arrays whose
   chunks it lists. Collective, agreed. Returns the path of the next array. */
static const char *open_arrays(zm_work *w, const char *paths, int64_t first, int64_t end, listed *arrays)
{
    zm_call *const call = w->call;
    const int size = call->context->size, rank = call->context->rank, is_root = zm_is_root(call);
    const void *blocks[2 * BATCH];
    int64_t sizes[2 * BATCH];
    zarr_bytes *documents[2 * BATCH] = {NULL};
    const char *path = paths;
    void *owner;

    for (int64_t index = first; index < end && is_root && !call->own.status; index++, path += strlen(path) + 1) {
        listed other = {NULL, NULL, NULL, 0};
        listed *const array = index % size == rank ? &arrays[index / size] : &other;
        open_stored(w, path, array);
        read_documents(w, array, documents + 2 * (index - first));
        forget(&other);
    }
    for (int i = 0; i < 2 * BATCH; i++) {
        blocks[i] = zarr_bytes_data(documents[i]);
        sizes[i] = documents[i] ? (int64_t)zarr_bytes_size(documents[i]) : -1;
    }
    if (!zm_share(call, 2 * BATCH, blocks, sizes, &owner)) {
        for (int64_t index = first; index < end; index++, paths += strlen(paths) + 1)
            if (!is_root && index % size == rank)
                open_known(w, paths, blocks + 2 * (index - first), sizes + 2 * (index - first), &arrays[index / size]);
        zm_agree_on_sight(call);
    }
    free(owner);
    free_documents(2 * BATCH, documents);
    return paths;
}

/* Refuses a copy whose source has become another array, or is gone, while its chunks were copied. A handle that is opened
   from a document looks for its array before it gives the document. */
static void check_source(zm_work *w, const char *path, const zarr_array *from)
{
    zarr_error *const error = &w->call->own;
    zarr_bytes *document = NULL, *again = NULL;
    zarr_array *then = NULL;

    if (!zarr_array_document(from, &document, error) &&
        !zarr_array_open_from_document(w->from, path, zarr_bytes_data(document), zarr_bytes_size(document), NULL,
                                       &then, error))
        zarr_array_document(then, &again, error);
    zarr_array_free(then);
    zarr_bytes_free(document);
    zarr_bytes_free(again);
}

/* Every chunk of every array at a path and below it is the work of one rank. Collective, agreed. */
static zarr_status do_all(zm_work *w)
{
    zm_call *const call = w->call;
    const int size = call->context->size, rank = call->context->rank;
    int64_t sizes[2] = {0, sizeof(int64_t)}, count = 0, index, *counts = NULL, *all = NULL;
    const void *blocks[2] = {NULL, &count};
    listed *arrays = NULL;
    char *texts = NULL;
    const char *path;
    void *owner;

    if (zm_is_root(call) && !call->own.status)
        find_arrays(call, w->from, w->from_path, &texts, &sizes[0], &count);
    if (!zm_see_node(call, w->from, w->from_path) && w->to)
        zm_see_node(call, w->to, w->to_path);
    blocks[0] = texts;
    if (!zm_share(call, 2, blocks, sizes, &owner)) {
        memcpy(&count, blocks[1], sizeof count);
        arrays = zm_memory(call, (count / size + 1) * (int64_t)sizeof *arrays);
        counts = zm_memory(call, 2 * count * (int64_t)sizeof *counts);
        if (!zm_agree(call)) {
            memset(counts, 0, 2 * (size_t)count * sizeof *counts);
            memset(arrays, 0, (size_t)(count / size + 1) * sizeof *arrays);
            for (index = 0, path = blocks[0]; index < count && !call->own.status; index += BATCH)
                path = open_arrays(w, path, index, index + BATCH < count ? index + BATCH : count, arrays);
            all = counts + count;
            for (index = 0, path = blocks[0]; index < count; index++, path += strlen(path) + 1)
                if (index % size == rank) {
                    list_chunks(call, path, &arrays[index / size]);
                    counts[index] = arrays[index / size].count;
                }
            for (index = 0; index < count; index += 1 << 20)
                MPI_Allreduce(counts + index, all + index, (int)(count - index < 1 << 20 ? count - index : 1 << 20),
                              MPI_INT64_T, MPI_SUM, call->context->comm);
            zm_agree(call);
        }
        for (index = 0, path = blocks[0]; index < count && all; index++, path += strlen(path) + 1) {
            listed other = {NULL, NULL, NULL, 0};
            const int is_mine = index % size == rank;
            listed *const array = is_mine ? &arrays[index / size] : &other;
            /* A failure of one rank ends the work of the others when they share an array next. */
            if (size > 1 && all[index] >= 2 * size)
                share_out(w, path, (int)(index % size), array);
            else if (is_mine && array->from)
                zm_do_chunks(w, path, array->from, array->to, array->count,
                             (const int64_t *)(const void *)zarr_bytes_data(array->positions));
            if (w->to && array->from && is_mine && !call->own.status)
                check_source(w, path, array->from);
            forget(array);
        }
        zm_agree(call);
    }
    free(arrays);
    free(counts);
    free(owner);
    free(texts);
    return call->own.status;
}

/* A path of rank 0, for all ranks; each frees *owner. */
static void share_paths(zm_call *call, const char **one, const char **other, void **owner)
{
    const void *texts[2];
    int64_t sizes[2];

    for (int i = 0; i < 2; i++) {
        const char **const path = i ? other : one;
        if (*path)
            *path += **path == '/';
        else if (zm_is_root(call))
            zm_fail(call, ZARR_ERROR_INVALID_ARGUMENT, "a path is NULL");
        texts[i] = *path;
        sizes[i] = *path ? (int64_t)strlen(*path) : -1;
    }
    if (zm_share(call, 2, texts, sizes, owner))
        return;
    *one = texts[0];
    *other = texts[1];
}

static int32_t stop(void *is_stopped, int64_t done, int64_t total)
{
    (void)done;
    (void)total;
    *(int *)is_stopped = 1;
    return 1;
}

/* A copy reports progress first when the documents are there, and before the first chunk: there it is stopped. */
static void copy_documents(zm_work *w, int32_t format)
{
    zarr_error *const error = &w->call->own;
    int is_stopped = 0;

    if (zarr_node_copy(w->from, w->from_path, w->to, w->to_path, format, stop, &is_stopped, error) ==
            ZARR_ERROR_CANCELLED && is_stopped)
        memset(error, 0, sizeof *error);
}

zarr_status zarr_mpi_copy_all(MPI_Comm comm, const zarr_store *from, const char *from_path, const zarr_store *to,
                              const char *to_path, int32_t format, zarr_error *error)
{
    zarr_store *source, *target;
    void *owner = NULL;
    zm_call call;
    zm_work w;

    if (zm_begin(&call, comm, error))
        return call.own.status;
    memset(&w, 0, sizeof w);
    w.call = &call;
    w.from = source = zm_open_anew(&call, from, NULL);
    /* A consolidated copy in the target lacks what this call has made. */
    w.to = target = zm_open_anew(&call, to, ZM_BY_DOCUMENTS);
    share_paths(&call, &from_path, &to_path, &owner);
    w.from_path = from_path;
    w.to_path = to_path;
    if (!call.own.status && zm_is_root(&call))
        copy_documents(&w, format);
    if (!zm_agree(&call))
        do_all(&w);
    zarr_store_free(source);
    zarr_store_free(target);
    free(owner);
    return zm_end(&call);
}

zarr_status zarr_mpi_consolidate_all(MPI_Comm comm, const zarr_store *store, const char *path, zarr_error *error)
{
    zarr_store *now;
    zm_call call;

    if (zm_begin(&call, comm, error))
        return call.own.status;
    now = zm_open_anew(&call, store, ZM_BY_DOCUMENTS);
    if (!zm_see_node(&call, now, path)) {
        /* One process reads and writes, as other programs change documents between what several would read. */
        if (zm_is_root(&call))
            zarr_node_consolidate(now, path, &call.own);
        zm_agree(&call);
    }
    zarr_store_free(now);
    return zm_end(&call);
}

zarr_status zarr_mpi_verify_all(MPI_Comm comm, const zarr_store *store, const char *path, int64_t *chunks,
                                int64_t *damaged, zarr_error *error)
{
    const char *same = path;
    int64_t mine[2], all[2];
    zarr_store *source;
    void *owner = NULL;
    zm_call call;
    zm_work w;

    if (zm_begin(&call, comm, error))
        return call.own.status;
    memset(&w, 0, sizeof w);
    w.call = &call;
    w.from = source = zm_open_anew(&call, store, NULL);
    share_paths(&call, &path, &same, &owner);
    w.from_path = path;
    if (!call.own.status && !do_all(&w)) {
        mine[0] = w.chunks;
        mine[1] = w.damaged;
        MPI_Allreduce(mine, all, 2, MPI_INT64_T, MPI_SUM, call.context->comm);
        if (chunks)
            *chunks = all[0];
        if (damaged)
            *damaged = all[1];
        call.own = w.first;
        call.is_of_ranks = 1;
        zm_agree(&call);
    }
    zarr_store_free(source);
    free(owner);
    return zm_end(&call);
}
