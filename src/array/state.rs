//! The state of a handle's array, and how it is replaced when several threads read the documents at the same time.

use super::fence::SeenDocument;
use super::handle::{conflict, keys_of};
use super::separator_probe;
use super::source::ArraySource;
use crate::codec::user_codecs;
use crate::dtype::Warnings;
use crate::engine::CacheLayout;
use crate::error::Result;
use crate::format::{Documents, NodeKeys};
use crate::metadata::{ArrayMetadata, Difference};
use crate::sync::fork::{Mutex, OnceLock};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The contents of the documents when they were read, or written.
#[derive(Debug)]
pub(super) struct ArrayState {
    pub metadata: ArrayMetadata,
    pub documents: Documents,
    pub warnings: Vec<String>,
    /// The difference to the array that the handle was opened or refreshed for, if another one has replaced it since.
    pub replaced: Option<Difference>,
    /// Before this turn neither reading nor writing had begun.
    began: u64,
    /// The changes of this process up to this one are in it, or none of the array's own documents.
    pub seen: AtomicU64,
    /// The document in the store, once a call that writes has read it.
    pub seen_in_store: Mutex<Option<SeenDocument>>,
    /// Made when a chunk is first looked for in a cache.
    cache_layout: OnceLock<CacheLayout>,
}

/// Where reading documents, or writing them, began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Since {
    /// As [`turn`] gave it before.
    pub turn: u64,
    /// The changes of this process that had been made by then; of a change its own as well.
    pub seen: u64,
}

/// A number that is larger each time.
pub(super) fn turn() -> u64 {
    static TURNS: AtomicU64 = AtomicU64::new(1);
    TURNS.fetch_add(1, Ordering::Relaxed)
}

impl ArrayState {
    /// The state that documents describe; `known`: what the handle knows of the array, whose codecs it keeps.
    ///
    /// # Errors
    /// Errors of the format for documents that are wrong.
    pub fn lower(
        origin: &ArraySource,
        keys: &OnceLock<Box<NodeKeys>>,
        documents: Documents,
        mut warnings: Warnings,
        since: Since,
        known: Option<&Self>,
    ) -> Result<Self> {
        origin.format.notes().iter().for_each(|note| warnings.note(note));
        let mut lower = || origin.format.lower_array(&documents, &origin.read, &mut warnings);
        let mut metadata = match known {
            Some(known) => user_codecs::keeping(&known.metadata.chain, lower)?,
            None => lower()?,
        };
        if let Some(other) = origin.format.other_chunk_keys(&documents, &origin.read)
            && match origin.read.other_keys {
                Some(known) => known,
                None => separator_probe::has_other_keys(origin, &keys_of(origin, keys).data, &metadata, &other)?,
            }
        {
            let mut example = String::new();
            other.append(&vec![0; metadata.shape.len()], &mut example);
            warnings
                .add(format!("the document names no separator, but chunks have keys like {example:?}, which is taken"));
            metadata.chunk_keys = other;
        }
        Ok(Self {
            metadata,
            documents,
            warnings: warnings.finish()?,
            replaced: None,
            began: since.turn,
            seen: since.seen.into(),
            seen_in_store: Mutex::default(),
            cache_layout: OnceLock::new(),
        })
    }

    /// Identifies chunks in the cache that are decoded as those of this state.
    pub fn cache_layout(&self) -> CacheLayout {
        *self.cache_layout.get_or_init(|| CacheLayout::of(&self.metadata))
    }

    /// The difference to the array of a later state, by the meaning of the documents.
    pub fn difference(&self, new: &Self) -> Option<Difference> {
        if self.documents.node == new.documents.node { None } else { self.metadata.difference(&new.metadata) }
    }

    /// Refuses a change of an array that has replaced the handle's.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Conflict`], which says in what they differ.
    pub fn check_same(&self) -> Result<()> {
        self.replaced.as_ref().map_or(Ok(()), |difference| Err(conflict(difference)))
    }
}

/// The last state that is known of an array.
///
/// Threads of one handle read its documents concurrently, and another process may change them meanwhile. A document is
/// read at some moment between the beginning and the end of a read: of two overlapping reads, neither is surely the
/// later one.
#[derive(Debug)]
pub(super) struct KnownState {
    state: Arc<ArrayState>,
    /// The last one of the array that the handle was opened or refreshed for.
    own: Arc<ArrayState>,
    /// The turn by which all reads that gave this state had ended.
    ended: u64,
    /// The turn by which all reads that gave another state, which may be a later one, had ended; 0: there were none.
    doubt: u64,
}

impl KnownState {
    /// All that is known.
    pub fn new(state: Arc<ArrayState>) -> Self {
        Self { own: Arc::clone(&state), state, ended: turn(), doubt: 0 }
    }

    /// The state, which may be an older one.
    pub fn state(&self) -> &Arc<ArrayState> {
        &self.state
    }

    /// The last state of the handle's own array.
    pub fn own(&self) -> &Arc<ArrayState> {
        &self.own
    }

    /// The state, if nothing later was seen.
    pub fn sure(&self) -> Option<&Arc<ArrayState>> {
        (self.doubt == 0).then_some(&self.state)
    }

    /// Takes over a state that has just been read, or written, unless it may be older than the known one, which
    /// callers have seen.
    pub fn learn(&mut self, state: Arc<ArrayState>) {
        let now = turn();
        let is_same = self.state.documents == state.documents;
        if !is_same && state.began < self.ended {
            self.doubt = now;
            return;
        }
        if is_same {
            state.seen.fetch_max(self.state.seen.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        if state.began > self.doubt {
            self.doubt = 0;
        }
        if state.replaced.is_none() {
            self.own = Arc::clone(&state);
        }
        (self.state, self.ended) = (state, now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::ArrayBuilder;
    use crate::dtype::DataType;
    use crate::hierarchy::Hierarchy;
    use crate::store::MemoryStore;

    /// The state of an array of `length` elements, read from this turn on.
    fn read(length: u64, began: u64) -> Arc<ArrayState> {
        let builder = ArrayBuilder::new(DataType::from_name("int32", None).unwrap(), &[length]).unwrap();
        let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
        let state = hierarchy.create_array("", &builder).unwrap().latest();
        let ArrayState { metadata, documents, .. } = &*state;
        Arc::new(ArrayState {
            metadata: metadata.clone(),
            documents: documents.clone(),
            warnings: Vec::new(),
            replaced: None,
            began,
            seen: AtomicU64::new(0),
            seen_in_store: Mutex::default(),
            cache_layout: OnceLock::new(),
        })
    }

    fn sure(known: &KnownState) -> Option<u64> {
        known.sure().map(|state| state.metadata.shape[0])
    }

    #[test]
    fn of_two_readings_one_after_the_other_the_later_one_counts() {
        let mut known = KnownState::new(read(6, turn()));
        known.learn(read(9, turn()));
        assert_eq!(sure(&known), Some(9));
        known.learn(read(6, turn()));
        assert_eq!(sure(&known), Some(6));
    }

    #[test]
    fn of_two_readings_side_by_side_none_counts_until_a_later_one_tells() {
        for turned in [false, true] {
            let mut known = KnownState::new(read(3, 0));
            let (first, second) = (turn(), turn());
            let (one, other) = if turned { (second, first) } else { (first, second) };
            let (one, other) = (read(6, one), read(9, other));
            known.learn(one);
            assert_eq!(sure(&known), Some(6));
            known.learn(other);
            assert_eq!((sure(&known), known.state().metadata.shape[0]), (None, 6), "6 was shown");
            known.learn(read(9, second));
            assert_eq!(sure(&known), None, "it may be older than what said 6");
            known.learn(read(9, turn()));
            assert_eq!(sure(&known), Some(9));
        }
    }

    #[test]
    fn readings_side_by_side_that_say_the_same_leave_no_doubt() {
        let mut known = KnownState::new(read(6, turn()));
        let (first, second, third) = (turn(), turn(), turn());
        known.learn(read(9, third));
        known.learn(read(9, first));
        known.learn(read(9, second));
        assert_eq!(sure(&known), Some(9));
    }

    #[test]
    fn threads_that_always_overlap_come_to_be_sure() {
        let mut known = KnownState::new(read(6, turn()));
        let mut under_way = [turn(), turn(), turn()];
        for round in 0..9 {
            let began = std::mem::replace(&mut under_way[round % 3], turn());
            known.learn(read(if round == 0 { 7 } else { 9 }, began));
        }
        assert_eq!(sure(&known), Some(9));
    }
}
