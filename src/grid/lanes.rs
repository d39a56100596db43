//! A register of 16 bytes, and its one operation that transpositions need: by the instructions that every processor of
//! the kind has, or in plain code.
//!
//! A named kernel: these instructions are `unsafe` in the oldest compiler that is supported.

#![allow(unsafe_code)]

pub(super) use self::of_processor::{Lanes, interleave};

#[cfg(target_arch = "x86_64")]
mod of_processor {
    use std::arch::x86_64::*;

    /// 16 bytes.
    pub(in crate::grid) type Lanes = __m128i;

    /// The elements of both by turns: those of the low halves, and those of the high halves.
    #[inline(always)]
    pub(in crate::grid) fn interleave<const ITEM: usize>(a: Lanes, b: Lanes) -> [Lanes; 2] {
        // SAFETY: every processor of this architecture has SSE2.
        unsafe {
            match ITEM {
                1 => [_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b)],
                2 => [_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b)],
                4 => [_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b)],
                _ => [_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b)],
            }
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod of_processor {
    /// 16 bytes.
    pub(in crate::grid) type Lanes = [u8; 16];

    /// The elements of both by turns: those of the low halves, and those of the high halves.
    #[inline(always)]
    pub(in crate::grid) fn interleave<const ITEM: usize>(a: Lanes, b: Lanes) -> [Lanes; 2] {
        let take = |half: usize| {
            std::array::from_fn(|byte| {
                let (place, inside) = (byte / ITEM, byte % ITEM);
                let from = half * 8 + place / 2 * ITEM + inside;
                if place % 2 == 0 { a[from] } else { b[from] }
            })
        };
        [take(0), take(1)]
    }
}
