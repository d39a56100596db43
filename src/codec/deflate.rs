//! `gzip` and `zlib`: DEFLATE (RFC 1951) in the wrappers of RFC 1952 and RFC 1950 (v2, the 2022 draft, final v3 core).
//!
//! [`crate::deflate`] does the streams. The wrappers are ours: gzip's cuts members apart, and both say what is wrong.

use super::config::Config;
use super::errors::{no_memory, too_long};
use super::kinds::{BytesToBytes, CodecInfo};
use crate::deflate::{StreamFault, adler32, crc32, deflate, inflate};
use crate::dtype::Dialect;
use crate::error::{Error, Result};
use crate::json::{Object, Value};
use std::sync::Arc;

/// The container of the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StreamContainer {
    Gzip,
    Zlib,
}

/// Both codecs.
#[derive(Clone, Copy, Debug)]
struct Deflate {
    wrapper: StreamContainer,
    level: u8,
}

pub(super) fn parse(config: &mut Config, wrapper: StreamContainer) -> Result<Arc<dyn BytesToBytes>> {
    let v2 = matches!(config.dialect, Dialect::V1 | Dialect::V2 | Dialect::Legacy);
    let accept = |level: Value| level.as_i64().filter(|level| (0..=9).contains(level));
    // Writers passed on what their compressor took: -1 is its default.
    let instead = |level: Value| level.as_i64().filter(|level| *level > 9).map_or(6, |_| 9);
    let level = match config.for_encoding("level", "an integer from 0 to 9", accept, instead)? {
        Some(level) => level as u8,
        // numcodecs' default.
        None if v2 => 1,
        None => {
            config.warnings.add(format!("codec {:?}: level is missing in its configuration; taken as 5", config.name));
            5
        }
    };
    Ok(Arc::new(Deflate { wrapper, level }))
}

impl CodecInfo for Deflate {
    fn name(&self) -> &'static str {
        match self.wrapper {
            StreamContainer::Gzip => "gzip",
            StreamContainer::Zlib => "zlib",
        }
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        Ok(Object::new().with("level", self.level))
    }

    /// Streams of all levels are decoded alike.
    fn decoding(&self) -> Object {
        Object::new()
    }
}

impl BytesToBytes for Deflate {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        // Other software may spend 9 bits on each byte; wrappers and block headers fit into the rest.
        length.checked_add(length / 8)?.checked_add(64)
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let bound = self.encoded_bound(input.len()).ok_or_else(|| no_memory(usize::MAX))?;
        output.try_reserve(bound).map_err(|_| no_memory(bound))?;
        match self.wrapper {
            StreamContainer::Zlib => encode_zlib(self.level, input, output)?,
            StreamContainer::Gzip => {
                let effort = match self.level {
                    9 => 2,
                    0 | 1 => 4,
                    _ => 0,
                };
                // No name and no time, so that equal data give equal bytes; 255: unknown system.
                output.extend_from_slice(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, effort, 255]);
                deflate(self.level, input, output)?;
                output.extend_from_slice(&crc32(input).to_le_bytes());
                output.extend_from_slice(&(input.len() as u32).to_le_bytes());
            }
        }
        Ok(())
    }

    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        match self.wrapper {
            StreamContainer::Gzip => decode_gzip(input, output),
            StreamContainer::Zlib => decode_zlib(input, output),
        }
    }
}

/// Appends one stream of RFC 1950.
pub(super) fn encode_zlib(level: u8, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
    // A window of 32 KiB, and zlib's encoding of the effort.
    let effort = match level {
        0 | 1 => 0x01,
        2..=5 => 0x5e,
        6 => 0x9c,
        _ => 0xda,
    };
    output.extend_from_slice(&[0x78, effort]);
    deflate(level, input, output)?;
    output.extend_from_slice(&adler32(input).to_be_bytes());
    Ok(())
}

/// Decodes one stream of RFC 1950 with its checksum.
pub(super) fn decode_zlib(input: &[u8], output: &mut [u8]) -> Result<usize> {
    let ([method, flags], stream) = input.split_first_chunk::<2>().ok_or_else(|| ends_early("zlib"))?;
    // Method 8 with a window of 32 KiB at most, and a check.
    if method & 0x0f != 8 || method >> 4 > 7 || !u16::from_be_bytes([*method, *flags]).is_multiple_of(31) {
        return Err(Error::data(format!("zlib: {method:02x} {flags:02x} is not the header of a zlib stream")));
    }
    if flags & 0x20 != 0 {
        return Err(Error::data("zlib: the stream needs a dictionary, which is not known"));
    }
    let (consumed, written) = inflate(stream, output).map_err(|fault| wrong("zlib", fault, output.len()))?;
    let (stored, rest) = stream[consumed..].split_first_chunk::<4>().ok_or_else(|| ends_early("zlib"))?;
    let (stored, computed) = (u32::from_be_bytes(*stored), adler32(&output[..written]));
    if stored != computed {
        return Err(Error::data(format!("zlib: the checksum is {computed:#010x}, but {stored:#010x} is stored")));
    }
    match rest.len() {
        0 => Ok(written),
        extra => Err(Error::data(format!("zlib: {extra} bytes follow the end of the stream"))),
    }
}

/// Decodes one or more members, each with its own checksum.
fn decode_gzip(mut input: &[u8], output: &mut [u8]) -> Result<usize> {
    let mut filled = 0;
    loop {
        input = skip_gzip_header(input)?;
        let room = output.len();
        let (consumed, written) = inflate(input, &mut output[filled..]).map_err(|fault| wrong("gzip", fault, room))?;
        let (trailer, rest) = input[consumed..].split_first_chunk::<8>().ok_or_else(|| ends_early("gzip"))?;
        let [c0, c1, c2, c3, s0, s1, s2, s3] = *trailer;
        let stored = u32::from_le_bytes([c0, c1, c2, c3]);
        let computed = crc32(&output[filled..filled + written]);
        if stored != computed {
            return Err(Error::data(format!("gzip: the checksum is {computed:#010x}, but {stored:#010x} is stored")));
        }
        let size = u32::from_le_bytes([s0, s1, s2, s3]);
        if size != written as u32 {
            return Err(Error::data(format!("gzip: {written} bytes were decoded, but the length {size} is stored")));
        }
        filled += written;
        if rest.is_empty() {
            return Ok(filled);
        }
        if !rest.starts_with(&[0x1f, 0x8b]) {
            return Err(Error::data(format!("gzip: {} bytes follow that are no gzip member", rest.len())));
        }
        input = rest;
    }
}

/// The error of a stream that should decode to `room` bytes at most.
fn wrong(name: &str, fault: StreamFault, room: usize) -> Error {
    match fault {
        StreamFault::Corrupt => Error::data(format!("{name}: the stream is corrupt, or ends early")),
        StreamFault::TooLong => too_long(name, room),
        StreamFault::NoMemory => Error::no_memory(format!("{name}: no memory for a decoder")),
    }
}

/// The rest of a gzip member after its header (RFC 1952, section 2.3).
fn skip_gzip_header(member: &[u8]) -> Result<&[u8]> {
    let (fixed, mut rest) = member.split_first_chunk::<10>().ok_or_else(|| ends_early("gzip"))?;
    let [id1, id2, method, flags, ..] = *fixed;
    if (id1, id2) != (0x1f, 0x8b) {
        return Err(Error::data(format!("gzip: the data begin with {id1:02x} {id2:02x}, not with 1f 8b")));
    }
    if method != 8 {
        return Err(Error::data(format!("gzip: compression method {method} is not known")));
    }
    if flags & 0xe0 != 0 {
        return Err(Error::data(format!("gzip: the reserved flags in {flags:#04x} are not known")));
    }
    if flags & 0x04 != 0 {
        let (length, after) = rest.split_first_chunk::<2>().ok_or_else(|| ends_early("gzip"))?;
        rest = after.get(usize::from(u16::from_le_bytes(*length))..).ok_or_else(|| ends_early("gzip"))?;
    }
    // A file name and a comment, each ended by a zero.
    for flag in [0x08, 0x10] {
        if flags & flag != 0 {
            let end = rest.iter().position(|byte| *byte == 0).ok_or_else(|| ends_early("gzip"))?;
            rest = &rest[end + 1..];
        }
    }
    if flags & 0x02 != 0 {
        let computed = crc32(&member[..member.len() - rest.len()]) as u16;
        let (stored, after) = rest.split_first_chunk::<2>().ok_or_else(|| ends_early("gzip"))?;
        if u16::from_le_bytes(*stored) != computed {
            return Err(Error::data("gzip: the checksum of the header is wrong"));
        }
        rest = after;
    }
    Ok(rest)
}

fn ends_early(name: &str) -> Error {
    Error::data(format!("{name}: the stream ends early"))
}
