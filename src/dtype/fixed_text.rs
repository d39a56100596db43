//! Texts of a fixed number of bytes, filled up with NULs: NumPy's `S` (bytes) and `U` (UTF-32).

use super::definition::{DataType, DataTypeDefinition, Family, TypeCode, check_size, length_bytes};
use super::element::Element;
use super::spelling::{ByteOrder, Dialect, TypeString, Warnings};
use crate::error::{Error, Result};
use crate::json::{Json, Object};
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};

/// Any bytes; NULs at the end are not part of a value.
#[derive(Debug)]
struct FixedBytes {
    size: usize,
}

/// Code points of four bytes each; NULs at the end are not part of a value.
#[derive(Debug)]
struct FixedUtf32 {
    length: usize,
}

const UNIT: usize = 4;

pub(super) const FAMILY: Family = Family { from_code: |_| None, from_name, from_type_string };

fn from_name(name: &str, configuration: Option<&Object>) -> Option<Result<DataType>> {
    match name {
        "null_terminated_bytes" => Some(length_bytes(name, configuration).and_then(|size| fixed_bytes(size, &name))),
        "fixed_length_utf32" => Some(length_bytes(name, configuration).and_then(|size| {
            if size % UNIT != 0 {
                return Err(Error::metadata(format!("data type {name:?}: length_bytes must be a multiple of 4")));
            }
            fixed_utf32(size / UNIT, &name)
        })),
        _ => None,
    }
}

fn from_type_string(text: &TypeString) -> Option<Result<DataType>> {
    let size = text.size.filter(|_| text.unit.is_none());
    match (text.kind, size) {
        ('S', Some(size)) => Some(fixed_bytes(size, &format_args!("|S{size}"))),
        ('U', Some(length)) => Some(fixed_utf32(length, &format_args!("<U{length}"))),
        _ => None,
    }
}

fn fixed_bytes(size: usize, spelled: &dyn std::fmt::Display) -> Result<DataType> {
    check_size(size, spelled)?;
    Ok(DataType::new(FixedBytes { size }))
}

fn fixed_utf32(length: usize, spelled: &dyn std::fmt::Display) -> Result<DataType> {
    check_size(length.saturating_mul(UNIT), spelled)?;
    Ok(DataType::new(FixedUtf32 { length }))
}

fn is_zero(value: &Json) -> bool {
    value.as_number().and_then(|number| number.as_i128()) == Some(0)
}

impl FixedBytes {
    fn padded(&self, mut bytes: Vec<u8>) -> Result<Element> {
        // NULs beyond the end are not part of the value either.
        while bytes.len() > self.size && bytes.last() == Some(&0) {
            bytes.pop();
        }
        if bytes.len() > self.size {
            let given = bytes.len();
            return Err(Error::metadata(format!("a fill value of {given} bytes is too long for {} bytes", self.size)));
        }
        Ok(Element::beginning(bytes, self.size))
    }
}

impl DataTypeDefinition for FixedBytes {
    fn code(&self) -> TypeCode {
        TypeCode::FixedBytes
    }

    fn item_size(&self) -> Option<usize> {
        Some(self.size)
    }

    fn swap_unit(&self) -> usize {
        1
    }

    fn name(&self) -> String {
        "null_terminated_bytes".into()
    }

    fn configuration(&self) -> Option<Object> {
        Some(Object::new().with("length_bytes", self.size as u64))
    }

    fn type_string(&self, _: ByteOrder) -> Option<String> {
        Some(format!("|S{}", self.size))
    }

    fn fill_from_json(&self, value: &Json, dialect: Dialect, warnings: &mut Warnings) -> Result<Element> {
        let old = matches!(dialect, Dialect::V1 | Dialect::V2 | Dialect::Legacy);
        match value {
            Json::String(text) => match BASE64.decode(text) {
                Ok(bytes) => self.padded(bytes),
                Err(_) if old => {
                    warnings.add(format!("fill value {} should be base64; taken as the text itself", value.brief()));
                    self.padded(text.as_bytes().to_vec())
                }
                Err(_) => Err(Error::metadata(format!("fill value {} is not base64", value.brief()))),
            },
            // Early NumPy users wrote the number 0 where they meant no text.
            value if old && is_zero(value) => Ok(Element::zeros(self.size)),
            _ => Err(Error::metadata(format!("fill value {} is not a text of bytes", value.brief()))),
        }
    }

    fn fill_to_json(&self, element: &[u8], _: Dialect, _: &mut Warnings) -> Json {
        BASE64.encode(element).into()
    }
}

impl DataTypeDefinition for FixedUtf32 {
    fn code(&self) -> TypeCode {
        TypeCode::FixedUtf32
    }

    fn item_size(&self) -> Option<usize> {
        Some(UNIT * self.length)
    }

    fn swap_unit(&self) -> usize {
        UNIT
    }

    fn name(&self) -> String {
        "fixed_length_utf32".into()
    }

    fn configuration(&self) -> Option<Object> {
        Some(Object::new().with("length_bytes", (UNIT * self.length) as u64))
    }

    fn type_string(&self, order: ByteOrder) -> Option<String> {
        let mark = if order == ByteOrder::Big { '>' } else { '<' };
        Some(format!("{mark}U{}", self.length))
    }

    fn fill_from_json(&self, value: &Json, dialect: Dialect, warnings: &mut Warnings) -> Result<Element> {
        let old = matches!(dialect, Dialect::V1 | Dialect::V2 | Dialect::Legacy);
        let text = match value {
            Json::String(text) => text.trim_end_matches('\0'),
            value if old && is_zero(value) => "",
            _ => return Err(Error::metadata(format!("fill value {} is not a text", value.brief()))),
        };
        let length = text.chars().count();
        if length > self.length {
            let why = format!("a fill value of {length} characters is too long for {}", self.length);
            if !old {
                return Err(Error::metadata(why));
            }
            warnings.add(format!("{why}; it is cut"));
        }
        let units = text.chars().take(self.length).flat_map(|character| (character as u32).to_ne_bytes());
        Ok(Element::beginning(units.collect(), UNIT * self.length))
    }

    fn fill_to_json(&self, element: &[u8], _: Dialect, warnings: &mut Warnings) -> Json {
        let mut lossy = false;
        let units = element.as_chunks::<UNIT>().0.iter().map(|unit| {
            char::from_u32(u32::from_ne_bytes(*unit)).unwrap_or_else(|| {
                lossy = true;
                char::REPLACEMENT_CHARACTER
            })
        });
        let text: String = units.collect();
        if lossy {
            warnings.add("a document can't keep a fill value of units that are no characters");
        }
        text.trim_end_matches('\0').into()
    }
}
