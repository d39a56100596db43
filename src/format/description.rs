//! The trait of every format, and what it speaks of: the keys and documents of nodes, and how leniently documents are
//! read.

use super::path::{NodePath, child_prefixes};
use crate::codec::IndexCodecs;
use crate::dtype::{Dialect, Warnings};
use crate::error::{Error, Result};
use crate::grid::ChunkGrid;
use crate::json::{Document, Object, Style, Value};
use crate::metadata::{ArrayMetadata, ChunkKeyEncoding, GroupMetadata, Separator};
use crate::store::{Listing, Store, changed_below};
use std::sync::Arc;

/// The node at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// An array.
    Array,
    /// A group with a document.
    Group,
    /// A group that only its descendants imply.
    ImplicitGroup,
}

/// The keys of one node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeKeys {
    /// The document of an array.
    pub array: String,
    /// The document of a group; the same key where one document serves both.
    pub group: String,
    /// The document of the attributes, where they have one of their own.
    pub attributes: Option<String>,
    /// The prefix of the chunks of an array.
    pub data: String,
    /// The prefix whose listing shows the children.
    pub children: String,
    /// Every prefix that belongs to the node, in the order in which they are erased.
    pub subtree: Vec<String>,
}

impl NodeKeys {
    /// The keys of a node whose documents have these names and lie beside its chunks and children.
    pub(super) fn beside_data(path: &NodePath, array: &str, group: &str, attributes: Option<&str>) -> Self {
        let prefix = path.prefix();
        let key = |name: &str| [&prefix, name].concat();
        Self {
            array: key(array),
            group: key(group),
            attributes: attributes.map(key),
            data: prefix.clone(),
            children: prefix.clone(),
            subtree: vec![prefix],
        }
    }

    /// The key of the document that makes a node one.
    pub fn document(&self, kind: NodeKind) -> &str {
        if kind == NodeKind::Array { &self.array } else { &self.group }
    }

    /// The keys of the documents of a node of a kind, in the order in which they are erased, and the prefixes of
    /// everything else that belongs to it.
    pub fn of_kind(&self, kind: NodeKind) -> (Vec<&str>, &[String]) {
        let (document, prefixes) = match kind {
            // An array has nothing below it but its chunks.
            NodeKind::Array => (&self.array, std::slice::from_ref(&self.data)),
            NodeKind::Group => (&self.group, self.subtree.as_slice()),
            NodeKind::ImplicitGroup => return (Vec::new(), &self.subtree),
        };
        (std::iter::once(document).chain(&self.attributes).map(String::as_str).collect(), prefixes)
    }

    /// Tells open arrays in this process at and below the node that their documents have changed.
    pub fn tell_of_changes(&self, store: &dyn Store) {
        let below = self.subtree.iter().map(String::as_str);
        below.chain([self.array.as_str(), self.group.as_str()]).for_each(|prefix| changed_below(store, prefix));
    }
}

/// The documents of one node.
#[derive(Clone, Debug, PartialEq)]
pub struct Documents {
    /// The document of the array or group.
    pub node: Document,
    /// The document of the attributes; None where the format has none, or it is absent.
    pub attributes: Option<Object>,
}

/// How the axes lie in the chunks of v1 arrays of order F whose compressor is not blosc.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum V1FOrder {
    /// The first axis varies fastest, as the text says.
    #[default]
    Spec,
    /// As zarr-python 1 wrote them: the last axis varies fastest, even if the document says otherwise.
    ZarrPython1,
}

/// How leniently documents are read, and hints for what old ones don't say.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Pass over names that a format says must not be ignored.
    pub ignore_unknown: bool,
    /// Read elements of a data type that is not known as the type that the document offers in its place.
    pub allow_fallback: bool,
    /// The separator of v2 arrays whose document does not name it.
    pub dimension_separator: Option<Separator>,
    /// True if chunk keys are formed in the other way that a document leaves open; None: a look at the keys decides.
    pub other_keys: Option<bool>,
    /// The order of v1 arrays of order F; None: as the text says, with a warning where that is doubtful.
    pub v1_f_order: Option<V1FOrder>,
}

impl ReadOptions {
    /// For documents that are written now, which leave nothing in doubt.
    pub fn for_new_nodes() -> Self {
        Self { v1_f_order: Some(V1FOrder::Spec), ..Self::default() }
    }
}

/// A name in a listing that may be a child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its name.
    pub name: String,
    /// The kind of the node, where the listing tells; None where its documents decide.
    pub kind: Option<NodeKind>,
}

/// Gives the format that a document `zarr.json` describes; None: that is another.
type RecognizeFormat = fn(&Document, &ReadOptions, &mut Warnings) -> Result<Option<Arc<dyn Format>>>;

/// True if a document is of a format; false also for one that could not be read, unless that is an error.
pub(super) type IsOwn = fn(Result<Document>) -> Result<bool>;

/// By what the nodes of a format are known.
pub(super) enum KnownBy {
    /// The contents of a document `zarr.json`: that of the node, or the entry point at the root of the hierarchy.
    ZarrJson(RecognizeFormat),
    /// Keys that no other software uses.
    Keys,
    /// The contents of a document whose key other software uses too.
    Content(IsOwn),
    /// Keys in listings of the store.
    Listing(fn(&dyn Store) -> Result<Option<Searched>>),
}

/// A hierarchy that was found by listing.
pub(super) enum Searched {
    /// It is of this format.
    Is(Arc<dyn Format>),
    /// The document under this key is of a format whose hierarchies have an entry point.
    NeedsEntry(String),
}

/// How a format stands in the table of all formats.
pub(super) struct Registration {
    /// Its name in messages.
    pub name: &'static str,
    /// Makes it, as it is for a new hierarchy.
    pub create: fn() -> Arc<dyn Format>,
    /// By what its nodes are known.
    pub known_by: KnownBy,
}

/// One format.
pub trait Format: Send + Sync + std::fmt::Debug {
    /// Its name in messages: `v3-2022`.
    fn name(&self) -> &'static str;

    /// How its types, fill values and codecs are spelled.
    fn dialect(&self) -> Dialect;

    /// True if codecs are named as in that dialect; false: the format has names of its own.
    fn names_codecs(&self) -> bool {
        true
    }

    /// How its documents are laid out.
    fn style(&self) -> Style;

    /// The document that marks the root of a hierarchy, and its key; None: a node document does.
    fn entry(&self) -> Option<(String, Object)> {
        None
    }

    /// Notes of the entry point document for readers of any node.
    fn notes(&self) -> &[String] {
        &[]
    }

    /// True if a store holds one hierarchy of this format, and its root is the store's.
    fn owns_store(&self) -> bool {
        self.entry().is_some()
    }

    /// True if nodes other than the root are allowed.
    fn has_paths(&self) -> bool {
        true
    }

    /// True if every ancestor of a node must have a document.
    fn needs_ancestors(&self) -> bool {
        false
    }

    /// True if a node needs no document when it has descendants.
    fn implicit_groups(&self) -> bool {
        false
    }

    /// The keys of a node.
    fn keys(&self, path: &NodePath) -> NodeKeys;

    /// True if the format allows a new node of this name.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] with the rule that it breaks.
    fn check_name(&self, name: &str) -> Result<()>;

    /// True if names of siblings must differ in more than upper and lower case.
    fn siblings_ignore_case(&self) -> bool {
        false
    }

    /// The format with the keys of other software, when the listing below a node without documents shows them.
    fn variant(&self, path: &NodePath, listing: &Listing) -> Option<Arc<dyn Format>> {
        let _ = (path, listing);
        None
    }

    /// The format with the keys of its successor, which stores have whose entry point was edited by hand. None: the
    /// entry point decides.
    fn other_layout(&self) -> Option<Arc<dyn Format>> {
        None
    }

    /// The kind of node that a document describes which serves arrays and groups alike.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] when it claims to be a node but is neither.
    fn classify(&self, _: &Document) -> Result<NodeKind> {
        Err(Error::internal("this format has a key for each kind of node"))
    }

    /// How the chunk keys of a new array are formed; None: with the format's own separator.
    fn chunk_keys(&self, separator: Option<Separator>) -> ChunkKeyEncoding;

    /// The chunk keys of a new array by an object that names their encoding.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for an encoding that the format has no word for.
    fn named_chunk_keys(&self, _: Value<'_>) -> Result<ChunkKeyEncoding> {
        Err(Error::unsupported(format!("format {} has no word for encodings of chunk keys", self.name())))
    }

    /// How the chunk keys of the copy of an array are formed: as those of a new one, but for what its owner has chosen
    /// and the format can say.
    fn chunk_keys_of_copy(&self, keys: &ChunkKeyEncoding) -> ChunkKeyEncoding {
        self.chunk_keys(keys.chosen_separator())
    }

    /// How the index of the shards of a new array of this rank is stored.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for a format without shards.
    fn shard_index(&self, _: usize) -> Result<IndexCodecs> {
        Err(Error::unsupported(format!("format {} has no shards", self.name())))
    }

    /// The names below a node that may be its children, sorted by bytes.
    fn candidates(&self, path: &NodePath, listing: &Listing) -> Vec<Candidate> {
        child_prefixes(path, listing).map(|name| Candidate { name: name.to_owned(), kind: None }).collect()
    }

    /// The nodes below a node, by the keys below its prefix, each before what it holds and siblings sorted by bytes.
    /// Gives None where keys alone don't tell what a node is.
    fn nodes_below(&self, path: &NodePath, keys: &[String]) -> Option<Vec<(NodePath, NodeKind)>> {
        let _ = (path, keys);
        None
    }

    /// The neutral description of an array.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] for an invalid document, [`crate::ErrorKind::Unsupported`] for what must be
    /// understood and is not.
    fn lower_array(
        &self,
        documents: &Documents,
        options: &ReadOptions,
        warnings: &mut Warnings,
    ) -> Result<ArrayMetadata>;

    /// The neutral description of a group.
    ///
    /// # Errors
    /// As [`Format::lower_array`].
    fn lower_group(
        &self,
        documents: &Documents,
        options: &ReadOptions,
        warnings: &mut Warnings,
    ) -> Result<GroupMetadata>;

    /// Adapts the description of an array of another format: to a fixed way of making chunks, which then can't be
    /// copied as they are, and to a different place for members.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] where even that is not possible.
    fn adopt(&self, array: &mut ArrayMetadata) -> Result<()> {
        array.chain = array.chain.without_block(&array.data_type, array.shape.len())?;
        Ok(())
    }

    /// The documents of a new array.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] with the reason, when the format can't express the array.
    fn spell_array(&self, array: &ArrayMetadata, warnings: &mut Warnings) -> Result<Documents>;

    /// Adds the documents that must stand beside that of a new array, where a caller gives only the latter.
    fn complete(&self, _: &mut Documents) {}

    /// The documents of a new group.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] in a format without groups.
    fn spell_group(&self, group: &GroupMetadata) -> Result<Documents>;

    /// Puts another shape of the same rank into the documents of an array, whose chunk grid becomes `_grid`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] for documents that are not such.
    fn resize(&self, documents: &mut Documents, shape: &[u64], _grid: &ChunkGrid) -> Result<()> {
        documents.node.set("shape", shape.to_vec());
        Ok(())
    }

    /// Puts other attributes into the documents of a node.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for attributes that the format would take for something else.
    fn replace_attributes(&self, documents: &mut Documents, attributes: Object) -> Result<()>;

    /// Puts other names of the axes into the documents of an array; None: takes them away.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for names that the format has no place for.
    fn name_dimensions(&self, _: &mut Documents, names: Option<&[Option<String>]>) -> Result<()> {
        match names {
            None => Ok(()),
            Some(_) => Err(Error::unsupported(format!("format {} has no dimension names", self.name()))),
        }
    }

    /// True if a new array may leave its fill value open.
    fn leaves_fill_open(&self) -> bool {
        false
    }

    /// The key of the document in which a group keeps a copy of all documents below it: one of its own, or that of the
    /// group. None: the format has no such copies.
    fn consolidated_key(&self, _: &NodePath) -> Option<String> {
        None
    }

    /// The documents in such a copy, by their keys; None: there is no copy in this document.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] for one that can't be followed.
    fn read_consolidated(&self, path: &NodePath, document: &Object) -> Result<Option<Vec<(String, Object)>>> {
        let _ = (path, document);
        Ok(None)
    }

    /// The document with a copy of the documents of these nodes, the group itself the first of them.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] where the format has no such copies.
    fn spell_consolidated(&self, _: &[(NodePath, NodeKind, Documents)]) -> Result<Object> {
        Err(Error::unsupported(format!("format {} has no consolidated metadata", self.name())))
    }

    /// Takes such a copy out of the document of a group; false: there was none.
    fn drop_consolidated(&self, _: &mut Object) -> bool {
        false
    }

    /// Takes out of the attributes what the format itself keeps there, for an array that goes over to another format.
    fn keep_users_attributes(&self, _: &mut Object) {}

    /// How the chunk keys may be formed as well, where the document leaves it open; a look at the keys decides.
    fn other_chunk_keys(&self, documents: &Documents, options: &ReadOptions) -> Option<ChunkKeyEncoding> {
        let _ = (documents, options);
        None
    }
}
