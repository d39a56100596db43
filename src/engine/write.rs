//! Writing: whole chunks without reading, parts of chunks by reading, changing and writing back under the chunk's lock.

use super::bounds;
use super::chunks::Chunks;
use super::commit::{Commit, Fence, commit};
use super::convert::Converter;
use super::layout::ChunkLayout;
use super::patch::{ElementSource, Encoder, Old, Patch, StoreChunk};
use super::picks::Cut;
use super::progress::ProgressMeter;
use super::threads::{self, CallThreads, Worker};
use crate::dtype::Fallback;
use crate::error::{Error, ErrorKind, Result};
use crate::grid::{MemoryBlock, Tile, TiledSource};
use crate::store::{self, Access, Claim, StoreExt};
use std::sync::atomic::AtomicUsize;

/// Makes a new value from a stored one; None: it stays as it is.
pub type NewValue<'m> = dyn FnMut(&[u8]) -> Result<Option<Vec<u8>>> + 'm;

/// Writes regions of one array.
pub struct Writer<'a> {
    pub(super) chunks: &'a Chunks<'a>,
    pub(super) encoder: Encoder<'a>,
    pub(super) fence: &'a dyn Fence,
    write_empty_chunks: bool,
    /// Reports each chunk, or shard, that is done.
    progress: Option<&'a ProgressMeter<'a>>,
}

impl<'a> Writer<'a> {
    /// A writer that relies on a document; `write_empty_chunks`: also store chunks that hold only the fill value.
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`] for a data type that is only read.
    pub fn new(chunks: &'a Chunks<'a>, fence: &'a dyn Fence, write_empty_chunks: bool) -> Result<Self> {
        if let Some(Fallback { data_type, of }) = chunks.metadata.data_type.fallback() {
            return Err(Error::unsupported(format!(
                "{of} is not known: its elements can be read as {data_type}, not written"
            )));
        }
        Ok(Self { chunks, encoder: Encoder { chunks, converter: None }, fence, write_empty_chunks, progress: None })
    }

    /// Converts the elements from the type of the buffer.
    pub fn converting(mut self, converter: Option<&'a Converter<'a>>) -> Self {
        self.encoder.converter = converter;
        self
    }

    /// Reports progress to the caller.
    pub fn with_progress(self, progress: Option<&'a ProgressMeter<'a>>) -> Self {
        Self { progress, ..self }
    }

    /// Stores a buffer.
    ///
    /// # Errors
    /// Errors of the store; [`ErrorKind::OutOfBounds`] where the array has become shorter; as [`Fence::renew`];
    /// [`ErrorKind::Cancelled`] when the caller says so; [`ErrorKind::Range`] for a fill value that a codec has to keep
    /// and does not.
    pub fn write<'s, T: Sync>(&self, source: &'s TiledSource<'s, T>, threads: CallThreads) -> Result<()>
    where
        ElementSource<'s>: From<&'s [T]>,
    {
        self.chunks.metadata.check_fill()?;
        // A store that only the calling thread may use is written by that thread, which encodes the chunks too.
        let tasks = if self.chunks.store.capabilities().thread_safe { source.total() } else { 1 };
        threads::run(threads, tasks, |call, worker| {
            while let Some((tile, block)) = (!call.stopped()).then(|| source.take()).flatten() {
                // The threads of a shard have its inner chunks to share.
                let has_shards = self.chunks.shards.is_some();
                let threads = if has_shards { worker.threads } else { worker.threads.beside(source.left()) };
                self.write_tile(&tile, source.data().into(), &block, &mut worker.with(threads))
                    .map_err(|error| self.chunks.named(&tile.position, error))?;
                self.progress.map_or(Ok(()), ProgressMeter::step)?;
            }
            Ok(())
        })
    }

    /// Stores single elements, cut by chunks, or shards.
    ///
    /// # Errors
    /// As [`Writer::write`].
    pub fn write_picks(&self, cut: &Cut<'_>, data: &[u8], threads: CallThreads) -> Result<()> {
        self.chunks.metadata.check_fill()?;
        let next = AtomicUsize::new(0);
        threads::run(threads, cut.total() as u64, |call, worker| {
            while !call.stopped() {
                let Some(picks) = cut.take(&next)? else { break };
                let nowhere = MemoryBlock { offset: 0, strides: Vec::new() };
                self.write_tile(&picks.tile, ElementSource::Picks(&picks, data), &nowhere, worker)
                    .map_err(|error| self.chunks.named(&picks.tile.position, error))?;
            }
            Ok(())
        })
    }

    fn write_tile(
        &self,
        tile: &Tile,
        source: ElementSource<'_>,
        from: &MemoryBlock,
        worker: &mut Worker,
    ) -> Result<()> {
        commit(self.chunks.store, self.fence, &self.chunks.key(&tile.position), |commit| {
            commit.basis.check(tile)?;
            match &self.chunks.shards {
                Some(shards) => self.write_shard(shards, commit, tile, source, from, worker),
                None => self.write_chunk(commit, tile, source, from, worker),
            }
        })
    }

    fn write_chunk(
        &self,
        commit: &Commit<'_>,
        tile: &Tile,
        source: ElementSource<'_>,
        from: &MemoryBlock,
        worker: &mut Worker,
    ) -> Result<()> {
        let (chunks, store, key) = (self.chunks, self.chunks.store, commit.key);
        let layout = &*chunks.layouts.of(&tile.position)?;
        let inside = self.inside(commit, &tile.position);
        let patch = &Patch { to: &layout.block(tile), count: &tile.count, inside: inside.as_deref(), source, from };
        if source.is_dense() && self.covers_chunk(commit, tile) {
            let store = &mut |value: Option<&[u8]>| self.put(commit, None, &tile.position, value);
            return self.replace_chunk(store, Old::Missing, patch, layout, worker);
        }
        let most = chunks.most_of_chunk(&tile.position)?;
        let claim = &store::claim(store, key, Access::Exclusive)?;
        if store.capabilities().conditional {
            return commit.change_versioned(|| {
                let (old, version) = store.get_versioned(key, most)?;
                let old = chunks.or_alternative(old, &tile.position)?;
                self.encoder.encode_over(old.as_deref().into(), patch, layout, false, worker, &mut |value| {
                    let _pass = commit.pass()?;
                    store.set_if(key, &version, value.unwrap_or_default())
                })
            });
        }
        let put = &mut |value: Option<&[u8]>| self.put(commit, Some(claim), &tile.position, value);
        let marked = commit.change_old()?;
        if chunks.metadata.chain.is_raw() && store.capabilities().reads_into {
            // The old elements are read to where they are wanted.
            let unmarked = marked.is_none().then(|| store.hold(key)).transpose()?;
            if let Some(held) = marked.or(unmarked.as_deref())
                && held.size()?.is_some()
            {
                return self.replace_chunk(put, Old::Stored(held), patch, layout, worker);
            }
        }
        let old = chunks.or_alternative(bounds::get_old(store, marked, key, most)?, &tile.position)?;
        self.replace_chunk(put, old.as_deref().into(), patch, layout, worker)
    }

    /// Replaces a stored chunk, or shard, of at most `most` bytes by what `make` returns for it, which is called again
    /// where another writer was faster. True: it was replaced.
    ///
    /// # Errors
    /// As [`Writer::write`]; errors of `make`.
    pub fn update_stored(
        &self,
        commit: &Commit<'_>,
        position: &[u64],
        most: u64,
        make: &mut NewValue<'_>,
    ) -> Result<bool> {
        let (chunks, store, key) = (self.chunks, self.chunks.store, commit.key);
        let mut make = |old: Option<Vec<u8>>| match chunks.or_alternative(old, position)? {
            Some(old) => make(&old),
            None => Ok(None),
        };
        let claim = &store::claim(store, key, Access::Exclusive)?;
        let mut replaced = false;
        if store.capabilities().conditional {
            commit.change_versioned(|| {
                let (old, version) = store.get_versioned(key, most)?;
                let Some(new) = make(old)? else { return Ok(()) };
                let _pass = commit.pass()?;
                store.set_if(key, &version, &new).map(|()| replaced = true)
            })?;
            return Ok(replaced);
        }
        let old = bounds::get_old(store, commit.change_old()?, key, most)?;
        match make(old)? {
            Some(new) => self.put(commit, Some(claim), position, Some(&new)).map(|()| true),
            None => Ok(false),
        }
    }

    /// Stores or erases a chunk or shard, as [`Commit::put`]. Before it erases one, it erases the value under the other
    /// key, which would be read in its place.
    ///
    /// # Errors
    /// As [`Commit::put`].
    pub fn put(
        &self,
        commit: &Commit<'_>,
        claim: Option<&Claim<'_>>,
        position: &[u64],
        value: Option<&[u8]>,
    ) -> Result<()> {
        if value.is_none() {
            self.take_other(commit, position)?;
        }
        commit.put(claim, value)
    }

    /// Erases a chunk that is stored under the other key.
    pub(super) fn take_other(&self, commit: &Commit<'_>, position: &[u64]) -> Result<()> {
        self.chunks.alternative_key(position).map_or(Ok(()), |key| commit.put_at(&key, None, None))
    }

    /// Stores a chunk with a part overwritten, or erases it if only the fill value is left.
    fn replace_chunk(
        &self,
        store: StoreChunk<'_>,
        old: Old<'_>,
        patch: &Patch,
        layout: &ChunkLayout,
        worker: &mut Worker,
    ) -> Result<()> {
        // A store that cannot erase, such as a zip file, has an older chunk there: it is written over.
        let leave_out = !self.write_empty_chunks && self.chunks.store.capabilities().erasable;
        match self.encoder.encode_over(old, patch, layout, leave_out, worker, store) {
            Err(error) if leave_out && error.kind() == ErrorKind::Unsupported => {
                self.encoder.encode_over(old, patch, layout, false, worker, store)
            }
            result => result,
        }
    }

    /// The number of elements of a chunk inside the array, along each axis, if the codec stores only those.
    fn inside(&self, commit: &Commit<'_>, position: &[u64]) -> Option<Vec<u64>> {
        let grid = &self.chunks.metadata.chunk_grid;
        let shape = commit.basis.border().filter(|_| self.chunks.metadata.chain.cuts())?;
        let axes = position.iter().zip(shape).enumerate();
        Some(
            axes.map(|(axis, (at, end))| grid.end(axis, *at).min(*end).saturating_sub(grid.origin(axis, *at)))
                .collect(),
        )
    }

    /// True if a tile has every element of its chunk that is inside the array.
    fn covers_chunk(&self, commit: &Commit<'_>, tile: &Tile) -> bool {
        let (grid, border) = (&self.chunks.metadata.chunk_grid, commit.basis.border());
        tile.position.iter().enumerate().all(|(axis, position)| {
            let (origin, end) = (grid.origin(axis, *position), grid.end(axis, *position));
            let end = border.map_or(end, |shape| end.min(shape[axis]));
            tile.in_chunk[axis] == 0 && tile.count[axis] as u64 == end - origin
        })
    }
}
