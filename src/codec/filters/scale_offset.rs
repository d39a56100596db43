//! `scale_offset` as registered for final v3: less an offset, times a scale, in the arithmetic of the data type itself.
//! A number that the type can't hold is an error, never a wrapped or infinite number.

use super::number::{Number, Wide, with_type};
use super::scale::rounding;
use crate::codec::config::Config;
use crate::codec::filter::{Filter, Numbers};
use crate::codec::kinds::CodecInfo;
use crate::dtype::{Dialect, TypeCode, Warnings};
use crate::error::{Error, Result};
use crate::json::{Json, Object, Value};
use std::sync::Arc;

#[derive(Clone, Debug)]
struct ScaleOffset {
    numbers: Numbers,
    offset: Wide,
    scale: Wide,
    /// As the document has them.
    configuration: Object,
}

pub(in crate::codec) fn parse(config: &mut Config) -> Result<Arc<dyn Filter>> {
    let data_type = config.data_type()?;
    let numbers = Numbers::of(data_type).map_err(|error| error.context("codec \"scale_offset\""))?;
    if numbers.code == TypeCode::Bool {
        return Err(config.error("booleans have no arithmetic"));
    }
    let mut configuration = Object::new();
    let mut take = |member: &str, default: i64| -> Result<Wide> {
        let value = config.take(member).map(Value::to_json);
        let json = value.clone().unwrap_or_else(|| Json::from(default));
        let element = data_type.fill_from_json(&json, Dialect::V3, &mut Warnings::default());
        let element = element.map_err(|error| error.context(format!("codec \"scale_offset\": {member}")))?;
        if let Some(value) = value {
            configuration.set(member, value);
        }
        let element = element.bytes()?;
        with_type!(numbers.code, A => Ok(A::get(element).wide()))
    };
    let (offset, scale) = (take("offset", 0)?, take("scale", 1)?);
    let useless = match scale {
        Wide::Integer(scale) => scale == 0,
        Wide::Float(scale) => scale == 0.0 || !scale.is_finite(),
    };
    if useless {
        return Err(config.error("nothing can be divided by this scale"));
    }
    Ok(Arc::new(ScaleOffset { numbers, offset, scale, configuration }))
}

impl ScaleOffset {
    /// Computes each number, by one function for integers and one for floats; None: the type can't hold the result.
    fn run(
        &self,
        input: &[u8],
        output: &mut [u8],
        integers: impl Fn(i128, i128, i128) -> Option<i128>,
        floats: impl Fn(f64, f64, f64) -> f64,
    ) -> Result<std::result::Result<(), String>> {
        Ok(with_type!(self.numbers.code, A => self.each::<A>(input, output, integers, floats)))
    }

    fn each<A: Number>(
        &self,
        input: &[u8],
        output: &mut [u8],
        integers: impl Fn(i128, i128, i128) -> Option<i128>,
        floats: impl Fn(f64, f64, f64) -> f64,
    ) -> std::result::Result<(), String> {
        let size = size_of::<A>();
        for (from, to) in input.chunks_exact(size).zip(output.chunks_exact_mut(size)) {
            match (A::get(from).wide(), self.offset, self.scale) {
                (Wide::Integer(number), Wide::Integer(offset), Wide::Integer(scale)) => {
                    let exact = integers(number, offset, scale);
                    let result = exact.map(|exact| (exact, A::from_wide(Wide::Integer(exact))));
                    let held =
                        |(exact, result): &(i128, A)| matches!(result.wide(), Wide::Integer(held) if held == *exact);
                    result.filter(held).ok_or_else(|| number.to_string())?.1.put(to);
                }
                (Wide::Float(number), Wide::Float(offset), Wide::Float(scale)) => {
                    let result = floats(number, offset, scale);
                    if number.is_finite() && !result.is_finite() {
                        return Err(number.to_string());
                    }
                    A::from_wide(Wide::Float(result)).put(to);
                }
                _ => return Err("a number of another type".into()),
            }
        }
        Ok(())
    }
}

impl CodecInfo for ScaleOffset {
    fn name(&self) -> &'static str {
        "scale_offset"
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        Ok(self.configuration.clone())
    }
}

impl Filter for ScaleOffset {
    fn input(&self) -> Numbers {
        self.numbers
    }

    fn output(&self) -> Numbers {
        self.numbers
    }

    fn encode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        let round = rounding(self.numbers);
        let done = self.run(
            input,
            output,
            |number, offset, scale| (number - offset).checked_mul(scale),
            |number, offset, scale| round(round(number - offset) * scale),
        )?;
        done.map_err(|number| {
            Error::new(crate::ErrorKind::Range, format!("scale_offset: {number} leaves the data type"))
        })
    }

    fn decode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        let round = rounding(self.numbers);
        let done = self.run(
            input,
            output,
            |number, offset, scale| (number % scale == 0).then(|| number / scale + offset),
            |number, offset, scale| round(round(number / scale) + offset),
        )?;
        done.map_err(|number| Error::data(format!("scale_offset: {number} is nothing that encoding gives")))
    }
}
