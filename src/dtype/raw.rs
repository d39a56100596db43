//! `r<bits>`, NumPy's void: opaque bytes of a fixed number.

use super::definition::{DataType, DataTypeDefinition, Family, TypeCode, check_size, length_bytes};
use super::element::Element;
use super::spelling::{self, ByteOrder, Dialect, TypeString, Warnings};
use crate::error::{Error, Result};
use crate::json::{Json, Object};
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};

#[derive(Debug)]
struct Raw {
    size: usize,
}

pub(super) const FAMILY: Family = Family { from_code: |_| None, from_name, from_type_string };

fn new(size: usize, spelled: &dyn std::fmt::Display) -> Result<DataType> {
    check_size(size, spelled)?;
    Ok(DataType::new(Raw { size }))
}

fn from_name(name: &str, configuration: Option<&Object>) -> Option<Result<DataType>> {
    if name == "raw_bytes" {
        return Some(length_bytes(name, configuration).and_then(|length| new(length, &name)));
    }
    let bits =
        name.strip_prefix('r').filter(|bits| !bits.is_empty() && bits.bytes().all(|byte| byte.is_ascii_digit()))?;
    Some(match bits.parse::<usize>() {
        Ok(bits) if bits % 8 == 0 => new(bits / 8, &name),
        _ => Err(Error::metadata(format!("data type {name:?}: the number of bits must be a multiple of 8"))),
    })
}

fn from_type_string(text: &TypeString) -> Option<Result<DataType>> {
    let size = text.size.filter(|_| text.kind == 'V' && text.unit.is_none())?;
    Some(new(size, &format_args!("|V{size}")))
}

impl Raw {
    fn padded(&self, bytes: Vec<u8>) -> Result<Element> {
        if bytes.len() > self.size {
            return Err(Error::metadata(format!(
                "a fill value of {} bytes is too long for {}",
                bytes.len(),
                self.name()
            )));
        }
        Ok(Element::beginning(bytes, self.size))
    }
}

impl DataTypeDefinition for Raw {
    fn code(&self) -> TypeCode {
        TypeCode::Raw
    }

    fn item_size(&self) -> Option<usize> {
        Some(self.size)
    }

    fn swap_unit(&self) -> usize {
        1
    }

    fn name(&self) -> String {
        format!("r{}", 8 * self.size)
    }

    fn type_string(&self, _: ByteOrder) -> Option<String> {
        Some(format!("|V{}", self.size))
    }

    fn fill_from_json(&self, value: &Json, dialect: Dialect, warnings: &mut Warnings) -> Result<Element> {
        let wrong = || Error::metadata(format!("fill value {} does not fit {}", value.brief(), self.name()));
        match value {
            Json::Array(items) if dialect == Dialect::V3 => {
                let byte = |item: &Json| item.as_u64().and_then(|byte| u8::try_from(byte).ok()).ok_or_else(wrong);
                let bytes = items.iter().map(byte).collect::<Result<Vec<u8>>>()?;
                if bytes.len() == self.size { Ok(bytes.into()) } else { Err(wrong()) }
            }
            Json::String(text) if dialect == Dialect::Draft2022 => {
                spelling::bits_from_text(text, self.size)?.map(Element::from).ok_or_else(wrong)
            }
            Json::String(text) => {
                let bytes = BASE64.decode(text).map_err(|_| wrong())?;
                if bytes.len() < self.size {
                    warnings.add(format!(
                        "the fill value has {} of {} bytes; the rest is zero",
                        bytes.len(),
                        self.size
                    ));
                }
                self.padded(bytes)
            }
            // zarr-python wrote the number 0 where it meant zero bytes.
            Json::Number(number)
                if matches!(dialect, Dialect::V1 | Dialect::V2 | Dialect::Legacy) && number.as_i128() == Some(0) =>
            {
                Ok(Element::zeros(self.size))
            }
            _ => Err(wrong()),
        }
    }

    fn fill_to_json(&self, element: &[u8], dialect: Dialect, _: &mut Warnings) -> Json {
        match dialect {
            Dialect::V3 => element.to_vec().into(),
            Dialect::Draft2022 => spelling::bits_to_text(element).into(),
            Dialect::V1 | Dialect::V2 | Dialect::Legacy => BASE64.encode(element).into(),
        }
    }
}
