/* The order of queued writes. Each queue keeps that of its own rank; where a call touches chunks of an earlier call,
   which another rank may still have in its queue, all ranks wait for their queues first. */
#include "plan.h"
#include <string.h>

static int meet(const zm_pending *one, const zm_pending *other)
{
    int do_meet = one->path == other->path;

    for (int d = 0; d < ZM_INLINE_DIMENSIONS; d++)
        do_meet = do_meet && one->low[d] <= other->high[d] && other->low[d] <= one->high[d];
    return do_meet;
}

void zm_tell_kept(zm_context *context, zarr_error *error)
{
    if (error->status)
        return;
    *error = context->kept;
    context->kept.status = ZARR_OK;
}

/* Waits for the queues of all pending writes, and notes their first failure. A queue tells a failure once; that of a
   second queue is kept for the next call. */
static void wait_for_pending(zm_context *context, zarr_error *earlier)
{
    zm_tell_kept(context, earlier);
    for (int i = 0; i < context->pending_count; i++) {
        zarr_queue *const queue = context->pending[i].queue;
        zarr_error problem = {0, 0, ""};
        int is_done = 0;
        for (int j = 0; j < i; j++)
            is_done |= context->pending[j].queue == queue;
        /* A queue that has been freed has stored everything before. */
        if (!is_done && zarr_queue_wait(queue, -1, &problem) && problem.status != ZARR_ERROR_INVALID_HANDLE)
            *(earlier->status ? &context->kept : earlier) = problem;
    }
    context->pending_count = 0;
}

zarr_status zm_plan_keep_order(zm_plan *plan)
{
    zm_context *const context = plan->call->context;
    const int is_any = plan->has_regions, is_queued = plan->backend->queue != NULL;
    int64_t waits = is_queued && context->pending_count == ZM_MOST_PENDING;
    zm_pending now;

    memset(&now, 0, sizeof now);
    now.path = plan->layout->path;
    now.queue = plan->backend->queue;
    for (int d = 0; d < ZM_INLINE_DIMENSIONS && d < plan->layout->ndim; d++) {
        now.low[d] = plan->low[d];
        now.high[d] = plan->high[d];
    }
    for (int i = 0; i < context->pending_count && is_any; i++)
        waits |= meet(&context->pending[i], &now);
    if (zm_agree_on_most(plan->call, &waits))
        return plan->call->own.status;
    if (waits) {
        wait_for_pending(context, &plan->backend->earlier);
        if (zm_agree(plan->call))
            return plan->call->own.status;
    }
    if (is_any && is_queued)
        context->pending[context->pending_count++] = now;
    return ZARR_OK;
}

zarr_status zm_agree_behind_queues(zm_call *call)
{
    int64_t pending = call->context->pending_count;

    if (zm_agree_on_most(call, &pending) || pending == 0)
        return call->own.status;
    wait_for_pending(call->context, &call->own);
    return zm_agree(call);
}

void zm_forget_pending(zm_context *context, const zarr_queue *queue)
{
    int kept = 0;

    for (int i = 0; i < context->pending_count; i++)
        if (context->pending[i].queue != queue)
            context->pending[kept++] = context->pending[i];
    context->pending_count = kept;
}
