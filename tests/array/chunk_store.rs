//! The chunks of an array as keys of a store: a reader finds them as if there were no shards, and a writer loses
//! nothing to those that write the array at the same time.

use crate::store_suite;
use proptest::prelude::*;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;
use zarr::ErrorKind;
use zarr::array::{Array, Unit};
use zarr::format::FormatId;
use zarr::hierarchy::{self, Hierarchy};
use zarr::store::{Access, ByteRange, FilesystemStore, MemoryStore, Store, StoreExt, StoreOptions, When, bytes_of};
use zarr::transformer::{Event, Observer, PrefixStore, TraceStore};

const MISSING: [u8; 16] = [0xff; 16];

/// The document of an array of bytes with a byte in each chunk, and a sharding transformer for each list of counts.
fn document(shape: &[u64], stack: &[&[u64]], separator: char) -> String {
    let transformer = |counts: &&[u64]| {
        format!(
            r#"{{"extension": "https://purl.org/zarr/spec/extensions/storage-transformers/sharding/1.0",
                "type": "indexed", "configuration": {{"chunks_per_shard": {counts:?}}}}}"#
        )
    };
    let (chunk, stack) = (vec![1; shape.len()], stack.iter().map(transformer).collect::<Vec<_>>().join(", "));
    format!(
        r#"{{"shape": {shape:?}, "data_type": "uint8", "codecs": [],
            "chunk_grid": {{"type": "regular", "chunk_shape": {chunk:?}, "separator": "{separator}"}},
            "chunk_memory_layout": "C", "fill_value": 0, "extensions": [], "attributes": {{}},
            "storage_transformers": [{stack}]}}"#
    )
}

/// A handle of its own of the array `a` in a store, which is made where it is missing.
fn array(inner: &Arc<dyn Store>, document: &str) -> Array {
    let hierarchy = Hierarchy::with_store(inner.clone(), None).unwrap();
    if inner.exists("meta/a.array.json").unwrap() {
        return hierarchy.open_array("a", None).unwrap();
    }
    hierarchy.create_array_json("a", Some(FormatId::V3Draft2022), document).unwrap()
}

fn view(inner: &Arc<dyn Store>, shape: &[u64], counts: &[u64]) -> Arc<dyn Store> {
    array(inner, &document(shape, &[counts], '/')).chunk_store().unwrap()
}

/// The keys below the place where the arrays of the draft have their chunks.
fn data(store: &Arc<dyn Store>) -> Vec<String> {
    store.list_prefix("data/").unwrap()
}

fn memory() -> Arc<dyn Store> {
    Arc::new(MemoryStore::new())
}

fn files(folder: &std::path::Path) -> Arc<dyn Store> {
    Arc::new(FilesystemStore::open(folder, StoreOptions::read_write()).unwrap())
}

fn get(store: &dyn Store, key: &str) -> Option<Vec<u8>> {
    store.get(key, ByteRange::ALL).unwrap()
}

/// The bytes of a shard by hand: its chunks one behind the other, and the index.
fn shard(chunks: &[Option<&[u8]>]) -> Vec<u8> {
    let (mut body, mut index) = (Vec::new(), Vec::new());
    for chunk in chunks {
        match chunk {
            None => index.extend_from_slice(&MISSING),
            Some(chunk) => {
                index.extend_from_slice(&(body.len() as u64).to_le_bytes());
                index.extend_from_slice(&(chunk.len() as u64).to_le_bytes());
                body.extend_from_slice(chunk);
            }
        }
    }
    body.extend_from_slice(&index);
    body
}

#[test]
fn keys_that_are_no_chunks_pass_the_suite() {
    // Without the documents, which lie beside the data.
    let below = |inner: &Arc<dyn Store>| -> Arc<dyn Store> {
        Arc::new(PrefixStore::new(view(inner, &[4, 4], &[2, 2]), "data/").unwrap())
    };
    store_suite::run(store_suite::LOCAL, || below(&memory()));
    let (scratch, count) = (TempDir::new().unwrap(), std::cell::Cell::new(0));
    store_suite::run(store_suite::LOCAL, || {
        count.set(count.get() + 1);
        below(&files(&scratch.path().join(count.get().to_string())))
    });
}

#[test]
fn a_chunk_lies_where_the_text_says() {
    let inner = memory();
    let store = view(&inner, &[128, 20], &[32, 2]);
    for key in ["c96/18", "c96/19", "c127/19"] {
        store.set(&format!("data/a/{key}"), key.as_bytes()).unwrap();
    }
    assert_eq!(data(&inner), ["data/a/c3/9"]);
    let stored = get(&*inner, "data/a/c3/9").unwrap();
    assert_eq!(stored.len(), 6 + 6 + 7 + 16 * 64);
    let index = &stored[stored.len() - 16 * 64..];
    assert_eq!(index[..16], [0_u64.to_le_bytes(), 6_u64.to_le_bytes()].concat());
    assert_eq!(index[16..32], [6_u64.to_le_bytes(), 6_u64.to_le_bytes()].concat());
    assert_eq!(index[63 * 16..], [12_u64.to_le_bytes(), 7_u64.to_le_bytes()].concat());
    assert!(index[32..63 * 16].iter().all(|byte| *byte == 0xff));
    assert_eq!(data(&store), ["data/a/c127/19", "data/a/c96/18", "data/a/c96/19"]);
}

/// The document of a final array of 9 x 9 bytes in shards of 2 x 3.
fn final_document(keys: &str, separator: char) -> String {
    format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": [9, 9], "data_type": "uint8", "fill_value": 0,
            "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [2, 3]}}}},
            "chunk_key_encoding": {{"name": "{keys}", "configuration": {{"separator": "{separator}"}}}},
            "codecs": [{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [1, 1],
                "codecs": [{{"name": "bytes"}}],
                "index_codecs": [{{"name": "bytes", "configuration": {{"endian": "little"}}}}]}}}}]}}"#
    )
}

#[test]
fn every_form_of_chunk_keys_is_followed() {
    let draft = |separator| (FormatId::V3Draft2022, document(&[9, 9], &[&[2, 3]], separator), "data/p/");
    let last = |keys, separator| (FormatId::V3, final_document(keys, separator), "p/");
    for ((format, document, prefix), chunk, shard) in [
        (draft('/'), "c3/4", "c1/1"),
        (draft('.'), "c3.4", "c1.1"),
        (last("v2", '.'), "3.4", "1.1"),
        (last("v2", '/'), "3/4", "1/1"),
        (last("default", '/'), "c/3/4", "c/1/1"),
        (last("default", '.'), "c.3.4", "c.1.1"),
    ] {
        let inner = memory();
        let hierarchy = Hierarchy::with_store(inner.clone(), None).unwrap();
        let array = hierarchy.create_array_json("p", Some(format), &document).unwrap();
        let (documents, store) = (inner.list_all().unwrap(), array.chunk_store().unwrap());
        let listed = |store: &Arc<dyn Store>| {
            let keys = store.list_all().unwrap();
            keys.into_iter().filter(|key| !documents.contains(key)).collect::<Vec<_>>()
        };
        store.set(&format!("{prefix}{chunk}"), b"v").unwrap();
        assert_eq!(listed(&inner), [format!("{prefix}{shard}")]);
        assert_eq!(listed(&store), [format!("{prefix}{chunk}")]);
        assert_eq!(array.read_encoded_chunk(Unit::Chunk, &[3, 4]).unwrap().unwrap(), b"v");
        for foreign in ["c03/4", "c3/4/x", "x", "c3", "../q/c3/4"] {
            let key = format!("{prefix}{foreign}").replace("p/../", "");
            store.set(&key, b"foreign").unwrap();
            assert_eq!(get(&*inner, &key).unwrap(), b"foreign", "{key} is no chunk of {document}");
        }
    }
}

#[test]
fn the_only_chunk_of_an_array_without_dimensions_has_the_key_of_its_shard() {
    for other_name in [false, true] {
        let inner = memory();
        let store = view(&inner, &[], &[]);
        if other_name {
            // As other software has left it.
            inner.set("data/a/c0", &shard(&[Some(b"only")])).unwrap();
        } else {
            store.set("data/a/c", b"only").unwrap();
            assert_eq!(get(&*inner, "data/a/c").unwrap(), shard(&[Some(b"only")]));
        }
        assert_eq!(data(&store), ["data/a/c"]);
        for key in ["data/a/c", "data/a/c0"] {
            assert_eq!((get(&*store, key).unwrap(), store.size(key).unwrap()), (b"only".to_vec(), Some(4)));
        }
        store.set_partial_values(&[("data/a/c0", 1, b"ther")]).unwrap();
        assert_eq!(get(&*store, "data/a/c").unwrap(), b"other");
        store.erase("data/a/c0").unwrap();
        assert!(data(&inner).is_empty() && data(&store).is_empty());
    }
}

#[test]
fn the_shard_goes_with_its_last_chunk() {
    let scratch = TempDir::new().unwrap();
    for inner in [memory(), files(scratch.path())] {
        let store = view(&inner, &[4], &[4]);
        for i in 0..4 {
            store.set(&format!("data/a/c{i}"), &[i; 3]).unwrap();
        }
        for i in [2, 0, 3] {
            store.erase(&format!("data/a/c{i}")).unwrap();
            assert_eq!(get(&*store, &format!("data/a/c{i}")), None);
            assert!(inner.exists("data/a/c0").unwrap());
        }
        assert_eq!(get(&*inner, "data/a/c0").unwrap(), shard(&[None, Some(&[1; 3]), None, None]));
        store.erase("data/a/c1").unwrap();
        assert!(data(&inner).is_empty());
        store.erase("data/a/c1").unwrap();
    }
}

/// The operations of a store, one on each line.
#[derive(Debug, Default)]
struct Log(Mutex<Vec<String>>);

impl Observer for Log {
    fn ended(&self, event: &Event<'_>) {
        self.0.lock().unwrap().push(format!("{:?} {}", event.operation, event.keys.join(" ")));
    }
}

fn logged(inner: Arc<dyn Store>) -> (Arc<dyn Store>, Arc<Log>) {
    let log = Arc::new(Log::default());
    (Arc::new(TraceStore::new(inner, log.clone())), log)
}

impl Log {
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

#[test]
fn a_chunk_costs_the_index_of_its_shard_and_its_bytes_and_other_keys_what_they_cost_below() {
    let (inner, log) = logged(memory());
    inner.set("meta/x", b"document").unwrap();
    let store = view(&inner, &[6], &[2]);
    let chunks: Vec<(String, Vec<u8>)> = (0..5).map(|i| (format!("data/a/c{i}"), vec![i; 10])).collect();
    let values: Vec<(&str, &[u8])> = chunks.iter().map(|(key, value)| (key.as_str(), &value[..])).collect();
    store.set_many(&values).unwrap();
    let requests = [
        ("data/a/c0", ByteRange::From { start: 2, length: Some(3) }),
        ("data/a/c3", ByteRange::Suffix(4)),
        ("meta/x", ByteRange::Suffix(2)),
        ("data/a/c5", ByteRange::ALL),
        ("data/a/c1", ByteRange::ALL),
        ("data/a/c0", ByteRange::From { start: 10, length: None }),
        ("data/a/c7", ByteRange::ALL),
    ];
    let expected =
        [Some(vec![0; 3]), Some(vec![3; 4]), Some(b"nt".to_vec()), None, Some(vec![1; 10]), Some(vec![]), None];
    assert_eq!(bytes_of(store.get_many(&requests).unwrap()), expected);
    log.take();
    assert_eq!(get(&*store, "data/a/c4").unwrap(), [4; 10]);
    assert_eq!(log.take(), ["Get data/a/c2", "Get data/a/c2"]);
    assert_eq!(store.size("data/a/c4").unwrap(), Some(10));
    assert_eq!(log.take(), ["Get data/a/c2"]);
    assert_eq!(get(&*store, "meta/x").unwrap(), b"document");
    assert_eq!(log.take(), ["Get meta/x"]);
    let documents = [("meta/x", ByteRange::ALL), ("meta/y", ByteRange::ALL)];
    store.get_many(&documents).unwrap();
    assert_eq!(log.take(), ["GetPartialValues meta/x meta/y"]);
    store.erase_prefix("data/").unwrap();
    assert_eq!(log.take(), ["ErasePrefix data/"], "whole shards go as they are");
}

#[test]
fn a_chunk_that_is_held_stays_what_it_was() {
    let store = view(&memory(), &[4], &[4]);
    store.set("data/a/c1", b"old value").unwrap();
    let (held, absent) = (store.hold("data/a/c1").unwrap(), store.hold("data/a/c2").unwrap());
    store.set("data/a/c1", b"new").unwrap();
    store.set("data/a/c2", b"new").unwrap();
    let ranges = [ByteRange::Suffix(5), ByteRange::From { start: 0, length: Some(3) }];
    assert_eq!(held.get_many(&ranges).unwrap().unwrap(), [&b"value"[..], b"old"]);
    assert_eq!((held.size().unwrap(), absent.get_many(&ranges).unwrap()), (Some(9), None));
}

#[test]
fn hostile_indices_are_errors_and_cost_nothing() {
    let entry = |offset: u64, length: u64| [offset.to_le_bytes(), length.to_le_bytes()].concat();
    let good = shard(&[Some(b"good"), None]);
    let with = |first: Vec<u8>| [b"0123".to_vec(), first, entry(0, 4)].concat();
    for (bytes, why) in [
        (vec![], "empty"),
        (vec![0xff; 31], "shorter than the index"),
        (with(entry(u64::MAX, 4)), "half missing"),
        (with(entry(4, u64::MAX)), "half missing"),
        (with(entry(u64::MAX - 1, 4)), "overflows"),
        (with(entry(1 << 62, 4)), "behind the end"),
        (with(entry(0, 1 << 62)), "longer than memory"),
        (with(entry(0, 37)), "one byte too long"),
    ] {
        let inner = memory();
        inner.set("data/a/c0", &bytes).unwrap();
        inner.set("data/a/c1", &good).unwrap();
        inner.set("x", b"v").unwrap();
        let array = array(&inner, &document(&[4], &[&[2]], '/'));
        let store = array.chunk_store().unwrap();
        let fails = |result: zarr::Result<()>| {
            let error = result.expect_err(why);
            assert_eq!(error.kind(), ErrorKind::Data, "{why}: {error}");
            assert!(error.message().contains("data/a/c"), "{why}: {error}");
        };
        fails(store.get("data/a/c0", ByteRange::ALL).map(drop));
        fails(store.get_many(&[("x", ByteRange::ALL), ("data/a/c0", ByteRange::ALL)]).map(drop));
        fails(store.set("data/a/c1", b"v"));
        fails(store.set_partial_values(&[("data/a/c1", 0, b"v")]));
        fails(store.erase("data/a/c1"));
        fails(store.get_versioned("data/a/c0", u64::MAX).map(drop));
        assert_eq!(get(&*inner, "data/a/c0").unwrap(), bytes, "nothing was lost");
        assert_eq!(get(&*store, "data/a/c2").unwrap(), b"good", "a neighbour is not harmed");
        // The array can take the shard away, so that the damage can be repaired.
        array.erase_chunk(Unit::Shard, &[0]).unwrap();
        store.set_many(&[("data/a/c0", b"new"), ("data/a/c1", b"")]).unwrap();
        assert_eq!(get(&*store, "data/a/c0").unwrap(), b"new");
        assert_eq!(get(&*store, "data/a/c1").unwrap(), b"");
    }
    // The caller's own mistake stays the caller's.
    let inner = memory();
    inner.set("x", b"v").unwrap();
    let store = view(&inner, &[4], &[2]);
    store.set("data/a/c0", b"chunk").unwrap();
    let beyond = ByteRange::From { start: 9, length: Some(1) };
    for requests in [[("x", beyond), ("data/a/c0", ByteRange::ALL)], [("x", ByteRange::ALL), ("data/a/c0", beyond)]] {
        assert_eq!(store.get_many(&requests).unwrap_err().kind(), ErrorKind::OutOfBounds);
    }
}

#[test]
fn chunks_that_share_bytes_are_read_and_those_that_overlap_are_not_blown_up() {
    let entry = |offset: u64, length: u64| [offset.to_le_bytes(), length.to_le_bytes()].concat();
    let inner = memory();
    let store = view(&inner, &[4], &[4]);
    let shared = [b"same".to_vec(), entry(0, 4), entry(0, 4), entry(0, 4), MISSING.to_vec()].concat();
    inner.set("data/a/c0", &shared).unwrap();
    store.set("data/a/c3", b"new").unwrap();
    assert_eq!(get(&*inner, "data/a/c0").unwrap().len(), 4 + 3 + 64);
    for (i, value) in [b"same".as_slice(), b"same", b"same", b"new"].iter().enumerate() {
        assert_eq!(get(&*store, &format!("data/a/c{i}")).unwrap(), *value);
    }
    let overlapping = [vec![7; 100], entry(0, 100), entry(1, 99), entry(2, 98), MISSING.to_vec()].concat();
    inner.set("data/a/c0", &overlapping).unwrap();
    assert_eq!(store.set("data/a/c3", b"new").unwrap_err().kind(), ErrorKind::Data);
}

#[test]
fn impossible_counts_are_refused_with_the_document() {
    let create = |shape: &[u64], counts: &[u64]| {
        let hierarchy = hierarchy::open_store("memory://", None).unwrap();
        let document = document(shape, &[counts], '/');
        let made = hierarchy.create_array_json("a", Some(FormatId::V3Draft2022), &document);
        made.map(drop).map_err(|error| error.kind())
    };
    assert_eq!(create(&[4], &[0]), Err(ErrorKind::Metadata));
    assert_eq!(create(&[4], &[2, 2]), Err(ErrorKind::Metadata));
    assert_eq!(create(&[4, 4], &[1 << 40, 1 << 40]), Err(ErrorKind::Metadata));
}

#[test]
fn huge_indices_are_refused_before_anything_is_read() {
    let (inner, log) = logged(memory());
    let limited = |counts: u64| {
        let inner = inner.clone();
        inner.erase_prefix("").unwrap();
        array(&inner, &document(&[4], &[&[counts]], '/'));
        let options = r#"{"limits": {"chunk_bytes": 1024}}"#;
        let store = Hierarchy::with_store(inner, Some(options)).unwrap().open_array("a", None)?.chunk_store()?;
        log.take();
        store.get("data/a/c0", ByteRange::ALL)
    };
    assert_eq!(limited(64), Ok(None));
    assert_eq!(limited(65).unwrap_err().kind(), ErrorKind::Limit);
    assert!(log.take().is_empty());
}

#[test]
fn writers_of_neighbours_lose_nothing() {
    let scratch = TempDir::new().unwrap();
    // The first store writes on a condition, the second is locked against other processes.
    for inner in [memory(), files(scratch.path())] {
        view(&inner, &[8], &[8]);
        std::thread::scope(|scope| {
            for i in 0..8 {
                // Each with a handle of its own.
                let store = view(&inner, &[8], &[8]);
                scope.spawn(move || {
                    for round in 0..20 {
                        store.set(&format!("data/a/c{i}"), &[i, round]).unwrap();
                    }
                });
            }
        });
        let store = view(&inner, &[8], &[8]);
        for i in 0..8 {
            assert_eq!(get(&*store, &format!("data/a/c{i}")).unwrap(), [i, 19]);
        }
    }
}

#[test]
fn parts_of_one_chunk_that_are_changed_at_once_are_all_there() {
    let scratch = TempDir::new().unwrap();
    for inner in [memory(), files(scratch.path())] {
        view(&inner, &[8], &[4]);
        std::thread::scope(|scope| {
            for i in 0..6_u8 {
                let store = view(&inner, &[8], &[4]);
                scope.spawn(move || {
                    for round in 0..10 {
                        store.set_partial_values(&[("data/a/c5", u64::from(i), &[round])]).unwrap();
                    }
                });
            }
        });
        assert_eq!(get(&*view(&inner, &[8], &[4]), "data/a/c5").unwrap(), [9; 6]);
    }
}

#[test]
fn versions_protect_a_chunk_from_lost_updates() {
    let inner = memory();
    let store = view(&inner, &[4], &[2]);
    let kind = |done: zarr::Result<()>| done.map_err(|error| error.kind());
    let (c0, c1) = ("data/a/c0", "data/a/c1");
    assert_eq!(store.get_versioned(c0, 9).unwrap(), (None, None));
    store.set_if(c0, &None, b"one").unwrap();
    assert_eq!(kind(store.set_if(c0, &None, b"two")), Err(ErrorKind::Conflict), "it is there meanwhile");
    store.set_if(c1, &None, b"beside").unwrap();
    let (value, version) = store.get_versioned(c0, 3).unwrap();
    assert_eq!(value.unwrap(), b"one");
    assert_eq!(store.get_versioned(c0, 2).unwrap_err().kind(), ErrorKind::Limit);
    store.set_if(c0, &version, b"two").unwrap();
    assert_eq!(kind(store.set_if(c0, &version, b"three")), Err(ErrorKind::Conflict));
    assert_eq!(kind(store.erase_if(c0, &version)), Err(ErrorKind::Conflict));
    assert_eq!((get(&*store, c0).unwrap(), get(&*store, c1).unwrap()), (b"two".to_vec(), b"beside".to_vec()));
    let (_, version) = store.get_versioned(c0, u64::MAX).unwrap();
    store.erase_if(c0, &version).unwrap();
    assert_eq!(data(&store), [c1]);
    store.write(c0, Some(b"new"), When::New).unwrap();
    assert_eq!(kind(store.write(c0, Some(b"newer"), When::New)), Err(ErrorKind::AlreadyExists));
}

#[test]
fn threads_that_count_in_a_chunk_lose_nothing() {
    let store = view(&memory(), &[4], &[2]);
    let c0 = "data/a/c0";
    store.set(c0, b"0").unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..25 {
                    loop {
                        let (value, version) = store.get_versioned(c0, u64::MAX).unwrap();
                        let count: u32 = String::from_utf8(value.unwrap()).unwrap().parse().unwrap();
                        match store.set_if(c0, &version, (count + 1).to_string().as_bytes()) {
                            Ok(()) => break,
                            Err(error) => assert_eq!(error.kind(), ErrorKind::Conflict, "{error}"),
                        }
                    }
                }
            });
        }
    });
    assert_eq!(get(&*store, c0).unwrap(), b"100");
}

#[test]
fn a_store_without_conditions_offers_none_for_chunks() {
    let kind = |done: zarr::Result<()>| done.map_err(|error| error.kind());
    let c0 = "data/a/c0";
    let scratch = TempDir::new().unwrap();
    let store = view(&files(scratch.path()), &[4], &[2]);
    assert_eq!(kind(store.set_if(c0, &None, b"v")), Err(ErrorKind::Unsupported));
    assert_eq!(kind(store.erase_if(c0, &None)), Err(ErrorKind::Unsupported));
    assert_eq!((kind(store.get_versioned(c0, 9).map(drop)), get(&*store, c0)), (Err(ErrorKind::Unsupported), None));
}

#[test]
fn a_chunk_that_is_locked_for_a_change_can_be_changed_by_the_one_who_locked_it() {
    let scratch = TempDir::new().unwrap();
    let files = files(scratch.path());
    let document = document(&[8], &[&[2], &[2]], '/');
    array(&files, &document);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let store = array(&files, &document).chunk_store().unwrap();
            scope.spawn(move || {
                for _ in 0..25 {
                    let _lock = zarr::store::lock(&*store, "data/a/c5").unwrap();
                    let _others = store.lock_for_update("data/a/c5", Access::Exclusive).unwrap();
                    let count = get(&*store, "data/a/c5").map_or(0, |value| value[0]);
                    store.set("data/a/c5", &[count + 1]).unwrap();
                }
            });
        }
    });
    assert_eq!(get(&*array(&files, &document).chunk_store().unwrap(), "data/a/c5").unwrap(), [100]);
}

#[test]
fn a_stack_puts_shards_into_shards() {
    let inner = memory();
    let store = array(&inner, &document(&[12], &[&[2], &[3]], '/')).chunk_store().unwrap();
    store.set("data/a/c7", b"seven").unwrap();
    store.set("data/a/c6", b"six").unwrap();
    assert_eq!(data(&inner), ["data/a/c1"]);
    let near = shard(&[Some(b"six"), Some(b"seven")]);
    assert_eq!(get(&*inner, "data/a/c1").unwrap(), shard(&[Some(&near), None, None]));
    assert_eq!(data(&store), ["data/a/c6", "data/a/c7"]);
    store.erase_values(&["data/a/c6", "data/a/c7"]).unwrap();
    assert!(data(&inner).is_empty());
}

/// One call, by numbers of chunks; larger numbers are other keys.
#[derive(Clone, Debug)]
enum Call {
    Set(usize, Vec<u8>),
    SetMany(Vec<(usize, Vec<u8>)>),
    SetPartial(Vec<(usize, u64, Vec<u8>)>),
    Erase(usize),
    EraseValues(Vec<usize>),
    ErasePrefix(usize),
    Get(usize, ByteRange),
    GetMany(Vec<(usize, ByteRange)>),
    GetInto(usize, u64, usize),
    Size(usize),
    ListPrefix(usize),
    ListDir(usize),
}

const OTHERS: [&str; 6] = ["data/a/x", "data/ab/c0/0", "data/c0/0", "other/a.json", "data/a/c0/00", "data/a/d/c1/1"];
const PREFIXES: [&str; 8] = ["", "data/", "data/a/", "data/a/c0/", "data/a/c3/", "data/ab/", "other/", "data/a/d/"];
const GRID: [u64; 2] = [7, 5];

fn name(number: usize, separator: char) -> String {
    let (rows, columns) = (GRID[0] as usize, GRID[1] as usize);
    match number.checked_sub(rows * columns) {
        Some(other) => OTHERS[other % OTHERS.len()].to_owned(),
        None => format!("data/a/c{}{}{}", number / columns, separator, number % columns),
    }
}

fn answer(store: &dyn Store, call: &Call, separator: char) -> String {
    fn text<T: std::fmt::Debug>(result: zarr::Result<T>) -> String {
        format!("{:?}", result.map_err(|error| error.kind()))
    }
    let name = |number: &usize| name(*number, separator);
    match call {
        Call::Set(key, value) => text(store.set(&name(key), value)),
        Call::SetMany(values) => {
            let values: Vec<_> = values.iter().map(|(key, value)| (name(key), value)).collect();
            text(store.set_many(&values.iter().map(|(key, value)| (key.as_str(), &value[..])).collect::<Vec<_>>()))
        }
        Call::SetPartial(parts) => {
            let parts: Vec<_> = parts.iter().map(|(key, start, bytes)| (name(key), *start, bytes)).collect();
            let parts: Vec<_> = parts.iter().map(|(key, start, bytes)| (key.as_str(), *start, &bytes[..])).collect();
            text(store.set_partial_values(&parts))
        }
        Call::Erase(key) => text(store.erase(&name(key))),
        Call::EraseValues(keys) => {
            let keys: Vec<String> = keys.iter().map(name).collect();
            text(store.erase_values(&keys.iter().map(String::as_str).collect::<Vec<_>>()))
        }
        Call::ErasePrefix(prefix) => text(store.erase_prefix(PREFIXES[*prefix])),
        Call::Get(key, range) => text(store.get(&name(key), *range)),
        Call::GetMany(requests) => {
            let requests: Vec<_> = requests.iter().map(|(key, range)| (name(key), *range)).collect();
            let requests: Vec<_> = requests.iter().map(|(key, range)| (key.as_str(), *range)).collect();
            text(store.get_many(&requests).map(bytes_of))
        }
        Call::GetInto(key, start, length) => {
            let mut buffer = vec![b'-'; *length];
            text(store.get_into(&name(key), *start, &mut buffer).map(|filled| (filled, buffer)))
        }
        Call::Size(key) => text(store.size(&name(key)).and_then(|size| Ok((size, store.exists(&name(key))?)))),
        Call::ListPrefix(prefix) => text(store.list_prefix(PREFIXES[*prefix])),
        Call::ListDir(prefix) => text(store.list_dir(PREFIXES[*prefix])),
    }
}

fn call() -> impl Strategy<Value = Call> {
    let key = || 0..(GRID[0] * GRID[1]) as usize + OTHERS.len();
    let bytes = || proptest::collection::vec(any::<u8>(), 0..12);
    let range = || {
        prop_oneof![
            (0..15_u64, proptest::option::of(0..15_u64)).prop_map(|(start, length)| ByteRange::From { start, length }),
            (0..15_u64).prop_map(ByteRange::Suffix),
            Just(ByteRange::ALL),
        ]
    };
    prop_oneof![
        4 => (key(), bytes()).prop_map(|(key, value)| Call::Set(key, value)),
        2 => proptest::collection::vec((key(), bytes()), 0..20).prop_map(Call::SetMany),
        2 => proptest::collection::vec((key(), 0..15_u64, bytes()), 0..4).prop_map(Call::SetPartial),
        2 => key().prop_map(Call::Erase),
        1 => proptest::collection::vec(key(), 0..20).prop_map(Call::EraseValues),
        // All but the documents may go.
        1 => (1..PREFIXES.len()).prop_map(Call::ErasePrefix),
        2 => (key(), range()).prop_map(|(key, range)| Call::Get(key, range)),
        2 => proptest::collection::vec((key(), range()), 0..8).prop_map(Call::GetMany),
        1 => (key(), 0..15_u64, 0..15_usize).prop_map(|(key, start, length)| Call::GetInto(key, start, length)),
        1 => key().prop_map(Call::Size),
        1 => (0..PREFIXES.len()).prop_map(Call::ListPrefix),
        1 => (0..PREFIXES.len()).prop_map(Call::ListDir),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_of_operations_answers_as_if_there_were_no_shards(
        calls in proptest::collection::vec(call(), 1..50),
        counts in proptest::collection::vec(prop_oneof![Just([1, 1]), Just([2, 3]), Just([7, 5]), Just([3, 8])], 1..3),
        slash in any::<bool>(),
        on_disk in any::<bool>(),
    ) {
        let scratch = TempDir::new().unwrap();
        let inner: Arc<dyn Store> = match on_disk {
            true => files(scratch.path()),
            false => memory(),
        };
        let separator = if slash { '/' } else { '.' };
        let stack: Vec<&[u64]> = counts.iter().map(|counts| &counts[..]).collect();
        let store = array(&inner, &document(&GRID, &stack, separator)).chunk_store().unwrap();
        let model = MemoryStore::new();
        let documents = inner.list_all().unwrap();
        documents.iter().for_each(|key| model.set(key, &get(&*inner, key).unwrap()).unwrap());
        for call in &calls {
            prop_assert_eq!(answer(&*store, call, separator), answer(&model, call, separator), "{:?}", call);
        }
        prop_assert_eq!(store.list_all().unwrap(), model.list_all().unwrap());
        for key in model.list_all().unwrap() {
            prop_assert_eq!(get(&*store, &key), get(&model, &key), "{}", key);
        }
        // No shard outlives its chunks.
        let (values, mut keys) = (inner.list_all().unwrap().len(), store.list_all().unwrap());
        keys.retain(|key| !documents.contains(key));
        store.erase_values(&keys.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
        prop_assert_eq!(inner.list_all().unwrap(), documents, "{} values before", values);
    }
}
