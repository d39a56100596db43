//! The store below an array while a caller changes a chunk that must be as the caller has read it.

use crate::array::{Array, Unit};
use crate::error::{Error, Result};
use crate::metadata::ChunkKeyEncoding;
use crate::store::{ByteRange, Mark, Store, ValueReader, Version};
use crate::transformer::{FetchedStore, Wrapper};
use std::sync::Arc;

/// The value that a caller has read.
#[derive(Clone, Debug)]
pub(super) enum Expected {
    /// A chunk in a shard of this version.
    Version(String),
    /// A chunk of these bytes, or none.
    Chunk(Option<Arc<Vec<u8>>>),
}

impl From<&Version> for Expected {
    /// A chunk that was not there has no version, though its shard has one.
    fn from(version: &Version) -> Self {
        version.clone().map_or(Self::Chunk(None), Self::Version)
    }
}

/// Gives the shard of a chunk to the change that reads it, which stores the next one only over that very shard; where
/// the chunk in it is not the expected one, the change ends.
#[derive(Debug)]
pub(super) struct Expecting {
    /// The array in the store below.
    array: Array,
    names: ChunkKeyEncoding,
    position: Vec<u64>,
    expected: Expected,
}

impl Expecting {
    /// For a change of the chunk at this place.
    pub fn new(array: Array, names: ChunkKeyEncoding, position: Vec<u64>, expected: Expected) -> Self {
        Self { array, names, position, expected }
    }

    /// True when a key is a shard's.
    fn is_shard(&self, key: &str) -> bool {
        let name = key.strip_prefix(self.array.data_prefix());
        name.is_some_and(|name| self.names.position(name, self.position.len()).is_some())
    }

    /// # Errors
    /// [`crate::ErrorKind::Conflict`] for another chunk than was expected; errors of reading it.
    fn check(&self, key: &str, shard: Option<&[u8]>, version: &Version) -> Result<()> {
        let is_expected = match &self.expected {
            Expected::Version(expected) => version.as_ref() == Some(expected),
            Expected::Chunk(expected) => {
                let shard = shard.map(<[u8]>::to_vec);
                let known = Arc::new(FetchedStore::knowing(Arc::clone(self.inner()), key, shard));
                let chunk = self.array.fixed_in(known).read_encoded_chunk(Unit::Chunk, &self.position)?;
                chunk.as_ref() == expected.as_deref()
            }
        };
        if is_expected { Ok(()) } else { Err(Error::conflict("it was changed since it was read")) }
    }
}

/// A shard that is about to be changed, read as a whole.
#[derive(Debug)]
struct Checked<'a> {
    expecting: &'a Expecting,
    key: String,
    shard: Box<dyn Mark + 'a>,
}

impl ValueReader for Checked<'_> {
    fn get_many(&self, ranges: &[ByteRange]) -> Result<Option<Vec<Vec<u8>>>> {
        let values = self.shard.get_many(ranges)?;
        let shard = values.as_ref().and_then(|values| values.first());
        self.expecting.check(&self.key, shard.map(Vec::as_slice), &None)?;
        Ok(values)
    }

    fn size(&self) -> Result<Option<u64>> {
        self.shard.size()
    }
}

impl Mark for Checked<'_> {
    fn is_current(&self) -> Result<bool> {
        self.shard.is_current()
    }
}

impl Wrapper for Expecting {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.array.origin().store
    }

    fn get_whole(&self, key: &str, most: u64, memory: &mut Vec<u8>) -> Result<Option<usize>> {
        let length = self.inner().get_whole(key, most, memory)?;
        if self.is_shard(key) {
            self.check(key, length.map(|length| &memory[..length]), &None)?;
        }
        Ok(length)
    }

    fn mark(&self, key: &str) -> Result<Option<Box<dyn Mark + '_>>> {
        let Some(shard) = self.inner().mark(key)? else { return Ok(None) };
        if !self.is_shard(key) {
            return Ok(Some(shard));
        }
        Ok(Some(Box::new(Checked { expecting: self, key: key.to_owned(), shard })))
    }

    fn get_versioned(&self, key: &str, most: u64) -> Result<(Option<Vec<u8>>, Version)> {
        let (value, version) = self.inner().get_versioned(key, most)?;
        if self.is_shard(key) {
            self.check(key, value.as_deref(), &version)?;
        }
        Ok((value, version))
    }
}
