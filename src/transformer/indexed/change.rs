//! Changing chunks: their shard is read, put together anew and written back, under the lock of the shard. Where all its
//! chunks are given, nothing is read.

use super::{IndexedStore, Place, about};
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::store::locks;
use crate::store::{Access, ByteRange, MAX_CONFLICTS, UpdateGuard, Version, derived};
use crate::sync::fork::{Mutex, MutexGuard, PerProcess};
use crate::transformer::shard_index::{ShardBuilder, ShardIndex, append, slice};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What becomes of one chunk.
#[derive(Clone, Debug)]
pub(super) enum Edit<'a> {
    /// It gets this value.
    Set(&'a [u8]),
    /// Parts of it change, the last of which ends there.
    Patch(Vec<(u64, &'a [u8])>, usize),
    /// It goes.
    Erase,
}

/// What becomes of the chunks of one shard, by number.
pub(super) type ShardEdits<'a> = BTreeMap<usize, Edit<'a>>;

/// What becomes of chunks, by shard.
pub(super) type Edits<'a> = BTreeMap<String, ShardEdits<'a>>;

/// A shard after a change.
enum Changed {
    /// As it was.
    Nothing,
    /// No chunk is left in it.
    Empty,
    /// These bytes.
    Value(Vec<u8>),
}

impl IndexedStore {
    /// Changes chunks of one shard.
    pub(super) fn change(&self, shard: &str, edits: ShardEdits) -> Result<()> {
        let _others = self.lock_shard_unless_locked(shard)?;
        // The engine, which calls with a chunk locked, has locked its shard by that.
        let _lock = locks::join(&*self.inner, shard)?;
        self.change_locked(shard, &edits).context(|| about(shard))
    }

    fn change_locked(&self, shard: &str, edits: &ShardEdits) -> Result<()> {
        if self.is_complete(shard, edits) {
            return match self.rebuild(None, edits)? {
                Changed::Value(value) => self.inner.set(shard, &value),
                Changed::Nothing | Changed::Empty => self.remove(shard),
            };
        }
        if self.inner.capabilities().conditional {
            for _ in 0..MAX_CONFLICTS {
                let (old, version) = self.inner.get_versioned(shard, u64::MAX)?;
                match self.replace_if(shard, &version, self.rebuild(old.as_deref(), edits)?) {
                    Err(error) if error.kind() == ErrorKind::Conflict => {}
                    done => return done,
                }
            }
            return Err(Error::conflict(format!("it was changed by somebody else {MAX_CONFLICTS} times in a row")));
        }
        match self.rebuild(self.inner.get(shard, ByteRange::ALL)?.as_deref(), edits)? {
            Changed::Nothing => Ok(()),
            Changed::Value(value) => self.inner.set(shard, &value),
            Changed::Empty => self.remove(shard),
        }
    }

    /// Changes one chunk if its shard still has the expected version.
    pub(super) fn change_if(&self, place: &Place, expected: &Version, edit: Edit) -> Result<()> {
        let shard = place.shard.as_str();
        let change = || -> Result<()> {
            let (old, version) = self.inner.get_versioned(shard, u64::MAX)?;
            // A chunk that is not there is of no version, or of that of its shard.
            let absent = || -> Result<bool> {
                Ok(expected.is_none()
                    && old.as_deref().map_or(Ok(None), |old| self.chunk_of(old, place.number))?.is_none())
            };
            if version != *expected && !absent()? {
                return Err(Error::conflict("it was changed since it was read"));
            }
            let edits = BTreeMap::from([(place.number, edit)]);
            self.replace_if(shard, &version, self.rebuild(old.as_deref(), &edits)?)
        };
        change().context(|| about(shard))
    }

    fn replace_if(&self, shard: &str, version: &Version, changed: Changed) -> Result<()> {
        match changed {
            Changed::Nothing => Ok(()),
            Changed::Value(value) => self.inner.set_if(shard, version, &value),
            Changed::Empty => match self.inner.erase_if(shard, version) {
                // An index alone says the same.
                Err(error) if error.kind() == ErrorKind::Unsupported => {
                    self.inner.set_if(shard, version, &ShardIndex::empty(self.chunks)?.into_little_endian())
                }
                done => done,
            },
        }
    }

    /// Takes a shard away in which nothing is left.
    pub(super) fn remove(&self, shard: &str) -> Result<()> {
        match self.inner.erase(shard) {
            Err(error) if error.kind() == ErrorKind::Unsupported => {
                self.inner.set(shard, &ShardIndex::empty(self.chunks)?.into_little_endian())
            }
            done => done,
        }
    }

    /// Whether every chunk of the shard that lies in the array gets a new value, or goes, whatever it was.
    fn is_complete(&self, shard_key: &str, edits: &ShardEdits) -> bool {
        if edits.values().any(|edit| matches!(edit, Edit::Patch(..))) {
            return false;
        }
        let Some(shard) = self.keys.position(shard_key) else { return false };
        let axes = shard.iter().zip(&self.counts).zip(self.keys.grid());
        let inside =
            axes.map(|((index, count), length)| length.saturating_sub(index.saturating_mul(*count)).min(*count));
        let inside: u64 = inside.product();
        inside > 0 && edits.keys().filter(|number| self.is_inside(&shard, **number)).count() as u64 == inside
    }

    /// Whether a chunk of a shard lies in the array.
    fn is_inside(&self, shard: &[u64], number: usize) -> bool {
        let position = self.position(shard, number);
        position.is_some_and(|position| position.iter().zip(self.keys.grid()).all(|(index, length)| index < length))
    }

    /// The shard with the chunks changed.
    fn rebuild(&self, old: Option<&[u8]>, edits: &ShardEdits) -> Result<Changed> {
        let index = old.map(|old| self.index_of(old)).transpose()?;
        let mut new = ShardBuilder::new(self.chunks, 0, old.map_or(0, <[u8]>::len), Vec::new())?;
        let mut changed = false;
        for number in 0..self.chunks {
            let range = index.as_ref().map(|index| index.get(number)).transpose()?.flatten();
            let stored = match (old, &range) {
                (Some(old), Some(range)) => Some((slice(old, range.clone())?, range.clone())),
                _ => None,
            };
            match (edits.get(&number), stored) {
                (None, None) => {}
                (None, Some((bytes, range))) => new.keep(number, bytes, range, old.map_or(0, <[u8]>::len))?,
                (Some(Edit::Erase), stored) => changed |= stored.is_some(),
                (Some(Edit::Set(value)), _) => {
                    new.add(number, value)?;
                    changed = true;
                }
                (Some(Edit::Patch(parts, end)), stored) => {
                    new.add(number, &patch(stored.map_or(&[][..], |(bytes, _)| bytes), parts, *end)?)?;
                    changed = true;
                }
            }
        }
        Ok(match new.finish() {
            _ if !changed => Changed::Nothing,
            None => Changed::Empty,
            Some((index, mut value)) => {
                let index = index.into_little_endian();
                append(&mut value, &index)?;
                Changed::Value(value)
            }
        })
    }

    fn updating(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.updating.lock()
    }

    /// Keeps other processes from changing a shard, where the caller does not do so already, and the store has no conditions.
    pub(super) fn lock_shard_unless_locked(&self, shard: &str) -> Result<Option<Box<dyn UpdateGuard>>> {
        if self.inner.capabilities().conditional || self.updating().contains(shard) {
            return Ok(None);
        }
        self.lock_shard(shard.to_owned())
    }

    /// Keeps other processes from changing a shard. The caller holds the lock of one of its chunks, and so nobody else
    /// of this process is here for this shard.
    pub(super) fn lock_shard(&self, shard: String) -> Result<Option<Box<dyn UpdateGuard>>> {
        let Some(inner) = self.inner.lock_for_update(&shard, Access::Exclusive)? else { return Ok(None) };
        self.updating().insert(shard.clone());
        Ok(Some(Box::new(Updating { shard, all: Arc::clone(&self.updating), _inner: inner })))
    }
}

/// Held while a chunk is read, changed and written back: the change of its shard needs no further lock then.
struct Updating {
    shard: String,
    all: Arc<PerProcess<Mutex<BTreeSet<String>>>>,
    _inner: Box<dyn UpdateGuard>,
}

impl UpdateGuard for Updating {}

impl Drop for Updating {
    fn drop(&mut self) {
        self.all.lock().remove(&self.shard);
    }
}

/// A chunk with parts of it changed; what lies past its end is filled with zero bytes.
fn patch(old: &[u8], parts: &[(u64, &[u8])], end: usize) -> Result<Vec<u8>> {
    let mut value = Vec::new();
    let size = end.max(old.len());
    value.try_reserve_exact(size).map_err(|_| derived::no_memory("of a chunk", size as u64))?;
    value.extend_from_slice(old);
    value.resize(size, 0);
    for (start, bytes) in parts {
        // The parts were checked: they end at `end`, at most.
        let start = *start as usize;
        value[start..start + bytes.len()].copy_from_slice(bytes);
    }
    Ok(value)
}
