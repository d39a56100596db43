//! The requests to a store that fill one window of a buffer.

use super::chunks::Chunks;
use super::ranges::{self, Ranges};
use super::shard::{Shard, part_of};
use crate::error::Result;
use crate::grid::{Tiles, Window, byte_size};

/// How much of a chunk or shard to fetch.
#[derive(Debug)]
pub(super) enum FetchPlan {
    /// Read the wanted ranges of an unencoded chunk one by one, straight to their places.
    Straight,
    /// Read these bytes of an unencoded chunk.
    Ranges(Box<Ranges>),
    /// A chunk as it is stored.
    Chunk {
        /// The most bytes that it may have.
        most: u64,
    },
    /// A shard as it is stored, or its index and some inner chunks.
    Shard {
        /// The numbers of these in the index; None: all of the shard.
        numbers: Option<Vec<usize>>,
    },
}

/// How stores are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asking {
    /// For one window after the other, by the thread that fills it.
    OneByOne,
    /// For many windows at once, by the calling thread.
    Together,
}

impl FetchPlan {
    /// The plan for a window; `converts`: its elements have another type than those of chunks.
    pub fn new(chunks: &Chunks, window: &Window, asking: Asking, converts: bool) -> Result<Self> {
        let position = &window.tile().position;
        if let Some(shards) = &chunks.shards {
            let (shard, part) = (&*shards.at(position)?, part_of(window.tile()));
            let touched = || Tiles::new(&part, &shard.grid).map_or(u64::MAX, |touched| touched.total());
            let is_picked = is_worth_picking(chunks, position, touched)?;
            return Ok(Self::Shard { numbers: is_picked.then(|| shard.numbers_in(&part)).transpose()? });
        }
        if !chunks.metadata.chain.is_raw() {
            return Ok(Self::Chunk { most: chunks.most_of_chunk(position)? });
        }
        if asking == Asking::OneByOne && !converts && chunks.store.capabilities().reads_into {
            return Ok(Self::Straight);
        }
        // Elements are converted all at once, and one request reads also the bytes between them.
        let gap = if converts || asking == Asking::OneByOne { usize::MAX } else { ranges::FAR_GAP };
        let ranges = chunks.ranges(window, gap)?;
        let size = chunks.layouts.of(position)?.size;
        let is_all = ranges.is_one() && ranges.parts().all(|part| part.bytes == (0..size));
        Ok(if is_all { Self::Chunk { most: chunks.most_of_chunk(position)? } } else { Self::Ranges(Box::new(ranges)) })
    }

    /// The requests that it begins with.
    pub fn requests(&self) -> usize {
        if let Self::Ranges(ranges) = self { ranges.parts().count() } else { 1 }
    }

    /// The bytes that are expected in memory for it, about.
    pub fn bytes(&self, chunks: &Chunks, window: &Window) -> Result<u64> {
        let position = &window.tile().position;
        match (self, &chunks.shards) {
            (Self::Ranges(ranges), _) => Ok(ranges.parts().map(|part| part.bytes.len() as u64).sum()),
            (Self::Shard { numbers }, Some(shards)) => {
                let shard = &*shards.at(position)?;
                let touched = numbers.as_ref().map_or(u64::MAX, |numbers| numbers.len() as u64);
                let inner = bytes_of(chunks, shard.inner_shape());
                Ok(touched.saturating_mul(inner).min(bytes_of(chunks, shard.shape())))
            }
            _ => Ok(chunks.layouts.of(position)?.size as u64),
        }
    }
}

impl Shard<'_> {
    /// The size limit for reading a shard at once where that is best: parts of a bare shard can be read instead.
    pub(super) fn most_at_once(&self, limit: u64) -> u64 {
        if self.is_bare() { self.most(limit) } else { self.most_with_gaps(limit) }
    }

    /// True if no codec wraps the shard, so its parts can be read by range.
    pub(super) fn is_bare(&self) -> bool {
        self.chain.bytes_to_bytes().is_empty()
    }
}

/// True if inner chunks should be fetched individually: at most half of those inside the array are needed, and no codec
/// surrounds the shard.
pub(super) fn is_worth_picking(chunks: &Chunks, position: &[u64], touched: impl FnOnce() -> u64) -> Result<bool> {
    let Some(shards) = &chunks.shards else { return Ok(false) };
    let shard = &*shards.at(position)?;
    let inside = shard.chunks_of(&shards.elements_inside(position, &chunks.metadata.shape));
    Ok(shard.is_bare() && touched().saturating_mul(2) <= inside)
}

impl Chunks<'_> {
    /// The ranges of an unencoded chunk that a window needs; gaps of at most `gap` bytes are read as well.
    pub(super) fn ranges(&self, window: &Window, gap: usize) -> Result<Ranges> {
        let tile = window.tile();
        let layout = self.layouts.of(&tile.position)?;
        Ranges::new(layout.block(tile), &tile.count, self.metadata.data_type.size(), layout.size, gap)
    }
}

/// The bytes of elements of this shape in memory; `u64::MAX` on overflow.
fn bytes_of(chunks: &Chunks, shape: &[u64]) -> u64 {
    let data_type = &chunks.metadata.data_type;
    let item = if data_type.is_variable() { 1 } else { data_type.size() };
    byte_size(shape, item).map_or(u64::MAX, |bytes| bytes as u64)
}
