//! The words in which callers ask a store: each follows from one of its operations.

use super::locking::{Locking, Stamp, UpdateGuard};
use super::requests::{Depth, Listing, Version};
use super::{Store, When};
use crate::error::Result;
use crate::store::access::Access;
use crate::store::home::Home;

/// Operations that follow from those of [`Store`].
pub trait StoreExt: Store {
    /// Writes a value that the caller has claimed.
    fn set(&self, key: &str, value: &[u8]) -> Result<()> {
        self.write(key, Some(value), When::Claimed)
    }

    /// Writes the value if the stored version is still `expected`; otherwise [`crate::ErrorKind::Conflict`].
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

    /// Removes the key if the stored version is still `expected`; otherwise [`crate::ErrorKind::Conflict`].
    fn erase_if(&self, key: &str, expected: &Version) -> Result<()> {
        self.write(key, None, When::Is(expected))
    }

    /// A name that two handles share only when they see the same data under the same keys.
    fn identity(&self) -> String {
        self.name().to_string()
    }

    /// A name of the place alone (`file:/a/b`), the same for all credentials.
    fn place(&self) -> &str {
        self.name().place()
    }

    /// All homes that the value of a key may have: that to which it is written, and the lower ones.
    fn homes(&self, key: &str) -> Vec<Home> {
        let mut homes = vec![self.home(key)];
        self.lower_homes(key, &mut |home| homes.push(home));
        homes
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

    /// As [`StoreExt::list_dir`], for callers that look into every prefix anyway: some may have nothing below them.
    fn list_names(&self, prefix: &str) -> Result<Listing> {
        self.list(prefix, Depth::Names)
    }
}

impl<S: Store + ?Sized> StoreExt for S {}
