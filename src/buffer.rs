//! Fresh memory for data. Memory of several MiB is asked for in large pages, where the system has some: it clears each
//! page when it is first touched, and to fetch thousands of small ones takes longer than the copy that fills them.
//!
//! A named kernel: it advises the system about memory that no code uses yet.

#![allow(unsafe_code)]

use std::alloc::{Layout, alloc_zeroed};

/// Minimum size of a buffer for which large pages are worth a system call.
const LARGE: usize = 4 << 20;

/// A buffer of `length` zero bytes; None if the allocation fails.
pub fn zeros(length: usize) -> Option<Vec<u8>> {
    if length == 0 {
        return Some(Vec::new());
    }
    let layout = Layout::array::<u8>(length).ok()?;
    // SAFETY: the layout has a size other than 0.
    let start = unsafe { alloc_zeroed(layout) };
    if start.is_null() {
        return None;
    }
    // SAFETY: the global allocator has allocated `length` bytes with the alignment of a vector, and all are
    // initialised.
    let bytes = unsafe { Vec::from_raw_parts(start, length, length) };
    ask_for_large_pages(&bytes);
    Some(bytes)
}

/// Reserves room for more bytes in a vector; false if the allocation fails.
pub fn reserve(bytes: &mut Vec<u8>, more: usize) -> bool {
    let before = bytes.capacity();
    let has_room = bytes.try_reserve_exact(more).is_ok();
    if bytes.capacity() != before {
        ask_for_large_pages(bytes);
    }
    has_room
}

/// A system that refuses large pages gives small ones.
#[cfg(target_os = "linux")]
fn ask_for_large_pages(bytes: &Vec<u8>) {
    if bytes.capacity() < LARGE {
        return;
    }
    // SAFETY: asks for a number of the system.
    let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(0);
    if page == 0 {
        return;
    }
    let before = bytes.as_ptr().addr().wrapping_neg() % page;
    let length = (bytes.capacity() - before) / page * page;
    // SAFETY: these pages are inside the vector, and the call keeps their content.
    unsafe { libc::madvise(bytes.as_ptr().wrapping_add(before).cast_mut().cast(), length, libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages(_: &Vec<u8>) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_memory_is_zero_and_can_be_written_to() {
        for length in [0, 1, 4096, LARGE - 1, LARGE, 3 * LARGE + 12345] {
            let mut bytes = zeros(length).unwrap();
            assert_eq!((bytes.len(), bytes.iter().position(|byte| *byte != 0)), (length, None));
            bytes.fill(7);
            assert!(reserve(&mut bytes, length + 1), "{length}");
            bytes.extend(vec![8; length + 1]);
            assert_eq!(bytes.iter().filter(|byte| **byte == 7).count(), length, "growing keeps what was there");
        }
    }

    #[test]
    fn memory_that_is_not_there_is_no_crash() {
        assert_eq!(zeros(usize::MAX), None);
        assert_eq!(zeros(isize::MAX as usize), None);
        assert!(!reserve(&mut Vec::new(), usize::MAX));
    }
}
