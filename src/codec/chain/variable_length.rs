//! Chunks of elements of variable length. The length of their bytes is not known before they are decoded.

use super::Chain;
use crate::codec::errors::corrupt;
use crate::codec::kinds::{BytesToBytes, ValuesToBytes};
use crate::codec::scratch::{Scratch, zeros};
use crate::dtype::{Values, VariableValue};
use crate::error::{Error, ErrorKind, Result, ResultExt};
use std::borrow::Cow;

impl Chain {
    /// Decodes a chunk of `count` elements, in the order in which they are stored, and of at most `limit` bytes.
    ///
    /// # Errors
    /// As [`Chain::decode`]; [`ErrorKind::Limit`].
    pub fn decode_values(&self, encoded: &[u8], count: usize, limit: u64) -> Result<Values> {
        let codec = self.values_codec()?;
        let mut data = Cow::Borrowed(encoded);
        for codec in self.bytes_to_bytes().iter().rev() {
            data = decode_unbounded(&**codec, data, None, limit)?;
        }
        if data.len() as u64 > limit {
            let size = data.len();
            return Err(Error::limit(format!(
                "the chunk has {size} bytes, more than the {limit} of limits.chunk_bytes"
            )));
        }
        let name = codec.name();
        codec.decode(data, count, limit).context(|| name)
    }

    /// Encodes the elements of a chunk, in the order in which they are stored, into `output`. The shape is that of what
    /// is stored: its last axis is the fastest.
    ///
    /// # Errors
    /// Errors of a codec.
    pub fn encode_values(
        &self,
        values: &[VariableValue<'_>],
        shape: &[u64],
        output: &mut Vec<u8>,
        scratch: &mut Scratch,
    ) -> Result<()> {
        let codec = self.values_codec()?;
        output.clear();
        let name = codec.name();
        codec.encode(values, shape, output).context(|| name)?;
        for codec in self.bytes_to_bytes() {
            let mut next = scratch.take(0)?;
            next.clear();
            codec.encode(output, &mut next)?;
            scratch.give(std::mem::replace(output, next));
        }
        Ok(())
    }

    fn values_codec(&self) -> Result<&dyn ValuesToBytes> {
        if let Some(unknown) = self.unknown() {
            return Err(unknown.error());
        }
        self.values().ok_or_else(|| Error::internal("the elements of the chunk have a fixed size"))
    }
}

/// Decodes through one codec where only a bound, or not even that, is known of the decoded length.
///
/// # Errors
/// [`ErrorKind::Data`] for anything corrupt, [`ErrorKind::Limit`] for more than `limit` bytes.
pub(super) fn decode_unbounded<'a>(
    codec: &dyn BytesToBytes,
    data: Cow<'a, [u8]>,
    bound: Option<usize>,
    limit: u64,
) -> Result<Cow<'a, [u8]>> {
    if let Some(inner) = codec.decode_in_place(&data) {
        let inner = inner?;
        let start = inner.as_ptr().addr() - data.as_ptr().addr();
        let range = start..start + inner.len();
        return Ok(match data {
            Cow::Borrowed(data) => Cow::Borrowed(&data[range]),
            Cow::Owned(mut data) => {
                data.truncate(range.end);
                data.drain(..range.start);
                Cow::Owned(data)
            }
        });
    }
    let most = usize::try_from(limit).unwrap_or(usize::MAX).min(isize::MAX as usize);
    if bound.is_some_and(|bound| bound > most) {
        return Err(Error::limit(format!("whole shards can have more than the {limit} bytes of limits.chunk_bytes")));
    }
    // Without a bound, room is made for what usual data need, and for more where that was not enough.
    let mut room = bound.unwrap_or_else(|| data.len().saturating_mul(4).max(FIRST_ROOM).min(most));
    loop {
        let mut output = zeros(room)?;
        match codec.decode_into(&data, &mut output) {
            Ok(length) => {
                output.truncate(length);
                return Ok(Cow::Owned(output));
            }
            Err(error) if error.kind() != ErrorKind::BufferSize => return Err(error),
            Err(error) if bound.is_some() => return Err(corrupt(error)),
            Err(_) if room >= most => {
                return Err(Error::limit(format!(
                    "the data decode to more than the {limit} bytes of limits.chunk_bytes"
                )));
            }
            Err(_) => room = room.saturating_mul(4).min(most),
        }
    }
}

/// Room for the first attempt at decoding what has no known length.
const FIRST_ROOM: usize = 16 << 10;
