//! Turns by key: of those who want one key, one is inside at a time; a key that nobody wants takes no memory. Only the
//! protocol, which `tests/models` runs through the orders in which threads can take its steps.

use crate::sync::{Arc, Condvar, Mutex, lock, wait};
use std::collections::HashMap;
use std::hash::Hash;

/// Who is inside, and who waits, by key.
#[derive(Debug)]
pub(super) struct Turns<K> {
    known: Mutex<HashMap<K, Known>>,
}

/// A key that somebody wants.
#[derive(Debug)]
struct Known {
    entry: Arc<Entry>,
    /// Those who have asked for it, and not said that they are done.
    users: usize,
}

/// The turns of one key.
#[derive(Debug)]
pub(super) struct Entry {
    state: Mutex<State>,
    released: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Whether it is somebody's turn.
    taken: bool,
    /// Those who wait for theirs, or have been woken and don't know yet whether it is.
    waiting: usize,
}

impl<K> Default for Turns<K> {
    fn default() -> Self {
        Self { known: Mutex::new(HashMap::new()) }
    }
}

impl<K: Hash + Eq + Clone> Turns<K> {
    /// The turns of a key, for somebody who will say when he is done with them.
    pub(super) fn of(&self, key: &K) -> Arc<Entry> {
        let new = || Known { entry: Arc::new(Entry { state: Mutex::default(), released: Condvar::new() }), users: 0 };
        let mut known = lock(&self.known);
        let found = known.entry(key.clone()).or_insert_with(new);
        found.users += 1;
        Arc::clone(&found.entry)
    }

    /// Ends what [`Turns::of`] began; the key is forgotten if nobody else wants it.
    pub(super) fn done(&self, key: &K) {
        let mut known = lock(&self.known);
        let Some(found) = known.get_mut(key) else { return };
        found.users -= 1;
        if found.users == 0 {
            known.remove(key);
        }
    }

    /// Whether there is a key of which this holds.
    #[cfg(test)]
    pub(super) fn knows(&self, which: impl Fn(&K) -> bool) -> bool {
        lock(&self.known).keys().any(which)
    }
}

impl Entry {
    /// Waits until it is this thread's turn.
    pub(super) fn take(&self) {
        let mut state = lock(&self.state);
        while state.taken {
            state.waiting += 1;
            state = wait(&self.released, state);
            state.waiting -= 1;
        }
        state.taken = true;
    }

    /// Lets the next one in.
    pub(super) fn give_back(&self) {
        let mut state = lock(&self.state);
        state.taken = false;
        // To wake is a system call, whether anybody is there or not.
        if state.waiting > 0 {
            self.released.notify_one();
        }
    }
}
