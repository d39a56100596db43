//! The one error of the library: a kind that becomes the status code, and a message that grows as the error rises.
//!
//! Context is added where the fact is known: the store adds the key, the codec its name, the array its path. The
//! message reads from the outside in: `array "/a": chunk [0, 1]: key "a/c/0/1" is damaged: gzip: the stream ends`.
//! Names of operations and arguments, and numbers that languages count in their own way, are terms of the message
//! ([`Term`]): here they are those of Rust, and the boundary says them in the caller's language.

mod message;

pub use message::{Message, Place, Term, TermKind};

/// The kind of failure of an [`Error`]; each kind is one status code of the C API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// An argument is not allowed.
    InvalidArgument,
    /// A handle is NULL, of another type, or freed.
    InvalidHandle,
    /// No such node, store or key.
    NotFound,
    /// The node exists already.
    AlreadyExists,
    /// An array where a group was asked for, or the reverse.
    NodeType,
    /// A region reaches outside the array.
    OutOfBounds,
    /// A buffer has not the size that the request needs.
    BufferSize,
    /// The operation does not fit the data type.
    TypeMismatch,
    /// A value does not fit the type.
    Range,
    /// A metadata document is invalid.
    Metadata,
    /// A data type, codec, format or extension that is not known here.
    Unsupported,
    /// Chunk bytes are corrupt.
    Data,
    /// The store or the system failed.
    Io,
    /// A write to something read-only.
    ReadOnly,
    /// Another writer changed it meanwhile.
    Conflict,
    /// A configured limit would be exceeded.
    Limit,
    /// A callback asked to stop.
    Cancelled,
    /// A fault of the library itself.
    Internal,
    /// Memory for data could not be had.
    NoMemory,
    /// The system refused access.
    Permission,
    /// The store did not answer in time.
    Timeout,
    /// A code of the caller's own callbacks, passed through.
    User(i32),
}

/// An error with its kind, its message and, where there is one, the system's own code.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", .0.message.text())]
pub struct Error(Box<ErrorParts>);

#[derive(Clone, Debug, PartialEq)]
struct ErrorParts {
    kind: ErrorKind,
    system_code: i32,
    message: Message,
}

/// A result with this library's [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error of `kind` whose message names the failure and the reason.
    pub fn new(kind: ErrorKind, message: impl Into<Message>) -> Self {
        Self(Box::new(ErrorParts { kind, system_code: 0, message: message.into() }))
    }

    /// The kind, which is the status code.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The `errno` or HTTP status that caused the error; 0 without one.
    pub fn system_code(&self) -> i32 {
        self.0.system_code
    }

    /// The whole message, outermost context first.
    pub fn message(&self) -> &str {
        self.0.message.text()
    }

    /// The message with its terms, for another message that quotes it.
    pub fn told(&self) -> &Message {
        &self.0.message
    }

    /// The ticket of the queued operation that has failed.
    pub fn ticket(&self) -> Option<i64> {
        self.0.message.ticket()
    }

    /// Changes the kind.
    #[must_use]
    pub fn of_kind(mut self, kind: ErrorKind) -> Self {
        self.0.kind = kind;
        self
    }

    /// Adds what a caller can do, at the end of the message.
    #[must_use]
    pub fn remedy(self, remedy: impl std::fmt::Display) -> Self {
        self.append(format!("; {remedy}"))
    }

    /// Adds words at the end of the message.
    #[must_use]
    pub fn append(mut self, words: impl Into<Message>) -> Self {
        self.0.message.push(&words.into());
        self
    }

    /// Adds a system code.
    #[must_use]
    pub fn with_system_code(mut self, code: i32) -> Self {
        self.0.system_code = code;
        self
    }

    /// Puts `context` in front of the message.
    #[must_use]
    pub fn context(mut self, context: impl std::fmt::Display) -> Self {
        let reason = std::mem::replace(&mut self.0.message, format!("{context}: ").into());
        self.0.message.push(&reason);
        self
    }

    /// An error of the operating system, with the kind that its code stands for.
    pub fn io(error: &std::io::Error, context: impl std::fmt::Display) -> Self {
        use std::io::ErrorKind as Sys;
        let kind = match error.kind() {
            Sys::PermissionDenied => ErrorKind::Permission,
            Sys::ReadOnlyFilesystem => ErrorKind::ReadOnly,
            Sys::OutOfMemory => ErrorKind::NoMemory,
            Sys::TimedOut => ErrorKind::Timeout,
            _ => ErrorKind::Io,
        };
        Self::new(kind, format!("{context}: {error}")).with_system_code(error.raw_os_error().unwrap_or(0))
    }
}

/// A number with its noun, for messages: "1 element", "2 elements".
pub fn counted(number: impl TryInto<u64> + std::fmt::Display + Copy, noun: &str) -> String {
    let ending = if matches!(number.try_into(), Ok(1)) { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// Adds context to the error of a result.
pub trait ResultExt<T> {
    /// Puts the result of `context` in front of the error's message.
    fn context<D: std::fmt::Display>(self, context: impl FnOnce() -> D) -> Result<T>;
}

impl<T> ResultExt<T> for Result<T> {
    fn context<D: std::fmt::Display>(self, context: impl FnOnce() -> D) -> Result<T> {
        self.map_err(|error| error.context(context()))
    }
}

/// Short constructors for the kinds that are raised everywhere.
macro_rules! constructors {
    ($($name:ident => $kind:ident),* $(,)?) => {
        impl Error {$(
            #[doc = concat!("An error of kind [`ErrorKind::", stringify!($kind), "`].")]
            pub fn $name(message: impl Into<Message>) -> Self {
                Self::new(ErrorKind::$kind, message)
            }
        )*}
    };
}
constructors! {
    invalid_argument => InvalidArgument, not_found => NotFound, metadata => Metadata, unsupported => Unsupported,
    data => Data, limit => Limit, internal => Internal, out_of_bounds => OutOfBounds, read_only => ReadOnly,
    type_mismatch => TypeMismatch, already_exists => AlreadyExists, node_type => NodeType, range => Range,
    conflict => Conflict, no_memory => NoMemory, buffer_size => BufferSize,
}
