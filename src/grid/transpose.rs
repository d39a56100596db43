//! The strided copy of two axes of which one is fast in the source and the other in the target: in blocks that the
//! cache holds on both sides, so that each line of memory is fetched once, and of squares that are turned in registers.
//!
//! A named kernel: it works on raw memory. Its callers have checked that every element is inside its buffer.

#![allow(unsafe_code)]

use super::lanes::{Lanes, interleave};
use super::walk::{CopyAxis, LINE, rows};
use std::mem::MaybeUninit;

/// Copies elements along two axes: first the one that is fast in the target, then the one that is fast in the source.
///
/// # Safety
/// Every element is inside its buffer, and the buffers don't overlap; no other code reads or writes the elements of the
/// target meanwhile, or writes those of the source.
pub(super) unsafe fn plane([to_fast, from_fast]: [CopyAxis; 2], item: usize, from: *const u8, to: *mut u8) {
    let mut columns = from_fast;
    let (mut from, mut to) = (from, to);
    if columns.from < 0 {
        let last = columns.count as isize - 1;
        // SAFETY: the last element along the axis, which is inside its buffer.
        unsafe { (from, to) = (from.offset(last * columns.from), to.offset(last * columns.to)) };
        columns = CopyAxis { from: -columns.from, to: -columns.to, ..columns };
    }
    let across = [to_fast, columns];
    // SAFETY: as the caller promises, for each block.
    unsafe {
        if to_fast.to != item as isize || columns.from != item as isize {
            return blocks(across, item, from, to, |[high, wide], from, to| rows(&[wide, high], item, from, to));
        }
        let crowded = [is_crowded(to_fast.from, item), is_crowded(columns.to, item)];
        blocks(across, item, from, to, |across, from, to| {
            staged(across, item, crowded, (from, to), |across, from, to| match item {
                1 => squares::<1, 16>(across, from, to),
                2 => squares::<2, 8>(across, from, to),
                4 => squares::<4, 4>(across, from, to),
                8 => squares::<8, 2>(across, from, to),
                _ => rows(&[across[1], across[0]], item, from, to),
            });
        });
    }
}

/// Bytes of a block along each axis.
const BLOCK: usize = 2 * LINE;

/// The elements of a block along each axis, for a side of `BLOCK` bytes.
fn side(item: usize) -> usize {
    (BLOCK / item).max(4)
}

/// Cuts both axes into pieces of a few lines of the cache.
///
/// # Safety
/// As [`plane`]; `block` copies elements along the two axes that it is given.
#[inline(always)]
unsafe fn blocks(
    [high, wide]: [CopyAxis; 2],
    item: usize,
    from: *const u8,
    to: *mut u8,
    block: impl Fn([CopyAxis; 2], *const u8, *mut u8),
) {
    let side = side(item);
    for row in (0..high.count).step_by(side) {
        let rows = CopyAxis { count: side.min(high.count - row), ..high };
        for column in (0..wide.count).step_by(side) {
            let columns = CopyAxis { count: side.min(wide.count - column), ..wide };
            let (row, column) = (row as isize, column as isize);
            // SAFETY: the first element of the block, which is one of the plane's.
            let (from, to) = unsafe {
                (from.offset(row * high.from + column * wide.from), to.offset(row * high.to + column * wide.to))
            };
            block([rows, columns], from, to);
        }
    }
}

/// True if the lines of a block map to so few sets of the fastest cache that it can't hold them: they are a multiple of
/// a large power of two apart.
fn is_crowded(step: isize, item: usize) -> bool {
    let places = WAY >> step.unsigned_abs().trailing_zeros().clamp(LINE.trailing_zeros(), WAY.trailing_zeros());
    side(item) > WAYS * places
}

/// Bytes after which addresses get the same place in the fastest cache of common processors.
const WAY: usize = 4096;

/// Up to this many lines in one cache set, copying without a buffer was measured to be faster.
const WAYS: usize = 16;

/// A block on its way: on the sides where its lines compete, each of them is touched once, between memory and a buffer
/// where they don't.
///
/// # Safety
/// As [`plane`], for a block whose elements are contiguous along the first axis in the target, and along the second one
/// in the source; `inner` copies elements along the two axes that it is given.
#[inline(always)]
unsafe fn staged(
    [high, wide]: [CopyAxis; 2],
    item: usize,
    [source, target]: [bool; 2],
    (mut from, to): (*const u8, *mut u8),
    inner: impl Fn([CopyAxis; 2], *const u8, *mut u8),
) {
    if !source && !target {
        return inner([high, wide], from, to);
    }
    let mut stages = [const { MaybeUninit::<[u8; BLOCK * BLOCK]>::uninit() }; 2];
    let [first, second] = stages.each_mut().map(|stage| stage.as_mut_ptr().cast::<u8>());
    let (mut across, mut into) = ([high, wide], to);
    // SAFETY: lines compete only where a block has more than `WAYS` of them, so elements are small, and each side of
    // the block has `BLOCK` bytes at most: it fits a stage, in which rows are `BLOCK` bytes apart.
    unsafe {
        if source {
            let row = CopyAxis { count: high.count, from: high.from, to: BLOCK as isize };
            rows(&[row], wide.count * item, from, first);
            (from, across[0].from) = (first, BLOCK as isize);
        }
        if target {
            (into, across[1].to) = (second, BLOCK as isize);
        }
        inner(across, from, into);
        if target {
            let row = CopyAxis { count: wide.count, from: BLOCK as isize, to: wide.to };
            rows(&[row], high.count * item, second, to);
        }
    }
}

/// # Safety
/// As [`plane`], for elements of `ITEM` bytes that are contiguous along the first axis in the target, and along the
/// second one in the source; `SIDE` of them fill a register.
#[inline(always)]
unsafe fn squares<const ITEM: usize, const SIDE: usize>([rows_, columns]: [CopyAxis; 2], from: *const u8, to: *mut u8) {
    let item = ITEM as isize;
    let whole = [rows_.count - rows_.count % SIDE, columns.count - columns.count % SIDE];
    // SAFETY: as the caller promises: whole squares of it, and then the rest.
    unsafe {
        for column in (0..whole[1] as isize).step_by(SIDE) {
            for row in (0..whole[0] as isize).step_by(SIDE) {
                let from = from.offset(row * rows_.from + column * item);
                let to = to.offset(row * item + column * columns.to);
                square::<ITEM, SIDE>(from, rows_.from, to, columns.to);
            }
        }
        if whole[1] < columns.count {
            let rest = CopyAxis { count: columns.count - whole[1], ..columns };
            let column = whole[1] as isize;
            rows(&[rest, rows_], ITEM, from.offset(column * item), to.offset(column * columns.to));
        }
        if whole[0] < rows_.count && whole[1] > 0 {
            let rest = CopyAxis { count: rows_.count - whole[0], ..rows_ };
            let row = whole[0] as isize;
            let columns = CopyAxis { count: whole[1], ..columns };
            rows(&[columns, rest], ITEM, from.offset(row * rows_.from), to.offset(row * item));
        }
    }
}

/// Turns one square: a register from each of its rows, and one to each of its columns. To interleave the first half of
/// the rows with the second as often as the number of rows can be halved puts every element into its place.
///
/// # Safety
/// There are `SIDE` rows and columns of 16 bytes each.
#[inline(always)]
unsafe fn square<const ITEM: usize, const SIDE: usize>(from: *const u8, from_step: isize, to: *mut u8, to_step: isize) {
    // SAFETY: as the caller promises.
    let mut lanes: [Lanes; SIDE] =
        std::array::from_fn(|row| unsafe { from.offset(row as isize * from_step).cast::<Lanes>().read_unaligned() });
    let mut halves = 1;
    while halves < SIDE {
        let before = lanes;
        for row in 0..SIDE / 2 {
            [lanes[2 * row], lanes[2 * row + 1]] = interleave::<ITEM>(before[row], before[row + SIDE / 2]);
        }
        halves *= 2;
    }
    for (column, lanes) in lanes.into_iter().enumerate() {
        // SAFETY: as above.
        unsafe { to.offset(column as isize * to_step).cast::<Lanes>().write_unaligned(lanes) };
    }
}
