//! The general read and write: elements with a step, forwards or backwards, from and to any places in memory, on as
//! many threads as asked for, and watched. All of it comes down to the same tiles, chunks and copies as a plain region:
//! a negative step is a positive one with a negative stride in memory.

use super::fence::ArrayFence;
use super::handle::{Array, check_fixed};
use super::region_check::{CheckedRegion, RequestedElements};
use crate::dtype::{Conversion, DataType, Policy};
use crate::engine::{Converter, Progress, ProgressMeter};
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::grid::{MemoryBlock, Region, TiledBuffer, TiledSource, c_strides, f_strides};
use crate::metadata::ArrayMetadata;

/// A selection of elements, and their place in memory.
#[derive(Clone, Debug)]
pub struct Section {
    /// The first element along each axis.
    pub start: Vec<u64>,
    /// The number of elements along each axis.
    pub count: Vec<u64>,
    /// From each element to the next one along each axis, not 0; negative: backwards.
    pub step: Vec<i64>,
    /// The byte of the first element in the buffer.
    pub offset: u64,
    /// How the others follow.
    pub memory: MemoryOrder,
}

/// How the elements of a section follow one another in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemoryOrder {
    /// Without gaps, the last axis is the fastest.
    C,
    /// Without gaps, the first axis is the fastest.
    F,
    /// By these bytes along each axis.
    Strides(Vec<i64>),
}

/// How a call works.
#[derive(Clone, Default)]
pub struct Transfer<'a> {
    /// The threads that it uses at most; 0: as many as the handle says.
    pub threads: usize,
    /// Called with the numbers of tiles done and in all; may end the call.
    pub progress: Option<Progress<'a>>,
    /// The type of the elements in memory, and the treatment of values that the other type does not have; None for
    /// that of the array.
    pub memory_type: Option<(DataType, Policy)>,
}

impl std::fmt::Debug for Transfer<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Transfer").field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// The elements of a section in ascending order, their layout in memory, and the bytes of each there.
struct Resolved {
    region: Region,
    block: MemoryBlock,
    item: usize,
}

impl Section {
    /// The elements in an array, and their layout in memory.
    fn find(&self, metadata: &ArrayMetadata, how: &Transfer<'_>) -> Result<Resolved> {
        check_fixed(&metadata.data_type)?;
        let memory_type = how.memory_type.as_ref().map_or(&metadata.data_type, |(data_type, _)| data_type);
        if memory_type.is_variable() {
            let from = &metadata.data_type;
            return Err(Error::type_mismatch(format!("there is no conversion between {from} and {memory_type}")));
        }
        let item = memory_type.size();
        let (region, block) = self.resolve(&metadata.shape, item)?;
        Ok(Resolved { region, block, item })
    }

    /// An error about strides with those that the caller gave, not those of the elements in ascending order.
    fn as_given(&self, error: Error) -> Error {
        match &self.memory {
            MemoryOrder::Strides(strides) if error.kind() == ErrorKind::InvalidArgument => {
                let text = "would put several elements in one place of the buffer";
                Error::invalid_argument(format!("the strides {strides:?} {text}"))
            }
            _ => error,
        }
    }

    /// The elements in ascending order, and their layout in memory.
    fn resolve(&self, shape: &[u64], item: usize) -> Result<(Region, MemoryBlock)> {
        let region = Region::stepped(shape, &self.start, &self.count, &self.step)?;
        let mut strides: Vec<i128> = match &self.memory {
            MemoryOrder::Strides(strides) if strides.len() == shape.len() => {
                strides.iter().map(|stride| i128::from(*stride)).collect()
            }
            MemoryOrder::Strides(_) => {
                return Err(Error::invalid_argument("there are more or fewer strides than dimensions"));
            }
            order => {
                let packed = if *order == MemoryOrder::C { c_strides } else { f_strides };
                packed(&self.count, item).into_iter().map(|stride| stride as i128).collect()
            }
        };
        let mut offset = i128::from(self.offset);
        for axis in (0..shape.len()).filter(|_| !region.is_empty()) {
            if self.step[axis] < 0 {
                // Neither factor has more than 64 bits.
                offset += i128::from(self.count[axis] - 1) * strides[axis];
                strides[axis] = -strides[axis];
            }
        }
        let outside = || Error::buffer_size("the elements reach to before the buffer, or beyond all memory");
        let strides = strides.into_iter().map(|stride| isize::try_from(stride).map_err(|_| outside()));
        let strides = strides.collect::<Result<Vec<isize>>>()?;
        if region.is_empty() {
            return Ok((region, MemoryBlock { offset: 0, strides }));
        }
        Ok((region, MemoryBlock { offset: usize::try_from(offset).map_err(|_| outside())?, strides }))
    }
}

impl Array {
    /// Reads a section into a buffer.
    ///
    /// # Errors
    /// As [`Array::read_region`]; [`crate::ErrorKind::InvalidArgument`] for a step of 0, or strides that put several
    /// elements in one place; [`crate::ErrorKind::Cancelled`] when the caller says so;
    /// [`crate::ErrorKind::TypeMismatch`] for types without a conversion, [`crate::ErrorKind::Range`] for an element
    /// that the memory's type does not have, which is named.
    pub fn read_section(&self, section: &Section, buffer: &mut [u8], how: &Transfer<'_>) -> Result<()> {
        let CheckedRegion { state, what: Resolved { region, block, item } } =
            self.look(|state| section.find(&state.metadata, how))?;
        self.read_as(&state, || {
            let metadata = &state.metadata;
            let conversion = match &how.memory_type {
                Some((memory_type, policy)) => Conversion::new(&metadata.data_type, memory_type, *policy)?,
                None => None,
            };
            let mut converter = conversion.map(|conversion| Converter::new(conversion, &region));
            let target = TiledBuffer::strided(&region, &metadata.chunk_grid, item, buffer, block.clone());
            let target = target.map_err(|error| section.as_given(error))?;
            let progress = how.progress.map(|progress| ProgressMeter::begin(progress, target.total())).transpose()?;
            let chunks = self.chunks(metadata)?;
            let effort = chunks.effort_of_reading(&region, section.bytes(item));
            let threads = self.call_threads(Some(how), &metadata.chain, effort);
            self.reader(&chunks, &state)
                .with_progress(progress.as_ref())
                .converting(converter.as_ref())
                .read(&target, threads)?;
            progress.iter().for_each(ProgressMeter::end);
            converter.as_mut().map_or(Ok(()), Converter::report)
        })
    }

    /// Writes a section from a buffer, in which elements may share places.
    ///
    /// # Errors
    /// As [`Array::write_region`] and [`Array::read_section`].
    pub fn write_section(&self, section: &Section, buffer: &[u8], how: &Transfer<'_>) -> Result<()> {
        let Section { start, count, step, .. } = section;
        let fits = |metadata: &ArrayMetadata| {
            let Resolved { region, block, item } = section.find(metadata, how)?;
            TiledSource::strided(&region, &metadata.chunk_grid, item, buffer, block).map(drop)
        };
        let fits = |metadata: &ArrayMetadata| fits(metadata).context(|| self.named());
        let _extent = self.make_room(RequestedElements { start, count, step }, &fits)?;
        let CheckedRegion { state, what: Resolved { region, block, item } } =
            self.look(|state| section.find(&state.metadata, how))?;
        let write = || -> Result<()> {
            let metadata = &state.metadata;
            let conversion = match &how.memory_type {
                Some((memory_type, policy)) => Conversion::new(memory_type, &metadata.data_type, *policy)?,
                None => None,
            };
            let mut converter = conversion.map(|conversion| Converter::new(conversion, &region));
            let source = TiledSource::strided(&region, &metadata.chunk_grid, item, buffer, block)?;
            let (fence, chunks) = (ArrayFence::new(self, &state)?, self.chunks(metadata)?);
            let writer = self.writer(&chunks, &fence)?;
            let effort = chunks.effort_of_writing(&region, section.bytes(item));
            let threads = self.call_threads(Some(how), &metadata.chain, effort);
            let progress = how.progress.map(|progress| ProgressMeter::begin(progress, source.total())).transpose()?;
            let done = writer.with_progress(progress.as_ref()).converting(converter.as_ref()).write(&source, threads);
            done.map_err(|error| match &converter {
                Some(converter) => converter.find_misfit(&source, error),
                None => error,
            })?;
            progress.iter().for_each(ProgressMeter::end);
            converter.as_mut().map_or(Ok(()), Converter::report)
        };
        write().context(|| self.named())
    }
}

impl Section {
    /// The bytes of its elements, or very many.
    fn bytes(&self, item: usize) -> usize {
        crate::grid::byte_size(&self.count, item).unwrap_or(usize::MAX)
    }
}
