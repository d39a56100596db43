//! Wrapping a store: a handle to a store that stands in front of another one.
//!
//! # In the header
//! Stores around stores
//!
//! Each of these functions makes a store that forwards to another one, the store below. It is used and freed like any
//! store, and wrappers can be stacked. The store below does not change, can still be used directly, and may be freed
//! first. Writers of one chunk take turns through either store, and a change of a document through one is seen by nodes
//! that were opened through the other.
//!
//! The options are a JSON object, or NULL: those of `zarr_store_open` that concern nodes. The store below determines
//! the other options.
//!
//! ```c
//! /** An empty tracer: zarr_tracer tracer = ZARR_TRACER_INIT; */
//! #define ZARR_TRACER_INIT { sizeof(zarr_tracer), NULL, NULL }
//! ```

use super::args::{Out, growing, list, optional_text, text};
use super::error::{ZARR_OK, status_of, zarr_error, zarr_status};
use super::guard::{guard, guard_value};
use super::handle;
use super::program;
use super::store::zarr_store;
use crate::error::{Error, Result};
use crate::hierarchy::Hierarchy;
use crate::store::Store;
use crate::transformer::{Event, Observer, OverlayStore, PrefixStore, ReadOnlyStore, TraceStore};
use std::ffi::{CString, c_char, c_void};
use std::mem::offset_of;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// One value, or a range of it, was read.
pub const ZARR_OPERATION_GET: i32 = 1;
/// Several values were read, in one batch.
pub const ZARR_OPERATION_GET_PARTIAL_VALUES: i32 = 2;
/// A value was written.
pub const ZARR_OPERATION_SET: i32 = 3;
/// Parts of values were written.
pub const ZARR_OPERATION_SET_PARTIAL_VALUES: i32 = 4;
/// A key was removed.
pub const ZARR_OPERATION_ERASE: i32 = 5;
/// Several keys were removed, in one batch.
pub const ZARR_OPERATION_ERASE_VALUES: i32 = 6;
/// Everything below a prefix was removed.
pub const ZARR_OPERATION_ERASE_PREFIX: i32 = 7;
/// All keys were listed.
pub const ZARR_OPERATION_LIST: i32 = 8;
/// The keys below a prefix were listed.
pub const ZARR_OPERATION_LIST_PREFIX: i32 = 9;
/// The keys and prefixes directly below a prefix were listed.
pub const ZARR_OPERATION_LIST_DIR: i32 = 10;
/// The size of a value was asked for.
pub const ZARR_OPERATION_SIZE: i32 = 11;
/// It was asked whether a key is there.
pub const ZARR_OPERATION_EXISTS: i32 = 12;
/// A value was read with its version.
pub const ZARR_OPERATION_GET_VERSIONED: i32 = 13;
/// A value was written if its version was still the expected one.
pub const ZARR_OPERATION_SET_IF: i32 = 14;
/// A key was removed on the same condition.
pub const ZARR_OPERATION_ERASE_IF: i32 = 15;
/// Several values were written, in one batch.
pub const ZARR_OPERATION_SET_MANY: i32 = 16;
/// Earlier writes were completed.
pub const ZARR_OPERATION_FLUSH: i32 = 17;
/// All keys below a prefix were given another one, in one step.
pub const ZARR_OPERATION_RENAME_PREFIX: i32 = 18;

/// A finished operation on a store. It is valid, with all that it points to, until the callback returns.
#[repr(C)]
pub struct zarr_operation {
    /// The size of this struct in the library; newer versions may append members.
    pub struct_size: usize,
    /// One of `ZARR_OPERATION_...`; later versions may know more.
    pub operation: i32,
    /// The result; `ZARR_OK` also for a key that does not exist.
    pub status: zarr_status,
    /// The keys of the operation; for an operation on a prefix, that prefix.
    pub keys: *const *const c_char,
    /// The number of keys: 1, more in a batch, 0 for an operation on the whole store.
    pub count: usize,
    /// The number of bytes of values that were read or written.
    pub bytes: i64,
    /// The duration in nanoseconds.
    pub nanoseconds: i64,
}

/// The receiver of operations on a store. Start from `ZARR_TRACER_INIT`, then set the members.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct zarr_tracer {
    /// The size of this struct in the program, which tells the library the functions that it has.
    pub struct_size: usize,
    /// Called after each operation, on the thread that ran it.
    pub ended: Option<unsafe extern "C" fn(user_data: *mut c_void, operation: *const zarr_operation)>,
    /// Called once, when neither the store nor any of its nodes is used any more, on any thread. Not called if wrapping
    /// failed.
    pub destroy: Option<unsafe extern "C" fn(user_data: *mut c_void)>,
}

impl zarr_tracer {
    const EMPTY: Self = Self { struct_size: size_of::<Self>(), ended: None, destroy: None };

    /// Copies the struct of a caller compiled with fewer functions, or more.
    ///
    /// # Safety
    /// `tracer` is NULL, or points to a struct of as many bytes as its `struct_size` says.
    unsafe fn copy(tracer: *const Self) -> Result<Self> {
        let least = offset_of!(Self, ended) + size_of::<*const c_void>();
        // SAFETY: promised by the caller; slots that are all zero are None, others are functions of the caller.
        let copy = unsafe { growing(tracer, least, Self::EMPTY, "tracer", "ZARR_TRACER_INIT") }?;
        if copy.ended.is_none() {
            return Err(Error::invalid_argument("tracer->ended is NULL: it must be set"));
        }
        Ok(copy)
    }
}

/// Set the struct to `ZARR_TRACER_INIT`, for languages without macros. NULL does nothing.
///
/// # Safety
/// It writes the struct of version 0.1; should that ever grow, this function must not write more, as callers were
/// compiled with the smaller one.
///
/// The pointer is NULL or points to a struct of this version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_tracer_init(tracer: *mut zarr_tracer) {
    if !tracer.is_null() {
        // SAFETY: promised by the caller.
        unsafe { tracer.write_unaligned(zarr_tracer::EMPTY) };
    }
}

/// The caller's functions with what belongs to them.
struct Tracer {
    table: zarr_tracer,
    user_data: *mut c_void,
    /// The caller has the store, and so it is ours to destroy.
    opened: AtomicBool,
}

// SAFETY: the user data go nowhere but to the caller's functions, which the header asks to be ready for any thread.
unsafe impl Send for Tracer {}
// SAFETY: as above.
unsafe impl Sync for Tracer {}

impl std::fmt::Debug for Tracer {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Tracer")
    }
}

impl Observer for Tracer {
    fn ended(&self, event: &Event<'_>) {
        let Some(ended) = self.table.ended else { return };
        // No key that came from C has a NUL in it.
        let texts: Vec<CString> = event.keys.iter().map(|key| CString::new(*key).unwrap_or_default()).collect();
        let keys: Vec<*const c_char> = texts.iter().map(|text| text.as_ptr()).collect();
        let operation = zarr_operation {
            struct_size: size_of::<zarr_operation>(),
            operation: event.operation as i32,
            status: event.error.map_or(ZARR_OK, |error| status_of(error.kind())),
            keys: keys.as_ptr(),
            count: keys.len(),
            bytes: i64::try_from(event.bytes).unwrap_or(i64::MAX),
            nanoseconds: i64::try_from(event.duration.as_nanos()).unwrap_or(i64::MAX),
        };
        // SAFETY: the caller that wrapped the store promises that it may be called; the struct lives until it returns.
        guard_value((), || program::call(self.user_data, || unsafe { ended(self.user_data, &raw const operation) }));
    }
}

impl Drop for Tracer {
    fn drop(&mut self) {
        if let Some(destroy) = self.table.destroy.filter(|_| *self.opened.get_mut()) {
            guard_value((), || {
                // SAFETY: the caller that wrapped the store promises that it may be called once, after everything else.
                program::call(self.user_data, || unsafe { destroy(self.user_data) })
            });
        }
    }
}

/// Puts a wrapper around the store of a handle.
///
/// # Safety
/// `options_json` is NULL or a text.
unsafe fn wrap(
    store: *const zarr_store,
    options_json: *const c_char,
    wrapper: impl FnOnce(Arc<dyn Store>) -> Result<Arc<dyn Store>>,
) -> Result<Arc<Hierarchy>> {
    let below = handle::get(store)?;
    // SAFETY: promised by the caller.
    let options = unsafe { optional_text(options_json, "options_json") }?;
    below.wrapped(options, wrapper)
}

/// Make a store of the keys below a prefix, which ends in "/", without the prefix. "" is the whole store. The caller
/// frees the new store with `zarr_store_free`.
///
/// The prefix may be empty of keys. A hierarchy with an entry document at its root is found only if the prefix is that
/// root. Consolidated metadata in groups above the prefix is not updated when documents change through the new store.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_wrap_prefix(
    store: *const zarr_store,
    prefix: *const c_char,
    options_json: *const c_char,
    part: *mut *mut zarr_store,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(part, "part")?;
            let make = |below| Ok(Arc::new(PrefixStore::new(below, text(prefix, "prefix")?)?) as Arc<dyn Store>);
            place.put(wrap(store, options_json, make)?)
        })
    }
}

/// Make a read-only store: every change through it is `ZARR_ERROR_READ_ONLY`. Changes in the store below are seen. The
/// caller frees the new store with `zarr_store_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_wrap_read_only(
    store: *const zarr_store,
    options_json: *const c_char,
    reader: *mut *mut zarr_store,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(reader, "reader")?;
            place.put(wrap(store, options_json, |below| Ok(Arc::new(ReadOnlyStore::new(below))))?)
        })
    }
}

/// Make a store whose arrays keep what was read of them: at most `bytes` bytes of decoded chunks, inner chunks and
/// indices of shards, with their keys and about 768 bytes for each; the least recently used entry is evicted first. It
/// is the option `cache_bytes`, for a store that is open already: handles of one store share one cache, of the largest
/// size that one of them named. The caller frees the new store with `zarr_store_free`.
///
/// A chunk that was read as a whole answers every later read of any part of it. Chunks that nothing encodes are kept
/// where the store can't read elements of them straight into the caller's memory: behind a network and in callback
/// stores, not in files. Documents, listings, missing chunks and the values of `zarr_store_get` are never kept, so that
/// changes, refreshing, consolidating, moving and copying start from what is stored.
///
/// Every write through this library in this process is seen at once, through whichever handle. Of other processes a
/// read finds what they had stored when its handle was opened or last refreshed, or something later; all that is kept
/// of a shard is of one version. `zarr_array_clear_cache` and `zarr_array_refresh` drop the chunks of an array. A
/// handle that is opened later drops nothing: it reads each chunk again, and keeps that for all handles.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_wrap_cache(
    store: *const zarr_store,
    bytes: usize,
    options_json: *const c_char,
    cached: *mut *mut zarr_store,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(cached, "cached")?;
            let options = optional_text(options_json, "options_json")?;
            place.put(handle::get(store)?.cached(options, bytes as u64)?)
        })
    }
}

/// Make a store that reports every operation on the store below to a callback: the keys, the bytes and the duration.
/// The struct is copied. `user_data` is passed to its functions unchanged and must stay valid until `destroy` is
/// called. The caller frees the new store with `zarr_store_free`.
///
/// The callback runs on the thread that ran the operation, after it has ended. That may be a thread of the library, and
/// several at once, unless the store below has callbacks that are not thread-safe: counters must be atomic or protected
/// by a lock. The callback must not call the library for this store, which may hold locks, and must not throw, unwind
/// or longjmp.
///
/// # Safety
/// The conventions of the boundary, and the functions may be called as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_wrap_trace(
    store: *const zarr_store,
    tracer: *const zarr_tracer,
    user_data: *mut c_void,
    options_json: *const c_char,
    traced: *mut *mut zarr_store,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(traced, "traced")?;
            let table = zarr_tracer::copy(tracer)?;
            let tracer = Arc::new(Tracer { table, user_data, opened: AtomicBool::new(false) });
            let observer = Arc::clone(&tracer) as Arc<dyn Observer>;
            let hierarchy = wrap(store, options_json, |below| Ok(Arc::new(TraceStore::new(below, observer))))?;
            let handle = handle::new::<zarr_store>(hierarchy)?;
            tracer.opened.store(true, Ordering::Release);
            place.place(handle);
            Ok(())
        })
    }
}

/// Combine several stores, the uppermost first: a key is read from the first store that has it, and listed if any
/// store has it. Options that are not given are those of the first store. The caller frees the new store with
/// `zarr_store_free`.
///
/// Only the first store is changed: a new value hides one in a lower store, which can't be erased
/// (`ZARR_ERROR_UNSUPPORTED`). Shrinking an array leaves chunks whose keys lower stores have in place, and growing it
/// again shows them.
///
/// A failed read of an upper store is an error; lower stores are used only for missing keys. A change of a document in
/// a lower store by another process is seen after `zarr_array_refresh`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_wrap_overlay(
    stores: *const *const zarr_store,
    count: usize,
    options_json: *const c_char,
    overlay: *mut *mut zarr_store,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(overlay, "overlay")?;
            let stores = list(stores, count, "stores")?;
            let Some((first, below)) = stores.split_first() else {
                return Err(Error::invalid_argument("count is 0: an overlay of no store at all"));
            };
            let below: Vec<_> = below.iter().map(|store| handle::get(*store)).collect::<Result<_>>()?;
            let make = |top| {
                let below = below.iter().map(|hierarchy| Arc::clone(hierarchy.store()));
                Ok(Arc::new(OverlayStore::new(std::iter::once(top).chain(below).collect())?) as Arc<dyn Store>)
            };
            place.put(wrap(*first, options_json, make)?)
        })
    }
}
