//! The errors that several codecs give.

use crate::error::{Error, ErrorKind};

/// So many bytes of memory can't be had.
pub fn no_memory(length: usize) -> Error {
    Error::no_memory(format!("{length} bytes of memory can't be had"))
}

/// The output of a codec holds less than it has to decode.
pub fn too_long(name: &str, room: usize) -> Error {
    Error::buffer_size(format!("{name}: the data are longer than the {room} bytes expected"))
}

/// [`too_long`] where the length of the data is known, so that it is the data that are wrong.
pub fn corrupt(error: Error) -> Error {
    if error.kind() == ErrorKind::BufferSize { Error::data(error.message()) } else { error }
}
