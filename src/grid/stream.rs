//! Copies rows into memory that is larger than the caches, past the caches: otherwise every line of the target would be
//! fetched before it is overwritten, and evict data that are still to be read.
//!
//! A named kernel: it works on raw memory, by instructions that every processor of the kind has. Other processors copy
//! as always.

#![allow(unsafe_code)]

/// Minimum length of a row that is streamed: it has enough whole cache lines.
pub(super) const LONG: usize = 256;

/// Copies a row. [`finish`] must come before another thread reads it.
///
/// # Safety
/// Both sides have `length` bytes, and don't overlap; no other code reads or writes those of the target meanwhile, or
/// writes those of the source.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) unsafe fn row(length: usize, from: *const u8, to: *mut u8) {
    use super::walk::LINE;
    use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_stream_si128};

    // Lines that are written only in part go through the caches.
    let head = to.align_offset(LINE).min(length);
    let lines = (length - head) / LINE;
    let tail = head + lines * LINE;
    // SAFETY: head, lines and tail are consecutive parts of the row; streamed stores are aligned to lines in the
    // target, and loads may be unaligned. Every processor of this architecture has SSE2.
    unsafe {
        std::ptr::copy_nonoverlapping(from, to, head);
        for at in (head..tail).step_by(LINE) {
            let (from, to) = (from.add(at).cast::<__m128i>(), to.add(at).cast::<__m128i>());
            let line: [__m128i; 4] = [0, 1, 2, 3].map(|part| _mm_loadu_si128(from.add(part)));
            for (part, value) in line.into_iter().enumerate() {
                _mm_stream_si128(to.add(part), value);
            }
        }
        std::ptr::copy_nonoverlapping(from.add(tail), to.add(tail), length - tail);
    }
}

/// Makes the rows visible to all threads before anything that is written next.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) fn finish() {
    // SAFETY: the instruction touches no memory; every processor of this architecture has it.
    unsafe { std::arch::x86_64::_mm_sfence() };
}

/// # Safety
/// As the other one.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(super) unsafe fn row(length: usize, from: *const u8, to: *mut u8) {
    // SAFETY: as the caller promises.
    unsafe { std::ptr::copy_nonoverlapping(from, to, length) };
}

#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(super) fn finish() {}

/// Data of this size would evict the calling thread's working set from the caches.
const BESIDE_WORK: usize = 2 << 20;

/// Appends data for another thread. Much of it goes past the caches, which keep what this thread works on.
pub fn append(bytes: &mut Vec<u8>, data: &[u8]) {
    if data.len() < BESIDE_WORK {
        bytes.extend_from_slice(data);
        return;
    }
    bytes.reserve(data.len());
    let length = bytes.len() + data.len();
    // SAFETY: the reserved room after the bytes is exclusive, and initialised before the length grows.
    unsafe {
        row(data.len(), data.as_ptr(), bytes.as_mut_ptr().add(bytes.len()));
        finish();
        bytes.set_len(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appended_data_stand_behind_what_was_there() {
        for length in [0, 1, 1000, BESIDE_WORK - 1, BESIDE_WORK, BESIDE_WORK + 77] {
            let data: Vec<u8> = (0..length).map(|index| (index * 7 % 251) as u8).collect();
            let mut bytes = vec![9; 5];
            append(&mut bytes, &data);
            assert_eq!((&bytes[..5], bytes[5..] == data), ([9; 5].as_slice(), true), "{length} bytes");
        }
    }

    #[test]
    fn rows_arrive_wherever_they_lie() {
        let source: Vec<u8> = (0..1000_u32).map(|index| (index * 7 % 251) as u8 + 1).collect();
        for length in [0, 1, 63, 64, 65, 127, 128, 255, 256, 257, 640] {
            for (from, to) in (0..66).flat_map(|to| [0, 1, 16, 31].map(|from| (from, to))) {
                let mut target = vec![0; 800];
                // SAFETY: both rows are inside their vectors, and the target is exclusive.
                unsafe { row(length, source.as_ptr().add(from), target.as_mut_ptr().add(to)) };
                finish();
                assert_eq!(target[to..to + length], source[from..from + length], "{length} bytes from {from} to {to}");
                assert!(
                    target[..to].iter().chain(&target[to + length..]).all(|byte| *byte == 0),
                    "nothing beside them"
                );
            }
        }
    }
}
