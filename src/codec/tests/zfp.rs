//! `zfp` and `zfpy`: what zfpy and numcodecs wrote, every mode and type, and damage.

use super::{hex, noise};
use crate::ErrorKind;
use crate::codec::{ArrayToBytes, BytesToBytes, Codec, Input, parse};
use crate::dtype::{DataType, Dialect, Warnings};
use crate::json::ParseOptions;
use proptest::prelude::*;
use std::sync::Arc;

const TYPES: [&str; 6] = ["int32", "uint32", "int64", "uint64", "float32", "float64"];

const MODES: [&str; 5] = [
    r#"{"mode": "reversible"}"#,
    r#"{"mode": "fixed_accuracy", "tolerance": 0.05}"#,
    r#"{"mode": "fixed_rate", "rate": 12}"#,
    r#"{"mode": "fixed_precision", "precision": 19}"#,
    r#"{"mode": "expert", "minbits": 10, "maxbits": 400, "maxprec": 30, "minexp": -20}"#,
];

fn read_at(name: &str, data_type: &str, shape: Option<&[u64]>, members: &str) -> crate::Result<Arc<dyn BytesToBytes>> {
    let data_type = DataType::from_name(data_type, None)?;
    let (members, _) = crate::json::read(members.as_bytes(), ParseOptions::default())?;
    let rank = shape.map_or(1, <[u64]>::len);
    let input = Input { data_type: Some(&data_type), rank, chunk_shape: shape.map(Into::into) };
    match parse(name, members.members()?, Dialect::V3, input, &mut Warnings::new(false))? {
        Codec::ArrayToBytes(ArrayToBytes::Opaque(codec)) => Ok(codec),
        other => panic!("{other:?}"),
    }
}

fn read(name: &str, data_type: &str, shape: &[u64], members: &str) -> Arc<dyn BytesToBytes> {
    read_at(name, data_type, Some(shape), members).unwrap_or_else(|error| panic!("{data_type} {members}: {error}"))
}

fn encoded(codec: &dyn BytesToBytes, data: &[u8]) -> Vec<u8> {
    let mut output = b"before".to_vec();
    codec.encode(data, &mut output).unwrap();
    assert!(output.len() - 6 <= codec.encoded_bound(data.len()).unwrap(), "{codec:?} is longer than its bound");
    output.split_off(6)
}

fn decoded(codec: &dyn BytesToBytes, input: &[u8], room: usize) -> crate::Result<Vec<u8>> {
    let mut output = vec![0xa5; room];
    let length = codec.decode_into(input, &mut output)?;
    output.truncate(length);
    Ok(output)
}

/// Numbers of a type, none of them negative.
fn numbers(data_type: &str, count: u32) -> Vec<u8> {
    let number = |at: u32| at * 37 % 1000 + at;
    let numbers = 0..count;
    match data_type {
        "int32" | "uint32" => numbers.flat_map(|at| number(at).to_ne_bytes()).collect(),
        "int64" | "uint64" => numbers.flat_map(|at| u64::from(number(at)).to_ne_bytes()).collect(),
        "float32" => numbers.flat_map(|at| (number(at) as f32 / 7.0).to_ne_bytes()).collect(),
        _ => numbers.flat_map(|at| (f64::from(number(at)) / 7.0).to_ne_bytes()).collect(),
    }
}

#[test]
fn streams_of_zfpy() {
    let lines: Vec<&str> = include_str!("zfp.txt").lines().collect();
    assert_eq!(lines.len(), 140);
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let [codec, name, shape, members, data, theirs, back] = fields[..] else { panic!("{line}") };
        let shape: Vec<u64> = shape.split(',').map(|length| length.parse().unwrap()).collect();
        let codec = if codec == "zfpy" { "numcodecs.zfpy" } else { codec };
        let native = |digits: &str| {
            let mut bytes = hex(digits);
            if cfg!(target_endian = "big") {
                bytes.chunks_exact_mut(if name.ends_with("64") { 8 } else { 4 }).for_each(<[u8]>::reverse);
            }
            bytes
        };
        let (reader, data, theirs) = (read(codec, name, &shape, members), native(data), hex(theirs));
        let back = if back.is_empty() { data.clone() } else { native(back) };
        assert_eq!(decoded(&*reader, &theirs, data.len()).unwrap(), back, "{codec} {name} {shape:?} {members}");
        assert_eq!(encoded(&*reader, &data), theirs, "{codec} {name} {shape:?} {members}: other bytes than zfpy");
    }
}

#[test]
fn every_type_mode_and_rank() {
    for name in TYPES {
        for shape in [&[][..], &[9], &[5, 6], &[3, 4, 5], &[2, 3, 4, 5]] {
            let data = numbers(name, shape.iter().product::<u64>() as u32);
            for members in MODES {
                let codec = read("zfp", name, shape, members);
                let bytes = encoded(&*codec, &data);
                let back = decoded(&*codec, &bytes, data.len()).unwrap();
                assert_eq!(back.len(), data.len());
                assert!(!members.contains("reversible") || back == data, "{name} {shape:?}");
                let room = decoded(&*codec, &bytes, data.len() - 1).unwrap_err();
                assert_eq!(room.kind(), ErrorKind::BufferSize, "{room}");
            }
        }
    }
}

#[test]
fn expert_is_what_the_other_modes_are_made_of() {
    let data = numbers("float64", 30);
    for (mode, expert) in [
        (r#"{"mode": "reversible"}"#, r#""minbits": 1, "maxbits": 16658, "maxprec": 64, "minexp": -1075"#),
        (MODES[1], r#""minbits": 1, "maxbits": 16658, "maxprec": 64, "minexp": -5"#),
        (MODES[2], r#""minbits": 192, "maxbits": 192, "maxprec": 64, "minexp": -1074"#),
        (MODES[3], r#""minbits": 1, "maxbits": 16658, "maxprec": 19, "minexp": -1074"#),
    ] {
        let expert = read("zfp", "float64", &[5, 6], &format!(r#"{{"mode": "expert", {expert}}}"#));
        assert_eq!(encoded(&*expert, &data), encoded(&*read("zfp", "float64", &[5, 6], mode), &data), "{mode}");
    }
}

#[test]
fn unsigned_numbers_of_all_bits_are_refused_not_cut() {
    let codec = read("zfp", "uint32", &[2], MODES[0]);
    let data: Vec<u8> = [1, u32::MAX / 2].into_iter().flat_map(u32::to_ne_bytes).collect();
    assert_eq!(decoded(&*codec, &encoded(&*codec, &data), 8).unwrap(), data);
    let data: Vec<u8> = [1, u32::MAX / 2 + 1].into_iter().flat_map(u32::to_ne_bytes).collect();
    assert_eq!(codec.encode(&data, &mut Vec::new()).unwrap_err().kind(), ErrorKind::Range);
    // A number that decodes to a negative one reads as 0.
    let signed: Vec<u8> = [-5i32, 7].into_iter().flat_map(i32::to_ne_bytes).collect();
    let stream = encoded(&*read("zfp", "int32", &[2], MODES[0]), &signed);
    let expected: Vec<u8> = [0u32, 7].into_iter().flat_map(u32::to_ne_bytes).collect();
    assert_eq!(decoded(&*codec, &stream, 8).unwrap(), expected);
}

#[test]
fn a_header_of_another_chunk_is_refused() {
    let data = numbers("float32", 30);
    let bytes = encoded(&*read("numcodecs.zfpy", "float32", &[5, 6], "{}"), &data);
    for (name, shape) in [("int32", &[5, 6][..]), ("float32", &[6, 5]), ("float32", &[5, 5]), ("float64", &[5, 3])] {
        let error = decoded(&*read("numcodecs.zfpy", name, shape, "{}"), &bytes, 400).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Data, "{name} {shape:?}: {error}");
    }
    // After a filter, numcodecs has a single axis.
    let flat = encoded(&*read("numcodecs.zfpy", "float32", &[30], "{}"), &data);
    assert_eq!(decoded(&*read("numcodecs.zfpy", "float32", &[5, 6], "{}"), &flat, 120).unwrap(), data);
}

#[test]
fn streams_of_shorter_words_end_within_one() {
    let (mut shorter, mut damaged) = (0, 0);
    for members in MODES {
        let codec = read("zfp", "float64", &[13], members);
        let data = numbers("float64", 13);
        let bytes = encoded(&*codec, &data);
        let back = decoded(&*codec, &bytes, data.len()).unwrap();
        for cut in 1..8 {
            let (start, end) = bytes.split_at(bytes.len() - cut);
            match decoded(&*codec, start, data.len()) {
                Ok(same) => {
                    // Four blocks of 48 bits.
                    assert!(!members.contains("fixed_rate") || start.len() >= 24);
                    assert!(end.iter().any(|byte| *byte != 0) || same == back, "{members}: {cut} bytes cut");
                    shorter += 1;
                }
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::Data);
                    damaged += 1;
                }
            }
        }
    }
    assert!(shorter > 0 && damaged > 0, "{shorter} {damaged}");
}

#[test]
fn configurations_that_make_no_sense() {
    for members in [
        "{}",
        r#"{"mode": 2}"#,
        r#"{"mode": "lossless"}"#,
        r#"{"mode": "fixed_rate"}"#,
        r#"{"mode": "fixed_rate", "rate": -1}"#,
        r#"{"mode": "fixed_rate", "rate": 1e9}"#,
        r#"{"mode": "fixed_rate", "rate": 300}"#,
        r#"{"mode": "fixed_accuracy", "tolerance": "0.1"}"#,
        r#"{"mode": "fixed_accuracy", "tolerance": -0.1}"#,
        r#"{"mode": "fixed_precision", "precision": 65}"#,
        r#"{"mode": "fixed_precision", "precision": 5, "rate": 3}"#,
        r#"{"mode": "expert", "minbits": 1, "maxbits": 100, "maxprec": 64}"#,
        r#"{"mode": "expert", "minbits": 100, "maxbits": 1, "maxprec": 64, "minexp": 0}"#,
        r#"{"mode": "expert", "minbits": 4000000000, "maxbits": 4000000000, "maxprec": 64, "minexp": 0}"#,
        r#"{"mode": "reversible", "write_header": true}"#,
    ] {
        let error = read_at("zfp", "float32", Some(&[4, 4]), members).map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Metadata, "{members}: {error}");
    }
    for (name, data_type, shape) in [
        ("zfp", "int16", Some(&[4][..])),
        ("zfp", "float16", Some(&[4])),
        ("zfp", "float32", Some(&[2, 2, 2, 2, 2])),
        ("zfp", "float32", None),
        ("numcodecs.zfpy", "uint32", Some(&[4])),
        ("numcodecs.zfpy", "float64", Some(&[5000, 1, 1, 1])),
    ] {
        let members = if name == "zfp" { MODES[0] } else { "{}" };
        let error = read_at(name, data_type, shape, members).map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{name} {data_type} {shape:?}: {error}");
    }
    assert!(read_at("numcodecs.zfpy", "float32", Some(&[4]), r#"{"mode": 7}"#).is_err());
    assert!(read_at("numcodecs.zfpy", "float32", Some(&[4]), r#"{"mode": 2, "rate": "x"}"#).is_err());
}

#[test]
fn every_missing_word_is_refused_and_every_bit_flip_survived() {
    for name in TYPES {
        for (codec, modes) in [("zfp", &MODES[..]), ("numcodecs.zfpy", &["{}", r#"{"mode": 2, "rate": 11}"#])] {
            if codec == "numcodecs.zfpy" && name.starts_with('u') {
                continue;
            }
            for members in modes {
                let codec = read(codec, name, &[6, 7], members);
                let data = numbers(name, 42);
                let bytes = encoded(&*codec, &data);
                for end in 0..=bytes.len() - 8 {
                    assert!(decoded(&*codec, &bytes[..end], data.len()).is_err(), "{codec:?}: {end} bytes");
                }
                let longer = [&bytes[..], &[0; 8]].concat();
                assert!(decoded(&*codec, &longer, data.len()).is_err(), "{codec:?}: a word too many");
                for bit in 0..bytes.len() * 8 {
                    let mut flipped = bytes.clone();
                    flipped[bit / 8] ^= 1 << (bit % 8);
                    if let Err(error) = decoded(&*codec, &flipped, data.len()) {
                        assert_eq!(error.kind(), ErrorKind::Data, "{error}");
                    }
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_survived(
        which in 0..TYPES.len(),
        mode in 0..MODES.len(),
        shape in prop::collection::vec(1u64..9, 0..5),
        bytes in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        let size = shape.iter().product::<u64>() as usize * if TYPES[which].ends_with("64") { 8 } else { 4 };
        let codec = read("zfp", TYPES[which], &shape, MODES[mode]);
        let _ = decoded(&*codec, &bytes, size);
        // Bits of any kind are numbers, also what is not finite.
        let mut data = noise(size);
        if TYPES[which].starts_with('u') {
            data.iter_mut().for_each(|byte| *byte &= 0x7f);
        }
        let back = decoded(&*codec, &encoded(&*codec, &data), size);
        prop_assert!(mode != 0 || back.unwrap() == data);
        if !TYPES[which].starts_with('u') {
            let headed = read("numcodecs.zfpy", TYPES[which], &shape, "{}");
            let start = encoded(&*headed, &data);
            let _ = decoded(&*headed, &[&start[..start.len().min(12)], &bytes].concat(), size);
        }
    }
}
