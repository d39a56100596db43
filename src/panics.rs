//! Panics stay inside: work is run so that a panic comes back as a value, and nothing is printed meanwhile.
//!
//! A library must not write to stderr, and must not unwind into C. The panic hook is replaced once, by one that is
//! silent on threads inside [`guarded`] and calls the former hook on all others. This module stands at the bottom, as
//! the boundary needs it and every layer that starts a thread.

use crate::sync::fork::OnceLock;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};

thread_local! {
    /// How many guards this thread is inside of.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// Where the last panic inside a guard arose.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs `work`. A panic in it gives its place and message instead of unwinding further.
///
/// # Errors
/// The place and message of the panic.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    install_hook();
    let depth = DepthGuard::set(DEPTH.get() + 1);
    // State that a panic leaves inconsistent is dropped with `work`, or protected by locks whose users expect that.
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    drop(depth);
    result.map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
        if text.is_none() {
            // Dropping it could run anything, even another panic; a leak on the way to an error is the lesser evil.
            std::mem::forget(payload);
        }
        let place = PLACE.try_with(RefCell::take).unwrap_or_default();
        format!("{place}: {}", text.as_deref().unwrap_or("a panic without a message"))
    })
}

/// Runs code of the user, a callback, as if outside: a panic there is the user's, and goes to the user's hook.
pub fn outside<T>(work: impl FnOnce() -> T) -> T {
    let _depth = DepthGuard::set(0);
    work()
}

/// Puts the depth back, also on unwinding.
struct DepthGuard(usize);

impl DepthGuard {
    fn set(depth: usize) -> Self {
        Self(DEPTH.replace(depth))
    }
}

impl Drop for DepthGuard {
    fn drop(&mut self) {
        DEPTH.set(self.0);
    }
}

fn install_hook() {
    static HOOK: OnceLock<()> = OnceLock::new();
    // A hook can't be set while the thread panics (a call from a destructor of the program): the next call does it.
    if HOOK.get().is_some() || std::thread::panicking() {
        return;
    }
    HOOK.get_or_init(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if DEPTH.get() == 0 {
                previous(info);
            } else {
                let place = info.location().map(ToString::to_string).unwrap_or_default();
                // During the destruction of the thread's variables there is nowhere to keep it.
                let _ = PLACE.try_with(|last| last.try_borrow_mut().map(|mut last| *last = place));
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inside() -> bool {
        DEPTH.get() > 0
    }

    #[test]
    fn a_panic_becomes_a_value_that_names_its_place() {
        let text = guarded(|| panic!("no {}", "way")).unwrap_err();
        assert!(text.starts_with("src/panics.rs:") && text.ends_with(": no way"), "{text}");
        assert!(!inside());
    }

    #[test]
    fn any_payload_is_caught() {
        struct Loud;
        impl Drop for Loud {
            fn drop(&mut self) {
                panic!("dropped");
            }
        }
        assert!(guarded(|| std::panic::panic_any(Loud)).unwrap_err().ends_with("a panic without a message"));
    }

    #[test]
    fn guards_nest_and_callbacks_are_outside() {
        guarded(|| {
            assert!(inside());
            outside(|| {
                assert!(!inside());
                guarded(|| assert!(inside())).unwrap();
            });
            guarded(|| panic!()).unwrap_err();
            assert!(inside());
        })
        .unwrap();
        assert!(!inside());
    }
}
