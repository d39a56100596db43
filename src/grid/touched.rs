//! The chunks along one axis that hold elements of a region.

use super::chunk_grid::ChunkGrid;
use super::region::Region;
use crate::error::{Error, Result, Term};
use std::ops::Range;

/// The most chunks along an axis that are listed one by one.
const MAX_LISTED: u64 = 1 << 27;

/// Places in the grid, ascending.
#[derive(Debug)]
pub enum Touched {
    /// All of these.
    All(Range<u64>),
    /// These; a step leads over others.
    Listed(Vec<u64>),
}

impl Touched {
    /// The chunks along an axis in which a region has elements.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Limit`] for too many chunks that are not consecutive, [`crate::ErrorKind::NoMemory`].
    pub fn new(region: &Region, grid: &ChunkGrid, axis: usize) -> Result<Self> {
        let (count, step) = (region.count[axis], region.step(axis));
        if count == 0 {
            return Ok(Self::All(0..0));
        }
        let all = grid.find(axis, region.start[axis])..grid.find(axis, region.element(axis, count - 1)) + 1;
        // A step over less than a chunk leaves none out.
        if grid.regular_shape().map_or(step == 1, |chunk| step <= chunk[axis]) {
            return Ok(Self::All(all));
        }
        let most = count.min(all.end - all.start);
        if most > MAX_LISTED {
            let dimension = Term::dimension(axis, region.start.len());
            return Err(Error::limit(format!("{dimension}: the steps lead to more than {MAX_LISTED} chunks")));
        }
        let mut listed = Vec::new();
        let room = listed.try_reserve_exact(most as usize);
        room.map_err(|_| Error::no_memory(format!("no memory for the places of {most} chunks")))?;
        if most == count {
            for place in 0..count {
                let position = grid.find(axis, region.element(axis, place));
                if listed.last() != Some(&position) {
                    listed.push(position);
                }
            }
        } else {
            let wanted = |position: &u64| {
                !region.between(axis, grid.origin(axis, *position), grid.end(axis, *position)).is_empty()
            };
            listed.extend(all.filter(wanted));
        }
        Ok(Self::Listed(listed))
    }

    /// The number of chunks.
    pub fn len(&self) -> u64 {
        match self {
            Self::All(range) => range.end - range.start,
            Self::Listed(listed) => listed.len() as u64,
        }
    }

    /// The place of one of them.
    pub fn get(&self, index: u64) -> u64 {
        match self {
            Self::All(range) => range.start + index,
            Self::Listed(listed) => listed[index as usize],
        }
    }
}
