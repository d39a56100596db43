//! `fixedscaleoffset` and `quantize`: numbers with fewer digits. Both lose what they cut off.

use super::astype;
use super::number::{FilterNumber, Wide, map, with_type};
use crate::codec::config::Config;
use crate::codec::filter::{Filter, Numbers};
use crate::codec::kinds::CodecInfo;
use crate::dtype::{ByteOrder, Dialect, TypeCode};
use crate::error::Result;
use crate::json::{Json, Object};
use half::f16;
use std::sync::Arc;

/// The rounding of the arithmetic, parameters included: floats are computed in their own type, everything else in
/// double. (A double holds the exact result of two shorter floats, so that it is rounded once.)
type RoundFunction = fn(f64) -> f64;

pub(super) fn rounding(numbers: Numbers) -> RoundFunction {
    match numbers.code {
        TypeCode::Float16 => |value| f16::from_f64(value).to_f64(),
        TypeCode::Float32 => |value| f64::from(value as f32),
        _ => |value| value,
    }
}

/// A parameter, with its spelling.
#[derive(Clone, Debug)]
struct Parameter {
    json: Json,
    value: f64,
    integer: Option<i64>,
}

impl Parameter {
    fn take(config: &mut Config, member: &str) -> Result<Self> {
        let json = config.take(member).ok_or_else(|| config.error(format!("{member} is missing")))?;
        let json = json.to_json();
        let number = json.as_number().filter(|number| number.as_f64().is_finite());
        let number = number.ok_or_else(|| config.error(format!("{member} must be a number, not {}", json.brief())))?;
        let integer = if number.is_integer() { json.as_i64() } else { None };
        Ok(Self { value: number.as_f64(), integer, json })
    }
}

/// `fixedscaleoffset`.
#[derive(Clone, Debug)]
struct FixedScaleOffset {
    scale: Parameter,
    offset: Parameter,
    dtype: Numbers,
    astype: Numbers,
}

pub(in crate::codec) fn parse_scale(config: &mut Config) -> Result<Arc<dyn Filter>> {
    let (scale, offset) = (Parameter::take(config, "scale")?, Parameter::take(config, "offset")?);
    let dtype = Numbers::take_or_input(config, "dtype")?;
    let astype = Numbers::take(config, "astype")?.unwrap_or(dtype);
    Ok(Arc::new(FixedScaleOffset { scale, offset, dtype, astype }))
}

impl CodecInfo for FixedScaleOffset {
    fn name(&self) -> &'static str {
        "fixedscaleoffset"
    }

    fn configuration(&self, dialect: Dialect) -> Result<Object> {
        self.configuration_in(dialect, ByteOrder::Little)
    }

    fn configuration_in(&self, _: Dialect, order: ByteOrder) -> Result<Object> {
        Ok(Object::new()
            .with("scale", self.scale.json.clone())
            .with("offset", self.offset.json.clone())
            .with("dtype", self.dtype.spell(order)?)
            .with("astype", self.astype.spell(order)?))
    }

    fn decoding(&self) -> Object {
        let number = |parameter: &Parameter| format!("{} {:?}", parameter.value, parameter.integer);
        let spelled = self.configuration(Dialect::V2).unwrap_or_default();
        spelled.with("scale", number(&self.scale)).with("offset", number(&self.offset))
    }
}

impl Filter for FixedScaleOffset {
    fn input(&self) -> Numbers {
        self.dtype
    }

    fn output(&self) -> Numbers {
        self.astype
    }

    fn encode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        let round = rounding(self.dtype);
        let (scale, offset) = (round(self.scale.value), round(self.offset.value));
        // Integers with integer parameters stay integers, and wrap.
        let integers = self.scale.integer.zip(self.offset.integer).filter(|_| !self.dtype.is_float());
        with_type!(self.dtype.code, A => with_type!(self.astype.code, B => match integers {
            Some((scale, offset)) => map(input, output, |number: A| {
                let Wide::Integer(number) = number.wide() else { return B::ZERO };
                let exact = (number - i128::from(offset)).wrapping_mul(scale.into());
                B::from_wide(A::from_wide(Wide::Integer(exact)).wide())
            }),
            None => map(input, output, |number: A| {
                B::from_wide(Wide::Float(round(round(double(number) - offset) * scale).round_ties_even()))
            }),
        }));
        Ok(())
    }

    fn decode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        let round = rounding(self.astype);
        let (scale, offset) = (round(self.scale.value), round(self.offset.value));
        with_type!(self.astype.code, B => with_type!(self.dtype.code, A => map(input, output, |number: B| {
            A::from_wide(Wide::Float(round(round(double(number) / scale) + offset)))
        })));
        Ok(())
    }
}

fn double<A: FilterNumber>(number: A) -> f64 {
    match number.wide() {
        Wide::Integer(value) => value as f64,
        Wide::Float(value) => value,
    }
}

/// `quantize`.
#[derive(Clone, Copy, Debug)]
struct Quantize {
    digits: i32,
    dtype: Numbers,
    astype: Numbers,
}

pub(in crate::codec) fn parse_quantize(config: &mut Config) -> Result<Arc<dyn Filter>> {
    if config.get("digits").is_none() {
        return Err(config.error("digits is missing"));
    }
    // Beyond these a double has nothing to round.
    let digits = config.integer_for_encoding("digits", -300..=300, 0)? as i32;
    let dtype = Numbers::take_or_input(config, "dtype")?;
    let astype = Numbers::take(config, "astype")?.unwrap_or(dtype);
    if !dtype.is_float() || !astype.is_float() {
        return Err(config.error("dtype and astype must be floats"));
    }
    Ok(Arc::new(Quantize { digits, dtype, astype }))
}

impl Quantize {
    /// The power of two that keeps `digits` decimal digits.
    fn scale(&self) -> f64 {
        let exponent = 10_f64.powi(-self.digits).log10();
        let exponent = if exponent < 0.0 { exponent.floor() } else { exponent.ceil() };
        let bits = 10_f64.powf(-exponent).log2().ceil();
        bits.exp2()
    }
}

impl CodecInfo for Quantize {
    fn name(&self) -> &'static str {
        "quantize"
    }

    fn configuration(&self, dialect: Dialect) -> Result<Object> {
        self.configuration_in(dialect, ByteOrder::Little)
    }

    fn configuration_in(&self, _: Dialect, order: ByteOrder) -> Result<Object> {
        Ok(Object::new()
            .with("digits", i64::from(self.digits))
            .with("dtype", self.dtype.spell(order)?)
            .with("astype", self.astype.spell(order)?))
    }
}

impl Filter for Quantize {
    fn input(&self) -> Numbers {
        self.dtype
    }

    fn output(&self) -> Numbers {
        self.astype
    }

    fn encode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        let round = rounding(self.dtype);
        let scale = round(self.scale());
        with_type!(self.dtype.code, A => with_type!(self.astype.code, B => map(input, output, |number: A| {
            B::from_wide(Wide::Float(round(round(scale * double(number)).round_ties_even() / scale)))
        })));
        Ok(())
    }

    fn decode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        astype::convert(self.astype, self.dtype, input, output)
    }
}
