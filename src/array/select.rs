//! Elements anywhere in an array: points, or all that lie at some indices along each axis. They are put together chunk
//! by chunk, so that each chunk is decoded once, and changed in one step.

use super::fence::ArrayFence;
use super::handle::{Array, check_fixed};
use super::reach::Found;
use crate::engine::{self, CallThreads, Effort, Picks, Shards, no_memory};
use crate::error::{Error, Result, ResultExt};
use crate::grid::{ChunkGrid, Region, Tile, TiledBuffer, byte_size};
use crate::metadata::ArrayMetadata;
use crate::sync::fork::Mutex;
use std::cmp::Ordering as Order;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The elements that a caller names.
#[derive(Clone, Debug)]
pub enum Selection {
    /// Those at these positions, one behind the other, a number for each axis.
    Points(Vec<u64>),
    /// Those at all combinations of these indices along each axis, in C order; None: all indices of the axis.
    Orthogonal(Vec<Option<Vec<u64>>>),
}

/// Numbers of points, or places in the list of an axis, in the order of the chunks that hold them.
struct Sorted {
    /// Those of one chunk stay in the order of the caller, one chunk behind the other.
    places: Vec<usize>,
    /// For each chunk, the end of its places.
    ends: Vec<usize>,
}

/// A selection chunk by chunk.
struct Groups<'s> {
    selection: &'s Selection,
    shape: &'s [u64],
    /// Points have one list, and otherwise each axis has its own.
    sorted: Vec<Sorted>,
}

/// The elements of a selection that one chunk holds.
struct Group {
    /// The smallest region that has them all.
    region: Region,
    /// Their places in the region, a number for each axis of each.
    places: Vec<usize>,
    /// Their numbers in the selection.
    numbers: Vec<usize>,
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
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`].
    fn grouped<'s>(&'s self, shape: &'s [u64], grid: &ChunkGrid) -> Result<Groups<'s>> {
        let sorted = match self {
            Self::Points(points) => {
                let rank = shape.len();
                let chunk = |number: usize, axis: usize| grid.find(axis, points[number * rank + axis]);
                let order = |a: usize, b: usize| {
                    let axes = (0..rank).map(|axis| chunk(a, axis).cmp(&chunk(b, axis)));
                    axes.fold(Order::Equal, Order::then)
                };
                vec![Sorted::new(points.len().checked_div(rank).unwrap_or(1), order)?]
            }
            Self::Orthogonal(lists) => {
                let axes = lists.iter().enumerate().map(|(axis, list)| {
                    let chunk = |place: usize| grid.find(axis, index(list, place));
                    Sorted::new(length(list, shape[axis]), |a, b| chunk(a).cmp(&chunk(b)))
                });
                axes.collect::<Result<_>>()?
            }
        };
        Ok(Groups { selection: self, shape, sorted })
    }
}

/// An index in the list of an axis; without a list, all indices are in it.
fn index(list: &Option<Vec<u64>>, place: usize) -> u64 {
    list.as_ref().map_or(place as u64, |list| list[place])
}

/// The length of the list of an axis. A buffer has room for each of its indices, so all of them can be counted.
fn length(list: &Option<Vec<u64>>, axis: u64) -> usize {
    list.as_ref().map_or(axis as usize, Vec::len)
}

/// An empty list with room for so many values: as many as a caller may name.
fn room<T>(count: usize) -> Result<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| no_memory(count))?;
    Ok(list)
}

impl Sorted {
    /// Sorts so many places by their chunks, two of which `order` compares.
    fn new(count: usize, order: impl Fn(usize, usize) -> Order) -> Result<Self> {
        let mut places = room(count)?;
        places.extend(0..count);
        places.sort_unstable_by(|a, b| order(*a, *b).then(a.cmp(b)));
        let is_end = |at: &usize| *at == count || order(places[at - 1], places[*at]).is_ne();
        let mut ends = room((1..=count).filter(is_end).count())?;
        ends.extend((1..=count).filter(is_end));
        Ok(Self { places, ends })
    }

    /// The places of one chunk.
    fn chunk(&self, index: usize) -> &[usize] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.places[start..self.ends[index]]
    }
}

impl Groups<'_> {
    /// The number of chunks.
    fn count(&self) -> Result<usize> {
        let count = self.sorted.iter().try_fold(1_usize, |count, sorted| count.checked_mul(sorted.ends.len()));
        count.ok_or_else(|| Error::limit("the selection touches more chunks than can be counted"))
    }

    /// The elements of one of the chunks.
    fn get(&self, index: usize) -> Result<Group> {
        match self.selection {
            Selection::Points(points) => {
                let (rank, own) = (self.shape.len(), self.sorted[0].chunk(index));
                Group::new(rank, own.len(), |at, axis| points[own[at] * rank + axis], |at| own[at])
            }
            Selection::Orthogonal(lists) => self.combined(lists, index),
        }
    }

    /// All combinations of the indices that one of the chunks has along each axis.
    fn combined(&self, lists: &[Option<Vec<u64>>], mut chunk: usize) -> Result<Group> {
        let rank = lists.len();
        let mut own: Vec<&[usize]> = vec![&[]; rank];
        // The combinations before one place along an axis changes.
        let (mut strides, mut total) = (vec![1; rank], 1);
        for axis in (0..rank).rev() {
            let count = self.sorted[axis].ends.len();
            own[axis] = self.sorted[axis].chunk(chunk % count);
            chunk /= count;
            strides[axis] = total;
            total *= own[axis].len();
        }
        let place = |at: usize, axis: usize| own[axis][at / strides[axis] % own[axis].len()];
        let number = |at: usize| {
            (0..rank).fold(0, |number, axis| number * length(&lists[axis], self.shape[axis]) + place(at, axis))
        };
        Group::new(rank, total, |at, axis| index(&lists[axis], place(at, axis)), number)
    }
}

impl Group {
    /// So many elements, each of which has an index along each axis, and a number in the selection.
    fn new(
        rank: usize,
        count: usize,
        index: impl Fn(usize, usize) -> u64,
        number: impl Fn(usize) -> usize,
    ) -> Result<Self> {
        let along = |axis: usize| {
            (0..count)
                .map(|at| index(at, axis))
                .fold((u64::MAX, 0), |(least, most), index| (least.min(index), most.max(index)))
        };
        let (start, end): (Vec<u64>, Vec<u64>) = (0..rank).map(along).unzip();
        let (mut places, mut numbers) = (room(count * rank)?, room(count)?);
        // A chunk has no more elements than memory.
        places.extend(
            (0..count)
                .flat_map(|at| (0..rank).map(move |axis| (at, axis)))
                .map(|(at, axis)| (index(at, axis) - start[axis]) as usize),
        );
        numbers.extend((0..count).map(number));
        let count = start.iter().zip(end).map(|(start, end)| end + 1 - start).collect();
        Ok(Self { region: Region { start, count, step: Vec::new() }, places, numbers })
    }

    /// The numbers of the elements in their region, in C order.
    fn offsets(&self) -> impl Iterator<Item = usize> + '_ {
        let (rank, count) = (self.region.rank(), &self.region.count);
        let offset = move |place: &[usize]| {
            place.iter().zip(count).fold(0, |offset, (place, count)| offset * *count as usize + place)
        };
        (0..self.numbers.len()).map(move |at| offset(&self.places[at * rank..(at + 1) * rank]))
    }
}

impl Array {
    /// The array in which a selection lies. Refuses a selection that reaches outside, and a buffer of another size.
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
        // Without elements, the list of an axis may be longer than memory.
        if buffer.is_empty() {
            return Ok(());
        }
        let read = || -> Result<()> {
            let metadata = &state.metadata;
            let (item, inner) = (metadata.data_type.size(), Shards::new(metadata)?.map(|shards| shards.chunk_shape()));
            let inner = inner.map(|chunk_shape| ChunkGrid::Regular { chunk_shape });
            let grid = inner.as_ref().unwrap_or(&metadata.chunk_grid);
            let groups = selection.grouped(&metadata.shape, grid)?;
            let (total, next, target) = (groups.count()?, AtomicUsize::new(0), Mutex::new(buffer));
            let chunks = self.chunks(metadata)?;
            engine::run(self.threads_of(metadata, grid, total), total as u64, |call, _| {
                let mut found = Vec::new();
                while let Some(index) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|index| *index < total) {
                    if call.stopped() {
                        break;
                    }
                    let group = groups.get(index)?;
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
            let groups = selection.grouped(&metadata.shape, grid)?;
            let total = groups.count()?;
            let picks = |index: usize| {
                let group = groups.get(index)?;
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
                Ok(Picks { tile, places: group.places, numbers: group.numbers, data: buffer })
            };
            let (fence, chunks) = (ArrayFence::new(self, &state), self.chunks(metadata)?);
            let writer = self.writer(&chunks, &fence)?;
            writer.write_picks(total, &picks, self.threads_of(metadata, grid, total))
        };
        write().context(|| self.named())
    }
}
