//! The two calls into LZ4. Both keep nothing between calls.
#![allow(unsafe_code)]

use super::LONGEST;
use crate::error::{Error, Result};

/// Appends a block to `output`, which has room for the longest that `input` can give.
pub(in crate::codec) fn compress(input: &[u8], output: &mut Vec<u8>, acceleration: i32) -> Result<()> {
    if input.len() > LONGEST {
        return Err(Error::internal("lz4: the data are longer than a block"));
    }
    let room = output.spare_capacity_mut();
    let size = room.len().min(i32::MAX as usize);
    // SAFETY: `input` is valid for `input.len()` bytes and `room` for `size` bytes, both fit C's int, and they can't
    // overlap since `room` is borrowed mutably; LZ4 writes at most `size` bytes and keeps no pointer.
    let written = unsafe {
        lz4_sys::LZ4_compress_fast(
            input.as_ptr().cast(),
            room.as_mut_ptr().cast(),
            input.len() as i32,
            size as i32,
            acceleration,
        )
    };
    match usize::try_from(written) {
        Ok(written) if (1..=size).contains(&written) => {
            // SAFETY: LZ4 has initialised so many bytes behind the old end, and they are within the capacity.
            unsafe { output.set_len(output.len() + written) };
            Ok(())
        }
        _ => Err(Error::internal(format!("lz4: encoding {} bytes failed ({written})", input.len()))),
    }
}

/// Decodes a block into the front of `output`; gives the bytes written, None for a corrupt block or a longer one.
pub(in crate::codec) fn decompress(block: &[u8], output: &mut [u8]) -> Option<usize> {
    let (length, size) = (i32::try_from(block.len()).ok()?, i32::try_from(output.len()).ok()?);
    // SAFETY: `block` is valid for `length` bytes and `output` for `size` bytes, the borrows do not overlap, and LZ4
    // reads and writes no more than that whatever the block holds, and keeps no pointer.
    let written =
        unsafe { lz4_sys::LZ4_decompress_safe(block.as_ptr().cast(), output.as_mut_ptr().cast(), length, size) };
    usize::try_from(written).ok().filter(|written| *written <= output.len())
}
