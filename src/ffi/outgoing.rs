//! What a store's callbacks are given: keys, ranges and data in the form of C.

use super::store::zarr_range;
use crate::error::{Error, Result};
use crate::store::ByteRange;
use std::ffi::{CString, c_char, c_void};
use std::fmt::Display;

/// A key, a prefix or a version.
pub(super) fn c_text(text: &str) -> Result<CString> {
    CString::new(text).map_err(|_| Error::invalid_argument(format!("key {text:?} has a NUL in it")))
}

/// Several of them: the texts, and the pointers to them.
pub(super) fn c_texts<'a>(texts: impl Iterator<Item = &'a str>) -> Result<(Vec<CString>, Vec<*const c_char>)> {
    let texts = texts.map(c_text).collect::<Result<Vec<_>>>()?;
    let pointers = texts.iter().map(|text| text.as_ptr()).collect();
    Ok((texts, pointers))
}

/// Bytes for a callback; a place that may be looked at even where there are none.
pub(super) fn c_data(bytes: &[u8]) -> *const c_void {
    bytes.as_ptr().cast()
}

/// A position in a value.
pub(super) fn signed(value: u64, what: impl Display) -> Result<i64> {
    i64::try_from(value).map_err(|_| Error::out_of_bounds(format!("{what} {value} does not fit 63 bits")))
}

/// A range as callbacks know it, with the most bytes that it asks for. None: the last 0 bytes, which they can't be
/// told.
pub(super) fn c_range(range: ByteRange) -> Result<Option<(zarr_range, u64)>> {
    Ok(match range {
        ByteRange::Suffix(0) => None,
        ByteRange::Suffix(length) => {
            let start = -i64::try_from(length).unwrap_or(i64::MAX);
            Some((zarr_range { start, length: -1 }, length))
        }
        ByteRange::From { start, length } => {
            let start = signed(start, "the range from byte")?;
            // No value is longer than the largest length, so a longer one means: to the end.
            let c_length = length.and_then(|length| i64::try_from(length).ok()).unwrap_or(-1);
            Some((zarr_range { start, length: c_length }, length.unwrap_or(u64::MAX)))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_range_has_a_form_in_c_or_none() {
        let c = |range| c_range(range).map(|found| found.map(|(range, limit)| (range.start, range.length, limit)));
        assert_eq!(c(ByteRange::ALL), Ok(Some((0, -1, u64::MAX))));
        assert_eq!(c(ByteRange::From { start: 2, length: Some(5) }), Ok(Some((2, 5, 5))));
        assert_eq!(c(ByteRange::From { start: 2, length: Some(u64::MAX) }), Ok(Some((2, -1, u64::MAX))));
        assert_eq!(c(ByteRange::Suffix(5)), Ok(Some((-5, -1, 5))));
        assert_eq!(c(ByteRange::Suffix(u64::MAX)), Ok(Some((-i64::MAX, -1, u64::MAX))));
        assert_eq!(c(ByteRange::Suffix(0)), Ok(None));
        assert!(c(ByteRange::From { start: 1 << 63, length: None }).is_err());
        assert!(c_text("a\0b").is_err());
    }
}
