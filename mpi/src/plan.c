/* Which rank stores which chunk, and in which order ranks exchange their parts of it. */
#include "plan.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const zm_part *zm_plan_part(const zm_plan *plan, const zm_entry *entry)
{
    return &plan->parts[entry->region - plan->first[plan->call->context->rank]];
}

void zm_split(int ndim, int64_t item, const zm_box *box, int64_t bytes, zm_visit visit, void *user_data)
{
    const int64_t all = zm_volume(ndim, box) * item;
    int d = 0;

    while (d < ndim && box->count[d] == 1)
        d++;
    if (all <= bytes || d == ndim) {
        visit(user_data, box, all);
        return;
    }
    zm_box half = *box;
    half.count[d] = box->count[d] / 2;
    zm_split(ndim, item, &half, bytes, visit, user_data);
    half.start[d] += half.count[d];
    half.count[d] = box->count[d] - half.count[d];
    zm_split(ndim, item, &half, bytes, visit, user_data);
}

/* The handles of ranks know different shapes, as another program changes the array: each reads the document again. */
static void look_again(zm_plan *plan)
{
    zm_call *const call = plan->call;
    const zarr_array *const array = plan->layout->array;
    const int64_t item = plan->layout->item;
    const int ndim = plan->layout->ndim;

    zm_layout_free(plan->layout);
    if (!call->own.status && !zarr_array_refresh(array, &call->own))
        zm_look_at(call, array, plan->layout);
    if (!call->own.status && (plan->layout->ndim != ndim || plan->layout->item != item))
        zm_fail(call, ZARR_ERROR_CONFLICT, "the array was replaced by one of another type");
    for (size_t i = 0; i < plan->count && !call->own.status; i++)
        zm_check_box(call, plan->layout, &plan->parts[i].box);
    zm_name_array(call, array);
}

enum { MOST_LOOKS = 20 };
enum { KNOWN, FAILED, UNLIKE };

/* Every rank gets the regions of all ranks; one rank's failure, or another array, is a failure of all. Memory that only
   this rank lacks is agreed on later. */
static int gather(zm_plan *plan, int is_last)
{
    zm_call *const call = plan->call;
    const zm_context *const context = call->context;
    const int ndim = plan->layout->ndim, size = context->size;
    int64_t header[ZM_HEADER] = {0}, total = 0, *own;
    int *const counts = context->counts, *const places = counts + size, all_inline = 1;
    MPI_Datatype numbers;

    plan->first = context->first;
    header[0] = (int64_t)(plan->layout->fingerprint >> 1);
    header[1] = call->own.status ? -1 : (int64_t)plan->count;
    header[2] = ndim;
    header[3] = context->pending_count;
    if (plan->count == 1 && ndim <= ZM_INLINE_DIMENSIONS) {
        memcpy(header + 4, plan->parts->box.start, (size_t)ndim * sizeof *header);
        memcpy(header + 4 + ndim, plan->parts->box.count, (size_t)ndim * sizeof *header);
    }
    MPI_Allgather(header, ZM_HEADER, MPI_INT64_T, context->headers, ZM_HEADER, MPI_INT64_T, context->comm);
    for (int i = 0; i < size; i++)
        if (context->headers[(int64_t)i * ZM_HEADER + 1] < 0)
            return zm_agree(call) ? FAILED : KNOWN;
    for (int i = 0; i < size; i++) {
        const int64_t *const other = context->headers + (int64_t)i * ZM_HEADER;
        if (other[0] != context->headers[0] || other[2] != context->headers[2]) {
            if (!is_last)
                return UNLIKE;
            zm_fail(call, ZARR_ERROR_CONFLICT, "rank %d has another array, or knows another shape of it, than rank 0",
                    i);
            return FAILED;
        }
        plan->first[i] = total;
        total += other[1];
        all_inline = all_inline && other[1] <= 1 && ndim <= ZM_INLINE_DIMENSIONS;
        plan->has_pending |= other[3] > 0;
    }
    plan->first[size] = total;
    if (total > INT32_MAX) {
        zm_fail(call, ZARR_ERROR_LIMIT, "%lld regions of all ranks are too many", (long long)total);
        return FAILED;
    }
    plan->boxes = zm_memory(call, total * 2 * ndim * (int64_t)sizeof *plan->boxes);
    if (all_inline) {
        for (int i = 0; i < size && plan->boxes; i++)
            if (context->headers[(int64_t)i * ZM_HEADER + 1])
                memcpy(plan->boxes + 2 * ndim * plan->first[i], context->headers + (int64_t)i * ZM_HEADER + 4,
                       2 * (size_t)ndim * sizeof *plan->boxes);
        return KNOWN;
    }
    own = zm_memory(call, 2 * ndim * (int64_t)plan->count * (int64_t)sizeof *own);
    if (!zm_agree(call)) {
        for (size_t i = 0; i < plan->count; i++) {
            memcpy(own + 2 * ndim * (int64_t)i, plan->parts[i].box.start, (size_t)ndim * sizeof *own);
            memcpy(own + 2 * ndim * (int64_t)i + ndim, plan->parts[i].box.count, (size_t)ndim * sizeof *own);
        }
        for (int i = 0; i < size; i++) {
            counts[i] = (int)context->headers[(int64_t)i * ZM_HEADER + 1];
            places[i] = (int)plan->first[i];
        }
        MPI_Type_contiguous(2 * ndim, MPI_INT64_T, &numbers);
        MPI_Type_commit(&numbers);
        MPI_Allgatherv(own, (int)plan->count, numbers, plan->boxes, counts, places, numbers, context->comm);
        MPI_Type_free(&numbers);
    }
    free(own);
    return call->own.status ? FAILED : KNOWN;
}

/* Marks the chunks of a part from low to high, which lie in the box of its own chunks. */
static void mark(int ndim, unsigned char *marks, const int64_t *own_low, const int64_t *own_high, const int64_t *low,
                 const int64_t *high)
{
    int64_t at[ZM_MOST_DIMENSIONS];
    const int64_t row = ndim ? high[ndim - 1] - low[ndim - 1] + 1 : 1;

    memcpy(at, low, (size_t)ndim * sizeof *at);
    do {
        int64_t number = 0;
        for (int d = 0; d < ndim; d++)
            number = number * (own_high[d] - own_low[d] + 1) + at[d] - own_low[d];
        memset(marks + number, 1, (size_t)row);
    } while (zm_next(ndim - 1, at, low, high));
}

/* The regions of any rank that share chunks with a part. */
typedef struct neighbours {
    int64_t *regions;
    int64_t count, room;
} neighbours;

static int add(zm_call *call, neighbours *list, int64_t region)
{
    if (list->count == list->room) {
        const int64_t room = 2 * list->room + 16;
        int64_t *const more = realloc(list->regions, (size_t)room * sizeof *more);
        if (!more) {
            zm_fail(call, ZARR_ERROR_NO_MEMORY, "there is no memory for a list of regions");
            return 0;
        }
        list->regions = more;
        list->room = room;
    }
    list->regions[list->count++] = region;
    return 1;
}

static int rank_of(const zm_plan *plan, int64_t region)
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

/* Two regions name the same elements: an error, or the order of regions decides. */
static void meet(zm_plan *plan, int64_t one, int64_t other, const zm_box *both)
{
    const int rank = rank_of(plan, one < other ? one : other), second = rank_of(plan, one < other ? other : one);
    char element[200] = "";
    size_t used = 0;

    if (!plan->writes || plan->call->context->options.overlap == ZARR_MPI_OVERLAP_LAST)
        return;
    for (int d = 0; d < plan->layout->ndim && used < sizeof element - 30; d++)
        used += (size_t)sprintf(element + used, d ? ", %lld" : "%lld", (long long)both->start[d]);
    if (rank == second)
        zm_fail(plan->call, ZARR_ERROR_CONFLICT,
                "two regions of rank %d name the same elements, the first is element [%s]", rank, element);
    else
        zm_fail(plan->call, ZARR_ERROR_CONFLICT,
                "ranks %d and %d write the same elements, the first is element [%s]", rank, second, element);
    zm_name_array(plan->call, plan->layout->array);
    plan->call->is_of_ranks = 1;
}

/* Finds the chunks of a part that go through an aggregator, and the regions that have elements in them. */
static void look_around(zm_plan *plan, size_t index, neighbours *list)
{
    const int ndim = plan->layout->ndim;
    const int64_t own = plan->first[plan->call->context->rank] + (int64_t)index;
    const zm_box *const box = &plan->parts[index].box;
    int64_t low[ZM_MOST_DIMENSIONS], high[ZM_MOST_DIMENSIONS], other_low[ZM_MOST_DIMENSIONS],
        other_high[ZM_MOST_DIMENSIONS];
    int64_t chunks = 1;
    zm_box around, other, both;
    int partly = 0;

    list->count = 0;
    zm_plan_chunks(plan, box, low, high);
    for (int d = 0; d < ndim; d++) {
        const zm_axis *const axis = &plan->layout->axes[d];
        around.start[d] = zm_chunk_begin(axis, low[d]);
        around.count[d] = zm_chunk_begin(axis, high[d] + 1) - around.start[d];
        partly |= around.start[d] != box->start[d] || around.count[d] != box->count[d];
        if (high[d] - low[d] + 1 > INT64_MAX / chunks) {
            zm_fail(plan->call, ZARR_ERROR_LIMIT, "the region has more than 2^63 - 1 chunks");
            return;
        }
        chunks *= high[d] - low[d] + 1;
    }
    for (int64_t region = 0; region < plan->first[plan->call->context->size]; region++) {
        if (region == own)
            continue;
        zm_plan_box(plan, region, &other);
        if (!zm_intersect(ndim, &around, &other, &both))
            continue;
        if (!add(plan->call, list, region))
            return;
        if (zm_intersect(ndim, box, &other, &both))
            meet(plan, own, region, &both);
    }
    if (plan->call->own.status || (list->count == 0 && !(partly && plan->writes)))
        return;
    unsigned char *const marks = plan->marks[index] = zm_memory(plan->call, chunks);
    if (!marks)
        return;
    memset(marks, 0, (size_t)chunks);
    for (int d = 0; d < ndim && plan->writes; d++) {
        memcpy(other_low, low, (size_t)ndim * sizeof *low);
        memcpy(other_high, high, (size_t)ndim * sizeof *high);
        if (around.start[d] != box->start[d]) {
            other_high[d] = low[d];
            mark(ndim, marks, low, high, other_low, other_high);
            other_high[d] = high[d];
        }
        if (around.start[d] + around.count[d] != box->start[d] + box->count[d]) {
            other_low[d] = high[d];
            mark(ndim, marks, low, high, other_low, other_high);
        }
    }
    for (int64_t i = 0; i < list->count; i++) {
        zm_plan_box(plan, list->regions[i], &other);
        zm_intersect(ndim, &around, &other, &both);
        zm_plan_chunks(plan, &both, other_low, other_high);
        mark(ndim, marks, low, high, other_low, other_high);
    }
}

/* The aggregator of a chunk: of the ranks with a large part of it one after the other, or any; the same on every rank.
 */
static int choose(zm_plan *plan, int64_t own, const neighbours *list, int64_t chunk, int64_t sum, int64_t *volumes,
                  int *ranks)
{
    const zm_context *const context = plan->call->context;
    const int ndim = plan->layout->ndim;
    int64_t largest = 0, here = 0;
    int found = 0, before_own = 1, candidates = 0;
    zm_box chunk_box, other, both;

    zm_plan_chunk_box(plan, chunk, &chunk_box);
    for (int64_t i = 0; i <= list->count; i++) {
        /* The part's own region in its place among the others. */
        const int is_own = before_own && (i == list->count || list->regions[i] > own);
        const int64_t region = is_own ? own : i < list->count ? list->regions[i] : -1;
        if (is_own) {
            before_own = 0;
            i--;
        }
        if (region < 0)
            break;
        zm_plan_box(plan, region, &other);
        if (!zm_intersect(ndim, &chunk_box, &other, &both))
            continue;
        const int rank = rank_of(plan, region);
        if (found == 0 || ranks[found - 1] != rank) {
            ranks[found] = rank;
            volumes[found++] = 0;
        }
        volumes[found - 1] += zm_volume(ndim, &both);
    }
    if (found == 1)
        return ranks[0];
    for (int i = 0; i < found; i++) {
        if (context->is_aggregator && !context->is_aggregator[ranks[i]])
            volumes[i] = 0;
        largest = volumes[i] > largest ? volumes[i] : largest;
    }
    if (largest == 0)
        return context->aggregators[chunk % context->aggregators_count];
    for (int i = 0; i < found; i++)
        candidates += volumes[i] >= largest - largest / 2;
    here = sum % candidates;
    for (int i = 0; i < found; i++)
        if (volumes[i] >= largest - largest / 2 && here-- == 0)
            return ranks[i];
    return ranks[0];
}

/* Makes the entries of a part: one for each chunk that is marked. */
static void enter(zm_plan *plan, size_t index, const neighbours *list, int64_t *volumes, int *ranks)
{
    const int ndim = plan->layout->ndim;
    const int64_t own = plan->first[plan->call->context->rank] + (int64_t)index;
    const unsigned char *const marks = plan->marks[index];
    int64_t low[ZM_MOST_DIMENSIONS], high[ZM_MOST_DIMENSIONS], at[ZM_MOST_DIMENSIONS], chunks = 1, marked = 0;

    if (!marks || plan->call->own.status)
        return;
    zm_plan_chunks(plan, &plan->parts[index].box, low, high);
    for (int d = 0; d < ndim; d++)
        chunks *= high[d] - low[d] + 1;
    for (int64_t i = 0; i < chunks; i++)
        marked += marks[i];
    zm_entry *const more = realloc(plan->mine, (size_t)(plan->mine_count + marked + 1) * sizeof *more);
    if (!more) {
        zm_fail(plan->call, ZARR_ERROR_NO_MEMORY, "there is no memory for a list of %lld chunks", (long long)marked);
        return;
    }
    plan->mine = more;
    memcpy(at, low, (size_t)ndim * sizeof *at);
    for (int64_t i = 0; i < chunks; i++) {
        if (marks[i]) {
            zm_entry *const entry = &plan->mine[plan->mine_count++];
            int64_t sum = 0;
            for (int d = 0; d < ndim; d++)
                sum += at[d] - plan->low[d];
            entry->chunk = zm_plan_number(plan, at);
            entry->region = own;
            entry->round = 0;
            entry->rank = choose(plan, own, list, entry->chunk, sum, volumes, ranks);
        }
        zm_next(ndim, at, low, high);
    }
}

zarr_status zm_plan_make(zm_plan *plan)
{
    zm_call *const call = plan->call;
    const int64_t sixteenth = call->context->options.buffer_bytes / 16, most = 1 << 30;
    neighbours list = {NULL, 0, 0};
    int64_t *volumes = NULL, any;
    int *ranks = NULL, known;

    /* A program that appends all the time changes the shape between the looks of two ranks, so that one may not do. */
    for (int look = 1; (known = gather(plan, look == MOST_LOOKS)) == UNLIKE; look++)
        look_again(plan);
    if (known == FAILED)
        return call->own.status;
    zm_plan_bounds(plan);
    plan->message_bytes = sixteenth < 4096 ? 4096 : sixteenth > most ? most : sixteenth;
    if (plan->layout->item > plan->message_bytes)
        plan->message_bytes = plan->layout->item;
    if (plan->message_bytes > most)
        zm_fail(call, ZARR_ERROR_LIMIT, "an element of %lld bytes is too large to be sent",
                (long long)plan->layout->item);
    plan->marks = zm_memory(call, (int64_t)(plan->count * sizeof *plan->marks));
    for (size_t i = 0; plan->marks && i < plan->count; i++)
        plan->marks[i] = NULL;
    volumes = zm_memory(call, call->context->size * (int64_t)sizeof *volumes);
    ranks = zm_memory(call, call->context->size * (int64_t)sizeof *ranks);
    for (size_t i = 0; i < plan->count && !call->own.status; i++) {
        look_around(plan, i, &list);
        enter(plan, i, &list, volumes, ranks);
    }
    free(list.regions);
    free(volumes);
    free(ranks);
    any = plan->mine_count;
    if (zm_agree_on_most(call, &any))
        return call->own.status;
    /* Behind what may be refused, so that nothing is waited for then. */
    if (plan->writes && (plan->backend->queue || plan->has_pending) && zm_plan_keep_order(plan))
        return call->own.status;
    return any ? zm_plan_rounds(plan) : ZARR_OK;
}

void zm_plan_free(zm_plan *plan)
{
    for (size_t i = 0; plan->marks && i < plan->count; i++)
        free(plan->marks[i]);
    free(plan->marks);
    free(plan->boxes);
    free(plan->mine);
    free(plan->theirs);
    free(plan->mine_first);
    free(plan->theirs_first);
    free(plan->order);
    free(plan->chunk);
    free(plan->incoming);
    free(plan->slots);
    free(plan->requests);
    free(plan->cursors);
    free(plan->read);
    free(plan->places);
}
