//! The copy of all documents below a group that final v3 keeps in the document of the group.

use crate::error::{Error, Result};
use crate::format::description::{Documents, NodeKind};
use crate::format::path::NodePath;
use crate::json::{Json, Object};

const MEMBER: &str = "consolidated_metadata";

/// The documents of the group and of everything below it, by their keys; None: the group has no copy.
///
/// # Errors
/// [`crate::ErrorKind::Metadata`] for one that can't be followed.
pub(super) fn read(path: &NodePath, document: &Object) -> Result<Option<Vec<(String, Object)>>> {
    let Some(consolidated) = document.get(MEMBER).and_then(Json::as_object) else { return Ok(None) };
    // It need not be understood, so a kind that is not known is no copy.
    if consolidated.get("kind").and_then(Json::as_str) != Some("inline") {
        return Ok(None);
    }
    let metadata = consolidated
        .get("metadata")
        .ok_or_else(|| Error::metadata("member \"metadata\" is missing"))?
        .expect_object("member \"metadata\"")?;
    let mut group = document.clone();
    group.remove(MEMBER);
    let prefix = path.prefix();
    let mut documents = vec![(format!("{prefix}zarr.json"), group)];
    for (name, value) in metadata.iter() {
        let key = format!("{prefix}{name}/zarr.json");
        documents.push((key, value.expect_object(format_args!("document {name:?}"))?.clone()));
    }
    Ok(Some(documents))
}

/// The document of the first of these nodes with a copy of the documents of the others.
///
/// # Errors
/// [`crate::ErrorKind::Internal`] for no node.
pub(super) fn spell(nodes: &[(NodePath, NodeKind, Documents)]) -> Result<Object> {
    let Some(((group, _, documents), below)) = nodes.split_first() else {
        return Err(Error::internal("nothing to consolidate"));
    };
    let mut below: Vec<_> = below.iter().collect();
    below.sort_by_cached_key(|(path, ..)| (path.depth(), path.joined()));
    let copy_of = |(path, _, documents): &(NodePath, NodeKind, Documents)| {
        let mut node = Object::clone(&documents.node);
        take_away(&mut node);
        (path.joined()[group.prefix().len()..].to_owned(), Json::Object(node))
    };
    let metadata: Object = below.into_iter().map(copy_of).collect();
    let copy = Object::new().with("kind", "inline").with("must_understand", false).with("metadata", metadata);
    let mut node = Object::clone(&documents.node);
    node.set(MEMBER, copy);
    Ok(node)
}

/// Takes the copy out of the document of a group; false: there was none.
pub(super) fn take_away(node: &mut Object) -> bool {
    node.get(MEMBER).is_some_and(|value| !value.is_null()) && node.remove(MEMBER).is_some()
}
