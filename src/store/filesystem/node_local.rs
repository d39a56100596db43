//! File systems that many nodes mount, and on which `flock` of a directory succeeds on each node without asking the
//! others.
//!
//! Linux hands such a lock to the file system only if that has an operation for it; else the kernel of the node keeps
//! it alone. The file systems below have one for files at most, and none for directories, whatever their mount options
//! say. CephFS, GFS2 and OCFS2 lock directories across nodes.

/// The numbers by which `statfs` tells file systems, and their names.
const NODE_LOCAL: &[(u32, &str)] = &[
    (0x6969, "NFS"),
    (0x0BD0_0BD0, "Lustre"),
    (0x517B, "SMB"),
    (0xFF53_4D42, "SMB"),
    (0xFE53_4D42, "SMB"),
    (0x6573_5546, "FUSE"),
    (0x1983_0326, "BeeGFS"),
    (0x2003_0528, "OrangeFS"),
    (0x0102_1997, "9p"),
    (0x5346_414F, "AFS"),
    (0x6B41_4653, "AFS"),
];

/// The warning about locks on such a file system; None where they hold wherever it is mounted, or where that is not
/// known.
pub(super) fn warning(file_system: u32) -> Option<String> {
    let (_, name) = NODE_LOCAL.iter().find(|(number, _)| *number == file_system)?;
    Some(format!(
        "the store lies on {name}, where the lock \"flock\" keeps out processes of this node only: let each chunk, and each \
         document, be written by one node at a time"
    ))
}

#[cfg(test)]
mod tests {
    use super::super::{FilesystemStore, Lock, Options, sys};
    use super::*;
    use crate::store::Store;
    use std::fs::File;
    use std::path::Path;

    /// Writers on two nodes would lose updates without a word.
    #[test]
    fn file_systems_that_lock_on_one_node_are_told() {
        for (number, name) in
            [(0x6969, "NFS"), (0x0BD0_0BD0, "Lustre"), (0xFE53_4D42, "SMB"), (0x6573_5546, "FUSE"), (0x0102_1997, "9p")]
        {
            let told = warning(number).unwrap();
            assert!(told.starts_with(&format!("the store lies on {name}, where the lock \"flock\"")), "{told}");
        }
        // ext2 to ext4, XFS, Btrfs, tmpfs, overlayfs, ZFS, F2FS, CephFS, GFS2, OCFS2.
        for number in [
            0xEF53,
            0x5846_5342,
            0x9123_683E,
            0x0102_1994,
            0x794C_7630,
            0x2FC1_2FC1,
            0xF2F5_2010,
            0x00C3_6400,
            0x0116_1970,
            0x7461_636F,
        ] {
            assert_eq!(warning(number), None, "{number:#x}");
        }
    }

    /// The kernel's file system in memory is on every Linux.
    #[cfg(target_os = "linux")]
    #[test]
    fn the_kernel_is_asked_where_the_root_lies() {
        let shared = Path::new("/dev/shm");
        if !shared.is_dir() {
            return;
        }
        assert_eq!(sys::file_system_of(&File::open(shared).unwrap()), Some(0x0102_1994));
        let store = FilesystemStore::open(shared, Options::default()).unwrap();
        assert_eq!(store.warning(), None);
    }

    /// A store that takes no locks has nothing to say of them, wherever it lies.
    #[test]
    fn a_store_without_locks_does_not_ask() {
        let here = Path::new(".");
        for options in
            [Options { writeable: false, ..Options::default() }, Options { lock: Lock::None, ..Options::default() }]
        {
            assert_eq!(FilesystemStore::open(here, options).unwrap().warning(), None);
        }
    }
}
