//! The crate zarrs behind the protocol of run.py: `zarrs-peer OP key=value ...`, one JSON object a line.
//!
//! Whole arrays are read into memory of the caller, boxes into memory of their own, as the crate offers it.

use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::Read;
use std::sync::Arc;
use std::time::Instant;
use unsafe_cell_slice::UnsafeCellSlice;
use zarrs::array::{
    Array, ArrayBytes, ArrayBytesDecodeIntoTarget, ArrayBytesFixedDisjointView, ArraySubset, CodecOptions,
};
use zarrs::filesystem::FilesystemStore;
use zarrs::group::Group;
use zarrs::node::NodeMetadata;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The arguments of the command line.
struct Given(HashMap<String, String>);

impl Given {
    fn text(&self, key: &str) -> &str {
        self.0.get(key).map_or("", String::as_str)
    }

    fn number(&self, key: &str, otherwise: usize) -> usize {
        self.text(key).parse().unwrap_or(otherwise)
    }

    fn lengths(&self, key: &str) -> Vec<u64> {
        self.text(key).split(',').filter_map(|length| length.parse().ok()).collect()
    }

    fn element_size(&self) -> usize {
        if self.text("dtype") == "u2" { 2 } else { 4 }
    }

    fn boxes(&self) -> Result<Vec<ArraySubset>> {
        let text = std::fs::read_to_string(self.text("boxes"))?;
        text.lines()
            .map(|line| {
                let row = line.split_whitespace().map(str::parse).collect::<std::result::Result<Vec<u64>, _>>()?;
                Ok(ArraySubset::new_with_start_shape(row[..3].to_vec(), row[3..].to_vec())?)
            })
            .collect()
    }

    fn raw(&self, length: usize) -> Result<Vec<u8>> {
        let mut values = vec![0; length];
        std::fs::File::open(self.text("raw"))?.read_exact(&mut values)?;
        Ok(values)
    }

    /// The document of an array as the driver makes it.
    fn document(&self) -> Value {
        let little = json!({"name": "bytes", "configuration": {"endian": "little"}});
        let mut codecs = vec![little.clone()];
        match self.text("codec") {
            "blosc" => codecs.push(json!({"name": "blosc", "configuration": {"cname": "lz4", "clevel": 5,
                "shuffle": "shuffle", "typesize": self.element_size(), "blocksize": 0}})),
            codec if codec.starts_with("zstd") => {
                codecs.push(json!({"name": "zstd", "configuration": {"level": 3, "checksum": false}}));
            }
            codec if codec.starts_with("gzip") => {
                let level = codec[4..].parse::<u32>().unwrap_or(5);
                codecs.push(json!({"name": "gzip", "configuration": {"level": level}}));
            }
            _ => {}
        }
        let mut grid = self.lengths("chunk");
        let shard = self.lengths("shard");
        if !shard.is_empty() {
            codecs = vec![json!({"name": "sharding_indexed", "configuration": {"chunk_shape": grid, "codecs": codecs,
                "index_codecs": [little, {"name": "crc32c"}], "index_location": "end"}})];
            grid = shard;
        }
        json!({"zarr_format": 3, "node_type": "array", "shape": self.lengths("shape"),
            "data_type": if self.element_size() == 4 { "float32" } else { "uint16" },
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": grid}},
            "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
            "fill_value": 0, "codecs": codecs, "attributes": {}})
    }
}

fn high_water() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.and_then(|line| line.split_whitespace().nth(1)).and_then(|number| number.parse().ok()).unwrap_or(0)
}

fn sum(bytes: &[u8], size: usize) -> u64 {
    let word = |word: &[u8]| word.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
    bytes.chunks_exact(size).fold(0, |sum, element| sum.wrapping_add(word(element)))
}

fn emit_sum(sum: u64) {
    println!("{}", json!({"sum": sum}));
}

/// Repeats what is timed.
fn timed(given: &Given, mut work: impl FnMut(usize) -> Result<()>) -> Result<()> {
    println!("{}", json!({"base_kb": high_water()}));
    for rep in 0..given.number("reps", 1) {
        let start = Instant::now();
        work(rep)?;
        let seconds = start.elapsed().as_secs_f64() / given.number("n", 1) as f64;
        println!("{}", json!({"rep": rep, "t": seconds, "hwm_kb": high_water()}));
    }
    Ok(())
}

fn open(path: &str) -> Result<Array<FilesystemStore>> {
    Ok(Array::open(Arc::new(FilesystemStore::new(path)?), "/")?)
}

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let op = arguments.next().unwrap_or_default();
    let pairs =
        arguments.filter_map(|pair| pair.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned())));
    let given = Given(pairs.collect());
    let (path, size, check) = (given.text("path"), given.element_size(), given.text("check") == "1");
    let bytes = given.lengths("shape").iter().product::<u64>() as usize * size;
    let threads = given.number("threads", 1);
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    zarrs::config::global_config_mut().set_codec_concurrent_target(threads);
    let options = CodecOptions::default();
    match op.as_str() {
        "read" => {
            let array = open(path)?;
            let mut memory = vec![0_u8; bytes];
            timed(&given, |_| {
                let target = UnsafeCellSlice::new(&mut memory);
                // SAFETY: the view is the only one, and covers the whole array.
                let mut view =
                    unsafe { ArrayBytesFixedDisjointView::new(target, size, array.shape(), array.subset_all())? };
                let target = ArrayBytesDecodeIntoTarget::Fixed(&mut view);
                Ok(array.retrieve_array_subset_into_opt(&array.subset_all(), target, &options)?)
            })?;
            if check {
                emit_sum(sum(&memory, size));
            }
        }
        "write" => {
            let values = given.raw(bytes)?;
            timed(&given, |rep| {
                let store = Arc::new(FilesystemStore::new(format!("{path}_r{rep}"))?);
                let array = Array::new_with_metadata(store, "/", serde_json::from_value(given.document())?)?;
                array.store_metadata()?;
                Ok(array.store_array_subset_opt(&array.subset_all(), ArrayBytes::new_flen(&values[..]), &options)?)
            })?;
        }
        "rboxes" => {
            let (array, boxes) = (open(path)?, given.boxes()?);
            let mut total = 0_u64;
            timed(&given, |_| {
                total = 0;
                for wanted in &boxes {
                    let values: ArrayBytes = array.retrieve_array_subset_opt(wanted, &options)?;
                    if check {
                        total = total.wrapping_add(sum(&values.into_fixed()?, size));
                    }
                }
                Ok(())
            })?;
            if check {
                emit_sum(total);
            }
        }
        "wboxes" => {
            let (array, boxes) = (open(path)?, given.boxes()?);
            let lengths: Vec<usize> = boxes.iter().map(|one| one.num_elements_usize() * size).collect();
            let values = given.raw(lengths.iter().copied().max().unwrap_or(0))?;
            timed(&given, |_| {
                for (wanted, length) in boxes.iter().zip(&lengths) {
                    array.store_array_subset_opt(wanted, ArrayBytes::new_flen(&values[..*length]), &options)?;
                }
                Ok(())
            })?;
            if check {
                let values: ArrayBytes = array.retrieve_array_subset(&array.subset_all())?;
                emit_sum(sum(&values.into_fixed()?, size));
            }
        }
        "open" => timed(&given, |_| {
            for _ in 0..given.number("n", 1) {
                std::hint::black_box(open(path)?.shape());
            }
            Ok(())
        })?,
        "list" => {
            let mut arrays = 0;
            timed(&given, |_| {
                let group = Group::open(Arc::new(FilesystemStore::new(path)?), "/")?;
                let nodes = group.traverse()?;
                arrays = nodes.iter().filter(|(_, node)| matches!(node, NodeMetadata::Array(_))).count();
                Ok(())
            })?;
            emit_sum(arrays as u64);
        }
        "one" => {
            let at = given.lengths("at");
            let wanted = ArraySubset::new_with_start_shape(at, vec![1; 3])?;
            let value: ArrayBytes = open(path)?.retrieve_array_subset(&wanted)?;
            emit_sum(sum(&value.into_fixed()?, size));
        }
        _ => {
            println!("{}", json!({"unsupported": 1}));
            std::process::exit(4);
        }
    }
    Ok(())
}
