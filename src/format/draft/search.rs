//! The first draft has no entry point document, so its hierarchies are found by listing.

use super::Draft;
use super::layout::DraftLayout;
use super::members::protocol_minor;
use super::text::A2019;
use crate::dtype::Warnings;
use crate::error::{Result, ResultExt};
use crate::format::description::Searched;
use crate::format::reading::read_document;
use crate::store::{Store, StoreExt};
use std::sync::Arc;

/// The suffixes of the keys of documents: as they are written here, with a suffix of later texts, and as a branch of
/// May 2019 had them.
const ENDINGS: [[&str; 3]; 3] =
    [["array", "group", "attrs"], ["array.json", "group.json", "attrs.json"], ["arr.json", "grp.json", "attrs.json"]];

/// How many prefixes are looked at for a document.
const MAX_PREFIXES: usize = 64;

/// The suffixes of the keys of documents, if this is the key of one.
fn endings(key: &str) -> Option<[&'static str; 3]> {
    let is_document = |end: &str| key.strip_suffix(end).is_some_and(|stem| stem.ends_with(['.', '/']));
    ENDINGS.into_iter().find(|[array, group, _]| is_document(array) || is_document(group))
}

/// Looks for a document that says itself what it is.
pub(super) fn find(store: &dyn Store) -> Result<Option<Searched>> {
    let root = store.list_dir("meta/")?;
    // Beside `meta/root/` only the root has documents in that layout.
    if let Some(key) = root.keys.iter().find(|key| endings(key).is_some() && !key.starts_with("meta/root.")) {
        return Ok(Some(Searched::NeedsEntry(key.clone())));
    }
    let mut prefixes: Vec<String> = root.prefixes.into_iter().filter(|prefix| prefix == "meta/root/").collect();
    let mut keys = root.keys;
    for _ in 0..MAX_PREFIXES {
        for key in &keys {
            let Some(endings) = endings(key) else { continue };
            // A document that can't be read is reported when its node is opened.
            if let Some(document) = read_document(store, key, &mut Warnings::default()).ok().flatten() {
                let Some(format) = document.members()?.get("zarr_format") else {
                    return Ok(Some(Searched::NeedsEntry(key.clone())));
                };
                protocol_minor(format).context(|| format!("document {key:?}"))?;
            }
            let layout = DraftLayout::new(A2019.place, endings.map(str::to_owned), true);
            return Ok(Some(Searched::Is(Arc::new(Draft { layout, ..Draft::new(&A2019, "") }))));
        }
        let Some(prefix) = prefixes.pop() else { break };
        let listing = store.list_dir(&prefix)?;
        prefixes.extend(listing.prefixes.into_iter().rev());
        keys = listing.keys;
    }
    Ok(None)
}
