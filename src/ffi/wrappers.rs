//! Wrapping a store: a handle to a store that stands in front of another one.
//!
//! # In the header
//! Stores around stores
//!
//! Each of these functions makes a store that stands in front of another one: it is used, and freed, like any store,
//! and any number may stand one on the other. The store below stays as it is, may go on being used beside it, and may
//! be freed before it. Writers of one chunk take turns whichever of the two they go through, and a change of a document
//! through one is seen by nodes that were opened through the other.
//!
//! The options are a JSON object, or NULL: those of `zarr_store_open` that concern nodes. Other options are as
//! the store below was opened. Any function may be called on the new store by many threads at once, as far as the
//! stores below allow it; there is nothing else to lock.
//!
//! ```c
//! /** Without a receiver: zarr_tracer tracer = ZARR_TRACER_INIT; */
//! #define ZARR_TRACER_INIT { sizeof(zarr_tracer), NULL, NULL }
//! ```

use super::args::{Out, growing, list, optional_text, text};
use super::error::{ZARR_OK, status_of, zarr_error, zarr_status};
use super::guard::{guard, guard_value};
use super::handle;
use super::store::zarr_store;
use crate::error::{Error, Result};
use crate::hierarchy::Hierarchy;
use crate::panics::outside;
use crate::store::Store;
use crate::transformer::{CacheStore, Event, Observer, OverlayStore, PrefixStore, ReadOnlyStore, TraceStore};
use std::ffi::{CString, c_char, c_void};
use std::mem::offset_of;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// One value, or a range of it, was read.
pub const ZARR_OPERATION_GET: i32 = 1;
/// Several were, in one batch.
pub const ZARR_OPERATION_GET_PARTIAL_VALUES: i32 = 2;
/// A value was written.
pub const ZARR_OPERATION_SET: i32 = 3;
/// Parts of values were written.
pub const ZARR_OPERATION_SET_PARTIAL_VALUES: i32 = 4;
/// A key was removed.
pub const ZARR_OPERATION_ERASE: i32 = 5;
/// Several were, in one batch.
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

/// One operation on a store that has ended. It and all that it points to live until the callback returns.
#[repr(C)]
pub struct zarr_operation {
    /// The size of this struct in the library: a newer one may have more members, at the end.
    pub struct_size: usize,
    /// One of `ZARR_OPERATION_...`; later versions may know more.
    pub operation: i32,
    /// How it ended. A key that is not there is `ZARR_OK`.
    pub status: zarr_status,
    /// The keys that it was about; the prefix, for what is done by prefix.
    pub keys: *const *const c_char,
    /// How many of them: 1, more in a batch, 0 for an operation on the whole store.
    pub count: usize,
    /// The bytes of values that were read or written.
    pub bytes: i64,
    /// How long it took.
    pub nanoseconds: i64,
}

/// The receiver of the operations on a store. Begin with `ZARR_TRACER_INIT`, then set the members.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct zarr_tracer {
    /// The size of this struct, by which the library knows which functions the caller knows.
    pub struct_size: usize,
    /// Called after each operation, on the thread that it ran on.
    pub ended: Option<unsafe extern "C" fn(user_data: *mut c_void, operation: *const zarr_operation)>,
    /// Called once, when neither the store nor any node of it is used any more, on whichever thread that happens. It is
    /// not called where wrapping failed.
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

/// Sets the struct to `ZARR_TRACER_INIT`, for languages without macros. NULL does nothing.
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
        outside(|| unsafe { ended(self.user_data, &raw const operation) });
    }
}

impl Drop for Tracer {
    fn drop(&mut self) {
        if let Some(destroy) = self.table.destroy.filter(|_| *self.opened.get_mut()) {
            guard_value((), || {
                // SAFETY: the caller that wrapped the store promises that it may be called once, after everything else.
                outside(|| unsafe { destroy(self.user_data) });
                Ok(())
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

/// A part of a store as a store: the keys below a prefix, which ends in "/", without the prefix. "" is the whole store.
///
/// Nothing needs to lie below the prefix yet. A hierarchy that has an entry document at its root is found only where
/// the prefix is that of its root. Consolidated copies in groups above the prefix stay as they are when documents
/// change through the new store. The caller frees it with `zarr_store_free`.
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

/// A store for reading only: every change through it is `ZARR_ERROR_READ_ONLY`. What is changed in the store below is
/// seen. The caller frees the new store with `zarr_store_free`.
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

/// A store that keeps what was read last, at most `bytes` bytes of it; what was not used for longest goes first. The
/// keys and about 128 bytes for each value count too. A value larger than all of that is read each time.
///
/// A value that was read whole is kept whole, and answers every later read of any part. Of a value of which only parts
/// were read, such as the index of a shard, those parts are kept. What was written, or erased, through this store is
/// read anew. Not seen is what others write: through another handle, or in another process, as long as the old bytes
/// are kept. Keys that are not there, listings, and what is read to be changed and written back are asked for each
/// time, so that parts of chunks can be written beside others as without a cache.
///
/// The caller frees the new store, and the cache with it, with `zarr_store_free`.
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
            place.put(wrap(store, options_json, |below| Ok(Arc::new(CacheStore::new(below, bytes as u64))))?)
        })
    }
}

/// A store that tells a callback of every operation on the store below that goes through it: what for, how many bytes,
/// how long. The struct is copied, and `user_data` is handed to its functions as it is; it has to stay valid until
/// `destroy` is called.
///
/// The callback is called on the thread that the operation ran on, when it has ended. Unless the store below is one of
/// callbacks that are not thread-safe, that may be a thread of the library, and several at once: a callback that counts
/// needs atomic numbers or a lock of its own. It must not call the library for this store, which may hold locks
/// meanwhile, and must not throw, unwind or longjmp. The caller frees the new store with `zarr_store_free`.
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

/// Several stores one over the other, as one, the uppermost first: a key is read from the first store that has it, and
/// listed if any has it. Only the first store is ever changed: what a lower one holds is covered by a new value, and
/// can't be erased (`ZARR_ERROR_UNSUPPORTED`). Shrinking an array leaves the chunks of lower stores where they are, and
/// growing it again shows them.
///
/// A failure of an upper store is a failure: lower ones stand in only for what is not there. A change of a document in
/// a lower store, by others, is seen after `zarr_array_refresh`. Options that are not named are those of the first
/// store. The caller frees the new store with `zarr_store_free`.
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
