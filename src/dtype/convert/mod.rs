//! Converts numbers of one type to another.
//!
//! The machine's own types are converted directly, each pair by a loop of its own. Halves and smaller floats go through
//! floats, rounded so that the second rounding equals a single one; a complex number is two numbers.

mod kernels;
mod number;
#[cfg(test)]
mod tests;
mod truncate;

use self::kernels::{BLOCK, Misfit, NativeType};
use super::float_format::{FORMATS, FloatFormat};
use super::{DataType, Dialect, TypeCode, Warnings};
use crate::error::{Error, Result};
use half::{bf16, f16};

/// The treatment of a value that the other type does not have. A fraction that an integer can't keep is cut off, a
/// number between two floats becomes the nearer one, the even one of two; that is never a misfit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// It is an error: a number outside the range, NaN and infinity for an integer, an imaginary part for a real
    /// number.
    Check,
    /// The nearest number of the other type; 0 for NaN in a type without NaN.
    Clamp,
    /// The low bits for an integer, as C converts integers, 0 for NaN and infinity; infinity for a float.
    Wrap,
    /// As `Wrap`, and an error once all numbers are converted. As in netCDF a float is outside of the range by
    /// comparison, before its fraction is cut off, and NaN is not.
    All,
}

/// One number: a real one, or a part of a complex one.
#[derive(Clone, Copy, Debug)]
enum Component {
    Native(NativeType),
    /// An integer of a few bits in a byte: its lowest and its highest value, and how a byte is one.
    Narrow(NativeType, (i16, i16), fn(u8) -> i16),
    Float16,
    BFloat16,
    Small(&'static FloatFormat),
}

impl Component {
    /// The machine's own type that holds it.
    fn native(self) -> Option<NativeType> {
        match self {
            Self::Native(native) | Self::Narrow(native, _, _) => Some(native),
            Self::Float16 | Self::BFloat16 | Self::Small(_) => None,
        }
    }

    fn is_float(self) -> bool {
        !matches!(self, Self::Narrow(..) | Self::Native(_))
            || matches!(self, Self::Native(NativeType::Float32 | NativeType::Float64))
    }

    /// The lowest and the highest number.
    fn limits(self) -> (f64, f64) {
        match self {
            Self::Native(native) => kernels::limits(native),
            Self::Narrow(_, (low, high), _) => (low.into(), high.into()),
            Self::Float16 => (f16::MIN.to_f64(), f16::MAX.to_f64()),
            Self::BFloat16 => (bf16::MIN.to_f64(), bf16::MAX.to_f64()),
            Self::Small(format) => (format.value(format.closest(-f64::MAX)), format.value(format.closest(f64::MAX))),
        }
    }
}

/// The components of a numeric type; None for any other type.
fn parts(code: TypeCode) -> Option<(Component, bool)> {
    use TypeCode as T;
    let signed = |byte: u8| i16::from(byte as i8);
    let narrow = |native, low, high, value| (Component::Narrow(native, (low, high), value), false);
    let native = |native| (Component::Native(native), false);
    let small = |code: i32| FORMATS.iter().find(|format| format.code as i32 == code).map(Component::Small);
    Some(match code {
        T::Bool => native(NativeType::Bool),
        T::Int8 => native(NativeType::Int8),
        T::Int16 => native(NativeType::Int16),
        T::Int32 => native(NativeType::Int32),
        T::Int64 => native(NativeType::Int64),
        T::UInt8 => native(NativeType::UInt8),
        T::UInt16 => native(NativeType::UInt16),
        T::UInt32 => native(NativeType::UInt32),
        T::UInt64 => native(NativeType::UInt64),
        T::Float32 => native(NativeType::Float32),
        T::Float64 => native(NativeType::Float64),
        T::Int2 => narrow(NativeType::Int8, -2, 1, signed),
        T::Int4 => narrow(NativeType::Int8, -8, 7, signed),
        T::UInt2 => narrow(NativeType::UInt8, 0, 3, i16::from),
        T::UInt4 => narrow(NativeType::UInt8, 0, 15, i16::from),
        T::Float16 => (Component::Float16, false),
        T::BFloat16 => (Component::BFloat16, false),
        T::Complex64 => (Component::Native(NativeType::Float32), true),
        T::Complex128 => (Component::Native(NativeType::Float64), true),
        T::ComplexFloat16 => (Component::Float16, true),
        T::ComplexBFloat16 => (Component::BFloat16, true),
        T::Raw | T::FixedBytes | T::FixedUtf32 | T::DateTime64 | T::TimeDelta64 | T::Struct | T::String | T::Bytes => {
            return None;
        }
        // The complex numbers of small floats have codes in the order of those.
        code if code as i32 >= T::ComplexFloat4E2M1Fn as i32 => {
            (small(code as i32 - T::ComplexFloat4E2M1Fn as i32 + T::Float4E2M1Fn as i32)?, true)
        }
        code => (small(code as i32)?, false),
    })
}

/// From one type to another.
#[derive(Clone, Debug)]
pub struct Conversion {
    types: [DataType; 2],
    from: (Component, bool),
    to: (Component, bool),
    policy: Policy,
}

impl Conversion {
    /// The conversion between two types; None: they are the same.
    ///
    /// # Errors
    /// [`crate::ErrorKind::TypeMismatch`] for types without a conversion.
    pub fn new(from: &DataType, to: &DataType, policy: Policy) -> Result<Option<Self>> {
        if from == to {
            return Ok(None);
        }
        let none = || Error::type_mismatch(format!("there is no conversion from {from} to {to}"));
        let (source, target) = (parts(from.code()).ok_or_else(none)?, parts(to.code()).ok_or_else(none)?);
        // It has no 0 for an imaginary part.
        if !source.1 && to.code() == TypeCode::ComplexFloat8E8M0Fnu {
            return Err(none());
        }
        Ok(Some(Self { types: [from.clone(), to.clone()], from: source, to: target, policy }))
    }

    /// The bytes of an element before and after.
    pub fn sizes(&self) -> (usize, usize) {
        (self.types[0].size(), self.types[1].size())
    }

    /// Converts elements, as many as both sides have.
    ///
    /// # Errors
    /// The place of one that the other type does not have; then the others may have been converted or not, with
    /// [`Policy::All`] all are.
    pub fn apply(&self, from: &[u8], to: &mut [u8]) -> std::result::Result<(), Misfit> {
        if self.goes_on() {
            self.convert(from, to, Policy::Wrap)?;
            return self.judge(from);
        }
        self.convert(from, to, self.policy)
    }

    /// True if a misfit is to be reported after all elements are converted.
    pub fn goes_on(&self) -> bool {
        self.policy == Policy::All
    }

    fn convert(&self, from: &[u8], to: &mut [u8], policy: Policy) -> std::result::Result<(), Misfit> {
        match (self.from.1, self.to.1) {
            (false, false) => self.numbers(self.to.0, from, to, policy),
            (true, true) => self.numbers(self.to.0, from, to, policy).map_err(|misfit| misfit / 2),
            (false, true) => self.with_imaginary(from, to, policy),
            (true, false) => self.without_imaginary(from, to, policy),
        }
    }

    /// Finds the first element that is a misfit for [`Policy::All`].
    fn judge(&self, from: &[u8]) -> std::result::Result<(), Misfit> {
        let compared = self.from.0.is_float() && (self.to.1 || !self.from.1);
        if !compared {
            let mut unused = [0; 2 * BLOCK * MAX_SIZE];
            let mut blocks = from.chunks(BLOCK * self.types[0].size()).enumerate();
            return blocks.try_for_each(|(number, from)| {
                let converted = self.convert(from, &mut unused, Policy::Check);
                converted.map_err(|misfit| number * BLOCK + misfit)
            });
        }
        let ((low, high), own) = (self.to.0.limits(), self.from.0.limits());
        if self.to.0.is_float() && low <= own.0 && own.1 <= high {
            return Ok(());
        }
        let item = size(self.from.0);
        let misfit = from.chunks(BLOCK * item).enumerate().find_map(|(number, from)| {
            let misfit = if item == size_of::<f64>() {
                kernels::first_outside(from.as_chunks().0, |bytes| f64::from_ne_bytes(*bytes), low, high)
            } else {
                let mut floats = [0.0; BLOCK];
                let floats = &mut floats[..from.len() / item];
                self.floats(from, floats);
                kernels::first_outside(floats, |float| f64::from(*float), low, high)
            };
            misfit.map(|misfit| number * BLOCK + misfit)
        });
        misfit.map_or(Ok(()), |misfit| Err(if self.from.1 { misfit / 2 } else { misfit }))
    }

    /// Converts at most a block of numbers to floats: exactly, or to odd ones.
    fn floats(&self, from: &[u8], floats: &mut [f32]) {
        match self.from.0 {
            Component::Native(native) | Component::Narrow(native, _, _) => kernels::to_odd(native)(from, floats),
            Component::Float16 => kernels::from_float16(from, floats),
            Component::BFloat16 => kernels::from_bfloat16(from, floats),
            Component::Small(format) => kernels::from_small(format, from, floats),
        }
    }

    /// The error for an element that the other type does not have.
    pub fn misfit(&self, element: &[u8]) -> Error {
        let [from, to] = &self.types;
        let value = from.fill_to_json(element, Dialect::V3, &mut Warnings::default()).brief();
        // Numbers that JSON lacks are texts there, as "NaN".
        Error::range(format!("{} does not fit {to}", value.trim_matches('"')))
    }

    fn numbers(&self, part: Component, from: &[u8], to: &mut [u8], policy: Policy) -> std::result::Result<(), Misfit> {
        if let (Some(source), Some(target)) = (self.from.0.native(), part.native()) {
            kernels::native(source, target)(from, to, policy)?;
            return match part {
                Component::Narrow(_, range, value) => kernels::narrow(to, range, value, policy),
                _ => Ok(()),
            };
        }
        let (from_size, to_size) = (size(self.from.0), size(part));
        let blocks = from.chunks(BLOCK * from_size).zip(to.chunks_mut(BLOCK * to_size));
        for (number, (from, to)) in blocks.enumerate() {
            let mut floats = [0.0; BLOCK];
            let floats = &mut floats[..from.len() / from_size];
            self.floats(from, floats);
            let done = match part {
                Component::Float16 => kernels::to_float16(floats, to, policy),
                Component::BFloat16 => kernels::to_bfloat16(floats, to, policy),
                Component::Small(format) => kernels::to_small(format, floats, to, policy),
                Component::Native(native) | Component::Narrow(native, _, _) => {
                    let mut bytes = [0; 4 * BLOCK];
                    let bytes = &mut bytes[..4 * floats.len()];
                    let stored = bytes.as_chunks_mut().0.iter_mut();
                    stored.zip(&*floats).for_each(|(bytes, float)| *bytes = float.to_ne_bytes());
                    kernels::native(NativeType::Float32, native)(bytes, to, policy).and_then(|()| match part {
                        Component::Narrow(_, range, value) => kernels::narrow(to, range, value, policy),
                        _ => Ok(()),
                    })
                }
            };
            done.map_err(|misfit| number * BLOCK + misfit)?;
        }
        Ok(())
    }

    /// Real numbers as complex ones.
    fn with_imaginary(&self, from: &[u8], to: &mut [u8], policy: Policy) -> std::result::Result<(), Misfit> {
        let (from_size, size) = (size(self.from.0), size(self.to.0));
        let blocks = from.chunks(BLOCK * from_size).zip(to.chunks_mut(2 * BLOCK * size));
        for (number, (from, to)) in blocks.enumerate() {
            let mut reals = [0; BLOCK * MAX_SIZE];
            let reals = &mut reals[..from.len() / from_size * size];
            self.numbers(self.to.0, from, reals, policy).map_err(|misfit| number * BLOCK + misfit)?;
            for (pair, real) in to.chunks_exact_mut(2 * size).zip(reals.chunks_exact(size)) {
                pair[..size].copy_from_slice(real);
                pair[size..].fill(0);
            }
        }
        Ok(())
    }

    /// Complex numbers as real ones.
    fn without_imaginary(&self, from: &[u8], to: &mut [u8], policy: Policy) -> std::result::Result<(), Misfit> {
        let (size, to_size) = (size(self.from.0), size(self.to.0));
        let is_bool = matches!(self.to.0, Component::Native(NativeType::Bool));
        for (number, (from, to)) in from.chunks(2 * BLOCK * size).zip(to.chunks_mut(BLOCK * to_size)).enumerate() {
            let mut flags = [0; 2 * BLOCK];
            let flags = &mut flags[..from.len() / size];
            // Every number is true or false.
            self.numbers(Component::Native(NativeType::Bool), from, flags, policy)?;
            let flags = flags.as_chunks::<2>().0;
            if is_bool {
                to.iter_mut().zip(flags).for_each(|(to, [real, imaginary])| *to = real | imaginary);
                continue;
            }
            let imaginary = flags.iter().position(|[_, imaginary]| *imaginary != 0);
            if let Some(misfit) = imaginary.filter(|_| policy == Policy::Check) {
                return Err(number * BLOCK + misfit);
            }
            let mut reals = [0; BLOCK * MAX_SIZE];
            let reals = &mut reals[..from.len() / 2];
            for (real, pair) in reals.chunks_exact_mut(size).zip(from.chunks_exact(2 * size)) {
                real.copy_from_slice(&pair[..size]);
            }
            self.numbers(self.to.0, reals, to, policy).map_err(|misfit| number * BLOCK + misfit)?;
        }
        Ok(())
    }
}

/// The bytes of the largest number.
const MAX_SIZE: usize = 8;

/// The bytes of one number.
fn size(part: Component) -> usize {
    match part {
        Component::Native(native) | Component::Narrow(native, _, _) => match native {
            NativeType::Bool | NativeType::Int8 | NativeType::UInt8 => 1,
            NativeType::Int16 | NativeType::UInt16 => 2,
            NativeType::Int32 | NativeType::UInt32 | NativeType::Float32 => 4,
            NativeType::Int64 | NativeType::UInt64 | NativeType::Float64 => 8,
        },
        Component::Float16 | Component::BFloat16 => 2,
        Component::Small(_) => 1,
    }
}
