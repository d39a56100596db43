//! Locks by key: two writers of one chunk, or of one document, in this process take turns, whichever handles they use.
//!
//! A lock is held while a store is called, and a store may be a callback that calls the library again. Waiting for a
//! lock that the same call holds further up would be for ever, so that is refused. Work that a call hands to other
//! threads carries the list of what the call holds.

use super::turns::{Entry, Turns};
use super::{Gate, Store, Turn, kept};
use crate::error::{Error, Result};
use crate::sync::Arc;
use crate::sync::fork::PerProcess;
use std::cell::RefCell;
use std::mem::ManuallyDrop;

type Key = (String, String);

/// In a child of `fork` nobody holds anything.
static TABLE: PerProcess<Turns<Key>> = PerProcess::new();

thread_local! {
    /// What this thread, or the call that it works for, holds. Without a destructor it is there to the very end of the thread;
    /// it has no memory while nothing is held.
    static HELD: RefCell<ManuallyDrop<Vec<Arc<Entry>>>> = const { RefCell::new(ManuallyDrop::new(Vec::new())) };
}

/// A held lock; dropping it lets the next one in.
#[derive(Debug)]
pub struct Lock<'a> {
    key: Key,
    entry: Arc<Entry>,
    /// Taken before, given back after.
    _turns: Vec<Box<dyn Turn + 'a>>,
}

/// Waits for the lock of a key of a store.
///
/// # Errors
/// [`crate::ErrorKind::Conflict`] when the call that asks holds it already.
pub fn lock<'a>(store: &'a dyn Store, key: &str) -> Result<Lock<'a>> {
    join(store, key)?
        .ok_or_else(|| Error::conflict(format!("key {key:?} is being modified by the call that called back")))
}

/// The same for a part of a larger work: None where the call that asks holds the lock already.
///
/// # Errors
/// None.
pub fn join<'a>(store: &'a dyn Store, key: &str) -> Result<Option<Lock<'a>>> {
    let turns = enter(store);
    let key = store.home(key);
    let entry = TABLE.of(&key);
    if HELD.with_borrow(|held| held.iter().any(|held| Arc::ptr_eq(held, &entry))) {
        TABLE.done(&key);
        return Ok(None);
    }
    entry.take();
    HELD.with_borrow_mut(|held| held.push(Arc::clone(&entry)));
    Ok(Some(Lock { key, entry, _turns: turns }))
}

/// Passes all gates below a store, in an order that all threads share: else two that come through different stores could
/// wait for each other.
fn enter(store: &dyn Store) -> Vec<Box<dyn Turn + '_>> {
    let mut gates = Vec::new();
    store.gates(&mut gates);
    gates.sort_by_key(|gate| gate.number());
    gates.dedup_by_key(|gate| gate.number());
    gates.into_iter().map(Gate::enter).collect()
}

impl Drop for Lock<'_> {
    fn drop(&mut self) {
        // Whoever held it may have written.
        kept::written_at(&self.key);
        HELD.with_borrow_mut(|held| {
            held.retain(|held| !Arc::ptr_eq(held, &self.entry));
            if held.is_empty() {
                drop(std::mem::take(&mut **held));
            }
        });
        self.entry.give_back();
        TABLE.done(&self.key);
    }
}

/// What a call holds, to be handed to the threads that work for it.
#[derive(Clone, Debug)]
pub struct Held(Vec<Arc<Entry>>);

impl Held {
    /// What the calling thread holds.
    pub fn current() -> Self {
        Self(HELD.with_borrow(|held| held.to_vec()))
    }

    /// Makes this thread count as a part of that call.
    pub fn adopt(self) {
        drop(HELD.with_borrow_mut(|held| std::mem::replace(&mut **held, self.0)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MemoryStore;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn one_at_a_time_and_nothing_left_behind() {
        let store = MemoryStore::new();
        let (inside, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let _lock = lock(&store, "a").unwrap();
                        most.fetch_max(inside.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        inside.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(most.into_inner(), 1);
        assert!(!TABLE.knows(|(name, _)| name == store.identity()));
    }

    #[test]
    fn the_same_call_is_refused_also_on_other_threads() {
        let store = MemoryStore::new();
        let _a = lock(&store, "a").unwrap();
        let _b = lock(&store, "b").unwrap();
        assert_eq!(lock(&store, "a").unwrap_err().kind(), crate::ErrorKind::Conflict);
        let held = Held::current();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                held.adopt();
                assert_eq!(lock(&store, "b").unwrap_err().kind(), crate::ErrorKind::Conflict);
                drop(lock(&store, "c").unwrap());
            });
        });
    }
}
