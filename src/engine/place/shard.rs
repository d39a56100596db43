//! Putting inner chunks of shards into the buffer, as many at once as the threads of the call can.

use super::{CacheSlot, Placer};
use crate::codec::{ShardIndex, slice};
use crate::engine::cache::PendingEntry;
use crate::engine::fetch::Pieces;
use crate::engine::picks::{Cut, PickBuffer, Picks};
use crate::engine::shard::{Shard, inner_name, part_of};
use crate::engine::threads::Worker;
use crate::error::{ErrorKind, Result, ResultExt};
use crate::grid::Window;
use crate::store::Version;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Where the bytes of a shard are.
trait ShardBytes: Sync {
    /// Some of them.
    fn find(&self, range: Range<u64>) -> Result<&[u8]>;
}

impl ShardBytes for [u8] {
    fn find(&self, range: Range<u64>) -> Result<&[u8]> {
        slice(self, range)
    }
}

impl ShardBytes for Pieces {
    fn find(&self, range: Range<u64>) -> Result<&[u8]> {
        Self::find(self, range)
    }
}

/// A shard whose inner chunks can be found.
struct OpenShard<'s, B: ?Sized> {
    shard: &'s Shard<'s>,
    index: &'s ShardIndex,
    bytes: &'s B,
    /// The cache entry, with the index in the cache.
    keep: Option<PendingEntry>,
}

impl<B: ?Sized> OpenShard<'_, B> {
    /// The cache entry of an inner chunk.
    fn slot(&self, number: usize) -> CacheSlot<'_> {
        self.keep.as_ref().map(|keep| (keep, Some(number)))
    }
}

/// The requested elements of a shard, and where they go.
pub(in crate::engine) enum ShardTarget<'t, 'w> {
    /// The elements of a region.
    Window(&'t mut Window<'w>),
    /// Single elements, by the inner chunks that have them.
    Picks(&'t Cut<'t>, &'t PickBuffer<'w>),
}

impl Placer<'_> {
    /// Puts what is wanted of a shard that was fetched in parts into the buffer. False: they don't fit together.
    pub(super) fn place_pieces(
        &self,
        shard: &Shard,
        target: ShardTarget<'_, '_>,
        pieces: &Pieces,
        keep: Option<&PendingEntry>,
        worker: &mut Worker,
    ) -> Result<bool> {
        let entry = self.keep_index(keep.map(|keep| (keep, &pieces.version)), shard, &pieces.index);
        let open = OpenShard { shard, index: &pieces.index, bytes: pieces, keep: entry };
        match self.place_inner_chunks(&open, target, worker) {
            Err(error) if error.kind() == ErrorKind::Data && !pieces.is_last => {
                self.forget(open.keep.as_ref());
                Ok(false)
            }
            placed => placed.map(|()| true),
        }
    }

    /// Puts what is wanted of a shard, which may be an inner chunk of another one, into the buffer.
    pub(super) fn place_stored(
        &self,
        shard: &Shard,
        target: ShardTarget<'_, '_>,
        stored: &[u8],
        keep: Option<(&PendingEntry, &Version)>,
        worker: &mut Worker,
    ) -> Result<()> {
        let decoded = shard.chain.decode_shard(stored, self.chunks.limit)?;
        let index = Arc::new(shard.sharding.index_of(&decoded)?);
        let keep = self.keep_index(keep, shard, &index);
        self.place_inner_chunks(&OpenShard { shard, index: &index, bytes: &*decoded, keep }, target, worker)
    }

    fn place_inner_chunks<B: ShardBytes + ?Sized>(
        &self,
        open: &OpenShard<'_, B>,
        target: ShardTarget<'_, '_>,
        worker: &mut Worker,
    ) -> Result<()> {
        let window = match target {
            ShardTarget::Window(window) => window,
            ShardTarget::Picks(cut, buffer) => return self.place_inner_picks(open, cut, buffer, worker),
        };
        let part = part_of(window.tile());
        let parts = window.cut(&part, &open.shard.grid)?;
        worker.share(parts.total(), |call, worker| {
            let mut done = None;
            while let Some(mut window) = (!call.stopped()).then(|| parts.take_after(done.take())).flatten() {
                let threads =
                    if open.shard.inside.is_some() { worker.threads } else { worker.threads.beside(parts.left()) };
                self.place_inner(open, &mut window, &mut worker.with(threads))
                    .context(|| inner_name(&window.tile().position))?;
                done = Some(window);
            }
            Ok(())
        })
    }

    fn place_inner<B: ShardBytes + ?Sized>(
        &self,
        open: &OpenShard<'_, B>,
        window: &mut Window,
        worker: &mut Worker,
    ) -> Result<()> {
        let number = open.shard.number(&window.tile().position);
        let Some(range) = open.index.get(number)? else {
            return self.fill(window);
        };
        let stored = open.bytes.find(range)?;
        match &open.shard.inside {
            Some(inside) => {
                self.place_stored(inside, ShardTarget::Window(window), stored, None, worker)?;
                self.keep_stored(open.keep.as_ref(), number, stored);
                Ok(())
            }
            None => self.place_and_keep(open.slot(number), window, stored, worker),
        }
    }

    /// As [`Placer::place_inner_chunks`], for single elements.
    fn place_inner_picks<B: ShardBytes + ?Sized>(
        &self,
        open: &OpenShard<'_, B>,
        cut: &Cut<'_>,
        buffer: &PickBuffer<'_>,
        worker: &mut Worker,
    ) -> Result<()> {
        let next = AtomicUsize::new(0);
        worker.share(cut.total() as u64, |call, worker| {
            while !call.stopped() {
                let Some(picks) = cut.take(&next)? else { break };
                let left = cut.total().saturating_sub(next.load(Ordering::Relaxed)) as u64;
                let is_innermost = open.shard.inside.is_none();
                let threads = if is_innermost { worker.threads.beside(left) } else { worker.threads };
                self.place_picks_of_inner(open, &picks, buffer, &mut worker.with(threads))
                    .context(|| inner_name(&picks.tile.position))?;
            }
            Ok(())
        })
    }

    fn place_picks_of_inner<B: ShardBytes + ?Sized>(
        &self,
        open: &OpenShard<'_, B>,
        picks: &Picks<'_>,
        buffer: &PickBuffer<'_>,
        worker: &mut Worker,
    ) -> Result<()> {
        let number = open.shard.number(&picks.tile.position);
        let Some(range) = open.index.get(number)? else {
            return self.fill_picks(picks, buffer);
        };
        let stored = open.bytes.find(range)?;
        if let Some(inside) = &open.shard.inside {
            self.place_stored(inside, ShardTarget::Picks(&picks.cut(&inside.grid)?, buffer), stored, None, worker)?;
            self.keep_stored(open.keep.as_ref(), number, stored);
            return Ok(());
        }
        buffer.by_tile(picks, &open.shard.grid, worker, |tile, worker| {
            let Some(mut window) = tile.take() else { return Ok(()) };
            self.place_and_keep(open.slot(number), &mut window, stored, worker)
        })
    }

    /// Caches the index of a shard. Returns the cache entry for its inner chunks.
    fn keep_index(
        &self,
        keep: Option<(&PendingEntry, &Version)>,
        shard: &Shard,
        index: &Arc<ShardIndex>,
    ) -> Option<PendingEntry> {
        let (cache, (keep, version)) = self.cache.zip(keep)?;
        cache.keep_index(keep, index, version, shard.sharding.index_size())
    }

    /// Caches an inner chunk that is itself a shard, in its stored form; skipped if memory runs out.
    fn keep_stored(&self, keep: Option<&PendingEntry>, number: usize, stored: &[u8]) {
        let cache = self.cache.filter(|cache| cache.has_room_for(stored.len()));
        let (Some(cache), Some(keep)) = (cache, keep) else { return };
        let mut copy = Vec::new();
        if copy.try_reserve_exact(stored.len()).is_ok() {
            copy.extend_from_slice(stored);
            cache.keep_inner(keep, number, copy);
        }
    }
}
