//! Writing: whole chunks without reading, parts of chunks by reading, changing and writing back under the chunk's lock.

use super::convert::Converter;
use super::engine::{self, Effort, Team};
use super::fence::{Fence, Pass};
use super::handle::State;
use super::layout::{ChunkLayout, Layouts};
use super::origin::Origin;
use super::raw::{self, Ranges};
use super::read::{chunk_key, chunk_name, effort, fetch_alternative};
use super::shard::Shards;
use super::stored;
use super::watch::Watch;
use crate::codec::{Chain, Scratch};
use crate::dtype::{Fallback, Value};
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::grid::{Block, ChunkGrid, Region, Tile, TiledSource, Tiles, copy, fill, is_filled};
use crate::metadata::ArrayMetadata;
use crate::store::key::split_parent;
use crate::store::{self, Access, Claim, Held, MAX_CONFLICTS, Mark, Ready, Step, Store, pause_point};
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// Everything that writing tiles of one array needs.
pub(super) struct Writer<'a> {
    pub store: &'a dyn Store,
    pub prefix: &'a str,
    pub metadata: &'a ArrayMetadata,
    /// The most bytes that a shard may have that must be decoded as a whole.
    pub limit: u64,
    /// How the chunks are encoded, or the innermost chunks of shards.
    pub chain: &'a Chain,
    pub layouts: Layouts<'a>,
    shards: Option<Shards<'a>>,
    write_empty_chunks: bool,
    /// What the call relies on.
    fence: &'a Fence<'a>,
    /// Whom to tell of each tile.
    watch: Option<&'a Watch<'a>>,
    /// How the caller's elements become those of chunks; None: they are the same.
    converter: Option<&'a Converter<'a>>,
}

impl<'a> Writer<'a> {
    /// A writer of the chunks below `prefix`.
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`] for a codec that is not known, [`ErrorKind::Limit`] for huge chunks.
    pub fn new(origin: &'a Origin, prefix: &'a str, metadata: &'a ArrayMetadata, fence: &'a Fence<'a>) -> Result<Self> {
        if let Some(unknown) = metadata.chain.unknown() {
            return Err(unknown.error());
        }
        if let Some(fallback) = metadata.data_type.fallback() {
            let Fallback { data_type, of } = fallback;
            return Err(Error::unsupported(format!(
                "{of} is not known: its elements can be read as {data_type}, not written"
            )));
        }
        let shards = Shards::new(metadata)?;
        let layouts = Layouts::new(origin, metadata, shards.as_ref())?;
        let chain = shards.as_ref().map_or(&metadata.chain, |shards| shards.chunk_codecs().0);
        let limit = origin.options.limits.chunk_bytes;
        let write_empty_chunks = origin.options.write_empty_chunks;
        Ok(Self {
            store: &*origin.store,
            prefix,
            metadata,
            limit,
            chain,
            layouts,
            shards,
            write_empty_chunks,
            fence,
            watch: None,
            converter: None,
        })
    }

    /// The same from a buffer of another type.
    pub fn converting(self, converter: Option<&'a Converter<'a>>) -> Self {
        Self { converter, ..self }
    }

    /// The same for a caller who watches.
    pub fn watched(self, watch: Option<&'a Watch<'a>>) -> Self {
        Self { watch, ..self }
    }

    /// What writing a region of so many bytes takes: chunks are encoded as a whole.
    pub fn effort(&self, region: &Region, bytes: usize) -> Effort {
        effort(self.metadata, (self.shards.as_ref(), self.chain), &self.layouts, (region, bytes), true)
    }

    /// Stores a buffer.
    pub fn write<'s, T: Sync>(&self, source: &'s TiledSource<'s, T>, team: Team) -> Result<()>
    where
        Source<'s>: From<&'s [T]>,
    {
        // A store that only the calling thread may use is written by that thread; what it stores is encoded there too.
        let tasks = if self.store.capabilities().thread_safe { source.total() } else { 1 };
        engine::run(team, tasks, |crew, scratch| {
            while let Some((tile, block)) = (!crew.stopped()).then(|| source.take()).flatten() {
                self.write_tile(&tile, (source.data().into(), &block), (team, source.left(), scratch))
                    .context(|| chunk_name(&tile.position))?;
                self.watch.map_or(Ok(()), Watch::step)?;
            }
            Ok(())
        })
    }

    fn write_tile(
        &self,
        tile: &Tile,
        from: (Source<'_>, &Block),
        (team, left, scratch): (Team, u64, &mut Scratch),
    ) -> Result<()> {
        let key = &chunk_key(self.prefix, self.metadata, &tile.position);
        self.commit(key, |commit| {
            self.fence.check(&commit.state, tile)?;
            match &self.shards {
                Some(shards) => self.write_shard(shards, commit, tile, from, (team, scratch)),
                None => self.write_chunk(commit, tile, from, (team.beside(left), scratch)),
            }
        })
    }

    /// Stores a chunk, and begins again where the document of the array has changed meanwhile.
    pub(super) fn commit(&self, key: &str, mut store: impl FnMut(&Commit<'_>) -> Result<()>) -> Result<()> {
        self.fence.look()?;
        let mut was_overtaken = false;
        for _ in 0..MAX_CONFLICTS {
            let commit = Commit {
                writer: self,
                key,
                state: self.fence.state(),
                was_overtaken,
                early: RefCell::default(),
                old: RefCell::default(),
                outcome: Cell::new(Outcome::Open),
            };
            let result = store(&commit);
            let outcome = commit.outcome.get();
            // What the attempt holds is given back before the document is read.
            drop(commit);
            match (result, outcome) {
                (Err(_), Outcome::Stale) => self.fence.renew()?,
                (Err(_), Outcome::Overtaken) => was_overtaken = true,
                // What is stored may be of another array by now.
                (Err(error), _) if error.kind() == ErrorKind::Data => return self.fence.renew().and(Err(error)),
                (result, _) => return result,
            }
        }
        Err(Error::conflict(format!("it, or the document of its array, was changed {MAX_CONFLICTS} times in a row")))
    }

    fn write_chunk(
        &self,
        commit: &Commit<'_>,
        tile: &Tile,
        (source, from): (Source<'_>, &Block),
        (team, scratch): (Team, &mut Scratch),
    ) -> Result<()> {
        let key = commit.key;
        let layout = &*self.layouts.of(&tile.position)?;
        let inside = self.inside(&commit.state, &tile.position);
        let to = &layout.block(tile);
        let patch = &Patch { to, count: &tile.count, inside: inside.as_deref(), source, from };
        if self.covers_chunk(&commit.state, tile) {
            return self.replace_chunk(commit, None, Old::Missing, patch, layout, (team, scratch));
        }
        let or_alternative = |old: Option<Vec<u8>>| match old {
            None => fetch_alternative(self.store, self.prefix, self.metadata, &tile.position),
            old => Ok(old),
        };
        let most = stored::most(self.chain.encoded_bound(layout.size), self.limit);
        let claim = &store::claim(self.store, key, Access::Exclusive)?;
        if !self.store.capabilities().conditional {
            commit.change_old()?;
            if self.metadata.chain.is_raw() && self.store.capabilities().reads_into {
                // The old elements are read to where they are wanted.
                let held = self.store.hold(key)?;
                if held.size()?.is_some() {
                    return self.replace_chunk(commit, Some(claim), Old::Held(&*held), patch, layout, (team, scratch));
                }
            }
            let old = or_alternative(stored::get(self.store, key, most)?)?;
            return self.replace_chunk(commit, Some(claim), old.as_deref().into(), patch, layout, (team, scratch));
        }
        // Written back only over what was read, and begun again when another writer was faster.
        for _ in 0..MAX_CONFLICTS {
            let (old, version) = self.store.get_versioned(key, most)?;
            let old = or_alternative(old)?;
            let store = |value: Option<&[u8]>| {
                let _pass = commit.pass()?;
                self.store.set_if(key, &version, value.unwrap_or_default())
            };
            match self.encode_over(old.as_deref().into(), patch, layout, false, (team, scratch), store) {
                Err(error) if error.kind() == ErrorKind::Conflict && commit.outcome.get() == Outcome::Open => {}
                result => return result,
            }
        }
        Err(Error::conflict(format!("key {key:?} was changed by other writers {MAX_CONFLICTS} times in a row")))
    }

    /// Stores a chunk with a part put over it, or takes it away when only the fill value is left.
    fn replace_chunk(
        &self,
        commit: &Commit<'_>,
        claim: Option<&Claim<'_>>,
        old: Old<'_>,
        patch: &Patch,
        layout: &ChunkLayout,
        (team, scratch): (Team, &mut Scratch),
    ) -> Result<()> {
        let store = |value: Option<&[u8]>| commit.put(claim, value);
        // A store that cannot erase, such as a zip file, has an older chunk there: it is written over.
        let leave_out = !self.write_empty_chunks && self.store.capabilities().erasable;
        match self.encode_over(old, patch, layout, leave_out, (team, scratch), store) {
            Err(error) if leave_out && error.kind() == ErrorKind::Unsupported => {
                self.encode_over(old, patch, layout, false, (team, scratch), store)
            }
            result => result,
        }
    }

    /// Puts a part over an old chunk, or over the fill value, and hands on what that is encoded to: None for nothing but
    /// the fill value, if that may be left out.
    pub(super) fn encode_over(
        &self,
        old: Old<'_>,
        patch: &Patch,
        layout: &ChunkLayout,
        leave_out: bool,
        (team, scratch): (Team, &mut Scratch),
        store: impl FnOnce(Option<&[u8]>) -> Result<()>,
    ) -> Result<()> {
        let new = match patch.source {
            Source::Values(new) => {
                return self.encode_values_over(old.encoded(), (patch, new), layout, leave_out, scratch, store);
            }
            Source::Bytes(new) => new,
        };
        let mut buffer = scratch.take(layout.size)?;
        let elements = &mut buffer[..layout.size];
        let (element, item) = (self.metadata.fill_value.element.bytes()?, self.metadata.data_type.size());
        match old {
            Old::Encoded(old) => self.chain.decode_spread(old, elements, (&team, scratch))?,
            Old::Held(held) => self.read_around(held, patch, elements)?,
            Old::Missing if patch.count.iter().product::<usize>() * item == layout.size => {}
            Old::Missing => fill(elements, element),
        }
        match self.converter {
            None => copy(patch.count, item, (new, patch.from), (elements, patch.to))?,
            Some(converter) => converter.write(patch.count, (new, patch.from), (elements, patch.to), scratch)?,
        }
        let result = if leave_out && is_filled(elements, element) {
            store(None)
        } else {
            let mut output = scratch.take(0)?;
            let result = self
                .chain
                .encode_inside(elements, patch.inside, &mut output, (&team, scratch))
                .and_then(|value| store(Some(value)));
            scratch.give(output);
            result
        };
        scratch.give(buffer);
        result
    }

    /// Reads the elements of a chunk that nothing encodes, as far as a part that will be put over them leaves them.
    fn read_around(&self, held: &dyn Held, patch: &Patch, elements: &mut [u8]) -> Result<()> {
        let size = elements.len();
        raw::check_size(held.size()?.unwrap_or_default(), size)?;
        let item = self.metadata.data_type.size();
        let ranges = Ranges::new(patch.to.clone(), patch.count, item, size, 0)?;
        let mut read = |bytes: std::ops::Range<usize>| match &mut elements[bytes.clone()] {
            [] => Ok(()),
            part => held.read_into(bytes.start as u64, part).map(|()| self.chain.finish(part)),
        };
        let mut end = 0;
        // What is too short to be left out is read along.
        for part in ranges.parts().filter(|part| part.bytes.len() > raw::GAP) {
            read(end..part.bytes.start)?;
            end = part.bytes.end;
        }
        read(end..size)
    }

    /// The elements of a chunk that lie inside the array, along each axis, where only those are stored.
    fn inside(&self, state: &State, position: &[u64]) -> Option<Vec<u64>> {
        let grid = &self.metadata.chunk_grid;
        let shape = self.fence.border(state).filter(|_| self.metadata.chain.cuts())?;
        let axes = position.iter().zip(shape).enumerate();
        Some(
            axes.map(|(axis, (at, end))| grid.end(axis, *at).min(*end).saturating_sub(grid.origin(axis, *at)))
                .collect(),
        )
    }

    /// The shape beyond which a chunk may hold anything; see [`Fence::border`].
    pub(super) fn border<'s>(&self, state: &'s State) -> Option<&'s [u64]> {
        self.fence.border(state)
    }

    /// Whether a tile holds every element of its chunk that lies inside the array.
    fn covers_chunk(&self, state: &State, tile: &Tile) -> bool {
        let border = self.fence.border(state);
        tile.position.iter().enumerate().all(|(axis, position)| {
            let origin = self.metadata.chunk_grid.origin(axis, *position);
            let end = self.metadata.chunk_grid.end(axis, *position);
            let end = border.map_or(end, |shape| end.min(shape[axis]));
            tile.in_chunk[axis] == 0 && tile.count[axis] as u64 == end - origin
        })
    }
}

/// One attempt to store a chunk, made from what the document of the array said when it began.
pub(super) struct Commit<'c> {
    writer: &'c Writer<'c>,
    pub key: &'c str,
    pub state: Arc<State>,
    /// The attempt before has lost its chunk to another process.
    was_overtaken: bool,
    /// What was taken before the chunk was read.
    early: RefCell<Option<Pass>>,
    /// The stored chunk that was read, where another process may replace it meanwhile.
    old: RefCell<Option<Box<dyn Mark + 'c>>>,
    outcome: Cell<Outcome>,
}

/// What an attempt has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Open,
    /// What must be held is refused to this call, whatever it tries.
    Refused,
    /// The document is another one.
    Stale,
    /// The chunk is another one than was read.
    Overtaken,
}

impl<'c> Commit<'c> {
    /// Begins to change what is stored: to be called before the chunk, which the caller has claimed, is read.
    ///
    /// # Errors
    /// As [`Commit::pass`].
    pub fn change_old(&self) -> Result<()> {
        // Writers of whole chunks don't wait for the claim; after one of them was faster, the document keeps them out from now on.
        if self.was_overtaken {
            *self.early.borrow_mut() = Some(self.take(Access::Exclusive)?);
        }
        *self.old.borrow_mut() = self.writer.store.mark(self.key)?;
        Ok(())
    }

    /// What must be held while the chunk is stored.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] where the document or the chunk is another one: then the attempt is made again.
    pub fn pass(&self) -> Result<Pass> {
        pause_point("commit.pass");
        let old = self.old.borrow();
        let pass = match (self.early.take(), &*old) {
            (Some(pass), _) => pass,
            // No whole chunk may come between the look at the old one and the step that replaces it.
            (None, Some(_)) => self.take(Access::Exclusive)?,
            (None, None) => self.take(Access::Shared)?,
        };
        if let Some(old) = &*old
            && !old.is_current()?
        {
            self.outcome.set(Outcome::Overtaken);
            return Err(Error::conflict("the chunk has changed"));
        }
        pause_point("commit.ready");
        Ok(pass)
    }

    fn take(&self, access: Access) -> Result<Pass> {
        let fence = self.writer.fence;
        let pass = fence.pass(&self.state, access).inspect_err(|_| self.outcome.set(Outcome::Refused))?;
        pass.ok_or_else(|| {
            self.outcome.set(Outcome::Stale);
            Error::conflict("the document of the array has changed")
        })
    }

    /// Stores a value, or takes it away; what was made without the claim of the key is claimed for the last step.
    pub fn put(&self, claim: Option<&Claim<'_>>, value: Option<&[u8]>) -> Result<()> {
        let mut held = None;
        let mut ask = |step| {
            drop(held.take());
            if step == Step::LetGo {
                return Ok(());
            }
            let lock = claim.is_none().then(|| store::lock(self.writer.store, self.key)).transpose()?;
            // Given back in the reverse order.
            held = Some((self.pass()?, lock));
            Ok(())
        };
        // A store may lock folders: that of both comes before the lock by key, as for one that claims the chunk.
        let is_beside_document = split_parent(self.key).0 == split_parent(self.writer.fence.document_key()).0;
        let ready = if is_beside_document { Ready::by_key(&mut ask) } else { Ready::by_document(&mut ask) };
        self.writer.store.put(self.key, value, ready)
    }
}

/// What a caller writes: the bytes of elements of one size, or elements that have a length each.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source<'a> {
    Bytes(&'a [u8]),
    Values(&'a [Value<'a>]),
}

impl<'a> From<&'a [u8]> for Source<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Bytes(bytes)
    }
}

impl<'a> From<&'a [Value<'a>]> for Source<'a> {
    fn from(values: &'a [Value<'a>]) -> Self {
        Self::Values(values)
    }
}

/// What a chunk was before a part of it is overwritten.
#[derive(Clone, Copy, Debug)]
pub(super) enum Old<'a> {
    /// Nothing was stored, or nothing of it is wanted.
    Missing,
    /// As it was stored.
    Encoded(&'a [u8]),
    /// Still in the store, with nothing that encodes it.
    Held(&'a dyn Held),
}

impl<'a> Old<'a> {
    fn encoded(self) -> Option<&'a [u8]> {
        if let Self::Encoded(old) = self { Some(old) } else { None }
    }
}

impl<'a> From<Option<&'a [u8]>> for Old<'a> {
    fn from(old: Option<&'a [u8]>) -> Self {
        old.map_or(Self::Missing, Self::Encoded)
    }
}

/// A part of one chunk that is overwritten.
#[derive(Debug)]
pub(super) struct Patch<'p> {
    /// Where it lies in the decoded chunk.
    pub to: &'p Block,
    /// Elements along each axis.
    pub count: &'p [usize],
    /// The elements of the chunk that lie inside the array, along each axis, where only those are stored.
    pub inside: Option<&'p [u64]>,
    /// The new elements.
    pub source: Source<'p>,
    /// Where they lie.
    pub from: &'p Block,
}

/// Takes away the chunks that an array loses when it shrinks. Its caller has the document alone, so that no chunk is stored
/// meanwhile.
pub(super) struct Eraser<'a> {
    pub origin: &'a Origin,
    pub prefix: &'a str,
    pub metadata: &'a ArrayMetadata,
}

impl Eraser<'_> {
    /// Erases every chunk of the old shape that lies outside the new one altogether.
    pub fn erase_outside(&self, shape: &[u64]) -> Result<()> {
        let (old, grid) = (&self.metadata.shape, &self.metadata.chunk_grid);
        let store = &*self.origin.store;
        let (old_grid, new_grid) = (grid.grid_shape(old), grid.grid_shape(shape));
        // Along each axis the part that is cut off, over what is left of the axes before it: each chunk once.
        let mut left = old_grid.clone();
        for axis in 0..old.len() {
            if new_grid[axis] < old_grid[axis] && store.capabilities().erasable {
                let mut ranges: Vec<std::ops::Range<u64>> = left.iter().map(|count| 0..*count).collect();
                ranges[axis] = new_grid[axis]..old_grid[axis];
                self.erase(&ranges)?;
            }
            left[axis] = left[axis].min(new_grid[axis]);
        }
        Ok(())
    }

    fn erase(&self, ranges: &[std::ops::Range<u64>]) -> Result<()> {
        let store = &*self.origin.store;
        let positions = Region {
            start: ranges.iter().map(|range| range.start).collect(),
            count: ranges.iter().map(|range| range.end - range.start).collect(),
            step: Vec::new(),
        };
        let chunks = crate::grid::element_count(&positions.count);
        // A huge, nearly empty array: what is there is found faster than what is not.
        if chunks.is_none_or(|chunks| chunks > 10_000) && store.capabilities().listable {
            return self.erase_listed(ranges);
        }
        let single = ChunkGrid::Regular { chunk_shape: vec![1; ranges.len()] };
        let tiles = Tiles::new(&positions, &single)?;
        while let Some(tile) = tiles.take() {
            let key = chunk_key(self.prefix, self.metadata, &tile.position);
            erase(store, &key)?;
        }
        Ok(())
    }

    fn erase_listed(&self, ranges: &[std::ops::Range<u64>]) -> Result<()> {
        let store = &*self.origin.store;
        for key in store.list_prefix(self.prefix)? {
            let position =
                key.get(self.prefix.len()..).and_then(|name| self.metadata.chunk_keys.position(name, ranges.len()));
            if position.is_some_and(|position| position.iter().zip(ranges).all(|(index, range)| range.contains(index)))
            {
                erase(store, &key)?;
            }
        }
        Ok(())
    }
}

/// Erases a chunk that lies outside of its array, without its lock: its writers may hold that, and wait for the document. What a
/// store can't erase, such as a value that lies in another one below it, may stay.
fn erase(store: &dyn Store, key: &str) -> Result<()> {
    let erased = store.erase(key);
    store::written(store, key);
    match erased {
        Err(error) if error.kind() == ErrorKind::Unsupported => Ok(()),
        done => done,
    }
}
