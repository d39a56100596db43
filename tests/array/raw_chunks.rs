//! Chunks that nothing encodes, large enough that the bytes wanted of them are read as several ranges: what arrives is
//! what lies there, for every store, layout of the chunk and of the buffer; and chunks of the wrong length are
//! told.

use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use zarr::array::{Array, ArrayBuilder, MemoryOrder, Section, Transfer};
use zarr::dtype::DataType;
use zarr::error::ErrorKind;
use zarr::hierarchy::Hierarchy;
use zarr::store::{
    ByteRange, Capabilities, Depth, FilesystemStore, Filled, Listing, MemoryStore, Store, StoreExt, StoreName,
    StoreOptions, When,
};
use zarr::transformer::{Event, Observer, OverlayStore, TraceStore};

/// Ranges of chunks lie further apart than the largest gap that a store at hand reads along.
const SHAPE: [u64; 3] = [11, 40, 3000];
const CHUNK: [u64; 3] = [8, 30, 2500];

/// A store that is far away: it gets batches of ranges.
#[derive(Debug)]
struct Far(MemoryStore, AtomicU64);

impl Store for Far {
    fn name(&self) -> &StoreName {
        self.0.name()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { reads_into: false, conditional: false, in_flight: 8, ..self.0.capabilities() }
    }

    fn get(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Vec<u8>>> {
        let value = self.0.get(key, range)?;
        self.1.fetch_add(value.as_ref().map_or(0, Vec::len) as u64, Ordering::Relaxed);
        Ok(value)
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> zarr::Result<()> {
        when.begin(key, value)?;
        self.0.write(key, value, When::Claimed)
    }

    fn list(&self, prefix: &str, depth: Depth) -> zarr::Result<Listing> {
        self.0.list(prefix, depth)
    }
}

/// A store that can't hold on to a value.
#[derive(Debug)]
struct ByKey(MemoryStore);

impl Store for ByKey {
    fn name(&self) -> &StoreName {
        self.0.name()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { conditional: false, ..self.0.capabilities() }
    }

    fn get(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Vec<u8>>> {
        self.0.get(key, range)
    }

    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> zarr::Result<Option<Filled>> {
        self.0.get_into(key, start, buffer)
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> zarr::Result<()> {
        when.begin(key, value)?;
        self.0.write(key, value, When::Claimed)
    }

    fn list(&self, prefix: &str, depth: Depth) -> zarr::Result<Listing> {
        self.0.list(prefix, depth)
    }
}

/// Counts the requests that reach a store.
#[derive(Debug, Default)]
struct Requests(AtomicU64);

impl Observer for Requests {
    fn ended(&self, _: &Event<'_>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn element(index: [u64; 3]) -> u32 {
    (index[0] as u32) << 24 | (index[1] as u32) << 16 | index[2] as u32
}

struct Scratch(std::path::PathBuf);

impl Scratch {
    fn new() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Self(std::env::temp_dir().join(format!("zarr-raw-{}-{number}", std::process::id())))
    }

    /// In memory, as a file system of its own.
    #[cfg(target_os = "linux")]
    fn in_memory() -> Self {
        let Self(path) = &Self::new();
        Self(std::path::Path::new("/dev/shm").join(path.file_name().unwrap()))
    }

    fn store(&self) -> Arc<dyn Store> {
        Arc::new(FilesystemStore::open(&self.0, StoreOptions::read_write()).unwrap())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn filled(store: Arc<dyn Store>, f_order: bool, big_endian: bool) -> Array {
    let hierarchy = Hierarchy::with_store(store, None).unwrap();
    let mut builder = ArrayBuilder::new(DataType::from_name("uint32", None).unwrap(), &SHAPE).unwrap();
    builder.chunk_shape(&CHUNK).unwrap();
    if f_order {
        builder.codec("transpose", Some(r#"{"order": [2, 1, 0]}"#)).unwrap();
    }
    if big_endian {
        builder.codec("bytes", Some(r#"{"endian": "big"}"#)).unwrap();
    }
    let array = hierarchy.create_array("a", &builder).unwrap();
    let all = (0..SHAPE[0]).flat_map(|i| (0..SHAPE[1]).flat_map(move |j| (0..SHAPE[2]).map(move |k| [i, j, k])));
    let bytes: Vec<u8> = all.flat_map(|index| element(index).to_ne_bytes()).collect();
    array.write_region(&[0; 3], &SHAPE, &bytes).unwrap();
    array
}

#[derive(Clone, Debug)]
struct Call {
    section: Section,
    threads: usize,
}

fn calls() -> impl Strategy<Value = Vec<Call>> {
    // Steps and counts from single elements to whole axes.
    let along = |axis: usize| {
        let length = SHAPE[axis];
        (0..length, prop::sample::select(vec![1, 1, 2, 7, 900]), prop::bool::ANY).prop_flat_map(
            move |(start, step, backwards)| {
                let reach = if backwards { start } else { length - 1 - start };
                let most = reach / step + 1;
                (
                    Just(start),
                    prop_oneof![Just(1), Just(most), 1..=most],
                    Just(step as i64 * if backwards { -1 } else { 1 }),
                )
            },
        )
    };
    let call = (along(0), along(1), along(2), any::<bool>(), 1..3usize).prop_map(|(a, b, c, f_order, threads)| Call {
        section: Section {
            start: vec![a.0, b.0, c.0],
            count: vec![a.1, b.1, c.1],
            step: vec![a.2, b.2, c.2],
            offset: 0,
            memory: if f_order { MemoryOrder::F } else { MemoryOrder::C },
        },
        threads,
    });
    prop::collection::vec(call, 1..12)
}

fn check(array: &Array, call: &Call) -> Result<(), TestCaseError> {
    let Section { start, count, step, memory, .. } = &call.section;
    let mut buffer = vec![0xEE; count.iter().product::<u64>() as usize * 4];
    let how = Transfer { threads: call.threads, ..Transfer::default() };
    array.read_section(&call.section, &mut buffer, &how).unwrap();
    let strides = match memory {
        MemoryOrder::F => [1, count[0], count[0] * count[1]],
        _ => [count[1] * count[2], count[2], 1],
    };
    for i in 0..count[0] {
        for j in 0..count[1] {
            for k in 0..count[2] {
                let at = [i, j, k];
                let place = at.iter().zip(strides).map(|(index, stride)| index * stride).sum::<u64>() as usize * 4;
                let index: [u64; 3] =
                    std::array::from_fn(|axis| start[axis].wrapping_add_signed(at[axis] as i64 * step[axis]));
                let found = u32::from_ne_bytes(buffer[place..place + 4].try_into().unwrap());
                prop_assert_eq!(found, element(index), "{:?}", index);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn every_section_arrives_from_every_store(
        kind in 0..3u8, f_order: bool, big_endian: bool, calls in calls()
    ) {
        let scratch = Scratch::new();
        let store: Arc<dyn Store> = match kind {
            0 => scratch.store(),
            1 => Arc::new(MemoryStore::new()),
            _ => Arc::new(Far(MemoryStore::new(), AtomicU64::new(0))),
        };
        let array = filled(store, f_order, big_endian);
        for call in &calls {
            check(&array, call)?;
        }
    }
}

#[test]
fn a_store_far_away_is_not_asked_for_large_gaps() {
    let far = Arc::new(Far(MemoryStore::new(), AtomicU64::new(0)));
    let hierarchy = Hierarchy::with_store(far.clone(), None).unwrap();
    let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[3, 4 << 20]).unwrap();
    builder.chunk_shape(&[3, 4 << 20]).unwrap();
    let array = hierarchy.create_array("a", &builder).unwrap();
    let bytes: Vec<u8> = (0..3 * (4 << 20)).map(|index: u32| (index % 251) as u8).collect();
    array.write_region(&[0, 0], &[3, 4 << 20], &bytes).unwrap();
    far.1.store(0, Ordering::Relaxed);
    let mut column = [0; 3 * 100];
    array.read_region(&[0, 5], &[3, 100], &mut column).unwrap();
    for row in 0..3 {
        assert_eq!(column[row * 100..][..100], bytes[row * (4 << 20) + 5..][..100]);
    }
    assert!(far.1.load(Ordering::Relaxed) < 1 << 20, "three rows, not what lies between them");
}

#[test]
fn chunks_of_the_wrong_length_are_told() {
    let regions: [(&[u64; 3], &[u64; 3]); 4] =
        [(&[0, 0, 0], &CHUNK), (&[0, 3, 0], &[8, 1, 2500]), (&[2, 3, 7], &[1, 1, 1]), (&[0, 0, 9], &[8, 30, 1])];
    let scratch = Scratch::new();
    let size = CHUNK.iter().product::<u64>() as usize * 4;
    for f_order in [false, true] {
        let array = filled(scratch.store(), f_order, false);
        let file = scratch.0.join("a/c/0/0/0");
        let whole = std::fs::read(&file).unwrap();
        assert_eq!(whole.len(), size);
        for length in [0, 1, size / 2, size - 1, size + 1] {
            let mut bytes = whole.clone();
            bytes.resize(length, 0);
            std::fs::write(&file, bytes).unwrap();
            for (start, count) in regions {
                let mut buffer = vec![0; count.iter().product::<u64>() as usize * 4];
                let error = array.read_region(start, count, &mut buffer).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::Data, "{length} bytes, {start:?} {count:?}: {error}");
                assert!(error.message().contains("chunk [0, 0, 0]"), "{error}");
            }
        }
        std::fs::remove_file(&file).unwrap();
        for (start, count) in regions {
            let mut buffer = vec![1; count.iter().product::<u64>() as usize * 4];
            array.read_region(start, count, &mut buffer).unwrap();
            assert!(buffer.iter().all(|byte| *byte == 0), "a missing chunk is the fill value");
        }
        std::fs::remove_dir_all(&scratch.0).unwrap();
    }
}

#[test]
fn more_than_the_caches_hold_arrives_whole() {
    // Rows of 3 × 250 bytes or less, which begin anywhere in a line of the cache.
    let (shape, chunk) = ([1100, 90, 750], [600, 90, 400]);
    let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
    let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &shape).unwrap();
    builder.chunk_shape(&chunk).unwrap();
    let array = hierarchy.create_array("a", &builder).unwrap();
    let size = shape.iter().product::<u64>() as usize;
    let bytes: Vec<u8> = (0..size as u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    array.write_region(&[0; 3], &shape, &bytes).unwrap();
    let mut buffer = vec![0; size + 3];
    for threads in [1, 2] {
        for offset in [0, 3] {
            buffer.fill(0);
            let section =
                Section { start: vec![0; 3], count: shape.to_vec(), step: vec![1; 3], offset, memory: MemoryOrder::C };
            array.read_section(&section, &mut buffer, &Transfer { threads, ..Transfer::default() }).unwrap();
            assert!(buffer[offset as usize..][..size] == bytes);
        }
    }
}

#[test]
fn threads_share_the_runs_of_one_chunk() {
    // Elements that fill no power of two, and some that are turned round after they are read.
    for (data_type, item, big_endian) in [("r24", 3, false), ("uint8", 1, false), ("uint64", 8, true)] {
        let shape = [2, (9 << 20) / item as u64];
        let scratch = Scratch::new();
        let stores: [Arc<dyn Store>; 2] = [scratch.store(), Arc::new(MemoryStore::new())];
        for store in stores {
            let hierarchy = Hierarchy::with_store(store, None).unwrap();
            let mut builder = ArrayBuilder::new(DataType::from_name(data_type, None).unwrap(), &shape).unwrap();
            builder.chunk_shape(&shape).unwrap();
            if big_endian {
                builder.codec("bytes", Some(r#"{"endian": "big"}"#)).unwrap();
            }
            let array = hierarchy.create_array("a", &builder).unwrap();
            let row = shape[1] as usize * item;
            let bytes: Vec<u8> =
                (0..2 * row as u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
            array.write_region(&[0, 0], &shape, &bytes).unwrap();
            for threads in [1, 2, 5] {
                let how = Transfer { threads, ..Transfer::default() };
                let read = |start: [u64; 2], count: [u64; 2]| {
                    let mut buffer = vec![0; (count[0] * count[1]) as usize * item];
                    let (start, count) = (start.to_vec(), count.to_vec());
                    let section = Section { start, count, step: vec![1; 2], offset: 0, memory: MemoryOrder::C };
                    array.read_section(&section, &mut buffer, &how).map(|()| buffer)
                };
                assert!(read([0, 0], shape).unwrap() == bytes, "{data_type}, {threads} threads");
                // Two runs, which do not follow one another in the chunk.
                let (from, count) = (7, shape[1] - 11);
                let runs = read([0, from], [2, count]).unwrap();
                for (number, run) in runs.chunks(count as usize * item).enumerate() {
                    let start = number * row + from as usize * item;
                    assert!(*run == bytes[start..start + run.len()], "{data_type}, {threads} threads, row {number}");
                }
            }
        }
        std::fs::write(scratch.0.join("a/c/0/0"), [1; 100]).unwrap();
        let array = Hierarchy::with_store(scratch.store(), None).unwrap().open_array("a", None).unwrap();
        let mut buffer = vec![0; 18 << 20];
        let error = array.read_region(&[0, 0], &shape, &mut buffer[..2 * shape[1] as usize * item]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Data, "{error}");
        std::fs::remove_file(scratch.0.join("a/c/0/0")).unwrap();
        array.read_region(&[0, 0], &shape, &mut buffer[..2 * shape[1] as usize * item]).unwrap();
        assert!(buffer.iter().all(|byte| *byte == 0), "a missing chunk is the fill value");
    }
}

#[test]
fn layers_are_asked_once_for_a_long_run() {
    // The layer finds a value by its key each time: parts of it could be of two versions.
    let requests = Arc::new(Requests::default());
    let layer = Arc::new(TraceStore::new(Arc::new(ByKey(MemoryStore::new())), requests.clone()));
    let overlay = Arc::new(OverlayStore::new(vec![layer]).unwrap());
    let hierarchy = Hierarchy::with_store(overlay, None).unwrap();
    let shape = [9 << 20];
    let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &shape).unwrap();
    builder.chunk_shape(&shape).unwrap();
    let array = hierarchy.create_array("a", &builder).unwrap();
    let bytes: Vec<u8> = (0..9 << 20).map(|index: u32| (index % 251) as u8).collect();
    array.write_region(&[0], &shape, &bytes).unwrap();
    let section = Section { start: vec![0], count: shape.to_vec(), step: vec![1], offset: 0, memory: MemoryOrder::C };
    for threads in [1, 3] {
        requests.0.store(0, Ordering::Relaxed);
        let mut buffer = vec![0; 9 << 20];
        array.read_section(&section, &mut buffer, &Transfer { threads, ..Transfer::default() }).unwrap();
        assert!(buffer == bytes);
        assert_eq!(requests.0.load(Ordering::Relaxed), 1, "{threads} threads");
    }
}

/// Processes that share a chunk go by this: short parts of a store that is far away would cost a request each.
#[test]
fn short_parts_are_cheap_where_no_other_machine_has_the_store() {
    let hierarchy = |store| Hierarchy::with_store(store, None).unwrap();
    let parts = |store: Arc<dyn Store>, codec: Option<&str>| {
        let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[10]).unwrap();
        if let Some(codec) = codec {
            builder.codec(codec, None).unwrap();
        }
        let array = hierarchy(store).create_array("a", &builder).unwrap();
        (array.reads_parts(), array.reads_short_parts())
    };
    let memory = || Arc::new(MemoryStore::new());
    assert_eq!(parts(memory(), None), (true, true));
    assert_eq!(parts(memory(), Some("zstd")), (false, false));
    assert_eq!(parts(Arc::new(Far(MemoryStore::new(), AtomicU64::new(0))), None), (false, false));
    assert_eq!(parts(Arc::new(OverlayStore::new(vec![memory(), memory()]).unwrap()), None), (true, true));
    let far = Arc::new(Far(MemoryStore::new(), AtomicU64::new(0)));
    assert_eq!(parts(Arc::new(OverlayStore::new(vec![memory(), far]).unwrap()), None), (false, false));
    let folder = Scratch::new();
    assert!(parts(folder.store(), None).0, "from any file system");
    #[cfg(target_os = "linux")]
    {
        let folder = Scratch::in_memory();
        assert_eq!(parts(folder.store(), None), (true, true));
        // The root may be made after the store was opened, and was not there when it was first asked.
        let later = Scratch::in_memory();
        let store = later.store();
        assert!(!store.is_near());
        assert_eq!(parts(store, None), (true, true));
    }
}

/// A program that mends a stored chunk would take away what another one has written since it was read.
#[test]
fn a_stored_chunk_is_updated_over_the_value_that_was_read() {
    let folder = tempfile::tempdir().unwrap();
    let files: Arc<dyn Store> = Arc::new(FilesystemStore::open(folder.path(), StoreOptions::read_write()).unwrap());
    let memory: Arc<dyn Store> = Arc::new(MemoryStore::new());
    for store in [files, memory] {
        let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[8]).unwrap();
        builder.chunk_shape(&[4]).unwrap();
        let array = Hierarchy::with_store(Arc::clone(&store), None).unwrap().create_array("a", &builder).unwrap();
        let read = || {
            let mut values = [0; 8];
            array.read_region(&[0], &[8], &mut values).unwrap();
            values
        };
        array.write_region(&[0], &[4], &[1; 4]).unwrap();
        let mut seen = Vec::new();
        let replaced = array.update_encoded_chunk(&[0], &mut |value| {
            seen.push(value.to_vec());
            if seen.len() == 1 {
                // As a process that stores the whole chunk does.
                if store.capabilities().conditional {
                    store.set("a/c/0", &[2; 4]).unwrap();
                } else {
                    let (part, whole) = (folder.path().join("part"), folder.path().join("a/c/0"));
                    std::fs::write(&part, [2; 4]).and_then(|()| std::fs::rename(&part, &whole)).unwrap();
                }
            }
            Ok(Some(value.iter().map(|byte| byte + 10).collect()))
        });
        assert!(replaced.unwrap());
        assert_eq!((seen, read()), (vec![vec![1; 4], vec![2; 4]], [12, 12, 12, 12, 0, 0, 0, 0]));
        assert!(!array.update_encoded_chunk(&[0], &mut |_| Ok(None)).unwrap(), "it is left as it is");
        assert!(!array.update_encoded_chunk(&[1], &mut |_| panic!("there is no chunk")).unwrap());
        let failed = array.update_encoded_chunk(&[0], &mut |_| Err(zarr::Error::unsupported("not this one")));
        assert_eq!(failed.unwrap_err().kind(), ErrorKind::Unsupported);
        assert_eq!(read(), [12, 12, 12, 12, 0, 0, 0, 0]);
        let outside = array.update_encoded_chunk(&[2], &mut |_| Ok(None));
        assert_eq!(outside.unwrap_err().kind(), ErrorKind::OutOfBounds);
    }
}
