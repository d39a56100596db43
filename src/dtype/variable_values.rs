//! Elements of variable length in memory: one block of bytes, and for each element the part of it that is its value.
//!
//! Elements may share bytes, so a chunk of labels holds each label once. A missing element differs from an empty one;
//! an object other than a text (a number, a list) is kept as JSON, so that it can be written back unchanged.

use crate::error::{Error, Result};
use std::ops::Range;

/// One element of variable length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableValue<'a> {
    /// A missing element (Python's `None`).
    Absent,
    /// A text in UTF-8, or bytes.
    Bytes(&'a [u8]),
    /// Another object, as JSON.
    Json(&'a [u8]),
}

impl<'a> VariableValue<'a> {
    /// Its bytes; None for one that is not there.
    pub fn bytes(self) -> Option<&'a [u8]> {
        match self {
            Self::Absent => None,
            Self::Bytes(bytes) | Self::Json(bytes) => Some(bytes),
        }
    }
}

/// Bytes of one element beside those of its value.
pub const VALUE_SIZE: usize = size_of::<ValueSpan>();

/// The byte range of an element.
#[derive(Clone, Copy, Debug)]
struct ValueSpan {
    start: usize,
    /// With [`JSON`] in its highest bit, which no length in memory needs; or [`ABSENT`].
    length: usize,
}

const ABSENT: usize = usize::MAX;
const JSON: usize = 1 << (usize::BITS - 1);

/// A list of elements of variable length.
#[derive(Clone, Debug, Default)]
pub struct Values {
    block: Vec<u8>,
    spans: Vec<ValueSpan>,
}

impl Values {
    /// An empty list with a capacity of `count` elements.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`].
    pub fn with_room(count: usize) -> Result<Self> {
        Self::over(Vec::new(), count)
    }

    /// An empty list whose elements are going to be parts of `block`.
    ///
    /// # Errors
    /// As [`Values::with_room`].
    pub fn over(block: Vec<u8>, count: usize) -> Result<Self> {
        let mut spans = Vec::new();
        spans.try_reserve_exact(count).map_err(|_| Error::no_memory(format!("no memory for {count} elements")))?;
        Ok(Self { block, spans })
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// True for an empty list.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The bytes that the elements are parts of.
    pub fn block(&self) -> &[u8] {
        &self.block
    }

    /// The element at an index; None past the end.
    pub fn get(&self, index: usize) -> Option<VariableValue<'_>> {
        let span = self.spans.get(index)?;
        if span.length == ABSENT {
            return Some(VariableValue::Absent);
        }
        // Spans were checked when they were added, and the block only grows.
        let bytes = &self.block[span.start..span.start + (span.length & !JSON)];
        Some(if span.length & JSON == 0 { VariableValue::Bytes(bytes) } else { VariableValue::Json(bytes) })
    }

    /// All elements.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = VariableValue<'_>> + Clone {
        (0..self.len()).map(|index| self.get(index).unwrap_or(VariableValue::Absent))
    }

    /// Appends an element, with a copy of its bytes.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`].
    pub fn push(&mut self, value: VariableValue<'_>) -> Result<()> {
        let Some(bytes) = value.bytes() else { return self.push_span(ValueSpan { start: 0, length: ABSENT }) };
        let size = bytes.len();
        self.block
            .try_reserve(size)
            .map_err(|_| Error::no_memory(format!("no memory for an element of {size} bytes")))?;
        let start = self.block.len();
        self.block.extend_from_slice(bytes);
        let length = if matches!(value, VariableValue::Json(_)) { size | JSON } else { size };
        self.push_span(ValueSpan { start, length })
    }

    /// Appends an element that is a part of the block.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`]; [`crate::ErrorKind::Internal`] for a part that the block has not.
    pub fn push_part(&mut self, part: Range<usize>) -> Result<()> {
        if self.block.get(part.clone()).is_none() {
            return Err(Error::internal("an element lies outside its block"));
        }
        self.push_span(ValueSpan { start: part.start, length: part.end - part.start })
    }

    fn push_span(&mut self, span: ValueSpan) -> Result<()> {
        self.spans.try_reserve(1).map_err(|_| Error::no_memory("no memory for another element"))?;
        self.spans.push(span);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_empty_text_and_json_are_four_things() {
        let values = [
            VariableValue::Absent,
            VariableValue::Bytes(b""),
            VariableValue::Bytes(b"1"),
            VariableValue::Json(b"1"),
            VariableValue::Json(b""),
        ];
        let mut list = Values::with_room(2).unwrap();
        for value in values {
            list.push(value).unwrap();
        }
        assert!(list.iter().eq(values));
        assert_eq!((list.len(), list.get(5)), (5, None));
    }

    #[test]
    fn elements_share_bytes_but_never_leave_the_block() {
        let mut list = Values::over(b"abc".to_vec(), 0).unwrap();
        for part in [0..2, 1..3, 3..3, 0..2] {
            list.push_part(part).unwrap();
        }
        assert!(list.push_part(2..4).is_err() && list.push_part(4..4).is_err());
        list.push(VariableValue::Bytes(b"d")).unwrap();
        let texts: Vec<_> = list.iter().map(|value| value.bytes().unwrap().to_vec()).collect();
        assert_eq!(texts, [&b"ab"[..], b"bc", b"", b"ab", b"d"]);
    }
}
