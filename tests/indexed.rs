//! The sharding transformer as a store: whoever looks through it finds his chunks as if there were no shards, and pays
//! for few requests.

#[path = "store_suite/mod.rs"]
mod store_suite;

use proptest::prelude::*;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;
use zarr::ErrorKind;
use zarr::metadata::{ChunkKeyEncoding, Separator};
use zarr::store::{ByteRange, FilesystemStore, MemoryStore, Options, Store, bytes_of};
use zarr::transformer::{ChunkKeys, Event, Indexed, IndexedStore, Observer, Operation, Stack, TraceStore, Transformer};

const LIMIT: u64 = 1 << 20;
const MISSING: [u8; 16] = [0xff; 16];

fn keys(prefix: &str, grid: &[u64], encoding: ChunkKeyEncoding) -> ChunkKeys {
    ChunkKeys::new(prefix, grid.to_vec(), Arc::new(encoding))
}

fn indexed(inner: &Arc<dyn Store>, grid: &[u64], counts: &[u64]) -> IndexedStore {
    let keys = keys("data/a/", grid, ChunkKeyEncoding::Draft(Separator::Slash));
    IndexedStore::new(inner.clone(), keys, counts, LIMIT).unwrap()
}

fn memory() -> Arc<dyn Store> {
    Arc::new(MemoryStore::new())
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
    store_suite::run(store_suite::BY_KEY, || Arc::new(indexed(&memory(), &[4, 4], &[2, 2])));
    let (scratch, count) = (TempDir::new().unwrap(), std::cell::Cell::new(0));
    store_suite::run(store_suite::BY_KEY, || {
        count.set(count.get() + 1);
        let root = scratch.path().join(count.get().to_string());
        let files: Arc<dyn Store> = Arc::new(FilesystemStore::open(&root, Options::read_write()).unwrap());
        Arc::new(indexed(&files, &[4, 4], &[2, 2]))
    });
}

#[test]
fn a_chunk_lies_where_the_text_says() {
    let inner = memory();
    let keys = keys("data/root/a/", &[128, 20], ChunkKeyEncoding::Draft(Separator::Slash));
    let store = IndexedStore::new(inner.clone(), keys, &[32, 2], LIMIT).unwrap();
    for key in ["c96/18", "c96/19", "c127/19"] {
        Store::set(&store, &format!("data/root/a/{key}"), key.as_bytes()).unwrap();
    }
    assert_eq!(inner.list().unwrap(), ["data/root/a/c3/9"]);
    let stored = get(&*inner, "data/root/a/c3/9").unwrap();
    assert_eq!(stored.len(), 6 + 6 + 7 + 16 * 64);
    let index = &stored[stored.len() - 16 * 64..];
    assert_eq!(index[..16], [0_u64.to_le_bytes(), 6_u64.to_le_bytes()].concat());
    assert_eq!(index[16..32], [6_u64.to_le_bytes(), 6_u64.to_le_bytes()].concat());
    assert_eq!(index[63 * 16..], [12_u64.to_le_bytes(), 7_u64.to_le_bytes()].concat());
    assert!(index[32..63 * 16].iter().all(|byte| *byte == 0xff));
    assert_eq!(Store::list(&store).unwrap(), ["data/root/a/c127/19", "data/root/a/c96/18", "data/root/a/c96/19"]);
}

#[test]
fn every_form_of_chunk_keys_is_followed() {
    use Separator::{Dot, Slash};
    for (encoding, chunk, shard) in [
        (ChunkKeyEncoding::Draft(Slash), "p/c3/4", "p/c1/1"),
        (ChunkKeyEncoding::Draft(Dot), "p/c3.4", "p/c1.1"),
        (ChunkKeyEncoding::V2(Dot), "p/3.4", "p/1.1"),
        (ChunkKeyEncoding::V2(Slash), "p/3/4", "p/1/1"),
        (ChunkKeyEncoding::Default(Slash), "p/c/3/4", "p/c/1/1"),
        (ChunkKeyEncoding::Default(Dot), "p/c.3.4", "p/c.1.1"),
    ] {
        let inner = memory();
        let store = IndexedStore::new(inner.clone(), keys("p/", &[9, 9], encoding), &[2, 3], LIMIT).unwrap();
        Store::set(&store, chunk, b"v").unwrap();
        assert_eq!(inner.list().unwrap(), [shard]);
        assert_eq!(Store::list(&store).unwrap(), [chunk]);
        for foreign in ["p/c03/4", "p/c3/4/x", "p/x", "p/c3", "q/c3/4"] {
            Store::set(&store, foreign, b"foreign").unwrap();
            assert_eq!(get(&*inner, foreign).unwrap(), b"foreign", "{foreign} is no chunk of {encoding:?}");
        }
    }
    for name in ["c", "c0"] {
        let inner = memory();
        let keys = keys("p/", &[], ChunkKeyEncoding::Draft(Slash));
        let store = IndexedStore::new(inner.clone(), keys, &[], LIMIT).unwrap();
        let key = format!("p/{name}");
        Store::set(&store, &key, b"only").unwrap();
        assert_eq!(get(&*inner, &key).unwrap(), shard(&[Some(b"only")]));
        assert_eq!(get(&store, &key).unwrap(), b"only");
        assert_eq!(Store::list(&store).unwrap(), [key]);
    }
}

#[test]
fn the_shard_goes_with_its_last_chunk() {
    let scratch = TempDir::new().unwrap();
    let files: Arc<dyn Store> = Arc::new(FilesystemStore::open(scratch.path(), Options::read_write()).unwrap());
    for inner in [memory(), files] {
        let store = indexed(&inner, &[4], &[4]);
        for i in 0..4 {
            Store::set(&store, &format!("data/a/c{i}"), &[i; 3]).unwrap();
        }
        for i in [2, 0, 3] {
            Store::erase(&store, &format!("data/a/c{i}")).unwrap();
            assert_eq!(get(&store, &format!("data/a/c{i}")), None);
            assert!(inner.exists("data/a/c0").unwrap());
        }
        assert_eq!(get(&*inner, "data/a/c0").unwrap(), shard(&[None, Some(&[1; 3]), None, None]));
        Store::erase(&store, "data/a/c1").unwrap();
        assert!(inner.list().unwrap().is_empty());
        Store::erase(&store, "data/a/c1").unwrap();
    }
}

/// What was asked of a store, one line an operation.
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
fn a_partial_read_is_one_batch_of_indices_and_one_of_ranges() {
    let (inner, log) = logged(memory());
    inner.set("meta/x", b"document").unwrap();
    let store = indexed(&inner, &[6], &[2]);
    let chunks: Vec<(String, Vec<u8>)> = (0..6).map(|i| (format!("data/a/c{i}"), vec![i; 10])).collect();
    let values: Vec<(&str, &[u8])> = chunks.iter().map(|(key, value)| (key.as_str(), &value[..])).collect();
    Store::set_many(&store, &values[..5]).unwrap();
    log.take();
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
    assert_eq!(bytes_of(Store::get_many(&store, &requests).unwrap()), expected);
    assert_eq!(
        log.take(),
        [
            format!("{:?} data/a/c0 data/a/c1 data/a/c2 data/a/c3", Operation::GetPartialValues),
            format!("{:?} data/a/c0 data/a/c1 meta/x data/a/c0", Operation::GetPartialValues),
        ]
    );
    assert_eq!(get(&store, "data/a/c4").unwrap(), [4; 10]);
    assert_eq!(log.take(), ["GetPartialValues data/a/c2", "GetPartialValues data/a/c2"]);
    assert_eq!(Store::size(&store, "data/a/c4").unwrap(), Some(10));
    assert_eq!(log.take(), ["GetPartialValues data/a/c2"]);
    assert_eq!(get(&store, "meta/x").unwrap(), b"document");
    assert_eq!(log.take(), ["Get meta/x"]);
}

#[test]
fn a_whole_shard_is_written_without_reading_it() {
    let (inner, log) = logged(memory());
    let store = indexed(&inner, &[5], &[2]);
    let set = |keys: &[&str]| {
        let values: Vec<(&str, &[u8])> = keys.iter().map(|key| (*key, &b"v"[..])).collect();
        Store::set_many(&store, &values).unwrap();
    };
    set(&["data/a/c0", "data/a/c1", "data/a/c2", "data/a/c3"]);
    assert_eq!(log.take(), ["Set data/a/c0", "Set data/a/c1"]);
    // The last shard reaches over the edge: the one chunk inside is all there is.
    set(&["data/a/c4"]);
    assert_eq!(log.take(), ["Set data/a/c2"]);
    set(&["data/a/c3"]);
    assert_eq!(log.take(), ["GetVersioned data/a/c1", "SetIf data/a/c1"]);
    Store::erase_values(&store, &["data/a/c0", "data/a/c1", "data/a/c4"]).unwrap();
    assert_eq!(log.take(), ["Erase data/a/c0", "Erase data/a/c2"]);
    Store::erase_prefix(&store, "data/").unwrap();
    assert_eq!(log.take(), ["ErasePrefix data/"], "whole shards go as they are");
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
        let store = indexed(&inner, &[4], &[2]);
        let fails = |result: zarr::Result<()>| {
            let error = result.expect_err(why);
            assert_eq!(error.kind(), ErrorKind::Data, "{why}: {error}");
            assert!(error.message().contains("data/a/c0"), "{why}: {error}");
        };
        fails(Store::get(&store, "data/a/c0", ByteRange::ALL).map(drop));
        fails(Store::get_many(&store, &[("x", ByteRange::ALL), ("data/a/c0", ByteRange::ALL)]).map(drop));
        fails(Store::set(&store, "data/a/c1", b"v"));
        fails(Store::set_partial_values(&store, &[("data/a/c1", 0, b"v")]));
        fails(Store::erase(&store, "data/a/c1"));
        fails(Store::get_versioned(&store, "data/a/c0", u64::MAX).map(drop));
        assert_eq!(get(&*inner, "data/a/c0").unwrap(), bytes, "nothing was lost");
        assert_eq!(get(&store, "data/a/c2").unwrap(), b"good", "a neighbour is not harmed");
        // Whole shards need no old index, so that the damage can be repaired.
        Store::set_many(&store, &[("data/a/c0", b"new"), ("data/a/c1", b"")]).unwrap();
        assert_eq!(get(&store, "data/a/c0").unwrap(), b"new");
        assert_eq!(get(&store, "data/a/c1").unwrap(), b"");
    }
    // The caller's own mistake stays the caller's.
    let inner = memory();
    inner.set("x", b"v").unwrap();
    let store = indexed(&inner, &[4], &[2]);
    Store::set(&store, "data/a/c0", b"chunk").unwrap();
    let beyond = ByteRange::From { start: 9, length: Some(1) };
    for requests in [[("x", beyond), ("data/a/c0", ByteRange::ALL)], [("x", ByteRange::ALL), ("data/a/c0", beyond)]] {
        assert_eq!(Store::get_many(&store, &requests).unwrap_err().kind(), ErrorKind::OutOfBounds);
    }
}

#[test]
fn chunks_that_share_bytes_are_read_and_those_that_overlap_are_not_blown_up() {
    let entry = |offset: u64, length: u64| [offset.to_le_bytes(), length.to_le_bytes()].concat();
    let inner = memory();
    let store = indexed(&inner, &[4], &[4]);
    let shared = [b"same".to_vec(), entry(0, 4), entry(0, 4), entry(0, 4), MISSING.to_vec()].concat();
    inner.set("data/a/c0", &shared).unwrap();
    Store::set(&store, "data/a/c3", b"new").unwrap();
    assert_eq!(get(&*inner, "data/a/c0").unwrap().len(), 4 + 3 + 64);
    for (i, value) in [b"same".as_slice(), b"same", b"same", b"new"].iter().enumerate() {
        assert_eq!(get(&store, &format!("data/a/c{i}")).unwrap(), *value);
    }
    let overlapping = [vec![7; 100], entry(0, 100), entry(1, 99), entry(2, 98), MISSING.to_vec()].concat();
    inner.set("data/a/c0", &overlapping).unwrap();
    assert_eq!(Store::set(&store, "data/a/c3", b"new").unwrap_err().kind(), ErrorKind::Data);
}

#[test]
fn impossible_counts_and_huge_indices_are_refused_before_anything_is_read() {
    let new = |grid: &[u64], counts: &[u64], limit| {
        let keys = keys("a/", grid, ChunkKeyEncoding::Draft(Separator::Slash));
        IndexedStore::new(memory(), keys, counts, limit).map(drop).map_err(|error| error.kind())
    };
    assert_eq!(new(&[4], &[0], LIMIT), Err(ErrorKind::Metadata));
    assert_eq!(new(&[4], &[2, 2], LIMIT), Err(ErrorKind::Metadata));
    assert_eq!(new(&[4, 4], &[1 << 40, 1 << 40], u64::MAX), Err(ErrorKind::Limit));
    assert_eq!(new(&[4, 4], &[1 << 40, 1 << 20], LIMIT), Err(ErrorKind::Limit));
    assert_eq!(new(&[4], &[64], 1024), Ok(()));
    assert_eq!(new(&[4], &[65], 1024), Err(ErrorKind::Limit));
}

#[test]
fn writers_of_neighbours_lose_nothing() {
    let scratch = TempDir::new().unwrap();
    // The first store writes on a condition, the second is locked against other processes.
    let files: Arc<dyn Store> = Arc::new(FilesystemStore::open(scratch.path(), Options::read_write()).unwrap());
    for inner in [memory(), files] {
        std::thread::scope(|scope| {
            for i in 0..8 {
                // Each with a handle of its own.
                let store = indexed(&inner, &[8], &[8]);
                scope.spawn(move || {
                    for round in 0..20 {
                        Store::set(&store, &format!("data/a/c{i}"), &[i, round]).unwrap();
                    }
                });
            }
        });
        let store = indexed(&inner, &[8], &[8]);
        for i in 0..8 {
            assert_eq!(get(&store, &format!("data/a/c{i}")).unwrap(), [i, 19]);
        }
    }
}

#[test]
fn a_chunk_that_is_locked_for_a_change_can_be_changed_by_the_one_who_locked_it() {
    let scratch = TempDir::new().unwrap();
    let files: Arc<dyn Store> = Arc::new(FilesystemStore::open(scratch.path(), Options::read_write()).unwrap());
    let stack = Stack::new(vec![indexed_by(&[2]), indexed_by(&[2])]);
    let keys = keys("data/a/", &[8], ChunkKeyEncoding::Draft(Separator::Slash));
    let store = stack.on(&files, &keys, LIMIT).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let store = &store;
            scope.spawn(move || {
                for _ in 0..25 {
                    let _lock = zarr::store::lock(&**store, "data/a/c5").unwrap();
                    let _others = store
                        .lock_for_update("data/a/c5", zarr::store::Access::Exclusive)
                        .unwrap()
                        .expect("files have locks");
                    let count = get(&**store, "data/a/c5").map_or(0, |value| value[0]);
                    store.set("data/a/c5", &[count + 1]).unwrap();
                }
            });
        }
    });
    assert_eq!(get(&*store, "data/a/c5").unwrap(), [100]);
}

fn indexed_by(counts: &[u64]) -> Arc<dyn Transformer> {
    Arc::new(Indexed { chunks_per_shard: counts.to_vec() })
}

#[test]
fn a_stack_puts_shards_into_shards() {
    let inner = memory();
    let stack = Stack::new(vec![indexed_by(&[2]), indexed_by(&[3])]);
    assert_eq!(stack.chunks_per_value(1), [6]);
    let keys = keys("data/a/", &[12], ChunkKeyEncoding::Draft(Separator::Slash));
    let store = stack.on(&inner, &keys, LIMIT).unwrap();
    store.set("data/a/c7", b"seven").unwrap();
    store.set("data/a/c6", b"six").unwrap();
    assert_eq!(inner.list().unwrap(), ["data/a/c1"]);
    let near = shard(&[Some(b"six"), Some(b"seven")]);
    assert_eq!(get(&*inner, "data/a/c1").unwrap(), shard(&[Some(&near), None, None]));
    assert_eq!(store.list().unwrap(), ["data/a/c6", "data/a/c7"]);
    assert_eq!(store.home("data/a/c7"), inner.home("data/a/c1"));
    store.erase_values(&["data/a/c6", "data/a/c7"]).unwrap();
    assert!(inner.list().unwrap().is_empty());
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

const OTHERS: [&str; 6] = ["data/a/x", "data/ab/c0/0", "data/c0/0", "meta/a.json", "data/a/c0/00", "data/a/d/c1/1"];
const PREFIXES: [&str; 8] = ["", "data/", "data/a/", "data/a/c0/", "data/a/c3/", "data/ab/", "meta/", "data/a/d/"];
const GRID: [u64; 2] = [7, 5];

fn name(number: usize, separator: Separator) -> String {
    let (rows, columns) = (GRID[0] as usize, GRID[1] as usize);
    match number.checked_sub(rows * columns) {
        Some(other) => OTHERS[other % OTHERS.len()].to_owned(),
        None => format!("data/a/c{}{}{}", number / columns, separator.as_char(), number % columns),
    }
}

fn answer(store: &dyn Store, call: &Call, separator: Separator) -> String {
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
        1 => (0..PREFIXES.len()).prop_map(Call::ErasePrefix),
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
            true => Arc::new(FilesystemStore::open(scratch.path(), Options::read_write()).unwrap()),
            false => memory(),
        };
        let separator = if slash { Separator::Slash } else { Separator::Dot };
        let stack = Stack::new(counts.iter().map(|counts| indexed_by(counts)).collect());
        let store = stack.on(&inner, &keys("data/a/", &GRID, ChunkKeyEncoding::Draft(separator)), LIMIT).unwrap();
        let model = MemoryStore::new();
        for call in &calls {
            prop_assert_eq!(answer(&*store, call, separator), answer(&model, call, separator), "{:?}", call);
        }
        prop_assert_eq!(store.list().unwrap(), model.list().unwrap());
        for key in model.list().unwrap() {
            prop_assert_eq!(get(&*store, &key), get(&model, &key), "{}", key);
        }
        // No shard outlives its chunks.
        let values = inner.list().unwrap().len();
        store.erase_values(&store.list().unwrap().iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
        prop_assert!(inner.list().unwrap().is_empty(), "{} values before", values);
    }
}
