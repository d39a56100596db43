//! Reading documents from a store.

use crate::dtype::Warnings;
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::json::{self, Document, ParseOptions};
use crate::store::{Beginning, ByteRange, Store};

/// Documents larger than this are no metadata.
pub const MAX_DOCUMENT: u64 = 64 << 20;

/// The range that is asked for of a document: one byte more than it may have, to recognise a longer value.
pub const WHOLE_DOCUMENT: ByteRange = ByteRange::From { start: 0, length: Some(MAX_DOCUMENT + 1) };

/// Reads and parses a document; None where it is missing.
///
/// # Errors
/// [`ErrorKind::Metadata`], naming the key, for anything but a JSON object.
pub fn read_document(store: &dyn Store, key: &str, warnings: &mut Warnings) -> Result<Option<Document>> {
    let Some(Beginning { bytes, ended }) = store.get_beginning(key, MAX_DOCUMENT + 1)? else { return Ok(None) };
    if bytes.len() as u64 > MAX_DOCUMENT {
        return Err(Error::limit(format!("document {key:?} has more than {MAX_DOCUMENT} bytes")));
    }
    match parse_document(bytes, key, warnings) {
        // An object that parses is whole, whether or not the store knows that the value ends with it.
        Ok(document) => Ok(Some(document)),
        Err(error) if ended => Err(error),
        Err(_) => match store.get(key, WHOLE_DOCUMENT)? {
            Some(bytes) => parse_document(bytes, key, warnings).map(Some),
            None => Ok(None),
        },
    }
}

pub(super) fn parse_document(bytes: Vec<u8>, key: &str, warnings: &mut Warnings) -> Result<Document> {
    // Python writes bare NaN into attributes; formats that forbid it elsewhere look for it themselves.
    let (document, duplicates) =
        json::read(bytes, ParseOptions { bare_tokens: true }).context(|| format!("document {key:?}"))?;
    for name in duplicates {
        warnings.add(format!("document {key:?}: member {name:?} stands twice; the last one counts"));
    }
    document.root().expect_object(format_args!("document {key:?}"))?;
    Document::new(document)
}

/// The value of a key that may also be a folder, which counts as missing. Any other failure is one: what can't be read
/// may be there.
pub(super) fn probe_key(store: &dyn Store, key: &str) -> Result<Option<Vec<u8>>> {
    match store.get(key, ByteRange::From { start: 0, length: Some(MAX_DOCUMENT) }) {
        Err(error) if error.kind() == ErrorKind::Io && error.system_code() == libc::EISDIR => Ok(None),
        other => other,
    }
}
