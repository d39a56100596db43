//! The conversion of one value between each pair of the machine's numbers; the loops over many are in
//! [`super::kernels`].

use super::truncate::Truncate;

/// A number of the machine, or a truth value.
pub(super) trait MachineNumber: Copy {
    /// The bytes of one.
    type Bytes: Copy;
    /// The lowest and the highest one.
    const LIMITS: (f64, f64);

    /// The numbers that bytes hold; surplus bytes are ignored.
    fn of(bytes: &[u8]) -> &[Self::Bytes];
    fn of_mut(bytes: &mut [u8]) -> &mut [Self::Bytes];
    fn load(bytes: Self::Bytes) -> Self;
    fn store(self) -> Self::Bytes;

    /// The nearest float, rounded to odd if it is inexact: rounding that again to a smaller format gives the correctly
    /// rounded result.
    fn odd(self) -> f32;
}

/// A byte in memory: 0 is false, all else is true.
#[derive(Clone, Copy)]
pub(super) struct BoolByte(u8);

/// How a number becomes one of another type.
pub(super) trait To<D: MachineNumber>: MachineNumber {
    /// True if it is faster to convert all numbers unchecked, and to convert again if one does not fit.
    const DIRECT_FIRST: bool = false;

    /// True if the number fits the other type, without counting the fraction of a float.
    fn fits(self) -> bool;
    /// The converted number if it fits; otherwise a defined but meaningless value.
    fn direct(self) -> D;
    /// Converts numbers as if they fitted. Whether all did.
    fn all_direct(from: &[Self::Bytes], to: &mut [D::Bytes]) -> bool {
        let mut all = true;
        for (from, to) in from.iter().zip(to) {
            let value = Self::load(*from);
            all &= value.fits();
            *to = value.direct().store();
        }
        all
    }

    /// The number that is nearest to it; 0 for NaN.
    fn clamp(self) -> D;
    /// The low bits of an integer; infinity for a float that is too large, 0 for NaN.
    fn wrap(self) -> D;
}

macro_rules! number {
    ($type:ty, |$value:ident| $odd:expr) => {
        impl MachineNumber for $type {
            type Bytes = [u8; size_of::<$type>()];
            const LIMITS: (f64, f64) = (<$type>::MIN as f64, <$type>::MAX as f64);

            fn of(bytes: &[u8]) -> &[Self::Bytes] {
                bytes.as_chunks().0
            }

            fn of_mut(bytes: &mut [u8]) -> &mut [Self::Bytes] {
                bytes.as_chunks_mut().0
            }

            fn load(bytes: Self::Bytes) -> Self {
                Self::from_ne_bytes(bytes)
            }

            fn store(self) -> Self::Bytes {
                self.to_ne_bytes()
            }

            fn odd(self) -> f32 {
                let $value = self;
                $odd
            }
        }
    };
}

/// A double on the same side of every float, and of every number in the middle between two of them, as a long integer;
/// the integer itself where it is one. Of an integer of more than 53 bits the last 11 are left out, and one more bit
/// says "and more", which is far below those of a float.
macro_rules! odd_integer {
    ($value:ident) => {{
        let cut = ($value & !0x7ff) | (if $value & 0x7ff != 0 { 1 << 11 } else { 0 });
        let whole = $value as f64;
        if whole.abs() < 9007199254740992.0 { whole } else { cut as f64 }
    }};
}
number!(i8, |value| f32::from(value));
number!(i16, |value| f32::from(value));
number!(i32, |value| odd(f64::from(value)));
number!(i64, |value| odd(odd_integer!(value)));
number!(u8, |value| f32::from(value));
number!(u16, |value| f32::from(value));
number!(u32, |value| odd(f64::from(value)));
number!(u64, |value| odd(odd_integer!(value)));
number!(f32, |value| value);
number!(f64, |value| odd(value));

impl MachineNumber for BoolByte {
    type Bytes = [u8; 1];
    const LIMITS: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

    fn of(bytes: &[u8]) -> &[Self::Bytes] {
        bytes.as_chunks().0
    }

    fn of_mut(bytes: &mut [u8]) -> &mut [Self::Bytes] {
        bytes.as_chunks_mut().0
    }

    fn load([byte]: Self::Bytes) -> Self {
        Self(u8::from(byte != 0))
    }

    fn store(self) -> Self::Bytes {
        [self.0]
    }

    fn odd(self) -> f32 {
        self.0.into()
    }
}

/// The float beside a double, on the side of zero unless it is exact, with its last bit set for "and more". What is too
/// large is the largest float, which is odd.
fn odd(value: f64) -> f32 {
    let near = value as f32;
    let inexact = (f64::from(near) != value) & !value.is_nan();
    let beyond = f64::from(near).abs() > value.abs();
    f32::from_bits((near.to_bits() - u32::from(beyond)) | u32::from(inexact))
}

macro_rules! integer_to_integers {
    ($from:ty; $($to:ty)*) => { $(
        impl To<$to> for $from {
            fn fits(self) -> bool {
                misfit_bits!(self, $from, $to) == 0
            }

            fn all_direct(from: &[Self::Bytes], to: &mut [<$to as MachineNumber>::Bytes]) -> bool {
                let mut bits = 0;
                for (from, to) in from.iter().zip(to) {
                    let value = Self::load(*from);
                    bits |= misfit_bits!(value, $from, $to);
                    *to = To::<$to>::direct(value).store();
                }
                bits == 0
            }

            fn direct(self) -> $to {
                self as $to
            }

            fn clamp(self) -> $to {
                let (low, high) = const { limits!($from, $to) };
                self.max(low).min(high) as $to
            }

            fn wrap(self) -> $to {
                self as $to
            }
        }
    )* };
}

/// Bits that are 0 where the second type has a number of the first. (Vectors of long integers can't be ordered by every
/// processor, but this they can do.)
macro_rules! misfit_bits {
    ($value:expr, $from:ty, $to:ty) => {{
        let (low, high) = const { limits!($from, $to) };
        // All bits above those of the highest one; or there and back again.
        if low == 0 { $value & !high } else { $value ^ ($value as $to as $from) }
    }};
}

/// The numbers of the first type that the second one has.
macro_rules! limits {
    ($from:ty, $to:ty) => {
        (
            if (<$to>::MIN as i128) > <$from>::MIN as i128 { <$to>::MIN as $from } else { <$from>::MIN },
            if (<$to>::MAX as i128) < <$from>::MAX as i128 { <$to>::MAX as $from } else { <$from>::MAX },
        )
    };
}

macro_rules! integer_to_floats {
    ($from:ty; $($to:ty)*) => { $(
        impl To<$to> for $from {
            fn fits(self) -> bool {
                true
            }

            fn direct(self) -> $to {
                self as $to
            }

            fn clamp(self) -> $to {
                self as $to
            }

            fn wrap(self) -> $to {
                self as $to
            }
        }
    )* };
}

macro_rules! float_to_integers {
    ($from:ty; $($to:ty)*) => { $(
        impl To<$to> for $from {
            const DIRECT_FIRST: bool = true;

            fn fits(self) -> bool {
                Truncate::<$to>::is_inside(self)
            }

            fn direct(self) -> $to {
                self.truncate()
            }

            fn clamp(self) -> $to {
                self as $to
            }

            fn wrap(self) -> $to {
                if To::<$to>::fits(self) {
                    return self as $to;
                }
                // A value that does not fit 128 bits is a multiple of more than 64.
                match self as i128 {
                    i128::MIN | i128::MAX => 0,
                    whole => whole as $to,
                }
            }
        }
    )* };
}

impl To<f32> for f64 {
    fn fits(self) -> bool {
        // The number between the largest float and the one that would be next, from which on all are rounded to
        // infinity.
        let over = const { (f32::MAX as f64 + (2.0 * (f32::MAX as f64) - f32::MAX.next_down() as f64)) / 2.0 };
        !((self.abs() >= over) & (self.abs() < f64::INFINITY))
    }

    fn direct(self) -> f32 {
        self as f32
    }

    fn clamp(self) -> f32 {
        let largest = f64::from(f32::MAX);
        let near = if self.abs() < f64::INFINITY { self.max(-largest).min(largest) } else { self };
        near as f32
    }

    fn wrap(self) -> f32 {
        self as f32
    }
}

macro_rules! float_to_floats {
    ($from:ty; $($to:ty)*) => { $(
        impl To<$to> for $from {
            fn fits(self) -> bool {
                true
            }

            fn direct(self) -> $to {
                self as $to
            }

            fn clamp(self) -> $to {
                self as $to
            }

            fn wrap(self) -> $to {
                self as $to
            }
        }
    )* };
}

macro_rules! to_and_from_bool {
    ($($type:ty)*) => { $(
        impl To<BoolByte> for $type {
            fn fits(self) -> bool {
                true
            }

            fn direct(self) -> BoolByte {
                To::<BoolByte>::clamp(self)
            }

            fn clamp(self) -> BoolByte {
                BoolByte(u8::from(self != (0 as $type)))
            }

            fn wrap(self) -> BoolByte {
                To::<BoolByte>::clamp(self)
            }
        }

        impl To<$type> for BoolByte {
            fn fits(self) -> bool {
                true
            }

            fn direct(self) -> $type {
                self.0 as $type
            }

            fn clamp(self) -> $type {
                self.0 as $type
            }

            fn wrap(self) -> $type {
                self.0 as $type
            }
        }
    )* };
}

impl To<BoolByte> for BoolByte {
    fn fits(self) -> bool {
        true
    }

    fn direct(self) -> BoolByte {
        self
    }

    fn clamp(self) -> BoolByte {
        self
    }

    fn wrap(self) -> BoolByte {
        self
    }
}

macro_rules! for_each {
    ($macro:ident, ($($from:ty)*), $to:tt) => { $( for_each!(@ $macro, $from, $to); )* };
    (@ $macro:ident, $from:ty, ($($to:ty)*)) => { $macro!($from; $($to)*); };
}

for_each!(integer_to_integers, (i8 i16 i32 i64 u8 u16 u32 u64), (i8 i16 i32 i64 u8 u16 u32 u64));
for_each!(integer_to_floats, (i8 i16 i32 i64 u8 u16 u32 u64), (f32 f64));
for_each!(float_to_integers, (f32 f64), (i8 i16 i32 i64 u8 u16 u32 u64));
float_to_floats!(f32; f32 f64);
float_to_floats!(f64; f64);
to_and_from_bool!(i8 i16 i32 i64 u8 u16 u32 u64 f32 f64);
