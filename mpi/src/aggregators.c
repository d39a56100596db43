/* Which rank stores a chunk that several regions share. */
#include "plan.h"
#include <stdlib.h>

int zm_plan_rank(const zm_plan *plan, int64_t region)
{
    int low = 0, high = plan->call->context->size - 1;

    while (low < high) {
        const int middle = low + (high - low + 1) / 2;
        if (plan->first[middle] <= region)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* The regions of any rank that have elements in a chunk, and memory for the parts of ranks. */
typedef struct sharers {
    zm_call *call;
    int64_t *regions, count, room;
    int64_t *volumes;
    int *ranks;
} sharers;

static int add(void *user_data, int64_t region, const zm_box *both)
{
    sharers *const list = user_data;

    (void)both;
    if (region >= 0 && list->count == list->room) {
        const int64_t room = 2 * list->room + 16;
        int64_t *const more = realloc(list->regions, (size_t)room * sizeof *more);
        if (!more) {
            zm_fail(list->call, ZARR_ERROR_NO_MEMORY, "there is no memory for a list of regions");
            return 0;
        }
        list->regions = more;
        list->room = room;
    }
    if (region >= 0)
        list->regions[list->count++] = region;
    return 1;
}

static int by_number(const void *one, const void *other)
{
    const int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;

    return a < b ? -1 : a > b;
}

/* Minimum length of a run that is faster to read from the store than to receive by messages; if no other machine shares
   the store, a page is enough. Tests set a smaller length. */
#ifndef ZM_LONG_RUN
#define ZM_LONG_RUN (64 << 10)
#define ZM_PAGE (4 << 10)
#else
#define ZM_PAGE ZM_LONG_RUN
#endif

int zm_plan_reads_own(const zm_plan *plan, const zm_box *chunk, const zm_box *part)
{
    const zm_layout *const layout = plan->layout;
    int64_t run = layout->item;

    for (int d = layout->ndim; d-- > 0;) {
        run *= part->count[d];
        /* The last chunks reach past the end of the array. */
        if (part->count[d] < chunk->count[d] || part->count[d] < layout->axes[d].chunk)
            break;
    }
    return plan->reads_parts > 0 && zm_volume(layout->ndim, part) * layout->item >= ZM_LONG_RUN &&
           run >= (plan->reads_parts == 2 ? ZM_PAGE : ZM_LONG_RUN);
}

/* Of the ranks with a large part of the chunk one after the other, or any; the same on every rank, but for those that
   read their own parts. */
static int choose(zm_plan *plan, int64_t chunk, sharers *list)
{
    const zm_context *const context = plan->call->context;
    const int ndim = plan->layout->ndim;
    int64_t *const volumes = list->volumes, largest = 0, sum = 0, rest = chunk, all = 0;
    int *const ranks = list->ranks, found = 0, candidates = 0, own = 0, reads_own = 0;
    zm_box chunk_box, region_box, both;

    zm_plan_chunk_box(plan, chunk, &chunk_box);
    list->count = 0;
    zm_tree_search(plan, &chunk_box, add, list);
    if (plan->call->own.status)
        return 0;
    qsort(list->regions, (size_t)list->count, sizeof *list->regions, by_number);
    for (int64_t i = 0; i < list->count; i++) {
        const int rank = zm_plan_rank(plan, list->regions[i]);
        zm_plan_box(plan, list->regions[i], &region_box);
        zm_intersect(ndim, &chunk_box, &region_box, &both);
        if (found == 0 || ranks[found - 1] != rank) {
            ranks[found] = rank;
            volumes[found++] = 0;
        }
        volumes[found - 1] += zm_volume(ndim, &both);
        all += zm_volume(ndim, &both);
        if (rank == context->rank && ++own)
            reads_own = zm_plan_reads_own(plan, &chunk_box, &both);
    }
    if (found == 1)
        return ranks[0];
    /* A chunk of which several ranks want the same elements is read once. */
    if (own == 1 && reads_own && all <= zm_volume(ndim, &chunk_box))
        return context->rank;
    for (int i = 0; i < found; i++) {
        if (context->is_aggregator && !context->is_aggregator[ranks[i]])
            volumes[i] = 0;
        largest = volumes[i] > largest ? volumes[i] : largest;
    }
    if (largest == 0)
        return context->aggregators[chunk % context->aggregators_count];
    for (int i = 0; i < found; i++)
        candidates += volumes[i] >= largest - largest / 2;
    for (int d = ndim; d-- > 0; rest /= plan->high[d] - plan->low[d] + 1)
        sum += rest % (plan->high[d] - plan->low[d] + 1);
    sum %= candidates;
    for (int i = 0; i < found; i++)
        if (volumes[i] >= largest - largest / 2 && sum-- == 0)
            return ranks[i];
    return ranks[0];
}

static int by_chunk(const void *one, const void *other)
{
    return by_number(&((const zm_entry *)one)->chunk, &((const zm_entry *)other)->chunk);
}

void zm_plan_choose(zm_plan *plan)
{
    zm_call *const call = plan->call;
    sharers list = {NULL, NULL, 0, 0, NULL, NULL};

    list.call = call;
    if (plan->mine_count && !plan->writes && !call->context->is_aggregator)
        plan->reads_parts = zarr_array_reads_parts(plan->layout->array);
    list.volumes = zm_memory(call, call->context->size * (int64_t)sizeof *list.volumes);
    list.ranks = zm_memory(call, call->context->size * (int64_t)sizeof *list.ranks);
    if (!call->own.status && plan->mine_count)
        qsort(plan->mine, (size_t)plan->mine_count, sizeof *plan->mine, by_chunk);
    for (int64_t i = 0; i < plan->mine_count && !call->own.status; i++)
        plan->mine[i].rank = i && plan->mine[i].chunk == plan->mine[i - 1].chunk
                                 ? plan->mine[i - 1].rank
                                 : choose(plan, plan->mine[i].chunk, &list);
    free(list.regions);
    free(list.volumes);
    free(list.ranks);
}
