//! The work queue that calls and helper threads share: the jobs that calls have put there, the threads at work on each,
//! and wake-ups. It knows neither the work nor how a thread is started, so that `tests/models` can run the protocol
//! through the orders in which threads can take its steps.

use crate::sync::{Condvar, Mutex, MutexGuard, Patience, lock, wait, wait_while};

/// A call of the library, and the most threads that may work for it at once, the calling thread included.
#[derive(Clone, Copy, Debug)]
pub struct CallThreads {
    call: u64,
    count: usize,
}

impl CallThreads {
    /// The threads of the call with this number.
    pub(super) fn numbered(call: u64, count: usize) -> Self {
        Self { call, count }
    }

    /// The most threads that work for the call at once.
    pub(crate) fn count(self) -> usize {
        self.count
    }

    /// The threads for one task while `left` others are not begun: only the calling thread if there are enough tasks
    /// for all threads.
    pub(crate) fn beside(self, left: u64) -> Self {
        if left.saturating_add(1) < self.count as u64 { self } else { Self::numbered(0, 1) }
    }
}

/// Jobs that helper threads can join; `W` is the work of a job.
#[derive(Debug)]
pub(super) struct WorkQueue<W> {
    /// The threads of the process that should work at once.
    cpus: usize,
    /// How long a helper waits to be wanted again before it ends.
    patience: Patience,
    state: Mutex<SharedState<W>>,
    /// Wakes helpers that sleep, for a job that they can join.
    wanted: Condvar,
    /// Wakes callers that wait: for the last helper of a job to leave it, or for another job of their call to join.
    done: Condvar,
}

/// The part of the queue that its lock protects.
#[derive(Debug)]
struct SharedState<W> {
    jobs: Vec<Job<W>>,
    /// Jobs that were put into the queue so far.
    made: u64,
    /// Counters of jobs and threads.
    count: Count,
    /// How many of the helpers that sleep should go on.
    woken: usize,
}

/// Counters of the jobs and threads of a queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    /// Jobs that were not taken back.
    pub(super) jobs: usize,
    /// Threads of the program that are inside a call for which helpers may work.
    pub(super) callers: usize,
    /// Helpers at work.
    pub(super) busy: usize,
    /// Helpers that sleep, but for those that were woken.
    pub(super) idle: usize,
    /// All helpers.
    pub(super) helpers: usize,
}

/// Work of one call that helpers may join.
#[derive(Debug)]
struct Job<W> {
    number: u64,
    /// The call that it belongs to; a call may have several jobs at once.
    threads: CallThreads,
    work: W,
    /// Threads that may still begin.
    wanted: usize,
    /// Helpers at work on it.
    running: usize,
    /// Threads at work on it while their own job of this call waits for helpers.
    guests: usize,
    /// True if the thread that queued the job waits for it.
    awaited: bool,
}

/// Starts a helper thread that serves the queue; false where the system gives no more threads.
pub(super) type Start<'s> = &'s dyn Fn() -> bool;

impl<W: Copy> WorkQueue<W> {
    pub(super) fn new(cpus: usize, patience: Patience) -> Self {
        let state = SharedState { jobs: Vec::new(), made: 0, count: Count::default(), woken: 0 };
        Self { cpus, patience, state: Mutex::new(state), wanted: Condvar::new(), done: Condvar::new() }
    }

    /// The state is whole between any two statements that can panic.
    fn state(&self) -> MutexGuard<'_, SharedState<W>> {
        lock(&self.state)
    }

    /// Puts a job for some helpers into the queue, which may run it until it is taken back. `counts`: the calling
    /// thread was not inside a call before.
    pub(super) fn push(&self, threads: CallThreads, helpers: usize, work: W, counts: bool) -> u64 {
        let mut state = self.state();
        state.count.callers += usize::from(counts);
        state.count.jobs += 1;
        let number = state.made;
        state.made += 1;
        state.jobs.push(Job { number, threads, work, wanted: helpers, running: 0, guests: 0, awaited: false });
        number
    }

    /// Wakes or starts the helpers that a job can have.
    pub(super) fn call_helpers(&self, number: u64, start: Start<'_>) {
        let mut state = self.state();
        let Some(job) = state.jobs.iter().find(|job| job.number == number) else { return };
        let threads = job.threads;
        let most = self.most(threads);
        let room = most.saturating_sub(state.count.callers + state.count.busy);
        let free = threads.count.saturating_sub(state.members(threads));
        let wanted = job.wanted.min(room).min(free);
        let waiting = state.jobs.iter().any(|job| job.threads.call == threads.call && job.awaited);
        let count = &mut state.count;
        let wake = wanted.min(count.idle);
        let new = (wanted - wake).min(most.saturating_sub(1 + count.helpers));
        count.idle -= wake;
        count.helpers += new;
        state.woken += wake;
        drop(state);
        for _ in 0..wake {
            self.wanted.notify_one();
        }
        if waiting {
            self.done.notify_all();
        }
        for started in 0..new {
            if !start() {
                // The threads that there are do the work.
                self.state().count.helpers -= new - started;
                break;
            }
        }
    }

    /// The threads of the process that may work at once while this call is at work.
    fn most(&self, threads: CallThreads) -> usize {
        self.cpus.max(threads.count)
    }

    /// The loop of a helper thread: joins jobs, sleeps in between, and ends when none has come for
    /// [`WorkQueue::patience`].
    pub(super) fn serve(&self, run: impl Fn(W)) {
        let mut state = self.state();
        loop {
            while let Some((number, work)) = self.join(&mut state) {
                drop(state);
                run(work);
                state = self.state();
                state.count.busy -= 1;
                self.leave(&mut state, number, |job| job.running -= 1);
            }
            state.count.idle += 1;
            state = wait_while((&self.wanted, &self.state), state, &self.patience, |state| state.woken == 0);
            if state.woken == 0 {
                state.count.idle -= 1;
                state.count.helpers -= 1;
                return;
            }
            state.woken -= 1;
        }
    }

    /// Joins a job that can have another helper.
    fn join(&self, state: &mut SharedState<W>) -> Option<(u64, W)> {
        let at = state.jobs.iter().position(|job| {
            let room = state.count.callers + state.count.busy < self.most(job.threads);
            job.wanted > 0 && room && state.members(job.threads) < job.threads.count
        })?;
        state.count.busy += 1;
        let job = &mut state.jobs[at];
        job.wanted -= 1;
        job.running += 1;
        Some((job.number, job.work))
    }

    /// Ends the work of a thread on a job.
    fn leave(&self, state: &mut SharedState<W>, number: u64, count: impl FnOnce(&mut Job<W>)) {
        if let Some(job) = state.jobs.iter_mut().find(|job| job.number == number) {
            count(job);
            if job.at_work() == 0 && job.awaited {
                self.done.notify_all();
            }
        }
    }

    /// Takes a job back: no helper can join it any more, and this thread waits for those that have, while it joins
    /// later jobs of its call. A job waits only for later ones, so that no thread waits for itself; `counts` is the
    /// argument of [`WorkQueue::push`].
    pub(super) fn take_back(&self, number: u64, counts: bool, run: impl Fn(W), start: Start<'_>) {
        let mut state = self.state();
        while let Some(at) = state.jobs.iter().position(|job| job.number == number) {
            let job = &mut state.jobs[at];
            (job.wanted, job.awaited) = (0, true);
            if job.at_work() == 0 {
                state.jobs.swap_remove(at);
                state.count.jobs -= 1;
                break;
            }
            let call = job.threads.call;
            let other = state.jobs.iter_mut().find(|job| job.threads.call == call && job.wanted > 0);
            state = match other {
                None => wait(&self.done, state),
                Some(other) => {
                    // This thread counts as one of the call already.
                    other.wanted -= 1;
                    other.guests += 1;
                    let (number, work) = (other.number, other.work);
                    drop(state);
                    run(work);
                    let mut state = self.state();
                    self.leave(&mut state, number, |job| job.guests -= 1);
                    state
                }
            };
        }
        if counts {
            state.count.callers -= 1;
            // There is room for one more thread on the jobs of other calls.
            let open = state.jobs.iter().find(|job| job.wanted > 0).map(|job| job.number);
            drop(state);
            if let Some(number) = open {
                self.call_helpers(number, start);
            }
        }
    }

    /// The counters.
    #[cfg(test)]
    pub(super) fn count(&self) -> Count {
        self.state().count
    }
}

impl<W> Job<W> {
    fn at_work(&self) -> usize {
        self.running + self.guests
    }
}

impl<W> SharedState<W> {
    /// The threads at work for a call, including those that wait for others of it.
    fn members(&self, threads: CallThreads) -> usize {
        let own = self.jobs.iter().filter(|job| job.threads.call == threads.call);
        1 + own.map(|job| job.running).sum::<usize>()
    }
}
