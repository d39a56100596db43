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
/* Flags for the kind of call, in the header's word for the number of dimensions. */
enum { WRITES = 1 << 16, QUEUES = 1 << 17 };

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
    header[2] = ndim | (plan->writes ? WRITES : 0) | (plan->backend->queue ? QUEUES : 0);
    header[3] = context->pending_count;
    if (plan->count == 1 && ndim <= ZM_INLINE_DIMENSIONS) {
        memcpy(header + 4, plan->parts->box.start, (size_t)ndim * sizeof *header);
        memcpy(header + 4 + ndim, plan->parts->box.count, (size_t)ndim * sizeof *header);
    }
    MPI_Allgather(header, ZM_HEADER, MPI_INT64_T, context->headers, ZM_HEADER, MPI_INT64_T, context->comm);
    for (int i = 0; i < size; i++)
        if (context->headers[(int64_t)i * ZM_HEADER + 1] < 0)
            return zm_agree(call) ? FAILED : KNOWN;
    for (int i = 0; i < size; i++)
        if ((context->headers[(int64_t)i * ZM_HEADER + 2] ^ context->headers[2]) & (WRITES | QUEUES)) {
            zm_fail(call, ZARR_ERROR_CONFLICT, "rank %d calls another function than rank 0", i);
            return FAILED;
        }
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

/* Two regions name the same elements: an error, or the order of regions decides. */
static void refuse(zm_plan *plan, int64_t one, int64_t other, const zm_box *both)
{
    const int rank = zm_plan_rank(plan, one < other ? one : other);
    const int second = zm_plan_rank(plan, one < other ? other : one);
    const int ndim = plan->layout->ndim;
    char element[200] = "";
    size_t used = 0;

    for (int d = 0; d < ndim && used < sizeof element - 30; d++)
        used += (size_t)sprintf(element + used, d ? ", %lld" : "%lld", (long long)both->start[d]);
    if (rank == second)
        zm_fail(plan->call, ZARR_ERROR_CONFLICT,
                "two regions of rank %d name the same elements, the first is element " ZM_POSITION, rank, ndim, element);
    else
        zm_fail(plan->call, ZARR_ERROR_CONFLICT,
                "ranks %d and %d write the same elements, the first is element " ZM_POSITION, rank, second, ndim, element);
    zm_name_array(plan->call, plan->layout->array);
    plan->call->is_of_ranks = 1;
}

/* The first other region that has elements of a part. */
typedef struct overlap {
    int64_t own, other;
    zm_box both;
} overlap;

static int note_overlap(void *user_data, int64_t region, const zm_box *both)
{
    overlap *const o = user_data;

    if (region >= 0 && region != o->own && (o->other < 0 || region < o->other)) {
        o->other = region;
        o->both = *both;
    }
    return 1;
}

static void check_overlap(zm_plan *plan, size_t part)
{
    overlap o;

    if (!plan->writes || plan->call->context->options.overlap == ZARR_MPI_OVERLAP_LAST)
        return;
    o.own = plan->first[plan->call->context->rank] + (int64_t)part;
    o.other = -1;
    zm_tree_search(plan, &plan->parts[part].box, note_overlap, &o);
    if (o.other >= 0)
        refuse(plan, o.own, o.other, &o.both);
}

/* The chunks of a part: which of them go through an aggregator. */
typedef struct marking {
    zm_plan *plan;
    int64_t own, low[ZM_MOST_DIMENSIONS], high[ZM_MOST_DIMENSIONS], chunks;
    unsigned char *marks; /* NULL: none does */
} marking;

/* Marks the chunks from low to high, or finds out whether one of them has no mark. */
static int mark(marking *m, const int64_t *low, const int64_t *high, int only_looks)
{
    const int ndim = m->plan->layout->ndim;
    const size_t row = ndim ? (size_t)(high[ndim - 1] - low[ndim - 1] + 1) : 1;
    int64_t at[ZM_MOST_DIMENSIONS];

    if (!m->marks && only_looks)
        return 1;
    if (!m->marks && (m->marks = zm_memory(m->plan->call, m->chunks)))
        memset(m->marks, 0, (size_t)m->chunks);
    if (!m->marks)
        return 0;
    memcpy(at, low, (size_t)ndim * sizeof *at);
    do {
        int64_t number = 0;
        for (int d = 0; d < ndim; d++)
            number = number * (m->high[d] - m->low[d] + 1) + at[d] - m->low[d];
        if (!only_looks)
            memset(m->marks + number, 1, row);
        else if (memchr(m->marks + number, 0, row))
            return 1;
    } while (zm_next(ndim - 1, at, low, high));
    return 0;
}

/* Marks the chunks that another region shares; boxes of regions in chunks that are marked are left out. */
static int mark_shared(void *user_data, int64_t region, const zm_box *both)
{
    marking *const m = user_data;
    int64_t low[ZM_MOST_DIMENSIONS], high[ZM_MOST_DIMENSIONS];

    if (region == m->own || m->plan->call->own.status)
        return 0;
    zm_plan_chunks(m->plan, both, low, high);
    return mark(m, low, high, region < 0);
}

/* Finds the chunks of a part that go through an aggregator. Returns how many. */
static int64_t mark_part(zm_plan *plan, size_t part)
{
    const int ndim = plan->layout->ndim;
    const zm_box *const box = &plan->parts[part].box;
    int64_t marked = 0;
    zm_box around;
    marking m;

    m.plan = plan;
    m.own = plan->first[plan->call->context->rank] + (int64_t)part;
    m.chunks = 1;
    m.marks = NULL;
    zm_plan_chunks(plan, box, m.low, m.high);
    for (int d = 0; d < ndim; d++) {
        const zm_axis *const axis = &plan->layout->axes[d];
        around.start[d] = zm_chunk_begin(axis, m.low[d]);
        around.count[d] = zm_chunk_begin(axis, m.high[d] + 1) - around.start[d];
        if (m.high[d] - m.low[d] + 1 > INT64_MAX / m.chunks) {
            zm_fail(plan->call, ZARR_ERROR_LIMIT, "the region has more than 2^63 - 1 chunks");
            return 0;
        }
        m.chunks *= m.high[d] - m.low[d] + 1;
    }
    /* A write reads chunks first of which the part has not all elements. */
    for (int d = 0; d < ndim && plan->writes; d++) {
        const int64_t low = m.low[d], high = m.high[d];
        int64_t face[ZM_MOST_DIMENSIONS];
        if (around.start[d] != box->start[d]) {
            memcpy(face, m.high, (size_t)ndim * sizeof *face);
            face[d] = low;
            mark(&m, m.low, face, 0);
        }
        if (around.start[d] + around.count[d] != box->start[d] + box->count[d]) {
            memcpy(face, m.low, (size_t)ndim * sizeof *face);
            face[d] = high;
            mark(&m, face, m.high, 0);
        }
    }
    zm_tree_search(plan, &around, mark_shared, &m);
    plan->marks[part] = m.marks;
    for (int64_t i = 0; m.marks && i < m.chunks; i++)
        marked += m.marks[i];
    return marked;
}

/* Makes the entries of a part: one for each chunk that is marked. */
static void enter(zm_plan *plan, size_t part)
{
    const unsigned char *mark_of_chunk = plan->marks[part];
    int64_t low[ZM_MOST_DIMENSIONS], high[ZM_MOST_DIMENSIONS], at[ZM_MOST_DIMENSIONS];

    if (!mark_of_chunk)
        return;
    zm_plan_chunks(plan, &plan->parts[part].box, low, high);
    memcpy(at, low, (size_t)plan->layout->ndim * sizeof *at);
    do
        if (*mark_of_chunk++) {
            zm_entry *const entry = &plan->mine[plan->mine_count++];
            entry->chunk = zm_plan_number(plan, at);
            entry->region = plan->first[plan->call->context->rank] + (int64_t)part;
            entry->rank = entry->round = 0;
        }
    while (zm_next(plan->layout->ndim, at, low, high));
}

/* Makes the entries of this rank, each with its aggregator. */
static void make_entries(zm_plan *plan)
{
    zm_call *const call = plan->call;
    int64_t marked = 0;

    plan->marks = zm_memory(call, (int64_t)(plan->count * sizeof *plan->marks));
    for (size_t i = 0; plan->marks && i < plan->count; i++)
        plan->marks[i] = NULL;
    if (plan->count == 0)
        return;
    zm_tree_make(plan);
    for (size_t i = 0; i < plan->count && !call->own.status; i++) {
        check_overlap(plan, i);
        marked += call->own.status ? 0 : mark_part(plan, i);
    }
    plan->mine = zm_memory(call, marked * (int64_t)sizeof *plan->mine);
    for (size_t i = 0; i < plan->count && !call->own.status; i++)
        enter(plan, i);
    if (!call->own.status)
        zm_plan_choose(plan);
}

zarr_status zm_plan_make(zm_plan *plan)
{
    zm_call *const call = plan->call;
    const int64_t sixteenth = call->context->options.buffer_bytes / 16, most = 1 << 30;
    int64_t any;
    int known;

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
    make_entries(plan);
    any = plan->mine_count;
    if (zm_agree_on_most(call, &any))
        return call->own.status;
    /* Wait only after all checks, so that a refused call does not wait. */
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
    zm_tree_free(&plan->tree);
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
