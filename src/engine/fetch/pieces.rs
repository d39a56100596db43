//! Parts of a shard: its index, and then only the inner chunks that are wanted, in as few requests as the store allows.

use crate::codec::{IndexLocation, Scratch};
use crate::codec::{ShardIndex, outside, slice};
use crate::engine::chunks::Chunks;
use crate::engine::shard::{Shard, inner_name};
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::store::{self, ByteRange, ValueReader, Version, pause_point};
use std::ops::Range;
use std::sync::Arc;

/// Parts of a shard that were fetched.
#[derive(Debug)]
pub(in crate::engine) struct Pieces {
    pub index: Arc<ShardIndex>,
    /// The version of the shard, if it will be cached and the store has versions.
    pub version: Version,
    /// Memory that may have been used before.
    memory: Vec<Vec<u8>>,
    /// The ranges of the shard that were read, ascending and without overlap.
    ranges: Vec<PieceRange>,
    /// True if the shard can't be read in another way when these ranges are inconsistent.
    pub is_last: bool,
}

#[derive(Debug)]
struct PieceRange {
    /// The first byte in the shard.
    start: u64,
    /// The number of the memory.
    memory: usize,
    /// The bytes in it.
    bytes: Range<usize>,
}

impl Pieces {
    /// No piece yet, beside the index.
    pub fn new(index: ShardIndex, version: Version) -> Self {
        Self { index: Arc::new(index), version, memory: Vec::new(), ranges: Vec::new(), is_last: false }
    }

    /// Appends bytes of the shard; `start` must be past the ranges added before.
    pub fn add(&mut self, start: u64, value: Vec<u8>) {
        self.ranges.push(PieceRange { start, memory: self.memory.len(), bytes: 0..value.len() });
        self.memory.push(value);
    }

    /// Bytes of the shard.
    ///
    /// # Errors
    /// [`ErrorKind::Data`] where they were not stored.
    pub fn find(&self, range: Range<u64>) -> Result<&[u8]> {
        if range.is_empty() {
            return Ok(&[]);
        }
        let after = self.ranges.partition_point(|place| place.start <= range.start);
        let Some(place) = after.checked_sub(1).and_then(|at| self.ranges.get(at)) else {
            return Err(Error::internal("a part of a shard was not fetched"));
        };
        let bytes = &self.memory[place.memory][place.bytes.clone()];
        slice(bytes, range.start - place.start..range.end - place.start).map_err(|_| outside(&range))
    }

    pub fn give_back(self, scratch: &mut Scratch) {
        self.memory.into_iter().for_each(|memory| scratch.give(memory));
    }
}

impl Chunks<'_> {
    /// Fetches the index of a shard and the inner chunks of these numbers. None: the shard is missing.
    pub(super) fn fetch_pieces(
        &self,
        shard: &Shard,
        key: &str,
        numbers: &[usize],
        is_kept: bool,
        scratch: &mut Scratch,
    ) -> Result<Option<Pieces>> {
        let value = store::pin(self.store, key)?;
        let Some(index) = fetch_index(shard, &*value)? else { return Ok(None) };
        pause_point("shard.index_read");
        let ranges = wanted_ranges(shard, &index, self.limit, numbers)?;
        let mut pieces = Pieces::new(index, None);
        if value.at_once() == 0 {
            // Each range may be a separate request, into reused memory: an allocation would take longer than a small
            // read.
            let mut memory = scratch.take(room_for(&ranges, value.size()?)?)?;
            let mut end = 0;
            for range in &ranges {
                let bytes = end..end + (range.end - range.start) as usize;
                value.read_into(range.start, &mut memory[bytes.clone()])?;
                end = bytes.end;
                pieces.ranges.push(PieceRange { start: range.start, memory: 0, bytes });
            }
            pieces.memory.push(memory);
        } else if !ranges.is_empty() {
            let requests: Vec<ByteRange> = ranges.iter().map(request).collect();
            let answers = value.get_many(&requests).map_err(beyond_the_end)?;
            let answers = answers.ok_or_else(erased)?;
            ranges.iter().zip(answers).for_each(|(range, answer)| pieces.add(range.start, answer));
        }
        if is_kept {
            pieces.version = value.version();
        }
        Ok(Some(pieces))
    }
}

/// The index of a bare shard; None: the shard is missing.
///
/// # Errors
/// [`ErrorKind::Data`] for one that can't be decoded; errors of the store.
pub(in crate::engine) fn fetch_index(shard: &Shard, value: &dyn ValueReader) -> Result<Option<ShardIndex>> {
    let stored = value.get_many(&[index_range(shard)])?.and_then(|mut stored| stored.pop());
    stored.map(|stored| shard.sharding.decode_index(&stored)).transpose()
}

fn erased() -> Error {
    Error::data("the shard was erased while it was read")
}

/// The total length of disjoint ranges of a value.
fn room_for(ranges: &[Range<u64>], size: Option<u64>) -> Result<usize> {
    let size = size.ok_or_else(erased)?;
    if let Some(range) = ranges.last().filter(|range| range.end > size) {
        return Err(outside(range));
    }
    // Not more than the value has.
    let room = ranges.iter().map(|range| range.end - range.start).sum::<u64>();
    usize::try_from(room).map_err(|_| Error::no_memory(format!("no memory for {room} bytes of a shard")))
}

/// The request for a range.
pub(super) fn request(range: &Range<u64>) -> ByteRange {
    ByteRange::From { start: range.start, length: Some(range.end - range.start) }
}

/// The range of the index in a shard.
pub(super) fn index_range(shard: &Shard) -> ByteRange {
    let size = shard.sharding.index_size() as u64;
    match shard.sharding.index().location {
        IndexLocation::Start => ByteRange::From { start: 0, length: Some(size) },
        IndexLocation::End => ByteRange::Suffix(size),
    }
}

/// The bytes of some inner chunks of a shard, ascending.
pub(super) fn wanted_ranges(
    shard: &Shard,
    index: &ShardIndex,
    limit: u64,
    numbers: &[usize],
) -> Result<Vec<Range<u64>>> {
    let mut wanted = Vec::new();
    for number in numbers {
        let found = index.get(*number).and_then(|found| {
            found.as_ref().map_or(Ok(()), |range| check_inner(shard, range.end - range.start, limit))?;
            Ok(found)
        });
        wanted.extend(found.context(|| inner_name(&shard.position(*number)))?.filter(|range| !range.is_empty()));
    }
    Ok(merge(wanted))
}

/// Refuses an inner chunk that is too long, since an index can claim any length.
///
/// # Errors
/// [`ErrorKind::Data`].
pub(in crate::engine) fn check_inner(shard: &Shard, length: u64, limit: u64) -> Result<()> {
    let most = shard.most_of_inner(limit);
    if length > most {
        return Err(Error::data(format!("it has {length} bytes, more than the {most} that it may have")));
    }
    Ok(())
}

/// Joins ranges that overlap or touch: no byte is fetched twice, and none that is not wanted.
fn merge(mut ranges: Vec<Range<u64>>) -> Vec<Range<u64>> {
    ranges.sort_unstable_by_key(|range| (range.start, range.end));
    let mut merged: Vec<Range<u64>> = Vec::new();
    for range in ranges {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

/// A range that begins past the end is an error of the index, not of the caller.
fn beyond_the_end(error: Error) -> Error {
    match error.kind() {
        ErrorKind::OutOfBounds => error.of_kind(ErrorKind::Data).context("an inner chunk is past the end of the shard"),
        _ => error,
    }
}
