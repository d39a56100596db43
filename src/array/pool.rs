//! The threads of the library: helpers that wait for work which a calling thread offers, and sleep in between.
//!
//! A call puts an offer on the board and begins to work at once; a helper that is free takes part, and a call that finds
//! none free does the work alone. Before it returns it takes the offer back: then no helper can begin any more, and it
//! waits for those that have begun. Nobody ever waits for a helper to begin, so calls inside of calls cannot wait for
//! one another, and small work is not held up by a thread that is slow to wake.
//!
//! Helpers are not started before they are wanted, keep all signals from themselves, and end when nobody has wanted
//! them for a while. A process that was forked has none of its parent's threads: it has a board of its own.

#![allow(unsafe_code)]

use std::cell::Cell;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// How long a helper waits to be wanted again before it ends.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where calls and helpers meet.
#[derive(Debug)]
struct Board {
    /// The process whose threads these are.
    process: u32,
    /// The threads that should work at once, whoever calls.
    cpus: usize,
    state: Mutex<State>,
    /// There is something to do for a helper that sleeps.
    wanted: Condvar,
    /// Somebody may stop waiting for the helpers of an offer.
    done: Condvar,
    /// The board of the parent, which stays where it is: another thread may have held its lock when the process was forked.
    _parent: Option<&'static Board>,
}

/// What the lock of a board protects.
#[derive(Debug, Default)]
struct State {
    offers: Vec<Offer>,
    /// Offers that were made so far.
    made: u64,
    /// Threads of the program that are inside a call for which helpers may work.
    callers: usize,
    /// Helpers at work.
    busy: usize,
    /// Helpers that sleep, but for those that were woken.
    idle: usize,
    /// How many of those that sleep should go on.
    woken: usize,
    /// All helpers.
    helpers: usize,
}

/// Work that a call shares.
#[derive(Debug)]
struct Offer {
    number: u64,
    /// The call, of which there may be several offers at once.
    team: Team,
    work: Work,
    /// Helpers that may still begin.
    wanted: usize,
    /// Helpers at work on it.
    running: usize,
    /// Whether the call waits for them.
    awaited: bool,
}

/// A call, and the threads that may work for it at once, its own one included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Team {
    number: u64,
    threads: usize,
}

impl Team {
    /// The threads of one call.
    pub fn new(threads: usize) -> Self {
        static CALLS: AtomicU64 = AtomicU64::new(0);
        // A team of one makes no offers.
        let number = if threads > 1 { CALLS.fetch_add(1, Ordering::Relaxed) } else { 0 };
        Self { number, threads }
    }

    /// The most threads that work for it at once.
    pub fn threads(self) -> usize {
        self.threads
    }
}

/// What helpers run: borrowed from the stack of the thread that offers it.
#[derive(Clone, Copy)]
struct Work(*const (dyn Fn() + Sync));

// SAFETY: what is pointed at may be used by several threads at once, and is, while it exists, which `Board::share` sees to.
unsafe impl Send for Work {}

impl std::fmt::Debug for Work {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Work")
    }
}

thread_local! {
    /// Whether this thread counts already: a helper, or a caller that calls again from inside a call.
    static COUNTED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `own` on this thread, and `work` on up to `helpers` threads of the library meanwhile, as far as some are free.
/// `work` must know by itself what is left to do.
pub(super) fn share<T>(team: Team, helpers: usize, work: &(dyn Fn() + Sync), own: impl FnOnce() -> T) -> T {
    board().share(team, helpers, work, own)
}

/// The board of this process.
fn board() -> &'static Board {
    static BOARD: AtomicPtr<Board> = AtomicPtr::new(std::ptr::null_mut());
    let process = std::process::id();
    let current = BOARD.load(Ordering::Acquire);
    // SAFETY: null, or a board that was published below; those are never freed.
    let known: Option<&'static Board> = unsafe { current.as_ref() };
    if let Some(board) = known.filter(|board| board.process == process) {
        return board;
    }
    let board = Box::into_raw(Box::new(Board::new(process, cpus(), known)));
    match BOARD.compare_exchange(current, board, Ordering::AcqRel, Ordering::Acquire) {
        // SAFETY: just made, and from now on never freed.
        Ok(_) => unsafe { &*board },
        Err(other) => {
            // SAFETY: made above, and seen by nobody.
            drop(unsafe { Box::from_raw(board) });
            // SAFETY: published by another thread; the pointer is never null again.
            unsafe { &*other }
        }
    }
}

impl Board {
    fn new(process: u32, cpus: usize, parent: Option<&'static Self>) -> Self {
        let (wanted, done) = (Condvar::new(), Condvar::new());
        Self { process, cpus, state: Mutex::default(), wanted, done, _parent: parent }
    }

    /// The state is whole between any two statements that can panic.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn share<T>(&'static self, team: Team, helpers: usize, work: &(dyn Fn() + Sync), own: impl FnOnce() -> T) -> T {
        let counts = !COUNTED.replace(true);
        // SAFETY: only the lifetime is left out. A helper dereferences the pointer only between joining and leaving an
        // offer, both under the lock. `TakeBack` removes the offer before `work` goes out of scope, also when `own`
        // panics, and waits until whoever has joined has left.
        let erased = Work(unsafe { std::mem::transmute::<*const (dyn Fn() + Sync), *const (dyn Fn() + Sync)>(work) });
        let mut state = self.state();
        state.callers += usize::from(counts);
        let number = state.made;
        state.made += 1;
        state.offers.push(Offer { number, team, work: erased, wanted: helpers, running: 0, awaited: false });
        let _back = TakeBack { board: self, number, counts };
        self.call_helpers(state, number);
        own()
    }

    /// Wakes or starts the helpers that an offer can have.
    fn call_helpers(&'static self, mut state: MutexGuard<'_, State>, number: u64) {
        let Some(offer) = state.offers.iter().find(|offer| offer.number == number) else { return };
        let most = self.most(offer.team);
        let room = most.saturating_sub(state.callers + state.busy);
        let free = offer.team.threads.saturating_sub(state.members(offer.team));
        let wanted = offer.wanted.min(room).min(free);
        let wake = wanted.min(state.idle);
        let start = (wanted - wake).min(most.saturating_sub(1 + state.helpers));
        state.idle -= wake;
        state.woken += wake;
        state.helpers += start;
        drop(state);
        for _ in 0..wake {
            self.wanted.notify_one();
        }
        for started in 0..start {
            if self.start().is_err() {
                // Where no more threads can be had, those that there are do the work.
                self.state().helpers -= start - started;
                break;
            }
        }
    }

    /// The threads that may work at once when this call is one of those at work.
    fn most(&self, team: Team) -> usize {
        self.cpus.max(team.threads)
    }

    fn start(&'static self) -> std::io::Result<()> {
        let _signals = Blocked::all();
        std::thread::Builder::new().name("zarr".into()).spawn(move || self.serve()).map(drop)
    }

    /// What a helper does until nobody wants it any more.
    fn serve(&self) {
        COUNTED.set(true);
        leave_the_cpus_of_the_caller();
        let mut state = self.state();
        loop {
            while let Some((number, work)) = self.join(&mut state) {
                drop(state);
                // Whoever offers work hears of its panics by himself.
                // SAFETY: joined, and not left before the call has come back.
                let _ = crate::panics::guarded(|| unsafe { (*work.0)() });
                state = self.state();
                self.leave(&mut state, number);
            }
            state.idle += 1;
            let asleep = |state: &mut State| state.woken == 0;
            let slept = self.wanted.wait_timeout_while(state, PATIENCE, asleep);
            state = slept.unwrap_or_else(PoisonError::into_inner).0;
            if state.woken == 0 {
                state.idle -= 1;
                state.helpers -= 1;
                return;
            }
            state.woken -= 1;
        }
    }

    /// Begins to work on an offer that can have another helper.
    fn join(&self, state: &mut State) -> Option<(u64, Work)> {
        let at = state.offers.iter().position(|offer| {
            let room = state.callers + state.busy < self.most(offer.team);
            offer.wanted > 0 && room && state.members(offer.team) < offer.team.threads
        })?;
        state.busy += 1;
        let offer = &mut state.offers[at];
        offer.wanted -= 1;
        offer.running += 1;
        Some((offer.number, offer.work))
    }

    /// Ends the work of a helper on an offer.
    fn leave(&self, state: &mut State, number: u64) {
        state.busy -= 1;
        if let Some(offer) = state.offers.iter_mut().find(|offer| offer.number == number) {
            offer.running -= 1;
            if offer.running == 0 && offer.awaited {
                self.done.notify_all();
            }
        }
    }
}

impl State {
    /// The threads at work for a call.
    fn members(&self, team: Team) -> usize {
        1 + self
            .offers
            .iter()
            .filter(|offer| offer.team.number == team.number)
            .map(|offer| offer.running)
            .sum::<usize>()
    }
}

/// Takes an offer back, and waits for those who work on it.
struct TakeBack {
    board: &'static Board,
    number: u64,
    /// Whether the thread was counted as a caller.
    counts: bool,
}

impl Drop for TakeBack {
    fn drop(&mut self) {
        let mut state = self.board.state();
        while let Some(at) = state.offers.iter().position(|offer| offer.number == self.number) {
            let offer = &mut state.offers[at];
            (offer.wanted, offer.awaited) = (0, true);
            if offer.running == 0 {
                state.offers.swap_remove(at);
                break;
            }
            state = self.board.done.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if self.counts {
            COUNTED.set(false);
            state.callers -= 1;
            // There is room for one more on what others do.
            if let Some(number) = state.offers.iter().find(|offer| offer.wanted > 0).map(|offer| offer.number) {
                self.board.call_helpers(state, number);
            }
        }
    }
}

/// The CPUs that the thread which asked first could use.
pub(super) fn cpus() -> usize {
    static CPUS: OnceLock<usize> = OnceLock::new();
    *CPUS.get_or_init(|| {
        own_cpus();
        std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
    })
}

/// The affinity mask of the thread that asked first; None where it can't be had.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn own_cpus() -> Option<&'static libc::cpu_set_t> {
    static MASK: OnceLock<Option<libc::cpu_set_t>> = OnceLock::new();
    let mask = MASK.get_or_init(|| {
        // SAFETY: a set of bits, for which zeros are a value; the call fills in as many bytes as it is told there are.
        unsafe {
            let mut mask: libc::cpu_set_t = std::mem::zeroed();
            (libc::sched_getaffinity(0, size_of_val(&mask), &mut mask) == 0).then_some(mask)
        }
    });
    mask.as_ref()
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn own_cpus() {}

/// A thread begins on the CPUs of the one that starts it. Where that is a thread of the program which is bound to one of
/// them, all helpers would share it.
fn leave_the_cpus_of_the_caller() {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    if let Some(mask) = own_cpus() {
        // SAFETY: reads as many bytes as it is told. Where it is refused, the helper works where it is.
        unsafe { libc::sched_setaffinity(0, size_of_val(mask), mask) };
    }
}

/// Keeps all signals from this thread, and from threads that it starts; those of the program handle them.
struct Blocked(Option<libc::sigset_t>);

impl Blocked {
    fn all() -> Self {
        // SAFETY: both sets are plain memory of this function, written before they are read.
        unsafe {
            let (mut all, mut before): (libc::sigset_t, libc::sigset_t) = (std::mem::zeroed(), std::mem::zeroed());
            libc::sigfillset(&mut all);
            Self((libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut before) == 0).then_some(before))
        }
    }
}

impl Drop for Blocked {
    fn drop(&mut self) {
        if let Some(before) = &self.0 {
            // SAFETY: a set that the system has given.
            unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before, std::ptr::null_mut()) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    fn board(cpus: usize) -> &'static Board {
        Box::leak(Box::new(Board::new(0, cpus, None)))
    }

    /// Tasks that are counted, and the most threads that were at work at once.
    #[derive(Default)]
    struct Tasks {
        next: AtomicUsize,
        done: AtomicUsize,
        inside: AtomicUsize,
        most: AtomicUsize,
    }

    impl Tasks {
        fn work(&self, count: usize, task: impl Fn()) {
            self.most.fetch_max(self.inside.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            while self.next.fetch_add(1, Ordering::SeqCst) < count {
                task();
                self.done.fetch_add(1, Ordering::SeqCst);
            }
            self.inside.fetch_sub(1, Ordering::SeqCst);
        }
    }

    #[test]
    fn a_helper_takes_part_and_is_used_again() {
        let board = board(2);
        let helpers = Mutex::new(std::collections::HashSet::new());
        for _ in 0..100 {
            // Each of the two waits for the other.
            let (here, both) = (Mutex::new(0), Condvar::new());
            let meet = || {
                let mut here = here.lock().unwrap();
                *here += 1;
                both.notify_all();
                drop(both.wait_timeout_while(here, Duration::from_secs(60), |here| *here < 2).unwrap());
            };
            let help = || {
                helpers.lock().unwrap().insert(std::thread::current().id());
                meet();
            };
            board.share(Team::new(2), 1, &help, meet);
            assert_eq!(*here.lock().unwrap(), 2);
        }
        assert_eq!((helpers.into_inner().unwrap().len(), board.state().helpers), (1, 1));
    }

    #[test]
    fn callers_that_keep_all_processors_busy_get_no_help() {
        let board = board(3);
        let barrier = std::sync::Barrier::new(3);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let help = || panic!("there is no room for this");
                    // All of them are inside a call before the first goes on to make another.
                    board.share(Team::new(2), 0, &help, || {
                        barrier.wait();
                        for _ in 0..50 {
                            board.share(Team::new(3), 2, &help, std::thread::yield_now);
                        }
                        barrier.wait();
                    });
                });
            }
        });
        assert_eq!(board.state().helpers, 0);
    }

    #[test]
    fn a_call_never_has_more_threads_than_it_may() {
        let board = board(8);
        for threads in [2, 3] {
            let (outer, inner) = (Tasks::default(), Tasks::default());
            let (team, at_work, most) = (Team::new(threads), AtomicUsize::new(0), AtomicUsize::new(0));
            let task = || {
                let count = inner.next.load(Ordering::SeqCst) + 16;
                let work = || {
                    inner.work(count, || {
                        most.fetch_max(at_work.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        std::thread::sleep(Duration::from_micros(50));
                        at_work.fetch_sub(1, Ordering::SeqCst);
                    });
                };
                board.share(team, 7, &work, work);
            };
            let work = || outer.work(20, task);
            board.share(team, threads - 1, &work, work);
            assert_eq!(outer.done.into_inner(), 20);
            assert!(most.into_inner() <= threads);
        }
        assert!(board.state().offers.is_empty());
    }

    #[test]
    fn what_callers_and_helpers_leave_behind_is_an_empty_board() {
        let board = board(4);
        std::thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| {
                    for round in 0..200 {
                        let tasks = Tasks::default();
                        let work = || tasks.work(round % 7, || ());
                        board.share(Team::new(4), 3, &work, work);
                        assert_eq!(tasks.done.into_inner(), round % 7);
                    }
                });
            }
        });
        let state = board.state();
        assert!(state.offers.is_empty());
        assert_eq!((state.callers, state.busy), (0, 0));
        assert!(state.helpers <= 3, "{}", state.helpers);
    }

    #[test]
    fn a_panic_on_either_side_ends_the_offer() {
        let board = board(2);
        let (began, own) = (AtomicUsize::new(0), Mutex::new(false));
        let help = || {
            began.fetch_add(1, Ordering::SeqCst);
            panic!("a helper");
        };
        let wait = || {
            while began.load(Ordering::SeqCst) == 0 {
                std::thread::yield_now();
            }
        };
        board.share(Team::new(2), 1, &help, wait);
        let caught =
            crate::panics::guarded(|| board.share(Team::new(2), 1, &|| drop(own.lock()), || panic!("a caller")));
        assert!(caught.unwrap_err().ends_with("a caller"));
        let state = board.state();
        assert_eq!((state.offers.len(), state.callers), (0, 0));
    }
}
