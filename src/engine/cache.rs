//! Decoded chunks, and indices of shards, that are kept for the next read: a number of bytes, of which the least
//! recently used go first, shared by all handles of a store that ask for it.

use crate::codec::ShardIndex;
use crate::store::{CacheListener, Home, Store, StoreExt, register_cache};
use crate::sync::fork::{LazyLock, Mutex, MutexGuard};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Weak};

/// Keys are watched in so many groups for writes that end while something is read.
const GROUPS: usize = 64;

/// About the bytes that an entry takes beside its data and its keys.
const OVERHEAD: usize = 768;

/// The part of a stored value that an entry holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum CachePart {
    /// The elements of the chunk.
    Chunk,
    /// The index of the shard.
    Index,
    /// An inner chunk by its number in the index: its elements, or, where it is a shard itself, that as it is stored.
    Inner(usize),
}

/// Identifies a value in the cache: where it lives, and the key by which it is asked for.
#[derive(Clone, Debug)]
pub(super) struct CacheKey {
    home: Home,
    /// Where it lives as well, if there is none at its home.
    lower: Vec<Home>,
    key: Arc<str>,
}

/// A value that is about to be read and cached, and how many writes had ended before the read: another write meanwhile
/// makes the data stale.
#[derive(Clone, Debug)]
pub(super) struct PendingEntry {
    cache_key: CacheKey,
    writes: u64,
}

#[derive(Clone, Debug)]
enum CachedData {
    Bytes(Arc<Vec<u8>>),
    Index(Arc<ShardIndex>, usize),
}

impl CachedData {
    fn size(&self, cache_key: &CacheKey) -> u64 {
        let size = match self {
            Self::Bytes(bytes) => bytes.capacity(),
            Self::Index(_, size) => *size,
        };
        (size + 2 * cache_key.key.len() + OVERHEAD) as u64
    }
}

#[derive(Debug)]
struct CacheEntry {
    data: CachedData,
    size: u64,
    age: u64,
}

type EntryName = (Arc<str>, CachePart);

/// The entries of one home.
#[derive(Debug)]
struct HomeEntries {
    lower: Vec<Home>,
    parts: HashMap<EntryName, CacheEntry>,
}

#[derive(Debug)]
struct ChunkCacheState {
    limit: u64,
    entries: HashMap<Home, HomeEntries>,
    /// The homes of entries, by their lower homes.
    by_lower: HashMap<Home, Vec<Home>>,
    /// Every entry by the time of its last use.
    by_age: BTreeMap<u64, (Home, EntryName)>,
    clock: u64,
    used: u64,
    /// Writes that have ended, by group.
    writes: [u64; GROUPS],
}

/// The cache of one store.
#[derive(Debug)]
pub struct ChunkCache {
    /// The roots of the stores in which the values of this cache live, below every wrapper, that to which they are
    /// written first; writes to others are nothing to it.
    roots: Vec<Home>,
    hasher: RandomState,
    state: Mutex<ChunkCacheState>,
}

type Caches = HashMap<String, Weak<ChunkCache>>;

/// The caches in use, by the identity of their store: a store around another may show other values under the same keys,
/// so it has a cache of its own.
static CACHES: LazyLock<Mutex<Caches>> = LazyLock::new(Mutex::default);

impl ChunkCache {
    /// The cache of a store, of at least so many bytes; None for 0.
    pub fn of(store: &dyn Store, bytes: u64) -> Option<Arc<Self>> {
        if bytes == 0 {
            return None;
        }
        let mut caches = CACHES.lock();
        if let Some(cache) = caches.get(store.identity()).and_then(Weak::upgrade) {
            let mut state = cache.state();
            state.limit = state.limit.max(bytes);
            drop(state);
            return Some(cache);
        }
        caches.retain(|_, cache| cache.strong_count() > 0);
        let state = ChunkCacheState {
            limit: bytes,
            entries: HashMap::new(),
            by_lower: HashMap::new(),
            by_age: BTreeMap::new(),
            clock: 0,
            used: 0,
            writes: [0; GROUPS],
        };
        let roots = store.homes("").iter().map(Home::root).collect();
        let cache = Arc::new(Self { roots, hasher: RandomState::new(), state: Mutex::new(state) });
        let weak = Arc::downgrade(&cache);
        register_cache(weak.clone());
        caches.insert(store.identity().to_owned(), weak);
        Some(cache)
    }

    /// The cached bytes, with the overhead of the entries.
    pub fn used(&self) -> u64 {
        self.state().used
    }

    /// A value of a store.
    pub(super) fn key(store: &dyn Store, key: &str) -> CacheKey {
        let mut lower = Vec::new();
        store.lower_homes(key, &mut |home| lower.push(home));
        CacheKey { home: store.home(key), lower, key: Arc::from(key) }
    }

    /// Notes that a value is about to be read: the result is cached only if no write ends meanwhile.
    pub(super) fn watch(&self, cache_key: CacheKey) -> PendingEntry {
        let writes = self.writes(&self.state(), &cache_key);
        PendingEntry { cache_key, writes }
    }

    /// Bytes that are kept.
    pub(super) fn bytes(&self, cache_key: &CacheKey, part: CachePart) -> Option<Arc<Vec<u8>>> {
        match self.state().touch(cache_key, part)? {
            CachedData::Bytes(bytes) => Some(bytes),
            CachedData::Index(..) => None,
        }
    }

    /// The index of a shard, if it is kept.
    pub(super) fn index(&self, cache_key: &CacheKey) -> Option<Arc<ShardIndex>> {
        match self.state().touch(cache_key, CachePart::Index)? {
            CachedData::Index(index, _) => Some(index),
            CachedData::Bytes(_) => None,
        }
    }

    /// True if this many bytes fit the cache.
    pub(super) fn has_room_for(&self, bytes: usize) -> bool {
        bytes as u64 <= self.state().limit
    }

    /// Keeps bytes.
    pub(super) fn keep(&self, keep: &PendingEntry, part: CachePart, bytes: Vec<u8>) {
        self.insert(keep, part, CachedData::Bytes(Arc::new(bytes)));
    }

    /// Keeps the index of a shard, which takes so many bytes.
    pub(super) fn keep_index(&self, keep: &PendingEntry, index: &Arc<ShardIndex>, size: usize) {
        self.insert(keep, CachePart::Index, CachedData::Index(Arc::clone(index), size));
    }

    fn insert(&self, PendingEntry { cache_key, writes }: &PendingEntry, part: CachePart, data: CachedData) {
        let size = data.size(cache_key);
        let mut state = self.state();
        let is_own = cache_key.home.is_beside(&self.roots[0]);
        if size <= state.limit && is_own && self.writes(&state, cache_key) == *writes {
            state.insert(cache_key, part, data, size);
            while state.used > state.limit && state.evict() {}
        }
    }

    /// The state is whole between any two statements that can panic.
    fn state(&self) -> MutexGuard<'_, ChunkCacheState> {
        self.state.lock()
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
        state.remove(home);
        let above = state.by_lower.get(home).cloned().unwrap_or_default();
        above.iter().for_each(|home| state.remove(home));
    }

    fn forget_below(&self, prefix: &Home) {
        if !self.concerns(prefix) {
            return;
        }
        let mut state = self.state();
        state.writes.iter_mut().for_each(|writes| *writes += 1);
        let is_below = |(home, entries): &(&Home, &HomeEntries)| {
            home.is_below(prefix) || entries.lower.iter().any(|home| home.is_below(prefix))
        };
        let homes: Vec<Home> = state.entries.iter().filter(is_below).map(|(home, _)| home.clone()).collect();
        homes.iter().for_each(|home| state.remove(home));
    }
}

impl ChunkCacheState {
    /// The cached data of a value, which becomes the most recently used.
    fn touch(&mut self, cache_key: &CacheKey, part: CachePart) -> Option<CachedData> {
        let entry = self.entries.get_mut(&cache_key.home)?.parts.get_mut(&(Arc::clone(&cache_key.key), part))?;
        self.clock += 1;
        if let Some(name) = self.by_age.remove(&entry.age) {
            self.by_age.insert(self.clock, name);
        }
        entry.age = self.clock;
        Some(entry.data.clone())
    }

    fn insert(&mut self, cache_key: &CacheKey, part: CachePart, data: CachedData, size: u64) {
        let name = (Arc::clone(&cache_key.key), part);
        let entries = match self.entries.entry(cache_key.home.clone()) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                for lower in &cache_key.lower {
                    self.by_lower.entry(lower.clone()).or_default().push(cache_key.home.clone());
                }
                entry.insert(HomeEntries { lower: cache_key.lower.clone(), parts: HashMap::new() })
            }
        };
        self.clock += 1;
        // Another thread may have read the same.
        if let Some(old) = entries.parts.insert(name.clone(), CacheEntry { data, size, age: self.clock }) {
            self.by_age.remove(&old.age);
            self.used -= old.size;
        }
        self.used += size;
        self.by_age.insert(self.clock, (cache_key.home.clone(), name));
    }

    fn remove(&mut self, home: &Home) {
        let Some(HomeEntries { lower, parts }) = self.entries.remove(home) else { return };
        for entry in parts.into_values() {
            self.by_age.remove(&entry.age);
            self.used -= entry.size;
        }
        for lower in lower {
            if let Entry::Occupied(mut above) = self.by_lower.entry(lower) {
                above.get_mut().retain(|other| other != home);
                if above.get().is_empty() {
                    above.remove();
                }
            }
        }
    }

    /// Removes the least recently used entry; false: nothing is left.
    fn evict(&mut self) -> bool {
        let Some((_, (home, name))) = self.by_age.pop_first() else { return false };
        if let Some(entries) = self.entries.get_mut(&home) {
            if let Some(entry) = entries.parts.remove(&name) {
                self.used -= entry.size;
            }
            if entries.parts.is_empty() {
                self.remove(&home);
            }
        }
        true
    }
}
