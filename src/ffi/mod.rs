//! The C API: checks, converts, makes one core call, writes outputs.
//!
//! One file a kind of object; each is a chapter of `include/zarr.h`, which is made of the documentation here: the
//! part of a file's first comment from "In the header" on opens its chapter, the comments of its items follow. The
//! safety sections are for Rust and left out there. What every exported function relies on, and calls "the
//! conventions of the boundary", is what the first page of the header asks of its reader:
//!
//! - a pointer to a text is NULL or NUL-terminated, one to a buffer or a list has the size that comes with it, one to
//!   an output or to a `zarr_error` may be written; and all of that stays so until the function returns. These promises
//!   are what the `unsafe` blocks in the bodies rest on.
//! - handles are not among them: an address that is passed as a handle is looked up ([`handle`]), never followed.
//!
//! # In the header
//! zarr.h: every Zarr format behind one C API
//!
//! Zarr splits n-dimensional arrays into chunks and keeps each chunk under a key of a store: a file of a directory, a
//! member of a zip archive, an object of a cloud store. This library opens, creates, reads and writes such arrays in
//! every format that Zarr has had. A program works with regions of arrays and need not know their formats. This one
//! reads 10 rows of 20 elements as double, whatever the data type of the array is:
//!
//!     zarr_error error;
//!     zarr_store *store = NULL;
//!     zarr_array *array = NULL;
//!     zarr_bytes *values = NULL;
//!     int64_t start[2] = {0, 0}, count[2] = {10, 20};
//!
//!     if (zarr_store_open("weather.zarr", NULL, &store, &error) ||
//!         zarr_array_open(store, "surface/temperature", &array, &error) ||
//!         zarr_array_read_new(array, 2, start, count, ZARR_FLOAT64, &values, &error))
//!         fprintf(stderr, "%s: %s\n", zarr_status_name(error.status), error.message);
//!     else
//!         printf("%g\n", ((const double *)zarr_bytes_data(values))[0]);
//!     zarr_bytes_free(values);
//!     zarr_array_free(array);
//!     zarr_store_free(store);
//!
//! Errors. A function that can fail returns a `zarr_status`; 0 is success. Its last argument is NULL or points to a
//! `zarr_error` of the caller, which receives one line of text: what failed, where and why. On failure, an output that
//! would receive a handle is set to NULL, and other outputs stay as they were. Functions that return a plain value
//! return -1, 0 or NULL for a bad handle, as each of them says.
//!
//! Handles. Stores, groups, arrays, builders and results are handles. The caller frees each handle with the `_free`
//! function of its type, in any order; freeing NULL or a freed handle does nothing. A handle that was freed, or is of
//! another type, is `ZARR_ERROR_INVALID_HANDLE`.
//!
//! Threads. All functions are thread-safe on a shared handle, with two exceptions: `_free` may be called only when no
//! other call uses the handle, and a builder belongs to one thread at a time. Threads that write to one chunk take
//! turns, so no write to a part of it is lost. The guarantees between processes depend on the store: see
//! docs/consistency.md.
//!
//! Forks and exits. A child of `fork` may use all handles of its parent, even if other threads of the parent were
//! inside calls. Writing to a zip file to which the parent has written through the same handle is `ZARR_ERROR_CONFLICT`
//! in the child, and a store in memory becomes a copy: neither process sees what the other one writes. A process must
//! not fork while another of its threads opens a store behind a network, and a child that was forked in a callback must
//! not return from that callback. Calls work in `atexit` handlers and in destructors of static objects and of
//! thread-specific keys, and the process may exit while other threads are inside calls. A runtime that ends before its
//! process does calls `zarr_callbacks_end` first. No call is a cancellation point; threads with asynchronous
//! cancellation (`PTHREAD_CANCEL_ASYNCHRONOUS`) must not call the library.
//!
//! Ownership. Arguments belong to the caller and must not change until the function returns; the library copies what it
//! needs longer. Strings are NUL-terminated UTF-8. Outputs must not overlap inputs or each other.
//!
//! Shapes. Shapes, positions and counts are `ndim` numbers, in elements, slowest dimension first. An array without
//! dimensions holds one element: pass 0 for `ndim` and NULL for the numbers. A pointer may be NULL where nothing is
//! read from it or written to it.
//!
//! Side effects. The library prints nothing, installs no signal handler and needs no initialisation or shutdown. If
//! memory for data can't be allocated, the call returns `ZARR_ERROR_NO_MEMORY`; if the few hundred bytes of a handle or
//! a message can't, the process is aborted. Floating-point traps and rounding modes of the calling thread are set aside
//! while a call runs, callbacks included, and restored when it returns.

// Unsafe code is what a boundary to C is made of; the rest of the crate has none, but for named kernels.
#![allow(unsafe_code)]
// In C, types have names like this.
#![allow(non_camel_case_types)]

mod args;
mod call_lock;
mod callback_store;
mod cancel;
mod float;
mod guard;
mod handle;
mod outgoing;
mod program;
mod sinks;

pub mod array;
pub mod attributes;
pub mod builder;
pub mod bytes;
pub mod callbacks;
pub mod capabilities;
pub mod chunks;
pub mod codec;
pub mod dataset;
pub mod decomposition;
pub mod error;
pub mod formats;
pub mod grid;
pub mod group;
mod language;
pub mod library;
pub mod messages;
pub mod node;
pub mod opening;
pub mod queue;
mod record;
pub mod regions;
pub mod selections;
pub mod share;
pub mod store;
pub mod strings;
pub mod structs;
pub mod transfer;
pub mod types;
pub mod wrappers;
