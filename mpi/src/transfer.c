/* The two-phase call: chunks of one rank directly, the others through their aggregators. */
#include "plan.h"
#include <stdlib.h>
#include <string.h>

static void direct(zm_backend *backend, zm_call *call, const zm_layout *layout, const zm_box *box, char *data,
                   const int64_t *strides, int64_t offset, size_t size, int writes)
{
    zarr_region region = ZARR_REGION_INIT;

    (void)backend;
    /* After a failure the rank only takes part in the exchange. */
    if (call->own.status)
        return;
    region.ndim = layout->ndim;
    region.start = box->start;
    region.count = box->count;
    region.strides = strides;
    region.offset = offset;
    if (writes)
        zarr_array_write(layout->array, &region, data, size, NULL, &call->own);
    else
        zarr_array_read(layout->array, &region, data, size, NULL, &call->own);
}

static int is_packed(const zm_layout *layout, const zm_box *box, const int64_t *strides)
{
    int64_t stride = layout->item;

    for (int d = layout->ndim; d-- > 0; stride *= box->count[d])
        if (box->count[d] > 1 && strides[d] != stride)
            return 0;
    return 1;
}

/* Queues a write. While a queue has failures of earlier writes, each call reports one and queues nothing, so this tries
   again. */
static void queue_write(zm_backend *backend, zm_call *call, const zm_layout *layout, const zm_box *box,
                        const char *data, int64_t bytes)
{
    zarr_error problem = {0, 0, ""};

    while (zarr_queue_write_region(backend->queue, layout->array, layout->ndim, box->start, box->count, data,
                                   (size_t)bytes, NULL, &problem))
        if (!zm_keep_earlier(&problem)) {
            call->own = problem;
            return;
        }
}

void zm_backend_write(zm_backend *backend, zm_call *call, const zm_layout *layout, const zm_box *box, const char *data,
                      const int64_t *strides, int64_t offset, size_t size)
{
    const int64_t bytes = zm_volume(layout->ndim, box) * layout->item;

    if (!backend->queue) {
        direct(backend, call, layout, box, (char *)(uintptr_t)data, strides, offset, size, 1);
    } else if (call->own.status) {
        return;
    } else if (is_packed(layout, box, strides)) {
        queue_write(backend, call, layout, box, data + offset, bytes);
    } else {
        int64_t packed[ZM_MOST_DIMENSIONS];
        char *const copy = zm_memory(call, bytes);
        if (copy) {
            zm_strides(layout->ndim, box->count, layout->item, packed);
            zm_copy(layout->ndim, box->count, layout->item, copy, packed, data + offset, strides);
            queue_write(backend, call, layout, box, copy, bytes);
        }
        free(copy);
    }
}

void zm_backend_read(zm_backend *backend, zm_call *call, const zm_layout *layout, const zm_box *box, char *data,
                     const int64_t *strides, int64_t offset, size_t size)
{
    zarr_error problem = {0, 0, ""};
    int64_t ticket = 0;

    if (!backend->queue) {
        direct(backend, call, layout, box, data, strides, offset, size, 0);
        return;
    }
    if (call->own.status)
        return;
    /* The queue reads after the writes that it has for the chunk. */
    while (zarr_queue_read_region(backend->queue, layout->array, layout->ndim, box->start, box->count, data, size,
                                  &ticket, &problem))
        if (!zm_keep_earlier(&problem)) {
            call->own = problem;
            return;
        }
    /* This call has queued the read: its failure is not one of an earlier write. */
    if (zarr_queue_wait(backend->queue, ticket, &call->own))
        zarr_error_take_ticket(&call->own, NULL);
}

/* The chunks of a part that go through no aggregator, as few boxes as can be. */
typedef struct rest {
    zm_plan *plan;
    size_t part;
    int64_t low[ZM_MOST_DIMENSIONS], high[ZM_MOST_DIMENSIONS];
} rest;

typedef struct range {
    int64_t low[ZM_MOST_DIMENSIONS], high[ZM_MOST_DIMENSIONS];
} range;

static void transfer_range(const rest *r, const range *chunks)
{
    zm_plan *const plan = r->plan;
    const zm_part *const part = &plan->parts[r->part];
    const int ndim = plan->layout->ndim;
    zm_box around, box;

    for (int d = 0; d < ndim; d++) {
        around.start[d] = zm_chunk_begin(&plan->layout->axes[d], chunks->low[d]);
        around.count[d] = zm_chunk_begin(&plan->layout->axes[d], chunks->high[d] + 1) - around.start[d];
    }
    zm_intersect(ndim, &around, &part->box, &box);
    const int64_t offset = part->offset + zm_place(ndim, box.start, part->box.start, part->strides);
    if (plan->writes)
        zm_backend_write(plan->backend, plan->call, plan->layout, &box, part->data, part->strides, offset, part->size);
    else
        direct(plan->backend, plan->call, plan->layout, &box, part->data, part->strides, offset, part->size, 0);
}

static unsigned char *mark_of(const rest *r, const int64_t *chunk)
{
    int64_t number = 0;

    for (int d = 0; d < r->plan->layout->ndim; d++)
        number = number * (r->high[d] - r->low[d] + 1) + chunk[d] - r->low[d];
    return &r->plan->marks[r->part][number];
}

static int has_marks(const rest *r, const range *chunks)
{
    range at = *chunks;

    do
        if (*mark_of(r, at.low))
            return 1;
    while (zm_next(r->plan->layout->ndim, at.low, chunks->low, chunks->high));
    return 0;
}

/* The box that begins with a chunk, and grows along each dimension as long as no chunk in it is marked. */
static void grow(const rest *r, const range *chunks, const int64_t *first, range *box)
{
    const size_t bytes = (size_t)r->plan->layout->ndim * sizeof *first;

    memcpy(box->low, first, bytes);
    memcpy(box->high, first, bytes);
    for (int d = r->plan->layout->ndim; d-- > 0;) {
        range layer = *box;
        while (box->high[d] < chunks->high[d]) {
            layer.low[d] = layer.high[d] = box->high[d] + 1;
            if (has_marks(r, &layer))
                break;
            box->high[d]++;
        }
    }
}

/* Transfers the chunks without a mark, box by box, and marks them; all in one pass, as there may be millions. */
static void transfer_rest(const rest *r, const range *chunks)
{
    const int ndim = r->plan->layout->ndim;
    range at = *chunks, box, done;

    do {
        if (*mark_of(r, at.low))
            continue;
        grow(r, chunks, at.low, &box);
        transfer_range(r, &box);
        done = box;
        do
            *mark_of(r, done.low) = 1;
        while (zm_next(ndim, done.low, box.low, box.high));
    } while (zm_next(ndim, at.low, chunks->low, chunks->high));
}

/* A queue is given pieces of some chunks each, which it stores one beside the other. */
static void transfer_queued(const rest *r, const range *chunks)
{
    const int64_t most = r->plan->call->context->options.buffer_bytes / 4;
    const zm_layout *const layout = r->plan->layout;
    int64_t bytes = layout->item;
    int longest = -1;
    range one = *chunks, other = *chunks;

    for (int d = 0; d < layout->ndim; d++) {
        bytes *=
            zm_chunk_begin(&layout->axes[d], chunks->high[d] + 1) - zm_chunk_begin(&layout->axes[d], chunks->low[d]);
        if (longest < 0 && chunks->high[d] > chunks->low[d])
            longest = d;
    }
    if (bytes <= most || longest < 0 || !r->plan->backend->queue) {
        if (r->plan->marks[r->part])
            transfer_rest(r, chunks);
        else
            transfer_range(r, chunks);
        return;
    }
    one.high[longest] = one.low[longest] + (one.high[longest] - one.low[longest]) / 2;
    other.low[longest] = one.high[longest] + 1;
    transfer_queued(r, &one);
    transfer_queued(r, &other);
}

/* Transfers all chunks that go through no aggregator. */
static void transfer_own(zm_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        rest r;
        range chunks;
        r.plan = plan;
        r.part = i;
        zm_plan_chunks(plan, &plan->parts[i].box, r.low, r.high);
        memcpy(chunks.low, r.low, sizeof r.low);
        memcpy(chunks.high, r.high, sizeof r.high);
        transfer_queued(&r, &chunks);
    }
}

/* Parts without elements need nothing. */
static size_t drop_empty(const zm_layout *layout, size_t count, zm_part *parts)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        int is_empty = 0;
        for (int d = 0; d < layout->ndim; d++)
            is_empty |= parts[i].box.count[d] == 0;
        if (!is_empty)
            parts[kept++] = parts[i];
    }
    return kept;
}

zarr_status zm_transfer(zm_call *call, zm_layout *layout, size_t count, zm_part *parts, int writes, zm_backend *backend)
{
    zm_plan plan;

    memset(&plan, 0, sizeof plan);
    zm_name_array(call, layout->array);
    plan.call = call;
    plan.layout = layout;
    plan.parts = parts;
    plan.count = call->own.status || !parts ? 0 : drop_empty(layout, count, parts);
    plan.writes = writes;
    plan.backend = backend;
    if (!zm_plan_make(&plan)) {
        /* Any rank may have written what this one keeps, also by itself: parts are read from the chunk as it is stored,
           and merged with it. */
        if (writes || !call->context->keeps_chunks)
            zarr_array_clear_cache(layout->array, NULL);
        if (plan.rounds && !writes) {
            zm_exchange_read(&plan, transfer_own);
        } else {
            /* The aggregators of others can store only what has been sent to them, so that comes first. */
            if (plan.rounds)
                zm_exchange_write(&plan);
            transfer_own(&plan);
        }
        if (writes) {
            zm_tell_kept(call);
            zarr_array_clear_cache(layout->array, NULL);
        } else {
            zm_agree(call);
        }
    }
    zm_plan_free(&plan);
    zm_layout_free(layout);
    free(parts);
    return call->own.status;
}
