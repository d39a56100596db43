//! `bool`: one byte, 0 or 1.

use super::definition::{DataType, DataTypeDefinition, Family, TypeCode};
use super::element::Element;
use super::spelling::{self, ByteOrder, Dialect, Warnings};
use crate::error::{Error, Result};
use crate::json::Json;

#[derive(Debug)]
struct Bool;

pub(super) const FAMILY: Family = Family {
    from_code: |code| (code == TypeCode::Bool as i32).then(|| DataType::new(Bool)),
    from_name: |name, _| (name == "bool").then(|| Ok(DataType::new(Bool))),
    from_type_string: |text| text.is('b', 1).then(|| Ok(DataType::new(Bool))),
};

impl DataTypeDefinition for Bool {
    fn code(&self) -> TypeCode {
        TypeCode::Bool
    }

    fn item_size(&self) -> Option<usize> {
        Some(1)
    }

    fn swap_unit(&self) -> usize {
        1
    }

    fn name(&self) -> String {
        "bool".into()
    }

    fn type_string(&self, _: ByteOrder) -> Option<String> {
        Some("|b1".into())
    }

    /// Other software stores any non-zero byte for true; a C `bool` must be 0 or 1.
    fn repair(&self) -> Option<fn(&mut [u8])> {
        Some(|elements| elements.iter_mut().for_each(|byte| *byte = u8::from(*byte != 0)))
    }

    fn fill_from_json(&self, value: &Json, dialect: Dialect, warnings: &mut Warnings) -> Result<Element> {
        // NumPy users wrote 0 and 1 into v1 and v2 documents; the later formats ask for the literals.
        let number = match dialect {
            Dialect::V1 | Dialect::V2 => spelling::number(value, warnings),
            Dialect::V3 => value.as_number().cloned(),
            Dialect::Legacy | Dialect::Draft2022 => None,
        };
        match (value.as_bool(), number.and_then(|number| number.as_i128())) {
            (Some(value), _) => Ok(vec![u8::from(value)].into()),
            (None, Some(number @ (0 | 1))) => {
                if dialect == Dialect::V3 {
                    // As zarrita had it in 2023.
                    warnings.add(format!("fill value {} should be true or false", value.brief()));
                }
                Ok(vec![number as u8].into())
            }
            _ => Err(Error::metadata(format!("fill value {} is neither true nor false", value.brief()))),
        }
    }

    fn fill_to_json(&self, element: &[u8], _: Dialect, _: &mut Warnings) -> Json {
        Json::Bool(element.first().is_some_and(|byte| *byte != 0))
    }
}
