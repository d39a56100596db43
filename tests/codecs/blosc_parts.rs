//! Chunks of which only some blocks are decoded: what a region reads is what lies there, in every layout; and damage is
//! told to readers of the part that it hit.

use proptest::prelude::*;
use std::sync::Arc;
use zarr::ErrorKind;
use zarr::array::{Array, ArrayBuilder};
use zarr::dtype::DataType;
use zarr::hierarchy::Hierarchy;
use zarr::store::{ByteRange, MemoryStore, Store, StoreExt};

const SHAPE: [u64; 3] = [20, 24, 40];
const CHUNK: [u64; 3] = [16, 16, 32];

/// How chunks are stored: the order of axes and bytes, the codecs, inner chunks.
#[derive(Clone, Copy, Debug)]
struct Layout {
    order: char,
    big_endian: bool,
    cname: &'static str,
    shuffle: &'static str,
    checksum: bool,
    sharded: bool,
}

fn value(index: [u64; 3]) -> u32 {
    (index[0] as u32) << 16 | (index[1] as u32) << 8 | index[2] as u32
}

fn filled(store: Arc<dyn Store>, layout: Layout) -> Array {
    let hierarchy = Hierarchy::with_store(store, None).unwrap();
    let mut builder = ArrayBuilder::new(DataType::from_name("uint32", None).unwrap(), &SHAPE).unwrap();
    if layout.sharded {
        builder.chunk_shape(&CHUNK).unwrap();
        builder.shard_shape(&[16, 32, 64]).unwrap();
    } else {
        builder.chunk_shape(&CHUNK).unwrap();
    }
    builder.order(layout.order).unwrap();
    builder.big_endian(layout.big_endian);
    let (cname, shuffle) = (layout.cname, layout.shuffle);
    let configuration =
        format!(r#"{{"cname":"{cname}","clevel":5,"shuffle":"{shuffle}","typesize":4,"blocksize":4096}}"#);
    builder.codec("blosc", Some(&configuration)).unwrap();
    if layout.checksum {
        builder.codec("crc32c", None).unwrap();
    }
    let array = hierarchy.create_array("a", &builder).unwrap();
    let mut all = Vec::new();
    for (x, y, z) in (0..SHAPE[0]).flat_map(|x| (0..SHAPE[1]).flat_map(move |y| (0..SHAPE[2]).map(move |z| (x, y, z))))
    {
        all.extend_from_slice(&value([x, y, z]).to_ne_bytes());
    }
    array.write_region(&[0; 3], &SHAPE, &all).unwrap();
    array
}

fn read(array: &Array, start: [u64; 3], count: [u64; 3]) -> zarr::Result<Vec<u32>> {
    let mut buffer = vec![0xa5; 4 * count.iter().product::<u64>() as usize];
    array.read_region(&start, &count, &mut buffer)?;
    Ok(buffer.as_chunks::<4>().0.iter().map(|bytes| u32::from_ne_bytes(*bytes)).collect())
}

fn expected(start: [u64; 3], count: [u64; 3]) -> Vec<u32> {
    let axis = |axis: usize| start[axis]..start[axis] + count[axis];
    axis(0).flat_map(|x| axis(1).flat_map(move |y| axis(2).map(move |z| value([x, y, z])))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn regions_read_what_lies_there(
        order in prop::sample::select(vec!['C', 'F']),
        (big_endian, checksum, sharded) in any::<(bool, bool, bool)>(),
        cname in prop::sample::select(vec!["blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd"]),
        shuffle in prop::sample::select(vec!["noshuffle", "shuffle", "bitshuffle"]),
        boxes in prop::collection::vec(any::<[(prop::sample::Index, prop::sample::Index); 3]>(), 1..12),
    ) {
        let layout = Layout { order, big_endian, cname, shuffle, checksum, sharded };
        let array = filled(Arc::new(MemoryStore::new()), layout);
        for ends in boxes {
            let (mut start, mut count) = ([0; 3], [0; 3]);
            for axis in 0..3 {
                let (a, b) = (ends[axis].0.index(SHAPE[axis] as usize), ends[axis].1.index(SHAPE[axis] as usize));
                (start[axis], count[axis]) = (a.min(b) as u64, a.abs_diff(b) as u64 + 1);
            }
            prop_assert_eq!(read(&array, start, count).unwrap(), expected(start, count), "{:?}", layout);
        }
    }
}

#[test]
fn damage_is_told_to_those_who_want_what_it_hit() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let layout =
        Layout { order: 'C', big_endian: false, cname: "zstd", shuffle: "shuffle", checksum: false, sharded: false };
    let array = filled(Arc::clone(&store), layout);
    // Blocks of 4096 bytes hold two planes of the chunk; the fourth is damaged.
    let mut frame = store.get("a/c/0/0/0", ByteRange::ALL).unwrap().unwrap();
    let block = u32::from_le_bytes(frame[16 + 12..16 + 16].try_into().unwrap()) as usize;
    frame[block + 4..block + 8].fill(0xff);
    store.set("a/c/0/0/0", &frame).unwrap();
    for x in 0..16 {
        let (start, count) = ([x, 0, 0], [1, 16, 32]);
        match (x, read(&array, start, count)) {
            (6 | 7, answer) => assert_eq!(answer.unwrap_err().kind(), ErrorKind::Data),
            (_, answer) => assert_eq!(answer.unwrap(), expected(start, count)),
        }
    }
    assert_eq!(read(&array, [0; 3], SHAPE).unwrap_err().kind(), ErrorKind::Data);
}
