//! Folders that are removed, moved and made anew while a call is about to lock them: at the very step between.

use super::folder_lock::FolderLock;
use super::lock_file::LOCK_FILE;
use super::os_lock::Way;
use super::probe::FileSystem;
use super::{FilesystemStore, sys};
use crate::store::access::Access;
use crate::store::interface::{ByteRange, Ready, ReadyStep, Store, StoreExt, When};
use crate::store::options::{Lock, StoreOptions};
use crate::store::pause::steps;
use std::path::Path;

/// A lock of the folder, and one of a file in it.
const WAYS: [Lock; 2] = [Lock::Flock, Lock::Fcntl];

/// Two handles of a store: the second one has descriptors of its own, as another process has.
fn handles(root: &Path, lock: Lock) -> [FilesystemStore; 2] {
    let options = StoreOptions { atomic: false, lock, ..StoreOptions::read_write() };
    [FilesystemStore::open(root, options).unwrap(), FilesystemStore::open(root, options).unwrap()]
}

/// Stores or erases a value, and says whether the folder at a path was locked during the step that others see.
fn is_locked_during(store: &FilesystemStore, key: &str, value: Option<&[u8]>, folder: &Path) -> bool {
    let mut locked = false;
    let mut ask = |step| {
        if step == ReadyStep::Take {
            locked = FileSystem::try_lock(folder, store.inner.options.lock).is_ok_and(|lock| lock.is_none());
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
    for lock in WAYS {
        for value in [Some(&b"new"[..]), None] {
            // With what another process has there afterwards, and with nothing.
            for later in [Some(&b"later"[..]), None] {
                let directory = tempfile::tempdir().unwrap();
                let [store, other] = handles(directory.path(), lock);
                store.set("a/k", b"old").unwrap();
                steps::once("lock.opened", move || {
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
}

/// A stored value must lie at its key, not in the array that has been moved away; and under a lock of the folder that
/// other processes find there.
#[test]
fn a_folder_that_is_moved_before_it_is_locked_gets_nothing_of_its_old_place() {
    for lock in WAYS {
        // The lock is asked for to write over the old value, and where none is, once more to write a new one.
        for (mover, number) in [(0, 1), (0, 2), (1, 1), (1, 2)] {
            let directory = tempfile::tempdir().unwrap();
            let stores = handles(directory.path(), lock);
            stores[0].set("a/c/0", b"moved").unwrap();
            let (moves, mut count) = (stores[mover].clone(), 0);
            steps::watch(move |name| {
                count += usize::from(name == "lock.opened");
                if name == "lock.opened" && count == number {
                    assert!(moves.rename_prefix("a/", "b/").unwrap());
                    moves.set("a/c/1", b"in the new array").unwrap();
                }
            });
            assert!(
                is_locked_during(&stores[0], "a/c/1", Some(b"new"), &directory.path().join("a/c")),
                "{mover} {number}"
            );
            assert_eq!(get(&stores[0], "a/c/1").as_deref(), Some(&b"new"[..]), "{mover} {number}");
            assert_eq!(stores[1].list_prefix("").unwrap(), ["a/c/1", "b/c/0"], "{mover} {number}");
        }
    }
}

/// A thread that joined the lock before the move stores its value under a lock of the new folder.
#[test]
fn a_folder_that_is_moved_after_it_was_locked_gets_nothing_of_its_old_place() {
    for lock in WAYS {
        for atomic in [false, true] {
            let directory = tempfile::tempdir().unwrap();
            let options = StoreOptions { atomic, lock, ..StoreOptions::read_write() };
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
}

/// A part of a chunk that lies in a folder of its own is stored under a lock of the folder that the array has now.
#[test]
fn a_lock_that_is_taken_just_before_a_move_goes_with_its_folder() {
    for lock in WAYS {
        let directory = tempfile::tempdir().unwrap();
        let [store, _] = handles(directory.path(), lock);
        store.set("a/c/0", b"moved").unwrap();
        let (locks, (keep, kept)) = (store.clone(), std::sync::mpsc::channel());
        steps::once("move.marked", move || {
            let guard = locks.lock_for_update("a/c/0", Access::Exclusive).unwrap().unwrap();
            assert!(guard.is_current());
            keep.send(guard).unwrap();
        });
        assert!(store.rename_prefix("a/", "b/").unwrap());
        assert!(!kept.recv().unwrap().is_current());
    }
}

/// A folder that another process has made and locked must not be removed in the place of the empty one that was there
/// before: the next process would make and lock a third one, and two would change one value.
#[test]
fn a_folder_that_was_made_anew_and_locked_is_not_removed_as_the_empty_one() {
    for lock in WAYS {
        let directory = tempfile::tempdir().unwrap();
        let [store, other] = handles(directory.path(), lock);
        for by_tree in [false, true] {
            store.set("a/k", b"old").unwrap();
            let (folder, locks) = (directory.path().join("a"), other.clone());
            let (keep, kept) = std::sync::mpsc::channel();
            steps::once("folder.opened", move || {
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
}

/// The holder of a claim would write over a value of the new array, beside a process that has claimed that, under a
/// lock which is that of the folder of the old one: what either of them acknowledges would be lost.
#[test]
fn a_claim_of_a_folder_that_another_process_has_moved_away_lets_nothing_be_written() {
    for lock in WAYS {
        let directory = tempfile::tempdir().unwrap();
        let [store, other] = handles(directory.path(), lock);
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
}

/// A folder that a process finds empty under its lock may be moved away, and another one made and locked at its place:
/// that one stays.
#[test]
fn a_folder_that_was_moved_away_under_its_lock_is_not_removed_by_its_name() {
    for lock in WAYS {
        let directory = tempfile::tempdir().unwrap();
        let [store, other] = handles(directory.path(), lock);
        let guard = store.lock_for_update("a/c/0", Access::Exclusive).unwrap();
        std::fs::rename(directory.path().join("a"), directory.path().join("b")).unwrap();
        let held = other.lock_for_update("a/c/0", Access::Exclusive).unwrap();
        drop(guard);
        assert!(directory.path().join("a/c").is_dir(), "another process has locked it");
        drop(held);
        assert!(!directory.path().join("a/c").exists());
    }
}

fn lock_file_is_there(root: &Path, folder: &str) -> bool {
    root.join(folder).join(LOCK_FILE.to_str().unwrap()).exists()
}

/// The lock of a file that has been removed keeps out no process that makes a new one: two would have the folder.
#[test]
fn a_lock_file_that_goes_before_it_is_locked_is_made_and_locked_anew() {
    for access in [Access::Exclusive, Access::Shared] {
        let directory = tempfile::tempdir().unwrap();
        let [store, other] = handles(directory.path(), Lock::Fcntl);
        other.set("a/k", b"v").unwrap();
        let lock = move || other.lock_for_update("a/k", Access::Exclusive).unwrap();
        let mut held = lock();
        let (root, mut attempts) = (directory.path().to_owned(), 0);
        let (tell, told) = std::sync::mpsc::channel();
        steps::watch(move |name| {
            if name == "lock_file.opened" {
                attempts += 1;
                // The opened file is removed, and another process locks a new one; then that one goes as well.
                drop(held.take());
                assert_eq!(lock_file_is_there(&root, "a"), attempts == 3, "the last owner takes its file along");
                if attempts == 1 {
                    held = lock();
                }
                tell.send(attempts).unwrap();
            }
        });
        let guard = store.lock_for_update("a/k", access).unwrap();
        steps::watch(|_| {});
        assert_eq!(told.try_iter().last(), Some(3), "two files of the other process, and its own");
        assert!(lock_file_is_there(directory.path(), "a"));
        drop(guard);
        assert!(!lock_file_is_there(directory.path(), "a"));
    }
}

/// Of two that end at once neither may take the file of a third one along, and no file may be left.
#[test]
fn owners_that_share_a_lock_file_and_end_at_once_remove_it_once() {
    for has_third in [false, true] {
        let directory = tempfile::tempdir().unwrap();
        let [one, two] = handles(directory.path(), Lock::Fcntl);
        let [three, four] = handles(directory.path(), Lock::Fcntl);
        one.set("a/k", b"v").unwrap();
        let shared = |store: &FilesystemStore| store.lock_for_update("a/k", Access::Shared).unwrap();
        let (first, mut second) = (shared(&one), shared(&two));
        // One that ends before the others leaves them their file, which keeps out those that want it alone.
        drop(shared(&four));
        let is_held = || FileSystem::try_lock(&directory.path().join("a"), Lock::Fcntl).unwrap().is_none();
        assert!(is_held() && lock_file_is_there(directory.path(), "a"));
        let (keep, kept) = std::sync::mpsc::channel();
        steps::once("lock_file.let_go", move || {
            drop(second.take());
            if has_third {
                keep.send(three.lock_for_update("a/k", Access::Exclusive).unwrap()).unwrap();
            }
        });
        drop(first);
        let third = kept.try_recv().ok();
        assert_eq!(third.is_some(), has_third);
        assert_eq!(lock_file_is_there(directory.path(), "a"), has_third);
        assert_eq!(is_held(), has_third, "the third has it alone");
        drop((third, four));
        assert!(!lock_file_is_there(directory.path(), "a"));
    }
}

/// A folder must not be kept for ever by what a killed process has left, nor its lock.
#[test]
fn a_lock_file_that_a_killed_process_has_left_is_that_of_the_next_owner() {
    let directory = tempfile::tempdir().unwrap();
    let [store, other] = handles(directory.path(), Lock::Fcntl);
    let leave = |folder: &str| {
        std::fs::create_dir_all(directory.path().join(folder)).unwrap();
        std::fs::write(directory.path().join(folder).join(LOCK_FILE.to_str().unwrap()), b"").unwrap();
    };
    store.set("a/k", b"v").unwrap();
    leave("a");
    assert_eq!(store.list_prefix("").unwrap(), ["a/k"], "no listing shows it");
    assert!(!lock_file_is_there(directory.path(), "a"), "one of a store that may be written removes it");
    let held = other.lock_for_update("a/k", Access::Shared).unwrap();
    assert_eq!(store.list_prefix("").unwrap(), ["a/k"]);
    assert!(lock_file_is_there(directory.path(), "a"), "but not that of a lock");
    drop(held);
    leave("a");
    drop(store.lock_for_update("a/k", Access::Exclusive).unwrap());
    assert!(!lock_file_is_there(directory.path(), "a"));
    for by in [&store, &other] {
        leave("a");
        leave("a/b/c");
        by.erase_prefix("a/").unwrap();
        assert!(!directory.path().join("a").exists());
        store.set("a/b/c/k", b"v").unwrap();
        leave("a/b/c");
        by.erase("a/b/c/k").unwrap();
        assert!(!directory.path().join("a").exists());
    }
    // Another option finds them, and takes them away as any other file.
    leave("a");
    handles(directory.path(), Lock::Flock)[0].erase_prefix("a/").unwrap();
    assert!(!directory.path().join("a").exists());
}

/// The step that moves an array lets go of no lock where the file system can exchange two folders; elsewhere another
/// process may get the place first, and keeps it.
#[test]
fn a_move_to_a_place_that_is_locked_by_a_file_replaces_it_or_fails() {
    let directory = tempfile::tempdir().unwrap();
    let [store, other] = handles(directory.path(), Lock::Fcntl);
    let root = std::fs::File::open(directory.path()).unwrap();
    let no_exchange = |_: (&_, &_), _: (&_, &_)| Err(std::io::Error::from_raw_os_error(libc::EINVAL));
    let places = || ((&root, c"from"), (&root, c"to"));
    for exchanges in [true, false] {
        store.set("from/k", b"v").unwrap();
        let guard = store.lock_for_update("to/k", Access::Exclusive).unwrap();
        let (from, to) = places();
        if exchanges {
            assert!(store.rename_prefix("from/", "to/").unwrap());
        } else {
            super::tree::rename_folder(&store.inner, from, to, "to", no_exchange).unwrap();
        }
        drop(guard);
        assert_eq!(store.list_prefix("").unwrap(), ["to/k"]);
        assert!(!directory.path().join("from").exists() && !lock_file_is_there(directory.path(), "to"));
        store.erase_prefix("to/").unwrap();
    }
    store.set("from/k", b"v").unwrap();
    let guard = store.lock_for_update("to/k", Access::Exclusive).unwrap();
    let (keep, kept) = std::sync::mpsc::channel();
    steps::once("move.unlocked", move || keep.send(other.lock_for_update("to/k", Access::Exclusive).unwrap()).unwrap());
    let (from, to) = places();
    let fault = super::tree::rename_folder(&store.inner, from, to, "to", no_exchange).unwrap_err();
    let error = fault.into_error("moved");
    assert_eq!(error.kind(), crate::ErrorKind::Conflict, "{error}");
    drop(guard);
    assert!(
        FileSystem::try_lock(&directory.path().join("to"), Lock::Fcntl).unwrap().is_none(),
        "the other one keeps it"
    );
    drop(kept.recv().unwrap());
    assert_eq!(store.list_prefix("").unwrap(), ["from/k"]);
}

/// A user who may not read a folder can't lock it by `flock`, which others do: the other lock would keep none of them
/// out.
#[test]
fn a_folder_that_is_only_named_is_not_locked_in_another_way() {
    let directory = tempfile::tempdir().unwrap();
    let named = sys::open_at(&std::fs::File::open("/").unwrap(), c"tmp", libc::O_PATH | libc::O_DIRECTORY).unwrap();
    let named = (directory, std::sync::Arc::new(named)).1;
    let (way, fault) =
        FolderLock::take(&[Way::Flock, Way::Bytes], named, Access::Shared, &|| Ok(()), |_| Ok(true)).unwrap_err();
    assert!(fault.is_code(libc::EBADF));
    assert_eq!(way, Way::Flock, "a message names the way that failed");
}

/// Threads of one handle share a lock; another handle waits, and the file stays for those that wait until the handle is
/// closed.
#[test]
fn a_lock_file_that_was_waited_for_goes_with_the_handle() {
    let directory = tempfile::tempdir().unwrap();
    let [store, other] = handles(directory.path(), Lock::Fcntl);
    store.set("a/k", b"v").unwrap();
    let guard = store.lock_for_update("a/k", Access::Exclusive).unwrap();
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| drop(other.lock_for_update("a/k", Access::Exclusive).unwrap()));
        std::thread::sleep(std::time::Duration::from_millis(100));
        assert!(!waiting.is_finished(), "the lock is held");
        drop(guard);
    });
    assert!(lock_file_is_there(directory.path(), "a"), "others may wait for it too");
    drop(other);
    assert!(!lock_file_is_there(directory.path(), "a"));
}
