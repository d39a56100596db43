//! Codecs: how the elements of a chunk become the bytes of a value, and back.
//!
//! One chain serves every format: `[array→array]* , array→bytes , [bytes→bytes]*`. Each codec is one file that
//! registers itself in [`CODECS`] with its names in every dialect. Codecs know no store and no array.

mod base64;
mod behind;
mod blosc;
mod bytes;
mod bz2;
mod categorize;
mod chain;
mod checksums;
mod conditional;
mod crc32c;
mod deflate;
mod filter;
mod filters;
mod json2;
mod lz4;
mod lzma;
mod msgpack;
mod n5_block;
mod n5_lz4;
mod packed;
mod pcodec;
mod registry;
mod reshape;
pub(crate) mod scratch;
mod shard_index;
pub mod sharding;
mod shuffle;
pub(crate) mod spread;
mod stage;
#[cfg(test)]
mod tests;
mod transpose;
pub mod user;
mod values;
mod vlen;
#[cfg(feature = "zfp")]
mod zfp;
mod zstd;

pub use behind::{Behind, MAX_CODECS, check_count};
pub use bytes::Bytes;
pub use chain::{Chain, most_between};
pub use filter::{Filter, Stored, make_room, place};
pub use n5_block::{N5Block, TYPES as N5_TYPES};
pub use n5_lz4::N5Lz4;
pub use registry::{Config, is_called, is_read, names, parse, parse_request};
pub use reshape::Reshape;
pub use scratch::Scratch;
pub use shard_index::{ENTRY, ShardBuilder, ShardIndex, append, outside, slice};
pub use sharding::{IndexCodecs, IndexLocation, Sharding};
pub use spread::{Alone, Spread};
pub use transpose::Transpose;
pub use values::{ValuesToBytes, default_codec, object_type};

use crate::dtype::{DataType, Dialect};
use crate::error::{Error, Result};
use crate::json::Object;
use std::borrow::Cow;
use std::sync::Arc;

/// What is known of the length of decoded bytes before decoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Exactly so many; anything else is corrupt.
    Exact(usize),
    /// At most so many.
    AtMost(usize),
}

impl Length {
    /// The most bytes that it can be.
    pub fn max(self) -> usize {
        match self {
            Self::Exact(length) | Self::AtMost(length) => length,
        }
    }
}

/// What every codec says of itself.
pub trait CodecInfo: Send + Sync + std::fmt::Debug {
    /// The name in final v3 without prefix: `gzip`, `crc32c`. The neutral name of the codec.
    fn name(&self) -> &str;

    /// The name, id or URI in a dialect.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] when the dialect has no such codec.
    fn spelling(&self, dialect: Dialect) -> Result<String> {
        registry::spelling(self.name(), dialect)
    }

    /// Whether any thread may run it, and several at once. Those of the library all may.
    fn thread_safe(&self) -> bool {
        true
    }

    /// The configuration in the canonical spelling of a dialect (v2: the members beside `id`).
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] when the dialect can't express it.
    fn configuration(&self, dialect: Dialect) -> Result<Object>;
}

/// A codec between byte strings: compressors and checksums.
pub trait BytesToBytes: CodecInfo {
    /// The most bytes that encoding `length` bytes can give; None: more than memory can hold.
    fn encoded_bound(&self, length: usize) -> Option<usize>;

    /// Whether the encoded length is the same for all inputs of one length (checksums); then it is `encoded_bound`.
    fn fixed_size(&self) -> bool {
        false
    }

    /// Appends the encoded form of `input` to `output`.
    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()>;

    /// Decodes `input` into the front of `output`, which is as long as the decoded bytes can be at most, and may hold
    /// anything. Returns the number of bytes decoded. Input that decodes to more than `output` holds is an error
    /// that stops there ([`crate::ErrorKind::BufferSize`], as only the caller knows whose fault that is); so is input
    /// that ends early, a wrong checksum, or anything else corrupt ([`crate::ErrorKind::Data`]).
    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize>;

    /// The part of `input` that is the decoded bytes, for codecs that only add to them (checksums); None: decode.
    fn decode_in_place<'a>(&self, input: &'a [u8]) -> Option<Result<&'a [u8]>> {
        let _ = input;
        None
    }

    /// The length of the parts that several threads can encode or decode of so many bytes; all of them: they are one piece. A
    /// guess where others may have encoded them.
    fn part_size(&self, length: usize) -> usize {
        length
    }

    /// The same as [`BytesToBytes::encode`] by as many threads as take part: the bytes are the same.
    fn encode_spread(&self, input: &[u8], output: &mut Vec<u8>, spread: &dyn Spread) -> Result<()> {
        let _ = spread;
        self.encode(input, output)
    }

    /// The same as [`BytesToBytes::decode_into`] by as many threads as take part.
    fn decode_spread(&self, input: &[u8], output: &mut [u8], spread: &dyn Spread) -> Result<usize> {
        let _ = spread;
        self.decode_into(input, output)
    }

    /// The parts of `input` that decode one by one, if it may decode to `limit` bytes at most; None: it decodes as a whole.
    fn parts<'a>(&self, input: &'a [u8], limit: usize) -> Result<Option<Box<dyn Parts + 'a>>> {
        let _ = (input, limit);
        Ok(None)
    }
}

/// Encoded bytes that decode in parts, in any order, also by several threads at once.
pub trait Parts: Sync {
    /// The length of all that is decoded.
    fn length(&self) -> usize;

    /// The decoded length of each part but the last, which may be shorter; not 0.
    fn size(&self) -> usize;

    /// Decodes the bytes in `wanted`, ranges in the part in ascending order, to their places in `target`, which is as long as
    /// the part decoded. What else `target` holds then is anything.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Data`] for a part that is corrupt; not each damage is found where not all is decoded.
    fn decode(&self, part: usize, wanted: &[std::ops::Range<usize>], target: &mut [u8]) -> Result<()>;
}

/// A codec in a chain, of one of the three kinds.
#[derive(Clone, Debug)]
pub enum Codec {
    /// Array to array: reorders the axes.
    Transpose(Transpose),
    /// Array to array: counts along other axes.
    Reshape(Reshape),
    /// Array to array: computes other elements.
    Filter(Arc<dyn Filter>),
    /// Array to bytes.
    Bytes(Bytes),
    /// Array to bytes, of whole elements in the byte order of this machine.
    ArrayToBytes(Arc<dyn BytesToBytes>),
    /// Array to bytes: elements of variable length.
    Values(Arc<dyn ValuesToBytes>),
    /// Array to bytes: inner chunks and an index of them.
    Sharding(Arc<Sharding>),
    /// Array to bytes: a block that says its shape.
    N5Block(Arc<N5Block>),
    /// Bytes to bytes.
    BytesToBytes(Arc<dyn BytesToBytes>),
    /// A codec that is not known here. The metadata stays readable; reading and writing chunks is refused.
    Unknown(Unknown),
}

/// A codec that is not known here, or whatever else its document puts between elements and values, as it stands there.
#[derive(Clone, Debug, PartialEq)]
pub struct Unknown {
    /// What it is: `codec`, `storage transformer`.
    pub kind: &'static str,
    /// The name, id or URI.
    pub name: String,
    /// Its parameters.
    pub configuration: Object,
}

impl Unknown {
    /// The error that names it.
    pub fn error(&self) -> Error {
        if self.name.trim_start_matches("numcodecs.") == "pickle" {
            return Error::unsupported("codec \"pickle\" is not supported: reading it would run code from the file");
        }
        Error::unsupported(format!("{} {:?} is not supported", self.kind, self.name))
    }
}

/// Reads the configuration of a codec.
pub(crate) type ParseCodec = fn(&mut Config) -> Result<Codec>;

/// How a codec is recognised in each dialect.
pub(crate) struct Registration {
    /// The neutral name.
    name: &'static str,
    /// The name that is written in final v3: `gzip`, `numcodecs.zlib`; None: final v3 has no such codec.
    v3_name: Option<&'static str>,
    /// Its id in v2; None: v2 has no such codec.
    v2_id: Option<&'static str>,
    /// Its name in the URIs that the 2022 draft itself specifies (`endian`); None: it specifies none.
    draft: Option<&'static str>,
    /// Other names in final v3: `numcodecs.gzip`, `endian`.
    aliases: &'static [&'static str],
    parse: ParseCodec,
}

/// Every codec that the library has.
pub(crate) const CODECS: &[&Registration] = &[
    &bytes::REGISTRATION,
    &transpose::REGISTRATION,
    &reshape::REGISTRATION,
    &deflate::GZIP,
    &deflate::ZLIB,
    &blosc::REGISTRATION,
    &zstd::REGISTRATION,
    &crc32c::REGISTRATION,
    &lz4::REGISTRATION,
    &lz4::frame::REGISTRATION,
    &bz2::REGISTRATION,
    &lzma::REGISTRATION,
    &shuffle::REGISTRATION,
    &base64::REGISTRATION,
    &checksums::CRC32,
    &checksums::ADLER32,
    &checksums::FLETCHER32,
    &checksums::LOOKUP3,
    &conditional::REGISTRATION,
    &filters::DELTA,
    &filters::FIXED_SCALE_OFFSET,
    &filters::QUANTIZE,
    &filters::BITROUND,
    &filters::PACKBITS,
    &filters::ASTYPE,
    &vlen::UTF8,
    &vlen::BYTES,
    &vlen::ARRAY,
    &filters::SCALE_OFFSET,
    &filters::CAST_VALUE,
    &packed::REGISTRATION,
    &pcodec::REGISTRATION,
    &json2::JSON2,
    &json2::JSON,
    &msgpack::MSGPACK2,
    &msgpack::MSGPACK,
    &categorize::REGISTRATION,
    #[cfg(feature = "zfp")]
    &zfp::ZFP,
    #[cfg(feature = "zfp")]
    &zfp::ZFPY,
];

/// What a codec gets to see of the data at its place in the chain.
#[derive(Clone, Debug)]
pub struct Input<'a> {
    /// The data type of the array; None after a codec that produced plain bytes.
    pub data_type: Option<&'a DataType>,
    /// The number of axes of a chunk as it is there.
    pub rank: usize,
    /// The shape of a chunk as it is there, behind the codecs that change its axes; None where chunks differ in shape.
    pub chunk_shape: Option<Cow<'a, [u64]>>,
}

impl Input<'_> {
    /// The bytes of one item as compressors count them: of an element, or 1 for plain bytes.
    pub fn item_size(&self) -> usize {
        self.data_type.map_or(1, |data_type| data_type.size())
    }
}
