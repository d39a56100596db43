//! The configuration of a codec while it is read, strictly: members that no codec takes out of it are unknown.

use super::members;
use crate::dtype::{DataType, Dialect, Warnings};
use crate::error::{Error, Result};
use crate::json::{Members, Object, Value};
use std::borrow::Cow;

/// The data at a codec's place in the chain, as far as codecs may know them.
#[derive(Clone, Debug)]
pub struct Input<'a> {
    /// The data type of the array; None after a codec that produced plain bytes.
    pub data_type: Option<&'a DataType>,
    /// The number of axes of a chunk as it is there.
    pub rank: usize,
    /// The shape of a chunk at this place, after the codecs that change its axes; None if chunks differ in shape.
    pub chunk_shape: Option<Cow<'a, [u64]>>,
}

impl Input<'_> {
    /// The bytes of one item as compressors count them: of an element, or 1 for plain bytes.
    pub fn item_size(&self) -> usize {
        self.data_type.map_or(1, |data_type| data_type.size())
    }
}

/// The configuration of one codec while it is read: members are taken out, the rest are unknown.
pub struct Config<'a> {
    /// The neutral name, for messages.
    pub name: &'static str,
    /// The dialect that it is spelled in.
    pub dialect: Dialect,
    /// True if the document is one of final v3, also where a `numcodecs.*` name has it read in the dialect of v2.
    pub final_v3: bool,
    /// The data at its place in the chain.
    pub input: Input<'a>,
    /// Receives warnings about accepted deviations.
    pub warnings: &'a mut Warnings,
    /// True if a caller creates the codec now, so deviations in old documents need no tolerance.
    pub(super) requested: bool,
    pub(super) parameters: Members<'a>,
    /// One bit for each member that was taken. Members past the last bit count as unknown: no codec has that many.
    pub(super) taken: u64,
}

impl<'a> Config<'a> {
    /// A member that stays; None where it is absent.
    pub fn get(&self, member: &str) -> Option<Value<'a>> {
        debug_assert!(members::has(self.name, member), "{}: {member} is missing in the table of members", self.name);
        self.parameters.get(member)
    }

    /// Takes a member out; None where it is absent.
    pub fn take(&mut self, member: &str) -> Option<Value<'a>> {
        debug_assert!(members::has(self.name, member), "{}: {member} is missing in the table of members", self.name);
        let (index, value) = self.parameters.find(member).filter(|(index, _)| self.taken & bit(*index) == 0)?;
        self.taken |= bit(index);
        Some(value)
    }

    /// Takes a member out; None where it is absent or null.
    pub fn take_set(&mut self, member: &str) -> Option<Value<'a>> {
        self.take(member).filter(|value| !value.is_null())
    }

    /// Copies the present ones of some members from the document, without taking them out.
    pub fn copy(&self, members: &[&str]) -> Object {
        let there = members.iter().filter_map(|member| Some(((*member).to_owned(), self.get(member)?.to_json())));
        there.collect()
    }

    /// The data type in front of a codec of elements.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] after a codec that produces plain bytes.
    pub fn data_type(&self) -> Result<&'a DataType> {
        self.input.data_type.ok_or_else(|| self.error("it must come before every codec that gives plain bytes"))
    }

    /// True if a checksum stands before the data, by the member `location`; None where it is absent.
    pub fn at_start(&mut self) -> Result<Option<bool>> {
        self.take("location")
            .map(|location| match location.as_str() {
                Some("start") => Ok(true),
                Some("end") => Ok(false),
                _ => Err(self.error(format!("location must be \"start\" or \"end\", not {}", location.brief()))),
            })
            .transpose()
    }

    /// An error in this configuration.
    pub fn error(&self, why: impl std::fmt::Display) -> Error {
        Error::metadata(format!("codec {:?}: {why}", self.name))
    }

    /// Puts up with what a document says although it is not allowed, but not with what a caller asks for.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] with `why` when a caller asks.
    pub fn tolerate(&mut self, why: String) -> Result<()> {
        if self.requested {
            return Err(Error::invalid_argument(why));
        }
        self.warnings.add(why);
        Ok(())
    }

    /// An integer in `allowed`, or `default` where it is absent.
    pub fn integer(&mut self, member: &str, allowed: std::ops::RangeInclusive<i64>, default: i64) -> Result<i64> {
        match self.take(member) {
            None => Ok(default),
            Some(value) => value.as_i64().filter(|value| allowed.contains(value)).ok_or_else(|| {
                let (low, high) = (allowed.start(), allowed.end());
                self.error(format!("{member} must be an integer from {low} to {high}, not {}", value.brief()))
            }),
        }
    }

    /// A parameter that only encoding needs; None if it is absent. A document with a value that breaks `rule` is read
    /// with a warning, and `instead` is used for encoding.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] when a caller asks for such a value.
    pub fn for_encoding<T: std::fmt::Display>(
        &mut self,
        member: &str,
        rule: impl std::fmt::Display,
        accept: impl FnOnce(Value<'a>) -> Option<T>,
        instead: impl FnOnce(Value<'a>) -> T,
    ) -> Result<Option<T>> {
        let Some(value) = self.take(member) else { return Ok(None) };
        if let Some(accepted) = accept(value) {
            return Ok(Some(accepted));
        }
        let error = self.error(format!("{member} must be {rule}, not {}", value.brief()));
        self.instead(error, instead(value)).map(Some)
    }

    /// Goes on with `instead` where a document has parameters that encoding could not take, and decoding does not need.
    ///
    /// # Errors
    /// `error` when a caller asks for them.
    pub fn instead<T: std::fmt::Display>(&mut self, error: Error, instead: T) -> Result<T> {
        if self.requested {
            return Err(error);
        }
        self.warnings.add(format!("{}; only encoding needs it, and takes {instead}", error.told()));
        Ok(instead)
    }

    /// An integer in `allowed` that only encoding needs, or `default` if it is absent; an integer out of range becomes
    /// the nearest allowed one, and any other value `default`.
    ///
    /// # Errors
    /// As [`Config::for_encoding`].
    pub fn integer_for_encoding(
        &mut self,
        member: &str,
        allowed: std::ops::RangeInclusive<i64>,
        default: i64,
    ) -> Result<i64> {
        let (low, high) = (*allowed.start(), *allowed.end());
        let accept = |value: Value| value.as_i64().filter(|number| allowed.contains(number));
        let nearest = |value: Value| value.as_i64().map_or(default, |number| number.clamp(low, high));
        let taken = self.for_encoding(member, format_args!("an integer from {low} to {high}"), accept, nearest)?;
        Ok(taken.unwrap_or(default))
    }

    /// A boolean that only encoding needs, or `default` if it is absent or has another type.
    ///
    /// # Errors
    /// As [`Config::for_encoding`].
    pub fn boolean_for_encoding(&mut self, member: &str, default: bool) -> Result<bool> {
        Ok(self.for_encoding(member, "true or false", Value::as_bool, |_| default)?.unwrap_or(default))
    }

    /// Passes over a member of other software that only its encoder needs.
    ///
    /// # Errors
    /// As [`Config::tolerate`].
    pub fn pass_over(&mut self, member: &str) -> Result<()> {
        match self.take(member) {
            Some(value) => {
                let (name, value) = (self.name, value.brief());
                self.tolerate(format!("codec {name:?}: {member} ({value}) is passed over; only encoding would need it"))
            }
            None => Ok(()),
        }
    }

    /// Refuses (final v3, drafts) or warns of (v2) members that were not taken.
    pub(super) fn finish(mut self) -> Result<()> {
        let left = self.parameters.iter().enumerate().find(|(index, _)| self.taken & bit(*index) == 0);
        let Some((_, (member, _))) = left else { return Ok(()) };
        let known = members::known(self.name);
        let why = format!("codec {:?}: unknown member {member:?} in its configuration; {known}", self.name);
        match self.dialect {
            Dialect::V1 | Dialect::V2 | Dialect::Legacy => self.tolerate(why),
            Dialect::Draft2022 | Dialect::V3 => Err(Error::metadata(why)),
        }
    }
}

/// The bit of a member; none for those that are too many.
fn bit(index: usize) -> u64 {
    u32::try_from(index).ok().and_then(|index| 1_u64.checked_shl(index)).unwrap_or(0)
}
