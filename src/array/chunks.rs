//! Single chunks by their place in a grid: decoded, as they are stored, and which of them there are.
//!
//! An array has two grids: of the chunks, the unit that is encoded, and of the shards, the unit that is stored; without
//! shards they are the same. A chunk is always whole here, also where it overhangs the array.

use super::fence::ArrayFence;
use super::grid::check_position;
use super::handle::Array;
use super::part::Part;
use super::state::ArrayState;
use crate::engine::{self, NewValue, Shard, Shards, UnseenArray, chunk_key, chunk_name, commit, most_as_stored};
use crate::error::{Error, Result, ResultExt};
use crate::grid::{ChunkGrid, Region, Tiles};
use crate::metadata::ArrayMetadata;
use crate::store::StoreExt;
use std::sync::Arc;

/// The most places that are looked at one by one where a store can't list.
const MAX_PROBES: u64 = 1 << 20;

/// The grid that a position counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Chunks as they are encoded: the innermost chunks of shards.
    Chunk,
    /// Chunks as they are stored: whole shards.
    Shard,
}

/// A chunk or shard that was named by its position.
struct ChunkLocation<'a> {
    /// The shard that contains the chunk; None: the chunk is stored by itself.
    shard: Option<Shard<'a>>,
    /// The position of the stored chunk in its grid.
    stored: Vec<u64>,
    /// The first element of the chunk.
    start: Vec<u64>,
    /// Its elements along each axis.
    count: Vec<u64>,
    /// Its first element, counted from that of the shard.
    offset: Vec<u64>,
}

impl<'a> ChunkLocation<'a> {
    fn new(metadata: &'a ArrayMetadata, unit: Unit, position: &[u64]) -> Result<Self> {
        let shards = if unit == Unit::Chunk { Shards::new(metadata)? } else { None };
        let counts = grid_shape(metadata, shards.as_ref());
        check_position(position, &counts, "chunks")?;
        let grid = &metadata.chunk_grid;
        let Some(shards) = shards else {
            let start = position.iter().enumerate().map(|(axis, index)| grid.origin(axis, *index)).collect();
            let (count, offset) = (grid.chunk_shape(position), vec![0; position.len()]);
            return Ok(Self { shard: None, stored: position.to_vec(), start, count, offset });
        };
        let count = shards.chunk_shape();
        // The position is inside the grid, so the products are inside the array; no length of a grid with chunks is
        // zero.
        let start: Vec<u64> = position.iter().zip(&count).map(|(index, length)| index * length).collect();
        let axes = || start.iter().enumerate();
        let stored: Vec<u64> = axes().map(|(axis, start)| grid.find(axis, *start)).collect();
        let offset = axes().map(|(axis, start)| start - grid.origin(axis, stored[axis])).collect();
        Ok(Self { shard: Some(shards.into_one(&stored)?), stored, start, count, offset })
    }
}

/// The number of chunks along each axis, or of shards where none are given.
fn grid_shape(metadata: &ArrayMetadata, shards: Option<&Shards>) -> Vec<u64> {
    match shards.map(Shards::chunk_shape) {
        None => metadata.chunk_grid.grid_shape(&metadata.shape),
        Some(inner) => ChunkGrid::Regular { chunk_shape: inner }.grid_shape(&metadata.shape),
    }
}

impl Array {
    /// Reads a whole chunk into a buffer of exactly its bytes: C order, native byte order. One that is not stored reads
    /// as the fill value.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfBounds`] for a position outside the grid; as [`Array::read_region`].
    pub fn read_chunk(&self, unit: Unit, position: &[u64], buffer: &mut [u8]) -> Result<()> {
        self.whole(unit, position)?.read(buffer)
    }

    /// Writes a whole chunk from a buffer of exactly its bytes: C order, native byte order.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfBounds`] for a position outside the grid; as [`Array::write_region`].
    pub fn write_chunk(&self, unit: Unit, position: &[u64], buffer: &[u8]) -> Result<()> {
        self.whole(unit, position)?.write(buffer)
    }

    /// A chunk as it is stored; None where it is not.
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfBounds`] for a position outside the grid; [`crate::ErrorKind::Data`] for a shard that
    /// can't be taken apart; [`crate::ErrorKind::Limit`] for more bytes than a chunk can have; errors of the store.
    pub fn read_encoded_chunk(&self, unit: Unit, position: &[u64]) -> Result<Option<Vec<u8>>> {
        self.at(unit, position, |state, place| {
            self.read_as(state, || match &place.shard {
                Some(shard) => self.chunks(&state.metadata)?.stored_inner(shard, &place.stored, &place.offset),
                None => self.stored_chunk(&state.metadata, &place.stored),
            })
        })
    }

    /// Stores a chunk that is encoded already, without checking its bytes.
    ///
    /// # Errors
    /// As [`Array::read_encoded_chunk`]; [`crate::ErrorKind::ReadOnly`].
    pub fn write_encoded_chunk(&self, unit: Unit, position: &[u64], value: &[u8]) -> Result<()> {
        self.change_chunk(unit, position, Some(value))
    }

    /// Replaces a stored chunk, or shard, by what `make` returns for it, which is called again where another writer was
    /// faster. True: it was replaced.
    ///
    /// # Errors
    /// As [`Array::write_encoded_chunk`]; errors of `make`.
    pub fn update_encoded_chunk(&self, position: &[u64], make: &mut NewValue<'_>) -> Result<bool> {
        self.at(Unit::Shard, position, |state, place| {
            let metadata = &state.metadata;
            let (chunks, fence) = (self.chunks(metadata)?, ArrayFence::new(self, state)?.overhanging());
            let most = most_as_stored(metadata, &place.stored, self.origin().options.limits.chunk_bytes);
            let (writer, mut replaced) = (self.writer(&chunks, &fence)?, false);
            commit(chunks.store, &fence, &chunks.key(&place.stored), |commit| {
                commit.basis.check_chunk(&place.stored)?;
                replaced = writer.update_stored(commit, &place.stored, most, make)?;
                Ok(())
            })?;
            Ok(replaced)
        })
    }

    /// Erases a chunk, so that it reads as the fill value. A missing chunk is not an error.
    ///
    /// # Errors
    /// As [`Array::write_encoded_chunk`]; [`crate::ErrorKind::Unsupported`] for a store that can't erase.
    pub fn erase_chunk(&self, unit: Unit, position: &[u64]) -> Result<()> {
        self.change_chunk(unit, position, None)
    }

    /// A chunk or shard as it is stored; None where it is not.
    pub(super) fn stored_chunk(&self, metadata: &ArrayMetadata, position: &[u64]) -> Result<Option<Vec<u8>>> {
        let (store, limits) = (&*self.origin().store, self.origin().options.limits);
        let most = most_as_stored(metadata, position, limits.chunk_bytes);
        match engine::get(store, &chunk_key(self.data_prefix(), metadata, position), most)? {
            None => {
                self.confirm()?;
                engine::alternative(store, self.data_prefix(), metadata, position)
            }
            value => Ok(value),
        }
    }

    /// Stores an encoded chunk, or (None) erases it.
    fn change_chunk(&self, unit: Unit, position: &[u64], value: Option<&[u8]>) -> Result<()> {
        self.at(unit, position, |state, place| self.put_encoded(state, place, value))
    }

    /// Stores a value that is a chunk or shard of this array already.
    pub(super) fn put_stored(&self, position: &[u64], value: &[u8]) -> Result<()> {
        let state = self.current()?;
        let place = ChunkLocation::new(&state.metadata, Unit::Shard, position)?;
        self.put_encoded(&state, &place, Some(value))
    }

    fn put_encoded(&self, state: &Arc<ArrayState>, place: &ChunkLocation<'_>, value: Option<&[u8]>) -> Result<()> {
        let metadata = &state.metadata;
        let (chunks, fence) = (self.chunks(metadata)?, ArrayFence::new(self, state)?.overhanging());
        let writer = self.writer(&chunks, &fence)?;
        commit(chunks.store, &fence, &chunks.key(&place.stored), |commit| {
            commit.basis.check_chunk(&place.stored)?;
            match &place.shard {
                Some(shard) => writer.set_inner(commit, shard, &place.stored, &place.offset, value),
                None => writer.put(commit, None, &place.stored, value),
            }
        })
    }

    /// The bytes that a chunk takes where it is stored; None where it is not.
    ///
    /// # Errors
    /// As [`Array::read_encoded_chunk`].
    pub fn encoded_chunk_size(&self, unit: Unit, position: &[u64]) -> Result<Option<u64>> {
        self.at(unit, position, |state, place| match &place.shard {
            Some(shard) => self.chunks(&state.metadata)?.inner_size(shard, &place.stored, &place.offset),
            None => self.stored_size(&state.metadata, &place.stored),
        })
    }

    /// True if a killed writer may have left a partial chunk: files may be written in place (`"atomic": false`). A
    /// remote store writes each value atomically.
    pub fn may_hold_halves(&self) -> bool {
        self.origin().store.capabilities().in_flight <= 1
    }

    /// The positions of the chunks that are stored, in C order.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for a huge grid in a store that can't list; as [`Array::read_encoded_chunk`].
    pub fn stored_chunks(&self, unit: Unit) -> Result<Vec<Vec<u64>>> {
        let list = || -> Result<Vec<Vec<u64>>> {
            self.confirm()?;
            let metadata = self.description()?;
            let mut found = match self.listed_chunks(&metadata)? {
                Some(found) => found,
                None => self.probed_chunks(&metadata)?,
            };
            let shards = if unit == Unit::Chunk { Shards::new(&metadata)? } else { None };
            if let Some(shards) = &shards {
                let counts = grid_shape(&metadata, Some(shards));
                let chunks = self.chunks(&metadata)?;
                let mut inner = Vec::new();
                for position in found {
                    let shard = &*shards.at(&position)?;
                    chunks.list_inner(shard, &position, &mut inner).context(|| chunk_name(&position))?;
                }
                // A shard may hold chunks beyond the border of the array.
                inner.retain(|position| position.iter().zip(&counts).all(|(index, count)| index < count));
                found = inner;
            }
            found.sort_unstable();
            Ok(found)
        };
        list().context(|| self.named())
    }

    /// True if any chunk of an array that is described so is stored, also one outside of it, which a shrink has left
    /// that was interrupted: growing would show it.
    ///
    /// # Errors
    /// As [`Array::stored_chunks`].
    pub(super) fn has_chunks(&self, metadata: &ArrayMetadata) -> Result<bool> {
        match self.listed_positions(metadata)? {
            Some(found) => Ok(!found.is_empty()),
            None => Ok(!self.probed_chunks(metadata)?.is_empty()),
        }
    }

    /// The positions of the stored chunks of an array that is described so, by one listing, in no order; None where the
    /// store can't list.
    pub(super) fn listed_chunks(&self, metadata: &ArrayMetadata) -> Result<Option<Vec<Vec<u64>>>> {
        let grid = metadata.chunk_grid.grid_shape(&metadata.shape);
        let inside = |position: &Vec<u64>| position.iter().zip(&grid).all(|(index, count)| index < count);
        let found = self.listed_positions(metadata)?;
        Ok(found.map(|found| found.into_iter().filter(inside).collect()))
    }

    /// As [`Array::listed_chunks`], with those outside of the array.
    fn listed_positions(&self, metadata: &ArrayMetadata) -> Result<Option<Vec<Vec<u64>>>> {
        let rank = metadata.shape.len();
        if rank == 0 {
            return Ok(Some(self.stored_size(metadata, &[])?.map(|_| Vec::new()).into_iter().collect()));
        }
        let store = &self.origin().store;
        if !store.capabilities().listable {
            return Ok(None);
        }
        let prefix = self.data_prefix();
        let keys = store.list_prefix(prefix)?;
        let names = keys.iter().filter_map(|key| key.get(prefix.len()..));
        Ok(Some(names.filter_map(|name| metadata.chunk_keys.position(name, rank)).collect()))
    }

    /// The positions of the stored chunks, by a request for each.
    fn probed_chunks(&self, metadata: &ArrayMetadata) -> Result<Vec<Vec<u64>>> {
        let grid = metadata.chunk_grid.grid_shape(&metadata.shape);
        let count = crate::grid::element_count(&grid).filter(|count| *count <= MAX_PROBES);
        if count.is_none() {
            return Err(Error::unsupported(format!("the store can't list, and there are {grid:?} places to look at")));
        }
        let mut found = Vec::new();
        for place in every_place(grid)? {
            if self.stored_size(metadata, &place)?.is_some() {
                found.push(place);
            }
        }
        Ok(found)
    }

    fn stored_size(&self, metadata: &ArrayMetadata, position: &[u64]) -> Result<Option<u64>> {
        let store = &*self.origin().store;
        match store.size(&chunk_key(self.data_prefix(), metadata, position))? {
            None => {
                self.confirm()?;
                engine::alternative_key(self.data_prefix(), metadata, position).map_or(Ok(None), |key| store.size(&key))
            }
            size => Ok(size),
        }
    }

    /// Does something with one chunk, and names it in errors.
    fn at<T>(
        &self,
        unit: Unit,
        position: &[u64],
        work: impl FnOnce(&Arc<ArrayState>, &ChunkLocation) -> Result<T>,
    ) -> Result<T> {
        let state = self.with_place(unit, position)?;
        let place = ChunkLocation::new(&state.metadata, unit, position);
        let done = place.and_then(|place| work(&state, &place));
        done.context(|| chunk_name(position)).context(|| self.named())
    }

    /// The array with a place in its grid, as its document says it once more where what is known has no such place.
    fn with_place(&self, unit: Unit, position: &[u64]) -> Result<Arc<ArrayState>> {
        let found = self.look(|state| ChunkLocation::new(&state.metadata, unit, position).map(drop));
        found.map_or_else(|_| self.current(), |found| Ok(found.state))
    }

    /// A whole chunk, including the part outside of the array.
    fn whole(&self, unit: Unit, position: &[u64]) -> Result<Part<'_>> {
        let state = self.with_place(unit, position)?;
        let place = ChunkLocation::new(&state.metadata, unit, position).context(|| chunk_name(position));
        let bounds = place.map(|place| (place.start, place.count));
        let part = bounds.and_then(|(start, count)| Part::chunk(self, Arc::clone(&state), &start, &count));
        part.context(|| self.named())
    }
}

/// Every position in a grid, in C order.
pub(super) fn every_place(grid: Vec<u64>) -> Result<Vec<Vec<u64>>> {
    let all = Region { start: vec![0; grid.len()], count: grid, step: Vec::new() };
    let single = ChunkGrid::Regular { chunk_shape: vec![1; all.rank()] };
    let tiles = Tiles::new(&all, &single)?;
    Ok(std::iter::from_fn(|| tiles.take()).map(|tile| tile.position).collect())
}
