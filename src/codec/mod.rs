//! Codecs: how the elements of a chunk become the bytes of a value, and back.
//!
//! One chain serves every format: `[array→array]* , array→bytes , [bytes→bytes]*`. Each codec is one file and one row
//! of the table in [`registry`], which has its names in every dialect; it knows no store and no array. The modules are
//! listed in the order in which they use one another: each only those further down.

#[cfg(test)]
mod tests;
mod registry;
mod conditional;
pub mod user_codecs;
mod categorize;
mod split_vlen;
mod optional;
mod chain;
mod n5_block;
mod n5_lz4;
mod msgpack;
mod json2;
mod vlen;
#[cfg(feature = "zfp")]
mod zfp;
mod pcodec;
mod bit_packing;
mod filters;
mod reshape;
mod transpose;
mod bytes;
mod shuffle;
mod blosc;
mod lz4;
mod zstd;
mod deflate;
mod bz2;
mod lzma;
mod base64;
mod checksums;
mod shard_index;
mod filter;
mod config;
mod members;
mod kinds;
mod limits;
mod parallel;
mod scratch;
mod errors;

pub use bytes::BytesCodec;
pub use chain::{
    ArrayToArray, ArrayToBytes, Chain, ChunkElements, Codec, IndexCodecs, IndexLocation, Intermediate, SHARDING,
    Sharding, Unknown, add_filter, make_room,
};
pub use config::Input;
pub use filter::Filter;
pub use kinds::{BytesToBytes, CodecInfo, PartialDecoder, ValuesToBytes};
pub use limits::most_between;
pub use members::{Absent, ConfigMember, Configuration, MemberSpelling, Takes};
pub use n5_block::{N5Block, TYPES as N5_TYPES};
pub use n5_lz4::N5Lz4;
pub use optional::{NAME as OPTIONAL, Optional, not_optional};
pub use parallel::{Alone, Parallel, Resources, is_shared, over_spans, parts_in_task};
pub use registry::{
    configuration_of, is_called, is_read, names, object_type, parse, parse_request, register, spelling, spellings_of,
};
pub use reshape::Reshape;
pub use scratch::Scratch;
pub(crate) use scratch::copied;
pub use shard_index::{ShardBuilder, ShardIndex, append, outside, slice};
pub use split_vlen::{NAME as SPLIT_VLEN, SplitVlen};
pub use transpose::Transpose;
