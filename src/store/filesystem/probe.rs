//! The file system of a folder, its mount, and the meaning of its locks: for warnings, and for
//! `zarrtool doctor`, which tells people.

pub use super::file_systems::Holds;
use super::file_systems::{self, FileSystemKind};
use super::folder_lock::{FolderLock, is_busy};
use super::mounts::{self, Mount};
use super::os_lock::Way;
use super::space::{self, Space};
use crate::error::{Error, Result};
use crate::store::access::Access;
use crate::store::options::Lock;
use std::fs::File;
use std::io;
use std::path::Path;

/// The file system that a folder lies on.
#[derive(Debug)]
pub struct FileSystem {
    number: u32,
    kind: Option<&'static FileSystemKind>,
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
        Some(Self { number, kind: FileSystemKind::of(number), mount: mounts::mount_of(folder), space })
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
        match FolderLock::take(ways, opened, Access::Exclusive, &is_busy, |_| Ok(true)) {
            Ok(lock) => Ok(Some(Tried { _lock: lock })),
            Err((_, super::Fault::System(error))) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
            Err((_, fault)) => Err(fault.into_error(format_args!("{}: cannot be locked", folder.display()))),
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

    /// The warning for a program of several processes that uses a lock; None where it holds wherever the file system is
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

#[cfg(test)]
mod tests {
    use super::super::{FilesystemStore, StoreOptions};
    use super::*;
    use crate::store::Store;

    fn mounted(number: u32, kind: &str, options: &str) -> FileSystem {
        let mount = Mount {
            point: "/scratch".into(),
            kind: kind.into(),
            source: "server:/scratch".into(),
            options: options.split(',').map(String::from).collect(),
        };
        let space = Space { number, longest_name: 255, free_bytes: 0, files: 0, free_files: 0 };
        FileSystem { number, kind: FileSystemKind::of(number), mount: Some(mount), space }
    }

    /// Writers on two nodes would lose updates without a word.
    #[test]
    fn a_lock_that_does_not_leave_its_node_is_told() {
        let warning = |number, kind, options, lock| mounted(number, kind, options).warning(lock);
        let nfs = |options, lock| warning(0x6969, "nfs4", options, lock);
        assert_eq!(nfs("rw,local_lock=none", Lock::Auto), None);
        assert_eq!(
            nfs("rw,local_lock=all", Lock::Auto).unwrap(),
            "the store lies on NFS, where, as /scratch is mounted, the lock \"fcntl\" keeps out processes of this node only: \
             let each chunk, and each document, be written by one node at a time"
        );
        assert_eq!(
            nfs("rw,local_lock=none", Lock::Flock).unwrap(),
            "the store lies on NFS, where the lock \"flock\" keeps out processes of this node only: let each chunk, and each \
             document, be written by one node at a time"
        );
        let lustre = |options| warning(0x0BD0_0BD0, "lustre", options, Lock::Auto);
        assert_eq!(lustre("rw,flock"), None);
        assert!(lustre("rw,localflock").unwrap().contains("\"fcntl\" keeps out processes of this node only"));
        assert!(lustre("rw").unwrap().contains("\"fcntl\" is refused"));
        let fuse = |lock| warning(0x6573_5546, "fuse.sshfs", "rw", lock);
        assert!(fuse(Lock::Auto).unwrap().starts_with("the store lies on FUSE, where the lock \"flock\""));
        assert_eq!(fuse(Lock::Fcntl), None, "what is not known has no line");
        for (number, kind) in [(0xEF53, "ext4"), (0x0102_1994, "tmpfs"), (0x00C3_6400, "ceph"), (0x1234, "other")] {
            assert_eq!(warning(number, kind, "rw", Lock::Auto), None, "{kind}");
        }
        assert_eq!(mounted(0x1234, "other", "rw").name(), "other");
    }

    /// The kernel's file system in memory is on every Linux.
    #[cfg(target_os = "linux")]
    #[test]
    fn the_kernel_is_asked_where_the_root_lies() {
        let shared = Path::new("/dev/shm");
        if !shared.is_dir() {
            return;
        }
        let system = FileSystem::at(shared).unwrap();
        assert_eq!((system.name().as_str(), system.mount_type()), ("tmpfs", Some("tmpfs")));
        assert_eq!((system.lock(Lock::Auto), system.holds(Lock::Flock)), (Lock::Flock, Some(Holds::ForAll)));
        assert_eq!(FilesystemStore::open(shared, StoreOptions::default()).unwrap().warning(), None);
    }

    /// A store that takes no locks has nothing to say of them, wherever it lies.
    #[test]
    fn a_store_without_locks_does_not_ask() {
        let here = Path::new(".");
        for options in [
            StoreOptions { writeable: false, ..StoreOptions::default() },
            StoreOptions { lock: Lock::None, ..StoreOptions::default() },
        ] {
            assert_eq!(FilesystemStore::open(here, options).unwrap().warning(), None);
        }
    }

    #[test]
    fn what_is_no_folder_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        assert_eq!(FileSystem::at(&file).unwrap_err().system_code(), libc::ENOTDIR);
        let error = FileSystem::at(&folder.path().join("none")).unwrap_err();
        assert_eq!((error.kind(), error.system_code()), (crate::ErrorKind::NotFound, libc::ENOENT));
        assert_eq!(
            FileSystem::try_lock(folder.path(), Lock::None).unwrap_err().kind(),
            crate::ErrorKind::InvalidArgument
        );
    }
}
