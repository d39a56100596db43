//! What the drafts of version 3 share: where documents and chunks lie, and the members whose form hardly changed.

use super::extensions::{self, Kind};
use super::shared::{self, ChainReader, NodePath};
use super::{Candidate, NodeKeys, NodeKind, ReadOptions};
use crate::codec::Transpose;
use crate::dtype::{ByteOrder, DataType, Dialect, StoredOrder, Warnings};
use crate::error::{Error, Result};
use crate::json::{Json, Object};
use crate::metadata::{FillValue, Separator};
use crate::store::Listing;
use std::collections::{BTreeMap, HashSet};

/// The URI of the protocol drafts without its scheme and version.
pub(super) const PROTOCOL: &str = "//purl.org/zarr/spec/protocol/core/";

/// Where the documents and chunks of a draft lie.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The prefix of all documents but the root's: `meta/`, `meta/root/`.
    pub meta: &'static str,
    /// What the key of the root's document begins with: `meta/`, `meta/root.`.
    pub root: String,
    /// The prefix of all chunks: `data/`, `data/root/`.
    pub data: &'static str,
    /// What the key of an array's document ends in: `array.json`.
    pub array: String,
    /// What the key of a group's document ends in.
    pub group: String,
    /// What the key of a document of attributes ends in, where there is one.
    pub attributes: Option<String>,
}

impl Layout {
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

    /// The layout of writers who put the period of the other keys before the root's as well (`meta/root/.array.json`),
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
            for depth in 1..=names.len() {
                found.entry(names[..depth].to_vec()).or_insert(NodeKind::ImplicitGroup);
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
            // Below an array there is nothing, whatever keys say.
            if names.contains(&"") || array.as_ref().is_some_and(|array| names.starts_with(array)) {
                continue;
            }
            nodes.push((names.iter().fold(path.clone(), |path, name| path.child(name)), kind));
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
    object: &Object,
    known: &[&str],
    ignore: bool,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<()> {
    for (name, value) in object.iter().filter(|(name, _)| !known.contains(name)) {
        let must = value.as_object().and_then(|value| value.get("must_understand")).and_then(Json::as_bool);
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
pub(super) fn protocol_minor(format: &Json) -> Result<&str> {
    let uri = format.expect_str("member \"zarr_format\"")?;
    let rest = uri.strip_prefix("https:").or_else(|| uri.strip_prefix("http:")).unwrap_or(uri);
    match rest.strip_prefix(PROTOCOL).map(|version| version.trim_end_matches('/').split_once('.')) {
        Some(Some(("3", minor))) => Ok(minor),
        Some(_) => Err(Error::unsupported(format!("zarr_format {uri:?} is not known here"))),
        None => Err(Error::metadata(format!("zarr_format {uri:?} is none of the protocol drafts"))),
    }
}

/// The type and byte order of a member `data_type` of the protocol drafts: a core identifier, which is NumPy's string
/// but for `bool` and `r16`, or an extension object that carries NumPy's description in `type`.
pub(super) fn data_type(
    value: &Json,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<(DataType, StoredOrder)> {
    match value {
        Json::String(text) => core_from_name(text, warnings),
        Json::Object(extension) => extensions::lower_data_type(extension, &core_from_name, options, warnings),
        other => {
            Err(Error::metadata(format!("member \"data_type\" must be a string or an object, not {}", other.brief())))
        }
    }
}

fn core_from_name(text: &str, warnings: &mut Warnings) -> Result<(DataType, StoredOrder)> {
    // One writer pads with NUL.
    match text.trim_end_matches('\0') {
        "bool" => Ok((DataType::from_name("bool", None)?, ByteOrder::Little.into())),
        raw if raw.strip_prefix('r').is_some_and(|bits| bits.starts_with(|c: char| c.is_ascii_digit())) => {
            Ok((DataType::from_name(raw, None)?, ByteOrder::Little.into()))
        }
        text => DataType::from_type_string(text, warnings).map(|(data_type, order)| (data_type, order.into())),
    }
}

/// The core identifier of a type in the protocol drafts: NumPy's string, but without a mark where the byte order has no
/// meaning. None: it is no core type.
pub(super) fn core_type(data_type: &DataType, order: ByteOrder) -> Option<String> {
    let text = data_type.type_string(order)?;
    match text.as_str() {
        "|b1" => Some("bool".into()),
        "|i1" | "|u1" => Some(text[1..].into()),
        text if text.get(1..2).is_some_and(|kind| "iuf".contains(kind)) => Some(text.into()),
        _ if data_type.code() == crate::dtype::TypeCode::Raw => Some(format!("r{}", 8 * data_type.size())),
        _ => None,
    }
}

/// The chunk shape and the separator of chunk keys of a member `chunk_grid`.
pub(super) fn grid(
    value: &Json,
    separator: Separator,
    ignore: bool,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<(Vec<u64>, Separator)> {
    let grid = value.expect_object("member \"chunk_grid\"")?;
    let kind = shared::member(grid, "type")?;
    if kind.as_str() != Some("regular") || grid.get("extension").is_some() {
        return Err(extensions::refused(Kind::ChunkGrid, value));
    }
    check_names(grid, &["type", "chunk_shape", "separator"], ignore, options, warnings)?;
    let chunk_shape = shared::lengths(shared::member(grid, "chunk_shape")?, "chunk_shape")?;
    let separator = match grid.get("separator") {
        None => separator,
        Some(separator) => Separator::parse(separator.expect_str("the separator of the chunk grid")?)?,
    };
    Ok((chunk_shape, separator))
}

/// Whether the document of an array says what stands between the indices of chunk keys.
pub(super) fn names_separator(node: &Object) -> bool {
    node.get("chunk_grid").and_then(Json::as_object).is_some_and(|grid| grid.get("separator").is_some())
}

/// Puts what a member `chunk_memory_layout` says before the other codecs.
pub(super) fn memory_layout(node: &Object, rank: usize, chain: &mut ChainReader) -> Result<()> {
    match shared::member(node, "chunk_memory_layout")? {
        Json::String(layout) if layout == "C" => Ok(()),
        Json::String(layout) if layout == "F" => chain.push(Transpose::reversal(rank).into()),
        other => Err(extensions::refused(Kind::MemoryLayout, other)),
    }
}

/// A fill value of the protocol drafts, where `null` leaves it undefined.
pub(super) fn fill_value(
    node: &Object,
    data_type: &DataType,
    order: &StoredOrder,
    dialect: Dialect,
    warnings: &mut Warnings,
) -> Result<FillValue> {
    match shared::member(node, "fill_value")? {
        Json::Null => Ok(FillValue::undefined(data_type)),
        value => FillValue::from_stored_json(value, data_type, order, dialect, warnings),
    }
}

/// The codecs of the protocol drafts by URI and configuration, and whether the list may spell out the byte order, as that
/// of the 2022 draft does. Each generation has its own member for them; a document has one.
pub(super) fn codecs(
    node: &Object,
    siblings: bool,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<(Vec<(String, Object)>, bool)> {
    let named: Vec<(&str, &Json)> =
        ["chunk_codecs", "compressor", "codecs"].iter().filter_map(|name| Some((*name, node.get(name)?))).collect();
    let (items, name_member, newer) = match named.as_slice() {
        [] => (&[][..], "codec", false),
        [("compressor", Json::Null)] => (&[][..], "codec", false),
        [("compressor", compressor)] => (std::slice::from_ref(*compressor), "codec", false),
        [("codecs", list)] => (list.expect_array("member \"codecs\"")?, "type", true),
        [(name, list)] => (list.expect_array(format_args!("member {name:?}"))?, "codec", false),
        [(one, _), (other, _), ..] => {
            return Err(Error::metadata(format!("the document has {one:?} and {other:?}")));
        }
    };
    let mut codecs = Vec::with_capacity(items.len());
    for item in items {
        let codec = item.expect_object("a codec")?;
        let uri = shared::member(codec, name_member)?.expect_str("the URI of a codec")?;
        let inside = shared::configuration(codec, "a codec")?;
        if !siblings {
            check_names(codec, &[name_member, "configuration"], false, options, warnings)?;
        }
        // The first drafts had the parameters beside the URI; those in the configuration count.
        let known: HashSet<&str> = inside.iter().map(|(name, _)| name).collect();
        let beside = codec.iter().filter(|(name, _)| siblings && *name != name_member && *name != "configuration");
        let members = beside.filter(|(name, _)| !known.contains(name)).chain(inside.iter());
        let configuration = members.map(|(name, value)| (name.to_owned(), value.clone())).collect();
        codecs.push((uri.to_owned(), configuration));
    }
    Ok((codecs, newer))
}

/// A member `attributes`: absent or null is the same as none.
pub(super) fn attributes(node: &Object) -> Result<Object> {
    shared::attributes(node.get("attributes").filter(|attributes| !attributes.is_null()))
}
