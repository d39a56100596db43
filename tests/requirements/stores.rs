//! The abstract store interface of the 2022 draft, in each kind of store: one that has everything, the file system, a
//! zip file, and one that has only the operations on single whole values, for which the others are derived.

use super::*;
use zarr::store::{self, Capabilities, Depth, Listing, StoreExt, StoreName, StoreOptions, When};

/// Whole values and one listing.
#[derive(Debug)]
struct Least(MemoryStore);

impl Store for Least {
    fn name(&self) -> &StoreName {
        self.0.name()
    }
    fn capabilities(&self) -> Capabilities {
        Capabilities { reads_into: false, conditional: false, ..self.0.capabilities() }
    }
    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        let Some(value) = self.0.get(key, ByteRange::ALL)? else { return Ok(None) };
        let range = range.resolve(value.len() as u64)?;
        Ok(Some(value[range.start as usize..range.end as usize].to_vec()))
    }
    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> Result<()> {
        when.begin(key, value)?;
        self.0.write(key, value, When::Claimed)
    }
    fn list(&self, prefix: &str, depth: Depth) -> Result<Listing> {
        self.0.list(prefix, depth)
    }
}

/// Runs a test on a store of each kind that can erase.
fn each(test: impl Fn(&dyn Store)) {
    let directory = tempfile::tempdir().unwrap();
    test(&MemoryStore::new());
    test(&Least(MemoryStore::new()));
    test(&*zarr::store::open(directory.path().to_str().unwrap(), &StoreOptions::read_write()).unwrap());
}

fn value(store: &dyn Store, key: &str) -> Option<Vec<u8>> {
    store.get(key, ByteRange::ALL).unwrap()
}

fn range(start: u64, length: impl Into<Option<u64>>) -> ByteRange {
    ByteRange::From { start, length: length.into() }
}

#[test]
fn set_and_get_give_any_bytes_back() {
    each(|store| {
        let all: Vec<u8> = (0..=255).collect();
        for bytes in [&all[..], b"", b"\0", b"text"] {
            store.set("a/b", bytes).unwrap();
            assert_eq!(value(store, "a/b").unwrap(), bytes);
        }
        assert_eq!(value(store, "a/c"), None);
    });
}

#[test]
fn a_key_has_one_value() {
    each(|store| {
        store.set("a", b"first").unwrap();
        store.set("a", b"2").unwrap();
        assert_eq!(value(store, "a").unwrap(), b"2");
        assert_eq!(store.list_all().unwrap(), ["a"]);
    });
}

#[test]
fn keys_differ_in_case() {
    each(|store| {
        store.set("foo", b"1").unwrap();
        store.set("FOO", b"2").unwrap();
        assert_eq!((value(store, "foo").unwrap(), value(store, "FOO").unwrap()), (b"1".to_vec(), b"2".to_vec()));
        assert_eq!(store.list_all().unwrap(), ["FOO", "foo"]);
    });
}

#[test]
fn a_key_does_not_end_with_a_slash_and_a_prefix_does() {
    each(|store| {
        store.set("a-Z_0.9/b", b"1").unwrap();
        for key in ["a/", "/", ""] {
            assert_eq!(kind(store.set(key, b"1")), ErrorKind::InvalidArgument, "{key}");
            assert_eq!(kind(store.get(key, ByteRange::ALL)), ErrorKind::InvalidArgument, "{key}");
        }
        for prefix in ["a", "a-Z_0.9/b"] {
            assert_eq!(kind(store.list_prefix(prefix)), ErrorKind::InvalidArgument, "{prefix}");
            assert_eq!(kind(store.erase_prefix(prefix)), ErrorKind::InvalidArgument, "{prefix}");
        }
        assert_eq!(store.list_prefix("a-Z_0.9/").unwrap(), ["a-Z_0.9/b"]);
    });
}

#[test]
fn a_range_is_its_start_and_its_length_or_all_that_follows() {
    each(|store| {
        store.set("k", b"0123456789").unwrap();
        for (wanted, bytes) in [
            (range(0, None), &b"0123456789"[..]),
            (range(3, 2), b"34"),
            (range(3, None), b"3456789"),
            (range(0, 0), b""),
            (range(9, 1), b"9"),
        ] {
            assert_eq!(store.get("k", wanted).unwrap().unwrap(), bytes, "{wanted:?}");
        }
    });
}

#[test]
fn partial_values_come_in_the_order_asked_for() {
    each(|store| {
        store.set("a", b"abcdef").unwrap();
        store.set("b", b"012345").unwrap();
        let asked = [
            ("b", range(1, 2)),
            ("a", range(4, None)),
            ("none", range(0, 1)),
            ("b", range(0, None)),
            ("b", range(1, 1)),
        ];
        let given = store::bytes_of(store.get_many(&asked).unwrap());
        let some = |bytes: &[u8]| Some(bytes.to_vec());
        assert_eq!(given, [some(b"12"), some(b"ef"), None, some(b"012345"), some(b"1")]);
        assert!(store.get_many(&[]).unwrap().is_empty());
    });
}

#[test]
fn partial_values_are_set_where_they_belong() {
    each(|store| {
        store.set("a", b"abcdef").unwrap();
        store.set("b", b"012345").unwrap();
        store.set_partial_values(&[("a", 4, b"EF"), ("b", 0, b"x"), ("a", 0, b"A")]).unwrap();
        assert_eq!((value(store, "a").unwrap(), value(store, "b").unwrap()), (b"AbcdEF".to_vec(), b"x12345".to_vec()));
    });
}

#[test]
fn partial_values_of_a_key_do_not_overlap() {
    each(|store| {
        store.set("a", b"abcdef").unwrap();
        for parts in [[("a", 0, &b"12"[..]), ("a", 1, b"3")], [("a", 2, b"3"), ("a", 2, b"3")]] {
            assert_eq!(kind(store.set_partial_values(&parts)), ErrorKind::InvalidArgument, "{parts:?}");
        }
        assert_eq!(value(store, "a").unwrap(), b"abcdef");
    });
}

#[test]
fn erase_takes_one_key_away() {
    each(|store| {
        for key in ["a", "a.b", "b/a"] {
            store.set(key, b"1").unwrap();
        }
        store.erase("a").unwrap();
        assert_eq!(store.list_all().unwrap(), ["a.b", "b/a"]);
    });
}

#[test]
fn erase_values_takes_a_set_of_keys_away() {
    each(|store| {
        for key in ["a", "b", "c", "d"] {
            store.set(key, b"1").unwrap();
        }
        store.erase_values(&["d", "a", "none"]).unwrap();
        assert_eq!(store.list_all().unwrap(), ["b", "c"]);
    });
}

#[test]
fn erase_prefix_takes_all_keys_below_away_and_no_other() {
    each(|store| {
        for key in ["a/x", "a/b/y", "ab/x", "b/a/x"] {
            store.set(key, b"1").unwrap();
        }
        store.erase_prefix("a/").unwrap();
        assert_eq!(store.list_all().unwrap(), ["ab/x", "b/a/x"]);
    });
}

#[test]
fn list_gives_all_keys() {
    each(|store| {
        for key in ["z", "a/b/c", "a/b", "m"].iter().filter(|key| **key != "a/b") {
            store.set(key, b"1").unwrap();
        }
        assert_eq!(store.list_all().unwrap(), ["a/b/c", "m", "z"]);
    });
}

/// The example of the text.
const TREE: [&str; 5] = ["a/b", "a/c/d", "a/c/e", "a/f/g/h", "ab"];

#[test]
fn list_prefix_gives_the_keys_below() {
    each(|store| {
        TREE.iter().for_each(|key| store.set(key, b"1").unwrap());
        assert_eq!(store.list_prefix("a/").unwrap(), TREE[..4]);
        assert_eq!(store.list_prefix("a/c/").unwrap(), ["a/c/d", "a/c/e"]);
    });
}

#[test]
fn list_dir_gives_the_keys_and_prefixes_directly_below() {
    each(|store| {
        TREE.iter().for_each(|key| store.set(key, b"1").unwrap());
        let below = store.list_dir("a/").unwrap();
        assert_eq!((below.keys, below.prefixes), (vec!["a/b".to_owned()], vec!["a/c/".to_owned(), "a/f/".to_owned()]));
        assert_eq!(store.list_dir("a/f/g/").unwrap().keys, ["a/f/g/h"]);
        assert_eq!(store.list_dir("none/").unwrap(), Listing::default());
    });
}

/// A store may lack any capability: each is told, and missing it is an error of its own.
#[test]
fn capabilities_that_are_missing_are_told() {
    let memory = MemoryStore::new();
    memory.set("a/x", b"1").unwrap();
    let read_only = zarr::transformer::ReadOnlyStore::new(Arc::new(memory));
    assert!(!read_only.capabilities().writeable && read_only.capabilities().listable);
    assert_eq!(kind(read_only.set("a", b"1")), ErrorKind::ReadOnly);
    assert_eq!(kind(read_only.erase_prefix("a/")), ErrorKind::ReadOnly);
    assert_eq!(read_only.list_all().unwrap(), ["a/x"]);
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.zip");
    let zip = |options: StoreOptions| zarr::store::open(path.to_str().unwrap(), &options).unwrap();
    zip(StoreOptions::read_write()).set("a", b"1").unwrap();
    let zip = zip(StoreOptions::default());
    assert!(!zip.capabilities().writeable && !zip.capabilities().erasable);
    assert_eq!(kind(zip.erase("a")), ErrorKind::ReadOnly);
}

/// Arrays work on a store with whole values only, and with sharded chunks read parts of them.
#[test]
fn what_a_store_lacks_is_derived() {
    let hierarchy = Hierarchy::with_store(Arc::new(Least(MemoryStore::new())), None).unwrap();
    let mut builder = builder(FormatId::V3Draft2022, "int16", &[8]);
    builder.chunk_shape(&[2]).unwrap();
    builder.shard_shape(&[4]).unwrap();
    let array = hierarchy.create_array("a/x", &builder).unwrap();
    write(&array, &bytes_of(&[1, 2, 3, 4, 5, 6, 7, 8]));
    let mut part = [0; 4];
    array.read_region(&[5], &[2], &mut part).unwrap();
    assert_eq!(part.to_vec(), bytes_of(&[6, 7]));
    hierarchy.erase("a").unwrap();
    assert_eq!(keys(&hierarchy), ["zarr.json"]);
}
