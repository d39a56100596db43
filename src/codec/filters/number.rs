//! Arithmetic of numbers in buffers, as NumPy does it: integers wrap, floats round to even.

use half::f16;

/// A number of any type, wide enough for all of them.
#[derive(Clone, Copy, Debug)]
pub enum Wide {
    /// An integer or a boolean.
    Integer(i128),
    /// A float.
    Float(f64),
}

impl std::fmt::Display for Wide {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Integer(value) => value.fmt(formatter),
            Self::Float(value) => value.fmt(formatter),
        }
    }
}

/// A type of numbers.
pub trait FilterNumber: Copy {
    /// The number in native bytes. `bytes` has its size.
    fn get(bytes: &[u8]) -> Self;
    /// Puts it into bytes of its size.
    fn put(self, bytes: &mut [u8]);
    /// The number as a wide one.
    fn wide(self) -> Wide;
    /// The nearest number of this type: integers wrap; floats become integers by cutting their fraction off.
    fn from_wide(wide: Wide) -> Self;
    /// The sum in this type.
    fn add(self, other: Self) -> Self;
    /// The difference in this type.
    fn subtract(self, other: Self) -> Self;
    /// The nearest number, rounding half to even, if the processor computes it in one step; None if it does not, or if
    /// the result is not finite.
    fn nearest(wide: Wide) -> Option<Self> {
        let _ = wide;
        None
    }
    /// Zero.
    const ZERO: Self;
}

macro_rules! plain {
    ($type:ty, $wide:ident as $as:ty, |$a:ident, $b:ident| $add:expr, $subtract:expr $(, $nearest:item)?) => {
        impl FilterNumber for $type {
            const ZERO: Self = 0 as $type;
            #[inline(always)]
            fn get(bytes: &[u8]) -> Self {
                bytes.first_chunk().map_or(Self::ZERO, |bytes| <$type>::from_ne_bytes(*bytes))
            }
            #[inline(always)]
            fn put(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_ne_bytes());
            }
            #[inline(always)]
            fn wide(self) -> Wide {
                Wide::$wide(self as $as)
            }
            #[inline(always)]
            fn from_wide(wide: Wide) -> Self {
                match wide {
                    Wide::Integer(value) => value as $type,
                    Wide::Float(value) => value as $type,
                }
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                let ($a, $b) = (self, other);
                $add
            }
            #[inline(always)]
            fn subtract(self, other: Self) -> Self {
                let ($a, $b) = (self, other);
                $subtract
            }
            $(#[inline(always)] $nearest)?
        }
    };
}
macro_rules! integers {
    ($($type:ty)*) => {$(plain!($type, Integer as i128, |a, b| a.wrapping_add(b), a.wrapping_sub(b));)*};
}
macro_rules! floats {
    ($($type:ty)*) => {$(plain!(
        $type, Float as f64, |a, b| a + b, a - b,
        fn nearest(wide: Wide) -> Option<Self> {
            let nearest = Self::from_wide(wide);
            (nearest.is_finite() || matches!(wide, Wide::Float(value) if !value.is_finite())).then_some(nearest)
        }
    );)*};
}
integers!(i8 i16 i32 i64 u8 u16 u32 u64);
floats!(f32 f64);

impl FilterNumber for f16 {
    const ZERO: Self = f16::ZERO;
    fn get(bytes: &[u8]) -> Self {
        bytes.first_chunk().map_or(Self::ZERO, |bytes| f16::from_ne_bytes(*bytes))
    }
    fn put(self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.to_ne_bytes());
    }
    fn wide(self) -> Wide {
        Wide::Float(self.to_f64())
    }
    fn from_wide(wide: Wide) -> Self {
        match wide {
            Wide::Integer(value) => f16::from_f64(value as f64),
            Wide::Float(value) => f16::from_f64(value),
        }
    }
    fn nearest(wide: Wide) -> Option<Self> {
        // Through a float of 32 bits, which must not have rounded already.
        let single = match wide {
            Wide::Integer(value) => Some(value as f32).filter(|single| *single as i128 == value),
            Wide::Float(value) => Some(value as f32).filter(|single| f64::from(*single) == value),
        };
        let nearest = f16::from_f32(single?);
        (nearest.is_finite() || single?.is_infinite()).then_some(nearest)
    }
    fn add(self, other: Self) -> Self {
        f16::from_f32(self.to_f32() + other.to_f32())
    }
    fn subtract(self, other: Self) -> Self {
        f16::from_f32(self.to_f32() - other.to_f32())
    }
}

/// A boolean as NumPy stores it: everything but 0 is true.
#[derive(Clone, Copy)]
pub struct Truth(bool);

impl FilterNumber for Truth {
    const ZERO: Self = Self(false);
    fn get(bytes: &[u8]) -> Self {
        Self(bytes.first().is_some_and(|byte| *byte != 0))
    }
    fn put(self, bytes: &mut [u8]) {
        bytes.fill(self.0.into());
    }
    fn wide(self) -> Wide {
        Wide::Integer(self.0.into())
    }
    fn from_wide(wide: Wide) -> Self {
        match wide {
            Wide::Integer(value) => Self(value != 0),
            Wide::Float(value) => Self(value != 0.0),
        }
    }
    fn add(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    fn subtract(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

/// Runs an expression with `$type` being the Rust type of a [`crate::dtype::TypeCode`], or another one where Rust has
/// no such type.
macro_rules! with_type {
    ($code:expr, $type:ident => $body:expr) => {
        with_type!($code, $type => $body, _ => {
            return Err(crate::error::Error::internal("a filter has numbers of no type"))
        })
    };
    ($code:expr, $type:ident => $body:expr, _ => $other:expr) => {
        match $code {
            crate::dtype::TypeCode::Bool => with_type!(@ $type, $crate::codec::filters::number::Truth, $body),
            crate::dtype::TypeCode::Int8 => with_type!(@ $type, i8, $body),
            crate::dtype::TypeCode::Int16 => with_type!(@ $type, i16, $body),
            crate::dtype::TypeCode::Int32 => with_type!(@ $type, i32, $body),
            crate::dtype::TypeCode::Int64 => with_type!(@ $type, i64, $body),
            crate::dtype::TypeCode::UInt8 => with_type!(@ $type, u8, $body),
            crate::dtype::TypeCode::UInt16 => with_type!(@ $type, u16, $body),
            crate::dtype::TypeCode::UInt32 => with_type!(@ $type, u32, $body),
            crate::dtype::TypeCode::UInt64 => with_type!(@ $type, u64, $body),
            crate::dtype::TypeCode::Float16 => with_type!(@ $type, half::f16, $body),
            crate::dtype::TypeCode::Float32 => with_type!(@ $type, f32, $body),
            crate::dtype::TypeCode::Float64 => with_type!(@ $type, f64, $body),
            _ => $other,
        }
    };
    (@ $type:ident, $rust:ty, $body:expr) => {{
        type $type = $rust;
        $body
    }};
}
pub(super) use with_type;

/// Maps numbers one by one.
#[inline(always)]
pub fn map<A: FilterNumber, B: FilterNumber>(input: &[u8], output: &mut [u8], compute: impl Fn(A) -> B) {
    let (a, b) = (size_of::<A>(), size_of::<B>());
    for (from, to) in input.chunks_exact(a).zip(output.chunks_exact_mut(b)) {
        compute(A::get(from)).put(to);
    }
}

/// The nearest number of another type.
#[inline(always)]
pub fn cast<A: FilterNumber, B: FilterNumber>(number: A) -> B {
    B::from_wide(number.wide())
}
