//! Panics stay inside: work is run so that a panic comes back as a value, and nothing is printed meanwhile.
//!
//! A library must not write to stderr, and must not unwind into C. The panic hook is replaced once, by one that is
//! silent on threads that are inside [`guarded`], and hands every other panic to the hook that was there before.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// How many guards this thread is inside of.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

static HOOK: Once = Once::new();

/// Runs `work`. A panic in it gives its message instead of unwinding further.
///
/// # Errors
/// The message of the panic.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    HOOK.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // During the destruction of the thread's variables there is no guard any more.
            if DEPTH.try_with(Cell::get).unwrap_or(0) == 0 {
                previous(info);
            }
        }));
    });
    DEPTH.set(DEPTH.get() + 1);
    // The state that a panic leaves behind is either dropped with `work`, or behind locks whose users expect that.
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    DEPTH.set(DEPTH.get() - 1);
    result.map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without a message".into())
    })
}
