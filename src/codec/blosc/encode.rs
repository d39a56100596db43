//! Encoding frames, with the layout that C-Blosc gives them: the same blocks, split into the same streams.

use super::block::{BlockLayout, encode_block};
use super::scratch::{Buffers, with};
use super::{Blosc, InnerCompressor, frame, gather};
use crate::codec::parallel::{Parallel, is_shared};
use crate::error::Result;

/// Appends a frame to `output`, which has room for the longest ([`frame::HEADER`] more bytes than `input`). The frame
/// is the same, however many threads make it.
pub(super) fn encode(codec: &Blosc, input: &[u8], output: &mut Vec<u8>, parallel: &dyn Parallel) -> Result<()> {
    let type_size = type_size(codec);
    let block_size = block_size(codec, type_size, input.len());
    let shuffle = [0, frame::BYTE_SHUFFLE, frame::BIT_SHUFFLE][codec.filter as usize];
    let split = splits(codec.inner, type_size, block_size);
    let whole = if split { 0 } else { frame::NOT_SPLIT };
    let flags = codec.inner.code() << 5 | shuffle | whole;
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
    let layout = BlockLayout { type_size, block_size, split, start, longest: start + frame::HEADER + input.len() };
    let fits = match compressible {
        false => false,
        true if is_shared(parallel, input.len()) => gather::encode_blocks(codec, input, &layout, output, parallel)?,
        true => with(|buffers| encode_blocks(codec, input, &layout, output, buffers))?,
    };
    if !fits {
        output.truncate(start);
        header(output, flags | frame::STORED);
        output.extend_from_slice(input);
    }
    let length = (output.len() - start) as u32;
    output[start + 12..start + 16].copy_from_slice(&length.to_le_bytes());
    Ok(())
}

/// Appends the offsets and blocks to the header. False: they take more room than the data themselves.
fn encode_blocks(
    codec: &Blosc,
    input: &[u8],
    layout: &BlockLayout,
    output: &mut Vec<u8>,
    buffers: &mut Buffers,
) -> Result<bool> {
    let offsets = output.len();
    let first = offsets + 4 * input.len().div_ceil(layout.block_size);
    if first > layout.longest {
        return Ok(false);
    }
    output.resize(first, 0);
    for (index, block) in input.chunks(layout.block_size).enumerate() {
        let offset = (output.len() - layout.start) as u32;
        output[offsets + 4 * index..][..4].copy_from_slice(&offset.to_le_bytes());
        if !encode_block(codec, block, layout, layout.longest, output, buffers)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// True if blocks are split into one stream for each byte of an element.
fn splits(inner: InnerCompressor, type_size: usize, block_size: usize) -> bool {
    inner != InnerCompressor::Zstd && frame::can_split(type_size, block_size)
}

/// The size of the blocks for `length` bytes.
pub(super) fn size_of_blocks(codec: &Blosc, length: usize) -> usize {
    block_size(codec, type_size(codec), length)
}

/// The size of elements as the header says it: it has one byte for that.
fn type_size(codec: &Blosc) -> usize {
    if codec.type_size > 255 { 1 } else { codec.type_size }
}

/// The size of blocks: the one asked for in the bounds of C-Blosc, else one that grows with the level. Whole elements.
fn block_size(codec: &Blosc, type_size: usize, length: usize) -> usize {
    const CACHE: usize = 32 << 10;
    if length < type_size {
        return 1;
    }
    // Those that are slow anyway see more at once.
    let thorough = matches!(codec.inner, InnerCompressor::Lz4Hc | InnerCompressor::Zlib | InnerCompressor::Zstd);
    let mut size = match (codec.block_size, codec.level) {
        (asked @ 1.., _) => asked.clamp(frame::SHORTEST, frame::LONGEST_BLOCK),
        _ if length < CACHE => length,
        (_, level) => {
            let size = if thorough { 2 * CACHE } else { CACHE };
            match level {
                0 => size / 4,
                1 => size / 2,
                2 => size,
                3 => 2 * size,
                4 | 5 => 4 * size,
                9 if thorough => 16 * size,
                _ => 8 * size,
            }
        }
    };
    if codec.level > 0 && splits(codec.inner, type_size, size) {
        size = (size.min(256 << 10) * type_size).clamp(64 << 10, 1 << 20);
    }
    match size.min(length) {
        size if size > type_size => size / type_size * type_size,
        size => size,
    }
}
