//! The 2022 core draft of v3: an entry point document, metadata under `meta/`, chunks under `data/`.
//!
//! The text is stricter than its successors (no unknown names at all), and freer: groups need no document, and a chain
//! of codecs need not name the one that makes bytes.

use super::draft::{self, Layout, check_names};
use super::extensions::{self, Kind};
use super::shared::{self, ChainReader, NodePath};
use super::transformers::{self, Spelling};
use super::vocabulary::Vocabulary;
use super::{Candidate, Documents, Format, FormatId, NodeKeys, NodeKind, ReadOptions};
use crate::codec::{ArrayToArray, ArrayToBytes, Bytes, Codec, IndexCodecs};
use crate::dtype::{ByteOrder, DataType, Dialect, StoredOrder, TypeCode, TypeString, Warnings};
use crate::error::{Error, Result};
use crate::grid::ChunkGrid;
use crate::json::{Json, Object, Style};
use crate::metadata::{ArrayMetadata, ChunkKeyEncoding, GroupMetadata, Separator};
use crate::store::Listing;
use std::sync::Arc;

const VOCABULARY: Vocabulary = Vocabulary { format: FormatId::V3Draft2022, filters: true, opaque: true, values: false };

#[derive(Debug)]
struct V3Draft2022 {
    /// What document keys end in.
    suffix: String,
    layout: Layout,
    /// Whether the entry point document names a later version 3.Y, whose documents may hold names that nobody here knows.
    later: bool,
    /// What the entry point document says that readers should know.
    notes: Vec<String>,
}

impl V3Draft2022 {
    fn new(suffix: &str) -> Self {
        let layout = Layout {
            meta: "meta/",
            // The root has no name, so its documents begin without the period.
            root: "meta/".into(),
            data: "data/",
            array: format!("array{suffix}"),
            group: format!("group{suffix}"),
            attributes: None,
        };
        Self { suffix: suffix.to_owned(), layout, later: false, notes: Vec::new() }
    }
}

/// What `zarr_format` says in the entry point document.
const URI: &str = "https://purl.org/zarr/spec/core/3.0";

pub(super) fn create() -> Arc<dyn Format> {
    Arc::new(V3Draft2022::new(".json"))
}

/// The format of a hierarchy, by its entry point document, which names this draft.
///
/// # Errors
/// [`crate::ErrorKind::Metadata`] or [`crate::ErrorKind::Unsupported`] when the document is not one that we can follow.
pub(super) fn open(entry: &Object, options: &ReadOptions, warnings: &mut Warnings) -> Result<Arc<dyn Format>> {
    shared::refuse_bare_tokens(entry)?;
    let uri = shared::member(entry, "zarr_format")?.expect_str("member \"zarr_format\"")?;
    // Later versions 3.Y may add names; readers of 3.0 pass over them.
    let later = !uri.ends_with("/3.0");
    check_names(
        entry,
        &["zarr_format", "metadata_encoding", "extensions", "metadata_key_suffix"],
        later,
        options,
        warnings,
    )?;
    let encoding = shared::member(entry, "metadata_encoding")?.expect_object("member \"metadata_encoding\"")?;
    let kind = shared::member(encoding, "type")?.expect_str("the type of the metadata encoding")?;
    if kind != "json" || encoding.get("extension").is_some() {
        return Err(extensions::refused(Kind::MetadataEncoding, shared::member(entry, "metadata_encoding")?));
    }
    check_names(encoding, &["type", "metadata_key_suffix"], later, options, warnings)?;
    let suffix = match encoding.get("metadata_key_suffix") {
        Some(suffix) => suffix.expect_str("member \"metadata_key_suffix\"")?,
        None => return Err(Error::metadata("member \"metadata_key_suffix\" is missing")),
    };
    if suffix.contains(['/', '\\', '\0']) {
        return Err(Error::metadata(format!("metadata_key_suffix {suffix:?} can't be part of a key")));
    }
    let notes = extensions::check(Kind::Generic, entry)?;
    Ok(Arc::new(V3Draft2022 { later, notes, ..V3Draft2022::new(suffix) }))
}

impl Format for V3Draft2022 {
    fn id(&self) -> FormatId {
        FormatId::V3Draft2022
    }

    fn dialect(&self) -> Dialect {
        Dialect::Draft2022
    }

    fn style(&self) -> Style {
        Style { indent: 4, ascii: false }
    }

    fn entry(&self) -> Option<(String, Object)> {
        let encoding = Object::new().with("type", "json").with("metadata_key_suffix", self.suffix.as_str());
        let entry = Object::new()
            .with("zarr_format", URI)
            .with("metadata_encoding", encoding)
            .with("extensions", Json::Array(Vec::new()));
        Some(("zarr.json".into(), entry))
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

    fn keys(&self, path: &NodePath) -> NodeKeys {
        self.layout.keys(path)
    }

    fn variant(&self, path: &NodePath, listing: &Listing) -> Option<Arc<dyn Format>> {
        let layout = self.layout.with_dotted_root(path, listing)?;
        Some(Arc::new(Self { layout, suffix: self.suffix.clone(), later: self.later, notes: self.notes.clone() }))
    }

    fn check_name(&self, name: &str) -> Result<()> {
        draft::check_name_characters(name, None)?;
        self.layout.check_name(name)
    }

    fn chunk_keys(&self, separator: Option<Separator>) -> ChunkKeyEncoding {
        ChunkKeyEncoding::Draft(separator.unwrap_or(Separator::Slash))
    }

    fn other_chunk_keys(&self, documents: &Documents, _: &ReadOptions) -> Option<ChunkKeyEncoding> {
        (!draft::names_separator(&documents.node)).then_some(ChunkKeyEncoding::Draft(Separator::Dot))
    }

    fn shard_index(&self, rank: usize) -> Result<IndexCodecs> {
        transformers::index(rank)
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
        shared::refuse_bare_tokens(node)?;
        check_names(node, ARRAY_NAMES, self.later, options, warnings)?;
        let shape = shared::lengths(shared::member(node, "shape")?, "shape")?;
        let (data_type, byte_order) = lower_data_type(shared::member(node, "data_type")?, options, warnings)?;
        let (chunk_shape, separator) =
            draft::grid(shared::member(node, "chunk_grid")?, Separator::Slash, false, options, warnings)?;
        let shard_shapes = transformers::lower(node, &chunk_shape, options, warnings)?;
        let stored_shape = shard_shapes.last().unwrap_or(&chunk_shape);
        let chunk_grid = ChunkGrid::regular(&shape, stored_shape, data_type.size())?;
        let fill_value = draft::fill_value(node, &data_type, &byte_order, Dialect::Draft2022, warnings)?;
        if node.get("fill_value").is_some_and(Json::is_null) {
            warnings.add("fill_value is null, which the format forbids; taken as zero");
        }
        extensions::check(Kind::Array, node)?.into_iter().for_each(|note| warnings.note(note));
        let chain = ChainReader::new(Dialect::Draft2022, &data_type, shape.len(), byte_order.uniform());
        let mut chain = chain.with_chunk_shape(Some(&chunk_shape));
        draft::memory_layout(node, shape.len(), &mut chain)?;
        if byte_order.uniform().is_none() {
            // No codec can say it again.
            chain.push(Bytes::new(&data_type, byte_order).into())?;
        }
        for (uri, configuration) in draft::codecs(node, false, options, warnings)?.0 {
            // The draft of transpose carries the URI of endian by a slip of the pen.
            let slip = uri.contains("/endian")
                && configuration.get("order").is_some()
                && configuration.get("endian").is_none();
            chain.read_made(if slip { "transpose" } else { &uri }, &configuration, warnings)?;
        }
        let chain = transformers::shard(&shard_shapes, &chunk_shape, &data_type, chain.finish()?)?;
        Ok(ArrayMetadata {
            chain,
            dimension_names: shared::dimension_names(node.get("dimension_names"), shape.len())?,
            attributes: lower_attributes(node, warnings)?,
            shape,
            data_type,
            chunk_grid,
            chunk_keys: ChunkKeyEncoding::Draft(separator),
            fill_value,
        })
    }

    fn lower_group(
        &self,
        documents: &Documents,
        options: &ReadOptions,
        warnings: &mut Warnings,
    ) -> Result<GroupMetadata> {
        shared::refuse_bare_tokens(&documents.node)?;
        check_names(&documents.node, &["attributes", "extensions"], self.later, options, warnings)?;
        extensions::check(Kind::Group, &documents.node)?.into_iter().for_each(|note| warnings.note(note));
        Ok(GroupMetadata { attributes: lower_attributes(&documents.node, warnings)? })
    }

    fn spell_array(&self, array: &ArrayMetadata, warnings: &mut Warnings) -> Result<Documents> {
        let chunk_shape = array.chunk_grid.regular_shape()?;
        let ChunkKeyEncoding::Draft(separator) = array.chunk_keys else {
            return Err(Error::unsupported("format v3-2022 can only name chunk keys of the form c0/0"));
        };
        // Names that came from an attribute are still there.
        let named = array.dimension_names.is_some();
        if named && array.dimension_names != shared::dimensions_in_attributes(&array.attributes, array.shape.len()) {
            return Err(Error::unsupported("format v3-2022 has no dimension names"));
        }
        let spelled = transformers::spell(&array.chain, chunk_shape, Spelling::Text)?;
        let (chain, chunk_shape) = (spelled.chain, spelled.chunk_shape);
        let layout = shared::spell_order(chain)?;
        let data_type = spell_data_type(&array.data_type, chain.stored_order())?;
        let mut codecs = Vec::new();
        for codec in chain.codecs() {
            match codec {
                Codec::ArrayToArray(ArrayToArray::Transpose(_)) => continue,
                // The type of an extension says its byte order itself.
                Codec::ArrayToBytes(ArrayToBytes::Bytes(_)) if data_type.as_object().is_some() => continue,
                // Little-endian is what elements are without a codec.
                Codec::ArrayToBytes(ArrayToBytes::Bytes(codec))
                    if codec.order == ByteOrder::Little.into() || !codec.ordered =>
                {
                    continue;
                }
                codec => VOCABULARY.check(codec)?,
            }
            let (uri, configuration) = shared::spell_codec(codec.info()?, Dialect::Draft2022, ByteOrder::Little)?;
            let object = Object::new().with("type", uri);
            codecs.push(if configuration.is_empty() { object } else { object.with("configuration", configuration) });
        }
        let grid = Object::new()
            .with("type", "regular")
            .with("chunk_shape", chunk_shape.to_vec())
            .with("separator", separator.as_str());
        let (stored, dialect) = (chain.stored_order(), Dialect::Draft2022);
        let mut node = Object::new()
            .with("shape", array.shape.clone())
            .with("data_type", data_type)
            .with("chunk_grid", grid)
            .with("chunk_memory_layout", layout)
            .with("codecs", codecs)
            .with("fill_value", array.fill_value.to_stored_json(&array.data_type, stored, dialect, warnings)?)
            .with("extensions", Json::Array(Vec::new()))
            .with("attributes", array.attributes.clone());
        if !spelled.transformers.is_empty() {
            node.set("storage_transformers", spelled.transformers);
        }
        Ok(Documents { node: node.into(), attributes: None })
    }

    fn spell_group(&self, group: &GroupMetadata) -> Result<Documents> {
        Ok(Documents { node: Object::new().with("attributes", group.attributes.clone()).into(), attributes: None })
    }

    fn replace_attributes(&self, documents: &mut Documents, attributes: Object) -> Result<()> {
        documents.node.set("attributes", attributes);
        Ok(())
    }
}

/// The names of the text, and those that real documents have beside them and that change nothing.
const ARRAY_NAMES: &[&str] = &[
    "shape",
    "data_type",
    "chunk_grid",
    "chunk_memory_layout",
    "codecs",
    "compressor",
    "fill_value",
    "extensions",
    "attributes",
    "storage_transformers",
    "dimension_names",
    "dimension_separator",
];

fn lower_data_type(value: &Json, options: &ReadOptions, warnings: &mut Warnings) -> Result<(DataType, StoredOrder)> {
    match value {
        Json::String(name) => core_type(name, warnings),
        Json::Object(extension) => extensions::lower_data_type(extension, &core_type, options, warnings),
        other => {
            Err(Error::metadata(format!("member \"data_type\" must be a string or an object, not {}", other.brief())))
        }
    }
}

fn no_variable_length() -> Error {
    Error::unsupported("format v3-2022 has no data type of variable length")
}

/// The prose of the text has NumPy's strings, its table has names.
fn core_type(name: &str, warnings: &mut Warnings) -> Result<(DataType, StoredOrder)> {
    if TypeString::looks_like(name) {
        return DataType::from_numpy_json(&name.into(), warnings);
    }
    match DataType::from_name(name, None)? {
        data_type if data_type.is_variable() => Err(no_variable_length()),
        data_type => Ok((data_type, ByteOrder::Little.into())),
    }
}

/// The name of a core type, or the extension object of one that the draft specifies beside the core.
fn spell_data_type(data_type: &DataType, order: &StoredOrder) -> Result<Json> {
    let extension = match data_type.code() {
        _ if data_type.fallback().is_some() => {
            return Err(Error::unsupported(format!(
                "nobody here knows what {data_type} means, so it can't be written"
            )));
        }
        code if code as i32 <= TypeCode::Raw as i32 => return Ok(data_type.name().into()),
        TypeCode::FixedBytes | TypeCode::FixedUtf32 => "string",
        TypeCode::DateTime64 | TypeCode::TimeDelta64 => "datetime",
        TypeCode::Struct => "struct",
        _ => return Err(Error::unsupported(format!("format v3-2022 has no data type {data_type}"))),
    };
    let refused = |why| Error::unsupported(format!("format v3-2022 has no data type {data_type}: {why}"));
    let spelled = match data_type.to_numpy_json(order) {
        Some(Json::String(text)) => Json::from(text.strip_prefix('|').unwrap_or(&text)),
        Some(list) => list,
        None => return Err(refused("NumPy has none either")),
    };
    if data_type.fields().is_some_and(|fields| fields.iter().any(|field| !field.shape.is_empty())) {
        return Err(refused("its fields are pairs of name and type, not arrays"));
    }
    let object = Object::new()
        .with("extension", format!("https://purl.org/zarr/spec/extensions/data-types/{extension}/1.0"))
        .with("type", spelled);
    // Who does not know the type can read the counts of times, and the bytes of the others.
    let fallback = match (extension, data_type.size()) {
        ("datetime", _) if order.first() == ByteOrder::Big => ">i8".to_owned(),
        ("datetime", _) => "int64".to_owned(),
        (_, 0) => return Ok(object.into()),
        (_, size) => format!("r{}", 8 * size),
    };
    Ok(object.with("fallback", fallback).into())
}

fn lower_attributes(node: &Object, warnings: &mut Warnings) -> Result<Object> {
    let attributes = shared::member(node, "attributes")?;
    if attributes.is_null() {
        warnings.add("attributes are null; taken as empty");
        return Ok(Object::new());
    }
    shared::attributes(Some(attributes))
}
