//! A region of an array, checked once: rank and bounds against the current shape in the documents. Then it is read or
//! written.

use super::fence::ArrayFence;
use super::handle::{Array, check_bytes, check_fixed};
use super::region_check::{CheckedRegion, RequestedElements};
use super::state::ArrayState;
use crate::dtype::DataType;
use crate::error::{Error, Result, ResultExt, Term};
use crate::grid::{Region, TiledBuffer, TiledSource, byte_size};
use crate::metadata::ArrayMetadata;
use crate::store::KeyLock;
use std::borrow::Cow;
use std::sync::Arc;

/// A region inside an array.
#[derive(Debug)]
pub struct Part<'a> {
    pub(super) array: &'a Array,
    pub(super) region: Region,
    pub(super) state: Arc<ArrayState>,
    /// The metadata with its shape extended to contain an overhanging chunk.
    padded: Option<Box<ArrayMetadata>>,
    /// True if chunks are written as a whole, including the part beyond the shape.
    overhangs: bool,
    /// The lock that keeps an array that grew for the part from becoming shorter again.
    _extent: Option<KeyLock<'a>>,
}

impl<'a> Part<'a> {
    /// A region of an array.
    fn of(array: &'a Array, found: CheckedRegion<Region>, extent: Option<KeyLock<'a>>) -> Self {
        let CheckedRegion { state, what: region } = found;
        Self { array, region, state, padded: None, overhangs: false, _extent: extent }
    }

    /// A whole chunk, wherever the array ends.
    pub(super) fn chunk(array: &'a Array, state: Arc<ArrayState>, start: &[u64], count: &[u64]) -> Result<Self> {
        let padded = padded(&state.metadata, start, count);
        let region = Region::within(&padded.shape, start, count)?;
        let padded = match padded {
            Cow::Borrowed(_) => None,
            Cow::Owned(padded) => Some(Box::new(padded)),
        };
        Ok(Self { array, region, state, padded, overhangs: true, _extent: None })
    }

    /// The type of the array's elements.
    pub fn data_type(&self) -> &DataType {
        &self.state.metadata.data_type
    }

    /// Elements along each axis.
    pub fn count(&self) -> &[u64] {
        &self.region.count
    }

    pub(super) fn metadata(&self) -> &ArrayMetadata {
        self.padded.as_deref().unwrap_or(&self.state.metadata)
    }

    /// The document that a call relies on while it writes the part.
    ///
    /// # Errors
    /// As [`ArrayFence::new`].
    pub(super) fn fence(&self) -> Result<ArrayFence<'_>> {
        let fence = ArrayFence::new(self.array, &self.state)?;
        Ok(if self.overhangs { fence.overhanging() } else { fence })
    }

    /// Reads it into a buffer of exactly its bytes: C order, native byte order.
    ///
    /// # Errors
    /// As [`Array::read_region`].
    pub fn read(&self, buffer: &mut [u8]) -> Result<()> {
        self.array.read_as(&self.state, || {
            let metadata = self.metadata();
            check_fixed(&metadata.data_type)?;
            let bytes = buffer.len();
            let target = TiledBuffer::new(&self.region, &metadata.chunk_grid, metadata.data_type.size(), buffer)?;
            let chunks = self.array.chunks(metadata)?;
            let threads = self.array.call_threads(None, &metadata.chain, chunks.effort_of_reading(&self.region, bytes));
            self.array.reader(&chunks, &self.state).read(&target, threads)
        })
    }

    /// Writes it from a buffer of exactly its bytes: C order, native byte order.
    ///
    /// # Errors
    /// As [`Array::write_region`].
    pub fn write(&self, buffer: &[u8]) -> Result<()> {
        let write = || {
            let metadata = self.metadata();
            check_fixed(&metadata.data_type)?;
            let source = TiledSource::new(&self.region, &metadata.chunk_grid, metadata.data_type.size(), buffer)?;
            let (fence, chunks) = (self.fence()?, self.array.chunks(metadata)?);
            let threads =
                self.array.call_threads(None, &metadata.chain, chunks.effort_of_writing(&self.region, buffer.len()));
            self.array.writer(&chunks, &fence)?.write(&source, threads)
        };
        write().context(|| self.array.named())
    }
}

/// The metadata with its shape extended to contain the box.
fn padded<'a>(metadata: &'a ArrayMetadata, start: &[u64], count: &[u64]) -> Cow<'a, ArrayMetadata> {
    let ends = start.iter().zip(count).map(|(start, count)| start.saturating_add(*count));
    let shape: Vec<u64> = metadata.shape.iter().zip(ends).map(|(length, end)| end.max(*length)).collect();
    if shape == metadata.shape {
        return Cow::Borrowed(metadata);
    }
    Cow::Owned(ArrayMetadata { shape, ..metadata.clone() })
}

impl Array {
    /// The size of elements of a fixed size, for which a call allocates the memory itself.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Limit`] for more than the option `limits` allows.
    pub fn result_bytes(&self, count: &[u64], item: usize) -> Result<usize> {
        let limit = self.origin().options.limits.result_bytes;
        let size = byte_size(count, item).filter(|size| *size as u64 <= limit);
        size.ok_or_else(|| {
            let text =
                format!("elements of shape {} and {item} bytes each are more than the {limit}", Term::lengths(count));
            Error::limit(format!("{text} of limits.result_bytes")).context(self.named())
        })
    }

    /// The part of the array as it is now that `start` and `count` name.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for another rank, [`crate::ErrorKind::OutOfBounds`], and errors of reading
    /// documents.
    pub fn part(&self, start: &[u64], count: &[u64]) -> Result<Part<'_>> {
        let reach = RequestedElements { start, count, step: &[] };
        let found = self.look(|state| reach.within(&state.metadata.shape))?;
        Ok(Part::of(self, found, None))
    }

    /// The part to be written: with the option `grow` the array becomes longer for it, if the data fits.
    ///
    /// # Errors
    /// As [`Array::part`]; what `fits` and changing the document give, and then nothing has changed.
    pub fn part_to_write(&self, start: &[u64], count: &[u64], fits: &dyn Fn() -> Result<()>) -> Result<Part<'_>> {
        let reach = RequestedElements { start, count, step: &[] };
        let extent = self.make_room(reach, &|_| fits())?;
        let found = self.look(|state| reach.within(&state.metadata.shape))?;
        Ok(Part::of(self, found, extent))
    }

    /// Reads a region into a buffer of exactly its bytes: C order, native byte order.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfBounds`], [`crate::ErrorKind::BufferSize`], [`crate::ErrorKind::Data`] for corrupt
    /// chunks, and errors of the store; all name the array, those of chunks the chunk.
    pub fn read_region(&self, start: &[u64], count: &[u64], buffer: &mut [u8]) -> Result<()> {
        self.part(start, count)?.read(buffer)
    }

    /// Writes a region from a buffer of exactly its bytes: C order, native byte order.
    ///
    /// # Errors
    /// As [`Array::read_region`]; [`crate::ErrorKind::ReadOnly`].
    pub fn write_region(&self, start: &[u64], count: &[u64], buffer: &[u8]) -> Result<()> {
        let fits = || {
            let data_type = self.data_type();
            check_fixed(&data_type).context(|| self.named())?;
            check_bytes("the buffer", buffer.len(), count, &data_type)
        };
        self.part_to_write(start, count, &fits)?.write(buffer)
    }
}
