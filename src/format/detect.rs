//! Which format a node is of: the first document that is found decides, in the order of precedence of the reference.

use super::shared::NodePath;
use super::{
    Documents, FORMATS, Format, FormatId, NodeKeys, NodeKind, ReadOptions, draft, n5, v1, v3_2019, v3_2020, v3_2022,
};
use crate::dtype::Warnings;
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::json::{self, Document, Json, Object, ParseOptions};
use crate::store::{Beginning, ByteRange, Store, StoreExt};
use std::sync::Arc;

/// A node, with the format and the documents that it was found by.
#[derive(Clone, Debug)]
pub struct Detected {
    /// The format.
    pub format: Arc<dyn Format>,
    /// What the node is.
    pub kind: NodeKind,
    /// Its documents; None for an implicit group.
    pub documents: Option<Documents>,
}

/// Documents larger than this are no metadata.
pub const MAX_DOCUMENT: u64 = 64 << 20;

/// What is asked for of the value of a document: all of it, if it is none of those.
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
        // An object is whole, so that it does not matter whether somebody knows that the value ends with it.
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

/// What a document `zarr.json` is, by its member `zarr_format`.
enum ZarrJson {
    /// A node of final v3.
    Node(Document),
    /// The entry point of a draft.
    Entry(Arc<dyn Format>),
}

fn read_zarr_json(
    store: &dyn Store,
    key: &str,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<Option<ZarrJson>> {
    let Some(document) = read_document(store, key, warnings)? else { return Ok(None) };
    let decide = |document: Document, warnings: &mut Warnings| {
        let missing = || Error::metadata("member \"zarr_format\" is missing");
        let format = document.members()?.get("zarr_format").ok_or_else(missing)?;
        if format.as_u64() == Some(3) {
            return Ok(ZarrJson::Node(document));
        }
        match (format.as_str(), format.as_number()) {
            (Some(uri), _) => {
                let named = entry_format(uri, &document, options, warnings)?;
                confirm_layout(store, named).map(ZarrJson::Entry)
            }
            (_, Some(number)) => Err(Error::unsupported(format!("zarr_format {number} is not known here"))),
            _ => Err(Error::metadata(format!("zarr_format is {}", format.brief()))),
        }
    };
    decide(document, warnings).map(Some).context(|| format!("document {key:?}"))
}

/// The draft with the keys that its documents have: those of its successor where only these are in use.
fn confirm_layout(store: &dyn Store, named: Arc<dyn Format>) -> Result<Arc<dyn Format>> {
    let Some(other) = named.other_layout().filter(|_| store.capabilities().listable) else { return Ok(named) };
    let root = NodePath::root();
    let keys = named.keys(&root);
    let below = other.keys(&root);
    let listing = store.list_dir(&below.children)?;
    let has = |key: &String| listing.keys.contains(key);
    let in_use = has(&keys.array) || has(&keys.group) || listing.prefixes.contains(&keys.children);
    let documents = has(&below.array) || has(&below.group) || !other.candidates(&root, &listing).is_empty();
    Ok(if documents && !in_use { other } else { named })
}

/// The draft that an entry point document names.
fn entry_format(uri: &str, entry: &Object, options: &ReadOptions, warnings: &mut Warnings) -> Result<Arc<dyn Format>> {
    let rest = uri.strip_prefix("https:").or_else(|| uri.strip_prefix("http:")).unwrap_or(uri);
    let version = |base: &str| rest.strip_prefix(base).and_then(|version| version.split('.').next());
    match (version("//purl.org/zarr/spec/core/"), version("//purl.org/zarr/spec/protocol/core/")) {
        (Some("3"), _) => v3_2022::open(entry, options, warnings),
        (_, Some("3")) => {
            // A MIME type was the first spelling of the encoding, a URI the next.
            let encoding = entry.get("metadata_encoding").and_then(Json::as_str).unwrap_or_default();
            let shape = if encoding.contains("//") || entry.get("metadata_key_suffix").is_some() {
                v3_2020::open
            } else {
                v3_2019::open_b
            };
            shape(entry, options, warnings)
        }
        _ => Err(Error::unsupported(format!("zarr_format {uri:?} is not known here"))),
    }
}

/// The draft whose entry point document lies at the root of the store; None when there is none.
///
/// # Errors
/// [`ErrorKind::Metadata`] or [`ErrorKind::Unsupported`] for a document that can't be followed.
pub fn entry(store: &dyn Store, options: &ReadOptions, warnings: &mut Warnings) -> Result<Option<Arc<dyn Format>>> {
    match read_zarr_json(store, "zarr.json", options, warnings)? {
        Some(ZarrJson::Entry(format)) => Ok(Some(format)),
        _ => Ok(None),
    }
}

/// Reads a node of which it is known what it is; None: its document is not there.
///
/// # Errors
/// What reading its documents gives.
pub fn read_node(
    format: &Arc<dyn Format>,
    store: &dyn Store,
    path: &NodePath,
    kind: NodeKind,
    warnings: &mut Warnings,
) -> Result<Option<Detected>> {
    let keys = format.keys(path);
    let key = match kind {
        NodeKind::ImplicitGroup => return Ok(Some(Detected { format: Arc::clone(format), kind, documents: None })),
        NodeKind::Array => &keys.array,
        NodeKind::Group => &keys.group,
    };
    let Some(node) = read_document(store, key, warnings)? else { return Ok(None) };
    if keys.array == keys.group && format.classify(&node).context(|| format!("document {key:?}"))? != kind {
        return Ok(None);
    }
    let attributes = read_attributes(store, &keys, warnings)?;
    Ok(Some(Detected { format: Arc::clone(format), kind, documents: Some(Documents { node, attributes }) }))
}

/// The document of the attributes, where there is one of its own.
fn read_attributes(store: &dyn Store, keys: &NodeKeys, warnings: &mut Warnings) -> Result<Option<Object>> {
    let Some(key) = &keys.attributes else { return Ok(None) };
    Ok(read_document(store, key, warnings)?.map(Document::into_object))
}

/// The warning for an array at whose path there is the document of a group as well.
pub fn two_documents(keys: &NodeKeys) -> String {
    format!("there is a document of a group too: {:?}", keys.group)
}

/// Looks for a node of one format.
///
/// # Errors
/// What reading its documents gives.
pub fn probe(
    format: &Arc<dyn Format>,
    store: &dyn Store,
    path: &NodePath,
    warnings: &mut Warnings,
) -> Result<Option<Detected>> {
    if !path.is_root() && !format.has_paths() {
        return Ok(None);
    }
    let keys = format.keys(path);
    let found = |kind, node, warnings: &mut Warnings| -> Result<Option<Detected>> {
        let attributes = read_attributes(store, &keys, warnings)?;
        Ok(Some(Detected { format: Arc::clone(format), kind, documents: Some(Documents { node, attributes }) }))
    };
    if keys.array == keys.group {
        if let Some(node) = read_document(store, &keys.array, warnings)? {
            let kind = format.classify(&node).context(|| format!("document {:?}", keys.array))?;
            return found(kind, node, warnings);
        }
    } else if let Some(node) = read_document(store, &keys.array, warnings)? {
        // Others learn of it when they ask for warnings, so that nobody waits for it who only opens an array.
        if warnings.strict && store.exists(&keys.group)? {
            warnings.add(two_documents(&keys));
        }
        return found(NodeKind::Array, node, warnings);
    } else if let Some(node) = read_document(store, &keys.group, warnings)? {
        return found(NodeKind::Group, node, warnings);
    }
    if format.implicit_groups() && store.capabilities().listable {
        let listing = store.list_dir(&keys.children)?;
        if let Some(variant) = format.variant(path, &listing) {
            return probe(&variant, store, path, warnings);
        }
        if !format.candidates(path, &listing).is_empty() {
            return Ok(Some(Detected { format: Arc::clone(format), kind: NodeKind::ImplicitGroup, documents: None }));
        }
    }
    Ok(None)
}

/// Finds the node at a path, whatever format it is of. `draft` is the format of the hierarchy when its entry point
/// is known already; then nothing else is looked for.
///
/// # Errors
/// What reading documents gives; [`ErrorKind::Unsupported`] when there is a node of a format that is not supported.
pub fn detect(
    store: &dyn Store,
    path: &NodePath,
    draft: Option<&Arc<dyn Format>>,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<Option<Detected>> {
    if let Some(draft) = draft {
        return probe(draft, store, path, warnings);
    }
    let prefix = path.prefix();
    let key = [&prefix, "zarr.json"].concat();
    match read_zarr_json(store, &key, options, warnings)? {
        Some(ZarrJson::Node(node)) => {
            let format = FormatId::V3.format();
            let kind = format.classify(&node).context(|| format!("document {key:?}"))?;
            let documents = Some(Documents { node, attributes: None });
            return Ok(Some(Detected { format, kind, documents }));
        }
        Some(ZarrJson::Entry(draft)) if path.is_root() => return probe(&draft, store, path, warnings),
        Some(ZarrJson::Entry(_)) => {
            return Err(Error::unsupported(format!(
                "{path} is the root of a hierarchy of its own; open the store there"
            )));
        }
        None => {}
    }
    if let Some(found) = probe(&FormatId::V2.format(), store, path, warnings)? {
        return Ok(Some(found));
    }
    if !path.is_root()
        && let Some(draft) = entry(store, options, warnings)?
    {
        return probe(&draft, store, path, warnings);
    }
    detect_oldest(store, path, options, warnings)
}

/// The format of the hierarchy at the root of a store, also of one without nodes; None: there is none.
///
/// # Errors
/// As [`detect`].
pub fn of_hierarchy(
    store: &dyn Store,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<Option<Arc<dyn Format>>> {
    match read_zarr_json(store, "zarr.json", options, warnings)? {
        Some(ZarrJson::Entry(draft)) => return Ok(Some(draft)),
        Some(ZarrJson::Node(_)) => return Ok(Some(FormatId::V3.format())),
        None => {}
    }
    let root = NodePath::root();
    let found = match probe(&FormatId::V2.format(), store, &root, warnings)? {
        Some(found) => Some(found),
        None => detect_oldest(store, &root, options, warnings)?,
    };
    Ok(found.map(|found| found.format))
}

/// Looks below a root that is no node for a node of any format whose documents lie beside the data.
///
/// # Errors
/// What reading its documents gives.
pub fn probe_below(store: &dyn Store, path: &NodePath, warnings: &mut Warnings) -> Result<Option<Detected>> {
    // Later formats first: converted in place, a node keeps its old documents beside the new ones.
    let formats: Vec<_> = FORMATS.iter().rev().map(|format| (format.create)()).collect();
    for format in formats.iter().filter(|format| format.needs_ancestors()) {
        if let Some(found) = probe(format, store, path, warnings)? {
            return Ok(Some(found));
        }
    }
    // A folder alone says nothing: it takes a document.
    let key = format!("{}{}", path.prefix(), n5::DOCUMENT);
    match read_n5(store, &key)? {
        Some(_) => probe(&FormatId::N5.format(), store, path, warnings),
        None => Ok(None),
    }
}

/// Finds nodes of v1, of N5 and of the first draft of v3, whose documents have names that others use as well.
fn detect_oldest(
    store: &dyn Store,
    path: &NodePath,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<Option<Detected>> {
    let prefix = path.prefix();
    if probe_key(store, &format!("{prefix}.zmetadata"))?.is_some() {
        return Err(Error::unsupported(
            "only consolidated metadata is here: open the store with \"consolidated\": \"require\"",
        ));
    }
    // Either may be a folder, as `meta` is in the drafts; or the parents' array of version 1.
    let key = format!("{prefix}{}", v1::META);
    if let Some(document) = probe_key(store, &key)? {
        let document = parse_document(document, &key, &mut Warnings::default())?;
        if document.get("zarr_format").is_some() || document.get("compression").is_some() {
            if path.is_root() {
                return probe(&FormatId::V1.format(), store, path, warnings);
            }
            return Err(Error::unsupported(format!(
                "{path} is an array of format v1, which is a store of its own; open the store there"
            )));
        }
    }
    if read_n5(store, &format!("{prefix}{}", n5::DOCUMENT))?.is_some() || lies_in_n5(store, path)? {
        return probe(&FormatId::N5.format(), store, path, warnings);
    }
    if store.exists(&format!("{prefix}__zmeta__"))? {
        return Err(Error::unsupported("an array of zarr-python 0, from before version 1 of the format"));
    }
    if !store.capabilities().listable {
        return Ok(None);
    }
    match find_first_draft(store, options, warnings)? {
        Some(format) => probe(&format, store, path, warnings),
        None => Ok(None),
    }
}

/// A document of N5 that says so; others may have the same name.
fn read_n5(store: &dyn Store, key: &str) -> Result<Option<Document>> {
    let Some(document) = probe_key(store, key)? else { return Ok(None) };
    Ok(parse_document(document, key, &mut Warnings::default()).ok().filter(|document| n5::is_marked(document)))
}

/// Whether every folder is a group here: in a hierarchy of N5, which its root says, but not in the chunks of an array.
fn lies_in_n5(store: &dyn Store, path: &NodePath) -> Result<bool> {
    if path.is_root() || read_n5(store, n5::DOCUMENT)?.is_none() {
        return Ok(false);
    }
    let format = FormatId::N5.format();
    for ancestor in path.ancestors() {
        let document = read_n5(store, &format.keys(&ancestor).array)?;
        if document.map(|document| format.classify(&document)).transpose()? == Some(NodeKind::Array) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// How many prefixes are looked at for a document of a hierarchy without entry point.
const MAX_PREFIXES: usize = 64;

/// The draft of a hierarchy whose entry point document was not there. A document was found under `key`, and is written after the
/// entry point: a hierarchy that is being created has one by now.
fn with_late_entry(
    store: &dyn Store,
    key: &str,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<Option<Arc<dyn Format>>> {
    let missing = || {
        let text = "a hierarchy of a v3 draft whose entry point document zarr.json is missing";
        Error::metadata(text).context(format!("document {key:?}"))
    };
    entry(store, options, warnings)?.ok_or_else(missing).map(Some)
}

/// The first draft of v3 had no entry point document: every document says itself what it is. One of them tells.
fn find_first_draft(
    store: &dyn Store,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<Option<Arc<dyn Format>>> {
    let root = store.list_dir("meta/")?;
    let ending = |key: &str| {
        v3_2019::ENDINGS.into_iter().find(|(array, group, _)| {
            [array, group].iter().any(|end| key.strip_suffix(**end).is_some_and(|stem| stem.ends_with(['.', '/'])))
        })
    };
    // Beside `meta/root/` only the root has documents in that layout.
    if let Some(key) = root.keys.iter().find(|key| ending(key).is_some() && !key.starts_with("meta/root.")) {
        return with_late_entry(store, key, options, warnings);
    }
    let mut prefixes: Vec<String> = root.prefixes.into_iter().filter(|prefix| prefix == "meta/root/").collect();
    let mut keys = root.keys;
    for _ in 0..MAX_PREFIXES {
        for key in &keys {
            let Some(endings) = ending(key) else { continue };
            // A document that can't be read is reported by whoever opens its node.
            let document = read_document(store, key, &mut Warnings::default()).ok().flatten();
            return match document.as_ref().map(|document| document.get("zarr_format")) {
                Some(Some(format)) => {
                    draft::protocol_minor(format).context(|| format!("document {key:?}"))?;
                    Ok(Some(v3_2019::open_a(endings)))
                }
                Some(None) => with_late_entry(store, key, options, warnings),
                None => Ok(Some(v3_2019::open_a(endings))),
            };
        }
        let Some(prefix) = prefixes.pop() else { break };
        let listing = store.list_dir(&prefix)?;
        prefixes.extend(listing.prefixes.into_iter().rev());
        keys = listing.keys;
    }
    Ok(None)
}

/// The value of a key that may also be a folder, which counts as missing. Any other failure is one: what can't be read may be
/// there.
pub(super) fn probe_key(store: &dyn Store, key: &str) -> Result<Option<Vec<u8>>> {
    match store.get(key, ByteRange::From { start: 0, length: Some(MAX_DOCUMENT) }) {
        Err(error) if error.kind() == ErrorKind::Io && error.system_code() == libc::EISDIR => Ok(None),
        other => other,
    }
}
