//! Queues of writes and reads, which worker threads run in the background.
//!
//! A call checks its arguments, waits for room, copies its data, and returns. The threads of the queue do several
//! operations at a time; two on one chunk keep the order of their calls ([`schedule`]), and [`failures`] keeps errors
//! for the caller.
//!
//! The calling thread does the operation itself if a store or a codec runs only on threads of the caller, and for a
//! write larger than the queue's limit. After `fork`, the child has an empty queue without threads: the parent does the
//! operations, and the child reports that to its copies of the callbacks ([`callbacks`]).

mod callbacks;
mod copies;
mod failures;
mod monitor;
mod operation;
mod schedule;
mod settings;
#[cfg(test)]
mod tests;
mod tickets;

pub use callbacks::Done;
pub use operation::{Data, Holder, QueueRequest, ReadBuffer, WriteBuffer};
pub use settings::QueueSettings;

use crate::engine;
use crate::error::{Error, ErrorKind, Result, ResultExt, Term};
use crate::sync::fork::PerProcess;
use crate::sync::{Mutex, lock};
use callbacks::Callbacks;
use copies::CopyMemory;
use monitor::Monitor;
use operation::QueuedOperation;
use schedule::{Admission, Begun, Budget, OperationPlan, Schedule};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;

/// A queue of operations. Any method may be called from many threads at once.
#[derive(Debug)]
pub struct Queue {
    settings: QueueSettings,
    budget: Budget,
    /// The last ticket; a child of `fork` continues from it.
    last: AtomicI64,
    callbacks: Callbacks,
    process: PerProcess<Process>,
}

/// The part of a queue that belongs to one process.
#[derive(Debug, Default)]
struct Process {
    monitor: OnceLock<Monitor<QueuedOperation<'static>>>,
    workers: Mutex<Vec<JoinHandle<()>>>,
    copies: Arc<CopyMemory>,
    /// True while a thread runs inherited callbacks, which may call the queue.
    tells: AtomicBool,
}

thread_local! {
    /// True if this thread runs an operation of a queue: waiting for a queue could then deadlock.
    static AT_WORK: Cell<bool> = const { Cell::new(false) };
}

/// The unfinished work of a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    /// Operations that are not finished.
    pub operations: usize,
    /// Bytes of memory that they hold.
    pub bytes: u64,
}

/// Refuses to wait on a thread that runs an operation: another thread may be waiting for that operation.
fn check_may_wait() -> Result<()> {
    if AT_WORK.get() {
        return Err(Error::conflict("a callback of an operation must not wait for a queue"));
    }
    Ok(())
}

impl Queue {
    /// An empty queue, without threads yet.
    pub fn new(settings: QueueSettings) -> Arc<Self> {
        let budget = Budget { bytes: settings.bytes, threads: settings.threads().max(1) };
        Arc::new(Self {
            settings,
            budget,
            last: AtomicI64::new(0),
            callbacks: Callbacks::default(),
            process: PerProcess::new(),
        })
    }

    fn monitor(&self) -> &Monitor<QueuedOperation<'static>> {
        let new = || Monitor::new(self.budget, self.last.load(Ordering::Relaxed), check_may_wait);
        self.process.monitor.get_or_init(new)
    }

    /// Queues an operation, and returns its ticket.
    ///
    /// # Errors
    /// An invalid argument; [`ErrorKind::Limit`] for a full queue that refuses to wait; the failure of an earlier
    /// operation whose ticket was not taken. The operation is not queued then.
    pub fn submit(self: &Arc<Self>, mut request: QueueRequest<'_>) -> Result<i64> {
        let (has_ticket, done) = (request.has_ticket, request.done.take());
        let operation = QueuedOperation::new(request);
        let plan = OperationPlan { has_ticket, ..self.plan(&operation)? };
        self.work_without_workers();
        let monitor = self.monitor();
        monitor.admit(&plan, self.settings.refuses)?;
        if plan.by_caller {
            let (ticket, _) = self.push(plan, done, None);
            if let Some(begun) = monitor.begin_in_turn(ticket) {
                self.work(begun, Some(operation));
            }
            // Its callback may have queued more.
            self.work_without_workers();
            return Ok(ticket);
        }
        match operation.into_own(|data| self.process.copies.copy(data, self.room_for_copies())) {
            Ok(operation) => {
                let (ticket, has_workers) = self.push(plan, done, Some(operation));
                if !has_workers {
                    self.work_without_workers();
                }
                Ok(ticket)
            }
            Err(error) => {
                monitor.withdraw(&plan);
                Err(error)
            }
        }
    }

    /// Checks the arguments of an operation, and estimates the resources that it will need.
    fn plan(&self, operation: &QueuedOperation<'_>) -> Result<OperationPlan> {
        let (array, section) = (operation.array.array(), &operation.section);
        let writes = !matches!(operation.data, Data::Into(_));
        let estimate = array.estimate(&section.start, &section.count, writes)?;
        // A region without elements neither extends the array nor writes anything.
        let writes_any = writes && !section.count.contains(&0);
        let origin = array.origin();
        if writes_any && !origin.store.capabilities().writeable {
            return Err(Error::read_only(format!("array \"{}\": the store can only be read", origin.path)));
        }
        let grows = writes_any && origin.options.grow.is_some();
        let mut past_end = false;
        match array.part(&section.start, &section.count) {
            Err(error) if error.kind() == ErrorKind::OutOfBounds => {
                past_end = !grows && self.monitor().may_grow(&estimate.homes);
                if !grows && !past_end {
                    // An operation that extended the array may have ended since the first check.
                    drop(array.part(&section.start, &section.count)?);
                }
            }
            part => drop(part?),
        }
        let copied = operation.given() as u64;
        let mut plan = OperationPlan { grows, past_end, copied, ..OperationPlan::new(estimate, writes) };
        plan.by_caller |=
            !self.settings.refuses && self.monitor().look(|schedule| schedule.room(&plan)) == Admission::Never;
        if plan.by_caller {
            plan.copied = 0;
            check_may_wait().context(|| "the call would have to do the operation itself")?;
        }
        Ok(plan)
    }

    /// The bytes of the limit that are left for the memory of finished copies.
    fn room_for_copies(&self) -> u64 {
        self.budget.bytes.saturating_sub(self.monitor().look(Schedule::bytes))
    }

    /// Adds an operation that was admitted.
    fn push(
        self: &Arc<Self>,
        plan: OperationPlan,
        done: Option<Done>,
        operation: Option<QueuedOperation<'static>>,
    ) -> (i64, bool) {
        let note = |ticket| {
            self.last.store(ticket, Ordering::Relaxed);
            if let Some(done) = done {
                self.callbacks.add(ticket, done);
            }
        };
        let start = || {
            let queue = Arc::clone(self);
            let worker = engine::spawn(move || queue.monitor().serve(|begun| queue.work(begun, None)));
            worker.map(|worker| lock(&self.process.workers).push(worker)).is_ok()
        };
        self.monitor().push(plan, operation, note, &start)
    }

    /// Runs queued operations on the calling thread if the system could not start workers, and runs inherited
    /// callbacks. That thread also does the operations that a callback queues.
    fn work_without_workers(&self) {
        if AT_WORK.get() {
            return;
        }
        self.tell_inherited();
        while let Some(begun) = self.monitor().next_without_workers() {
            self.work(begun, None);
        }
    }

    /// In a child of `fork`: reports to the callbacks of the parent's operations that only the parent does them.
    fn tell_inherited(&self) {
        if !self.process.tells.swap(true, Ordering::Relaxed) {
            let before = AT_WORK.replace(true);
            self.callbacks.tell_inherited();
            AT_WORK.set(before);
            self.process.tells.store(false, Ordering::Relaxed);
        }
    }

    /// Runs an operation that has begun.
    fn work(&self, begun: Begun<QueuedOperation<'static>>, given: Option<QueuedOperation<'_>>) {
        let Begun { ticket, job, threads, stop } = begun;
        self.process.copies.keep_within(self.room_for_copies());
        let before = AT_WORK.replace(true);
        let result = match (given, job) {
            (Some(operation), _) => operation.run(ticket, threads, &stop),
            (None, Some(operation)) => operation.run(ticket, threads, &stop),
            (None, None) => Err(Error::internal(format!("{}: the operation is not there", Term::ticket(ticket)))),
        };
        let is_told = self.callbacks.tell(ticket, &result);
        AT_WORK.set(before);
        // The caller cancelled it, so only a wait for its ticket reports the cancellation.
        let is_asked = |error: &Error| error.kind() == ErrorKind::Cancelled && stop.load(Ordering::Relaxed);
        let is_told = is_told || result.as_ref().is_err_and(is_asked);
        self.monitor().finish(ticket, result, is_told);
    }

    /// Waits for an operation, and returns its failure, once.
    ///
    /// # Errors
    /// The failure of the operation; [`ErrorKind::InvalidArgument`] for an unknown ticket; [`ErrorKind::Conflict`] on a
    /// thread that runs an operation.
    pub fn wait(&self, ticket: i64) -> Result<()> {
        self.work_without_workers();
        self.monitor().wait(ticket)
    }

    /// Waits for all operations that were queued before. Returns the first unreported failure.
    ///
    /// # Errors
    /// As [`Queue::wait`].
    pub fn wait_all(&self) -> Result<()> {
        self.work_without_workers();
        self.monitor().wait_all()
    }

    /// Cancels an operation, or all of them (None): waiting operations do nothing, and running ones end after their
    /// current chunks. Does not wait for that.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] for an unknown ticket.
    pub fn cancel(&self, ticket: Option<i64>) -> Result<()> {
        self.monitor().cancel(ticket)
    }

    /// True if an operation is finished.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] for an unknown ticket.
    pub fn is_done(&self, ticket: i64) -> Result<bool> {
        self.monitor().look(|schedule| schedule.is_done(ticket))
    }

    /// Counts the unfinished operations and their bytes.
    pub fn pending(&self) -> Pending {
        self.monitor().look(|schedule| Pending { operations: schedule.count(), bytes: schedule.bytes() })
    }

    /// The high-water mark of the bytes that its operations hold.
    pub fn most_bytes(&self) -> u64 {
        self.monitor().look(|schedule| schedule.most())
    }

    /// Closes the queue to new operations, waits for the queued ones, and ends the threads. On a thread that runs an
    /// operation it does not wait: the threads end by themselves.
    pub fn close(&self) {
        self.monitor().close();
        self.tell_inherited();
        while let Some(begun) = self.monitor().next_without_workers() {
            self.work(begun, None);
        }
        if !self.monitor().wait_until_empty() || AT_WORK.get() {
            return;
        }
        let workers = std::mem::take(&mut *lock(&self.process.workers));
        for worker in workers {
            // A worker that panicked has ended, which is sufficient here.
            let _ = worker.join();
        }
    }
}
