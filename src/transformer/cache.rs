//! A cache of bytes in front of a slow store: the values, and the parts of values, that were used last.

use super::wrapper::Wrapper;
use crate::error::{Result, ResultExt};
use crate::store::{ByteRange, Capabilities, Filled, Locked, Locking, Store, Versioned, When, defaults};
use crate::sync::fork::{Mutex, MutexGuard};
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// Caches values of another store, up to a number of bytes; the least recently used go first.
///
/// A whole value answers every range, and parts are cached as they are read; missing keys, listings, and values that
/// are read to be written back are not cached. A write through the cache invalidates the value; writes of others stay
/// unseen while the bytes are cached.
#[derive(Debug)]
pub struct CacheStore {
    inner: Arc<dyn Store>,
    bytes: u64,
    hasher: RandomState,
    state: Mutex<StoreCacheState>,
}

/// Keys are watched in so many groups for writes that run while something is read.
const GROUPS: usize = 64;
/// About the bytes that an entry takes beside its value and its key.
const OVERHEAD: u64 = 128;

#[derive(Debug)]
struct StoreCacheState {
    entries: HashMap<Arc<str>, HashMap<ByteRange, CachedValue>>,
    /// Every entry by the time of its last use.
    by_age: BTreeMap<u64, (Arc<str>, ByteRange)>,
    clock: u64,
    used: u64,
    groups: [CacheGroup; GROUPS],
}

#[derive(Debug)]
struct CachedValue {
    value: Arc<Versioned>,
    age: u64,
}

/// A value that was read is cached only if no write of its group ran meanwhile: it may be older than that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct CacheGroup {
    writing: u32,
    writes: u64,
}

impl CacheStore {
    /// Keeps at most `bytes` bytes of `inner`.
    pub fn new(inner: Arc<dyn Store>, bytes: u64) -> Self {
        let state = StoreCacheState {
            entries: HashMap::new(),
            by_age: BTreeMap::new(),
            clock: 0,
            used: 0,
            groups: [CacheGroup::default(); GROUPS],
        };
        Self { inner, bytes, hasher: RandomState::new(), state: Mutex::new(state) }
    }

    /// The cached bytes, with the overhead of the entries.
    pub fn used(&self) -> u64 {
        self.state().used
    }

    /// The state is whole between any two statements that can panic.
    fn state(&self) -> MutexGuard<'_, StoreCacheState> {
        self.state.lock()
    }

    fn group(&self, key: &str) -> usize {
        (self.hasher.hash_one(key) % GROUPS as u64) as usize
    }

    /// The bytes of a range that is cached, or lies in a cached one.
    fn find(&self, key: &str, range: ByteRange) -> Result<Option<Versioned>> {
        let found = {
            let mut state = self.state();
            match state.touch(key, ByteRange::ALL) {
                Some(value) => Some((value, range)),
                None => state.touch(key, range).map(|value| (value, ByteRange::ALL)),
            }
        };
        let Some((value, range)) = found else { return Ok(None) };
        let range = range.resolve(value.bytes.len() as u64).context(|| format!("key {key:?}"))?;
        let bytes = defaults::copied(key, &value.bytes[range.start as usize..range.end as usize])?;
        Ok(Some(Versioned { bytes, version: value.version.clone() }))
    }

    /// Notes that a value is about to be read, for [`CacheStore::keep`].
    fn watch(&self, key: &str) -> CacheGroup {
        self.state().groups[self.group(key)]
    }

    fn keep(&self, key: &str, range: ByteRange, value: &Versioned, before: CacheGroup) {
        let size = value.bytes.len() as u64 + key.len() as u64 + OVERHEAD;
        if size > self.bytes || before.writing > 0 {
            return;
        }
        // Copied before the lock is taken; where there is no memory for it, it is not kept.
        let Ok(bytes) = defaults::copied(key, &value.bytes) else { return };
        let (value, mut state) = (Arc::new(Versioned { bytes, version: value.version.clone() }), self.state());
        if state.groups[self.group(key)] == before {
            state.insert(key, range, value, size);
            while state.used > self.bytes && state.evict() {}
        }
    }

    /// Runs a change of the store, before and after which nothing of these keys is kept.
    fn change<T>(&self, keys: &[&str], change: impl FnOnce() -> Result<T>) -> Result<T> {
        let writing = Writing { cache: self, groups: keys.iter().map(|key| self.group(key)).collect() };
        writing.begin();
        keys.iter().for_each(|key| self.state().remove(key));
        let result = change();
        keys.iter().for_each(|key| self.state().remove(key));
        result
    }
}

/// Writes that run, until they are done or have panicked.
struct Writing<'a> {
    cache: &'a CacheStore,
    groups: Vec<usize>,
}

impl Writing<'_> {
    fn begin(&self) {
        let mut state = self.cache.state();
        self.groups.iter().for_each(|group| state.groups[*group].writing += 1);
    }
}

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        let mut state = self.cache.state();
        for group in &self.groups {
            state.groups[*group].writing -= 1;
            state.groups[*group].writes += 1;
        }
    }
}

impl StoreCacheState {
    /// The cached value of exactly this range, which becomes the most recently used.
    fn touch(&mut self, key: &str, range: ByteRange) -> Option<Arc<Versioned>> {
        let entry = self.entries.get_mut(key)?.get_mut(&range)?;
        self.clock += 1;
        if let Some(name) = self.by_age.remove(&entry.age) {
            self.by_age.insert(self.clock, name);
        }
        entry.age = self.clock;
        Some(Arc::clone(&entry.value))
    }

    fn insert(&mut self, key: &str, range: ByteRange, value: Arc<Versioned>, size: u64) {
        let is_other = |ranges: &HashMap<ByteRange, CachedValue>| {
            ranges.values().any(|entry| entry.value.version != value.version)
        };
        if range == ByteRange::ALL || self.entries.get(key).is_some_and(is_other) {
            // The parts are in it, or of a value that has been replaced.
            self.remove(key);
        } else if let Some(ranges) = self.entries.get(key)
            && (ranges.contains_key(&range) || ranges.contains_key(&ByteRange::ALL))
        {
            return;
        }
        self.clock += 1;
        let name: Arc<str> = Arc::from(key);
        self.used += size;
        self.by_age.insert(self.clock, (Arc::clone(&name), range));
        self.entries.entry(name).or_default().insert(range, CachedValue { value, age: self.clock });
    }

    fn remove(&mut self, key: &str) {
        for entry in self.entries.remove(key).into_iter().flat_map(HashMap::into_values) {
            self.by_age.remove(&entry.age);
            self.used -= entry.value.bytes.len() as u64 + key.len() as u64 + OVERHEAD;
        }
    }

    fn remove_prefix(&mut self, prefix: &str) {
        let keys: Vec<Arc<str>> = self.entries.keys().filter(|key| key.starts_with(prefix)).cloned().collect();
        keys.iter().for_each(|key| self.remove(key));
    }

    /// Removes the least recently used entry; false: nothing is left.
    fn evict(&mut self) -> bool {
        let Some((_, (key, range))) = self.by_age.pop_first() else { return false };
        if let Some(ranges) = self.entries.get_mut(&key) {
            if let Some(entry) = ranges.remove(&range) {
                self.used -= entry.value.bytes.len() as u64 + key.len() as u64 + OVERHEAD;
            }
            if ranges.is_empty() {
                self.entries.remove(&key);
            }
        }
        true
    }
}

impl Wrapper for CacheStore {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.inner
    }

    fn capabilities(&self) -> Capabilities {
        // Reads into the buffer of a caller bypass the cache.
        Capabilities { reads_into: false, ..self.inner.capabilities() }
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        if let Some(value) = self.find(key, range)? {
            return Ok(Some(value.bytes));
        }
        let before = self.watch(key);
        let value = self.inner.get(key, range)?.map(Versioned::from);
        if let Some(value) = &value {
            self.keep(key, range, value, before);
        }
        Ok(value.map(|value| value.bytes))
    }

    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        let whole = self.state().touch(key, ByteRange::ALL);
        let Some(value) = whole else { return self.inner.get_into(key, start, buffer) };
        let bytes = &value.bytes;
        let from = usize::try_from(start).unwrap_or(usize::MAX).min(bytes.len());
        let length = buffer.len().min(bytes.len() - from);
        buffer[..length].copy_from_slice(&bytes[from..from + length]);
        Ok(Some(Filled { length, total: bytes.len() as u64 }))
    }

    fn get_many(&self, requests: &[(&str, ByteRange)]) -> Result<Vec<Option<Versioned>>> {
        let mut values = requests.iter().map(|(key, range)| self.find(key, *range)).collect::<Result<Vec<_>>>()?;
        let missing: Vec<usize> = (0..requests.len()).filter(|index| values[*index].is_none()).collect();
        if missing.is_empty() {
            return Ok(values);
        }
        let before: Vec<CacheGroup> = missing.iter().map(|index| self.watch(requests[*index].0)).collect();
        let asked: Vec<(&str, ByteRange)> = missing.iter().map(|index| requests[*index]).collect();
        let answers = defaults::check_answers(self.inner.get_many(&asked)?, asked.len())?;
        for ((index, before), answer) in missing.into_iter().zip(before).zip(answers) {
            if let Some(value) = &answer {
                let (key, range) = requests[index];
                self.keep(key, range, value, before);
            }
            values[index] = answer;
        }
        Ok(values)
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> Result<()> {
        self.change(&[key], || self.inner.write(key, value, when))
    }

    fn write_many(&self, changes: &[(&str, Option<&[u8]>)]) -> Result<()> {
        let keys: Vec<&str> = changes.iter().map(|(key, _)| *key).collect();
        self.change(&keys, || self.inner.write_many(changes))
    }

    fn set_partial_values(&self, parts: &[(&str, u64, &[u8])]) -> Result<()> {
        let keys: Vec<&str> = parts.iter().map(|(key, ..)| *key).collect();
        self.change(&keys, || self.inner.set_partial_values(parts))
    }

    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        let writing = Writing { cache: self, groups: (0..GROUPS).collect() };
        writing.begin();
        self.state().remove_prefix(prefix);
        let result = self.inner.erase_prefix(prefix);
        self.state().remove_prefix(prefix);
        result
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        match self.state().touch(key, ByteRange::ALL) {
            Some(value) => Ok(Some(value.bytes.len() as u64)),
            None => self.inner.size(key),
        }
    }

    fn exists(&self, key: &str) -> Result<bool> {
        if self.state().entries.contains_key(key) { Ok(true) } else { self.inner.exists(key) }
    }

    fn lock(&self, key: &str, locking: Locking) -> Result<Locked> {
        let lock = || self.inner.lock(key, locking).map(Locked::of_another_value);
        // A value that is read under the lock must be the current one, not a cached one.
        if locking == Locking::Nothing { lock() } else { self.change(&[key], lock) }
    }
}
