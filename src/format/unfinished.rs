//! Changes of this process that failed after they were made: the repeated call finishes them.
//!
//! A failed creation may leave its node, and a failed erasure or move values without a node. The repeated call could
//! not tell them from the work of another process, and would find a node in its way, or none to erase.

use super::nodes::Detected;
use super::path::NodePath;
use crate::store::{Home, Store};
use crate::sync::fork::Mutex;

/// A change that was made and not finished.
#[derive(Clone, Debug)]
pub enum Unfinished {
    /// The document of a new node may be stored.
    Creation,
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

static UNFINISHED: Mutex<Vec<(Home, Unfinished)>> = Mutex::new(Vec::new());

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

/// Forgets the change of the node for which a key stands.
pub fn finish(store: &dyn Store, key: &str) {
    let mut all = UNFINISHED.lock();
    if !all.is_empty() {
        let home = store.home(key);
        all.retain(|(other, _)| *other != home);
    }
}
