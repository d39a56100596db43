//! Changing the length of a dimension in all arrays that have it.

use super::contents::{Along, Contents};
use super::{Block, Dataset};
use crate::array::{Array, check_bytes, check_others, with_length};
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::store::{Access, KeyLock, MAX_CONFLICTS, pause_point};
use std::collections::HashSet;
use std::sync::Arc;

/// The axes of an array that have a dimension.
pub(super) fn axes_of(array: &Array, dimension: &str) -> Vec<usize> {
    let names = array.dimension_names().unwrap_or_default();
    (0..names.len()).filter(|axis| names[*axis].as_deref() == Some(dimension)).collect()
}

/// Keeps threads of this process from shrinking the arrays, or also from growing them for a block. Taken in the order
/// of the names, which all callers have: so no two of them wait for each other.
fn hold_extents(along: &[Along], access: Access) -> Result<Vec<KeyLock<'_>>> {
    along.iter().map(|along| along.array.hold_extent(access)).collect()
}

/// An array as a look has found it.
struct Found<'a> {
    along: &'a Along,
    shape: Vec<u64>,
}

impl Found<'_> {
    /// The greatest of its lengths along the dimension.
    fn length(&self) -> u64 {
        self.along.axes.iter().map(|axis| self.shape[*axis]).max().unwrap_or(0)
    }
}

/// A call's first look at the arrays of a dimension, which decides for later ones. An append may be under way in it.
struct FirstLook {
    /// The dimension is to become longer than the shortest of its arrays: one that is longer still is not cut, as an
    /// append may be making it so.
    lengthens: bool,
    /// It is not to become shorter than that: what is appended from now on is not cut.
    keeps: bool,
    /// The length of the array that grows first in each append.
    leader: u64,
}

impl FirstLook {
    /// None where no array grows first.
    fn new(contents: &Contents, name: &str, length: u64) -> Option<Self> {
        let leader = contents.first_to_grow(name)?.length();
        let lengths = contents.lengths(name);
        let is_any = |is: fn(&u64, &u64) -> bool| lengths.iter().any(|found| is(&found.length, &length));
        Some(Self { lengthens: is_any(u64::lt), keeps: is_any(u64::le), leader })
    }
}

/// Another length of a dimension, as one look at its arrays decides it.
struct LengthChange<'a> {
    /// Where the dimension was to become longer, at least what appends have made it, or are making it.
    length: u64,
    /// The arrays that are longer, and what each is cut to. The array that grows first in each append is cut last:
    /// until then it is as long as the longest, so that no append takes a place in what is cut.
    cuts: Vec<(Found<'a>, u64)>,
    /// The others. That array grows first here as well, so that none is longer than it.
    grown: Vec<&'a Along>,
}

impl<'a> LengthChange<'a> {
    /// None where an append is making arrays longer just now: they would be taken for those that a failure has left.
    fn new(
        contents: &'a Contents,
        name: &str,
        mut length: u64,
        first_look: Option<&FirstLook>,
    ) -> Result<Option<Self>> {
        let first = contents.first_to_grow(name);
        let leads = |along: &Along| first.is_some_and(|first| first.name == along.name);
        let found = contents.along(name).iter().map(|along| Found { along, shape: along.array.shape() });
        let mut arrays: Vec<_> = found.collect();
        arrays.sort_by_key(|found| leads(found.along));
        let longest = arrays.iter().map(Found::length).max().unwrap_or(length);
        let (mut cuts, mut grown) = (Vec::new(), Vec::new());
        if let Some(leader) = arrays.last_mut().filter(|last| leads(last.along)) {
            let (along, known) = (leader.along, leader.length());
            if along.array.stored_shape()? != leader.shape {
                return Ok(None);
            }
            if first_look.is_some_and(|look| look.lengthens || look.keeps && look.leader != known) {
                length = length.max(known);
            }
            if longest > length.max(known) {
                let longer = with_length(&leader.shape, &along.axes, longest);
                cuts.push((Found { along, shape: std::mem::replace(&mut leader.shape, longer) }, longest));
            }
        }
        for found in arrays {
            match found.length() > length {
                true => cuts.push((found, length)),
                false if leads(found.along) => grown.insert(0, found.along),
                false => grown.push(found.along),
            }
        }
        Ok(Some(Self { length, cuts, grown }))
    }

    /// False where another process has changed meanwhile what was to be cut.
    fn make(&self) -> Result<bool> {
        self.grown.iter().try_for_each(|along| along.array.check_growth(&along.axes, self.length))?;
        for (Found { along, .. }, length) in &self.cuts {
            along.array.check_length(&along.axes, *length)?;
        }
        for (Found { along, shape }, length) in &self.cuts {
            pause_point("dataset.array");
            if !along.array.resize_axes(&along.axes, shape, *length)? {
                return Ok(false);
            }
        }
        self.grown.iter().try_for_each(|along| {
            pause_point("dataset.array");
            along.array.grow_axes(&along.axes, self.length)
        })?;
        Ok(true)
    }

    /// False where another process has changed the dimension as well, and its change has come between: the array that
    /// grows first and is cut last has to be as long as any other then. It is read last, as an append may be under way.
    fn is_settled(&self, contents: &Contents, name: &str) -> Result<bool> {
        let Some(leader) = contents.first_to_grow(name) else { return Ok(true) };
        let length = |along: &Along| match along.array.stored_shape() {
            Ok(shape) => Ok(along.axes.iter().filter_map(|axis| shape.get(*axis).copied()).max()),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        };
        let others = contents.along(name).iter().filter(|along| along.name != leader.name);
        let longest = others.map(length).collect::<Result<Vec<_>>>()?.into_iter().flatten().max();
        let leading = length(leader)?;
        Ok(leading.is_none_or(|leading| leading >= self.length && longest.is_none_or(|longest| longest <= leading)))
    }
}

impl Dataset {
    /// Gives a dimension another length: each array in the group that has it is resized. After a failure some are, and
    /// the next call finishes it, or takes it back: so those that have the length already are resized as well, which
    /// erases the chunks that they have lost. Arrays that become longer stay longer where an append of another process
    /// has made them so meanwhile, also between a failed call and the next.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] for an unknown dimension; as [`Array::resize`]. Checks every array before it changes the
    /// first one.
    pub fn resize_dimension(&self, name: &str, length: u64) -> Result<()> {
        let mut first_look = None;
        let mut resize = || -> Result<()> {
            if i64::try_from(length).is_err() {
                return Err(Error::invalid_argument(format!("dimension {name:?}: the length {length} is too large")));
            }
            let is_repeated = self.state.lock().unfinished.remove(name) == Some(length);
            first_look = is_repeated.then_some(FirstLook { lengthens: true, keeps: true, leader: length });
            for _ in 0..MAX_CONFLICTS {
                // No thread appends from the first read on.
                let known = Arc::clone(&self.state.lock().contents);
                let _extents = hold_extents(known.along(name), Access::Exclusive)?;
                // Arrays of two lengths may be those of an append that is under way in another process.
                let members = self.look_settled(&self.unconsolidated(), |contents| {
                    first_look = first_look.take().or_else(|| FirstLook::new(contents, name, length));
                })?;
                let contents = self.take(members);
                self.state.lock().check(name)?;
                self.check_whole(&contents, name)?;
                let is_known = |along: &Along| known.along(name).iter().any(|known| known.name == along.name);
                if !contents.along(name).iter().all(is_known) {
                    continue;
                }
                let change = LengthChange::new(&contents, name, length, first_look.as_ref())?;
                if let Some(change) = change
                    && change.make()?
                    && change.is_settled(&contents, name)?
                {
                    self.state.lock().defined.set_length(name, change.length);
                    return Ok(());
                }
            }
            Err(Error::conflict(format!("dimension {name:?} was changed {MAX_CONFLICTS} times in a row")))
        };
        let resized = resize().context(|| self.named());
        if resized.is_err() && first_look.is_some_and(|look: FirstLook| look.lengthens) {
            self.state.lock().unfinished.insert(name.to_owned(), length);
        }
        resized
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
            self.check_whole(&contents, dimension)?;
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
            along.iter().try_for_each(|along| along.array.check_growth(&along.axes, longer))?;
            let _extents = hold_extents(along, Access::Shared)?;
            let own = ready.iter().find(|ready| Arc::ptr_eq(&ready.array, &leader.array));
            let place =
                leader.array.reserve_if(leader.axes[0], count, &|shape| own.map_or(Ok(()), |own| own.fits(shape)))?;
            let length = place.saturating_add(count);
            along.iter().try_for_each(|along| along.array.lengthen(&along.axes, length))?;
            self.state.lock().unfinished.remove(dimension);
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
