//! The one suite that every store passes: what the formats and the engine rely on, whichever store is below.
//!
//! `open` makes a new, empty, writeable store each time it is called.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use zarr::store::{ByteRange, Filled, Listing, Store};
use zarr::{ErrorKind, Result};

#[path = "through_c.rs"]
mod through_c;

/// Runs the whole suite. `holds`: whether a value that is held stays what it is ([`Store::hold`]), or is found by its key
/// each time anew.
#[allow(dead_code)]
pub fn run(holds: bool, open: impl Fn() -> Arc<dyn Store>) {
    run_with(holds, LOCAL_NAMES, true, &open);
    readers_never_see_a_torn_value(&open());
}

/// The suite for a store that writes over its values, so that nobody may read meanwhile.
#[allow(dead_code)]
pub fn run_without_readers(holds: bool, open: impl Fn() -> Arc<dyn Store>) {
    run_with(holds, LOCAL_NAMES, true, open);
}

/// The same for stores whose names of objects are those of the cloud: up to 1024 bytes, and without control characters.
/// `counts`: a value that is written anew has another version, also if it is the same.
#[allow(dead_code)]
pub fn run_remote(counts: bool, open: impl Fn() -> Arc<dyn Store>) {
    run_with(false, &[], counts, &open);
    readers_never_see_a_torn_value(&open());
}

/// Once from Rust and once from C.
fn run_with(holds: bool, names: &[&str], counts: bool, open: impl Fn() -> Arc<dyn Store>) {
    run_once(holds, names, counts, &open);
    run_once(false, names, counts, || Arc::new(through_c::ThroughC::new(open())));
}

fn run_once(holds: bool, names: &[&str], counts: bool, open: impl Fn() -> Arc<dyn Store>) {
    values_come_back(&*open());
    ranges_are_cut_and_checked(&*open());
    keys_and_prefixes_are_checked_before_anything_happens(&*open());
    unusual_keys_are_legal(&*open(), names);
    listings_know_siblings_from_children(&*open());
    if open().capabilities().erasable {
        erasing_is_exact(&*open());
        renaming_is_whole_or_not_offered(&*open());
        erasing_while_listing_is_harmless(&open());
    } else {
        erasing_is_refused(&*open());
    }
    partial_values_are_patched(&*open());
    several_values_are_written_at_once(&*open());
    parts_of_a_held_value_are_those_that_there_are(&*open());
    if holds {
        a_held_value_stays_what_it_was(&*open());
    }
    versions_protect_from_lost_updates(&*open(), counts);
}

fn kind<T>(result: Result<T>) -> ErrorKind {
    match result {
        Ok(_) => panic!("an error was expected"),
        Err(error) => error.kind(),
    }
}

fn get(store: &dyn Store, key: &str) -> Option<Vec<u8>> {
    store.get(key, ByteRange::ALL).unwrap()
}

fn from(start: u64, length: impl Into<Option<u64>>) -> ByteRange {
    ByteRange::From { start, length: length.into() }
}

fn filled(length: usize, total: u64) -> Option<Filled> {
    Some(Filled { length, total })
}

fn values_come_back(store: &dyn Store) {
    assert_eq!(get(store, "a/b"), None);
    assert_eq!(store.size("a/b").unwrap(), None);
    assert!(!store.exists("a/b").unwrap());
    assert_eq!(store.get_into("a/b", 0, &mut [0; 4]).unwrap(), None);
    assert_eq!(store.get("a/b", from(100, 1)).unwrap(), None, "a missing key has no end to reach past");

    store.set("a/b", b"first").unwrap();
    store.set("a/b", b"second value").unwrap();
    store.set("empty", b"").unwrap();
    assert_eq!(get(store, "a/b").unwrap(), b"second value");
    assert_eq!(store.size("a/b").unwrap(), Some(12));
    assert_eq!(get(store, "empty").unwrap(), b"", "an empty value is not a missing one");
    assert_eq!(store.size("empty").unwrap(), Some(0));
    assert!(store.exists("empty").unwrap());
    assert_eq!(store.get_into("empty", 0, &mut [0; 4]).unwrap(), filled(0, 0));
    assert_eq!(get(store, "a/b/c"), None, "below a value there is nothing");
    assert_eq!(get(store, "A/b"), None, "keys are case sensitive");

    let large: Vec<u8> = (0..3_000_001_u32).map(|i| (i * 7 + i / 251) as u8).collect();
    store.set("large", &large).unwrap();
    assert_eq!(get(store, "large").unwrap(), large);
    let mut part = vec![0; 1_000_000];
    assert_eq!(store.get_into("large", 1_999_999, &mut part).unwrap(), filled(1_000_000, 3_000_001));
    assert_eq!(part, large[1_999_999..2_999_999]);
    store.flush().unwrap();
}

fn ranges_are_cut_and_checked(store: &dyn Store) {
    store.set("k", b"0123456789").unwrap();
    let read = |range| store.get("k", range).unwrap().unwrap();
    assert_eq!(read(from(3, 4)), b"3456");
    assert_eq!(read(from(3, None)), b"3456789");
    assert_eq!(read(from(8, 100)), b"89", "what reaches past the end is cut");
    assert_eq!(read(from(8, u64::MAX)), b"89");
    assert_eq!(read(from(10, 5)), b"");
    assert_eq!(read(from(11, None)), b"", "a start past the end without length is empty");
    assert_eq!(read(from(u64::MAX, None)), b"");
    assert_eq!(read(ByteRange::Suffix(3)), b"789");
    assert_eq!(read(ByteRange::Suffix(0)), b"");
    assert_eq!(read(ByteRange::Suffix(11)), b"0123456789", "a longer suffix is the whole value");
    assert_eq!(read(ByteRange::Suffix(u64::MAX)), b"0123456789");
    for start in [11, u64::MAX] {
        let error = store.get("k", from(start, 1)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::OutOfBounds);
        assert!(error.message().contains("\"k\""), "{error}");
    }

    let mut buffer = [b'-'; 4];
    assert_eq!(store.get_into("k", 8, &mut buffer).unwrap(), filled(2, 10));
    assert_eq!(&buffer, b"89--", "what lies behind the value stays as it was");
    assert_eq!(store.get_into("k", 10, &mut buffer).unwrap(), filled(0, 10));
    assert_eq!(store.get_into("k", u64::MAX, &mut buffer).unwrap(), filled(0, 10));
    assert_eq!(store.get_into("k", 3, &mut []).unwrap(), filled(0, 10));

    let requests = [("k", from(1, 2)), ("missing", ByteRange::ALL), ("k", ByteRange::Suffix(1)), ("k", from(1, 2))];
    let expected = [Some(b"12".to_vec()), None, Some(b"9".to_vec()), Some(b"12".to_vec())];
    assert_eq!(store.get_many(&requests).unwrap(), expected, "in the order asked for, with repetitions");
    assert_eq!(kind(store.get_many(&[("k", from(99, 1))])), ErrorKind::OutOfBounds);
}

fn keys_and_prefixes_are_checked_before_anything_happens(store: &dyn Store) {
    for key in ["", "/", "/a", "a/", "a//b", "..", "../a", "a/../../b", "./a", "a/.", "a\0b", "a\\b"] {
        assert_eq!(kind(store.get(key, ByteRange::ALL)), ErrorKind::InvalidArgument, "get {key:?}");
        assert_eq!(kind(store.get_into(key, 0, &mut [0])), ErrorKind::InvalidArgument, "get_into {key:?}");
        assert_eq!(kind(store.get_many(&[(key, ByteRange::ALL)])), ErrorKind::InvalidArgument, "get_many {key:?}");
        assert_eq!(kind(store.set(key, b"x")), ErrorKind::InvalidArgument, "set {key:?}");
        assert_eq!(kind(store.erase(key)), ErrorKind::InvalidArgument, "erase {key:?}");
        assert_eq!(kind(store.erase_values(&[key])), ErrorKind::InvalidArgument, "erase_values {key:?}");
        assert_eq!(kind(store.size(key)), ErrorKind::InvalidArgument, "size {key:?}");
        assert_eq!(kind(store.exists(key)), ErrorKind::InvalidArgument, "exists {key:?}");
        let parts: [(&str, u64, &[u8]); 2] = [("good", 0, b"x"), (key, 0, b"x")];
        assert_eq!(kind(store.set_partial_values(&parts)), ErrorKind::InvalidArgument, "set_partial_values {key:?}");
    }
    for prefix in ["a", "/", "/a/", "a//", "../", "a/../"] {
        assert_eq!(kind(store.list_prefix(prefix)), ErrorKind::InvalidArgument, "list_prefix {prefix:?}");
        assert_eq!(kind(store.list_dir(prefix)), ErrorKind::InvalidArgument, "list_dir {prefix:?}");
        assert_eq!(kind(store.erase_prefix(prefix)), ErrorKind::InvalidArgument, "erase_prefix {prefix:?}");
    }
    assert!(store.list().unwrap().is_empty(), "nothing was written");
}

/// Names that only some stores can have.
#[allow(dead_code)]
const LOCAL_NAMES: &[&str] = &["new\nline", "long"];

fn unusual_keys_are_legal(store: &dyn Store, more: &[&str]) {
    let segments = if more.contains(&"long") { 12 } else { 4 };
    let long = vec!["segment-of-some-length-0123456789".repeat(6); segments].join("/");
    let longest_name = "n".repeat(255);
    let longest_unicode = "é".repeat(127);
    let keys = [
        "日本/ü ö.txt",
        " lead and trail ",
        "%2e%2e/%00",
        "...",
        "a..b",
        ".hidden/.zarray",
        "'\"$*?[]{}",
        "c:0",
        "-rf",
        "nul",
        "x.partial.x",
        "dir.partial/x",
        &long,
        &longest_name,
        &longest_unicode,
    ];
    let keys: Vec<&str> = keys.into_iter().chain(more.iter().copied()).collect();
    for (i, key) in keys.iter().enumerate() {
        store.set(key, format!("value {i}").as_bytes()).unwrap();
    }
    for (i, key) in keys.iter().enumerate() {
        assert_eq!(get(store, key).unwrap(), format!("value {i}").as_bytes(), "{key:?}");
    }
    let sorted: BTreeSet<String> = keys.iter().map(|key| (*key).to_owned()).collect();
    assert_eq!(store.list().unwrap(), sorted.into_iter().collect::<Vec<_>>());
}

fn listing(keys: &[&str], prefixes: &[&str]) -> Listing {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    Listing { keys: owned(keys), prefixes: owned(prefixes) }
}

fn listings_know_siblings_from_children(store: &dyn Store) {
    assert_eq!(store.list_dir("").unwrap(), Listing::default());
    assert!(store.list_prefix("absent/").unwrap().is_empty());
    for key in ["top", "a/x", "a/b/deep/y", "a/b0", "a/b-c/z", "ab/x", "a.b/x", "a0"] {
        store.set(key, b"v").unwrap();
    }
    assert_eq!(
        store.list().unwrap(),
        ["a.b/x", "a/b-c/z", "a/b/deep/y", "a/b0", "a/x", "a0", "ab/x", "top"],
        "sorted by bytes"
    );
    assert_eq!(store.list_prefix("").unwrap(), store.list().unwrap());
    assert_eq!(store.list_prefix("a/").unwrap(), ["a/b-c/z", "a/b/deep/y", "a/b0", "a/x"]);
    assert_eq!(store.list_prefix("a/b/").unwrap(), ["a/b/deep/y"]);
    assert!(store.list_prefix("top/").unwrap().is_empty(), "a key is not below itself");
    assert_eq!(store.list_dir("").unwrap(), listing(&["a0", "top"], &["a.b/", "a/", "ab/"]));
    assert_eq!(store.list_dir("a/").unwrap(), listing(&["a/b0", "a/x"], &["a/b-c/", "a/b/"]));
    assert_eq!(store.list_dir("a/b/").unwrap(), listing(&[], &["a/b/deep/"]));
    assert_eq!(store.list_dir("top/").unwrap(), Listing::default());
    assert_eq!(store.list_dir("absent/").unwrap(), Listing::default());
}

fn erasing_is_exact(store: &dyn Store) {
    store.erase("absent").unwrap();
    store.erase("absent/below").unwrap();
    store.erase_prefix("absent/").unwrap();
    for key in ["a/x", "a/y/1", "a/y/2", "ab/x", "b", "c/d/e/f"] {
        store.set(key, b"v").unwrap();
    }
    store.erase("c/d/e/f").unwrap();
    assert_eq!(store.list_dir("").unwrap().prefixes, ["a/", "ab/"], "no prefix outlives its keys");
    store.erase("b/below").unwrap();
    store.erase_prefix("b/").unwrap();
    assert!(store.exists("b").unwrap());
    store.erase_prefix("a/y/").unwrap();
    assert_eq!(store.list().unwrap(), ["a/x", "ab/x", "b"]);
    store.erase_values(&["a/x", "absent", "b"]).unwrap();
    assert_eq!(store.list().unwrap(), ["ab/x"]);
    store.set("a", b"a value where there were children").unwrap();
    store.erase_prefix("").unwrap();
    assert!(store.list().unwrap().is_empty());
    store.set("again", b"v").unwrap();
    assert_eq!(store.list().unwrap(), ["again"]);
}

fn renaming_is_whole_or_not_offered(store: &dyn Store) {
    for key in ["a/x", "a/y/z", "ab/x", "b"] {
        store.set(key, key.as_bytes()).unwrap();
    }
    let before = store.list().unwrap();
    for (from, to) in [("a", "c/"), ("a/", "c"), ("../", "c/"), ("a/", "/c/")] {
        assert!(matches!(store.rename_prefix(from, to), Ok(false) | Err(_)), "{from:?} to {to:?}");
    }
    assert_eq!(store.list().unwrap(), before);
    if !store.rename_prefix("a/", "c/d/").unwrap() {
        assert_eq!(store.list().unwrap(), before);
        return;
    }
    assert_eq!(store.list().unwrap(), ["ab/x", "b", "c/d/x", "c/d/y/z"]);
    assert_eq!(get(store, "c/d/y/z"), Some(b"a/y/z".to_vec()));
    assert_eq!(store.list_dir("").unwrap(), listing(&["b"], &["ab/", "c/"]));
    assert!(store.rename_prefix("c/d/", "a/").unwrap());
    assert_eq!(store.list().unwrap(), before, "and no empty folder stays in the way");
    store.set("c", b"a value in the place of a folder").unwrap();
}

fn erasing_is_refused(store: &dyn Store) {
    for key in ["a/x", "ab"] {
        store.set(key, b"v").unwrap();
    }
    assert_eq!(kind(store.erase("a/x")), ErrorKind::Unsupported);
    assert_eq!(kind(store.erase_values(&["absent", "ab"])), ErrorKind::Unsupported);
    assert_eq!(kind(store.erase_prefix("a/")), ErrorKind::Unsupported);
    assert_eq!(kind(store.erase_prefix("")), ErrorKind::Unsupported);
    assert_eq!(store.list().unwrap(), ["a/x", "ab"], "what is refused changes nothing");
    // What is not there is erased already.
    store.erase("absent").unwrap();
    store.erase("a/x/below").unwrap();
    store.erase_prefix("absent/").unwrap();
}

fn partial_values_are_patched(store: &dyn Store) {
    store.set("k", b"0123456789").unwrap();
    store.set_partial_values(&[("k", 8, b"EFGH"), ("new", 3, b"x"), ("k", 1, b"ab"), ("k", 3, b"c")]).unwrap();
    assert_eq!(get(store, "k").unwrap(), b"0abc4567EFGH", "touching ranges do not overlap");
    assert_eq!(get(store, "new").unwrap(), b"\0\0\0x", "what lies past the end is zero");
    store.set_partial_values(&[("k", 2, b"")]).unwrap();
    assert_eq!(get(store, "k").unwrap(), b"0abc4567EFGH");
    store.set_partial_values(&[]).unwrap();

    for parts in [
        [("k", 1, b"abc".as_slice()), ("k", 3, b"d")],
        [("k", 5, b"a"), ("k", 5, b"a")],
        [("other", 0, b"written?"), ("k", u64::MAX, b"ab")],
    ] {
        let error = store.set_partial_values(&parts).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
        assert!(error.message().contains("\"k\""), "{error}");
    }
    assert_eq!(kind(store.set_partial_values(&[("k", 1 << 63, b"a")])), ErrorKind::NoMemory);
    assert_eq!(get(store, "k").unwrap(), b"0abc4567EFGH", "a refused change changes nothing");
    assert_eq!(get(store, "other"), None, "all parts are checked before the first is written");
}

fn several_values_are_written_at_once(store: &dyn Store) {
    store.set("a", b"old").unwrap();
    store.set_many(&[("a", b"new"), ("b/c", b""), ("d", b"v")]).unwrap();
    store.set_many(&[]).unwrap();
    assert_eq!(get(store, "a").unwrap(), b"new");
    assert_eq!(get(store, "b/c").unwrap(), b"");
    assert_eq!(store.list().unwrap(), ["a", "b/c", "d"]);
    assert_eq!(kind(store.set_many(&[("../x", b"v")])), ErrorKind::InvalidArgument);
}

fn parts_of_a_held_value_are_those_that_there_are(store: &dyn Store) {
    assert_eq!(store.hold("k").unwrap().get_many(&[ByteRange::ALL, from(0, 1)]).unwrap(), None);
    store.set("k", b"0123456789").unwrap();
    let held = store.hold("k").unwrap();
    assert_eq!(held.get_many(&[ByteRange::Suffix(2)]).unwrap().unwrap(), [b"89"]);
    let parts = held.get_many(&[from(8, 9), from(0, 1), ByteRange::ALL]).unwrap().unwrap();
    assert_eq!(parts, [&b"89"[..], b"0", b"0123456789"]);
    assert_eq!(kind(held.get_many(&[from(11, 1)])), ErrorKind::OutOfBounds);
    assert_eq!(held.get_many(&[]).unwrap().unwrap_or_default(), Vec::<Vec<u8>>::new());
    assert_eq!(held.size().unwrap(), Some(10));
    for (start, length) in [(0, 10), (3, 4), (9, 1), (10, 0)] {
        let mut part = vec![0; length];
        held.read_into(start as u64, &mut part).unwrap();
        assert_eq!(part, b"0123456789"[start..start + length]);
    }
    for (start, length) in [(0, 11), (9, 2), (10, 1)] {
        assert_eq!(kind(held.read_into(start, &mut vec![0; length])), ErrorKind::Data, "{start} {length}");
    }
    let absent = store.hold("absent").unwrap();
    assert_eq!(absent.size().unwrap(), None);
    assert_eq!(kind(absent.read_into(0, &mut [0])), ErrorKind::Data);
    assert_eq!(kind(store.hold("../k").and_then(|held| held.get_many(&[ByteRange::ALL]))), ErrorKind::InvalidArgument);
}

fn a_held_value_stays_what_it_was(store: &dyn Store) {
    store.set("k", b"old value").unwrap();
    let held = store.hold("k").unwrap();
    let absent = store.hold("absent").unwrap();
    assert_eq!(held.get_many(&[ByteRange::Suffix(5)]).unwrap().unwrap(), [b"value"]);
    store.set("k", b"new").unwrap();
    store.set("absent", b"new").unwrap();
    assert_eq!(held.get_many(&[from(0, 3)]).unwrap().unwrap(), [b"old"]);
    if store.capabilities().erasable {
        store.erase("k").unwrap();
    }
    assert_eq!(held.get_many(&[ByteRange::ALL]).unwrap().unwrap(), [b"old value"]);
    assert_eq!(absent.get_many(&[ByteRange::ALL]).unwrap(), None);
}

fn versions_protect_from_lost_updates(store: &dyn Store, counts: bool) {
    if !store.capabilities().conditional {
        assert_eq!(kind(store.get_versioned("k")), ErrorKind::Unsupported);
        assert_eq!(kind(store.set_if("k", &None, b"v")), ErrorKind::Unsupported);
        assert_eq!(kind(store.erase_if("k", &None)), ErrorKind::Unsupported);
        assert_eq!(get(store, "k"), None);
        return;
    }
    assert_eq!(store.get_versioned("k").unwrap(), (None, None));
    store.set_if("k", &None, b"one").unwrap();
    assert_eq!(kind(store.set_if("k", &None, b"two")), ErrorKind::Conflict, "it is there meanwhile");
    let (value, first) = store.get_versioned("k").unwrap();
    assert_eq!(value.unwrap(), b"one");
    assert!(first.is_some());
    store.set_if("k", &first, b"two").unwrap();
    assert_eq!(kind(store.set_if("k", &first, b"three")), ErrorKind::Conflict);
    let (value, second) = store.get_versioned("k").unwrap();
    assert_eq!(value.unwrap(), b"two");
    store.erase("k").unwrap();
    assert_eq!(kind(store.set_if("k", &second, b"three")), ErrorKind::Conflict, "it is gone");
    store.set("k", b"two").unwrap();
    if counts {
        assert_eq!(kind(store.set_if("k", &second, b"three")), ErrorKind::Conflict, "the same bytes, written anew");
    } else {
        store.set("k", b"two, but longer").unwrap();
        assert_eq!(kind(store.set_if("k", &second, b"three")), ErrorKind::Conflict, "written anew");
        store.set("k", b"two").unwrap();
    }
    assert_eq!(get(store, "k").unwrap(), b"two");

    let (_, third) = store.get_versioned("k").unwrap();
    match store.erase_if("k", &second) {
        // A store may write on a condition, and not erase on one.
        Err(error) if error.kind() == ErrorKind::Unsupported => {}
        refused => {
            assert_eq!(kind(refused), ErrorKind::Conflict);
            assert_eq!(get(store, "k").unwrap(), b"two");
            store.erase_if("k", &third).unwrap();
            assert_eq!(get(store, "k"), None);
            assert_eq!(kind(store.erase_if("k", &third)), ErrorKind::Conflict, "it is gone already");
        }
    }

    store.set("count", b"0").unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..100 {
                    loop {
                        let (value, version) = store.get_versioned("count").unwrap();
                        let count: u32 = String::from_utf8(value.unwrap()).unwrap().parse().unwrap();
                        match store.set_if("count", &version, (count + 1).to_string().as_bytes()) {
                            Ok(()) => break,
                            Err(error) => assert_eq!(error.kind(), ErrorKind::Conflict, "{error}"),
                        }
                    }
                }
            });
        }
    });
    assert_eq!(get(store, "count").unwrap(), b"400");
}

fn readers_never_see_a_torn_value(store: &Arc<dyn Store>) {
    let done = AtomicBool::new(false);
    // The length tells the byte that the whole value must consist of.
    let value = |writer: u8, round: usize| vec![writer; 20_000 + 1000 * usize::from(writer) + round % 7];
    store.set("a/k", &value(0, 0)).unwrap();
    std::thread::scope(|scope| {
        let writers: Vec<_> = (1..=3)
            .map(|writer| scope.spawn(move || (0..150).for_each(|i| store.set("a/k", &value(writer, i)).unwrap())))
            .collect();
        let reader = scope.spawn(|| {
            let mut reads = 0;
            while !done.load(Ordering::Relaxed) || reads == 0 {
                let value = get(&**store, "a/k").expect("the key is there at all times");
                let writer = ((value.len() - 20_000) / 1000) as u8;
                assert!(value.iter().all(|byte| *byte == writer), "a mixture of two values");
                reads += 1;
            }
        });
        for writer in writers {
            writer.join().unwrap();
        }
        done.store(true, Ordering::Relaxed);
        reader.join().unwrap();
    });
    assert_eq!(store.list().unwrap(), ["a/k"], "nothing else is left");
}

fn erasing_while_listing_is_harmless(store: &Arc<dyn Store>) {
    store.set("stays/x", b"v").unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writers: Vec<_> = (0..2)
            .map(|writer| {
                // Both writers use the same directories, so that one erases the empty parents that the other needs.
                scope.spawn(move || {
                    for i in 0..150 {
                        let key = format!("goes/{}/{writer}", i % 3);
                        store.set(&key, b"v").unwrap();
                        assert_eq!(get(&**store, &key).as_deref(), Some(b"v".as_slice()));
                        store.erase(&key).unwrap();
                        assert_eq!(get(&**store, &key), None);
                    }
                })
            })
            .collect();
        let lister = scope.spawn(|| {
            let mut rounds = 0;
            while !done.load(Ordering::Relaxed) || rounds == 0 {
                let keys = store.list().unwrap();
                assert!(keys.contains(&"stays/x".to_owned()));
                assert!(keys.iter().all(|key| key == "stays/x" || key.starts_with("goes/")), "{keys:?}");
                assert!(store.list_dir("").unwrap().prefixes.contains(&"stays/".to_owned()));
                rounds += 1;
            }
        });
        for writer in writers {
            writer.join().unwrap();
        }
        done.store(true, Ordering::Relaxed);
        lister.join().unwrap();
    });
    assert_eq!(store.list().unwrap(), ["stays/x"]);
    assert_eq!(store.list_dir("").unwrap(), listing(&[], &["stays/"]));
}
