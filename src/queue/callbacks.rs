//! The callbacks of unfinished operations. A child of `fork` has a copy of them, without the threads that call them.

use super::schedule::queued_by_parent;
use crate::error::Result;
use crate::panics::guarded;
use crate::sync::fork::{Mutex, generation};
use std::collections::BTreeMap;

/// Called once, with the ticket and the result of a finished operation. False: the program could not be notified.
pub type Done = Box<dyn FnOnce(i64, &Result<()>) -> bool + Send>;

/// Callbacks by the process that queued their operations, and by their tickets.
#[derive(Default)]
pub(super) struct Callbacks(Mutex<BTreeMap<(u64, i64), Done>>);

impl std::fmt::Debug for Callbacks {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Callbacks").finish_non_exhaustive()
    }
}

impl Callbacks {
    /// Keeps the callback of an operation until it ends.
    pub fn add(&self, ticket: i64, done: Done) {
        self.0.lock().insert((generation(), ticket), done);
    }

    /// Calls an operation's callback with its result; false if it has none, or if the callback failed.
    pub fn tell(&self, ticket: i64, result: &Result<()>) -> bool {
        let done = self.0.lock().remove(&(generation(), ticket));
        done.is_some_and(|done| tell(done, ticket, result))
    }

    /// Calls the callbacks of operations that a parent of this process queued. Each is removed before it is called, so
    /// that no process calls it twice.
    pub fn tell_inherited(&self) {
        while let Some((ticket, done)) = self.next_inherited() {
            tell(done, ticket, &Err(queued_by_parent(ticket)));
        }
    }

    fn next_inherited(&self) -> Option<(i64, Done)> {
        let mut callbacks = self.0.lock();
        let first = callbacks.first_entry().filter(|first| first.key().0 < generation())?;
        let ((_, ticket), done) = first.remove_entry();
        Some((ticket, done))
    }
}

fn tell(done: Done, ticket: i64, result: &Result<()>) -> bool {
    guarded(|| done(ticket, result)).unwrap_or(false)
}
