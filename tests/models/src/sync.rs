//! In the place of `src/sync/mod.rs`: types of loom under its names. Time is not measured: patience ends when a model
//! says so.

pub(crate) use loom::sync::{Arc, Mutex, MutexGuard};
use std::sync::Mutex as Plain;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Debug)]
pub(crate) struct Condvar(std::sync::Arc<loom::sync::Condvar>);

impl Condvar {
    pub(crate) fn new() -> Self {
        Self(std::sync::Arc::new(loom::sync::Condvar::new()))
    }

    pub(crate) fn notify_one(&self) {
        self.0.notify_one();
    }

    pub(crate) fn notify_all(&self) {
        self.0.notify_all();
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap()
}

pub(crate) fn wait<'a, T>(condvar: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    condvar.0.wait(guard).unwrap()
}

/// How long idle threads wait for work.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patience(std::sync::Arc<Ending>);

#[derive(Debug, Default)]
struct Ending {
    over: AtomicBool,
    waiting: Plain<Vec<std::sync::Arc<loom::sync::Condvar>>>,
}

impl Patience {
    /// Ends it. `lock` takes and releases the lock under which threads wait, so that a thread that has seen under the
    /// lock that patience is not over is waiting when this is done.
    pub(crate) fn end(&self, lock: impl FnOnce()) {
        self.0.over.store(true, Ordering::SeqCst);
        lock();
        let waiting = std::mem::take(&mut *self.0.waiting.lock().unwrap());
        waiting.iter().for_each(|condvar| condvar.notify_all());
    }
}

pub(crate) fn wait_while<'a, T>(
    (condvar, _): (&Condvar, &'a Mutex<T>),
    mut guard: MutexGuard<'a, T>,
    patience: &Patience,
    asleep: impl Fn(&T) -> bool,
) -> MutexGuard<'a, T> {
    while asleep(&guard) && !patience.0.over.load(Ordering::SeqCst) {
        patience.0.waiting.lock().unwrap().push(std::sync::Arc::clone(&condvar.0));
        guard = condvar.0.wait(guard).unwrap();
    }
    guard
}
