//! Appending: the array grows along one axis, and the new elements are written there.
//!
//! The array grows first, under the lock of its document, and the new part is filled afterwards. So concurrent appends
//! get consecutive parts, and fill them in parallel.

use super::handle::{Array, check_bytes, check_fixed};
use super::strings::{encode, is_text};
use super::variable_length::check_values;
use crate::dtype::VariableValue;
use crate::error::{Error, Result, ResultExt, Term, counted};
use crate::format;
use crate::grid::element_count;
use crate::metadata::ArrayMetadata;
use crate::store::{Access, KeyLock, locks};

impl Array {
    /// Grows the array along an axis and writes a block of `count` elements into the new part, from a buffer of exactly
    /// its bytes: C order, native byte order. Returns where the block begins along the axis: the old length.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for an axis that is not there, or a block of another shape along the other
    /// axes; [`crate::ErrorKind::BufferSize`]; then nothing has changed. What writing gives: then the array has grown,
    /// and the missing elements read as the fill value.
    pub fn append(&self, axis: usize, count: &[u64], buffer: &[u8]) -> Result<u64> {
        let fits = |metadata: &ArrayMetadata| {
            check_fixed(&metadata.data_type)?;
            check_bytes("the block", buffer.len(), count, &metadata.data_type)
        };
        let _extent = self.hold_extent(Access::Shared)?;
        let (place, start) = self.grow(axis, count, &fits)?;
        self.part(&start, count)?.write(buffer)?;
        Ok(place)
    }

    /// As [`Array::append`], of texts of a fixed size or elements of variable length.
    ///
    /// # Errors
    /// As [`Array::append`], and as [`Array::write_strings`]: a text that is not UTF-8, or longer than elements of a
    /// fixed size, has changed nothing.
    pub fn append_strings(&self, axis: usize, count: &[u64], values: &[VariableValue<'_>]) -> Result<u64> {
        let data_type = self.data_type();
        let fixed = is_text(&data_type).then(|| encode(&data_type, values)).transpose().context(|| self.named())?;
        let fits = |metadata: &ArrayMetadata| {
            if fixed.is_none() {
                check_values(&metadata.data_type, values)?;
            }
            if element_count(count) == Some(values.len() as u64) {
                return Ok(());
            }
            let given = values.len();
            Err(Error::buffer_size(format!("{given} values were given for a block of shape {}", Term::lengths(count))))
        };
        let _extent = self.hold_extent(Access::Shared)?;
        let (place, start) = self.grow(axis, count, &fits)?;
        let part = self.part(&start, count)?;
        match &fixed {
            Some(elements) => part.write(elements),
            None => part.write_values(values),
        }?;
        Ok(place)
    }

    /// Grows the array along one of its axes by `count` elements, without writing any. Returns the old length.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for an axis that is not there, or more elements than can be counted; the
    /// result of changing the document.
    pub fn reserve(&self, axis: usize, count: u64) -> Result<u64> {
        self.reserve_if(axis, count, &|_| Ok(()))
    }

    /// As [`Array::reserve`], unless `fits` refuses the array as it is then.
    pub(crate) fn reserve_if(&self, axis: usize, count: u64, fits: &dyn Fn(&[u64]) -> Result<()>) -> Result<u64> {
        let mut place = 0;
        let changed = self.change(|documents, metadata| {
            let mut shape = metadata.shape.clone();
            check_axis(axis, &shape)?;
            fits(&shape)?;
            place = shape[axis];
            shape[axis] = longer(axis, &shape, count)?;
            self.set_shape(documents, metadata, &shape)
        })?;
        changed.end(|| Ok(()))?;
        Ok(place)
    }

    /// Grows the array to at least `least` elements along some axes; an axis that is long enough stays as it is.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for an axis that is not there; the result of changing the document.
    pub fn lengthen(&self, axes: &[usize], least: u64) -> Result<()> {
        let is_long = |shape: &[u64]| axes.iter().all(|axis| shape[*axis] >= least);
        let known = self.shape();
        axes.iter().try_for_each(|axis| check_axis(*axis, &known)).context(|| self.named())?;
        let to_be_repeated = format::is_to_be_repeated(&*self.origin().store, self.document_key());
        // Another process may have made it shorter than this handle knows.
        if !to_be_repeated && is_long(&known) && is_long(&self.reload()?.metadata.shape) {
            return Ok(());
        }
        let changed = self.change(|documents, metadata| {
            let mut shape = metadata.shape.clone();
            axes.iter().for_each(|axis| shape[*axis] = shape[*axis].max(least));
            self.set_shape(documents, metadata, &shape)
        })?;
        changed.end(|| Ok(()))
    }

    /// The shape as the store has it now.
    pub(crate) fn stored_shape(&self) -> Result<Vec<u64>> {
        Ok(self.reload()?.metadata.shape.clone())
    }

    /// Keeps the array from shrinking in this process between the growth for a block and its writing: what is cut off
    /// and grown again meanwhile would be the place of others. Taken before the document.
    pub(crate) fn hold_extent(&self, access: Access) -> Result<KeyLock<'_>> {
        locks::take(&*self.origin().store, &format!("{}#extent", self.document_key()), access)
    }

    /// Takes the place for a block that fits: grows the array, and returns its old length along the axis, and the first
    /// element of the place.
    fn grow(&self, axis: usize, count: &[u64], fits: &dyn Fn(&ArrayMetadata) -> Result<()>) -> Result<(u64, Vec<u64>)> {
        let mut place = 0;
        let changed = self.change(|documents, metadata| {
            let mut shape = metadata.shape.clone();
            if count.len() != shape.len() {
                let (given, rank) = (count.len(), shape.len());
                return Err(Error::invalid_argument(format!(
                    "the array has {}, the block {given}",
                    counted(rank, "dimension")
                )));
            }
            check_axis(axis, &shape)?;
            check_others(axis, count, &shape)?;
            fits(metadata)?;
            place = shape[axis];
            shape[axis] = longer(axis, &shape, count[axis])?;
            self.set_shape(documents, metadata, &shape)
        })?;
        changed.end(|| Ok(()))?;
        let mut start = vec![0; count.len()];
        start[axis] = place;
        Ok((place, start))
    }
}

fn check_axis(axis: usize, shape: &[u64]) -> Result<()> {
    let rank = shape.len();
    if axis < rank {
        return Ok(());
    }
    let there_is = counted(rank, "dimension");
    Err(Error::invalid_argument(format!("there is no {}: the array has {there_is}", Term::dimension(axis, rank))))
}

/// Refuses a block that does not have all elements along the axes beside the one that grows.
pub(crate) fn check_others(axis: usize, count: &[u64], shape: &[u64]) -> Result<()> {
    let Some(other) = (0..shape.len()).find(|other| *other != axis && count[*other] != shape[*other]) else {
        return Ok(());
    };
    let (given, length) = (count[other], shape[other]);
    Err(Error::invalid_argument(format!(
        "{}: the block has {}, the array {length}",
        Term::dimension(other, shape.len()),
        counted(given, "element")
    )))
}

/// The length of an axis that grows.
fn longer(axis: usize, shape: &[u64], count: u64) -> Result<u64> {
    let longer = shape[axis].checked_add(count).filter(|length| i64::try_from(*length).is_ok());
    let dimension = || Term::dimension(axis, shape.len());
    longer.ok_or_else(|| Error::invalid_argument(format!("{}: the array would be too long", dimension())))
}
