//! Threads for one call: the calling thread works, others help, and all stop at the first error.

use super::locks::Held;
use crate::codec::Scratch;
use crate::error::{Error, Result};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The default of the process; 0: the CPUs in the affinity mask.
static THREADS: AtomicUsize = AtomicUsize::new(0);

/// Bytes that are worth waking another thread for.
const BYTES_PER_THREAD: usize = 128 << 10;

/// Sets the number of threads for handles that set nothing else; 0: the CPUs in the affinity mask.
pub fn set_threads(threads: usize) {
    THREADS.store(threads, Ordering::Relaxed);
}

/// The number of threads that handles use at most which set nothing else.
pub fn threads() -> usize {
    match THREADS.load(Ordering::Relaxed) {
        0 => cpus(),
        threads => threads,
    }
}

/// The CPUs in the affinity mask, as it was when first asked for.
fn cpus() -> usize {
    static CPUS: OnceLock<usize> = OnceLock::new();
    *CPUS.get_or_init(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
}

/// The threads that a call over `tasks` tasks and `bytes` bytes should use, the calling one included.
pub(super) fn threads_for(own: Option<usize>, tasks: u64, bytes: usize) -> usize {
    let wanted = match own {
        None => threads(),
        Some(0) => cpus(),
        Some(threads) => threads,
    };
    let useful = usize::try_from(tasks).unwrap_or(usize::MAX).min(1 + bytes / BYTES_PER_THREAD);
    wanted.min(useful).max(1)
}

/// The most scratch memory that a thread keeps between calls.
const KEPT_BYTES: usize = 8 << 20;

/// What the workers of one call share.
#[derive(Debug)]
pub(super) struct Crew {
    stop: AtomicBool,
    error: Mutex<Option<Error>>,
}

impl Crew {
    /// Whether some worker met an error, so that the others should not begin anything new.
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

/// Runs `work` on `threads` threads, the calling one among them, each with its own scratch memory. `work` takes tasks
/// until there are none, or the crew has stopped.
///
/// # Errors
/// The first that any of them met; a panic of one is an internal error.
pub(super) fn run(threads: usize, work: impl Fn(&Crew, &mut Scratch) -> Result<()> + Sync) -> Result<()> {
    let crew = Crew { stop: AtomicBool::new(false), error: Mutex::new(None) };
    if threads <= 1 {
        return with_scratch(|scratch| work(&crew, scratch));
    }
    let held = Held::current();
    std::thread::scope(|scope| {
        for _ in 1..threads {
            let (held, crew, work) = (held.clone(), &crew, &work);
            let helper = move || {
                held.adopt();
                let result = crate::panics::guarded(|| work(crew, &mut Scratch::new()));
                crew.report(
                    result.unwrap_or_else(|panic| Err(Error::internal(format!("a worker thread panicked: {panic}")))),
                );
            };
            // Where no more threads can be had, those that there are do the work.
            if std::thread::Builder::new().name("zarr".into()).spawn_scoped(scope, helper).is_err() {
                break;
            }
        }
        crew.report(with_scratch(|scratch| work(&crew, scratch)));
    });
    crew.error.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

thread_local! {
    /// What the calling thread worked in last: small reads one after the other would spend their time getting memory.
    static KEPT: Cell<Option<Scratch>> = const { Cell::new(None) };
}

/// Runs `work` with the scratch memory of the thread. A call from inside a call gets memory of its own.
fn with_scratch<T>(work: impl FnOnce(&mut Scratch) -> T) -> T {
    let mut scratch = KEPT.take().unwrap_or_default();
    let result = work(&mut scratch);
    scratch.shrink(KEPT_BYTES);
    KEPT.set(Some(scratch));
    result
}
