//! A cache of decoded chunks and of shard indices, limited in bytes, with eviction of the least recently used. All
//! handles of a store that enable it share it.

pub(super) use super::cache_entries::{CacheKey, PendingEntry};
use super::cache_entries::{CacheLayout, CachePart, CachedValue, ChunkCacheState, Compared, GROUPS, ValueName};
use crate::codec::ShardIndex;
use crate::store::{CacheListener, Home, Store, StoreExt, Version, register_cache};
use crate::sync::fork::{LazyLock, Mutex, MutexGuard};
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::ops::Deref;
use std::sync::{Arc, Weak};

/// The cache of a store as the handle of one array uses it.
#[derive(Debug)]
pub struct ArrayCache {
    chunks: Arc<ChunkCache>,
    /// The time when the handle was opened, by the clock of the cache.
    since: u64,
}

impl ArrayCache {
    /// For a handle that is opened now, in the cache of its store, which may keep at least `bytes`; None for 0.
    pub fn of(store: &dyn Store, bytes: u64) -> Option<Self> {
        let chunks = ChunkCache::of(store, bytes)?;
        let since = chunks.state().tick();
        Some(Self { chunks, since })
    }

    /// The chunks of an array of this layout, as far as they were read since the handle was opened.
    pub fn view(&self, layout: CacheLayout) -> CacheView<'_> {
        CacheView { chunks: &self.chunks, since: self.since, layout }
    }
}

/// The part of a cache that one read may use.
#[derive(Clone, Copy, Debug)]
pub struct CacheView<'a> {
    chunks: &'a ChunkCache,
    since: u64,
    layout: CacheLayout,
}

impl Deref for CacheView<'_> {
    type Target = ChunkCache;

    fn deref(&self) -> &ChunkCache {
        self.chunks
    }
}

impl CacheView<'_> {
    /// A value of a store.
    pub(super) fn key(&self, store: &dyn Store, key: &str) -> CacheKey {
        let name = ValueName { key: Arc::from(key), layout: self.layout };
        let mut lower = Vec::new();
        store.lower_homes(key, &mut |home| lower.push(home));
        CacheKey { home: store.home(key), lower, name, since: self.since }
    }
}

/// The cache of one store.
#[derive(Debug)]
pub struct ChunkCache {
    /// The roots, below every wrapper, of the stores that hold the values of this cache; the first is the one that
    /// writes go to. Writes to other stores do not invalidate it.
    roots: Vec<Home>,
    hasher: RandomState,
    state: Mutex<ChunkCacheState>,
}

type Caches = HashMap<String, Weak<ChunkCache>>;

/// The caches in use, by the identity of their store: a store around another may show other values under the same keys,
/// so it has a cache of its own.
static CACHES: LazyLock<Mutex<Caches>> = LazyLock::new(Mutex::default);

impl ChunkCache {
    /// The cache of a store, which may keep at least `bytes`; None for 0.
    pub fn of(store: &dyn Store, bytes: u64) -> Option<Arc<Self>> {
        if bytes == 0 {
            return None;
        }
        let (identity, mut caches) = (store.identity(), CACHES.lock());
        if let Some(cache) = caches.get(&identity).and_then(Weak::upgrade) {
            let mut state = cache.state();
            state.limit = state.limit.max(bytes);
            drop(state);
            return Some(cache);
        }
        caches.retain(|_, cache| cache.strong_count() > 0);
        let cache = Arc::new(Self {
            roots: store.homes("").iter().map(Home::root).collect(),
            hasher: RandomState::new(),
            state: Mutex::new(ChunkCacheState::new(bytes)),
        });
        let weak = Arc::downgrade(&cache);
        register_cache(weak.clone());
        caches.insert(identity, weak);
        Some(cache)
    }

    /// The cached bytes, with the overhead of the entries.
    pub fn used(&self) -> u64 {
        self.state().used
    }

    /// Notes that a value is about to be read: the result is cached only if no write ends meanwhile.
    pub(super) fn watch(&self, cache_key: CacheKey) -> PendingEntry {
        let state = self.state();
        let (writes, began) = (self.writes(&state, &cache_key), state.now());
        PendingEntry { cache_key, writes, began, index: None }
    }

    /// The elements of a chunk, if they are kept.
    pub(super) fn chunk(&self, cache_key: &CacheKey) -> Option<Arc<Vec<u8>>> {
        self.state().chunk(cache_key)
    }

    /// The index of a shard, if it is kept.
    pub(super) fn index(&self, cache_key: &CacheKey) -> Option<Arc<ShardIndex>> {
        self.state().current(cache_key)?.index.clone()
    }

    /// Inner chunks of the shard that has this very index, by their numbers, if all are kept.
    pub(super) fn inner(
        &self,
        cache_key: &CacheKey,
        index: &Arc<ShardIndex>,
        numbers: &[usize],
    ) -> Option<Vec<Arc<Vec<u8>>>> {
        self.state().inner(cache_key, index, numbers)
    }

    /// True if this many bytes fit the cache.
    pub(super) fn has_room_for(&self, bytes: usize) -> bool {
        bytes as u64 <= self.state().limit
    }

    /// Keeps the elements of a chunk.
    pub(super) fn keep_chunk(&self, pending: &PendingEntry, bytes: Vec<u8>) {
        let size = bytes.capacity();
        let Some(mut state) = self.state_for(pending, size) else { return };
        let is_same = |value: &CachedValue| value.parts.get(&CachePart::Chunk).is_some_and(|kept| *kept.bytes == bytes);
        if state.compare(self.group(&pending.cache_key.home), pending, is_same) == Compared::Absent {
            state.open(pending, None, None);
            state.insert(&pending.cache_key, CachePart::Chunk, bytes, size);
        }
    }

    /// Keeps the index of a shard, of `size` bytes. Returns the entry for inner chunks of this version; None where the
    /// cache keeps none of them.
    pub(super) fn keep_index(
        &self,
        pending: &PendingEntry,
        index: &Arc<ShardIndex>,
        version: &Version,
        size: usize,
    ) -> Option<PendingEntry> {
        let mut state = self.state_for(pending, size)?;
        let (key, group) = (&pending.cache_key, self.group(&pending.cache_key.home));
        // Without versions, equal indices are the only evidence of an unchanged shard.
        let is_same = |value: &CachedValue| {
            value.version == *version && value.index.as_ref().is_some_and(|kept| **kept == **index)
        };
        match state.compare(group, pending, is_same) {
            Compared::Same => {}
            Compared::Overlapping => return None,
            Compared::Absent => {
                state.open(pending, version.clone(), Some(Arc::clone(index)));
                state.insert(key, CachePart::Index, Vec::new(), size);
            }
        }
        let index = state.value(key)?.index.clone();
        Some(PendingEntry { writes: self.writes(&state, key), index, ..pending.clone() })
    }

    /// Caches an inner chunk of the shard whose index was cached before, as long as that index is.
    pub(super) fn keep_inner(&self, pending: &PendingEntry, number: usize, bytes: Vec<u8>) {
        let size = bytes.capacity();
        let (Some(mut state), Some(index)) = (self.state_for(pending, size), &pending.index) else { return };
        if state.value(&pending.cache_key).is_some_and(|value| value.has_index(index)) {
            state.insert(&pending.cache_key, CachePart::Inner(number), bytes, size);
        }
    }

    /// Removes what is kept of a value that a read has found to be another one, or gone.
    pub(super) fn remove(&self, pending: &PendingEntry) {
        if let Some(mut state) = self.state_for(pending, 0) {
            state.compare(self.group(&pending.cache_key.home), pending, |_| false);
        }
    }

    /// The state, if a value of `size` bytes that was read can be kept.
    fn state_for(&self, pending: &PendingEntry, size: usize) -> Option<MutexGuard<'_, ChunkCacheState>> {
        let key = &pending.cache_key;
        let state = self.state();
        let is_current = self.writes(&state, key) == pending.writes;
        let fits = key.size(size) <= state.limit && key.home.is_beside(&self.roots[0]);
        (is_current && fits).then_some(state)
    }

    /// The writes that have ended in the groups of all homes that a value may have.
    fn writes(&self, state: &ChunkCacheState, cache_key: &CacheKey) -> u64 {
        let of = |home| state.writes[self.group(home)];
        cache_key.lower.iter().map(of).fold(of(&cache_key.home), u64::wrapping_add)
    }

    /// True for a home in a store in which values of this cache live.
    fn concerns(&self, home: &Home) -> bool {
        self.roots.iter().any(|root| home.is_beside(root))
    }

    /// The state is whole between any two statements that can panic.
    fn state(&self) -> MutexGuard<'_, ChunkCacheState> {
        self.state.lock()
    }

    fn group(&self, home: &Home) -> usize {
        (self.hasher.hash_one(home) % GROUPS as u64) as usize
    }
}

impl CacheListener for ChunkCache {
    fn forget(&self, home: &Home) {
        if !self.concerns(home) {
            return;
        }
        let group = self.group(home);
        let mut state = self.state();
        state.writes[group] += 1;
        state.remove_at(home);
    }

    fn forget_below(&self, prefix: &Home) {
        if !self.concerns(prefix) {
            return;
        }
        let mut state = self.state();
        state.writes.iter_mut().for_each(|writes| *writes += 1);
        state.remove_below(prefix);
    }
}
