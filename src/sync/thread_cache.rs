//! Memory and decoders that a thread keeps from one use to the next.

use std::cell::Cell;
use std::thread::LocalKey;

/// Lends the cached object of the thread. While it is lent out already, and where the thread's variables are destroyed
/// (in a destructor of the program that runs later), `work` gets a new one.
pub(crate) fn with<T: Default, R>(kept: &'static LocalKey<Cell<T>>, work: impl FnOnce(&mut T) -> R) -> R {
    let mut value = kept.try_with(Cell::take).unwrap_or_default();
    let result = work(&mut value);
    // Elsewhere it is dropped.
    let _ = kept.try_with(|kept| kept.set(value));
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    thread_local! {
        static KEPT: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
    }

    #[test]
    fn what_is_lent_out_is_not_lent_again() {
        with(&KEPT, |outer| {
            outer.push(1);
            with(&KEPT, |inner| assert!(inner.is_empty()));
            outer.push(2);
        });
        with(&KEPT, |kept| assert_eq!(*kept, [1, 2]));
    }

    #[test]
    fn a_thread_that_has_lost_its_variables_works_with_new_ones() {
        struct Last;
        impl Drop for Last {
            fn drop(&mut self) {
                with(&KEPT, |kept| kept.push(3));
            }
        }
        thread_local! {
            static LAST: Last = const { Last };
        }
        // Variables go in the order in which they were first used, or in the other one.
        for first in [true, false] {
            let thread = std::thread::spawn(move || {
                if first {
                    with(&KEPT, |kept| kept.push(1));
                }
                LAST.with(|_| ());
                with(&KEPT, |kept| kept.push(2));
            });
            assert!(thread.join().is_ok());
        }
    }
}
