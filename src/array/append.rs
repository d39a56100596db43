//! Appending: the array grows along one axis, and what is new is written there.
//!
//! The place is taken first, by growing under the lock of the document, and filled afterwards: those who append at the
//! same time get places one behind the other, and write side by side.

use super::handle::{Array, check_fixed, check_shape};
use crate::error::{Error, Result, ResultExt};

impl Array {
    /// Grows the array along an axis and writes a block of `count` elements into the new part, from a buffer of exactly
    /// its bytes: C order, native byte order. Returns where the block begins along the axis: the old length.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for an axis that is not there, or a block of another shape along the other
    /// axes; [`crate::ErrorKind::BufferSize`]; then nothing has changed. What writing gives: then the array has grown, and
    /// what was not written reads as the fill value.
    pub fn append(&self, axis: usize, count: &[u64], buffer: &[u8]) -> Result<u64> {
        let append = || -> Result<u64> {
            let place = self.grow(axis, count, buffer.len())?;
            let mut start = vec![0; count.len()];
            start[axis] = place;
            let state = self.current()?;
            // Who appends after this, here or in another process, writes to the same chunk beyond this block.
            self.write_in(&state.metadata, &start, count, buffer, &|| false)?;
            Ok(place)
        };
        append().context(|| self.named())
    }

    /// Takes the place for a block: grows the array, and returns its old length along the axis.
    fn grow(&self, axis: usize, count: &[u64], bytes: usize) -> Result<u64> {
        let mut place = 0;
        self.change(|documents, metadata| {
            let mut shape = metadata.shape.clone();
            if count.len() != shape.len() {
                let (given, rank) = (count.len(), shape.len());
                return Err(Error::invalid_argument(format!("the array has {rank} dimensions, the block {given}")));
            }
            if axis >= shape.len() {
                let rank = shape.len();
                return Err(Error::invalid_argument(format!(
                    "there is no axis {axis}, the array has {rank} dimensions"
                )));
            }
            if let Some(other) = (0..shape.len()).find(|other| *other != axis && count[*other] != shape[*other]) {
                let (given, length) = (count[other], shape[other]);
                return Err(Error::invalid_argument(format!(
                    "dimension {other}: the block has {given} elements, the array {length}"
                )));
            }
            check_fixed(&metadata.data_type)?;
            let needed = crate::grid::byte_size(count, metadata.data_type.size());
            if needed != Some(bytes) {
                return Err(Error::buffer_size(format!("the buffer has {bytes} bytes for a block of shape {count:?}")));
            }
            place = shape[axis];
            shape[axis] = place
                .checked_add(count[axis])
                .filter(|length| i64::try_from(*length).is_ok())
                .ok_or_else(|| Error::invalid_argument(format!("dimension {axis}: the array would be too long")))?;
            check_shape(metadata, &shape)?;
            self.origin().format.resize(documents, &shape)
        })?;
        Ok(place)
    }
}
