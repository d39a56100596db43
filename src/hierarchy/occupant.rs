//! The node that exists already where one is to be created, and the names of its siblings.

use crate::dtype::Warnings;
use crate::error::{Error, Result};
use crate::format::{self, Format, NodeKind, NodePath};
use crate::store::{Store, StoreExt};
use std::sync::Arc;

/// The kind of node that exists already where one is to be created.
pub(super) fn occupant(
    format: &Arc<dyn Format>,
    store: &dyn Store,
    path: &NodePath,
    kind: NodeKind,
) -> Result<Option<NodeKind>> {
    let keys = format.keys(path);
    // Other software gave the root's documents other keys, which only a listing shows; and a key for both kinds of node
    // does not say which one it is.
    if path.is_root() || !format.implicit_groups() || keys.array == keys.group {
        let found = format::probe(format, store, path, &mut Warnings::default())?;
        return Ok(found.map(|found| found.kind));
    }
    if store.exists(&keys.array)? {
        return Ok(Some(NodeKind::Array));
    }
    if store.exists(&keys.group)? {
        return Ok(Some(NodeKind::Group));
    }
    // A group may take the place of an implicit one, so that no caller has to know whether there is one.
    if kind == NodeKind::Group || !store.capabilities().listable {
        return Ok(None);
    }
    let below = format.candidates(path, &store.list_dir(&keys.children)?);
    Ok((!below.is_empty()).then_some(NodeKind::ImplicitGroup))
}

/// The error for a place below an array.
pub(super) fn below_array(path: &NodePath) -> Error {
    Error::node_type(format!("\"{path}\" is an array, which has no children"))
}

/// Refuses a place that is taken, unless by a node that a failed creation of this process has begun. `new`: the kind of
/// the node that is created there, if any.
pub(super) fn refuse(
    format: &Arc<dyn Format>,
    store: &dyn Store,
    path: &NodePath,
    there: Option<NodeKind>,
    new: Option<NodeKind>,
) -> Result<()> {
    let Some(kind) = there else { return Ok(()) };
    if new == Some(kind) && format::begun(store, format.keys(path).document(kind))?.is_some() {
        return Ok(());
    }
    Err(Error::already_exists(match kind {
        NodeKind::Array => "there is an array already",
        NodeKind::Group => "there is a group already",
        NodeKind::ImplicitGroup => "there is an implicit group already",
    }))
}

/// Refuses a name that differs from that of a sibling in upper and lower case only, at any level of a path.
pub(super) fn refuse_case_twins(format: &dyn Format, store: &dyn Store, path: &NodePath) -> Result<()> {
    if !store.capabilities().listable {
        return Ok(());
    }
    for (parent, name) in path.ancestors().zip(path.names()) {
        let listing = store.list_dir(&format.keys(&parent).children)?;
        let twin = |other: &str| other != name && other.eq_ignore_ascii_case(name);
        if let Some(other) = format.candidates(&parent, &listing).into_iter().find(|other| twin(&other.name)) {
            let other = other.name;
            return Err(Error::invalid_argument(format!(
                "node name {name:?} differs from its sibling {other:?} in case only (format {})",
                format.name()
            )));
        }
    }
    Ok(())
}
