//! The C form of a store made of the caller's own functions: the table, what the functions hand back their results
//! through, and the function that opens such a store.
//!
//! # In the header
//! Stores of your own
//!
//! A `zarr_store_callbacks` is a table of functions that keep data anywhere: in a database, in an archive, on tape.
//! Only `get` is required. The library derives a function that is NULL from the others where it can; without `set` the
//! store is read-only, without an erase function nothing can be erased, and without a list function the store can't
//! list.
//!
//! The first argument of every function is the `user_data` of the store, the last a `zarr_error`, which is never NULL.
//! The function returns `ZARR_OK`, one of `ZARR_ERROR_...`, or a code of its own from `ZARR_STATUS_USER` on. The caller
//! of the library receives that status unchanged, with the message that the function wrote to `error->message`. For a
//! key that does not exist, return `ZARR_ERROR_NOT_FOUND`; it does not count as a failure. Keys are UTF-8, such as
//! "a/b/zarr.json", without a "/" at either end; prefixes end in "/", or are "" for the whole store. Pointers that a
//! function receives are valid until it returns.
//!
//! A function may call the library, also for its own store: other chunks and nodes work as always, the chunk that is
//! being modified by the calling thread is `ZARR_ERROR_CONFLICT`. Two threads deadlock if each writes, in a callback,
//! the chunk that the other one is modifying. A function must not throw, unwind or longjmp across the library. Without
//! the flag `ZARR_STORE_THREAD_SAFE`, functions of a store are called one at a time, and only on threads that have
//! called the library themselves.
//!
//! With the flag `ZARR_STORE_STATUS_IN_ERROR` the status of a function is the one that it stores in `error->status`,
//! and its result is ignored. `error->status` is `ZARR_ERROR_INTERNAL` when the function begins, so that one that ends
//! early has failed: for languages in which the result is undefined where a function ends by an exception.
//!
//! ```c
//! /** An empty table: zarr_store_callbacks callbacks = ZARR_STORE_CALLBACKS_INIT; */
//! #define ZARR_STORE_CALLBACKS_INIT                                                                    \
//!     { sizeof(zarr_store_callbacks), 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,   \
//!       NULL, NULL, NULL, NULL, NULL }
//! ```

use super::args::{Out, OutValue, bytes, growing, optional_text, text};
use super::callback_store::CallbackStore;
use super::error::{zarr_error, zarr_status};
use super::guard::{guard, guard_value};
use super::handle::{self, Handle};
use super::program;
use super::sinks::{Collector, Sink};
use super::store::{zarr_range, zarr_store};
use crate::error::{Error, Result};
use crate::hierarchy::Hierarchy;
use crate::store::Store;
use std::ffi::{c_char, c_void};
use std::mem::offset_of;
use std::sync::Arc;

/// Flag: callbacks may run on several threads at once, also of the library.
pub const ZARR_STORE_THREAD_SAFE: u32 = 1;
/// Flag: the status of a callback is `error->status`, whatever it returns.
pub const ZARR_STORE_STATUS_IN_ERROR: u32 = 2;
/// Every flag.
const FLAGS: u32 = ZARR_STORE_THREAD_SAFE | ZARR_STORE_STATUS_IN_ERROR;

/// Receives one value. It belongs to the library and is valid until the callback returns.
pub struct zarr_sink {
    _private: (),
}

impl Handle for zarr_sink {
    type Object = Sink;
    const NAME: &str = "zarr_sink";
}

/// Receives keys and prefixes. It belongs to the library and is valid until the callback returns.
pub struct zarr_listing {
    _private: (),
}

impl Handle for zarr_listing {
    type Object = Collector;
    const NAME: &str = "zarr_listing";
}

/// The functions of a store. Start from `ZARR_STORE_CALLBACKS_INIT`, then set the functions.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct zarr_store_callbacks {
    /// The size of this struct in the program, which tells the library the functions that it has.
    pub struct_size: usize,
    /// 0, or `ZARR_STORE_THREAD_SAFE` and `ZARR_STORE_STATUS_IN_ERROR` together or alone.
    pub flags: u32,
    /// Writes a range of a value to the sink; ranges are clamped to the end of the value. An empty value needs no
    /// write. If the table has `set_if`, also sets the version with `zarr_sink_set_version`.
    pub get: Option<
        unsafe extern "C" fn(
            user_data: *mut c_void,
            key: *const c_char,
            range: zarr_range,
            value: *mut zarr_sink,
            error: *mut zarr_error,
        ) -> zarr_status,
    >,
    /// Reads ranges of several values at once; keys may repeat. A sink without any write means a missing key, so write
    /// 0 bytes for an empty value. The library passes 16 values or more at a time, on the thread that called it, while
    /// other threads decode earlier values: request all of them at the same time.
    pub get_partial_values: Option<
        unsafe extern "C" fn(
            user_data: *mut c_void,
            count: usize,
            keys: *const *const c_char,
            ranges: *const zarr_range,
            values: *const *mut zarr_sink,
            error: *mut zarr_error,
        ) -> zarr_status,
    >,
    /// Replaces a value: a reader finds the old or the new one, never a mixture.
    pub set: Option<
        unsafe extern "C" fn(
            user_data: *mut c_void,
            key: *const c_char,
            data: *const c_void,
            size: usize,
            error: *mut zarr_error,
        ) -> zarr_status,
    >,
    /// Replaces parts of values, part `i` from byte `starts[i]` on. Bytes between the end of a value and a part become
    /// 0.
    pub set_partial_values: Option<
        unsafe extern "C" fn(
            user_data: *mut c_void,
            count: usize,
            keys: *const *const c_char,
            starts: *const i64,
            data: *const *const c_void,
            sizes: *const usize,
            error: *mut zarr_error,
        ) -> zarr_status,
    >,
    /// Removes a key. Removing a key that does not exist succeeds.
    pub erase:
        Option<unsafe extern "C" fn(user_data: *mut c_void, key: *const c_char, error: *mut zarr_error) -> zarr_status>,
    /// Removes several keys.
    pub erase_values: Option<
        unsafe extern "C" fn(
            user_data: *mut c_void,
            count: usize,
            keys: *const *const c_char,
            error: *mut zarr_error,
        ) -> zarr_status,
    >,
    /// Removes every key that begins with the prefix.
    pub erase_prefix: Option<
        unsafe extern "C" fn(user_data: *mut c_void, prefix: *const c_char, error: *mut zarr_error) -> zarr_status,
    >,
    /// Adds every key to the listing, in any order.
    pub list: Option<
        unsafe extern "C" fn(user_data: *mut c_void, listing: *mut zarr_listing, error: *mut zarr_error) -> zarr_status,
    >,
    /// Adds every key that begins with the prefix to the listing.
    pub list_prefix: Option<
        unsafe extern "C" fn(
            user_data: *mut c_void,
            prefix: *const c_char,
            listing: *mut zarr_listing,
            error: *mut zarr_error,
        ) -> zarr_status,
    >,
    /// Adds the keys and the prefixes directly below the prefix to the listing.
    pub list_dir: Option<
        unsafe extern "C" fn(
            user_data: *mut c_void,
            prefix: *const c_char,
            listing: *mut zarr_listing,
            error: *mut zarr_error,
        ) -> zarr_status,
    >,
    /// Sets `*size` to the number of bytes of a value.
    pub size: Option<
        unsafe extern "C" fn(
            user_data: *mut c_void,
            key: *const c_char,
            size: *mut i64,
            error: *mut zarr_error,
        ) -> zarr_status,
    >,
    /// Sets `*exists` to 1 or 0.
    pub exists: Option<
        unsafe extern "C" fn(
            user_data: *mut c_void,
            key: *const c_char,
            exists: *mut i32,
            error: *mut zarr_error,
        ) -> zarr_status,
    >,
    /// Replaces a value atomically if its version is still `expected` (NULL: if the value does not exist); otherwise
    /// returns `ZARR_ERROR_CONFLICT`. With this function, parts of chunks are written without locks and no write is
    /// lost.
    pub set_if: Option<
        unsafe extern "C" fn(
            user_data: *mut c_void,
            key: *const c_char,
            expected: *const c_char,
            data: *const c_void,
            size: usize,
            error: *mut zarr_error,
        ) -> zarr_status,
    >,
    /// Completes all earlier writes.
    pub flush: Option<unsafe extern "C" fn(user_data: *mut c_void, error: *mut zarr_error) -> zarr_status>,
    /// Called once, when neither the store nor any of its nodes is used any more, on any thread. Not called if opening
    /// failed.
    pub destroy: Option<unsafe extern "C" fn(user_data: *mut c_void)>,
}

impl zarr_store_callbacks {
    const EMPTY: Self = Self {
        struct_size: size_of::<Self>(),
        flags: 0,
        get: None,
        get_partial_values: None,
        set: None,
        set_partial_values: None,
        erase: None,
        erase_values: None,
        erase_prefix: None,
        list: None,
        list_prefix: None,
        list_dir: None,
        size: None,
        exists: None,
        set_if: None,
        flush: None,
        destroy: None,
    };

    /// Copies the table of a caller compiled with fewer functions, or more.
    ///
    /// # Safety
    /// `table` is NULL, or points to a table of as many bytes as its `struct_size` says.
    unsafe fn copy(table: *const Self) -> Result<Self> {
        let least = offset_of!(Self, get) + size_of::<*const c_void>();
        // SAFETY: promised by the caller; slots that are all zero are None, others are functions of the caller.
        let copy = unsafe { growing(table, least, Self::EMPTY, "callbacks", "ZARR_STORE_CALLBACKS_INIT") }?;
        if copy.flags & !FLAGS != 0 {
            return Err(Error::invalid_argument(format!("callbacks->flags {:#x} has unknown bits", copy.flags)));
        }
        if copy.get.is_none() {
            return Err(Error::invalid_argument(
                "callbacks->get is NULL; it is the one function that every store needs",
            ));
        }
        Ok(copy)
    }
}

/// Set the table to `ZARR_STORE_CALLBACKS_INIT`, for languages without macros. NULL does nothing.
///
/// # Safety
/// It writes the table of version 0.1; should that ever grow, this function must not write more, as callers were
/// compiled with the smaller one.
///
/// The pointer is NULL or points to a table of this version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_callbacks_init(callbacks: *mut zarr_store_callbacks) {
    if !callbacks.is_null() {
        // SAFETY: promised by the caller.
        unsafe { callbacks.write_unaligned(zarr_store_callbacks::EMPTY) };
    }
}

/// Open a store that consists of callbacks.
///
/// The table is copied. `user_data` is passed to its functions unchanged and must stay valid until `destroy` is called;
/// if opening fails, the library does not use it again. The options are those of `zarr_store_open` that concern nodes:
/// a JSON object, NULL for none. The caller frees the store with `zarr_store_free`.
///
/// # Safety
/// The conventions of the boundary, and the functions may be called as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_open_callbacks(
    callbacks: *const zarr_store_callbacks,
    user_data: *mut c_void,
    options_json: *const c_char,
    store: *mut *mut zarr_store,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(store, "store")?;
            let table = zarr_store_callbacks::copy(callbacks)?;
            let options = optional_text(options_json, "options_json")?;
            let callbacks = Arc::new(CallbackStore::new(table, user_data));
            let hierarchy = Hierarchy::with_store(Arc::clone(&callbacks) as Arc<dyn Store>, options)?;
            let handle = handle::new::<zarr_store>(hierarchy)?;
            callbacks.set_opened();
            place.place(handle);
            Ok(())
        })
    }
}

/// Append bytes to the value. A write of 0 bytes makes an empty value.
///
/// `ZARR_ERROR_BUFFER_SIZE`: more bytes than requested. `ZARR_ERROR_INVALID_HANDLE`: the callback has returned. After a
/// failure the value is discarded, even if the callback returns `ZARR_OK`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_sink_write(
    sink: *mut zarr_sink,
    data: *const c_void,
    size: usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let sink = handle::get(sink)?;
            let data = bytes(data, size, "data")?;
            sink.fill(|value| value.write(data))
        })
    }
}

/// Append `size` zero bytes and set `*data` to the first of them, for the callback to fill before it returns. This
/// saves a copy if the data come from a file or a socket. Errors as in `zarr_sink_write`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_sink_reserve(
    sink: *mut zarr_sink,
    size: usize,
    data: *mut *mut c_void,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let sink = handle::get(sink)?;
            let data = OutValue::new(data, "data")?;
            data.put(sink.fill(|value| value.reserve(size))?.cast());
            Ok(())
        })
    }
}

/// Set the version of the value: any text that changes whenever the value does. Stores with `set_if` need it.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_sink_set_version(
    sink: *mut zarr_sink,
    version: *const c_char,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let sink = handle::get(sink)?;
            let version = text(version, "version")?;
            sink.fill(|value| {
                value.set_version(version);
                Ok(())
            })
        })
    }
}

/// Add a key, in full from the root of the store. Repeated keys count once, and names that are no keys (with an empty
/// segment, ".", ".." or a backslash) do not count.
///
/// `ZARR_ERROR_INVALID_ARGUMENT`: the key is not below the requested prefix. After a failure the listing
/// is discarded, even if the callback returns `ZARR_OK`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_listing_add_key(
    listing: *mut zarr_listing,
    key: *const c_char,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let listing = handle::get(listing)?;
            let key = text(key, "key")?;
            listing.fill(|entries| entries.add_key(key))
        })
    }
}

/// Add a prefix, in full from the root of the store, with a "/" at its end; only in `list_dir`. Errors as in
/// `zarr_listing_add_key`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_listing_add_prefix(
    listing: *mut zarr_listing,
    prefix: *const c_char,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let listing = handle::get(listing)?;
            let prefix = text(prefix, "prefix")?;
            listing.fill(|entries| entries.add_prefix(prefix))
        })
    }
}

/// A store of callbacks without a handle: for tests of it, in Rust.
///
/// # Errors
/// Those of a table.
///
/// # Safety
/// As [`zarr_store_open_callbacks`].
#[doc(hidden)]
pub unsafe fn store_of(callbacks: *const zarr_store_callbacks, user_data: *mut c_void) -> Result<Arc<dyn Store>> {
    // SAFETY: promised by the caller.
    let store = unsafe { CallbackStore::new(zarr_store_callbacks::copy(callbacks)?, user_data) };
    store.set_opened();
    Ok(Arc::new(store))
}

/// Calls `destroy`, and lets nothing come out of it.
pub(super) fn destroy(table: &zarr_store_callbacks, user_data: *mut c_void) {
    if let Some(destroy) = table.destroy {
        guard_value((), || {
            // SAFETY: the caller that opened the store promises that it may be called once, after everything else.
            program::call(user_data, || unsafe { destroy(user_data) })
        });
    }
}
