//! The codecs registered for final v3 as documents name them: their bytes in the store, what they refuse, and those
//! that no software knows.

use std::sync::Arc;
use zarr::array::{Array, ArrayBuilder};
use zarr::dtype::DataType;
use zarr::hierarchy::Hierarchy;
use zarr::store::{ByteRange, MemoryStore, StoreExt};
use zarr::{ErrorKind, Result};

/// An array of one chunk with these codecs.
fn document(data_type: &str, length: usize, fill_value: &str, codecs: &str) -> String {
    format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": [{length}], "data_type": {data_type},
        "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [{length}]}}}},
        "chunk_key_encoding": {{"name": "default"}}, "fill_value": {fill_value}, "codecs": [{codecs}]}}"#
    )
}

fn open(data_type: &str, length: usize, fill_value: &str, codecs: &str) -> Result<(Arc<Hierarchy>, Array)> {
    let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None)?;
    let document = document(data_type, length, fill_value, codecs);
    hierarchy.store().set("a/zarr.json", document.as_bytes())?;
    let array = hierarchy.open_array("a", None)?;
    Ok((hierarchy, array))
}

fn read(array: &Array) -> Result<Vec<u8>> {
    let mut bytes = vec![0xee; array.shape()[0] as usize * array.data_type().size()];
    array.read_region(&[0], &array.shape(), &mut bytes).map(|()| bytes)
}

fn write(array: &Array, bytes: &[u8]) -> Result<()> {
    array.write_region(&[0], &array.shape(), bytes)
}

fn chunk(hierarchy: &Hierarchy) -> Vec<u8> {
    hierarchy.store().get("a/c/0", ByteRange::ALL).unwrap().expect("a chunk")
}

/// The effect of such a codec on chunks is unknown: the array opens, and its chunks are refused.
#[test]
fn codecs_that_need_not_be_understood_keep_no_array_from_opening() {
    let shards = r#"{"name": "sharding_indexed", "configuration": {"chunk_shape": [1], "codecs":
        [{"name": "example.hint", "must_understand": false}, {"name": "bytes"}], "index_codecs":
        [{"name": "bytes", "configuration": {"endian": "little"}}]}}"#;
    for codecs in [
        r#""bytes", {"name": "example.hint", "configuration": {"a": 1}, "must_understand": false}, "crc32c""#,
        r#"{"name": "example.hint", "must_understand": false}"#,
        shards,
    ] {
        let (hierarchy, array) = open("\"uint8\"", 3, "4", codecs).unwrap();
        let warnings = array.warnings();
        assert!(warnings.len() == 1 && warnings[0].contains("example.hint"), "{warnings:?}");
        assert_eq!(array.shape(), [3]);
        array.set_attributes("{\"a\": 1}").unwrap();
        hierarchy.store().set("a/c/0", &[1, 2, 3]).unwrap();
        for error in [read(&array).unwrap_err(), write(&array, &[1, 2, 3]).unwrap_err()] {
            assert_eq!(error.kind(), ErrorKind::Unsupported);
            assert!(error.message().contains("example.hint"), "{error}");
        }
    }
}

#[test]
fn codecs_that_must_be_understood_are_errors_that_name_them() {
    for codec in [r#""example.hint""#, r#"{"name": "example.hint", "must_understand": true}"#] {
        let error = open("\"uint8\"", 3, "0", &format!("\"bytes\", {codec}")).map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        assert!(error.message().contains("example.hint"), "{error}");
    }
    let wrong = r#""bytes", {"name": "example.hint", "must_understand": "no"}"#;
    assert_eq!(open("\"uint8\"", 3, "0", wrong).map(drop).unwrap_err().kind(), ErrorKind::Metadata);
    // No codec can be asked to write an unknown type.
    let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
    let codecs = r#""bytes", {"name": "example.hint", "must_understand": false}"#;
    let created = hierarchy.create_array_json("a", None, &document("\"uint8\"", 3, "0", codecs));
    assert_eq!(created.map(drop).unwrap_err().kind(), ErrorKind::Unsupported);
}

/// Writes `data`, finds `stored` in the store, and reads `back`.
fn holds(data_type: &str, codecs: &str, data: &[u8], stored: &[u8], back: &[u8]) {
    let size = open(data_type, 0, "0", codecs).map(|(_, array)| array.data_type().size()).unwrap();
    let (hierarchy, array) = open(data_type, data.len() / size, "0", codecs).unwrap();
    write(&array, data).unwrap_or_else(|error| panic!("{codecs}: {error}"));
    assert_eq!(chunk(&hierarchy), stored, "{codecs}");
    assert_eq!(read(&array).unwrap(), back, "{codecs}");
}

fn refused(data_type: &str, codecs: &str) -> ErrorKind {
    open(data_type, 4, "0", codecs).map(drop).expect_err(codecs).kind()
}

/// Reads a chunk of these bytes.
fn read_chunk(data_type: &str, length: usize, codecs: &str, stored: &[u8]) -> Result<Vec<u8>> {
    let (hierarchy, array) = open(data_type, length, "0", codecs).unwrap();
    hierarchy.store().set("a/c/0", stored).unwrap();
    read(&array)
}

fn doubles(values: &[f64]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_ne_bytes()).collect()
}

fn singles(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_ne_bytes()).collect()
}

fn shorts(values: &[i16]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_ne_bytes()).collect()
}

const LITTLE: &str = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;

fn packbits(configuration: &str) -> String {
    format!(r#"{{"name": "packbits", "configuration": {{{configuration}}}}}"#)
}

#[test]
fn packbits_keeps_the_bits_of_a_type_the_least_significant_first() {
    let truths = [1, 0, 1, 1, 0, 0, 0, 0, 1];
    let bools = |configuration: &str, stored: &[u8]| {
        let (hierarchy, array) = open("\"bool\"", 9, "false", &packbits(configuration)).unwrap();
        write(&array, &truths).unwrap();
        assert_eq!((chunk(&hierarchy), read(&array).unwrap()), (stored.to_vec(), truths.to_vec()), "{configuration}");
    };
    bools("", &[0b1101, 1]);
    bools(r#""padding_encoding": "first_byte", "first_bit": null"#, &[7, 0b1101, 1]);
    bools(r#""padding_encoding": "last_byte""#, &[0b1101, 1, 7]);
    holds("\"int4\"", &packbits(""), &[0xff, 3, 0xf8], &[0x3f, 0x08], &[0xff, 3, 0xf8]);
    holds("\"uint2\"", &packbits(""), &[3, 0, 1, 2, 1], &[0b1001_0011, 1], &[3, 0, 1, 2, 1]);
    holds("\"float6_e2m3fn\"", &packbits(""), &[0x3f, 1, 0x20], &[0x7f, 0, 2], &[0x3f, 1, 0x20]);
    holds("\"int32\"", &packbits(""), &7_i32.to_ne_bytes(), &[7, 0, 0, 0], &7_i32.to_ne_bytes());
    // Content outside the bits is lost; the sign goes on from the last one.
    let middle = packbits(r#""first_bit": 4, "last_bit": 11"#);
    holds("\"int16\"", &middle, &shorts(&[0x07b5, -16, 0x1230]), &[0x7b, 0xff, 0x23], &shorts(&[0x07b0, -16, 0x0230]));
    let value = [1.5_f32, -2.0];
    let complex = packbits(r#""first_bit": 16"#);
    let (hierarchy, array) = open("\"complex64\"", 1, "[0, 0]", &complex).unwrap();
    write(&array, &singles(&value)).unwrap();
    assert_eq!(chunk(&hierarchy), [0xc0, 0x3f, 0, 0xc0]);
    assert_eq!(read(&array).unwrap(), singles(&value));
    // Inside shards, with compressors behind.
    let shards = r#"{"name": "sharding_indexed", "configuration": {"chunk_shape": [3], "codecs": ["packbits", "crc32c"],
        "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}"#;
    let (_, array) = open("\"bool\"", 9, "false", shards).unwrap();
    write(&array, &truths).unwrap();
    assert_eq!(read(&array).unwrap(), truths);
    array.write_region(&[4], &[2], &[1, 1]).unwrap();
    assert_eq!(read(&array).unwrap(), [1, 0, 1, 1, 1, 1, 0, 0, 1]);
}

#[test]
fn packbits_refuses_what_it_can_not_have_made() {
    let read = |configuration: &str, stored: &[u8]| read_chunk("\"uint4\"", 3, &packbits(configuration), stored);
    assert_eq!(read("", &[0x21, 0xf3]).unwrap(), [1, 2, 3], "the last bits mean nothing");
    let first = r#""padding_encoding": "first_byte""#;
    assert_eq!(read(first, &[4, 0x21, 3]).unwrap(), [1, 2, 3]);
    for (configuration, stored) in
        [("", &[][..]), ("", &[1]), ("", &[1, 2, 3]), (first, &[3, 0x21, 3]), (first, &[4, 1])]
    {
        assert_eq!(read(configuration, stored).unwrap_err().kind(), ErrorKind::Data, "{configuration} {stored:?}");
    }
    for wrong in [
        r#""padding_encoding": "middle""#,
        r#""first_bit": 8"#,
        r#""last_bit": -1"#,
        r#""first_bit": 3, "last_bit": 2"#,
        r#""bits": 3"#,
    ] {
        assert_eq!(refused("\"uint8\"", &packbits(wrong)), ErrorKind::Metadata, "{wrong}");
    }
    let behind = format!("{LITTLE}, {}", packbits(""));
    assert_eq!(refused("\"uint8\"", &behind), ErrorKind::Metadata);
    assert_eq!(
        refused("{\"name\": \"fixed_length_utf32\", \"configuration\": {\"length_bytes\": 8}}", &packbits("")),
        ErrorKind::Metadata
    );
}

fn scaled(configuration: &str) -> String {
    format!(r#"{{"name": "scale_offset", "configuration": {{{configuration}}}}}, {LITTLE}"#)
}

#[test]
fn scale_offset_computes_in_the_type_itself() {
    let little = |values: &[i16]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<_>>();
    let data = shorts(&[103, 100, 90]);
    holds("\"int16\"", &scaled(r#""offset": 100, "scale": 2"#), &data, &little(&[6, 0, -20]), &data);
    holds("\"int16\"", &scaled(""), &data, &little(&[103, 100, 90]), &data);
    // 0.1 is no float: the product is rounded to one, and so are quotient and sum.
    let (data, scale) = (singles(&[10.0, f32::NAN, f32::INFINITY]), 0.1_f32);
    let stored: Vec<u8> = [5.0 * scale, f32::NAN, f32::INFINITY].iter().flat_map(|value| value.to_le_bytes()).collect();
    holds("\"float32\"", &scaled(r#""offset": 5, "scale": 0.1"#), &data, &stored, &data);
    let hexadecimal = scaled(r#""offset": "0x40a00000""#);
    holds("\"float32\"", &hexadecimal, &singles(&[6.0]), &1.0_f32.to_le_bytes(), &singles(&[6.0]));

    let write = |data_type: &str, codecs: &str, data: &[u8]| {
        let (_, array) = open(data_type, 1, "0", codecs).unwrap();
        write(&array, data).map_err(|error| error.kind())
    };
    assert_eq!(write("\"uint8\"", &scaled(r#""offset": 10"#), &[9]), Err(ErrorKind::Range));
    assert_eq!(write("\"int16\"", &scaled(r#""scale": 1000"#), &shorts(&[33])), Err(ErrorKind::Range));
    assert_eq!(write("\"float32\"", &scaled(r#""scale": 1e30"#), &singles(&[1e30])), Err(ErrorKind::Range));
    let read = |codecs: &str, stored: &[u8]| read_chunk("\"int8\"", 1, codecs, stored).map_err(|error| error.kind());
    assert_eq!(read(&scaled(r#""scale": 2"#), &[6]), Ok(vec![3]));
    assert_eq!(read(&scaled(r#""scale": 2"#), &[7]), Err(ErrorKind::Data), "no number times two is seven");
    assert_eq!(read(&scaled(r#""offset": 100"#), &[100]), Err(ErrorKind::Data));
    for (data_type, wrong) in [
        ("\"int8\"", r#""scale": 0"#),
        ("\"float64\"", r#""scale": "NaN""#),
        ("\"int8\"", r#""offset": 1.5"#),
        ("\"int8\"", r#""offset": 200"#),
        ("\"int8\"", r#""add": 1"#),
        ("\"bool\"", ""),
    ] {
        let fill = if data_type == "\"bool\"" { "false" } else { "0" };
        let error = open(data_type, 1, fill, &scaled(wrong)).map(drop).expect_err(wrong);
        assert_eq!(error.kind(), ErrorKind::Metadata, "{error}");
    }
}

fn cast(data_type: &str, rest: &str) -> String {
    format!(r#"{{"name": "cast_value", "configuration": {{"data_type": "{data_type}"{rest}}}}}, {LITTLE}"#)
}

#[test]
fn cast_value_rounds_as_it_is_told() {
    let values = [2.5, -2.5, 3.5, 1.2, -1.2, 1.8];
    for (rounding, expected) in [
        ("", [2_i8, -2, 4, 1, -1, 2]),
        (r#", "rounding": "nearest-even""#, [2, -2, 4, 1, -1, 2]),
        (r#", "rounding": "towards-zero""#, [2, -2, 3, 1, -1, 1]),
        (r#", "rounding": "towards-positive""#, [3, -2, 4, 2, -1, 2]),
        (r#", "rounding": "towards-negative""#, [2, -3, 3, 1, -2, 1]),
        (r#", "rounding": "nearest-away""#, [3, -3, 4, 1, -1, 2]),
    ] {
        let back: Vec<f64> = expected.iter().map(|value| f64::from(*value)).collect();
        let stored: Vec<u8> = expected.iter().map(|value| *value as u8).collect();
        holds("\"float64\"", &cast("int8", rounding), &doubles(&values), &stored, &doubles(&back));
    }
    // To floats: the neighbours of 0.1, and of an integer with one bit too many; a tie goes away from zero.
    let nearest = 0.1_f64 as f32;
    assert!(f64::from(nearest) > 0.1);
    let narrow = |rounding: &str, value: f64, expected: f32| {
        let rule = format!(r#", "rounding": "{rounding}""#);
        let data = doubles(&[value]);
        holds("\"float64\"", &cast("float32", &rule), &data, &expected.to_le_bytes(), &doubles(&[expected.into()]));
    };
    narrow("nearest-even", 0.1, nearest);
    narrow("towards-negative", 0.1, nearest.next_down());
    narrow("towards-zero", 0.1, nearest.next_down());
    narrow("towards-positive", 0.1, nearest);
    narrow("towards-zero", -0.1, -nearest.next_down());
    narrow("nearest-even", 16_777_217.0, 16_777_216.0);
    narrow("nearest-away", 16_777_217.0, 16_777_218.0);
    let rule = r#", "rounding": "towards-positive""#;
    let (hierarchy, array) = open("\"int64\"", 1, "0", &cast("float32", rule)).unwrap();
    write(&array, &16_777_217_i64.to_ne_bytes()).unwrap();
    assert_eq!(chunk(&hierarchy), 16_777_218_f32.to_le_bytes());
}

#[test]
fn cast_value_keeps_to_the_range_as_it_is_told() {
    let encode = |from: &str, data: &[u8], to: &str, rest: &str| {
        let (hierarchy, array) = open(from, 1, "0", &cast(to, rest)).unwrap();
        write(&array, data).map(|()| chunk(&hierarchy)).map_err(|error| error.kind())
    };
    let (clamp, wrap) = (r#", "out_of_range": "clamp""#, r#", "out_of_range": "wrap""#);
    let of_double = |value: f64, rest: &str| encode("\"float64\"", &doubles(&[value]), "int8", rest);
    let of_short = |value: i16, rest: &str| encode("\"int16\"", &shorts(&[value]), "uint8", rest);
    assert_eq!(
        (of_short(300, ""), of_short(300, clamp), of_short(300, wrap)),
        (Err(ErrorKind::Range), Ok(vec![255]), Ok(vec![44]))
    );
    assert_eq!(
        (of_short(-1, ""), of_short(-1, clamp), of_short(-1, wrap)),
        (Err(ErrorKind::Range), Ok(vec![0]), Ok(vec![255]))
    );
    assert_eq!((of_double(127.5, ""), of_double(128.0, clamp)), (Err(ErrorKind::Range), Ok(vec![127])));
    assert_eq!((of_double(127.4, ""), of_double(-130.0, wrap)), (Ok(vec![127]), Ok(vec![126])));
    // No integer stands for an infinity under any rule, unless one is named.
    for (value, rest) in [(f64::INFINITY, clamp), (f64::NEG_INFINITY, clamp), (f64::INFINITY, wrap)] {
        assert_eq!(of_double(value, rest), Err(ErrorKind::Range), "{value} {rest}");
    }
    let named = r#", "out_of_range": "clamp", "scalar_map": {"encode": [["Infinity", 127], ["-Infinity", -128]]}"#;
    assert_eq!((of_double(f64::INFINITY, named), of_double(f64::NEG_INFINITY, named)), (Ok(vec![127]), Ok(vec![128])));
    assert_eq!((of_double(1e300, ""), of_double(1e300, clamp)), (Err(ErrorKind::Range), Ok(vec![127])));
    assert_eq!(of_double(2_f64.powi(200), wrap), Ok(vec![0]));
    for rest in ["", clamp, wrap] {
        assert_eq!(of_double(f64::NAN, rest), Err(ErrorKind::Range), "{rest}");
    }
    let narrow = |value: f64, rest: &str| encode("\"float64\"", &doubles(&[value]), "float32", rest);
    assert_eq!(
        (narrow(-1e300, ""), narrow(-1e300, clamp)),
        (Err(ErrorKind::Range), Ok(f32::NEG_INFINITY.to_le_bytes().to_vec()))
    );
    assert_eq!(narrow(f64::INFINITY, ""), Ok(f32::INFINITY.to_le_bytes().to_vec()));
    // Back: what the type of the array can't hold is corrupt.
    let back = read_chunk("\"int8\"", 1, &cast("int16", ""), &300_i16.to_le_bytes());
    assert_eq!(back.unwrap_err().kind(), ErrorKind::Data);
    assert_eq!(read_chunk("\"int8\"", 1, &cast("int16", clamp), &300_i16.to_le_bytes()).unwrap(), [127]);
}

#[test]
fn cast_value_maps_single_values_first() {
    let map =
        r#", "scalar_map": {"encode": [["NaN", -128], ["+Infinity", 127], ["NaN", 5]], "decode": [[-128, "NaN"]]}"#;
    let packed = format!(r#"{{"name": "scale_offset", "configuration": {{"scale": 10}}}}, {}"#, cast("int8", map));
    let (hierarchy, array) = open("\"float64\"", 4, "0", &packed).unwrap();
    write(&array, &doubles(&[f64::NAN, 1.26, f64::INFINITY, -f64::NAN])).unwrap();
    assert_eq!(chunk(&hierarchy), [128, 13, 127, 128]);
    let values: Vec<f64> = read(&array).unwrap().as_chunks().0.iter().map(|bytes| f64::from_ne_bytes(*bytes)).collect();
    assert!(values[0].is_nan() && values[3].is_nan());
    assert_eq!(values[1..3], [1.3, 12.7]);
    for wrong in [
        r#", "scalar_map": {"encode": [[1]]}"#,
        r#", "scalar_map": {"both": []}"#,
        r#", "scalar_map": {"encode": [[1, 300]]}"#,
        r#", "scalar_map": []"#,
        r#", "rounding": "up""#,
        r#", "out_of_range": "ignore""#,
        r#", "more": 1"#,
    ] {
        assert_eq!(refused("\"float64\"", &cast("int8", wrong)), ErrorKind::Metadata, "{wrong}");
    }
    assert_eq!(refused("\"int8\"", &cast("float64", r#", "out_of_range": "wrap""#)), ErrorKind::Metadata);
    assert_eq!(refused("\"int8\"", &cast("complex64", "")), ErrorKind::Unsupported);
    assert_eq!(refused("\"int8\"", &cast("int7", "")), ErrorKind::Unsupported);
}

#[test]
fn bitround_of_integers_counts_from_their_first_bit() {
    let codecs = |keep: i32| format!(r#"{{"name": "bitround", "configuration": {{"keepbits": {keep}}}}}, {LITTLE}"#);
    let data = [0, 1, 0b101, 0b111, 0b1010_1010, 0b1111_1111];
    let rounded = [0, 1, 4, 8, 192, 192];
    holds("\"uint8\"", &codecs(2), &data, &rounded, &rounded);
    holds("\"uint8\"", &codecs(8), &data, &data, &data);
    // The text names no largest number: above the width nothing is dropped.
    holds("\"uint8\"", &codecs(10), &data, &data, &data);
    // The codec of numcodecs has floats only. Decoding has nothing to do in any of these cases.
    let older = codecs(2).replace("bitround", "numcodecs.bitround");
    for codecs in [codecs(0), codecs(-1), older.clone()] {
        let (hierarchy, array) = open("\"uint8\"", 4, "0", &codecs).unwrap();
        assert!(array.warnings().len() == 1 && array.warnings()[0].contains("only encoding"), "{:?}", array.warnings());
        let strict = hierarchy.open_array("a", Some(r#"{"strict": true}"#)).map(drop).unwrap_err();
        assert_eq!(strict.kind(), ErrorKind::Metadata, "{codecs}");
        hierarchy.store().set("a/c/0", &[1, 2, 3, 5]).unwrap();
        assert_eq!(read(&array).unwrap(), [1, 2, 3, 5], "{codecs}");
    }
    assert!(open("\"float32\"", 4, "0", &older).is_ok());
}

/// Returns the stored bytes of elements with a fill value.
fn stored(data_type: &str, fill_value: &str, codecs: &str, data: &[u8]) -> std::result::Result<Vec<u8>, ErrorKind> {
    let (_, empty) = open(data_type, 0, fill_value, codecs).unwrap_or_else(|error| panic!("{codecs}: {error}"));
    let (hierarchy, array) = open(data_type, data.len() / empty.data_type().size(), fill_value, codecs).unwrap();
    write(&array, data).map(|()| chunk(&hierarchy)).map_err(|error| error.kind())
}

/// The text: rounding comes before the range, and a clamped float is infinite where there is an infinity.
#[test]
fn cast_value_rounds_first_and_clamps_floats_to_infinity() {
    let halves = |from: &str, data: &[u8], rest: &str| {
        let codecs = cast("float16", rest);
        let bytes = stored(from, "0", &codecs, data)?;
        Ok(half::f16::from_le_bytes([bytes[0], bytes[1]]).to_f64())
    };
    let of_short = |value: u16, rest: &str| halves("\"uint16\"", &value.to_ne_bytes(), rest);
    let of_single = |value: f32, rest: &str| halves("\"float32\"", &singles(&[value]), rest);
    let rules = |rounding: &str, out_of_range: &str| {
        let out_of_range =
            if out_of_range.is_empty() { String::new() } else { format!(r#", "out_of_range": "{out_of_range}""#) };
        format!(r#", "rounding": "{rounding}"{out_of_range}"#)
    };
    for (value, rounding, out_of_range, expected) in [
        (65535, "nearest-even", "clamp", Ok(f64::INFINITY)),
        (65535, "nearest-even", "", Err(ErrorKind::Range)),
        (65519, "nearest-even", "", Ok(65504.0)),
        (65520, "nearest-even", "", Err(ErrorKind::Range)),
        (65535, "towards-zero", "", Ok(65504.0)),
        (65535, "towards-negative", "", Ok(65504.0)),
        (65519, "towards-positive", "", Err(ErrorKind::Range)),
        (65519, "towards-positive", "clamp", Ok(f64::INFINITY)),
        (65504, "towards-positive", "", Ok(65504.0)),
        (65519, "nearest-away", "", Ok(65504.0)),
        (65520, "nearest-away", "clamp", Ok(f64::INFINITY)),
    ] {
        let rules = rules(rounding, out_of_range);
        assert_eq!(of_short(value, &rules), expected, "{value}{rules}");
        assert_eq!(of_single(value.into(), &rules), expected, "{value}{rules}");
    }
    let clamp = rules("nearest-even", "clamp");
    assert_eq!(halves("\"int64\"", &i64::MIN.to_ne_bytes(), &clamp), Ok(f64::NEG_INFINITY));
    assert_eq!(of_single(f32::MIN, &clamp), Ok(f64::NEG_INFINITY));
    assert_eq!(of_single(f32::INFINITY, ""), Ok(f64::INFINITY));
    assert!(of_single(f32::NAN, "").unwrap().is_nan());
    assert!(of_single(-0.0, "").unwrap().is_sign_negative());
    // A number just above the middle of two is rounded once: not first to a float of 32 bits, nor to a double.
    let above = doubles(&[1.0 + 2_f64.powi(-11) + 2_f64.powi(-30)]);
    assert_eq!(halves("\"float64\"", &above, ""), Ok(1.0 + 2_f64.powi(-10)));
    let above: i64 = (1 << 62) + (1 << 54) + 1;
    for (value, rounding, expected) in [
        (above, "nearest-even", 0x5e81_u16),
        (above - 1, "nearest-even", 0x5e80),
        (above - 1, "nearest-away", 0x5e81),
        (1 - above, "nearest-away", 0xde81),
        (above, "towards-zero", 0x5e80),
        (-above, "towards-zero", 0xde80),
        (-above, "towards-negative", 0xde81),
        (-above, "towards-positive", 0xde80),
        (i64::MAX, "towards-zero", 0x5eff),
        (i64::MAX, "nearest-even", 0x5f00),
    ] {
        let codecs = cast("bfloat16", &rules(rounding, ""));
        let bytes = stored("\"int64\"", "0", &codecs, &value.to_ne_bytes()).unwrap();
        assert_eq!(bytes, expected.to_le_bytes(), "{value} {rounding}");
    }
}

/// A number of each type that the registry lists, and what it rounds to, clamps to and refuses.
#[test]
fn cast_value_has_every_type_that_the_registry_lists() {
    let clamp = r#", "out_of_range": "clamp""#;
    let inf = f64::INFINITY;
    // The type; the largest number; what is clamped above and below; a number between two others, and what it becomes.
    for (name, largest, above, below, between, bits) in [
        ("float4_e2m1fn", 6.0, 6.0, -6.0, 2.5, 0x04),
        ("float6_e2m3fn", 7.5, 7.5, -7.5, 1.1, 0x09),
        ("float6_e3m2fn", 28.0, 28.0, -28.0, -1.1, 0x2c),
        ("float8_e3m4", 15.5, inf, -inf, 1.1, 0x32),
        ("float8_e4m3", 240.0, inf, -inf, 1.1, 0x39),
        ("float8_e4m3b11fnuz", 30.0, 30.0, -30.0, 1.1, 0x59),
        ("float8_e4m3fnuz", 240.0, 240.0, -240.0, 1.1, 0x41),
        ("float8_e5m2", 57344.0, inf, -inf, 1.1, 0x3c),
        ("float8_e5m2fnuz", 57344.0, 57344.0, -57344.0, 1.4, 0x42),
        ("bfloat16", f64::from(half::bf16::MAX), inf, -inf, 1.1, 0x3f8d),
        ("int2", 1.0, 1.0, -2.0, -1.5, 0xfe),
        ("uint2", 3.0, 3.0, 0.0, 1.5, 2),
        ("int4", 7.0, 7.0, -8.0, -6.5, 0xfa),
        ("uint4", 15.0, 15.0, 0.0, 9.3, 9),
    ] {
        let size = if name == "bfloat16" { 2 } else { 1 };
        let one = |value: f64, rest: &str| stored("\"float64\"", "1", &cast(name, rest), &doubles(&[value]));
        assert_eq!(one(between, "").unwrap(), u16::to_le_bytes(bits)[..size], "{name}: {between}");
        let clamped = |value: f64| {
            let (_, array) = open("\"float64\"", 1, "1", &cast(name, clamp)).unwrap();
            write(&array, &doubles(&[value])).unwrap();
            f64::from_ne_bytes(*read(&array).unwrap().first_chunk().unwrap())
        };
        assert_eq!((clamped(largest), clamped(1e300), clamped(-1e300)), (largest, above, below), "{name}");
        assert_eq!(one(largest * 1.5, ""), Err(ErrorKind::Range), "{name}");
        if above.is_finite() {
            assert_eq!(one(inf, clamp), Err(ErrorKind::Range), "{name} has no infinity");
        }
    }
    // Every element of the small types is the number that it stands for, and comes back from doubles.
    for (name, elements) in [
        ("float4_e2m1fn", 16),
        ("float6_e2m3fn", 64),
        ("float6_e3m2fn", 64),
        ("float8_e3m4", 256),
        ("float8_e4m3", 256),
        ("float8_e4m3b11fnuz", 256),
        ("float8_e4m3fnuz", 256),
        ("float8_e5m2", 256),
        ("float8_e5m2fnuz", 256),
        ("float8_e8m0fnu", 256),
        ("float8_e4m3fn", 256),
    ] {
        let (hierarchy, array) = open(&format!("\"{name}\""), elements, "1", &cast("float64", "")).unwrap();
        let all: Vec<u8> = (0..elements).map(|bits| bits as u8).collect();
        write(&array, &all).unwrap();
        let numbers = chunk(&hierarchy);
        let is_nan = |at: usize| f64::from_le_bytes(numbers[8 * at..8 * at + 8].try_into().unwrap()).is_nan();
        for (at, (back, bits)) in read(&array).unwrap().iter().zip(&all).enumerate() {
            assert!(back == bits || is_nan(at), "{name}: {bits:#x} became {back:#x}");
        }
    }
    // Powers of two only: neither zero nor a negative number is in range.
    let power = |value: f64, rest: &str| stored("\"float64\"", "1", &cast("float8_e8m0fnu", rest), &doubles(&[value]));
    assert_eq!(
        (power(3.0, ""), power(0.0, ""), power(-1.0, "")),
        (Ok(vec![129]), Err(ErrorKind::Range), Err(ErrorKind::Range))
    );
    assert_eq!((power(0.0, clamp), power(-1.0, clamp), power(1e300, clamp)), (Ok(vec![0]), Ok(vec![0]), Ok(vec![254])));
    // Integers of a few bits wrap by their own width.
    let wrap = cast("int4", r#", "out_of_range": "wrap""#);
    assert_eq!(stored("\"int16\"", "0", &wrap, &shorts(&[8, -9, 15, 16])).unwrap(), [0xf8, 7, 0xff, 0]);
    let map = cast("uint2", r#", "scalar_map": {"encode": [["NaN", 3]], "decode": [[3, "NaN"]]}"#);
    assert_eq!(
        stored("\"bfloat16\"", "0", &map, &[0x7fc0_u16, 0x4000].map(u16::to_ne_bytes).concat()).unwrap(),
        [3, 2]
    );
}

/// The text: a fill value that does not survive is an error; such an array can still be read.
#[test]
fn a_fill_value_that_a_codec_does_not_keep_is_refused_where_something_is_written() {
    let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
    let inside = |codecs: &str| {
        format!(
            r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [1], "codecs": [{codecs}],
            "index_codecs": [{LITTLE}]}}}}"#
        )
    };
    let both = format!(r#"{{"name": "scale_offset", "configuration": {{"offset": 1000}}}}, {}"#, cast("uint8", ""));
    for (at, (data_type, fill_value, codecs, why)) in [
        ("\"int16\"", "300", cast("uint8", ""), "300 is outside"),
        ("\"float32\"", "\"NaN\"", cast("uint8", ""), "NaN is outside"),
        ("\"float32\"", "1.5", cast("int16", ""), "1.5 would become 2"),
        ("\"float64\"", "0.1", inside(&cast("float32", "")), "0.1 would become"),
        ("\"uint16\"", "0", scaled(r#""offset": 1000"#), "the result for 0 is outside"),
        ("\"uint16\"", "999", both.clone(), "the result for 999 is outside"),
        ("\"uint16\"", "1256", both.clone(), "256 is outside"),
    ]
    .into_iter()
    .enumerate()
    {
        let (_, array) = open(data_type, 2, fill_value, &codecs).unwrap();
        let warnings = array.warnings();
        assert!(warnings.len() == 1 && warnings[0].contains(why), "{warnings:?}");
        assert!(warnings[0].contains("fill value") && warnings[0].contains("codec"), "{warnings:?}");
        let fill = array.fill_value().unwrap().0;
        assert_eq!(read(&array).unwrap(), [fill.clone(), fill.clone()].concat());
        let error = write(&array, &[fill.clone(), fill].concat()).unwrap_err();
        assert!(error.kind() == ErrorKind::Range && error.message().contains(why), "{error}");
        let text = document(data_type, 2, fill_value, &codecs);
        let error = hierarchy.create_array_json(&format!("a{at}"), None, &text).map(drop).unwrap_err();
        assert!(error.kind() == ErrorKind::Metadata && error.message().contains(why), "{error}");
    }
    for (data_type, fill_value, codecs) in [
        ("\"uint16\"", "1000", both),
        ("\"float32\"", "\"NaN\"", cast("float16", "")),
        (
            "\"float32\"",
            "\"NaN\"",
            cast("uint8", r#", "scalar_map": {"encode": [["NaN", 0]], "decode": [[0, "NaN"]]}"#),
        ),
        ("\"float32\"", "0.1", scaled(r#""offset": 5, "scale": 0.3"#)),
    ] {
        let (_, array) = open(data_type, 2, fill_value, &codecs).unwrap();
        assert!(array.warnings().is_empty(), "{:?}", array.warnings());
        write(&array, &array.fill_value().unwrap().0.repeat(2)).unwrap();
    }
    let mut builder = ArrayBuilder::new_json("\"uint16\"", &[4]).unwrap();
    builder.codec("scale_offset", Some(r#"{"offset": 1000}"#)).unwrap();
    let error = hierarchy.create_array("built", &builder).map(drop).unwrap_err();
    assert!(error.kind() == ErrorKind::InvalidArgument && error.message().contains("fill value"), "{error}");
    builder.fill_value(&1000_u16.to_ne_bytes()).unwrap();
    hierarchy.create_array("built", &builder).unwrap();
}

/// The text: no intermediate value may leave the type either; and every type that the registry lists has arithmetic.
#[test]
fn scale_offset_has_every_type_that_the_registry_lists() {
    let one = |data_type: &str, fill: &str, configuration: &str, data: &[u8]| {
        stored(&format!("\"{data_type}\""), fill, &scaled(configuration), data)
    };
    let turned = r#""offset": -1, "scale": -1"#;
    assert_eq!(one("int8", "0", turned, &[3]), Ok(vec![0xfc]));
    assert_eq!(one("int8", "0", turned, &[127]), Err(ErrorKind::Range), "128 is no int8, though -128 is");
    let back = read_chunk("\"int8\"", 1, &scaled(turned), &[128]).map_err(|error| error.kind());
    assert_eq!(back, Err(ErrorKind::Data));
    for (name, data, encoded) in [
        ("int2", [1, 0xff], Ok([0xff, 1])),
        ("int4", [7, 0xf9], Ok([0xf9, 7])),
        ("int2", [0xfe, 0], Err(ErrorKind::Range)),
        ("int4", [0xf8, 0], Err(ErrorKind::Range)),
    ] {
        assert_eq!(one(name, "0", r#""scale": -1"#, &data), encoded.map(Vec::from), "{name}");
    }
    assert_eq!(one("uint4", "3", r#""offset": 3, "scale": 2"#, &[9, 3]), Ok(vec![12, 0]));
    assert_eq!(one("uint4", "3", r#""offset": 3, "scale": 2"#, &[11]), Err(ErrorKind::Range));
    assert_eq!(one("uint2", "0", r#""scale": 3"#, &[1]), Ok(vec![3]));
    // (1.5 - 0.5) * 2; a result that the type has no number for is the nearest one, beyond the last there is none.
    for (name, number, result, largest) in [
        ("float4_e2m1fn", 0x03_u8, 0x04_u8, 0x07),
        ("float6_e2m3fn", 0x0c, 0x10, 0x1f),
        ("float6_e3m2fn", 0x0e, 0x10, 0x1f),
        ("float8_e3m4", 0x38, 0x40, 0x6f),
        ("float8_e4m3", 0x3c, 0x40, 0x77),
        ("float8_e4m3b11fnuz", 0x5c, 0x60, 0x7f),
        ("float8_e4m3fnuz", 0x44, 0x48, 0x7f),
        ("float8_e5m2", 0x3e, 0x40, 0x7b),
        ("float8_e5m2fnuz", 0x42, 0x44, 0x7f),
    ] {
        let bytes = one(name, "1", r#""offset": 0.5, "scale": 2"#, &[number]);
        assert_eq!(bytes, Ok(vec![result]), "{name}");
        holds_with(name, "1", &scaled(r#""offset": 0.5, "scale": 2"#), &[number]);
        assert_eq!(one(name, "1", r#""scale": 2"#, &[largest]), Err(ErrorKind::Range), "{name}");
    }
    assert_eq!(one("float8_e8m0fnu", "1", r#""scale": 4"#, &[127, 120]), Ok(vec![129, 122]));
    assert_eq!(one("float8_e8m0fnu", "4", r#""offset": 1"#, &[127]), Err(ErrorKind::Range), "it has no zero");
    // bfloat16: 3 * 0.1 is rounded to eight bits.
    let tenth = half::bf16::from_f32(0.1).to_f64();
    let expected = half::bf16::from_f64(3.0 * tenth).to_le_bytes().to_vec();
    assert_eq!(one("bfloat16", "0", r#""scale": 0.1"#, &half::bf16::from_f32(3.0).to_ne_bytes()), Ok(expected));
}

/// Checks that elements are read back as they were written with these codecs.
fn holds_with(data_type: &str, fill_value: &str, codecs: &str, data: &[u8]) {
    let (_, array) = open(&format!("\"{data_type}\""), data.len(), fill_value, codecs).unwrap();
    write(&array, data).unwrap();
    assert_eq!(read(&array).unwrap(), data, "{data_type}");
}

#[test]
fn bitround_has_every_type_that_the_registry_lists() {
    let codecs = |keep: i32| format!(r#"{{"name": "bitround", "configuration": {{"keepbits": {keep}}}}}, {LITTLE}"#);
    let halves = |bits: [u16; 2]| bits.map(u16::to_ne_bytes).concat();
    // 1.234375 and -8.375, with three bits of mantissa.
    let bytes = stored("\"bfloat16\"", "0", &codecs(3), &halves([0x3f9e, 0xc106])).unwrap();
    assert_eq!(bytes, [0xa0, 0x3f, 0, 0xc1]);
    for name in ["complex64", "complex_float32"] {
        let data = singles(&[1.234_567_9, -8.358_719]);
        let bytes = stored(&format!("\"{name}\""), "[0, 0]", &codecs(3), &data).unwrap();
        assert_eq!(bytes, [1.25_f32, -8.0].map(f32::to_le_bytes).concat());
    }
    for name in ["complex128", "complex_float64"] {
        let data = doubles(&[1.234_567_9, -8.358_719]);
        let bytes = stored(&format!("\"{name}\""), "[0, 0]", &codecs(3), &data).unwrap();
        assert_eq!(bytes, [1.25_f64, -8.0].map(f64::to_le_bytes).concat());
    }
    let bytes = stored("\"complex_bfloat16\"", "[0, 0]", &codecs(3), &halves([0x3f9e, 0xc106])).unwrap();
    assert_eq!(bytes, [0xa0, 0x3f, 0, 0xc1]);
    let half = |value: f32| half::f16::from_f32(value).to_bits();
    let bytes = stored("\"complex_float16\"", "[0, 0]", &codecs(3), &halves([half(1.234), half(-8.358)])).unwrap();
    assert_eq!(bytes, [half(1.25), half(-8.0)].map(u16::to_le_bytes).concat());
    for name in ["numpy.datetime64", "numpy.timedelta64"] {
        let unit = format!(r#"{{"name": "{name}", "configuration": {{"unit": "s", "scale_factor": 1}}}}"#);
        let data = [1685_i64, i64::MIN].map(i64::to_ne_bytes).concat();
        let bytes = stored(&unit, "0", &codecs(3), &data).unwrap();
        assert_eq!(bytes, [1792_i64, i64::MIN].map(i64::to_le_bytes).concat());
        // The elements stay what they are for the codecs behind.
        let (_, array) = open(&unit, 2, "\"NaT\"", &format!(r#"{}, "crc32c""#, codecs(3))).unwrap();
        write(&array, &data).unwrap();
        assert_eq!(read(&array).unwrap(), [1792_i64, i64::MIN].map(i64::to_ne_bytes).concat());
    }
    let numbers = [0_u32, 1024, 1280, 1664, 1685, 123_145_182, u32::MAX];
    let rounded = [0_u32, 1024, 1280, 1536, 1792, 117_440_512, 3_758_096_384];
    let bytes = stored("\"uint32\"", "0", &codecs(3), &numbers.map(u32::to_ne_bytes).concat()).unwrap();
    assert_eq!(bytes, rounded.map(u32::to_le_bytes).concat());
    // More bits than there are: all of them.
    for (data_type, keep) in [("\"float32\"", 30), ("\"float32\"", 1_000_000)] {
        let data = singles(&[1.234_567_9, f32::MIN_POSITIVE]);
        assert_eq!(
            stored(data_type, "0", &codecs(keep), &data).unwrap(),
            [1.234_567_9_f32, f32::MIN_POSITIVE].map(f32::to_le_bytes).concat()
        );
    }
    for data_type in ["\"float8_e5m2\"", "\"int4\"", "\"bool\""] {
        let fill = if data_type == "\"bool\"" { "false" } else { "0" };
        assert_eq!(open(data_type, 1, fill, &codecs(1)).map(drop).unwrap_err().kind(), ErrorKind::Unsupported);
    }
}

/// Only encoding needs the number of bits: what breaks the rule for it is read, but not made anew.
#[test]
fn bitround_that_keeps_no_bits_is_read_with_a_warning() {
    let codecs = |name: &str| format!(r#"{{"name": "{name}", "configuration": {{"keepbits": 0}}}}, {LITTLE}"#);
    let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
    for (data_type, data) in [("uint8", vec![0, 1, 5, 0xaa]), ("float32", singles(&[1.25]))] {
        let quoted = format!("\"{data_type}\"");
        let (_, array) = open(&quoted, 1, "0", &codecs("bitround")).unwrap();
        assert!(array.warnings()[0].contains("keepbits"), "{:?}", array.warnings());
        stored(&quoted, "0", &codecs("bitround"), &data).unwrap();
        let text = document(&quoted, 1, "0", &codecs("bitround"));
        let error = hierarchy.create_array_json(data_type, None, &text).map(drop).unwrap_err();
        assert!(error.kind() == ErrorKind::Metadata && error.message().contains("keepbits"), "{error}");
    }
    // numcodecs allows it, and so does its codec in final v3.
    let (_, array) = open("\"float32\"", 1, "0", &codecs("numcodecs.bitround")).unwrap();
    assert!(array.warnings().is_empty());
}

fn conditional(codecs: &str, rest: &str) -> String {
    format!(r#""bytes", {{"name": "conditional", "configuration": {{"codecs": [{codecs}]{rest}}}}}"#)
}

#[test]
fn conditional_says_of_each_chunk_what_was_applied() {
    let level = r#"{"name": "zstd", "configuration": {"level": 3}}"#;
    let checked = conditional(&format!(r#"{level}, "crc32c""#), "");
    // Data that gets smaller is compressed, and the rest is not; the checksum is always there.
    let (even, odd) = ([7; 100], std::array::from_fn::<u8, 100, _>(|at| (at * 89 + at * at) as u8));
    for (data, header) in [(&even, 0b11), (&odd, 0b10)] {
        let (hierarchy, array) = open("\"uint8\"", 100, "0", &checked).unwrap();
        write(&array, data).unwrap();
        let stored = chunk(&hierarchy);
        assert_eq!((stored[0], stored.len() < 50), (header, header == 0b11));
        assert_eq!(read(&array).unwrap(), data);
        // Damage is found.
        let mut damaged = stored.clone();
        *damaged.last_mut().unwrap() ^= 1;
        hierarchy.store().set("a/c/0", &damaged).unwrap();
        assert_eq!(read(&array).unwrap_err().kind(), ErrorKind::Data);
    }
    let longer = conditional(level, r#", "header_bits": 24"#);
    holds("\"uint8\"", &longer, &[1, 2, 3], &[0, 0, 0, 1, 2, 3], &[1, 2, 3]);
    holds("\"uint8\"", &conditional("", ""), &[1, 2, 3], &[1, 2, 3], &[1, 2, 3]);
    // Nine codecs have two bytes of header; others may have applied any of them.
    let nine = conditional(&["\"crc32c\""; 9].join(", "), "");
    let (hierarchy, array) = open("\"uint8\"", 3, "0", &nine).unwrap();
    write(&array, &[1, 2, 3]).unwrap();
    assert_eq!((chunk(&hierarchy)[..2].to_vec(), chunk(&hierarchy).len()), (vec![0xff, 1], 2 + 3 + 36));
    let sum = [0x1e, 0xf2, 0x30, 0xf1];
    for front in [[0, 1], [2, 0]] {
        hierarchy.store().set("a/c/0", &[&front[..], &[1, 2, 3], &sum].concat()).unwrap();
        assert_eq!(read(&array).unwrap(), [1, 2, 3]);
    }
    for wrong in [vec![], vec![0], vec![0, 2, 1, 2, 3], vec![0, 0, 1, 2], vec![1, 0, 1, 2, 3, 0, 0, 0, 0]] {
        hierarchy.store().set("a/c/0", &wrong).unwrap();
        assert_eq!(read(&array).unwrap_err().kind(), ErrorKind::Data, "{wrong:?}");
    }
    // Inside of one another, and of shards.
    let inner = format!(r#"{{"name": "conditional", "configuration": {{"codecs": [{level}]}}}}"#);
    let twice =
        conditional(&format!(r#"{{"name": "numcodecs.shuffle", "configuration": {{"elementsize": 2}}}}, {inner}"#), "");
    holds("\"uint8\"", &twice, &[1, 2, 3, 4], &[1, 1, 3, 2, 4], &[1, 2, 3, 4]);
    let shards = format!(
        r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [2], "codecs": [{twice}], "index_codecs": [{LITTLE}]}}}}"#
    );
    let (_, array) = open("\"uint8\"", 4, "0", &shards).unwrap();
    write(&array, &[1, 2, 3, 4]).unwrap();
    assert_eq!(read(&array).unwrap(), [1, 2, 3, 4]);
}

#[test]
fn conditional_refuses_what_it_can_not_hold() {
    for wrong in [
        conditional("\"bytes\"", ""),
        conditional("\"crc32c\"", r#", "header_bits": 4"#),
        conditional(&["\"crc32c\""; 9].join(", "), r#", "header_bits": 8"#),
        conditional("\"crc32c\"", r#", "header_bits": 1152921504606846976"#),
        conditional("\"crc32c\"", r#", "bits": 8"#),
        conditional("7", ""),
        conditional(r#"{"name": "crc32c", "kind": 1}"#, ""),
        conditional(r#"{"configuration": {}}"#, ""),
        r#""bytes", {"name": "conditional"}"#.into(),
        r#""bytes", {"name": "conditional", "configuration": {"codecs": 3}}"#.into(),
    ] {
        assert_eq!(refused("\"uint8\"", &wrong), ErrorKind::Metadata, "{wrong}");
    }
    let error = open("\"uint8\"", 1, "0", &conditional("\"example.hint\"", "")).map(drop).unwrap_err();
    assert!(error.kind() == ErrorKind::Unsupported && error.message().contains("example.hint"), "{error}");
}

/// A document of some kilobytes could ask for thousands of codecs, which decode for minutes what is stored in some bytes.
#[test]
fn codecs_inside_of_codecs_count_as_others_do() {
    let times = |codec: &str, count: usize| vec![codec; count].join(", ");
    let inside = |count| {
        format!(r#"{{"name": "conditional", "configuration": {{"codecs": [{}]}}}}"#, times("\"crc32c\"", count))
    };
    let shard = |codecs: &str, index: &str| {
        format!(
            r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [1], "codecs": [{codecs}], "index_codecs": [{index}]}}}}"#
        )
    };
    // 64 are allowed, "bytes" and each that has others inside being one of them.
    let seven = times(&inside(7), 7);
    let data = |mask: usize, data: usize| {
        format!(
            r#"{{"name": "zarrs.optional", "configuration": {{"mask_codecs": ["packbits", {}], "data_codecs": ["bytes", {}]}}}}"#,
            times("\"crc32c\"", mask),
            times("\"crc32c\"", data)
        )
    };
    let vlen = |index: usize, data: usize| {
        format!(
            r#"{{"name": "zarrs.vlen", "configuration": {{"index_data_type": "uint32", "index_codecs": [{LITTLE}, {}], "data_codecs": ["bytes", {}]}}}}"#,
            times("\"crc32c\"", index),
            times("\"crc32c\"", data)
        )
    };
    let optional = r#"{"name": "zarrs.optional", "configuration": {"name": "uint8", "configuration": {}}}"#;
    for (data_type, fill, within, above) in [
        (
            "\"uint8\"",
            "0",
            format!(r#""bytes", {seven}, {}"#, times("\"crc32c\"", 7)),
            format!(r#""bytes", {seven}, {}"#, inside(7)),
        ),
        ("\"uint8\"", "0", conditional(&seven, ""), conditional(&times(&inside(7), 8), "")),
        (
            "\"uint8\"",
            "0",
            shard(&format!(r#""bytes", {}"#, inside(30)), &format!("{LITTLE}, {}", times("\"crc32c\"", 30))),
            shard(&format!(r#""bytes", {}"#, inside(31)), &format!("{LITTLE}, {}", times("\"crc32c\"", 30))),
        ),
        (optional, "null", data(30, 31), data(31, 31)),
        ("\"string\"", "\"\"", vlen(30, 31), vlen(31, 31)),
    ] {
        open(data_type, 1, fill, &within).unwrap();
        let error = open(data_type, 1, fill, &above).map(drop).unwrap_err();
        assert!(error.kind() == ErrorKind::Limit && error.message().contains("more than 64 codecs"), "{error}");
    }
    // So many that to read them one by one would show: a list of lists of lists of 64.
    let mut list = "\"crc32c\"".to_owned();
    for _ in 0..3 {
        list = format!(r#"{{"name": "conditional", "configuration": {{"codecs": [{}]}}}}"#, times(&list, 64));
    }
    assert_eq!(refused("\"uint8\"", &format!("\"bytes\", {list}")), ErrorKind::Limit);
    // An array is created only if it can be read again.
    let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[1]).unwrap();
    let configuration = format!(r#"{{"codecs": [{}]}}"#, times("\"crc32c\"", 61));
    builder.codec("conditional", Some(&configuration)).unwrap();
    builder.codec("crc32c", None).unwrap();
    let error = builder.codec("crc32c", None).unwrap_err();
    assert!(error.message().contains("more than 64 codecs"), "{error}");
}
