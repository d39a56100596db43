//! Writing documents, and keeping copies of them true.

use super::{Documents, Format, NodeKeys, NodeKind, NodePath, detect};
use crate::dtype::Warnings;
use crate::error::{Error, ErrorKind, Result};
use crate::json::{self, Object, ParseOptions, Style};
use crate::store::{Store, changed_somewhere};

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

/// Writes the documents of a node: the attributes first, so that a node is never seen without them.
///
/// # Errors
/// As [`write_document`]; nothing is written where one of them could not be read again.
pub fn write_documents(
    format: &dyn Format,
    store: &dyn Store,
    keys: &NodeKeys,
    kind: NodeKind,
    documents: &Documents,
) -> Result<()> {
    let key = if kind == NodeKind::Array { &keys.array } else { &keys.group };
    let text = text_of_node(format, key, &documents.node)?;
    if let (Some(key), Some(attributes)) = (&keys.attributes, &documents.attributes) {
        write_document(format, store, key, attributes)?;
    }
    store.set(key, text.as_bytes())
}

/// Takes away the copies of documents that groups above a changed node hold: a missing copy is slow, a stale one wrong.
///
/// # Errors
/// What the store gives.
pub fn invalidate_consolidated(format: &dyn Format, store: &dyn Store, path: &NodePath) -> Result<()> {
    invalidate_consolidated_except(format, store, path, &[])
}

/// The same where some of the groups above are known to hold no copy in their own documents.
///
/// # Errors
/// As [`invalidate_consolidated`].
pub fn invalidate_consolidated_except(
    format: &dyn Format,
    store: &dyn Store,
    path: &NodePath,
    without: &[NodePath],
) -> Result<()> {
    changed_somewhere(store);
    for group in path.ancestors().chain(std::iter::once(path.clone())) {
        let Some(key) = format.consolidated_key(&group) else { return Ok(()) };
        if key != format.keys(&group).group {
            if store.exists(&key)? {
                store.erase(&key)?;
            }
            continue;
        }
        // The node that was changed has just been written, with what its caller wanted in it.
        if group == *path || without.contains(&group) {
            continue;
        }
        let Some(mut document) = detect::read_document(store, &key, &mut Warnings::default())? else { continue };
        if format.drop_consolidated(&mut document) {
            write_document(format, store, &key, &document)?;
        }
    }
    Ok(())
}
