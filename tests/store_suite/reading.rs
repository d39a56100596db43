//! Reading of a store that was filled before.

use super::{Fill, NO_KEYS, NO_PREFIXES, ReadingPart, Traits, filled, from, get, key_of, kind, listing};
use std::collections::BTreeSet;
use zarr::ErrorKind;
use zarr::store::{ByteRange, Listing, StoreExt, bytes_of};

pub const PARTS: [ReadingPart; 6] = [
    ("values are read", values_are_read),
    ("ranges are cut and checked", ranges_are_cut_and_checked),
    ("keys and prefixes are checked", keys_and_prefixes_are_checked),
    ("unusual keys are legal", unusual_keys_are_legal),
    ("listings know siblings from children", listings_know_siblings_from_children),
    ("parts of a held value are those that there are", parts_of_a_held_value_are_those_that_there_are),
];

fn values_are_read(fill: &Fill<'_>, _: &Traits) {
    let large: Vec<u8> = (0..3_000_001_u32).map(|i| (i * 7 + i / 251) as u8).collect();
    let store = fill(&[("a/b", b"some value"), ("empty", b""), ("large", &large)]);
    assert_eq!(get(&*store, "a/b").unwrap(), b"some value");
    assert_eq!(store.size("a/b").unwrap(), Some(10));
    assert!(store.exists("a/b").unwrap());
    assert_eq!(get(&*store, "empty").unwrap(), b"", "an empty value is not a missing one");
    assert_eq!(store.size("empty").unwrap(), Some(0));
    assert!(store.exists("empty").unwrap());
    assert_eq!(store.get_into("empty", 0, &mut [0; 4]).unwrap(), filled(0, 0));
    assert_eq!(store.get_beginning("empty", 4).unwrap().unwrap().bytes, b"");

    for missing in ["a/c", "a/b/c", "A/b", "a/B", "c/d/e"] {
        assert_eq!(get(&*store, missing), None, "{missing:?} is not there, and keys are case sensitive");
        assert_eq!(store.size(missing).unwrap(), None, "{missing:?}");
        assert!(!store.exists(missing).unwrap(), "{missing:?}");
        assert_eq!(store.get_into(missing, 0, &mut [0; 4]).unwrap(), None, "{missing:?}");
        assert_eq!(store.get(missing, from(100, 1)).unwrap(), None, "a missing key has no end to reach past");
        assert_eq!(store.get(missing, ByteRange::Suffix(3)).unwrap(), None, "{missing:?}");
    }

    assert!(get(&*store, "large").unwrap() == large);
    let mut part = vec![0; 1_000_000];
    assert_eq!(store.get_into("large", 1_999_999, &mut part).unwrap(), filled(1_000_000, 3_000_001));
    assert!(part == large[1_999_999..2_999_999]);
}

fn ranges_are_cut_and_checked(fill: &Fill<'_>, _: &Traits) {
    let store = fill(&[("k", b"0123456789"), ("empty", b"")]);
    let read = |range| store.get("k", range).unwrap().unwrap();
    assert_eq!(read(from(3, 4)), b"3456");
    assert_eq!(read(from(3, None)), b"3456789");
    assert_eq!(read(from(3, 0)), b"");
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

    for most in [1, 4, 10, 11, u64::MAX] {
        let due = &b"0123456789"[..most.min(10) as usize];
        let found = store.get_beginning("k", most).unwrap().unwrap();
        assert!(!found.bytes.is_empty() && due.starts_with(&found.bytes), "{most}: {found:?}");
        assert!(!found.ended || found.bytes == due, "{most}: {found:?}");
    }
    assert_eq!(store.get_beginning("missing", 5).unwrap(), None);

    for used in [0, 4, 100] {
        let whole = |key, most| {
            let mut memory = vec![b'-'; used];
            let length = store.get_whole(key, most, &mut memory)?;
            Ok(length.map(|length| memory[..length].to_vec()))
        };
        assert_eq!(whole("k", 10).unwrap().unwrap(), b"0123456789");
        assert_eq!(whole("k", u64::MAX).unwrap().unwrap(), b"0123456789");
        assert_eq!(kind(whole("k", 9)), ErrorKind::Limit);
        assert_eq!(whole("missing", 9).unwrap(), None);
        assert_eq!(whole("empty", 0).unwrap().unwrap(), b"");
    }

    let requests = [("k", from(1, 2)), ("missing", ByteRange::ALL), ("k", ByteRange::Suffix(1)), ("k", from(1, 2))];
    let expected = [Some(b"12".to_vec()), None, Some(b"9".to_vec()), Some(b"12".to_vec())];
    assert_eq!(bytes_of(store.get_many(&requests).unwrap()), expected, "in the order asked for, with repetitions");
    assert_eq!(store.get_many(&[]).unwrap(), []);
    assert_eq!(kind(store.get_many(&[("k", from(99, 1))])), ErrorKind::OutOfBounds);
}

fn keys_and_prefixes_are_checked(fill: &Fill<'_>, _: &Traits) {
    let store = fill(&[]);
    for key in NO_KEYS {
        assert_eq!(kind(store.get(key, ByteRange::ALL)), ErrorKind::InvalidArgument, "get {key:?}");
        assert_eq!(kind(store.get_into(key, 0, &mut [0])), ErrorKind::InvalidArgument, "get_into {key:?}");
        assert_eq!(kind(store.get_many(&[(key, ByteRange::ALL)])), ErrorKind::InvalidArgument, "get_many {key:?}");
        assert_eq!(kind(store.get_beginning(key, 9)), ErrorKind::InvalidArgument, "get_beginning {key:?}");
        assert_eq!(kind(store.size(key)), ErrorKind::InvalidArgument, "size {key:?}");
        assert_eq!(kind(store.exists(key)), ErrorKind::InvalidArgument, "exists {key:?}");
    }
    if store.capabilities().listable {
        for prefix in NO_PREFIXES {
            assert_eq!(kind(store.list_prefix(prefix)), ErrorKind::InvalidArgument, "list_prefix {prefix:?}");
            assert_eq!(kind(store.list_dir(prefix)), ErrorKind::InvalidArgument, "list_dir {prefix:?}");
        }
    }
}

fn unusual_keys_are_legal(fill: &Fill<'_>, traits: &Traits) {
    let (long, longest_name, longest_unicode) = (key_of(traits.longest_key), "n".repeat(255), "é".repeat(127));
    let keys = [
        "日本/ü ö.txt",
        " lead and trail ",
        "%2e%2e/%00",
        "...",
        "a..b",
        ".hidden/.zarray",
        "'\"$*?[]{}",
        "#&+=;,@!~",
        "c:0",
        "-rf",
        "nul",
        "_",
        "a%",
        "x'; DROP TABLE zarr; --",
        "x.partial.x",
        "dir.partial/x",
        &long,
        &longest_name,
        &longest_unicode,
        "new\nline",
    ];
    let fits =
        |key: &&str| key.len() <= traits.longest_key && (traits.control_characters || !key.contains(char::is_control));
    let keys: Vec<&str> = keys.into_iter().filter(fits).collect();
    let values: Vec<String> = (0..keys.len()).map(|i| format!("value {i}")).collect();
    let pairs: Vec<(&str, &[u8])> = keys.iter().copied().zip(values.iter().map(String::as_bytes)).collect();
    let store = fill(&pairs);
    for (key, value) in pairs {
        assert_eq!(get(&*store, key).unwrap(), value, "{key:?}");
    }
    if store.capabilities().listable {
        let sorted: BTreeSet<String> = keys.iter().map(|key| (*key).to_owned()).collect();
        assert_eq!(store.list_all().unwrap(), sorted.into_iter().collect::<Vec<_>>());
    }
}

fn listings_know_siblings_from_children(fill: &Fill<'_>, _: &Traits) {
    let empty = fill(&[]);
    if !empty.capabilities().listable {
        assert_eq!(kind(empty.list_all()), ErrorKind::Unsupported);
        assert_eq!(kind(empty.list_prefix("a/")), ErrorKind::Unsupported);
        assert_eq!(kind(empty.list_dir("")), ErrorKind::Unsupported);
        return;
    }
    assert_eq!(empty.list_dir("").unwrap(), Listing::default());
    assert!(empty.list_prefix("absent/").unwrap().is_empty());
    let keys = ["top", "a/x", "a/b/deep/y", "a/b0", "a/b-c/z", "ab/x", "a.b/x", "a0"];
    let store = fill(&keys.map(|key| (key, b"v".as_slice())));
    assert_eq!(
        store.list_all().unwrap(),
        ["a.b/x", "a/b-c/z", "a/b/deep/y", "a/b0", "a/x", "a0", "ab/x", "top"],
        "sorted by bytes"
    );
    assert_eq!(store.list_prefix("").unwrap(), store.list_all().unwrap());
    assert_eq!(store.list_prefix("a/").unwrap(), ["a/b-c/z", "a/b/deep/y", "a/b0", "a/x"]);
    assert_eq!(store.list_prefix("a/b/").unwrap(), ["a/b/deep/y"]);
    assert!(store.list_prefix("top/").unwrap().is_empty(), "a key is not below itself");
    assert_eq!(store.list_dir("").unwrap(), listing(&["a0", "top"], &["a.b/", "a/", "ab/"]));
    assert_eq!(store.list_dir("a/").unwrap(), listing(&["a/b0", "a/x"], &["a/b-c/", "a/b/"]));
    assert_eq!(store.list_dir("a/b/").unwrap(), listing(&[], &["a/b/deep/"]));
    assert_eq!(store.list_dir("top/").unwrap(), Listing::default());
    assert_eq!(store.list_dir("absent/").unwrap(), Listing::default());
}

fn parts_of_a_held_value_are_those_that_there_are(fill: &Fill<'_>, _: &Traits) {
    let store = fill(&[("k", b"0123456789")]);
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
    assert_eq!(absent.get_many(&[ByteRange::ALL, from(0, 1)]).unwrap(), None);
    assert_eq!(absent.size().unwrap(), None);
    assert_eq!(kind(absent.read_into(0, &mut [0])), ErrorKind::Data);
    assert_eq!(kind(store.hold("../k").and_then(|held| held.get_many(&[ByteRange::ALL]))), ErrorKind::InvalidArgument);
}
