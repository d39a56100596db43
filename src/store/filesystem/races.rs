//! Folders that are removed, moved and made anew while a call is about to lock them: at the very step between.

use super::FilesystemStore;
use super::sys::Flock;
use crate::store::access::Access;
use crate::store::interface::{ByteRange, Ready, ReadyStep, Store, StoreExt, When};
use crate::store::options::Options;
use crate::store::pause::steps;
use std::fs::File;
use std::path::Path;

/// Two handles of a store: the second one has descriptors of its own, as another process has.
fn handles(root: &Path) -> [FilesystemStore; 2] {
    let options = Options { atomic: false, ..Options::read_write() };
    [FilesystemStore::open(root, options).unwrap(), FilesystemStore::open(root, options).unwrap()]
}

/// Has `work` done once, when the calling thread comes to a step.
fn once(step: &'static str, work: impl FnOnce() + 'static) {
    let mut work = Some(work);
    steps::watch(move |name| {
        if name == step
            && let Some(work) = work.take()
        {
            work();
        }
    });
}

/// Stores or erases a value, and says whether the folder at a path was locked during the step that others see.
fn is_locked_during(store: &FilesystemStore, key: &str, value: Option<&[u8]>, folder: &Path) -> bool {
    let mut locked = false;
    let mut ask = |step| {
        if step == ReadyStep::Take {
            locked = File::open(folder).is_ok_and(|folder| Flock::try_exclusive(folder).is_err());
        }
        Ok(())
    };
    store.write(key, value, When::Ready(Ready::by_key(&mut ask))).unwrap();
    steps::watch(|_| {});
    locked
}

fn get(store: &FilesystemStore, key: &str) -> Option<Vec<u8>> {
    store.get(key, ByteRange::ALL).unwrap()
}

/// Threads of the handle join the lock. If it were that of the folder which has been removed, none of them would keep
/// other processes out, and what those store would be lost.
#[test]
fn a_folder_that_goes_before_it_is_locked_is_made_and_locked_anew() {
    for value in [Some(&b"new"[..]), None] {
        // With what another process has there afterwards, and with nothing.
        for later in [Some(&b"later"[..]), None] {
            let directory = tempfile::tempdir().unwrap();
            let [store, other] = handles(directory.path());
            store.set("a/k", b"old").unwrap();
            once("lock.opened", move || {
                other.erase("a/k").unwrap();
                if let Some(later) = later {
                    other.set("a/k", later).unwrap();
                }
            });
            let locked = is_locked_during(&store, "a/k", value, &directory.path().join("a"));
            assert_eq!(locked, value.or(later).is_some(), "{value:?} over {later:?}");
            assert_eq!(get(&store, "a/k").as_deref(), value, "over {later:?}");
        }
    }
}

/// A stored value must lie at its key, not in the array that has been moved away; and under a lock of the folder that
/// other processes find there.
#[test]
fn a_folder_that_is_moved_before_it_is_locked_gets_nothing_of_its_old_place() {
    // The lock is asked for to write over the old value, and where none is, once more to write a new one.
    for (mover, number) in [(0, 1), (0, 2), (1, 1), (1, 2)] {
        let directory = tempfile::tempdir().unwrap();
        let stores = handles(directory.path());
        stores[0].set("a/c/0", b"moved").unwrap();
        let (moves, mut count) = (stores[mover].clone(), 0);
        steps::watch(move |name| {
            count += usize::from(name == "lock.opened");
            if name == "lock.opened" && count == number {
                assert!(moves.rename_prefix("a/", "b/").unwrap());
                moves.set("a/c/1", b"in the new array").unwrap();
            }
        });
        assert!(is_locked_during(&stores[0], "a/c/1", Some(b"new"), &directory.path().join("a/c")), "{mover} {number}");
        assert_eq!(get(&stores[0], "a/c/1").as_deref(), Some(&b"new"[..]), "{mover} {number}");
        assert_eq!(stores[1].list_prefix("").unwrap(), ["a/c/1", "b/c/0"], "{mover} {number}");
    }
}

/// A thread that joined the lock before the move stores its value under a lock of the new folder.
#[test]
fn a_folder_that_is_moved_after_it_was_locked_gets_nothing_of_its_old_place() {
    for atomic in [false, true] {
        let directory = tempfile::tempdir().unwrap();
        let options = Options { atomic, ..Options::read_write() };
        let store = FilesystemStore::open(directory.path(), options).unwrap();
        store.set("a/c/0", b"moved").unwrap();
        let mut moves = Some(store.clone());
        let mut ask = |step| {
            if step == ReadyStep::Take
                && let Some(store) = moves.take()
            {
                assert!(store.rename_prefix("a/", "b/").unwrap());
            }
            Ok(())
        };
        store.write("a/c/1", Some(b"new"), When::Ready(Ready::by_key(&mut ask))).unwrap();
        assert_eq!(store.list_prefix("").unwrap(), ["a/c/1", "b/c/0"], "atomic: {atomic}");
    }
}

/// A part of a chunk that lies in a folder of its own is stored under a lock of the folder that the array has now.
#[test]
fn a_lock_that_is_taken_just_before_a_move_goes_with_its_folder() {
    let directory = tempfile::tempdir().unwrap();
    let [store, _] = handles(directory.path());
    store.set("a/c/0", b"moved").unwrap();
    let (locks, (keep, kept)) = (store.clone(), std::sync::mpsc::channel());
    once("move.marked", move || {
        let guard = locks.lock_for_update("a/c/0", Access::Exclusive).unwrap().unwrap();
        assert!(guard.is_current());
        keep.send(guard).unwrap();
    });
    assert!(store.rename_prefix("a/", "b/").unwrap());
    assert!(!kept.recv().unwrap().is_current());
}

/// A folder that another process has made and locked must not be removed in the place of the empty one that was there
/// before: the next process would make and lock a third one, and two would change one value.
#[test]
fn a_folder_that_was_made_anew_and_locked_is_not_removed_as_the_empty_one() {
    let directory = tempfile::tempdir().unwrap();
    let [store, other] = handles(directory.path());
    for by_tree in [false, true] {
        store.set("a/k", b"old").unwrap();
        let (folder, locks) = (directory.path().join("a"), other.clone());
        let (keep, kept) = std::sync::mpsc::channel();
        once("folder.opened", move || {
            std::fs::remove_dir(&folder).unwrap();
            keep.send(locks.lock_for_update("a/k", Access::Exclusive).unwrap()).unwrap();
        });
        if by_tree {
            store.erase_prefix("a/").unwrap()
        } else {
            store.erase("a/k").unwrap()
        }
        steps::watch(|_| {});
        let guard = kept.recv().unwrap();
        assert!(directory.path().join("a").is_dir(), "the locked folder, by tree: {by_tree}");
        drop(guard);
        assert!(!directory.path().join("a").exists(), "the last holder takes it away");
    }
}

/// The holder of a claim would write over a value of the new array, beside a process that has claimed that, under a
/// lock which is that of the folder of the old one: what either of them acknowledges would be lost.
#[test]
fn a_claim_of_a_folder_that_another_process_has_moved_away_lets_nothing_be_written() {
    let directory = tempfile::tempdir().unwrap();
    let [store, other] = handles(directory.path());
    store.set("a/c/0", b"old").unwrap();
    let claim = crate::store::claim(&store, "a/c/0", Access::Exclusive).unwrap();
    assert!(other.rename_prefix("a/", "b/").unwrap());
    other.set("a/c/0", b"new").unwrap();
    let mut ask = |_| Ok(());
    store.write("a/c/0", Some(b"late"), When::Ready(Ready::by_document(&mut ask))).unwrap_err();
    assert!(!claim.is_current(), "its holder is to claim the chunk anew");
    drop(claim);
    assert_eq!(get(&store, "a/c/0").as_deref(), Some(&b"new"[..]));
    store.write("a/c/0", Some(b"later"), When::Ready(Ready::by_document(&mut ask))).unwrap();
    assert_eq!(get(&other, "a/c/0").as_deref(), Some(&b"later"[..]));
}

/// A folder that a process finds empty under its lock may be moved away, and another one made and locked at its place:
/// that one stays.
#[test]
fn a_folder_that_was_moved_away_under_its_lock_is_not_removed_by_its_name() {
    let directory = tempfile::tempdir().unwrap();
    let [store, other] = handles(directory.path());
    let guard = store.lock_for_update("a/c/0", Access::Exclusive).unwrap();
    std::fs::rename(directory.path().join("a"), directory.path().join("b")).unwrap();
    let held = other.lock_for_update("a/c/0", Access::Exclusive).unwrap();
    drop(guard);
    assert!(directory.path().join("a/c").is_dir(), "another process has locked it");
    drop(held);
    assert!(!directory.path().join("a/c").exists());
}
