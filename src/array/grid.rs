//! The grids of an array as callers ask for them: how many chunks there are, how long, and which of them holds what.

use super::chunks::Unit;
use super::handle::Array;
use super::shard::Shards;
use crate::error::{Error, Result, ResultExt};
use crate::grid::ChunkGrid;

/// One of the two grids of an array, as it is now.
#[derive(Debug)]
pub struct ArrayGrid {
    grid: ChunkGrid,
    /// Elements of the array along each axis.
    shape: Vec<u64>,
}

impl Array {
    /// The grid of the chunks or of the shards.
    ///
    /// # Errors
    /// As [`Array::description`].
    pub fn grid(&self, unit: Unit) -> Result<ArrayGrid> {
        let metadata = self.description()?;
        let inner = if unit == Unit::Chunk { Shards::new(&metadata)?.map(|shards| shards.chunk_shape()) } else { None };
        let grid = inner.map(|chunk_shape| ChunkGrid::Regular { chunk_shape });
        Ok(ArrayGrid { grid: grid.unwrap_or_else(|| metadata.chunk_grid.clone()), shape: metadata.shape })
    }

    /// The error of this array.
    ///
    /// # Errors
    /// Those of the result, naming the array.
    pub fn naming<T>(&self, result: Result<T>) -> Result<T> {
        result.context(|| format!("array \"{}\"", self.origin().path))
    }
}

impl ArrayGrid {
    /// Chunks along each axis.
    pub fn shape(&self) -> Vec<u64> {
        self.grid.grid_shape(&self.shape)
    }

    /// Elements of each chunk along an axis; the last may reach beyond the array.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for an axis that there is not.
    pub fn lengths(&self, axis: usize) -> Result<impl ExactSizeIterator<Item = u64> + '_> {
        let Some(count) = self.shape().get(axis).copied() else {
            let rank = self.shape.len();
            return Err(Error::invalid_argument(format!("there is no dimension {axis} of {rank}")));
        };
        let count = usize::try_from(count).map_err(|_| Error::limit("more chunks than memory can list"))?;
        Ok((0..count).map(move |at| self.grid.end(axis, at as u64) - self.grid.origin(axis, at as u64)))
    }

    /// The first element of a chunk along each axis, and its elements.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfBounds`] for a position outside the grid.
    pub fn chunk(&self, position: &[u64]) -> Result<(Vec<u64>, Vec<u64>)> {
        check(position, &self.shape(), "chunks")?;
        let start = position.iter().enumerate().map(|(axis, index)| self.grid.origin(axis, *index)).collect();
        Ok((start, self.grid.chunk_shape(position)))
    }

    /// The position of the chunk that holds an element.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfBounds`] for an element outside the array.
    pub fn find(&self, element: &[u64]) -> Result<Vec<u64>> {
        check(element, &self.shape, "elements")?;
        Ok(element.iter().enumerate().map(|(axis, at)| self.grid.find(axis, *at)).collect())
    }
}

fn check(position: &[u64], shape: &[u64], what: &str) -> Result<()> {
    if position.len() != shape.len() {
        let (given, rank) = (position.len(), shape.len());
        return Err(Error::invalid_argument(format!("the position has {given} numbers for {rank} dimensions")));
    }
    match (0..shape.len()).find(|axis| position[*axis] >= shape[*axis]) {
        Some(axis) => Err(Error::out_of_bounds(format!(
            "dimension {axis}: there are {} {what}, and none is {}",
            shape[axis], position[axis]
        ))),
        None => Ok(()),
    }
}
