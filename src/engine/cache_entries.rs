//! The entries of a cache of chunks, by their values and by the time of their last use.
//!
//! The entries of a shard belong to one version of it: inner chunks are put in, and found, with the index that they
//! were read by. A read that finds another version than the kept one removes that, together with its inner chunks.

use crate::codec::ShardIndex;
use crate::metadata::ArrayMetadata;
use crate::store::{Home, Version};
use crate::sync::fork::LazyLock;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// The number of groups in which keys are watched for writes that end during a read.
pub(super) const GROUPS: usize = 64;

/// About the bytes that an entry takes beside its data and its keys.
const OVERHEAD: usize = 768;

/// Identifies what decoding depends on: the data type, the chunks and the codecs. Decoded chunks of two arrays with
/// different layouts never stand for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CacheLayout([u64; 2]);

impl CacheLayout {
    /// The layout of an array.
    pub fn of(metadata: &ArrayMetadata) -> Self {
        static HASHERS: LazyLock<[RandomState; 2]> = LazyLock::new(|| [RandomState::new(), RandomState::new()]);
        let text = metadata.decoding();
        Self([0, 1].map(|number| HASHERS[number].hash_one(&text)))
    }
}

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

/// The key by which a value is asked for, and how it is decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ValueName {
    pub key: Arc<str>,
    pub layout: CacheLayout,
}

/// Identifies a value in the cache, and what of it counts: only reads that began at this time, or later.
#[derive(Clone, Debug)]
pub(super) struct CacheKey {
    pub home: Home,
    /// The homes in lower stores, whose value shows through where the first home has no value.
    pub lower: Vec<Home>,
    pub name: ValueName,
    pub since: u64,
}

/// A value that is about to be read and cached, and how many writes had ended before the read: another write meanwhile
/// makes the data stale.
#[derive(Clone, Debug)]
pub(super) struct PendingEntry {
    pub cache_key: CacheKey,
    pub writes: u64,
    /// The time when the read began.
    pub began: u64,
    /// The index, as the cache keeps it, by which inner chunks are read.
    pub index: Option<Arc<ShardIndex>>,
}

impl CacheKey {
    /// The size of an entry with `bytes` bytes of data.
    pub fn size(&self, bytes: usize) -> u64 {
        (bytes + 2 * self.name.key.len() + OVERHEAD) as u64
    }
}

#[derive(Debug)]
pub(super) struct CacheEntry {
    /// The index of a shard is with its value.
    pub bytes: Arc<Vec<u8>>,
    size: u64,
    age: u64,
}

/// The parts of one version of a value that are kept. Inner chunks are older than their index, so that they are evicted
/// before it.
#[derive(Debug)]
pub(super) struct CachedValue {
    /// The version of a shard; None if the store has no versions.
    pub version: Version,
    pub index: Option<Arc<ShardIndex>>,
    pub parts: HashMap<CachePart, CacheEntry>,
    /// The time when the last read began that is known to have found this version.
    began: u64,
    /// The time when it was put in.
    ended: u64,
}

/// Every entry by the time of its last use.
#[derive(Debug, Default)]
struct Uses {
    by_age: BTreeMap<u64, (Home, ValueName, CachePart)>,
    clock: u64,
}

#[derive(Debug)]
pub(super) struct ChunkCacheState {
    pub limit: u64,
    /// The values that live at a home; there is mostly one, as only overlays give a value several names.
    values: HashMap<Home, Vec<(ValueName, CachedValue)>>,
    /// The lower homes of values that have some, and the homes of values by them.
    lower: HashMap<Home, Vec<Home>>,
    by_lower: HashMap<Home, Vec<Home>>,
    uses: Uses,
    pub used: u64,
    /// Writes that have ended, and versions of other processes that were found, by group.
    pub writes: [u64; GROUPS],
}

impl Uses {
    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }
}

impl CachedValue {
    /// The cached bytes of a part, which becomes the most recently used.
    fn touch(&mut self, part: CachePart, uses: &mut Uses) -> Option<Arc<Vec<u8>>> {
        let (entry, now) = (self.parts.get_mut(&part)?, uses.tick());
        if let Some(name) = uses.by_age.remove(&entry.age) {
            uses.by_age.insert(now, name);
        }
        entry.age = now;
        Some(Arc::clone(&entry.bytes))
    }

    pub fn has_index(&self, index: &Arc<ShardIndex>) -> bool {
        self.index.as_ref().is_some_and(|kept| Arc::ptr_eq(kept, index))
    }
}

/// The version that a read has found, beside the kept one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compared {
    Same,
    /// None is kept, or it was an earlier one and is not kept any more.
    Absent,
    /// The cached version differs and the reads overlapped, so the later one is unknown and neither is cached.
    Overlapping,
}

/// The value of this name.
fn named<'v>(values: &'v mut [(ValueName, CachedValue)], name: &ValueName) -> Option<&'v mut CachedValue> {
    values.iter_mut().find(|(other, _)| other == name).map(|(_, value)| value)
}

impl ChunkCacheState {
    /// An empty cache of at most `limit` bytes.
    pub fn new(limit: u64) -> Self {
        let (values, lower, by_lower) = (HashMap::new(), HashMap::new(), HashMap::new());
        Self { limit, values, lower, by_lower, uses: Uses::default(), used: 0, writes: [0; GROUPS] }
    }

    /// Removes all that is kept below a prefix.
    pub fn remove_below(&mut self, prefix: &Home) {
        let homes = self.values.keys().filter(|home| home.is_below(prefix));
        let above = self.by_lower.iter().filter(|(lower, _)| lower.is_below(prefix)).flat_map(|(_, above)| above);
        let homes: Vec<Home> = homes.chain(above).cloned().collect();
        homes.iter().for_each(|home| self.remove(home));
    }

    /// Removes all that is kept of the values that live at a home.
    pub fn remove_at(&mut self, home: &Home) {
        let above = self.by_lower.get(home).cloned().unwrap_or_default();
        self.remove(home);
        above.iter().for_each(|home| self.remove(home));
    }

    /// Another time than all before.
    pub fn tick(&mut self) -> u64 {
        self.uses.tick()
    }

    /// The time.
    pub fn now(&self) -> u64 {
        self.uses.clock
    }

    pub fn value(&self, cache_key: &CacheKey) -> Option<&CachedValue> {
        let values = self.values.get(&cache_key.home)?;
        values.iter().find(|(name, _)| *name == cache_key.name).map(|(_, value)| value)
    }

    /// A value that is known to have been stored at the time that counts, or later.
    pub fn current(&self, cache_key: &CacheKey) -> Option<&CachedValue> {
        self.value(cache_key).filter(|value| value.began >= cache_key.since)
    }

    /// The elements of a chunk that count, which become the most recently used.
    pub fn chunk(&mut self, cache_key: &CacheKey) -> Option<Arc<Vec<u8>>> {
        let value = named(self.values.get_mut(&cache_key.home)?, &cache_key.name)?;
        if value.began >= cache_key.since { value.touch(CachePart::Chunk, &mut self.uses) } else { None }
    }

    /// Inner chunks of a shard that count, if all are kept; they become the most recently used, and the index after
    /// them.
    pub fn inner(
        &mut self,
        cache_key: &CacheKey,
        index: &Arc<ShardIndex>,
        numbers: &[usize],
    ) -> Option<Vec<Arc<Vec<u8>>>> {
        let value = named(self.values.get_mut(&cache_key.home)?, &cache_key.name)?;
        if value.began < cache_key.since || !value.has_index(index) {
            return None;
        }
        let found = numbers.iter().map(|number| value.touch(CachePart::Inner(*number), &mut self.uses)).collect();
        value.touch(CachePart::Index, &mut self.uses);
        found
    }

    /// Compares the version that a read has found with the cached one, and drops that if they differ. Then no read in
    /// progress is cached either: it may have found the earlier version.
    pub fn compare(
        &mut self,
        group: usize,
        pending: &PendingEntry,
        is_same: impl FnOnce(&CachedValue) -> bool,
    ) -> Compared {
        let PendingEntry { cache_key: CacheKey { home, name, since, .. }, began, .. } = pending;
        let Some(value) = self.values.get_mut(home).and_then(|values| named(values, name)) else {
            return Compared::Absent;
        };
        let tells = value.index.is_none() || value.version.is_some();
        if is_same(value) && (tells || value.began >= *since) {
            if tells {
                value.began = value.began.max(*began);
            }
            return Compared::Same;
        }
        let is_later = value.ended <= *began;
        self.remove_value(home, name);
        self.writes[group] += 1;
        if is_later { Compared::Absent } else { Compared::Overlapping }
    }

    /// Adds a value without any cached part.
    pub fn open(&mut self, pending: &PendingEntry, version: Version, index: Option<Arc<ShardIndex>>) {
        let PendingEntry { cache_key: CacheKey { home, lower, name, .. }, began, .. } = pending;
        if !lower.is_empty() && self.lower.insert(home.clone(), lower.clone()).is_none() {
            lower.iter().for_each(|place| self.by_lower.entry(place.clone()).or_default().push(home.clone()));
        }
        let value = CachedValue { version, index, parts: HashMap::new(), began: *began, ended: self.tick() };
        self.values.entry(home.clone()).or_insert_with(|| Vec::with_capacity(1)).push((name.clone(), value));
    }

    /// Puts a part into a value; the index remains the last one to go.
    pub fn insert(&mut self, cache_key: &CacheKey, part: CachePart, bytes: Vec<u8>, size: usize) {
        let (size, age) = (cache_key.size(size), self.tick());
        let CacheKey { home, name, .. } = cache_key;
        let Some(value) = self.values.get_mut(home).and_then(|values| named(values, name)) else { return };
        // Another thread may have read the same.
        if let Some(old) = value.parts.insert(part, CacheEntry { bytes: Arc::new(bytes), size, age }) {
            self.uses.by_age.remove(&old.age);
            self.used -= old.size;
        }
        self.used += size;
        self.uses.by_age.insert(age, (home.clone(), name.clone(), part));
        if part != CachePart::Index {
            value.touch(CachePart::Index, &mut self.uses);
        }
        while self.used > self.limit && self.evict() {}
    }

    fn remove(&mut self, home: &Home) {
        for (_, value) in self.values.remove(home).into_iter().flatten() {
            self.release(value);
        }
        for place in self.lower.remove(home).into_iter().flatten() {
            if let Entry::Occupied(mut above) = self.by_lower.entry(place) {
                above.get_mut().retain(|other| other != home);
                if above.get().is_empty() {
                    above.remove();
                }
            }
        }
    }

    fn remove_value(&mut self, home: &Home, name: &ValueName) {
        let Some(values) = self.values.get_mut(home) else { return };
        if let Some(at) = values.iter().position(|(other, _)| other == name) {
            let (_, value) = values.swap_remove(at);
            let is_last = values.is_empty();
            self.release(value);
            if is_last {
                self.remove(home);
            }
        }
    }

    /// Takes the entries of a value that was removed off the account.
    fn release(&mut self, value: CachedValue) {
        for entry in value.parts.into_values() {
            self.uses.by_age.remove(&entry.age);
            self.used -= entry.size;
        }
    }

    /// Removes the least recently used entry; for an index, the whole value. False: the cache is empty.
    fn evict(&mut self) -> bool {
        let Some((_, (home, name, part))) = self.uses.by_age.pop_first() else { return false };
        match self.values.get_mut(&home).and_then(|values| named(values, &name)) {
            Some(value) if matches!(part, CachePart::Inner(_)) => {
                if let Some(entry) = value.parts.remove(&part) {
                    self.used -= entry.size;
                }
            }
            _ => self.remove_value(&home, &name),
        }
        true
    }
}
