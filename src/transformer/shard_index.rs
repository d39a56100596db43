//! The index of a shard, and the putting together of a shard from its parts: what the sharding codec and the sharding
//! transformer have in common.

use crate::error::{Error, Result};
use std::collections::HashMap;
use std::ops::Range;

/// Offset and length of one inner chunk, eight bytes each.
pub const ENTRY: usize = 16;

/// The entry of an inner chunk that is missing.
const MISSING: [u8; ENTRY] = [0xff; ENTRY];

/// Where the inner chunks of one shard lie: for each, in C order, its first byte and the number of its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardIndex {
    /// Native byte order.
    entries: Vec<u8>,
}

impl ShardIndex {
    /// An index without any inner chunk.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`] when there is none for it.
    pub fn empty(chunks: usize) -> Result<Self> {
        let size = chunks.saturating_mul(ENTRY);
        let mut entries = Vec::new();
        entries
            .try_reserve_exact(size)
            .map_err(|_| Error::no_memory(format!("no memory for the {size} bytes of the index of a shard")))?;
        entries.resize(size, 0xff);
        Ok(Self { entries })
    }

    /// An index of numbers in native byte order.
    pub fn from_native(entries: Vec<u8>) -> Self {
        Self { entries }
    }

    /// An index of numbers with the least significant byte first.
    pub fn from_little_endian(stored: &[u8]) -> Self {
        let native = |number: &[u8]| number.try_into().map_or(u64::MAX, u64::from_le_bytes).to_ne_bytes();
        Self { entries: stored.chunks_exact(8).flat_map(native).collect() }
    }

    /// The numbers in native byte order.
    pub fn into_native(self) -> Vec<u8> {
        self.entries
    }

    /// The numbers with the least significant byte first.
    pub fn to_little_endian(&self) -> Vec<u8> {
        let stored = |number: &[u8]| number.try_into().map_or(u64::MAX, u64::from_ne_bytes).to_le_bytes();
        self.entries.chunks_exact(8).flat_map(stored).collect()
    }

    /// The bytes of an inner chunk, counted from the start of the shard; None where it is missing.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Data`] for an entry that can't be.
    pub fn get(&self, chunk: usize) -> Result<Option<Range<u64>>> {
        let place = chunk * ENTRY;
        let number = |at: usize| self.entries.get(at..at + 8)?.try_into().ok().map(u64::from_ne_bytes);
        let (Some(offset), Some(length)) = (number(place), number(place + 8)) else {
            return Err(Error::internal("an inner chunk that the index does not have"));
        };
        match (offset, length) {
            (u64::MAX, u64::MAX) => Ok(None),
            (u64::MAX, _) | (_, u64::MAX) => {
                Err(Error::data("one half of its index entry is the mark of missing chunks"))
            }
            _ => match offset.checked_add(length) {
                Some(end) => Ok(Some(offset..end)),
                None => Err(Error::data(format!("{length} bytes from byte {offset} on are no part of a shard"))),
            },
        }
    }

    /// Whether it says anything of an inner chunk but that it is missing.
    pub fn has(&self, chunk: usize) -> bool {
        self.entries.get(chunk * ENTRY..).and_then(<[u8]>::first_chunk::<ENTRY>).is_some_and(|entry| *entry != MISSING)
    }

    /// The number of inner chunks that it has.
    pub fn count(&self) -> usize {
        self.entries.as_chunks::<ENTRY>().0.iter().filter(|entry| **entry != MISSING).count()
    }

    /// Says where an inner chunk lies.
    pub fn set(&mut self, chunk: usize, offset: u64, length: u64) {
        let place = chunk * ENTRY;
        if let Some(entry) = self.entries.get_mut(place..place + ENTRY) {
            entry[..8].copy_from_slice(&offset.to_ne_bytes());
            entry[8..].copy_from_slice(&length.to_ne_bytes());
        }
    }
}

/// Bytes of a shard that is in memory.
///
/// # Errors
/// [`crate::ErrorKind::Data`] where it ends before.
pub fn slice(shard: &[u8], range: Range<u64>) -> Result<&[u8]> {
    let bounds = usize::try_from(range.start).ok().zip(usize::try_from(range.end).ok());
    bounds.and_then(|(start, end)| shard.get(start..end)).ok_or_else(|| outside(&range))
}

/// The error of an index that points past the end.
pub fn outside(range: &Range<u64>) -> Error {
    Error::data(format!("the shard ends before byte {}, where the index says that the inner chunk ends", range.end))
}

/// A shard while its inner chunks are put together.
#[derive(Debug)]
pub struct ShardBuilder {
    index: ShardIndex,
    body: Vec<u8>,
    any: bool,
    /// Where bytes of the old shard went that several entries may share.
    kept: HashMap<(u64, u64), u64>,
    kept_bytes: usize,
}

impl ShardBuilder {
    /// A shard without inner chunks yet, in memory that may have been used before; so many bytes in front of the first of
    /// them are left for the index.
    ///
    /// # Errors
    /// As [`ShardIndex::empty`].
    pub fn new(chunks: usize, front: usize, mut body: Vec<u8>) -> Result<Self> {
        let index = ShardIndex::empty(chunks)?;
        body.clear();
        body.try_reserve(front).map_err(|_| Error::no_memory(format!("no memory for an index of {front} bytes")))?;
        body.resize(front, 0);
        Ok(Self { index, body, any: false, kept: HashMap::new(), kept_bytes: 0 })
    }

    /// Where the next inner chunk begins.
    fn end(&self) -> u64 {
        self.body.len() as u64
    }

    /// Adds an inner chunk.
    pub fn add(&mut self, number: usize, value: &[u8]) {
        self.index.set(number, self.end(), value.len() as u64);
        self.body.extend_from_slice(value);
        self.any = true;
    }

    /// Takes an inner chunk over as it is stored in an old shard. Entries that share bytes go on sharing them.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Data`] for entries that overlap.
    pub fn keep(&mut self, number: usize, bytes: &[u8], range: Range<u64>, old_size: usize) -> Result<()> {
        self.any = true;
        if let Some(offset) = self.kept.get(&(range.start, range.end)) {
            self.index.set(number, *offset, bytes.len() as u64);
            return Ok(());
        }
        // Entries that overlap in other ways could make a small shard as large as the square of its size.
        self.kept_bytes += bytes.len();
        if self.kept_bytes > old_size {
            return Err(Error::data("the inner chunks of the shard overlap"));
        }
        self.kept.insert((range.start, range.end), self.end());
        self.add(number, bytes);
        Ok(())
    }

    /// The same, with or without inner chunks.
    pub fn into_parts(self) -> (ShardIndex, Vec<u8>) {
        (self.index, self.body)
    }

    /// The index, and the bytes of the inner chunks behind the place that was left for it; None where there is no inner
    /// chunk.
    pub fn finish(self) -> Option<(ShardIndex, Vec<u8>)> {
        self.any.then_some((self.index, self.body))
    }
}
