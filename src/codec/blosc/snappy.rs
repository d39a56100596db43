//! Blosc frames whose inner compressor is Snappy, in Rust.
//!
//! Blocks are split as C-Blosc does it. The flag that they are not came with its version 1.11 only, and programs older
//! than that, the writer of v1 among them, would not understand frames that need it.

use super::Blosc;
use super::frame::{self, Frame, corrupt};
use crate::codec::scratch::no_memory;
use crate::error::{Error, Result};
use snap::raw::{Decoder, Encoder, max_compress_len};

/// Appends a frame to `output`.
pub(super) fn encode(codec: &Blosc, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
    // One byte holds the type size in the header.
    let type_size = if codec.type_size > 255 { 1 } else { codec.type_size };
    let block_size = block_size(codec, type_size, input.len());
    let shuffle = [0, frame::BYTE_SHUFFLE, frame::BIT_SHUFFLE][codec.filter as usize];
    let flags = frame::SNAPPY << 5 | shuffle;
    let start = output.len();
    let header = |output: &mut Vec<u8>, flags: u8| {
        output.extend_from_slice(&frame::VERSIONS);
        output.extend_from_slice(&[flags, type_size as u8]);
        for size in [input.len(), block_size, 0] {
            output.extend_from_slice(&(size as u32).to_le_bytes());
        }
    };
    header(output, flags);
    let compressible = codec.level > 0 && input.len() >= frame::SHORTEST;
    if !compressible || !encode_blocks(codec, input, type_size, block_size, start, output)? {
        output.truncate(start);
        header(output, flags | frame::STORED);
        output.extend_from_slice(input);
    }
    let length = (output.len() - start) as u32;
    output[start + 12..start + 16].copy_from_slice(&length.to_le_bytes());
    Ok(())
}

/// Appends the offsets and blocks to the header at `start`. False: they take more room than the data themselves.
fn encode_blocks(
    codec: &Blosc,
    input: &[u8],
    type_size: usize,
    block_size: usize,
    start: usize,
    output: &mut Vec<u8>,
) -> Result<bool> {
    let longest = start + frame::HEADER + input.len();
    let offsets = output.len();
    if offsets + 4 * input.len().div_ceil(block_size) > longest {
        return Ok(false);
    }
    output.resize(offsets + 4 * input.len().div_ceil(block_size), 0);
    let mut encoder = Encoder::new();
    let mut shuffled = buffer(block_size)?;
    let mut compressed = buffer(max_compress_len(block_size))?;
    for (index, block) in input.chunks(block_size).enumerate() {
        let offset = (output.len() - start) as u32;
        output[offsets + 4 * index..][..4].copy_from_slice(&offset.to_le_bytes());
        let block = if codec.filter.changes(block.len(), type_size) {
            let shuffled = &mut shuffled[..block.len()];
            codec.filter.apply(block, type_size, shuffled);
            shuffled
        } else {
            block
        };
        let streams = frame::streams(type_size, block_size, block.len());
        for part in block.chunks(block.len() / streams) {
            let size = encoder
                .compress(part, &mut compressed)
                .map_err(|error| Error::internal(format!("blosc: snappy failed to encode ({error})")))?;
            let stream = if size < part.len() { &compressed[..size] } else { part };
            if output.len() + 4 + stream.len() > longest {
                return Ok(false);
            }
            output.extend_from_slice(&(stream.len() as u32).to_le_bytes());
            output.extend_from_slice(stream);
        }
    }
    Ok(true)
}

/// The size of blocks: the one asked for in the bounds of C-Blosc, else one that grows with the level. Whole elements.
fn block_size(codec: &Blosc, type_size: usize, length: usize) -> usize {
    const CACHE: usize = 32 << 10;
    let size = match codec.block_size {
        0 => match codec.level {
            0..=2 => CACHE,
            3 => 2 * CACHE,
            4 | 5 => 4 * CACHE,
            _ => 8 * CACHE,
        },
        asked => asked.clamp(frame::SHORTEST, frame::LONGEST_BLOCK),
    };
    match size.min(length) {
        0 => 1,
        size if size > type_size => size / type_size * type_size,
        size => size,
    }
}

/// Decodes a frame into `output`, which has its length exactly.
pub(super) fn decode(frame: &Frame, output: &mut [u8]) -> Result<()> {
    let mut decoder = Decoder::new();
    let mut scratch = Vec::new();
    for (index, target) in output.chunks_mut(frame.block_size).enumerate() {
        let streams = frame.block_streams(index, target.len())?;
        if frame.filter.changes(target.len(), frame.type_size) {
            if scratch.is_empty() {
                scratch = buffer(frame.block_size)?;
            }
            let shuffled = &mut scratch[..target.len()];
            decode_block(&mut decoder, &streams, shuffled, index)?;
            frame.filter.undo(shuffled, frame.type_size, target);
        } else {
            decode_block(&mut decoder, &streams, target, index)?;
        }
    }
    Ok(())
}

fn decode_block(decoder: &mut Decoder, streams: &[&[u8]], target: &mut [u8], block: usize) -> Result<()> {
    let length = target.len() / streams.len();
    for (stream, target) in streams.iter().zip(target.chunks_mut(length)) {
        if stream.len() == target.len() {
            target.copy_from_slice(stream);
            continue;
        }
        match decoder.decompress(stream, target) {
            Ok(written) if written == target.len() => {}
            Ok(written) => {
                return Err(corrupt(format!("block {block} holds {written} bytes instead of {}", target.len())));
            }
            Err(error) => return Err(corrupt(format!("block {block} is corrupt: {error}"))),
        }
    }
    Ok(())
}

fn buffer(size: usize) -> Result<Vec<u8>> {
    let mut buffer = Vec::new();
    buffer.try_reserve_exact(size).map_err(|_| no_memory(size))?;
    buffer.resize(size, 0);
    Ok(buffer)
}
