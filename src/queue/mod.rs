//! Queues of writes and reads that threads of their own work on, while the caller goes on.
//!
//! A call looks at its arguments, waits for room, copies what it is given, and returns. The threads of the queue do the
//! operations, several at a time; two that touch one chunk keep the order of their calls ([`schedule`]). What fails is
//! told to the caller later ([`failures`]).
//!
//! Where an array may be used only on threads of the caller, since its store or a codec says so, and for a write that
//! is larger than the whole queue, the call does the operation itself, in its turn. A child of `fork` has the queue
//! without operations and threads: those of its parent go on there.

mod failures;
mod operation;
mod schedule;
mod settings;
#[cfg(test)]
mod tests;

pub use operation::{Data, Done, Holder, Request, Source, Target};
pub use settings::Settings;

use crate::array::Outlook;
use crate::engine;
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::sync::fork::PerProcess;
use crate::sync::{Condvar, Mutex, MutexGuard, lock, wait};
use operation::Operation;
use schedule::{Begun, Budget, Plan, Room, Schedule};
use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread::JoinHandle;

/// A queue of operations. Any method may be called from many threads at once.
#[derive(Debug)]
pub struct Queue {
    settings: Settings,
    budget: Budget,
    /// The last ticket that was given: a child of `fork` goes on from there.
    last: AtomicI64,
    process: PerProcess<Process>,
}

/// What a queue has in one process.
#[derive(Debug, Default)]
struct Process {
    state: Mutex<Option<State>>,
    /// An operation was added, or has ended: threads of the queue look again.
    wanted: Condvar,
    /// An operation has ended: callers look again.
    ended: Condvar,
}

#[derive(Debug)]
struct State {
    schedule: Schedule<Operation<'static>>,
    threads: Vec<JoinHandle<()>>,
    /// Threads of the queue that wait for an operation.
    idle: usize,
    /// Callers that wait for room, by their numbers, the first one first.
    line: VecDeque<u64>,
    arrivals: u64,
    is_closed: bool,
}

thread_local! {
    /// Whether this thread is at an operation of a queue: then it must not wait for one, which may wait for it.
    static AT_WORK: Cell<bool> = const { Cell::new(false) };
}

/// What a queue has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    /// Operations that are not finished.
    pub operations: usize,
    /// Bytes of memory that they have.
    pub bytes: u64,
}

/// Gives access to the state, which is there.
struct Locked<'q> {
    process: &'q Process,
    guard: MutexGuard<'q, Option<State>>,
}

impl Locked<'_> {
    fn state(&mut self) -> &mut State {
        let budget = Budget { bytes: 0, threads: 1 };
        self.guard.get_or_insert_with(|| State::new(budget, 0))
    }

    /// Lets go of the lock until something has ended.
    ///
    /// # Errors
    /// [`ErrorKind::Conflict`] on a thread that is at an operation itself.
    fn wait(self) -> Result<Self> {
        check_may_wait()?;
        Ok(Self { process: self.process, guard: wait(&self.process.ended, self.guard) })
    }
}

/// Refuses to wait on a thread that is at an operation, which others may be waiting for.
fn check_may_wait() -> Result<()> {
    if AT_WORK.get() {
        return Err(Error::conflict("a callback of an operation must not wait for a queue"));
    }
    Ok(())
}

impl State {
    fn new(budget: Budget, last: i64) -> Self {
        let (threads, line) = (Vec::new(), VecDeque::new());
        Self { schedule: Schedule::new(budget, last), threads, idle: 0, line, arrivals: 0, is_closed: false }
    }
}

impl Queue {
    /// An empty queue, without threads yet.
    pub fn new(settings: Settings) -> Arc<Self> {
        let budget = Budget { bytes: settings.bytes, threads: settings.threads().max(1) };
        Arc::new(Self { settings, budget, last: AtomicI64::new(0), process: PerProcess::new() })
    }

    fn lock(&self) -> Locked<'_> {
        let process = &*self.process;
        let mut guard = lock(&process.state);
        guard.get_or_insert_with(|| State::new(self.budget, self.last.load(Ordering::Relaxed)));
        Locked { process, guard }
    }

    /// Queues an operation, and gives its ticket.
    ///
    /// # Errors
    /// Then nothing was queued: what is wrong with the arguments; [`ErrorKind::Limit`] where the queue is full and
    /// refuses; the failure of an earlier operation whose ticket was not taken.
    pub fn submit(self: &Arc<Self>, request: Request<'_>) -> Result<i64> {
        let has_ticket = request.has_ticket;
        let operation = Operation::new(request);
        let mut plan = self.plan(&operation)?;
        plan.has_ticket = has_ticket;
        let plan = self.admit(plan)?;
        if plan.by_caller {
            let ticket = self.push(plan, None);
            self.work_in_turn(ticket, Some(operation));
            return Ok(ticket);
        }
        match operation.into_own() {
            Ok(operation) => {
                let ticket = self.push(plan, Some(operation));
                if !self.has_threads() {
                    self.work_in_turn(ticket, None);
                }
                Ok(ticket)
            }
            Err(error) => {
                self.lock().state().schedule.release(&plan);
                self.notify();
                Err(error)
            }
        }
    }

    /// What an operation will need, if its arguments are right.
    fn plan(&self, operation: &Operation<'_>) -> Result<Plan> {
        let (array, section) = (operation.array.array(), &operation.section);
        let outlook = array.outlook(&section.start, &section.count)?;
        let writes = !matches!(operation.data, Data::Into(_));
        let grows = writes && array.origin().options.grow.is_some();
        match array.part(&section.start, &section.count) {
            Err(error) if error.kind() == ErrorKind::OutOfBounds && (grows || self.may_grow(&outlook)) => {}
            part => drop(part?),
        }
        let given = operation.given();
        let mut plan = Plan { grows, copied: given as u64, ..Plan::new(outlook, writes) };
        plan.by_caller |= self.lock().state().schedule.room(&plan) == Room::Never && !self.settings.refuses;
        if plan.by_caller {
            plan.copied = 0;
            check_may_wait().context(|| "the call would have to do the operation itself")?;
        }
        Ok(plan)
    }

    fn may_grow(&self, outlook: &Outlook) -> bool {
        self.lock().state().schedule.may_grow(&outlook.home)
    }

    /// Sets the memory for an operation aside, after waiting for it in line.
    fn admit(&self, plan: Plan) -> Result<Plan> {
        let mut locked = self.lock();
        let number = locked.state().arrivals;
        locked.state().arrivals += 1;
        locked.state().line.push_back(number);
        let admitted = self.wait_for_room(locked, number, &plan);
        let mut locked = self.lock();
        locked.state().line.retain(|waiting| *waiting != number);
        if admitted.is_err() {
            locked.process.ended.notify_all();
        }
        admitted.map(|()| plan)
    }

    fn wait_for_room(&self, mut locked: Locked<'_>, number: u64, plan: &Plan) -> Result<()> {
        loop {
            let state = locked.state();
            if state.is_closed {
                return Err(Error::new(ErrorKind::InvalidHandle, "the queue is being freed"));
            }
            state.schedule.failures.for_next_call()?;
            let room = state.schedule.room(plan);
            let is_first = state.line.front() == Some(&number);
            // What the call does itself needs no memory of the queue.
            if is_first && (room == Room::Now || plan.by_caller) {
                state.schedule.hold(plan);
                state.line.pop_front();
                locked.process.ended.notify_all();
                return Ok(());
            }
            if self.settings.refuses && room != Room::Now {
                let (held, all) = (state.schedule.bytes(), self.settings.bytes);
                let text = format!("the queue is full: it has {held} of {all} bytes");
                return Err(Error::limit(format!("{text}, and the operation needs {} more", plan.held())));
            }
            locked = locked.wait().context(|| "the queue is full")?;
        }
    }

    /// Adds an operation that was admitted.
    fn push(self: &Arc<Self>, plan: Plan, operation: Option<Operation<'static>>) -> i64 {
        let mut locked = self.lock();
        let state = locked.state();
        let ticket = state.schedule.push(plan, operation);
        self.last.store(ticket, Ordering::Relaxed);
        if state.threads.len() < self.budget.threads && state.idle < state.schedule.waiting() {
            let queue = Arc::clone(self);
            state.threads.extend(engine::spawn(move || queue.serve()));
        }
        locked.process.wanted.notify_one();
        ticket
    }

    fn has_threads(&self) -> bool {
        !self.lock().state().threads.is_empty()
    }

    /// Does operations until the queue is freed. A thread of the queue runs this.
    fn serve(&self) {
        loop {
            let mut locked = self.lock();
            let begun = loop {
                let state = locked.state();
                if let Some(begun) = state.schedule.next() {
                    break begun;
                }
                if state.is_closed && state.schedule.bytes() == 0 {
                    return;
                }
                state.idle += 1;
                let process = locked.process;
                locked = Locked { process, guard: wait(&process.wanted, locked.guard) };
                locked.state().idle -= 1;
            };
            drop(locked);
            self.work(begun, None);
        }
    }

    /// Does an operation on the calling thread, as soon as those before it are done that touch a chunk of its own. The
    /// operation is the one given, or lies in the queue.
    fn work_in_turn(&self, ticket: i64, operation: Option<Operation<'_>>) {
        let mut locked = self.lock();
        while locked.state().schedule.has(ticket) {
            if let Some(begun) = locked.state().schedule.next_of(ticket) {
                drop(locked);
                return self.work(begun, operation);
            }
            // On a thread that may not wait it stays queued, for a thread that can be started later.
            let Ok(again) = locked.wait() else { return };
            locked = again;
        }
    }

    /// Does an operation that has begun.
    fn work(&self, begun: Begun<Operation<'static>>, given: Option<Operation<'_>>) {
        let Begun { ticket, job, threads, stop } = begun;
        let before = AT_WORK.replace(true);
        let (result, is_told) = match (given, job) {
            (Some(operation), _) => operation.run(ticket, threads, &stop),
            (None, Some(operation)) => operation.run(ticket, threads, &stop),
            (None, None) => (Err(Error::internal(format!("ticket {ticket}: the operation is not there"))), false),
        };
        AT_WORK.set(before);
        // The caller asked for it, so it is no news to be told to anything but its ticket.
        let is_told = is_told || result.as_ref().is_err_and(|error| error.kind() == ErrorKind::Cancelled);
        self.lock().state().schedule.finish(ticket, result, is_told);
        self.notify();
    }

    fn notify(&self) {
        self.process.wanted.notify_all();
        self.process.ended.notify_all();
    }

    /// Waits for an operation, and gives its failure, once.
    ///
    /// # Errors
    /// That of the operation; [`ErrorKind::InvalidArgument`] for a ticket that the queue has not given;
    /// [`ErrorKind::Conflict`] on a thread that is at an operation.
    pub fn wait(&self, ticket: i64) -> Result<()> {
        let mut locked = self.lock();
        locked.state().schedule.check(ticket)?;
        while locked.state().schedule.has(ticket) {
            locked = locked.wait()?;
        }
        locked.state().schedule.failures.of(ticket)
    }

    /// Waits for all operations that were queued before, and gives the first failure that nothing has told yet.
    ///
    /// # Errors
    /// As [`Queue::wait`].
    pub fn wait_all(&self) -> Result<()> {
        let mut locked = self.lock();
        let last = locked.state().schedule.last();
        while locked.state().schedule.has_up_to(last) {
            locked = locked.wait()?;
        }
        locked.state().schedule.failures.first()
    }

    /// Cancels an operation, or all of them (None): those that have not begun do nothing, those that have begun end
    /// after the chunks that they are at. Does not wait for that.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] for a ticket that the queue has not given.
    pub fn cancel(&self, ticket: Option<i64>) -> Result<()> {
        let mut locked = self.lock();
        if let Some(ticket) = ticket {
            locked.state().schedule.check(ticket)?;
        }
        locked.state().schedule.cancel(ticket);
        locked.process.wanted.notify_all();
        locked.process.ended.notify_all();
        Ok(())
    }

    /// Whether an operation is finished.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] for a ticket that the queue has not given.
    pub fn is_done(&self, ticket: i64) -> Result<bool> {
        let mut locked = self.lock();
        locked.state().schedule.check(ticket)?;
        Ok(!locked.state().schedule.has(ticket))
    }

    /// What is not finished.
    pub fn pending(&self) -> Pending {
        let mut locked = self.lock();
        let schedule = &locked.state().schedule;
        Pending { operations: schedule.count(), bytes: schedule.bytes() }
    }

    /// The most bytes that its operations ever had together.
    pub fn most_bytes(&self) -> u64 {
        self.lock().state().schedule.most()
    }

    /// Takes no operations any more, waits for those that there are, and ends the threads. On a thread that is at an
    /// operation it does not wait: the threads end by themselves when all is done.
    pub fn close(&self) {
        let mut locked = self.lock();
        locked.state().is_closed = true;
        self.notify();
        while locked.state().schedule.bytes() > 0 {
            let Ok(again) = locked.wait() else { return };
            locked = again;
        }
        let threads = std::mem::take(&mut locked.state().threads);
        locked.process.wanted.notify_all();
        drop(locked);
        if AT_WORK.get() {
            return;
        }
        for thread in threads {
            // A thread that has panicked is no more, which is all that is wanted here.
            let _ = thread.join();
        }
    }
}
