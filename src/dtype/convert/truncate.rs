//! Floats to integers without a look at those that are too large: the one instruction that the processor has for it,
//! which vectors have as well.
//!
//! A named kernel: a float outside the range has no defined result there.

#![allow(unsafe_code)]

/// A float that may be an integer of the type without its fraction.
pub(super) trait Truncate<D>: Copy {
    /// True if truncation gives an integer of the type, by comparison with the floats below and above all of them.
    fn is_inside(self) -> bool;
    /// The integer, where it is inside; 0 elsewhere.
    fn truncate(self) -> D;
}

macro_rules! truncate {
    ($from:ty; $($to:ty)*) => { $(
        impl Truncate<$to> for $from {
            #[inline(always)]
            fn is_inside(self) -> bool {
                let (low, high) = const {
                    let below = <$to>::MIN as i128 - 1;
                    let exact = (below as $from) as i128 == below;
                    let low = if exact { below as $from } else { (<$to>::MIN as $from).next_down() };
                    (low, (<$to>::MAX as i128 + 1) as $from)
                };
                // Not `&&`: both are compared, and vectors can do that.
                (low < self) & (self < high)
            }

            #[inline(always)]
            fn truncate(self) -> $to {
                let value = if Truncate::<$to>::is_inside(self) { self } else { 0.0 };
                // SAFETY: a number (NaN is not inside), whose integer part is a value of the type: it is above the
                // lowest less one or its next float, and below the highest and one.
                unsafe { value.to_int_unchecked() }
            }
        }
    )* };
}

truncate!(f32; i8 i16 i32 i64 u8 u16 u32 u64);
truncate!(f64; i8 i16 i32 i64 u8 u16 u32 u64);
