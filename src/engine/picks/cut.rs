//! Splits picks by the chunks of a grid, with positions relative to each chunk.

use super::{PickEntries, PickLine, Picks, room};
use crate::engine::shard::Shard;
use crate::error::{Error, Result};
use crate::grid::{ChunkGrid, Tile};
use std::cmp::Ordering as Order;
use std::sync::atomic::{AtomicUsize, Ordering};

impl Picks<'_> {
    /// Cuts them along a grid that begins where the chunk does.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`], [`crate::ErrorKind::Limit`].
    pub fn cut<'c>(&'c self, grid: &'c ChunkGrid) -> Result<Cut<'c>> {
        let mut first = 0;
        let lines = self.lines.iter().map(|line| {
            let from = first;
            first += line.axes;
            let chunk = |entry, axis| grid.find(from + axis, self.element(from + axis, line.index(entry, axis)));
            Sorted::new(line.len(), |one, other| {
                let axes = (0..line.axes).map(|axis| chunk(one, axis).cmp(&chunk(other, axis)));
                axes.into_iter().find(|order| order.is_ne()).unwrap_or(Order::Equal)
            })
        });
        let lines = lines.collect::<Result<Vec<_>>>()?;
        let total = lines.iter().try_fold(1_usize, |total, line| total.checked_mul(line.ends.len()));
        let total = total.ok_or_else(|| Error::limit("the selection touches more chunks than can be counted"))?;
        Ok(Cut { picks: self, grid, lines, total })
    }
}

/// The entries of a line in the order of the chunks that hold them.
#[derive(Debug)]
struct Sorted {
    /// Sorted by chunk; the entries of one chunk keep the caller's order.
    entries: Vec<usize>,
    /// For each chunk, the end of its entries.
    ends: Vec<usize>,
}

impl Sorted {
    /// Sorts `count` entries by their chunks; `order` compares the chunks of two entries.
    fn new(count: usize, order: impl Fn(usize, usize) -> Order) -> Result<Self> {
        let mut entries = room(count)?;
        entries.extend(0..count);
        entries.sort_unstable_by(|one, other| order(*one, *other).then(one.cmp(other)));
        let is_end = |at: &usize| *at == count || order(entries[at - 1], entries[*at]).is_ne();
        let mut ends = room((1..=count).filter(is_end).count())?;
        ends.extend((1..=count).filter(is_end));
        Ok(Self { entries, ends })
    }

    /// The entries of one chunk.
    fn chunk(&self, index: usize) -> &[usize] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.entries[start..self.ends[index]]
    }
}

/// Picks by the chunks of a grid, each of which has some of them.
#[derive(Debug)]
pub struct Cut<'c> {
    /// All of them.
    pub(in crate::engine) picks: &'c Picks<'c>,
    grid: &'c ChunkGrid,
    lines: Vec<Sorted>,
    total: usize,
}

impl Cut<'_> {
    /// The number of chunks.
    pub fn total(&self) -> usize {
        self.total
    }

    /// Takes the picks of the next chunk; None after the last one.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`].
    pub(in crate::engine) fn take(&self, next: &AtomicUsize) -> Result<Option<Picks<'static>>> {
        let index = next.fetch_add(1, Ordering::Relaxed);
        (index < self.total).then(|| self.get(index)).transpose()
    }

    /// The picks of one of the chunks.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`].
    pub(in crate::engine) fn get(&self, index: usize) -> Result<Picks<'static>> {
        let all = self.picks;
        let own = self.own(index);
        let mut tile = Tile { position: self.position(&own), ..Tile::default() };
        let mut lines = Vec::with_capacity(own.len());
        for (line, own) in all.lines.iter().zip(own) {
            let first = tile.in_chunk.len();
            let mut start = Vec::with_capacity(line.axes);
            for axis in 0..line.axes {
                let ends = own.iter().map(|entry| line.index(*entry, axis));
                let (least, most) = ends.fold((u64::MAX, 0), |(least, most), at| (at.min(least), at.max(most)));
                let origin = self.grid.origin(first + axis, tile.position[first + axis]);
                // Lengths inside a chunk fit.
                tile.in_chunk.push((all.element(first + axis, least) - origin) as usize);
                tile.count.push((most - least + 1) as usize);
                start.push(least);
            }
            let (mut indices, mut numbers) = (room(own.len().saturating_mul(line.axes))?, room(own.len())?);
            for entry in own {
                let axes = start.iter().enumerate();
                indices.extend(axes.map(|(axis, start)| line.index(*entry, axis) - start));
                numbers.push(line.number(*entry));
            }
            lines.push(PickLine { axes: line.axes, entries: PickEntries::Own { indices, numbers } });
        }
        tile.in_region = vec![0; tile.count.len()];
        Ok(Picks { tile, lines })
    }

    /// The numbers of the chunks in the index of a shard, whose grid this is.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`].
    pub(in crate::engine) fn numbers(&self, shard: &Shard) -> Result<Vec<usize>> {
        let mut numbers = room(self.total)?;
        numbers.extend((0..self.total).map(|index| shard.number(&self.position(&self.own(index)))));
        Ok(numbers)
    }

    /// The entries of one of the chunks, line by line.
    fn own(&self, mut index: usize) -> Vec<&[usize]> {
        let mut own: Vec<&[usize]> = vec![&[]; self.lines.len()];
        for (own, line) in own.iter_mut().zip(&self.lines).rev() {
            *own = line.chunk(index % line.ends.len());
            index /= line.ends.len();
        }
        own
    }

    /// The place in the grid of the chunk that has these entries.
    fn position(&self, own: &[&[usize]]) -> Vec<u64> {
        let mut position = Vec::new();
        for (line, own) in self.picks.lines.iter().zip(own) {
            let first = position.len();
            let find = |axis| {
                let element = self.picks.element(first + axis, line.index(own[0], axis));
                self.grid.find(first + axis, element)
            };
            position.extend((0..line.axes).map(find));
        }
        position
    }
}
