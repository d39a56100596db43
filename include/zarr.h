/* zarr.h: every Zarr format behind one C API
 *
 * Zarr splits n-dimensional arrays into chunks and keeps each chunk under a key of a store: a file of a directory, a
 * member of a zip archive, an object of a cloud store. This library opens, creates, reads and writes such arrays in
 * every format that Zarr has had. A program works with regions of arrays and need not know their formats. This one
 * reads 10 rows of 20 elements as double, whatever the data type of the array is:
 *
 *     zarr_error error;
 *     zarr_store *store = NULL;
 *     zarr_array *array = NULL;
 *     zarr_bytes *values = NULL;
 *     int64_t start[2] = {0, 0}, count[2] = {10, 20};
 *
 *     if (zarr_store_open("weather.zarr", NULL, &store, &error) ||
 *         zarr_array_open(store, "surface/temperature", &array, &error) ||
 *         zarr_array_read_new(array, 2, start, count, ZARR_FLOAT64, &values, &error))
 *         fprintf(stderr, "%s: %s\n", zarr_status_name(error.status), error.message);
 *     else
 *         printf("%g\n", ((const double *)zarr_bytes_data(values))[0]);
 *     zarr_bytes_free(values);
 *     zarr_array_free(array);
 *     zarr_store_free(store);
 *
 * Errors. A function that can fail returns a `zarr_status`; 0 is success. Its last argument is NULL or points to a
 * `zarr_error` of the caller, which receives one line of text: what failed, where and why. On failure, an output that
 * would receive a handle is set to NULL, and other outputs stay as they were. Functions that return a plain value
 * return -1, 0 or NULL for a bad handle, as each of them says.
 *
 * Handles. Stores, groups, arrays, builders and results are handles. The caller frees each handle with the `_free`
 * function of its type, in any order; freeing NULL or a freed handle does nothing. A handle that was freed, or is of
 * another type, is `ZARR_ERROR_INVALID_HANDLE`.
 *
 * Threads. All functions are thread-safe on a shared handle, with two exceptions: `_free` may be called only when no
 * other call uses the handle, and a builder belongs to one thread at a time. Threads that write to one chunk take
 * turns, so no write to a part of it is lost. The guarantees between processes depend on the store: see
 * docs/consistency.md.
 *
 * Forks and exits. A child of `fork` may use all handles of its parent, even if other threads of the parent were
 * inside calls. Writing to a zip file to which the parent has written through the same handle is `ZARR_ERROR_CONFLICT`
 * in the child, and a store in memory becomes a copy: neither process sees what the other one writes. A process must
 * not fork while another of its threads opens a store behind a network, and a child that was forked in a callback must
 * not return from that callback. Calls work in `atexit` handlers and in destructors of static objects and of
 * thread-specific keys, and the process may exit while other threads are inside calls. A runtime that ends before its
 * process does calls `zarr_callbacks_end` first. No call is a cancellation point; threads with asynchronous
 * cancellation (`PTHREAD_CANCEL_ASYNCHRONOUS`) must not call the library.
 *
 * Ownership. Arguments belong to the caller and must not change until the function returns; the library copies what it
 * needs longer. Strings are NUL-terminated UTF-8. Outputs must not overlap inputs or each other.
 *
 * Shapes. Shapes, positions and counts are `ndim` numbers, in elements, slowest dimension first. An array without
 * dimensions holds one element: pass 0 for `ndim` and NULL for the numbers. A pointer may be NULL where nothing is
 * read from it or written to it.
 *
 * Side effects. The library prints nothing, installs no signal handler and needs no initialisation or shutdown. If
 * memory for data can't be allocated, the call returns `ZARR_ERROR_NO_MEMORY`; if the few hundred bytes of a handle or
 * a message can't, the process is aborted. Floating-point traps and rounding modes of the calling thread are set aside
 * while a call runs, callbacks included, and restored when it returns.
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
 * Every function that can fail returns a status, and describes the failure in the `zarr_error` that its last argument
 * points to. The struct belongs to the caller, has a fixed size and needs no initialisation or clean-up: declare one
 * on the stack, for each thread or each call. Pass NULL if the status is enough.
 */

/**
 * The status that a function returns: `ZARR_OK`, one of `ZARR_ERROR_...`, or a code of a callback, `ZARR_STATUS_USER`
 * or above. Numbers are never reused.
 */
typedef int32_t zarr_status;

/** The description of a failure. Its size is 1024 bytes in every version. */
typedef struct zarr_error {
    /** The status that the function returned. */
    int32_t status;
    /** The errno or HTTP status behind it, 0 if there is none. */
    int32_t system_code;
    /**
     * One line of UTF-8 that says what failed, where and why; always NUL-terminated, empty on success. One that is too
     * long loses its middle. The bytes after the NUL are for `zarr_error_translate`.
     */
    char message[1016];
} zarr_error;

#define ZARR_OK                        0 /**< Success. */
#define ZARR_ERROR_INVALID_ARGUMENT    1 /**< An argument is not allowed. */
#define ZARR_ERROR_INVALID_HANDLE      2 /**< A handle is NULL, freed, or of another type. */
#define ZARR_ERROR_NOT_FOUND           3 /**< No such node, key or store exists. */
#define ZARR_ERROR_ALREADY_EXISTS      4 /**< The node exists already. */
#define ZARR_ERROR_NODE_TYPE           5 /**< An array where a group was asked for, or the reverse. */
#define ZARR_ERROR_OUT_OF_BOUNDS       6 /**< A region or range reaches outside the array or value. */
#define ZARR_ERROR_BUFFER_SIZE         7 /**< A buffer does not have exactly the needed size. */
#define ZARR_ERROR_TYPE_MISMATCH       8 /**< The operation does not fit the data type. */
#define ZARR_ERROR_RANGE               9 /**< A value does not fit the memory type. */
#define ZARR_ERROR_METADATA           10 /**< A metadata document is invalid. */
#define ZARR_ERROR_UNSUPPORTED        11 /**< A data type, codec, extension or operation is not supported. */
#define ZARR_ERROR_DATA               12 /**< The bytes of a chunk are corrupt. */
#define ZARR_ERROR_IO                 13 /**< The store or the system failed. */
#define ZARR_ERROR_READ_ONLY          14 /**< A write to a store that is read-only or was opened for reading. */
#define ZARR_ERROR_CONFLICT           15 /**< Another writer changed the value or node in the meantime. */
#define ZARR_ERROR_LIMIT              16 /**< A configured limit would be exceeded. */
#define ZARR_ERROR_CANCELLED          17 /**< A callback asked to stop. */
#define ZARR_ERROR_INTERNAL           18 /**< A fault of the library; please report it. */
#define ZARR_ERROR_NO_MEMORY          19 /**< Memory for data could not be allocated. */
#define ZARR_ERROR_PERMISSION         20 /**< The system refused access. */
#define ZARR_ERROR_TIMEOUT            21 /**< The store did not answer in time. */
#define ZARR_STATUS_USER            1000 /**< Codes of callbacks start here; the library passes them through. */

/**
 * Return the name of a status as it is spelled in this header: "ZARR_ERROR_NOT_FOUND".
 *
 * Never NULL: "ZARR_STATUS_USER" stands for all codes of callbacks, and "unknown status" for any other number. The
 * text is constant and is never freed.
 */
const char *zarr_status_name(zarr_status status);

/* ------------------------------------------------------------------------------------------------------------------
 * The library
 * ------------------------------------------------------------------------------------------------------------------
 */

/**
 * Return the version of the library that the program runs with, such as "0.1.0"; `ZARR_VERSION` is the version of the
 * header that it was compiled with. The text is constant and is never freed.
 */
const char *zarr_version(void);

/**
 * Set the most threads that one call uses, for all handles in the process without the option "threads".
 *
 * 1: the library starts no thread. 0, the default: the environment variable LIBZARR_THREADS decides, read when it is
 * first needed, or else the number of CPUs that the process may use.
 */
zarr_status zarr_set_threads(int32_t threads, zarr_error *error);

/**
 * End calls of the program's functions that were given this `user_data`, on all threads but the calling one: the
 * functions of stores, codecs, tracers, visitors, queues and progress.
 *
 * It is for a runtime that ends before its process does, such as that of Python or Java, whose functions no other
 * thread may enter from then on. An operation that needs such a function is `ZARR_ERROR_CANCELLED`, and one that only
 * tells the program something, `destroy` included, is left out; the calling thread goes on as before. Functions that
 * are running are waited for, `milliseconds` at most. Functions stay ended for the rest of the process, also in stores
 * that are opened with this pointer later. If another thread calls this function, that thread is the one that may
 * still enter.
 *
 * `ZARR_ERROR_TIMEOUT`: a function is still running. `ZARR_ERROR_INVALID_ARGUMENT`: `milliseconds` is negative.
 */
zarr_status zarr_callbacks_end(void *user_data, int64_t milliseconds, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Results of any length: bytes
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Documents, values and raw data are returned in a `zarr_bytes`, which the caller frees. Its bytes neither change nor
 * move until `zarr_bytes_free`; any thread may read them. They are aligned to 16 bytes, so numbers can be used in
 * place, and a NUL follows the last byte, so a text can be used as a C string.
 */

/** A block of bytes that belongs to the caller. */
typedef struct zarr_bytes zarr_bytes;

/**
 * Return the address of the first byte, aligned to 16 bytes; NULL on a bad handle. Never NULL otherwise, even if the
 * size is 0.
 */
const uint8_t *zarr_bytes_data(const zarr_bytes *bytes);

/** Return `zarr_bytes_data` as a C string, without a cast; NULL on a bad handle. */
const char *zarr_bytes_text(const zarr_bytes *bytes);

/** Return the number of bytes, without the final NUL; 0 on a bad handle. */
size_t zarr_bytes_size(const zarr_bytes *bytes);

/** Free the bytes. NULL does nothing. */
void zarr_bytes_free(zarr_bytes *bytes);

/* ------------------------------------------------------------------------------------------------------------------
 * Results of any length: lists of strings
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Names, keys, messages and string data are returned in a `zarr_strings`, which the caller frees. The strings neither
 * change nor move until `zarr_strings_free`; any thread may read them. Each string ends in a NUL and may contain
 * others: `zarr_strings_size` returns its length. Strings are UTF-8, except elements of arrays of bytes. An entry may
 * be absent (NULL), which is not the same as empty.
 */

/** A list of strings that belongs to the caller. */
typedef struct zarr_strings zarr_strings;

/** Return the number of entries; 0 on a bad handle. */
size_t zarr_strings_count(const zarr_strings *strings);

/** Return the string at an index, counted from 0; NULL past the end, for an absent entry and on a bad handle. */
const char *zarr_strings_get(const zarr_strings *strings, size_t index);

/** Return the length of the string at an index in bytes, without its NUL; 0 if `zarr_strings_get` returns NULL. */
size_t zarr_strings_size(const zarr_strings *strings, size_t index);

/**
 * Return one block with all strings, each with its final NUL, in order: entry `i` begins at offset `i` of
 * `zarr_strings_offsets` and ends before offset `i + 1`. An absent entry has no bytes at all, not even the NUL. NULL
 * on a bad handle; never NULL otherwise.
 */
const char *zarr_strings_data(const zarr_strings *strings);

/**
 * Return the offsets of the entries in the block of `zarr_strings_data`, in bytes: one more than there are entries.
 * The first is 0, the last is the size of the block. NULL on a bad handle.
 */
const size_t *zarr_strings_offsets(const zarr_strings *strings);

/** Free the list and its strings. NULL does nothing. */
void zarr_strings_free(zarr_strings *strings);

/* ------------------------------------------------------------------------------------------------------------------
 * Formats
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Functions that open a node detect its format. Functions that create a node take the format as an argument, or use
 * that of the hierarchy around the node; mixing formats in one hierarchy is refused. docs/support.md lists the formats
 * that this version reads and writes; the others are `ZARR_ERROR_UNSUPPORTED`.
 */

#define ZARR_FORMAT_DEFAULT   0 /**< On creation: the format of the hierarchy, and final v3 in an empty store. */
#define ZARR_FORMAT_V1        1 /**< Version 1. */
#define ZARR_FORMAT_V2        2 /**< Version 2. */
#define ZARR_FORMAT_V3        3 /**< Version 3, final: 3.0 and 3.1. */
#define ZARR_FORMAT_V3_2019A 31 /**< Version 3, protocol draft of May 2019. */
#define ZARR_FORMAT_V3_2019B 32 /**< Version 3, protocol drafts from June 2019 to August 2020. */
#define ZARR_FORMAT_V3_2020  33 /**< Version 3 as software wrote it from 2020 to 2024: meta/root, data/root. */
#define ZARR_FORMAT_V3_2022  34 /**< Version 3, core draft of May 2022. */
#define ZARR_FORMAT_N5       50 /**< N5. */

/**
 * Return the name of a format as options and messages spell it: "v2", "v3-2022".
 *
 * Never NULL: "default" for `ZARR_FORMAT_DEFAULT`, "unknown format" for any other number. The text is constant and is
 * never freed.
 */
const char *zarr_format_name(int32_t format);

/* ------------------------------------------------------------------------------------------------------------------
 * Data types
 * ------------------------------------------------------------------------------------------------------------------
 *
 * In memory, elements are in the byte order of the machine. A complex number is its real part, then its imaginary
 * part; a bool is a byte, 0 or 1. Texts of a fixed size are padded with NULs, which are not part of the value. Times
 * are int64_t; the lowest value is "not a time". Types with parameters, such as a length, a unit or fields, are
 * described in JSON. New codes are only ever appended.
 *
 * Numbers smaller than a byte take one byte each. The names of the small floats give the bits of exponent and
 * mantissa; all but E8M0 also have a sign bit. FN means no infinity, UZ no -0, and B11 a bias of 11.
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
 * Return the name of a data type in final v3, without parameters: "float32", "numpy.datetime64", "r*" for raw bytes.
 *
 * Never NULL: "unknown data type" for a number that is no data type. The text is constant and is never freed.
 */
const char *zarr_data_type_name(int32_t data_type);

/**
 * Return the size in bytes of an element of a data type in memory.
 *
 * 0 if the size is a parameter of the type, if elements have variable length, and for a number that is no data type;
 * `zarr_array_item_size` returns the size for an array.
 */
size_t zarr_data_type_size(int32_t data_type);

/* ------------------------------------------------------------------------------------------------------------------
 * Stores
 * ------------------------------------------------------------------------------------------------------------------
 *
 * A store maps keys to bytes, and holds a hierarchy of groups and arrays. Most programs only open and free one; the
 * functions on keys are for tools, and for data beside the nodes. Keys look like "a/b/zarr.json", without a "/" at
 * either end; prefixes end in "/", or are "" for the whole store.
 *
 * Groups and arrays keep their store open, so its handle may be freed before theirs.
 */

/** An open store. */
typedef struct zarr_store zarr_store;

/** A range of bytes of a value. */
typedef struct zarr_range {
    /** The first byte, counted from 0. Negative: the last `-start` bytes, or all if there are fewer. */
    int64_t start;
    /** The most bytes to read; -1: up to the end of the value. */
    int64_t length;
} zarr_range;

/** Writes options as a string without escapes: ZARR_JSON({"mode": "r", "threads": 4}). */
#define ZARR_JSON(...) #__VA_ARGS__

/**
 * Open a store, for reading and writing unless the options say {"mode": "r"}.
 *
 * The URL is a path or file://... (a directory or a zip file), memory:// (private to this handle) or memory://name
 * (shared in the process). In a build with stores behind a network (`zarr_supported_url_schemes`) it may be http://,
 * https://, s3://, gs:// or az://, which are contacted when data are first needed. A name that ends in .zip or .ozx is
 * a zip file; "|zip:" or "|zip:folder" after a path or URL opens the zip file of that name, or a folder in it. The
 * options are a JSON object or NULL, see docs/options.md; unknown names are errors. The caller frees the store with
 * `zarr_store_free`.
 *
 * `ZARR_ERROR_NOT_FOUND`: the store does not exist and "mode" is "r". Otherwise the first write creates the directory,
 * and the first flush the zip file.
 *
 * Opening a group by its own path makes a separate store, as another process would: file locks hold between this store
 * and the one around it, but handles, caches and consolidated metadata of one do not follow changes through the other.
 */
zarr_status zarr_store_open(const char *url, const char *options_json, zarr_store **store, zarr_error *error);

/**
 * Complete all earlier writes, and make them as durable as the option "sync" says. A zip file contains none of them
 * before this call.
 */
zarr_status zarr_store_flush(const zarr_store *store, zarr_error *error);

/** Free the handle and try to flush; call `zarr_store_flush` first to learn of failures. NULL does nothing. */
void zarr_store_free(zarr_store *store);

/**
 * Read a value. The caller frees it with `zarr_bytes_free`.
 *
 * `ZARR_ERROR_NOT_FOUND`: the key does not exist.
 */
zarr_status zarr_store_get(const zarr_store *store, const char *key, zarr_bytes **value, zarr_error *error);

/**
 * Read a range of bytes of a value. Ranges are clamped to the end of the value: one that begins past the end is
 * empty. The caller frees the bytes with `zarr_bytes_free`.
 *
 * `ZARR_ERROR_NOT_FOUND`: the key does not exist.
 */
zarr_status zarr_store_get_range(const zarr_store *store, const char *key, zarr_range range, zarr_bytes **value,
                                 zarr_error *error);

/**
 * Replace a value with `size` bytes: a reader finds the old or the new value, never a mixture. `data` may be NULL if
 * `size` is 0.
 */
zarr_status zarr_store_set(const zarr_store *store, const char *key, const void *data, size_t size, zarr_error *error);

/** Remove a key. Removing a key that does not exist succeeds. */
zarr_status zarr_store_erase(const zarr_store *store, const char *key, zarr_error *error);

/**
 * Remove every key that begins with the prefix; "" removes all keys.
 *
 * This function takes no locks: keys that other threads or processes write at the same time may be erased or kept. Use
 * `zarr_node_erase` for nodes that others may write to.
 */
zarr_status zarr_store_erase_prefix(const zarr_store *store, const char *prefix, zarr_error *error);

/** Set `*exists` to 1 if the key exists, else to 0. */
zarr_status zarr_store_exists(const zarr_store *store, const char *key, int32_t *exists, zarr_error *error);

/**
 * Set `*size` to the number of bytes of a value.
 *
 * `ZARR_ERROR_NOT_FOUND`: the key does not exist.
 */
zarr_status zarr_store_size(const zarr_store *store, const char *key, int64_t *size, zarr_error *error);

/**
 * List every key that begins with the prefix, sorted by bytes; "" lists all keys. The caller frees the keys with
 * `zarr_strings_free`.
 *
 * `ZARR_ERROR_UNSUPPORTED`: the store can't list.
 */
zarr_status zarr_store_list_prefix(const zarr_store *store, const char *prefix, zarr_strings **keys, zarr_error *error);

/**
 * List the keys and the prefixes directly below a prefix, in full and sorted by bytes. The caller frees both lists
 * with `zarr_strings_free`.
 *
 * `ZARR_ERROR_UNSUPPORTED`: the store can't list.
 */
zarr_status zarr_store_list_dir(const zarr_store *store, const char *prefix, zarr_strings **keys,
                                zarr_strings **prefixes, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Stores of your own
 * ------------------------------------------------------------------------------------------------------------------
 *
 * A `zarr_store_callbacks` is a table of functions that keep data anywhere: in a database, in an archive, on tape.
 * Only `get` is required. The library derives a function that is NULL from the others where it can; without `set` the
 * store is read-only, without an erase function nothing can be erased, and without a list function the store can't
 * list.
 *
 * The first argument of every function is the `user_data` of the store, the last a `zarr_error`, which is never NULL.
 * The function returns `ZARR_OK`, one of `ZARR_ERROR_...`, or a code of its own from `ZARR_STATUS_USER` on. The caller
 * of the library receives that status unchanged, with the message that the function wrote to `error->message`. For a
 * key that does not exist, return `ZARR_ERROR_NOT_FOUND`; it does not count as a failure. Keys are UTF-8, such as
 * "a/b/zarr.json", without a "/" at either end; prefixes end in "/", or are "" for the whole store. Pointers that a
 * function receives are valid until it returns.
 *
 * A function may call the library, also for its own store: other chunks and nodes work as always, the chunk that is
 * being modified by the calling thread is `ZARR_ERROR_CONFLICT`. Two threads deadlock if each writes, in a callback,
 * the chunk that the other one is modifying. A function must not throw, unwind or longjmp across the library. Without
 * the flag `ZARR_STORE_THREAD_SAFE`, functions of a store are called one at a time, and only on threads that have
 * called the library themselves.
 *
 * With the flag `ZARR_STORE_STATUS_IN_ERROR` the status of a function is the one that it stores in `error->status`,
 * and its result is ignored. `error->status` is `ZARR_ERROR_INTERNAL` when the function begins, so that one that ends
 * early has failed: for languages in which the result is undefined where a function ends by an exception.
 */

#define ZARR_STORE_THREAD_SAFE     1 /**< Flag: callbacks may run on several threads at once, also of the library. */
#define ZARR_STORE_STATUS_IN_ERROR 2 /**< Flag: the status of a callback is `error->status`, whatever it returns. */

/** Receives keys and prefixes. It belongs to the library and is valid until the callback returns. */
typedef struct zarr_listing zarr_listing;

/** Receives one value. It belongs to the library and is valid until the callback returns. */
typedef struct zarr_sink zarr_sink;

/** The functions of a store. Start from `ZARR_STORE_CALLBACKS_INIT`, then set the functions. */
typedef struct zarr_store_callbacks {
    /** The size of this struct in the program, which tells the library the functions that it has. */
    size_t struct_size;
    /** 0, or `ZARR_STORE_THREAD_SAFE` and `ZARR_STORE_STATUS_IN_ERROR` together or alone. */
    uint32_t flags;
    /**
     * Writes a range of a value to the sink; ranges are clamped to the end of the value. An empty value needs no
     * write. If the table has `set_if`, also sets the version with `zarr_sink_set_version`.
     */
    zarr_status (*get)(void *user_data, const char *key, zarr_range range, zarr_sink *value, zarr_error *error);
    /**
     * Reads ranges of several values at once; keys may repeat. A sink without any write means a missing key, so write
     * 0 bytes for an empty value. The library passes 16 values or more at a time, on the thread that called it, while
     * other threads decode earlier values: request all of them at the same time.
     */
    zarr_status (*get_partial_values)(void *user_data, size_t count, const char *const *keys, const zarr_range *ranges,
                                      zarr_sink *const *values, zarr_error *error);
    /** Replaces a value: a reader finds the old or the new one, never a mixture. */
    zarr_status (*set)(void *user_data, const char *key, const void *data, size_t size, zarr_error *error);
    /**
     * Replaces parts of values, part `i` from byte `starts[i]` on. Bytes between the end of a value and a part become
     * 0.
     */
    zarr_status (*set_partial_values)(void *user_data, size_t count, const char *const *keys, const int64_t *starts,
                                      const void *const *data, const size_t *sizes, zarr_error *error);
    /** Removes a key. Removing a key that does not exist succeeds. */
    zarr_status (*erase)(void *user_data, const char *key, zarr_error *error);
    /** Removes several keys. */
    zarr_status (*erase_values)(void *user_data, size_t count, const char *const *keys, zarr_error *error);
    /** Removes every key that begins with the prefix. */
    zarr_status (*erase_prefix)(void *user_data, const char *prefix, zarr_error *error);
    /** Adds every key to the listing, in any order. */
    zarr_status (*list)(void *user_data, zarr_listing *listing, zarr_error *error);
    /** Adds every key that begins with the prefix to the listing. */
    zarr_status (*list_prefix)(void *user_data, const char *prefix, zarr_listing *listing, zarr_error *error);
    /** Adds the keys and the prefixes directly below the prefix to the listing. */
    zarr_status (*list_dir)(void *user_data, const char *prefix, zarr_listing *listing, zarr_error *error);
    /** Sets `*size` to the number of bytes of a value. */
    zarr_status (*size)(void *user_data, const char *key, int64_t *size, zarr_error *error);
    /** Sets `*exists` to 1 or 0. */
    zarr_status (*exists)(void *user_data, const char *key, int32_t *exists, zarr_error *error);
    /**
     * Replaces a value atomically if its version is still `expected` (NULL: if the value does not exist); otherwise
     * returns `ZARR_ERROR_CONFLICT`. With this function, parts of chunks are written without locks and no write is
     * lost.
     */
    zarr_status (*set_if)(void *user_data, const char *key, const char *expected, const void *data, size_t size,
                          zarr_error *error);
    /** Completes all earlier writes. */
    zarr_status (*flush)(void *user_data, zarr_error *error);
    /**
     * Called once, when neither the store nor any of its nodes is used any more, on any thread. Not called if opening
     * failed.
     */
    void (*destroy)(void *user_data);
} zarr_store_callbacks;

/** An empty table: zarr_store_callbacks callbacks = ZARR_STORE_CALLBACKS_INIT; */
#define ZARR_STORE_CALLBACKS_INIT                                                                    \
    { sizeof(zarr_store_callbacks), 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,   \
      NULL, NULL, NULL, NULL, NULL }

/** Set the table to `ZARR_STORE_CALLBACKS_INIT`, for languages without macros. NULL does nothing. */
void zarr_store_callbacks_init(zarr_store_callbacks *callbacks);

/**
 * Open a store that consists of callbacks.
 *
 * The table is copied. `user_data` is passed to its functions unchanged and must stay valid until `destroy` is called;
 * if opening fails, the library does not use it again. The options are those of `zarr_store_open` that concern nodes:
 * a JSON object, NULL for none. The caller frees the store with `zarr_store_free`.
 */
zarr_status zarr_store_open_callbacks(const zarr_store_callbacks *callbacks, void *user_data, const char *options_json,
                                      zarr_store **store, zarr_error *error);

/**
 * Append bytes to the value. A write of 0 bytes makes an empty value.
 *
 * `ZARR_ERROR_BUFFER_SIZE`: more bytes than requested. `ZARR_ERROR_INVALID_HANDLE`: the callback has returned. After a
 * failure the value is discarded, even if the callback returns `ZARR_OK`.
 */
zarr_status zarr_sink_write(zarr_sink *sink, const void *data, size_t size, zarr_error *error);

/**
 * Append `size` zero bytes and set `*data` to the first of them, for the callback to fill before it returns. This
 * saves a copy if the data come from a file or a socket. Errors as in `zarr_sink_write`.
 */
zarr_status zarr_sink_reserve(zarr_sink *sink, size_t size, void **data, zarr_error *error);

/** Set the version of the value: any text that changes whenever the value does. Stores with `set_if` need it. */
zarr_status zarr_sink_set_version(zarr_sink *sink, const char *version, zarr_error *error);

/**
 * Add a key, in full from the root of the store. Repeated keys count once, and names that are no keys (with an empty
 * segment, ".", ".." or a backslash) do not count.
 *
 * `ZARR_ERROR_INVALID_ARGUMENT`: the key is not below the requested prefix. After a failure the listing
 * is discarded, even if the callback returns `ZARR_OK`.
 */
zarr_status zarr_listing_add_key(zarr_listing *listing, const char *key, zarr_error *error);

/**
 * Add a prefix, in full from the root of the store, with a "/" at its end; only in `list_dir`. Errors as in
 * `zarr_listing_add_key`.
 */
zarr_status zarr_listing_add_prefix(zarr_listing *listing, const char *prefix, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Stores around stores
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Each of these functions makes a store that forwards to another one, the store below. It is used and freed like any
 * store, and wrappers can be stacked. The store below does not change, can still be used directly, and may be freed
 * first. Writers of one chunk take turns through either store, and a change of a document through one is seen by nodes
 * that were opened through the other.
 *
 * The options are a JSON object, or NULL: those of `zarr_store_open` that concern nodes. The store below determines
 * the other options.
 */

#define ZARR_OPERATION_GET                 1 /**< One value, or a range of it, was read. */
#define ZARR_OPERATION_GET_PARTIAL_VALUES  2 /**< Several values were read, in one batch. */
#define ZARR_OPERATION_SET                 3 /**< A value was written. */
#define ZARR_OPERATION_SET_PARTIAL_VALUES  4 /**< Parts of values were written. */
#define ZARR_OPERATION_ERASE               5 /**< A key was removed. */
#define ZARR_OPERATION_ERASE_VALUES        6 /**< Several keys were removed, in one batch. */
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
#define ZARR_OPERATION_RENAME_PREFIX      18 /**< All keys below a prefix were given another one, in one step. */

/** A finished operation on a store. It is valid, with all that it points to, until the callback returns. */
typedef struct zarr_operation {
    /** The size of this struct in the library; newer versions may append members. */
    size_t struct_size;
    /** One of `ZARR_OPERATION_...`; later versions may know more. */
    int32_t operation;
    /** The result; `ZARR_OK` also for a key that does not exist. */
    zarr_status status;
    /** The keys of the operation; for an operation on a prefix, that prefix. */
    const char *const *keys;
    /** The number of keys: 1, more in a batch, 0 for an operation on the whole store. */
    size_t count;
    /** The number of bytes of values that were read or written. */
    int64_t bytes;
    /** The duration in nanoseconds. */
    int64_t nanoseconds;
} zarr_operation;

/** The receiver of operations on a store. Start from `ZARR_TRACER_INIT`, then set the members. */
typedef struct zarr_tracer {
    /** The size of this struct in the program, which tells the library the functions that it has. */
    size_t struct_size;
    /** Called after each operation, on the thread that ran it. */
    void (*ended)(void *user_data, const zarr_operation *operation);
    /**
     * Called once, when neither the store nor any of its nodes is used any more, on any thread. Not called if wrapping
     * failed.
     */
    void (*destroy)(void *user_data);
} zarr_tracer;

/** An empty tracer: zarr_tracer tracer = ZARR_TRACER_INIT; */
#define ZARR_TRACER_INIT { sizeof(zarr_tracer), NULL, NULL }

/** Set the struct to `ZARR_TRACER_INIT`, for languages without macros. NULL does nothing. */
void zarr_tracer_init(zarr_tracer *tracer);

/**
 * Make a store of the keys below a prefix, which ends in "/", without the prefix. "" is the whole store. The caller
 * frees the new store with `zarr_store_free`.
 *
 * The prefix may be empty of keys. A hierarchy with an entry document at its root is found only if the prefix is that
 * root. Consolidated metadata in groups above the prefix is not updated when documents change through the new store.
 */
zarr_status zarr_store_wrap_prefix(const zarr_store *store, const char *prefix, const char *options_json,
                                   zarr_store **part, zarr_error *error);

/**
 * Make a read-only store: every change through it is `ZARR_ERROR_READ_ONLY`. Changes in the store below are seen. The
 * caller frees the new store with `zarr_store_free`.
 */
zarr_status zarr_store_wrap_read_only(const zarr_store *store, const char *options_json, zarr_store **reader,
                                      zarr_error *error);

/**
 * Make a store whose arrays keep what was read of them: at most `bytes` bytes of decoded chunks, inner chunks and
 * indices of shards, with their keys and about 768 bytes for each; the least recently used entry is evicted first. It
 * is the option `cache_bytes`, for a store that is open already: handles of one store share one cache, of the largest
 * size that one of them named. The caller frees the new store with `zarr_store_free`.
 *
 * A chunk that was read as a whole answers every later read of any part of it. Chunks that nothing encodes are kept
 * where the store can't read elements of them straight into the caller's memory: behind a network and in callback
 * stores, not in files. Documents, listings, missing chunks and the values of `zarr_store_get` are never kept, so that
 * changes, refreshing, consolidating, moving and copying start from what is stored.
 *
 * Every write through this library in this process is seen at once, through whichever handle. Of other processes a
 * read finds what they had stored when its handle was opened or last refreshed, or something later; all that is kept
 * of a shard is of one version. `zarr_array_clear_cache` and `zarr_array_refresh` drop the chunks of an array. A
 * handle that is opened later drops nothing: it reads each chunk again, and keeps that for all handles.
 */
zarr_status zarr_store_wrap_cache(const zarr_store *store, size_t bytes, const char *options_json, zarr_store **cached,
                                  zarr_error *error);

/**
 * Make a store that reports every operation on the store below to a callback: the keys, the bytes and the duration.
 * The struct is copied. `user_data` is passed to its functions unchanged and must stay valid until `destroy` is
 * called. The caller frees the new store with `zarr_store_free`.
 *
 * The callback runs on the thread that ran the operation, after it has ended. That may be a thread of the library, and
 * several at once, unless the store below has callbacks that are not thread-safe: counters must be atomic or protected
 * by a lock. The callback must not call the library for this store, which may hold locks, and must not throw, unwind
 * or longjmp.
 */
zarr_status zarr_store_wrap_trace(const zarr_store *store, const zarr_tracer *tracer, void *user_data,
                                  const char *options_json, zarr_store **traced, zarr_error *error);

/**
 * Combine several stores, the uppermost first: a key is read from the first store that has it, and listed if any
 * store has it. Options that are not given are those of the first store. The caller frees the new store with
 * `zarr_store_free`.
 *
 * Only the first store is changed: a new value hides one in a lower store, which can't be erased
 * (`ZARR_ERROR_UNSUPPORTED`). Shrinking an array leaves chunks whose keys lower stores have in place, and growing it
 * again shows them.
 *
 * A failed read of an upper store is an error; lower stores are used only for missing keys. A change of a document in
 * a lower store by another process is seen after `zarr_array_refresh`.
 */
zarr_status zarr_store_wrap_overlay(const zarr_store *const *stores, size_t count, const char *options_json,
                                    zarr_store **overlay, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Nodes
 * ------------------------------------------------------------------------------------------------------------------
 *
 * A node is an array, or a group, which contains nodes. Paths are UTF-8: "a/b" and "/a/b" are the node b in the group
 * a; "" and "/" are the root. A path with an empty segment, "." or ".." is `ZARR_ERROR_INVALID_ARGUMENT`.
 */

#define ZARR_NODE_NONE           0 /**< No node exists at the path. */
#define ZARR_NODE_ARRAY          1 /**< An array. */
#define ZARR_NODE_GROUP          2 /**< A group with a metadata document. */
#define ZARR_NODE_IMPLICIT_GROUP 3 /**< A group without a document, which exists because nodes exist below it. */

/**
 * Report progress: `done` of `total` steps, which are chunks unless the function says otherwise. A result other than
 * 0 cancels the work with `ZARR_ERROR_CANCELLED`. Called on the thread that called the library, also at the start and
 * at the end.
 */
typedef int32_t (*zarr_progress)(void *user_data, int64_t done, int64_t total);

/**
 * Set `*kind` to the kind of the node at a path, one of `ZARR_NODE_...`; `ZARR_NODE_NONE` if no node exists, which is
 * not an error.
 */
zarr_status zarr_node_kind(const zarr_store *store, const char *path, int32_t *kind, zarr_error *error);

/**
 * List the names of the nodes directly in a group, sorted by bytes; `zarr_node_walk` with a depth of 1 also lists
 * their kinds. The caller frees the names with `zarr_strings_free`.
 *
 * In v2 and final v3 a folder without a document is not a node and is not listed, nor are the nodes in it, though they
 * can be opened by path and are copied with the group.
 *
 * `ZARR_ERROR_NODE_TYPE`: the node is an array.
 */
zarr_status zarr_node_children(const zarr_store *store, const char *path, zarr_strings **names, zarr_error *error);

/**
 * List the nodes below a group with their kinds: each group before its contents, siblings sorted by bytes. The caller
 * frees the paths with `zarr_strings_free` and the kinds with `zarr_bytes_free`.
 *
 * `depth` is the number of levels: 1 for the children alone, -1 for all. The paths begin at the root of the store. The
 * kinds are one byte each, `ZARR_NODE_...`, in the order of the paths; `ZARR_NODE_NONE` is a node with an unreadable
 * document, which opening the node explains. In the drafts of v3 the keys determine the kinds: one listing is enough,
 * and no document is read.
 */
zarr_status zarr_node_walk(const zarr_store *store, const char *path, int32_t depth, zarr_strings **paths,
                           zarr_bytes **kinds, zarr_error *error);

/**
 * List nodes as `zarr_node_walk` does, and report progress. A step is a node; the total is an estimate that changes
 * as groups are found. After cancelling, no nodes are returned. `progress` may be NULL.
 */
zarr_status zarr_node_walk_watched(const zarr_store *store, const char *path, int32_t depth, zarr_progress progress,
                                   void *user_data, zarr_strings **paths, zarr_bytes **kinds, zarr_error *error);

/**
 * Write a copy of all documents below a group into the group (consolidated metadata, in v2 and final v3), so that a
 * store that is slow or can't list is opened with one request. Later changes through this library remove the copy.
 *
 * `ZARR_ERROR_UNSUPPORTED`: the format has no consolidated metadata.
 */
zarr_status zarr_node_consolidate(const zarr_store *store, const char *path, zarr_error *error);

/**
 * Copy a node, with everything below it, to a path of the same or another store at which no node exists.
 *
 * The format is one of `ZARR_FORMAT_...`, or `ZARR_FORMAT_DEFAULT` for that of the target. Chunks are copied as they
 * are stored, without decoding, and only the documents are converted; into N5 and out of it chunks are made anew. A
 * step is a chunk; `progress` may be NULL.
 *
 * `ZARR_ERROR_ALREADY_EXISTS`: a node exists at the target. `ZARR_ERROR_INVALID_ARGUMENT`: the target is the node or
 * is below it, also by another path or link to its folder. `ZARR_ERROR_UNSUPPORTED`: the format can't express a
 * property of a node, which the message names; nodes that were copied before it remain.
 */
zarr_status zarr_node_copy(const zarr_store *from, const char *from_path, const zarr_store *to, const char *to_path,
                           int32_t format, zarr_progress progress, void *user_data, zarr_error *error);

/**
 * Move a node, with everything below it, to a path of the same store at which nothing exists, and create the groups
 * above it that its format needs. Open handles keep the old path, at which no node exists any more.
 *
 * On a file system and in memory the move is atomic if the format keeps a node in one place (v2, final v3). Elsewhere
 * values are copied, the node's documents last, and then erased, its documents first: at any moment, also after a
 * crash, a reader finds the node at one path or at both. If copying fails or is cancelled, the copies are erased. A
 * step is a value; `progress` may be NULL.
 *
 * After an atomic move, a write to the array through an open handle is `ZARR_ERROR_NOT_FOUND`. In all other cases, and
 * always for a group, the node and the nodes below it must not be changed during the move.
 *
 * `ZARR_ERROR_ALREADY_EXISTS`: something exists at the target. `ZARR_ERROR_INVALID_ARGUMENT`: the node is the root, or
 * the target is below the node. `ZARR_ERROR_UNSUPPORTED`: the store can't list or can't erase, or a lower store of an
 * overlay has a part of the node.
 */
zarr_status zarr_node_move(const zarr_store *store, const char *from_path, const char *to_path, zarr_progress progress,
                           void *user_data, zarr_error *error);

/**
 * Erase a node, with everything below it.
 *
 * `ZARR_ERROR_NOT_FOUND`: no node exists at the path, and nothing was erased; a mistyped path never empties a
 * directory of other data.
 */
zarr_status zarr_node_erase(const zarr_store *store, const char *path, zarr_error *error);

/**
 * Erase a node as `zarr_node_erase` does, value by value, and report progress. A step is a value. `progress` may be
 * NULL, which makes it `zarr_node_erase`.
 *
 * If it is cancelled before the first step, nothing was erased. Later, the node is gone and some of the nodes below it
 * remain, each of them complete; `zarr_store_erase_prefix` erases them.
 *
 * `ZARR_ERROR_UNSUPPORTED`: the store can't list.
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
 * Create a group, and the groups above it that its format needs. An implicit group at the path becomes explicit. The
 * caller frees the group with `zarr_group_free`.
 *
 * The format is one of `ZARR_FORMAT_...`; the attributes are a JSON object, NULL for none.
 *
 * `ZARR_ERROR_ALREADY_EXISTS`: another node exists at the path.
 */
zarr_status zarr_group_create(const zarr_store *store, const char *path, int32_t format, const char *attributes_json,
                              zarr_group **group, zarr_error *error);

/**
 * Create a group and erase any node at the path, with everything below it. At the root that is the whole hierarchy,
 * and the format may change. The caller frees the group with `zarr_group_free`.
 *
 * Arguments are checked before anything is erased. The documents of the old node are erased first, then the values
 * below it, and the new document is written last: a reader finds the old node, none, or the new one.
 *
 * `ZARR_ERROR_UNSUPPORTED`: the store can't list, or can't erase, values of the old node.
 */
zarr_status zarr_group_create_or_replace(const zarr_store *store, const char *path, int32_t format,
                                         const char *attributes_json, zarr_group **group, zarr_error *error);

/**
 * Create a group below a group, in its format; the path is relative to the group: "b/c". The attributes are a JSON
 * object, NULL for none. The caller frees the new handle with `zarr_group_free`.
 */
zarr_status zarr_group_create_group(const zarr_group *group, const char *path, const char *attributes_json,
                                    zarr_group **created, zarr_error *error);

/**
 * Open a group, explicit or implicit. The caller frees it with `zarr_group_free`.
 *
 * `ZARR_ERROR_NOT_FOUND`: no node exists at the path. `ZARR_ERROR_NODE_TYPE`: the node is an array.
 */
zarr_status zarr_group_open(const zarr_store *store, const char *path, zarr_group **group, zarr_error *error);

/**
 * Open a group with options that take precedence over those of the store: a JSON object, NULL for none. The caller
 * frees it with `zarr_group_free`. Errors as in `zarr_group_open`.
 */
zarr_status zarr_group_open_with(const zarr_store *store, const char *path, const char *options_json,
                                 zarr_group **group, zarr_error *error);

/**
 * Read the attributes as they are stored now: a JSON object, "{}" if there are none. The caller frees the text with
 * `zarr_bytes_free`.
 */
zarr_status zarr_group_attributes(const zarr_group *group, zarr_bytes **json, zarr_error *error);

/** Replace all attributes with those of a JSON object. An implicit group becomes explicit. */
zarr_status zarr_group_set_attributes(const zarr_group *group, const char *json, zarr_error *error);

/**
 * List the deviations from the format that were accepted on opening, one line each; with the option {"strict": true}
 * such a group is refused. The caller frees the messages with `zarr_strings_free`.
 */
zarr_status zarr_group_warnings(const zarr_group *group, zarr_strings **messages, zarr_error *error);

/**
 * Get the path of the group in its store, without a leading "/": "a/b", "" for the root. The caller frees the text
 * with `zarr_bytes_free`.
 */
zarr_status zarr_group_path(const zarr_group *group, zarr_bytes **path, zarr_error *error);

/** Get a new handle to the store that the group was opened in. The caller frees it with `zarr_store_free`. */
zarr_status zarr_group_store(const zarr_group *group, zarr_store **store, zarr_error *error);

/** Free the handle; the group remains in the store. NULL does nothing. */
void zarr_group_free(zarr_group *group);

/* ------------------------------------------------------------------------------------------------------------------
 * Arrays
 * ------------------------------------------------------------------------------------------------------------------
 *
 * An array handle knows the metadata of its array: format, data type, shape, chunks, fill value, names and attributes.
 * Changes through other handles of this process are seen at once, changes by other processes after
 * `zarr_array_refresh`. Decoded chunks that the option "cache_bytes" of a store or an array keeps in memory follow the
 * same rule: a read finds what other processes had stored when the handle was opened or last refreshed, or something
 * later.
 */

/** An open array. */
typedef struct zarr_array zarr_array;

/**
 * Open an array of any format. The caller frees it with `zarr_array_free`.
 *
 * `ZARR_ERROR_NOT_FOUND`: no node exists at the path. `ZARR_ERROR_NODE_TYPE`: the node is a group.
 */
zarr_status zarr_array_open(const zarr_store *store, const char *path, zarr_array **array, zarr_error *error);

/**
 * Open an array with options that take precedence over those of the store: a JSON object, NULL for none. The caller
 * frees it with `zarr_array_free`. Errors as in `zarr_array_open`.
 */
zarr_status zarr_array_open_with(const zarr_store *store, const char *path, const char *options_json,
                                 zarr_array **array, zarr_error *error);

/**
 * Read the metadata document again, to see changes by other processes. Chunks that the option "cache_bytes" keeps in
 * memory are dropped. If an array of other chunks, codecs or fill value has replaced the array, the handle becomes one
 * of that array; writes are `ZARR_ERROR_CONFLICT` until then.
 *
 * `ZARR_ERROR_NOT_FOUND`: the array was erased or moved. `ZARR_ERROR_CONFLICT`: an array of another rank or data type
 * has replaced it; open it again. After a failure the handle is unchanged.
 */
zarr_status zarr_array_refresh(const zarr_array *array, zarr_error *error);

/**
 * Drop the chunks of the array that the option "cache_bytes" keeps in memory, without a request to the store, so that
 * the next read sees what other processes have written.
 */
zarr_status zarr_array_clear_cache(const zarr_array *array, zarr_error *error);

/** Free the handle; the array remains in the store. NULL does nothing. */
void zarr_array_free(zarr_array *array);

/**
 * Get the path of the array in its store, without a leading "/": "a/b", "" for the root. The caller frees the text
 * with `zarr_bytes_free`.
 */
zarr_status zarr_array_path(const zarr_array *array, zarr_bytes **path, zarr_error *error);

/** Get a new handle to the store that the array was opened in. The caller frees it with `zarr_store_free`. */
zarr_status zarr_array_store(const zarr_array *array, zarr_store **store, zarr_error *error);

/** Return the format, one of `ZARR_FORMAT_...`; -1 on a bad handle. */
int32_t zarr_array_format(const zarr_array *array);

/** Return the number of dimensions; -1 on a bad handle. */
int32_t zarr_array_ndim(const zarr_array *array);

/** Return the data type, one of `ZARR_BOOL` and so on; -1 on a bad handle. */
int32_t zarr_array_data_type(const zarr_array *array);

/** Return the size in bytes of one element in memory; 0 for types of variable length and on a bad handle. */
size_t zarr_array_item_size(const zarr_array *array);

/**
 * Get the data type in JSON, as `zarr_array_builder_new_json` takes it and final v3 spells it: a name, or an object
 * with a name and a configuration. The caller frees the text with `zarr_bytes_free`.
 *
 * A struct with padding, or with fields that are arrays, is NumPy's list of fields, because final v3 can't express it.
 */
zarr_status zarr_array_data_type_json(const zarr_array *array, zarr_bytes **json, zarr_error *error);

/** Get the number of elements along each dimension. */
zarr_status zarr_array_shape(const zarr_array *array, int32_t ndim, int64_t *shape, zarr_error *error);

/**
 * Get the shape of a chunk, the unit that is encoded, in elements: with shards, of a chunk inside a shard. Codecs
 * that transpose do not change it.
 *
 * `ZARR_ERROR_UNSUPPORTED`: the chunks are not all of one shape.
 */
zarr_status zarr_array_chunk_shape(const zarr_array *array, int32_t ndim, int64_t *chunk_shape, zarr_error *error);

/**
 * Get the shape of a shard, the unit that is stored and written as a whole, in elements. Without shards it is the
 * chunk shape; if shards are nested, it is that of the outermost.
 *
 * `ZARR_ERROR_UNSUPPORTED`: the chunks are not all of one shape.
 */
zarr_status zarr_array_shard_shape(const zarr_array *array, int32_t ndim, int64_t *shard_shape, zarr_error *error);

/**
 * Get the fill value, which reads return where nothing is stored: one element of `size` bytes, the item size, in the
 * byte order of the machine. It is zero if the format leaves it undefined.
 *
 * `ZARR_ERROR_TYPE_MISMATCH`: elements have variable length; use `zarr_array_fill_value_bytes`. `ZARR_ERROR_LIMIT`:
 * the value is larger than "chunk_bytes" of the option "limits" allows.
 */
zarr_status zarr_array_fill_value(const zarr_array *array, void *value, size_t size, zarr_error *error);

/**
 * Get the fill value of an array of any data type, also of variable length. The caller frees the value with
 * `zarr_bytes_free`. Errors as in `zarr_array_fill_value`.
 */
zarr_status zarr_array_fill_value_bytes(const zarr_array *array, zarr_bytes **value, zarr_error *error);

/**
 * Return 1 if the array defines its fill value, 0 if not, -1 on a bad handle. An undefined fill value reads as zero;
 * for points and spans of time, as "not a time".
 */
int32_t zarr_array_fill_value_defined(const zarr_array *array);

/**
 * Get the names of the dimensions: an empty list, or one entry for each dimension, absent (NULL) if it has no name.
 * In v2 they are the attribute _ARRAY_DIMENSIONS. The caller frees the names with `zarr_strings_free`.
 */
zarr_status zarr_array_dimension_names(const zarr_array *array, zarr_strings **names, zarr_error *error);

/**
 * Replace the names of the dimensions: one entry for each dimension, NULL for one without a name. `names` is NULL to
 * remove all names. Like attributes, the change is written to the document at once.
 *
 * Final v3 stores names in the document; v2 and N5 store them in the attribute _ARRAY_DIMENSIONS, for all dimensions
 * or none.
 *
 * `ZARR_ERROR_UNSUPPORTED`: the format can't store names (v1 and the drafts of v3).
 */
zarr_status zarr_array_set_dimension_names(const zarr_array *array, int32_t ndim, const char *const *names,
                                           zarr_error *error);

/**
 * Give an array another fill value, before anything is stored in it: one element of `size` bytes, as
 * `zarr_array_builder_fill_value` takes it; `value` NULL with size 0 leaves it undefined, as
 * `zarr_array_builder_no_fill_value` does. Only that member of the document is changed. Other handles have the new
 * value after `zarr_array_refresh`; no program should write elements meanwhile.
 *
 * `ZARR_ERROR_CONFLICT`: chunks are stored; elements beside them that are not would change. `ZARR_ERROR_UNSUPPORTED`:
 * the format has no such fill value (N5 has only zero).
 */
zarr_status zarr_array_set_fill_value(const zarr_array *array, const void *value, size_t size, zarr_error *error);

/**
 * List the codecs of the chunks, in the order of encoding. The caller frees both lists with `zarr_strings_free`.
 *
 * The names are the same in all formats, such as "bytes", "zstd", "blosc" and "shuffle". The configuration of each is
 * a JSON object as in final v3: {"level": 3, "checksum": false}. After "sharding_indexed" come the codecs of the
 * chunks in the shards, which its configuration contains as well. Codecs that the library does not have are listed as
 * the document spells them.
 */
zarr_status zarr_array_codecs(const zarr_array *array, zarr_strings **names, zarr_strings **configurations,
                              zarr_error *error);

/**
 * Return 0 if a read of a part of a chunk takes the whole chunk from the store, or more than the part; 1 if it takes
 * no more; 2 if it takes no more, and short parts cost little as well; -1 on a bad handle.
 *
 * It is 0 for chunks with codecs or checksums, and for shards; 1 for a file system that other machines share or the
 * library does not know, and for a zip file; 2 for another folder, and for memory. Processes that share a chunk do
 * well to let one of them read it, unless their parts lie in it in runs of 64 KiB or more (1), of 4 KiB or more (2).
 */
int32_t zarr_array_reads_parts(const zarr_array *array);

/**
 * Get the attributes as they are stored: a JSON object, "{}" if there are none. The caller frees the text with
 * `zarr_bytes_free`.
 */
zarr_status zarr_array_attributes(const zarr_array *array, zarr_bytes **json, zarr_error *error);

/** Replace all attributes with those of a JSON object. */
zarr_status zarr_array_set_attributes(const zarr_array *array, const char *json, zarr_error *error);

/** Get the metadata document, in the array's own format. The caller frees the text with `zarr_bytes_free`. */
zarr_status zarr_array_metadata(const zarr_array *array, zarr_bytes **json, zarr_error *error);

/**
 * List the deviations from the format that were accepted on opening, one line each; with the option {"strict": true}
 * such an array is refused. The caller frees the messages with `zarr_strings_free`.
 *
 * A writable store has one more line if it is on a file system with locks that hold on one machine only, such as NFS
 * or Lustre.
 */
zarr_status zarr_array_warnings(const zarr_array *array, zarr_strings **messages, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Opening nodes of either kind, from a group, and all below a group
 * ------------------------------------------------------------------------------------------------------------------
 */

/**
 * Receives one node: its path from the root of the store, its kind (`ZARR_NODE_...`) and, for an array, its handle,
 * which is valid during the call and must not be freed; NULL for other nodes.
 *
 * If a document can't be read, the kind is `ZARR_NODE_NONE` and `problem` says why; otherwise `problem` is NULL. A
 * result other than 0 ends the walk with `ZARR_ERROR_CANCELLED`. Called on the thread that called the library.
 */
typedef int32_t (*zarr_visitor)(void *user_data, const char *path, int32_t kind, const zarr_array *array,
                                const zarr_error *problem);

/**
 * Open a node of either kind: sets `*array` if it is an array or `*group` if it is a group, and the other one to
 * NULL. The options are a JSON object, NULL for none. The caller frees the handle with `zarr_array_free` or
 * `zarr_group_free`.
 *
 * `ZARR_ERROR_NOT_FOUND`: no node exists at the path.
 */
zarr_status zarr_node_open(const zarr_store *store, const char *path, const char *options_json, zarr_array **array,
                           zarr_group **group, zarr_error *error);

/**
 * Open a group below a group; the path is relative to the group: "b/c", "" for the group itself. The options are a
 * JSON object, NULL for none. The caller frees the new handle with `zarr_group_free`.
 */
zarr_status zarr_group_open_group(const zarr_group *group, const char *path, const char *options_json,
                                  zarr_group **opened, zarr_error *error);

/**
 * Open an array below a group; the path is relative to the group. The options are a JSON object, NULL for none. The
 * caller frees it with `zarr_array_free`.
 */
zarr_status zarr_group_open_array(const zarr_group *group, const char *path, const char *options_json,
                                  zarr_array **array, zarr_error *error);

/**
 * Get the text that `zarr_array_open_from_document` needs to open the array, also in another process: its metadata
 * document, and for a draft of v3 the entry point of the store. The caller frees the text with `zarr_bytes_free`.
 *
 * A handle that was itself opened from such a text looks for its array first, unless the store is behind a network;
 * the errors are those of `zarr_array_open_from_document`.
 */
zarr_status zarr_array_document(const zarr_array *array, zarr_bytes **document, zarr_error *error);

/**
 * Open an array from the text of `zarr_array_document`, in any process, without a request to the store: where
 * thousands of processes open one array, one of them reads the documents and sends them to the others.
 *
 * The path is that of the array. The options are a JSON object, NULL for none. The handle has the metadata of the
 * document until `zarr_array_refresh`. It looks for the array in the store once, before the first write, and when the
 * first missing chunk is about to be read as the fill value: the store of this process may be another one than that of
 * the process that has read the document. The caller frees the array with `zarr_array_free`.
 *
 * `ZARR_ERROR_INVALID_ARGUMENT`: the document was not made by `zarr_array_document`, or belongs to an array at another
 * path. Of later calls: `ZARR_ERROR_NOT_FOUND`: the store does not have the array, on file systems that machines share
 * after 60 s, as these may show new files late; `ZARR_ERROR_CONFLICT`: it has an array of another data type, or of
 * other chunks or codecs, in its place.
 */
zarr_status zarr_array_open_from_document(const zarr_store *store, const char *path, const void *document, size_t size,
                                          const char *options_json, zarr_array **array, zarr_error *error);

/**
 * Refresh a handle from the text of `zarr_array_document` of its array in another process, without a request to the
 * store: one process changes the array and sends the document to the others. If the document is that of an array of
 * another data type, or of other chunks or codecs, the handle looks for it as one of `zarr_array_open_from_document`
 * does.
 *
 * `ZARR_ERROR_INVALID_ARGUMENT`: the document was not made by `zarr_array_document`, or belongs to an array at another
 * path. Other errors as in `zarr_array_refresh`.
 */
zarr_status zarr_array_refresh_from_document(const zarr_array *array, const void *document, size_t size,
                                             zarr_error *error);

/** Return the format of a group, one of `ZARR_FORMAT_...`; -1 on a bad handle. */
int32_t zarr_group_format(const zarr_group *group);

/**
 * Open a group that another process has opened, in the format that `zarr_group_format` returned there, without a
 * request to the store. The options are a JSON object, NULL for none. The caller frees the group with
 * `zarr_group_free`.
 *
 * `ZARR_ERROR_INVALID_ARGUMENT`: the format is unknown, or `ZARR_FORMAT_DEFAULT`.
 */
zarr_status zarr_group_open_known(const zarr_store *store, const char *path, int32_t format, const char *options_json,
                                  zarr_group **group, zarr_error *error);

/**
 * Call `visit` for every node below a group, each group before its contents and siblings sorted by bytes, with arrays
 * open. This is the fastest way to read the shapes and attributes of many arrays: documents are read ahead on several
 * threads (option "threads"), and many at a time from a remote store.
 *
 * `depth` is the number of levels: 1 for the children alone, -1 for all. The options are a JSON object for all arrays,
 * NULL for none.
 */
zarr_status zarr_node_visit(const zarr_store *store, const char *path, int32_t depth, const char *options_json,
                            zarr_visitor visit, void *user_data, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Points, and indices along each dimension
 * ------------------------------------------------------------------------------------------------------------------
 *
 * These functions select elements that do not form a region: single points, such as the grid points along a ship's
 * track, or all combinations of indices along each dimension, such as some levels of some stations. Indices may repeat
 * and come in any order; if an element is written several times, the last value remains. Each chunk is read and
 * decoded once, on several threads. A write changes each chunk (with shards, each shard) atomically, and keeps its
 * other elements.
 *
 * Elements of variable length can't be selected in this way, and types are not converted.
 */

/**
 * Read the elements at `points_count` positions into a buffer of as many elements. `points` holds the positions one
 * after the other, `ndim` numbers each.
 *
 * `ZARR_ERROR_OUT_OF_BOUNDS`: a position is outside the array. Other errors as in `zarr_array_read_region`.
 */
zarr_status zarr_array_read_points(const zarr_array *array, int32_t ndim, size_t points_count, const int64_t *points,
                                   void *buffer, size_t buffer_size, zarr_error *error);

/** Write elements to `points_count` positions; arguments and errors as in `zarr_array_read_points`. */
zarr_status zarr_array_write_points(const zarr_array *array, int32_t ndim, size_t points_count, const int64_t *points,
                                    const void *buffer, size_t buffer_size, zarr_error *error);

/**
 * Read the elements at all combinations of indices along the dimensions into a buffer of prod(counts) elements in C
 * order. `indices` holds one list for each dimension, and `counts` their lengths; a list that is NULL selects all
 * indices of its dimension, and its count is ignored. Rows 7 and 2 of an array of two dimensions:
 *
 *     int64_t rows[2] = {7, 2};
 *     const int64_t *indices[2] = {rows, NULL};
 *     size_t counts[2] = {2, 0};
 *     zarr_array_read_orthogonal(array, 2, counts, indices, values, sizeof values, &error);
 *
 * `ZARR_ERROR_OUT_OF_BOUNDS`: an index is outside the array. Other errors as in `zarr_array_read_region`.
 */
zarr_status zarr_array_read_orthogonal(const zarr_array *array, int32_t ndim, const size_t *counts,
                                       const int64_t *const *indices, void *buffer, size_t buffer_size,
                                       zarr_error *error);

/**
 * Write elements to all combinations of indices along the dimensions; arguments and errors as in
 * `zarr_array_read_orthogonal`.
 */
zarr_status zarr_array_write_orthogonal(const zarr_array *array, int32_t ndim, const size_t *counts,
                                        const int64_t *const *indices, const void *buffer, size_t buffer_size,
                                        zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Handles that are copied
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Bindings to languages that copy objects by assignment need one handle for each copy, each of which is freed
 * separately.
 */

/**
 * Make another handle to a store, which stays open until its last handle is freed. The caller frees it with
 * `zarr_store_free`.
 */
zarr_status zarr_store_share(const zarr_store *store, zarr_store **shared, zarr_error *error);

/**
 * Make another handle to an open group, without reading the document again. Changes through one handle are seen
 * through the other. The caller frees it with `zarr_group_free`.
 */
zarr_status zarr_group_share(const zarr_group *group, zarr_group **shared, zarr_error *error);

/**
 * Make another handle to an open array, without reading the document again. Changes through one handle,
 * `zarr_array_refresh` and `zarr_array_resize` included, are seen through the other. The caller frees it with
 * `zarr_array_free`.
 */
zarr_status zarr_array_share(const zarr_array *array, zarr_array **shared, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Structs
 * ------------------------------------------------------------------------------------------------------------------
 *
 * An element of an array of `ZARR_STRUCT` consists of fields. In memory they are packed as they are stored, without
 * the padding of a C compiler: offsets count bytes from the start of an element, and `zarr_array_item_size` is the
 * distance between elements. Each number is in the byte order of the machine. Stored padding keeps its space, but is
 * not a field.
 */

/**
 * List the names of the fields, in the order of their offsets. The caller frees them with `zarr_strings_free`.
 *
 * `ZARR_ERROR_TYPE_MISMATCH`: the array does not hold structs.
 */
zarr_status zarr_array_struct_fields(const zarr_array *array, zarr_strings **names, zarr_error *error);

/**
 * Get the data type of the field at an index, counted from 0, the offset of its first byte in an element, and its
 * size in bytes. The caller frees the text with `zarr_bytes_free`.
 *
 * The type is JSON as in `zarr_array_data_type_json`; for a field that is an array, a list of the type of its elements
 * and its shape.
 *
 * `ZARR_ERROR_TYPE_MISMATCH`: the array does not hold structs. `ZARR_ERROR_OUT_OF_BOUNDS`: the struct has no such
 * field.
 */
zarr_status zarr_array_struct_field(const zarr_array *array, size_t index, zarr_bytes **data_type_json, size_t *offset,
                                    size_t *size, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Attributes, one by one
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Every array and group has attributes: names with JSON values. These functions get and set one attribute without
 * JSON. A `node` is an open array or group, a `zarr_array *` or a `zarr_group *`; anything else is
 * `ZARR_ERROR_INVALID_HANDLE`.
 *
 * Getters see changes through other handles of this process at once; for an array, changes by other processes are seen
 * after `zarr_array_refresh`. A missing attribute is `ZARR_ERROR_NOT_FOUND`, one of another kind
 * `ZARR_ERROR_TYPE_MISMATCH`, a number that does not fit `ZARR_ERROR_RANGE`.
 *
 * Getters take a JSON Pointer (RFC 6901) into lists and objects: "/multiscales/0/datasets/1/path", with "~1" for a "/"
 * in a name and "~0" for a "~". An attribute with exactly that name comes first. Functions that set or erase take
 * names only.
 *
 * Setters write the document of the node. They change one attribute in place, or append it, and keep the text of the
 * others, large numbers and NaN included. Changes of one node by several threads and handles take turns, so none is
 * lost. To set many attributes, `zarr_array_set_attributes` writes the document once.
 */

#define ZARR_ATTRIBUTE_NONE      0 /**< No attribute of this name exists. */
#define ZARR_ATTRIBUTE_NULL      1 /**< null. */
#define ZARR_ATTRIBUTE_BOOL      2 /**< true or false. */
#define ZARR_ATTRIBUTE_INTEGER   3 /**< A number without fraction and exponent. */
#define ZARR_ATTRIBUTE_NUMBER    4 /**< Any other number; NaN and the infinities. */
#define ZARR_ATTRIBUTE_STRING    5 /**< A text. */
#define ZARR_ATTRIBUTE_INTEGERS  6 /**< A list of integers only. */
#define ZARR_ATTRIBUTE_NUMBERS   7 /**< A list of numbers, not all of them integers. */
#define ZARR_ATTRIBUTE_STRINGS   8 /**< A list of texts only. */
#define ZARR_ATTRIBUTE_LIST      9 /**< Any other list, also an empty one. */
#define ZARR_ATTRIBUTE_OBJECT   10 /**< An object. */

/** List the names of the attributes, in the order of the document. The caller frees them with `zarr_strings_free`. */
zarr_status zarr_attribute_names(const void *node, zarr_strings **names, zarr_error *error);

/**
 * Set `*kind` to the kind of an attribute, one of `ZARR_ATTRIBUTE_...`; `ZARR_ATTRIBUTE_NONE` if it does not exist,
 * which is not an error. Sets `*count` to the number of elements of a list or members of an object, 1 for other
 * values, 0 if the attribute does not exist; `count` may be NULL.
 */
zarr_status zarr_attribute_kind(const void *node, const char *name, int32_t *kind, size_t *count, zarr_error *error);

/** Get an attribute of any kind as JSON, as it is written. The caller frees the text with `zarr_bytes_free`. */
zarr_status zarr_attribute_get_json(const void *node, const char *name, zarr_bytes **json, zarr_error *error);

/** Get a truth value: 1 or 0. */
zarr_status zarr_attribute_get_bool(const void *node, const char *name, int32_t *value, zarr_error *error);

/** Get an integer, also if it is written as 3.0 or 3e0. */
zarr_status zarr_attribute_get_int64(const void *node, const char *name, int64_t *value, zarr_error *error);

/** Get an integer up to 2^64 - 1, also if it is written as 3.0 or 3e0. */
zarr_status zarr_attribute_get_uint64(const void *node, const char *name, uint64_t *value, zarr_error *error);

/**
 * Get a number, integers included, as the nearest double. NaN and the infinities, which JSON lacks, are read as
 * Python writes them.
 */
zarr_status zarr_attribute_get_double(const void *node, const char *name, double *value, zarr_error *error);

/**
 * Get a text. The caller frees it with `zarr_bytes_free`. Half of a surrogate pair, which Python writes for file
 * names that are not UTF-8, stays the escape that is in the document.
 */
zarr_status zarr_attribute_get_string(const void *node, const char *name, zarr_bytes **value, zarr_error *error);

/**
 * Get a list of integers; a single integer is a list of one. `count` must be their exact number, which
 * `zarr_attribute_kind` returns.
 *
 * `ZARR_ERROR_BUFFER_SIZE`: the list has another length.
 */
zarr_status zarr_attribute_get_int64s(const void *node, const char *name, size_t count, int64_t *values,
                                      zarr_error *error);

/**
 * Get a list of numbers, each as `zarr_attribute_get_double` does; a single number is a list of one. `count` must be
 * their exact number.
 *
 * `ZARR_ERROR_BUFFER_SIZE`: the list has another length.
 */
zarr_status zarr_attribute_get_doubles(const void *node, const char *name, size_t count, double *values,
                                       zarr_error *error);

/** Get a list of texts; a single text is a list of one. The caller frees them with `zarr_strings_free`. */
zarr_status zarr_attribute_get_strings(const void *node, const char *name, zarr_strings **values, zarr_error *error);

/** Set an attribute to any JSON value. */
zarr_status zarr_attribute_set_json(const void *node, const char *name, const char *json, zarr_error *error);

/**
 * Set an attribute to a JSON value if it is still `old_json` in the store, where other programs may have changed it;
 * `old_json` NULL: if it does not exist. `json` NULL takes the attribute away. Values are equal if they are spelled
 * alike but for white space, so pass what `zarr_attribute_get_json` gave.
 *
 * A program that changes a part of a value reads it, and calls this with what it has read. `ZARR_ERROR_CONFLICT`:
 * another program has changed the attribute. Nothing was written; read it again, for an array after
 * `zarr_array_refresh`.
 */
zarr_status zarr_attribute_replace_json(const void *node, const char *name, const char *old_json, const char *json,
                                        zarr_error *error);

/**
 * Replace all attributes, JSON objects both, if they are still `old_json` in the store, in one write. For
 * `old_json` give what `zarr_array_attributes` or `zarr_group_attributes` gave: two objects are one if they have the
 * same names in the same order, and values as for `zarr_attribute_replace_json`.
 *
 * `ZARR_ERROR_CONFLICT`: another program has changed them. Nothing was written; read them again, for an array after
 * `zarr_array_refresh`.
 */
zarr_status zarr_attribute_replace_all(const void *node, const char *old_json, const char *json, zarr_error *error);

/** Set an attribute to a truth value: 1 or 0. */
zarr_status zarr_attribute_set_bool(const void *node, const char *name, int32_t value, zarr_error *error);

/** Set an attribute to an integer. */
zarr_status zarr_attribute_set_int64(const void *node, const char *name, int64_t value, zarr_error *error);

/** Set an attribute to an integer up to 2^64 - 1. */
zarr_status zarr_attribute_set_uint64(const void *node, const char *name, uint64_t value, zarr_error *error);

/**
 * Set an attribute to a number. It reads back as the same double, except for the payload of a NaN. NaN and the
 * infinities are written as the bare words NaN and Infinity, which JSON lacks; other software may refuse them.
 */
zarr_status zarr_attribute_set_double(const void *node, const char *name, double value, zarr_error *error);

/** Set an attribute to a text. */
zarr_status zarr_attribute_set_string(const void *node, const char *name, const char *value, zarr_error *error);

/** Set an attribute to a list of integers. */
zarr_status zarr_attribute_set_int64s(const void *node, const char *name, size_t count, const int64_t *values,
                                      zarr_error *error);

/** Set an attribute to a list of numbers. */
zarr_status zarr_attribute_set_doubles(const void *node, const char *name, size_t count, const double *values,
                                       zarr_error *error);

/** Set an attribute to a list of texts. */
zarr_status zarr_attribute_set_strings(const void *node, const char *name, size_t count, const char *const *values,
                                       zarr_error *error);

/**
 * Remove an attribute.
 *
 * `ZARR_ERROR_NOT_FOUND`: the attribute does not exist.
 */
zarr_status zarr_attribute_erase(const void *node, const char *name, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Reading and writing regions
 * ------------------------------------------------------------------------------------------------------------------
 *
 * A region is a box of elements: `start` is its first element along each dimension, `count` the number of elements. A
 * `start` of NULL is the origin, and a `count` of NULL reaches to the end of the array; with both NULL the region is
 * the whole array. A region may begin and end inside chunks and span any number of them; with a count of 0 it is
 * empty. Elements that were never written read as the fill value. Writing a part of a chunk keeps the rest of it,
 * including concurrent writes by other threads and processes; docs/consistency.md says for which stores.
 *
 * If a region reaches outside the shape that the handle knows, the document is read again before the call fails. With
 * the option {"grow": true}, or {"grow": d} for dimension d, a write past the end along the first dimension, or along
 * d, makes the array longer, as `zarr_array_append` does. If another process has made the array shorter, the first
 * such write is `ZARR_ERROR_OUT_OF_BOUNDS`, and the next one makes it longer.
 *
 * Another process may change an array that is open here. On file systems and in memory, a write checks the document:
 * it is `ZARR_ERROR_OUT_OF_BOUNDS` if the array has become shorter, `ZARR_ERROR_NOT_FOUND` if it was erased or moved,
 * and `ZARR_ERROR_CONFLICT` if an array of another data type, other chunks, codecs or fill value has replaced it, also
 * by another handle of this process; the message names the difference, and `zarr_array_refresh` takes it over. The
 * meaning of the document counts, not its spelling, and levels of compression do not. If only the shape, the names of
 * dimensions or the attributes differ, the write goes to the new array. At object stores a write may be `ZARR_OK` in
 * all of these cases: the data are then outside the array or below an erased path, or damage the new array. Reads do
 * not check the document: if the array was erased, moved or replaced, they are `ZARR_OK` and return fill values or
 * data of the new array; `zarr_array_refresh` reports the change.
 *
 * A buffer holds exactly the elements of the region, prod(count) * item size bytes: in C order (last dimension
 * fastest), in the byte order of the machine, at any alignment.
 *
 * Elements of variable length have separate functions: `zarr_array_read_strings` and `zarr_array_write_strings`.
 */

/**
 * Read a region into a buffer of exactly prod(count) * item size bytes. After a failure the buffer may hold some of
 * the elements.
 *
 * `ZARR_ERROR_OUT_OF_BOUNDS`: the region reaches outside the array. `ZARR_ERROR_BUFFER_SIZE`: `buffer_size` differs.
 * `ZARR_ERROR_DATA`: a chunk is corrupt. `ZARR_ERROR_LIMIT`: a stored chunk is larger than a chunk of this array can
 * be. `ZARR_ERROR_TYPE_MISMATCH`: elements have variable length; use `zarr_array_read_strings`.
 */
zarr_status zarr_array_read_region(const zarr_array *array, int32_t ndim, const int64_t *start, const int64_t *count,
                                   void *buffer, size_t buffer_size, zarr_error *error);

/**
 * Read a region into memory that the library allocates: prod(count) elements in C order. The caller frees the values
 * with `zarr_bytes_free`.
 *
 * The data type is one of `ZARR_...` without parameters, to which the elements are converted and checked as in
 * `zarr_transfer`, or 0 to keep the type of the array. All of an array of floats, as double:
 * zarr_array_read_new(array, ndim, NULL, NULL, ZARR_FLOAT64, &values, &error).
 *
 * `ZARR_ERROR_LIMIT`: the values are larger than "result_bytes" of the option "limits" allows; nothing was allocated.
 * Other errors as in `zarr_array_read_region` and `zarr_array_read`.
 */
zarr_status zarr_array_read_new(const zarr_array *array, int32_t ndim, const int64_t *start, const int64_t *count,
                                int32_t data_type, zarr_bytes **values, zarr_error *error);

/**
 * Write a region from a buffer of exactly prod(count) * item size bytes. After a failure some chunks may hold the new
 * elements; each chunk holds the old or the new ones, never a mixture.
 *
 * `ZARR_ERROR_OUT_OF_BOUNDS`: the region reaches outside the array. `ZARR_ERROR_BUFFER_SIZE`: `buffer_size` differs.
 * `ZARR_ERROR_READ_ONLY`: the store is read-only. `ZARR_ERROR_DATA`: a chunk of which a part is written is corrupt.
 * `ZARR_ERROR_TYPE_MISMATCH`: elements have variable length; use `zarr_array_write_strings`.
 */
zarr_status zarr_array_write_region(const zarr_array *array, int32_t ndim, const int64_t *start, const int64_t *count,
                                    const void *buffer, size_t buffer_size, zarr_error *error);

/**
 * Read a region as strings, in C order, from an array of type `ZARR_STRING`, `ZARR_BYTES`, `ZARR_FIXED_BYTES`
 * (without trailing NULs) or `ZARR_FIXED_UTF32` (without trailing NULs, as UTF-8). The caller frees the values with
 * `zarr_strings_free`.
 *
 * Arrays of Python objects (v2) have the type `ZARR_STRING`, or `ZARR_BYTES` for vlen-bytes and for vlen-array, whose
 * elements are the bytes of numbers in the byte order of the machine. In json2 and msgpack2, None is an absent entry
 * (NULL), and an object other than a text is read as JSON; it stays that object when its chunk is written again.
 *
 * `ZARR_ERROR_TYPE_MISMATCH`: the elements are not strings. `ZARR_ERROR_LIMIT`: a decoded chunk is larger than
 * "chunk_bytes" of the option "limits" allows. Other errors as in `zarr_array_read_region`.
 */
zarr_status zarr_array_read_strings(const zarr_array *array, int32_t ndim, const int64_t *start, const int64_t *count,
                                    zarr_strings **values, zarr_error *error);

/**
 * Write a region of strings, `values_count` elements in C order, to an array of a type that `zarr_array_read_strings`
 * reads. `sizes` holds their lengths in bytes; if it is NULL the values are NUL-terminated. A value that is NULL is
 * None in json2 and msgpack2; elsewhere it is an empty string if its size is 0, and otherwise an error.
 *
 * `ZARR_ERROR_TYPE_MISMATCH`: the elements are not strings. `ZARR_ERROR_RANGE`: a text is longer than elements of a
 * fixed size, or is not a label of the codec categorize. `ZARR_ERROR_INVALID_ARGUMENT`: a text is not UTF-8, and
 * nothing was written. Other errors as in `zarr_array_write_region`.
 */
zarr_status zarr_array_write_strings(const zarr_array *array, int32_t ndim, const int64_t *start, const int64_t *count,
                                     const char *const *values, const size_t *sizes, size_t values_count,
                                     zarr_error *error);

/**
 * Write a region of strings from one block of bytes with offsets, as `zarr_strings_data` and `zarr_strings_offsets`
 * return them. Errors as in `zarr_array_write_strings`.
 *
 * Element `i` is the bytes from `offsets[i]` to before `offsets[i + 1]`, the last of which is a NUL that is not part
 * of the element; an absent element (None) has no bytes at all. There are `values_count + 1` offsets, in ascending
 * order and at most `data_size`.
 */
zarr_status zarr_array_write_string_block(const zarr_array *array, int32_t ndim, const int64_t *start,
                                          const int64_t *count, const char *data, size_t data_size,
                                          const size_t *offsets, size_t values_count, zarr_error *error);

/**
 * Change the shape of the array, not its number of dimensions, and erase chunks that are then entirely outside.
 * Elements that are added read as the fill value; an edge chunk may still contain elements that an earlier resize cut
 * off. Resizing to the current shape erases chunks outside of it that an interrupted call has left.
 *
 * `ZARR_ERROR_UNSUPPORTED`: a chunk that would be cut off is stored, and the store can't erase it; nothing is changed.
 */
zarr_status zarr_array_resize(const zarr_array *array, int32_t ndim, const int64_t *shape, zarr_error *error);

/**
 * Make the array at least `length` elements long along an axis, counted from 0. It never makes the array shorter, and
 * along the other axes the array keeps the length that it has in the store: programs that make an array longer at the
 * same time lose nothing, where `zarr_array_resize` would set the lengths that one of them knew. Elements are added as
 * by `zarr_array_resize`.
 */
zarr_status zarr_array_lengthen(const zarr_array *array, int32_t axis, int64_t length, zarr_error *error);

/**
 * Make the array longer by `count` elements along an axis, counted from 0, and write none. Sets `*start` to the old
 * length. Concurrent calls get consecutive places, as those of `zarr_array_append` do: fill each place by
 * `zarr_array_write_region`.
 */
zarr_status zarr_array_reserve(const zarr_array *array, int32_t axis, int64_t count, int64_t *start, zarr_error *error);

/**
 * Grow the array along an axis, counted from 0, and write a block of elements into the new part. `count` is the
 * shape of the block: any length along the axis, the length of the array along the others. `buffer_size` is exactly
 * prod(count) * item size. Sets `*start` to the old length, where the block begins along the axis; `start` may be
 * NULL.
 *
 * The array grows first, then the block is written, so concurrent appends by threads get consecutive places and lose
 * nothing. The same holds for processes on local file systems and at object stores; see docs/consistency.md. If
 * writing fails, the array has grown, and elements that were not written read as the fill value.
 *
 * `ZARR_ERROR_INVALID_ARGUMENT`, `ZARR_ERROR_BUFFER_SIZE`: the block does not fit, and nothing has changed. Other
 * errors as in `zarr_array_write_region`.
 */
zarr_status zarr_array_append(const zarr_array *array, int32_t axis, int32_t ndim, const int64_t *count,
                              const void *buffer, size_t buffer_size, int64_t *start, zarr_error *error);

/**
 * Append a block of `values_count` strings in C order, as `zarr_array_append` does for other types. `values` and
 * `sizes` are those of `zarr_array_write_strings`. An invalid text is found before anything changes, except one that
 * is not a label of the codec categorize.
 */
zarr_status zarr_array_append_strings(const zarr_array *array, int32_t axis, int32_t ndim, const int64_t *count,
                                      const char *const *values, const size_t *sizes, size_t values_count,
                                      int64_t *start, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Regions in general
 * ------------------------------------------------------------------------------------------------------------------
 *
 * `zarr_array_read` and `zarr_array_write` extend `zarr_array_read_region` and `zarr_array_write_region`: they take
 * every n-th element, forwards or backwards, and any layout in memory: a part of a larger array, between halo cells,
 * in Fortran order. A `zarr_region` selects the elements and their place in memory; a `zarr_transfer` sets progress,
 * threads and conversion, and may be NULL. Both structs may grow: start from the initialiser, or the init function,
 * then set the members.
 *
 * The elements are start[d] + i[d] * step[d] along each dimension d, for i[d] from 0 to count[d] - 1. In memory,
 * element i is at byte offset + sum of i[d] * strides[d] of the buffer. To reverse a dimension, use a step of -1, or a
 * negative stride with the offset of the last element. Every other row, from the last to the first, of an array of two
 * dimensions and type double:
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
 * Elements of variable length are read and written as boxes only, with `zarr_array_read_strings` and
 * `zarr_array_write_strings`.
 *
 * Only chunks with selected elements are read, and only the bytes of these elements in the buffer are accessed. All
 * elements must be inside the buffer, which may be larger.
 *
 * Elements may have another type in memory than in the array: any bool, integer, float or complex type of 2 bits to 16
 * bytes converts to any other. Floats are truncated to integers, as in C. A value between two floats is rounded to the
 * nearest, ties to even. Real numbers get the imaginary part 0. Any value other than 0, NaN included, becomes true,
 * and true becomes 1. Other types are not converted.
 */

#define ZARR_CONVERT_CHECK 0 /**< Fails with `ZARR_ERROR_RANGE`, which names the element. */
#define ZARR_CONVERT_CLAMP 1 /**< Becomes the nearest number; NaN becomes 0 if the type has no NaN. */
#define ZARR_CONVERT_WRAP  2 /**< Becomes its low bits, as between integers in C; see `zarr_transfer`. */
#define ZARR_CONVERT_ALL   3 /**< As `ZARR_CONVERT_WRAP`, and `ZARR_ERROR_RANGE` at the end; see `zarr_transfer`. */

/** A selection of elements, and their place in memory. Start from `ZARR_REGION_INIT`. */
typedef struct zarr_region {
    /** The size of this struct in the program, which tells the library the members that it has. */
    size_t struct_size;
    /** The number of dimensions, and the length of each of the lists. */
    int32_t ndim;
    /**
     * The order in memory if `strides` is NULL: 'C', without gaps and the last dimension fastest, or 'F', the first
     * dimension fastest.
     */
    int32_t order;
    /**
     * The first element along each dimension. NULL: the origin, and the last element along a dimension with a negative
     * step.
     */
    const int64_t *start;
    /** The number of elements along each dimension. NULL: all elements from `start` to the end that `step` reaches. */
    const int64_t *count;
    /** The distance between selected elements along each dimension: not 0; backwards if negative. NULL: 1. */
    const int64_t *step;
    /** The distance between elements in memory along each dimension, in bytes, of either sign. NULL: see `order`. */
    const int64_t *strides;
    /** The position in the buffer of the first element, the one at `start`, in bytes. */
    int64_t offset;
} zarr_region;

/** Progress, threads and conversion of a call. Start from `ZARR_TRANSFER_INIT`. */
typedef struct zarr_transfer {
    /** The size of this struct in the program, which tells the library the members that it has. */
    size_t struct_size;
    /**
     * Called on the thread that called the library with the number of chunks (with shards, of shards) that are done,
     * and the number that the region touches: first with 0 done, last with all. A result other than 0 ends the call
     * with `ZARR_ERROR_CANCELLED` when the chunks in progress are done; the result of the last call is ignored. May be
     * NULL.
     */
    zarr_progress progress;
    /** Passed to `progress` unchanged. */
    void *user_data;
    /** The most threads to use, the calling one included: 1 starts none. 0: the setting of the handle. */
    int32_t threads;
    /**
     * The type of the elements in memory, one of `ZARR_...`; 0: the data type of the array. The strides and offset of
     * the region refer to this type.
     */
    int32_t data_type;
    /**
     * The treatment of a value that the other type can't hold: one of `ZARR_CONVERT_...`. Such values are numbers
     * outside its range, NaN and infinity for an integer, and an imaginary part other than 0 for a real number, which
     * is dropped unless checked. With `ZARR_CONVERT_WRAP`, a float that is too large becomes the low bits of its whole
     * part as an integer, and infinity as a float; as integers, NaN and infinity become 0.
     *
     * With `ZARR_CONVERT_ALL` the elements are those of `ZARR_CONVERT_WRAP`. Once all are moved, the call is
     * `ZARR_ERROR_RANGE` if a value does not fit: the buffer of a read is complete, and a write has stored all
     * elements. The message has one of the values. As in netCDF, a float is compared with the lowest and the highest
     * number of the other type before its fraction is cut off, so 127.5 does not fit int8; infinity does not fit a
     * smaller float, and NaN fits every type. Any other failure comes first, and leaves some elements where they were.
     */
    int32_t conversion;
    /** Reserved: must be 0. */
    int32_t reserved;
} zarr_transfer;

/** No dimensions and C order: zarr_region region = ZARR_REGION_INIT; */
#define ZARR_REGION_INIT { sizeof(zarr_region), 0, 'C', NULL, NULL, NULL, NULL, 0 }
/** The defaults of the handle, without reports of progress: zarr_transfer how = ZARR_TRANSFER_INIT; */
#define ZARR_TRANSFER_INIT { sizeof(zarr_transfer), NULL, NULL, 0, 0, 0, 0 }

/** Set a region to `ZARR_REGION_INIT`, for languages without macros. NULL does nothing. */
void zarr_region_init(zarr_region *region);

/** Set a transfer to `ZARR_TRANSFER_INIT`, for languages without macros. NULL does nothing. */
void zarr_transfer_init(zarr_transfer *how);

/**
 * Read the selected elements to their places in a buffer of `buffer_size` bytes; other bytes of the buffer are
 * unchanged. `how` may be NULL. After a failure or cancellation the buffer may hold some of the elements.
 *
 * `ZARR_ERROR_TYPE_MISMATCH`: the type of the array does not convert to that in memory. `ZARR_ERROR_RANGE`: the value
 * of an element, or the fill value of one that is not stored, does not fit, see `ZARR_CONVERT_CHECK` and
 * `ZARR_CONVERT_ALL`.
 * `ZARR_ERROR_OUT_OF_BOUNDS`: elements are outside the array. `ZARR_ERROR_BUFFER_SIZE`: elements are outside the
 * buffer. `ZARR_ERROR_INVALID_ARGUMENT`: a step is 0, or elements could share bytes: along each dimension of more than
 * one element, the stride must exceed the extent of all dimensions with smaller strides. Other errors as in
 * `zarr_array_read_region`.
 */
zarr_status zarr_array_read(const zarr_array *array, const zarr_region *region, void *buffer, size_t buffer_size,
                            const zarr_transfer *how, zarr_error *error);

/**
 * Write the selected elements from their places in a buffer of `buffer_size` bytes. Elements may share bytes of the
 * buffer: strides of 0 write one value to all of them. `how` may be NULL. After a failure or cancellation some chunks
 * hold the new elements and the others the old ones, none a mixture.
 *
 * Other elements of a chunk keep their values, so a chunk that a step covers in part is read as well. Errors as in
 * `zarr_array_read` and `zarr_array_write_region`.
 */
zarr_status zarr_array_write(const zarr_array *array, const zarr_region *region, const void *buffer, size_t buffer_size,
                             const zarr_transfer *how, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Queued writes and reads
 * ------------------------------------------------------------------------------------------------------------------
 *
 * A queue compresses and stores output on background threads while the program computes: a call copies a region into
 * the queue and returns at once:
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
 * Order. Operations take effect in the order of the calls: two that touch one chunk (with shards, one shard) run one
 * after the other unless both read; others run concurrently. This holds within one queue, and for handles of one array
 * through stores of one path or URL (each store of callbacks is separate); direct calls on the array and other queues
 * are not ordered with queued operations. Arrays may be freed as soon as their operations are queued. A write is
 * complete when it has been waited for; operations that are queued when the process ends are lost.
 *
 * Failures. A call checks its arguments as `zarr_array_write_region` does, and queues nothing if they are wrong. Later
 * failures are reported once: with a ticket, by `zarr_queue_wait` for that ticket; without one (NULL), by the next
 * call that queues an operation, which then queues nothing. `zarr_queue_wait` for all reports the remaining failures,
 * one for each call, the earliest first; a ticket can still be waited for. The message begins with "ticket N". If more
 * than 1000 failures are unreported, the next call that queues an operation reports the first of them, even one with a
 * ticket.
 *
 * Memory. The option "bytes" limits the queued copies plus the known memory of running operations: a chunk and its
 * encoded form for each thread, and the stored form of a chunk that is written in part. One operation may always run.
 * A call on a full queue waits, or with "full": "refuse" is `ZARR_ERROR_LIMIT`. A write larger than the limit is done
 * by the call itself in its turn, without a copy; with "refuse" it is `ZARR_ERROR_LIMIT`. The call also does the
 * operation itself if the store or a codec has callbacks without the thread-safe flag, or if the system can't start
 * threads; failures are reported as for queued operations.
 *
 * Callbacks. A `zarr_queue_done` may call the library and queue more operations. In it, a call that would have to wait
 * for a queue is `ZARR_ERROR_CONFLICT`, and `zarr_queue_free` returns at once and leaves the remaining operations to
 * the threads. Callbacks of stores and codecs must not wait for a queue.
 *
 * Forks. In a child of `fork` the queue is empty: the parent completes its operations, and their tickets are
 * `ZARR_ERROR_CONFLICT` in the child. So are their callbacks: the child's copy of each is called once, by the child's
 * first call that queues or waits, or by `zarr_queue_free`. A callback that is running during the fork is not called
 * again in the child.
 */

/** A queue of writes and reads. */
typedef struct zarr_queue zarr_queue;

/**
 * Receives the end of an operation, once in each process, on a thread of the queue or on one that calls it: its
 * ticket, its status, and the message of a failure ("" if none), which is valid until the callback returns. It must
 * not throw, unwind or longjmp.
 */
typedef void (*zarr_queue_done)(void *user_data, int64_t ticket, zarr_status status, const char *message);

/**
 * Make a queue without operations. The caller frees it with `zarr_queue_free`.
 *
 * The options are a JSON object, NULL for none: "bytes", the most memory of all operations together (default
 * 268435456); "threads", the number of threads of the library that work on them (0: as many as one call uses); "full",
 * the behaviour of calls on a full queue: "wait", or "refuse", which fails with `ZARR_ERROR_LIMIT`. Threads start when
 * they are first needed.
 */
zarr_status zarr_queue_new(const char *options_json, zarr_queue **queue, zarr_error *error);

/**
 * Queue a write of a region, with the arguments of `zarr_array_write_region`, and copy its `size` bytes. Sets
 * `*ticket` to a number greater than 0 to wait for the operation; `ticket` may be NULL.
 *
 * `ZARR_ERROR_LIMIT`: the queue is full, see the option "full". Other failures concern the arguments, or an earlier
 * operation without a ticket. After any failure nothing was queued.
 */
zarr_status zarr_queue_write_region(zarr_queue *queue, const zarr_array *array, int32_t ndim, const int64_t *start,
                                    const int64_t *count, const void *data, size_t size, int64_t *ticket,
                                    zarr_error *error);

/**
 * Queue a read of a region, with the arguments of `zarr_array_read_region`. The buffer must stay valid, and must not
 * be accessed, until the operation was waited for. Errors as in `zarr_queue_write_region`.
 */
zarr_status zarr_queue_read_region(zarr_queue *queue, const zarr_array *array, int32_t ndim, const int64_t *start,
                                   const int64_t *count, void *buffer, size_t size, int64_t *ticket,
                                   zarr_error *error);

/**
 * Queue a write of a region without a copy: the data must not change until `done` is called or, if `done` is NULL,
 * until the operation was waited for. `done` is called once if this function returns `ZARR_OK`, possibly before it
 * returns, and never otherwise; a failure that it received is reported again only to a ticket. Errors as in
 * `zarr_queue_write_region`.
 */
zarr_status zarr_queue_write_region_then(zarr_queue *queue, const zarr_array *array, int32_t ndim, const int64_t *start,
                                         const int64_t *count, const void *data, size_t size, zarr_queue_done done,
                                         void *user_data, int64_t *ticket, zarr_error *error);

/**
 * Queue a read of a region; `done` is called when the elements are in the buffer or the read has failed. Buffer,
 * `done` and errors as in `zarr_queue_write_region_then`.
 */
zarr_status zarr_queue_read_region_then(zarr_queue *queue, const zarr_array *array, int32_t ndim, const int64_t *start,
                                        const int64_t *count, void *buffer, size_t size, zarr_queue_done done,
                                        void *user_data, int64_t *ticket, zarr_error *error);

/**
 * Wait until an operation is finished, and return its failure, once. With the ticket -1, waits for all operations
 * queued before this call and returns the first unreported failure: call it until it returns `ZARR_OK` to see each.
 *
 * `ZARR_ERROR_CANCELLED`: the operation was cancelled. `ZARR_ERROR_INVALID_ARGUMENT`: the queue has not issued the
 * ticket. `ZARR_ERROR_CONFLICT`: this thread runs a callback of an operation, or the ticket was issued before `fork`.
 */
zarr_status zarr_queue_wait(zarr_queue *queue, int64_t ticket, zarr_error *error);

/**
 * Cancel an operation, or all with the ticket -1, without waiting. A queued operation does nothing, a running one
 * stops after its current chunks, and a finished one is unaffected. A cancelled operation is reported as
 * `ZARR_ERROR_CANCELLED` to its ticket and its callback only.
 *
 * `ZARR_ERROR_INVALID_ARGUMENT`: the queue has not issued the ticket.
 */
zarr_status zarr_queue_cancel(zarr_queue *queue, int64_t ticket, zarr_error *error);

/** Get the number of unfinished operations, and the bytes of memory that they hold. Either output may be NULL. */
zarr_status zarr_queue_pending(const zarr_queue *queue, int64_t *operations, int64_t *bytes, zarr_error *error);

/**
 * Return 1 if the operation is finished, 0 if not, -1 for a bad handle or a ticket that the queue has not issued. A
 * ticket that was issued before `fork` is finished in the child: waiting for it returns at once.
 */
int32_t zarr_queue_is_done(const zarr_queue *queue, int64_t ticket);

/**
 * Wait for all operations, end the threads, and free the queue; in a callback of an operation it does not wait. A
 * child of `fork` first calls the callbacks of its parent's operations. Unreported failures are lost: call
 * `zarr_queue_wait` first. NULL does nothing.
 */
void zarr_queue_free(zarr_queue *queue);

/* ------------------------------------------------------------------------------------------------------------------
 * Single chunks
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Most programs need only regions. These functions work chunk by chunk: to divide work, to copy without decoding, to
 * inspect stored data. Each takes a `unit`, which says whether the position counts chunks or shards:
 *
 * - `ZARR_UNIT_CHUNK`: chunks as they are encoded, of the shape of `zarr_array_chunk_shape`. With shards these are
 *   the chunks in them, the innermost if shards are nested, counted over the whole array.
 * - `ZARR_UNIT_SHARD`: chunks as they are stored, each under one key, of the shape of `zarr_array_shard_shape`.
 *   Without shards these are the chunks.
 *
 * A position is `ndim` numbers, one for each dimension, counted from 0; a position outside the grid is
 * `ZARR_ERROR_OUT_OF_BOUNDS`. A chunk at the edge of the array is read and written whole, with its elements outside
 * the array; N5 does not store those, so they read as the fill value. Writers of one chunk take turns with each other
 * and with writers of regions; a change of a chunk inside a shard reads and rewrites the shard.
 */

#define ZARR_UNIT_CHUNK 0 /**< Chunks as they are encoded, in shards the innermost. */
#define ZARR_UNIT_SHARD 1 /**< Chunks as they are stored, each under one key. */

/**
 * Read a chunk: its elements in C order, in the byte order of the machine. `buffer_size` is exactly that of the whole
 * chunk. A chunk that is not stored reads as the fill value.
 *
 * `ZARR_ERROR_DATA`: the chunk is corrupt. `ZARR_ERROR_TYPE_MISMATCH`: elements have variable length; read the region
 * of the chunk with `zarr_array_read_strings`.
 */
zarr_status zarr_array_read_chunk(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *position,
                                  void *buffer, size_t buffer_size, zarr_error *error);

/**
 * Write all elements of a chunk; the buffer is as in `zarr_array_read_chunk`. As with regions, a chunk of fill values
 * is not stored inside a shard, or if the option "write_empty_chunks" is false.
 */
zarr_status zarr_array_write_chunk(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *position,
                                   const void *buffer, size_t buffer_size, zarr_error *error);

/**
 * Read a chunk as it is stored, without decoding it. The caller frees the value with `zarr_bytes_free`.
 *
 * `ZARR_ERROR_NOT_FOUND`: the chunk is not stored, and reads as the fill value.
 */
zarr_status zarr_array_read_encoded_chunk(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *position,
                                          zarr_bytes **value, zarr_error *error);

/**
 * Store the bytes of an encoded chunk without checking them: if the array's codecs can't decode them, reading the
 * chunk is `ZARR_ERROR_DATA`.
 */
zarr_status zarr_array_write_encoded_chunk(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *position,
                                           const void *data, size_t size, zarr_error *error);

/** Erase a chunk, so that it reads as the fill value. Erasing a chunk that is not stored succeeds. */
zarr_status zarr_array_erase_chunk(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *position,
                                   zarr_error *error);

/** Set `*size` to the stored size of a chunk in bytes, -1 if it is not stored, without reading it. */
zarr_status zarr_array_encoded_chunk_size(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *position,
                                          int64_t *size, zarr_error *error);

/**
 * List the positions of the chunks that are stored, in C order: int64_t numbers, `ndim` for each chunk. Sets `*count`
 * to the number of chunks. Read the numbers through `(const int64_t *)zarr_bytes_data(positions)`, which is aligned
 * for them. The caller frees the positions with `zarr_bytes_free`.
 *
 * Stored chunks are found by one listing of the store or, if it can't list, by a request for each. Chunks inside
 * shards are found in the indexes of the shards.
 *
 * `ZARR_ERROR_UNSUPPORTED`: the store can't list, and the grid has more than a million chunks.
 */
zarr_status zarr_array_list_chunks(const zarr_array *array, int32_t unit, zarr_bytes **positions, size_t *count,
                                   zarr_error *error);

/** Count the chunks that are stored, as `zarr_array_list_chunks` finds them. */
zarr_status zarr_array_count_chunks(const zarr_array *array, int32_t unit, size_t *count, zarr_error *error);

/**
 * Make a store in which each chunk inside the shards of the array has its own key and holds its encoded bytes; other
 * keys are unchanged. For an array without shards it is the array's store. The caller frees the store with
 * `zarr_store_free`.
 *
 * The store is for keys; open nodes in the store below, because their documents describe shards. Reading, writing and
 * erasing a chunk behave as `zarr_array_read_encoded_chunk`, `zarr_array_write_encoded_chunk` and
 * `zarr_array_erase_chunk` do. A read requests the index of the shard, then the whole chunk; a write or erase rewrites
 * the shard, and erasing the last chunk erases the shard. Writers take turns with writers of regions, in other
 * processes too.
 *
 * A write is refused if the array was erased (`ZARR_ERROR_NOT_FOUND`), if another one has replaced it
 * (`ZARR_ERROR_CONFLICT`), or if the chunk is outside the array (`ZARR_ERROR_OUT_OF_BOUNDS`), where reads find no
 * chunk.
 */
zarr_status zarr_array_chunk_store(const zarr_array *array, zarr_store **store, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Chunk grids
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Most arrays have chunks of one shape (`zarr_array_chunk_shape`). In final v3 the chunks along a dimension may also
 * differ in length (a rectilinear grid). These functions work for both. They count chunks or shards as `unit` says
 * (`ZARR_UNIT_CHUNK`, `ZARR_UNIT_SHARD`); the last chunk along a dimension may reach beyond the array.
 *
 * If the shards differ in length, the chunks in them still have one shape, which divides every shard.
 *
 * If an array with a rectilinear grid grows beyond its last chunk, one more chunk is added that covers the rest; if
 * the units are shards, it is a multiple of the chunk length.
 */

/** Get the number of chunks along each dimension that hold elements of the array. */
zarr_status zarr_array_grid_shape(const zarr_array *array, int32_t unit, int32_t ndim, int64_t *grid_shape,
                                  zarr_error *error);

/**
 * Get the lengths of the chunks along one dimension, in elements, from the first chunk to the last. `count` is the
 * number of chunks along it, as in `zarr_array_grid_shape`.
 *
 * `ZARR_ERROR_BUFFER_SIZE`: `count` differs.
 */
zarr_status zarr_array_chunk_edges(const zarr_array *array, int32_t unit, int32_t dimension, size_t count,
                                   int64_t *chunk_lengths, zarr_error *error);

/**
 * Get the first element of a chunk, and its number of elements along each dimension.
 *
 * `ZARR_ERROR_OUT_OF_BOUNDS`: the position is outside the grid.
 */
zarr_status zarr_array_chunk_bounds(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *position,
                                    int64_t *start, int64_t *count, zarr_error *error);

/**
 * Get the position of the chunk that holds an element.
 *
 * `ZARR_ERROR_OUT_OF_BOUNDS`: the element is outside the array.
 */
zarr_status zarr_array_chunk_at(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *element,
                                int64_t *position, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Dividing work
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Processes that write one array together, such as MPI ranks, are fastest if each chunk (with shards, each shard) is
 * written by only one of them: to write a part of a chunk, a process must read the rest and wait for others. No data
 * are lost either way if the store has conditional writes, or locks that hold for all of the processes; see the table
 * in docs/mpi.md.
 *
 * `zarr_propose_decomposition` proposes such shapes. `zarr_array_regions_exclusive` checks the regions that a program
 * writes. `zarr_array_region_parts` and `zarr_array_region_part` divide a region at chunk boundaries. These functions
 * read and write no data.
 *
 * One process creates the array, and the others open it after a barrier. docs/consistency.md says which guarantees
 * between threads hold between processes. Changes of the shape and of attributes by other processes are seen after
 * `zarr_array_refresh`.
 */

/**
 * Propose block, shard and chunk shapes to divide an array of `shape` among processes. `item_size` is the size of an
 * element in bytes; `processes` is the number of processes along each dimension, NULL for one process.
 *
 * Process (i, j, ...) writes the block that begins at element (i * block_shape[0], j * block_shape[1], ...), as far as
 * it is inside the array: the last processes may have less to write, or nothing. Blocks consist of whole shards, and
 * shards of whole chunks, so no two processes write to one shard.
 *
 * A chunk has at most `chunk_bytes` bytes; 0: about 1 MiB. A shard has about `shard_bytes` bytes, at most twice as
 * many; 0: no shards, and `shard_shape` is `chunk_shape`. If a block is smaller, it is one shard, or one chunk. Long
 * dimensions are divided first, the last (fastest) one last.
 *
 * `ZARR_ERROR_INVALID_ARGUMENT`: a number of processes is below 1, `item_size` is 0, or `shard_bytes` is not 0 and
 * smaller than a chunk. `ZARR_ERROR_RANGE`: whole chunks would reach beyond 2^63 - 1 elements.
 */
zarr_status zarr_propose_decomposition(int32_t ndim, const int64_t *shape, size_t item_size, const int64_t *processes,
                                       size_t chunk_bytes, size_t shard_bytes, int64_t *block_shape,
                                       int64_t *shard_shape, int64_t *chunk_shape, zarr_error *error);

/**
 * Check that no chunk (or shard, as `unit` says) holds elements of two of the regions, so that as many processes can
 * write them without waiting. `starts` and `counts` hold the regions one after the other, `ndim` numbers each. Sets
 * `*exclusive` to 1 or 0; if 0, sets `*first` and `*second`, which may be NULL, to the indices of two regions that
 * share a chunk.
 *
 * `ZARR_ERROR_OUT_OF_BOUNDS`: a region reaches outside the array.
 */
zarr_status zarr_array_regions_exclusive(const zarr_array *array, int32_t unit, int32_t ndim, size_t regions,
                                         const int64_t *starts, const int64_t *counts, int32_t *exclusive,
                                         size_t *first, size_t *second, zarr_error *error);

/**
 * Get the number of chunks (or shards, as `unit` says) that hold elements of a region.
 *
 * `ZARR_ERROR_OUT_OF_BOUNDS`: the region reaches outside the array.
 */
zarr_status zarr_array_region_parts(const zarr_array *array, int32_t unit, int32_t ndim, const int64_t *start,
                                    const int64_t *count, int64_t *parts, zarr_error *error);

/**
 * Get the part of a region in one chunk: the position of the chunk in the grid, and the first element and the number
 * of elements of the part along each dimension. `part` is an index below the number of `zarr_array_region_parts`, in C
 * order of the chunks.
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
 * A builder describes an array, step by step, before it is created; it can be changed and used again. The defaults are
 * the format of the hierarchy, chunks of about 1 MiB, no compression, and the fill value zero (for times in final v3,
 * "not a time"). A setter refuses what is wrong by itself, such as an unknown codec or a list of another length than
 * the array has dimensions. What depends on several settings, or on the format, is checked when the array is created:
 * a setting that the format can't express is `ZARR_ERROR_UNSUPPORTED`. A call that fails leaves the builder as it was.
 * A builder is used by one thread at a time.
 */

/** The description of an array to be created. */
typedef struct zarr_array_builder zarr_array_builder;

/**
 * Make a builder for an array of a data type without parameters: one of `ZARR_BOOL` to `ZARR_COMPLEX128`,
 * `ZARR_STRING`, `ZARR_BYTES`, or one from `ZARR_BFLOAT16` on. `shape` holds `ndim` lengths in elements. The caller
 * frees the builder with `zarr_array_builder_free`.
 */
zarr_status zarr_array_builder_new(int32_t data_type, int32_t ndim, const int64_t *shape, zarr_array_builder **builder,
                                   zarr_error *error);

/**
 * Make a builder for an array of a data type in JSON. `shape` holds `ndim` lengths in elements. The caller frees the
 * builder with `zarr_array_builder_free`.
 *
 * The type is spelled as in any format: "\"float64\"", "\"r24\"", "\">i4\"", "\"<M8[ns]\"", an object with a name and
 * a configuration, or NumPy's list of fields, "[[\"x\", \"<f4\"], [\"id\", \"|S8\"]]". A byte order in a NumPy type is
 * that of the stored array.
 */
zarr_status zarr_array_builder_new_json(const char *data_type_json, int32_t ndim, const int64_t *shape,
                                        zarr_array_builder **builder, zarr_error *error);

/** Free the builder. NULL does nothing. */
void zarr_array_builder_free(zarr_array_builder *builder);

/** Return the data type, one of `ZARR_BOOL` and so on; -1 on a bad handle. */
int32_t zarr_array_builder_data_type(const zarr_array_builder *builder);

/**
 * Return the size in bytes of one element in memory, which is that of a fill value; 0 for types of variable length and
 * on a bad handle.
 */
size_t zarr_array_builder_item_size(const zarr_array_builder *builder);

/** Set the format, one of `ZARR_FORMAT_...`. */
zarr_status zarr_array_builder_format(zarr_array_builder *builder, int32_t format, zarr_error *error);

/**
 * Set the shape of the chunks, the unit that is encoded, in elements. A length of 0 is the whole dimension, or 1 if
 * that has no elements yet.
 */
zarr_status zarr_array_builder_chunk_shape(zarr_array_builder *builder, int32_t ndim, const int64_t *chunk_shape,
                                           zarr_error *error);

/**
 * Set the length of each chunk along one dimension: `count` lengths in elements, none of them 0, which reach the end
 * of the array or beyond. The grid becomes rectilinear, an extension of final v3 that not all software reads; along
 * other dimensions the chunk shape applies.
 *
 * If a shard shape is set too, these are the lengths of the shards, each a multiple of the chunk shape; along other
 * dimensions the shard shape applies.
 */
zarr_status zarr_array_builder_chunk_edges(zarr_array_builder *builder, int32_t dimension, size_t count,
                                           const int64_t *chunk_lengths, zarr_error *error);

/**
 * Set the shape of the shards, the unit that is stored, in elements. A length of 0 is the whole dimension, or 1 if
 * that has no elements yet. By default each chunk is stored by itself.
 */
zarr_status zarr_array_builder_shard_shape(zarr_array_builder *builder, int32_t ndim, const int64_t *shard_shape,
                                           zarr_error *error);

/**
 * Set the fill value, which reads return where nothing was written: one element of `size` bytes, in the byte order of
 * the machine; for `ZARR_STRING` and `ZARR_BYTES`, any number of bytes.
 */
zarr_status zarr_array_builder_fill_value(zarr_array_builder *builder, const void *value, size_t size,
                                          zarr_error *error);

/**
 * Leave the fill value undefined; this library then reads zero. `zarr_array_builder_fill_value` undoes this call.
 *
 * v1, v2 and the first drafts of v3 store null, and N5 has no fill value; with other formats, creating the array is
 * `ZARR_ERROR_UNSUPPORTED`. xarray treats the fill value of v2 as missing data: with the default of 0 it shows zeros
 * as NaN, and integers as floats. Leave it undefined if zero is an ordinary value.
 */
zarr_status zarr_array_builder_no_fill_value(zarr_array_builder *builder, zarr_error *error);

/**
 * Set the order of the elements in a stored chunk: 'C', the last dimension fastest, or 'F', the first. Buffers of
 * `zarr_array_read_region` and `zarr_array_write_region` are in C order either way.
 */
zarr_status zarr_array_builder_order(zarr_array_builder *builder, int32_t order, zarr_error *error);

/** Set the byte order of stored numbers: 1 for big-endian, 0 for little-endian, the default on every machine. */
zarr_status zarr_array_builder_big_endian(zarr_array_builder *builder, int32_t big_endian, zarr_error *error);

/** Set the separator between the numbers in the keys of chunks: '.' or '/'. */
zarr_status zarr_array_builder_separator(zarr_array_builder *builder, int32_t separator, zarr_error *error);

/**
 * Set how the keys of chunks are formed, by a name of final v3 and its configuration, a JSON object or NULL:
 * "default" and "v2" with "separator", "fanout" with "max_children", which limits the entries of a folder, and
 * "suffix" with "suffix" and "base_encoding".
 *
 * This function and `zarr_array_builder_separator` override each other. In other formats than final v3, creating the
 * array is `ZARR_ERROR_UNSUPPORTED`.
 */
zarr_status zarr_array_builder_chunk_key_encoding(zarr_array_builder *builder, const char *name,
                                                  const char *configuration_json, zarr_error *error);

/** Set the names of the dimensions: `ndim` entries, NULL for a dimension without a name. */
zarr_status zarr_array_builder_dimension_names(zarr_array_builder *builder, int32_t ndim, const char *const *names,
                                               zarr_error *error);

/** Set the attributes: a JSON object. */
zarr_status zarr_array_builder_attributes(zarr_array_builder *builder, const char *json, zarr_error *error);

/**
 * Add a codec; call once for each, in the order of encoding. Without any, data are stored uncompressed.
 *
 * The name is that of final v3 ("zstd", "gzip", "blosc", "crc32c", ...) or a numcodecs id; the configuration is NULL
 * or a JSON object in the spelling of either. The library writes both in the spelling of the array's format. With
 * shards, codecs apply to the chunks in them.
 */
zarr_status zarr_array_builder_codec(zarr_array_builder *builder, const char *name, const char *configuration_json,
                                     zarr_error *error);

/**
 * Create an array, and the groups above it that its format needs; no chunks are written. The caller frees the array
 * with `zarr_array_free`.
 *
 * `ZARR_ERROR_ALREADY_EXISTS`: a node exists at the path. `ZARR_ERROR_UNSUPPORTED`: the format can't express a
 * setting. `ZARR_ERROR_LIMIT`: a chunk would be larger than "chunk_bytes" of the option "limits" allows.
 */
zarr_status zarr_array_create(const zarr_store *store, const char *path, const zarr_array_builder *builder,
                              zarr_array **array, zarr_error *error);

/**
 * Create an array and open it with options that take precedence over those of the store: a JSON object, NULL for
 * none. The caller frees the array with `zarr_array_free`. Errors as in `zarr_array_create`.
 */
zarr_status zarr_array_create_with(const zarr_store *store, const char *path, const zarr_array_builder *builder,
                                   const char *options_json, zarr_array **array, zarr_error *error);

/**
 * Create an array below a group; the path is relative to the group: "b/c". The options of the handle are a JSON
 * object, NULL for none. The caller frees the array with `zarr_array_free`. Errors as in `zarr_array_create`.
 */
zarr_status zarr_group_create_array(const zarr_group *group, const char *path, const zarr_array_builder *builder,
                                    const char *options_json, zarr_array **array, zarr_error *error);

/**
 * Create an array and erase any node at the path, with everything below it, as `zarr_group_create_or_replace` does.
 * Settings are checked before anything is erased. The caller frees the array with `zarr_array_free`.
 */
zarr_status zarr_array_create_or_replace(const zarr_store *store, const char *path, const zarr_array_builder *builder,
                                         zarr_array **array, zarr_error *error);

/**
 * Create an array from a metadata document in the layout of the format, for settings that the builder does not have.
 * The document is checked as on opening. The caller frees the array with `zarr_array_free`.
 */
zarr_status zarr_array_create_json(const zarr_store *store, const char *path, int32_t format, const char *metadata_json,
                                   zarr_array **array, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Datasets: arrays of one group with shared dimensions
 * ------------------------------------------------------------------------------------------------------------------
 *
 * A dataset is a group whose arrays share named dimensions, like a netCDF file or group. The dimensions are those that
 * the arrays in the group name (`zarr_array_dimension_names`); arrays without names are listed, and add no dimension.
 * If two arrays differ in the length of a dimension, opening the dataset is `ZARR_ERROR_METADATA`, which names both.
 * With the option {"unequal_dimensions": "keep"} it is opened, each length is listed, and
 * `zarr_dataset_resize_dimension` makes them equal.
 *
 * New arrays are defined by the names of their dimensions, and `zarr_dataset_commit` checks all definitions, then
 * creates the arrays. Every dimension can grow, so there is no unlimited dimension: define one of length 0, then grow
 * it with `zarr_dataset_append`, which writes one step of many arrays, or with `zarr_dataset_resize_dimension`.
 *
 * Definitions and commits are made by one thread at a time; all other functions may be called by several. A dataset
 * knows the dimensions as of its last opening, commit, resize or refresh, and the lengths of its own appends.
 */

/** The arrays of one group, and their dimensions. */
typedef struct zarr_dataset zarr_dataset;

/**
 * Create the group of a dataset, and the groups above it that its format needs. If the group exists, it is opened
 * with its arrays, as by `zarr_dataset_open`. The caller frees the dataset with `zarr_dataset_free`.
 *
 * The format is one of `ZARR_FORMAT_...`. The options are a JSON object with options of the arrays and of the dataset,
 * NULL for none. Attributes of the dataset are those of its group: `zarr_dataset_group`.
 */
zarr_status zarr_dataset_create(const zarr_store *store, const char *path, int32_t format, const char *options_json,
                                zarr_dataset **dataset, zarr_error *error);

/**
 * Open a group, explicit or implicit, as a dataset: all arrays directly in it are opened in one pass, many documents
 * at a time, or from consolidated metadata as the option "consolidated" says. The caller frees the dataset with
 * `zarr_dataset_free`.
 *
 * The options are a JSON object with options of the arrays and of the dataset, NULL for none. An array with an
 * unreadable document is listed and adds no dimension; `zarr_dataset_array` returns the reason.
 *
 * `ZARR_ERROR_METADATA`: a dimension has two lengths. `ZARR_ERROR_NODE_TYPE`: the node is an array.
 */
zarr_status zarr_dataset_open(const zarr_store *store, const char *path, const char *options_json,
                              zarr_dataset **dataset, zarr_error *error);

/** Make another handle to an open dataset, like `zarr_group_share`. The caller frees it with `zarr_dataset_free`. */
zarr_status zarr_dataset_share(const zarr_dataset *dataset, zarr_dataset **shared, zarr_error *error);

/**
 * Free the handle; the arrays remain in the store, and definitions that were not committed are discarded. NULL does
 * nothing.
 */
void zarr_dataset_free(zarr_dataset *dataset);

/**
 * Read the group again, to see arrays that other handles and processes have created, resized or erased. Definitions
 * are kept. After a failure the dataset is unchanged.
 */
zarr_status zarr_dataset_refresh(const zarr_dataset *dataset, zarr_error *error);

/** Get the group of the dataset, for its attributes. The caller frees it with `zarr_group_free`. */
zarr_status zarr_dataset_group(const zarr_dataset *dataset, zarr_group **group, zarr_error *error);

/**
 * List the dimensions: those of the arrays, in the order of the arrays sorted by name, then those that are only
 * defined. `*lengths` holds an int64_t for each name: `(const int64_t *)zarr_bytes_data(lengths)`. The caller frees
 * the names with `zarr_strings_free`, the lengths with `zarr_bytes_free`.
 */
zarr_status zarr_dataset_dimensions(const zarr_dataset *dataset, zarr_strings **names, zarr_bytes **lengths,
                                    zarr_error *error);

/**
 * Get the length of a dimension, in elements.
 *
 * `ZARR_ERROR_NOT_FOUND`: the dimension does not exist. `ZARR_ERROR_METADATA`: arrays differ in its length.
 */
zarr_status zarr_dataset_dimension_length(const zarr_dataset *dataset, const char *name, int64_t *length,
                                          zarr_error *error);

/**
 * List the names of the arrays, sorted by bytes, without those that are only defined. The caller frees the list with
 * `zarr_strings_free`.
 */
zarr_status zarr_dataset_arrays(const zarr_dataset *dataset, zarr_strings **names, zarr_error *error);

/**
 * Get a new handle to an array of the dataset, without a request to the store. The caller frees it with
 * `zarr_array_free`.
 *
 * `ZARR_ERROR_NOT_FOUND`: the group has no array of this name, or it is not committed yet.
 */
zarr_status zarr_dataset_array(const zarr_dataset *dataset, const char *name, zarr_array **array, zarr_error *error);

/**
 * Define a dimension for arrays that are defined later. Defining it again with the same length succeeds.
 *
 * `ZARR_ERROR_ALREADY_EXISTS`: the dimension exists with another length.
 */
zarr_status zarr_dataset_define_dimension(const zarr_dataset *dataset, const char *name, int64_t length,
                                          zarr_error *error);

/**
 * Define an array directly in the group, over `ndim` dimensions that exist or are defined, slowest first. Nothing is
 * written before `zarr_dataset_commit`.
 *
 * The builder sets data type, chunks, codecs, fill value and attributes. It is copied, and can be used for more
 * arrays. It must have `ndim` dimensions; their lengths and names are ignored, and a chunk length of 0 is the whole
 * dimension.
 *
 * `ZARR_ERROR_ALREADY_EXISTS`: an array of this name exists or is defined. `ZARR_ERROR_NOT_FOUND`: a dimension does
 * not exist.
 */
zarr_status zarr_dataset_define_array(const zarr_dataset *dataset, const char *name, int32_t ndim,
                                      const char *const *dimensions, const zarr_array_builder *builder,
                                      zarr_error *error);

/**
 * Define a coordinate: an array of one dimension of the same name. The builder has one dimension, of any length.
 *
 * `size` bytes of elements are copied, and written when the array is created; a dimension that does not exist yet gets
 * their number as its length. Without elements (NULL, 0) the dimension must exist, and the elements are written later,
 * or by `zarr_dataset_append`. If the builder sets no fill value, formats that can leave it undefined do
 * (`zarr_array_builder_no_fill_value`), because xarray would show zeros as NaN; this also holds for
 * `zarr_dataset_define_array` with such an array.
 *
 * `ZARR_ERROR_BUFFER_SIZE`: the dimension has another number of elements.
 */
zarr_status zarr_dataset_define_coordinate(const zarr_dataset *dataset, const char *name,
                                           const zarr_array_builder *builder, const void *values, size_t size,
                                           zarr_error *error);

/**
 * Create all arrays that are defined, in the order of their names, and write the elements of coordinates. Names,
 * existing nodes, lengths of dimensions and limits of the format are checked before anything is created.
 *
 * If creating fails, the arrays that this call has created are erased again if the store can erase, except those that
 * another process has made longer; the message names arrays that remain. Existing arrays are not touched, and
 * definitions are kept, so the call can be repeated; `zarr_dataset_discard` discards them. Other processes must open
 * the dataset after this call has returned, because a failure erases their writes into new arrays.
 *
 * `ZARR_ERROR_ALREADY_EXISTS`: a node of one of the names exists. `ZARR_ERROR_CONFLICT`: another process has created
 * arrays with another length of a dimension.
 */
zarr_status zarr_dataset_commit(const zarr_dataset *dataset, zarr_error *error);

/** Discard all definitions that were not committed: arrays, and dimensions without an array. */
zarr_status zarr_dataset_discard(const zarr_dataset *dataset, zarr_error *error);

/**
 * Change the length of a dimension: refreshes the dataset, and resizes every array with the dimension, as
 * `zarr_array_resize` does. In arrays that have the length already, chunks that an interrupted call has left are
 * erased.
 *
 * A length that one of the arrays can't have is refused before any array changes. So is any change of a dimension that
 * an unreadable array names, with the reason of that array, unless the option is {"unequal_dimensions": "keep"}. If
 * the store fails halfway, some arrays have the new length: call again to finish, or with the old length to undo;
 * elements that were cut off are lost. The function also makes lengths equal that the option has accepted.
 *
 * A dimension that becomes longer cuts off nothing that an append is about to fill: where the array that appends make
 * longer first has more elements than `length` and another one has fewer, all get as many as the former has.
 */
zarr_status zarr_dataset_resize_dimension(const zarr_dataset *dataset, const char *name, int64_t length,
                                          zarr_error *error);

/**
 * Grow a dimension by `count` elements in every array of the dataset that has it, and write a block into the new
 * part of some: a time step of many variables. Sets `*start` to the old length, where the blocks begin; `start` may
 * be NULL.
 *
 * `names` holds the names of `arrays` arrays, each of which has the dimension once. `data` and `sizes` hold a buffer
 * for each and its bytes: `count` elements along the dimension and all along the others, in C order. The other arrays
 * read as their fill value there, or as what a resize has cut off in a chunk that it kept.
 *
 * The dimension grows first, then the blocks are written in the order of `names`. One array reserves the place for
 * all, so concurrent appends by threads, and by processes where docs/consistency.md says so of `zarr_array_append`,
 * get consecutive places; processes must know the same arrays. If writing fails, the dimension has grown, possibly in
 * some arrays only; `zarr_dataset_resize_dimension` undoes or completes that. A block that does not fit is refused
 * before anything changes, and an unreadable array is as for `zarr_dataset_resize_dimension`.
 */
zarr_status zarr_dataset_append(const zarr_dataset *dataset, const char *dimension, int64_t count, size_t arrays,
                                const char *const *names, const void *const *data, const size_t *sizes, int64_t *start,
                                zarr_error *error);

/**
 * Read the same part of many arrays: `count` elements from `start` on along each of `ndim` named dimensions, and all
 * elements along the others. Dimensions that an array does not have are ignored for it.
 *
 * `names` holds the names of `arrays` arrays; `data` and `sizes` hold a buffer for each and its bytes, exactly those
 * of its part, in C order. Arguments are checked before anything is read.
 */
zarr_status zarr_dataset_read(const zarr_dataset *dataset, int32_t ndim, const char *const *dimensions,
                              const int64_t *start, const int64_t *count, size_t arrays, const char *const *names,
                              void *const *data, const size_t *sizes, zarr_error *error);

/**
 * Write the same part of many arrays, with the arguments of `zarr_dataset_read`. No array grows. Arguments are
 * checked before anything is written; after another failure some arrays may have been written.
 */
zarr_status zarr_dataset_write(const zarr_dataset *dataset, int32_t ndim, const char *const *dimensions,
                               const int64_t *start, const int64_t *count, size_t arrays, const char *const *names,
                               const void *const *data, const size_t *sizes, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Codecs of your own
 * ------------------------------------------------------------------------------------------------------------------
 *
 * A program can register a codec that the library lacks. From then on, arrays with a document that names the codec are
 * read and written with it, and builders take its name, in shards as well. It applies to the whole process. Arrays
 * that could not be opened before can be opened then; an open array keeps its codecs until it is freed.
 *
 * There are two kinds. A codec of bytes (`ZARR_CODEC_BYTES_TO_BYTES`), such as a compressor, a checksum or a cipher,
 * may be used where compressors are. A codec of elements (`ZARR_CODEC_ARRAY_TO_BYTES`) comes before them, in place of
 * the codec "bytes": it encodes the elements of a chunk, in the byte order of the machine and in C order without gaps,
 * and decodes to the same; its place gives the shape of the chunk. Codecs between arrays can't be registered; a codec
 * of elements can do their work.
 *
 * The v2 name is the `id` of filters and compressors, which the drafts of version 3 write inside a URI; the v3 name is
 * that of final v3. The functions receive the rest of the document's entry as a JSON object, and documents contain it
 * as the builder was given it.
 *
 * The first argument of every function is the `user_data` of the codec, the second its place in the chain. Functions
 * return `ZARR_OK` or the status of their failure, as those of a store do: `ZARR_ERROR_DATA` for corrupt bytes, or a
 * code of their own from `ZARR_STATUS_USER` on. Output goes to a sink, with `zarr_sink_write` or `zarr_sink_reserve`;
 * without any write the output is 0 bytes. Of the library, they may call only the functions of the sink. They must not
 * throw, unwind or longjmp. Without the flag `ZARR_CODEC_THREAD_SAFE`, they are called one at a time, and only on
 * threads that have called the library themselves: each call on an array with such a codec uses one thread.
 */

#define ZARR_CODEC_BYTES_TO_BYTES 1 /**< Kind: from bytes to bytes. */
#define ZARR_CODEC_ARRAY_TO_BYTES 2 /**< Kind: from elements to bytes. */
#define ZARR_CODEC_THREAD_SAFE    1 /**< Flag: callbacks may run on several threads at once, also of the library. */
#define ZARR_CODEC_FIXED_SIZE     2 /**< Flag: the encoded size always equals `bound`, as a shard's index needs. */

/** The place of a codec in the chain of an array. Its texts are valid until the function returns. */
typedef struct zarr_codec_place {
    /** The size of this struct in the library, which tells a function the members that it has. */
    size_t struct_size;
    /** The configuration in the document: a JSON object, "{}" if there is none. */
    const char *configuration_json;
    /**
     * The data type of the elements at this place in the spelling of final v3: JSON, such as "\"float32\"" with its
     * quotes. NULL after a codec that outputs plain bytes.
     */
    const char *data_type_json;
    /** The size in bytes of one such element; 1 for plain bytes. */
    size_t item_size;
    /** The number of lengths in `chunk_shape`; 0 if that is NULL, and for arrays without dimensions. */
    int32_t ndim;
    /**
     * The shape of the chunk in elements, in the order of the data: the last dimension is the fastest. With shards,
     * that of an inner chunk. NULL after a codec that outputs plain bytes, and if chunks differ in shape.
     */
    const int64_t *chunk_shape;
} zarr_codec_place;

/** The functions of a codec. Start from `ZARR_CODEC_CALLBACKS_INIT`, then set the functions. */
typedef struct zarr_codec_callbacks {
    /** The size of this struct in the program, which tells the library the functions that it has. */
    size_t struct_size;
    /** 0, or a sum of `ZARR_CODEC_THREAD_SAFE` and `ZARR_CODEC_FIXED_SIZE`. */
    uint32_t flags;
    /** `ZARR_CODEC_BYTES_TO_BYTES` or `ZARR_CODEC_ARRAY_TO_BYTES`. */
    int32_t kind;
    /** Writes the encoded form of `size` bytes to the sink, at most `bound` bytes. Required. */
    zarr_status (*encode)(void *user_data, const zarr_codec_place *place, const void *data, size_t size,
                          zarr_sink *encoded, zarr_error *error);
    /**
     * Writes the decoded form of `size` bytes to the sink, at most `most` bytes; the sink refuses more. The input may
     * be corrupt, because it comes from a store. Required.
     */
    zarr_status (*decode)(void *user_data, const zarr_codec_place *place, const void *data, size_t size, size_t most,
                          zarr_sink *decoded, zarr_error *error);
    /**
     * Returns the most bytes that encoding `size` bytes can give; SIZE_MAX if that is more than memory can hold. NULL:
     * 2 * size + 4096.
     */
    size_t (*bound)(void *user_data, const zarr_codec_place *place, size_t size);
    /** Checks the configuration and the data type when an array is opened or created. NULL: all are accepted. */
    zarr_status (*check)(void *user_data, const zarr_codec_place *place, zarr_error *error);
    /**
     * Called once, when the codec is no longer registered and no array uses it any more, on any thread. Not called if
     * registration failed.
     */
    void (*destroy)(void *user_data);
} zarr_codec_callbacks;

/** An empty table: zarr_codec_callbacks callbacks = ZARR_CODEC_CALLBACKS_INIT; */
#define ZARR_CODEC_CALLBACKS_INIT                                                                    \
    { sizeof(zarr_codec_callbacks), 0, ZARR_CODEC_BYTES_TO_BYTES, NULL, NULL, NULL, NULL, NULL }

/** Set the table to `ZARR_CODEC_CALLBACKS_INIT`, for languages without macros. NULL does nothing. */
void zarr_codec_callbacks_init(zarr_codec_callbacks *callbacks);

/**
 * Register a codec for the whole process. One of the names may be NULL: arrays of those formats then can't be created
 * with the codec.
 *
 * The table is copied. `user_data` is passed to its functions unchanged and must stay valid until `destroy` is called;
 * if registration fails, the library does not use it.
 *
 * `ZARR_ERROR_ALREADY_EXISTS`: one of the names belongs to a codec of the library, or to a registered one.
 */
zarr_status zarr_codec_register(const char *v2_id, const char *v3_name, const zarr_codec_callbacks *callbacks,
                                void *user_data, zarr_error *error);

/**
 * Unregister a codec by either of its names, and free both names. Open arrays continue to use it, also after
 * `zarr_array_refresh`, and `destroy` is called when the last of them is freed; if there is none, before this function
 * returns.
 *
 * `ZARR_ERROR_NOT_FOUND`: no codec is registered under the name.
 */
zarr_status zarr_codec_unregister(const char *name, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Capabilities of this build
 * ------------------------------------------------------------------------------------------------------------------
 *
 * These functions list what this build supports, for programs that offer a choice or check in advance. docs/support.md
 * shows the lists in tables.
 */

/**
 * Return the version of the library that the program runs with as a number that grows with it: 1000000 * major + 1000
 * * minor + patch. `ZARR_VERSION_NUMBER` is that of the header that it was compiled with.
 */
int32_t zarr_version_number(void);

/**
 * Return the most threads that one call uses, the calling one included, on handles without the option "threads": the
 * number of `zarr_set_threads`, of the environment variable LIBZARR_THREADS, or of CPUs.
 */
int32_t zarr_threads(void);

/**
 * List the formats that this build reads and writes, the oldest first, by the names that options and messages use:
 * "v2", "v3-2022". The caller frees the list with `zarr_strings_free`.
 */
zarr_status zarr_supported_formats(zarr_strings **names, zarr_error *error);

/**
 * List the data types that arrays of a format can have, by their names in final v3 without parameters: "float64",
 * "numpy.datetime64", "r*" for raw bytes. `ZARR_FORMAT_DEFAULT`: all data types of the library. The caller frees the
 * list with `zarr_strings_free`.
 */
zarr_status zarr_supported_data_types(int32_t format, zarr_strings **names, zarr_error *error);

/**
 * List the codecs that arrays of a format can be created with, by the names that `zarr_array_builder_codec` takes,
 * registered codecs included. `ZARR_FORMAT_DEFAULT`: all codecs of the library itself. "sharding_indexed" stands for
 * shards in every format. The caller frees the list with `zarr_strings_free`.
 */
zarr_status zarr_supported_codecs(int32_t format, zarr_strings **names, zarr_error *error);

/**
 * List the URL schemes that `zarr_store_open` takes besides plain paths: "file", "s3". The caller frees the list with
 * `zarr_strings_free`.
 */
zarr_status zarr_supported_url_schemes(zarr_strings **names, zarr_error *error);

/* ------------------------------------------------------------------------------------------------------------------
 * Messages in other languages
 * ------------------------------------------------------------------------------------------------------------------
 *
 * Messages name the functions and arguments of this header, and count dimensions, elements and chunks from 0. A
 * binding of another language calls `zarr_error_translate` at the one place where it hands a failure on, as the C++
 * header, the Fortran module and the Python package do. Names that users chose, such as paths, stay as they are.
 */

#define ZARR_LANGUAGE_C       0 /**< The names and counts of this header. */
#define ZARR_LANGUAGE_CPP     1 /**< The names of zarr.hpp. */
#define ZARR_LANGUAGE_FORTRAN 2 /**< Names of the module zarr; counts from 1, the fastest dimension first. */
#define ZARR_LANGUAGE_PYTHON  3 /**< The names of the package libzarr. */

/**
 * Put the message of an error into a language, `ZARR_LANGUAGE_...`. The error is as a function of this header has
 * described it, or a copy of it; a message that a program has written itself stays as it is.
 */
void zarr_error_translate(zarr_error *error, int32_t language);

/**
 * Add words to the message of an error: `before` and ": " in front of it, unless it begins with that, and `after` at
 * its end. Each may be NULL. A message that becomes too long loses its middle.
 */
void zarr_error_extend(zarr_error *error, const char *before, const char *after);

/**
 * Take the ticket of a queued operation out of the error that describes its failure. Return 1 and set the ticket; the
 * message no longer names it. Return 0 for an error without a ticket, and change nothing. `ticket` may be NULL.
 */
int32_t zarr_error_take_ticket(zarr_error *error, int64_t *ticket);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* ZARR_H */
