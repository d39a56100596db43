//! The one step in which a chunk is stored: under the document of its array, and only if that is the one that the chunk
//! was made for.

use crate::error::{Error, ErrorKind, Result};
use crate::grid::Tile;
use crate::store::key::split_parent;
use crate::store::pause_point;
use crate::store::{
    self, Access, Claim, MAX_CONFLICTS, Mark, Ready, ReadyStep, SharedKeyHolds, Stamp, Store, StoreExt, UpdateGuard,
    ValueReader, When,
};
use std::cell::{Cell, OnceCell, RefCell};

/// The document of an array, as a call that writes chunks relies on it.
pub trait Fence: Sync {
    /// The key of the document.
    fn key(&self) -> &str;

    /// Checks the document before the first chunk of the call is encoded, to avoid encoding a chunk that can't be
    /// stored.
    ///
    /// # Errors
    /// As [`Fence::renew`].
    fn look(&self) -> Result<()>;

    /// The version of the document that is known now.
    fn basis(&self) -> Box<dyn Basis + '_>;

    /// Reads the document again.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where the array is gone; [`ErrorKind::Conflict`] where another one is in its place;
    /// errors of reading documents.
    fn renew(&self) -> Result<()>;
}

/// One version of the document.
pub trait Basis {
    /// The shape of the array, beyond which a chunk may have any bytes; None if the shape may change unnoticed before a
    /// chunk is stored.
    fn border(&self) -> Option<&[u64]>;

    /// Refuses a tile outside the array.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfBounds`].
    fn check(&self, tile: &Tile) -> Result<()>;

    /// Refuses a chunk or shard outside the array.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfBounds`].
    fn check_chunk(&self, position: &[u64]) -> Result<()>;

    /// Takes the locks for storing a chunk, with the document shared or, against other processes, alone. Returns None
    /// if the document has changed.
    ///
    /// # Errors
    /// Errors of the store's locks; [`ErrorKind::Conflict`] for a call from inside of a change of the same document.
    fn pass(&self, access: Access) -> Result<Option<Pass>>;
}

/// Held while a chunk is stored.
pub struct Pass {
    /// The locks of this process.
    pub keys: SharedKeyHolds,
    /// The store's lock against other processes, where it has such locks.
    pub others: Option<Box<dyn UpdateGuard>>,
}

/// One attempt to store a chunk, made for the version of the document that was known when it began.
pub struct Commit<'c> {
    store: &'c dyn Store,
    /// The key of the chunk, or shard.
    pub key: &'c str,
    /// The key of the document.
    document: &'c str,
    /// The version of the document that the attempt relies on.
    pub basis: Box<dyn Basis + 'c>,
    /// The document is locked before the chunk is read, as the attempt before has met a chunk of another process.
    document_first: bool,
    /// The locks, where they were taken before the chunk was read.
    early: RefCell<Option<Pass>>,
    /// The stored chunk that is changed, where another process may replace it meanwhile.
    old: OnceCell<Box<dyn Mark + 'c>>,
    outcome: Cell<CommitOutcome>,
}

/// The result of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CommitOutcome {
    Open,
    /// The locks are refused to this call, and would be each time.
    Refused,
    /// The document is another one.
    Stale,
    /// The chunk is another one than was read.
    Overtaken,
}

/// Stores a chunk, and begins again where the document of the array, or the chunk, has changed meanwhile.
///
/// # Errors
/// Errors of `attempt`; as [`Fence::renew`].
pub fn commit(
    store: &dyn Store,
    fence: &dyn Fence,
    key: &str,
    mut attempt: impl FnMut(&Commit<'_>) -> Result<()>,
) -> Result<()> {
    fence.look()?;
    let mut document_first = false;
    for _ in 0..MAX_CONFLICTS {
        let commit = Commit {
            store,
            key,
            document: fence.key(),
            basis: fence.basis(),
            document_first,
            early: RefCell::default(),
            old: OnceCell::new(),
            outcome: Cell::new(CommitOutcome::Open),
        };
        let result = attempt(&commit);
        let outcome = commit.outcome.get();
        // The attempt's locks are released before the document is read.
        drop(commit);
        match (result, outcome) {
            (Err(_), CommitOutcome::Stale) => fence.renew()?,
            (Err(_), CommitOutcome::Overtaken) => document_first = true,
            // The chunk may be of another array, which is in this place now, or was for a moment.
            (Err(error), _) if matches!(error.kind(), ErrorKind::Data | ErrorKind::Limit) => {
                fence.renew()?;
                if document_first {
                    return Err(error);
                }
                document_first = true;
            }
            (result, _) => return result,
        }
    }
    Err(Error::conflict(format!("it, or the document of its array, was changed {MAX_CONFLICTS} times in a row")))
}

impl Commit<'_> {
    /// Begins a change of the stored chunk: returns the value that the caller has claimed, to be read from there. None:
    /// no other process can replace it meanwhile, and it is read by its key.
    ///
    /// # Errors
    /// As [`Commit::pass`].
    pub fn change_old(&self) -> Result<Option<&dyn ValueReader>> {
        self.keep_others_out()?;
        let mark = self.store.mark(self.key)?;
        Ok(mark.map(|mark| &**self.old.get_or_init(|| mark) as &dyn ValueReader))
    }

    /// Writers of whole chunks, and those that replace the array, don't wait for the claim of the chunk: after one of
    /// them was faster, the document keeps them out while the chunk is read.
    fn keep_others_out(&self) -> Result<()> {
        if self.document_first {
            *self.early.borrow_mut() = Some(self.take(Access::Exclusive)?);
        }
        Ok(())
    }

    /// The locks to hold while the chunk is stored.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] where the document or the chunk is another one: then the attempt is made again.
    pub fn pass(&self) -> Result<Pass> {
        pause_point("commit.pass");
        let old = self.old.get();
        let pass = match (self.early.take(), old) {
            (Some(pass), _) => pass,
            // No whole chunk may come between the look at the old one and the step that replaces it.
            (None, Some(_)) => self.take(Access::Exclusive)?,
            (None, None) => self.take(Access::Shared)?,
        };
        if let Some(old) = old
            && !old.is_current()?
        {
            self.outcome.set(CommitOutcome::Overtaken);
            return Err(Error::conflict("the chunk has changed"));
        }
        pause_point("commit.ready");
        Ok(pass)
    }

    fn take(&self, access: Access) -> Result<Pass> {
        let pass = self.basis.pass(access).inspect_err(|_| self.outcome.set(CommitOutcome::Refused))?;
        pass.ok_or_else(|| {
            self.outcome.set(CommitOutcome::Stale);
            Error::conflict("the document of the array has changed")
        })
    }

    /// Stores or erases a value; a key that is not claimed yet is claimed for this step.
    ///
    /// # Errors
    /// As [`Commit::pass`]; errors of the store.
    pub fn put(&self, claim: Option<&Claim<'_>>, value: Option<&[u8]>) -> Result<()> {
        self.put_at(self.key, claim, value)
    }

    /// As [`Commit::put`], under another key of the same chunk.
    ///
    /// # Errors
    /// As [`Commit::put`].
    pub fn put_at(&self, key: &str, claim: Option<&Claim<'_>>, value: Option<&[u8]>) -> Result<()> {
        let mut held = None;
        let mut ask = |step| {
            // The locks are released after the look, so that no array is created there meanwhile.
            if let Some(_locks) = held.take()
                && value.is_some()
            {
                self.leave_nothing(key)?;
            }
            if step == ReadyStep::LetGo {
                return Ok(());
            }
            let lock = claim.is_none().then(|| store::lock(self.store, key)).transpose()?;
            // Given back in the reverse order.
            held = Some((self.pass()?, lock));
            Ok(())
        };
        // A store may lock folders: that of both comes before the lock by key, as for one that claims the chunk.
        let is_beside_document = split_parent(key).0 == split_parent(self.document).0;
        let ready = if is_beside_document { Ready::by_key(&mut ask) } else { Ready::by_document(&mut ask) };
        let stored = self.store.write(key, value, When::Ready(ready));
        if stored.is_err() && claim.is_some_and(|claim| !claim.is_current()) {
            // The folder of the chunk was moved away: the one in its place was neither claimed nor read.
            self.outcome.set(CommitOutcome::Overtaken);
        }
        stored?;
        ask(ReadyStep::LetGo)
    }

    /// Erases a value that was stored while another process erased a group above the array, which does not wait for
    /// writers below it; otherwise, a new array there would contain the value. The eraser removes the document first:
    /// it is missing here, or the eraser finds the value.
    fn leave_nothing(&self, key: &str) -> Result<()> {
        pause_point("commit.stored");
        if self.store.stamp(self.document)? != Some(Stamp::MISSING) {
            return Ok(());
        }
        self.store.erase(key)?;
        Err(Error::not_found("the array is not there any more"))
    }

    /// Changes the chunk only over the version that was read, on stores with conditional writes; read again where
    /// another writer was faster.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] where others are faster each time; errors of `change`.
    pub fn change_versioned(&self, mut change: impl FnMut() -> Result<()>) -> Result<()> {
        for _ in 0..MAX_CONFLICTS {
            match self.keep_others_out().and_then(|()| change()) {
                Err(error) if error.kind() == ErrorKind::Conflict && self.outcome.get() == CommitOutcome::Open => {}
                result => return result,
            }
        }
        let key = self.key;
        Err(Error::conflict(format!("key {key:?} was changed by other writers {MAX_CONFLICTS} times in a row")))
    }
}
