//! `float16`, `float32` and `float64`: IEEE 754 binary interchange formats.

use super::spelling::{self, ByteOrder, Dialect, Warnings};
use super::{DataType, DataTypeDefinition, Family, TypeCode};
use crate::error::{Error, Result};
use crate::json::{Json, Number};
use half::f16;

/// A format by its size in bytes; also the halves of complex numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Float {
    pub size: usize,
}

const ALL: [(TypeCode, usize); 3] = [(TypeCode::Float16, 2), (TypeCode::Float32, 4), (TypeCode::Float64, 8)];

pub(super) const FAMILY: Family = Family {
    from_code: |code| find(|float| float.code() as i32 == code),
    from_name: |name, _| find(|float| float.name() == name).map(Ok),
    from_type_string: |text| find(|float| text.is('f', float.size)).map(Ok),
};

fn find(wanted: impl Fn(&Float) -> bool) -> Option<DataType> {
    ALL.iter().map(|&(_, size)| Float { size }).find(|float| wanted(float)).map(DataType::new)
}

impl Float {
    /// The bits, most significant byte first, of the number nearest to a decimal text; ties go to even.
    fn parse_decimal(self, text: &str) -> Vec<u8> {
        match self.size {
            2 => parse_half(text).to_be_bytes().to_vec(),
            4 => text.parse::<f32>().unwrap_or(f32::NAN).to_be_bytes().to_vec(),
            _ => text.parse::<f64>().unwrap_or(f64::NAN).to_be_bytes().to_vec(),
        }
    }

    fn is_finite(self, big: &[u8]) -> bool {
        self.widen(big).is_finite()
    }

    /// The value of the bits as a double, exactly.
    fn widen(self, big: &[u8]) -> f64 {
        match *big {
            [a, b] => f16::from_be_bytes([a, b]).to_f64(),
            [a, b, c, d] => f32::from_be_bytes([a, b, c, d]).into(),
            [a, b, c, d, e, f, g, h] => f64::from_be_bytes([a, b, c, d, e, f, g, h]),
            _ => f64::NAN,
        }
    }

    /// The one NaN that the word `NaN` stands for: quiet, positive, without payload.
    fn canonical_nan(self) -> Vec<u8> {
        match self.size {
            2 => 0x7e00u16.to_be_bytes().to_vec(),
            4 => 0x7fc0_0000u32.to_be_bytes().to_vec(),
            _ => 0x7ff8_0000_0000_0000u64.to_be_bytes().to_vec(),
        }
    }

    /// The shortest decimal text that reads back as the same number.
    fn shortest(self, big: &[u8]) -> String {
        let value = self.widen(big);
        match self.size {
            2 => (0..6)
                .map(|digits| format!("{value:.digits$e}"))
                .find(|text| parse_half(text).to_be_bytes() == *big)
                // Through a double the short digits take JSON's usual form: 0.1, not 1e-1.
                .map_or_else(|| format!("{value:?}"), |text| format!("{:?}", text.parse::<f64>().unwrap_or(value))),
            4 => format!("{:?}", value as f32),
            _ => format!("{value:?}"),
        }
    }

    /// Reads a number, a word or a bit pattern.
    pub fn read(self, value: &Json, dialect: Dialect, warnings: &mut Warnings) -> Result<Vec<u8>> {
        let wrong = || Error::metadata(format!("fill value {} is no {}", value.brief(), self.name()));
        let text = match value {
            Json::Number(number) => number.text(),
            Json::String(text) => text.as_str(),
            _ => return Err(wrong()),
        };
        let big = match text {
            "NaN" => self.canonical_nan(),
            "Infinity" => self.parse_decimal("inf"),
            "+Infinity" if dialect != Dialect::V1 => {
                if dialect == Dialect::V3 {
                    warnings.add("fill value \"+Infinity\" should be \"Infinity\"");
                }
                self.parse_decimal("inf")
            }
            "-Infinity" => self.parse_decimal("-inf"),
            _ => match value {
                Json::String(text) => {
                    let pattern = !matches!(dialect, Dialect::V1 | Dialect::V2);
                    match pattern.then(|| spelling::bits_from_text(text, self.size)).transpose()?.flatten() {
                        Some(bits) => bits,
                        None if is_json_number(text) => {
                            warnings.add(format!("fill value {} should be a number", value.brief()));
                            self.parse_decimal(text)
                        }
                        None => return Err(wrong()),
                    }
                }
                _ => self.parse_decimal(text),
            },
        };
        let word =
            text.contains("Infinity") || text.contains("NaN") || text.starts_with("0x") || text.starts_with("0b");
        if !word && !self.is_finite(&big) {
            warnings.add(format!("fill value {} is too large for {}: taken as infinity", value.brief(), self.name()));
        }
        Ok(spelling::native_from_big(big))
    }

    /// The canonical spelling of one element.
    pub fn spell(self, element: &[u8], dialect: Dialect, warnings: &mut Warnings) -> Json {
        let big = spelling::native_from_big(element.to_vec());
        let value = self.widen(&big);
        if value.is_finite() {
            return Json::Number(Number::from_text(&self.shortest(&big)));
        }
        let word = if value.is_nan() {
            if big != self.canonical_nan() {
                if !matches!(dialect, Dialect::V1 | Dialect::V2) {
                    return spelling::bits_to_text(&big).into();
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

/// The float16 nearest to a decimal text. Going through a double rounds twice, so where the double lies exactly between
/// two neighbours, the text itself decides.
fn parse_half(text: &str) -> f16 {
    let wide = text.parse::<f64>().unwrap_or(f64::NAN);
    let near = f16::from_f64(wide);
    let towards = |step: i32| f16::from_bits((i32::from(near.to_bits()) + step) as u16);
    for other in [towards(1), towards(-1)] {
        let middle = (near.to_f64() + other.to_f64()) / 2.0;
        if near.is_finite() && other.is_finite() && middle == wide && middle != 0.0 {
            // Digits that f64 had to drop are compared through a text of the tie: it is exact in a few dozen digits.
            return match compare_decimal(text, middle) {
                Some(std::cmp::Ordering::Less) => near.min(other),
                Some(std::cmp::Ordering::Greater) => near.max(other),
                _ => near,
            };
        }
    }
    near
}

/// Compares the exact value of a decimal text with a double whose decimal expansion is short (a float16 tie).
fn compare_decimal(text: &str, middle: f64) -> Option<std::cmp::Ordering> {
    let split = |text: &str| -> Option<(bool, Vec<u8>, i64)> {
        let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        let leading = digits.iter().take_while(|digit| **digit == b'0').count();
        let point = whole.len() as i64 + exponent.parse::<i64>().ok()? - leading as i64;
        let mut digits = digits[leading..].to_vec();
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        Some((negative, digits, point))
    };
    let (negative, digits, point) = split(text)?;
    let (_, exact, exact_point) = split(&format!("{middle:.60}"))?;
    let order = point.cmp(&exact_point).then_with(|| digits.cmp(&exact));
    Some(if negative { order.reverse() } else { order })
}

fn is_json_number(text: &str) -> bool {
    let parsed = crate::json::parse(text.as_bytes(), crate::json::ParseOptions::default());
    matches!(parsed, Ok((Json::Number(_), _)))
}

impl DataTypeDefinition for Float {
    fn code(&self) -> TypeCode {
        ALL.iter().find(|(_, size)| *size == self.size).map_or(TypeCode::Float64, |(code, _)| *code)
    }

    fn item_size(&self) -> Option<usize> {
        Some(self.size)
    }

    fn swap_unit(&self) -> usize {
        self.size
    }

    fn name(&self) -> String {
        format!("float{}", 8 * self.size)
    }

    fn type_string(&self, order: ByteOrder) -> Option<String> {
        Some(spelling::type_string(order, 'f', self.size))
    }

    fn fill_from_json(&self, value: &Json, dialect: Dialect, warnings: &mut Warnings) -> Result<Vec<u8>> {
        self.read(value, dialect, warnings)
    }

    fn fill_to_json(&self, element: &[u8], dialect: Dialect, warnings: &mut Warnings) -> Json {
        self.spell(element, dialect, warnings)
    }
}
