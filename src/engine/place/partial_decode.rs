//! Chunks whose codec decodes in parts: only the part that a tile touches is decoded, to its place in memory for the
//! whole chunk.

use super::Placer;
use crate::codec::{Alone, Parallel, PartialDecoder, is_shared, over_spans, parts_in_task};
use crate::engine::threads::CallThreads;
use crate::error::Result;
use crate::grid::Window;
use std::ops::Range;

/// Bytes between two ranges that are decoded along.
const GAP: usize = 512;

impl Placer<'_> {
    /// Decodes the part of an encoded chunk that a window touches into `elements`, which is as long as the chunk
    /// decoded. False: it decodes as a whole only, or most of it is wanted.
    pub(super) fn decode_wanted(
        &self,
        window: &Window,
        value: &[u8],
        elements: &mut [u8],
        threads: CallThreads,
    ) -> Result<bool> {
        let ranges = self.chunks.ranges(window, GAP)?;
        if ranges.is_one() && ranges.length() >= elements.len() / 4 * 3 {
            return Ok(false);
        }
        let Some(parts) = self.chunks.chain.parts(value, elements.len())? else { return Ok(false) };
        let wanted: Vec<Range<usize>> = ranges.parts().map(|part| part.bytes).collect();
        decode(&*parts, &wanted, elements, &threads)?;
        wanted.into_iter().for_each(|range| self.chunks.chain.finish(&mut elements[range]));
        Ok(true)
    }
}

/// Decodes ranges, which are in ascending order and do not overlap.
fn decode(
    parts: &dyn PartialDecoder,
    wanted: &[Range<usize>],
    elements: &mut [u8],
    parallel: &dyn Parallel,
) -> Result<()> {
    let (Some(first), Some(last)) = (wanted.first(), wanted.last()) else { return Ok(()) };
    let size = parts.size();
    // Skip everything before the first part and after the last one.
    let begin = first.start / size * size;
    let length = elements.len();
    let elements = &mut elements[begin..last.end.next_multiple_of(size).min(length)];
    let parallel = if is_shared(parallel, elements.len()) { parallel } else { &Alone };
    let span = size * parts_in_task(parallel, size);
    over_spans(parallel, elements, span, |task, elements| decode_in(parts, wanted, elements, begin + task * span))
}

/// Decodes the wanted ranges in a contiguous series of parts that begins at byte `from`.
fn decode_in(parts: &dyn PartialDecoder, wanted: &[Range<usize>], elements: &mut [u8], from: usize) -> Result<()> {
    let mut rest = &wanted[wanted.partition_point(|range| range.end <= from)..];
    let mut inside = Vec::new();
    for (at, target) in elements.chunks_mut(parts.size()).enumerate() {
        let start = from + at * parts.size();
        let end = start + target.len();
        inside.clear();
        while let Some((range, behind)) = rest.split_first().filter(|(range, _)| range.start < end) {
            inside.push(range.start.max(start) - start..range.end.min(end) - start);
            if range.end > end {
                break;
            }
            rest = behind;
        }
        if !inside.is_empty() {
            parts.decode(start / parts.size(), &inside, target)?;
        }
    }
    Ok(())
}
