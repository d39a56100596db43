//! The comment of a single file of OME-Zarr (`.ozx`), which tells its version, and whether all documents come first, so
//! that readers need not look at the entries of chunks; and that of an archive in which a store has its root at the
//! top, where nothing but one folder is: such a folder is else taken for the root, as archives of a directory have it.

use super::Archive;
use super::writer::walk;
use crate::json::{self, Json, Object, ParseOptions};
use crate::store::ByteRange;
use std::sync::atomic::Ordering;

/// The most bytes of a comment.
const MOST: usize = u16::MAX as usize;

/// The most bytes of the document of a root that is looked into.
const LARGEST_ROOT: u64 = 16 << 20;

impl Archive {
    /// True if the name is that of a single-file OME-Zarr.
    pub(super) fn is_ome(&self) -> bool {
        self.path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ozx"))
    }

    /// The comment for a central directory.
    pub(super) fn comment(&self, old: &[u8], records: &[u8]) -> Vec<u8> {
        let root = self.index().get("zarr.json").filter(|_| self.is_ome()).cloned();
        let root = root.filter(|entry| entry.size <= LARGEST_ROOT);
        // A root that can't be read tells no version.
        let root = root.and_then(|entry| entry.get("zarr.json", ByteRange::ALL).ok());
        let comment = renewed(old, root.as_deref(), records);
        let is_top_written = self.is_top_written.load(Ordering::Relaxed);
        if is_top_written && self.only_folder().is_some() { with_root(comment) } else { comment }
    }
}

/// The member of a comment that tells where the root is, and the place in the archive in it.
const ROOT: (&str, &str) = ("zarr", "root");

fn parsed(comment: &[u8]) -> Option<Object> {
    let (json, _) = json::parse(comment, ParseOptions::default()).ok()?;
    json.as_object().cloned()
}

/// True for a comment which tells that the root is the top of the archive.
pub(super) fn tells_root(comment: &[u8]) -> bool {
    let root = |said: Object| Some(said.get(ROOT.0)?.as_object()?.get(ROOT.1)?.as_str()?.is_empty());
    parsed(comment).and_then(root).unwrap_or(false)
}

/// A comment with that in it. Text other than a JSON object stays as it is, as does a comment that would be too long.
fn with_root(comment: Vec<u8>) -> Vec<u8> {
    let said = if comment.is_empty() { Some(Object::new()) } else { parsed(&comment) };
    let Some(mut said) = said else { return comment };
    let mut zarr = said.get(ROOT.0).and_then(Json::as_object).cloned().unwrap_or_default();
    zarr.set(ROOT.1, "");
    said.set(ROOT.0, zarr);
    let text = Json::Object(said).to_string().into_bytes();
    if text.len() <= MOST { text } else { comment }
}

/// The order of entries by which one request finds all documents: those of final v3 first, from the root down.
pub(super) fn rank(key: &[u8]) -> usize {
    let is_document = key == b"zarr.json" || key.ends_with(b"/zarr.json");
    if is_document { key.iter().filter(|byte| **byte == b'/').count() } else { usize::MAX }
}

/// True if all documents come first in a central directory, that of the root before all others.
fn has_documents_first(records: &[u8]) -> bool {
    let mut ranks = walk(records).map(|(name, _)| rank(name)).peekable();
    ranks.peek() == Some(&0) && ranks.is_sorted()
}

/// The comment for a central directory; `root`: the document of the root of a file that should have a comment. What
/// other programs say in it stays, and a comment that is no JSON stays as it is.
fn renewed(old: &[u8], root: Option<&[u8]>, records: &[u8]) -> Vec<u8> {
    let parse = |text: &[u8]| json::parse(text, ParseOptions::default()).ok().map(|(json, _)| json);
    let object = |json: Option<&Json>| json.and_then(Json::as_object).cloned();
    // An older text ends it with a zero byte.
    let text = old.strip_suffix(&[0]).unwrap_or(old);
    let said = if text.is_empty() { Some(Object::new()) } else { object(parse(text).as_ref()) };
    let Some(said) = said else { return old.to_vec() };
    let root = root.and_then(parse);
    let version = root.as_ref().and_then(|root| root.as_object()?.get("attributes")?.as_object()?.get("ome"));
    let version = version.and_then(|ome| ome.as_object()?.get("version")?.as_str());
    let mut ome = match (object(said.get("ome")), version) {
        (None, None) => return old.to_vec(),
        (ome, _) => ome.unwrap_or_default(),
    };
    if let Some(version) = version {
        ome.set("version", version);
    }
    let mut file = object(ome.get("zipFile")).unwrap_or_default();
    let mut directory = object(file.get("centralDirectory")).unwrap_or_default();
    if has_documents_first(records) {
        directory.set("jsonFirst", true);
    } else if directory.remove("jsonFirst").is_none() {
        return settled(said, ome, old);
    }
    file.set("centralDirectory", directory);
    ome.set("zipFile", file);
    settled(said, ome, old)
}

/// The text of a comment, where it is not too long for one.
fn settled(mut said: Object, ome: Object, old: &[u8]) -> Vec<u8> {
    said.set("ome", ome);
    let text = Json::Object(said).to_string().into_bytes();
    if text.len() <= MOST { text } else { old.to_vec() }
}

#[cfg(test)]
mod tests {
    use super::super::records::EntryHeaders;
    use super::*;

    fn directory(names: &[&str]) -> Vec<u8> {
        let mut records = Vec::new();
        for name in names {
            EntryHeaders { name, size: 0, compressed: 0, crc: 0, method: 0 }.central_record(0, &mut records);
        }
        records
    }

    #[test]
    fn comments_tell_what_is_so() {
        let first = directory(&["zarr.json", "1/zarr.json", "0/zarr.json", "0/0/zarr.json", "0/c/0"]);
        let root = br#"{"zarr_format": 3, "node_type": "group", "attributes": {"ome": {"version": "0.5"}}}"#;
        let comment = |old: &str, root: Option<&[u8]>, records: &[u8]| {
            let comment = renewed(old.as_bytes(), root, records);
            String::from_utf8(comment).unwrap().replace(char::is_whitespace, "")
        };
        let full = r#"{"ome":{"version":"0.5","zipFile":{"centralDirectory":{"jsonFirst":true}}}}"#;
        assert_eq!(comment("", Some(root), &first), full);
        assert_eq!(comment(&format!("{full}\0"), Some(root), &first), full);
        for other in [
            &["1/zarr.json", "zarr.json"][..],
            &["zarr.json", "c/0", "1/zarr.json"],
            &["zarr.json", "0/0/zarr.json", "0/zarr.json"],
            &["c/0"],
        ] {
            assert_eq!(comment("", Some(root), &directory(other)), r#"{"ome":{"version":"0.5"}}"#, "{other:?}");
            let kept = r#"{"ome":{"version":"0.5","zipFile":{"centralDirectory":{}}}}"#;
            assert_eq!(comment(full, None, &directory(other)), kept, "what is not so any more");
        }
        // Without OME-Zarr metadata the comment stays as it is, and other members of a comment are kept.
        assert_eq!(comment("", Some(br#"{"attributes": {}}"#), &first), "");
        assert_eq!(comment("", None, &first), "");
        assert_eq!(comment("made-by-hand", Some(root), &first), "made-by-hand");
        let more = comment(r#"{"a": 1, "ome": {"version": "0.4", "b": 2}}"#, Some(root), &first);
        assert_eq!(more, r#"{"a":1,"ome":{"version":"0.5","b":2,"zipFile":{"centralDirectory":{"jsonFirst":true}}}}"#);
    }
}
