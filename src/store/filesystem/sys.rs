//! The system calls that the standard library lacks: paths that start at an open directory, so that no rename or link
//! can move them elsewhere between a check and its use; reading into memory that was not filled before; names of hosts
//! and numbers of processes.
//!
//! With `names`, `os_lock`, `space` and `clock`, the only file of the store with `unsafe`; every block passes owned,
//! NUL-terminated or length-delimited memory to one system call and gives the result an owner.

#![allow(unsafe_code)]

use libc::c_int;
use std::ffi::CStr;
use std::fs::File;
use std::io::{Error, Result};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, IntoRawFd};

#[cfg(not(target_os = "linux"))]
use libc::{fstatat as c_fstatat, stat as c_stat};
#[cfg(target_os = "linux")]
use libc::{fstatat64 as c_fstatat, stat64 as c_stat};

/// Opens a directory only to reach the names in it; needs no permission to read it where the system can do that.
#[cfg(target_os = "linux")]
pub(super) const REACH: c_int = libc::O_PATH;
#[cfg(not(target_os = "linux"))]
pub(super) const REACH: c_int = libc::O_RDONLY | libc::O_NONBLOCK;

#[cfg(target_os = "linux")]
const ALWAYS: c_int = libc::O_CLOEXEC | libc::O_LARGEFILE;
#[cfg(not(target_os = "linux"))]
const ALWAYS: c_int = libc::O_CLOEXEC;

/// The type of a name in a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Directory,
    Link,
    Other,
}

/// Which symbolic links [`open_beneath`] follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Links {
    Inside,
    None,
}

/// Runs a call again as long as a signal interrupts it.
pub(super) fn retry(mut call: impl FnMut() -> c_int) -> Result<c_int> {
    loop {
        let result = call();
        if result >= 0 {
            return Ok(result);
        }
        let error = Error::last_os_error();
        if error.kind() != std::io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

/// `openat`; a file that is created is readable and writeable as far as the umask allows.
pub(super) fn open_at(directory: &File, path: &CStr, flags: c_int) -> Result<File> {
    open_at_with(directory, path, flags, 0o666)
}

/// `openat`; a file that is created gets the mode, under the umask.
pub(super) fn open_at_with(directory: &File, path: &CStr, flags: c_int, mode: u32) -> Result<File> {
    let flags = flags | ALWAYS;
    // SAFETY: `path` is NUL-terminated and `directory` open for the whole call; the mode is passed as the variadic
    // argument of its promoted type, and is read only with O_CREAT.
    let fd = retry(|| unsafe { libc::openat(directory.as_raw_fd(), path.as_ptr(), flags, mode as libc::c_uint) })?;
    // SAFETY: the call has just returned this descriptor, so it is open and has no other owner.
    Ok(unsafe { File::from_raw_fd(fd) })
}

/// `openat2` that refuses to leave `directory`: EXDEV for a path that would, ENOSYS where the system lacks the call.
#[cfg(target_os = "linux")]
pub(super) fn open_beneath(directory: &File, path: &CStr, flags: c_int, links: Links) -> Result<File> {
    let links = match links {
        Links::Inside => libc::RESOLVE_NO_MAGICLINKS,
        Links::None => libc::RESOLVE_NO_SYMLINKS,
    };
    open_resolving(directory.as_raw_fd(), path, flags, libc::RESOLVE_BENEATH | links)
}

/// `openat2` that refuses links anywhere in a path: ELOOP for a path that has one, ENOSYS where the system lacks the
/// call.
#[cfg(target_os = "linux")]
pub(super) fn open_straight(path: &CStr, flags: c_int) -> Result<File> {
    open_resolving(libc::AT_FDCWD, path, flags, libc::RESOLVE_NO_SYMLINKS)
}

/// `openat2` from a descriptor that is open for the whole call, or from the working directory.
#[cfg(target_os = "linux")]
fn open_resolving(directory: c_int, path: &CStr, flags: c_int, resolve: u64) -> Result<File> {
    /// `struct open_how` of the kernel's interface.
    #[repr(C)]
    struct OpenHow {
        flags: u64,
        mode: u64,
        resolve: u64,
    }
    // Unlike `openat` this call refuses flags that mean nothing together with O_PATH.
    let reach_only = libc::O_PATH | libc::O_DIRECTORY | libc::O_NOFOLLOW | libc::O_CLOEXEC;
    let mask = if flags & libc::O_PATH == 0 { c_int::MAX } else { reach_only };
    // Flags are bit sets; none uses the sign.
    let flags = u64::from(((flags | ALWAYS) & mask) as u32);
    let how = OpenHow { flags, mode: 0, resolve };
    // SAFETY: `path` is NUL-terminated, `how` has the layout and the size that are announced, and both outlive the
    // call, which writes to neither. A descriptor that is none is refused by the system.
    let fd = retry(|| unsafe {
        let size = size_of::<OpenHow>();
        libc::syscall(libc::SYS_openat2, directory, path.as_ptr(), &raw const how, size) as c_int
    })?;
    // SAFETY: the call has just returned this descriptor, so it is open and has no other owner.
    Ok(unsafe { File::from_raw_fd(fd) })
}

/// The system has no such call.
#[cfg(not(target_os = "linux"))]
pub(super) fn open_straight(_: &CStr, _: c_int) -> Result<File> {
    Err(Error::from_raw_os_error(libc::ENOSYS))
}

/// The system has no such call.
#[cfg(not(target_os = "linux"))]
pub(super) fn open_beneath(_: &File, _: &CStr, _: c_int, _: Links) -> Result<File> {
    Err(Error::from_raw_os_error(libc::ENOSYS))
}

/// `fstatat`: the type of `name`; with `follow`, of the target of a link.
pub(super) fn kind_at(directory: impl AsFd, name: &CStr, follow: bool) -> Result<Kind> {
    let flags = if follow { 0 } else { libc::AT_SYMLINK_NOFOLLOW };
    Ok(kind(&status_at(directory, name, flags)?))
}

fn kind(status: &c_stat) -> Kind {
    match status.st_mode & libc::S_IFMT {
        libc::S_IFREG => Kind::File,
        libc::S_IFDIR => Kind::Directory,
        libc::S_IFLNK => Kind::Link,
        _ => Kind::Other,
    }
}

/// The owner, the group and the permissions of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rights {
    pub(super) mode: u32,
    owner: u32,
    group: u32,
}

/// `fstatat`: the type of a name, a link itself included, and the rights to it.
pub(super) fn rights_at(directory: impl AsFd, name: &CStr) -> Result<(Kind, Rights)> {
    let status = status_at(directory, name, libc::AT_SYMLINK_NOFOLLOW)?;
    // Its type is not the same on all systems.
    #[allow(clippy::unnecessary_cast)]
    let mode = status.st_mode as u32 & 0o777;
    Ok((kind(&status), Rights { mode, owner: status.st_uid, group: status.st_gid }))
}

/// Gives a new file the rights of the one that it replaces, as far as the system permits: `fchown`, then `fchmod`.
/// True: it had them.
pub(super) fn give_rights(file: &File, wanted: Rights) -> Result<bool> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let has = file.metadata()?;
    let mut mode = wanted.mode;
    let is_owned = (has.uid(), has.gid()) == (wanted.owner, wanted.group);
    if !is_owned
        && fchown(file, Some(wanted.owner), Some(wanted.group)).is_err()
        && has.gid() != wanted.group
        && fchown(file, None, Some(wanted.group)).is_err()
    {
        // It is another group, for which nothing was granted.
        mode = mode & !0o070 | (mode & 0o007) << 3;
    }
    if has.mode() & 0o777 == mode {
        return Ok(is_owned);
    }
    file.set_permissions(PermissionsExt::from_mode(mode)).map(|()| false)
}

/// `fstatat`: device and inode at the end of a path.
pub(super) fn identity_at(directory: &File, path: &CStr) -> Result<(u64, u64)> {
    let status = status_at(directory, path, 0)?;
    // In the types of the standard library, which are not those of every system.
    #[allow(clippy::unnecessary_cast)]
    Ok((status.st_dev as u64, status.st_ino as u64))
}

/// `fstatat`: when a file was last changed, in seconds since 1970.
pub(super) fn modified_at(directory: impl AsFd, name: &CStr) -> Result<i64> {
    // In the type of the standard library, which is not that of every system.
    #[allow(clippy::unnecessary_cast)]
    status_at(directory, name, libc::AT_SYMLINK_NOFOLLOW).map(|status| status.st_mtime as i64)
}

fn status_at(directory: impl AsFd, path: &CStr, flags: c_int) -> Result<c_stat> {
    let directory = directory.as_fd().as_raw_fd();
    let mut status = std::mem::MaybeUninit::<c_stat>::uninit();
    // SAFETY: `path` is NUL-terminated and `status` is memory for one structure of the type that the call fills.
    retry(|| unsafe { c_fstatat(directory, path.as_ptr(), status.as_mut_ptr(), flags) })?;
    // SAFETY: the call has succeeded, and then it has filled the structure.
    Ok(unsafe { status.assume_init() })
}

/// Identifies a file among all that have been or will be at its path: device, inode, length, and time of change in
/// nanoseconds since 1970.
pub(super) fn stamp_at(directory: &File, path: &CStr) -> Result<[u64; 4]> {
    let status = status_at(directory, path, 0)?;
    let changed = (status.st_ctime as u64).wrapping_mul(1_000_000_000).wrapping_add(status.st_ctime_nsec as u64);
    Ok([status.st_dev as u64, status.st_ino as u64, status.st_size as u64, changed])
}

/// `mkdirat`.
pub(super) fn make_directory(directory: &File, name: &CStr) -> Result<()> {
    // SAFETY: `name` is NUL-terminated and `directory` open for the whole call.
    retry(|| unsafe { libc::mkdirat(directory.as_raw_fd(), name.as_ptr(), 0o777) }).map(drop)
}

/// `linkat`: gives a file a second name, which must be free.
pub(super) fn link(directory: &File, old: &CStr, new: &CStr) -> Result<()> {
    let at = directory.as_raw_fd();
    // SAFETY: both names are NUL-terminated and the directory is open for the whole call.
    retry(|| unsafe { libc::linkat(at, old.as_ptr(), at, new.as_ptr(), 0) }).map(drop)
}

/// `unlinkat` of anything but a directory.
pub(super) fn remove_file(directory: impl AsFd, name: &CStr) -> Result<()> {
    let directory = directory.as_fd().as_raw_fd();
    // SAFETY: `name` is NUL-terminated and `directory` open for the whole call.
    retry(|| unsafe { libc::unlinkat(directory, name.as_ptr(), 0) }).map(drop)
}

/// `unlinkat` of an empty directory.
pub(super) fn remove_directory(directory: &File, name: &CStr) -> Result<()> {
    // SAFETY: `name` is NUL-terminated and `directory` open for the whole call.
    retry(|| unsafe { libc::unlinkat(directory.as_raw_fd(), name.as_ptr(), libc::AT_REMOVEDIR) }).map(drop)
}

/// `renameat` between two directories, which may be the same.
pub(super) fn rename(from: (&File, &CStr), to: (&File, &CStr)) -> Result<()> {
    let (old, new) = (from.0.as_raw_fd(), to.0.as_raw_fd());
    // SAFETY: both names are NUL-terminated and both directories are open for the whole call.
    retry(|| unsafe { libc::renameat(old, from.1.as_ptr(), new, to.1.as_ptr()) }).map(drop)
}

/// `renameat2` that gives two names in two directories to each other's files; EINVAL where the file system can't.
#[cfg(target_os = "linux")]
pub(super) fn exchange(one: (&File, &CStr), other: (&File, &CStr)) -> Result<()> {
    let (old, new) = (one.0.as_raw_fd(), other.0.as_raw_fd());
    // SAFETY: both names are NUL-terminated and both directories are open for the whole call.
    retry(|| unsafe {
        let flags = libc::RENAME_EXCHANGE;
        libc::syscall(libc::SYS_renameat2, old, one.1.as_ptr(), new, other.1.as_ptr(), flags) as c_int
    })
    .map(drop)
}

/// The system has no such call.
#[cfg(not(target_os = "linux"))]
pub(super) fn exchange(_: (&File, &CStr), _: (&File, &CStr)) -> Result<()> {
    Err(Error::from_raw_os_error(libc::ENOSYS))
}

/// Closes a file and reports errors: some network file systems report a full disk only here.
pub(super) fn close(file: File) -> Result<()> {
    // SAFETY: the descriptor was owned by `file`, which has given it up; it is closed exactly once, also
    // where closing fails.
    let result = unsafe { libc::close(file.into_raw_fd()) };
    if result == 0 {
        return Ok(());
    }
    let error = Error::last_os_error();
    // The descriptor is gone after EINTR as well, and the data is on its way.
    if error.kind() == std::io::ErrorKind::Interrupted { Ok(()) } else { Err(error) }
}

/// One `pread` from the beginning of `file`, of as much as `room` has.
pub(super) fn read_once<'a>(file: &File, room: &'a mut [MaybeUninit<u8>]) -> Result<&'a [u8]> {
    loop {
        // SAFETY: `room` is writeable memory of its own length that no other code uses during the call.
        let read = unsafe { libc::pread(file.as_raw_fd(), room.as_mut_ptr().cast(), room.len(), 0) };
        if let Ok(read) = usize::try_from(read) {
            // SAFETY: the call has written so many bytes from the first one on, which are not more than `room` has.
            return Ok(unsafe { std::slice::from_raw_parts(room.as_ptr().cast(), read) });
        }
        let error = Error::last_os_error();
        if error.kind() != std::io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

/// Appends up to `length` bytes of `file`, from `offset` on, to the reserved room of `value`; fewer at the end of the
/// file. `pread` until all is there, without filling the memory first.
pub(in crate::store) fn append_at(file: &File, value: &mut Vec<u8>, length: usize, offset: u64) -> Result<()> {
    let mut done = 0;
    while done < length {
        let room = value.spare_capacity_mut();
        let wanted = room.len().min(length - done);
        if wanted == 0 {
            return Err(Error::from(std::io::ErrorKind::OutOfMemory));
        }
        let position = offset
            .checked_add(done as u64)
            .and_then(|position| libc::off_t::try_from(position).ok())
            .ok_or_else(|| Error::from_raw_os_error(libc::EOVERFLOW))?;
        // SAFETY: `room` is writeable memory of at least `wanted` bytes that no other code uses during the call.
        let read = unsafe { libc::pread(file.as_raw_fd(), room.as_mut_ptr().cast(), wanted, position) };
        let Ok(read) = usize::try_from(read) else {
            let error = Error::last_os_error();
            if error.kind() == std::io::ErrorKind::Interrupted {
                continue;
            }
            return Err(error);
        };
        if read == 0 {
            break;
        }
        // SAFETY: the call has written `read` <= `wanted` bytes right behind the old length, inside the capacity.
        unsafe { value.set_len(value.len() + read) };
        done += read;
    }
    Ok(())
}

/// `gethostname`.
pub(super) fn host_name() -> Result<Vec<u8>> {
    let mut name = vec![0_u8; 256];
    // SAFETY: `name` is writeable memory of the length that is given, less the byte that then ends it in any case.
    retry(|| unsafe { libc::gethostname(name.as_mut_ptr().cast(), name.len() - 1) })?;
    let length = name.iter().position(|byte| *byte == 0).unwrap_or_default();
    name.truncate(length);
    Ok(name)
}

/// `kill` without a signal: whether there is surely no process of this number.
pub(super) fn process_is_gone(process: u32) -> bool {
    // 0 and negative numbers stand for groups of processes.
    let Ok(process @ 1..) = libc::pid_t::try_from(process) else { return false };
    // SAFETY: the call touches no memory, and sends nothing.
    let result = unsafe { libc::kill(process, 0) };
    result != 0 && Error::last_os_error().raw_os_error() == Some(libc::ESRCH)
}
