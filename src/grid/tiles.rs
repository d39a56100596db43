//! A region cut along the chunk grid, and a caller's buffer cut in the same way.
//!
//! Threads take tiles one by one; each tile is handed out once, and tiles don't overlap, so each thread may write its
//! part of the buffer without a lock. This is the one place that turns that argument into code: a named kernel.

#![allow(unsafe_code)]

use super::copy::{Block, copy_raw, fill_raw};
use super::region::{Region, byte_size, c_strides};
use super::{ChunkGrid, element_count};
use crate::error::{Error, Result};
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// The tiles of a region: its intersections with the chunks that it touches, in C order of the chunks.
#[derive(Debug)]
pub struct Tiles<'a> {
    region: &'a Region,
    grid: &'a ChunkGrid,
    positions: Vec<Range<u64>>,
    total: u64,
    next: AtomicU64,
}

/// One tile: a chunk, and the part of it that the region touches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The chunk's place in the grid.
    pub position: Vec<u64>,
    /// The first element of the part, counted from the region's start.
    pub in_region: Vec<usize>,
    /// The first element of the part, counted from the chunk's origin.
    pub in_chunk: Vec<usize>,
    /// The elements of the part along each axis.
    pub count: Vec<usize>,
}

impl<'a> Tiles<'a> {
    /// Cuts a region. A region without elements has no tiles.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Limit`] when there are more chunks than can be counted.
    pub fn new(region: &'a Region, grid: &'a ChunkGrid) -> Result<Self> {
        let positions = grid.positions(region);
        let counts: Vec<u64> = positions.iter().map(|range| range.end - range.start).collect();
        let total = if region.is_empty() { Some(0) } else { element_count(&counts) };
        let total = total.ok_or_else(|| Error::limit("the region touches more chunks than can be counted"))?;
        Ok(Self { region, grid, positions, total, next: AtomicU64::new(0) })
    }

    /// The number of tiles.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The next tile that nobody has taken yet; None when all are taken. Never the same one twice.
    pub fn take(&self) -> Option<Tile> {
        let index =
            self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| (next < self.total).then(|| next + 1));
        index.ok().map(|index| self.tile(index))
    }

    fn tile(&self, mut index: u64) -> Tile {
        let rank = self.positions.len();
        let mut tile =
            Tile { position: vec![0; rank], in_region: vec![0; rank], in_chunk: vec![0; rank], count: vec![0; rank] };
        for axis in (0..rank).rev() {
            let range = &self.positions[axis];
            let length = range.end - range.start;
            let position = range.start + index % length;
            index /= length;
            let start = self.region.start[axis];
            let first = self.grid.origin(axis, position).max(start);
            let end = self.grid.end(axis, position).min(start + self.region.count[axis]);
            tile.position[axis] = position;
            // What lies inside the region or the chunk fits `usize`: both were measured in bytes before.
            tile.in_region[axis] = (first - start) as usize;
            tile.in_chunk[axis] = (first - self.grid.origin(axis, position)) as usize;
            tile.count[axis] = (end - first) as usize;
        }
        tile
    }
}

/// A caller's C-order buffer for a region, to be filled tile by tile from several threads.
#[derive(Debug)]
pub struct TiledBuffer<'a> {
    tiles: Tiles<'a>,
    memory: *mut u8,
    length: usize,
    offset: usize,
    strides: Vec<usize>,
    item: usize,
    buffer: PhantomData<&'a mut [u8]>,
}

// SAFETY: the memory is borrowed exclusively for 'a, and is reached only through windows, which don't overlap.
unsafe impl Send for TiledBuffer<'_> {}
// SAFETY: as above; the only shared mutation is the atomic counter that hands out windows.
unsafe impl Sync for TiledBuffer<'_> {}

impl<'a> TiledBuffer<'a> {
    /// Cuts a buffer like its region.
    ///
    /// # Errors
    /// [`crate::ErrorKind::BufferSize`] when the buffer has not exactly the bytes of the region.
    pub fn new(region: &'a Region, grid: &'a ChunkGrid, item: usize, buffer: &'a mut [u8]) -> Result<Self> {
        check_size(region, item, buffer.len())?;
        let strides = c_strides(&region.count, item);
        let tiles = Tiles::new(region, grid)?;
        let (memory, length) = (buffer.as_mut_ptr(), buffer.len());
        Ok(Self { tiles, memory, length, offset: 0, strides, item, buffer: PhantomData })
    }

    /// The number of tiles.
    pub fn total(&self) -> u64 {
        self.tiles.total
    }

    /// The next window that nobody has taken yet.
    pub fn take(&self) -> Option<Window<'_>> {
        let tile = self.tiles.take()?;
        let mut block = block_at(&tile.in_region, &self.strides);
        block.offset += self.offset;
        Some(Window { buffer: self, tile, block })
    }
}

/// The part of a buffer that belongs to one tile, for one thread.
#[derive(Debug)]
pub struct Window<'a> {
    buffer: &'a TiledBuffer<'a>,
    tile: Tile,
    block: Block,
}

impl Window<'_> {
    /// The tile.
    pub fn tile(&self) -> &Tile {
        &self.tile
    }

    /// Cuts the window along a grid that begins at the chunk's origin; `part` is the window's place in the chunk. For as
    /// long as the parts are in use, the window is not.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Internal`] when the part is not the window's, [`crate::ErrorKind::Limit`] as for buffers.
    pub fn cut<'b>(&'b mut self, part: &'b Region, grid: &'b ChunkGrid) -> Result<TiledBuffer<'b>> {
        let own = |have: &[usize], want: &[u64]| {
            have.len() == want.len() && have.iter().zip(want).all(|(have, want)| *have as u64 == *want)
        };
        if !own(&self.tile.in_chunk, &part.start) || !own(&self.tile.count, &part.count) {
            return Err(Error::internal("a window is cut in another place than its own"));
        }
        // The parts are disjoint, and lie in this window, which is borrowed exclusively for as long as they live.
        Ok(TiledBuffer {
            tiles: Tiles::new(part, grid)?,
            memory: self.buffer.memory,
            length: self.buffer.length,
            offset: self.block.offset,
            strides: self.block.strides.clone(),
            item: self.buffer.item,
            buffer: PhantomData,
        })
    }

    /// Copies the tile from a block of `source`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Internal`] when the block does not lie in `source`.
    pub fn copy_from(&mut self, source: &[u8], from: &Block) -> Result<()> {
        let target = (self.buffer.memory, self.buffer.length, &self.block);
        // SAFETY: the memory is borrowed exclusively by the buffer; this window's elements are in no other window.
        unsafe { copy_raw(&self.tile.count, self.buffer.item, (source, from), target) }
    }

    /// Writes one element into every place of the tile.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Internal`] when the element has another size.
    pub fn fill(&mut self, element: &[u8]) -> Result<()> {
        if element.len() != self.buffer.item {
            return Err(Error::internal("a fill value has another size than its data type"));
        }
        let target = (self.buffer.memory, self.buffer.length, &self.block);
        // SAFETY: as in `copy_from`.
        unsafe { fill_raw(&self.tile.count, element, target) }
    }

    /// The tile's bytes, where they lie together in the buffer: then they can be decoded or read in place.
    pub fn contiguous(&mut self) -> Option<&mut [u8]> {
        let shape: Vec<u64> = self.tile.count.iter().map(|count| *count as u64).collect();
        let item = self.buffer.item;
        let packed = c_strides(&shape, item);
        let axes = self.tile.count.iter().zip(packed.iter().zip(&self.block.strides));
        let together = axes.into_iter().all(|(count, (packed, stride))| *count == 1 || packed == stride);
        let length = byte_size(&shape, item).filter(|_| together)?;
        self.run(self.block.offset, length)
    }

    /// Calls `fill` with each run of bytes that lies together in the buffer, in C order, and with the index of the
    /// run's first element along each axis of the tile.
    ///
    /// # Errors
    /// The first that `fill` gives.
    pub fn rows(&mut self, mut fill: impl FnMut(&[usize], &mut [u8]) -> Result<()>) -> Result<()> {
        let rank = self.tile.count.len();
        // The run: the last axis, and axes before it as long as they continue it in the buffer.
        let mut first = rank;
        let mut length = self.buffer.item;
        while first > 0 && (self.tile.count[first - 1] == 1 || self.block.strides[first - 1] == length) {
            first -= 1;
            length *= self.tile.count[first];
        }
        let mut index = vec![0; rank];
        loop {
            let steps = index.iter().zip(&self.block.strides).map(|(index, stride)| index * stride);
            let offset = self.block.offset + steps.sum::<usize>();
            let run = self.run(offset, length).ok_or_else(|| Error::internal("a window leaves its buffer"))?;
            fill(&index, run)?;
            let Some(axis) = (0..first).rev().find(|axis| index[*axis] + 1 < self.tile.count[*axis]) else {
                return Ok(());
            };
            index[axis] += 1;
            index[axis + 1..first].fill(0);
        }
    }

    fn run(&mut self, offset: usize, length: usize) -> Option<&mut [u8]> {
        if offset.checked_add(length).is_none_or(|end| end > self.buffer.length) {
            return None;
        }
        // SAFETY: inside the buffer, as just checked. The callers name bytes of this window only, which no other window
        // has; `self` is borrowed exclusively, so there is one such slice at a time.
        Some(unsafe { std::slice::from_raw_parts_mut(self.buffer.memory.add(offset), length) })
    }
}

/// A caller's C-order buffer for a region, to be read tile by tile: of bytes, or of elements that are more than that.
#[derive(Debug)]
pub struct TiledSource<'a, T = u8> {
    tiles: Tiles<'a>,
    data: &'a [T],
    strides: Vec<usize>,
}

impl<'a, T> TiledSource<'a, T> {
    /// Cuts a buffer like its region.
    ///
    /// # Errors
    /// [`crate::ErrorKind::BufferSize`] when the buffer has not exactly the bytes of the region.
    pub fn new(region: &'a Region, grid: &'a ChunkGrid, item: usize, data: &'a [T]) -> Result<Self> {
        check_size(region, item, data.len())?;
        Ok(Self { tiles: Tiles::new(region, grid)?, data, strides: c_strides(&region.count, item) })
    }

    /// The number of tiles.
    pub fn total(&self) -> u64 {
        self.tiles.total
    }

    /// The whole buffer.
    pub fn data(&self) -> &'a [T] {
        self.data
    }

    /// The next tile that nobody has taken yet, and where it lies in the buffer.
    pub fn take(&self) -> Option<(Tile, Block)> {
        let tile = self.tiles.take()?;
        let block = block_at(&tile.in_region, &self.strides);
        Some((tile, block))
    }
}

/// The block that begins at an index of a buffer with these strides.
pub(crate) fn block_at(index: &[usize], strides: &[usize]) -> Block {
    let offset = index.iter().zip(strides).map(|(index, stride)| index * stride).sum();
    Block { offset, strides: strides.to_vec() }
}

fn check_size(region: &Region, item: usize, given: usize) -> Result<()> {
    match byte_size(&region.count, item) {
        Some(wanted) if wanted == given => Ok(()),
        Some(wanted) => Err(Error::buffer_size(format!("the region takes {wanted} bytes, the buffer has {given}"))),
        None => Err(Error::buffer_size(format!("the region takes more bytes than memory has; the buffer has {given}"))),
    }
}
