/* zarr_mpi.h: Zarr arrays that the ranks of an MPI program create, write and read together
 *
 * Each rank of a simulation has a part of a field. Here is what all ranks do to store it:
 *
 *     zarr_mpi_store_open(MPI_COMM_WORLD, "weather.zarr", NULL, &store, &error);
 *     zarr_mpi_array_open(MPI_COMM_WORLD, store, "temperature", &array, &error);
 *     zarr_mpi_write_region_all(MPI_COMM_WORLD, array, 3, start, count, values, size, &error);
 *
 * Collective. Every function is called by all ranks of the communicator, in the same order, as with MPI's own; a rank
 * without data has counts of 0. Every rank returns the same status and the same `zarr_error`. Arguments are checked on
 * all ranks before anything is done, so that a bad one on any rank, a NULL handle too, is an error on every rank and
 * no rank waits for ever. Where several ranks fail, the error of the lowest one counts. Texts, shapes, builders and
 * options are those of rank 0; the other ranks may pass NULL for them.
 *
 * One store. Each rank looks into its own store for the node that a call opens, creates, copies, verifies or
 * consolidates: on another machine a path may be another disk. If a rank does not find what rank 0 has,
 * `ZARR_ERROR_NOT_FOUND` or `ZARR_ERROR_CONFLICT` names ranks, machines and the folder. At object stores, where a URL
 * is one store for all, a rank looks for an array when it first writes a chunk, or finds none.
 *
 * Requests. One rank reads the documents, and creates and changes nodes, and tells the others what they say: the store
 * gets as many requests as from one process and the looks of the others, in calls for whole hierarchies up to three
 * times as many for documents.
 * Each chunk (with shards: each shard) is read by one rank and written by one rank, as a whole; only long runs of
 * chunks without codecs are read by each rank for itself. So regions need not fit the chunks, and a file system without
 * locks loses nothing.
 *
 * Handles are those of zarr.h: any rank may use them by itself as well, and frees them.
 *
 * MPI. A communicator is duplicated when it is first used, so that messages of the program are never mixed up with
 * those of the library; the duplicate goes with the communicator, at the latest in `MPI_Finalize`. MPI_THREAD_FUNNELED
 * is enough: one thread at a time calls these functions, and only it calls MPI. A failure of MPI itself ends the
 * program, as `MPI_ERRORS_ARE_FATAL` does.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef ZARR_MPI_H
#define ZARR_MPI_H

#include <mpi.h>
#include <zarr.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------------------------
 * Which MPI
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Kinds of MPI differ in the size of their handles, and a library is compiled for one of them. A program that is
 * compiled for another one does not link: `zarr_mpi_is_for_open_mpi` is undefined in a library for MPICH.
 */

#if defined(OPEN_MPI)
#define ZARR_MPI_KIND zarr_mpi_is_for_open_mpi
#elif defined(MPICH_VERSION) || defined(I_MPI_VERSION) || defined(MVAPICH2_VERSION)
#define ZARR_MPI_KIND zarr_mpi_is_for_mpich
#else
/** The name of a variable that only a library for the kind of MPI of this program has. */
#define ZARR_MPI_KIND zarr_mpi_is_for_another_mpi
#endif

/** The kind of MPI that the library was compiled for. */
extern const char ZARR_MPI_KIND;
#if defined(__GNUC__)
static const char *const zarr_mpi_kind __attribute__((used)) = &ZARR_MPI_KIND;
#endif

/* ------------------------------------------------------------------------------------------------------------------
 * Options of a communicator
 * ------------------------------------------------------------------------------------------------------------------
 */

#define ZARR_MPI_OVERLAP_ERROR 0 /**< Elements that two regions name: `ZARR_ERROR_CONFLICT`, nothing is written. */
#define ZARR_MPI_OVERLAP_LAST  1 /**< The highest rank that writes an element wins, and of one rank its last region. */

/** How collective reads and writes work. Begin with `ZARR_MPI_OPTIONS_INIT`, then set members. */
typedef struct zarr_mpi_options {
    /** The size of this struct, by which the library knows which members the caller knows. */
    size_t struct_size;
    /**
     * How many ranks of each node store chunks that several ranks write, and read chunks that several want; 0: all. A
     * chunk that only one rank writes or reads never goes through another one.
     */
    int32_t aggregators_per_node;
    /** The rule for elements that two ranks write: `ZARR_MPI_OVERLAP_ERROR` or `ZARR_MPI_OVERLAP_LAST`. */
    int32_t overlap;
    /**
     * The memory that one call may take on a rank for chunks and messages. Where it is less than a chunk that ranks
     * share, it is what that chunk takes, and the parts of it that other ranks send.
     */
    int64_t buffer_bytes;
} zarr_mpi_options;

/** All ranks store chunks, overlaps are errors, 64 MiB. */
#define ZARR_MPI_OPTIONS_INIT { sizeof(zarr_mpi_options), 0, ZARR_MPI_OVERLAP_ERROR, 67108864 }

/** Set the options of a communicator, for all later calls with it. */
zarr_status zarr_mpi_set_options(MPI_Comm comm, const zarr_mpi_options *options, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Stores
 * ------------------------------------------------------------------------------------------------------------------
 */

/**
 * Open a store on all ranks, as `zarr_store_open` does: first on rank 0, then on the others. A relative path counts
 * from the working directory of rank 0. Each rank frees it with `zarr_store_free`. `ZARR_ERROR_UNSUPPORTED`: a store in memory, which is another one in each process.
 */
zarr_status zarr_mpi_store_open(MPI_Comm comm, const char *url, const char *options_json, zarr_store **store,
                                zarr_error *error);

/** Flush the store on all ranks, as `zarr_store_flush` does; returns when all have. */
zarr_status zarr_mpi_store_flush(MPI_Comm comm, const zarr_store *store, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Groups
 * ------------------------------------------------------------------------------------------------------------------
 */

/** Create a group, as `zarr_group_create` does. Each rank frees it with `zarr_group_free`. */
zarr_status zarr_mpi_group_create(MPI_Comm comm, const zarr_store *store, const char *path, int32_t format,
                                  const char *attributes_json, zarr_group **group, zarr_error *error);

/**
 * Create a group in the place of any existing node, as `zarr_group_create_or_replace` does, when queued writes are
 * stored: see Queued output.
 */
zarr_status zarr_mpi_group_create_or_replace(MPI_Comm comm, const zarr_store *store, const char *path, int32_t format,
                                             const char *attributes_json, zarr_group **group, zarr_error *error);

/** Open a group: rank 0 looks for it. */
zarr_status zarr_mpi_group_open(MPI_Comm comm, const zarr_store *store, const char *path, zarr_group **group,
                                zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Arrays
 * ------------------------------------------------------------------------------------------------------------------
 *
 * After each of these calls the handles of all ranks know the same shape and the same attributes.
 */

/**
 * Create an array, as `zarr_array_create` does. The builder of rank 0 counts; others may pass NULL. Each rank frees
 * the array with `zarr_array_free`, and rank 0 its builder.
 */
zarr_status zarr_mpi_array_create(MPI_Comm comm, const zarr_store *store, const char *path,
                                  const zarr_array_builder *builder, zarr_array **array, zarr_error *error);

/**
 * Create an array in the place of any existing node, as `zarr_array_create_or_replace` does, when queued writes are
 * stored: see Queued output.
 */
zarr_status zarr_mpi_array_create_or_replace(MPI_Comm comm, const zarr_store *store, const char *path,
                                             const zarr_array_builder *builder, zarr_array **array, zarr_error *error);

/** Open an array: rank 0 reads its documents. */
zarr_status zarr_mpi_array_open(MPI_Comm comm, const zarr_store *store, const char *path, zarr_array **array,
                                zarr_error *error);

/** Open an array with options, as `zarr_array_open_with` does. */
zarr_status zarr_mpi_array_open_with(MPI_Comm comm, const zarr_store *store, const char *path,
                                     const char *options_json, zarr_array **array, zarr_error *error);

/** Read the documents again on rank 0, as `zarr_array_refresh` does, to see what other programs have changed. */
zarr_status zarr_mpi_array_refresh(MPI_Comm comm, const zarr_array *array, zarr_error *error);

/** Give the array another shape, as `zarr_array_resize` does, when queued writes are stored: see Queued output. */
zarr_status zarr_mpi_array_resize(MPI_Comm comm, const zarr_array *array, int32_t ndim, const int64_t *shape,
                                  zarr_error *error);

/**
 * Make the array longer by `length` elements along an axis, and write into the new part: the region of each rank is
 * counted from the beginning of the new part along the axis. Sets `*first` to the old length, where the new part
 * begins, if the array has grown, also where the call then fails: in writing, where two regions name the same
 * elements, where another program has made the array narrower, or by the failure of an earlier queued write. `first`
 * may be NULL. Axis and length are those of rank 0. Other programs that append meanwhile get places of their own.
 */
zarr_status zarr_mpi_array_append(MPI_Comm comm, const zarr_array *array, int32_t axis, int64_t length, int32_t ndim,
                                  const int64_t *start, const int64_t *count, const void *data, size_t size,
                                  int64_t *first, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Attributes
 * ------------------------------------------------------------------------------------------------------------------
 *
 * A `node` is an open array or an open group, as with `zarr_attribute_set_json`. Rank 0 writes the document. A program
 * that sees the attribute also sees what any rank wrote before this call.
 */

/** Set an attribute to any value of JSON. */
zarr_status zarr_mpi_attribute_set_json(MPI_Comm comm, const void *node, const char *name, const char *json,
                                        zarr_error *error);

/** Set an attribute to an integer. */
zarr_status zarr_mpi_attribute_set_int64(MPI_Comm comm, const void *node, const char *name, int64_t value,
                                         zarr_error *error);

/** Set an attribute to a number. */
zarr_status zarr_mpi_attribute_set_double(MPI_Comm comm, const void *node, const char *name, double value,
                                          zarr_error *error);

/** Set an attribute to a text. */
zarr_status zarr_mpi_attribute_set_string(MPI_Comm comm, const void *node, const char *name, const char *value,
                                          zarr_error *error);

/** Take an attribute away. */
zarr_status zarr_mpi_attribute_erase(MPI_Comm comm, const void *node, const char *name, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Regions
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Each rank has a region of its own, or several, or none. A chunk (with shards: a shard) that one rank alone writes
 * entirely is written by it, from where its elements lie, as `zarr_array_write_region` does; nothing is sent. A chunk
 * of several ranks has one of them as its aggregator, to which the others send their parts; it reads the chunk if
 * parts are missing, and writes it once, as a whole. Reading is the reverse, but that a rank reads its own elements of
 * a chunk where the ranks together want no more than the chunk has, its own are one region of 64 KiB or more, and lie
 * there in runs of 4 KiB or more (`zarr_array_reads_parts` is 2) or of 64 KiB or more (it is 1); not if
 * `aggregators_per_node` is above 0.
 *
 * A read finds what every rank has written before the call: each rank drops the chunks that the option "cache_bytes"
 * has kept of the array. No lock between processes is needed, and a call waits for none, except for a change of the
 * document. Other programs must not write the chunks meanwhile.
 *
 * A region past the end is `ZARR_ERROR_OUT_OF_BOUNDS`, also where the array was opened with {"grow": true}, which is
 * for writes of one rank by itself: ranks make an array longer by `zarr_mpi_array_append`.
 *
 * A failure of the store on one rank is an error on all; chunks of other ranks, and those that the rank had written
 * before, may have been written. Each chunk is old or new, never a mixture. The buffer of a read may hold anything
 * then.
 *
 * `ZARR_ERROR_CONFLICT`: two regions name the same elements, see `ZARR_MPI_OVERLAP_ERROR`, or ranks know different
 * shapes of the array, see `zarr_mpi_array_refresh`. `ZARR_ERROR_TYPE_MISMATCH`: elements have a variable length.
 * `ZARR_ERROR_LIMIT`: between the regions of all ranks there are more than 2^63 - 1 chunks. Others as in
 * `zarr_array_write_region` and `zarr_array_read_region`. But for failures of the store and of memory, nothing was
 * written.
 */

/** Write the region of each rank from its buffer, as `zarr_array_write_region` does. */
zarr_status zarr_mpi_write_region_all(MPI_Comm comm, const zarr_array *array, int32_t ndim, const int64_t *start,
                                      const int64_t *count, const void *data, size_t size, zarr_error *error);

/** Read the region of each rank into its buffer, as `zarr_array_read_region` does. Regions may overlap. */
zarr_status zarr_mpi_read_region_all(MPI_Comm comm, const zarr_array *array, int32_t ndim, const int64_t *start,
                                     const int64_t *count, void *buffer, size_t size, zarr_error *error);

/**
 * Write any number of regions of each rank, from any places in memory: `regions[i]` lies in `data[i]`, which has
 * `sizes[i]` bytes, with strides, order and offset as in `zarr_array_write`. Steps other than 1 are
 * `ZARR_ERROR_UNSUPPORTED`.
 */
zarr_status zarr_mpi_write_regions_all(MPI_Comm comm, const zarr_array *array, size_t regions_count,
                                       const zarr_region *regions, const void *const *data, const size_t *sizes,
                                       zarr_error *error);

/** Read any number of regions of each rank to any places in memory, as `zarr_mpi_write_regions_all` writes them. */
zarr_status zarr_mpi_read_regions_all(MPI_Comm comm, const zarr_array *array, size_t regions_count,
                                      const zarr_region *regions, void *const *buffers, const size_t *sizes,
                                      zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Queued output
 * ------------------------------------------------------------------------------------------------------------------
 *
 * The queue of each rank stores chunks while the program computes. Elements are exchanged before the call returns, by
 * the thread that calls; threads of the queue never call MPI.
 *
 * Order. Writes by one communicator, queued or not, take effect in the order of the calls: one that touches chunks of
 * an earlier queued write waits until the queues of all ranks have stored what they had. So do calls that resize or
 * replace an array, for all queued writes. Reads do not wait. Each failure of an earlier queued write is told once, by
 * any of these calls, on all ranks of its communicator, and then by `zarr_queue_wait` no more; its message begins with
 * "ticket N", after the number of the rank. The write of that call has been done, or queued, even so; no other function
 * has done anything. A failure of the call itself is told first.
 */

/**
 * Write the region of each rank, as `zarr_mpi_write_region_all` does, and leave what stores chunks to the queues,
 * which copy them; chunks that are not written entirely are read before. Each rank has a queue of its own. With a
 * queue of "full": "refuse", `ZARR_ERROR_LIMIT` may come when some of the chunks were queued, on any rank; these are
 * stored.
 */
zarr_status zarr_mpi_queue_write_region_all(MPI_Comm comm, zarr_queue *queue, const zarr_array *array, int32_t ndim,
                                            const int64_t *start, const int64_t *count, const void *data, size_t size,
                                            zarr_error *error);

/**
 * Wait until the queues of all ranks have stored everything, then give the first failure that was not told yet: call
 * it until it returns `ZARR_OK` to see each. What a rank has cancelled by `zarr_queue_cancel` is no failure.
 *
 * Ranks let go of the chunks that the option "cache_bytes" keeps of the arrays that were written.
 */
zarr_status zarr_mpi_queue_wait_all(MPI_Comm comm, zarr_queue *queue, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Whole hierarchies
 * ------------------------------------------------------------------------------------------------------------------
 */

/**
 * Copy a node with everything below it, as `zarr_node_copy` does: rank 0 copies the documents, and the ranks share
 * the chunks among themselves, which are decoded only between N5 and other formats. After a failure the nodes are
 * there, and chunks may be missing; a node that is copied into itself is refused before. Chunks by which another
 * program makes the array longer meanwhile are left out.
 */
zarr_status zarr_mpi_copy_all(MPI_Comm comm, const zarr_store *from, const char *from_path, const zarr_store *to,
                              const char *to_path, int32_t format, zarr_error *error);

/**
 * Write a copy of all documents below a group into the group: rank 0 does it, as `zarr_node_consolidate` does, when all
 * ranks see the group. Other programs may change documents meanwhile.
 */
zarr_status zarr_mpi_consolidate_all(MPI_Comm comm, const zarr_store *store, const char *path, zarr_error *error);

/**
 * Decode every chunk of every array at a path and below it, the ranks each a part of them. `*chunks` is how many
 * chunks (with shards: shards) are stored, `*damaged` how many of them can't be read; both may be NULL.
 * `ZARR_ERROR_DATA`: there are such, and the message names the first of the lowest rank that found one. A document
 * that can't be read has the status that opening its node has, and no chunk is decoded. Another program may write and
 * resize meanwhile.
 */
zarr_status zarr_mpi_verify_all(MPI_Comm comm, const zarr_store *store, const char *path, int64_t *chunks,
                                int64_t *damaged, zarr_error *error);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* ZARR_MPI_H */
