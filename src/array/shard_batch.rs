//! Reading many shards from a store that likes to be asked for much at once: the indices of several in one batch, with
//! those shards that are wanted as a whole, then what the indices point at in another.

use super::cached::Cached;
use super::chunk_cache::Keep;
use super::engine::Team;
use super::prefetch::{self, Batch};
use super::read::{Reader, chunk_key, chunk_name};
use super::shard::Shards;
use super::shard_read::{Pieces, find, index_range, part_of, wanted_ranges};
use super::stored;
use crate::codec::{Scratch, ShardIndex};
use crate::error::{ErrorKind, Result, ResultExt};
use crate::grid::{TiledBuffer, Tiles, Window, byte_size};
use crate::store::{ByteRange, Together, derived, pause_point};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// What is known of one shard when its turn to be decoded comes.
enum Fetched {
    /// It is not there.
    Missing,
    /// All of it.
    Whole(Vec<u8>),
    /// Its index, and the inner chunks that are wanted.
    Parts(Arc<ShardIndex>, Pieces),
    /// What came does not belong together, as the shard was replaced between the two requests; or it is longer than what is read at
    /// once.
    Torn,
}

impl Reader<'_> {
    /// Fills a buffer from shards, a batch of them in two requests.
    pub(super) fn read_shards_in_batches(&self, shards: &Shards, target: &TiledBuffer, team: Team) -> Result<()> {
        let batch = Batch::new(self.store, team.threads());
        let torn = Mutex::new(Vec::new());
        prefetch::run(
            team,
            target.total(),
            || self.fetch_shards(shards, target, batch),
            |(mut window, fetched, keep), scratch| {
                let (shard, keep) = (&*shards.at(&window.tile().position)?, keep.as_ref());
                let placed = match fetched {
                    Fetched::Missing => self.fill(&mut window).map(|()| true),
                    Fetched::Whole(value) => {
                        self.place_whole(shard, &mut window, &value, team, (scratch, keep)).map(|()| true)
                    }
                    Fetched::Parts(index, pieces) => {
                        let find = |range: Range<u64>| find(&pieces, range);
                        match self.place_parts(shard, &mut window, (&index, &find), team, (scratch, keep)) {
                            Err(error) if error.kind() == ErrorKind::Data => Ok(false),
                            result => {
                                self.keep_index(keep, shard, &index);
                                result.map(|()| true)
                            }
                        }
                    }
                    Fetched::Torn => Ok(false),
                };
                if placed.context(|| chunk_name(&window.tile().position))? {
                    return self.step();
                }
                torn.lock().unwrap_or_else(PoisonError::into_inner).push(window);
                Ok(())
            },
        )?;
        // The calling thread reads again, by itself, what was torn; what is wrong altogether is then seen to be.
        let mut scratch = Scratch::new();
        for mut window in torn.into_inner().unwrap_or_else(PoisonError::into_inner) {
            self.read_shard(shards, &mut window, team, &mut scratch).context(|| chunk_name(&window.tile().position))?;
            self.step()?;
        }
        Ok(())
    }

    /// The next batch of shards; none when all are taken.
    fn fetch_shards<'w>(
        &self,
        shards: &Shards,
        target: &'w TiledBuffer,
        batch: Batch,
    ) -> Result<Vec<(Window<'w>, Fetched, Option<Keep>)>> {
        let (mut windows, mut bytes) = (Vec::new(), 0u64);
        let (mut keys, mut scratch) = (Vec::new(), Scratch::new());
        while let Some(mut window) = batch.wants(windows.len(), bytes).then(|| target.take()).flatten() {
            let key = chunk_key(self.prefix, self.metadata, &window.tile().position);
            let shard = &*shards.at(&window.tile().position)?;
            let Cached::Missing(keep) = self.place_cached_shard(shard, &key, &mut window, &mut scratch)? else {
                self.step()?;
                continue;
            };
            keys.push(key);
            let part = part_of(&window);
            let picked = self.worth_picking(shards, shard, &window, &part);
            let inner = self.bytes_of(shard.inner_shape());
            let touched = if picked { Tiles::new(&part, &shard.grid)?.total().saturating_mul(inner) } else { u64::MAX };
            bytes = bytes.saturating_add(touched.min(self.bytes_of(shard.shape())));
            windows.push((window, picked.then_some(part), keep));
        }
        if windows.is_empty() {
            return Ok(Vec::new());
        }
        let most_at_once =
            |window: &Window| shards.at(&window.tile().position).map(|shard| shard.most_at_once(self.limit));
        let mut requests: Vec<(&str, ByteRange)> = Vec::with_capacity(keys.len());
        for (key, (window, part, _)) in keys.iter().zip(&windows) {
            requests.push(match part {
                Some(_) => (key, index_range(&*shards.at(&window.tile().position)?)),
                None => (key, stored::whole(most_at_once(window)?)),
            });
        }
        let together = Together::new(self.store, keys.iter().map(String::as_str));
        let first = derived::check_answers(self.store.get_many(&requests)?, requests.len())?;
        pause_point("shard.index_read");

        // Of each shard that is picked from: its index, its version, and the place of its ranges among all of the second request.
        let mut found: Vec<(Fetched, Option<String>, Range<usize>)> = Vec::new();
        let (mut requests, mut wanted): (Vec<(&str, ByteRange)>, Vec<Range<u64>>) = (Vec::new(), Vec::new());
        for (((window, part, _), key), value) in windows.iter().zip(&keys).zip(first) {
            let start = wanted.len();
            let (value, version) = value.map_or((None, None), |value| (Some(value.bytes), value.version));
            let fetched = match (value, part) {
                (None, Some(_)) => Fetched::Missing,
                (None, None) => {
                    self.fetch_alternative(&window.tile().position)?.map_or(Fetched::Missing, Fetched::Whole)
                }
                // What is read by itself may be read by its parts.
                (Some(value), None) if value.len() as u64 > most_at_once(window)? => Fetched::Torn,
                (Some(value), None) => Fetched::Whole(value),
                (Some(value), Some(part)) => {
                    let read = || -> Result<(ShardIndex, Vec<Range<u64>>)> {
                        let shard = &*shards.at(&window.tile().position)?;
                        let index = shard.sharding.decode_index(&value)?;
                        let ranges = wanted_ranges(shard, (&index, self.limit), part)?;
                        Ok((index, ranges))
                    };
                    match read() {
                        Ok((index, ranges)) => {
                            wanted.extend(ranges);
                            Fetched::Parts(Arc::new(index), Pieces::new())
                        }
                        Err(error) if error.kind() == ErrorKind::Data => Fetched::Torn,
                        Err(error) => return Err(error.context(chunk_name(&window.tile().position))),
                    }
                }
            };
            requests.extend(wanted[start..].iter().map(|range| {
                (key.as_str(), ByteRange::From { start: range.start, length: Some(range.end - range.start) })
            }));
            found.push((fetched, version, start..wanted.len()));
        }
        let second = match requests.as_slice() {
            [] => Some(Vec::new()),
            requests => match self.store.get_many(requests) {
                Ok(values) => Some(derived::check_answers(values, requests.len())?),
                // An index that points behind the end; which one it is, is not said.
                Err(error) if error.kind() == ErrorKind::OutOfBounds => None,
                Err(error) => return Err(error),
            },
        };
        let mut values = second.map(|values| wanted.iter().map(|range| range.start).zip(values));
        let tasks = windows.into_iter().zip(found).enumerate().map(|(number, ((window, _, keep), found))| {
            let (fetched, version, places) = found;
            let fetched = match (fetched, &mut values) {
                (Fetched::Parts(index, _), Some(values)) => {
                    // All of its own are taken, also when one is missing.
                    let pieces: Vec<_> = values.take(places.len()).collect();
                    let versions = pieces.iter().flat_map(|(_, value)| value).map(|value| &value.version);
                    let is_one = together.is_one(number, std::iter::once(&version).chain(versions));
                    let pieces = pieces.into_iter().map(|(start, value)| Some((start, value?.bytes)));
                    let pieces = pieces.collect::<Option<Pieces>>().filter(|_| is_one);
                    pieces.map_or(Fetched::Torn, |pieces| Fetched::Parts(index, pieces))
                }
                (Fetched::Parts(..), None) => Fetched::Torn,
                (fetched, _) => fetched,
            };
            (window, fetched, keep)
        });
        Ok(tasks.collect())
    }

    /// The bytes of so many elements in memory, or very many.
    fn bytes_of(&self, shape: &[u64]) -> u64 {
        let data_type = &self.metadata.data_type;
        let item = if data_type.is_variable() { 1 } else { data_type.size() };
        byte_size(shape, item).map_or(u64::MAX, |bytes| bytes as u64)
    }
}
