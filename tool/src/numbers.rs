//! Elements as doubles, for statistics and pictures: whole numbers, floats of any size, booleans, spans of time.

use crate::element;
use crate::failure::{Result, usage};
use zarr::json::Json;
use zarr::{Array, Conversion, DataType, MemoryOrder, Policy, Section, Transfer, TypeCode};

/// How the elements of an array become numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As doubles.
    Real,
    /// As the absolute values of complex numbers.
    Magnitude,
    /// As 64-bit integers with a sign, so that none is rounded.
    Signed,
    /// As those without.
    Unsigned,
    /// As signed 64-bit integers, the lowest of which means a missing time.
    Time,
}

impl Reading {
    /// The reading of elements of a data type; None for types other than numbers.
    pub fn of(data_type: &DataType) -> Option<Self> {
        use TypeCode as T;
        let to = |code: T| {
            DataType::from_code(code as i32).is_some_and(|to| Conversion::new(data_type, &to, Policy::Wrap).is_ok())
        };
        let integer = matches!(
            data_type.code(),
            T::Bool
                | T::Int8
                | T::Int16
                | T::Int32
                | T::Int64
                | T::Int2
                | T::Int4
                | T::UInt2
                | T::UInt4
                | T::UInt8
                | T::UInt16
                | T::UInt32
        );
        match data_type.code() {
            T::DateTime64 | T::TimeDelta64 => Some(Self::Time),
            T::UInt64 => Some(Self::Unsigned),
            _ if integer && to(T::Int64) => Some(Self::Signed),
            T::Complex64 | T::Complex128 => Some(Self::Magnitude),
            _ if to(T::Float64) && data_type.fields().is_none() => {
                Some(if is_complex(data_type) { Self::Magnitude } else { Self::Real })
            }
            _ => None,
        }
    }

    /// As `of`, with an error for types other than numbers.
    pub fn required(data_type: &DataType) -> Result<Self> {
        Self::of(data_type).ok_or_else(|| usage(format!("elements of type {data_type} are no numbers")))
    }

    /// The type that the elements are read as.
    fn memory_type(&self) -> Option<DataType> {
        let code = match self {
            Self::Real => TypeCode::Float64,
            Self::Magnitude => TypeCode::Complex128,
            Self::Signed => TypeCode::Int64,
            Self::Unsigned => TypeCode::UInt64,
            Self::Time => return None,
        };
        DataType::from_code(code as i32)
    }

    /// The bytes of an element while it is looked at.
    pub fn size(&self) -> u64 {
        if *self == Self::Magnitude { 16 } else { 8 }
    }
}

fn is_complex(data_type: &DataType) -> bool {
    (TypeCode::ComplexBFloat16 as i32..=TypeCode::ComplexFloat8E8M0Fnu as i32).contains(&(data_type.code() as i32))
}

/// A number, exact where it is an integer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A double.
    Real(f64),
    /// An integer.
    Integer(i128),
    /// A missing time.
    Missing,
}

impl Number {
    /// The nearest double; NaN for none.
    pub fn as_f64(self) -> f64 {
        match self {
            Self::Real(value) => value,
            Self::Integer(value) => value as f64,
            Self::Missing => f64::NAN,
        }
    }
}

/// True if a number is the fill value of an array and fill values count as missing.
pub fn is_fill(array: &Array, asked: bool) -> Result<impl Fn(Number) -> bool> {
    let (fill, defined) = array.fill_value()?;
    let fill = (asked && defined).then(|| element::json(&array.data_type(), &fill));
    let fill = fill.and_then(|fill| match fill {
        Json::Bool(fill) => Some(f64::from(u8::from(fill))),
        Json::Number(fill) => Some(fill.as_f64()),
        // NaN, an infinity, or the bits of another NaN.
        Json::String(fill) => fill.parse().ok().or_else(|| fill.starts_with("0x").then_some(f64::NAN)),
        _ => None,
    });
    Ok(move |number: Number| {
        fill.is_some_and(|fill| number.as_f64() == fill || number.as_f64().is_nan() && fill.is_nan())
    })
}

/// Reads a part of an array, and gives one number after the other, in C order.
pub fn read(
    array: &Array,
    reading: &Reading,
    section: (&[u64], &[u64], &[i64]),
    mut put: impl FnMut(Number),
) -> Result<()> {
    let (start, count, step) = section;
    let size = count.iter().product::<u64>().checked_mul(reading.size()).and_then(|size| usize::try_from(size).ok());
    let mut bytes = vec![0; size.ok_or_else(|| usage("the part is too large"))?];
    let section = Section {
        start: start.to_vec(),
        count: count.to_vec(),
        step: step.to_vec(),
        offset: 0,
        memory: MemoryOrder::C,
    };
    let memory_type = reading.memory_type().map(|to| (to, Policy::Wrap));
    array.read_section(&section, &mut bytes, &Transfer { memory_type, ..Transfer::default() })?;
    let (words, _) = bytes.as_chunks::<8>();
    match reading {
        Reading::Real => words.iter().for_each(|word| put(Number::Real(f64::from_ne_bytes(*word)))),
        Reading::Magnitude => words.chunks_exact(2).for_each(|pair| {
            put(Number::Real(f64::from_ne_bytes(pair[0]).hypot(f64::from_ne_bytes(pair[1]))));
        }),
        Reading::Signed => words.iter().for_each(|word| put(Number::Integer(i64::from_ne_bytes(*word).into()))),
        Reading::Unsigned => words.iter().for_each(|word| put(Number::Integer(u64::from_ne_bytes(*word).into()))),
        Reading::Time => words.iter().for_each(|word| match i64::from_ne_bytes(*word) {
            i64::MIN => put(Number::Missing),
            time => put(Number::Integer(time.into())),
        }),
    }
    Ok(())
}
