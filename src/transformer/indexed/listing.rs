//! Listing and erasing by prefix: shards are shown as the chunks that are in them.

use super::change::{Edit, ShardEdits};
use super::{IndexedStore, about};
use crate::error::{Result, ResultExt};
use crate::store::check_prefix;
use std::collections::BTreeSet;

/// The indices of so many shards are read in one batch.
const BATCH: usize = 256;

impl IndexedStore {
    /// Whether there may be chunks below a prefix.
    pub(super) fn concerns(&self, prefix: &str) -> bool {
        prefix.starts_with(self.keys.prefix()) || self.keys.prefix().starts_with(prefix)
    }

    /// The keys below a prefix: those of chunks that exist, and of everything that is no chunk.
    pub(super) fn list_below(&self, prefix: &str) -> Result<Vec<String>> {
        check_prefix(prefix)?;
        if !self.concerns(prefix) {
            return self.inner.list_prefix(prefix);
        }
        let (shards, mut keys) = self.find_below(prefix)?;
        for shards in shards.chunks(BATCH) {
            let indices = self.indices(&shards.iter().map(String::as_str).collect::<BTreeSet<_>>())?;
            for (shard, (index, _)) in indices {
                let Some(position) = self.keys.position(shard) else { continue };
                for number in 0..self.chunks {
                    if index.get(number).context(|| about(shard))?.is_some() {
                        let key = self.key(shard, &position, number);
                        keys.extend(key.filter(|key| key.starts_with(prefix)));
                    }
                }
            }
        }
        keys.sort_unstable();
        Ok(keys)
    }

    /// Erases the keys below a prefix: whole shards as values, of others the chunks.
    pub(super) fn erase_below(&self, prefix: &str) -> Result<()> {
        check_prefix(prefix)?;
        if self.keys.prefix().starts_with(prefix) || !self.concerns(prefix) {
            return self.inner.erase_prefix(prefix);
        }
        let (shards, others) = self.find_below(prefix)?;
        if !others.is_empty() {
            self.inner.erase_values(&others.iter().map(String::as_str).collect::<Vec<_>>())?;
        }
        for shard in shards {
            let Some(position) = self.keys.position(&shard) else { continue };
            let below =
                |number: &usize| self.key(&shard, &position, *number).is_some_and(|key| key.starts_with(prefix));
            let edits: ShardEdits = (0..self.chunks).filter(below).map(|number| (number, Edit::Erase)).collect();
            self.change(&shard, edits)?;
        }
        Ok(())
    }

    /// The shards that may have chunks below a prefix, and the other keys below it.
    fn find_below(&self, prefix: &str) -> Result<(Vec<String>, Vec<String>)> {
        // The chunks below a part of the array's prefix may lie in shards anywhere below that.
        let from = if prefix.starts_with(self.keys.prefix()) { self.keys.prefix() } else { prefix };
        let (mut shards, mut others) = (Vec::new(), Vec::new());
        for key in self.inner.list_prefix(from)? {
            match self.keys.position(&key) {
                Some(position) => {
                    let below = |number| self.key(&key, &position, number).is_some_and(|key| key.starts_with(prefix));
                    if from == prefix || (0..self.chunks).any(below) {
                        shards.push(key);
                    }
                }
                None if key.starts_with(prefix) => others.push(key),
                None => {}
            }
        }
        Ok((shards, others))
    }
}
