//! The handle of one group.

use super::find::{Hierarchy, node};
use crate::array::parse_attributes;
use crate::dtype::Warnings;
use crate::error::{Error, Result, ResultExt};
use crate::format::{self, ClaimedNode, Detected, Format, FormatId, NodeKind, NodePath, ReadOptions};
use crate::json::{Object, Style};
use crate::metadata::GroupMetadata;
use crate::store::{self, Store, WhenRefused};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// One group, explicit or implicit. Any method may be called from many threads at once.
#[derive(Debug)]
pub struct Group {
    hierarchy: Arc<Hierarchy>,
    format: Arc<dyn Format>,
    path: NodePath,
    read: ReadOptions,
    warnings: Vec<String>,
    /// True until the store was seen to hold the group, where another process has found it.
    is_unseen: AtomicBool,
}

impl Group {
    pub(super) fn open(
        hierarchy: Arc<Hierarchy>,
        path: NodePath,
        found: Detected,
        read: ReadOptions,
        mut warnings: Warnings,
    ) -> Result<Self> {
        found.format.notes().iter().for_each(|note| warnings.note(note));
        let lower = |warnings: &mut Warnings| match &found.documents {
            Some(documents) => found.format.lower_group(documents, &read, warnings).map(drop),
            None => Ok(()),
        };
        let warnings = lower(&mut warnings).and_then(|()| warnings.finish()).context(|| node(&path))?;
        let is_unseen = AtomicBool::new(false);
        Ok(Self { hierarchy, format: found.format, path, read, warnings, is_unseen })
    }

    /// The handle of a group that another process has found.
    pub(super) fn unseen(self) -> Self {
        Self { is_unseen: AtomicBool::new(true), ..self }
    }

    /// The hierarchy of the group.
    pub fn hierarchy(&self) -> &Arc<Hierarchy> {
        &self.hierarchy
    }

    /// Its path there.
    pub fn path(&self) -> &NodePath {
        &self.path
    }

    /// The path of a node below it.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for a path that begins at the root, or that is invalid.
    pub fn below(&self, path: &str) -> Result<String> {
        if path.starts_with('/') {
            let text = format!("the path {path:?} begins at the root, not at the group");
            return Err(Error::invalid_argument(text).context(node(&self.path)));
        }
        Ok(self.path.join(&NodePath::parse(path)?.joined()).joined())
    }

    /// The format of its documents.
    pub fn format(&self) -> FormatId {
        self.format.id()
    }

    /// The user's attributes as JSON, as they are stored now; an implicit group has none.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFound`] when the group is gone; errors of reading documents.
    pub fn attributes(&self) -> Result<String> {
        self.all_attributes()?.to_text(Style::default())
    }

    /// Replaces the attributes by a JSON object. An implicit group becomes explicit.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for anything but an object; errors of the store.
    pub fn set_attributes(&self, attributes: &str) -> Result<()> {
        let new = parse_attributes(attributes)?;
        self.edit_attributes(&mut |attributes| {
            *attributes = new.clone();
            Ok(())
        })
    }

    /// The attributes as they are stored now.
    pub(super) fn all_attributes(&self) -> Result<Object> {
        self.describe().map(|group| group.attributes).context(|| node(&self.path))
    }

    /// Changes the attributes, one change after the other in this process, as the store holds them now. An implicit
    /// group becomes explicit.
    pub(super) fn edit_attributes(&self, edit: &mut dyn FnMut(&mut Object) -> Result<()>) -> Result<()> {
        let mut change = || -> Result<()> {
            let store = &**self.hierarchy.store();
            let keys = self.format.keys(&self.path);
            let claim = ClaimedNode::claim(&*self.format, store, &self.path, WhenRefused::Fails)?;
            store::change(store, |store| {
                let found = self.found(store)?;
                let mut attributes = self.lower(&found)?.attributes;
                edit(&mut attributes)?;
                let documents = match found.documents {
                    Some(mut documents) => {
                        self.format.replace_attributes(&mut documents, attributes)?;
                        documents
                    }
                    None => self.format.spell_group(&GroupMetadata { attributes })?,
                };
                let texts = format::texts_of(&*self.format, &keys, NodeKind::Group, &documents)?;
                format::write_documents(store, &keys, NodeKind::Group, &texts)
            })?;
            claim.changed().settle(|| "its attributes are changed".to_owned(), || Ok(()))
        };
        change().context(|| node(&self.path))
    }

    /// The deviations from the format that were accepted on opening.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    fn describe(&self) -> Result<GroupMetadata> {
        let store = &**self.hierarchy.store();
        let is_unseen = self.is_unseen.load(Ordering::Relaxed);
        let found = if is_unseen { store::find_again(store, || self.found(store))? } else { self.found(store)? };
        self.is_unseen.store(false, Ordering::Relaxed);
        self.lower(&found)
    }

    fn lower(&self, found: &Detected) -> Result<GroupMetadata> {
        match &found.documents {
            Some(documents) => self.format.lower_group(documents, &self.read, &mut Warnings::default()),
            None => Ok(GroupMetadata::default()),
        }
    }

    fn found(&self, store: &dyn Store) -> Result<Detected> {
        let warnings = &mut Warnings::default();
        // The node is a group as a rule, so that its key is tried first; an array in its place is the exception.
        if let Some(found) = format::read_node(&self.format, store, &self.path, NodeKind::Group, warnings)? {
            return Ok(found);
        }
        let found = format::probe(&self.format, store, &self.path, warnings)?;
        found
            .filter(|found| found.kind != NodeKind::Array)
            .ok_or_else(|| Error::not_found("the group is not there any more"))
    }
}
