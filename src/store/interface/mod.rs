//! The interface of a store: [`Store`] has the operations that each store gives by itself, [`StoreExt`] those that
//! follow from them.

mod ext;
pub(crate) mod defaults;
mod reader;
mod writing;
mod locking;
mod requests;

pub use ext::StoreExt;
pub use locking::{Gate, GateGuard, Locked, Locking, Stamp, UpdateGuard};
pub use reader::{Mark, SharedReader, ValueReader};
pub(crate) use reader::{replaced, shorter};
pub use requests::{Beginning, ByteRange, Capabilities, Depth, Filled, Listing, Version, Versioned, bytes_of};
pub use writing::{Ready, ReadyStep, When};

use crate::error::{Error, Result};
use crate::store::home::{Home, StoreName};
use std::sync::Arc;
use std::time::Duration;

/// The abstract store interface.
///
/// Keys are UTF-8, without a leading or trailing `/` ([`check_key`](crate::store::key::check_key)); prefixes end in `/`
/// or are empty for the whole store. A missing key reads as `None` and is no error on erasing; every error names the
/// key.
pub trait Store: Send + Sync + std::fmt::Debug {
    /// The name of the place, and of what is seen there: the credentials, and which one of several files that a path
    /// has named, are part of it.
    fn name(&self) -> &StoreName;

    /// The store that keeps the value of a key, by its place, and the key there, empty for the root. Locks and the log
    /// of changes use it, so a wrapper returns the home in the store below.
    fn home(&self, key: &str) -> Home {
        Home::new(Arc::clone(self.name().place()), key)
    }

    /// Adds the homes of the values that the store shows under a key where that of [`Store::home`] is missing. An
    /// overlay has some, in its lower stores: it writes to none of them, but other handles of this process may.
    fn lower_homes(&self, key: &str, add: &mut dyn FnMut(Home)) {
        let _ = (key, add);
    }

    /// The store that this one is a part of, and the prefix of its keys there; None: no store of this process is known
    /// to have the groups above the root.
    fn around(&self) -> Option<(&dyn Store, &str)> {
        None
    }

    /// The operations and the guarantees that the store offers.
    fn capabilities(&self) -> Capabilities;

    /// True if a request takes hardly longer than to copy a page: of memory, and of file systems that no other machine
    /// shares. This may ask the file system, so it is no capability.
    fn is_near(&self) -> bool {
        false
    }

    /// How long a value that another machine has written may stay invisible, as a file system keeps for a while that a
    /// name is missing.
    fn delay(&self) -> Duration {
        Duration::ZERO
    }

    /// The value, or the part of it that `range` names; None where the key is missing.
    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>>;

    /// Reads a whole value of at most `most` bytes into `memory`, which the store may extend or replace, and returns
    /// its length; bytes behind the value mean nothing. A longer value is
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit).
    fn get_whole(&self, key: &str, most: u64, memory: &mut Vec<u8>) -> Result<Option<usize>> {
        defaults::get_whole(self, key, most, memory)
    }

    /// The value, or its first `most` bytes, or fewer of them if that saves the store a request: for callers that can
    /// tell whether the value is complete, such as a parser of JSON.
    fn get_beginning(&self, key: &str, most: u64) -> Result<Option<Beginning>> {
        defaults::get_beginning(self, key, most)
    }

    /// Reads `buffer.len()` bytes from `start` on into the caller's `buffer`, fewer where the value ends before. None
    /// where the key is missing.
    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        defaults::get_into(self, key, start, buffer)
    }

    /// Reads several ranges, in the order of the requests; keys may repeat. A store that can do so gives each range its
    /// version, as a value may be replaced between two of its parts.
    fn get_many(&self, requests: &[(&str, ByteRange)]) -> Result<Vec<Option<Versioned>>> {
        requests.iter().map(|(key, range)| Ok(self.get(key, *range)?.map(Versioned::from))).collect()
    }

    /// Holds on to a value, present or not, to read it in steps of which one determines the next. A store whose
    /// values are replaced as a whole, and never changed in place, should give one that is not replaced meanwhile.
    fn hold(&self, key: &str) -> Result<Box<dyn ValueReader + '_>> {
        Ok(reader::by_key(self, key))
    }

    /// Reads a value of at most `most` bytes with its version, for [`When::Is`]; only where `conditional`. A longer
    /// value is [`ErrorKind::Limit`](crate::ErrorKind::Limit).
    fn get_versioned(&self, key: &str, most: u64) -> Result<(Option<Vec<u8>>, Version)> {
        let _ = most;
        Err(defaults::unsupported("conditional writing", key))
    }

    /// The size of the value in bytes; None where the key is missing.
    fn size(&self, key: &str) -> Result<Option<u64>> {
        Ok(self.get(key, ByteRange::ALL)?.map(|value| value.len() as u64))
    }

    /// True if the key is there.
    fn exists(&self, key: &str) -> Result<bool> {
        Ok(self.size(key)?.is_some())
    }

    /// Writes the value, or (None) removes it, on the condition `when`: afterwards a reader finds the old or the new
    /// one, never a mixture. Removing a missing key is no error.
    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> Result<()> {
        let _ = (value, when);
        Err(Error::read_only(format!("key {key:?}: the store is read-only")))
    }

    /// Writes several values, or (None) removes them, each as [`Store::write`] does for a caller that has claimed it. A
    /// store that keeps many values in one changes that only once.
    fn write_many(&self, changes: &[(&str, Option<&[u8]>)]) -> Result<()> {
        changes.iter().try_for_each(|(key, value)| self.write(key, *value, When::Claimed))
    }

    /// Keeps other processes from changing a key until the guard is dropped, as far as the store can do that, and tells
    /// the stamp of its value, both as `locking` says.
    fn lock(&self, key: &str, locking: Locking) -> Result<Locked> {
        let _ = (key, locking);
        Ok(Locked::default())
    }

    /// Holds on to the value of a key that the caller has claimed and is about to change, to see when the new one is
    /// stored whether a writer of whole values in another process was faster. None: the claim keeps those out, or they
    /// don't reach this store.
    fn mark(&self, key: &str) -> Result<Option<Box<dyn Mark + '_>>> {
        let _ = key;
        Ok(None)
    }

    /// Closes the files and locks that [`Locking::Document`] and [`Store::write`] keep from one chunk of a call to the
    /// next.
    fn end_sharing(&self, key: &str) {
        let _ = key;
    }

    /// Changes parts of values; ranges of one key must not overlap; a gap behind the old end is filled with zero bytes.
    fn set_partial_values(&self, parts: &[(&str, u64, &[u8])]) -> Result<()> {
        defaults::set_partial_values(self, parts)
    }

    /// Removes every key that begins with `prefix`.
    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        let keys = self.list(prefix, Depth::All)?.keys;
        self.write_many(&keys.iter().map(|key| (key.as_str(), None)).collect::<Vec<_>>())
    }

    /// Refuses a prefix below which the store has a value that it can't erase, though it can erase others.
    fn check_erasable(&self, prefix: &str) -> Result<()> {
        let _ = prefix;
        Ok(())
    }

    /// Gives all keys that begin with `from` names that begin with `to`, where nothing lies, in one step. False: the
    /// store has no such step, and nothing has changed.
    fn rename_prefix(&self, from: &str, to: &str) -> Result<bool> {
        let _ = (from, to);
        Ok(false)
    }

    /// The keys and prefixes below `prefix`, as far as `depth` says, sorted by bytes.
    fn list(&self, prefix: &str, depth: Depth) -> Result<Listing> {
        let _ = depth;
        Err(defaults::unsupported("listing", prefix))
    }

    /// How messages call the place where the store lies; None: it has no name.
    fn shown(&self) -> Option<String> {
        None
    }

    /// A limit of the place where the store lies that a program of several processes should know. Asked when a handle's
    /// warnings are, never when something is opened, read or written.
    fn warning(&self) -> Option<String> {
        None
    }

    /// The store below the only folder at the top of this one, where that folder may have come with the container: an
    /// archive of a directory often has its name in front of every key. None: keys are as they were chosen.
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
