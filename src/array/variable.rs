//! Chunks of elements of variable length. Requests, shards, locks and threads are those of all chunks; what differs is how
//! elements get from a decoded chunk to the caller, and from the caller over an old chunk.
//!
//! While a region is read, its buffer holds a number for each element, put there by the same copies as other elements:
//! which chunk it was found in, and its place among those that were found there.

use super::fence::Fence;
use super::handle::{Array, named};
use super::layout::ChunkLayout;
use super::read::Reader;
use super::write::{Patch, Writer};
use crate::codec::{Chain, Scratch};
use crate::dtype::{DataType, VALUE_SIZE, Value, Values};
use crate::error::{Error, Result, ResultExt};
use crate::grid::{Block, Region, TiledBuffer, TiledSource, Window, byte_size, c_strides, places};
use crate::metadata::ArrayMetadata;
use std::sync::{Mutex, PoisonError};

/// The bytes of the number of an element.
const NUMBER: usize = size_of::<u64>();

/// The number of an element that was not stored.
const FILL: u64 = u64::MAX;

impl Array {
    /// Reads a region of elements of variable length, in C order.
    ///
    /// # Errors
    /// As [`Array::read_region`]; [`crate::ErrorKind::TypeMismatch`] for elements of a fixed size.
    pub fn read_values(&self, start: &[u64], count: &[u64]) -> Result<RegionValues> {
        let read = || -> Result<RegionValues> {
            let state = self.current()?;
            let metadata = &state.metadata;
            check_variable(&metadata.data_type)?;
            let region = Region::within(&metadata.shape, start, count)?;
            let size = byte_size(&region.count, NUMBER).ok_or_else(|| no_memory(usize::MAX))?;
            let mut numbers = Vec::new();
            numbers.try_reserve_exact(size).map_err(|_| no_memory(size / NUMBER))?;
            numbers.resize(size, 0);
            let target = TiledBuffer::new(&region, &metadata.chunk_grid, NUMBER, &mut numbers)?;
            let found = Found::default();
            let reader = Reader::new(self.origin(), self.data_prefix(), metadata)?.keeping(&found);
            let team = self.team(None, &metadata.chain, reader.effort(&region, size.saturating_mul(4)));
            reader.read(&target, team)?;
            Ok(found.finish(numbers, metadata.fill_value.element.to_vec()?))
        };
        read().context(|| named(&self.origin().path))
    }

    /// Writes a region of elements of variable length, in C order.
    ///
    /// # Errors
    /// As [`Array::read_values`]; [`crate::ErrorKind::BufferSize`] for another number of elements,
    /// [`crate::ErrorKind::InvalidArgument`] for a text that is not UTF-8.
    pub fn write_values(&self, start: &[u64], count: &[u64], values: &[Value<'_>]) -> Result<()> {
        let write = || -> Result<()> {
            let state = self.current()?;
            self.write_values_in(&state.metadata, start, count, values, &Fence::new(self, &state))
        };
        write().context(|| named(&self.origin().path))
    }

    /// As [`Array::write_in`], for elements of variable length.
    pub(super) fn write_values_in(
        &self,
        metadata: &ArrayMetadata,
        start: &[u64],
        count: &[u64],
        values: &[Value<'_>],
        fence: &Fence<'_>,
    ) -> Result<()> {
        let region = Region::within(&metadata.shape, start, count)?;
        check_values(&metadata.data_type, values)?;
        let source = TiledSource::new(&region, &metadata.chunk_grid, 1, values)?;
        let bytes = values.iter().map(|value| value.bytes().map_or(0, <[u8]>::len)).sum::<usize>();
        let bytes = bytes.saturating_add(values.len().saturating_mul(VALUE_SIZE));
        let writer = Writer::new(self.origin(), self.data_prefix(), metadata, fence)?;
        writer.write(&source, self.team(None, &metadata.chain, writer.effort(&region, bytes)))
    }

    /// Whether an element that is not there can be told from an empty one.
    pub fn keeps_absent(&self) -> bool {
        let state = self.latest();
        let innermost = std::iter::successors(Some(&state.metadata.chain), |chain| Some(chain.sharding()?.chain()));
        innermost.last().and_then(Chain::values).is_some_and(|codec| codec.keeps_absent())
    }
}

fn check_variable(data_type: &DataType) -> Result<()> {
    if data_type.is_variable() {
        return Ok(());
    }
    Err(Error::type_mismatch(format!("its data type {data_type} has elements of a fixed size")))
}

/// Refuses values that are no elements of this data type, or a data type of fixed size.
pub(super) fn check_values(data_type: &DataType, values: &[Value<'_>]) -> Result<()> {
    check_variable(data_type)?;
    for (index, value) in values.iter().enumerate() {
        data_type.check_value(value.bytes().unwrap_or_default()).context(|| format!("element {index}"))?;
    }
    Ok(())
}

/// What was found in the chunks of a region.
#[derive(Debug, Default)]
pub(super) struct Found {
    parts: Mutex<Vec<Values>>,
}

impl Found {
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

    /// The elements of a region, by the numbers in its buffer.
    fn finish(self, numbers: Vec<u8>, fill: Vec<u8>) -> RegionValues {
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
    pub(super) fn of(values: Values) -> Result<Self> {
        let (found, total) = (Found::default(), values.len());
        let first = found.add(values)?;
        let mut numbers = Vec::new();
        numbers.try_reserve_exact(total.saturating_mul(NUMBER)).map_err(|_| no_memory(total))?;
        (0..total as u64).for_each(|index| numbers.extend_from_slice(&(first | index).to_ne_bytes()));
        Ok(found.finish(numbers, Vec::new()))
    }

    /// The elements.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Value<'_>> + Clone {
        self.numbers.as_chunks::<NUMBER>().0.iter().map(|number| match u64::from_ne_bytes(*number) {
            FILL => Value::Bytes(&self.fill),
            number => {
                let (part, index) = ((number >> 32) as usize, number as u32 as usize);
                self.parts.get(part).and_then(|part| part.get(index)).unwrap_or(Value::Absent)
            }
        })
    }
}

impl Reader<'_> {
    /// Marks elements that were not stored.
    pub(super) fn fill_values(window: &mut Window) -> Result<()> {
        window.fill(&FILL.to_ne_bytes())
    }

    /// Decodes a chunk, keeps what the window is for, and puts the numbers of those elements there.
    pub(super) fn place_values(
        &self,
        found: &Found,
        window: &mut Window,
        value: &[u8],
        layout: &ChunkLayout,
    ) -> Result<()> {
        let mut values = self.chain.decode_values(value, layout.size, self.limit)?;
        let count = &window.tile().count;
        let total = count.iter().product::<usize>();
        // A part of a chunk does not keep the rest of it in memory.
        if total != layout.size || !layout.plain {
            let mut part = Values::with_room(total)?;
            for place in places(count, &layout.block(window.tile())) {
                part.push(values.get(place).ok_or_else(outside)?)?;
            }
            values = part;
        }
        let shape: Vec<u64> = count.iter().map(|count| *count as u64).collect();
        let first = found.add(values)?;
        let mut numbers = Vec::new();
        numbers.try_reserve_exact(total * NUMBER).map_err(|_| no_memory(total))?;
        (0..total as u64).for_each(|index| numbers.extend_from_slice(&(first | index).to_ne_bytes()));
        window.copy_from(&numbers, &Block { offset: 0, strides: c_strides(&shape, NUMBER) })
    }
}

impl Writer<'_> {
    /// As [`Writer::encode_over`], for elements of variable length.
    pub(super) fn encode_values_over(
        &self,
        old: Option<&[u8]>,
        (patch, new): (&Patch, &[Value<'_>]),
        layout: &ChunkLayout,
        leave_out: bool,
        scratch: &mut Scratch,
        store: impl FnOnce(Option<&[u8]>) -> Result<()>,
    ) -> Result<()> {
        let fill = Value::Bytes(self.metadata.fill_value.element.bytes()?);
        let old = old.map(|old| self.chain.decode_values(old, layout.size, self.limit)).transpose()?;
        let mut elements = Vec::new();
        elements.try_reserve_exact(layout.size).map_err(|_| no_memory(layout.size))?;
        match &old {
            Some(old) => elements.extend(old.iter()),
            None => elements.resize(layout.size, fill),
        }
        for (from, to) in places(patch.count, patch.from).zip(places(patch.count, patch.to)) {
            *elements.get_mut(to).ok_or_else(outside)? = *new.get(from).ok_or_else(outside)?;
        }
        if leave_out && elements.iter().all(|element| *element == fill) {
            return store(None);
        }
        let mut output = scratch.take(0)?;
        let encoded = self.chain.encode_values(&elements, &layout.stored, &mut output, scratch);
        let result = encoded.and_then(|()| store(Some(&output)));
        scratch.give(output);
        result
    }
}

fn outside() -> Error {
    Error::internal("an element lies outside its chunk")
}

fn no_memory(count: usize) -> Error {
    Error::no_memory(format!("no memory for {count} elements"))
}
