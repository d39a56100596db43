//! Reading members of documents where they stand, with errors that name them.

use crate::dtype::{DataType, Dialect, StoredOrder, Warnings};
use crate::error::{Error, Result};
use crate::json::{Document, Json, Members, Object, Value};
use crate::metadata::{ArrayMetadata, FillValue};

/// A mandatory member that was looked for.
pub(super) fn required<'d>(member: Option<Value<'d>>, name: &str) -> Result<Value<'d>> {
    member.ok_or_else(|| Error::metadata(format!("member {name:?} is missing")))
}

/// A mandatory member.
pub(super) fn member<'d>(object: Members<'d>, name: &str) -> Result<Value<'d>> {
    required(object.get(name), name)
}

/// Refuses a document of another format than the one with this number.
pub(super) fn check_format(number: u64, node: Members) -> Result<()> {
    let format = member(node, "zarr_format")?;
    if format.as_u64() == Some(number) {
        return Ok(());
    }
    Err(Error::metadata(format!("zarr_format is {} in a document of format {number}", format.brief())))
}

/// A fill value, which null leaves undefined.
pub(super) fn fill_value(
    value: Value,
    data_type: &DataType,
    order: &StoredOrder,
    dialect: Dialect,
    warnings: &mut Warnings,
) -> Result<FillValue> {
    match value.is_null() {
        true => Ok(FillValue::undefined(data_type, warnings)),
        false => FillValue::from_stored_json(&value.to_json(), data_type, order, dialect, warnings),
    }
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

/// The lengths in a mandatory member.
pub(super) fn lengths_in(object: Members, name: &str) -> Result<Vec<u64>> {
    lengths(member(object, name)?, name)
}

/// The attributes of a member: an object, or nothing.
pub(super) fn attributes(value: Option<Value>) -> Result<Object> {
    match value {
        None => Ok(Object::new()),
        Some(value) => value.expect_object("member \"attributes\"").map(Members::to_object),
    }
}

/// The configuration of a codec or another extension: an object, or nothing.
pub(super) fn configuration<'d>(object: Members<'d>, what: &str) -> Result<Members<'d>> {
    match object.get("configuration") {
        None => Ok(Members::none()),
        Some(value) => value.expect_object(format_args!("the configuration of {what}")),
    }
}

/// Names of axes: strings or null, one for each axis; all without a name is the same as no names. A scalar may have the
/// empty list.
pub(super) fn dimension_names(value: Option<Value>, rank: usize) -> Result<Option<Vec<Option<String>>>> {
    let Some(value) = value.filter(|value| !value.is_null()) else { return Ok(None) };
    let items = value.expect_array("member \"dimension_names\"")?;
    if items.len() != rank {
        let given = items.len();
        return Err(Error::metadata(format!("member \"dimension_names\" has {given} names for {rank} dimensions")));
    }
    let name = |item: Value| match item.is_null() {
        true => Ok(None),
        false => item.expect_str("a dimension name").map(|name| Some(name.to_owned())),
    };
    let names = items.map(name).collect::<Result<Vec<_>>>()?;
    Ok((names.is_empty() || names.iter().any(Option::is_some)).then_some(names))
}

/// True for an array with names that a format has to have a place for.
pub(super) fn has_names(array: &ArrayMetadata) -> bool {
    array.dimension_names.as_ref().is_some_and(|names| !names.is_empty())
}

/// The attribute in which xarray keeps the names of the axes, where the format has no place for them.
pub(super) const DIMENSIONS: &str = "_ARRAY_DIMENSIONS";

/// The attributes of an array with the names of its axes among them, for a format (`name`) without a place for those.
///
/// # Errors
/// [`crate::ErrorKind::Unsupported`] where only some axes have a name.
pub(super) fn attributes_with_dimensions(array: &ArrayMetadata, name: &str) -> Result<Object> {
    let mut attributes = array.attributes.clone();
    if let Some(names) = &array.dimension_names {
        name_in_attributes(&mut attributes, names, name)?;
    }
    Ok(attributes)
}

/// Puts the names of the axes into the attributes, for a format (`name`) without a place for those.
///
/// # Errors
/// As [`attributes_with_dimensions`].
pub(super) fn name_in_attributes(attributes: &mut Object, names: &[Option<String>], name: &str) -> Result<()> {
    let names: Option<Vec<String>> = names.iter().cloned().collect();
    let needed = || Error::unsupported(format!("format {name} needs a name for every dimension, or none"));
    attributes.set(DIMENSIONS, names.ok_or_else(needed)?);
    Ok(())
}

/// The names of the axes in that attribute.
pub(super) fn dimensions_in_attributes(attributes: &Object, rank: usize) -> Option<Vec<Option<String>>> {
    let names = attributes.get(DIMENSIONS)?.as_array().filter(|names| names.len() == rank)?;
    names.iter().map(|name| name.as_str().map(|name| Some(name.to_owned()))).collect()
}

/// The names of the axes that NCZarr keeps for itself, where it was told not to write that attribute (`noxarray`):
/// paths of netCDF's dimensions, in a member of the document, or of the attributes since netCDF 4.9.3.
pub(super) fn dimensions_of_nczarr(node: Members, attributes: &Object, rank: usize) -> Option<Vec<Option<String>>> {
    let own = ["_NCZARR_ARRAY", "_nczarr_array"].into_iter().find_map(|member| node.get(member)).map(Value::to_json);
    let own = own.as_ref().or_else(|| attributes.get("_nczarr_array"))?.as_object()?;
    let paths = ["dimrefs", "dimension_references"].into_iter().find_map(|member| own.get(member))?.as_array()?;
    let name = |path: &Json| path.as_str()?.rsplit('/').next().filter(|name| !name.is_empty()).map(str::to_owned);
    (rank > 0 && paths.len() == rank).then(|| paths.iter().map(|path| name(path).map(Some)).collect())?
}

/// Refuses bare `NaN` and `Infinity` outside attributes, where no format of strict JSON has them.
pub(super) fn refuse_bare_tokens(document: &Document) -> Result<()> {
    fn has(value: &Json) -> bool {
        match value {
            Json::Number(number) => number.is_bare_token(),
            Json::Array(items) => items.iter().any(has),
            Json::Object(object) => object.iter().any(|(_, value)| has(value)),
            _ => false,
        }
    }
    if !document.flat()?.has_bare_tokens() {
        return Ok(());
    }
    match document.iter().find(|(name, value)| *name != "attributes" && has(value)) {
        Some((name, _)) => Err(Error::metadata(format!("member {name:?}: a bare NaN or Infinity is not JSON"))),
        None => Ok(()),
    }
}

/// The documents in a copy of zarr-python's: by their keys, to which `prefix` is added. None: another version of the
/// copy, which readers may pass over.
pub(super) fn consolidated_by_key(document: &Object, prefix: &str) -> Result<Option<Vec<(String, Object)>>> {
    if document.get("zarr_consolidated_format").and_then(Json::as_u64) != Some(1) {
        return Ok(None);
    }
    let metadata = document.get("metadata").ok_or_else(|| Error::metadata("member \"metadata\" is missing"))?;
    let metadata = metadata.expect_object("member \"metadata\"")?;
    let document = |(key, value): (&str, &Json)| -> Result<(String, Object)> {
        Ok((format!("{prefix}{key}"), value.expect_object(format_args!("document {key:?}"))?.clone()))
    };
    metadata.iter().map(document).collect::<Result<_>>().map(Some)
}
