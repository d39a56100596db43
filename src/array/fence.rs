//! Keeps the document of an array while one call writes chunks: a chunk is stored only as long as the document is the
//! one that the call has read. So no chunk is written outside of an array that has become shorter, over elements that
//! others have appended, or where the array was erased or moved.
//!
//! The step that stores a chunk shares the locks of the document and of the groups above; resizing, erasing and moving
//! have them alone.

use super::handle::{Array, conflict};
use super::state::ArrayState;
use crate::engine::{Basis, Fence, Pass, UnseenArray};
use crate::error::{Error, ErrorKind, Result, Term, counted};
use crate::format::{WHOLE_DOCUMENT, keys_above_root};
use crate::grid::Tile;
use crate::store::{Access, Locked, Locking, SharedKeys, Stamp, StoreExt, changes};
use crate::sync::fork::RwLock;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The document that a call relies on while it writes chunks, and the locks that keep it as it is.
#[derive(Debug)]
pub(super) struct ArrayFence<'a> {
    array: &'a Array,
    /// The array's document and those of the groups above, from the deepest up, also above the root of its store.
    keys: SharedKeys,
    state: RwLock<Arc<ArrayState>>,
    has_looked: AtomicBool,
    /// True when the call writes chunks as a whole, including the part beyond the shape.
    overhangs: bool,
    /// True if every change of the shape is noticed before a chunk is stored.
    is_sure: bool,
}

/// The document in the store, and its stamp when it was read.
#[derive(Clone, Debug)]
pub(super) struct SeenDocument {
    text: Arc<Vec<u8>>,
    stamp: Option<Stamp>,
}

/// One version of the document.
struct DocumentVersion<'f> {
    fence: &'f ArrayFence<'f>,
    state: Arc<ArrayState>,
}

impl<'a> ArrayFence<'a> {
    /// # Errors
    /// As [`ArrayState::check_same`].
    pub(super) fn new(array: &'a Array, state: &Arc<ArrayState>) -> Result<Self> {
        state.check_same()?;
        let origin = array.origin();
        let above = origin.path.ancestors().rev().map(|group| origin.format.keys(&group).array);
        let keys = std::iter::once(array.document_key().to_owned()).chain(above);
        let store = &*origin.store;
        let keys = SharedKeys::new(keys.map(|key| (store, key)).chain(keys_above_root(store)));
        let is_sure = origin.store.capabilities().private;
        Ok(Self {
            array,
            keys,
            state: RwLock::new(Arc::clone(state)),
            has_looked: AtomicBool::new(false),
            overhangs: false,
            is_sure,
        })
    }

    /// For a call that writes whole chunks, wherever the array ends.
    pub(super) fn overhanging(mut self) -> Self {
        self.overhangs = true;
        self
    }

    fn enter(&self, access: Access) -> Result<(Pass, Option<Stamp>)> {
        if self.keys.is_changing() {
            return Err(Error::conflict("the array is being changed by the call that called back"));
        }
        let (store, key) = (&*self.array.origin().store, self.array.document_key());
        let Locked { guard: others, stamp, .. } = if self.keys.is_sharing_first() {
            // A codec has called back in a call that has the document until its chunk is stored.
            store.lock(key, Locking::Nothing)?
        } else {
            match store.lock(key, Locking::Document(access)) {
                // Without locks, no other process may change the document, so no lock is needed.
                Err(error) if error.kind() == ErrorKind::Unsupported => store.lock(key, Locking::Nothing)?,
                locked => locked?,
            }
        };
        Ok((Pass { keys: self.keys.share(), others }, stamp))
    }

    /// True when the document in the store is the one that a state was read from, as far as other processes can have
    /// changed it.
    fn is_as_seen(&self, state: &Arc<ArrayState>, stamp: Option<Stamp>) -> Result<bool> {
        let (store, key) = (&*self.array.origin().store, self.array.document_key());
        let Some(stamp) = stamp else { return Ok(true) };
        // Looked at without its lock, as the store is asked meanwhile.
        let Some(seen) = state.seen_in_store.lock().clone() else { return Ok(false) };
        if seen.stamp.is_some_and(|seen| seen == stamp) {
            return Ok(true);
        }
        let is_same = store.get(key, WHOLE_DOCUMENT)?.is_some_and(|text| text == *seen.text);
        if is_same {
            *state.seen_in_store.lock() = Some(SeenDocument { stamp: stamp.settled(), ..seen });
        }
        Ok(is_same)
    }
}

impl Fence for ArrayFence<'_> {
    fn key(&self) -> &str {
        self.array.document_key()
    }

    fn look(&self) -> Result<()> {
        if self.has_looked.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        self.array.confirm()?;
        let has_seen = self.state.read().seen_in_store.lock().is_some();
        let is_stamped = || self.array.origin().store.stamp(self.array.document_key());
        if has_seen || is_stamped()?.is_none() { Ok(()) } else { self.renew() }
    }

    fn basis(&self) -> Box<dyn Basis + '_> {
        Box::new(DocumentVersion { fence: self, state: Arc::clone(&self.state.read()) })
    }

    fn renew(&self) -> Result<()> {
        let store = &*self.array.origin().store;
        let (_pass, stamp) = self.enter(Access::Shared)?;
        let seen = changes();
        let as_stored = match stamp {
            Some(stamp) => {
                let text = store.get(self.array.document_key(), WHOLE_DOCUMENT)?.unwrap_or_default();
                Some(SeenDocument { text: Arc::new(text), stamp: stamp.settled() })
            }
            None => None,
        };
        let state = self.array.reread(store, seen)?;
        if let Some(difference) = self.state.read().difference(&state) {
            return Err(conflict(&difference));
        }
        *state.seen_in_store.lock() = as_stored;
        self.array.learn(Arc::clone(&state));
        *self.state.write() = state;
        Ok(())
    }
}

impl Basis for DocumentVersion<'_> {
    fn border(&self) -> Option<&[u64]> {
        (self.fence.is_sure && !self.fence.overhangs).then_some(&self.state.metadata.shape)
    }

    fn check(&self, tile: &Tile) -> Result<()> {
        self.check_chunk(&tile.position)?;
        let (shape, grid) = (&self.state.metadata.shape, &self.state.metadata.chunk_grid);
        let last = |axis: usize| {
            let steps =
                (tile.count[axis] as u64).saturating_sub(1).saturating_mul(tile.step.get(axis).copied().unwrap_or(1));
            grid.origin(axis, tile.position[axis]).saturating_add(tile.in_chunk[axis] as u64).saturating_add(steps)
        };
        let outside = (0..shape.len()).find(|axis| !self.fence.overhangs && last(*axis) >= shape[*axis]);
        outside.map_or(Ok(()), |axis| Err(shorter(axis, shape)))
    }

    fn check_chunk(&self, position: &[u64]) -> Result<()> {
        let shape = &self.state.metadata.shape;
        let counts = self.state.metadata.chunk_grid.grid_shape(shape);
        let outside = (0..shape.len()).find(|axis| position[*axis] >= counts[*axis]);
        outside.map_or(Ok(()), |axis| Err(shorter(axis, shape)))
    }

    fn pass(&self, access: Access) -> Result<Option<Pass>> {
        let (pass, stamp) = self.fence.enter(access)?;
        let is_locked = pass.others.as_ref().is_none_or(|others| others.is_current());
        let is_same =
            is_locked && self.fence.array.is_latest(&self.state) && self.fence.is_as_seen(&self.state, stamp)?;
        Ok(is_same.then_some(pass))
    }
}

impl Drop for ArrayFence<'_> {
    fn drop(&mut self) {
        self.array.origin().store.end_sharing(self.array.document_key());
    }
}

impl SeenDocument {
    /// The document as this process has just written it.
    pub(super) fn written(text: Vec<u8>) -> Self {
        Self { text: Arc::new(text), stamp: None }
    }
}

fn shorter(axis: usize, shape: &[u64]) -> Error {
    let (dimension, left) = (Term::dimension(axis, shape.len()), counted(shape[axis], "element"));
    Error::out_of_bounds(format!("{dimension}: the array has become shorter, and has {left} now"))
}
