//! Batches of requests: the calling thread asks the store for the next batch, while other threads decode the previous
//! one. So a remote store is always busy, and a store that only the calling thread may use stays on that thread.

use super::{CallThreads, Worker, is_guest, run};
use crate::error::Result;
use crate::store::Store;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Requests that are made together where the store does not care.
const REQUESTS: usize = 16;

/// Bytes after which a batch is not made longer: large values need not be fetched together.
const BYTES: u64 = 64 << 20;

/// How much is fetched together.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Batch {
    requests: usize,
}

impl Batch {
    /// A whole multiple of the requests that the store likes at once, until all threads have enough to decode.
    pub fn new(store: &dyn Store, threads: usize) -> Self {
        let requests = match store.capabilities().in_flight {
            0 | 1 => REQUESTS,
            requests => requests,
        };
        let enough = threads.saturating_mul(2).max(1);
        Self { requests: enough.checked_next_multiple_of(requests).unwrap_or(requests) }
    }

    /// True if a batch of this many requests and bytes should grow.
    pub fn wants(&self, requests: usize, bytes: u64) -> bool {
        requests < self.requests && bytes < BYTES
    }
}

/// Tasks that were fetched and not yet worked on.
#[derive(Debug)]
struct FetchedTasks<T> {
    state: Mutex<QueueState<T>>,
    changed: Condvar,
}

#[derive(Debug)]
struct QueueState<T> {
    tasks: VecDeque<T>,
    /// Nothing will be added.
    complete: bool,
}

impl<T> FetchedTasks<T> {
    /// The state is whole between any two statements that can panic.
    fn state(&self) -> MutexGuard<'_, QueueState<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn complete(&self) {
        self.state().complete = true;
        self.changed.notify_all();
    }

    fn add(&self, tasks: Vec<T>) {
        self.state().tasks.extend(tasks);
        self.changed.notify_all();
    }

    /// The next task; waits until there is one, None: there will be none.
    fn wait(&self) -> Option<T> {
        let mut state = self.state();
        while state.tasks.is_empty() && !state.complete {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.tasks.pop_front()
    }

    /// Takes the next task if more than `left` are queued.
    fn take_above(&self, left: usize) -> Option<T> {
        let mut state = self.state();
        if state.tasks.len() > left { state.tasks.pop_front() } else { None }
    }
}

/// Ends the waiting of all threads, also when the calling thread met an error or panicked.
struct Complete<'a, T>(&'a FetchedTasks<T>);

impl<T> Drop for Complete<'_, T> {
    fn drop(&mut self) {
        self.0.complete();
    }
}

/// Calls `fetch` on the calling thread until it returns no tasks, and `work` with every task, at most `most` in all, on
/// all of the threads. The next batch is fetched as soon as the previous one is begun, so that at most two are in
/// memory.
///
/// # Errors
/// The first that any of them met.
pub(in crate::engine) fn fetch_and_work<T: Send>(
    threads: CallThreads,
    most: u64,
    fetch: impl FnMut() -> Result<Vec<T>> + Send,
    work: impl Fn(T, &mut Worker<'_>) -> Result<()> + Sync,
) -> Result<()> {
    let caller = std::thread::current().id();
    let queue = FetchedTasks {
        state: Mutex::new(QueueState { tasks: VecDeque::new(), complete: false }),
        changed: Condvar::new(),
    };
    let fetch = Mutex::new(fetch);
    run(threads, most, |call, worker| {
        // It is taken where the calling thread comes back as a guest, waiting for others inside of a task.
        let fetch = (std::thread::current().id() == caller).then(|| fetch.try_lock().ok()).flatten();
        let Some(mut fetch) = fetch else {
            // A guest waits for no task: the thread that fetches may wait for the guest, or be it.
            let next = || if is_guest() { queue.take_above(0) } else { queue.wait() };
            while let Some(task) = next().filter(|_| !call.stopped()) {
                work(task, worker)?;
            }
            return Ok(());
        };
        let _complete = Complete(&queue);
        while !call.stopped() {
            let tasks = fetch()?;
            if tasks.is_empty() {
                break;
            }
            // Alone, no other thread could work while this one waits for the store.
            let ahead = if threads.count() > 1 { tasks.len() } else { 0 };
            queue.add(tasks);
            while let Some(task) = queue.take_above(ahead).filter(|_| !call.stopped()) {
                work(task, worker)?;
            }
        }
        // Threads that have nothing left to do may help with the tasks of others.
        queue.complete();
        while let Some(task) = queue.take_above(0).filter(|_| !call.stopped()) {
            work(task, worker)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    /// Batches of `size` tasks each; `fetched` counts the tasks.
    fn batches<'a>(
        count: usize,
        size: usize,
        fetched: &'a AtomicUsize,
    ) -> impl FnMut() -> Result<Vec<usize>> + Send + use<'a> {
        move || {
            let batch = fetched.load(Ordering::SeqCst);
            if batch == count {
                return Ok(Vec::new());
            }
            fetched.store(batch + 1, Ordering::SeqCst);
            Ok((batch * size..(batch + 1) * size).collect())
        }
    }

    #[test]
    fn the_next_batch_is_fetched_while_one_is_worked_on() {
        let (fetched, again) = (AtomicUsize::new(0), (Mutex::new(0), Condvar::new()));
        let mut next = batches(2, 2, &fetched);
        let fetch = || {
            *again.0.lock().unwrap() += 1;
            again.1.notify_all();
            next()
        };
        fetch_and_work(CallThreads::new(2), 4, fetch, |task, _| {
            if task == 0 {
                // The first task is not done before the second batch is asked for.
                let guard = again.0.lock().unwrap();
                let waited = again.1.wait_timeout_while(guard, Duration::from_secs(60), |calls| *calls < 2).unwrap();
                assert!(!waited.1.timed_out());
            }
            Ok(())
        })
        .unwrap();
        assert_eq!(fetched.load(Ordering::SeqCst), 2);
    }

    #[test]
    fn everything_is_worked_on_once_and_little_waits() {
        for threads in [1, 2, 5] {
            let (fetched, done, sum) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
            let mut next = batches(20, 7, &fetched);
            let fetch = || {
                let waiting = fetched.load(Ordering::SeqCst) * 7 - done.load(Ordering::SeqCst);
                // One batch, and one task for each of the others.
                assert!(waiting <= 7 + threads, "{waiting}");
                next()
            };
            fetch_and_work(CallThreads::new(threads), 140, fetch, |task, _| {
                sum.fetch_add(task, Ordering::SeqCst);
                done.fetch_add(1, Ordering::SeqCst);
                Ok(())
            })
            .unwrap();
            assert_eq!((done.load(Ordering::SeqCst), sum.into_inner()), (140, (0..140).sum()));
        }
    }

    #[test]
    fn who_waits_inside_of_a_task_waits_for_no_other_task() {
        let one_call = || {
            let (fetched, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let threads = CallThreads::new(5);
            fetch_and_work(threads, 12, batches(3, 4, &fetched), |_, worker| {
                // A task in parts, which take the longest on other threads than the task's own.
                let (owner, parts) = (std::thread::current().id(), AtomicUsize::new(0));
                worker.share(4, |_, _| {
                    while parts.fetch_add(1, Ordering::SeqCst) < 4 {
                        let alone = std::thread::current().id() == owner;
                        std::thread::sleep(Duration::from_micros(if alone { 20 } else { 300 }));
                    }
                    Ok(())
                })?;
                done.fetch_add(1, Ordering::SeqCst);
                Ok(())
            })
            .unwrap();
            assert_eq!(done.load(Ordering::SeqCst), 12);
        };
        // Calls of others mix up the order in which helpers look at what there is to do.
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| (0..20).for_each(|_| one_call()));
            }
        });
    }

    #[test]
    fn an_error_on_either_side_ends_it() {
        for threads in [1, 3] {
            let mut calls = 0;
            let fetch = || {
                calls += 1;
                if calls < 3 { Ok(vec![(); 4]) } else { Err(Error::not_found("no more")) }
            };
            let threads = CallThreads::new(threads);
            assert_eq!(fetch_and_work(threads, 12, fetch, |(), _| Ok(())).unwrap_err().message(), "no more");
            // It never ends by itself.
            let endless = || Ok(vec![(); 4]);
            assert_eq!(
                fetch_and_work(threads, 99, endless, |(), _| Err(Error::data("bad"))).unwrap_err().message(),
                "bad"
            );
        }
    }
}
