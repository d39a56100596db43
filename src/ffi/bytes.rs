//! `zarr_bytes`: the one owner of a result of any length.
//!
//! # In the header
//! Results of any length: bytes
//!
//! Documents, values and raw data come back in a `zarr_bytes`, which the caller frees. Its bytes never change, and
//! stay where they are until `zarr_bytes_free`; any thread may read them. One NUL follows the last byte, so that a
//! text can be used as a C string at once.

use super::guard::guard_value;
use super::handle;
use crate::error::{Error, Result};

/// A block of bytes that belongs to the caller.
pub struct zarr_bytes {
    _private: (),
}

/// Adds the NUL that follows the last byte.
pub(super) fn terminated(mut bytes: Vec<u8>) -> Result<Vec<u8>> {
    let size = bytes.len();
    bytes.try_reserve_exact(1).map_err(|_| Error::no_memory(format!("no memory for a result of {size} bytes")))?;
    bytes.push(0);
    Ok(bytes)
}

/// The first of the bytes, or NULL on a bad handle. Never NULL otherwise, even where the size is 0.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_bytes_data(bytes: *const zarr_bytes) -> *const u8 {
    guard_value(std::ptr::null(), || handle::with(bytes, |bytes| bytes.as_ptr()))
}

/// The number of bytes, without the final NUL; 0 on a bad handle.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_bytes_size(bytes: *const zarr_bytes) -> usize {
    guard_value(0, || handle::with(bytes, |bytes| bytes.len().saturating_sub(1)))
}

/// Frees the bytes. NULL is fine.
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
