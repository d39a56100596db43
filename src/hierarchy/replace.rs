//! Creates a node in the place of an existing one.
//!
//! All errors of the new node are found before the old one is changed. Then the documents of the old node are erased,
//! then the values below it, and last the new documents are written: a reader meanwhile, or after a crash, finds the
//! old node, none or the new one, never new documents over old chunks.

use super::create::Chosen;
use super::find::{Hierarchy, node};
use super::group::Group;
use super::walk::{MAX_SEARCH, holds_nodes};
use crate::array::{Array, ArrayBuilder, check_chunks, parse_attributes};
use crate::dtype::Warnings;
use crate::error::{Error, Result, ResultExt};
use crate::format::{Detected, Documents, FormatId, NodeKind, NodePath};
use crate::metadata::{ArrayMetadata, GroupMetadata};
use crate::store::{self, StoreExt, changes};
use std::sync::Arc;

impl Hierarchy {
    /// Creates an array; replaces an existing node at the path, with everything below it.
    ///
    /// # Errors
    /// As [`Hierarchy::create_array`], but for [`crate::ErrorKind::AlreadyExists`]; [`crate::ErrorKind::Unsupported`]
    /// for a store that can't list or can't erase, where there is something to be replaced.
    pub fn create_or_replace_array(self: &Arc<Self>, path: &str, builder: &ArrayBuilder) -> Result<Array> {
        let path = NodePath::parse(path)?;
        let mut warnings = Warnings::default();
        let mut create = || -> Result<Detected> {
            let chosen = self.format_in_place(&path, builder.requested_format())?;
            let array = builder.build(&*chosen.format)?;
            let documents = chosen.format.spell_array(&array, &mut warnings)?;
            check_chunks(&array, self.options.array.limits)?;
            self.replace(&path, &chosen, NodeKind::Array, documents, Some(&array))
        };
        let found = create().context(|| node(&path))?;
        self.open_created(found, path, warnings, &self.options)
    }

    /// Creates a group; replaces an existing node at the path, with everything below it.
    ///
    /// # Errors
    /// As [`Hierarchy::create_or_replace_array`].
    pub fn create_or_replace_group(
        self: &Arc<Self>,
        path: &str,
        format: Option<FormatId>,
        attributes: Option<&str>,
    ) -> Result<Group> {
        let path = NodePath::parse(path)?;
        let attributes = attributes.map(parse_attributes).transpose()?.unwrap_or_default();
        let create = || -> Result<Detected> {
            let chosen = self.format_in_place(&path, format)?;
            let documents = chosen.format.spell_group(&GroupMetadata { attributes })?;
            self.replace(&path, &chosen, NodeKind::Group, documents, None)
        };
        let found = create().context(|| node(&path))?;
        Group::open(Arc::clone(self), path, found, self.options.read.clone(), Warnings::default())
    }

    /// The format for a node that replaces another one: replacing the root erases the whole hierarchy, so any format is
    /// allowed.
    fn format_in_place(&self, path: &NodePath, wanted: Option<FormatId>) -> Result<Chosen> {
        let seen = changes();
        match wanted.or(self.options.format) {
            Some(wanted) if path.is_root() && self.at(path)?.is_some() => Ok(Chosen { format: wanted.format(), seen }),
            _ => self.format_for(path, wanted),
        }
    }

    /// The node at a path, of any format.
    fn at(&self, path: &NodePath) -> Result<Option<Detected>> {
        let options = super::Options { format: None, ..self.options.clone() };
        self.find_in(&*self.store, path, &options, &mut Warnings::default())
    }

    fn replace(
        &self,
        path: &NodePath,
        chosen: &Chosen,
        kind: NodeKind,
        documents: Documents,
        array: Option<&ArrayMetadata>,
    ) -> Result<Detected> {
        let (store, format) = (&*self.store, &chosen.format);
        let keys = format.keys(path);
        self.check_names(path, format)?;
        let place = self.claim_places(&[path], path, chosen, &mut |again| match again && !path.is_root() {
            true => self.check_format(path, chosen),
            // Replacing the root erases everything, also nodes of other formats.
            false => Ok(()),
        })?;
        let old = match self.at(path)? {
            // Folders without a document of their own, but with nodes in them.
            None if !path.is_root() && store.capabilities().listable => {
                let implicit = Detected { format: Arc::clone(format), kind: NodeKind::ImplicitGroup, documents: None };
                holds_nodes(store, &**format, path, MAX_SEARCH)?.then_some(implicit)
            }
            found => found,
        };
        if let Some(old) = old {
            let capabilities = store.capabilities();
            if !capabilities.listable || (capabilities.writeable && !capabilities.erasable) {
                let text = match capabilities.listable {
                    true => "the store can't erase what would be replaced",
                    false => "the store can't list what would be replaced",
                };
                return Err(Error::unsupported(text));
            }
            self.remove(path, &old)?;
        } else if let Some(array) = array.filter(|_| store.capabilities().listable) {
            // Chunks that an interrupted replacement left would become chunks of the new array.
            for key in store.list_prefix(&keys.data)? {
                let name = &key[keys.data.len()..];
                if array.chunk_keys.position(name, array.shape.len()).is_some() {
                    store.erase(&key)?;
                    store::written(store, &key);
                }
            }
        }
        self.create_above(path, &place, format)?;
        self.write_new(path, format, kind, documents, place)
    }
}
