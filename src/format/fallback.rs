//! Data types that stand in for others: a document offers them to readers that don't know the type of an array.

use super::description::ReadOptions;
use crate::dtype::{DataType, StoredOrder, Warnings};
use crate::error::{Error, ErrorKind, Result};
use crate::json::Value;

/// How a format reads a data type that stands in for another.
type Lower<'a> = &'a dyn Fn(Value, &mut Warnings) -> Result<(DataType, StoredOrder)>;

/// The first of the types that a document offers in place of one that is not known (`of`, for messages) which `lower`
/// knows.
///
/// # Errors
/// [`ErrorKind::Unsupported`] where none is known, or the caller has not allowed fallbacks; [`ErrorKind::Metadata`] for
/// what is no data type.
pub(super) fn fall_back(
    of: String,
    offered: Value,
    lower: Lower,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<(DataType, StoredOrder)> {
    let list = offered.as_array();
    let alone = list.is_none().then_some(offered);
    for fallback in list.into_iter().flatten().chain(alone) {
        let mut about = Warnings::default();
        let (data_type, order) = match lower(fallback, &mut about) {
            Ok(lowered) if lowered.0.size() > 0 => lowered,
            Err(error) if error.kind() == ErrorKind::Metadata && fallback.as_str().is_none() => return Err(error),
            // The next one may be known.
            _ => continue,
        };
        let fallback = fallback.brief();
        if !options.allow_fallback {
            return Err(Error::unsupported(format!(
                "{of} is not known; its fallback {fallback} is used with the option \"allow_fallback\" only"
            )));
        }
        warnings.note(format!("{of} is not known; elements are read as its fallback {fallback}"));
        about.messages().iter().for_each(|message| warnings.add(message));
        return Ok((data_type.in_place_of(of), order));
    }
    Err(Error::unsupported(format!("{of} is not known, nor is any of its fallbacks")))
}
