//! Nodes: finding, opening, creating and erasing them, whatever their format.

pub mod attributes;
mod carried;
mod consolidated;
mod copy;
mod create;
mod entry;
mod erase;
mod group;
mod move_node;
mod occupant;
mod options;
#[cfg(all(test, debug_assertions))]
mod races;
mod replace;
mod visit;
mod walk;

pub use crate::format::NodeKind;
pub use consolidated::Consolidated;
pub use group::Group;
pub use options::Options;
pub use visit::Visited;
pub use walk::Met;

use crate::array::{Array, ArraySource, ChunkCache};
use crate::dtype::Warnings;
use crate::error::{Error, Result, ResultExt};
use crate::format::{self, Detected, Format, NodePath};
use crate::store::{self, Store};
use crate::sync::fork::RwLock;
use crate::transformer::{LowerCaseStore, ReadOnlyStore};
use std::sync::Arc;

/// An open node of either kind.
#[derive(Debug)]
pub enum Node {
    /// An array.
    Array(Array),
    /// A group.
    Group(Group),
}

/// A store, and the hierarchy in it.
#[derive(Debug)]
pub struct Hierarchy {
    store: Arc<dyn Store>,
    options: Options,
    /// The entry point document, as far as it is known.
    entry: entry::EntryPoint,
    /// The copy of all documents in consolidated metadata, once it was wanted.
    snapshot: RwLock<Option<consolidated::Snapshot>>,
    /// Kept between the handles of arrays that use it.
    _chunks: Option<Arc<ChunkCache>>,
}

/// Opens the store that a URL names.
///
/// # Errors
/// [`crate::ErrorKind::InvalidArgument`] for unknown options, [`crate::ErrorKind::NotFound`] for a directory that does
/// not exist in mode `r`, [`crate::ErrorKind::Unsupported`] for a scheme that is not known.
pub fn open_store(url: &str, options: Option<&str>) -> Result<Arc<Hierarchy>> {
    let (options, store_options, remote) = Options::for_store(options)?;
    let store = store::open_with(url, &store_options, &remote)?;
    let below = store.below_only_folder()?;
    let lower = |store| in_lower_case(store, &store_options);
    let (store, below) = (lower(store), below.map(lower));
    let hierarchy = Hierarchy::new(store, options.clone());
    Ok(match below.map(|store| Hierarchy::new(store, options)) {
        Some(below) if !hierarchy.has_root() => below,
        _ => hierarchy,
    })
}

fn in_lower_case(store: Arc<dyn Store>, options: &store::Options) -> Arc<dyn Store> {
    if options.lower_case_keys { Arc::new(LowerCaseStore::new(store)) } else { store }
}

impl Hierarchy {
    /// The hierarchy in a store that is open already.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for unknown options.
    pub fn with_store(store: Arc<dyn Store>, options: Option<&str>) -> Result<Arc<Self>> {
        let (options, own, _) = Options::for_store(options)?;
        Ok(Self::new(in_lower_case(store, &own), options))
    }

    /// The hierarchy in a store around the store of this one, with the options of this one but for those that are
    /// named.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for unknown options, and errors of the wrapper.
    pub fn wrapped(
        &self,
        options: Option<&str>,
        wrapper: impl FnOnce(Arc<dyn Store>) -> Result<Arc<dyn Store>>,
    ) -> Result<Arc<Self>> {
        let options = self.options.for_node(options)?;
        Ok(Self::new(wrapper(Arc::clone(&self.store))?, options))
    }

    fn new(store: Arc<dyn Store>, options: Options) -> Arc<Self> {
        let store = if options.writeable { store } else { Arc::new(ReadOnlyStore::new(store)) };
        let (entry, snapshot) = (entry::EntryPoint::default(), RwLock::new(None));
        let chunks = ChunkCache::of(&*store, options.array.cache_bytes);
        Arc::new(Self { store, options, entry, snapshot, _chunks: chunks })
    }

    /// Whether the root is a node. A damaged one is one all the same; opening it tells what is wrong.
    fn has_root(&self) -> bool {
        !matches!(self.node_kind("/"), Ok(None))
    }

    /// The store.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// The node at a path; None where there is none.
    ///
    /// # Errors
    /// Errors of reading documents.
    pub fn node_kind(&self, path: &str) -> Result<Option<NodeKind>> {
        let path = NodePath::parse(path)?;
        let found = self.find(&path, &self.options, &mut Warnings::default()).context(|| node(&path))?;
        Ok(found.map(|found| found.kind))
    }

    /// Opens a node of either kind.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFound`], errors of reading documents.
    pub fn open_node(self: &Arc<Self>, path: &str, options: Option<&str>) -> Result<Node> {
        let path = NodePath::parse(path)?;
        let options = self.options.for_node(options)?;
        let (seen, mut warnings) = (store::changes(), Warnings::new(options.strict));
        let found = self.find(&path, &options, &mut warnings);
        let found = found.and_then(|found| found.ok_or_else(|| self.not_found(&path)));
        let found = found.context(|| node(&path))?;
        match found {
            Detected { format, kind: NodeKind::Array, documents: Some(documents) } => {
                Array::open(self.origin(format, path, &options), documents, warnings, seen).map(Node::Array)
            }
            found => Group::open(Arc::clone(self), path, found, options.read, warnings).map(Node::Group),
        }
    }

    /// Opens a group; an implicit one as well.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFound`], [`crate::ErrorKind::NodeType`] for an array, errors of reading documents.
    pub fn open_group(self: &Arc<Self>, path: &str, options: Option<&str>) -> Result<Group> {
        let path = NodePath::parse(path)?;
        let options = self.options.for_node(options)?;
        let mut warnings = Warnings::new(options.strict);
        let found = self.find_group(&path, &options, &mut warnings).context(|| node(&path))?;
        Group::open(Arc::clone(self), path, found, options.read, warnings)
    }

    /// Opens an array.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFound`], [`crate::ErrorKind::NodeType`] for a group, errors of reading documents.
    pub fn open_array(self: &Arc<Self>, path: &str, options: Option<&str>) -> Result<Array> {
        match self.open_node(path, options)? {
            Node::Array(array) => Ok(array),
            Node::Group(group) => Err(Error::node_type("it is a group").context(node(group.path()))),
        }
    }

    fn origin(&self, format: Arc<dyn Format>, path: NodePath, options: &Options) -> ArraySource {
        ArraySource {
            store: Arc::clone(&self.store),
            format,
            path,
            read: options.read.clone(),
            strict: options.strict,
            options: options.array.clone(),
        }
    }

    /// The error of a path without a node, with the store in which it was looked for: a program may have several open.
    fn nothing_here(&self) -> Error {
        let place = self.store.shown().map(|shown| format!(" (store {shown})")).unwrap_or_default();
        Error::not_found(format!("there is no Zarr node here{place}"))
    }

    fn find_group(&self, path: &NodePath, options: &Options, warnings: &mut Warnings) -> Result<Detected> {
        let found = self.find(path, options, warnings)?.ok_or_else(|| self.not_found(path))?;
        if found.kind == NodeKind::Array {
            return Err(Error::node_type("it is an array"));
        }
        Ok(found)
    }

    /// The error of a path without a node, with what a caller can do about it.
    fn not_found(&self, path: &NodePath) -> Error {
        match format::hint(&*self.store, path) {
            Some(hint) => Error::not_found(format!("{}; {hint}", self.nothing_here().message())),
            None => self.nothing_here(),
        }
    }

    /// The node at a path, of the format that the options name or of any.
    fn find(&self, path: &NodePath, options: &Options, warnings: &mut Warnings) -> Result<Option<Detected>> {
        let store = self.documents(options.consolidated)?;
        self.find_in(&*store, path, options, warnings)
    }

    /// The node at a path, with its documents in this store.
    fn find_in(
        &self,
        store: &dyn Store,
        path: &NodePath,
        options: &Options,
        warnings: &mut Warnings,
    ) -> Result<Option<Detected>> {
        let mut draft = self.entry.format(&*self.store);
        if let (Some(id), None) = (options.format, &draft) {
            let format = id.format();
            if !format.owns_store() {
                return format::probe(&format, store, path, warnings);
            }
            // A draft names itself at the root; nothing else needs to be looked for.
            if format.entry().is_some() {
                draft = format::entry(store, &options.read, warnings)?;
                // The document is lost; the format that the caller names stands in for it.
                if draft.is_none()
                    && let Some(found) = format::probe(&format, store, path, warnings)?
                {
                    warnings
                        .add("the entry point document zarr.json is missing; the format is the one that was asked for");
                    return Ok(Some(found));
                }
            }
        }
        let mut found = format::detect(store, path, draft.as_ref(), &options.read, warnings)?;
        if let (None, Some(id), None) = (&found, options.format, &draft) {
            // A store that can't list does not show a hierarchy without an entry point.
            let format = id.format();
            if format.entry().is_none() {
                found = format::probe(&format, store, path, warnings)?;
            }
        }
        if let Some(found) = &found {
            if found.format.owns_store() && self.entry.format(&*self.store).is_none() {
                self.entry.remember(&found.format);
            }
            if let Some(id) = options.format.filter(|id| *id != found.format.id()) {
                let (wanted, is) = (id.name(), found.format.name());
                return Err(Error::invalid_argument(format!("it is of format {is}, not {wanted}")));
            }
        }
        Ok(found)
    }
}

fn node(path: &NodePath) -> String {
    format!("node \"{path}\"")
}
