//! The storage transformers of one array, one on the other: array → first → … → last → store.

use super::keys::ChunkKeys;
use crate::error::Result;
use crate::store::Store;
use std::sync::Arc;

/// A storage transformer as the document of an array configures it.
pub trait Transformer: Send + Sync + std::fmt::Debug {
    /// The store that shows the chunks with these keys where `inner` has what the transformer makes of them. No index
    /// may have more than `limit` bytes.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] where it does not fit the array, [`crate::ErrorKind::Limit`].
    fn wrap(&self, inner: Arc<dyn Store>, keys: &ChunkKeys, limit: u64) -> Result<Arc<dyn Store>>;

    /// How many chunks along each axis it puts into one value, if it does that: what stands below it sees those as its
    /// chunks, under keys of the same form.
    fn combines(&self) -> Option<&[u64]> {
        None
    }
}

/// The transformers of an array, the one that is nearest to the array first.
#[derive(Clone, Debug, Default)]
pub struct Stack(Vec<Arc<dyn Transformer>>);

impl Stack {
    /// A stack of these, the first nearest to the array.
    pub fn new(transformers: Vec<Arc<dyn Transformer>>) -> Self {
        Self(transformers)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The transformers, the one that is nearest to the array first.
    pub fn transformers(&self) -> &[Arc<dyn Transformer>] {
        &self.0
    }

    /// How many chunks of the array along each axis lie in one stored value.
    pub fn chunks_per_value(&self, rank: usize) -> Vec<u64> {
        let mut product = vec![1_u64; rank];
        for counts in self.0.iter().filter_map(|transformer| transformer.combines()) {
            // Longer than any array is as good as the exact number.
            product.iter_mut().zip(counts).for_each(|(all, count)| *all = all.saturating_mul(*count));
        }
        product
    }

    /// The store that the array sees on top of `store`; `keys` are those of its chunks.
    ///
    /// # Errors
    /// As [`Transformer::wrap`].
    pub fn on(&self, store: &Arc<dyn Store>, keys: &ChunkKeys, limit: u64) -> Result<Arc<dyn Store>> {
        // Each sees the chunks that those above it make, so the keys are found from the top, the stores from below.
        let mut levels = Vec::with_capacity(self.0.len());
        let mut keys = keys.clone();
        for transformer in &self.0 {
            levels.push((transformer, keys.clone()));
            if let Some(counts) = transformer.combines() {
                keys = keys.combined(counts);
            }
        }
        let mut store = Arc::clone(store);
        for (transformer, keys) in levels.iter().rev() {
            store = transformer.wrap(store, keys, limit)?;
        }
        Ok(store)
    }
}
