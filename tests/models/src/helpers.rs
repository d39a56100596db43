//! Calls and helpers at the work queue of the pool.

use crate::work_queue::{WorkQueue, Count, CallThreads};
use crate::explore;
use crate::sync::Patience;
use loom::sync::{Condvar, Mutex};
use loom::thread::JoinHandle;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex as Plain};

/// State of a model that all its threads share. (The plain atomics are for checks, and are no steps.)
struct World {
    queue: WorkQueue<usize>,
    patience: Patience,
    /// True when the system gives threads; then those that it gave.
    threads: bool,
    started: Plain<Vec<JoinHandle<()>>>,
    /// Which works exist: after it was taken back, the memory of a work belongs to other code.
    alive: [AtomicBool; 4],
    /// Threads inside of each work.
    inside: [AtomicUsize; 4],
    /// Tasks of each work that are done.
    done: [AtomicUsize; 4],
    at_work: AtomicUsize,
    most: AtomicUsize,
    /// The first step of a helper in a work.
    task: fn(&Arc<World>, usize),
    met: (Mutex<usize>, Condvar),
}

impl World {
    fn new(cpus: usize, task: fn(&Arc<World>, usize)) -> Arc<Self> {
        Self::with(cpus, true, task)
    }

    fn with(cpus: usize, threads: bool, task: fn(&Arc<World>, usize)) -> Arc<Self> {
        let patience = Patience::default();
        Arc::new(Self {
            queue: WorkQueue::new(cpus, patience.clone()),
            patience,
            threads,
            started: Plain::default(),
            alive: Default::default(),
            inside: Default::default(),
            done: Default::default(),
            at_work: AtomicUsize::new(0),
            most: AtomicUsize::new(0),
            task,
            met: (Mutex::new(0), Condvar::new()),
        })
    }

    fn start(self: &Arc<Self>) -> bool {
        let world = Arc::clone(self);
        if self.threads {
            let helper = loom::thread::spawn(move || world.queue.serve(|work| world.run(work)));
            self.started.lock().unwrap().push(helper);
        }
        self.threads
    }

    /// One thread at work on a work.
    fn run(self: &Arc<Self>, work: usize) {
        self.inside[work].fetch_add(1, SeqCst);
        assert!(self.alive[work].load(SeqCst), "work that was taken back is run");
        self.most.fetch_max(self.at_work.fetch_add(1, SeqCst) + 1, SeqCst);
        (self.task)(self, work);
        self.done[work].fetch_add(1, SeqCst);
        self.at_work.fetch_sub(1, SeqCst);
        assert!(self.alive[work].load(SeqCst), "work is taken back while it is run");
        self.inside[work].fetch_sub(1, SeqCst);
    }

    /// A call, as `share` makes it.
    fn share(self: &Arc<Self>, threads: CallThreads, helpers: usize, work: usize, counts: bool, own: impl FnOnce()) {
        self.alive[work].store(true, SeqCst);
        let number = self.queue.push(threads, helpers, work, counts);
        self.queue.call_helpers(number, &|| self.start());
        own();
        self.queue.take_back(number, counts, |work| self.run(work), &|| self.start());
        self.alive[work].store(false, SeqCst);
        assert_eq!(self.inside[work].load(SeqCst), 0, "helpers are inside of what was taken back");
    }

    /// Waits until so many threads have come here.
    fn meet(&self, all: usize) {
        let mut met = self.met.0.lock().unwrap();
        *met += 1;
        self.met.1.notify_all();
        while *met < all {
            met = self.met.1.wait(met).unwrap();
        }
    }

    fn end_patience(&self) {
        self.patience.end(|| {
            self.queue.count();
        });
    }

    /// No thread works, and no job is left; when patience is at its end, no helper is left.
    fn end(&self) {
        let Count { jobs, callers, busy, .. } = self.queue.count();
        assert_eq!((jobs, callers, busy), (0, 0, 0));
        self.end_patience();
        self.started.lock().unwrap().drain(..).for_each(|helper| helper.join().unwrap());
        assert_eq!(self.queue.count(), Count::default());
    }
}

/// A helper that sleeps is woken, one that is about to sleep sees the job, and one that has just lost its patience is
/// replaced: the call waits for it here, which the library never does.
#[test]
fn no_call_for_help_is_lost() {
    explore(4, || {
        let world = World::new(2, |world, work| world.meet(2 * work + 2));
        world.share(CallThreads::numbered(1, 2), 1, 0, true, || world.meet(2));
        world.share(CallThreads::numbered(2, 2), 1, 1, true, || world.meet(4));
        world.end();
    });
}

/// Helpers are woken or replaced also when patience ends at any moment.
#[test]
fn a_helper_that_leaves_is_not_counted_on() {
    explore(4, || {
        let world = World::new(2, |world, work| world.meet(2 * work + 2));
        let clock = Arc::clone(&world);
        let clock = loom::thread::spawn(move || clock.end_patience());
        world.share(CallThreads::numbered(1, 2), 1, 0, true, || world.meet(2));
        world.share(CallThreads::numbered(2, 2), 1, 1, true, || world.meet(4));
        clock.join().unwrap();
        world.end();
    });
}

/// Work that is taken back is never run again, whether a helper came or not; and in the end all are gone.
#[test]
fn what_is_taken_back_is_left_alone() {
    explore(4, || {
        let world = World::new(2, |_, _| loom::thread::yield_now());
        for call in 0..3 {
            world.share(CallThreads::numbered(call, 2), 1, call as usize, true, || ());
        }
        world.end();
    });
}

/// For two processors there is one helper at most, also when two callers ask for one each; with both of them inside no
/// helper begins.
#[test]
fn no_more_work_than_may() {
    explore(3, || {
        let world = World::new(2, |_, _| loom::thread::yield_now());
        let call = |world: &Arc<World>, number: u64| {
            world.share(CallThreads::numbered(number, 2), 1, number as usize, true, loom::thread::yield_now);
        };
        let other = {
            let world = Arc::clone(&world);
            loom::thread::spawn(move || call(&world, 1))
        };
        call(&world, 0);
        other.join().unwrap();
        assert!(world.most.load(SeqCst) <= 1);
        world.end();
    });
}

/// A helper that shares its task is joined by the thread that waits for it.
#[test]
fn who_waits_takes_part() {
    explore(4, || {
        let threads = || CallThreads::numbered(1, 2);
        let world = World::new(2, |world, work| match work {
            0 => world.share(CallThreads::numbered(1, 2), 1, 1, false, || world.meet(2)),
            _ => world.meet(2),
        });
        // A helper that comes can share with this thread only.
        world.share(threads(), 1, 0, true, || ());
        assert_eq!(world.done[0].load(SeqCst), world.done[1].load(SeqCst));
        assert!(world.most.load(SeqCst) <= 2);
        world.end();
    });
}

/// Both threads of a call share their tasks, and wait for each other.
#[test]
fn shares_inside_of_shares_end() {
    explore(3, || {
        let threads = || CallThreads::numbered(1, 2);
        let world = World::new(2, |world, work| {
            if work == 0 {
                world.share(CallThreads::numbered(1, 2), 1, 1, false, loom::thread::yield_now);
            }
        });
        world.share(threads(), 1, 0, true, || world.share(threads(), 1, 2, false, loom::thread::yield_now));
        world.end();
    });
}

/// Where the system gives no threads, calls do their work alone.
#[test]
fn without_threads_nobody_is_waited_for() {
    explore(4, || {
        let world = World::with(2, false, |_, _| ());
        let other = {
            let world = Arc::clone(&world);
            loom::thread::spawn(move || world.share(CallThreads::numbered(1, 3), 2, 1, true, || ()))
        };
        world.share(CallThreads::numbered(2, 3), 2, 2, true, || ());
        other.join().unwrap();
        assert_eq!(world.queue.count(), Count::default());
    });
}
