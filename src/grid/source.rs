//! A buffer that is only read, cut along the chunk grid.

use super::chunk_grid::ChunkGrid;
use super::copy::MemoryBlock;
use super::region::{Region, c_strides};
use super::tiles::{Tile, Tiles, block_at, check_size, check_span};
use crate::error::Result;

/// A caller's buffer for a region, to be read tile by tile: of bytes, or of elements that are more than that.
#[derive(Debug)]
pub struct TiledSource<'a, T = u8> {
    tiles: Tiles<'a>,
    data: &'a [T],
    block: MemoryBlock,
}

impl<'a, T> TiledSource<'a, T> {
    /// Cuts a C-order buffer like its region.
    ///
    /// # Errors
    /// [`crate::ErrorKind::BufferSize`] when the buffer has not exactly the bytes of the region.
    pub fn new(region: &'a Region, grid: &'a ChunkGrid, item: usize, data: &'a [T]) -> Result<Self> {
        check_size(region, item, data.len())?;
        let block = MemoryBlock { offset: 0, strides: c_strides(&region.count, item) };
        Ok(Self { tiles: Tiles::new(region, grid)?, data, block })
    }

    /// Takes a buffer that has the elements of the region at the places of a block, some perhaps at the same.
    ///
    /// # Errors
    /// [`crate::ErrorKind::BufferSize`] if some are outside the buffer.
    pub fn strided(
        region: &'a Region,
        grid: &'a ChunkGrid,
        item: usize,
        data: &'a [T],
        block: MemoryBlock,
    ) -> Result<Self> {
        check_span(region, item, data.len(), &block)?;
        Ok(Self { tiles: Tiles::new(region, grid)?, data, block })
    }

    /// The number of tiles.
    pub fn total(&self) -> u64 {
        self.tiles.total()
    }

    /// The number of tiles that are not taken yet.
    pub fn left(&self) -> u64 {
        self.tiles.left()
    }

    /// The whole buffer.
    pub fn data(&self) -> &'a [T] {
        self.data
    }

    /// The layout of the region's elements in the buffer.
    pub fn block(&self) -> &MemoryBlock {
        &self.block
    }

    /// Takes the next tile, with its layout in the buffer.
    pub fn take(&self) -> Option<(Tile, MemoryBlock)> {
        let tile = self.tiles.take()?;
        let block = block_at(&self.block, &tile.in_region);
        Some((tile, block))
    }
}
