//! `pcodec`: what numcodecs wrote, round trips in every type, and damage.

use super::{hex, smooth};
use crate::ErrorKind;
use crate::codec::{ArrayToBytes, BytesToBytes, Codec, Input, parse, parse_request};
use crate::dtype::{DataType, Dialect, Warnings};
use crate::json::ParseOptions;
use proptest::prelude::*;
use std::sync::Arc;

const TYPES: [&str; 9] = ["uint16", "uint32", "uint64", "int16", "int32", "int64", "float16", "float32", "float64"];

fn read(data_type: &str, members: &str) -> crate::Result<Arc<dyn BytesToBytes>> {
    let data_type = DataType::from_name(data_type, None)?;
    let (members, _) = crate::json::read(members.as_bytes(), ParseOptions::default())?;
    let input = Input { data_type: Some(&data_type), rank: 1, chunk_shape: None };
    match parse("numcodecs.pcodec", members.members()?, Dialect::V3, input, &mut Warnings::new(false))? {
        Codec::ArrayToBytes(ArrayToBytes::Opaque(codec)) => Ok(codec),
        other => panic!("{other:?}"),
    }
}

fn encoded(codec: &dyn BytesToBytes, data: &[u8]) -> Vec<u8> {
    let mut output = b"before".to_vec();
    codec.encode(data, &mut output).unwrap();
    let bound = codec.encoded_bound(data.len()).unwrap();
    assert!(output.len() - 6 <= bound, "{codec:?}: {} bytes, but the bound is {bound}", output.len() - 6);
    output.split_off(6)
}

fn decoded(codec: &dyn BytesToBytes, input: &[u8], room: usize) -> crate::Result<Vec<u8>> {
    let mut output = vec![0xa5; room];
    let length = codec.decode_into(input, &mut output)?;
    output.truncate(length);
    Ok(output)
}

#[test]
fn every_type_and_setting() {
    for name in TYPES {
        for members in [
            "{}",
            r#"{"level": 0, "mode_spec": "classic"}"#,
            r#"{"level": 12, "delta_encoding_order": 2}"#,
            r#"{"delta_spec": "none", "equal_pages_up_to": 100}"#,
            // As numcodecs 0.17 documents it.
            r#"{"delta_spec": "no_op", "delta_encoding_order": null}"#,
            r#"{"delta_spec": "try_lookback", "paging_spec": "equal_pages_up_to", "equal_pages_up_to": 1}"#,
            r#"{"delta_spec": "try_consecutive", "delta_encoding_order": 7}"#,
        ] {
            let codec = read(name, members).unwrap();
            for length in [8, 16, 800, 4096] {
                for data in [smooth(length), super::noise(length)] {
                    let bytes = encoded(&*codec, &data);
                    assert_eq!(decoded(&*codec, &bytes, length).unwrap(), data, "{name} {members}");
                    let short = decoded(&*codec, &bytes, length - 8).unwrap_err();
                    assert_eq!(short.kind(), ErrorKind::BufferSize, "{name} {members}: {short}");
                }
            }
        }
    }
}

#[test]
fn files_of_numcodecs() {
    for line in include_str!("pcodec.txt").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, members, data, theirs] = fields[..] else { panic!("{line}") };
        let (codec, data) = (read(name, members).unwrap(), hex(data));
        assert_eq!(decoded(&*codec, &hex(theirs), data.len()).unwrap(), data, "{name} {members}");
    }
}

/// Decoding needs none of them, so that chunks of others are read; nothing is made with them, nor are they copied.
#[test]
fn configurations_that_make_no_sense() {
    let int32 = DataType::from_name("int32", None).unwrap();
    let input = || Input { data_type: Some(&int32), rank: 1, chunk_shape: None };
    let usual = encoded(&*read("int32", "{}").unwrap(), &smooth(800));
    for members in [
        r#"{"level": 13}"#,
        r#"{"mode_spec": "best"}"#,
        r#"{"delta_spec": 3}"#,
        r#"{"delta_spec": "try_consecutive"}"#,
        r#"{"delta_encoding_order": 8}"#,
        r#"{"equal_pages_up_to": 0}"#,
        r#"{"paging_spec": "exact"}"#,
    ] {
        let (document, _) = crate::json::read(members.as_bytes(), ParseOptions::default()).unwrap();
        let (name, document) = ("numcodecs.pcodec", document.members().unwrap());
        let refused = parse_request(name, document, Dialect::V3, input()).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Metadata, "{members}");
        let mut warnings = Warnings::new(false);
        parse(name, document, Dialect::V3, input(), &mut warnings).unwrap();
        assert_eq!(warnings.messages().len(), 1, "{members}: {:?}", warnings.messages());
        let codec = read("int32", members).unwrap();
        assert_eq!(decoded(&*codec, &usual, 800).unwrap(), smooth(800), "{members}");
        let copied = codec.configuration(Dialect::V3).unwrap();
        let again = parse_request(name, copied.flat().unwrap().members().unwrap(), Dialect::V3, input());
        assert!(again.is_ok(), "{members} as {copied:?}");
    }
    for name in ["int8", "bool", "complex64"] {
        assert_eq!(read(name, "{}").map(drop).unwrap_err().kind(), ErrorKind::Unsupported, "{name}");
    }
}

#[test]
fn every_prefix_is_refused_and_every_bit_flip_survived() {
    for name in TYPES {
        let codec = read(name, "{}").unwrap();
        let bytes = encoded(&*codec, &smooth(800));
        for end in 0..bytes.len() {
            assert!(decoded(&*codec, &bytes[..end], 800).is_err(), "{name}: {end} of {} bytes", bytes.len());
        }
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            if let Err(error) = decoded(&*codec, &flipped, 800) {
                assert!(matches!(error.kind(), ErrorKind::Data | ErrorKind::BufferSize), "{error}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn random_damage_is_survived(
        which in 0..TYPES.len(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        room in 0usize..300,
    ) {
        let codec = read(TYPES[which], "{}").unwrap();
        let mut bytes = encoded(&*codec, &smooth(1600));
        for (at, value) in damage {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        if let Ok(data) = decoded(&*codec, &bytes, room * 8) {
            prop_assert!(data.len() <= room * 8);
        }
    }
}
