//! Sharding (`sharding_indexed` of final v3; the `indexed` storage transformer of the 2022 draft has the same bytes): a
//! chunk that is cut into inner chunks, each encoded by itself, with an index of their offsets and lengths.
//!
//! Here is what the bytes mean. Which inner chunks to fetch, and how they reach a buffer, is the engine's business.

use super::variable_length::decode_unbounded;
use super::{Chain, Codec};
use crate::codec::bytes::BytesCodec;
use crate::codec::checksums;
use crate::codec::kinds::CodecInfo;
use crate::codec::limits::most_between;
use crate::codec::scratch::{Scratch, copied, zeros};
use crate::codec::shard_index::{ENTRY, ShardIndex};
use crate::codec::transpose::AxisOrder;
use crate::dtype::{ByteOrder, DataType, Dialect};
use crate::error::{Error, Result, ResultExt, Term};
use crate::grid::{byte_size, element_count};
use crate::json::Object;
use std::borrow::Cow;

/// The name of the codec in final v3. Its configuration holds codecs again, so the format reads it.
pub const NAME: &str = "sharding_indexed";

/// The position of the index in a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexLocation {
    /// Before the inner chunks.
    Start,
    /// After the inner chunks.
    End,
}

impl IndexLocation {
    /// Its name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::End => "end",
        }
    }
}

/// How the index is stored.
#[derive(Clone, Debug)]
pub struct IndexCodecs {
    /// The codecs of the array of offsets and lengths.
    pub chain: Chain,
    /// The position of the index.
    pub location: IndexLocation,
    /// True if the document does not say whether the index has a checksum (drafts of 2023), so that it may be missing.
    pub guessed: bool,
}

impl IndexCodecs {
    /// Little-endian at the end, with or without a checksum.
    ///
    /// # Errors
    /// Never: the codecs fit together.
    pub fn little_endian(rank: usize, checksum: bool) -> Result<Self> {
        let data_type = Self::data_type()?;
        let bytes = Codec::from(BytesCodec::new(&data_type, ByteOrder::Little));
        let checksum = checksum.then(|| Codec::BytesToBytes(checksums::plain_crc32c()));
        let codecs = std::iter::once(bytes).chain(checksum).collect();
        let chain = Chain::new(codecs, &data_type, rank + 1)?;
        Ok(Self { chain, location: IndexLocation::End, guessed: false })
    }

    /// The data type of every index.
    ///
    /// # Errors
    /// Never: the type is known.
    pub fn data_type() -> Result<DataType> {
        DataType::from_name("uint64", None)
    }

    /// True if it is stored as in the 2022 draft: little-endian at the end, without further codecs.
    pub fn is_raw_little_endian(&self) -> bool {
        let plain = self.chain.is_raw() && self.chain.axes().is_none() && !self.guessed;
        plain && self.chain.byte_order() == ByteOrder::Little && self.location == IndexLocation::End
    }
}

/// The array→bytes codec that makes shards. All shapes are in the order of axes that the codec sees.
#[derive(Clone, Debug)]
pub struct Sharding {
    chunk_shape: Vec<u64>,
    grid: Vec<u64>,
    chain: Chain,
    index: IndexCodecs,
    chunks: usize,
    index_size: usize,
    /// The most bytes that an inner chunk can have.
    inner_bound: Option<usize>,
    bound: Option<usize>,
}

impl Sharding {
    /// Shards of `shard_shape` with inner chunks of `chunk_shape`, encoded by `chain`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] for shapes that don't divide, or an index whose size can't be known.
    pub fn new(
        shard_shape: &[u64],
        chunk_shape: &[u64],
        data_type: &DataType,
        chain: Chain,
        index: IndexCodecs,
    ) -> Result<Self> {
        let fixed = index.chain.bytes_to_bytes().iter().all(|codec| codec.fixed_size());
        if index.chain.sharding().is_some() || !fixed {
            return Err(wrong("index_codecs must give an index of a known size".into()));
        }
        let inner_bound = byte_size(chunk_shape, data_type.size()).and_then(|size| chain.encoded_bound(size));
        let (chunk_shape, grid) = (chunk_shape.to_vec(), Vec::new());
        Self { chunk_shape, grid, chain, index, chunks: 0, index_size: 0, inner_bound, bound: None }
            .for_shards(shard_shape)
    }

    /// This codec for shards of another shape.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] for a shape that the inner chunks don't divide, or an index that memory can't
    /// hold.
    pub fn for_shards(self, shard_shape: &[u64]) -> Result<Self> {
        let chunk_shape = &self.chunk_shape;
        if shard_shape.len() != chunk_shape.len() {
            let (wanted, given) = (shard_shape.len(), chunk_shape.len());
            return Err(wrong(format!("the shard has {wanted} dimensions, the inner chunk {given}")));
        }
        let mut axes = shard_shape.iter().zip(chunk_shape).enumerate();
        if let Some((axis, (shard, chunk))) = axes.find(|(_, (shard, chunk))| **chunk == 0 || *shard % *chunk != 0) {
            return Err(wrong(format!(
                "{}: the length of a chunk in it, {chunk}, does not divide that of the shard, {shard}",
                Term::dimension(axis, shard_shape.len())
            )));
        }
        let grid: Vec<u64> = shard_shape.iter().zip(chunk_shape).map(|(shard, chunk)| shard / chunk).collect();
        let chunks = element_count(&grid).and_then(|chunks| usize::try_from(chunks).ok());
        let sizes = chunks.and_then(|chunks| {
            let size = chunks.checked_mul(ENTRY).filter(|size| *size <= isize::MAX as usize)?;
            let stored = self.index.chain.encoded_bound(size).filter(|size| *size <= isize::MAX as usize)?;
            Some((chunks, stored))
        });
        let Some((chunks, index_size)) = sizes else {
            return Err(wrong(format!("an index of {grid:?} inner chunks is larger than memory can be")));
        };
        if index_size as u64 > most_between((chunks * ENTRY) as u64) {
            return Err(wrong(format!("index_codecs make {index_size} bytes of an index of {chunks} inner chunks")));
        }
        let bound = self.inner_bound.and_then(|size| size.checked_mul(chunks)?.checked_add(index_size));
        Ok(Self { grid, chunks, index_size, bound, ..self })
    }

    /// Elements of an inner chunk along each axis.
    pub fn chunk_shape(&self) -> &[u64] {
        &self.chunk_shape
    }

    /// Inner chunks along each axis.
    pub fn grid(&self) -> &[u64] {
        &self.grid
    }

    /// The codecs of the inner chunks.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// How the index is stored.
    pub fn index(&self) -> &IndexCodecs {
        &self.index
    }

    /// The inner chunks of a shard.
    pub fn chunks(&self) -> usize {
        self.chunks
    }

    /// The bytes of the stored index.
    pub fn index_size(&self) -> usize {
        self.index_size
    }

    /// The most bytes that an inner chunk can have.
    pub fn inner_bound(&self) -> Option<usize> {
        self.inner_bound
    }

    /// The most bytes that a shard without unused ones can have.
    pub fn encoded_bound(&self) -> Option<usize> {
        self.bound
    }

    /// The stored index of a whole shard.
    ///
    /// # Errors
    /// As [`Sharding::decode_index`].
    pub fn index_of(&self, shard: &[u8]) -> Result<ShardIndex> {
        let size = self.index_size.min(shard.len());
        let stored = match self.index.location {
            IndexLocation::Start => &shard[..size],
            IndexLocation::End => &shard[shard.len() - size..],
        };
        self.decode_index(stored)
    }

    /// Reads the index from the first or last bytes of a shard, as many of [`Sharding::index_size`] as there are.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Data`] for a shard that is too short, or a wrong checksum.
    pub fn decode_index(&self, stored: &[u8]) -> Result<ShardIndex> {
        let size = self.chunks * ENTRY;
        let decoded = match (self.decode_whole_index(stored), self.index.guessed) {
            (Err(_), true) if stored.len() >= size => {
                // The checksum was optional in that draft, and the document does not say which form it is.
                ShardIndex::from_little_endian(&stored[stored.len() - size..])
            }
            (decoded, _) => decoded.map(ShardIndex::from_native),
        };
        decoded.context(|| "the index of the shard")
    }

    fn decode_whole_index(&self, stored: &[u8]) -> Result<Vec<u8>> {
        if stored.len() != self.index_size {
            let (has, wanted) = (stored.len(), self.index_size);
            return Err(Error::data(format!("it takes {wanted} bytes, but the shard has only {has}")));
        }
        let mut decoded = zeros(self.chunks * ENTRY)?;
        self.index.chain.decode(stored, &mut decoded, &mut Scratch::new())?;
        self.reorder(decoded, false)
    }

    /// The stored form of an index.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for an unknown codec.
    pub fn encode_index(&self, index: ShardIndex) -> Result<Vec<u8>> {
        let mut entries = self.reorder(index.into_native(), true)?;
        let mut output = Vec::new();
        copied(self.index.chain.encode(&mut entries, &mut output, &mut Scratch::new())?)
    }

    /// Between the order of axes in which the index is stored and C order.
    fn reorder(&self, entries: Vec<u8>, store: bool) -> Result<Vec<u8>> {
        let Some(axes) = self.index.chain.axes() else { return Ok(entries) };
        let mut shape = self.grid.clone();
        shape.push(2);
        let moved = AxisOrder::new(&shape, axes, 8);
        let mut result = zeros(entries.len())?;
        if store {
            moved.encode(&entries, &mut result)?
        } else {
            moved.decode(&entries, &mut result)?
        }
        Ok(result)
    }
}

impl CodecInfo for Sharding {
    fn name(&self) -> &'static str {
        NAME
    }

    fn inside(&self, show: &mut dyn FnMut(Option<&dyn CodecInfo>)) {
        self.chain.show(show);
        self.index.chain.show(show);
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        Err(Error::internal("the codecs inside a shard are spelled by its format"))
    }

    fn decoding(&self) -> Object {
        let index = Object::new().with("codecs", self.index.chain.decoding()).with("guessed", self.index.guessed);
        let inner = Object::new().with("shape", self.chunk_shape.clone()).with("codecs", self.chain.decoding());
        Object::new().with("inner", inner).with("index", index.with("location", self.index.location.name()))
    }
}

fn wrong(why: String) -> Error {
    Error::metadata(format!("codec {NAME:?}: {why}"))
}

impl Chain {
    /// Elements of the outermost inner chunks along each axis, in the order in which the chain is handed the axes; None
    /// without shards.
    pub fn inner_shape(&self) -> Option<Vec<u64>> {
        let mut shape = self.sharding()?.chunk_shape().to_vec();
        if let Some(axes) = self.axes() {
            axes.iter().zip(self.sharding()?.chunk_shape()).for_each(|(axis, length)| shape[*axis] = *length);
        }
        Some(shape)
    }

    /// Decodes the bytes→bytes codecs after the sharding codec; returns the bare shard.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Data`] for anything corrupt, [`crate::ErrorKind::Limit`] for more than `limit` bytes.
    pub fn decode_shard<'a>(&self, stored: &'a [u8], limit: u64) -> Result<Cow<'a, [u8]>> {
        let mut bounds = Vec::new();
        let mut bound = self.sharding().and_then(|sharding| sharding.encoded_bound());
        for codec in self.bytes_to_bytes() {
            bounds.push(bound);
            bound = bound.and_then(|bound| codec.encoded_bound(bound));
        }
        let mut data = Cow::Borrowed(stored);
        for (codec, bound) in self.bytes_to_bytes().iter().zip(bounds).rev() {
            data = decode_unbounded(&**codec, data, bound, limit)?;
        }
        Ok(data)
    }

    /// Encodes a bare shard with the bytes→bytes codecs after the sharding codec.
    ///
    /// # Errors
    /// Errors of a codec.
    pub fn encode_shard(&self, mut shard: Vec<u8>) -> Result<Vec<u8>> {
        for codec in self.bytes_to_bytes() {
            let mut next = Vec::new();
            codec.encode(&shard, &mut next)?;
            shard = next;
        }
        Ok(shard)
    }
}
