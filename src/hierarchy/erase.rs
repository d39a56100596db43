//! Erasing nodes: their documents first, so that a crash leaves unreachable chunks, not an array with holes.

use super::find::{Hierarchy, node};
use super::options::{Consolidated, Options};
use super::visit::Places;
use super::walk::Folders;
use crate::array::{Progress, cancelled, in_parallel};
use crate::dtype::Warnings;
use crate::error::{ErrorKind, Result, ResultExt};
use crate::format::{self, ClaimedNode, Detected, Documents, NodeKind, NodePath, Unfinished};
use crate::store::{self, Store, StoreExt, WhenRefused, changed_somewhere, changed_somewhere_since, changes};
use std::collections::HashSet;
use std::sync::Arc;

/// Values that are erased between two reports of progress.
const BATCH: usize = 64;

impl Hierarchy {
    /// Erases a node and everything below it.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFound`] for a missing node, the root included.
    pub fn erase(&self, path: &str) -> Result<()> {
        self.erase_node(&NodePath::parse(path)?, &self.options, &|_| true, None).map(drop)
    }

    /// Erases a node that was just made. Returns false, and keeps the node, if its documents have changed and so belong
    /// to another process.
    pub(super) fn erase_made(&self, path: &NodePath, made: &Documents) -> Result<bool> {
        let options = Options { consolidated: Consolidated::Never, ..self.options.clone() };
        let is_it = |found: &Detected| {
            found.documents.as_ref().is_some_and(|found| found.node == made.node && found.attributes == made.attributes)
        };
        match self.erase_node(path, &options, &is_it, None) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
            erased => erased,
        }
    }

    /// As [`Hierarchy::erase`], value by value, with reports of progress. Ended before the first value, nothing is
    /// erased; later, the node is gone, and values of chunks are left.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Cancelled`]; [`crate::ErrorKind::Unsupported`] for a store that can't list; as
    /// [`Hierarchy::erase`].
    pub fn erase_watched(&self, path: &str, progress: Progress<'_>) -> Result<()> {
        self.erase_node(&NodePath::parse(path)?, &self.options, &|_| true, Some(progress)).map(drop)
    }

    /// Erases a node if `is_meant` accepts it; returns false otherwise.
    pub(super) fn erase_node(
        &self,
        path: &NodePath,
        options: &Options,
        is_meant: &dyn Fn(&Detected) -> bool,
        progress: Option<Progress<'_>>,
    ) -> Result<bool> {
        let erase = || -> Result<bool> {
            let find = || match self.find(path, options, &mut Warnings::default())? {
                Some(found) => Ok(found),
                None => self.left_of(path).map(|(found, _)| found).ok_or_else(|| self.nothing_here()),
            };
            let (store, seen) = (&*self.store, changes());
            let mut found = find()?;
            let format = Arc::clone(&found.format);
            let claim = ClaimedNode::claim(&*format, store, path, WhenRefused::GoesOn)?;
            if claim.excludes_processes() || changed_somewhere_since(store, seen) {
                found = find()?;
            }
            let erases = is_meant(&found);
            if erases {
                self.remove_watched(path, &found, progress)?;
            }
            let settled = claim.changed().settle(|| "it is erased".to_owned(), || Ok(()));
            settled.inspect_err(|_| self.leave_of(path, &found))?;
            Ok(erases)
        };
        erase().context(|| node(path))
    }

    /// The documents of all nodes below a node that was found.
    fn documents_below(&self, path: &NodePath, found: &Detected) -> Result<HashSet<String>> {
        let mut documents = HashSet::new();
        if found.kind != NodeKind::Array {
            let store = self.documents(self.options.consolidated)?;
            let all = Places { format: &found.format, path, depth: usize::MAX, folders: Folders::Searched };
            self.visit(&store, all, &|_, _| (), &mut |path, (), _| {
                let keys = found.format.keys(path);
                documents.extend([keys.array, keys.group].into_iter().chain(keys.attributes));
                Ok(())
            })?;
        }
        Ok(documents)
    }

    /// The node of which a call of this process may have left values that failed to erase it, or to move it to a place.
    pub(super) fn left_of(&self, path: &NodePath) -> Option<(Detected, Option<NodePath>)> {
        match format::unfinished(&*self.store, &path.prefix())? {
            Unfinished::Erasure { found, moved_to } => Some((found, moved_to)),
            Unfinished::Creation(_) | Unfinished::Change => None,
        }
    }

    /// Remembers that values of a node may be left.
    fn leave_of(&self, path: &NodePath, found: &Detected) {
        let moved_to = self.left_of(path).and_then(|(_, moved_to)| moved_to);
        format::leave(&*self.store, &path.prefix(), Unfinished::Erasure { found: found.clone(), moved_to });
    }

    /// Erases a node that was found, and the nodes below it. The caller has claimed it.
    pub(super) fn remove(&self, path: &NodePath, found: &Detected) -> Result<()> {
        self.remove_watched(path, found, None)
    }

    fn remove_watched(&self, path: &NodePath, found: &Detected, progress: Option<Progress<'_>>) -> Result<()> {
        let (store, format) = (&*self.store, &*found.format);
        let keys = format.keys(path);
        let (documents, prefixes) = keys.of_kind(found.kind);
        let watched = match progress {
            None => None,
            Some(progress) => {
                let below = self.documents_below(path, found)?;
                Some(Watched::new(store, &documents, &below, prefixes, progress)?)
            }
        };
        let entry = format.entry().filter(|_| path.is_root());
        let erase = || -> Result<()> {
            if !documents.is_empty() {
                store.erase_values(&documents)?;
            }
            watched.as_ref().map_or(Ok(()), |watched| watched.erase(self))?;
            prefixes.iter().try_for_each(|prefix| store::erase_below(store, prefix))?;
            entry.iter().try_for_each(|(entry, _)| store.erase(entry))
        };
        let erased = erase();
        // After an error as well: some values may be erased.
        prefixes.iter().for_each(|prefix| store::written_below(store, prefix));
        if path.is_root() {
            self.entry.forget(store);
        }
        keys.tell_of_changes(store);
        changed_somewhere(store);
        match erased {
            Ok(()) => format::finish_erased(store, path, &keys),
            Err(error) => {
                self.leave_of(path, found);
                return Err(error);
            }
        }
        watched.iter().for_each(Watched::end);
        Ok(())
    }
}

/// The values of a node but its own documents, and the receiver of reports while they are erased.
struct Watched<'a> {
    /// The documents of nodes below it, which go before their other values, and everything else.
    values: [Vec<String>; 2],
    /// All of them, and its own documents.
    total: u64,
    progress: Progress<'a>,
}

impl<'a> Watched<'a> {
    /// Lists the values, and reports that nothing is done yet.
    fn new(
        store: &dyn Store,
        own: &[&str],
        below: &HashSet<String>,
        prefixes: &[String],
        progress: Progress<'a>,
    ) -> Result<Self> {
        let mut values = Vec::new();
        for prefix in prefixes {
            values.extend(store.list_prefix(prefix)?);
        }
        values.retain(|key| !own.contains(&key.as_str()));
        let total = (own.len() + values.len()) as u64;
        let (documents, others) = values.into_iter().partition(|key| below.contains(key));
        if progress(0, total) { Ok(Self { values: [documents, others], total, progress }) } else { Err(cancelled()) }
    }

    fn erase(&self, hierarchy: &Hierarchy) -> Result<()> {
        let store = &*hierarchy.store;
        let mut before = self.total - self.values.iter().map(|values| values.len() as u64).sum::<u64>();
        for values in &self.values {
            let batches: Vec<&[String]> = values.chunks(BATCH).collect();
            let after = before + values.len() as u64;
            // `end` reports the last step.
            let told = |done: u64, _| {
                let done = (before + done * BATCH as u64).min(after);
                done >= self.total || (self.progress)(done, self.total)
            };
            in_parallel(&[store], &hierarchy.options.array, batches.len(), (0, 0, &told), |index| {
                let keys: Vec<&str> = batches[index].iter().map(String::as_str).collect();
                store.erase_values(&keys)
            })?;
            before = after;
        }
        Ok(())
    }

    fn end(&self) {
        (self.progress)(self.total, self.total);
    }
}
