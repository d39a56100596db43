//! Entry point documents: what a document says of a hierarchy, and how it is written.

use super::extensions::{self, ExtensionKind};
use super::members::{check_names, protocol_minor};
use super::text::{DraftRules, MetadataEncoding};
use crate::dtype::Warnings;
use crate::error::{Error, Result};
use crate::format::description::ReadOptions;
use crate::format::members::{member, refuse_bare_tokens};
use crate::json::{Document, Json, Members, Object, Value};

/// The URIs of the protocol drafts and of the core draft, without scheme and version.
pub(super) const PROTOCOL: &str = "//purl.org/zarr/spec/protocol/core/";
const CORE: &str = "//purl.org/zarr/spec/core/";
/// How the first entry points named the encoding.
const MIME: &str = "application/json";

/// A text without the scheme of the web.
pub(super) fn without_scheme(uri: &str) -> &str {
    uri.strip_prefix("https:").or_else(|| uri.strip_prefix("http:")).unwrap_or(uri)
}

/// The form of an entry point document; None: it is that of no draft.
fn form(entry: Members) -> Option<MetadataEncoding> {
    let uri = without_scheme(entry.get("zarr_format")?.as_str()?);
    let is_third = |base: &str| uri.strip_prefix(base).is_some_and(|version| version.split('.').next() == Some("3"));
    if is_third(CORE) {
        return Some(MetadataEncoding::Object);
    }
    // A MIME type was the first spelling of the encoding, a URI the next.
    let encoding = entry.get("metadata_encoding").and_then(Value::as_str).unwrap_or_default();
    let later = encoding.contains("//") || entry.get("metadata_key_suffix").is_some();
    is_third(PROTOCOL).then_some(if later { MetadataEncoding::Uri } else { MetadataEncoding::Mime })
}

/// The contents of an entry point document.
pub(super) struct EntryPoint {
    /// The suffix of the keys of documents.
    pub suffix: String,
    /// True if it names a later version 3.Y, which may have members that are unknown here.
    pub later: bool,
    /// Notes for readers of any node.
    pub notes: Vec<String>,
}

/// Reads an entry point document of a draft; None: it is of another.
///
/// # Errors
/// [`crate::ErrorKind::Metadata`] or [`crate::ErrorKind::Unsupported`] when the document can't be followed.
pub(super) fn read(
    text: &DraftRules,
    document: &Document,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<Option<EntryPoint>> {
    let entry = document.members()?;
    let Some(form) = form(entry).filter(|form| Some(*form) == text.entry) else { return Ok(None) };
    refuse_bare_tokens(document)?;
    let version = member(entry, "zarr_format")?;
    // Later versions 3.Y may add names; readers of 3.0 pass over them.
    let later = match form {
        MetadataEncoding::Object => !version.expect_str("member \"zarr_format\"")?.ends_with("/3.0"),
        MetadataEncoding::Uri | MetadataEncoding::Mime => protocol_minor(version)? != "0",
    };
    let known = ["zarr_format", "metadata_encoding", "extensions", "metadata_key_suffix"];
    check_names(entry, &known, text.lenient || later, options, warnings)?;
    let value = member(entry, "metadata_encoding")?;
    let suffix = match form {
        MetadataEncoding::Mime => {
            check_encoding(value, |encoding| encoding == MIME)?;
            None
        }
        MetadataEncoding::Uri => {
            check_encoding(value, |encoding| {
                encoding[encoding.find(':').map_or(0, |colon| colon + 1)..].starts_with(PROTOCOL)
            })?;
            entry.get("metadata_key_suffix")
        }
        MetadataEncoding::Object => {
            let encoding = value.expect_object("member \"metadata_encoding\"")?;
            let kind = member(encoding, "type")?.expect_str("the type of the metadata encoding")?;
            if kind != "json" || encoding.get("extension").is_some() {
                return Err(extensions::refused(ExtensionKind::MetadataEncoding, value));
            }
            check_names(encoding, &["type", "metadata_key_suffix"], later, options, warnings)?;
            Some(member(encoding, "metadata_key_suffix")?)
        }
    };
    let suffix = suffix.map(|suffix| suffix.expect_str("member \"metadata_key_suffix\"")).transpose()?;
    let suffix = suffix.unwrap_or_default().to_owned();
    if suffix.contains(['/', '\\', '\0']) {
        return Err(Error::metadata(format!("metadata_key_suffix {suffix:?} can't be part of a key")));
    }
    Ok(Some(EntryPoint { suffix, later, notes: extensions::check(ExtensionKind::Generic, entry)? }))
}

fn check_encoding(value: Value, is_known: impl Fn(&str) -> bool) -> Result<()> {
    let encoding = value.expect_str("member \"metadata_encoding\"")?;
    if is_known(encoding) {
        return Ok(());
    }
    Err(Error::unsupported(format!("metadata encoding {encoding:?} is not supported")))
}

/// The entry point document of a draft; None: the draft has none.
pub(super) fn spell(text: &DraftRules, suffix: &str) -> Option<Object> {
    let mut entry = Object::new().with("zarr_format", text.uri);
    match text.entry? {
        MetadataEncoding::Mime => entry.set("metadata_encoding", MIME),
        MetadataEncoding::Uri => {
            entry.set("metadata_encoding", text.uri);
            if !suffix.is_empty() {
                entry.set("metadata_key_suffix", suffix);
            }
        }
        MetadataEncoding::Object => {
            entry.set("metadata_encoding", Object::new().with("type", "json").with("metadata_key_suffix", suffix));
        }
    }
    Some(entry.with("extensions", Json::Array(Vec::new())))
}
