//! One operation of a queue: a region to write or read, and the memory of its elements.

use super::callbacks::Done;
use super::copies::DataCopy;
use crate::array::{Array, MemoryOrder, Section, Transfer, cancelled};
use crate::error::{Error, Result, Term};
use crate::panics::guarded;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// An owner of an open array.
pub trait Holder: Send + Sync {
    /// The array.
    fn array(&self) -> &Array;
}

impl Holder for Array {
    fn array(&self) -> &Array {
        self
    }
}

/// Memory that is read until the operation is finished.
pub trait WriteBuffer: Send {
    /// The elements.
    fn bytes(&self) -> &[u8];
}

/// Memory that is written until the operation is finished.
pub trait ReadBuffer: Send {
    /// The destination of the elements.
    fn bytes(&mut self) -> &mut [u8];
}

/// The elements of an operation.
pub enum Data<'d> {
    /// Data to write, valid only during the caller's call.
    Given(&'d [u8]),
    /// Data to write.
    From(Box<dyn WriteBuffer>),
    /// Memory to read into.
    Into(Box<dyn ReadBuffer>),
}

/// A request of a caller to a queue.
pub struct QueueRequest<'d> {
    /// The array.
    pub array: Arc<dyn Holder>,
    /// The first element along each axis.
    pub start: Vec<u64>,
    /// The number of elements along each axis.
    pub count: Vec<u64>,
    /// The elements.
    pub data: Data<'d>,
    /// Called at the end.
    pub done: Option<Done>,
    /// True if the caller takes the ticket.
    pub has_ticket: bool,
}

/// An operation with all that it needs.
pub(super) struct QueuedOperation<'d> {
    pub array: Arc<dyn Holder>,
    pub section: Section,
    pub data: Data<'d>,
}

impl std::fmt::Debug for QueuedOperation<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Operation").field("section", &self.section).finish_non_exhaustive()
    }
}

impl<'d> QueuedOperation<'d> {
    pub fn new(request: QueueRequest<'d>) -> Self {
        let QueueRequest { array, start, count, data, .. } = request;
        let step = vec![1; start.len()];
        Self { array, section: Section { start, count, step, offset: 0, memory: MemoryOrder::C }, data }
    }

    /// The number of bytes that must be copied before the call may return.
    pub fn given(&self) -> usize {
        if let Data::Given(bytes) = &self.data { bytes.len() } else { 0 }
    }

    /// Copies the data: the caller's buffer is valid only during the call.
    ///
    /// # Errors
    /// Errors of `copy`.
    pub fn into_own(self, copy: impl FnOnce(&[u8]) -> Result<DataCopy>) -> Result<QueuedOperation<'static>> {
        let Self { array, section, data } = self;
        let data = match data {
            Data::Given(bytes) => Data::From(Box::new(copy(bytes)?)),
            Data::From(source) => Data::From(source),
            Data::Into(target) => Data::Into(target),
        };
        Ok(QueuedOperation { array, section, data })
    }

    /// Reads or writes, with `threads` threads (0: the number of the array's handle), until `stop` is set. Every borrow
    /// of the caller's memory ends before this returns.
    ///
    /// # Errors
    /// Those of the array, [`crate::ErrorKind::Cancelled`].
    pub fn run(mut self, ticket: i64, threads: usize, stop: &AtomicBool) -> Result<()> {
        let worked = guarded(|| self.work(threads, stop));
        let fault = |panic| Err(Error::internal(format!("a fault of the library, please report it: {panic}")));
        worked.unwrap_or_else(fault).map_err(|error| error.context(Term::ticket(ticket)))
    }

    fn work(&mut self, threads: usize, stop: &AtomicBool) -> Result<()> {
        if stop.load(Ordering::Relaxed) {
            return Err(cancelled());
        }
        let go_on = |_, _| !stop.load(Ordering::Relaxed);
        let how = Transfer { threads, progress: Some(&go_on), memory_type: None };
        let array = self.array.array();
        match &mut self.data {
            Data::Given(bytes) => array.write_section(&self.section, bytes, &how),
            Data::From(source) => array.write_section(&self.section, source.bytes(), &how),
            Data::Into(target) => array.read_section(&self.section, target.bytes(), &how),
        }
    }
}
