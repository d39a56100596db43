//! A store in memory: for tests, for scratch data, and to pass data between parts of one process.

use crate::error::{Error, Result};
use crate::store::home::StoreName;
use crate::store::interface::defaults::{already_there, check_length, copied, keys_from, list_sorted, part};
use crate::store::interface::shorter;
use crate::store::interface::{
    ByteRange, Capabilities, Depth, Filled, Listing, ReadyStep, Store, ValueReader, Version, When,
};
use crate::store::key::{check_key, check_prefix};
use crate::sync::fork::{LazyLock, Mutex, RwLock};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

/// A handle to values in memory; clones reach the same values.
#[derive(Clone, Debug)]
pub struct MemoryStore {
    shared: Arc<SharedMemory>,
    writeable: bool,
}

#[derive(Debug)]
struct SharedMemory {
    name: StoreName,
    values: RwLock<MemoryContents>,
}

#[derive(Debug, Default)]
struct MemoryContents {
    by_key: BTreeMap<String, StoredValue>,
    /// Counts writes, and never runs backwards: a key that is erased and written again gets a version of its own.
    writes: u64,
}

/// A value is never changed in place, so that a reader can copy it without holding the lock.
#[derive(Debug)]
struct StoredValue {
    value: Arc<Vec<u8>>,
    version: u64,
}

/// The stores that are reached by name, as long as any handle to them exists.
static BY_NAME: LazyLock<Mutex<HashMap<String, Weak<SharedMemory>>>> = LazyLock::new(Mutex::default);

static PRIVATE_STORES: AtomicU64 = AtomicU64::new(0);

impl MemoryStore {
    /// A new, empty store that only this handle and its clones reach.
    pub fn new() -> Self {
        let number = PRIVATE_STORES.fetch_add(1, Ordering::Relaxed);
        Self::named(format!("memory:#{number}"))
    }

    /// The store of this name in the process; it lives as long as any handle to it.
    pub fn shared(name: &str) -> Self {
        let mut by_name = BY_NAME.lock();
        if let Some(shared) = by_name.get(name).and_then(Weak::upgrade) {
            return Self { shared, writeable: true };
        }
        by_name.retain(|_, shared| shared.strong_count() > 0);
        let store = Self::named(format!("memory://{name}"));
        by_name.insert(name.to_owned(), Arc::downgrade(&store.shared));
        store
    }

    /// A handle to this store that refuses to change it.
    #[must_use]
    pub fn read_only(self) -> Self {
        Self { writeable: false, ..self }
    }

    fn named(place: String) -> Self {
        let name = StoreName::new(place);
        Self { shared: Arc::new(SharedMemory { name, values: RwLock::default() }), writeable: true }
    }

    fn read<T>(&self, look: impl FnOnce(&MemoryContents) -> T) -> T {
        // The map is whole between any two statements here, so a panic elsewhere under the lock does no harm.
        look(&self.shared.values.read())
    }

    fn change<T>(&self, what: &str, change: impl FnOnce(&mut MemoryContents) -> T) -> Result<T> {
        if !self.writeable {
            return Err(Error::read_only(format!("{what}: the store is read-only")));
        }
        Ok(change(&mut self.shared.values.write()))
    }

    fn value(&self, key: &str) -> Result<Option<Arc<Vec<u8>>>> {
        check_key(key)?;
        Ok(self.read(|values| values.by_key.get(key).map(|entry| entry.value.clone())))
    }
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

impl MemoryContents {
    fn insert(&mut self, key: &str, value: Arc<Vec<u8>>) {
        self.writes += 1;
        let entry = StoredValue { value, version: self.writes };
        match self.by_key.get_mut(key) {
            Some(old) => *old = entry,
            None => drop(self.by_key.insert(key.to_owned(), entry)),
        }
    }

    fn version(&self, key: &str) -> Version {
        self.by_key.get(key).map(|entry| entry.version.to_string())
    }
}

fn changed(key: &str) -> Error {
    Error::conflict(format!("key {key:?}: it was changed since it was read"))
}

/// A pinned value: it stays the same when its key is written.
#[derive(Debug)]
pub(crate) struct BytesReader<V> {
    pub key: String,
    pub value: Option<V>,
    /// The number of its version, if there are versions.
    pub version: Option<u64>,
}

impl<V: Deref<Target: AsRef<[u8]>>> BytesReader<V> {
    fn bytes(&self) -> Option<&[u8]> {
        self.value.as_ref().map(|value| (**value).as_ref())
    }
}

impl<V: Deref<Target: AsRef<[u8]>> + Debug + Sync> ValueReader for BytesReader<V> {
    fn get_many(&self, ranges: &[ByteRange]) -> Result<Option<Vec<Vec<u8>>>> {
        let Some(bytes) = self.bytes() else { return Ok(None) };
        ranges.iter().map(|range| part(&self.key, bytes, *range)).collect::<Result<_>>().map(Some)
    }

    fn size(&self) -> Result<Option<u64>> {
        Ok(self.bytes().map(|bytes| bytes.len() as u64))
    }

    fn version(&self) -> Version {
        self.version.map(|version| version.to_string())
    }

    fn read_into(&self, start: u64, buffer: &mut [u8]) -> Result<()> {
        let from = self.bytes().and_then(|bytes| bytes.get(usize::try_from(start).ok()?..));
        buffer.copy_from_slice(from.and_then(|bytes| bytes.get(..buffer.len())).ok_or_else(shorter)?);
        Ok(())
    }

    fn at_once(&self) -> usize {
        0
    }
}

impl Store for MemoryStore {
    fn name(&self) -> &StoreName {
        &self.shared.name
    }

    fn shown(&self) -> Option<String> {
        let place = &**self.shared.name.place();
        Some(if place.starts_with("memory://") { place } else { "memory://" }.to_owned())
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            writeable: self.writeable,
            erasable: self.writeable,
            listable: true,
            thread_safe: true,
            conditional: true,
            private: true,
            reads_into: true,
            in_flight: 1,
        }
    }

    fn is_near(&self) -> bool {
        true
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        self.value(key)?.map(|value| part(key, &value, range)).transpose()
    }

    fn hold(&self, key: &str) -> Result<Box<dyn ValueReader + '_>> {
        check_key(key)?;
        let found = self.read(|values| values.by_key.get(key).map(|entry| (entry.value.clone(), entry.version)));
        let (value, version) = found.unzip();
        Ok(Box::new(BytesReader { key: key.to_owned(), value, version }))
    }

    fn get_whole(&self, key: &str, most: u64, memory: &mut Vec<u8>) -> Result<Option<usize>> {
        let Some(value) = self.value(key)? else { return Ok(None) };
        check_length(key, value.len() as u64, most)?;
        if memory.len() < value.len() {
            *memory = copied(key, &value)?;
        } else {
            memory[..value.len()].copy_from_slice(&value);
        }
        Ok(Some(value.len()))
    }

    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        let Some(value) = self.value(key)? else { return Ok(None) };
        let from = usize::try_from(start).unwrap_or(usize::MAX).min(value.len());
        let length = buffer.len().min(value.len() - from);
        buffer[..length].copy_from_slice(&value[from..from + length]);
        Ok(Some(Filled { length, total: value.len() as u64 }))
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> Result<()> {
        check_key(key)?;
        // The copy is made before the lock is taken.
        let value = value.map(|value| copied(key, value)).transpose()?.map(Arc::new);
        let (expected, other): (_, fn(&str) -> Error) = match when {
            When::Claimed => (None, changed),
            When::Ready(mut ready) => (ready.ask(ReadyStep::Take).map(|()| None)?, changed),
            When::New => (Some(&None), already_there),
            When::Is(version) => (Some(version), changed),
        };
        self.change(&format!("key {key:?}"), |values| {
            if expected.is_some_and(|expected| values.version(key) != *expected) {
                return Err(other(key));
            }
            match value {
                Some(value) => values.insert(key, value),
                None => drop(values.by_key.remove(key)),
            }
            Ok(())
        })?
    }

    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        check_prefix(prefix)?;
        self.change(&format!("prefix {prefix:?}"), |values| {
            let keys: Vec<String> = keys_from(&values.by_key, prefix).cloned().collect();
            for key in keys {
                values.by_key.remove(&key);
            }
        })
    }

    fn rename_prefix(&self, from: &str, to: &str) -> Result<bool> {
        check_prefix(from)?;
        check_prefix(to)?;
        self.change(&format!("prefix {from:?}"), |values| {
            let keys: Vec<String> = keys_from(&values.by_key, from).cloned().collect();
            for key in keys {
                if let Some(entry) = values.by_key.remove(&key) {
                    values.insert(&format!("{to}{}", &key[from.len()..]), entry.value);
                }
            }
        })?;
        Ok(true)
    }

    fn list(&self, prefix: &str, depth: Depth) -> Result<Listing> {
        check_prefix(prefix)?;
        Ok(self.read(|values| list_sorted(&values.by_key, prefix, depth)))
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        Ok(self.value(key)?.map(|value| value.len() as u64))
    }

    fn get_versioned(&self, key: &str, most: u64) -> Result<(Option<Vec<u8>>, Version)> {
        check_key(key)?;
        let (value, version) =
            self.read(|values| (values.by_key.get(key).map(|entry| entry.value.clone()), values.version(key)));
        check_length(key, value.as_ref().map_or(0, |value| value.len() as u64), most)?;
        Ok((value.map(|value| copied(key, &value)).transpose()?, version))
    }
}
