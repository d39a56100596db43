//! The lock of a directory that one thread of a handle gets, and that others share. Only the protocol, which
//! `tests/models` runs through the orders in which threads can take its steps.
//!
//! While a thread waits to have a directory alone, no more threads share it: else those that come one after the other
//! would keep it out for ever. A call that holds the lock is let in all the same, as it would wait for itself.

use crate::store::access::Access;
use crate::sync::{Condvar, Mutex, Patience, lock, wait, wait_while};
use std::collections::HashMap;

/// The locks of one handle by their directories, each handed out at most `MOST` times before it is let go. `K` tells a
/// lock from all others, `L` is what is known of it.
#[derive(Debug)]
pub(super) struct Sharing<K, L, const MOST: usize> {
    state: Mutex<State<K, L>>,
    changed: Condvar,
}

#[derive(Debug)]
struct State<K, L> {
    by_directory: HashMap<String, DirectoryLock<K, L>>,
    /// Threads that wait to have a directory alone.
    wanted_alone: HashMap<String, usize>,
    /// Threads that wait for a change: to wake is a system call, whether any thread waits or not.
    waiting: usize,
}

/// One lock, or the wait of one thread for it.
#[derive(Debug)]
pub(super) struct DirectoryLock<K, L> {
    pub(super) id: K,
    pub(super) known: L,
    pub(super) access: Access,
    /// One thread waits for it.
    is_pending: bool,
    /// Guards that there are, and that there were.
    guards: usize,
    shares: usize,
    /// The directory was moved, so that the lock is no longer that of this place.
    pub(super) moved: bool,
}

/// How a thread comes by the lock of a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joined<K> {
    /// It has joined those that have the lock.
    Shares(K),
    /// It is to get the lock, and then to call [`Sharing::settle`] or [`Sharing::forget`].
    Asks(K),
}

/// A lock that its last holder gives back.
#[derive(Debug)]
pub(super) struct Left<L> {
    pub(super) known: L,
    pub(super) access: Access,
    pub(super) moved: bool,
    /// It was shared as often as it may be. No thread of the handle asks for the directory before
    /// [`Sharing::forget`], so that others get it in between.
    pub(super) is_worn: bool,
}

impl<K, L, const MOST: usize> Default for Sharing<K, L, MOST> {
    fn default() -> Self {
        let state = State { by_directory: HashMap::new(), wanted_alone: HashMap::new(), waiting: 0 };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }
}

impl<K: Copy + Default, L: Default, const MOST: usize> Sharing<K, L, MOST> {
    /// Joins the threads that have the lock of a directory, if there are any. `is_own` tells a lock that the call of
    /// this thread holds: it joins that one even where others wait.
    pub(super) fn join(&self, directory: &str, access: Access, is_own: impl Fn(K) -> bool) -> Joined<K> {
        let mut state = lock(&self.state);
        let mut is_announced = false;
        loop {
            if let Some(joined) = state.join(directory, access, MOST, &is_own) {
                if is_announced {
                    state.retract(directory);
                }
                return joined;
            }
            if access == Access::Exclusive && !is_announced {
                is_announced = true;
                *state.wanted_alone.entry(directory.to_owned()).or_default() += 1;
            }
            state.waiting += 1;
            state = wait(&self.changed, state);
            state.waiting -= 1;
        }
    }

    /// As [`Sharing::join`]; None where the thread would have to wait.
    pub(super) fn try_join(&self, directory: &str, access: Access, is_own: impl Fn(K) -> bool) -> Option<Joined<K>> {
        lock(&self.state).join(directory, access, MOST, &is_own)
    }

    /// Waits as long as there is such a lock, but not longer than `patience`; false: there still is one.
    pub(super) fn wait_while(&self, patience: &Patience, is_there: impl Fn(&DirectoryLock<K, L>) -> bool) -> bool {
        let any = |state: &State<K, L>| state.by_directory.values().any(&is_there);
        let mut state = lock(&self.state);
        state.waiting += 1;
        state = wait_while((&self.changed, &self.state), state, patience, any);
        state.waiting -= 1;
        !any(&state)
    }

    /// Lets waiting threads join a lock that its thread has got.
    pub(super) fn settle(&self, directory: &str, note: impl FnOnce(&mut L)) {
        let mut state = lock(&self.state);
        if let Some(entry) = state.by_directory.get_mut(directory) {
            note(&mut entry.known);
            entry.is_pending = false;
        }
        self.wake(&state);
    }

    /// Tells waiting threads that there is no lock, or none any more.
    pub(super) fn forget(&self, directory: &str) {
        let mut state = lock(&self.state);
        state.by_directory.remove(directory);
        self.wake(&state);
    }

    /// Gives back the lock of [`Sharing::join`]; the last one takes it out.
    pub(super) fn leave(&self, directory: &str) -> Option<Left<L>> {
        let mut state = lock(&self.state);
        let entry = state.by_directory.get_mut(directory)?;
        entry.guards -= 1;
        if entry.guards > 0 {
            return None;
        }
        let (access, moved) = (entry.access, entry.moved);
        if access == Access::Shared && entry.shares >= MOST {
            entry.is_pending = true;
            return Some(Left { known: std::mem::take(&mut entry.known), access, moved, is_worn: true });
        }
        let known = state.by_directory.remove(directory)?.known;
        self.wake(&state);
        Some(Left { known, access, moved, is_worn: false })
    }

    fn wake(&self, state: &State<K, L>) {
        if state.waiting > 0 {
            self.changed.notify_all();
        }
    }

    /// Looks at the lock of a directory; None: no thread has it or waits for it.
    pub(super) fn look<T>(&self, directory: &str, look: impl FnOnce(&mut DirectoryLock<K, L>) -> T) -> Option<T> {
        lock(&self.state).by_directory.get_mut(directory).map(look)
    }

    /// True if a thread waits to have a directory alone.
    #[cfg(test)]
    pub(super) fn is_wanted_alone(&self, directory: &str) -> bool {
        lock(&self.state).wanted_alone.contains_key(directory)
    }

    /// Looks at all locks.
    pub(super) fn look_at_all(&self, mut look: impl FnMut(&str, &mut DirectoryLock<K, L>)) {
        lock(&self.state).by_directory.iter_mut().for_each(|(directory, entry)| look(directory, entry));
    }
}

impl<K: Copy + Default, L: Default> State<K, L> {
    /// Joins, or asks for, a lock; None where the thread has to wait.
    fn join(&mut self, directory: &str, access: Access, most: usize, is_own: &impl Fn(K) -> bool) -> Option<Joined<K>> {
        let gives_way = access == Access::Shared && self.wanted_alone.contains_key(directory);
        match self.by_directory.get_mut(directory) {
            None if gives_way => None,
            None => {
                let id = K::default();
                let known = L::default();
                let entry = DirectoryLock { id, known, access, is_pending: true, guards: 1, shares: 1, moved: false };
                self.by_directory.insert(directory.to_owned(), entry);
                Some(Joined::Asks(id))
            }
            Some(entry) => {
                let suits = !entry.is_pending && (entry.access == Access::Exclusive || access == Access::Shared);
                let is_closed = entry.moved || entry.shares >= most || (gives_way && entry.access == Access::Shared);
                if !suits || (is_closed && !is_own(entry.id)) {
                    return None;
                }
                entry.guards += 1;
                entry.shares += 1;
                Some(Joined::Shares(entry.id))
            }
        }
    }

    /// One thread less waits to have a directory alone.
    fn retract(&mut self, directory: &str) {
        if let Some(threads) = self.wanted_alone.get_mut(directory) {
            *threads -= 1;
            if *threads == 0 {
                self.wanted_alone.remove(directory);
            }
        }
    }
}
