//! The strided copy: elements from one layout to another, by the longest runs that both share. The loops are in
//! [`super::walk`] and [`super::transpose`].
//!
//! A named kernel: it works on raw memory. The bounds of both sides are proven here, before the first byte moves.

#![allow(unsafe_code)]

use super::fill;
use super::walk;
use super::walk::{CopyAxis, CopyPlan};
use crate::error::{Error, Result};
use std::ops::Range;

/// The layout of a block of elements in a buffer: the offset of its first element, and the strides in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryBlock {
    /// Byte of the first element.
    pub offset: usize,
    /// Bytes between neighbours along each axis.
    pub strides: Vec<isize>,
}

/// A block of elements and the memory that contains it.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'b, M> {
    /// The memory.
    pub memory: M,
    /// The layout of the elements in it.
    pub block: &'b MemoryBlock,
}

/// Memory that threads share, each its own part of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SharedBuffer {
    pub start: *mut u8,
    pub length: usize,
}

impl MemoryBlock {
    /// The block in this memory.
    pub fn of<M>(&self, memory: M) -> Placed<'_, M> {
        Placed { memory, block: self }
    }

    /// The bytes from the first to the last of the block; None where they begin before the buffer or overflow. A block
    /// without elements has no bytes anywhere.
    pub fn span(&self, count: &[usize], item: usize) -> Option<Range<usize>> {
        span(self.offset, &self.strides, count, item)
    }

    /// True if no two elements share a byte, as far as that is seen at once: along each axis with more than one
    /// element, a step leads beyond all that the axes with smaller steps hold.
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

/// The byte range from the first to the last of the elements at these strides.
pub(super) fn span(first: usize, strides: &[isize], count: &[usize], item: usize) -> Option<Range<usize>> {
    if count.contains(&0) {
        return Some(0..0);
    }
    let mut span = first..first.checked_add(item)?;
    for (count, stride) in count.iter().zip(strides) {
        let reach = (count - 1).checked_mul(stride.unsigned_abs())?;
        if *stride < 0 {
            span.start = span.start.checked_sub(reach)?;
        } else {
            span.end = span.end.checked_add(reach)?;
        }
    }
    Some(span)
}

/// Copies `count` elements of `item` bytes between two slices.
///
/// # Errors
/// [`crate::ErrorKind::Internal`] for a block that exceeds its slice.
pub fn copy(count: &[usize], item: usize, from: Placed<'_, &[u8]>, to: Placed<'_, &mut [u8]>) -> Result<()> {
    let shared = SharedBuffer { start: to.memory.as_mut_ptr(), length: to.memory.len() };
    // SAFETY: the exclusive slice covers exactly `len` bytes, so no other code can reach them meanwhile.
    unsafe { copy_raw(count, item, from, to.block.of(shared), false) }
}

/// Collects a block into the front of `to`, in C order.
///
/// # Errors
/// As [`copy`].
pub fn gather(count: &[usize], item: usize, from: Placed<'_, &[u8]>, to: &mut [u8]) -> Result<()> {
    let shape: Vec<u64> = count.iter().map(|count| *count as u64).collect();
    let packed = MemoryBlock { offset: 0, strides: super::c_strides(&shape, item) };
    copy(count, item, from, packed.of(to))
}

/// Copies into memory that is shared between threads; `large`: it is a part of more than the caches hold.
///
/// # Safety
/// The memory of `to` is writable, and nothing else reads or writes the bytes of its block meanwhile.
pub(super) unsafe fn copy_raw(
    count: &[usize],
    item: usize,
    Placed { memory: source, block: from }: Placed<'_, &[u8]>,
    Placed { memory: target, block: to }: Placed<'_, SharedBuffer>,
    large: bool,
) -> Result<()> {
    from.check(count, item, source.len())?;
    to.check(count, item, target.length)?;
    if item == 0 || count.contains(&0) {
        return Ok(());
    }
    let plan = CopyPlan::new(count, item, &from.strides, &to.strides);
    // SAFETY: both blocks are inside their buffers, as checked above; the source is borrowed and the target is
    // exclusive, so they can't overlap.
    unsafe { walk::run(&plan, source.as_ptr().add(from.offset), target.start.add(to.offset), large) };
    Ok(())
}

/// Writes one element into every place of a block in shared memory.
///
/// # Safety
/// As [`copy_raw`].
pub(super) unsafe fn fill_raw(
    count: &[usize],
    element: &[u8],
    Placed { memory: target, block: to }: Placed<'_, SharedBuffer>,
) -> Result<()> {
    to.check(count, element.len(), target.length)?;
    if element.is_empty() || count.contains(&0) {
        return Ok(());
    }
    // The rows of the target; each is filled from one pattern.
    let CopyPlan { axes, run, to: start, .. } = CopyPlan::new(count, element.len(), &to.strides, &to.strides);
    let axes: Vec<CopyAxis> = axes.into_iter().map(|axis| CopyAxis { from: 0, ..axis }).collect();
    // SAFETY: the block is inside the buffer, as checked above; the first row begins at one of its elements.
    let target = unsafe { target.start.add(to.offset).offset(start) };
    if element.iter().all(|byte| *byte == element[0]) && run > element.len() {
        // SAFETY: each row is inside the buffer.
        unsafe { walk::each(&axes, element.as_ptr(), target, &mut |_, to| to.write_bytes(element[0], run)) };
        return Ok(());
    }
    let pattern = fill::pattern(element, run);
    let whole = CopyAxis { count: run / pattern.len(), from: 0, to: pattern.len() as isize };
    let rest = run % pattern.len();
    // SAFETY: each row is inside the buffer: whole patterns, and the rest, which is shorter than one.
    unsafe {
        if whole.count == 1 {
            walk::rows(&axes, pattern.len(), pattern.as_ptr(), target);
        } else {
            walk::rows(&[&axes[..], &[whole]].concat(), pattern.len(), pattern.as_ptr(), target);
        }
        if rest > 0 {
            walk::rows(&axes, rest, pattern.as_ptr(), target.add(run - rest));
        }
    }
    Ok(())
}
