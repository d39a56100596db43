//! Frames whose blocks are encoded by several threads. Finished blocks are appended in order; a block that is ready too
//! early waits.

use super::Blosc;
use super::block::{BlockLayout, encode_block};
use super::scratch::with;
use crate::codec::errors::no_memory;
use crate::codec::parallel::{Parallel, parts_in_task};
use crate::error::Result;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Blocks that one thread has encoded.
#[derive(Default)]
struct Encoded {
    bytes: Vec<u8>,
    /// Where each of them begins.
    starts: Vec<usize>,
}

/// The frame in progress.
struct GatheredFrame<'a> {
    layout: &'a BlockLayout,
    output: &'a mut Vec<u8>,
    /// Where the next offset goes.
    offset: usize,
    /// Groups of blocks that are in their place.
    done: usize,
    early: BTreeMap<usize, Encoded>,
    /// Memory to use again.
    free: Vec<Encoded>,
    /// True if the frame is still within its size limit.
    fits: bool,
}

/// Appends the offsets and blocks to the header. False: they take more room than the data themselves.
pub(super) fn encode_blocks(
    codec: &Blosc,
    input: &[u8],
    layout: &BlockLayout,
    output: &mut Vec<u8>,
    parallel: &dyn Parallel,
) -> Result<bool> {
    let offset = output.len();
    let first = offset + 4 * input.len().div_ceil(layout.block_size);
    if first > layout.longest {
        return Ok(false);
    }
    output.resize(first, 0);
    let span = layout.block_size * parts_in_task(parallel, layout.block_size);
    let (early, free) = (BTreeMap::new(), Vec::new());
    let joined = Mutex::new(GatheredFrame { layout, output, offset, done: 0, early, free, fits: true });
    let lock = || joined.lock().unwrap_or_else(PoisonError::into_inner);
    parallel.each(input.len().div_ceil(span), &|group| {
        let mut encoded = {
            let mut joined = lock();
            if !joined.fits {
                return Ok(());
            }
            joined.free.pop().unwrap_or_default()
        };
        let start = group * span;
        for block in input[start..input.len().min(start + span)].chunks(layout.block_size) {
            let bytes = &mut encoded.bytes;
            encoded.starts.push(bytes.len());
            let longest = bytes.len() + layout.bound(block.len());
            bytes.try_reserve(longest - bytes.len()).map_err(|_| no_memory(longest))?;
            with(|buffers| encode_block(codec, block, layout, longest, bytes, buffers))?;
        }
        lock().hand_in(group, encoded);
        Ok(())
    })?;
    let fits = lock().fits;
    Ok(fits)
}

impl GatheredFrame<'_> {
    fn hand_in(&mut self, group: usize, encoded: Encoded) {
        self.early.insert(group, encoded);
        while let Some(mut encoded) = self.early.remove(&self.done) {
            self.done += 1;
            self.fits &= self.output.len() + encoded.bytes.len() <= self.layout.longest;
            if self.fits {
                let from = self.output.len() - self.layout.start;
                for start in encoded.starts.drain(..) {
                    self.output[self.offset..][..4].copy_from_slice(&((from + start) as u32).to_le_bytes());
                    self.offset += 4;
                }
                self.output.extend_from_slice(&encoded.bytes);
                encoded.bytes.clear();
                self.free.push(encoded);
            }
        }
    }
}
