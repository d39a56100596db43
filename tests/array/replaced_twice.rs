//! An array in whose place another one is for a moment while a part of its chunk is written.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use zarr::array::ArrayBuilder;
use zarr::dtype::DataType;
use zarr::hierarchy::Hierarchy;
use zarr::store::{
    ByteRange, FilesystemStore, Locked, Locking, Mark, MemoryStore, Store, StoreExt, StoreOptions, ValueReader,
    Version, When,
};
use zarr::transformer::Wrapper;

/// The document and the chunk of an array.
type Stored = [(&'static str, Vec<u8>); 2];

/// A store in which another process puts an array in the place of one while a part of its chunk is written, and then
/// one like the first, before the writer reads the document again.
#[derive(Debug)]
struct ReplacedTwice {
    inner: Arc<dyn Store>,
    between: Stored,
    last: Stored,
    times: AtomicUsize,
}

impl ReplacedTwice {
    /// Replaces the array, if that has been done so often before.
    fn replace(&self, times: usize, array: &Stored) {
        if self.times.compare_exchange(times, times + 1, Ordering::SeqCst, Ordering::SeqCst).is_ok() {
            array.iter().for_each(|(key, value)| self.inner.write(key, Some(value), When::Claimed).unwrap());
        }
    }
}

impl Wrapper for ReplacedTwice {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.inner
    }

    fn hold(&self, key: &str) -> zarr::Result<Box<dyn ValueReader + '_>> {
        self.inner.hold(key)
    }

    fn get_versioned(&self, key: &str, most: u64) -> zarr::Result<(Option<Vec<u8>>, Version)> {
        self.replace(0, &self.between);
        self.inner.get_versioned(key, most)
    }

    fn mark(&self, key: &str) -> zarr::Result<Option<Box<dyn Mark + '_>>> {
        self.replace(0, &self.between);
        self.inner.mark(key)
    }

    fn lock(&self, key: &str, locking: Locking) -> zarr::Result<Locked> {
        if matches!(locking, Locking::Document(_)) {
            self.replace(1, &self.last);
        }
        self.inner.lock(key, locking)
    }
}

/// The chunk of an array that was there for a moment would be taken for damage.
#[test]
fn a_part_meets_the_chunk_of_an_array_that_was_there_for_a_moment() {
    let stored = |kind: &str, length: u64| -> Stored {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let (data_type, bytes) = if kind == "wide" { ("float64", length * 8) } else { ("uint8", length) };
        let mut builder = ArrayBuilder::new(DataType::from_name(data_type, None).unwrap(), &[length]).unwrap();
        builder.chunk_shape(&[if kind == "shard" { length / 2 } else { length }]).unwrap();
        match kind {
            "shard" => builder.shard_shape(&[length]).unwrap(),
            "zstd" => builder.codec("zstd", None).unwrap(),
            _ => {}
        }
        let array = Hierarchy::with_store(Arc::clone(&store), None).unwrap().create_array("a", &builder).unwrap();
        array.write_region(&[0], &[length], &vec![5; bytes as usize]).unwrap();
        ["a/zarr.json", "a/c/0"].map(|key| (key, store.get(key, ByteRange::ALL).unwrap().unwrap()))
    };
    // The chunk in between can't be decoded, or is longer than any of the array.
    for (kind, length) in [("shard", 8), ("zstd", 8), ("raw", 8), ("zstd", 1 << 14)] {
        let folder = tempfile::tempdir().unwrap();
        let files: Arc<dyn Store> = Arc::new(FilesystemStore::open(folder.path(), StoreOptions::read_write()).unwrap());
        for inner in [files, Arc::new(MemoryStore::new())] {
            let last = stored(kind, 8);
            last.iter().for_each(|(key, value)| inner.set(key, value).unwrap());
            let between = stored("wide", length);
            let store = Arc::new(ReplacedTwice { inner, between, last, times: AtomicUsize::new(0) });
            let array = Hierarchy::with_store(store.clone(), None).unwrap().open_array("a", None).unwrap();
            array.write_region(&[1], &[2], &[3; 2]).unwrap_or_else(|error| panic!("{kind} {length}: {error}"));
            assert_eq!(store.times.load(Ordering::SeqCst), 2, "{kind} {length}");
            let mut read = [9; 8];
            array.read_region(&[0], &[8], &mut read).unwrap();
            assert_eq!(read, [5, 3, 3, 5, 5, 5, 5, 5], "{kind} {length}");
        }
    }
}
