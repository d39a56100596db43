//! Creating nodes: the checks, the ancestors that a format demands, and the documents, in the order that is safe.

use super::find::{Hierarchy, node};
use super::group::Group;
use super::occupant::{below_array, occupant, refuse, refuse_case_twins};
use super::options::Options;
use crate::array::{Array, ArrayBuilder, check_chunks, parse_attributes};
use crate::dtype::Warnings;
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::format::{self, Detected, Documents, Format, FormatId, NodeKind, NodePath, Unfinished};
use crate::json::{self, Document, ParseOptions};
use crate::metadata::GroupMetadata;
use crate::store::{Claims, changed_somewhere_since, changes, pause_point};
use std::sync::Arc;

/// The groups above the place of a new node.
#[derive(PartialEq, Eq)]
struct ParentGroups {
    /// The groups that are not there.
    missing: Vec<NodePath>,
    /// The groups that hold a copy of documents, which the new node would make stale.
    with_copy: Vec<NodePath>,
}

/// The format of a new node, and the number of changes that there had been before it was chosen.
pub(super) struct Chosen {
    pub format: Arc<dyn Format>,
    pub seen: u64,
}

/// An array that can be created.
pub(super) struct PlannedArray {
    pub path: NodePath,
    pub chosen: Chosen,
    pub documents: Documents,
    warnings: Warnings,
}

/// A place for a new node that is claimed, with all that is above it.
pub(super) struct ClaimedPlace<'a> {
    _claims: Claims<'a>,
    /// The groups that the format wants above it, and that are not there.
    missing: Vec<NodePath>,
}

impl Hierarchy {
    /// Creates a group. An implicit group becomes explicit.
    ///
    /// # Errors
    /// [`crate::ErrorKind::AlreadyExists`], [`crate::ErrorKind::InvalidArgument`] for a name or a format that does not
    /// fit the hierarchy.
    pub fn create_group(
        self: &Arc<Self>,
        path: &str,
        format: Option<FormatId>,
        attributes: Option<&str>,
    ) -> Result<Group> {
        let path = NodePath::parse(path)?;
        let attributes = attributes.map(parse_attributes).transpose()?.unwrap_or_default();
        let create = || -> Result<Detected> {
            let chosen = self.format_for(&path, format)?;
            let documents = chosen.format.spell_group(&GroupMetadata { attributes })?;
            self.create(&path, &chosen, NodeKind::Group, documents)
        };
        let found = create().context(|| node(&path))?;
        Group::open(Arc::clone(self), path, found, self.options.read.clone(), Warnings::default())
    }

    /// Creates an array.
    ///
    /// # Errors
    /// As [`Hierarchy::create_group`]; [`crate::ErrorKind::Unsupported`] for what the format can't express.
    pub fn create_array(self: &Arc<Self>, path: &str, builder: &ArrayBuilder) -> Result<Array> {
        self.create_array_with(path, builder, None)
    }

    /// Creates an array with options for its handle, which go before those of the store.
    ///
    /// # Errors
    /// As [`Hierarchy::create_array`]; [`crate::ErrorKind::InvalidArgument`] for unknown options.
    pub fn create_array_with(
        self: &Arc<Self>,
        path: &str,
        builder: &ArrayBuilder,
        options: Option<&str>,
    ) -> Result<Array> {
        let options = self.options.for_node(options)?;
        self.create_planned(self.plan_array(NodePath::parse(path)?, builder, &options)?, &options, || ())
    }

    /// Finds what can be wrong with a new array, but for what is at its place.
    pub(super) fn plan_array(&self, path: NodePath, builder: &ArrayBuilder, options: &Options) -> Result<PlannedArray> {
        let plan = || -> Result<PlannedArray> {
            let mut warnings = Warnings::default();
            let chosen = self.format_for(&path, builder.requested_format().or(options.format))?;
            let array = builder.build(&*chosen.format)?;
            let documents = chosen.format.spell_array(&array, &mut warnings)?;
            check_chunks(&array, options.array.limits)?;
            Ok(PlannedArray { path: path.clone(), chosen, documents, warnings })
        };
        plan().context(|| node(&path))
    }

    /// Creates an array that was planned; calls `begin` before it writes.
    pub(super) fn create_planned(
        &self,
        planned: PlannedArray,
        options: &Options,
        begin: impl FnOnce(),
    ) -> Result<Array> {
        let PlannedArray { path, chosen, documents, warnings } = planned;
        let place = self.claim_new(&path, &chosen, NodeKind::Array).inspect(|_| begin());
        let found = place.and_then(|place| self.write_new(&path, &chosen.format, NodeKind::Array, documents, place));
        self.open_created(found.context(|| node(&path))?, path, warnings, options)
    }

    /// Creates an array from a document in the spelling of its format.
    ///
    /// # Errors
    /// As [`Hierarchy::create_array`]; [`crate::ErrorKind::Metadata`] for anything that the format does not allow.
    pub fn create_array_json(self: &Arc<Self>, path: &str, format: Option<FormatId>, document: &str) -> Result<Array> {
        let path = NodePath::parse(path)?;
        let create = || -> Result<Detected> {
            let chosen = self.format_for(&path, format)?;
            let format = &chosen.format;
            let mut warnings = Warnings::new(true);
            let (document, duplicates) = json::parse(document.as_bytes(), ParseOptions { bare_tokens: true })?;
            if let Some(name) = duplicates.first() {
                return Err(Error::metadata(format!("member {name:?} stands twice")));
            }
            let node = Document::from(document.expect_object("the document")?.clone());
            if format.keys(&path).array == format.keys(&path).group && format.classify(&node)? != NodeKind::Array {
                return Err(Error::metadata("the document is not one of an array"));
            }
            let mut documents = Documents { node, attributes: None };
            format.complete(&mut documents);
            let array = format.lower_array(&documents, &format::ReadOptions::for_new_nodes(), &mut warnings)?;
            if let Some(unknown) = array.chain.unknown() {
                return Err(unknown.error());
            }
            warnings.finish()?;
            self.create(&path, &chosen, NodeKind::Array, documents)
        };
        let found = create().context(|| node(&path))?;
        self.open_created(found, path, Warnings::default(), &self.options)
    }

    /// The handle of a new array; it keeps the warnings about properties that its format could not spell.
    pub(super) fn open_created(
        &self,
        found: Detected,
        path: NodePath,
        warnings: Warnings,
        options: &Options,
    ) -> Result<Array> {
        let documents = found.documents.ok_or_else(|| Error::internal("a new array has documents"))?;
        let mut origin = self.origin(found.format, path, options);
        origin.read.v1_f_order.get_or_insert_default();
        Array::open(origin, documents, warnings, changes())
    }

    /// The format for a new node: that of the hierarchy, else the one asked for, else final v3.
    pub(super) fn format_for(&self, path: &NodePath, wanted: Option<FormatId>) -> Result<Chosen> {
        let seen = changes();
        let wanted = wanted.or(self.options.format);
        let format = match self.hierarchy_format(path)? {
            Some(format) => match wanted.filter(|wanted| *wanted != format.id()) {
                None => format,
                Some(wanted) => {
                    let (is, wanted) = (format.name(), wanted.name());
                    return Err(Error::invalid_argument(format!(
                        "the hierarchy is of format {is}; {wanted} can't be mixed in"
                    )));
                }
            },
            None => wanted.unwrap_or(FormatId::DEFAULT).format(),
        };
        pause_point("format.chosen");
        Ok(Chosen { format, seen })
    }

    /// Refuses a place that has become part of a hierarchy of another format since the format for a new node was
    /// chosen.
    pub(super) fn check_format(&self, path: &NodePath, chosen: &Chosen) -> Result<()> {
        let wanted = chosen.format.id();
        match self.hierarchy_format(path)?.map(|format| format.id()).filter(|is| *is != wanted) {
            None => Ok(()),
            Some(is) => {
                let (is, wanted) = (is.name(), wanted.name());
                let why = "has been created here meanwhile";
                Err(Error::already_exists(format!("a node of format {is} {why}; {wanted} can't be mixed in")))
            }
        }
    }

    /// The format of a path's hierarchy: that of the root, or else that of the nearest node above.
    fn hierarchy_format(&self, path: &NodePath) -> Result<Option<Arc<dyn Format>>> {
        let (store, warnings) = (&*self.store, &mut Warnings::default());
        let known = self.entry.format(store);
        // Another process may have erased the hierarchy that is known. A store that can't list does not show one
        // without an entry point document.
        let is_hidden = |known: &Arc<dyn Format>| known.entry().is_none() && !store.capabilities().listable;
        if let Some(known) = known.as_ref().filter(|known| is_hidden(known)) {
            return Ok(Some(Arc::clone(known)));
        }
        let found = format::of_hierarchy(store, &self.options.read, warnings)?;
        match found.as_ref().filter(|format| format.owns_store()) {
            Some(format) => self.entry.remember(format),
            None if known.is_some() => self.entry.forget(store),
            None => {}
        }
        if found.is_some() {
            return Ok(found);
        }
        let above = std::iter::once(path.clone()).chain(path.ancestors().rev()).filter(|path| !path.is_root());
        for path in above {
            if let Some(found) = format::probe_below(&*self.store, &path, &mut Warnings::default())? {
                return Ok(Some(found.format));
            }
        }
        Ok(None)
    }

    /// Writes the documents of a new node: the entry point, the groups that the format wants above it, its own.
    pub(super) fn create(
        &self,
        path: &NodePath,
        chosen: &Chosen,
        kind: NodeKind,
        documents: Documents,
    ) -> Result<Detected> {
        let place = self.claim_new(path, chosen, kind)?;
        self.write_new(path, &chosen.format, kind, documents, place)
    }

    /// Claims the place of a new node, and writes what it needs besides its own documents: the groups above it.
    fn claim_new(&self, path: &NodePath, chosen: &Chosen, kind: NodeKind) -> Result<ClaimedPlace<'_>> {
        let format = &chosen.format;
        self.check_names(path, format)?;
        let place = self.claim_places(&[path], path, chosen, &mut |again| {
            if again {
                self.check_format(path, chosen)?;
            }
            match occupant(format, &*self.store, path, kind)? {
                Some(NodeKind::ImplicitGroup) if kind == NodeKind::Group => Ok(()),
                there => refuse(format, &*self.store, path, there, Some(kind)),
            }
        });
        let place = place.or_else(|error| match error.kind() {
            // A document that another format has under this key looks damaged in this one.
            ErrorKind::Metadata => self.check_format(path, chosen).and(Err(error)),
            _ => Err(error),
        })?;
        self.create_above(path, &place, format)?;
        Ok(place)
    }

    /// Claims nodes alone, together with the groups that the one at `path` wants above it, and shares the existing
    /// groups, none of which holds a copy of documents. `check` looks at the places; its argument is true when it runs
    /// again, under the claims.
    pub(super) fn claim_places(
        &self,
        nodes: &[&NodePath],
        path: &NodePath,
        chosen: &Chosen,
        check: &mut dyn FnMut(bool) -> Result<()>,
    ) -> Result<ClaimedPlace<'_>> {
        let (store, format) = (&*self.store, &chosen.format);
        let mut look = |again| -> Result<ParentGroups> {
            check(again)?;
            let mut above = self.above(path, format)?;
            for group in nodes.iter().filter(|node| **node != path).flat_map(|node| node.ancestors()) {
                if !above.with_copy.contains(&group) && format::has_copy(&**format, store, &group)? {
                    above.with_copy.push(group);
                }
            }
            Ok(above)
        };
        loop {
            let above = look(false)?;
            above.with_copy.iter().try_for_each(|group| format::drop_copy(&**format, store, group))?;
            if !above.with_copy.is_empty() {
                continue;
            }
            pause_point("place.seen");
            let alone: Vec<&NodePath> = nodes.iter().copied().chain(&above.missing).collect();
            let claims = format::claim_nodes(&**format, store, &alone)?;
            // Each document is read once, unless another thread, or a process that the claims keep out, can have
            // changed it.
            let may_differ = claims.excludes_processes() || changed_somewhere_since(store, chosen.seen);
            if !may_differ || look(true)? == above {
                return Ok(ClaimedPlace { _claims: claims, missing: above.missing });
            }
        }
    }

    /// Refuses a path that can't be that of a new node, or where there is one already; `new` as for [`refuse`].
    pub(super) fn check_place(&self, path: &NodePath, format: &Arc<dyn Format>, new: Option<NodeKind>) -> Result<()> {
        self.check_names(path, format)?;
        refuse(format, &*self.store, path, occupant(format, &*self.store, path, NodeKind::Array)?, new)
    }

    /// Refuses names that the format does not allow.
    pub(super) fn check_names(&self, path: &NodePath, format: &Arc<dyn Format>) -> Result<()> {
        path.check_depth()?;
        path.names().try_for_each(|name| format.check_name(name))?;
        if format.siblings_ignore_case() {
            refuse_case_twins(&**format, &*self.store, path)?;
        }
        Ok(())
    }

    /// Looks at the groups above a new node.
    fn above(&self, path: &NodePath, format: &Arc<dyn Format>) -> Result<ParentGroups> {
        let store = &*self.store;
        let (mut missing, mut with_copy) = (Vec::new(), Vec::new());
        for ancestor in path.ancestors() {
            let keys = format.keys(&ancestor);
            if !format.needs_ancestors() && keys.array != keys.group {
                // A group needs no documents here, but a node can't be below an array.
                if store.exists(&keys.array)? {
                    return Err(below_array(&ancestor));
                }
                if format::has_copy(&**format, store, &ancestor)? {
                    with_copy.push(ancestor);
                }
                continue;
            }
            let found = format::probe(format, store, &ancestor, &mut Warnings::default())?;
            if found.as_ref().is_some_and(|found| found.kind == NodeKind::Array) {
                return Err(below_array(&ancestor));
            }
            let has_copy = match format.consolidated_key(&ancestor) {
                Some(key) if key != keys.group => store.exists(&key)?,
                _ => {
                    let documents = found.as_ref().and_then(|found| found.documents.clone());
                    documents.is_some_and(|mut documents| format.drop_consolidated(&mut documents.node))
                }
            };
            if has_copy {
                with_copy.push(ancestor.clone());
            }
            if found.is_none() && format.needs_ancestors() {
                missing.push(ancestor);
            }
        }
        Ok(ParentGroups { missing, with_copy })
    }

    /// Writes the groups that the format wants above a new node.
    pub(super) fn create_above(
        &self,
        path: &NodePath,
        place: &ClaimedPlace<'_>,
        format: &Arc<dyn Format>,
    ) -> Result<()> {
        let (store, keys) = (&*self.store, format.keys(path));
        if let Some((key, entry)) = format.entry()
            // The document of the root may be the entry point itself.
            && key != keys.array
            && key != keys.group
            && !store.exists(&key)?
        {
            format::write_new_document(&**format, store, &key, &entry)?;
        }
        for ancestor in &place.missing {
            let (keys, group) = (format.keys(ancestor), &mut format.spell_group(&GroupMetadata::default())?);
            match format::write_new_documents(&**format, store, &keys, NodeKind::Group, group) {
                // Another process has created it.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                done => done.map(drop)?,
            }
        }
        Ok(())
    }

    /// Writes the documents of a new node in a place that is claimed.
    pub(super) fn write_new(
        &self,
        path: &NodePath,
        format: &Arc<dyn Format>,
        kind: NodeKind,
        mut documents: Documents,
        place: ClaimedPlace<'_>,
    ) -> Result<Detected> {
        let (store, keys) = (&*self.store, format.keys(path));
        format::drop_own_copy(&**format, store, path)?;
        let new = format::write_new_documents(&**format, store, &keys, kind, &mut documents)?;
        drop(place);
        if format.owns_store() {
            self.entry.remember(format);
        }
        format::settle(&**format, store, &[path], || "it is created".to_owned(), || Ok(()))
            .inspect_err(|_| format::leave(store, keys.document(kind), Unfinished::Creation(new)))?;
        // The groups above are in use from here on.
        let groups = path.ancestors().map(|group| format.keys(&group).group);
        groups.chain([path.prefix()]).for_each(|key| format::finish(store, &key));
        Ok(Detected { format: Arc::clone(format), kind, documents: Some(documents) })
    }
}
