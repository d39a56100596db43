//! Every spelling of every type and fill value, against what the formats say.

use super::*;
use crate::error::Result;
use crate::json::{Json, ParseOptions, parse};
use proptest::prelude::*;

fn json(text: &str) -> Json {
    parse(text.as_bytes(), ParseOptions { bare_tokens: true }).unwrap().0
}

fn fill(name: &str, text: &str, dialect: Dialect) -> Result<Vec<u8>> {
    DataType::from_name(name, None)?.fill_from_json(&json(text), dialect, &mut Warnings::new(false))?.to_vec()
}

#[test]
fn every_code_has_one_name_and_reads_its_own_spellings() {
    for code in (1..=14).chain(21..=50) {
        let data_type = DataType::from_code(code).unwrap();
        assert_eq!(data_type.code() as i32, code);
        assert_eq!(DataType::from_name(&data_type.name(), None).unwrap(), data_type);
        if code > 22 {
            assert_eq!(data_type.type_string(ByteOrder::Little), None);
            continue;
        }
        if data_type.is_variable() {
            assert_eq!(data_type.type_string(ByteOrder::Big).as_deref(), Some("|O"));
            assert!(DataType::from_type_string("|O", &mut Warnings::default()).is_err());
            continue;
        }
        for order in [ByteOrder::Little, ByteOrder::Big] {
            let text = data_type.type_string(order).unwrap();
            let mut warnings = Warnings::new(true);
            let (back, back_order) = DataType::from_type_string(&text, &mut warnings).unwrap();
            assert_eq!(back, data_type);
            assert!(data_type.swap_unit() == 1 || back_order == order, "{text}");
            assert!(warnings.messages().is_empty());
        }
    }
    assert!([0, -1, 15, 20, 51, i32::MAX].into_iter().all(|code| DataType::from_code(code).is_none()));
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

/// GDAL takes a fill value of v2 for a double and does not round it to a float.
#[test]
fn v2_has_the_digits_of_the_double_that_a_float_equals() {
    let spell = |name: &str, element: &[u8], dialect| {
        let data_type = DataType::from_name(name, None).unwrap();
        data_type.fill_to_json(element, dialect, &mut Warnings::default()).to_string()
    };
    let float = 0.1f32.to_ne_bytes();
    assert_eq!(spell("float32", &float, Dialect::V2), "0.10000000149011612");
    assert_eq!(spell("float32", &float, Dialect::V3), "0.1");
    assert_eq!(spell("float32", &float, Dialect::V1), "0.1");
    assert_eq!(spell("float16", &0x2e66u16.to_ne_bytes(), Dialect::V2), "0.0999755859375");
    assert_eq!(
        spell("complex64", &[float, (-0.0f32).to_ne_bytes()].concat(), Dialect::V2),
        "[0.10000000149011612, -0.0]"
    );
    assert_eq!(spell("float64", &0.1f64.to_ne_bytes(), Dialect::V2), "0.1");
    for bits in [1, 0x007f_ffff, 0x7f7f_ffff, 0x3dcc_cccd, 0x8000_0000_u32] {
        let element = f32::from_bits(bits).to_ne_bytes();
        assert_eq!(fill("float32", &spell("float32", &element, Dialect::V2), Dialect::V2).unwrap(), element);
    }
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
    // N5-Zarr wrote texts into v2 documents.
    assert_eq!(fill("int8", "\"-1\"", Dialect::V2).unwrap(), [255]);
    assert_eq!(fill("uint64", "\"18446744073709551615\"", Dialect::V2).unwrap(), [255; 8]);
    let wrong = ["\"300\"", "\"1.5\"", "\"0x01\"", "\"\"", "\"seven\"", "\"[1]\""];
    assert!(wrong.iter().all(|text| fill("int8", text, Dialect::V2).is_err()));
}

#[test]
fn booleans_are_literals_in_the_new_formats() {
    assert_eq!(fill("bool", "1", Dialect::V2).unwrap(), [1]);
    assert_eq!(fill("bool", "\"0\"", Dialect::V2).unwrap(), [0]);
    assert!(fill("bool", "1", Dialect::Draft2022).is_err());
    assert!(fill("bool", "2", Dialect::V2).is_err());
    // zarrita wrote numbers into documents of final v3 in 2023.
    assert_eq!((fill("bool", "0", Dialect::V3), fill("bool", "1", Dialect::V3)), (Ok(vec![0]), Ok(vec![1])));
    assert!(fill("bool", "2", Dialect::V3).is_err() && fill("bool", "\"0\"", Dialect::V3).is_err());
}

#[test]
fn raw_fill_values_in_each_dialect() {
    assert_eq!(fill("r24", "[1, 2, 255]", Dialect::V3).unwrap(), [1, 2, 255]);
    assert_eq!(fill("r24", "\"AQL/\"", Dialect::V2).unwrap(), [1, 2, 255]);
    assert_eq!(fill("r24", "\"AQ==\"", Dialect::V2).unwrap(), [1, 0, 0]);
    assert_eq!(fill("r24", "\"0x0102ff\"", Dialect::Draft2022).unwrap(), [1, 2, 255]);
    // zarr-python wrote 0 where it was not given a value, from its first version on.
    for dialect in [Dialect::V1, Dialect::V2, Dialect::Legacy] {
        assert_eq!(fill("r24", "0", dialect).unwrap(), [0; 3]);
        assert!(fill("r24", "1", dialect).is_err());
    }
    for text in ["[1, 2]", "[1, 2, 256]", "\"AQL/AA==\"", "\"?\"", "1"] {
        assert!(fill("r24", text, Dialect::V3).is_err(), "{text}");
    }
}

const DIALECTS: [Dialect; 5] = [Dialect::V1, Dialect::V2, Dialect::Legacy, Dialect::Draft2022, Dialect::V3];

proptest! {
    /// Writing and reading a fill value gives back all of its bits, or a warning says what is lost.
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

fn numpy(text: &str) -> Result<(DataType, StoredOrder)> {
    DataType::from_numpy_json(&json(text), &mut Warnings::new(true))
}

/// NumPy's strings and lists are written as they were read.
#[test]
fn numpy_spellings_come_back() {
    for text in [
        r#""|S5""#,
        r#""<U1""#,
        r#"">U3""#,
        r#""<M8[ns]""#,
        r#"">m8[25s]""#,
        r#""<M8""#,
        r#"[["a", "<i4"], ["b", ">f8"], ["c", "|S3"]]"#,
        r#"[["m", "<f4", [2, 2]], ["k", ">u2"]]"#,
        r#"[["p", [["x", "<i2"], ["y", ">f4"]], [3]], ["q", "|u1"], ["", "|V3"], ["r", ">c16"]]"#,
    ] {
        let (data_type, order) = numpy(text).unwrap();
        assert_eq!(data_type.to_numpy_json(&order).unwrap(), json(text));
        let (again, _) = DataType::from_any_json(&data_type.to_json(), &mut Warnings::new(true)).unwrap();
        assert_eq!(again, data_type, "{text}");
    }
    let named =
        |text: &str| numpy(text).unwrap().0.fields().unwrap().iter().map(|f| f.name.clone()).collect::<Vec<_>>();
    assert_eq!(named(r#"[["", "|V4"]]"#), [Some("f0".to_owned())]);
    assert_eq!(
        named(r#"[[["title", "a"], "<i4"], ["", "<i2"], ["", "|V2"]]"#),
        [Some("a".to_owned()), Some("f1".to_owned()), None]
    );
}

#[test]
fn names_of_final_v3_come_back() {
    for text in [
        r#""bfloat16""#,
        r#""complex_float8_e5m2""#,
        r#"{"name": "null_terminated_bytes", "configuration": {"length_bytes": 5}}"#,
        r#"{"name": "fixed_length_utf32", "configuration": {"length_bytes": 16}}"#,
        r#"{"name": "numpy.datetime64", "configuration": {"unit": "us", "scale_factor": 10}}"#,
        r#"{"name": "numpy.timedelta64", "configuration": {"unit": "generic", "scale_factor": 1}}"#,
        r#"{"name": "struct", "configuration": {"fields": [{"name": "a", "data_type": "int32"}, {"name": "s",
            "data_type": {"name": "struct", "configuration": {"fields": [{"name": "h", "data_type": "bool"}]}}}]}}"#,
    ] {
        assert_eq!(DataType::from_v3_json(&json(text)).unwrap().to_v3_json().unwrap(), json(text));
    }
    let legacy = r#"{"name": "structured", "configuration": {"fields": [["a", "int32"], ["b", "float64"]]}}"#;
    let legacy = DataType::from_v3_json(&json(legacy)).unwrap();
    assert!(legacy.may_omit_endian() && legacy.size() == 12);
    assert!(numpy(r#"[["m", "<f4", [2]]]"#).unwrap().0.to_v3_json().is_err());
}

#[test]
fn types_that_make_no_sense() {
    for text in [
        "[]",
        r#"[["a"]]"#,
        r#"[["a", "<i4"], ["a", "<i4"]]"#,
        r#"[["a", "<i3"]]"#,
        r#"[["a", "|O"]]"#,
        r#"[["a", "<i4", [0]]]"#,
        r#"[["a", "<i4", -1]]"#,
        r#"[["a", "<f8", [4294967295, 4294967295]]]"#,
        r#"[["a", [["x", "|b1"], ["y", "<f8"]], [100000]]]"#,
        r#"[["a", "|V600000000"], ["b", "|V600000000"]]"#,
        r#""|S0""#,
        r#""<U""#,
        r#""<U999999999999""#,
        r#""<M8[x]""#,
        r#""<M8[0s]""#,
        r#""<M8[2147483648s]""#,
        r#""<M4[s]""#,
        r#""<M8[s""#,
        "7",
        "null",
    ] {
        assert!(numpy(text).is_err(), "{text}");
    }
    for text in [
        r#"{"name": "fixed_length_utf32", "configuration": {"length_bytes": 6}}"#,
        r#"{"name": "null_terminated_bytes", "configuration": {"length_bytes": 0}}"#,
        r#"{"name": "null_terminated_bytes"}"#,
        r#"{"name": "numpy.datetime64", "configuration": {"unit": "s"}}"#,
        r#"{"name": "numpy.datetime64", "configuration": {"unit": "s", "scale_factor": 1, "x": 1}}"#,
        r#"{"name": "struct", "configuration": {"fields": []}}"#,
        r#"{"name": "struct", "configuration": {"fields": [{"name": "", "data_type": "int8"}]}}"#,
        r#"{"name": "struct", "configuration": {"fields": [{"name": "a", "data_type": "string"}]}}"#,
    ] {
        assert!(DataType::from_v3_json(&json(text)).is_err(), "{text}");
    }
}

/// Every field is swapped by its own order, and fields without one stay.
#[test]
fn structs_are_swapped_field_by_field() {
    let (data_type, order) =
        numpy(r#"[["a", ">i2"], ["b", "<i4"], ["s", "|S3"], ["c", ">f4", [2]], ["t", "|b1"]]"#).unwrap();
    let stored: Vec<u8> = (0..18).chain(100..118).collect();
    let mut elements = stored.clone();
    let swap = Swap::new(&data_type, &order);
    swap.apply(&mut elements);
    let expected = [1, 0, 2, 3, 4, 5, 6, 7, 8, 12, 11, 10, 9, 16, 15, 14, 13, 17];
    let expected: Vec<u8> = expected.into_iter().chain(expected.map(|byte| byte + 100)).collect();
    if ByteOrder::NATIVE == ByteOrder::Little {
        assert_eq!(elements, expected);
    }
    swap.apply(&mut elements);
    assert_eq!(elements, stored);
    BitRepair::new(&data_type).apply(&mut elements);
    assert_eq!((elements[17], elements[35], &elements[..17]), (1, 1, &stored[..17]));
    let (pair, order) = numpy(r#"[["x", ">f4"], ["y", ">f4"]]"#).unwrap();
    let plain = if ByteOrder::NATIVE == ByteOrder::Little { Swap::Units(4) } else { Swap::None };
    assert_eq!(Swap::new(&pair, &order), plain);
}

#[test]
fn fill_values_of_texts_times_and_structs() {
    let fill = |data_type: &str, text: &str, dialect| {
        let (data_type, _) = DataType::from_any_json(&json(data_type), &mut Warnings::new(true)).unwrap();
        data_type.fill_from_json(&json(text), dialect, &mut Warnings::new(false))?.to_vec()
    };
    assert_eq!(fill(r#""|S4""#, r#""YWL/""#, Dialect::V2).unwrap(), b"ab\xff\0");
    assert_eq!(fill(r#""|S4""#, r#""no base64""#, Dialect::V2).ok(), None);
    assert_eq!(fill(r#""|S4""#, r#""x!""#, Dialect::V2).unwrap(), b"x!\0\0");
    assert_eq!(fill(r#""|S4""#, "0", Dialect::V2).unwrap(), [0; 4]);
    assert_eq!(fill(r#""|S4""#, r#""ab""#, Dialect::V1).unwrap(), b"ab\0\0");
    assert!(fill(r#""|S4""#, r#""x!""#, Dialect::V3).is_err());
    let units = |text: &str, dialect| fill(r#""<U2""#, text, dialect);
    assert_eq!(units(r#""\u00e9""#, Dialect::V2).unwrap(), [0xe9u32.to_ne_bytes(), [0; 4]].concat());
    assert_eq!(units(r#""abc""#, Dialect::V2).unwrap(), [97u32.to_ne_bytes(), 98u32.to_ne_bytes()].concat());
    assert!(units(r#""abc""#, Dialect::V3).is_err());
    for (text, count) in [("\"NaT\"", i64::MIN), ("-5", -5), ("9223372036854775807", i64::MAX)] {
        assert_eq!(fill(r#""<M8[s]""#, text, Dialect::V3).unwrap(), count.to_ne_bytes());
    }
    assert!(fill(r#""<m8[s]""#, "9223372036854775808", Dialect::V2).is_err());
    let pair = r#"[["a", "<i2"], ["b", "|S2"]]"#;
    assert_eq!(
        fill(pair, r#"{"b": "eHk=", "a": -2}"#, Dialect::V3).unwrap(),
        [&(-2i16).to_ne_bytes()[..], b"xy"].concat()
    );
    for text in [r#"{"a": 1}"#, r#"{"a": 1, "b": "", "c": 0}"#, r#"{"a": 70000, "b": ""}"#, "7", r#""AAAAAAAAAA==""#] {
        assert!(fill(pair, text, Dialect::V3).is_err(), "{text}");
    }
}

#[test]
fn small_numbers_keep_their_range_and_their_words() {
    for (name, good, bad) in [("int2", "-2", "2"), ("uint2", "3", "-1"), ("int4", "-8", "8"), ("uint4", "15", "16")] {
        let element = fill(name, good, Dialect::V3).unwrap();
        assert_eq!(element, [good.parse::<i8>().unwrap() as u8]);
        assert!(fill(name, bad, Dialect::V3).is_err());
        let mut stored = [element[0] ^ 0xf0];
        BitRepair::new(&DataType::from_name(name, None).unwrap()).apply(&mut stored);
        assert_eq!(stored[..], element, "{name}");
    }
    assert_eq!(fill("bfloat16", "\"NaN\"", Dialect::V3).unwrap(), 0x7fc0u16.to_ne_bytes());
    assert_eq!(fill("float8_e5m2fnuz", "\"NaN\"", Dialect::V3).unwrap(), [0x80]);
    assert_eq!(fill("complex_float8_e3m4", "[1.5, \"0xf8\"]", Dialect::V3).unwrap(), [0x38, 0xf8]);
    for (name, text) in [
        ("float4_e2m1fn", "\"NaN\""),
        ("float8_e4m3fn", "\"Infinity\""),
        ("float8_e8m0fnu", "-1.0"),
        ("float6_e2m3fn", "100"),
    ] {
        assert!(fill(name, text, Dialect::V3).is_err(), "{name} {text}");
    }
}

/// Types with parameters that stand for all of them in the property test below.
const PARAMETERS: [&str; 8] = [
    r#""|S7""#,
    r#""<U3""#,
    r#""<M8[ns]""#,
    r#""<m8[25s]""#,
    r#""|V5""#,
    r#"[["a", "<i4"], ["b", "<f8"], ["c", "|S3"], ["d", "<M8[D]"]]"#,
    r#"[["p", [["x", "<i2"], ["y", "<f4"]]], ["q", "<c16"]]"#,
    r#""<U1""#,
];

proptest! {
    #[test]
    fn fill_values_of_types_with_parameters_survive_a_document(which in 0..8usize, bytes: [u8; 32], dialect in 0..5usize) {
        let (data_type, _) = DataType::from_any_json(&json(PARAMETERS[which]), &mut Warnings::new(true)).unwrap();
        let dialect = DIALECTS[dialect];
        let mut element = bytes[..data_type.size()].to_vec();
        if data_type.code() == TypeCode::FixedUtf32 {
            // Mostly characters, so that the test reaches more than their absence.
            element.as_chunks_mut::<4>().0.iter_mut().for_each(|unit| {
                *unit = (u32::from_ne_bytes(*unit) % 0xd9ff).to_ne_bytes();
            });
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

    /// Types that only final v3 has.
    #[test]
    fn fill_values_of_small_numbers_survive_a_document(code in 23..=50i32, bytes: [u8; 4]) {
        let data_type = DataType::from_code(code).unwrap();
        let mut element = bytes[..data_type.size()].to_vec();
        BitRepair::new(&data_type).apply(&mut element);
        let text = data_type.fill_to_json(&element, Dialect::V3, &mut Warnings::new(true)).to_string();
        let back = data_type.fill_from_json(&json(&text), Dialect::V3, &mut Warnings::new(true)).unwrap();
        prop_assert_eq!(back, element, "{}", text);
    }
}
