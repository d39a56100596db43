//! The most bytes of a chunk between two of its codecs.

use super::{ArrayToBytes, Chain};
use crate::codec::limits::most_between;
use crate::error::{Error, Result};

impl Chain {
    /// The most bytes that three neighbouring forms of a chunk of `size` decoded bytes can have, of those that its
    /// codecs make of the elements one after the other: a codec's input and output, and one that is kept for the next.
    pub fn three_forms(&self, size: usize) -> usize {
        let mut forms = Vec::with_capacity(1 + self.bytes_to_bytes.len());
        match &self.array_to_bytes {
            ArrayToBytes::Sharding(sharding) => forms.push(sharding.encoded_bound().unwrap_or(size)),
            _ => forms.extend(self.filters.encoded_lengths(size)),
        }
        for codec in &self.bytes_to_bytes {
            let input = forms.last().copied().unwrap_or(size);
            forms.push(codec.encoded_bound(input).unwrap_or(input));
        }
        let sum = |forms: &[usize]| forms.iter().fold(0, |sum: usize, form| sum.saturating_add(*form));
        if forms.len() <= 3 { sum(&forms) } else { forms.windows(3).map(sum).max().unwrap_or(0) }
    }

    /// Refuses chunks of `size` decoded bytes that are too large between two codecs: larger than [`most_between`] of
    /// `limit`, or of the shard that the codecs stand around.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Limit`].
    pub fn check_stages(&self, size: usize, limit: u64) -> Result<()> {
        let (start, allowed) = match &self.array_to_bytes {
            // Each stage is held to the limit while it is decoded.
            ArrayToBytes::Values(_) => return Ok(()),
            ArrayToBytes::Sharding(sharding) => {
                let bound = sharding.encoded_bound();
                (bound, bound.map_or(limit, |bound| limit.max(bound as u64)))
            }
            ArrayToBytes::Opaque(codec) => {
                let length = self.filters.encoded_length(size);
                codec.check_stages(length.unwrap_or(size), limit)?;
                (length, limit)
            }
            _ => (self.filters.encoded_length(size), limit),
        };
        let most = most_between(allowed);
        let refused = |codec: &str| {
            Error::limit(format!(
                "codec {codec:?}: a chunk has more than {most} bytes, by the limit limits.chunk_bytes"
            ))
        };
        let mut length = start;
        if self.sharding().is_none() && length.is_none_or(|length| length as u64 > most) {
            return Err(refused("bytes"));
        }
        for (at, codec) in self.bytes_to_bytes.iter().enumerate() {
            length = length.and_then(|length| codec.encoded_bound(length));
            // The last codec's output is the stored value, the length of which is known before memory is allocated.
            let last = at + 1 == self.bytes_to_bytes.len() && !codec.fixed_size();
            if !last && length.is_none_or(|length| length as u64 > most) && start.is_some() {
                return Err(refused(codec.name()));
            }
        }
        Ok(())
    }
}
