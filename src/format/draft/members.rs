//! The members of documents whose form hardly changed between the drafts.

use super::entry::{PROTOCOL, without_scheme};
use super::extensions::{self, ExtensionKind};
use super::text::DraftRules;
use crate::codec::Transpose;
use crate::dtype::Warnings;
use crate::error::{Error, Result};
use crate::format::chain::ChainReader;
use crate::format::description::ReadOptions;
use crate::format::members::{configuration, lengths_in, member};
use crate::json::{Members, Object, Value};
use crate::metadata::Separator;
use std::collections::HashSet;

/// The rule for names from June 2019 on.
pub(super) fn check_name_characters(name: &str, longest: Option<usize>) -> Result<()> {
    let wrong = |why: &str| Err(Error::invalid_argument(format!("node name {name:?} {why}")));
    if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')) {
        wrong("may hold only a-z, A-Z, 0-9, -, _ and .")
    } else if name.bytes().all(|byte| byte == b'.') {
        wrong("must not consist of periods only")
    } else if let Some(longest) = longest.filter(|longest| name.len() > *longest) {
        wrong(&format!("has more than {longest} characters"))
    } else {
        Ok(())
    }
}

/// Refuses names that the text does not have, or passes over those that it lets readers `ignore`.
pub(super) fn check_names(
    object: Members,
    known: &[&str],
    ignore: bool,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<()> {
    for (name, value) in object.iter().filter(|(name, _)| !known.contains(name)) {
        let must = value.as_object().and_then(|value| value.get("must_understand")).and_then(Value::as_bool);
        if (!ignore || must == Some(true)) && !options.ignore_unknown {
            return Err(Error::unsupported(format!("unknown name {name:?}, which the format forbids to ignore")));
        }
        warnings.add(format!("unknown name {name:?} ignored"));
    }
    Ok(())
}

/// The minor version that a URI of the protocol drafts names, as text.
///
/// # Errors
/// [`crate::ErrorKind::Unsupported`] for another major version, [`crate::ErrorKind::Metadata`] for another text.
pub(super) fn protocol_minor(format: Value<'_>) -> Result<&str> {
    let uri = format.expect_str("member \"zarr_format\"")?;
    match without_scheme(uri).strip_prefix(PROTOCOL).map(|version| version.trim_end_matches('/').split_once('.')) {
        Some(Some(("3", minor))) => Ok(minor),
        Some(_) => Err(Error::unsupported(format!("zarr_format {uri:?} is not known here"))),
        None => Err(Error::metadata(format!("zarr_format {uri:?} is none of the protocol drafts"))),
    }
}

/// The chunk shape and the separator of chunk keys of a member `chunk_grid`.
pub(super) fn grid(
    node: Members,
    text: &DraftRules,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<(Vec<u64>, Separator)> {
    let value = member(node, "chunk_grid")?;
    let grid = value.expect_object("member \"chunk_grid\"")?;
    let kind = member(grid, "type")?;
    if kind.as_str() != Some("regular") || grid.get("extension").is_some() {
        return Err(extensions::refused(ExtensionKind::ChunkGrid, value));
    }
    check_names(grid, &["type", "chunk_shape", "separator"], text.lenient, options, warnings)?;
    let chunk_shape = lengths_in(grid, "chunk_shape")?;
    let separator = match grid.get("separator") {
        None => text.separator,
        Some(separator) => Separator::parse(separator.expect_str("the separator of the chunk grid")?)?,
    };
    Ok((chunk_shape, separator))
}

/// True if the document of an array says what stands between the indices of chunk keys.
pub(super) fn names_separator(node: Members) -> bool {
    node.get("chunk_grid").and_then(Value::as_object).is_some_and(|grid| grid.get("separator").is_some())
}

/// Puts what a member `chunk_memory_layout` says before the other codecs.
pub(super) fn memory_layout(node: Members, rank: usize, chain: &mut ChainReader) -> Result<()> {
    let layout = member(node, "chunk_memory_layout")?;
    match layout.as_str() {
        Some("C") => Ok(()),
        Some("F") => chain.push(Transpose::reversal(rank).into()),
        _ => Err(extensions::refused(ExtensionKind::MemoryLayout, layout)),
    }
}

/// The codecs by URI and configuration, and whether the list may spell out the byte order, as that of the 2022 draft
/// does. Each generation has its own member for them; a document has one.
pub(super) fn codecs(
    node: Members,
    text: &DraftRules,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<(Vec<(String, Object)>, bool)> {
    let mut named =
        ["chunk_codecs", "compressor", "codecs"].into_iter().filter_map(|name| Some((name, node.get(name)?)));
    let (first, second) = (named.next(), named.next());
    if let (Some((one, _)), Some((other, _))) = (first, second) {
        return Err(Error::metadata(format!("the document has {one:?} and {other:?}")));
    }
    let (items, newer): (Vec<Value>, _) = match first {
        None => (Vec::new(), false),
        Some(("compressor", compressor)) => (Vec::from_iter((!compressor.is_null()).then_some(compressor)), false),
        Some((name, list)) => (list.expect_array(format_args!("member {name:?}"))?.collect(), name == "codecs"),
    };
    let name_member = if newer { "type" } else { "codec" };
    let mut codecs = Vec::with_capacity(items.len());
    for item in items {
        let codec = item.expect_object("a codec")?;
        let uri = member(codec, name_member)?.expect_str("the URI of a codec")?;
        let configuration = configuration(codec, "a codec")?;
        let mut parameters = configuration.to_object();
        if text.lenient {
            // The first drafts had the parameters beside the URI; those in the configuration count.
            let inside: HashSet<&str> = configuration.iter().map(|(name, _)| name).collect();
            let beside = codec.iter().filter(|(name, _)| *name != name_member && *name != "configuration");
            let members = beside.filter(|(name, _)| !inside.contains(name)).chain(configuration.iter());
            parameters = members.map(|(name, value)| (name.to_owned(), value.to_json())).collect();
        } else {
            check_names(codec, &[name_member, "configuration"], false, options, warnings)?;
        }
        codecs.push((uri.to_owned(), parameters));
    }
    Ok((codecs, newer))
}
