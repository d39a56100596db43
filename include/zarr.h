/* zarr.h: every Zarr format behind one C API
 *
 * Zarr keeps n-dimensional arrays in pieces, called chunks, under keys of a store: files of a directory, members of
 * an archive, objects of a cloud. This library opens, creates, reads and writes such arrays in every format that
 * Zarr has had. A program works with regions of arrays, and need not know which format it meets:
 *
 *     zarr_error error;
 *     zarr_store *store = NULL;
 *     zarr_array *array = NULL;
 *     int64_t start[2] = {0, 0}, count[2] = {10, 20};
 *     double values[10][20];
 *
 *     if (zarr_store_open("weather.zarr", NULL, &store, &error) ||
 *         zarr_array_open(store, "surface/temperature", &array, &error) ||
 *         zarr_array_data_type(array) != ZARR_FLOAT64 ||
 *         zarr_array_read_region(array, 2, start, count, values, sizeof values, &error))
 *         fprintf(stderr, "%s: %s\n", zarr_status_name(error.status), error.message);
 *     zarr_array_free(array);
 *     zarr_store_free(store);
 *
 * Errors. A function that can fail returns a `zarr_status`: 0 is success. Its last argument points to a
 * `zarr_error` of yours, or is NULL; it then holds one line of text that says what failed, where and why. When a
 * function that makes something fails, it sets its output to NULL; other outputs stay as they were. Functions that
 * return a plain value give -1, 0 or NULL for a bad handle, as they say.
 *
 * Handles. Stores, groups, arrays, builders and results are handles. The caller frees each handle with the `_free`
 * function of its type, in any order; NULL is fine, and a second time does nothing. A handle that was freed, or is of
 * another type, is refused with `ZARR_ERROR_INVALID_HANDLE`. A `const` handle argument is not freed by the function.
 *
 * Threads. All functions are thread-safe on a shared handle, with two exceptions: `_free` needs that no call is
 * running on the handle, and a builder belongs to one thread at a time. Threads that write one chunk take
 * turns, so that writes to different parts of it are all kept. The guarantees between processes depend on the store:
 * see docs/consistency.md.
 *
 * Forks and exits. A child of `fork` may use all handles of its parent, whatever the threads of the parent were
 * doing; writing to a zip file to which the parent has written through the handle is `ZARR_ERROR_CONFLICT`, and a
 * store in memory is a copy in the child, so that neither process sees what the other one writes. No other thread
 * may be opening a store behind a network while a process forks, and a child must not return into a call from whose
 * callback it was forked. Calls work in handlers of `atexit` and in destructors of static objects and of a thread's
 * keys, and the process may exit while other threads are inside calls. A call is no point at which a thread is
 * cancelled; threads that can be cancelled at any moment (`PTHREAD_CANCEL_ASYNCHRONOUS`) must not call the library.
 *
 * Ownership. Everything that is passed in belongs to the caller, is copied where it is needed longer, and has to
 * stay as it is until the function returns. Texts are NUL-terminated UTF-8. Outputs must not overlap inputs or each
 * other.
 *
 * Arrays of no dimension. Shapes, positions and counts come as `ndim` numbers, in elements, slowest dimension
 * first. For an array of no dimension that is (0, NULL), and a region of it is its one element. A pointer may be
 * NULL wherever nothing is to be read from it or written to it.
 *
 * Manners. The library prints nothing, installs no signal handler, needs no setting up and no shutting down. Memory
 * whose size comes from data or from a request is `ZARR_ERROR_NO_MEMORY` where it can't be had; should even the few
 * hundred bytes of a handle or a message be lacking, the process is aborted. Floating-point exceptions that a thread
 * traps, and another rounding, are put aside while a call runs, callbacks included, and are as before when it returns.
 *
 * Made of src/ffi by `make header`; changes belong there.
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef ZARR_H
#define ZARR_H

#include <stddef.h>
#include <stdint.h>

#define ZARR_VERSION       "0.1.0" /**< The version of this header. */
#define ZARR_VERSION_MAJOR 0 /**< Its first number. */
#define ZARR_VERSION_MINOR 1 /**< Its second number. */
#define ZARR_VERSION_PATCH 0 /**< Its third number. */
/** The version of this header as a number that grows with it, as `zarr_version_number` gives that of the library. */
#define ZARR_VERSION_NUMBER \
    (1000000 * ZARR_VERSION_MAJOR + 1000 * ZARR_VERSION_MINOR + ZARR_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------------------------
 * Status codes and errors
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Every function that can fail returns a status, and describes the failure in the `zarr_error` that its last
 * argument points to. The struct belongs to the caller, has a fixed size and needs no initialisation and no
 * clean-up: declare one on the stack, one a thread or one a call. Pass NULL if the status alone will do.
 */

/**
 * The status that a function returns: `ZARR_OK`, one of `ZARR_ERROR_...`, or a code of a callback, `ZARR_STATUS_USER`
 * or above. Numbers are never reused.
 */
typedef int32_t zarr_status;

/** The description of a failure: 1024 bytes, for ever. */
typedef struct zarr_error {
    /** The status that the function returned. */
    int32_t status;
    /** The errno or HTTP status behind it, 0 if there is none. */
    int32_t system_code;
    /** One line of UTF-8 that says what failed, where and why; always NUL-terminated, empty on success. */
    char message[1016];
} zarr_error;

#define ZARR_OK                        0 /**< Success. */
#define ZARR_ERROR_INVALID_ARGUMENT    1 /**< An argument is not allowed. */
#define ZARR_ERROR_INVALID_HANDLE      2 /**< A handle is NULL, freed, or of another type. */
#define ZARR_ERROR_NOT_FOUND           3 /**< There is no such node, key or store. */
#define ZARR_ERROR_ALREADY_EXISTS      4 /**< The node is there already. */
#define ZARR_ERROR_NODE_TYPE           5 /**< An array where a group was asked for, or the reverse. */
#define ZARR_ERROR_OUT_OF_BOUNDS       6 /**< A region or range reaches outside. */
#define ZARR_ERROR_BUFFER_SIZE         7 /**< A buffer has not exactly the size that is needed. */
#define ZARR_ERROR_TYPE_MISMATCH       8 /**< The operation does not fit the data type. */
#define ZARR_ERROR_RANGE               9 /**< A value does not fit the memory type. */
#define ZARR_ERROR_METADATA           10 /**< A metadata document is invalid. */
#define ZARR_ERROR_UNSUPPORTED        11 /**< A data type, codec, or must_understand extension is not known. */
#define ZARR_ERROR_DATA               12 /**< The bytes of a chunk are corrupt. */
#define ZARR_ERROR_IO                 13 /**< The store or the system failed. */
#define ZARR_ERROR_READ_ONLY          14 /**< A write to a store that is open for reading, or can only be read. */
#define ZARR_ERROR_CONFLICT           15 /**< Another writer changed it meanwhile. */
#define ZARR_ERROR_LIMIT              16 /**< A configured limit would be exceeded. */
#define ZARR_ERROR_CANCELLED          17 /**< A callback asked to stop. */
#define ZARR_ERROR_INTERNAL           18 /**< A fault of the library; please report it. */
#define ZARR_ERROR_NO_MEMORY          19 /**< Memory for data could not be had. */
#define ZARR_ERROR_PERMISSION         20 /**< The system refused access. */
#define ZARR_ERROR_TIMEOUT            21 /**< The store did not answer in time. */
#define ZARR_STATUS_USER            1000 /**< Codes from here on belong to callbacks and are passed through. */

/**
 * The name of a status, as it is spelled in this header: "ZARR_ERROR_NOT_FOUND". Never NULL: "ZARR_STATUS_USER"
 * stands for all codes of callbacks, "unknown status" for numbers that are none. The text is constant and is never
 * freed.
 */
const char *zarr_status_name(zarr_status status);

/* ------------------------------------------------------------------------------------------------------------------
 * The library
 * ------------------------------------------------------------------------------------------------------------------
 */

/**
 * The version of the library that the program runs with, "0.1.0"; `ZARR_VERSION` is that of the header it was
 * compiled with. The text is constant and is never freed.
 */
const char *zarr_version(void);

/**
 * Sets how many threads one call uses at most, for all handles in the process that set nothing else (by the option
 * "threads"). 1: no thread is ever started. 0, as in the beginning: as many as the variable LIBZARR_THREADS of the
 * environment says when it is first asked, or without it as the CPUs that the process may run on.
 */
zarr_status zarr_set_threads(int32_t threads, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Results of any length: bytes
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Documents, values and raw data come back in a `zarr_bytes`, which the caller frees. Its bytes never change, and
 * stay where they are until `zarr_bytes_free`; any thread may read them. They begin at a multiple of 16 bytes, so that
 * numbers can be used where they lie. One NUL follows the last byte, so that a text can be used as a C string at once.
 */

/** A block of bytes that belongs to the caller. */
typedef struct zarr_bytes zarr_bytes;

/**
 * The first of the bytes, at a multiple of 16 bytes, or NULL on a bad handle. Never NULL otherwise, even where the
 * size is 0.
 */
const uint8_t *zarr_bytes_data(const zarr_bytes *bytes);

/** The bytes as a C string: what `zarr_bytes_data` gives, without a cast. NULL on a bad handle. */
const char *zarr_bytes_text(const zarr_bytes *bytes);

/** The number of bytes, without the final NUL; 0 on a bad handle. */
size_t zarr_bytes_size(const zarr_bytes *bytes);

/** Frees the bytes. NULL is fine. */
void zarr_bytes_free(zarr_bytes *bytes);

/* ------------------------------------------------------------------------------------------------------------------
 * Results of any length: lists of strings
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Names, keys, messages and string data come back in a `zarr_strings`, which the caller frees. The strings never
 * change, and stay where they are until `zarr_strings_free`; any thread may read them. Each has a final NUL, and may
 * hold others, so its size can be asked for. They are UTF-8, but for elements of arrays of bytes. An entry may be
 * absent, which is not the same as empty.
 */

/** A list of strings that belongs to the caller. */
typedef struct zarr_strings zarr_strings;

/** The number of entries; 0 on a bad handle. */
size_t zarr_strings_count(const zarr_strings *strings);

/** The string at an index, counted from 0. NULL past the end, for an absent entry, and on a bad handle. */
const char *zarr_strings_get(const zarr_strings *strings, size_t index);

/** The number of bytes of the string at an index, without its final NUL. 0 where `zarr_strings_get` gives NULL. */
size_t zarr_strings_size(const zarr_strings *strings, size_t index);

/**
 * All strings in one block, each with its final NUL, one behind the other: entry `i` begins at offset `i` that
 * `zarr_strings_offsets` gives, and ends before offset `i + 1`; an absent entry has not even the NUL. NULL on a bad
 * handle; never NULL otherwise.
 */
const char *zarr_strings_data(const zarr_strings *strings);

/**
 * The offsets in the block of `zarr_strings_data`, in bytes: one more than there are entries, the first of them 0,
 * the last the size of the block. NULL on a bad handle.
 */
const size_t *zarr_strings_offsets(const zarr_strings *strings);

/** Frees the list and its strings. NULL is fine. */
void zarr_strings_free(zarr_strings *strings);

/* ------------------------------------------------------------------------------------------------------------------
 * Formats
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Opening finds out which format a node is of. Creating is told, or does what the hierarchy around the new node
 * does; another format inside a hierarchy is refused. Which formats this version reads and writes is in the
 * documentation; the others are `ZARR_ERROR_UNSUPPORTED`.
 */

#define ZARR_FORMAT_DEFAULT   0 /**< On creation: the format of the hierarchy, and final v3 in an empty store. */
#define ZARR_FORMAT_V1        1 /**< Version 1. */
#define ZARR_FORMAT_V2        2 /**< Version 2. */
#define ZARR_FORMAT_V3        3 /**< Version 3, final: 3.0 and 3.1. */
#define ZARR_FORMAT_V3_2019A 31 /**< Version 3, protocol draft of May 2019. */
#define ZARR_FORMAT_V3_2019B 32 /**< Version 3, protocol drafts from June 2019 to August 2020. */
#define ZARR_FORMAT_V3_2020  33 /**< Version 3, what software wrote from 2020 to 2024: meta/root, data/root. */
#define ZARR_FORMAT_V3_2022  34 /**< Version 3, core draft of May 2022. */
#define ZARR_FORMAT_N5       50 /**< N5. */

/**
 * The name of a format, as options and messages have it: "v2", "v3-2022". Never NULL: "default" for
 * `ZARR_FORMAT_DEFAULT`, "unknown format" for numbers that are none. The text is constant and is never freed.
 */
const char *zarr_format_name(int32_t format);

/* ------------------------------------------------------------------------------------------------------------------
 * Data types
 * ------------------------------------------------------------------------------------------------------------------
 *
 * In memory, elements are in the byte order of the machine. A complex number is its real part, then its imaginary
 * part; a bool is a byte, 0 or 1. Texts of a fixed size are filled up with NULs, which are not part of the value.
 * Times are int64_t, of which the lowest is "not a time". Types with parameters, such as a length, a unit or fields,
 * are described in JSON. New codes are only ever appended.
 *
 * Numbers of less than a byte have a byte each. The names of the small floats tell the bits of exponent and
 * mantissa, beside which all but E8M0 have a sign; FN means no infinity, UZ no -0, and B11 a bias of 11.
 */

#define ZARR_BOOL                        1 /**< One byte, 0 or 1. */
#define ZARR_INT8                        2 /**< int8_t */
#define ZARR_INT16                       3 /**< int16_t */
#define ZARR_INT32                       4 /**< int32_t */
#define ZARR_INT64                       5 /**< int64_t */
#define ZARR_UINT8                       6 /**< uint8_t */
#define ZARR_UINT16                      7 /**< uint16_t */
#define ZARR_UINT32                      8 /**< uint32_t */
#define ZARR_UINT64                      9 /**< uint64_t */
#define ZARR_FLOAT16                    10 /**< IEEE 754 binary16. */
#define ZARR_FLOAT32                    11 /**< float */
#define ZARR_FLOAT64                    12 /**< double */
#define ZARR_COMPLEX64                  13 /**< Two floats. */
#define ZARR_COMPLEX128                 14 /**< Two doubles. */
#define ZARR_RAW                        15 /**< r*, void: opaque bytes of fixed size. */
#define ZARR_FIXED_BYTES                16 /**< |S*: bytes of fixed size. */
#define ZARR_FIXED_UTF32                17 /**< <U*: UTF-32 of fixed size, uint32_t each. */
#define ZARR_DATETIME64                 18 /**< A point in time: int64_t units since 1970. */
#define ZARR_TIMEDELTA64                19 /**< A span of time: int64_t units. */
#define ZARR_STRUCT                     20 /**< Fields of other types. */
#define ZARR_STRING                     21 /**< UTF-8 of variable length. */
#define ZARR_BYTES                      22 /**< Bytes of variable length. */
#define ZARR_BFLOAT16                   23 /**< The upper half of a float. */
#define ZARR_INT2                       24 /**< -2 to 1 in an int8_t. */
#define ZARR_UINT2                      25 /**< 0 to 3 in a uint8_t. */
#define ZARR_INT4                       26 /**< -8 to 7 in an int8_t. */
#define ZARR_UINT4                      27 /**< 0 to 15 in a uint8_t. */
#define ZARR_FLOAT4_E2M1FN              28 /**< The low 4 bits of a byte. */
#define ZARR_FLOAT6_E2M3FN              29 /**< The low 6 bits of a byte. */
#define ZARR_FLOAT6_E3M2FN              30 /**< The low 6 bits of a byte. */
#define ZARR_FLOAT8_E3M4                31 /**< One byte. */
#define ZARR_FLOAT8_E4M3                32 /**< One byte. */
#define ZARR_FLOAT8_E4M3B11FNUZ         33 /**< One byte. */
#define ZARR_FLOAT8_E4M3FNUZ            34 /**< One byte. */
#define ZARR_FLOAT8_E5M2                35 /**< One byte. */
#define ZARR_FLOAT8_E5M2FNUZ            36 /**< One byte. */
#define ZARR_FLOAT8_E8M0FNU             37 /**< One byte. */
#define ZARR_FLOAT8_E4M3FN              38 /**< One byte. */
#define ZARR_COMPLEX_BFLOAT16           39 /**< Two bfloat16. */
#define ZARR_COMPLEX_FLOAT16            40 /**< Two float16. */
#define ZARR_COMPLEX_FLOAT4_E2M1FN      41 /**< Two float4_e2m1fn. */
#define ZARR_COMPLEX_FLOAT6_E2M3FN      42 /**< Two float6_e2m3fn. */
#define ZARR_COMPLEX_FLOAT6_E3M2FN      43 /**< Two float6_e3m2fn. */
#define ZARR_COMPLEX_FLOAT8_E3M4        44 /**< Two float8_e3m4. */
#define ZARR_COMPLEX_FLOAT8_E4M3        45 /**< Two float8_e4m3. */
#define ZARR_COMPLEX_FLOAT8_E4M3B11FNUZ 46 /**< Two float8_e4m3b11fnuz. */
#define ZARR_COMPLEX_FLOAT8_E4M3FNUZ    47 /**< Two float8_e4m3fnuz. */
#define ZARR_COMPLEX_FLOAT8_E5M2        48 /**< Two float8_e5m2. */
#define ZARR_COMPLEX_FLOAT8_E5M2FNUZ    49 /**< Two float8_e5m2fnuz. */
#define ZARR_COMPLEX_FLOAT8_E8M0FNU     50 /**< Two float8_e8m0fnu. */

/**
 * The name of a data type in final v3, without parameters: "float32", "numpy.datetime64", "r*" for raw bytes. Never
 * NULL: "unknown data type" for numbers that are none. The text is constant and is never freed.
 */
const char *zarr_data_type_name(int32_t data_type);

/**
 * The bytes of an element of a data type in memory; 0 where the type has parameters that say it, where elements have a
 * length each, and for numbers that are no data type. `zarr_array_item_size` tells it of an array.
 */
size_t zarr_data_type_size(int32_t data_type);

/* ------------------------------------------------------------------------------------------------------------------
 * Stores
 * ------------------------------------------------------------------------------------------------------------------
 *
 * A store keeps bytes under keys, and a hierarchy of groups and arrays lives in them. Most programs only open and
 * free one; the functions on keys are for tools, and for data that lie beside the nodes. Keys look like
 * "a/b/zarr.json", without a "/" at either end; prefixes end in "/", or are "" for the whole store.
 *
 * Any function may be called on one store by many threads at once, but for `zarr_store_free`. Groups and arrays
 * keep their store alive, so that it may be freed before them.
 */

/** An open store. */
typedef struct zarr_store zarr_store;

/** Which bytes of a value are meant. */
typedef struct zarr_range {
    /** The first byte, counted from 0; negative: the last `-start` bytes, or all where there are fewer. */
    int64_t start;
    /** How many bytes, at most; -1: all that follow. */
    int64_t length;
} zarr_range;

/** Options as a text, without escapes: ZARR_JSON({"mode": "r", "threads": 4}). */
#define ZARR_JSON(...) #__VA_ARGS__

/**
 * Opens a store, for reading and writing unless the options say {"mode": "r"}: then a store that is not there is
 * `ZARR_ERROR_NOT_FOUND`; otherwise the first write creates the directory, and the first flush the zip file.
 *
 * The URL is a path or file://... (a directory or a zip file), memory:// (private to this handle) or memory://name
 * (shared in the process), or, in a build with stores behind a network (`zarr_supported_url_schemes`), one of http://,
 * https://, s3://, gs:// and az://, of which nothing is asked before it is needed. "|zip:" or "|zip:folder" behind a
 * path or a URL is the zip file of that name, or the part of it below a folder. The options are a JSON object or
 * NULL, which docs/options.md describes; unknown names are errors. A name that ends in .zip or .ozx is a zip file.
 *
 * A group that is opened as a store by its own path counts as another process beside the store around it: locks of the
 * file system hold between the two, but open handles, caches and consolidated copies of the one don't follow what is
 * changed through the other. The caller frees the store with `zarr_store_free`.
 */
zarr_status zarr_store_open(const char *url, const char *options_json, zarr_store **store, zarr_error *error);

/**
 * Completes all earlier writes, and makes them as durable as the option "sync" says. A zip file holds none of them
 * before.
 */
zarr_status zarr_store_flush(const zarr_store *store, zarr_error *error);

/**
 * Frees the handle, and flushes as well as it can: call `zarr_store_flush` before, to learn of failures. NULL is
 * fine.
 */
void zarr_store_free(zarr_store *store);

/** Reads a value. `ZARR_ERROR_NOT_FOUND`: there is no such key. The caller frees the value with `zarr_bytes_free`. */
zarr_status zarr_store_get(const zarr_store *store, const char *key, zarr_bytes **value, zarr_error *error);

/**
 * Reads a part of a value. The range is clamped to the end of the value, so one that begins past the end gives no
 * bytes. `ZARR_ERROR_NOT_FOUND`: there is no such key. The caller frees the value with `zarr_bytes_free`.
 */
zarr_status zarr_store_get_range(const zarr_store *store, const char *key, zarr_range range, zarr_bytes **value,
                                 zarr_error *error);

/** Replaces a value: a reader finds the old or the new one, never a mixture. The data may be NULL if the size is 0. */
zarr_status zarr_store_set(const zarr_store *store, const char *key, const void *data, size_t size, zarr_error *error);

/** Removes a key. One that is not there is removed already. */
zarr_status zarr_store_erase(const zarr_store *store, const char *key, zarr_error *error);

/**
 * Removes every key that begins with the prefix; all of them where it is "". It takes no locks: what other threads and
 * processes write there meanwhile may be erased or may be left. Nodes that others may write to are for
 * `zarr_node_erase`.
 */
zarr_status zarr_store_erase_prefix(const zarr_store *store, const char *prefix, zarr_error *error);

/** Sets `*exists` to 1 if the key is there, else to 0. */
zarr_status zarr_store_exists(const zarr_store *store, const char *key, int32_t *exists, zarr_error *error);

/** Sets `*size` to the number of bytes of a value. `ZARR_ERROR_NOT_FOUND`: there is no such key. */
zarr_status zarr_store_size(const zarr_store *store, const char *key, int64_t *size, zarr_error *error);

/**
 * Lists every key that begins with the prefix, sorted by bytes; all keys of the store where it is "".
 * `ZARR_ERROR_UNSUPPORTED`: the store can't list. The caller frees the keys with `zarr_strings_free`.
 */
zarr_status zarr_store_list_prefix(const zarr_store *store, const char *prefix, zarr_strings **keys, zarr_error *error);

/**
 * Lists the keys, and the prefixes, that lie directly below a prefix: full keys and full prefixes, each sorted by
 * bytes. The caller frees both lists with `zarr_strings_free`.
 */
zarr_status zarr_store_list_dir(const zarr_store *store, const char *prefix, zarr_strings **keys,
                                zarr_strings **prefixes, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Stores of your own
 * ------------------------------------------------------------------------------------------------------------------
 *
 * A `zarr_store_callbacks` is a table of functions behind which data can be kept anywhere: in a database, in an
 * archive, on a tape robot. Only `get` is required. A slot that is left NULL is made of the others where that is
 * possible; without `set` the store is read-only, without an erasing one nothing can be erased, without a listing
 * one it can't be listed.
 *
 * Every function is given the `user_data` of the store first, and a `zarr_error` last, which is never NULL. It
 * returns `ZARR_OK`, or the status of its failure: one of `ZARR_ERROR_...`, or a code of its own from
 * `ZARR_STATUS_USER` on, which the caller of the library gets back unchanged, with the message that the function wrote
 * to `error->message`. A key that is not there is `ZARR_ERROR_NOT_FOUND`, which is no failure. Keys are UTF-8, such as
 * "a/b/zarr.json", without a "/" at either end; prefixes end in "/", or are "" for the whole store. What pointers
 * point to lives until the function returns.
 *
 * A function may call the library, also for its own store: another chunk or node is read and written as always, the
 * chunk that is just being modified is refused with `ZARR_ERROR_CONFLICT`. Two threads whose functions each write
 * the chunk that the other is just modifying would wait for each other. A function must not throw, unwind or longjmp
 * across the library. Unless the table says `ZARR_STORE_THREAD_SAFE`, functions of a store are called one at a time,
 * and only on threads that have called the library themselves.
 */

#define ZARR_STORE_THREAD_SAFE 1 /**< Flag: callbacks may run on many threads at once, also on the library's. */

/** Receives keys and prefixes. It belongs to the library and can be used until the callback returns. */
typedef struct zarr_listing zarr_listing;

/** Receives one value. It belongs to the library and can be used until the callback returns. */
typedef struct zarr_sink zarr_sink;

/** The functions of a store. Begin with `ZARR_STORE_CALLBACKS_INIT`, then set those that there are. */
typedef struct zarr_store_callbacks {
    /** The size of this struct, by which the library knows which functions the caller knows. */
    size_t struct_size;
    /** 0, or `ZARR_STORE_THREAD_SAFE`. */
    uint32_t flags;
    /**
     * Writes a value, or the part of it that the range names, to the sink. Ranges are clamped to the end of the
     * value. A value that is there and empty needs no write. With `set_if`: also sets the version.
     */
    zarr_status (*get)(void *user_data, const char *key, zarr_range range, zarr_sink *value, zarr_error *error);
    /**
     * As `get`, for several keys, which may repeat. A sink that is not touched means a missing key; for an empty value
     * write 0 bytes. A store that has this is asked for 16 values or more at a time, on the thread that called the
     * library, while other threads decode the values before: it should have them all under way at once.
     */
    zarr_status (*get_partial_values)(void *user_data, size_t count, const char *const *keys, const zarr_range *ranges,
                                      zarr_sink *const *values, zarr_error *error);
    /** Replaces a value: a reader finds the old or the new one, never a mixture. */
    zarr_status (*set)(void *user_data, const char *key, const void *data, size_t size, zarr_error *error);
    /** Changes parts of values from the given bytes on. Bytes between the end of a value and a part become 0. */
    zarr_status (*set_partial_values)(void *user_data, size_t count, const char *const *keys, const int64_t *starts,
                                      const void *const *data, const size_t *sizes, zarr_error *error);
    /** Removes a key. One that is not there is removed already. */
    zarr_status (*erase)(void *user_data, const char *key, zarr_error *error);
    /** Removes several keys. */
    zarr_status (*erase_values)(void *user_data, size_t count, const char *const *keys, zarr_error *error);
    /** Removes every key that begins with the prefix. */
    zarr_status (*erase_prefix)(void *user_data, const char *prefix, zarr_error *error);
    /** Adds every key, in any order. */
    zarr_status (*list)(void *user_data, zarr_listing *listing, zarr_error *error);
    /** Adds every key that begins with the prefix. */
    zarr_status (*list_prefix)(void *user_data, const char *prefix, zarr_listing *listing, zarr_error *error);
    /** Adds the keys and the prefixes directly below the prefix. */
    zarr_status (*list_dir)(void *user_data, const char *prefix, zarr_listing *listing, zarr_error *error);
    /** Sets `*size` to the number of bytes of a value. */
    zarr_status (*size)(void *user_data, const char *key, int64_t *size, zarr_error *error);
    /** Sets `*exists` to 1 or 0. */
    zarr_status (*exists)(void *user_data, const char *key, int32_t *exists, zarr_error *error);
    /**
     * Replaces a value if its version is still the expected one (NULL: if there is no value yet), in one step;
     * otherwise it is `ZARR_ERROR_CONFLICT`. With it, parts of chunks are written without locks, and nothing is
     * lost.
     */
    zarr_status (*set_if)(void *user_data, const char *key, const char *expected, const void *data, size_t size,
                          zarr_error *error);
    /** Completes all earlier writes. */
    zarr_status (*flush)(void *user_data, zarr_error *error);
    /**
     * Called once, when neither the store nor any node of it is used any more, on whichever thread that happens. It
     * is not called where opening failed.
     */
    void (*destroy)(void *user_data);
} zarr_store_callbacks;

/** A table without any function: zarr_store_callbacks callbacks = ZARR_STORE_CALLBACKS_INIT; */
#define ZARR_STORE_CALLBACKS_INIT                                                                    \
    { sizeof(zarr_store_callbacks), 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,   \
      NULL, NULL, NULL, NULL, NULL }

/** Sets the table to `ZARR_STORE_CALLBACKS_INIT`, for languages without macros. NULL does nothing. */
void zarr_store_callbacks_init(zarr_store_callbacks *callbacks);

/**
 * Opens a store made of callbacks. The table is copied, and `user_data` is handed to its functions as it is; it has
 * to stay valid until `destroy` is called, and is not touched any more where opening failed.
 *
 * The options are those of `zarr_store_open` that concern nodes. The caller frees the store with `zarr_store_free`.
 */
zarr_status zarr_store_open_callbacks(const zarr_store_callbacks *callbacks, void *user_data, const char *options_json,
                                      zarr_store **store, zarr_error *error);

/**
 * Appends bytes to the value. A size of 0 makes the value present, if only empty.
 *
 * `ZARR_ERROR_BUFFER_SIZE`: more bytes than are asked for. `ZARR_ERROR_INVALID_HANDLE`: the callback has
 * returned. After a failure the value is lost, whatever the callback returns.
 */
zarr_status zarr_sink_write(zarr_sink *sink, const void *data, size_t size, zarr_error *error);

/**
 * Appends `size` bytes, zero at first, and sets `*data` to the first of them, for the callback to fill before it
 * returns. Saves a copy where the data come from a file or a socket. Errors as in `zarr_sink_write`.
 */
zarr_status zarr_sink_reserve(zarr_sink *sink, size_t size, void **data, zarr_error *error);

/** Sets the version of the value: any text that changes whenever the value does. Stores with `set_if` need it. */
zarr_status zarr_sink_set_version(zarr_sink *sink, const char *version, zarr_error *error);

/**
 * Adds a key: the whole key, from the root of the store on. Repeated ones count once.
 *
 * `ZARR_ERROR_INVALID_ARGUMENT`: an invalid key, or one that does not lie below the prefix asked for. After a
 * failure the listing is lost, whatever the callback returns.
 */
zarr_status zarr_listing_add_key(zarr_listing *listing, const char *key, zarr_error *error);

/**
 * Adds a prefix: the whole prefix, from the root of the store on, with a "/" at its end. In `list_dir` only. Errors
 * as in `zarr_listing_add_key`.
 */
zarr_status zarr_listing_add_prefix(zarr_listing *listing, const char *prefix, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Stores around stores
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Each of these functions makes a store that stands in front of another one: it is used, and freed, like any store,
 * and any number may stand one on the other. The store below stays as it is, may go on being used beside it, and may
 * be freed before it. Writers of one chunk take turns whichever of the two they go through, and a change of a document
 * through one is seen by nodes that were opened through the other.
 *
 * The options are a JSON object, or NULL: those of `zarr_store_open` that concern nodes. Other options are as
 * the store below was opened. Any function may be called on the new store by many threads at once, as far as the
 * stores below allow it; there is nothing else to lock.
 */

#define ZARR_OPERATION_GET                 1 /**< One value, or a range of it, was read. */
#define ZARR_OPERATION_GET_PARTIAL_VALUES  2 /**< Several were, in one batch. */
#define ZARR_OPERATION_SET                 3 /**< A value was written. */
#define ZARR_OPERATION_SET_PARTIAL_VALUES  4 /**< Parts of values were written. */
#define ZARR_OPERATION_ERASE               5 /**< A key was removed. */
#define ZARR_OPERATION_ERASE_VALUES        6 /**< Several were, in one batch. */
#define ZARR_OPERATION_ERASE_PREFIX        7 /**< Everything below a prefix was removed. */
#define ZARR_OPERATION_LIST                8 /**< All keys were listed. */
#define ZARR_OPERATION_LIST_PREFIX         9 /**< The keys below a prefix were listed. */
#define ZARR_OPERATION_LIST_DIR           10 /**< The keys and prefixes directly below a prefix were listed. */
#define ZARR_OPERATION_SIZE               11 /**< The size of a value was asked for. */
#define ZARR_OPERATION_EXISTS             12 /**< It was asked whether a key is there. */
#define ZARR_OPERATION_GET_VERSIONED      13 /**< A value was read with its version. */
#define ZARR_OPERATION_SET_IF             14 /**< A value was written if its version was still the expected one. */
#define ZARR_OPERATION_ERASE_IF           15 /**< A key was removed on the same condition. */
#define ZARR_OPERATION_SET_MANY           16 /**< Several values were written, in one batch. */
#define ZARR_OPERATION_FLUSH              17 /**< Earlier writes were completed. */

/** One operation on a store that has ended. It and all that it points to live until the callback returns. */
typedef struct zarr_operation {
    /** The size of this struct in the library: a newer one may have more members, at the end. */
    size_t struct_size;
    /** One of `ZARR_OPERATION_...`; later versions may know more. */
    int32_t operation;
    /** How it ended. A key that is not there is `ZARR_OK`. */
    zarr_status status;
    /** The keys that it was about; the prefix, for what is done by prefix. */
    const char *const *keys;
    /** How many of them: 1, more in a batch, 0 for an operation on the whole store. */
    size_t count;
    /** The bytes of values that were read or written. */
    int64_t bytes;
    /** How long it took. */
    int64_t nanoseconds;
} zarr_operation;

/** The receiver of the operations on a store. Begin with `ZARR_TRACER_INIT`, then set the members. */
typedef struct zarr_tracer {
    /** The size of this struct, by which the library knows which functions the caller knows. */
    size_t struct_size;
    /** Called after each operation, on the thread that it ran on. */
    void (*ended)(void *user_data, const zarr_operation *operation);
    /**
     * Called once, when neither the store nor any node of it is used any more, on whichever thread that happens. It is
     * not called where wrapping failed.
     */
    void (*destroy)(void *user_data);
} zarr_tracer;

/** Without a receiver: zarr_tracer tracer = ZARR_TRACER_INIT; */
#define ZARR_TRACER_INIT { sizeof(zarr_tracer), NULL, NULL }

/** Sets the struct to `ZARR_TRACER_INIT`, for languages without macros. NULL does nothing. */
void zarr_tracer_init(zarr_tracer *tracer);

/**
 * A part of a store as a store: the keys below a prefix, which ends in "/", without the prefix. "" is the whole store.
 *
 * Nothing needs to lie below the prefix yet. A hierarchy that has an entry document at its root is found only where
 * the prefix is that of its root. Consolidated copies in groups above the prefix stay as they are when documents
 * change through the new store. The caller frees it with `zarr_store_free`.
 */
zarr_status zarr_store_wrap_prefix(const zarr_store *store, const char *prefix, const char *options_json,
                                   zarr_store **part, zarr_error *error);

/**
 * A store for reading only: every change through it is `ZARR_ERROR_READ_ONLY`. What is changed in the store below is
 * seen. The caller frees the new store with `zarr_store_free`.
 */
zarr_status zarr_store_wrap_read_only(const zarr_store *store, const char *options_json, zarr_store **reader,
                                      zarr_error *error);

/**
 * A store that keeps what was read last, at most `bytes` bytes of it; what was not used for longest goes first. The
 * keys and about 128 bytes for each value count too. A value larger than all of that is read each time.
 *
 * A value that was read whole is kept whole, and answers every later read of any part. Of a value of which only parts
 * were read, such as the index of a shard, those parts are kept. What was written, or erased, through this store is
 * read anew. Not seen is what others write: through another handle, or in another process, as long as the old bytes
 * are kept. Keys that are not there, listings, and what is read to be changed and written back are asked for each
 * time, so that parts of chunks can be written beside others as without a cache.
 *
 * The caller frees the new store, and the cache with it, with `zarr_store_free`.
 */
zarr_status zarr_store_wrap_cache(const zarr_store *store, size_t bytes, const char *options_json, zarr_store **cached,
                                  zarr_error *error);

/**
 * A store that tells a callback of every operation on the store below that goes through it: what for, how many bytes,
 * how long. The struct is copied, and `user_data` is handed to its functions as it is; it has to stay valid until
 * `destroy` is called.
 *
 * The callback is called on the thread that the operation ran on, when it has ended. Unless the store below is one of
 * callbacks that are not thread-safe, that may be a thread of the library, and several at once: a callback that counts
 * needs atomic numbers or a lock of its own. It must not call the library for this store, which may hold locks
 * meanwhile, and must not throw, unwind or longjmp. The caller frees the new store with `zarr_store_free`.
 */
zarr_status zarr_store_wrap_trace(const zarr_store *store, const zarr_tracer *tracer, void *user_data,
                                  const char *options_json, zarr_store **traced, zarr_error *error);

/**
 * Several stores one over the other, as one, the uppermost first: a key is read from the first store that has it, and
 * listed if any has it. Only the first store is ever changed: what a lower one holds is covered by a new value, and
 * can't be erased (`ZARR_ERROR_UNSUPPORTED`). Shrinking an array leaves the chunks of lower stores where they are, and
 * growing it again shows them.
 *
 * A failure of an upper store is a failure: lower ones stand in only for what is not there. A change of a document in
 * a lower store, by others, is seen after `zarr_array_refresh`. Options that are not named are those of the first
 * store. The caller frees the new store with `zarr_store_free`.
 */
zarr_status zarr_store_wrap_overlay(const zarr_store *const *stores, size_t count, const char *options_json,
                                    zarr_store **overlay, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Nodes
 * ------------------------------------------------------------------------------------------------------------------
 *
 * A node is an array, or a group, which holds other nodes. Its path is UTF-8: "a/b" is the node b in the group a,
 * the same as "/a/b"; "" and "/" are the root. A path with an empty segment, "." or ".." is
 * `ZARR_ERROR_INVALID_ARGUMENT`.
 */

#define ZARR_NODE_NONE           0 /**< There is no node at the path. */
#define ZARR_NODE_ARRAY          1 /**< An array. */
#define ZARR_NODE_GROUP          2 /**< A group with a document of its own. */
#define ZARR_NODE_IMPLICIT_GROUP 3 /**< A group that is there only because nodes lie below it. */

/**
 * Told how many of how many steps are done, where a step is a chunk; anything but 0 ends the work with
 * `ZARR_ERROR_CANCELLED`. Called on the thread that called the library, at the beginning and at the end as well.
 */
typedef int32_t (*zarr_progress)(void *user_data, int64_t done, int64_t total);

/** Sets `*kind` to one of `ZARR_NODE_...`: whether there is a node, and which. That there is none is no failure. */
zarr_status zarr_node_kind(const zarr_store *store, const char *path, int32_t *kind, zarr_error *error);

/**
 * Lists the names of the nodes directly in a group, sorted by bytes; `zarr_node_walk` with a depth of 1 tells their
 * kinds as well. In v2 and final v3 a folder without a document is no node, and what lies in it is not listed, though
 * its paths can be opened, and copies take it along. `ZARR_ERROR_NODE_TYPE`: the path leads to an array. The caller
 * frees the names with `zarr_strings_free`.
 */
zarr_status zarr_node_children(const zarr_store *store, const char *path, zarr_strings **names, zarr_error *error);

/**
 * Lists the nodes below a group with their kinds, in one call: each group before what it holds, siblings sorted by
 * bytes.
 *
 * The depth is how far down to go: 1 for the children alone, -1 for everything. The paths begin at the root of the
 * store. The kinds are one byte each, `ZARR_NODE_...`, in the order of the paths; `ZARR_NODE_NONE` stands for a
 * node whose document can't be read, which opening it explains. In the drafts of v3 keys tell the kinds: one
 * listing answers for all nodes, and no document is read. The caller frees the paths with `zarr_strings_free` and
 * the kinds with `zarr_bytes_free`.
 */
zarr_status zarr_node_walk(const zarr_store *store, const char *path, int32_t depth, zarr_strings **paths,
                           zarr_bytes **kinds, zarr_error *error);

/**
 * Walks as `zarr_node_walk` does, and tells how far it is: a step is a node, and the total is how many nodes there may
 * be as far as was seen, which changes on the way. Ended, it gives no nodes. `progress` may be NULL.
 */
zarr_status zarr_node_walk_watched(const zarr_store *store, const char *path, int32_t depth, zarr_progress progress,
                                   void *user_data, zarr_strings **paths, zarr_bytes **kinds, zarr_error *error);

/**
 * Writes a copy of all documents below a group into the group (consolidated metadata: v2 and final v3), so that
 * stores that are slow, or can't list, are opened by one request. Later changes through this library take the copy
 * away again. `ZARR_ERROR_UNSUPPORTED`: the format has no such copies.
 */
zarr_status zarr_node_consolidate(const zarr_store *store, const char *path, zarr_error *error);

/**
 * Copies a node, with everything below it, to a path of the same or another store where there is no node yet.
 *
 * The format is one of `ZARR_FORMAT_...`, or `ZARR_FORMAT_DEFAULT` for that of the target. Chunks are copied as
 * they are stored, without decoding; only the documents are spelled anew. A property that the format can't express is
 * `ZARR_ERROR_UNSUPPORTED`, with the node and the reason; the nodes copied before it stay. `progress` may be NULL.
 */
zarr_status zarr_node_copy(const zarr_store *from, const char *from_path, const zarr_store *to, const char *to_path,
                           int32_t format, zarr_progress progress, void *user_data, zarr_error *error);

/**
 * Moves a node, with everything below it, to a path of the same store where there is nothing yet. The groups above
 * it that its format needs are created. Open handles go on looking at the old path, where nothing is any more.
 *
 * On a file system and in memory this is one step, if the format keeps a node in one place (v2, final v3). Elsewhere
 * values are copied, the node's own documents last, and then erased, its own documents first: a reader meanwhile, or
 * after a crash, finds the node at one of the places or at both, never at none. If copying fails, or `progress` ends
 * it, the copies are erased again. A step is a value; `progress` may be NULL. A write to an array that is moved in one
 * step is `ZARR_ERROR_NOT_FOUND` from then on. In all other cases, and wherever the node is a group, nothing may be
 * changing the node, or the nodes below it, meanwhile.
 *
 * `ZARR_ERROR_ALREADY_EXISTS`: something lies at the target. `ZARR_ERROR_INVALID_ARGUMENT`: it is the root, or the
 * target lies below the node itself. `ZARR_ERROR_UNSUPPORTED`: the store can't list or can't erase.
 */
zarr_status zarr_node_move(const zarr_store *store, const char *from_path, const char *to_path, zarr_progress progress,
                           void *user_data, zarr_error *error);

/**
 * Erases a node, with everything that lies below it. `ZARR_ERROR_NOT_FOUND`: there is no node, and nothing was
 * erased; so a mistyped path never empties a directory that holds something else.
 */
zarr_status zarr_node_erase(const zarr_store *store, const char *path, zarr_error *error);

/**
 * Erases a node as `zarr_node_erase` does, value by value, and tells how far it is: a step is a value. Ended when none
 * is done, nothing was erased; later, the node is gone, and of what lay below it some is left, each node whole or
 * gone; `zarr_store_erase_prefix` erases them. `ZARR_ERROR_UNSUPPORTED`: the store can't list. `progress` may be NULL,
 * which makes it `zarr_node_erase`.
 */
zarr_status zarr_node_erase_watched(const zarr_store *store, const char *path, zarr_progress progress, void *user_data,
                                    zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Groups
 * ------------------------------------------------------------------------------------------------------------------
 */

/** An open group. */
typedef struct zarr_group zarr_group;

/**
 * Creates a group, and the groups above it that its format needs.
 *
 * The format is one of `ZARR_FORMAT_...`; the attributes are a JSON object, NULL for none.
 * `ZARR_ERROR_ALREADY_EXISTS`: there is a node already; only an implicit group may be, and becomes explicit. The
 * caller frees the group with `zarr_group_free`.
 */
zarr_status zarr_group_create(const zarr_store *store, const char *path, int32_t format, const char *attributes_json,
                              zarr_group **group, zarr_error *error);

/**
 * Creates a group, in the place of any existing node: a node at the path goes, with everything below it; with the root
 * that is the whole hierarchy, and another format may follow.
 *
 * Errors of the new group are found before anything is erased. Then the documents of the old node are erased, then the
 * values below it, and last the new document is written: a reader meanwhile finds the old node, none, or the new one.
 * `ZARR_ERROR_UNSUPPORTED`: the store can't list, or can't erase, the values that would have to go. The caller frees
 * the group with `zarr_group_free`.
 */
zarr_status zarr_group_create_or_replace(const zarr_store *store, const char *path, int32_t format,
                                         const char *attributes_json, zarr_group **group, zarr_error *error);

/**
 * Creates a group below a group, of the format of that: the path begins there, "b/c". The attributes are a JSON
 * object, NULL for none. The caller frees the new handle with `zarr_group_free`.
 */
zarr_status zarr_group_create_group(const zarr_group *group, const char *path, const char *attributes_json,
                                    zarr_group **created, zarr_error *error);

/** Opens a group, explicit or implicit. The caller frees it with `zarr_group_free`. */
zarr_status zarr_group_open(const zarr_store *store, const char *path, zarr_group **group, zarr_error *error);

/** Opens a group with options, which go before those of the store: a JSON object, NULL for none. */
zarr_status zarr_group_open_with(const zarr_store *store, const char *path, const char *options_json,
                                 zarr_group **group, zarr_error *error);

/**
 * Reads the attributes as they are stored now: a JSON object, "{}" where there are none. The caller frees the text
 * with `zarr_bytes_free`.
 */
zarr_status zarr_group_attributes(const zarr_group *group, zarr_bytes **json, zarr_error *error);

/** Replaces all attributes by those of a JSON object. An implicit group becomes explicit. */
zarr_status zarr_group_set_attributes(const zarr_group *group, const char *json, zarr_error *error);

/**
 * Lists the deviations from the format that were accepted on opening, one line each. With the option
 * {"strict": true} such a group is not opened. The caller frees the messages with `zarr_strings_free`.
 */
zarr_status zarr_group_warnings(const zarr_group *group, zarr_strings **messages, zarr_error *error);

/**
 * Gives the path of the group in its store, without a / in front: "a/b", "" for the root. The caller frees the text
 * with `zarr_bytes_free`.
 */
zarr_status zarr_group_path(const zarr_group *group, zarr_bytes **path, zarr_error *error);

/** Gives the store that the group was opened in, as a handle of its own. The caller frees it with `zarr_store_free`. */
zarr_status zarr_group_store(const zarr_group *group, zarr_store **store, zarr_error *error);

/** Frees the handle; the group stays where it is. NULL is fine. */
void zarr_group_free(zarr_group *group);

/* ------------------------------------------------------------------------------------------------------------------
 * Arrays
 * ------------------------------------------------------------------------------------------------------------------
 *
 * An array says what it holds: its format, data type, shape, chunks, fill value, names and attributes. Each is
 * given as it is now where handles of this process have changed it; what other processes have changed is seen after
 * `zarr_array_refresh`. That goes for chunks, too, where the option "cache_bytes" of a store or an array keeps decoded
 * ones for the next read; a write in this process is never missed.
 */

/** An open array. */
typedef struct zarr_array zarr_array;

/**
 * Opens an array of whatever format. The caller frees it with `zarr_array_free`.
 *
 * `ZARR_ERROR_NOT_FOUND`: there is no node at the path. `ZARR_ERROR_NODE_TYPE`: there is a group.
 */
zarr_status zarr_array_open(const zarr_store *store, const char *path, zarr_array **array, zarr_error *error);

/** Opens an array with options, which go before those of the store: a JSON object, NULL for none. */
zarr_status zarr_array_open_with(const zarr_store *store, const char *path, const char *options_json,
                                 zarr_array **array, zarr_error *error);

/**
 * Reads the metadata document again, to see what other processes have changed. Chunks that the option "cache_bytes"
 * keeps in memory are let go of, so that those are read again, too.
 *
 * `ZARR_ERROR_NOT_FOUND`: the array was erased or moved. `ZARR_ERROR_CONFLICT`: an array of another rank or data type
 * is in its place; it has to be opened anew. Then the handle stays as it was.
 */
zarr_status zarr_array_refresh(const zarr_array *array, zarr_error *error);

/** Frees the handle; the array stays where it is. NULL is fine. */
void zarr_array_free(zarr_array *array);

/**
 * Gives the path of the array in its store, without a / in front: "a/b", "" for the root. The caller frees the text
 * with `zarr_bytes_free`.
 */
zarr_status zarr_array_path(const zarr_array *array, zarr_bytes **path, zarr_error *error);

/** Gives the store that the array was opened in, as a handle of its own. The caller frees it with `zarr_store_free`. */
zarr_status zarr_array_store(const zarr_array *array, zarr_store **store, zarr_error *error);

/** The format, one of `ZARR_FORMAT_...`; -1 on a bad handle. */
int32_t zarr_array_format(const zarr_array *array);

/** The number of dimensions; -1 on a bad handle. */
int32_t zarr_array_ndim(const zarr_array *array);

/** The data type, one of `ZARR_BOOL` and so on; -1 on a bad handle. */
int32_t zarr_array_data_type(const zarr_array *array);

/** The bytes of one element in memory; 0 for types of variable length and on a bad handle. */
size_t zarr_array_item_size(const zarr_array *array);

/**
 * The data type in JSON, as `zarr_array_builder_new_json` takes it: as final v3 has it, a name, or an object with
 * a name and a configuration. A struct with padding or with fields that are arrays, which that format lacks, is
 * NumPy's list of fields. The caller frees the text with `zarr_bytes_free`.
 */
zarr_status zarr_array_data_type_json(const zarr_array *array, zarr_bytes **json, zarr_error *error);

/** Gives the number of elements along each dimension. */
zarr_status zarr_array_shape(const zarr_array *array, int32_t ndim, int64_t *shape, zarr_error *error);

/**
 * Gives the shape of the unit that is encoded, in elements: of the inner chunk where there are shards. It is in the
 * array's own axes, whatever the codecs do. `ZARR_ERROR_UNSUPPORTED`: the chunks are not all of one shape.
 */
zarr_status zarr_array_chunk_shape(const zarr_array *array, int32_t ndim, int64_t *chunk_shape, zarr_error *error);

/**
 * Gives the shape of the unit that is stored and written as a whole, in elements; the same as the chunk shape
 * without shards. Where shards lie in shards, as a stack of storage transformers makes them, it is that of the
 * outermost.
 * `ZARR_ERROR_UNSUPPORTED`: the chunks are not all of one shape.
 */
zarr_status zarr_array_shard_shape(const zarr_array *array, int32_t ndim, int64_t *shard_shape, zarr_error *error);

/**
 * Gives the value that reading gives where nothing was stored: one element, in the byte order of the machine, zero
 * where the format leaves it undefined. The size is that of an element. `ZARR_ERROR_TYPE_MISMATCH`: elements have a
 * length each; `zarr_array_fill_value_bytes` gives their fill value. `ZARR_ERROR_LIMIT`: it has more bytes than
 * "chunk_bytes" of the option "limits" allows.
 */
zarr_status zarr_array_fill_value(const zarr_array *array, void *value, size_t size, zarr_error *error);

/**
 * As `zarr_array_fill_value`, for data types of any length. The caller frees the value with `zarr_bytes_free`.
 * `ZARR_ERROR_LIMIT`: as `zarr_array_fill_value`.
 */
zarr_status zarr_array_fill_value_bytes(const zarr_array *array, zarr_bytes **value, zarr_error *error);

/**
 * 1 if the array defines its fill value, 0 if it leaves it open, -1 on a bad handle. Left open, it is zero, and for
 * points and spans of time "not a time".
 */
int32_t zarr_array_fill_value_defined(const zarr_array *array);

/**
 * Gives the names of the dimensions: none at all, or one entry each, absent (NULL) for one without a name. In v2
 * they are the attribute _ARRAY_DIMENSIONS. The caller frees the names with `zarr_strings_free`.
 */
zarr_status zarr_array_dimension_names(const zarr_array *array, zarr_strings **names, zarr_error *error);

/**
 * Gives the dimensions other names, one entry each, NULL for one without a name. `names` is NULL to take all names
 * away. The document of the array is written, one change after the other, as attributes are.
 *
 * Final v3 has names in the document; v2 and N5 in the attribute _ARRAY_DIMENSIONS, for all dimensions or none.
 * `ZARR_ERROR_UNSUPPORTED`: the format has no place for them, as v1 and the drafts of v3.
 */
zarr_status zarr_array_set_dimension_names(const zarr_array *array, int32_t ndim, const char *const *names,
                                           zarr_error *error);

/**
 * Lists the codecs of the chunks in the order of encoding: what compresses the array, and what else is done with it.
 *
 * The names are those that all formats have in common, such as "bytes", "zstd", "blosc" and "shuffle"; each has its
 * configuration beside it, a JSON object, as final v3 has it: {"level": 3, "checksum": false}. Behind
 * "sharding_indexed" stand the codecs of the chunks in the shards, which its configuration holds as well. Those of
 * other software come as their document has them. The caller frees both lists with `zarr_strings_free`.
 */
zarr_status zarr_array_codecs(const zarr_array *array, zarr_strings **names, zarr_strings **configurations,
                              zarr_error *error);

/**
 * Gives the attributes as they are stored: a JSON object, "{}" where there are none. The caller frees the text with
 * `zarr_bytes_free`.
 */
zarr_status zarr_array_attributes(const zarr_array *array, zarr_bytes **json, zarr_error *error);

/** Replaces all attributes by those of a JSON object. */
zarr_status zarr_array_set_attributes(const zarr_array *array, const char *json, zarr_error *error);

/**
 * Gives the metadata document, in the layout of the array's format. The caller frees the text with
 * `zarr_bytes_free`.
 */
zarr_status zarr_array_metadata(const zarr_array *array, zarr_bytes **json, zarr_error *error);

/**
 * Lists the deviations from the format that were accepted on opening, one line each. With the option
 * {"strict": true} such an array is not opened. A store that may be written, and lies on a file system whose locks
 * hold on one node only, such as NFS or Lustre, has a line as well. The caller frees the messages with
 * `zarr_strings_free`.
 */
zarr_status zarr_array_warnings(const zarr_array *array, zarr_strings **messages, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Opening nodes of either kind, from a group, and all below a group
 * ------------------------------------------------------------------------------------------------------------------
 */

/**
 * Told of one node: its path from the root of the store, its kind (`ZARR_NODE_...`) and, if it is an array, its
 * handle, which is good for the length of the call and is not to be freed; else NULL. `problem` is NULL, but for a
 * node whose document can't be followed: its kind is `ZARR_NODE_NONE`, and `problem` says why. Anything but 0 ends the
 * walk with `ZARR_ERROR_CANCELLED`. Called on the thread that called the library.
 */
typedef int32_t (*zarr_visitor)(void *user_data, const char *path, int32_t kind, const zarr_array *array,
                                const zarr_error *problem);

/**
 * Opens a node of either kind in one call: sets `*array` if it is an array and `*group` if it is a group, and the
 * other one to NULL. Options are a JSON object, NULL for none. The caller frees what was opened, with
 * `zarr_array_free` or `zarr_group_free`.
 */
zarr_status zarr_node_open(const zarr_store *store, const char *path, const char *options_json, zarr_array **array,
                           zarr_group **group, zarr_error *error);

/**
 * Opens a group below a group: the path begins there, "b/c", and "" is the group itself. Options are NULL for none.
 * The caller frees the new handle with `zarr_group_free`.
 */
zarr_status zarr_group_open_group(const zarr_group *group, const char *path, const char *options_json,
                                  zarr_group **opened, zarr_error *error);

/** Opens an array below a group, as `zarr_group_open_group` does. The caller frees it with `zarr_array_free`. */
zarr_status zarr_group_open_array(const zarr_group *group, const char *path, const char *options_json,
                                  zarr_array **array, zarr_error *error);

/**
 * Gives what opening the array reads of its store, for `zarr_array_open_from_document`: a text, which can be sent to
 * other processes. Of an array of a draft the entry point of the store is read. The caller frees the text with
 * `zarr_bytes_free`.
 */
zarr_status zarr_array_document(const zarr_array *array, zarr_bytes **document, zarr_error *error);

/**
 * Opens an array from what `zarr_array_document` gave for it, in this process or another one, without a request to
 * the store: where thousands of processes open one array, one reads its documents and sends them to the others. The
 * path is that of the array. Options are a JSON object, NULL for none. The caller frees the array with
 * `zarr_array_free`.
 *
 * The handle knows what the document says, until `zarr_array_refresh`; writing looks at the store as always.
 * `ZARR_ERROR_INVALID_ARGUMENT`: the document is none of `zarr_array_document`, or of an array at another path.
 */
zarr_status zarr_array_open_from_document(const zarr_store *store, const char *path, const void *document, size_t size,
                                          const char *options_json, zarr_array **array, zarr_error *error);

/**
 * Makes a handle know what `zarr_array_document` gave for its array in another process, as `zarr_array_refresh` does,
 * without a request to the store: what one process of many has changed, it tells the others.
 *
 * `ZARR_ERROR_INVALID_ARGUMENT`: the document is none of `zarr_array_document`, or of an array at another path. Others
 * as in `zarr_array_refresh`.
 */
zarr_status zarr_array_refresh_from_document(const zarr_array *array, const void *document, size_t size,
                                             zarr_error *error);

/** The format of a group, one of `ZARR_FORMAT_...`; -1 on a bad handle. */
int32_t zarr_group_format(const zarr_group *group);

/**
 * Opens a group that another process has found, of the format that `zarr_group_format` says there, without a request
 * to the store. Options are a JSON object, NULL for none. The caller frees the group with `zarr_group_free`.
 *
 * `ZARR_ERROR_INVALID_ARGUMENT`: the format is none, or `ZARR_FORMAT_DEFAULT`.
 */
zarr_status zarr_group_open_known(const zarr_store *store, const char *path, int32_t format, const char *options_json,
                                  zarr_group **group, zarr_error *error);

/**
 * Calls `visit` with every node below a group, each group before what it holds and siblings sorted by bytes; arrays
 * are open.
 *
 * The quickest way to learn the shapes and attributes of many arrays: their documents are read ahead, on as many
 * threads as the option "threads" says, and from a store that is far away many at a time. The depth is how far down
 * to go: 1 for the children alone, -1 for everything. Options are a JSON object for all of the arrays, NULL for none.
 */
zarr_status zarr_node_visit(const zarr_store *store, const char *path, int32_t depth, const char *options_json,
                            zarr_visitor visit, void *user_data, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Points, and indices along each dimension
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Elements that form no region: single ones, such as the grid points next to a ship's track, or all at some indices
 * along each dimension, such as the levels and stations of a list. Each chunk that holds any of them is read and
 * decoded once, whatever the order in which they are named, and the chunks by several threads. Elements may be named
 * several times, and in any order; of those that are written so, the last one stays. A write changes each chunk, with
 * shards each shard, in one step, and keeps the rest of it.
 *
 * Elements that have a length each have no such functions, and neither is their type converted.
 */

/**
 * Reads the elements at `points_count` positions, `ndim` numbers each, one position behind the other, into a buffer of
 * as many elements.
 *
 * `ZARR_ERROR_OUT_OF_BOUNDS`: a position lies outside the array. Others as in `zarr_array_read_region`.
 */
zarr_status zarr_array_read_points(const zarr_array *array, int32_t ndim, size_t points_count, const int64_t *points,
                                   void *buffer, size_t buffer_size, zarr_error *error);

/** Writes elements to `points_count` positions, as `zarr_array_read_points` reads them. */
zarr_status zarr_array_write_points(const zarr_array *array, int32_t ndim, size_t points_count, const int64_t *points,
                                    const void *buffer, size_t buffer_size, zarr_error *error);

/**
 * Reads the elements at all combinations of indices along the dimensions into a buffer of prod(counts) elements in C
 * order. `indices` has a list for each dimension, and `counts` their lengths; where a list is NULL, it is that of all
 * indices of the dimension, whatever its count says. Rows 7 and 2 of an array of two dimensions:
 *
 *     int64_t rows[2] = {7, 2};
 *     const int64_t *indices[2] = {rows, NULL};
 *     size_t counts[2] = {2, 0};
 *     zarr_array_read_orthogonal(array, 2, counts, indices, values, sizeof values, &error);
 *
 * `ZARR_ERROR_OUT_OF_BOUNDS`: an index lies outside the array. Others as in `zarr_array_read_region`.
 */
zarr_status zarr_array_read_orthogonal(const zarr_array *array, int32_t ndim, const size_t *counts,
                                       const int64_t *const *indices, void *buffer, size_t buffer_size,
                                       zarr_error *error);

/** Writes elements to all combinations of indices along the dimensions, as `zarr_array_read_orthogonal` reads them. */
zarr_status zarr_array_write_orthogonal(const zarr_array *array, int32_t ndim, const size_t *counts,
                                        const int64_t *const *indices, const void *buffer, size_t buffer_size,
                                        zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Handles that are copied
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Where a handle is the value of a variable, as in languages with assignments of their own, each copy needs a handle
 * that is its to free.
 */

/**
 * Gives one more handle to a store, which stays open until the last of its handles is freed: each is freed by itself.
 * The caller frees it with `zarr_store_free`.
 */
zarr_status zarr_store_share(const zarr_store *store, zarr_store **shared, zarr_error *error);

/**
 * Gives one more handle to an open group, without reading the document again. What is changed through one handle is
 * seen through the other, and each is freed by itself. The caller frees it with `zarr_group_free`.
 */
zarr_status zarr_group_share(const zarr_group *group, zarr_group **shared, zarr_error *error);

/**
 * Gives one more handle to an open array, without reading the document again. What is changed through one handle is
 * seen through the other, `zarr_array_refresh` and `zarr_array_resize` too, and each is freed by itself. The caller
 * frees it with `zarr_array_free`.
 */
zarr_status zarr_array_share(const zarr_array *array, zarr_array **shared, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Structs
 * ------------------------------------------------------------------------------------------------------------------
 *
 * An element of an array of `ZARR_STRUCT` is made of fields. In memory they lie as they are stored, one behind the
 * other and without the gaps that a C compiler would leave: the offsets here are the bytes from the first of an
 * element, `zarr_array_item_size` is the distance between elements. Each number is in the byte order of the machine.
 * Gaps that were stored as padding keep their place, but are no fields.
 */

/**
 * Gives the names of the fields, in the order in which they lie in an element. The caller frees them with
 * `zarr_strings_free`.
 *
 * `ZARR_ERROR_TYPE_MISMATCH`: the array does not hold structs.
 */
zarr_status zarr_array_struct_fields(const zarr_array *array, zarr_strings **names, zarr_error *error);

/**
 * Gives the data type of the field at an index, counted from 0, in JSON as in `zarr_array_data_type_json`, the
 * offset of its first byte in an element, and its size in bytes. A field that is an array itself is a list of two:
 * the type of its elements, and its shape. The caller frees the text with `zarr_bytes_free`.
 *
 * `ZARR_ERROR_TYPE_MISMATCH`: the array does not hold structs. `ZARR_ERROR_OUT_OF_BOUNDS`: there is no such field.
 */
zarr_status zarr_array_struct_field(const zarr_array *array, size_t index, zarr_bytes **data_type_json, size_t *offset,
                                    size_t *size, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Attributes, one by one
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Every array and every group has attributes: names with values of JSON. These functions get and set one of them
 * without any JSON. A `node` is an open array or an open group, a `zarr_array *` or a `zarr_group *`; anything else is
 * `ZARR_ERROR_INVALID_HANDLE`.
 *
 * Getters give the value as it is now where handles of this process have changed it; for an array, what other
 * processes have changed is seen after `zarr_array_refresh`. An attribute that is not there is `ZARR_ERROR_NOT_FOUND`,
 * one of another kind `ZARR_ERROR_TYPE_MISMATCH`, a number that does not fit `ZARR_ERROR_RANGE`.
 *
 * A name that begins with "/" and is no attribute's leads getters into attributes that are lists and objects, as a
 * JSON Pointer (RFC 6901) does: "/multiscales/0/datasets/1/path". A "/" in a name is written "~1" there, and "~" is
 * "~0". What is set or erased is always an attribute by its name.
 *
 * Setters write the document of the node: they change one attribute in its place, or add it behind the others, which
 * stay as they were written, large numbers and NaN included. Changes of one node take turns, whichever handles and
 * threads make them: none is lost. Where many are to be set, `zarr_array_set_attributes` writes the document once.
 */

#define ZARR_ATTRIBUTE_NONE      0 /**< There is no attribute of this name. */
#define ZARR_ATTRIBUTE_NULL      1 /**< null. */
#define ZARR_ATTRIBUTE_BOOL      2 /**< true or false. */
#define ZARR_ATTRIBUTE_INTEGER   3 /**< A number without fraction and exponent. */
#define ZARR_ATTRIBUTE_NUMBER    4 /**< Any other number; NaN and the infinities. */
#define ZARR_ATTRIBUTE_STRING    5 /**< A text. */
#define ZARR_ATTRIBUTE_INTEGERS  6 /**< A list of integers only. */
#define ZARR_ATTRIBUTE_NUMBERS   7 /**< A list of numbers, not all of them integers. */
#define ZARR_ATTRIBUTE_STRINGS   8 /**< A list of texts only. */
#define ZARR_ATTRIBUTE_LIST      9 /**< Any other list; also one of nothing. */
#define ZARR_ATTRIBUTE_OBJECT   10 /**< An object. */

/** Lists the names of the attributes, in the order of the document. The caller frees them with `zarr_strings_free`. */
zarr_status zarr_attribute_names(const void *node, zarr_strings **names, zarr_error *error);

/**
 * Sets `*kind` to one of `ZARR_ATTRIBUTE_...`. That there is no such attribute is no failure. `*count` is the
 * number of the elements of a list and of the members of an object, 1 for other values, 0 where there is none;
 * `count` may be NULL.
 */
zarr_status zarr_attribute_kind(const void *node, const char *name, int32_t *kind, size_t *count, zarr_error *error);

/** Gives an attribute of any kind as JSON, as it is written. The caller frees the text with `zarr_bytes_free`. */
zarr_status zarr_attribute_get_json(const void *node, const char *name, zarr_bytes **json, zarr_error *error);

/** Gives a truth value: 1 or 0. */
zarr_status zarr_attribute_get_bool(const void *node, const char *name, int32_t *value, zarr_error *error);

/** Gives an integer, also where it is written as 3.0 or 3e0. */
zarr_status zarr_attribute_get_int64(const void *node, const char *name, int64_t *value, zarr_error *error);

/** Gives an integer up to 2^64 - 1, also where it is written as 3.0 or 3e0. */
zarr_status zarr_attribute_get_uint64(const void *node, const char *name, uint64_t *value, zarr_error *error);

/**
 * Gives a number, integers as well: the nearest double. NaN and the infinities, which JSON lacks, are read as
 * Python writes them.
 */
zarr_status zarr_attribute_get_double(const void *node, const char *name, double *value, zarr_error *error);

/**
 * Gives a text. A string with half of a surrogate pair, which Python makes of file names that are not UTF-8, is given
 * with its escapes, as the document has it. The caller frees the text with `zarr_bytes_free`.
 */
zarr_status zarr_attribute_get_string(const void *node, const char *name, zarr_bytes **value, zarr_error *error);

/**
 * Gives a list of integers; a single one is a list of one. `count` is exactly their number, which
 * `zarr_attribute_kind` tells: another is `ZARR_ERROR_BUFFER_SIZE`.
 */
zarr_status zarr_attribute_get_int64s(const void *node, const char *name, size_t count, int64_t *values,
                                      zarr_error *error);

/**
 * Gives a list of numbers, as `zarr_attribute_get_double` gives each; a single one is a list of one. `count` is
 * exactly their number.
 */
zarr_status zarr_attribute_get_doubles(const void *node, const char *name, size_t count, double *values,
                                       zarr_error *error);

/** Gives a list of texts; a single one is a list of one. The caller frees them with `zarr_strings_free`. */
zarr_status zarr_attribute_get_strings(const void *node, const char *name, zarr_strings **values, zarr_error *error);

/** Sets an attribute to any value of JSON. */
zarr_status zarr_attribute_set_json(const void *node, const char *name, const char *json, zarr_error *error);

/** Sets an attribute to a truth value: 1 or 0. */
zarr_status zarr_attribute_set_bool(const void *node, const char *name, int32_t value, zarr_error *error);

/** Sets an attribute to an integer. */
zarr_status zarr_attribute_set_int64(const void *node, const char *name, int64_t value, zarr_error *error);

/** Sets an attribute to an integer of up to 2^64 - 1. */
zarr_status zarr_attribute_set_uint64(const void *node, const char *name, uint64_t value, zarr_error *error);

/**
 * Sets an attribute to a number. It reads back as the same double, but for the bits of a NaN. NaN and the
 * infinities, which JSON lacks, are written as Python does; other software may refuse them.
 */
zarr_status zarr_attribute_set_double(const void *node, const char *name, double value, zarr_error *error);

/** Sets an attribute to a text. */
zarr_status zarr_attribute_set_string(const void *node, const char *name, const char *value, zarr_error *error);

/** Sets an attribute to a list of integers. */
zarr_status zarr_attribute_set_int64s(const void *node, const char *name, size_t count, const int64_t *values,
                                      zarr_error *error);

/** Sets an attribute to a list of numbers. */
zarr_status zarr_attribute_set_doubles(const void *node, const char *name, size_t count, const double *values,
                                       zarr_error *error);

/** Sets an attribute to a list of texts. */
zarr_status zarr_attribute_set_strings(const void *node, const char *name, size_t count, const char *const *values,
                                       zarr_error *error);

/** Takes an attribute away. */
zarr_status zarr_attribute_erase(const void *node, const char *name, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Reading and writing regions
 * ------------------------------------------------------------------------------------------------------------------
 *
 * A region is a box of elements: `start` is its first element along each dimension, `count` the number of elements.
 * In every call that takes one, a `start` of NULL is the origin, and a `count` of NULL reaches from `start` to the end
 * of the array along every dimension; with both the region is the whole array. It may lie across any number of chunks,
 * and begin and end anywhere; with a count of 0 it holds nothing. Elements that were never written read as the fill
 * value. Writing a part of a chunk keeps the rest of it, also what other threads and processes write there meanwhile,
 * as parts or as a whole; docs/consistency.md says for which stores.
 *
 * A region that reaches outside of the shape that the handle knows is refused only after one more look at the
 * document. With the option {"grow": true}, or {"grow": 1} and so on for another dimension than the first, a write
 * past the end along that dimension makes the array longer, as `zarr_array_append` does it. Where another process has
 * made the array shorter, such a write is `ZARR_ERROR_OUT_OF_BOUNDS` once; the next one makes it longer.
 *
 * Another process may change an array after this one has opened it. On file systems and in memory a write then looks
 * at the document: where the array has become shorter it is `ZARR_ERROR_OUT_OF_BOUNDS`, where it was erased or moved
 * `ZARR_ERROR_NOT_FOUND`, where an array of another data type, of other chunks or codecs is in its place
 * `ZARR_ERROR_CONFLICT`. An array that was replaced by one alike can't be told from the old one: the write goes to the
 * new one. At object stores such a write may be `ZARR_OK` as well: it is kept outside of the array or below a path
 * where nothing is, or it damages the array that is there now. Reading does not look at the document: where the array
 * was erased, moved or replaced it is `ZARR_OK` and gives fill values, or what the chunks of the new array hold;
 * `zarr_array_refresh` tells.
 *
 * A buffer holds exactly the elements of the region, prod(count) * item size bytes: the last dimension fastest (C
 * order), in the byte order of the machine, at any alignment. It is read or written only while the function runs.
 *
 * Elements that have a length each have functions of their own, which take boxes in C order only.
 */

/**
 * Reads a region into a buffer. `buffer_size` is exactly prod(count) * item size. After a failure parts of the
 * buffer may have been written.
 *
 * `ZARR_ERROR_OUT_OF_BOUNDS`: the region reaches outside the array. `ZARR_ERROR_BUFFER_SIZE`: the size is another.
 * `ZARR_ERROR_DATA`: a chunk is corrupt. `ZARR_ERROR_LIMIT`: the value stored as a chunk is longer than such a chunk
 * can be. `ZARR_ERROR_TYPE_MISMATCH`: the elements have a length each, so that `zarr_array_read_strings` reads them.
 */
zarr_status zarr_array_read_region(const zarr_array *array, int32_t ndim, const int64_t *start, const int64_t *count,
                                   void *buffer, size_t buffer_size, zarr_error *error);

/**
 * Reads a region into memory that the library makes: prod(count) elements in C order, as a buffer of
 * `zarr_array_read_region` holds them. The data type is one of `ZARR_...` without parameters, into which the elements
 * are converted as `zarr_transfer` does it, each checked, or 0: they stay what they are. The caller frees the values
 * with `zarr_bytes_free`.
 *
 * All of an array of floats, as double: zarr_array_read_new(array, ndim, NULL, NULL, ZARR_FLOAT64, &values, &error).
 *
 * `ZARR_ERROR_LIMIT`: they are more bytes than "result_bytes" of the option "limits" allows, which is looked at before
 * memory is made. Others as in `zarr_array_read_region` and `zarr_array_read`.
 */
zarr_status zarr_array_read_new(const zarr_array *array, int32_t ndim, const int64_t *start, const int64_t *count,
                                int32_t data_type, zarr_bytes **values, zarr_error *error);

/**
 * Writes a region from a buffer. `buffer_size` is exactly prod(count) * item size. After a failure parts of the
 * region may have been written; each chunk holds the old or the new elements, never a mixture.
 */
zarr_status zarr_array_write_region(const zarr_array *array, int32_t ndim, const int64_t *start, const int64_t *count,
                                    const void *buffer, size_t buffer_size, zarr_error *error);

/**
 * Reads a region as strings, its elements in C order: of an array of type `ZARR_STRING` or `ZARR_BYTES`, or of
 * texts of a fixed size, `ZARR_FIXED_BYTES` (without the NULs that fill them up) and `ZARR_FIXED_UTF32` (the same,
 * and in UTF-8). The caller frees the values with `zarr_strings_free`.
 *
 * Arrays of Python objects (v2) are of type `ZARR_STRING`, or `ZARR_BYTES` for vlen-bytes and for vlen-array, whose
 * elements are the bytes of numbers in the byte order of the machine. In json2 and msgpack2, None is an absent entry
 * (NULL), and an object that is no text is its JSON; it stays that object when its chunk is written again.
 *
 * `ZARR_ERROR_TYPE_MISMATCH`: elements of the data type are no strings. `ZARR_ERROR_LIMIT`: a chunk decodes to more
 * than the option limits.chunk_bytes allows.
 */
zarr_status zarr_array_read_strings(const zarr_array *array, int32_t ndim, const int64_t *start, const int64_t *count,
                                    zarr_strings **values, zarr_error *error);

/**
 * Writes a region of strings, `values_count` elements in C order, to an array of the types of
 * `zarr_array_read_strings`. `sizes` has their sizes in bytes; where it is NULL they are NUL-terminated. A value that
 * is NULL is an element that is not there (None) in json2 and msgpack2; elsewhere it is empty if its size is 0, and
 * else an error.
 *
 * `ZARR_ERROR_TYPE_MISMATCH`: elements of the data type are no strings. `ZARR_ERROR_RANGE`: a text is longer than
 * elements of a fixed size, or none of the labels of the codec categorize. `ZARR_ERROR_INVALID_ARGUMENT`: a text is
 * not UTF-8; then nothing was written.
 */
zarr_status zarr_array_write_strings(const zarr_array *array, int32_t ndim, const int64_t *start, const int64_t *count,
                                     const char *const *values, const size_t *sizes, size_t values_count,
                                     zarr_error *error);

/**
 * As `zarr_array_write_strings`, from one block of bytes with offsets, in the form that `zarr_strings_data` and
 * `zarr_strings_offsets` give: element `i` lies from `offsets[i]` to before `offsets[i + 1]`, its final NUL among
 * these bytes but not part of it; nothing at all, not even the NUL, is an element that is not there. There are
 * `values_count + 1` offsets, none smaller than the one before or larger than `data_size`.
 */
zarr_status zarr_array_write_string_block(const zarr_array *array, int32_t ndim, const int64_t *start,
                                          const int64_t *count, const char *data, size_t data_size,
                                          const size_t *offsets, size_t values_count, zarr_error *error);

/**
 * Gives the array another shape with as many dimensions. Chunks that then lie outside altogether are erased. An
 * array that grows reads as the fill value where nothing was written; an edge chunk may still hold what was cut off
 * before. With the shape that it has, chunks outside of it are erased that a call has left which was interrupted.
 */
zarr_status zarr_array_resize(const zarr_array *array, int32_t ndim, const int64_t *shape, zarr_error *error);

/**
 * Grows the array along an axis, counted from 0, and writes a block of elements into the new part. `count` is the
 * shape of the block: any length along the axis, the length of the array along the others. `buffer_size` is exactly
 * prod(count) * item size. `*start` is where the block begins along the axis, which is the old length.
 *
 * The array grows first, one append after the other, then the block is written: so threads that append at the same
 * time get places one behind the other, and lose nothing. So do processes, where docs/consistency.md says so of the
 * store: on local file systems, and at object stores. After a failure in writing the array has grown, and what is
 * not written reads as the fill value. `ZARR_ERROR_INVALID_ARGUMENT`, `ZARR_ERROR_BUFFER_SIZE`: the block does not
 * fit, and nothing has changed.
 */
zarr_status zarr_array_append(const zarr_array *array, int32_t axis, int32_t ndim, const int64_t *count,
                              const void *buffer, size_t buffer_size, int64_t *start, zarr_error *error);

/**
 * As `zarr_array_append`, for strings: a block of `values_count` elements in C order, in the form of
 * `zarr_array_write_strings`, to an array of the types of `zarr_array_read_strings`. A text that is no element of the
 * array has changed nothing, but for one that is none of the labels of the codec categorize.
 */
zarr_status zarr_array_append_strings(const zarr_array *array, int32_t axis, int32_t ndim, const int64_t *count,
                                      const char *const *values, const size_t *sizes, size_t values_count,
                                      int64_t *start, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Regions in general
 * ------------------------------------------------------------------------------------------------------------------
 *
 * `zarr_array_read` and `zarr_array_write` do what `zarr_array_read_region` and `zarr_array_write_region` do for plain
 * regions and buffers, and more: they take every so many elements, forwards or backwards, and put them anywhere in
 * memory: into a part of a larger array, between halo cells, in Fortran order. A `zarr_region` says which elements,
 * and where they lie in memory; a `zarr_transfer` says how to work, and may be NULL. Both are structs that may grow:
 * begin with the initialiser, or with the init function, then set the members.
 *
 * The elements are start[d] + i[d] * step[d] along each dimension d, for i[d] from 0 to count[d] - 1. In memory the
 * element i lies at the byte offset + sum of i[d] * strides[d] of the buffer, so that a step of -1 reads backwards
 * into a buffer that goes forwards, and so does a negative stride with the offset of the last element. Every other
 * row, and the rows from the last to the first, of an array of two dimensions and type double:
 *
 *     zarr_region region = ZARR_REGION_INIT;
 *     int64_t start[2] = {99, 0}, count[2] = {50, 20}, step[2] = {-2, 1};
 *     double values[50][20];
 *     region.ndim = 2;
 *     region.start = start;
 *     region.count = count;
 *     region.step = step;
 *     zarr_array_read(array, &region, values, sizeof values, NULL, &error);
 *
 * Arrays whose elements have a length each have no general read and write: `zarr_array_read_strings` and
 * `zarr_array_write_strings` take boxes, from which a program picks elements.
 *
 * Only chunks that hold such elements are read, and only their bytes of a buffer are touched. All elements have to lie
 * inside the buffer, which may be larger.
 *
 * Elements may have another type in memory than in the array: any bool, integer, float and complex number becomes
 * any other, of 2 bits to 16 bytes. A float becomes an integer by leaving out its fraction, as in C. What lies
 * between two floats becomes the nearer one, or of two equally near the even one. A real number has the imaginary
 * part 0; what is not 0 is true, NaN too; true is 1. Other types are not converted.
 */

#define ZARR_CONVERT_CHECK 0 /**< `ZARR_ERROR_RANGE`, which names the element. */
#define ZARR_CONVERT_CLAMP 1 /**< It becomes the nearest number; NaN becomes 0 where there is no NaN. */
#define ZARR_CONVERT_WRAP  2 /**< It becomes its low bits, as between integers of C; see below. */

/**
 * Which elements, and where they lie in memory. Begin with `ZARR_REGION_INIT`. The numbers that the pointers point to
 * are read while the function runs.
 */
typedef struct zarr_region {
    /** The size of this struct, by which the library knows which members the caller knows. */
    size_t struct_size;
    /** The number of dimensions, and of numbers behind each of the pointers. */
    int32_t ndim;
    /**
     * Where `strides` is NULL: 'C', the elements lie without gaps and the last dimension is the fastest, or 'F', the
     * first one is.
     */
    int32_t order;
    /** The first element along each dimension. NULL: the origin. */
    const int64_t *start;
    /** The number of elements along each dimension. NULL: to the end, in steps. */
    const int64_t *count;
    /** From each element of the array to the next wanted one, not 0; negative: backwards from `start`. NULL: 1. */
    const int64_t *step;
    /**
     * From each element in memory to the next one along each dimension, in bytes, perhaps negative. NULL: as `order`
     * says.
     */
    const int64_t *strides;
    /** The byte of the buffer at which the first element lies, the one at `start`. */
    int64_t offset;
} zarr_region;

/** How a call works. Begin with `ZARR_TRANSFER_INIT`. */
typedef struct zarr_transfer {
    /** The size of this struct, by which the library knows which members the caller knows. */
    size_t struct_size;
    /**
     * Called with the number of chunks (of shards, where there are such) that are done, and of those that the region
     * touches, on the thread that called the library; first with none done, and in the end with all. A result other
     * than 0 ends the call with `ZARR_ERROR_CANCELLED`, once the chunks that were begun are done; the result of the
     * last call is ignored. May be NULL.
     */
    zarr_progress progress;
    /** Handed to `progress` as it is. */
    void *user_data;
    /** The most threads that work, the calling one among them: 1 starts none. 0: as the handle says. */
    int32_t threads;
    /**
     * The type of the elements in memory, one of `ZARR_...`; 0: the data type of the array. Strides and offset of the
     * region are those of such elements.
     */
    int32_t data_type;
    /**
     * The treatment of a value that the other type does not have: one of `ZARR_CONVERT_...`. Such are numbers outside
     * its range, NaN and infinity for an integer, and an imaginary part other than 0 for a real number, which is left
     * out unless checked. With `ZARR_CONVERT_WRAP`, floats that are too large become the low bits of their whole part
     * where they become integers, NaN and infinity 0; where they become floats, they become infinity.
     */
    int32_t conversion;
    /** Nothing yet: 0. */
    int32_t reserved;
} zarr_transfer;

/** No dimensions, C order: zarr_region region = ZARR_REGION_INIT; */
#define ZARR_REGION_INIT { sizeof(zarr_region), 0, 'C', NULL, NULL, NULL, NULL, 0 }
/** The defaults of the handle, without reports of progress: zarr_transfer how = ZARR_TRANSFER_INIT; */
#define ZARR_TRANSFER_INIT { sizeof(zarr_transfer), NULL, NULL, 0, 0, 0, 0 }

/** Sets a region to `ZARR_REGION_INIT`, for languages without macros. NULL does nothing. */
void zarr_region_init(zarr_region *region);

/** Sets a transfer to `ZARR_TRANSFER_INIT`, for languages without macros. NULL does nothing. */
void zarr_transfer_init(zarr_transfer *how);

/**
 * Reads elements to where the region says in a buffer of `buffer_size` bytes; other bytes stay as they are. `how` may
 * be NULL. After a failure, and after it was cancelled, any of the elements in the buffer may have been written.
 *
 * `ZARR_ERROR_TYPE_MISMATCH`: the array's type is not converted to that of the memory. `ZARR_ERROR_RANGE`: an element
 * has a value that does not fit, see `ZARR_CONVERT_CHECK`; also the fill value, where nothing was stored.
 * `ZARR_ERROR_OUT_OF_BOUNDS`: elements lie outside the array. `ZARR_ERROR_BUFFER_SIZE`: elements would lie outside the
 * buffer. `ZARR_ERROR_INVALID_ARGUMENT`: a step of 0, or strides by which elements could share bytes: along each
 * dimension of more than one element, the stride has to lead beyond all that dimensions with smaller strides hold.
 * Others as in `zarr_array_read_region`.
 */
zarr_status zarr_array_read(const zarr_array *array, const zarr_region *region, void *buffer, size_t buffer_size,
                            const zarr_transfer *how, zarr_error *error);

/**
 * Writes elements from where the region says in a buffer of `buffer_size` bytes. Elements may lie in the same bytes
 * here: with strides of 0, one value is written to all of them. `how` may be NULL. After a failure, and after it was
 * cancelled, some chunks hold the new elements and the others the old ones, none a mixture.
 *
 * Elements of a chunk that are not written keep their values, so chunks of which a step leaves elements out are read
 * as well. Errors as in `zarr_array_read` and `zarr_array_write_region`.
 */
zarr_status zarr_array_write(const zarr_array *array, const zarr_region *region, const void *buffer, size_t buffer_size,
                             const zarr_transfer *how, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Queued writes and reads
 * ------------------------------------------------------------------------------------------------------------------
 *
 * A program that computes has to wait while its output is compressed and stored. A queue does that on threads of its
 * own: a call hands over a region, which is copied, and returns at once:
 *
 *     zarr_queue *queue = NULL;
 *     zarr_queue_new(ZARR_JSON({"bytes": 268435456, "threads": 2}), &queue, &error);
 *     for (step = 0; step < steps; step++) {
 *         compute(field);
 *         start[0] = step;
 *         if (zarr_queue_write_region(queue, array, 3, start, count, field, sizeof field, NULL, &error))
 *             break;
 *     }
 *     while (zarr_queue_wait(queue, -1, &error))
 *         fprintf(stderr, "%s\n", error.message);
 *     zarr_queue_free(queue);
 *
 * Order. Operations take effect as if one were done after the other, in the order of the calls: two that touch one
 * chunk (one shard, where there are shards) wait for each other, unless both read; others run side by side. This holds
 * for one queue, and for handles of one array whose stores have one path or URL (two stores of callbacks are two);
 * calls on the array beside it, and other queues, know nothing of what is queued. Arrays that are
 * queued for may be freed at once. A write is acknowledged when it has been waited for, not before: what is queued
 * when the process ends is lost.
 *
 * Failures. A call fails for its arguments, as `zarr_array_write_region` does, and then nothing was queued. What goes
 * wrong later is told once: by `zarr_queue_wait` with its ticket; where no ticket was taken (NULL), by the next call
 * that would queue something, which then has queued nothing; and what was told in neither way by waiting for all, one
 * failure a call, the earliest first. Waiting for all takes no failure away from a ticket. The message begins with
 * "ticket N". When more than 1000 failures wait to be told, the next call tells the first of them all the same.
 *
 * Memory. The copies that wait and what operations that run work in, as far as it is known (a chunk and its encoded
 * form for each thread, and what was stored before, where a part of it is written), stay below the option "bytes"; but
 * one operation always runs. A call on a full queue waits, or
 * with "full": "refuse" is `ZARR_ERROR_LIMIT`. A write that is larger than all of the bytes is done by the call itself
 * without a copy, in its turn; with "refuse" it is `ZARR_ERROR_LIMIT`. A store of callbacks without
 * `ZARR_STORE_THREAD_SAFE`, and such codecs, are used on the threads that call only: there the call does the operation
 * itself as well, and its failure is told as any other. So it is where the system gives no threads.
 *
 * Callbacks. What a `zarr_queue_done` is given lives until it returns. It may call the library, and queue more; a call
 * that would have to wait for a queue is `ZARR_ERROR_CONFLICT` there, and `zarr_queue_free` returns at once and leaves
 * the rest to the threads. Callbacks of stores and codecs must not wait for a queue.
 *
 * Forks. A child of `fork` has the queue, empty and without threads: what its parent has queued is done there only,
 * and such a ticket is `ZARR_ERROR_CONFLICT` in the child.
 */

/** A queue of writes and reads. */
typedef struct zarr_queue zarr_queue;

/**
 * Told of the end of an operation, once, on a thread of the queue or on one that calls it: its ticket, its status,
 * and the message of a failure ("" for none). It must not throw, unwind or longjmp.
 */
typedef void (*zarr_queue_done)(void *user_data, int64_t ticket, zarr_status status, const char *message);

/**
 * A queue without operations. Options, all of which may be left out: "bytes", the most memory that operations have
 * together (268435456); "threads", how many threads of the library work on them, 0 for as many as a call has; "full",
 * what a call does that finds no room, "wait" or "refuse" (`ZARR_ERROR_LIMIT`). Threads are started when they are
 * first needed. The caller frees the queue with `zarr_queue_free`.
 */
zarr_status zarr_queue_new(const char *options_json, zarr_queue **queue, zarr_error *error);

/**
 * Queues the writing of a region, as `zarr_array_write_region` does it, and copies its `size` bytes. `ticket` may be
 * NULL; else `*ticket` is a number greater than 0, by which the operation can be waited for.
 *
 * `ZARR_ERROR_LIMIT`: the queue is full, see the option "full". Other failures are those of the arguments, or of an
 * earlier operation whose ticket was not taken; after any of them nothing was queued.
 */
zarr_status zarr_queue_write_region(zarr_queue *queue, const zarr_array *array, int32_t ndim, const int64_t *start,
                                    const int64_t *count, const void *data, size_t size, int64_t *ticket,
                                    zarr_error *error);

/**
 * Queues the reading of a region into a buffer, as `zarr_array_read_region` does it. The buffer has to stay, and
 * nothing may look at it, until the operation was waited for. Errors as in `zarr_queue_write_region`.
 */
zarr_status zarr_queue_read_region(zarr_queue *queue, const zarr_array *array, int32_t ndim, const int64_t *start,
                                   const int64_t *count, void *buffer, size_t size, int64_t *ticket,
                                   zarr_error *error);

/**
 * As `zarr_queue_write_region`, without a copy: the data have to stay as they are until `done` is called, or, where
 * that is NULL, until the operation was waited for. `done` is called once if, and only if, this returns `ZARR_OK`,
 * perhaps before it does; a failure that it was told is told to nothing else but a ticket.
 */
zarr_status zarr_queue_write_region_then(zarr_queue *queue, const zarr_array *array, int32_t ndim, const int64_t *start,
                                         const int64_t *count, const void *data, size_t size, zarr_queue_done done,
                                         void *user_data, int64_t *ticket, zarr_error *error);

/**
 * As `zarr_queue_read_region`; `done` is called when the elements are in the buffer, or the reading has failed, as in
 * `zarr_queue_write_region_then`.
 */
zarr_status zarr_queue_read_region_then(zarr_queue *queue, const zarr_array *array, int32_t ndim, const int64_t *start,
                                        const int64_t *count, void *buffer, size_t size, zarr_queue_done done,
                                        void *user_data, int64_t *ticket, zarr_error *error);

/**
 * Waits until an operation is finished, and gives its failure, once. With the ticket -1: until all are finished that
 * were queued before this call; then it gives the first failure that was not told yet, so that a loop until `ZARR_OK`
 * hears of each.
 *
 * `ZARR_ERROR_CANCELLED`: it was cancelled. `ZARR_ERROR_INVALID_ARGUMENT`: the queue has given no such ticket.
 * `ZARR_ERROR_CONFLICT`: this thread is in the callback of an operation, or the ticket is of a process before `fork`.
 */
zarr_status zarr_queue_wait(zarr_queue *queue, int64_t ticket, zarr_error *error);

/**
 * Cancels an operation, or with the ticket -1 all that are queued, and does not wait: one that has not begun does
 * nothing, one that has begun ends after the chunks that it is at, one that is finished stays so. A cancelled
 * operation is `ZARR_ERROR_CANCELLED` to its ticket and its callback, and no failure to others.
 * `ZARR_ERROR_INVALID_ARGUMENT`: the queue has given no such ticket.
 */
zarr_status zarr_queue_cancel(zarr_queue *queue, int64_t ticket, zarr_error *error);

/**
 * How much there is to do: the operations that are not finished, and the bytes of memory that they have. Each of the
 * two may be NULL.
 */
zarr_status zarr_queue_pending(const zarr_queue *queue, int64_t *operations, int64_t *bytes, zarr_error *error);

/** Whether an operation is finished: 1 or 0; -1 for a bad handle, and for a ticket that the queue has not given. */
int32_t zarr_queue_is_done(const zarr_queue *queue, int64_t ticket);

/**
 * Waits for all operations, ends the threads, and frees the queue. Failures that were not told are lost: wait before.
 * NULL does nothing. In the callback of an operation it does not wait.
 */
void zarr_queue_free(zarr_queue *queue);

/* ------------------------------------------------------------------------------------------------------------------
 * Single chunks
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Most programs need regions only. These functions are for those that work chunk by chunk: to share work out, to copy
 * without decoding, to inspect the stored data. Each takes a `unit`, which says what the position counts:
 *
 * - `ZARR_UNIT_CHUNK`: chunks as they are encoded, of the shape that `zarr_array_chunk_shape` gives. Where there are
 *   shards these are the chunks in them, the innermost where shards lie in shards, counted over the whole array.
 * - `ZARR_UNIT_SHARD`: chunks as they are stored, each under one key, of the shape that `zarr_array_shard_shape`
 *   gives. Without shards the same as the chunks.
 *
 * A position is `ndim` numbers, one a dimension, counted from 0; one outside the grid that the array's shape makes is
 * `ZARR_ERROR_OUT_OF_BOUNDS`. A chunk is always whole here, also where it overhangs the array: the elements outside
 * are read as they are stored, and written; but those of N5, which end where the array does, read as the fill value
 * there. Writers of one chunk take turns with each other and with writers of regions; whatever changes a chunk inside
 * a shard reads the shard and writes it again.
 */

#define ZARR_UNIT_CHUNK 0 /**< Chunks as they are encoded, in shards the innermost. */
#define ZARR_UNIT_SHARD 1 /**< Chunks as they are stored, each under one key. */

/**
 * Reads a chunk: its elements in C order and in the byte order of the machine. `buffer_size` is exactly that of the
 * whole chunk. One that is not stored reads as the fill value.
 *
 * `ZARR_ERROR_DATA`: it is corrupt. `ZARR_ERROR_TYPE_MISMATCH`: the elements have a length each, so that
 * `zarr_array_read_strings` reads them, for a chunk too: the region that the chunk covers.
 */
zarr_status zarr_array_read_chunk(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *position,
                                  void *buffer, size_t buffer_size, zarr_error *error);

/**
 * Writes a chunk: all of its elements, as `zarr_array_read_chunk` gives them. As with regions, one that holds only
 * the fill value is left out where it lies in a shard, and where the option "write_empty_chunks" is false.
 */
zarr_status zarr_array_write_chunk(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *position,
                                   const void *buffer, size_t buffer_size, zarr_error *error);

/**
 * Reads a chunk as it is stored, without decoding it. The caller frees the value with `zarr_bytes_free`.
 *
 * `ZARR_ERROR_NOT_FOUND`: it is not stored, and reads as the fill value.
 */
zarr_status zarr_array_read_encoded_chunk(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *position,
                                          zarr_bytes **value, zarr_error *error);

/**
 * Stores a chunk that is encoded already. The bytes are stored as they are, and not looked at: what the codecs of
 * the array do not make is `ZARR_ERROR_DATA` when the chunk is read.
 */
zarr_status zarr_array_write_encoded_chunk(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *position,
                                           const void *data, size_t size, zarr_error *error);

/** Erases a chunk, so that it reads as the fill value. That it is not there is no failure. */
zarr_status zarr_array_erase_chunk(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *position,
                                   zarr_error *error);

/**
 * Sets `*size` to the bytes that a chunk takes where it is stored, -1 if it is not stored: so it also tells whether
 * there is one. The chunk itself is not read.
 */
zarr_status zarr_array_encoded_chunk_size(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *position,
                                          int64_t *size, zarr_error *error);

/**
 * Lists the chunks that are stored, in C order: the positions are numbers of type int64_t, `ndim` for each chunk,
 * one chunk behind the other; `*count` is the number of chunks. What is stored is found by one listing of the
 * store; where that can't list, by asking for each. Which chunks there are in shards is read from their indexes.
 * The caller frees the positions with `zarr_bytes_free`.
 *
 * `ZARR_ERROR_UNSUPPORTED`: the store can't list, and the array has more than a million places for chunks.
 */
zarr_status zarr_array_list_chunks(const zarr_array *array, int32_t unit, zarr_bytes **positions, size_t *count,
                                   zarr_error *error);

/** Counts the chunks that are stored, as `zarr_array_list_chunks` finds them. */
zarr_status zarr_array_count_chunks(const zarr_array *array, int32_t unit, size_t *count, zarr_error *error);

/**
 * The store as the array sees it through its shards, of whatever kind they are: each of its chunks, what is encoded,
 * under a key of its own, and everything else as it is. An array without shards sees its store itself. This is for
 * keys: nodes are opened in the store below, whose shards their documents speak of.
 *
 * It is a store like any other, and does with a chunk what `zarr_array_read_encoded_chunk` and its like do. A read
 * asks for the index of the shard, then for the chunk as a whole; to write or erase a chunk writes its shard anew, and
 * the shard goes with its last chunk. Writers take turns with those of regions, in other processes too. A chunk is not
 * stored where the array is gone (`ZARR_ERROR_NOT_FOUND`), where another one is in its place (`ZARR_ERROR_CONFLICT`),
 * and outside of the array (`ZARR_ERROR_OUT_OF_BOUNDS`), where none is found either. The caller frees the store with
 * `zarr_store_free`.
 */
zarr_status zarr_array_chunk_store(const zarr_array *array, zarr_store **store, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Chunk grids
 * ------------------------------------------------------------------------------------------------------------------
 *
 * How an array is divided. Most have chunks of one shape, which `zarr_array_chunk_shape` gives; in final v3 the
 * chunks along a dimension may also have lengths of their own (a rectilinear grid), which that function refuses.
 * These functions serve both. They count chunks or shards as `unit` says (`ZARR_UNIT_CHUNK`, `ZARR_UNIT_SHARD`); a
 * chunk is always whole, so that the last along a dimension may reach beyond the array.
 *
 * Where such chunks are shards, the chunks in them still are of one shape, which divides every shard.
 *
 * When an array with such chunks grows beyond the last of them, one more is added that covers the rest; of shards it
 * is one of whole chunks.
 */

/** Gives the number of chunks along each dimension: those that hold elements of the array. */
zarr_status zarr_array_grid_shape(const zarr_array *array, int32_t unit, int32_t ndim, int64_t *grid_shape,
                                  zarr_error *error);

/**
 * Gives the number of elements that each chunk has along one dimension, from the first chunk to the last. `count` is
 * the number of chunks along it, as `zarr_array_grid_shape` gives it.
 *
 * `ZARR_ERROR_BUFFER_SIZE`: `count` is another.
 */
zarr_status zarr_array_chunk_edges(const zarr_array *array, int32_t unit, int32_t dimension, size_t count,
                                   int64_t *chunk_lengths, zarr_error *error);

/**
 * Gives the place of a chunk: its first element, and its number of elements along each dimension.
 *
 * `ZARR_ERROR_OUT_OF_BOUNDS`: the grid has no such position.
 */
zarr_status zarr_array_chunk_bounds(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *position,
                                    int64_t *start, int64_t *count, zarr_error *error);

/**
 * Gives the position of the chunk that holds an element.
 *
 * `ZARR_ERROR_OUT_OF_BOUNDS`: the array has no such element.
 */
zarr_status zarr_array_chunk_at(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *element,
                                int64_t *position, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Dividing work
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Programs that write one array together, such as the ranks of an MPI program, are fastest when no chunk (with
 * shards: no shard) is written by two of them: a part of a chunk can be written only by reading the rest, and
 * processes then wait for each other. Nothing is lost either way, where the store has conditional writes, or locks
 * that hold for all of the processes: docs/mpi.md has a table.
 *
 * `zarr_propose_decomposition` gives shapes for which that holds. `zarr_array_regions_exclusive` tells whether it
 * holds for the regions that a program writes. `zarr_array_region_parts` and `zarr_array_region_part` tell which part
 * of a region lies in which chunk. All of them compute; nothing is read or written.
 *
 * One process creates the array, and the others open it after that (a barrier lies between). What is said of arrays
 * on several threads holds for several processes as far as docs/consistency.md says so of the store. Changes of the
 * shape and of attributes by other processes are seen after `zarr_array_refresh`.
 */

/**
 * Proposes how to divide an array of `shape`, with elements of `item_size` bytes, among `processes[d]` processes along
 * each dimension: NULL for one process. Process (i, j, ...) writes the block that begins at element
 * (i * block_shape[0], j * block_shape[1], ...), as far as that lies in the array: the last ones may have less to do,
 * or nothing. Blocks consist of whole shards, and shards of whole chunks, so that no two processes write in one.
 *
 * A chunk has at most `chunk_bytes` bytes; 0: about 1 MiB. A shard has about `shard_bytes` bytes, at most twice as
 * many; 0: there are no shards, and `shard_shape` is `chunk_shape`. Where a block is smaller than that, it is one
 * shard, or one chunk. Long dimensions are divided first, the fastest one (the last) last.
 *
 * `ZARR_ERROR_INVALID_ARGUMENT`: a number of processes is below 1, an element has no bytes, or `shard_bytes` is not 0
 * and less than the bytes of a chunk. `ZARR_ERROR_RANGE`: whole chunks would reach beyond 2^63 - 1 elements.
 */
zarr_status zarr_propose_decomposition(int32_t ndim, const int64_t *shape, size_t item_size, const int64_t *processes,
                                       size_t chunk_bytes, size_t shard_bytes, int64_t *block_shape,
                                       int64_t *shard_shape, int64_t *chunk_shape, zarr_error *error);

/**
 * Tells whether no chunk (or shard, as `unit` says) has elements of two of the regions: then they can be written by
 * as many processes without waiting. `starts` and `counts` hold the regions one behind the other, `ndim` numbers each.
 * Puts 1 into `exclusive`, or 0; then also the numbers of two regions that meet in a chunk into `first` and `second`,
 * which may be NULL.
 *
 * `ZARR_ERROR_OUT_OF_BOUNDS`: a region reaches outside the array.
 */
zarr_status zarr_array_regions_exclusive(const zarr_array *array, int32_t unit, int32_t ndim, size_t regions,
                                         const int64_t *starts, const int64_t *counts, int32_t *exclusive,
                                         size_t *first, size_t *second, zarr_error *error);

/**
 * Gives the number of chunks (or shards, as `unit` says) that hold elements of a region.
 *
 * `ZARR_ERROR_OUT_OF_BOUNDS`: the region reaches outside the array.
 */
zarr_status zarr_array_region_parts(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *start,
                                    const int64_t *count, int64_t *parts, zarr_error *error);

/**
 * Gives one of those parts, counted from 0 in C order of the chunks: the position of its chunk in the grid, its first
 * element in the array, and its number of elements along each dimension.
 *
 * `ZARR_ERROR_OUT_OF_BOUNDS`: the region reaches outside the array, or has no such part.
 */
zarr_status zarr_array_region_part(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *start,
                                   const int64_t *count, int64_t part, int64_t *position, int64_t *part_start,
                                   int64_t *part_count, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Creating arrays
 * ------------------------------------------------------------------------------------------------------------------
 *
 * A new array is described step by step in a builder, and then created; the builder can be changed and used again.
 * Settings that are left out are chosen: the format of the hierarchy, chunks of about 1 MiB, no compression, the fill
 * value zero (of times in final v3: "not a time"). Only the combination that is created has to make sense: what its
 * format can't express is `ZARR_ERROR_UNSUPPORTED`. A builder is used by one thread at a time.
 */

/** The description of an array that is to be created. */
typedef struct zarr_array_builder zarr_array_builder;

/**
 * Begins the description of an array of a data type that needs no parameters: one of `ZARR_BOOL` to
 * `ZARR_COMPLEX128`, `ZARR_STRING`, `ZARR_BYTES`, or one of those from `ZARR_BFLOAT16` on. The caller frees the
 * builder with `zarr_array_builder_free`.
 */
zarr_status zarr_array_builder_new(int32_t data_type, int32_t ndim, const int64_t *shape, zarr_array_builder **builder,
                                   zarr_error *error);

/**
 * Begins the description of an array of a data type in JSON, in the spelling of any format: "\"float64\"",
 * "\"r24\"", "\">i4\"", "\"<M8[ns]\"", an object with a name and a configuration, or NumPy's list of fields,
 * "[[\"x\", \"<f4\"], [\"id\", \"|S8\"]]". The byte orders of the latter are those that the array is stored in. The
 * caller frees the builder with `zarr_array_builder_free`.
 */
zarr_status zarr_array_builder_new_json(const char *data_type_json, int32_t ndim, const int64_t *shape,
                                        zarr_array_builder **builder, zarr_error *error);

/** Frees the builder. NULL is fine. */
void zarr_array_builder_free(zarr_array_builder *builder);

/** Sets the format, one of `ZARR_FORMAT_...`. */
zarr_status zarr_array_builder_format(zarr_array_builder *builder, int32_t format, zarr_error *error);

/** Sets the shape of the chunks, the unit that is encoded, in elements. A length of 0 is the whole axis. */
zarr_status zarr_array_builder_chunk_shape(zarr_array_builder *builder, int32_t ndim, const int64_t *chunk_shape,
                                           zarr_error *error);

/**
 * Gives the chunks along one dimension lengths of their own: `count` lengths in elements, one a chunk, none of them 0,
 * which together reach the end of the array or go beyond it. The grid becomes rectilinear, an extension of final v3
 * that not every software reads; along the other dimensions the lengths are those of the chunk shape.
 *
 * Where a shard shape is set too, the lengths are those of the shards, each a multiple of the chunk shape, which all
 * chunks have; along the other dimensions the shard shape counts.
 */
zarr_status zarr_array_builder_chunk_edges(zarr_array_builder *builder, int32_t dimension, size_t count,
                                           const int64_t *chunk_lengths, zarr_error *error);

/**
 * Sets the shape of the shards, the unit that is stored, in elements. A length of 0 is the whole axis. Not set:
 * each chunk is stored by itself.
 */
zarr_status zarr_array_builder_shard_shape(zarr_array_builder *builder, int32_t ndim, const int64_t *shard_shape,
                                           zarr_error *error);

/**
 * Sets the fill value, which reading gives where nothing was written: one element, in the byte order of the machine;
 * of `ZARR_STRING` and `ZARR_BYTES`, bytes of any number.
 */
zarr_status zarr_array_builder_fill_value(zarr_array_builder *builder, const void *value, size_t size,
                                          zarr_error *error);

/**
 * Leaves open what reading gives where nothing was written; this library gives zero. v1, v2 and the first drafts of v3
 * have null for it, N5 has no fill value at all; with other formats, creating the array is `ZARR_ERROR_UNSUPPORTED`.
 * `zarr_array_builder_fill_value` takes this back.
 *
 * xarray takes the fill value of v2 for the mark of what is missing: of an array with the fill value 0, which is the
 * default here, it shows the zeros as NaN, and integers as floats. Leave it open where zero is a value like others.
 */
zarr_status zarr_array_builder_no_fill_value(zarr_array_builder *builder, zarr_error *error);

/**
 * Sets the order of the elements in a stored chunk: 'C', the last dimension fastest, or 'F', the first. The buffers
 * of `zarr_array_read_region` and `zarr_array_write_region` are in C order all the same.
 */
zarr_status zarr_array_builder_order(zarr_array_builder *builder, int32_t order, zarr_error *error);

/**
 * Sets the byte order of stored numbers: 1 for big-endian, 0 for little-endian, which is the default on every
 * machine.
 */
zarr_status zarr_array_builder_big_endian(zarr_array_builder *builder, int32_t big_endian, zarr_error *error);

/** Sets the separator of the numbers in the keys of chunks: '.' or '/'. */
zarr_status zarr_array_builder_separator(zarr_array_builder *builder, int32_t separator, zarr_error *error);

/**
 * Sets how the keys of chunks are formed, by a name of final v3 and its configuration, NULL or a JSON object:
 * "default" and "v2" with "separator", "fanout" with "max_children", which keeps folders short, and "suffix" with
 * "suffix" and "base_encoding". It and `zarr_array_builder_separator` take each other back. Formats other than final
 * v3 have no word for it: creating the array is `ZARR_ERROR_UNSUPPORTED`.
 */
zarr_status zarr_array_builder_chunk_key_encoding(zarr_array_builder *builder, const char *name,
                                                  const char *configuration_json, zarr_error *error);

/** Names the dimensions. An entry may be NULL: that dimension has no name. */
zarr_status zarr_array_builder_dimension_names(zarr_array_builder *builder, int32_t ndim, const char *const *names,
                                               zarr_error *error);

/** Sets the attributes: a JSON object. */
zarr_status zarr_array_builder_attributes(zarr_array_builder *builder, const char *json, zarr_error *error);

/**
 * Adds a codec; one call for each, in the order of encoding. Without any, data are stored as they are.
 *
 * The name is that of final v3 ("zstd", "gzip", "blosc", "crc32c", ...) or a numcodecs id; the configuration is
 * NULL or a JSON object in the spelling of either. The library writes both as the format of the array does. With
 * shards, these are the codecs of the chunks in them.
 */
zarr_status zarr_array_builder_codec(zarr_array_builder *builder, const char *name, const char *configuration_json,
                                     zarr_error *error);

/**
 * Creates an array, and the groups above it that its format needs. Nothing is written for its chunks.
 * `ZARR_ERROR_ALREADY_EXISTS`: there is a node already. `ZARR_ERROR_LIMIT`: its chunks would have more bytes than
 * "chunk_bytes" of the option "limits" allows. The caller frees the array with `zarr_array_free`.
 */
zarr_status zarr_array_create(const zarr_store *store, const char *path, const zarr_array_builder *builder,
                              zarr_array **array, zarr_error *error);

/**
 * Creates an array, and opens it with options, which go before those of the store: a JSON object, NULL for none, as
 * `zarr_array_open_with` takes it. The caller frees the array with `zarr_array_free`.
 */
zarr_status zarr_array_create_with(const zarr_store *store, const char *path, const zarr_array_builder *builder,
                                   const char *options_json, zarr_array **array, zarr_error *error);

/**
 * Creates an array below a group: the path begins there, "b/c". Options are a JSON object for the handle, NULL for
 * none. The caller frees the array with `zarr_array_free`.
 */
zarr_status zarr_group_create_array(const zarr_group *group, const char *path, const zarr_array_builder *builder,
                                    const char *options_json, zarr_array **array, zarr_error *error);

/**
 * Creates an array, in the place of any existing node, as `zarr_group_create_or_replace` does: a node at the path
 * goes, with everything below it, but not before the new array is known to be possible. The caller frees the array
 * with `zarr_array_free`.
 */
zarr_status zarr_array_create_or_replace(const zarr_store *store, const char *path, const zarr_array_builder *builder,
                                         zarr_array **array, zarr_error *error);

/**
 * Creates an array from a metadata document, in the layout of the format, for everything that a builder can't say.
 * The document is checked as on opening. The caller frees the array with `zarr_array_free`.
 */
zarr_status zarr_array_create_json(const zarr_store *store, const char *path, int32_t format, const char *metadata_json,
                                   zarr_array **array, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Datasets: arrays of one group with shared dimensions
 * ------------------------------------------------------------------------------------------------------------------
 *
 * A dataset is what netCDF calls a file or a group: arrays that lie directly in one group, and whose dimensions have
 * names. A dimension is kept by the arrays alone: it is there as long as one of them has it, and its length is theirs.
 * The names are those of `zarr_array_dimension_names`, whichever software has written them. Arrays without names are
 * listed, and add no dimension. A dataset with two lengths for one dimension is `ZARR_ERROR_METADATA`, where both
 * arrays are named; with the option {"unequal_dimensions": "keep"} it is opened, each length is listed, and
 * `zarr_dataset_resize_dimension` makes them equal.
 *
 * New arrays are defined by the names of their dimensions, and `zarr_dataset_commit` creates all of them, after it has
 * looked for everything that can be wrong. There is no unlimited dimension, as any of them can grow: one that begins
 * with 0 elements grows by `zarr_dataset_append`, which writes one step of many arrays, or by
 * `zarr_dataset_resize_dimension`.
 *
 * One thread at a time defines and commits; any number may call all else. A dataset knows the dimensions that it
 * saw when it was opened, committed, resized or refreshed, and the lengths of its own appends.
 */

/** The arrays of one group, and their dimensions. */
typedef struct zarr_dataset zarr_dataset;

/**
 * Creates the group of a dataset, and the groups above it that its format needs. A group that is there already is
 * taken, with the arrays in it, as `zarr_dataset_open` does.
 *
 * The format is one of `ZARR_FORMAT_...`. Options are a JSON object for the arrays, NULL for none, with those of the
 * dataset. The caller frees the dataset with `zarr_dataset_free`.
 */
zarr_status zarr_dataset_create(const zarr_store *store, const char *path, int32_t format, const char *options_json,
                                zarr_dataset **dataset, zarr_error *error);

/**
 * Opens a group, explicit or implicit, as a dataset: all arrays directly in it are opened in one pass, many documents
 * at a time, or from consolidated metadata as the option "consolidated" says. Options are a JSON object for the
 * arrays, NULL for none, with those of the dataset. The caller frees the dataset with `zarr_dataset_free`.
 *
 * `ZARR_ERROR_METADATA`: a dimension has two lengths. An array whose document can't be followed is listed, adds no
 * dimension, and `zarr_dataset_array` tells why. `ZARR_ERROR_NODE_TYPE`: there is an array at the path.
 */
zarr_status zarr_dataset_open(const zarr_store *store, const char *path, const char *options_json,
                              zarr_dataset **dataset, zarr_error *error);

/**
 * Gives one more handle to an open dataset, as `zarr_group_share` does of a group. The caller frees it with
 * `zarr_dataset_free`.
 */
zarr_status zarr_dataset_share(const zarr_dataset *dataset, zarr_dataset **shared, zarr_error *error);

/** Frees the handle; arrays stay where they are, and what was defined and not committed is forgotten. NULL is fine. */
void zarr_dataset_free(zarr_dataset *dataset);

/**
 * Looks at the group again, to see what other handles and processes have created, resized or erased. What is defined
 * stays defined. After a failure the dataset stays as it was.
 */
zarr_status zarr_dataset_refresh(const zarr_dataset *dataset, zarr_error *error);

/** Gives the group of the dataset, for its attributes. The caller frees it with `zarr_group_free`. */
zarr_status zarr_dataset_group(const zarr_dataset *dataset, zarr_group **group, zarr_error *error);

/**
 * Lists the dimensions: those of arrays, as they are met when arrays are sorted by name, and those that are only
 * defined. `*lengths` has an int64_t for each name: `(const int64_t *)zarr_bytes_data(lengths)`. The caller frees the
 * names with `zarr_strings_free`, the lengths with `zarr_bytes_free`.
 */
zarr_status zarr_dataset_dimensions(const zarr_dataset *dataset, zarr_strings **names, zarr_bytes **lengths,
                                    zarr_error *error);

/**
 * Gives the length of a dimension. `ZARR_ERROR_NOT_FOUND`: there is none of the name. `ZARR_ERROR_METADATA`: it has
 * several.
 */
zarr_status zarr_dataset_dimension_length(const zarr_dataset *dataset, const char *name, int64_t *length,
                                          zarr_error *error);

/**
 * Lists the names of the arrays, sorted by bytes; not those that are only defined. The caller frees the list with
 * `zarr_strings_free`.
 */
zarr_status zarr_dataset_arrays(const zarr_dataset *dataset, zarr_strings **names, zarr_error *error);

/**
 * Gives a handle of an array, which the dataset has open, without a request to the store. The caller frees it with
 * `zarr_array_free`. `ZARR_ERROR_NOT_FOUND`: there is no array of the name in the group, or it is not committed yet.
 */
zarr_status zarr_dataset_array(const zarr_dataset *dataset, const char *name, zarr_array **array, zarr_error *error);

/**
 * Defines a dimension, which arrays that are defined later can have. One that is there already with this length is
 * fine. `ZARR_ERROR_ALREADY_EXISTS`: there is one of another length.
 */
zarr_status zarr_dataset_define_dimension(const zarr_dataset *dataset, const char *name, int64_t length,
                                          zarr_error *error);

/**
 * Defines an array directly in the group, over dimensions that are there or are defined, slowest first.
 *
 * The builder says all else: data type, chunks, codecs, fill value, attributes. It is copied, and can be used for more
 * arrays. Its number of dimensions is `ndim`; the lengths and names that it has for them do not count, and a chunk
 * length of 0 is the whole dimension. Nothing is written before `zarr_dataset_commit`.
 *
 * `ZARR_ERROR_ALREADY_EXISTS`: an array has the name, or is defined with it. `ZARR_ERROR_NOT_FOUND`: there is no such
 * dimension.
 */
zarr_status zarr_dataset_define_array(const zarr_dataset *dataset, const char *name, int32_t ndim,
                                      const char *const *dimensions, const zarr_array_builder *builder,
                                      zarr_error *error);

/**
 * Defines a coordinate: an array of one dimension, which has the name of the array. The builder has one dimension, of
 * any length. If it says nothing of a fill value, formats that can leave it open do, as for
 * `zarr_array_builder_no_fill_value`: xarray would show a zero among the elements as NaN. That holds for each array of
 * one dimension, which has its name.
 *
 * `size` bytes of elements are copied, and are written when the array is created; a dimension that is not there yet
 * gets their number as its length. Without any (NULL, 0) the dimension has to be there, and the elements are written
 * later, or by `zarr_dataset_append`. `ZARR_ERROR_BUFFER_SIZE`: the dimension has another number of elements.
 */
zarr_status zarr_dataset_define_coordinate(const zarr_dataset *dataset, const char *name,
                                           const zarr_array_builder *builder, const void *values, size_t size,
                                           zarr_error *error);

/**
 * Creates all arrays that are defined, and writes the elements of coordinates.
 *
 * First everything is looked for that can be wrong: names, places that are taken, lengths of dimensions in the arrays
 * that are there by now, and what the format can't express. Then the arrays are created, in the order of their names.
 * If that fails, those that this call has created are erased again, as far as the store lets it, but for arrays that
 * another process has made longer meanwhile; the message names those that are left. Arrays that were there before are
 * not touched, and what is defined stays defined, so that the call can be repeated; `zarr_dataset_discard` forgets it.
 * Other processes open the dataset when this has returned: what they write into an array before is erased with it.
 *
 * `ZARR_ERROR_ALREADY_EXISTS`: there is a node of one of the names. `ZARR_ERROR_CONFLICT`: another process has created
 * arrays meanwhile, with another length of a dimension.
 */
zarr_status zarr_dataset_commit(const zarr_dataset *dataset, zarr_error *error);

/** Forgets all that is defined and not created: arrays, and dimensions that no array has. */
zarr_status zarr_dataset_discard(const zarr_dataset *dataset, zarr_error *error);

/**
 * Gives a dimension another length: looks at the group again, and resizes every array that has it, as
 * `zarr_array_resize` does; of arrays that have the length already, the chunks are erased that an interrupted call has
 * left.
 *
 * A length that one of the arrays can't have is refused before any is changed. If the store fails in the middle, some
 * arrays have the new length: calling it again finishes that, and with the old length takes it back; what a shrinking
 * has cut off is lost. So it also makes lengths equal that the option {"unequal_dimensions": "keep"} has let in.
 */
zarr_status zarr_dataset_resize_dimension(const zarr_dataset *dataset, const char *name, int64_t length,
                                          zarr_error *error);

/**
 * Makes a dimension longer by `count` elements in every array of the dataset that has it, and writes a block into the
 * new part of some: a time step of many variables.
 *
 * `names` has the names of `arrays` arrays, each of which has the dimension once; `data` and `sizes` have a buffer for
 * each, and its bytes: its elements with `count` along the dimension and all others along the others, in C order. The
 * other arrays read as their fill value there. `*start` is the old length, where the blocks begin.
 *
 * The dimension grows first, then the blocks are written, in the order of `names`. One array takes the place for all,
 * so that threads and processes that append at the same time get places one behind the other, where
 * docs/consistency.md says so of `zarr_array_append`; processes have to know the same arrays. After a failure in
 * writing the dimension has grown, in some arrays perhaps; `zarr_dataset_resize_dimension` takes it back or makes it
 * equal. A block that does not fit has changed nothing.
 */
zarr_status zarr_dataset_append(const zarr_dataset *dataset, const char *dimension, int64_t count, size_t arrays,
                                const char *const *names, const void *const *data, const size_t *sizes, int64_t *start,
                                zarr_error *error);

/**
 * Reads the same part of many arrays: `count` elements from `start` on along each of `ndim` dimensions that are named,
 * and all elements along the others. Dimensions that an array does not have don't matter to it.
 *
 * `names` has the names of `arrays` arrays, `data` and `sizes` a buffer for each, and its bytes, which are exactly
 * those of its part, in C order. What does not fit is found before anything is read.
 */
zarr_status zarr_dataset_read(const zarr_dataset *dataset, int32_t ndim, const char *const *dimensions,
                              const int64_t *start, const int64_t *count, size_t arrays, const char *const *names,
                              void *const *data, const size_t *sizes, zarr_error *error);

/**
 * Writes the same part of many arrays, in the manner of `zarr_dataset_read`. No array becomes longer. What does not
 * fit is found before anything is written; after another failure some arrays may have been written.
 */
zarr_status zarr_dataset_write(const zarr_dataset *dataset, int32_t ndim, const char *const *dimensions,
                               const int64_t *start, const int64_t *count, size_t arrays, const char *const *names,
                               const void *const *data, const size_t *sizes, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Codecs of your own
 * ------------------------------------------------------------------------------------------------------------------
 *
 * A codec that the library lacks can be registered by the program: from then on every array whose document names it
 * is read and written with it, and a builder takes its name, in shards as well. It belongs to the whole process.
 * Arrays that were opened before do not know it, until they are opened again or refreshed.
 *
 * There are two kinds. A codec of bytes (`ZARR_CODEC_BYTES_TO_BYTES`), such as a compressor, a checksum or a cipher,
 * may stand wherever compressors stand. A codec of elements (`ZARR_CODEC_ARRAY_TO_BYTES`) stands in their front, in
 * the place of the byte order: it is given the elements of a chunk in the byte order of this machine, C order, one
 * behind the other, and gives them back so; its place tells the shape of the chunk. Codecs between arrays can't be
 * registered; one of elements can do their work.
 *
 * Its name in v2 is the `id` of filters and compressors, which the drafts of version 3 have inside a URI; its name in
 * final v3 stands for itself. What a document says beside the name is handed to the functions as a JSON object, and
 * is written to documents as it was given to the builder.
 *
 * Every function is given the `user_data` of the codec first, then its place in the chain. Functions return
 * `ZARR_OK`, or the status of their failure, as those of a store do: `ZARR_ERROR_DATA` for bytes that are corrupt, or
 * a code of their own from `ZARR_STATUS_USER` on. Output goes to a sink, by `zarr_sink_write` or `zarr_sink_reserve`;
 * no write at all is an output of 0 bytes. The functions work on what they are given: of the library they may call
 * those of the sink only. They must not throw, unwind or longjmp. Unless the table says `ZARR_CODEC_THREAD_SAFE`, they
 * are called one at a time, and only on threads that have called the library themselves: arrays with such a codec are
 * read and written by one thread a call.
 */

#define ZARR_CODEC_BYTES_TO_BYTES 1 /**< Kind: from bytes to bytes. */
#define ZARR_CODEC_ARRAY_TO_BYTES 2 /**< Kind: from elements to bytes. */
#define ZARR_CODEC_THREAD_SAFE    1 /**< Flag: callbacks may run on many threads at once, also on the library's. */
#define ZARR_CODEC_FIXED_SIZE     2 /**< Flag: the encoded size always equals `bound`, as a shard's index needs it. */

/** Where in an array's chain a codec stands. The texts live until the function returns. */
typedef struct zarr_codec_place {
    /** The size of this struct, by which a function knows which members the library knows. */
    size_t struct_size;
    /** The configuration in the document: a JSON object, "{}" where there is none. */
    const char *configuration_json;
    /**
     * The data type of the elements that stand there, as final v3 spells it: JSON, such as "\"float32\"" with its
     * quotes. NULL behind a codec that gives plain bytes.
     */
    const char *data_type_json;
    /** The bytes of one such element; 1 for plain bytes. */
    size_t item_size;
    /** The number of lengths in `chunk_shape`, 0 where that is NULL and for arrays without dimensions. */
    int32_t ndim;
    /**
     * The elements of a chunk along each axis, in the order in which they are handed over: the last one varies
     * fastest. In shards, of an inner chunk. NULL behind a codec that gives plain bytes, and where chunks differ in
     * shape.
     */
    const int64_t *chunk_shape;
} zarr_codec_place;

/** The functions of a codec. Begin with `ZARR_CODEC_CALLBACKS_INIT`, then set those that there are. */
typedef struct zarr_codec_callbacks {
    /** The size of this struct, by which the library knows which functions the caller knows. */
    size_t struct_size;
    /** 0, or a sum of `ZARR_CODEC_THREAD_SAFE` and `ZARR_CODEC_FIXED_SIZE`. */
    uint32_t flags;
    /** `ZARR_CODEC_BYTES_TO_BYTES` or `ZARR_CODEC_ARRAY_TO_BYTES`. */
    int32_t kind;
    /** Writes the encoded form of `size` bytes to the sink, at most as many as `bound` says. Required. */
    zarr_status (*encode)(void *user_data, const zarr_codec_place *place, const void *data, size_t size,
                          zarr_sink *encoded, zarr_error *error);
    /**
     * Writes the decoded form of `size` bytes, at most `most` bytes, to the sink, which takes no more. What comes from
     * a store may be anything. Required.
     */
    zarr_status (*decode)(void *user_data, const zarr_codec_place *place, const void *data, size_t size, size_t most,
                          zarr_sink *decoded, zarr_error *error);
    /**
     * The most bytes that encoding `size` bytes can give; SIZE_MAX: more than memory can hold. NULL: twice as many
     * and 4096 more.
     */
    size_t (*bound)(void *user_data, const zarr_codec_place *place, size_t size);
    /** Refuses a configuration or a data type, when an array is opened or created. NULL: everything is fine. */
    zarr_status (*check)(void *user_data, const zarr_codec_place *place, zarr_error *error);
    /**
     * Called once, when the codec is no longer registered and no array uses it any more, on whichever thread that
     * happens. It is not called where registration failed.
     */
    void (*destroy)(void *user_data);
} zarr_codec_callbacks;

/** A table without any function: zarr_codec_callbacks callbacks = ZARR_CODEC_CALLBACKS_INIT; */
#define ZARR_CODEC_CALLBACKS_INIT                                                                    \
    { sizeof(zarr_codec_callbacks), 0, ZARR_CODEC_BYTES_TO_BYTES, NULL, NULL, NULL, NULL, NULL }

/** Sets the table to `ZARR_CODEC_CALLBACKS_INIT`, for languages without macros. NULL does nothing. */
void zarr_codec_callbacks_init(zarr_codec_callbacks *callbacks);

/**
 * Makes a codec known to the process. One of the names may be NULL: the codec then has none in those formats, and
 * arrays of them can't be created with it. The table is copied, and `user_data` is handed to its functions as it is;
 * it has to stay valid until `destroy` is called, and is not touched where registration failed.
 *
 * `ZARR_ERROR_ALREADY_EXISTS`: the library, or a codec that is registered, has one of the names.
 */
zarr_status zarr_codec_register(const char *v2_id, const char *v3_name, const zarr_codec_callbacks *callbacks,
                                void *user_data, zarr_error *error);

/**
 * Takes a codec out again, by any of its names; it has none then. Arrays that are open go on using it, and `destroy`
 * is called when the last of them is freed; where there is none, before this function returns.
 *
 * `ZARR_ERROR_NOT_FOUND`: no codec is registered under the name.
 */
zarr_status zarr_codec_unregister(const char *name, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Capabilities of this build
 * ------------------------------------------------------------------------------------------------------------------
 *
 * For programs that offer a choice, or that want to know before they begin. The lists are made of the same tables
 * that the library works with; `docs/support.md` shows them side by side.
 */

/**
 * The version of the library that the program runs with as a number that grows with it: 1000000 times the major, 1000
 * times the minor and once the patch number; `ZARR_VERSION_NUMBER` is that of the header it was compiled with.
 */
int32_t zarr_version_number(void);

/**
 * How many threads one call uses at most, the calling one included, on handles that set nothing else: what
 * `zarr_set_threads` was told, or LIBZARR_THREADS says in the environment, or the number of CPUs.
 */
int32_t zarr_threads(void);

/**
 * The formats that this build reads and writes, the oldest first, by the names that options and messages have for
 * them: "v2", "v3-2022". The caller frees the list.
 */
zarr_status zarr_supported_formats(zarr_strings **names, zarr_error *error);

/**
 * The data types that arrays of a format can have, by their names in final v3 without parameters: "float64",
 * "numpy.datetime64", "r*" for raw bytes. `ZARR_FORMAT_DEFAULT`: all data types of the library. The caller frees the
 * list.
 */
zarr_status zarr_supported_data_types(int32_t format, zarr_strings **names, zarr_error *error);

/**
 * The codecs that arrays of a format can be created with, by the names that `zarr_array_builder_codec` takes, those
 * of your own included. `ZARR_FORMAT_DEFAULT`: all codecs of the library itself. "sharding_indexed" stands for
 * shards, in whatever words the format has for them. The caller frees the list.
 */
zarr_status zarr_supported_codecs(int32_t format, zarr_strings **names, zarr_error *error);

/** The schemes of URLs that `zarr_store_open` takes beside plain paths: "file", "s3". The caller frees the list. */
zarr_status zarr_supported_url_schemes(zarr_strings **names, zarr_error *error);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* ZARR_H */
