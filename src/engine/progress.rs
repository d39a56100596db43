//! Reports progress to the caller, who may cancel the call.

use crate::error::{Error, ErrorKind, Result};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::ThreadId;

/// Progress callback with the numbers of finished and of all chunks; `false` ends the work. Called on the caller's
/// thread.
pub type Progress<'a> = &'a (dyn Fn(u64, u64) -> bool + Sync);

/// The error of work that a callback has ended.
pub fn cancelled() -> Error {
    Error::new(ErrorKind::Cancelled, "the caller ended the work")
}

/// Progress of one call with several threads; only the caller's own thread calls the callback.
pub struct ProgressMeter<'p> {
    progress: Progress<'p>,
    caller: ThreadId,
    total: u64,
    done: AtomicU64,
}

impl std::fmt::Debug for ProgressMeter<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("ProgressMeter")
            .field("total", &self.total)
            .field("done", &self.done)
            .finish_non_exhaustive()
    }
}

impl<'p> ProgressMeter<'p> {
    /// Reports that nothing is done yet.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Cancelled`] when the caller says so.
    pub fn begin(progress: Progress<'p>, total: u64) -> Result<Self> {
        let caller = std::thread::current().id();
        if progress(0, total) {
            Ok(Self { progress, caller, total, done: AtomicU64::new(0) })
        } else {
            Err(cancelled())
        }
    }

    /// Counts a step. `end` reports the last one, when cancelling is no longer possible.
    ///
    /// # Errors
    /// As [`ProgressMeter::begin`].
    pub fn step(&self) -> Result<()> {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let told = std::thread::current().id() == self.caller && done < self.total;
        if told && !(self.progress)(done, self.total) { Err(cancelled()) } else { Ok(()) }
    }

    /// Reports that everything is done.
    pub fn end(&self) {
        (self.progress)(self.total, self.total);
    }
}
