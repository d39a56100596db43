//! Where the texts of the drafts and of version 1 contradict themselves or leave something open, and what the software
//! of the time made of it: one test for each such place that has none elsewhere.

use std::sync::Arc;
use zarr::array::{Array, ArrayBuilder};
use zarr::format::FormatId;
use zarr::hierarchy::{Hierarchy, NodeKind};
use zarr::json::{Json, Object, ParseOptions};
use zarr::store::{ByteRange, MemoryStore, StoreExt};
use zarr::{ErrorKind, Result};

const CORE: &str = r#"{"zarr_format": "https://purl.org/zarr/spec/core/3.0",
    "metadata_encoding": {"type": "json", "metadata_key_suffix": ".json"}, "extensions": []}"#;
const PROTOCOL: &str = r#"{"zarr_format": "https://purl.org/zarr/spec/protocol/core/3.0", "extensions": [],
    "metadata_encoding": "https://purl.org/zarr/spec/protocol/core/3.0", "metadata_key_suffix": ".json"}"#;
const STAGE_B: &str = r#"{"zarr_format": "http://purl.org/zarr/spec/protocol/core/3.0", "extensions": [],
    "metadata_encoding": "application/json"}"#;
const ARRAY_2022: &str = r#"{"shape": [4], "data_type": "int16", "chunk_memory_layout": "C", "fill_value": 7,
    "chunk_grid": {"type": "regular", "chunk_shape": [2], "separator": "/"}, "extensions": [], "attributes": {}}"#;
const ARRAY_2020: &str = r#"{"shape": [4], "data_type": "<i2", "chunk_memory_layout": "C", "fill_value": 7,
    "chunk_grid": {"type": "regular", "chunk_shape": [2], "separator": "/"}, "extensions": [], "attributes": {}}"#;
const ARRAY_V1: &str = r#"{"zarr_format": 1, "shape": [4], "chunks": [2], "dtype": "<i2", "compression": "none",
    "compression_opts": null, "fill_value": 7, "order": "C"}"#;

fn object(text: &str) -> Object {
    zarr::json::parse(text.as_bytes(), ParseOptions { bare_tokens: true }).unwrap().0.as_object().unwrap().clone()
}

/// A document with other members; an empty value takes the member out.
fn with(document: &str, members: &[(&str, &str)]) -> String {
    let mut document = object(document);
    for (name, value) in members {
        match *value {
            "" => drop(document.remove(name)),
            value => {
                let value = zarr::json::parse(value.as_bytes(), ParseOptions { bare_tokens: true }).unwrap().0;
                document.set(*name, value);
            }
        }
    }
    Json::Object(document).to_string()
}

fn hierarchy(values: &[(&str, &str)]) -> Arc<Hierarchy> {
    let store = MemoryStore::new();
    values.iter().for_each(|(key, value)| store.set(key, value.as_bytes()).unwrap());
    Hierarchy::with_store(Arc::new(store), None).unwrap()
}

/// The array `/x` of the 2022 draft, of the shape of 2020, of stage B, of version 1, with other members.
fn opened(format: FormatId, members: &[(&str, &str)]) -> Result<Array> {
    match format {
        FormatId::V3Draft2022 => {
            hierarchy(&[("zarr.json", CORE), ("meta/x.array.json", &with(ARRAY_2022, members))]).open_array("x", None)
        }
        FormatId::V3Shape2020 => {
            hierarchy(&[("zarr.json", PROTOCOL), ("meta/root/x.array.json", &with(ARRAY_2020, members))])
                .open_array("x", None)
        }
        FormatId::V3Protocol2019B => {
            hierarchy(&[("zarr.json", STAGE_B), ("meta/root/x.array", &with(ARRAY_2020, members))])
                .open_array("x", None)
        }
        _ => hierarchy(&[("meta", &with(ARRAY_V1, members))]).open_array("/", None),
    }
}

const DRAFT: FormatId = FormatId::V3Draft2022;
const SHAPE: FormatId = FormatId::V3Shape2020;
const B: FormatId = FormatId::V3Protocol2019B;
const V1: FormatId = FormatId::V1;

fn read(array: &Array) -> Vec<u8> {
    let (start, shape) = (vec![0; array.ndim()], array.shape());
    let mut bytes = vec![0; shape.iter().product::<u64>() as usize * array.data_type().size()];
    array.read_region(&start, &shape, &mut bytes).unwrap();
    bytes
}

fn put(array: &Array, key: &str, value: &[u8]) {
    array.origin().store.set(key, value).unwrap();
}

fn builder(format: FormatId, data_type: &str) -> ArrayBuilder {
    let mut builder = ArrayBuilder::new_json(data_type, &[4]).unwrap();
    builder.format(Some(format));
    builder
}

fn created(format: FormatId, data_type: &str) -> (Arc<Hierarchy>, Array) {
    let hierarchy = hierarchy(&[]);
    let path = if format == V1 { "/" } else { "x" };
    let array = hierarchy.create_array(path, &builder(format, data_type)).unwrap();
    (hierarchy, array)
}

fn document(hierarchy: &Hierarchy, key: &str) -> Object {
    object(&String::from_utf8(hierarchy.store().get(key, ByteRange::ALL).unwrap().unwrap()).unwrap())
}

fn keys(hierarchy: &Hierarchy) -> Vec<String> {
    hierarchy.store().list_prefix("").unwrap()
}

// The 2022 draft.

#[test]
fn numpy_strings_and_names_are_both_types_and_names_are_written() {
    let array = opened(DRAFT, &[("data_type", "\">i2\"")]).unwrap();
    put(&array, "data/x/c0", &[1, 2, 3, 4]);
    assert_eq!(read(&array), [0x0102i16, 0x0304, 7, 7].map(i16::to_ne_bytes).concat());
    for name in ["bool", "int8", "uint64", "int64", "float16", "complex128", "r24"] {
        let (hierarchy, _) = created(DRAFT, &format!("{name:?}"));
        assert_eq!(document(&hierarchy, "meta/x.array.json").get("data_type"), Some(&name.into()));
    }
}

/// A type that says its order, and a codec that says another: the codec is what happened to the bytes.
#[test]
fn the_endian_codec_counts_whatever_the_type_says() {
    for (kind, order, stored) in [("<i2", "big", [0, 5]), (">i2", "little", [5, 0]), ("int16", "big", [0, 5])] {
        let codecs = format!(
            r#"[{{"type": "https://purl.org/zarr/spec/codecs/endian/1.0", "configuration": {{"endian": "{order}"}}}}]"#
        );
        let array = opened(DRAFT, &[("data_type", &format!("{kind:?}")), ("codecs", &codecs)]).unwrap();
        put(&array, "data/x/c0", &[stored, stored].concat());
        assert_eq!(read(&array)[..2], 5i16.to_ne_bytes(), "{kind} {order}");
    }
}

/// Members that real documents have and that change nothing are no unknown names.
#[test]
fn members_that_are_tolerated_in_silence() {
    for member in ["dimension_separator", "dimension_names"] {
        let value = if member == "dimension_names" { "[\"t\"]" } else { "\"/\"" };
        for format in [DRAFT, SHAPE] {
            assert!(opened(format, &[(member, value)]).unwrap().warnings().is_empty(), "{format:?} {member}");
        }
    }
    let entry = with(CORE, &[("metadata_key_suffix", "\".json\"")]);
    let group = r#"{"attributes": {}, "extensions": []}"#;
    let draft = hierarchy(&[("zarr.json", &entry), ("meta/g.group.json", group)]);
    assert!(draft.open_group("g", None).unwrap().warnings().is_empty());
    // As one writer had them where there were no attributes.
    let zarrita = r#"{"extensions": [], "attributes": null}"#;
    let shape = hierarchy(&[("zarr.json", PROTOCOL), ("meta/root/g.group.json", zarrita)]);
    assert_eq!(shape.open_group("g", None).unwrap().attributes().unwrap(), "{}");
}

#[test]
fn extensions_and_separator_may_be_absent_and_are_always_written() {
    let grid = r#"{"type": "regular", "chunk_shape": [1]}"#;
    for (format, key) in [(DRAFT, "data/x/c3"), (SHAPE, "data/root/x/c3"), (B, "data/x/3")] {
        let array = opened(format, &[("extensions", ""), ("chunk_grid", grid)]).unwrap();
        put(&array, key, &5i16.to_le_bytes());
        assert_eq!(read(&array)[6..], 5i16.to_ne_bytes(), "{format:?}");
    }
    let square = r#"{"type": "regular", "chunk_shape": [1, 1]}"#;
    for (format, key) in [(DRAFT, "data/x/c0/1"), (SHAPE, "data/root/x/c0/1"), (B, "data/x/0.1")] {
        let array = opened(format, &[("shape", "[1, 2]"), ("chunk_grid", square)]).unwrap();
        put(&array, key, &5i16.to_le_bytes());
        assert_eq!(read(&array)[2..], 5i16.to_ne_bytes(), "{format:?}");
    }
    for (format, key) in [(DRAFT, "meta/x.array.json"), (SHAPE, "meta/root/x.array.json"), (B, "meta/root/x.array")] {
        let document = document(&created(format, "\"uint8\"").0, key);
        assert_eq!(document.get("extensions"), Some(&Json::Array(vec![])));
        assert!(document.get("chunk_grid").unwrap().as_object().unwrap().get("separator").is_some());
    }
}

/// Where no separator is named, the keys that are there decide.
#[test]
fn an_unnamed_separator_is_seen_in_the_keys() {
    let grid = r#"{"type": "regular", "chunk_shape": [1, 1]}"#;
    for (format, meta, text, entry, keys) in [
        (DRAFT, "meta/x.array.json", ARRAY_2022, CORE, [("data/x/c0/1", 0), ("data/x/c0.1", 1)]),
        (SHAPE, "meta/root/x.array.json", ARRAY_2020, PROTOCOL, [("data/root/x/c0/1", 0), ("data/root/x/c0.1", 1)]),
        (B, "meta/root/x.array", ARRAY_2020, STAGE_B, [("data/x/0.1", 0), ("data/x/c0/1", 1)]),
    ] {
        let text = with(text, &[("shape", "[1, 2]"), ("chunk_grid", grid)]);
        for (key, warnings) in keys {
            let hierarchy = hierarchy(&[("zarr.json", entry), (meta, &text), (key, "\x05\0")]);
            let array = hierarchy.open_array("x", None).unwrap();
            assert_eq!(read(&array), [7i16, 5].map(i16::to_ne_bytes).concat(), "{format:?} {key}");
            assert_eq!(array.warnings().len(), warnings, "{format:?} {key}");
        }
        // Both kinds: what the text says.
        let both = hierarchy(&[("zarr.json", entry), (meta, &text), (keys[0].0, "\x05\0"), (keys[1].0, "\x06\0")]);
        assert_eq!(read(&both.open_array("x", None).unwrap())[2..], 5i16.to_ne_bytes(), "{format:?}");
        // A separator that is named is no guess.
        let named = grid.replace('}', ", \"separator\": \"/\"}");
        let text = with(&text, &[("chunk_grid", &named)]);
        let sure = hierarchy(&[("zarr.json", entry), (meta, &text), (keys[1].0, "\x06\0")]);
        assert!(sure.open_array("x", None).unwrap().warnings().is_empty());
    }
}

/// The formula for keys, taken at its word, puts a period before the root's document.
#[test]
fn the_root_of_the_2022_draft_under_both_keys() {
    for (key, kind) in [
        ("meta/array.json", NodeKind::Array),
        ("meta/.array.json", NodeKind::Array),
        ("meta/group.json", NodeKind::Group),
        ("meta/.group.json", NodeKind::Group),
    ] {
        let text = if kind == NodeKind::Array { ARRAY_2022 } else { r#"{"attributes": {}}"# };
        let hierarchy = hierarchy(&[("zarr.json", CORE), (key, text)]);
        assert_eq!(hierarchy.node_kind("/").unwrap(), Some(kind), "{key}");
        assert_eq!(hierarchy.create_group("/", None, None).unwrap_err().kind(), ErrorKind::AlreadyExists);
        hierarchy.erase("/").unwrap();
        assert!(keys(&hierarchy).is_empty(), "{key}");
    }
    let (hierarchy, _) = created(DRAFT, "\"uint8\"");
    hierarchy.create_group("/", None, None).unwrap();
    assert!(keys(&hierarchy).contains(&"meta/group.json".to_owned()));
}

#[test]
fn infinity_in_every_spelling() {
    for format in [DRAFT, SHAPE, B] {
        let kind = if format == DRAFT { "\"float32\"" } else { "\"<f4\"" };
        for (fill, value) in [
            ("\"NaN\"", 0x7fc0_0000u32),
            ("\"Infinity\"", 0x7f80_0000),
            ("\"+Infinity\"", 0x7f80_0000),
            ("\"-Infinity\"", 0xff80_0000),
            ("\"0x7fc00001\"", 0x7fc0_0001),
            ("\"0xffffffff\"", 0xffff_ffff),
            ("\"0b11111111110000000000000000000000\"", 0xffc0_0000),
            ("\"0x00000001\"", 1),
            ("\"0x80000000\"", 0x8000_0000),
            ("-0.0", 0x8000_0000),
            ("0", 0),
        ] {
            let array = opened(format, &[("data_type", kind), ("fill_value", fill)]).unwrap();
            assert_eq!(array.fill_value().unwrap(), (value.to_ne_bytes().to_vec(), true), "{format:?} {fill}");
        }
        // Each digit that the size needs, and no other.
        for fill in ["\"0x7fc0\"", "\"0x07fc00001\"", "\"0b11\"", "\"0x7fc0000g\"", "\"infinity\"", "\"nan\"", "true"] {
            assert!(opened(format, &[("data_type", kind), ("fill_value", fill)]).is_err(), "{format:?} {fill}");
        }
    }
    let spelled = |format, key: &str, bits: u32| {
        let hierarchy = hierarchy(&[]);
        let mut builder = builder(format, "\"float32\"");
        builder.fill_value(&bits.to_ne_bytes()).unwrap();
        hierarchy.create_array("x", &builder).unwrap();
        document(&hierarchy, key).get("fill_value").unwrap().to_string()
    };
    for (bits, draft, shape) in [
        (0x7f80_0000, "\"+Infinity\"", "\"Infinity\""),
        (0xff80_0000, "\"-Infinity\"", "\"-Infinity\""),
        (0x7fc0_0000, "\"NaN\"", "\"NaN\""),
        (0x7fc0_0001, "\"0x7fc00001\"", "\"0x7fc00001\""),
    ] {
        assert_eq!(spelled(DRAFT, "meta/x.array.json", bits), draft);
        assert_eq!(spelled(SHAPE, "meta/root/x.array.json", bits), shape);
        assert_eq!(spelled(B, "meta/root/x.array", bits), draft);
    }
}

/// Patterns of bits for numbers that are no floats; leading and trailing zeroes belong to them.
#[test]
fn bit_patterns_of_other_types() {
    for (kind, fill, element) in [
        ("int16", "\"0x8001\"", (-32767i16).to_ne_bytes().to_vec()),
        ("uint8", "\"0b00000101\"", vec![5]),
        ("int64", "\"0x0000000000000100\"", 256i64.to_ne_bytes().to_vec()),
        ("r24", "\"0x000100\"", vec![0, 1, 0]),
        ("complex64", "\"0x3f80000000000000\"", [1f32, 0.0].map(f32::to_ne_bytes).concat()),
        ("complex64", "[1, \"+Infinity\"]", [1f32, f32::INFINITY].map(f32::to_ne_bytes).concat()),
    ] {
        let array = opened(DRAFT, &[("data_type", &format!("{kind:?}")), ("fill_value", fill)]).unwrap();
        assert_eq!(array.fill_value().unwrap(), (element, true), "{kind} {fill}");
    }
    for (kind, fill) in
        [("int16", "\"0x801\""), ("uint8", "\"0b101\""), ("bool", "\"0x01\""), ("bool", "1"), ("int8", "128")]
    {
        let error = opened(DRAFT, &[("data_type", &format!("{kind:?}")), ("fill_value", fill)]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Metadata, "{kind} {fill}");
    }
}

#[test]
fn codec_uris_in_every_spelling() {
    for uri in [
        "https://purl.org/zarr/spec/codecs/gzip/1.0",
        "http://purl.org/zarr/spec/codecs/gzip/1.0",
        "https://purl.org/zarr/spec/codec/gzip/1.0",
        "https://purl.org/zarr/spec/codec/gzip",
        "https://purl.org/zarr/spec/codecs/gzip/1.3",
        "http://purl.org/zarr/spec/codec/gzip",
    ] {
        let codecs = format!(r#"[{{"type": "{uri}", "configuration": {{"level": 1}}}}]"#);
        let compressor = format!(r#"{{"codec": "{uri}", "configuration": {{"level": 1}}}}"#);
        for (format, member, value) in [
            (DRAFT, "codecs", &codecs),
            (DRAFT, "compressor", &compressor),
            (SHAPE, "compressor", &compressor),
            (SHAPE, "codecs", &codecs),
            (B, "compressor", &compressor),
        ] {
            let array = opened(format, &[(member, value)]).unwrap_or_else(|error| panic!("{format:?} {uri}: {error}"));
            assert_eq!(read(&array), [7i16; 4].map(i16::to_ne_bytes).concat());
        }
    }
    // The URIs that zarr-python wrote for codecs without one, another version, and another vendor's.
    for uri in [
        "https://purl.org/zarr/spec/codec/",
        "https://purl.org/zarr/spec/codec/gzip/2.0",
        "https://example.org/gzip/1.0",
    ] {
        let compressor = format!(r#"{{"codec": "{uri}", "configuration": {{"level": 1}}}}"#);
        let array = opened(SHAPE, &[("compressor", &compressor)]);
        let error = array.and_then(|array| array.read_region(&[0], &[4], &mut [0; 8])).unwrap_err();
        assert!(error.kind() == ErrorKind::Unsupported && error.message().contains(uri), "{error}");
    }
    let both = [("codecs", "[]"), ("compressor", r#"{"codec": "https://purl.org/zarr/spec/codec/gzip"}"#)];
    assert_eq!(opened(DRAFT, &both).unwrap_err().kind(), ErrorKind::Metadata);
}

/// Of layout F a codec sees the axes in reverse; the draft of transpose carries the URI of endian.
#[test]
fn transpose_and_the_layout_f() {
    let grid = r#"{"type": "regular", "chunk_shape": [2, 3], "separator": "/"}"#;
    let codec = |uri: &str, order: &str| format!(r#"[{{"type": "{uri}", "configuration": {{"order": {order}}}}}]"#);
    let read_as = |layout: &str, codecs: &str| {
        let members = [
            ("data_type", "\"uint8\""),
            ("shape", "[2, 3]"),
            ("chunk_grid", grid),
            ("chunk_memory_layout", layout),
            ("codecs", codecs),
        ];
        let array = opened(DRAFT, &members).unwrap();
        put(&array, "data/x/c0/0", &[0, 1, 2, 3, 4, 5]);
        read(&array)
    };
    let (transpose, slip) =
        ("https://purl.org/zarr/spec/codecs/transpose/1.0", "https://purl.org/zarr/spec/codecs/endian/1.0");
    let (c, f) = ([0, 1, 2, 3, 4, 5], [0, 2, 4, 1, 3, 5]);
    assert_eq!((read_as("\"C\"", "[]"), read_as("\"F\"", "[]")), (c.to_vec(), f.to_vec()));
    for uri in [transpose, slip] {
        for order in ["[1, 0]", "\"F\""] {
            assert_eq!(read_as("\"C\"", &codec(uri, order)), f, "{uri} {order}");
            // Reversed twice.
            assert_eq!(read_as("\"F\"", &codec(uri, order)), c, "{uri} {order}");
        }
        assert_eq!(read_as("\"C\"", &codec(uri, "[0, 1]")), c);
    }
}

/// Each codec takes what the one before it gives: elements become bytes where the first codec on bytes stands, as plain
/// numbers with their least significant byte first.
#[test]
fn codecs_on_bytes_in_any_number_and_codecs_on_arrays_only_before_them() {
    let gzip = r#"{"type": "https://purl.org/zarr/spec/codecs/gzip/1.0", "configuration": {"level": 1}}"#;
    let blosc = r#"{"type": "https://purl.org/zarr/spec/codecs/blosc/1.0",
        "configuration": {"cname": "lz4", "clevel": 1, "shuffle": 1, "blocksize": 0}}"#;
    let endian = r#"{"type": "https://purl.org/zarr/spec/codecs/endian/1.0", "configuration": {"endian": "big"}}"#;
    let transpose = r#"{"type": "https://purl.org/zarr/spec/codecs/transpose/1.0", "configuration": {"order": [0]}}"#;
    for codecs in [
        format!("[{gzip}, {gzip}]"),
        format!("[{blosc}, {gzip}, {blosc}]"),
        format!("[{endian}, {gzip}, {blosc}]"),
        format!("[{transpose}, {endian}, {blosc}]"),
        format!("[{transpose}, {gzip}]"),
    ] {
        let array = opened(DRAFT, &[("codecs", &codecs)]).unwrap_or_else(|error| panic!("{codecs}: {error}"));
        let bytes = [1i16, 2, 3, -4].map(i16::to_ne_bytes).concat();
        array.write_region(&[0], &[4], &bytes).unwrap();
        assert_eq!(read(&array), bytes, "{codecs}");
    }
    for codecs in [format!("[{gzip}, {endian}]"), format!("[{gzip}, {transpose}]"), format!("[{endian}, {transpose}]")]
    {
        let error = opened(DRAFT, &[("codecs", &codecs)]).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Metadata | ErrorKind::Unsupported), "{codecs}: {error}");
    }
}

#[test]
fn attributes_make_an_implicit_group_explicit() {
    let (hierarchy, _) = created(DRAFT, "\"uint8\"");
    hierarchy.create_array("a/b", &builder(DRAFT, "\"uint8\"")).unwrap();
    assert_eq!(hierarchy.node_kind("a").unwrap(), Some(NodeKind::ImplicitGroup));
    hierarchy.open_group("a", None).unwrap().set_attributes(r#"{"n": 1}"#).unwrap();
    assert_eq!(hierarchy.node_kind("a").unwrap(), Some(NodeKind::Group));
    hierarchy.erase("a/b").unwrap();
    assert_eq!(hierarchy.node_kind("a").unwrap(), Some(NodeKind::Group));
}

/// The suffix is part of every key of a document, and of no other.
#[test]
fn another_metadata_key_suffix() {
    for (entry, format, meta, root) in [
        (
            with(CORE, &[("metadata_encoding", r#"{"type": "json", "metadata_key_suffix": ".meta"}"#)]),
            DRAFT,
            "meta/",
            "meta/",
        ),
        (with(PROTOCOL, &[("metadata_key_suffix", "\".meta\"")]), SHAPE, "meta/root/", "meta/root."),
        (
            with(CORE, &[("metadata_encoding", r#"{"type": "json", "metadata_key_suffix": ""}"#)]),
            DRAFT,
            "meta/",
            "meta/",
        ),
    ] {
        let hierarchy = hierarchy(&[("zarr.json", &entry)]);
        let suffix = if entry.contains(".meta") { ".meta" } else { "" };
        hierarchy.create_group("/", None, None).unwrap();
        hierarchy.create_array("a/x", &builder(format, "\"uint8\"")).unwrap();
        let mut expected =
            vec![format!("{root}group{suffix}"), format!("{meta}a/x.array{suffix}"), "zarr.json".to_owned()];
        expected.sort();
        let mut found = keys(&hierarchy);
        found.sort();
        assert_eq!(found, expected);
        assert_eq!(hierarchy.children("a").unwrap(), ["x"]);
        assert_eq!(hierarchy.walk("/", 9).unwrap().len(), 2);
        // Documents with other endings are no nodes, and names that end in this one are none either.
        hierarchy.store().set(&format!("{meta}y.array.json"), b"{}").unwrap();
        assert_eq!(hierarchy.node_kind("y").unwrap(), None);
        let error = hierarchy.create_group(&format!("z.array{suffix}"), None, None).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        hierarchy.erase("a/x").unwrap();
        assert!(!keys(&hierarchy).contains(&format!("{meta}a/x.array{suffix}")));
    }
}

/// Without its entry point a hierarchy is not guessed; a caller that names the format can read it, with a warning.
#[test]
fn a_hierarchy_whose_entry_point_is_lost() {
    for (key, chunk, text, format) in [
        ("meta/x.array.json", "data/x/c0", ARRAY_2022, "v3-2022"),
        ("meta/root/x.array.json", "data/root/x/c0", ARRAY_2020, "v3-2020"),
    ] {
        let values = [(key, text), (chunk, "\x01\0\x02\0")];
        let unnamed = hierarchy(&values);
        let error = unnamed.open_array("x", None).unwrap_err();
        assert!(error.kind() == ErrorKind::Metadata && error.message().contains("zarr.json is missing"), "{error}");
        assert!(unnamed.create_group("y", None, None).is_err());
        let named =
            Hierarchy::with_store(Arc::clone(unnamed.store()), Some(&format!(r#"{{"format": "{format}"}}"#))).unwrap();
        let array = named.open_array("x", None).unwrap();
        assert_eq!(read(&array), [1i16, 2, 7, 7].map(i16::to_ne_bytes).concat());
        assert!(array.warnings()[0].contains("zarr.json is missing"));
        assert!(named.open_array("x", Some(r#"{"strict": true}"#)).is_err());
        assert_eq!(named.children("/").unwrap(), ["x"]);
    }
}

/// Names that may not be created may have been; what is there is read.
#[test]
fn names_are_strict_on_writing_and_lenient_on_reading() {
    for (format, entry, meta, data, text) in
        [(DRAFT, CORE, "meta/", "data/", ARRAY_2022), (SHAPE, PROTOCOL, "meta/root/", "data/root/", ARRAY_2020)]
    {
        for name in ["a b", "t\u{fc}r", "..x", "a+b", "x.array"] {
            let values = [
                ("zarr.json".to_owned(), entry),
                (format!("{meta}{name}.array.json"), text),
                (format!("{data}{name}/c0"), "\x01\0\x02\0"),
            ];
            let store = MemoryStore::new();
            values.iter().for_each(|(key, value)| store.set(key, value.as_bytes()).unwrap());
            let hierarchy = Hierarchy::with_store(Arc::new(store), None).unwrap();
            assert_eq!(hierarchy.children("/").unwrap(), [name]);
            assert_eq!(
                read(&hierarchy.open_array(name, None).unwrap()),
                [1i16, 2, 7, 7].map(i16::to_ne_bytes).concat()
            );
            let new = format!("g/{name}");
            let allowed = matches!(name, "..x" | "x.array");
            assert_eq!(
                hierarchy.create_array(&new, &builder(format, "\"uint8\"")).is_ok(),
                allowed,
                "{format:?} {name}"
            );
            hierarchy.erase(name).unwrap();
        }
    }
    // The draft of 2022 has no limit to the length of names; its predecessors have.
    let long = "x".repeat(300);
    assert!(created(DRAFT, "\"uint8\"").0.create_group(&long, None, None).is_ok());
    assert!(created(SHAPE, "\"uint8\"").0.create_group(&long, None, None).is_err());
}

// The shape of 2020 and before.

/// Another entry point was written over a hierarchy: where the documents lie counts.
#[test]
fn the_layout_of_a_hand_edited_store_is_what_is_there() {
    let group = r#"{"attributes": {"a": 1}}"#;
    let edited = hierarchy(&[
        ("zarr.json", PROTOCOL),
        ("meta/group.json", group),
        ("meta/a/x.array.json", ARRAY_2020),
        ("data/a/x/c0", "\x01\0\x02\0"),
    ]);
    assert_eq!(edited.children("/").unwrap(), ["a"]);
    let array = edited.open_array("a/x", None).unwrap();
    assert_eq!(array.format(), SHAPE);
    assert_eq!(read(&array), [1i16, 2, 7, 7].map(i16::to_ne_bytes).concat());
    assert!(array.warnings()[0].contains("where the 2022 draft has them"));
    // New nodes come beside the old ones.
    edited.create_array("y", &builder(SHAPE, "\"uint8\"")).unwrap();
    assert!(keys(&edited).contains(&"meta/y.array.json".to_owned()));
    let fresh = Hierarchy::with_store(Arc::clone(edited.store()), None).unwrap();
    fresh.create_group("z", None, None).unwrap();
    assert!(keys(&fresh).contains(&"meta/z.group.json".to_owned()));
    // A node that happens to be called `root`: the entry point is right in both drafts.
    let draft =
        hierarchy(&[("zarr.json", CORE), ("meta/root.group.json", group), ("meta/root/x.array.json", ARRAY_2022)]);
    assert_eq!(draft.children("/").unwrap(), ["root"]);
    assert_eq!(draft.open_array("root/x", None).unwrap().format(), DRAFT);
    let shape = hierarchy(&[("zarr.json", PROTOCOL), ("meta/root.group.json", group), ("meta/acquire.json", "{}")]);
    assert_eq!(shape.open_group("/", None).unwrap().attributes().unwrap(), r#"{"a": 1}"#);
    assert_eq!(shape.children("/").unwrap(), [""; 0]);
}

/// zarr-python put a copy of all documents into a group of its own.
#[test]
fn consolidated_metadata_of_2020() {
    let copy = format!(
        r#"{{"zarr_consolidated_format": 1, "metadata": {{"zarr.json": {PROTOCOL}, "meta/root.group.json": {{"attributes": {{}}}},
            "meta/root/a/x.array.json": {ARRAY_2020}, "meta/root/consolidated.group.json": {{"attributes": {{}}}}}}}}"#
    );
    let values = [
        ("zarr.json", PROTOCOL),
        ("meta/root/a/x.array.json", ARRAY_2020),
        ("meta/root/late.group.json", r#"{"attributes": {}}"#),
        ("meta/root/consolidated/.zmetadata", copy.as_str()),
    ];
    let plain = hierarchy(&values);
    let required = || Hierarchy::with_store(Arc::clone(plain.store()), Some(r#"{"consolidated": "require"}"#)).unwrap();
    let reader = required();
    assert_eq!(reader.children("/").unwrap(), ["a", "consolidated"]);
    assert_eq!(read(&reader.open_array("a/x", None).unwrap()), [7i16; 4].map(i16::to_ne_bytes).concat());
    // The copy counts for any content of the store.
    assert_eq!(reader.node_kind("late").unwrap(), None);
    assert_eq!(plain.node_kind("late").unwrap(), Some(NodeKind::Group));
    // A change takes it away, and a handle that has read it learns of that.
    plain.open_array("a/x", None).unwrap().set_attributes("{}").unwrap();
    assert!(!keys(&plain).iter().any(|key| key.ends_with(".zmetadata")));
    assert_eq!(reader.children("/").unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(plain.consolidate("late").unwrap_err().kind(), ErrorKind::Unsupported);
}

/// Codec parameters beside the URI, where the first text had them, and inside; inside wins.
#[test]
fn parameters_beside_the_uri() {
    for (format, member) in [(B, "compressor"), (FormatId::V3Protocol2019A, "chunk_codecs")] {
        let uri = "https://purl.org/zarr/spec/codec/zlib/1.0";
        for codec in [
            format!(r#"{{"codec": "{uri}", "level": 1}}"#),
            format!(r#"{{"codec": "{uri}", "configuration": {{"level": 1}}}}"#),
            format!(r#"{{"codec": "{uri}", "level": 99, "configuration": {{"level": 1}}}}"#),
        ] {
            let array = if format == B {
                opened(B, &[(member, &codec)])
            } else {
                let text = with(
                    ARRAY_2020,
                    &[
                        ("chunk_codecs", &format!("[{codec}]")),
                        ("attributes", ""),
                        ("zarr_format", "\"https://purl.org/zarr/spec/protocol/core/3.0/\""),
                    ],
                );
                hierarchy(&[("meta/root/x.array", &text)]).open_array("x", None)
            };
            let array = array.unwrap_or_else(|error| panic!("{format:?} {codec}: {error}"));
            assert_eq!(array.format(), format);
            assert_eq!(read(&array), [7i16; 4].map(i16::to_ne_bytes).concat());
        }
    }
}

#[test]
fn an_array_without_dimensions_is_one_chunk() {
    let scalar = [("shape", "[]"), ("chunk_grid", r#"{"type": "regular", "chunk_shape": []}"#)];
    for (format, keys, written) in [
        (DRAFT, &["data/x/c", "data/x/c0"][..], "data/x/c"),
        (SHAPE, &["data/root/x/c", "data/root/x/c0"], "data/root/x/c"),
        (B, &["data/x/0"], "data/x/0"),
    ] {
        for key in keys {
            let array = opened(format, &scalar).unwrap();
            assert_eq!(read(&array), 7i16.to_ne_bytes());
            put(&array, key, &5i16.to_le_bytes());
            assert_eq!(read(&array), 5i16.to_ne_bytes(), "{key}");
        }
        let array = opened(format, &scalar).unwrap();
        array.write_region(&[], &[], &9i16.to_ne_bytes()).unwrap();
        assert!(array.origin().store.exists(written).unwrap(), "{written}");
    }
    let array = opened(V1, &[("shape", "[]"), ("chunks", "[]")]).unwrap();
    array.write_region(&[], &[], &9i16.to_ne_bytes()).unwrap();
    assert!(array.origin().store.exists("0").unwrap());
}

// Version 1.

/// Bare words are what Python's `json` writes; strings are what version 2 made of them.
#[test]
fn fill_values_of_version_1() {
    for (kind, fill, element) in [
        ("\"<f4\"", "NaN", f32::NAN.to_ne_bytes().to_vec()),
        ("\"<f4\"", "\"NaN\"", f32::NAN.to_ne_bytes().to_vec()),
        ("\"<f4\"", "-Infinity", f32::NEG_INFINITY.to_ne_bytes().to_vec()),
        ("\"<f4\"", "\"Infinity\"", f32::INFINITY.to_ne_bytes().to_vec()),
        ("\"<c8\"", "[1, NaN]", [1f32, f32::NAN].map(f32::to_ne_bytes).concat()),
        ("\"<c8\"", "0", vec![0; 8]),
        ("\"|b1\"", "true", vec![1]),
        ("\"|b1\"", "0", vec![0]),
        ("\"|S4\"", "\"YWI=\"", b"ab\0\0".to_vec()),
        ("\"|S4\"", "0", vec![0; 4]),
        ("\"|V3\"", "\"AQID\"", vec![1, 2, 3]),
        ("\"|V3\"", "0", vec![0; 3]),
        ("\"<U1\"", "\"x\"", u32::from('x').to_ne_bytes().to_vec()),
        ("\"<U1\"", "0", vec![0; 4]),
        ("\"<M8[s]\"", "-1", (-1i64).to_ne_bytes().to_vec()),
        (r#"[["a", "|u1"], ["b", "|u1"]]"#, "\"AQI=\"", vec![1, 2]),
        (r#"[["a", "|u1"], ["b", "|u1"]]"#, "0", vec![0; 2]),
    ] {
        let array = opened(V1, &[("dtype", kind), ("fill_value", fill)])
            .unwrap_or_else(|error| panic!("{kind} {fill}: {error}"));
        assert_eq!(array.fill_value().unwrap(), (element, true), "{kind} {fill}");
        assert!(array.warnings().is_empty(), "{kind} {fill}: {:?}", array.warnings());
    }
    assert!(!opened(V1, &[("fill_value", "null")]).unwrap().fill_value().unwrap().1);
}

/// Each compression with each form of its options; what says nothing, or something else, is refused.
#[test]
fn compression_options_of_version_1() {
    for (compression, options) in [
        ("\"none\"", "null"),
        ("null", "null"),
        ("\"zlib\"", "9"),
        ("\"zlib\"", "\"1\""),
        ("\"zlib\"", "null"),
        ("\"zlib\"", r#"{"level": 1}"#),
        ("\"gzip\"", "1"),
        ("\"bz2\"", "1"),
        ("\"bz2\"", "\"9\""),
        ("\"bz2\"", "null"),
        ("\"lzma\"", r#"{"format": 1, "check": 0, "preset": 1, "filters": null}"#),
        ("\"lzma\"", r#"{"format": 1, "check": 4, "preset": null, "filters": [{"id": 33, "preset": 1}]}"#),
        ("\"lzma\"", r#"{"format": 2, "check": 0, "preset": 1, "filters": null}"#),
        ("\"lzma\"", r#"{"format": 3, "check": 0, "preset": null, "filters": [{"id": 33, "preset": 1}]}"#),
        ("\"lzma\"", "null"),
        ("\"blosc\"", r#"{"cname": "zlib", "clevel": 1, "shuffle": 0}"#),
        ("\"blosc\"", r#"{"cname": "lz4", "clevel": 1, "shuffle": 2, "blocksize": 0, "typesize": 2}"#),
        ("\"blosc\"", r#"{"cname": "lz4"}"#),
        ("\"blosc\"", "{}"),
        ("\"blosc\"", "null"),
    ] {
        let members = [("compression", compression), ("compression_opts", options)];
        let array = opened(V1, &members).unwrap_or_else(|error| panic!("{compression} {options}: {error}"));
        let bytes = [1i16, 2, 3, -4].map(i16::to_ne_bytes).concat();
        array.write_region(&[0], &[4], &bytes).unwrap_or_else(|error| panic!("{compression} {options}: {error}"));
        assert_eq!(read(&array), bytes, "{compression} {options}");
    }
    for (compression, options) in [
        ("\"none\"", "1"),
        ("\"none\"", "{}"),
        ("null", "1"),
        ("\"zlib\"", "[1]"),
        ("\"zlib\"", "\"fast\""),
        ("\"zlib\"", "true"),
        ("\"bz2\"", "[]"),
        ("\"lzma\"", "1"),
        ("\"lzma\"", "[]"),
        ("\"blosc\"", "5"),
        ("\"blosc\"", "\"lz4\""),
        ("\"blosc\"", "[]"),
        ("7", "null"),
    ] {
        let error = opened(V1, &[("compression", compression), ("compression_opts", options)]);
        let error = error.expect_err(&format!("{compression} {options}"));
        assert_eq!(error.kind(), ErrorKind::Metadata, "{compression} {options}: {error}");
    }
}

/// Levels say how hard the writer tried; no reader needs them. Those of bzip2 are sizes of blocks, which streams tell.
#[test]
fn levels_of_version_1_that_there_are_not() {
    for level in ["10", "-1"] {
        let array = opened(V1, &[("compression", "\"zlib\""), ("compression_opts", level)]);
        assert_eq!(array.unwrap().warnings().len(), 1, "{level}");
        let array = opened(V1, &[("compression", "\"bz2\""), ("compression_opts", level)]);
        assert_eq!(array.unwrap().warnings().len(), 1, "{level}");
    }
    let blosc = r#"{"cname": "lz5", "clevel": 1, "shuffle": 0}"#;
    let array = opened(V1, &[("compression", "\"blosc\""), ("compression_opts", blosc)]);
    assert_eq!(array.unwrap().warnings().len(), 1, "frames say how they were made");
}

/// Others may add members, which say nothing about the eight; they are kept, and none is added.
#[test]
fn members_of_others_are_kept_when_an_array_of_version_1_is_resized() {
    let hierarchy =
        hierarchy(&[("meta", &with(ARRAY_V1, &[("mine", "[1, 2.50]")])), ("0", "\x01\0\x02\0"), ("1", "\x03\0\x04\0")]);
    let array = hierarchy.open_array("/", None).unwrap();
    // A copy may have lost the attributes; reading does not make them.
    assert_eq!((array.attributes().unwrap().as_str(), keys(&hierarchy).len()), ("{}", 3));
    array.resize(&[2]).unwrap();
    let expected = object(&with(ARRAY_V1, &[("mine", "[1, 2.50]"), ("shape", "[2]")]));
    assert_eq!(document(&hierarchy, "meta").sorted(), expected.sorted());
    // The chunk that lies outside altogether is gone.
    assert!(!keys(&hierarchy).contains(&"1".to_owned()));
    array.resize(&[3]).unwrap();
    assert_eq!(read(&array), [1i16, 2, 7].map(i16::to_ne_bytes).concat());
    array.set_attributes(r#"{"a": 1}"#).unwrap();
    assert!(keys(&hierarchy).contains(&"attrs".to_owned()));
    // New arrays have them from the start.
    let (new, _) = created(V1, "\"int16\"");
    assert_eq!(new.store().get("attrs", ByteRange::ALL).unwrap().unwrap(), b"{}");
}

#[test]
fn version_1_without_byte_order_or_with_impossible_chunks() {
    for kind in ["\"i2\"", "\"=i2\""] {
        let array = opened(V1, &[("dtype", kind)]).unwrap();
        assert_eq!(array.warnings().len(), 1, "{kind}");
    }
    assert!(opened(V1, &[("chunks", "[0]")]).is_err());
    assert_eq!(read(&opened(V1, &[("shape", "[0]")]).unwrap()), [0; 0]);
    assert!(opened(V1, &[("zarr_format", "1.5")]).is_err());
}

#[test]
fn arrays_from_before_version_1_are_named() {
    let error = hierarchy(&[("__zmeta__", "{}")]).open_array("/", None).unwrap_err();
    assert!(error.kind() == ErrorKind::Unsupported && error.message().contains("before version 1"), "{error}");
}
