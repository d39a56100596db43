//! Writing documents, and keeping copies of them true.

use super::{Documents, Format, NodeKeys, NodeKind, NodePath, detect};
use crate::dtype::Warnings;
use crate::error::Result;
use crate::json::Object;
use crate::store::{Store, changed_somewhere};

/// Writes one document in the layout of its format.
///
/// # Errors
/// What the store gives.
pub fn write_document(format: &dyn Format, store: &dyn Store, key: &str, document: &Object) -> Result<()> {
    let text = document.to_text(format.style())?;
    store.set(key, text.as_bytes())
}

/// Writes the documents of a node: the attributes first, so that a node is never seen without them.
///
/// # Errors
/// What the store gives.
pub fn write_documents(
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
    write_document(format, store, key, &documents.node)
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
