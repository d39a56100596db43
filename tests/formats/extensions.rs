//! Extensions of the drafts in a hierarchy: what an option allows, what handles say, and what stays in the documents.

use std::sync::Arc;
use zarr::ErrorKind;
use zarr::hierarchy::Hierarchy;
use zarr::store::{ByteRange, MemoryStore, Store, StoreExt};

const ENTRY: &str = r#"{"zarr_format": "https://purl.org/zarr/spec/core/3.0",
    "metadata_encoding": {"type": "json", "metadata_key_suffix": ".json"},
    "extensions": [{"extension": "https://example.org/generic", "must_understand": false}]}"#;
const ARRAY: &str = r#"{"shape": [4], "chunk_grid": {"type": "regular", "chunk_shape": [2], "separator": "/"},
    "data_type": {"extension": "https://example.org/money/1.0", "type": {"currency": "EUR"}, "fallback": ["int7", "int16"]},
    "chunk_memory_layout": "C", "codecs": [], "fill_value": 7, "attributes": {},
    "extensions": [{"extension": "https://example.org/array", "must_understand": false}]}"#;

fn store() -> Arc<MemoryStore> {
    let store = Arc::new(MemoryStore::new());
    for (key, value) in [
        ("zarr.json", ENTRY.as_bytes()),
        ("meta/x.array.json", ARRAY.as_bytes()),
        ("meta/g.group.json", br#"{"attributes": {}}"#),
        ("data/x/c0", &[1, 0, 0xff, 0xff]),
    ] {
        store.set(key, value).unwrap();
    }
    store
}

/// Without the option the array can't be opened; with it on the store or on the node it can be read, and says so.
#[test]
fn a_fallback_is_a_choice_of_the_store_or_the_node() {
    let allow = Some(r#"{"allow_fallback": true}"#);
    let plain = Hierarchy::with_store(store(), None).unwrap();
    let error = plain.open_array("x", None).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    for part in ["\"/x\"", "data type extension", "https://example.org/money/1.0", "EUR", "\"int16\"", "allow_fallback"]
    {
        assert!(error.message().contains(part), "{part} is not in {error}");
    }
    let by_store = Hierarchy::with_store(store(), allow).unwrap();
    assert!(by_store.open_array("x", Some(r#"{"allow_fallback": false}"#)).is_err());
    for array in [plain.open_array("x", allow).unwrap(), by_store.open_array("x", None).unwrap()] {
        assert_eq!(array.data_type_json(), "\"int16\"");
        let mut elements = [0; 8];
        array.read_region(&[0], &[4], &mut elements).unwrap();
        assert_eq!(elements, [1i16, -1, 7, 7].map(i16::to_ne_bytes).concat()[..]);
        let notes = array.warnings().join("\n");
        for part in ["read as its fallback \"int16\"", "https://example.org/array", "https://example.org/generic"] {
            assert!(notes.contains(part), "{part} is not in {notes}");
        }
        // The values of the type are not known.
        let error = array.write_region(&[0], &[4], &elements).unwrap_err();
        assert!(error.kind() == ErrorKind::Unsupported && error.message().contains("not written"), "{error}");
    }
    // Extensions that the format allows, or the caller asked for, are no offence.
    let strict = Some(r#"{"allow_fallback": true, "strict": true}"#);
    assert!(plain.open_array("x", strict).is_ok());
    // The notes of the entry point are on every node.
    assert!(plain.open_group("g", None).unwrap().warnings()[0].contains("https://example.org/generic"));
    assert!(plain.open_group("/", None).unwrap().warnings()[0].contains("https://example.org/generic"));
}

/// Changing the shape or the attributes leaves every extension where it was, word for word.
#[test]
fn extensions_stay_in_documents_that_are_rewritten() {
    let store = store();
    let hierarchy = Hierarchy::with_store(store.clone(), Some(r#"{"allow_fallback": true}"#)).unwrap();
    let array = hierarchy.open_array("x", None).unwrap();
    array.resize(&[3]).unwrap();
    array.set_attributes(r#"{"a": 1}"#).unwrap();
    let written = store.get("meta/x.array.json", ByteRange::ALL).unwrap().unwrap();
    let mut before: serde_json::Value = serde_json::from_str(ARRAY).unwrap();
    before["shape"] = serde_json::json!([3]);
    before["attributes"] = serde_json::json!({"a": 1});
    assert_eq!(serde_json::from_slice::<serde_json::Value>(&written).unwrap(), before);
    assert_eq!(store.get("zarr.json", ByteRange::ALL).unwrap().unwrap(), ENTRY.as_bytes());
}

/// A copy would say that the elements are plain integers.
#[test]
fn arrays_read_through_a_fallback_are_not_copied() {
    let source = Hierarchy::with_store(store(), Some(r#"{"allow_fallback": true}"#)).unwrap();
    for format in [None, Some("v2"), Some("v3"), Some("v3-2020"), Some("v3-2022")] {
        let target = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
        let format = format.and_then(zarr::format::FormatId::from_name);
        let error = source.copy("x", &target, "y", format, &|_, _| true).unwrap_err();
        assert!(error.kind() == ErrorKind::Unsupported && error.message().contains("example.org/money"), "{error}");
        assert!(target.store().list_prefix("").unwrap().is_empty());
    }
}
