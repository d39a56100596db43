//! The one way to change the value of a key: claim it, change it, let go. `docs/consistency.md` has the protocol.
//!
//! A claim is the lock of the store, which keeps other processes out where the store has one, and then the lock by key,
//! which keeps other threads out. Claims are taken in one order by every operation: chunks, the document of their array,
//! the groups above it from the deepest up. So no two operations wait for each other.

use super::locks::{self, Lock};
use super::turns::Access;
use super::{Ready, Step, Store, UpdateGuard, pause::pause_point};
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
    // The lock of the store would be waited for: by a call that has it already, for ever.
    locks::refuse_if_held(store, key, access)?;
    let others = store.lock_for_update(key, access)?;
    let key = locks::take(store, key, access)?;
    pause_point("claim.taken");
    Ok(Claim { _key: key, others })
}

/// Several keys that are claimed together.
pub struct Claims<'a> {
    // Dropped in this order.
    _keys: Vec<Lock<'a>>,
    others: Vec<Box<dyn UpdateGuard>>,
}

impl Claims<'_> {
    /// As [`Claim::excludes_processes`].
    pub fn excludes_processes(&self) -> bool {
        !self.others.is_empty()
    }
}

/// Claims one key as [`claim_all`] does: also where the store's locks are refused.
///
/// # Errors
/// As [`claim_all`].
pub fn claim_if_possible<'a>(store: &'a dyn Store, key: &str, access: Access) -> Result<Claims<'a>> {
    claim_all(store, &[(key.to_owned(), access)])
}

/// Claims keys in the order in which they are given, also where the store's locks are refused: for changes that replace documents
/// as a whole. The locks of the store come first, and of those that lie in one folder the one
/// that is wanted alone: a store may lock folders.
///
/// # Errors
/// As [`claim`].
pub fn claim_all<'a>(store: &'a dyn Store, keys: &[(String, Access)]) -> Result<Claims<'a>> {
    let _turns = locks::enter(store);
    keys.iter().try_for_each(|(key, access)| locks::refuse_if_held(store, key, *access))?;
    let folder = |key: &str| super::key::split_parent(key).0.to_owned();
    let mut folders: Vec<(String, &str, Access)> = Vec::new();
    for (key, access) in keys {
        match folders.iter_mut().find(|(known, ..)| *known == folder(key)) {
            None => folders.push((folder(key), key, *access)),
            Some((_, known, strongest)) if *access == Access::Exclusive && *strongest == Access::Shared => {
                (*known, *strongest) = (key, *access);
            }
            Some(_) => {}
        }
    }
    // The deepest folder first, as for single claims.
    folders.sort_by(|one, other| {
        let depth = |folder: &str| if folder.is_empty() { 0 } else { folder.split('/').count() };
        depth(&other.0).cmp(&depth(&one.0)).then_with(|| other.0.cmp(&one.0))
    });
    let mut others = Vec::new();
    for (_, key, access) in folders {
        match store.lock_for_update(key, access) {
            // A file system without locks keeps no process out; what is claimed here is done as well as it can be.
            Err(error) if error.kind() == ErrorKind::Unsupported => {}
            guard => others.extend(guard?),
        }
    }
    let locks = keys.iter().map(|(key, access)| locks::take(store, key, *access)).collect::<Result<Vec<_>>>()?;
    pause_point("claim.taken");
    Ok(Claims { _keys: locks, others })
}

/// Replaces a value, or (None) takes it away, whatever it was, without a claim of the caller.
///
/// # Errors
/// [`crate::ErrorKind::Conflict`] when the call that asks has the key already; what the store gives.
pub fn put(store: &dyn Store, key: &str, value: Option<&[u8]>) -> Result<()> {
    let mut lock = None;
    let mut ask = |step| {
        drop(lock.take());
        if step == Step::Take {
            lock = Some(locks::lock(store, key)?);
        }
        Ok(())
    };
    store.put(key, value, Ready::by_key(&mut ask))
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
