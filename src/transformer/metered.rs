//! A store that counts the bytes of the documents that are read through it.

use super::wrapper::Wrapper;
use crate::error::Result;
use crate::store::{Beginning, ByteRange, Store, Versioned};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the bytes of values that are read.
#[derive(Debug)]
pub struct MeteredStore {
    inner: Arc<dyn Store>,
    bytes: AtomicU64,
}

impl MeteredStore {
    /// Nothing was read yet.
    pub fn new(inner: Arc<dyn Store>) -> Self {
        Self { inner, bytes: AtomicU64::new(0) }
    }

    /// The bytes that were read so far.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    fn count(&self, bytes: usize) {
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }
}

impl Wrapper for MeteredStore {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.inner
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        let value = self.inner.get(key, range)?;
        self.count(value.as_ref().map_or(0, Vec::len));
        Ok(value)
    }

    fn get_beginning(&self, key: &str, most: u64) -> Result<Option<Beginning>> {
        let beginning = self.inner.get_beginning(key, most)?;
        self.count(beginning.as_ref().map_or(0, |beginning| beginning.bytes.len()));
        Ok(beginning)
    }

    fn get_whole(&self, key: &str, most: u64, memory: &mut Vec<u8>) -> Result<Option<usize>> {
        let length = self.inner.get_whole(key, most, memory)?;
        self.count(length.unwrap_or(0));
        Ok(length)
    }

    fn get_many(&self, requests: &[(&str, ByteRange)]) -> Result<Vec<Option<Versioned>>> {
        let values = self.inner.get_many(requests)?;
        self.count(values.iter().flatten().map(|value| value.bytes.len()).sum());
        Ok(values)
    }
}
