//! The schedule of a queue: it decides which operation begins, with how many threads, within the memory limit. It has
//! no threads and no locks itself.
//!
//! An operation waits for earlier ones on a chunk of its own, unless both only read, and past the end of its array for
//! earlier ones that may make the array longer. Of the others, the first begins that finds a thread and memory.

use super::failures::Failures;
use crate::array::{Estimate, TouchedChunks};
use crate::error::{Error, Result, Term};
use crate::store::Home;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes of an operation beside its data: its entry here, its places, its part of the tables. (780 were measured, of
/// an array of one dimension.)
const OWN_BYTES: u64 = 1024;

/// The number of waiting operations that are searched for one that may begin.
const AHEAD: usize = 64;

/// The limits of a queue.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub bytes: u64,
    pub threads: usize,
}

/// The chunks that an operation touches, and the memory that it needs.
#[derive(Debug)]
pub(super) struct OperationPlan {
    /// See [`Estimate::homes`].
    pub homes: Vec<Home>,
    pub chunks: TouchedChunks,
    pub writes: bool,
    /// True if the operation may make its array longer.
    pub grows: bool,
    /// True if the region reaches past the end of the array before queued operations grow it.
    pub past_end: bool,
    /// The bytes of the copy of its data.
    pub copied: u64,
    /// The maximum number of threads with work to do.
    pub threads: usize,
    /// The working memory of each thread.
    pub thread_bytes: u64,
    /// True if the call that queued the operation runs it.
    pub by_caller: bool,
    /// True if the caller took the ticket.
    pub has_ticket: bool,
}

impl OperationPlan {
    pub fn new(estimate: Estimate, writes: bool) -> Self {
        let Estimate { homes, chunks, threads, thread_bytes, any_thread, .. } = estimate;
        let by_caller = !any_thread;
        let (grows, past_end, copied, has_ticket) = (false, false, 0, false);
        Self { homes, chunks, writes, grows, past_end, copied, threads, thread_bytes, by_caller, has_ticket }
    }

    /// True if it must wait for an operation that was queued earlier.
    fn waits_for(&self, earlier: &Self) -> bool {
        let by_chunk = || (self.writes || earlier.writes) && self.chunks.meets(&earlier.chunks);
        let by_length = || self.past_end && earlier.grows;
        (by_chunk() || by_length()) && (self.is_at(&earlier.homes) || earlier.is_at(&self.homes))
    }

    /// True if its first place, the one that it writes to, is one of these.
    fn is_at(&self, homes: &[Home]) -> bool {
        self.homes.first().is_some_and(|home| homes.contains(home))
    }

    /// The bytes that it holds from the call to its end.
    pub fn held(&self) -> u64 {
        self.copied.saturating_add(OWN_BYTES)
    }
}

#[derive(Debug)]
struct ScheduledOperation<J> {
    plan: OperationPlan,
    /// The work; None once a thread took it, or if the caller does it.
    job: Option<J>,
    /// The state of a started operation; None while it waits.
    running: Option<Share>,
    stop: Arc<AtomicBool>,
}

/// The share of the budget that a running operation holds.
#[derive(Clone, Copy, Debug)]
struct Share {
    threads: usize,
    bytes: u64,
}

/// An operation that begins.
#[derive(Debug)]
pub(super) struct Begun<J> {
    pub ticket: i64,
    pub job: Option<J>,
    /// The threads that it may use.
    pub threads: usize,
    /// Set when it was cancelled.
    pub stop: Arc<AtomicBool>,
}

/// True if an operation can begin on the thread that asks.
#[derive(Debug)]
pub(super) enum Turn<J> {
    Now(Begun<J>),
    /// It waits for the one with this ticket.
    After(i64),
    /// It is finished, or another thread does it.
    Gone,
}

/// The answer to a call that queues an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Admission {
    Now,
    Later,
    /// It needs more than the whole limit.
    Never,
}

/// The failure, in this process, of an operation that a parent of it queued.
pub(super) fn queued_by_parent(ticket: i64) -> Error {
    let text = "the process that this one was forked from queued it, and has it alone";
    Error::conflict(format!("{}: {text}", Term::ticket(ticket)))
}

/// The operations of a queue that are not finished, and the failures of those that are.
#[derive(Debug)]
pub(super) struct Schedule<J> {
    budget: Budget,
    /// The ticket before the first one of this process.
    before: i64,
    last: i64,
    unfinished: BTreeMap<i64, ScheduledOperation<J>>,
    /// Those that wait for a thread of the queue.
    waiting: usize,
    /// Bytes of the data and entries of unfinished operations, and of those that are being queued.
    held: u64,
    /// Bytes that running operations work in.
    working: u64,
    /// The threads of those that run.
    threads: usize,
    /// True if operations that wait may have been cancelled.
    has_cancelled: bool,
    /// The largest memory that a thread of an operation works in, since the queue was empty.
    largest: u64,
    /// The most memory that was ever held and worked in.
    most: u64,
    pub failures: Failures,
}

impl<J> Schedule<J> {
    /// Without operations; the last ticket that was given, by a parent of this process perhaps, is `last`.
    pub fn new(budget: Budget, last: i64) -> Self {
        Self {
            budget,
            before: last,
            last,
            unfinished: BTreeMap::new(),
            waiting: 0,
            held: 0,
            working: 0,
            threads: 0,
            has_cancelled: false,
            largest: 0,
            most: 0,
            failures: Failures::default(),
        }
    }

    /// True if an operation can start. Some of the memory stays free for those that run, so that a full queue does not
    /// keep them from running side by side; an empty queue takes any operation that is not larger than all.
    pub fn room(&self, plan: &OperationPlan) -> Admission {
        if plan.copied > self.budget.bytes {
            return Admission::Never;
        }
        let fits = self.held.saturating_add(plan.held()).saturating_add(self.kept(plan)) <= self.budget.bytes;
        if fits || self.held == 0 { Admission::Now } else { Admission::Later }
    }

    /// The memory that stays free for operations to run in, if one is added.
    pub fn kept(&self, plan: &OperationPlan) -> u64 {
        let running = self.budget.threads.min(self.unfinished.len() + 1) as u64;
        let largest = self.largest.max(plan.thread_bytes);
        running.saturating_mul(largest).min(self.budget.bytes / 2).max(self.working)
    }

    /// The bytes of the data and entries of unfinished operations.
    pub fn held(&self) -> u64 {
        self.held
    }

    /// Sets memory aside for an operation that will be pushed.
    pub fn hold(&mut self, plan: &OperationPlan) {
        self.held += plan.held();
        self.note();
    }

    /// Gives back what was set aside for an operation that is not pushed after all.
    pub fn release(&mut self, plan: &OperationPlan) {
        self.held -= plan.held();
    }

    /// Appends an operation whose memory is reserved. Returns its ticket.
    pub fn push(&mut self, plan: OperationPlan, job: Option<J>) -> i64 {
        self.last += 1;
        self.largest = self.largest.max(plan.thread_bytes);
        self.waiting += usize::from(!plan.by_caller);
        self.unfinished.insert(self.last, ScheduledOperation { plan, job, running: None, stop: Arc::default() });
        self.last
    }

    /// The next operation for a thread of the queue.
    pub fn next(&mut self) -> Option<Begun<J>> {
        let free = self.budget.threads.saturating_sub(self.threads);
        let mut before: Vec<&OperationPlan> = Vec::with_capacity(AHEAD.min(self.unfinished.len()));
        let mut may_begin = Vec::with_capacity(free.min(AHEAD));
        for (ticket, entry) in self.unfinished.iter().take(AHEAD + self.threads) {
            if entry.running.is_none() && !entry.plan.by_caller {
                if entry.stop.load(Ordering::Relaxed) {
                    return self.begin(*ticket, Share { threads: 0, bytes: 0 });
                }
                if may_begin.len() < free && !before.iter().any(|earlier| entry.plan.waits_for(earlier)) {
                    may_begin.push(*ticket);
                }
            }
            // Fast path: only a cancelled operation later in the queue could come first.
            if may_begin.len() == free && !self.has_cancelled {
                break;
            }
            before.push(&entry.plan);
        }
        if self.unfinished.len() <= AHEAD {
            self.has_cancelled = false;
        }
        let ticket = *may_begin.first()?;
        let plan = &self.unfinished.get(&ticket)?.plan;
        let left = self.budget.bytes.saturating_sub(self.held).saturating_sub(self.working);
        let in_memory = left.checked_div(plan.thread_bytes).map_or(usize::MAX, |threads| threads as usize);
        if in_memory == 0 && self.threads > 0 {
            return None;
        }
        let threads = (free / may_begin.len()).min(plan.threads).min(in_memory).max(1);
        let bytes = plan.thread_bytes.saturating_mul(threads as u64);
        self.begin(ticket, Share { threads, bytes })
    }

    /// Begins an operation on the calling thread, if it may begin now.
    pub fn turn(&mut self, ticket: i64) -> Turn<J> {
        let Some(entry) = self.unfinished.get(&ticket).filter(|entry| entry.running.is_none()) else {
            return Turn::Gone;
        };
        let mut before = self.unfinished.range(..ticket);
        if !entry.stop.load(Ordering::Relaxed)
            && let Some((earlier, _)) = before.find(|(_, earlier)| entry.plan.waits_for(&earlier.plan))
        {
            return Turn::After(*earlier);
        }
        // Its threads are the caller's own, and its memory is that of a call.
        self.begin(ticket, Share { threads: 0, bytes: 0 }).map_or(Turn::Gone, Turn::Now)
    }

    fn begin(&mut self, ticket: i64, share: Share) -> Option<Begun<J>> {
        let entry = self.unfinished.get_mut(&ticket)?;
        entry.running = Some(share);
        self.waiting -= usize::from(!entry.plan.by_caller);
        let begun = Begun { ticket, job: entry.job.take(), threads: share.threads, stop: Arc::clone(&entry.stop) };
        self.threads += share.threads;
        self.working += share.bytes;
        self.note();
        Some(begun)
    }

    /// Ends an operation that has begun. `is_told`: the caller already knows the result.
    pub fn finish(&mut self, ticket: i64, result: Result<()>, is_told: bool) {
        let Some(ScheduledOperation { plan, running, .. }) = self.unfinished.remove(&ticket) else { return };
        if let Some(share) = running {
            self.threads -= share.threads;
            self.working -= share.bytes;
        }
        self.held -= plan.held();
        if self.unfinished.is_empty() {
            self.largest = 0;
        }
        if let Err(error) = result {
            self.failures.add(ticket, error, plan.has_ticket, is_told);
        }
    }

    /// Marks operations that are not finished as cancelled: one, or all of them.
    pub fn cancel(&mut self, ticket: Option<i64>) {
        let stop = |entry: &ScheduledOperation<J>| entry.stop.store(true, Ordering::Relaxed);
        match ticket {
            Some(ticket) => self.unfinished.get(&ticket).into_iter().for_each(stop),
            None => self.unfinished.values().for_each(stop),
        }
        self.has_cancelled = true;
    }

    /// Refuses a ticket that was not given here.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`], [`crate::ErrorKind::Conflict`] for one that a parent of this process has
    /// been given.
    pub fn check(&self, ticket: i64) -> Result<()> {
        self.check_given(ticket)?;
        if ticket <= self.before { Err(queued_by_parent(ticket)) } else { Ok(()) }
    }

    /// True if waiting for an operation would not wait.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for a ticket that was not given.
    pub fn is_done(&self, ticket: i64) -> Result<bool> {
        self.check_given(ticket).map(|()| !self.has(ticket))
    }

    fn check_given(&self, ticket: i64) -> Result<()> {
        if ticket < 1 || ticket > self.last {
            return Err(Error::invalid_argument(format!("the queue has given no ticket {ticket}")));
        }
        Ok(())
    }

    /// The last ticket that was given.
    pub fn last(&self) -> i64 {
        self.last
    }

    /// True if an operation is not finished.
    pub fn has(&self, ticket: i64) -> bool {
        self.unfinished.contains_key(&ticket)
    }

    /// The last operation up to this ticket that is not finished.
    pub fn last_unfinished(&self, ticket: i64) -> Option<i64> {
        self.unfinished.range(..=ticket).next_back().map(|(last, _)| *last)
    }

    /// The limits of the queue.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// True if an operation that waits, or runs, may make an array at one of these places longer.
    pub fn may_grow(&self, homes: &[Home]) -> bool {
        self.unfinished.values().rev().any(|entry| entry.plan.grows && entry.plan.is_at(homes))
    }

    /// Operations that wait for a thread of the queue.
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    /// Operations that are not finished.
    pub fn count(&self) -> usize {
        self.unfinished.len()
    }

    /// Bytes that they have now.
    pub fn bytes(&self) -> u64 {
        self.held + self.working
    }

    /// The most bytes that they ever had.
    pub fn most(&self) -> u64 {
        self.most
    }

    fn note(&mut self) {
        self.most = self.most.max(self.bytes());
    }
}
