//! Work on one chunk that several threads may share. Codecs know no threads: their caller passes a [`Parallel`] that
//! has some.

use super::scratch::Scratch;
use crate::error::Result;
use std::sync::{Mutex, PoisonError};

/// Runs tasks, on this thread and on others that are free.
pub trait Parallel: Sync {
    /// The bytes to encode or decode that are worth a task; None: no other thread takes part.
    fn task_bytes(&self) -> Option<usize>;

    /// Calls `work` with every number below `count`, each once, in any order and several at once, until one of them
    /// fails.
    ///
    /// # Errors
    /// That of a task that failed.
    fn each(&self, count: usize, work: &(dyn Fn(usize) -> Result<()> + Sync)) -> Result<()>;
}

/// No other thread takes part.
#[derive(Clone, Copy, Debug)]
pub struct Alone;

impl Parallel for Alone {
    fn task_bytes(&self) -> Option<usize> {
        None
    }

    fn each(&self, count: usize, work: &(dyn Fn(usize) -> Result<()> + Sync)) -> Result<()> {
        (0..count).try_for_each(work)
    }
}

/// Threads and memory for the work on one chunk.
pub struct Resources<'r> {
    /// The threads that may take part.
    pub parallel: &'r dyn Parallel,
    /// Memory for the data between two codecs.
    pub scratch: &'r mut Scratch,
}

/// True if this many bytes are worth more than one task.
pub fn is_shared(parallel: &dyn Parallel, bytes: usize) -> bool {
    parallel.task_bytes().is_some_and(|task| bytes / 2 >= task)
}

/// How many parts of `size` bytes make a task.
pub fn parts_in_task(parallel: &dyn Parallel, size: usize) -> usize {
    parallel.task_bytes().map_or(1, |task| task.div_ceil(size.max(1)).max(1))
}

/// Calls `work` with the number and the bytes of every `span` bytes of a buffer, as tasks.
///
/// # Errors
/// That of a task that failed.
pub fn over_spans(
    parallel: &dyn Parallel,
    buffer: &mut [u8],
    span: usize,
    work: impl Fn(usize, &mut [u8]) -> Result<()> + Sync,
) -> Result<()> {
    let count = buffer.len().div_ceil(span);
    let spans = Mutex::new(buffer.chunks_mut(span).enumerate());
    parallel.each(count, &|_| {
        let next = spans.lock().unwrap_or_else(PoisonError::into_inner).next();
        next.map_or(Ok(()), |(number, bytes)| work(number, bytes))
    })
}
