//! Threads of one handle that lock one directory.

use crate::access::Access;
use crate::explore;
use crate::sharing::{Joined, Sharing};
use loom::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

/// Tells a lock from all others.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Id(u64);

impl Default for Id {
    fn default() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        Self(NUMBER.fetch_add(1, SeqCst))
    }
}

/// Each lock is let go after it was handed out twice; of each it is known whether it can be shared only.
type Directories = Sharing<Id, Option<Access>, 2>;

/// Locks the directory as a call that holds some locks already.
fn enter(directories: &Directories, access: Access, own: &[Id]) -> Id {
    match directories.join("a", access, |id| own.contains(&id)) {
        Joined::Shares(id) => {
            let got = directories.look("a", |entry| (entry.id, entry.known)).unwrap();
            assert_eq!(got.0, id, "a lock stays as long as it is held");
            assert!(got.1 == Some(Access::Exclusive) || access == Access::Shared, "one that is shared was had alone");
            id
        }
        Joined::Asks(id) => {
            // The system is asked.
            loom::thread::yield_now();
            directories.settle("a", |known| *known = Some(access));
            id
        }
    }
}

/// Gives the lock back; where it was shared as often as it may be, others get their turn before the next thread asks.
fn leave(directories: &Directories) {
    if directories.leave("a").is_some_and(|left| left.is_worn) {
        loom::thread::yield_now();
        directories.forget("a");
    }
}

fn is_empty(directories: &Directories) -> bool {
    let mut count = 0;
    directories.look_at_all(|_, _| count += 1);
    count == 0 && matches!(directories.try_join("a", Access::Shared, |_| false), Some(Joined::Asks(_)))
}

/// Sharers and one that wants the directory alone all get it, and nothing is left behind.
#[test]
fn sharers_and_one_alone_come_to_an_end() {
    explore(3, || {
        let directories = Arc::new(Directories::default());
        let threads: Vec<_> = [Access::Shared, Access::Exclusive]
            .map(|access| {
                let directories = Arc::clone(&directories);
                loom::thread::spawn(move || {
                    enter(&directories, access, &[]);
                    loom::thread::yield_now();
                    leave(&directories);
                })
            })
            .into();
        enter(&directories, Access::Shared, &[]);
        leave(&directories);
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert!(is_empty(&directories));
    });
}

/// A call that shares the directory, and locks it again, does not wait for one that waits for it to let go; nor where
/// the lock has been handed out as often as it may be, or was moved.
#[test]
fn a_call_never_waits_for_itself() {
    for moves in [false, true] {
        explore(3, move || {
            let directories = Arc::new(Directories::default());
            let other = {
                let directories = Arc::clone(&directories);
                loom::thread::spawn(move || {
                    enter(&directories, Access::Exclusive, &[]);
                    leave(&directories);
                })
            };
            let mut own = vec![enter(&directories, Access::Shared, &[])];
            if moves {
                directories.look("a", |entry| entry.moved = true);
            }
            for _ in 0..2 {
                own.push(enter(&directories, Access::Shared, &own));
                assert_eq!(own[0], own[own.len() - 1], "it is the lock that the call holds");
            }
            own.iter().for_each(|_| leave(&directories));
            other.join().unwrap();
            assert!(is_empty(&directories));
        });
    }
}

/// Where the system refuses the lock, each thread that waited asks by itself.
#[test]
fn a_refusal_is_told_to_all() {
    explore(3, || {
        let directories = Arc::new(Directories::default());
        let ask = |directories: &Directories, access| match directories.join("a", access, |_| false) {
            Joined::Asks(_) => directories.forget("a"),
            Joined::Shares(_) => unreachable!("no thread gets the lock"),
        };
        let threads: Vec<_> = [Access::Shared, Access::Exclusive]
            .map(|access| {
                let directories = Arc::clone(&directories);
                loom::thread::spawn(move || ask(&directories, access))
            })
            .into();
        ask(&directories, Access::Exclusive);
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert!(is_empty(&directories));
    });
}

/// Sharers that come one after the other don't keep out one that wants the directory alone.
#[test]
fn no_sharer_is_let_in_before_one_that_waits_to_have_the_directory_alone() {
    explore(2, || {
        let directories = Arc::new(Directories::default());
        enter(&directories, Access::Shared, &[]);
        let waits = {
            let directories = Arc::clone(&directories);
            loom::thread::spawn(move || {
                enter(&directories, Access::Exclusive, &[]);
                leave(&directories);
            })
        };
        let is_wanted = directories.is_wanted_alone("a");
        if directories.try_join("a", Access::Shared, |_| false).is_some() {
            assert!(!is_wanted, "one that came later was let in");
            leave(&directories);
        }
        leave(&directories);
        waits.join().unwrap();
        assert!(is_empty(&directories));
    });
}
