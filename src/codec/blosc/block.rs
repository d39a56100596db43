//! One block of a frame: shuffled, split into streams, and each of them compressed.

use super::frame::corrupt;
use super::scratch::{Buffers, buffer};
use super::{Blosc, InnerCompressor};
use crate::codec::{deflate, lz4, zstd};
use crate::error::{Error, Result};
use snap::raw::{Encoder, max_compress_len};

/// How a frame is laid out, and where.
pub(super) struct BlockLayout {
    pub(super) type_size: usize,
    pub(super) block_size: usize,
    /// True if whole blocks are split into streams.
    pub(super) split: bool,
    /// Where the frame begins in the output.
    pub(super) start: usize,
    /// How long the output may become.
    pub(super) longest: usize,
}

impl BlockLayout {
    /// The number of streams in a block of `length` bytes.
    fn streams(&self, length: usize) -> usize {
        if self.split && length == self.block_size { self.type_size } else { 1 }
    }

    /// The most bytes that a block of `length` bytes can become.
    pub(super) fn bound(&self, length: usize) -> usize {
        length + 4 * self.streams(length)
    }
}

/// Appends a block to `output`, which may become so long. False: it takes more room.
pub(super) fn encode_block(
    codec: &Blosc,
    block: &[u8],
    layout: &BlockLayout,
    longest: usize,
    output: &mut Vec<u8>,
    buffers: &mut Buffers,
) -> Result<bool> {
    let block = if codec.filter.changes(block.len(), layout.type_size) {
        let shuffled = buffer(&mut buffers.block, block.len())?;
        codec.filter.apply(block, layout.type_size, shuffled);
        shuffled
    } else {
        block
    };
    for part in block.chunks(block.len() / layout.streams(block.len())) {
        if output.len() + 4 > longest {
            return Ok(false);
        }
        let size = output.len();
        output.extend_from_slice(&[0; 4]);
        // As long as the data means that they are stored.
        let room = (longest - output.len()).min(part.len() - 1);
        if !encode_stream(codec, part, room, output, &mut buffers.stream)? {
            if output.len() + part.len() > longest {
                return Ok(false);
            }
            output.extend_from_slice(part);
        }
        let length = (output.len() - size - 4) as u32;
        output[size..size + 4].copy_from_slice(&length.to_le_bytes());
    }
    Ok(true)
}

/// Appends a compressed stream of at most `room` bytes. False, and nothing is appended, if the stream is longer.
fn encode_stream(codec: &Blosc, part: &[u8], room: usize, output: &mut Vec<u8>, kept: &mut Vec<u8>) -> Result<bool> {
    if room == 0 {
        return Ok(false);
    }
    let failed = |error| Error::internal(format!("blosc: snappy failed to encode ({error})"));
    let stream: &[u8] = match codec.inner {
        // The higher the level, the smaller the steps.
        InnerCompressor::Lz4 => {
            return Ok(lz4::compress_into(part, output, room, lz4::Lz4Effort::Fast(10 - i32::from(codec.level))));
        }
        InnerCompressor::Lz4Hc => {
            return Ok(lz4::compress_into(part, output, room, lz4::Lz4Effort::High(codec.level.into())));
        }
        InnerCompressor::Snappy => {
            let stream = buffer(kept, max_compress_len(part.len()))?;
            let length = Encoder::new().compress(part, stream).map_err(failed)?;
            &stream[..length]
        }
        InnerCompressor::Zlib => {
            kept.clear();
            deflate::encode_zlib(codec.level, part, kept)?;
            kept
        }
        InnerCompressor::Zstd => {
            kept.clear();
            // The levels of Blosc stand for all of Zstandard's.
            zstd::encode(if codec.level < 9 { 2 * i32::from(codec.level) - 1 } else { 22 }, part, kept)?;
            kept
        }
        InnerCompressor::BloscLz => return Err(corrupt("C-Blosc makes the streams of BloscLZ")),
    };
    if stream.len() > room {
        return Ok(false);
    }
    output.extend_from_slice(stream);
    Ok(true)
}
