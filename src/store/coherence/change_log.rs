//! The changes that this process makes to documents, in their order, for handles that cache documents.
//!
//! A handle registers nowhere: it remembers how many changes there had been, and asks only when there are more whether
//! one of them was of its own document.

use crate::store::home::Home;
use crate::store::interface::{Store, StoreExt};
use crate::sync::fork::{LazyLock, Mutex, MutexGuard};
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Debug, Default)]
struct Log {
    /// The last change of each key.
    keys: HashMap<Home, u64>,
    /// The last change of all keys that begin with a prefix, by its number and by the prefix.
    below: BTreeMap<u64, Home>,
    numbers: HashMap<Home, u64>,
    /// Of this change and those before nothing is known any more.
    forgotten: u64,
    /// The number of the last change.
    last: u64,
}

/// How many keys are remembered, and prefixes. A handle that has seen fewer changes than were forgotten reads once more
/// than it must.
const KEPT: usize = 1 << 13;

/// The number of the last change, for handles that only compare.
static COUNT: AtomicU64 = AtomicU64::new(0);

static LOG: LazyLock<Mutex<Log>> = LazyLock::new(Mutex::default);

/// How many changes there were so far: to be asked before a document is read, and compared after.
pub fn changes() -> u64 {
    COUNT.load(Ordering::Acquire)
}

/// Notes that the value of a key was changed. Returns the number of this change.
pub fn changed(store: &dyn Store, key: &str) -> u64 {
    note(|log| log.change(store.home(key)))
}

/// Notes that some document of a store was changed, through any wrapper.
pub fn changed_somewhere(store: &dyn Store) {
    note(|log| log.change(somewhere(store)));
}

/// Notes that all values may have changed whose keys begin with a prefix.
pub fn changed_below(store: &dyn Store, prefix: &str) {
    note(|log| log.change_below(store.home(prefix)));
}

/// True if the value of a key was changed, or may have been, after the change with the number `seen`.
pub fn changed_since(store: &dyn Store, key: &str, seen: u64) -> bool {
    seen < changes() && log().has_any(store.homes(key), seen)
}

/// True if the value of a key was erased or moved after the change with the number `seen`; None: the log does not tell
/// any more.
pub fn erased_since(store: &dyn Store, key: &str, seen: u64) -> Option<bool> {
    let log = log();
    let is_erased = store.homes(key).iter().any(|home| log.has_below(home, seen));
    (is_erased || seen >= log.forgotten).then_some(is_erased)
}

/// As [`changed_since`], for all documents of a store, through any wrapper.
pub fn changed_somewhere_since(store: &dyn Store, seen: u64) -> bool {
    seen < changes() && log().has_any(store.homes("").iter().map(Home::root), seen)
}

/// The key of no value, for all of them.
fn somewhere(store: &dyn Store) -> Home {
    store.home("").root()
}

fn log() -> MutexGuard<'static, Log> {
    LOG.lock()
}

fn note(change: impl FnOnce(&mut Log)) -> u64 {
    let mut log = log();
    change(&mut log);
    COUNT.store(log.last, Ordering::Release);
    log.last
}

impl Log {
    fn change(&mut self, home: Home) {
        if self.keys.len() >= KEPT && !self.keys.contains_key(&home) {
            self.keys.clear();
            self.forgotten = self.last;
        }
        self.last += 1;
        self.keys.insert(home, self.last);
    }

    fn change_below(&mut self, home: Home) {
        self.last += 1;
        if let Some(earlier) = self.numbers.insert(home.clone(), self.last) {
            self.below.remove(&earlier);
        }
        self.below.insert(self.last, home);
        if self.below.len() > KEPT
            && let Some((number, home)) = self.below.pop_first()
        {
            self.numbers.remove(&home);
            self.forgotten = number.max(self.forgotten);
        }
    }

    fn has_any(&self, homes: impl IntoIterator<Item = Home>, seen: u64) -> bool {
        homes.into_iter().any(|home| self.has(&home, seen))
    }

    fn has(&self, home: &Home, seen: u64) -> bool {
        let is_changed = self.keys.get(home).is_some_and(|number| *number > seen);
        is_changed || seen < self.forgotten || self.has_below(home, seen)
    }

    /// True for a change of all keys below a prefix of this one that is remembered.
    fn has_below(&self, home: &Home, seen: u64) -> bool {
        self.below.range(seen.saturating_add(1)..).any(|(_, below)| home.is_below(below))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MemoryStore;

    #[test]
    fn changes_are_those_of_a_key_or_of_a_prefix_of_it() {
        let (store, other) = (MemoryStore::new(), MemoryStore::new());
        let seen = changes();
        assert!(!changed_since(&store, "a/b", seen));
        let number = changed(&store, "a/b");
        assert!(number > seen && changes() >= number);
        assert!(changed_since(&store, "a/b", seen) && !changed_since(&store, "a/b", number));
        assert!(!changed_since(&store, "a/c", seen) && !changed_since(&other, "a/b", seen));
        changed_below(&store, "a/");
        assert!(changed_since(&store, "a/c", number) && changed_since(&store, "a/b", number));
        assert!(!changed_since(&store, "b", seen) && !changed_since(&other, "a/c", seen));
        assert!(!changed_somewhere_since(&store, seen));
        changed_somewhere(&store);
        assert!(changed_somewhere_since(&store, number) && !changed_somewhere_since(&other, seen));
        let seen = changes();
        assert!(!changed_since(&store, "a/b", seen) && !changed_somewhere_since(&store, seen));
    }

    #[test]
    fn what_is_forgotten_counts_as_changed_once() {
        let home = |number: usize| Home::new("store", &format!("{number}/"));
        let mut log = Log::default();
        for number in 0..KEPT {
            log.change(home(number));
        }
        assert!(!log.has(&home(KEPT), 0) && log.has(&home(7), 0) && !log.has(&home(7), 8));
        log.change(home(KEPT));
        assert_eq!(log.keys.len(), 1, "one key more than are remembered");
        let last = log.last;
        assert!(log.has(&home(7), last - 2), "of what is forgotten nothing is known");
        assert!(log.has(&home(KEPT), last - 1) && !log.has(&home(7), last - 1) && !log.has(&home(KEPT), last));
        for number in 0..=KEPT {
            log.change_below(home(number));
            log.change_below(home(KEPT));
        }
        assert_eq!((log.below.len(), log.numbers.len()), (KEPT, KEPT), "each once");
        assert!(log.has(&home(KEPT + 1), last) && !log.has(&home(KEPT + 1), last + 1));
        assert!(log.has(&home(1), last + 2) && !log.has(&home(1), last + 3));
    }
}
