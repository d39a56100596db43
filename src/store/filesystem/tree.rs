//! Directories and the names below them: removed as they become empty, erased and moved as a whole.

use super::Inner;
use super::folder_lock::{self, FolderLock, is_named, ways};
use super::lock_file::{self, LOCK_FILE};
use super::names::Names;
use super::os_lock::Way;
use super::root::{Fault, Found, Root, c_string};
use super::sys::{self, Kind};
use super::write::{ATTEMPTS, create_directory, directory_flags, retry_removed};
use crate::error::Error;
use crate::store::key::split_parent;
use crate::store::options::{Lock, SyncMode};
use crate::store::pause::pause_point;
use std::ffi::{CStr, CString};
use std::fs::File;
use std::io;
use std::sync::Arc;

/// Removes the directory `key` and those above it, up to the root and without it, as long as they are empty and not
/// locked. `held` is a lock on the first of them. That it fails is no error: the values are what counts, and
/// an empty directory is never listed.
pub(super) fn remove_empty_directories(inner: &Inner, key: &str, mut held: Option<FolderLock>) {
    let mut at = key;
    while !at.is_empty() {
        let (parent, name) = split_parent(at);
        let Ok(directory) = inner.root.open(parent, sys::REACH | libc::O_DIRECTORY) else { return };
        let Ok(name) = c_string(name) else { return };
        let removed = match held.take() {
            // Another process may have moved it away meanwhile: the directory that has its name then is not locked
            // here.
            Some(held) if is_named(&held, (&directory, &name)).unwrap_or(false) => {
                held.remove((&directory, &name)).map(|()| true)
            }
            Some(_) => return,
            None => match inner.root.open(at, directory_flags(inner) | libc::O_DIRECTORY) {
                Ok(empty) => remove_unless_locked(inner, at, &empty, (&directory, &name)),
                Err(_) => return,
            },
        };
        if !matches!(removed, Ok(true)) {
            return;
        }
        at = parent;
    }
}

/// Gives a directory another name, with everything below it; links in it stay as they are. False: it is no directory,
/// or lies on another file system than its new place, or that is taken.
pub(super) fn rename_tree(inner: &Inner, from: &str, to: &str) -> Found<bool> {
    if from.is_empty() || to.is_empty() {
        return Ok(false);
    }
    let ((old_parent, old_name), (new_parent, new_name)) = (split_parent(from), split_parent(to));
    let (old_name, new_name) = (c_string(old_name)?, c_string(new_name)?);
    let old = match inner.root.open(old_parent, directory_flags(inner) | libc::O_DIRECTORY) {
        Err(fault) if fault.is_absent() => return Ok(false),
        directory => directory?,
    };
    if !matches!(sys::kind_at(&old, &old_name, false), Ok(Kind::Directory)) {
        return Ok(false);
    }
    let renamed = retry_removed(|| {
        let (new, _) = create_directory(inner, new_parent, directory_flags(inner))?;
        // Empty folders are no values, and would keep the directory from its new name. That name itself may be a locked
        // folder, which goes in the same step.
        remove_empty_children(inner, to, &new, &new_name);
        inner.locks.move_away([from, to]);
        pause_point("move.marked");
        match rename_folder(inner, (&old, &old_name), (&new, &new_name), to, sys::exchange) {
            Err(fault) if [libc::EXDEV, libc::ENOTEMPTY, libc::EEXIST].iter().any(|code| fault.is_code(*code)) => {
                return Ok(false);
            }
            renamed => renamed?,
        }
        // Also those that were locked just before the step.
        inner.locks.move_away([from, to]);
        if inner.options.sync == SyncMode::Full {
            new.sync_all()?;
            old.sync_all()?;
        }
        Ok(true)
    })?;
    if renamed {
        remove_empty_directories(inner, old_parent, None);
    }
    Ok(renamed)
}

/// Renames a folder over an empty one or none. One that is locked by a file is not empty: it changes places with the
/// other one, so that its lock never ends in between, and is then removed. A file system that has no such step lets
/// another process lock it meanwhile, which then is in the way.
pub(super) fn rename_folder(
    inner: &Inner,
    old: (&File, &CStr),
    new: (&File, &CStr),
    to: &str,
    exchange: impl Fn((&File, &CStr), (&File, &CStr)) -> io::Result<()>,
) -> Found<()> {
    let flags = libc::O_RDONLY | libc::O_DIRECTORY | libc::O_NOFOLLOW;
    if let Ok(place) = sys::open_at(new.0, new.1, flags)
        && inner.locks.is_on(to, &place).unwrap_or(false)
        && sys::identity_at(&place, LOCK_FILE).is_ok()
    {
        let mut names = place.try_clone().and_then(Names::new)?;
        if names.any(|entry| entry.is_ok_and(|(name, _)| name != LOCK_FILE.to_bytes())) {
            return Err(Fault::System(io::Error::from_raw_os_error(libc::ENOTEMPTY)));
        }
        let exchanged = exchange(old, new);
        sys::remove_file(&place, LOCK_FILE)?;
        pause_point("move.unlocked");
        match exchanged {
            Ok(()) => {
                // Another program may have put a file into it.
                let _ = sys::remove_directory(old.0, old.1);
                return Ok(());
            }
            Err(error) if matches!(error.raw_os_error(), Some(libc::EINVAL | libc::ENOSYS | libc::ENOTSUP)) => {
                return sys::rename(old, new).map_err(|error| match error.raw_os_error() {
                    Some(libc::ENOTEMPTY | libc::EEXIST) => Fault::Refused(Error::conflict(format!(
                        "another process has locked the new place {to:?} meanwhile"
                    ))),
                    _ => error.into(),
                });
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(sys::rename(old, new)?)
}

/// Removes the empty directories in the directory at `key`, if there is nothing else; anything else stays as it is.
fn remove_empty_children(inner: &Inner, key: &str, parent: &File, name: &CStr) {
    let Ok(directory) = sys::open_at(parent, name, libc::O_RDONLY | libc::O_DIRECTORY | libc::O_NOFOLLOW) else {
        return;
    };
    let Ok(names) = directory.try_clone().and_then(Names::new) else { return };
    for entry in names.flatten() {
        match c_string(entry.0) {
            // It goes, or moves, with the folder itself.
            Ok(child) if *child == *LOCK_FILE => {}
            Ok(child) if entry.1 == Some(Kind::Directory) => {
                let key = join(key, &child);
                remove_empty_children(inner, &key, &directory, &child);
                let opened = sys::open_at(&directory, &child, libc::O_RDONLY | libc::O_DIRECTORY | libc::O_NOFOLLOW);
                let _ = opened.map(|opened| remove_unless_locked(inner, &key, &opened, (&directory, &child)));
            }
            _ => return,
        }
    }
}

/// See [`folder_lock::remove_unless_locked`].
fn remove_unless_locked(inner: &Inner, key: &str, directory: &File, place: (&File, &CStr)) -> io::Result<bool> {
    pause_point("folder.opened");
    // The last holder of its lock looks again.
    if inner.options.lock != Lock::None && inner.locks.has(key) {
        return Ok(false);
    }
    match ways(inner, directory) {
        Ok(ways) => folder_lock::remove_unless_locked(ways, directory, place),
        Err(_) => Ok(false),
    }
}

/// Removes the lock file of a directory where no process has it. That it fails is no error, as with the directory.
pub(super) fn remove_lock_file(inner: &Inner, key: &str) {
    if let Ok(directory) = inner.root.open(key, libc::O_RDONLY | libc::O_DIRECTORY) {
        lock_file::remove_if_free(&directory);
    }
}

/// Removes everything at and below the directory `key`; the root itself stays, and directories that are locked, without
/// what was in them. Links are removed, never followed.
pub(super) fn erase_tree(inner: &Inner, key: &str) -> Found<()> {
    if key.is_empty() {
        return match open_for_listing(&inner.root, "") {
            Err(fault) if fault.is_absent() => Ok(()),
            directory => clear(inner, "", Arc::new(directory?)).map(drop),
        };
    }
    let (parent, name) = split_parent(key);
    let directory = match inner.root.open(parent, directory_flags(inner) | libc::O_DIRECTORY) {
        Err(fault) if fault.is_absent() => return Ok(()),
        directory => directory?,
    };
    let name = c_string(name)?;
    match sys::kind_at(&directory, &name, false) {
        Ok(Kind::Directory) => remove_tree(inner, key, (&directory, &name))?,
        // The values behind the link have the prefix no more, and stay where they really are.
        Ok(Kind::Link) if matches!(sys::kind_at(&directory, &name, true), Ok(Kind::Directory)) => {
            ignore_missing(sys::remove_file(&directory, &name))?;
        }
        // A file has a key of its own, which does not begin with the prefix.
        Ok(_) => return Ok(()),
        Err(error) => return ignore_missing(Err(error)),
    }
    if inner.options.sync == SyncMode::Full {
        directory.sync_all()?;
    }
    remove_empty_directories(inner, parent, None);
    Ok(())
}

fn open_for_listing(root: &Root, key: &str) -> Found<File> {
    root.open(key, libc::O_RDONLY | libc::O_DIRECTORY)
}

fn ignore_missing(result: io::Result<()>) -> Found<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => Ok(result?),
    }
}

/// Removes a directory by its name in another one. A writer may put something into it meanwhile; then it is emptied
/// again.
fn remove_tree(inner: &Inner, key: &str, (parent, name): (&File, &CStr)) -> Found<()> {
    for attempt in 1..=ATTEMPTS {
        let directory = match sys::open_at(parent, name, libc::O_RDONLY | libc::O_DIRECTORY | libc::O_NOFOLLOW) {
            Ok(directory) => Arc::new(directory),
            Err(error) => return ignore_missing(Err(error)),
        };
        if !clear(inner, key, Arc::clone(&directory))? {
            return Ok(());
        }
        match remove_unless_locked(inner, key, &directory, (parent, name)) {
            Err(error) if is_not_empty(&error) && attempt < ATTEMPTS => {}
            result => return ignore_missing(result.map(drop)),
        }
    }
    Ok(())
}

fn is_not_empty(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(libc::ENOTEMPTY | libc::EEXIST))
}

/// Removes everything in a directory; false: a directory below it is locked, and stays. Works with a stack of its own:
/// the depth of a tree is not ours to choose.
fn clear(inner: &Inner, key: &str, directory: Arc<File>) -> Found<bool> {
    struct Level {
        directory: Arc<File>,
        key: String,
        /// Its name in the level above.
        name: CString,
        children: Vec<CString>,
        /// How often it has been emptied.
        attempts: usize,
    }
    let enter = |directory: Arc<File>, key: String, name: CString| -> Found<Level> {
        let mut children = Vec::new();
        // The stream takes over a descriptor; the other one stays to remove by.
        for entry in Names::new(directory.try_clone()?)? {
            let (child, kind) = entry?;
            let child = c_string(child)?;
            let kind = kind.map_or_else(|| sys::kind_at(&*directory, &child, false), Ok)?;
            if kind == Kind::Directory {
                children.push(child);
            } else if kind == Kind::File && *child == *LOCK_FILE && ways(inner, &directory)?.contains(&Way::Bytes) {
                lock_file::remove_if_free(&directory);
            } else {
                ignore_missing(sys::remove_file(&directory, &child))?;
            }
        }
        Ok(Level { directory, key, name, children, attempts: 1 })
    };
    let mut is_clear = true;
    let mut levels = vec![enter(directory, key.to_owned(), CString::default())?];
    while let Some(level) = levels.last_mut() {
        if let Some(child) = level.children.pop() {
            let key = join(&level.key, &child);
            match sys::open_at(&level.directory, &child, libc::O_RDONLY | libc::O_DIRECTORY | libc::O_NOFOLLOW) {
                Ok(directory) => levels.push(enter(Arc::new(directory), key, child)?),
                Err(error) => ignore_missing(Err(error))?,
            }
            continue;
        }
        let Some(done) = levels.pop() else { break };
        let mut again = None;
        if let Some(above) = levels.last_mut() {
            match remove_unless_locked(inner, &done.key, &done.directory, (&above.directory, &done.name)) {
                Ok(true) => {}
                // A writer has it locked, or has put something into it meanwhile. The document that it has looked at is
                // gone by now, so what it had stored before is here, and what it stores later it takes away.
                Ok(false) if done.attempts == 1 => again = Some((Arc::clone(&above.directory), done)),
                Ok(false) => is_clear = false,
                Err(error) if is_not_empty(&error) && done.attempts < ATTEMPTS => {
                    again = Some((Arc::clone(&above.directory), done));
                }
                Err(error) if is_not_empty(&error) => is_clear = false,
                Err(error) => ignore_missing(Err(error))?,
            }
        }
        if let Some((above, Level { key, name, attempts, .. })) = again {
            match sys::open_at(&above, &name, libc::O_RDONLY | libc::O_DIRECTORY | libc::O_NOFOLLOW) {
                Ok(directory) => {
                    levels.push(Level { attempts: attempts + 1, ..enter(Arc::new(directory), key, name)? });
                }
                Err(error) => ignore_missing(Err(error))?,
            }
        }
    }
    Ok(is_clear)
}

/// The key of a directory in another one.
fn join(key: &str, name: &CStr) -> String {
    let name = name.to_string_lossy();
    if key.is_empty() { name.into_owned() } else { format!("{key}/{name}") }
}
