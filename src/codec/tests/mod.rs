//! The promises of the compressors and checksums: written data come back, data of other writers are read, corrupt data
//! are refused without harm.

mod configuration;
mod damage;
mod members;
mod numcodecs;
mod pcodec;
mod round_trip;
mod vectors;
#[cfg(feature = "zfp")]
mod zfp;

use super::{BytesToBytes, Codec, Input, parse};
use crate::dtype::{Dialect, Warnings};
use crate::error::Result;
use crate::json::{Members, Object};
use std::sync::Arc;

/// A codec of a v2 configuration with the items of plain bytes.
fn codec(id: &str, members: Object) -> Arc<dyn BytesToBytes> {
    let mut warnings = Warnings::new(false);
    match parse(
        id,
        members.flat().unwrap().members().unwrap(),
        Dialect::V2,
        Input { data_type: None, rank: 1, chunk_shape: None },
        &mut warnings,
    ) {
        Ok(Codec::BytesToBytes(codec)) => codec,
        other => panic!("{id}: {other:?}"),
    }
}

/// The codec that no document of v2 names.
fn frame() -> Arc<dyn BytesToBytes> {
    let input = Input { data_type: None, rank: 1, chunk_shape: None };
    match parse("lz4 frame", Members::none(), Dialect::Legacy, input, &mut Warnings::new(false)) {
        Ok(Codec::BytesToBytes(codec)) => codec,
        other => panic!("{other:?}"),
    }
}

fn blosc(cname: &str, level: u8, shuffle: u8, type_size: u64, block_size: u64) -> Arc<dyn BytesToBytes> {
    let members = Object::new().with("cname", cname).with("clevel", level).with("shuffle", shuffle);
    codec("blosc", members.with("typesize", type_size).with("blocksize", block_size))
}

const INNER: [&str; 6] = ["blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd"];

/// Every codec once, and blosc with each inner compressor.
fn all() -> Vec<Arc<dyn BytesToBytes>> {
    let mut codecs = vec![
        codec("gzip", Object::new()),
        codec("zlib", Object::new().with("level", 6)),
        codec("zstd", Object::new()),
        codec("zstd", Object::new().with("level", -5).with("checksum", true)),
        codec("crc32c", Object::new()),
        frame(),
    ];
    codecs.extend(INNER.map(|inner| blosc(inner, 5, 1, 4, 0)));
    codecs
}

fn encoded(codec: &dyn BytesToBytes, data: &[u8]) -> Vec<u8> {
    let mut output = b"before".to_vec();
    codec.encode(data, &mut output).unwrap_or_else(|error| panic!("{codec:?}: {error}"));
    assert!(output.len() - 6 <= codec.encoded_bound(data.len()).unwrap(), "{codec:?} is longer than its bound");
    assert_eq!(output[..6], *b"before", "{codec:?} touched what stood in front");
    output.split_off(6)
}

/// Decodes into an output of `room` bytes that holds other bytes before.
fn decoded(codec: &dyn BytesToBytes, input: &[u8], room: usize) -> Result<Vec<u8>> {
    let mut output = vec![0xa5; room];
    let length = codec.decode_into(input, &mut output)?;
    output.truncate(length);
    Ok(output)
}

/// Numbers that compress well, as typical data do.
fn smooth(length: usize) -> Vec<u8> {
    (0..length).map(|at| ((at as u32 / 4 / 8 * 259) >> (8 * (at % 4))) as u8).collect()
}

/// Bytes that do not compress.
fn noise(length: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..length).map(|_| next()).collect()
}

/// Bytes from hexadecimal digits.
fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.chars().filter_map(|digit| digit.to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}
