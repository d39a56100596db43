//! Chunks of elements of variable length. Requests, shards, locks and threads are those of all chunks; what differs is
//! how elements get from a decoded chunk to the caller, and from the caller over an old chunk.
//!
//! While a region is read, its buffer holds a number for each element, put there by the same copies as other elements:
//! which chunk it was found in, and its place among those that were found there.

use super::chunks::Chunks;
use super::layout::ChunkLayout;
use crate::dtype::{Values, VariableValue};
use crate::error::{Error, Result};
use crate::grid::{MemoryBlock, Window, c_strides, element_offsets};
use std::sync::{Mutex, PoisonError};

/// The bytes of the number of an element.
pub const NUMBER: usize = size_of::<u64>();

/// The number of an element that was not stored.
const FILL: u64 = u64::MAX;

/// The elements that were found in the chunks of a region.
#[derive(Debug, Default)]
pub struct FoundValues {
    parts: Mutex<Vec<Values>>,
}

impl FoundValues {
    /// Keeps the elements of one chunk; gives the number of the first.
    fn add(&self, values: Values) -> Result<u64> {
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        let part = u32::try_from(parts.len()).ok().filter(|part| *part < u32::MAX);
        let part = part.filter(|_| u32::try_from(values.len()).is_ok());
        let part =
            part.ok_or_else(|| Error::limit("the region has more chunks, or a chunk more elements, than 2^32"))?;
        parts.push(values);
        Ok(u64::from(part) << 32)
    }

    /// Marks elements that were not stored.
    pub fn fill(window: &mut Window) -> Result<()> {
        window.fill(&FILL.to_ne_bytes())
    }

    /// Decodes a chunk, keeps the elements of the window, and puts their numbers there.
    pub(super) fn place(&self, chunks: &Chunks, window: &mut Window, value: &[u8], layout: &ChunkLayout) -> Result<()> {
        let mut values = chunks.chain.decode_values(value, layout.size, chunks.limit)?;
        let count = &window.tile().count;
        let total = count.iter().product::<usize>();
        // A part of a chunk does not keep the rest of it in memory.
        if total != layout.size || !layout.plain {
            let mut part = Values::with_room(total)?;
            for place in element_offsets(count, &layout.block(window.tile())) {
                part.push(values.get(place).ok_or_else(outside)?)?;
            }
            values = part;
        }
        let shape: Vec<u64> = count.iter().map(|count| *count as u64).collect();
        let first = self.add(values)?;
        let mut numbers = Vec::new();
        numbers.try_reserve_exact(total * NUMBER).map_err(|_| no_memory(total))?;
        (0..total as u64).for_each(|index| numbers.extend_from_slice(&(first | index).to_ne_bytes()));
        window.copy_from(&numbers, &MemoryBlock { offset: 0, strides: c_strides(&shape, NUMBER) })
    }

    /// The elements of a region, by the numbers in its buffer.
    pub fn finish(self, numbers: Vec<u8>, fill: Vec<u8>) -> RegionValues {
        RegionValues { parts: self.parts.into_inner().unwrap_or_else(PoisonError::into_inner), numbers, fill }
    }
}

/// The elements of a region, in C order.
#[derive(Debug)]
pub struct RegionValues {
    parts: Vec<Values>,
    numbers: Vec<u8>,
    fill: Vec<u8>,
}

impl RegionValues {
    /// These elements.
    pub fn of(values: Values) -> Result<Self> {
        let (found, total) = (FoundValues::default(), values.len());
        let first = found.add(values)?;
        let mut numbers = Vec::new();
        numbers.try_reserve_exact(total.saturating_mul(NUMBER)).map_err(|_| no_memory(total))?;
        (0..total as u64).for_each(|index| numbers.extend_from_slice(&(first | index).to_ne_bytes()));
        Ok(found.finish(numbers, Vec::new()))
    }

    /// The elements.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = VariableValue<'_>> + Clone {
        self.numbers.as_chunks::<NUMBER>().0.iter().map(|number| match u64::from_ne_bytes(*number) {
            FILL => VariableValue::Bytes(&self.fill),
            number => {
                let (part, index) = ((number >> 32) as usize, number as u32 as usize);
                self.parts.get(part).and_then(|part| part.get(index)).unwrap_or(VariableValue::Absent)
            }
        })
    }
}

pub(super) fn outside() -> Error {
    Error::internal("an element lies outside its chunk")
}

/// The error for `count` elements that do not fit into memory.
pub fn no_memory(count: usize) -> Error {
    Error::no_memory(format!("no memory for {count} elements"))
}
