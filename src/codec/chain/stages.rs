//! How many bytes a chunk may have between two of its codecs. Each filter may make eight bytes of one, so that a document of
//! a few hundred bytes could ask for any amount of memory.

use super::Chain;
use crate::error::{Error, Result};

/// What codecs may put around a chunk, however small it is.
const AROUND: u64 = 1 << 20;

/// The most bytes between two codecs where so many are allowed in front of them.
pub fn most_between(bytes: u64) -> u64 {
    bytes.saturating_mul(2).saturating_add(AROUND)
}

impl Chain {
    /// Refuses chunks of `size` decoded bytes that are too large between two codecs: larger than [`most_between`] of `limit`, or of
    /// the shard that the codecs stand around.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Limit`].
    pub fn check_stages(&self, size: usize, limit: u64) -> Result<()> {
        if self.values.is_some() {
            // Each stage is held to the limit while it is decoded.
            return Ok(());
        }
        let start = match &self.sharding {
            Some(sharding) => sharding.encoded_bound(),
            None => self.filters.encoded_length(size),
        };
        let allowed =
            if self.sharding.is_some() { start.map_or(limit, |start| limit.max(start as u64)) } else { limit };
        let most = most_between(allowed);
        let refused = |codec: &str| {
            Error::limit(format!(
                "codec {codec:?}: a chunk has more than {most} bytes, by the limit limits.chunk_bytes"
            ))
        };
        let mut length = start;
        if self.sharding.is_none() && length.is_none_or(|length| length as u64 > most) {
            return Err(refused("bytes"));
        }
        for (at, codec) in self.bytes_to_bytes.iter().enumerate() {
            length = length.and_then(|length| codec.encoded_bound(length));
            // The last one gives what is stored, whose length is known before memory is taken for it.
            let last = at + 1 == self.bytes_to_bytes.len() && !codec.fixed_size();
            if !last && length.is_none_or(|length| length as u64 > most) && start.is_some() {
                return Err(refused(codec.name()));
            }
        }
        Ok(())
    }
}
