//! Synchronisation of threads. The protocols of the pool and of the locks use these names; a model of all the orders in
//! which threads can take their steps (`tests/models`) runs the same protocols with its own types in this place.
//! Protected data begin anew in a child of `fork` ([`fork::PerProcess`]); all other locks that outlive a call are those
//! of [`fork`].

pub(crate) mod fork;
pub(crate) mod inherited;
pub(crate) mod thread_cache;

pub(crate) use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Takes a lock, also one whose holder panicked: for data that are whole between any two statements that can panic.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Releases a lock until another thread notifies.
pub(crate) fn wait<'a, T>(condvar: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    condvar.wait(guard).unwrap_or_else(PoisonError::into_inner)
}

/// How long threads wait to be wanted.
pub(crate) type Patience = Duration;

/// Releases a lock while `asleep` returns true, but not longer than `patience`.
pub(crate) fn wait_while<'a, T>(
    (condvar, _): (&Condvar, &'a Mutex<T>),
    guard: MutexGuard<'a, T>,
    patience: &Patience,
    asleep: impl Fn(&T) -> bool,
) -> MutexGuard<'a, T> {
    condvar.wait_timeout_while(guard, *patience, |value| asleep(value)).unwrap_or_else(PoisonError::into_inner).0
}
