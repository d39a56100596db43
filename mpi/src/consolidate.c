/* Consolidated metadata of a hierarchy: all ranks read documents, rank 0 writes the copy of them. */
#include "view.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Documents as one block: key, NUL, value, one behind the other, with their sizes. */
typedef struct gathered {
    char *bytes;
    int64_t *sizes; /* key with its NUL, value; for each document */
    int64_t used, room, count, most;
} gathered;

static void keep(zm_call *call, gathered *all, const char *key, const void *value, int64_t size)
{
    const int64_t length = (int64_t)strlen(key) + 1;

    if (all->used + length + size > all->room) {
        const int64_t room = 2 * (all->room + length + size);
        char *const more = realloc(all->bytes, (size_t)room);
        if (!more) {
            zm_fail(call, ZARR_ERROR_NO_MEMORY, "there is no memory for documents");
            return;
        }
        all->bytes = more;
        all->room = room;
    }
    if (all->count == all->most) {
        int64_t *const more = realloc(all->sizes, (size_t)(2 * all->most + 16) * 2 * sizeof *more);
        if (!more) {
            zm_fail(call, ZARR_ERROR_NO_MEMORY, "there is no memory for documents");
            return;
        }
        all->sizes = more;
        all->most = 2 * all->most + 16;
    }
    memcpy(all->bytes + all->used, key, (size_t)length);
    memcpy(all->bytes + all->used + length, value, (size_t)size);
    all->used += length + size;
    all->sizes[2 * all->count] = length;
    all->sizes[2 * all->count + 1] = size;
    all->count++;
}

/* The documents of the nodes of this rank: every so many of all. */
static void read_documents(zm_call *call, const zarr_store *store, const char *paths, int64_t count, gathered *all)
{
    static const char *const names[] = {"zarr.json", ".zarray", ".zgroup", ".zattrs"};

    for (int64_t index = 0; index < count; index++, paths += strlen(paths) + 1) {
        if (index % call->context->size != call->context->rank)
            continue;
        char *const key = zm_memory(call, (int64_t)strlen(paths) + 12);
        for (size_t i = 0; i < sizeof names / sizeof *names && key && !call->own.status; i++) {
            zarr_bytes *value = NULL;
            sprintf(key, "%s%s%s", paths, *paths ? "/" : "", names[i]);
            if (!zarr_store_get(store, key, &value, &call->own))
                keep(call, all, key, zarr_bytes_data(value), (int64_t)zarr_bytes_size(value));
            else if (call->own.status == ZARR_ERROR_NOT_FOUND)
                memset(&call->own, 0, sizeof call->own);
            zarr_bytes_free(value);
            if (i == 0 && all->count &&
                strcmp(all->bytes + all->used - all->sizes[2 * all->count - 1] - all->sizes[2 * all->count - 2], key) ==
                    0)
                break; /* final v3 has one document a node */
        }
        free(key);
    }
}

typedef struct document {
    const char *key, *value;
    int64_t size;
} document;

static int by_key(const void *one, const void *other)
{
    return strcmp(((const document *)one)->key, ((const document *)other)->key);
}

/* Rank 0 consolidates, with the documents that all ranks have read. */
static void consolidate(zm_call *call, const zarr_store *store, const char *path, const char *bytes,
                        const int64_t *sizes, int64_t count)
{
    zm_view view = {NULL, NULL, NULL, NULL, 0};
    document *const documents = zm_memory(call, count * (int64_t)sizeof *documents);
    const char **const keys = zm_memory(call, 2 * count * (int64_t)sizeof *keys);
    int64_t *const lengths = zm_memory(call, count * (int64_t)sizeof *lengths);
    zarr_store *front = NULL;

    if (!call->own.status) {
        for (int64_t i = 0; i < count; i++) {
            documents[i].key = bytes;
            documents[i].value = bytes + sizes[2 * i];
            documents[i].size = sizes[2 * i + 1];
            bytes += sizes[2 * i] + sizes[2 * i + 1];
        }
        qsort(documents, (size_t)count, sizeof *documents, by_key);
        for (int64_t i = 0; i < count; i++) {
            keys[i] = documents[i].key;
            keys[count + i] = documents[i].value;
            lengths[i] = documents[i].size;
        }
        view.below = store;
        view.keys = keys;
        view.values = keys + count;
        view.sizes = lengths;
        view.count = count;
        zm_view_open(call, &view, &front);
        if (!call->own.status)
            zarr_node_consolidate(front, path, &call->own);
        zarr_store_free(front);
    }
    free(documents);
    free(keys);
    free(lengths);
}

/* The documents of all ranks at rank 0. */
static void gather(zm_call *call, const gathered *mine, gathered *all)
{
    const zm_context *const context = call->context;
    int64_t numbers[2], *const each = context->first; /* 2 a rank */

    numbers[0] = mine->used;
    numbers[1] = mine->count;
    MPI_Gather(numbers, 2, MPI_INT64_T, each, 2, MPI_INT64_T, 0, context->comm);
    if (zm_is_root(call)) {
        for (int i = 0; i < context->size; i++) {
            all->room += each[2 * i];
            all->most += each[2 * i + 1];
        }
        all->bytes = zm_memory(call, all->room);
        all->sizes = zm_memory(call, 2 * all->most * (int64_t)sizeof *all->sizes);
    }
    if (zm_agree(call))
        return;
    /* One rank after the other, in messages of at most 1 GiB. */
    for (int i = 0; i < context->size; i++) {
        const int64_t most = 1 << 27, used = zm_is_root(call) ? each[2 * i] : mine->used,
                      count = zm_is_root(call) ? each[2 * i + 1] : mine->count;
        if (!zm_is_root(call) && i != context->rank)
            continue;
        for (int part = 0; part < 2; part++) {
            const int64_t bytes = part ? 2 * count * (int64_t)sizeof *mine->sizes : used;
            const char *const from = part ? (const char *)mine->sizes : mine->bytes;
            char *const to = !zm_is_root(call) ? NULL
                             : part            ? (char *)(all->sizes + 2 * all->count)
                                               : all->bytes + all->used;
            for (int64_t at = 0; at < bytes; at += most) {
                const int size = (int)(bytes - at < most ? bytes - at : most);
                if (i == context->rank && zm_is_root(call))
                    memcpy(to + at, from + at, (size_t)size);
                else if (zm_is_root(call))
                    MPI_Recv(to + at, size, MPI_BYTE, i, ZM_TAG_PIECES, context->comm, MPI_STATUS_IGNORE);
                else
                    MPI_Send(from + at, size, MPI_BYTE, 0, ZM_TAG_PIECES, context->comm);
            }
        }
        all->used += used;
        all->count += count;
    }
}

zarr_status zarr_mpi_consolidate_all(MPI_Comm comm, const zarr_store *store, const char *path, zarr_error *error)
{
    gathered mine = {NULL, NULL, 0, 0, 0, 0}, all = {NULL, NULL, 0, 0, 0, 0};
    int64_t sizes[2] = {0, sizeof(int64_t)}, count = 0;
    const void *blocks[2] = {NULL, &count};
    zarr_strings *paths = NULL;
    zarr_bytes *kinds = NULL;
    void *owner = NULL;
    zarr_store *now;
    zm_call call;

    if (zm_begin(&call, comm, error))
        return call.own.status;
    now = zm_open_anew(&call, store, ZM_BY_DOCUMENTS);
    zm_see_node(&call, now, path);
    if (zm_is_root(&call) && !call.own.status && !zarr_node_walk(now, path, -1, &paths, &kinds, &call.own)) {
        blocks[0] = zarr_strings_data(paths);
        sizes[0] = (int64_t)zarr_strings_offsets(paths)[zarr_strings_count(paths)];
        count = (int64_t)zarr_strings_count(paths);
    }
    if (!zm_share(&call, 2, blocks, sizes, &owner)) {
        memcpy(&count, blocks[1], sizeof count);
        read_documents(&call, now, blocks[0], count, &mine);
        if (!zm_agree(&call)) {
            gather(&call, &mine, &all);
            if (zm_is_root(&call) && !call.own.status)
                consolidate(&call, now, path, all.bytes, all.sizes, all.count);
            zm_agree(&call);
        }
    }
    free(mine.bytes);
    free(mine.sizes);
    free(all.bytes);
    free(all.sizes);
    free(owner);
    zarr_store_free(now);
    zarr_strings_free(paths);
    zarr_bytes_free(kinds);
    return zm_end(&call);
}
