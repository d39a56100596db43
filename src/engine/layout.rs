//! The memory layout of decoded chunks: one for all chunks of an array, or one for each.

use super::shard::Shards;
use crate::codec::Chain;
use crate::dtype::{DataType, VALUE_SIZE};
use crate::error::{Error, Result, Term};
use crate::grid::{ChunkGrid, MemoryBlock, Tile, c_strides};
use crate::metadata::ArrayMetadata;
use std::borrow::Cow;

/// The memory layout and the size of a decoded chunk. An element of variable length counts as one byte.
#[derive(Clone, Debug)]
pub(super) struct ChunkLayout {
    /// Bytes between neighbours along each axis of the array.
    pub strides: Vec<isize>,
    /// The lengths of the axes in the order in which they are stored.
    pub stored: Vec<u64>,
    /// Bytes of the whole chunk.
    pub size: usize,
    /// True if the axes are stored in the array's own order.
    pub plain: bool,
}

impl ChunkLayout {
    /// The layout of chunks of this shape.
    fn new(chunk_shape: &[u64], axes: Option<&[usize]>, data_type: &DataType, limit: u64) -> Result<Self> {
        let (item, memory) = if data_type.is_variable() { (1, VALUE_SIZE) } else { (data_type.size(), 1) };
        let stored: Vec<u64> = match axes {
            Some(axes) => axes.iter().map(|axis| chunk_shape[*axis]).collect(),
            None => chunk_shape.to_vec(),
        };
        // A size that can't be counted is above every limit. (An `Option` here is one that memcheck can't follow.)
        let limit = limit.min(isize::MAX as u64);
        let size = stored.iter().fold(item as u64, |size, length| size.saturating_mul(*length));
        if size.saturating_mul(memory as u64) > limit {
            return Err(Error::limit(format!(
                "chunks of shape {} have more than the {limit} bytes of limits.chunk_bytes",
                Term::lengths(chunk_shape)
            )));
        }
        let stored_strides = c_strides(&stored, item);
        let mut strides = stored_strides.clone();
        if let Some(axes) = axes {
            axes.iter().zip(&stored_strides).for_each(|(axis, stride)| strides[*axis] = *stride);
        }
        Ok(Self { strides, stored, size: size as usize, plain: axes.is_none() })
    }

    /// The memory block of a tile in the decoded chunk.
    pub fn block(&self, tile: &Tile) -> MemoryBlock {
        self.block_at(&tile.in_chunk, &tile.step)
    }

    /// The memory block that begins at an element of the decoded chunk; an empty `step` selects every element.
    pub fn block_at(&self, start: &[usize], step: &[u64]) -> MemoryBlock {
        // The strides of a chunk are positive, and its bytes are counted.
        let offset = start.iter().zip(&self.strides).map(|(index, stride)| index * stride.unsigned_abs()).sum();
        let mut block = MemoryBlock { offset, strides: self.strides.clone() };
        // A step that leads out of the chunk is never made.
        for (stride, step) in block.strides.iter_mut().zip(step) {
            *stride = stride.saturating_mul(isize::try_from(*step).unwrap_or(isize::MAX));
        }
        block
    }
}

/// The layouts of all chunks of an array; with shards, of the innermost chunks.
#[derive(Debug)]
pub(super) enum Layouts<'a> {
    /// All chunks have this one.
    One(ChunkLayout),
    /// Each chunk has one of its own.
    Each {
        /// Gives the shapes of the chunks.
        metadata: &'a ArrayMetadata,
        /// The most bytes that a chunk may have.
        limit: u64,
    },
}

impl<'a> Layouts<'a> {
    /// The layouts of the chunks of an array.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Limit`] for chunks, or indices of shards, larger than the handle allows.
    pub fn new(metadata: &'a ArrayMetadata, shards: Option<&Shards>, limit: u64) -> Result<Self> {
        let data_type = &metadata.data_type;
        if let Some(shards) = shards {
            check_shards(&metadata.chain, limit)?;
            let (chain, axes) = shards.chunk_codecs();
            let axes = (!axes.is_sorted()).then_some(axes.as_slice());
            let layout = ChunkLayout::new(&shards.chunk_shape(), axes, data_type, limit)?;
            chain.check_stages(layout.size, limit)?;
            return Ok(Self::One(layout));
        }
        match &metadata.chunk_grid {
            ChunkGrid::Regular { chunk_shape } => layout_of(metadata, chunk_shape, limit).map(Self::One),
            ChunkGrid::Rectilinear { .. } => Ok(Self::Each { metadata, limit }),
        }
    }

    /// Refuses the largest chunk of an array whose chunks differ, as [`Layouts::of`] would.
    pub fn check(&self, metadata: &ArrayMetadata) -> Result<()> {
        match self {
            Self::One(_) => Ok(()),
            Self::Each { limit, .. } => layout_of(metadata, &metadata.chunk_grid.largest_shape(), *limit).map(drop),
        }
    }

    /// The layout of the chunk at a grid position.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Limit`] for a chunk larger than the handle allows.
    pub fn of(&self, position: &[u64]) -> Result<Cow<'_, ChunkLayout>> {
        match self {
            Self::One(layout) => Ok(Cow::Borrowed(layout)),
            Self::Each { metadata, limit } => {
                layout_of(metadata, &metadata.chunk_grid.chunk_shape(position), *limit).map(Cow::Owned)
            }
        }
    }
}

/// The layout of chunks of a shape in an array without shards.
fn layout_of(metadata: &ArrayMetadata, shape: &[u64], limit: u64) -> Result<ChunkLayout> {
    let layout = ChunkLayout::new(shape, metadata.chain.axes(), &metadata.data_type, limit)?;
    metadata.chain.check_stages(layout.size, limit)?;
    Ok(layout)
}

/// Refuses shards whose index, or whose encoded form, takes more memory than is allowed.
fn check_shards(outermost: &Chain, limit: u64) -> Result<()> {
    let levels = std::iter::successors(Some(outermost), |chain| Some(chain.sharding()?.chain()));
    for (chain, sharding) in levels.filter_map(|chain| Some((chain, chain.sharding()?))) {
        let size = sharding.index_size();
        if size as u64 > limit {
            return Err(Error::limit(format!(
                "the index of a shard has {size} bytes, more than the {limit} of limits.chunk_bytes"
            )));
        }
        chain.check_stages(0, limit)?;
    }
    Ok(())
}
