//! From the bytes of a document to its values, or to the byte of its first error.

use super::flat::Flat;
use super::parser::Parser;
use super::tree::Json;
use crate::error::{Error, Result};
use std::borrow::Cow;

/// The deviations from RFC 8259 that a document may contain.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions {
    /// Accept what Python writes: the bare tokens `NaN`, `Infinity` and `-Infinity`, and strings with half of a
    /// surrogate pair.
    pub bare_tokens: bool,
}

/// Parses a document. Returns the value and the names that stood twice in one object (the last one counts).
///
/// # Errors
/// [`crate::ErrorKind::Metadata`], with the byte at which the text stops being JSON.
pub fn parse(bytes: &[u8], options: ParseOptions) -> Result<(Json, Vec<String>)> {
    read(bytes, options).map(|(flat, duplicates)| (flat.root().to_json(), duplicates))
}

/// Parses a document that is only to be read. Returns it, and the names that stood twice in one object.
///
/// # Errors
/// As [`parse`].
pub fn read<'t>(bytes: impl Into<Cow<'t, [u8]>>, options: ParseOptions) -> Result<(Flat<'t>, Vec<String>)> {
    let text = text_of(bytes.into())?;
    let mut parser = Parser::new(&text, options);
    parser.document()?;
    let Parser { nodes, unescaped, bare_tokens, doubtful, .. } = parser;
    let text = if unescaped.is_empty() { text } else { Cow::Owned(joined(text, &unescaped)?) };
    let flat = Flat { text, nodes, bare_tokens };
    room_for_copies(&flat)?;
    let mut duplicates = Vec::new();
    for object in doubtful {
        flat.repeated_in(object, &mut duplicates)?;
    }
    if duplicates.is_empty() {
        return Ok((flat, duplicates));
    }
    let distinct = flat.root().distinct().to_string();
    read(distinct.into_bytes(), options).map(|(flat, _)| (flat, duplicates))
}

fn text_of(bytes: Cow<'_, [u8]>) -> Result<Cow<'_, str>> {
    if bytes.len() > MAX_LENGTH {
        return Err(Error::limit(format!("a JSON text of {} bytes is too long", bytes.len())));
    }
    let wrong =
        |error: std::str::Utf8Error| Error::metadata(format!("not valid UTF-8 at byte {}", error.valid_up_to()));
    match bytes {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(wrong),
        Cow::Owned(bytes) => String::from_utf8(bytes).map(Cow::Owned).map_err(|error| wrong(error.utf8_error())),
    }
}

/// Both texts, concatenated.
fn joined(text: Cow<'_, str>, more: &str) -> Result<String> {
    let mut whole = if let Cow::Owned(text) = text {
        text
    } else {
        let mut copy = String::new();
        copy.try_reserve_exact(text.len() + more.len()).map_err(|_| no_memory(text.len()))?;
        copy.push_str(&text);
        copy
    };
    whole.try_reserve_exact(more.len()).map_err(|_| no_memory(whole.len()))?;
    whole.push_str(more);
    Ok(whole)
}

/// Checks that there is memory for the objects that are later made from a large document. These are small allocations,
/// whose failure would end the process.
fn room_for_copies(flat: &Flat<'_>) -> Result<()> {
    let wanted = 2 * (flat.nodes.len() * std::mem::size_of::<Json>() + flat.text.len());
    if wanted > SMALL {
        let mut room = Vec::<u8>::new();
        room.try_reserve_exact(wanted).map_err(|_| no_memory(flat.text.len()))?;
        // `black_box` keeps the optimiser from removing this allocation.
        std::hint::black_box(room.as_mut_ptr());
    }
    Ok(())
}

/// Sizes of a handle or a message, whose allocation has no error.
const SMALL: usize = 32 << 10;

#[cold]
pub(super) fn no_memory(length: usize) -> Error {
    Error::no_memory(format!("no memory for a JSON text of {length} bytes"))
}

/// The most values and names of members in a document, so that the objects made of it are not many times as large as
/// its text may be: the largest text that is read has five bytes for each, which is less than the metadata of many
/// arrays have, consolidated.
pub const MAX_NODES: usize = 12 << 20;

/// So that every place in a text, and in what its strings are without escapes, has 32 bits.
pub(super) const MAX_LENGTH: usize = i32::MAX as usize;
