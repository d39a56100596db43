/* Shared by the sources of zarr_mpi. Functions that are not static begin with zm_. */
#ifndef ZARR_MPI_INTERNAL_H
#define ZARR_MPI_INTERNAL_H

#include <zarr_mpi.h>

enum { ZM_MOST_DIMENSIONS = 64, ZM_TAG_PIECES = 1, ZM_INLINE_DIMENSIONS = 4, ZM_HEADER = 4 + 2 * ZM_INLINE_DIMENSIONS };
enum { ZM_MOST_PENDING = 64 };

/* A collective write that queues may not have stored yet: the chunks that it touches along the first dimensions. */
typedef struct zm_pending {
    uint64_t path;
    int64_t low[ZM_INLINE_DIMENSIONS], high[ZM_INLINE_DIMENSIONS];
    zarr_queue *queue;
    zarr_array *array; /* a handle of its own: ranks let go of the chunks that they keep of it when all is stored */
} zm_pending;

/* The context of a communicator: its duplicate for messages of the library, and its options. */
typedef struct zm_context {
    MPI_Comm comm;
    int rank, size;
    zarr_mpi_options options;
    char *is_aggregator; /* one a rank; NULL: all are */
    int *aggregators, aggregators_count;
    /* Memory that planning needs before ranks can agree that an allocation has failed. */
    int64_t *headers, *first;
    int *counts;
    zm_pending pending[ZM_MOST_PENDING];
    int pending_count;
    int keeps_chunks; /* collective reads use the chunks that ranks keep */
    MPI_Comm original;
    struct zm_context *next;
} zm_context;

/* The errors of a call: `own` is what went wrong on this rank, and becomes what all ranks return. */
typedef struct zm_call {
    zm_context *context;
    int root; /* the rank that knows what zm_share gives the others; 0 but for whole hierarchies */
    zarr_error own;
    zarr_error *told; /* the caller's, or NULL */
    int is_of_ranks;  /* the message says already which rank it is about */
} zm_call;

/* Begins a call. Returns 0, or the status for an invalid communicator, which the caller returns at once. */
zarr_status zm_begin(zm_call *call, MPI_Comm comm, zarr_error *error);
/* Lets collective reads use cached chunks, provided that no rank caches chunks of arrays that it writes. */
void zm_keep_chunks(MPI_Comm comm);
/* Agrees on the error of the lowest rank that has one. Collective. */
zarr_status zm_agree(zm_call *call);
/* Looks for the node, which rank 0 has found or made, in the store of this rank: that may be another one, on another
   disk at the same path. Behind a network a URL is one store for all, and an array is looked for when it is needed. */
void zm_look_for(zm_call *call, const zarr_array *array, const zarr_group *group);
/* Agrees as zm_agree does after zm_look_for: the message names ranks and machines. Collective. */
zarr_status zm_agree_on_sight(zm_call *call);
/* Refuses a store of this rank that lacks the node that rank 0 finds at a path. Collective, agreed. */
zarr_status zm_see_node(zm_call *call, const zarr_store *store, const char *path);
/* Agrees as zm_agree does, and gives every rank the largest number of all ranks. */
zarr_status zm_agree_on_most(zm_call *call, int64_t *number);
/* Hands the error, on which all agree, to the caller. */
zarr_status zm_end(zm_call *call);
/* A part of a message that each language writes in its own way, by its kind in docs/internals.md, the number of
   dimensions that it counts among, and its words in C. */
#define ZM_TERM(KIND, RANK, WORDS) "\xEF\xB7\x90" KIND RANK " " WORDS "\xEF\xB7\x91"
#define ZM_DIMENSION               ZM_TERM("d", "%d", "dimension %d")
#define ZM_POSITION                ZM_TERM("p", "%d", "[%s]")
/* Notes a failure of this rank, unless there is one already. */
void zm_fail(zm_call *call, zarr_status status, const char *format, ...);
/* Says which array a failure of this rank is about, unless its message does. */
void zm_name_array(zm_call *call, const zarr_array *array);
/* How many bytes of a text fit, if it is cut between two characters. */
int zm_cut(const char *text, size_t room);
void *zm_memory(zm_call *call, int64_t bytes);
int zm_is_root(const zm_call *call);

/* Texts and bytes of the root for all: `parts` blocks, each with its size, -1 for NULL. Each rank frees *owner; the
   blocks lie in it, and end with a NUL. Collective, and agreed. */
zarr_status zm_share(zm_call *call, int parts, const void **blocks, int64_t *sizes, void **owner);

/* One dimension of the grid of chunks (shards): all of one length, or with a list of where they begin. */
typedef struct zm_axis {
    int64_t length, chunk, count;
    int64_t *begins;
} zm_axis;

/* The properties of an array that collective calls use. */
typedef struct zm_layout {
    const zarr_array *array;
    int ndim;
    int64_t item;
    int64_t shape[ZM_MOST_DIMENSIONS];
    zm_axis axes[ZM_MOST_DIMENSIONS];
    uint64_t path, fingerprint; /* of the array's path alone, and of all that ranks must agree on */
} zm_layout;

typedef struct zm_box {
    int64_t start[ZM_MOST_DIMENSIONS], count[ZM_MOST_DIMENSIONS];
} zm_box;

/* A region of this rank, and the layout of its elements in memory. */
typedef struct zm_part {
    zm_box box;
    int64_t strides[ZM_MOST_DIMENSIONS], offset;
    char *data;
    size_t size;
} zm_part;

#define ZM_MIXED_NOTHING 14695981039346656037u
uint64_t zm_mixed(uint64_t hash, const void *data, size_t size);
void zm_look_at(zm_call *call, const zarr_array *array, zm_layout *layout);
void zm_layout_free(zm_layout *layout);
int64_t zm_chunk_of(const zm_axis *axis, int64_t element);
int64_t zm_chunk_begin(const zm_axis *axis, int64_t chunk);
/* Moves on from low to high, both included, the last dimension first; 0, and back at low, after the last. */
int zm_next(int ndim, int64_t *at, const int64_t *low, const int64_t *high);
int zm_intersect(int ndim, const zm_box *a, const zm_box *b, zm_box *both);
int64_t zm_volume(int ndim, const zm_box *box);
int zm_contains(int ndim, const zm_box *outer, const zm_box *inner);

/* Strides of a block in C order. */
void zm_strides(int ndim, const int64_t *count, int64_t item, int64_t *strides);
/* The offset of an element from the first one of a block with these strides. */
int64_t zm_place(int ndim, const int64_t *element, const int64_t *first, const int64_t *strides);
void zm_copy(int ndim, const int64_t *count, int64_t item, char *to, const int64_t *to_strides, const char *from,
             const int64_t *from_strides);

/* The way to the store: calls of the library, or a queue. */
typedef struct zm_backend {
    zarr_queue *queue; /* NULL: at once */
} zm_backend;

void zm_backend_write(zm_backend *backend, zm_call *call, const zm_layout *layout, const zm_box *box, const char *data,
                      const int64_t *strides, int64_t offset, size_t size);
void zm_backend_read(zm_backend *backend, zm_call *call, const zm_layout *layout, const zm_box *box, char *data,
                     const int64_t *strides, int64_t offset, size_t size);

/* The two-phase call, of which this rank's part has been checked so far. Collective; frees the layout and the parts. */
zarr_status zm_transfer(zm_call *call, zm_layout *layout, size_t count, zm_part *parts, int writes,
                        zm_backend *backend);

/* The growth along an axis; rank 0's values count. `first` is the old end of the array, or -1 until the array has
   grown, and `array` identifies rank 0's array. */
typedef struct zm_growth {
    int64_t axis, length, first, array;
} zm_growth;

/* Gives the layout that the array would have if it were the new part alone: this rank's part is checked against it. */
void zm_begin_append(zm_call *call, const zarr_array *array, zm_growth *growth, zm_layout *layout);
/* Makes the array longer and writes the parts. Collective; frees the layout and the part. */
zarr_status zm_append(zm_call *call, const zarr_array *array, zm_growth *growth, zm_layout *layout, zm_part *part);

/* Makes parts of this rank's regions; NULL after a failure, or without regions. */
zm_part *zm_parts_of_regions(zm_call *call, const zm_layout *layout, size_t count, const zarr_region *regions,
                             const void *const *data, const size_t *sizes);
zm_part *zm_part_of_box(zm_call *call, const zm_layout *layout, int32_t ndim, const int64_t *start,
                        const int64_t *count, const void *data, size_t size);
/* Checks a box against the shape of the layout. */
void zm_check_box(zm_call *call, const zm_layout *layout, const zm_box *box);
/* Agrees, and waits for what collective calls have left to queues; a failure of theirs is one of this call. */
zarr_status zm_agree_behind_queues(zm_call *call);
/* Keeps the failure of an earlier operation, which a queue reports once, for a call that can report it to all ranks.
   Returns 0 for any other failure. */
int zm_keep_earlier(const zarr_error *problem);
/* Agrees as zm_agree does; the first failure that the lowest rank has kept becomes the failure of the call. */
zarr_status zm_tell_kept(zm_call *call);
/* Drops the kept failures when no further call can report them. */
void zm_forget_kept(void);
/* Drops all pending writes, once they are stored or obsolete. */
void zm_let_go_of_pending(zm_context *context);
/* The contexts of this process, each with the next one. */
const zm_context *zm_contexts(void);
/* Notes that a queue has stored everything. */
void zm_forget_pending(zm_context *context, const zarr_queue *queue);
/* Checks a handle by the words of the library. */
void zm_check_store(zm_call *call, const zarr_store *store);
/* Another handle of a store, which has read no consolidated copy yet and keeps no chunks: the call sees what is stored
   now. The caller frees it. */
zarr_store *zm_open_anew(zm_call *call, const zarr_store *store, const char *options_json);
/* Options for nodes that this call makes or changes: a consolidated copy lacks them. */
#define ZM_BY_DOCUMENTS "{\"consolidated\": \"never\"}"
void zm_check_array(zm_call *call, const zarr_array *array);
/* Makes all ranks know what rank 0's handle knows. Collective, agreed. */
zarr_status zm_tell_document(zm_call *call, const zarr_array *array);

#endif
