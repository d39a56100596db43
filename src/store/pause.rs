//! Pauses between the steps of a protocol, for tests that look for races: `tests/histories` sets `ZARR_TEST_PAUSES`.
//!
//! A pause widens the moment between two steps, so that another thread or process gets in between, or a kill strikes
//! there. Release builds have no pauses.

/// Sleeps at the step `name` of a protocol, as `ZARR_TEST_PAUSES` says: `PERCENT:MICROSECONDS` pauses at so many of a
/// hundred steps for at most so long; a third field, `:lock.,write.`, restricts it to steps whose names begin with one
/// of these.
#[cfg(debug_assertions)]
pub(crate) fn pause_point(name: &'static str) {
    use std::sync::atomic::{AtomicBool, Ordering};
    /// The variable was looked for, and is not set.
    static OFF: AtomicBool = AtomicBool::new(false);
    #[cfg(test)]
    steps::tell(name);
    if OFF.load(Ordering::Relaxed) {
        return;
    }
    // The variable is read each time: a value kept behind a lock would be locked for ever in a child forked meanwhile.
    let Ok(setting) = std::env::var("ZARR_TEST_PAUSES") else {
        return OFF.store(true, Ordering::Relaxed);
    };
    if let Some(longest) = longest_pause(&setting, name) {
        let drawn = draw();
        if drawn % 100 < longest.percent {
            std::thread::sleep(std::time::Duration::from_micros((drawn >> 32) % (longest.microseconds + 1)));
        }
    }
}

/// Does nothing.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub(crate) fn pause_point(_name: &'static str) {}

/// Lets a test run code at the steps of its thread, in the middle of a protocol.
#[cfg(all(test, debug_assertions))]
pub(crate) mod steps {
    use std::cell::RefCell;

    type Hook = Box<dyn FnMut(&'static str)>;

    thread_local!(static HOOK: RefCell<Option<Hook>> = const { RefCell::new(None) });

    /// Has `hook` called at each step of the calling thread from now on, but not inside itself.
    pub(crate) fn watch(hook: impl FnMut(&'static str) + 'static) {
        HOOK.set(Some(Box::new(hook)));
    }

    /// Has `work` done once, when the calling thread comes to a step.
    pub(crate) fn once(step: &'static str, work: impl FnOnce() + 'static) {
        let mut work = Some(work);
        watch(move |name| {
            if name == step
                && let Some(work) = work.take()
            {
                work();
            }
        });
    }

    pub(super) fn tell(name: &'static str) {
        if let Some(mut hook) = HOOK.take() {
            hook(name);
            HOOK.set(Some(hook));
        }
    }
}

/// How often and how long a step may pause.
#[cfg(debug_assertions)]
#[derive(Debug, PartialEq, Eq)]
struct Pause {
    percent: u64,
    microseconds: u64,
}

/// The pause that a setting asks for at a step; None: no pause, or the setting can't be read.
#[cfg(debug_assertions)]
fn longest_pause(setting: &str, name: &str) -> Option<Pause> {
    let mut fields = setting.split(':');
    let percent = fields.next()?.parse().ok()?;
    let microseconds = fields.next()?.parse().ok()?;
    let named = fields.next().is_none_or(|names| names.split(',').any(|beginning| name.starts_with(beginning)));
    named.then_some(Pause { percent, microseconds })
}

/// A random number: of Marsaglia's generator, from a seed that differs from thread to thread, process to process and
/// run to run.
#[cfg(debug_assertions)]
fn draw() -> u64 {
    use std::cell::Cell;
    thread_local!(static DRAWN: Cell<(u32, u64)> = const { Cell::new((0, 0)) });
    DRAWN.with(|drawn| {
        let process = std::process::id();
        let (of, mut bits) = drawn.get();
        if of != process {
            // Also in the child of a fork, which would otherwise draw what its parent draws.
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
            bits ^= now.as_nanos() as u64 ^ u64::from(process) << 40 ^ (drawn as *const Cell<_> as u64) << 8 | 1;
        }
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        drawn.set((process, bits));
        bits
    })
}

#[cfg(all(test, debug_assertions))]
mod tests {
    use super::*;

    #[test]
    fn a_setting_tells_how_often_how_long_and_where() {
        let pause = |percent, microseconds| Some(Pause { percent, microseconds });
        assert_eq!(longest_pause("20:500", "lock.taken"), pause(20, 500));
        assert_eq!(longest_pause("20:500:write.,lock.", "lock.taken"), pause(20, 500));
        assert_eq!(longest_pause("20:500:write.", "lock.taken"), None);
        assert_eq!(longest_pause("often", "lock.taken"), None);
    }

    #[test]
    fn numbers_differ() {
        let drawn: std::collections::BTreeSet<u64> = (0..100).map(|_| draw()).collect();
        assert_eq!(drawn.len(), 100);
    }
}
