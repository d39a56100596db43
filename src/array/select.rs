//! Elements anywhere in an array: points, or all combinations of indices along each axis. They are processed chunk by
//! chunk, so that each chunk is decoded once, and changed in one step.

use super::fence::ArrayFence;
use super::handle::{Array, check_bytes, check_fixed};
use super::region_check::CheckedRegion;
use crate::engine::{CallThreads, Cut, Effort, Picks, Shards};
use crate::error::{Error, Result, ResultExt, Term};
use crate::grid::byte_size;
use crate::metadata::ArrayMetadata;

/// The elements that a caller names.
#[derive(Clone, Debug)]
pub enum Selection {
    /// Those at these positions, which have one number for each axis.
    Points(Vec<u64>),
    /// Those at all combinations of these indices along each axis, in C order; None: all indices of the axis.
    Orthogonal(Vec<Option<Vec<u64>>>),
}

impl Selection {
    /// The number of elements along each axis of the result: of points, one axis.
    fn count(&self, metadata: &ArrayMetadata) -> Vec<u64> {
        let rank = metadata.shape.len();
        match self {
            Self::Points(points) => vec![points.len().checked_div(rank).unwrap_or(1) as u64],
            Self::Orthogonal(lists) => {
                let lengths = lists.iter().zip(&metadata.shape);
                lengths.map(|(list, length)| list.as_ref().map_or(*length, |list| list.len() as u64)).collect()
            }
        }
    }

    /// Refuses a selection that reaches outside of an array.
    fn check(&self, shape: &[u64]) -> Result<()> {
        let outside = |what: String, axis: usize, index: u64| {
            let length = shape[axis];
            let (index, dimension) = (Term::number(index), Term::dimension(axis, shape.len()));
            Err(Error::out_of_bounds(format!("{what}: {index} is outside the length {length} of {dimension}")))
        };
        match self {
            Self::Points(points) => {
                let wrong = points.iter().enumerate().find(|(at, index)| **index >= shape[at % shape.len()]);
                wrong.map_or(Ok(()), |(at, index)| {
                    outside(format!("point {}", Term::number(at / shape.len())), at % shape.len(), *index)
                })
            }
            Self::Orthogonal(lists) => {
                for (axis, list) in lists.iter().enumerate() {
                    let wrong = list.iter().flatten().enumerate().find(|(_, index)| **index >= shape[axis]);
                    if let Some((at, index)) = wrong {
                        return outside(format!("index {}", Term::number(at)), axis, *index);
                    }
                }
                Ok(())
            }
        }
    }

    /// The elements, to be cut along a grid.
    fn picks<'s>(&'s self, shape: &[u64]) -> Picks<'s> {
        match self {
            Self::Points(points) => Picks::points(points, shape.len()),
            Self::Orthogonal(lists) => Picks::orthogonal(lists, shape),
        }
    }
}

impl Array {
    /// The array of a selection. Refuses a selection that reaches outside, and a buffer of another size.
    fn select(&self, selection: &Selection, bytes: usize) -> Result<CheckedRegion<()>> {
        let found = self.look(|state| {
            check_fixed(&state.metadata.data_type)?;
            selection.check(&state.metadata.shape)
        })?;
        let metadata = &found.state.metadata;
        let count = selection.count(metadata);
        check_bytes("buffer_size", bytes, &count, &metadata.data_type).context(|| self.named())?;
        Ok(found)
    }

    /// The threads for a selection of `bytes` bytes in these chunks or shards.
    fn threads_of(&self, metadata: &ArrayMetadata, chunks: &Cut<'_>, bytes: usize) -> Result<CallThreads> {
        if !self.origin().store.capabilities().thread_safe {
            return Ok(CallThreads::new(1));
        }
        let item = metadata.data_type.size();
        let whole = metadata.chunk_grid.largest_shape();
        let chunk_shape = Shards::new(metadata)?.map_or_else(|| whole.clone(), |shards| shards.chunk_shape().into());
        let axes = whole.iter().zip(&*chunk_shape);
        let inside = axes.fold(1_u64, |inside, (whole, chunk)| inside.saturating_mul(whole.div_ceil(*chunk)));
        // Each element may be in an inner chunk of its own.
        let tasks = (chunks.total() as u64).saturating_mul(inside).min((bytes / item.max(1)) as u64);
        let size = byte_size(&chunk_shape, item).unwrap_or(usize::MAX);
        let effort = Effort { tasks, bytes: (size as u64).saturating_mul(tasks) };
        Ok(self.call_threads(None, &metadata.chain, effort))
    }

    /// Reads a selection into a buffer of exactly its bytes, in the order of the selection.
    ///
    /// # Errors
    /// As [`Array::read_region`].
    pub fn read_selection(&self, selection: &Selection, buffer: &mut [u8]) -> Result<()> {
        let CheckedRegion { state, .. } = self.select(selection, buffer.len())?;
        // Without elements, the list of an axis may be longer than memory.
        if buffer.is_empty() {
            return Ok(());
        }
        self.read_as(&state, || {
            let metadata = &state.metadata;
            let picks = selection.picks(&metadata.shape);
            let cut = picks.cut(&metadata.chunk_grid)?;
            let (chunks, threads) = (self.chunks(metadata)?, self.threads_of(metadata, &cut, buffer.len())?);
            self.reader(&chunks, &state).read_picks(&cut, buffer, threads)
        })
    }

    /// Writes a selection from a buffer of exactly its bytes, in the order of the selection; of an element that is
    /// named several times the last one stays.
    ///
    /// # Errors
    /// As [`Array::write_region`].
    pub fn write_selection(&self, selection: &Selection, buffer: &[u8]) -> Result<()> {
        let CheckedRegion { state, .. } = self.select(selection, buffer.len())?;
        if buffer.is_empty() {
            return Ok(());
        }
        let write = || -> Result<()> {
            let metadata = &state.metadata;
            let picks = selection.picks(&metadata.shape);
            let cut = picks.cut(&metadata.chunk_grid)?;
            let (fence, chunks) = (ArrayFence::new(self, &state)?, self.chunks(metadata)?);
            let threads = self.threads_of(metadata, &cut, buffer.len())?;
            self.writer(&chunks, &fence)?.write_picks(&cut, buffer, threads)
        };
        write().context(|| self.named())
    }
}
