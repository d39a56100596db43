//! The protocol drafts of version 3 from May 2019 to August 2020, in their two stages.
//!
//! Stage A (`v3-2019a`) is the first text: the document of an array says everything about itself, and the text gives no
//! keys, so those of stage B are used. Stage B (`v3-2019b`) has an entry point document, and chunks under `data/`.

use super::draft::{self, Layout};
use super::extensions::{self, Kind};
use super::shared::{self, ChainReader, NodePath};
use super::vocabulary::Vocabulary;
use super::{Candidate, Documents, Format, FormatId, NodeKeys, NodeKind, ReadOptions};
use crate::codec::Bytes;
use crate::dtype::{Dialect, Warnings};
use crate::error::{Error, Result};
use crate::grid::ChunkGrid;
use crate::json::{Json, Object, Style};
use crate::metadata::{ArrayMetadata, ChunkKeyEncoding, GroupMetadata, Separator};
use crate::store::Listing;
use std::sync::Arc;

/// What `zarr_format` says, in the entry point of stage B and in every document of stage A.
const URI: &str = "http://purl.org/zarr/spec/protocol/core/3.0";
/// What `metadata_encoding` says in the entry point of stage B.
const ENCODING: &str = "application/json";

/// These texts leave the fill values of floats open; the words and bit patterns are those that their successor settled on
/// in 2022. What software wrote in between differs.
const FILL_DIALECT: Dialect = Dialect::Draft2022;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    A,
    B,
}

#[derive(Debug)]
struct V3Protocol2019 {
    stage: Stage,
    layout: Layout,
    /// What the entry point document says that readers should know.
    notes: Vec<String>,
}

/// What keys of documents end in: as we write them, with a suffix of later texts, and as a branch of May 2019 had them.
pub(super) const ENDINGS: [(&str, &str, &str); 3] =
    [("array", "group", "attrs"), ("array.json", "group.json", "attrs.json"), ("arr.json", "grp.json", "attrs.json")];

fn layout(endings: (&str, &str, &str), attributes: bool) -> Layout {
    Layout {
        meta: "meta/root/",
        root: "meta/root.".into(),
        data: "data/",
        array: endings.0.into(),
        group: endings.1.into(),
        attributes: attributes.then(|| endings.2.into()),
    }
}

pub(super) fn create_a() -> Arc<dyn Format> {
    open_a(ENDINGS[0])
}

pub(super) fn create_b() -> Arc<dyn Format> {
    Arc::new(V3Protocol2019 { stage: Stage::B, layout: layout(ENDINGS[0], false), notes: Vec::new() })
}

/// Stage A, of a hierarchy whose documents' keys have these endings.
pub(super) fn open_a(endings: (&str, &str, &str)) -> Arc<dyn Format> {
    Arc::new(V3Protocol2019 { stage: Stage::A, layout: layout(endings, true), notes: Vec::new() })
}

/// Stage B, by its entry point document.
///
/// # Errors
/// [`crate::ErrorKind::Metadata`] or [`crate::ErrorKind::Unsupported`] when the document is not one that we can follow.
pub(super) fn open_b(entry: &Object, options: &ReadOptions, warnings: &mut Warnings) -> Result<Arc<dyn Format>> {
    shared::refuse_bare_tokens(entry)?;
    draft::protocol_minor(shared::member(entry, "zarr_format")?)?;
    let encoding = shared::member(entry, "metadata_encoding")?.expect_str("member \"metadata_encoding\"")?;
    if encoding != ENCODING {
        return Err(Error::unsupported(format!("metadata encoding {encoding:?} is not supported")));
    }
    draft::check_names(entry, &["zarr_format", "metadata_encoding", "extensions"], true, options, warnings)?;
    let notes = extensions::check(Kind::Generic, entry)?;
    Ok(Arc::new(V3Protocol2019 { stage: Stage::B, layout: layout(ENDINGS[0], false), notes }))
}

impl V3Protocol2019 {
    /// The names that a document may have; others may be ignored.
    fn names(&self) -> &'static [&'static str] {
        match self.stage {
            Stage::A => &[
                "zarr_format",
                "shape",
                "data_type",
                "chunk_grid",
                "chunk_memory_layout",
                "chunk_codecs",
                "fill_value",
                "extensions",
            ],
            Stage::B => &[
                "shape",
                "data_type",
                "chunk_grid",
                "chunk_memory_layout",
                "compressor",
                "fill_value",
                "extensions",
                "attributes",
            ],
        }
    }

    fn check_document(&self, node: &Object, extensions: Kind, warnings: &mut Warnings) -> Result<()> {
        shared::refuse_bare_tokens(node)?;
        if self.stage == Stage::A {
            draft::protocol_minor(shared::member(node, "zarr_format")?)?;
        }
        extensions::check(extensions, node)?.into_iter().for_each(|note| warnings.note(note));
        Ok(())
    }

    fn attributes(&self, documents: &Documents) -> Result<Object> {
        match self.stage {
            Stage::A => Ok(documents.attributes.clone().unwrap_or_default()),
            Stage::B => draft::attributes(&documents.node),
        }
    }

    /// The codecs in the spelling of the stage.
    fn spell_codecs(&self, array: &ArrayMetadata) -> Result<(&'static str, Json)> {
        let vocabulary = Vocabulary { format: self.id(), filters: false, opaque: true, values: false };
        let mut codecs = Vec::new();
        for codec in vocabulary.listed(&array.chain)? {
            let order = array.chain.byte_order();
            let (uri, configuration) = shared::spell_codec(codec.info()?, Dialect::Legacy, order)?;
            codecs.push(Json::Object(match self.stage {
                // The first text has parameters beside the URI, and no version in it.
                Stage::A => {
                    let uri = uri.trim_end_matches("/1.0").replacen("https:", "http:", 1);
                    let mut codec = Object::new().with("codec", uri);
                    configuration.iter().for_each(|(name, value)| codec.set(name, value.clone()));
                    codec
                }
                Stage::B => Object::new().with("codec", uri).with("configuration", configuration),
            }));
        }
        match self.stage {
            Stage::A => Ok(("chunk_codecs", Json::Array(codecs))),
            Stage::B if codecs.len() > 1 => Err(Error::unsupported("format v3-2019b has one compressor only")),
            Stage::B => Ok(("compressor", codecs.pop().unwrap_or(Json::Null))),
        }
    }
}

impl Format for V3Protocol2019 {
    fn id(&self) -> FormatId {
        match self.stage {
            Stage::A => FormatId::V3Protocol2019A,
            Stage::B => FormatId::V3Protocol2019B,
        }
    }

    fn dialect(&self) -> Dialect {
        Dialect::Legacy
    }

    fn style(&self) -> Style {
        Style { indent: 4, ascii: false }
    }

    fn entry(&self) -> Option<(String, Object)> {
        let entry = Object::new()
            .with("zarr_format", URI)
            .with("metadata_encoding", ENCODING)
            .with("extensions", Json::Array(Vec::new()));
        (self.stage == Stage::B).then(|| ("zarr.json".into(), entry))
    }

    fn owns_store(&self) -> bool {
        true
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn needs_ancestors(&self) -> bool {
        false
    }

    fn implicit_groups(&self) -> bool {
        true
    }

    fn siblings_ignore_case(&self) -> bool {
        self.stage == Stage::B
    }

    fn keys(&self, path: &NodePath) -> NodeKeys {
        self.layout.keys(path)
    }

    fn variant(&self, path: &NodePath, listing: &Listing) -> Option<Arc<dyn Format>> {
        let layout = self.layout.with_dotted_root(path, listing)?;
        Some(Arc::new(Self { stage: self.stage, layout, notes: self.notes.clone() }))
    }

    fn check_name(&self, name: &str) -> Result<()> {
        match self.stage {
            Stage::A if name.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ') => {}
            Stage::A => return Err(Error::invalid_argument(format!("node name {name:?} is not ASCII"))),
            Stage::B => draft::check_name_characters(name, Some(255))?,
        }
        self.layout.check_name(name)
    }

    fn chunk_keys(&self, separator: Option<Separator>) -> ChunkKeyEncoding {
        ChunkKeyEncoding::V2(separator.unwrap_or(Separator::Dot))
    }

    /// The next stage put a letter before the indices.
    fn other_chunk_keys(&self, documents: &Documents, _: &ReadOptions) -> Option<ChunkKeyEncoding> {
        let open = self.stage == Stage::B && !draft::names_separator(&documents.node);
        open.then_some(ChunkKeyEncoding::Draft(Separator::Slash))
    }

    fn candidates(&self, path: &NodePath, listing: &Listing) -> Vec<Candidate> {
        self.layout.candidates(path, listing)
    }

    fn nodes_below(&self, path: &NodePath, keys: &[String]) -> Option<Vec<(NodePath, NodeKind)>> {
        Some(self.layout.nodes_below(path, keys))
    }

    fn lower_array(
        &self,
        documents: &Documents,
        options: &ReadOptions,
        warnings: &mut Warnings,
    ) -> Result<ArrayMetadata> {
        let node = &documents.node;
        self.check_document(node, Kind::Array, warnings)?;
        let known: Vec<&str> = self.names().iter().copied().chain(["chunk_codecs", "compressor", "codecs"]).collect();
        draft::check_names(node, &known, true, options, warnings)?;
        let shape = shared::lengths(shared::member(node, "shape")?, "shape")?;
        let (data_type, byte_order) = draft::data_type(shared::member(node, "data_type")?, options, warnings)?;
        let grid = shared::member(node, "chunk_grid")?;
        let (chunk_shape, separator) = draft::grid(grid, Separator::Dot, true, options, warnings)?;
        let chunk_grid = ChunkGrid::regular(&shape, &chunk_shape, data_type.size())?;
        let fill_value = draft::fill_value(node, &data_type, &byte_order, FILL_DIALECT, warnings)?;
        let (codecs, spelled_order) = draft::codecs(node, true, options, warnings)?;
        if self.stage == Stage::A && codecs.is_empty() {
            shared::member(node, "chunk_codecs")?;
        }
        let implicit = spelled_order.then_some(byte_order.first());
        let chain = ChainReader::new(Dialect::Legacy, &data_type, shape.len(), implicit);
        let mut chain = chain.with_chunk_shape(Some(&chunk_shape));
        draft::memory_layout(node, shape.len(), &mut chain)?;
        if !spelled_order {
            chain.push(Bytes::new(&data_type, byte_order).into())?;
        }
        for (uri, configuration) in codecs {
            chain.read_made(&uri, &configuration, warnings)?;
        }
        Ok(ArrayMetadata {
            chain: chain.finish()?,
            dimension_names: None,
            attributes: self.attributes(documents)?,
            shape,
            data_type,
            chunk_grid,
            chunk_keys: ChunkKeyEncoding::V2(separator),
            fill_value,
        })
    }

    fn lower_group(
        &self,
        documents: &Documents,
        options: &ReadOptions,
        warnings: &mut Warnings,
    ) -> Result<GroupMetadata> {
        self.check_document(&documents.node, Kind::Group, warnings)?;
        let known = if self.stage == Stage::A { ["zarr_format", "extensions"] } else { ["attributes", "extensions"] };
        draft::check_names(&documents.node, &known, true, options, warnings)?;
        Ok(GroupMetadata { attributes: self.attributes(documents)? })
    }

    fn spell_array(&self, array: &ArrayMetadata, warnings: &mut Warnings) -> Result<Documents> {
        let name = self.id().name();
        let chunk_shape = array.chunk_grid.regular_shape()?;
        let ChunkKeyEncoding::V2(separator) = array.chunk_keys else {
            return Err(Error::unsupported(format!("format {name} can only name chunk keys of the form 0.0")));
        };
        if self.stage == Stage::A && separator != Separator::Dot {
            return Err(Error::unsupported(format!("format {name} has no separator but \".\"")));
        }
        if array.dimension_names.is_some() {
            return Err(Error::unsupported(format!("format {name} has no dimension names")));
        }
        let data_type = draft::core_type(&array.data_type, array.chain.byte_order())
            .ok_or_else(|| Error::unsupported(format!("format {name} has no data type {}", array.data_type)))?;
        let layout = shared::spell_order(&array.chain)?;
        let (codecs_member, codecs) = self.spell_codecs(array)?;
        let fill_value = match array.fill_value.defined {
            true => array.fill_value.to_json(&array.data_type, FILL_DIALECT, warnings)?,
            false => Json::Null,
        };
        let mut grid = Object::new().with("type", "regular").with("chunk_shape", chunk_shape.to_vec());
        let mut node = Object::new();
        match self.stage {
            Stage::A => node.set("zarr_format", URI),
            Stage::B => grid.set("separator", separator.as_str()),
        }
        let mut node = node
            .with("shape", array.shape.clone())
            .with("data_type", data_type)
            .with("chunk_grid", grid)
            .with("chunk_memory_layout", layout)
            .with(codecs_member, codecs)
            .with("fill_value", fill_value)
            .with("extensions", Json::Array(Vec::new()));
        let mut attributes = None;
        match self.stage {
            Stage::A => attributes = (!array.attributes.is_empty()).then(|| array.attributes.clone()),
            Stage::B => node.set("attributes", array.attributes.clone()),
        }
        Ok(Documents { node: node.into(), attributes })
    }

    fn spell_group(&self, group: &GroupMetadata) -> Result<Documents> {
        let node = Object::new();
        let extensions = Json::Array(Vec::new());
        Ok(match self.stage {
            Stage::A => Documents {
                node: node.with("zarr_format", URI).with("extensions", extensions).into(),
                attributes: (!group.attributes.is_empty()).then(|| group.attributes.clone()),
            },
            Stage::B => Documents {
                node: node.with("extensions", extensions).with("attributes", group.attributes.clone()).into(),
                attributes: None,
            },
        })
    }

    fn replace_attributes(&self, documents: &mut Documents, attributes: Object) -> Result<()> {
        match self.stage {
            Stage::A => documents.attributes = Some(attributes),
            Stage::B => documents.node.set("attributes", attributes),
        }
        Ok(())
    }
}
