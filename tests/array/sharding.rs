//! Shards of every make against a naive array in memory; what little a small read may fetch; and what hostile indexes
//! must give.

use crate::model::Model;
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use zarr::array::{Array, ArrayBuilder, Selection, Unit};
use zarr::dtype::{DataType, VariableValue};
use zarr::error::{ErrorKind, Result};
use zarr::format::FormatId;
use zarr::hierarchy::{Hierarchy, open_store};
use zarr::store::{ByteRange, Capabilities, Depth, Listing, MemoryStore, Store, StoreExt, StoreName, Version, When};
use zarr::transformer::{Event, Observer, Operation, TraceStore};

#[derive(Clone, Debug)]
struct Case {
    /// Length, inner chunk, inner chunks of a middle one, middle ones of a shard, along each axis.
    axes: Vec<[u64; 4]>,
    data_type: &'static str,
    make: Make,
    inner: &'static str,
    fill: u8,
    disk: bool,
    /// For final v3: what the lengths of the shards come from, along each axis that has such.
    edges: Vec<Option<u64>>,
    steps: Vec<Step>,
}

impl Case {
    /// The lengths of the shards along each axis of a rectilinear grid; None for an axis where they are all alike.
    fn edges(&self) -> Vec<Option<Vec<u64>>> {
        let nested = match self.make {
            Make::Builder { format: FormatId::V3, .. } => false,
            Make::Builder { .. } => return vec![None; self.axes.len()],
            Make::Document { nested, .. } => nested,
        };
        let axes = self.axes.iter().zip(&self.edges);
        axes.map(|([length, inner, middle, _], seed)| {
            let part = if nested { inner * middle } else { *inner };
            let mut seed = (*seed)?;
            let mut edges = Vec::new();
            while edges.is_empty() || edges.iter().sum::<u64>() < *length {
                edges.push(part * (1 + seed % 3));
                seed /= 3;
            }
            Some(edges)
        })
        .collect()
    }
}

/// The writer of the document.
#[derive(Clone, Debug)]
enum Make {
    /// The builder.
    Builder { format: FormatId, f_order: bool, big_endian: bool },
    /// This test, with everything that final v3 can say.
    Document { nested: bool, around: u64, between: u64, index: usize, start: bool, behind: &'static str },
}

#[derive(Clone, Debug)]
struct Step {
    write: bool,
    /// True when the fill value is written.
    clear: bool,
    corners: Vec<(u64, u64)>,
    seed: u64,
}

/// Bytes→bytes codecs, as JSON members of a list.
const CODECS: [&str; 4] = [
    "",
    r#"{"name": "gzip", "configuration": {"level": 1}}"#,
    r#"{"name": "crc32c"}"#,
    r#"{"name": "gzip", "configuration": {"level": 1}}, {"name": "crc32c"}"#,
];
const INDEX: [&str; 4] = [
    r#"{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}"#,
    r#"{"name": "bytes", "configuration": {"endian": "big"}}"#,
    r#"{"name": "bytes", "configuration": {"endian": "big"}}, {"name": "crc32c"}, {"name": "crc32c"}"#,
    r#"{"name": "bytes", "configuration": {"endian": "little"}}"#,
];

fn cases() -> impl Strategy<Value = Case> {
    let formats = prop::sample::select(vec![FormatId::V3, FormatId::V3Draft2022, FormatId::V3Shape2020]);
    let builder = (formats, any::<bool>(), any::<bool>()).prop_map(|(format, f_order, big_endian)| Make::Builder {
        format,
        f_order,
        big_endian,
    });
    let document =
        (any::<bool>(), any::<u64>(), any::<u64>(), 0..5usize, any::<bool>(), prop::sample::select(CODECS.to_vec()))
            .prop_map(|(nested, around, between, index, start, behind)| Make::Document {
                nested,
                around,
                between,
                index,
                start,
                behind,
            });
    let types = vec!["bool", "uint16", "float32", "complex128", "r24"];
    (0..4usize, prop_oneof![builder, document.clone(), document]).prop_flat_map(move |(rank, make)| {
        let corners = prop::collection::vec((any::<u64>(), any::<u64>()), rank);
        let step = (any::<bool>(), 0..4u8, corners, any::<u64>()).prop_map(|(write, clear, corners, seed)| Step {
            write,
            clear: clear == 0,
            corners,
            seed,
        });
        (
            prop::collection::vec((0..14u64, 1..4u64, 1..3u64, 1..4u64), rank),
            prop::sample::select(types.clone()),
            prop::sample::select(CODECS.to_vec()),
            any::<u8>(),
            any::<bool>(),
            prop_oneof![Just(vec![None; rank]), prop::collection::vec(any::<Option<u64>>(), rank)],
            prop::collection::vec(step, 1..10),
        )
            .prop_map(move |(axes, data_type, inner, fill, disk, edges, steps)| Case {
                axes: axes.iter().map(|axis| [axis.0, axis.1, axis.2, axis.3]).collect(),
                data_type,
                make: make.clone(),
                inner,
                fill,
                disk,
                edges,
                steps,
            })
    })
}

/// A permutation of the axes for any number.
fn order(rank: usize, mut seed: u64) -> Vec<usize> {
    let mut left: Vec<usize> = (0..rank).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        order.push(left.remove(seed as usize % left.len()));
        seed /= 7;
    }
    order
}

fn permuted(shape: &[u64], order: &[usize]) -> Vec<u64> {
    order.iter().map(|axis| shape[*axis]).collect()
}

fn list(codecs: &[&str]) -> String {
    let codecs: Vec<&str> = codecs.iter().copied().filter(|codec| !codec.is_empty()).collect();
    format!("[{}]", codecs.join(", "))
}

fn transpose(order: &[usize]) -> String {
    format!(r#"{{"name": "transpose", "configuration": {{"order": {order:?}}}}}"#)
}

fn create(hierarchy: &Arc<Hierarchy>, case: &Case, fill: &[u8]) -> Array {
    let rank = case.axes.len();
    let shape: Vec<u64> = case.axes.iter().map(|axis| axis[0]).collect();
    let inner: Vec<u64> = case.axes.iter().map(|axis| axis[1]).collect();
    let middle: Vec<u64> = case.axes.iter().map(|axis| axis[1] * axis[2]).collect();
    let shard: Vec<u64> = case.axes.iter().map(|axis| axis[1] * axis[2] * axis[3]).collect();
    let mut builder = ArrayBuilder::new_json(&format!("{:?}", case.data_type), &shape).unwrap();
    builder.chunk_shape(&inner).unwrap();
    builder.shard_shape(&shard).unwrap();
    builder.fill_value(fill).unwrap();
    let edges = case.edges();
    let array = match &case.make {
        Make::Builder { format, f_order, big_endian } => {
            builder.format(Some(*format));
            builder.order(if *f_order { 'F' } else { 'C' }).unwrap();
            builder.big_endian(*big_endian);
            for (axis, edges) in edges.iter().enumerate() {
                edges.iter().for_each(|edges| builder.chunk_edges(axis, edges).unwrap());
            }
            if case.inner.contains("gzip") {
                builder.codec("gzip", None).unwrap();
            }
            if case.inner.contains("crc32c") && *format == FormatId::V3 {
                builder.codec("crc32c", None).unwrap();
            }
            hierarchy.create_array("group/array", &builder).unwrap()
        }
        Make::Document { nested, around, between, index, start, behind } => {
            let plain = hierarchy.create_array("plain", &builder).unwrap();
            let (around, between) = (order(rank, *around), order(rank, *between));
            // The index may have its axes in another order too.
            let swapped = format!("{}, {}", transpose(&order(rank + 1, 5 + *index as u64)), INDEX[0]);
            let index = list(&[INDEX.get(*index).copied().unwrap_or(&swapped)]);
            let location = if *start { "start" } else { "end" };
            let sharding = |chunk_shape: &[u64], codecs: &str| {
                format!(
                    r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": {chunk_shape:?}, "codecs": {codecs},
                        "index_codecs": {index}, "index_location": "{location}"}}}}"#
                )
            };
            let bytes = r#"{"name": "bytes", "configuration": {"endian": "big"}}"#;
            let outer = if *nested {
                let inner = permuted(&permuted(&inner, &around), &between);
                let codecs = list(&[&transpose(&order(rank, 11)), bytes, case.inner]);
                let codecs = list(&[&transpose(&between), &sharding(&inner, &codecs), behind]);
                sharding(&permuted(&middle, &around), &codecs)
            } else {
                let codecs = list(&[&transpose(&between), bytes, case.inner]);
                sharding(&permuted(&inner, &around), &codecs)
            };
            let text = plain.metadata().unwrap();
            let (document, _) = zarr::json::parse(text.as_bytes(), Default::default()).unwrap();
            let codecs = list(&[&transpose(&around), &outer, behind]);
            let (codecs, _) = zarr::json::parse(codecs.as_bytes(), Default::default()).unwrap();
            let mut document = document.as_object().unwrap().clone();
            document.set("codecs", codecs);
            if edges.iter().any(Option::is_some) {
                let axes = edges.iter().zip(&shard);
                let axes: Vec<String> = axes
                    .map(|(edges, length)| edges.as_ref().map_or(length.to_string(), |edges| format!("{edges:?}")))
                    .collect();
                let grid = format!(
                    r#"{{"name": "rectilinear", "configuration": {{"kind": "inline", "chunk_shapes": [{}]}}}}"#,
                    axes.join(", ")
                );
                document.set("chunk_grid", zarr::json::parse(grid.as_bytes(), Default::default()).unwrap().0);
            }
            let document = zarr::json::Json::Object(document).to_string();
            hierarchy.create_array_json("group/array", Some(FormatId::V3), &document).unwrap()
        }
    };
    assert_eq!(array.chunk_shape().unwrap(), inner);
    match edges.iter().any(Option::is_some) {
        true => assert_eq!(array.shard_shape().unwrap_err().kind(), ErrorKind::Unsupported),
        false => assert_eq!(array.shard_shape().unwrap(), shard),
    }
    array
}

/// Writes and reads points, then reads rows and columns: few of them, or so many that most inner chunks are touched.
fn select(array: &Array, model: &mut Model, step: &Step, byte: &dyn Fn(u8) -> u8) {
    let (shape, size) = (array.shape(), model.bytes.len() / array.shape().iter().product::<u64>() as usize);
    let total = if step.seed.is_multiple_of(3) { 40 } else { 3 };
    let mut random = step.seed;
    let mut next = |below: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % below
    };
    let points: Vec<u64> = (0..total).flat_map(|_| shape.clone()).map(&mut next).collect();
    let total = points.len().checked_div(shape.len()).unwrap_or(1);
    let at = |point: usize| &points[point * shape.len()..(point + 1) * shape.len()];
    let ones = vec![1; shape.len()];
    if step.write {
        let values: Vec<u8> = (0..total * size).map(|_| byte(next(256) as u8)).collect();
        array.write_selection(&Selection::Points(points.clone()), &values).unwrap();
        for point in 0..total {
            model.write(at(point), &ones, &values[point * size..(point + 1) * size]);
        }
    }
    let mut found = vec![0xaa; total * size];
    array.read_selection(&Selection::Points(points.clone()), &mut found).unwrap();
    let expected: Vec<u8> = (0..total).flat_map(|point| model.read(at(point), &ones)).collect();
    assert_eq!(found, expected, "{points:?}");

    let lists: Vec<Vec<u64>> = shape.iter().map(|length| (0..1 + next(4)).map(|_| next(*length)).collect()).collect();
    let mut places = vec![vec![]];
    for list in &lists {
        let further = places.iter().flat_map(|place| list.iter().map(move |index| [&place[..], &[*index]].concat()));
        places = further.collect::<Vec<Vec<u64>>>();
    }
    let expected: Vec<u8> = places.iter().flat_map(|place| model.read(place, &ones)).collect();
    let mut found = vec![0xaa; expected.len()];
    let lists = Selection::Orthogonal(lists.into_iter().map(Some).collect());
    array.read_selection(&lists, &mut found).unwrap();
    assert_eq!(found, expected, "{lists:?}");
}

fn run(case: &Case) -> std::result::Result<(), TestCaseError> {
    let directory = tempfile::tempdir().unwrap();
    let url = if case.disk { directory.path().join("a.zarr").to_str().unwrap().to_owned() } else { "memory://".into() };
    let hierarchy = open_store(&url, None).unwrap();
    let json = zarr::json::Json::from(case.data_type);
    let data_type = DataType::from_any_json(&json, &mut Default::default()).unwrap().0;
    let byte = |byte: u8| if case.data_type == "bool" { byte & 1 } else { byte };
    let fill: Vec<u8> = (0..data_type.size()).map(|at| byte(case.fill.wrapping_mul(at as u8 + 1))).collect();
    let array = create(&hierarchy, case, &fill);
    let fill = array.fill_value().unwrap().0;
    let shape = array.shape();
    let mut model = Model::new(&shape, &fill);
    for step in &case.steps {
        let axes = step.corners.iter().zip(&shape);
        let start: Vec<u64> = axes.map(|(corner, length)| corner.0 % (length + 1)).collect();
        let axes = step.corners.iter().zip(&shape).zip(&start);
        let count: Vec<u64> = axes.map(|((corner, length), start)| corner.1 % (length - start + 1)).collect();
        let size = count.iter().product::<u64>() as usize * data_type.size();
        if step.write {
            let random = |at: u64| byte((at.wrapping_mul(step.seed | 1) >> 7) as u8);
            let values: Vec<u8> = match step.clear {
                true => fill.repeat(size / fill.len()),
                false => (0..size as u64).map(random).collect(),
            };
            model.write(&start, &count, &values);
            array.write_region(&start, &count, &values).unwrap();
        } else {
            let mut values = vec![0xaa; size];
            array.read_region(&start, &count, &mut values).unwrap();
            prop_assert_eq!(&values, &model.read(&start, &count));
        }
        if !shape.contains(&0) {
            select(&array, &mut model, step, &byte);
        }
    }
    let reopened = hierarchy.open_array("group/array", Some(r#"{"strict": true}"#)).unwrap();
    let mut values = vec![0xaa; model.bytes.len()];
    reopened.read_region(&vec![0; shape.len()], &shape, &mut values).unwrap();
    prop_assert_eq!(&values, &model.bytes);
    // Chunks of nothing but the fill value are not stored.
    array.write_region(&vec![0; shape.len()], &shape, &fill.repeat(model.bytes.len() / fill.len())).unwrap();
    let left = hierarchy.store().list_all().unwrap();
    let documents = ["zarr.json", ".array.json", ".group.json"];
    prop_assert!(left.iter().all(|key| documents.iter().any(|document| key.ends_with(document))), "{:?}", left);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_to_shards_is_read(case in cases()) {
        run(&case)?;
    }
}

/// A store that counts what it is asked for.
#[derive(Debug)]
struct Counting {
    inside: MemoryStore,
    thread_safe: bool,
    owner: std::thread::ThreadId,
    requests: AtomicU64,
    bytes: AtomicU64,
}

impl Counting {
    fn new(thread_safe: bool) -> Arc<Self> {
        Arc::new(Self {
            inside: MemoryStore::new(),
            thread_safe,
            owner: std::thread::current().id(),
            requests: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
        })
    }

    fn check_thread(&self) {
        assert!(self.thread_safe || std::thread::current().id() == self.owner);
    }

    fn counted(&self, value: Option<Vec<u8>>) -> Option<Vec<u8>> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.bytes.fetch_add(value.as_ref().map_or(0, Vec::len) as u64, Ordering::Relaxed);
        value
    }

    /// Requests and bytes since the last call.
    fn take(&self) -> (u64, u64) {
        (self.requests.swap(0, Ordering::Relaxed), self.bytes.swap(0, Ordering::Relaxed))
    }
}

impl Store for Counting {
    fn name(&self) -> &StoreName {
        self.inside.name()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { thread_safe: self.thread_safe, conditional: false, ..self.inside.capabilities() }
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        self.check_thread();
        Ok(self.counted(self.inside.get(key, range)?))
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> Result<()> {
        when.begin(key, value)?;
        self.check_thread();
        self.inside.write(key, value, When::Claimed)
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.inside.size(key)
    }

    fn get_versioned(&self, key: &str, most: u64) -> Result<(Option<Vec<u8>>, Version)> {
        let (value, version) = self.inside.get_versioned(key, most)?;
        Ok((self.counted(value), version))
    }

    fn list(&self, prefix: &str, depth: Depth) -> Result<Listing> {
        self.inside.list(prefix, depth)
    }
}

fn bytes_of(count: u64) -> Vec<u8> {
    (0..count * 2).map(|at| (at * 7 + at / 256 + 1) as u8).collect()
}

#[test]
fn a_small_read_fetches_the_index_and_what_it_wants_and_a_whole_write_reads_nothing() {
    for format in [FormatId::V3, FormatId::V3Draft2022] {
        let store = Counting::new(true);
        let hierarchy = Hierarchy::with_store(Arc::clone(&store) as Arc<dyn Store>, None).unwrap();
        let mut builder = ArrayBuilder::new_json("\"uint16\"", &[64, 64]).unwrap();
        builder.format(Some(format));
        builder.chunk_shape(&[8, 8]).unwrap();
        builder.shard_shape(&[32, 64]).unwrap();
        let array = hierarchy.create_array("a", &builder).unwrap();
        let mut model = Model::new(&[64, 64], &[0, 0]);
        let index = 16 * 32 + if format == FormatId::V3 { 4 } else { 0 };
        let chunk = 8 * 8 * 2;
        let write = |model: &mut Model, start: [u64; 2], count: [u64; 2]| {
            let values = bytes_of(count[0] * count[1]);
            model.write(&start, &count, &values);
            store.take();
            array.write_region(&start, &count, &values).unwrap();
            store.take()
        };
        assert_eq!(write(&mut model, [0, 0], [64, 64]), (0, 0));
        assert_eq!(write(&mut model, [32, 0], [32, 64]), (0, 0));
        // One element; elements of two neighbours; a row of chunks: neighbours are one request.
        for (start, count, chunks) in [([5, 5], [1, 1], 1), ([9, 12], [3, 8], 2), ([40, 0], [8, 64], 8)] {
            let mut values = vec![0; (count[0] * count[1] * 2) as usize];
            store.take();
            array.read_region(&start, &count, &mut values).unwrap();
            assert_eq!(store.take(), (2, index + chunks * chunk), "{start:?}");
            assert!(values == model.read(&start, &count));
        }
        // Most of the shard, in one request.
        let mut values = vec![0; 32 * 64 * 2];
        array.read_region(&[0, 0], &[32, 64], &mut values).unwrap();
        assert_eq!(store.take(), (1, index + 32 * chunk));
        assert!(values == model.read(&[0, 0], &[32, 64]));
        // A part: one request for what is to be kept, and only the rest is written anew.
        assert_eq!(write(&mut model, [1, 1], [9, 9]).0, 1);
        let mut values = vec![0; 64 * 64 * 2];
        array.read_region(&[0, 0], &[64, 64], &mut values).unwrap();
        assert!(values == model.bytes);
    }
}

/// Points in as many inner chunks of one shard cost what a region of these costs: the index once, and each inner chunk
/// once, together where they lie together.
#[test]
fn points_in_a_shard_fetch_its_index_once() {
    let store = Counting::new(true);
    let hierarchy = Hierarchy::with_store(Arc::clone(&store) as Arc<dyn Store>, None).unwrap();
    let mut builder = ArrayBuilder::new_json("\"uint16\"", &[16_000]).unwrap();
    builder.chunk_shape(&[4]).unwrap();
    builder.shard_shape(&[16_000]).unwrap();
    let array = hierarchy.create_array("a", &builder).unwrap();
    let values = bytes_of(16_000);
    array.write_region(&[0], &[16_000], &values).unwrap();
    let index = 16 * 4000 + 4;
    // The inner chunk of each point is `step` behind that of the one before; they are asked for in another order.
    for (count, step, expected) in [
        (1000_u64, 1, (2, index + 1000 * 8)),
        (2000, 1, (2, index + 2000 * 8)),
        (1000, 4, (1 + 1000, index + 1000 * 8)),
        (2000, 2, (1 + 2000, index + 2000 * 8)),
        (4000, 1, (1, index + 4000 * 8)),
    ] {
        let mut points: Vec<u64> = (0..count).map(|at| at * 7919 % count * step * 4 + at % 4).collect();
        points.extend_from_within(..10);
        let mut found = vec![0; points.len() * 2];
        store.take();
        array.read_selection(&Selection::Points(points.clone()), &mut found).unwrap();
        assert_eq!(store.take(), expected, "{count} points");
        let expected: Vec<u8> = points.iter().flat_map(|at| &values[*at as usize * 2..][..2]).copied().collect();
        assert!(found == expected);
        array.write_selection(&Selection::Points(points), &found).unwrap();
        assert_eq!(store.take(), (1, index + 4000 * 8), "a write reads the old shard once");
    }
    let mut found = vec![0; 2 * 2 * 3];
    let lists = Selection::Orthogonal(vec![Some(vec![15_999, 3, 9000, 9001, 3, 15_998])]);
    array.read_selection(&lists, &mut found).unwrap();
    assert_eq!(store.take(), (4, index + 3 * 8));
}

#[test]
fn threads_share_the_inner_chunks_of_one_shard() {
    for (thread_safe, shard) in [(true, [512, 512]), (false, [512, 512]), (true, [64, 128]), (false, [64, 128])] {
        let store = Counting::new(thread_safe);
        let hierarchy = Hierarchy::with_store(Arc::clone(&store) as Arc<dyn Store>, None).unwrap();
        let shape = [500u64, 500];
        let mut builder = ArrayBuilder::new_json("\"uint16\"", &shape).unwrap();
        builder.chunk_shape(&[32, 64]).unwrap();
        builder.shard_shape(&shard).unwrap();
        builder.codec("gzip", Some(r#"{"level": 1}"#)).unwrap();
        hierarchy.create_array("a", &builder).unwrap();
        let array = hierarchy.open_array("a", Some(r#"{"threads": 4}"#)).unwrap();
        let mut model = Model::new(&shape, &[0, 0]);
        for (start, count) in [([0, 0], shape), ([3, 60], [300, 333])] {
            let values: Vec<u8> = bytes_of(count[0] * count[1]);
            model.write(&start, &count, &values);
            array.write_region(&start, &count, &values).unwrap();
        }
        for (start, count) in [([0, 0], shape), ([40, 70], [200, 300]), ([499, 1], [1, 499])] {
            let mut values = vec![0; (count[0] * count[1] * 2) as usize];
            array.read_region(&start, &count, &mut values).unwrap();
            assert!(values == model.read(&start, &count));
        }
    }
}

#[test]
fn a_shard_is_the_same_bytes_however_many_threads_write_it() {
    let shape = [512u64, 512];
    let stored = |threads: usize| {
        let store = Arc::new(MemoryStore::new());
        let hierarchy = Hierarchy::with_store(Arc::clone(&store) as Arc<dyn Store>, None).unwrap();
        let mut builder = ArrayBuilder::new_json("\"uint16\"", &shape).unwrap();
        builder.chunk_shape(&[16, 32]).unwrap();
        builder.shard_shape(&shape).unwrap();
        builder.codec("zstd", None).unwrap();
        hierarchy.create_array("a", &builder).unwrap();
        let array = hierarchy.open_array("a", Some(&format!(r#"{{"threads": {threads}}}"#))).unwrap();
        // Some inner chunks are missing, some take longer than others.
        let mut values: Vec<u8> = (0..512 * 512 * 2u64).map(|at| (at * at / 77 % (1 + at / 3000)) as u8).collect();
        values[..40 * 512 * 2].fill(0);
        array.write_region(&[0, 0], &shape, &values).unwrap();
        let whole = store.get("a/c/0/0", ByteRange::ALL).unwrap().unwrap();
        array.write_region(&[100, 70], &[200, 300], &values[..200 * 300 * 2]).unwrap();
        (whole, store.get("a/c/0/0", ByteRange::ALL).unwrap().unwrap())
    };
    let alone = stored(1);
    for _ in 0..10 {
        assert!(stored(4) == alone);
    }
}

#[test]
fn few_inner_chunks_among_a_million_are_found_kept_and_taken_away() {
    let store = Arc::new(MemoryStore::new());
    let hierarchy = Hierarchy::with_store(Arc::clone(&store) as Arc<dyn Store>, None).unwrap();
    let mut builder = ArrayBuilder::new_json("\"uint16\"", &[2048, 1024]).unwrap();
    builder.chunk_shape(&[2, 1]).unwrap();
    builder.shard_shape(&[2048, 1024]).unwrap();
    let array = hierarchy.create_array("a", &builder).unwrap();
    let mut model = Model::new(&[2048, 1024], &[0, 0]);
    // A row, a column, parts of both, elements far apart; then what takes inner chunks away again.
    let parts: [([u64; 2], [u64; 2]); 6] = [
        ([7, 0], [1, 1024]),
        ([0, 1000], [2048, 1]),
        ([6, 990], [5, 20]),
        ([2047, 1023], [1, 1]),
        ([0, 0], [1, 1]),
        ([1000, 500], [3, 3]),
    ];
    for (turn, (start, count)) in parts.into_iter().chain([([7, 0], [1, 1024])]).enumerate() {
        let mut values = bytes_of(count[0] * count[1]);
        if turn == parts.len() {
            values.fill(0);
        }
        model.write(&start, &count, &values);
        array.write_region(&start, &count, &values).unwrap();
        let mut all = vec![0; model.bytes.len()];
        array.read_region(&[0, 0], &[2048, 1024], &mut all).unwrap();
        assert!(all == model.bytes, "{start:?} {count:?}");
    }
    // Neither gaps nor old values stay in the shard.
    let present = model
        .bytes
        .chunks_exact(2 * 1024 * 2)
        .flat_map(|rows| (0..1024).filter(|column| (0..2).any(|row| rows[(row * 1024 + column) * 2..][..2] != [0, 0])));
    let shard = store.get("a/c/0/0", ByteRange::ALL).unwrap().unwrap();
    assert_eq!(shard.len(), present.count() * 4 + (1 << 20) * 16 + 4);
}

/// An array of shards of 4, 2 and 6 rows, in chunks of 2 x 3.
fn of_edges(hierarchy: &Arc<Hierarchy>, data_type: &str) -> Array {
    let mut builder = ArrayBuilder::new_json(data_type, &[12, 6]).unwrap();
    builder.chunk_shape(&[2, 3]).unwrap();
    builder.shard_shape(&[1, 6]).unwrap();
    builder.chunk_edges(0, &[4, 2, 6]).unwrap();
    hierarchy.create_array("a", &builder).unwrap()
}

#[test]
fn shards_of_several_lengths_are_fetched_in_parts_and_written_without_reading() {
    let store = Counting::new(true);
    let hierarchy = Hierarchy::with_store(Arc::clone(&store) as Arc<dyn Store>, None).unwrap();
    let array = of_edges(&hierarchy, "\"uint16\"");
    let mut model = Model::new(&[12, 6], &[0, 0]);
    for (start, rows) in [(0, 12), (4, 2), (6, 6)] {
        let values = bytes_of(rows * 6);
        model.write(&[start, 0], &[rows, 6], &values);
        store.take();
        array.write_region(&[start, 0], &[rows, 6], &values).unwrap();
        assert_eq!(store.take(), (0, 0), "whole shards are not read");
    }
    // The shards have 4, 2 and 6 inner chunks of 12 bytes.
    // Neighbours in the shard are one request.
    for (start, count, chunks, index) in [([3, 1], [1, 1], 1, 68), ([7, 0], [1, 6], 2, 100), ([4, 4], [1, 1], 1, 36)] {
        let mut values = vec![0; (count[0] * count[1] * 2) as usize];
        array.read_region(&start, &count, &mut values).unwrap();
        assert_eq!(store.take(), (2, index + 12 * chunks), "{start:?}");
        assert!(values == model.read(&start, &count));
    }
    assert_eq!(hierarchy.store().size("a/c/0/0").unwrap(), Some(4 * 12 + 68));
    assert_eq!(hierarchy.store().size("a/c/1/0").unwrap(), Some(2 * 12 + 36));
    assert_eq!(hierarchy.store().size("a/c/2/0").unwrap(), Some(6 * 12 + 100));
    assert_eq!(array.grid(Unit::Chunk).unwrap().shape(), [6, 2]);
    assert_eq!(array.grid(Unit::Shard).unwrap().lengths(0).unwrap().collect::<Vec<_>>(), [4, 2, 6]);
}

#[test]
fn an_array_that_grows_behind_its_last_shard_gets_one_of_whole_inner_chunks() {
    let hierarchy = open_store("memory://", None).unwrap();
    let array = of_edges(&hierarchy, "\"uint16\"");
    let mut model = Model::new(&[17, 6], &[0, 0]);
    let (first, second) = (bytes_of(12 * 6), bytes_of(5 * 6));
    model.write(&[0, 0], &[12, 6], &first);
    model.write(&[12, 0], &[5, 6], &second);
    array.write_region(&[0, 0], &[12, 6], &first).unwrap();
    array.append(0, &[5, 6], &second).unwrap();
    let read = |array: &Array| {
        let mut values = vec![0; 2 * array.shape().iter().product::<u64>() as usize];
        array.read_region(&[0, 0], &array.shape(), &mut values).unwrap();
        values
    };
    let array = hierarchy.open_array("a", None).unwrap();
    assert_eq!(array.grid(Unit::Shard).unwrap().lengths(0).unwrap().collect::<Vec<_>>(), [4, 2, 6, 6]);
    assert_eq!(read(&array), model.bytes);
    // Shrinking erases what lies outside, and keeps the shards that were listed.
    array.resize(&[5, 6]).unwrap();
    assert_eq!(array.stored_chunks(Unit::Shard).unwrap(), [[0, 0], [1, 0]]);
    array.resize(&[13, 6]).unwrap();
    let values = read(&array);
    assert_eq!(values[..5 * 12], model.bytes[..5 * 12]);
    assert!(values[6 * 12..].iter().all(|byte| *byte == 0));
    // Nothing but whole inner chunks can be a shard.
    let mut builder = ArrayBuilder::new_json("\"uint16\"", &[12, 6]).unwrap();
    builder.chunk_shape(&[2, 3]).unwrap();
    builder.shard_shape(&[1, 6]).unwrap();
    builder.chunk_edges(0, &[4, 3, 6]).unwrap();
    let error = hierarchy.create_array("b", &builder).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("dimension 0: inner chunks of length 2"), "{error}");
    let text: String = array.metadata().unwrap().split_whitespace().collect();
    let text = text.replace(r#""chunk_shape":[2,3]"#, r#""chunk_shape":[6,3]"#);
    let error = hierarchy.create_array_json("b", Some(FormatId::V3), &text).unwrap_err();
    assert!(error.to_string().contains("inner chunks of length 6 don't divide every chunk"), "{error}");
}

#[test]
fn texts_in_shards_of_several_lengths() {
    let hierarchy = open_store("memory://", None).unwrap();
    let array = of_edges(&hierarchy, "\"string\"");
    let texts: Vec<String> = (0..72).map(|at| "x".repeat(at % 7) + &at.to_string()).collect();
    let values: Vec<VariableValue> = texts.iter().map(|text| VariableValue::Bytes(text.as_bytes())).collect();
    array.write_values(&[0, 0], &[12, 6], &values).unwrap();
    array.write_values(&[5, 1], &[2, 1], &[VariableValue::Bytes(b"new"), VariableValue::Bytes(b"er")]).unwrap();
    let got = array.read_values(&[3, 1], &[5, 2]).unwrap();
    let mut wanted: Vec<&[u8]> =
        (3..8).flat_map(|row| [1, 2].map(|column| texts[row * 6 + column].as_bytes())).collect();
    (wanted[4], wanted[6]) = (b"new", b"er");
    assert!(got.iter().eq(wanted.into_iter().map(VariableValue::Bytes)));
}

#[test]
fn a_copy_of_shards_of_several_lengths_is_the_same_bytes() {
    let hierarchy = open_store("memory://", None).unwrap();
    let array = of_edges(&hierarchy, "\"uint16\"");
    array.write_region(&[1, 1], &[9, 4], &bytes_of(36)).unwrap();
    hierarchy.copy("a", &hierarchy, "b", None, &|_, _| true).unwrap();
    let store = hierarchy.store();
    for shard in ["c/0/0", "c/1/0", "c/2/0"] {
        let value = |node: &str| store.get(&format!("{node}/{shard}"), ByteRange::ALL).unwrap().unwrap();
        assert_eq!(value("a"), value("b"));
    }
    for format in [FormatId::V2, FormatId::V3Draft2022] {
        let error =
            hierarchy.copy("a", &open_store("memory://", None).unwrap(), "", Some(format), &|_, _| true).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
    }
    // A view has the keys of their inner chunks.
    let keys = array.chunk_store().unwrap().list_prefix("a/").unwrap();
    assert_eq!(keys.len(), array.stored_chunks(Unit::Chunk).unwrap().len() + 1, "{keys:?}");
}

/// An array of one shard of four inner chunks, and its key.
fn one_shard(store: &Arc<dyn Store>) -> (Array, String) {
    let hierarchy = Hierarchy::with_store(Arc::clone(store), None).unwrap();
    let mut builder = ArrayBuilder::new_json("\"uint16\"", &[8]).unwrap();
    builder.format(Some(FormatId::V3Draft2022));
    builder.chunk_shape(&[2]).unwrap();
    builder.shard_shape(&[8]).unwrap();
    (hierarchy.create_array("a", &builder).unwrap(), "data/a/c0".to_owned())
}

#[test]
fn hostile_indexes_are_refused_by_readers_and_writers() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let (array, key) = one_shard(&store);
    array.write_region(&[0], &[8], &bytes_of(8)).unwrap();
    let good = store.get(&key, ByteRange::ALL).unwrap().unwrap();
    assert_eq!(good.len(), 4 * 4 + 4 * 16);
    let entry = |offset: u64, length: u64| {
        let mut shard = good.clone();
        shard[16..24].copy_from_slice(&offset.to_le_bytes());
        shard[24..32].copy_from_slice(&length.to_le_bytes());
        shard
    };
    let past = good.len() as u64;
    let bad = [
        entry(u64::MAX, 4),
        entry(0, u64::MAX),
        entry(u64::MAX - 2, 4),
        entry(past - 1, 4),
        entry(past, 4),
        entry(past + 1, 4),
        entry(1 << 40, 1 << 40),
        entry(0, 3),
        entry(0, 5),
        entry(0, 0),
        good[..63].to_vec(),
        Vec::new(),
    ];
    for (number, shard) in bad.iter().enumerate() {
        store.set(&key, shard).unwrap();
        for (start, count) in [(0, 1), (0, 8), (1, 1)] {
            let error = array.read_region(&[start], &[count], &mut vec![0; count as usize * 2]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Data, "{number}: {error}");
            assert!(error.to_string().contains("chunk [0]"), "{error}");
        }
        let error = array.write_region(&[1], &[1], &[1, 2]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Data, "{number}: {error}");
        assert!(store.get(&key, ByteRange::ALL).unwrap().as_deref() == Some(shard), "{number}: nothing is written");
    }
    // Good chunks are read beside bad ones.
    store.set(&key, &entry(past, 4)).unwrap();
    let mut values = [0; 4];
    array.read_region(&[4], &[2], &mut values).unwrap();
    assert_eq!(values[..], bytes_of(8)[8..12]);
}

#[test]
fn shared_bytes_stay_shared_and_overlaps_do_not_multiply() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let (array, key) = one_shard(&store);
    let shard = |entries: [(u64, u64); 4]| {
        let entries =
            entries.iter().flat_map(|(offset, length)| [offset.to_le_bytes(), length.to_le_bytes()]).flatten();
        [1, 2, 3, 4].into_iter().chain(entries).collect::<Vec<u8>>()
    };
    store.set(&key, &shard([(0, 4); 4])).unwrap();
    let mut values = [0; 16];
    array.read_region(&[0], &[8], &mut values).unwrap();
    assert_eq!(values[..], [1, 2, 3, 4].repeat(4));
    array.write_region(&[0], &[1], &[9, 9]).unwrap();
    array.read_region(&[0], &[8], &mut values).unwrap();
    assert_eq!(values[..], [&[9, 9, 3, 4][..], &[1, 2, 3, 4].repeat(3)].concat());
    assert_eq!(store.size(&key).unwrap(), Some(2 * 4 + 64));
    store.set(&key, &shard([(0, 4), (0, 68), (1, 67), (2, 66)])).unwrap();
    assert_eq!(array.write_region(&[0], &[1], &[9, 9]).unwrap_err().kind(), ErrorKind::Data);
}

#[test]
fn a_shard_with_much_that_nobody_uses_is_read_by_its_parts_and_written_without_it() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let (array, key) = one_shard(&store);
    array.write_region(&[0], &[8], &bytes_of(8)).unwrap();
    let good = store.get(&key, ByteRange::ALL).unwrap().unwrap();
    let mut long = good[..16].to_vec();
    long.resize(16 + (3 << 20), 0xee);
    long.extend_from_slice(&good[16..]);
    store.set(&key, &long).unwrap();
    let mut values = [0; 16];
    array.read_region(&[0], &[8], &mut values).unwrap();
    assert_eq!(values[..], bytes_of(8));
    array.write_region(&[0], &[1], &bytes_of(8)[..2]).unwrap();
    assert!(store.get(&key, ByteRange::ALL).unwrap().unwrap() == good);
}

#[test]
fn an_inner_chunk_longer_than_any_can_be_is_not_fetched() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let (array, key) = one_shard(&store);
    array.write_region(&[0], &[8], &bytes_of(8)).unwrap();
    let good = store.get(&key, ByteRange::ALL).unwrap().unwrap();
    let mut long = vec![0; 3 << 20];
    long.extend_from_slice(&good[16..]);
    let entry = long.len() - 64;
    long[entry + 8..entry + 16].copy_from_slice(&(3_u64 << 20).to_le_bytes());
    store.set(&key, &long).unwrap();
    // One inner chunk, and all of them, which are too many bytes to be read at once.
    for count in [1, 8] {
        let error = array.read_region(&[0], &[count], &mut vec![0; count as usize * 2]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Data, "{error}");
        assert!(error.message().contains("more than"), "{error}");
    }
}

/// Replaces a shard as soon as its index has been read.
#[derive(Debug)]
struct Meddler {
    store: MemoryStore,
    key: &'static str,
    value: std::sync::Mutex<Option<Vec<u8>>>,
}

impl Observer for Meddler {
    fn ended(&self, event: &Event<'_>) {
        if event.operation == Operation::Get
            && event.keys == [self.key]
            && let Some(value) = self.value.lock().unwrap().take()
        {
            self.store.set(self.key, &value).unwrap();
        }
    }
}

#[test]
fn an_index_is_never_used_on_the_shard_of_another_moment() {
    let store = MemoryStore::new();
    let hierarchy = Hierarchy::with_store(Arc::new(store.clone()), None).unwrap();
    let mut builder = ArrayBuilder::new_json("\"uint8\"", &[64]).unwrap();
    builder.chunk_shape(&[8]).unwrap();
    builder.shard_shape(&[64]).unwrap();
    let array = hierarchy.create_array("a", &builder).unwrap();
    // One inner chunk lies at one end of the first shard and at the other end of the second.
    array.write_region(&[56], &[8], &[1; 8]).unwrap();
    let first = store.get("a/c/0", ByteRange::ALL).unwrap().unwrap();
    array.write_region(&[0], &[64], &[2; 64]).unwrap();
    let second = store.get("a/c/0", ByteRange::ALL).unwrap().unwrap();
    for (before, after, old) in [(&first, &second, 1), (&second, &first, 2)] {
        store.set("a/c/0", before).unwrap();
        let meddler = Meddler { store: store.clone(), key: "a/c/0", value: Some(after.clone()).into() };
        let traced = TraceStore::new(Arc::new(store.clone()), Arc::new(meddler));
        let hierarchy = Hierarchy::with_store(Arc::new(traced), None).unwrap();
        let mut values = [0; 8];
        hierarchy.open_array("a", None).unwrap().read_region(&[56], &[8], &mut values).unwrap();
        assert_eq!(values, [old; 8], "what was there when the index was read");
        assert_eq!(store.get("a/c/0", ByteRange::ALL).unwrap().as_ref(), Some(after), "the shard was replaced");
    }
}
