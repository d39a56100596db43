//! All documents that opening an array reads, as one text for other processes.

use super::handle::{Array, named};
use crate::dtype::Warnings;
use crate::error::{Result, ResultExt};
use crate::format::{self, ReadOptions};
use crate::json::{Document, Json, Object, Style};
use crate::store::Store;

/// The member that holds the documents by their keys.
pub const PORTABLE_DOCUMENTS: &str = "documents";
/// The member that says whether chunk keys are those that a document leaves open.
pub const PORTABLE_OTHER_KEYS: &str = "other_chunk_keys";

impl Array {
    /// The documents of the array, and its separator where no document has it, as JSON.
    ///
    /// # Errors
    /// As [`Array::description`]; what reading the entry point of a draft gives.
    pub fn document(&self) -> Result<String> {
        let (state, keys) = (self.current()?, self.keys());
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

    /// Takes over what documents say that another process has read, which `store` holds, and lets go of the chunks that
    /// are kept.
    ///
    /// # Errors
    /// As [`Array::refresh`].
    pub fn refresh_from(&self, store: &dyn Store) -> Result<()> {
        self.clear_cache();
        // The documents may be older than any change that this process knows of.
        let state = self.reread(store, 0).context(|| named(&self.origin().path))?;
        self.learn(state);
        Ok(())
    }
}
