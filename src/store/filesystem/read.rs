//! Reading: the bytes of a value, from its open file.

use super::root::Fault;
use super::{Inner, sys};
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::store::interface::ByteRange;
use crate::store::interface::defaults::no_memory;
use std::fs::{File, Metadata};
use std::io;
use std::mem::MaybeUninit;
use std::os::unix::fs::FileExt;

impl Inner {
    /// The part of a value that `range` names, from its open file.
    pub(super) fn read(&self, key: &str, (file, size): (&File, u64), range: ByteRange) -> Result<Vec<u8>> {
        let range = range.resolve(size).context(|| self.name(key))?;
        let wanted = range.end - range.start;
        let mut value = Vec::new();
        let length = usize::try_from(wanted).map_err(|_| no_memory(key, wanted))?;
        value.try_reserve_exact(length).map_err(|_| no_memory(key, wanted))?;
        self.append(key, file, (range.start, length), &mut value)?;
        Ok(value)
    }

    /// Appends so many bytes of a value, from a first one on, where there is room for them.
    pub(super) fn append(
        &self,
        key: &str,
        file: &File,
        (start, length): (u64, usize),
        value: &mut Vec<u8>,
    ) -> Result<()> {
        let before = value.len();
        sys::append_at(file, value, length, start).map_err(|error| self.error(key, "cannot be read", error.into()))?;
        if value.len() - before != length {
            // Our own writes replace whole files; another program has truncated this one.
            let why = "it became shorter while it was read";
            return Err(Error::new(ErrorKind::Io, format!("{}: {why}", self.name(key))));
        }
        Ok(())
    }
}

/// Documents seldom have more bytes.
pub(super) const SMALL: usize = 4096;

/// The value by one request, if it is small: then nothing need be asked of the file before. That this is all of it is
/// not known, as file systems in user space and behind a network may give less than there is; anything but a file gives
/// an error, as much as is wanted, or nothing.
pub(super) fn read_small(file: &File) -> std::result::Result<Option<Vec<u8>>, Fault> {
    let mut start = [MaybeUninit::uninit(); SMALL];
    match sys::read_once(file, &mut start) {
        Ok(read) if (1..SMALL).contains(&read.len()) => Ok(Some(read.to_vec())),
        Ok(_) => Ok(None),
        Err(error) => match error.raw_os_error() {
            // A second look tells the type of the file.
            Some(libc::EISDIR | libc::ESPIPE | libc::EBADF | libc::EINVAL) => Ok(None),
            _ => Err(error.into()),
        },
    }
}

/// The size of a value; a fault where the file is none.
pub(super) fn value_size(file: &File) -> std::result::Result<u64, Fault> {
    value_status(file).map(|status| status.len())
}

/// The metadata of a value's file; a fault where it is no regular file.
pub(super) fn value_status(file: &File) -> std::result::Result<Metadata, Fault> {
    let status = file.metadata()?;
    if status.is_file() {
        Ok(status)
    } else if status.is_dir() {
        Err(Fault::Directory)
    } else {
        Err(Fault::NoFile)
    }
}

/// Reads into `buffer` until it is full or the file ends.
pub(in crate::store) fn read_at(file: &File, buffer: &mut [u8], start: u64) -> io::Result<usize> {
    let mut done = 0;
    while done < buffer.len() {
        let Some(position) = start.checked_add(done as u64) else { break };
        match file.read_at(&mut buffer[done..], position) {
            Ok(0) => break,
            Ok(read) => done += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}
