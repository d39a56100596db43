//! The options with which a store is opened, with their spellings in the C API.

use crate::error::{Error, Result};

/// How a store is opened. Options that don't concern a store are ignored by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreOptions {
    /// Writing and erasing are allowed (mode "rw").
    pub writeable: bool,
    /// How much reaches the disk before a write returns.
    pub sync: SyncMode,
    /// The locks that keep two processes from changing one value at once.
    pub lock: Lock,
    /// Values are replaced as a whole; otherwise they are written over, which a reader or a crash may meet half done.
    pub atomic: bool,
    /// Keys stand in lower case in the store.
    pub lower_case_keys: bool,
    /// A flush of a zip file removes replaced values from it.
    pub compact: bool,
    /// How a symbolic link in a path below the root is treated.
    pub symlinks: Symlinks,
    /// Lets the kernel keep paths inside the root (Linux `openat2`); off, or where the kernel lacks it, each directory
    /// of a path is opened by itself, with the same results.
    pub kernel_resolution: bool,
}

impl Default for StoreOptions {
    fn default() -> Self {
        Self {
            writeable: false,
            sync: SyncMode::None,
            lock: Lock::Auto,
            atomic: true,
            lower_case_keys: false,
            compact: false,
            symlinks: Symlinks::Inside,
            kernel_resolution: true,
        }
    }
}

impl StoreOptions {
    /// The default options with writing allowed.
    pub fn read_write() -> Self {
        Self { writeable: true, ..Self::default() }
    }
}

/// The option `sync`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncMode {
    /// The system writes when it likes; a value is whole after a crash of the process, not always of the machine.
    None,
    /// A value's bytes are on the disk before it takes its name.
    File,
    /// As `File`, and the name is on the disk as well.
    Full,
}

/// The option `lock`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    /// The best lock that holds on all machines of the file system, if known: `flock` on the directory of the key, or a
    /// lock on a file in it.
    Auto,
    /// Nothing: writers of parts of one chunk must not run at the same time in two processes.
    None,
    /// `flock` on the directory that holds the key.
    Flock,
    /// A lock on the bytes of a file in the directory that holds the key, which belongs to the open file.
    Fcntl,
}

/// The option `symlinks`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symlinks {
    /// Links are followed inside the root.
    Inside,
    /// Links are followed wherever they lead.
    Follow,
    /// A link below the root is an error.
    Refuse,
}

impl SyncMode {
    /// The value of the option `sync`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for any other word.
    pub fn parse(word: &str) -> Result<Self> {
        match word {
            "none" => Ok(Self::None),
            "file" => Ok(Self::File),
            "full" => Ok(Self::Full),
            _ => Err(unknown(word, r#""none", "file", "full""#)),
        }
    }
}

impl Lock {
    /// The value of the option `lock`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for `fcntl` outside of Linux, [`crate::ErrorKind::InvalidArgument`] for any
    /// other word.
    pub fn parse(word: &str) -> Result<Self> {
        match word {
            "auto" => Ok(Self::Auto),
            "none" => Ok(Self::None),
            "flock" => Ok(Self::Flock),
            "fcntl" if cfg!(target_os = "linux") => Ok(Self::Fcntl),
            "fcntl" => Err(Error::unsupported(r#"this system does not offer "fcntl"; use "flock" or "none""#)),
            _ => Err(unknown(word, r#""auto", "flock", "fcntl", "none""#)),
        }
    }
}

impl Symlinks {
    /// The value of the option `symlinks`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for any other word.
    pub fn parse(word: &str) -> Result<Self> {
        match word {
            "inside" => Ok(Self::Inside),
            "follow" => Ok(Self::Follow),
            "refuse" => Ok(Self::Refuse),
            _ => Err(unknown(word, r#""inside", "follow", "refuse""#)),
        }
    }
}

/// The caller names the option.
fn unknown(word: &str, allowed: &str) -> Error {
    Error::invalid_argument(format!("{word:?} is not one of {allowed}"))
}
