//! The threads of the library: helpers that wait for work which a calling thread offers, and sleep in between.
//!
//! A call puts an offer on the board and begins to work at once; a helper that is free takes part, and a call that
//! finds none free does the work alone. Before it returns it takes the offer back: then no helper can begin any more,
//! and it waits for those that have begun. Nobody ever waits for a helper to begin, so calls inside of calls cannot
//! wait for one another, and small work is not held up by a thread that is slow to wake.
//!
//! Helpers are not started before they are wanted, keep all signals from themselves, and end when nobody has wanted
//! them for a while. A process that was forked has none of its parent's threads: it has a board of its own.
//!
//! Why not rayon: its pool does not come through a fork, ignores the CPUs that a caller's thread may use, and runs work
//! on threads of its own also where one thread is asked for.

#![allow(unsafe_code)]

mod board;
mod system;
#[cfg(test)]
mod tests;

use board::Board;
pub use board::Team;
pub(super) use system::cpus;

use crate::sync::fork::PerProcess;
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How long a helper waits to be wanted again before it ends.
const PATIENCE: Duration = Duration::from_secs(10);

/// The helpers of one process.
#[derive(Debug)]
struct Pool {
    board: Board<Work>,
}

impl Team {
    /// The threads of one call.
    pub fn new(threads: usize) -> Self {
        static CALLS: AtomicU64 = AtomicU64::new(0);
        // A team of one makes no offers.
        Self::numbered(if threads > 1 { CALLS.fetch_add(1, Ordering::Relaxed) } else { 0 }, threads)
    }
}

/// What helpers run: borrowed from the stack of the thread that offers it.
#[derive(Clone, Copy)]
struct Work(*const (dyn Fn() + Sync));

// SAFETY: what is pointed at may be used by several threads at once, and is, while it exists, which `Pool::share` sees
// to.
unsafe impl Send for Work {}

impl std::fmt::Debug for Work {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Work")
    }
}

impl Work {
    /// For those who have joined an offer, and not yet left it.
    fn run(self) {
        // Whoever offers work hears of its panics by himself.
        // SAFETY: the board gives an offer away only until it is taken back, and that waits until whoever has joined
        // has left; what is pointed at outlives that.
        let _ = crate::panics::guarded(|| unsafe { (*self.0)() });
    }

    /// The same for those who wait for others of the call.
    fn run_as_guest(self) {
        let before = GUEST.replace(true);
        self.run();
        GUEST.set(before);
    }
}

thread_local! {
    /// Whether this thread takes part in what its call shares while it waits for others of that call.
    static GUEST: Cell<bool> = const { Cell::new(false) };
    /// Whether this thread counts already: a helper, or a caller that calls again from inside a call.
    static COUNTED: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread runs what it was given because it waits for others of the same call: then these may wait for it,
/// and it must not wait for them.
pub(super) fn is_guest() -> bool {
    GUEST.get()
}

/// Runs `own` on this thread, and `work` on up to `helpers` threads of the library meanwhile, as far as some are free.
/// `work` must know by itself what is left to do. When `own` has come back, and while helpers are still at it, this
/// thread may run what they share with the same team.
pub(super) fn share<T>(team: Team, helpers: usize, work: &(dyn Fn() + Sync), own: impl FnOnce() -> T) -> T {
    pool().share(team, helpers, work, own)
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
        Self { board: Board::new(cpus, PATIENCE) }
    }

    fn share<T>(&'static self, team: Team, helpers: usize, work: &(dyn Fn() + Sync), own: impl FnOnce() -> T) -> T {
        let counts = !COUNTED.replace(true);
        // SAFETY: only the lifetime is left out. The pointer is dereferenced only between joining and leaving an offer.
        // `TakeBack` removes the offer before `work` goes out of scope, also when `own` panics, and waits until whoever
        // has joined has left.
        let erased = Work(unsafe { std::mem::transmute::<*const (dyn Fn() + Sync), *const (dyn Fn() + Sync)>(work) });
        let number = self.board.offer(team, helpers, erased, counts);
        let _back = TakeBack { pool: self, number, counts };
        self.board.call_helpers(number, &|| self.start());
        own()
    }

    /// Starts a helper, if there is a thread to be had.
    fn start(&'static self) -> bool {
        let _signals = system::Blocked::all();
        let serve = move || {
            COUNTED.set(true);
            system::leave_the_cpus_of_the_caller();
            self.board.serve(Work::run);
        };
        std::thread::Builder::new().name("zarr".into()).spawn(serve).is_ok()
    }
}

/// Takes an offer back, and waits for those who work on it.
struct TakeBack {
    pool: &'static Pool,
    number: u64,
    /// Whether the thread was counted as a caller.
    counts: bool,
}

impl Drop for TakeBack {
    fn drop(&mut self) {
        self.pool.board.take_back(self.number, self.counts, Work::run_as_guest, &|| self.pool.start());
        if self.counts {
            COUNTED.set(false);
        }
    }
}
