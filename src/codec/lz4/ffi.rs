//! The calls into LZ4: blocks, which keep nothing between calls, and frames, whose contexts belong to one value each.
#![allow(unsafe_code)]

use super::LONGEST;
use crate::error::{Error, Result};

/// How hard the encoder tries.
#[derive(Clone, Copy, Debug)]
pub(in crate::codec) enum Lz4Effort {
    /// The faster, the higher the acceleration.
    Fast(i32),
    /// LZ4HC at a level.
    High(i32),
}

/// Appends a block to `output`, which has room for the longest that `input` can give.
pub(in crate::codec) fn compress(input: &[u8], output: &mut Vec<u8>, acceleration: i32) -> Result<()> {
    let room = output.capacity() - output.len();
    if compress_into(input, output, room, Lz4Effort::Fast(acceleration)) {
        return Ok(());
    }
    Err(Error::internal(format!("lz4: encoding {} bytes failed", input.len())))
}

/// Appends a block of at most `room` bytes, without growing `output`. False, and nothing is appended, if the block
/// would be longer.
pub(in crate::codec) fn compress_into(input: &[u8], output: &mut Vec<u8>, room: usize, effort: Lz4Effort) -> bool {
    let spare = output.spare_capacity_mut();
    let size = spare.len().min(room).min(i32::MAX as usize);
    if input.len() > LONGEST {
        return false;
    }
    let (source, target) = (input.as_ptr().cast(), spare.as_mut_ptr().cast());
    // SAFETY: `input` is valid for `input.len()` bytes and `spare` for `size` bytes, both fit C's int, and they can't
    // overlap since `spare` is borrowed mutably; LZ4 writes at most `size` bytes and keeps no pointer.
    let written = unsafe {
        match effort {
            Lz4Effort::Fast(acceleration) => {
                lz4_sys::LZ4_compress_fast(source, target, input.len() as i32, size as i32, acceleration)
            }
            Lz4Effort::High(level) => lz4_sys::LZ4_compress_HC(source, target, input.len() as i32, size as i32, level),
        }
    };
    match usize::try_from(written) {
        Ok(written) if (1..=size).contains(&written) => {
            // SAFETY: LZ4 has initialised `written` bytes after the old end, and they are within the capacity.
            unsafe { output.set_len(output.len() + written) };
            true
        }
        _ => false,
    }
}

/// Decodes a block into the front of `output`; returns the number of bytes, None for a corrupt or longer block.
pub(in crate::codec) fn decompress(block: &[u8], output: &mut [u8]) -> Option<usize> {
    let (length, size) = (i32::try_from(block.len()).ok()?, i32::try_from(output.len()).ok()?);
    // SAFETY: `block` is valid for `length` bytes and `output` for `size` bytes, the borrows do not overlap, and LZ4
    // reads and writes no more than that for any content of the block, and keeps no pointer.
    let written =
        unsafe { lz4_sys::LZ4_decompress_safe(block.as_ptr().cast(), output.as_mut_ptr().cast(), length, size) };
    usize::try_from(written).ok().filter(|written| *written <= output.len())
}

/// The most bytes that a frame of `length` bytes has; None: more than memory can hold.
pub(super) fn frame_bound(length: usize) -> Option<usize> {
    if length > isize::MAX.unsigned_abs() / 2 {
        return None;
    }
    // SAFETY: a computation; NULL stands for the default preferences.
    let bound = unsafe { lz4_sys::LZ4F_compressBound(length, std::ptr::null()) };
    bound.checked_add(LONGEST_HEADER)
}

/// The longest header of a frame (`LZ4F_HEADER_SIZE_MAX`).
const LONGEST_HEADER: usize = 19;

/// The version of the frame API, which the library checks (`LZ4F_VERSION`).
const VERSION: std::ffi::c_uint = 100;

/// The size that a function of the frame API returned, or its error.
fn checked(result: usize) -> Option<usize> {
    // SAFETY: it looks at the number only.
    (unsafe { lz4_sys::LZ4F_isError(result) } == 0).then_some(result)
}

/// A context that makes one frame.
pub(super) struct FrameCompressor(lz4_sys::LZ4FCompressionContext);

impl FrameCompressor {
    pub fn new() -> Result<Self> {
        let mut context = lz4_sys::LZ4FCompressionContext(std::ptr::null_mut());
        // SAFETY: it sets the context, or fails and leaves no memory to free.
        let made = checked(unsafe { lz4_sys::LZ4F_createCompressionContext(&mut context, VERSION) });
        made.filter(|_| !context.0.is_null()).ok_or_else(|| Error::no_memory("lz4 frame: no memory for a context"))?;
        Ok(Self(context))
    }

    /// Encodes a frame into the front of `output`, which has [`frame_bound`] bytes; returns its length.
    pub fn frame(&mut self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        // The output buffer is always large enough, so only an allocation in the library can fail.
        let failed = || Error::no_memory(format!("lz4 frame: {} bytes could not be encoded", input.len()));
        let none = std::ptr::null();
        let mut end = 0;
        // SAFETY: each call gets the length of the rest of `output`, writes at most that, and reads `input` only; the
        // borrows do not overlap, NULL stands for the default preferences, and the context is alive.
        unsafe {
            let rest = &mut output[end..];
            end += checked(lz4_sys::LZ4F_compressBegin(self.0, rest.as_mut_ptr(), rest.len(), std::ptr::null()))
                .ok_or_else(failed)?;
            let rest = output.get_mut(end..).ok_or_else(failed)?;
            let (data, size) = (input.as_ptr(), input.len());
            end += checked(lz4_sys::LZ4F_compressUpdate(self.0, rest.as_mut_ptr(), rest.len(), data, size, none))
                .ok_or_else(failed)?;
            let rest = output.get_mut(end..).ok_or_else(failed)?;
            end +=
                checked(lz4_sys::LZ4F_compressEnd(self.0, rest.as_mut_ptr(), rest.len(), none)).ok_or_else(failed)?;
        }
        Ok(end)
    }
}

impl Drop for FrameCompressor {
    fn drop(&mut self) {
        // SAFETY: the context was made by the library and is not used any more.
        unsafe { lz4_sys::LZ4F_freeCompressionContext(self.0) };
    }
}

/// A context that takes frames apart.
pub(super) struct FrameDecompressor(lz4_sys::LZ4FDecompressionContext);

/// How far one call came.
pub(super) struct StreamProgress {
    pub read: usize,
    pub written: usize,
    /// A frame has come to its end.
    pub ended: bool,
}

impl FrameDecompressor {
    pub fn new() -> Result<Self> {
        let mut context = lz4_sys::LZ4FDecompressionContext(std::ptr::null_mut());
        // SAFETY: it sets the context, or fails and leaves nothing to be freed.
        let made = checked(unsafe { lz4_sys::LZ4F_createDecompressionContext(&mut context, VERSION) });
        made.filter(|_| !context.0.is_null()).ok_or_else(|| Error::no_memory("lz4 frame: no memory for a context"))?;
        Ok(Self(context))
    }

    /// Decodes as much as there is and fits.
    pub fn step(&mut self, input: &[u8], output: &mut [u8]) -> Result<StreamProgress> {
        let (mut read, mut written) = (input.len(), output.len());
        // SAFETY: `input` is valid for `read` bytes and `output` for `written` bytes, which the library does not go
        // beyond for any input, and sets to what it used; the borrows do not overlap. Blocks may refer to
        // bytes decoded before: those it keeps itself, as NULL options do not promise that they stay.
        let left = unsafe {
            lz4_sys::LZ4F_decompress(
                self.0,
                output.as_mut_ptr(),
                &mut written,
                input.as_ptr(),
                &mut read,
                std::ptr::null(),
            )
        };
        let left = checked(left).ok_or_else(|| Error::data("lz4 frame: the frame is corrupt"))?;
        if read > input.len() || written > output.len() {
            return Err(Error::internal("lz4 frame: the library went too far"));
        }
        Ok(StreamProgress { read, written, ended: left == 0 })
    }
}

impl Drop for FrameDecompressor {
    fn drop(&mut self) {
        // SAFETY: the context was made by the library and is not used any more.
        unsafe { lz4_sys::LZ4F_freeDecompressionContext(self.0) };
    }
}
