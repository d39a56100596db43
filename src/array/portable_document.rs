//! All documents that opening an array reads, as one text for other processes, and the look by which a handle that was
//! made of such a text finds the array in its own store: another process may see another store at the same place.

use super::handle::{Array, named};
use super::source::ArraySource;
use super::state::ArrayState;
use crate::dtype::Warnings;
use crate::engine::UnseenArray;
use crate::error::{Error, Result, ResultExt};
use crate::format::{self, Documents, ReadOptions};
use crate::json::{Document, Json, Object, Style};
use crate::metadata::Difference;
use crate::store::{Store, changes, find_again};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The member that holds the documents by their keys.
pub const PORTABLE_DOCUMENTS: &str = "documents";
/// The member that says whether chunk keys are those that a document leaves open.
pub const PORTABLE_OTHER_KEYS: &str = "other_chunk_keys";

impl Array {
    /// The array of documents that another process has read: it is looked for in the store before the first chunk is
    /// written, and when the first one is missing.
    ///
    /// # Errors
    /// As [`Array::open`].
    pub fn open_unseen(origin: ArraySource, documents: Documents, warnings: Warnings, seen: u64) -> Result<Self> {
        let array = Self::open(origin, documents, warnings, seen)?;
        array.mark_unseen(true);
        Ok(array)
    }

    /// The documents of the array, and its separator where no document has it, as JSON. Where a request costs little,
    /// an array that was opened from such a text is looked for first.
    ///
    /// # Errors
    /// As [`Array::description`]; what reading the entry point of a draft gives; [`crate::ErrorKind::NotFound`]
    /// and [`crate::ErrorKind::Conflict`] where the store does not have the array.
    pub fn document(&self) -> Result<String> {
        if self.origin().store.capabilities().in_flight <= 1 {
            self.confirm()?;
        }
        let (state, keys) = (self.current()?, self.keys());
        // The document of an array that has replaced the handle's would be taken for that of the handle's.
        state.check_same().context(|| self.named())?;
        let (format, store) = (&*self.origin().format, &*self.origin().store);
        let mut documents = Object::new();
        if let Some((key, new)) = format.entry().filter(|(key, _)| *key != keys.array) {
            let stored = format::read_document(store, &key, &mut Warnings::default())?;
            documents.set(&key, Json::Object(stored.map_or(new, Document::into_object)));
        }
        documents.set(&keys.array, Json::Object(Object::clone(&state.documents.node)));
        if let (Some(key), Some(attributes)) = (&keys.attributes, &state.documents.attributes) {
            documents.set(key, Json::Object(attributes.clone()));
        }
        let other = format.other_chunk_keys(&state.documents, &ReadOptions::default());
        let is_other = other.is_some_and(|other| other == state.metadata.chunk_keys);
        let portable = Object::new().with(PORTABLE_DOCUMENTS, documents).with(PORTABLE_OTHER_KEYS, is_other);
        portable.to_text(Style::default())
    }

    /// Takes over documents that another process has read, which `store` holds, and drops the cached chunks.
    ///
    /// # Errors
    /// As [`Array::refresh`].
    pub fn refresh_from(&self, store: &dyn Store) -> Result<()> {
        self.clear_cache();
        // The documents may be older than any change that this process knows of.
        let state = self.reread(store, 0).context(|| named(&self.origin().path))?;
        if self.latest().difference(&state).is_some() {
            self.mark_unseen(true);
        }
        self.learn(state);
        Ok(())
    }

    /// True if the store was not looked at since another process has read the documents.
    pub(super) fn is_unseen(&self) -> bool {
        self.unseen.load(Ordering::Relaxed)
    }

    pub(super) fn mark_unseen(&self, unseen: bool) {
        self.unseen.store(unseen, Ordering::Relaxed);
    }

    /// Refuses the state of another array than the one whose documents came from another process.
    pub(super) fn check_unseen(&self, state: Arc<ArrayState>) -> Result<Arc<ArrayState>> {
        // No chunk contains the fill value, and other software spells a missing one as its own default.
        if self.is_unseen()
            && let Some(difference) = self.latest().difference(&state).filter(|one| *one != Difference::FillValue)
        {
            return Err(Error::conflict(format!(
                "the store has another array here than the one whose document was handed on: {difference}"
            )));
        }
        self.mark_unseen(false);
        Ok(state)
    }
}

impl UnseenArray for Array {
    fn confirm(&self) -> Result<()> {
        if !self.is_unseen() {
            return Ok(());
        }
        let store = &*self.origin().store;
        let found = find_again(store, || self.reread(store, changes()));
        found.and_then(|state| self.check_unseen(state)).map(drop).context(|| self.named())
    }
}
