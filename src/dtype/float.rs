//! Floating point numbers, from `float64` down to those of one byte.

use super::definition::{DataType, DataTypeDefinition, Family, TypeCode};
use super::element::Element;
use super::float_format::{FORMATS, FloatFormat};
use super::spelling::{self, ByteOrder, Dialect, Warnings};
use crate::error::{Error, Result};
use crate::json::{Json, Number};

/// One of the formats; also the halves of complex numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Float(pub &'static FloatFormat);

pub(super) const FAMILY: Family = Family {
    from_code: |code| find(|format| format.code as i32 == code),
    from_name: |name, _| find(|format| format.name == name).map(Ok),
    from_type_string: |text| find(|format| text.is('f', format.size) && Float(format).numpy()).map(Ok),
};

fn find(wanted: impl Fn(&'static FloatFormat) -> bool) -> Option<DataType> {
    FORMATS.iter().find(|format| wanted(format)).map(|format| DataType::new(Float(format)))
}

impl Float {
    /// True if NumPy has the type without an extension.
    fn numpy(self) -> bool {
        matches!(self.0.code, TypeCode::Float16 | TypeCode::Float32 | TypeCode::Float64)
    }

    /// The element of the bits of a number.
    fn element(self, bits: u64) -> Vec<u8> {
        spelling::native_from_big(bits.to_be_bytes()[8 - self.0.size..].to_vec())
    }

    fn bits(self, element: &[u8]) -> u64 {
        let big = spelling::native_from_big(element.to_vec());
        big.iter().fold(0, |bits, byte| bits << 8 | u64::from(*byte)) & self.0.mask()
    }

    /// Reads a number, a word or a bit pattern.
    pub fn read(self, value: &Json, dialect: Dialect, warnings: &mut Warnings) -> Result<Vec<u8>> {
        let wrong = || Error::metadata(format!("fill value {} is not a {}", value.brief(), self.0.name));
        let text = match value {
            Json::Number(number) => number.text(),
            Json::String(text) => text.clone(),
            _ => return Err(wrong()),
        };
        let word = match text.as_str() {
            "NaN" => Some(self.0.canonical_nan()),
            "Infinity" => Some(self.0.infinity()),
            "+Infinity" if dialect != Dialect::V1 => {
                if dialect == Dialect::V3 {
                    warnings.add("fill value \"+Infinity\" should be \"Infinity\"");
                }
                Some(self.0.infinity())
            }
            "-Infinity" => Some(self.0.negative_infinity()),
            _ => None,
        };
        if let Some(bits) = word {
            let missing = || Error::metadata(format!("{} has no {text}, which the fill value is", self.0.name));
            return bits.map(|bits| self.element(bits)).ok_or_else(missing);
        }
        if let Json::String(text) = value {
            let pattern = !matches!(dialect, Dialect::V1 | Dialect::V2);
            if let Some(big) = pattern.then(|| spelling::bits_from_text(text, self.0.size)).transpose()?.flatten() {
                return Ok(self.element(self.bits(&spelling::native_from_big(big))));
            }
            spelling::number(value, warnings).ok_or_else(wrong)?;
        }
        let bits = self.0.nearest(&text);
        let bits =
            bits.ok_or_else(|| Error::metadata(format!("fill value {} does not fit {}", value.brief(), self.0.name)))?;
        if !self.0.value(bits).is_finite() {
            warnings.add(format!("fill value {} is too large for {}: taken as infinity", value.brief(), self.0.name));
        }
        Ok(self.element(bits))
    }

    /// The canonical spelling of one element.
    pub fn spell(self, element: &[u8], dialect: Dialect, warnings: &mut Warnings) -> Json {
        let bits = self.bits(element);
        let value = self.0.value(bits);
        if value.is_finite() {
            // The digits of the double, as Python writes them in v2: others take decimals there for doubles, and don't
            // round.
            let text = if dialect == Dialect::V2 { format!("{value:?}") } else { self.0.shortest(bits) };
            return Json::Number(Number::from_text(&text));
        }
        let word = if value.is_nan() {
            if Some(bits) != self.0.canonical_nan() {
                if !matches!(dialect, Dialect::V1 | Dialect::V2) {
                    return spelling::bits_to_text(&bits.to_be_bytes()[8 - self.0.size..]).into();
                }
                warnings.add("this format can't keep the payload of a NaN fill value");
            }
            "NaN"
        } else if value < 0.0 {
            "-Infinity"
        } else if dialect == Dialect::Draft2022 {
            "+Infinity"
        } else {
            "Infinity"
        };
        if dialect == Dialect::V1 { Json::Number(Number::from_text(word)) } else { word.into() }
    }
}

impl DataTypeDefinition for Float {
    fn code(&self) -> TypeCode {
        self.0.code
    }

    fn item_size(&self) -> Option<usize> {
        Some(self.0.size)
    }

    fn swap_unit(&self) -> usize {
        self.0.size
    }

    fn name(&self) -> String {
        self.0.name.into()
    }

    fn type_string(&self, order: ByteOrder) -> Option<String> {
        self.numpy().then(|| spelling::type_string(order, 'f', self.0.size))
    }

    fn repair(&self) -> Option<fn(&mut [u8])> {
        self.0.repair()
    }

    fn fill_from_json(&self, value: &Json, dialect: Dialect, warnings: &mut Warnings) -> Result<Element> {
        self.read(value, dialect, warnings).map(Element::from)
    }

    fn fill_to_json(&self, element: &[u8], dialect: Dialect, warnings: &mut Warnings) -> Json {
        self.spell(element, dialect, warnings)
    }
}
