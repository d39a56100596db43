//! The index of a shard, and the putting together of a shard from its parts.

use crate::error::{Error, Result};
use std::collections::HashMap;
use std::ops::Range;

/// Offset and length of one inner chunk, eight bytes each.
pub const ENTRY: usize = 16;

/// The entry of an inner chunk that is missing.
const MISSING: [u8; ENTRY] = [0xff; ENTRY];

/// The byte ranges of the inner chunks of one shard: for each, in C order, its offset and its length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardIndex {
    /// Native byte order.
    entries: Vec<u8>,
}

impl ShardIndex {
    /// An index without any inner chunk.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`] if the allocation fails.
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
    ///
    /// # Errors
    /// As [`ShardIndex::empty`].
    pub fn from_little_endian(stored: &[u8]) -> Result<Self> {
        let mut index = Self::empty(stored.len() / ENTRY)?;
        for (native, stored) in index.entries.as_chunks_mut().0.iter_mut().zip(stored.as_chunks().0) {
            *native = u64::from_le_bytes(*stored).to_ne_bytes();
        }
        Ok(index)
    }

    /// The numbers in native byte order.
    pub fn into_native(self) -> Vec<u8> {
        self.entries
    }

    /// The numbers with the least significant byte first.
    pub fn into_little_endian(mut self) -> Vec<u8> {
        for number in self.entries.as_chunks_mut().0 {
            *number = u64::from_ne_bytes(*number).to_le_bytes();
        }
        self.entries
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

    /// True if the index lists an inner chunk that is stored.
    pub fn has(&self, chunk: usize) -> bool {
        self.entries.get(chunk * ENTRY..).and_then(<[u8]>::first_chunk::<ENTRY>).is_some_and(|entry| *entry != MISSING)
    }

    /// The number of inner chunks that it has.
    pub fn count(&self) -> usize {
        self.entries.as_chunks::<ENTRY>().0.iter().filter(|entry| **entry != MISSING).count()
    }

    /// Sets the byte range of an inner chunk.
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

/// Reserves room for more bytes of a shard. Doubles the capacity, to avoid moving many small parts each time; if that
/// allocation fails, reserves only the needed bytes.
fn reserve(body: &mut Vec<u8>, more: usize) -> Result<()> {
    let reserved = body.try_reserve(more).or_else(|_| body.try_reserve_exact(more));
    reserved.map_err(|_| no_memory(body.len().saturating_add(more)))
}

/// Appends bytes to a shard.
///
/// # Errors
/// [`crate::ErrorKind::NoMemory`] if the allocation fails.
pub fn append(body: &mut Vec<u8>, more: &[u8]) -> Result<()> {
    reserve(body, more.len())?;
    body.extend_from_slice(more);
    Ok(())
}

fn no_memory(size: usize) -> Error {
    Error::no_memory(format!("no memory for a shard of {size} bytes"))
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
    /// An empty shard in a reused buffer, with `front` bytes reserved for an index before the inner chunks. `bound`:
    /// the expected maximum size, 0 if unknown.
    ///
    /// # Errors
    /// As [`ShardIndex::empty`].
    pub fn new(chunks: usize, front: usize, bound: usize, mut body: Vec<u8>) -> Result<Self> {
        let index = ShardIndex::empty(chunks)?;
        body.clear();
        // Reserving all at once takes half the memory of growing step by step. If it fails, a smaller buffer may
        // suffice.
        let _ = body.try_reserve_exact(bound);
        reserve(&mut body, front)?;
        body.resize(front, 0);
        Ok(Self { index, body, any: false, kept: HashMap::new(), kept_bytes: 0 })
    }

    /// Where the next inner chunk begins.
    fn end(&self) -> u64 {
        self.body.len() as u64
    }

    /// Adds an inner chunk.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`] if the allocation fails.
    pub fn add(&mut self, number: usize, value: &[u8]) -> Result<()> {
        let offset = self.end();
        append(&mut self.body, value)?;
        self.index.set(number, offset, value.len() as u64);
        self.any = true;
        Ok(())
    }

    /// Takes an inner chunk over as it is stored in an old shard. Entries that share bytes go on sharing them.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Data`] for entries that overlap; as [`ShardBuilder::add`].
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
        self.kept.try_reserve(1).map_err(|_| no_memory(ENTRY))?;
        self.kept.insert((range.start, range.end), self.end());
        self.add(number, bytes)
    }

    /// As [`ShardBuilder::finish`], also for a shard without inner chunks.
    pub fn into_parts(self) -> (ShardIndex, Vec<u8>) {
        (self.index, self.body)
    }

    /// The index, and the bytes of the inner chunks after the room reserved for the index; None for an empty shard.
    pub fn finish(self) -> Option<(ShardIndex, Vec<u8>)> {
        self.any.then_some((self.index, self.body))
    }
}
