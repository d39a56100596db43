//! The numbered statements of the texts that the formats came from, one short test for each or for a few that belong
//! together. `docs/conformance.md` says which test stands for which statement. What has a test elsewhere has none here.
//!
//! Documents and chunks are given byte by byte, in stores in memory; the documents are those of the texts.

mod documents;
mod encoding;
mod fill_values;
mod grids;
mod keys;
mod nodes;
mod operations;
mod protocol_2019;
mod spec_v1;
mod stores;
mod transformers;
mod types;
mod zep1;

use std::sync::Arc;
use zarr::array::{Array, ArrayBuilder};
use zarr::format::FormatId;
use zarr::hierarchy::Hierarchy;
use zarr::json::{Json, Object, ParseOptions};
use zarr::store::{ByteRange, MemoryStore, Store, StoreExt};
use zarr::{ErrorKind, Result};

/// The entry point document of the 2022 draft.
const ENTRY: &str = r#"{"zarr_format": "https://purl.org/zarr/spec/core/3.0",
    "metadata_encoding": {"type": "json", "metadata_key_suffix": ".json"}, "extensions": []}"#;

/// An array of the 2022 draft with every mandatory name and no other.
const ARRAY: &str = r#"{"shape": [4], "data_type": "int16", "chunk_memory_layout": "C", "fill_value": 7,
    "chunk_grid": {"type": "regular", "chunk_shape": [2], "separator": "/"}, "extensions": [], "attributes": {}}"#;

fn hierarchy(values: &[(&str, &str)]) -> Arc<Hierarchy> {
    let store = MemoryStore::new();
    for (key, value) in values {
        store.set(key, value.as_bytes()).unwrap();
    }
    Hierarchy::with_store(Arc::new(store), None).unwrap()
}

fn object(text: &str) -> Object {
    zarr::json::parse(text.as_bytes(), ParseOptions { bare_tokens: true }).unwrap().0.as_object().unwrap().clone()
}

/// A document with other members: an empty value takes the member out.
fn with(document: &str, members: &[(&str, &str)]) -> String {
    let mut document = object(document);
    for (name, value) in members {
        match *value {
            "" => drop(document.remove(name)),
            value => {
                let value = zarr::json::parse(value.as_bytes(), ParseOptions { bare_tokens: true }).unwrap().0;
                document.set(*name, value);
            }
        }
    }
    Json::Object(document).to_string()
}

/// A hierarchy of the 2022 draft with the array `/x`: [`ARRAY`] with other members.
fn draft(members: &[(&str, &str)]) -> Arc<Hierarchy> {
    hierarchy(&[("zarr.json", ENTRY), ("meta/x.array.json", &with(ARRAY, members))])
}

/// Opens `/x` of such a hierarchy.
fn opened(members: &[(&str, &str)]) -> Result<Array> {
    draft(members).open_array("x", None)
}

/// Why it can't be opened.
fn refused(members: &[(&str, &str)]) -> ErrorKind {
    match opened(members) {
        Ok(_) => panic!("{members:?} was read"),
        Err(error) => error.kind(),
    }
}

fn builder(format: FormatId, data_type: &str, shape: &[u64]) -> ArrayBuilder {
    let mut builder = ArrayBuilder::new_json(&format!("\"{data_type}\""), shape).unwrap();
    builder.format(Some(format));
    builder
}

/// All elements of an array, in native byte order.
fn read(array: &Array) -> Vec<u8> {
    let shape = array.shape();
    let mut bytes = vec![0xee; shape.iter().product::<u64>() as usize * array.data_type().size()];
    array.read_region(&vec![0; shape.len()], &shape, &mut bytes).unwrap();
    bytes
}

fn write(array: &Array, bytes: &[u8]) {
    let shape = array.shape();
    array.write_region(&vec![0; shape.len()], &shape, bytes).unwrap();
}

/// The numbers of a buffer.
fn numbers<const SIZE: usize, T>(bytes: &[u8], from: fn([u8; SIZE]) -> T) -> Vec<T> {
    bytes.chunks_exact(SIZE).map(|bytes| from(bytes.try_into().unwrap())).collect()
}

fn int16(array: &Array) -> Vec<i16> {
    numbers(&read(array), i16::from_ne_bytes)
}

/// Native bytes of numbers.
fn bytes_of(numbers: &[i16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_ne_bytes()).collect()
}

fn put(hierarchy: &Hierarchy, key: &str, value: &[u8]) {
    hierarchy.store().set(key, value).unwrap();
}

fn get(hierarchy: &Hierarchy, key: &str) -> Option<Vec<u8>> {
    hierarchy.store().get(key, ByteRange::ALL).unwrap()
}

/// The document under a key.
fn document(hierarchy: &Hierarchy, key: &str) -> Object {
    object(std::str::from_utf8(&get(hierarchy, key).unwrap_or_else(|| panic!("{key} is missing"))).unwrap())
}

/// All keys, sorted.
fn keys(hierarchy: &Hierarchy) -> Vec<String> {
    hierarchy.store().list_all().unwrap()
}

fn kind<T>(result: Result<T>) -> ErrorKind {
    match result {
        Ok(_) => panic!("an error was expected"),
        Err(error) => error.kind(),
    }
}
