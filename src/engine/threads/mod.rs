//! The threads of one call: their number follows from the work, the calling thread is one of them, and all stop at the
//! first error.

pub(super) mod batches;
mod pool;

use crate::codec::{Parallel, Resources, Scratch};
use crate::error::{Error, Result};
use crate::store::locks::HeldLocks;
use crate::sync::thread_cache;
pub use pool::{CallThreads, spawn};
use pool::{cpus, is_guest};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The default of the process; 0: what the environment says, or the CPUs in the affinity mask.
static THREADS: AtomicUsize = AtomicUsize::new(0);

/// Bytes that are worth waking another thread for.
const BYTES_PER_THREAD: u64 = 128 << 10;

/// Sets the number of threads of handles without a number of their own; 0: the CPUs in the affinity mask.
pub fn set_threads(threads: usize) {
    THREADS.store(threads, Ordering::Relaxed);
}

/// The most threads that a handle uses unless it sets a number of its own.
pub fn threads() -> usize {
    match THREADS.load(Ordering::Relaxed) {
        0 => environment().unwrap_or_else(cpus),
        threads => threads,
    }
}

/// The number of threads from the environment, for batch scripts, read once; None if the variable has no number.
fn environment() -> Option<usize> {
    // 0: not read yet.
    static NAMED: AtomicUsize = AtomicUsize::new(0);
    const NOTHING: usize = usize::MAX;
    let mut named = NAMED.load(Ordering::Relaxed);
    if named == 0 {
        let given = std::env::var("LIBZARR_THREADS").ok().and_then(|text| text.trim().parse().ok());
        named = given.filter(|threads| *threads > 0).unwrap_or(NOTHING);
        NAMED.store(named, Ordering::Relaxed);
    }
    (named != NOTHING).then_some(named)
}

/// The amount of work of a call.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Pieces that threads can work on independently.
    pub tasks: u64,
    /// Bytes to copy or to decode.
    pub bytes: u64,
}

/// True if this many bytes are worth more than one thread.
pub(super) fn worth_help(bytes: u64) -> bool {
    bytes >= BYTES_PER_THREAD
}

/// The threads for a call with so much work; `own` is the number that the handle or the call sets.
pub fn call_threads(own: Option<usize>, effort: Effort) -> CallThreads {
    let wanted = match own {
        None => threads(),
        Some(0) => cpus(),
        Some(threads) => threads,
    };
    let useful = effort.tasks.min((effort.bytes / BYTES_PER_THREAD).saturating_add(1));
    CallThreads::new(wanted.min(usize::try_from(useful).unwrap_or(usize::MAX)).max(1))
}

/// The most scratch memory that a thread keeps between calls.
const KEPT_BYTES: usize = 8 << 20;

/// State that the threads of one call share: the first error, and the request to stop.
#[derive(Debug)]
pub struct CallState {
    stop: AtomicBool,
    error: Mutex<Option<Error>>,
}

impl CallState {
    /// True if a worker has failed, so the others start no more work.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn report(&self, result: Result<()>) {
        if let Err(error) = result {
            self.stop.store(true, Ordering::Relaxed);
            self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }
}

/// One thread at work on one piece of a call.
#[derive(Debug)]
pub struct Worker<'w> {
    /// The threads that may join the work that it shares.
    pub threads: CallThreads,
    /// Memory for buffers that live shorter than the call.
    pub scratch: &'w mut Scratch,
}

impl Worker<'_> {
    /// The threads and the memory that codecs may use.
    pub fn resources(&mut self) -> Resources<'_> {
        Resources { parallel: &self.threads, scratch: self.scratch }
    }

    /// This worker with other threads to share work with.
    pub(super) fn with(&mut self, threads: CallThreads) -> Worker<'_> {
        Worker { threads, scratch: self.scratch }
    }

    /// Splits its piece into smaller tasks, and works on them together with threads of the call that are free.
    ///
    /// # Errors
    /// As [`run`].
    pub(super) fn share(
        &mut self,
        tasks: u64,
        work: impl Fn(&CallState, &mut Worker<'_>) -> Result<()> + Sync,
    ) -> Result<()> {
        let threads = self.threads;
        let call = CallState { stop: AtomicBool::new(false), error: Mutex::new(None) };
        let helpers = threads.count().min(usize::try_from(tasks).unwrap_or(usize::MAX)).saturating_sub(1);
        if helpers == 0 {
            return work(&call, self);
        }
        let held = HeldLocks::current();
        let help = || {
            // Empty for a helper; where a waiting thread of the call helps, the locks that it holds.
            let before = HeldLocks::current();
            held.clone().adopt();
            let result =
                crate::panics::guarded(|| with_scratch(|scratch| work(&call, &mut Worker { threads, scratch })));
            before.adopt();
            call.report(
                result.unwrap_or_else(|panic| Err(Error::internal(format!("a worker thread panicked: {panic}")))),
            );
        };
        pool::share(threads, helpers, &help, || call.report(work(&call, self)));
        call.error.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}

/// Runs `work` on this thread and on helpers, at most `threads` and one for each task, each with its own scratch
/// memory. `work` takes tasks until none are left or the call has stopped, and may split a task further
/// ([`Worker::share`]).
///
/// # Errors
/// The first that any of them met; a panic of a helper is an internal error.
pub fn run(
    threads: CallThreads,
    tasks: u64,
    work: impl Fn(&CallState, &mut Worker<'_>) -> Result<()> + Sync,
) -> Result<()> {
    with_scratch(|scratch| Worker { threads, scratch }.share(tasks, work))
}

/// Codecs work on parts of one chunk on this thread and on threads of the call that are free.
impl Parallel for CallThreads {
    fn task_bytes(&self) -> Option<usize> {
        (self.count() > 1).then_some(BYTES_PER_THREAD as usize)
    }

    fn each(&self, count: usize, work: &(dyn Fn(usize) -> Result<()> + Sync)) -> Result<()> {
        let next = AtomicUsize::new(0);
        Worker { threads: *self, scratch: &mut Scratch::new() }.share(count as u64, |call, _| {
            while !call.stopped() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    break;
                }
                work(number)?;
            }
            Ok(())
        })
    }
}

thread_local! {
    /// Scratch memory of the thread's last call, so that small reads do not allocate it anew each time.
    static KEPT: Cell<Option<Scratch>> = const { Cell::new(None) };
}

/// Runs `work` with the scratch memory of the thread. A call from inside a call gets memory of its own.
fn with_scratch<T>(work: impl FnOnce(&mut Scratch) -> T) -> T {
    thread_cache::with(&KEPT, |scratch| {
        let scratch = scratch.get_or_insert_default();
        let result = work(scratch);
        scratch.shrink(KEPT_BYTES);
        result
    })
}
