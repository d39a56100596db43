//! Overwriting a part of one chunk: the old chunk, the new elements, and the chunk that is made of both.

use super::chunks::Chunks;
use super::convert::Converter;
use super::fetch::check_size;
use super::layout::ChunkLayout;
use super::picks::Picks;
use super::ranges::{GAP, Ranges};
use super::threads::Worker;
use super::variable_length::{no_memory, outside};
use crate::codec::ChunkElements;
use crate::dtype::VariableValue;
use crate::error::Result;
use crate::grid::{MemoryBlock, copy, element_offsets, fill, is_filled};
use crate::store::ValueReader;

/// The caller's elements: bytes of a fixed size each, or values of variable length.
#[derive(Clone, Copy, Debug)]
pub enum ElementSource<'a> {
    /// ChunkElements of one size.
    Bytes(&'a [u8]),
    /// ChunkElements that have a variable length.
    Values(&'a [VariableValue<'a>]),
    /// ChunkElements of one size, and where each of them belongs.
    Picks(&'a Picks<'a>, &'a [u8]),
}

impl ElementSource<'_> {
    /// True if every element of a part has a source.
    pub(super) fn is_dense(&self) -> bool {
        !matches!(self, Self::Picks(..))
    }
}

impl<'a> From<&'a [u8]> for ElementSource<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Bytes(bytes)
    }
}

impl<'a> From<&'a [VariableValue<'a>]> for ElementSource<'a> {
    fn from(values: &'a [VariableValue<'a>]) -> Self {
        Self::Values(values)
    }
}

/// A chunk before a part of it is overwritten.
#[derive(Clone, Copy, Debug)]
pub(super) enum Old<'a> {
    /// The old chunk is missing, or all of it is overwritten.
    Missing,
    /// As it was stored.
    Encoded(&'a [u8]),
    /// An unencoded chunk, still in the store.
    Stored(&'a dyn ValueReader),
}

impl<'a> From<Option<&'a [u8]>> for Old<'a> {
    fn from(old: Option<&'a [u8]>) -> Self {
        old.map_or(Self::Missing, Self::Encoded)
    }
}

/// A part of one chunk that is overwritten.
#[derive(Debug)]
pub(super) struct Patch<'p> {
    /// The destination in the decoded chunk.
    pub to: &'p MemoryBlock,
    /// Elements along each axis.
    pub count: &'p [usize],
    /// The elements of the chunk inside the array, along each axis, if the codec stores only those.
    pub inside: Option<&'p [u64]>,
    /// The new elements.
    pub source: ElementSource<'p>,
    /// The layout of the new elements; unused for picks, which contain their own.
    pub from: &'p MemoryBlock,
}

/// Makes chunks of the elements that a caller writes.
pub(super) struct Encoder<'a> {
    pub chunks: &'a Chunks<'a>,
    /// How the caller's elements become those of chunks; None: they are the same.
    pub converter: Option<&'a Converter<'a>>,
}

/// Receives the chunk to store; None: all elements have the fill value.
pub(super) type StoreChunk<'s> = &'s mut dyn FnMut(Option<&[u8]>) -> Result<()>;

impl Patch<'_> {
    /// Puts single elements where they belong.
    fn put_picks(&self, item: usize, elements: &mut [u8]) -> Result<()> {
        let ElementSource::Picks(picks, data) = self.source else { return Ok(()) };
        picks.each(self.to, |number, to| {
            let new = data.get(number * item..(number + 1) * item).ok_or_else(outside)?;
            elements.get_mut(to..to + item).ok_or_else(outside)?.copy_from_slice(new);
            Ok(())
        })
    }
}

impl Encoder<'_> {
    /// Overwrites a part of an old chunk, or of one of fill values, and passes on the encoded chunk; None if only the
    /// fill value is left and such chunks may be omitted.
    pub fn encode_over(
        &self,
        old: Old<'_>,
        patch: &Patch,
        layout: &ChunkLayout,
        leave_out: bool,
        worker: &mut Worker,
        store: StoreChunk<'_>,
    ) -> Result<()> {
        let new = match patch.source {
            ElementSource::Values(new) => {
                return self.encode_values_over(old, patch, new, layout, leave_out, worker, store);
            }
            ElementSource::Bytes(new) => new,
            ElementSource::Picks(_, data) => data,
        };
        let (chunks, chain) = (self.chunks, self.chunks.chain);
        let (element, item) = (chunks.metadata.fill_value.element.bytes()?, chunks.metadata.data_type.size());
        if let (Old::Missing, Some(given)) = (old, self.whole_chunk(patch, new, layout)) {
            return self.hand_on(ChunkElements::Given(given), patch, leave_out, worker, store);
        }
        let mut buffer = worker.scratch.take(layout.size)?;
        let elements = &mut buffer[..layout.size];
        match old {
            Old::Encoded(old) => chain.decode_parallel(old, elements, worker.resources())?,
            Old::Stored(held) if patch.source.is_dense() => self.read_around(held, patch, elements)?,
            Old::Stored(held) => {
                check_size(held.size()?.unwrap_or_default(), elements.len())?;
                held.read_into(0, elements)?;
                chain.finish(elements);
            }
            Old::Missing if patch.source.is_dense() && patch.count.iter().product::<usize>() * item == layout.size => {}
            Old::Missing => fill(elements, element),
        }
        match self.converter {
            _ if !patch.source.is_dense() => patch.put_picks(item, elements)?,
            None => copy(patch.count, item, patch.from.of(new), patch.to.of(elements))?,
            Some(converter) => {
                converter.write(patch.count, patch.from.of(new), patch.to.of(elements), worker.scratch)?
            }
        }
        let result = self.hand_on(ChunkElements::Own(elements), patch, leave_out, worker, store);
        worker.scratch.give(buffer);
        result
    }

    /// Encodes the elements of a chunk, and hands the result on.
    fn hand_on(
        &self,
        elements: ChunkElements<'_>,
        patch: &Patch,
        leave_out: bool,
        worker: &mut Worker,
        store: StoreChunk<'_>,
    ) -> Result<()> {
        if leave_out && is_filled(elements.bytes(), self.chunks.metadata.fill_value.element.bytes()?) {
            return store(None);
        }
        let mut output = worker.scratch.take(0)?;
        let value = self.chunks.chain.encode_inside(elements, patch.inside, &mut output, worker.resources());
        let result = value.and_then(|value| store(Some(value)));
        worker.scratch.give(output);
        result
    }

    /// Returns the caller's memory if it has all elements of the chunk in the chunk's layout: those are encoded without
    /// a copy.
    fn whole_chunk<'n>(&self, patch: &Patch, new: &'n [u8], layout: &ChunkLayout) -> Option<&'n [u8]> {
        let item = self.chunks.metadata.data_type.size();
        let is_whole = patch.source.is_dense() && patch.count.iter().product::<usize>() * item == layout.size;
        let mut strides = patch.count.iter().zip(patch.from.strides.iter().zip(&patch.to.strides));
        let lies_alike = strides.all(|(count, (from, to))| *count == 1 || from == to);
        if !is_whole || !lies_alike || self.converter.is_some() || !self.chunks.chain.keeps_elements() {
            return None;
        }
        new.get(patch.from.offset..patch.from.offset.checked_add(layout.size)?)
    }

    /// Reads the elements of an unencoded chunk that the patch does not overwrite.
    fn read_around(&self, held: &dyn ValueReader, patch: &Patch, elements: &mut [u8]) -> Result<()> {
        let size = elements.len();
        check_size(held.size()?.unwrap_or_default(), size)?;
        let item = self.chunks.metadata.data_type.size();
        let ranges = Ranges::new(patch.to.clone(), patch.count, item, size, 0)?;
        let mut read = |bytes: std::ops::Range<usize>| match &mut elements[bytes.clone()] {
            [] => Ok(()),
            part => held.read_into(bytes.start as u64, part).map(|()| self.chunks.chain.finish(part)),
        };
        let mut end = 0;
        // Gaps too short to be left out are read along.
        for part in ranges.parts().filter(|part| part.bytes.len() > GAP) {
            read(end..part.bytes.start)?;
            end = part.bytes.end;
        }
        read(end..size)
    }

    /// As [`Encoder::encode_over`], for elements of variable length.
    #[allow(clippy::too_many_arguments)]
    fn encode_values_over(
        &self,
        old: Old<'_>,
        patch: &Patch,
        new: &[VariableValue<'_>],
        layout: &ChunkLayout,
        leave_out: bool,
        worker: &mut Worker,
        store: StoreChunk<'_>,
    ) -> Result<()> {
        let chunks = self.chunks;
        let fill = VariableValue::Bytes(chunks.metadata.fill_value.element.bytes()?);
        let old = match old {
            Old::Encoded(old) => Some(chunks.chain.decode_values(old, layout.size, chunks.limit)?),
            Old::Missing | Old::Stored(_) => None,
        };
        let mut elements = Vec::new();
        elements.try_reserve_exact(layout.size).map_err(|_| no_memory(layout.size))?;
        match &old {
            Some(old) => elements.extend(old.iter()),
            None => elements.resize(layout.size, fill),
        }
        for (from, to) in element_offsets(patch.count, patch.from).zip(element_offsets(patch.count, patch.to)) {
            *elements.get_mut(to).ok_or_else(outside)? = *new.get(from).ok_or_else(outside)?;
        }
        if leave_out && elements.iter().all(|element| *element == fill) {
            return store(None);
        }
        let mut output = worker.scratch.take(0)?;
        let encoded = chunks.chain.encode_values(&elements, &layout.stored, &mut output, worker.scratch);
        let result = encoded.and_then(|()| store(Some(&output)));
        worker.scratch.give(output);
        result
    }
}
