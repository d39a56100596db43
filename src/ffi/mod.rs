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
//! - handles are not among them: whatever is passed as a handle is looked up ([`handle`]), never followed.
//!
//! # In the header
//! zarr.h: every Zarr format behind one C API
//!
//! Zarr keeps n-dimensional arrays in pieces, called chunks, under keys of a store: files of a directory, members of
//! an archive, objects of a cloud. This library opens, creates, reads and writes such arrays in every format that
//! Zarr has had. A program works with regions of arrays, and need not know which format it meets:
//!
//!     zarr_error error;
//!     zarr_store *store = NULL;
//!     zarr_array *array = NULL;
//!     int64_t start[2] = {0, 0}, count[2] = {10, 20};
//!     double values[10][20];
//!
//!     if (zarr_store_open("weather.zarr", NULL, &store, &error) ||
//!         zarr_array_open(store, "surface/temperature", &array, &error) ||
//!         zarr_array_data_type(array) != ZARR_FLOAT64 ||
//!         zarr_array_read_region(array, 2, start, count, values, sizeof values, &error))
//!         fprintf(stderr, "%s: %s\n", zarr_status_name(error.status), error.message);
//!     zarr_array_free(array);
//!     zarr_store_free(store);
//!
//! Errors. A function that can fail returns a `zarr_status`: 0 is success. Its last argument points to a
//! `zarr_error` of yours, or is NULL; it then holds one line of text that says what failed, where and why. When a
//! function that makes something fails, it sets its output to NULL; other outputs stay as they were. Functions that
//! return a plain value give -1, 0 or NULL for a bad handle, as they say.
//!
//! Handles. Stores, groups, arrays, builders and results are handles. The caller frees each handle with the `_free`
//! function of its type, in any order; NULL is fine, and a second time does nothing. A handle that was freed, or is of
//! another type, is refused with `ZARR_ERROR_INVALID_HANDLE`. A `const` handle argument is not freed by the function.
//!
//! Threads. All functions are thread-safe on a shared handle, with two exceptions: `_free` needs that no call is
//! running on the handle, and a builder belongs to one thread at a time. Threads that write one chunk take
//! turns, so that writes to different parts of it are all kept. The guarantees between processes depend on the store:
//! see docs/consistency.md.
//!
//! Forks and exits. A child of `fork` may use all handles of its parent, whatever the threads of the parent were
//! doing; writing to a zip file to which the parent has written through the handle is `ZARR_ERROR_CONFLICT`, and a
//! store in memory is a copy in the child, so that neither process sees what the other one writes. No other thread
//! may be opening a store behind a network while a process forks, and a child must not return into a call from whose
//! callback it was forked. Calls work in handlers of `atexit` and in destructors of static objects and of a thread's
//! keys, and the process may exit while other threads are inside calls. A call is no point at which a thread is
//! cancelled; threads that can be cancelled at any moment (`PTHREAD_CANCEL_ASYNCHRONOUS`) must not call the library.
//!
//! Ownership. Everything that is passed in belongs to the caller, is copied where it is needed longer, and has to
//! stay as it is until the function returns. Texts are NUL-terminated UTF-8. Outputs must not overlap inputs or each
//! other.
//!
//! Arrays of no dimension. Shapes, positions and counts come as `ndim` numbers, in elements, slowest dimension
//! first. For an array of no dimension that is (0, NULL), and a region of it is its one element. A pointer may be
//! NULL wherever nothing is to be read from it or written to it.
//!
//! Manners. The library prints nothing, installs no signal handler, needs no setting up and no shutting down. Memory
//! whose size comes from data or from a request is `ZARR_ERROR_NO_MEMORY` where it can't be had; should even the few
//! hundred bytes of a handle or a message be lacking, the process is aborted. Floating-point exceptions that a thread
//! traps, and another rounding, are put aside while a call runs, callbacks included, and are as before when it returns.

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
pub mod library;
pub mod node;
pub mod opening;
pub mod queue;
pub mod regions;
pub mod selections;
pub mod share;
pub mod store;
pub mod strings;
pub mod structs;
pub mod transfer;
pub mod types;
pub mod wrappers;
