//! N5: what is written is what its other readers expect, and what it can't say is refused.

use std::sync::Arc;
use zarr::ErrorKind;
use zarr::array::{Array, ArrayBuilder};
use zarr::dtype::DataType;
use zarr::format::FormatId;
use zarr::hierarchy::{Hierarchy, NodeKind, open_store};
use zarr::store::ByteRange;
use zarr::store::StoreExt;

fn memory() -> Arc<Hierarchy> {
    open_store("memory://", None).unwrap()
}

fn all(_: u64, _: u64) -> bool {
    true
}

fn text(hierarchy: &Hierarchy, key: &str) -> String {
    String::from_utf8(bytes(hierarchy, key).unwrap()).unwrap().split_whitespace().collect()
}

fn bytes(hierarchy: &Hierarchy, key: &str) -> Option<Vec<u8>> {
    hierarchy.store().get(key, ByteRange::ALL).unwrap()
}

fn builder(data_type: &str, shape: &[u64], chunk_shape: &[u64], format: FormatId) -> ArrayBuilder {
    let mut builder = ArrayBuilder::new(DataType::from_name(data_type, None).unwrap(), shape).unwrap();
    builder.chunk_shape(chunk_shape).unwrap();
    builder.format(Some(format));
    builder
}

fn contents(array: &Array) -> Vec<u8> {
    let shape = array.shape();
    let mut values = vec![0; shape.iter().product::<u64>() as usize * array.data_type().size()];
    array.read_region(&vec![0; shape.len()], &shape, &mut values).unwrap();
    values
}

#[test]
fn documents_keys_and_blocks_are_as_n5_has_them() {
    let hierarchy = memory();
    let mut builder = builder("int16", &[3, 5], &[2, 4], FormatId::N5);
    builder.attributes(r#"{"resolution": [4.0, 4.5]}"#).unwrap();
    let array = hierarchy.create_array("g/a", &builder).unwrap();
    let values: Vec<u8> = (0..15i16).flat_map(i16::to_ne_bytes).collect();
    array.write_region(&[0, 0], &[3, 5], &values).unwrap();
    assert_eq!(
        hierarchy.store().list_prefix("").unwrap(),
        ["attributes.json", "g/a/0/0", "g/a/0/1", "g/a/1/0", "g/a/1/1", "g/a/attributes.json"]
    );
    assert_eq!(text(&hierarchy, "attributes.json"), r#"{"n5":"2.0.0"}"#);
    assert_eq!(
        text(&hierarchy, "g/a/attributes.json"),
        r#"{"dimensions":[5,3],"blockSize":[4,2],"dataType":"int16","compression":{"type":"raw"},"resolution":[4.0,4.5]}"#
    );
    // The first index is that of the fastest axis; blocks at the border hold what lies in the array.
    assert_eq!(bytes(&hierarchy, "g/a/1/0").unwrap(), [0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 4, 0, 9]);
    assert_eq!(bytes(&hierarchy, "g/a/1/1").unwrap(), [0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 14]);
    assert_eq!(contents(&array), values);
    assert_eq!(array.attributes().unwrap(), r#"{"resolution": [4.0, 4.5]}"#);
}

#[test]
fn an_array_grows_out_of_blocks_that_were_cut() {
    let hierarchy = memory();
    let array = hierarchy.create_array("a", &builder("uint8", &[3], &[4], FormatId::N5)).unwrap();
    array.write_region(&[0], &[3], &[1, 2, 3]).unwrap();
    array.resize(&[6]).unwrap();
    assert_eq!(text(&hierarchy, "a/attributes.json").split("\"blockSize\"").next(), Some(r#"{"dimensions":[6],"#));
    assert_eq!(contents(&array), [1, 2, 3, 0, 0, 0]);
    array.write_region(&[3], &[3], &[4, 5, 6]).unwrap();
    assert_eq!(contents(&array), [1, 2, 3, 4, 5, 6]);
    assert_eq!(bytes(&hierarchy, "a/0").unwrap(), [0, 0, 0, 1, 0, 0, 0, 4, 1, 2, 3, 4]);
    array.resize(&[4]).unwrap();
    assert_eq!(bytes(&hierarchy, "a/1"), None);
    // Other writers pad.
    hierarchy.store().set("a/0", &[0, 0, 0, 1, 0, 0, 0, 4, 9, 8, 7, 6]).unwrap();
    array.resize(&[2]).unwrap();
    assert_eq!(contents(&array), [9, 8]);
}

#[test]
fn every_folder_is_a_group() {
    let hierarchy = memory();
    hierarchy
        .create_array("g/h/a", &builder("uint8", &[3], &[1], FormatId::N5))
        .unwrap()
        .write_region(&[0], &[1], &[1])
        .unwrap();
    assert_eq!(hierarchy.node_kind("").unwrap(), Some(NodeKind::Group));
    assert_eq!(hierarchy.node_kind("g/h").unwrap(), Some(NodeKind::ImplicitGroup));
    assert_eq!(hierarchy.node_kind("g/h/a").unwrap(), Some(NodeKind::Array));
    assert_eq!(hierarchy.node_kind("g/x").unwrap(), None);
    assert_eq!(hierarchy.children("").unwrap(), ["g"]);
    assert_eq!(hierarchy.children("g").unwrap(), ["h"]);
    let walked: Vec<_> = hierarchy.walk("", 9).unwrap().into_iter().map(|met| (met.path, met.kind.unwrap())).collect();
    assert_eq!(
        walked,
        [
            ("g".to_owned(), NodeKind::ImplicitGroup),
            ("g/h".to_owned(), NodeKind::ImplicitGroup),
            ("g/h/a".to_owned(), NodeKind::Array)
        ]
    );
}

#[test]
fn an_implicit_group_becomes_explicit_with_attributes_of_its_own() {
    let hierarchy = memory();
    hierarchy.create_array("g/h/a", &builder("uint8", &[3], &[1], FormatId::N5)).unwrap();
    let group = hierarchy.create_group("g", None, Some(r#"{"x": 1}"#)).unwrap();
    assert_eq!(group.format(), FormatId::N5);
    group.set_attributes(r#"{"y": 2}"#).unwrap();
    assert_eq!(text(&hierarchy, "g/attributes.json"), r#"{"n5":"2.0.0","y":2}"#);
    assert_eq!(group.attributes().unwrap(), r#"{"y": 2}"#);
    assert_eq!(hierarchy.create_group("g/h/a/b", None, None).unwrap_err().kind(), ErrorKind::NodeType);
    assert_eq!(hierarchy.create_group("g", None, None).unwrap_err().kind(), ErrorKind::AlreadyExists);
}

#[test]
fn no_other_format_is_mixed_in_where_no_root_says_what_it_is() {
    let hierarchy = memory();
    let array = hierarchy.create_array("g/h/a", &builder("uint8", &[3], &[1], FormatId::N5)).unwrap();
    array.write_region(&[0], &[1], &[1]).unwrap();
    hierarchy.create_group("g", None, Some(r#"{"x": 1}"#)).unwrap();
    hierarchy.store().erase("attributes.json").unwrap();
    let mixed = hierarchy.create_array("g/h/a", &builder("uint8", &[3], &[1], FormatId::V3)).unwrap_err();
    assert_eq!(mixed.kind(), ErrorKind::InvalidArgument);
    hierarchy.erase("g/h/a").unwrap();
    assert_eq!(hierarchy.store().list_prefix("").unwrap(), ["g/attributes.json"]);
}

#[test]
fn attributes_leave_what_is_n5s_own_alone() {
    let hierarchy = memory();
    let array = hierarchy.create_array("a", &builder("float32", &[3], &[2], FormatId::N5)).unwrap();
    array.set_attributes(r#"{"offset": 7}"#).unwrap();
    array.set_attributes(r#"{"unit": "nm"}"#).unwrap();
    assert_eq!(
        text(&hierarchy, "a/attributes.json"),
        r#"{"dimensions":[3],"blockSize":[2],"dataType":"float32","compression":{"type":"raw"},"unit":"nm"}"#
    );
    for name in ["n5", "dimensions", "blockSize", "dataType", "compression"] {
        let error = array.set_attributes(&format!(r#"{{"{name}": 1}}"#)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        assert!(error.message().contains(name), "{error}");
    }
    let mut named = builder("uint8", &[3, 2], &[1, 1], FormatId::N5);
    named.dimension_names(&[Some("y"), Some("x")]).unwrap();
    let array = hierarchy.create_array("named", &named).unwrap();
    assert_eq!(array.dimension_names().unwrap(), [Some("y".to_owned()), Some("x".to_owned())]);
}

#[test]
fn what_n5_can_not_say_is_refused() {
    let hierarchy = memory();
    let refused = |builder: &ArrayBuilder| {
        let error = hierarchy.create_array("a", builder).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
        error.message().to_owned()
    };
    let new = || builder("int32", &[6, 6], &[4, 4], FormatId::N5);
    for data_type in ["bool", "float16", "complex64", "r16"] {
        assert!(refused(&builder(data_type, &[6], &[4], FormatId::N5)).contains(data_type));
    }
    let mut fill = new();
    fill.fill_value(&1i32.to_ne_bytes()).unwrap();
    assert!(refused(&fill).contains("fill value"));
    let mut order = new();
    order.order('F').unwrap();
    assert!(refused(&order).contains("order C"));
    let mut shards = new();
    shards.shard_shape(&[8, 8]).unwrap();
    assert!(refused(&shards).contains("shards"));
    for codecs in [&["crc32c"][..], &["shuffle"], &["gzip", "zstd"]] {
        let mut chain = new();
        codecs.iter().for_each(|name| chain.codec(name, None).unwrap());
        assert!(refused(&chain).contains(codecs[codecs.len() - 1]));
    }
    let mut edges = new();
    edges.chunk_edges(0, &[1, 5]).unwrap();
    assert!(refused(&edges).contains("rectilinear"));
    assert!(refused(&builder("uint8", &[1 << 40], &[1 << 33], FormatId::N5)).contains("header"));
}

#[test]
fn documents_that_are_no_arrays_of_n5() {
    const GOOD: &str = r#"{"dimensions":[6],"blockSize":[4],"dataType":"uint8","compression":{"type":"raw"}}"#;
    for (from, to, kind) in [
        (r#""blockSize":[4],"#, "", ErrorKind::Metadata),
        (r#""blockSize":[4],"#, r#""blockSize":[4,4],"#, ErrorKind::Metadata),
        (r#""blockSize":[4],"#, r#""blockSize":[0],"#, ErrorKind::Metadata),
        (r#""dimensions":[6]"#, r#""dimensions":[-6]"#, ErrorKind::Metadata),
        (r#""dimensions":[6]"#, r#""dimensions":6"#, ErrorKind::Metadata),
        (r#""dataType":"uint8","#, "", ErrorKind::Metadata),
        (r#""uint8""#, r#""object""#, ErrorKind::Unsupported),
        (r#""uint8""#, r#""float16""#, ErrorKind::Unsupported),
        (r#","compression":{"type":"raw"}"#, "", ErrorKind::Metadata),
        (r#"{"type":"raw"}"#, "{}", ErrorKind::Metadata),
        (r#"{"type":"raw"}"#, r#""raw""#, ErrorKind::Metadata),
        (r#"{"type":"raw"}"#, r#"{"type":"gzip","useZlib":1}"#, ErrorKind::Metadata),
        (r#"{"type":"raw"}"#, r#"{"type":"delta","dtype":"<u1"}"#, ErrorKind::Metadata),
    ] {
        let hierarchy = memory();
        hierarchy.store().set("a/attributes.json", GOOD.replace(from, to).as_bytes()).unwrap();
        let error = hierarchy.open_array("a", None).unwrap_err();
        assert_eq!(error.kind(), kind, "{from} as {to}: {error}");
    }
    // Members that only encoding needs do not keep an array from being read.
    for compression in [
        r#"{"type":"bzip2","blockSize":10}"#,
        r#"{"type":"gzip","level":"x"}"#,
        r#"{"type":"lz4","blockSize":-1}"#,
        r#"{"type":"lz4","blockSize":"large"}"#,
    ] {
        let hierarchy = memory();
        let document = GOOD.replace(r#"{"type":"raw"}"#, compression);
        hierarchy.store().set("a/attributes.json", document.as_bytes()).unwrap();
        let array = hierarchy.open_array("a", None).unwrap();
        let warnings = array.warnings();
        assert!(warnings.len() == 1 && warnings[0].contains("only encoding"), "{compression}: {warnings:?}");
        array.write_region(&[0], &[6], &[1, 2, 3, 4, 5, 6]).unwrap();
        assert_eq!(contents(&array), [1, 2, 3, 4, 5, 6]);
        let strict = hierarchy.open_array("a", Some(r#"{"strict": true}"#)).map(drop).unwrap_err();
        assert_eq!(strict.kind(), ErrorKind::Metadata, "{compression}: {strict}");
    }
    // A compression that is not known leaves the document readable.
    let hierarchy = memory();
    hierarchy.store().set("a/attributes.json", GOOD.replace("raw", "jpeg").as_bytes()).unwrap();
    let array = hierarchy.open_array("a", None).unwrap();
    let error = array.read_region(&[0], &[6], &mut [0; 6]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(error.message().contains("jpeg"), "{error}");
    // Its first version named the compression like this.
    let first = GOOD.replace(r#""compression":{"type":"raw"}"#, r#""compressionType":"gzip""#);
    hierarchy.store().set("b/attributes.json", first.as_bytes()).unwrap();
    let array = hierarchy.open_array("b", None).unwrap();
    array.write_region(&[0], &[6], &[1, 2, 3, 4, 5, 6]).unwrap();
    assert_eq!(contents(&array), [1, 2, 3, 4, 5, 6]);
}

/// The Rust crate `n5` has frames of LZ4 where N5 has blocks of lz4-java, and says the same of them.
#[test]
fn frames_of_lz4_are_told_by_their_first_bytes() {
    let hierarchy = memory();
    let document =
        r#"{"blockSize":[4],"compression":{"blockSize":65536,"type":"lz4"},"dataType":"uint8","dimensions":[4]}"#;
    hierarchy.store().set("a/attributes.json", document.as_bytes()).unwrap();
    // A frame of one stored block, without checksums.
    let frame = [4, 0x22, 0x4d, 0x18, 0x60, 0x40, 0x82, 4, 0, 0, 0x80, 5, 6, 7, 8, 0, 0, 0, 0];
    let block = [&[0, 0, 0, 1, 0, 0, 0, 4][..], &frame].concat();
    hierarchy.store().set("a/0", &block).unwrap();
    let array = hierarchy.open_array("a", None).unwrap();
    assert_eq!(contents(&array), [5, 6, 7, 8]);
    // The library writes N5's own layout.
    array.write_region(&[0], &[1], &[9]).unwrap();
    assert_eq!(contents(&array), [9, 6, 7, 8]);
    assert_eq!(bytes(&hierarchy, "a/0").unwrap()[8..16], *b"LZ4Block");
}

/// Viewers are pointed at a group of a container: its document has attributes alone, and no mark.
#[test]
fn a_group_of_a_container_is_opened_as_a_root() {
    const GROUP: &[u8] = br#"{"axes": ["x", "y"], "units": ["nm", "s"], "resolution": [10, 20]}"#;
    const ARRAY: &[u8] = br#"{"blockSize":[3,5],"compression":{"type":"raw"},"dataType":"uint16","dimensions":[3,5]}"#;
    let hierarchy = memory();
    let store = hierarchy.store();
    store.set("attributes.json", GROUP).unwrap();
    let error = hierarchy.open_group("", None).map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound, "anybody may have a document of this name");
    assert!(error.message().contains(r#""format": "n5""#), "{error}");
    let group = hierarchy.open_group("", Some(r#"{"format": "n5"}"#)).unwrap();
    assert_eq!(group.format(), FormatId::N5);

    store.set("s0/attributes.json", ARRAY).unwrap();
    store.set("more/s1/attributes.json", ARRAY).unwrap();
    let group = hierarchy.open_group("", None).unwrap();
    assert_eq!((group.format(), hierarchy.node_kind("more").unwrap()), (FormatId::N5, Some(NodeKind::ImplicitGroup)));
    assert!(group.attributes().unwrap().contains("resolution"));
    assert_eq!(hierarchy.children("").unwrap(), ["more", "s0"]);
    assert_eq!(hierarchy.open_array("more/s1", None).unwrap().shape(), [5, 3]);
}

/// From every format into N5 and back: elements and attributes stay, blocks are made anew.
#[test]
fn copies_go_through_n5() {
    let codecs: [Option<(&str, &str)>; 7] = [
        None,
        Some(("gzip", r#"{"level": 3}"#)),
        Some(("zlib", r#"{"level": 2}"#)),
        Some(("bz2", r#"{"level": 2}"#)),
        Some(("lz4", "{}")),
        Some(("lzma", r#"{"preset": 1}"#)),
        Some(("blosc", r#"{"cname": "zstd", "clevel": 3, "shuffle": 2, "blocksize": 0}"#)),
    ];
    let formats = [
        FormatId::V1,
        FormatId::V2,
        FormatId::V3,
        FormatId::V3Protocol2019A,
        FormatId::V3Protocol2019B,
        FormatId::V3Shape2020,
        FormatId::V3Draft2022,
        FormatId::N5,
    ];
    let mut kept = 0;
    for (format, codec) in formats.into_iter().flat_map(|format| codecs.map(|codec| (format, codec))) {
        for (data_type, order) in [("int8", 'C'), ("uint16", 'F'), ("float64", 'F'), ("int32", 'C')] {
            let source = memory();
            let mut builder = builder(data_type, &[5, 4, 3], &[2, 3, 2], format);
            builder.attributes(r#"{"a": [1, 2.50]}"#).unwrap();
            if format != FormatId::N5 {
                builder.order(order).unwrap();
            }
            if let Some((name, configuration)) = codec {
                builder.codec(name, Some(configuration)).unwrap();
            }
            let made = source.create_array("", &builder);
            let original = match made {
                Err(error) if error.kind() == ErrorKind::Unsupported => continue,
                made => made.unwrap(),
            };
            let item = original.data_type().size();
            let values: Vec<u8> = (0..60 * item).map(|at| (at * 37 % 251) as u8).collect();
            original.write_region(&[0, 0, 0], &[5, 4, 3], &values).unwrap();
            let (n5, back) = (memory(), memory());
            source.copy("", &n5, "x/y", Some(FormatId::N5), &all).unwrap();
            let copied = n5.open_array("x/y", None).unwrap();
            assert_eq!((copied.format(), contents(&copied)), (FormatId::N5, values.clone()), "{format:?} {codec:?}");
            n5.copy("x/y", &back, "", Some(format), &all)
                .unwrap_or_else(|error| panic!("{format:?} {codec:?}: {error}"));
            let again = back.open_array("", None).unwrap();
            assert_eq!((again.format(), contents(&again)), (format, values), "{format:?} {codec:?}");
            assert_eq!(again.attributes().unwrap(), r#"{"a": [1, 2.50]}"#);
            kept += 1;
        }
    }
    assert!(kept > 120, "{kept}");
}

/// Final v3 has the blocks of N5 as a codec; there the axes are N5's own.
#[test]
fn blocks_of_n5_in_final_v3() {
    const BLOCK: &str = r#"[{"name": "n5_default", "configuration": {"codecs": [
        {"name": "transpose", "configuration": {"order": [1, 0]}}, {"name": "bytes", "configuration": {"endian": "big"}},
        {"name": "gzip", "configuration": {"level": 1}}]}}]"#;
    let document = |codecs: &str| {
        format!(
            r#"{{"zarr_format": 3, "node_type": "array", "shape": [5, 3], "data_type": "int16", "fill_value": 0,
            "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [4, 2]}}}},
            "chunk_key_encoding": {{"name": "v2", "configuration": {{"separator": "/"}}}}, "codecs": {codecs}}}"#
        )
    };
    let hierarchy = memory();
    // The folder is an array of N5 for a reader of N5 alone.
    let n5 = hierarchy.create_array("a", &{
        let mut builder = builder("int16", &[3, 5], &[2, 4], FormatId::N5);
        builder.codec("gzip", Some(r#"{"level": 1}"#)).unwrap();
        builder
    });
    let values: Vec<u8> = (0..15i16).flat_map(i16::to_ne_bytes).collect();
    n5.unwrap().write_region(&[0, 0], &[3, 5], &values).unwrap();
    hierarchy.store().set("a/zarr.json", document(BLOCK).as_bytes()).unwrap();
    let array = hierarchy.open_array("a", None).unwrap();
    assert_eq!((array.format(), array.shape()), (FormatId::V3, vec![5, 3]));
    let transposed: Vec<u8> =
        (0..5i16).flat_map(|x| (0..3i16).map(move |y| y * 5 + x)).flat_map(i16::to_ne_bytes).collect();
    assert_eq!(contents(&array), transposed);
    // Written, read, copied within v3 as they are, and to v2 anew.
    let new = memory();
    let array = new.create_array_json("b", Some(FormatId::V3), &document(BLOCK)).unwrap();
    array.write_region(&[0, 0], &[5, 3], &transposed).unwrap();
    assert_eq!(contents(&array), transposed);
    let (same, other) = (memory(), memory());
    new.copy("b", &same, "b", None, &all).unwrap();
    assert_eq!(bytes(&same, "b/c/1/1"), bytes(&new, "b/1/1"));
    assert_eq!(contents(&same.open_array("b", None).unwrap()), transposed);
    new.copy("b", &other, "b", Some(FormatId::V2), &all).unwrap();
    assert_eq!(contents(&other.open_array("b", None).unwrap()), transposed);
    for (from, to) in [
        ("[1, 0]", "[0, 1]"),
        (r#""big""#, r#""little""#),
        (r#"{"name": "gzip", "configuration": {"level": 1}}"#, r#"{"name": "crc32c"}, {"name": "crc32c"}"#),
        (r#"{"name": "transpose", "configuration": {"order": [1, 0]}},"#, ""),
        (r#"{"codecs""#, r#"{"x": 1, "codecs""#),
        (
            r#"{"name": "gzip", "configuration": {"level": 1}}"#,
            r#"{"name": "transpose", "configuration": {"order": [1, 0]}}"#,
        ),
    ] {
        let error = memory().create_array_json("b", Some(FormatId::V3), &document(&BLOCK.replace(from, to)));
        assert_eq!(error.unwrap_err().kind(), ErrorKind::Metadata, "{from} as {to}");
    }
}
