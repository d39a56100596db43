//! The codecs registered for final v3 as documents name them: their bytes in the store, what they refuse, and those
//! that are not known.

use std::sync::Arc;
use zarr::array::Array;
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

/// The effect of such a codec on chunks is not known: the array opens, and its chunks are refused.
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
    // A writer can't be asked for a codec that is not known.
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

/// What reading a chunk of these bytes gives.
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
    // What lies outside the bits is lost; the sign goes on from the last one.
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
    assert_eq!((of_double(f64::INFINITY, clamp), of_double(f64::NEG_INFINITY, clamp)), (Ok(vec![127]), Ok(vec![128])));
    assert_eq!(
        (of_double(f64::INFINITY, wrap), of_double(1e300, ""), of_double(1e300, clamp)),
        (Err(ErrorKind::Range), Err(ErrorKind::Range), Ok(vec![127]))
    );
    assert_eq!(of_double(2_f64.powi(200), wrap), Ok(vec![0]));
    for rest in ["", clamp, wrap] {
        assert_eq!(of_double(f64::NAN, rest), Err(ErrorKind::Range), "{rest}");
    }
    let narrow = |value: f64, rest: &str| encode("\"float64\"", &doubles(&[value]), "float32", rest);
    assert_eq!(
        (narrow(-1e300, ""), narrow(-1e300, clamp)),
        (Err(ErrorKind::Range), Ok(f32::MIN.to_le_bytes().to_vec()))
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
    // The codec of numcodecs has floats only. Decoding has nothing to do in any of these cases.
    let older = codecs(2).replace("bitround", "numcodecs.bitround");
    for codecs in [codecs(0), codecs(9), older.clone()] {
        let (hierarchy, array) = open("\"uint8\"", 4, "0", &codecs).unwrap();
        assert!(array.warnings().len() == 1 && array.warnings()[0].contains("only encoding"), "{:?}", array.warnings());
        let strict = hierarchy.open_array("a", Some(r#"{"strict": true}"#)).map(drop).unwrap_err();
        assert_eq!(strict.kind(), ErrorKind::Metadata, "{codecs}");
        hierarchy.store().set("a/c/0", &[1, 2, 3, 5]).unwrap();
        assert_eq!(read(&array).unwrap(), [1, 2, 3, 5], "{codecs}");
    }
    assert!(open("\"float32\"", 4, "0", &older).is_ok());
}

fn conditional(codecs: &str, rest: &str) -> String {
    format!(r#""bytes", {{"name": "conditional", "configuration": {{"codecs": [{codecs}]{rest}}}}}"#)
}

#[test]
fn conditional_says_of_each_chunk_what_was_applied() {
    let level = r#"{"name": "zstd", "configuration": {"level": 3}}"#;
    let checked = conditional(&format!(r#"{level}, "crc32c""#), "");
    // What gets smaller is compressed, and the rest is not; the checksum is always there.
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
