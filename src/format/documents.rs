//! Writing documents.

use super::{Documents, Format, NodeKeys, NodeKind};
use crate::error::{Error, Result};
use crate::json::Object;
use crate::store::{self, Store};

/// Writes one document in the layout of its format.
///
/// # Errors
/// What the store gives.
pub fn write_document(format: &dyn Format, store: &dyn Store, key: &str, document: &Object) -> Result<()> {
    store.set(key, &text_of(format, document)?)
}

/// Writes the documents of a node: the attributes first, so that a node is never seen without them. Returns the text of the
/// document that makes it a node.
///
/// # Errors
/// What the store gives.
pub fn write_documents(
    format: &dyn Format,
    store: &dyn Store,
    keys: &NodeKeys,
    kind: NodeKind,
    documents: &Documents,
) -> Result<Vec<u8>> {
    if let (Some(key), Some(attributes)) = (&keys.attributes, &documents.attributes) {
        write_document(format, store, key, attributes)?;
    }
    let key = if kind == NodeKind::Array { &keys.array } else { &keys.group };
    let text = text_of(format, &documents.node)?;
    store.set(key, &text)?;
    Ok(text)
}

/// Writes the documents of a node that is not there yet; of several processes that create it at once, one succeeds.
///
/// # Errors
/// [`crate::ErrorKind::AlreadyExists`]; what the store gives.
pub fn write_new_documents(
    format: &dyn Format,
    store: &dyn Store,
    keys: &NodeKeys,
    kind: NodeKind,
    documents: &Documents,
) -> Result<()> {
    if let (Some(key), Some(attributes)) = (&keys.attributes, &documents.attributes) {
        write_document(format, store, key, attributes)?;
    }
    let key = if kind == NodeKind::Array { &keys.array } else { &keys.group };
    if store::set_new(store, key, &text_of(format, &documents.node)?)? {
        return Ok(());
    }
    Err(Error::already_exists("another process has created a node here"))
}

/// The text of a document in the layout of its format.
fn text_of(format: &dyn Format, document: &Object) -> Result<Vec<u8>> {
    document.to_text(format.style()).map(String::into_bytes)
}
