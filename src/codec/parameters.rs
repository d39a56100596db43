//! The parameters of a codec as its configuration has them: where they stand in a document that was read, or as a tree, which
//! those formats make that spell them otherwise.

use crate::error::Result;
use crate::json::{Json, Members, Object, Value};
use std::fmt::Display;

/// All parameters of a codec, each name once.
#[derive(Clone, Copy, Debug)]
pub enum Parameters<'a> {
    /// In a document.
    Read(Members<'a>),
    /// On their own.
    Made(&'a Object),
}

impl<'a> From<Members<'a>> for Parameters<'a> {
    fn from(members: Members<'a>) -> Self {
        Self::Read(members)
    }
}

impl<'a> From<&'a Object> for Parameters<'a> {
    fn from(object: &'a Object) -> Self {
        Self::Made(object)
    }
}

impl<'a> Parameters<'a> {
    /// A parameter.
    #[inline]
    pub fn get(self, name: &str) -> Option<Parameter<'a>> {
        match self {
            Self::Read(members) => members.get(name).map(Parameter::Read),
            Self::Made(object) => object.get(name).map(Parameter::Made),
        }
    }

    /// A parameter, and how many stand before it.
    #[inline]
    pub(super) fn find(self, name: &str) -> Option<(usize, Parameter<'a>)> {
        match self {
            Self::Read(members) => members.find(name).map(|(index, value)| (index, Parameter::Read(value))),
            Self::Made(object) => {
                let (index, (_, value)) = object.iter().enumerate().find(|(_, (known, _))| *known == name)?;
                Some((index, Parameter::Made(value)))
            }
        }
    }

    /// The first name that is not in one of the places that are taken.
    pub(super) fn first_beside(self, taken: impl Fn(usize) -> bool) -> Option<&'a str> {
        let is_left = |(index, _): &(usize, &str)| !taken(*index);
        let left = match self {
            Self::Read(members) => members.iter().map(|(name, _)| name).enumerate().find(is_left),
            Self::Made(object) => object.iter().map(|(name, _)| name).enumerate().find(is_left),
        };
        left.map(|(_, name)| name)
    }

    /// The same on their own.
    pub fn to_object(self) -> Object {
        match self {
            Self::Read(members) => members.to_object(),
            Self::Made(object) => object.clone(),
        }
    }
}

/// One parameter.
#[derive(Clone, Copy, Debug)]
pub enum Parameter<'a> {
    /// In a document.
    Read(Value<'a>),
    /// On its own.
    Made(&'a Json),
}

impl<'a> Parameter<'a> {
    /// The text of a string, if it is one.
    #[inline]
    pub fn as_str(self) -> Option<&'a str> {
        match self {
            Self::Read(value) => value.as_str(),
            Self::Made(value) => value.as_str(),
        }
    }

    /// The exact integer, written without fraction and exponent, if it is one that fits.
    #[inline]
    pub fn as_i64(self) -> Option<i64> {
        match self {
            Self::Read(value) => value.as_i64(),
            Self::Made(value) => value.as_i64(),
        }
    }

    /// The nearest double, if it is a number.
    pub fn as_f64(self) -> Option<f64> {
        match self {
            Self::Read(value) => value.as_number().map(|number| number.as_f64()),
            Self::Made(value) => value.as_number().map(|number| number.as_f64()),
        }
    }

    /// The boolean, if it is one.
    pub fn as_bool(self) -> Option<bool> {
        match self {
            Self::Read(value) => value.as_bool(),
            Self::Made(value) => value.as_bool(),
        }
    }

    /// Whether it is `null`.
    pub fn is_null(self) -> bool {
        match self {
            Self::Read(value) => value.is_null(),
            Self::Made(value) => value.is_null(),
        }
    }

    /// The value on one line, cut to a length that a message can carry.
    pub fn brief(self) -> String {
        match self {
            Self::Read(value) => value.brief(),
            Self::Made(value) => value.brief(),
        }
    }

    /// The text, or an error that says what stands there instead.
    pub fn expect_str(self, what: impl Display) -> Result<&'a str> {
        match self {
            Self::Read(value) => value.expect_str(what),
            Self::Made(value) => value.expect_str(what),
        }
    }

    /// The same on its own, for codecs whose parameter holds others.
    pub fn to_json(self) -> Json {
        match self {
            Self::Read(value) => value.to_json(),
            Self::Made(value) => value.clone(),
        }
    }
}
