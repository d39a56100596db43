//! Copying the chunks of an array as they are stored: two formats spell the document differently, not the
//! chunk. Only where a format has a way of its own to make chunks, they are read and written.

use super::chunks::{Unit, every_place};
use super::handle::Array;
use crate::engine::{self, ArrayOptions, CallThreads, Effort, Progress, RegionValues, cancelled};
use crate::error::{Error, ErrorKind, Result, ResultExt, Term};
use crate::metadata::ArrayMetadata;
use crate::store::Store;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// The chunks of one array that are to be copied.
#[derive(Debug)]
pub struct ChunkCopy {
    from: Array,
    to: Array,
    positions: Vec<Vec<u64>>,
    /// The shape of both when the copy began, which the source may outgrow meanwhile.
    shape: Vec<u64>,
    /// Chunks that reach outside of the shape.
    overhanging: Vec<Vec<u64>>,
    /// True if the two arrays are divided into different chunks.
    recode: bool,
}

/// The part of a chunk inside the array: its first element, its shape, and its elements.
struct ChunkElements {
    start: Vec<u64>,
    count: Vec<u64>,
    elements: Elements,
}

enum Elements {
    /// The bytes of elements of a fixed size.
    Fixed(Vec<u8>),
    Variable(RegionValues),
}

impl ChunkCopy {
    /// A copy between two arrays of one description, in any formats.
    ///
    /// # Errors
    /// Errors of listing the chunks; [`ErrorKind::Unsupported`] for a codec that is not known.
    pub fn new(from: Array, to: Array) -> Result<Self> {
        let copy = to.description()?;
        let metadata = ArrayMetadata { shape: copy.shape, ..from.description()? };
        if let Some(unknown) = metadata.chain.unknown() {
            return Err(unknown.error());
        }
        let positions = stored_chunks(&from, &metadata)?;
        let recode = !metadata.chain.is_alike(&copy.chain);
        let (grid, shape) = (metadata.chunk_grid, metadata.shape);
        let overhangs = |position: &&Vec<u64>| {
            let mut axes = position.iter().zip(&shape).enumerate();
            axes.any(|(axis, (at, length))| grid.end(axis, *at) > *length)
        };
        let overhanging = positions.iter().filter(overhangs).cloned().collect();
        Ok(Self { from, to, positions, shape, overhanging, recode })
    }

    /// Leaves out the chunks that the target has already. Where the store can't list, all chunks are copied again.
    ///
    /// # Errors
    /// Errors of listing the chunks, and of looking at them.
    pub fn without_those_there(mut self) -> Result<Self> {
        let there = self.to.listed_chunks(&self.to.description()?)?.unwrap_or_default();
        let (from, to) = (self.from.origin(), self.to.origin());
        let done: Vec<AtomicBool> = there.iter().map(|_| AtomicBool::new(true)).collect();
        if self.to.may_hold_halves() {
            let stores: [&dyn Store; 2] = [&*from.store, &*to.store];
            in_parallel(&stores, &to.options, there.len(), (0, 0, &|_, _| true), |index| {
                done[index].store(self.is_whole(&there[index])?, Ordering::Relaxed);
                Ok(())
            })?;
        }
        let done = there.into_iter().zip(done).filter_map(|(position, done)| done.into_inner().then_some(position));
        let done: HashSet<Vec<u64>> = done.collect();
        self.positions.retain(|position| !done.contains(position));
        Ok(self)
    }

    /// True if a chunk of the target is whole: as long as that of the source, or it decodes.
    fn is_whole(&self, position: &[u64]) -> Result<bool> {
        if !self.recode {
            let size = |array: &Array| array.encoded_chunk_size(Unit::Shard, position);
            return Ok(size(&self.to)? == size(&self.from)?);
        }
        match self.elements(&self.to, position) {
            Err(error) if matches!(error.kind(), ErrorKind::Data | ErrorKind::Limit) => Ok(false),
            read => read.map(|_| true),
        }
    }

    /// The number of chunks.
    pub fn total(&self) -> u64 {
        self.positions.len() as u64
    }

    /// Copies the chunks; `before` of `total` were done before.
    ///
    /// # Errors
    /// Errors of the stores; [`ErrorKind::Cancelled`] when `progress` says so.
    pub fn run(&self, before: u64, total: u64, progress: Progress<'_>) -> Result<()> {
        let (from, to) = (self.from.origin(), self.to.origin());
        in_parallel(
            &[&*from.store, &*to.store],
            &to.options,
            self.positions.len(),
            (before, total, progress),
            |index| {
                let position = &self.positions[index];
                self.copy(position).context(|| format!("chunk {}", Term::position(position)))
            },
        )
        .context(|| format!("array \"{}\"", to.path))
    }

    /// Refuses a copy whose source has become another array, or is gone, while its chunks were copied; one whose
    /// document may be in a consolidated copy alone (`is_there`: false) is not refused. Where it has grown, what was
    /// added is taken out of the last chunks: it would appear when the copy grows.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] and [`ErrorKind::NotFound`]; errors of reading documents, and of the stores.
    pub fn finish(&self, is_there: bool) -> Result<()> {
        let finish = || {
            let source = match self.from.reload() {
                Err(_) if !is_there => return Ok(()),
                source => source?,
            };
            if is_there {
                source.check_same()?;
            }
            let grid = &source.metadata.chunk_grid;
            let has_more = |position: &&Vec<u64>| {
                let mut axes = position.iter().zip(source.metadata.shape.iter().zip(&self.shape)).enumerate();
                axes.any(|(axis, (at, (now, then)))| now > then && grid.end(axis, *at) > *then)
            };
            let cut: Vec<_> = self.overhanging.iter().filter(|position| !self.recode && has_more(position)).collect();
            let stores: [&dyn Store; 2] = [&*self.from.origin().store, &*self.to.origin().store];
            in_parallel(&stores, &self.to.origin().options, cut.len(), (0, 0, &|_, _| true), |index| {
                self.recode(cut[index]).context(|| format!("chunk {}", Term::position(cut[index])))
            })
        };
        finish().context(|| format!("array \"{}\" is not a whole copy", self.to.origin().path))
    }

    /// Reads the elements of a chunk, and writes them.
    fn recode(&self, position: &[u64]) -> Result<()> {
        match self.elements(&self.from, position)? {
            Some(ChunkElements { start, count, elements: Elements::Fixed(bytes) }) => {
                self.to.write_region(&start, &count, &bytes)
            }
            Some(ChunkElements { start, count, elements: Elements::Variable(values) }) => {
                self.to.write_values(&start, &count, &values.iter().collect::<Vec<_>>())
            }
            None => Ok(()),
        }
    }

    /// The elements of a chunk; None for one that was cut off since it was listed.
    fn elements(&self, array: &Array, position: &[u64]) -> Result<Option<ChunkElements>> {
        loop {
            let metadata = array.description()?;
            let grid = &metadata.chunk_grid;
            let axes = position.iter().enumerate();
            let start: Vec<u64> = axes.clone().map(|(axis, at)| grid.origin(axis, *at)).collect();
            let end = |axis, at| grid.end(axis, at).min(metadata.shape[axis]).min(self.shape[axis]);
            let count: Vec<u64> = axes.map(|(axis, at)| end(axis, *at).saturating_sub(start[axis])).collect();
            if count.contains(&0) {
                return Ok(None);
            }
            let read = match metadata.data_type.is_variable() {
                true => array.read_values(&start, &count).map(Elements::Variable),
                false => {
                    let mut bytes = self.room(&count, metadata.data_type.size())?;
                    array.read_region(&start, &count, &mut bytes).map(|()| Elements::Fixed(bytes))
                }
            };
            match read {
                // The array has become shorter since its shape was asked for.
                Err(error)
                    if error.kind() == ErrorKind::OutOfBounds && array.description()?.shape != metadata.shape => {}
                read => return read.map(|elements| Some(ChunkElements { start, count, elements })),
            }
        }
    }

    /// Memory for elements of a fixed size.
    fn room(&self, count: &[u64], item: usize) -> Result<Vec<u8>> {
        let size = crate::grid::byte_size(count, item).unwrap_or(usize::MAX);
        let limit = self.from.origin().options.limits.chunk_bytes;
        if size as u64 > limit {
            return Err(Error::limit(format!("the chunk has more than the {limit} bytes of limits.chunk_bytes")));
        }
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(size).map_err(|_| Error::no_memory(format!("no memory for {size} bytes")))?;
        bytes.resize(size, 0);
        Ok(bytes)
    }

    fn copy(&self, position: &[u64]) -> Result<()> {
        if self.recode {
            return self.recode(position);
        }
        // A chunk that has gone since it was listed is not there.
        let state = self.from.current()?;
        state.check_same()?;
        let read = || self.from.stored_chunk(&state.metadata, position);
        let Some(value) = self.from.read_as(&state, read)? else { return Ok(()) };
        self.to.put_stored(position, &value)
    }
}

/// Runs `count` pieces of work on stores, on several threads if all stores are thread-safe, and reports progress:
/// `before` of `total` steps were done before.
///
/// # Errors
/// Errors of a piece; [`ErrorKind::Cancelled`] when the caller says so.
pub fn in_parallel(
    stores: &[&dyn Store],
    options: &ArrayOptions,
    count: usize,
    (before, total, progress): (u64, u64, Progress<'_>),
    work: impl Fn(usize) -> Result<()> + Sync,
) -> Result<()> {
    let parallel = stores.iter().all(|store| store.capabilities().thread_safe);
    // How large the values are is not known before they are read, so every one counts as worth a thread.
    let tasks = count as u64;
    let threads = if parallel {
        engine::call_threads(options.threads, Effort { tasks, bytes: u64::MAX })
    } else {
        CallThreads::new(1)
    };
    let caller = std::thread::current().id();
    let (next, done) = (AtomicUsize::new(0), AtomicU64::new(before));
    engine::run(threads, tasks, |call, _| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count || call.stopped() {
                return Ok(());
            }
            work(index)?;
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if std::thread::current().id() == caller && !progress(done, total) {
                return Err(cancelled());
            }
        }
    })
}

/// The places of the chunks that are stored, or may be where the store can't list.
fn stored_chunks(array: &Array, metadata: &ArrayMetadata) -> Result<Vec<Vec<u64>>> {
    match array.listed_chunks(metadata)? {
        Some(found) => Ok(found),
        None => every_place(metadata.chunk_grid.grid_shape(&metadata.shape)),
    }
}
