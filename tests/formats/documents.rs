//! Documents as others write them: what is not JSON, what is missing, what is more than a number holds; and what is in
//! them stays through every change that the library makes.

use std::sync::Arc;
use zarr::ErrorKind;
use zarr::array::{Array, ArrayBuilder};
use zarr::dtype::DataType;
use zarr::format::FormatId;
use zarr::hierarchy::attributes::Attributes;
use zarr::hierarchy::{Hierarchy, open_store};
use zarr::json::Json;
use zarr::store::{ByteRange, MemoryStore, Store, StoreExt};

const V2: &str = r#"{"zarr_format": 2, "shape": [4, 4], "chunks": [2, 2], "dtype": "|u1", "compressor": null,
    "fill_value": 9, "order": "C", "filters": null}"#;

fn v3(more: &str) -> String {
    format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": [4, 4], "data_type": "uint8", "fill_value": 9,
        "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [2, 2]}}}},
        "chunk_key_encoding": {{"name": "default"}}, "codecs": [{{"name": "bytes"}}]{more}}}"#
    )
}

fn store(values: &[(&str, &str)]) -> (MemoryStore, Arc<Hierarchy>) {
    let store = MemoryStore::new();
    values.iter().for_each(|(key, value)| store.set(key, value.as_bytes()).unwrap());
    let hierarchy = Hierarchy::with_store(Arc::new(store.clone()), None).unwrap();
    (store, hierarchy)
}

fn open(values: &[(&str, &str)]) -> zarr::Result<Array> {
    store(values).1.open_array("a", None)
}

fn text(store: &MemoryStore, key: &str) -> String {
    String::from_utf8(store.get(key, ByteRange::ALL).unwrap().unwrap()).unwrap()
}

fn first(array: &Array) -> [u8; 1] {
    let mut one = [0];
    array.read_region(&[0, 0], &[1, 1], &mut one).unwrap();
    one
}

/// Values that JSON lacks, values that no number holds, and an order that is not the alphabet's.
const THEIRS: &str =
    r#"{"z": NaN, "m": [Infinity, -Infinity, 1.50], "a": 123456789012345678901234567890, "k": 1e-400}"#;

#[test]
fn bare_tokens_large_integers_and_the_order_of_members_survive_every_change() {
    let more = format!(r#", "attributes": {THEIRS}"#);
    for (key, document, attributes) in [("a/.zarray", V2.to_owned(), Some(THEIRS)), ("a/zarr.json", v3(&more), None)] {
        let mut values = vec![(key, document.as_str())];
        values.extend(attributes.map(|attributes| ("a/.zattrs", attributes)));
        let (store, hierarchy) = store(&values);
        let array = hierarchy.open_array("a", None).unwrap();
        assert_eq!(array.attributes().unwrap(), THEIRS, "{key}");
        array.resize(&[5, 4]).unwrap();
        array.append(1, &[5, 1], &[1; 5]).unwrap();
        array.set("new", Json::from("value")).unwrap();
        array.erase("new").unwrap();
        hierarchy.move_node("a", "b", &|_, _| true).unwrap();
        let array = hierarchy.open_array("b", None).unwrap();
        assert_eq!(array.attributes().unwrap(), THEIRS, "{key}");
        hierarchy.copy("b", &hierarchy, "c", None, &|_, _| true).unwrap();
        assert_eq!(hierarchy.open_array("c", None).unwrap().attributes().unwrap(), THEIRS, "{key}");
        let stored = text(&store, if attributes.is_some() { "c/.zattrs" } else { "c/zarr.json" });
        assert!(stored.contains("NaN") && stored.contains("123456789012345678901234567890"), "{stored}");
    }
}

#[test]
fn members_that_are_not_known_survive_every_change() {
    let more = r#", "their_own": {"must_understand": false, "value": 12345678901234567890123}"#;
    let (store, hierarchy) = store(&[("a/zarr.json", &v3(more))]);
    let array = hierarchy.open_array("a", None).unwrap();
    array.resize(&[9, 4]).unwrap();
    array.set("units", Json::from("K")).unwrap();
    assert!(text(&store, "a/zarr.json").contains("12345678901234567890123"));
    assert_eq!(hierarchy.open_array("a", None).unwrap().shape(), [9, 4]);
}

#[test]
fn a_separator_that_no_document_names_is_seen_from_the_chunks() {
    let chunk = "\x01\x01\x01\x01";
    let nested = open(&[("a/.zarray", V2), ("a/1/1", chunk), ("a/0/0", chunk)]).unwrap();
    assert_eq!((first(&nested), nested.warnings().len()), ([1], 1), "{:?}", nested.warnings());
    // The first chunk need not be there.
    let sparse = open(&[("a/.zarray", V2), ("a/1/1", chunk)]).unwrap();
    assert_eq!(first(&sparse), [9]);
    sparse.write_region(&[0, 0], &[1, 1], &[3]).unwrap();
    assert_eq!(sparse.origin().store.list_prefix("a/0/").unwrap(), ["a/0/0"], "written beside the others");
    let flat = open(&[("a/.zarray", V2), ("a/0.0", chunk)]).unwrap();
    assert_eq!((first(&flat), flat.warnings()), ([1], vec![]));
    // Flat chunks beside folders that look like some: the document's default.
    let both = open(&[("a/.zarray", V2), ("a/1.1", chunk), ("a/0/0", chunk)]).unwrap();
    assert_eq!(first(&both), [9]);
    let (_, hierarchy) = store(&[("a/.zarray", V2), ("a/0/0", chunk)]);
    let told = hierarchy.open_array("a", Some(r#"{"dimension_separator": "."}"#)).unwrap();
    assert_eq!(first(&told), [9], "a caller that says so is believed");
    let strict = hierarchy.open_array("a", Some(r#"{"strict": true}"#));
    assert_eq!(strict.unwrap_err().kind(), ErrorKind::Metadata);
}

#[test]
fn a_fill_value_that_is_missing_is_told_of_and_null_is_undefined() {
    let without = |document: &str| document.replace(r#""fill_value": 9,"#, "");
    let (_, hierarchy) = store(&[("a/.zarray", &without(V2))]);
    let array = hierarchy.open_array("a", None).unwrap();
    assert_eq!((array.fill_value().unwrap(), first(&array)), ((vec![0], false), [0]));
    assert!(array.warnings()[0].contains("fill_value"), "{:?}", array.warnings());
    let strict = hierarchy.open_array("a", Some(r#"{"strict": true}"#)).unwrap_err();
    let newer = open(&[("a/zarr.json", &without(&v3("")))]).unwrap_err();
    for error in [strict, newer] {
        assert!(error.kind() == ErrorKind::Metadata && error.message().contains("fill_value"), "{error}");
    }
    let null = open(&[("a/.zarray", &V2.replace("9", "null"))]).unwrap();
    assert_eq!((null.fill_value().unwrap(), first(&null)), ((vec![0], false), [0]));
    let null = open(&[("a/zarr.json", &v3("").replace("9", "null"))]).unwrap();
    assert_eq!((first(&null), null.warnings().len()), ([0], 1), "{:?}", null.warnings());
}

#[test]
fn attributes_that_are_not_there_are_none_and_can_be_set() {
    let group = r#"{"zarr_format": 2}"#;
    let newer = r#"{"zarr_format": 3, "node_type": "group"}"#;
    for values in
        [[("g/.zgroup", group), ("g/a/.zarray", V2)], [("g/zarr.json", newer), ("g/a/zarr.json", &v3("")[..])]]
    {
        let (_, hierarchy) = store(&values);
        let (array, group) = (hierarchy.open_array("g/a", None).unwrap(), hierarchy.open_group("g", None).unwrap());
        for node in [&array as &dyn Attributes, &group] {
            assert!(node.names().unwrap().is_empty() && node.all().unwrap().is_empty());
            assert_eq!(node.erase("x").unwrap_err().kind(), ErrorKind::NotFound);
            node.set("x", Json::from(1_i64)).unwrap();
            assert_eq!(node.names().unwrap(), ["x"]);
        }
        assert_eq!(hierarchy.open_array("g/a", None).unwrap().attributes().unwrap(), r#"{"x": 1}"#);
    }
}

#[test]
fn names_of_dimensions_are_an_attribute_of_v2_and_a_member_of_v3() {
    let names = || Some(vec![Some("y".to_owned()), Some("x".to_owned())]);
    let xarray = r#"{"units": "K", "_ARRAY_DIMENSIONS": ["y", "x"]}"#;
    let (_, v2) = store(&[("a/.zarray", V2), ("a/.zattrs", xarray)]);
    let array = v2.open_array("a", None).unwrap();
    assert_eq!((array.dimension_names(), array.attributes().unwrap().as_str()), (names(), xarray));
    // To v3 and back: the attribute becomes the member, and the member the attribute.
    let (documents, v3) = store(&[]);
    v2.copy("a", &v3, "a", Some(FormatId::V3), &|_, _| true).unwrap();
    let array = v3.open_array("a", None).unwrap();
    assert_eq!((array.dimension_names(), array.attributes().unwrap().as_str()), (names(), r#"{"units": "K"}"#));
    assert!(!text(&documents, "a/zarr.json").contains("_ARRAY_DIMENSIONS"));
    let (documents, back) = store(&[]);
    v3.copy("a", &back, "a", Some(FormatId::V2), &|_, _| true).unwrap();
    assert_eq!(back.open_array("a", None).unwrap().dimension_names(), names());
    assert!(text(&documents, "a/.zattrs").contains("_ARRAY_DIMENSIONS"));
    // xarray reads the dimension names that a program gives on creation.
    let mut builder = ArrayBuilder::new(DataType::from_code(6).unwrap(), &[1, 1]).unwrap();
    builder.format(Some(FormatId::V2));
    builder.dimension_names(&[Some("y"), Some("x")]).unwrap();
    back.create_array("b", &builder).unwrap();
    assert!(text(&documents, "b/.zattrs").split_whitespace().collect::<String>().contains(r#"["y","x"]"#));
}

#[test]
fn every_kind_of_change_takes_the_copies_of_documents_away() {
    type Change = fn(&Arc<Hierarchy>);
    let changes: [(&str, Change); 9] = [
        ("create an array", |h| drop(h.create_array("g/new", &builder()).unwrap())),
        ("create a group", |h| drop(h.create_group("g/new", None, None).unwrap())),
        ("replace", |h| drop(h.create_or_replace_array("g/a", &builder()).unwrap())),
        ("append", |h| assert_eq!(h.open_array("g/a", None).unwrap().append(0, &[1], &[1]), Ok(4))),
        ("attribute of an array", |h| h.open_array("g/a", None).unwrap().set("x", Json::Null).unwrap()),
        ("attribute of a group", |h| h.open_group("g", None).unwrap().set("x", Json::Null).unwrap()),
        ("move", |h| h.move_node("g/a", "b", &|_, _| true).unwrap()),
        ("copy", |h| h.copy("g/a", h, "g/b", None, &|_, _| true).unwrap()),
        ("erase", |h| h.erase("g/a").unwrap()),
    ];
    for format in [FormatId::V2, FormatId::V3] {
        for (name, change) in changes {
            let hierarchy = open_store("memory://", None).unwrap();
            hierarchy.create_group("", Some(format), None).unwrap();
            hierarchy.create_array("g/a", &builder()).unwrap();
            hierarchy.consolidate("").unwrap();
            hierarchy.consolidate("g").unwrap();
            let holders = || -> Vec<String> {
                let keys = hierarchy.store().list_all().unwrap().into_iter();
                let holds = |key: &String| {
                    let value = hierarchy.store().get(key, ByteRange::ALL).unwrap().unwrap();
                    key.ends_with(".zmetadata") || String::from_utf8_lossy(&value).contains("consolidated_metadata")
                };
                keys.filter(holds).collect()
            };
            assert_eq!(holders().len(), 2, "{format:?}");
            change(&hierarchy);
            // The group's own copy says nothing of its own attributes in v3, nor of the place where it lies.
            let left = holders();
            let own = ["g/.zmetadata", "g/zarr.json"].map(String::from);
            let may_stay = name == "attribute of a group" && format == FormatId::V3;
            assert!(left.is_empty() || (may_stay && left == own[1..]), "{format:?}, {name}: {left:?}");
        }
    }
}

fn builder() -> ArrayBuilder {
    ArrayBuilder::new(DataType::from_code(6).unwrap(), &[4]).unwrap()
}
