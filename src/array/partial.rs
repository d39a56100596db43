//! Chunks whose codec decodes in parts: only what a tile wants is decoded, to its place in memory for the whole chunk.

use super::read::Reader;
use crate::codec::Parts;
use crate::error::Result;
use crate::grid::Window;
use std::ops::Range;

/// Bytes between two ranges that are decoded along.
const GAP: usize = 512;

impl Reader<'_> {
    /// Decodes what a window wants of an encoded chunk into `elements`, which is as long as the chunk decoded. False: it
    /// decodes as a whole only, or most of it is wanted.
    pub(super) fn decode_wanted(&self, window: &Window, value: &[u8], elements: &mut [u8]) -> Result<bool> {
        let ranges = self.ranges(window, GAP)?;
        if ranges.is_one() && ranges.length() >= elements.len() / 4 * 3 {
            return Ok(false);
        }
        let Some(parts) = self.chain.parts(value, elements.len())? else { return Ok(false) };
        let wanted: Vec<Range<usize>> = ranges.parts().map(|part| part.bytes).collect();
        decode(&*parts, &wanted, elements)?;
        wanted.into_iter().for_each(|range| self.chain.finish(&mut elements[range]));
        Ok(true)
    }
}

/// Decodes ranges, which are in ascending order and do not overlap.
fn decode(parts: &dyn Parts, wanted: &[Range<usize>], elements: &mut [u8]) -> Result<()> {
    let mut rest = wanted;
    let mut inside = Vec::new();
    for (number, target) in elements.chunks_mut(parts.size()).enumerate() {
        let start = number * parts.size();
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
            parts.decode(number, &inside, target)?;
        }
    }
    Ok(())
}
