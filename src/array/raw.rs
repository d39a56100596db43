//! Chunks that nothing encodes: only the bytes that are wanted, from the store into the buffer by the shortest way.
//!
//! The elements of a tile lie in the bytes of its chunk as ranges of one length at regular distances. Small gaps between
//! them are read along, since a request of its own costs more than the copying of a few KiB; larger ones are left out.
//! Runs that are long in the buffer as well are read straight into it. What has to be taken apart passes through scratch
//! memory, several ranges one behind the other, in pieces that stay in the cache of a core.

use super::read::Reader;
use crate::codec::Scratch;
use crate::error::{Error, Result};
use crate::grid::{Block, Window};
use crate::store::{self, ByteRange, Held};
use std::cmp::Reverse;
use std::ops::Range;

/// Bytes between two ranges that are as well read along, where a request is a system call (about 0.3 µs, which is as much
/// as the kernel needs to copy them).
pub(super) const GAP: usize = 4 << 10;

/// The same for stores that like to be asked for much at once, because an answer takes them long.
pub(super) const FAR_GAP: usize = 1 << 20;

/// Runs of so many bytes are worth a request each, rather than the copying out of scratch memory.
const LONG_RUN: usize = 8 << 10;

/// What passes through scratch memory at once: a part of the second cache of a core.
const PIECE: usize = 128 << 10;

/// Where the elements of a tile lie in the bytes of their chunk, cut into equal parts along the axes.
#[derive(Clone, Debug)]
pub(super) struct Ranges {
    /// The elements of the tile in its chunk; the strides of a chunk are positive.
    block: Block,
    count: Vec<usize>,
    item: usize,
    /// The axes, those with the longest strides first.
    order: Vec<usize>,
    /// Elements of a part along each axis; the last part along an axis may have fewer.
    part: Vec<usize>,
}

/// One part: its first element in the tile and its elements along each axis, and the bytes from its first to its last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub start: Vec<usize>,
    pub count: Vec<usize>,
    pub bytes: Range<usize>,
}

impl Ranges {
    /// The ranges of a tile in a chunk of `size` bytes, where gaps of at most `gap` bytes are read along.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Internal`] where the tile leaves its chunk.
    pub fn new(block: Block, count: &[usize], item: usize, size: usize, gap: usize) -> Result<Self> {
        if block.span(count, item).is_none_or(|span| span.end > size) || block.strides.iter().any(|stride| *stride < 0)
        {
            return Err(Error::internal("a tile leaves its chunk"));
        }
        let mut order: Vec<usize> = (0..count.len()).filter(|axis| count[*axis] > 1).collect();
        order.sort_by_key(|axis| Reverse(block.strides[*axis]));
        let mut ranges = Self { block, count: count.to_vec(), item, order, part: vec![1; count.len()] };
        let mut length = item;
        for axis in ranges.order.iter().rev() {
            let stride = ranges.stride(*axis);
            if stride.saturating_sub(length) > gap {
                break;
            }
            length += (count[*axis] - 1) * stride;
            ranges.part[*axis] = count[*axis];
        }
        Ok(ranges)
    }

    /// Cuts to what lies together in the chunk and in the buffer with these strides, if that is all or long. Whether it is.
    fn cut_to_runs(&mut self, strides: &[isize]) -> bool {
        let (mut run, mut outer) = (self.item, self.order.len());
        for axis in self.order.iter().rev() {
            if self.stride(*axis) != run || strides[*axis] != run as isize {
                break;
            }
            run *= self.count[*axis];
            outer -= 1;
        }
        let direct = run >= LONG_RUN || run == self.length();
        if direct {
            self.part.fill(1);
            for axis in &self.order[outer..] {
                self.part[*axis] = self.count[*axis];
            }
        }
        direct
    }

    /// Cuts until no part has more than `limit` bytes from its first to its last, or has one element.
    fn cut_to(&mut self, limit: usize) {
        for axis in self.order.clone() {
            let length = self.length();
            if length <= limit {
                return;
            }
            let stride = self.stride(axis);
            let inner = length - (self.part[axis] - 1) * stride;
            self.part[axis] = self.part[axis].min(limit.saturating_sub(inner) / stride + 1);
        }
    }

    /// The bytes from the first to the last of a part.
    pub fn length(&self) -> usize {
        self.length_of(&self.part)
    }

    /// What lies inside a chunk fits, and its strides have no sign.
    fn length_of(&self, count: &[usize]) -> usize {
        count.iter().enumerate().fold(self.item, |length, (axis, count)| length + (count - 1) * self.stride(axis))
    }

    fn stride(&self, axis: usize) -> usize {
        self.block.strides[axis].unsigned_abs()
    }

    /// Whether one part has all.
    pub fn is_one(&self) -> bool {
        self.part == self.count
    }

    /// The parts, in the order in which they lie in the chunk.
    pub fn parts(&self) -> impl Iterator<Item = Part> {
        std::iter::successors(Some(self.first(&self.part)), |part| {
            let mut next = part.clone();
            self.advance(&mut next, &self.part).then_some(next)
        })
    }

    /// Works through parts of a shape in the same order, in the memory of one.
    fn each_of(&self, shape: &[usize], mut work: impl FnMut(&Part) -> Result<()>) -> Result<()> {
        let mut part = self.first(shape);
        loop {
            work(&part)?;
            if !self.advance(&mut part, shape) {
                return Ok(());
            }
        }
    }

    /// The first part of this shape.
    fn first(&self, shape: &[usize]) -> Part {
        let mut part = Part { start: vec![0; shape.len()], count: shape.to_vec(), bytes: 0..0 };
        self.measure(&mut part, shape);
        part
    }

    /// Goes on to the next part of this shape. False: it was the last one.
    fn advance(&self, part: &mut Part, shape: &[usize]) -> bool {
        for axis in self.order.iter().rev() {
            part.start[*axis] += shape[*axis];
            if part.start[*axis] < self.count[*axis] {
                self.measure(part, shape);
                return true;
            }
            part.start[*axis] = 0;
        }
        false
    }

    /// The elements and bytes of the part that begins where this one says.
    fn measure(&self, part: &mut Part, shape: &[usize]) {
        let mut first = self.block.offset;
        for (axis, most) in shape.iter().enumerate() {
            part.count[axis] = (self.count[axis] - part.start[axis]).min(*most);
            first += part.start[axis] * self.stride(axis);
        }
        part.bytes = first..first + self.length_of(&part.count);
    }

    /// The axis along which parts of one element each follow one another, with how many of them are taken apart together.
    fn series(&self) -> Option<(usize, usize)> {
        let axis = *self.order.iter().rev().find(|axis| self.part[**axis] < self.count[**axis])?;
        let fit = PIECE.checked_div(self.length())?;
        (self.part[axis] == 1).then(|| (axis, fit.clamp(1, self.count[axis])))
    }

    /// Where the elements of a part lie in its bytes.
    pub fn block(&self) -> Block {
        Block { offset: 0, strides: self.block.strides.clone() }
    }
}

impl Part {
    pub fn range(&self) -> ByteRange {
        ByteRange::From { start: self.bytes.start as u64, length: Some(self.bytes.len() as u64) }
    }
}

impl Reader<'_> {
    /// The ranges of a chunk that nothing encodes that a window wants.
    pub(super) fn ranges(&self, window: &Window, gap: usize) -> Result<Ranges> {
        let tile = window.tile();
        let layout = self.layouts.of(&tile.position)?;
        Ranges::new(layout.block(tile), &tile.count, self.metadata.data_type.size(), layout.size, gap)
    }

    /// Reads elements that nothing encodes from a store that reads into memory. False: the chunk is missing.
    pub(super) fn read_raw(&self, key: &str, window: &mut Window, scratch: &mut Scratch) -> Result<bool> {
        let size = self.layouts.of(&window.tile().position)?.size;
        let mut ranges = self.ranges(window, GAP)?;
        let direct = ranges.cut_to_runs(window.strides());
        if ranges.is_one() && (direct || ranges.length() <= PIECE) {
            return self.read_at_once((key, size), ranges, direct, window, scratch);
        }
        let held = store::hold_still(self.store, key)?;
        let Some(total) = held.size()? else { return Ok(false) };
        check_size(total, size)?;
        if !direct {
            ranges.cut_to(held.at_once().max(PIECE));
        }
        if let (false, Some((axis, most @ 2..))) = (direct, ranges.series()) {
            return self.read_series(&ranges, (axis, most), &*held, window, scratch).map(|()| true);
        }
        ranges.each_of(&ranges.part, |part| self.read_part(&ranges, direct, part, &*held, window, scratch))?;
        Ok(true)
    }

    /// Reads what one request gets. False: the chunk, which has so many bytes, is missing.
    fn read_at_once(
        &self,
        (key, size): (&str, usize),
        ranges: Ranges,
        direct: bool,
        window: &mut Window,
        scratch: &mut Scratch,
    ) -> Result<bool> {
        let fill = |bytes: &mut [u8]| {
            let Some(filled) = self.store.get_into(key, ranges.block.offset as u64, bytes)? else { return Ok(false) };
            // The size costs little here, so a chunk that is too long is found also when a part is read.
            check_size(filled.total, size)?;
            if filled.length < bytes.len() {
                return Err(Error::data("the chunk became shorter while it was read"));
            }
            self.metadata.chain.finish(bytes);
            Ok(true)
        };
        if direct {
            return fill(window.contiguous(&ranges.block.strides).ok_or_else(no_run)?);
        }
        let length = ranges.length();
        let mut buffer = scratch.take(length)?;
        let found = fill(&mut buffer[..length])?;
        if found {
            window.copy_from(&buffer[..length], &Block { offset: 0, ..ranges.block })?;
        }
        scratch.give(buffer);
        Ok(found)
    }

    /// Reads parts that follow one another along an axis one behind the other, so many at once, and takes them apart together.
    fn read_series(
        &self,
        ranges: &Ranges,
        (axis, most): (usize, usize),
        held: &dyn Held,
        window: &mut Window,
        scratch: &mut Scratch,
    ) -> Result<()> {
        let mut shape = ranges.part.clone();
        shape[axis] = most;
        let (length, distance) = (ranges.length(), ranges.stride(axis));
        let mut block = ranges.block();
        // What lies inside a chunk fits.
        block.strides[axis] = length as isize;
        let mut buffer = scratch.take(length * most)?;
        ranges.each_of(&shape, |series| {
            let bytes = &mut buffer[..length * series.count[axis]];
            for (number, part) in bytes.chunks_exact_mut(length).enumerate() {
                held.read_into((series.bytes.start + number * distance) as u64, part)?;
            }
            self.metadata.chain.finish(bytes);
            window.copy_part_from(&series.start, &series.count, bytes, &block)
        })?;
        scratch.give(buffer);
        Ok(())
    }

    /// Puts parts that were fetched into the buffer.
    pub(super) fn place_ranges(
        &self,
        window: &mut Window,
        ranges: &Ranges,
        values: Vec<Vec<u8>>,
        scratch: &mut Scratch,
    ) -> Result<()> {
        for (part, mut value) in ranges.parts().zip(values) {
            if value.len() != part.bytes.len() {
                let size = self.layouts.of(&window.tile().position)?.size;
                let end = part.bytes.start.saturating_add(value.len());
                return Err(Error::data(format!("the chunk ends at byte {end} of {size}")));
            }
            self.metadata.chain.finish(&mut value);
            if ranges.is_one() {
                return self.copy(window, &value, &ranges.block(), scratch);
            }
            window.copy_part_from(&part.start, &part.count, &value, &ranges.block())?;
        }
        Ok(())
    }

    /// Reads one part of several.
    fn read_part(
        &self,
        ranges: &Ranges,
        direct: bool,
        part: &Part,
        held: &dyn Held,
        window: &mut Window,
        scratch: &mut Scratch,
    ) -> Result<()> {
        let start = part.bytes.start as u64;
        if direct {
            let bytes = window.contiguous_part(&part.start, &part.count, &ranges.block.strides).ok_or_else(no_run)?;
            held.read_into(start, bytes)?;
            self.metadata.chain.finish(bytes);
            return Ok(());
        }
        let mut buffer = scratch.take(part.bytes.len())?;
        let bytes = &mut buffer[..part.bytes.len()];
        held.read_into(start, bytes)?;
        self.metadata.chain.finish(bytes);
        window.copy_part_from(&part.start, &part.count, bytes, &ranges.block())?;
        scratch.give(buffer);
        Ok(())
    }
}

fn no_run() -> Error {
    Error::internal("a run of elements is none in the buffer")
}

pub(super) fn check_size(stored: u64, expected: usize) -> Result<()> {
    if stored == expected as u64 {
        return Ok(());
    }
    Err(Error::data(format!("the chunk has {stored} bytes where {expected} are expected")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Chunks of any order, tiles with steps in them.
    fn cases() -> impl Strategy<Value = (Block, Vec<usize>, usize, usize)> {
        let axis = (1..7usize, 1..4usize, 0..3usize);
        (prop::collection::vec(axis, 0..4), 1..5usize, any::<u32>()).prop_map(|(axes, item, seed)| {
            let rank = axes.len();
            let lengths: Vec<usize> = axes.iter().map(|(count, step, first)| first + (count - 1) * step + 1).collect();
            let mut order: Vec<usize> = (0..rank).collect();
            order.rotate_left(seed as usize % rank.max(1));
            let (mut strides, mut size, mut offset) = (vec![0; rank], item, 0);
            for axis in order {
                offset += axes[axis].2 * size;
                strides[axis] = (size * axes[axis].1) as isize;
                size *= lengths[axis];
            }
            (Block { offset, strides }, axes.iter().map(|(count, ..)| *count).collect(), item, size)
        })
    }

    proptest! {
        #[test]
        fn parts_have_every_element_once_and_no_large_gap(
            (block, count, item, size) in cases(), gap in 0..40usize, limit in 1..60usize
        ) {
            let mut ranges = Ranges::new(block.clone(), &count, item, size, gap).unwrap();
            for cut in [false, true] {
                if cut {
                    ranges.cut_to(limit);
                }
                let (mut elements, mut last) = (BTreeSet::new(), None);
                for part in ranges.parts() {
                    prop_assert!(!cut || part.bytes.len() <= limit.max(item));
                    prop_assert!(part.bytes.end <= size);
                    prop_assert!(last.is_none_or(|last| last < part.bytes.start), "in the order of the chunk");
                    last = Some(part.bytes.start);
                    let mut own = BTreeSet::from([part.bytes.start]);
                    for (count, stride) in part.count.iter().zip(&block.strides) {
                        own = own.iter().flat_map(|at| (0..*count).map(move |step| at + step * stride.unsigned_abs())).collect();
                    }
                    prop_assert_eq!(own.last().map(|at| at + item), Some(part.bytes.end));
                    let gaps = own.iter().zip(own.iter().skip(1)).map(|(one, next)| next - one - item);
                    prop_assert!(gaps.max().is_none_or(|widest| widest <= gap));
                    for at in own {
                        prop_assert!(elements.insert(at), "an element twice");
                    }
                }
                prop_assert_eq!(elements.len(), count.iter().product::<usize>());
                if let Some((axis, most)) = ranges.series() {
                    let mut shape = ranges.part.clone();
                    shape[axis] = most;
                    let (length, distance) = (ranges.length(), ranges.stride(axis));
                    let mut all = Vec::new();
                    ranges.each_of(&shape, |series| {
                        all.push(series.clone());
                        Ok(())
                    }).unwrap();
                    for series in &all {
                        for number in 0..series.count[axis] {
                            let part = series.bytes.start + number * distance..series.bytes.start + number * distance + length;
                            prop_assert!(part.end <= series.bytes.end);
                            let known = elements.range(part.start..part.end).count();
                            prop_assert_eq!(known, ranges.part.iter().product::<usize>());
                        }
                    }
                    let all: usize = all.iter().map(|series| series.count[axis]).sum();
                    prop_assert_eq!(all, ranges.parts().count());
                }
                let mut each = Vec::new();
                ranges.each_of(&ranges.part, |part| {
                    each.push(part.clone());
                    Ok(())
                }).unwrap();
                prop_assert_eq!(each, ranges.parts().collect::<Vec<_>>());
                prop_assert_eq!(ranges.is_one(), ranges.parts().count() == 1);
            }
        }

        #[test]
        fn runs_lie_together_on_both_sides((block, count, item, size) in cases(), gap in 0..40usize) {
            let mut ranges = Ranges::new(block.clone(), &count, item, size, gap).unwrap();
            let packed: Vec<isize> = crate::grid::c_strides(&count.iter().map(|count| *count as u64).collect::<Vec<_>>(), item);
            if ranges.cut_to_runs(&packed) {
                for part in ranges.parts() {
                    prop_assert_eq!(part.bytes.len(), part.count.iter().product::<usize>() * item);
                }
            }
        }
    }

    #[test]
    fn what_leaves_the_chunk_is_refused() {
        let block = Block { offset: 4, strides: vec![4] };
        assert!(Ranges::new(block.clone(), &[3], 4, 16, 0).is_ok());
        assert!(Ranges::new(block, &[4], 4, 16, 0).is_err());
        assert!(Ranges::new(Block { offset: 8, strides: vec![-4] }, &[2], 4, 16, 0).is_err());
    }
}
