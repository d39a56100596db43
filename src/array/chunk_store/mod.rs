//! Shows an array's chunks, those in shards included, as keys of a store, by means of the array's calls for encoded
//! chunks.

use super::chunks::Unit;
use super::handle::Array;
use crate::error::{ErrorKind, Result, ResultExt};
use crate::metadata::ChunkKeyEncoding;
use crate::store::{
    Beginning, ByteRange, BytesReader, Capabilities, Depth, Filled, Home, Listing, Locked, Locking, MAX_CONFLICTS,
    Mark, Store, StoreExt, ValueReader, Version, Versioned, When, check_prefix, defaults,
};
use crate::transformer::{FetchedStore, Wrapper};
use expecting::{Expected, Expecting};
use std::collections::BTreeMap;
use std::sync::Arc;

mod expecting;

impl Array {
    /// A view of the store for the array: each encoded chunk has a key of its own, and other values are unchanged. For
    /// an array without shards, the store itself.
    ///
    /// # Errors
    /// As [`Array::description`].
    pub fn chunk_store(&self) -> Result<Arc<dyn Store>> {
        let (store, metadata) = (&self.origin().store, self.description()?);
        if metadata.chain.sharding().is_none() {
            return Ok(Arc::clone(store));
        }
        let (names, chunk_shape) = (metadata.chunk_keys.clone(), self.chunk_shape()?);
        Ok(Arc::new(ChunkStore { array: self.fixed_in(Arc::clone(store)), names, chunk_shape }))
    }
}

/// The store of an array with the chunks of that array in the place of its shards. The keys of both have one form, so
/// that every key of that form is a chunk's here.
#[derive(Debug)]
struct ChunkStore {
    array: Array,
    names: ChunkKeyEncoding,
    /// Elements of a chunk along each axis.
    chunk_shape: Vec<u64>,
}

impl ChunkStore {
    /// The position of the chunk with a key; None for other keys.
    fn position(&self, key: &str) -> Option<Vec<u64>> {
        self.names.position(key.strip_prefix(self.array.data_prefix())?, self.chunk_shape.len())
    }

    fn key(&self, position: &[u64]) -> String {
        let mut key = self.array.data_prefix().to_owned();
        self.names.append(position, &mut key);
        key
    }

    /// The home of the chunk with a key; that of the store for other keys.
    fn as_chunk(&self, key: &str, home: Home) -> Home {
        // Each change claims the shard by itself, so the lock of a chunk is apart from the locks below.
        if self.position(key).is_some() { home.of_another_kind("chunks") } else { home }
    }

    /// The key of the shard that contains a chunk.
    fn shard_key(&self, position: &[u64]) -> String {
        let grid = &self.array.latest().metadata.chunk_grid;
        let elements = position.iter().zip(&self.chunk_shape).map(|(index, length)| index.saturating_mul(*length));
        self.key(&elements.enumerate().map(|(axis, element)| grid.find(axis, element)).collect::<Vec<_>>())
    }

    /// Has the array do something with one chunk, and names the key in errors.
    fn at<T>(&self, key: &str, work: impl Fn(&Array) -> Result<T>) -> Result<T> {
        let done = match work(&self.array) {
            // Another process may have made the array longer since this handle has read its document.
            Err(error) if error.kind() == ErrorKind::OutOfBounds => self.array.reload().and_then(|_| work(&self.array)),
            done => done,
        };
        done.context(|| format!("key {key:?}"))
    }

    /// As `at`, for reading: a chunk outside the array, or of an erased array, is missing.
    fn look<T>(&self, key: &str, look: impl Fn(&Array) -> Result<Option<T>>) -> Result<Option<T>> {
        match self.at(key, look) {
            Err(error) if matches!(error.kind(), ErrorKind::OutOfBounds | ErrorKind::NotFound) => Ok(None),
            found => found,
        }
    }

    fn read(&self, key: &str, position: &[u64]) -> Result<Option<Vec<u8>>> {
        self.look(key, |array| array.read_encoded_chunk(Unit::Chunk, position))
    }

    /// Stores a chunk, or (None) erases it.
    fn change(&self, key: &str, position: &[u64], value: Option<&[u8]>) -> Result<()> {
        let changed = self.at(key, |array| store(array, position, value));
        or_outside(changed, value)
    }

    /// Stores a chunk, or (None) erases it, if the stored one is the expected one.
    fn change_if(&self, key: &str, position: &[u64], expected: &Expected, value: Option<&[u8]>) -> Result<()> {
        let changed = self.at(key, |array| {
            let old = array.fixed_in(Arc::clone(self.inner()));
            let expecting = Expecting::new(old, self.names.clone(), position.to_vec(), expected.clone());
            store(&array.fixed_in(Arc::new(expecting)), position, value)
        });
        or_outside(changed, value)
    }

    /// Changes parts of a chunk, as it is when it is stored.
    fn patch(&self, key: &str, position: &[u64], parts: &[(u64, &[u8])], end: usize) -> Result<()> {
        let mut result = Ok(());
        for _ in 0..MAX_CONFLICTS {
            let old = self.read(key, position)?.map(Arc::new);
            let mut value = old.as_ref().map_or(Ok(Vec::new()), |old| defaults::copied(key, old))?;
            defaults::patch(key, &mut value, parts, end)?;
            result = self.change_if(key, position, &Expected::Chunk(old), Some(&value));
            if !matches!(&result, Err(error) if error.kind() == ErrorKind::Conflict) {
                break;
            }
        }
        result
    }

    /// True if a prefix may contain chunks.
    fn concerns(&self, prefix: &str) -> bool {
        let data = self.array.data_prefix();
        prefix.starts_with(data) || data.starts_with(prefix)
    }

    /// The keys of the stored chunks below a prefix.
    fn chunks_below(&self, prefix: &str) -> Result<Vec<String>> {
        // The shape that other processes have given the array is read, as it says which chunks there may be.
        let stored = self.array.reload().and_then(|_| self.array.stored_chunks(Unit::Chunk));
        let positions = match stored {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            stored => stored?,
        };
        Ok(positions.iter().map(|position| self.key(position)).filter(|key| key.starts_with(prefix)).collect())
    }

    /// The keys below a prefix that are not keys of chunks.
    fn others_below(&self, prefix: &str) -> Result<Vec<String>> {
        let mut keys = self.inner().list_prefix(prefix)?;
        keys.retain(|key| self.position(key).is_none());
        Ok(keys)
    }
}

fn store(array: &Array, position: &[u64], value: Option<&[u8]>) -> Result<()> {
    match value {
        Some(value) => array.write_encoded_chunk(Unit::Chunk, position, value),
        None => array.erase_chunk(Unit::Chunk, position),
    }
}

/// Removing a chunk outside of the array is done already.
fn or_outside(changed: Result<()>, value: Option<&[u8]>) -> Result<()> {
    match changed {
        Err(error) if value.is_none() && error.kind() == ErrorKind::OutOfBounds => Ok(()),
        changed => changed,
    }
}

impl Wrapper for ChunkStore {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.array.origin().store
    }

    fn home(&self, key: &str) -> Home {
        self.as_chunk(key, self.inner().home(key))
    }

    fn lower_homes(&self, key: &str, add: &mut dyn FnMut(Home)) {
        self.inner().lower_homes(key, &mut |home| add(self.as_chunk(key, home)));
    }

    fn capabilities(&self) -> Capabilities {
        let inner = self.inner().capabilities();
        // To erase a chunk is to write its shard anew.
        Capabilities { erasable: inner.writeable, reads_into: false, ..inner }
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        let Some(position) = self.position(key) else { return self.inner().get(key, range) };
        match self.read(key, &position)? {
            Some(value) if range != ByteRange::ALL => defaults::part(key, &value, range).map(Some),
            value => Ok(value),
        }
    }

    fn get_beginning(&self, key: &str, most: u64) -> Result<Option<Beginning>> {
        defaults::get_beginning(self, key, most)
    }

    fn get_whole(&self, key: &str, most: u64, memory: &mut Vec<u8>) -> Result<Option<usize>> {
        defaults::get_whole(self, key, most, memory)
    }

    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        let Some(position) = self.position(key) else { return self.inner().get_into(key, start, buffer) };
        let Some(value) = self.read(key, &position)? else { return Ok(None) };
        let from = usize::try_from(start).unwrap_or(usize::MAX).min(value.len());
        let length = buffer.len().min(value.len() - from);
        buffer[..length].copy_from_slice(&value[from..from + length]);
        Ok(Some(Filled { length, total: value.len() as u64 }))
    }

    fn get_many(&self, requests: &[(&str, ByteRange)]) -> Result<Vec<Option<Versioned>>> {
        let others: Vec<_> = requests.iter().filter(|(key, _)| self.position(key).is_none()).copied().collect();
        let answers = if others.is_empty() { Vec::new() } else { self.inner().get_many(&others)? };
        let mut answers = defaults::check_answers(answers, others.len())?.into_iter();
        // Reads each chunk once, so that all its parts are of one version.
        let mut chunks = BTreeMap::new();
        let mut answer = |key: &str, range: ByteRange| -> Result<Option<Versioned>> {
            let Some(position) = self.position(key) else { return Ok(answers.next().flatten()) };
            if !chunks.contains_key(&position) {
                chunks.insert(position.clone(), self.read(key, &position)?);
            }
            let chunk = chunks.get(&position).and_then(Option::as_ref);
            chunk.map(|chunk| defaults::part(key, chunk, range).map(Versioned::from)).transpose()
        };
        requests.iter().map(|(key, range)| answer(key, *range)).collect()
    }

    fn hold(&self, key: &str) -> Result<Box<dyn ValueReader + '_>> {
        let Some(position) = self.position(key) else { return self.inner().hold(key) };
        let value = self.read(key, &position)?.map(Arc::new);
        Ok(Box::new(BytesReader { key: key.to_owned(), value, version: None }))
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> Result<()> {
        let Some(position) = self.position(key) else { return self.inner().write(key, value, when) };
        match (value, when) {
            (_, When::Is(expected)) if self.inner().capabilities().conditional => {
                self.change_if(key, &position, &expected.into(), value)
            }
            (Some(value), When::New) => defaults::write_new(self, key, value),
            // The array takes its locks after those of the caller: the lock of a chunk comes before all of those
            // below.
            (_, when) => {
                when.begin(key, value)?;
                self.change(key, &position, value)
            }
        }
    }

    fn write_many(&self, changes: &[(&str, Option<&[u8]>)]) -> Result<()> {
        let others: Vec<_> = changes.iter().filter(|(key, _)| self.position(key).is_none()).copied().collect();
        if !others.is_empty() {
            self.inner().write_many(&others)?;
        }
        changes.iter().try_for_each(|(key, value)| match self.position(key) {
            Some(position) => self.change(key, &position, *value),
            None => Ok(()),
        })
    }

    fn set_partial_values(&self, parts: &[(&str, u64, &[u8])]) -> Result<()> {
        // All parts are checked before the first value is written.
        let by_key = defaults::parts_by_key(parts)?;
        let others: Vec<_> = parts.iter().filter(|(key, ..)| self.position(key).is_none()).copied().collect();
        if !others.is_empty() {
            self.inner().set_partial_values(&others)?;
        }
        by_key.iter().try_for_each(|(key, (parts, end))| match self.position(key) {
            Some(position) => self.patch(key, &position, parts, *end),
            None => Ok(()),
        })
    }

    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        check_prefix(prefix)?;
        // All shards go as they are.
        if self.array.data_prefix().starts_with(prefix) || !self.concerns(prefix) {
            return self.inner().erase_prefix(prefix);
        }
        let mut keys = self.others_below(prefix)?;
        keys.extend(self.chunks_below(prefix)?);
        StoreExt::erase_values(self, &keys.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn rename_prefix(&self, _: &str, _: &str) -> Result<bool> {
        Ok(false)
    }

    fn list(&self, prefix: &str, depth: Depth) -> Result<Listing> {
        check_prefix(prefix)?;
        if matches!(depth, Depth::One | Depth::Names) && !self.concerns(prefix) {
            return self.inner().list(prefix, depth);
        }
        let mut keys = self.others_below(prefix)?;
        if self.concerns(prefix) {
            keys.extend(self.chunks_below(prefix)?);
            keys.sort_unstable();
        }
        Ok(defaults::list(prefix, depth, keys))
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        let Some(position) = self.position(key) else { return self.inner().size(key) };
        self.look(key, |array| array.encoded_chunk_size(Unit::Chunk, &position))
    }

    fn exists(&self, key: &str) -> Result<bool> {
        if self.position(key).is_none() {
            return self.inner().exists(key);
        }
        Ok(Wrapper::size(self, key)?.is_some())
    }

    fn get_versioned(&self, key: &str, most: u64) -> Result<(Option<Vec<u8>>, Version)> {
        let Some(position) = self.position(key) else { return self.inner().get_versioned(key, most) };
        // A chunk has the version of its shard: it changes more often than the chunk does, and never less.
        let shard_key = self.shard_key(&position);
        let (shard, version) = self.inner().get_versioned(&shard_key, u64::MAX)?;
        let known: Arc<dyn Store> = Arc::new(FetchedStore::knowing(Arc::clone(self.inner()), &shard_key, shard));
        let chunk =
            self.look(key, |array| array.fixed_in(Arc::clone(&known)).read_encoded_chunk(Unit::Chunk, &position))?;
        defaults::check_length(key, chunk.as_ref().map_or(0, |chunk| chunk.len() as u64), most)?;
        Ok((chunk, version))
    }

    /// Each change of a chunk locks its shard by itself, and a caller that changes a chunk from an older value names
    /// that as a condition. The value of a chunk is known by reading it only, never by a stamp.
    fn lock(&self, key: &str, locking: Locking) -> Result<Locked> {
        match locking {
            Locking::Change(_) | Locking::ChangeIfFree(_) if self.position(key).is_some() => Ok(Locked::default()),
            Locking::Nothing if self.position(key).is_some() => {
                self.inner().lock(key, locking).map(Locked::of_another_value)
            }
            _ => self.inner().lock(key, locking),
        }
    }

    /// A chunk is compared by the array, which marks its shard.
    fn mark(&self, key: &str) -> Result<Option<Box<dyn Mark + '_>>> {
        if self.position(key).is_some() { Ok(None) } else { self.inner().mark(key) }
    }
}
