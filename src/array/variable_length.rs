//! Regions of elements of variable length.

use super::handle::Array;
use super::part::Part;
use crate::codec::Chain;
use crate::dtype::{DataType, VALUE_SIZE, VariableValue};
use crate::engine::{FoundValues, NUMBER, Reader, RegionValues, no_memory};
use crate::error::{Error, Result, ResultExt, Term};
use crate::grid::{TiledBuffer, TiledSource, byte_size};

impl Part<'_> {
    /// Reads elements of variable length, in C order.
    ///
    /// # Errors
    /// As [`Array::read_values`].
    pub fn read_values(&self) -> Result<RegionValues> {
        self.array.read_as(&self.state, || {
            let metadata = self.metadata();
            check_variable(&metadata.data_type)?;
            let size = byte_size(self.count(), NUMBER).ok_or_else(|| no_memory(usize::MAX))?;
            let mut numbers = Vec::new();
            numbers.try_reserve_exact(size).map_err(|_| no_memory(size / NUMBER))?;
            numbers.resize(size, 0);
            let target = TiledBuffer::new(&self.region, &metadata.chunk_grid, NUMBER, &mut numbers)?;
            let found = FoundValues::default();
            let chunks = self.array.chunks(metadata)?;
            let effort = chunks.effort_of_reading(&self.region, size.saturating_mul(4));
            let threads = self.array.call_threads(None, &metadata.chain, effort);
            Reader::new(&chunks, None).keeping(&found).read(&target, threads)?;
            Ok(found.finish(numbers, metadata.fill_value.element.to_vec()?))
        })
    }

    /// Writes elements of variable length, in C order.
    ///
    /// # Errors
    /// As [`Array::write_values`].
    pub fn write_values(&self, values: &[VariableValue<'_>]) -> Result<()> {
        let write = || -> Result<()> {
            let metadata = self.metadata();
            check_values(&metadata.data_type, values)?;
            let source = TiledSource::new(&self.region, &metadata.chunk_grid, 1, values)?;
            let bytes = values.iter().map(|value| value.bytes().map_or(0, <[u8]>::len)).sum::<usize>();
            let bytes = bytes.saturating_add(values.len().saturating_mul(VALUE_SIZE));
            let (fence, chunks) = (self.fence()?, self.array.chunks(metadata)?);
            let threads = self.array.call_threads(None, &metadata.chain, chunks.effort_of_writing(&self.region, bytes));
            self.array.writer(&chunks, &fence)?.write(&source, threads)
        };
        write().context(|| self.array.named())
    }
}

impl Array {
    /// Reads a region of elements of variable length, in C order.
    ///
    /// # Errors
    /// As [`Array::read_region`]; [`crate::ErrorKind::TypeMismatch`] for elements of a fixed size.
    pub fn read_values(&self, start: &[u64], count: &[u64]) -> Result<RegionValues> {
        self.part(start, count)?.read_values()
    }

    /// Writes a region of elements of variable length, in C order.
    ///
    /// # Errors
    /// As [`Array::read_values`]; [`crate::ErrorKind::BufferSize`] for another number of elements,
    /// [`crate::ErrorKind::InvalidArgument`] for a text that is not UTF-8.
    pub fn write_values(&self, start: &[u64], count: &[u64], values: &[VariableValue<'_>]) -> Result<()> {
        self.part_to_write(start, count, &|| self.check_strings(values))?.write_values(values)
    }

    /// True if a missing element differs from an empty one.
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

/// Refuses values that this data type can't hold, or a data type of fixed size.
pub(super) fn check_values(data_type: &DataType, values: &[VariableValue<'_>]) -> Result<()> {
    check_variable(data_type)?;
    for (index, value) in values.iter().enumerate() {
        data_type
            .check_value(value.bytes().unwrap_or_default())
            .context(|| format!("element {}", Term::number(index)))?;
    }
    Ok(())
}
