//! Decoded chunks, and indices of shards, that are kept for the next read: a number of bytes, of which what was not
//! used for longest goes first, shared by all handles of a store that ask for it.

use crate::codec::ShardIndex;
use crate::store::{Home, Keeper, Store, tell};
use crate::sync::fork::{LazyLock, Mutex, MutexGuard};
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Weak};

/// Keys are watched in so many groups for writes that end while something is read.
const GROUPS: usize = 64;

/// What an entry takes beside its bytes and its keys, about.
const OVERHEAD: usize = 512;

/// What is kept of a stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// The elements of the chunk.
    Chunk,
    /// The index of the shard.
    Index,
    /// An inner chunk by its number in the index: its elements, or, where it is a shard itself, that as it is stored.
    Inner(usize),
}

/// A value of a store: where it lives, and the key by which it is asked for.
#[derive(Clone, Debug)]
pub(super) struct Place {
    home: Home,
    key: Arc<str>,
}

/// What is about to be read and then kept: which value, and how many writes had ended by then.
#[derive(Clone, Debug)]
pub(super) struct Keep {
    place: Place,
    writes: u64,
}

#[derive(Clone, Debug)]
enum Kept {
    Bytes(Arc<Vec<u8>>),
    Index(Arc<ShardIndex>, usize),
}

impl Kept {
    fn size(&self, place: &Place) -> u64 {
        let size = match self {
            Self::Bytes(bytes) => bytes.capacity(),
            Self::Index(_, size) => *size,
        };
        (size + 2 * place.key.len() + OVERHEAD) as u64
    }
}

#[derive(Debug)]
struct Entry {
    kept: Kept,
    size: u64,
    age: u64,
}

type Name = (Arc<str>, Part);

#[derive(Debug)]
struct State {
    limit: u64,
    entries: HashMap<Home, HashMap<Name, Entry>>,
    /// Every entry by the time of its last use.
    by_age: BTreeMap<u64, (Home, Name)>,
    clock: u64,
    used: u64,
    /// Writes that have ended, by group.
    writes: [u64; GROUPS],
}

/// The cache of one store.
#[derive(Debug)]
pub struct ChunkCache {
    /// The root of the store in which all values of this cache live, below every wrapper; writes to others are nothing
    /// to it.
    home: Home,
    hasher: RandomState,
    state: Mutex<State>,
}

type Caches = HashMap<String, Weak<ChunkCache>>;

/// The caches that somebody holds, by the identity of their store: a store around another may show other values under
/// the same keys, so it has a cache of its own.
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
        let state = State {
            limit: bytes,
            entries: HashMap::new(),
            by_age: BTreeMap::new(),
            clock: 0,
            used: 0,
            writes: [0; GROUPS],
        };
        let cache =
            Arc::new(Self { home: store.home("").root(), hasher: RandomState::new(), state: Mutex::new(state) });
        let weak = Arc::downgrade(&cache);
        tell(weak.clone());
        caches.insert(store.identity().to_owned(), weak);
        Some(cache)
    }

    /// The bytes that are kept now, with what keeping them takes.
    pub fn used(&self) -> u64 {
        self.state().used
    }

    /// A value of a store.
    pub(super) fn place(store: &dyn Store, key: &str) -> Place {
        Place { home: store.home(key), key: Arc::from(key) }
    }

    /// Notes that a value is about to be read: what is made of it is kept only if no write ends meanwhile.
    pub(super) fn watch(&self, place: Place) -> Keep {
        let writes = self.state().writes[self.group(&place.home)];
        Keep { place, writes }
    }

    /// Bytes that are kept.
    pub(super) fn bytes(&self, place: &Place, part: Part) -> Option<Arc<Vec<u8>>> {
        match self.state().touch(place, part)? {
            Kept::Bytes(bytes) => Some(bytes),
            Kept::Index(..) => None,
        }
    }

    /// The index of a shard, if it is kept.
    pub(super) fn index(&self, place: &Place) -> Option<Arc<ShardIndex>> {
        match self.state().touch(place, Part::Index)? {
            Kept::Index(index, _) => Some(index),
            Kept::Bytes(_) => None,
        }
    }

    /// Whether so many bytes could be kept at all.
    pub(super) fn has_room_for(&self, bytes: usize) -> bool {
        bytes as u64 <= self.state().limit
    }

    /// Keeps bytes.
    pub(super) fn keep(&self, keep: &Keep, part: Part, bytes: Vec<u8>) {
        self.insert(keep, part, Kept::Bytes(Arc::new(bytes)));
    }

    /// Keeps the index of a shard, which takes so many bytes.
    pub(super) fn keep_index(&self, keep: &Keep, index: &Arc<ShardIndex>, size: usize) {
        self.insert(keep, Part::Index, Kept::Index(Arc::clone(index), size));
    }

    fn insert(&self, Keep { place, writes }: &Keep, part: Part, kept: Kept) {
        let (size, group) = (kept.size(place), self.group(&place.home));
        let mut state = self.state();
        if size <= state.limit && place.home.is_beside(&self.home) && state.writes[group] == *writes {
            state.insert(place, part, kept, size);
            while state.used > state.limit && state.evict() {}
        }
    }

    /// The state is whole between any two statements that can panic.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    fn group(&self, home: &Home) -> usize {
        (self.hasher.hash_one(home) % GROUPS as u64) as usize
    }
}

impl Keeper for ChunkCache {
    fn forget(&self, home: &Home) {
        if !home.is_beside(&self.home) {
            return;
        }
        let group = self.group(home);
        let mut state = self.state();
        state.writes[group] += 1;
        state.remove(home);
    }

    fn forget_below(&self, prefix: &Home) {
        if !prefix.is_beside(&self.home) {
            return;
        }
        let mut state = self.state();
        state.writes.iter_mut().for_each(|writes| *writes += 1);
        let homes: Vec<Home> = state.entries.keys().filter(|home| home.is_below(prefix)).cloned().collect();
        homes.iter().for_each(|home| state.remove(home));
    }
}

impl State {
    /// What is kept of a value, which is now the youngest.
    fn touch(&mut self, place: &Place, part: Part) -> Option<Kept> {
        let entry = self.entries.get_mut(&place.home)?.get_mut(&(Arc::clone(&place.key), part))?;
        self.clock += 1;
        if let Some(name) = self.by_age.remove(&entry.age) {
            self.by_age.insert(self.clock, name);
        }
        entry.age = self.clock;
        Some(entry.kept.clone())
    }

    fn insert(&mut self, place: &Place, part: Part, kept: Kept, size: u64) {
        let name = (Arc::clone(&place.key), part);
        let entries = self.entries.entry(place.home.clone()).or_default();
        self.clock += 1;
        // Another thread may have read the same.
        if let Some(old) = entries.insert(name.clone(), Entry { kept, size, age: self.clock }) {
            self.by_age.remove(&old.age);
            self.used -= old.size;
        }
        self.used += size;
        self.by_age.insert(self.clock, (place.home.clone(), name));
    }

    fn remove(&mut self, home: &Home) {
        for entry in self.entries.remove(home).into_iter().flat_map(HashMap::into_values) {
            self.by_age.remove(&entry.age);
            self.used -= entry.size;
        }
    }

    /// Removes what was not used for longest; false: nothing is left.
    fn evict(&mut self) -> bool {
        let Some((_, (home, name))) = self.by_age.pop_first() else { return false };
        if let Some(entries) = self.entries.get_mut(&home) {
            if let Some(entry) = entries.remove(&name) {
                self.used -= entry.size;
            }
            if entries.is_empty() {
                self.entries.remove(&home);
            }
        }
        true
    }
}
