//! The most codecs of a chain, and the most bytes of a chunk between two of them. Each filter may make eight bytes
//! of one, so that a document of a few hundred bytes could ask for any amount of memory.
//!
//! Codecs inside of codecs count as those around them do, or a chain of 64 could hold 64 chains of 64.

use crate::error::{Error, Result};

/// The most codecs of one chain, with all that are inside of its codecs. No document has as many; each of them can take
/// time and memory for every chunk.
pub const MAX_CODECS: usize = 64;

/// Bytes that codecs may put around a chunk, however small it is.
const AROUND: u64 = 1 << 20;

/// Refuses a chain of more than [`MAX_CODECS`].
///
/// # Errors
/// [`crate::ErrorKind::Limit`].
pub fn check_count(codecs: usize) -> Result<()> {
    if codecs > MAX_CODECS {
        return Err(Error::limit(format!(
            "a chain has more than {MAX_CODECS} codecs, with those inside of its codecs"
        )));
    }
    Ok(())
}

/// The size limit for the output of a codec whose input has at most `bytes` bytes.
pub fn most_between(bytes: u64) -> u64 {
    bytes.saturating_mul(2).saturating_add(AROUND)
}
