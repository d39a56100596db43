//! Bytes that other software wrote.

use super::{blosc, codec, decoded, encoded, hex, smooth};
use crate::json::Object;

/// Splits a file of consecutive frames, which `make_vectors.py` has written.
fn frames(mut file: &[u8]) -> Vec<(usize, &[u8])> {
    let mut frames = Vec::new();
    while let Some((sizes, rest)) = file.split_first_chunk::<8>() {
        let [d0, d1, d2, d3, f0, f1, f2, f3] = *sizes;
        let (length, size) = (u32::from_le_bytes([d0, d1, d2, d3]), u32::from_le_bytes([f0, f1, f2, f3]) as usize);
        frames.push((length as usize, &rest[..size]));
        file = &rest[size..];
    }
    frames
}

#[test]
fn blosc_frames_of_numcodecs_and_c_blosc() {
    let decoder = blosc("lz4", 5, 0, 1, 0);
    let made_by_numcodecs = frames(include_bytes!("blosc.bin"));
    let made_with_snappy = frames(include_bytes!("snappy.bin"));
    assert_eq!((made_by_numcodecs.len(), made_with_snappy.len()), (5 * 2 * 3 * 6, 2 * 3 * 6));
    for (index, (length, frame)) in made_by_numcodecs.into_iter().chain(made_with_snappy).enumerate() {
        assert_eq!(decoded(&*decoder, frame, length).unwrap(), smooth(length), "frame {index}");
    }
}

#[test]
fn headers_are_those_of_c_blosc() {
    let mut index = 0;
    let frames = frames(include_bytes!("blosc.bin"));
    for inner in ["blosclz", "lz4", "lz4hc", "zlib", "zstd"] {
        for block in [600, 0] {
            for shuffle in 0..3 {
                for type_size in [1, 2, 4, 7, 16, 17] {
                    let (length, theirs) = frames[index];
                    let ours = encoded(&*blosc(inner, 5, shuffle, type_size, block), &smooth(length));
                    assert_eq!(ours[..12], theirs[..12], "header of frame {index}");
                    index += 1;
                }
            }
        }
    }
}

/// Programs older than C-Blosc 1.11, the only writer of v1 among them, split blocks and ignore the header's flag.
#[test]
fn snappy_splits_blocks_as_old_readers_expect_it() {
    let frame = encoded(&*blosc("snappy", 5, 1, 8, 0), &smooth(1600));
    assert_eq!(frame[2] & 0x10, 0, "the flag that blocks are not split");
    let (mut at, mut streams) = (20, 0);
    while at < frame.len() {
        at += 4 + u32::from_le_bytes(frame[at..at + 4].try_into().unwrap()) as usize;
        streams += 1;
    }
    assert_eq!((at, streams), (frame.len(), 8));
}

#[test]
fn gzip_of_others() {
    let data = smooth(128);
    let members = [
        // numcodecs.GZip(1)
        "1f8b0800da9e006b04ff6360c00f98191918f061362606067c98939981011f06008eb1dfb480000000",
        // Every optional field of the header and its checksum.
        "1f8b081f01020304000306004142020078796e616d65006120636f6d6d656e740089bb6360c00f9819f1633626fc9893193f06008eb1dfb4
         80000000",
        // gzip.compress() of 50 bytes, then of 78 bytes
        "1f8b08000000000002036360c00f9819d131006a01c2c8320000001f8b0800000000000203636060666480633626fc9893193f0600058acb
         c84e000000",
    ];
    for text in members {
        assert_eq!(decoded(&*codec("gzip", Object::new()), &hex(text), 128).unwrap(), data, "{text}");
    }
}

#[test]
fn zlib_of_others() {
    let text = "78da6360c00f9819f1633626fc9893193f06001dd000c1";
    assert_eq!(decoded(&*codec("zlib", Object::new()), &hex(text), 128).unwrap(), smooth(128));
}

#[test]
fn zstd_of_others() {
    let frames = [
        // numcodecs.Zstd(3, checksum=True), numcodecs.Zstd(0)
        "28b52ffd24808500004000000301060209030444021b00ec4093c12e80",
        "28b52ffd20808500004000000301060209030444021b00ec40",
        // Written as a stream: the header does not say the size.
        "28b52ffd0058640000200000030102003b1b8b000b850000400301000006020903020040c4222802",
        // A skippable frame, a frame of 40 bytes, an empty skippable frame, a frame of 88 bytes with a checksum.
        "502a4d180300000061626328b52ffd20288500005000000301000003010000010022c0025f2a4d180000000028b52ffd24589d0000480301
         000006020903000300e01e40c4e84b04fcce39be",
    ];
    for text in frames {
        assert_eq!(decoded(&*codec("zstd", Object::new()), &hex(text), 128).unwrap(), smooth(128), "{text}");
    }
}
