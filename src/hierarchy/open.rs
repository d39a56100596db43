//! Opening a store by its URL, and the nodes in it.

use super::find::{Hierarchy, in_lower_case, node};
use super::group::Group;
use super::options::Options;
use crate::array::Array;
use crate::dtype::Warnings;
use crate::error::{Error, Result, ResultExt};
use crate::format::{Detected, NodeKind, NodePath};
use crate::store;
use std::sync::Arc;

/// An open node of either kind.
#[derive(Debug)]
pub enum Node {
    /// An array.
    Array(Array),
    /// A group.
    Group(Group),
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

impl Hierarchy {
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
}
