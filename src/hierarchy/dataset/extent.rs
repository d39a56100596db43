//! Changing the length of a dimension in all arrays that have it.

use super::contents::{Along, Contents};
use super::{Block, Dataset};
use crate::array::{Array, check_bytes, check_others};
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::store::{Access, MAX_CONFLICTS, pause_point};
use std::collections::HashSet;
use std::sync::Arc;

/// The axes of an array that have a dimension.
pub(super) fn axes_of(array: &Array, dimension: &str) -> Vec<usize> {
    let names = array.dimension_names().unwrap_or_default();
    (0..names.len()).filter(|axis| names[*axis].as_deref() == Some(dimension)).collect()
}

impl Dataset {
    /// Gives a dimension another length: each array in the group that has it is resized. After a failure some are, and
    /// the next call finishes it, or takes it back: so those that have the length already are resized as well, which
    /// erases the chunks that they have lost. Arrays that become longer stay longer where an append of another process
    /// has made them so meanwhile.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] for a dimension that there is not; as [`Array::resize`]. What an array can't do
    /// is found before any of them is changed.
    pub fn resize_dimension(&self, name: &str, length: u64) -> Result<()> {
        let resize = || -> Result<()> {
            if i64::try_from(length).is_err() {
                return Err(Error::invalid_argument(format!("dimension {name:?}: the length {length} is too large")));
            }
            let (contents, length, longer) = self.look_without_append(name, length)?;
            let along = contents.along(name);
            along.iter().try_for_each(|along| along.array.check_length(&along.axes, length))?;
            let resize = |along: &Along| {
                pause_point("dataset.array");
                let resize = if longer.contains(&along.name) { Array::resize_axes } else { Array::grow_axes };
                resize(&along.array, &along.axes, length)
            };
            along.iter().try_for_each(resize)?;
            self.state.lock().defined.set_length(name, length);
            Ok(())
        };
        resize().context(|| self.named())
    }

    /// The arrays as they are at a time when no append begins: else an array that is already longer by it would be
    /// taken for one that is to be cut. Also gives the length that the dimension becomes: where it was to become
    /// longer, at least that to which appends have brought it meanwhile; and the names of the arrays that are longer.
    fn look_without_append(&self, dimension: &str, length: u64) -> Result<(Arc<Contents>, u64, HashSet<String>)> {
        let mut grows = None;
        for _ in 0..MAX_CONFLICTS {
            let members = self.look(&self.unconsolidated())?;
            let contents = self.take(members);
            self.state.lock().check(dimension)?;
            let longer = |length: u64| -> HashSet<String> {
                let is_longer = |along: &&Along| {
                    let shape = along.array.shape();
                    along.axes.iter().any(|axis| shape[*axis] > length)
                };
                contents.along(dimension).iter().filter(is_longer).map(|along| along.name.clone()).collect()
            };
            let Some(leader) = contents.first_to_grow(dimension) else {
                let longer = longer(length);
                return Ok((contents, length, longer));
            };
            let (axis, known) = (leader.axes[0], leader.array.shape());
            let grows = *grows.get_or_insert(known[axis] <= length);
            let length = if grows { length.max(known[axis]) } else { length };
            // An append makes the leader longer first: so an array that is longer than that was left so by a failure.
            let longer = longer(length);
            if leader.array.stored_shape()? == known {
                return Ok((contents, length, longer));
            }
        }
        Err(Error::conflict(format!("dimension {dimension:?} was changed {MAX_CONFLICTS} times in a row")))
    }

    /// Grows a dimension by `count` elements in all arrays that have it, and writes a block into the new part of each
    /// named array. Returns the old length of the dimension, where the blocks begin.
    ///
    /// One array reserves the place for all, the coordinate of the dimension or else the first by its name, so that
    /// concurrent appends get consecutive places.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] for names that there are not, [`ErrorKind::InvalidArgument`] for arrays
    /// that don't have the dimension once, [`ErrorKind::BufferSize`], [`ErrorKind::TypeMismatch`]: then
    /// nothing has changed. What writing gives: then the dimension has grown, perhaps not in all arrays.
    pub fn append(&self, dimension: &str, count: u64, blocks: &[Block<'_>]) -> Result<u64> {
        let append = || -> Result<u64> {
            let (contents, arrays) = {
                let state = self.state.lock();
                state.check(dimension)?;
                let arrays = blocks.iter().map(|block| state.array(block.name).cloned());
                (Arc::clone(&state.contents), arrays.collect::<Result<Vec<_>>>()?)
            };
            let mut names = HashSet::new();
            let ready = blocks.iter().zip(arrays).map(|(block, array)| match names.insert(block.name) {
                true => CheckedBlock::new(array, contents.along(dimension), dimension, count, block),
                false => Err(Error::invalid_argument(format!("array {:?} is named twice", block.name))),
            });
            let ready = ready.collect::<Result<Vec<CheckedBlock<'_>>>>()?;
            let along = contents.along(dimension);
            let (leader, old) = match contents.leader(dimension) {
                // Another process may have cut arrays of which no block was given.
                Err(error) if error.kind() == ErrorKind::Metadata => {
                    along.iter().try_for_each(|along| along.array.stored_shape().map(drop))?;
                    contents.leader(dimension)?
                }
                leader => leader?,
            };
            let longer = old.checked_add(count).filter(|length| i64::try_from(*length).is_ok());
            let longer = longer.ok_or_else(|| {
                Error::invalid_argument(format!("dimension {dimension:?} would be too long: {old} and {count}"))
            })?;
            along.iter().try_for_each(|along| along.array.check_length(&along.axes, longer))?;
            // Taken in the order of the names, which all callers have: so no two of them wait for each other.
            let extents = along.iter().map(|along| along.array.hold_extent(Access::Shared));
            let _extents = extents.collect::<Result<Vec<_>>>()?;
            let own = ready.iter().find(|ready| Arc::ptr_eq(&ready.array, &leader.array));
            let place =
                leader.array.reserve_if(leader.axes[0], count, &|shape| own.map_or(Ok(()), |own| own.fits(shape)))?;
            let length = place.saturating_add(count);
            along.iter().try_for_each(|along| along.array.lengthen(&along.axes, length))?;
            ready.iter().try_for_each(|ready| ready.write(place))?;
            Ok(place)
        };
        append()
            .inspect_err(|error| {
                // An array that another process has erased lets the dimension grow once, and not with each new attempt.
                if error.kind() == ErrorKind::NotFound {
                    let _ = self.refresh();
                }
            })
            .context(|| self.named())
    }
}

/// A block that fits its array.
struct CheckedBlock<'a> {
    array: Arc<Array>,
    axis: usize,
    count: Vec<u64>,
    data: &'a [u8],
}

impl<'a> CheckedBlock<'a> {
    fn new(array: Arc<Array>, along: &[Along], dimension: &str, count: u64, block: &Block<'a>) -> Result<Self> {
        let found = along.binary_search_by(|along| along.name.as_str().cmp(block.name));
        let axis = match found.map(|index| along[index].axes.as_slice()) {
            Ok([axis]) => *axis,
            Ok(axes) => {
                let text = format!("array {:?} has dimension {dimension:?} {} times", block.name, axes.len());
                return Err(Error::invalid_argument(text));
            }
            Err(_) => {
                let text = format!("array {:?} does not have dimension {dimension:?}", block.name);
                return Err(Error::invalid_argument(text));
            }
        };
        // This handle may know an older length of another dimension.
        let mut shape = array.stored_shape()?;
        shape[axis] = count;
        super::blocks::check_elements(&array, block.name)?;
        check_bytes("the block", block.data.len(), &shape, &array.data_type())
            .context(|| format!("array {:?}", block.name))?;
        Ok(Self { array, axis, count: shape, data: block.data })
    }

    /// Refuses an array that has become longer or shorter along another dimension.
    fn fits(&self, shape: &[u64]) -> Result<()> {
        check_others(self.axis, &self.count, shape)
    }

    fn write(&self, place: u64) -> Result<()> {
        let mut start = vec![0; self.count.len()];
        start[self.axis] = place;
        self.array.part(&start, &self.count)?.write(self.data)
    }
}
