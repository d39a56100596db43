//! What the file system of a folder is, how it is mounted, and what its locks mean: for warnings, and for
//! `zarrtool doctor`, which tells people.

pub use super::file_systems::Holds;
use super::file_systems::{self, Kind};
use super::folder_lock::FolderLock;
use super::mounts::{self, Mount};
use super::os_lock::Way;
use super::space::{self, Space};
use crate::error::{Error, Result};
use crate::store::options::Lock;
use std::fs::File;
use std::io;
use std::path::Path;

/// The file system that a folder lies on.
#[derive(Debug)]
pub struct FileSystem {
    number: u32,
    kind: Option<&'static Kind>,
    mount: Option<Mount>,
    space: Space,
}

/// A lock that [`FileSystem::try_lock`] has taken; it ends when this is dropped.
#[derive(Debug)]
pub struct Tried {
    _lock: FolderLock,
}

impl FileSystem {
    /// Of the folder at a path.
    ///
    /// # Errors
    /// Errors of opening it; [`crate::ErrorKind::Unsupported`] outside of Linux.
    pub fn at(folder: &Path) -> Result<Self> {
        let opened = open(folder)?;
        Self::of(&opened).ok_or_else(|| Error::unsupported("this system does not tell the type of a file system"))
    }

    pub(super) fn of(folder: &File) -> Option<Self> {
        let space = space::space_of(folder)?;
        let number = space.number;
        Some(Self { number, kind: Kind::of(number), mount: mounts::mount_of(folder), space })
    }

    /// As people call it, or as the table of mounts does, or the number that `statfs` gives.
    pub fn name(&self) -> String {
        match (self.kind, &self.mount) {
            (Some(kind), _) => kind.name.to_owned(),
            (None, Some(mount)) => mount.kind.clone(),
            (None, None) => format!("number {:#x}", self.number),
        }
    }

    /// The type in the table of mounts, such as `fuse.sshfs`; None: there is no such table here.
    pub fn mount_type(&self) -> Option<&str> {
        self.mount.as_ref().map(|mount| mount.kind.as_str())
    }

    /// The options of the mount, and those of the file system.
    pub fn options(&self) -> Option<&[String]> {
        self.mount.as_ref().map(|mount| mount.options.as_slice())
    }

    /// Where it is mounted, and from what.
    pub fn mounted(&self) -> Option<(&Path, &str)> {
        self.mount.as_ref().map(|mount| (mount.point.as_path(), mount.source.as_str()))
    }

    /// The processes that a lock keeps out, by all that is known: `flock` of a folder, or `fcntl` of a file. None for
    /// options that name no way.
    pub fn holds(&self, lock: Lock) -> Option<Holds> {
        let way = match lock {
            Lock::Flock => Way::Flock,
            Lock::Fcntl => Way::Bytes,
            Lock::Auto | Lock::None => return None,
        };
        let options = self.options();
        Some(self.kind.map_or(Holds::NotKnown, |kind| kind.holds(way, options)))
    }

    /// The lock that the option stands for here, if none is refused: the default chooses by the file system.
    pub fn lock(&self, lock: Lock) -> Lock {
        match (lock, file_systems::ways(Some(self.number)).first()) {
            (Lock::Auto, Some(Way::Bytes)) => Lock::Fcntl,
            (Lock::Auto, _) => Lock::Flock,
            (lock, _) => lock,
        }
    }

    /// The longest name of a file, in bytes.
    pub fn longest_name(&self) -> u64 {
        self.space.longest_name
    }

    /// Bytes that this user may still write.
    pub fn free_bytes(&self) -> u64 {
        self.space.free_bytes
    }

    /// Files that can still be made; None: the file system does not count them.
    pub fn free_files(&self) -> Option<u64> {
        (self.space.files > 0).then_some(self.space.free_files)
    }

    /// Takes the lock of a folder for one owner as a store does with this option, where it is free; None: another owner
    /// has it.
    ///
    /// # Errors
    /// The system's, where it refuses the lock; [`crate::ErrorKind::InvalidArgument`] for [`Lock::None`].
    pub fn try_lock(folder: &Path, lock: Lock) -> Result<Option<Tried>> {
        let ways: &'static [Way] = match lock {
            Lock::Flock => &[Way::Flock],
            Lock::Fcntl => &[Way::Bytes],
            Lock::Auto => file_systems::ways(space::file_system_of(&open(folder)?)),
            Lock::None => return Err(Error::invalid_argument("there is no lock to take")),
        };
        let opened = std::sync::Arc::new(open(folder)?);
        match FolderLock::try_exclusive(ways, opened, |_| Ok(true)) {
            Ok(lock) => Ok(Some(Tried { _lock: lock })),
            Err(super::Fault::System(error)) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
            Err(fault) => Err(fault.into_error(format_args!("{}: cannot be locked", folder.display()))),
        }
    }

    /// The value of an extended attribute of a folder; None where it has none, or the file system knows none.
    ///
    /// # Errors
    /// Errors of opening the folder.
    pub fn attribute(folder: &Path, name: &str) -> Result<Option<Vec<u8>>> {
        Ok(space::attribute_of(&open(folder)?, name).ok())
    }

    /// Has the names in a folder reach the disk, as the option `"sync": "full"` does.
    ///
    /// # Errors
    /// The system's.
    pub fn sync_folder(folder: &Path) -> Result<()> {
        open(folder)?.sync_all().map_err(|error| fail(folder, &error))
    }

    /// What a program of several processes should know of a lock; None where it holds wherever the file system is
    /// mounted, or where that is not known.
    pub(super) fn warning(&self, lock: Lock) -> Option<String> {
        let lock = self.lock(lock);
        let (name, word) = (self.name(), if lock == Lock::Flock { "flock" } else { "fcntl" });
        let by_options = match (lock, &self.mount) {
            (Lock::Fcntl, Some(mount)) => format!(", as {} is mounted,", mount.point.display()),
            _ => String::new(),
        };
        match self.holds(lock)? {
            Holds::ForAll | Holds::NotKnown => None,
            Holds::ThisNode => Some(format!(
                "the store lies on {name}, where{by_options} the lock \"{word}\" keeps out processes of this node only: let \
                 each chunk, and each document, be written by one node at a time"
            )),
            Holds::Refused => Some(format!(
                "the store lies on {name}, where{by_options} the lock \"{word}\" is refused: parts of chunks, attributes, \
                 resizing and appending need the option \"lock\": \"none\", and then one process at a time for each chunk, \
                 and each document"
            )),
        }
    }
}

fn open(folder: &Path) -> Result<File> {
    let opened = File::open(folder).map_err(|error| fail(folder, &error))?;
    match opened.metadata() {
        Ok(status) if status.is_dir() => Ok(opened),
        Ok(_) => Err(fail(folder, &io::Error::from_raw_os_error(libc::ENOTDIR))),
        Err(error) => Err(fail(folder, &error)),
    }
}

fn fail(folder: &Path, error: &io::Error) -> Error {
    if error.kind() == io::ErrorKind::NotFound {
        return Error::not_found(format!("folder {}: there is none", folder.display())).with_system_code(libc::ENOENT);
    }
    Error::io(error, format_args!("folder {}", folder.display()))
}
