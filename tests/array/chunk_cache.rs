//! The cache of decoded chunks: what it saves, that it never shows what was before a write, and what it may take.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use zarr::array::{Array, ArrayBuilder, ChunkCache, MemoryOrder, Section, Selection, Transfer, Unit};
use zarr::dtype::{DataType, Policy};
use zarr::hierarchy::Hierarchy;
use zarr::store::{
    ByteRange, Capabilities, Depth, FilesystemStore, Listing, MemoryStore, Store, StoreExt, StoreName, StoreOptions,
    When,
};
use zarr::transformer::{OverlayStore, PrefixStore};

/// Counts the requests for values.
#[derive(Debug)]
pub struct Counting {
    inner: MemoryStore,
    in_flight: usize,
    requests: AtomicUsize,
}

impl Counting {
    pub fn new(in_flight: usize) -> Arc<Self> {
        Arc::new(Self { inner: MemoryStore::new(), in_flight, requests: AtomicUsize::new(0) })
    }

    pub fn requests(&self) -> usize {
        self.requests.swap(0, Ordering::SeqCst)
    }
}

impl Store for Counting {
    fn name(&self) -> &StoreName {
        self.inner.name()
    }

    fn capabilities(&self) -> Capabilities {
        let own = self.inner.capabilities();
        Capabilities { reads_into: false, conditional: false, in_flight: self.in_flight, ..own }
    }

    fn get(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Vec<u8>>> {
        self.requests.fetch_add(1, Ordering::SeqCst);
        self.inner.get(key, range)
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> zarr::Result<()> {
        when.begin(key, value)?;
        self.inner.write(key, value, When::Claimed)
    }

    fn list(&self, prefix: &str, depth: Depth) -> zarr::Result<Listing> {
        self.inner.list(prefix, depth)
    }
}

const CACHE: &str = r#"{"cache_bytes": 10000000}"#;

/// Elements along both axes.
const SIDE: u64 = 24;

/// How the array is cut: chunks of 4 × 4, alone, in shards of 12 × 12, in shards within shards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cut {
    Chunks,
    Shards,
    Nested,
}

const CUTS: [Cut; 3] = [Cut::Chunks, Cut::Shards, Cut::Nested];

pub fn create(hierarchy: &Arc<Hierarchy>, cut: Cut) -> Array {
    if cut == Cut::Nested {
        // Nothing but the document can say so.
        hierarchy.store().set("a/zarr.json", NESTED.as_bytes()).unwrap();
        return hierarchy.open_array("a", None).unwrap();
    }
    let mut builder = ArrayBuilder::new(DataType::from_name("uint16", None).unwrap(), &[SIDE, SIDE]).unwrap();
    builder.chunk_shape(&[4, 4]).unwrap();
    if cut == Cut::Shards {
        builder.shard_shape(&[12, 12]).unwrap();
    }
    builder.codec("zstd", None).unwrap();
    hierarchy.create_array("a", &builder).unwrap()
}

/// Shards of 12 × 12, in which shards of 4 × 4 have chunks of 2 × 2.
const NESTED: &str = r#"{"zarr_format":3,"node_type":"array","shape":[24,24],"data_type":"uint16","fill_value":0,
"chunk_grid":{"name":"regular","configuration":{"chunk_shape":[12,12]}},"chunk_key_encoding":{"name":"default"},"codecs":[
{"name":"sharding_indexed","configuration":{"chunk_shape":[4,4],"codecs":[
{"name":"sharding_indexed","configuration":{"chunk_shape":[2,2],"codecs":[
{"name":"bytes","configuration":{"endian":"little"}},{"name":"zstd","configuration":{"level":1,"checksum":false}}],
"index_codecs":[{"name":"bytes","configuration":{"endian":"little"}},{"name":"crc32c"}]}}],
"index_codecs":[{"name":"bytes","configuration":{"endian":"little"}},{"name":"crc32c"}]}}]}"#;

pub fn read(array: &Array, start: [u64; 2], count: [u64; 2]) -> Vec<u16> {
    let mut buffer = vec![0xee; (count[0] * count[1] * 2) as usize];
    array.read_region(&start, &count, &mut buffer).unwrap();
    buffer.as_chunks::<2>().0.iter().map(|bytes| u16::from_ne_bytes(*bytes)).collect()
}

pub fn write(array: &Array, start: [u64; 2], count: [u64; 2], value: u16) {
    let bytes: Vec<u8> = (0..count[0] * count[1]).flat_map(|_| value.to_ne_bytes()).collect();
    array.write_region(&start, &count, &bytes).unwrap();
}

/// Points are taken from what was read before, also by regions, and keep what they read.
#[test]
fn points_are_taken_from_the_cache() {
    let points = [[1, 2], [23, 0], [1, 3], [13, 14], [1, 2], [7, 21]];
    for (in_flight, cut) in [1, 8].into_iter().flat_map(|in_flight| CUTS.map(|cut| (in_flight, cut))) {
        let store = Counting::new(in_flight);
        let hierarchy = Hierarchy::with_store(store.clone(), Some(CACHE)).unwrap();
        let array = create(&hierarchy, cut);
        write(&array, [0, 0], [8, SIDE], 7);
        write(&array, [12, 12], [4, 4], 8);
        store.requests();
        let select = || {
            let mut buffer = [0xee; 12];
            array.read_selection(&Selection::Points(points.concat()), &mut buffer).unwrap();
            buffer.as_chunks::<2>().0.iter().map(|bytes| u16::from_ne_bytes(*bytes)).collect::<Vec<_>>()
        };
        assert_eq!((select(), store.requests() > 0), (vec![7, 0, 7, 8, 7, 7], true));
        // Of the one that is missing nothing is kept.
        assert_eq!((select(), store.requests()), (vec![7, 0, 7, 8, 7, 7], 1), "{cut:?}");
        assert_eq!((read(&array, [0, 0], [4, 4]), store.requests()), (vec![7; 16], 0), "{cut:?}");
        write(&array, [1, 2], [1, 1], 9);
        assert_eq!((select(), store.requests() > 0), (vec![9, 0, 7, 8, 9, 7], true));
    }
}

/// A chunk that was read once is read again without a request, by any handle of the store that wants it so.
#[test]
fn repeated_reads_ask_for_nothing() {
    for (in_flight, cut) in [1, 8].into_iter().flat_map(|in_flight| CUTS.map(|cut| (in_flight, cut))) {
        let store = Counting::new(in_flight);
        let hierarchy = Hierarchy::with_store(store.clone(), Some(CACHE)).unwrap();
        let array = create(&hierarchy, cut);
        write(&array, [0, 0], [20, SIDE], 7);
        let other = hierarchy.open_array("a", None).unwrap();
        let plain = Hierarchy::with_store(store.clone(), None).unwrap().open_array("a", None).unwrap();
        store.requests();
        assert_eq!(read(&array, [5, 1], [1, 1]), [7]);
        assert!(store.requests() > 0);
        for start in [[5, 1], [4, 2], [7, 3]] {
            assert_eq!(read(&other, start, [1, 1]), [7], "{cut:?}");
        }
        assert_eq!(store.requests(), 0, "{cut:?}");
        assert_eq!(read(&plain, [5, 1], [1, 1]), [7]);
        assert!(store.requests() > 0, "a handle without it reads as ever");
        assert_eq!(read(&array, [0, 0], [20, SIDE]), vec![7; 480]);
        store.requests();
        assert_eq!(read(&array, [0, 0], [20, SIDE]), vec![7; 480]);
        assert_eq!(store.requests(), 0, "{cut:?}");
        // An inner chunk that is not there is known by the index; a missing chunk is asked for each time.
        assert_eq!(read(&array, [21, 2], [1, 1]), [0]);
        assert_eq!(store.requests() == 0, cut != Cut::Chunks);
        array.refresh().unwrap();
        store.requests();
        assert_eq!(read(&array, [5, 1], [1, 1]), [7]);
        assert!(store.requests() > 0, "refreshing lets go of it");
    }
}

/// Chunks that nothing encodes are kept where a read of elements would be a request: a part of one is fetched as a part,
/// and a chunk that was fetched as a whole is not fetched again.
#[test]
fn raw_chunks_are_kept_where_they_are_far() {
    for in_flight in [1, 8] {
        let store = Counting::new(in_flight);
        let plain = Hierarchy::with_store(store.clone(), None).unwrap();
        let mut builder = ArrayBuilder::new(DataType::from_name("uint16", None).unwrap(), &[SIDE, SIDE]).unwrap();
        builder.chunk_shape(&[4, 4]).unwrap();
        plain.create_array("a", &builder).unwrap();
        let array = plain.cached(None, 1 << 20).unwrap().open_array("a", None).unwrap();
        write(&array, [0, 0], [SIDE, SIDE], 7);
        store.requests();
        for _ in 0..2 {
            assert_eq!((read(&array, [5, 6], [1, 2]), store.requests()), (vec![7; 2], 1), "a part is not kept");
        }
        assert_eq!((read(&array, [4, 4], [4, 4]), store.requests()), (vec![7; 16], 1));
        for start in [[4, 4], [5, 6], [7, 7]] {
            assert_eq!((read(&array, start, [1, 1]), store.requests()), (vec![7], 0), "{start:?}");
        }
        write(&plain.open_array("a", None).unwrap(), [5, 6], [1, 1], 8);
        assert_eq!(read(&array, [5, 6], [1, 1]), [8]);
    }
}

/// The cache keeps elements as the array has them: a read as other numbers, with steps, makes these of it each
/// time.
#[test]
fn conversions_start_from_what_is_kept() {
    for (in_flight, cut) in [1, 8].into_iter().flat_map(|in_flight| CUTS.map(|cut| (in_flight, cut))) {
        let store = Counting::new(in_flight);
        let hierarchy = Hierarchy::with_store(store.clone(), Some(CACHE)).unwrap();
        let array = create(&hierarchy, cut);
        write(&array, [0, 0], [SIDE, SIDE], 300);
        let section =
            Section { start: vec![1, 2], count: vec![5, 4], step: vec![4, 5], offset: 0, memory: MemoryOrder::C };
        let double = DataType::from_name("float64", None).unwrap();
        let how = Transfer { memory_type: Some((double, Policy::Check)), ..Transfer::default() };
        for round in 0..2 {
            store.requests();
            let mut buffer = [0; 160];
            array.read_section(&section, &mut buffer, &how).unwrap();
            assert!(buffer.as_chunks::<8>().0.iter().all(|bytes| f64::from_ne_bytes(*bytes) == 300.0));
            assert_eq!(store.requests() == 0, round == 1, "{cut:?}");
        }
    }
}

/// Every way to change a chunk is seen at once, whichever handle it goes through.
#[test]
fn no_write_is_missed() {
    for cut in CUTS {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let hierarchy = Hierarchy::with_store(Arc::clone(&store), Some(CACHE)).unwrap();
        let array = create(&hierarchy, cut);
        let plain = Hierarchy::with_store(store, None).unwrap();
        let other = plain.open_array("a", None).unwrap();
        let all = || read(&array, [0, 0], [SIDE, SIDE]);
        write(&array, [0, 0], [SIDE, SIDE], 1);
        assert_eq!(all(), vec![1; 576]);
        write(&other, [3, 3], [1, 1], 2);
        assert_eq!(all()[75], 2);
        write(&other, [0, 0], [12, 12], 3);
        assert_eq!(all()[75], 3);
        let encoded = other.read_encoded_chunk(Unit::Shard, &[0, 0]).unwrap().unwrap();
        other.erase_chunk(Unit::Chunk, &[0, 0]).unwrap();
        assert_eq!(all()[0], 0);
        other.write_encoded_chunk(Unit::Shard, &[0, 0], &encoded).unwrap();
        assert_eq!(all()[0], 3);
        // Away, and there again.
        other.resize(&[4, 4]).unwrap();
        assert_eq!(read(&array, [0, 0], [4, 4]), vec![3; 16]);
        other.resize(&[SIDE, SIDE]).unwrap();
        assert_eq!(all()[575], 0);
        other.append(0, &[2, SIDE], &[9; 96]).unwrap();
        assert_eq!(read(&array, [SIDE, 0], [2, SIDE]), vec![0x0909; 48]);
        // Another array in its place, through the store's own operations.
        plain.erase("a").unwrap();
        let again = create(&hierarchy, cut);
        assert_eq!(read(&again, [0, 0], [SIDE, SIDE]), vec![0; 576]);
        write(&again, [0, 0], [SIDE, SIDE], 4);
        assert_eq!(read(&again, [0, 0], [SIDE, SIDE]), vec![4; 576]);
    }
}

/// Random reads and writes through two handles that share a cache which is too small for everything, against the
/// elements themselves.
#[test]
fn random_reads_and_writes_agree_with_the_naive_model() {
    for cut in CUTS {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let options = r#"{"cache_bytes": 9000}"#;
        let hierarchy = Hierarchy::with_store(Arc::clone(&store), Some(options)).unwrap();
        let handles = [create(&hierarchy, cut), hierarchy.open_array("a", None).unwrap()];
        let cache = ChunkCache::of(&*store, 1).unwrap();
        let mut model = vec![0u16; (SIDE * SIDE) as usize];
        let (mut seed, mut most) = (0x9e37_79b9_7f4a_7c15u64, 0);
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for step in 0..1500u16 {
            let handle = &handles[random(2) as usize];
            let start = [random(SIDE), random(SIDE)];
            let count = start.map(|start| 1 + random((SIDE - start).min(if step % 5 == 0 { SIDE } else { 6 })));
            let places = (0..count[0])
                .flat_map(|row| (0..count[1]).map(move |column| (start[0] + row) * SIDE + start[1] + column));
            if random(3) == 0 {
                places.for_each(|place| model[place as usize] = step + 1);
                write(handle, start, count, step + 1);
            } else {
                let expected: Vec<u16> = places.map(|place| model[place as usize]).collect();
                assert_eq!(read(handle, start, count), expected, "{cut:?}, step {step}");
            }
            assert!(cache.used() <= 9000);
            most = cache.used().max(most);
        }
        assert!(most > 4000, "it was used: {most}");
    }
}

/// A reader never sees less than what had been written when it began, and never a mixture within a chunk.
#[test]
fn readers_beside_a_writer_see_every_finished_write() {
    for cut in CUTS {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let hierarchy = Hierarchy::with_store(store, Some(CACHE)).unwrap();
        let array = create(&hierarchy, cut);
        let written = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let reader = hierarchy.open_array("a", None).unwrap();
                    loop {
                        let before = written.load(Ordering::SeqCst);
                        let found = read(&reader, [4, 8], [2, 2]);
                        assert!(u64::from(found[0]) >= before, "{cut:?}: {found:?} after {before}");
                        assert!(found.iter().all(|element| *element == found[0]), "{found:?}");
                        if before == 300 {
                            break;
                        }
                    }
                });
            }
            for value in 1..=300u16 {
                // Whole chunks, and parts of them or of shards, in turn.
                match value % 2 {
                    0 => write(&array, [4, 8], [4, 4], value),
                    _ => write(&array, [4, 8], [2, 3], value),
                }
                written.store(u64::from(value), Ordering::SeqCst);
            }
        });
    }
}

/// A cache without room for one chunk changes nothing; none is left after the last handle is gone.
#[test]
fn a_cache_may_be_too_small_and_goes_with_its_handles() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let plain = Hierarchy::with_store(Arc::clone(&store), None).unwrap();
    let own = {
        let array = create(&plain, Cut::Chunks);
        write(&array, [0, 0], [SIDE, SIDE], 5);
        plain.open_array("a", Some(r#"{"cache_bytes": 1}"#)).unwrap()
    };
    assert_eq!(read(&own, [0, 0], [SIDE, SIDE]), vec![5; 576]);
    assert_eq!(ChunkCache::of(&*store, 1).unwrap().used(), 0);
    let large = plain.open_array("a", Some(CACHE)).unwrap();
    assert_eq!(read(&large, [0, 0], [SIDE, SIDE]), vec![5; 576]);
    assert!(ChunkCache::of(&*store, 1).unwrap().used() > 0);
    drop((own, large));
    assert_eq!(ChunkCache::of(&*store, 1).unwrap().used(), 0);
    assert!(ChunkCache::of(&*store, 0).is_none());
}

/// The caches of this process do not hear of writes by another one: refreshing by a document that was read elsewhere,
/// and clearing the cache, let go of chunks as refreshing does. A rank of MPI would go by the chunk of before.
#[test]
fn chunks_are_let_go_of_without_a_request() {
    let [folder, elsewhere] = [0; 2].map(|_| tempfile::tempdir().unwrap());
    let open = |folder: &tempfile::TempDir| {
        let store = FilesystemStore::open(folder.path(), StoreOptions::read_write()).unwrap();
        Hierarchy::with_store(Arc::new(store), None).unwrap()
    };
    let hierarchy = open(&folder);
    write(&create(&hierarchy, Cut::Chunks), [0, 0], [SIDE, SIDE], 1);
    let theirs = create(&open(&elsewhere), Cut::Chunks);
    let array = hierarchy.open_array("a", Some(CACHE)).unwrap();
    let document = MemoryStore::new();
    for value in 2..4 {
        assert_eq!(read(&array, [0, 0], [1, 1]), vec![value - 1]);
        // As another process does: no cache of this one hears of it.
        write(&theirs, [0, 0], [SIDE, SIDE], value);
        std::fs::copy(elsewhere.path().join("a/c/0/0"), folder.path().join("a/c/0/0")).unwrap();
        assert_eq!(read(&array, [0, 0], [1, 1]), vec![value - 1], "it is kept");
        if value == 2 {
            array.clear_cache();
        } else {
            let text = std::fs::read(folder.path().join("a/zarr.json")).unwrap();
            document.set("a/zarr.json", &text).unwrap();
            array.refresh_from(&document).unwrap();
        }
        assert_eq!(read(&array, [0, 0], [1, 1]), vec![value]);
    }
}

/// A program that keeps chunks of an overlay finds what other handles of it have stored in a lower store, in whichever
/// order two overlays have their stores.
#[test]
fn what_is_stored_in_a_lower_store_is_seen_at_once() {
    for cut in CUTS {
        let (upper, lower): (Arc<dyn Store>, _) = (Arc::new(MemoryStore::new()), Counting::new(1));
        let store = Hierarchy::with_store(lower.clone(), None).unwrap();
        let below = create(&store, cut);
        write(&below, [0, 0], [SIDE, SIDE], 7);
        let part: Arc<dyn Store> = Arc::new(PrefixStore::new(lower.clone(), "a/").unwrap());
        let overlays: [(Arc<dyn Store>, &str); 2] = [
            (Arc::new(OverlayStore::new(vec![upper.clone(), lower.clone()]).unwrap()), "a"),
            (Arc::new(OverlayStore::new(vec![upper.clone(), part, upper]).unwrap()), ""),
        ];
        for (overlay, path) in overlays {
            let array = Hierarchy::with_store(overlay, Some(CACHE)).unwrap().open_array(path, None).unwrap();
            for value in [8, 9] {
                read(&array, [5, 1], [1, 1]);
                lower.requests();
                let before = read(&array, [5, 1], [1, 1]);
                assert_eq!(lower.requests(), 0, "{cut:?}: it is kept");
                write(&below, [0, 0], [SIDE, SIDE], value);
                assert_eq!(read(&array, [5, 1], [1, 1]), [value], "{cut:?}: not {before:?}");
            }
            below.erase_chunk(Unit::Shard, &[0, 0]).unwrap();
            assert_eq!(read(&array, [1, 1], [1, 1]), [0], "{cut:?}");
            below.resize(&[SIDE + 1, SIDE]).unwrap();
            assert_eq!(array.description().unwrap().shape, [SIDE + 1, SIDE], "so are its documents");
            below.resize(&[SIDE, SIDE]).unwrap();
            write(&below, [0, 0], [SIDE, SIDE], 7);
            assert_eq!(read(&array, [1, 1], [1, 1]), [7], "{cut:?}");
        }
    }
}

/// Another process changes the lower store of an overlay: a refresh through the overlay would leave the old chunks in the
/// caches of the other stores that show the array.
#[test]
fn a_refresh_through_an_overlay_drops_what_is_kept_of_its_lower_stores() {
    for cut in CUTS {
        let (store, other) = (Counting::new(1), Counting::new(1));
        for (store, value) in [(&store, 7), (&other, 8)] {
            write(&create(&Hierarchy::with_store(store.clone(), None).unwrap(), cut), [0, 0], [SIDE, SIDE], value);
        }
        let kept = Hierarchy::with_store(store.clone(), Some(CACHE)).unwrap().open_array("a", None).unwrap();
        let layers: Vec<Arc<dyn Store>> = vec![Arc::new(MemoryStore::new()), store.clone()];
        let overlay = Hierarchy::with_store(Arc::new(OverlayStore::new(layers).unwrap()), None).unwrap();
        let shown = overlay.open_array("a", None).unwrap();
        assert_eq!(read(&kept, [5, 1], [1, 1]), [7], "{cut:?}");
        for key in other.inner.list_prefix("a/").unwrap() {
            let value = other.inner.get(&key, ByteRange::ALL).unwrap().unwrap();
            // As another process does it, of which no cache is told.
            store.inner.set(&key, &value).unwrap();
        }
        assert_eq!(read(&kept, [5, 1], [1, 1]), [7], "{cut:?}: it is kept");
        shown.refresh().unwrap();
        assert_eq!(read(&kept, [5, 1], [1, 1]), [8], "{cut:?}");
    }
}
