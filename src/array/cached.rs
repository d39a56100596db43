//! Reading through the cache of chunks, for handles that ask for one: what is kept is copied from there, and what had to
//! be fetched is decoded into memory of its own, which is then kept.
//!
//! The index of a shard that is kept tells which inner chunks there are. As soon as one of them must be fetched, the
//! index is fetched with it: another process may have replaced the shard, and an index is never used on another shard
//! than its own.

use super::chunk_cache::{ChunkCache, Keep, Part, Place};
use super::engine::Team;
use super::read::Reader;
use super::shard::Shard;
use super::shard_read::part_of;
use crate::codec::{Scratch, ShardIndex};
use crate::error::{Error, Result};
use crate::grid::{Tiles, Window};
use std::collections::HashMap;
use std::sync::Arc;

/// What the cache did for a window.
#[derive(Debug)]
pub(super) enum Cached {
    /// It is filled.
    Placed,
    /// It is not; what will be fetched can be kept by this, if there is a cache.
    Missing(Option<Keep>),
}

impl<'a> Reader<'a> {
    /// The same with a cache. Chunks that nothing encodes are read in part from the store as before.
    pub fn caching(mut self, cache: Option<&'a ChunkCache>) -> Self {
        let useful = self.metadata.chain.sharding().is_some() || !self.metadata.chain.is_raw();
        self.cache = cache.filter(|_| useful);
        self
    }

    /// Puts a chunk that is kept into the buffer.
    pub(super) fn place_cached(&self, key: &str, window: &mut Window, scratch: &mut Scratch) -> Result<Cached> {
        let Some(cache) = self.cache else { return Ok(Cached::Missing(None)) };
        let place = ChunkCache::place(self.store, key);
        let layout = self.layouts.of(&window.tile().position)?;
        match cache.bytes(&place, Part::Chunk).filter(|elements| elements.len() == layout.size) {
            None => Ok(Cached::Missing(Some(cache.watch(place)))),
            Some(elements) => {
                let block = layout.block(window.tile());
                self.copy(window, &elements, &block, scratch)?;
                Ok(Cached::Placed)
            }
        }
    }

    /// The same for a shard, if everything that the window touches is kept or known not to be there.
    pub(super) fn place_cached_shard(
        &self,
        shard: &Shard,
        key: &str,
        window: &mut Window,
        scratch: &mut Scratch,
    ) -> Result<Cached> {
        let Some(cache) = self.cache else { return Ok(Cached::Missing(None)) };
        let place = ChunkCache::place(self.store, key);
        let Some(found) = self.find_inner(cache, &place, shard, window)? else {
            return Ok(Cached::Missing(Some(cache.watch(place))));
        };
        let part = part_of(window);
        let parts = window.cut(&part, &shard.grid)?;
        while let Some(mut window) = parts.take() {
            match (found.get(&shard.number(&window.tile().position)), &shard.inside) {
                (None, _) => self.fill(&mut window)?,
                (Some(stored), Some(inside)) => {
                    self.place_whole(inside, &mut window, stored, Team::new(1), (scratch, None))?
                }
                (Some(elements), None) => {
                    let block = self.layouts.of(&window.tile().position)?.block(window.tile());
                    self.copy(&mut window, elements, &block, scratch)?;
                }
            }
        }
        Ok(Cached::Placed)
    }

    /// The inner chunks that a window touches, by their numbers; None where one of them must be fetched.
    fn find_inner(
        &self,
        cache: &ChunkCache,
        place: &Place,
        shard: &Shard,
        window: &Window,
    ) -> Result<Option<HashMap<usize, Arc<Vec<u8>>>>> {
        let Some(index) = cache.index(place) else { return Ok(None) };
        let mut found = HashMap::new();
        let part = part_of(window);
        let tiles = Tiles::new(&part, &shard.grid)?;
        while let Some(tile) = tiles.take() {
            let number = shard.number(&tile.position);
            // What is wrong with an index is told by who fetches it.
            let Ok(range) = index.get(number) else { return Ok(None) };
            if range.is_none() {
                continue;
            }
            let size = self.layouts.of(&tile.position)?.size;
            let bytes = cache.bytes(place, Part::Inner(number));
            match bytes.filter(|bytes| shard.inside.is_some() || bytes.len() == size) {
                Some(bytes) => found.insert(number, bytes),
                None => return Ok(None),
            };
        }
        Ok(Some(found))
    }

    /// Puts a fetched chunk into the buffer, and keeps it if that can be.
    pub(super) fn place_and_keep(
        &self,
        keep: Option<(&Keep, Part)>,
        window: &mut Window,
        value: &[u8],
        (team, scratch): (Team, &mut Scratch),
    ) -> Result<()> {
        let layout = self.layouts.of(&window.tile().position)?;
        let cache = self.cache.filter(|cache| cache.has_room_for(layout.size));
        let (Some(cache), Some((keep, part))) = (cache, keep) else {
            return self.place_chunk(window, value, (team, scratch));
        };
        let mut elements = Vec::new();
        let room = elements.try_reserve_exact(layout.size);
        room.map_err(|_| Error::no_memory(format!("no memory for a chunk of {} bytes", layout.size)))?;
        match self.chain.view(value, layout.size)? {
            Some(bytes) => elements.extend_from_slice(bytes),
            None => {
                elements.resize(layout.size, 0);
                self.chain.decode_spread(value, &mut elements, (&team, scratch))?;
            }
        }
        self.copy(window, &elements, &layout.block(window.tile()), scratch)?;
        cache.keep(keep, part, elements);
        Ok(())
    }

    /// Keeps the index of a shard.
    pub(super) fn keep_index(&self, keep: Option<&Keep>, shard: &Shard, index: &Arc<ShardIndex>) {
        if let (Some(cache), Some(keep)) = (self.cache, keep) {
            cache.keep_index(keep, index, shard.sharding.index_size());
        }
    }

    /// Keeps an inner chunk that is a shard itself, as it is stored; not where there is no memory for it.
    pub(super) fn keep_stored(&self, keep: Option<&Keep>, number: usize, stored: &[u8]) {
        let cache = self.cache.filter(|cache| cache.has_room_for(stored.len()));
        let (Some(cache), Some(keep)) = (cache, keep) else { return };
        let mut copy = Vec::new();
        if copy.try_reserve_exact(stored.len()).is_ok() {
            copy.extend_from_slice(stored);
            cache.keep(keep, Part::Inner(number), copy);
        }
    }
}
