//! Writing: a value is written beside its place and renamed into it, so that no reader ever meets half a value; or,
//! where the caller has chosen so, over the old one.

use super::folder_lock::gone;
use super::lock::DirectoryGuard;
use super::lock_table::Folder;
use super::partial::Temporary;
use super::read::value_size;
use super::root::{Fault, Found, c_string};
use super::sys::{self, Kind};
use super::tree::remove_empty_directories;
use super::{Inner, lock};
use crate::store::access::Access;
use crate::store::interface::{Ready, ReadyStep};
use crate::store::key::split_parent;
use crate::store::options::{Lock, SyncMode};
use crate::store::pause::pause_point;
use libc::c_int;
use std::ffi::CStr;
use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::sync::Arc;

/// How often a write starts again because another process removed the empty directory that it was about to use.
pub(super) const ATTEMPTS: usize = 1000;

/// Asks the caller whether the step that lets others see a change may be taken, and locks the directory before: alone
/// for a change of the file itself, and shared for a new file or none, where the caller keeps out nothing that changes
/// parts of the value. Where the directory is not at its place any more, the fault has the code ENOENT: the caller
/// opens it anew.
fn get_ready(
    inner: &Arc<Inner>,
    parent: &str,
    folder: &Folder,
    access: Access,
    ready: &mut Option<Ready<'_>>,
) -> Found<Option<DirectoryGuard>> {
    let Some(ready) = ready else { return Ok(None) };
    // This may be a repetition, and to wait for the lock of the store while holding those by key would turn their order
    // round.
    ready.ask(ReadyStep::LetGo).map_err(Fault::Refused)?;
    let pass = if access == Access::Shared && ready.excludes_parts() {
        None
    } else {
        lock::pass(inner, parent, &folder.directory, access)?
    };
    ready.ask(ReadyStep::Take).map_err(Fault::Refused)?;
    if !lock::is_in_place(inner, parent, folder, pass.as_ref())? {
        return Err(gone());
    }
    pause_point("write.ready");
    Ok(pass)
}

/// Gives back the locks of a step that is done.
fn let_go<P>(pass: Option<P>, ready: &mut Option<Ready<'_>>) -> Found<()> {
    drop(pass);
    ready.as_mut().map_or(Ok(()), |ready| ready.ask(ReadyStep::LetGo)).map_err(Fault::Refused)
}

/// Writes the whole value.
pub(super) fn set(inner: &Arc<Inner>, key: &str, value: &[u8], mut ready: Option<Ready<'_>>) -> Found<()> {
    let (parent, name) = split_parent(key);
    if !inner.options.atomic && retry_removed(|| overwrite(inner, key, value, &mut ready))? {
        return Ok(());
    }
    let name = c_string(name)?;
    let mut may_be_open = inner.options.atomic && ready.as_ref().is_some_and(Ready::excludes_parts);
    retry_removed(|| {
        let reused = std::mem::take(&mut may_be_open);
        let folder = if reused { folder(inner, parent)? } else { new_folder(inner, parent)? };
        let place = (parent, &*folder, &*name);
        if inner.options.atomic {
            return replace(inner, place, value, &mut ready);
        }
        match create(inner, place, value, &mut ready) {
            // A link that leads nowhere is replaced.
            Err(fault) if fault.is_code(libc::ELOOP) => replace(inner, place, value, &mut ready),
            done => done,
        }
    })
}

/// The directory of a chunk, which is made if it is missing: open from the chunk before, or opened now, for the next
/// chunk too.
fn folder(inner: &Inner, parent: &str) -> Found<Arc<Folder>> {
    if let Some(folder) = inner.locks.folder(parent) {
        return Ok(folder);
    }
    let folder = new_folder(inner, parent)?;
    inner.locks.keep_folder(parent, &folder);
    Ok(folder)
}

fn new_folder(inner: &Inner, parent: &str) -> Found<Arc<Folder>> {
    let open = || Ok(create_directory(inner, parent, directory_flags(inner))?.0);
    Ok(Arc::new(Folder::open(inner, open)?))
}

/// Writes over the value that is there; false: none is. Saves what a new file costs: its memory, its name.
fn overwrite(inner: &Arc<Inner>, key: &str, value: &[u8], ready: &mut Option<Ready<'_>>) -> Found<bool> {
    let (parent, _) = split_parent(key);
    let folder = match open_folder(inner, parent) {
        Err(fault) if fault.is_absent() => return Ok(false),
        folder => folder?,
    };
    // Opened under the lock: another handle may replace the file until then.
    let _pass = get_ready(inner, parent, &folder, Access::Exclusive, ready)?;
    let file = match inner.root.open(key, libc::O_WRONLY) {
        Err(fault) if fault.is_absent() => return Ok(false),
        file => file?,
    };
    let old = value_size(&file)?;
    file.write_all_at(value, 0)?;
    if old > value.len() as u64 {
        file.set_len(value.len() as u64)?;
    }
    if inner.options.sync != SyncMode::None {
        file.sync_data()?;
    }
    sys::close(file)?;
    Ok(true)
}

/// Runs `attempt` again where a directory vanished between its creation and its use.
pub(super) fn retry_removed<T>(mut attempt: impl FnMut() -> Found<T>) -> Found<T> {
    for _ in 1..ATTEMPTS {
        match attempt() {
            Err(fault) if fault.is_code(libc::ENOENT) => {}
            result => return result,
        }
    }
    attempt()
}

/// Opens the directory `key`, and makes it and its parents where they are missing; and whether it made any.
pub(super) fn create_directory(inner: &Inner, key: &str, flags: c_int) -> Found<(File, bool)> {
    let open = |at: &str| open_with(inner, at, flags);
    let mut missing = Vec::new();
    let mut at = key;
    let mut directory = loop {
        match open(at) {
            Ok(directory) => break directory,
            Err(fault) if !fault.is_code(libc::ENOENT) => return Err(fault),
            Err(_) if at.is_empty() => {
                inner.root.create(inner.options.sync)?;
                break open(at)?;
            }
            Err(_) => {
                missing.push(at);
                at = split_parent(at).0;
            }
        }
    };
    let makes = !missing.is_empty();
    while let Some(at) = missing.pop() {
        match sys::make_directory(&directory, &c_string(split_parent(at).1)?) {
            Ok(()) if inner.options.sync == SyncMode::Full => directory.sync_all()?,
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error.into()),
        }
        directory = open(at)?;
    }
    Ok((directory, makes))
}

/// Opens a directory. One that may be written to but not read can't be locked or synchronised; a value in it can be
/// replaced.
fn open_with(inner: &Inner, key: &str, flags: c_int) -> Found<File> {
    match inner.root.open(key, flags | libc::O_DIRECTORY) {
        Err(fault) if fault.is_code(libc::EACCES) && inner.options.sync != SyncMode::Full => {
            inner.root.open(key, sys::REACH | libc::O_DIRECTORY)
        }
        opened => opened,
    }
}

/// Opens the directory of a value that is to change.
fn open_folder(inner: &Inner, key: &str) -> Found<Folder> {
    Folder::open(inner, || open_with(inner, key, directory_flags(inner)))
}

/// A directory that is to be locked or synchronised must be open for reading.
pub(super) fn directory_flags(inner: &Inner) -> c_int {
    let only_reached = inner.options.sync != SyncMode::Full && inner.options.lock == Lock::None;
    if only_reached { sys::REACH } else { libc::O_RDONLY }
}

/// The directory of a value by its key, open, and the name of the value in it.
type FolderEntry<'p> = (&'p str, &'p Folder, &'p CStr);

/// Writes a value that is new, under its own name.
fn create(
    inner: &Arc<Inner>,
    (parent, folder, name): FolderEntry<'_>,
    value: &[u8],
    ready: &mut Option<Ready<'_>>,
) -> Found<()> {
    let directory = &folder.directory;
    let _pass = get_ready(inner, parent, folder, Access::Exclusive, ready)?;
    let flags = libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC | libc::O_NOFOLLOW;
    let file = sys::open_at(directory, name, flags)?;
    if let Err(error) = fill(inner, file, value) {
        // The error that led here is the one to report.
        let _ = sys::remove_file(directory, name);
        return Err(error.into());
    }
    if inner.options.sync == SyncMode::Full {
        directory.sync_all()?;
    }
    Ok(())
}

/// Writes an empty file, and closes it.
fn fill(inner: &Inner, mut file: File, value: &[u8]) -> io::Result<()> {
    file.write_all(value)?;
    if inner.options.sync != SyncMode::None {
        file.sync_data()?;
    }
    sys::close(file)
}

/// Gives a value a new file.
fn replace(
    inner: &Arc<Inner>,
    (parent, folder, name): FolderEntry<'_>,
    value: &[u8],
    ready: &mut Option<Ready<'_>>,
) -> Found<()> {
    let directory = &folder.directory;
    // Rename would refuse a directory too, but not a link to one, and only after all the work.
    let rights = match sys::rights_at(directory, name) {
        Ok((Kind::Directory, _)) => return Err(Fault::Directory),
        Ok((Kind::Link, _)) if matches!(sys::kind_at(directory, name, true), Ok(Kind::Directory)) => {
            return Err(Fault::Directory);
        }
        Ok((Kind::File, rights)) => Some(rights),
        Ok(_) => None,
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    let (temporary, file) = Temporary::create(directory, name, rights.map_or(0o666, |rights| rights.mode))?;
    if let Some(rights) = rights.filter(|rights| folder.given.get() != Some(rights)) {
        // Where it is refused the file has fewer rights, never more.
        if let Ok(true) = sys::give_rights(&file, rights) {
            let _ = folder.given.set(rights);
        }
    }
    fill(inner, file, value)?;
    pause_point("write.before_rename");
    let pass = get_ready(inner, parent, folder, Access::Shared, ready)?;
    temporary.rename(name)?;
    pause_point("write.renamed");
    let_go(pass, ready)?;
    if inner.options.sync == SyncMode::Full {
        directory.sync_all()?;
    }
    Ok(())
}

/// Writes a value where there is none; otherwise a fault with the code EEXIST.
pub(super) fn set_new(inner: &Arc<Inner>, key: &str, value: &[u8]) -> Found<()> {
    let (parent, name) = split_parent(key);
    let name = c_string(name)?;
    retry_removed(|| {
        let directory = Arc::new(create_directory(inner, parent, directory_flags(inner))?.0);
        if sys::kind_at(&directory, &name, false).is_ok() {
            return Err(taken());
        }
        let (temporary, file) = Temporary::create(&directory, &name, 0o666)?;
        fill(inner, file, value)?;
        match temporary.link(&name) {
            // The file system has one name a file: the check before has to do.
            Err(error) if matches!(error.raw_os_error(), Some(libc::EPERM | libc::ENOTSUP | libc::EMLINK)) => {
                temporary.rename(&name)?;
            }
            done => done?,
        }
        if inner.options.sync == SyncMode::Full {
            directory.sync_all()?;
        }
        Ok(())
    })
}

fn taken() -> Fault {
    Fault::System(io::Error::from_raw_os_error(libc::EEXIST))
}

/// Removes the file at `key`, and the directories that this leaves empty.
pub(super) fn erase(inner: &Arc<Inner>, key: &str, mut ready: Option<Ready<'_>>) -> Found<()> {
    let (parent, name) = split_parent(key);
    let name = c_string(name)?;
    if retry_removed(|| erase_file(inner, parent, &name, &mut ready))? {
        remove_empty_directories(inner, parent, None);
    }
    Ok(())
}

/// Removes a file by the key of its directory and its name; false: it was not there.
fn erase_file(inner: &Arc<Inner>, parent: &str, name: &CStr, ready: &mut Option<Ready<'_>>) -> Found<bool> {
    let folder = match open_folder(inner, parent) {
        Err(fault) if fault.is_absent() => {
            let asked = ready.as_mut().map_or(Ok(()), |ready| ready.ask(ReadyStep::Take));
            return asked.map(|()| false).map_err(Fault::Refused);
        }
        folder => folder?,
    };
    let directory = &folder.directory;
    let pass = get_ready(inner, parent, &folder, Access::Shared, ready)?;
    if let Err(error) = sys::remove_file(directory, name) {
        let fault = Fault::from(error);
        // Systems differ in what they answer for a directory.
        return match sys::kind_at(directory, name, false) {
            Ok(Kind::Directory) => Err(Fault::Directory),
            _ if fault.is_absent() => Ok(false),
            _ => Err(fault),
        };
    }
    let_go(pass, ready)?;
    if inner.options.sync == SyncMode::Full {
        directory.sync_all()?;
    }
    Ok(true)
}
