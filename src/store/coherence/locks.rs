//! Locks by key: threads of this process that change one chunk, or one document, take turns, whichever handles they
//! use.
//!
//! A lock is held while a store is called, and a store may be a callback that calls the library again. Waiting for a
//! lock that the same call holds further up would be for ever, so that is refused. Work that a call hands to other
//! threads carries the list of what the call holds, the locks of stores included: a store knows by it which of its
//! locks are those of the call itself.

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
use std::sync::atomic::{AtomicU64, Ordering};

/// A lock that is held, and how.
type Hold = (Arc<LockEntry>, Access);

/// In a child of `fork` no thread holds anything.
static TABLE: PerProcess<KeyedMutex<Home>> = PerProcess::new();

thread_local! {
    /// The locks that this thread, or the call that it works for, holds. Without a destructor, the lists are there to
    /// the very end of the thread; they take no memory while they are empty.
    static HELD: RefCell<ManuallyDrop<Held>> =
        const { RefCell::new(ManuallyDrop::new(Held { keys: Vec::new(), of_stores: Vec::new() })) };
}

/// The locks that a call holds.
#[derive(Clone, Debug)]
struct Held {
    keys: Vec<Hold>,
    /// One entry for each time that a lock of a store is held.
    of_stores: Vec<StoreLock>,
}

/// A held lock; dropping it lets the next one in.
#[derive(Debug)]
pub struct KeyLock<'a> {
    _own: HomeLock,
    /// Those of values that show through where there is none of its own.
    _lower: Vec<HomeLock>,
    /// Taken before, given back after.
    _gates: Vec<Box<dyn GateGuard + 'a>>,
}

/// The lock of one home.
#[derive(Debug)]
struct HomeLock {
    home: Home,
    /// None where the call that asked shares the key already.
    entry: Option<Hold>,
}

/// Waits for the lock of a key of a store, and has it alone.
///
/// # Errors
/// [`crate::ErrorKind::Conflict`] when the call that asks holds it already.
pub fn lock<'a>(store: &'a dyn Store, key: &str) -> Result<KeyLock<'a>> {
    take(store, key, Access::Exclusive)
}

/// Waits for the lock of a key of a store. A call may share what it holds already.
///
/// # Errors
/// [`crate::ErrorKind::Conflict`] when the call holds the key, and wants it alone.
pub fn take<'a>(store: &'a dyn Store, key: &str, access: Access) -> Result<KeyLock<'a>> {
    let gates = enter(store);
    Ok(KeyLock { _own: take_home(store.home(key), access)?, _lower: Vec::new(), _gates: gates })
}

/// As [`take`], for a value that is read in steps: the lower homes that it may have are shared as well. All are taken
/// in one order, whichever of them comes first in the store.
///
/// # Errors
/// As [`take`].
pub(super) fn take_with_lower<'a>(store: &'a dyn Store, key: &str, access: Access) -> Result<KeyLock<'a>> {
    let (own, mut lower) = (store.home(key), Vec::new());
    store.lower_homes(key, &mut |home| lower.push(home));
    if lower.is_empty() {
        return take(store, key, access);
    }
    let gates = enter(store);
    lower.sort_unstable();
    lower.dedup();
    lower.retain(|home| *home != own);
    let after = lower.split_off(lower.partition_point(|home| *home < own));
    let share = |home| take_home(home, Access::Shared);
    let mut taken = lower.into_iter().map(share).collect::<Result<Vec<_>>>()?;
    let own = take_home(own, access)?;
    for home in after {
        taken.push(share(home)?);
    }
    Ok(KeyLock { _own: own, _lower: taken, _gates: gates })
}

fn take_home(home: Home, access: Access) -> Result<HomeLock> {
    let entry = TABLE.of(&home);
    let held = held(&entry);
    if held && access == Access::Exclusive {
        TABLE.done(&home);
        return Err(in_use(&home));
    }
    let entry = if held { None } else { Some(hold(entry, access)) };
    Ok(HomeLock { home, entry })
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

/// True if the calling thread, or the call that it works for, holds any key.
fn holds_any() -> bool {
    HELD.with_borrow(|held| !held.keys.is_empty())
}

fn held(entry: &Arc<LockEntry>) -> bool {
    HELD.with_borrow(|held| held.keys.iter().any(|(held, _)| Arc::ptr_eq(held, entry)))
}

fn hold(entry: Arc<LockEntry>, access: Access) -> Hold {
    entry.take(access);
    HELD.with_borrow_mut(|held| held.keys.push((Arc::clone(&entry), access)));
    (entry, access)
}

fn release((entry, access): &Hold) {
    HELD.with_borrow_mut(|held| {
        held.keys.retain(|(held, _)| !Arc::ptr_eq(held, entry));
        if held.keys.is_empty() {
            drop(std::mem::take(&mut held.keys));
        }
    });
    entry.give_back(*access);
}

fn in_use(home: &Home) -> Error {
    Error::conflict(format!("key {:?} is being modified by the call that called back", home.key()))
}

impl Drop for HomeLock {
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
pub struct SharedKeyHolds(Vec<Hold>);

impl SharedKeys {
    /// Of these keys of stores, in the order in which they are to be taken.
    pub fn new<'s>(keys: impl IntoIterator<Item = (&'s dyn Store, String)>) -> Self {
        let home = |(store, key): (&dyn Store, String)| {
            let home = store.home(&key);
            let entry = TABLE.of(&home);
            (home, entry)
        };
        Self(keys.into_iter().map(home).collect())
    }

    /// Waits until the calling thread shares all of them.
    pub fn share(&self) -> SharedKeyHolds {
        let mut taken = SharedKeyHolds(Vec::with_capacity(self.0.len()));
        for (_, entry) in &self.0 {
            if !held(entry) {
                taken.0.push(hold(Arc::clone(entry), Access::Shared));
            }
        }
        taken
    }

    /// True if the calling thread, or the call that it works for, holds the first of them.
    pub fn is_sharing_first(&self) -> bool {
        self.0.first().is_some_and(|(_, entry)| held(entry))
    }

    /// True if the calling thread, or the call that it works for, has one of them alone.
    pub fn is_changing(&self) -> bool {
        let alone = |entry: &Arc<LockEntry>| {
            HELD.with_borrow(|held| {
                held.keys.iter().any(|(held, access)| Arc::ptr_eq(held, entry) && *access == Access::Exclusive)
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

impl Drop for SharedKeyHolds {
    fn drop(&mut self) {
        self.0.iter().for_each(release);
    }
}

/// Values of a store that are read in several requests, without keeping others from replacing them meanwhile: each home
/// of each value, in the order of the values, and how often it had been held alone before.
#[derive(Debug)]
pub struct VersionCheck(Vec<WatchedHome>);

#[derive(Debug)]
struct WatchedHome {
    /// The index of the value.
    index: usize,
    home: Home,
    entry: Arc<LockEntry>,
    changes: Option<u64>,
}

impl VersionCheck {
    /// From now on, before the first of the requests.
    pub fn new<'k>(store: &dyn Store, keys: impl IntoIterator<Item = &'k str>) -> Self {
        let keys = keys.into_iter();
        let mut watched = Vec::with_capacity(keys.size_hint().0);
        for (index, key) in keys.enumerate() {
            let mut watch = |home| {
                let entry = TABLE.of(&home);
                let changes = entry.changes();
                watched.push(WatchedHome { index, home, entry, changes });
            };
            watch(store.home(key));
            store.lower_homes(key, &mut watch);
        }
        Self(watched)
    }

    /// True if all parts that were read of the key with this index are parts of one value: by their versions, or where
    /// the store does not tell all of them, as no thread of this process can have written to the key.
    pub fn is_one<'v>(&self, index: usize, versions: impl IntoIterator<Item = &'v Option<String>>) -> bool {
        let (mut parts, mut told) = (0, Vec::new());
        for version in versions {
            parts += 1;
            told.extend(version.as_ref());
        }
        let is_unwritten = || {
            let from = self.0.partition_point(|watched| watched.index < index);
            let mut homes = self.0[from..].iter().take_while(|watched| watched.index == index);
            homes.all(|watched| watched.changes.is_some() && watched.entry.changes() == watched.changes)
        };
        told.windows(2).all(|pair| pair[0] == pair[1]) && (parts < 2 || told.len() == parts || is_unwritten())
    }
}

impl Drop for VersionCheck {
    fn drop(&mut self) {
        self.0.iter().for_each(|watched| TABLE.done(&watched.home));
    }
}

/// Tells a lock that a store gives from all others of this process. The store lets several calls have one lock, and
/// knows by this whether one of them is the call that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreLock(u64);

/// The calling thread, and the call that it works for, holds the lock of a store until this is dropped.
#[derive(Debug)]
pub struct StoreHold(StoreLock);

/// A lock that no call holds yet.
impl Default for StoreLock {
    fn default() -> Self {
        // Also in a child of `fork`, whose thread may have the list of its parent: no number comes again.
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        Self(NUMBER.fetch_add(1, Ordering::Relaxed))
    }
}

impl StoreLock {
    /// Notes that the calling thread has the lock.
    pub fn hold(self) -> StoreHold {
        HELD.with_borrow_mut(|held| held.of_stores.push(self));
        StoreHold(self)
    }

    /// True if the calling thread, or the call that it works for, holds it.
    pub fn is_held(self) -> bool {
        HELD.with_borrow(|held| held.of_stores.contains(&self))
    }
}

/// True if the calling thread, or the call that it works for, holds any lock of a store.
pub fn holds_any_of_stores() -> bool {
    HELD.with_borrow(|held| !held.of_stores.is_empty())
}

impl Drop for StoreHold {
    fn drop(&mut self) {
        HELD.with_borrow_mut(|held| {
            if let Some(at) = held.of_stores.iter().rposition(|held| *held == self.0) {
                held.of_stores.swap_remove(at);
            }
            if held.of_stores.is_empty() {
                drop(std::mem::take(&mut held.of_stores));
            }
        });
    }
}

/// The locks that a call holds, to be handed to the threads that work for it.
#[derive(Clone, Debug)]
pub struct HeldLocks(Held);

impl HeldLocks {
    /// The locks that the calling thread holds.
    pub fn current() -> Self {
        Self(HELD.with_borrow(|held| Held::clone(held)))
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
        assert!(!TABLE.knows(|home| home.store() == store.name().place()));
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
