//! What each pair of the machine's numbers does with one value; the loops over many are in [`super::kernels`].

/// A number of the machine, or a truth value.
pub(super) trait Number: Copy {
    /// The bytes of one.
    type Bytes: Copy;

    /// The numbers that bytes are; what is left over is no number.
    fn of(bytes: &[u8]) -> &[Self::Bytes];
    fn of_mut(bytes: &mut [u8]) -> &mut [Self::Bytes];
    fn load(bytes: Self::Bytes) -> Self;
    fn store(self) -> Self::Bytes;

    /// The nearest float, but an odd one where there is none that is exact: from it, every smaller format is rounded to
    /// as if from the number itself.
    fn odd(self) -> f32;
}

/// A byte in memory: 0 is false, all else is true.
#[derive(Clone, Copy)]
pub(super) struct Bool(u8);

/// How a number becomes one of another type.
pub(super) trait To<D>: Number {
    /// Whether it has a value there; the fraction of a float is not counted.
    fn fits(self) -> bool;
    /// The number that is nearest to it; 0 for what is no number.
    fn clamp(self) -> D;
    /// Its low bits, infinity for a float that is too large, 0 for one that is no number.
    fn wrap(self) -> D;
}

macro_rules! number {
    ($type:ty, |$value:ident| $odd:expr) => {
        impl Number for $type {
            type Bytes = [u8; size_of::<$type>()];

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

number!(i8, |value| f32::from(value));
number!(i16, |value| f32::from(value));
number!(i32, |value| odd(f64::from(value)));
number!(i64, |value| odd(odd_integer(value.into())));
number!(u8, |value| f32::from(value));
number!(u16, |value| f32::from(value));
number!(u32, |value| odd(f64::from(value)));
number!(u64, |value| odd(odd_integer(value.into())));
number!(f32, |value| value);
number!(f64, |value| odd(value));

impl Number for Bool {
    type Bytes = [u8; 1];

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

/// The double beside an exact value, on the side of zero unless it is exact, with its last bit set for "and more".
fn odd_integer(value: i128) -> f64 {
    let near = value as f64;
    if near as i128 == value {
        return near;
    }
    let beyond = (near as i128).unsigned_abs() > value.unsigned_abs();
    f64::from_bits((near.to_bits() - u64::from(beyond)) | 1)
}

/// The same from a double to a float. What is too large is the largest float, which is odd.
fn odd(value: f64) -> f32 {
    let near = value as f32;
    if f64::from(near) == value || value.is_nan() {
        return near;
    }
    let beyond = f64::from(near).abs() > value.abs();
    f32::from_bits((near.to_bits() - u32::from(beyond)) | 1)
}

macro_rules! integer_to_integers {
    ($from:ty; $($to:ty)*) => { $(
        impl To<$to> for $from {
            fn fits(self) -> bool {
                let (low, high) = const { limits!($from, $to) };
                low <= self && self <= high
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
            fn fits(self) -> bool {
                // Above the first, below the second: without its fraction the number is one of the integers.
                let (low, high) = const {
                    let below = <$to>::MIN as i128 - 1;
                    let exact = (below as $from) as i128 == below;
                    let low = if exact { below as $from } else { (<$to>::MIN as $from).next_down() };
                    (low, (<$to>::MAX as i128 + 1) as $from)
                };
                low < self && self < high
            }

            fn clamp(self) -> $to {
                self as $to
            }

            fn wrap(self) -> $to {
                if To::<$to>::fits(self) {
                    return self as $to;
                }
                // What does not fit 128 bits is a multiple of more than 64.
                match self as i128 {
                    i128::MIN | i128::MAX => 0,
                    whole => whole as $to,
                }
            }
        }
    )* };
}

macro_rules! float_to_floats {
    ($from:ty; $($to:ty)*) => { $(
        impl To<$to> for $from {
            fn fits(self) -> bool {
                (self as $to).is_finite() || !self.is_finite()
            }

            fn clamp(self) -> $to {
                let near = self as $to;
                if near.is_infinite() && self.is_finite() { <$to>::MAX.copysign(near) } else { near }
            }

            fn wrap(self) -> $to {
                self as $to
            }
        }
    )* };
}

macro_rules! to_and_from_bool {
    ($($type:ty)*) => { $(
        impl To<Bool> for $type {
            fn fits(self) -> bool {
                true
            }

            fn clamp(self) -> Bool {
                Bool(u8::from(self != (0 as $type)))
            }

            fn wrap(self) -> Bool {
                To::<Bool>::clamp(self)
            }
        }

        impl To<$type> for Bool {
            fn fits(self) -> bool {
                true
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

impl To<Bool> for Bool {
    fn fits(self) -> bool {
        true
    }

    fn clamp(self) -> Bool {
        self
    }

    fn wrap(self) -> Bool {
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
for_each!(float_to_floats, (f32 f64), (f32 f64));
to_and_from_bool!(i8 i16 i32 i64 u8 u16 u32 u64 f32 f64);
