/* How ranks agree: on errors, on what rank 0 knows, on what a handle says. */
#define _DEFAULT_SOURCE /* for madvise */
#include "internal.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

enum { MOST_BYTES_A_MESSAGE = 1 << 30 };

int zm_is_root(const zm_call *call)
{
    return call->context->rank == call->root;
}

int zm_cut(const char *text, size_t room)
{
    size_t length = strlen(text);

    if (length > room)
        for (length = room; length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80;)
            length--;
    return (int)length;
}

void zm_fail(zm_call *call, zarr_status status, const char *format, ...)
{
    char text[2 * sizeof call->own.message];
    va_list values;

    if (call->own.status)
        return;
    call->own.status = status;
    call->own.system_code = 0;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    text[zm_cut(text, sizeof text - 2)] = 0;
    call->own.message[0] = 0;
    zarr_error_extend(&call->own, NULL, text);
}

/* Memory of several MiB in large pages, where the system has some: it clears each page when it is first touched, and to
   fetch thousands of small ones takes longer than the copy that fills them. */
static void ask_for_large_pages(char *memory, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    const long page = bytes >= 4 << 20 ? sysconf(_SC_PAGESIZE) : 0;

    if (page > 0) {
        const size_t size = (size_t)page, before = (size_t)(-(uintptr_t)memory % size);
        /* Where the system refuses them it has small ones. */
        madvise(memory + before, (bytes - before) / size * size, MADV_HUGEPAGE);
    }
#else
    (void)memory, (void)bytes;
#endif
}

void *zm_memory(zm_call *call, int64_t bytes)
{
    void *const memory = (uint64_t)bytes < SIZE_MAX ? malloc((size_t)bytes + 1) : NULL;

    if (memory)
        ask_for_large_pages(memory, (size_t)bytes);
    else
        zm_fail(call, ZARR_ERROR_NO_MEMORY, "there are no %lld bytes of memory", (long long)bytes);
    return memory;
}

static void name_rank(zm_call *call)
{
    char words[30];

    sprintf(words, "rank %d", call->context->rank);
    zarr_error_extend(&call->own, words, NULL);
}

void zm_name_array(zm_call *call, const zarr_array *array)
{
    zarr_bytes *path = NULL;
    char words[600];

    if (!call->own.status || zarr_array_path(array, &path, NULL))
        return;
    if (zarr_bytes_size(path) < sizeof words - 20) {
        sprintf(words, "array \"/%s\"", (const char *)zarr_bytes_data(path));
        zarr_error_extend(&call->own, words, NULL);
    }
    zarr_bytes_free(path);
}

zarr_status zm_agree_on_most(zm_call *call, int64_t *number)
{
    zm_context *const context = call->context;
    int64_t mine[2], all[2];

    /* The larger, the lower the rank that has failed. */
    mine[0] = call->own.status ? context->size - context->rank : 0;
    mine[1] = *number;
    MPI_Allreduce(mine, all, 2, MPI_INT64_T, MPI_MAX, context->comm);
    *number = all[1];
    if (all[0]) {
        const int failed = context->size - (int)all[0];
        if (failed == context->rank && failed > 0 && !call->is_of_ranks)
            name_rank(call);
        call->is_of_ranks = 1;
        MPI_Bcast(&call->own, (int)sizeof call->own, MPI_BYTE, failed, context->comm);
    }
    return call->own.status;
}

zarr_status zm_agree(zm_call *call)
{
    int64_t nothing = 0;

    return zm_agree_on_most(call, &nothing);
}

/* Says at the end of the message how many ranks lack what rank 0 has, and on which machine that is. */
static void count_blind(zm_call *call, int is_blind)
{
    char host[MPI_MAX_PROCESSOR_NAME + 1] = "", words[MPI_MAX_PROCESSOR_NAME + 100];
    int blind = 0, length = 0;

    MPI_Get_processor_name(host, &length);
    MPI_Bcast(host, (int)sizeof host, MPI_CHAR, 0, call->context->comm);
    MPI_Allreduce(&is_blind, &blind, 1, MPI_INT, MPI_SUM, call->context->comm);
    if (!blind)
        return;
    snprintf(words, sizeof words, "; %d of %d ranks lack it, rank 0 on %s has it", blind, call->context->size, host);
    zarr_error_extend(&call->own, NULL, words);
}

zarr_status zm_agree_on_sight(zm_call *call)
{
    const int is_blind = call->own.status == ZARR_ERROR_NOT_FOUND || call->own.status == ZARR_ERROR_CONFLICT;
    char host[MPI_MAX_PROCESSOR_NAME + 1] = "", words[MPI_MAX_PROCESSOR_NAME + 40];
    int length = 0;

    if (is_blind) {
        MPI_Get_processor_name(host, &length);
        sprintf(words, "rank %d on %s", call->context->rank, host);
        zarr_error_extend(&call->own, words, NULL);
        call->is_of_ranks = 1;
    }
    if (zm_agree(call))
        count_blind(call, is_blind);
    return call->own.status;
}

void zm_look_for(zm_call *call, const zarr_array *array, const zarr_group *group)
{
    zarr_bytes *document = NULL;
    zarr_strings *names = NULL;

    if (zm_is_root(call) || call->own.status)
        return;
    if (array)
        zarr_array_document(array, &document, &call->own);
    if (group)
        zarr_attribute_names(group, &names, &call->own);
    zarr_bytes_free(document);
    zarr_strings_free(names);
}

zarr_status zm_end(zm_call *call)
{
    if (call->told)
        *call->told = call->own;
    return call->own.status;
}

zarr_status zm_share(zm_call *call, int parts, const void **blocks, int64_t *sizes, void **owner)
{
    const MPI_Comm comm = call->context->comm;
    int64_t bytes = 0, at = 0;
    char *all;

    *owner = NULL;
    if (zm_agree(call))
        return call->own.status;
    MPI_Bcast(sizes, parts, MPI_INT64_T, call->root, comm);
    for (int i = 0; i < parts; i++)
        bytes += sizes[i] < 0 ? 0 : sizes[i] + 1;
    all = *owner = zm_memory(call, bytes);
    if (zm_agree(call)) {
        free(all);
        *owner = NULL;
        return call->own.status;
    }
    if (zm_is_root(call))
        for (int i = 0; i < parts; i++)
            if (sizes[i] >= 0) {
                memcpy(all + at, blocks[i], (size_t)sizes[i]);
                all[at + sizes[i]] = 0;
                at += sizes[i] + 1;
            }
    for (at = 0; at < bytes; at += MOST_BYTES_A_MESSAGE) {
        const int64_t left = bytes - at;
        MPI_Bcast(all + at, (int)(left < MOST_BYTES_A_MESSAGE ? left : MOST_BYTES_A_MESSAGE), MPI_BYTE, call->root,
                  comm);
    }
    at = 0;
    for (int i = 0; i < parts; i++) {
        blocks[i] = sizes[i] < 0 ? NULL : all + at;
        at += sizes[i] < 0 ? 0 : sizes[i] + 1;
    }
    return ZARR_OK;
}

void zm_check_store(zm_call *call, const zarr_store *store)
{
    zarr_error problem = {0, 0, ""};
    int32_t exists;

    /* No key is empty, so the store is asked for nothing; to free a shared handle would flush the store. */
    zarr_store_exists(store, "", &exists, &problem);
    if (problem.status == ZARR_ERROR_INVALID_HANDLE && !call->own.status)
        call->own = problem;
}

zarr_store *zm_open_anew(zm_call *call, const zarr_store *store, const char *options_json)
{
    zarr_store *anew = NULL;

    zm_check_store(call, store);
    if (!call->own.status)
        zarr_store_wrap_cache(store, 0, options_json, &anew, &call->own);
    return anew;
}

void zm_check_array(zm_call *call, const zarr_array *array)
{
    zarr_array *once_more = NULL;

    if (!call->own.status)
        zarr_array_share(array, &once_more, &call->own);
    zarr_array_free(once_more);
}

zarr_status zm_tell_document(zm_call *call, const zarr_array *array)
{
    zarr_bytes *document = NULL;
    const void *block = NULL;
    int64_t size = 0;
    void *owner;

    if (zm_is_root(call) && !call->own.status && !zarr_array_document(array, &document, &call->own)) {
        block = zarr_bytes_data(document);
        size = (int64_t)zarr_bytes_size(document);
    }
    if (!zm_share(call, 1, &block, &size, &owner)) {
        if (!zm_is_root(call) && !zarr_array_refresh_from_document(array, block, (size_t)size, &call->own))
            zm_look_for(call, array, NULL);
        zm_agree_on_sight(call);
    }
    free(owner);
    zarr_bytes_free(document);
    return call->own.status;
}
