//! One data type of each kind, for lists of supported types.

use super::definition::{DataType, TypeCode};
use super::spelling::Warnings;
use crate::json::Json;

/// Types with parameters, to stand for all of their kind.
const PARAMETRIC: &[(TypeCode, &str)] = &[
    (TypeCode::Raw, "r16"),
    (TypeCode::FixedBytes, "|S2"),
    (TypeCode::FixedUtf32, "<U2"),
    (TypeCode::DateTime64, "<M8[ns]"),
    (TypeCode::TimeDelta64, "<m8[ns]"),
];

/// One data type of each code, by its name in final v3 without parameters.
pub fn samples() -> impl Iterator<Item = (String, DataType)> {
    // All codes are below 256; unused numbers are skipped.
    (0..256).filter_map(|code| {
        let parametric = PARAMETRIC.iter().find(|(of, _)| *of as i32 == code);
        let data_type = match parametric {
            Some((_, text)) => DataType::from_any_json(&Json::from(*text), &mut Warnings::default()).ok()?.0,
            None if code == TypeCode::Struct as i32 => {
                let fields = Json::Array(vec![Json::Array(vec!["a".into(), "<i2".into()])]);
                DataType::from_numpy_json(&fields, &mut Warnings::default()).ok()?.0
            }
            None => DataType::from_code(code)?,
        };
        let name = if data_type.code() == TypeCode::Raw { "r*".into() } else { data_type.name() };
        Some((name, data_type))
    })
}
