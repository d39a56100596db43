//! The cost of codecs on chunks: each beside another implementation of the same format, in turns, the fastest of many
//! runs.
//!
//!     cargo bench --bench codecs [-- FILE]        FILE: elements of 4 bytes; without one, a field is made up

#![allow(unsafe_code)]

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress};
use std::sync::Arc;
use std::time::Instant;
use zarr::codec::{BytesToBytes, Codec, Input, parse};
use zarr::dtype::{Dialect, Warnings};
use zarr::json::Object;

/// One implementation: what it makes of a chunk.
struct Contender {
    name: &'static str,
    encode: Encode,
    decode: Decode,
}

type Encode = Box<dyn FnMut(&[u8], &mut Vec<u8>)>;
type Decode = Box<dyn FnMut(&[u8], &mut [u8])>;

fn codec(id: &str, members: Object) -> Arc<dyn BytesToBytes> {
    let input = Input { data_type: None, rank: 1, chunk_shape: None };
    let members = members.flat().expect("flat");
    match parse(id, members.members().expect("an object"), Dialect::V2, input, &mut Warnings::new(false)) {
        Ok(Codec::BytesToBytes(codec)) => codec,
        other => panic!("{id}: {other:?}"),
    }
}

fn ours(id: &str, members: Object) -> Contender {
    let (encoder, decoder) = (codec(id, members.clone()), codec(id, members));
    Contender {
        name: "libzarr",
        encode: Box::new(move |data, output| {
            output.clear();
            encoder.encode(data, output).unwrap();
        }),
        decode: Box::new(move |data, output| assert_eq!(decoder.decode_into(data, output).unwrap(), output.len())),
    }
}

/// zlib-rs, with contexts that are kept.
fn zlib_rs(level: u32) -> Contender {
    let mut encoder = Compress::new(Compression::new(level), true);
    let mut decoder = Decompress::new(true);
    Contender {
        name: "zlib-rs",
        encode: Box::new(move |data, output| {
            output.clear();
            output.reserve(data.len() + data.len() / 8 + 64);
            encoder.reset();
            encoder.compress_vec(data, output, FlushCompress::Finish).unwrap();
        }),
        decode: Box::new(move |data, output| {
            decoder.reset(true);
            decoder.decompress(data, output, FlushDecompress::Finish).unwrap();
        }),
    }
}

/// C-Blosc as its crate builds it.
fn c_blosc(inner: &'static std::ffi::CStr, shuffle: i32, type_size: usize) -> Contender {
    Contender {
        name: "C-Blosc",
        encode: Box::new(move |data, output| {
            output.resize(data.len() + 16, 0);
            // SAFETY: both buffers are valid for the lengths told.
            let written = unsafe {
                blosc_src::blosc_compress_ctx(
                    5,
                    shuffle,
                    type_size,
                    data.len(),
                    data.as_ptr().cast(),
                    output.as_mut_ptr().cast(),
                    output.len(),
                    inner.as_ptr(),
                    0,
                    1,
                )
            };
            output.truncate(written.try_into().unwrap());
        }),
        decode: Box::new(move |data, output| {
            // SAFETY: the frame was made above, and the output is valid for the length told.
            let written = unsafe {
                blosc_src::blosc_decompress_ctx(data.as_ptr().cast(), output.as_mut_ptr().cast(), output.len(), 1)
            };
            assert_eq!(written as usize, output.len());
        }),
    }
}

/// A field that changes smoothly but for its last bits, as measured ones do.
fn field() -> Vec<u8> {
    let mut state = 0x9e37_79b9_u32;
    let value = |at: usize| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        let (x, y, z) = ((at % 64) as f32, (at / 64 % 64) as f32, (at / 4096) as f32);
        let smooth = 280.0 + (x / 9.0).sin() * 7.0 + (y / 13.0).cos() * 5.0 + z / 50.0;
        f32::from_bits(smooth.to_bits() & !0xfff | state & 0xfff)
    };
    (0..1 << 21).map(value).flat_map(f32::to_le_bytes).collect()
}

/// Times both directions of all contenders in turns; the fastest round counts.
fn compare(what: &str, chunks: &[&[u8]], contenders: &mut [Contender]) {
    let total: usize = chunks.iter().map(|chunk| chunk.len()).sum();
    let mut best = vec![(f64::MAX, f64::MAX); contenders.len()];
    let mut sizes = vec![0; contenders.len()];
    let mut output = vec![0; chunks[0].len()];
    let mut encoded: Vec<Vec<u8>> = vec![Vec::new(); chunks.len()];
    let start = Instant::now();
    for round in 0.. {
        for ((contender, best), size) in contenders.iter_mut().zip(&mut best).zip(&mut sizes) {
            let begin = Instant::now();
            for (chunk, encoded) in chunks.iter().zip(&mut encoded) {
                (contender.encode)(chunk, encoded);
            }
            best.0 = best.0.min(begin.elapsed().as_secs_f64());
            *size = encoded.iter().map(Vec::len).sum();
        }
        // All decode the same: what the last of them made.
        for (contender, best) in contenders.iter_mut().zip(&mut best) {
            let begin = Instant::now();
            for encoded in &encoded {
                (contender.decode)(encoded, &mut output);
            }
            best.1 = best.1.min(begin.elapsed().as_secs_f64());
        }
        if round >= 4 && start.elapsed().as_secs_f64() > 1.0 {
            break;
        }
    }
    let rate = |seconds: f64| total as f64 / seconds / f64::from(1 << 20);
    for ((contender, best), size) in contenders.iter().zip(&best).zip(&sizes) {
        println!(
            "| {what} | {} | {:.0} | {:.0} | {:.3} |",
            contender.name,
            rate(best.0),
            rate(best.1),
            total as f64 / *size as f64
        );
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let wanted = |what: &str| arguments.get(1).is_none_or(|word| what.contains(word.as_str()));
    let data = match arguments.first() {
        Some(path) if path != "-" => {
            let mut start = vec![0; 32 << 20];
            std::io::Read::read_exact(&mut std::fs::File::open(path).unwrap(), &mut start).unwrap();
            start[24 << 20..].to_vec()
        }
        _ => field(),
    };
    let halves: Vec<u8> = data.as_chunks::<4>().0.iter().flat_map(|element| [element[2], element[3]]).collect();
    println!("| codec, chunk | by | encode MiB/s | decode MiB/s | ratio |\n|---|---|---|---|---|");
    for (size, label) in [(1 << 20, "1 MiB"), (1 << 17, "128 KiB")] {
        let chunks: Vec<&[u8]> = data.chunks_exact(size).take(4).collect();
        for level in [1, 5, 9] {
            let what = format!("zlib {level}, {label}");
            if wanted(&what) {
                compare(&what, &chunks, &mut [ours("zlib", Object::new().with("level", level)), zlib_rs(level)]);
            }
        }
        for (inner, name) in
            [(c"lz4", "lz4"), (c"blosclz", "blosclz"), (c"lz4hc", "lz4hc"), (c"zstd", "zstd"), (c"zlib", "zlib")]
        {
            for (shuffle, filter) in [(1, "bytes"), (2, "bits")] {
                for (type_size, data) in [(4, &data), (2, &halves)] {
                    let chunks: Vec<&[u8]> = data.chunks_exact(size).take(4).collect();
                    let members = Object::new().with("cname", name).with("clevel", 5).with("shuffle", shuffle);
                    let what = format!("blosc {name}, {filter} of {type_size}, {label}");
                    if wanted(&what) {
                        let members = members.with("typesize", type_size as u64);
                        compare(&what, &chunks, &mut [ours("blosc", members), c_blosc(inner, shuffle, type_size)]);
                    }
                }
            }
        }
    }
}
