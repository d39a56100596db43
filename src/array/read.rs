//! Reading: from each chunk that a region touches into the caller's buffer, by the shortest way there is.

use super::cached::Cached;
use super::chunk_cache::{ChunkCache, Keep, Part};
use super::convert::Converter;
use super::engine::{self, Effort, Team};
use super::layout::Layouts;
use super::limits::Limits;
use super::origin::Origin;
use super::prefetch::{self, Batch};
use super::raw::{self, Ranges};
use super::shard::Shards;
use super::stored;
use super::variable::Found;
use super::watch::Watch;
use crate::codec::{Chain, Scratch};
use crate::error::{Result, ResultExt};
use crate::grid::{Block, ChunkGrid, Region, TiledBuffer, Tiles, Window, byte_size};
use crate::metadata::ArrayMetadata;
use crate::store::{ByteRange, Store, Together, derived};

/// Everything that reading tiles of one array needs.
pub(super) struct Reader<'a> {
    pub store: &'a dyn Store,
    pub prefix: &'a str,
    pub metadata: &'a ArrayMetadata,
    /// The most bytes that a shard may have that must be decoded as a whole.
    pub limit: u64,
    /// How the chunks are encoded, or the innermost chunks of shards.
    pub chain: &'a Chain,
    pub layouts: Layouts<'a>,
    shards: Option<Shards<'a>>,
    /// What is kept of the chunks of this store.
    pub cache: Option<&'a ChunkCache>,
    /// Where elements of variable length are kept; then the buffer is for their numbers.
    found: Option<&'a Found>,
    /// Whom to tell of each tile.
    watch: Option<&'a Watch<'a>>,
    /// How elements become those of the buffer; None: they are the same.
    converter: Option<&'a Converter<'a>>,
}

impl<'a> Reader<'a> {
    /// A reader of the chunks below `prefix`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for a codec that is not known, [`crate::ErrorKind::Limit`] for huge chunks.
    pub fn new(origin: &'a Origin, prefix: &'a str, metadata: &'a ArrayMetadata) -> Result<Self> {
        if let Some(unknown) = metadata.chain.unknown() {
            return Err(unknown.error());
        }
        let shards = Shards::new(metadata)?;
        let layouts = Layouts::new(origin, metadata, shards.as_ref())?;
        let chain = shards.as_ref().map_or(&metadata.chain, |shards| shards.chunk_codecs().0);
        let limit = origin.options.limits.chunk_bytes;
        Ok(Self {
            store: &*origin.store,
            prefix,
            metadata,
            limit,
            chain,
            layouts,
            shards,
            cache: None,
            found: None,
            watch: None,
            converter: None,
        })
    }

    /// The same for elements of variable length.
    pub fn keeping(self, found: &'a Found) -> Self {
        Self { found: Some(found), ..self }
    }

    /// The same for a caller who watches.
    pub fn watched(self, watch: Option<&'a Watch<'a>>) -> Self {
        Self { watch, ..self }
    }

    /// The same into a buffer of another type.
    pub fn converting(self, converter: Option<&'a Converter<'a>>) -> Self {
        Self { converter, ..self }
    }

    /// Tells that a tile is done.
    pub(super) fn step(&self) -> Result<()> {
        self.watch.map_or(Ok(()), Watch::step)
    }

    /// What reading a region of so many bytes takes. What is decoded for it counts, not what is wanted of that.
    pub fn effort(&self, region: &Region, bytes: usize) -> Effort {
        effort(self.metadata, (self.shards.as_ref(), self.chain), &self.layouts, (region, bytes), !self.chain.is_raw())
    }

    /// Fills a buffer.
    pub fn read(&self, target: &TiledBuffer, team: Team) -> Result<()> {
        if let Some(shards) = &self.shards {
            return self.read_shards(shards, target, team);
        }
        let capabilities = self.store.capabilities();
        if !capabilities.thread_safe || capabilities.in_flight > 1 {
            return self.read_in_batches(target, team);
        }
        engine::run(team, target.total(), |crew, scratch| {
            let mut done = None;
            while let Some(mut window) = (!crew.stopped()).then(|| target.take_after(done.take())).flatten() {
                let team = team.beside(target.left());
                self.read_window(&mut window, (team, scratch)).context(|| chunk_name(&window.tile().position))?;
                self.step()?;
                done = Some(window);
            }
            Ok(())
        })
    }

    /// For stores that only the calling thread may use, or that like to be asked for much at once: that thread fetches
    /// batches, and all decode.
    fn read_in_batches(&self, target: &TiledBuffer, team: Team) -> Result<()> {
        let batch = Batch::new(self.store, team.threads());
        let fetch = || {
            let (mut windows, mut keys, mut requests, mut bytes) = (Vec::new(), Vec::new(), Vec::new(), 0);
            let mut scratch = Scratch::new();
            while let Some(mut window) = batch.wants(requests.len(), bytes).then(|| target.take()).flatten() {
                let key = self.key(&window.tile().position);
                let Cached::Missing(keep) = self.place_cached(&key, &mut window, &mut scratch)? else {
                    self.step()?;
                    continue;
                };
                let wanted = self.wanted(&window, raw::FAR_GAP)?;
                bytes += match &wanted {
                    Wanted::Chunk { .. } => self.layouts.of(&window.tile().position)?.size as u64,
                    Wanted::Ranges(ranges) => ranges.parts().map(|part| part.bytes.len() as u64).sum(),
                };
                requests.extend(wanted.requests().into_iter().map(|range| (keys.len(), range)));
                keys.push(key);
                windows.push((window, wanted, keep));
            }
            if requests.is_empty() {
                return Ok(Vec::new());
            }
            let requests: Vec<(&str, ByteRange)> =
                requests.into_iter().map(|(index, range)| (keys[index].as_str(), range)).collect();
            let together = Together::new(self.store, keys.iter().map(String::as_str));
            let mut values = derived::check_answers(self.store.get_many(&requests)?, requests.len())?.into_iter();
            let tasks = windows.into_iter().zip(&keys).enumerate().map(|(number, ((window, wanted, keep), key))| {
                let values: Vec<_> = values.by_ref().take(wanted.requests().len()).collect();
                let position = &window.tile().position;
                let found = match values.into_iter().collect::<Option<Vec<_>>>() {
                    None => Value::Whole(self.fetch_alternative(position)?),
                    Some(values) if !together.is_one(number, values.iter().map(|value| &value.version)) => {
                        let whole = stored::get(self.store, key, self.most_of_chunk(position)?)?;
                        Value::Whole(whole.map_or_else(|| self.fetch_alternative(position), |whole| Ok(Some(whole)))?)
                    }
                    Some(values) => Value::of(wanted, values.into_iter().map(|value| value.bytes).collect(), key)
                        .context(|| chunk_name(position))?,
                };
                Ok((window, found, keep))
            });
            tasks.collect::<Result<Vec<_>>>()
        };
        prefetch::run(team, target.total(), fetch, |(mut window, found, keep), scratch| {
            let team = team.beside(target.left());
            self.place(&mut window, found, keep.as_ref(), (team, scratch))
                .context(|| chunk_name(&window.tile().position))?;
            self.step()
        })
    }

    fn read_window(&self, window: &mut Window, (team, scratch): (Team, &mut Scratch)) -> Result<()> {
        let key = self.key(&window.tile().position);
        let Cached::Missing(keep) = self.place_cached(&key, window, scratch)? else { return Ok(()) };
        let keep = keep.as_ref();
        if self.converter.is_none() && self.metadata.chain.is_raw() && self.store.capabilities().reads_into {
            if self.read_raw(&key, window, scratch)? {
                return Ok(());
            }
        } else {
            match self.wanted(window, usize::MAX)? {
                Wanted::Chunk { most } => {
                    let mut value = scratch.take(0)?;
                    if let Some(length) = self.store.get_whole(&key, most, &mut value)? {
                        let keep = keep.map(|keep| (keep, Part::Chunk));
                        self.place_and_keep(keep, window, &value[..length], (team, scratch))?;
                        scratch.give(value);
                        return Ok(());
                    }
                }
                // One request, whatever lies between.
                Wanted::Ranges(ranges) => {
                    let wanted = ranges.parts().next().map_or(ByteRange::ALL, |part| part.range());
                    if let Some(value) = self.store.get(&key, wanted)? {
                        return self.place_ranges(window, &ranges, vec![value], scratch);
                    }
                }
            }
        }
        let alternative = self.fetch_alternative(&window.tile().position)?;
        self.place(window, Value::Whole(alternative), keep, (team, scratch))
    }

    /// What must be fetched for a tile, where gaps of at most `gap` bytes are fetched along.
    fn wanted(&self, window: &Window, gap: usize) -> Result<Wanted> {
        let position = &window.tile().position;
        if !self.metadata.chain.is_raw() {
            return Ok(Wanted::Chunk { most: self.most_of_chunk(position)? });
        }
        // Elements that are converted are so all at once.
        let ranges = self.ranges(window, if self.converter.is_some() { usize::MAX } else { gap })?;
        let size = self.layouts.of(position)?.size;
        let all = ranges.is_one() && ranges.parts().all(|part| part.bytes == (0..size));
        Ok(if all { Wanted::Chunk { most: self.most_of_chunk(position)? } } else { Wanted::Ranges(ranges) })
    }

    /// Puts what was fetched into the buffer.
    fn place(
        &self,
        window: &mut Window,
        found: Value,
        keep: Option<&Keep>,
        (team, scratch): (Team, &mut Scratch),
    ) -> Result<()> {
        match found {
            Value::Whole(None) => self.fill(window),
            Value::Whole(Some(value)) => {
                self.place_and_keep(keep.map(|keep| (keep, Part::Chunk)), window, &value, (team, scratch))
            }
            Value::Ranges(ranges, values) => self.place_ranges(window, &ranges, values, scratch),
        }
    }

    /// Puts a whole encoded chunk, or an innermost chunk of a shard, into the buffer.
    pub(super) fn place_chunk(
        &self,
        window: &mut Window,
        value: &[u8],
        (team, scratch): (Team, &mut Scratch),
    ) -> Result<()> {
        let chain = self.chain;
        let layout = self.layouts.of(&window.tile().position)?;
        if let Some(found) = self.found {
            return self.place_values(found, window, value, &layout);
        }
        let block = layout.block(window.tile());
        if let Some(elements) = chain.view(value, layout.size)? {
            return self.copy(window, elements, &block, scratch);
        }
        if self.converter.is_none()
            && let Some(bytes) = window.contiguous(&block.strides).filter(|bytes| bytes.len() == layout.size)
        {
            return chain.decode_spread(value, bytes, (&team, scratch));
        }
        let mut elements = scratch.take(layout.size)?;
        if !self.decode_wanted(window, value, &mut elements[..layout.size], team)? {
            chain.decode_spread(value, &mut elements[..layout.size], (&team, scratch))?;
        }
        self.copy(window, &elements[..layout.size], &block, scratch)?;
        scratch.give(elements);
        Ok(())
    }

    /// Puts elements of a decoded chunk into the buffer.
    pub(super) fn copy(
        &self,
        window: &mut Window,
        elements: &[u8],
        block: &Block,
        scratch: &mut Scratch,
    ) -> Result<()> {
        match self.converter {
            None => window.copy_from(elements, block),
            Some(converter) => converter.read(window, (elements, block), scratch),
        }
    }

    /// Puts the fill value where nothing was stored.
    pub(super) fn fill(&self, window: &mut Window) -> Result<()> {
        let element = self.metadata.fill_value.element.bytes()?;
        match (self.found, self.converter) {
            (Some(_), _) => Self::fill_values(window),
            (None, Some(converter)) => converter.fill(window, element),
            (None, None) => window.fill(element),
        }
    }

    fn key(&self, position: &[u64]) -> String {
        chunk_key(self.prefix, self.metadata, position)
    }

    /// The value under the other name that some software gave the chunk. It is whole, whatever was wanted.
    pub(super) fn fetch_alternative(&self, position: &[u64]) -> Result<Option<Vec<u8>>> {
        fetch_alternative(self.store, self.prefix, self.metadata, position)
    }
}

/// What a region of so many bytes takes: the chunks that it touches, or the innermost chunks of shards, each in as many parts
/// as several threads can share, and the bytes of them where they are needed as a whole.
pub(super) fn effort(
    metadata: &ArrayMetadata,
    (shards, chain): (Option<&Shards>, &Chain),
    layouts: &Layouts,
    (region, bytes): (&Region, usize),
    whole: bool,
) -> Effort {
    let bytes = bytes as u64;
    // Most calls are small, and should not find out at length that they are.
    if !whole && !engine::worth_help(bytes) {
        return Effort { tasks: 1, bytes };
    }
    let innermost = shards.map(|shards| ChunkGrid::Regular { chunk_shape: shards.chunk_shape() });
    let tiles = Tiles::new(region, innermost.as_ref().unwrap_or(&metadata.chunk_grid));
    let tasks = tiles.map_or(u64::MAX, |tiles| tiles.total());
    let size = match layouts {
        Layouts::One(layout) => layout.size as u64,
        Layouts::Each { .. } => {
            byte_size(&metadata.chunk_grid.largest_shape(), metadata.data_type.size()).map_or(0, |size| size as u64)
        }
    };
    let parts = usize::try_from(size).map_or(1, |size| chain.part_count(size) as u64);
    let bytes = if whole { bytes.max(tasks.saturating_mul(size)) } else { bytes };
    Effort { tasks: tasks.saturating_mul(parts), bytes }
}

/// What is fetched of a chunk.
#[derive(Debug)]
enum Wanted {
    /// All of it.
    Chunk {
        /// The most bytes that it may have.
        most: u64,
    },
    /// These bytes of one that nothing encodes.
    Ranges(Ranges),
}

impl Wanted {
    fn requests(&self) -> Vec<ByteRange> {
        match self {
            Self::Chunk { most } => vec![stored::whole(*most)],
            Self::Ranges(ranges) => ranges.parts().map(|part| part.range()).collect(),
        }
    }
}

/// What was fetched of a chunk.
#[derive(Debug)]
enum Value {
    /// All of it; None: there is none.
    Whole(Option<Vec<u8>>),
    /// These bytes of one that nothing encodes.
    Ranges(Ranges, Vec<Vec<u8>>),
}

impl Value {
    fn of(wanted: Wanted, mut values: Vec<Vec<u8>>, key: &str) -> Result<Self> {
        match wanted {
            Wanted::Chunk { most } => {
                let value = values.pop();
                derived::check_length(key, value.as_ref().map_or(0, |value| value.len() as u64), most)?;
                Ok(Self::Whole(value))
            }
            Wanted::Ranges(ranges) => Ok(Self::Ranges(ranges, values)),
        }
    }
}

/// The key of a chunk.
pub(super) fn chunk_key(prefix: &str, metadata: &ArrayMetadata, position: &[u64]) -> String {
    let mut key = String::with_capacity(prefix.len() + 8 * position.len() + 4);
    key.push_str(prefix);
    metadata.chunk_keys.append(position, &mut key);
    key
}

/// The value under the other name that some software gave the only chunk of a 0-d array.
pub(super) fn fetch_alternative(
    store: &dyn Store,
    prefix: &str,
    metadata: &ArrayMetadata,
    position: &[u64],
) -> Result<Option<Vec<u8>>> {
    let Some(name) = metadata.chunk_keys.alternative(position) else { return Ok(None) };
    let bound = metadata.chain.encoded_bound(metadata.data_type.size());
    stored::get(store, &format!("{prefix}{name}"), stored::most(bound, Limits::default().chunk_bytes))
}

/// A chunk, for messages.
pub(super) fn chunk_name(position: &[u64]) -> String {
    format!("chunk {position:?}")
}
