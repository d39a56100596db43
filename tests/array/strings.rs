//! Elements of variable length: what a user writes is what a user reads, in every format that has them, and what cannot
//! be is refused with a reason.

use proptest::prelude::*;
use std::sync::Arc;
use zarr::ErrorKind;
use zarr::array::{Array, ArrayBuilder};
use zarr::dtype::{DataType, VariableValue};
use zarr::format::FormatId;
use zarr::hierarchy::{Hierarchy, open_store};
use zarr::store::StoreExt;

/// The elements of an array, without chunks.
struct Model {
    shape: Vec<u64>,
    fill: Vec<u8>,
    values: Vec<Vec<u8>>,
}

impl Model {
    fn new(shape: &[u64], fill: &[u8]) -> Self {
        let elements: u64 = shape.iter().product();
        Self { shape: shape.to_vec(), fill: fill.to_vec(), values: vec![fill.to_vec(); elements as usize] }
    }

    /// The places of the elements of a region, in C order.
    fn places(&self, start: &[u64], count: &[u64]) -> Vec<usize> {
        let place = |number: u64| {
            let (mut rest, mut place, mut stride) = (number, 0, 1);
            for axis in (0..count.len()).rev() {
                place += (start[axis] + rest % count[axis]) * stride;
                rest /= count[axis];
                stride *= self.shape[axis];
            }
            place as usize
        };
        (0..count.iter().product()).map(place).collect()
    }

    fn read(&self, start: &[u64], count: &[u64]) -> Vec<Vec<u8>> {
        self.places(start, count).into_iter().map(|place| self.values[place].clone()).collect()
    }

    fn write(&mut self, start: &[u64], count: &[u64], values: &[Vec<u8>]) {
        for (place, value) in self.places(start, count).into_iter().zip(values) {
            self.values[place].clone_from(value);
        }
    }

    /// Another length of the first axis: what is new is the fill value, as whole chunks are at stake.
    fn resize(&mut self, length: u64) {
        let rows: u64 = self.shape[1..].iter().product();
        self.shape[0] = length;
        self.values.resize((length * rows) as usize, self.fill.clone());
    }
}

fn memory() -> Arc<Hierarchy> {
    open_store("memory://", None).unwrap()
}

fn read(array: &Array, start: &[u64], count: &[u64]) -> zarr::Result<Vec<Vec<u8>>> {
    let values = array.read_values(start, count)?;
    Ok(values.iter().map(|value| value.bytes().expect("every element is there").to_vec()).collect())
}

fn read_all(array: &Array) -> zarr::Result<Vec<Vec<u8>>> {
    let shape = array.shape();
    read(array, &vec![0; shape.len()], &shape)
}

fn write(array: &Array, start: &[u64], count: &[u64], values: &[Vec<u8>]) -> zarr::Result<()> {
    let values: Vec<VariableValue> = values.iter().map(|value| VariableValue::Bytes(value)).collect();
    array.write_values(start, count, &values)
}

fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

#[derive(Clone, Debug)]
struct Case {
    format: FormatId,
    text: bool,
    /// Shape, chunks, and inner chunks of shards: as often in a chunk as the last number says.
    axes: Vec<(u64, u64, u64)>,
    sharded: bool,
    f_order: bool,
    codecs: Vec<(&'static str, &'static str)>,
    fill: Vec<u8>,
    write_empty: bool,
    disk: bool,
    steps: Vec<Step>,
}

#[derive(Clone, Debug)]
struct Step {
    kind: u8,
    corners: Vec<(u64, u64)>,
    threads: usize,
    seed: u64,
}

fn codecs() -> impl Strategy<Value = Vec<(&'static str, &'static str)>> {
    prop::sample::select(vec![
        vec![],
        vec![("gzip", "{}")],
        vec![("zstd", r#"{"level": 1}"#)],
        vec![("blosc", r#"{"cname": "lz4", "clevel": 5, "shuffle": 1, "blocksize": 0}"#)],
        vec![("lz4", "{}")],
        vec![("zlib", "{}"), ("crc32c", "{}")],
        vec![("bz2", "{}")],
        vec![("fletcher32", "{}"), ("zstd", "{}")],
        vec![("lzma", "{}")],
    ])
}

fn cases() -> impl Strategy<Value = Case> {
    let formats = prop::sample::select(vec![FormatId::V2, FormatId::V3, FormatId::V3Shape2020]);
    (0..4usize, formats).prop_flat_map(|(rank, format)| {
        let step = (0..8u8, prop::collection::vec((any::<u64>(), any::<u64>()), rank), 1..4usize, any::<u64>())
            .prop_map(|(kind, corners, threads, seed)| Step { kind, corners, threads, seed });
        (
            prop::collection::vec((0..9u64, 1..5u64, 1..4u64), rank),
            any::<[bool; 5]>(),
            codecs(),
            prop::sample::select(vec![&b""[..], b"fill", "ü".as_bytes()]),
            prop::collection::vec(step, 1..8),
        )
            .prop_map(move |(axes, flags, codecs, fill, steps)| Case {
                format,
                text: flags[0],
                axes,
                sharded: flags[1] && format != FormatId::V2,
                f_order: flags[2],
                codecs,
                fill: fill.to_vec(),
                write_empty: flags[3],
                disk: flags[4],
                steps,
            })
    })
}

/// A value of the seed: often one that was there before or that is the fill value, sometimes a long one.
fn value(case: &Case, seed: u64) -> Vec<u8> {
    match seed % 7 {
        0 => case.fill.clone(),
        1 => Vec::new(),
        2 => "\0".into(),
        3 => "é日本語".repeat((seed % 11) as usize).into_bytes(),
        4 if !case.text => vec![0xff, 0xfe, (seed % 251) as u8],
        5 => vec![b'x'; (seed % 3000) as usize],
        _ => format!("value {seed}").into_bytes(),
    }
}

fn run(case: &Case) -> Result<(), TestCaseError> {
    let directory = tempfile::tempdir().unwrap();
    let url = if case.disk { directory.path().join("a.zarr").to_str().unwrap().to_owned() } else { "memory://".into() };
    let hierarchy = open_store(&url, Some(&format!(r#"{{"write_empty_chunks": {}}}"#, case.write_empty))).unwrap();
    let shape: Vec<u64> = case.axes.iter().map(|axis| axis.0).collect();
    let mut builder = ArrayBuilder::new(DataType::from_code(if case.text { 21 } else { 22 }).unwrap(), &shape).unwrap();
    builder.format(Some(case.format));
    builder.chunk_shape(&case.axes.iter().map(|axis| axis.1).collect::<Vec<_>>()).unwrap();
    if case.sharded {
        builder.shard_shape(&case.axes.iter().map(|axis| axis.1 * axis.2).collect::<Vec<_>>()).unwrap();
    }
    builder.order(if case.f_order { 'F' } else { 'C' }).unwrap();
    builder.fill_value(&case.fill).unwrap();
    for (name, configuration) in &case.codecs {
        builder.codec(name, Some(configuration)).unwrap();
    }
    let created = hierarchy.create_array("group/array", &builder).unwrap();
    let mut model = Model::new(&shape, &case.fill);
    for step in &case.steps {
        let array = hierarchy.open_array("group/array", Some(&format!(r#"{{"threads": {}}}"#, step.threads))).unwrap();
        if step.kind == 7 && !model.shape.is_empty() {
            // Only ever longer: an edge chunk may hold what was cut off before.
            let length = model.shape[0] + step.seed % 3;
            model.resize(length);
            array.resize(&model.shape).unwrap();
        }
        let corners = step.corners.iter().zip(&model.shape);
        let (start, count): (Vec<u64>, Vec<u64>) = corners
            .map(|((one, other), length)| {
                let (one, other) = (one % (length + 1), other % (length + 1));
                (one.min(other), one.abs_diff(other))
            })
            .unzip();
        let whole = (vec![0; model.shape.len()], model.shape.clone());
        let (start, count) = if step.kind == 6 { whole } else { (start, count) };
        if step.kind % 2 == 0 {
            let total = count.iter().product::<u64>();
            let values: Vec<Vec<u8>> =
                (0..total).map(|at| value(case, step.seed.wrapping_mul(31).wrapping_add(at * at))).collect();
            write(&array, &start, &count, &values).unwrap();
            model.write(&start, &count, &values);
        } else {
            prop_assert_eq!(read(&array, &start, &count).unwrap(), model.read(&start, &count));
        }
    }
    prop_assert_eq!(read_all(&created).unwrap(), model.values);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read(case in cases()) {
        run(&case)?;
    }
}

fn builder(code: i32, shape: &[u64], chunks: &[u64], format: FormatId) -> ArrayBuilder {
    let mut builder = ArrayBuilder::new(DataType::from_code(code).unwrap(), shape).unwrap();
    builder.format(Some(format));
    builder.chunk_shape(chunks).unwrap();
    builder
}

#[test]
fn many_threads_share_large_regions() {
    let hierarchy = memory();
    let mut builder = builder(21, &[300, 200], &[32, 64], FormatId::V3);
    builder.shard_shape(&[64, 128]).unwrap();
    builder.codec("zstd", None).unwrap();
    let array = hierarchy.create_array("a", &builder).unwrap();
    let values: Vec<Vec<u8>> = (0..60_000).map(|at| format!("{at}").repeat(at % 5).into_bytes()).collect();
    write(&array, &[0, 0], &[300, 200], &values).unwrap();
    assert_eq!(read_all(&array).unwrap(), values);
}

#[test]
fn chunks_are_what_the_specification_says() {
    let hierarchy = memory();
    for (format, path, key, dtype) in [
        (FormatId::V2, "two", "two/0", r#""dtype": "|O""#),
        (FormatId::V3, "three", "three/c/0", r#""data_type": "string""#),
    ] {
        let hierarchy = if format == FormatId::V2 { memory() } else { Arc::clone(&hierarchy) };
        let array = hierarchy.create_array(path, &builder(21, &[3], &[2], format)).unwrap();
        write(&array, &[0], &[3], &texts(&["é", "", "x"])).unwrap();
        let stored = hierarchy.store().get(key, zarr::store::ByteRange::ALL).unwrap().unwrap();
        assert_eq!(stored, b"\x02\0\0\0\x02\0\0\0\xc3\xa9\0\0\0\0");
        let document = array.metadata().unwrap();
        assert!(document.contains(dtype) && document.contains("vlen-utf8"), "{document}");
    }
}

/// Corrupt chunks, and what the error says of them.
const CORRUPT: &[(&[u8], &str)] = &[
    (b"", "the data end within the number of elements"),
    (b"\x02\0\0", "the data end within the number of elements"),
    (b"\x03\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", "there are 3 elements where 2 are expected"),
    (b"\xff\xff\xff\xff\0\0\0\0", "there are 4294967295 elements where 2 are expected"),
    (b"\x02\0\0\0", "2 elements don't fit into 4 bytes"),
    (b"\x02\0\0\0\x01\0\0\0a\x02\0\0\0b", "the data end within element 1"),
    (b"\x02\0\0\0\xff\xff\xff\xff\0\0\0\0", "the data end within element 0"),
    (b"\x02\0\0\0\x01\0\0\0\xff\0\0\0\0", "element 0 is not valid UTF-8"),
    (b"\x02\0\0\0\0\0\0\0\0\0\0\0!", "1 bytes follow the last element"),
];

#[test]
fn corrupt_chunks_are_found() {
    for format in [FormatId::V2, FormatId::V3] {
        let hierarchy = memory();
        let array = hierarchy.create_array("a", &builder(21, &[2], &[2], format)).unwrap();
        let key = if format == FormatId::V2 { "a/0" } else { "a/c/0" };
        for (bytes, why) in CORRUPT {
            hierarchy.store().set(key, bytes).unwrap();
            let error = read_all(&array).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Data, "{error}");
            assert!(error.message().contains(why) && error.message().contains("chunk [0]"), "{error}");
            // A part can't be put over what can't be read.
            assert_eq!(write(&array, &[0], &[1], &texts(&["x"])).unwrap_err().kind(), ErrorKind::Data);
        }
    }
}

#[test]
fn what_compresses_well_is_bounded_by_the_limit() {
    for codec in ["gzip", "zstd", "bz2", "lzma", "blosc", "lz4", "zlib"] {
        let hierarchy = memory();
        let mut builder = builder(21, &[2], &[2], FormatId::V2);
        builder.codec(codec, None).unwrap();
        let array = hierarchy.create_array("a", &builder).unwrap();
        let long = vec!["x".repeat(3 << 20).into_bytes(), Vec::new()];
        write(&array, &[0], &[2], &long).unwrap();
        assert!(read_all(&array).unwrap() == long, "{codec}");
        let small = hierarchy.open_array("a", Some(r#"{"limits": {"chunk_bytes": 1000000}}"#)).unwrap();
        let error = read_all(&small).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Limit), "{codec}: {error}");
        assert!(error.message().contains("limits.chunk_bytes"), "{codec}: {error}");
    }
    let hierarchy = memory();
    let huge = builder(21, &[1 << 40], &[1 << 40], FormatId::V3);
    assert_eq!(hierarchy.create_array("a", &huge).unwrap_err().kind(), ErrorKind::Limit);
    let above = r#"{"limits": {"chunk_bytes": 1152921504606846976}}"#;
    hierarchy.create_array_with("a", &huge, Some(above)).unwrap();
    let array = hierarchy.open_array("a", None).unwrap();
    assert_eq!(read(&array, &[0], &[1]).unwrap_err().kind(), ErrorKind::Limit);
}

#[test]
fn texts_must_be_utf8_and_elements_have_their_functions() {
    let hierarchy = memory();
    let array = hierarchy.create_array("s", &builder(21, &[2], &[2], FormatId::V3)).unwrap();
    let error = write(&array, &[0], &[2], &[b"good".to_vec(), b"\xff".to_vec()]).unwrap_err();
    assert!(error.kind() == ErrorKind::InvalidArgument && error.message().contains("element 1"), "{error}");
    assert_eq!(read_all(&array).unwrap(), texts(&["", ""]));
    assert_eq!(array.read_region(&[0], &[2], &mut []).unwrap_err().kind(), ErrorKind::TypeMismatch);
    assert_eq!(array.write_region(&[0], &[2], &[]).unwrap_err().kind(), ErrorKind::TypeMismatch);
    assert_eq!(write(&array, &[0], &[2], &texts(&["one"])).unwrap_err().kind(), ErrorKind::BufferSize);
    assert_eq!(read(&array, &[1], &[2]).unwrap_err().kind(), ErrorKind::OutOfBounds);
    let numbers = hierarchy.create_array("n", &builder(4, &[2], &[2], FormatId::V3)).unwrap();
    assert_eq!(numbers.read_values(&[0], &[2]).unwrap_err().kind(), ErrorKind::TypeMismatch);
    let mut builder = builder(21, &[2], &[2], FormatId::V3);
    assert_eq!(builder.fill_value(b"\xff").unwrap_err().kind(), ErrorKind::InvalidArgument);
    builder.codec("vlen-bytes", None).unwrap();
    assert_eq!(hierarchy.create_array("w", &builder).unwrap_err().kind(), ErrorKind::InvalidArgument);
}

#[test]
fn formats_without_them_say_so() {
    for format in [FormatId::V1, FormatId::V3Protocol2019A, FormatId::V3Protocol2019B, FormatId::V3Draft2022] {
        for code in [21, 22] {
            let error = memory().create_array("", &builder(code, &[2], &[2], format)).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
            assert!(error.message().contains(format.name()), "{error}");
        }
    }
}

#[test]
fn copies_between_formats_pass_chunks_through() {
    let formats = [FormatId::V2, FormatId::V3, FormatId::V3Shape2020];
    for (at, from) in formats.into_iter().enumerate() {
        for code in [21, 22] {
            let source = memory();
            let mut builder = builder(code, &[5, 3], &[2, 2], from);
            builder.codec("zstd", Some(r#"{"level": 3}"#)).unwrap();
            builder.fill_value("n/a".as_bytes()).unwrap();
            builder.order(if at == 1 { 'F' } else { 'C' }).unwrap();
            let array = source.create_array("a", &builder).unwrap();
            write(&array, &[1, 1], &[3, 2], &texts(&["a", "bb", "", "日本", "e", "f"])).unwrap();
            for to in formats {
                let target = memory();
                source.copy("a", &target, "b", Some(to), &|_, _| true).unwrap();
                let copy = target.open_array("b", None).unwrap();
                assert_eq!(read_all(&copy).unwrap(), read_all(&array).unwrap(), "{from:?} {to:?}");
                assert_eq!(copy.fill_value().unwrap(), (b"n/a".to_vec(), true));
                // The codecs stand in the order in which v3 has them.
                if to == FormatId::V3 {
                    let document = copy.metadata().unwrap();
                    let place = |name: &str| document.find(name).unwrap();
                    assert!(place("vlen-") < place("zstd"), "{document}");
                }
            }
        }
    }
}

#[test]
fn documents_of_objects_are_read_by_their_codec() {
    let open = |filters: &str, compressor: &str, fill: &str| {
        let document = format!(
            r#"{{"zarr_format": 2, "shape": [2], "chunks": [2], "dtype": "|O", "compressor": {compressor},
                 "fill_value": {fill}, "order": "C", "filters": {filters}}}"#
        );
        let hierarchy = memory();
        hierarchy.store().set(".zarray", document.as_bytes()).unwrap();
        hierarchy.open_array("", None)
    };
    for fill in ["0", "\"\"", "null"] {
        let array = open(r#"[{"id": "vlen-utf8"}]"#, "null", fill).unwrap();
        assert_eq!(array.data_type().code() as i32, 21);
        assert_eq!(read_all(&array).unwrap(), texts(&["", ""]));
    }
    // Old files have the object codec in the place of the compressor.
    let array = open("null", r#"{"id": "vlen-bytes"}"#, "\"YWI=\"").unwrap();
    assert_eq!((array.data_type().code() as i32, read_all(&array).unwrap()), (22, texts(&["ab", "ab"])));
    for (filters, compressor) in [("null", "null"), ("[]", r#"{"id": "zlib"}"#)] {
        let error = open(filters, compressor, "0").unwrap_err();
        assert!(error.kind() == ErrorKind::Metadata && error.message().contains("object codec"), "{error}");
    }
    // Metadata stay readable; the elements are never unpickled.
    let array = open(r#"[{"id": "pickle", "protocol": 5}]"#, "null", "0").unwrap();
    let error = read_all(&array).unwrap_err();
    assert!(error.kind() == ErrorKind::Unsupported && error.message().contains("run code"), "{error}");
}

#[test]
fn fill_values_are_spelled_as_their_format_has_them() {
    let hierarchy = memory();
    let fill = |code, format, name: &str, bytes: &[u8]| {
        let mut builder = builder(code, &[1], &[1], format);
        builder.fill_value(bytes).unwrap();
        let array = hierarchy.create_array(name, &builder).unwrap();
        assert_eq!(array.fill_value().unwrap(), (bytes.to_vec(), true));
        array.metadata().unwrap()
    };
    assert!(fill(21, FormatId::V3, "a", "é\0".as_bytes()).contains("\"fill_value\": \"é\\u0000\""));
    assert!(fill(22, FormatId::V3, "b", b"\xff\0").contains("\"fill_value\": \"/wA=\""));
    let list = r#"{"zarr_format": 3, "node_type": "array", "shape": [1], "data_type": "variable_length_bytes",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [1]}},
        "chunk_key_encoding": {"name": "default"}, "fill_value": [0, 255], "codecs": ["vlen-bytes"]}"#;
    let array = hierarchy.create_array_json("c", None, list).unwrap();
    assert_eq!(read_all(&array).unwrap(), [b"\0\xff".to_vec()]);
    for (bad, kind) in [
        ("[0, 256]", ErrorKind::Metadata),
        ("[0, -1]", ErrorKind::Metadata),
        ("0", ErrorKind::Metadata),
        ("\"???\"", ErrorKind::Metadata),
    ] {
        let error = hierarchy.create_array_json("d", None, &list.replace("[0, 255]", bad)).unwrap_err();
        assert!(error.kind() == kind || error.kind() == ErrorKind::InvalidArgument, "{bad}: {error}");
    }
    let error = hierarchy.create_array_json("d", None, &list.replace("\"vlen-bytes\"", "\"bytes\"")).unwrap_err();
    assert!(error.message().contains("can't encode"), "{error}");
}

/// An array of objects in v2, with one chunk that is stored already.
fn objects(codec: &str, shape: &str, chunk: &[u8]) -> (Arc<Hierarchy>, Array) {
    let document = format!(
        r#"{{"zarr_format": 2, "shape": {shape}, "chunks": {shape}, "dtype": "|O", "compressor": null,
             "fill_value": null, "order": "C", "filters": [{codec}]}}"#
    );
    let hierarchy = memory();
    hierarchy.store().set(".zarray", document.as_bytes()).unwrap();
    let key = ["0", "0.0"][shape.matches(',').count()];
    hierarchy.store().set(key, chunk).unwrap();
    let array = hierarchy.open_array("", None).unwrap();
    (hierarchy, array)
}

fn all(array: &Array) -> zarr::Result<Vec<String>> {
    let shape = array.shape();
    let values = array.read_values(&vec![0; shape.len()], &shape)?;
    let text =
        |value: VariableValue| value.bytes().map_or("(none)".into(), |text| String::from_utf8(text.to_vec()).unwrap());
    Ok(values.iter().map(text).collect())
}

fn stored(hierarchy: &Hierarchy, key: &str) -> Vec<u8> {
    hierarchy.store().get(key, zarr::store::ByteRange::ALL).unwrap().unwrap()
}

const JSON2: &str = r#"{"id": "json2", "encoding": "utf-8", "sort_keys": true, "separators": [",", ":"]}"#;

#[test]
fn objects_as_json_stay_what_they_are() {
    let chunk = br#"["x\u00e9",null,{"a":[1,"]"]},[1.50,NaN],"1",1,"|O",[6]]"#;
    let (hierarchy, array) = objects(JSON2, "[6]", chunk);
    assert!(array.keeps_absent());
    assert_eq!(all(&array).unwrap(), ["xé", "(none)", r#"{"a":[1,"]"]}"#, "[1.50,NaN]", "1", "1"]);
    array.write_values(&[0], &[2], &[VariableValue::Absent, VariableValue::Bytes("\"é".as_bytes())]).unwrap();
    // Untouched elements are written as the objects that they were.
    let written = br#"[null,"\"\u00e9",{"a":[1,"]"]},[1.50,NaN],"1",1,"|O",[6]]"#;
    assert_eq!(String::from_utf8(stored(&hierarchy, "0")).unwrap().as_bytes(), written);
}

#[test]
fn objects_are_nested_by_their_shape() {
    let (_, array) = objects(JSON2, "[2, 2]", br#" [["a", "b"], ["c", ["d"]], "|O", [2, 2]] "#);
    assert_eq!(all(&array).unwrap(), ["a", "b", "c", r#"["d"]"#]);
    // Any other shape is flattened.
    let (_, array) = objects(JSON2, "[2, 2]", br#"["a", "b", "c", "d", "|O", [4]]"#);
    assert_eq!(all(&array).unwrap(), ["a", "b", "c", "d"]);
    let (_, array) = objects(r#"{"id": "json"}"#, "[2]", br#"["a", ["b"], "|O"]"#);
    assert_eq!(all(&array).unwrap(), ["a", r#"["b"]"#]);
    let chunk = b"\x94\x92\xa1a\xa1b\x92\xa1c\xc0\xa2|O\x92\x02\x02";
    let (_, array) = objects(r#"{"id": "msgpack2"}"#, "[2, 2]", chunk);
    assert_eq!(all(&array).unwrap(), ["a", "b", "c", "(none)"]);
}

/// The bytes that numcodecs writes for equal chunks; in Fortran order the nearest that numcodecs reads as what
/// it is: it nests by the axes of the array and flattens the lists as they come, so that it does not read what it
/// wrote.
#[test]
fn objects_are_written_nested_by_the_shape_of_the_chunk() {
    let encoded = |codec: &str, shape: &[u64], order: char, values: &[&str]| {
        let mut builder = builder(21, shape, shape, FormatId::V2);
        builder.codec(codec, None).unwrap();
        builder.order(order).unwrap();
        let hierarchy = memory();
        let array = hierarchy.create_array("", &builder).unwrap();
        let values = texts(values);
        write(&array, &vec![0; shape.len()], shape, &values).unwrap();
        assert_eq!(all(&array).unwrap(), values.iter().map(|text| String::from_utf8_lossy(text)).collect::<Vec<_>>());
        stored(&hierarchy, &vec!["0"; shape.len().max(1)].join("."))
    };
    let six = ["0", "1", "2", "3", "4", "5"];
    let json =
        |shape: &[u64], order, values: &[&str]| String::from_utf8(encoded("json2", shape, order, values)).unwrap();
    assert_eq!(json(&[2, 3], 'C', &six), r#"[["0","1","2"],["3","4","5"],"|O",[2,3]]"#);
    assert_eq!(json(&[2, 3], 'F', &six), r#"[["0","3"],["1","4"],["2","5"],"|O",[3,2]]"#);
    assert_eq!(json(&[1, 2, 1], 'C', &["a", "b"]), r#"[[["a"],["b"]],"|O",[1,2,1]]"#);
    assert_eq!(json(&[2], 'C', &["a", "b"]), r#"["a","b","|O",[2]]"#);
    assert_eq!(json(&[], 'C', &["a"]), r#"["a","|O",[]]"#);
    let packed = b"\x94\x93\xa10\xa11\xa12\x93\xa13\xa14\xa15\xa2|O\x92\x02\x03";
    assert_eq!(encoded("msgpack2", &[2, 3], 'C', &six), packed);
    let packed = b"\x95\x92\xa10\xa13\x92\xa11\xa14\x92\xa12\xa15\xa2|O\x92\x03\x02";
    assert_eq!(encoded("msgpack2", &[2, 3], 'F', &six), packed);
    assert_eq!(encoded("msgpack2", &[], 'C', &["a"]), b"\x93\xa1a\xa2|O\x91\x01");
}

#[test]
fn appended_strings_lie_behind_the_old_ones() {
    let hierarchy = memory();
    for (name, data_type) in [("v", "\"string\""), ("s", "\"|S5\""), ("u", "\"<U5\"")] {
        let mut builder = ArrayBuilder::new_json(data_type, &[1, 2]).unwrap();
        builder.chunk_shape(&[2, 2]).unwrap();
        let array = hierarchy.create_array(name, &builder).unwrap();
        let append = |axis, count: &[u64], given: &[&str]| {
            let values: Vec<VariableValue> = given.iter().map(|text| VariableValue::Bytes(text.as_bytes())).collect();
            array.append_strings(axis, count, &values)
        };
        array.write_strings(&[0, 0], &[1, 2], &[VariableValue::Bytes(b"a"), VariableValue::Bytes(b"b")]).unwrap();
        assert_eq!(append(0, &[2, 2], &["c", "", "e", "last"]).unwrap(), 1);
        assert_eq!(append(1, &[3, 1], &["x", "y", "z"]).unwrap(), 2);
        let read = array.read_strings(&[0, 0], &[3, 3]).unwrap();
        let read: Vec<_> = read.iter().map(|value| value.bytes().unwrap().to_vec()).collect();
        assert_eq!(read, texts(&["a", "b", "x", "c", "", "y", "e", "last", "z"]));
        assert_eq!(append(0, &[1, 3], &["x"]).unwrap_err().kind(), ErrorKind::BufferSize);
        let bad: &[u8] = b"\xff\xff\xff\xff\xff\xff";
        let error = array.append_strings(0, &[1, 3], &[VariableValue::Bytes(bad); 3]).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::InvalidArgument | ErrorKind::Range), "{error}");
        assert_eq!(error.message().matches("array \"/").count(), 1, "{error}");
        assert_eq!(array.shape(), [3, 3], "what is refused has changed nothing");
    }
    let numbers = hierarchy.create_array("n", &builder(4, &[2], &[2], FormatId::V3)).unwrap();
    let error = numbers.append_strings(0, &[1], &[VariableValue::Bytes(b"a")]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TypeMismatch);
    assert_eq!(numbers.shape(), [2]);
}

#[test]
fn objects_as_messagepack_stay_what_they_are() {
    // "x", None, {"a": [1, -2, 1.5, True]}, 2**64 - 1, -2**63, 0.1 in single precision; then the type and the shape.
    let chunk = b"\x98\xa1x\xc0\x81\xa1a\x94\x01\xfe\xcb\x3f\xf8\0\0\0\0\0\0\xc3\xcf\xff\xff\xff\xff\xff\xff\xff\xff\
                  \xd3\x80\0\0\0\0\0\0\0\xca\x3d\xcc\xcc\xcd\xa2|O\x91\x06";
    let (hierarchy, array) = objects(r#"{"id": "msgpack2", "raw": false}"#, "[6]", chunk);
    let expected = [
        "x",
        "(none)",
        r#"{"a": [1, -2, 1.5, true]}"#,
        "18446744073709551615",
        "-9223372036854775808",
        "0.10000000149011612",
    ];
    assert_eq!(all(&array).unwrap(), expected);
    array.write_values(&[0], &[1], &[VariableValue::Bytes("y".repeat(300).as_bytes())]).unwrap();
    let again = stored(&hierarchy, "0");
    assert_eq!(again[..4], *b"\x98\xda\x01\x2c");
    assert_eq!(again[304..324], chunk[3..23]);
    assert_eq!(all(&array).unwrap()[1..], expected[1..]);
}

#[test]
fn corrupt_objects_are_found() {
    let json: &[&[u8]] = &[
        b"",
        b"[]",
        b"{}",
        b"[\"a\",\"b\"]",
        b"[\"a\",\"|O\",[1]]",
        b"[\"a\",\"b\",\"c\",\"|O\",[3]]",
        b"[\"a\",\"b\",1,[2]]",
        b"[\"a\",b,\"|O\",[2]]",
        b"[\"a\",\"\xff\",\"|O\",[2]]",
        b"[\"a\",],\"|O\",[2]]",
        b"[\"a\",,\"|O\",[2]]",
        b"[\"a\",\"b\",\"|O\",[2]",
        b"[\"a\",\"b\",\"|O\",[2]]]",
        b"[\"a\",\"b\",\"|O\",[1,2]]",
    ];
    for chunk in json {
        let (_, array) = objects(JSON2, "[2]", chunk);
        let error = all(&array).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Data, "{}: {error}", String::from_utf8_lossy(chunk));
    }
    let good: &[u8] = b"\x94\xa1a\xa1b\xa2|O\x91\x02";
    let (_, array) = objects(r#"{"id": "msgpack2"}"#, "[2]", good);
    assert_eq!(all(&array).unwrap(), ["a", "b"]);
    let mut bad: Vec<Vec<u8>> = (0..good.len()).map(|end| good[..end].to_vec()).collect();
    bad.extend(good.iter().enumerate().filter(|(at, _)| *at != 2 && *at != 4 && *at < 6).map(|(at, _)| {
        let mut chunk = good.to_vec();
        chunk[at] = 0xc1;
        chunk
    }));
    bad.push([good, b"\0"].concat());
    bad.push(b"\xdd\xff\xff\xff\xff".to_vec());
    // Lists in lists in lists: refused, not followed.
    bad.push([&[0x94, 0xa1, b'a'][..], &vec![0x91; 100_000], b"\xc0\xa2|O\x91\x02"].concat());
    for chunk in bad {
        let (_, array) = objects(r#"{"id": "msgpack2"}"#, "[2]", &chunk);
        let error = all(&array).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Data, "{chunk:02x?}: {error}");
    }
    let deep = [&b"[\"a\","[..], &vec![b'['; 100_000], &vec![b']'; 100_000], b",\"|O\",[2]]"].concat();
    let (_, array) = objects(JSON2, "[2]", &deep);
    assert_eq!(all(&array).unwrap_err().kind(), ErrorKind::Data);
}

#[test]
fn categories_of_objects_and_of_texts_of_a_fixed_size() {
    let codec = r#"{"id": "categorize", "labels": ["aa", "b"], "dtype": "|O", "astype": "<u2"}"#;
    let (hierarchy, array) = objects(codec, "[4]", b"\x01\0\x02\0\0\0\x09\0");
    assert_eq!(all(&array).unwrap(), ["aa", "b", "", ""]);
    write(&array, &[1], &[3], &texts(&["aa", "b", ""])).unwrap();
    assert_eq!(stored(&hierarchy, "0"), b"\x01\0\x01\0\x02\0\0\0");
    let error = write(&array, &[0], &[1], &texts(&["c"])).unwrap_err();
    assert!(error.kind() == ErrorKind::Range && error.message().contains("\"c\""), "{error}");
    hierarchy.store().set("0", b"\x01\0\x02").unwrap();
    assert_eq!(all(&array).unwrap_err().kind(), ErrorKind::Data);

    for (mark, order) in [('<', 0), ('>', 3)] {
        let document = format!(
            r#"{{"zarr_format": 2, "shape": [3], "chunks": [3], "dtype": "{mark}U2", "compressor": {{"id": "zlib", "level": 1}},
                 "fill_value": "", "order": "C",
                 "filters": [{{"id": "categorize", "labels": ["é", "bb"], "dtype": "{mark}U2", "astype": "|u1"}}]}}"#
        );
        let hierarchy = memory();
        hierarchy.store().set(".zarray", document.as_bytes()).unwrap();
        let array = hierarchy.open_array("", None).unwrap();
        let native = |text: &str| {
            let mut bytes: Vec<u8> = text.chars().flat_map(|c| (c as u32).to_ne_bytes()).collect();
            bytes.resize(8, 0);
            bytes
        };
        let values = [native("bb"), native(""), native("é")].concat();
        array.write_region(&[0], &[3], &values).unwrap();
        let mut back = vec![1; 24];
        array.read_region(&[0], &[3], &mut back).unwrap();
        assert_eq!(back, values, "byte {order} first");
        let copy = memory();
        let error = hierarchy.copy("", &copy, "a", Some(FormatId::V3), &|_, _| true).unwrap_err();
        assert!(error.kind() == ErrorKind::Unsupported && error.message().contains("categorize"), "{error}");
        let error = array.write_region(&[0], &[1], &native("x")).unwrap_err();
        assert!(error.kind() == ErrorKind::Range && error.message().contains("\"x\""), "{error}");
    }
}

#[test]
fn texts_of_a_fixed_size_are_strings_too() {
    let hierarchy = memory();
    for (data_type, name) in [("\"|S4\"", "s"), ("\"<U4\"", "u"), ("\">U4\"", "b")] {
        let mut builder = ArrayBuilder::new_json(data_type, &[2, 3]).unwrap();
        builder.chunk_shape(&[2, 2]).unwrap();
        let array = hierarchy.create_array(name, &builder).unwrap();
        let read = |start: &[u64], count: &[u64]| -> zarr::Result<Vec<Vec<u8>>> {
            let values = array.read_strings(start, count)?;
            Ok(values.iter().map(|value| value.bytes().unwrap().to_vec()).collect())
        };
        let values = texts(&["a", "b\0c", "", "é", "four", "x"]);
        let given: Vec<VariableValue> = values.iter().map(|value| VariableValue::Bytes(value)).collect();
        array.write_strings(&[0, 0], &[2, 3], &given).unwrap();
        assert_eq!(read(&[0, 0], &[2, 3]).unwrap(), values, "{data_type}");
        assert_eq!(read(&[1, 1], &[1, 2]).unwrap(), texts(&["four", "x"]));
        assert_eq!(read(&[0, 0], &[0, 3]).unwrap(), texts(&[]));
        let error = array.write_strings(&[0, 0], &[1, 1], &[VariableValue::Bytes(b"fives")]).unwrap_err();
        assert!(error.kind() == ErrorKind::Range && error.message().contains("element 0 has 5"), "{error}");
        let bad = array.write_strings(&[0, 0], &[1, 1], &[VariableValue::Bytes(b"\xff")]);
        assert_eq!(
            bad.map_err(|error| error.kind()),
            if name == "s" { Ok(()) } else { Err(ErrorKind::InvalidArgument) }
        );
        assert_eq!(read(&[0, 0], &[3, 3]).unwrap_err().kind(), ErrorKind::OutOfBounds);
        assert_eq!(array.write_strings(&[0, 0], &[1, 1], &[]).unwrap_err().kind(), ErrorKind::BufferSize);
    }
    let array = hierarchy.open_array("u", None).unwrap();
    array.write_region(&[0, 0], &[1, 1], &[0xd800_u32, 0, 0, 0].map(u32::to_ne_bytes).concat()).unwrap();
    let error = array.read_strings(&[0, 0], &[1, 1]).unwrap_err();
    assert!(error.kind() == ErrorKind::Data && error.message().contains("0xd800"), "{error}");
    let numbers = hierarchy.create_array("n", &builder(4, &[2], &[2], FormatId::V3)).unwrap();
    assert_eq!(numbers.read_strings(&[0], &[2]).unwrap_err().kind(), ErrorKind::TypeMismatch);
    assert_eq!(numbers.write_strings(&[0], &[2], &[]).unwrap_err().kind(), ErrorKind::TypeMismatch);
}
