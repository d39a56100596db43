//! `bench`: how fast an array is read here, and what other codecs would make of it.

use crate::address::Address;
use crate::blocks::Blocks;
use crate::describe;
use crate::failure::{Result, usage};
use crate::output::{self, number, parse_size, printable, shape, size};
use crate::plan::{CodecChoice, EncodingChoice};
use crate::session::Session;
use clap::Args;
use std::time::{Duration, Instant};
use zarr::json::{Json, Object};
use zarr::{Array, FormatId, MemoryOrder, Section, Transfer, Unit, open_store};

/// The codecs that are tried where the user names none.
const CODECS: [&str; 5] = ["none", "lz4", "zstd", "gzip", "blosc"];

#[derive(Args, Clone, Debug)]
pub struct Bench {
    /// An array: STORE or STORE::PATH
    address: Address,
    /// How much of it is looked at: whole chunks from its beginning
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "64MiB")]
    sample: u64,
    /// How long each thing is measured at least
    #[arg(long, value_name = "SECONDS", default_value_t = 0.5)]
    seconds: f64,
    /// A codec to be tried, once for each; without it, a few
    #[arg(long = "codec", value_name = "NAME[=JSON]")]
    codecs: Vec<CodecChoice>,
}

/// One thing that was measured.
struct Measurement {
    name: String,
    /// Bytes of elements a second, at best.
    write: Option<f64>,
    read: f64,
    /// Bytes in the store.
    stored: Option<u64>,
}

impl Bench {
    pub fn run(&self, session: &Session) -> Result<()> {
        let array = session.array(&self.address)?;
        if array.data_type().is_variable() {
            return Err(usage("elements that have a length each are not measured"));
        }
        let unit = array.description()?.chunk_grid.largest_shape().to_vec();
        let item = array.data_type().size() as u64;
        let part = Blocks::new(&array.shape(), &unit, item, self.sample).next();
        let (start, count) = part.ok_or_else(|| usage("the array has no elements"))?;
        let bytes = describe::elements(&count) * item;
        let mut elements = vec![0; bytes as usize];
        let threads = session.threads();
        let mut rows = Vec::new();
        for threads in if threads > 1 { vec![1, threads] } else { vec![1] } {
            let read = self.rate(bytes, || read(&array, &start, &mut elements, &count, threads))?;
            let name = format!("as stored, {threads} thread{}", if threads > 1 { "s" } else { "" });
            rows.push(Measurement { name, write: None, read, stored: None });
        }
        let codecs: Vec<CodecChoice> = match self.codecs.as_slice() {
            [] => CODECS.iter().filter_map(|name| name.parse().ok()).collect(),
            given => given.to_vec(),
        };
        for codec in codecs {
            rows.push(self.recoded(&array, codec, (&count, &elements), threads)?);
        }
        self.print(session, &array, &count, bytes, &rows)
    }

    /// Encodes the sample in memory by a codec, and decodes it.
    fn recoded(
        &self,
        array: &Array,
        codec: CodecChoice,
        (count, elements): (&[u64], &[u8]),
        threads: usize,
    ) -> Result<Measurement> {
        let name = codec.to_string();
        let mut builder =
            EncodingChoice { codecs: vec![codec], ..EncodingChoice::default() }.builder(array, Some(FormatId::V3))?;
        builder.attributes("{}")?;
        let copy = open_store("memory://", None)?.create_array("a", &builder)?;
        let zeros = vec![0; count.len()];
        let bytes = elements.len() as u64;
        let how = Transfer { threads, ..Transfer::default() };
        let write = self.rate(bytes, || Ok(copy.write_section(&section(&zeros, count), elements, &how)?))?;
        let mut back = vec![0; elements.len()];
        let read = self.rate(bytes, || read(&copy, &zeros, &mut back, count, threads))?;
        let mut stored = 0;
        for position in copy.stored_chunks(Unit::Shard)? {
            stored += copy.encoded_chunk_size(Unit::Shard, &position)?.unwrap_or(0);
        }
        Ok(Measurement { name, write: Some(write), read, stored: Some(stored) })
    }

    /// Bytes a second of the fastest of several rounds.
    fn rate(&self, bytes: u64, mut work: impl FnMut() -> Result<()>) -> Result<f64> {
        let (begun, mut best) = (Instant::now(), Duration::MAX);
        loop {
            let round = Instant::now();
            work()?;
            best = best.min(round.elapsed());
            if begun.elapsed().as_secs_f64() >= self.seconds {
                return Ok(bytes as f64 / best.as_secs_f64().max(1e-9));
            }
        }
    }

    fn print(&self, session: &Session, array: &Array, count: &[u64], bytes: u64, rows: &[Measurement]) -> Result<()> {
        if session.json {
            let row = |row: &Measurement| {
                Json::from(
                    Object::new()
                        .with("name", row.name.as_str())
                        .with("write_bytes_per_second", row.write.map_or(Json::Null, number))
                        .with("read_bytes_per_second", number(row.read))
                        .with("stored_bytes", row.stored.map_or(Json::Null, Json::from))
                        .with(
                            "ratio",
                            row.stored.map_or(Json::Null, |stored| number(bytes as f64 / stored.max(1) as f64)),
                        ),
                )
            };
            let report = Object::new()
                .with("path", array.origin().path.to_string())
                .with("sample", output::lengths(count))
                .with("sample_bytes", bytes)
                .with("threads", session.threads() as u64)
                .with("rows", rows.iter().map(row).collect::<Vec<_>>());
            return output::json(&report.into());
        }
        say!("{}  {} of {}", printable(&self.address.to_string()), shape(count), size(bytes));
        say!("{:24} {:>12} {:>12} {:>10} {:>7}", "", "write", "read", "stored", "ratio");
        for row in rows {
            let rate = |rate: f64| format!("{}/s", size(rate as u64));
            let write = row.write.map_or_else(String::new, rate);
            let stored = row.stored.map_or_else(String::new, size);
            let ratio =
                row.stored.map_or_else(String::new, |stored| format!("{:.2}", bytes as f64 / stored.max(1) as f64));
            say!("{:24} {write:>12} {:>12} {stored:>10} {ratio:>7}", printable(&row.name), rate(row.read));
        }
        Ok(())
    }
}

fn section(start: &[u64], count: &[u64]) -> Section {
    let step = vec![1; count.len()];
    Section { start: start.to_vec(), count: count.to_vec(), step, offset: 0, memory: MemoryOrder::C }
}

fn read(array: &Array, start: &[u64], elements: &mut [u8], count: &[u64], threads: usize) -> Result<()> {
    let how = Transfer { threads, ..Transfer::default() };
    Ok(array.read_section(&section(start, count), elements, &how)?)
}
