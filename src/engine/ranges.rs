//! Byte ranges of the elements of a tile in an unencoded chunk: ranges of one length at regular distances. Small gaps
//! between them are read as well, since a separate request costs more than copying a few KiB; larger gaps are skipped.

use crate::error::{Error, Result};
use crate::grid::MemoryBlock;
use crate::store::ByteRange;
use std::cmp::Reverse;
use std::ops::Range;

/// Bytes between two ranges that are as well read along, where a request is a system call (about 0.3 µs, which is as
/// much as the kernel needs to copy them).
pub(super) const GAP: usize = 4 << 10;

/// As [`GAP`], for stores with a high latency.
pub(super) const FAR_GAP: usize = 1 << 20;

/// Minimum length of a run that is read by a request of its own, not copied from scratch memory.
const LONG_RUN: usize = 8 << 10;

/// Bytes that pass through scratch memory at once: a part of the second cache of a core.
pub(super) const PIECE: usize = 128 << 10;

/// Bytes of a long run that one thread reads at a time.
pub(super) const SPAN: usize = 2 << 20;

/// Byte ranges of the elements of a tile in their chunk, cut into equal parts along the axes.
#[derive(Clone, Debug)]
pub(super) struct Ranges {
    /// The elements of the tile in its chunk; the strides of a chunk are positive.
    pub block: MemoryBlock,
    count: Vec<usize>,
    item: usize,
    /// The axes, those with the longest strides first.
    order: Vec<usize>,
    /// Elements of a part along each axis; the last part along an axis may have fewer.
    pub part: Vec<usize>,
}

/// One part: its first element in the tile and its elements along each axis, and the bytes from its first to its last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TilePart {
    pub start: Vec<usize>,
    pub count: Vec<usize>,
    pub bytes: Range<usize>,
}

impl Ranges {
    /// The ranges of a tile in a chunk of `size` bytes, where gaps of at most `gap` bytes are read along.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Internal`] where the tile leaves its chunk.
    pub fn new(block: MemoryBlock, count: &[usize], item: usize, size: usize, gap: usize) -> Result<Self> {
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

    /// Cuts into runs that are contiguous both in the chunk and in a buffer with these strides. Returns false, and
    /// changes nothing, if a run is neither long nor a whole part.
    pub fn cut_to_runs(&mut self, strides: &[isize]) -> bool {
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
    pub fn cut_to(&mut self, limit: usize) {
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

    /// The bytes of an element.
    pub fn item(&self) -> usize {
        self.item
    }

    /// The bytes from the first to the last of a part.
    pub fn length(&self) -> usize {
        self.length_of(&self.part)
    }

    /// Lengths inside a chunk fit, and its strides have no sign.
    fn length_of(&self, count: &[usize]) -> usize {
        count.iter().enumerate().fold(self.item, |length, (axis, count)| length + (count - 1) * self.stride(axis))
    }

    pub fn stride(&self, axis: usize) -> usize {
        self.block.strides[axis].unsigned_abs()
    }

    /// True if one part holds all elements.
    pub fn is_one(&self) -> bool {
        self.part == self.count
    }

    /// The parts, in the order of the chunk.
    pub fn parts(&self) -> impl Iterator<Item = TilePart> {
        std::iter::successors(Some(self.first(&self.part)), |part| {
            let mut next = part.clone();
            self.advance(&mut next, &self.part).then_some(next)
        })
    }

    /// Works through parts of a shape in the same order, in the memory of one.
    pub fn each_of(&self, shape: &[usize], mut work: impl FnMut(&TilePart) -> Result<()>) -> Result<()> {
        let mut part = self.first(shape);
        loop {
            work(&part)?;
            if !self.advance(&mut part, shape) {
                return Ok(());
            }
        }
    }

    /// The first part of this shape.
    fn first(&self, shape: &[usize]) -> TilePart {
        let mut part = TilePart { start: vec![0; shape.len()], count: shape.to_vec(), bytes: 0..0 };
        self.measure(&mut part, shape);
        part
    }

    /// Goes on to the next part of this shape. False: it was the last one.
    fn advance(&self, part: &mut TilePart, shape: &[usize]) -> bool {
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
    fn measure(&self, part: &mut TilePart, shape: &[usize]) {
        let mut first = self.block.offset;
        for (axis, most) in shape.iter().enumerate() {
            part.count[axis] = (self.count[axis] - part.start[axis]).min(*most);
            first += part.start[axis] * self.stride(axis);
        }
        part.bytes = first..first + self.length_of(&part.count);
    }

    /// The axis along which parts of one element each follow one another, with how many of them are taken apart
    /// together.
    pub fn series(&self) -> Option<(usize, usize)> {
        let axis = *self.order.iter().rev().find(|axis| self.part[**axis] < self.count[**axis])?;
        let fit = PIECE.checked_div(self.length())?;
        (self.part[axis] == 1).then(|| (axis, fit.clamp(1, self.count[axis])))
    }

    /// The memory block of a part's elements in its bytes.
    pub fn block(&self) -> MemoryBlock {
        MemoryBlock { offset: 0, strides: self.block.strides.clone() }
    }
}

impl TilePart {
    pub fn range(&self) -> ByteRange {
        ByteRange::From { start: self.bytes.start as u64, length: Some(self.bytes.len() as u64) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// A tile in a chunk: where gaps are read along, and the size of parts.
    #[derive(Clone, Debug)]
    struct Case {
        block: MemoryBlock,
        count: Vec<usize>,
        item: usize,
        size: usize,
        gap: usize,
        limit: usize,
    }

    /// Chunks of any order, tiles with steps in them.
    fn cases() -> impl Strategy<Value = Case> {
        let axis = (1..7usize, 1..4usize, 0..3usize);
        let parts = (prop::collection::vec(axis, 0..4), 1..5usize, any::<u32>(), 0..40usize, 1..60usize);
        parts.prop_map(|(axes, item, seed, gap, limit)| {
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
            let count = axes.iter().map(|(count, ..)| *count).collect();
            Case { block: MemoryBlock { offset, strides }, count, item, size, gap, limit }
        })
    }

    impl Case {
        fn whole(&self) -> Ranges {
            Ranges::new(self.block.clone(), &self.count, self.item, self.size, self.gap).unwrap()
        }

        fn cut(&self) -> Ranges {
            let mut ranges = self.whole();
            ranges.cut_to(self.limit);
            ranges
        }

        /// Where the elements of a part begin in the chunk.
        fn elements(&self, part: &TilePart) -> BTreeSet<usize> {
            let axes = part.count.iter().zip(&self.block.strides);
            axes.fold(BTreeSet::from([part.bytes.start]), |elements, (count, stride)| {
                elements.iter().flat_map(|at| (0..*count).map(move |step| at + step * stride.unsigned_abs())).collect()
            })
        }
    }

    fn each_of(ranges: &Ranges, shape: &[usize]) -> Vec<TilePart> {
        let mut parts = Vec::new();
        ranges
            .each_of(shape, |part| {
                parts.push(part.clone());
                Ok(())
            })
            .unwrap();
        parts
    }

    proptest! {
        #[test]
        fn every_element_is_in_one_part(case in cases()) {
            let all = case.elements(&TilePart { start: vec![], count: case.count.clone(), bytes: case.block.offset..case.size });
            for ranges in [case.whole(), case.cut()] {
                let mut seen = BTreeSet::new();
                for at in ranges.parts().flat_map(|part| case.elements(&part)) {
                    prop_assert!(seen.insert(at), "the element at {} is in two parts", at);
                }
                prop_assert_eq!(&seen, &all);
            }
        }

        #[test]
        fn parts_follow_one_another_in_the_chunk(case in cases()) {
            for ranges in [case.whole(), case.cut()] {
                let starts: Vec<usize> = ranges.parts().map(|part| part.bytes.start).collect();
                prop_assert!(starts.is_sorted_by(|one, next| one < next), "{:?}", starts);
                prop_assert!(ranges.parts().all(|part| part.bytes.end <= case.size));
            }
        }

        #[test]
        fn a_part_ends_with_its_last_element(case in cases()) {
            for part in [case.whole(), case.cut()].iter().flat_map(Ranges::parts) {
                prop_assert_eq!(case.elements(&part).last().map(|at| at + case.item), Some(part.bytes.end));
            }
        }

        #[test]
        fn no_part_has_a_large_gap(case in cases()) {
            for part in [case.whole(), case.cut()].iter().flat_map(Ranges::parts) {
                let elements: Vec<usize> = case.elements(&part).into_iter().collect();
                let widest = elements.windows(2).map(|pair| pair[1] - pair[0] - case.item).max();
                prop_assert!(widest.is_none_or(|widest| widest <= case.gap), "{:?}", widest);
            }
        }

        #[test]
        fn parts_are_cut_to_the_limit_or_to_one_element(case in cases()) {
            for part in case.cut().parts() {
                prop_assert!(part.bytes.len() <= case.limit.max(case.item));
            }
        }

        #[test]
        fn parts_are_the_same_in_the_memory_of_one(case in cases()) {
            for ranges in [case.whole(), case.cut()] {
                prop_assert_eq!(each_of(&ranges, &ranges.part), ranges.parts().collect::<Vec<_>>());
            }
        }

        #[test]
        fn one_part_has_all_where_there_is_one(case in cases()) {
            for ranges in [case.whole(), case.cut()] {
                prop_assert_eq!(ranges.is_one(), ranges.parts().count() == 1);
            }
        }

        #[test]
        fn series_take_every_part_once(case in cases()) {
            for ranges in [case.whole(), case.cut()] {
                let Some((axis, most)) = ranges.series() else { continue };
                let mut shape = ranges.part.clone();
                shape[axis] = most;
                let mut taken = Vec::new();
                for series in each_of(&ranges, &shape) {
                    let starts = (0..series.count[axis]).map(|number| series.bytes.start + number * ranges.stride(axis));
                    taken.extend(starts.map(|start| start..start + ranges.length()));
                    prop_assert!(taken.last().is_some_and(|last| last.end <= series.bytes.end), "a series ends too early");
                }
                // Along the other axes parts are as long as the tile, or of one element.
                prop_assert_eq!(taken, ranges.parts().map(|part| part.bytes).collect::<Vec<_>>());
            }
        }

        #[test]
        fn runs_lie_together_on_both_sides(case in cases()) {
            let mut ranges = case.whole();
            let count: Vec<u64> = case.count.iter().map(|count| *count as u64).collect();
            if ranges.cut_to_runs(&crate::grid::c_strides(&count, case.item)) {
                for part in ranges.parts() {
                    prop_assert_eq!(part.bytes.len(), part.count.iter().product::<usize>() * case.item);
                }
            }
        }
    }

    #[test]
    fn what_leaves_the_chunk_is_refused() {
        let block = MemoryBlock { offset: 4, strides: vec![4] };
        assert!(Ranges::new(block.clone(), &[3], 4, 16, 0).is_ok());
        assert!(Ranges::new(block, &[4], 4, 16, 0).is_err());
        assert!(Ranges::new(MemoryBlock { offset: 8, strides: vec![-4] }, &[2], 4, 16, 0).is_err());
    }
}
