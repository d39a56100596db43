//! Data types as numbers, for codecs that compute with them or cut off their bits.

use super::complex::CODES;
use super::definition::TypeCode;
use super::float_format::{FORMATS, FloatFormat};
use super::integer;

/// The kind of a type's real numbers.
#[derive(Clone, Copy, Debug)]
pub enum Arithmetic {
    /// Integers.
    Integer {
        /// The bits of each, in the low bits of its bytes.
        bits: u32,
        /// The lowest one.
        low: i128,
        /// The highest one.
        high: i128,
    },
    /// Floats.
    Float {
        /// The meaning of their bits.
        format: &'static FloatFormat,
        /// The lowest finite one.
        low: f64,
        /// The highest finite one.
        high: f64,
    },
}

impl Arithmetic {
    /// The arithmetic of a data type; None unless it is of real numbers, which booleans are not.
    pub fn of(code: TypeCode) -> Option<Self> {
        if let Some((bits, range)) = integer::range_of(code) {
            return Some(Self::Integer { bits, low: *range.start(), high: *range.end() });
        }
        let format = FORMATS.iter().find(|format| format.code == code)?;
        let (low, high) = format.range();
        Some(Self::Float { format, low, high })
    }
}

impl TypeCode {
    /// The type of the two parts of a complex number; None for every other type.
    pub fn part(self) -> Option<Self> {
        CODES.iter().find(|(_, complex)| *complex == self).map(|(part, _)| *part)
    }
}
