/* The chunks that the regions of a call touch. They are numbered in C order of the smallest box around them all, as the
   grid of an array may have more chunks than a number of 64 bits can tell apart. */
#include "plan.h"
#include <string.h>

void zm_plan_box(const zm_plan *plan, int64_t region, zm_box *box)
{
    const size_t bytes = (size_t)plan->layout->ndim * sizeof(int64_t);
    const int64_t *const numbers = plan->boxes + 2 * plan->layout->ndim * region;

    memcpy(box->start, numbers, bytes);
    memcpy(box->count, numbers + plan->layout->ndim, bytes);
}

void zm_plan_chunks(const zm_plan *plan, const zm_box *box, int64_t *low, int64_t *high)
{
    for (int d = 0; d < plan->layout->ndim; d++) {
        low[d] = zm_chunk_of(&plan->layout->axes[d], box->start[d]);
        high[d] = zm_chunk_of(&plan->layout->axes[d], box->start[d] + box->count[d] - 1);
    }
}

void zm_plan_bounds(zm_plan *plan)
{
    const int64_t regions = plan->boxes ? plan->first[plan->call->context->size] : 0;
    int64_t low[ZM_MOST_DIMENSIONS], high[ZM_MOST_DIMENSIONS], chunks = 1;
    zm_box box;

    plan->has_regions = regions > 0;
    for (int64_t region = 0; region < regions; region++) {
        zm_plan_box(plan, region, &box);
        zm_plan_chunks(plan, &box, low, high);
        for (int d = 0; d < plan->layout->ndim; d++) {
            if (region == 0 || low[d] < plan->low[d])
                plan->low[d] = low[d];
            if (region == 0 || high[d] > plan->high[d])
                plan->high[d] = high[d];
        }
    }
    for (int d = 0; d < plan->layout->ndim && plan->has_regions; d++) {
        const int64_t span = plan->high[d] - plan->low[d] + 1;
        if (span > INT64_MAX / chunks) {
            zm_fail(plan->call, ZARR_ERROR_LIMIT,
                    "the regions of all ranks lie too far apart: more than 2^63 - 1 chunks are between them");
            return;
        }
        chunks *= span;
    }
}

int64_t zm_plan_number(const zm_plan *plan, const int64_t *chunk)
{
    int64_t number = 0;

    for (int d = 0; d < plan->layout->ndim; d++)
        number = number * (plan->high[d] - plan->low[d] + 1) + chunk[d] - plan->low[d];
    return number;
}

void zm_plan_chunk_box(const zm_plan *plan, int64_t number, zm_box *box)
{
    for (int d = plan->layout->ndim; d-- > 0;) {
        const zm_axis *const axis = &plan->layout->axes[d];
        const int64_t span = plan->high[d] - plan->low[d] + 1, at = plan->low[d] + number % span;
        number /= span;
        box->start[d] = zm_chunk_begin(axis, at);
        box->count[d] = zm_chunk_begin(axis, at + 1) - box->start[d];
    }
}

void zm_plan_entry_box(const zm_plan *plan, const zm_entry *entry, zm_box *box)
{
    zm_box region, chunk;

    zm_plan_box(plan, entry->region, &region);
    zm_plan_chunk_box(plan, entry->chunk, &chunk);
    zm_intersect(plan->layout->ndim, &region, &chunk, box);
}
