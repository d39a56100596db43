//! Reading from a store that is far away, and answers many requests in the time of one: counted in round trips.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use zarr::array::{Array, ArrayBuilder};
use zarr::dtype::DataType;
use zarr::format::FormatId;
use zarr::hierarchy::{Hierarchy, Visited};
use zarr::store::{ByteRange, Capabilities, Depth, Listing, MemoryStore, Store, StoreExt, StoreName, Versioned, When};
use zarr::transformer::{OverlayStore, PrefixStore, TraceStore};

/// The requests that are under way together.
const IN_FLIGHT: usize = 32;

/// A store whose answers take one round trip each, or each [`IN_FLIGHT`] of a batch. Nothing waits: trips are counted.
#[derive(Debug)]
struct Far {
    inner: MemoryStore,
    thread_safe: bool,
    trips: AtomicUsize,
    /// The bytes of the longest answer.
    longest: AtomicUsize,
}

impl Far {
    fn new(thread_safe: bool) -> Arc<Self> {
        Arc::new(Self {
            inner: MemoryStore::new(),
            thread_safe,
            trips: AtomicUsize::new(0),
            longest: AtomicUsize::new(0),
        })
    }

    fn trips(&self) -> usize {
        self.trips.swap(0, Ordering::SeqCst)
    }

    fn answer(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Vec<u8>>> {
        let value = self.inner.get(key, range)?;
        self.longest.fetch_max(value.as_ref().map_or(0, Vec::len), Ordering::SeqCst);
        Ok(value)
    }
}

impl Store for Far {
    fn name(&self) -> &StoreName {
        self.inner.name()
    }

    fn capabilities(&self) -> Capabilities {
        let own = self.inner.capabilities();
        Capabilities {
            reads_into: false,
            conditional: false,
            thread_safe: self.thread_safe,
            in_flight: IN_FLIGHT,
            ..own
        }
    }

    fn get(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Vec<u8>>> {
        self.trips.fetch_add(1, Ordering::SeqCst);
        self.answer(key, range)
    }

    fn get_many(&self, requests: &[(&str, ByteRange)]) -> zarr::Result<Vec<Option<Versioned>>> {
        self.trips.fetch_add(requests.len().div_ceil(IN_FLIGHT), Ordering::SeqCst);
        requests.iter().map(|(key, range)| Ok(self.answer(key, *range)?.map(Versioned::from))).collect()
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> zarr::Result<()> {
        when.begin(key, value)?;
        self.inner.write(key, value, When::Claimed)
    }

    fn list(&self, prefix: &str, depth: Depth) -> zarr::Result<Listing> {
        self.inner.list(prefix, depth)
    }
}

/// Elements along each axis of the arrays below, and the value of each.
const SIDE: u64 = 256;

fn element(row: u64, column: u64) -> u16 {
    (row * 251 + column * 3) as u16
}

fn bytes(rows: std::ops::Range<u64>, columns: std::ops::Range<u64>) -> Vec<u8> {
    rows.flat_map(|row| columns.clone().flat_map(move |column| element(row, column).to_ne_bytes())).collect()
}

/// An array of 256 chunks or shards, all there but the last.
fn filled(store: Arc<dyn Store>, shards: bool, codec: Option<&str>) -> Array {
    let hierarchy = Hierarchy::with_store(store, None).unwrap();
    let mut builder = ArrayBuilder::new(DataType::from_name("uint16", None).unwrap(), &[SIDE, SIDE]).unwrap();
    if shards {
        builder.chunk_shape(&[4, 4]).unwrap();
        builder.shard_shape(&[16, 16]).unwrap();
    } else {
        builder.chunk_shape(&[16, 16]).unwrap();
    }
    if let Some(codec) = codec {
        builder.codec(codec, None).unwrap();
    }
    let array = hierarchy.create_array("a", &builder).unwrap();
    array.write_region(&[0, 0], &[SIDE, SIDE], &bytes(0..SIDE, 0..SIDE)).unwrap();
    array
}

/// The most round trips for so many requests.
fn bound(requests: usize) -> usize {
    requests.div_ceil(IN_FLIGHT) * 13 / 10
}

fn check(array: &Array, rows: std::ops::Range<u64>, columns: std::ops::Range<u64>) {
    let count = [rows.end - rows.start, columns.end - columns.start];
    let mut buffer = vec![0; (count[0] * count[1] * 2) as usize];
    array.read_region(&[rows.start, columns.start], &count, &mut buffer).unwrap();
    assert!(buffer == bytes(rows, columns));
}

#[test]
fn chunks_are_asked_for_together() {
    for (thread_safe, codec) in [(true, Some("zstd")), (true, None), (false, Some("zstd")), (false, None)] {
        let store = Far::new(thread_safe);
        let array = filled(store.clone(), false, codec);
        store.trips();
        check(&array, 0..SIDE, 0..SIDE);
        let trips = store.trips();
        assert!(trips <= bound(256), "{trips}");
        // Parts of chunks: only those bytes where nothing encodes them, and as few trips.
        check(&array, 3..SIDE - 3, 5..SIDE - 1);
        let trips = store.trips();
        assert!(trips <= bound(256), "{trips}");
    }
}

/// However large the value: no more of it is asked for than a chunk can have, and what shows that there is more. Of a
/// shard in which something lies that its index doesn't know the rest is read.
#[test]
fn what_is_longer_than_it_can_be_is_not_asked_for() {
    const LONG: usize = 8 << 20;
    for (thread_safe, codec) in [(true, Some("zstd")), (true, None), (false, Some("zstd"))] {
        let store = Far::new(thread_safe);
        let array = filled(store.clone(), false, codec);
        store.inner.set("a/c/3/7", &vec![1; LONG]).unwrap();
        let mut buffer = vec![0; (SIDE * SIDE * 2) as usize];
        let error = array.read_region(&[0, 0], &[SIDE, SIDE], &mut buffer).unwrap_err();
        assert_eq!(error.kind(), zarr::ErrorKind::Limit, "{error}");
        assert!(error.to_string().contains("[3, 7]"), "{error}");
        assert!(store.longest.load(Ordering::SeqCst) < LONG / 4);
    }
    for (thread_safe, codec) in [(true, Some("zstd")), (true, None), (false, Some("zstd"))] {
        let store = Far::new(thread_safe);
        let array = filled(store.clone(), true, codec);
        // Unused bytes go to the front, and all that the index points at lies behind it.
        let key = "a/c/3/7";
        let shard = store.inner.get(key, ByteRange::ALL).unwrap().unwrap();
        let index = shard.len() - 16 * 16 - 4;
        let mut with_gap = vec![0; LONG];
        with_gap.extend_from_slice(&shard[..index]);
        let mut entries = shard[index..shard.len() - 4].to_vec();
        for entry in entries.chunks_exact_mut(16) {
            let offset = u64::from_le_bytes(entry[..8].try_into().unwrap()) + LONG as u64;
            entry[..8].copy_from_slice(&offset.to_le_bytes());
        }
        let checksum = crc32c(&entries);
        with_gap.extend(entries);
        with_gap.extend(checksum.to_le_bytes());
        store.inner.set(key, &with_gap).unwrap();
        check(&array, 0..SIDE, 0..SIDE);
        assert!(store.longest.load(Ordering::SeqCst) < LONG / 4);
    }
}

/// The checksum of an index, bit by bit.
fn crc32c(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ if crc & 1 == 1 { 0x82F6_3B78 } else { 0 })
    })
}

#[test]
fn shards_are_asked_for_together() {
    for thread_safe in [true, false] {
        let store = Far::new(thread_safe);
        let array = filled(store.clone(), true, Some("zstd"));
        store.trips();
        check(&array, 0..SIDE, 0..SIDE);
        let trips = store.trips();
        assert!(trips <= bound(256), "{trips}");
        // One inner chunk each of 16 shards: their indices, and what these point at.
        check(&array, 100..101, 0..2);
        assert_eq!(store.trips(), 2);
        let step = zarr::array::Section {
            start: vec![1, 1],
            count: vec![16, 16],
            step: vec![16, 16],
            offset: 0,
            memory: zarr::array::MemoryOrder::C,
        };
        let mut buffer = vec![0; 512];
        array.read_section(&step, &mut buffer, &zarr::array::Transfer::default()).unwrap();
        let expected = (0..16).flat_map(|row| (0..16).map(move |column| element(1 + 16 * row, 1 + 16 * column)));
        assert!(buffer == expected.flat_map(u16::to_ne_bytes).collect::<Vec<u8>>());
        let trips = store.trips();
        assert!(trips <= 2 * bound(256), "{trips}");
    }
}

/// Each shard of a batch has the index of its own shape.
#[test]
fn shards_of_several_lengths_are_asked_for_together() {
    let store = Far::new(true);
    let hierarchy = Hierarchy::with_store(store.clone(), None).unwrap();
    let mut builder = ArrayBuilder::new(DataType::from_name("uint16", None).unwrap(), &[SIDE, SIDE]).unwrap();
    builder.chunk_shape(&[4, 4]).unwrap();
    builder.shard_shape(&[16, 16]).unwrap();
    let lengths = [4, 16, 8, 36].repeat(4);
    builder.chunk_edges(0, &lengths).unwrap();
    let array = hierarchy.create_array("a", &builder).unwrap();
    array.write_region(&[0, 0], &[SIDE, SIDE], &bytes(0..SIDE, 0..SIDE)).unwrap();
    store.trips();
    check(&array, 0..SIDE, 0..SIDE);
    let trips = store.trips();
    assert!(trips <= bound(256), "{trips}");
    // A column of elements: the indices of 16 shards, and one row of inner chunks of each.
    check(&array, 0..SIDE, 17..18);
    assert_eq!(store.trips(), 1 + 64usize.div_ceil(IN_FLIGHT));
}

/// Nothing is lost where shards are missing, or hold nothing of what is wanted.
#[test]
fn missing_shards_read_as_the_fill_value() {
    let store = Far::new(true);
    let array = filled(store.clone(), true, None);
    for row in 0..16 {
        store.inner.erase(&format!("a/c/{row}/{row}")).unwrap();
        array.erase_chunk(zarr::array::Unit::Chunk, &[4 * row, (4 * row + 8) % 64]).unwrap();
    }
    store.trips();
    let mut buffer = vec![1; SIDE as usize * 2];
    for row in 0..16 {
        array.read_region(&[16 * row, 0], &[1, SIDE], &mut buffer).unwrap();
        let expected = (0..SIDE).map(|column| match column / 16 {
            shard if shard == row => 0,
            shard if shard == (row + 2) % 16 && column % 16 < 4 => 0,
            _ => element(16 * row, column),
        });
        assert!(buffer == expected.flat_map(u16::to_ne_bytes).collect::<Vec<u8>>(), "{row}");
        assert_eq!(store.trips(), 2);
    }
}

/// A shard that can't be read is named, also where it is fetched with others.
#[test]
fn a_broken_shard_among_others_is_named() {
    let store = Far::new(true);
    let array = filled(store.clone(), true, None);
    let whole = store.inner.get("a/c/3/5", ByteRange::ALL).unwrap().unwrap();
    let mut buffer = vec![0; SIDE as usize * 2];
    let mut shifted = whole.clone();
    let index = whole.len() - 16 * 16 - 4;
    shifted[index..index + 8].copy_from_slice(&(1u64 << 40).to_le_bytes());
    // Cut off; an index whose checksum is wrong, and which points behind the end.
    for broken in [whole[..100].to_vec(), shifted] {
        store.inner.set("a/c/3/5", &broken).unwrap();
        let error = array.read_region(&[48, 0], &[1, SIDE], &mut buffer).unwrap_err();
        assert_eq!(error.kind(), zarr::ErrorKind::Data);
        assert!(error.to_string().contains("chunk [3, 5]: key \"a/c/3/5\" is damaged: "), "{error}");
    }
    store.inner.set("a/c/3/5", &whole).unwrap();
    check(&array, 48..49, 0..SIDE);
}

#[derive(Debug)]
struct Deaf;

impl zarr::transformer::Observer for Deaf {
    fn ended(&self, _: &zarr::transformer::Event<'_>) {}
}

/// Every wrapper hands on what the store below likes.
#[test]
fn wrappers_pass_batches_on() {
    let far = Far::new(true);
    let inner = || -> Arc<dyn Store> { far.clone() };
    let wrapped: [Arc<dyn Store>; 3] = [
        Arc::new(PrefixStore::new(inner(), "p/").unwrap()),
        Arc::new(TraceStore::new(inner(), Arc::new(Deaf))),
        Arc::new(OverlayStore::new(vec![Arc::new(MemoryStore::new()), inner()]).unwrap()),
    ];
    for store in wrapped {
        assert_eq!(store.capabilities().in_flight, IN_FLIGHT);
        let name = format!("{store:?}");
        let _ = far.inner.erase_prefix("");
        let array = filled(store, false, Some("zstd"));
        far.trips();
        check(&array, 0..SIDE, 0..SIDE);
        assert!(far.trips() <= bound(256), "{}", &name[..20]);
    }
}

/// Groups of arrays: what is looked for in each group costs a round trip for every [`IN_FLIGHT`] documents, not for
/// each.
#[test]
fn documents_are_asked_for_together() {
    for (format, documents) in [(FormatId::V3, 1_usize), (FormatId::V2, 3_usize)] {
        for thread_safe in [true, false] {
            let store = Far::new(thread_safe);
            let hierarchy = Hierarchy::with_store(store.clone(), None).unwrap();
            let (groups, arrays) = (5_usize, 100_u64);
            hierarchy.create_group("", Some(format), None).unwrap();
            for group in 0..groups {
                for array in 0..arrays {
                    let mut builder = ArrayBuilder::new(DataType::from_name("int8", None).unwrap(), &[array]).unwrap();
                    builder.chunk_shape(&[10]).unwrap();
                    hierarchy.create_array(&format!("g{group}/a{array:02}"), &builder).unwrap();
                }
            }
            let most = 4
                + (documents * groups).div_ceil(IN_FLIGHT)
                + groups * (documents * arrays as usize).div_ceil(IN_FLIGHT);
            store.trips();
            let mut met = Vec::new();
            hierarchy
                .open_below("", usize::MAX, None, &mut |path, visited| {
                    let length = if let Visited::Array(array) = visited { Some(array.shape()[0]) } else { None };
                    met.push((path.joined(), length));
                    Ok(())
                })
                .unwrap();
            let trips = store.trips();
            assert!(trips <= most, "{trips} trips, not {most}");
            let group = |group| {
                let below = (0..arrays).map(move |array| (format!("g{group}/a{array:02}"), Some(array)));
                std::iter::once((format!("g{group}"), None)).chain(below)
            };
            assert_eq!(met, (0..groups).flat_map(group).collect::<Vec<_>>());
            let walked = hierarchy.walk("", usize::MAX).unwrap();
            assert!(walked.iter().map(|met| &met.path).eq(met.iter().map(|(path, _)| path)));
            let trips = store.trips();
            assert!(trips <= most, "{trips} trips, not {most}");
            assert_eq!(hierarchy.children("g3").unwrap().len(), arrays as usize);
            let trips = store.trips();
            assert!(trips <= 4 + (documents * arrays as usize).div_ceil(IN_FLIGHT), "{trips} trips");
        }
    }
}
