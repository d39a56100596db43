//! Writing shards: as a whole, without reading; or in part, where inner chunks that are not touched stay as they are
//! stored, and only those that are partly overwritten are decoded.

use super::bounds;
use super::commit::Commit;
use super::patch::{ElementSource, Patch};
use super::picks::{Cut, Picks};
use super::shard::parallel_builder::{InnerChunk, ParallelShardBuilder};
use super::shard::{Shard, Shards, inner_name, part_of};
use super::threads::Worker;
use super::variable_length::no_memory;
use super::write::Writer;
use crate::codec::{IndexLocation, ShardBuilder, ShardIndex, append, slice};
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::grid::{MemoryBlock, Region, Tile};
use crate::store::{self, Access, Claim, StoreExt};
use std::ops::Range;

/// A part of a shard or of an inner chunk that is overwritten.
struct Edit<'e> {
    /// The part, from the origin of the chunk.
    part: Region,
    /// The new elements.
    source: ElementSource<'e>,
    /// The layout of the decoded chunk.
    block: MemoryBlock,
    /// The number of elements of the chunk inside the array, along each axis.
    inside: Vec<u64>,
}

/// The inner chunks that an edit touches.
struct EditedChunks<'t> {
    /// Their numbers in the index, ascending.
    numbers: Vec<usize>,
    /// The single elements of the edit, and for each number which part of them it has.
    picks: Option<(Cut<'t>, Vec<usize>)>,
}

impl EditedChunks<'_> {
    /// The single elements in an inner chunk.
    fn picks(&self, number: usize) -> Result<Option<Picks<'static>>> {
        let Some((cut, parts)) = &self.picks else { return Ok(None) };
        let Ok(at) = self.numbers.binary_search(&number) else { return Ok(None) };
        cut.get(parts[at]).map(Some)
    }
}

impl Edit<'_> {
    /// The inner chunks that it touches.
    fn touched<'t>(&'t self, shard: &'t Shard<'_>) -> Result<EditedChunks<'t>> {
        let ElementSource::Picks(picks, _) = self.source else {
            return Ok(EditedChunks { numbers: shard.numbers_in(&self.part)?, picks: None });
        };
        let cut = picks.cut(&shard.grid)?;
        let numbers = cut.numbers(shard)?;
        let mut parts = Vec::new();
        parts.try_reserve_exact(numbers.len()).map_err(|_| no_memory(numbers.len()))?;
        parts.extend(0..numbers.len());
        parts.sort_unstable_by_key(|part| numbers[*part]);
        let mut sorted = numbers;
        sorted.sort_unstable();
        Ok(EditedChunks { numbers: sorted, picks: Some((cut, parts)) })
    }

    /// The part of the edit inside of an inner chunk, `picks` of it where it is of single elements; None where it does
    /// not touch that.
    fn within<'i>(&'i self, shard: &Shard, position: &[u64], picks: Option<&'i Picks<'i>>) -> Option<Edit<'i>> {
        let axes = position.iter().zip(shard.inner_shape()).zip(&self.inside);
        let inside = axes.map(|((index, length), inside)| inside.saturating_sub(index * length).min(*length)).collect();
        if let ElementSource::Picks(_, data) = self.source {
            let picks = picks?;
            let (source, block) = (ElementSource::Picks(picks, data), self.block.clone());
            return Some(Edit { part: part_of(&picks.tile), source, block, inside });
        }
        let mut edit = Edit { part: self.part.clone(), source: self.source, block: self.block.clone(), inside };
        for (axis, index) in position.iter().enumerate() {
            let length = shard.inner_shape()[axis];
            // Inside the shard, whose size in bytes is known to fit.
            let origin = index * length;
            let part = self.part.between(axis, origin, origin + length);
            if part.is_empty() {
                return None;
            }
            edit.part.count[axis] = part.end - part.start;
            edit.part.start[axis] = self.part.element(axis, part.start) - origin;
            let skipped = part.start as isize * self.block.strides[axis];
            edit.block.offset = edit.block.offset.wrapping_add_signed(skipped);
        }
        Some(edit)
    }

    /// True if every element of the chunk inside the array is overwritten.
    fn covers(&self) -> bool {
        let axes = self.part.start.iter().zip(&self.part.count).zip(&self.inside);
        self.source.is_dense() && axes.into_iter().all(|((start, count), inside)| *start == 0 && count >= inside)
    }
}

/// Makes a stored shard from the previous one; None: the shard is missing.
type Make<'m> = &'m mut dyn FnMut(Option<&[u8]>) -> Result<Option<Vec<u8>>>;

impl Writer<'_> {
    /// Stores a tile of a shard.
    pub(super) fn write_shard(
        &self,
        shards: &Shards,
        commit: &Commit<'_>,
        tile: &Tile,
        source: ElementSource<'_>,
        from: &MemoryBlock,
        worker: &mut Worker,
    ) -> Result<()> {
        let shard = &*shards.at(&tile.position)?;
        let edit = Edit {
            part: part_of(tile),
            source,
            block: from.clone(),
            inside: match commit.basis.border() {
                Some(shape) => shards.elements_inside(&tile.position, shape),
                None => shard.shape().to_vec(),
            },
        };
        if edit.covers() {
            let value = self.encode_shard(shard, &edit, None, worker)?;
            let stored = self.replace_shard(commit, None, shard, &tile.position, value.as_deref());
            value.into_iter().for_each(|value| worker.scratch.give(value));
            return stored;
        }
        self.update_shard(commit, shard, &tile.position, &mut |old| self.encode_shard(shard, &edit, old, worker))
    }

    /// Changes a shard: `make` maps the stored value to the new one, None for a missing shard. It is called again if
    /// another writer was faster.
    pub(super) fn update_shard(
        &self,
        commit: &Commit<'_>,
        shard: &Shard,
        position: &[u64],
        make: Make<'_>,
    ) -> Result<()> {
        let (store, key, most) = (self.chunks.store, commit.key, shard.most_with_gaps(self.chunks.limit));
        let claim = store::claim(store, key, Access::Exclusive)?;
        if store.capabilities().conditional {
            return commit.change_versioned(|| {
                let (old, version) = store.get_versioned(key, most)?;
                let old = self.chunks.or_alternative(old, position)?;
                let new = make(old.as_deref())?;
                if new.is_none() {
                    self.take_other(commit, position)?;
                }
                let _pass = commit.pass()?;
                match new {
                    Some(value) => store.set_if(key, &version, &value),
                    None if version.is_none() => Ok(()),
                    None => match store.erase_if(key, &version) {
                        // An index alone says the same.
                        Err(error) if error.kind() == ErrorKind::Unsupported => {
                            store.set_if(key, &version, &empty(shard)?)
                        }
                        done => done,
                    },
                }
            });
        }
        let marked = commit.change_old()?;
        let old = self.chunks.or_alternative(bounds::get_old(store, marked, key, most)?, position)?;
        self.replace_shard(commit, Some(&claim), shard, position, make(old.as_deref())?.as_deref())
    }

    /// Stores a shard, or erases it if no inner chunk is left.
    fn replace_shard(
        &self,
        commit: &Commit<'_>,
        claim: Option<&Claim<'_>>,
        shard: &Shard,
        position: &[u64],
        value: Option<&[u8]>,
    ) -> Result<()> {
        match self.put(commit, claim, position, value) {
            // Where a store can't erase, an index without inner chunks says the same.
            Err(error) if value.is_none() && error.kind() == ErrorKind::Unsupported => {
                commit.put(claim, Some(&empty(shard)?))
            }
            done => done,
        }
    }

    /// A new shard from an old one and the edit over it; None when no inner chunk is left. All of the threads
    /// encode.
    fn encode_shard(
        &self,
        shard: &Shard,
        edit: &Edit,
        old: Option<&[u8]>,
        worker: &mut Worker,
    ) -> Result<Option<Vec<u8>>> {
        let old = old.map(|old| shard.chain.decode_shard(old, self.chunks.limit)).transpose()?;
        let old = match &old {
            Some(old) => Some((shard.sharding.index_of(old)?, &**old)),
            None => None,
        };
        let size = old.as_ref().map_or(0, |(_, old)| old.len());
        let touched = edit.touched(shard)?;
        let total = touched.numbers.len() as u64;
        let numbers = shard.with_stored(&touched.numbers, old.as_ref().map(|(index, _)| index))?;
        let builder = builder(shard, shard.most_of_new(total, size), worker.scratch.take(0)?)?;
        let new = ParallelShardBuilder::new(shard, numbers, builder, size);
        worker.share(total, |call, worker| {
            while let Some(ticket) = (!call.stopped()).then(|| new.begin()).flatten() {
                let position = shard.position(ticket.number);
                let stored = || -> Result<Option<(&[u8], Range<u64>)>> {
                    let Some((index, old)) = &old else { return Ok(None) };
                    index.get(ticket.number)?.map(|range| Ok((slice(old, range.clone())?, range))).transpose()
                };
                let stored_and_picks = || Ok((stored()?, touched.picks(ticket.number)?));
                stored_and_picks()
                    .and_then(|(stored, picks)| match (edit.within(shard, &position, picks.as_ref()), stored) {
                        (None, None) => new.hand_in(ticket, InnerChunk::Missing),
                        (None, Some((bytes, range))) => new.hand_in(ticket, InnerChunk::Kept(bytes, range)),
                        (Some(edit), stored) => {
                            let stored = stored.map(|(bytes, _)| bytes).filter(|_| !edit.covers());
                            let hand_in = |value: Option<&[u8]>| match value {
                                Some(value) => new.hand_in_new(ticket, value),
                                None => new.hand_in(ticket, InnerChunk::Missing),
                            };
                            match &shard.inside {
                                Some(inside) => {
                                    let value = self.encode_shard(inside, &edit, stored, worker)?;
                                    hand_in(value.as_deref())?;
                                    value.into_iter().for_each(|value| worker.scratch.give(value));
                                    Ok(())
                                }
                                None => {
                                    let threads = worker.threads.beside(new.left());
                                    self.encode_chunk(&edit, stored, &mut worker.with(threads), hand_in)
                                }
                            }
                        }
                    })
                    .context(|| inner_name(&position))?;
            }
            Ok(())
        })?;
        finish(shard, new.finish()?)
    }

    /// Encodes one of the innermost chunks; one that holds only the fill value is left out.
    fn encode_chunk(
        &self,
        edit: &Edit,
        old: Option<&[u8]>,
        worker: &mut Worker,
        mut hand_in: impl FnMut(Option<&[u8]>) -> Result<()>,
    ) -> Result<()> {
        // All innermost chunks have one shape.
        let layout = self.chunks.layouts.of(&edit.part.start)?;
        let narrow = |lengths: &[u64]| lengths.iter().map(|length| *length as usize).collect::<Vec<_>>();
        let (start, count) = (narrow(&edit.part.start), narrow(&edit.part.count));
        let to = layout.block_at(&start, &edit.part.step);
        let patch = Patch { to: &to, count: &count, inside: None, source: edit.source, from: &edit.block };
        self.encoder.encode_over(old.into(), &patch, &layout, true, worker, &mut hand_in)
    }
}

/// A new shard without inner chunks, in memory that may have been used before; `bound`: as for [`ShardBuilder::new`].
pub(super) fn builder(shard: &Shard, bound: usize, body: Vec<u8>) -> Result<ShardBuilder> {
    let front = match shard.sharding.index().location {
        IndexLocation::Start => shard.sharding.index_size(),
        IndexLocation::End => 0,
    };
    ShardBuilder::new(shard.sharding.chunks(), front, bound, body)
}

/// The stored form of a new shard; None where it has no inner chunk.
pub(super) fn finish(shard: &Shard, new: ShardBuilder) -> Result<Option<Vec<u8>>> {
    new.finish().map(|(index, body)| seal(shard, index, body)).transpose()
}

/// The stored form of a shard without inner chunks.
fn empty(shard: &Shard) -> Result<Vec<u8>> {
    let (index, body) = builder(shard, 0, Vec::new())?.into_parts();
    seal(shard, index, body)
}

/// Makes a stored shard of its index and its inner chunks, which leave room for an index at the start.
fn seal(shard: &Shard, index: ShardIndex, mut body: Vec<u8>) -> Result<Vec<u8>> {
    let index = shard.sharding.encode_index(index)?;
    match shard.sharding.index().location {
        IndexLocation::Start => {
            let front = body.get_mut(..index.len());
            front.ok_or_else(|| Error::internal("the index of a shard has no room"))?.copy_from_slice(&index);
        }
        IndexLocation::End => append(&mut body, &index)?,
    }
    shard.chain.encode_shard(body)
}
