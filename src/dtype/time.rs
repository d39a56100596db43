//! NumPy's points and spans of time: a signed 64-bit count of units, of which the lowest is "not a time".

use super::definition::{DataType, DataTypeDefinition, Family, TypeCode};
use super::element::Element;
use super::spelling::{self, ByteOrder, Dialect, TypeString, Warnings};
use crate::error::{Error, Result};
use crate::json::{Json, Object};

#[derive(Debug)]
struct Time {
    /// A span rather than a point.
    span: bool,
    /// The unit as it is written; `generic` for none.
    unit: &'static str,
    /// How many units make one count.
    factor: u32,
}

const UNITS: [&str; 14] = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as", GENERIC];
const GENERIC: &str = "generic";
const MAX_FACTOR: u64 = (1 << 31) - 1;
const NOT_A_TIME: i64 = i64::MIN;

pub(super) const FAMILY: Family = Family { from_code: |_| None, from_name, from_type_string };

fn unit(text: &str) -> Option<&'static str> {
    // Both letters that look like a micro sign are in use.
    let text = if matches!(text, "\u{b5}s" | "\u{3bc}s") { "us" } else { text };
    UNITS.into_iter().find(|unit| *unit == text)
}

fn from_name(name: &str, configuration: Option<&Object>) -> Option<Result<DataType>> {
    let span = match name {
        "numpy.datetime64" => false,
        "numpy.timedelta64" => true,
        _ => return None,
    };
    Some(configured(span, name, configuration))
}

fn configured(span: bool, name: &str, configuration: Option<&Object>) -> Result<DataType> {
    let wrong = |why: String| Error::metadata(format!("data type {name:?}: {why}"));
    let configuration = configuration.ok_or_else(|| wrong("it needs a configuration".into()))?;
    if let Some((member, _)) = configuration.iter().find(|(member, _)| !matches!(*member, "unit" | "scale_factor")) {
        return Err(wrong(format!("unknown member {member:?} in its configuration")));
    }
    let [given, factor] = ["unit", "scale_factor"].map(|member| configuration.get(member));
    let given = given.ok_or_else(|| wrong("unit is missing".into()))?;
    let unit = given.as_str().and_then(unit).ok_or_else(|| wrong(format!("{} is no unit", given.brief())))?;
    let factor = factor.ok_or_else(|| wrong("scale_factor is missing".into()))?;
    let factor = factor
        .as_u64()
        .filter(|factor| (1..=MAX_FACTOR).contains(factor))
        .ok_or_else(|| wrong(format!("scale_factor must be an integer from 1 to 2^31-1, not {}", factor.brief())))?;
    Ok(DataType::new(Time { span, unit, factor: factor as u32 }))
}

fn from_type_string(text: &TypeString) -> Option<Result<DataType>> {
    let span = match (text.kind, text.size) {
        ('M', Some(8)) => false,
        ('m', Some(8)) => true,
        _ => return None,
    };
    Some(bracketed(span, text.unit.as_deref().unwrap_or(GENERIC)))
}

/// The type of the text in the brackets: `ns`, `25s`.
fn bracketed(span: bool, text: &str) -> Result<DataType> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let factor = match &text[..digits] {
        "" => Some(1),
        digits => digits.parse().ok().filter(|factor| (1..=MAX_FACTOR).contains(factor)),
    };
    match (factor, unit(&text[digits..])) {
        (Some(factor), Some(unit)) => Ok(DataType::new(Time { span, unit, factor: factor as u32 })),
        _ => Err(Error::metadata(format!("[{text}] is not a unit of time"))),
    }
}

impl DataTypeDefinition for Time {
    fn code(&self) -> TypeCode {
        if self.span { TypeCode::TimeDelta64 } else { TypeCode::DateTime64 }
    }

    fn item_size(&self) -> Option<usize> {
        Some(8)
    }

    fn swap_unit(&self) -> usize {
        8
    }

    fn name(&self) -> String {
        if self.span { "numpy.timedelta64".into() } else { "numpy.datetime64".into() }
    }

    fn configuration(&self) -> Option<Object> {
        Some(Object::new().with("unit", self.unit).with("scale_factor", self.factor))
    }

    fn type_string(&self, order: ByteOrder) -> Option<String> {
        let plain = spelling::type_string(order, if self.span { 'm' } else { 'M' }, 8);
        Some(match (self.unit, self.factor) {
            // NumPy writes no brackets here.
            (GENERIC, 1) => plain,
            (unit, 1) => format!("{plain}[{unit}]"),
            (unit, factor) => format!("{plain}[{factor}{unit}]"),
        })
    }

    fn default_fill(&self, dialect: Dialect) -> Option<Vec<u8>> {
        (dialect == Dialect::V3).then(|| NOT_A_TIME.to_ne_bytes().to_vec())
    }

    fn fill_from_json(&self, value: &Json, _: Dialect, warnings: &mut Warnings) -> Result<Element> {
        let wrong = || Error::metadata(format!("fill value {} is not a 64-bit count of units of time", value.brief()));
        let count = match value {
            Json::String(text) if text == "NaT" => NOT_A_TIME,
            Json::Number(number) => {
                let count = number.as_i128().and_then(|count| i64::try_from(count).ok()).ok_or_else(wrong)?;
                if !number.is_integer() {
                    warnings.add(format!("fill value {} should be written as an integer", value.brief()));
                }
                count
            }
            _ => return Err(wrong()),
        };
        Ok(count.to_ne_bytes().to_vec().into())
    }

    fn fill_to_json(&self, element: &[u8], dialect: Dialect, _: &mut Warnings) -> Json {
        let count = element.try_into().map_or(NOT_A_TIME, i64::from_ne_bytes);
        if count == NOT_A_TIME && dialect == Dialect::V3 { "NaT".into() } else { count.into() }
    }
}
