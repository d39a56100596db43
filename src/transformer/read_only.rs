//! A store that refuses to be changed, around any other.

use super::Wrapper;
use crate::error::{Error, Result};
use crate::store::{Access, Beginning, Capabilities, Held, Ready, Store, UpdateGuard, Version};
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
    Error::read_only(format!("key {key:?}: the store was opened for reading only"))
}

impl Wrapper for ReadOnlyStore {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.inner
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { writeable: false, erasable: false, conditional: false, ..self.inner.capabilities() }
    }

    fn get_beginning(&self, key: &str, most: u64) -> Result<Option<Beginning>> {
        self.inner.get_beginning(key, most)
    }

    fn hold(&self, key: &str) -> Result<Box<dyn Held + '_>> {
        self.inner.hold(key)
    }

    fn set(&self, key: &str, _: &[u8]) -> Result<()> {
        Err(refuse(key))
    }

    fn put(&self, key: &str, _: Option<&[u8]>, _: Ready<'_>) -> Result<()> {
        Err(refuse(key))
    }

    fn set_many(&self, values: &[(&str, &[u8])]) -> Result<()> {
        values.first().map_or(Ok(()), |(key, _)| Err(refuse(key)))
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

    fn set_if(&self, key: &str, _: &Version, _: &[u8]) -> Result<()> {
        Err(refuse(key))
    }

    fn erase_if(&self, key: &str, _: &Version) -> Result<()> {
        Err(refuse(key))
    }

    fn lock_for_update(&self, _: &str, _: Access) -> Result<Option<Box<dyn UpdateGuard>>> {
        // What can't be changed needs no lock, and a lock may need more rights than reading does.
        Ok(None)
    }
}
