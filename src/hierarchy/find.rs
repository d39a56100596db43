//! A store, and where the nodes of the hierarchy in it are found.

use super::consolidated::LOOKS_AGAIN;
use super::consolidated::Snapshot;
use super::entry::KnownEntryPoint;
use super::options::Options;
use super::walk::candidates;
use crate::array::{ArraySource, ChunkCache};
use crate::dtype::Warnings;
use crate::error::{Error, Result, ResultExt};
use crate::format::{self, Detected, Format, NodeKind, NodePath};
use crate::store::{self, Store};
use crate::suggestion::{did_you_mean, nearest};
use crate::sync::fork::RwLock;
use crate::transformer::{LowerCaseStore, ReadOnlyStore};
use std::sync::Arc;

/// The maximum number of groups that are searched for a node missing at its path.
const LOOKED_INTO: usize = 16;

/// A store, and the hierarchy in it.
#[derive(Debug)]
pub struct Hierarchy {
    pub(super) store: Arc<dyn Store>,
    pub(super) options: Options,
    /// The entry point document, if it is known.
    pub(super) entry: KnownEntryPoint,
    /// The copy of all documents in consolidated metadata, once it was wanted.
    pub(super) snapshot: RwLock<Option<Snapshot>>,
    /// Kept between the handles of arrays that use it.
    _chunks: Option<Arc<ChunkCache>>,
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

    /// The hierarchy in the store of this one, whose arrays keep at most `bytes` bytes of what they have read.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for unknown options.
    pub fn cached(&self, options: Option<&str>, bytes: u64) -> Result<Arc<Self>> {
        let mut options = self.options.for_node(options)?;
        options.array.cache_bytes = bytes;
        Ok(Self::new(Arc::clone(&self.store), options))
    }

    pub(super) fn new(store: Arc<dyn Store>, options: Options) -> Arc<Self> {
        let store = if options.writeable { store } else { Arc::new(ReadOnlyStore::new(store)) };
        let (entry, snapshot) = (KnownEntryPoint::default(), RwLock::new(None));
        let chunks = ChunkCache::of(&*store, options.array.cache_bytes);
        Arc::new(Self { store, options, entry, snapshot, _chunks: chunks })
    }

    /// True if the root is a node, also a damaged one; opening it reports the damage.
    pub(super) fn has_root(&self) -> bool {
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

    pub(super) fn origin(&self, format: Arc<dyn Format>, path: NodePath, options: &Options) -> ArraySource {
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
    pub(super) fn nothing_here(&self) -> Error {
        let place = self.store.shown().map(|shown| format!(" (store {shown})")).unwrap_or_default();
        Error::not_found(format!("there is no Zarr node here{place}"))
    }

    pub(super) fn find_group(&self, path: &NodePath, options: &Options, warnings: &mut Warnings) -> Result<Detected> {
        let found = self.find(path, options, warnings)?.ok_or_else(|| self.not_found(path))?;
        if found.kind == NodeKind::Array {
            return Err(Error::node_type("it is an array"));
        }
        Ok(found)
    }

    /// The error of a path without a node, with what a caller can do about it.
    pub(super) fn not_found(&self, path: &NodePath) -> Error {
        let nothing = self.nothing_here();
        match format::hint(&*self.store, path) {
            Some(hint) => nothing.remedy(hint),
            None => {
                nothing.append(self.meant(path).ok().flatten().map(|meant| did_you_mean(&meant)).unwrap_or_default())
            }
        }
    }

    /// The path of a node whose names are near those of a path without one. A store that is far away is not listed, but
    /// for a copy of its documents that is here.
    fn meant(&self, path: &NodePath) -> Result<Option<String>> {
        let store = &*self.documents(self.options.consolidated)?;
        let capabilities = store.capabilities();
        if !capabilities.listable || capabilities.in_flight > 1 {
            return Ok(None);
        }
        let find = |path: &NodePath| self.find_in(store, path, &self.options, &mut Warnings::default());
        let Some(mut found) = find(&NodePath::root())? else { return Ok(None) };
        let mut meant = NodePath::root();
        for name in path.names() {
            if found.kind == NodeKind::Array {
                return Ok(None);
            }
            let mut next = meant.child(name);
            let mut there = find(&next)?;
            if there.is_none() {
                let siblings = candidates(store, &*found.format, &meant)?;
                let names = siblings.iter().map(|candidate| candidate.name.as_str());
                // A name without its group is meant in the first group that has it.
                let places = match nearest(name, names.clone()) {
                    Some(near) => vec![meant.child(near)],
                    None => names.take(LOOKED_INTO).map(|group| meant.child(group).child(name)).collect(),
                };
                for place in places {
                    there = format::probe(&found.format, store, &place, &mut Warnings::default())?;
                    if there.is_some() {
                        next = place;
                        break;
                    }
                }
            }
            let Some(node) = there else { return Ok(None) };
            (meant, found) = (next, node);
        }
        Ok(Some(meant.joined()))
    }

    /// The node at a path, of the format that the options name or of any.
    pub(super) fn find(&self, path: &NodePath, options: &Options, warnings: &mut Warnings) -> Result<Option<Detected>> {
        let find = |warnings: &mut Warnings| -> Result<Option<Detected>> {
            let store = self.documents(options.consolidated)?;
            self.find_in(&*store, path, options, warnings)
        };
        match find(warnings)? {
            // Another process may have put another hierarchy here.
            None if self.entry.forget_old(LOOKS_AGAIN) | self.forget_old_snapshot() => find(warnings),
            found => Ok(found),
        }
    }

    /// The node at a path, with its documents in this store.
    pub(super) fn find_in(
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
            // A draft's entry point names the draft; no other document is needed.
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

pub(super) fn node(path: &NodePath) -> String {
    format!("node \"{path}\"")
}

pub(super) fn in_lower_case(store: Arc<dyn Store>, options: &store::StoreOptions) -> Arc<dyn Store> {
    if options.lower_case_keys { Arc::new(LowerCaseStore::new(store)) } else { store }
}
