//! The call lock of a store whose callbacks are not thread-safe: one thread at a time, but a callback that calls
//! back into the library on its own thread does not wait for itself.

use crate::store::Turn;
use std::marker::PhantomData;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

/// A lock that the thread which holds it may take again.
#[derive(Debug, Default)]
pub(super) struct CallLock {
    holder: Mutex<Option<(ThreadId, usize)>>,
    free: Condvar,
}

/// Holds the lock once. Bound to its thread.
#[derive(Debug)]
pub(super) struct CallTurn<'a> {
    lock: &'a CallLock,
    thread: PhantomData<*const ()>,
}

impl CallLock {
    /// Waits until no other thread holds the lock.
    pub(super) fn enter(&self) -> CallTurn<'_> {
        let me = thread::current().id();
        let mut holder = self.holder();
        loop {
            match &mut *holder {
                None => *holder = Some((me, 1)),
                Some((thread, times)) if *thread == me => *times += 1,
                Some(_) => {
                    holder = self.free.wait(holder).unwrap_or_else(PoisonError::into_inner);
                    continue;
                }
            }
            return CallTurn { lock: self, thread: PhantomData };
        }
    }

    fn holder(&self) -> MutexGuard<'_, Option<(ThreadId, usize)>> {
        self.holder.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn for CallTurn<'_> {}

impl Drop for CallTurn<'_> {
    fn drop(&mut self) {
        let mut holder = self.lock.holder();
        match &mut *holder {
            Some((_, times)) if *times > 1 => *times -= 1,
            _ => {
                *holder = None;
                self.lock.free.notify_one();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn one_thread_at_a_time_any_number_of_times() {
        let (lock, inside) = (CallLock::default(), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let _outer = lock.enter();
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        {
                            let _inner = lock.enter();
                            thread::yield_now();
                        }
                        assert_eq!(inside.fetch_sub(1, Ordering::SeqCst), 1);
                    }
                });
            }
        });
        assert!(lock.holder().is_none());
    }
}
