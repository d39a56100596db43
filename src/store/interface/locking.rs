//! The locks that a store gives, and the stamps that identify a value without reading it.

use crate::store::access::Access;

/// Identifies the value of a key, or its absence, among all that it had or will have, without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Equal for equal values.
    pub id: [u64; 4],
    /// True if any other value has another id. False: this value is too recent to tell.
    pub is_settled: bool,
}

impl Stamp {
    /// The stamp of no value.
    pub const MISSING: Self = Self { id: [0; 4], is_settled: false };

    /// The stamp of a value that has to be read to be known.
    pub const UNKNOWN: Self = Self { id: [u64::MAX; 4], is_settled: false };

    /// The stamp, if it can stand for its value.
    #[must_use]
    pub fn settled(self) -> Option<Self> {
        self.is_settled.then_some(self)
    }
}

/// Held while a value is read, changed and written back; other processes that hold one for the same value wait.
pub trait UpdateGuard {
    /// True if the lock is still that of its path: a lock on a folder moves with the folder.
    fn is_current(&self) -> bool {
        true
    }
}

/// The lock and the stamp that a caller asks [`Store::lock`](super::Store::lock) for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locking {
    /// A lock to read, change and write back a value; if the access is shared, only those are kept out that want the
    /// key alone.
    Change(Access),
    /// As [`Locking::Change`], where no other owner is in the way. A caller that holds a lock asks so for the next one:
    /// to wait for it could be for ever, as a lock may go with what it locks to a place that comes earlier.
    ChangeIfFree(Access),
    /// A lock of a document for the one step in which a chunk is stored, and its stamp, at the least cost. Writers of
    /// whole chunks share the document, and one of a part, which may store it only over the chunk that it has read, has
    /// it alone.
    Document(Access),
    /// Only the stamp.
    Nothing,
}

/// The answer of [`Store::lock`](super::Store::lock).
#[derive(Default)]
pub struct Locked {
    /// The lock; None where none was asked for, or the store has none.
    pub guard: Option<Box<dyn UpdateGuard>>,
    /// Another owner has the lock that was asked for if free.
    pub is_busy: bool,
    /// The stamp of the value; None where none was asked for, or changes by other processes can't be seen, or don't
    /// reach this store.
    pub stamp: Option<Stamp>,
}

impl Locked {
    /// Of a value that a wrapper makes of the one that the store below has: it has to be read to be known.
    #[must_use]
    pub fn of_another_value(self) -> Self {
        Self { stamp: self.stamp.map(|_| Stamp::UNKNOWN), ..self }
    }
}

/// A store that serves one thread at a time. A thread that locks a key passes the gates first: one that calls back from
/// inside such a store then never waits for a key whose holder waits to be let in.
pub trait Gate {
    /// An id of the store, unique in the process.
    fn number(&self) -> u64;

    /// Waits to be let in; the same thread may enter again.
    fn enter(&self) -> Box<dyn GateGuard + '_>;
}

/// A thread's turn in a store that serves one at a time; dropping it lets the next one in.
pub trait GateGuard: std::fmt::Debug {}
