//! Unfinished writes: files beside the place of a value until they are renamed into it. Their names identify the
//! writing process, so that abandoned ones can be recognised and removed.

use super::lock_file::LOCK_FILE;
use super::sys;
use crate::error::{Error, Result};
use crate::store::key::check_key;
use crate::sync::fork::LazyLock;
use std::ffi::{CStr, CString};
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// How the names of unfinished writes end.
pub(super) const PARTIAL: &str = ".partial";

/// The longest name that common file systems allow, in bytes.
const MAX_NAME: usize = 255;

/// The part of the host's name that is kept.
const MAX_HOST: usize = 32;

/// Seconds after which no process is believed to go on writing, on any host.
const ABANDONED_AFTER: u64 = 24 * 60 * 60;

/// Refuses keys that can't be those of values: the names of unfinished writes, and that of lock files also in the
/// middle.
pub(super) fn check_file_key(key: &str) -> Result<()> {
    check_key(key)?;
    if key.ends_with(PARTIAL) {
        return Err(Error::invalid_argument(format!(
            "key {key:?}: names that end in {PARTIAL:?} are those of unfinished writes"
        )));
    }
    let name = LOCK_FILE.to_str().unwrap_or_default();
    if key.contains(name) && key.split('/').any(|part| part == name) {
        return Err(Error::invalid_argument(format!("key {key:?}: {name:?} is the name of lock files")));
    }
    Ok(())
}

/// This host as names tell it: letters, digits and hyphens.
static HOST: LazyLock<String> = LazyLock::new(|| {
    let name = sys::host_name().unwrap_or_default();
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let host: String = name.iter().filter(|byte| plain(byte)).take(MAX_HOST).map(|byte| char::from(*byte)).collect();
    if host.is_empty() { "unknown".to_owned() } else { host }
});

/// `<name>.<host>.<process>.<unique>.partial`, unique by something random per process as well: process numbers repeat.
pub(in crate::store) fn temporary_name(name: &str) -> String {
    static RANDOM: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(std::process::id()));
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let (process, number) = (std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    let unique = format!(".{}.{process}.{:016x}{number:x}{PARTIAL}", *HOST, *RANDOM);
    // A name of the full length leaves no room for more; a name too long is for the system to refuse.
    let mut keep = if name.len() > MAX_NAME { name.len() } else { name.len().min(MAX_NAME - unique.len()) };
    while !name.is_char_boundary(keep) {
        keep -= 1;
    }
    format!("{}{unique}", &name[..keep])
}

/// The host and the process in a name that [`temporary_name`] made; None for any other: the file of another program.
fn writer(name: &str) -> Option<(&str, u32)> {
    let mut parts = name.strip_suffix(PARTIAL)?.rsplitn(4, '.');
    let (unique, process, host) = (parts.next()?, parts.next()?, parts.next()?);
    parts.next()?;
    let is_host = !host.is_empty()
        && host.len() <= MAX_HOST
        && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let is_unique = unique.len() > 16 && unique.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let number: u32 = process.parse().ok().filter(|number| *number > 0)?;
    (is_host && is_unique && number.to_string() == process).then_some((host, number))
}

/// Removes an unfinished write of this library that will not be finished: its process ran on this host and is gone, or
/// it was begun more than a day ago. That it fails is no error: the values are what counts. (Should the writer live
/// after all, where this process can't see it, its rename finds nothing, and it writes again.)
pub(super) fn sweep(directory: impl AsFd, name: &str) {
    let Some((host, process)) = writer(name) else { return };
    let gone = host == *HOST && sys::process_is_gone(process);
    let Ok(path) = CString::new(name) else { return };
    if gone || is_old(&directory, &path) {
        let _ = sys::remove_file(directory, &path);
    }
}

fn is_old(directory: impl AsFd, name: &CStr) -> bool {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs());
    sys::modified_at(directory, name).is_ok_and(|modified| {
        u64::try_from(modified).is_ok_and(|modified| now.saturating_sub(modified) > ABANDONED_AFTER)
    })
}

/// A file that removes itself unless it gets its final name.
pub(super) struct Temporary<'a> {
    directory: &'a File,
    name: Option<CString>,
}

impl<'a> Temporary<'a> {
    /// A new file with a mode, under the umask.
    pub(super) fn create(directory: &'a File, name: &CStr, mode: u32) -> io::Result<(Self, File)> {
        loop {
            let temporary = super::root::c_string(temporary_name(&name.to_string_lossy()))?;
            let flags = libc::O_WRONLY | libc::O_CREAT | libc::O_EXCL | libc::O_NOFOLLOW;
            match sys::open_at_with(directory, &temporary, flags, mode) {
                Ok(file) => return Ok((Self { directory, name: Some(temporary) }, file)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub(super) fn rename(mut self, name: &CStr) -> io::Result<()> {
        if let Some(temporary) = &self.name {
            sys::rename((self.directory, temporary), (self.directory, name))?;
        }
        self.name = None;
        Ok(())
    }
}

impl Temporary<'_> {
    /// Gives the file a name that must be free; the temporary one goes when this is dropped.
    pub(super) fn link(&self, name: &CStr) -> io::Result<()> {
        self.name.as_ref().map_or(Ok(()), |temporary| sys::link(self.directory, temporary, name))
    }
}

impl Drop for Temporary<'_> {
    fn drop(&mut self) {
        if let Some(name) = &self.name {
            // The error that led here is the one to report.
            let _ = sys::remove_file(self.directory, name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_their_writer_and_have_room() {
        for name in ["zarr.json", "0.1.2", "ä", &"x".repeat(255), &"é".repeat(127)] {
            let temporary = temporary_name(name);
            assert_eq!(writer(&temporary), Some((HOST.as_str(), std::process::id())), "{temporary}");
            assert!(temporary.len() <= MAX_NAME);
            assert_ne!(temporary, temporary_name(name));
        }
        for name in ["1.e01f46577f3762e90.partial", ".partial", "a.host.12.3", "a.host.0.3.partial", "a.b.c.d.partial"]
        {
            assert_eq!(writer(name), None, "{name}");
        }
    }

    #[test]
    fn processes_that_run_are_not_gone() {
        assert!(!sys::process_is_gone(std::process::id()));
        // The first process belongs to another user as a rule: not to be allowed to ask is no proof that it is gone.
        assert!(!sys::process_is_gone(1));
        assert!(!sys::process_is_gone(u32::MAX), "no process has this number, and the system takes it for all of them");
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let process = child.id();
        child.wait().unwrap();
        assert!(sys::process_is_gone(process));
    }
}
