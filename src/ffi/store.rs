//! `zarr_store`: opening, and the abstract store interface on keys.
//!
//! # In the header
//! Stores
//!
//! A store maps keys to bytes, and holds a hierarchy of groups and arrays. Most programs only open and free one; the
//! functions on keys are for tools, and for data beside the nodes. Keys look like "a/b/zarr.json", without a "/" at
//! either end; prefixes end in "/", or are "" for the whole store.
//!
//! Groups and arrays keep their store open, so its handle may be freed before theirs.
//!
//! ```c
//! /** Writes options as a string without escapes: ZARR_JSON({"mode": "r", "threads": 4}). */
//! #define ZARR_JSON(...) #__VA_ARGS__
//! ```

use super::args::{Out, OutValue, bytes, optional_text, text};
use super::bytes::{terminated, zarr_bytes};
use super::error::{zarr_error, zarr_status};
use super::guard::{guard, guard_value};
use super::handle::{self, Handle};
use super::strings::{Strings, zarr_strings};
use crate::error::{Error, ErrorKind, Result};
use crate::hierarchy::{self, Hierarchy};
use crate::store::{self, ByteRange, Store, StoreExt, check_key, check_prefix};
use std::ffi::{c_char, c_void};
use std::sync::Arc;

/// An open store.
pub struct zarr_store {
    _private: (),
}

impl Handle for zarr_store {
    type Object = Hierarchy;
    const NAME: &str = "zarr_store";
}

/// A range of bytes of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct zarr_range {
    /// The first byte, counted from 0. Negative: the last `-start` bytes, or all if there are fewer.
    pub start: i64,
    /// The most bytes to read; -1: up to the end of the value.
    pub length: i64,
}

impl zarr_range {
    /// The range for the core and, where it ends before the value does but counts from there, how much of that is
    /// meant.
    fn to_core(self) -> Result<(ByteRange, usize)> {
        let all = usize::MAX;
        match (u64::try_from(self.start), u64::try_from(self.length)) {
            (_, Err(_)) if self.length != -1 => {
                Err(Error::invalid_argument(format!("the length of a range is negative, but not -1: {}", self.length)))
            }
            (Ok(start), length) => Ok((ByteRange::From { start, length: length.ok() }, all)),
            (Err(_), length) => {
                let most = length.map_or(all, |length| usize::try_from(length).unwrap_or(all));
                Ok((ByteRange::Suffix(self.start.unsigned_abs()), most))
            }
        }
    }
}

/// Open a store, for reading and writing unless the options say {"mode": "r"}.
///
/// The URL is a path or file://... (a directory or a zip file), memory:// (private to this handle) or memory://name
/// (shared in the process). In a build with stores behind a network (`zarr_supported_url_schemes`) it may be http://,
/// https://, s3://, gs:// or az://, which are contacted when data are first needed. A name that ends in .zip or .ozx is
/// a zip file; "|zip:" or "|zip:folder" after a path or URL opens the zip file of that name, or a folder in it. The
/// options are a JSON object or NULL, see docs/options.md; unknown names are errors. The caller frees the store with
/// `zarr_store_free`.
///
/// `ZARR_ERROR_NOT_FOUND`: the store does not exist and "mode" is "r". Otherwise the first write creates the directory,
/// and the first flush the zip file.
///
/// Opening a group by its own path makes a separate store, as another process would: file locks hold between this store
/// and the one around it, but handles, caches and consolidated metadata of one do not follow changes through the other.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_open(
    url: *const c_char,
    options_json: *const c_char,
    store: *mut *mut zarr_store,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(store, "store")?;
            let url = text(url, "url")?;
            place.put(hierarchy::open_store(url, optional_text(options_json, "options_json")?)?)
        })
    }
}

/// Complete all earlier writes, and make them as durable as the option "sync" says. A zip file contains none of them
/// before this call.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_flush(store: *const zarr_store, error: *mut zarr_error) -> zarr_status {
    unsafe { guard(error, || handle::get(store)?.store().flush()) }
}

/// Free the handle and try to flush; call `zarr_store_flush` first to learn of failures. NULL does nothing.
///
/// # Safety
/// No call may be running on the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_free(store: *mut zarr_store) {
    guard_value((), || handle::free(store).map_or(Ok(()), |hierarchy| hierarchy.store().flush()));
}

/// Read a value. The caller frees it with `zarr_bytes_free`.
///
/// `ZARR_ERROR_NOT_FOUND`: the key does not exist.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_get(
    store: *const zarr_store,
    key: *const c_char,
    value: *mut *mut zarr_bytes,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(value, "value")?;
            let hierarchy = handle::get(store)?;
            place.put(terminated(read(&hierarchy, text(key, "key")?, ByteRange::ALL)?)?)
        })
    }
}

/// Read a range of bytes of a value. Ranges are clamped to the end of the value: one that begins past the end is
/// empty. The caller frees the bytes with `zarr_bytes_free`.
///
/// `ZARR_ERROR_NOT_FOUND`: the key does not exist.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_get_range(
    store: *const zarr_store,
    key: *const c_char,
    range: zarr_range,
    value: *mut *mut zarr_bytes,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(value, "value")?;
            let hierarchy = handle::get(store)?;
            let (range, most) = range.to_core()?;
            let mut value = match read(&hierarchy, text(key, "key")?, range) {
                // The whole range is past the end; stores report that for readers of shards, and here the result is
                // empty.
                Err(error) if error.kind() == ErrorKind::OutOfBounds => Vec::new(),
                value => value?,
            };
            value.truncate(most);
            place.put(terminated(value)?)
        })
    }
}

fn read(hierarchy: &Hierarchy, key: &str, range: ByteRange) -> Result<Vec<u8>> {
    check_key(key)?;
    hierarchy.store().get(key, range)?.ok_or_else(|| missing(key))
}

fn missing(key: &str) -> Error {
    Error::not_found(format!("key {key:?}: the store has no such key"))
}

/// Replace a value with `size` bytes: a reader finds the old or the new value, never a mixture. `data` may be NULL if
/// `size` is 0.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_set(
    store: *const zarr_store,
    key: *const c_char,
    data: *const c_void,
    size: usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let hierarchy = handle::get(store)?;
            let key = text(key, "key")?;
            check_key(key)?;
            let set = store::put(&**hierarchy.store(), key, Some(bytes(data, size, "data")?));
            // The value may be a document that handles of this process have read, or be copied in another one.
            store::changed(&**hierarchy.store(), key);
            store::changed_somewhere(&**hierarchy.store());
            set
        })
    }
}

/// Remove a key. Removing a key that does not exist succeeds.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_erase(
    store: *const zarr_store,
    key: *const c_char,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let hierarchy = handle::get(store)?;
            let key = text(key, "key")?;
            check_key(key)?;
            let erased = store::put(&**hierarchy.store(), key, None);
            store::changed(&**hierarchy.store(), key);
            store::changed_somewhere(&**hierarchy.store());
            erased
        })
    }
}

/// Remove every key that begins with the prefix; "" removes all keys.
///
/// This function takes no locks: keys that other threads or processes write at the same time may be erased or kept. Use
/// `zarr_node_erase` for nodes that others may write to.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_erase_prefix(
    store: *const zarr_store,
    prefix: *const c_char,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let hierarchy = handle::get(store)?;
            let prefix = text(prefix, "prefix")?;
            check_prefix(prefix)?;
            let erased = store::erase_below(&**hierarchy.store(), prefix);
            // Documents that handles of this process have read may be gone, also where not all could be erased.
            store::changed_below(&**hierarchy.store(), prefix);
            store::changed_somewhere(&**hierarchy.store());
            erased
        })
    }
}

/// Set `*exists` to 1 if the key exists, else to 0.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_exists(
    store: *const zarr_store,
    key: *const c_char,
    exists: *mut i32,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = OutValue::new(exists, "exists")?;
            let hierarchy = handle::get(store)?;
            let key = text(key, "key")?;
            check_key(key)?;
            place.put(i32::from(hierarchy.store().exists(key)?));
            Ok(())
        })
    }
}

/// Set `*size` to the number of bytes of a value.
///
/// `ZARR_ERROR_NOT_FOUND`: the key does not exist.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_size(
    store: *const zarr_store,
    key: *const c_char,
    size: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = OutValue::new(size, "size")?;
            let hierarchy = handle::get(store)?;
            let key = text(key, "key")?;
            check_key(key)?;
            let size = hierarchy.store().size(key)?.ok_or_else(|| missing(key))?;
            place
                .put(i64::try_from(size).map_err(|_| Error::range(format!("key {key:?}: {size} bytes are too many")))?);
            Ok(())
        })
    }
}

/// List every key that begins with the prefix, sorted by bytes; "" lists all keys. The caller frees the keys with
/// `zarr_strings_free`.
///
/// `ZARR_ERROR_UNSUPPORTED`: the store can't list.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_list_prefix(
    store: *const zarr_store,
    prefix: *const c_char,
    keys: *mut *mut zarr_strings,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(keys, "keys")?;
            let hierarchy = handle::get(store)?;
            let prefix = text(prefix, "prefix")?;
            check_prefix(prefix)?;
            place.put(Strings::from_texts(&hierarchy.store().list_prefix(prefix)?)?)
        })
    }
}

/// List the keys and the prefixes directly below a prefix, in full and sorted by bytes. The caller frees both lists
/// with `zarr_strings_free`.
///
/// `ZARR_ERROR_UNSUPPORTED`: the store can't list.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_list_dir(
    store: *const zarr_store,
    prefix: *const c_char,
    keys: *mut *mut zarr_strings,
    prefixes: *mut *mut zarr_strings,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let (keys, prefixes) = (Out::new(keys, "keys"), Out::new(prefixes, "prefixes"));
            let (keys, prefixes) = (keys?, prefixes?);
            let hierarchy = handle::get(store)?;
            let prefix = text(prefix, "prefix")?;
            check_prefix(prefix)?;
            let listing = hierarchy.store().list_dir(prefix)?;
            let (listed, below) = (Strings::from_texts(&listing.keys)?, Strings::from_texts(&listing.prefixes)?);
            let first = handle::new::<zarr_strings>(listed)?;
            let second = handle::new::<zarr_strings>(below).inspect_err(|_| drop(handle::free(first)))?;
            keys.place(first);
            prefixes.place(second);
            Ok(())
        })
    }
}

/// A handle to a store that is no URL's: for tests of this boundary, in Rust.
///
/// # Errors
/// Those of opening.
#[doc(hidden)]
pub fn handle_of(store: Arc<dyn Store>) -> Result<*mut zarr_store> {
    handle::new::<zarr_store>(Hierarchy::with_store(store, None)?)
}

/// The store behind a handle, for the same tests.
///
/// # Errors
/// [`crate::ErrorKind::InvalidArgument`] for what is no handle of a store.
#[doc(hidden)]
pub fn store_of_handle(store: *const zarr_store) -> Result<Arc<dyn Store>> {
    Ok(Arc::clone(handle::get(store)?.store()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::ArrayBuilder;
    use crate::dtype::DataType;
    use crate::error::ErrorKind;

    /// Chunks that are acknowledged below an array that is gone are lost, and are those of the next array there.
    #[test]
    fn open_arrays_learn_that_a_prefix_was_erased() {
        let handle = handle_of(Arc::new(store::MemoryStore::new())).unwrap();
        let hierarchy = handle::get(handle.cast_const()).unwrap();
        let builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[4]).unwrap();
        let array = hierarchy.create_array("g/a", &builder).unwrap();
        array.write_region(&[0], &[4], &[1; 4]).unwrap();
        let erased = unsafe { zarr_store_erase_prefix(handle, c"g/a/".as_ptr(), std::ptr::null_mut()) };
        assert_eq!(erased, 0);
        for part in [4, 2] {
            let written = array.write_region(&[0], &[part], &vec![2; part as usize]);
            assert_eq!(written.unwrap_err().kind(), ErrorKind::NotFound, "{part} of 4 elements");
        }
        assert_eq!(hierarchy.store().list_prefix("g/a/").unwrap(), [""; 0]);
        unsafe { zarr_store_free(handle) };
    }

    #[test]
    fn ranges_mean_what_the_header_says() {
        let core = |start, length| zarr_range { start, length }.to_core();
        assert_eq!(core(3, -1), Ok((ByteRange::From { start: 3, length: None }, usize::MAX)));
        assert_eq!(core(3, 0), Ok((ByteRange::From { start: 3, length: Some(0) }, usize::MAX)));
        assert_eq!(core(-3, -1), Ok((ByteRange::Suffix(3), usize::MAX)));
        assert_eq!(core(-3, 2), Ok((ByteRange::Suffix(3), 2)));
        assert_eq!(core(i64::MIN, -1), Ok((ByteRange::Suffix(1 << 63), usize::MAX)));
        assert!(core(3, -2).is_err() && core(-3, i64::MIN).is_err());
    }
}
