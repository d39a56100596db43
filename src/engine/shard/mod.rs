//! Shards for the engine: every level of inner chunks is in the array's own axes, independent of the order of axes in
//! the codecs around and inside.

pub(super) mod parallel_builder;

use crate::codec::{Chain, ShardIndex, Sharding};
use crate::error::{Error, Result, Term};
use crate::grid::{ChunkGrid, Region, Tile, Tiles};
use crate::metadata::ArrayMetadata;
use std::borrow::Cow;
use std::sync::Arc;

/// The shards of an array. In a rectilinear grid each has a shape of its own, but all consist of inner chunks of one
/// shape, so that these have a regular grid over the whole array.
#[derive(Debug)]
pub struct Shards<'a> {
    /// The grid of the shards.
    grid: &'a ChunkGrid,
    /// The shard of a regular grid, or one of the largest shape of a rectilinear grid.
    any: Shard<'a>,
}

impl<'a> Shards<'a> {
    /// The shards of an array; None where it has none.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Internal`] for a chain that does not fit the grid, which is never constructed.
    pub fn new(metadata: &'a ArrayMetadata) -> Result<Option<Self>> {
        let grid = &metadata.chunk_grid;
        let axes: Vec<usize> = (0..metadata.shape.len()).collect();
        let any = match grid {
            ChunkGrid::Regular { chunk_shape } => Shard::level(&metadata.chain, chunk_shape, &axes),
            ChunkGrid::Rectilinear { .. } => Shard::level(&metadata.chain, &grid.largest_shape(), &axes),
        };
        Ok(any?.map(|any| Self { grid, any }))
    }

    /// The shard at a grid position.
    ///
    /// # Errors
    /// As [`Shards::new`].
    pub fn at(&self, position: &[u64]) -> Result<Cow<'_, Shard<'a>>> {
        match self.grid {
            ChunkGrid::Regular { .. } => Ok(Cow::Borrowed(&self.any)),
            ChunkGrid::Rectilinear { .. } => self.any.of_shape(self.grid.chunk_shape(position)).map(Cow::Owned),
        }
    }

    /// The one shard of a position, taken out of the table.
    ///
    /// # Errors
    /// As [`Shards::new`].
    pub fn into_one(self, position: &[u64]) -> Result<Shard<'a>> {
        match self.grid {
            ChunkGrid::Regular { .. } => Ok(self.any),
            ChunkGrid::Rectilinear { .. } => self.any.of_shape(self.grid.chunk_shape(position)),
        }
    }

    /// Elements of the innermost chunks along each axis.
    pub fn chunk_shape(&self) -> Vec<u64> {
        self.any.chunk_shape()
    }

    /// The codecs of the innermost chunks, and the order in which those store their axes.
    pub fn chunk_codecs(&self) -> (&'a Chain, Vec<usize>) {
        let outermost = self.any.chain;
        let levels = std::iter::successors(Some(outermost), |chain| Some(chain.sharding()?.chain()));
        let chain = levels.last().unwrap_or(outermost);
        (chain, compose(&self.any.innermost().axes, chain))
    }

    /// The number of elements, along each axis, of the shard at a grid position that are inside an array of
    /// `array_shape`.
    pub fn elements_inside(&self, position: &[u64], array_shape: &[u64]) -> Vec<u64> {
        let axes = position.iter().zip(array_shape).enumerate();
        axes.map(|(axis, (index, length))| {
            self.grid.end(axis, *index).min(*length).saturating_sub(self.grid.origin(axis, *index))
        })
        .collect()
    }
}

/// Shards of one level.
#[derive(Clone, Debug)]
pub struct Shard<'a> {
    /// The chain of the sharding codec, with the codecs around the shard.
    pub chain: &'a Chain,
    /// The codec.
    pub sharding: Cow<'a, Sharding>,
    /// The grid of the inner chunks, from the shard's origin on.
    pub grid: ChunkGrid,
    /// Elements of an inner chunk along each axis.
    inner_shape: Vec<u64>,
    /// Elements of the shard along each axis.
    shape: Vec<u64>,
    /// Stored axis `i` is axis `axes[i]` of the array.
    axes: Vec<usize>,
    /// The difference that one step along each axis makes to the number of an inner chunk in the index.
    steps: Vec<usize>,
    /// The inner chunks, where they are shards themselves.
    pub inside: Option<Arc<Shard<'a>>>,
}

impl<'a> Shard<'a> {
    /// `outer`: the order of axes in which the codecs of this level are handed the elements.
    fn level(chain: &'a Chain, shape: &[u64], outer: &[usize]) -> Result<Option<Self>> {
        let Some(sharding) = chain.sharding() else { return Ok(None) };
        let axes = compose(outer, chain);
        let rank = shape.len();
        if sharding.grid().len() != rank || axes.len() != rank {
            return Err(Error::internal("shards of another rank than their array"));
        }
        let mut inner_shape = vec![1; rank];
        for (axis, length) in axes.iter().zip(sharding.chunk_shape()) {
            inner_shape[*axis] = *length;
        }
        let steps = steps(&axes, sharding);
        let inside = Self::level(sharding.chain(), &inner_shape, &axes)?.map(Arc::new);
        let grid = ChunkGrid::Regular { chunk_shape: inner_shape.clone() };
        let sharding = Cow::Borrowed(sharding);
        Ok(Some(Self { chain, sharding, grid, inner_shape, shape: shape.to_vec(), axes, steps, inside }))
    }

    /// A shard of another shape: more or fewer inner chunks of the same kind.
    fn of_shape(&self, shape: Vec<u64>) -> Result<Self> {
        let stored: Vec<u64> = self.axes.iter().map(|axis| shape[*axis]).collect();
        let sharding = Sharding::clone(&self.sharding).for_shards(&stored)?;
        let steps = steps(&self.axes, &sharding);
        Ok(Self { sharding: Cow::Owned(sharding), shape, steps, ..self.clone() })
    }

    /// The innermost level.
    fn innermost(&self) -> &Self {
        self.inside.as_ref().map_or(self, |inside| inside.innermost())
    }

    /// Elements of the innermost chunks along each axis.
    pub fn chunk_shape(&self) -> Vec<u64> {
        self.innermost().inner_shape.clone()
    }

    /// Elements of the shard along each axis.
    pub fn shape(&self) -> &[u64] {
        &self.shape
    }

    /// Elements of an inner chunk of this level along each axis.
    pub fn inner_shape(&self) -> &[u64] {
        &self.inner_shape
    }

    /// The number of an inner chunk in the index.
    pub fn number(&self, position: &[u64]) -> usize {
        position.iter().zip(&self.steps).map(|(index, step)| *index as usize * step).sum()
    }

    /// The place of an inner chunk by its number in the index.
    pub fn position(&self, number: usize) -> Vec<u64> {
        let mut position = vec![0; self.shape.len()];
        let mut rest = number as u64;
        for (place, axis) in self.axes.iter().enumerate().rev() {
            let length = self.sharding.grid()[place].max(1);
            position[*axis] = rest % length;
            rest /= length;
        }
        position
    }

    /// The inner chunks, ascending, that a part of the shard touches: often few of millions.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`] if the list can't be allocated; [`crate::ErrorKind::Limit`] as for [`Tiles`].
    pub fn numbers_in(&self, part: &Region) -> Result<Vec<usize>> {
        let tiles = Tiles::new(part, &self.grid)?;
        let mut touched = vec![0];
        // The slowest axis first, so that they come in their order.
        for axis in &self.axes {
            let (places, step) = (tiles.along(*axis), self.steps[*axis]);
            // No more than there are entries in the index of such a shard.
            let mut further = list(touched.len() * places.len() as usize)?;
            for number in touched {
                further.extend((0..places.len()).map(|place| number + places.get(place) as usize * step));
            }
            touched = further;
        }
        Ok(touched)
    }

    /// Lists the touched inner chunks and those in the index, ascending.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`] if the list can't be allocated.
    pub fn with_stored(&self, touched: &[usize], index: Option<&ShardIndex>) -> Result<Vec<usize>> {
        let index = index.filter(|_| touched.len() < self.sharding.chunks());
        let mut numbers = list(touched.len() + index.map_or(0, ShardIndex::count))?;
        let Some(index) = index else {
            numbers.extend_from_slice(touched);
            return Ok(numbers);
        };
        let mut touched = touched.iter().peekable();
        let known = |number: &usize| touched.next_if_eq(&number).is_some() || index.has(*number);
        numbers.extend((0..self.sharding.chunks()).filter(known));
        Ok(numbers)
    }

    /// The inner chunks that hold its first elements, as many as `count` along each axis.
    pub fn chunks_of(&self, count: &[u64]) -> u64 {
        count.iter().zip(&self.inner_shape).map(|(length, inner)| length.div_ceil(*inner)).product()
    }
}

/// The place of a tile in its chunk, or shard.
pub(super) fn part_of(tile: &Tile) -> Region {
    let wide = |lengths: &[usize]| lengths.iter().map(|length| *length as u64).collect();
    Region { start: wide(&tile.in_chunk), count: wide(&tile.count), step: tile.step.clone() }
}

/// An inner chunk, for messages.
pub(super) fn inner_name(position: &[u64]) -> String {
    format!("inner chunk {}", Term::position(position))
}

/// A list with a capacity of `most` numbers of inner chunks.
fn list(most: usize) -> Result<Vec<usize>> {
    let mut numbers = Vec::new();
    let room = numbers.try_reserve_exact(most);
    room.map_err(|_| Error::no_memory(format!("no memory for the numbers of {most} inner chunks")))?;
    Ok(numbers)
}

/// The difference that one step along each axis makes to the number of an inner chunk, where the codec sees the axes in
/// this order.
fn steps(axes: &[usize], sharding: &Sharding) -> Vec<usize> {
    let (mut steps, mut step) = (vec![1; axes.len()], 1usize);
    for (axis, count) in axes.iter().zip(sharding.grid()).rev() {
        steps[*axis] = step;
        step = step.saturating_mul(*count as usize);
    }
    steps
}

/// The order of axes after the transposes of a chain whose input has the axes in the order `outer`.
fn compose(outer: &[usize], chain: &Chain) -> Vec<usize> {
    match chain.axes() {
        Some(axes) => axes.iter().filter_map(|axis| outer.get(*axis).copied()).collect(),
        None => outer.to_vec(),
    }
}
