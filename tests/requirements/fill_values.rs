//! Fill values of the 2022 draft.

use super::*;

/// The element that a fill value stands for, of an array without data.
fn fill(data_type: &str, value: &str) -> std::result::Result<Vec<u8>, ErrorKind> {
    let members = [("data_type", data_type), ("fill_value", value), ("shape", "[1]")];
    let array = opened(&members).map_err(|error| error.kind())?;
    let element = read(&array);
    assert_eq!(array.fill_value().unwrap(), (element.clone(), true), "{data_type} {value}");
    Ok(element)
}

fn core(name: &str, value: &str) -> std::result::Result<Vec<u8>, ErrorKind> {
    fill(&format!("{name:?}"), value)
}

/// How a fill value is written.
fn written(data_type: &str, element: &[u8]) -> String {
    let hierarchy = hierarchy(&[("zarr.json", ENTRY)]);
    let mut builder = builder(FormatId::V3Draft2022, data_type, &[1]);
    builder.fill_value(element).unwrap();
    let array = hierarchy.create_array("x", &builder).unwrap();
    let again = hierarchy.open_array("x", Some(r#"{"strict": true}"#)).unwrap();
    assert_eq!(
        (array.fill_value().unwrap().0, again.fill_value().unwrap().0),
        (element.to_vec(), element.to_vec()),
        "{data_type}"
    );
    document(&hierarchy, "meta/x.array.json").get("fill_value").unwrap().to_string()
}

const CORE: [&str; 12] = [
    "bool",
    "int8",
    "int16",
    "int32",
    "uint8",
    "uint16",
    "uint32",
    "float16",
    "float32",
    "float64",
    "complex64",
    "r24",
];

#[test]
fn every_type_has_one() {
    for name in CORE {
        let error = opened(&[("data_type", &format!("{name:?}")), ("fill_value", "")]).map(drop).unwrap_err();
        assert!(error.kind() == ErrorKind::Metadata && error.message().contains("fill_value"), "{name}: {error}");
    }
}

#[test]
fn null_is_none() {
    for name in CORE {
        let members = [("data_type", &*format!("{name:?}")), ("fill_value", "null")];
        assert!(draft(&members).open_array("x", Some(r#"{"strict": true}"#)).is_err(), "{name}");
        // Software wrote it all the same: it is read as undefined, with a word about it, and never written.
        let array = opened(&members).unwrap();
        assert!(!array.fill_value().unwrap().1 && array.warnings().len() == 1, "{name}");
    }
}

#[test]
fn the_default_is_written_as_a_value() {
    for name in CORE {
        let hierarchy = hierarchy(&[("zarr.json", ENTRY)]);
        hierarchy.create_array("x", &builder(FormatId::V3Draft2022, name, &[1])).unwrap();
        let value = document(&hierarchy, "meta/x.array.json").get("fill_value").unwrap().clone();
        assert!(!value.is_null(), "{name}");
        let again = hierarchy.open_array("x", Some(r#"{"strict": true}"#)).unwrap();
        assert!(again.fill_value().unwrap().1 && read(&again).iter().all(|byte| *byte == 0), "{name}: {value}");
    }
}

#[test]
fn of_bool_is_true_or_false() {
    assert_eq!((core("bool", "true"), core("bool", "false")), (Ok(vec![1]), Ok(vec![0])));
    for value in ["1", "0", "\"true\"", "[]"] {
        assert_eq!(core("bool", value), Err(ErrorKind::Metadata), "{value}");
    }
    assert_eq!((written("bool", &[1]), written("bool", &[0])), ("true".into(), "false".into()));
}

#[test]
fn of_integers_is_a_number_in_range() {
    assert_eq!(core("int8", "-128"), Ok(vec![0x80]));
    assert_eq!(core("uint32", "4294967295"), Ok(vec![0xff; 4]));
    assert_eq!(core("int64", "-9223372036854775808"), Ok(i64::MIN.to_ne_bytes().into()));
    for (name, value) in [
        ("int8", "128"),
        ("int8", "-129"),
        ("uint8", "-1"),
        ("uint16", "65536"),
        ("uint32", "4294967296"),
        ("uint64", "18446744073709551616"),
        ("int16", "1.5"),
        ("int16", "\"7\""),
        ("int16", "true"),
        ("int16", "[7]"),
    ] {
        assert_eq!(core(name, value), Err(ErrorKind::Metadata), "{name} {value}");
    }
    assert_eq!(written("int64", &i64::MIN.to_ne_bytes()), "-9223372036854775808");
    assert_eq!(written("uint64", &u64::MAX.to_ne_bytes()), "18446744073709551615");
}

#[test]
fn of_integers_has_no_fraction_and_no_exponent() {
    for value in ["7.0", "7e0", "70e-1", "1E1"] {
        let strict = draft(&[("fill_value", value)]).open_array("x", Some(r#"{"strict": true}"#));
        assert!(strict.is_err(), "{value}");
    }
    let lenient = opened(&[("fill_value", "7.0")]).unwrap();
    assert_eq!((int16(&lenient), lenient.warnings().len()), (vec![7; 4], 1));
    assert_eq!(written("int16", &1000_i16.to_ne_bytes()), "1000");
}

#[test]
fn of_an_extension_type_is_its_own_affair() {
    let days = r#"{"extension": "https://purl.org/zarr/spec/extensions/data-types/datetime/1.0", "type": "<M8[D]"}"#;
    assert_eq!(fill(days, "365"), Ok(365_i64.to_ne_bytes().into()), "a count of days");
    assert_eq!(fill(days, "\"NaT\""), Ok(i64::MIN.to_ne_bytes().into()));
    assert_eq!(fill(days, "1.5"), Err(ErrorKind::Metadata));
    let text = r#"{"extension": "https://purl.org/zarr/spec/extensions/data-types/string/1.0", "type": "S3"}"#;
    assert_eq!(fill(text, "\"YWJj\""), Ok(b"abc".to_vec()), "base64, as NumPy's types have it elsewhere");
}

#[test]
fn bits_and_digits_say_what_numbers_can_not() {
    assert_eq!(core("float32", "\"0x7fc00001\""), Ok(0x7fc0_0001_u32.to_ne_bytes().into()), "a payload of NaN");
    assert_eq!(core("float16", "\"0b0011111000000000\""), Ok(0x3e00_u16.to_ne_bytes().into()), "1.5");
    assert_eq!(core("float64", "\"0x8000000000000000\""), Ok((-0.0_f64).to_ne_bytes().into()));
    assert_eq!(core("int16", "\"0xfffe\""), Ok((-2_i16).to_ne_bytes().into()));
    assert_eq!(core("uint8", "\"0b00000101\""), Ok(vec![5]));
    assert_eq!(core("r24", "\"0x010203\"").map(|element| element.len()), Ok(3));
    assert_eq!(written("float32", &0x7fc0_0001_u32.to_ne_bytes()), "\"0x7fc00001\"");
    for value in ["\"0xzz\"", "\"0b12\"", "\"0x\"", "\"7fc00001\"", "\"0X7fc00001\""] {
        assert_eq!(core("float32", value), Err(ErrorKind::Metadata), "{value}");
    }
}

#[test]
fn bits_and_digits_are_as_many_as_the_type_has() {
    for (name, value) in [
        ("float32", "\"0x7fc0000\""),
        ("float32", "\"0x07fc00001\""),
        ("float16", "\"0b011111000000000\""),
        ("int16", "\"0xfe\""),
        ("uint8", "\"0b101\""),
        ("r24", "\"0x0102\""),
        ("float64", "\"0x7fc00001\""),
    ] {
        assert_eq!(core(name, value), Err(ErrorKind::Metadata), "{name} {value}");
    }
}

#[test]
fn of_floats_may_be_nan_or_infinite() {
    let float = |value: &str| core("float64", value).map(|bytes| f64::from_ne_bytes(bytes.try_into().unwrap()));
    assert!(float("\"NaN\"").unwrap().is_nan());
    assert_eq!((float("\"+Infinity\""), float("\"-Infinity\"")), (Ok(f64::INFINITY), Ok(f64::NEG_INFINITY)));
    assert_eq!((float("-1.5e300"), float("3")), (Ok(-1.5e300), Ok(3.0)));
    assert_eq!(core("float32", "\"NaN\""), Ok(f32::NAN.to_ne_bytes().into()));
    assert_eq!(core("float16", "\"-Infinity\""), Ok(0xfc00_u16.to_ne_bytes().into()));
    for (name, value) in [("float64", "\"nan\""), ("float64", "true"), ("int16", "\"NaN\""), ("bool", "\"NaN\"")] {
        assert_eq!(core(name, value), Err(ErrorKind::Metadata), "{name} {value}");
    }
    assert_eq!(written("float32", &f32::NAN.to_ne_bytes()), "\"NaN\"");
    assert_eq!(written("float64", &f64::INFINITY.to_ne_bytes()), "\"+Infinity\"");
    assert_eq!(written("float16", &0xfc00_u16.to_ne_bytes()), "\"-Infinity\"");
}
