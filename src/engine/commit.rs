//! The one step in which a chunk is stored: under the document of its array, and only if that is the one that the chunk was
//! made for.

use crate::error::{Error, ErrorKind, Result};
use crate::grid::Tile;
use crate::store::{self, Claim, MAX_CONFLICTS, Sharing, Step, Store, UpdateGuard, pause_point};
use std::cell::Cell;

/// The document of an array, as a call that writes chunks relies on it.
pub trait Fence: Sync {
    /// Looks at the document before the first chunk of the call is encoded, as else all work on that chunk may be for nothing.
    ///
    /// # Errors
    /// As [`Fence::renew`].
    fn look(&self) -> Result<()>;

    /// What is known of the document now.
    fn basis(&self) -> Box<dyn Basis + '_>;

    /// Reads the document again.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where the array is gone; [`ErrorKind::Conflict`] where another one is in its place; what reading
    /// documents gives.
    fn renew(&self) -> Result<()>;
}

/// One version of the document.
pub trait Basis {
    /// The shape of the array, beyond which a chunk may hold anything; None: it may change without being noticed before a
    /// chunk is stored.
    fn border(&self) -> Option<&[u64]>;

    /// Refuses a tile that lies outside of the array.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfBounds`].
    fn check(&self, tile: &Tile) -> Result<()>;

    /// Refuses a chunk, or a shard, that lies outside of the array.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfBounds`].
    fn check_chunk(&self, position: &[u64]) -> Result<()>;

    /// Takes what must be held while a chunk is stored. None: the document is another one by now.
    ///
    /// # Errors
    /// What the store's locks give; [`ErrorKind::Conflict`] for a call from inside of a change of the same document.
    fn pass(&self) -> Result<Option<Pass>>;
}

/// Held while a chunk is stored.
pub struct Pass {
    /// The locks of this process.
    pub keys: Sharing,
    /// What keeps out other processes, where the store has such locks.
    pub others: Option<Box<dyn UpdateGuard>>,
}

/// One attempt to store a chunk, made from what the document of the array said when it began.
pub struct Commit<'c> {
    store: &'c dyn Store,
    /// The key of the chunk, or shard.
    pub key: &'c str,
    /// What the document said.
    pub basis: Box<dyn Basis + 'c>,
    is_stale: Cell<bool>,
    /// The chunk can't be stored in this attempt, whatever its own version.
    is_refused: Cell<bool>,
    /// Something of the stored chunk stays in the new one.
    keeps_old: Cell<bool>,
}

/// Stores a chunk, and begins again where the document of the array has changed meanwhile.
///
/// # Errors
/// What `attempt` gives; as [`Fence::renew`].
pub fn commit(
    store: &dyn Store,
    fence: &dyn Fence,
    key: &str,
    mut attempt: impl FnMut(&Commit<'_>) -> Result<()>,
) -> Result<()> {
    fence.look()?;
    for _ in 0..MAX_CONFLICTS {
        let commit = Commit {
            store,
            key,
            basis: fence.basis(),
            is_stale: Cell::new(false),
            is_refused: Cell::new(false),
            keeps_old: Cell::new(false),
        };
        match attempt(&commit) {
            Err(_) if commit.is_stale.get() => fence.renew()?,
            result => return result,
        }
    }
    Err(Error::conflict(format!("the document of its array was changed {MAX_CONFLICTS} times in a row")))
}

impl Commit<'_> {
    /// What must be held while the chunk is stored.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] where the document is another one: then the attempt is made again.
    pub fn pass(&self) -> Result<Pass> {
        pause_point("commit.pass");
        let pass = self.basis.pass().inspect_err(|_| self.is_refused.set(true))?;
        // The chunk may have been cut off and the array grown again to a document of the same text: then what was read of it is
        // gone, and only that it is not there tells.
        let is_gone = self.keeps_old.get() && self.store.stamp(self.key)?.is_some() && !self.store.exists(self.key)?;
        let pass = pass.filter(|_| !is_gone).ok_or_else(|| {
            self.is_refused.set(true);
            self.is_stale.set(true);
            Error::conflict("the document of the array has changed")
        })?;
        pause_point("commit.ready");
        Ok(pass)
    }

    /// Has the chunk stored only if there still is a chunk, as something of it stays.
    pub fn keep_old(&self) {
        self.keeps_old.set(true);
    }

    /// Stores a value, or takes it away; what was made without the claim of the key is claimed for the last step.
    ///
    /// # Errors
    /// As [`Commit::pass`]; what the store gives.
    pub fn put(&self, claim: Option<&Claim<'_>>, value: Option<&[u8]>) -> Result<()> {
        let mut held = None;
        self.store.put(self.key, value, &mut |step| {
            drop(held.take());
            if step == Step::LetGo {
                return Ok(());
            }
            let lock = claim.is_none().then(|| store::lock(self.store, self.key)).transpose()?;
            // Given back in the reverse order.
            held = Some((self.pass()?, lock));
            Ok(())
        })
    }

    /// Changes the chunk over nothing but what was read of it, on stores with conditional writes; read again where another
    /// writer was faster.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] where others are faster each time; what `change` gives.
    pub fn change_versioned(&self, mut change: impl FnMut() -> Result<()>) -> Result<()> {
        for _ in 0..MAX_CONFLICTS {
            match change() {
                Err(error) if error.kind() == ErrorKind::Conflict && !self.is_refused.get() => {}
                result => return result,
            }
        }
        let key = self.key;
        Err(Error::conflict(format!("key {key:?} was changed by other writers {MAX_CONFLICTS} times in a row")))
    }
}
