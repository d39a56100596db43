//! Reading from shards: the index once, then only the inner chunks that are wanted, in as few requests as they allow;
//! or the whole shard at once where most of it is wanted.

use super::cached::Cached;
use super::chunk_cache::{Keep, Part};
use super::engine::{self, Team};
use super::read::{Reader, chunk_key, chunk_name};
use super::shard::{Shard, Shards};
use crate::codec::{IndexLocation, Scratch, ShardIndex, outside, slice};
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::grid::{Region, TiledBuffer, Tiles, Window};
use crate::store::{self, ByteRange, Held, pause_point};
use std::ops::Range;
use std::sync::Arc;

/// Parts of a shard that were fetched, by their first byte, without overlap.
pub(super) type Pieces = Vec<(u64, Vec<u8>)>;

impl Reader<'_> {
    /// Fills a buffer from shards: several at once, and of each the inner chunks by whoever has no shard of its own.
    pub(super) fn read_shards(&self, shards: &Shards, target: &TiledBuffer, team: Team) -> Result<()> {
        let capabilities = self.store.capabilities();
        if capabilities.in_flight > 1 && target.total() > 1 {
            return self.read_shards_in_batches(shards, target, team);
        }
        // A store for the calling thread only is asked by that, and all decode inner chunks.
        let tasks = if capabilities.thread_safe { target.total() } else { 1 };
        engine::run(team, tasks, |crew, scratch| {
            while let Some(mut window) = (!crew.stopped()).then(|| target.take()).flatten() {
                self.read_shard(shards, &mut window, team, scratch).context(|| chunk_name(&window.tile().position))?;
                self.step()?;
            }
            Ok(())
        })
    }

    pub(super) fn read_shard(
        &self,
        shards: &Shards,
        window: &mut Window,
        team: Team,
        scratch: &mut Scratch,
    ) -> Result<()> {
        let shard = &*shards.at(&window.tile().position)?;
        let key = chunk_key(self.prefix, self.metadata, &window.tile().position);
        let Cached::Missing(keep) = self.place_cached_shard(shard, &key, window, scratch)? else { return Ok(()) };
        let keep = keep.as_ref();
        let part = part_of(window);
        if self.worth_picking(shards, shard, window, &part) {
            match self.read_parts(shard, &key, &part, window, team, (scratch, keep)) {
                // Where the store can't hold on to a value, somebody may have replaced the shard between the two requests:
                // one request decides.
                Err(error) if error.kind() == ErrorKind::Data => {}
                Err(error) => return Err(error),
                Ok(true) => return Ok(()),
                Ok(false) => return self.fill(window),
            }
        }
        let mut value = scratch.take(0)?;
        let alone = shard.chain.bytes_to_bytes().is_empty();
        match self.store.get_whole(&key, shard.most_at_once(self.limit), &mut value) {
            Ok(Some(length)) => {
                self.place_whole(shard, window, &value[..length], team, (scratch, keep))?;
                scratch.give(value);
                return Ok(());
            }
            // Others leave in a shard what they no longer use.
            Err(error) if alone && error.kind() == ErrorKind::Limit => {
                return match self.read_parts(shard, &key, &part, window, team, (scratch, keep))? {
                    true => Ok(()),
                    false => self.fill(window),
                };
            }
            Err(error) => return Err(error),
            Ok(None) => {}
        }
        match self.fetch_alternative(&window.tile().position)? {
            Some(value) => self.place_whole(shard, window, &value, team, (scratch, keep)),
            None => self.fill(window),
        }
    }

    /// Whether single inner chunks are asked for, rather than the whole shard: they are less than half of what it can
    /// hold inside the array, and nothing around them has to be decoded.
    pub(super) fn worth_picking(&self, shards: &Shards, shard: &Shard, window: &Window, part: &Region) -> bool {
        let inside = shard.chunks_of(&shards.elements_inside(&window.tile().position, &self.metadata.shape));
        let few = || Tiles::new(part, &shard.grid).is_ok_and(|touched| touched.total().saturating_mul(2) <= inside);
        shard.chain.bytes_to_bytes().is_empty() && few()
    }

    /// Fetches the index and the inner chunks of a part. False: the shard is missing.
    fn read_parts(
        &self,
        shard: &Shard,
        key: &str,
        part: &Region,
        window: &mut Window,
        team: Team,
        (scratch, keep): (&mut Scratch, Option<&Keep>),
    ) -> Result<bool> {
        let value = store::hold_still(self.store, key)?;
        let Some(index) = fetch_index(shard, &*value)? else { return Ok(false) };
        pause_point("shard.index_read");
        let index = Arc::new(index);
        let ranges = wanted_ranges(shard, (&index, self.limit), part)?;
        if value.at_once() == 0 {
            // Every range may be a request of its own, into memory that is used again: to get some for each read would
            // take longer than a small read itself.
            let mut memory = scratch.take(room_for(&ranges, value.size()?)?)?;
            let mut pieces: Vec<(u64, &[u8])> = Vec::with_capacity(ranges.len());
            let mut rest = &mut memory[..];
            for range in &ranges {
                let (piece, behind) = rest.split_at_mut((range.end - range.start) as usize);
                value.read_into(range.start, piece)?;
                pieces.push((range.start, piece));
                rest = behind;
            }
            let find = |range: Range<u64>| find(&pieces, range);
            self.place_parts(shard, window, (&index, &find), team, (scratch, keep))?;
            scratch.give(memory);
        } else {
            let pieces = fetch_pieces(&*value, &ranges)?;
            let find = |range: Range<u64>| find(&pieces, range);
            self.place_parts(shard, window, (&index, &find), team, (scratch, keep))?;
        }
        self.keep_index(keep, shard, &index);
        Ok(true)
    }

    /// Puts what is wanted of a whole stored shard into the buffer.
    pub(super) fn place_whole(
        &self,
        shard: &Shard,
        window: &mut Window,
        stored: &[u8],
        team: Team,
        (scratch, keep): (&mut Scratch, Option<&Keep>),
    ) -> Result<()> {
        let decoded = shard.chain.decode_shard(stored, self.limit)?;
        let index = Arc::new(shard.sharding.index_of(&decoded)?);
        let find = |range: Range<u64>| slice(&decoded, range);
        self.place_parts(shard, window, (&index, &find), team, (scratch, keep))?;
        self.keep_index(keep, shard, &index);
        Ok(())
    }

    pub(super) fn place_parts<'p>(
        &self,
        shard: &Shard,
        window: &mut Window,
        source: (&ShardIndex, &(impl Fn(Range<u64>) -> Result<&'p [u8]> + Sync)),
        team: Team,
        (scratch, keep): (&mut Scratch, Option<&Keep>),
    ) -> Result<()> {
        let part = part_of(window);
        let parts = window.cut(&part, &shard.grid)?;
        let place = |window: &mut Window, scratch: &mut Scratch| {
            let team = if shard.inside.is_some() { team } else { team.beside(parts.left()) };
            self.place_inner(shard, window, source, team, (scratch, keep))
                .context(|| inner_name(&window.tile().position))
        };
        engine::run_in(scratch, team, parts.total(), |crew, scratch| {
            let mut done = None;
            while let Some(mut window) = (!crew.stopped()).then(|| parts.take_after(done.take())).flatten() {
                place(&mut window, scratch)?;
                done = Some(window);
            }
            Ok(())
        })
    }

    fn place_inner<'p>(
        &self,
        shard: &Shard,
        window: &mut Window,
        (index, find): (&ShardIndex, &(impl Fn(Range<u64>) -> Result<&'p [u8]> + Sync)),
        team: Team,
        (scratch, keep): (&mut Scratch, Option<&Keep>),
    ) -> Result<()> {
        let number = shard.number(&window.tile().position);
        let Some(range) = index.get(number)? else {
            return self.fill(window);
        };
        let stored = find(range)?;
        match &shard.inside {
            Some(inside) => {
                self.place_whole(inside, window, stored, team, (scratch, None))?;
                self.keep_stored(keep, number, stored);
                Ok(())
            }
            None => self.place_and_keep(keep.map(|keep| (keep, Part::Inner(number))), window, stored, (team, scratch)),
        }
    }
}

/// The index of a shard that nothing is put around; None: the shard is missing.
pub(super) fn fetch_index(shard: &Shard, value: &dyn Held) -> Result<Option<ShardIndex>> {
    let stored = value.get_many(&[index_range(shard)])?.and_then(|mut stored| stored.pop());
    stored.map(|stored| shard.sharding.decode_index(&stored)).transpose()
}

/// The bytes that ranges of a value take which lie apart from one another.
fn room_for(ranges: &[Range<u64>], size: Option<u64>) -> Result<usize> {
    let size = size.ok_or_else(|| Error::data("the shard was erased while it was read"))?;
    if let Some(range) = ranges.last().filter(|range| range.end > size) {
        return Err(outside(range));
    }
    // Not more than the value has.
    let room = ranges.iter().map(|range| range.end - range.start).sum::<u64>();
    usize::try_from(room).map_err(|_| Error::no_memory(format!("no memory for {room} bytes of a shard")))
}

/// Ranges of a value, in one request.
fn fetch_pieces(value: &dyn Held, ranges: &[Range<u64>]) -> Result<Pieces> {
    if ranges.is_empty() {
        return Ok(Pieces::new());
    }
    let length = |range: &Range<u64>| Some(range.end - range.start);
    let requests = ranges.iter().map(|range| ByteRange::From { start: range.start, length: length(range) });
    let answers = value.get_many(&requests.collect::<Vec<_>>()).map_err(beyond_the_end)?;
    let answers = answers.ok_or_else(|| Error::data("the shard was erased while it was read"))?;
    Ok(ranges.iter().map(|range| range.start).zip(answers).collect())
}

/// Where the index lies in a shard.
pub(super) fn index_range(shard: &Shard) -> ByteRange {
    let size = shard.sharding.index_size() as u64;
    match shard.sharding.index().location {
        IndexLocation::Start => ByteRange::From { start: 0, length: Some(size) },
        IndexLocation::End => ByteRange::Suffix(size),
    }
}

/// The bytes of the inner chunks that a part of a shard touches.
pub(super) fn wanted_ranges(
    shard: &Shard,
    (index, limit): (&ShardIndex, u64),
    part: &Region,
) -> Result<Vec<Range<u64>>> {
    let mut wanted = Vec::new();
    let tiles = Tiles::new(part, &shard.grid)?;
    while let Some(tile) = tiles.take() {
        let found = index.get(shard.number(&tile.position)).and_then(|found| {
            found.as_ref().map_or(Ok(()), |range| check_inner(shard, range.end - range.start, limit))?;
            Ok(found)
        });
        wanted.extend(found.context(|| inner_name(&tile.position))?.filter(|range| !range.is_empty()));
    }
    Ok(merge(wanted))
}

/// Whether an inner chunk may be so long: an index can claim anything.
///
/// # Errors
/// [`ErrorKind::Data`].
pub(super) fn check_inner(shard: &Shard, length: u64, limit: u64) -> Result<()> {
    let most = shard.most_of_inner(limit);
    if length > most {
        return Err(Error::data(format!("it has {length} bytes, more than the {most} that it may have")));
    }
    Ok(())
}

/// The place of a window in its chunk.
pub(super) fn part_of(window: &Window) -> Region {
    let tile = window.tile();
    let wide = |lengths: &[usize]| lengths.iter().map(|length| *length as u64).collect();
    Region { start: wide(&tile.in_chunk), count: wide(&tile.count), step: tile.step.clone() }
}

/// Joins ranges that overlap or touch; no byte is fetched that nobody wants, and none twice.
pub(super) fn merge(mut ranges: Vec<Range<u64>>) -> Vec<Range<u64>> {
    ranges.sort_unstable_by_key(|range| (range.start, range.end));
    let mut merged: Vec<Range<u64>> = Vec::new();
    for range in ranges {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

/// Bytes of a shard inside the pieces that were fetched.
pub(super) fn find<B: AsRef<[u8]>>(pieces: &[(u64, B)], range: Range<u64>) -> Result<&[u8]> {
    if range.is_empty() {
        return Ok(&[]);
    }
    let after = pieces.partition_point(|(start, _)| *start <= range.start);
    let Some((start, bytes)) = after.checked_sub(1).and_then(|at| pieces.get(at)) else {
        return Err(Error::internal("a part of a shard was not fetched"));
    };
    slice(bytes.as_ref(), range.start - start..range.end - start).map_err(|_| outside(&range))
}

/// A range that begins behind the end is the fault of the index, not of the caller.
fn beyond_the_end(error: Error) -> Error {
    match error.kind() {
        ErrorKind::OutOfBounds => Error::data(format!("an inner chunk lies behind the end: {}", error.message())),
        _ => error,
    }
}

/// An inner chunk, for messages.
pub(super) fn inner_name(position: &[u64]) -> String {
    format!("inner chunk {position:?}")
}
