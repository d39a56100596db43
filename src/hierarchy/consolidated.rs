//! Consolidated metadata: the documents of a whole hierarchy in one value, read and written.

use super::find::{Hierarchy, node};
use super::options::Consolidated;
use super::visit::Places;
use super::walk::Folders;
use crate::dtype::Warnings;
use crate::error::{Error, Result, ResultExt};
use crate::format::{self, Documents, Format, FormatId, NodeKind, NodePath};
use crate::json::{Object, Style};
use crate::store::{self, MAX_CONFLICTS, Store, changed_somewhere_since, changes, pause_point};
use crate::transformer::SnapshotStore;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a node that is not in the copy is missing without another look at the copy.
pub(super) const LOOKS_AGAIN: Duration = Duration::from_secs(5);

/// A copy of the documents, and the number of changes that had been made when it was taken.
#[derive(Debug)]
pub(super) struct Snapshot {
    seen: u64,
    read: Instant,
    store: Option<Arc<dyn Store>>,
}

impl Hierarchy {
    /// The store in which documents are looked for: the store itself, or the copy in consolidated metadata.
    pub(super) fn documents(&self, when: Consolidated) -> Result<Arc<dyn Store>> {
        let wanted = match when {
            Consolidated::Never => false,
            Consolidated::Auto => !self.store.capabilities().listable,
            Consolidated::Require => true,
        };
        if !wanted {
            return Ok(Arc::clone(&self.store));
        }
        match (self.snapshot()?, when) {
            (Some(snapshot), _) => Ok(snapshot),
            (None, Consolidated::Require) => Err(Error::not_found("the root has no consolidated metadata")),
            (None, _) => Ok(Arc::clone(&self.store)),
        }
    }

    /// The copy, read again after every change that this process makes to documents of the store.
    fn snapshot(&self) -> Result<Option<Arc<dyn Store>>> {
        if let Some(snapshot) = &*self.snapshot.read()
            && !changed_somewhere_since(&*self.store, snapshot.seen)
        {
            return Ok(snapshot.store.clone());
        }
        let seen = changes();
        let store = self.read_snapshot()?;
        let mut snapshot = self.snapshot.write();
        *snapshot = Some(Snapshot { seen, read: Instant::now(), store: store.clone() });
        Ok(store)
    }

    /// Reads the copy again when it is wanted next: other processes may have made a new one.
    pub(super) fn forget_snapshot(&self) {
        *self.snapshot.write() = None;
    }

    /// Forgets a copy that a node was not found in. True where there was one that is not new.
    pub(super) fn forget_old_snapshot(&self) -> bool {
        let is_old = self.snapshot.read().as_ref().is_some_and(|snapshot| snapshot.read.elapsed() > LOOKS_AGAIN);
        if is_old {
            self.forget_snapshot();
        }
        is_old
    }

    fn read_snapshot(&self) -> Result<Option<Arc<dyn Store>>> {
        let root = NodePath::root();
        // Those that are still written first: each that is looked for in vain costs a request.
        let (drafts, others): (Vec<_>, Vec<_>) =
            FormatId::all().rev().map(FormatId::format).partition(|format| format.owns_store());
        for format in others.into_iter().chain(drafts) {
            let Some(key) = format.consolidated_key(&root) else { continue };
            let read = || -> Result<Option<Vec<(String, Object)>>> {
                let document = format::read_document(&*self.store, &key, &mut Warnings::default())?;
                Ok(document.map(|document| format.read_consolidated(&root, &document)).transpose()?.flatten())
            };
            let Some(documents) = read().context(|| format!("consolidated metadata {key:?}"))? else { continue };
            let text = |document: Object| document.to_text(Style::default()).map(String::into_bytes);
            let documents = documents.into_iter().map(|(key, document)| Ok((key, text(document)?)));
            let documents: BTreeMap<_, _> = documents.collect::<Result<_>>()?;
            return Ok(Some(Arc::new(SnapshotStore::new(Arc::clone(&self.store), documents))));
        }
        Ok(None)
    }

    /// Writes a copy of all documents below a group into the group, for stores that are slow or can't list.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFound`], [`crate::ErrorKind::NodeType`] for an array, [`crate::ErrorKind::Unsupported`]
    /// for formats without such copies, errors of reading the documents.
    pub fn consolidate(&self, path: &str) -> Result<()> {
        let path = NodePath::parse(path)?;
        self.write_consolidated(&path).context(|| node(&path))
    }

    fn write_consolidated(&self, path: &NodePath) -> Result<()> {
        let store = &*self.store;
        let format = self.find_group_in(store, path)?.format;
        let Some(key) = format.consolidated_key(path) else {
            // Says why.
            return format.spell_consolidated(&[]).map(drop);
        };
        // Every change below holds this group, shared: the documents stay as they are until the copy is written.
        let _claims = format::claim_nodes(&*format, store, &[path])?;
        store::change(store, |store| {
            let document = format.spell_consolidated(&self.all_documents(store, path)?)?;
            pause_point("copy.ready");
            format::write_document(&*format, store, &key, &document)
        })?;
        if store.capabilities().private {
            return Ok(());
        }
        self.verify_consolidated(&*format, path, &key)
    }

    /// Compares a copy with the documents, and makes it again until they agree: processes that the store's locks do not
    /// keep out may have changed some meanwhile. (After a later change they erase the copy themselves.)
    fn verify_consolidated(&self, format: &dyn Format, path: &NodePath, key: &str) -> Result<()> {
        let store = &*self.store;
        for _ in 0..MAX_CONFLICTS {
            let is_true = store::change(store, |store| {
                let there = format::read_document(store, key, &mut Warnings::default())?;
                let document = format.spell_consolidated(&self.all_documents(store, path)?)?;
                // A process that has changed a document has taken the copy away.
                let Some(there) = there else { return Ok(true) };
                if there.into_object() == document {
                    return Ok(true);
                }
                format::write_document(format, store, key, &document).map(|()| false)
            })?;
            if is_true {
                return Ok(());
            }
        }
        Err(Error::conflict(format!("documents below were changed by other processes {MAX_CONFLICTS} times in a row")))
    }

    /// The documents of a group, and of every node below it that has any: those in the store, and not an earlier copy.
    fn all_documents(&self, store: &dyn Store, path: &NodePath) -> Result<Vec<(NodePath, NodeKind, Documents)>> {
        let found = self.find_group_in(store, path)?;
        let documents = found.documents.ok_or_else(|| Error::unsupported("an implicit group can't hold a copy"))?;
        let mut nodes = vec![(path.clone(), NodeKind::Group, documents)];
        let all = Places { format: &found.format, path, depth: usize::MAX, folders: Folders::Searched };
        self.visit(&self.store, all, &|_, found| found, &mut |path, found, _| {
            let found = found?;
            if let Some(documents) = found.documents {
                nodes.push((path.clone(), found.kind, documents));
            }
            Ok(())
        })?;
        Ok(nodes)
    }
}
