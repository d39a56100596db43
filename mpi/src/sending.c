/* Messages with parts of chunks that leave a rank. */
#include "sending.h"
#include <string.h>

void zm_wait_for_all(int count, MPI_Request *requests)
{
    for (int i = 0; i < count; i++)
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
}

char *zm_slot_of(zm_sender *s, int slot)
{
    return s->plan->slots + slot * s->plan->message_bytes;
}

void zm_begin_sending(zm_sender *s, zm_plan *plan, void (*wait)(zm_sender *))
{
    memset(s, 0, sizeof *s);
    s->plan = plan;
    s->wait = wait;
    s->slot = -1;
    s->requests = plan->requests + plan->messages;
    for (int i = 0; i <= ZM_SLOTS; i++)
        s->requests[i] = MPI_REQUEST_NULL;
}

void zm_flush(zm_sender *s)
{
    if (s->filled)
        MPI_Isend(zm_slot_of(s, s->slot), (int)s->filled, MPI_BYTE, s->to, ZM_TAG_PIECES, s->plan->call->context->comm,
                  &s->requests[s->slot]);
    s->filled = 0;
    s->slot = -1;
}

void zm_pack(void *user_data, const zm_box *piece, int64_t bytes)
{
    zm_sender *const s = user_data;
    const int ndim = s->plan->layout->ndim;
    int64_t strides[ZM_MOST_DIMENSIONS];

    if (s->filled + bytes > s->plan->message_bytes)
        zm_flush(s);
    while (s->slot < 0) {
        for (int i = 0; i < ZM_SLOTS && s->slot < 0; i++)
            if (s->requests[i] == MPI_REQUEST_NULL)
                s->slot = i;
        if (s->slot < 0)
            s->wait(s);
    }
    zm_strides(ndim, piece->count, s->plan->layout->item, strides);
    zm_copy(ndim, piece->count, s->plan->layout->item, zm_slot_of(s, s->slot) + s->filled, strides,
            s->from + zm_place(ndim, piece->start, s->first, s->strides), s->strides);
    s->filled += bytes;
}
