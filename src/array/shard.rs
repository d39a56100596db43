//! Shards as the engine sees them: every level of inner chunks in the array's own axes, whatever orders of axes the
//! codecs around and inside ask for.

use crate::codec::{Chain, Sharding};
use crate::error::{Error, Result};
use crate::grid::ChunkGrid;
use crate::metadata::ArrayMetadata;

/// Shards of one level.
#[derive(Debug)]
pub(super) struct Shard<'a> {
    /// The chain that the sharding codec stands in: what is around the shard.
    pub chain: &'a Chain,
    /// The codec.
    pub sharding: &'a Sharding,
    /// The grid of the inner chunks, from the shard's origin on.
    pub grid: ChunkGrid,
    /// Elements of an inner chunk along each axis.
    inner_shape: Vec<u64>,
    /// Elements of the shard along each axis.
    shape: Vec<u64>,
    /// Stored axis `i` is axis `axes[i]` of the array.
    axes: Vec<usize>,
    /// What one step along each axis means for the number of an inner chunk in the index.
    steps: Vec<usize>,
    /// The inner chunks, where they are shards themselves.
    pub inside: Option<Box<Shard<'a>>>,
}

impl<'a> Shard<'a> {
    /// The shards of an array; None where it has none.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Internal`] for a chain that does not fit the grid, which nothing makes.
    pub fn new(metadata: &'a ArrayMetadata) -> Result<Option<Self>> {
        if metadata.chain.sharding().is_none() {
            return Ok(None);
        }
        let chunk_shape = metadata.chunk_grid.regular_shape()?;
        let axes: Vec<usize> = (0..chunk_shape.len()).collect();
        Self::level(&metadata.chain, chunk_shape, &axes)
    }

    /// `outer`: the order of axes in which the codecs of this level are handed the elements.
    fn level(chain: &'a Chain, shape: &[u64], outer: &[usize]) -> Result<Option<Self>> {
        let Some(sharding) = chain.sharding() else { return Ok(None) };
        let axes = compose(outer, chain);
        let rank = shape.len();
        if sharding.grid().len() != rank || axes.len() != rank {
            return Err(Error::internal("shards of another rank than their array"));
        }
        let (mut inner_shape, mut steps, mut step) = (vec![1; rank], vec![1; rank], 1usize);
        for (place, axis) in axes.iter().enumerate().rev() {
            inner_shape[*axis] = sharding.chunk_shape()[place];
            steps[*axis] = step;
            step = step.saturating_mul(sharding.grid()[place] as usize);
        }
        let inside = Self::level(sharding.chain(), &inner_shape, &axes)?.map(Box::new);
        let grid = ChunkGrid::Regular { chunk_shape: inner_shape.clone() };
        Ok(Some(Self { chain, sharding, grid, inner_shape, shape: shape.to_vec(), axes, steps, inside }))
    }

    /// The innermost level.
    fn innermost(&self) -> &Self {
        self.inside.as_ref().map_or(self, |inside| inside.innermost())
    }

    /// Elements of the innermost chunks along each axis.
    pub fn chunk_shape(&self) -> Vec<u64> {
        self.innermost().inner_shape.clone()
    }

    /// The codecs of the innermost chunks, and the order in which those store their axes.
    pub fn chunk_codecs(&self) -> (&'a Chain, Vec<usize>) {
        let innermost = self.innermost();
        let chain = innermost.sharding.chain();
        (chain, compose(&innermost.axes, chain))
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

    /// The inner chunks of the shard at a grid position that lie in an array of `array_shape`, at least partly.
    pub fn inside_array(&self, position: &[u64], array_shape: &[u64]) -> u64 {
        let axes = self.elements_inside(position, array_shape);
        axes.iter().zip(&self.inner_shape).map(|(length, inner)| length.div_ceil(*inner)).product()
    }

    /// The elements along each axis of the shard at a grid position that lie in an array of `array_shape`.
    pub fn elements_inside(&self, position: &[u64], array_shape: &[u64]) -> Vec<u64> {
        let axes = position.iter().zip(&self.shape).zip(array_shape);
        axes.map(|((index, shape), length)| length.saturating_sub(index.saturating_mul(*shape)).min(*shape)).collect()
    }
}

/// The order of axes behind the transposes of a chain that is handed the axes in the order `outer`.
fn compose(outer: &[usize], chain: &Chain) -> Vec<usize> {
    match chain.axes() {
        Some(axes) => axes.iter().filter_map(|axis| outer.get(*axis).copied()).collect(),
        None => outer.to_vec(),
    }
}
