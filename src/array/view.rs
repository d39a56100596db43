//! An array's chunks as keys of a store, whatever shards they lie in.

use super::fenced_store::FencedStore;
use super::handle::Array;
use crate::error::{Error, Result, ResultExt};
use crate::metadata::ArrayMetadata;
use crate::store::Store;
use crate::transformer::{ChunkKeys, Indexed, Stack, Transformer};
use std::sync::Arc;

impl Array {
    /// The store as the array sees it through its storage transformers: each chunk, the unit that is encoded, under a key
    /// of its own, everything else as it is. An array without shards sees its store.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for shards that no storage transformer makes.
    pub fn chunk_store(&self) -> Result<Arc<dyn Store>> {
        let view = || -> Result<Arc<dyn Store>> {
            let origin = self.origin();
            // The view is of the array as it is now, so it keeps a handle of its own: this one follows a replaced array.
            let array = self.duplicate()?;
            let metadata = array.latest().metadata.clone();
            let stack = stack(&metadata)?;
            if stack.is_empty() {
                return Ok(Arc::clone(&origin.store));
            }
            // How many chunks there are is left open: the array may grow while the view is there, and what is not known
            // to lie outside is never thrown away.
            let grid = vec![u64::MAX; metadata.shape.len()];
            let keys = ChunkKeys::new(self.data_prefix(), grid, Arc::new(metadata.chunk_keys));
            let limit = origin.options.limits.chunk_bytes;
            let store: Arc<dyn Store> = Arc::new(FencedStore::new(array, keys.clone()));
            stack.on(&store, &keys, limit)
        };
        view().context(|| self.named())
    }
}

/// The storage transformers that do the same as the shards of an array.
fn stack(metadata: &ArrayMetadata) -> Result<Stack> {
    let mut transformers: Vec<Arc<dyn Transformer>> = Vec::new();
    let mut chain = &metadata.chain;
    if chain.sharding().is_some() {
        metadata.chunk_grid.regular_shape().context(|| "no storage transformer makes shards of several shapes")?;
    }
    while let Some(sharding) = chain.sharding() {
        if chain.codecs().len() != 1 || !sharding.index().is_raw_little_endian() {
            return Err(Error::unsupported(
                "no storage transformer makes such shards: their index is not raw and little-endian at the end, or \
                 there are codecs around them",
            ));
        }
        transformers.push(Arc::new(Indexed { chunks_per_shard: sharding.grid().to_vec() }));
        chain = sharding.chain();
    }
    // The outermost shards are made last.
    transformers.reverse();
    Ok(Stack::new(transformers))
}
