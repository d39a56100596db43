//! Calls and helpers together: which threads take part, how many at once, and what is left in the queue afterwards.

use super::*;
use std::sync::atomic::AtomicUsize;
use std::sync::{Condvar, Mutex};

/// A pool for one test. All pools stay reachable, so that a leak checker reports none of them.
fn pool(cpus: usize) -> &'static Pool {
    static POOLS: Mutex<Vec<&'static Pool>> = Mutex::new(Vec::new());
    let pool = Box::leak(Box::new(Pool::new(cpus)));
    POOLS.lock().unwrap().push(pool);
    pool
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
    let pool = pool(2);
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
        pool.share(CallThreads::new(2), 1, &help, meet);
        assert_eq!(*here.lock().unwrap(), 2);
    }
    assert_eq!((helpers.into_inner().unwrap().len(), pool.queue.count().helpers), (1, 1));
}

#[test]
fn callers_that_keep_all_processors_busy_get_no_help() {
    let pool = pool(3);
    let barrier = std::sync::Barrier::new(3);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let help = || panic!("there is no room for this");
                // All of them are inside a call before the first goes on to make another.
                pool.share(CallThreads::new(2), 0, &help, || {
                    barrier.wait();
                    for _ in 0..50 {
                        pool.share(CallThreads::new(3), 2, &help, std::thread::yield_now);
                    }
                    barrier.wait();
                });
            });
        }
    });
    assert_eq!(pool.queue.count().helpers, 0);
}

#[test]
fn a_call_never_has_more_threads_than_it_may() {
    let pool = pool(8);
    for count in [2, 3] {
        let (outer, inner) = (Tasks::default(), Tasks::default());
        let (threads, at_work, most) = (CallThreads::new(count), AtomicUsize::new(0), AtomicUsize::new(0));
        let task = || {
            let until = inner.next.load(Ordering::SeqCst) + 16;
            let work = || {
                inner.work(until, || {
                    most.fetch_max(at_work.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    std::thread::sleep(Duration::from_micros(50));
                    at_work.fetch_sub(1, Ordering::SeqCst);
                });
            };
            pool.share(threads, 7, &work, work);
        };
        let work = || outer.work(20, task);
        pool.share(threads, count - 1, &work, work);
        assert_eq!(outer.done.into_inner(), 20);
        assert!(most.into_inner() <= count);
    }
    assert_eq!(pool.queue.count().jobs, 0);
}

#[test]
fn what_callers_and_helpers_leave_behind_is_an_empty_queue() {
    let pool = pool(4);
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                for round in 0..200 {
                    let tasks = Tasks::default();
                    let work = || tasks.work(round % 7, || ());
                    pool.share(CallThreads::new(4), 3, &work, work);
                    assert_eq!(tasks.done.into_inner(), round % 7);
                }
            });
        }
    });
    let count = pool.queue.count();
    assert_eq!(count.jobs, 0);
    assert_eq!((count.callers, count.busy), (0, 0));
    assert!(count.helpers <= 3, "{}", count.helpers);
}

#[test]
fn a_panic_on_either_side_ends_the_job() {
    let pool = pool(2);
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
    pool.share(CallThreads::new(2), 1, &help, wait);
    let caught =
        crate::panics::guarded(|| pool.share(CallThreads::new(2), 1, &|| drop(own.lock()), || panic!("a caller")));
    assert!(caught.unwrap_err().ends_with("a caller"));
    let count = pool.queue.count();
    assert_eq!((count.jobs, count.callers), (0, 0));
}
