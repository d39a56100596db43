//! `scale_offset` as registered for final v3: less an offset, times a scale, in the arithmetic of the data type itself.
//! An intermediate number that the type can't hold is an error, never a wrapped or infinite number.

use super::number::{Wide, with_type};
use super::scalars::{DescribedNumbers, Scalars, with_scalars};
use crate::codec::config::Config;
use crate::codec::filter::{Filter, Numbers};
use crate::codec::kinds::CodecInfo;
use crate::dtype::{Arithmetic, Dialect, Warnings};
use crate::error::{Error, Result};
use crate::json::{Object, Value};
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
    let Some((numbers, arithmetic)) = Numbers::real(data_type).zip(Arithmetic::of(data_type.code())) else {
        return Err(match Numbers::of(data_type) {
            Ok(_) => config.error("booleans have no arithmetic"),
            Err(error) => error.context("codec \"scale_offset\""),
        });
    };
    let scalars = DescribedNumbers::of(numbers)?;
    let mut configuration = Object::new();
    let mut take = |member: &str, default: i32| -> Result<Wide> {
        let Some(value) = config.take(member).map(Value::to_json) else {
            return Ok(match arithmetic {
                Arithmetic::Integer { .. } => Wide::Integer(default.into()),
                Arithmetic::Float { .. } => Wide::Float(default.into()),
            });
        };
        let element = data_type.fill_from_json(&value, Dialect::V3, &mut Warnings::default());
        let element = element.map_err(|error| error.context(format!("codec \"scale_offset\": {member}")))?;
        configuration.set(member, value);
        Ok(scalars.get(element.bytes()?))
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
    /// Computes each number; inside, the number for which the type has no result.
    fn run<const ENCODE: bool>(&self, input: &[u8], output: &mut [u8]) -> Result<std::result::Result<(), String>> {
        Ok(with_scalars!(self.numbers, scalars => self.each::<ENCODE>(scalars, input, output)))
    }

    fn each<const ENCODE: bool>(
        &self,
        scalars: impl Scalars,
        input: &[u8],
        output: &mut [u8],
    ) -> std::result::Result<(), String> {
        let size = scalars.size();
        for (from, to) in input.chunks_exact(size).zip(output.chunks_exact_mut(size)) {
            let result = match (scalars.get(from), self.offset, self.scale) {
                (Wide::Integer(number), Wide::Integer(offset), Wide::Integer(scale)) => {
                    let (between, result) = if ENCODE {
                        let less = number - offset;
                        (less, less.checked_mul(scale))
                    } else {
                        let quotient = number / scale;
                        (quotient, (number % scale == 0).then_some(quotient + offset))
                    };
                    // With a positive scale, the intermediate result is no farther from zero than a number of the type.
                    let held = |result: &i128| scalars.has(*result) && (scale > 0 || scalars.has(between));
                    Wide::Integer(result.filter(held).ok_or_else(|| number.to_string())?)
                }
                (Wide::Float(number), Wide::Float(offset), Wide::Float(scale)) => {
                    let result = if ENCODE {
                        scalars.round(scalars.round(number - offset) * scale)
                    } else {
                        scalars.round(scalars.round(number / scale) + offset)
                    };
                    if number.is_finite() && !result.is_finite() {
                        return Err(number.to_string());
                    }
                    Wide::Float(result)
                }
                _ => return Err("a number of another type".into()),
            };
            scalars.put(result, to);
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

    fn decoding(&self) -> Object {
        Object::new().with("offset", format!("{:?}", self.offset)).with("scale", format!("{:?}", self.scale))
    }
}

impl Filter for ScaleOffset {
    fn input(&self) -> Numbers {
        self.numbers
    }

    fn output(&self) -> Numbers {
        self.numbers
    }

    fn check_fill(&self, fill: &[u8]) -> Result<()> {
        let (mut encoded, mut decoded) = (vec![0; fill.len()], vec![0; fill.len()]);
        self.encode(fill, &mut encoded)?;
        self.decode(&encoded, &mut decoded).map_err(|error| error.of_kind(crate::ErrorKind::Range))
    }

    fn encode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        let done = self.run::<true>(input, output)?;
        done.map_err(|number| {
            Error::new(
                crate::ErrorKind::Range,
                format!("scale_offset: the result for {number} is outside the data type"),
            )
        })
    }

    fn decode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        let done = self.run::<false>(input, output)?;
        done.map_err(|number| Error::data(format!("scale_offset: {number} can't be the result of encoding")))
    }
}
