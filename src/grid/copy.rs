//! The strided copy: elements from one layout to another, by the longest runs that both share.
//!
//! A named kernel: it works on raw memory. The bounds of both sides are proven before the first byte moves.

#![allow(unsafe_code)]

use crate::error::{Error, Result};
use std::cmp::Reverse;
use std::ops::Range;

/// Where a block of elements lies in a buffer: the byte of its first element, and the distance in bytes between
/// neighbours along each axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Byte of the first element.
    pub offset: usize,
    /// Bytes between neighbours along each axis.
    pub strides: Vec<isize>,
}

impl Block {
    /// The bytes from the first to the last of the block; None where they begin before the buffer or overflow. A block
    /// without elements has no bytes anywhere.
    pub fn span(&self, count: &[usize], item: usize) -> Option<Range<usize>> {
        if count.contains(&0) {
            return Some(0..0);
        }
        let mut span = self.offset..self.offset.checked_add(item)?;
        for (count, stride) in count.iter().zip(&self.strides) {
            let reach = (count - 1).checked_mul(stride.unsigned_abs())?;
            if *stride < 0 {
                span.start = span.start.checked_sub(reach)?;
            } else {
                span.end = span.end.checked_add(reach)?;
            }
        }
        Some(span)
    }

    /// Whether no two elements share a byte, as far as that is seen at once: along each axis with more than one element,
    /// a step leads beyond all that the axes with smaller steps hold.
    pub fn is_disjoint(&self, count: &[usize], item: usize) -> bool {
        let mut axes: Vec<(usize, usize)> =
            count.iter().zip(&self.strides).map(|(count, stride)| (stride.unsigned_abs(), *count)).collect();
        axes.retain(|(_, count)| *count > 1);
        axes.sort_unstable();
        let mut held = Some(item);
        for (stride, count) in axes {
            if held.is_none_or(|held| held > stride) {
                return false;
            }
            held = (count - 1).checked_mul(stride).and_then(|reach| reach.checked_add(held?));
        }
        true
    }

    fn check(&self, count: &[usize], item: usize, length: usize) -> Result<()> {
        match self.span(count, item) {
            Some(span) if span.end <= length && self.strides.len() == count.len() => Ok(()),
            _ => Err(Error::internal("a strided copy would leave its buffer")),
        }
    }
}

/// Copies `count` elements of `item` bytes between two slices.
///
/// # Errors
/// [`crate::ErrorKind::Internal`] when a block does not lie in its slice.
pub fn copy(count: &[usize], item: usize, from: (&[u8], &Block), to: (&mut [u8], &Block)) -> Result<()> {
    // SAFETY: the exclusive slice covers exactly `len` bytes, and nobody else can reach them meanwhile.
    unsafe { copy_raw(count, item, from, (to.0.as_mut_ptr(), to.0.len(), to.1)) }
}

/// Collects a block into the front of `to`, in C order.
///
/// # Errors
/// As [`copy`].
pub fn gather(count: &[usize], item: usize, from: (&[u8], &Block), to: &mut [u8]) -> Result<()> {
    let shape: Vec<u64> = count.iter().map(|count| *count as u64).collect();
    let packed = Block { offset: 0, strides: super::c_strides(&shape, item) };
    copy(count, item, from, (to, &packed))
}

/// Copies into memory that is shared between threads.
///
/// # Safety
/// `to.0` points to `to.1` writable bytes, and nobody else reads or writes the bytes of block `to.2` meanwhile.
pub(super) unsafe fn copy_raw(
    count: &[usize],
    item: usize,
    (source, from): (&[u8], &Block),
    (target, length, to): (*mut u8, usize, &Block),
) -> Result<()> {
    from.check(count, item, source.len())?;
    to.check(count, item, length)?;
    if item == 0 || count.contains(&0) {
        return Ok(());
    }
    let axes = merge(count, item, &from.strides, &to.strides);
    // SAFETY: both blocks lie inside their buffers, as just proven; the source is borrowed and the target is ours
    // alone, so they can't overlap.
    unsafe { run(&axes.axes, axes.run, source.as_ptr().add(from.offset), target.add(to.offset)) };
    Ok(())
}

/// Writes one element into every place of a block in shared memory.
///
/// # Safety
/// As [`copy_raw`].
pub(super) unsafe fn fill_raw(
    count: &[usize],
    element: &[u8],
    (target, length, to): (*mut u8, usize, &Block),
) -> Result<()> {
    to.check(count, element.len(), length)?;
    if element.is_empty() || count.contains(&0) {
        return Ok(());
    }
    if element.iter().all(|byte| *byte == element[0]) {
        let axes = merge(count, element.len(), &to.strides, &to.strides);
        // SAFETY: the block lies inside the buffer, as just proven.
        unsafe { set(&axes.axes, axes.run, element[0], target.add(to.offset)) };
        return Ok(());
    }
    let still = Block { offset: 0, strides: vec![0; count.len()] };
    // SAFETY: as the caller promises.
    unsafe { copy_raw(count, element.len(), (element, &still), (target, length, to)) }
}

/// One axis of a copy: how many steps, and how far each goes in the source and in the target.
#[derive(Clone, Copy)]
struct Axis {
    count: usize,
    from: isize,
    to: isize,
}

struct Merged {
    axes: Vec<Axis>,
    /// Bytes that lie together on both sides.
    run: usize,
}

/// Drops axes of one element, puts those with long steps in the target outside, joins neighbours that continue each
/// other on both sides, and joins the innermost axes into runs of bytes.
fn merge(count: &[usize], item: usize, from: &[isize], to: &[isize]) -> Merged {
    let mut axes: Vec<Axis> = Vec::with_capacity(count.len());
    let all = count.iter().zip(from).zip(to).map(|((&count, &from), &to)| Axis { count, from, to });
    axes.extend(all.filter(|axis| axis.count != 1));
    if !axes.is_sorted_by_key(|axis| Reverse(axis.to.unsigned_abs())) {
        axes.sort_by_key(|axis| Reverse(axis.to.unsigned_abs()));
    }
    axes.dedup_by(|inner, outer| {
        let count = inner.count as isize;
        let continues = outer.from == inner.from.wrapping_mul(count) && outer.to == inner.to.wrapping_mul(count);
        if continues {
            *outer = Axis { count: outer.count * inner.count, ..*inner };
        }
        continues
    });
    let mut run = item;
    let together = |inner: &&Axis, run: usize| inner.from == run as isize && inner.to == run as isize;
    while let Some(inner) = axes.last().filter(|inner| together(inner, run)) {
        run *= inner.count;
        axes.pop();
    }
    Merged { axes, run }
}

/// # Safety
/// Every step of the axes stays inside the two buffers, and they don't overlap.
unsafe fn run(axes: &[Axis], length: usize, mut from: *const u8, mut to: *mut u8) {
    // SAFETY: as the caller promises, for each call below; fixed lengths let the compiler use single moves.
    unsafe {
        match axes {
            [] => std::ptr::copy_nonoverlapping(from, to, length),
            [axis] => match length {
                1 => steps::<1>(*axis, from, to),
                2 => steps::<2>(*axis, from, to),
                4 => steps::<4>(*axis, from, to),
                8 => steps::<8>(*axis, from, to),
                16 => steps::<16>(*axis, from, to),
                _ => {
                    for step in 0..axis.count {
                        let step = step as isize;
                        let (from, to) = (from.offset(step * axis.from), to.offset(step * axis.to));
                        std::ptr::copy_nonoverlapping(from, to, length);
                    }
                }
            },
            [axis, inner @ ..] => {
                for step in 0..axis.count {
                    run(inner, length, from, to);
                    if step + 1 < axis.count {
                        from = from.offset(axis.from);
                        to = to.offset(axis.to);
                    }
                }
            }
        }
    }
}

/// # Safety
/// As [`run`], for runs of `LENGTH` bytes.
unsafe fn steps<const LENGTH: usize>(axis: Axis, from: *const u8, to: *mut u8) {
    for step in 0..axis.count as isize {
        // SAFETY: as the caller promises.
        unsafe { std::ptr::copy_nonoverlapping(from.offset(step * axis.from), to.offset(step * axis.to), LENGTH) };
    }
}

/// # Safety
/// Every step of the axes stays inside the buffer.
unsafe fn set(axes: &[Axis], length: usize, byte: u8, to: *mut u8) {
    // SAFETY: as the caller promises, for each call below.
    unsafe {
        match axes {
            [] => std::ptr::write_bytes(to, byte, length),
            [axis, inner @ ..] => {
                for step in 0..axis.count {
                    set(inner, length, byte, to.offset(step as isize * axis.to));
                }
            }
        }
    }
}
