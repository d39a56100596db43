//! How the drafts name data types.

use super::extensions;
use super::text::DraftRules;
use crate::codec;
use crate::dtype::{ByteOrder, DataType, StoredOrder, TypeCode, TypeString, Warnings};
use crate::error::{Error, Result};
use crate::format::description::ReadOptions;
use crate::format::members::member;
use crate::json::{Json, Members, Object, Value};

/// How a draft reads the name of a core data type.
pub(super) type CoreType = fn(&str, &mut Warnings) -> Result<(DataType, StoredOrder)>;

/// The type and byte order of a member `data_type`: the name of a core type, or an extension object that carries
/// NumPy's description in `type`. Of objects, the first filter says what they are.
pub(super) fn lower(
    text: &DraftRules,
    node: Members,
    filters: &[(&str, Object)],
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<(DataType, StoredOrder)> {
    let value = member(node, "data_type")?;
    if let Some(name) = value.as_str() {
        return (text.core_type)(name, warnings);
    }
    let Some(extension) = value.as_object() else {
        let given = value.brief();
        return Err(Error::metadata(format!("member \"data_type\" must be a string or an object, not {given}")));
    };
    if text.filters && extension.get("type").and_then(Value::as_str) == Some("|O") {
        return Ok((codec::object_type(filters.first().map(|(id, _)| *id))?, ByteOrder::Little.into()));
    }
    extensions::lower_data_type(extension, text.core_type, options, warnings)
}

/// A core identifier of the protocol drafts, which is NumPy's string but for `bool` and `r16`.
pub(super) fn numpy_or_name(text: &str, warnings: &mut Warnings) -> Result<(DataType, StoredOrder)> {
    // One writer pads with NUL.
    match text.trim_end_matches('\0') {
        "bool" => Ok((DataType::from_name("bool", None)?, ByteOrder::Little.into())),
        raw if raw.strip_prefix('r').is_some_and(|bits| bits.starts_with(|c: char| c.is_ascii_digit())) => {
            Ok((DataType::from_name(raw, None)?, ByteOrder::Little.into()))
        }
        text => DataType::from_type_string(text, warnings).map(|(data_type, order)| (data_type, order.into())),
    }
}

/// A core type of the 2022 draft: the prose of the text has NumPy's strings, its table has names.
pub(super) fn name_or_numpy(name: &str, warnings: &mut Warnings) -> Result<(DataType, StoredOrder)> {
    if TypeString::looks_like(name) {
        return DataType::from_numpy_json(&name.into(), warnings);
    }
    match DataType::from_name(name, None)? {
        data_type if data_type.is_variable() => Err(no_variable_length()),
        data_type => Ok((data_type, ByteOrder::Little.into())),
    }
}

pub(super) fn no_variable_length() -> Error {
    Error::unsupported("format v3-2022 has no data type of variable length")
}

fn no_type(text: &DraftRules, data_type: &DataType) -> Error {
    Error::unsupported(format!("format {} has no data type {data_type}", text.name))
}

/// The core identifier of the protocol drafts: NumPy's string, but without a mark where the byte order has no meaning.
fn core_identifier(data_type: &DataType, order: &StoredOrder) -> Option<Json> {
    let text = data_type.type_string(order.first())?;
    match text.as_str() {
        "|b1" => Some("bool".into()),
        "|i1" | "|u1" => Some(text[1..].into()),
        text if text.get(1..2).is_some_and(|kind| "iuf".contains(kind)) => Some(text.into()),
        _ if data_type.code() == TypeCode::Raw => Some(format!("r{}", 8 * data_type.size()).into()),
        _ => None,
    }
}

/// A core identifier of the protocol drafts; other types they have none.
pub(super) fn spell_core(text: &DraftRules, data_type: &DataType, order: &StoredOrder) -> Result<Json> {
    core_identifier(data_type, order).ok_or_else(|| no_type(text, data_type))
}

/// A core identifier, or the extension object in which zarr-python put the other types of NumPy.
pub(super) fn spell_numpy(text: &DraftRules, data_type: &DataType, order: &StoredOrder) -> Result<Json> {
    if let Some(name) = core_identifier(data_type, order) {
        return Ok(name);
    }
    let kind = data_type.to_numpy_json(order).ok_or_else(|| no_type(text, data_type))?;
    let extension = match kind.as_str().map(|text| text.chars().nth(1)) {
        None => "TODO: structured array protocol URL",
        Some(Some('c')) => {
            "https://zarr-specs.readthedocs.io/en/core-protocol-v3.0-dev/protocol/extensions/complex-dtypes/v1.0.html"
        }
        Some(Some('M' | 'm')) => "https://zarr-specs.readthedocs.io/en/latest/extensions/data-types/datetime/v1.0.html",
        Some(Some('S')) => "TODO: bytestring array protocol URL",
        Some(Some('U')) => "TODO: unicode array protocol URL",
        Some(Some('O')) => "TODO: object array protocol URL",
        _ => return Err(no_type(text, data_type)),
    };
    Ok(Json::Object(Object::new().with("extension", extension).with("type", kind).with("fallback", Json::Null)))
}

/// The name of a core type of the 2022 draft, or the extension object of one that the draft specifies beside the core.
pub(super) fn spell_name(text: &DraftRules, data_type: &DataType, order: &StoredOrder) -> Result<Json> {
    let extension = match data_type.code() {
        _ if data_type.fallback().is_some() => {
            return Err(Error::unsupported(format!("the meaning of {data_type} is not known, so it can't be written")));
        }
        code if code as i32 <= TypeCode::Raw as i32 => return Ok(data_type.name().into()),
        TypeCode::FixedBytes | TypeCode::FixedUtf32 => "string",
        TypeCode::DateTime64 | TypeCode::TimeDelta64 => "datetime",
        TypeCode::Struct => "struct",
        _ => return Err(no_type(text, data_type)),
    };
    let refused = |why| Error::unsupported(format!("{}: {why}", no_type(text, data_type).told()));
    let spelled = match data_type.to_numpy_json(order) {
        Some(Json::String(text)) => Json::from(text.strip_prefix('|').unwrap_or(&text)),
        Some(list) => list,
        None => return Err(refused("NumPy has none either")),
    };
    if data_type.fields().is_some_and(|fields| fields.iter().any(|field| !field.shape.is_empty())) {
        return Err(refused("its fields are pairs of name and type, not arrays"));
    }
    let object = Object::new()
        .with("extension", format!("https://purl.org/zarr/spec/extensions/data-types/{extension}/1.0"))
        .with("type", spelled);
    // Readers that don't know the type can read the counts of times, and the bytes of the others.
    let fallback = match (extension, data_type.size()) {
        ("datetime", _) if order.first() == ByteOrder::Big => ">i8".to_owned(),
        ("datetime", _) => "int64".to_owned(),
        (_, 0) => return Ok(object.into()),
        (_, size) => format!("r{}", 8 * size),
    };
    Ok(object.with("fallback", fallback).into())
}
