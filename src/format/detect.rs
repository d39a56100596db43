//! Detects the format of a node: the first document that is found decides. Documents `zarr.json` say it themselves;
//! then come keys that only one format has, then keys that other software uses too, then listings.

use super::description::{Documents, Format, IsOwn, KnownBy, NodeKind, ReadOptions, Registration, Searched};
use super::nodes::{Detected, probe};
use super::path::NodePath;
use super::reading::{parse_document, probe_key, read_document};
use super::registry::FORMATS;
use crate::dtype::Warnings;
use crate::error::{Error, Result, ResultExt};
use crate::json::Document;
use crate::store::{Store, StoreExt};
use std::sync::Arc;

/// The document that nodes of final v3 have, and roots of the drafts.
const ZARR_JSON: &str = "zarr.json";

/// The format that a document `zarr.json` names, and the document.
fn read_zarr_json(
    store: &dyn Store,
    key: &str,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<Option<(Arc<dyn Format>, Document)>> {
    let Some(document) = read_document(store, key, warnings)? else { return Ok(None) };
    let named = named_by(&document, options, warnings).and_then(|format| confirm_layout(store, format));
    Ok(Some((named.context(|| format!("document {key:?}"))?, document)))
}

fn named_by(document: &Document, options: &ReadOptions, warnings: &mut Warnings) -> Result<Arc<dyn Format>> {
    let named = document.members()?.get("zarr_format");
    let named = named.ok_or_else(|| Error::metadata("member \"zarr_format\" is missing"))?;
    for format in formats() {
        if let KnownBy::ZarrJson(open) = format.known_by
            && let Some(format) = open(document, options, warnings)?
        {
            return Ok(format);
        }
    }
    match (named.as_str(), named.as_number()) {
        (Some(uri), _) => Err(Error::unsupported(format!("zarr_format {uri:?} is not known here"))),
        (_, Some(number)) => Err(Error::unsupported(format!("zarr_format {number} is not known here"))),
        _ => Err(Error::metadata(format!("zarr_format is {}", named.brief()))),
    }
}

fn formats() -> impl Iterator<Item = &'static Registration> {
    FORMATS.iter().map(|(_, format)| format)
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

/// The draft whose entry point document lies at the root of the store; None when there is none.
///
/// # Errors
/// [`crate::ErrorKind::Metadata`] or [`crate::ErrorKind::Unsupported`] for a document that can't be followed.
pub fn entry(store: &dyn Store, options: &ReadOptions, warnings: &mut Warnings) -> Result<Option<Arc<dyn Format>>> {
    let named = read_zarr_json(store, ZARR_JSON, options, warnings)?.map(|(format, _)| format);
    Ok(named.filter(|format| format.owns_store()))
}

/// Finds the node of any format at a path. `draft` is the format of the hierarchy when its entry point is known
/// already; then nothing else is looked for.
///
/// # Errors
/// Errors of reading documents; [`crate::ErrorKind::Unsupported`] when there is a node of a format that is not
/// supported.
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
    let key = [&path.prefix(), ZARR_JSON].concat();
    match read_zarr_json(store, &key, options, warnings)? {
        None => {}
        Some((format, _)) if format.owns_store() && path.is_root() => return probe(&format, store, path, warnings),
        Some((format, _)) if format.owns_store() => {
            return Err(Error::unsupported(format!(
                "{path} is the root of a hierarchy of its own; open the store there"
            )));
        }
        Some((format, node)) => {
            let kind = format.classify(&node).context(|| format!("document {key:?}"))?;
            return Ok(Some(Detected { format, kind, documents: Some(Documents { node, attributes: None }) }));
        }
    }
    if let Some(found) = probe_keys(store, path, warnings)? {
        return Ok(Some(found));
    }
    if !path.is_root()
        && let Some(draft) = entry(store, options, warnings)?
    {
        return probe(&draft, store, path, warnings);
    }
    detect_others(store, path, options, warnings)
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
    if let Some((format, _)) = read_zarr_json(store, ZARR_JSON, options, warnings)? {
        return Ok(Some(format));
    }
    let root = NodePath::root();
    let found = match probe_keys(store, &root, warnings)? {
        Some(found) => Some(found),
        None => detect_others(store, &root, options, warnings)?,
    };
    Ok(found.map(|found| found.format))
}

/// Looks below a root that is no node for a node of any format whose documents lie beside the data.
///
/// # Errors
/// Errors of reading its documents.
pub fn probe_below(store: &dyn Store, path: &NodePath, warnings: &mut Warnings) -> Result<Option<Detected>> {
    // The format that precedes others is asked first: converted in place, a node keeps its old documents beside the new
    // ones.
    for format in formats() {
        let own = (format.create)();
        let found = match format.known_by {
            // A folder alone says nothing: it takes a document.
            KnownBy::Content(is_own) => own.has_paths() && has_own(store, &own.keys(path).array, is_own)?,
            _ => own.needs_ancestors(),
        };
        if found && let Some(found) = probe(&own, store, path, warnings)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// Looks for a node of a format whose keys only it has.
fn probe_keys(store: &dyn Store, path: &NodePath, warnings: &mut Warnings) -> Result<Option<Detected>> {
    for format in formats().filter(|format| matches!(format.known_by, KnownBy::Keys)) {
        if let Some(found) = probe(&(format.create)(), store, path, warnings)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// Finds nodes whose documents have names that other software uses as well, and those that only listings show.
fn detect_others(
    store: &dyn Store,
    path: &NodePath,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<Option<Detected>> {
    for format in formats().filter(|format| matches!(format.known_by, KnownBy::Keys)) {
        let copy = (format.create)().consolidated_key(path);
        if copy.map(|key| probe_key(store, &key)).transpose()?.flatten().is_some() {
            return Err(Error::unsupported(
                "only consolidated metadata is here: open the store with \"consolidated\": \"require\"",
            ));
        }
    }
    for format in formats() {
        let KnownBy::Content(is_own) = format.known_by else { continue };
        let own = (format.create)();
        let is_here = has_own(store, &own.keys(path).array, is_own)?
            || lies_below_own(store, &*own, path, is_own)?
            || (path.is_root() && is_unmarked_root(store, &*own, is_own)?);
        if is_here {
            if !path.is_root() && !own.has_paths() {
                return Err(Error::unsupported(format!(
                    "{path} is an array of format {}, which is a store of its own; open the store there",
                    format.name
                )));
            }
            return probe(&own, store, path, warnings);
        }
    }
    if store.exists(&format!("{}__zmeta__", path.prefix()))? {
        return Err(Error::unsupported("an array of zarr-python 0, from before version 1 of the format"));
    }
    if !store.capabilities().listable {
        return Ok(None);
    }
    for format in formats() {
        let KnownBy::Listing(search) = format.known_by else { continue };
        let found = match search(store)? {
            None => continue,
            Some(Searched::Is(format)) => format,
            Some(Searched::NeedsEntry(key)) => late_entry(store, &key, options, warnings)?,
        };
        return probe(&found, store, path, warnings);
    }
    Ok(None)
}

/// True if the document under a key is there, and of the format that recognises its own. A key may also be a folder, or
/// hold what other software keeps under this name.
fn has_own(store: &dyn Store, key: &str, is_own: IsOwn) -> Result<bool> {
    let Some(document) = probe_key(store, key)? else { return Ok(false) };
    is_own(parse_document(document, key, &mut Warnings::default()))
}

/// True if every folder is a group here: in a hierarchy of a format with such groups, which its root says, but not in
/// the chunks of an array.
fn lies_below_own(store: &dyn Store, format: &dyn Format, path: &NodePath, is_own: IsOwn) -> Result<bool> {
    let root = format.keys(&NodePath::root()).array;
    if !format.implicit_groups()
        || path.is_root()
        || !(has_own(store, &root, is_own)? || is_unmarked_root(store, format, is_own)?)
    {
        return Ok(false);
    }
    for ancestor in path.ancestors() {
        let key = format.keys(&ancestor).array;
        let document = probe_key(store, &key)?.map(|text| parse_document(text, &key, &mut Warnings::default()));
        if let Some(Ok(document)) = document
            && format.classify(&document)? == NodeKind::Array
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Folders in which an unmarked root is searched for a node.
const MAX_FOLDERS: usize = 64;

/// True if the root is a group of a hierarchy of which it is not the root, opened by itself: its document may be
/// one of another program, but a folder in it has a node.
fn is_unmarked_root(store: &dyn Store, format: &dyn Format, is_own: IsOwn) -> Result<bool> {
    let root = NodePath::root();
    if !format.implicit_groups() || !store.capabilities().listable || !is_unmarked(store, format, &root)? {
        return Ok(false);
    }
    let folders = format.candidates(&root, &store.list_dir(&format.keys(&root).children)?);
    for folder in folders.into_iter().take(MAX_FOLDERS) {
        if has_own(store, &format.keys(&root.child(&folder.name)).array, is_own)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// True if a document exists under the key of a format; only the caller can tell its format.
fn is_unmarked(store: &dyn Store, format: &dyn Format, path: &NodePath) -> Result<bool> {
    let key = format.keys(path).array;
    let document = probe_key(store, &key)?.map(|text| parse_document(text, &key, &mut Warnings::default()));
    Ok(document.is_some_and(|document| document.is_ok()))
}

/// Advice for a path without a node: to name the format whose groups need no mark, if its document is there.
pub fn hint(store: &dyn Store, path: &NodePath) -> Option<String> {
    let unmarked = |format: &&Registration| {
        let own = (format.create)();
        matches!(format.known_by, KnownBy::Content(_))
            && own.implicit_groups()
            && is_unmarked(store, &*own, path).unwrap_or(false)
    };
    let format = formats().find(unmarked)?;
    let (key, name) = ((format.create)().keys(path).array, format.name);
    Some(format!("the document {key:?} may be that of a group of {name}, which the option \"format\": {name:?} says"))
}

/// The draft of a hierarchy whose entry point document was not there. A document was found under `key`, and is written
/// after the entry point: a hierarchy that is being created has one by now.
fn late_entry(store: &dyn Store, key: &str, options: &ReadOptions, warnings: &mut Warnings) -> Result<Arc<dyn Format>> {
    entry(store, options, warnings)?.ok_or_else(|| {
        let text = "a hierarchy of a v3 draft whose entry point document zarr.json is missing";
        Error::metadata(text).context(format!("document {key:?}"))
    })
}
