//! Locks by key: one thread holds a key exclusively, or any number share it; a key that no thread wants takes no
//! memory. Only the protocol, which `tests/models` runs through the orders in which threads can take its steps.

use crate::store::access::Access;
use crate::sync::{Arc, Condvar, Mutex, lock, wait};
use std::collections::HashMap;
use std::hash::Hash;

/// The keys that threads hold or wait for.
#[derive(Debug)]
pub(super) struct KeyedMutex<K> {
    known: Mutex<HashMap<K, Known>>,
}

/// A key that is wanted.
#[derive(Debug)]
struct Known {
    entry: Arc<LockEntry>,
    /// Calls of [`KeyedMutex::of`] that no [`KeyedMutex::done`] has ended.
    users: usize,
}

/// The lock of one key.
#[derive(Debug)]
pub(super) struct LockEntry {
    state: Mutex<Holders>,
    released: Condvar,
}

#[derive(Debug, Default)]
struct Holders {
    /// Held by one thread alone.
    exclusive: bool,
    /// How often a thread has had it alone.
    changes: u64,
    /// Threads that share it.
    sharers: usize,
    /// Threads that wait to share it, or to have it alone; also those that were woken and have not looked yet.
    waiting_to_share: usize,
    waiting_alone: usize,
    /// Threads that may share it before the next one has it alone, so that neither kind waits for ever.
    admitted: usize,
}

impl<K> Default for KeyedMutex<K> {
    fn default() -> Self {
        Self { known: Mutex::new(HashMap::new()) }
    }
}

impl<K: Hash + Eq + Clone> KeyedMutex<K> {
    /// The lock of a key, until [`KeyedMutex::done`] is called.
    pub(super) fn of(&self, key: &K) -> Arc<LockEntry> {
        let new =
            || Known { entry: Arc::new(LockEntry { state: Mutex::default(), released: Condvar::new() }), users: 0 };
        let mut known = lock(&self.known);
        let found = known.entry(key.clone()).or_insert_with(new);
        found.users += 1;
        Arc::clone(&found.entry)
    }

    /// Ends what [`KeyedMutex::of`] began; the key is forgotten with its last user.
    pub(super) fn done(&self, key: &K) {
        let mut known = lock(&self.known);
        let Some(found) = known.get_mut(key) else { return };
        found.users -= 1;
        if found.users == 0 {
            known.remove(key);
        }
    }

    /// True if there is a key of which this holds.
    #[cfg(test)]
    pub(super) fn knows(&self, which: impl Fn(&K) -> bool) -> bool {
        lock(&self.known).keys().any(which)
    }
}

impl LockEntry {
    /// Waits until the calling thread has the key.
    pub(super) fn take(&self, access: Access) {
        let mut state = lock(&self.state);
        match access {
            Access::Exclusive => {
                state.waiting_alone += 1;
                while state.exclusive || state.sharers > 0 || state.admitted > 0 {
                    state = wait(&self.released, state);
                }
                state.waiting_alone -= 1;
                state.exclusive = true;
                state.changes += 1;
            }
            Access::Shared => {
                state.waiting_to_share += 1;
                while state.exclusive || (state.waiting_alone > 0 && state.admitted == 0) {
                    state = wait(&self.released, state);
                }
                state.waiting_to_share -= 1;
                state.admitted = state.admitted.saturating_sub(1);
                state.sharers += 1;
            }
        }
    }

    /// How often the key was held alone so far; None while it is.
    pub(super) fn changes(&self) -> Option<u64> {
        let state = lock(&self.state);
        (!state.exclusive).then_some(state.changes)
    }

    /// Gives the key back.
    pub(super) fn give_back(&self, access: Access) {
        let mut state = lock(&self.state);
        match access {
            Access::Exclusive => {
                state.exclusive = false;
                state.admitted = state.waiting_to_share;
            }
            Access::Shared => state.sharers -= 1,
        }
        // To wake is a system call, whether any thread waits or not.
        let free = state.sharers == 0 && state.admitted == 0;
        if state.waiting_to_share > 0 || (free && state.waiting_alone > 0) {
            self.released.notify_all();
        }
    }
}
