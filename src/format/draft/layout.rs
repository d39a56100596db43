//! Where the documents and chunks of a draft lie.

use super::text::Prefixes;
use crate::error::{Error, Result};
use crate::format::description::{Candidate, NodeKeys, NodeKind};
use crate::format::path::{MAX_DEPTH, NodePath};
use crate::store::Listing;
use std::collections::BTreeMap;

/// Where the documents and chunks of a draft lie.
#[derive(Clone, Debug)]
pub(super) struct DraftLayout {
    /// The prefix of all documents but the root's: `meta/`, `meta/root/`.
    pub meta: &'static str,
    /// The prefix of the key of the root's document: `meta/`, `meta/root.`.
    pub root: String,
    /// The prefix of all chunks: `data/`, `data/root/`.
    pub data: &'static str,
    /// The suffix of the key of an array's document: `array.json`.
    pub array: String,
    /// The suffix of the key of a group's document.
    pub group: String,
    /// The suffix of the key of a document of attributes, where there is one.
    pub attributes: Option<String>,
}

impl DraftLayout {
    /// The layout at a place, with what the keys of documents of arrays, groups and attributes end in; the latter may
    /// have none.
    pub fn new(place: Prefixes, [array, group, attributes]: [String; 3], has_attributes: bool) -> Self {
        let (meta, root, data) = place;
        let attributes = has_attributes.then_some(attributes);
        Self { meta, root: root.into(), data, array, group, attributes }
    }

    /// The layout at another place.
    pub fn at(&self, (meta, root, data): Prefixes) -> Self {
        Self { meta, root: root.into(), data, ..self.clone() }
    }

    /// The keys of a node.
    pub fn keys(&self, path: &NodePath) -> NodeKeys {
        let prefix = path.prefix();
        let stem = if path.is_root() { self.root.clone() } else { format!("{}{}.", self.meta, path.joined()) };
        let (data, children) = (format!("{}{prefix}", self.data), format!("{}{prefix}", self.meta));
        NodeKeys {
            array: format!("{stem}{}", self.array),
            group: format!("{stem}{}", self.group),
            attributes: self.attributes.as_ref().map(|end| format!("{stem}{end}")),
            subtree: vec![children.clone(), data.clone()],
            data,
            children,
        }
    }

    /// The layout of writers that put the period of the other keys before the root's as well (`meta/root/.array.json`),
    /// when the listing of the root shows such a key.
    pub fn with_dotted_root(&self, path: &NodePath, listing: &Listing) -> Option<Self> {
        let dotted = Self { root: format!("{}.", self.meta), ..self.clone() };
        let keys = dotted.keys(path);
        (path.is_root() && listing.keys.iter().any(|key| *key == keys.array || *key == keys.group)).then_some(dotted)
    }

    /// The names below a node, and what they are.
    pub fn candidates(&self, path: &NodePath, listing: &Listing) -> Vec<Candidate> {
        let parent = self.keys(path).children.len();
        let named = |key: &str, end: &str| Some(key.get(parent..)?.strip_suffix(end)?.strip_suffix('.')?.to_owned());
        // An array wins over a group of its name, and an explicit group over the prefix that it has anyway.
        let arrays = listing.keys.iter().filter_map(|key| Some((named(key, &self.array)?, NodeKind::Array)));
        let groups = listing.keys.iter().filter_map(|key| Some((named(key, &self.group)?, NodeKind::Group)));
        let implied = listing
            .prefixes
            .iter()
            .filter_map(|prefix| Some((prefix.get(parent..)?.strip_suffix('/')?.to_owned(), NodeKind::ImplicitGroup)));
        let mut found = BTreeMap::new();
        for (name, kind) in arrays.chain(groups).chain(implied).filter(|(name, _)| !name.is_empty()) {
            found.entry(name).or_insert(kind);
        }
        found.into_iter().map(|(name, kind)| Candidate { name, kind: Some(kind) }).collect()
    }

    /// The nodes below a node, by the keys below its prefix.
    pub fn nodes_below(&self, path: &NodePath, keys: &[String]) -> Vec<(NodePath, NodeKind)> {
        let parent = self.keys(path).children.len();
        let mut found: BTreeMap<Vec<&str>, NodeKind> = BTreeMap::new();
        let documents = [(&self.array, NodeKind::Array), (&self.group, NodeKind::Group)];
        for key in keys.iter().filter_map(|key| key.get(parent..)) {
            let mut names: Vec<&str> = key.split('/').collect();
            let file = names.pop().unwrap_or_default();
            // A known ancestor has brought those above it. Nodes that are too deep are left to the caller, which sees
            // them by one name more than the limit.
            names.truncate(MAX_DEPTH + 1);
            for depth in (1..=names.len()).rev() {
                if found.contains_key(&names[..depth]) {
                    break;
                }
                found.insert(names[..depth].to_vec(), NodeKind::ImplicitGroup);
            }
            let named = |end: &str| file.strip_suffix(end)?.strip_suffix('.').filter(|name| !name.is_empty());
            if let Some((name, kind)) = documents.iter().find_map(|(end, kind)| Some((named(end)?, *kind))) {
                names.push(name);
                // An array wins over a group of its name, and an explicit group over the prefix that it has anyway.
                let known = found.entry(names).or_insert(kind);
                *known = if *known == NodeKind::Array { *known } else { kind };
            }
        }
        let mut nodes: Vec<(NodePath, NodeKind)> = Vec::with_capacity(found.len());
        let mut array: Option<Vec<&str>> = None;
        for (names, kind) in found {
            // No node lies below an array, even if keys suggest one.
            if names.contains(&"") || array.as_ref().is_some_and(|array| names.starts_with(array)) {
                continue;
            }
            nodes.push((path.join(&names.join("/")), kind));
            if kind == NodeKind::Array {
                array = Some(names);
            }
        }
        nodes
    }

    /// Refuses names that would be taken for the keys of documents.
    pub fn check_name(&self, name: &str) -> Result<()> {
        let ends = [Some(&self.array), Some(&self.group), self.attributes.as_ref()];
        // Without a name in front it is the key of the root's document, where that lies among the others.
        let roots = self.root == self.meta;
        let document = |end: &String| {
            name.strip_suffix(end.as_str()).is_some_and(|rest| rest.ends_with('.') || (roots && rest.is_empty()))
        };
        if ends.into_iter().flatten().any(document) {
            return Err(Error::invalid_argument(format!("node name {name:?} ends like the key of a document")));
        }
        Ok(())
    }
}
