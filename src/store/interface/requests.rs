//! The arguments and results of [`Store`](super::Store) that are about values.

use crate::error::{Error, ErrorKind, Result};

/// A requested range of bytes of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ByteRange {
    /// From `start` on, `length` bytes or (None) to the end. It is clamped to the end of the value; a start past the
    /// end with a length is an error, without one it is empty.
    From {
        /// First byte.
        start: u64,
        /// Number of bytes, None: to the end.
        length: Option<u64>,
    },
    /// The last bytes, at most as many as there are.
    Suffix(u64),
}

impl ByteRange {
    /// The whole value.
    pub const ALL: Self = Self::From { start: 0, length: None };

    /// The bounds of the range in a value of `size` bytes.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfBounds`] for a range with a length that starts past the end.
    pub fn resolve(self, size: u64) -> Result<std::ops::Range<u64>> {
        match self {
            Self::From { start, length: None } => Ok(start.min(size)..size),
            Self::From { start, length: Some(length) } if start <= size => {
                Ok(start..start.saturating_add(length).min(size))
            }
            Self::From { start, .. } => Err(Error::new(
                ErrorKind::OutOfBounds,
                format!("the range starts at byte {start} of a value of {size} bytes"),
            )),
            Self::Suffix(length) => Ok(size.saturating_sub(length)..size),
        }
    }
}

/// The keys and prefixes directly below a prefix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// Full keys, sorted by bytes.
    pub keys: Vec<String>,
    /// Full prefixes, ending in `/`, sorted by bytes.
    pub prefixes: Vec<String>,
}

impl From<Vec<String>> for Listing {
    /// Keys alone.
    fn from(keys: Vec<String>) -> Self {
        Self { keys, prefixes: Vec::new() }
    }
}

/// How far a listing reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// All keys of the store; the prefix is empty.
    Store,
    /// All keys that begin with the prefix.
    All,
    /// Keys and prefixes directly below the prefix.
    One,
    /// As `One`, for callers that look into every prefix anyway: some may have nothing below them.
    Names,
}

/// The operations and guarantees of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// Values can be written.
    pub writeable: bool,
    /// Values can be removed.
    pub erasable: bool,
    /// At least one of the listings works.
    pub listable: bool,
    /// May be called from several threads at once, and from threads of the library.
    pub thread_safe: bool,
    /// `get_versioned` and [`When::Is`](super::When::Is) work.
    pub conditional: bool,
    /// A change by another process is kept out by [`Store::lock`](super::Store::lock), or seen by a
    /// [`Stamp`](super::Stamp), or none reaches this store. False: such a change is seen only when a conditional write
    /// fails.
    pub private: bool,
    /// `get_into` is one request that copies nothing on the way.
    pub reads_into: bool,
    /// The requests that `get_many` likes to be given at once, as many as are under way together; 1, or 0: one after
    /// the other is as good.
    pub in_flight: usize,
}

/// The result of [`Store::get_into`](super::Store::get_into).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled {
    /// Bytes put into the buffer; fewer than it has where the value ends before.
    pub length: usize,
    /// Bytes of the whole value.
    pub total: u64,
}

/// The result of [`Store::get_beginning`](super::Store::get_beginning).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beginning {
    /// The first bytes of the value, one at least where it has any.
    pub bytes: Vec<u8>,
    /// True if no others were requested. False: the store has not looked, but nearly always there are none.
    pub ended: bool,
}

/// A version of a value, opaque to all but its store; None: the key is absent.
pub type Version = Option<String>;

/// A value, or a part of one, and the version that tells whether another part is of the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versioned {
    /// The bytes that were asked for.
    pub bytes: Vec<u8>,
    /// Another one as soon as the value is another one; None: the store does not tell.
    pub version: Option<String>,
}

impl From<Vec<u8>> for Versioned {
    /// Bytes of which no version is known.
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes, version: None }
    }
}

/// The bytes of the answers of [`Store::get_many`](super::Store::get_many).
#[must_use]
pub fn bytes_of(answers: Vec<Option<Versioned>>) -> Vec<Option<Vec<u8>>> {
    answers.into_iter().map(|answer| answer.map(|answer| answer.bytes)).collect()
}
