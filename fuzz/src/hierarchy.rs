//! Whole hierarchies in a store in memory, of any keys and values: finding nodes, opening them, reading what is small.

use super::input::allowed;
use std::sync::Arc;
use zarr::array::Array;
use zarr::hierarchy::{Hierarchy, Node};
use zarr::store::{MemoryStore, Store, StoreExt};

/// Between keys and values; 0xff is in no text.
pub const BETWEEN: &[u8] = b"\xff\xfe";

/// More elements are not read.
const FEW: u64 = 1 << 12;

/// The bytes are keys and values in turn, with [`BETWEEN`] between them.
pub fn run(data: &[u8]) {
    let store = MemoryStore::new();
    let mut parts = split(data).into_iter();
    while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
        let Ok(key) = std::str::from_utf8(key) else { continue };
        allowed(store.set(key, value));
    }
    for options in [
        r#"{"limits": {"chunk_bytes": 65536}, "threads": 1}"#,
        r#"{"limits": {"chunk_bytes": 65536}, "threads": 1, "strict": true, "consolidated": "require", "mode": "r"}"#,
    ] {
        let store: Arc<dyn Store> = Arc::new(store.clone());
        let Some(hierarchy) = allowed(Hierarchy::with_store(store, Some(options))) else { return };
        let mut paths = vec!["/".to_owned(), "/a".to_owned()];
        if let Some(met) = allowed(hierarchy.walk("/", 8)) {
            paths.extend(met.iter().map(|met| met.path.clone()));
        }
        for path in paths.iter().take(32) {
            allowed(hierarchy.node_kind(path));
            allowed(hierarchy.children(path));
            match allowed(hierarchy.open_node(path, None)) {
                Some(Node::Array(array)) => look(&array),
                Some(Node::Group(group)) => drop(allowed(group.attributes())),
                None => {}
            }
        }
    }
    let Some(hierarchy) = allowed(Hierarchy::with_store(Arc::new(store), None)) else { return };
    allowed(hierarchy.consolidate("/"));
    allowed(hierarchy.erase("/a"));
}

/// Asks an array for everything that it tells, and for its first elements.
pub fn look(array: &Array) {
    allowed(array.chunk_shape());
    allowed(array.shard_shape());
    allowed(array.attributes());
    let _ = (array.fill_value(), array.dimension_names(), array.data_type_json(), array.warnings());
    let count: Vec<u64> = array.shape().iter().map(|length| (*length).min(9)).collect();
    let elements = count.iter().try_fold(1_u64, |product, length| product.checked_mul(*length));
    let Some(elements) = elements.filter(|elements| *elements <= FEW) else { return };
    let start = vec![0; count.len()];
    let size = array.data_type().size();
    if array.data_type().is_variable() {
        allowed(array.read_values(&start, &count));
    } else if size as u64 * elements <= 1 << 16 {
        let mut buffer = vec![0_u8; size * elements as usize];
        allowed(array.read_region(&start, &count, &mut buffer));
    }
}

fn split(data: &[u8]) -> Vec<&[u8]> {
    let mut parts = Vec::new();
    let mut rest = data;
    while let Some(at) = rest.windows(BETWEEN.len()).position(|window| window == BETWEEN) {
        parts.push(&rest[..at]);
        rest = &rest[at + BETWEEN.len()..];
    }
    parts.push(rest);
    parts
}
