//! The stream of names that a directory is read as. Every block of `unsafe` passes a stream that is open, and owned
//! here, to one system call.

#![allow(unsafe_code)]

use super::sys::{Kind, kind_at};
use std::ffi::CStr;
use std::fs::File;
use std::io::{Error, Result};
use std::os::fd::{AsRawFd, BorrowedFd, IntoRawFd};

#[cfg(not(target_os = "linux"))]
use libc::readdir as c_readdir;
#[cfg(target_os = "linux")]
use libc::readdir64 as c_readdir;

/// The names in a directory, one after the other, in the system's order.
#[derive(Debug)]
pub(super) struct Names {
    stream: std::ptr::NonNull<libc::DIR>,
}

impl Names {
    /// Takes over a directory that is open for reading.
    pub(super) fn new(directory: File) -> Result<Self> {
        // SAFETY: the descriptor is open and owned by `directory`; on success the stream owns it.
        let stream = unsafe { libc::fdopendir(directory.as_raw_fd()) };
        let stream = std::ptr::NonNull::new(stream).ok_or_else(Error::last_os_error)?;
        let _ = directory.into_raw_fd();
        Ok(Self { stream })
    }

    /// The type of a name in this directory, without following a link.
    pub(super) fn kind(&self, name: &CStr) -> Result<Kind> {
        kind_at(self.directory(), name, false)
    }

    /// The directory itself.
    pub(super) fn directory(&self) -> BorrowedFd<'_> {
        // SAFETY: the stream is open until `drop`, and its descriptor is only borrowed.
        unsafe { BorrowedFd::borrow_raw(libc::dirfd(self.stream.as_ptr())) }
    }
}

impl Iterator for Names {
    /// A name, and its type where the directory tells it.
    type Item = Result<(Vec<u8>, Option<Kind>)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            set_errno_to_zero();
            // SAFETY: the stream is open until `drop`, and `&mut self` keeps others from it.
            let entry = unsafe { c_readdir(self.stream.as_ptr()) };
            if entry.is_null() {
                let error = Error::last_os_error();
                return (error.raw_os_error() != Some(0)).then_some(Err(error));
            }
            // SAFETY: a non-null entry is valid until the next call on this stream; its name is NUL-terminated. The
            // fields are reached by address, since the entry may be shorter than its type.
            let (name, kind) = unsafe { (CStr::from_ptr((&raw const (*entry).d_name).cast()), (*entry).d_type) };
            let name = name.to_bytes();
            if name == b"." || name == b".." {
                continue;
            }
            let kind = match kind {
                libc::DT_REG => Some(Kind::File),
                libc::DT_DIR => Some(Kind::Directory),
                libc::DT_LNK => Some(Kind::Link),
                libc::DT_UNKNOWN => None,
                _ => Some(Kind::Other),
            };
            return Some(Ok((name.to_vec(), kind)));
        }
    }
}

impl Drop for Names {
    fn drop(&mut self) {
        // SAFETY: the stream was opened by `new` and is closed only here.
        unsafe { libc::closedir(self.stream.as_ptr()) };
    }
}

/// The end of a directory is told from an error only by `errno`.
fn set_errno_to_zero() {
    #[cfg(target_os = "linux")]
    // SAFETY: the call returns the address of this thread's own `errno`.
    unsafe {
        *libc::__errno_location() = 0;
    }
    #[cfg(target_vendor = "apple")]
    // SAFETY: the call returns the address of this thread's own `errno`.
    unsafe {
        *libc::__error() = 0;
    }
}
