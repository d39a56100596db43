/* The context of each communicator: its duplicate for messages of the library, and its options. */
#include "internal.h"
#include <stdlib.h>
#include <string.h>

const char ZARR_MPI_KIND = 1;

static int of_communicators = MPI_KEYVAL_INVALID, of_the_end = MPI_KEYVAL_INVALID;
static zm_context *all;

const zm_context *zm_contexts(void)
{
    return all;
}

static void forget(zm_context *context)
{
    zm_context **at = &all;
    int is_over = 0;

    while (*at && *at != context)
        at = &(*at)->next;
    if (*at)
        *at = context->next;
    MPI_Finalized(&is_over);
    if (!is_over)
        MPI_Comm_free(&context->comm);
    zm_let_go_of_pending(context);
    free(context->is_aggregator);
    free(context->aggregators);
    free(context->headers);
    free(context->first);
    free(context->counts);
    free(context);
}

/* The communicator is freed. */
static int leave(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm, (void)key, (void)extra;
    forget(value);
    return MPI_SUCCESS;
}

/* MPI_Finalize begins, which first frees MPI_COMM_SELF: what was kept of communicators goes with it. */
static int end(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm, (void)key, (void)value, (void)extra;
    while (all)
        MPI_Comm_delete_attr(all->original, of_communicators);
    zm_forget_kept();
    MPI_Comm_free_keyval(&of_communicators);
    return MPI_SUCCESS;
}

static zm_context *join(MPI_Comm comm)
{
    const zarr_mpi_options defaults = ZARR_MPI_OPTIONS_INIT;
    zm_context *context = calloc(1, sizeof *context);

    if (!context)
        MPI_Abort(comm, 1);
    if (of_communicators == MPI_KEYVAL_INVALID) {
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, leave, &of_communicators, NULL);
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end, &of_the_end, NULL);
        MPI_Comm_set_attr(MPI_COMM_SELF, of_the_end, NULL);
        MPI_Comm_free_keyval(&of_the_end);
    }
    MPI_Comm_dup(comm, &context->comm);
    MPI_Comm_set_errhandler(context->comm, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_rank(context->comm, &context->rank);
    MPI_Comm_size(context->comm, &context->size);
    context->headers = malloc((size_t)context->size * ZM_HEADER * sizeof *context->headers);
    context->first = malloc((2 * (size_t)context->size + 1) * sizeof *context->first);
    context->counts = malloc(4 * (size_t)context->size * sizeof *context->counts);
    if (!context->headers || !context->first || !context->counts)
        MPI_Abort(comm, 1);
    context->options = defaults;
    context->original = comm;
    context->next = all;
    all = context;
    MPI_Comm_set_attr(comm, of_communicators, context);
    return context;
}

zarr_status zm_begin(zm_call *call, MPI_Comm comm, zarr_error *error)
{
    const char *problem = NULL;
    int is_there = 0, is_over = 0, between = 0, found = 0;

    memset(call, 0, sizeof *call);
    call->told = error;
    MPI_Initialized(&is_there);
    MPI_Finalized(&is_over);
    if (!is_there || is_over)
        problem = "MPI is not running: call MPI_Init before, and MPI_Finalize after this function";
    else if (comm == MPI_COMM_NULL)
        problem = "the communicator is MPI_COMM_NULL";
    else {
        MPI_Comm_test_inter(comm, &between);
        if (between)
            problem = "the communicator leads to another group of ranks (an intercommunicator)";
    }
    if (problem) {
        zm_fail(call, ZARR_ERROR_INVALID_ARGUMENT, "%s", problem);
        return zm_end(call);
    }
    if (of_communicators != MPI_KEYVAL_INVALID)
        MPI_Comm_get_attr(comm, of_communicators, &call->context, &found);
    if (!found)
        call->context = join(comm);
    return ZARR_OK;
}

void zm_keep_chunks(MPI_Comm comm)
{
    zm_call call;

    if (!zm_begin(&call, comm, NULL))
        call.context->keeps_chunks = 1;
}

/* Which ranks are aggregators: so many of each node, spread over it. */
static void choose_aggregators(zm_call *call, int of_each_node)
{
    zm_context *context = call->context;
    MPI_Comm node;
    int rank, size;
    char mine;

    MPI_Comm_split_type(context->comm, MPI_COMM_TYPE_SHARED, context->rank, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &rank);
    MPI_Comm_size(node, &size);
    MPI_Comm_free(&node);
    if (of_each_node > size)
        of_each_node = size;
    /* The i-th of n aggregators on a node of s ranks is rank i * s / n there, rounded up. */
    mine =
        (char)((int64_t)rank * of_each_node / size != (int64_t)(rank - 1 + size) * of_each_node / size - of_each_node);
    MPI_Allgather(&mine, 1, MPI_CHAR, context->is_aggregator, 1, MPI_CHAR, context->comm);
    context->aggregators_count = 0;
    for (int i = 0; i < context->size; i++)
        if (context->is_aggregator[i])
            context->aggregators[context->aggregators_count++] = i;
}

zarr_status zarr_mpi_set_options(MPI_Comm comm, const zarr_mpi_options *options, zarr_error *error)
{
    zarr_mpi_options new = ZARR_MPI_OPTIONS_INIT;
    char *is_aggregator = NULL;
    int *aggregators = NULL;
    zm_call call;

    if (zm_begin(&call, comm, error))
        return call.own.status;
    if (zm_is_root(&call)) {
        if (!options)
            zm_fail(&call, ZARR_ERROR_INVALID_ARGUMENT, "options is NULL");
        else if (options->struct_size < sizeof new)
            zm_fail(&call, ZARR_ERROR_INVALID_ARGUMENT,
                    "struct_size of the options is %ld: begin with ZARR_MPI_OPTIONS_INIT", (long)options->struct_size);
        else
            new = *options;
        if (new.aggregators_per_node < 0)
            zm_fail(&call, ZARR_ERROR_INVALID_ARGUMENT, "aggregators_per_node is %ld; it is at least 0",
                    (long)new.aggregators_per_node);
        if (new.overlap != ZARR_MPI_OVERLAP_ERROR && new.overlap != ZARR_MPI_OVERLAP_LAST)
            zm_fail(&call, ZARR_ERROR_INVALID_ARGUMENT, "overlap is %ld; it is one of ZARR_MPI_OVERLAP_...",
                    (long)new.overlap);
        if (new.buffer_bytes < 1)
            zm_fail(&call, ZARR_ERROR_INVALID_ARGUMENT, "buffer_bytes is %lld; it is at least 1",
                    (long long)new.buffer_bytes);
    }
    is_aggregator = zm_memory(&call, call.context->size);
    aggregators = zm_memory(&call, (int64_t)sizeof(int) * call.context->size);
    MPI_Bcast(&new, (int)sizeof new, MPI_BYTE, 0, call.context->comm);
    if (zm_agree(&call)) {
        free(is_aggregator);
        free(aggregators);
        return zm_end(&call);
    }
    free(call.context->is_aggregator);
    free(call.context->aggregators);
    call.context->options = new;
    call.context->is_aggregator = is_aggregator;
    call.context->aggregators = aggregators;
    if (new.aggregators_per_node)
        choose_aggregators(&call, new.aggregators_per_node);
    else {
        free(is_aggregator);
        free(aggregators);
        call.context->is_aggregator = NULL;
        call.context->aggregators = NULL;
    }
    return zm_end(&call);
}
