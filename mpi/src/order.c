/* The order of queued writes, and their failures. Each queue keeps the order of its own rank; where a call touches
   chunks of an earlier call, which another rank may still have in its queue, all ranks wait for their queues first. */
#include "plan.h"
#include <stdlib.h>
#include <string.h>

static int meet(const zm_pending *one, const zm_pending *other)
{
    int do_meet = one->path == other->path;

    for (int d = 0; d < ZM_INLINE_DIMENSIONS; d++)
        do_meet = do_meet && one->low[d] <= other->high[d] && other->low[d] <= one->high[d];
    return do_meet;
}

/* Failures that this process has taken from queues and not reported yet. They belong to no communicator: a call on any
   communicator may have to report them. */
static zarr_error *kept;
static int kept_count, kept_room;

int zm_keep_earlier(const zarr_error *problem)
{
    zarr_error of_ticket = *problem;

    if (!zarr_error_take_ticket(&of_ticket, NULL))
        return 0;
    if (kept_count == kept_room) {
        const int room = 2 * kept_room + 4;
        zarr_error *const more = realloc(kept, (size_t)room * sizeof *more);
        if (more) {
            kept = more;
            kept_room = room;
        }
    }
    /* Without memory the first failures stay, which say why. */
    if (kept_count < kept_room)
        kept[kept_count++] = *problem;
    return 1;
}

zarr_status zm_tell_kept(zm_call *call)
{
    zm_context *const context = call->context;
    int64_t teller = kept_count ? context->size - context->rank : 0;

    if (zm_agree_on_most(call, &teller) || teller == 0)
        return call->own.status;
    if (context->rank == context->size - (int)teller) {
        call->own = *kept;
        memmove(kept, kept + 1, (size_t)--kept_count * sizeof *kept);
    }
    return zm_agree(call);
}

void zm_forget_kept(void)
{
    free(kept);
    kept = NULL;
    kept_count = kept_room = 0;
}

static void let_go(zm_pending *pending)
{
    zarr_array_clear_cache(pending->array, NULL);
    zarr_array_free(pending->array);
}

void zm_let_go_of_pending(zm_context *context)
{
    for (int i = 0; i < context->pending_count; i++)
        let_go(&context->pending[i]);
    context->pending_count = 0;
}

/* Waits for the queues of all pending writes. */
static void wait_for_pending(zm_call *call)
{
    zm_context *const context = call->context;

    for (int i = 0; i < context->pending_count; i++) {
        zarr_queue *const queue = context->pending[i].queue;
        zarr_error problem = {0, 0, ""};
        int is_done = 0;
        for (int j = 0; j < i; j++)
            is_done |= context->pending[j].queue == queue;
        /* A queue that has been freed has stored everything before. */
        if (!is_done && zarr_queue_wait(queue, -1, &problem) && problem.status != ZARR_ERROR_INVALID_HANDLE &&
            !zm_keep_earlier(&problem) && !call->own.status)
            call->own = problem;
    }
    zm_let_go_of_pending(context);
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
        wait_for_pending(plan->call);
        if (zm_agree(plan->call))
            return plan->call->own.status;
    }
    if (is_any && is_queued) {
        zarr_array_share(plan->layout->array, &now.array, NULL);
        context->pending[context->pending_count++] = now;
    }
    return ZARR_OK;
}

zarr_status zm_agree_behind_queues(zm_call *call)
{
    int64_t pending = call->context->pending_count;

    if (zm_agree_on_most(call, &pending) || pending == 0)
        return call->own.status;
    wait_for_pending(call);
    return zm_tell_kept(call);
}

void zm_forget_pending(zm_context *context, const zarr_queue *queue)
{
    int left = 0;

    /* Another communicator forgets its writes by its own calls, as its ranks do so together. */
    for (const zm_context *other = zm_contexts(); other; other = other->next)
        for (int i = 0; i < other->pending_count; i++)
            if (other != context && other->pending[i].queue == queue)
                zarr_array_clear_cache(other->pending[i].array, NULL);

    for (int i = 0; i < context->pending_count; i++)
        if (context->pending[i].queue != queue)
            context->pending[left++] = context->pending[i];
        else
            let_go(&context->pending[i]);
    context->pending_count = left;
}
