//! A store whose documents are known already, around the one that they were taken from.
//!
//! Consolidated metadata is one value that holds a copy of every document of a hierarchy. In this wrapper, whoever looks
//! for a document finds it, or finds that there is none, without a request. It is for documents only: no other key is
//! in it.

use super::{ByteRange, Capabilities, Listing, Store, Turn, derived};
use crate::error::Result;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The documents of a store, as they were when the copy was made.
#[derive(Debug)]
pub struct SnapshotStore {
    inner: Arc<dyn Store>,
    documents: BTreeMap<String, Vec<u8>>,
}

impl SnapshotStore {
    /// The documents of the whole of `inner`.
    pub fn new(inner: Arc<dyn Store>, documents: BTreeMap<String, Vec<u8>>) -> Self {
        Self { inner, documents }
    }
}

impl Store for SnapshotStore {
    fn identity(&self) -> &str {
        self.inner.identity()
    }

    fn capabilities(&self) -> Capabilities {
        let inner = self.inner.capabilities();
        Capabilities {
            writeable: false,
            erasable: false,
            listable: true,
            conditional: false,
            reads_into: false,
            ..inner
        }
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        let Some(document) = self.documents.get(key) else { return Ok(None) };
        let range = range.resolve(document.len() as u64)?;
        Ok(Some(document[range.start as usize..range.end as usize].to_vec()))
    }

    fn list_prefix(&self, prefix: &str) -> Result<Vec<String>> {
        let from = self.documents.range(prefix.to_owned()..);
        Ok(from.map(|(key, _)| key).take_while(|key| key.starts_with(prefix)).cloned().collect())
    }

    fn list_dir(&self, prefix: &str) -> Result<Listing> {
        Ok(derived::list_dir(prefix, self.list_prefix(prefix)?))
    }

    fn exists(&self, key: &str) -> Result<bool> {
        Ok(self.documents.contains_key(key))
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        Ok(self.documents.get(key).map(|document| document.len() as u64))
    }

    fn enter(&self) -> Option<Box<dyn Turn + '_>> {
        self.inner.enter()
    }
}
