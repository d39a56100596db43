//! Documents about shards: every spelling that is read, the one that is written, and what is refused.

use std::sync::Arc;
use zarr::array::ArrayBuilder;
use zarr::error::ErrorKind;
use zarr::format::FormatId;
use zarr::hierarchy::{Hierarchy, open_store};
use zarr::store::{ByteRange, MemoryStore, Store, StoreExt};

#[test]
fn documents_of_2023_say_less() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let hierarchy = Hierarchy::with_store(Arc::clone(&store), None).unwrap();
    let document = r#"{"zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "uint16",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}},
        "chunk_key_encoding": {"name": "default"}, "fill_value": 7,
        "codecs": [{"name": "sharding_indexed", "configuration": {"chunk_shape": [2]}}]}"#;
    store.set("a/zarr.json", document.as_bytes()).unwrap();
    let array = hierarchy.open_array("a", None).unwrap();
    assert_eq!(array.warnings().len(), 2, "{:?}", array.warnings());
    let empty = [0xff; 16];
    let entry = [[0; 8], [4, 0, 0, 0, 0, 0, 0, 0]].concat();
    let shard = [&[1, 0, 2, 0][..], &entry, &empty].concat();
    store.set("a/c/0", &shard).unwrap();
    let read = || {
        let mut values = [0; 8];
        array.read_region(&[0], &[4], &mut values).unwrap();
        values
    };
    assert_eq!(read(), [1, 0, 2, 0, 7, 0, 7, 0]);
    // A written shard has the checksum, and is read as well.
    array.write_region(&[3], &[1], &[5, 0]).unwrap();
    assert_eq!(store.size("a/c/0").unwrap(), Some(8 + 32 + 4));
    assert_eq!(read(), [1, 0, 2, 0, 7, 0, 5, 0]);
}

#[test]
fn formats_without_shards_and_shapes_that_do_not_divide_are_refused() {
    let hierarchy = open_store("memory://", None).unwrap();
    let create = |format: FormatId, chunk: &[u64], shard: &[u64]| {
        let mut builder = ArrayBuilder::new_json("\"uint16\"", &[8, 8]).unwrap();
        builder.format(Some(format));
        builder.chunk_shape(chunk).unwrap();
        builder.shard_shape(shard).unwrap();
        hierarchy.create_array("a", &builder).unwrap_err().kind()
    };
    assert_eq!(create(FormatId::V2, &[2, 2], &[4, 4]), ErrorKind::Unsupported);
    assert_eq!(create(FormatId::V3, &[2, 3], &[4, 4]), ErrorKind::InvalidArgument);
    assert_eq!(create(FormatId::V3Draft2022, &[3, 2], &[4, 4]), ErrorKind::InvalidArgument);
}

#[test]
fn an_index_with_its_axes_in_another_order() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let hierarchy = Hierarchy::with_store(Arc::clone(&store), None).unwrap();
    let document = r#"{"zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "uint16",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}},
        "chunk_key_encoding": {"name": "default"}, "fill_value": 7,
        "codecs": [{"name": "sharding_indexed", "configuration": {"chunk_shape": [2], "index_location": "start",
            "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
            "index_codecs": [{"name": "transpose", "configuration": {"order": [1, 0]}},
                {"name": "bytes", "configuration": {"endian": "little"}}]}}]}"#;
    let array = hierarchy.create_array_json("a", None, document).unwrap();
    // First all offsets, then all lengths.
    let shard = [vec![36u64, 32, 4, 4].map_bytes(), vec![5, 0, 6, 0, 1, 0, 2, 0]].concat();
    store.set("a/c/0", &shard).unwrap();
    let mut values = [0; 8];
    array.read_region(&[0], &[4], &mut values).unwrap();
    assert_eq!(values, [1, 0, 2, 0, 5, 0, 6, 0]);
    array.write_region(&[3], &[1], &[9, 0]).unwrap();
    let written = store.get("a/c/0", ByteRange::ALL).unwrap().unwrap();
    assert_eq!(written, [vec![32u64, 36, 4, 4].map_bytes(), vec![1, 0, 2, 0, 5, 0, 9, 0]].concat());
}

/// A document of the 2022 draft with a list of transformers.
fn draft(shape: &str, chunk_shape: &str, transformers: &str) -> String {
    format!(
        r#"{{"shape": {shape}, "data_type": "uint16", "chunk_memory_layout": "C", "fill_value": 0, "codecs": [],
            "chunk_grid": {{"type": "regular", "chunk_shape": {chunk_shape}, "separator": "/"}}, "extensions": [],
            "attributes": {{}}, "storage_transformers": {transformers}}}"#
    )
}

#[test]
fn every_spelling_of_the_transformer() {
    let hierarchy = open_store("memory://", None).unwrap();
    hierarchy.create_group("", Some(FormatId::V3Draft2022), None).unwrap();
    let open = |shape: &str, chunk_shape: &str, uri: &str, kind: &str, configuration: &str| {
        let transformer = format!(r#"[{{"extension": "{uri}", "type": "{kind}", "configuration": {configuration}}}]"#);
        let document = draft(shape, chunk_shape, &transformer);
        hierarchy.store().erase_prefix("data/").unwrap();
        hierarchy.store().set("meta/a.array.json", document.as_bytes()).unwrap();
        hierarchy.open_array("a", None).map_err(|error| error.kind())
    };
    let canonical = "https://purl.org/zarr/spec/extensions/storage-transformers/sharding/1.0";
    for uri in [
        canonical,
        "http://purl.org/zarr/spec/extensions/storage_transformers/sharding/1.0",
        "https://purl.org/zarr/spec/storage_transformers/sharding/1.0",
    ] {
        let array = open("[8, 9]", "[2, 3]", uri, "indexed", r#"{"chunks_per_shard": [4, 2]}"#).unwrap();
        assert_eq!((array.chunk_shape().unwrap(), array.shard_shape().unwrap()), (vec![2, 3], vec![8, 6]));
        assert!(array.warnings().is_empty());
        array.write_region(&[0, 0], &[8, 9], &[1; 144]).unwrap();
        let keys = hierarchy.store().list_prefix("data/").unwrap();
        assert_eq!(keys, ["data/a/c0/0", "data/a/c0/1"]);
        // Raw, little-endian, at the end: the last entries of the second shard lie outside the array.
        let shard = hierarchy.store().get("data/a/c0/1", ByteRange::ALL).unwrap().unwrap();
        assert_eq!(shard.len(), 4 * 12 + 8 * 16);
        assert_eq!(shard[48..80], [[0, 12], [u64::MAX; 2]].concat().map_bytes());
    }
    for (shape, chunk, counts, shard) in
        [("[8]", "[2]", "2", vec![4]), ("[]", "[]", "[]", vec![]), ("[]", "[]", "[1]", vec![])]
    {
        let configuration = format!(r#"{{"chunks_per_shard": {counts}}}"#);
        let array = open(shape, chunk, canonical, "indexed", &configuration).unwrap();
        assert_eq!(array.shard_shape().unwrap(), shard, "{counts}");
        assert_eq!(array.warnings().is_empty(), counts == "[]", "{counts}");
    }
    for counts in ["[0, 1]", "[1, 1, 1]", "[3]", "[]", "[-1, 1]", "\"2\"", "2", "[9223372036854775807, 3]"] {
        let configuration = format!(r#"{{"chunks_per_shard": {counts}}}"#);
        let error = open("[8, 8]", "[2, 2]", canonical, "indexed", &configuration).unwrap_err();
        assert!(error == ErrorKind::Metadata, "{counts}: {error:?}");
    }
    let one = r#"{"chunks_per_shard": [1]}"#;
    assert_eq!(open("[8]", "[2]", canonical, "other", one).unwrap_err(), ErrorKind::Unsupported);
    assert_eq!(open("[8]", "[2]", &format!("{canonical}/x"), "indexed", one).unwrap_err(), ErrorKind::Unsupported);
}

trait MapBytes {
    fn map_bytes(self) -> Vec<u8>;
}

impl MapBytes for Vec<u64> {
    /// As the draft stores them.
    fn map_bytes(self) -> Vec<u8> {
        self.into_iter().flat_map(u64::to_le_bytes).collect()
    }
}

#[test]
fn what_the_builder_makes_is_spelled_as_the_texts_say() {
    let hierarchy = open_store("memory://", None).unwrap();
    let mut builder = ArrayBuilder::new_json("\"uint16\"", &[8, 9]).unwrap();
    builder.chunk_shape(&[2, 3]).unwrap();
    builder.shard_shape(&[4, 6]).unwrap();
    let document = |path: &str, builder: &ArrayBuilder| {
        let text = hierarchy.create_array(path, builder).unwrap().metadata().unwrap();
        text.split_whitespace().collect::<String>()
    };
    let text = document("a", &builder);
    let codecs = r#"[{"name":"sharding_indexed","configuration":{"chunk_shape":[2,3],"codecs":[{"name":"bytes","configuration":{"endian":"little"}}],"index_codecs":[{"name":"bytes","configuration":{"endian":"little"}},{"name":"crc32c"}],"index_location":"end"}}]"#;
    assert!(text.contains(codecs) && text.contains(r#""chunk_shape":[4,6]"#), "{text}");
    let hierarchy_of_2022 = open_store("memory://", None).unwrap();
    builder.format(Some(FormatId::V3Draft2022));
    let text = hierarchy_of_2022.create_array("a", &builder).unwrap().metadata().unwrap();
    let text: String = text.split_whitespace().collect();
    let transformers = r#""storage_transformers":[{"extension":"https://purl.org/zarr/spec/extensions/storage-transformers/sharding/1.0","type":"indexed","configuration":{"chunks_per_shard":[2,2]}}]"#;
    assert!(text.contains(transformers) && text.contains(r#""chunk_shape":[2,3]"#), "{text}");
}

#[test]
fn codecs_of_shards_are_checked_as_a_whole() {
    let hierarchy = open_store("memory://", None).unwrap();
    let bytes = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;
    let create = |configuration: &str, before: &str, behind: &str| {
        let document = format!(
            r#"{{"zarr_format": 3, "node_type": "array", "shape": [4, 6], "data_type": "uint16", "fill_value": 7,
            "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [4, 6]}}}},
            "chunk_key_encoding": {{"name": "default"}},
            "codecs": [{before} {{"name": "sharding_indexed", "configuration": {configuration}}} {behind}]}}"#
        );
        hierarchy.create_array_json("a", Some(FormatId::V3), &document).map(drop).map_err(|error| error.kind())
    };
    let with = |chunk: &str, codecs: &str, index: &str, more: &str| {
        format!(r#"{{"chunk_shape": {chunk}, "codecs": [{codecs}], "index_codecs": [{index}] {more}}}"#)
    };
    let deep = (0..9).fold(with("[1, 1]", bytes, bytes, ""), |inner, _| {
        with("[1, 1]", &format!(r#"{{"name": "sharding_indexed", "configuration": {inner}}}"#), bytes, "")
    });
    let gzip = r#"{"name": "gzip", "configuration": {"level": 1}}"#;
    let turned = r#"{"name": "transpose", "configuration": {"order": [1, 0]}},"#;
    let nested = format!(r#"{{"name": "sharding_indexed", "configuration": {}}}"#, with("[1, 1]", bytes, bytes, ""));
    for (configuration, before, behind) in [
        (with("[3, 2]", bytes, bytes, ""), "", ""),
        (with("[4, 2]", bytes, bytes, ""), turned, ""),
        (with("[0, 2]", bytes, bytes, ""), "", ""),
        (with("[2]", bytes, bytes, ""), "", ""),
        (with("[2, 2]", gzip, bytes, ""), "", ""),
        (with("[2, 2]", bytes, &format!("{bytes}, {gzip}"), ""), "", ""),
        (with("[2, 2]", bytes, &nested, ""), "", ""),
        (with("[2, 2]", bytes, "", ""), "", ""),
        (with("[2, 2]", bytes, bytes, r#", "index_location": "middle""#), "", ""),
        (with("[2, 2]", bytes, bytes, r#", "other": 1"#), "", ""),
        (with("[2, 2]", bytes, bytes, ""), &format!("{bytes},"), ""),
        (with("[2, 2]", bytes, bytes, ""), "", &format!(", {bytes}")),
        (deep, "", ""),
    ] {
        let kind = create(&configuration, before, behind).unwrap_err();
        assert!(
            matches!(kind, ErrorKind::Metadata | ErrorKind::InvalidArgument | ErrorKind::Limit),
            "{configuration} {kind:?}"
        );
    }
    assert_eq!(create(&with("[2, 2]", bytes, bytes, ""), "", ""), Ok(()));
    assert_eq!(create(&with("[2, 2]", r#"{"name": "mystery"}"#, bytes, ""), "", ""), Err(ErrorKind::Unsupported));
}

#[test]
fn shards_are_copied_from_format_to_format_as_they_are() {
    let draft = open_store("memory://", None).unwrap();
    let mut builder = ArrayBuilder::new_json("\"uint16\"", &[8, 9]).unwrap();
    builder.format(Some(FormatId::V3Draft2022));
    builder.order('F').unwrap();
    builder.chunk_shape(&[2, 3]).unwrap();
    builder.shard_shape(&[4, 6]).unwrap();
    builder.codec("gzip", None).unwrap();
    let values: Vec<u8> = (0..144).collect();
    draft.create_array("a", &builder).unwrap().write_region(&[0, 0], &[8, 9], &values).unwrap();
    let (old, v3, back, v2) = [(); 4].map(|()| open_store("memory://", None).unwrap()).into();
    draft.copy("a", &old, "a", Some(FormatId::V3Shape2020), &|_, _| true).unwrap();
    old.copy("a", &v3, "a", Some(FormatId::V3), &|_, _| true).unwrap();
    v3.copy("a", &back, "a", Some(FormatId::V3Draft2022), &|_, _| true).unwrap();
    for copy in [&old, &v3, &back] {
        let array = copy.open_array("a", Some(r#"{"strict": true}"#)).unwrap();
        let mut read = vec![0; 144];
        array.read_region(&[0, 0], &[8, 9], &mut read).unwrap();
        assert_eq!(read, values);
        assert_eq!(array.shard_shape().unwrap(), [4, 6]);
    }
    let refused = draft.copy("a", &v2, "a", Some(FormatId::V2), &|_, _| true).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Unsupported);
    // The index that v3 writes has a checksum, which the draft can't say.
    builder.format(Some(FormatId::V3));
    v3.create_array("b", &builder).unwrap();
    let refused = v3.copy("b", &back, "b", Some(FormatId::V3Draft2022), &|_, _| true).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Unsupported);
}
