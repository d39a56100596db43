//! Arrays whose handle knows an old document, or whose shape can't be served: nothing is stored in the wrong place,
//! and nothing is left that keeps the array from being used.

use zarr::ErrorKind;
use zarr::array::{ArrayBuilder, Selection};
use zarr::dtype::DataType;
use zarr::hierarchy::open_store;
use zarr::store::StoreExt;

fn builder(code: i32, shape: &[u64], chunk: &[u64]) -> ArrayBuilder {
    let mut builder = ArrayBuilder::new(DataType::from_code(code).unwrap(), shape).unwrap();
    builder.chunk_shape(chunk).unwrap();
    builder
}

/// Elements of one array would be stored as chunks of the one that has taken its place.
#[test]
fn a_document_of_another_time_stores_nothing_in_what_is_there_now() {
    let store = open_store("memory://", None).unwrap();
    let first = store.create_array("a", &builder(4, &[8], &[8])).unwrap();
    let document = first.document().unwrap();
    first.resize(&[2]).unwrap();
    let outdated = store.open_from_document("a", document.as_bytes(), None).unwrap();
    let refused = outdated.write_region(&[6], &[1], &[9; 4]).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::OutOfBounds);

    let second = store.create_or_replace_array("a", &builder(3, &[8], &[2])).unwrap();
    second.write_region(&[0], &[8], &[1; 16]).unwrap();
    let outdated = store.open_from_document("a", document.as_bytes(), None).unwrap();
    assert_eq!(outdated.write_region(&[0], &[8], &[9; 32]).unwrap_err().kind(), ErrorKind::Conflict);
    let mut values = [0; 16];
    second.read_region(&[0], &[8], &mut values).unwrap();
    assert_eq!(values, [1; 16]);

    store.erase("a").unwrap();
    let outdated = store.open_from_document("a", document.as_bytes(), None).unwrap();
    assert_eq!(outdated.write_region(&[0], &[8], &[9; 32]).unwrap_err().kind(), ErrorKind::NotFound);
}

/// A dimension without a list of indices may be longer than memory, where the selection has no elements.
#[test]
fn a_selection_of_nothing_costs_nothing() {
    let store = open_store("memory://", None).unwrap();
    let array = store.create_array("a", &builder(6, &[5, 1 << 62], &[1, 1 << 20])).unwrap();
    let nothing = Selection::Orthogonal(vec![Some(Vec::new()), None]);
    array.read_selection(&nothing, &mut []).unwrap();
    array.write_selection(&nothing, &[]).unwrap();
}

/// The edge of a chunk that nothing can be written to would stay in the document, and all of the array behind it unusable.
#[test]
fn no_growth_leaves_a_chunk_that_can_not_be_written() {
    let store = open_store("memory://", None).unwrap();
    let document = r#"{"zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "rectilinear", "configuration": {"kind": "inline", "chunk_shapes": [[1, 3]]}},
        "chunk_key_encoding": {"name": "default"}, "codecs": ["bytes"]}"#;
    store.store().set("a/zarr.json", document.as_bytes()).unwrap();
    let array = store.open_array("a", Some(r#"{"grow": true}"#)).unwrap();
    assert_eq!(array.write_region(&[1 << 40], &[1], &[7]).unwrap_err().kind(), ErrorKind::Limit);
    assert_eq!(array.resize(&[1 << 40]).unwrap_err().kind(), ErrorKind::Limit);
    assert_eq!(array.shape(), [4]);
    array.write_region(&[5], &[1], &[7]).unwrap();
    let mut values = [1; 6];
    array.read_region(&[0], &[6], &mut values).unwrap();
    assert_eq!(values, [0, 0, 0, 0, 0, 7]);
}

/// Another process has grown the array, and stored chunks that left out elements of the old fill value, beyond the end
/// that the handle knows. Chunks that an interrupted shrink has left count as well: growing would show them.
#[test]
fn the_fill_value_stays_where_chunks_are_stored_that_a_handle_does_not_know() {
    let folder = tempfile::tempdir().unwrap();
    let path = |key: &str| folder.path().join("a").join(key);
    let store = open_store(folder.path().to_str().unwrap(), None).unwrap();
    let array = store.create_array("a", &builder(4, &[10], &[5])).unwrap();
    let document = std::fs::read_to_string(path("zarr.json")).unwrap();
    // As another process does, of which this one hears nothing.
    let grow = |length: &str| {
        let grown: String = document.split_whitespace().collect::<String>().replace("[10]", length);
        std::fs::write(path("zarr.json"), grown).unwrap();
    };
    grow("[100]");
    std::fs::create_dir(path("c")).unwrap();
    std::fs::write(path("c/10"), [0; 20]).unwrap();
    for _ in ["inside", "outside"] {
        let refused = array.set_fill_value(Some(&[5; 4])).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Conflict, "{refused}");
        grow("[10]");
    }
    array.resize(&[10]).unwrap();
    array.set_fill_value(Some(&[5; 4])).unwrap();
}
