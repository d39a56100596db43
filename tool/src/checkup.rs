//! Tests a folder's file system in a temporary folder of its own.

use crate::failure::{Failure, Result};
use crate::ranks::tried;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use zarr::{FileSystem, Lock};

/// How the names of folders begin that the program makes for itself.
const PREFIX: &str = ".zarrtool-doctor-";

/// Files that are made and renamed to measure how long that takes, and the time that this may take at most.
const FILES: usize = 200;
const PATIENCE: Duration = Duration::from_secs(3);

/// A folder that goes with its owner.
pub struct TestFolder(PathBuf);

impl TestFolder {
    /// In a folder. What a killed process of this node has left there is taken away first.
    pub fn new(folder: &Path, node: &str) -> Result<Self> {
        let plain: String = node.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
        let mine = format!("{PREFIX}{plain}-");
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let process = name.strip_prefix(&mine).filter(|process| process.parse::<u32>().is_ok());
            if process
                .is_some_and(|process| Path::new("/proc/self").exists() && !Path::new("/proc").join(process).exists())
            {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
        let path = folder.join(format!("{mine}{}", std::process::id()));
        fs::create_dir(&path).map_err(|error| Failure::File(path.display().to_string(), error))?;
        Ok(Self(path))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// True if a child process found that a lock keeps it out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tested {
    Works,
    /// The child got it too.
    KeepsOutNone,
    /// The system refuses it, with this message.
    Refused(String),
}

/// The findings.
#[derive(Clone, Debug)]
pub struct Findings {
    pub flock: Tested,
    pub fcntl: Tested,
    /// A file takes the place of another one, and a reader meets the old or the new one; else what went wrong.
    pub rename: std::result::Result<(), String>,
    pub sync_folder: std::result::Result<(), String>,
    pub hard_links: bool,
    pub case_sensitive: bool,
    /// The longest name that was made, in bytes.
    pub longest_name: usize,
    /// Microseconds for a new small file that is renamed: half of them take less, and nineteen of twenty.
    pub create_and_rename: (u64, u64),
}

/// Tries everything.
pub fn look(scratch: &TestFolder, longest_name: u64) -> Result<Findings> {
    let folder = scratch.path();
    let failed = |error: io::Error| Failure::File(folder.display().to_string(), error);
    Ok(Findings {
        flock: by_child(folder, Lock::Flock, "flock").map_err(failed)?,
        fcntl: by_child(folder, Lock::Fcntl, "fcntl").map_err(failed)?,
        rename: renames(folder).map_err(|error| error.to_string()),
        sync_folder: FileSystem::sync_folder(folder).map_err(|error| error.to_string()),
        hard_links: fs::write(folder.join("one"), "1")
            .and_then(|()| fs::hard_link(folder.join("one"), folder.join("two")))
            .is_ok(),
        case_sensitive: fs::write(folder.join("Case"), "").map(|()| !folder.join("cASE").exists()).map_err(failed)?,
        longest_name: longest(folder, longest_name),
        create_and_rename: times(folder).map_err(failed)?,
    })
}

/// The name of this node.
pub fn node() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").ok().or_else(|| std::env::var("HOSTNAME").ok());
    name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).unwrap_or_else(|| "unknown".into())
}

/// Has a child try a lock that this process has, and once more when it is free again.
fn by_child(folder: &Path, lock: Lock, word: &str) -> io::Result<Tested> {
    let folder = folder.join(word);
    fs::create_dir(&folder)?;
    let held = match FileSystem::try_lock(&folder, lock) {
        Ok(Some(held)) => held,
        Ok(None) => return Ok(Tested::Refused("another process has it already".into())),
        Err(error) => return Ok(Tested::Refused(error.to_string())),
    };
    let child = || {
        let mut command = Command::new(std::env::current_exe()?);
        let output = command.args(["doctor", "--try-lock", word]).arg(&folder).output()?;
        io::Result::Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let while_held = child()?;
    drop(held);
    Ok(match (while_held.as_str(), child()?.as_str()) {
        ("held", "free") => Tested::Works,
        ("free", _) => Tested::KeepsOutNone,
        ("held", other) => Tested::Refused(format!("it stays held after its end: {other}")),
        (other, _) => Tested::Refused(other.to_owned()),
    })
}

/// The output of `--try-lock`.
pub fn try_lock(folder: &Path, word: &str) -> String {
    tried(folder, if word == "flock" { Lock::Flock } else { Lock::Fcntl })
}

/// Renames files over one name, while a reader opens that again and again.
fn renames(folder: &Path) -> io::Result<()> {
    let place = folder.join("renamed");
    let text = |number: usize| format!("{number:>64}");
    fs::write(&place, text(0))?;
    let ends = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            while !ends.load(Ordering::Relaxed) {
                let read = fs::read(&place)?;
                if read.len() != 64 {
                    return Err(io::Error::other(format!("a reader has met {} of 64 bytes", read.len())));
                }
            }
            Ok(())
        });
        let renamed = (1..100).try_for_each(|number| {
            let draft = folder.join("draft");
            fs::write(&draft, text(number))?;
            fs::rename(&draft, &place)
        });
        ends.store(true, Ordering::Relaxed);
        let read = reader.join().unwrap_or_else(|_| Err(io::Error::other("the reader has ended")));
        renamed.and(read)
    })?;
    if fs::read_to_string(&place)? == text(99) { Ok(()) } else { Err(io::Error::other("the old file is still there")) }
}

/// The longest name that can be made, up to what the file system says.
fn longest(folder: &Path, told: u64) -> usize {
    let told = usize::try_from(told).unwrap_or(usize::MAX).min(4096);
    let can = |length: usize| {
        let path = folder.join("n".repeat(length));
        let made = File::create(&path).is_ok();
        let _ = fs::remove_file(path);
        made
    };
    let (mut yes, mut no) = (0, told + 1);
    while no - yes > 1 {
        // The limit that the system reports is tried first, because it is usually right.
        let middle = if no == told + 1 && yes == 0 { told } else { yes.midpoint(no) };
        if can(middle) { yes = middle } else { no = middle }
    }
    yes
}

/// Makes small files and gives them their names, as the library does with chunks.
fn times(folder: &Path) -> io::Result<(u64, u64)> {
    let begin = Instant::now();
    let mut times = Vec::with_capacity(FILES);
    for number in 0..FILES {
        let (draft, place) = (folder.join(format!("t{number}.draft")), folder.join(format!("t{number}")));
        let start = Instant::now();
        fs::write(&draft, [0; 512])?;
        fs::rename(&draft, &place)?;
        times.push(start.elapsed().as_micros() as u64);
        if begin.elapsed() > PATIENCE {
            break;
        }
    }
    times.sort_unstable();
    let at = |part: usize| times[(times.len() * part / 20).min(times.len() - 1)];
    Ok((at(10), at(19)))
}
