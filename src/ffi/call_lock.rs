//! The call lock of a store whose callbacks are not thread-safe: one thread at a time, but a callback that calls
//! back into the library on its own thread does not wait for itself.

use crate::store::{Gate, GateGuard};
use crate::sync::fork::{PerProcess, thread_number};
use crate::sync::{Condvar, Mutex, lock, wait};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

/// A lock that the thread which holds it may take again. In a child of `fork` it is free.
#[derive(Debug)]
pub(super) struct CallLock {
    number: u64,
    state: PerProcess<LockState>,
}

#[derive(Debug, Default)]
struct LockState {
    /// The number of a thread, and how often it holds the lock.
    holder: Mutex<Option<(u64, usize)>>,
    free: Condvar,
}

/// Holds the lock once. Bound to its thread.
#[derive(Debug)]
pub(super) struct CallTurn<'a> {
    state: &'a LockState,
    thread: PhantomData<*const ()>,
}

impl CallLock {
    pub(super) fn new() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        Self { number: COUNT.fetch_add(1, Ordering::Relaxed), state: PerProcess::new() }
    }

    /// Waits until no other thread holds the lock.
    pub(super) fn pass(&self) -> CallTurn<'_> {
        let (me, state) = (thread_number(), &*self.state);
        let mut holder = lock(&state.holder);
        loop {
            match &mut *holder {
                None => *holder = Some((me, 1)),
                Some((thread, times)) if *thread == me => *times += 1,
                Some(_) => {
                    holder = wait(&state.free, holder);
                    continue;
                }
            }
            return CallTurn { state, thread: PhantomData };
        }
    }
}

impl Gate for CallLock {
    fn number(&self) -> u64 {
        self.number
    }

    fn enter(&self) -> Box<dyn GateGuard + '_> {
        Box::new(self.pass())
    }
}

impl GateGuard for CallTurn<'_> {}

impl Drop for CallTurn<'_> {
    fn drop(&mut self) {
        let mut holder = lock(&self.state.holder);
        match &mut *holder {
            Some((_, times)) if *times > 1 => *times -= 1,
            _ => {
                *holder = None;
                self.state.free.notify_one();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    #[test]
    fn one_thread_at_a_time_any_number_of_times() {
        let (lock, inside) = (CallLock::new(), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let _outer = lock.pass();
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        {
                            let _inner = lock.pass();
                            thread::yield_now();
                        }
                        assert_eq!(inside.fetch_sub(1, Ordering::SeqCst), 1);
                    }
                });
            }
        });
        assert!(super::lock(&lock.state.holder).is_none());
    }
}
