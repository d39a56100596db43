//! Corrupt input: an error, or in the few cases where nothing can tell, data of an allowed length. Never a panic.

use super::{INNER, all, blosc, codec, decoded, encoded, hex, noise, smooth};
use crate::ErrorKind;
use crate::codec::BytesToBytes;
use crate::json::Object;
use proptest::prelude::*;

/// The message of the data error that decoding must give.
fn refusal(codec: &dyn BytesToBytes, input: &[u8], room: usize) -> String {
    match decoded(codec, input, room) {
        Ok(data) => panic!("{codec:?} took corrupt input for {} bytes", data.len()),
        Err(error) => {
            // Whose fault it is that the room is too small, only the caller knows.
            assert!(matches!(error.kind(), ErrorKind::Data | ErrorKind::BufferSize), "{error}");
            error.message().to_owned()
        }
    }
}

fn with(frame: &[u8], at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut frame = frame.to_vec();
    frame[at..at + bytes.len()].copy_from_slice(bytes);
    frame
}

#[test]
fn every_prefix_is_refused() {
    for codec in all() {
        for data in [smooth(300), noise(300), vec![], vec![7; 5]] {
            let bytes = encoded(&*codec, &data);
            for end in 0..bytes.len() {
                // Four zeros are a sound CRC-32C of nothing; that the data are too short is seen by their length.
                if codec.name() == "crc32c" && bytes[..end] == [0; 4] {
                    assert_eq!(decoded(&*codec, &bytes[..end], data.len()).unwrap().len(), 0);
                } else {
                    refusal(&*codec, &bytes[..end], data.len());
                }
            }
        }
    }
}

#[test]
fn every_bit_flip_is_survived() {
    for codec in all() {
        let data = smooth(300);
        let bytes = encoded(&*codec, &data);
        let checked = ["gzip", "zlib", "crc32c"].contains(&codec.name());
        let mut unnoticed = 0;
        for bit in 0..bytes.len() * 8 {
            let flipped = with(&bytes, bit / 8, &[bytes[bit / 8] ^ 1 << (bit % 8)]);
            match decoded(&*codec, &flipped, 300) {
                Ok(other) => {
                    assert!(other == data || !checked, "{codec:?}: flipping bit {bit} gives other data");
                    unnoticed += 1;
                }
                Err(error) => assert!(matches!(error.kind(), ErrorKind::Data | ErrorKind::BufferSize), "{error}"),
            }
        }
        // No checksum covers the time, the system, the effort and one flag in gzip's header, and the bits that fill up
        // the last byte of a stream.
        match codec.name() {
            "gzip" => assert!(unnoticed <= 6 * 8 + 1 + 7, "{unnoticed} flips were not noticed"),
            "zlib" => assert!(unnoticed <= 7, "{unnoticed} flips were not noticed"),
            "crc32c" => assert_eq!(unnoticed, 0),
            _ => {}
        }
    }
}

#[test]
fn checksums_of_zstd_are_verified() {
    let bytes = hex("28b52ffd24808500004000000301060209030444021b00ec4093c12e80");
    let zstd = codec("zstd", Object::new());
    for at in bytes.len() - 4..bytes.len() {
        assert!(refusal(&*zstd, &with(&bytes, at, &[bytes[at] ^ 1]), 128).contains("checksum"));
    }
}

#[test]
fn what_follows_a_stream_is_refused() {
    for (id, expected) in [("gzip", "no gzip member"), ("zlib", "follow"), ("zstd", "not that of a frame")] {
        let codec = codec(id, Object::new());
        for extra in [&b"\0\0\0\0"[..], b"trailing garbage"] {
            let bytes = [encoded(&*codec, &smooth(300)), extra.to_vec()].concat();
            let message = refusal(&*codec, &bytes, 300);
            assert!(message.contains(expected), "{message}");
        }
    }
    // Blosc frames say their length, and some writers pad them.
    let codec = blosc("zstd", 5, 1, 4, 0);
    let bytes = [encoded(&*codec, &smooth(300)), vec![9; 40]].concat();
    assert_eq!(decoded(&*codec, &bytes, 300).unwrap(), smooth(300));
}

#[test]
fn bombs_stop_at_the_room_there_is() {
    for codec in all() {
        let bytes = encoded(&*codec, &vec![0; 1 << 20]);
        for room in [0, 1, 1000, (1 << 20) - 1] {
            refusal(&*codec, &bytes, room);
        }
    }
    let gzip = codec("gzip", Object::new());
    let members = encoded(&*gzip, &[1; 100]).repeat(3);
    assert_eq!(decoded(&*gzip, &members, 300).unwrap(), [1; 300]);
    refusal(&*gzip, &members, 299);
}

#[test]
fn empty_input_is_refused() {
    for codec in all() {
        refusal(&*codec, &[], 0);
        refusal(&*codec, &[], 10);
    }
}

#[test]
fn zstd_headers_that_lie_allocate_nothing() {
    let zstd = codec("zstd", Object::new());
    // One segment that claims 2^50 bytes.
    let huge_content = hex("28b52ffd e0 0000000000000400 010000");
    assert!(refusal(&*zstd, &huge_content, 1000).contains("longer than the 1000 bytes"));
    // A window of 2 GiB is taken, since the output is the window; one of 2^41 bytes is beyond the format.
    let window_of_2_gib = hex("28b52ffd 00 a8 230300 61");
    assert_eq!(decoded(&*zstd, &window_of_2_gib, 100).unwrap(), [b'a'; 100]);
    refusal(&*zstd, &hex("28b52ffd 00 f8 230300 61"), 100);
    // Version 0.7 of the format, which the library could decode.
    assert!(refusal(&*zstd, &hex("27b52ffd 00 58 230300 61"), 100).contains("magic"));
}

#[test]
fn gzip_headers() {
    let gzip = codec("gzip", Object::new());
    let bytes = encoded(&*gzip, &smooth(300));
    for (at, value, expected) in
        [(0, 0x1e, "1f 8b"), (1, 0, "1f 8b"), (2, 7, "method"), (3, 0x20, "reserved"), (3, 0x02, "header")]
    {
        let message = refusal(&*gzip, &with(&bytes, at, &[value]), 300);
        assert!(message.contains(expected), "{message}");
    }
    let end = bytes.len();
    assert!(refusal(&*gzip, &with(&bytes, end - 8, &[!bytes[end - 8]]), 300).contains("checksum"));
    assert!(refusal(&*gzip, &with(&bytes, end - 4, &[!bytes[end - 4]]), 300).contains("length"));
}

#[test]
fn blosc_headers() {
    for inner in INNER {
        // Elements of 17 bytes are not split, which leaves three blocks of at most 595 bytes.
        let codec = blosc(inner, 5, 1, 17, 600);
        let frame = encoded(&*codec, &[3; 1300]);
        let length = (frame.len() as u32).to_le_bytes();
        let cases: [(usize, &[u8], &str); 18] = [
            (0, &[1], "no Blosc 1 frame"),
            (0, &[5], "no Blosc 1 frame"),
            (1, &[2], "not known"),
            (2, &[frame[2] | 8], "no Blosc 1 frame"),
            (2, &[frame[2] | 0xe0], "not known"),
            (2, &[frame[2] | 2], "are stored"),
            (3, &[0], "type size"),
            (4, &0x7fff_ffff_u32.to_le_bytes(), "1300 are expected"),
            (4, &u32::MAX.to_le_bytes(), "1300 are expected"),
            (4, &0_u32.to_le_bytes(), "are stored"),
            (8, &0_u32.to_le_bytes(), "blocks of 0 bytes"),
            (8, &1301_u32.to_le_bytes(), "blocks of 1301 bytes"),
            (8, &u32::MAX.to_le_bytes(), "blocks of"),
            (8, &1_u32.to_le_bytes(), "do not fit"),
            (12, &[length[0].wrapping_add(1), length[1].wrapping_add((length[0] == 255).into())], "there are"),
            (12, &15_u32.to_le_bytes(), "long"),
            (16, &27_u32.to_le_bytes(), "block 0 begins"),
            (24, &(frame.len() as u32 - 3).to_le_bytes(), "block 2 begins"),
        ];
        for (at, bytes, expected) in cases {
            let message = refusal(&*codec, &with(&frame, at, bytes), 1300);
            assert!(message.contains(expected), "{inner}, byte {at} = {bytes:?}: {message}");
        }
        // The length of the first stream: negative, beyond the frame, and empty.
        let stream = u32::from_le_bytes([frame[16], frame[17], frame[18], frame[19]]) as usize;
        for size in [u32::MAX, 1 << 31, frame.len() as u32, 0] {
            refusal(&*codec, &with(&frame, stream, &size.to_le_bytes()), 1300);
        }
    }
}

#[test]
fn blocks_that_split_unevenly_are_refused() {
    // Blocks of 600 bytes made of 7 streams would leave 5 bytes unwritten.
    let codec = blosc("blosclz", 5, 1, 4, 1024);
    let frame = encoded(&*codec, &smooth(4096));
    assert_eq!(frame[2] & 0x10, 0, "these blocks are split");
    assert!(refusal(&*codec, &with(&frame, 3, &[7]), 4096).contains("elements of 7"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn random_damage_is_survived(
        which in 0..all().len(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
        room in 0usize..2000,
    ) {
        let codec = &all()[which];
        let mut bytes = encoded(&**codec, &smooth(1300));
        for (at, value) in damage {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        let end = cut.index(bytes.len()) + 1;
        for bytes in [&bytes[..], &bytes[..end]] {
            if let Ok(data) = decoded(&**codec, bytes, room) {
                prop_assert!(data.len() <= room);
            }
            // A range of each part is decoded without harm as well.
            let Ok(Some(parts)) = codec.parts(bytes, room) else { continue };
            prop_assert!(parts.length() <= room);
            for (part, target) in vec![0; parts.length()].chunks_mut(parts.size()).enumerate() {
                let wanted = cut.index(target.len())..target.len();
                let _ = parts.decode(part, std::slice::from_ref(&wanted), target);
            }
        }
    }

    #[test]
    fn random_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..200), which in 0..all().len()) {
        let codec = &all()[which];
        let start = encoded(&**codec, &smooth(1300));
        for kept in [0, 2, 4, 16] {
            let _ = decoded(&**codec, &[&start[..kept.min(start.len())], &bytes].concat(), 1300);
        }
    }
}
