//! The elements of a selection of points, or of rows and columns. They are cut along a grid as regions are: those of an
//! array into those of each chunk, and those of a shard into those of each inner chunk.

mod cut;

pub use cut::Cut;

use super::threads::Worker;
use super::variable_length::{no_memory, outside};
use crate::error::{Error, Result};
use crate::grid::{ChunkGrid, MemoryBlock, Region, Tile, TiledBuffer, byte_size, c_strides};
use crate::sync::fork::Mutex;

/// Elements of an array, or of one of its chunks: all combinations of one entry of each line, in C order. An element
/// that is named several times is the last of these.
#[derive(Debug)]
pub struct Picks<'p> {
    /// The smallest part of the chunk that contains the picks; for picks of an array, only its first element.
    pub tile: Tile,
    lines: Vec<PickLine<'p>>,
}

/// Places along some axes that follow one another. Points are one line along all axes, rows and columns one line each.
#[derive(Debug)]
struct PickLine<'p> {
    axes: usize,
    entries: PickEntries<'p>,
}

#[derive(Debug)]
enum PickEntries<'p> {
    /// As many indices of an axis as this, from 0 on, or those of a list, `count` of them; from each to the next it is
    /// `stride` of the caller's elements.
    Given { indices: Option<&'p [u64]>, count: usize, stride: usize },
    /// Those in one chunk, counted from the first element of the tile, and what each adds to the number of an element
    /// among the caller's.
    Own { indices: Vec<u64>, numbers: Vec<usize> },
}

impl PickLine<'_> {
    fn len(&self) -> usize {
        match &self.entries {
            PickEntries::Given { count, .. } => *count,
            PickEntries::Own { numbers, .. } => numbers.len(),
        }
    }

    fn index(&self, entry: usize, axis: usize) -> u64 {
        match &self.entries {
            PickEntries::Given { indices: None, .. } => entry as u64,
            PickEntries::Given { indices: Some(indices), .. } => indices[entry * self.axes + axis],
            PickEntries::Own { indices, .. } => indices[entry * self.axes + axis],
        }
    }

    fn number(&self, entry: usize) -> usize {
        match &self.entries {
            PickEntries::Given { stride, .. } => entry * stride,
            PickEntries::Own { numbers, .. } => numbers[entry],
        }
    }
}

/// An empty list with a capacity of `count` values, which the caller chooses.
fn room<T>(count: usize) -> Result<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| no_memory(count))?;
    Ok(list)
}

impl<'p> Picks<'p> {
    /// Single elements of an array; `points` has `axes` indices for each.
    pub fn points(points: &'p [u64], axes: usize) -> Self {
        let count = points.len().checked_div(axes).unwrap_or(1);
        let entries = PickEntries::Given { indices: Some(points), count, stride: 1 };
        Self { tile: Self::whole(axes), lines: vec![PickLine { axes, entries }] }
    }

    /// All combinations of these indices along each axis of an array; None: all indices of the axis. There are as many
    /// as can be counted, or none at all.
    pub fn orthogonal(lists: &'p [Option<Vec<u64>>], shape: &[u64]) -> Self {
        let mut stride = 1_usize;
        let axes = lists.iter().zip(shape).rev().map(|(list, length)| {
            let count = list.as_ref().map_or(*length as usize, Vec::len);
            let entries = PickEntries::Given { indices: list.as_deref(), count, stride };
            stride = stride.saturating_mul(count);
            PickLine { axes: 1, entries }
        });
        let mut lines: Vec<_> = axes.collect();
        lines.reverse();
        Self { tile: Self::whole(lists.len()), lines }
    }

    fn whole(axes: usize) -> Tile {
        Tile { in_chunk: vec![0; axes], ..Tile::default() }
    }

    /// An element of the chunk, from its place in the tile.
    fn element(&self, axis: usize, index: u64) -> u64 {
        self.tile.in_chunk[axis] as u64 + index
    }

    /// Calls `meet` with the number of each among the caller's elements, and with its place in a block of the elements
    /// of the tile.
    pub(super) fn each(&self, block: &MemoryBlock, mut meet: impl FnMut(usize, usize) -> Result<()>) -> Result<()> {
        combine(&self.lines, &block.strides, block.offset, &mut meet)
    }

    /// The part of the tile in an array, or shard, whose chunks have this grid.
    pub(super) fn region(&self, grid: &ChunkGrid) -> Region {
        let origin = |axis: usize| grid.origin(axis, self.tile.position[axis]);
        let start = self.tile.in_chunk.iter().enumerate().map(|(axis, at)| origin(axis) + *at as u64);
        let count = self.tile.count.iter().map(|count| *count as u64);
        Region { start: start.collect(), count: count.collect(), step: Vec::new() }
    }
}

/// Iterates over all combinations of the entries of some lines, the last line fastest. Lines of one entry, of which an
/// array may have a million, are passed once; the number of other lines is small.
fn combine(
    lines: &[PickLine<'_>],
    mut strides: &[isize],
    mut offset: usize,
    meet: &mut impl FnMut(usize, usize) -> Result<()>,
) -> Result<()> {
    let place = |line: &PickLine<'_>, strides: &[isize], entry| {
        let axes = strides.iter().enumerate();
        axes.fold(0_isize, |place, (axis, stride)| place.wrapping_add(line.index(entry, axis) as isize * stride))
    };
    let (mut number, mut several) = (0, Vec::new());
    for line in lines {
        let (own, rest) = strides.split_at_checked(line.axes).ok_or_else(outside)?;
        strides = rest;
        match line.len() {
            0 => return Ok(()),
            1 => {
                number += line.number(0);
                offset = offset.wrapping_add_signed(place(line, own, 0));
            }
            _ => several.push((line, own)),
        }
    }
    let Some(((last, own), outer)) = several.split_last() else { return meet(number, offset) };
    let mut entries = vec![0; outer.len()];
    loop {
        let (mut number, mut offset) = (number, offset);
        for ((line, own), entry) in outer.iter().zip(&entries) {
            number += line.number(*entry);
            offset = offset.wrapping_add_signed(place(line, own, *entry));
        }
        for entry in 0..last.len() {
            meet(number + last.number(entry), offset.wrapping_add_signed(place(last, own, entry)))?;
        }
        let Some(axis) = (0..outer.len()).rev().find(|axis| entries[*axis] + 1 < outer[*axis].0.len()) else {
            return Ok(());
        };
        entries[axis] += 1;
        entries[axis + 1..].fill(0);
    }
}

/// The caller's buffer for picks, in their order.
pub(super) struct PickBuffer<'b> {
    memory: Mutex<&'b mut [u8]>,
    item: usize,
}

impl<'b> PickBuffer<'b> {
    /// A buffer for elements of one size.
    pub fn new(memory: &'b mut [u8], item: usize) -> Self {
        Self { memory: Mutex::new(memory), item }
    }

    /// Copies picks from a block of the elements of their tile.
    pub fn copy(&self, picks: &Picks<'_>, block: &MemoryBlock, elements: &[u8]) -> Result<()> {
        let (mut memory, item) = (self.memory.lock(), self.item);
        picks.each(block, |number, offset| {
            let element = elements.get(offset..offset + item).ok_or_else(outside)?;
            memory.get_mut(number * item..(number + 1) * item).ok_or_else(outside)?.copy_from_slice(element);
            Ok(())
        })
    }

    /// Gives all picks of an array or a chunk one value.
    pub fn fill(&self, picks: &Picks<'_>, element: &[u8]) -> Result<()> {
        let none = MemoryBlock { offset: 0, strides: vec![0; picks.tile.in_chunk.len()] };
        self.copy(picks, &none, element)
    }

    /// Copies picks of a chunk of a grid by the way of their tile, into which `read` reads.
    pub fn by_tile(
        &self,
        picks: &Picks<'_>,
        grid: &ChunkGrid,
        worker: &mut Worker,
        read: impl FnOnce(&TiledBuffer, &mut Worker) -> Result<()>,
    ) -> Result<()> {
        let region = picks.region(grid);
        let size = byte_size(&region.count, self.item);
        let size = size.ok_or_else(|| Error::limit("a part of a chunk has more bytes than memory"))?;
        let mut memory = worker.scratch.take(size)?;
        read(&TiledBuffer::new(&region, grid, self.item, &mut memory[..size])?, worker)?;
        let block = MemoryBlock { offset: 0, strides: c_strides(&region.count, self.item) };
        self.copy(picks, &block, &memory[..size])?;
        worker.scratch.give(memory);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of each pick, and its element in the array.
    fn found(cut: &Cut<'_>, grid: &ChunkGrid, width: usize) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for part in (0..cut.total()).map(|index| cut.get(index).unwrap()) {
            let start = part.region(grid).start;
            let offset = start[0] as usize * width + start[1] as usize;
            let block = MemoryBlock { offset, strides: vec![width as isize, 1] };
            part.each(&block, |number, element| {
                found.push((number, element));
                Ok(())
            })
            .unwrap();
        }
        found.sort_unstable();
        found
    }

    #[test]
    fn an_array_of_a_million_dimensions_takes_no_stack() {
        let lists: Vec<_> = (0..1_000_000).map(|axis| (axis < 2).then(|| vec![2, 0, 1])).collect();
        let shape: Vec<_> = (0..1_000_000).map(|axis| if axis < 2 { 3 } else { 1 }).collect();
        let picks = Picks::orthogonal(&lists, &shape);
        let mut strides = vec![0; lists.len()];
        (strides[0], strides[1]) = (3, 1);
        let mut found = Vec::new();
        let met = picks.each(&MemoryBlock { offset: 0, strides }, |number, element| {
            found.push((number, element));
            Ok(())
        });
        assert!(met.is_ok());
        assert_eq!(found, [(0, 8), (1, 6), (2, 7), (3, 2), (4, 0), (5, 1), (6, 5), (7, 3), (8, 4)]);
    }

    #[test]
    fn chunks_have_their_picks_and_inner_chunks_theirs() {
        let grid = |chunk_shape: [u64; 2]| ChunkGrid::Regular { chunk_shape: chunk_shape.to_vec() };
        let (shards, inner) = (grid([6, 8]), grid([2, 4]));
        let points = [11, 15, 0, 0, 7, 3, 0, 0, 6, 1, 5, 8];
        let picks = Picks::points(&points, 2);
        let cut = picks.cut(&shards).unwrap();
        assert_eq!(cut.total(), 4);
        assert_eq!(found(&cut, &shards, 16), [(0, 191), (1, 0), (2, 115), (3, 0), (4, 97), (5, 88)]);
        let third = cut.get(2).unwrap();
        let Tile { position, in_chunk, count, .. } = &third.tile;
        assert_eq!([&position[..], &[in_chunk[1] as u64, count[1] as u64]], [&[1, 0][..], &[1, 3]]);
        let inside = third.cut(&inner).unwrap();
        assert_eq!((inside.total(), found(&inside, &inner, 16)), (1, vec![(2, 19), (4, 1)]));

        let lists = [Some(vec![9, 1, 9]), None];
        let picks = Picks::orthogonal(&lists, &[12, 16]);
        let cut = picks.cut(&shards).unwrap();
        let rows = [9 * 16, 16, 9 * 16];
        let all: Vec<_> = (0..48).map(|number| (number, rows[number / 16] + number % 16)).collect();
        assert_eq!((cut.total(), found(&cut, &shards, 16)), (4, all));
        let last = cut.get(3).unwrap();
        let inside = last.cut(&inner).unwrap();
        assert_eq!(inside.total(), 2);
        assert_eq!(found(&inside, &inner, 16).len(), 16);
    }

    #[test]
    fn an_array_without_dimensions_has_one_element() {
        let grid = ChunkGrid::Regular { chunk_shape: vec![] };
        for picks in [Picks::points(&[], 0), Picks::orthogonal(&[], &[])] {
            let cut = picks.cut(&grid).unwrap();
            let (mut met, block) = (None, MemoryBlock { offset: 3, strides: vec![] });
            let mut meet = |number, offset| met.replace((number, offset)).map_or(Ok(()), |_| Err(outside()));
            cut.get(0).unwrap().each(&block, &mut meet).unwrap();
            assert_eq!((cut.total(), met), (1, Some((0, 3))));
        }
    }

    /// Picks are handled as often as they are, however many inner chunks there are: twice as many are twice the work.
    #[test]
    fn each_inner_chunk_is_handed_its_own_picks_only() {
        let grid = ChunkGrid::Regular { chunk_shape: vec![4] };
        for count in [1000_u64, 2000] {
            let points: Vec<u64> = (0..count).map(|at| at * 7 % count * 4).collect();
            let picks = Picks::points(&points, 1);
            let cut = picks.cut(&grid).unwrap();
            let handed: usize = (0..cut.total()).map(|index| cut.get(index).unwrap().lines[0].len()).sum();
            assert_eq!((cut.total() as u64, handed as u64), (count, count));
        }
    }
}
