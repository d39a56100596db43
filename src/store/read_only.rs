//! A store that refuses to be changed, around any other.

use super::{ByteRange, Capabilities, Filled, Listing, Store, Turn, Version};
use crate::error::{Error, Result};
use std::sync::Arc;

/// Reads what another store holds; every change is [`crate::ErrorKind::ReadOnly`].
#[derive(Debug)]
pub struct ReadOnlyStore {
    inner: Arc<dyn Store>,
}

impl ReadOnlyStore {
    /// Wraps a store.
    pub fn new(inner: Arc<dyn Store>) -> Self {
        Self { inner }
    }
}

fn refuse(key: &str) -> Error {
    Error::read_only(format!("key {key:?}: the store was opened in mode \"r\""))
}

impl Store for ReadOnlyStore {
    fn identity(&self) -> &str {
        self.inner.identity()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { writeable: false, erasable: false, conditional: false, ..self.inner.capabilities() }
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        self.inner.get(key, range)
    }

    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        self.inner.get_into(key, start, buffer)
    }

    fn get_many(&self, requests: &[(&str, ByteRange)]) -> Result<Vec<Option<Vec<u8>>>> {
        self.inner.get_many(requests)
    }

    fn set(&self, key: &str, _: &[u8]) -> Result<()> {
        Err(refuse(key))
    }

    fn set_partial_values(&self, parts: &[(&str, u64, &[u8])]) -> Result<()> {
        parts.first().map_or(Ok(()), |(key, ..)| Err(refuse(key)))
    }

    fn erase(&self, key: &str) -> Result<()> {
        Err(refuse(key))
    }

    fn erase_values(&self, keys: &[&str]) -> Result<()> {
        keys.first().map_or(Ok(()), |key| Err(refuse(key)))
    }

    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        Err(refuse(prefix))
    }

    fn list(&self) -> Result<Vec<String>> {
        self.inner.list()
    }

    fn list_prefix(&self, prefix: &str) -> Result<Vec<String>> {
        self.inner.list_prefix(prefix)
    }

    fn list_dir(&self, prefix: &str) -> Result<Listing> {
        self.inner.list_dir(prefix)
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        self.inner.size(key)
    }

    fn exists(&self, key: &str) -> Result<bool> {
        self.inner.exists(key)
    }

    fn get_versioned(&self, key: &str) -> Result<(Option<Vec<u8>>, Version)> {
        self.inner.get_versioned(key)
    }

    fn set_if(&self, key: &str, _: &Version, _: &[u8]) -> Result<()> {
        Err(refuse(key))
    }

    fn below_only_folder(&self) -> Result<Option<Arc<dyn Store>>> {
        Ok(self.inner.below_only_folder()?.map(|below| Arc::new(Self::new(below)) as Arc<dyn Store>))
    }

    fn enter(&self) -> Option<Box<dyn Turn + '_>> {
        self.inner.enter()
    }

    fn flush(&self) -> Result<()> {
        self.inner.flush()
    }
}
