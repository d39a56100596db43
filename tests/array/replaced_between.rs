//! Shards and chunks that are replaced between two of the requests that read them: a reader finds each as one write
//! left it, also where no codec would notice that bytes are from two.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use zarr::array::{Array, ArrayBuilder, Unit};
use zarr::dtype::DataType;
use zarr::hierarchy::Hierarchy;
use zarr::store::{
    ByteRange, Capabilities, Depth, FilesystemStore, Listing, Locked, Locking, Mark, MemoryStore, Store, StoreExt,
    StoreName, StoreOptions, ValueReader, Versioned, When,
};
use zarr::transformer::{OverlayStore, Wrapper};

type Event = Box<dyn FnOnce() + Send>;

/// A store that is far away, and in which something happens between two requests.
struct Between {
    inner: MemoryStore,
    /// True when it tells the versions of values.
    tells_versions: bool,
    /// Requests for chunks so far.
    requests: AtomicUsize,
    calls: AtomicUsize,
    /// The event before the request with this number.
    event: Mutex<Option<(usize, Event)>>,
}

impl std::fmt::Debug for Between {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Between").finish_non_exhaustive()
    }
}

impl Between {
    fn new(tells_versions: bool) -> Arc<Self> {
        let zero = AtomicUsize::new(0);
        Arc::new(Self {
            inner: MemoryStore::new(),
            tells_versions,
            requests: zero,
            calls: AtomicUsize::new(0),
            event: Mutex::new(None),
        })
    }

    /// Makes something happen before the request for chunks with this number, from now on and from 0.
    fn before(&self, number: usize, event: impl FnOnce() + Send + 'static) {
        self.count();
        *self.event.lock().unwrap() = Some((number, Box::new(event)));
    }

    /// The calls and requests for chunks since the last time.
    fn count(&self) -> (usize, usize) {
        (self.calls.swap(0, Ordering::SeqCst), self.requests.swap(0, Ordering::SeqCst))
    }

    fn answer(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Versioned>> {
        if key.contains("/c/") {
            let number = self.requests.fetch_add(1, Ordering::SeqCst);
            let event = self.event.lock().unwrap().take_if(|(at, _)| *at == number);
            if let Some((_, event)) = event {
                event();
            }
        }
        let Some(value) = self.inner.get(key, ByteRange::ALL)? else { return Ok(None) };
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        let bytes = self.inner.get(key, range)?.unwrap();
        Ok(Some(Versioned { bytes, version: self.tells_versions.then(|| hasher.finish().to_string()) }))
    }
}

impl Store for Between {
    fn name(&self) -> &StoreName {
        self.inner.name()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { reads_into: false, conditional: false, in_flight: 16, ..self.inner.capabilities() }
    }

    fn get(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Vec<u8>>> {
        self.calls.fetch_add(usize::from(key.contains("/c/")), Ordering::SeqCst);
        Ok(self.answer(key, range)?.map(|value| value.bytes))
    }

    fn get_many(&self, requests: &[(&str, ByteRange)]) -> zarr::Result<Vec<Option<Versioned>>> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        requests.iter().map(|(key, range)| self.answer(key, *range)).collect()
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> zarr::Result<()> {
        when.begin(key, value)?;
        self.inner.write(key, value, When::Claimed)
    }

    fn list(&self, prefix: &str, depth: Depth) -> zarr::Result<Listing> {
        self.inner.list(prefix, depth)
    }
}

fn create(store: Arc<dyn Store>, shape: &[u64], chunk: &[u64], shard: Option<&[u64]>) -> Arc<Array> {
    let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), shape).unwrap();
    builder.chunk_shape(chunk).unwrap();
    if let Some(shard) = shard {
        builder.shard_shape(shard).unwrap();
    }
    Arc::new(Hierarchy::with_store(store, None).unwrap().create_array("a", &builder).unwrap())
}

/// An array of two shards of two inner chunks, in which `[4..12]` is 1 and 2. `replace` makes the first inner chunk 9,
/// and so moves what the second one has; without it the first shard is as it was.
fn two_shards(store: Arc<dyn Store>) -> Arc<Array> {
    let array = create(store, &[16], &[4], Some(&[8]));
    array.write_region(&[4], &[4], &[1; 4]).unwrap();
    array.write_region(&[8], &[4], &[2; 4]).unwrap();
    array
}

const EXPECTED: [u8; 8] = [1, 1, 1, 1, 2, 2, 2, 2];

fn middle(array: &Array) -> [u8; 8] {
    let mut read = [0; 8];
    array.read_region(&[4], &[8], &mut read).unwrap();
    read
}

/// The first shard as it is when its first inner chunk is 9, and the array without that.
fn later_shard(store: &Between, array: &Array) -> Vec<u8> {
    let old = store.inner.get("a/c/0", ByteRange::ALL).unwrap().unwrap();
    array.write_region(&[0], &[4], &[9; 4]).unwrap();
    let new = store.inner.get("a/c/0", ByteRange::ALL).unwrap().unwrap();
    store.inner.set("a/c/0", &old).unwrap();
    new
}

#[test]
fn a_region_over_several_shards_holds_no_bytes_of_another_inner_chunk() {
    // Another process replaces a shard: its version tells.
    let store = Between::new(true);
    let array = two_shards(store.clone());
    let new = later_shard(&store, &array);
    let other = Arc::clone(&store);
    store.before(2, move || other.inner.set("a/c/0", &new).unwrap());
    assert_eq!(middle(&array), EXPECTED);
    assert_eq!(store.count(), (4, 6), "only the shard that was replaced is read once more");

    // A thread replaces it, where the store tells no versions.
    let store = Between::new(false);
    let array = two_shards(store.clone());
    let other = Arc::clone(&array);
    store.before(2, move || other.write_region(&[0], &[4], &[9; 4]).unwrap());
    assert_eq!(middle(&array), EXPECTED);

    // In peace it is two calls for all shards, whether there are versions or not.
    for tells_versions in [true, false] {
        let store = Between::new(tells_versions);
        let array = two_shards(store.clone());
        store.count();
        assert_eq!(middle(&array), EXPECTED);
        assert_eq!(store.count(), (2, 4));
    }
}

#[test]
fn an_index_that_a_cache_keeps_is_not_used_on_a_later_shard() {
    let store = Between::new(true);
    drop(two_shards(store.clone()));
    let cached = Hierarchy::with_store(store.clone(), None).unwrap().cached(None, 1 << 20).unwrap();
    let array = cached.open_array("a", None).unwrap();
    let new = later_shard(&store, &array);
    // Only the index becomes known to the cache: the first inner chunk is missing.
    let mut read = [7; 12];
    array.read_region(&[0], &[4], &mut read[..4]).unwrap();
    store.inner.set("a/c/0", &new).unwrap();
    assert_eq!(middle(&array), EXPECTED);
    array.read_region(&[4], &[4], &mut read[..4]).unwrap();
    assert_eq!(read[..4], [1; 4]);
}

#[test]
fn an_encoded_inner_chunk_is_none_of_another_place() {
    let store = Between::new(true);
    let array = two_shards(store.clone());
    let encoded = array.read_encoded_chunk(Unit::Chunk, &[1]).unwrap();
    assert!(encoded.is_some());
    let new = later_shard(&store, &array);
    let other = Arc::clone(&store);
    store.before(1, move || other.inner.set("a/c/0", &new).unwrap());
    assert_eq!(array.read_encoded_chunk(Unit::Chunk, &[1]).unwrap(), encoded);

    // Where the store tells no versions, a thread that writes waits until the chunk is read.
    let store = Between::new(false);
    let array = two_shards(store.clone());
    let other = Arc::clone(&array);
    let writer = Arc::new(Mutex::new(None));
    let started = Arc::clone(&writer);
    store.before(1, move || {
        let write = move || other.write_region(&[0], &[4], &[9; 4]).unwrap();
        *started.lock().unwrap() = Some(std::thread::spawn(write));
        std::thread::sleep(Duration::from_millis(300));
    });
    assert_eq!(array.read_encoded_chunk(Unit::Chunk, &[1]).unwrap(), encoded);
    writer.lock().unwrap().take().unwrap().join().unwrap();
    assert_eq!(array.read_encoded_chunk(Unit::Chunk, &[1]).unwrap(), encoded);
}

#[test]
fn parts_of_a_chunk_that_nothing_encodes_are_of_one_write() {
    const WIDE: u64 = (1 << 20) + 8192;
    for tells_versions in [true, false] {
        let store = Between::new(tells_versions);
        let array = create(store.clone(), &[4, WIDE], &[2, WIDE], None);
        let size = 2 * WIDE as usize;
        array.write_region(&[0, 0], &[4, WIDE], &vec![1; 2 * size]).unwrap();
        let (other, writer) = (Arc::clone(&store), Arc::clone(&array));
        // Rows of one chunk lie so far apart that each is a request.
        store.before(1, move || match tells_versions {
            true => other.inner.set("a/c/0/0", &vec![5; size]).unwrap(),
            false => writer.write_region(&[0, 0], &[2, WIDE], &vec![5; size]).unwrap(),
        });
        let mut read = [0; 16];
        array.read_region(&[0, 0], &[4, 4], &mut read).unwrap();
        assert!(store.event.lock().unwrap().is_none());
        assert_eq!(read, [[5; 8], [1; 8]].concat()[..], "{tells_versions}");
    }
}

#[cfg(feature = "cloud")]
mod cloud {
    use super::{EXPECTED, Unit, middle, two_shards};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use zarr::store::{Remote, StoreOptions, open_with};

    use crate::object_server::Server;

    /// An array of two shards at a server that replaces the first of them as soon as one of its inner chunks is asked
    /// for.
    fn replacing() -> (Arc<zarr::array::Array>, Arc<Server>) {
        let server = Arc::new(Server::start());
        let remote = Remote {
            endpoint: Some(server.url()),
            allow_http: true,
            region: Some("here".into()),
            access_key: Some("id".into()),
            secret_key: Some("key".into()),
            ..Remote::default()
        };
        let array = two_shards(open_with("s3://bucket/torn", &StoreOptions::read_write(), &remote).unwrap());
        let key = "bucket/torn/a/c/0";
        let old = server.get(key).unwrap();
        array.write_region(&[0], &[4], &[9; 4]).unwrap();
        let new = server.get(key).unwrap();
        server.put(key, &old);
        let (other, replaced) = (Arc::clone(&server), AtomicBool::new(false));
        server.misbehave(move |asked, _| {
            let range = asked.headers.get("range").cloned().unwrap_or_default();
            // Not the index, which is asked for from the end.
            if asked.path.contains("/c/") && !range.starts_with("bytes=-") && !replaced.swap(true, Ordering::SeqCst) {
                other.put(key, &new);
            }
            None
        });
        (array, server)
    }

    #[test]
    fn objects_are_read_by_their_version() {
        let (array, server) = replacing();
        server.log();
        assert_eq!(middle(&array), EXPECTED);
        // Two indices, two inner chunks, and those of the shard that was replaced once more.
        assert_eq!(server.log().len(), 6);
        assert_eq!(middle(&array), EXPECTED);
        assert_eq!(server.log().len(), 4);
    }

    #[test]
    fn encoded_inner_chunks_of_objects_too() {
        let (array, _server) = replacing();
        assert_eq!(array.read_encoded_chunk(Unit::Chunk, &[1]).unwrap().unwrap(), [1; 4]);
    }
}

/// A file system store in which another process, which takes no claim as it stores whole chunks, stores one and erases
/// it again while a part of the chunk is written.
#[derive(Debug)]
struct Passing {
    inner: Arc<dyn Store>,
    file: PathBuf,
    whole: Vec<u8>,
    times: AtomicUsize,
}

impl Wrapper for Passing {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.inner
    }

    fn hold(&self, key: &str) -> zarr::Result<Box<dyn ValueReader + '_>> {
        self.inner.hold(key)
    }

    fn mark(&self, key: &str) -> zarr::Result<Option<Box<dyn Mark + '_>>> {
        let mark = self.inner.mark(key);
        std::fs::create_dir_all(self.file.parent().unwrap()).unwrap();
        std::fs::write(&self.file, &self.whole).unwrap();
        self.times.fetch_add(1, Ordering::SeqCst);
        mark
    }

    fn lock(&self, key: &str, locking: Locking) -> zarr::Result<Locked> {
        if locking != Locking::Nothing {
            let _ = std::fs::remove_file(&self.file);
        }
        let locked = self.inner.lock(key, locking)?;
        Ok(if locking == Locking::Nothing { locked.of_another_value() } else { locked })
    }
}

#[test]
fn what_is_erased_while_a_part_is_written_does_not_come_back() {
    for (name, shard) in [("raw", None), ("zstd", None), ("shard", Some(&[8_u64][..]))] {
        let folder = tempfile::tempdir().unwrap();
        let files: Arc<dyn Store> = Arc::new(FilesystemStore::open(folder.path(), StoreOptions::read_write()).unwrap());
        let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[8]).unwrap();
        builder.chunk_shape(&[if shard.is_some() { 4 } else { 8 }]).unwrap();
        shard.map_or(Ok(()), |shard| builder.shard_shape(shard)).unwrap();
        if name == "zstd" {
            builder.codec("zstd", None).unwrap();
        }
        let created = Hierarchy::with_store(Arc::clone(&files), None).unwrap().create_array("a", &builder).unwrap();
        created.write_region(&[0], &[8], &[7; 8]).unwrap();
        let file = folder.path().join("a/c/0");
        let whole = std::fs::read(&file).unwrap();
        created.erase_chunk(Unit::Shard, &[0]).unwrap();
        let passing = Arc::new(Passing { inner: files, file, whole, times: AtomicUsize::new(0) });
        let empty: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let stores: [Arc<dyn Store>; 2] =
            [passing.clone(), Arc::new(OverlayStore::new(vec![passing.clone(), empty]).unwrap())];
        for store in stores {
            let array = Hierarchy::with_store(store, None).unwrap().open_array("a", None).unwrap();
            array.write_region(&[1], &[2], &[3; 2]).unwrap();
            let mut read = [9; 8];
            created.read_region(&[0], &[8], &mut read).unwrap();
            assert_eq!(read, [0, 3, 3, 0, 0, 0, 0, 0], "{name}: elements that were erased");
            created.erase_chunk(Unit::Shard, &[0]).unwrap();
        }
        assert!(passing.times.load(Ordering::SeqCst) >= 2, "{name}: the chunk was stored meanwhile");
    }
}

/// A shard in one of the layers of an overlay is replaced by another process between its index and its inner chunks.
#[test]
fn a_shard_in_an_overlay_is_read_as_one_write_left_it() {
    for (is_top, codec) in [(true, None), (false, None), (true, Some("zstd")), (false, Some("crc32c"))] {
        let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let open = |folder: &tempfile::TempDir| -> Arc<dyn Store> {
            Arc::new(FilesystemStore::open(folder.path(), StoreOptions::read_write()).unwrap())
        };
        let (store, empty) = (open(&folder), open(&elsewhere));
        let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[16]).unwrap();
        builder.chunk_shape(&[4]).unwrap();
        builder.shard_shape(&[16]).unwrap();
        codec.map_or(Ok(()), |codec| builder.codec(codec, None)).unwrap();
        let array = Hierarchy::with_store(store.clone(), None).unwrap().create_array("a", &builder).unwrap();
        let whole: Vec<u8> = (0..16).map(|element| element / 4 + 1).collect();
        array.write_region(&[0], &[16], &whole).unwrap();
        let file = folder.path().join("a/c/0");
        let full = std::fs::read(&file).unwrap();
        array.write_region(&[0], &[4], &[0; 4]).unwrap();
        let shorter = std::fs::read(&file).unwrap();
        assert_ne!(full.len(), shorter.len(), "the inner chunks lie at other places");
        let layers = if is_top { vec![store, empty] } else { vec![empty, store] };
        let overlay = Arc::new(OverlayStore::new(layers).unwrap());
        let reader = Hierarchy::with_store(overlay, None).unwrap().open_array("a", None).unwrap();
        let running = std::sync::atomic::AtomicBool::new(true);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let new = folder.path().join("new");
                while running.load(Ordering::Relaxed) {
                    for version in [&full, &shorter] {
                        std::fs::write(&new, version).unwrap();
                        std::fs::rename(&new, &file).unwrap();
                    }
                }
            });
            for round in 0..4000_u64 {
                let (place, mut read) = (4 + round % 12, [0]);
                reader.read_region(&[place], &[1], &mut read).unwrap();
                if read[0] != whole[place as usize] {
                    running.store(false, Ordering::Relaxed);
                }
                assert_eq!(read[0], whole[place as usize], "element {place}, top {is_top}, {codec:?}");
            }
            running.store(false, Ordering::Relaxed);
        });
    }
}

#[test]
fn a_part_is_put_over_the_lower_store_of_an_overlay() {
    let (upper, lower) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let open = |folder: &tempfile::TempDir| -> Arc<dyn Store> {
        Arc::new(FilesystemStore::open(folder.path(), StoreOptions::read_write()).unwrap())
    };
    let below = create(open(&lower), &[8], &[8], None);
    below.write_region(&[0], &[8], &[7; 8]).unwrap();
    let both = Arc::new(OverlayStore::new(vec![open(&upper), open(&lower)]).unwrap());
    let array = Hierarchy::with_store(both, None).unwrap().open_array("a", None).unwrap();
    array.write_region(&[1], &[2], &[3; 2]).unwrap();
    let mut read = [9; 8];
    array.read_region(&[0], &[8], &mut read).unwrap();
    assert_eq!(read, [7, 3, 3, 7, 7, 7, 7, 7]);
}

/// A thread stores a shard through the lower store itself, which tells no versions, while an overlay reads it.
#[test]
fn a_shard_in_a_lower_store_is_read_as_one_thread_left_it() {
    let under = |store: &Arc<Between>| {
        let layers: Vec<Arc<dyn Store>> = vec![Arc::new(MemoryStore::new()), store.clone()];
        let overlay = Arc::new(OverlayStore::new(layers).unwrap());
        Hierarchy::with_store(overlay, None).unwrap().open_array("a", None).unwrap()
    };
    let store = Between::new(false);
    let lower = two_shards(store.clone());
    let array = under(&store);
    let other = Arc::clone(&lower);
    store.before(2, move || other.write_region(&[0], &[4], &[9; 4]).unwrap());
    assert_eq!(middle(&array), EXPECTED, "what was read of two writes is read once more");
    assert!(store.event.lock().unwrap().is_none());

    // Where the value is kept from being replaced, a thread waits, but for the one that reads.
    let store = Between::new(false);
    let lower = two_shards(store.clone());
    let array = under(&store);
    let encoded = lower.read_encoded_chunk(Unit::Chunk, &[1]).unwrap();
    let (sender, written) = std::sync::mpsc::channel();
    store.before(1, move || sender.send(lower.write_region(&[0], &[4], &[9; 4])).unwrap());
    assert_eq!(array.read_encoded_chunk(Unit::Chunk, &[1]).unwrap(), encoded);
    assert_eq!(written.recv().unwrap().unwrap_err().kind(), zarr::ErrorKind::Conflict);
}

/// A thread of this process puts an array of another type, or of other codecs, in the place of one that is read: the
/// bits of the new one would be shown as elements of the old one.
#[test]
fn an_array_that_a_thread_replaces_is_not_read_as_the_old_one() {
    for (data_type, chunk) in [("int8", 4), ("uint8", 2)] {
        let store = Between::new(true);
        let old = create(store.clone(), &[4], &[4], None);
        old.write_region(&[0], &[4], &[1; 4]).unwrap();
        let place = Arc::clone(&store);
        store.before(0, move || {
            let mut builder = ArrayBuilder::new(DataType::from_name(data_type, None).unwrap(), &[4]).unwrap();
            builder.chunk_shape(&[chunk]).unwrap();
            let hierarchy = Hierarchy::with_store(place, None).unwrap();
            hierarchy.create_or_replace_array("a", &builder).unwrap().write_region(&[0], &[4], &[200; 4]).unwrap();
        });
        let mut read = [0; 4];
        let error = old.read_region(&[0], &[4], &mut read).unwrap_err();
        assert_eq!(error.kind(), zarr::ErrorKind::Conflict, "{data_type} {chunk}: {error}");
    }
    // It is replaced once more, by an array as the old one was: that is read.
    let store = Between::new(true);
    let old = create(store.clone(), &[8], &[4], None);
    old.write_region(&[0], &[8], &[1; 8]).unwrap();
    let replace: fn(Arc<Between>, &'static str, u8) = |place, data_type, value| {
        let mut builder = ArrayBuilder::new(DataType::from_name(data_type, None).unwrap(), &[8]).unwrap();
        builder.chunk_shape(&[4]).unwrap();
        let hierarchy = Hierarchy::with_store(place, None).unwrap();
        hierarchy.create_or_replace_array("a", &builder).unwrap().write_region(&[0], &[8], &[value; 8]).unwrap();
    };
    let place = Arc::clone(&store);
    store.before(0, move || {
        replace(Arc::clone(&place), "int8", 200);
        let again = Arc::clone(&place);
        place.before(0, move || replace(again, "uint8", 5));
    });
    let mut read = [0; 8];
    old.read_region(&[0], &[8], &mut read).unwrap();
    assert_eq!(read, [5; 8]);
    // It is replaced during each attempt.
    let store = Between::new(true);
    let old = create(store.clone(), &[8], &[4], None);
    fn replace_always(place: &Arc<Between>, at: usize, replace: fn(Arc<Between>, &'static str, u8)) {
        let again = Arc::clone(place);
        place.before(at, move || {
            replace(Arc::clone(&again), "int8", 200);
            replace(Arc::clone(&again), "uint8", 5);
            replace_always(&again, 0, replace);
        });
    }
    replace_always(&store, 0, replace);
    let error = old.read_region(&[0], &[8], &mut read).unwrap_err();
    assert_eq!(error.kind(), zarr::ErrorKind::Conflict, "{error}");
    // Arrays of another store are erased during each attempt, more than are remembered.
    let store = Between::new(true);
    let old = create(store.clone(), &[8], &[4], None);
    old.write_region(&[0], &[8], &[1; 8]).unwrap();
    fn erase_always(place: &Arc<Between>, other: Arc<Hierarchy>, round: usize) {
        let again = Arc::clone(place);
        place.before(0, move || {
            let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[8]).unwrap();
            builder.chunk_shape(&[4]).unwrap();
            for number in 0..3000 {
                let path = format!("{round}-{number}");
                other.create_array(&path, &builder).unwrap();
                other.erase(&path).unwrap();
            }
            erase_always(&again, other, round + 1);
        });
    }
    erase_always(&store, Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap(), 0);
    old.read_region(&[0], &[8], &mut read).unwrap();
    assert_eq!(read, [1; 8]);
    // Another change of the document takes nothing away from a read.
    let store = Between::new(true);
    let array = create(store.clone(), &[4], &[4], None);
    array.write_region(&[0], &[4], &[1; 4]).unwrap();
    let other = Arc::clone(&array);
    store.before(0, move || other.resize(&[9]).unwrap());
    let mut read = [0; 4];
    array.read_region(&[0], &[4], &mut read).unwrap();
    assert_eq!(read, [1; 4]);
}
