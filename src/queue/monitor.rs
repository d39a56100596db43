//! The schedule of a queue under its lock, and the waits of callers and worker threads. It knows neither operations nor
//! the start of threads, so that `tests/models` can run it through the orders of the threads' steps.
//!
//! Each waiting caller has a condition variable, for the end of one operation or for its place in the line for room. A
//! worker that begins an operation wakes the next idle one while others wait to begin.

use super::schedule::{Admission, Begun, Budget, OperationPlan, Schedule, Turn};
use crate::error::{Error, ErrorKind, Result};
use crate::store::Home;
use crate::sync::{Arc, Condvar, Mutex, MutexGuard, lock, wait};
use std::collections::{BTreeMap, VecDeque};

/// The state of a queue in one process; `J` is the work of an operation.
#[derive(Debug)]
pub(super) struct Monitor<J> {
    state: Mutex<MonitorState<J>>,
    /// Refuses to wait on a thread that runs an operation.
    may_wait: fn() -> Result<()>,
    /// Wakes idle workers, for an operation that may begin.
    wanted: Condvar,
    /// Wakes callers that close the queue, when nothing is left.
    emptied: Condvar,
}

#[derive(Debug)]
struct MonitorState<J> {
    schedule: Schedule<J>,
    /// The most workers.
    most_workers: usize,
    workers: usize,
    /// Workers that sleep.
    idle: usize,
    /// Callers that wait for room, the first one first.
    line: VecDeque<Arc<Condvar>>,
    /// Wakes callers that wait for the end of the operation with this ticket.
    awaited: BTreeMap<i64, Arc<Condvar>>,
    is_closed: bool,
}

impl<J> MonitorState<J> {
    /// True if a caller may add an operation now, without waiting for room.
    fn admits(&mut self, plan: &OperationPlan, is_first: bool, refuses: bool) -> Result<bool> {
        if self.is_closed {
            return Err(Error::new(ErrorKind::InvalidHandle, "the queue is being freed"));
        }
        self.schedule.failures.for_next_call()?;
        let room = self.schedule.room(plan);
        // An operation that the call does itself needs no memory of the queue.
        if is_first && (room == Admission::Now || plan.by_caller) {
            return Ok(true);
        }
        if refuses && room != Admission::Now {
            let (held, kept, all) = (self.schedule.held(), self.schedule.kept(plan), self.schedule.budget().bytes);
            let text = match plan.held() {
                needed if needed > all => format!(
                    "the operation needs {needed} bytes, and the queue has {all}: \"bytes\" makes it larger, and \
                     \"full\": \"wait\" lets the call do it"
                ),
                needed => format!(
                    "the queue is full: of its {all} bytes, operations have {held}, their chunks need {kept} while \
                     they run, and this operation needs {needed}: wait, or make \"bytes\" larger"
                ),
            };
            return Err(Error::limit(text));
        }
        Ok(false)
    }

    fn is_over(&self) -> bool {
        self.is_closed && self.schedule.bytes() == 0
    }
}

impl<J> Monitor<J> {
    /// A schedule without operations and workers; the last ticket that was given before is `last`.
    pub fn new(budget: Budget, last: i64, may_wait: fn() -> Result<()>) -> Self {
        let state = MonitorState {
            schedule: Schedule::new(budget, last),
            most_workers: budget.threads,
            workers: 0,
            idle: 0,
            line: VecDeque::new(),
            awaited: BTreeMap::new(),
            is_closed: false,
        };
        Self { state: Mutex::new(state), may_wait, wanted: Condvar::new(), emptied: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, MonitorState<J>> {
        lock(&self.state)
    }

    /// Looks at the schedule.
    pub fn look<T>(&self, look: impl FnOnce(&Schedule<J>) -> T) -> T {
        look(&self.state().schedule)
    }

    /// True if an unfinished operation may extend an array at one of these places.
    pub fn may_grow(&self, homes: &[Home]) -> bool {
        self.look(|schedule| schedule.may_grow(homes))
    }

    /// Reserves the memory for an operation, after waiting for it in line.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidHandle`] for a closed queue, the failure of an earlier operation, [`ErrorKind::Limit`] for a
    /// full queue that refuses, [`ErrorKind::Conflict`] for one on which the calling thread may not wait.
    pub fn admit(&self, plan: &OperationPlan, refuses: bool) -> Result<()> {
        let mut state = self.state();
        let mut own: Option<Arc<Condvar>> = None;
        let admitted = loop {
            let is_first = match &own {
                None => state.line.is_empty(),
                Some(own) => state.line.front().is_some_and(|first| Arc::ptr_eq(first, own)),
            };
            match state.admits(plan, is_first, refuses) {
                Ok(true) => {
                    state.schedule.hold(plan);
                    break Ok(());
                }
                Ok(false) => {}
                Err(error) => break Err(error),
            }
            if let Err(error) = (self.may_wait)() {
                break Err(error.context("the queue is full"));
            }
            let place = Arc::clone(own.get_or_insert_with(|| {
                let place = Arc::new(Condvar::new());
                state.line.push_back(Arc::clone(&place));
                place
            }));
            state = wait(&place, state);
        };
        if let Some(own) = own {
            state.line.retain(|other| !Arc::ptr_eq(other, &own));
        }
        self.wake_first(&state);
        admitted
    }

    /// Releases the memory that was reserved for an operation which is not queued after all.
    pub fn withdraw(&self, plan: &OperationPlan) {
        let mut state = self.state();
        state.schedule.release(plan);
        self.wake(&state);
    }

    /// Adds an operation that was admitted, and starts a worker for it if one more is allowed and useful. `note` gets
    /// the ticket before the operation can begin. Returns the ticket, and true if there are workers.
    pub fn push(
        &self,
        plan: OperationPlan,
        job: Option<J>,
        note: impl FnOnce(i64),
        start: &dyn Fn() -> bool,
    ) -> (i64, bool) {
        let mut state = self.state();
        let ticket = state.schedule.push(plan, job);
        note(ticket);
        if state.workers < state.most_workers && state.idle < state.schedule.waiting() && start() {
            state.workers += 1;
        }
        self.wake_worker(&state);
        (ticket, state.workers > 0)
    }

    /// The loop of a worker: runs operations until the queue is closed and empty.
    pub fn serve(&self, work: impl Fn(Begun<J>)) {
        let mut state = self.state();
        loop {
            if let Some(begun) = state.schedule.next() {
                self.wake_worker(&state);
                drop(state);
                work(begun);
                state = self.state();
            } else if state.is_over() {
                state.workers -= 1;
                return;
            } else {
                state.idle += 1;
                state = wait(&self.wanted, state);
                state.idle -= 1;
            }
        }
    }

    /// Takes an operation for the calling thread if there are no workers, because the system could not start any.
    pub fn next_without_workers(&self) -> Option<Begun<J>> {
        let mut state = self.state();
        if state.workers > 0 || state.schedule.waiting() == 0 { None } else { state.schedule.next() }
    }

    /// Begins an operation on the calling thread, as soon as the earlier operations that it depends on have ended.
    pub fn begin_in_turn(&self, ticket: i64) -> Option<Begun<J>> {
        let mut state = self.state();
        loop {
            match state.schedule.turn(ticket) {
                Turn::Now(begun) => return Some(begun),
                Turn::After(other) => state = Self::wait_for(state, other),
                Turn::Gone => return None,
            }
        }
    }

    /// Ends an operation that has begun. `is_told`: the caller already knows the result.
    pub fn finish(&self, ticket: i64, result: Result<()>, is_told: bool) {
        let mut state = self.state();
        state.schedule.finish(ticket, result, is_told);
        if let Some(bell) = state.awaited.remove(&ticket) {
            bell.notify_all();
        }
        self.wake(&state);
    }

    /// Waits for an operation, and returns its failure, once.
    ///
    /// # Errors
    /// That of the operation, those of [`Schedule::check`], [`ErrorKind::Conflict`] on a thread that may not wait.
    pub fn wait(&self, ticket: i64) -> Result<()> {
        let mut state = self.state();
        state.schedule.check(ticket)?;
        while state.schedule.has(ticket) {
            (self.may_wait)()?;
            state = Self::wait_for(state, ticket);
        }
        state.schedule.failures.of(ticket)
    }

    /// Waits for all operations that were queued before. Returns the first unreported failure.
    ///
    /// # Errors
    /// As [`Monitor::wait`].
    pub fn wait_all(&self) -> Result<()> {
        let mut state = self.state();
        let last = state.schedule.last();
        while let Some(ticket) = state.schedule.last_unfinished(last) {
            (self.may_wait)()?;
            state = Self::wait_for(state, ticket);
        }
        state.schedule.failures.first()
    }

    /// Cancels an operation, or all of them (None).
    ///
    /// # Errors
    /// Those of [`Schedule::check`].
    pub fn cancel(&self, ticket: Option<i64>) -> Result<()> {
        let mut state = self.state();
        ticket.map_or(Ok(()), |ticket| state.schedule.check(ticket))?;
        state.schedule.cancel(ticket);
        // A cancelled operation waits for no other one, so that its call goes on.
        state.awaited.values().for_each(|bell| bell.notify_all());
        self.wake_worker(&state);
        Ok(())
    }

    /// Closes the schedule to new operations.
    pub fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        state.line.iter().for_each(|place| place.notify_one());
        self.wanted.notify_all();
    }

    /// Waits until a closed queue is empty; false on a thread that may not wait.
    pub fn wait_until_empty(&self) -> bool {
        let mut state = self.state();
        while !state.is_over() {
            if (self.may_wait)().is_err() {
                return false;
            }
            state = wait(&self.emptied, state);
        }
        true
    }

    /// Releases the lock until an operation has ended, or something was cancelled.
    fn wait_for(mut state: MutexGuard<'_, MonitorState<J>>, ticket: i64) -> MutexGuard<'_, MonitorState<J>> {
        let bell = Arc::clone(state.awaited.entry(ticket).or_insert_with(|| Arc::new(Condvar::new())));
        wait(&bell, state)
    }

    /// Wakes the first caller in line, a worker, and the callers that close the queue, after memory was freed or an
    /// operation has ended.
    fn wake(&self, state: &MonitorState<J>) {
        self.wake_first(state);
        self.wake_worker(state);
        if state.is_over() {
            self.wanted.notify_all();
            self.emptied.notify_all();
        }
    }

    fn wake_first(&self, state: &MonitorState<J>) {
        if let Some(first) = state.line.front() {
            first.notify_one();
        }
    }

    fn wake_worker(&self, state: &MonitorState<J>) {
        if state.idle > 0 && state.schedule.waiting() > 0 {
            self.wanted.notify_one();
        }
    }
}
