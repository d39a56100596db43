//! `blosc`: frames of Blosc 1 (v1, v2, the 2022 draft, final v3 core).
//!
//! [`frame`] checks every header before anything is decoded. The inner compressors are called from here rather than by
//! C-Blosc: several threads can decode blocks one by one and in part, and shuffles use the instructions of the
//! processor. C-Blosc has only its own compressor, BloscLZ.

mod encode;
mod gather;
mod block;
mod decode;
mod ffi;
pub(super) mod frame;
pub(super) mod shuffle;
mod bits;
mod interleave;
mod scratch;

use super::config::Config;
use super::errors::no_memory;
use super::kinds::{BytesToBytes, CodecInfo, PartialDecoder};
use super::parallel::{Alone, Parallel};
use crate::dtype::Dialect;
use crate::error::{Error, Result};
use crate::json::{Object, Value};
use frame::Frame;
use shuffle::BlockFilter;
use std::sync::Arc;

/// The longest data that a frame can hold.
const LONGEST: usize = i32::MAX as usize - frame::HEADER;

/// A compressor inside of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InnerCompressor {
    BloscLz,
    Lz4,
    Lz4Hc,
    Snappy,
    Zlib,
    Zstd,
}

/// The rule for `cname`, for messages.
const INNER_RULE: &str = "one of blosclz, lz4, lz4hc, snappy, zlib, zstd";

impl std::fmt::Display for InnerCompressor {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name())
    }
}

impl InnerCompressor {
    const ALL: [(Self, &'static str); 6] = [
        (Self::BloscLz, "blosclz"),
        (Self::Lz4, "lz4"),
        (Self::Lz4Hc, "lz4hc"),
        (Self::Snappy, "snappy"),
        (Self::Zlib, "zlib"),
        (Self::Zstd, "zstd"),
    ];

    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(inner, _)| *inner)
    }

    fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The code in frames.
    fn code(self) -> u8 {
        match self {
            Self::BloscLz => frame::BLOSCLZ,
            Self::Lz4 | Self::Lz4Hc => frame::LZ4,
            Self::Snappy => frame::SNAPPY,
            Self::Zlib => frame::ZLIB,
            Self::Zstd => frame::ZSTD,
        }
    }
}

/// The codec. All of it matters for encoding only: frames say how they were made.
#[derive(Clone, Copy, Debug)]
struct Blosc {
    inner: InnerCompressor,
    level: u8,
    filter: BlockFilter,
    type_size: usize,
    block_size: usize,
}

pub(in crate::codec) fn parse(config: &mut Config) -> Result<Arc<dyn BytesToBytes>> {
    if config.dialect == Dialect::V3 {
        warn_of_missing(config);
    }
    let accept = |name: Value| name.as_str().and_then(InnerCompressor::from_name);
    let inner =
        config.for_encoding("cname", INNER_RULE, accept, |_| InnerCompressor::Lz4)?.unwrap_or(InnerCompressor::Lz4);
    let level = config.integer_for_encoding("clevel", 0..=9, 5)? as u8;
    // Beside `clevel` some writers repeat it under the name that it has in other codecs.
    config.pass_over("level")?;
    let item_size = config.input.item_size().max(1) as i64;
    let type_size = match config.get("typesize") {
        Some(size) if size.is_null() => config.take("typesize").map_or(item_size, |_| item_size),
        _ => {
            let accept = |size: Value| size.as_i64().filter(|size| (1..=i64::from(i32::MAX)).contains(size));
            config.for_encoding("typesize", "a positive integer", accept, |_| item_size)?.unwrap_or(item_size)
        }
    } as usize;
    let filter = filter(config, type_size)?;
    let block_size = config.integer_for_encoding("blocksize", 0..=i64::from(i32::MAX), 0)? as usize;
    Ok(Arc::new(Blosc { inner, level, filter, type_size, block_size }))
}

/// The shuffle: a name in final v3, a number elsewhere, and what writers have put in the place of either.
fn filter(config: &mut Config, type_size: usize) -> Result<BlockFilter> {
    let automatic = if type_size == 1 { BlockFilter::Bits } else { BlockFilter::Bytes };
    let by_number = |number: i64| match number {
        0 => Some(BlockFilter::None),
        1 => Some(BlockFilter::Bytes),
        2 => Some(BlockFilter::Bits),
        -1 => Some(automatic),
        _ => None,
    };
    let (named, given) = (config.dialect == Dialect::V3, config.get("shuffle"));
    if let Some(number) = given.filter(|value| named && value.as_i64().is_some()) {
        config.warnings.add(format!("codec \"blosc\": shuffle is {} instead of a name", number.brief()));
    }
    // GDAL writes words into v2 documents.
    let word = given.filter(|_| !named).and_then(Value::as_str);
    if let Some(code) = word.and_then(|word| ["NONE", "BYTE", "BIT"].iter().position(|known| *known == word)) {
        config.take("shuffle");
        config.tolerate(format!("codec \"blosc\": shuffle is {:?} instead of a number", word.unwrap_or_default()))?;
        return Ok(by_number(code as i64).unwrap_or(automatic));
    }
    let by_name = |name: &str| BlockFilter::NAMES.iter().position(|known| *known == name).map(|code| code as i64);
    let accept = |value: Value| {
        let code = value.as_str().filter(|_| named).map_or_else(|| value.as_i64(), by_name);
        code.and_then(by_number)
    };
    let rule = match named {
        true => "one of noshuffle, shuffle, bitshuffle",
        false => "0 (none), 1 (bytes), 2 (bits) or -1 (automatic)",
    };
    Ok(config.for_encoding("shuffle", rule, accept, |_| automatic)?.unwrap_or(BlockFilter::Bytes))
}

/// Final v3 requires every member; `typesize` only where there is something to shuffle. None is needed for reading.
fn warn_of_missing(config: &mut Config) {
    let shuffled = config.get("shuffle").is_none_or(|shuffle| shuffle.as_str() != Some("noshuffle"));
    for member in ["cname", "clevel", "shuffle", "typesize", "blocksize"] {
        if config.get(member).is_none_or(Value::is_null) && (member != "typesize" || shuffled) {
            config.warnings.add(format!("codec \"blosc\": {member} is missing in its configuration"));
        }
    }
}

impl CodecInfo for Blosc {
    fn name(&self) -> &'static str {
        "blosc"
    }

    fn configuration(&self, dialect: Dialect) -> Result<Object> {
        let common = Object::new().with("cname", self.inner.name()).with("clevel", self.level);
        Ok(match dialect {
            Dialect::V1 => common.with("shuffle", self.filter as u8),
            Dialect::V2 | Dialect::Legacy | Dialect::Draft2022 => {
                common.with("shuffle", self.filter as u8).with("blocksize", self.block_size as u64)
            }
            Dialect::V3 => common
                .with("shuffle", BlockFilter::NAMES[self.filter as usize])
                .with("typesize", self.type_size as u64)
                .with("blocksize", self.block_size as u64),
        })
    }

    /// A frame says how it was made.
    fn decoding(&self) -> Object {
        Object::new()
    }
}

impl BytesToBytes for Blosc {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        length.checked_add(frame::HEADER)
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        self.encode_parallel(input, output, &Alone)
    }

    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        self.decode_parallel(input, output, &Alone)
    }

    fn part_size(&self, length: usize) -> usize {
        encode::size_of_blocks(self, length)
    }

    fn encode_parallel(&self, input: &[u8], output: &mut Vec<u8>, parallel: &dyn Parallel) -> Result<()> {
        if input.len() > LONGEST {
            let length = input.len();
            return Err(Error::unsupported(format!("blosc: {length} bytes are more than a frame holds ({LONGEST})")));
        }
        let bound = input.len() + frame::HEADER;
        output.try_reserve(bound).map_err(|_| no_memory(bound))?;
        match self.inner {
            InnerCompressor::BloscLz => ffi::compress(self, input, output),
            _ => encode::encode(self, input, output, parallel),
        }
    }

    fn decode_parallel(&self, input: &[u8], output: &mut [u8], parallel: &dyn Parallel) -> Result<usize> {
        let frame = Frame::parse(input, output.len())?;
        decode::decode(&frame, &mut output[..frame.length], parallel)?;
        Ok(frame.length)
    }

    fn parts<'a>(&self, input: &'a [u8], limit: usize) -> Result<Option<Box<dyn PartialDecoder + 'a>>> {
        Ok(Some(Box::new(Frame::parse(input, limit)?)))
    }
}
