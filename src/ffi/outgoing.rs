//! The arguments of callbacks: keys, ranges and data in the form of C, and sinks for the results.

use super::callbacks::zarr_sink;
use super::handle;
use super::sinks::{Sink, SinkValue};
use super::store::zarr_range;
use crate::error::{Error, Result};
use crate::store::ByteRange;
use std::ffi::{CString, c_char, c_void};
use std::fmt::Display;
use std::sync::Arc;

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

/// A sink with its handle, which ends with the callback however that goes.
pub(super) struct OpenSink {
    sink: Arc<Sink>,
    pub(super) handle: *mut zarr_sink,
}

impl OpenSink {
    pub(super) fn new(value: SinkValue) -> Result<Self> {
        let sink = Arc::new(Sink::new(value));
        Ok(Self { handle: handle::new::<zarr_sink>(Arc::clone(&sink))?, sink })
    }

    pub(super) fn close(self) -> Result<SinkValue> {
        self.sink.close()
    }
}

impl Drop for OpenSink {
    fn drop(&mut self) {
        drop(handle::free(self.handle));
        // Where `close` was not reached: what comes now is refused.
        let _ = self.sink.close();
    }
}

/// A position in a value.
pub(super) fn signed(value: u64, what: impl Display) -> Result<i64> {
    i64::try_from(value).map_err(|_| Error::out_of_bounds(format!("{what} {value} does not fit 63 bits")))
}

/// The subject of a call, for messages.
#[derive(Clone, Copy)]
pub(super) enum Subject<'a> {
    Store,
    Key(&'a str),
    Prefix(&'a str),
    Keys(&'a [&'a str]),
}

impl Display for Subject<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        /// A message is one line; a batch may have thousands of keys.
        const SHOWN: usize = 4;
        match self {
            Self::Store => formatter.write_str("the store"),
            Self::Key(key) | Self::Keys([key]) => write!(formatter, "key {key:?}"),
            Self::Prefix(prefix) => write!(formatter, "prefix {prefix:?}"),
            Self::Keys(keys) => {
                formatter.write_str("one of the keys ")?;
                for (index, key) in keys.iter().take(SHOWN).enumerate() {
                    write!(formatter, "{}{key:?}", if index == 0 { "" } else { ", " })?;
                }
                if keys.len() > SHOWN { write!(formatter, " and {} more", keys.len() - SHOWN) } else { Ok(()) }
            }
        }
    }
}

/// A range as callbacks know it, with the most bytes that it asks for. None: they can't be told, and it holds no byte
/// of any value (the last 0 bytes; bytes from so far on that no value reaches there).
pub(super) fn c_range(range: ByteRange) -> Option<(zarr_range, u64)> {
    match range {
        ByteRange::Suffix(0) => None,
        ByteRange::Suffix(length) => {
            let start = -i64::try_from(length).unwrap_or(i64::MAX);
            Some((zarr_range { start, length: -1 }, length))
        }
        ByteRange::From { start, length } => {
            let start = i64::try_from(start).ok()?;
            // No value is longer than the largest length, so a longer one means: to the end.
            let c_length = length.and_then(|length| i64::try_from(length).ok()).unwrap_or(-1);
            Some((zarr_range { start, length: c_length }, length.unwrap_or(u64::MAX)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_range_has_a_form_in_c_or_none() {
        let c = |range| c_range(range).map(|(range, limit)| (range.start, range.length, limit));
        assert_eq!(c(ByteRange::ALL), Some((0, -1, u64::MAX)));
        assert_eq!(c(ByteRange::From { start: 2, length: Some(5) }), Some((2, 5, 5)));
        assert_eq!(c(ByteRange::From { start: 2, length: Some(u64::MAX) }), Some((2, -1, u64::MAX)));
        assert_eq!(c(ByteRange::Suffix(5)), Some((-5, -1, 5)));
        assert_eq!(c(ByteRange::Suffix(u64::MAX)), Some((-i64::MAX, -1, u64::MAX)));
        assert_eq!(c(ByteRange::Suffix(0)), None);
        assert_eq!(c(ByteRange::From { start: 1 << 63, length: None }), None);
        assert!(c_text("a\0b").is_err());
        let keys = ["a", "b", "c", "d", "e"];
        assert_eq!(Subject::Keys(&keys).to_string(), r#"one of the keys "a", "b", "c", "d" and 1 more"#);
        assert_eq!(Subject::Keys(&keys[..1]).to_string(), r#"key "a""#);
    }
}
