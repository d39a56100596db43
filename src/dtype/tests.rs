//! Every spelling of every type and fill value, against what the formats say.

use super::*;
use crate::json::{ParseOptions, parse};
use proptest::prelude::*;

fn json(text: &str) -> Json {
    parse(text.as_bytes(), ParseOptions { bare_tokens: true }).unwrap().0
}

fn fill(name: &str, text: &str, dialect: Dialect) -> Result<Vec<u8>> {
    DataType::from_name(name, None)?.fill_from_json(&json(text), dialect, &mut Warnings::new(false))
}

#[test]
fn every_code_has_one_name_and_reads_its_own_spellings() {
    for code in 1..=14 {
        let data_type = DataType::from_code(code).unwrap();
        assert_eq!(data_type.code() as i32, code);
        assert_eq!(DataType::from_name(&data_type.name(), None).unwrap(), data_type);
        for order in [ByteOrder::Little, ByteOrder::Big] {
            let text = data_type.type_string(order).unwrap();
            let mut warnings = Warnings::new(true);
            let (back, back_order) = DataType::from_type_string(&text, &mut warnings).unwrap();
            assert_eq!(back, data_type);
            assert!(data_type.swap_unit() == 1 || back_order == order, "{text}");
            assert!(warnings.messages().is_empty());
        }
    }
    assert!([0, -1, 15, 99, i32::MAX].into_iter().all(|code| DataType::from_code(code).is_none()));
}

#[test]
fn type_strings_of_careless_writers() {
    let read = |text: &str| {
        let mut warnings = Warnings::new(false);
        let (data_type, order) = DataType::from_type_string(text, &mut warnings).unwrap();
        (data_type.name(), order, warnings.messages().len())
    };
    assert_eq!(read("i4"), ("int32".into(), ByteOrder::Little, 1));
    assert_eq!(read("float32"), ("float32".into(), ByteOrder::Little, 1));
    assert_eq!(read("|u2"), ("uint16".into(), ByteOrder::Little, 1));
    assert_eq!(read("<u1"), ("uint8".into(), ByteOrder::Little, 0));
    assert_eq!(read(">b1"), ("bool".into(), ByteOrder::Little, 0));
    assert_eq!(read("|V3"), ("r24".into(), ByteOrder::Little, 0));
    for text in ["", "<", "<i3", "<f16", "<c32", "i", "<i4[s]", "<i4x", "|V0", "<i99999999999999999999", "\u{e9}4"] {
        assert!(DataType::from_type_string(text, &mut Warnings::new(false)).is_err(), "{text:?}");
    }
}

#[test]
fn raw_types_have_whole_bytes_and_a_limit() {
    assert_eq!(DataType::from_name("r24", None).unwrap().size(), 3);
    for name in ["r0", "r12", "r", "r-8", "r99999999999999999999999", "r8589934600"] {
        assert!(DataType::from_name(name, None).is_err(), "{name}");
    }
}

#[test]
fn float_fill_values_are_bit_exact() {
    let bits = |text: &str, dialect| u32::from_ne_bytes(fill("float32", text, dialect).unwrap().try_into().unwrap());
    assert_eq!(bits("\"NaN\"", Dialect::V3), 0x7fc0_0000);
    assert_eq!(bits("NaN", Dialect::V1), 0x7fc0_0000);
    assert_eq!(bits("\"0xffc00001\"", Dialect::V3), 0xffc0_0001);
    assert_eq!(bits("\"0x3f800000\"", Dialect::Draft2022), 0x3f80_0000);
    assert_eq!(bits("\"+Infinity\"", Dialect::Draft2022), 0x7f80_0000);
    assert_eq!(bits("\"-Infinity\"", Dialect::V2), 0xff80_0000);
    assert_eq!(bits("-0.0", Dialect::V2), 0x8000_0000);
    assert_eq!(bits("0.1", Dialect::V2), 0.1f32.to_bits());
    // Nearest to the text, not to the nearest double: just above the tie between 1 and its successor.
    assert_eq!(bits("1.00000005960464477540", Dialect::V3), 0x3f80_0001);
    assert_eq!(bits("\"0b00111111100000000000000000000000\"", Dialect::Draft2022), 0x3f80_0000);
    for text in ["\"0x3f8\"", "\"0x3f80000g\"", "\"seven\"", "\"nan\"", "null", "[1]", "true", "\"0b01\""] {
        assert!(fill("float32", text, Dialect::V3).is_err(), "{text}");
    }
    assert!(fill("float32", "\"0x3f800000\"", Dialect::V2).is_err());
}

#[test]
fn float16_rounds_once() {
    let bits = |text: &str| u16::from_ne_bytes(fill("float16", text, Dialect::V3).unwrap().try_into().unwrap());
    // 1 + 2^-11 is the tie between 1 and 1 + 2^-10; the even neighbour is 1.
    assert_eq!(bits("1.00048828125"), 0x3c00);
    assert_eq!(bits("1.000488281250000000000000000001"), 0x3c01);
    assert_eq!(bits("-1.000488281250000000000000000001"), 0xbc01);
    assert_eq!(bits("65504"), 0x7bff);
    assert_eq!(bits("1e-30"), 0);
}

#[test]
fn integers_keep_all_64_bits_and_refuse_the_rest() {
    assert_eq!(fill("uint64", "18446744073709551615", Dialect::V3).unwrap(), [255; 8]);
    assert_eq!(fill("int64", "-9223372036854775808", Dialect::V2).unwrap(), i64::MIN.to_ne_bytes());
    assert_eq!(fill("int16", "3.0", Dialect::V2).unwrap(), 3i16.to_ne_bytes());
    assert_eq!(fill("int16", "\"0xfffe\"", Dialect::Draft2022).unwrap(), (-2i16).to_ne_bytes());
    for text in ["300", "-129", "1.5", "\"7\"", "true", "null", "1e400"] {
        assert!(fill("int8", text, Dialect::V3).is_err(), "{text}");
    }
}

#[test]
fn booleans_are_literals_in_the_new_formats() {
    assert_eq!(fill("bool", "1", Dialect::V2).unwrap(), [1]);
    assert!(fill("bool", "1", Dialect::V3).is_err());
    assert!(fill("bool", "2", Dialect::V2).is_err());
}

#[test]
fn raw_fill_values_in_each_dialect() {
    assert_eq!(fill("r24", "[1, 2, 255]", Dialect::V3).unwrap(), [1, 2, 255]);
    assert_eq!(fill("r24", "\"AQL/\"", Dialect::V2).unwrap(), [1, 2, 255]);
    assert_eq!(fill("r24", "\"AQ==\"", Dialect::V2).unwrap(), [1, 0, 0]);
    assert_eq!(fill("r24", "\"0x0102ff\"", Dialect::Draft2022).unwrap(), [1, 2, 255]);
    for text in ["[1, 2]", "[1, 2, 256]", "\"AQL/AA==\"", "\"?\"", "1"] {
        assert!(fill("r24", text, Dialect::V3).is_err(), "{text}");
    }
}

const DIALECTS: [Dialect; 5] = [Dialect::V1, Dialect::V2, Dialect::Legacy, Dialect::Draft2022, Dialect::V3];

proptest! {
    /// Whatever the bits of a fill value are, writing and reading gives them back, or a warning says what is lost.
    #[test]
    fn fill_values_survive_a_document(code in 1..=14i32, bytes: [u8; 16], dialect in 0..5usize) {
        let (data_type, dialect) = (DataType::from_code(code).unwrap(), DIALECTS[dialect]);
        let mut element = bytes[..data_type.size()].to_vec();
        if data_type.code() == TypeCode::Bool {
            element[0] &= 1;
        }
        let mut lost = Warnings::new(false);
        let text = data_type.fill_to_json(&element, dialect, &mut lost).to_string();
        let mut warnings = Warnings::new(false);
        let back = data_type.fill_from_json(&json(&text), dialect, &mut warnings).unwrap();
        prop_assert!(warnings.messages().is_empty(), "{:?}", warnings.messages());
        if lost.messages().is_empty() {
            prop_assert_eq!(back, element, "{}", text);
        }
    }
}
