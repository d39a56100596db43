//! A store whose documents are known already, around the store that they were read from.
//!
//! Consolidated metadata is one value with a copy of every document of a hierarchy. This wrapper answers requests for
//! documents, present or missing, without a request to the store, and has no other keys.

use super::read_only::ReadOnlyStore;
use super::wrapper::Wrapper;
use crate::error::Result;
use crate::store::{
    Beginning, ByteRange, BytesReader, Capabilities, Depth, Filled, Listing, Locked, Locking, Mark, Store, ValueReader,
    Version, Versioned, defaults, is_key,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The documents of a store, as they were when the copy was made.
#[derive(Debug)]
pub struct SnapshotStore {
    /// A document that is not in the copy is missing, and none can be changed here.
    inner: Arc<dyn Store>,
    documents: BTreeMap<String, Vec<u8>>,
}

impl SnapshotStore {
    /// The documents of the whole of `inner`, without those at keys that no store can have: a name must not lead out of
    /// the folder that holds it.
    pub fn new(inner: Arc<dyn Store>, mut documents: BTreeMap<String, Vec<u8>>) -> Self {
        documents.retain(|key, _| is_key(key));
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
        defaults::copied(key, &document[range.start as usize..range.end as usize]).map(Some)
    }

    fn get_beginning(&self, key: &str, most: u64) -> Result<Option<Beginning>> {
        defaults::get_beginning(self, key, most)
    }

    fn get_whole(&self, key: &str, most: u64, memory: &mut Vec<u8>) -> Result<Option<usize>> {
        defaults::get_whole(self, key, most, memory)
    }

    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        defaults::get_into(self, key, start, buffer)
    }

    fn get_many(&self, requests: &[(&str, ByteRange)]) -> Result<Vec<Option<Versioned>>> {
        requests.iter().map(|(key, range)| Ok(Wrapper::get(self, key, *range)?.map(Versioned::from))).collect()
    }

    fn get_versioned(&self, key: &str, _: u64) -> Result<(Option<Vec<u8>>, Version)> {
        Err(defaults::unsupported("conditional writing", key))
    }

    fn hold(&self, key: &str) -> Result<Box<dyn ValueReader + '_>> {
        let value = self.documents.get(key).map(|document| &**document);
        Ok(Box::new(BytesReader { key: key.to_owned(), value, version: None }))
    }

    fn mark(&self, _: &str) -> Result<Option<Box<dyn Mark + '_>>> {
        Ok(None)
    }

    fn lock(&self, key: &str, locking: Locking) -> Result<Locked> {
        self.inner.lock(key, locking).map(Locked::of_another_value)
    }

    fn list(&self, prefix: &str, depth: Depth) -> Result<Listing> {
        Ok(defaults::list_sorted(&self.documents, prefix, depth))
    }

    fn exists(&self, key: &str) -> Result<bool> {
        Ok(self.documents.contains_key(key))
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        Ok(self.documents.get(key).map(|document| document.len() as u64))
    }
}
