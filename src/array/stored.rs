//! How many bytes a stored chunk may have: a file may be of any size, whoever made it, and is not read beyond what data type,
//! shape and codecs explain.

use super::read::Reader;
use super::shard::Shard;
use crate::error::Result;
use crate::store::Store;

/// What other encoders may put around what ours do.
const AROUND: u64 = 1 << 20;

/// The most bytes of what has at most `bound` bytes where we encode it: others may do so twice as badly. Where elements have a
/// length each there is no such bound, and `limit` is what they may have when they are decoded.
pub(super) fn most(bound: Option<usize>, limit: u64) -> u64 {
    match bound {
        Some(bound) => (bound as u64).saturating_mul(2).saturating_add(AROUND),
        None => limit.saturating_add(AROUND),
    }
}

/// A value of at most so many bytes.
///
/// # Errors
/// [`crate::ErrorKind::Limit`] for a longer one; what the store gives.
pub(super) fn get(store: &dyn Store, key: &str, most: u64) -> Result<Option<Vec<u8>>> {
    let mut value = Vec::new();
    Ok(store.get_whole(key, most, &mut value)?.map(|length| {
        value.truncate(length);
        value
    }))
}

impl Reader<'_> {
    /// The most bytes of a chunk in an array without shards.
    pub(super) fn most_of_chunk(&self, position: &[u64]) -> Result<u64> {
        Ok(most(self.chain.encoded_bound(self.layouts.of(position)?.size), self.limit))
    }
}

impl Shard<'_> {
    /// The most bytes of a shard in which nothing lies that is not used.
    pub fn most(&self, limit: u64) -> u64 {
        let around = self.chain.bytes_to_bytes().iter();
        let bound = self.sharding.encoded_bound();
        most(bound.and_then(|bound| around.into_iter().try_fold(bound, |size, codec| codec.encoded_bound(size))), limit)
    }

    /// The most bytes of one that is read as a whole, though others may have left in it what they no longer use.
    pub fn most_with_gaps(&self, limit: u64) -> u64 {
        self.most(limit).max(limit)
    }

    /// The most bytes of an inner chunk.
    pub fn most_of_inner(&self, limit: u64) -> u64 {
        most(self.sharding.inner_bound(), limit)
    }
}
