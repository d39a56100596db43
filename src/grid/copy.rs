//! The strided copy: elements from one layout to another, by the longest runs that both share.
//!
//! A named kernel: it works on raw memory. The bounds of both sides are proven before the first byte moves.

#![allow(unsafe_code)]

use crate::error::{Error, Result};

/// Where a block of elements lies in a buffer: the byte of its first element, and the distance in bytes between
/// neighbours along each axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Byte of the first element.
    pub offset: usize,
    /// Bytes between neighbours along each axis.
    pub strides: Vec<usize>,
}

impl Block {
    /// One past the last byte of the block; None when it overflows. A block without elements has no bytes anywhere.
    fn end(&self, count: &[usize], item: usize) -> Option<usize> {
        if count.contains(&0) {
            return Some(0);
        }
        let reach = |end: usize, (count, stride): (&usize, &usize)| end.checked_add((count - 1).checked_mul(*stride)?);
        count.iter().zip(&self.strides).try_fold(self.offset.checked_add(item)?, reach)
    }

    fn check(&self, count: &[usize], item: usize, length: usize) -> Result<()> {
        match self.end(count, item) {
            Some(end) if end <= length && self.strides.len() == count.len() => Ok(()),
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
    from: usize,
    to: usize,
}

struct Merged {
    axes: Vec<Axis>,
    /// Bytes that lie together on both sides.
    run: usize,
}

/// Drops axes of one element, joins neighbours that continue each other on both sides, and joins the innermost axes
/// into runs of bytes.
fn merge(count: &[usize], item: usize, from: &[usize], to: &[usize]) -> Merged {
    let mut axes: Vec<Axis> = Vec::with_capacity(count.len());
    for ((&count, &from), &to) in count.iter().zip(from).zip(to).filter(|((count, _), _)| **count != 1) {
        match axes.last_mut() {
            Some(outer) if outer.from == from.wrapping_mul(count) && outer.to == to.wrapping_mul(count) => {
                *outer = Axis { count: outer.count * count, from, to };
            }
            _ => axes.push(Axis { count, from, to }),
        }
    }
    let mut run = item;
    while let Some(inner) = axes.last().filter(|inner| inner.from == run && inner.to == run) {
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
                        std::ptr::copy_nonoverlapping(from.add(step * axis.from), to.add(step * axis.to), length);
                    }
                }
            },
            [axis, inner @ ..] => {
                for step in 0..axis.count {
                    run(inner, length, from, to);
                    if step + 1 < axis.count {
                        from = from.add(axis.from);
                        to = to.add(axis.to);
                    }
                }
            }
        }
    }
}

/// # Safety
/// As [`run`], for runs of `LENGTH` bytes.
unsafe fn steps<const LENGTH: usize>(axis: Axis, from: *const u8, to: *mut u8) {
    for step in 0..axis.count {
        // SAFETY: as the caller promises.
        unsafe { std::ptr::copy_nonoverlapping(from.add(step * axis.from), to.add(step * axis.to), LENGTH) };
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
                    set(inner, length, byte, to.add(step * axis.to));
                }
            }
        }
    }
}
