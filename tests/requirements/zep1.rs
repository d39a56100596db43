//! The proposal of version 3: what it says beyond the texts that followed it.

use super::*;
use std::sync::Mutex;
use zarr::transformer::{Event, Observer, Operation, TraceStore};

#[test]
fn text_is_left_to_extensions_and_objects_are_left_out() {
    let hierarchy = hierarchy(&[("zarr.json", ENTRY)]);
    let created = |data_type: &str| hierarchy.create_array("x", &builder(FormatId::V3Draft2022, data_type, &[2]));
    created("|S4").unwrap();
    let data_type = document(&hierarchy, "meta/x.array.json").get("data_type").unwrap().to_string();
    assert!(data_type.contains("\"extension\""), "{data_type}");
    let object = r#"{"extension": "https://example.org/objects", "type": "|O"}"#;
    for data_type in ["\"|O\"", "\"object\"", object] {
        assert!(opened(&[("data_type", data_type)]).is_err(), "{data_type}");
    }
}

#[test]
fn filters_are_not_in_the_core() {
    assert_eq!(refused(&[("filters", "[]")]), ErrorKind::Unsupported);
}

/// The keys of the proposal are those that software wrote from 2020 on.
fn software() -> Arc<Hierarchy> {
    let hierarchy = hierarchy(&[]);
    let array = hierarchy.create_array("/foo/bar", &builder(FormatId::V3Shape2020, "int16", &[2])).unwrap();
    write(&array, &bytes_of(&[1, 2]));
    hierarchy.create_group("/foo/baz/qux", None, None).unwrap();
    hierarchy
}

#[test]
fn documents_are_below_meta_and_chunks_below_data() {
    let expected =
        ["data/root/foo/bar/c0", "meta/root/foo/bar.array.json", "meta/root/foo/baz/qux.group.json", "zarr.json"];
    assert_eq!(keys(&software()), expected);
    let draft = draft(&[]);
    write(&draft.open_array("x", None).unwrap(), &[0; 8]);
    assert_eq!(keys(&draft), ["data/x/c0", "data/x/c1", "meta/x.array.json", "zarr.json"]);
}

/// Notes every listing.
#[derive(Debug, Default)]
struct Listings(Mutex<Vec<String>>);

impl Observer for Listings {
    fn ended(&self, event: &Event<'_>) {
        if matches!(event.operation, Operation::List | Operation::ListPrefix | Operation::ListDir) {
            self.0.lock().unwrap().extend(event.keys.iter().map(|key| format!("{:?} {key}", event.operation)));
        }
    }
}

fn noted(hierarchy: &Hierarchy) -> (Arc<Hierarchy>, Arc<Listings>) {
    let listings = Arc::new(Listings::default());
    let store = TraceStore::new(Arc::clone(hierarchy.store()), listings.clone());
    (Hierarchy::with_store(Arc::new(store), None).unwrap(), listings)
}

#[test]
fn one_listing_shows_the_children_and_what_they_are() {
    let software = software();
    software.create_group("/foo", None, None).unwrap();
    let (hierarchy, listings) = noted(&software);
    hierarchy.open_group("/foo", None).unwrap();
    listings.0.lock().unwrap().clear();
    assert_eq!(hierarchy.children("/foo").unwrap(), ["bar", "baz"]);
    assert_eq!(*listings.0.lock().unwrap(), ["ListDir meta/root/foo/"]);
}

#[test]
fn listing_meta_is_enough_to_see_the_hierarchy() {
    let (hierarchy, listings) = noted(&software());
    let met: Vec<String> = hierarchy.walk("/", usize::MAX).unwrap().into_iter().map(|met| met.path).collect();
    assert_eq!(met, ["foo", "foo/bar", "foo/baz", "foo/baz/qux"]);
    let listings = listings.0.lock().unwrap();
    assert!(!listings.is_empty() && listings.iter().all(|listing| listing.contains(" meta/")), "{listings:?}");
}

/// A later reader and an earlier one look at different documents, and none is taken for the other.
#[test]
fn nodes_of_version_2_are_none_of_a_hierarchy_of_version_3() {
    let hierarchy = draft(&[]);
    put(&hierarchy, "old/.zgroup", br#"{"zarr_format": 2}"#);
    assert_eq!(hierarchy.children("/").unwrap(), ["x"]);
    assert_eq!(kind(hierarchy.create_group("y", Some(FormatId::V2), None)), ErrorKind::InvalidArgument);
}
