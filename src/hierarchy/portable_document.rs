//! Opens arrays from the documents that another process has read: otherwise each of a hundred thousand processes that
//! open one array would read the same few values.
//!
//! The text has the documents that opening would read, by their keys, so that each format is opened in its usual way.

use super::find::{Hierarchy, node};
use super::group::Group;
use crate::array::{Array, PORTABLE_DOCUMENTS, PORTABLE_OTHER_KEYS};
use crate::dtype::Warnings;
use crate::error::{Error, Result, ResultExt, Term};
use crate::format::{Detected, FormatId, NodeKind, NodePath};
use crate::json::{self, Json, ParseOptions, Style};
use crate::transformer::SnapshotStore;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The documents of an array that another process has read.
struct PortableDocument {
    /// The documents by their keys.
    documents: BTreeMap<String, Vec<u8>>,
    /// True if the document leaves the form of the chunk keys open.
    other_keys: bool,
}

impl PortableDocument {
    fn parse(text: &[u8]) -> Result<Self> {
        let (value, _) = json::parse(text, ParseOptions { bare_tokens: true })?;
        let value = value.expect_object("it")?;
        let documents = value.get(PORTABLE_DOCUMENTS).ok_or_else(|| Error::metadata("it holds no documents"))?;
        let mut texts = BTreeMap::new();
        for (key, document) in documents.expect_object("the documents")?.iter() {
            let document = document.expect_object(format_args!("document {key:?}"))?;
            texts.insert(key.to_owned(), document.to_text(Style::default())?.into_bytes());
        }
        let other_keys = value.get(PORTABLE_OTHER_KEYS).and_then(Json::as_bool).unwrap_or(false);
        Ok(Self { documents: texts, other_keys })
    }

    /// Parses a document that a caller passed.
    fn given(document: &[u8]) -> Result<Self> {
        Self::parse(document).map_err(|error| match error.kind() {
            crate::ErrorKind::NoMemory | crate::ErrorKind::Limit => error,
            _ => error
                .of_kind(crate::ErrorKind::InvalidArgument)
                .context(format!("the document was not made by {}", Term::operation("Array::document"))),
        })
    }
}

impl Hierarchy {
    /// Opens an array from what [`Array::document`] gave in some process, without a request to the store.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for anything else, and for that of another node; what the documents give.
    pub fn open_from_document(self: &Arc<Self>, path: &str, document: &[u8], options: Option<&str>) -> Result<Array> {
        let path = NodePath::parse(path)?;
        let mut options = self.options.for_node(options)?;
        // The documents may be older than any change that this process knows of.
        let (seen, mut warnings) = (0, Warnings::new(options.strict));
        let mut open = || {
            let portable = PortableDocument::given(document)?;
            options.read.other_keys = Some(portable.other_keys);
            let store = SnapshotStore::new(Arc::clone(&self.store), portable.documents);
            let found = self.find_in(&store, &path, &options, &mut warnings)?;
            let found = found.filter(|found| found.kind == NodeKind::Array);
            found.ok_or_else(|| Error::invalid_argument("the document is that of an array at another path"))
        };
        let found = open().context(|| node(&path))?;
        let documents = found.documents.ok_or_else(|| Error::internal("an array has documents"))?;
        Array::open_unseen(self.origin(found.format, path, &options), documents, warnings, seen)
    }

    /// Makes a handle know what [`Array::document`] gave for its array in some process, without a request to the store.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for anything else, and for that of another node; those of
    /// [`Array::refresh`].
    pub fn refresh_from_document(&self, array: &Array, document: &[u8]) -> Result<()> {
        let portable = PortableDocument::given(document)?;
        let store = SnapshotStore::new(Arc::clone(&self.store), portable.documents);
        array.refresh_from(&store).map_err(|error| match error.kind() {
            crate::ErrorKind::NotFound => Error::invalid_argument("the document is that of an array at another path"),
            _ => error,
        })
    }

    /// Makes a handle of a group that is known to exist, and to have this format, without a request to the store.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for an invalid path or invalid options.
    pub fn open_known_group(self: &Arc<Self>, path: &str, format: FormatId, options: Option<&str>) -> Result<Group> {
        let path = NodePath::parse(path)?;
        let options = self.options.for_node(options)?;
        let found = Detected { format: format.format(), kind: NodeKind::Group, documents: None };
        let group = Group::open(Arc::clone(self), path, found, options.read, Warnings::new(options.strict))?;
        Ok(group.unseen())
    }
}
