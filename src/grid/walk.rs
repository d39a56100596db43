//! The order of a strided copy: the axes that are left once neighbours are joined, the innermost of them, and the loops
//! over rows that are contiguous on both sides.
//!
//! A named kernel: it works on raw memory. Its callers have checked that every element is inside its buffer.

#![allow(unsafe_code)]

use super::{stream, transpose};
use std::cmp::Reverse;

/// One axis of a copy: how many steps, and how far each goes in the source and in the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CopyAxis {
    pub count: usize,
    pub from: isize,
    pub to: isize,
}

/// A copy, brought into the form in which it is run.
#[derive(Debug)]
pub(super) struct CopyPlan {
    /// Those with long steps in the target are outside. All steps in the target are forwards.
    pub axes: Vec<CopyAxis>,
    /// The length in bytes of a row, which is contiguous on both sides.
    pub run: usize,
    /// The offset of the first row from the first element in the source: a reversed axis begins at its other end.
    pub from: isize,
    /// The offset of the first row from the first element in the target.
    pub to: isize,
}

impl CopyPlan {
    /// Drops axes of one element, turns those around that go backwards in the target, puts those with long steps in the
    /// target outside, joins neighbours that continue each other on both sides, and joins the innermost into runs of
    /// bytes. The elements lie in memory, so that no distance between two of them overflows.
    pub fn new(count: &[usize], item: usize, from: &[isize], to: &[isize]) -> Self {
        let mut plan = Self { axes: Vec::with_capacity(count.len()), run: item, from: 0, to: 0 };
        for ((&count, &from), &to) in count.iter().zip(from).zip(to) {
            if count == 1 {
                continue;
            }
            if to < 0 {
                plan.from += (count as isize - 1) * from;
                plan.to += (count as isize - 1) * to;
                plan.axes.push(CopyAxis { count, from: -from, to: -to });
            } else {
                plan.axes.push(CopyAxis { count, from, to });
            }
        }
        let axes = &mut plan.axes;
        if !axes.is_sorted_by_key(|axis| Reverse(axis.to)) {
            axes.sort_by_key(|axis| Reverse(axis.to));
        }
        axes.dedup_by(|inner, outer| {
            let count = inner.count as isize;
            let continues = outer.from == inner.from.wrapping_mul(count) && outer.to == inner.to.wrapping_mul(count);
            if continues {
                *outer = CopyAxis { count: outer.count * inner.count, ..*inner };
            }
            continues
        });
        let together = |inner: &&CopyAxis, run: usize| inner.from == run as isize && inner.to == run as isize;
        while let Some(inner) = axes.last().filter(|inner| together(inner, plan.run)) {
            plan.run *= inner.count;
            axes.pop();
        }
        plan
    }

    /// The axis along which the source is read fastest, where that is not the innermost one and rows are so short that
    /// several share a line of the cache: then a copy row by row would fetch each line many times.
    fn crosswise(&self) -> Option<usize> {
        let (last, outer) = self.axes.split_last()?;
        if self.run >= LINE || last.from == 0 {
            return None;
        }
        let (at, fast) = outer.iter().enumerate().min_by_key(|(_, axis)| axis.from.unsigned_abs())?;
        (fast.from != 0 && fast.from.unsigned_abs() < last.from.unsigned_abs()).then_some(at)
    }

    /// True if rows of a few cache lines are scattered over more of the source than the caches of a core hold: memory
    /// then is waited for at each of them, as they are too short for the processor to see where they lead.
    fn scattered(&self) -> bool {
        let span = |axis: &CopyAxis| axis.from.unsigned_abs().saturating_mul(axis.count - 1);
        (SHORTEST..=LONGEST).contains(&self.run)
            && self.axes.last().is_some_and(|last| last.from.unsigned_abs() > self.run)
            && self.axes.iter().map(span).fold(0, usize::saturating_add) > NEAR
    }
}

/// Shorter rows share lines or pages with many others, so that prefetching costs more than it saves; for longer rows,
/// the processor prefetches by itself.
const SHORTEST: usize = LINE;
const LONGEST: usize = 1024;
/// Bytes that the caches near a processor hold.
const NEAR: usize = 2 << 20;
/// The number of rows that are prefetched ahead.
const AHEAD: isize = 4;

/// Prefetches the lines of a row; any address is allowed, as nothing is read.
#[inline(always)]
fn ask_for(row: *const u8, lines: usize) {
    #[cfg(target_arch = "x86_64")]
    for line in 0..lines {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction is of every processor of this architecture, and fails at no address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(row.wrapping_add(line * LINE).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (row, lines);
}

/// Copies scattered rows. For a constant number of lines, prefetching needs no loop, which would take a third of the
/// time for rows of two lines.
///
/// # Safety
/// As [`run`].
unsafe fn scattered_rows(plan: &CopyPlan, from: *const u8, to: *mut u8) {
    let next = plan.axes.last().map_or(0, |last| last.from.wrapping_mul(AHEAD));
    macro_rules! rows {
        ($lines:expr) => {
            each(&plan.axes, from, to, &mut |from, to| {
                ask_for(from.wrapping_offset(next), $lines);
                std::ptr::copy_nonoverlapping(from, to, plan.run);
            })
        };
    }
    // SAFETY: as the caller promises, for each row.
    unsafe {
        match plan.run.div_ceil(LINE) {
            1 => rows!(1),
            2 => rows!(2),
            3 => rows!(3),
            4 => rows!(4),
            lines => rows!(lines),
        }
    }
}

/// Bytes that memory hands out together.
pub(super) const LINE: usize = 64;

/// Copies; `large`: into memory that the caches don't hold.
///
/// # Safety
/// Every element of the plan is inside its buffer, and the buffers don't overlap; no other code reads or writes the
/// elements of the target meanwhile, or writes those of the source.
pub(super) unsafe fn run(plan: &CopyPlan, from: *const u8, to: *mut u8, large: bool) {
    // SAFETY: the caller promises that the first row, and so every other, is inside the buffers.
    unsafe {
        let (from, to) = (from.offset(plan.from), to.offset(plan.to));
        match plan.crosswise() {
            None if large && plan.run >= stream::LONG => {
                each(&plan.axes, from, to, &mut |from, to| stream::row(plan.run, from, to));
                stream::finish();
            }
            None if plan.scattered() => scattered_rows(plan, from, to),
            None => rows(&plan.axes, plan.run, from, to),
            Some(fast) => {
                let (mut outer, mut across) = (plan.axes.clone(), [CopyAxis { count: 0, from: 0, to: 0 }; 2]);
                across[1] = outer.remove(fast);
                across[0] = outer.pop().unwrap_or(across[1]);
                each(&outer, from, to, &mut |from, to| transpose::plane(across, plan.run, from, to));
            }
        }
    }
}

/// Copies rows of `length` bytes. Lengths with a branch of their own become a few moves without a call; where two moves
/// overlap, some bytes are moved twice.
///
/// # Safety
/// As [`run`].
pub(super) unsafe fn rows(axes: &[CopyAxis], length: usize, from: *const u8, to: *mut u8) {
    macro_rules! rows {
        (|$from:ident, $to:ident| $row:expr) => {
            each(axes, from, to, &mut |$from: *const u8, $to: *mut u8| $row)
        };
    }
    // SAFETY: as the caller promises, for each row.
    unsafe {
        match length {
            1 => rows!(|from, to| part::<1>(from, to)),
            2 => rows!(|from, to| part::<2>(from, to)),
            4 => rows!(|from, to| part::<4>(from, to)),
            8 => rows!(|from, to| part::<8>(from, to)),
            16 => rows!(|from, to| part::<16>(from, to)),
            3 => rows!(|from, to| ends::<2>(length, from, to)),
            5..8 => rows!(|from, to| ends::<4>(length, from, to)),
            9..16 => rows!(|from, to| ends::<8>(length, from, to)),
            17..=32 => rows!(|from, to| ends::<16>(length, from, to)),
            33..=64 => rows!(|from, to| ends::<32>(length, from, to)),
            65..=SHORT => rows!(|from, to| {
                for piece in 0..(length - 1) / 64 {
                    part::<64>(from.add(piece * 64), to.add(piece * 64));
                }
                part::<64>(from.add(length - 64), to.add(length - 64));
            }),
            _ => rows!(|from, to| std::ptr::copy_nonoverlapping(from, to, length)),
        }
    }
}

/// Maximum length of a row for which moves are faster than a call.
const SHORT: usize = 256;

/// Goes through all steps of the axes, the last one fastest.
///
/// # Safety
/// Every step stays inside the two buffers.
#[inline(always)]
pub(super) unsafe fn each(axes: &[CopyAxis], from: *const u8, to: *mut u8, row: &mut impl FnMut(*const u8, *mut u8)) {
    match axes {
        [] => row(from, to),
        // SAFETY: as the caller promises.
        [outer @ .., axis] => unsafe {
            around(outer, from, to, &mut |from, to| {
                for step in 0..axis.count as isize {
                    row(from.offset(step * axis.from), to.offset(step * axis.to));
                }
            });
        },
    }
}

/// # Safety
/// As [`each`].
unsafe fn around(axes: &[CopyAxis], from: *const u8, to: *mut u8, inner: &mut impl FnMut(*const u8, *mut u8)) {
    match axes {
        [] => inner(from, to),
        [axis, rest @ ..] => {
            for step in 0..axis.count as isize {
                // SAFETY: as the caller promises.
                unsafe { around(rest, from.offset(step * axis.from), to.offset(step * axis.to), inner) };
            }
        }
    }
}

/// # Safety
/// Both sides have `LENGTH` bytes.
#[inline(always)]
pub(super) unsafe fn part<const LENGTH: usize>(from: *const u8, to: *mut u8) {
    // SAFETY: as the caller promises.
    unsafe { std::ptr::copy_nonoverlapping(from, to, LENGTH) };
}

/// # Safety
/// Both sides have `length` bytes: at least `LENGTH`, at most twice as many.
#[inline(always)]
unsafe fn ends<const LENGTH: usize>(length: usize, from: *const u8, to: *mut u8) {
    // SAFETY: as the caller promises.
    unsafe {
        part::<LENGTH>(from, to);
        part::<LENGTH>(from.add(length - LENGTH), to.add(length - LENGTH));
    }
}
