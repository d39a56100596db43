//! Writing to a store: each part begins with a new, empty one.

use super::{NO_KEYS, NO_PREFIXES, Traits, WritingPart, from, get, key_of, kind, listing};
use std::sync::atomic::{AtomicBool, Ordering};
use zarr::ErrorKind;
use zarr::store::{ByteRange, Store, StoreExt};

pub const PARTS: [WritingPart; 12] = [
    ("values come back", values_come_back),
    ("keys and prefixes are checked before anything happens", keys_and_prefixes_are_checked_before_anything_happens),
    ("keys have one limit, which is told", keys_have_one_limit_which_is_told),
    ("a key at a prefix hides nothing", a_key_at_a_prefix_hides_nothing),
    ("erasing is exact, or refused", erasing_is_exact),
    ("renaming is whole, or not offered", renaming_is_whole_or_not_offered),
    ("erasing while listing is harmless", erasing_while_listing_is_harmless),
    ("partial values are patched", partial_values_are_patched),
    ("several values are written at once", several_values_are_written_at_once),
    ("a held value stays what it was", a_held_value_stays_what_it_was),
    ("versions protect from lost updates", versions_protect_from_lost_updates),
    ("readers never see a torn value", readers_never_see_a_torn_value),
];

fn values_come_back(store: &dyn Store, _: &Traits) {
    assert_eq!(get(store, "a/b"), None);
    assert_eq!(store.size("a/b").unwrap(), None);
    assert!(!store.exists("a/b").unwrap());
    store.set("a/b", b"first, and longer than the second one").unwrap();
    store.set("a/b", b"second value").unwrap();
    assert_eq!(get(store, "a/b").unwrap(), b"second value");
    assert_eq!(store.size("a/b").unwrap(), Some(12));
    store.set("a/b", b"").unwrap();
    assert_eq!(get(store, "a/b").unwrap(), b"", "an empty value is not a missing one");
    assert!(store.exists("a/b").unwrap());
    store.set("a/b", b"third").unwrap();
    assert_eq!(get(store, "a/b").unwrap(), b"third");
    assert_eq!(store.list_all().unwrap(), ["a/b"]);
    store.flush().unwrap();
    assert_eq!(get(store, "a/b").unwrap(), b"third");
}

fn keys_and_prefixes_are_checked_before_anything_happens(store: &dyn Store, _: &Traits) {
    for key in NO_KEYS {
        assert_eq!(kind(store.set(key, b"x")), ErrorKind::InvalidArgument, "set {key:?}");
        assert_eq!(kind(store.set_many(&[(key, b"x")])), ErrorKind::InvalidArgument, "set_many {key:?}");
        assert_eq!(kind(store.erase(key)), ErrorKind::InvalidArgument, "erase {key:?}");
        assert_eq!(kind(store.erase_values(&[key])), ErrorKind::InvalidArgument, "erase_values {key:?}");
        let parts: [(&str, u64, &[u8]); 2] = [("good", 0, b"x"), (key, 0, b"x")];
        assert_eq!(kind(store.set_partial_values(&parts)), ErrorKind::InvalidArgument, "set_partial_values {key:?}");
    }
    for prefix in NO_PREFIXES {
        assert_eq!(kind(store.erase_prefix(prefix)), ErrorKind::InvalidArgument, "erase_prefix {prefix:?}");
    }
    assert!(store.list_all().unwrap().is_empty(), "nothing was written");
}

/// A key that is too long can't be there: reading and erasing it are as with any key that is missing.
fn keys_have_one_limit_which_is_told(store: &dyn Store, traits: &Traits) {
    let longest = key_of(traits.longest_key);
    store.set(&longest, b"v").unwrap();
    assert_eq!(get(store, &longest).unwrap(), b"v");
    assert_eq!(store.list_all().unwrap(), [longest.as_str()]);
    if !traits.refuses_longer_keys {
        return;
    }
    for length in [traits.longest_key + 1, traits.longest_key * 3] {
        let longer = key_of(length);
        let error = store.set(&longer, b"v").unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::InvalidArgument), "{error}");
        assert_eq!(get(store, &longer), None);
        assert_eq!(store.size(&longer).unwrap(), None);
        assert!(!store.exists(&longer).unwrap());
        assert!(store.list_prefix(&format!("{longer}/")).unwrap().is_empty());
        assert_eq!(store.list_dir(&format!("{longer}/")).unwrap(), listing(&[], &[]));
        if store.capabilities().erasable {
            store.erase(&longer).unwrap();
            store.erase_values(&[&longer]).unwrap();
            store.erase_prefix(&format!("{longer}/")).unwrap();
        }
    }
    assert_eq!(store.list_all().unwrap(), [longest.as_str()]);
}

/// No format needs a key `a` beside `a/x`, and a file system can't have both: a store has both, or refuses the second
/// one, keeps the first, and has no value for the other, be it missing or an error.
fn a_key_at_a_prefix_hides_nothing(store: &dyn Store, _: &Traits) {
    for (first, second) in [("a/x", "a"), ("b", "b/x")] {
        store.set(first, b"first").unwrap();
        match store.set(second, b"second") {
            Ok(()) => {
                assert_eq!(get(store, second).unwrap(), b"second");
                assert_eq!(store.list_prefix("").unwrap(), [first.min(second), first.max(second)]);
                let (top, below) = (&first[..1], format!("{}/", &first[..1]));
                assert_eq!(store.list_dir("").unwrap(), listing(&[top], &[&below]));
                assert_eq!(store.list_prefix(&below).unwrap(), [format!("{below}x")]);
            }
            Err(error) => {
                assert!(error.message().contains(&format!("{second:?}")), "{error}");
                assert!(!matches!(store.get(second, ByteRange::ALL), Ok(Some(_))));
                assert_eq!(store.list_all().unwrap(), [first]);
            }
        }
        assert_eq!(get(store, first).unwrap(), b"first");
        if !store.capabilities().erasable {
            return;
        }
        store.erase_prefix("").unwrap();
        assert!(store.list_all().unwrap().is_empty());
    }
    for key in ["c", "c/x"] {
        // Where both are there, neither goes with the other.
        if store.set(key, b"v").is_err() {
            return;
        }
    }
    store.erase_prefix("c/").unwrap();
    assert_eq!(store.list_all().unwrap(), ["c"]);
    store.set("c/x", b"v").unwrap();
    store.erase("c").unwrap();
    assert_eq!(store.list_all().unwrap(), ["c/x"]);
}

fn erasing_is_exact(store: &dyn Store, _: &Traits) {
    if !store.capabilities().erasable {
        return erasing_is_refused(store);
    }
    store.erase("absent").unwrap();
    store.erase("absent/below").unwrap();
    store.erase_prefix("absent/").unwrap();
    for key in ["a/x", "a/xx", "a/y/1", "a/y/2", "a/yy", "ab/x", "b", "bb", "c/d/e/f"] {
        store.set(key, b"v").unwrap();
    }
    store.erase("c/d/e/f").unwrap();
    assert_eq!(store.list_dir("").unwrap().prefixes, ["a/", "ab/"], "no prefix outlives its keys");
    store.erase("b/below").unwrap();
    store.erase_prefix("b/").unwrap();
    assert!(store.exists("b").unwrap());
    store.erase_prefix("a/y/").unwrap();
    assert_eq!(store.list_all().unwrap(), ["a/x", "a/xx", "a/yy", "ab/x", "b", "bb"]);
    store.erase_values(&["a/x", "absent", "b"]).unwrap();
    assert_eq!(store.list_all().unwrap(), ["a/xx", "a/yy", "ab/x", "bb"]);
    store.erase_prefix("a/").unwrap();
    assert_eq!(store.list_all().unwrap(), ["ab/x", "bb"]);
    store.set("a", b"a value where there were children").unwrap();
    store.erase_prefix("").unwrap();
    assert!(store.list_all().unwrap().is_empty());
    store.set("again", b"v").unwrap();
    assert_eq!(store.list_all().unwrap(), ["again"]);
}

fn renaming_is_whole_or_not_offered(store: &dyn Store, _: &Traits) {
    for key in ["a/x", "a/y/z", "ab/x", "b"] {
        store.set(key, key.as_bytes()).unwrap();
    }
    let before = store.list_all().unwrap();
    for (from, to) in [("a", "c/"), ("a/", "c"), ("../", "c/"), ("a/", "/c/")] {
        assert!(matches!(store.rename_prefix(from, to), Ok(false) | Err(_)), "{from:?} to {to:?}");
    }
    assert_eq!(store.list_all().unwrap(), before);
    if !store.rename_prefix("a/", "c/d/").unwrap() {
        assert_eq!(store.list_all().unwrap(), before);
        return;
    }
    assert_eq!(store.list_all().unwrap(), ["ab/x", "b", "c/d/x", "c/d/y/z"]);
    assert_eq!(get(store, "c/d/y/z"), Some(b"a/y/z".to_vec()));
    assert_eq!(store.list_dir("").unwrap(), listing(&["b"], &["ab/", "c/"]));
    assert!(store.rename_prefix("c/d/", "a/").unwrap());
    assert_eq!(store.list_all().unwrap(), before, "and no empty folder stays in the way");
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
    assert_eq!(store.list_all().unwrap(), ["a/x", "ab"], "what is refused changes nothing");
    // A missing key is erased already.
    store.erase("absent").unwrap();
    store.erase("a/x/below").unwrap();
    store.erase_prefix("absent/").unwrap();
}

fn partial_values_are_patched(store: &dyn Store, _: &Traits) {
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

fn several_values_are_written_at_once(store: &dyn Store, _: &Traits) {
    store.set("a", b"old").unwrap();
    store.set_many(&[("a", b"new"), ("b/c", b""), ("d", b"v")]).unwrap();
    store.set_many(&[]).unwrap();
    assert_eq!(get(store, "a").unwrap(), b"new");
    assert_eq!(get(store, "b/c").unwrap(), b"");
    assert_eq!(store.list_all().unwrap(), ["a", "b/c", "d"]);
    assert_eq!(kind(store.set_many(&[("../x", b"v")])), ErrorKind::InvalidArgument);
}

fn a_held_value_stays_what_it_was(store: &dyn Store, traits: &Traits) {
    if !traits.holds {
        return;
    }
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

fn versions_protect_from_lost_updates(store: &dyn Store, traits: &Traits) {
    if !store.capabilities().conditional {
        assert_eq!(kind(store.get_versioned("k", u64::MAX)), ErrorKind::Unsupported);
        assert_eq!(kind(store.set_if("k", &None, b"v")), ErrorKind::Unsupported);
        assert_eq!(kind(store.erase_if("k", &None)), ErrorKind::Unsupported);
        assert_eq!(get(store, "k"), None);
        return;
    }
    assert_eq!(store.get_versioned("k", u64::MAX).unwrap(), (None, None));
    store.set_if("k", &None, b"one").unwrap();
    assert_eq!(kind(store.set_if("k", &None, b"two")), ErrorKind::Conflict, "it is there meanwhile");
    let (value, first) = store.get_versioned("k", u64::MAX).unwrap();
    assert_eq!(value.unwrap(), b"one");
    assert!(first.is_some());
    store.set_if("k", &first, b"two").unwrap();
    assert_eq!(kind(store.set_if("k", &first, b"three")), ErrorKind::Conflict);
    assert_eq!(kind(store.get_versioned("k", 2)), ErrorKind::Limit, "a byte too long");
    let (value, second) = store.get_versioned("k", 3).unwrap();
    assert_eq!(value.unwrap(), b"two");
    store.erase("k").unwrap();
    assert_eq!(kind(store.set_if("k", &second, b"three")), ErrorKind::Conflict, "it is gone");
    store.set("k", b"two").unwrap();
    if traits.counts {
        assert_eq!(kind(store.set_if("k", &second, b"three")), ErrorKind::Conflict, "the same bytes, written anew");
    } else {
        store.set("k", b"two, but longer").unwrap();
        assert_eq!(kind(store.set_if("k", &second, b"three")), ErrorKind::Conflict, "written anew");
        store.set("k", b"two").unwrap();
    }
    assert_eq!(get(store, "k").unwrap(), b"two");

    let (_, third) = store.get_versioned("k", u64::MAX).unwrap();
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
                        let (value, version) = store.get_versioned("count", u64::MAX).unwrap();
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

fn readers_never_see_a_torn_value(store: &dyn Store, traits: &Traits) {
    if !traits.readers {
        return;
    }
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
                let value = get(store, "a/k").expect("the key is there at all times");
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
    assert_eq!(store.list_all().unwrap(), ["a/k"], "nothing else is left");
}

fn erasing_while_listing_is_harmless(store: &dyn Store, _: &Traits) {
    if !store.capabilities().erasable {
        return;
    }
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
                        assert_eq!(get(store, &key).as_deref(), Some(b"v".as_slice()));
                        store.erase(&key).unwrap();
                        assert_eq!(get(store, &key), None);
                    }
                })
            })
            .collect();
        let lister = scope.spawn(|| {
            let mut rounds = 0;
            while !done.load(Ordering::Relaxed) || rounds == 0 {
                let keys = store.list_all().unwrap();
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
    assert_eq!(store.list_all().unwrap(), ["stays/x"]);
    assert_eq!(store.list_dir("").unwrap(), listing(&[], &["stays/"]));
}

/// A store that is only read, and holds `a/x` and `ab`.
pub fn is_refused(store: &dyn Store) {
    let capabilities = store.capabilities();
    assert!(!capabilities.writeable && !capabilities.erasable && !capabilities.conditional, "{capabilities:?}");
    let before = store.list_all().ok();
    let values: [(&str, &[u8]); 1] = [("a/x", b"w")];
    assert_eq!(kind(store.set("new", b"v")), ErrorKind::ReadOnly);
    assert_eq!(kind(store.set("a/x", b"w")), ErrorKind::ReadOnly);
    assert_eq!(kind(store.set_many(&values)), ErrorKind::ReadOnly);
    assert_eq!(kind(store.set_partial_values(&[("a/x", 0, b"w")])), ErrorKind::ReadOnly);
    assert_eq!(kind(store.erase("a/x")), ErrorKind::ReadOnly);
    assert_eq!(kind(store.erase_values(&["ab"])), ErrorKind::ReadOnly);
    assert_eq!(kind(store.erase_prefix("a/")), ErrorKind::ReadOnly);
    assert_eq!(kind(store.erase_prefix("")), ErrorKind::ReadOnly);
    assert!(!matches!(store.rename_prefix("a/", "b/"), Ok(true)));
    assert_eq!((get(store, "a/x").unwrap(), get(store, "ab").unwrap()), (b"v".to_vec(), b"v".to_vec()));
    assert_eq!((get(store, "new"), store.list_all().ok()), (None, before), "what is refused changes nothing");
    store.flush().unwrap();
}
