//! Reading: plans the requests for each chunk that a region touches, fetches them from the store, and places the
//! elements in the caller's buffer.

use super::cache::{CacheView, PendingEntry};
use super::chunks::Chunks;
use super::convert::Converter;
use super::fetch::{Fetched, WindowTask};
use super::picks::{Cut, PickBuffer, Picks};
use super::place::{CacheLookup, Placer};
use super::plan::{Asking, FetchPlan, is_worth_picking};
use super::progress::ProgressMeter;
use super::shard::Shards;
use super::threads::batches::{Batch, fetch_and_work};
use super::threads::{self, CallThreads, Worker};
use super::variable_length::FoundValues;
use crate::codec::Scratch;
use crate::error::Result;
use crate::grid::{TiledBuffer, Window};
use std::sync::atomic::AtomicUsize;
use std::sync::{Mutex, PoisonError};

/// Reads regions of one array.
pub struct Reader<'a> {
    chunks: &'a Chunks<'a>,
    placer: Placer<'a>,
    /// Reports each chunk, or shard, that is done.
    progress: Option<&'a ProgressMeter<'a>>,
}

impl<'a> Reader<'a> {
    /// A reader that keeps decoded chunks in a cache, if there is one. Unencoded chunks bypass the cache if the store
    /// can read into memory.
    pub fn new(chunks: &'a Chunks<'a>, cache: Option<CacheView<'a>>) -> Self {
        let is_straight = || chunks.metadata.chain.is_raw() && chunks.store.capabilities().reads_into;
        let cache = cache.filter(|_| chunks.shards.is_some() || !is_straight());
        Self { chunks, placer: Placer { chunks, cache, found: None, converter: None }, progress: None }
    }

    /// Reads elements of variable length into `found`.
    pub fn keeping(mut self, found: &'a FoundValues) -> Self {
        self.placer.found = Some(found);
        self
    }

    /// Reports progress to the caller.
    pub fn with_progress(self, progress: Option<&'a ProgressMeter<'a>>) -> Self {
        Self { progress, ..self }
    }

    /// Converts the elements to the type of the buffer.
    pub fn converting(mut self, converter: Option<&'a Converter<'a>>) -> Self {
        self.placer.converter = converter;
        self
    }

    /// Fills a buffer.
    ///
    /// # Errors
    /// Errors of the store; [`crate::ErrorKind::Data`] for corrupt chunks; [`crate::ErrorKind::Cancelled`] when the
    /// caller says so.
    pub fn read(&self, target: &TiledBuffer, threads: CallThreads) -> Result<()> {
        let capabilities = self.chunks.store.capabilities();
        let has_shards = self.chunks.shards.is_some();
        let is_far = capabilities.in_flight > 1 && (!has_shards || target.total() > 1);
        if is_far || !(capabilities.thread_safe || has_shards) {
            return self.read_together(target, threads);
        }
        // A store for the calling thread only is asked by that, and all decode inner chunks.
        let tasks = if capabilities.thread_safe { target.total() } else { 1 };
        threads::run(threads, tasks, |call, worker| {
            let mut done = None;
            while let Some(mut window) = (!call.stopped()).then(|| target.take_after(done.take())).flatten() {
                // The threads of a shard have its inner chunks to share.
                let threads = if has_shards { worker.threads } else { worker.threads.beside(target.left()) };
                self.read_window(&mut window, &mut worker.with(threads))
                    .map_err(|error| self.chunks.named(&window.tile().position, error))?;
                self.step()?;
                done = Some(window);
            }
            Ok(())
        })
    }

    /// Fills a buffer with single elements, cut by chunks, or shards.
    ///
    /// # Errors
    /// As [`Reader::read`].
    pub fn read_picks(&self, cut: &Cut<'_>, buffer: &mut [u8], threads: CallThreads) -> Result<()> {
        let metadata = self.chunks.metadata;
        let (buffer, next) = (PickBuffer::new(buffer, metadata.data_type.size()), AtomicUsize::new(0));
        threads::run(threads, cut.total() as u64, |call, worker| {
            while !call.stopped() {
                let Some(picks) = cut.take(&next)? else { break };
                match &self.chunks.shards {
                    Some(shards) => self
                        .read_picks_of_shard(shards, &picks, &buffer, worker)
                        .map_err(|error| self.chunks.named(&picks.tile.position, error))?,
                    None => buffer.by_tile(&picks, &metadata.chunk_grid, worker, |tile, _| {
                        self.read(tile, CallThreads::new(1))
                    })?,
                }
            }
            Ok(())
        })
    }

    /// Plans, fetches and places the picks of one shard: its index once, and the inner chunks together.
    fn read_picks_of_shard(
        &self,
        shards: &Shards,
        picks: &Picks<'_>,
        buffer: &PickBuffer<'_>,
        worker: &mut Worker,
    ) -> Result<()> {
        let position = &picks.tile.position;
        let (key, shard) = (self.chunks.key(position), &*shards.at(position)?);
        let cut = &picks.cut(&shard.grid)?;
        let keep = match self.placer.place_cached_picks(&key, shard, cut, buffer, worker)? {
            CacheLookup::Placed => return Ok(()),
            CacheLookup::Missing(keep) => keep,
        };
        let numbers = cut.numbers(shard)?;
        let is_picked = is_worth_picking(self.chunks, position, || numbers.len() as u64)?;
        let mut fetched =
            self.chunks.fetch_inner(&key, position, &numbers, !is_picked, keep.is_some(), worker.scratch)?;
        if !self.placer.place_picks(shard, cut, buffer, &fetched, keep.as_ref(), worker)? {
            // One request decides.
            fetched = self.chunks.fetch_inner(&key, position, &numbers, true, keep.is_some(), worker.scratch)?;
            self.placer.place_picks(shard, cut, buffer, &fetched, keep.as_ref(), worker)?;
        }
        fetched.give_back(worker.scratch);
        Ok(())
    }

    /// For stores that only the calling thread may use, or that like to be asked for much at once: that thread fetches
    /// batches, and all decode.
    fn read_together(&self, target: &TiledBuffer, threads: CallThreads) -> Result<()> {
        let batch = Batch::new(self.chunks.store, threads.count());
        let torn = Mutex::new(Vec::new());
        let fetch = || {
            let (mut tasks, mut requests, mut bytes) = (Vec::new(), 0, 0_u64);
            let mut scratch = Scratch::new();
            let worker = &mut Worker { threads, scratch: &mut scratch };
            while let Some(mut window) = batch.wants(requests, bytes).then(|| target.take()).flatten() {
                let key = self.chunks.key(&window.tile().position);
                let planned = self.plan(&key, &mut window, Asking::Together, worker);
                let Some((state, keep)) = planned.map_err(|error| self.chunks.named(&window.tile().position, error))?
                else {
                    self.step()?;
                    continue;
                };
                bytes = bytes.saturating_add(state.bytes(self.chunks, &window)?);
                requests += state.requests();
                tasks.push(WindowTask { key, window, keep, state });
            }
            if tasks.is_empty() { Ok(Vec::new()) } else { self.chunks.fetch_many(tasks) }
        };
        fetch_and_work(threads, target.total(), fetch, |mut task: WindowTask<'_, Fetched>, worker| {
            let threads =
                if self.chunks.shards.is_some() { worker.threads } else { worker.threads.beside(target.left()) };
            let WindowTask { window, state, keep, .. } = &mut task;
            let placed = self.placer.place(window, state, keep.as_ref(), &mut worker.with(threads));
            if placed.map_err(|error| self.chunks.named(&task.window.tile().position, error))? {
                return self.step();
            }
            torn.lock().unwrap_or_else(PoisonError::into_inner).push(task.window);
            Ok(())
        })?;
        // The calling thread fetches torn chunks again, one at a time; this also detects corrupt chunks.
        let torn = torn.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut scratch = Scratch::new();
        let worker = &mut Worker { threads, scratch: &mut scratch };
        torn.into_iter().try_for_each(|mut window| {
            self.read_window(&mut window, worker).map_err(|error| self.chunks.named(&window.tile().position, error))?;
            self.step()
        })
    }

    /// Plans the requests for a window, and its cache entry; None if the cache has filled the window.
    fn plan(
        &self,
        key: &str,
        window: &mut Window,
        asking: Asking,
        worker: &mut Worker,
    ) -> Result<Option<(FetchPlan, Option<PendingEntry>)>> {
        let keep = match self.placer.place_cached(key, window, worker)? {
            CacheLookup::Placed => return Ok(None),
            CacheLookup::Missing(keep) => keep,
        };
        Ok(Some((FetchPlan::new(self.chunks, window, asking, self.placer.converter.is_some())?, keep)))
    }

    /// Plans, fetches and places one window.
    fn read_window(&self, window: &mut Window, worker: &mut Worker) -> Result<()> {
        let key = self.chunks.key(&window.tile().position);
        let Some((plan, keep)) = self.plan(&key, window, Asking::OneByOne, worker)? else { return Ok(()) };
        let mut fetched = self.chunks.fetch(&key, plan, window, keep.is_some(), worker)?;
        if !self.placer.place(window, &mut fetched, keep.as_ref(), worker)? {
            // One request decides.
            fetched = self.chunks.fetch(&key, FetchPlan::Shard { numbers: None }, window, keep.is_some(), worker)?;
            self.placer.place(window, &mut fetched, keep.as_ref(), worker)?;
        }
        fetched.give_back(worker.scratch);
        Ok(())
    }

    /// Reports a finished chunk or shard.
    fn step(&self) -> Result<()> {
        self.progress.map_or(Ok(()), ProgressMeter::step)
    }
}
