//! `bz2`: one or more bzip2 streams (v1, v2, `numcodecs.bz2`, N5's `bzip2`).

use super::config::Config;
use super::errors::{no_memory, too_long};
use super::kinds::{BytesToBytes, CodecInfo};
use crate::dtype::Dialect;
use crate::error::{Error, Result};
use crate::json::Object;
use bzip2::{Action, Compress, Compression, Decompress, Status};
use std::sync::Arc;

/// The codec. Decoding uses no parameter.
#[derive(Clone, Copy, Debug)]
struct Bz2 {
    level: u8,
}

pub(super) fn parse(config: &mut Config) -> Result<Arc<dyn BytesToBytes>> {
    let level = config.integer_for_encoding("level", 1..=9, 1)? as u8;
    Ok(Arc::new(Bz2 { level }))
}

impl CodecInfo for Bz2 {
    fn name(&self) -> &'static str {
        "bz2"
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        Ok(Object::new().with("level", self.level))
    }

    /// A stream says the size of its blocks.
    fn decoding(&self) -> Object {
        Object::new()
    }
}

impl BytesToBytes for Bz2 {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        // The bound of the manual of bzip2: one percent and 600 bytes; rounded up.
        length.checked_add(length / 64)?.checked_add(640)
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let bound = self.encoded_bound(input.len()).ok_or_else(|| no_memory(usize::MAX))?;
        output.try_reserve(bound).map_err(|_| no_memory(bound))?;
        let block = 100_000 * usize::from(self.level);
        check_room(8 * block + ENCODER)?;
        let mut engine = Compress::new(Compression::new(self.level.into()), 0);
        loop {
            let rest = &input[engine.total_in() as usize..];
            let before = (engine.total_in(), engine.total_out());
            match engine.compress_vec(rest, output, Action::Finish) {
                Ok(Status::StreamEnd) => return Ok(()),
                Ok(_) if output.len() < output.capacity() && before == (engine.total_in(), engine.total_out()) => {
                    return Err(Error::internal("bz2: the encoder makes no progress"));
                }
                Ok(_) => output.try_reserve(4096).map_err(|_| no_memory(4096))?,
                Err(error) => return Err(Error::internal(format!("bz2: {error}"))),
            }
        }
    }

    fn decode_into(&self, mut input: &[u8], output: &mut [u8]) -> Result<usize> {
        let mut filled = 0;
        loop {
            let (consumed, written) = decode_stream(input, &mut output[filled..])?;
            filled += written;
            input = &input[consumed..];
            if input.is_empty() {
                return Ok(filled);
            }
            if !input.starts_with(b"BZh") {
                return Err(Error::data(format!("bz2: {} bytes follow that are no bzip2 stream", input.len())));
            }
        }
    }
}

/// Bytes of the tables of an encoder, which takes two numbers for each byte of a block besides.
const ENCODER: usize = 330_000;

/// Bytes that a decoder takes before it knows the size of the blocks; what it takes then it may be refused.
const DECODER: usize = 1 << 16;

/// True if this much memory can be allocated; the bzip2 crate panics if it can't allocate an encoder or decoder.
fn check_room(bytes: usize) -> Result<()> {
    let mut room: Vec<u8> = Vec::new();
    room.try_reserve_exact(bytes).map_err(|_| no_memory(bytes))?;
    // `black_box` keeps the optimiser from removing this allocation.
    std::hint::black_box(&room);
    Ok(())
}

/// Decodes one stream from the front of `input` into the front of `output`; returns the bytes read and written.
fn decode_stream(input: &[u8], output: &mut [u8]) -> Result<(usize, usize)> {
    check_room(DECODER)?;
    let mut engine = Decompress::new(false);
    loop {
        let (read, written) = (engine.total_in() as usize, engine.total_out() as usize);
        // A full output does not tell whether the stream ends there: one byte of room elsewhere finds out.
        let mut spare = [0];
        let room = match output.get_mut(written..) {
            Some(room) if !room.is_empty() => room,
            _ => &mut spare,
        };
        let status = engine
            .decompress(&input[read..], room)
            .map_err(|error| Error::data(format!("bz2: the stream is corrupt ({error})")))?;
        if engine.total_out() as usize > output.len() {
            return Err(too_long("bz2", output.len()));
        }
        match status {
            Status::StreamEnd => return Ok((engine.total_in() as usize, engine.total_out() as usize)),
            Status::MemNeeded => return Err(Error::no_memory("bz2: no memory for a decoder")),
            _ if (read, written) == (engine.total_in() as usize, engine.total_out() as usize) => {
                return Err(Error::data("bz2: the stream ends early"));
            }
            _ => {}
        }
    }
}
