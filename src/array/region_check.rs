//! Checks regions against the shape of an array. The document is read again before a region outside of the known shape
//! is refused, and with the option `grow` the array grows for one that is written.

use super::handle::{Array, conflict};
use super::state::ArrayState;
use crate::error::{Error, ErrorKind, Result, ResultExt, Term, counted};
use crate::format;
use crate::grid::Region;
use crate::metadata::{ArrayMetadata, Difference};
use crate::store::{Access, KeyLock, MAX_CONFLICTS, changes, erased_since};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The elements along each axis that a caller names.
#[derive(Clone, Copy, Debug)]
pub(super) struct RequestedElements<'r> {
    /// The first.
    pub start: &'r [u64],
    /// How many.
    pub count: &'r [u64],
    /// From each to the next one; nothing: every one.
    pub step: &'r [i64],
}

impl RequestedElements<'_> {
    /// The region in an array of this shape.
    ///
    /// # Errors
    /// As [`Region::stepped`].
    pub fn within(&self, shape: &[u64]) -> Result<Region> {
        match self.step.is_empty() {
            true => Region::within(shape, self.start, self.count),
            false => Region::stepped(shape, self.start, self.count, self.step),
        }
    }

    /// The shape, extended along one axis to contain the region.
    fn longer(&self, axis: usize, shape: &[u64]) -> Result<Vec<u64>> {
        let end = self.end(axis).filter(|end| i64::try_from(*end).is_ok());
        let end = end.ok_or_else(|| {
            Error::out_of_bounds(format!("{}: it would be too long", Term::dimension(axis, shape.len())))
        })?;
        let mut longer = shape.to_vec();
        longer[axis] = longer[axis].max(end);
        self.within(&longer).map(|_| longer)
    }

    /// The length of an axis that has all of its elements; None where that can't be counted.
    fn end(&self, axis: usize) -> Option<u64> {
        let step = self.step.get(axis).copied().unwrap_or(1);
        let beyond = self.count[axis].checked_sub(1);
        match beyond.map(|beyond| (beyond, u64::try_from(step))) {
            None => Some(0),
            Some((beyond, Ok(step))) => beyond.checked_mul(step)?.checked_add(self.start[axis])?.checked_add(1),
            Some((_, Err(_))) => self.start[axis].checked_add(1),
        }
    }
}

/// Refuses what can't be written to an array of this description.
pub(super) type RegionCheck<'f> = &'f dyn Fn(&ArrayMetadata) -> Result<()>;

/// A region of an array, and what the array was when it was looked at.
pub(super) struct CheckedRegion<T> {
    pub state: Arc<ArrayState>,
    pub what: T,
}

impl Array {
    /// Calls `look` with the array as the handle knows it, and where that is out of bounds with the array as its
    /// document is now: a process that lets another one resize an array need not refresh its handle.
    pub(super) fn look<T>(&self, look: impl Fn(&ArrayState) -> Result<T>) -> Result<CheckedRegion<T>> {
        let look = |state: &ArrayState| look(state).context(|| self.named());
        let state = self.current()?;
        match look(&state) {
            Ok(what) => Ok(CheckedRegion { state, what }),
            Err(error) if error.kind() == ErrorKind::OutOfBounds => match self.reload() {
                Ok(again) if again.metadata.shape != state.metadata.shape => {
                    look(&again).map(|what| CheckedRegion { state: again, what })
                }
                _ => Err(error),
            },
            Err(error) => Err(error),
        }
    }

    /// Reads chunks of the array in a state. If a handle of this process replaced the array during the read, the chunks
    /// may be of either one: reads again if the arrays are alike, and fails otherwise. Reads again, too, if the log of
    /// changes no longer shows whether the array was erased.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] and [`ErrorKind::NotFound`] then, as of the next read; otherwise those of `read`.
    pub(super) fn read_as<T>(&self, state: &ArrayState, mut read: impl FnMut() -> Result<T>) -> Result<T> {
        let mut seen = state.seen.load(Ordering::Relaxed);
        for attempt in 0..MAX_CONFLICTS {
            let (before, read) = (changes(), read());
            if self.is_latest(state) {
                return read.context(|| self.named());
            }
            let difference = state.difference(&*self.current()?).filter(|one| *one != Difference::FillValue);
            if let Some(difference) = difference {
                return Err(conflict(&difference).context(self.named()));
            }
            if !erased_since(&*self.origin().store, self.document_key(), seen).unwrap_or(attempt == 0) {
                return read.context(|| self.named());
            }
            seen = before;
        }
        let text = format!("it was replaced {MAX_CONFLICTS} times in a row while it was read");
        Err(Error::conflict(text).context(self.named()))
    }

    /// Grows the array for a write, if the option `grow` allows that, and the write passes `fits` with the new shape.
    /// Until the returned lock is dropped, the array does not shrink in this process: a range that is cut off and grown
    /// again belongs to another append.
    pub(super) fn make_room(&self, reach: RequestedElements<'_>, fits: RegionCheck<'_>) -> Result<Option<KeyLock<'_>>> {
        let Some(axis) = self.origin().options.grow else { return Ok(None) };
        let is_outside = |error: &Error| error.kind() == ErrorKind::OutOfBounds;
        let fits_now = !self.look(|state| reach.within(&state.metadata.shape)).is_err_and(|error| is_outside(&error));
        if fits_now && !format::is_to_be_repeated(&*self.origin().store, self.document_key()) {
            return Ok(None);
        }
        let rank = self.ndim();
        if axis >= rank {
            let text =
                format!("the option grow is {axis}, counted from 0, and the array has {}", counted(rank, "dimension"));
            return Err(Error::invalid_argument(text).context(self.named()));
        }
        let metadata = self.description()?;
        let shape = reach.longer(axis, &metadata.shape).context(|| self.named())?;
        fits(&ArrayMetadata { shape, ..metadata })?;
        let extent = self.hold_extent(Access::Shared)?;
        self.change(|documents, metadata| {
            let shape = reach.longer(axis, &metadata.shape)?;
            self.set_shape(documents, metadata, &shape)
        })?
        .end(|| Ok(()))?;
        Ok(Some(extent))
    }
}
