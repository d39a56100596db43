/* Parts of chunks on their way between the ranks that have them and those that store them. */
#include "sending.h"
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------------------
 * Writing: in each round every aggregator gets parts of some of its chunks, and writes these
 * ------------------------------------------------------------------------------------------------------------------
 */

/* Until one of the messages has left. */
static void wait_for_slot(zm_sender *s)
{
    int which;

    MPI_Waitany(ZM_SLOTS, s->requests, &which, MPI_STATUS_IGNORE);
}

/* Receives consecutive messages. */
typedef struct receiver {
    zm_plan *plan;
    int from;
    int64_t at, filled; /* of the message that comes */
    int count;
} receiver;

static void receive(receiver *r)
{
    if (r->filled)
        MPI_Irecv(r->plan->incoming + r->at, (int)r->filled, MPI_BYTE, r->from, ZM_TAG_PIECES,
                  r->plan->call->context->comm, &r->plan->requests[r->count++]);
    r->at += r->filled;
    r->filled = 0;
}

static void expect(void *user_data, const zm_box *piece, int64_t bytes)
{
    receiver *const r = user_data;

    (void)piece;
    if (r->filled + bytes > r->plan->message_bytes)
        receive(r);
    r->filled += bytes;
}

/* A piece that has come, to its place in the chunk. */
typedef struct unpacking {
    const zm_plan *plan;
    const zm_box *chunk;
    const int64_t *strides;
    const char *from;
} unpacking;

static void unpack(void *user_data, const zm_box *piece, int64_t bytes)
{
    unpacking *const u = user_data;
    const int ndim = u->plan->layout->ndim;
    int64_t strides[ZM_MOST_DIMENSIONS];

    zm_strides(ndim, piece->count, u->plan->layout->item, strides);
    zm_copy(ndim, piece->count, u->plan->layout->item,
            u->plan->chunk + zm_place(ndim, piece->start, u->chunk->start, u->strides), u->strides, u->from, strides);
    u->from += bytes;
}

/* Puts the parts of one chunk together, and writes it. Returns the first entry of the next one. */
static int64_t write_chunk(zm_plan *plan, int64_t i, int64_t *arrived)
{
    const zm_layout *const layout = plan->layout;
    const int ndim = layout->ndim, rank = plan->call->context->rank;
    const int64_t number = plan->theirs[plan->order[i]].chunk;
    int64_t strides[ZM_MOST_DIMENSIONS], volume = 0, end, bytes;
    int is_covered = 0;
    zm_box chunk, box;

    zm_plan_chunk_box(plan, number, &chunk);
    zm_strides(ndim, chunk.count, layout->item, strides);
    bytes = zm_volume(ndim, &chunk) * layout->item;
    for (end = i; end < plan->theirs_count && plan->theirs[plan->order[end]].chunk == number; end++) {
        zm_plan_entry_box(plan, &plan->theirs[plan->order[end]], &box);
        volume += zm_volume(ndim, &box);
        is_covered |= zm_contains(ndim, &box, &chunk);
    }
    /* Where parts may overlap, as many elements as the chunk has need not be all of them. */
    is_covered |= volume * layout->item == bytes && plan->call->context->options.overlap == ZARR_MPI_OVERLAP_ERROR;
    if (!is_covered)
        zm_backend_read(plan->backend, plan->call, layout, &chunk, plan->chunk, strides, 0, (size_t)bytes);
    for (; i < end; i++) {
        const zm_entry *const entry = &plan->theirs[plan->order[i]];
        zm_plan_entry_box(plan, entry, &box);
        if (entry->rank == rank) {
            const zm_part *const part = zm_plan_part(plan, entry);
            zm_copy(ndim, box.count, layout->item, plan->chunk + zm_place(ndim, box.start, chunk.start, strides),
                    strides, part->data + part->offset + zm_place(ndim, box.start, part->box.start, part->strides),
                    part->strides);
        } else {
            unpacking u = {plan, NULL, NULL, NULL};
            u.chunk = &chunk;
            u.strides = strides;
            u.from = plan->incoming + arrived[entry->rank];
            zm_split(ndim, layout->item, &box, plan->message_bytes, unpack, &u);
            arrived[entry->rank] = u.from - plan->incoming;
        }
    }
    zm_backend_write(plan->backend, plan->call, layout, &chunk, plan->chunk, strides, 0, (size_t)bytes);
    return end;
}

void zm_exchange_write(zm_plan *plan)
{
    const int size = plan->call->context->size, rank = plan->call->context->rank, ndim = plan->layout->ndim;
    const int64_t item = plan->layout->item;
    int64_t *const next = plan->cursors, *const arrived = plan->cursors + size,
                   *const sent = plan->call->context->first + size + 1;
    int64_t done = 0;
    zm_box box;

    memcpy(next, plan->theirs_first, (size_t)size * sizeof *next);
    memcpy(sent, plan->mine_first, (size_t)size * sizeof *sent);
    for (int round = 0; round < plan->rounds; round++) {
        receiver r = {NULL, 0, 0, 0, 0};
        zm_sender s;
        r.plan = plan;
        for (int from = 0; from < size; from++) {
            const int64_t end = plan->theirs_first[from + 1];
            arrived[from] = r.at;
            r.from = from;
            for (; next[from] < end && plan->theirs[next[from]].round == round; next[from]++)
                if (from != rank) {
                    zm_plan_entry_box(plan, &plan->theirs[next[from]], &box);
                    zm_split(ndim, item, &box, plan->message_bytes, expect, &r);
                }
            receive(&r);
        }
        zm_begin_sending(&s, plan, wait_for_slot);
        for (int i = 1; i < size; i++) {
            const int to = (rank + i) % size;
            const int64_t end = plan->mine_first[to + 1];
            s.to = to;
            for (; sent[to] < end && plan->mine[sent[to]].round == round; sent[to]++) {
                const zm_entry *const entry = &plan->mine[sent[to]];
                const zm_part *const part = zm_plan_part(plan, entry);
                zm_plan_entry_box(plan, entry, &box);
                s.from = part->data + part->offset;
                s.strides = part->strides;
                s.first = part->box.start;
                zm_split(ndim, item, &box, plan->message_bytes, zm_pack, &s);
            }
            zm_flush(&s);
        }
        zm_wait_for_all(r.count, plan->requests);
        zm_wait_for_all(ZM_SLOTS, s.requests);
        while (done < plan->theirs_count && plan->theirs[plan->order[done]].round == round)
            done = write_chunk(plan, done, arrived);
    }
}

/* ------------------------------------------------------------------------------------------------------------------
 * Reading: each aggregator reads its chunks and sends their parts; a rank that would wait for messages reads the chunks
 * that it alone wants instead
 * ------------------------------------------------------------------------------------------------------------------
 */

/* Copies the pieces of a received message to their places in memory. */
typedef struct arrival {
    zm_sender *s;
    const char *from;
    int64_t left, skip, piece;
    const zm_part *part;
} arrival;

static void take_piece(void *user_data, const zm_box *piece, int64_t bytes)
{
    arrival *const a = user_data;
    const zm_layout *const layout = a->s->plan->layout;
    int64_t strides[ZM_MOST_DIMENSIONS];

    if (a->piece++ < a->skip || a->left < bytes)
        return;
    zm_strides(layout->ndim, piece->count, layout->item, strides);
    zm_copy(layout->ndim, piece->count, layout->item,
            a->part->data + a->part->offset +
                zm_place(layout->ndim, piece->start, a->part->box.start, a->part->strides),
            a->part->strides, a->from, strides);
    a->from += bytes;
    a->left -= bytes;
    a->skip++;
}

static void take(zm_sender *s, int from, int64_t bytes)
{
    zm_plan *const plan = s->plan;
    arrival a = {NULL, NULL, 0, 0, 0, NULL};
    zm_box box;

    a.s = s;
    a.from = zm_slot_of(s, ZM_SLOTS);
    a.left = bytes;
    while (a.left > 0) {
        const zm_entry *const entry = &plan->mine[s->entries[from]];
        a.part = zm_plan_part(plan, entry);
        a.skip = s->pieces[from];
        a.piece = 0;
        zm_plan_entry_box(plan, entry, &box);
        zm_split(plan->layout->ndim, plan->layout->item, &box, plan->message_bytes, take_piece, &a);
        if (a.skip == a.piece) {
            s->entries[from]++;
            s->pieces[from] = 0;
        } else
            s->pieces[from] = a.skip;
    }
    s->expected -= bytes;
}

static void await_message(zm_sender *s)
{
    if (s->expected > 0 && s->requests[ZM_SLOTS] == MPI_REQUEST_NULL)
        MPI_Irecv(zm_slot_of(s, ZM_SLOTS), (int)s->plan->message_bytes, MPI_BYTE, MPI_ANY_SOURCE, ZM_TAG_PIECES,
                  s->plan->call->context->comm, &s->requests[ZM_SLOTS]);
}

static void work_meanwhile(zm_sender *s)
{
    if (s->meanwhile)
        s->meanwhile(s->plan);
    s->meanwhile = NULL;
}

/* Until one of the messages has left, or one has come. */
static void wait_for_either(zm_sender *s)
{
    MPI_Status status;
    int which, bytes, is_there;

    await_message(s);
    MPI_Testany(ZM_SLOTS + 1, s->requests, &which, &is_there, &status);
    if (!is_there) {
        work_meanwhile(s);
        MPI_Waitany(ZM_SLOTS + 1, s->requests, &which, &status);
    }
    if (which == ZM_SLOTS) {
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        take(s, status.MPI_SOURCE, bytes);
        await_message(s);
    }
}

/* Grows a box around another one; one that is empty becomes the other. */
static void widen(int ndim, zm_box *around, int is_empty, const zm_box *box)
{
    if (is_empty)
        *around = *box;
    for (int d = 0; d < ndim && !is_empty; d++) {
        const int64_t end = around->start[d] + around->count[d], other = box->start[d] + box->count[d];
        around->start[d] = box->start[d] < around->start[d] ? box->start[d] : around->start[d];
        around->count[d] = (other > end ? other : end) - around->start[d];
    }
}

/* Reads the chunks of a round, each as far as it is wanted, and gives this rank its own parts. Returns the first entry
   of the next round. `read` and `places` say for each entry what was read of its chunk, and where it lies. */
static int64_t read_chunks(zm_plan *plan, int64_t i, zm_box *read, int64_t *places)
{
    const zm_layout *const layout = plan->layout;
    const int ndim = layout->ndim, rank = plan->call->context->rank, round = plan->theirs[plan->order[i]].round;
    int64_t at = 0;

    while (i < plan->theirs_count && plan->theirs[plan->order[i]].round == round) {
        const int64_t number = plan->theirs[plan->order[i]].chunk, begin = i;
        int64_t strides[ZM_MOST_DIMENSIONS], bytes = 0;
        zm_box chunk, wanted, box, both;
        int own = 0;
        zm_plan_chunk_box(plan, number, &chunk);
        for (; i < plan->theirs_count && plan->theirs[plan->order[i]].chunk == number; i++)
            own += plan->theirs[plan->order[i]].rank == rank;
        for (int64_t j = begin; j < i; j++) {
            const zm_entry *const entry = &plan->theirs[plan->order[j]];
            zm_plan_entry_box(plan, entry, &box);
            if (entry->rank == rank && own == 1 && zm_plan_reads_own(plan, &chunk, &box))
                continue;
            widen(ndim, &wanted, bytes == 0, &box);
            bytes = zm_volume(ndim, &wanted) * layout->item;
        }
        if (bytes > 0) {
            zm_strides(ndim, wanted.count, layout->item, strides);
            zm_backend_read(plan->backend, plan->call, layout, &wanted, plan->incoming + at, strides, 0, (size_t)bytes);
        }
        for (int64_t j = begin; j < i; j++) {
            const zm_entry *const entry = &plan->theirs[plan->order[j]];
            if (bytes > 0) {
                read[plan->order[j]] = wanted;
                places[plan->order[j]] = at;
            }
            if (entry->rank != rank)
                continue;
            const zm_part *const part = zm_plan_part(plan, entry);
            zm_plan_entry_box(plan, entry, &box);
            const int64_t place = part->offset + zm_place(ndim, box.start, part->box.start, part->strides);
            /* A part inside the region that is read for others needs no read of its own. */
            if (bytes > 0 && zm_intersect(ndim, &wanted, &box, &both) &&
                zm_volume(ndim, &both) == zm_volume(ndim, &box))
                zm_copy(ndim, box.count, layout->item, part->data + place, part->strides,
                        plan->incoming + at + zm_place(ndim, box.start, wanted.start, strides), strides);
            else
                zm_backend_read(plan->backend, plan->call, layout, &box, part->data, part->strides, place, part->size);
        }
        at += bytes;
    }
    return i;
}

void zm_exchange_read(zm_plan *plan, void (*meanwhile)(zm_plan *plan))
{
    const int size = plan->call->context->size, rank = plan->call->context->rank, ndim = plan->layout->ndim;
    const int64_t item = plan->layout->item;
    int64_t *const next = plan->call->context->first + size + 1, done = 0, strides[ZM_MOST_DIMENSIONS];
    zm_sender s;
    zm_box box;

    zm_begin_sending(&s, plan, wait_for_either);
    s.meanwhile = meanwhile;
    s.entries = plan->cursors;
    s.pieces = plan->cursors + size;
    memcpy(s.entries, plan->mine_first, (size_t)size * sizeof *s.entries);
    memset(s.pieces, 0, (size_t)size * sizeof *s.pieces);
    memcpy(next, plan->theirs_first, (size_t)size * sizeof *next);
    for (int64_t i = 0; i < plan->mine_count; i++)
        if (plan->mine[i].rank != rank) {
            zm_plan_entry_box(plan, &plan->mine[i], &box);
            s.expected += zm_volume(ndim, &box) * item;
        }
    while (done < plan->theirs_count) {
        const int round = plan->theirs[plan->order[done]].round;
        done = read_chunks(plan, done, plan->read, plan->places);
        for (int i = 1; i < size; i++) {
            const int to = (rank + i) % size;
            s.to = to;
            for (; next[to] < plan->theirs_first[to + 1] && plan->theirs[next[to]].round == round; next[to]++) {
                const zm_box *const read = &plan->read[next[to]];
                zm_plan_entry_box(plan, &plan->theirs[next[to]], &box);
                zm_strides(ndim, read->count, item, strides);
                s.from = plan->incoming + plan->places[next[to]];
                s.strides = strides;
                s.first = read->start;
                zm_split(ndim, item, &box, plan->message_bytes, zm_pack, &s);
            }
            zm_flush(&s);
        }
        while (next[rank] < plan->theirs_first[rank + 1] && plan->theirs[next[rank]].round == round)
            next[rank]++;
    }
    work_meanwhile(&s);
    while (s.expected > 0)
        wait_for_either(&s);
    zm_wait_for_all(ZM_SLOTS, s.requests);
}
