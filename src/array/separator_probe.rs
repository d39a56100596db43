//! The separator of chunk keys where no document has it: a listing of the keys decides between the default of the
//! format and the practice of other writers.

use super::source::ArraySource;
use crate::error::Result;
use crate::metadata::{ArrayMetadata, ChunkKeyEncoding, Separator};
use crate::store::Listing;
use crate::store::StoreExt;

/// True if the chunks below a prefix have keys of the other kind, and none of the usual one.
///
/// # Errors
/// Errors of the store.
pub(super) fn has_other_keys(
    origin: &ArraySource,
    prefix: &str,
    metadata: &ArrayMetadata,
    other: &ChunkKeyEncoding,
) -> Result<bool> {
    let rank = metadata.shape.len();
    let first = |encoding: &ChunkKeyEncoding| {
        let mut key = prefix.to_owned();
        encoding.append(&vec![0; rank], &mut key);
        key
    };
    let usual = first(&metadata.chunk_keys);
    if usual == first(other) || origin.store.exists(&usual)? {
        return Ok(false);
    }
    if !origin.store.capabilities().listable {
        return origin.store.exists(&first(other));
    }
    let listing = origin.store.list_dir(prefix)?;
    let fits = |encoding| holds_chunks(&listing, prefix.len(), encoding, rank);
    Ok(fits(other) && !fits(&metadata.chunk_keys))
}

/// True if a listing of the array's folder shows chunk keys of this kind, or folders of such keys.
fn holds_chunks(listing: &Listing, from: usize, encoding: &ChunkKeyEncoding, rank: usize) -> bool {
    let is_chunk = |key: &String| key.get(from..).is_some_and(|name| encoding.position(name, rank).is_some());
    // The first index of a key alone looks like the key of a chunk in one dimension.
    let is_folder = |prefix: &String| {
        let name = prefix.get(from..).and_then(|name| name.strip_suffix('/'));
        name.is_some_and(|name| encoding.position(name, 1).is_some())
    };
    let nested = encoding.separator() == Separator::Slash && rank > 1;
    if nested { listing.prefixes.iter().any(is_folder) } else { listing.keys.iter().any(is_chunk) }
}
