//! Elements of any type as texts and as JSON.

use crate::date::Dates;
use zarr::json::{Json, Object};
use zarr::{DataType, Dialect, TypeCode, VariableValue, Warnings};

/// An element as JSON: numbers as numbers, a complex number as a list of two, a struct as an object.
pub fn json(data_type: &DataType, element: &[u8]) -> Json {
    if let Some(fields) = data_type.fields() {
        let mut object = Object::new();
        for field in fields {
            // A field without a name is padding.
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
        TypeCode::FixedBytes => text_or_hex(without_nuls(element)),
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
pub fn value_json(data_type: &DataType, value: VariableValue<'_>) -> Json {
    match value {
        VariableValue::Absent => Json::Null,
        VariableValue::Json(text) => {
            let parsed = zarr::json::parse(text, zarr::json::ParseOptions { bare_tokens: true });
            parsed.map_or_else(|_| String::from_utf8_lossy(text).into_owned().into(), |(value, _)| value)
        }
        VariableValue::Bytes(bytes) if data_type.code() == TypeCode::Bytes => text_or_hex(bytes),
        VariableValue::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned().into(),
    }
}

/// True if elements are texts, or objects that may be.
pub fn is_text(data_type: &DataType) -> bool {
    data_type.is_variable() || matches!(data_type.code(), TypeCode::FixedBytes | TypeCode::FixedUtf32)
}

/// How the elements of a data type are shown to people.
#[derive(Clone, Debug)]
pub struct ElementSpelling {
    /// Elements are texts, or objects that may be.
    pub is_text: bool,
    is_variable: bool,
    /// Elements are points of time.
    pub dates: Option<Dates>,
}

impl ElementSpelling {
    /// Of elements of this type.
    pub fn of(data_type: &DataType) -> Self {
        let is_variable = data_type.is_variable();
        Self { is_text: is_text(data_type), is_variable, dates: Dates::of(data_type) }
    }

    /// Prints numbers as dates.
    pub fn with_dates(self, dates: Option<Dates>) -> Self {
        Self { dates, ..self }
    }

    /// An element as a text, which holds no blank where it is a number: a complex one is `1.0+2.0j`, a time is a date.
    pub fn text(&self, value: &Json) -> String {
        let part = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        match (value, &self.dates) {
            // Of all types of a fixed size, only complex numbers have two parts.
            (Json::Array(parts), _) if parts.len() == 2 && !self.is_variable => {
                let imaginary = part(&parts[1]);
                let sign = if imaginary.starts_with('-') { "" } else { "+" };
                format!("{}{sign}{imaginary}j", part(&parts[0]))
            }
            (Json::Number(number), Some(dates)) => match number.as_i128() {
                Some(count) => dates.text(count),
                None => dates.text_of(number.as_f64()).unwrap_or_else(|| part(value)),
            },
            (value, _) => part(value),
        }
    }
}

/// Bytes as a text; as `0x` and digits if they are not UTF-8.
fn text_or_hex(bytes: &[u8]) -> Json {
    std::str::from_utf8(bytes).map_or_else(|_| format!("0x{}", hex(bytes)).into(), Json::from)
}

fn without_nuls(bytes: &[u8]) -> &[u8] {
    let length = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    &bytes[..length]
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
