//! The one way to change the value of a key: claim it, change it, let go. `docs/consistency.md` has the protocol.
//!
//! A claim is the lock of the store, which keeps other processes out where the store has one, and then the lock by key,
//! which keeps other threads out. Claims are taken in one order by every operation: chunks, the document of their
//! array, the groups above it from the deepest up; and of several, none of the store's locks is waited for while
//! another one is held. So no two operations wait for each other.

use super::locks::{self, KeyLock};
use super::retry::MAX_CONFLICTS;
use crate::error::{Error, ErrorKind, Result};
use crate::store::access::Access;
use crate::store::interface::{Locked, Locking, Ready, ReadyStep, Store, StoreExt, UpdateGuard, When};
use crate::store::key;
use crate::store::pause::pause_point;

/// A key that its holder may change (alone), or rely on (shared).
pub struct Claim<'a> {
    // Dropped in this order: the reverse of that in which they are taken.
    _key: KeyLock<'a>,
    others: Option<Box<dyn UpdateGuard>>,
}

impl Claim<'_> {
    /// True if other processes are kept out as well, so that values that are read from now on stay.
    pub fn excludes_processes(&self) -> bool {
        self.others.is_some()
    }

    /// True if the store's lock still is that of its place.
    pub fn is_current(&self) -> bool {
        self.others.as_ref().is_none_or(|others| others.is_current())
    }
}

/// Waits for a key.
///
/// # Errors
/// [`crate::ErrorKind::Conflict`] when the call that asks has the key already; errors of the store's lock.
pub fn claim<'a>(store: &'a dyn Store, key: &str, access: Access) -> Result<Claim<'a>> {
    // A store that serves one thread at a time is entered first: a thread that calls back from inside the store then
    // never waits for a key whose holder waits to be let in.
    let _gates = locks::enter(store);
    // The lock of the store would be waited for: by a call that has it already, for ever.
    locks::refuse_if_held(store, key, access)?;
    for _ in 0..MAX_CONFLICTS {
        let others = store.lock_for_update(key, access)?;
        // A value that shows through is read under the claim as well, where no other lock may be waited for.
        let lock = locks::take_with_lower(store, key, access)?;
        // While this thread waited for the lock by key, its holder may have moved the folder that the store has locked
        // for both.
        let claim = Claim { _key: lock, others };
        if claim.is_current() {
            pause_point("claim.taken");
            return Ok(claim);
        }
    }
    Err(moved(key))
}

/// Keys of a store that are to be claimed.
pub type KeysOfStore<'a> = (&'a dyn Store, Vec<(String, Access)>);

/// Several keys that are claimed together.
pub struct Claims<'a>(Vec<FolderClaim<'a>>);

/// The keys of one folder that are claimed, and the store's lock of the folder.
struct FolderClaim<'a> {
    // Dropped in this order.
    _keys: Vec<KeyLock<'a>>,
    others: Option<Box<dyn UpdateGuard>>,
}

impl Claims<'_> {
    /// As [`Claim::excludes_processes`].
    pub fn excludes_processes(&self) -> bool {
        self.0.iter().any(|claim| claim.others.is_some())
    }

    /// Lets go of all but the keys of the deepest folder.
    pub fn keep_deepest(&mut self) {
        self.0.truncate(1);
    }

    fn is_current(&self) -> bool {
        self.0.iter().filter_map(|claim| claim.others.as_ref()).all(|others| others.is_current())
    }
}

/// The action where a file system refuses its locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenRefused {
    /// [`ErrorKind::Unsupported`].
    Fails,
    /// The claim is one by key alone: for changes that replace documents as a whole.
    GoesOn,
}

/// Claims one key as [`claim_all`] does, also where the store's locks are refused.
///
/// # Errors
/// As [`claim_all`].
pub fn claim_if_possible<'a>(store: &'a dyn Store, key: &str, access: Access) -> Result<Claims<'a>> {
    claim_all(&[(store, vec![(key.to_owned(), access)])], WhenRefused::GoesOn)
}

/// Claims keys, folder by folder, the deepest first: the lock of the store, then those by key. So all that is waited
/// for by key has one order, in single claims and here. The stores: a first one, then those that it is a part of, as
/// [`Store::around`] tells, of which only folders above its root are claimed.
///
/// A store may lock folders, so it is asked once for each, with the first of the keys that are wanted alone. As another
/// process may move a folder with its lock to where that comes earlier, no lock of the store is waited for while
/// another one is held: all are let go of, and the one that was in the way is the first of the next attempt.
///
/// # Errors
/// As [`claim`].
pub fn claim_all<'a>(keys: &[KeysOfStore<'a>], refused: WhenRefused) -> Result<Claims<'a>> {
    let folders: Vec<FolderKeys<'a, '_>> =
        keys.iter().flat_map(|(store, keys)| by_folder(keys).into_iter().map(|keys| (*store, keys))).collect();
    let _gates = keys.first().map(|(store, _)| locks::enter(*store));
    for _ in 0..MAX_CONFLICTS {
        let mut first = None;
        let claims = loop {
            match try_claim_all(&folders, refused, first.is_some())? {
                ClaimAttempt::Claimed(claims) => break claims,
                ClaimAttempt::Busy(store, key, access) => {
                    // Let go of before the next one is waited for.
                    drop(first.take());
                    pause_point("claim.waits");
                    first = store.lock_for_update(key, access)?;
                }
            }
        };
        if claims.is_current() {
            pause_point("claim.taken");
            return Ok(claims);
        }
    }
    Err(moved(folders.first().and_then(|(_, keys)| keys.first()).map_or("", |(key, _)| key)))
}

fn moved(key: &str) -> Error {
    Error::conflict(format!("key {key:?}: its folder was moved {MAX_CONFLICTS} times in a row"))
}

/// The keys of a store that are to be claimed in one folder.
type FolderKeys<'a, 'k> = (&'a dyn Store, Vec<&'k (String, Access)>);

/// One attempt to claim several keys.
enum ClaimAttempt<'a, 'k> {
    Claimed(Claims<'a>),
    /// Another owner has the lock of the store for this key.
    Busy(&'a dyn Store, &'k str, Access),
}

fn try_claim_all<'a, 'k>(
    folders: &[FolderKeys<'a, 'k>],
    refused: WhenRefused,
    holds_one: bool,
) -> Result<ClaimAttempt<'a, 'k>> {
    for (store, keys) in folders {
        keys.iter().try_for_each(|(key, access)| locks::refuse_if_held(*store, key, *access))?;
    }
    let mut claims = Claims(Vec::with_capacity(folders.len()));
    for (store, keys) in folders {
        let alone = keys.iter().find(|(_, access)| *access == Access::Exclusive);
        let Some((key, access)) = alone.or(keys.first()) else { continue };
        let waits = claims.0.is_empty() && !holds_one;
        let locking = if waits { Locking::Change(*access) } else { Locking::ChangeIfFree(*access) };
        let locked = match store.lock(key, locking) {
            Err(error) if error.kind() == ErrorKind::Unsupported && refused == WhenRefused::GoesOn => Locked::default(),
            locked => locked?,
        };
        if locked.is_busy {
            return Ok(ClaimAttempt::Busy(*store, key, *access));
        }
        pause_point("claim.folder");
        let mut claim = FolderClaim { _keys: Vec::with_capacity(keys.len()), others: locked.guard };
        let mut keys = keys.clone();
        keys.sort_unstable_by(|one, other| other.0.cmp(&one.0));
        for (key, access) in keys {
            claim._keys.push(locks::take(*store, key, *access)?);
        }
        claims.0.push(claim);
    }
    Ok(ClaimAttempt::Claimed(claims))
}

/// The keys of each folder, the deepest folder first.
fn by_folder(keys: &[(String, Access)]) -> Vec<Vec<&(String, Access)>> {
    fn folder((key, _): &(String, Access)) -> &str {
        key::split_parent(key).0
    }
    fn place(key: &(String, Access)) -> (usize, &str) {
        let folder = folder(key);
        (if folder.is_empty() { 0 } else { folder.split('/').count() }, folder)
    }
    let mut keys: Vec<_> = keys.iter().collect();
    // A stable sort: in each folder the keys stay as they were given.
    keys.sort_by(|one, other| place(other).cmp(&place(one)));
    keys.chunk_by(|one, other| folder(one) == folder(other)).map(<[_]>::to_vec).collect()
}

/// Replaces a value, or (None) takes it away, without reading it and without a claim of the caller.
///
/// # Errors
/// [`crate::ErrorKind::Conflict`] when the call that asks has the key already; errors of the store.
pub fn put(store: &dyn Store, key: &str, value: Option<&[u8]>) -> Result<()> {
    let mut lock = None;
    let mut ask = |step| {
        drop(lock.take());
        if step == ReadyStep::Take {
            lock = Some(locks::lock(store, key)?);
        }
        Ok(())
    };
    store.write(key, value, When::Ready(Ready::by_key(&mut ask)))
}

/// Writes a value where there is none yet. False: there is one.
///
/// # Errors
/// Errors of the store.
pub fn set_new(store: &dyn Store, key: &str, value: &[u8]) -> Result<bool> {
    match store.write(key, Some(value), When::New) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        done => done.map(|()| true),
    }
}
