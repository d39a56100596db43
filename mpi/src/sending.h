/* Messages with parts of chunks that leave a rank. */
#ifndef ZARR_MPI_SENDING_H
#define ZARR_MPI_SENDING_H

#include "plan.h"

enum { ZM_SLOTS = 4 };

/* Messages that leave: a few at a time, each in a slot of its own. */
typedef struct zm_sender {
    zm_plan *plan;
    MPI_Request *requests; /* ZM_SLOTS of them for sending, and one for receiving */
    int slot, to;
    int64_t filled;
    /* The memory and the layout of the elements to pack. */
    const char *from;
    const int64_t *strides, *first;
    void (*wait)(struct zm_sender *sender);
    int64_t expected, *entries, *pieces; /* bytes still to come, and the place reached in each rank's data */
    void (*meanwhile)(zm_plan *plan);    /* work that needs no message; NULL: none, or it is done */
} zm_sender;

/* `wait` returns when a slot may be free. */
void zm_begin_sending(zm_sender *s, zm_plan *plan, void (*wait)(zm_sender *));
/* Puts a piece into the message for rank `to`; one that is full leaves. The sender is the user data. */
void zm_pack(void *sender, const zm_box *piece, int64_t bytes);
/* Lets the message leave that is begun. */
void zm_flush(zm_sender *s);
char *zm_slot_of(zm_sender *s, int slot);
void zm_wait_for_all(int count, MPI_Request *requests);

#endif
