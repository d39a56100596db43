//! One large chunk is work for several threads: the threads that take part in reading and writing it are counted, by
//! what the system says of the threads that the library has started. So the test is alone in its process.
#![cfg(target_os = "linux")]

use std::sync::Arc;
use std::time::{Duration, Instant};
use zarr::array::{Array, ArrayBuilder, MemoryOrder, Section, Transfer};
use zarr::dtype::DataType;
use zarr::hierarchy::Hierarchy;
use zarr::store::MemoryStore;

/// Elements along each axis; 4 MiB in blocks of 64 KiB.
const SIDE: u64 = 1024;

fn array(codecs: &[(&str, &str)], big_endian: bool, shard: bool) -> Array {
    let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
    let mut builder = ArrayBuilder::new(DataType::from_name("uint32", None).unwrap(), &[SIDE, SIDE]).unwrap();
    builder.chunk_shape(&[SIDE, SIDE]).unwrap();
    if shard {
        builder.shard_shape(&[SIDE, SIDE]).unwrap();
    }
    builder.big_endian(big_endian);
    for (name, configuration) in codecs {
        builder.codec(name, Some(configuration)).unwrap();
    }
    hierarchy.create_array("a", &builder).unwrap()
}

fn data() -> Vec<u8> {
    (0..SIDE * SIDE).flat_map(|at| ((at * at / 77) as u32).to_ne_bytes()).collect()
}

/// Nanoseconds that threads of the library have worked so far; None: there are none.
fn worked() -> Option<u64> {
    let mut sum = None;
    for task in std::fs::read_dir("/proc/self/task").unwrap().flatten() {
        // A thread may end in between.
        let read = |name| std::fs::read_to_string(task.path().join(name)).unwrap_or_default();
        if read("comm").trim() == "zarr" {
            let nanoseconds = read("schedstat").split(' ').next().and_then(|word| word.parse::<u64>().ok());
            sum = Some(sum.unwrap_or(0) + nanoseconds.unwrap_or(0));
        }
    }
    sum
}

/// Repeats a call until helpers have worked longer than they take to wake up and find nothing; that they find the
/// processor free at once is not asked for.
fn has_help(what: &str, mut call: impl FnMut()) {
    let (before, begin) = (worked().unwrap_or(0), Instant::now());
    let mut calls = 0;
    while worked().unwrap_or(0) < before + 20_000_000 {
        assert!(begin.elapsed() < Duration::from_secs(60), "{what}: no thread helps, {calls} calls");
        call();
        calls += 1;
    }
}

const BLOSC: (&str, &str) =
    ("blosc", r#"{"cname":"zstd","clevel":3,"shuffle":"shuffle","typesize":4,"blocksize":65536}"#);

#[test]
fn the_blocks_of_one_chunk_are_shared() {
    if !crate::process::is_own(module_path!(), "the_blocks_of_one_chunk_are_shared") {
        return;
    }
    zarr::array::set_threads(2);
    let data = data();
    let mut buffer = vec![0; data.len()];

    // A codec that encodes as a whole has work for one.
    let whole = array(&[("zstd", r#"{"level":1,"checksum":false}"#)], false, false);
    whole.write_region(&[0, 0], &[SIDE, SIDE], &data).unwrap();
    whole.read_region(&[0, 0], &[SIDE, SIDE], &mut buffer).unwrap();
    assert!(buffer == data);
    assert_eq!(worked(), None);

    let raw = array(&[], false, false);
    raw.write_region(&[0, 0], &[SIDE, SIDE], &data).unwrap();
    has_help("reading what nothing encodes", || {
        raw.read_region(&[0, 0], &[SIDE, SIDE], &mut buffer).unwrap();
        assert!(buffer == data);
    });

    for (shard, big_endian) in [(false, false), (false, true), (true, false)] {
        let what = format!("shard {shard}, big endian {big_endian}");
        let shared = array(&[BLOSC, ("crc32c", "{}")], big_endian, shard);
        has_help(&format!("writing, {what}"), || shared.write_region(&[0, 0], &[SIDE, SIDE], &data).unwrap());
        has_help(&format!("reading in place, {what}"), || {
            buffer.fill(0);
            shared.read_region(&[0, 0], &[SIDE, SIDE], &mut buffer).unwrap();
            assert!(buffer == data);
        });
        // Into the other order of memory, by way of scratch memory.
        let section =
            Section { start: vec![0, 0], count: vec![SIDE, SIDE], step: vec![1, 1], offset: 0, memory: MemoryOrder::F };
        has_help(&format!("reading into another order, {what}"), || {
            shared.read_section(&section, &mut buffer, &Transfer::default()).unwrap();
        });
        assert!((0..SIDE as usize).all(|at| {
            let (row, column) = (at, at * 7 % SIDE as usize);
            let (here, there) = (4 * (column * SIDE as usize + row), 4 * (row * SIDE as usize + column));
            buffer[here..here + 4] == data[there..there + 4]
        }));
        let half = buffer.len() / 2;
        has_help(&format!("reading a part, {what}"), || {
            shared.read_region(&[SIDE / 4, 0], &[SIDE / 2, SIDE], &mut buffer[..half]).unwrap();
            assert!(buffer[..half] == data[half / 2..half / 2 + half]);
        });
    }
}
