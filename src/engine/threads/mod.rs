//! Threads for one call: how many are worth it; the calling thread works, others help, and all stop at the first error.

pub(super) mod batches;
mod pool;

use crate::codec::{Resources, Scratch, Spread};
use crate::error::{Error, Result};
use crate::store::locks::Held;
use crate::sync::kept;
pub use pool::Team;
use pool::{cpus, is_guest};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The default of the process; 0: what the environment says, or the CPUs in the affinity mask.
static THREADS: AtomicUsize = AtomicUsize::new(0);

/// Bytes that are worth waking another thread for.
const BYTES_PER_THREAD: u64 = 128 << 10;

/// Sets the number of threads for handles that set nothing else; 0: what the environment says, or the CPUs in the
/// affinity mask.
pub fn set_threads(threads: usize) {
    THREADS.store(threads, Ordering::Relaxed);
}

/// The number of threads that handles use at most which set nothing else.
pub fn threads() -> usize {
    match THREADS.load(Ordering::Relaxed) {
        0 => environment().unwrap_or_else(cpus),
        threads => threads,
    }
}

/// What the environment says, for batch scripts; None: nothing, or no number. It is asked once.
fn environment() -> Option<usize> {
    // 0: it was not asked yet.
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

/// What a call has to do.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Pieces that can be worked on by themselves.
    pub tasks: u64,
    /// Bytes to copy or to decode.
    pub bytes: u64,
}

/// Whether so many bytes are worth more than the calling thread.
pub(super) fn worth_help(bytes: u64) -> bool {
    bytes >= BYTES_PER_THREAD
}

/// The threads of a call with so much to do, where the handle or the call sets `own`.
pub fn team(own: Option<usize>, effort: Effort) -> Team {
    let wanted = match own {
        None => threads(),
        Some(0) => cpus(),
        Some(threads) => threads,
    };
    let useful = effort.tasks.min((effort.bytes / BYTES_PER_THREAD).saturating_add(1));
    Team::new(wanted.min(usize::try_from(useful).unwrap_or(usize::MAX)).max(1))
}

/// The most scratch memory that a thread keeps between calls.
const KEPT_BYTES: usize = 8 << 20;

/// What the workers of one call share.
#[derive(Debug)]
pub struct Crew {
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

/// One thread at work on one piece of a call.
#[derive(Debug)]
pub struct Worker<'w> {
    /// The threads that may take part in what it shares.
    pub team: Team,
    /// Memory for what comes and goes.
    pub scratch: &'w mut Scratch,
}

impl Worker<'_> {
    /// What codecs may use of it.
    pub fn resources(&mut self) -> Resources<'_> {
        Resources { spread: &self.team, scratch: self.scratch }
    }

    /// This thread with another team.
    pub(super) fn with(&mut self, team: Team) -> Worker<'_> {
        Worker { team, scratch: self.scratch }
    }

    /// Works on smaller tasks together with those of the team that have nothing left to do.
    ///
    /// # Errors
    /// As [`run`].
    pub(super) fn share(
        &mut self,
        tasks: u64,
        work: impl Fn(&Crew, &mut Worker<'_>) -> Result<()> + Sync,
    ) -> Result<()> {
        let team = self.team;
        let crew = Crew { stop: AtomicBool::new(false), error: Mutex::new(None) };
        let helpers = team.threads().min(usize::try_from(tasks).unwrap_or(usize::MAX)).saturating_sub(1);
        if helpers == 0 {
            return work(&crew, self);
        }
        let held = Held::current();
        let help = || {
            // Nothing, or where this thread waits for others of the call what that holds.
            let before = Held::current();
            held.clone().adopt();
            let result = crate::panics::guarded(|| with_scratch(|scratch| work(&crew, &mut Worker { team, scratch })));
            before.adopt();
            crew.report(
                result.unwrap_or_else(|panic| Err(Error::internal(format!("a worker thread panicked: {panic}")))),
            );
        };
        pool::share(team, helpers, &help, || crew.report(work(&crew, self)));
        crew.error.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}

/// Runs `work` on this thread and on helpers, as many as the team may have and `tasks` can use, each with its own
/// scratch memory. `work` takes tasks until there are none, or the crew has stopped. From inside of `work` the same
/// team can be given smaller tasks ([`Worker::share`]).
///
/// # Errors
/// The first that any of them met; a panic of a helper is an internal error.
pub fn run(team: Team, tasks: u64, work: impl Fn(&Crew, &mut Worker<'_>) -> Result<()> + Sync) -> Result<()> {
    with_scratch(|scratch| Worker { team, scratch }.share(tasks, work))
}

/// What the parts of one chunk are worked on by: this thread, and those of its team that have nothing else left to do.
impl Spread for Team {
    fn task_bytes(&self) -> Option<usize> {
        (self.threads() > 1).then_some(BYTES_PER_THREAD as usize)
    }

    fn each(&self, count: usize, work: &(dyn Fn(usize) -> Result<()> + Sync)) -> Result<()> {
        let next = AtomicUsize::new(0);
        Worker { team: *self, scratch: &mut Scratch::new() }.share(count as u64, |crew, _| {
            while !crew.stopped() {
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
    /// What the thread worked in last: small reads one after the other would spend their time getting memory.
    static KEPT: Cell<Option<Scratch>> = const { Cell::new(None) };
}

/// Runs `work` with the scratch memory of the thread. A call from inside a call gets memory of its own.
fn with_scratch<T>(work: impl FnOnce(&mut Scratch) -> T) -> T {
    kept::with(&KEPT, |scratch| {
        let scratch = scratch.get_or_insert_default();
        let result = work(scratch);
        scratch.shrink(KEPT_BYTES);
        result
    })
}
