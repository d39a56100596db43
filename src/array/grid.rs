//! The grids of an array as callers ask for them: how many chunks there are, how long, and which of them holds an
//! element.

use super::chunks::Unit;
use super::handle::Array;
use crate::engine::Shards;
use crate::error::{Error, Result, ResultExt, Term, counted};
use crate::grid::{ChunkGrid, Region, Tiles, shared};

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
    /// [`crate::ErrorKind::InvalidArgument`] for an axis out of range.
    pub fn lengths(&self, axis: usize) -> Result<impl ExactSizeIterator<Item = u64> + '_> {
        let Some(count) = self.shape().get(axis).copied() else {
            let rank = self.shape.len();
            return Err(Error::invalid_argument(format!(
                "{} is out of range: the array has {}",
                Term::dimension(axis, rank),
                counted(rank, "dimension")
            )));
        };
        let count = usize::try_from(count).map_err(|_| Error::limit("more chunks than memory can list"))?;
        Ok((0..count).map(move |at| self.grid.end(axis, at as u64) - self.grid.origin(axis, at as u64)))
    }

    /// The first element of a chunk along each axis, and its elements.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfBounds`] for a position outside the grid.
    pub fn chunk(&self, position: &[u64]) -> Result<(Vec<u64>, Vec<u64>)> {
        check_position(position, &self.shape(), "chunks")?;
        let start = position.iter().enumerate().map(|(axis, index)| self.grid.origin(axis, *index)).collect();
        Ok((start, self.grid.chunk_shape(position)))
    }

    /// The position of the chunk that holds an element.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfBounds`] for an element outside the array.
    pub fn find(&self, element: &[u64]) -> Result<Vec<u64>> {
        check_position(element, &self.shape, "elements")?;
        Ok(element.iter().enumerate().map(|(axis, at)| self.grid.find(axis, *at)).collect())
    }

    /// The number of chunks that hold elements of a region.
    ///
    /// # Errors
    /// Those of [`Region::within`], [`crate::ErrorKind::Limit`] for more than can be counted.
    pub fn parts(&self, start: &[u64], count: &[u64]) -> Result<u64> {
        Ok(Tiles::new(&Region::within(&self.shape, start, count)?, &self.grid)?.total())
    }

    /// The part of a region inside one of those chunks, by its number in C order: the position of the chunk, the first
    /// element of the part, and its elements along each axis.
    ///
    /// # Errors
    /// As [`ArrayGrid::parts`], [`crate::ErrorKind::OutOfBounds`] for a number that is too large.
    pub fn part(&self, start: &[u64], count: &[u64], number: u64) -> Result<(Vec<u64>, Region)> {
        let region = Region::within(&self.shape, start, count)?;
        let tiles = Tiles::new(&region, &self.grid)?;
        let tile = tiles.get(number).ok_or_else(|| {
            Error::out_of_bounds(format!(
                "the region has {} parts, and none is {}",
                tiles.total(),
                Term::number(number)
            ))
        })?;
        let first = tile.in_region.iter().enumerate().map(|(axis, at)| region.start[axis] + *at as u64).collect();
        let count = tile.count.iter().map(|count| *count as u64).collect();
        Ok((tile.position, Region { start: first, count, step: Vec::new() }))
    }

    /// Two of the regions that have elements of one chunk; None: each chunk belongs to one of them at most.
    ///
    /// # Errors
    /// Those of [`Region::within`], naming the region; [`crate::ErrorKind::NoMemory`].
    pub fn shared(&self, regions: &[(Vec<u64>, Vec<u64>)]) -> Result<Option<(usize, usize)>> {
        let within = |(number, (start, count)): (usize, &(Vec<u64>, Vec<u64>))| {
            Region::within(&self.shape, start, count).context(|| format!("region {}", Term::number(number)))
        };
        let regions = regions.iter().enumerate().map(within).collect::<Result<Vec<_>>>()?;
        shared(&regions, &self.grid)
    }
}

/// Refuses a position outside of a shape, of chunks or elements.
pub(super) fn check_position(position: &[u64], shape: &[u64], what: &str) -> Result<()> {
    if position.len() != shape.len() {
        let (given, rank) = (position.len(), shape.len());
        return Err(Error::invalid_argument(format!(
            "the position has {} for {}",
            counted(given, "number"),
            counted(rank, "dimension")
        )));
    }
    match (0..shape.len()).find(|axis| position[*axis] >= shape[*axis]) {
        Some(axis) => Err(Error::out_of_bounds(format!(
            "{}: there are {} {what}, and none is {}",
            Term::dimension(axis, shape.len()),
            shape[axis],
            Term::number(position[axis])
        ))),
        None => Ok(()),
    }
}
