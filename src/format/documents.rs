//! Writing documents.

use super::{Documents, Format, NodeKeys, NodeKind, detect};
use crate::error::{Error, ErrorKind, Result};
use crate::json::{self, Object, ParseOptions, Style};
use crate::store::{self, Store};

/// Writes one document in the layout of its format.
///
/// # Errors
/// [`ErrorKind::Limit`] for a document that could not be read again: nothing is written then. What the store gives.
pub fn write_document(format: &dyn Format, store: &dyn Store, key: &str, document: &Object) -> Result<()> {
    store.set(key, readable_text(format, key, document)?.as_bytes())
}

/// The text of a document that reading accepts. The reader itself checks it, so that the two can't come to differ.
fn readable_text(format: &dyn Format, key: &str, document: &Object) -> Result<String> {
    let mut text = document.to_text(format.style())?;
    if text.len() as u64 > detect::MAX_DOCUMENT {
        // Without the white space of its layout it may still fit, as the one that was read did.
        text = document.to_text(Style::default())?;
    }
    let refused =
        |why: &str| Error::limit(format!("document {key:?} is not written, because it could not be read again: {why}"));
    if text.len() as u64 > detect::MAX_DOCUMENT {
        return Err(refused(&format!("it has {} bytes, more than {}", text.len(), detect::MAX_DOCUMENT)));
    }
    match json::read(text.as_bytes(), ParseOptions { bare_tokens: true }) {
        Ok(_) => Ok(text),
        Err(error) if error.kind() == ErrorKind::NoMemory => Err(error),
        Err(error) => Err(refused(error.message())),
    }
}

/// The same for the document of a node. A consolidated copy in it is left out where there is no room for it: a missing copy
/// costs time, and a refused change is lost.
fn text_of_node(format: &dyn Format, key: &str, document: &Object) -> Result<String> {
    readable_text(format, key, document).or_else(|error| {
        let mut alone = document.clone();
        if error.kind() == ErrorKind::Limit && format.drop_consolidated(&mut alone) {
            return readable_text(format, key, &alone);
        }
        Err(error)
    })
}

/// Writes the documents of a node: the attributes first, so that a node is never seen without them. Returns the text of the
/// document that makes it a node.
///
/// # Errors
/// As [`write_document`]; nothing is written where one of them could not be read again.
pub fn write_documents(
    format: &dyn Format,
    store: &dyn Store,
    keys: &NodeKeys,
    kind: NodeKind,
    documents: &Documents,
) -> Result<Vec<u8>> {
    let (key, text) = begin(format, store, keys, kind, documents)?;
    let written = store.set(key, &text);
    leave_no_attributes(store, keys, key)?;
    written.map(|()| text)
}

/// Takes attributes away that were written while another process erased their node: else the next node there would have them.
/// That process takes the node's own document away first, so that it is missing here, or all else goes after it.
fn leave_no_attributes(store: &dyn Store, keys: &NodeKeys, node: &str) -> Result<()> {
    match &keys.attributes {
        Some(attributes) if !store.is_private() && !store.exists(node)? => {
            store.erase(attributes)?;
            Err(Error::not_found("the node is not there any more"))
        }
        _ => Ok(()),
    }
}

/// Writes the documents of a node that is not there yet; of several processes that create it at once, one succeeds.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`]; as [`write_documents`].
pub fn write_new_documents(
    format: &dyn Format,
    store: &dyn Store,
    keys: &NodeKeys,
    kind: NodeKind,
    documents: &Documents,
) -> Result<()> {
    let (key, text) = begin(format, store, keys, kind, documents)?;
    if store::set_new(store, key, &text)? {
        return Ok(());
    }
    Err(Error::already_exists("another process has created a node here"))
}

/// Writes the attributes, and gives the key and the text of the document that makes the node one.
fn begin<'k>(
    format: &dyn Format,
    store: &dyn Store,
    keys: &'k NodeKeys,
    kind: NodeKind,
    documents: &Documents,
) -> Result<(&'k str, Vec<u8>)> {
    let key = if kind == NodeKind::Array { &keys.array } else { &keys.group };
    let text = text_of_node(format, key, &documents.node)?;
    if let (Some(key), Some(attributes)) = (&keys.attributes, &documents.attributes) {
        write_document(format, store, key, attributes)?;
    }
    Ok((key, text.into_bytes()))
}
