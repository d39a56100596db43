//! Putting fetched data into the caller's buffer: decoded, converted, and kept for the next read where that is
//! asked for.

mod cache_lookup;
mod partial_decode;
mod shard;

pub(super) use cache_lookup::CacheLookup;
pub(super) use shard::ShardTarget;

use super::cache::{CacheView, PendingEntry};
use super::chunks::Chunks;
use super::convert::Converter;
use super::fetch::Fetched;
use super::picks::{Cut, PickBuffer, Picks};
use super::ranges::Ranges;
use super::shard::Shard;
use super::threads::Worker;
use super::variable_length::FoundValues;
use crate::codec::Scratch;
use crate::error::{Error, Result};
use crate::grid::{MemoryBlock, Window};

/// Puts chunks into the caller's buffer.
pub(super) struct Placer<'a> {
    pub chunks: &'a Chunks<'a>,
    /// The cache of this store, for this array.
    pub cache: Option<CacheView<'a>>,
    /// Where elements of variable length are kept; then the buffer is for their numbers.
    pub found: Option<&'a FoundValues>,
    /// How elements become those of the buffer; None: they are the same.
    pub converter: Option<&'a Converter<'a>>,
}

/// The cache entry that decoded data will fill: of a chunk, or of an inner chunk with this number.
type CacheSlot<'k> = Option<(&'k PendingEntry, Option<usize>)>;

impl Placer<'_> {
    /// Puts fetched data into the buffer. False: the parts don't belong together, and must be fetched again.
    pub fn place(
        &self,
        window: &mut Window,
        fetched: &mut Fetched,
        keep: Option<&PendingEntry>,
        worker: &mut Worker,
    ) -> Result<bool> {
        match (fetched, &self.chunks.shards) {
            (Fetched::Placed, _) => {}
            (Fetched::Torn, _) => return Ok(false),
            (Fetched::Missing, _) => {
                self.forget(keep);
                self.fill(window)?;
            }
            (Fetched::Whole(value), None) => {
                self.place_and_keep(keep.map(|keep| (keep, None)), window, value.bytes(), worker)?;
            }
            (Fetched::Whole(value), Some(shards)) => {
                let shard = &*shards.at(&window.tile().position)?;
                let keep = keep.map(|keep| (keep, &value.version));
                self.place_stored(shard, ShardTarget::Window(window), value.bytes(), keep, worker)?;
            }
            (Fetched::Ranges(ranges, values), _) => self.place_ranges(window, ranges, values, worker.scratch)?,
            (Fetched::Pieces(pieces), _) => {
                let shard = &*self.chunks.shard(window)?;
                return self.place_pieces(shard, ShardTarget::Window(window), pieces, keep, worker);
            }
        }
        Ok(true)
    }

    /// As [`Placer::place`], for single elements of a shard.
    pub fn place_picks(
        &self,
        shard: &Shard,
        cut: &Cut<'_>,
        buffer: &PickBuffer<'_>,
        fetched: &Fetched,
        keep: Option<&PendingEntry>,
        worker: &mut Worker,
    ) -> Result<bool> {
        let target = ShardTarget::Picks(cut, buffer);
        match fetched {
            Fetched::Torn => return Ok(false),
            Fetched::Missing => {
                self.forget(keep);
                self.fill_picks(cut.picks, buffer)?;
            }
            Fetched::Whole(value) => {
                let keep = keep.map(|keep| (keep, &value.version));
                self.place_stored(shard, target, value.bytes(), keep, worker)?;
            }
            Fetched::Pieces(pieces) => return self.place_pieces(shard, target, pieces, keep, worker),
            Fetched::Placed | Fetched::Ranges(..) => return Err(Error::internal("a shard that is none was fetched")),
        }
        Ok(true)
    }

    /// Puts a whole encoded chunk, or an innermost chunk of a shard, into the buffer.
    fn place_chunk(&self, window: &mut Window, value: &[u8], worker: &mut Worker) -> Result<()> {
        let chain = self.chunks.chain;
        let layout = self.chunks.layouts.of(&window.tile().position)?;
        if let Some(found) = self.found {
            return found.place(self.chunks, window, value, &layout);
        }
        let block = layout.block(window.tile());
        if let Some(elements) = chain.view(value, layout.size)? {
            return self.copy(window, elements, &block, worker.scratch);
        }
        if self.converter.is_none()
            && let Some(bytes) = window.contiguous(&block.strides).filter(|bytes| bytes.len() == layout.size)
        {
            return chain.decode_parallel(value, bytes, worker.resources());
        }
        let mut elements = worker.scratch.take(layout.size)?;
        if !self.decode_wanted(window, value, &mut elements[..layout.size], worker.threads)? {
            chain.decode_parallel(value, &mut elements[..layout.size], worker.resources())?;
        }
        self.copy(window, &elements[..layout.size], &block, worker.scratch)?;
        worker.scratch.give(elements);
        Ok(())
    }

    /// Puts a fetched chunk into the buffer, and keeps it if that can be.
    fn place_and_keep(
        &self,
        keep: CacheSlot<'_>,
        window: &mut Window,
        value: &[u8],
        worker: &mut Worker,
    ) -> Result<()> {
        let layout = self.chunks.layouts.of(&window.tile().position)?;
        let cache = self.cache.filter(|cache| cache.has_room_for(layout.size));
        let (Some(cache), Some((keep, number))) = (cache, keep) else {
            return self.place_chunk(window, value, worker);
        };
        let mut elements = Vec::new();
        let room = elements.try_reserve_exact(layout.size);
        room.map_err(|_| Error::no_memory(format!("no memory for a chunk of {} bytes", layout.size)))?;
        match self.chunks.chain.view(value, layout.size)? {
            Some(bytes) => elements.extend_from_slice(bytes),
            None => {
                elements.resize(layout.size, 0);
                self.chunks.chain.decode_parallel(value, &mut elements, worker.resources())?;
            }
        }
        self.copy(window, &elements, &layout.block(window.tile()), worker.scratch)?;
        match number {
            None => cache.keep_chunk(keep, elements),
            Some(number) => cache.keep_inner(keep, number, elements),
        }
        Ok(())
    }

    /// Removes from the cache what a read has found to be another value, or gone.
    fn forget(&self, keep: Option<&PendingEntry>) {
        if let (Some(cache), Some(keep)) = (self.cache, keep) {
            cache.remove(keep);
        }
    }

    /// Copies bytes of an unencoded chunk into the buffer.
    fn place_ranges(
        &self,
        window: &mut Window,
        ranges: &Ranges,
        values: &mut [Vec<u8>],
        scratch: &mut Scratch,
    ) -> Result<()> {
        for (part, value) in ranges.parts().zip(values) {
            if value.len() != part.bytes.len() {
                let size = self.chunks.layouts.of(&window.tile().position)?.size;
                let end = part.bytes.start.saturating_add(value.len());
                return Err(Error::data(format!("the chunk ends at byte {end} of {size}")));
            }
            self.chunks.metadata.chain.finish(value);
            if ranges.is_one() {
                return self.copy(window, value, &ranges.block(), scratch);
            }
            window.copy_part_from(&part.start, &part.count, value, &ranges.block())?;
        }
        Ok(())
    }

    /// Puts elements of a decoded chunk into the buffer.
    fn copy(&self, window: &mut Window, elements: &[u8], block: &MemoryBlock, scratch: &mut Scratch) -> Result<()> {
        match self.converter {
            None => window.copy_from(elements, block),
            Some(converter) => converter.read(window, block.of(elements), scratch),
        }
    }

    /// Sets single elements to the fill value, for a missing chunk.
    fn fill_picks(&self, picks: &Picks<'_>, buffer: &PickBuffer<'_>) -> Result<()> {
        buffer.fill(picks, self.chunks.metadata.fill_value.element.bytes()?)
    }

    /// Writes the fill value, for a missing chunk.
    fn fill(&self, window: &mut Window) -> Result<()> {
        let element = self.chunks.metadata.fill_value.element.bytes()?;
        match (self.found, self.converter) {
            (Some(_), _) => FoundValues::fill(window),
            (None, Some(converter)) => converter.fill(window, element),
            (None, None) => window.fill(element),
        }
    }
}
