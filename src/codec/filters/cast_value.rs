//! `cast_value` as registered for final v3: each number as one of another type, by rules that the configuration states
//! for fractions, for values out of range, and for single values.

use super::number::{Number, Wide, with_type};
use crate::codec::config::Config;
use crate::codec::filter::{Filter, Numbers};
use crate::codec::kinds::CodecInfo;
use crate::dtype::{DataType, Dialect, TypeCode, Warnings};
use crate::error::{Error, ErrorKind, Result};
use crate::json::{Json, Object};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rounding {
    NearestEven,
    TowardsZero,
    TowardsPositive,
    TowardsNegative,
    NearestAway,
}

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
    let numbers = |data_type: &DataType| match Numbers::of(data_type) {
        Ok(numbers) if numbers.code != TypeCode::Bool => Ok(numbers),
        _ => Err(Error::unsupported(format!("codec \"cast_value\": data type {data_type} is not supported"))),
    };
    let (decoded, encoded) = (numbers(&data_type)?, numbers(&target)?);
    let rounding = match take(config, "rounding") {
        None => Rounding::NearestEven,
        Some(value) => match value.as_str() {
            Some("nearest-even") => Rounding::NearestEven,
            Some("towards-zero") => Rounding::TowardsZero,
            Some("towards-positive") => Rounding::TowardsPositive,
            Some("towards-negative") => Rounding::TowardsNegative,
            Some("nearest-away") => Rounding::NearestAway,
            _ => return Err(config.error(format!("rounding can't be {}", value.brief()))),
        },
    };
    let out_of_range = match take(config, "out_of_range") {
        None => OutOfRange::Error,
        Some(value) => match value.as_str() {
            Some("error") => OutOfRange::Error,
            Some("clamp") => OutOfRange::Clamp,
            Some("wrap") if !encoded.is_float() => OutOfRange::Wrap,
            Some("wrap") => return Err(config.error(format!("{target} does not wrap, only integers do"))),
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
    let encode = Cast { rounding, out_of_range, map: map("encode", &data_type, &target)? };
    // Back the same rules hold, but floats can't wrap.
    let back = if decoded.is_float() && out_of_range == OutOfRange::Wrap { OutOfRange::Error } else { out_of_range };
    let decode = Cast { rounding, out_of_range: back, map: map("decode", &target, &data_type)? };
    Ok(Arc::new(CastValue { decoded, encoded, encode, decode, configuration }))
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
    let mut map = HashMap::new();
    for entry in entries.expect_array("a list of scalar_map")? {
        let [key, value] = entry.expect_array("an entry of scalar_map")? else {
            return Err(Error::metadata(format!("an entry of scalar_map is a pair, not {}", entry.brief())));
        };
        let (key, value) = (scalar(key, from)?, scalar(value, to)?);
        // The first of several counts.
        map.entry(with_type!(Numbers::of(from)?.code, A => bits(A::get(&key), &key))).or_insert(value);
    }
    Ok(map)
}

/// The bits of a number; those of one NaN for all of them.
fn bits<A: Number>(number: A, native: &[u8]) -> u64 {
    if matches!(number.wide(), Wide::Float(value) if value.is_nan()) {
        return u64::MAX;
    }
    let mut bytes = [0; 8];
    bytes[..native.len()].copy_from_slice(native);
    u64::from_ne_bytes(bytes)
}

/// The range of a type of integers.
fn range(code: TypeCode) -> Option<(i128, i128)> {
    Some(match code {
        TypeCode::Int8 => (i8::MIN.into(), i8::MAX.into()),
        TypeCode::Int16 => (i16::MIN.into(), i16::MAX.into()),
        TypeCode::Int32 => (i32::MIN.into(), i32::MAX.into()),
        TypeCode::Int64 => (i64::MIN.into(), i64::MAX.into()),
        TypeCode::UInt8 => (0, u8::MAX.into()),
        TypeCode::UInt16 => (0, u16::MAX.into()),
        TypeCode::UInt32 => (0, u32::MAX.into()),
        TypeCode::UInt64 => (0, u64::MAX.into()),
        _ => return None,
    })
}

/// The largest finite number of a type of floats.
fn largest(code: TypeCode) -> f64 {
    match code {
        TypeCode::Float16 => half::f16::MAX.to_f64(),
        TypeCode::Float32 => f32::MAX.into(),
        _ => f64::MAX,
    }
}

/// The neighbour of a finite float of a type.
fn neighbour(code: TypeCode, value: f64, up: bool) -> f64 {
    match code {
        TypeCode::Float16 => {
            let narrow = half::f16::from_f64(value);
            // The bits of floats of one sign are in their order.
            let bits = narrow.to_bits();
            let zero = value == 0.0;
            let bits = match (up, value > 0.0) {
                (true, _) if zero => 1,
                (false, _) if zero => 0x8001,
                (true, true) | (false, false) => bits + 1,
                _ => bits - 1,
            };
            half::f16::from_bits(bits).to_f64()
        }
        TypeCode::Float32 => {
            let narrow = value as f32;
            f64::from(if up { narrow.next_up() } else { narrow.next_down() })
        }
        _ => {
            if up {
                value.next_up()
            } else {
                value.next_down()
            }
        }
    }
}

impl Cast {
    fn run(&self, from: Numbers, to: Numbers, input: &[u8], output: &mut [u8]) -> Result<Fits<()>> {
        Ok(with_type!(from.code, A => with_type!(to.code, B => self.each::<A, B>(to.code, input, output))))
    }

    fn each<A: Number, B: Number>(&self, code: TypeCode, input: &[u8], output: &mut [u8]) -> Fits<()> {
        let (a, b) = (size_of::<A>(), size_of::<B>());
        for (from, to) in input.chunks_exact(a).zip(output.chunks_exact_mut(b)) {
            let number = A::get(from);
            match self.map.get(&bits(number, from)).filter(|_| !self.map.is_empty()) {
                Some(element) => to.copy_from_slice(element),
                None => B::from_wide(self.cast::<B>(number.wide(), code)?).put(to),
            }
        }
        Ok(())
    }

    /// A number that the type holds.
    fn cast<B: Number>(&self, number: Wide, code: TypeCode) -> Fits<Wide> {
        match (number, range(code)) {
            (Wide::Integer(number), Some(range)) => self.within(number, range).map(Wide::Integer),
            (Wide::Float(number), Some(range)) => self.integer(number, range).map(Wide::Integer),
            (number, None) => self.float::<B>(number, code).map(Wide::Float),
        }
    }

    fn within(&self, number: i128, (low, high): (i128, i128)) -> Fits<i128> {
        match self.out_of_range {
            _ if (low..=high).contains(&number) => Ok(number),
            OutOfRange::Error => Err(number.to_string()),
            OutOfRange::Clamp => Ok(number.clamp(low, high)),
            OutOfRange::Wrap => Ok((number - low).rem_euclid(high - low + 1) + low),
        }
    }

    fn integer(&self, number: f64, (low, high): (i128, i128)) -> Fits<i128> {
        let whole = match self.rounding {
            Rounding::NearestEven => number.round_ties_even(),
            Rounding::TowardsZero => number.trunc(),
            Rounding::TowardsPositive => number.ceil(),
            Rounding::TowardsNegative => number.floor(),
            Rounding::NearestAway => number.round(),
        };
        let modulus = (high - low + 1) as f64;
        if whole.is_nan() || (whole.is_infinite() && self.out_of_range != OutOfRange::Clamp) {
            return Err(number.to_string());
        }
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
        self.within(exact, (low, high)).map_err(|_| number.to_string())
    }

    fn float<B: Number>(&self, number: Wide, code: TypeCode) -> Fits<f64> {
        let (nearest, text) = match (B::from_wide(number).wide(), number) {
            (Wide::Float(nearest), Wide::Integer(number)) => (nearest, number.to_string()),
            (Wide::Float(nearest), Wide::Float(number)) if number.is_finite() => (nearest, number.to_string()),
            // Infinities and NaN are what they are.
            (Wide::Float(nearest), _) => return Ok(nearest),
            _ => return Err("a number of another type".into()),
        };
        if nearest.is_infinite() {
            return match self.out_of_range {
                OutOfRange::Clamp => Ok(largest(code).copysign(nearest)),
                _ => Err(text),
            };
        }
        // The difference to the exact value: its sign always, and its size where it decides, are exact.
        let off = |candidate: f64| match number {
            Wide::Integer(exact) => (candidate as i128 - exact) as f64,
            Wide::Float(exact) => candidate - exact,
        };
        let Some(side) = off(nearest).partial_cmp(&0.0).filter(|side| *side != Ordering::Equal) else {
            return Ok(nearest);
        };
        let positive = match number {
            Wide::Integer(exact) => exact > 0,
            Wide::Float(exact) => exact > 0.0,
        };
        let other = || neighbour(code, nearest, side == Ordering::Less);
        Ok(match (self.rounding, side) {
            (Rounding::TowardsPositive, Ordering::Less) | (Rounding::TowardsNegative, Ordering::Greater) => other(),
            (Rounding::TowardsZero, Ordering::Greater) if positive => other(),
            (Rounding::TowardsZero, Ordering::Less) if !positive => other(),
            (Rounding::NearestAway, _) => {
                let tie = off(other()).abs() == off(nearest).abs();
                if tie && other().abs() > nearest.abs() { other() } else { nearest }
            }
            _ => nearest,
        })
    }
}

impl CodecInfo for CastValue {
    fn name(&self) -> &'static str {
        "cast_value"
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        Ok(self.configuration.clone())
    }
}

impl Filter for CastValue {
    fn input(&self) -> Numbers {
        self.decoded
    }

    fn output(&self) -> Numbers {
        self.encoded
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
