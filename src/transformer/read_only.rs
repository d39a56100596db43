//! A store that refuses to be changed, around any other.

use super::wrapper::Wrapper;
use crate::error::{Error, Result};
use crate::store::{Capabilities, Locked, Locking, Store, When};
use std::sync::Arc;

/// Reads another store; every change is [`crate::ErrorKind::ReadOnly`].
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
    Error::read_only(format!("key {key:?}: the store was opened only for reading"))
}

impl Wrapper for ReadOnlyStore {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.inner
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { writeable: false, erasable: false, conditional: false, ..self.inner.capabilities() }
    }

    fn write(&self, key: &str, _: Option<&[u8]>, _: When<'_>) -> Result<()> {
        Err(refuse(key))
    }

    fn write_many(&self, changes: &[(&str, Option<&[u8]>)]) -> Result<()> {
        changes.first().map_or(Ok(()), |(key, _)| Err(refuse(key)))
    }

    fn set_partial_values(&self, parts: &[(&str, u64, &[u8])]) -> Result<()> {
        parts.first().map_or(Ok(()), |(key, ..)| Err(refuse(key)))
    }

    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        Err(refuse(prefix))
    }

    fn rename_prefix(&self, from: &str, _: &str) -> Result<bool> {
        Err(refuse(from))
    }

    fn lock(&self, key: &str, locking: Locking) -> Result<Locked> {
        // A value that can't be changed needs no lock, and a lock may need more rights than reading does.
        match locking {
            Locking::Change(_) | Locking::ChangeIfFree(_) => Ok(Locked::default()),
            _ => self.inner.lock(key, Locking::Nothing),
        }
    }
}
