//! Finding nodes: the children of a group, and everything below it.

use super::find::{Hierarchy, node};
use super::visit::{BATCH, Places, with_documents};
use crate::array::{Progress, cancelled};
use crate::dtype::Warnings;
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::format::{self, Candidate, Detected, Format, FormatId, NodeKind, NodePath};
use crate::store::defaults::too_many_names;
use crate::store::{Store, StoreExt};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How deep a folder without a document is searched for nodes.
pub(super) const MAX_SEARCH: usize = 8;

/// The treatment of folders without a document, in formats in which those are no groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Folders {
    /// Folders without a document are skipped, with everything in them.
    PassedOver,
    /// Nodes in them count: writers have left out the documents of groups, and nothing may be lost.
    Searched,
}

impl Folders {
    /// How deep they are searched for nodes.
    pub(super) fn depth(self, format: &dyn Format) -> usize {
        if self == Self::Searched || format.implicit_groups() { MAX_SEARCH } else { 0 }
    }
}

/// A node that a walk met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// Its path, without a `/` in front.
    pub path: String,
    /// The kind of the node; None where there is a document that can't be read.
    pub kind: Option<NodeKind>,
}

impl Hierarchy {
    /// The names of the direct children of a group, sorted by bytes.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFound`], [`crate::ErrorKind::NodeType`] for an array,
    /// [`crate::ErrorKind::Unsupported`] for a store that can't list.
    pub fn children(&self, path: &str) -> Result<Vec<String>> {
        let path = NodePath::parse(path)?;
        let children = || -> Result<Vec<String>> {
            let store = self.documents(self.options.consolidated)?;
            // In a draft, the listing is sufficient; an empty one needs a further look for the reason.
            if let Some(draft) = self.draft_in(&*store)? {
                let names = candidates(&*store, &*draft, &path)?;
                if !names.is_empty() {
                    return Ok(names.into_iter().map(|candidate| candidate.name).collect());
                }
            }
            let found = self.find_group_in(&*store, &path)?;
            let names = candidates(&*store, &*found.format, &path)?;
            // A child with a damaged document is listed; opening it reports the error.
            let mut children = Vec::new();
            for names in names.chunks(BATCH) {
                let paths: Vec<NodePath> = names.iter().map(|candidate| path.child(&candidate.name)).collect();
                let unsure = names.iter().zip(&paths).filter(|(candidate, _)| candidate.kind.is_none());
                let store = &*with_documents(&store, &*found.format, unsure.map(|(_, path)| path));
                let there: Vec<AtomicBool> = names.iter().map(|candidate| candidate.kind.is_some().into()).collect();
                self.share_out(store, names.len(), |index| {
                    if names[index].kind.is_none() {
                        let search = Folders::PassedOver.depth(&*found.format);
                        let holds = holds_nodes(store, &*found.format, &paths[index], search)?;
                        there[index].store(holds, Ordering::Relaxed);
                    }
                    Ok(())
                })?;
                let named = names.iter().zip(there).filter(|(_, there)| there.load(Ordering::Relaxed));
                children.extend(named.map(|(candidate, _)| candidate.name.clone()));
            }
            Ok(children)
        };
        children().context(|| node(&path))
    }

    /// The nodes below a group down to a depth (1: its children), each group before what it holds, siblings sorted by
    /// bytes.
    ///
    /// # Errors
    /// As [`Hierarchy::children`].
    pub fn walk(&self, path: &str, depth: usize) -> Result<Vec<Met>> {
        self.walk_watched(path, depth, &|_, _| true)
    }

    /// As [`Hierarchy::walk`], with reports of progress: a step is a node, and the total is the number of places where
    /// nodes are known to be or may be, which changes on the way.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Cancelled`]; as [`Hierarchy::walk`].
    pub fn walk_watched(&self, path: &str, depth: usize, progress: Progress<'_>) -> Result<Vec<Met>> {
        let path = NodePath::parse(path)?;
        let walk = || -> Result<Vec<Met>> {
            if !progress(0, 0) {
                return Err(cancelled());
            }
            let store = self.documents(self.options.consolidated)?;
            if let Some(draft) = self.draft_in(&*store)? {
                let met = |(path, kind): (NodePath, NodeKind)| Met { path: path.joined(), kind: Some(kind) };
                let nodes = listed(&*store, &*draft, &path, depth)?;
                if let Some(nodes) = nodes.filter(|nodes| !nodes.is_empty()) {
                    return Ok(nodes.into_iter().map(met).collect());
                }
            }
            let found = self.find_group_in(&*store, &path)?;
            let mut nodes = Vec::new();
            let kind = |_: &NodePath, found: Result<Detected>| match found {
                Ok(found) => Ok(Some(found.kind)),
                // An error of the store does not mean a damaged document: the node may exist.
                Err(error)
                    if matches!(error.kind(), ErrorKind::Metadata | ErrorKind::Unsupported | ErrorKind::Limit) =>
                {
                    Ok(None)
                }
                Err(error) => Err(error),
            };
            let store = self.documents(self.options.consolidated)?;
            let places = Places { format: &found.format, path: &path, depth, folders: Folders::PassedOver };
            self.visit(&store, places, &kind, &mut |path, kind, ahead| {
                nodes.push(Met { path: path.joined(), kind: kind? });
                let done = nodes.len() as u64;
                // The last step is reported after the walk.
                if ahead == 0 || progress(done, done + ahead as u64) { Ok(()) } else { Err(cancelled()) }
            })?;
            Ok(nodes)
        };
        let nodes = walk().context(|| node(&path))?;
        progress(nodes.len() as u64, nodes.len() as u64);
        Ok(nodes)
    }

    /// The draft of the hierarchy in a store, if that is known or the caller has said so.
    fn draft_in(&self, store: &dyn Store) -> Result<Option<Arc<dyn Format>>> {
        if let Some(draft) = self.entry.format(store) {
            return Ok(Some(draft));
        }
        let named = self.options.format.map(FormatId::format);
        if named.is_none_or(|format| format.entry().is_none()) {
            return Ok(None);
        }
        let draft = format::entry(store, &self.options.read, &mut Warnings::default())?;
        let draft = draft.filter(|draft| Some(draft.id()) == self.options.format);
        if let Some(draft) = &draft {
            self.entry.remember(draft);
        }
        Ok(draft)
    }

    /// The group at a path, looked for in one store.
    pub(super) fn find_group_in(&self, store: &dyn Store, path: &NodePath) -> Result<Detected> {
        let found = self.find_in(store, path, &self.options, &mut Warnings::default())?;
        let found = found.ok_or_else(|| self.not_found(path))?;
        if found.kind == NodeKind::Array {
            return Err(Error::node_type("it is an array"));
        }
        Ok(found)
    }
}

/// The nodes below a node by one listing, where keys tell the kinds of nodes.
pub(super) fn listed(
    store: &dyn Store,
    format: &dyn Format,
    path: &NodePath,
    depth: usize,
) -> Result<Option<Vec<(NodePath, NodeKind)>>> {
    if format.nodes_below(path, &[]).is_none() || depth == 0 {
        return Ok(None);
    }
    let prefix = format.keys(path).children;
    if depth == 1 {
        let listing = store.list_dir(&prefix)?;
        room_for_nodes(listing.prefixes.len() + listing.keys.len())?;
        let below = format.candidates(path, &listing).into_iter();
        return Ok(Some(below.filter_map(|below| Some((path.child(&below.name), below.kind?))).collect()));
    }
    let keys = store.list_prefix(&prefix)?;
    room_for_nodes(keys.len())?;
    let nodes = format.nodes_below(path, &keys).unwrap_or_default();
    nodes.iter().try_for_each(|(path, _)| path.check_depth())?;
    let deepest = path.depth().saturating_add(depth);
    Ok(Some(nodes.into_iter().filter(|(path, _)| path.depth() <= deepest).collect()))
}

pub(super) fn candidates(store: &dyn Store, format: &dyn Format, path: &NodePath) -> Result<Vec<Candidate>> {
    let prefix = format.keys(path).children;
    // In formats whose groups have documents, only documents count: a folder without one is not a node.
    let listing = if format.implicit_groups() { store.list_dir(&prefix) } else { store.list_names(&prefix) }?;
    room_for_nodes(listing.prefixes.len() + listing.keys.len())?;
    Ok(format.candidates(path, &listing))
}

/// Checks that there is memory for the paths and other objects of `count` nodes. These are small allocations, whose
/// failure would end the process.
fn room_for_nodes(count: usize) -> Result<()> {
    const EACH: usize = 256;
    if count > 128 {
        let mut room = Vec::<[u8; EACH]>::new();
        room.try_reserve_exact(count).map_err(|_| too_many_names(count))?;
        // `black_box` keeps the optimiser from removing this allocation.
        std::hint::black_box(room.as_mut_ptr());
    }
    Ok(())
}

/// True if a node exists at a path or, down to a depth, below it.
pub(super) fn holds_nodes(store: &dyn Store, format: &dyn Format, path: &NodePath, depth: usize) -> Result<bool> {
    let keys = format.keys(path);
    if store.exists(&keys.array)? || (keys.group != keys.array && store.exists(&keys.group)?) {
        return Ok(true);
    }
    let Some(depth) = depth.checked_sub(1) else { return Ok(false) };
    for candidate in candidates(store, format, path)? {
        match holds_nodes(store, format, &path.child(&candidate.name), depth) {
            // A folder that may not be read shows no node; its neighbours are listed all the same.
            Err(error) if error.kind() == ErrorKind::Permission => {}
            found => {
                if found? {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}
