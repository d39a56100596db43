//! The helper threads of the library, which join the jobs of calling threads and sleep in between.
//!
//! A call puts a job into the queue and begins to work at once; a free helper joins it, and without one the call does
//! the work alone. Before the call returns it takes the job back and waits for the helpers that have joined. No call
//! waits for a helper to begin: nested calls cannot deadlock, and a slow wake-up does not delay small work.
//!
//! Helpers are started on demand, block all signals, and end after a while without work. A forked child has no thread
//! of its parent, so it gets a queue of its own.
//!
//! Rayon does not fit: its pool does not survive a fork, ignores the CPU affinity of the calling thread, and uses
//! threads of its own even where one thread is asked for.

#![allow(unsafe_code)]

mod work_queue;
mod system;
#[cfg(test)]
mod tests;

pub(super) use system::cpus;
pub use system::spawn;
pub use work_queue::CallThreads;
use work_queue::WorkQueue;

use crate::sync::fork::PerProcess;
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How long an idle helper waits for work before it ends.
const PATIENCE: Duration = Duration::from_secs(10);

/// The work queue of one process.
#[derive(Debug)]
struct Pool {
    queue: WorkQueue<JobWork>,
}

impl CallThreads {
    /// The threads of one call.
    pub fn new(threads: usize) -> Self {
        static CALLS: AtomicU64 = AtomicU64::new(0);
        // A call with one thread puts no jobs into the queue.
        Self::numbered(if threads > 1 { CALLS.fetch_add(1, Ordering::Relaxed) } else { 0 }, threads)
    }
}

/// The work of a job: borrowed from the stack of the thread that put it into the queue.
#[derive(Clone, Copy)]
struct JobWork(*const (dyn Fn() + Sync));

// SAFETY: the closure is `Sync`, and it outlives every use, which `Pool::share` sees to.
unsafe impl Send for JobWork {}

impl std::fmt::Debug for JobWork {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Work")
    }
}

impl JobWork {
    /// Runs the work on a thread that has joined the job and not yet left it.
    fn run(self) {
        // The calling thread hears of its own panics, and `Worker::share` reports those of helpers.
        // SAFETY: the queue gives a job away only until it is taken back, and taking it back waits until every thread
        // that has joined has left; the closure outlives that.
        let _ = crate::panics::guarded(|| unsafe { (*self.0)() });
    }

    /// Runs the work on a thread of the call that waits for helpers of another job.
    fn run_as_guest(self) {
        let before = GUEST.replace(true);
        self.run();
        GUEST.set(before);
    }
}

thread_local! {
    /// True if this thread, blocked on its own job, runs another job of the call.
    static GUEST: Cell<bool> = const { Cell::new(false) };
    /// True if this thread is counted already, as a helper or as a caller in a nested call.
    static COUNTED: Cell<bool> = const { Cell::new(false) };
}

/// True while this thread, blocked on its own job, runs another job of its call. It must not wait for other threads
/// then, since they may wait for it.
pub(super) fn is_guest() -> bool {
    GUEST.get()
}

/// Runs `own` on this thread and `work` on up to `helpers` free threads of the library; `work` takes the remaining
/// tasks. While helpers still run after `own`, this thread may run other jobs of the call.
pub(super) fn share<T>(threads: CallThreads, helpers: usize, work: &(dyn Fn() + Sync), own: impl FnOnce() -> T) -> T {
    pool().share(threads, helpers, work, own)
}

/// The helpers of this process.
fn pool() -> &'static Pool {
    static POOL: PerProcess<Pool> = PerProcess::new();
    &POOL
}

impl Default for Pool {
    fn default() -> Self {
        Self::new(cpus())
    }
}

impl Pool {
    fn new(cpus: usize) -> Self {
        Self { queue: WorkQueue::new(cpus, PATIENCE) }
    }

    fn share<T>(
        &'static self,
        threads: CallThreads,
        helpers: usize,
        work: &(dyn Fn() + Sync),
        own: impl FnOnce() -> T,
    ) -> T {
        let counts = !COUNTED.replace(true);
        // SAFETY: only the lifetime is erased. The pointer is dereferenced only between joining and leaving a job.
        // `TakeBack` removes the job before `work` goes out of scope, also when `own` panics, and waits until every
        // thread that has joined has left.
        let erased =
            JobWork(unsafe { std::mem::transmute::<*const (dyn Fn() + Sync), *const (dyn Fn() + Sync)>(work) });
        let number = self.queue.push(threads, helpers, erased, counts);
        let _back = TakeBack { pool: self, number, counts };
        self.queue.call_helpers(number, &|| self.start());
        own()
    }

    /// Starts a helper; false if the system can't start a thread.
    fn start(&'static self) -> bool {
        let serve = move || {
            COUNTED.set(true);
            self.queue.serve(JobWork::run);
        };
        spawn(serve).is_ok()
    }
}

/// Takes a job back, and waits for the threads that work on it.
struct TakeBack {
    pool: &'static Pool,
    number: u64,
    /// True if the thread was counted as a caller.
    counts: bool,
}

impl Drop for TakeBack {
    fn drop(&mut self) {
        self.pool.queue.take_back(self.number, self.counts, JobWork::run_as_guest, &|| self.pool.start());
        if self.counts {
            COUNTED.set(false);
        }
    }
}
