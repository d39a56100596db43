//! Callers and workers at the schedule of a queue: no wake-up is lost, operations on one chunk keep their order, and a
//! full queue takes more as soon as it may.

use crate::array::{Estimate, TouchedChunks};
use crate::error::{Error, ErrorKind, Result};
use crate::explore;
use crate::monitor::Monitor;
use crate::schedule::{Admission, Begun, Budget, OperationPlan};
use crate::store::Home;
use loom::sync::{Condvar, Mutex};
use loom::thread::JoinHandle;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex as Plain};

/// An operation of this number touches all chunks.
const ALL: usize = 3;

/// The memory of an operation without data, as `schedule.rs` counts it.
const ENTRY: u64 = 1024;

/// State of a model that all its threads share. (The plain atomics are for checks, and are no steps.)
struct World {
    monitor: Monitor<usize>,
    budget: Budget,
    /// True when the system gives threads; then those that it gave.
    threads: bool,
    started: Plain<Vec<JoinHandle<()>>>,
    /// Threads at work on each chunk.
    inside: [AtomicUsize; 4],
    /// The ticket that was done last on each chunk.
    last: [AtomicI64; 4],
    done: AtomicUsize,
    /// Operations on a chunk wait here for one another, where there have to be so many at once.
    meeting: (Mutex<usize>, Condvar),
    meets: usize,
}

impl World {
    fn new(bytes: u64, threads: usize) -> Arc<Self> {
        Self::with(bytes, threads, true)
    }

    fn with(bytes: u64, count: usize, threads: bool) -> Arc<Self> {
        let budget = Budget { bytes, threads: count };
        Arc::new(Self {
            monitor: Monitor::new(budget, 0, || Ok(())),
            budget,
            threads,
            started: Plain::default(),
            inside: Default::default(),
            last: Default::default(),
            done: AtomicUsize::new(0),
            meeting: (Mutex::new(0), Condvar::new()),
            meets: 0,
        })
    }

    /// Waits until so many operations are at work at once.
    fn meet(&self) {
        let mut met = self.meeting.0.lock().unwrap();
        *met += 1;
        self.meeting.1.notify_all();
        while *met < self.meets {
            met = self.meeting.1.wait(met).unwrap();
        }
    }

    fn plan(chunk: usize, copied: u64, any_thread: bool) -> OperationPlan {
        let home = Home::new("memory", "a/");
        let chunks = if chunk == ALL { TouchedChunks::All } else { TouchedChunks::Chunk(chunk) };
        let estimate = Estimate { homes: vec![home], chunks, threads: 1, thread_bytes: 0, any_thread };
        OperationPlan { copied, has_ticket: true, ..OperationPlan::new(estimate, true) }
    }

    fn start(self: &Arc<Self>) -> bool {
        let world = Arc::clone(self);
        if self.threads {
            let worker = loom::thread::spawn(move || world.monitor.serve(|begun| world.work(begun, None)));
            self.started.lock().unwrap().push(worker);
        }
        self.threads
    }

    /// Does an operation on a chunk, as `Queue::work` does it.
    fn work(&self, begun: Begun<usize>, given: Option<usize>) {
        let Begun { ticket, job, stop, .. } = begun;
        if stop.load(SeqCst) {
            return self.monitor.finish(ticket, Err(Error::new(ErrorKind::Cancelled, "cancelled")), true);
        }
        let chunk = given.or(job).expect("the work of an operation");
        assert_eq!(self.inside[chunk].fetch_add(1, SeqCst), 0, "two operations are at one chunk");
        assert!(self.last[chunk].swap(ticket, SeqCst) < ticket, "a later operation was done before");
        loom::thread::yield_now();
        if chunk != ALL {
            self.meet();
        }
        self.inside[chunk].fetch_sub(1, SeqCst);
        self.done.fetch_add(1, SeqCst);
        self.monitor.finish(ticket, Ok(()), false);
    }

    /// Queues an operation, as `Queue::submit` does it.
    fn submit(self: &Arc<Self>, chunk: usize, copied: u64) -> Result<i64> {
        self.work_without_workers();
        let plan = Self::plan(chunk, copied, true);
        self.monitor.admit(&plan, false)?;
        let (ticket, has_workers) = self.monitor.push(plan, Some(chunk), |_| (), &|| self.start());
        if !has_workers {
            self.work_without_workers();
        }
        Ok(ticket)
    }

    /// Queues an operation that the call does itself.
    fn call(self: &Arc<Self>, chunk: usize) -> i64 {
        let plan = Self::plan(chunk, 0, false);
        self.monitor.admit(&plan, false).unwrap();
        let (ticket, _) = self.monitor.push(plan, None, |_| (), &|| self.start());
        if let Some(begun) = self.monitor.begin_in_turn(ticket) {
            self.work(begun, Some(chunk));
        }
        assert!(self.monitor.look(|schedule| !schedule.has(ticket)), "the call has returned");
        ticket
    }

    fn work_without_workers(&self) {
        while let Some(begun) = self.monitor.next_without_workers() {
            self.work(begun, None);
        }
    }

    /// Closes the queue; then nothing is left of it.
    fn close(&self) {
        self.monitor.close();
        self.work_without_workers();
        assert!(self.monitor.wait_until_empty());
        let workers = std::mem::take(&mut *self.started.lock().unwrap());
        workers.into_iter().for_each(|worker| worker.join().unwrap());
        let (left, most) = self.monitor.look(|schedule| (schedule.bytes(), schedule.most()));
        assert_eq!(left, 0);
        assert!(most <= self.budget.bytes, "{most} bytes");
    }
}

fn beside(world: &Arc<World>, run: impl FnOnce(Arc<World>) + Send + 'static) -> JoinHandle<()> {
    let world = Arc::clone(world);
    loom::thread::spawn(move || run(world))
}

#[test]
fn what_is_queued_is_done_in_order_and_waited_for() {
    explore(3, || {
        let world = World::new(10 * ENTRY, 2);
        let tickets = [0, 0, 1].map(|chunk| world.submit(chunk, 0).unwrap());
        world.monitor.wait(tickets[1]).unwrap();
        assert_eq!(world.last[0].load(SeqCst), tickets[1]);
        world.monitor.wait_all().unwrap();
        assert_eq!(world.done.load(SeqCst), 3);
        world.close();
    });
}

/// Operations that waited for one run side by side: a worker that begins an operation wakes the next worker.
#[test]
fn what_has_waited_for_one_runs_at_once() {
    explore(1, || {
        let mut world = World::new(10 * ENTRY, 3);
        Arc::get_mut(&mut world).unwrap().meets = 3;
        for chunk in [ALL, 0, 1, 2] {
            world.submit(chunk, 0).unwrap();
        }
        world.monitor.wait_all().unwrap();
        world.close();
    });
}

#[test]
fn several_threads_queue_and_wait() {
    explore(2, || {
        let world = World::new(10 * ENTRY, 1);
        let other = beside(&world, |world| {
            let ticket = world.submit(0, 0).unwrap();
            world.monitor.wait(ticket).unwrap();
        });
        world.submit(0, 0).unwrap();
        world.submit(1, 0).unwrap();
        world.monitor.wait_all().unwrap();
        other.join().unwrap();
        assert_eq!(world.done.load(SeqCst), 3);
        world.close();
    });
}

/// There is room for one operation: callers wait in line, and each comes in.
#[test]
fn a_full_queue_takes_more() {
    explore(3, || {
        let world = World::new(2 * ENTRY, 1);
        assert_eq!(
            world.monitor.look(|schedule| schedule.room(&World::plan(0, 2 * ENTRY + 1, true))),
            Admission::Never
        );
        let other = beside(&world, |world| {
            world.submit(0, ENTRY).unwrap();
        });
        world.submit(1, ENTRY).unwrap();
        world.submit(0, ENTRY).unwrap();
        other.join().unwrap();
        world.monitor.wait_all().unwrap();
        assert_eq!(world.done.load(SeqCst), 3);
        world.close();
    });
}

/// Memory that was set aside, and is given back as the copy failed, lets the next one in.
#[test]
fn what_is_not_queued_after_all_gives_its_room_back() {
    explore(4, || {
        let world = World::new(2 * ENTRY, 1);
        let other = beside(&world, |world| {
            let plan = World::plan(0, ENTRY, true);
            world.monitor.admit(&plan, false).unwrap();
            world.monitor.withdraw(&plan);
        });
        world.submit(1, ENTRY).unwrap();
        world.submit(0, ENTRY).unwrap();
        other.join().unwrap();
        world.close();
        assert_eq!(world.done.load(SeqCst), 2);
    });
}

/// Cancelled by another thread, before or after it began: its waiter goes on, and those behind it.
#[test]
fn what_is_cancelled_ends() {
    explore(3, || {
        let world = World::new(10 * ENTRY, 1);
        world.submit(0, 0).unwrap();
        let second = world.submit(0, 0).unwrap();
        let other = beside(&world, move |world| world.monitor.cancel(Some(second)).unwrap());
        let third = world.submit(0, 0).unwrap();
        let cancelled = world.monitor.wait(second).is_err();
        world.monitor.wait(third).unwrap();
        other.join().unwrap();
        assert_eq!(world.done.load(SeqCst), if cancelled { 2 } else { 3 });
        world.close();
    });
}

/// Calls that do their operations themselves take turns with those of the workers.
#[test]
fn calls_take_turns() {
    explore(3, || {
        let world = World::new(10 * ENTRY, 1);
        world.submit(0, 0).unwrap();
        let other = beside(&world, |world| {
            world.call(0);
        });
        world.call(0);
        other.join().unwrap();
        world.close();
        assert_eq!(world.done.load(SeqCst), 3);
    });
}

/// A call that waits for its turn goes on when it is cancelled, also if what it waits for does not end.
#[test]
fn a_call_that_waits_for_its_turn_can_be_cancelled() {
    explore(3, || {
        let world = World::with(10 * ENTRY, 1, false);
        let plan = World::plan(0, 0, true);
        world.monitor.admit(&plan, false).unwrap();
        // Begun, and not finished until the call has returned.
        let (first, _) = world.monitor.push(plan, Some(0), |_| (), &|| false);
        let begun = world.monitor.next_without_workers().unwrap();
        let other = beside(&world, |world| {
            world.call(0);
        });
        while world.monitor.cancel(Some(first + 1)).is_err() {
            loom::thread::yield_now();
        }
        other.join().unwrap();
        world.work(begun, None);
        world.close();
        assert_eq!(world.done.load(SeqCst), 1);
    });
}

/// A queued operation is done, or its call is refused; a caller in line is refused too.
#[test]
fn closing_waits_and_keeps_others_out() {
    explore(3, || {
        let world = World::new(2 * ENTRY, 1);
        world.submit(0, ENTRY).unwrap();
        let other = beside(&world, |world| {
            let refused = world.submit(0, ENTRY);
            assert!(refused.is_ok_and(|ticket| ticket == 2) || world.done.load(SeqCst) <= 1);
        });
        world.close();
        other.join().unwrap();
        assert!(world.submit(1, 0).is_err());
    });
}

/// Where the system gives no threads, calls do what is queued, also what another call could not begin.
#[test]
fn without_threads_calls_do_the_work() {
    explore(4, || {
        let world = World::with(10 * ENTRY, 2, false);
        let other = beside(&world, |world| {
            let ticket = world.submit(0, 0).unwrap();
            world.monitor.wait(ticket).unwrap();
        });
        world.submit(0, 0).unwrap();
        world.submit(1, 0).unwrap();
        other.join().unwrap();
        world.monitor.wait_all().unwrap();
        assert_eq!(world.done.load(SeqCst), 3);
        world.close();
    });
}
