//! Stores: keys with byte strings behind them, and nothing else.
//!
//! [`Store`] is the abstract store interface of the Zarr specifications, in both directions: an implementation gives
//! the operations that it has, and the defaults derive the rest. A store knows no arrays and no documents.

mod coherence;
pub(crate) mod derived;
pub mod filesystem;
mod held;
mod home;
pub mod key;
pub mod memory;
#[cfg(feature = "cloud")]
pub mod object;
pub mod options;
pub(crate) mod pause;
pub mod remote;
pub mod url;
pub mod zip;

pub(crate) use coherence::locks;
pub use coherence::{
    Access, Claim, Claims, Keeper, Lock as KeyLock, MAX_CONFLICTS, SharedKeys, Sharing, Still, Together, change,
    changed, changed_below, changed_since, changed_somewhere, changed_somewhere_since, changes, claim, claim_all,
    claim_if_possible, erase_below, hold_still, lock, put, set_new, tell, written, written_below,
};
pub use filesystem::FilesystemStore;
pub(crate) use held::replaced;
pub use held::{Held, SharedHeld, by_key};
pub use home::Home;
pub use key::{check_key, check_prefix};
pub(crate) use memory::HeldValue;
pub use memory::MemoryStore;
#[cfg(feature = "cloud")]
pub use object::RemoteStore;
pub use options::{Lock, Options, Symlinks, SyncMode};
pub(crate) use pause::pause_point;
pub use remote::Remote;
pub use url::{open, open_with, schemes};
pub use zip::ZipStore;

use crate::error::{Error, ErrorKind, Result};
use std::sync::Arc;

/// Which bytes of a value are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ByteRange {
    /// From `start` on, `length` bytes or (None) to the end. What reaches past the end is cut; a start past the end
    /// with a length is an error, without one it is empty.
    From {
        /// First byte.
        start: u64,
        /// Number of bytes, None: to the end.
        length: Option<u64>,
    },
    /// The last bytes, at most as many as there are.
    Suffix(u64),
}

impl ByteRange {
    /// The whole value.
    pub const ALL: Self = Self::From { start: 0, length: None };

    /// The bounds of the range in a value of `size` bytes.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfBounds`] for a range with a length that starts past the end.
    pub fn resolve(self, size: u64) -> Result<std::ops::Range<u64>> {
        match self {
            Self::From { start, length: None } => Ok(start.min(size)..size),
            Self::From { start, length: Some(length) } if start <= size => {
                Ok(start..start.saturating_add(length).min(size))
            }
            Self::From { start, .. } => Err(Error::new(
                ErrorKind::OutOfBounds,
                format!("the range starts at byte {start} of a value of {size} bytes"),
            )),
            Self::Suffix(length) => Ok(size.saturating_sub(length)..size),
        }
    }
}

/// What lies directly below a prefix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// Full keys, sorted by bytes.
    pub keys: Vec<String>,
    /// Full prefixes, ending in `/`, sorted by bytes.
    pub prefixes: Vec<String>,
}

impl From<Vec<String>> for Listing {
    /// Keys alone.
    fn from(keys: Vec<String>) -> Self {
        Self { keys, prefixes: Vec::new() }
    }
}

/// How far a listing reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// All keys of the store; the prefix is empty.
    Store,
    /// All keys that begin with the prefix.
    All,
    /// Keys and prefixes directly below the prefix.
    One,
    /// As `One`, for callers who look into every prefix anyway: some may have nothing below them.
    Names,
}

/// What a store can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// Values can be written.
    pub writeable: bool,
    /// Values can be removed.
    pub erasable: bool,
    /// At least one of the listings works.
    pub listable: bool,
    /// May be called from several threads at once, and from threads of the library.
    pub thread_safe: bool,
    /// `get_versioned` and [`When::Is`] work.
    pub conditional: bool,
    /// A change by another process is kept out by [`Store::lock`], or seen by a [`Stamp`], or none reaches this store. False: such
    /// a change is seen only when a conditional write fails.
    pub private: bool,
    /// `get_into` is one request that copies nothing on the way.
    pub reads_into: bool,
    /// The requests that `get_many` likes to be given at once, as many as are under way together; 1, or 0: one after the
    /// other is as good.
    pub in_flight: usize,
}

/// What [`Store::get_into`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled {
    /// Bytes put into the buffer; fewer than it has where the value ends before.
    pub length: usize,
    /// Bytes of the whole value.
    pub total: u64,
}

/// What [`Store::get_beginning`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beginning {
    /// The first bytes of the value, one at least where it has any.
    pub bytes: Vec<u8>,
    /// Whether there are surely no others that were wanted. False: nobody has looked, but nearly always there are none.
    pub ended: bool,
}

/// A version of a value, opaque to everybody but its store; None: the key is absent.
pub type Version = Option<String>;

/// A value, or a part of one, and what tells whether another part is of the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versioned {
    /// The bytes that were asked for.
    pub bytes: Vec<u8>,
    /// Another one as soon as the value is another one; None: the store does not tell.
    pub version: Option<String>,
}

impl From<Vec<u8>> for Versioned {
    /// Bytes of which no version is known.
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes, version: None }
    }
}

/// The bytes of what [`Store::get_many`] gave.
#[must_use]
pub fn bytes_of(answers: Vec<Option<Versioned>>) -> Vec<Option<Vec<u8>>> {
    answers.into_iter().map(|answer| answer.map(|answer| answer.bytes)).collect()
}

/// What tells the value of a key, or that there is none, from every other that it had or will have, without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Equal for equal values.
    pub id: [u64; 4],
    /// Whether another value will surely have another id. False: this one is too young.
    pub is_settled: bool,
}

impl Stamp {
    /// The stamp, if it can stand for its value.
    #[must_use]
    pub fn settled(self) -> Option<Self> {
        self.is_settled.then_some(self)
    }
}

/// Held while a value is read, changed and written back; other processes that hold one for the same value wait.
pub trait UpdateGuard {
    /// Whether it still is the lock of its place: a lock on a folder goes with that when the folder is moved.
    fn is_current(&self) -> bool {
        true
    }
}

/// A store that serves one thread at a time. A thread that locks a key passes the gates first: one that calls back from inside
/// such a store then never waits for a key whose holder waits to be let in.
pub trait Gate {
    /// Which store it is.
    fn number(&self) -> u64;

    /// Waits to be let in; the same thread may enter again.
    fn enter(&self) -> Box<dyn Turn + '_>;
}

/// On what a change of a value depends: see [`Store::write`].
pub enum When<'w> {
    /// The caller has claimed the key, or all that would write to it.
    Claimed,
    /// Other processes may change parts of the value. The caller is asked to take what it must hold for the one step that lets
    /// others see the change, when all that takes long is done; it holds that until the store returns, or asks it to let go, as
    /// the step may have to be repeated. An error of the caller is the result, and the old value stays.
    Ready(Ready<'w>),
    /// The key is missing; otherwise [`ErrorKind::AlreadyExists`]. The caller has claimed it and found it missing; where the
    /// store can tell, one of several processes that have done so succeeds.
    New,
    /// The stored version is still this one; otherwise [`ErrorKind::Conflict`]. Only where `conditional`. A store may be able to
    /// write on a condition, and not to erase on one: that is [`ErrorKind::Unsupported`].
    Is(&'w Version),
}

impl When<'_> {
    /// All that a store without conditions has to do before it writes in one step: has the caller take what it must hold.
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`] for a condition; what the caller gives.
    pub fn begin(self, key: &str, value: Option<&[u8]>) -> Result<()> {
        match self {
            Self::Claimed | Self::New => Ok(()),
            Self::Ready(mut ready) => ready.ask(Step::Take),
            Self::Is(_) => {
                let what = if value.is_some() { "conditional writing" } else { "erasing on a condition" };
                Err(derived::unsupported(what, key))
            }
        }
    }
}

/// What a store asks of the caller of [`When::Ready`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The store is about to wait for a lock of its own: what the caller holds for the value must be given back before.
    LetGo,
    /// All that is left is the step that lets others see the change.
    Take,
}

/// Asked by [`Store::write`] to take, and to let go of, what the caller holds while its value is stored.
pub struct Ready<'r> {
    ask: &'r mut dyn FnMut(Step) -> Result<()>,
    excludes_parts: bool,
}

impl<'r> Ready<'r> {
    /// Of a caller that holds nothing that those rely on which change a part of the value in other processes.
    pub fn by_key(ask: &'r mut dyn FnMut(Step) -> Result<()>) -> Self {
        Self { ask, excludes_parts: false }
    }

    /// Of a caller that takes the document under which parts of the value are stored, or has claimed the value.
    pub fn by_document(ask: &'r mut dyn FnMut(Step) -> Result<()>) -> Self {
        Self { ask, excludes_parts: true }
    }

    /// Whether what the caller takes keeps out those which change a part of the value in other processes: then the store need not.
    pub fn excludes_parts(&self) -> bool {
        self.excludes_parts
    }

    /// Asks the caller.
    ///
    /// # Errors
    /// What the caller gives; then the value must stay as it is.
    pub fn ask(&mut self, step: Step) -> Result<()> {
        (self.ask)(step)
    }
}

/// The value of a key, or that there is none, as it was when [`Store::mark`] was asked. What is changed is read from here: read by its
/// key, it may be another value, and that one may be gone again when [`Mark::is_current`] is asked.
pub trait Mark: Held {
    /// Whether the key has this very value still: one that was written since is another one, also where it is equal.
    ///
    /// # Errors
    /// What the store gives.
    fn is_current(&self) -> Result<bool>;
}

/// What [`Store::lock`] is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locking {
    /// A lock to read, change and write back a value; if the access is shared, only those are kept out that want the key alone.
    Change(Access),
    /// A lock of a document for the one step in which a chunk is stored, and its stamp, at the least cost. Writers of whole chunks
    /// share the document, and one of a part, which may store it only over the chunk that it has read, has it alone.
    Document(Access),
    /// Only the stamp.
    Nothing,
}

/// What a store has locked.
#[derive(Default)]
pub struct Locked {
    /// None: no lock was asked for, or the store has none.
    pub guard: Option<Box<dyn UpdateGuard>>,
    /// None: none was asked for, or other processes can't be seen to have changed the value, or don't reach this store.
    pub stamp: Option<Stamp>,
}

impl Locked {
    /// Of a value that a wrapper makes of the one that the store below has: it has to be read to be known.
    #[must_use]
    pub fn of_another_value(self) -> Self {
        Self { stamp: self.stamp.map(|_| Stamp { id: [u64::MAX; 4], is_settled: false }), ..self }
    }
}

/// A thread's turn in a store that serves one at a time; dropping it lets the next one in.
pub trait Turn: std::fmt::Debug {}

/// The abstract store interface.
///
/// Keys are UTF-8, without a leading or trailing `/` ([`check_key`]); prefixes end in `/` or are empty for the whole
/// store. A missing key is `None` on reading, and no error on erasing. Every error names the key.
pub trait Store: Send + Sync + std::fmt::Debug {
    /// A name that two handles share exactly when they reach the same data under the same keys (`file:/a/b`).
    fn identity(&self) -> &str;

    /// The store that keeps what is written to a key, by its identity, and the key that it has there: a store that wraps
    /// another answers for that one. Locks, and what changes are noted of, go by this. An empty key stands for the root.
    fn home(&self, key: &str) -> Home {
        Home::new(self.identity(), key)
    }

    /// What the store can do.
    fn capabilities(&self) -> Capabilities;

    /// The value, or the part of it that `range` names; None where the key is missing.
    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>>;

    /// A whole value of at most `most` bytes, and how many it has, in memory that a store may use as it is, make longer, or replace,
    /// so that many values can be read into the same. What is behind the value there means nothing. A longer value is
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit).
    fn get_whole(&self, key: &str, most: u64, memory: &mut Vec<u8>) -> Result<Option<usize>> {
        derived::get_whole(self, key, most, memory)
    }

    /// The value, or its first `most` bytes, or fewer of them if that saves the store a request: for those who see from what
    /// they have got whether that is all, as of a JSON object, which is none as long as its last byte is missing.
    fn get_beginning(&self, key: &str, most: u64) -> Result<Option<Beginning>> {
        let bytes = self.get(key, ByteRange::From { start: 0, length: Some(most) })?;
        Ok(bytes.map(|bytes| Beginning { bytes, ended: true }))
    }

    /// Reads `buffer.len()` bytes from `start` on into `buffer`, fewer where the value ends before. None where the key
    /// is missing. Lets a store read into the caller's memory.
    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        derived::get_into(self, key, start, buffer)
    }

    /// `get_partial_values`: several ranges in one call, in the order asked for. Keys may repeat. A store that asks for several
    /// at once says of which version each is, if it can: a value may be replaced between two of its parts.
    fn get_many(&self, requests: &[(&str, ByteRange)]) -> Result<Vec<Option<Versioned>>> {
        requests.iter().map(|(key, range)| Ok(self.get(key, *range)?.map(Versioned::from))).collect()
    }

    /// Holds on to a value, present or not, to read it in steps of which one tells what the next wants. A store whose values
    /// are replaced as a whole, and never changed in place, should give one that stays what it is.
    fn hold(&self, key: &str) -> Result<Box<dyn Held + '_>> {
        Ok(held::by_key(self, key))
    }

    /// Writes the value, or (None) removes it, on what `when` says: afterwards a reader finds the old or the new one, never a mixture.
    /// To remove what is missing is no error.
    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> Result<()> {
        let _ = (value, when);
        Err(Error::read_only(format!("key {key:?}: the store is read-only")))
    }

    /// Keeps other processes from changing a key until the guard is dropped, as far as the store can do that, and tells the stamp
    /// of its value, both as `locking` says.
    fn lock(&self, key: &str, locking: Locking) -> Result<Locked> {
        let _ = (key, locking);
        Ok(Locked::default())
    }

    /// Holds on to the value of a key that the caller has claimed and is about to change, to see when the new one is stored whether a
    /// writer of whole values in another process was faster. None: the claim keeps those out, or they don't reach this store.
    fn mark(&self, key: &str) -> Result<Option<Box<dyn Mark + '_>>> {
        let _ = key;
        Ok(None)
    }

    /// Ends what [`Locking::Document`] and [`Store::write`] keep open from one chunk of a call to the next.
    fn end_sharing(&self, key: &str) {
        let _ = key;
    }

    /// A limit of the place where the store lies that a program of several processes should know. Asked when a handle's warnings
    /// are, never when something is opened, read or written.
    fn warning(&self) -> Option<String> {
        None
    }

    /// Writes several values, or (None) removes them, each as [`Store::write`] does for a caller that has claimed it. A store that
    /// keeps many values in one changes that only once.
    fn write_many(&self, changes: &[(&str, Option<&[u8]>)]) -> Result<()> {
        changes.iter().try_for_each(|(key, value)| self.write(key, *value, When::Claimed))
    }

    /// Changes parts of values; ranges of one key must not overlap; what lies past the end is filled with zero bytes.
    fn set_partial_values(&self, parts: &[(&str, u64, &[u8])]) -> Result<()> {
        derived::set_partial_values(self, parts)
    }

    /// Removes every key that begins with `prefix`.
    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        let keys = self.list(prefix, Depth::All)?.keys;
        self.write_many(&keys.iter().map(|key| (key.as_str(), None)).collect::<Vec<_>>())
    }

    /// Gives all keys that begin with `from` names that begin with `to`, where nothing lies, in one step. False: the store
    /// has no such step, and nothing has changed.
    fn rename_prefix(&self, from: &str, to: &str) -> Result<bool> {
        let _ = (from, to);
        Ok(false)
    }

    /// What there is below `prefix`, as far as `depth` says, sorted by bytes.
    fn list(&self, prefix: &str, depth: Depth) -> Result<Listing> {
        let _ = depth;
        Err(derived::unsupported("listing", prefix))
    }

    /// The size of the value in bytes; None where the key is missing.
    fn size(&self, key: &str) -> Result<Option<u64>> {
        Ok(self.get(key, ByteRange::ALL)?.map(|value| value.len() as u64))
    }

    /// Whether the key is there.
    fn exists(&self, key: &str) -> Result<bool> {
        Ok(self.size(key)?.is_some())
    }

    /// A value of at most `most` bytes with its version, for [`When::Is`]. Only where `conditional`. A longer value is
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit).
    fn get_versioned(&self, key: &str, most: u64) -> Result<(Option<Vec<u8>>, Version)> {
        let _ = most;
        Err(derived::unsupported("conditional writing", key))
    }

    /// The store below the only folder at the top of this one, where that folder may have come with the container: who
    /// archives a directory often gets its name in front of every key. None: keys are as somebody chose them.
    fn below_only_folder(&self) -> Result<Option<Arc<dyn Store>>> {
        Ok(None)
    }

    /// Adds the gates of the stores that a call to this one may reach, in any order and also several times.
    fn gates<'a>(&'a self, _gates: &mut Vec<&'a dyn Gate>) {}

    /// Completes all earlier writes and makes them as durable as the store was opened to make them.
    fn flush(&self) -> Result<()> {
        Ok(())
    }
}

/// What follows from the operations of a store, in the words of callers.
pub trait StoreExt: Store {
    /// Writes a value that the caller has claimed.
    fn set(&self, key: &str, value: &[u8]) -> Result<()> {
        self.write(key, Some(value), When::Claimed)
    }

    /// Writes the value if the stored version is still `expected`; otherwise [`ErrorKind::Conflict`].
    fn set_if(&self, key: &str, expected: &Version, value: &[u8]) -> Result<()> {
        self.write(key, Some(value), When::Is(expected))
    }

    /// Writes several values that the caller has claimed.
    fn set_many(&self, values: &[(&str, &[u8])]) -> Result<()> {
        self.write_many(&values.iter().map(|(key, value)| (*key, Some(*value))).collect::<Vec<_>>())
    }

    /// Removes a key that the caller has claimed.
    fn erase(&self, key: &str) -> Result<()> {
        self.write(key, None, When::Claimed)
    }

    /// Removes the key if the stored version is still `expected`; otherwise [`ErrorKind::Conflict`].
    fn erase_if(&self, key: &str, expected: &Version) -> Result<()> {
        self.write(key, None, When::Is(expected))
    }

    /// The stamp of a value, where the store has any.
    fn stamp(&self, key: &str) -> Result<Option<Stamp>> {
        Ok(self.lock(key, Locking::Nothing)?.stamp)
    }

    /// Keeps other processes from changing `key` until the guard is dropped, where the store can do that.
    fn lock_for_update(&self, key: &str, access: Access) -> Result<Option<Box<dyn UpdateGuard>>> {
        Ok(self.lock(key, Locking::Change(access))?.guard)
    }

    /// Removes several keys that the caller has claimed.
    fn erase_values(&self, keys: &[&str]) -> Result<()> {
        self.write_many(&keys.iter().map(|key| (*key, None)).collect::<Vec<_>>())
    }

    /// All keys, sorted by bytes.
    fn list_all(&self) -> Result<Vec<String>> {
        Ok(self.list("", Depth::Store)?.keys)
    }

    /// All keys that begin with `prefix`, sorted by bytes.
    fn list_prefix(&self, prefix: &str) -> Result<Vec<String>> {
        Ok(self.list(prefix, Depth::All)?.keys)
    }

    /// Keys and prefixes directly below `prefix`.
    fn list_dir(&self, prefix: &str) -> Result<Listing> {
        self.list(prefix, Depth::One)
    }

    /// As [`StoreExt::list_dir`], for callers who look into every prefix anyway: some may have nothing below them.
    fn list_names(&self, prefix: &str) -> Result<Listing> {
        self.list(prefix, Depth::Names)
    }
}

impl<S: Store + ?Sized> StoreExt for S {}
