//! The store below the view of an array's chunks: what it stores of the array goes through the array's fence.

use super::fence::{Fence, Pass};
use super::handle::Array;
use crate::error::{Error, Result, ResultExt};
use crate::store::{Access, Listing, MAX_CONFLICTS, Ready, Stamp, Step, Store, Version};
use crate::transformer::{ChunkKeys, Wrapper};
use std::sync::Arc;

/// A store in which shards of one array are stored, and erased, only under the document of that array.
#[derive(Debug)]
pub(super) struct FencedStore {
    array: Array,
    /// The keys of the shards.
    keys: ChunkKeys,
}

impl FencedStore {
    /// The store of an array; `keys` are those of its shards.
    pub fn new(array: Array, keys: ChunkKeys) -> Self {
        Self { array, keys }
    }

    /// Changes values of these keys. `stores`: they may get bytes, which a place outside of the array must not.
    fn change(&self, keys: &[&str], stores: bool, work: impl FnOnce() -> Result<()>) -> Result<()> {
        let positions: Vec<Vec<u64>> = keys.iter().filter_map(|key| self.keys.position(key)).collect();
        if positions.is_empty() {
            return work();
        }
        let fence = self.fence();
        let _pass = self.pass(&fence, if stores { &positions } else { &[] })?;
        work()
    }

    fn fence(&self) -> Fence<'_> {
        Fence::new(&self.array, &self.array.latest())
    }

    /// What must be held while a shard is stored. The array may have grown or shrunk since the view was made, which is learnt here.
    fn pass(&self, fence: &Fence<'_>, positions: &[Vec<u64>]) -> Result<Pass> {
        let pass = || -> Result<Pass> {
            let mut is_fresh = false;
            for _ in 0..MAX_CONFLICTS {
                let state = fence.state();
                if let Some(pass) = fence.pass(&state, Access::Shared)? {
                    match positions.iter().try_for_each(|position| fence.check_chunk(&state, position)) {
                        Ok(()) => return Ok(pass),
                        Err(error) if is_fresh => return Err(error),
                        // On stores that show no change, the array may have grown.
                        Err(_) => {}
                    }
                }
                fence.renew()?;
                is_fresh = true;
            }
            Err(Error::conflict(format!("its document was changed {MAX_CONFLICTS} times in a row")))
        };
        pass().context(|| self.array.named())
    }
}

impl Wrapper for FencedStore {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.array.origin().store
    }

    fn set(&self, key: &str, value: &[u8]) -> Result<()> {
        self.change(&[key], true, || self.inner().set(key, value))
    }

    fn put(&self, key: &str, value: Option<&[u8]>, mut ready: Ready<'_>) -> Result<()> {
        let Some(position) = self.keys.position(key) else { return self.inner().put(key, value, ready) };
        let (fence, mut pass) = (self.fence(), None);
        let mut ask = |step| {
            drop(pass.take());
            ready.ask(step)?;
            if step == Step::Take {
                let position = std::slice::from_ref(&position);
                pass = Some(self.pass(&fence, if value.is_some() { position } else { &[] })?);
            }
            Ok(())
        };
        self.inner().put(key, value, Ready::by_key(&mut ask))
    }

    fn set_many(&self, values: &[(&str, &[u8])]) -> Result<()> {
        let keys: Vec<&str> = values.iter().map(|(key, _)| *key).collect();
        self.change(&keys, true, || self.inner().set_many(values))
    }

    fn set_partial_values(&self, parts: &[(&str, u64, &[u8])]) -> Result<()> {
        let keys: Vec<&str> = parts.iter().map(|(key, ..)| *key).collect();
        self.change(&keys, true, || self.inner().set_partial_values(parts))
    }

    fn erase(&self, key: &str) -> Result<()> {
        self.change(&[key], false, || self.inner().erase(key))
    }

    fn erase_values(&self, keys: &[&str]) -> Result<()> {
        self.change(keys, false, || self.inner().erase_values(keys))
    }

    fn set_if(&self, key: &str, expected: &Version, value: &[u8]) -> Result<()> {
        self.change(&[key], true, || self.inner().set_if(key, expected, value))
    }

    fn erase_if(&self, key: &str, expected: &Version) -> Result<()> {
        self.change(&[key], false, || self.inner().erase_if(key, expected))
    }

    fn stamp(&self, key: &str) -> Result<Option<Stamp>> {
        self.inner().stamp(key)
    }

    fn list_names(&self, prefix: &str) -> Result<Listing> {
        self.inner().list_names(prefix)
    }
}
