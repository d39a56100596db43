//! The conditions of writes, and the locks that a store has its caller take for them.

use super::defaults;
use super::requests::Version;
use crate::error::Result;

/// The condition of a write: see [`Store::write`](super::Store::write).
pub enum When<'w> {
    /// The caller has claimed the key, or all that would write to it.
    Claimed,
    /// Other processes may change parts of the value. The store asks the caller for its locks just before the one step
    /// that makes the change visible, and releases them before it repeats the step; an error of the caller is the
    /// result, and the old value stays.
    Ready(Ready<'w>),
    /// For a value of a key that is missing; otherwise [`crate::ErrorKind::AlreadyExists`]. The caller has claimed the
    /// key and found it missing; where the store can tell, one of several processes that have done so succeeds.
    New,
    /// The stored version is still this one; otherwise [`crate::ErrorKind::Conflict`]. Only where `conditional`; a
    /// store that can't erase on a condition returns [`crate::ErrorKind::Unsupported`].
    Is(&'w Version),
}

impl When<'_> {
    /// All that a store without conditions has to do before it writes in one step: has the caller take what it must
    /// hold.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for a condition; errors of the caller.
    pub fn begin(self, key: &str, value: Option<&[u8]>) -> Result<()> {
        match self {
            Self::Claimed | Self::New => Ok(()),
            Self::Ready(mut ready) => ready.ask(ReadyStep::Take),
            Self::Is(_) => {
                let what = if value.is_some() { "conditional writing" } else { "erasing on a condition" };
                Err(defaults::unsupported(what, key))
            }
        }
    }
}

/// A request of a store to the caller of [`When::Ready`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadyStep {
    /// The store is about to wait for a lock of its own: the caller must release its locks for the value before.
    LetGo,
    /// All that is left is the step that lets others see the change.
    Take,
}

/// Asked by [`Store::write`](super::Store::write) to take, and to release, the caller's locks while its value is
/// stored.
pub struct Ready<'r> {
    ask: &'r mut dyn FnMut(ReadyStep) -> Result<()>,
    excludes_parts: bool,
}

impl<'r> Ready<'r> {
    /// Of a caller that holds nothing that those rely on which change a part of the value in other processes.
    pub fn by_key(ask: &'r mut dyn FnMut(ReadyStep) -> Result<()>) -> Self {
        Self { ask, excludes_parts: false }
    }

    /// Of a caller that takes the document under which parts of the value are stored, or has claimed the value.
    pub fn by_document(ask: &'r mut dyn FnMut(ReadyStep) -> Result<()>) -> Self {
        Self { ask, excludes_parts: true }
    }

    /// True if the caller's locks keep out processes that change a part of the value: then the
    /// store need not.
    pub fn excludes_parts(&self) -> bool {
        self.excludes_parts
    }

    /// Asks the caller.
    ///
    /// # Errors
    /// Errors of the caller; then the value must stay as it is.
    pub fn ask(&mut self, step: ReadyStep) -> Result<()> {
        (self.ask)(step)
    }
}
