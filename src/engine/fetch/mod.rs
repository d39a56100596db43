//! Carrying out plans: the only module that reads chunks from the store.

mod batch;
mod pieces;
mod straight;

pub(super) use batch::WindowTask;
pub(super) use pieces::{Pieces, check_inner, fetch_index};
pub(super) use straight::check_size;

use super::bounds;
use super::chunks::Chunks;
use super::plan::FetchPlan;
use super::ranges::Ranges;
use super::shard::{Shard, part_of};
use super::threads::Worker;
use crate::codec::Scratch;
use crate::error::{Error, ErrorKind, Result};
use crate::grid::Window;
use crate::store::{self, ByteRange, Version, Versioned, defaults};
use std::borrow::Cow;

/// The data that were fetched for a window.
#[derive(Debug)]
pub(super) enum Fetched {
    /// It is in the buffer already.
    Placed,
    /// The store has no such chunk or shard.
    Missing,
    /// A chunk or shard as it is stored.
    Whole(StoredBytes),
    /// These bytes of a chunk that is stored unencoded.
    Ranges(Box<Ranges>, Vec<Vec<u8>>),
    /// The index of a shard, and the inner chunks that are wanted.
    Pieces(Pieces),
    /// The answers don't belong together, as the shard may have been replaced between two requests; or the shard is
    /// longer than what is read at once.
    Torn,
}

/// A stored value: the first bytes of memory that may have been used before.
#[derive(Debug)]
pub(super) struct StoredBytes {
    memory: Vec<u8>,
    length: usize,
    /// Its version, if the value will be cached and the store has versions.
    pub version: Version,
}

impl StoredBytes {
    pub fn bytes(&self) -> &[u8] {
        &self.memory[..self.length]
    }
}

impl From<Vec<u8>> for StoredBytes {
    fn from(memory: Vec<u8>) -> Self {
        Self { length: memory.len(), memory, version: None }
    }
}

impl From<Versioned> for StoredBytes {
    fn from(value: Versioned) -> Self {
        Self { version: value.version, ..value.bytes.into() }
    }
}

impl From<Option<Vec<u8>>> for Fetched {
    fn from(value: Option<Vec<u8>>) -> Self {
        value.map_or(Self::Missing, |value| Self::Whole(value.into()))
    }
}

impl Fetched {
    /// Lets the next one use the memory.
    pub fn give_back(self, scratch: &mut Scratch) {
        match self {
            Self::Whole(value) => scratch.give(value.memory),
            Self::Pieces(pieces) => pieces.give_back(scratch),
            _ => {}
        }
    }
}

impl Chunks<'_> {
    /// Carries out the plan of a window. For a shard that will be cached, the result includes its version.
    ///
    /// # Errors
    /// Errors of the store; [`ErrorKind::Data`] and [`ErrorKind::Limit`] for what no chunk can be.
    pub(super) fn fetch(
        &self,
        key: &str,
        plan: FetchPlan,
        window: &mut Window,
        is_kept: bool,
        worker: &mut Worker,
    ) -> Result<Fetched> {
        let found = match plan {
            FetchPlan::Straight => self.read_straight(key, window, worker)?.then_some(Fetched::Placed),
            FetchPlan::Chunk { most } => self.fetch_whole(key, most, worker.scratch)?,
            // One request, including unneeded bytes in between.
            FetchPlan::Ranges(ranges) => {
                let wanted = ranges.parts().next().map_or(ByteRange::ALL, |part| part.range());
                self.store.get(key, wanted)?.map(|value| Fetched::Ranges(ranges, vec![value]))
            }
            FetchPlan::Shard { numbers } => {
                let shard = &*self.shard(window)?;
                let all = || shard.numbers_in(&part_of(window.tile())).map(Cow::Owned);
                self.fetch_shard(key, shard, numbers.as_deref(), &all, is_kept, worker.scratch)?
            }
        };
        match found {
            Some(found) => Ok(found),
            None => Ok(self.alternative(&window.tile().position)?.into()),
        }
    }

    /// Fetches inner chunks of a shard, individually or (`is_whole`) by reading the whole shard.
    ///
    /// # Errors
    /// As [`Chunks::fetch`].
    pub(super) fn fetch_inner(
        &self,
        key: &str,
        position: &[u64],
        numbers: &[usize],
        is_whole: bool,
        is_kept: bool,
        scratch: &mut Scratch,
    ) -> Result<Fetched> {
        let shards = self.shards.as_ref().ok_or_else(|| Error::internal("inner chunks of an array without shards"))?;
        let (shard, single) = (&*shards.at(position)?, (!is_whole).then_some(numbers));
        match self.fetch_shard(key, shard, single, &|| Ok(Cow::Borrowed(numbers)), is_kept, scratch)? {
            Some(found) => Ok(found),
            None => Ok(self.alternative(position)?.into()),
        }
    }

    fn fetch_whole(&self, key: &str, most: u64, scratch: &mut Scratch) -> Result<Option<Fetched>> {
        let mut memory = scratch.take(0)?;
        let length = self.store.get_whole(key, most, &mut memory)?;
        match length {
            Some(length) => Ok(Some(Fetched::Whole(StoredBytes { memory, length, version: None }))),
            None => {
                scratch.give(memory);
                Ok(None)
            }
        }
    }

    /// As [`Chunks::fetch_whole`], with the version of the value.
    fn fetch_version(&self, key: &str, most: u64) -> Result<Option<Fetched>> {
        let value = store::pin(self.store, key)?;
        let found = value.get_many(&[bounds::whole(most)])?.and_then(|mut found| found.pop());
        let Some(bytes) = found else { return Ok(None) };
        defaults::check_length(key, bytes.len() as u64, most)?;
        Ok(Some(Fetched::Whole(Versioned { bytes, version: value.version() }.into())))
    }

    /// Fetches some inner chunks of a shard, or all of it in one request, which decides where two requests met two
    /// shards; `wanted`: the inner chunks of which something is wanted.
    fn fetch_shard<'n>(
        &self,
        key: &str,
        shard: &Shard,
        numbers: Option<&[usize]>,
        wanted: &dyn Fn() -> Result<Cow<'n, [usize]>>,
        is_kept: bool,
        scratch: &mut Scratch,
    ) -> Result<Option<Fetched>> {
        if let Some(numbers) = numbers {
            match self.fetch_pieces(shard, key, numbers, is_kept, scratch) {
                Err(error) if error.kind() == ErrorKind::Data => {}
                pieces => return Ok(pieces?.map(Fetched::Pieces)),
            }
        }
        let most = shard.most_at_once(self.limit);
        match if is_kept { self.fetch_version(key, most) } else { self.fetch_whole(key, most, scratch) } {
            // Other writers may leave dead inner chunks in a shard, so it can exceed its computed bound.
            Err(error) if shard.is_bare() && error.kind() == ErrorKind::Limit => {
                let mut pieces = self.fetch_pieces(shard, key, &wanted()?, is_kept, scratch)?;
                pieces.iter_mut().for_each(|pieces| pieces.is_last = true);
                Ok(pieces.map(Fetched::Pieces))
            }
            found => found,
        }
    }
}
