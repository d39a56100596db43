//! Changing the length of a dimension in all arrays that have it.

use super::dimensions::{collect, unknown};
use super::{Block, Dataset, State};
use crate::array::Array;
use crate::error::{Error, Result, ResultExt};
use crate::grid::byte_size;
use crate::store::Access;
use std::sync::Arc;

/// An array, and the axes that have a dimension.
struct Along {
    name: String,
    array: Arc<Array>,
    axes: Vec<usize>,
}

impl State {
    /// The arrays that have a dimension.
    fn along(&self, dimension: &str) -> Vec<Along> {
        let along = self.members.iter().filter_map(|member| {
            let array = member.array.as_ref().ok()?;
            let axes = axes_of(array, dimension);
            (!axes.is_empty()).then(|| Along { name: member.name.clone(), array: Arc::clone(array), axes })
        });
        along.collect()
    }
}

/// The axes of an array that have a dimension.
pub(super) fn axes_of(array: &Array, dimension: &str) -> Vec<usize> {
    let names = array.dimension_names().unwrap_or_default();
    (0..names.len()).filter(|axis| names[*axis].as_deref() == Some(dimension)).collect()
}

impl Dataset {
    /// Gives a dimension another length: each array in the group that has it is resized. After a failure some are, and
    /// the next call finishes it, or takes it back.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFound`] for a dimension that there is not; as [`Array::resize`]. What an array can't do
    /// is found before any of them is changed.
    pub fn resize_dimension(&self, name: &str, length: u64) -> Result<()> {
        let resize = || -> Result<()> {
            if i64::try_from(length).is_err() {
                return Err(Error::invalid_argument(format!("dimension {name:?}: the length {length} is too large")));
            }
            let members = self.look()?;
            let along = {
                let mut state = self.state.lock();
                state.take(members);
                if !state.dimensions.iter().any(|dimension| dimension.name == name) {
                    return Err(unknown(name));
                }
                state.along(name)
            };
            along.iter().try_for_each(|along| along.array.check_length(&along.axes, length))?;
            let other = |along: &&Along| {
                let shape = along.array.shape();
                along.axes.iter().any(|axis| shape[*axis] != length)
            };
            let resized = along.iter().filter(other).try_for_each(|along| along.array.resize_axes(&along.axes, length));
            let mut state = self.state.lock();
            if resized.is_ok() {
                let defined = |dimension: &&mut super::Dimension| dimension.name == name && dimension.array.is_none();
                state.dimensions.iter_mut().filter(defined).for_each(|dimension| dimension.length = length);
            }
            state.dimensions = collect(&state.members, &state.dimensions);
            resized
        };
        resize().context(|| self.named())
    }

    /// Grows a dimension by `count` elements in all arrays that have it, and writes a block into the new part of each
    /// array that is named. Returns the old length of the dimension, where the blocks begin.
    ///
    /// One array takes the place for all of them, the coordinate of the dimension or else the first by its name: so
    /// callers that append at the same time get places one behind the other.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFound`] for names that there are not, [`crate::ErrorKind::InvalidArgument`] for arrays
    /// that don't have the dimension once, [`crate::ErrorKind::BufferSize`], [`crate::ErrorKind::TypeMismatch`]: then
    /// nothing has changed. What writing gives: then the dimension has grown, perhaps not in all arrays.
    pub fn append(&self, dimension: &str, count: u64, blocks: &[Block<'_>]) -> Result<u64> {
        let append = || -> Result<u64> {
            let state = self.state.lock().clone();
            let old = state.dimension(dimension)?.length;
            let along = state.along(dimension);
            let ready = blocks.iter().enumerate().map(|(index, block)| {
                if blocks[..index].iter().any(|other| other.name == block.name) {
                    return Err(Error::invalid_argument(format!("array {:?} is named twice", block.name)));
                }
                Ready::new(&state, &along, dimension, count, block)
            });
            let ready = ready.collect::<Result<Vec<Ready<'_>>>>()?;
            let once = |along: &&Along| along.axes.len() == 1;
            let coordinate = along.iter().filter(once).find(|along| along.name == dimension);
            let leader = coordinate.or_else(|| along.iter().find(once)).ok_or_else(|| {
                Error::invalid_argument(format!("no array has dimension {dimension:?} as one of its dimensions"))
            })?;
            let longer = old.checked_add(count).filter(|length| i64::try_from(*length).is_ok());
            let longer = longer.ok_or_else(|| {
                Error::invalid_argument(format!("dimension {dimension:?} would be too long: {old} and {count}"))
            })?;
            along.iter().try_for_each(|along| along.array.check_length(&along.axes, longer))?;
            // Taken in the order of the names, which all callers have: so no two of them wait for each other.
            let extents = along.iter().map(|along| along.array.hold_extent(Access::Shared));
            let _extents = extents.collect::<Result<Vec<_>>>()?;
            let place = leader.array.reserve(leader.axes[0], count)?;
            let length = place.saturating_add(count);
            along.iter().try_for_each(|along| along.array.lengthen(&along.axes, length))?;
            ready.iter().try_for_each(|ready| ready.write(place))?;
            let mut state = self.state.lock();
            let named = state.dimensions.iter_mut().filter(|known| known.name == dimension);
            named.for_each(|known| known.length = known.length.max(length));
            Ok(place)
        };
        append().context(|| self.named())
    }
}

/// A block that fits its array.
struct Ready<'a> {
    array: &'a Array,
    axis: usize,
    count: Vec<u64>,
    data: &'a [u8],
}

impl<'a> Ready<'a> {
    fn new(state: &State, along: &'a [Along], dimension: &str, count: u64, block: &Block<'a>) -> Result<Self> {
        state.array(block.name)?;
        let found = along.iter().find(|along| along.name == block.name);
        let axis = match found.map(|along| along.axes.as_slice()) {
            Some([axis]) => *axis,
            _ => {
                let text = format!("array {:?} does not have dimension {dimension:?} once", block.name);
                return Err(Error::invalid_argument(text));
            }
        };
        let array = &*found.ok_or_else(|| Error::internal("an array was found"))?.array;
        let mut shape = array.shape();
        shape[axis] = count;
        super::blocks::check_elements(array, block.name)?;
        if byte_size(&shape, array.data_type().size()) != Some(block.data.len()) {
            let bytes = block.data.len();
            let text = format!("array {:?}: {bytes} bytes were given for elements of shape {shape:?}", block.name);
            return Err(Error::buffer_size(text));
        }
        Ok(Self { array, axis, count: shape, data: block.data })
    }

    fn write(&self, place: u64) -> Result<()> {
        let mut start = vec![0; self.count.len()];
        start[self.axis] = place;
        self.array.part(&start, &self.count)?.write(self.data)
    }
}
