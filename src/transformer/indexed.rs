//! The sharding transformer of the drafts (`indexed`): many chunks in one value, with an index behind them.
//!
//! Whoever uses this store sees chunks under their own keys; in the store below lie shards, under keys of the same form.
//! All other keys pass through. A shard is the bytes of its chunks, in any order, then for each chunk, in C order of its
//! place in the shard, the offset and the length as little-endian u64, or twice 2^64-1 where it is missing.

mod change;
mod listing;

use super::keys::ChunkKeys;
use super::shard_index::{ENTRY, ShardIndex, outside, slice};
use super::{Transformer, Wrapper};
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::store::{
    Access, ByteRange, Capabilities, Filled, Listing, Mark, Ready, Step, Store, Together, UpdateGuard, Version,
    Versioned, derived, replaced,
};
use crate::sync::fork::{Mutex, PerProcess};
use change::{Edit, Edits};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// The transformer as documents configure it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Indexed {
    /// How many chunks are combined along each axis; none is 0.
    pub chunks_per_shard: Vec<u64>,
}

impl Transformer for Indexed {
    fn wrap(&self, inner: Arc<dyn Store>, keys: &ChunkKeys, limit: u64) -> Result<Arc<dyn Store>> {
        Ok(Arc::new(IndexedStore::new(inner, keys.clone(), &self.chunks_per_shard, limit)?))
    }

    fn combines(&self) -> Option<&[u64]> {
        Some(&self.chunks_per_shard)
    }
}

/// The chunks of one array that lie in shards in another store.
#[derive(Debug)]
pub struct IndexedStore {
    inner: Arc<dyn Store>,
    keys: ChunkKeys,
    counts: Vec<u64>,
    /// The chunks of a shard.
    chunks: usize,
    /// The shards that other processes are kept from changing already, for a change that is under way.
    updating: Arc<PerProcess<Mutex<BTreeSet<String>>>>,
}

/// Where a chunk lies: the key of its shard, and its number there.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    shard: String,
    number: usize,
}

impl IndexedStore {
    /// The chunks with these keys, `counts` of them along each axis in one shard of `inner`.
    ///
    /// # Errors
    /// [`ErrorKind::Metadata`] for counts that can't be, [`ErrorKind::Limit`] for an index of more than `limit` bytes.
    pub fn new(inner: Arc<dyn Store>, keys: ChunkKeys, counts: &[u64], limit: u64) -> Result<Self> {
        if counts.len() != keys.grid().len() || counts.contains(&0) {
            let rank = keys.grid().len();
            return Err(Error::metadata(format!("chunks_per_shard must be {rank} positive integers, not {counts:?}")));
        }
        let chunks = counts.iter().try_fold(1_u64, |product, count| product.checked_mul(*count));
        let size = chunks.and_then(|chunks| chunks.checked_mul(ENTRY as u64)).filter(|size| *size <= limit);
        let chunks = size.and_then(|size| usize::try_from(size / ENTRY as u64).ok()).ok_or_else(|| {
            Error::limit(format!(
                "the index of a shard of {counts:?} chunks has more than the {limit} bytes of limits.chunk_bytes"
            ))
        })?;
        Ok(Self { inner, keys, counts: counts.to_vec(), chunks, updating: Arc::default() })
    }

    /// Where the chunk with a key lies; None for keys that are no chunk's.
    fn place(&self, key: &str) -> Option<Place> {
        let position = self.keys.position(key)?;
        if position.is_empty() {
            // The only chunk there is, in a shard that has its name, whichever of its names that is.
            return Some(Place { shard: key.to_owned(), number: 0 });
        }
        let (mut shard, mut number) = (Vec::with_capacity(position.len()), 0);
        for (index, count) in position.iter().zip(&self.counts) {
            shard.push(index / count);
            // Less than the number of chunks of a shard, which fits.
            number = number * *count as usize + (index % count) as usize;
        }
        Some(Place { shard: self.keys.key(&shard), number })
    }

    /// The position of a chunk by its shard and number; None where no number reaches so far.
    fn position(&self, shard: &[u64], number: usize) -> Option<Vec<u64>> {
        let mut rest = number as u64;
        let mut position = vec![0; shard.len()];
        for axis in (0..shard.len()).rev() {
            position[axis] = shard[axis].checked_mul(self.counts[axis])?.checked_add(rest % self.counts[axis])?;
            rest /= self.counts[axis];
        }
        Some(position)
    }

    /// The key of a chunk by its shard and number.
    fn key(&self, shard_key: &str, shard: &[u64], number: usize) -> Option<String> {
        if shard.is_empty() {
            return Some(shard_key.to_owned());
        }
        Some(self.keys.key(&self.position(shard, number)?))
    }

    fn index_size(&self) -> u64 {
        (self.chunks * ENTRY) as u64
    }

    fn decode_index(&self, stored: &[u8]) -> Result<ShardIndex> {
        if stored.len() as u64 == self.index_size() {
            return ShardIndex::from_little_endian(stored);
        }
        let (wanted, has) = (self.index_size(), stored.len());
        Err(Error::data(format!("the index of the shard takes {wanted} bytes, but the shard has only {has}")))
    }

    /// The index of a shard that is in memory.
    fn index_of(&self, shard: &[u8]) -> Result<ShardIndex> {
        self.decode_index(&shard[shard.len().saturating_sub(self.chunks * ENTRY)..])
    }

    /// The bytes of one chunk of a shard that is in memory.
    fn chunk_of<'a>(&self, shard: &'a [u8], number: usize) -> Result<Option<&'a [u8]>> {
        self.index_of(shard)?.get(number)?.map(|range| slice(shard, range)).transpose()
    }

    /// The indices of several shards, in one batch; None for those that are missing.
    fn indices<'a>(&self, shards: &BTreeSet<&'a str>) -> Result<Indices<'a>> {
        let requests: Vec<_> = shards.iter().map(|shard| (*shard, ByteRange::Suffix(self.index_size()))).collect();
        let answers = derived::check_answers(self.inner.get_many(&requests)?, requests.len())?;
        let mut indices = BTreeMap::new();
        for (shard, answer) in shards.iter().zip(answers) {
            if let Some(stored) = answer {
                let index = self.decode_index(&stored.bytes).context(|| about(shard))?;
                indices.insert(*shard, (index, stored.version));
            }
        }
        Ok(indices)
    }

    /// What one request asks of the store below, by the indices of the shards.
    fn wanted(&self, asked: Asked, indices: &Indices<'_>) -> Result<Wanted> {
        let Some(place) = asked.place else { return Ok(Wanted::Other) };
        let find = || -> Result<Option<Range<u64>>> {
            let Some((index, _)) = indices.get(place.shard.as_str()) else { return Ok(None) };
            index.get(place.number)
        };
        let Some(chunk) = find().context(|| about(&place.shard)).context(|| about(asked.key))? else {
            return Ok(Wanted::Missing);
        };
        let part = asked.range.resolve(chunk.end - chunk.start).context(|| about(asked.key))?;
        let range = chunk.start + part.start..chunk.start + part.end;
        Ok(if range.is_empty() { Wanted::Nothing } else { Wanted::Range(range) })
    }

    /// Answers requests in two batches: the indices, then the ranges of chunks and everything that is no chunk.
    fn get_parts(&self, requests: &[Asked]) -> Result<Vec<Option<Versioned>>> {
        let shards: BTreeSet<&str> = requests.iter().filter_map(|asked| Some(asked.place?.shard.as_str())).collect();
        let together = Together::new(&*self.inner, shards.iter().copied());
        let indices = self.indices(&shards)?;
        let wanted: Vec<Wanted> = requests.iter().map(|asked| self.wanted(*asked, &indices)).collect::<Result<_>>()?;
        let mut batch = Vec::new();
        for (asked, wanted) in requests.iter().zip(&wanted) {
            match (wanted, asked.place) {
                (Wanted::Range(range), Some(place)) => {
                    let range = ByteRange::From { start: range.start, length: Some(range.end - range.start) };
                    batch.push((place.shard.as_str(), range));
                }
                (Wanted::Other, _) => batch.push((asked.key, asked.range)),
                _ => {}
            }
        }
        let answers = if batch.is_empty() { Vec::new() } else { self.get_batch(requests, &batch)? };
        let mut answers = derived::check_answers(answers, batch.len())?.into_iter();
        let is_of_its_index = |asked: &Asked, value: &Versioned| {
            let Some(shard) = asked.place.map(|place| place.shard.as_str()) else { return true };
            let Some(number) = shards.iter().position(|known| *known == shard) else { return false };
            indices.get(shard).is_some_and(|(_, version)| together.is_one(number, [version, &value.version]))
        };
        let mut values = Vec::with_capacity(requests.len());
        for (asked, wanted) in requests.iter().zip(wanted) {
            values.push(match wanted {
                Wanted::Missing => None,
                Wanted::Nothing => Some(Versioned::from(Vec::new())),
                Wanted::Other => answers.next().flatten(),
                Wanted::Range(range) => match answers.next().flatten() {
                    Some(value) if !is_of_its_index(asked, &value) => return Err(replaced(asked.key)),
                    Some(value) if value.bytes.len() as u64 == range.end - range.start => Some(value),
                    Some(_) => return Err(outside(&range).context(about(asked.key))),
                    None => return Err(Error::data("the shard was erased while it was read").context(about(asked.key))),
                },
            });
        }
        Ok(values)
    }

    /// A range that begins past the end of a shard is the fault of its index, that of another key the caller's.
    fn get_batch(&self, requests: &[Asked], batch: &[(&str, ByteRange)]) -> Result<Vec<Option<Versioned>>> {
        self.inner.get_many(batch).or_else(|error| {
            if error.kind() != ErrorKind::OutOfBounds {
                return Err(error);
            }
            for asked in requests.iter().filter(|asked| asked.place.is_none()) {
                self.inner.get(asked.key, asked.range)?;
            }
            Err(Error::data(format!("a chunk lies behind the end of its shard: {}", error.message())))
        })
    }

    /// Answers requests from whole shards: between an index and a range somebody may have replaced the shard, and then
    /// one request has to decide.
    fn get_from_whole(&self, requests: &[Asked]) -> Result<Vec<Option<Versioned>>> {
        let mut shards: BTreeMap<&str, Option<Vec<u8>>> = BTreeMap::new();
        requests
            .iter()
            .map(|asked| {
                let Some(Place { shard, number }) = asked.place else {
                    return Ok(self.inner.get(asked.key, asked.range)?.map(Versioned::from));
                };
                if !shards.contains_key(shard.as_str()) {
                    shards.insert(shard, self.inner.get(shard, ByteRange::ALL)?);
                }
                let Some(Some(bytes)) = shards.get(shard.as_str()) else { return Ok(None) };
                let chunk = self.chunk_of(bytes, *number).context(|| about(shard)).context(|| about(asked.key))?;
                let Some(chunk) = chunk else { return Ok(None) };
                let range = asked.range.resolve(chunk.len() as u64).context(|| about(asked.key))?;
                let bytes = derived::copied(asked.key, &chunk[range.start as usize..range.end as usize])?;
                Ok(Some(Versioned::from(bytes)))
            })
            .collect()
    }
}

/// One request: a key, a range, and the place of the chunk where the key is one's.
#[derive(Clone, Copy)]
struct Asked<'a> {
    key: &'a str,
    range: ByteRange,
    place: Option<&'a Place>,
}

/// The indices of shards, and the versions of those.
type Indices<'a> = BTreeMap<&'a str, (ShardIndex, Option<String>)>;

/// What is fetched for a request.
enum Wanted {
    /// It is no chunk: as it was asked for.
    Other,
    /// The chunk is not there.
    Missing,
    /// No byte of a chunk that is there.
    Nothing,
    /// Bytes of the shard.
    Range(Range<u64>),
}

fn about(key: &str) -> String {
    format!("key {key:?}")
}

impl Wrapper for IndexedStore {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.inner
    }

    fn home(&self, key: &str) -> (String, String) {
        match self.place(key) {
            Some(place) => self.inner.home(&place.shard),
            None => self.inner.home(key),
        }
    }

    fn capabilities(&self) -> Capabilities {
        let inner = self.inner.capabilities();
        // Erasing a chunk is writing its shard anew.
        Capabilities { erasable: inner.writeable, reads_into: false, ..inner }
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        if self.place(key).is_none() {
            return self.inner.get(key, range);
        }
        Ok(Wrapper::get_many(self, &[(key, range)])?.pop().flatten().map(|value| value.bytes))
    }

    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        match self.place(key) {
            Some(_) => derived::get_into(self, key, start, buffer),
            None => self.inner.get_into(key, start, buffer),
        }
    }

    fn get_many(&self, requests: &[(&str, ByteRange)]) -> Result<Vec<Option<Versioned>>> {
        let places: Vec<Option<Place>> = requests.iter().map(|(key, _)| self.place(key)).collect();
        if places.iter().all(Option::is_none) {
            return self.inner.get_many(requests);
        }
        let asked = requests.iter().zip(&places).map(|((key, range), place)| Asked {
            key,
            range: *range,
            place: place.as_ref(),
        });
        let asked: Vec<Asked> = asked.collect();
        match self.get_parts(&asked) {
            Err(error) if error.kind() == ErrorKind::Data => self.get_from_whole(&asked),
            answers => answers,
        }
    }

    fn set(&self, key: &str, value: &[u8]) -> Result<()> {
        match self.place(key) {
            Some(place) => self.change(&place.shard, BTreeMap::from([(place.number, Edit::Set(value))])),
            None => self.inner.set(key, value),
        }
    }

    fn set_many(&self, values: &[(&str, &[u8])]) -> Result<()> {
        let (mut shards, mut others) = (Edits::new(), Vec::new());
        for (key, value) in values {
            match self.place(key) {
                Some(place) => drop(shards.entry(place.shard).or_default().insert(place.number, Edit::Set(value))),
                None => others.push((*key, *value)),
            }
        }
        if !others.is_empty() {
            self.inner.set_many(&others)?;
        }
        shards.into_iter().try_for_each(|(shard, edits)| self.change(&shard, edits))
    }

    fn set_partial_values(&self, parts: &[(&str, u64, &[u8])]) -> Result<()> {
        // All parts are checked before the first value is written.
        let by_key = derived::parts_by_key(parts)?;
        let others: Vec<_> = parts.iter().filter(|(key, ..)| self.place(key).is_none()).copied().collect();
        let mut shards = Edits::new();
        for (key, (parts, end)) in by_key {
            if let Some(place) = self.place(key) {
                shards.entry(place.shard).or_default().insert(place.number, Edit::Patch(parts, end));
            }
        }
        if !others.is_empty() {
            self.inner.set_partial_values(&others)?;
        }
        shards.into_iter().try_for_each(|(shard, edits)| self.change(&shard, edits))
    }

    fn erase(&self, key: &str) -> Result<()> {
        match self.place(key) {
            Some(place) => self.change(&place.shard, BTreeMap::from([(place.number, Edit::Erase)])),
            None => self.inner.erase(key),
        }
    }

    fn erase_values(&self, keys: &[&str]) -> Result<()> {
        let (mut shards, mut others) = (Edits::new(), Vec::new());
        for key in keys {
            match self.place(key) {
                Some(place) => drop(shards.entry(place.shard).or_default().insert(place.number, Edit::Erase)),
                None => others.push(*key),
            }
        }
        if !others.is_empty() {
            self.inner.erase_values(&others)?;
        }
        shards.into_iter().try_for_each(|(shard, edits)| self.change(&shard, edits))
    }

    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        self.erase_below(prefix)
    }

    fn list(&self) -> Result<Vec<String>> {
        self.list_below("")
    }

    fn list_prefix(&self, prefix: &str) -> Result<Vec<String>> {
        self.list_below(prefix)
    }

    fn list_dir(&self, prefix: &str) -> Result<Listing> {
        if self.concerns(prefix) {
            return Ok(derived::list_dir(prefix, self.list_below(prefix)?));
        }
        self.inner.list_dir(prefix)
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        let Some(place) = self.place(key) else { return self.inner.size(key) };
        let indices = self.indices(&BTreeSet::from([place.shard.as_str()]))?;
        let Some((index, _)) = indices.get(place.shard.as_str()) else { return Ok(None) };
        let range = index.get(place.number).context(|| about(&place.shard)).context(|| about(key))?;
        Ok(range.map(|range| range.end - range.start))
    }

    fn exists(&self, key: &str) -> Result<bool> {
        if self.place(key).is_none() {
            return self.inner.exists(key);
        }
        Ok(Wrapper::size(self, key)?.is_some())
    }

    fn get_versioned(&self, key: &str, most: u64) -> Result<(Option<Vec<u8>>, Version)> {
        let Some(place) = self.place(key) else { return self.inner.get_versioned(key, most) };
        // A chunk has the version of its shard: it changes more often than the chunk does, and never less.
        let (shard, version) = self.inner.get_versioned(&place.shard, u64::MAX)?;
        let chunk = match &shard {
            Some(shard) => self.chunk_of(shard, place.number).context(|| about(&place.shard)).context(|| about(key))?,
            None => None,
        };
        derived::check_length(key, chunk.map_or(0, |chunk| chunk.len() as u64), most)?;
        Ok((chunk.map(<[u8]>::to_vec), version))
    }

    fn put(&self, key: &str, value: Option<&[u8]>, mut ready: Ready<'_>) -> Result<()> {
        let Some(place) = self.place(key) else { return self.inner.put(key, value, ready) };
        // The lock of the store comes before those by key, which `ready` takes.
        ready.ask(Step::LetGo)?;
        let _others = self.lock_shard_unless_locked(&place.shard)?;
        ready.ask(Step::Take)?;
        value.map_or_else(|| Wrapper::erase(self, key), |value| Wrapper::set(self, key, value))
    }

    /// Every change of a shard is made under its lock.
    fn mark(&self, key: &str) -> Result<Option<Box<dyn Mark + '_>>> {
        if self.place(key).is_some() { Ok(None) } else { self.inner.mark(key) }
    }

    fn set_if(&self, key: &str, expected: &Version, value: &[u8]) -> Result<()> {
        match self.place(key) {
            Some(place) => self.change_if(&place, expected, Edit::Set(value)),
            None => self.inner.set_if(key, expected, value),
        }
    }

    fn erase_if(&self, key: &str, expected: &Version) -> Result<()> {
        match self.place(key) {
            Some(place) => self.change_if(&place, expected, Edit::Erase),
            None => self.inner.erase_if(key, expected),
        }
    }

    fn lock_for_update(&self, key: &str, access: Access) -> Result<Option<Box<dyn UpdateGuard>>> {
        match self.place(key) {
            Some(place) => self.lock_shard(place.shard),
            None => self.inner.lock_for_update(key, access),
        }
    }
}
