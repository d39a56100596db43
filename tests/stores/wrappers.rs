//! Stores that wrap stores: each is as good a store as the one below it, and does what it is there for.

use crate::store_suite::{self, BY_KEY, LOCAL, Traits};
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use tempfile::TempDir;
use zarr::ErrorKind;
use zarr::error::{Error, Result};
use zarr::store::{
    ByteRange, Capabilities, FilesystemStore, MemoryStore, Store, StoreExt, StoreOptions, bytes_of, changed,
    changed_since, lock,
};
use zarr::transformer::{
    CacheStore, Event, Observer, Operation, OverlayStore, PrefixStore, ReadOnlyStore, TraceStore, Wrapper,
};

type Wrap = fn(Arc<dyn Store>) -> Arc<dyn Store>;

/// The suite over memory, and over files.
fn suite(traits: Traits, wrap: Wrap) {
    store_suite::run(traits, || wrap(Arc::new(MemoryStore::new())));
    let (scratch, count) = (TempDir::new().unwrap(), Cell::new(0));
    store_suite::run(traits, || {
        count.set(count.get() + 1);
        let root = scratch.path().join(count.get().to_string());
        wrap(Arc::new(FilesystemStore::open(&root, StoreOptions::read_write()).unwrap()))
    });
}

#[test]
fn a_wrapper_that_changes_nothing_passes_the_suite() {
    #[derive(Debug)]
    struct Same(Arc<dyn Store>);
    impl Wrapper for Same {
        fn inner(&self) -> &Arc<dyn Store> {
            &self.0
        }
    }
    suite(BY_KEY, |store| Arc::new(Same(store)));
}

#[test]
fn what_is_made_read_only_passes_the_suite_of_reading() {
    store_suite::run_reading(LOCAL, |values| {
        let store = MemoryStore::new();
        store.set_many(values).unwrap();
        Arc::new(ReadOnlyStore::new(Arc::new(store)))
    });
}

#[test]
fn prefix_passes_the_suite_beside_other_keys() {
    suite(LOCAL, |store| {
        for key in ["below/other", "below/itself2/x", "z"] {
            store.set(key, b"not ours").unwrap();
        }
        Arc::new(PrefixStore::new(store, "below/itself/").unwrap())
    });
}

#[test]
fn cache_passes_the_suite_whatever_its_size() {
    suite(BY_KEY, |store| Arc::new(CacheStore::new(store, 1 << 30)));
    suite(BY_KEY, |store| Arc::new(CacheStore::new(store, 700)));
    suite(BY_KEY, |store| Arc::new(CacheStore::new(store, 0)));
}

#[test]
fn trace_passes_the_suite() {
    suite(LOCAL, |store| Arc::new(TraceStore::new(store, Arc::new(Counts::default()))));
}

#[test]
fn overlay_passes_the_suite_over_empty_stores() {
    suite(BY_KEY, |store| {
        let below: Arc<dyn Store> = Arc::new(MemoryStore::new());
        Arc::new(OverlayStore::new(vec![store, Arc::new(ReadOnlyStore::new(below.clone())), below]).unwrap())
    });
}

#[test]
fn wrappers_stand_on_wrappers() {
    suite(BY_KEY, |store| {
        let store = Arc::new(PrefixStore::new(store, "a/").unwrap());
        let store = Arc::new(CacheStore::new(store, 10_000));
        let store = Arc::new(OverlayStore::new(vec![store]).unwrap());
        let store = Arc::new(TraceStore::new(store, Arc::new(Counts::default())));
        Arc::new(PrefixStore::new(store, "b/c/").unwrap())
    });
}

/// Counts operations and their bytes.
#[derive(Debug, Default)]
struct Counts(Mutex<HashMap<Operation, (u64, u64)>>);

impl Counts {
    /// How often an operation was called, and the bytes that went through it, since the last question.
    fn take(&self, operation: Operation) -> (u64, u64) {
        self.0.lock().unwrap().remove(&operation).unwrap_or_default()
    }
}

impl Observer for Counts {
    fn ended(&self, event: &Event<'_>) {
        let mut counts = self.0.lock().unwrap();
        let (calls, bytes) = counts.entry(event.operation).or_default();
        *calls += 1;
        *bytes += event.bytes;
    }
}

/// A store whose operations are counted, with the counts.
fn counted(store: impl Store + 'static) -> (Arc<dyn Store>, Arc<Counts>) {
    let counts = Arc::new(Counts::default());
    (Arc::new(TraceStore::new(Arc::new(store), counts.clone())), counts)
}

fn get(store: &dyn Store, key: &str) -> Option<Vec<u8>> {
    store.get(key, ByteRange::ALL).unwrap()
}

#[test]
fn a_prefix_shows_its_part_and_nothing_else() {
    let whole: Arc<dyn Store> = Arc::new(MemoryStore::new());
    for key in ["a/x", "a/y/z", "ab/x", "b"] {
        whole.set(key, key.as_bytes()).unwrap();
    }
    let part = PrefixStore::new(whole.clone(), "a/").unwrap();
    assert_eq!(StoreExt::list_all(&part).unwrap(), ["x", "y/z"]);
    assert_eq!(get(&part, "y/z").unwrap(), b"a/y/z");
    for key in ["../b", "/x", "x/", "", "."] {
        assert_eq!(Store::get(&part, key, ByteRange::ALL).unwrap_err().kind(), ErrorKind::InvalidArgument, "{key}");
    }
    Store::erase_prefix(&part, "").unwrap();
    assert_eq!(whole.list_all().unwrap(), ["ab/x", "b"]);
    for prefix in ["a", "/", "../"] {
        assert_eq!(PrefixStore::new(whole.clone(), prefix).unwrap_err().kind(), ErrorKind::InvalidArgument, "{prefix}");
    }
}

#[test]
fn every_way_to_a_key_leads_to_one_lock_and_one_counter() {
    let whole: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let part: Arc<dyn Store> = Arc::new(PrefixStore::new(whole.clone(), "a/b/").unwrap());
    let nested: Arc<dyn Store> =
        Arc::new(PrefixStore::new(Arc::new(PrefixStore::new(whole.clone(), "a/").unwrap()), "b/").unwrap());
    assert_eq!(part.identity(), nested.identity());
    assert_ne!(part.identity(), whole.identity());
    let root: Arc<dyn Store> = Arc::new(PrefixStore::new(whole.clone(), "").unwrap());
    assert_eq!(root.identity(), whole.identity());

    let over: Arc<dyn Store> =
        Arc::new(OverlayStore::new(vec![Arc::new(CacheStore::new(nested.clone(), 9)), whole.clone()]).unwrap());
    for (store, key) in [(&part, "k"), (&nested, "k"), (&root, "a/b/k"), (&over, "k")] {
        let held = lock(&*whole, "a/b/k").unwrap();
        assert_eq!(lock(&**store, key).unwrap_err().kind(), ErrorKind::Conflict, "{store:?}");
        drop(held);
        drop(lock(&**store, key).unwrap());
        let before = changed(&*whole, "a/b/k");
        assert!(!changed_since(&**store, key, before));
        let after = changed(&**store, key);
        assert!(changed_since(&**store, key, before) && changed_since(&*whole, "a/b/k", before), "{store:?}");
        assert!(!changed_since(&*whole, "a/b/k", after));
    }
    let _held = lock(&*part, "k").unwrap();
    drop(lock(&*whole, "k").unwrap());
}

#[test]
fn a_prefix_moves_in_one_step_where_the_store_below_can() {
    let whole: Arc<dyn Store> = Arc::new(MemoryStore::new());
    for key in ["p/a/k", "pa/k", "a/k"] {
        whole.set(key, b"v").unwrap();
    }
    let part = PrefixStore::new(Arc::clone(&whole), "p/").unwrap();
    assert!(Store::rename_prefix(&part, "a/", "b/c/").unwrap());
    assert_eq!(whole.list_all().unwrap(), ["a/k", "p/b/c/k", "pa/k"]);
    for (from, to) in [("", "x/"), ("b/", "")] {
        assert!(!Store::rename_prefix(&part, from, to).unwrap(), "the root stays where it is");
    }
    assert_eq!(Store::rename_prefix(&part, "../", "x/").unwrap_err().kind(), ErrorKind::InvalidArgument);
    assert_eq!(StoreExt::list_all(&part).unwrap(), ["b/c/k"]);
}

#[test]
fn writers_through_a_prefix_and_beside_it_lose_nothing() {
    let scratch = TempDir::new().unwrap();
    let whole: Arc<dyn Store> = Arc::new(FilesystemStore::open(scratch.path(), StoreOptions::read_write()).unwrap());
    whole.set("a/count", b"0").unwrap();
    let part: Arc<dyn Store> = Arc::new(PrefixStore::new(whole.clone(), "a/").unwrap());
    std::thread::scope(|scope| {
        for (store, key) in [(&whole, "a/count"), (&part, "count"), (&whole, "a/count"), (&part, "count")] {
            scope.spawn(move || {
                for _ in 0..50 {
                    let _lock = lock(&**store, key).unwrap();
                    let count: u32 = String::from_utf8(get(&**store, key).unwrap()).unwrap().parse().unwrap();
                    store.set(key, (count + 1).to_string().as_bytes()).unwrap();
                }
            });
        }
    });
    assert_eq!(get(&*whole, "a/count").unwrap(), b"200");
}

#[test]
fn reading_only_refuses_every_change() {
    let inner: Arc<dyn Store> = Arc::new(MemoryStore::new());
    inner.set("k", b"v").unwrap();
    let store = ReadOnlyStore::new(inner);
    let refused = |result: Result<()>| assert_eq!(result.unwrap_err().kind(), ErrorKind::ReadOnly);
    refused(StoreExt::set(&store, "k", b"w"));
    refused(StoreExt::set_many(&store, &[("k", b"w")]));
    refused(Store::set_partial_values(&store, &[("k", 0, b"w")]));
    refused(StoreExt::erase(&store, "k"));
    refused(StoreExt::erase_values(&store, &["k"]));
    refused(Store::erase_prefix(&store, ""));
    refused(StoreExt::set_if(&store, "k", &None, b"w"));
    refused(StoreExt::erase_if(&store, "k", &None));
    assert_eq!(get(&store, "k").unwrap(), b"v");
    assert!(!Store::capabilities(&store).writeable && Store::capabilities(&store).listable);
}

#[test]
fn a_cached_value_answers_every_question_about_it() {
    let (inner, counts) = counted(MemoryStore::new());
    inner.set("k", b"0123456789").unwrap();
    let cache = CacheStore::new(inner.clone(), 10_000);
    assert_eq!(get(&cache, "k").unwrap(), b"0123456789");
    assert_eq!(counts.take(Operation::Get), (1, 10));
    let read = |range| Store::get(&cache, "k", range).unwrap().unwrap();
    assert_eq!(read(ByteRange::Suffix(3)), b"789");
    assert_eq!(read(ByteRange::From { start: 2, length: Some(3) }), b"234");
    assert_eq!(read(ByteRange::From { start: 99, length: None }), b"");
    let beyond = Store::get(&cache, "k", ByteRange::From { start: 99, length: Some(1) }).unwrap_err();
    assert_eq!(beyond.kind(), ErrorKind::OutOfBounds);
    assert_eq!(Store::size(&cache, "k").unwrap(), Some(10));
    assert!(Store::exists(&cache, "k").unwrap());
    let mut buffer = [0; 4];
    assert_eq!(Store::get_into(&cache, "k", 8, &mut buffer).unwrap().unwrap().length, 2);
    assert_eq!(&buffer, b"89\0\0");
    let many = Store::get_many(&cache, &[("k", ByteRange::Suffix(1)), ("k", ByteRange::ALL)]).unwrap();
    let many = bytes_of(many);
    assert_eq!(many, [Some(b"9".to_vec()), Some(b"0123456789".to_vec())]);
    let asked: u64 = counts.0.lock().unwrap().values().map(|(calls, _)| calls).sum();
    assert_eq!(asked, 1, "only the value was written anew before: {:?}", counts.0);
}

#[test]
fn parts_are_cached_as_they_were_asked_for() {
    let (inner, counts) = counted(MemoryStore::new());
    inner.set("shard", &vec![7; 100_000]).unwrap();
    let cache = CacheStore::new(inner, 5_000);
    for _ in 0..3 {
        assert_eq!(Store::get(&cache, "shard", ByteRange::Suffix(64)).unwrap().unwrap().len(), 64);
    }
    assert_eq!(counts.take(Operation::Get), (1, 64));
    // A batch asks only for what is not there yet.
    let requests = [("shard", ByteRange::Suffix(64)), ("shard", ByteRange::From { start: 5, length: Some(10) })];
    for _ in 0..2 {
        assert_eq!(Store::get_many(&cache, &requests).unwrap()[1].as_ref().unwrap().bytes.len(), 10);
    }
    assert_eq!(counts.take(Operation::GetPartialValues), (1, 10));
    // Larger than the cache: read each time, and nothing else goes for it.
    assert_eq!(get(&cache, "shard").unwrap().len(), 100_000);
    assert_eq!(get(&cache, "shard").unwrap().len(), 100_000);
    assert_eq!(counts.take(Operation::Get), (2, 200_000));
    assert!(Store::get(&cache, "shard", ByteRange::Suffix(64)).unwrap().is_some());
    assert_eq!(counts.take(Operation::Get), (0, 0));
}

#[test]
fn the_cache_stays_below_its_size_and_keeps_what_is_used() {
    let (inner, counts) = counted(MemoryStore::new());
    for i in 0..100 {
        inner.set(&format!("k{i}"), &[i; 1000]).unwrap();
    }
    let cache = CacheStore::new(inner, 10_000);
    for i in 0..100 {
        assert_eq!(get(&cache, "k0").unwrap(), [0; 1000]);
        assert_eq!(get(&cache, &format!("k{i}")).unwrap(), [i; 1000]);
        assert!(cache.used() <= 10_000, "{}", cache.used());
    }
    assert_eq!(counts.take(Operation::Get).0, 100, "k0 was used all the time, so it was never read again");
    assert_eq!(get(&cache, "k99").unwrap(), [99; 1000]);
    assert_eq!(counts.take(Operation::Get).0, 0);
    assert_eq!(get(&cache, "k50").unwrap(), [50; 1000]);
    assert_eq!(counts.take(Operation::Get).0, 1, "k50 had to go");
    Store::erase_prefix(&cache, "").unwrap();
    assert_eq!(cache.used(), 0);
}

#[test]
fn a_write_through_the_cache_is_seen_at_once() {
    let inner: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let cache = CacheStore::new(inner.clone(), 10_000);
    let seen = |value: Option<&[u8]>| {
        assert_eq!(get(&cache, "a/k").as_deref(), value);
        assert_eq!(Store::get(&cache, "a/k", ByteRange::Suffix(1)).unwrap().is_some(), value.is_some());
    };
    seen(None);
    inner.set("a/k", b"behind").unwrap();
    seen(Some(b"behind"));
    StoreExt::set(&cache, "a/k", b"one").unwrap();
    seen(Some(b"one"));
    Store::set_partial_values(&cache, &[("a/k", 1, b"NE")]).unwrap();
    seen(Some(b"oNE"));
    StoreExt::set_many(&cache, &[("a/k", b"many")]).unwrap();
    seen(Some(b"many"));
    let (_, version) = Store::get_versioned(&cache, "a/k", u64::MAX).unwrap();
    StoreExt::set_if(&cache, "a/k", &version, b"if").unwrap();
    seen(Some(b"if"));
    let (_, version) = Store::get_versioned(&cache, "a/k", u64::MAX).unwrap();
    StoreExt::erase_if(&cache, "a/k", &version).unwrap();
    seen(None);
    for erase in [
        |store: &dyn Store| store.erase("a/k"),
        |store: &dyn Store| store.erase_values(&["a/k"]),
        |store: &dyn Store| store.erase_prefix("a/"),
    ] {
        inner.set("a/k", b"again").unwrap();
        seen(Some(b"again"));
        erase(&cache).unwrap();
        seen(None);
    }
    inner.set("a/k", b"kept").unwrap();
    seen(Some(b"kept"));
    inner.set("a/k", b"behind its back").unwrap();
    seen(Some(b"kept"));
}

/// A store that lies where locks hold on one node only.
#[derive(Debug)]
struct OnOneNode(Arc<dyn Store>);

impl Wrapper for OnOneNode {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.0
    }

    fn warning(&self) -> Option<String> {
        Some("locks hold on one node only".to_owned())
    }
}

/// A program that writes from several nodes would lose updates, and not know that it was told so only without its
/// wrappers.
#[test]
fn an_array_says_what_the_place_of_its_store_does_not_promise() {
    let store: Arc<dyn Store> = Arc::new(OnOneNode(Arc::new(MemoryStore::new())));
    let written = zarr::hierarchy::Hierarchy::with_store(store.clone(), None).unwrap();
    let mut builder = zarr::array::ArrayBuilder::new_json("\"uint8\"", &[4]).unwrap();
    builder.chunk_shape(&[4]).unwrap();
    written.create_array("g/a", &builder).unwrap();
    let warnings = |store: Arc<dyn Store>, path| {
        let hierarchy = zarr::hierarchy::Hierarchy::with_store(store, None).unwrap();
        hierarchy.open_array(path, None).unwrap().warnings()
    };
    let told = ["locks hold on one node only"];
    assert_eq!(warnings(store.clone(), "g/a"), told);
    assert_eq!(warnings(Arc::new(CacheStore::new(store.clone(), 1 << 20)), "g/a"), told);
    assert_eq!(warnings(Arc::new(PrefixStore::new(store.clone(), "g/").unwrap()), "a"), told);
    let above: Arc<dyn Store> = Arc::new(OnOneNode(Arc::new(MemoryStore::new())));
    let plain: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let overlay = |top| -> Arc<dyn Store> { Arc::new(OverlayStore::new(vec![top, store.clone()]).unwrap()) };
    assert_eq!(warnings(overlay(above), "g/a"), told);
    assert!(warnings(overlay(plain), "g/a").is_empty(), "all that is written goes to the uppermost store");
    assert!(warnings(Arc::new(ReadOnlyStore::new(store.clone())), "g/a").is_empty(), "nothing is written");
}

/// A store that answers slowly: what it read is old by the time that it is there.
#[derive(Debug)]
struct Slow(Arc<dyn Store>, Mutex<Option<std::sync::mpsc::Receiver<()>>>);

impl Wrapper for Slow {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.0
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        let value = self.0.get(key, range);
        if let Some(go_on) = self.1.lock().unwrap().take() {
            go_on.recv().unwrap();
        }
        value
    }
}

#[test]
fn what_was_read_before_a_write_is_not_kept_after_it() {
    let inner: Arc<dyn Store> = Arc::new(MemoryStore::new());
    inner.set("k", b"old").unwrap();
    let (go_on, wait) = std::sync::mpsc::channel();
    let cache = CacheStore::new(Arc::new(Slow(inner, Mutex::new(Some(wait)))), 10_000);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| get(&cache, "k"));
        while cache_is_being_read(&cache) {
            std::thread::yield_now();
        }
        StoreExt::set(&cache, "k", b"new").unwrap();
        go_on.send(()).unwrap();
        assert_eq!(reader.join().unwrap().unwrap(), b"old", "it was read before the write");
    });
    assert_eq!(get(&cache, "k").unwrap(), b"new");
}

#[test]
fn what_is_changed_and_written_back_is_never_taken_from_the_cache() {
    let scratch = TempDir::new().unwrap();
    let open =
        || -> Arc<dyn Store> { Arc::new(FilesystemStore::open(scratch.path(), StoreOptions::read_write()).unwrap()) };
    let hierarchy = |store| zarr::hierarchy::Hierarchy::with_store(store, None).unwrap();
    let (cached, other) = (hierarchy(Arc::new(CacheStore::new(open(), 1 << 20))), hierarchy(open()));
    let mut builder = zarr::array::ArrayBuilder::new_json("\"uint8\"", &[4]).unwrap();
    builder.chunk_shape(&[4]).unwrap();
    let (mine, theirs) = (cached.create_array("a", &builder).unwrap(), other.open_array("a", None).unwrap());
    theirs.write_region(&[0], &[4], &[1, 2, 3, 4]).unwrap();
    let read = |array: &zarr::array::Array| {
        let mut values = [0; 4];
        array.read_region(&[0], &[4], &mut values).unwrap();
        values
    };
    assert_eq!(read(&mine), [1, 2, 3, 4]);
    theirs.write_region(&[0], &[1], &[9]).unwrap();
    assert_eq!(read(&mine), [1, 2, 3, 4], "a cache does not see what others write");
    mine.write_region(&[3], &[1], &[8]).unwrap();
    assert_eq!(read(&theirs), [9, 2, 3, 8], "but it does not put the old bytes back either");
    assert_eq!(read(&mine), [9, 2, 3, 8]);
}

/// True when the slow store has not begun to read yet.
fn cache_is_being_read(cache: &CacheStore) -> bool {
    format!("{:?}", Wrapper::inner(cache)).contains("Some(Receiver")
}

/// Three layers: one key in two, the others in one.
fn layers() -> Vec<Arc<dyn Store>> {
    let layers: Vec<Arc<dyn Store>> = (0..3).map(|_| Arc::new(MemoryStore::new()) as Arc<dyn Store>).collect();
    layers[1].set("a/k", b"middle").unwrap();
    layers[2].set("a/k", b"bottom").unwrap();
    layers[2].set("a/only/below", b"0123").unwrap();
    layers[0].set("top", b"t").unwrap();
    layers
}

/// Every value of the layers below the first.
fn below(layers: &[Arc<dyn Store>]) -> Vec<Vec<(String, Vec<u8>)>> {
    let values = |layer: &Arc<dyn Store>| {
        let keys = layer.list_all().unwrap().into_iter();
        keys.map(|key| (key.clone(), get(&**layer, &key).unwrap())).collect()
    };
    layers[1..].iter().map(values).collect()
}

#[test]
fn an_overlay_reads_the_first_that_has_it() {
    let overlay = OverlayStore::new(layers()).unwrap();
    assert_eq!(get(&overlay, "a/k").unwrap(), b"middle");
    assert_eq!(StoreExt::list_all(&overlay).unwrap(), ["a/k", "a/only/below", "top"]);
    let listing = StoreExt::list_dir(&overlay, "a/").unwrap();
    assert_eq!((listing.keys, listing.prefixes), (vec!["a/k".to_owned()], vec!["a/only/".to_owned()]));
    let requests = [("top", ByteRange::ALL), ("a/only/below", ByteRange::Suffix(2)), ("x", ByteRange::ALL)];
    let found = bytes_of(Store::get_many(&overlay, &requests).unwrap());
    assert_eq!(found, [Some(b"t".to_vec()), Some(b"23".to_vec()), None]);
}

#[test]
fn an_overlay_writes_the_first() {
    let layers = layers();
    let before = below(&layers);
    let overlay = OverlayStore::new(layers.clone()).unwrap();
    Store::set_partial_values(&overlay, &[("a/only/below", 1, b"AB")]).unwrap();
    assert_eq!(get(&*layers[0], "a/only/below").unwrap(), b"0AB3", "what is patched goes up");
    let (value, version) = Store::get_versioned(&overlay, "a/k", u64::MAX).unwrap();
    assert_eq!((value.unwrap(), &version), (b"middle".to_vec(), &None));
    StoreExt::set_if(&overlay, "a/k", &version, b"covered").unwrap();
    assert_eq!(StoreExt::set_if(&overlay, "a/k", &version, b"again").unwrap_err().kind(), ErrorKind::Conflict);
    assert_eq!(get(&overlay, "a/k").unwrap(), b"covered");
    assert_eq!(below(&layers), before);
}

#[test]
fn an_overlay_erases_what_only_the_first_has() {
    let layers = layers();
    let before = below(&layers);
    let overlay = OverlayStore::new(layers.clone()).unwrap();
    for refused in [
        StoreExt::erase(&overlay, "a/k"),
        StoreExt::erase_values(&overlay, &["top", "a/k"]),
        Store::erase_prefix(&overlay, "a/"),
        Store::erase_prefix(&overlay, ""),
    ] {
        assert_eq!(refused.unwrap_err().kind(), ErrorKind::Unsupported);
    }
    assert_eq!(
        StoreExt::list_all(&overlay).unwrap(),
        ["a/k", "a/only/below", "top"],
        "what is refused changes nothing"
    );
    StoreExt::erase(&overlay, "top").unwrap();
    assert!(!Store::exists(&overlay, "top").unwrap());
    assert_eq!(below(&layers), before);
}

#[test]
fn an_overlay_has_a_layer() {
    assert_eq!(OverlayStore::new(Vec::new()).unwrap_err().kind(), ErrorKind::InvalidArgument);
}

/// A store that fails at every operation.
#[derive(Debug)]
struct Failing;

impl Store for Failing {
    fn identity(&self) -> &str {
        "failing"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { private: false, ..MemoryStore::new().capabilities() }
    }

    fn get(&self, _: &str, _: ByteRange) -> Result<Option<Vec<u8>>> {
        Err(Error::new(ErrorKind::Timeout, "too slow"))
    }
}

#[test]
fn an_error_of_an_upper_store_is_no_miss() {
    let below: Arc<dyn Store> = Arc::new(MemoryStore::new());
    below.set("k", b"v").unwrap();
    let overlay = OverlayStore::new(vec![Arc::new(Failing), below]).unwrap();
    assert_eq!(Store::get(&overlay, "k", ByteRange::ALL).unwrap_err().kind(), ErrorKind::Timeout);
    assert_eq!(Store::get_many(&overlay, &[("k", ByteRange::ALL)]).unwrap_err().kind(), ErrorKind::Timeout);
    let cache = CacheStore::new(Arc::new(Failing), 1000);
    assert_eq!(Store::get(&cache, "k", ByteRange::ALL).unwrap_err().kind(), ErrorKind::Timeout);
}

#[test]
fn a_trace_tells_keys_bytes_and_errors() {
    #[derive(Debug, Default)]
    struct Lines(Mutex<Vec<String>>, AtomicU64);
    impl Observer for Lines {
        fn ended(&self, event: &Event<'_>) {
            let failed = event.error.map(|error| error.kind());
            let line = format!("{:?} {:?} {} {failed:?}", event.operation, event.keys, event.bytes);
            self.0.lock().unwrap().push(line);
            self.1.fetch_add(event.duration.as_nanos() as u64, Ordering::Relaxed);
        }
    }
    let lines = Arc::new(Lines::default());
    let store = TraceStore::new(Arc::new(MemoryStore::new()), lines.clone());
    StoreExt::set(&store, "a/k", b"12345").unwrap();
    Store::get(&store, "a/k", ByteRange::Suffix(2)).unwrap();
    Store::get_many(&store, &[("a/k", ByteRange::ALL), ("x", ByteRange::ALL)]).unwrap();
    Store::get(&store, "a/k", ByteRange::From { start: 9, length: Some(1) }).unwrap_err();
    Store::get_into(&store, "a/k", 1, &mut [0; 3]).unwrap();
    StoreExt::list_all(&store).unwrap();
    StoreExt::list_dir(&store, "a/").unwrap();
    Store::flush(&store).unwrap();
    let expected = [
        r#"Set ["a/k"] 5 None"#,
        r#"Get ["a/k"] 2 None"#,
        r#"GetPartialValues ["a/k", "x"] 5 None"#,
        r#"Get ["a/k"] 0 Some(OutOfBounds)"#,
        r#"Get ["a/k"] 3 None"#,
        "List [] 0 None",
        r#"ListDir ["a/"] 0 None"#,
        "Flush [] 0 None",
    ];
    assert_eq!(*lines.0.lock().unwrap(), expected);
    assert!(lines.1.load(Ordering::Relaxed) > 0);
}
