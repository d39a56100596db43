//! A JSON value as a tree: what documents are made of before they are written, and what is taken out of them.

use super::number::Number;
use super::text::Text;
use crate::error::{Error, Result};
use std::fmt::Display;

/// A JSON value that keeps its spelling.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    String(Text),
    /// A string with half of a surrogate pair: the escaped characters between its quotation marks.
    Escaped(Text),
    /// An array.
    Array(Vec<Json>),
    /// An object.
    Object(Object),
}

/// The members of a JSON object, in their order, each name once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    pub(super) members: Vec<(Text, Json)>,
}

impl Object {
    /// An object without members.
    pub const fn new() -> Self {
        Self { members: Vec::new() }
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// True without members.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The value of a member.
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.members.iter().find(|(key, _)| *key == *name).map(|(_, value)| value)
    }

    /// Sets a member: in its old place, or at the end.
    pub fn set(&mut self, name: impl Into<Text>, value: impl Into<Json>) {
        let (name, value) = (name.into(), value.into());
        match self.members.iter_mut().find(|(key, _)| *key == name) {
            Some((_, old)) => *old = value,
            None => self.members.push((name, value)),
        }
    }

    /// Adds a member, for building.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Json>) -> Self {
        self.set(name, value);
        self
    }

    /// Takes a member out.
    pub fn remove(&mut self, name: &str) -> Option<Json> {
        let index = self.members.iter().position(|(key, _)| key == name)?;
        Some(self.members.remove(index).1)
    }

    /// Name and value of each member, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.members.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Sorts the members by name, for formats that are written so.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.members.sort_by(|a, b| a.0.cmp(&b.0));
        self.members = self.members.into_iter().map(|(name, value)| (name, value.sorted())).collect();
        self
    }
}

/// Members whose names are known to differ.
impl FromIterator<(String, Json)> for Object {
    fn from_iter<I: IntoIterator<Item = (String, Json)>>(members: I) -> Self {
        Self { members: members.into_iter().map(|(name, value)| (name.into(), value)).collect() }
    }
}

impl Json {
    /// Sorts the members of every object in it by name.
    #[must_use]
    pub fn sorted(self) -> Self {
        match self {
            Self::Object(object) => Self::Object(object.sorted()),
            Self::Array(items) => Self::Array(items.into_iter().map(Self::sorted).collect()),
            other => other,
        }
    }

    /// The boolean, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(*value) } else { None }
    }

    /// The text of a string, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(value) = self { Some(value) } else { None }
    }

    /// The text of a string; with its escapes, as written, if it has half of a surrogate pair.
    pub fn as_text(&self) -> Option<&str> {
        if let Self::String(value) | Self::Escaped(value) = self { Some(value) } else { None }
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<&Number> {
        if let Self::Number(value) = self { Some(value) } else { None }
    }

    /// The exact integer, written without fraction and exponent, if it is one that fits.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_number().and_then(Number::integer)
    }

    /// The exact integer, written without fraction and exponent, if it is one that fits.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number().and_then(Number::integer)
    }

    /// The elements, if it is an array.
    pub fn as_array(&self) -> Option<&[Json]> {
        if let Self::Array(items) = self { Some(items) } else { None }
    }

    /// The members, if it is an object.
    pub fn as_object(&self) -> Option<&Object> {
        if let Self::Object(object) = self { Some(object) } else { None }
    }

    /// True if it is `null`.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The kind of the value, for messages: `a string`, `an array`...
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::String(_) | Self::Escaped(_) => "a string",
            Self::Array(_) => "a list",
            Self::Object(_) => "an object",
        }
    }

    /// The value on one line, cut to a length that a message can carry.
    pub fn brief(&self) -> String {
        // The beginning of a value that may be very long.
        let text = self.beginning(400);
        match text.char_indices().nth(60) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None => text,
        }
    }

    /// The members, or an error that says what stands there instead.
    pub fn expect_object(&self, what: impl Display) -> Result<&Object> {
        self.as_object().ok_or_else(|| Error::metadata(format!("{what} must be an object, not {}", self.brief())))
    }

    /// The elements, or an error that says what stands there instead.
    pub fn expect_array(&self, what: impl Display) -> Result<&[Json]> {
        self.as_array().ok_or_else(|| Error::metadata(format!("{what} must be an array, not {}", self.brief())))
    }

    /// The text, or an error that says what stands there instead.
    pub fn expect_str(&self, what: impl Display) -> Result<&str> {
        self.as_str().ok_or_else(|| Error::metadata(format!("{what} must be a string, not {}", self.brief())))
    }

    /// The non-negative integer, or an error that says what stands there instead.
    pub fn expect_u64(&self, what: impl Display) -> Result<u64> {
        self.as_u64().ok_or_else(|| {
            Error::metadata(format!("{what} must be a non-negative 64-bit integer, not {}", self.brief()))
        })
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<&str> for Json {
    fn from(value: &str) -> Self {
        Self::String(value.into())
    }
}

impl From<String> for Json {
    fn from(value: String) -> Self {
        Self::String(value.into())
    }
}

impl From<Object> for Json {
    fn from(value: Object) -> Self {
        Self::Object(value)
    }
}

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(value: Vec<T>) -> Self {
        Self::Array(value.into_iter().map(Into::into).collect())
    }
}

macro_rules! from_numbers {
    ($($type:ty),*) => {$(
        impl From<$type> for Json {
            fn from(value: $type) -> Self {
                Self::Number(value.into())
            }
        }
    )*};
}

from_numbers!(i8, i16, i32, i64, u8, u16, u32, u64, f64);
