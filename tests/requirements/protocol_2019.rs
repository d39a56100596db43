//! The core protocol 3.0 as it was drafted in May 2019: documents of arrays. The text leaves keys and groups open; they
//! are those of the draft of June.

use super::*;

const DOCUMENT: &str = r#"{"zarr_format": "http://purl.org/zarr/spec/protocol/core/3.0", "shape": [2, 3],
    "data_type": "<i2", "chunk_grid": {"type": "regular", "chunk_shape": [2, 3]}, "chunk_memory_layout": "C",
    "chunk_codecs": [], "fill_value": 7, "extensions": []}"#;
const CHUNK: &[u8] = &[1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0];

fn first(members: &[(&str, &str)]) -> Arc<Hierarchy> {
    let hierarchy = hierarchy(&[("meta/root/x.array", &with(DOCUMENT, members))]);
    put(&hierarchy, "data/x/0.0", CHUNK);
    hierarchy
}

fn open(members: &[(&str, &str)]) -> Result<Array> {
    first(members).open_array("x", None)
}

/// The kind of the error of each document.
fn fail(wanted: ErrorKind, member: &str, values: &[&str]) {
    for value in values {
        let outcome = open(&[(member, value)]).map(drop).map_err(|error| error.kind());
        assert_eq!(outcome, Err(wanted), "{member} = {value}");
    }
}

fn new() -> Arc<Hierarchy> {
    Hierarchy::with_store(Arc::new(MemoryStore::new()), Some(r#"{"format": "v3-2019a"}"#)).unwrap()
}

fn small() -> ArrayBuilder {
    builder(FormatId::V3Protocol2019A, "int16", &[2])
}

#[test]
fn a_hierarchy_is_a_tree_of_groups_and_arrays() {
    let hierarchy = new();
    hierarchy.create_group("a", None, None).unwrap();
    hierarchy.create_array("a/b/x", &small()).unwrap();
    hierarchy.create_array("y", &small()).unwrap();
    let met: Vec<String> = hierarchy.walk("/", usize::MAX).unwrap().into_iter().map(|node| node.path).collect();
    assert_eq!(met, ["a", "a/b", "a/b/x", "y"]);
    assert_eq!(hierarchy.children("a").unwrap(), ["b"]);
}

#[test]
fn arrays_have_no_children() {
    let hierarchy = new();
    hierarchy.create_array("x", &small()).unwrap();
    assert_eq!(kind(hierarchy.create_array("x/y", &small())), ErrorKind::NodeType);
    assert_eq!(kind(hierarchy.create_group("x/y/z", None, None)), ErrorKind::NodeType);
    assert_eq!(kind(hierarchy.children("x")), ErrorKind::NodeType);
}

#[test]
fn names_are_ascii_and_siblings_have_different_ones() {
    let hierarchy = new();
    for name in ["\u{fc}", "a/\u{65e5}"] {
        assert_eq!(kind(hierarchy.create_group(name, None, None)), ErrorKind::InvalidArgument, "{name}");
    }
    hierarchy.create_array("x", &small()).unwrap();
    assert_eq!(kind(hierarchy.create_array("x", &small())), ErrorKind::AlreadyExists);
    assert_eq!(kind(hierarchy.create_group("x", None, None)), ErrorKind::AlreadyExists);
    hierarchy.create_group("g", None, None).unwrap();
    assert_eq!(kind(hierarchy.create_array("g", &small())), ErrorKind::AlreadyExists);
}

#[test]
fn a_path_joins_the_names_from_the_root_that_has_none() {
    let hierarchy = new();
    hierarchy.create_array("/a/b", &small()).unwrap();
    hierarchy.create_group("/", None, None).unwrap();
    assert_eq!(keys(&hierarchy), ["meta/root.group", "meta/root/a/b.array"]);
    for path in ["/", ""] {
        assert_eq!(hierarchy.node_kind(path).unwrap(), Some(zarr::hierarchy::NodeKind::Group), "{path:?}");
    }
    for path in ["a//b", "a/b/", "//"] {
        assert_eq!(kind(hierarchy.open_array(path, None)), ErrorKind::InvalidArgument, "{path}");
    }
}

#[test]
fn shape_is_an_array_of_the_lengths_of_zero_or_more_dimensions() {
    assert_eq!(open(&[]).unwrap().shape(), [2, 3]);
    let scalar = first(&[("shape", "[]"), ("chunk_grid", r#"{"type": "regular", "chunk_shape": []}"#)]);
    put(&scalar, "data/x/0", &[9, 0]);
    assert_eq!(int16(&scalar.open_array("x", None).unwrap()), [9]);
    fail(ErrorKind::Metadata, "shape", &["6", "\"2, 3\"", "[2, -3]", "[2, 3.5]", "[2, null]", "{}", "[2]"]);
}

#[test]
fn an_element_has_a_coordinate_for_each_dimension() {
    let array = open(&[]).unwrap();
    let mut element = [0; 2];
    array.read_region(&[1, 2], &[1, 1], &mut element).unwrap();
    assert_eq!(i16::from_ne_bytes(element), 6);
    assert!(array.read_region(&[1], &[1], &mut element).is_err());
    assert_eq!(kind(array.read_region(&[2, 0], &[1, 1], &mut element)), ErrorKind::OutOfBounds);
    // An element that is empty has the fill value: files know no other way.
    let hierarchy = first(&[]);
    hierarchy.store().erase("data/x/0.0").unwrap();
    assert_eq!(int16(&hierarchy.open_array("x", None).unwrap()), [7; 6]);
}

#[test]
fn a_core_type_is_a_string_that_says_the_byte_order() {
    assert_eq!(int16(&open(&[]).unwrap()), [1, 2, 3, 4, 5, 6]);
    assert_eq!(int16(&open(&[("data_type", "\">i2\"")]).unwrap()), [256, 512, 768, 1024, 1280, 1536]);
    let name = |data_type: &str| {
        open(&[("data_type", data_type), ("fill_value", "null")]).map(|array| array.data_type().name())
    };
    assert_eq!(name("\"<f8\"").unwrap(), "float64");
    fail(ErrorKind::Metadata, "data_type", &["8", "null", "[]"]);
}

#[test]
fn an_extension_type_has_extension_and_type() {
    let known = r#"{"extension": "https://purl.org/zarr/spec/extensions/data-types/datetime/1.0", "type": "<M8[s]",
        "fallback": "<i8", "mine": 1}"#;
    let array = open(&[("data_type", known), ("fill_value", "null")]).unwrap();
    assert_eq!(array.data_type().size(), 8, "other members are allowed");
    fail(ErrorKind::Unsupported, "data_type", &[r#"{"extension": "http://example.org/x", "type": "<i4"}"#]);
    let incomplete =
        [r#"{"type": "<i4"}"#, r#"{"extension": "http://example.org/x"}"#, r#"{"extension": 1, "type": 2}"#];
    fail(ErrorKind::Metadata, "data_type", &incomplete);
}

#[test]
fn a_regular_grid_has_a_type_and_a_chunk_shape() {
    let hierarchy = first(&[("chunk_grid", r#"{"type": "regular", "chunk_shape": [1, 2]}"#)]);
    put(&hierarchy, "data/x/1.1", &[9, 0, 0xaa, 0xaa]);
    let array = hierarchy.open_array("x", None).unwrap();
    let mut element = [0; 2];
    array.read_region(&[1, 2], &[1, 1], &mut element).unwrap();
    assert_eq!(i16::from_ne_bytes(element), 9);
    let broken = [
        "[2, 3]",
        "{}",
        r#"{"type": "regular"}"#,
        r#"{"chunk_shape": [2, 3]}"#,
        r#"{"type": "regular", "chunk_shape": 2}"#,
        r#"{"type": "regular", "chunk_shape": [2]}"#,
        r#"{"type": "regular", "chunk_shape": [2, 1.5]}"#,
    ];
    fail(ErrorKind::Metadata, "chunk_grid", &broken);
}

#[test]
fn another_grid_is_an_extension() {
    let grids = [
        r#"{"extension": "http://example.org/grid", "type": "rectilinear", "more": 1}"#,
        r#"{"extension": "http://example.org/grid", "type": "regular", "chunk_shape": [2, 3]}"#,
        r#"{"type": "rectilinear", "chunk_shape": [2, 3]}"#,
    ];
    fail(ErrorKind::Unsupported, "chunk_grid", &grids);
}

#[test]
fn the_memory_layout_is_c_or_f_or_an_extension() {
    assert_eq!(int16(&open(&[("chunk_memory_layout", "\"C\"")]).unwrap()), [1, 2, 3, 4, 5, 6]);
    assert_eq!(int16(&open(&[("chunk_memory_layout", "\"F\"")]).unwrap()), [1, 3, 5, 2, 4, 6]);
    let others = [r#"{"extension": "http://example.org/z", "type": "morton", "more": 1}"#, "\"Z\""];
    fail(ErrorKind::Unsupported, "chunk_memory_layout", &others);
}

#[test]
fn codecs_are_a_list_in_the_order_of_encoding() {
    let hierarchy = new();
    let mut builder = small();
    builder.codec("zlib", Some(r#"{"level": 1}"#)).unwrap();
    builder.codec("gzip", Some(r#"{"level": 5}"#)).unwrap();
    let array = hierarchy.create_array("x", &builder).unwrap();
    write(&array, &bytes_of(&[1, 2]));
    let document = document(&hierarchy, "meta/root/x.array");
    let codecs: Vec<&Object> = document
        .get("chunk_codecs")
        .unwrap()
        .as_array()
        .unwrap()
        .iter()
        .map(|codec| codec.as_object().unwrap())
        .collect();
    let member = |at: usize, name: &str| codecs[at].get(name).map(|value| value.to_string()).unwrap();
    assert!(member(0, "codec").contains("//purl.org/zarr/spec/codec/zlib"));
    assert!(member(1, "codec").contains("//purl.org/zarr/spec/codec/gzip"));
    assert_eq!((member(0, "level"), member(1, "level")), ("1".into(), "5".into()), "parameters stand beside the URI");
    assert_eq!(get(&hierarchy, "data/x/0").unwrap()[..2], [0x1f, 0x8b], "gzip comes last");
    assert_eq!(int16(&hierarchy.open_array("x", None).unwrap()), [1, 2]);
}

#[test]
fn each_codec_has_a_uri() {
    assert!(open(&[("chunk_codecs", "[]")]).is_ok());
    let gzip = r#"[{"codec": "http://purl.org/zarr/spec/codec/gzip", "level": 1}]"#;
    assert!(open(&[("chunk_codecs", gzip)]).is_ok());
    let broken = ["{}", "null", r#"["gzip"]"#, r#"[{"level": 1}]"#, r#"[{"codec": 1}]"#];
    fail(ErrorKind::Metadata, "chunk_codecs", &broken);
    let unknown = open(&[("chunk_codecs", r#"[{"codec": "http://example.org/mystery"}]"#)]).unwrap();
    let error = unknown.read_region(&[0, 0], &[1, 1], &mut [0; 2]).unwrap_err();
    assert!(error.kind() == ErrorKind::Unsupported && error.message().contains("mystery"), "{error}");
}

#[test]
fn attributes_have_a_document_of_their_own() {
    let hierarchy = new();
    let array = hierarchy.create_array("x", &small()).unwrap();
    assert_eq!(keys(&hierarchy), ["meta/root/x.array"]);
    array.set_attributes(r#"{"units": "K"}"#).unwrap();
    assert_eq!(keys(&hierarchy), ["meta/root/x.array", "meta/root/x.attrs"]);
    assert!(document(&hierarchy, "meta/root/x.array").get("attributes").is_none());
    write(&array, &bytes_of(&[1, 2]));
    assert_eq!(keys(&hierarchy), ["data/x/0", "meta/root/x.array", "meta/root/x.attrs"]);
}

#[test]
fn the_document_is_one_json_object_with_the_eight_names() {
    let names = [
        "zarr_format",
        "shape",
        "data_type",
        "chunk_grid",
        "chunk_memory_layout",
        "chunk_codecs",
        "fill_value",
        "extensions",
    ];
    let hierarchy = new();
    hierarchy.create_array("x", &small()).unwrap();
    let written: Vec<String> =
        document(&hierarchy, "meta/root/x.array").iter().map(|(name, _)| name.to_owned()).collect();
    assert_eq!(written, names);
    // Others left `extensions` out, which is the same as none.
    for name in names[1..7].iter() {
        let error = open(&[(name, "")]).map(drop).expect_err(name);
        assert!(error.kind() == ErrorKind::Metadata && error.message().contains(name), "{name}: {error}");
    }
    assert!(first(&[("zarr_format", "")]).open_array("x", None).is_err());
    for text in ["[]", "{} {}", "{\"shape\": [1],}", ""] {
        let broken = super::hierarchy(&[("meta/root/x.array", text)]);
        assert_eq!(kind(broken.open_array("x", None)), ErrorKind::Metadata, "{text}");
    }
}

#[test]
fn zarr_format_is_the_uri_of_the_protocol() {
    let hierarchy = new();
    hierarchy.create_array("x", &small()).unwrap();
    let format = document(&hierarchy, "meta/root/x.array").get("zarr_format").unwrap().to_string();
    assert_eq!(format, "\"http://purl.org/zarr/spec/protocol/core/3.0\"");
    fail(ErrorKind::Metadata, "zarr_format", &["3", "\"http://example.org/3.0\"", "null"]);
}

#[test]
fn any_minor_version_of_3_is_read_and_names_not_defined_are_passed_over() {
    let later = "\"http://purl.org/zarr/spec/protocol/core/3.9\"";
    let array = open(&[("zarr_format", later), ("news", r#"{"x": 1}"#)]).unwrap();
    assert_eq!(int16(&array), [1, 2, 3, 4, 5, 6]);
    assert!(array.warnings().iter().any(|warning| warning.contains("news")));
    fail(ErrorKind::Unsupported, "zarr_format", &["\"http://purl.org/zarr/spec/protocol/core/4.0\""]);
}

#[test]
fn no_other_name_is_written_or_has_a_meaning() {
    let array = open(&[("attributes", r#"{"a": 1}"#), ("separator", "\"/\""), ("order", "\"F\"")]).unwrap();
    assert_eq!(int16(&array), [1, 2, 3, 4, 5, 6]);
    let strict = first(&[("separator", "\"/\"")]).open_array("x", Some(r#"{"strict": true}"#));
    assert!(strict.is_err());
}

#[test]
fn fill_values_of_bool_and_integers() {
    let fill = |data_type: &str, value: &str| {
        let members = [("data_type", data_type), ("fill_value", value)];
        open(&members).map(|array| array.fill_value().unwrap()).map_err(|error| error.kind())
    };
    assert_eq!(fill("\"|b1\"", "true"), Ok((vec![1], true)));
    assert_eq!(fill("\"<i2\"", "-32768"), Ok((i16::MIN.to_ne_bytes().into(), true)));
    assert_eq!(fill("\"<u8\"", "18446744073709551615"), Ok((u64::MAX.to_ne_bytes().into(), true)));
    for (data_type, value) in
        [("\"|b1\"", "1"), ("\"<i2\"", "1.5"), ("\"<i2\"", "32768"), ("\"<i2\"", "true"), ("\"<u8\"", "-1")]
    {
        assert_eq!(fill(data_type, value), Err(ErrorKind::Metadata), "{data_type} {value}");
    }
    // null: any value will do, and the caller can see that.
    assert_eq!(fill("\"<i2\"", "null"), Ok((vec![0; 2], false)));
}

#[test]
fn extensions_are_a_list_of_objects_with_a_uri_and_must_understand() {
    assert!(open(&[("extensions", "[]")]).is_ok());
    let broken = [
        "{}",
        "null",
        "[1]",
        r#"[{"must_understand": false}]"#,
        r#"[{"extension": "x:y"}]"#,
        r#"[{"extension": "x:y", "must_understand": "false"}]"#,
        r#"[{"extension": 1, "must_understand": false}]"#,
    ];
    fail(ErrorKind::Metadata, "extensions", &broken);
}

#[test]
fn an_extension_that_need_not_be_understood_is_passed_over() {
    let array = open(&[("extensions", r#"[{"extension": "x:y", "must_understand": false, "more": [1]}]"#)]).unwrap();
    assert_eq!(int16(&array), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn an_extension_that_must_be_understood_ends_it() {
    let error = open(&[("extensions", r#"[{"extension": "x:y", "must_understand": true}]"#)]).map(drop).unwrap_err();
    assert!(error.kind() == ErrorKind::Unsupported && error.message().contains("x:y"), "{error}");
}
