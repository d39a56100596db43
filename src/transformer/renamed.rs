//! A store whose keys have other names in the store below it: what a part of a store, and a store in lower case, have
//! in common.

use super::wrapper::Wrapper;
use crate::error::{Result, ResultExt};
use crate::store::{
    Beginning, ByteRange, Depth, Filled, Home, Listing, Locked, Locking, Mark, Store, StoreName, ValueReader, Version,
    Versioned, When, check_key, check_prefix,
};
use std::fmt::{Debug, Display};
use std::sync::Arc;

/// The mapping of names between here and the store below. As a text: the remark of messages behind the name of a key.
pub trait NameMapping: Debug + Display + Send + Sync {
    /// The name of a key or a prefix in the store below.
    fn inside(&self, name: &str) -> String;

    /// The name here of a name that the store below has listed.
    ///
    /// # Errors
    /// Names that can't have been listed from here.
    fn outside(&self, name: String) -> Result<String>;

    /// The prefix in front of all names in the store below, where that has other keys beside; empty: it has none.
    fn prefix(&self) -> &str {
        ""
    }
}

/// A store under other names.
#[derive(Debug)]
pub struct RenamedStore<N> {
    pub(super) inner: Arc<dyn Store>,
    pub(super) names: N,
    pub(super) name: StoreName,
}

impl<N: NameMapping> RenamedStore<N> {
    /// The key in the store below. It is checked before: the request of a caller must not depend on its names.
    fn key(&self, key: &str) -> Result<String> {
        check_key(key)?;
        Ok(self.names.inside(key))
    }

    fn below(&self, prefix: &str) -> Result<String> {
        check_prefix(prefix)?;
        Ok(self.names.inside(prefix))
    }

    /// Puts the caller's own key in front of the message of the store below.
    fn about<T>(&self, key: &str, result: Result<T>) -> Result<T> {
        result.context(|| format!("key {key:?} {}", self.names))
    }

    fn about_keys<'a, T>(&self, keys: impl Iterator<Item = &'a str>, result: Result<T>) -> Result<T> {
        result.context(|| format!("keys {:?} {}", keys.take(4).collect::<Vec<_>>(), self.names))
    }

    /// Keys (or prefixes) of the store below, as they are named here.
    fn outside(&self, names: Vec<String>) -> Result<Vec<String>> {
        names.into_iter().map(|name| self.names.outside(name)).collect()
    }
}

impl<N: NameMapping> Wrapper for RenamedStore<N> {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.inner
    }

    fn name(&self) -> &StoreName {
        &self.name
    }

    fn home(&self, key: &str) -> Home {
        self.inner.home(&self.names.inside(key))
    }

    fn lower_homes(&self, key: &str, add: &mut dyn FnMut(Home)) {
        self.inner.lower_homes(&self.names.inside(key), add);
    }

    fn around(&self) -> Option<(&dyn Store, &str)> {
        let prefix = self.names.prefix();
        if prefix.is_empty() { self.inner.around() } else { Some((&*self.inner, prefix)) }
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        self.about(key, self.inner.get(&self.key(key)?, range))
    }

    fn get_beginning(&self, key: &str, most: u64) -> Result<Option<Beginning>> {
        self.about(key, self.inner.get_beginning(&self.key(key)?, most))
    }

    fn get_whole(&self, key: &str, most: u64, memory: &mut Vec<u8>) -> Result<Option<usize>> {
        self.about(key, self.inner.get_whole(&self.key(key)?, most, memory))
    }

    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        self.about(key, self.inner.get_into(&self.key(key)?, start, buffer))
    }

    fn get_many(&self, asked: &[(&str, ByteRange)]) -> Result<Vec<Option<Versioned>>> {
        let keys: Vec<String> = asked.iter().map(|(key, _)| self.key(key)).collect::<Result<_>>()?;
        let requests: Vec<_> = keys.iter().zip(asked).map(|(key, (_, range))| (key.as_str(), *range)).collect();
        self.about_keys(asked.iter().map(|(key, _)| *key), self.inner.get_many(&requests))
    }

    fn hold(&self, key: &str) -> Result<Box<dyn ValueReader + '_>> {
        self.about(key, self.inner.hold(&self.key(key)?))
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> Result<()> {
        self.about(key, self.inner.write(&self.key(key)?, value, when))
    }

    fn mark(&self, key: &str) -> Result<Option<Box<dyn Mark + '_>>> {
        self.about(key, self.inner.mark(&self.key(key)?))
    }

    fn lock(&self, key: &str, locking: Locking) -> Result<Locked> {
        self.about(key, self.inner.lock(&self.key(key)?, locking))
    }

    fn end_sharing(&self, key: &str) {
        if let Ok(key) = self.key(key) {
            self.inner.end_sharing(&key);
        }
    }

    fn write_many(&self, given: &[(&str, Option<&[u8]>)]) -> Result<()> {
        let keys: Vec<String> = given.iter().map(|(key, _)| self.key(key)).collect::<Result<_>>()?;
        let changes: Vec<_> = keys.iter().zip(given).map(|(key, (_, value))| (key.as_str(), *value)).collect();
        self.about_keys(given.iter().map(|(key, _)| *key), self.inner.write_many(&changes))
    }

    fn set_partial_values(&self, given: &[(&str, u64, &[u8])]) -> Result<()> {
        let keys: Vec<String> = given.iter().map(|(key, ..)| self.key(key)).collect::<Result<_>>()?;
        let parts: Vec<_> = keys.iter().zip(given).map(|(key, part)| (key.as_str(), part.1, part.2)).collect();
        self.about_keys(given.iter().map(|(key, ..)| *key), self.inner.set_partial_values(&parts))
    }

    fn check_erasable(&self, prefix: &str) -> Result<()> {
        self.inner.check_erasable(&self.below(prefix)?)
    }

    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        self.inner.erase_prefix(&self.below(prefix)?)
    }

    fn rename_prefix(&self, from: &str, to: &str) -> Result<bool> {
        let (old, new) = (self.below(from)?, self.below(to)?);
        // The root of this store is a folder of the one below, which has other things to say about that.
        if from.is_empty() || to.is_empty() { Ok(false) } else { self.inner.rename_prefix(&old, &new) }
    }

    fn list(&self, prefix: &str, depth: Depth) -> Result<Listing> {
        // All of this store may be a part of the one below.
        let depth = if depth == Depth::Store { Depth::All } else { depth };
        let Listing { keys, prefixes } = self.inner.list(&self.below(prefix)?, depth)?;
        Ok(Listing { keys: self.outside(keys)?, prefixes: self.outside(prefixes)? })
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        self.about(key, self.inner.size(&self.key(key)?))
    }

    fn exists(&self, key: &str) -> Result<bool> {
        self.about(key, self.inner.exists(&self.key(key)?))
    }

    fn get_versioned(&self, key: &str, most: u64) -> Result<(Option<Vec<u8>>, Version)> {
        self.about(key, self.inner.get_versioned(&self.key(key)?, most))
    }
}
