//! Reading: for each chunk that a region touches a plan, what the store gives for it, and that put into the caller's buffer.

use super::cache::ChunkCache;
use super::chunks::{Chunks, chunk_name};
use super::convert::Converter;
use super::fetch::{Fetched, Task};
use super::place::{Cached, Placer};
use super::plan::{Asking, Plan};
use super::threads::batches::{Batch, fetch_and_work};
use super::threads::{self, Team, Worker};
use super::values::Found;
use super::watch::Watch;
use crate::codec::Scratch;
use crate::error::{Result, ResultExt};
use crate::grid::{TiledBuffer, Window};
use std::sync::{Mutex, PoisonError};

/// Reads regions of one array.
pub struct Reader<'a> {
    chunks: &'a Chunks<'a>,
    placer: Placer<'a>,
    /// What is told of each chunk, or shard.
    watch: Option<&'a Watch<'a>>,
}

impl<'a> Reader<'a> {
    /// A reader that keeps what it decodes in a cache, if there is one. Chunks that nothing encodes are read in part as ever.
    pub fn new(chunks: &'a Chunks<'a>, cache: Option<&'a ChunkCache>) -> Self {
        let is_useful = chunks.shards.is_some() || !chunks.metadata.chain.is_raw();
        let cache = cache.filter(|_| is_useful);
        Self { chunks, placer: Placer { chunks, cache, found: None, converter: None }, watch: None }
    }

    /// The same for elements of variable length.
    pub fn keeping(mut self, found: &'a Found) -> Self {
        self.placer.found = Some(found);
        self
    }

    /// The same for a caller that watches.
    pub fn watched(self, watch: Option<&'a Watch<'a>>) -> Self {
        Self { watch, ..self }
    }

    /// The same into a buffer of another type.
    pub fn converting(mut self, converter: Option<&'a Converter<'a>>) -> Self {
        self.placer.converter = converter;
        self
    }

    /// Fills a buffer.
    ///
    /// # Errors
    /// What the store gives; [`crate::ErrorKind::Data`] for corrupt chunks; [`crate::ErrorKind::Cancelled`] when the caller says so.
    pub fn read(&self, target: &TiledBuffer, team: Team) -> Result<()> {
        let capabilities = self.chunks.store.capabilities();
        let has_shards = self.chunks.shards.is_some();
        let is_far = capabilities.in_flight > 1 && (!has_shards || target.total() > 1);
        if is_far || !(capabilities.thread_safe || has_shards) {
            return self.read_together(target, team);
        }
        // A store for the calling thread only is asked by that, and all decode inner chunks.
        let tasks = if capabilities.thread_safe { target.total() } else { 1 };
        threads::run(team, tasks, |crew, worker| {
            let mut done = None;
            while let Some(window) = (!crew.stopped()).then(|| target.take_after(done.take())).flatten() {
                // The threads of a shard have its inner chunks to share.
                let team = if has_shards { worker.team } else { worker.team.beside(target.left()) };
                let worker = &mut worker.with(team);
                if let Some(task) = self.begin(window, Asking::OneByOne, worker)? {
                    done = Some(self.read_one(task, worker)?);
                }
            }
            Ok(())
        })
    }

    /// For stores that only the calling thread may use, or that like to be asked for much at once: that thread fetches
    /// batches, and all decode.
    fn read_together(&self, target: &TiledBuffer, team: Team) -> Result<()> {
        let batch = Batch::new(self.chunks.store, team.threads());
        let torn = Mutex::new(Vec::new());
        let fetch = || {
            let (mut tasks, mut requests, mut bytes) = (Vec::new(), 0, 0_u64);
            let mut scratch = Scratch::new();
            let worker = &mut Worker { team, scratch: &mut scratch };
            while let Some(window) = batch.wants(requests, bytes).then(|| target.take()).flatten() {
                let Some(task) = self.begin(window, Asking::Together, worker)? else { continue };
                bytes = bytes.saturating_add(task.state.bytes(self.chunks, &task.window)?);
                requests += task.state.requests();
                tasks.push(task);
            }
            if tasks.is_empty() { Ok(Vec::new()) } else { self.chunks.fetch_many(tasks) }
        };
        fetch_and_work(team, target.total(), fetch, |task, worker| {
            let team = if self.chunks.shards.is_some() { worker.team } else { worker.team.beside(target.left()) };
            let mut task: Task<'_, Fetched> = task;
            if self.place(&mut task, &mut worker.with(team))? {
                return self.step();
            }
            torn.lock().unwrap_or_else(PoisonError::into_inner).push(task);
            Ok(())
        })?;
        // The calling thread fetches again, by itself, what was torn; what is wrong altogether is then seen to be.
        let torn = torn.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut scratch = Scratch::new();
        let worker = &mut Worker { team, scratch: &mut scratch };
        torn.into_iter().try_for_each(|Task { key, window, keep, .. }| {
            let state = Plan::new(self.chunks, &window, Asking::OneByOne, self.placer.converter.is_some())?;
            self.read_one(Task { key, window, keep, state }, worker).map(drop)
        })
    }

    /// Plans what to fetch for a window; None: it is filled from the cache.
    fn begin<'w>(&self, mut window: Window<'w>, asking: Asking, worker: &mut Worker) -> Result<Option<Task<'w, Plan>>> {
        let key = self.chunks.key(&window.tile().position);
        let mut plan = || match self.placer.place_cached(&key, &mut window, worker)? {
            Cached::Placed => Ok(None),
            Cached::Missing(keep) => {
                let plan = Plan::new(self.chunks, &window, asking, self.placer.converter.is_some())?;
                Ok(Some((plan, keep)))
            }
        };
        let planned = plan().context(|| chunk_name(&window.tile().position))?;
        match planned {
            Some((state, keep)) => Ok(Some(Task { key, window, keep, state })),
            None => self.step().map(|()| None),
        }
    }

    /// Fetches and places what was planned for a window, which is given back.
    fn read_one<'w>(&self, task: Task<'w, Plan>, worker: &mut Worker) -> Result<Window<'w>> {
        let Task { key, mut window, keep, state: plan } = task;
        let state = self.chunks.fetch(&key, plan, &mut window, worker);
        let state = state.context(|| chunk_name(&window.tile().position))?;
        let mut task = Task { key, window, keep, state };
        if !self.place(&mut task, worker)? {
            // One request decides.
            let plan = Plan::Shard { part: None };
            let state = self.chunks.fetch(&task.key, plan, &mut task.window, worker);
            task.state = state.context(|| chunk_name(&task.window.tile().position))?;
            self.place(&mut task, worker)?;
        }
        task.state.give_back(worker.scratch);
        self.step()?;
        Ok(task.window)
    }

    /// Puts what was fetched into the buffer. False: it does not belong together.
    fn place(&self, task: &mut Task<'_, Fetched>, worker: &mut Worker) -> Result<bool> {
        let Task { window, state, keep, .. } = task;
        let placed = self.placer.place(window, state, keep.as_ref(), worker);
        placed.context(|| chunk_name(&window.tile().position))
    }

    /// Tells that a chunk, or shard, is done.
    fn step(&self) -> Result<()> {
        self.watch.map_or(Ok(()), Watch::step)
    }
}
