//! Locks by key: threads of this process that change one chunk, or one document, take turns, whichever handles they
//! use.
//!
//! A lock is held while a store is called, and a store may be a callback that calls the library again. Waiting for a
//! lock that the same call holds further up would be for ever, so that is refused. Work that a call hands to other
//! threads carries the list of what the call holds.

use super::invalidation;
use super::keyed_mutex::{KeyedMutex, LockEntry};
use crate::error::{Error, Result};
use crate::store::access::Access;
use crate::store::home::Home;
use crate::store::interface::{Gate, GateGuard, Store};
use crate::sync::Arc;
use crate::sync::fork::PerProcess;
use std::cell::RefCell;
use std::mem::ManuallyDrop;

/// A lock that is held, and how.
type Hold = (Arc<LockEntry>, Access);

/// In a child of `fork` no thread holds anything.
static TABLE: PerProcess<KeyedMutex<Home>> = PerProcess::new();

thread_local! {
    /// The locks that this thread, or the call that it works for, holds. Without a destructor, the list is there to the
    /// very end of the thread; it takes no memory while it is empty.
    static HELD: RefCell<ManuallyDrop<Vec<Hold>>> =
        const { RefCell::new(ManuallyDrop::new(Vec::new())) };
}

/// A held lock; dropping it lets the next one in.
#[derive(Debug)]
pub struct Lock<'a> {
    home: Home,
    /// None where the call that asked shares the key already.
    entry: Option<Hold>,
    /// Taken before, given back after.
    _gates: Vec<Box<dyn GateGuard + 'a>>,
}

/// Waits for the lock of a key of a store, and has it alone.
///
/// # Errors
/// [`crate::ErrorKind::Conflict`] when the call that asks holds it already.
pub fn lock<'a>(store: &'a dyn Store, key: &str) -> Result<Lock<'a>> {
    take(store, key, Access::Exclusive)
}

/// Waits for the lock of a key of a store. A call may share what it holds already.
///
/// # Errors
/// [`crate::ErrorKind::Conflict`] when the call holds the key, and wants it alone.
pub fn take<'a>(store: &'a dyn Store, key: &str, access: Access) -> Result<Lock<'a>> {
    let gates = enter(store);
    let home = store.home(key);
    let entry = TABLE.of(&home);
    let held = held(&entry);
    if held && access == Access::Exclusive {
        TABLE.done(&home);
        return Err(in_use(&home));
    }
    let entry = if held { None } else { Some(hold(entry, access)) };
    Ok(Lock { home, entry, _gates: gates })
}

/// Refuses a key that the calling thread, or the call that it works for, holds already, unless both share it.
///
/// # Errors
/// As [`take`].
pub fn refuse_if_held(store: &dyn Store, key: &str, access: Access) -> Result<()> {
    if access == Access::Shared || !holds_any() {
        return Ok(());
    }
    let home = store.home(key);
    let is_held = held(&TABLE.of(&home));
    TABLE.done(&home);
    if is_held { Err(in_use(&home)) } else { Ok(()) }
}

/// Passes all gates below a store, in an order that all threads share: else two that come through different stores
/// could wait for each other.
pub(super) fn enter(store: &dyn Store) -> Vec<Box<dyn GateGuard + '_>> {
    let mut gates = Vec::new();
    store.gates(&mut gates);
    gates.sort_by_key(|gate| gate.number());
    gates.dedup_by_key(|gate| gate.number());
    gates.into_iter().map(Gate::enter).collect()
}

/// Whether the calling thread, or the call that it works for, holds any lock.
pub fn holds_any() -> bool {
    HELD.with_borrow(|held| !held.is_empty())
}

fn held(entry: &Arc<LockEntry>) -> bool {
    HELD.with_borrow(|held| held.iter().any(|(held, _)| Arc::ptr_eq(held, entry)))
}

fn hold(entry: Arc<LockEntry>, access: Access) -> Hold {
    entry.take(access);
    HELD.with_borrow_mut(|held| held.push((Arc::clone(&entry), access)));
    (entry, access)
}

fn release((entry, access): &Hold) {
    HELD.with_borrow_mut(|held| {
        held.retain(|(held, _)| !Arc::ptr_eq(held, entry));
        if held.is_empty() {
            drop(std::mem::take(&mut **held));
        }
    });
    entry.give_back(*access);
}

fn in_use(home: &Home) -> Error {
    Error::conflict(format!("key {:?} is being modified by the call that called back", home.key()))
}

impl Drop for Lock<'_> {
    fn drop(&mut self) {
        if let Some(held) = &self.entry {
            if held.1 == Access::Exclusive {
                // The value may have been written under the lock.
                invalidation::written_at(&self.home);
            }
            release(held);
        }
        TABLE.done(&self.home);
    }
}

/// Keys that one call shares again and again, looked up once.
#[derive(Debug)]
pub struct SharedKeys(Vec<(Home, Arc<LockEntry>)>);

/// Keys that are shared until this is dropped.
#[derive(Debug)]
pub struct Sharing(Vec<Hold>);

impl SharedKeys {
    /// Of these keys of a store, in the order in which they are to be taken.
    pub fn new(store: &dyn Store, keys: impl IntoIterator<Item = String>) -> Self {
        let home = |key: String| {
            let home = store.home(&key);
            let entry = TABLE.of(&home);
            (home, entry)
        };
        Self(keys.into_iter().map(home).collect())
    }

    /// Waits until the calling thread shares all of them.
    pub fn share(&self) -> Sharing {
        let mut taken = Sharing(Vec::with_capacity(self.0.len()));
        for (_, entry) in &self.0 {
            if !held(entry) {
                taken.0.push(hold(Arc::clone(entry), Access::Shared));
            }
        }
        taken
    }

    /// Whether the calling thread, or the call that it works for, holds the first of them.
    pub fn is_sharing_first(&self) -> bool {
        self.0.first().is_some_and(|(_, entry)| held(entry))
    }

    /// Whether the calling thread, or the call that it works for, has one of them alone.
    pub fn is_changing(&self) -> bool {
        let alone = |entry: &Arc<LockEntry>| {
            HELD.with_borrow(|held| {
                held.iter().any(|(held, access)| Arc::ptr_eq(held, entry) && *access == Access::Exclusive)
            })
        };
        self.0.iter().any(|(_, entry)| alone(entry))
    }
}

impl Drop for SharedKeys {
    fn drop(&mut self) {
        self.0.iter().for_each(|(home, _)| TABLE.done(home));
    }
}

impl Drop for Sharing {
    fn drop(&mut self) {
        self.0.iter().for_each(release);
    }
}

/// Values of a store that are read in several requests, without keeping others from replacing them meanwhile.
#[derive(Debug)]
pub struct VersionCheck(Vec<(Home, Arc<LockEntry>, Option<u64>)>);

impl VersionCheck {
    /// From now on, before the first of the requests.
    pub fn new<'k>(store: &dyn Store, keys: impl IntoIterator<Item = &'k str>) -> Self {
        let watch = |key| {
            let home = store.home(key);
            let entry = TABLE.of(&home);
            let changes = entry.changes();
            (home, entry, changes)
        };
        Self(keys.into_iter().map(watch).collect())
    }

    /// Whether all parts that were read of the key with this index are parts of one value: by their versions, or where
    /// the store does not tell all of them, as no thread of this process can have written to the key.
    pub fn is_one<'v>(&self, index: usize, versions: impl IntoIterator<Item = &'v Option<String>>) -> bool {
        let (mut parts, mut told) = (0, Vec::new());
        for version in versions {
            parts += 1;
            told.extend(version.as_ref());
        }
        let is_unwritten =
            || self.0.get(index).is_some_and(|(_, entry, changes)| changes.is_some() && entry.changes() == *changes);
        told.windows(2).all(|pair| pair[0] == pair[1]) && (parts < 2 || told.len() == parts || is_unwritten())
    }
}

impl Drop for VersionCheck {
    fn drop(&mut self) {
        self.0.iter().for_each(|(home, ..)| TABLE.done(home));
    }
}

/// The locks that a call holds, to be handed to the threads that work for it.
#[derive(Clone, Debug)]
pub struct HeldLocks(Vec<Hold>);

impl HeldLocks {
    /// The locks that the calling thread holds.
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
        assert!(!TABLE.knows(|home| &**home.store() == store.identity()));
    }

    #[test]
    fn the_same_call_is_refused_also_on_other_threads() {
        let store = MemoryStore::new();
        let _a = lock(&store, "a").unwrap();
        let _b = lock(&store, "b").unwrap();
        assert_eq!(lock(&store, "a").unwrap_err().kind(), crate::ErrorKind::Conflict);
        let held = HeldLocks::current();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                held.adopt();
                assert_eq!(lock(&store, "b").unwrap_err().kind(), crate::ErrorKind::Conflict);
                drop(lock(&store, "c").unwrap());
            });
        });
    }
}
