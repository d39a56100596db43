//! Elements that are stored unencoded, read from the store into the caller's buffer with the fewest copies.
//!
//! Runs that are long in the buffer as well are read straight into it. Shorter runs pass through scratch memory,
//! several ranges at a time, in pieces that fit into the cache of a core. A run of several MiB is split among the
//! threads of the chunk, if reading parts of a value costs the store no more than reading the whole.

use crate::codec::{Chain, Scratch, over_spans};
use crate::engine::chunks::Chunks;
use crate::engine::ranges::{GAP, PIECE, Ranges, SPAN, TilePart};
use crate::engine::threads::{CallThreads, Worker};
use crate::error::{Error, Result};
use crate::grid::{MemoryBlock, Window};
use crate::store::{self, ValueReader};

/// The ranges of a chunk that go straight into a window.
struct Straight<'s> {
    chain: &'s Chain,
    ranges: Ranges,
    /// True if each range is one run in the buffer as well.
    is_direct: bool,
    /// The threads that read each range together; None: the calling thread reads them.
    sharers: Option<CallThreads>,
}

impl Chunks<'_> {
    /// Fills a window. False: the chunk is missing.
    pub(super) fn read_straight(&self, key: &str, window: &mut Window, worker: &mut Worker) -> Result<bool> {
        let size = self.layouts.of(&window.tile().position)?.size;
        let mut ranges = self.ranges(window, GAP)?;
        let is_direct = ranges.cut_to_runs(window.strides());
        let (threads, scratch) = (worker.threads, &mut *worker.scratch);
        let length = ranges.length();
        let is_worth_sharing = is_direct && threads.count() > 1 && length >= 2 * SPAN;
        let shared = if is_worth_sharing { store::pin_parts(self.store, key)? } else { None };
        let sharers = shared.is_some().then_some(threads);
        let mut straight = Straight { chain: &self.metadata.chain, ranges, is_direct, sharers };
        if straight.ranges.is_one() && sharers.is_none() && (is_direct || length <= PIECE) {
            let read = |start: usize, bytes: &mut [u8]| {
                let Some(filled) = self.store.get_into(key, start as u64, bytes)? else { return Ok(false) };
                // The size costs little here, so a chunk that is too long is found also when a part is read.
                check_size(filled.total, size)?;
                if filled.length < bytes.len() {
                    return Err(Error::data("the chunk became shorter while it was read"));
                }
                Ok(true)
            };
            return straight.read_at_once(&read, window, scratch);
        }
        let held = shared.map_or_else(|| store::pin(self.store, key), Ok)?;
        let Some(total) = held.size()? else { return Ok(false) };
        check_size(total, size)?;
        if !is_direct {
            straight.ranges.cut_to(held.at_once().max(PIECE));
            if let Some((axis, most @ 2..)) = straight.ranges.series() {
                return straight.read_series(axis, most, &*held, window, scratch).map(|()| true);
            }
        }
        let ranges = &straight.ranges;
        ranges.each_of(&ranges.part, |part| straight.read_part(part, &*held, window, scratch))?;
        Ok(true)
    }
}

impl Straight<'_> {
    /// Reads by a single request. False: the chunk is missing.
    fn read_at_once(
        &self,
        read: &dyn Fn(usize, &mut [u8]) -> Result<bool>,
        window: &mut Window,
        scratch: &mut Scratch,
    ) -> Result<bool> {
        let block = &self.ranges.block;
        if self.is_direct {
            let bytes = window.contiguous(&block.strides).ok_or_else(no_run)?;
            let found = read(block.offset, bytes)?;
            if found {
                self.chain.finish(bytes);
            }
            return Ok(found);
        }
        let length = self.ranges.length();
        let mut buffer = scratch.take(length)?;
        let found = read(block.offset, &mut buffer[..length])?;
        if found {
            self.chain.finish(&mut buffer[..length]);
            window.copy_from(&buffer[..length], &self.ranges.block())?;
        }
        scratch.give(buffer);
        Ok(found)
    }

    /// Reads up to `most` parts that follow one another along an axis into one scratch buffer, then copies them out
    /// together.
    fn read_series(
        &self,
        axis: usize,
        most: usize,
        held: &dyn ValueReader,
        window: &mut Window,
        scratch: &mut Scratch,
    ) -> Result<()> {
        let mut shape = self.ranges.part.clone();
        shape[axis] = most;
        let (length, distance) = (self.ranges.length(), self.ranges.stride(axis));
        let mut block: MemoryBlock = self.ranges.block();
        // Lengths inside a chunk fit.
        block.strides[axis] = length as isize;
        let mut buffer = scratch.take(length * most)?;
        self.ranges.each_of(&shape, |series| {
            let bytes = &mut buffer[..length * series.count[axis]];
            for (number, part) in bytes.chunks_exact_mut(length).enumerate() {
                held.read_into((series.bytes.start + number * distance) as u64, part)?;
            }
            self.chain.finish(bytes);
            window.copy_part_from(&series.start, &series.count, bytes, &block)
        })?;
        scratch.give(buffer);
        Ok(())
    }

    /// Reads one part of several.
    fn read_part(
        &self,
        part: &TilePart,
        held: &dyn ValueReader,
        window: &mut Window,
        scratch: &mut Scratch,
    ) -> Result<()> {
        let start = part.bytes.start as u64;
        if self.is_direct {
            let strides = &self.ranges.block.strides;
            let bytes = window.contiguous_part(&part.start, &part.count, strides).ok_or_else(no_run)?;
            let read = |start: u64, bytes: &mut [u8]| held.read_into(start, bytes).map(|()| self.chain.finish(bytes));
            let Some(threads) = &self.sharers else { return read(start, bytes) };
            // Spans of whole elements.
            let span = SPAN.next_multiple_of(self.ranges.item());
            return over_spans(threads, bytes, span, |number, bytes| read(start + (number * span) as u64, bytes));
        }
        let mut buffer = scratch.take(part.bytes.len())?;
        let bytes = &mut buffer[..part.bytes.len()];
        held.read_into(start, bytes)?;
        self.chain.finish(bytes);
        window.copy_part_from(&part.start, &part.count, bytes, &self.ranges.block())?;
        scratch.give(buffer);
        Ok(())
    }
}

fn no_run() -> Error {
    Error::internal("a run of elements is none in the buffer")
}

/// Refuses an unencoded chunk whose size is not that of its elements.
///
/// # Errors
/// [`crate::ErrorKind::Data`].
pub(in crate::engine) fn check_size(stored: u64, expected: usize) -> Result<()> {
    if stored == expected as u64 {
        return Ok(());
    }
    Err(Error::data(format!("the chunk has {stored} bytes where {expected} are expected")))
}
