//! Shards: indices and inner chunks of any bytes, and such as the library wrote with damage, read whole, in parts, and
//! rewritten in part.

use super::hierarchy::look;
use super::input::{Input, allowed, damage};
use std::sync::Arc;
use zarr::array::Array;
use zarr::hierarchy::Hierarchy;
use zarr::store::{ByteRange, MemoryStore, Store, StoreExt};

const INDEX: [&str; 3] = [
    r#"{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}"#,
    r#"{"name": "bytes", "configuration": {"endian": "big"}}"#,
    r#"{"name": "transpose", "configuration": {"order": [2, 0, 1]}}, {"name": "bytes", "configuration": {"endian": "little"}}"#,
];

const INNER: [&str; 4] = [
    r#"{"name": "bytes", "configuration": {"endian": "little"}}"#,
    r#"{"name": "bytes", "configuration": {"endian": "big"}}, {"name": "gzip", "configuration": {"level": 1}}"#,
    r#"{"name": "transpose", "configuration": {"order": [1, 0]}}, {"name": "bytes", "configuration": {"endian": "little"}}, {"name": "zstd", "configuration": {"level": 1, "checksum": false}}"#,
    r#"{"name": "sharding_indexed", "configuration": {"chunk_shape": [1, 3], "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}], "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}], "index_location": "start"}}"#,
];

/// The key of the one shard that holds elements [0..6, 0..6] of an array of [6, 9].
const SHARD: &str = "c/0/0";

fn open(input: &mut Input<'_>) -> Option<(MemoryStore, Array)> {
    let (index, inner) = (input.pick(&INDEX), input.pick(&INNER));
    let (location, outer) = (input.pick(&["end", "start"]), input.pick(&["", r#", {"name": "crc32c"}"#]));
    let document = format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": [6, 9], "data_type": "int16", "fill_value": -1,
            "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [6, 6]}}}},
            "chunk_key_encoding": {{"name": "default"}},
            "codecs": [{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [2, 3], "codecs": [{inner}],
                "index_codecs": [{index}], "index_location": "{location}"}}}}{outer}]}}"#
    );
    let store = MemoryStore::new();
    allowed(store.set("zarr.json", document.as_bytes()))?;
    let options = r#"{"threads": 1, "limits": {"chunk_bytes": 65536}}"#;
    let hierarchy = allowed(Hierarchy::with_store(Arc::new(store.clone()), Some(options)))?;
    Some((store, allowed(hierarchy.open_array("/", None))?))
}

/// Four bytes choose the codecs, one whether the rest is the shard, or values to write before it is damaged.
pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let Some((store, array)) = open(&mut input) else { return };
    let whole = [6, 9];
    if input.byte() & 1 == 0 {
        allowed(store.set(SHARD, input.rest()));
    } else {
        let values = input.values(6 * 9 * 2);
        let mut read = vec![0; values.len()];
        array.write_region(&[0, 0], &whole, &values).expect("a shard is written");
        array.read_region(&[0, 0], &whole, &mut read).expect("a shard that was just written is read");
        assert!(values == read, "a shard holds other values than were written");
        let Some(Some(mut shard)) = allowed(store.get(SHARD, ByteRange::ALL)) else { panic!("there is no shard") };
        damage(&mut input, &mut shard);
        allowed(store.set(SHARD, &shard));
    }
    look(&array);
    let mut part = [0; 2 * 5 * 2];
    allowed(array.read_region(&[2, 2], &[2, 5], &mut part));
    let unit = zarr::array::Unit::Chunk;
    allowed(array.stored_chunks(unit));
    for position in [[0, 0], [2, 1], [1, 2]] {
        allowed(array.read_encoded_chunk(unit, &position));
        allowed(array.encoded_chunk_size(unit, &position));
    }
    // A value that was written into a changeable shard is there afterwards.
    let values: Vec<u8> = (0..part.len() as u8).collect();
    if allowed(array.write_region(&[1, 1], &[2, 5], &values)).is_some() {
        array.read_region(&[1, 1], &[2, 5], &mut part).expect("what was just written is read");
        assert!(part[..] == values[..], "a part of a shard holds other values than were written");
    }
    allowed(array.erase_chunk(unit, &[0, 1]));
    allowed(array.resize(&[4, 4]));
    look(&array);
}
