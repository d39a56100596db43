//! `cast_value` as registered for final v3: each number as one of another type, by rules that the configuration states
//! for fractions, for values out of range, and for single values.

use super::number::{Wide, with_type};
use super::rounding::Rounding;
use super::scalars::{DescribedNumbers, Scalars, with_scalars};
use crate::codec::config::Config;
use crate::codec::filter::{Filter, Numbers};
use crate::codec::kinds::CodecInfo;
use crate::dtype::{Arithmetic, DataType, Dialect, FloatFormat, Warnings};
use crate::error::{Error, ErrorKind, Result};
use crate::json::{Json, Object};
use std::collections::HashMap;
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OutOfRange {
    Error,
    Clamp,
    Wrap,
}

/// A result, or the number that has none.
type Fits<T> = std::result::Result<T, String>;

/// One direction.
#[derive(Clone, Debug)]
struct Cast {
    /// The numbers of its output.
    target: Arithmetic,
    rounding: Rounding,
    out_of_range: OutOfRange,
    /// Single values, by the bits of what they are cast from.
    map: HashMap<u64, Vec<u8>>,
}

#[derive(Clone, Debug)]
struct CastValue {
    decoded: Numbers,
    encoded: Numbers,
    encode: Cast,
    decode: Cast,
    configuration: Object,
}

pub(in crate::codec) fn parse(config: &mut Config) -> Result<Arc<dyn Filter>> {
    let data_type = config.data_type()?.clone();
    let mut configuration = Object::new();
    let mut take = |config: &mut Config, member: &str| -> Option<Json> {
        let value = config.take(member)?.to_json();
        configuration.set(member, value.clone());
        Some(value)
    };
    let target = take(config, "data_type").ok_or_else(|| config.error("data_type is missing"))?;
    let target = DataType::from_v3_json(&target).map_err(|error| error.context("codec \"cast_value\""))?;
    let (decoded, encoded) = (CastSide::of(&data_type)?, CastSide::of(&target)?);
    let rounding = match take(config, "rounding") {
        None => Rounding::NearestEven,
        Some(value) => value
            .as_str()
            .and_then(Rounding::parse)
            .ok_or_else(|| config.error(format!("rounding can't be {}", value.brief())))?,
    };
    let out_of_range = match take(config, "out_of_range") {
        None => OutOfRange::Error,
        Some(value) => match value.as_str() {
            Some("clamp") => OutOfRange::Clamp,
            Some("wrap") if encoded.wraps() => OutOfRange::Wrap,
            Some("wrap") => return Err(config.error(format!("{target} does not wrap, only integers do"))),
            // The rule where the member is absent, by a name that the text does not have for it.
            Some("error") => OutOfRange::Error,
            _ => return Err(config.error(format!("out_of_range can't be {}", value.brief()))),
        },
    };
    let maps = take(config, "scalar_map");
    let maps = maps.as_ref().map(|maps| maps.expect_object("scalar_map of codec \"cast_value\"")).transpose()?;
    if let Some((member, _)) =
        maps.and_then(|maps| maps.iter().find(|(member, _)| !matches!(*member, "encode" | "decode")))
    {
        return Err(config.error(format!("unknown member {member:?} in scalar_map")));
    }
    let map = |member: &str, from: &DataType, to: &DataType| {
        let entries = maps.and_then(|maps| maps.get(member));
        entries.map_or(Ok(HashMap::new()), |entries| read_map(entries, from, to))
    };
    let encode = Cast { target: encoded.arithmetic, rounding, out_of_range, map: map("encode", &data_type, &target)? };
    // Back the same rules hold, but floats can't wrap.
    let back = if out_of_range == OutOfRange::Wrap && !decoded.wraps() { OutOfRange::Error } else { out_of_range };
    let map = map("decode", &target, &data_type)?;
    let decode = Cast { target: decoded.arithmetic, rounding, out_of_range: back, map };
    Ok(Arc::new(CastValue { decoded: decoded.numbers, encoded: encoded.numbers, encode, decode, configuration }))
}

/// One of the two data types.
struct CastSide {
    numbers: Numbers,
    arithmetic: Arithmetic,
}

impl CastSide {
    fn of(data_type: &DataType) -> Result<Self> {
        let found = Numbers::real(data_type).zip(Arithmetic::of(data_type.code()));
        let found = found.map(|(numbers, arithmetic)| Self { numbers, arithmetic });
        found.ok_or_else(|| Error::unsupported(format!("codec \"cast_value\": data type {data_type} is not supported")))
    }

    fn wraps(&self) -> bool {
        matches!(self.arithmetic, Arithmetic::Integer { .. })
    }
}

fn read_map(entries: &Json, from: &DataType, to: &DataType) -> Result<HashMap<u64, Vec<u8>>> {
    let scalar = |value: &Json, data_type: &DataType| {
        // An example of the text has a sign that the encoding does not.
        let infinity = Json::from("Infinity");
        let value = if value.as_str() == Some("+Infinity") { &infinity } else { value };
        let element = data_type.fill_from_json(value, Dialect::V3, &mut Warnings::default());
        let element = element.and_then(|element| element.to_vec());
        element.map_err(|error| error.context("codec \"cast_value\": scalar_map"))
    };
    let scalars = DescribedNumbers::of(CastSide::of(from)?.numbers)?;
    let mut map = HashMap::new();
    for entry in entries.expect_array("a list of scalar_map")? {
        let [key, value] = entry.expect_array("an entry of scalar_map")? else {
            return Err(Error::metadata(format!("an entry of scalar_map is a pair, not {}", entry.brief())));
        };
        let (key, value) = (scalar(key, from)?, scalar(value, to)?);
        // The first of several counts.
        map.entry(bits(scalars.get(&key))).or_insert(value);
    }
    Ok(map)
}

/// The bits of a number; those of one NaN for all of them.
fn bits(number: Wide) -> u64 {
    match number {
        Wide::Integer(number) => number as u64,
        Wide::Float(number) if number.is_nan() => u64::MAX,
        Wide::Float(number) => number.to_bits(),
    }
}

impl Cast {
    fn run(&self, from: Numbers, to: Numbers, input: &[u8], output: &mut [u8]) -> Result<Fits<()>> {
        Ok(with_scalars!(from, source => with_scalars!(to, target => self.each(source, target, input, output))))
    }

    fn each(&self, source: impl Scalars, target: impl Scalars, input: &[u8], output: &mut [u8]) -> Fits<()> {
        let elements = input.chunks_exact(source.size()).zip(output.chunks_exact_mut(target.size()));
        for (from, to) in elements {
            let number = source.get(from);
            match self.map.get(&bits(number)).filter(|_| !self.map.is_empty()) {
                Some(element) => to.copy_from_slice(element),
                None if self.rounding == Rounding::NearestEven && target.put_nearest(number, to) => {}
                None if matches!(number, Wide::Integer(number) if target.has(number)) => target.put(number, to),
                None => target.put(self.cast(number)?, to),
            }
        }
        Ok(())
    }

    /// A number that the type holds.
    fn cast(&self, number: Wide) -> Fits<Wide> {
        match (number, self.target) {
            (Wide::Integer(number), Arithmetic::Integer { low, high, .. }) => {
                self.within(number, low, high).map(Wide::Integer)
            }
            (Wide::Float(number), Arithmetic::Integer { low, high, .. }) => {
                self.integer(number, low, high).map(Wide::Integer)
            }
            (Wide::Float(number), Arithmetic::Float { format, .. }) if !number.is_finite() => {
                let held = if number.is_nan() { format.has_nan() } else { format.has_infinity() };
                held.then_some(Wide::Float(number)).ok_or_else(|| number.to_string())
            }
            (Wide::Float(number), Arithmetic::Float { format, low, high }) => {
                let rounded = self.rounding.float(number, format);
                self.float(rounded, format, low, high).map(Wide::Float).ok_or_else(|| number.to_string())
            }
            (Wide::Integer(number), Arithmetic::Float { format, low, high }) => {
                let rounded = self.rounding.integer(number, format);
                self.float(rounded, format, low, high).map(Wide::Float).ok_or_else(|| number.to_string())
            }
        }
    }

    fn within(&self, number: i128, low: i128, high: i128) -> Fits<i128> {
        match self.out_of_range {
            _ if (low..=high).contains(&number) => Ok(number),
            OutOfRange::Error => Err(number.to_string()),
            OutOfRange::Clamp => Ok(number.clamp(low, high)),
            OutOfRange::Wrap => Ok((number - low).rem_euclid(high - low + 1) + low),
        }
    }

    fn integer(&self, number: f64, low: i128, high: i128) -> Fits<i128> {
        // No rule for the range gives NaN or infinity a number.
        if !number.is_finite() {
            return Err(number.to_string());
        }
        let whole = self.rounding.whole(number);
        let modulus = (high - low + 1) as f64;
        // Beyond 2^100 every float is a multiple of the modulus, and is outside in the same way.
        let exact = if whole.abs() < 2_f64.powi(100) {
            whole as i128
        } else if self.out_of_range == OutOfRange::Wrap {
            (whole % modulus) as i128
        } else if whole > 0.0 {
            i128::MAX / 2
        } else {
            i128::MIN / 2
        };
        self.within(exact, low, high).map_err(|_| number.to_string())
    }

    /// The result for a rounded number in a float type; None if the number is out of range.
    fn float(&self, rounded: f64, format: &FloatFormat, low: f64, high: f64) -> Option<f64> {
        match self.out_of_range {
            _ if (low..=high).contains(&rounded) => Some(rounded),
            OutOfRange::Clamp if format.has_infinity() => Some(f64::INFINITY.copysign(rounded)),
            OutOfRange::Clamp => Some(rounded.clamp(low, high)),
            OutOfRange::Error | OutOfRange::Wrap => None,
        }
    }
}

impl CodecInfo for CastValue {
    fn name(&self) -> &'static str {
        "cast_value"
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        Ok(self.configuration.clone())
    }

    /// A rule that a document leaves out is the one that it may name.
    fn decoding(&self) -> Object {
        let rules = format!("{:?} {:?} {:?}", self.encoded, self.encode.rounding, self.encode.out_of_range);
        let map = self.configuration.get("scalar_map").cloned().unwrap_or(Json::Null);
        Object::new().with("rules", rules).with("scalar_map", map)
    }
}

impl Filter for CastValue {
    fn input(&self) -> Numbers {
        self.decoded
    }

    fn output(&self) -> Numbers {
        self.encoded
    }

    fn check_fill(&self, fill: &[u8]) -> Result<()> {
        let (mut encoded, mut decoded) = (vec![0; self.encoded.size()], vec![0; self.decoded.size()]);
        self.encode(fill, &mut encoded)?;
        self.decode(&encoded, &mut decoded).map_err(|error| error.of_kind(crate::ErrorKind::Range))?;
        let scalars = DescribedNumbers::of(self.decoded)?;
        match (scalars.get(fill), scalars.get(&decoded)) {
            (Wide::Integer(before), Wide::Integer(after)) if before == after => Ok(()),
            (Wide::Float(before), Wide::Float(after)) if before == after || before.is_nan() && after.is_nan() => Ok(()),
            (before, after) => Err(Error::range(format!("{before} would become {after}"))),
        }
    }

    fn encode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        let done = self.encode.run(self.decoded, self.encoded, input, output)?;
        done.map_err(|number| {
            Error::new(ErrorKind::Range, format!("cast_value: {number} is outside the encoded data type"))
        })
    }

    fn decode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        let done = self.decode.run(self.encoded, self.decoded, input, output)?;
        done.map_err(|number| Error::data(format!("cast_value: {number} is outside the data type")))
    }
}
