//! The errors that several codecs give.

use crate::error::{Error, ErrorKind, Result, Term};

/// The error of a failed allocation of `length` bytes.
pub fn no_memory(length: usize) -> Error {
    Error::no_memory(format!("no memory for {length} bytes"))
}

/// The output of a codec holds less than it has to decode.
pub fn too_long(name: &str, room: usize) -> Error {
    Error::buffer_size(format!("{name}: the data are longer than the {room} bytes expected"))
}

/// The first `length` bytes of a codec's output buffer.
///
/// # Errors
/// [`too_long`].
pub fn front<'o>(name: &str, output: &'o mut [u8], length: usize) -> Result<&'o mut [u8]> {
    let room = output.len();
    output.get_mut(..length).ok_or_else(|| too_long(name, room))
}

/// The error for the bytes of a text.
pub fn not_utf8(index: usize, error: std::str::Utf8Error) -> Error {
    Error::data(format!("element {} is not valid UTF-8 ({error})", Term::number(index)))
}

/// [`too_long`] where the length of the data is known, so that it is the data that are wrong.
pub fn corrupt(error: Error) -> Error {
    if error.kind() == ErrorKind::BufferSize { error.of_kind(ErrorKind::Data) } else { error }
}
