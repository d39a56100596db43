//! `zarr_bytes`: the one owner of a result of any length.
//!
//! # In the header
//! Results of any length: bytes
//!
//! Documents, values and raw data are returned in a `zarr_bytes`, which the caller frees. Its bytes neither change nor
//! move until `zarr_bytes_free`; any thread may read them. They are aligned to 16 bytes, so numbers can be used in
//! place, and a NUL follows the last byte, so a text can be used as a C string.

use super::guard::guard_value;
use super::handle::{self, Handle};
use crate::error::{Error, Result};
use std::ffi::c_char;

/// A block of bytes that belongs to the caller.
pub struct zarr_bytes {
    _private: (),
}

impl Handle for zarr_bytes {
    type Object = Bytes;
    const NAME: &str = "zarr_bytes";
}

/// The strictest alignment of an element of C.
const ALIGNMENT: usize = 16;

/// The bytes behind a handle: aligned, and followed by a NUL.
#[derive(Debug)]
pub(super) struct Bytes {
    memory: Vec<u8>,
    /// Where the first of them lies in the memory.
    first: usize,
}

impl Bytes {
    /// Zeros, for a caller that fills them.
    pub(super) fn zeros(size: usize) -> Result<Self> {
        let mut memory = room(size, ALIGNMENT)?;
        let first = memory.as_ptr().align_offset(ALIGNMENT);
        // The room is there for all of these.
        memory.resize(first + size + 1, 0);
        Ok(Self { memory, first })
    }

    /// The bytes with their NUL.
    pub(super) fn with_nul(&self) -> &[u8] {
        &self.memory[self.first..]
    }

    /// The bytes, to be filled.
    pub(super) fn as_mut(&mut self) -> &mut [u8] {
        let end = self.memory.len() - 1;
        &mut self.memory[self.first..end]
    }
}

/// Memory for a result of so many bytes, its NUL, and what alignment leaves free.
fn room(size: usize, alignment: usize) -> Result<Vec<u8>> {
    let mut memory = Vec::new();
    let no_memory = || Error::no_memory(format!("no memory for a result of {size} bytes"));
    let all = size.checked_add(alignment).ok_or_else(no_memory)?;
    memory.try_reserve_exact(all).map_err(|_| no_memory())?;
    Ok(memory)
}

/// Adds the NUL that follows the last byte. Bytes that lie as they should, as those of most allocators do, stay there.
pub(super) fn terminated(mut bytes: Vec<u8>) -> Result<Bytes> {
    let size = bytes.len();
    bytes.try_reserve_exact(1).map_err(|_| Error::no_memory(format!("no memory for a result of {size} bytes")))?;
    bytes.push(0);
    if bytes.as_ptr().align_offset(ALIGNMENT) == 0 {
        return Ok(Bytes { memory: bytes, first: 0 });
    }
    let mut moved = Bytes::zeros(size)?;
    moved.as_mut().copy_from_slice(&bytes[..size]);
    Ok(moved)
}

/// Return the address of the first byte, aligned to 16 bytes; NULL on a bad handle. Never NULL otherwise, even if the
/// size is 0.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_bytes_data(bytes: *const zarr_bytes) -> *const u8 {
    guard_value(std::ptr::null(), || handle::with(bytes, |bytes| bytes.with_nul().as_ptr()))
}

/// Return `zarr_bytes_data` as a C string, without a cast; NULL on a bad handle.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_bytes_text(bytes: *const zarr_bytes) -> *const c_char {
    guard_value(std::ptr::null(), || handle::with(bytes, |bytes| bytes.with_nul().as_ptr().cast()))
}

/// Return the number of bytes, without the final NUL; 0 on a bad handle.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_bytes_size(bytes: *const zarr_bytes) -> usize {
    guard_value(0, || handle::with(bytes, |bytes| bytes.with_nul().len() - 1))
}

/// Free the bytes. NULL does nothing.
///
/// # Safety
/// No pointer into the bytes may be used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_bytes_free(bytes: *mut zarr_bytes) {
    guard_value((), || {
        drop(handle::free(bytes));
        Ok(())
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_aligned_and_end_in_a_nul_wherever_they_were_made() {
        for size in [0, 1, 15, 16, 1000] {
            for mut made in [terminated(vec![7; size]).unwrap(), Bytes::zeros(size).unwrap()] {
                assert_eq!(made.with_nul().as_ptr().align_offset(ALIGNMENT), 0);
                assert_eq!((made.with_nul().len(), made.with_nul().last()), (size + 1, Some(&0)));
                made.as_mut().fill(1);
                assert_eq!(made.with_nul().last(), Some(&0));
            }
        }
        assert!(Bytes::zeros(usize::MAX).is_err() && Bytes::zeros(usize::MAX / 2).is_err());
    }
}
