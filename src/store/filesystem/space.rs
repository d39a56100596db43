//! Facts of the file system of an open folder: its kind, its space, and attributes beside its files.
//! Every block of `unsafe` passes memory that lives longer than the call to one system call.

#![allow(unsafe_code)]

use super::sys::retry;
use std::ffi::CString;
use std::fs::File;
use std::io::{Error, Result};
use std::mem::MaybeUninit;
use std::os::fd::AsRawFd;

/// The answer of `fstatfs` for a file system.
#[derive(Clone, Copy, Debug)]
pub(super) struct Space {
    /// Its kind.
    pub(super) number: u32,
    pub(super) longest_name: u64,
    pub(super) free_bytes: u64,
    pub(super) files: u64,
    pub(super) free_files: u64,
}

/// `fstatfs`; None where the system does not tell.
#[cfg(target_os = "linux")]
pub(super) fn space_of(directory: &File) -> Option<Space> {
    let mut status = MaybeUninit::<libc::statfs64>::uninit();
    // SAFETY: `directory` is open for the whole call, and `status` is memory for one structure of the type that the
    // call fills.
    retry(|| unsafe { libc::fstatfs64(directory.as_raw_fd(), status.as_mut_ptr()) }).ok()?;
    // SAFETY: the call has succeeded, and then it has filled the structure.
    let status = unsafe { status.assume_init() };
    // The numbers of kinds have 32 bits, also where the fields have more.
    Some(Space {
        number: status.f_type as u32,
        longest_name: status.f_namelen as u64,
        free_bytes: status.f_bavail.saturating_mul(status.f_bsize as u64),
        files: status.f_files,
        free_files: status.f_ffree,
    })
}

#[cfg(not(target_os = "linux"))]
pub(super) fn space_of(_: &File) -> Option<Space> {
    None
}

/// The number of the kind of file system that a directory lies on.
pub(super) fn file_system_of(directory: &File) -> Option<u32> {
    space_of(directory).map(|space| space.number)
}

/// `fgetxattr`: the beginning of an extended attribute of a folder that is open for reading.
#[cfg(target_os = "linux")]
pub(super) fn attribute_of(folder: &File, name: &str) -> Result<Vec<u8>> {
    let name = CString::new(name).map_err(|_| Error::from_raw_os_error(libc::EINVAL))?;
    let mut value = vec![0_u8; 65_536];
    // SAFETY: `name` is NUL-terminated, and `value` is writeable memory of the length that is given.
    let read = retry(|| unsafe {
        libc::fgetxattr(folder.as_raw_fd(), name.as_ptr(), value.as_mut_ptr().cast(), value.len()) as libc::c_int
    })?;
    value.truncate(read as usize);
    Ok(value)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn attribute_of(_: &File, _: &str) -> Result<Vec<u8>> {
    Err(Error::from_raw_os_error(libc::ENOTSUP))
}
