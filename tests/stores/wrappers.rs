//! Stores that wrap stores: each is as good a store as the one below it, and does what it is there for.

use crate::store_suite::{self, LOCAL, Traits};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use tempfile::TempDir;
use zarr::ErrorKind;
use zarr::error::{Error, Result};
use zarr::store::{
    ByteRange, Capabilities, FilesystemStore, MemoryStore, Store, StoreExt, StoreName, StoreOptions, bytes_of, changed,
    changed_since, lock,
};
use zarr::transformer::{
    Event, LowerCaseStore, Observer, OverlayStore, PrefixStore, ReadOnlyStore, TraceStore, Wrapper,
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
    suite(LOCAL, |store| Arc::new(Same(store)));
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
fn trace_passes_the_suite() {
    suite(LOCAL, |store| Arc::new(TraceStore::new(store, Arc::new(Deaf))));
}

#[test]
fn overlay_passes_the_suite_over_empty_stores() {
    suite(LOCAL, |store| {
        let below: Arc<dyn Store> = Arc::new(MemoryStore::new());
        Arc::new(OverlayStore::new(vec![store, Arc::new(ReadOnlyStore::new(below.clone())), below]).unwrap())
    });
}

#[test]
fn wrappers_stand_on_wrappers() {
    suite(LOCAL, |store| {
        let store = Arc::new(PrefixStore::new(store, "a/").unwrap());
        let store = Arc::new(OverlayStore::new(vec![store]).unwrap());
        let store = Arc::new(TraceStore::new(store, Arc::new(Deaf)));
        Arc::new(PrefixStore::new(store, "b/c/").unwrap())
    });
}

#[derive(Debug)]
struct Deaf;

impl Observer for Deaf {
    fn ended(&self, _: &Event<'_>) {}
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

    let over: Arc<dyn Store> = Arc::new(OverlayStore::new(vec![nested.clone(), whole.clone()]).unwrap());
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

/// Two stores of one name share a cache: users of the one would see elements of the other.
#[test]
fn a_part_of_a_store_is_seen_as_the_store_is() {
    let (top, lower): (Arc<dyn Store>, Arc<dyn Store>) = (Arc::new(MemoryStore::new()), Arc::new(MemoryStore::new()));
    let part = |of: &Arc<dyn Store>| PrefixStore::new(of.clone(), "a/").unwrap().identity();
    let over = |layers: &[&Arc<dyn Store>]| -> Arc<dyn Store> {
        Arc::new(OverlayStore::new(layers.iter().map(|layer| Arc::clone(layer)).collect()).unwrap())
    };
    let (two, lower_case) = (over(&[&top, &lower]), Arc::new(LowerCaseStore::new(top.clone())) as Arc<dyn Store>);
    assert_eq!(part(&two), part(&over(&[&top, &lower])));
    let other = [part(&top), part(&over(&[&top])), part(&over(&[&top, &top])), part(&lower_case), two.identity()];
    other.iter().for_each(|other| assert_ne!(part(&two), *other));
    assert_eq!(two.place(), top.place(), "written there");
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
    let cached = written.cached(None, 1 << 20).unwrap();
    assert_eq!(cached.open_array("g/a", None).unwrap().warnings(), told);
    assert_eq!(warnings(Arc::new(PrefixStore::new(store.clone(), "g/").unwrap()), "a"), told);
    let above: Arc<dyn Store> = Arc::new(OnOneNode(Arc::new(MemoryStore::new())));
    let plain: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let overlay = |top| -> Arc<dyn Store> { Arc::new(OverlayStore::new(vec![top, store.clone()]).unwrap()) };
    assert_eq!(warnings(overlay(above), "g/a"), told);
    assert!(warnings(overlay(plain), "g/a").is_empty(), "all that is written goes to the uppermost store");
    assert!(warnings(Arc::new(ReadOnlyStore::new(store.clone())), "g/a").is_empty(), "nothing is written");
}

/// A chunk that another program has written over, past this library.
#[test]
fn what_is_changed_and_written_back_is_never_taken_from_the_cache() {
    let scratch = TempDir::new().unwrap();
    let store: Arc<dyn Store> = Arc::new(FilesystemStore::open(scratch.path(), StoreOptions::read_write()).unwrap());
    let plain = zarr::hierarchy::Hierarchy::with_store(store, None).unwrap();
    let mut builder = zarr::array::ArrayBuilder::new_json("\"uint8\"", &[4]).unwrap();
    builder.chunk_shape(&[4]).unwrap();
    builder.codec("zstd", None).unwrap();
    let theirs = plain.create_array("a", &builder).unwrap();
    let mine = plain.cached(None, 1 << 20).unwrap().open_array("a", None).unwrap();
    let chunk = scratch.path().join("a/c/0");
    theirs.write_region(&[0], &[4], &[9, 2, 3, 4]).unwrap();
    let later = std::fs::read(&chunk).unwrap();
    theirs.write_region(&[0], &[4], &[1, 2, 3, 4]).unwrap();
    let read = |array: &zarr::array::Array| {
        let mut values = [0; 4];
        array.read_region(&[0], &[4], &mut values).unwrap();
        values
    };
    assert_eq!(read(&mine), [1, 2, 3, 4]);
    std::fs::write(&chunk, &later).unwrap();
    assert_eq!(read(&mine), [1, 2, 3, 4], "what others write is not seen while the chunk is kept");
    mine.write_region(&[3], &[1], &[8]).unwrap();
    assert_eq!((read(&theirs), read(&mine)), ([9, 2, 3, 8], [9, 2, 3, 8]), "but the old bytes are not put back either");
    std::fs::write(&chunk, &later).unwrap();
    mine.clear_cache();
    assert_eq!(read(&mine), [9, 2, 3, 4]);
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
    fn name(&self) -> &StoreName {
        static NAME: LazyLock<StoreName> = LazyLock::new(|| StoreName::new("failing"));
        &NAME
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
    assert_eq!(Store::hold(&overlay, "k").unwrap().get_many(&[ByteRange::ALL]).unwrap_err().kind(), ErrorKind::Timeout);
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
