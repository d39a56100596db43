/* The order of queued writes. Each queue keeps that of its own rank; where a call touches chunks of an earlier call,
   which another rank may still have in its queue, all ranks wait for their queues first. */
#include "plan.h"
#include <string.h>

/* The chunks that the regions of all ranks touch, along the first dimensions. Returns 0 where there are no regions. */
static int bounds(const zm_plan *plan, zm_pending *pending)
{
    const int64_t regions = plan->first[plan->call->context->size];
    int64_t low[ZM_MOST_DIMENSIONS], high[ZM_MOST_DIMENSIONS];
    zm_box box;

    for (int64_t region = 0; region < regions; region++) {
        zm_plan_box(plan, region, &box);
        zm_plan_chunks(plan, &box, low, high);
        for (int d = 0; d < ZM_INLINE_DIMENSIONS && d < plan->layout->ndim; d++) {
            if (region == 0 || low[d] < pending->low[d])
                pending->low[d] = low[d];
            if (region == 0 || high[d] > pending->high[d])
                pending->high[d] = high[d];
        }
    }
    return regions > 0;
}

static int meet(const zm_pending *one, const zm_pending *other)
{
    int do_meet = one->path == other->path;

    for (int d = 0; d < ZM_INLINE_DIMENSIONS; d++)
        do_meet = do_meet && one->low[d] <= other->high[d] && other->low[d] <= one->high[d];
    return do_meet;
}

/* Waits for the queues of all pending writes; a failure is one that this call tells, as it tells those of its own
   queue. */
static void wait_for_pending(zm_context *context, zm_backend *backend)
{
    for (int i = 0; i < context->pending_count; i++) {
        zarr_queue *const queue = context->pending[i].queue;
        zarr_error problem = {0, 0, ""};
        int is_done = 0;
        for (int j = 0; j < i; j++)
            is_done |= context->pending[j].queue == queue;
        /* A queue that has been freed has stored everything before. */
        if (!is_done && zarr_queue_wait(queue, -1, &problem) && problem.status != ZARR_ERROR_INVALID_HANDLE &&
            !backend->earlier.status)
            backend->earlier = problem;
    }
    context->pending_count = 0;
}

zarr_status zm_plan_keep_order(zm_plan *plan)
{
    zm_context *const context = plan->call->context;
    int64_t waits = context->pending_count == ZM_MOST_PENDING;
    zm_pending now;

    memset(&now, 0, sizeof now);
    now.path = plan->layout->path;
    now.queue = plan->backend->queue;
    const int is_any = plan->boxes && bounds(plan, &now);
    for (int i = 0; i < context->pending_count && is_any; i++)
        waits |= meet(&context->pending[i], &now);
    if (zm_agree_on_most(plan->call, &waits))
        return plan->call->own.status;
    if (waits) {
        wait_for_pending(context, plan->backend);
        if (zm_agree(plan->call))
            return plan->call->own.status;
    }
    if (is_any)
        context->pending[context->pending_count++] = now;
    return ZARR_OK;
}

void zm_forget_pending(zm_context *context, const zarr_queue *queue)
{
    int kept = 0;

    for (int i = 0; i < context->pending_count; i++)
        if (context->pending[i].queue != queue)
            context->pending[kept++] = context->pending[i];
    context->pending_count = kept;
}
