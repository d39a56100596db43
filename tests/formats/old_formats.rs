//! Hierarchies of the drafts of 2019 and 2020: what children, erase, attributes and names do to the store. The life of
//! a hierarchy that all formats share is tested through the C interface; here is what only these have.

use std::sync::Arc;
use zarr::ErrorKind;
use zarr::array::ArrayBuilder;
use zarr::dtype::DataType;
use zarr::format::FormatId;
use zarr::hierarchy::{Hierarchy, NodeKind};
use zarr::store::{ByteRange, MemoryStore, Store, StoreExt, StoreName, When};

fn hierarchy(values: &[(&str, &str)]) -> Arc<Hierarchy> {
    let store = MemoryStore::new();
    for (key, value) in values {
        store.set(key, value.as_bytes()).unwrap();
    }
    Hierarchy::with_store(Arc::new(store), None).unwrap()
}

fn keys(hierarchy: &Hierarchy) -> Vec<String> {
    let mut keys = hierarchy.store().list_prefix("").unwrap();
    keys.sort();
    keys
}

fn text(hierarchy: &Hierarchy, key: &str) -> String {
    let value = hierarchy.store().get(key, ByteRange::ALL).unwrap();
    String::from_utf8(value.unwrap_or_else(|| panic!("{key} is missing"))).unwrap()
}

fn builder(format: FormatId) -> ArrayBuilder {
    let mut builder = ArrayBuilder::new(DataType::from_name("int16", None).unwrap(), &[2]).unwrap();
    builder.format(Some(format));
    builder
}

fn array_document(codec: &str) -> String {
    format!(
        r#"{{"shape": [2], "data_type": "<i2", "chunk_memory_layout": "C", {codec} "fill_value": 7, "extensions": [],
            "chunk_grid": {{"type": "regular", "chunk_shape": [2], "separator": "/"}}, "attributes": {{}}}}"#
    )
}

fn read(hierarchy: &Arc<Hierarchy>, path: &str) -> Vec<i16> {
    let array = hierarchy.open_array(path, None).unwrap();
    let (start, shape) = (vec![0; array.ndim()], array.shape());
    let mut bytes = vec![0; shape.iter().product::<u64>() as usize * 2];
    array.read_region(&start, &shape, &mut bytes).unwrap();
    bytes.chunks(2).map(|pair| i16::from_ne_bytes([pair[0], pair[1]])).collect()
}

const ENTRY_2020: &str = r#"{"zarr_format": "https://purl.org/zarr/spec/protocol/core/3.0", "extensions": [],
    "metadata_encoding": "https://purl.org/zarr/spec/protocol/core/3.0"}"#;
const ENTRY_2020_JSON: &str = r#"{"zarr_format": "https://purl.org/zarr/spec/protocol/core/3.0", "extensions": [],
    "metadata_encoding": "https://purl.org/zarr/spec/protocol/core/3.0", "metadata_key_suffix": ".json"}"#;

#[test]
fn every_draft_lists_and_erases_what_is_implied() {
    for (format, root, chunk) in [
        (FormatId::V3Protocol2019A, &[][..], "data/a/b/x/0"),
        (FormatId::V3Protocol2019B, &["zarr.json"][..], "data/a/b/x/0"),
        (FormatId::V3Shape2020, &["zarr.json"][..], "data/root/a/b/x/c0"),
    ] {
        let hierarchy = hierarchy(&[]);
        let array = hierarchy.create_array("a/b/x", &builder(format)).unwrap();
        array.write_region(&[0], &[2], &[1, 0, 2, 0]).unwrap();
        hierarchy.create_group("a/c", None, Some(r#"{"n": 1}"#)).unwrap();
        assert!(keys(&hierarchy).iter().any(|key| key == chunk), "{format:?}");
        assert_eq!(hierarchy.node_kind("a/b").unwrap(), Some(NodeKind::ImplicitGroup));
        assert_eq!(hierarchy.node_kind("/").unwrap(), Some(NodeKind::ImplicitGroup));
        assert_eq!(hierarchy.children("/").unwrap(), ["a"]);
        assert_eq!(hierarchy.children("a").unwrap(), ["b", "c"]);
        let error = hierarchy.create_array("a/b/x/below", &builder(format)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NodeType);
        // A handle that has seen nothing yet finds the same.
        let fresh = Hierarchy::with_store(Arc::clone(hierarchy.store()), None).unwrap();
        assert_eq!(fresh.open_array("a/b/x", None).unwrap().format(), format);
        assert_eq!(fresh.open_group("a/c", None).unwrap().attributes().unwrap(), r#"{"n": 1}"#);
        // With its last node an implied group is gone.
        hierarchy.erase("a/b").unwrap();
        assert_eq!(hierarchy.node_kind("a/b").unwrap(), None);
        assert_eq!(hierarchy.children("a").unwrap(), ["c"]);
        hierarchy.erase("a/c").unwrap();
        assert_eq!(keys(&hierarchy), root, "{format:?}");
    }
}

#[test]
fn the_first_draft_keeps_attributes_apart() {
    let hierarchy = hierarchy(&[]);
    let array = hierarchy.create_array("x", &builder(FormatId::V3Protocol2019A)).unwrap();
    assert_eq!(keys(&hierarchy), ["meta/root/x.array"]);
    array.set_attributes(r#"{"units": "K"}"#).unwrap();
    assert_eq!(keys(&hierarchy), ["meta/root/x.array", "meta/root/x.attrs"]);
    let group = hierarchy.create_group("/", None, None).unwrap();
    group.set_attributes(r#"{"a": 1}"#).unwrap();
    assert_eq!(hierarchy.children("/").unwrap(), ["x"]);
    let document = text(&hierarchy, "meta/root.group");
    assert_eq!(
        document,
        "{\n    \"zarr_format\": \"http://purl.org/zarr/spec/protocol/core/3.0\",\n    \"extensions\": []\n}"
    );
    hierarchy.erase("/").unwrap();
    assert!(keys(&hierarchy).is_empty());
    // The store is free for another format.
    assert_eq!(hierarchy.create_group("/", None, None).unwrap().format(), FormatId::V3);
}

/// Read with the endings that others gave the keys, and written with the same.
#[test]
fn keys_of_other_writers_stay_as_they_are() {
    let first = r#"{"zarr_format": "http://purl.org/zarr/spec/protocol/core/3.0", "shape": [2], "data_type": "<i2",
        "chunk_grid": {"type": "regular", "chunk_shape": [2]}, "chunk_memory_layout": "C", "chunk_codecs": [],
        "fill_value": 3, "extensions": []}"#;
    let a = hierarchy(&[("meta/root/g/x.arr.json", first)]);
    assert_eq!((a.children("/").unwrap(), a.children("g").unwrap()), (vec!["g".to_owned()], vec!["x".to_owned()]));
    assert_eq!(read(&a, "g/x"), [3, 3]);
    a.create_group("g", None, None).unwrap();
    assert!(keys(&a).contains(&"meta/root/g.grp.json".to_owned()));

    let c = hierarchy(&[("zarr.json", ENTRY_2020), ("meta/root/x.array", &array_document(""))]);
    assert_eq!(read(&c, "x"), [7, 7]);
    c.create_array("y", &builder(FormatId::V3Shape2020)).unwrap();
    assert_eq!(keys(&c), ["meta/root/x.array", "meta/root/y.array", "zarr.json"]);
    assert_eq!(text(&c, "zarr.json"), ENTRY_2020);

    let dotted = hierarchy(&[("zarr.json", ENTRY_2020_JSON), ("meta/root/.array.json", &array_document(""))]);
    assert_eq!(read(&dotted, "/"), [7, 7]);
    dotted.open_array("/", None).unwrap().resize(&[3]).unwrap();
    assert_eq!(read(&dotted, "/"), [7, 7, 7]);
    assert_eq!(dotted.create_group("/", None, None).unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert_eq!(keys(&dotted), ["meta/root/.array.json", "zarr.json"]);
    dotted.erase("/").unwrap();
    assert!(keys(&dotted).is_empty());
}

#[test]
fn a_scalar_is_found_under_either_name() {
    let scalar = array_document("").replace("[2]", "[]");
    for (key, value) in [("data/root/x/c", "\u{5}\0"), ("data/root/x/c0", "\u{5}\0")] {
        let hierarchy = hierarchy(&[("zarr.json", ENTRY_2020_JSON), ("meta/root/x.array.json", &scalar), (key, value)]);
        assert_eq!(read(&hierarchy, "x"), [5], "{key}");
    }
}

#[test]
fn siblings_of_2019_differ_in_more_than_case() {
    let hierarchy = hierarchy(&[]);
    hierarchy.create_array("Foo/Bar", &builder(FormatId::V3Protocol2019B)).unwrap();
    for path in ["foo", "FOO/Bar", "Foo/bar", "foo/x"] {
        let error = hierarchy.create_group(path, None, None).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{path}");
        assert!(error.message().contains("case"), "{error}");
    }
    hierarchy.create_group("Foo/Baz", None, None).unwrap();
    let error = hierarchy.create_group(&"x".repeat(256), None, None).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
}

/// A copy of documents that is no longer true is taken away; the user's attributes never touch the filters.
#[test]
fn what_zarr_python_put_into_the_shape_of_2020() {
    let hierarchy = hierarchy(&[
        ("zarr.json", ENTRY_2020_JSON),
        ("meta/root/consolidated.group.json", r#"{"attributes": {}}"#),
        ("meta/root/consolidated/.zmetadata", r#"{"zarr_consolidated_format": 1, "metadata": {}}"#),
    ]);
    assert_eq!(hierarchy.children("/").unwrap(), ["consolidated"]);
    assert!(hierarchy.children("consolidated").unwrap().is_empty());
    let mut filtered = builder(FormatId::V3Shape2020);
    filtered.codec("crc32c", None).unwrap();
    filtered.codec("gzip", Some(r#"{"level": 1}"#)).unwrap();
    filtered.attributes(r#"{"mine": 1}"#).unwrap();
    let array = hierarchy.create_array("x", &filtered).unwrap();
    assert!(!keys(&hierarchy).iter().any(|key| key.ends_with(".zmetadata")));
    array.write_region(&[0], &[2], &[1, 0, 2, 0]).unwrap();
    array.set_attributes(r#"{"new": 2}"#).unwrap();
    let attributes = hierarchy.open_array("x", None).unwrap().attributes().unwrap();
    assert!(attributes.contains("crc32c") && attributes.contains("new") && !attributes.contains("mine"));
    assert_eq!(read(&hierarchy, "x"), [1, 2]);
    let mut taken = builder(FormatId::V3Shape2020);
    taken.attributes(r#"{"filters": [{"id": "gzip"}]}"#).unwrap();
    assert_eq!(hierarchy.create_array("y", &taken).unwrap_err().kind(), ErrorKind::Unsupported);
}

/// Filters and the attribute that holds them go over together, and into other formats as codecs.
#[test]
fn copies_keep_the_filters() {
    let source = hierarchy(&[]);
    let mut filtered = builder(FormatId::V3Shape2020);
    filtered.codec("zlib", Some(r#"{"level": 1}"#)).unwrap();
    filtered.codec("gzip", Some(r#"{"level": 1}"#)).unwrap();
    let array = source.create_array("x", &filtered).unwrap();
    array.write_region(&[0], &[2], &[1, 0, 2, 0]).unwrap();
    for format in [FormatId::V3Shape2020, FormatId::V2, FormatId::V3] {
        let target = hierarchy(&[]);
        source.copy("x", &target, "y", Some(format), &|_, _| true).unwrap();
        assert_eq!(read(&target, "y"), [1, 2], "{format:?}");
    }
}

/// A store of v1 is one array: it can be copied out of its store and into one of its own.
#[test]
fn arrays_of_v1_are_copied() {
    let v1 = hierarchy(&[]);
    let array = v1.create_array("/", &builder(FormatId::V1)).unwrap();
    array.write_region(&[0], &[2], &[1, 0, 2, 0]).unwrap();
    let drafts = hierarchy(&[]);
    v1.copy("/", &drafts, "a/x", Some(FormatId::V3Protocol2019A), &|_, _| true).unwrap();
    assert_eq!(read(&drafts, "a/x"), [1, 2]);
    let back = hierarchy(&[]);
    drafts.copy("a/x", &back, "/", Some(FormatId::V1), &|_, _| true).unwrap();
    assert_eq!((read(&back, "/"), keys(&back)), (vec![1, 2], keys(&v1)));
    let error = v1.copy("/", &hierarchy(&[]), "x", Some(FormatId::V1), &|_, _| true).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
}

/// A store that can't list does not show a hierarchy without entry point; the caller can name its format.
#[test]
fn the_first_draft_in_a_store_that_cannot_list() {
    #[derive(Debug)]
    struct Blind(MemoryStore);
    impl Store for Blind {
        fn name(&self) -> &StoreName {
            self.0.name()
        }
        fn capabilities(&self) -> zarr::store::Capabilities {
            zarr::store::Capabilities { listable: false, private: false, ..self.0.capabilities() }
        }
        fn get(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Vec<u8>>> {
            self.0.get(key, range)
        }
        fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> zarr::Result<()> {
            when.begin(key, value)?;
            self.0.write(key, value, When::Claimed)
        }
    }
    let store: Arc<dyn Store> = Arc::new(Blind(MemoryStore::new()));
    let named = Hierarchy::with_store(Arc::clone(&store), Some(r#"{"format": "v3-2019a"}"#)).unwrap();
    named.create_array("a/x", &builder(FormatId::V3Protocol2019A)).unwrap();
    let named = Hierarchy::with_store(Arc::clone(&store), Some(r#"{"format": "v3-2019a"}"#)).unwrap();
    assert_eq!(read(&named, "a/x"), [0, 0]);
    let unnamed = Hierarchy::with_store(store, None).unwrap();
    assert_eq!(unnamed.open_array("a/x", None).unwrap_err().kind(), ErrorKind::NotFound);
}
