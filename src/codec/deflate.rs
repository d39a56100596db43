//! `gzip` and `zlib`: DEFLATE (RFC 1951) in the wrappers of RFC 1952 and RFC 1950 (v2, the 2022 draft, final v3 core).
//!
//! The library does the raw streams and zlib's wrapper. The gzip wrapper is ours, since one decoder is reused for both,
//! and since it cuts members apart.

use super::scratch::no_memory;
use super::values::too_long;
use super::{BytesToBytes, Codec, CodecInfo, Config, Registration};
use crate::dtype::Dialect;
use crate::error::{Error, Result};
use crate::json::Object;
use flate2::{Compress, Compression, Crc, Decompress, FlushCompress, FlushDecompress, Status};
use std::cell::RefCell;
use std::sync::Arc;

pub(super) const GZIP: Registration = Registration {
    name: "gzip",
    v3_name: Some("gzip"),
    v2_id: Some("gzip"),
    draft: Some("gzip"),
    aliases: &[],
    parse: |config| parse(config, Wrapper::Gzip),
};

pub(super) const ZLIB: Registration = Registration {
    name: "zlib",
    v3_name: Some("numcodecs.zlib"),
    v2_id: Some("zlib"),
    draft: Some("zlib"),
    aliases: &[],
    parse: |config| parse(config, Wrapper::Zlib),
};

/// What stands around the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrapper {
    Gzip,
    Zlib,
}

/// Both codecs.
#[derive(Clone, Copy, Debug)]
struct Deflate {
    wrapper: Wrapper,
    level: u8,
}

fn parse(config: &mut Config, wrapper: Wrapper) -> Result<Codec> {
    let v2 = matches!(config.dialect, Dialect::V1 | Dialect::V2 | Dialect::Legacy);
    let level = match config.take("level") {
        // numcodecs' default.
        None if v2 => 1,
        None => {
            config.warnings.add(format!("codec {:?}: level is missing in its configuration; taken as 5", config.name));
            5
        }
        Some(level) => {
            let number = level
                .as_i64()
                .ok_or_else(|| config.error(format!("level must be an integer from 0 to 9, not {}", level.brief())))?;
            // Writers passed on what their compressor took: -1 is its default. Reading does not depend on it.
            let allowed = match number {
                0..=9 => number as u8,
                10.. => 9,
                _ => 6,
            };
            if i64::from(allowed) != number {
                let name = config.name;
                config.tolerate(format!("codec {name:?}: level {number} is not in 0 to 9; taken as {allowed}"))?;
            }
            allowed
        }
    };
    Ok(Codec::BytesToBytes(Arc::new(Deflate { wrapper, level })))
}

impl CodecInfo for Deflate {
    fn name(&self) -> &'static str {
        match self.wrapper {
            Wrapper::Gzip => "gzip",
            Wrapper::Zlib => "zlib",
        }
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        Ok(Object::new().with("level", self.level))
    }
}

impl BytesToBytes for Deflate {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        // The fastest level may spend 9 bits on each byte; wrappers and block headers fit into the rest.
        length.checked_add(length / 8)?.checked_add(64)
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let bound = self.encoded_bound(input.len()).ok_or_else(|| no_memory(usize::MAX))?;
        output.try_reserve(bound).map_err(|_| no_memory(bound))?;
        match self.wrapper {
            Wrapper::Zlib => self.deflate(input, output),
            Wrapper::Gzip => {
                let effort = match self.level {
                    9 => 2,
                    0 | 1 => 4,
                    _ => 0,
                };
                // No name and no time, so that equal data give equal bytes; 255: unknown system.
                output.extend_from_slice(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, effort, 255]);
                self.deflate(input, output)?;
                output.extend_from_slice(&crc32(input).to_le_bytes());
                output.extend_from_slice(&(input.len() as u32).to_le_bytes());
                Ok(())
            }
        }
    }

    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        INFLATE.with_borrow_mut(|engine| match self.wrapper {
            Wrapper::Gzip => decode_gzip(engine, input, output),
            Wrapper::Zlib => decode_zlib(engine, input, output),
        })
    }
}

thread_local! {
    /// The decoder of this thread; it is reset before each stream.
    static INFLATE: RefCell<Decompress> = RefCell::new(Decompress::new(false));
    /// The latest encoder of this thread, with what it was made for.
    static DEFLATE: RefCell<Option<(Wrapper, u8, Compress)>> = const { RefCell::new(None) };
}

impl Deflate {
    /// Appends the compressed stream: raw for gzip, with its wrapper for zlib.
    fn deflate(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        DEFLATE.with_borrow_mut(|cached| {
            if !matches!(cached, Some((wrapper, level, _)) if (*wrapper, *level) == (self.wrapper, self.level)) {
                let engine = Compress::new(Compression::new(self.level.into()), self.wrapper == Wrapper::Zlib);
                *cached = Some((self.wrapper, self.level, engine));
            }
            let Some((_, _, engine)) = cached else { return Err(Error::internal("deflate: no encoder")) };
            engine.reset();
            loop {
                let rest = &input[engine.total_in() as usize..];
                let before = (engine.total_in(), engine.total_out());
                match engine.compress_vec(rest, output, FlushCompress::Finish) {
                    Ok(Status::StreamEnd) => return Ok(()),
                    Ok(_) if output.len() < output.capacity() && before == (engine.total_in(), engine.total_out()) => {
                        return Err(Error::internal(format!("{}: the encoder makes no progress", self.name())));
                    }
                    Ok(_) => output.try_reserve(4096).map_err(|_| no_memory(4096))?,
                    Err(error) => return Err(Error::internal(format!("{}: {error}", self.name()))),
                }
            }
        })
    }
}

fn decode_zlib(engine: &mut Decompress, input: &[u8], output: &mut [u8]) -> Result<usize> {
    engine.reset(true);
    let (consumed, written) = inflate(engine, "zlib", input, output)?;
    match input.len() - consumed {
        0 => Ok(written),
        extra => Err(Error::data(format!("zlib: {extra} bytes follow the end of the stream"))),
    }
}

/// Decodes one or more members, each with its own checksum.
fn decode_gzip(engine: &mut Decompress, mut input: &[u8], output: &mut [u8]) -> Result<usize> {
    let mut filled = 0;
    loop {
        input = skip_gzip_header(input)?;
        engine.reset(false);
        let (consumed, written) = inflate(engine, "gzip", input, &mut output[filled..])?;
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

/// Decodes one stream from the front of `input` into the front of `output`; gives the bytes read and written.
fn inflate(engine: &mut Decompress, name: &str, input: &[u8], output: &mut [u8]) -> Result<(usize, usize)> {
    loop {
        let (read, written) = (engine.total_in() as usize, engine.total_out() as usize);
        // A full output does not tell whether the stream ends there: one byte of room elsewhere finds out.
        let mut spare = [0];
        let room = match output.get_mut(written..) {
            Some(room) if !room.is_empty() => room,
            _ => &mut spare,
        };
        let status = engine
            .decompress(&input[read..], room, FlushDecompress::Finish)
            .map_err(|error| Error::data(format!("{name}: the stream is corrupt ({error})")))?;
        if engine.total_out() as usize > output.len() {
            return Err(too_long(name, output.len()));
        }
        if status == Status::StreamEnd {
            return Ok((engine.total_in() as usize, engine.total_out() as usize));
        }
        if (read, written) == (engine.total_in() as usize, engine.total_out() as usize) {
            return Err(ends_early(name));
        }
    }
}

/// What follows the header of a gzip member (RFC 1952, section 2.3).
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

fn crc32(data: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(data);
    crc.sum()
}
