//! The bytes of elements sorted by their place in the element, and put together again. This is what shuffling is; the
//! same steps carry bits, eight planes being the "bytes" of groups of eight elements.
//!
//! Elements of 2, 4, 8 and 16 bytes go through the vectors of the processor on x86-64, found at run time; the others,
//! and other processors, through plain loops that the compiler makes what it can of.

#[cfg(target_arch = "x86_64")]
mod x86;

/// Puts elements together: byte `j` of element `i` is `streams[j][i]`. The target holds whole elements, and each stream
/// is as long as there are elements.
pub(super) fn join(streams: &[&[u8]], target: &mut [u8]) {
    let done = match streams {
        [] => return,
        [bytes] => return target.copy_from_slice(bytes),
        [a, b] => vectors::join(&[a, b], target),
        [a, b, c, d] => vectors::join(&[a, b, c, d], target),
        _ => match (<&[&[u8]; 8]>::try_from(streams), <&[&[u8]; 16]>::try_from(streams)) {
            (Ok(streams), _) => vectors::join(streams, target),
            (_, Ok(streams)) => vectors::join(streams, target),
            _ => 0,
        },
    };
    join_from(done, streams, target);
}

/// De-interleaves elements, the reverse of [`join`]: byte `j` of element `i` goes to `streams[j][i]`; the streams are
/// contiguous.
pub(super) fn split(elements: &[u8], size: usize, streams: &mut [u8]) {
    let done = match size {
        1 => return streams.copy_from_slice(elements),
        2 => vectors::split::<2>(elements, streams),
        4 => vectors::split::<4>(elements, streams),
        8 => vectors::split::<8>(elements, streams),
        16 => vectors::split::<16>(elements, streams),
        _ => 0,
    };
    split_from(done, elements, size, streams);
}

/// Transposes squares of 8 × 8 bits: bit `e` of byte `b` goes to bit `b` of byte `e`. Twice does nothing.
pub(super) fn transpose_bits(bytes: &mut [u8]) {
    vectors::transpose_bits(bytes);
}

/// The elements from one on by plain loops.
fn join_from(first: usize, streams: &[&[u8]], target: &mut [u8]) {
    let size = streams.len();
    let count = target.len() / size;
    for (place, stream) in streams.iter().enumerate() {
        let bytes = target.iter_mut().skip(first * size + place).step_by(size);
        bytes.zip(&stream[first..count]).for_each(|(byte, value)| *byte = *value);
    }
}

fn split_from(first: usize, elements: &[u8], size: usize, streams: &mut [u8]) {
    let count = elements.len() / size;
    for (place, stream) in streams.chunks_exact_mut(count.max(1)).take(size).enumerate() {
        let bytes = elements.iter().skip(first * size + place).step_by(size);
        stream[first..].iter_mut().zip(bytes).for_each(|(byte, value)| *byte = *value);
    }
}

/// Squares of bits as numbers: three times, halves of ever larger squares change places.
#[inline(always)]
fn transpose_words(bytes: &mut [u8]) {
    for word in bytes.as_chunks_mut::<8>().0 {
        let mut bits = u64::from_le_bytes(*word);
        let moved = (bits ^ bits >> 7) & 0x00aa_00aa_00aa_00aa;
        bits ^= moved ^ moved << 7;
        let moved = (bits ^ bits >> 14) & 0x0000_cccc_0000_cccc;
        bits ^= moved ^ moved << 14;
        let moved = (bits ^ bits >> 28) & 0x0000_0000_f0f0_f0f0;
        bits ^= moved ^ moved << 28;
        *word = bits.to_le_bytes();
    }
}

#[cfg(target_arch = "x86_64")]
use x86 as vectors;

/// Without kernels, the scalar loops do everything.
#[cfg(not(target_arch = "x86_64"))]
mod vectors {
    pub(super) fn join<const T: usize>(_: &[&[u8]; T], _: &mut [u8]) -> usize {
        0
    }

    pub(super) fn split<const T: usize>(_: &[u8], _: &mut [u8]) -> usize {
        0
    }

    pub(super) fn transpose_bits(bytes: &mut [u8]) {
        super::transpose_words(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn kernels_do_what_the_loops_do(
            size in prop::sample::select(vec![1_usize, 2, 3, 4, 5, 8, 16, 17, 40]),
            count in 0_usize..300,
            shift in 0_usize..33,
            seed in any::<u64>(),
        ) {
            let noise = |at: usize| (seed.rotate_left((at % 61) as u32).wrapping_mul(at as u64 | 1) >> 24) as u8;
            let all: Vec<u8> = (0..size * count + shift).map(noise).collect();
            let elements = &all[shift..];
            let mut model = vec![0; elements.len()];
            for (at, byte) in elements.iter().enumerate() {
                model[at % size * count + at / size] = *byte;
            }
            // The elements and the streams may be unaligned.
            let mut room = vec![0xa5; elements.len() + shift];
            split(elements, size, &mut room[shift..]);
            prop_assert_eq!(&room[shift..], &model);
            let streams: Vec<&[u8]> = if count == 0 { vec![&[]; size] } else { room[shift..].chunks(count).collect() };
            let mut back = vec![0x5a; elements.len() + shift];
            join(&streams, &mut back[shift..]);
            prop_assert_eq!(&back[shift..], elements);
        }

        #[test]
        fn bits_are_transposed(bytes in prop::collection::vec(any::<u8>(), 0..300), shift in 0_usize..9) {
            let shift = shift.min(bytes.len());
            let mut turned = bytes.clone();
            transpose_bits(&mut turned[shift..]);
            prop_assert_eq!(&turned[..shift], &bytes[..shift]);
            let (squares, rest) = bytes[shift..].as_chunks::<8>();
            for (before, after) in squares.iter().zip(turned[shift..].as_chunks::<8>().0) {
                for (byte, bit) in (0..64).map(|at| (at / 8, at % 8)) {
                    prop_assert_eq!(before[byte] >> bit & 1, after[bit] >> byte & 1);
                }
            }
            prop_assert!(turned.ends_with(rest));
        }
    }
}
