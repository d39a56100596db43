//! The data types of the 2022 draft: each with the bytes that it has by default.

use super::*;

/// The bytes in the store of an array without codecs that holds these native ones, which must come back.
fn stored(data_type: &str, native: &[u8]) -> Vec<u8> {
    let hierarchy = hierarchy(&[("zarr.json", ENTRY)]);
    let array = builder(FormatId::V3Draft2022, data_type, &[1]);
    let array = hierarchy.create_array("x", &array).unwrap_or_else(|error| panic!("{data_type}: {error}"));
    assert_eq!(array.data_type().size(), native.len(), "{data_type}");
    write(&array, native);
    let named = document(&hierarchy, "meta/x.array.json").get("data_type").unwrap().to_string();
    assert_eq!(named, format!("{data_type:?}"), "a core type is given by its identifier");
    assert_eq!(document(&hierarchy, "meta/x.array.json").get("codecs").unwrap().to_string(), "[]");
    // Read by a handle that knows nothing but the store.
    let again = Hierarchy::with_store(Arc::clone(hierarchy.store()), Some(r#"{"strict": true}"#)).unwrap();
    assert_eq!(read(&again.open_array("x", None).unwrap()), native, "{data_type}");
    get(&hierarchy, "data/x/c0").unwrap()
}

#[test]
fn bool_is_a_byte_of_0_or_1() {
    assert_eq!(stored("bool", &[0]), [0]);
    assert_eq!(stored("bool", &[1]), [1]);
}

#[test]
fn int8_is_a_byte() {
    assert_eq!(stored("int8", &(-2_i8).to_ne_bytes()), [0xfe]);
}

#[test]
fn int16_has_two_bytes_the_lowest_first() {
    assert_eq!(stored("int16", &(-2_i16).to_ne_bytes()), [0xfe, 0xff]);
    assert_eq!(stored("int16", &0x0102_i16.to_ne_bytes()), [2, 1]);
}

#[test]
fn int32_has_four_bytes_the_lowest_first() {
    assert_eq!(stored("int32", &(-2_i32).to_ne_bytes()), [0xfe, 0xff, 0xff, 0xff]);
    assert_eq!(stored("int32", &0x0102_0304_i32.to_ne_bytes()), [4, 3, 2, 1]);
}

#[test]
fn uint8_is_a_byte() {
    assert_eq!(stored("uint8", &[200]), [200]);
}

#[test]
fn uint16_has_two_bytes_the_lowest_first() {
    assert_eq!(stored("uint16", &0xfedc_u16.to_ne_bytes()), [0xdc, 0xfe]);
}

#[test]
fn uint32_has_four_bytes_the_lowest_first() {
    assert_eq!(stored("uint32", &0xfedc_ba98_u32.to_ne_bytes()), [0x98, 0xba, 0xdc, 0xfe]);
}

/// The table of the text lost them by accident; all software has them.
#[test]
fn int64_and_uint64_are_there_too() {
    assert_eq!(stored("int64", &(-2_i64).to_ne_bytes()), (-2_i64).to_le_bytes());
    assert_eq!(stored("uint64", &u64::MAX.to_ne_bytes()), [0xff; 8]);
}

#[test]
fn float16_has_two_bytes_of_ieee_754() {
    assert_eq!(stored("float16", &0x3e00_u16.to_ne_bytes()), [0x00, 0x3e], "1.5");
}

#[test]
fn float32_has_four_bytes_of_ieee_754() {
    assert_eq!(stored("float32", &1.5_f32.to_ne_bytes()), [0, 0, 0xc0, 0x3f]);
}

#[test]
fn float64_has_eight_bytes_of_ieee_754() {
    assert_eq!(stored("float64", &1.5_f64.to_ne_bytes()), [0, 0, 0, 0, 0, 0, 0xf8, 0x3f]);
}

#[test]
fn complex64_is_two_float32() {
    let native = [1.5_f32.to_ne_bytes(), (-2.0_f32).to_ne_bytes()].concat();
    assert_eq!(stored("complex64", &native), [0, 0, 0xc0, 0x3f, 0, 0, 0, 0xc0], "the real part first");
}

#[test]
fn complex128_is_two_float64() {
    let native = [1.5_f64.to_ne_bytes(), (-2.0_f64).to_ne_bytes()].concat();
    assert_eq!(stored("complex128", &native), [[0, 0, 0, 0, 0, 0, 0xf8, 0x3f], [0, 0, 0, 0, 0, 0, 0, 0xc0]].concat());
}

#[test]
fn raw_bits_pass_through_as_they_are() {
    assert_eq!(stored("r8", &[0xab]), [0xab]);
    assert_eq!(stored("r16", &[1, 2]), [1, 2]);
    assert_eq!(stored("r24", &[1, 2, 3]), [1, 2, 3]);
    assert_eq!(stored("r80", &[9; 10]), [9; 10]);
}

#[test]
fn types_have_whole_bytes() {
    for name in ["\"r4\"", "\"r12\"", "\"r1\"", "\"r0\"", "\"r\"", "\"r-8\"", "\"r8.0\""] {
        assert!(opened(&[("data_type", name), ("fill_value", "\"0x00\"")]).is_err(), "{name}");
    }
}

#[test]
fn core_types_have_a_fixed_size() {
    let sizes =
        [("bool", 1), ("int8", 1), ("uint16", 2), ("int32", 4), ("float16", 2), ("float64", 8), ("complex128", 16)];
    for (name, size) in sizes {
        let fill = if name == "bool" {
            "false"
        } else if name == "complex128" {
            "[0, 0]"
        } else {
            "0"
        };
        let array = opened(&[("data_type", &format!("{name:?}")), ("fill_value", fill)]).unwrap();
        assert_eq!(array.data_type().size(), size, "{name}");
    }
}

#[test]
fn the_type_of_an_extension_can_be_any_json_value() {
    let open = |kind: &str, fill: &str| {
        let uri = "https://purl.org/zarr/spec/extensions/data-types/struct/1.0";
        let data_type = format!(r#"{{"extension": {uri:?}, "type": {kind}}}"#);
        opened(&[("data_type", &data_type), ("fill_value", fill)])
    };
    let array = open(r#"[["a", "<i2"], ["b", ">f4"]]"#, "\"AAAAAAAA\"").unwrap();
    assert_eq!((array.data_type().size(), array.data_type().fields().unwrap().len()), (6, 2));
    for unknown in ["7", r#"{"some": "thing"}"#, "true"] {
        assert_eq!(
            open(unknown, "0").map(drop).map_err(|error| error.kind()),
            Err(ErrorKind::Unsupported),
            "{unknown}"
        );
    }
    // But a core type is a string, and nothing else.
    assert_eq!(refused(&[("data_type", "[\"int16\"]")]), ErrorKind::Metadata);
}

#[test]
fn big_endian_is_had_by_the_endian_codec() {
    let hierarchy = hierarchy(&[("zarr.json", ENTRY)]);
    let mut builder = builder(FormatId::V3Draft2022, "int16", &[1]);
    builder.big_endian(true);
    let array = hierarchy.create_array("x", &builder).unwrap();
    write(&array, &0x0102_i16.to_ne_bytes());
    assert_eq!(get(&hierarchy, "data/x/c0").unwrap(), [1, 2]);
    let codecs = document(&hierarchy, "meta/x.array.json").get("codecs").unwrap().to_string();
    assert!(codecs.contains("https://purl.org/zarr/spec/codecs/endian/1.0") && codecs.contains("big"), "{codecs}");
    assert_eq!(int16(&hierarchy.open_array("x", None).unwrap()), [0x0102]);
}

/// A reader that does not know the extension can read the bytes.
#[test]
fn types_of_a_fixed_size_have_a_fallback() {
    for (data_type, bytes, fallback) in [
        ("\"|S3\"", &b"abc"[..], "r24"),
        ("\"<U1\"", &[0x41, 0, 0, 0], "r32"),
        (r#"[["a", "|u1"], ["b", ">i2"]]"#, &[1, 2, 3], "r24"),
        ("\"<M8[s]\"", &[9, 0, 0, 0, 0, 0, 0, 0], "int64"),
    ] {
        let hierarchy = hierarchy(&[("zarr.json", ENTRY)]);
        let mut builder = ArrayBuilder::new_json(data_type, &[1]).unwrap();
        builder.format(Some(FormatId::V3Draft2022));
        hierarchy.create_array("x", &builder).unwrap();
        let mut written = document(&hierarchy, "meta/x.array.json");
        let data_type = written.get("data_type").unwrap().as_object().unwrap().clone();
        assert_eq!(data_type.get("fallback").and_then(Json::as_str), Some(fallback));
        written.set("data_type", data_type.with("extension", "https://example.org/unknown/1.0"));
        put(&hierarchy, "meta/y.array.json", Json::Object(written).to_string().as_bytes());
        put(&hierarchy, "data/y/c0", bytes);
        assert_eq!(kind(hierarchy.open_array("y", None)), ErrorKind::Unsupported);
        let array = hierarchy.open_array("y", Some(r#"{"allow_fallback": true}"#)).unwrap();
        assert_eq!((array.data_type().name().as_str(), read(&array).len()), (fallback, bytes.len()));
        if fallback != "int64" {
            assert_eq!(read(&array), bytes);
        }
    }
}
