//! A value that is read in several steps, of which a later one depends on what an earlier one found: the index of a shard,
//! then what the index points at.

use super::{ByteRange, Store, derived};
use crate::error::Result;
use std::fmt::Debug;

/// One value, for as long as it is read. Where the store can hold on to it, all parts belong together, also when somebody
/// replaces the value meanwhile; where it can't, each step finds what is there then.
pub trait Held: Debug {
    /// Several ranges of the value in one call, in the order asked for; None where the key is missing.
    fn get_many(&self, ranges: &[ByteRange]) -> Result<Option<Vec<Vec<u8>>>>;
}

/// A value of a store that can only find it by its key, each time anew.
pub fn by_key<'a>(store: &'a (impl Store + ?Sized), key: &str) -> Box<dyn Held + 'a> {
    Box::new(ByKey { store, key: key.to_owned() })
}

#[derive(Debug)]
struct ByKey<'a, S: Store + ?Sized> {
    store: &'a S,
    key: String,
}

impl<S: Store + ?Sized> Held for ByKey<'_, S> {
    fn get_many(&self, ranges: &[ByteRange]) -> Result<Option<Vec<Vec<u8>>>> {
        let key = self.key.as_str();
        if let [range] = ranges {
            return Ok(self.store.get(key, *range)?.map(|value| vec![value]));
        }
        let requests: Vec<(&str, ByteRange)> = ranges.iter().map(|range| (key, *range)).collect();
        let answers = derived::check_answers(self.store.get_many(&requests)?, requests.len())?;
        Ok(answers.into_iter().collect())
    }
}
