//! The file of an archive: how it is opened, and told from another one.

use super::directory::CentralDirectory;
use super::source::ArchiveSource;
use crate::error::{Error, ErrorKind, Result};
use std::fmt::{self, Display, Formatter};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read, Seek};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::sync::Arc;

/// How a zip file begins: with an entry, or with its end.
const MAGIC: [[u8; 4]; 2] = [*b"PK\x03\x04", *b"PK\x05\x06"];

/// Tells whether a file has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileStamp([u64; 5]);

impl FileStamp {
    pub(super) fn of(status: &Metadata) -> Self {
        let time = [status.mtime(), status.mtime_nsec()].map(i64::cast_unsigned);
        Self([status.dev(), status.ino(), status.len(), time[0], time[1]])
    }

    pub(super) fn length(self) -> u64 {
        self.0[2]
    }
}

impl Display for FileStamp {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|number| write!(formatter, "{number:x}."))
    }
}

/// Opens what should be an archive; in the place of one a fifo or a device must not stop us before we can say so.
pub(super) fn open_at_once(path: &Path, write: bool) -> io::Result<File> {
    OpenOptions::new().read(true).write(write).custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY).open(path)
}

/// Reads the directory of an archive.
pub(super) fn read(path: &Path, file: File) -> Result<(FileStamp, CentralDirectory)> {
    let fail = |error: &io::Error| Error::io(error, format_args!("store {}", path.display()));
    let status = file.metadata().map_err(|error| fail(&error))?;
    let mut start = [0; 4];
    let read = match status.is_file() {
        true => crate::store::filesystem::read_at(&file, &mut start, 0).map_err(|error| fail(&error))?,
        false => 0,
    };
    if read < start.len() || !MAGIC.contains(&start) {
        let why = format!("store {}: it is neither a directory nor a zip file", path.display());
        return Err(Error::new(ErrorKind::Io, why).with_system_code(libc::ENOTDIR));
    }
    let what = format!("store {}", path.display());
    let directory = super::directory::read(&what, &ArchiveSource::File(Arc::new(file)), status.len(), Vec::new())?;
    Ok((FileStamp::of(&status), directory))
}

/// Copies `length` bytes from the position of one file to that of another one. The system may do that without this
/// process, and then a signal ends the call in the middle, which the standard library leaves to the caller: both files
/// stand behind what was copied.
pub(super) fn copy_all(mut from: &File, mut to: &File, length: u64) -> io::Result<()> {
    let end = from.stream_position()? + length;
    loop {
        let left = end - from.stream_position()?;
        match io::copy(&mut from.take(left), &mut to) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            copied => return if copied? == left { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) },
        }
    }
}
