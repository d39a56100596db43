//! Elements as numbers of the two widest types: those of the machine's own types by code of their own, all others by
//! the description of their type.

use super::number::{FilterNumber, Wide};
use super::rounding::Rounding;
use crate::codec::filter::Numbers;
use crate::dtype::{Arithmetic, ByteOrder};
use crate::error::{Error, Result};
use std::marker::PhantomData;

/// How the elements of a type of real numbers are read and written.
pub trait Scalars: Copy {
    /// The bytes of one.
    fn size(self) -> usize;
    /// The number in native bytes.
    fn get(self, element: &[u8]) -> Wide;
    /// Puts a number that the type has.
    fn put(self, number: Wide, element: &mut [u8]);
    /// Puts the nearest number, the even one of two, where the processor finds it in one step.
    fn put_nearest(self, number: Wide, element: &mut [u8]) -> bool;
    /// True if the type can hold an integer.
    fn has(self, number: i128) -> bool;
    /// The nearest float of the type, the even one of two; beyond its range an infinity, whether it has that or not.
    fn round(self, value: f64) -> f64;
}

/// The numbers of a Rust type.
#[derive(Clone, Copy)]
pub struct NativeNumbers<A>(pub PhantomData<A>);

impl<A: FilterNumber> Scalars for NativeNumbers<A> {
    #[inline(always)]
    fn size(self) -> usize {
        size_of::<A>()
    }
    #[inline(always)]
    fn get(self, element: &[u8]) -> Wide {
        A::get(element).wide()
    }
    #[inline(always)]
    fn put(self, number: Wide, element: &mut [u8]) {
        A::from_wide(number).put(element);
    }
    #[inline(always)]
    fn put_nearest(self, number: Wide, element: &mut [u8]) -> bool {
        A::nearest(number).map(|number| number.put(element)).is_some()
    }
    #[inline(always)]
    fn has(self, number: i128) -> bool {
        matches!(A::from_wide(Wide::Integer(number)).wide(), Wide::Integer(held) if held == number)
    }
    #[inline(always)]
    fn round(self, value: f64) -> f64 {
        match A::from_wide(Wide::Float(value)).wide() {
            Wide::Float(rounded) => rounded,
            Wide::Integer(_) => value,
        }
    }
}

/// Numbers of a type that is known at run time only.
#[derive(Clone, Copy)]
pub struct DescribedNumbers {
    size: usize,
    arithmetic: Arithmetic,
}

impl DescribedNumbers {
    /// Those of a type that [`Numbers::real`] has given.
    pub fn of(numbers: Numbers) -> Result<Self> {
        let arithmetic = Arithmetic::of(numbers.code);
        let arithmetic = arithmetic.ok_or_else(|| Error::internal("a filter computes with what is no number"))?;
        Ok(Self { size: numbers.size(), arithmetic })
    }
}

impl Scalars for DescribedNumbers {
    fn size(self) -> usize {
        self.size
    }

    fn get(self, element: &[u8]) -> Wide {
        let bits = match ByteOrder::NATIVE {
            ByteOrder::Little => element.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte)),
            ByteOrder::Big => element.iter().fold(0, |bits, byte| bits << 8 | u64::from(*byte)),
        };
        match self.arithmetic {
            Arithmetic::Integer { bits: width, low, .. } => {
                let shift = u64::BITS - width;
                let top = bits << shift;
                Wide::Integer(if low < 0 { (top as i64 >> shift).into() } else { (top >> shift).into() })
            }
            Arithmetic::Float { format, .. } => Wide::Float(format.value(bits)),
        }
    }

    fn put(self, number: Wide, element: &mut [u8]) {
        let bits = match (number, self.arithmetic) {
            (Wide::Float(number), Arithmetic::Float { format, .. }) => format.bits_of(number),
            (Wide::Float(number), Arithmetic::Integer { .. }) => number as u64,
            (Wide::Integer(number), _) => number as u64,
        };
        match ByteOrder::NATIVE {
            ByteOrder::Little => element.copy_from_slice(&bits.to_le_bytes()[..self.size]),
            ByteOrder::Big => element.copy_from_slice(&bits.to_be_bytes()[8 - self.size..]),
        }
    }

    fn put_nearest(self, _: Wide, _: &mut [u8]) -> bool {
        false
    }

    fn has(self, number: i128) -> bool {
        matches!(self.arithmetic, Arithmetic::Integer { low, high, .. } if (low..=high).contains(&number))
    }

    fn round(self, value: f64) -> f64 {
        let Arithmetic::Float { format, low, high } = self.arithmetic else { return value };
        match Rounding::NearestEven.float(value, format) {
            above if above > high => f64::INFINITY,
            below if below < low => f64::NEG_INFINITY,
            rounded => rounded,
        }
    }
}

/// Runs an expression with the [`Scalars`] of some [`Numbers`], by the macro `with_type`.
macro_rules! with_scalars {
    ($numbers:expr, $scalars:ident => $body:expr) => {
        with_type!($numbers.code, Machine => {
            let $scalars = $crate::codec::filters::scalars::NativeNumbers::<Machine>(std::marker::PhantomData);
            $body
        }, _ => {
            let $scalars = $crate::codec::filters::scalars::DescribedNumbers::of($numbers)?;
            $body
        })
    };
}
pub(super) use with_scalars;
