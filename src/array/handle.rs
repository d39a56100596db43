//! The handle of one array: its description, kept current, and the operations on its documents.

use super::section::Transfer;
use super::source::ArraySource;
use super::state::{ArrayState, KnownState, Since, turn};
use crate::codec::Chain;
use crate::dtype::{DataType, Warnings};
use crate::engine::{self, ArrayCache, CallThreads, Chunks, Effort, Fence, Reader, Shards, Writer};
use crate::error::{Error, ErrorKind, Result, ResultExt, Term, counted};
use crate::format::{self, Documents, FormatId, NodeKeys, NodeKind, NodePath};
use crate::grid::{ChunkGrid, byte_size, element_count};
use crate::json::Style;
use crate::metadata::{ArrayMetadata, Difference, FillValue};
use crate::store::{self, Store, changes, find_again, written_below};
use crate::sync::fork::{OnceLock, RwLock};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// One array. Any method may be called from many threads at once.
#[derive(Debug)]
pub struct Array {
    origin: ArraySource,
    /// Made when they are first needed, as handles that are opened only to look at an array need none.
    keys: OnceLock<Box<NodeKeys>>,
    known: RwLock<KnownState>,
    cache: Option<ArrayCache>,
    /// True if the handle becomes that of an array that replaces its own.
    follows: bool,
    /// True until the store was seen to hold the array, where another process has read the documents.
    pub(super) unseen: AtomicBool,
}

impl Array {
    /// The array whose documents have been found; there had been `seen` changes of documents before they were read.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] or [`crate::ErrorKind::Unsupported`], naming the array.
    pub fn open(origin: ArraySource, documents: Documents, warnings: Warnings, seen: u64) -> Result<Self> {
        let keys = OnceLock::new();
        let since = Since { turn: turn(), seen };
        let lowered = ArrayState::lower(&origin, &keys, documents, warnings, since, None);
        let known = RwLock::new(KnownState::new(Arc::new(lowered.context(|| named(&origin.path))?)));
        let cache = ArrayCache::of(&*origin.store, origin.options.cache_bytes);
        Ok(Self { origin, keys, known, cache, follows: true, unseen: AtomicBool::new(false) })
    }

    /// A handle of this very array, which follows none that replaces it, in a store that shows the one of this handle,
    /// or a part of it in another way. It caches no chunks.
    pub(super) fn fixed_in(&self, store: Arc<dyn Store>) -> Self {
        let origin = ArraySource { store, ..self.origin.clone() };
        let known = RwLock::new(KnownState::new(self.latest()));
        let unseen = AtomicBool::new(self.is_unseen());
        Self { origin, keys: OnceLock::new(), known, cache: None, follows: false, unseen }
    }

    /// The format of its documents.
    pub fn format(&self) -> FormatId {
        self.origin.format.id()
    }

    /// Where it comes from.
    pub fn origin(&self) -> &ArraySource {
        &self.origin
    }

    /// The number of dimensions, which never changes.
    pub fn ndim(&self) -> usize {
        self.latest().metadata.shape.len()
    }

    /// The type of one element, which never changes.
    pub fn data_type(&self) -> DataType {
        self.latest().metadata.data_type.clone()
    }

    /// The data type as an extension object or name of final v3; a struct that it can't express as NumPy's list.
    pub fn data_type_json(&self) -> String {
        self.data_type().to_json().to_string()
    }

    /// Elements along each axis.
    pub fn shape(&self) -> Vec<u64> {
        // A document that has become unreadable is reported by reading and writing; here the last good one counts.
        let state = self.current().unwrap_or_else(|_| self.latest());
        state.metadata.shape.clone()
    }

    /// As [`Array::shape`], but without a request to the store.
    pub fn known_shape(&self) -> Vec<u64> {
        self.latest().metadata.shape.clone()
    }

    /// Elements of the unit that is encoded, along each axis of the array; of the innermost chunk where there are
    /// shards.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] where the chunks are not all of one shape.
    pub fn chunk_shape(&self) -> Result<Vec<u64>> {
        let state = self.latest();
        match Shards::new(&state.metadata)? {
            Some(shards) => Ok(shards.chunk_shape()),
            None => self.shard_shape(),
        }
    }

    /// Elements of the unit that is stored, along each axis: the same as the chunk where there are no shards.
    ///
    /// # Errors
    /// As [`Array::chunk_shape`].
    pub fn shard_shape(&self) -> Result<Vec<u64>> {
        let state = self.latest();
        let shape = state.metadata.chunk_grid.regular_shape().map(<[u64]>::to_vec);
        shape.map_err(|error| {
            error
                .remedy(format!("{} gives their lengths", Term::operation("Array::chunk_edges")))
                .context(named(&self.origin.path))
        })
    }

    /// The fill value, and whether the format defines it.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Limit`] for more bytes than a chunk may have, [`crate::ErrorKind::NoMemory`].
    pub fn fill_value(&self) -> Result<(Vec<u8>, bool)> {
        let state = self.latest();
        let FillValue { element, defined } = &state.metadata.fill_value;
        let (size, limit) = (element.size(), self.origin.options.limits.chunk_bytes);
        if size as u64 > limit {
            let error = format!("a fill value of {size} bytes is more than the {limit} of limits.chunk_bytes");
            return Err(Error::limit(error).context(named(&self.origin.path)));
        }
        Ok((element.to_vec()?, *defined))
    }

    /// True if the format defines the fill value.
    pub fn defines_fill_value(&self) -> bool {
        self.latest().metadata.fill_value.defined
    }

    /// True if a read of a part of a chunk takes no more than this part from the store.
    pub fn reads_parts(&self) -> bool {
        let capabilities = self.origin.store.capabilities();
        self.latest().metadata.chain.is_raw() && capabilities.reads_into && capabilities.in_flight <= 1
    }

    /// True if it does so even for short parts at little cost.
    pub fn reads_short_parts(&self) -> bool {
        self.reads_parts() && self.origin.store.is_near()
    }

    /// A name for each axis, if there are names.
    pub fn dimension_names(&self) -> Option<Vec<Option<String>>> {
        let state = self.current().unwrap_or_else(|_| self.latest());
        state.metadata.dimension_names.clone()
    }

    /// The neutral description, as it is now.
    ///
    /// # Errors
    /// Errors of rereading the documents, when another handle has changed them.
    pub fn description(&self) -> Result<ArrayMetadata> {
        Ok(self.current()?.metadata.clone())
    }

    /// The user's attributes as JSON.
    ///
    /// # Errors
    /// As [`Array::description`].
    pub fn attributes(&self) -> Result<String> {
        self.current()?.metadata.attributes.to_text(Style::default())
    }

    /// The document of the array, in the layout of its format.
    ///
    /// # Errors
    /// As [`Array::description`].
    pub fn metadata(&self) -> Result<String> {
        self.current()?.documents.node.to_text(self.origin.format.style())
    }

    /// The deviations from the format that were accepted. Reads keys of the store that opening does not need.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = self.latest().warnings.clone();
        let second = self.keys().group != self.keys().array && !self.origin.strict;
        if second && self.origin.store.exists(&self.keys().group).unwrap_or(false) {
            warnings.push(format::two_documents(self.keys()));
        }
        warnings.extend(self.origin.store.warning());
        warnings
    }

    /// Reads the documents again, and drops cached chunks. If another array has replaced the handle's, the handle
    /// becomes one of that array.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFound`] when the array is gone; errors of reading documents.
    pub fn refresh(&self) -> Result<()> {
        self.clear_cache();
        self.learn(self.reread(&*self.origin.store, changes()).context(|| named(&self.origin.path))?);
        self.mark_unseen(false);
        Ok(())
    }

    /// Drops the cached chunks, as after a write of another process.
    pub fn clear_cache(&self) {
        written_below(&*self.origin.store, &self.keys().data);
    }

    /// Reads the documents again, for a call other than a refresh.
    pub(super) fn reload(&self) -> Result<Arc<ArrayState>> {
        let store = &*self.origin.store;
        let read = || self.reread_same(store, changes());
        let state = if self.is_unseen() { find_again(store, read) } else { read() };
        let state = state.and_then(|state| self.check_unseen(state)).context(|| named(&self.origin.path))?;
        self.learn(Arc::clone(&state));
        Ok(state)
    }

    /// Takes over the state of documents that were read.
    pub(super) fn learn(&self, state: Arc<ArrayState>) {
        self.known.write().learn(state);
    }

    /// The key of its document, which represents the array in all locks.
    pub(super) fn document_key(&self) -> &str {
        &self.keys().array
    }

    /// Its chunks, as `metadata` describes them.
    pub(super) fn chunks<'a>(&'a self, metadata: &'a ArrayMetadata) -> Result<Chunks<'a>> {
        let chunks = Chunks::new(&*self.origin.store, self.data_prefix(), metadata, self.origin.options.limits)?;
        Ok(if self.is_unseen() { chunks.of_unseen(self) } else { chunks })
    }

    /// A reader of its chunks in a state, through the cache if there is one.
    pub(super) fn reader<'a>(&'a self, chunks: &'a Chunks<'a>, state: &ArrayState) -> Reader<'a> {
        Reader::new(chunks, self.cache.as_ref().map(|cache| cache.view(state.cache_layout())))
    }

    /// A writer of its chunks.
    pub(super) fn writer<'a>(&self, chunks: &'a Chunks<'a>, fence: &'a dyn Fence) -> Result<Writer<'a>> {
        Writer::new(chunks, fence, self.origin.options.write_empty_chunks)
    }

    pub(super) fn keys(&self) -> &NodeKeys {
        keys_of(&self.origin, &self.keys)
    }

    /// The prefix of the keys of its chunks.
    pub(super) fn data_prefix(&self) -> &str {
        &self.keys().data
    }

    /// How messages call it.
    pub(super) fn named(&self) -> String {
        named(&self.origin.path)
    }

    /// The threads for a call, which may set their number. Codecs that are not thread-safe run on the calling thread;
    /// for a remote store, threads are useful even for few bytes.
    pub(super) fn call_threads(&self, how: Option<&Transfer<'_>>, chain: &Chain, mut effort: Effort) -> CallThreads {
        if self.origin.store.capabilities().in_flight > 1 {
            effort.bytes = u64::MAX;
        }
        match how.map_or(0, |how| how.threads) {
            _ if !chain.thread_safe() => CallThreads::new(1),
            0 => engine::call_threads(self.origin.options.threads, effort),
            threads => engine::call_threads(Some(threads), effort),
        }
    }

    /// True if no handle of this process has changed the documents since.
    pub(super) fn is_latest(&self, state: &ArrayState) -> bool {
        let (now, seen) = (changes(), state.seen.load(Ordering::Relaxed));
        if now == seen {
            return true;
        }
        let is_latest = !store::changed_since(&*self.origin.store, &self.keys().array, seen);
        if is_latest {
            // Remembers the answer for all changes up to now.
            state.seen.fetch_max(now, Ordering::Relaxed);
        }
        is_latest
    }

    /// The state as this handle saw it last.
    pub(super) fn latest(&self) -> Arc<ArrayState> {
        Arc::clone(self.known.read().state())
    }

    /// The state after every change that handles of this process have made.
    pub(super) fn current(&self) -> Result<Arc<ArrayState>> {
        let (state, is_sure) = {
            let known = self.known.read();
            (Arc::clone(known.state()), known.sure().is_some())
        };
        let is_latest = self.is_latest(&state);
        if is_latest && is_sure {
            return Ok(state);
        }
        match self.reload() {
            // A read does not check whether another process has erased the array, neither here nor with a sure state.
            Err(error) if is_latest && matches!(error.kind(), ErrorKind::NotFound | ErrorKind::Conflict) => Ok(state),
            reloaded => reloaded,
        }
    }

    /// The state of the array that documents describe.
    pub(super) fn lower(&self, documents: Documents, warnings: Warnings, since: Since) -> Result<Arc<ArrayState>> {
        ArrayState::lower(&self.origin, &self.keys, documents, warnings, since, Some(&self.latest())).map(Arc::new)
    }

    /// Reads the documents from a store again, even if they are now of another array.
    pub(super) fn reread(&self, store: &dyn Store, seen: u64) -> Result<Arc<ArrayState>> {
        self.read_documents(store, seen).map(Arc::new)
    }

    /// As [`Array::reread`]; the state of another array than the handle's says so, and can't be written with.
    pub(super) fn reread_same(&self, store: &dyn Store, seen: u64) -> Result<Arc<ArrayState>> {
        let mut state = self.read_documents(store, seen)?;
        let own = Arc::clone(self.known.read().own());
        // A call may begin with a new fill value, as no stored element depends on it.
        state.replaced = own.difference(&state).filter(|difference| *difference != Difference::FillValue);
        Ok(Arc::new(state))
    }

    fn read_documents(&self, store: &dyn Store, seen: u64) -> Result<ArrayState> {
        let began = turn();
        let mut warnings = Warnings::new(self.origin.strict);
        let found = format::probe(&self.origin.format, store, &self.origin.path, &mut warnings)?;
        let documents = found.filter(|found| found.kind == NodeKind::Array).and_then(|found| found.documents);
        let documents = documents.ok_or_else(|| Error::not_found("the array is not there any more"))?;
        let since = Since { turn: began, seen };
        let state = ArrayState::lower(&self.origin, &self.keys, documents, warnings, since, Some(&self.latest()))?;
        match self.latest().difference(&state) {
            Some(difference) if !self.follows || matches!(difference, Difference::Elements(_)) => {
                Err(conflict(&difference))
            }
            _ => Ok(state),
        }
    }
}

/// The keys of the documents and chunks, made when they are first needed.
pub(super) fn keys_of<'a>(origin: &ArraySource, keys: &'a OnceLock<Box<NodeKeys>>) -> &'a NodeKeys {
    keys.get_or_init(|| Box::new(origin.format.keys(&origin.path)))
}

/// The error of a call whose array has become another one.
pub(super) fn conflict(difference: &Difference) -> Error {
    let conflict = Error::conflict(difference.to_string());
    match difference {
        Difference::Elements(_) => conflict.remedy("the array must be opened again"),
        Difference::Chunks(_) | Difference::FillValue => {
            conflict.remedy(format!("{} takes over what is there now", Term::operation("Array::refresh")))
        }
    }
}

/// The chunk grid for another shape of the array.
///
/// # Errors
/// [`crate::ErrorKind::InvalidArgument`] with the reason if no grid serves the shape.
pub(super) fn grid_for(metadata: &ArrayMetadata, shape: &[u64]) -> Result<ChunkGrid> {
    metadata.grid_for(shape).map_err(|error| error.of_kind(ErrorKind::InvalidArgument))
}

/// Refuses to treat elements that have a variable length as if they had one size.
pub(super) fn check_fixed(data_type: &DataType) -> Result<()> {
    if !data_type.is_variable() {
        return Ok(());
    }
    Err(Error::type_mismatch(format!("the elements of its data type {data_type} have a variable length")))
}

/// Refuses a buffer, called `name`, that has another size than the elements of a block.
///
/// # Errors
/// [`crate::ErrorKind::BufferSize`], which says what the block needs.
pub fn check_bytes(name: &str, bytes: usize, count: &[u64], data_type: &DataType) -> Result<()> {
    let needed = byte_size(count, data_type.size());
    if needed == Some(bytes) {
        return Ok(());
    }
    let needed = match (needed, element_count(count)) {
        (Some(needed), Some(elements)) => format!("{needed}: {} of {data_type}", counted(elements, "element")),
        _ => {
            let told = format!("the region of {count:?} elements of {data_type} has more bytes than memory can have");
            return Err(Error::buffer_size(told));
        }
    };
    Err(Error::buffer_size(format!("{name} is {bytes} bytes, but must be {needed}")))
}

pub(super) fn named(path: &NodePath) -> String {
    format!("array \"{path}\"")
}
