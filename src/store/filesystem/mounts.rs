//! The table of mounts that Linux shows in `/proc/self/mountinfo`: the mount that an open folder was reached through,
//! by its number there, so that neither bind mounts nor mounts over one another can be mistaken.

use std::fs::File;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

/// One mount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mount {
    /// Where it is.
    pub(super) point: PathBuf,
    /// The type, such as `nfs4` or `fuse.sshfs`.
    pub(super) kind: String,
    /// A device, or a server with a folder of its.
    pub(super) source: String,
    /// Those of the mount, then those of the file system.
    pub(super) options: Vec<String>,
}

/// The mount of an open folder; None where the system has no such table.
pub(super) fn mount_of(folder: &File) -> Option<Mount> {
    let about = std::fs::read_to_string(format!("/proc/self/fdinfo/{}", folder.as_raw_fd())).ok()?;
    let number = about.lines().find_map(|line| line.strip_prefix("mnt_id:"))?.trim().parse().ok()?;
    find(&std::fs::read("/proc/self/mountinfo").ok()?, number)
}

/// The mount of a number in the table.
fn find(table: &[u8], number: u64) -> Option<Mount> {
    table
        .split(|byte| *byte == b'\n')
        .find_map(|line| read(line).filter(|(is, _)| *is == number))
        .map(|(_, mount)| mount)
}

/// `27 1 254:0 / /point rw,relatime shared:1 - ext4 /dev/sda rw,discard`, with any number of words before the hyphen.
fn read(line: &[u8]) -> Option<(u64, Mount)> {
    let words: Vec<&[u8]> = line.split(|byte| *byte == b' ').collect();
    let hyphen = 6 + words.get(6..)?.iter().position(|word| *word == b"-")?;
    let text = |word: &[u8]| String::from_utf8_lossy(&unescape(word)).into_owned();
    let options = |word: &[u8]| word.split(|byte| *byte == b',').map(text).collect::<Vec<_>>();
    let [kind, source, of_file_system] = words.get(hyphen + 1..hyphen + 4)? else { return None };
    let mount = Mount {
        point: PathBuf::from(std::ffi::OsString::from_vec(unescape(words[4]))),
        kind: text(kind),
        source: text(source),
        options: options(words[5]).into_iter().chain(options(of_file_system)).collect(),
    };
    Some((std::str::from_utf8(words[0]).ok()?.parse().ok()?, mount))
}

/// Spaces, tabs, newlines and backslashes stand there as a backslash with three octal digits.
fn unescape(word: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(word.len());
    let mut rest = word;
    while let [first, others @ ..] = rest {
        let digits = others.get(..3).filter(|_| *first == b'\\').and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            Some(byte) => {
                plain.push(byte);
                rest = &others[3..];
            }
            None => {
                plain.push(*first);
                rest = others;
            }
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = r"22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,discard,errors=remount-ro
40 27 0:35 / /home rw,relatime shared:20 - autofs systemd-1 rw,fd=45,pgrp=1,timeout=60,direct,pipe_ino=16000
41 40 0:52 / /home rw,noatime shared:21 - nfs4 filer:/export/home rw,vers=4.2,rsize=1048576,local_lock=none,addr=10.0.0.1
42 27 254:0 /srv/data /mnt/with\040space\011and\134more rw,nosuid shared:1 - ext4 /dev/vda rw,discard
43 27 1171:1056 / /scratch rw shared:30 master:7 propagate_from:2 - lustre 10.0.0.2@o2ib:/scratch rw,checksum,localflock,lazystatfs
44 43 0:60 / /scratch/old rw - nfs filer:/old rw,vers=3,nolock,local_lock=none
45 27 0:61 / /merged rw,relatime - overlay overlay rw,lowerdir=/a:/b,upperdir=/c,workdir=/d
46 27 0:62 / /remote rw,nosuid,nodev - fuse.sshfs me@host:/data\040here rw,user_id=0,group_id=0
47 41 0:52 /me /work rw,relatime - nfs4 filer:/export/home/me rw,vers=4.2,local_lock=none
";

    fn mount(number: u64) -> Mount {
        find(TABLE.as_bytes(), number).unwrap()
    }

    /// A wrong mount would answer with the locks of another file system.
    #[test]
    fn a_mount_is_found_by_its_number() {
        assert_eq!((mount(27).kind.as_str(), mount(27).point.to_str()), ("ext4", Some("/")));
        // One over the other at one place: the automounter, and what it has mounted.
        assert_eq!((mount(40).kind.as_str(), mount(41).kind.as_str()), ("autofs", "nfs4"));
        assert_eq!(mount(40).point, mount(41).point);
        // A folder of a file system that is mounted elsewhere as well.
        assert_eq!((mount(47).point.to_str(), mount(47).source.as_str()), (Some("/work"), "filer:/export/home/me"));
        // A mount below another one.
        assert_eq!((mount(43).kind.as_str(), mount(44).kind.as_str()), ("lustre", "nfs"));
        assert!(mount(43).options.iter().any(|option| option == "localflock"));
        assert!(mount(44).options.iter().any(|option| option == "nolock"));
        assert!(!mount(41).options.iter().any(|option| option == "nolock"));
        assert_eq!(mount(45).kind, "overlay");
        assert_eq!(find(TABLE.as_bytes(), 99), None);
    }

    #[test]
    fn names_are_read_without_their_escapes() {
        assert_eq!(mount(42).point.to_str(), Some("/mnt/with space\tand\\more"));
        assert_eq!(mount(42).options, ["rw", "nosuid", "rw", "discard"]);
        assert_eq!((mount(46).kind.as_str(), mount(46).source.as_str()), ("fuse.sshfs", "me@host:/data here"));
        assert_eq!(unescape(br"\04x\0400\"), b"\\04x 0\\");
        assert_eq!(unescape(br"\999"), br"\999");
    }

    #[test]
    fn lines_that_are_none_are_passed_over() {
        for line in ["", "27", "27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda", "x 1 2:3 / / rw - ext4 a rw"] {
            assert_eq!(read(line.as_bytes()), None, "{line}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_mount_of_an_open_folder_is_found() {
        let proc = mount_of(&File::open("/proc").unwrap()).unwrap();
        assert_eq!((proc.kind.as_str(), proc.point.to_str()), ("proc", Some("/proc")));
    }
}
