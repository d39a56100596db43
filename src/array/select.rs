//! Elements anywhere in an array: points, or all that lie at some indices along each axis. They are put together chunk
//! by chunk, so that each chunk is decoded once, and changed in one step.

use super::fence::ArrayFence;
use super::handle::{Array, check_fixed};
use super::reach::Found;
use crate::engine::{self, CallThreads, Effort, Picks, Shards};
use crate::error::{Error, Result, ResultExt};
use crate::grid::{ChunkGrid, Region, Tile, TiledBuffer, byte_size};
use crate::metadata::ArrayMetadata;
use crate::sync::fork::Mutex;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Which elements are meant.
#[derive(Clone, Debug)]
pub enum Selection {
    /// Those at these positions, one behind the other, a number for each axis.
    Points(Vec<u64>),
    /// Those at all combinations of these indices along each axis, in C order; None: all indices of the axis.
    Orthogonal(Vec<Option<Vec<u64>>>),
}

/// The elements of a selection that one chunk holds.
struct Group {
    /// Their positions in the array, a number for each axis of each.
    elements: Vec<u64>,
    /// Which of the selection each is.
    numbers: Vec<usize>,
    /// The smallest region that has them all.
    region: Region,
}

/// A selection chunk by chunk.
enum Groups {
    /// The numbers of the points of each chunk; `rank` indices make a point.
    Points { rank: usize, points: Vec<u64>, chunks: Vec<Vec<usize>> },
    /// For each axis the places in its list, chunk by chunk along the axis.
    Orthogonal { lists: Vec<Vec<u64>>, chunks: Vec<Vec<Vec<usize>>> },
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
            Err(Error::out_of_bounds(format!("{what}: {index} lies outside the length {length} of dimension {axis}")))
        };
        match self {
            Self::Points(points) => {
                let wrong = points.iter().enumerate().find(|(at, index)| **index >= shape[at % shape.len()]);
                wrong.map_or(Ok(()), |(at, index)| {
                    outside(format!("point {}", at / shape.len()), at % shape.len(), *index)
                })
            }
            Self::Orthogonal(lists) => {
                for (axis, list) in lists.iter().enumerate() {
                    let wrong = list.iter().flatten().enumerate().find(|(_, index)| **index >= shape[axis]);
                    if let Some((at, index)) = wrong {
                        return outside(format!("index {at}"), axis, *index);
                    }
                }
                Ok(())
            }
        }
    }

    /// The elements by the chunks of a grid.
    fn grouped(&self, shape: &[u64], grid: &ChunkGrid) -> Groups {
        let find = |axis: usize, index: u64| grid.find(axis, index);
        match self {
            Self::Points(points) => {
                let rank = shape.len();
                let mut chunks: BTreeMap<Vec<u64>, Vec<usize>> = BTreeMap::new();
                for number in 0..points.len().checked_div(rank).unwrap_or(1) {
                    let point = points[number * rank..(number + 1) * rank].iter().enumerate();
                    chunks.entry(point.map(|(axis, index)| find(axis, *index)).collect()).or_default().push(number);
                }
                Groups::Points { rank, points: points.clone(), chunks: chunks.into_values().collect() }
            }
            Self::Orthogonal(lists) => {
                let list =
                    |(list, length): (&Option<Vec<u64>>, &u64)| list.clone().unwrap_or_else(|| (0..*length).collect());
                let lists: Vec<Vec<u64>> = lists.iter().zip(shape).map(list).collect();
                let chunks = lists.iter().enumerate().map(|(axis, list)| {
                    let mut chunks: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
                    for (place, index) in list.iter().enumerate() {
                        chunks.entry(find(axis, *index)).or_default().push(place);
                    }
                    chunks.into_values().collect()
                });
                Groups::Orthogonal { chunks: chunks.collect(), lists }
            }
        }
    }
}

impl Groups {
    /// The number of chunks.
    fn count(&self) -> Result<usize> {
        match self {
            Self::Points { chunks, .. } => Ok(chunks.len()),
            Self::Orthogonal { chunks, .. } => {
                let count = chunks.iter().try_fold(1_usize, |count, axis| count.checked_mul(axis.len()));
                count.ok_or_else(|| Error::limit("the selection touches more chunks than can be counted"))
            }
        }
    }

    /// What one of the chunks holds.
    fn get(&self, mut index: usize) -> Group {
        let (mut elements, mut numbers) = (Vec::new(), Vec::new());
        let rank = match self {
            Self::Points { rank, points, chunks } => {
                let rank = *rank;
                for number in &chunks[index] {
                    elements.extend_from_slice(&points[number * rank..(number + 1) * rank]);
                }
                numbers.clone_from(&chunks[index]);
                rank
            }
            Self::Orthogonal { lists, chunks } => {
                let mut own: Vec<&[usize]> = vec![&[]; lists.len()];
                for axis in (0..lists.len()).rev() {
                    own[axis] = &chunks[axis][index % chunks[axis].len()];
                    index /= chunks[axis].len();
                }
                // Axis by axis each element so far is followed by those of the next axis.
                (numbers, elements) = (vec![0], Vec::new());
                for (axis, own) in own.iter().enumerate() {
                    let mut longer = Vec::with_capacity(numbers.len() * own.len() * (axis + 1));
                    let mut next = Vec::with_capacity(numbers.len() * own.len());
                    for (at, number) in numbers.iter().enumerate() {
                        for place in *own {
                            longer.extend_from_slice(&elements[at * axis..(at + 1) * axis]);
                            longer.push(lists[axis][*place]);
                            next.push(number * lists[axis].len() + place);
                        }
                    }
                    (numbers, elements) = (next, longer);
                }
                lists.len()
            }
        };
        let along = |axis: usize| elements.iter().skip(axis).step_by(rank).copied();
        let start: Vec<u64> = (0..rank).map(|axis| along(axis).min().unwrap_or(0)).collect();
        let end = |axis| along(axis).max().unwrap_or(0) + 1;
        let count = (0..rank).map(|axis| end(axis) - start[axis]).collect();
        Group { region: Region { start, count, step: Vec::new() }, elements, numbers }
    }
}

impl Group {
    /// The places of the elements in their region.
    fn places(&self) -> impl Iterator<Item = usize> + '_ {
        let start = self.region.start.iter().cycle();
        // What lies in one chunk fits `usize`.
        self.elements.iter().zip(start).map(|(element, start)| (element - start) as usize)
    }

    /// The numbers of the elements in their region, in C order.
    fn offsets(&self) -> impl Iterator<Item = usize> + '_ {
        let (rank, count) = (self.region.rank(), &self.region.count);
        let offset = move |element: &[u64]| {
            let axes = element.iter().zip(&self.region.start).zip(count);
            axes.fold(0, |offset, ((element, start), count)| offset * *count as usize + (element - start) as usize)
        };
        (0..self.numbers.len()).map(move |at| offset(&self.elements[at * rank..(at + 1) * rank]))
    }
}

impl Array {
    /// What a selection is in the array, and that a buffer is as large.
    fn select(&self, selection: &Selection, bytes: usize) -> Result<Found<()>> {
        let found = self.look(|state| {
            check_fixed(&state.metadata.data_type)?;
            selection.check(&state.metadata.shape)
        })?;
        let metadata = &found.state.metadata;
        let needed = byte_size(&selection.count(metadata), metadata.data_type.size());
        if needed == Some(bytes) {
            return Ok(found);
        }
        let needed = needed.map_or("more than there is".to_owned(), |needed| needed.to_string());
        Err(Error::buffer_size(format!("buffer_size is {bytes} bytes, but must be {needed}")).context(self.named()))
    }

    /// The threads for so many chunks of a grid.
    fn threads_of(&self, metadata: &ArrayMetadata, grid: &ChunkGrid, chunks: usize) -> CallThreads {
        if !self.origin().store.capabilities().thread_safe {
            return CallThreads::new(1);
        }
        let size = byte_size(&grid.largest_shape(), metadata.data_type.size()).unwrap_or(usize::MAX);
        let effort = Effort { tasks: chunks as u64, bytes: (size as u64).saturating_mul(chunks as u64) };
        self.call_threads(None, &metadata.chain, effort)
    }

    /// Reads a selection into a buffer of exactly its bytes, in the order of the selection.
    ///
    /// # Errors
    /// As [`Array::read_region`].
    pub fn read_selection(&self, selection: &Selection, buffer: &mut [u8]) -> Result<()> {
        let Found { state, .. } = self.select(selection, buffer.len())?;
        // A dimension without a list may be as long as no memory is.
        if buffer.is_empty() {
            return Ok(());
        }
        let read = || -> Result<()> {
            let metadata = &state.metadata;
            let (item, inner) = (metadata.data_type.size(), Shards::new(metadata)?.map(|shards| shards.chunk_shape()));
            let inner = inner.map(|chunk_shape| ChunkGrid::Regular { chunk_shape });
            let grid = inner.as_ref().unwrap_or(&metadata.chunk_grid);
            let groups = selection.grouped(&metadata.shape, grid);
            let (total, next, target) = (groups.count()?, AtomicUsize::new(0), Mutex::new(buffer));
            let chunks = self.chunks(metadata)?;
            engine::run(self.threads_of(metadata, grid, total), total as u64, |call, _| {
                let mut found = Vec::new();
                while let Some(index) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|index| *index < total) {
                    if call.stopped() {
                        break;
                    }
                    let group = groups.get(index);
                    let size = byte_size(&group.region.count, item).unwrap_or(usize::MAX);
                    let missing = size.saturating_sub(found.len());
                    let room = found.try_reserve_exact(missing);
                    room.map_err(|_| Error::no_memory(format!("no memory for {size} bytes of a chunk")))?;
                    found.resize(size, 0);
                    let window = TiledBuffer::new(&group.region, &metadata.chunk_grid, item, &mut found)?;
                    self.reader(&chunks).read(&window, CallThreads::new(1))?;
                    let mut target = target.lock();
                    for (number, offset) in group.numbers.iter().zip(group.offsets()) {
                        let element = &found[offset * item..(offset + 1) * item];
                        target[number * item..(number + 1) * item].copy_from_slice(element);
                    }
                }
                Ok(())
            })
        };
        read().context(|| self.named())
    }

    /// Writes a selection from a buffer of exactly its bytes, in the order of the selection; of an element that is
    /// named several times the last one stays.
    ///
    /// # Errors
    /// As [`Array::write_region`].
    pub fn write_selection(&self, selection: &Selection, buffer: &[u8]) -> Result<()> {
        let Found { state, .. } = self.select(selection, buffer.len())?;
        if buffer.is_empty() {
            return Ok(());
        }
        let write = || -> Result<()> {
            let metadata = &state.metadata;
            let grid = &metadata.chunk_grid;
            let groups = selection.grouped(&metadata.shape, grid);
            let total = groups.count()?;
            let picks = |index: usize| {
                let group = groups.get(index);
                let Region { start, count, .. } = &group.region;
                let axes = || start.iter().enumerate();
                let position: Vec<u64> = axes().map(|(axis, start)| grid.find(axis, *start)).collect();
                let in_chunk = axes().map(|(axis, start)| (start - grid.origin(axis, position[axis])) as usize);
                let tile = Tile {
                    in_chunk: in_chunk.collect(),
                    in_region: vec![0; start.len()],
                    count: count.iter().map(|count| *count as usize).collect(),
                    step: Vec::new(),
                    position,
                };
                Picks { tile, places: group.places().collect(), numbers: group.numbers, data: buffer }
            };
            let (fence, chunks) = (ArrayFence::new(self, &state), self.chunks(metadata)?);
            let writer = self.writer(&chunks, &fence)?;
            writer.write_picks(total, &picks, self.threads_of(metadata, grid, total))
        };
        write().context(|| self.named())
    }
}
