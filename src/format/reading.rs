//! Members of documents that are read where they stand.

use crate::error::{Error, Result};
use crate::format::shared;
use crate::json::{Members, Object, Value};

/// A mandatory member.
pub(super) fn required<'d>(member: Option<Value<'d>>, name: &str) -> Result<Value<'d>> {
    member.ok_or_else(|| Error::metadata(format!("member {name:?} is missing")))
}

/// Lengths along the axes: an array of non-negative integers that fit the signed 64 bits of the C API.
pub(super) fn lengths(value: Value, name: &str) -> Result<Vec<u64>> {
    let items = value.expect_array(format_args!("member {name:?}"))?;
    let mut lengths = Vec::with_capacity(items.len());
    for item in items {
        let length = item.as_i64().and_then(|length| u64::try_from(length).ok());
        lengths.push(length.ok_or_else(|| {
            let given = item.brief();
            Error::metadata(format!("member {name:?} must hold integers from 0 to 2^63-1, not {given}"))
        })?);
    }
    Ok(lengths)
}

/// The attributes of a member: an object, or nothing.
pub(super) fn attributes(value: Option<Value>) -> Result<Object> {
    match value {
        None => Ok(Object::new()),
        Some(value) => value.expect_object("member \"attributes\"").map(Members::to_object),
    }
}

/// Names of axes: strings or null, one for each axis; all without a name is the same as no names.
pub(super) fn dimension_names(value: Option<Value>, rank: usize) -> Result<Option<Vec<Option<String>>>> {
    let Some(value) = value.filter(|value| !value.is_null()) else { return Ok(None) };
    shared::dimension_names(Some(&value.to_json()), rank)
}
