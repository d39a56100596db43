//! The chunks of one array: their keys, encoding and size limits.

use super::bounds;
use super::layout::Layouts;
use super::options::Limits;
use super::ranges::SPAN;
use super::shard::{Shard, Shards};
use super::threads::{self, Effort};
use crate::codec::Chain;
use crate::error::{Error, ErrorKind, Result, Term};
use crate::grid::{ChunkGrid, Region, Tiles, Window, byte_size};
use crate::metadata::ArrayMetadata;
use crate::store::Store;
use std::borrow::Cow;

/// Everything that finding, decoding and encoding the chunks of one array needs.
pub struct Chunks<'a> {
    /// The store.
    pub store: &'a dyn Store,
    /// The prefix of the keys of all chunks.
    pub prefix: &'a str,
    /// The description of the array.
    pub metadata: &'a ArrayMetadata,
    /// The most bytes that a shard may have that must be decoded as a whole.
    pub limit: u64,
    /// How the chunks are encoded, or the innermost chunks of shards.
    pub(super) chain: &'a Chain,
    pub(super) layouts: Layouts<'a>,
    /// The shards that contain the chunks; None: each chunk is stored by itself.
    pub(super) shards: Option<Shards<'a>>,
    unseen: Option<&'a dyn UnseenArray>,
}

/// An array that this process has not found in its store so far, as its documents came from another process.
pub trait UnseenArray: Sync {
    /// Looks for the array in the store: called when a chunk is missing, before that reads as the fill value.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`], [`ErrorKind::Conflict`]: the store has none, or another one.
    fn confirm(&self) -> Result<()>;
}

impl std::fmt::Debug for Chunks<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Chunks").field("prefix", &self.prefix).finish_non_exhaustive()
    }
}

impl<'a> Chunks<'a> {
    /// The chunks below `prefix`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for a codec that is not known, [`crate::ErrorKind::Limit`] for huge chunks.
    pub fn new(store: &'a dyn Store, prefix: &'a str, metadata: &'a ArrayMetadata, limits: Limits) -> Result<Self> {
        if let Some(unknown) = metadata.chain.unknown() {
            return Err(unknown.error());
        }
        let (shards, limit) = (Shards::new(metadata)?, limits.chunk_bytes);
        let layouts = Layouts::new(metadata, shards.as_ref(), limit)?;
        let chain = shards.as_ref().map_or(&metadata.chain, |shards| shards.chunk_codecs().0);
        Ok(Self { store, prefix, metadata, limit, chain, layouts, shards, unseen: None })
    }

    /// Chunks of an array that is looked for in the store when the first one is missing.
    #[must_use]
    pub fn of_unseen(self, array: &'a dyn UnseenArray) -> Self {
        Self { unseen: Some(array), ..self }
    }

    /// The key of a chunk, or of a shard.
    pub fn key(&self, position: &[u64]) -> String {
        chunk_key(self.prefix, self.metadata, position)
    }

    /// The value under the other name that some software gave the only chunk of a 0-d array. It is read whole, also
    /// where a part was requested.
    pub(super) fn alternative(&self, position: &[u64]) -> Result<Option<Vec<u8>>> {
        self.unseen.map_or(Ok(()), UnseenArray::confirm)?;
        alternative(self.store, self.prefix, self.metadata, position)
    }

    /// The other key that some software gave the only chunk of a 0-d array.
    pub(super) fn alternative_key(&self, position: &[u64]) -> Option<String> {
        alternative_key(self.prefix, self.metadata, position)
    }

    /// A chunk or shard as it was found under its key, or else under its other name.
    pub(super) fn or_alternative(&self, found: Option<Vec<u8>>, position: &[u64]) -> Result<Option<Vec<u8>>> {
        match found {
            None => self.alternative(position),
            found => Ok(found),
        }
    }

    /// The shard that contains a window.
    ///
    /// # Errors
    /// As [`Shards::at`]; [`crate::ErrorKind::Internal`] in an array without shards.
    pub(super) fn shard(&self, window: &Window) -> Result<Cow<'_, Shard<'a>>> {
        let shards = self.shards.as_ref().ok_or_else(|| Error::internal("a shard of an array without shards"))?;
        shards.at(&window.tile().position)
    }

    /// An error with the chunk's position, and with its key where the stored bytes are damaged: a copy of that value
    /// is what helps.
    pub(super) fn named(&self, position: &[u64], error: Error) -> Error {
        let key = self.key(position);
        let is_damaged = error.kind() == ErrorKind::Data && !error.message().contains(&key);
        let error = if is_damaged { error.context(format!("key {key:?} is damaged")) } else { error };
        error.context(chunk_name(position))
    }

    /// The most bytes that a chunk may have as it is stored, in an array without shards.
    pub(super) fn most_of_chunk(&self, position: &[u64]) -> Result<u64> {
        Ok(bounds::most(self.chain.encoded_bound(self.layouts.of(position)?.size), self.limit))
    }

    /// The work of reading a region of `bytes` bytes, unneeded bytes that must be decoded included.
    pub fn effort_of_reading(&self, region: &Region, bytes: usize) -> Effort {
        self.effort(region, bytes, !self.chain.is_raw())
    }

    /// The work of writing a region of `bytes` bytes: chunks are encoded as a whole.
    pub fn effort_of_writing(&self, region: &Region, bytes: usize) -> Effort {
        self.effort(region, bytes, true)
    }

    /// The work on a region of `bytes` bytes: a task for each part of the touched chunks, or innermost chunks, that a
    /// thread can take. `whole` counts all bytes of those chunks.
    fn effort(&self, region: &Region, bytes: usize, whole: bool) -> Effort {
        let bytes = bytes as u64;
        // Fast path: small reads skip the cost estimate.
        if !whole && !threads::worth_help(bytes) {
            return Effort { tasks: 1, bytes };
        }
        let innermost = self.shards.as_ref().map(|shards| ChunkGrid::Regular { chunk_shape: shards.chunk_shape() });
        let grid = &self.metadata.chunk_grid;
        let tasks = Tiles::new(region, innermost.as_ref().unwrap_or(grid)).map_or(u64::MAX, |tiles| tiles.total());
        let size = match &self.layouts {
            Layouts::One(layout) => layout.size as u64,
            Layouts::Each { .. } => {
                byte_size(&grid.largest_shape(), self.metadata.data_type.size()).map_or(0, |size| size as u64)
            }
        };
        let parts = if whole || self.shards.is_some() {
            usize::try_from(size).map_or(1, |size| self.chain.part_count(size) as u64)
        } else {
            // Threads can share the long runs of an unencoded chunk.
            (bytes.min(size) / SPAN as u64).max(1)
        };
        let bytes = if whole { bytes.max(tasks.saturating_mul(size)) } else { bytes };
        Effort { tasks: tasks.saturating_mul(parts), bytes }
    }
}

/// Refuses an array whose chunks would be larger than these limits allow: none of them could be written.
///
/// # Errors
/// [`crate::ErrorKind::Limit`], naming the shape.
pub fn check_chunks(metadata: &ArrayMetadata, limits: Limits) -> Result<()> {
    let shards = Shards::new(metadata)?;
    Layouts::new(metadata, shards.as_ref(), limits.chunk_bytes)?.check(metadata)
}

/// The key of a chunk.
pub fn chunk_key(prefix: &str, metadata: &ArrayMetadata, position: &[u64]) -> String {
    let mut key = String::with_capacity(prefix.len() + 8 * position.len() + 4);
    key.push_str(prefix);
    metadata.chunk_keys.append(position, &mut key);
    key
}

/// As [`Chunks::alternative`], for callers that have no [`Chunks`].
///
/// # Errors
/// Errors of the store; [`crate::ErrorKind::Limit`] for a value that no chunk can have.
pub fn alternative(
    store: &dyn Store,
    prefix: &str,
    metadata: &ArrayMetadata,
    position: &[u64],
) -> Result<Option<Vec<u8>>> {
    let Some(key) = alternative_key(prefix, metadata, position) else { return Ok(None) };
    let bound = metadata.chain.encoded_bound(metadata.data_type.size());
    bounds::get(store, &key, bounds::most(bound, Limits::default().chunk_bytes))
}

/// As [`Chunks::alternative_key`], for callers that have no [`Chunks`].
pub fn alternative_key(prefix: &str, metadata: &ArrayMetadata, position: &[u64]) -> Option<String> {
    metadata.chunk_keys.alternative(position).map(|name| format!("{prefix}{name}"))
}

/// A chunk, for messages.
pub fn chunk_name(position: &[u64]) -> String {
    format!("chunk {}", Term::position(position))
}
