/* Which rank stores which chunk, and in which order ranks exchange their parts of it. */
#ifndef ZARR_MPI_PLAN_H
#define ZARR_MPI_PLAN_H

#include "internal.h"

/* Enough for 2^31 regions, eight of which are in a box. */
enum { ZM_MOST_LEVELS = 13 };

/* One region's part of one chunk that goes through an aggregator. Regions are numbered over all ranks. */
typedef struct zm_entry {
    int64_t chunk, region;
    int rank;  /* the aggregator, or at the aggregator the rank whose part it is */
    int round; /* those of one round are exchanged together */
} zm_entry;

/* The regions of all ranks in an order of places, and boxes around them, from level 1 to the one box at the top. */
typedef struct zm_tree {
    int64_t *order, *boxes;
    int64_t counts[ZM_MOST_LEVELS], begins[ZM_MOST_LEVELS];
    int top;
} zm_tree;

typedef struct zm_plan {
    zm_call *call;
    zm_layout *layout;
    zm_part *parts; /* of this rank, none of them empty */
    size_t count;
    int writes;
    zm_backend *backend;

    int64_t *boxes; /* start and count of all regions of all ranks, 2 * ndim numbers each */
    int64_t *first; /* the first region of each rank, and the end */
    zm_tree tree;
    int has_regions, has_pending; /* of all ranks; writes that a queue may still have to store */
    /* The chunks that the regions of all ranks touch: the first and the last along each dimension. */
    int64_t low[ZM_MOST_DIMENSIONS], high[ZM_MOST_DIMENSIONS];

    unsigned char **marks;   /* for each part: which of its chunks go through an aggregator; NULL: none */
    zm_entry *mine, *theirs; /* sorted by rank, chunk, region */
    int64_t mine_count, theirs_count;
    int64_t *mine_first, *theirs_first; /* by rank, and the end */
    int64_t *order;                     /* of theirs, sorted by chunk, then region */
    int64_t rounds;                     /* of this rank, then of all */
    int64_t message_bytes;
    int32_t reads_parts; /* as zarr_array_reads_parts says; 0 where this rank reads no shared chunk for itself alone */

    /* Upper bounds of the memory for the exchange. */
    int64_t chunk_bytes, incoming_bytes, messages;
    char *chunk, *incoming, *slots;
    MPI_Request *requests;
    int64_t *cursors;
    /* For each of their parts of a read: the box that was read of its chunk, and the offset of that in `incoming`. */
    zm_box *read;
    int64_t *places;
} zm_plan;

/* All steps up to the memory that the exchange needs; collective, agreed. Frees nothing after a failure. */
zarr_status zm_plan_make(zm_plan *plan);
/* Waits for earlier writes of the same chunks that queues may still have to store. Collective, agreed. */
zarr_status zm_plan_keep_order(zm_plan *plan);
/* The last of them: the parts at each aggregator, the rounds, and the memory. */
zarr_status zm_plan_rounds(zm_plan *plan);
void zm_plan_free(zm_plan *plan);
void zm_plan_box(const zm_plan *plan, int64_t region, zm_box *box);
/* The chunks that a box touches: the first and the last along each dimension. */
void zm_plan_chunks(const zm_plan *plan, const zm_box *box, int64_t *low, int64_t *high);
/* Finds the chunks that the regions of all ranks touch; more than can be numbered are a failure of all. */
void zm_plan_bounds(zm_plan *plan);
/* Calls `meet` with regions that have elements in a box, and with -1 for boxes around several such: 0 leaves these out.
   `both` is what lies in both boxes. */
typedef int (*zm_meet)(void *user_data, int64_t region, const zm_box *both);
void zm_tree_search(const zm_plan *plan, const zm_box *box, zm_meet meet, void *user_data);
void zm_tree_make(zm_plan *plan);
void zm_tree_free(zm_tree *tree);
/* The rank that has a region. */
int zm_plan_rank(const zm_plan *plan, int64_t region);
/* True if from the store this rank's part of a chunk comes sooner than by messages. Two parts of one chunk are read
   together, so that they are of one version of it. */
int zm_plan_reads_own(const zm_plan *plan, const zm_box *chunk, const zm_box *part);
/* Gives each entry of this rank its aggregator. */
void zm_plan_choose(zm_plan *plan);
/* The number of a chunk, and the elements of the chunk of a number. */
int64_t zm_plan_number(const zm_plan *plan, const int64_t *chunk);
void zm_plan_chunk_box(const zm_plan *plan, int64_t number, zm_box *box);
/* The elements of an entry. */
void zm_plan_entry_box(const zm_plan *plan, const zm_entry *entry, zm_box *box);
/* The part of memory that an entry of this rank is about. */
const zm_part *zm_plan_part(const zm_plan *plan, const zm_entry *entry);

/* Calls `visit` with pieces of a box of at most `bytes` bytes, always with equal pieces in one order. */
typedef void (*zm_visit)(void *user_data, const zm_box *piece, int64_t bytes);
void zm_split(int ndim, int64_t item, const zm_box *box, int64_t bytes, zm_visit visit, void *user_data);

/* The exchange of all rounds. A read calls `meanwhile` once, at the latest before it waits for the last messages. */
void zm_exchange_write(zm_plan *plan);
void zm_exchange_read(zm_plan *plan, void (*meanwhile)(zm_plan *plan));

#endif
