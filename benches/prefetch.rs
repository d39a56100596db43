//! Reading 256 chunks from a store that answers after 20 ms, and then sends 400 MiB a second: the time beside what the
//! store itself needs with as many requests under way as it likes. The store sleeps, so that other work on the machine
//! hardly counts. How many round trips there are is counted by `tests/array/prefetch.rs`.
//!
//!     cargo bench --bench prefetch

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use zarr::array::{Array, ArrayBuilder};
use zarr::dtype::DataType;
use zarr::hierarchy::Hierarchy;
use zarr::store::{ByteRange, Capabilities, Depth, Listing, MemoryStore, Store, StoreName, Versioned, When};

/// From a request to its answer.
const LATENCY: Duration = Duration::from_millis(20);
/// Bytes that come in a second.
const SPEED: f64 = 400.0 * (1 << 20) as f64;
/// Elements along both axes, and those of a chunk: 256 chunks of 256 KiB.
const SIDE: u64 = 4096;
const CHUNK: u64 = 256;

/// A store that is far away.
#[derive(Debug)]
struct Far {
    inner: MemoryStore,
    in_flight: usize,
    bytes: AtomicUsize,
}

impl Far {
    /// Waits as long as so many requests take whose answers are so long.
    fn wait(&self, requests: usize, values: &[Option<Vec<u8>>]) {
        let bytes: usize = values.iter().flatten().map(Vec::len).sum();
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        std::thread::sleep(LATENCY * requests.div_ceil(self.in_flight) as u32 + transfer(bytes));
    }
}

fn transfer(bytes: usize) -> Duration {
    Duration::from_secs_f64(bytes as f64 / SPEED)
}

impl Store for Far {
    fn name(&self) -> &StoreName {
        self.inner.name()
    }

    fn capabilities(&self) -> Capabilities {
        let own = self.inner.capabilities();
        Capabilities { reads_into: false, conditional: false, in_flight: self.in_flight, ..own }
    }

    fn get(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Vec<u8>>> {
        let value = [self.inner.get(key, range)?];
        self.wait(1, &value);
        let [value] = value;
        Ok(value)
    }

    fn get_many(&self, requests: &[(&str, ByteRange)]) -> zarr::Result<Vec<Option<Versioned>>> {
        let values = requests.iter().map(|(key, range)| self.inner.get(key, *range));
        let values = values.collect::<zarr::Result<Vec<_>>>()?;
        self.wait(requests.len(), &values);
        Ok(values.into_iter().map(|value| value.map(Versioned::from)).collect())
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> zarr::Result<()> {
        when.begin(key, value)?;
        self.inner.write(key, value, When::Claimed)
    }

    fn list(&self, prefix: &str, depth: Depth) -> zarr::Result<Listing> {
        self.inner.list(prefix, depth)
    }
}

/// A field that compresses as measured ones do: smooth, with noise in the lower bits.
fn data() -> Vec<u8> {
    let element = |at: u64| {
        let noise = (at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as f32;
        ((at / SIDE) as f32 / 300.0).sin() * 100.0 + (at % SIDE) as f32 / 40.0 + noise / 4e4
    };
    (0..SIDE * SIDE).flat_map(|at| element(at).to_ne_bytes()).collect()
}

fn array(store: Arc<Far>, codec: Option<&str>, shards: bool, data: &[u8]) -> Array {
    let hierarchy = Hierarchy::with_store(store, None).unwrap();
    let mut builder = ArrayBuilder::new(DataType::from_name("float32", None).unwrap(), &[SIDE, SIDE]).unwrap();
    let chunk = if shards { CHUNK / 4 } else { CHUNK };
    builder.chunk_shape(&[chunk, chunk]).unwrap();
    if shards {
        builder.shard_shape(&[CHUNK, CHUNK]).unwrap();
    }
    if let Some(codec) = codec {
        builder.codec(codec, None).unwrap();
    }
    let array = hierarchy.create_array("a", &builder).unwrap();
    array.write_region(&[0, 0], &[SIDE, SIDE], data).unwrap();
    array
}

fn main() {
    let data = data();
    let mut buffer = vec![0; data.len()];
    println!("| chunks | in flight | threads | ms | latency · 256 / N + transfer | ratio |\n|---|---|---|---|---|---|");
    for (name, codec, shards) in [
        ("raw", None, false),
        ("blosc", Some("blosc"), false),
        ("zstd", Some("zstd"), false),
        ("shards of 16, zstd", Some("zstd"), true),
    ] {
        for in_flight in [8, 32] {
            let (inner, bytes) = (MemoryStore::new(), AtomicUsize::new(0));
            let store = Arc::new(Far { inner, in_flight, bytes });
            let array = array(Arc::clone(&store), codec, shards, &data);
            for threads in [1, 2] {
                zarr::array::set_threads(threads);
                let mut fastest = Duration::MAX;
                for _ in 0..3 {
                    store.bytes.store(0, Ordering::Relaxed);
                    let begin = Instant::now();
                    array.read_region(&[0, 0], &[SIDE, SIDE], &mut buffer).unwrap();
                    fastest = fastest.min(begin.elapsed());
                    assert!(buffer == data);
                }
                let chunks = (SIDE / CHUNK * (SIDE / CHUNK)) as f64;
                let bound = LATENCY.mul_f64(chunks / in_flight as f64) + transfer(store.bytes.load(Ordering::Relaxed));
                let (time, bound) = (fastest.as_secs_f64() * 1e3, bound.as_secs_f64() * 1e3);
                println!("| {name} | {in_flight} | {threads} | {time:.0} | {bound:.0} | {:.2} |", time / bound);
            }
        }
    }
}
