//! A store some of whose values were fetched together, before callers ask for them one by one.

use super::wrapper::Wrapper;
use crate::error::Result;
use crate::store::{
    Beginning, ByteRange, BytesReader, Filled, Locked, Locking, Store, ValueReader, Versioned, defaults,
};
use std::collections::HashMap;
use std::sync::Arc;

/// Values of a store that are known already, or known to be missing; the others are asked for.
#[derive(Debug)]
pub struct FetchedStore {
    inner: Arc<dyn Store>,
    values: HashMap<String, Option<Versioned>>,
}

impl FetchedStore {
    /// Fetches the values of `keys`, as many at once as the store likes; a single one is left to be asked for. Those of
    /// more than `most` bytes are not kept.
    ///
    /// # Errors
    /// Errors of the store for any of them.
    pub fn new(inner: Arc<dyn Store>, keys: Vec<String>, most: u64) -> Result<Self> {
        if keys.len() < 2 {
            return Ok(Self { inner, values: HashMap::new() });
        }
        // One byte more tells that a value is longer.
        let range = ByteRange::From { start: 0, length: Some(most.saturating_add(1)) };
        let requests: Vec<_> = keys.iter().map(|key| (key.as_str(), range)).collect();
        let answers = defaults::check_answers(inner.get_many(&requests)?, requests.len())?;
        let is_whole = |value: &Option<Versioned>| value.as_ref().is_none_or(|value| value.bytes.len() as u64 <= most);
        let values = keys.into_iter().zip(answers).filter(|(_, value)| is_whole(value)).collect();
        Ok(Self { inner, values })
    }

    fn knows(&self, key: &str) -> bool {
        self.values.contains_key(key)
    }

    /// A store of which one value has been read.
    pub fn knowing(inner: Arc<dyn Store>, key: &str, value: Option<Vec<u8>>) -> Self {
        Self { inner, values: HashMap::from([(key.to_owned(), value.map(Versioned::from))]) }
    }
}

impl Wrapper for FetchedStore {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.inner
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        match self.values.get(key) {
            None => self.inner.get(key, range),
            Some(None) => Ok(None),
            Some(Some(Versioned { bytes, .. })) => {
                let range = range.resolve(bytes.len() as u64)?;
                defaults::copied(key, &bytes[range.start as usize..range.end as usize]).map(Some)
            }
        }
    }

    fn get_beginning(&self, key: &str, most: u64) -> Result<Option<Beginning>> {
        if self.knows(key) { defaults::get_beginning(self, key, most) } else { self.inner.get_beginning(key, most) }
    }

    fn get_whole(&self, key: &str, most: u64, memory: &mut Vec<u8>) -> Result<Option<usize>> {
        if self.knows(key) {
            defaults::get_whole(self, key, most, memory)
        } else {
            self.inner.get_whole(key, most, memory)
        }
    }

    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        if self.knows(key) {
            defaults::get_into(self, key, start, buffer)
        } else {
            self.inner.get_into(key, start, buffer)
        }
    }

    fn get_many(&self, requests: &[(&str, ByteRange)]) -> Result<Vec<Option<Versioned>>> {
        let unknown: Vec<_> = requests.iter().filter(|(key, _)| !self.knows(key)).copied().collect();
        let answers = if unknown.is_empty() { Vec::new() } else { self.inner.get_many(&unknown)? };
        let mut answers = defaults::check_answers(answers, unknown.len())?.into_iter();
        let mut answer = |key: &str, range: ByteRange| match self.knows(key) {
            true => Ok(Wrapper::get(self, key, range)?.map(Versioned::from)),
            false => Ok(answers.next().flatten()),
        };
        requests.iter().map(|(key, range)| answer(key, *range)).collect()
    }

    fn hold(&self, key: &str) -> Result<Box<dyn ValueReader + '_>> {
        let Some(known) = self.values.get(key) else { return self.inner.hold(key) };
        let value = known.as_ref().map(|known| &*known.bytes);
        Ok(Box::new(BytesReader { key: key.to_owned(), value, version: None }))
    }

    fn lock(&self, key: &str, locking: Locking) -> Result<Locked> {
        let locked = self.inner.lock(key, locking)?;
        Ok(if self.knows(key) { locked.of_another_value() } else { locked })
    }

    fn exists(&self, key: &str) -> Result<bool> {
        self.values.get(key).map_or_else(|| self.inner.exists(key), |value| Ok(value.is_some()))
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        match self.values.get(key) {
            None => self.inner.size(key),
            Some(value) => Ok(value.as_ref().map(|value| value.bytes.len() as u64)),
        }
    }
}
