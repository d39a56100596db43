//! Memory and decoders that a thread keeps from one use to the next.

use std::cell::Cell;
use std::thread::LocalKey;

/// Lends what the thread keeps. While it is lent out already, and where the thread's variables are destroyed (in a
/// destructor of the program that runs later), `work` gets a new one.
pub(crate) fn with<T: Default, R>(kept: &'static LocalKey<Cell<T>>, work: impl FnOnce(&mut T) -> R) -> R {
    let mut value = kept.try_with(Cell::take).unwrap_or_default();
    let result = work(&mut value);
    // Elsewhere it is dropped.
    let _ = kept.try_with(|kept| kept.set(value));
    result
}
