//! The one way to change the value of a key: claim it, change it, let go. `docs/consistency.md` has the protocol.
//!
//! A claim is the lock of the store, which keeps other processes out where the store has one, and then the lock by key,
//! which keeps other threads out. Claims are taken in one order by every operation: chunks, the document of their array,
//! the groups above it from the deepest up. So no two operations wait for each other.

use super::locks::{self, Lock};
use super::turns::Access;
use super::{Store, UpdateGuard, pause::pause_point};
use crate::error::{ErrorKind, Result};

/// A key that its holder may change (alone), or rely on (shared).
pub struct Claim<'a> {
    // Dropped in this order: the reverse of that in which they are taken.
    _key: Lock<'a>,
    others: Option<Box<dyn UpdateGuard>>,
}

impl Claim<'_> {
    /// Whether other processes are kept out as well, so that what is read from now on stays.
    pub fn excludes_processes(&self) -> bool {
        self.others.is_some()
    }
}

/// Waits for a key.
///
/// # Errors
/// [`crate::ErrorKind::Conflict`] when the call that asks has the key already; what the store's lock gives.
pub fn claim<'a>(store: &'a dyn Store, key: &str, access: Access) -> Result<Claim<'a>> {
    // A store that serves one thread at a time is entered first: a thread that calls back from inside the store then
    // never waits for a key whose holder waits to be let in.
    let _turns = locks::enter(store);
    let others = store.lock_for_update(key, access)?;
    let key = locks::take(store, key, access)?;
    pause_point("claim.taken");
    Ok(Claim { _key: key, others })
}

/// Replaces a value, or (None) takes it away, whatever it was, without a claim of the caller.
///
/// # Errors
/// [`crate::ErrorKind::Conflict`] when the call that asks has the key already; what the store gives.
pub fn put(store: &dyn Store, key: &str, value: Option<&[u8]>) -> Result<()> {
    let mut lock = None;
    store.put(key, value, &mut || {
        drop(lock.take());
        lock = Some(locks::lock(store, key)?);
        Ok(())
    })
}

/// Writes a value where there is none yet. False: there is one.
///
/// # Errors
/// What the store gives.
pub fn set_new(store: &dyn Store, key: &str, value: &[u8]) -> Result<bool> {
    match store.set_new(key, value) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        done => done.map(|()| true),
    }
}
