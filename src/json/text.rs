//! The texts of documents: nearly all are so short that they need no memory of their own.
//!
//! Why not `compact_str`: it opens an array no faster (docs/performance-notes.md has the figures), and brings six
//! crates.

#![allow(unsafe_code)]

use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// A text that is not changed; a short one is kept in place.
///
/// A JSON string with half of a surrogate pair (`"\udce9"`, which Python writes for file names that are not UTF-8) is
/// not a text. It keeps the escapes between its quotation marks, and is written unchanged.
#[derive(Clone)]
pub struct Text(TextForm);

#[derive(Clone)]
enum TextForm {
    /// The first `length` bytes, which are UTF-8; the rest are unused.
    Short {
        length: u8,
        bytes: [u8; SHORT],
    },
    Long(Box<str>),
    /// The characters between the quotation marks of a string with half of a surrogate pair.
    Escaped(Box<str>),
}

/// The bytes of a `String` that are left beside a length and a tag.
const SHORT: usize = 22;

impl Text {
    /// A copy of the text.
    #[inline]
    pub fn new(text: &str) -> Self {
        let source = text.as_bytes();
        if source.len() > SHORT {
            return Self(TextForm::Long(text.into()));
        }
        let mut bytes = [0; SHORT];
        bytes[..source.len()].copy_from_slice(source);
        Self(TextForm::Short { length: source.len() as u8, bytes })
    }

    /// The characters between the quotation marks of a string with half of a surrogate pair.
    pub fn escaped(text: &str) -> Self {
        Self(TextForm::Escaped(text.into()))
    }

    /// True if the text still has its escapes, as between the quotation marks.
    pub fn is_escaped(&self) -> bool {
        matches!(self.0, TextForm::Escaped(_))
    }

    /// The text.
    #[inline]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            // SAFETY: only `new` makes this variant, and copies the bytes of a whole `str` into it.
            TextForm::Short { .. } => unsafe { str::from_utf8_unchecked(self.as_bytes()) },
            TextForm::Long(text) | TextForm::Escaped(text) => text,
        }
    }

    /// The bytes of the text.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            TextForm::Short { length, bytes } => &bytes[..usize::from(*length).min(SHORT)],
            TextForm::Long(text) | TextForm::Escaped(text) => text.as_bytes(),
        }
    }
}

impl Deref for Text {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl Borrow<str> for Text {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<[u8]> for Text {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl PartialEq for Text {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Text {}

impl PartialEq<str> for Text {
    #[inline]
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl PartialEq<&str> for Text {
    #[inline]
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

impl PartialEq<Text> for &str {
    fn eq(&self, other: &Text) -> bool {
        other == *self
    }
}

impl PartialOrd for Text {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

/// As that of the `str`, by which it is looked up.
impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), formatter)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), formatter)
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<&String> for Text {
    fn from(text: &String) -> Self {
        Self::new(text)
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        if text.len() > SHORT { Self(TextForm::Long(text.into_boxed_str())) } else { Self::new(&text) }
    }
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        match text.0 {
            TextForm::Short { .. } => text.as_str().to_owned(),
            TextForm::Long(text) | TextForm::Escaped(text) => text.into_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_is_kept() {
        let long: String = ('a'..='z').chain('0'..='9').collect();
        for length in 0..long.len() {
            let text = Text::new(&long[..length]);
            assert_eq!(text, long[..length]);
            assert_eq!(text, Text::from(long[..length].to_owned()));
            assert_eq!(String::from(text.clone()), long[..length]);
            assert_eq!(text.len(), length);
        }
        assert_eq!(Text::new("größer ☃").as_str(), "größer ☃");
        assert_eq!(size_of::<Text>(), size_of::<String>());
    }
}
