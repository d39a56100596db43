//! The CF conventions in attributes: packed numbers, missing elements, and times.

use crate::date::Dates;
use crate::element;
use crate::failure::Result;
use crate::numbers::Number;
use crate::output;
use zarr::json::{Json, Object};
use zarr::{Array, DataType, FormatId, TypeCode};

/// How stored numbers become those that are meant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Packing {
    /// `scale_factor` and `add_offset`; None: numbers are stored as they are.
    pub scale: Option<(f64, f64)>,
    /// Stored numbers that stand for none: `_FillValue` and `missing_value`.
    missing: Vec<f64>,
    /// Numbers have the precision of a float32.
    single: bool,
}

impl Packing {
    /// The packing that the attributes of an array define; the default for raw numbers, or elements other than numbers.
    pub fn of(array: &Array, raw: bool) -> Result<Self> {
        if raw || !is_number(&array.data_type()) {
            return Ok(Self::default());
        }
        let attributes = array.description()?.attributes;
        let (scale, offset) = (number(&attributes, "scale_factor"), number(&attributes, "add_offset"));
        let scale = (scale.is_some() || offset.is_some()).then(|| (scale.unwrap_or(1.0), offset.unwrap_or(0.0)));
        let listed = ["_FillValue", "missing_value"].into_iter().filter_map(|name| attributes.get(name));
        let mut missing: Vec<f64> = listed.flat_map(numbers).filter(|value| !value.is_nan()).collect();
        // Before final v3, the fill value of the array is `_FillValue`, as xarray writes and reads it.
        if scale.is_some() && array.format() != FormatId::V3 {
            let (fill, defined) = array.fill_value()?;
            let fill = defined.then(|| element::json(&array.data_type(), &fill)).as_ref().and_then(double);
            missing.extend(fill.filter(|fill| !missing.contains(fill)));
        }
        let single = array.data_type().code() == TypeCode::Float32;
        if single {
            missing.iter_mut().for_each(|value| *value = f64::from(*value as f32));
        }
        Ok(Self { scale, missing, single })
    }

    /// True if numbers are shown without scale and offset.
    pub fn is_plain(&self) -> bool {
        self.scale.is_none() && self.missing.is_empty()
    }

    /// True if a stored number marks a missing value.
    fn has_missing(&self, value: f64) -> bool {
        self.missing.contains(&if self.single { f64::from(value as f32) } else { value })
    }

    /// The number that a stored one means.
    pub fn unpack(&self, stored: Number) -> Number {
        let value = stored.as_f64();
        if self.has_missing(value) {
            return Number::Missing;
        }
        match (self.scale, stored) {
            (Some((scale, offset)), Number::Integer(_) | Number::Real(_)) => Number::Real(value * scale + offset),
            _ => stored,
        }
    }

    /// True if a number that is shown as stored marks a missing value.
    pub fn is_missing(&self, value: &Json) -> bool {
        self.scale.is_none() && double(value).is_some_and(|value| self.has_missing(value))
    }

    /// A number as people read it: what arithmetic has added in the last digits is rounded off.
    pub fn readable(&self, value: &Json) -> Json {
        let rounded = |value: f64| format!("{value:.14e}").parse().unwrap_or(value);
        match (self.scale, double(value)) {
            (Some(_), Some(value)) if value.is_finite() => rounded(value).into(),
            _ => value.clone(),
        }
    }

    /// For programs.
    pub fn json(&self) -> Json {
        let or_null = |value: Option<f64>| value.map_or(Json::Null, Json::from);
        let missing: Vec<Json> = self.missing.iter().copied().map(output::number).collect();
        Object::new()
            .with("scale_factor", or_null(self.scale.map(|(scale, _)| scale)))
            .with("add_offset", or_null(self.scale.map(|(_, offset)| offset)))
            .with("missing", missing)
            .into()
    }
}

/// The dates that numbers stand for by their attribute `units`, as in `days since 2000-01-01`; None for numbers other
/// than times, for packed ones, or for another calendar.
pub fn dates(array: &Array) -> Result<Option<Dates>> {
    let data_type = array.data_type();
    if let Some(dates) = Dates::of(&data_type) {
        return Ok(Some(dates));
    }
    if !is_number(&data_type) {
        return Ok(None);
    }
    let attributes = array.description()?.attributes;
    if number(&attributes, "scale_factor").is_some() || number(&attributes, "add_offset").is_some() {
        return Ok(None);
    }
    let text = |name: &str| attributes.get(name).and_then(Json::as_str);
    let is_float = !is_integer(&data_type);
    Ok(text("units").and_then(|units| Dates::since(units, text("calendar"), is_float)))
}

fn is_integer(data_type: &DataType) -> bool {
    use TypeCode as T;
    matches!(data_type.code(), T::Int8 | T::Int16 | T::Int32 | T::Int64 | T::UInt8 | T::UInt16 | T::UInt32 | T::UInt64)
}

fn is_number(data_type: &DataType) -> bool {
    is_integer(data_type) || matches!(data_type.code(), TypeCode::Float16 | TypeCode::Float32 | TypeCode::Float64)
}

/// A number of an attribute, which some writers put into a list.
fn number(attributes: &Object, name: &str) -> Option<f64> {
    let numbers = numbers(attributes.get(name)?);
    if numbers.len() == 1 { numbers.first().copied().filter(|value| value.is_finite()) } else { None }
}

fn numbers(value: &Json) -> Vec<f64> {
    match value.as_array() {
        Some(values) => values.iter().filter_map(double).collect(),
        None => double(value).or_else(|| value.as_str().and_then(packed_double)).into_iter().collect(),
    }
}

fn double(value: &Json) -> Option<f64> {
    value.as_number().map(|number| number.as_f64())
}

/// A double whose little-endian bytes are written in base64, as xarray has it for `_FillValue` in final v3.
fn packed_double(text: &str) -> Option<f64> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.strip_suffix('=').filter(|digits| digits.len() == 11)?;
    let digit = |digit: u8| DIGITS.iter().position(|known| *known == digit).map(|value| value as u128);
    // Eleven digits have two bits more than eight bytes, at the end.
    let bits = digits.bytes().try_fold(0, |bits, next| Some(bits << 6 | digit(next)?))?;
    Some(f64::from_be_bytes(((bits >> 2) as u64).swap_bytes().to_be_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_in_base64_are_read() {
        assert_eq!(packed_double("AAAAAAAA8D8="), Some(1.0));
        assert_eq!(packed_double("AAAAAICHw8A="), Some(-9999.0));
        assert!(packed_double("AAAAAAAA+H8=").is_some_and(f64::is_nan));
        assert_eq!(packed_double("K"), None);
    }
}
