//! Encoded data decode to the original, for all sizes, levels and settings.

use super::{INNER, all, blosc, codec, decoded, encoded, noise, smooth};
use crate::codec::BytesToBytes;
use crate::codec::blosc::shuffle::BlockFilter;
use crate::json::Object;
use proptest::prelude::*;

const SIZES: [usize; 14] = [0, 1, 2, 7, 15, 16, 17, 127, 128, 129, 1000, 4096, 70_001, 300_000];

fn check(codec: &dyn BytesToBytes, data: &[u8]) {
    let bytes = encoded(codec, data);
    assert_eq!(decoded(codec, &bytes, data.len()).unwrap(), data, "{codec:?} with {} bytes", data.len());
    assert_eq!(decoded(codec, &bytes, data.len() + 9).unwrap(), data, "{codec:?} with room for more");
    if let Some(shorter) = data.len().checked_sub(1) {
        let error = decoded(codec, &bytes, shorter).unwrap_err();
        assert_eq!(error.kind(), crate::ErrorKind::BufferSize, "{codec:?} with too little room: {error}");
    }
    assert_eq!(encoded(codec, data), bytes, "{codec:?} gives other bytes for the same data");
}

#[test]
fn every_size() {
    for codec in all() {
        for size in SIZES {
            check(&*codec, &smooth(size));
            check(&*codec, &noise(size));
            check(&*codec, &vec![0; size]);
        }
    }
}

#[test]
fn every_level() {
    let (smooth, noise) = (smooth(20_000), noise(20_000));
    let mut codecs = Vec::new();
    for level in 0..=9u8 {
        codecs.extend(["gzip", "zlib"].map(|id| codec(id, Object::new().with("level", level))));
        codecs.extend(INNER.map(|inner| blosc(inner, level, 1, 4, 0)));
    }
    codecs.extend([-131_072, -7, 1, 3, 9, 19, 22].map(|level| codec("zstd", Object::new().with("level", level))));
    for codec in codecs {
        check(&*codec, &smooth);
        check(&*codec, &noise);
    }
}

#[test]
fn compressors_compress() {
    let data = smooth(100_000);
    for codec in all().iter().filter(|codec| !codec.fixed_size()) {
        let size = encoded(&**codec, &data).len();
        assert!(size < data.len() / 5, "{codec:?} gives {size} bytes");
    }
}

#[test]
fn every_blosc_setting() {
    for inner in INNER {
        for shuffle in 0..3 {
            for type_size in [1, 2, 3, 4, 8, 12, 16, 17, 255, 256, 1000] {
                for (size, block) in [(5000, 0), (5000, 1), (5003, 640), (200, 1 << 30), (3, 0), (129, 0)] {
                    check(&*blosc(inner, 5, shuffle, type_size, block), &smooth(size));
                    check(&*blosc(inner, 1, shuffle, type_size, block), &noise(size));
                }
            }
        }
    }
}

#[test]
fn our_shuffles_are_those_of_c_blosc() {
    let c_blosc = blosc("zstd", 5, 0, 1, 0);
    for type_size in [1, 2, 3, 4, 5, 8, 12, 16, 17, 31, 255] {
        for length in [1, 7, 8, 39, 64, 640, 641, 1000, 4080] {
            for (filter, flag) in [(BlockFilter::Bytes, 1), (BlockFilter::Bits, 4)] {
                let data = noise(length);
                let mut shuffled = data.clone();
                if filter.changes(length, type_size) {
                    filter.apply(&data, type_size, &mut shuffled);
                    let mut back = vec![0xa5; length];
                    filter.undo(&shuffled, type_size, &mut back);
                    assert_eq!(back, data, "{filter:?} of {length} bytes in elements of {type_size}");
                }
                // A frame of one block whose only stream is not compressed: C-Blosc undoes the shuffle and nothing
                // else.
                let mut frame = vec![2, 1, 4 << 5 | 0x10 | flag, type_size as u8];
                for size in [length, length, 24 + length, 20, length] {
                    frame.extend_from_slice(&(size as u32).to_le_bytes());
                }
                frame.extend_from_slice(&shuffled);
                let theirs = decoded(&*c_blosc, &frame, length).unwrap();
                assert_eq!(theirs, data, "{filter:?} of {length} bytes in elements of {type_size}");
            }
        }
    }
}

#[test]
fn split_blocks_are_read_as_c_blosc_reads_them() {
    // Two blocks of 4 streams and a shorter one of a single stream, none compressed, so that the name of the inner
    // compressor alone decides which code decodes the frame: 2 is Snappy and ours, 4 is Zstandard and C-Blosc's.
    let (length, block, type_size) = (2000, 800, 4);
    for flag in [0, 1, 4] {
        let data = noise(length);
        let mut blocks = Vec::new();
        let mut starts = Vec::new();
        for part in data.chunks(block) {
            starts.push(16 + 3 * 4 + blocks.len());
            let streams = if part.len() == block { type_size } else { 1 };
            for stream in part.chunks(part.len() / streams) {
                blocks.extend_from_slice(&(stream.len() as u32).to_le_bytes());
                blocks.extend_from_slice(stream);
            }
        }
        let frame = |inner: u8| {
            let mut frame = vec![2, 1, inner << 5 | flag, type_size as u8];
            for size in [length, block, 16 + 3 * 4 + blocks.len()].iter().chain(&starts) {
                frame.extend_from_slice(&(*size as u32).to_le_bytes());
            }
            [frame, blocks.clone()].concat()
        };
        let decoder = blosc("lz4", 5, 0, 1, 0);
        let ours = decoded(&*decoder, &frame(2), length).unwrap();
        assert_eq!(ours, decoded(&*decoder, &frame(4), length).unwrap());
        assert!(flag != 0 || ours == data);
    }
}

#[test]
fn threads_have_their_own_contexts() {
    std::thread::scope(|scope| {
        for thread in 0..4 {
            scope.spawn(move || {
                for (turn, codec) in all().iter().cycle().take(60).enumerate() {
                    check(&**codec, &smooth(1000 * thread + turn));
                }
            });
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_data(
        words in prop::collection::vec(prop_oneof![0u8..4, any::<u8>()], 0..3000),
        which in 0..all().len(),
    ) {
        check(&*all()[which], &words);
    }

    #[test]
    fn any_blosc(
        words in prop::collection::vec(prop_oneof![0u8..4, any::<u8>()], 0..6000),
        inner in 0usize..6, level in 0u8..10, shuffle in 0u8..3, type_size in 1u64..300, block in 0u64..3000,
    ) {
        check(&*blosc(INNER[inner], level, shuffle, type_size, block), &words);
    }
}
