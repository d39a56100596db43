//! DEFLATE (RFC 1951) and its checksums by libdeflate: raw streams, whole buffers. Containers (gzip, zlib, an archive)
//! are the business of the callers.
#![allow(unsafe_code)]

use crate::error::{Error, Result};
use crate::sync::thread_cache;
use libdeflate_sys as sys;
use std::cell::Cell;
use std::ptr::NonNull;

/// Why a stream does not decode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StreamFault {
    /// The stream is not DEFLATE, or it ends early.
    Corrupt,
    /// It holds more than there is room for.
    TooLong,
    /// The allocation of a decoder failed.
    NoMemory,
}

thread_local! {
    /// The decoder of this thread; each stream begins anew.
    static INFLATE: Cell<Option<Decompressor>> = const { Cell::new(None) };
    /// The latest encoder of this thread.
    static DEFLATE: Cell<Option<Compressor>> = const { Cell::new(None) };
}

/// Decodes one stream from the front of `input` into the front of `output`; gives the bytes read and written.
pub(crate) fn inflate(input: &[u8], output: &mut [u8]) -> std::result::Result<(usize, usize), StreamFault> {
    thread_cache::with(&INFLATE, |kept| {
        if kept.is_none() {
            *kept = Some(Decompressor::new().ok_or(StreamFault::NoMemory)?);
        }
        kept.as_mut().ok_or(StreamFault::NoMemory)?.inflate(input, output)
    })
}

/// Appends one stream to `output`. Levels are those of the library, of which 0 stores and 1 to 9 are about as good as
/// zlib's of the same number.
pub(crate) fn deflate(level: u8, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
    let bound = bound(input.len()).ok_or_else(|| Error::no_memory("deflate: the data are too long for memory"))?;
    let no_memory = |_| Error::no_memory(format!("no memory for {bound} bytes"));
    output.try_reserve(bound).map_err(no_memory)?;
    thread_cache::with(&DEFLATE, |kept| {
        if kept.as_ref().is_none_or(|encoder| encoder.level != level) {
            *kept = None;
            let encoder = Compressor::new(level);
            *kept = Some(encoder.ok_or_else(|| Error::no_memory("deflate: no memory for an encoder"))?);
        }
        let done = kept.as_mut().is_some_and(|encoder| encoder.deflate(input, output));
        done.then_some(()).ok_or_else(|| Error::internal("deflate: the library has no room where there is enough"))
    })
}

/// The most bytes of a stream that holds `length` bytes; None: too many for memory.
fn bound(length: usize) -> Option<usize> {
    if length > isize::MAX.unsigned_abs() / 2 {
        return None;
    }
    // SAFETY: a computation; NULL stands for all encoders.
    Some(unsafe { sys::libdeflate_deflate_compress_bound(std::ptr::null_mut(), length) })
}

/// CRC-32 as gzip and zip files have it.
pub(crate) fn crc32(data: &[u8]) -> u32 {
    // SAFETY: `data` is valid for its length and only read. (Its pointer is never NULL, which would mean something
    // else.)
    unsafe { sys::libdeflate_crc32(0, data.as_ptr().cast(), data.len()) }
}

/// Adler-32 (RFC 1950, section 9).
pub(crate) fn adler32(data: &[u8]) -> u32 {
    // SAFETY: as for [`crc32`].
    unsafe { sys::libdeflate_adler32(1, data.as_ptr().cast(), data.len()) }
}

/// A decoder; it belongs to one thread at a time.
struct Decompressor(NonNull<sys::libdeflate_decompressor>);

impl Decompressor {
    fn new() -> Option<Self> {
        // SAFETY: it allocates, and gives NULL where it can't.
        NonNull::new(unsafe { sys::libdeflate_alloc_decompressor() }).map(Self)
    }

    fn inflate(&mut self, input: &[u8], output: &mut [u8]) -> std::result::Result<(usize, usize), StreamFault> {
        let (mut read, mut written) = (0, 0);
        // SAFETY: the decoder is alive and borrowed mutably; `input` and `output` are valid for their lengths, which
        // the library does not go beyond for any input, and do not overlap; it keeps no pointer.
        let result = unsafe {
            sys::libdeflate_deflate_decompress_ex(
                self.0.as_ptr(),
                input.as_ptr().cast(),
                input.len(),
                output.as_mut_ptr().cast(),
                output.len(),
                &mut read,
                &mut written,
            )
        };
        match result {
            sys::libdeflate_result_LIBDEFLATE_SUCCESS if read <= input.len() && written <= output.len() => {
                Ok((read, written))
            }
            sys::libdeflate_result_LIBDEFLATE_INSUFFICIENT_SPACE => Err(StreamFault::TooLong),
            _ => Err(StreamFault::Corrupt),
        }
    }
}

impl Drop for Decompressor {
    fn drop(&mut self) {
        // SAFETY: the library made it, and no other code uses it any more.
        unsafe { sys::libdeflate_free_decompressor(self.0.as_ptr()) };
    }
}

/// An encoder; it belongs to one thread at a time.
struct Compressor {
    encoder: NonNull<sys::libdeflate_compressor>,
    level: u8,
}

impl Compressor {
    fn new(level: u8) -> Option<Self> {
        // SAFETY: it allocates, and gives NULL where it can't or does not know the level.
        let encoder = unsafe { sys::libdeflate_alloc_compressor(level.into()) };
        NonNull::new(encoder).map(|encoder| Self { encoder, level })
    }

    /// Appends a stream; false: it does not fit into the room that `output` has.
    fn deflate(&mut self, input: &[u8], output: &mut Vec<u8>) -> bool {
        let room = output.spare_capacity_mut();
        // SAFETY: the encoder is alive and borrowed mutably; `input` and `room` are valid for their lengths, which the
        // library does not go beyond, and can't overlap since `room` is borrowed mutably; it keeps no pointer.
        let written = unsafe {
            sys::libdeflate_deflate_compress(
                self.encoder.as_ptr(),
                input.as_ptr().cast(),
                input.len(),
                room.as_mut_ptr().cast(),
                room.len(),
            )
        };
        if written == 0 || written > room.len() {
            return false;
        }
        // SAFETY: the library has initialised `written` bytes after the old end, and they are within the capacity.
        unsafe { output.set_len(output.len() + written) };
        true
    }
}

impl Drop for Compressor {
    fn drop(&mut self) {
        // SAFETY: the library made it, and no other code uses it any more.
        unsafe { sys::libdeflate_free_compressor(self.encoder.as_ptr()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
    use proptest::prelude::*;

    /// The other implementation's encoder and decoder.
    fn theirs(level: u8, data: &[u8]) -> Vec<u8> {
        let mut stream = Vec::with_capacity(2 * data.len() + 64);
        let mut encoder = Compress::new(Compression::new(level.into()), false);
        assert_eq!(encoder.compress_vec(data, &mut stream, FlushCompress::Finish).unwrap(), Status::StreamEnd);
        stream
    }

    fn by_them(stream: &[u8], length: usize) -> Vec<u8> {
        let mut data = Vec::with_capacity(length + 1);
        let mut decoder = Decompress::new(false);
        assert_eq!(decoder.decompress_vec(stream, &mut data, FlushDecompress::Finish).unwrap(), Status::StreamEnd);
        data
    }

    fn ours(level: u8, data: &[u8]) -> Vec<u8> {
        let mut stream = b"before".to_vec();
        deflate(level, data, &mut stream).unwrap();
        assert_eq!(stream[..6], *b"before");
        stream.split_off(6)
    }

    proptest! {
        #[test]
        fn two_implementations_understand_each_other(
            level in 0_u8..=9,
            period in 1_usize..400,
            noise in prop::collection::vec(any::<u8>(), 0..3000),
            length in 0_usize..6000,
        ) {
            let data: Vec<u8> =
                (0..length).map(|at| noise.get(at % period).copied().unwrap_or((at / 7) as u8)).collect();
            let stream = ours(level, &data);
            prop_assert_eq!(&by_them(&stream, length), &data);
            let theirs = [theirs(level, &data), vec![7; 3]].concat();
            for stream in [&[&stream[..], &[7; 3]].concat(), &theirs] {
                let mut room = vec![0xa5; length + 5];
                prop_assert_eq!(inflate(stream, &mut room), Ok((stream.len() - 3, length)));
                prop_assert_eq!(&room[..length], &data);
                if length > 0 {
                    prop_assert_eq!(inflate(stream, &mut room[..length - 1]), Err(StreamFault::TooLong));
                }
                // A truncated stream may decode as if zeros followed, until they are too many.
                prop_assert!(inflate(&stream[..stream.len() - 4], &mut room).is_err());
            }
        }
    }

    #[test]
    fn checksums_are_those_of_the_rfcs() {
        assert_eq!((crc32(b""), adler32(b"")), (0, 1));
        assert_eq!((crc32(b"123456789"), adler32(b"Wikipedia")), (0xcbf4_3926, 0x11e6_0398));
        let long: Vec<u8> = (0..100_000_u32).map(|at| (at * 7 / 3) as u8).collect();
        let mut theirs = flate2::Crc::new();
        theirs.update(&long);
        assert_eq!(crc32(&long), theirs.sum());
    }
}
