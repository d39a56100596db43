//! Decoding frames block by block: each by itself, and of each only the wanted parts.

use super::ffi;
use super::frame::{self, Frame, corrupt};
use super::scratch::{buffer, with};
use crate::codec::kinds::PartialDecoder;
use crate::codec::parallel::{Parallel, is_shared, over_spans, parts_in_task};
use crate::codec::{deflate, lz4, zstd};
use crate::error::{Error, ErrorKind, Result};
use snap::raw::Decoder;
use std::ops::Range;

/// Decodes a frame into `output`, which has its length exactly.
pub(super) fn decode(frame: &Frame, output: &mut [u8], parallel: &dyn Parallel) -> Result<()> {
    if frame.stored {
        output.copy_from_slice(&frame.bytes[frame::HEADER..]);
        return Ok(());
    }
    let decode = |first: usize, blocks: &mut [u8]| {
        let mut blocks = blocks.chunks_mut(frame.block_size).enumerate();
        blocks
            .try_for_each(|(at, block)| decode_block(frame, first + at, std::slice::from_ref(&(0..block.len())), block))
    };
    if !is_shared(parallel, output.len()) {
        return decode(0, output);
    }
    let together = parts_in_task(parallel, frame.block_size);
    over_spans(parallel, output, together * frame.block_size, |group, blocks| decode(group * together, blocks))
}

impl PartialDecoder for Frame<'_> {
    fn length(&self) -> usize {
        self.length
    }

    fn size(&self) -> usize {
        if self.stored { self.length.max(1) } else { self.block_size }
    }

    fn decode(&self, part: usize, wanted: &[Range<usize>], target: &mut [u8]) -> Result<()> {
        if !self.stored {
            return decode_block(self, part, wanted, target);
        }
        let data = &self.bytes[frame::HEADER..];
        wanted.iter().for_each(|range| target[range.clone()].copy_from_slice(&data[range.clone()]));
        Ok(())
    }
}

/// Decodes ranges of a block to their places in `target`, which has the length of the block.
fn decode_block(frame: &Frame, index: usize, wanted: &[Range<usize>], target: &mut [u8]) -> Result<()> {
    let mut streams = frame::Streams::default();
    let streams = frame.block_streams(index, target.len(), &mut streams)?;
    let length = target.len() / streams.len();
    if !frame.filter.changes(target.len(), frame.type_size) {
        for (number, (stream, target)) in streams.iter().zip(target.chunks_mut(length)).enumerate() {
            let start = number * length;
            if wanted.iter().any(|range| range.start < start + length && start < range.end) {
                if stream.len() == length {
                    target.copy_from_slice(stream);
                } else {
                    decode_stream(frame.compressor, stream, target, index)?;
                }
            }
        }
        return Ok(());
    }
    with(|scratch| {
        let shuffled = buffer(&mut scratch.block, target.len())?;
        // An uncompressed stream is used in place, without a copy.
        for (stream, target) in streams.iter().zip(shuffled.chunks_mut(length)) {
            if stream.len() != length {
                decode_stream(frame.compressor, stream, target, index)?;
            }
        }
        let mut parts = frame::Streams::default();
        for ((part, stream), decoded) in parts.iter_mut().zip(streams).zip(shuffled.chunks(length)) {
            *part = if stream.len() == length { stream } else { decoded };
        }
        for range in wanted {
            frame.filter.undo_part(&parts[..streams.len()], frame.type_size, range, target);
        }
        Ok(())
    })
}

/// Decodes a stream that holds as many bytes as `target`. All of it: LZ4's function that can stop earlier takes three
/// times as long for each byte.
fn decode_stream(compressor: u8, stream: &[u8], target: &mut [u8], block: usize) -> Result<()> {
    let broken = |why: &dyn std::fmt::Display| corrupt(format!("block {block} is corrupt: {why}"));
    let kept = |error: Error| if error.kind() == ErrorKind::NoMemory { error } else { broken(&error) };
    let written = match compressor {
        frame::BLOSCLZ => ffi::decompress(stream, target),
        frame::LZ4 => lz4::decompress(stream, target),
        frame::SNAPPY => Some(Decoder::new().decompress(stream, target).map_err(|error| broken(&error))?),
        frame::ZLIB => Some(deflate::decode_zlib(stream, target).map_err(kept)?),
        _ => Some(zstd::decode(stream, target).map_err(kept)?),
    };
    match written {
        Some(written) if written == target.len() => Ok(()),
        Some(written) => Err(corrupt(format!("block {block} holds {written} bytes instead of {}", target.len()))),
        None => Err(broken(&"it does not decode")),
    }
}
