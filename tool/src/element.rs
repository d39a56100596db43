//! Elements as texts and as JSON, of whatever type.

use zarr::dtype::{DataType, Dialect, TypeCode, Value, Warnings};
use zarr::json::{Json, Object};

/// An element as JSON: numbers as numbers, a complex number as a list of two, a struct as an object.
pub fn json(data_type: &DataType, element: &[u8]) -> Json {
    if let Some(fields) = data_type.fields() {
        let mut object = Object::new();
        for field in fields {
            // What has no name is padding.
            let Some(name) = &field.name else { continue };
            let bytes = element.get(field.offset..field.offset + field.size).unwrap_or_default();
            let one = |bytes| json(&field.data_type, bytes);
            let size = field.data_type.size().max(1);
            let value = if field.shape.is_empty() {
                one(bytes)
            } else {
                Json::Array(bytes.chunks_exact(size).map(one).collect())
            };
            object.set(name.as_str(), value);
        }
        return object.into();
    }
    match data_type.code() {
        TypeCode::FixedBytes => String::from_utf8_lossy(without_nuls(element)).into_owned().into(),
        TypeCode::FixedUtf32 => {
            let units = element.as_chunks::<4>().0.iter().map(|unit| u32::from_ne_bytes(*unit));
            let text: String = units.map(|unit| char::from_u32(unit).unwrap_or('\u{fffd}')).collect();
            text.trim_end_matches('\0').into()
        }
        TypeCode::Raw => hex(element).into(),
        _ => data_type.fill_to_json(element, Dialect::V3, &mut Warnings::default()),
    }
}

/// An element of variable length as JSON.
pub fn value_json(data_type: &DataType, value: Value<'_>) -> Json {
    match value {
        Value::Absent => Json::Null,
        Value::Json(text) => {
            let parsed = zarr::json::parse(text, zarr::json::ParseOptions { bare_tokens: true });
            parsed.map_or_else(|_| String::from_utf8_lossy(text).into_owned().into(), |(value, _)| value)
        }
        Value::Bytes(bytes) if data_type.code() == TypeCode::Bytes => {
            std::str::from_utf8(bytes).map_or_else(|_| hex(bytes).into(), Json::from)
        }
        Value::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned().into(),
    }
}

/// Appends an element as a text that holds no blank where it is a number.
pub fn text(value: &Json, out: &mut String) {
    match value {
        Json::String(text) => out.push_str(text),
        Json::Array(parts)
            if parts.len() == 2 && parts.iter().all(|part| !matches!(part, Json::Array(_) | Json::Object(_))) =>
        {
            // A complex number.
            let mut imaginary = String::new();
            text(&parts[0], out);
            text(&parts[1], &mut imaginary);
            if !imaginary.starts_with('-') {
                out.push('+');
            }
            out.push_str(&imaginary);
            out.push('j');
        }
        other => out.push_str(&other.to_string()),
    }
}

fn without_nuls(bytes: &[u8]) -> &[u8] {
    let length = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    &bytes[..length]
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
