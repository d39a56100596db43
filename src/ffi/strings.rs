//! `zarr_strings`: a list of texts in one block of memory, with offsets.
//!
//! # In the header
//! Results of any length: lists of strings
//!
//! Names, keys, messages and string data are returned in a `zarr_strings`, which the caller frees. The strings neither
//! change nor move until `zarr_strings_free`; any thread may read them. Each string ends in a NUL and may contain
//! others: `zarr_strings_size` returns its length. Strings are UTF-8, except elements of arrays of bytes. An entry may
//! be absent (NULL), which is not the same as empty.

use super::guard::guard_value;
use super::handle::{self, Handle};
use crate::error::{Error, Result};
use std::ffi::c_char;

/// A list of strings that belongs to the caller.
pub struct zarr_strings {
    _private: (),
}

impl Handle for zarr_strings {
    type Object = Strings;
    const NAME: &str = "zarr_strings";
}

/// The strings, each with a final NUL, one behind the other. Entry `i` lies between the offsets `i` and `i + 1`;
/// nothing at all between them, not even a NUL, is an absent entry.
#[derive(Debug)]
pub(super) struct Strings {
    block: Vec<u8>,
    offsets: Vec<usize>,
}

impl Strings {
    /// Copies the strings into one block.
    pub(super) fn new<T: AsRef<[u8]>>(entries: impl Iterator<Item = Option<T>> + Clone) -> Result<Self> {
        let (mut count, mut size) = (0_usize, 0_usize);
        for entry in entries.clone() {
            count += 1;
            size = size.saturating_add(entry.map_or(0, |entry| entry.as_ref().len() + 1));
        }
        let no_memory = |_| Error::no_memory(format!("no memory for {count} strings of {size} bytes"));
        let (mut block, mut offsets) = (Vec::new(), Vec::new());
        block.try_reserve_exact(size).map_err(no_memory)?;
        offsets.try_reserve_exact(count + 1).map_err(no_memory)?;
        offsets.push(0);
        for entry in entries {
            if let Some(entry) = entry {
                block.extend_from_slice(entry.as_ref());
                block.push(0);
            }
            offsets.push(block.len());
        }
        Ok(Self { block, offsets })
    }

    /// A list without absent entries.
    pub(super) fn from_texts(texts: &[String]) -> Result<Self> {
        Self::new(texts.iter().map(|text| Some(text.as_bytes())))
    }

    fn count(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The string at `index` with its NUL; None past the end and for an absent entry.
    fn entry(&self, index: usize) -> Option<&[u8]> {
        let (start, end) = (*self.offsets.get(index)?, *self.offsets.get(index.checked_add(1)?)?);
        (start < end).then(|| &self.block[start..end])
    }
}

/// Return the number of entries; 0 on a bad handle.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_strings_count(strings: *const zarr_strings) -> usize {
    guard_value(0, || handle::with(strings, |strings| strings.count()))
}

/// Return the string at an index, counted from 0; NULL past the end, for an absent entry and on a bad handle.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_strings_get(strings: *const zarr_strings, index: usize) -> *const c_char {
    guard_value(std::ptr::null(), || {
        handle::with(strings, |strings| strings.entry(index).map_or(std::ptr::null(), |entry| entry.as_ptr().cast()))
    })
}

/// Return the length of the string at an index in bytes, without its NUL; 0 if `zarr_strings_get` returns NULL.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_strings_size(strings: *const zarr_strings, index: usize) -> usize {
    guard_value(0, || handle::with(strings, |strings| strings.entry(index).map_or(0, |entry| entry.len() - 1)))
}

/// Return one block with all strings, each with its final NUL, in order: entry `i` begins at offset `i` of
/// `zarr_strings_offsets` and ends before offset `i + 1`. An absent entry has no bytes at all, not even the NUL. NULL
/// on a bad handle; never NULL otherwise.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_strings_data(strings: *const zarr_strings) -> *const c_char {
    guard_value(std::ptr::null(), || handle::with(strings, |strings| strings.block.as_ptr().cast()))
}

/// Return the offsets of the entries in the block of `zarr_strings_data`, in bytes: one more than there are entries.
/// The first is 0, the last is the size of the block. NULL on a bad handle.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_strings_offsets(strings: *const zarr_strings) -> *const usize {
    guard_value(std::ptr::null(), || handle::with(strings, |strings| strings.offsets.as_ptr()))
}

/// Free the list and its strings. NULL does nothing.
///
/// # Safety
/// No pointer to one of the strings may be used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_strings_free(strings: *mut zarr_strings) {
    guard_value((), || {
        drop(handle::free(strings));
        Ok(())
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_is_not_empty() {
        let strings = Strings::new([Some("a\0b"), None, Some(""), None].into_iter()).unwrap();
        assert_eq!(strings.count(), 4);
        assert_eq!(strings.entry(0), Some(&b"a\0b\0"[..]));
        assert_eq!(strings.entry(1), None);
        assert_eq!(strings.entry(2), Some(&b"\0"[..]));
        assert_eq!((strings.entry(3), strings.entry(4), strings.entry(usize::MAX)), (None, None, None));
        assert_eq!(Strings::from_texts(&[]).unwrap().count(), 0);
    }
}
