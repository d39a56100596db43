//! Bit shuffle: the planes of a block, plane `8 j + b` holding bit `b` of byte `j` of all elements, eight elements a
//! byte.
//!
//! Works on a few hundred elements at a time, through small buffers: the planes of a block are often a multiple of 4
//! KiB apart, so they compete for the same cache sets.

use super::interleave::{join, split, transpose_bits};
use std::ops::Range;

/// The elements of one tile: a line of the cache in each plane.
const TILE: usize = 512;

/// Tiles of a range of elements.
fn tiles(elements: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let end = elements.end;
    elements.step_by(TILE).map(move |start| start..end.min(start + TILE))
}

/// Takes whole elements apart into planes. Their number is a multiple of eight.
pub(super) fn apply(elements: &[u8], size: usize, planes: &mut [u8]) {
    let plane = elements.len() / size / 8;
    let mut bytes = vec![0; size * TILE];
    let mut bits = [0; TILE];
    for tile in tiles(0..elements.len() / size) {
        let count = tile.len();
        split(&elements[tile.start * size..tile.end * size], size, &mut bytes[..size * count]);
        for (place, bytes) in bytes[..size * count].chunks_exact_mut(count).enumerate() {
            transpose_bits(bytes);
            split(bytes, 8, &mut bits[..count]);
            for (bit, line) in bits[..count].chunks_exact(count / 8).enumerate() {
                planes[(8 * place + bit) * plane + tile.start / 8..][..count / 8].copy_from_slice(line);
            }
        }
    }
}

/// Puts the elements of a range together; it begins and ends at multiples of eight. `planes` gives any part of the
/// planes of one byte: its place in the element, the bit, and a range of bytes in the plane.
pub(super) fn undo<'p>(
    planes: impl Fn(usize, usize, Range<usize>) -> &'p [u8],
    size: usize,
    elements: Range<usize>,
    target: &mut [u8],
) {
    let mut bytes = vec![0; size * TILE];
    let start = elements.start;
    for tile in tiles(elements) {
        let count = tile.len();
        for (place, bytes) in bytes[..size * count].chunks_exact_mut(count).enumerate() {
            let lines: [&[u8]; 8] = std::array::from_fn(|bit| planes(place, bit, tile.start / 8..tile.end / 8));
            join(&lines, bytes);
            transpose_bits(bytes);
        }
        let target = &mut target[(tile.start - start) * size..][..count * size];
        let mut streams = [[].as_slice(); u8::MAX as usize];
        for (stream, bytes) in streams.iter_mut().zip(bytes.chunks_exact(count)) {
            *stream = bytes;
        }
        join(&streams[..size], target);
    }
}
