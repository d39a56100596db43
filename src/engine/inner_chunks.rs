//! Single inner chunks of shards as they are stored: found by the index, replaced, listed.

use super::bounds;
use super::chunks::Chunks;
use super::commit::Commit;
use super::fetch::{check_inner, fetch_index};
use super::shard::{Shard, inner_name};
use super::shard_write::{builder, finish};
use super::write::Writer;
use crate::codec::{ShardIndex, slice};
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::store::{self, ByteRange, PinnedValue, ValueReader, defaults, pause_point};
use std::borrow::Cow;
use std::ops::Range;

impl Shard<'_> {
    /// The inner chunk of this level that holds an element, and the element counted from the first one of that chunk.
    fn find(&self, element: &[u64]) -> (Vec<u64>, Vec<u64>) {
        let axes = || element.iter().zip(self.inner_shape());
        (axes().map(|(at, length)| at / length).collect(), axes().map(|(at, length)| at % length).collect())
    }
}

impl Chunks<'_> {
    /// The innermost chunk that begins at an element of a shard, as it is stored; None where it is missing.
    pub fn stored_inner(&self, shard: &Shard, position: &[u64], element: &[u64]) -> Result<Option<Vec<u8>>> {
        let (inner, rest) = shard.find(element);
        let found = self.by_index(shard, position, |index| match index {
            PartialShard::Missing => Ok(None),
            PartialShard::Alone(index, value) => {
                match index.get(shard.number(&inner)).context(|| inner_name(&inner))? {
                    None => Ok(None),
                    Some(range) => self.part(shard, &*value, range).map(Some).context(|| inner_name(&inner)),
                }
            }
            PartialShard::Whole(index, value) => Ok(entry(shard, &index, &value, &inner)?.map(<[u8]>::to_vec)),
        })?;
        let Some(found) = found else { return Ok(None) };
        match &shard.inside {
            Some(inside) => self.descend(inside, &found, &rest).context(|| inner_name(&inner)),
            None => Ok(Some(found)),
        }
    }

    /// Finds the innermost chunk in a shard that is an inner chunk itself.
    fn descend(&self, shard: &Shard, stored: &[u8], element: &[u64]) -> Result<Option<Vec<u8>>> {
        let value = shard.chain.decode_shard(stored, self.limit)?;
        let index = shard.sharding.index_of(&value)?;
        let (inner, rest) = shard.find(element);
        match (entry(shard, &index, &value, &inner)?, &shard.inside) {
            (Some(found), Some(inside)) => self.descend(inside, found, &rest).context(|| inner_name(&inner)),
            (found, _) => Ok(found.map(<[u8]>::to_vec)),
        }
    }

    /// The bytes of an innermost chunk; of one in a shard alone only the index is read.
    pub fn inner_size(&self, shard: &Shard, position: &[u64], element: &[u64]) -> Result<Option<u64>> {
        if shard.inside.is_some() {
            return Ok(self.stored_inner(shard, position, element)?.map(|value| value.len() as u64));
        }
        let (inner, _) = shard.find(element);
        let range = self.by_index(shard, position, |index| match index {
            PartialShard::Missing => Ok(None),
            PartialShard::Alone(index, _) | PartialShard::Whole(index, _) => {
                index.get(shard.number(&inner)).context(|| inner_name(&inner))
            }
        })?;
        Ok(range.map(|range| range.end - range.start))
    }

    /// Appends the places of the innermost chunks of a shard, in their own grid over the whole array.
    pub fn list_inner(&self, shard: &Shard, position: &[u64], found: &mut Vec<Vec<u64>>) -> Result<()> {
        let origin: Vec<u64> =
            position.iter().enumerate().map(|(axis, index)| self.metadata.chunk_grid.origin(axis, *index)).collect();
        let unit = shard.chunk_shape();
        let before = found.len();
        self.by_index(shard, position, |index| {
            // The index may be asked for again.
            found.truncate(before);
            let mut add = |element: &[u64]| {
                found.push(element.iter().zip(&unit).map(|(at, length)| at / length).collect());
            };
            match index {
                PartialShard::Missing => Ok(()),
                PartialShard::Alone(index, _) if shard.inside.is_none() => {
                    each(shard, &index, &origin, &mut |_, at| {
                        add(at);
                        Ok(())
                    })
                }
                PartialShard::Whole(index, value) => self.collect(shard, &index, &value, &origin, &mut add),
                PartialShard::Alone(_, value) => match self.all_of(shard, position, &*value)? {
                    Some(value) => self.collect(shard, &shard.sharding.index_of(&value)?, &value, &origin, &mut add),
                    None => Ok(()),
                },
            }
        })
    }

    /// A whole shard of shards.
    fn all_of(&self, shard: &Shard, position: &[u64], value: &dyn ValueReader) -> Result<Option<Vec<u8>>> {
        let most = shard.most_with_gaps(self.limit);
        let Some(value) = value.get_many(&[bounds::whole(most)])?.and_then(|mut parts| parts.pop()) else {
            return Ok(None);
        };
        let key = self.key(position);
        defaults::check_length(&key, value.len() as u64, most)?;
        Ok(Some(value))
    }

    fn collect(
        &self,
        shard: &Shard,
        index: &ShardIndex,
        value: &[u8],
        origin: &[u64],
        add: &mut dyn FnMut(&[u64]),
    ) -> Result<()> {
        each(shard, index, origin, &mut |range, at| {
            let Some(inside) = &shard.inside else {
                add(at);
                return Ok(());
            };
            let value = inside.chain.decode_shard(slice(value, range)?, self.limit)?;
            self.collect(inside, &inside.sharding.index_of(&value)?, &value, at, add)
        })
    }

    /// Calls `take` with the index of a shard, or with all of the shard where that was replaced meanwhile, so that its
    /// parts don't belong together.
    fn by_index<T>(
        &self,
        shard: &Shard,
        position: &[u64],
        mut take: impl FnMut(PartialShard<'_>) -> Result<T>,
    ) -> Result<T> {
        match self.index(shard, position).and_then(&mut take) {
            Err(error) if error.kind() == ErrorKind::Data && shard.is_bare() => take(self.whole(shard, position)?),
            taken => taken,
        }
    }

    /// The index of a shard; the whole shard if the index can't be read alone.
    fn index(&self, shard: &Shard, position: &[u64]) -> Result<PartialShard<'_>> {
        let key = self.key(position);
        if shard.is_bare() {
            let value = store::pin(self.store, &key)?;
            if let Some(index) = fetch_index(shard, &*value)? {
                pause_point("shard.index_read");
                return Ok(PartialShard::Alone(index, value));
            }
        }
        self.whole(shard, position)
    }

    /// The whole shard, without the codecs around.
    fn whole(&self, shard: &Shard, position: &[u64]) -> Result<PartialShard<'_>> {
        let key = self.key(position);
        let value = match bounds::get(self.store, &key, shard.most_with_gaps(self.limit))? {
            None => self.alternative(position)?,
            value => value,
        };
        let Some(value) = value else { return Ok(PartialShard::Missing) };
        let value = match shard.chain.decode_shard(&value, self.limit)? {
            Cow::Borrowed(value) => defaults::copied(&key, value)?,
            Cow::Owned(value) => value,
        };
        Ok(PartialShard::Whole(shard.sharding.index_of(&value)?, value))
    }

    /// Reads bytes of a bare shard.
    fn part(&self, shard: &Shard, value: &dyn ValueReader, range: Range<u64>) -> Result<Vec<u8>> {
        let length = range.end - range.start;
        check_inner(shard, length, self.limit)?;
        let part = ByteRange::From { start: range.start, length: Some(length) };
        let value = value.get_many(&[part]).map_err(|error| match error.kind() {
            ErrorKind::OutOfBounds => error.of_kind(ErrorKind::Data).context("it is past the end of the shard"),
            _ => error,
        })?;
        let value = value
            .and_then(|mut parts| parts.pop())
            .ok_or_else(|| Error::data("the shard was erased while it was read"))?;
        if value.len() as u64 != length {
            return Err(Error::data(format!("the shard ends before byte {} of the inner chunk", range.end)));
        }
        Ok(value)
    }
}

/// The part of a shard that was read.
enum PartialShard<'a> {
    /// The store has no such shard.
    Missing,
    /// The index, and a reader of the stored value.
    Alone(ShardIndex, PinnedValue<'a>),
    /// The index, and the whole shard after the codecs around it are decoded.
    Whole(ShardIndex, Vec<u8>),
}

/// The bytes of an inner chunk in a shard.
fn entry<'v>(shard: &Shard, index: &ShardIndex, value: &'v [u8], inner: &[u64]) -> Result<Option<&'v [u8]>> {
    let range = index.get(shard.number(inner)).context(|| inner_name(inner))?;
    range.map(|range| slice(value, range)).transpose().context(|| inner_name(inner))
}

/// Callback for an inner chunk: its byte range in the shard, and the position of its first element in the array.
type Meet<'m> = &'m mut dyn FnMut(Range<u64>, &[u64]) -> Result<()>;

/// Calls `meet` with the bytes and the first element of every inner chunk that a shard has.
fn each(shard: &Shard, index: &ShardIndex, origin: &[u64], meet: Meet<'_>) -> Result<()> {
    for number in 0..shard.sharding.chunks() {
        let Some(range) = index.get(number).context(|| inner_name(&shard.position(number)))? else { continue };
        let position = shard.position(number);
        let axes = origin.iter().zip(position.iter().zip(shard.inner_shape()));
        let first: Vec<u64> = axes.map(|(origin, (index, length))| origin + index * length).collect();
        meet(range, &first).context(|| inner_name(&position))?;
    }
    Ok(())
}

impl Writer<'_> {
    /// Puts an encoded innermost chunk into a shard, or (None) takes it out.
    pub fn set_inner(
        &self,
        commit: &Commit<'_>,
        shard: &Shard,
        position: &[u64],
        element: &[u64],
        value: Option<&[u8]>,
    ) -> Result<()> {
        self.update_shard(commit, shard, position, &mut |old| match (old, value) {
            (None, None) => Ok(None),
            (old, value) => self.with_inner(shard, old, element, value),
        })
    }

    /// The shard with one innermost chunk changed; None when none is left.
    fn with_inner(
        &self,
        shard: &Shard,
        old: Option<&[u8]>,
        element: &[u64],
        value: Option<&[u8]>,
    ) -> Result<Option<Vec<u8>>> {
        let old = old.map(|old| shard.chain.decode_shard(old, self.chunks.limit)).transpose()?;
        let old = match &old {
            Some(old) => Some((shard.sharding.index_of(old)?, &**old)),
            None => None,
        };
        let (inner, rest) = shard.find(element);
        let target = shard.number(&inner);
        let old_size = old.as_ref().map_or(0, |(_, old)| old.len());
        let mut new = builder(shard, shard.most_of_new(1, old_size), Vec::new())?;
        for number in 0..shard.sharding.chunks() {
            let stored = match &old {
                Some((index, old)) => index.get(number)?.map(|range| Ok((slice(old, range.clone())?, range))),
                None => None,
            };
            let stored: Option<(&[u8], Range<u64>)> = stored.transpose()?;
            match (stored, &shard.inside) {
                (stored, Some(inside)) if number == target => {
                    let stored = stored.map(|(bytes, _)| bytes);
                    if let Some(value) = self.with_inner(inside, stored, &rest, value)? {
                        new.add(number, &value)?;
                    }
                }
                (_, None) if number == target => {
                    if let Some(value) = value {
                        new.add(number, value)?;
                    }
                }
                (Some((bytes, range)), _) => {
                    new.keep(number, bytes, range, old_size)?;
                }
                (None, _) => {}
            }
        }
        finish(shard, new)
    }
}
