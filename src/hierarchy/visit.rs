//! Visits everything below a group, while several threads read the next nodes.
//!
//! Nodes are visited one after the other: each group before its content, siblings by bytes. They are read in batches,
//! bounded in nodes and in bytes so that a hierarchy of any size takes little memory; a store that likes many requests
//! at once gets those of a batch together.

use super::find::{Hierarchy, node};
use super::options::Options;
use super::walk::{Folders, candidates, holds_nodes, listed};
use crate::array::{Array, in_parallel};
use crate::dtype::Warnings;
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::format::{self, Detected, Format, NodeKind, NodePath};
use crate::store::{Store, changes};
use crate::transformer::{FetchedStore, MeteredStore};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// Nodes that are read before the first of them is met.
pub(super) const BATCH: usize = 256;

/// Bytes of documents after which no more nodes are read before the first of them is met: as many as one document may
/// have.
const BATCH_BYTES: u64 = format::MAX_DOCUMENT;

/// Nodes that one thread reads before it looks for more.
const SHARE: usize = 8;

/// A node that a walk met, open.
#[derive(Debug)]
pub enum Visited {
    /// An array.
    Array(Box<Array>),
    /// A group of one of the two kinds.
    Group(NodeKind),
    /// There is a document, but it can't be followed.
    Damaged(Error),
}

/// A place on the way.
enum VisitStep<T> {
    /// Not looked at yet.
    Ahead(ReadAhead),
    /// Read, and to be met next.
    Read(Box<ReadNode<T>>),
}

#[derive(Clone)]
struct ReadAhead {
    path: NodePath,
    /// The kind of the node, where it is known.
    kind: Option<NodeKind>,
    /// How far below it the way leads.
    depth: usize,
    /// How deep it is searched for nodes where it has no document.
    search: usize,
}

struct ReadNode<T> {
    path: NodePath,
    /// The result of the caller's function; None if the node is missing, or was erased meanwhile.
    made: Result<Option<T>>,
    /// The nodes in it.
    below: Result<Vec<ReadAhead>>,
    /// The bytes of its documents.
    bytes: u64,
}

/// The places of nodes below a group, down to a depth (1: its children).
pub(super) struct Places<'p> {
    pub format: &'p Arc<dyn Format>,
    pub path: &'p NodePath,
    pub depth: usize,
    pub folders: Folders,
}

impl Hierarchy {
    /// Opens all nodes below a group, down to a depth (1: its children), and calls `meet` with one after the other.
    ///
    /// # Errors
    /// As [`Hierarchy::children`], and errors of `meet`.
    pub fn open_below(
        &self,
        path: &str,
        depth: usize,
        options: Option<&str>,
        meet: &mut dyn FnMut(&NodePath, Visited) -> Result<()>,
    ) -> Result<()> {
        self.open_each_below(&NodePath::parse(path)?, depth, &self.options.for_node(options)?, meet)
    }

    /// As [`Hierarchy::open_below`].
    pub(super) fn open_each_below(
        &self,
        path: &NodePath,
        depth: usize,
        options: &Options,
        meet: &mut dyn FnMut(&NodePath, Visited) -> Result<()>,
    ) -> Result<()> {
        let seen = changes();
        let open = |path: &NodePath, found: Result<Detected>| {
            let found = match found {
                Ok(Detected { format, kind: NodeKind::Array, documents: Some(documents) }) => {
                    let warnings = Warnings::new(options.strict);
                    let array = Array::open(self.origin(format, path.clone(), options), documents, warnings, seen);
                    array.map(|array| Visited::Array(Box::new(array)))
                }
                Ok(found) => Ok(Visited::Group(found.kind)),
                Err(error) => Err(error),
            };
            match found {
                // An error of the store does not mean a damaged document: the node may exist.
                Err(error)
                    if matches!(error.kind(), ErrorKind::Metadata | ErrorKind::Unsupported | ErrorKind::Limit) =>
                {
                    Ok(Visited::Damaged(error))
                }
                found => found,
            }
        };
        let store = self.documents(options.consolidated)?;
        let group = self.find_group_in(&*store, path).context(|| node(path))?;
        let mut meet = |path: &NodePath, visited: Result<Visited>, _| meet(path, visited?);
        let places = Places { format: &group.format, path, depth, folders: Folders::PassedOver };
        self.visit(&store, places, &open, &mut meet)
    }

    /// Makes something of every node at some places, with its documents in this store, on several threads, and calls
    /// `meet` with one after the other, and with how many places are known where others may be.
    pub(super) fn visit<T: Send + Sync>(
        &self,
        store: &Arc<dyn Store>,
        places: Places<'_>,
        make: &(dyn Fn(&NodePath, Result<Detected>) -> T + Sync),
        meet: &mut dyn FnMut(&NodePath, T, usize) -> Result<()>,
    ) -> Result<()> {
        let Places { format, path, depth, folders } = places;
        let Some(deeper) = depth.checked_sub(1) else { return Ok(()) };
        let search = folders.depth(&**format);
        let ahead = match listed(&**store, &**format, path, depth)? {
            // A listing shows all of them.
            Some(nodes) => nodes
                .into_iter()
                .map(|(path, kind)| ReadAhead { path, kind: Some(kind), depth: 0, search: 0 })
                .collect(),
            None => below(&**store, &**format, path, deeper, search)?,
        };
        let mut steps: Vec<VisitStep<T>> = ahead.into_iter().rev().map(VisitStep::Ahead).collect();
        // The bytes of all documents that were read, and not met yet.
        let mut held = 0_u64;
        while let Some(step) = steps.pop() {
            match step {
                VisitStep::Read(read) => {
                    held -= read.bytes;
                    let Some(made) = read.made? else { continue };
                    let ahead = steps.len() + read.below.as_ref().map_or(0, Vec::len);
                    meet(&read.path, made, ahead)?;
                    steps.extend(read.below?.into_iter().rev().map(VisitStep::Ahead));
                }
                VisitStep::Ahead(ahead) => {
                    let mut batch = vec![ahead];
                    while batch.len() < BATCH
                        && held < BATCH_BYTES
                        && let Some(VisitStep::Ahead(next)) = steps.pop_if(|next| matches!(next, VisitStep::Ahead(_)))
                    {
                        batch.push(next);
                    }
                    let read = self.read_batch(store, format, batch, BATCH_BYTES.saturating_sub(held), make)?;
                    for step in read.into_iter().rev() {
                        held += if let VisitStep::Read(read) = &step { read.bytes } else { 0 };
                        steps.push(step);
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads nodes, at least the first one, until their documents have `most` bytes; the others are read later.
    fn read_batch<T: Send + Sync>(
        &self,
        store: &Arc<dyn Store>,
        format: &Arc<dyn Format>,
        batch: Vec<ReadAhead>,
        most: u64,
        make: &(dyn Fn(&NodePath, Result<Detected>) -> T + Sync),
    ) -> Result<Vec<VisitStep<T>>> {
        let store = &with_documents(store, &**format, batch.iter().map(|ahead| &ahead.path));
        let read: Vec<OnceLock<ReadNode<T>>> = batch.iter().map(|_| OnceLock::new()).collect();
        let taken = AtomicU64::new(0);
        self.share_out(&**store, batch.len(), |index| {
            if index > 0 && taken.load(Ordering::Relaxed) >= most {
                return Ok(());
            }
            let metered = MeteredStore::new(Arc::clone(store));
            let node = batch[index].read(&metered, format, make);
            let bytes = metered.bytes();
            taken.fetch_add(bytes, Ordering::Relaxed);
            // Every place is filled once.
            let _ = read[index].set(ReadNode { bytes, ..node });
            Ok(())
        })?;
        let steps = batch.into_iter().zip(read);
        Ok(steps
            .map(|(ahead, read)| {
                read.into_inner().map_or(VisitStep::Ahead(ahead), |read| VisitStep::Read(Box::new(read)))
            })
            .collect())
    }

    /// Runs `work` for each of `count` nodes, on several threads if there are many.
    pub(super) fn share_out(
        &self,
        store: &dyn Store,
        count: usize,
        work: impl Fn(usize) -> Result<()> + Sync,
    ) -> Result<()> {
        in_parallel(&[store], &self.options.array, count.div_ceil(SHARE), (0, 0, &|_, _| true), |share| {
            (share * SHARE..count.min((share + 1) * SHARE)).try_for_each(&work)
        })
    }
}

impl ReadAhead {
    fn read<T>(
        &self,
        store: &dyn Store,
        format: &Arc<dyn Format>,
        make: &(dyn Fn(&NodePath, Result<Detected>) -> T + Sync),
    ) -> ReadNode<T> {
        let found = match self.find(store, format) {
            Ok(found) => found,
            Err(error) => {
                return ReadNode { path: self.path.clone(), made: Err(error), below: Ok(Vec::new()), bytes: 0 };
            }
        };
        let is_group = |found: &Result<Detected>| found.as_ref().is_ok_and(|found| found.kind != NodeKind::Array);
        let below = match self.depth.checked_sub(1) {
            Some(deeper) if found.as_ref().is_some_and(is_group) => {
                below(store, &**format, &self.path, deeper, self.search)
            }
            _ => Ok(Vec::new()),
        };
        ReadNode { path: self.path.clone(), made: Ok(found.map(|found| make(&self.path, found))), below, bytes: 0 }
    }

    /// The node, or the error of its documents; None if it is missing, or was erased meanwhile.
    fn find(&self, store: &dyn Store, format: &Arc<dyn Format>) -> Result<Option<Result<Detected>>> {
        let (path, warnings) = (&self.path, &mut Warnings::default());
        let found = match self.kind {
            Some(kind) => format::read_node(format, store, path, kind, warnings),
            None => format::probe(format, store, path, warnings),
        };
        let found = match found {
            Ok(None) if self.kind.is_none() && self.search > 0 && holds_nodes(store, &**format, path, self.search)? => {
                Ok(Some(Detected { format: Arc::clone(format), kind: NodeKind::ImplicitGroup, documents: None }))
            }
            found => found,
        };
        let found = found.transpose().map(|found| found.and_then(|found| path.check_depth().map(|()| found)));
        Ok(found.map(|found| found.context(|| node(path))))
    }
}

/// The candidates for nodes directly in a group.
fn below(
    store: &dyn Store,
    format: &dyn Format,
    path: &NodePath,
    depth: usize,
    search: usize,
) -> Result<Vec<ReadAhead>> {
    let names = candidates(store, format, path)?.into_iter();
    Ok(names.map(|candidate| ReadAhead { path: path.child(&candidate.name), kind: None, depth, search }).collect())
}

/// The store with the documents of these nodes, which were asked for together where it likes that.
pub(super) fn with_documents<'a>(
    store: &Arc<dyn Store>,
    format: &dyn Format,
    nodes: impl Iterator<Item = &'a NodePath>,
) -> Arc<dyn Store> {
    if store.capabilities().in_flight <= 1 {
        return Arc::clone(store);
    }
    let mut keys = Vec::new();
    for keys_of in nodes.map(|path| format.keys(path)) {
        let group = (keys_of.group != keys_of.array).then_some(keys_of.group);
        keys.extend([Some(keys_of.array), group, keys_of.attributes].into_iter().flatten());
    }
    // Documents are small: one that is longer than its share of a batch is asked for alone.
    let most = BATCH_BYTES / keys.len().max(1) as u64;
    // An error of one of them is reported when that one is read.
    match FetchedStore::new(Arc::clone(store), keys, most) {
        Ok(fetched) => Arc::new(fetched),
        Err(_) => Arc::clone(store),
    }
}
