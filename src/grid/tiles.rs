//! A region cut along the chunk grid, and a caller's buffer cut in the same way.
//!
//! Threads take tiles one by one; each tile is handed out once, and tiles don't overlap, so each thread may write its
//! part of the buffer without a lock. This is the one place that turns that argument into code: a named kernel.

#![allow(unsafe_code)]

use super::chunk_grid::ChunkGrid;
use super::copy::{MemoryBlock, SharedBuffer, copy_raw, fill_raw, span};
use super::region::element_count;
use super::region::{Region, byte_size, c_strides};
use super::touched::Touched;
use crate::error::{Error, Result};
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// The tiles of a region: its intersections with the chunks that it touches, in C order of the chunks.
#[derive(Debug)]
pub struct Tiles<'a> {
    region: &'a Region,
    grid: &'a ChunkGrid,
    touched: Vec<Touched>,
    total: u64,
    next: AtomicU64,
}

/// One tile: a chunk, and the part of it that the region touches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tile {
    /// The chunk's place in the grid.
    pub position: Vec<u64>,
    /// The first element of the part, counted from the region's start.
    pub in_region: Vec<usize>,
    /// The first element of the part, counted from the chunk's origin.
    pub in_chunk: Vec<usize>,
    /// The elements of the part along each axis.
    pub count: Vec<usize>,
    /// The step of the region, nothing where that takes every element.
    pub step: Vec<u64>,
}

impl<'a> Tiles<'a> {
    /// Cuts a region. A region without elements has no tiles.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Limit`] when there are more chunks than can be counted, or listed where a step leaves some
    /// out.
    pub fn new(region: &'a Region, grid: &'a ChunkGrid) -> Result<Self> {
        let touched = (0..region.rank()).map(|axis| Touched::new(region, grid, axis)).collect::<Result<Vec<_>>>()?;
        let counts: Vec<u64> = touched.iter().map(Touched::len).collect();
        let total = if region.is_empty() { Some(0) } else { element_count(&counts) };
        let total = total.ok_or_else(|| Error::limit("the region touches more chunks than can be counted"))?;
        Ok(Self { region, grid, touched, total, next: AtomicU64::new(0) })
    }

    /// The number of tiles.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The chunks along an axis that the region touches.
    pub fn along(&self, axis: usize) -> &Touched {
        &self.touched[axis]
    }

    /// The number of tiles that are not taken yet.
    pub fn left(&self) -> u64 {
        self.total - self.next.load(Ordering::Relaxed)
    }

    /// The next tile that is not taken yet; None when all are taken. Never the same one twice.
    pub fn take(&self) -> Option<Tile> {
        self.take_in(Tile::default())
    }

    /// As [`Tiles::take`], in the memory of a tile that is done with.
    fn take_in(&self, memory: Tile) -> Option<Tile> {
        let index =
            self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| (next < self.total).then(|| next + 1));
        index.ok().map(|index| self.tile(index, memory))
    }

    /// One of the tiles, whether it was taken or not; None for a number that is too large.
    pub fn get(&self, index: u64) -> Option<Tile> {
        (index < self.total).then(|| self.tile(index, Tile::default()))
    }

    fn tile(&self, mut index: u64, mut tile: Tile) -> Tile {
        let rank = self.touched.len();
        tile.position.resize(rank, 0);
        tile.in_region.resize(rank, 0);
        tile.in_chunk.resize(rank, 0);
        tile.count.resize(rank, 0);
        tile.step.clone_from(&self.region.step);
        for axis in (0..rank).rev() {
            let length = self.touched[axis].len();
            let position = self.touched[axis].get(index % length);
            index /= length;
            let origin = self.grid.origin(axis, position);
            let part = self.region.between(axis, origin, self.grid.end(axis, position));
            tile.position[axis] = position;
            // Positions inside the region or the chunk fit `usize`: both were measured in bytes before.
            tile.in_region[axis] = part.start as usize;
            tile.in_chunk[axis] = (self.region.element(axis, part.start) - origin) as usize;
            tile.count[axis] = (part.end - part.start) as usize;
        }
        tile
    }
}

/// Bytes that are more than the caches hold, or nearly so.
const LARGE: usize = 16 << 20;

/// A caller's buffer for a region, to be filled tile by tile from several threads.
#[derive(Debug)]
pub struct TiledBuffer<'a> {
    tiles: Tiles<'a>,
    memory: *mut u8,
    length: usize,
    block: MemoryBlock,
    item: usize,
    /// The position of the tile's first element in the surrounding region; empty without one.
    first: Vec<usize>,
    /// True if its elements exceed the processor's caches.
    large: bool,
    buffer: PhantomData<&'a mut [u8]>,
}

// SAFETY: the memory is borrowed exclusively for 'a, and is reached only through windows, which don't overlap.
unsafe impl Send for TiledBuffer<'_> {}
// SAFETY: as above; the only shared mutation is the atomic counter that hands out windows.
unsafe impl Sync for TiledBuffer<'_> {}

impl<'a> TiledBuffer<'a> {
    /// Cuts a C-order buffer like its region.
    ///
    /// # Errors
    /// [`crate::ErrorKind::BufferSize`] when the buffer has not exactly the bytes of the region.
    pub fn new(region: &'a Region, grid: &'a ChunkGrid, item: usize, buffer: &'a mut [u8]) -> Result<Self> {
        check_size(region, item, buffer.len())?;
        let block = MemoryBlock { offset: 0, strides: c_strides(&region.count, item) };
        let tiles = Tiles::new(region, grid)?;
        let (memory, length) = (buffer.as_mut_ptr(), buffer.len());
        let large = byte_size(&region.count, item).is_some_and(|bytes| bytes >= LARGE);
        Ok(Self { tiles, memory, length, block, item, first: Vec::new(), large, buffer: PhantomData })
    }

    /// Takes a buffer that has the elements of the region at the places of a block.
    ///
    /// # Errors
    /// [`crate::ErrorKind::BufferSize`] if some are outside the buffer, [`crate::ErrorKind::InvalidArgument`] if
    /// elements may share bytes.
    pub fn strided(
        region: &'a Region,
        grid: &'a ChunkGrid,
        item: usize,
        buffer: &'a mut [u8],
        block: MemoryBlock,
    ) -> Result<Self> {
        let count = check_span(region, item, buffer.len(), &block)?;
        // Together with disjoint tiles, this makes windows disjoint.
        if !region.is_empty() && !block.is_disjoint(&count, item) {
            return Err(Error::invalid_argument("several elements would lie in one place of the buffer"));
        }
        let tiles = Tiles::new(region, grid)?;
        let (memory, length) = (buffer.as_mut_ptr(), buffer.len());
        let large = byte_size(&region.count, item).is_some_and(|bytes| bytes >= LARGE);
        Ok(Self { tiles, memory, length, block, item, first: Vec::new(), large, buffer: PhantomData })
    }

    /// The number of tiles.
    pub fn total(&self) -> u64 {
        self.tiles.total
    }

    /// The number of tiles that are not taken yet.
    pub fn left(&self) -> u64 {
        self.tiles.left()
    }

    /// The next window that is not taken yet.
    pub fn take(&self) -> Option<Window<'_>> {
        self.take_after(None)
    }

    /// As [`TiledBuffer::take`], in the memory of a window that is done with: where windows are small, allocating each
    /// would take as long as filling it.
    pub fn take_after(&self, done: Option<Window<'_>>) -> Option<Window<'_>> {
        let (tile, mut block) = match done {
            Some(window) => (window.tile, window.block),
            None => (Tile::default(), MemoryBlock { offset: 0, strides: Vec::new() }),
        };
        let tile = self.tiles.take_in(tile)?;
        block.offset = offset_at(&self.block, &tile.in_region);
        block.strides.clone_from(&self.block.strides);
        Some(Window { buffer: self, tile, block })
    }
}

impl TiledBuffer<'_> {
    fn shared(&self) -> SharedBuffer {
        SharedBuffer { start: self.memory, length: self.length }
    }
}

/// The part of a buffer that belongs to one tile, for one thread.
#[derive(Debug)]
pub struct Window<'a> {
    buffer: &'a TiledBuffer<'a>,
    tile: Tile,
    block: MemoryBlock,
}

impl Window<'_> {
    /// The tile.
    pub fn tile(&self) -> &Tile {
        &self.tile
    }

    /// Cuts the window along a grid that begins at the chunk's origin; `part` is the window's place in the chunk. For
    /// as long as the parts are in use, the window is not.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Internal`] when the part is not the window's, [`crate::ErrorKind::Limit`] as for buffers.
    pub fn cut<'b>(&'b mut self, part: &'b Region, grid: &'b ChunkGrid) -> Result<TiledBuffer<'b>> {
        let own = |have: &[usize], want: &[u64]| {
            have.len() == want.len() && have.iter().zip(want).all(|(have, want)| *have as u64 == *want)
        };
        let own_step = (0..part.rank()).all(|axis| part.step(axis) == self.tile.step(axis));
        if !own(&self.tile.in_chunk, &part.start) || !own(&self.tile.count, &part.count) || !own_step {
            return Err(Error::internal("a window is cut in another place than its own"));
        }
        // The parts are disjoint and inside this window, which is borrowed exclusively for their lifetime.
        Ok(TiledBuffer {
            tiles: Tiles::new(part, grid)?,
            memory: self.buffer.memory,
            length: self.buffer.length,
            block: self.block.clone(),
            item: self.buffer.item,
            first: self.place(&vec![0; part.rank()]),
            large: self.buffer.large,
            buffer: PhantomData,
        })
    }

    /// Copies the tile from a block of `source`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Internal`] for a block that exceeds `source`.
    pub fn copy_from(&mut self, source: &[u8], from: &MemoryBlock) -> Result<()> {
        let target = self.block.of(self.buffer.shared());
        // SAFETY: the memory is borrowed exclusively by the buffer; this window's elements are in no other window.
        unsafe { copy_raw(&self.tile.count, self.buffer.item, from.of(source), target, self.buffer.large) }
    }

    /// Copies a part of the tile, which begins at an index of it, from a block of `source`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Internal`] for a block that exceeds `source`, or a part that exceeds the tile.
    pub fn copy_part_from(
        &mut self,
        start: &[usize],
        count: &[usize],
        source: &[u8],
        from: &MemoryBlock,
    ) -> Result<()> {
        if !self.has_part(start, count) {
            return Err(Error::internal("a part of a tile leaves it"));
        }
        let part = block_at(&self.block, start);
        let target = part.of(self.buffer.shared());
        // SAFETY: as in `copy_from`; the part is inside this window.
        unsafe { copy_raw(count, self.buffer.item, from.of(source), target, self.buffer.large) }
    }

    /// The place in the whole region of an element at an index of the tile.
    pub fn place(&self, index: &[usize]) -> Vec<usize> {
        let first = |axis: usize| self.buffer.first.get(axis).copied().unwrap_or(0);
        index.iter().enumerate().map(|(axis, index)| first(axis) + self.tile.in_region[axis] + index).collect()
    }

    /// Writes one element into every place of the tile.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Internal`] when the element has another size.
    pub fn fill(&mut self, element: &[u8]) -> Result<()> {
        if element.len() != self.buffer.item {
            return Err(Error::internal("a fill value has another size than its data type"));
        }
        let target = self.block.of(self.buffer.shared());
        // SAFETY: as in `copy_from`.
        unsafe { fill_raw(&self.tile.count, element, target) }
    }

    /// Bytes between neighbours in the buffer along each axis.
    pub fn strides(&self) -> &[isize] {
        &self.block.strides
    }

    /// The tile's bytes, if they are contiguous in the buffer and in the order of these strides: then they can be
    /// decoded or read in place.
    pub fn contiguous(&mut self, strides: &[isize]) -> Option<&mut [u8]> {
        let together = together(self.block.offset, &self.block.strides, &self.tile.count, self.buffer.item, strides)?;
        self.run(together)
    }

    /// As [`Window::contiguous`], for a part of the tile, which begins at an index of it.
    pub fn contiguous_part(&mut self, start: &[usize], count: &[usize], strides: &[isize]) -> Option<&mut [u8]> {
        if !self.has_part(start, count) {
            return None;
        }
        let first = offset_at(&self.block, start);
        let together = together(first, &self.block.strides, count, self.buffer.item, strides)?;
        self.run(together)
    }

    /// True if a part is inside the tile.
    fn has_part(&self, start: &[usize], count: &[usize]) -> bool {
        let mut axes = start.iter().zip(count).zip(&self.tile.count);
        let inside = axes.all(|((start, count), all)| start.checked_add(*count).is_some_and(|end| end <= *all));
        inside && start.len() == self.tile.count.len() && count.len() == start.len()
    }

    fn run(&mut self, bytes: Range<usize>) -> Option<&mut [u8]> {
        if bytes.end > self.buffer.length {
            return None;
        }
        // SAFETY: inside the buffer, as just checked. The callers name bytes of this window only, which no other window
        // has; `self` is borrowed exclusively, so there is one such slice at a time.
        Some(unsafe { std::slice::from_raw_parts_mut(self.buffer.memory.add(bytes.start), bytes.len()) })
    }
}

impl Tile {
    /// From each element to the next one along an axis.
    pub fn step(&self, axis: usize) -> u64 {
        self.step.get(axis).copied().unwrap_or(1)
    }
}

/// The byte range of a block of elements, if they are contiguous and in the order of other strides.
fn together(first: usize, own: &[isize], count: &[usize], item: usize, others: &[isize]) -> Option<Range<usize>> {
    let mut axes = count.iter().zip(own.iter().zip(others));
    let span = span(first, own, count, item)?;
    let bytes = count.iter().try_fold(item, |bytes, count| bytes.checked_mul(*count))?;
    (span.len() == bytes && axes.all(|(count, (own, other))| *count == 1 || own == other)).then_some(span)
}

/// The part of a block that begins at an index of it.
pub(crate) fn block_at(block: &MemoryBlock, index: &[usize]) -> MemoryBlock {
    MemoryBlock { offset: offset_at(block, index), strides: block.strides.clone() }
}

/// The byte of the element at an index of a block whose span fits memory.
fn offset_at(block: &MemoryBlock, index: &[usize]) -> usize {
    let offset: isize = index.iter().zip(&block.strides).map(|(index, stride)| *index as isize * stride).sum();
    block.offset.wrapping_add_signed(offset)
}

/// Checks that all elements of a region are inside a buffer; returns their number along each axis.
pub(super) fn check_span(region: &Region, item: usize, given: usize, block: &MemoryBlock) -> Result<Vec<usize>> {
    if block.strides.len() != region.rank() {
        return Err(Error::invalid_argument("there are more or fewer strides than dimensions"));
    }
    let count = region.count.iter().map(|count| usize::try_from(*count)).collect::<std::result::Result<Vec<_>, _>>();
    let span = count.as_ref().ok().and_then(|count| block.span(count, item));
    match (count, span) {
        (Ok(count), Some(span)) if span.end <= given => Ok(count),
        (_, Some(span)) => {
            let end = span.end;
            Err(Error::buffer_size(format!("the elements reach to byte {end} of a buffer of {given} bytes")))
        }
        (_, None) => Err(Error::buffer_size("the elements reach to before the buffer, or beyond all memory")),
    }
}

pub(super) fn check_size(region: &Region, item: usize, given: usize) -> Result<()> {
    match byte_size(&region.count, item) {
        Some(wanted) if wanted == given => Ok(()),
        Some(wanted) => Err(Error::buffer_size(format!("the region takes {wanted} bytes, the buffer has {given}"))),
        None => Err(Error::buffer_size(format!("the region takes more bytes than memory has; the buffer has {given}"))),
    }
}
