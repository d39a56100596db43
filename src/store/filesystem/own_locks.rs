//! Locks that a call holds itself, and those that threads beside it hold: which are joined, which are waited for, and
//! which never end while they are waited for.

use super::FilesystemStore;
use crate::store::access::Access;
use crate::store::claim;
use crate::store::coherence::locks::HeldLocks;
use crate::store::interface::{Locking, Store, StoreExt};
use crate::store::options::{Lock, StoreOptions};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{scope, sleep, spawn};
use std::time::{Duration, Instant};

/// A lock of the folder, and one of a file in it.
const WAYS: [Lock; 2] = [Lock::Flock, Lock::Fcntl];

/// Longer than any step takes that waits for nothing.
const A_WHILE: Duration = Duration::from_millis(200);

fn open(root: &Path, lock: Lock) -> FilesystemStore {
    FilesystemStore::open(root, StoreOptions { lock, ..StoreOptions::read_write() }).unwrap()
}

/// The system code with which a claim fails.
fn code(store: &FilesystemStore, key: &str) -> i32 {
    claim(store, key, Access::Exclusive).map_or_else(|error| error.system_code(), |_| 0)
}

/// A thread that holds a lock would be told, after a hundred attempts in a moment, that the folder of another one was
/// moved a hundred times in a row: a change that would succeed fails.
#[test]
fn the_lock_of_a_moved_folder_is_waited_for_by_all_but_its_own_call() {
    for lock in WAYS {
        let directory = tempfile::tempdir().unwrap();
        let store = open(directory.path(), lock);
        store.set("a/k", b"v").unwrap();
        let mover = claim(&store, "a/k", Access::Exclusive).unwrap();
        assert!(store.rename_prefix("a/", "b/").unwrap());
        scope(|scope| {
            let beside = scope.spawn(|| {
                let _other = claim(&store, "z/k", Access::Exclusive).unwrap();
                claim(&store, "a/other", Access::Exclusive).map(|claim| claim.is_current())
            });
            // A thread that works for the call has its lock too: to wait for it would be for ever.
            let held = HeldLocks::current();
            let works = scope.spawn(|| {
                held.adopt();
                let joined = store.lock("a/other", Locking::ChangeIfFree(Access::Shared)).unwrap();
                joined.guard.is_some_and(|guard| !guard.is_current())
            });
            assert!(works.join().unwrap(), "it is let in, and told that the folder was moved");
            sleep(A_WHILE);
            assert!(!beside.is_finished(), "the lock is that of another place");
            drop(mover);
            assert!(beside.join().unwrap().unwrap());
        });
    }
}

/// Threads that change nodes by two paths of one group wait for each other; they don't wait for themselves.
#[test]
fn a_folder_that_another_thread_has_locked_by_another_path_is_waited_for() {
    for lock in WAYS {
        let directory = tempfile::tempdir().unwrap();
        let store = open(directory.path(), lock);
        store.set("g/k", b"v").unwrap();
        symlink("g", directory.path().join("h")).unwrap();
        let held = claim(&store, "g/k", Access::Exclusive).unwrap();
        assert_eq!(code(&store, "h/k"), libc::EDEADLK, "the call would wait for itself");
        scope(|scope| {
            let busy = scope.spawn(|| store.lock("h/k", Locking::ChangeIfFree(Access::Exclusive)).unwrap().is_busy);
            assert!(busy.join().unwrap(), "a call that holds other locks lets go of them, and waits");
            let nested = scope.spawn(|| {
                let _other = claim(&store, "z/k", Access::Exclusive).unwrap();
                code(&store, "h/k")
            });
            let alone = scope.spawn(|| code(&store, "h/k"));
            sleep(A_WHILE);
            assert!(!nested.is_finished() && !alone.is_finished());
            drop(held);
            assert_eq!((nested.join().unwrap(), alone.join().unwrap()), (0, 0));
        });
    }
}

/// A call that stands still for ever can't even be told from a slow one, be it one thread, two, or one that works for
/// another.
#[test]
fn no_thread_waits_for_ever_where_links_make_one_folder_of_two() {
    for lock in WAYS {
        let directory = tempfile::tempdir().unwrap();
        let store = open(directory.path(), lock);
        for key in ["a/k", "b/k"] {
            store.set(key, b"v").unwrap();
        }
        symlink(".", directory.path().join("a/c")).unwrap();
        symlink("../b", directory.path().join("a/l")).unwrap();
        symlink("../a", directory.path().join("b/l")).unwrap();
        let caller = claim(&store, "a/k", Access::Exclusive).unwrap();
        let held = HeldLocks::current();
        scope(|scope| {
            let works = scope.spawn(|| {
                held.adopt();
                code(&store, "a/c/k")
            });
            assert_eq!(works.join().unwrap(), libc::EDEADLK);
        });
        drop(caller);
        // Each has the folder for which the other one waits.
        let (ends, barrier) = (std::sync::mpsc::channel(), std::sync::Arc::new(std::sync::Barrier::new(2)));
        for (chunk, document) in [("a/l/0", "a/k"), ("b/l/0", "b/k")] {
            let (store, tell, barrier) = (store.clone(), ends.0.clone(), barrier.clone());
            spawn(move || {
                let _chunk = claim(&store, chunk, Access::Exclusive).unwrap();
                barrier.wait();
                tell.send(code(&store, document)).unwrap();
            });
        }
        let end = || ends.1.recv_timeout(Duration::from_secs(60)).expect("they wait for each other");
        let codes = [end(), end()];
        assert!(codes.contains(&libc::EDEADLK) && codes.iter().all(|code| [0, libc::EDEADLK].contains(code)));
    }
}

/// One that changes a group would wait as long as others change what is below it.
#[test]
fn one_that_wants_a_folder_alone_gets_it_though_sharers_go_on() {
    for lock in WAYS {
        let directory = tempfile::tempdir().unwrap();
        let stores = [open(directory.path(), lock), open(directory.path(), lock)];
        stores[0].set("g/k", b"v").unwrap();
        let (stop, shares) = (AtomicBool::new(false), AtomicUsize::new(0));
        scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while !stop.load(Ordering::SeqCst) {
                        let guard = stores[0].lock_for_update("g/k", Access::Shared).unwrap();
                        std::hint::black_box((0..1000).sum::<u64>());
                        // The call may lock the folder again: it does not wait for the one that waits for it.
                        drop((stores[0].lock_for_update("g/k", Access::Shared).unwrap(), guard));
                        shares.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
            while shares.load(Ordering::SeqCst) < 100 {
                sleep(Duration::from_millis(1));
            }
            // A thread beside them, and another process.
            for store in &stores {
                let begin = Instant::now();
                drop(store.lock_for_update("g/k", Access::Exclusive).unwrap());
                let waited = begin.elapsed();
                assert!(waited < Duration::from_secs(30), "{lock:?}: {waited:?}");
            }
            stop.store(true, Ordering::SeqCst);
        });
    }
}

/// The promise of the test above does not rest on chance: once one waits, no other call is let in.
#[test]
fn a_lock_that_is_wanted_alone_is_shared_no_more() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path(), Lock::Flock);
    store.set("g/k", b"v").unwrap();
    let shared = store.lock_for_update("g/k", Access::Shared).unwrap();
    scope(|scope| {
        let alone = scope.spawn(|| drop(store.lock_for_update("g/k", Access::Exclusive).unwrap()));
        while !store.inner.locks.is_wanted_alone("g") {
            std::thread::yield_now();
        }
        let try_share = || store.lock("g/k", Locking::ChangeIfFree(Access::Shared)).unwrap().is_busy;
        let late = scope.spawn(|| drop(store.lock_for_update("g/k", Access::Shared).unwrap()));
        assert!(scope.spawn(try_share).join().unwrap(), "another call");
        assert!(!try_share(), "the call that has it");
        sleep(A_WHILE);
        assert!(!late.is_finished() && !alone.is_finished());
        drop(shared);
        alone.join().unwrap();
        late.join().unwrap();
    });
    assert!(!store.inner.locks.is_wanted_alone("g"));
}
