//! Looking for nodes of a format that is known.

use super::description::{Documents, Format, NodeKeys, NodeKind};
use super::members::{DIMENSIONS, dimensions_of_nczarr};
use super::path::NodePath;
use super::reading::read_document;
use crate::dtype::Warnings;
use crate::error::{Result, ResultExt};
use crate::json::{Document, Json, Object};
use crate::store::{Store, StoreExt};
use std::sync::Arc;

/// A node, with the format and the documents that it was found by.
#[derive(Clone, Debug)]
pub struct Detected {
    /// The format.
    pub format: Arc<dyn Format>,
    /// The kind of the node.
    pub kind: NodeKind,
    /// Its documents; None for an implicit group.
    pub documents: Option<Documents>,
}

/// The names of axes in the documents of an array, also where other members of them can't be followed.
pub fn names_of_axes(documents: &Documents) -> Vec<String> {
    let node = &documents.node;
    let attributes = documents.attributes.as_ref().or_else(|| node.get("attributes")?.as_object()).unwrap_or(node);
    let names = node.get("dimension_names").or_else(|| attributes.get(DIMENSIONS)).and_then(Json::as_array);
    let of_nczarr = || {
        let rank = node.get("shape")?.as_array()?.len();
        dimensions_of_nczarr(node.members().ok()?, attributes, rank)
    };
    match names {
        Some(names) => names.iter().filter_map(Json::as_str).map(str::to_owned).collect(),
        None => of_nczarr().into_iter().flatten().flatten().collect(),
    }
}

/// Reads a node of which it is known what it is; None: its document is not there.
///
/// # Errors
/// Errors of reading its documents.
pub fn read_node(
    format: &Arc<dyn Format>,
    store: &dyn Store,
    path: &NodePath,
    kind: NodeKind,
    warnings: &mut Warnings,
) -> Result<Option<Detected>> {
    let keys = format.keys(path);
    let key = match kind {
        NodeKind::ImplicitGroup => return Ok(Some(Detected { format: Arc::clone(format), kind, documents: None })),
        NodeKind::Array => &keys.array,
        NodeKind::Group => &keys.group,
    };
    let Some(node) = read_document(store, key, warnings)? else { return Ok(None) };
    if keys.array == keys.group && format.classify(&node).context(|| format!("document {key:?}"))? != kind {
        return Ok(None);
    }
    let attributes = read_attributes(store, &keys, warnings)?;
    Ok(Some(Detected { format: Arc::clone(format), kind, documents: Some(Documents { node, attributes }) }))
}

/// The document of the attributes, where there is one of its own.
fn read_attributes(store: &dyn Store, keys: &NodeKeys, warnings: &mut Warnings) -> Result<Option<Object>> {
    let Some(key) = &keys.attributes else { return Ok(None) };
    Ok(read_document(store, key, warnings)?.map(Document::into_object))
}

/// The warning for an array at whose path there is the document of a group as well.
pub fn two_documents(keys: &NodeKeys) -> String {
    format!("there is a document of a group too: {:?}", keys.group)
}

/// Looks for a node of one format.
///
/// # Errors
/// Errors of reading its documents.
pub fn probe(
    format: &Arc<dyn Format>,
    store: &dyn Store,
    path: &NodePath,
    warnings: &mut Warnings,
) -> Result<Option<Detected>> {
    if !path.is_root() && !format.has_paths() {
        return Ok(None);
    }
    let keys = format.keys(path);
    let found = |kind, node, warnings: &mut Warnings| -> Result<Option<Detected>> {
        let attributes = read_attributes(store, &keys, warnings)?;
        Ok(Some(Detected { format: Arc::clone(format), kind, documents: Some(Documents { node, attributes }) }))
    };
    if keys.array == keys.group {
        if let Some(node) = read_document(store, &keys.array, warnings)? {
            let kind = format.classify(&node).context(|| format!("document {:?}", keys.array))?;
            return found(kind, node, warnings);
        }
    } else if let Some(node) = read_document(store, &keys.array, warnings)? {
        // Without strict warnings the look waits until the caller asks for them, so that opening an array costs one
        // request less.
        if warnings.strict && store.exists(&keys.group)? {
            warnings.add(two_documents(&keys));
        }
        return found(NodeKind::Array, node, warnings);
    } else if let Some(node) = read_document(store, &keys.group, warnings)? {
        return found(NodeKind::Group, node, warnings);
    }
    if format.implicit_groups() && store.capabilities().listable {
        let listing = store.list_dir(&keys.children)?;
        if let Some(variant) = format.variant(path, &listing) {
            return probe(&variant, store, path, warnings);
        }
        if !format.candidates(path, &listing).is_empty() {
            return Ok(Some(Detected { format: Arc::clone(format), kind: NodeKind::ImplicitGroup, documents: None }));
        }
    }
    Ok(None)
}
