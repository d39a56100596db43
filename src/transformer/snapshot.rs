//! A store whose documents are known already, around the one that they were taken from.
//!
//! Consolidated metadata is one value that holds a copy of every document of a hierarchy. In this wrapper, whoever
//! looks for a document finds it, or finds that there is none, without a request. It is for documents only: no other
//! key is in it.

use super::read_only::ReadOnlyStore;
use super::wrapper::Wrapper;
use crate::error::Result;
use crate::store::{ByteRange, Capabilities, Depth, Filled, Listing, Store, Version, Versioned, check_key, derived};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The documents of a store, as they were when the copy was made.
#[derive(Debug)]
pub struct SnapshotStore {
    /// What is not in the copy is not there, and nothing of it is changed here.
    inner: Arc<dyn Store>,
    documents: BTreeMap<String, Vec<u8>>,
}

impl SnapshotStore {
    /// The documents of the whole of `inner`. Those at keys that no store can have are left out: nobody is to meet the
    /// name of a node that leads out of what holds it.
    pub fn new(inner: Arc<dyn Store>, mut documents: BTreeMap<String, Vec<u8>>) -> Self {
        documents.retain(|key, _| check_key(key).is_ok());
        Self { inner: Arc::new(ReadOnlyStore::new(inner)), documents }
    }
}

impl Wrapper for SnapshotStore {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.inner
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { listable: true, reads_into: false, in_flight: 1, ..self.inner.capabilities() }
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        let Some(document) = self.documents.get(key) else { return Ok(None) };
        let range = range.resolve(document.len() as u64)?;
        derived::copied(key, &document[range.start as usize..range.end as usize]).map(Some)
    }

    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        derived::get_into(self, key, start, buffer)
    }

    fn get_many(&self, requests: &[(&str, ByteRange)]) -> Result<Vec<Option<Versioned>>> {
        requests.iter().map(|(key, range)| Ok(Wrapper::get(self, key, *range)?.map(Versioned::from))).collect()
    }

    fn get_versioned(&self, key: &str, _: u64) -> Result<(Option<Vec<u8>>, Version)> {
        Err(derived::unsupported("conditional writing", key))
    }

    fn list(&self, prefix: &str, depth: Depth) -> Result<Listing> {
        Ok(derived::list_sorted(&self.documents, prefix, depth))
    }

    fn exists(&self, key: &str) -> Result<bool> {
        Ok(self.documents.contains_key(key))
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        Ok(self.documents.get(key).map(|document| document.len() as u64))
    }
}
