//! The entry point document of a draft: read once, and remembered until somebody in this process erases it.

use crate::format::Format;
use crate::store::{Store, changes};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// The draft whose hierarchy fills the store, once that is known.
#[derive(Debug, Default)]
pub(super) struct Entry {
    known: RwLock<Option<(u64, Arc<dyn Format>)>>,
    /// Counts how often the hierarchy in the store was erased.
    erased: OnceLock<Arc<AtomicU64>>,
}

impl Entry {
    /// The draft, if it is known.
    pub fn format(&self, store: &dyn Store) -> Option<Arc<dyn Format>> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let (seen, format) = known.as_ref()?;
        (*seen == self.erased(store).load(Ordering::Acquire)).then(|| Arc::clone(format))
    }

    /// Remembers the draft.
    pub fn remember(&self, store: &dyn Store, format: &Arc<dyn Format>) {
        let seen = self.erased(store).load(Ordering::Acquire);
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = Some((seen, Arc::clone(format)));
    }

    /// Makes every handle of this process forget it.
    pub fn forget(&self, store: &dyn Store) {
        self.erased(store).fetch_add(1, Ordering::AcqRel);
    }

    fn erased(&self, store: &dyn Store) -> &AtomicU64 {
        // No key ends like this, so it is no document's counter.
        self.erased.get_or_init(|| changes(store, "hierarchy/"))
    }
}
