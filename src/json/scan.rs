//! Tests of the parser on a few bytes at a time.

use super::number::Number;

/// The bytes among eight that don't stand for themselves in a string: the highest bit of each is set. Above the lowest
/// of them some may be marked that do.
#[inline]
pub(super) fn ends_plain(eight: u64) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    let zeros = |value: u64| value.wrapping_sub(ONES) & !value & HIGH;
    let control = eight.wrapping_sub(ONES * 0x20) & !eight & HIGH;
    control | zeros(eight ^ (ONES * b'"' as u64)) | zeros(eight ^ (ONES * b'\\' as u64))
}

/// A number below 63 that names of different length or with another beginning or end seldom share.
#[inline]
pub(super) fn kind_of(name: &[u8]) -> u32 {
    let (first, last) = match *name {
        [] => (0, 0),
        [only] => (only, only),
        [first, .., last] => (first, last),
    };
    (u32::from(first).wrapping_mul(7) ^ u32::from(last).wrapping_mul(3) ^ (name.len() as u32).wrapping_mul(13)) % 63
}

/// The value of the integer of a few digits without a sign at the beginning of a text, and its length.
#[inline]
pub(super) fn short_integer(text: &[u8]) -> Option<(u64, usize)> {
    let mut value = 0;
    for (length, byte) in text.iter().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 || length == Number::DIGITS {
            let is_all =
                digit > 9 && length > 0 && !matches!(byte, b'.' | b'e' | b'E') && (text[0] != b'0' || length == 1);
            return is_all.then_some((value, length));
        }
        value = value * 10 + u64::from(digit);
    }
    None
}
