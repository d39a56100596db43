//! Reading through the cache of chunks, for handles that ask for one: cached chunks are copied from there, and
//! fetched ones are decoded into memory of their own, which is then cached.
//!
//! A cached shard index lists the inner chunks of the shard. When one of them must be fetched, the index is fetched
//! again, since another process may have replaced the shard. Cached inner chunks are used only with the index that they
//! were read with.

use super::{Placer, ShardTarget};
use crate::engine::cache::{CacheKey, ChunkCache, PendingEntry};
use crate::engine::picks::{Cut, PickBuffer};
use crate::engine::shard::{Shard, part_of};
use crate::engine::threads::{CallThreads, Worker};
use crate::error::Result;
use crate::grid::Window;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

/// The result of looking a window up in the cache.
#[derive(Debug)]
pub(in crate::engine) enum CacheLookup {
    /// It is filled.
    Placed,
    /// It is not filled; the fetched data will fill this cache entry, if there is a cache.
    Missing(Option<PendingEntry>),
}

/// Inner chunks by their numbers: elements, or a shard as it is stored.
type FoundInner = HashMap<usize, Arc<Vec<u8>>>;

impl Placer<'_> {
    /// Puts the cached parts of a chunk or shard into the buffer, if they are all that the window touches.
    pub fn place_cached(&self, key: &str, window: &mut Window, worker: &mut Worker) -> Result<CacheLookup> {
        let Some(cache) = self.cache else { return Ok(CacheLookup::Missing(None)) };
        let cache_key = cache.key(self.chunks.store, key);
        let is_placed = match &self.chunks.shards {
            Some(shards) => {
                let shard = &*shards.at(&window.tile().position)?;
                let wanted = || shard.numbers_in(&part_of(window.tile()));
                match self.find_inner(&cache, &cache_key, wanted)? {
                    Some(found) => self.place_cached_window(&found, shard, window, worker).map(|()| true)?,
                    None => false,
                }
            }
            None => self.place_cached_chunk(&cache, &cache_key, window, worker)?,
        };
        Ok(if is_placed { CacheLookup::Placed } else { CacheLookup::Missing(Some(cache.watch(cache_key))) })
    }

    /// As [`Placer::place_cached`], for single elements of a shard.
    pub fn place_cached_picks(
        &self,
        key: &str,
        shard: &Shard,
        cut: &Cut<'_>,
        buffer: &PickBuffer<'_>,
        worker: &mut Worker,
    ) -> Result<CacheLookup> {
        let Some(cache) = self.cache else { return Ok(CacheLookup::Missing(None)) };
        let cache_key = cache.key(self.chunks.store, key);
        let Some(found) = self.find_inner(&cache, &cache_key, || cut.numbers(shard))? else {
            return Ok(CacheLookup::Missing(Some(cache.watch(cache_key))));
        };
        let next = AtomicUsize::new(0);
        while let Some(picks) = cut.take(&next)? {
            match (found.get(&shard.number(&picks.tile.position)), &shard.inside) {
                (None, _) => self.fill_picks(&picks, buffer)?,
                (Some(stored), Some(inside)) => {
                    let target = ShardTarget::Picks(&picks.cut(&inside.grid)?, buffer);
                    self.place_stored(inside, target, stored, None, &mut worker.with(CallThreads::new(1)))?;
                }
                (Some(elements), None) => {
                    let block = self.chunks.layouts.of(&picks.tile.position)?.block(&picks.tile);
                    buffer.copy(&picks, &block, elements)?;
                }
            }
        }
        Ok(CacheLookup::Placed)
    }

    fn place_cached_chunk(
        &self,
        cache: &ChunkCache,
        cache_key: &CacheKey,
        window: &mut Window,
        worker: &mut Worker,
    ) -> Result<bool> {
        let layout = self.chunks.layouts.of(&window.tile().position)?;
        match cache.chunk(cache_key).filter(|elements| elements.len() == layout.size) {
            None => Ok(false),
            Some(elements) => {
                let block = layout.block(window.tile());
                self.copy(window, &elements, &block, worker.scratch).map(|()| true)
            }
        }
    }

    fn place_cached_window(
        &self,
        found: &FoundInner,
        shard: &Shard,
        window: &mut Window,
        worker: &mut Worker,
    ) -> Result<()> {
        let part = part_of(window.tile());
        let parts = window.cut(&part, &shard.grid)?;
        while let Some(mut window) = parts.take() {
            match (found.get(&shard.number(&window.tile().position)), &shard.inside) {
                (None, _) => self.fill(&mut window)?,
                (Some(stored), Some(inside)) => {
                    let target = ShardTarget::Window(&mut window);
                    self.place_stored(inside, target, stored, None, &mut worker.with(CallThreads::new(1)))?;
                }
                (Some(elements), None) => {
                    let block = self.chunks.layouts.of(&window.tile().position)?.block(window.tile());
                    self.copy(&mut window, elements, &block, worker.scratch)?;
                }
            }
        }
        Ok(())
    }

    /// The needed inner chunks, by their numbers; None if one of them must be fetched.
    fn find_inner(
        &self,
        cache: &ChunkCache,
        cache_key: &CacheKey,
        wanted: impl FnOnce() -> Result<Vec<usize>>,
    ) -> Result<Option<FoundInner>> {
        let Some(index) = cache.index(cache_key) else { return Ok(None) };
        let mut numbers = wanted()?;
        // An error in the index is reported where the index is fetched.
        numbers.retain(|number| !matches!(index.get(*number), Ok(None)));
        let Some(inner) = cache.inner(cache_key, &index, &numbers) else { return Ok(None) };
        Ok(Some(numbers.into_iter().zip(inner).collect()))
    }
}
