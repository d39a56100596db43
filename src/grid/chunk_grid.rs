//! The chunk grid: which chunk holds an element, and where each chunk begins.

use super::region::Region;
use crate::error::{Error, Result};

/// How an array is divided into chunks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChunkGrid {
    /// All chunks have one shape, aligned at the origin; those at the border overhang the array.
    Regular {
        /// Elements along each axis; zero, as old writers put it, only where the array has no elements.
        chunk_shape: Vec<u64>,
    },
}

impl ChunkGrid {
    /// A regular grid for an array of `shape`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] for another rank, for a chunk length of zero where the array has elements, or
    /// for a chunk that memory can't hold.
    pub fn regular(shape: &[u64], chunk_shape: &[u64], item_size: usize) -> Result<Self> {
        if chunk_shape.len() != shape.len() {
            let (wanted, given) = (shape.len(), chunk_shape.len());
            return Err(Error::metadata(format!("the shape has {wanted} dimensions, the chunk shape {given}")));
        }
        if let Some(axis) = (0..shape.len()).find(|axis| chunk_shape[*axis] == 0 && shape[*axis] != 0) {
            return Err(Error::metadata(format!("dimension {axis}: the chunk length must not be 0")));
        }
        if chunk_shape
            .iter()
            .try_fold(item_size as u64, |size, length| size.checked_mul((*length).max(1)))
            .is_none_or(|size| size > isize::MAX as u64)
        {
            return Err(Error::metadata(format!("a chunk of shape {chunk_shape:?} is larger than memory can be")));
        }
        Ok(Self::Regular { chunk_shape: chunk_shape.to_vec() })
    }

    /// The number of chunks along each axis of an array of `shape`.
    pub fn grid_shape(&self, shape: &[u64]) -> Vec<u64> {
        let Self::Regular { chunk_shape } = self;
        shape.iter().zip(chunk_shape).map(|(length, chunk)| length.div_ceil((*chunk).max(1))).collect()
    }

    /// The shape of the chunk at a grid position; border chunks are whole.
    pub fn chunk_shape(&self, _position: &[u64]) -> &[u64] {
        let Self::Regular { chunk_shape } = self;
        chunk_shape
    }

    /// The chunk's first element along one axis.
    pub fn origin(&self, axis: usize, position: u64) -> u64 {
        let Self::Regular { chunk_shape } = self;
        position.saturating_mul(chunk_shape[axis])
    }

    /// The chunk's end along one axis, beyond the array for a border chunk.
    pub fn end(&self, axis: usize, position: u64) -> u64 {
        self.origin(axis, position.saturating_add(1))
    }

    /// The grid positions, along each axis, of the chunks that a region touches.
    pub fn positions(&self, region: &Region) -> Vec<std::ops::Range<u64>> {
        let Self::Regular { chunk_shape } = self;
        let axes = region.start.iter().zip(&region.count).zip(chunk_shape);
        axes.map(
            |((start, count), chunk)| {
                if *count == 0 { 0..0 } else { start / chunk..(start + count - 1) / chunk + 1 }
            },
        )
        .collect()
    }
}
