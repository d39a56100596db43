//! A value that is read in several steps, of which a later one depends on the result of an earlier one: the index
//! of a shard, then its inner chunks.

use super::{ByteRange, Store, Version, Versioned, defaults};
use crate::error::{Error, Result};
use crate::sync::fork::OnceLock;
use std::fmt::Debug;
use std::sync::Arc;

/// One value, for as long as it is read. Where the store can hold on to it, all parts belong together, also when
/// another writer replaces the value meanwhile; where it can't, each step reads the current value. Several threads may
/// read it at once where the store is for any thread.
pub trait ValueReader: Debug + Sync {
    /// Several ranges of the value in one call, in the order asked for; None where the key is missing.
    fn get_many(&self, ranges: &[ByteRange]) -> Result<Option<Vec<Vec<u8>>>>;

    /// The size of the value in bytes; None where the key is missing.
    fn size(&self) -> Result<Option<u64>>;

    /// Fills a buffer with the bytes from `start` on.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Data`] where the value ends before, or is missing.
    fn read_into(&self, start: u64, buffer: &mut [u8]) -> Result<()> {
        let range = ByteRange::From { start, length: Some(buffer.len() as u64) };
        let values = self.get_many(&[range])?.unwrap_or_default();
        match &values[..] {
            [value] if value.len() == buffer.len() => buffer.copy_from_slice(value),
            _ => return Err(shorter()),
        }
        Ok(())
    }

    /// The version of the value that was read, as far as the store tells it without a request: another one as soon as
    /// the value is another one.
    fn version(&self) -> Version {
        None
    }

    /// True if all reads see one value, even if it is replaced in between.
    fn is_pinned(&self) -> bool {
        true
    }

    /// The bytes that are at least to be read together, though they are copied in smaller pieces: all, where the store
    /// makes something of a whole value that it can't of a part.
    fn at_once(&self) -> usize {
        usize::MAX
    }
}

/// The value of a key, or that there is none, as it was when [`Store::mark`] was asked. What is changed is read from
/// here: read by its key, it may be another value, and that one may be gone again when [`Mark::is_current`] is asked.
pub trait Mark: ValueReader {
    /// True if the key still has this value; a later write counts as another value even if it is equal.
    ///
    /// # Errors
    /// Errors of the store.
    fn is_current(&self) -> Result<bool>;
}

/// A value that outlives its handle of the store, and that any thread may read.
pub type SharedReader = Arc<dyn ValueReader + Send>;

/// The error of a value that ends before the range that is read.
pub(crate) fn shorter() -> Error {
    Error::data("the value became shorter while it was read")
}

/// The error of a value of which parts are from several versions.
pub(crate) fn replaced(key: &str) -> Error {
    Error::data(format!("key {key:?}: it was replaced while it was read"))
}

/// A value of a store that can only find it by its key, each time anew.
pub fn by_key<'a>(store: &'a (impl Store + ?Sized), key: &str) -> Box<dyn ValueReader + 'a> {
    Box::new(KeyReader { store, key: key.to_owned(), version: OnceLock::new() })
}

#[derive(Debug)]
struct KeyReader<'a, S: Store + ?Sized> {
    store: &'a S,
    key: String,
    /// The first version that was told. A store may tell it of one way of reading, and not of another.
    version: OnceLock<String>,
}

impl<S: Store + ?Sized> ValueReader for KeyReader<'_, S> {
    fn is_pinned(&self) -> bool {
        false
    }

    fn version(&self) -> Version {
        self.version.get().cloned()
    }

    fn get_many(&self, ranges: &[ByteRange]) -> Result<Option<Vec<Vec<u8>>>> {
        let requests: Vec<(&str, ByteRange)> = ranges.iter().map(|range| (self.key.as_str(), *range)).collect();
        let answers = defaults::check_answers(self.store.get_many(&requests)?, requests.len())?;
        let Some(parts) = answers.into_iter().collect::<Option<Vec<_>>>() else { return Ok(None) };
        let part = |part: Versioned| {
            let is_one = part.version.is_none_or(|version| *self.version.get_or_init(|| version.clone()) == version);
            if is_one { Ok(part.bytes) } else { Err(replaced(&self.key)) }
        };
        parts.into_iter().map(part).collect::<Result<_>>().map(Some)
    }

    fn size(&self) -> Result<Option<u64>> {
        self.store.size(&self.key)
    }
}
