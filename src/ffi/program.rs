//! The way into the program: its functions, of stores, codecs, tracers, visitors, queues and progress, are called from
//! here, and no longer where the program has ended that.
//!
//! The runtime of a language may end before the process does. A thread that enters it later is ended inside of the
//! function, which unwinds through this library and aborts the process, or it never returns.

use crate::error::{Error, ErrorKind, Result, Term};
use crate::panics::outside;
use crate::sync::fork::{Mutex, generation, thread_number};
use std::ffi::c_void;
use std::time::{Duration, Instant};

/// How long a wait for functions that run lasts before it looks again.
const PAUSE: Duration = Duration::from_millis(1);

/// A function that runs, or the end of all calls but those of one thread.
#[derive(Clone, Copy, PartialEq, Eq)]
struct RunningFunction {
    user_data: usize,
    thread: u64,
    process: u64,
}

impl RunningFunction {
    fn of_this_thread(user_data: *mut c_void) -> Self {
        Self { user_data: user_data.addr(), thread: thread_number(), process: generation() }
    }
}

static RUNNING: Mutex<Vec<RunningFunction>> = Mutex::new(Vec::new());
static ENDED: Mutex<Vec<RunningFunction>> = Mutex::new(Vec::new());

/// Takes a running function off the list.
struct Running(RunningFunction);

impl Drop for Running {
    fn drop(&mut self) {
        let mut running = RUNNING.lock();
        if let Some(at) = running.iter().position(|entry| *entry == self.0) {
            running.swap_remove(at);
        }
    }
}

/// Calls a function of the program.
///
/// # Errors
/// [`ErrorKind::Cancelled`] where calls with these data were ended.
pub(super) fn call<T>(user_data: *mut c_void, function: impl FnOnce() -> T) -> Result<T> {
    let own = RunningFunction::of_this_thread(user_data);
    // First onto the list: what is ended after the next line waits for this call.
    RUNNING.lock().push(own);
    let _running = Running(own);
    if ENDED.lock().iter().any(|end| end.user_data == own.user_data && end.thread != own.thread) {
        let ended = Term::operation("callbacks_end");
        let text = format!("the program has ended calls of this function by other threads ({ended})");
        return Err(Error::new(ErrorKind::Cancelled, text));
    }
    Ok(outside(function))
}

/// True if calls with these data were ended, for all threads but one.
pub(super) fn is_ended(user_data: *mut c_void) -> bool {
    ENDED.lock().iter().any(|end| end.user_data == user_data.addr())
}

/// Ends calls with these data by other threads than this one, and waits for those that run.
///
/// # Errors
/// [`ErrorKind::Timeout`] if one still runs when the time is over.
pub(super) fn end(user_data: *mut c_void, time: Duration) -> Result<()> {
    let own = RunningFunction::of_this_thread(user_data);
    {
        let mut ended = ENDED.lock();
        ended.retain(|end| end.user_data != own.user_data);
        ended.push(own);
    }
    let others = |entry: &&RunningFunction| {
        entry.user_data == own.user_data && entry.process == own.process && entry.thread != own.thread
    };
    let begin = Instant::now();
    loop {
        let count = RUNNING.lock().iter().filter(others).count();
        if count == 0 {
            return Ok(());
        }
        if begin.elapsed() >= time {
            let text = format!("{count} functions of the program still run after {} ms", time.as_millis());
            return Err(Error::new(ErrorKind::Timeout, text));
        }
        std::thread::sleep(PAUSE);
    }
}
