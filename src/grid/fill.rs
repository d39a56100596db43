//! One element in many places: written at the speed of memory, and found there as fast.

use std::borrow::Cow;

/// Bytes of a pattern, which stays in the fastest cache while it is copied.
const PATTERN: usize = 1024;

/// Repeats an element over all of a buffer of whole elements.
pub fn fill(buffer: &mut [u8], element: &[u8]) {
    let Some(first) = element.first() else { return };
    if element.iter().all(|byte| byte == first) {
        return buffer.fill(*first);
    }
    let pattern = pattern(element, buffer.len());
    for part in buffer.chunks_mut(pattern.len()) {
        part.copy_from_slice(&pattern[..part.len()]);
    }
}

/// True if every element of a buffer of whole elements is this one, bit by bit.
pub fn is_filled(buffer: &[u8], element: &[u8]) -> bool {
    if element.is_empty() || buffer.is_empty() {
        return !element.is_empty();
    }
    // If the buffer begins with the element, and repeats itself one element further on, it is that element everywhere.
    buffer.starts_with(element) && buffer[element.len()..] == buffer[..buffer.len() - element.len()]
}

/// Repeats an element into a pattern of a good size for copying, at most `wanted` bytes.
pub(super) fn pattern(element: &[u8], wanted: usize) -> Cow<'_, [u8]> {
    match PATTERN.min(wanted) / element.len().max(1) {
        0 | 1 => element.into(),
        times => element.repeat(times).into(),
    }
}
