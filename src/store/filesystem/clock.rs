//! The clock that gives files the times of their changes. It stands still for some milliseconds, so two changes may
//! have one time.

#![allow(unsafe_code)]

use super::space;
use std::fs::File;
use std::io::{Error, Result};
use std::mem::MaybeUninit;
use std::os::unix::fs::MetadataExt;

/// The numbers by which `statfs` tells the file systems that take the time of a change from [`now`]: ext2
/// to ext4, XFS, Btrfs, tmpfs, F2FS, overlayfs.
const OF_THIS_KERNEL: &[u32] = &[0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0xF2F5_2010, 0x794C_7630];

/// In nanoseconds: longer than the clocks of kernels stand still.
const TICK: u64 = 50_000_000;

/// For file systems that count in seconds, or in two of them.
const SECONDS: u64 = 2_500_000_000;

/// The clock that gives files the times of their changes, in nanoseconds since 1970: it stands still for some
/// milliseconds, and no change after this call has an earlier time.
pub(super) fn now() -> Result<u64> {
    #[cfg(target_os = "linux")]
    const CLOCK: libc::clockid_t = libc::CLOCK_REALTIME_COARSE;
    #[cfg(not(target_os = "linux"))]
    const CLOCK: libc::clockid_t = libc::CLOCK_REALTIME;
    let mut now = MaybeUninit::<libc::timespec>::uninit();
    // SAFETY: `now` is memory for one structure of the type that the call fills.
    if unsafe { libc::clock_gettime(CLOCK, now.as_mut_ptr()) } != 0 {
        return Err(Error::last_os_error());
    }
    // SAFETY: the call has succeeded, and then it has filled the structure.
    let now = unsafe { now.assume_init() };
    Ok((now.tv_sec as u64).wrapping_mul(1_000_000_000).wrapping_add(now.tv_nsec as u64))
}

/// The device on which times are those of this kernel's clock; None: that is not known of any.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clock(Option<u64>);

impl Clock {
    /// The clock of the file system on which a directory lies.
    pub(super) fn of(directory: &File) -> Self {
        let is_known = space::file_system_of(directory).is_some_and(|kind| OF_THIS_KERNEL.contains(&kind));
        Self(directory.metadata().ok().filter(|_| is_known).map(|status| status.dev()))
    }

    /// How long after a change on a device, in nanoseconds, another one may be given the time of the first. Where the
    /// clock can be asked, that ends when it shows a later time.
    pub(super) fn granularity(self, device: u64, changed: u64) -> u64 {
        match self.0 {
            // A time without a fraction may be one of a file system that keeps none.
            _ if changed.is_multiple_of(1_000_000) => SECONDS,
            Some(known) if known == device => 0,
            _ => TICK,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A change that comes while the clock stands still would be taken for the one before it.
    #[test]
    fn a_time_counts_for_as_long_as_its_clock_may_stand_still() {
        let fraction = 1_700_000_000_123_456_789;
        assert_eq!(Clock(Some(7)).granularity(7, fraction), 0);
        assert_eq!(Clock(Some(7)).granularity(8, fraction), TICK);
        assert_eq!(Clock::default().granularity(7, fraction), TICK);
        assert_eq!(Clock(Some(7)).granularity(7, 1_700_000_000_000_000_000), SECONDS);
        assert_eq!(Clock(Some(7)).granularity(7, 1_700_000_000_004_000_000), SECONDS);
    }

    /// A file that is changed after the clock was read must not keep the time that it had before that.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_change_is_never_earlier_than_the_clock_was_before_it() {
        let folder = tempfile::tempdir().unwrap();
        let root = File::open(folder.path()).unwrap();
        for number in 0..2000_u64 {
            let before = now().unwrap();
            std::fs::write(folder.path().join("value"), number.to_le_bytes()).unwrap();
            let [.., changed] = super::super::sys::stamp_at(&root, c"value").unwrap();
            assert!(changed >= before, "{changed} is earlier than {before}");
        }
    }
}
