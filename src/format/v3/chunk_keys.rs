//! How the keys of chunks are formed: the two encodings of the format's own text, and those that others have proposed.

use super::extension::{Extension, extension};
use crate::dtype::Warnings;
use crate::error::{Error, Result};
use crate::json::{Object, Value};
use crate::metadata::{ChunkKeyEncoding, Digits, Separator, Suffix};
use std::sync::Arc;

const FANOUT: &str = "fanout";
const SUFFIX: &str = "suffix";
/// The encoding of zarrs before `suffix` was proposed: keys of `default`, with a text behind them.
const DEFAULT_SUFFIX: &str = "zarrs.default_suffix";

/// The entries of a folder where `fanout` does not name their number.
const ENTRIES: u64 = 1000;

/// The encodings with a text behind them that may lie inside of one another.
const MAX_DEPTH: usize = 8;

/// The chunk key encoding.
pub(super) fn lower(value: Value, warnings: &mut Warnings) -> Result<ChunkKeyEncoding> {
    lower_at(value, warnings, 0)
}

fn lower_at(value: Value, warnings: &mut Warnings, depth: usize) -> Result<ChunkKeyEncoding> {
    let encoding = Extension::read(value, "the chunk key encoding")?;
    let separator = |default| match encoding.configuration.get("separator") {
        Some(value) => Separator::parse(value.expect_str("separator")?),
        None => Ok(default),
    };
    match encoding.name {
        "default" => {
            encoding.only(&["separator"])?;
            Ok(ChunkKeyEncoding::Default(separator(Separator::Slash)?))
        }
        "v2" => {
            encoding.only(&["separator"])?;
            Ok(ChunkKeyEncoding::V2(separator(Separator::Dot)?))
        }
        FANOUT => fanout(&encoding, warnings),
        DEFAULT_SUFFIX => {
            encoding.only(&["separator", "suffix"])?;
            suffix(ChunkKeyEncoding::Default(separator(Separator::Slash)?), &encoding)
        }
        SUFFIX if depth == MAX_DEPTH => {
            Err(Error::limit(format!("chunk key encodings are nested more than {MAX_DEPTH} deep")))
        }
        SUFFIX => {
            // The examples of the text spell the member both ways, and an older text lets it be left out.
            encoding.only(&["suffix", "base_encoding", "base-encoding"])?;
            let base = ["base_encoding", "base-encoding"].into_iter().find_map(|name| encoding.configuration.get(name));
            let base = match base {
                Some(base) => lower_at(base, warnings, depth + 1)?,
                None => {
                    warnings.add("chunk key encoding \"suffix\" has no base_encoding; taken as \"default\"");
                    ChunkKeyEncoding::Default(Separator::Slash)
                }
            };
            suffix(base, &encoding)
        }
        other => Err(Error::unsupported(format!("chunk key encoding {other:?} is not supported"))),
    }
}

fn fanout(encoding: &Extension, warnings: &mut Warnings) -> Result<ChunkKeyEncoding> {
    encoding.only(&["max_children"])?;
    let entries = match encoding.configuration.get("max_children") {
        None => ENTRIES,
        Some(value) => value.as_u64().ok_or_else(|| {
            Error::metadata(format!("max_children of {FANOUT:?} must be an integer from 100 on, not {}", value.brief()))
        })?,
    };
    let digits = Digits::for_entries(entries);
    let digits = digits
        .ok_or_else(|| Error::metadata(format!("max_children of {FANOUT:?} must be at least 100, not {entries}")))?;
    if digits.entries() != entries {
        let floor = digits.entries();
        warnings.note(format!(
            "max_children {entries} of {FANOUT:?} is no power of ten; {floor} is taken, as its text says"
        ));
    }
    Ok(ChunkKeyEncoding::Fanout(digits))
}

fn suffix(base: ChunkKeyEncoding, encoding: &Extension) -> Result<ChunkKeyEncoding> {
    let name = encoding.name;
    let text = encoding.configuration.get("suffix");
    let text = text.ok_or_else(|| Error::metadata(format!("{name:?} has no suffix")))?;
    let text = text.expect_str(format_args!("the suffix of {name:?}"))?;
    // A chunk stays where its array is.
    if text.contains(['/', '\\', '\0']) {
        return Err(Error::metadata(format!(
            "the suffix of {name:?} must not lead to another folder, as {text:?} does"
        )));
    }
    Ok(ChunkKeyEncoding::Suffix(Arc::new(Suffix { base, text: text.to_owned() })))
}

/// The chunk key encoding.
///
/// # Errors
/// [`crate::ErrorKind::Unsupported`] for keys that the format has no name for.
pub(super) fn spell(encoding: &ChunkKeyEncoding) -> Result<Object> {
    let separated =
        |name, separator: &Separator| Ok(extension(name, Object::new().with("separator", separator.as_str())));
    match encoding {
        ChunkKeyEncoding::Default(separator) => separated("default", separator),
        ChunkKeyEncoding::V2(separator) => separated("v2", separator),
        ChunkKeyEncoding::Fanout(digits) => Ok(extension(FANOUT, Object::new().with("max_children", digits.entries()))),
        ChunkKeyEncoding::Suffix(suffix) => {
            let configuration = Object::new().with("suffix", suffix.text.as_str());
            Ok(extension(SUFFIX, configuration.with("base_encoding", spell(&suffix.base)?)))
        }
        ChunkKeyEncoding::Draft(_) => Err(Error::unsupported("format v3 can't name chunk keys of the form c0/0")),
        ChunkKeyEncoding::N5 => Err(Error::unsupported("format v3 can't name chunk keys with reversed axes")),
    }
}
