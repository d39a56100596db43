//! Failures that end the program, and their exit codes.

use std::fmt;
use zarr::{Error, ErrorKind};

/// The exit code of a command that found what it looks for: differences, problems.
pub const FINDINGS: u8 = 1;

/// The exit codes, as `--help` and the manual list them.
pub const EXIT_CODES: &str = "\
Exit codes:
  0   done
  1   `diff` found a difference, `verify` a problem
  2   the command line is wrong, or an argument does not fit the data
  3   there is no such store, node, key or attribute
  4   it is there already, was changed meanwhile, or may only be read
  5   this version does not know a format, data type, codec or scheme, or has no word for it
  6   the data are damaged: a document that is invalid, a chunk that can't be decoded
  7   the store or the system failed: input and output, permission, time
  8   a limit or the memory does not suffice
  9   a fault of the program, to be reported";

/// How a command ended that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything is as it should be.
    Fine,
    /// It found what it looks for.
    Findings,
}

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// The library says no.
    Zarr(Error),
    /// The result could not be printed.
    Output(std::io::Error),
    /// The request makes no sense.
    Usage(String),
    /// A file of the user's, named in the text, could not be read or written.
    File(String, std::io::Error),
}

/// A result of a command.
pub type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    /// With a text before its message.
    pub fn context(self, text: &str) -> Self {
        match self {
            Self::Zarr(error) => Self::Zarr(error.context(text)),
            Self::Usage(message) => Self::Usage(format!("{text}: {message}")),
            Self::File(name, error) => Self::File(format!("{text}: {name}"), error),
            Self::Output(error) => Self::Output(error),
        }
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        let error = match self {
            Self::Zarr(error) => error,
            Self::Usage(_) => return 2,
            Self::Output(_) | Self::File(..) => return 7,
        };
        match error.kind() {
            ErrorKind::InvalidArgument
            | ErrorKind::NodeType
            | ErrorKind::OutOfBounds
            | ErrorKind::BufferSize
            | ErrorKind::TypeMismatch
            | ErrorKind::Range => 2,
            ErrorKind::NotFound => 3,
            ErrorKind::AlreadyExists | ErrorKind::Conflict | ErrorKind::ReadOnly => 4,
            ErrorKind::Unsupported => 5,
            ErrorKind::Metadata | ErrorKind::Data => 6,
            ErrorKind::Io | ErrorKind::Permission | ErrorKind::Timeout => 7,
            ErrorKind::Limit | ErrorKind::NoMemory => 8,
            ErrorKind::Internal | ErrorKind::InvalidHandle | ErrorKind::Cancelled | ErrorKind::User(_) => 9,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zarr(error) => error.fmt(formatter),
            Self::Output(error) => write!(formatter, "writing the output: {error}"),
            Self::Usage(text) => formatter.write_str(text),
            Self::File(name, error) => write!(formatter, "{name}: {error}"),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Zarr(error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}

/// The failure of a request that makes no sense.
pub fn usage(text: impl Into<String>) -> Failure {
    Failure::Usage(text.into())
}
