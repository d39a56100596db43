//! A value that is read in several steps while other threads may want to replace it.

use super::locks;
use crate::error::Result;
use crate::store::access::Access;
use crate::store::interface::{Store, ValueReader};
use std::ops::Deref;

/// A value that is not replaced while it is read in steps, at least not by this process.
#[derive(Debug)]
pub struct PinnedValue<'a> {
    value: Box<dyn ValueReader + 'a>,
    /// The locks by key; None where the store has pinned the value.
    _lock: Option<locks::KeyLock<'a>>,
}

impl<'a> Deref for PinnedValue<'a> {
    type Target = dyn ValueReader + 'a;

    fn deref(&self) -> &Self::Target {
        &*self.value
    }
}

/// Holds on to a value; one that the store finds by its key in each step is shared, so that no thread of this process
/// replaces it.
///
/// # Errors
/// Errors of the store.
pub fn pin<'a>(store: &'a dyn Store, key: &str) -> Result<PinnedValue<'a>> {
    let value = store.hold(key)?;
    let unless_pinned = || locks::take_with_lower(store, key, Access::Shared);
    let lock = (!value.is_pinned()).then(unless_pinned).transpose()?;
    Ok(PinnedValue { value, _lock: lock })
}

/// Holds on to a value whose parts are of one version and cost no more than the whole, whichever threads ask for them.
/// None: the store has no such values.
///
/// # Errors
/// Errors of the store.
pub fn pin_parts<'a>(store: &'a dyn Store, key: &str) -> Result<Option<PinnedValue<'a>>> {
    let value = store.hold(key)?;
    let gives_parts = value.is_pinned() && value.at_once() == 0;
    Ok(gives_parts.then_some(PinnedValue { value, _lock: None }))
}
