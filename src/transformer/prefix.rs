//! A part of a store as a store: what lies below a prefix, with the prefix taken off. Or all of it, under keys in lower case,
//! as some versions of zarr-python's FSStore wrote them.

use super::Wrapper;
use crate::error::{Error, Result, ResultExt};
use crate::store::{Beginning, ByteRange, Filled, Held, Listing, Store, UpdateGuard, Version, check_key, check_prefix};
use std::sync::Arc;

/// What another store holds below a prefix.
#[derive(Debug)]
pub struct PrefixStore {
    inner: Arc<dyn Store>,
    prefix: String,
    /// Keys are those of the store below in lower case.
    lower: bool,
    identity: String,
}

impl PrefixStore {
    /// The part of `inner` below `prefix`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for what is no prefix.
    pub fn new(inner: Arc<dyn Store>, prefix: &str) -> Result<Self> {
        check_prefix(prefix)?;
        // By the home of the prefix, two ways to one place (a prefix below a prefix, or both at once) are one store.
        let (store, base) = inner.home(prefix);
        let identity = if base.is_empty() { store } else { format!("{store}#{base}") };
        Ok(Self { inner, prefix: prefix.to_owned(), lower: false, identity })
    }

    /// A store whose keys stand in lower case in `inner`.
    pub fn lower_case(inner: Arc<dyn Store>) -> Self {
        let identity = format!("{}#lower", inner.identity());
        Self { inner, prefix: String::new(), lower: true, identity }
    }

    /// What the store below calls it.
    fn inside(&self, name: &str) -> String {
        if self.lower { name.to_lowercase() } else { format!("{}{name}", self.prefix) }
    }

    /// The key in the store below. It is checked before: what a caller asks for must not depend on the prefix.
    fn key(&self, key: &str) -> Result<String> {
        check_key(key)?;
        Ok(self.inside(key))
    }

    fn below(&self, prefix: &str) -> Result<String> {
        check_prefix(prefix)?;
        Ok(self.inside(prefix))
    }

    /// Puts the caller's own key in front of what the store below says of its key.
    fn about<T>(&self, key: &str, result: Result<T>) -> Result<T> {
        result.context(|| format!("key {key:?} below {:?}", self.prefix))
    }

    fn about_keys<'a, T>(&self, keys: impl Iterator<Item = &'a str>, result: Result<T>) -> Result<T> {
        result.context(|| format!("keys {:?} below {:?}", keys.take(4).collect::<Vec<_>>(), self.prefix))
    }

    /// Keys (or prefixes) of the store below, without the prefix.
    fn strip(&self, keys: Vec<String>) -> Result<Vec<String>> {
        let strip = |key: String| match key.strip_prefix(&self.prefix) {
            Some(key) => Ok(key.to_owned()),
            None => Err(Error::internal(format!("key {key:?} is listed, but does not lie below {:?}", self.prefix))),
        };
        keys.into_iter().map(strip).collect()
    }
}

impl Wrapper for PrefixStore {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.inner
    }

    fn identity(&self) -> &str {
        &self.identity
    }

    fn home(&self, key: &str) -> (String, String) {
        self.inner.home(&self.inside(key))
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        self.about(key, self.inner.get(&self.key(key)?, range))
    }

    fn get_beginning(&self, key: &str, most: u64) -> Result<Option<Beginning>> {
        self.about(key, self.inner.get_beginning(&self.key(key)?, most))
    }

    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        self.about(key, self.inner.get_into(&self.key(key)?, start, buffer))
    }

    fn get_many(&self, asked: &[(&str, ByteRange)]) -> Result<Vec<Option<Vec<u8>>>> {
        let keys: Vec<String> = asked.iter().map(|(key, _)| self.key(key)).collect::<Result<_>>()?;
        let requests: Vec<_> = keys.iter().zip(asked).map(|(key, (_, range))| (key.as_str(), *range)).collect();
        self.about_keys(asked.iter().map(|(key, _)| *key), self.inner.get_many(&requests))
    }

    fn hold(&self, key: &str) -> Result<Box<dyn Held + '_>> {
        self.about(key, self.inner.hold(&self.key(key)?))
    }

    fn set(&self, key: &str, value: &[u8]) -> Result<()> {
        self.about(key, self.inner.set(&self.key(key)?, value))
    }

    fn set_many(&self, given: &[(&str, &[u8])]) -> Result<()> {
        let keys: Vec<String> = given.iter().map(|(key, _)| self.key(key)).collect::<Result<_>>()?;
        let values: Vec<_> = keys.iter().zip(given).map(|(key, (_, value))| (key.as_str(), *value)).collect();
        self.about_keys(given.iter().map(|(key, _)| *key), self.inner.set_many(&values))
    }

    fn set_partial_values(&self, given: &[(&str, u64, &[u8])]) -> Result<()> {
        let keys: Vec<String> = given.iter().map(|(key, ..)| self.key(key)).collect::<Result<_>>()?;
        let parts: Vec<_> = keys.iter().zip(given).map(|(key, part)| (key.as_str(), part.1, part.2)).collect();
        self.about_keys(given.iter().map(|(key, ..)| *key), self.inner.set_partial_values(&parts))
    }

    fn erase(&self, key: &str) -> Result<()> {
        self.about(key, self.inner.erase(&self.key(key)?))
    }

    fn erase_values(&self, given: &[&str]) -> Result<()> {
        let keys: Vec<String> = given.iter().map(|key| self.key(key)).collect::<Result<_>>()?;
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        self.about_keys(given.iter().copied(), self.inner.erase_values(&keys))
    }

    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        self.inner.erase_prefix(&self.below(prefix)?)
    }

    fn rename_prefix(&self, from: &str, to: &str) -> Result<bool> {
        let (old, new) = (self.below(from)?, self.below(to)?);
        // The root of this store is a folder of the one below, which has other things to say about that.
        if from.is_empty() || to.is_empty() { Ok(false) } else { self.inner.rename_prefix(&old, &new) }
    }

    fn list(&self) -> Result<Vec<String>> {
        self.strip(self.inner.list_prefix(&self.prefix)?)
    }

    fn list_prefix(&self, prefix: &str) -> Result<Vec<String>> {
        self.strip(self.inner.list_prefix(&self.below(prefix)?)?)
    }

    fn list_dir(&self, prefix: &str) -> Result<Listing> {
        let Listing { keys, prefixes } = self.inner.list_dir(&self.below(prefix)?)?;
        Ok(Listing { keys: self.strip(keys)?, prefixes: self.strip(prefixes)? })
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        self.about(key, self.inner.size(&self.key(key)?))
    }

    fn exists(&self, key: &str) -> Result<bool> {
        self.about(key, self.inner.exists(&self.key(key)?))
    }

    fn get_versioned(&self, key: &str) -> Result<(Option<Vec<u8>>, Version)> {
        self.about(key, self.inner.get_versioned(&self.key(key)?))
    }

    fn set_if(&self, key: &str, expected: &Version, value: &[u8]) -> Result<()> {
        self.about(key, self.inner.set_if(&self.key(key)?, expected, value))
    }

    fn erase_if(&self, key: &str, expected: &Version) -> Result<()> {
        self.about(key, self.inner.erase_if(&self.key(key)?, expected))
    }

    fn lock_for_update(&self, key: &str) -> Result<Option<Box<dyn UpdateGuard>>> {
        self.about(key, self.inner.lock_for_update(&self.key(key)?))
    }
}
