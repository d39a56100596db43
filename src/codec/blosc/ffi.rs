//! The two calls into C-Blosc. Its context functions are used, with one thread: no global state, no locks.
#![allow(unsafe_code)]

use super::frame::{self, Frame};
use super::{Blosc, Inner};
use crate::error::{Error, Result};
use std::ffi::CStr;

/// Appends a frame to `output`, which has room for the longest ([`frame::HEADER`] more bytes than `input`).
pub(super) fn compress(codec: &Blosc, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
    let name: &CStr = match codec.inner {
        Inner::BloscLz => c"blosclz",
        Inner::Lz4 => c"lz4",
        Inner::Lz4Hc => c"lz4hc",
        Inner::Zlib => c"zlib",
        Inner::Zstd => c"zstd",
        Inner::Snappy => return Err(Error::internal("blosc: C-Blosc is built without snappy")),
    };
    let room = output.spare_capacity_mut();
    let size = room.len().min(input.len() + frame::HEADER);
    // SAFETY: `input` is valid for `input.len()` bytes and `room` for `size` bytes, they can't overlap since `room` is
    // borrowed mutably, `name` ends with a zero, and C-Blosc writes at most `size` bytes and keeps no pointer. The caller
    // has checked that the lengths fit C's int.
    let written = unsafe {
        blosc_src::blosc_compress_ctx(
            codec.level.into(),
            codec.filter as i32,
            codec.type_size,
            input.len(),
            input.as_ptr().cast(),
            room.as_mut_ptr().cast(),
            size,
            name.as_ptr(),
            codec.block_size,
            1,
        )
    };
    match usize::try_from(written) {
        Ok(written) if (frame::HEADER..=size).contains(&written) => {
            // SAFETY: C-Blosc has initialised so many bytes behind the old end, and they are within the capacity.
            unsafe { output.set_len(output.len() + written) };
            Ok(())
        }
        _ => Err(Error::internal(format!("blosc: C-Blosc failed to encode {} bytes ({written})", input.len()))),
    }
}

/// Decodes a frame into `output`, which has its length exactly.
pub(super) fn decompress(frame: &Frame, output: &mut [u8]) -> Result<()> {
    if output.len() != frame.length {
        return Err(Error::internal("blosc: the output has not the length of the frame"));
    }
    // SAFETY: C-Blosc reads as many bytes as the header says, which `Frame::parse` has cut `frame.bytes` to, and writes
    // at most `output.len()` bytes; the borrows do not overlap; it keeps no pointer.
    let written = unsafe {
        blosc_src::blosc_decompress_ctx(frame.bytes.as_ptr().cast(), output.as_mut_ptr().cast(), output.len(), 1)
    };
    if usize::try_from(written) != Ok(output.len()) {
        return Err(Error::data(format!("blosc: the compressed blocks are corrupt ({written})")));
    }
    Ok(())
}
