/* The exchange between ranks and aggregators, agreed on before its first message: which parts, in which round. */
#include "plan.h"
#include <stdlib.h>
#include <string.h>

static int by_rank(const void *one, const void *other)
{
    const zm_entry *const a = one, *const b = other;

    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    if (a->chunk != b->chunk)
        return a->chunk < b->chunk ? -1 : 1;
    return a->region < b->region ? -1 : a->region > b->region;
}

/* Sends each aggregator the list of parts that it receives. */
static void tell_aggregators(zm_plan *plan)
{
    zm_call *const call = plan->call;
    const int size = call->context->size;
    int *const counts = call->context->counts, *const places = counts + size, *const their_counts = places + size,
               *const their_places = their_counts + size;
    int64_t *numbers = NULL, *theirs = NULL;
    MPI_Datatype pair;

    plan->mine_first = zm_memory(call, ((int64_t)size + 1) * (int64_t)sizeof *plan->mine_first);
    plan->theirs_first = zm_memory(call, ((int64_t)size + 1) * (int64_t)sizeof *plan->theirs_first);
    plan->cursors = zm_memory(call, 2 * (int64_t)size * (int64_t)sizeof *plan->cursors);
    numbers = zm_memory(call, 2 * plan->mine_count * (int64_t)sizeof *numbers);
    if (plan->mine_count > INT32_MAX)
        zm_fail(call, ZARR_ERROR_LIMIT, "%lld parts of chunks of one rank are too many", (long long)plan->mine_count);
    if (zm_agree(call))
        goto end;
    if (plan->mine_count)
        qsort(plan->mine, (size_t)plan->mine_count, sizeof *plan->mine, by_rank);
    memset(counts, 0, (size_t)size * sizeof *counts);
    for (int64_t i = 0; i < plan->mine_count; i++) {
        counts[plan->mine[i].rank]++;
        numbers[2 * i] = plan->mine[i].chunk;
        numbers[2 * i + 1] = plan->mine[i].region;
    }
    MPI_Alltoall(counts, 1, MPI_INT, their_counts, 1, MPI_INT, call->context->comm);
    plan->mine_first[0] = plan->theirs_first[0] = 0;
    for (int i = 0; i < size; i++) {
        plan->mine_first[i + 1] = plan->mine_first[i] + counts[i];
        plan->theirs_first[i + 1] = plan->theirs_first[i] + their_counts[i];
        places[i] = (int)plan->mine_first[i];
        their_places[i] = (int)plan->theirs_first[i];
    }
    plan->theirs_count = plan->theirs_first[size];
    if (plan->theirs_count > INT32_MAX)
        zm_fail(call, ZARR_ERROR_LIMIT, "%lld parts of chunks at one aggregator are too many",
                (long long)plan->theirs_count);
    theirs = zm_memory(call, 2 * plan->theirs_count * (int64_t)sizeof *theirs);
    plan->theirs = zm_memory(call, plan->theirs_count * (int64_t)sizeof *plan->theirs);
    plan->order = zm_memory(call, plan->theirs_count * (int64_t)sizeof *plan->order);
    if (zm_agree(call))
        goto end;
    MPI_Type_contiguous(2, MPI_INT64_T, &pair);
    MPI_Type_commit(&pair);
    MPI_Alltoallv(numbers, counts, places, pair, theirs, their_counts, their_places, pair, call->context->comm);
    MPI_Type_free(&pair);
    for (int rank = 0; rank < size; rank++)
        for (int64_t i = plan->theirs_first[rank]; i < plan->theirs_first[rank + 1]; i++) {
            plan->theirs[i].chunk = theirs[2 * i];
            plan->theirs[i].region = theirs[2 * i + 1];
            plan->theirs[i].rank = rank;
        }
end:
    free(numbers);
    free(theirs);
}

static const zm_entry *sorted_entries;

static int by_chunk(const void *one, const void *other)
{
    const zm_entry *const a = &sorted_entries[*(const int64_t *)one], *const b =
                                                                          &sorted_entries[*(const int64_t *)other];

    if (a->chunk != b->chunk)
        return a->chunk < b->chunk ? -1 : 1;
    return a->region < b->region ? -1 : a->region > b->region;
}

/* Counts the messages that bring pieces. */
typedef struct tally {
    int64_t limit, filled, messages;
} tally;

static void count_piece(void *user_data, const zm_box *piece, int64_t bytes)
{
    tally *const t = user_data;

    (void)piece;
    if (t->messages == 0 || t->filled + bytes > t->limit) {
        t->messages++;
        t->filled = 0;
    }
    t->filled += bytes;
}

/* Divides the chunks of this aggregator into rounds, none of which takes more memory than it may. */
static void make_rounds(zm_plan *plan)
{
    zm_call *const call = plan->call;
    const int ndim = plan->layout->ndim;
    const int64_t item = plan->layout->item, capacity = call->context->options.buffer_bytes / 2;
    int64_t used = 0, messages = 0;
    int round = 0;

    for (int64_t i = 0; i < plan->theirs_count; i++)
        plan->order[i] = i;
    sorted_entries = plan->theirs;
    qsort(plan->order, (size_t)plan->theirs_count, sizeof *plan->order, by_chunk);
    for (int64_t i = 0, end; i < plan->theirs_count; i = end) {
        const int64_t chunk = plan->theirs[plan->order[i]].chunk;
        int64_t takes = 0, brings = 0;
        int is_kept = 0, own = 0, reads_own = 0;
        zm_box whole, box;
        zm_plan_chunk_box(plan, chunk, &whole);
        const int64_t bytes = zm_volume(ndim, &whole) * item;
        for (end = i; end < plan->theirs_count && plan->theirs[plan->order[end]].chunk == chunk; end++) {
            const zm_entry *const entry = &plan->theirs[plan->order[end]];
            tally t = {plan->message_bytes, 0, 0};
            zm_plan_entry_box(plan, entry, &box);
            if (entry->rank == call->context->rank) {
                own++;
                reads_own = zm_plan_reads_own(plan, &whole, &box);
                continue;
            }
            is_kept = 1;
            takes += zm_volume(ndim, &box) * item;
            zm_split(ndim, item, &box, plan->message_bytes, count_piece, &t);
            brings += t.messages;
        }
        is_kept |= own > 1 || (own == 1 && !reads_own);
        /* A write keeps what has come of all chunks of a round, a read the chunks that it does not read straight. */
        takes = plan->writes ? takes : is_kept ? bytes : 0;
        if (used > 0 && used + takes > capacity) {
            round++;
            used = messages = 0;
        }
        used += takes;
        messages += brings;
        plan->chunk_bytes = bytes > plan->chunk_bytes ? bytes : plan->chunk_bytes;
        plan->incoming_bytes = used > plan->incoming_bytes ? used : plan->incoming_bytes;
        plan->messages = messages > plan->messages ? messages : plan->messages;
        for (int64_t j = i; j < end; j++)
            plan->theirs[plan->order[j]].round = round;
    }
    plan->rounds = plan->theirs_count ? round + 1 : 0;
}

/* Sends the other ranks the rounds in which their parts are exchanged. */
static void tell_rounds(zm_plan *plan)
{
    zm_call *const call = plan->call;
    const int size = call->context->size;
    int *const counts = call->context->counts, *const places = counts + size, *const their_counts = places + size,
               *const their_places = their_counts + size;
    int *const rounds = zm_memory(call, plan->mine_count * (int64_t)sizeof *rounds);
    int *const theirs = zm_memory(call, plan->theirs_count * (int64_t)sizeof *theirs);

    if (!zm_agree(call)) {
        for (int i = 0; i < size; i++) {
            counts[i] = (int)(plan->mine_first[i + 1] - plan->mine_first[i]);
            their_counts[i] = (int)(plan->theirs_first[i + 1] - plan->theirs_first[i]);
            places[i] = (int)plan->mine_first[i];
            their_places[i] = (int)plan->theirs_first[i];
        }
        for (int64_t i = 0; i < plan->theirs_count; i++)
            theirs[i] = plan->theirs[i].round;
        MPI_Alltoallv(theirs, their_counts, their_places, MPI_INT, rounds, counts, places, MPI_INT,
                      call->context->comm);
        for (int64_t i = 0; i < plan->mine_count; i++)
            plan->mine[i].round = rounds[i];
    }
    free(rounds);
    free(theirs);
}

/* The memory of the exchange, which is had before the first message. */
static void take_memory(zm_plan *plan)
{
    const int rank = plan->call->context->rank;

    if (plan->writes)
        plan->chunk = zm_memory(plan->call, plan->chunk_bytes);
    else {
        plan->read = zm_memory(plan->call, plan->theirs_count * (int64_t)sizeof *plan->read);
        plan->places = zm_memory(plan->call, plan->theirs_count * (int64_t)sizeof *plan->places);
    }
    plan->incoming = zm_memory(plan->call, plan->incoming_bytes);
    plan->requests = zm_memory(plan->call, (plan->messages + 8) * (int64_t)sizeof *plan->requests);
    /* Four messages on their way, and one that comes. */
    if (plan->mine_first[rank + 1] - plan->mine_first[rank] < plan->mine_count ||
        plan->theirs_first[rank + 1] - plan->theirs_first[rank] < plan->theirs_count)
        plan->slots = zm_memory(plan->call, 5 * plan->message_bytes);
}

zarr_status zm_plan_rounds(zm_plan *plan)
{
    zm_call *const call = plan->call;

    tell_aggregators(plan);
    if (call->own.status)
        return call->own.status;
    make_rounds(plan);
    tell_rounds(plan);
    if (call->own.status)
        return call->own.status;
    take_memory(plan);
    return zm_agree_on_most(call, &plan->rounds);
}
