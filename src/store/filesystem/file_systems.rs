//! The meaning of locks on the file systems that Linux knows: the one table that the default of the option `lock`, the
//! warning of a store and `zarrtool doctor` go by.
//!
//! Linux hands a lock to the file system only if that has an operation for it; else the kernel of the node keeps it
//! alone, and the call succeeds. File systems of clusters have one for files, few for folders. `docs/mpi.md` says where
//! each row comes from.

use super::folder_lock::Ways;
use super::os_lock::Way;
use super::space::file_system_of;
use std::fs::File;
use std::path::Path;
use std::time::Duration;

/// The processes that a lock keeps out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// All that use the file system, on all nodes.
    ForAll,
    /// Those of the node that asks; the call succeeds, and other nodes don't know of it.
    ThisNode,
    /// The system refuses the lock.
    Refused,
    /// That is not known here.
    NotKnown,
}

impl Holds {
    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::ForAll => "holds for all",
            Self::ThisNode => "this node only",
            Self::Refused => "refused",
            Self::NotKnown => "not known",
        }
    }
}

/// How far a lock holds, as the options of the mount say.
#[derive(Clone, Copy, Debug)]
enum Rule {
    Always(Holds),
    /// [`Holds::ForAll`], unless one of these options is there.
    Unless(&'static [&'static str], Holds),
    /// Of Lustre: what is not asked for is refused.
    Lustre,
}

/// File systems of one kind.
#[derive(Debug)]
pub(super) struct FileSystemKind {
    /// As people call it.
    pub(super) name: &'static str,
    /// The numbers by which `statfs` tells it.
    numbers: &'static [u32],
    /// The lock of a folder by `flock`.
    flock: Rule,
    /// The lock of a file by `fcntl`.
    fcntl: Rule,
    /// The ways that processes use which leave the choice to the file system.
    ways: Ways,
    /// Other machines use it as well.
    is_shared: bool,
}

/// The first way may be refused to every process alike, where a sandbox or another kernel is in between.
const BY_FOLDER: Ways = &[Way::Flock, Way::Bytes];
const BY_FILE: Ways = &[Way::Bytes];

const ALL: Rule = Rule::Always(Holds::ForAll);
const NODE: Rule = Rule::Always(Holds::ThisNode);
const OPEN: Rule = Rule::Always(Holds::NotKnown);
const LOCAL_OPTION: Rule = Rule::Unless(&["localflocks"], Holds::ThisNode);

const fn on_one_node(name: &'static str, numbers: &'static [u32]) -> FileSystemKind {
    FileSystemKind { name, numbers, flock: ALL, fcntl: ALL, ways: BY_FOLDER, is_shared: false }
}

const fn shared(name: &'static str, numbers: &'static [u32], flock: Rule, fcntl: Rule, ways: Ways) -> FileSystemKind {
    FileSystemKind { name, numbers, flock, fcntl, ways, is_shared: true }
}

const fn without_folders(name: &'static str, numbers: &'static [u32]) -> FileSystemKind {
    shared(name, numbers, NODE, OPEN, BY_FOLDER)
}

const OF_NFS: Rule = Rule::Unless(&["nolock", "local_lock=all", "local_lock=posix"], Holds::ThisNode);

const KINDS: &[FileSystemKind] = &[
    on_one_node("ext4", &[0xEF53]),
    on_one_node("XFS", &[0x5846_5342]),
    on_one_node("Btrfs", &[0x9123_683E]),
    on_one_node("ZFS", &[0x2FC1_2FC1]),
    on_one_node("tmpfs", &[0x0102_1994]),
    on_one_node("ramfs", &[0x8584_58F6]),
    on_one_node("F2FS", &[0xF2F5_2010]),
    on_one_node("overlayfs", &[0x794C_7630]),
    shared("NFS", &[0x6969], NODE, OF_NFS, BY_FILE),
    shared("Lustre", &[0x0BD0_0BD0], NODE, Rule::Lustre, BY_FILE),
    shared("GPFS", &[0x4750_4653], OPEN, ALL, BY_FILE),
    shared("CephFS", &[0x00C3_6400], ALL, ALL, BY_FOLDER),
    shared("GFS2", &[0x0116_1970], LOCAL_OPTION, LOCAL_OPTION, BY_FOLDER),
    shared("OCFS2", &[0x7461_636F], LOCAL_OPTION, OPEN, BY_FOLDER),
    without_folders("SMB", &[0x517B, 0xFF53_4D42, 0xFE53_4D42]),
    without_folders("FUSE", &[0x6573_5546]),
    without_folders("BeeGFS", &[0x1983_0326]),
    without_folders("OrangeFS", &[0x2003_0528]),
    without_folders("9p", &[0x0102_1997]),
    without_folders("AFS", &[0x5346_414F, 0x6B41_4653]),
];

impl FileSystemKind {
    /// The kind that `statfs` tells by a number.
    pub(super) fn of(number: u32) -> Option<&'static Self> {
        KINDS.iter().find(|kind| kind.numbers.contains(&number))
    }

    /// How far a lock holds under the options of a mount, where those are known.
    pub(super) fn holds(&self, way: Way, options: Option<&[String]>) -> Holds {
        let rule = match way {
            Way::Flock => self.flock,
            Way::Bytes => self.fcntl,
        };
        let has = |names: &[&str]| options.map(|options| options.iter().any(|option| names.contains(&option.as_str())));
        match rule {
            Rule::Always(holds) => holds,
            Rule::Unless(names, otherwise) => match has(names) {
                Some(true) => otherwise,
                Some(false) => Holds::ForAll,
                None => Holds::NotKnown,
            },
            Rule::Lustre => match (has(&["flock"]), has(&["localflock"])) {
                (Some(true), _) => Holds::ForAll,
                (_, Some(true)) => Holds::ThisNode,
                (None, _) | (_, None) => Holds::NotKnown,
                _ => Holds::Refused,
            },
        }
    }
}

/// How folders are locked on file systems of a number: the same on every node, with any options of its mount.
pub(super) fn ways(number: Option<u32>) -> Ways {
    number.and_then(FileSystemKind::of).map_or(BY_FOLDER, |kind| kind.ways)
}

/// True if no other machine uses a file system of a number, as far as that is known.
pub(super) fn is_of_one_machine(number: Option<u32>) -> bool {
    number.and_then(FileSystemKind::of).is_some_and(|kind| !kind.is_shared)
}

/// How long a file that another machine has made may stay invisible at a path, or at the first folder above it that
/// there is: NFS keeps for up to `acdirmax`, by default 60 s, that a name is missing.
pub(super) fn delay(path: &Path) -> Duration {
    let folder = path.ancestors().find_map(|folder| File::open(folder).ok());
    let is_shared = folder.is_some_and(|folder| !is_of_one_machine(file_system_of(&folder)));
    if is_shared { Duration::from_secs(60) } else { Duration::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(number: u32, way: Way, options: &str) -> Holds {
        let options: Vec<String> = options.split(',').map(String::from).collect();
        FileSystemKind::of(number).unwrap().holds(way, Some(&options))
    }

    /// Writers on two nodes would lose updates without a word.
    #[test]
    fn mounts_that_keep_locks_to_themselves_are_told() {
        use Holds::{ForAll, NotKnown, Refused, ThisNode};
        let (nfs, lustre) = (0x6969, 0x0BD0_0BD0);
        for (number, way, options, wanted) in [
            (nfs, Way::Flock, "rw,vers=4.2,local_lock=none", ThisNode),
            (nfs, Way::Bytes, "rw,vers=4.2,local_lock=none", ForAll),
            (nfs, Way::Bytes, "rw,vers=3,local_lock=flock", ForAll),
            (nfs, Way::Bytes, "rw,vers=3,nolock,local_lock=none", ThisNode),
            (nfs, Way::Bytes, "rw,vers=3,local_lock=all", ThisNode),
            (nfs, Way::Bytes, "rw,vers=3,local_lock=posix", ThisNode),
            (lustre, Way::Bytes, "rw,checksum,flock,user_xattr", ForAll),
            (lustre, Way::Bytes, "rw,checksum,localflock,user_xattr", ThisNode),
            (lustre, Way::Bytes, "rw,checksum,noflock,user_xattr", Refused),
            (lustre, Way::Bytes, "rw,checksum,user_xattr", Refused),
            (lustre, Way::Flock, "rw,flock", ThisNode),
            (0x7461_636F, Way::Flock, "rw,localflocks", ThisNode),
            (0x7461_636F, Way::Flock, "rw", ForAll),
            (0x6573_5546, Way::Flock, "rw", ThisNode),
            (0x6573_5546, Way::Bytes, "rw", NotKnown),
            (0xEF53, Way::Flock, "rw,discard", ForAll),
        ] {
            assert_eq!(holds(number, way, options), wanted, "{number:#x} {way:?} {options}");
        }
        assert_eq!(FileSystemKind::of(nfs).unwrap().holds(Way::Bytes, None), NotKnown, "without /proc");
    }

    /// A file system of other machines would be asked for many short parts where one long one does.
    #[test]
    fn file_systems_that_machines_share_are_not_of_one() {
        let of_one = KINDS.iter().filter(|kind| is_of_one_machine(kind.numbers.first().copied()));
        let names: Vec<&str> = of_one.map(|kind| kind.name).collect();
        assert_eq!(names, ["ext4", "XFS", "Btrfs", "ZFS", "tmpfs", "ramfs", "F2FS", "overlayfs"]);
        assert!(!is_of_one_machine(Some(0x1234_5678)), "one that is not known");
        assert!(!is_of_one_machine(None));
    }

    /// Two processes that choose by different things would not keep each other out.
    #[test]
    fn the_way_depends_on_the_number_alone() {
        assert_eq!(ways(Some(0x6969)), [Way::Bytes]);
        assert_eq!(ways(Some(0x0BD0_0BD0)), [Way::Bytes]);
        assert_eq!(ways(Some(0xEF53)), [Way::Flock, Way::Bytes]);
        assert_eq!(ways(Some(0x1234_5678)), [Way::Flock, Way::Bytes], "one that is not known");
        assert_eq!(ways(None), [Way::Flock, Way::Bytes]);
        let mut seen: Vec<u32> = KINDS.iter().flat_map(|kind| kind.numbers).copied().collect();
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), count, "a number stands in one row");
    }
}
