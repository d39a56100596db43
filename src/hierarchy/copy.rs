//! Copying nodes, also into another format: the description is spelled anew; the chunks go over as they are,
//! or are made anew where the format has its own way of making them.

use super::attributes::Attributes;
use super::create::Chosen;
use super::find::{Hierarchy, node};
use super::visit::Places;
use super::walk::Folders;
use crate::array::{Array, ChunkCopy, Progress, cancelled};
use crate::dtype::Warnings;
use crate::error::{Error, Result, ResultExt};
use crate::format::{Detected, Documents, Format, FormatId, NodeKind, NodePath};
use crate::json::Object;
use crate::metadata::ArrayMetadata;
use crate::store::{StoreExt, changes, is_within};
use std::sync::Arc;

/// Where nodes are copied from and to.
struct Copy<'a> {
    from: &'a Arc<Hierarchy>,
    source: NodePath,
    to: &'a Arc<Hierarchy>,
    target: NodePath,
    format: Option<FormatId>,
    /// Nodes and chunks may be there already, from an earlier run that was ended.
    resume: bool,
    /// The changes that there had been before anything was read.
    seen: u64,
}

impl Hierarchy {
    /// Copies a node, with everything below it, to an unused path of this or another hierarchy, in a format (None: that
    /// of the target).
    ///
    /// # Errors
    /// [`crate::ErrorKind::AlreadyExists`]; [`crate::ErrorKind::InvalidArgument`] for a target at or below the node;
    /// [`crate::ErrorKind::Unsupported`], naming the node, for what the format can't express: then the nodes before it
    /// have been copied already; [`crate::ErrorKind::Cancelled`].
    pub fn copy(
        self: &Arc<Self>,
        path: &str,
        to: &Arc<Self>,
        to_path: &str,
        format: Option<FormatId>,
        progress: Progress<'_>,
    ) -> Result<()> {
        self.copy_to(path, to, to_path, format, false, progress)
    }

    /// Continues a copy that was ended: existing nodes have to be equal to their copies, and existing
    /// chunks are left as they are.
    ///
    /// # Errors
    /// [`crate::ErrorKind::AlreadyExists`] for a node that is another one; as [`Hierarchy::copy`].
    pub fn resume_copy(
        self: &Arc<Self>,
        path: &str,
        to: &Arc<Self>,
        to_path: &str,
        format: Option<FormatId>,
        progress: Progress<'_>,
    ) -> Result<()> {
        self.copy_to(path, to, to_path, format, true, progress)
    }

    fn copy_to(
        self: &Arc<Self>,
        path: &str,
        to: &Arc<Self>,
        to_path: &str,
        format: Option<FormatId>,
        resume: bool,
        progress: Progress<'_>,
    ) -> Result<()> {
        let (source, target) = (NodePath::parse(path)?, NodePath::parse(to_path)?);
        // Compared by home, so that neither wrappers around one store nor paths to one folder hide it.
        let to_home = to.store.home(&target.prefix());
        if self.store.homes(&source.prefix()).iter().any(|home| is_within(&to_home, home)) {
            return Err(Error::invalid_argument(format!("node \"{source}\" can't be copied into itself")));
        }
        // Documents of now go with the chunks of now.
        self.forget_snapshot();
        Copy { from: self, source, to, target, format, resume, seen: changes() }.run(progress)
    }
}

impl Copy<'_> {
    fn run(&self, progress: Progress<'_>) -> Result<()> {
        let options = &self.from.options;
        let found = self.from.find(&self.source, options, &mut Warnings::default());
        let found = found
            .and_then(|found| found.ok_or_else(|| self.from.not_found(&self.source)))
            .context(|| node(&self.source))?;
        let format = Arc::clone(&found.format);
        let is_array = found.kind == NodeKind::Array;
        let mut nodes = vec![(self.source.clone(), found)];
        // All nodes are collected before the first is created: the copy would else be copied again where the target is
        // inside the source unseen, by a link or as objects of another prefix.
        if !is_array {
            let store = self.from.documents(self.from.options.consolidated)?;
            let all = Places { format: &format, path: &self.source, depth: usize::MAX, folders: Folders::Searched };
            self.from.visit(&store, all, &|_, found| found, &mut |path, found, _| {
                nodes.push((path.clone(), found?));
                Ok(())
            })?;
        }
        let mut chunks = Vec::new();
        nodes.into_iter().try_for_each(|(path, found)| self.copy_document(&path, found, &mut chunks))?;
        let total = chunks.iter().map(ChunkCopy::total).sum();
        let mut done = 0;
        if !progress(done, total) {
            return Err(cancelled());
        }
        // Of documents in a consolidated copy the store need not have the originals.
        let has_originals = Arc::ptr_eq(&self.from.documents(options.consolidated)?, &self.from.store);
        for copy in &chunks {
            copy.run(done, total, progress)?;
            copy.finish(has_originals)?;
            done += copy.total();
        }
        if progress(done, total) { Ok(()) } else { Err(cancelled()) }
    }

    /// Creates the node of the same name at the target, and notes the chunks of an array.
    fn copy_document(&self, path: &NodePath, found: Detected, chunks: &mut Vec<ChunkCopy>) -> Result<()> {
        let target = self.target.join(path.below(&self.source));
        let copy = || -> Result<()> {
            let chosen = self.to.format_for(&target, self.format)?;
            let format = &chosen.format;
            // A group that only its descendants imply is implied by their copies.
            let Some(documents) = found.documents else { return Ok(()) };
            if found.kind != NodeKind::Array {
                let group = found.format.lower_group(&documents, &self.from.options.read, &mut Warnings::default())?;
                let documents = format.spell_group(&group)?;
                return self.create(&target, &chosen, NodeKind::Group, documents).map(drop);
            }
            let origin = self.from.origin(found.format, path.clone(), &self.from.options);
            let source = Array::open(origin, documents, Warnings::default(), self.seen)?;
            let mut description = source.description()?;
            source.origin().format.keep_users_attributes(&mut description.attributes);
            if format.id() != source.format() {
                format.adopt(&mut description)?;
            }
            let documents = spell(&**format, description)?;
            let created = self.create(&target, &chosen, NodeKind::Array, documents)?;
            let array = self.to.open_created(created, target.clone(), Warnings::default(), &self.to.options)?;
            let copy = ChunkCopy::new(source, array)?;
            chunks.push(if self.resume { copy.without_those_there()? } else { copy });
            Ok(())
        };
        copy().context(|| format!("node \"{path}\" as \"{target}\""))
    }

    /// Creates a node, or finds the one that an earlier run has created.
    fn create(&self, path: &NodePath, chosen: &Chosen, kind: NodeKind, documents: Documents) -> Result<Detected> {
        if self.resume
            && let Some(mut found) = self.to.find(path, &self.to.options, &mut Warnings::default())?
            && found.kind != NodeKind::ImplicitGroup
        {
            let is_one = found.format.id() == chosen.format.id() && found.kind == kind;
            let there = found.documents.as_mut().filter(|_| is_one);
            if let Some(there) = there {
                // A run that was ended between the two documents of a node has left it without its attributes.
                if there.attributes.is_none() && documents.attributes.is_some() && is_one_node(there, &documents) {
                    self.complete(path, kind, &documents)?;
                    there.attributes.clone_from(&documents.attributes);
                }
                if means_the_same(there, &documents) {
                    return Ok(found);
                }
            }
            return Err(Error::already_exists("there is a node already whose document says something else"));
        }
        self.to.create(path, chosen, kind, documents)
    }

    /// Writes the attributes of a node that has none.
    fn complete(&self, path: &NodePath, kind: NodeKind, documents: &Documents) -> Result<()> {
        let attributes = documents.attributes.clone().unwrap_or_default();
        match kind {
            NodeKind::Array => self.to.open_array(&path.to_string(), None)?.replace_all(&Object::new(), &attributes),
            _ => self.to.open_group(&path.to_string(), None)?.replace_all(&Object::new(), &attributes),
        }
    }
}

/// True if the documents that make two nodes such are equal, regardless of the order of members.
fn is_one_node(one: &Documents, other: &Documents) -> bool {
    Object::clone(&one.node).sorted() == Object::clone(&other.node).sorted()
}

/// True if all documents of two nodes are equal, regardless of the order of members.
fn means_the_same(one: &Documents, other: &Documents) -> bool {
    let attributes = |documents: &Documents| documents.attributes.clone().unwrap_or_default().sorted();
    is_one_node(one, other) && attributes(one) == attributes(other)
}

/// The documents of the same array in a format, with its own kind of chunk keys.
fn spell(format: &dyn Format, array: ArrayMetadata) -> Result<Documents> {
    let chunk_keys = format.chunk_keys_of_copy(&array.chunk_keys);
    // A property of an array that a format can't keep is an error, not lost in silence.
    let mut warnings = Warnings::new(true);
    let documents = format.spell_array(&ArrayMetadata { chunk_keys, ..array }, &mut warnings)?;
    warnings.finish().map_err(|error| error.of_kind(crate::ErrorKind::Unsupported))?;
    Ok(documents)
}
