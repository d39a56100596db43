//! The nodes at an address: a node, or the nodes inside a folder. The document of the root may be lost, a writer may
//! never have made one, or the user's folder has several stores in it.

use crate::address::{Address, Mode};
use crate::failure::Result;
use crate::output::printable;
use crate::session::Session;
use std::collections::VecDeque;
use std::sync::Arc;
use zarr::StoreExt;
use zarr::{Error, ErrorKind, Hierarchy, NodeKind, PrefixStore, Store};

/// How deep folders are searched.
const DEPTH: usize = 8;

/// How many folders are looked into at most: a home directory is not to be read from end to end.
const FOLDERS: usize = 10_000;

/// How far below a group arrays are looked for, and how many of them an error names.
const ARRAYS_DEPTH: usize = 3;
const NAMES: usize = 5;

/// A node with no other above it.
#[derive(Debug)]
pub struct Top {
    /// The folders that lead to it from the address; none: it is what the address names.
    pub at: Vec<String>,
    /// Where it is opened.
    pub hierarchy: Arc<Hierarchy>,
    /// Its path there.
    pub inside: String,
}

/// The node at an address or, if it is missing and the store can list, the nodes in folders below.
pub fn tops(session: &Session, address: &Address) -> Result<Vec<Top>> {
    let hierarchy = session.open(address, Mode::Read)?;
    let found = if is_nothing(&hierarchy, &address.inside) { search(&hierarchy, &address.inside)? } else { Vec::new() };
    if !found.is_empty() {
        return Ok(found);
    }
    // The only one; opening it says what is wrong, if something is.
    Ok(vec![Top { at: Vec::new(), hierarchy, inside: address.inside.clone() }])
}

/// The error of an address without a node, with the nodes below it.
pub fn with_hint(error: Error, hierarchy: &Arc<Hierarchy>, inside: &str) -> Error {
    if error.kind() == ErrorKind::NodeType {
        return with_arrays(error, hierarchy, inside);
    }
    if error.kind() != ErrorKind::NotFound {
        return error;
    }
    let found = search(hierarchy, inside).unwrap_or_default();
    let mut names: Vec<String> = found.iter().take(5).map(|top| format!("{:?}", top.at.join("/"))).collect();
    if found.len() > names.len() {
        names.push("...".into());
    }
    if names.is_empty() {
        error
    } else {
        error.context(format!("there are nodes in folders below, {}", names.join(", ")))
    }
}

/// The error of a group where an array is wanted, with the arrays in it.
fn with_arrays(error: Error, hierarchy: &Arc<Hierarchy>, inside: &str) -> Error {
    let found = hierarchy.walk(inside, ARRAYS_DEPTH).unwrap_or_default();
    let arrays = found.iter().filter(|met| met.kind == Some(NodeKind::Array));
    let mut names: Vec<String> = arrays.map(|met| printable(&format!("::{}", met.path))).collect();
    if names.is_empty() {
        return error;
    }
    if names.len() > NAMES {
        names.truncate(NAMES);
        names.push("...".into());
    }
    error.context(format!("an array in it is named behind the store: {}", names.join(", ")))
}

fn is_nothing(hierarchy: &Hierarchy, inside: &str) -> bool {
    matches!(hierarchy.node_kind(inside), Ok(None))
}

/// The uppermost nodes in the folders below a prefix, folder by folder; each as the root of a store, as which it may
/// have been written, in any format.
fn search(hierarchy: &Arc<Hierarchy>, inside: &str) -> Result<Vec<Top>> {
    let store = Arc::clone(hierarchy.store());
    let mut found = Vec::new();
    if !store.capabilities().listable {
        return Ok(found);
    }
    let prefix = if inside.is_empty() { String::new() } else { format!("{}/", inside.trim_end_matches('/')) };
    let mut ahead = VecDeque::from([(prefix, Vec::new())]);
    for _ in 0..FOLDERS {
        let Some((prefix, at)) = ahead.pop_front() else { break };
        for folder in folders(&*store, &prefix)? {
            let mut at: Vec<String> = at.clone();
            at.push(folder[prefix.len()..].trim_end_matches('/').to_owned());
            let hierarchy =
                hierarchy.wrapped(None, |store| Ok(Arc::new(PrefixStore::new(store, &folder)?) as Arc<dyn Store>))?;
            if !is_nothing(&hierarchy, "") {
                found.push(Top { at, hierarchy, inside: String::new() });
            } else if at.len() < DEPTH {
                ahead.push_back((folder, at));
            }
        }
    }
    found.sort_by(|one, other| one.at.cmp(&other.at));
    Ok(found)
}

/// The folders directly below a prefix; of one that may not be read, none.
fn folders(store: &dyn Store, prefix: &str) -> zarr::Result<Vec<String>> {
    match store.list_names(prefix) {
        Ok(listing) => Ok(listing.prefixes),
        Err(error) if error.kind() == ErrorKind::Permission && !prefix.is_empty() => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}
