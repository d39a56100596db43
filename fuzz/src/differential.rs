//! Written data are read back: a random array, in any format and with any codecs that keep all bits, against one in
//! memory.

use super::input::{Input, allowed};
use std::sync::Arc;
use zarr::array::ArrayBuilder;
use zarr::dtype::DataType;
use zarr::format::FormatId;
use zarr::hierarchy::{Hierarchy, Node};
use zarr::store::{MemoryStore, Store};

const TYPES: [&str; 11] =
    ["uint8", "int8", "int16", "uint16", "int32", "uint64", "float32", "float64", "complex64", "bool", "\"|S3\""];

const CODECS: [(&str, &str); 16] = [
    ("gzip", r#"{"level": 1}"#),
    ("zlib", r#"{"level": 6}"#),
    ("zstd", r#"{"level": 1, "checksum": false}"#),
    ("crc32c", "{}"),
    ("lz4", r#"{"acceleration": 1}"#),
    ("bz2", r#"{"level": 1}"#),
    ("lzma", r#"{"format": 1, "check": -1, "preset": 0, "filters": null}"#),
    ("blosc", r#"{"cname": "lz4", "clevel": 5, "shuffle": "shuffle"}"#),
    ("blosc", r#"{"cname": "blosclz", "clevel": 1, "shuffle": "noshuffle"}"#),
    ("blosc", r#"{"cname": "zstd", "clevel": 1, "shuffle": "bitshuffle", "blocksize": 256}"#),
    ("shuffle", r#"{"elementsize": 2}"#),
    ("fletcher32", "{}"),
    ("adler32", "{}"),
    ("packbits", "{}"),
    ("pcodec", r#"{"level": 1}"#),
    ("delta", "{}"),
];

/// An array in memory, cut into nothing.
struct Model {
    shape: Vec<u64>,
    item: usize,
    fill: Vec<u8>,
    bytes: Vec<u8>,
}

impl Model {
    fn new(shape: &[u64], fill: &[u8]) -> Self {
        let elements = shape.iter().product::<u64>() as usize;
        Self { shape: shape.to_vec(), item: fill.len(), fill: fill.to_vec(), bytes: fill.repeat(elements) }
    }

    /// The place of each element of a region, in C order.
    fn places(&self, start: &[u64], count: &[u64]) -> Vec<usize> {
        let place = |mut number: u64| {
            let (mut place, mut stride) = (0, 1);
            for axis in (0..count.len()).rev() {
                place += (start[axis] + number % count[axis]) * stride;
                number /= count[axis];
                stride *= self.shape[axis];
            }
            place as usize * self.item
        };
        (0..count.iter().product()).map(place).collect()
    }

    fn read(&self, start: &[u64], count: &[u64]) -> Vec<u8> {
        self.places(start, count).into_iter().flat_map(|at| self.bytes[at..at + self.item].to_vec()).collect()
    }

    fn write(&mut self, start: &[u64], count: &[u64], values: &[u8]) {
        for (at, value) in self.places(start, count).into_iter().zip(values.chunks(self.item)) {
            self.bytes[at..at + self.item].copy_from_slice(value);
        }
    }

    fn resize(&mut self, shape: &[u64]) {
        let kept: Vec<u64> = self.shape.iter().zip(shape).map(|(old, new)| *old.min(new)).collect();
        let origin = vec![0; shape.len()];
        let values = self.read(&origin, &kept);
        *self = Self::new(shape, &self.fill.clone());
        self.write(&origin, &kept, &values);
    }
}

fn builder(input: &mut Input<'_>, shape: &[u64]) -> Option<(ArrayBuilder, usize)> {
    let name = input.pick(&TYPES);
    let data_type = DataType::from_name(name, None).ok();
    let mut builder = match data_type {
        Some(data_type) => allowed(ArrayBuilder::new(data_type, shape))?,
        None => allowed(ArrayBuilder::new_json(name, shape))?,
    };
    let formats: Vec<FormatId> = FormatId::all().collect();
    builder.format(Some(formats[input.below(formats.len())]));
    let chunk: Vec<u64> = shape.iter().map(|length| 1 + input.below(*length as usize) as u64).collect();
    allowed(builder.chunk_shape(&chunk))?;
    if input.byte() & 1 == 1 {
        let shard: Vec<u64> = chunk.iter().map(|length| length * (1 + input.below(3) as u64)).collect();
        allowed(builder.shard_shape(&shard));
    }
    allowed(builder.order(input.pick(&['C', 'F'])));
    builder.big_endian(input.byte() & 1 == 1);
    allowed(builder.separator(input.pick(&['.', '/'])));
    for _ in 0..input.below(3) {
        let (codec, configuration) = input.pick(&CODECS);
        // Differences of floats are rounded, so that their sums are other floats.
        if codec != "delta" || !(name.contains("float") || name.contains("complex")) {
            allowed(builder.codec(codec, Some(configuration)));
        }
    }
    Some((builder, if name == "bool" { 1 } else { 0 }))
}

/// Bytes choose the array, then what is done with it.
pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let rank = input.below(4);
    let mut shape: Vec<u64> = (0..rank).map(|_| 1 + input.below(7) as u64).collect();
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let options = input.pick(&[
        r#"{"threads": 1}"#,
        r#"{"threads": 1, "write_empty_chunks": false}"#,
        r#"{"threads": 1, "cache_bytes": 4096}"#,
    ]);
    let Some(hierarchy) = allowed(Hierarchy::with_store(Arc::clone(&store), Some(options))) else { return };
    let Some((builder, boolean)) = builder(&mut input, &shape) else { return };
    // v1 has no nodes but the root.
    let path = if builder.requested_format() == Some(FormatId::V1) { "/" } else { "/a" };
    let Some(mut array) = allowed(hierarchy.create_array(path, &builder)) else { return };
    let (fill, defined) = array.fill_value().expect("memory");
    assert!(defined || fill.iter().all(|byte| *byte == 0));
    let mut model = Model::new(&shape, &fill);
    for _ in 0..24 {
        if input.is_empty() {
            break;
        }
        let start: Vec<u64> = shape.iter().map(|length| input.below(*length as usize + 1) as u64).collect();
        let count: Vec<u64> =
            shape.iter().zip(&start).map(|(length, start)| input.below((length - start) as usize + 1) as u64).collect();
        let size = count.iter().product::<u64>() as usize * fill.len();
        match input.below(8) {
            0..=3 => {
                let mut values = input.values(size);
                if boolean == 1 {
                    values.iter_mut().for_each(|value| *value &= 1);
                }
                if input.byte() & 7 == 0 {
                    values = fill.repeat(size / fill.len());
                }
                // A codec may refuse what it can't keep (`delta` of a type that is too narrow); nothing has changed
                // then.
                if allowed(array.write_region(&start, &count, &values)).is_none() {
                    return;
                }
                model.write(&start, &count, &values);
            }
            4 | 5 => {
                let mut read = vec![0xaa; size];
                array.read_region(&start, &count, &mut read).expect("what was written is read");
                assert!(read == model.read(&start, &count), "{start:?} {count:?} of {shape:?}\n{:?}", array.metadata());
            }
            6 => {
                let new: Vec<u64> = shape.iter().map(|_| 1 + input.below(9) as u64).collect();
                if allowed(array.resize(&new)).is_some() {
                    let kept: Vec<u64> = shape.iter().zip(&new).map(|(old, new)| *old.min(new)).collect();
                    model.resize(&new);
                    shape = new;
                    // Elements that an earlier shrinking cut off, in chunks that stayed, read as they were, or as the
                    // fill value.
                    let origin = vec![0; rank];
                    let expected = model.read(&origin, &kept);
                    array.read_region(&origin, &shape, &mut model.bytes).expect("what was written is read");
                    assert!(model.read(&origin, &kept) == expected, "resized to {shape:?}\n{:?}", array.metadata());
                }
            }
            _ => {
                let fresh = Hierarchy::with_store(Arc::clone(&store), None).expect("the store opens");
                let Ok(Node::Array(opened)) = fresh.open_node(path, None) else { panic!("the array opens anew") };
                array = opened;
            }
        }
    }
    let (start, mut read) = (vec![0; rank], vec![0xaa; model.bytes.len()]);
    array.read_region(&start, &shape, &mut read).expect("what was written is read");
    let elements = || read.chunks(fill.len()).zip(model.bytes.chunks(fill.len()));
    let differs = elements().enumerate().find(|(_, (read, due))| read != due);
    assert!(differs.is_none(), "element {differs:?} of {shape:?}\n{:?}", array.metadata());
}
