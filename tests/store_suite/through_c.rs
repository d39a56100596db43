//! A store as a program in C sees it: every operation goes through the functions of the header, and back. What the
//! header has no function for is made of the others, as C would have to.

#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char};
use std::ptr::null_mut;
use std::sync::{Arc, LazyLock};
use zarr::ffi::bytes::{zarr_bytes, zarr_bytes_data, zarr_bytes_free, zarr_bytes_size};
use zarr::ffi::error::{ZARR_ERROR_NOT_FOUND, ZARR_OK, zarr_error, zarr_status, zarr_status_name};
use zarr::ffi::store::*;
use zarr::ffi::strings::{zarr_strings, zarr_strings_count, zarr_strings_free, zarr_strings_get};
use zarr::store::{ByteRange, Capabilities, Depth, Listing, Store, StoreName, When};
use zarr::{Error, ErrorKind, Result};

/// The store behind a handle.
#[derive(Debug)]
pub struct ThroughC {
    handle: *mut zarr_store,
    capabilities: Capabilities,
}

// SAFETY: the functions on keys may be called on one store by many threads at once.
unsafe impl Send for ThroughC {}
// SAFETY: as above.
unsafe impl Sync for ThroughC {}

impl ThroughC {
    pub fn new(store: Arc<dyn Store>) -> Self {
        let capabilities =
            Capabilities { conditional: false, private: true, reads_into: false, in_flight: 1, ..store.capabilities() };
        Self { handle: handle_of(store).unwrap(), capabilities }
    }
}

impl Drop for ThroughC {
    fn drop(&mut self) {
        // SAFETY: the handle is this store's own, and no call is running.
        unsafe { zarr_store_free(self.handle) };
    }
}

fn c(text: &str) -> Result<CString> {
    CString::new(text).map_err(|_| Error::invalid_argument("no text of C has a NUL"))
}

/// Makes a call, and turns its status back into an error. None: there is no such key.
fn call(function: impl FnOnce(*mut zarr_error) -> zarr_status) -> Result<Option<()>> {
    let mut error = zarr_error { status: -1, system_code: -1, message: [1; 1016] };
    let status = function(&raw mut error);
    assert_eq!(error.status, status, "the status stands in the error too");
    match status {
        ZARR_OK => Ok(Some(())),
        ZARR_ERROR_NOT_FOUND => Ok(None),
        // SAFETY: messages and names end with NUL.
        status => unsafe {
            let message = CStr::from_ptr(error.message.as_ptr()).to_str().unwrap().to_owned();
            assert!(!message.is_empty());
            Err(Error::new(kind(CStr::from_ptr(zarr_status_name(status)).to_str().unwrap()), message))
        },
    }
}

fn kind(name: &str) -> ErrorKind {
    match name {
        "ZARR_ERROR_INVALID_ARGUMENT" => ErrorKind::InvalidArgument,
        "ZARR_ERROR_OUT_OF_BOUNDS" => ErrorKind::OutOfBounds,
        "ZARR_ERROR_UNSUPPORTED" => ErrorKind::Unsupported,
        "ZARR_ERROR_READ_ONLY" => ErrorKind::ReadOnly,
        "ZARR_ERROR_CONFLICT" => ErrorKind::Conflict,
        "ZARR_ERROR_NO_MEMORY" => ErrorKind::NoMemory,
        "ZARR_ERROR_PERMISSION" => ErrorKind::Permission,
        "ZARR_ERROR_TIMEOUT" => ErrorKind::Timeout,
        "ZARR_ERROR_DATA" => ErrorKind::Data,
        "ZARR_ERROR_IO" => ErrorKind::Io,
        other => panic!("no store answers {other}"),
    }
}

/// The bytes of a value, which is freed.
fn taken(value: *mut zarr_bytes) -> Vec<u8> {
    // SAFETY: the value is there until it is freed; behind its last byte there is a NUL.
    unsafe {
        let (data, size) = (zarr_bytes_data(value), zarr_bytes_size(value));
        assert_eq!(*data.add(size), 0);
        let bytes = std::slice::from_raw_parts(data, size).to_vec();
        zarr_bytes_free(value);
        bytes
    }
}

/// The texts of a list, which is freed.
fn texts(list: *mut zarr_strings) -> Vec<String> {
    // SAFETY: the list is there until it is freed, and each text ends with NUL.
    unsafe {
        let text = |index| CStr::from_ptr(zarr_strings_get(list, index)).to_str().unwrap().to_owned();
        let texts = (0..zarr_strings_count(list)).map(text).collect();
        zarr_strings_free(list);
        texts
    }
}

/// A range of C as one of Rust. Nothing lies where its numbers end.
fn range_of(range: ByteRange) -> zarr_range {
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    match range {
        ByteRange::From { start, length } => zarr_range { start: number(start), length: length.map_or(-1, number) },
        ByteRange::Suffix(0) => zarr_range { start: 0, length: 0 },
        ByteRange::Suffix(length) => zarr_range { start: -number(length), length: -1 },
    }
}

impl Store for ThroughC {
    fn name(&self) -> &StoreName {
        static NAME: LazyLock<StoreName> = LazyLock::new(|| StoreName::new("through C"));
        &NAME
    }

    fn capabilities(&self) -> Capabilities {
        self.capabilities
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        let (name, mut value) = (key.to_owned(), null_mut());
        let key = c(key)?;
        let key = key.as_ptr();
        // SAFETY: handle, texts and places are there for the whole call.
        let found = call(|error| unsafe {
            match range {
                ByteRange::ALL => zarr_store_get(self.handle, key, &raw mut value, error),
                range => zarr_store_get_range(self.handle, key, range_of(range), &raw mut value, error),
            }
        });
        assert_eq!(value.is_null(), !matches!(found, Ok(Some(()))));
        let value = found?.map(|()| taken(value));
        // C leaves out what lies past the end, also where that is all of a range; the core asks to be told of that.
        if let (Some(true), Some(size)) = (value.as_ref().map(Vec::is_empty), self.size(&name)?) {
            range.resolve(size).map_err(|error| error.context(format_args!("key {name:?}")))?;
        }
        Ok(value)
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> Result<()> {
        when.begin(key, value)?;
        let key = c(key)?;
        let Some(value) = value else {
            // SAFETY: as above.
            return call(|error| unsafe { zarr_store_erase(self.handle, key.as_ptr(), error) }).map(Option::unwrap);
        };
        let data = if value.is_empty() { std::ptr::null() } else { value.as_ptr() };
        // SAFETY: as above.
        let set = |error| unsafe { zarr_store_set(self.handle, key.as_ptr(), data.cast(), value.len(), error) };
        call(set).map(|done| done.expect("nothing need be there"))
    }

    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        let prefix = c(prefix)?;
        // SAFETY: as above.
        call(|error| unsafe { zarr_store_erase_prefix(self.handle, prefix.as_ptr(), error) }).map(Option::unwrap)
    }

    fn list(&self, prefix: &str, depth: Depth) -> Result<Listing> {
        let (prefix, mut keys, mut prefixes) = (c(prefix)?, null_mut(), null_mut());
        let prefix: *const c_char = prefix.as_ptr();
        if matches!(depth, Depth::Store | Depth::All) {
            // SAFETY: as above.
            call(|error| unsafe { zarr_store_list_prefix(self.handle, prefix, &raw mut keys, error) })?.unwrap();
            return Ok(Listing::from(texts(keys)));
        }
        // SAFETY: as above.
        let list = |error| unsafe { zarr_store_list_dir(self.handle, prefix, &raw mut keys, &raw mut prefixes, error) };
        call(list)?.unwrap();
        Ok(Listing { keys: texts(keys), prefixes: texts(prefixes) })
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        let (key, mut size) = (c(key)?, -1);
        // SAFETY: as above.
        let found = call(|error| unsafe { zarr_store_size(self.handle, key.as_ptr(), &raw mut size, error) })?;
        Ok(found.map(|()| u64::try_from(size).unwrap()))
    }

    fn exists(&self, key: &str) -> Result<bool> {
        let (key, mut exists) = (c(key)?, -1);
        // SAFETY: as above.
        call(|error| unsafe { zarr_store_exists(self.handle, key.as_ptr(), &raw mut exists, error) })?.unwrap();
        assert!(exists == 0 || exists == 1);
        Ok(exists == 1)
    }

    fn flush(&self) -> Result<()> {
        // SAFETY: as above.
        call(|error| unsafe { zarr_store_flush(self.handle, error) }).map(Option::unwrap)
    }
}
