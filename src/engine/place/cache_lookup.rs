//! Reading through the cache of chunks, for handles that ask for one: cached chunks are copied from there, and
//! fetched ones are decoded into memory of their own, which is then cached.
//!
//! The index of a shard that is kept tells which inner chunks there are. As soon as one of them must be fetched, the
//! index is fetched with it: another process may have replaced the shard, and an index is never used on another shard
//! than its own.

use super::Placer;
use crate::engine::cache::{CacheKey, CachePart, ChunkCache, PendingEntry};
use crate::engine::shard::{Shard, part_of};
use crate::engine::threads::{CallThreads, Worker};
use crate::error::Result;
use crate::grid::{Tiles, Window};
use std::collections::HashMap;
use std::sync::Arc;

/// The result of looking a window up in the cache.
#[derive(Debug)]
pub(in crate::engine) enum CacheLookup {
    /// It is filled.
    Placed,
    /// It is not filled; the fetched data will fill this cache entry, if there is a cache.
    Missing(Option<PendingEntry>),
}

impl Placer<'_> {
    /// Puts the cached parts of a chunk or shard into the buffer, if they are all that the window touches.
    pub fn place_cached(&self, key: &str, window: &mut Window, worker: &mut Worker) -> Result<CacheLookup> {
        let Some(cache) = self.cache else { return Ok(CacheLookup::Missing(None)) };
        let cache_key = ChunkCache::key(self.chunks.store, key);
        let is_placed = match &self.chunks.shards {
            Some(_) => self.place_cached_shard(cache, &cache_key, window, worker)?,
            None => self.place_cached_chunk(cache, &cache_key, window, worker)?,
        };
        Ok(if is_placed { CacheLookup::Placed } else { CacheLookup::Missing(Some(cache.watch(cache_key))) })
    }

    fn place_cached_chunk(
        &self,
        cache: &ChunkCache,
        cache_key: &CacheKey,
        window: &mut Window,
        worker: &mut Worker,
    ) -> Result<bool> {
        let layout = self.chunks.layouts.of(&window.tile().position)?;
        match cache.bytes(cache_key, CachePart::Chunk).filter(|elements| elements.len() == layout.size) {
            None => Ok(false),
            Some(elements) => {
                let block = layout.block(window.tile());
                self.copy(window, &elements, &block, worker.scratch).map(|()| true)
            }
        }
    }

    fn place_cached_shard(
        &self,
        cache: &ChunkCache,
        cache_key: &CacheKey,
        window: &mut Window,
        worker: &mut Worker,
    ) -> Result<bool> {
        let shard = &*self.chunks.shard(window)?;
        let Some(found) = self.find_inner(cache, cache_key, shard, window)? else { return Ok(false) };
        let part = part_of(window);
        let parts = window.cut(&part, &shard.grid)?;
        while let Some(mut window) = parts.take() {
            match (found.get(&shard.number(&window.tile().position)), &shard.inside) {
                (None, _) => self.fill(&mut window)?,
                (Some(stored), Some(inside)) => {
                    self.place_stored(inside, &mut window, stored, None, &mut worker.with(CallThreads::new(1)))?;
                }
                (Some(elements), None) => {
                    let block = self.chunks.layouts.of(&window.tile().position)?.block(window.tile());
                    self.copy(&mut window, elements, &block, worker.scratch)?;
                }
            }
        }
        Ok(true)
    }

    /// The inner chunks that a window touches, by their numbers; None where one of them must be fetched.
    fn find_inner(
        &self,
        cache: &ChunkCache,
        cache_key: &CacheKey,
        shard: &Shard,
        window: &Window,
    ) -> Result<Option<HashMap<usize, Arc<Vec<u8>>>>> {
        let Some(index) = cache.index(cache_key) else { return Ok(None) };
        let mut found = HashMap::new();
        let part = part_of(window);
        let tiles = Tiles::new(&part, &shard.grid)?;
        while let Some(tile) = tiles.take() {
            let number = shard.number(&tile.position);
            // An error in the index is reported where the index is fetched.
            let Ok(range) = index.get(number) else { return Ok(None) };
            if range.is_none() {
                continue;
            }
            let size = self.chunks.layouts.of(&tile.position)?.size;
            let bytes = cache.bytes(cache_key, CachePart::Inner(number));
            match bytes.filter(|bytes| shard.inside.is_some() || bytes.len() == size) {
                Some(bytes) => found.insert(number, bytes),
                None => return Ok(None),
            };
        }
        Ok(Some(found))
    }
}
