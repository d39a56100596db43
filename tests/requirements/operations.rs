//! The operations of the 2022 draft on nodes, and what each leaves. What each asks of the store is tested in
//! `tests/hierarchy/requests.rs`.

use super::*;
use zarr::hierarchy::NodeKind;

fn small() -> ArrayBuilder {
    let mut builder = builder(FormatId::V3Draft2022, "int16", &[4]);
    builder.chunk_shape(&[2]).unwrap();
    builder
}

/// `/foo` with a document, `/foo/bar` and `/foo/baz` of either kind, `/qux/x` below a group without one.
fn filled() -> Arc<Hierarchy> {
    let hierarchy = hierarchy(&[("zarr.json", ENTRY)]);
    hierarchy.create_group("foo", None, None).unwrap();
    hierarchy.create_group("foo/bar", None, None).unwrap();
    for path in ["foo/baz", "foo/bar/deep", "foobar", "qux/x"] {
        write(&hierarchy.create_array(path, &small()).unwrap(), &[1; 8]);
    }
    hierarchy
}

#[test]
fn ancestors_of_new_nodes_are_there_without_documents() {
    let hierarchy = hierarchy(&[("zarr.json", ENTRY)]);
    hierarchy.create_group("/a/b/c", None, None).unwrap();
    hierarchy.create_array("/foo/bar/baz", &small()).unwrap();
    assert_eq!(keys(&hierarchy), ["meta/a/b/c.group.json", "meta/foo/bar/baz.array.json", "zarr.json"]);
    for path in ["a", "a/b", "foo", "foo/bar", "/"] {
        assert_eq!(hierarchy.node_kind(path).unwrap(), Some(NodeKind::ImplicitGroup), "{path}");
    }
}

#[test]
fn no_writer_gets_an_array_and_a_group_at_one_path() {
    let hierarchy = filled();
    assert_eq!(kind(hierarchy.create_array("foo", &small())), ErrorKind::AlreadyExists);
    assert_eq!(kind(hierarchy.create_group("foo/baz", None, None)), ErrorKind::AlreadyExists);
    // Where other software made both, the array counts, with a word about it.
    put(&hierarchy, "meta/foo/baz.group.json", br#"{"attributes": {}}"#);
    assert_eq!(hierarchy.node_kind("foo/baz").unwrap(), Some(NodeKind::Array));
    assert_eq!(hierarchy.open_array("foo/baz", None).unwrap().warnings().len(), 1);
}

#[test]
fn retrieving_a_chunk_gets_its_key_and_decodes_it() {
    let codecs = r#"[{"type": "https://purl.org/zarr/spec/codecs/endian/1.0", "configuration": {"endian": "big"}}]"#;
    let hierarchy = draft(&[("codecs", codecs)]);
    put(&hierarchy, "data/x/c1", &[1, 2, 3, 4]);
    assert_eq!(int16(&hierarchy.open_array("x", None).unwrap()), [7, 7, 0x0102, 0x0304]);
}

#[test]
fn children_are_what_documents_and_prefixes_show() {
    let hierarchy = filled();
    // Keys that are no documents of nodes are none.
    put(&hierarchy, "meta/foo/readme.txt", b"x");
    put(&hierarchy, "data/foo/other/c0", b"x");
    assert_eq!(hierarchy.children("/").unwrap(), ["foo", "foobar", "qux"]);
    assert_eq!(hierarchy.children("/foo").unwrap(), ["bar", "baz"]);
    let kinds: Vec<_> = hierarchy.walk("/", 2).unwrap().into_iter().map(|met| (met.path, met.kind.unwrap())).collect();
    let (array, group, implicit) = (NodeKind::Array, NodeKind::Group, NodeKind::ImplicitGroup);
    let expected = [
        ("foo", group),
        ("foo/bar", group),
        ("foo/baz", array),
        ("foobar", array),
        ("qux", implicit),
        ("qux/x", array),
    ];
    assert_eq!(kinds, expected.map(|(path, kind)| (path.to_owned(), kind)));
}

#[test]
fn without_listings_nodes_are_known_by_their_paths_only() {
    #[derive(Debug)]
    struct Blind(Arc<dyn Store>);
    impl Store for Blind {
        fn name(&self) -> &zarr::store::StoreName {
            self.0.name()
        }
        fn capabilities(&self) -> zarr::store::Capabilities {
            zarr::store::Capabilities { listable: false, private: false, ..self.0.capabilities() }
        }
        fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
            self.0.get(key, range)
        }
    }
    let full = filled();
    let blind = Hierarchy::with_store(Arc::new(Blind(Arc::clone(full.store()))), None).unwrap();
    assert_eq!(read(&blind.open_array("foo/bar/deep", None).unwrap()), [1; 8]);
    assert!(blind.open_group("foo", None).is_ok());
    assert_eq!(kind(blind.children("foo")), ErrorKind::Unsupported);
}

#[test]
fn erasing_an_array_takes_its_document_and_its_chunks() {
    let hierarchy = filled();
    hierarchy.erase("foo/baz").unwrap();
    assert!(!keys(&hierarchy).iter().any(|key| key.contains("baz")));
    assert_eq!(hierarchy.children("foo").unwrap(), ["bar"]);
    assert_eq!(read(&hierarchy.open_array("foobar", None).unwrap()), [1; 8], "siblings with longer names stay");
}

#[test]
fn erasing_an_explicit_group_takes_its_document_and_all_below() {
    let hierarchy = filled();
    hierarchy.erase("foo").unwrap();
    let left = ["data/foobar/c0", "data/foobar/c1", "data/qux/x/c0", "data/qux/x/c1", "meta/foobar.array.json"];
    assert_eq!(keys(&hierarchy), [&left[..], &["meta/qux/x.array.json", "zarr.json"]].concat());
}

#[test]
fn erasing_an_implicit_group_takes_all_below() {
    let hierarchy = filled();
    hierarchy.erase("qux").unwrap();
    assert!(!keys(&hierarchy).iter().any(|key| key.contains("qux")));
    assert_eq!((hierarchy.node_kind("qux").unwrap(), kind(hierarchy.erase("qux"))), (None, ErrorKind::NotFound));
}

#[test]
fn an_implicit_group_goes_with_its_last_child_unless_it_is_made_explicit() {
    let hierarchy = filled();
    hierarchy.erase("qux/x").unwrap();
    assert_eq!(hierarchy.node_kind("qux").unwrap(), None);
    hierarchy.create_array("qux/x", &small()).unwrap();
    hierarchy.create_group("qux", None, None).unwrap();
    hierarchy.erase("qux/x").unwrap();
    assert_eq!(hierarchy.node_kind("qux").unwrap(), Some(NodeKind::Group));
}

#[test]
fn what_exists_is_an_array_an_explicit_group_or_what_has_something_below() {
    let hierarchy = filled();
    for (path, kind) in [
        ("foo/baz", Some(NodeKind::Array)),
        ("foo", Some(NodeKind::Group)),
        ("qux", Some(NodeKind::ImplicitGroup)),
        ("/", Some(NodeKind::ImplicitGroup)),
        ("fo", None),
        ("foo/b", None),
        ("meta", None),
        ("qux/x/c0", None),
    ] {
        assert_eq!(hierarchy.node_kind(path).unwrap(), kind, "{path}");
    }
}
