//! The chunks and memory that reading or writing a region will need, computed in advance for operations that are
//! queued.

use super::handle::{Array, check_fixed};
use crate::engine;
use crate::error::{Result, ResultExt};
use crate::grid::{ChunkGrid, Region, byte_size};
use crate::store::{Home, StoreExt};
use std::ops::Range;

/// The chunks and memory that an operation on a region will need.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The places of the chunks, which all handles of one array share: first the one where they are written.
    pub homes: Vec<Home>,
    /// The stored chunks.
    pub chunks: TouchedChunks,
    /// The bytes of the elements; None: more than can be counted.
    pub bytes: Option<usize>,
    /// The most threads that find something to do.
    pub threads: usize,
    /// The memory that one thread works in: a chunk, what its codecs have of it at one time, and where a part of a
    /// chunk may be written also what was stored before.
    pub thread_bytes: u64,
    /// True if any thread may do it; otherwise only a thread of the caller.
    pub any_thread: bool,
}

/// The stored chunks that a region touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TouchedChunks {
    /// A region without elements touches none.
    None,
    /// Those of a box: the chunks along each axis.
    Box(Vec<Range<u64>>),
    /// Perhaps any: where the array ends, and the next chunk begins, is not known yet.
    Any,
}

impl TouchedChunks {
    /// True if the two regions may touch one chunk.
    pub fn meets(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::None, _) | (_, Self::None) => false,
            (Self::Any, _) | (_, Self::Any) => true,
            (Self::Box(own), Self::Box(others)) => {
                own.iter().zip(others).all(|(own, other)| own.start < other.end && other.start < own.end)
            }
        }
    }

    fn by(grid: &ChunkGrid, shape: &[u64], start: &[u64], count: &[u64]) -> Self {
        if count.contains(&0) {
            return Self::None;
        }
        let last = |axis: usize| start[axis].saturating_add(count[axis] - 1);
        match grid {
            ChunkGrid::Regular { chunk_shape } => {
                let axes = chunk_shape.iter().map(|length| (*length).max(1)).enumerate();
                Self::Box(axes.map(|(axis, length)| start[axis] / length..last(axis) / length + 1).collect())
            }
            ChunkGrid::Rectilinear { .. } if (0..shape.len()).any(|axis| last(axis) >= shape[axis]) => Self::Any,
            ChunkGrid::Rectilinear { .. } => {
                let axes = 0..shape.len();
                Self::Box(axes.map(|axis| grid.find(axis, start[axis])..grid.find(axis, last(axis)) + 1).collect())
            }
        }
    }
}

/// True if a region covers each chunk that it touches, as far as the array reaches.
fn covers_chunks(grid: &ChunkGrid, shape: &[u64], region: &Region) -> bool {
    let ChunkGrid::Regular { chunk_shape } = grid else { return false };
    chunk_shape.iter().enumerate().all(|(axis, length)| {
        let (length, end) = ((*length).max(1), region.start[axis].saturating_add(region.count[axis]));
        region.start[axis].is_multiple_of(length) && (end.is_multiple_of(length) || end >= shape[axis])
    })
}

impl Array {
    /// Estimates an operation on a region, also past the end of the array.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for another rank, [`crate::ErrorKind::TypeMismatch`] for elements that
    /// have a variable length, and errors of reading documents.
    pub fn estimate(&self, start: &[u64], count: &[u64], writes: bool) -> Result<Estimate> {
        let estimate = || -> Result<Estimate> {
            let state = self.current()?;
            let metadata = &state.metadata;
            check_fixed(&metadata.data_type)?;
            // Any shape is long enough here: only the ranks are compared.
            let region = Region::within(&vec![u64::MAX; metadata.shape.len()], start, count)?;
            let item = metadata.data_type.size();
            let bytes = byte_size(count, item);
            let effort = self.chunks(metadata)?.effort_of_writing(&region, bytes.unwrap_or(usize::MAX));
            let own = self.origin().options.threads.filter(|threads| *threads > 0).unwrap_or(usize::MAX);
            let (store, chain) = (&self.origin().store, &metadata.chain);
            let chunk = byte_size(&metadata.chunk_grid.largest_shape(), item).unwrap_or(usize::MAX);
            let between = chain.three_forms(chunk).max(chunk);
            let is_part = writes && !covers_chunks(&metadata.chunk_grid, &metadata.shape, &region);
            let stored = if is_part { chain.encoded_bound(chunk).unwrap_or(chunk) } else { 0 };
            let working = chunk.saturating_add(between).saturating_add(stored) as u64;
            Ok(Estimate {
                homes: store.homes(self.data_prefix()),
                chunks: TouchedChunks::by(&metadata.chunk_grid, &metadata.shape, start, count),
                bytes,
                threads: if chain.thread_safe() { engine::call_threads(Some(own), effort).count() } else { 1 },
                thread_bytes: if region.is_empty() { 0 } else { working },
                any_thread: store.capabilities().thread_safe && chain.thread_safe(),
            })
        };
        estimate().context(|| self.named())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Edges;

    fn touched(grid: &ChunkGrid, start: u64, count: u64) -> TouchedChunks {
        TouchedChunks::by(grid, &[10], &[start], &[count])
    }

    #[test]
    fn regions_meet_in_chunks_and_not_in_elements() {
        let grid = ChunkGrid::Regular { chunk_shape: vec![4] };
        let meet =
            |one: (u64, u64), other: (u64, u64)| touched(&grid, one.0, one.1).meets(&touched(&grid, other.0, other.1));
        assert!(meet((0, 1), (3, 1)));
        assert!(!meet((0, 4), (4, 4)));
        assert!(meet((3, 2), (7, 1)));
        assert!(!meet((3, 0), (0, 10)), "a region without elements");
        assert!(meet((u64::MAX - 1, 1), (u64::MAX - 1, 1)));
        let none = ChunkGrid::Regular { chunk_shape: vec![] };
        let point = TouchedChunks::by(&none, &[], &[], &[]);
        assert!(point.meets(&point), "the one element of an array of no dimension");
    }

    #[test]
    fn whole_chunks_are_told_from_parts() {
        let grid = ChunkGrid::Regular { chunk_shape: vec![4] };
        let covers = |start, count| covers_chunks(&grid, &[10], &Region::within(&[10], &[start], &[count]).unwrap());
        assert!(covers(0, 10) && covers(4, 4) && covers(8, 2));
        assert!(!covers(0, 3) && !covers(1, 3) && !covers(8, 1));
    }

    #[test]
    fn beyond_the_last_listed_chunk_any_may_be_meant() {
        let grid = ChunkGrid::Rectilinear { axes: vec![Edges::listed([(4, 1), (6, 1)]).unwrap()] };
        assert!(!touched(&grid, 0, 4).meets(&touched(&grid, 4, 6)));
        assert_eq!(touched(&grid, 9, 2), TouchedChunks::Any);
    }
}
