//! The entry point document of a draft: for reading it is read once, and remembered until something in this process
//! erases it, or a node is missing a while later. Creating asks for it each time.

use crate::format::Format;
use crate::store::{Store, changed, changed_since, changes};
use crate::sync::fork::RwLock;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The draft whose hierarchy fills the store, once that is known.
#[derive(Debug, Default)]
pub(super) struct KnownEntryPoint {
    known: RwLock<Option<KnownDraft>>,
}

/// A draft, with how many changes there had been when it was found, and when that was.
#[derive(Debug)]
struct KnownDraft {
    format: Arc<dyn Format>,
    seen: u64,
    found: Instant,
}

/// The key under which the erasure of a store's hierarchy is logged. No document's key ends like this.
const HIERARCHY: &str = "hierarchy/";

impl KnownEntryPoint {
    /// The draft, if it is known.
    pub fn format(&self, store: &dyn Store) -> Option<Arc<dyn Format>> {
        let known = self.known.read();
        let KnownDraft { format, seen, .. } = known.as_ref()?;
        (!changed_since(store, HIERARCHY, *seen)).then(|| Arc::clone(format))
    }

    /// Remembers the draft.
    pub fn remember(&self, format: &Arc<dyn Format>) {
        *self.known.write() = Some(KnownDraft { format: Arc::clone(format), seen: changes(), found: Instant::now() });
    }

    /// Makes this handle forget what it has known for longer than `age`; true: there was something.
    pub fn forget_old(&self, age: Duration) -> bool {
        let is_old = self.known.read().as_ref().is_some_and(|known| known.found.elapsed() > age);
        if is_old {
            *self.known.write() = None;
        }
        is_old
    }

    /// Makes every handle of this process forget it.
    pub fn forget(&self, store: &dyn Store) {
        changed(store, HIERARCHY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::ArrayBuilder;
    use crate::dtype::DataType;
    use crate::format::FormatId;
    use crate::hierarchy::Hierarchy;
    use crate::hierarchy::consolidated::LOOKS_AGAIN;
    use crate::store::{ByteRange, MemoryStore, StoreExt};

    fn builder(format: Option<FormatId>) -> ArrayBuilder {
        let mut builder = ArrayBuilder::new(DataType::from_code(4).unwrap(), &[6]).unwrap();
        builder.format(format);
        builder
    }

    fn filled(format: FormatId) -> (Arc<MemoryStore>, Arc<Hierarchy>) {
        let store = Arc::new(MemoryStore::new());
        let hierarchy = Hierarchy::with_store(store.clone(), None).unwrap();
        hierarchy.create_array("a", &builder(Some(format))).unwrap();
        hierarchy.create_group("b", Some(format), None).unwrap();
        (store, hierarchy)
    }

    /// A handle that knows a draft, in whose place another process has put a hierarchy of another format.
    fn replaced(draft: FormatId, next: FormatId) -> Arc<Hierarchy> {
        let ((store, hierarchy), (other, _)) = (filled(draft), filled(next));
        hierarchy.open_array("a", None).unwrap();
        store.list_all().unwrap().iter().for_each(|key| store.erase(key).unwrap());
        for key in other.list_all().unwrap() {
            store.set(&key, &other.get(&key, ByteRange::ALL).unwrap().unwrap()).unwrap();
        }
        hierarchy
    }

    /// Another process puts another hierarchy in the place of a draft: a handle that remembered it would find nothing,
    /// and would create nodes that no other handle finds.
    #[test]
    fn a_draft_that_another_process_has_replaced_is_forgotten() {
        let drafts =
            [FormatId::V3Protocol2019A, FormatId::V3Protocol2019B, FormatId::V3Shape2020, FormatId::V3Draft2022];
        for (draft, next) in drafts.into_iter().flat_map(|draft| [(draft, FormatId::V2), (draft, FormatId::V3)]) {
            let hierarchy = replaced(draft, next);
            // A node that is missing soon after is missing.
            assert!(hierarchy.open_array("a", None).is_err(), "{draft:?}");
            hierarchy.entry.known.write().as_mut().unwrap().found -= 2 * LOOKS_AGAIN;
            assert_eq!(hierarchy.open_array("a", None).unwrap().format(), next, "{draft:?}");
            assert_eq!(hierarchy.create_array("c", &builder(None)).unwrap().format(), next, "{draft:?}");

            let created = replaced(draft, next).create_array("c", &builder(None)).unwrap();
            assert_eq!(created.format(), next, "{draft:?}: creating looks each time");
        }
    }
}
