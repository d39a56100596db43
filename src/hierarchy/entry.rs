//! The entry point document of a draft: for reading it is read once, and remembered until something in this process
//! erases it, or a node is missing. Creating asks for it each time.

use crate::format::Format;
use crate::store::{Store, changed, changed_since, changes};
use crate::sync::fork::RwLock;
use std::sync::Arc;

/// The draft whose hierarchy fills the store, once that is known, and how many changes there had been.
#[derive(Debug, Default)]
pub(super) struct KnownEntryPoint {
    known: RwLock<Option<(u64, Arc<dyn Format>)>>,
}

/// The key under which the erasure of a store's hierarchy is logged. No document's key ends like this.
const HIERARCHY: &str = "hierarchy/";

impl KnownEntryPoint {
    /// The draft, if it is known.
    pub fn format(&self, store: &dyn Store) -> Option<Arc<dyn Format>> {
        let known = self.known.read();
        let (seen, format) = known.as_ref()?;
        (!changed_since(store, HIERARCHY, *seen)).then(|| Arc::clone(format))
    }

    /// Remembers the draft.
    pub fn remember(&self, format: &Arc<dyn Format>) {
        *self.known.write() = Some((changes(), Arc::clone(format)));
    }

    /// Makes this handle forget it.
    pub fn forget_here(&self) {
        *self.known.write() = None;
    }

    /// Makes every handle of this process forget it.
    pub fn forget(&self, store: &dyn Store) {
        changed(store, HIERARCHY);
    }
}
