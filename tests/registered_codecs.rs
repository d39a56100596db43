//! The codecs registered for final v3 as documents name them: their bytes in the store, what they refuse, and those that
//! nobody knows.

use std::sync::Arc;
use zarr::array::Array;
use zarr::hierarchy::Hierarchy;
use zarr::store::{ByteRange, MemoryStore};
use zarr::{ErrorKind, Result};

/// An array of one chunk with these codecs.
fn document(data_type: &str, length: usize, fill_value: &str, codecs: &str) -> String {
    format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": [{length}], "data_type": {data_type},
        "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [{length}]}}}},
        "chunk_key_encoding": {{"name": "default"}}, "fill_value": {fill_value}, "codecs": [{codecs}]}}"#
    )
}

fn open(data_type: &str, length: usize, fill_value: &str, codecs: &str) -> Result<(Arc<Hierarchy>, Array)> {
    let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None)?;
    let document = document(data_type, length, fill_value, codecs);
    hierarchy.store().set("a/zarr.json", document.as_bytes())?;
    let array = hierarchy.open_array("a", None)?;
    Ok((hierarchy, array))
}

fn read(array: &Array) -> Result<Vec<u8>> {
    let mut bytes = vec![0xee; array.shape()[0] as usize * array.data_type().size()];
    array.read_region(&[0], &array.shape(), &mut bytes).map(|()| bytes)
}

fn write(array: &Array, bytes: &[u8]) -> Result<()> {
    array.write_region(&[0], &array.shape(), bytes)
}

fn chunk(hierarchy: &Hierarchy) -> Vec<u8> {
    hierarchy.store().get("a/c/0", ByteRange::ALL).unwrap().expect("a chunk")
}

#[test]
fn codecs_that_need_not_be_understood_are_passed_over() {
    let codecs = r#""bytes", {"name": "example.hint", "configuration": {"a": 1}, "must_understand": false}, "crc32c""#;
    let (hierarchy, array) = open("\"uint8\"", 3, "0", codecs).unwrap();
    let warnings = array.warnings();
    assert!(warnings.len() == 1 && warnings[0].contains("example.hint"), "{warnings:?}");
    assert_eq!(read(&array).unwrap(), [0, 0, 0]);
    let plain = open("\"uint8\"", 3, "0", "\"bytes\", \"crc32c\"").unwrap();
    write(&plain.1, &[7, 8, 9]).unwrap();
    hierarchy.store().set("a/c/0", &chunk(&plain.0)).unwrap();
    assert_eq!(read(&array).unwrap(), [7, 8, 9]);
    // What is written would have to go through the codec.
    let error = write(&array, &[1, 2, 3]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(error.message().contains("example.hint"), "{error}");
    assert_eq!(read(&array).unwrap(), [7, 8, 9]);
    // Inside shards, and between codecs of arrays.
    let shards = r#"{"name": "sharding_indexed", "configuration": {"chunk_shape": [1], "codecs":
        [{"name": "x.y", "must_understand": false}, {"name": "bytes"}], "index_codecs":
        [{"name": "bytes", "configuration": {"endian": "little"}}]}}"#;
    let (_, array) = open("\"uint8\"", 3, "4", shards).unwrap();
    assert_eq!(read(&array).unwrap(), [4, 4, 4]);
    assert_eq!(write(&array, &[1, 2, 3]).unwrap_err().kind(), ErrorKind::Unsupported);
}

#[test]
fn codecs_that_must_be_understood_are_errors_that_name_them() {
    for codec in [r#""example.hint""#, r#"{"name": "example.hint", "must_understand": true}"#] {
        let error = open("\"uint8\"", 3, "0", &format!("\"bytes\", {codec}")).map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        assert!(error.message().contains("example.hint"), "{error}");
    }
    // Without it nothing is left that makes bytes of an array.
    let only = r#"{"name": "example.bytes", "must_understand": false}"#;
    assert_eq!(open("\"uint8\"", 3, "0", only).map(drop).unwrap_err().kind(), ErrorKind::Metadata);
    let wrong = r#""bytes", {"name": "example.hint", "must_understand": "no"}"#;
    assert_eq!(open("\"uint8\"", 3, "0", wrong).map(drop).unwrap_err().kind(), ErrorKind::Metadata);
    // Nobody can be asked to write what nobody knows.
    let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
    let codecs = r#""bytes", {"name": "example.hint", "must_understand": false}"#;
    let created = hierarchy.create_array_json("a", None, &document("\"uint8\"", 3, "0", codecs));
    assert_eq!(created.map(drop).unwrap_err().kind(), ErrorKind::Unsupported);
}
