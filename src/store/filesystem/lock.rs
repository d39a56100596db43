//! The lock that keeps two processes from losing each other's changes to parts of one value: `flock` on the directory
//! that holds the key. It needs no file of its own, and ends when its owner dies.

use super::root::{Fault, Found};
use super::{Inner, sys, write};
use crate::error::{Error, Result};
use crate::store::UpdateGuard;
use crate::store::key::split_parent;
use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::sync::Arc;

/// Holds the lock on the directory of a key.
#[derive(Debug)]
struct Guard {
    inner: Arc<Inner>,
    parent: String,
    directory: Option<File>,
}

impl UpdateGuard for Guard {}

impl Drop for Guard {
    fn drop(&mut self) {
        // What was made only to be locked, or was emptied under the lock, goes again; the last use of the descriptor
        // ends the lock.
        write::remove_empty_directories(&self.inner, &self.parent, self.directory.take());
    }
}

/// Waits for the lock on the directory of `key`, which is made if it is missing.
pub(super) fn acquire(inner: &Arc<Inner>, key: &str) -> Result<Box<dyn UpdateGuard>> {
    let parent = split_parent(key).0;
    let directory = write::retry_removed(|| {
        let directory = write::create_directory(inner, parent, libc::O_RDONLY)?;
        sys::lock_exclusive(&directory)?;
        // Whoever held the lock before may have removed the directory: a lock on a directory that is gone is none.
        if is_still_there(inner, parent, &directory)? { Ok(directory) } else { Err(gone()) }
    });
    match directory {
        Ok(directory) => {
            Ok(Box::new(Guard { inner: inner.clone(), parent: parent.to_owned(), directory: Some(directory) }))
        }
        Err(fault) => {
            let no_locks = matches!(&fault, Fault::System(error) if write::has_no_locks(error));
            let error = fault.into_error(format_args!("{}: cannot lock its directory", inner.name(key)));
            if !no_locks {
                return Err(error);
            }
            Err(Error::unsupported(format!(
                "{error}; with the option \"lock\": \"none\" parts of chunks can be written without, as long as no two \
                 processes write parts of one chunk at the same time"
            ))
            .with_system_code(error.system_code()))
        }
    }
}

fn is_still_there(inner: &Inner, parent: &str, directory: &File) -> Found<bool> {
    let now = match inner.root.open(parent, sys::REACH | libc::O_DIRECTORY) {
        Err(fault) if fault.is_absent() => return Ok(false),
        now => now?.metadata()?,
    };
    let locked = directory.metadata()?;
    Ok((now.dev(), now.ino()) == (locked.dev(), locked.ino()))
}

fn gone() -> Fault {
    Fault::System(std::io::Error::from_raw_os_error(libc::ENOENT))
}
