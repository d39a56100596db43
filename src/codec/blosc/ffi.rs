//! The calls into C-Blosc for its own compressor BloscLZ: it makes the frames, and decodes their streams. Neither has a
//! global state, or locks.
#![allow(unsafe_code)]

use super::Blosc;
use super::frame;
use crate::error::{Error, Result};
use std::ffi::{c_int, c_void};

/// Appends a frame to `output`, which has room for the longest ([`frame::HEADER`] more bytes than `input`).
pub(super) fn compress(codec: &Blosc, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
    let room = output.spare_capacity_mut();
    let size = room.len().min(input.len() + frame::HEADER);
    // SAFETY: `input` is valid for `input.len()` bytes and `room` for `size` bytes, they can't overlap since `room` is
    // borrowed mutably, the name ends with a zero, and C-Blosc writes at most `size` bytes and keeps no pointer. The
    // caller has checked that the lengths fit C's int.
    let written = unsafe {
        blosc_src::blosc_compress_ctx(
            codec.level.into(),
            codec.filter as i32,
            codec.type_size,
            input.len(),
            input.as_ptr().cast(),
            room.as_mut_ptr().cast(),
            size,
            c"blosclz".as_ptr(),
            codec.block_size,
            1,
        )
    };
    match usize::try_from(written) {
        Ok(written) if (frame::HEADER..=size).contains(&written) => {
            // SAFETY: C-Blosc has initialised `written` bytes after the old end, and they are within the capacity.
            unsafe { output.set_len(output.len() + written) };
            Ok(())
        }
        // The arguments are valid and the output buffer is large enough, so only an allocation in the library can fail.
        _ => Err(Error::no_memory(format!("blosc: C-Blosc could not encode {} bytes ({written})", input.len()))),
    }
}

unsafe extern "C" {
    /// Of C-Blosc's `blosclz.h`, which the crate links but does not declare.
    fn blosclz_decompress(stream: *const c_void, length: c_int, output: *mut c_void, room: c_int) -> c_int;
}

/// Decodes a stream of BloscLZ into the front of `output`; gives the bytes written, None for a corrupt stream or a
/// longer one.
pub(super) fn decompress(stream: &[u8], output: &mut [u8]) -> Option<usize> {
    let (length, room) = (c_int::try_from(stream.len()).ok()?, c_int::try_from(output.len()).ok()?);
    // SAFETY: `stream` is valid for `length` bytes and `output` for `room` bytes, the borrows do not overlap, and the
    // library reads and writes no more than that for any content of the stream, and keeps no pointer.
    let written = unsafe { blosclz_decompress(stream.as_ptr().cast(), length, output.as_mut_ptr().cast(), room) };
    // It returns 0 for a corrupt stream; a valid stream is never empty.
    usize::try_from(written).ok().filter(|written| (1..=output.len()).contains(written))
}

#[cfg(test)]
mod tests {
    use super::super::shuffle::BlockFilter;
    use super::super::{Blosc, InnerCompressor};
    use super::*;
    use crate::codec::{BytesToBytes, Parallel};
    use crate::error::Result;
    use proptest::prelude::*;
    use std::ffi::CString;

    fn by_c_blosc(codec: &Blosc, input: &[u8]) -> Vec<u8> {
        let name = CString::new(codec.inner.name()).unwrap();
        let mut frame = vec![0; input.len() + frame::HEADER];
        // SAFETY: all pointers are valid for the given lengths.
        let written = unsafe {
            blosc_src::blosc_compress_ctx(
                codec.level.into(),
                codec.filter as i32,
                codec.type_size,
                input.len(),
                input.as_ptr().cast(),
                frame.as_mut_ptr().cast(),
                frame.len(),
                name.as_ptr(),
                codec.block_size,
                1,
            )
        };
        frame.truncate(written.try_into().unwrap());
        frame
    }

    fn read_by_c_blosc(frame: &[u8], length: usize) -> Vec<u8> {
        let mut data = vec![0; length];
        // SAFETY: the frame is as long as its header says, and `data` has the given length.
        let written =
            unsafe { blosc_src::blosc_decompress_ctx(frame.as_ptr().cast(), data.as_mut_ptr().cast(), length, 1) };
        assert_eq!(usize::try_from(written), Ok(length));
        data
    }

    /// Runs tasks in the wrong order, some of them at once; nothing is too small for one.
    struct Backwards;

    impl Parallel for Backwards {
        fn task_bytes(&self) -> Option<usize> {
            Some(1)
        }

        fn each(&self, count: usize, work: &(dyn Fn(usize) -> Result<()> + Sync)) -> Result<()> {
            assert!(count > 0);
            std::thread::scope(|scope| {
                let odd = scope.spawn(|| (0..count).rev().filter(|number| number % 2 == 1).try_for_each(work));
                let even = (0..count).rev().filter(|number| number % 2 == 0).try_for_each(work);
                odd.join().unwrap().and(even)
            })
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

        /// The layout is C-Blosc's, and every byte where the inner compressor always makes the same of the same:
        /// Zstandard looks for matches by hashes with a salt, which its context changes from frame to frame.
        #[test]
        fn frames_are_those_of_c_blosc(
            inner in prop::sample::select(vec![InnerCompressor::BloscLz, InnerCompressor::Lz4, InnerCompressor::Lz4Hc, InnerCompressor::Zlib, InnerCompressor::Zstd]),
            level in 0_u8..=9,
            filter in prop::sample::select(vec![BlockFilter::None, BlockFilter::Bytes, BlockFilter::Bits]),
            type_size in prop::sample::select(vec![1_usize, 2, 3, 4, 8, 16, 17, 255, 256]),
            block_size in prop_oneof![Just(0_usize), 1_usize..70_000],
            length in prop_oneof![0_usize..600, 0_usize..200_000],
            (noisy, seed) in (0_usize..6, any::<u64>()),
        ) {
            let byte = |at: usize| match at % 6 < noisy {
                true => (seed.rotate_left((at % 61) as u32).wrapping_mul(at as u64 | 1) >> 24) as u8,
                false => (at / 97) as u8,
            };
            let data: Vec<u8> = (0..length).map(byte).collect();
            let codec = Blosc { inner, level, filter, type_size, block_size };
            let (mut ours, theirs) = (Vec::new(), by_c_blosc(&codec, &data));
            codec.encode(&data, &mut ours).unwrap();
            // A stream that one zlib compresses may be incompressible for another.
            let stored = (ours[2] | theirs[2]) & frame::STORED;
            prop_assert_eq!(ours[2] | stored, theirs[2] | stored);
            prop_assert_eq!(&ours[3..12], &theirs[3..12]);
            prop_assert!(matches!(inner, InnerCompressor::Zlib | InnerCompressor::Zstd) || ours == theirs);
            prop_assert_eq!(&read_by_c_blosc(&ours, length), &data);
            // By several threads it is the same frame.
            let mut shared = vec![0x5a; 3];
            codec.encode_parallel(&data, &mut shared, &Backwards).unwrap();
            prop_assert!(inner == InnerCompressor::Zstd || shared[3..] == ours);
            prop_assert_eq!(&read_by_c_blosc(&shared[3..], length), &data);
            for frame in [&ours, &theirs] {
                let mut back = vec![0xa5; length];
                prop_assert_eq!(codec.decode_into(frame, &mut back), Ok(length));
                prop_assert_eq!(&back, &data);
                let mut back = vec![0xa5; length];
                prop_assert_eq!(codec.decode_parallel(frame, &mut back, &Backwards), Ok(length));
                prop_assert_eq!(&back, &data);
            }
        }

        /// Parts decode by themselves, and ranges of parts.
        #[test]
        fn ranges_are_decoded_as_the_whole(
            inner in prop::sample::select(InnerCompressor::ALL.map(|(inner, _)| inner).to_vec()),
            level in 0_u8..=9,
            filter in prop::sample::select(vec![BlockFilter::None, BlockFilter::Bytes, BlockFilter::Bits]),
            type_size in prop::sample::select(vec![1_usize, 2, 3, 4, 8, 16, 17]),
            block_size in 1_usize..5000,
            length in 1_usize..20_000,
            noisy in 0_usize..6,
            ends in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
        ) {
            let byte = |at: usize| if at % 6 < noisy { (at * at / 7) as u8 } else { (at / 97) as u8 };
            let data: Vec<u8> = (0..length).map(byte).collect();
            let codec = Blosc { inner, level, filter, type_size, block_size };
            let mut frame = Vec::new();
            codec.encode(&data, &mut frame).unwrap();
            let parts = codec.parts(&frame, length).unwrap().unwrap();
            prop_assert_eq!(parts.length(), length);
            for (part, data) in data.chunks(parts.size()).enumerate() {
                let mut ends: Vec<usize> = ends.iter().map(|end| end.index(data.len() + 1)).collect();
                ends.sort_unstable();
                let wanted: Vec<_> = ends.as_chunks::<2>().0.iter().map(|[start, end]| *start..*end).collect();
                let mut target = vec![0xa5; data.len()];
                parts.decode(part, &wanted, &mut target).unwrap();
                for range in wanted {
                    prop_assert_eq!(&target[range.clone()], &data[range]);
                }
            }
        }
    }
}
