//! Changes of this process that failed after they were made: the repeated call finishes them.
//!
//! A failed creation may leave its node, and a failed erasure or move values without a node. The repeated call could
//! not tell them from the work of another process, and would find a node in its way, or none to erase.
//!
//! A repeated creation finishes only what the failed one began: the node whose document still has the text that was
//! noted. What another process has made of it, or has put in its place, stays.

use super::description::NodeKeys;
use super::nodes::Detected;
use super::path::NodePath;
use super::reading::probe_key;
use crate::error::Result;
use crate::store::{Home, Store};
use crate::sync::fork::{Mutex, PerProcess};

/// The documents of a node as texts that can be read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentTexts {
    /// The document that makes it a node.
    pub node: Vec<u8>,
    /// The key and the text of the document of its attributes, where there is one.
    pub attributes: Option<(String, Vec<u8>)>,
}

/// A new node whose documents may be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewNode {
    /// Its documents.
    pub texts: DocumentTexts,
    /// The document of attributes that lay in its place before.
    pub left: Option<Vec<u8>>,
    /// True when its attributes are stored as well.
    pub is_whole: bool,
}

/// A change that was made and not finished.
#[derive(Clone, Debug)]
pub enum Unfinished {
    /// The document of a new node may be stored.
    Creation(NewNode),
    /// The documents of a node may be changed, and copies of the old ones may be left in groups above.
    Change,
    /// Documents of a node are erased, and values of it may be left.
    Erasure {
        /// The node that was there.
        found: Detected,
        /// The place that has its copy, for a move.
        moved_to: Option<NodePath>,
    },
}

/// The number of changes that are remembered; beyond it the oldest is forgotten.
const KEPT: usize = 256;

/// A child of `fork` has made none of the changes of its parent.
static UNFINISHED: PerProcess<Mutex<Vec<(Home, Unfinished)>>> = PerProcess::new();

/// Remembers a change of the node for which a key stands.
pub fn leave(store: &dyn Store, key: &str, change: Unfinished) {
    let home = store.home(key);
    let mut all = UNFINISHED.lock();
    all.retain(|(other, _)| *other != home);
    if all.len() == KEPT {
        all.remove(0);
    }
    all.push((home, change));
}

/// The change of the node for which a key stands.
pub fn unfinished(store: &dyn Store, key: &str) -> Option<Unfinished> {
    let all = UNFINISHED.lock();
    let home = (!all.is_empty()).then(|| store.home(key))?;
    all.iter().find(|(other, _)| *other == home).map(|(_, change)| change.clone())
}

/// The node that a failed creation has begun under the key of its document, if it is still as that has left it. Where
/// another node is there, the creation is forgotten.
///
/// # Errors
/// Errors of the store.
pub fn begun(store: &dyn Store, key: &str) -> Result<Option<NewNode>> {
    let Some(Unfinished::Creation(new)) = unfinished(store, key) else { return Ok(None) };
    match probe_key(store, key)? {
        Some(there) if there == new.texts.node => return Ok(Some(new)),
        Some(_) => finish(store, key),
        None => {}
    }
    Ok(None)
}

/// True where a failed change of the document under a key may be made: then it is repeated, though it asks for nothing
/// that is not there.
pub fn is_to_be_repeated(store: &dyn Store, key: &str) -> bool {
    matches!(unfinished(store, key), Some(Unfinished::Change))
}

/// Forgets the change of the node for which a key stands.
pub fn finish(store: &dyn Store, key: &str) {
    forget(store, key, |home, key| home == key);
}

/// Forgets the changes of an erased node, and of all below it.
pub fn finish_erased(store: &dyn Store, path: &NodePath, keys: &NodeKeys) {
    [&keys.array, &keys.group].into_iter().for_each(|key| finish(store, key));
    let below = keys.subtree.iter().map(String::as_str);
    below.chain([&*path.prefix()]).for_each(|prefix| forget(store, prefix, Home::is_below));
}

fn forget(store: &dyn Store, key: &str, is_meant: impl Fn(&Home, &Home) -> bool) {
    let mut all = UNFINISHED.lock();
    if !all.is_empty() {
        let home = store.home(key);
        all.retain(|(other, _)| !is_meant(other, &home));
    }
}
