//! How many bytes a stored chunk may have: a file of another program may be of any size, and is not read beyond what
//! data type, shape and codecs explain.

use super::shard::Shard;
use crate::codec::most_between;
use crate::error::Result;
use crate::grid::byte_size;
use crate::metadata::ArrayMetadata;
use crate::store::defaults::check_length;
use crate::store::{ByteRange, Store, ValueReader};

/// Upper limit for the stored bytes of a chunk that this library encodes into at most `bound` bytes: other encoders may
/// need twice as many. Elements of variable length have no bound; `limit` is the limit for their decoded bytes.
pub(super) fn most(bound: Option<usize>, limit: u64) -> u64 {
    match bound {
        Some(bound) => most_between(bound as u64),
        None => limit.saturating_add(most_between(0)),
    }
}

/// The most bytes of a chunk or shard that is passed on as it is stored, including dead space that other writers left
/// in it.
pub fn most_as_stored(metadata: &ArrayMetadata, position: &[u64], limit: u64) -> u64 {
    let data_type = &metadata.data_type;
    let item = if data_type.is_variable() { 1 } else { data_type.size() };
    let size = byte_size(&metadata.chunk_grid.chunk_shape(position), item);
    most(size.and_then(|size| metadata.chain.encoded_bound(size)), limit).max(limit)
}

/// The range to request in a batch for a whole value of at most `most` bytes: one byte more, to detect a longer value.
pub(super) fn whole(most: u64) -> ByteRange {
    ByteRange::From { start: 0, length: Some(most.saturating_add(1)) }
}

/// Reads a value of at most `most` bytes.
///
/// # Errors
/// [`crate::ErrorKind::Limit`] for a longer one; errors of the store.
pub fn get(store: &dyn Store, key: &str, most: u64) -> Result<Option<Vec<u8>>> {
    let mut value = Vec::new();
    Ok(store.get_whole(key, most, &mut value)?.map(|length| {
        value.truncate(length);
        value
    }))
}

/// As [`get`], for a value that is about to be changed: it is read from its mark where the store has given one.
pub(super) fn get_old(
    store: &dyn Store,
    marked: Option<&dyn ValueReader>,
    key: &str,
    most: u64,
) -> Result<Option<Vec<u8>>> {
    let Some(marked) = marked else { return get(store, key, most) };
    // Before memory is taken for it.
    check_length(key, marked.size()?.unwrap_or_default(), most)?;
    let value = marked.get_many(&[whole(most)])?.and_then(|values| values.into_iter().next());
    value.as_ref().map_or(Ok(()), |value| check_length(key, value.len() as u64, most))?;
    Ok(value)
}

impl Shard<'_> {
    /// The size limit for a shard without dead inner chunks.
    pub fn most(&self, limit: u64) -> u64 {
        let around = self.chain.bytes_to_bytes().iter();
        let bound = self.sharding.encoded_bound();
        most(bound.and_then(|bound| around.into_iter().try_fold(bound, |size, codec| codec.encoded_bound(size))), limit)
    }

    /// The most bytes of a shard that is read as a whole: other writers may leave dead inner chunks in it.
    pub fn most_with_gaps(&self, limit: u64) -> u64 {
        self.most(limit).max(limit)
    }

    /// The size limit for an old shard of `old` bytes after `chunks` of its inner chunks are encoded anew; 0 if
    /// the size is unbounded.
    pub fn most_of_new(&self, chunks: u64, old: usize) -> usize {
        let new = usize::try_from(chunks).ok().zip(self.sharding.inner_bound());
        let new = new.and_then(|(chunks, bound)| chunks.checked_mul(bound)?.checked_add(self.sharding.index_size()));
        let most = new.and_then(|new| new.checked_add(old)).zip(self.sharding.encoded_bound());
        most.map_or(0, |(most, bound)| most.min(bound))
    }

    /// The most bytes of an inner chunk.
    pub fn most_of_inner(&self, limit: u64) -> u64 {
        most(self.sharding.inner_bound(), limit)
    }
}
