//! Caches of decoded chunks beside other processes, which no cache of this one hears of: what is kept of a shard is of
//! one version, and a handle finds what was stored when it was opened.

use crate::chunk_cache::{Counting, Cut, create};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use zarr::array::{Array, ArrayBuilder};
use zarr::dtype::DataType;
use zarr::hierarchy::Hierarchy;
use zarr::store::{FilesystemStore, MemoryStore, Store, StoreOptions};

const CACHE: &str = r#"{"cache_bytes": 1000000}"#;

/// The hierarchy of a folder, as this process sees it.
fn open(folder: &Path) -> Arc<Hierarchy> {
    let store = FilesystemStore::open(folder, StoreOptions::read_write()).unwrap();
    Hierarchy::with_store(Arc::new(store), Some(CACHE)).unwrap()
}

/// Ten numbers in one shard of two inner chunks, or in two chunks.
fn create_in(hierarchy: &Arc<Hierarchy>, data_type: &str, codec: Option<&str>, has_shards: bool) -> Array {
    let mut builder = ArrayBuilder::new(DataType::from_name(data_type, None).unwrap(), &[10]).unwrap();
    builder.chunk_shape(&[5]).unwrap();
    if has_shards {
        builder.shard_shape(&[10]).unwrap();
    }
    if let Some(codec) = codec {
        builder.codec(codec, None).unwrap();
    }
    hierarchy.create_array("a", &builder).unwrap()
}

fn write(array: &Array, value: i32) {
    let bytes: Vec<u8> = (0..10).flat_map(|_| value.to_ne_bytes()).collect();
    array.write_region(&[0], &[10], &bytes).unwrap();
}

fn read(array: &Array, start: u64, count: u64) -> Vec<i32> {
    let mut buffer = vec![0xee; count as usize * 4];
    array.read_region(&[start], &[count], &mut buffer).unwrap();
    buffer.as_chunks::<4>().0.iter().map(|bytes| i32::from_ne_bytes(*bytes)).collect()
}

/// Puts the array of one folder in the place of that in another, by renaming, as another process does.
fn publish(from: &Path, to: &Path) {
    for name in ["zarr.json", "c/0", "c/1"] {
        let (from, to) = (from.join("a").join(name), to.join("a").join(name));
        if from.exists() {
            std::fs::copy(from, to.with_extension("new")).unwrap();
            std::fs::rename(to.with_extension("new"), to).unwrap();
        } else if to.exists() {
            std::fs::remove_file(to).unwrap();
        }
    }
}

/// Another process stores a whole shard at once, also with an index like the one before: a user would get elements of
/// two steps of a simulation as one.
#[test]
fn a_cached_shard_is_of_one_version() {
    for codec in [None, Some("zstd")] {
        let [folder, elsewhere] = [0; 2].map(|_| tempfile::tempdir().unwrap());
        let array = create_in(&open(folder.path()), "int32", codec, true);
        let theirs = create_in(&open(elsewhere.path()), "int32", codec, true);
        write(&array, 1);
        assert_eq!(read(&array, 0, 1), [1]);
        for value in 2..6 {
            write(&theirs, value);
            publish(elsewhere.path(), folder.path());
            // The inner chunk that is kept may be the old one until another one is read.
            assert!(read(&array, 0, 1)[0] <= value);
            assert_eq!(read(&array, 5, 1), [value], "it is not kept");
            assert_eq!(read(&array, 0, 10), [value; 10], "{codec:?}");
            array.clear_cache();
            assert_eq!(read(&array, 0, 1), [value]);
        }
        // An inner chunk that is missing in between does not come back as it was.
        std::fs::remove_file(folder.path().join("a/c/0")).unwrap();
        assert_eq!(read(&array, 5, 1), [0]);
        assert_eq!(read(&array, 0, 10), [0; 10]);
    }
}

/// Threads of one process read a whole shard through a cache while another one stores it whole.
#[test]
fn no_shard_is_torn_through_a_cache() {
    for codec in [None, Some("zstd")] {
        let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), Some(CACHE)).unwrap();
        let array = create_in(&hierarchy, "int32", codec, true);
        write(&array, 0);
        let is_done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for first in [0, 5] {
                let (array, is_done) = (&array, &is_done);
                scope.spawn(move || {
                    while !is_done.load(Ordering::SeqCst) {
                        read(array, first, 1);
                        let found = read(array, 0, 10);
                        assert!(found.iter().all(|element| *element == found[0]), "{found:?}");
                    }
                });
            }
            (1..1000).for_each(|value| write(&array, value));
            is_done.store(true, Ordering::SeqCst);
        });
    }
}

/// A handle that is opened after another process has put an array of another data type in the place of the old one
/// reads that array: the bytes of the old one are no numbers of it.
#[test]
fn chunks_of_a_replaced_array_are_not_taken_for_those_of_the_new_one() {
    for (has_shards, codec) in [(false, "zstd"), (true, "zstd")] {
        let [folder, elsewhere] = [0; 2].map(|_| tempfile::tempdir().unwrap());
        let hierarchy = open(folder.path());
        let old = create_in(&hierarchy, "int32", Some(codec), has_shards);
        write(&old, 1);
        assert_eq!(read(&old, 0, 10), [1; 10]);
        write(&create_in(&open(elsewhere.path()), "float32", Some(codec), has_shards), 0x3f80_0000);
        publish(elsewhere.path(), folder.path());
        let new = hierarchy.open_array("a", None).unwrap();
        assert_eq!(new.data_type().to_string(), "float32");
        assert_eq!(read(&new, 0, 10), [0x3f80_0000; 10], "{has_shards}");
    }
}

/// A handle finds what was stored when it was opened, also where another handle has kept what was there before; that
/// one goes on without a request.
#[test]
fn opening_an_array_finds_what_is_stored() {
    for has_shards in [false, true] {
        let [folder, elsewhere] = [0; 2].map(|_| tempfile::tempdir().unwrap());
        let hierarchy = open(folder.path());
        let old = create_in(&hierarchy, "int32", Some("zstd"), has_shards);
        write(&old, 1);
        assert_eq!(read(&old, 0, 10), [1; 10]);
        write(&create_in(&open(elsewhere.path()), "int32", Some("zstd"), has_shards), 2);
        publish(elsewhere.path(), folder.path());
        assert_eq!(read(&old, 0, 10), [1; 10], "it is kept");
        let new = hierarchy.open_array("a", None).unwrap();
        assert_eq!(read(&old, 0, 10), [1; 10], "opening a handle drops nothing of another");
        assert_eq!(read(&new, 0, 10), [2; 10]);
        assert_eq!(read(&old, 0, 10), [2; 10], "what one has read serves the other");
    }
}

/// Opening a handle costs one request for each value that is read again, and none for the other handles.
#[test]
fn what_a_new_handle_reads_again_stays_kept_for_all() {
    for (in_flight, cut) in
        [1, 8].into_iter().flat_map(|in_flight| [Cut::Chunks, Cut::Shards].map(|cut| (in_flight, cut)))
    {
        let store = Counting::new(in_flight);
        let hierarchy = Hierarchy::with_store(store.clone() as Arc<dyn Store>, Some(CACHE)).unwrap();
        let array = create(&hierarchy, cut);
        crate::chunk_cache::write(&array, [0, 0], [12, 12], 7);
        let take = |array: &Array| (crate::chunk_cache::read(array, [1, 1], [2, 2]), store.requests() > 0);
        assert_eq!(take(&array), (vec![7; 4], true));
        let other = hierarchy.open_array("a", None).unwrap();
        store.requests();
        assert_eq!(take(&array), (vec![7; 4], false), "{cut:?}");
        assert_eq!(take(&other), (vec![7; 4], true), "{cut:?}");
        assert_eq!(take(&other), (vec![7; 4], false), "{cut:?}");
        assert_eq!(take(&array), (vec![7; 4], false), "{cut:?}");
    }
}
