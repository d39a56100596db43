//! The kernels for x86-64: perfect shuffles of `T` vectors, by SSE2, which every such processor has, or by AVX2.
//!
//! `T` vectors hold `T` pieces of streams, or a piece of as many elements. A perfect shuffle interleaves the bytes of
//! the first half of all vectors with those of the second, which turns the number of a byte's place by one bit. As many
//! shuffles as `T` has bits put elements together; four, for the 16 bytes of a lane, split them.
#![allow(unsafe_code, clippy::needless_range_loop)]

use std::arch::x86_64::*;

/// Joins the elements that fill whole vectors, and returns their number.
pub(super) fn join<const T: usize>(streams: &[&[u8]; T], target: &mut [u8]) -> usize {
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        unsafe { avx2::join(streams, target) }
    } else {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { sse2::join(streams, target) }
    }
}

/// Splits the elements that fill whole vectors, and returns their number.
pub(super) fn split<const T: usize>(elements: &[u8], streams: &mut [u8]) -> usize {
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        unsafe { avx2::split::<T>(elements, streams) }
    } else {
        // SAFETY: SSE2 is part of x86-64.
        unsafe { sse2::split::<T>(elements, streams) }
    }
}

pub(super) fn transpose_bits(bytes: &mut [u8]) {
    #[target_feature(enable = "avx2")]
    fn transpose(bytes: &mut [u8]) {
        super::transpose_words(bytes);
    }
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        unsafe { transpose(bytes) }
    } else {
        super::transpose_words(bytes);
    }
}

/// The two loops, for both widths; loads and stores go through references to arrays of a vector's length, and all else
/// is checked. A macro, as adapters of iterators would not be inlined into functions for a feature.
macro_rules! loops {
    ($feature:literal) => {
        #[target_feature(enable = $feature)]
        pub(super) fn join<const T: usize>(streams: &[&[u8]; T], target: &mut [u8]) -> usize {
            let groups = target.len() / T / WIDTH;
            let mut pieces = [[].as_slice(); T];
            for stream in 0..T {
                pieces[stream] = &streams[stream].as_chunks::<WIDTH>().0[..groups];
            }
            let target = &mut target.as_chunks_mut::<WIDTH>().0[..groups * T];
            for group in 0..groups {
                let mut vectors = [zero(); T];
                for stream in 0..T {
                    vectors[stream] = load(&pieces[stream][group]);
                }
                let mut streams = T;
                while streams > 1 {
                    vectors = shuffle(vectors);
                    streams /= 2;
                }
                let vectors = by_group(vectors);
                for at in 0..T {
                    store(vectors[at], &mut target[group * T + at]);
                }
            }
            groups * WIDTH
        }

        #[target_feature(enable = $feature)]
        pub(super) fn split<const T: usize>(elements: &[u8], streams: &mut [u8]) -> usize {
            let count = elements.len() / T;
            let groups = count / WIDTH;
            let elements = &elements.as_chunks::<WIDTH>().0[..groups * T];
            for group in 0..groups {
                let mut vectors = [zero(); T];
                for at in 0..T {
                    vectors[at] = load(&elements[group * T + at]);
                }
                let vectors = shuffle(shuffle(shuffle(shuffle(by_lane(vectors)))));
                for stream in 0..T {
                    let start = stream * count + group * WIDTH;
                    if let Some(target) = streams[start..start + WIDTH].first_chunk_mut() {
                        store(vectors[stream], target);
                    }
                }
            }
            groups * WIDTH
        }
    };
}

mod sse2 {
    use super::*;

    const WIDTH: usize = 16;

    #[inline]
    #[target_feature(enable = "sse2")]
    fn zero() -> __m128i {
        _mm_setzero_si128()
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn load(bytes: &[u8; WIDTH]) -> __m128i {
        // SAFETY: the reference is valid for all bytes of the vector, and no alignment is asked for.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn store(vector: __m128i, bytes: &mut [u8; WIDTH]) {
        // SAFETY: as in `load`, and the reference is the only one.
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), vector) };
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn shuffle<const T: usize>(vectors: [__m128i; T]) -> [__m128i; T] {
        let mut shuffled = vectors;
        for at in 0..T / 2 {
            shuffled[2 * at] = _mm_unpacklo_epi8(vectors[at], vectors[at + T / 2]);
            shuffled[2 * at + 1] = _mm_unpackhi_epi8(vectors[at], vectors[at + T / 2]);
        }
        shuffled
    }

    /// There is one lane.
    fn by_group<const T: usize>(vectors: [__m128i; T]) -> [__m128i; T] {
        vectors
    }

    fn by_lane<const T: usize>(vectors: [__m128i; T]) -> [__m128i; T] {
        vectors
    }

    loops!("sse2");
}

mod avx2 {
    use super::*;

    const WIDTH: usize = 32;
    const LOW: i32 = 0x20;
    const HIGH: i32 = 0x31;

    #[inline]
    #[target_feature(enable = "avx2")]
    fn zero() -> __m256i {
        _mm256_setzero_si256()
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(bytes: &[u8; WIDTH]) -> __m256i {
        // SAFETY: the reference is valid for all bytes of the vector, and no alignment is asked for.
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn store(vector: __m256i, bytes: &mut [u8; WIDTH]) {
        // SAFETY: as in `load`, and the reference is the only one.
        unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), vector) };
    }

    /// In each of the two lanes by itself.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn shuffle<const T: usize>(vectors: [__m256i; T]) -> [__m256i; T] {
        let mut shuffled = vectors;
        for at in 0..T / 2 {
            shuffled[2 * at] = _mm256_unpacklo_epi8(vectors[at], vectors[at + T / 2]);
            shuffled[2 * at + 1] = _mm256_unpackhi_epi8(vectors[at], vectors[at + T / 2]);
        }
        shuffled
    }

    /// The low lanes hold the first sixteen elements, the high lanes the next: all of the first, then all of the next.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn by_group<const T: usize>(vectors: [__m256i; T]) -> [__m256i; T] {
        let mut grouped = vectors;
        for at in 0..T / 2 {
            grouped[at] = _mm256_permute2x128_si256::<LOW>(vectors[2 * at], vectors[2 * at + 1]);
            grouped[at + T / 2] = _mm256_permute2x128_si256::<HIGH>(vectors[2 * at], vectors[2 * at + 1]);
        }
        grouped
    }

    /// The reverse of `by_group`.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn by_lane<const T: usize>(vectors: [__m256i; T]) -> [__m256i; T] {
        let mut in_lanes = vectors;
        for at in 0..T / 2 {
            in_lanes[2 * at] = _mm256_permute2x128_si256::<LOW>(vectors[at], vectors[at + T / 2]);
            in_lanes[2 * at + 1] = _mm256_permute2x128_si256::<HIGH>(vectors[at], vectors[at + T / 2]);
        }
        in_lanes
    }

    loops!("avx2");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both widths by their names, so that tests cover also the one that this processor does not use.
    #[test]
    fn narrow_and_wide_vectors_agree() {
        let elements: Vec<u8> = (0..64 * 16 + 5).map(|at| (at * 89 + at / 64) as u8).collect();
        fn check<const T: usize>(elements: &[u8]) {
            let elements = &elements[..64 * T];
            let (mut narrow, mut wide) = (vec![0; elements.len()], vec![0; elements.len()]);
            // SAFETY: SSE2 is part of x86-64.
            assert_eq!(unsafe { sse2::split::<T>(elements, &mut narrow) }, 64);
            assert!((0..elements.len()).all(|at| narrow[at % T * 64 + at / T] == elements[at]));
            let streams: Vec<&[u8]> = narrow.chunks(64).collect();
            let streams: &[&[u8]; T] = streams.as_slice().try_into().unwrap();
            let mut back = vec![0; elements.len()];
            // SAFETY: as above.
            assert_eq!(unsafe { sse2::join(streams, &mut back) }, 64);
            assert_eq!(back, elements);
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has AVX2.
                assert_eq!(unsafe { avx2::split::<T>(elements, &mut wide) }, 64);
                assert_eq!(wide, narrow);
                back.fill(0);
                // SAFETY: as above.
                assert_eq!(unsafe { avx2::join(streams, &mut back) }, 64);
                assert_eq!(back, elements);
            }
        }
        check::<2>(&elements);
        check::<4>(&elements);
        check::<8>(&elements);
        check::<16>(&elements);
    }
}
