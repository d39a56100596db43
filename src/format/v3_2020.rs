//! The shape of version 3 that released software wrote from October 2020 to 2024, between the protocol drafts and the core
//! draft of 2022, and the variant of September 2020 whose documents' keys have no suffix.
//!
//! Metadata lie under `meta/root/`, chunks under `data/root/`; types are NumPy's strings; there is one `compressor`. One
//! writer hid the filters of v2 in an attribute, and types of NumPy in extensions of its own.

use super::draft::{self, Layout};
use super::extensions::{self, Kind};
use super::shared::{self, ChainReader, NodePath};
use super::transformers::{self, Spelling};
use super::vocabulary::Vocabulary;
use super::{Candidate, Documents, Format, FormatId, NodeKeys, NodeKind, ReadOptions};
use crate::codec::{self, Bytes, Chain, Codec, IndexCodecs};
use crate::dtype::{ByteOrder, DataType, Dialect, StoredOrder, Warnings};
use crate::error::{Error, Result, ResultExt};
use crate::grid::ChunkGrid;
use crate::json::{Json, Object, Style};
use crate::metadata::{ArrayMetadata, ChunkKeyEncoding, GroupMetadata, Separator};
use crate::store::Listing;
use std::sync::Arc;

/// What `zarr_format` and `metadata_encoding` say in the entry point document.
const URI: &str = "https://purl.org/zarr/spec/protocol/core/3.0";

#[derive(Debug)]
struct V3Shape2020 {
    /// What document keys end in; empty: the entry point document does not speak of it.
    suffix: String,
    layout: Layout,
    /// Whether the entry point document names a later version 3.Y, whose documents may hold names that nobody here knows.
    later: bool,
    /// What the entry point document says that readers should know.
    notes: Vec<String>,
}

pub(super) fn create() -> Arc<dyn Format> {
    Arc::new(V3Shape2020::new(".json"))
}

/// The format of a hierarchy, by its entry point document.
///
/// # Errors
/// [`crate::ErrorKind::Metadata`] or [`crate::ErrorKind::Unsupported`] when the document is not one that we can follow.
pub(super) fn open(entry: &Object, options: &ReadOptions, warnings: &mut Warnings) -> Result<Arc<dyn Format>> {
    shared::refuse_bare_tokens(entry)?;
    // Later versions 3.Y may add names; readers of 3.0 pass over them.
    let later = draft::protocol_minor(shared::member(entry, "zarr_format")?)? != "0";
    let encoding = shared::member(entry, "metadata_encoding")?.expect_str("member \"metadata_encoding\"")?;
    let scheme = encoding.find(':').map_or(0, |colon| colon + 1);
    if !encoding[scheme..].starts_with(draft::PROTOCOL) {
        return Err(Error::unsupported(format!("metadata encoding {encoding:?} is not supported")));
    }
    draft::check_names(
        entry,
        &["zarr_format", "metadata_encoding", "metadata_key_suffix", "extensions"],
        later,
        options,
        warnings,
    )?;
    let suffix = match entry.get("metadata_key_suffix") {
        Some(suffix) => suffix.expect_str("member \"metadata_key_suffix\"")?,
        None => "",
    };
    if suffix.contains(['/', '\\', '\0']) {
        return Err(Error::metadata(format!("metadata_key_suffix {suffix:?} can't be part of a key")));
    }
    let notes = extensions::check(Kind::Generic, entry)?;
    Ok(Arc::new(V3Shape2020 { later, notes, ..V3Shape2020::new(suffix) }))
}

impl V3Shape2020 {
    fn new(suffix: &str) -> Self {
        let layout = Layout {
            meta: "meta/root/",
            root: "meta/root.".into(),
            data: "data/root/",
            array: format!("array{suffix}"),
            group: format!("group{suffix}"),
            attributes: None,
        };
        Self { suffix: suffix.to_owned(), layout, later: false, notes: Vec::new() }
    }
}

impl Format for V3Shape2020 {
    fn id(&self) -> FormatId {
        FormatId::V3Shape2020
    }

    fn dialect(&self) -> Dialect {
        Dialect::Legacy
    }

    fn style(&self) -> Style {
        Style { indent: 4, ascii: false }
    }

    fn entry(&self) -> Option<(String, Object)> {
        let mut entry = Object::new().with("zarr_format", URI).with("metadata_encoding", URI);
        if !self.suffix.is_empty() {
            entry.set("metadata_key_suffix", self.suffix.as_str());
        }
        Some(("zarr.json".into(), entry.with("extensions", Json::Array(Vec::new()))))
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
        draft::check_name_characters(name, Some(255))?;
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
        draft::check_names(node, ARRAY_NAMES, self.later, options, warnings)?;
        extensions::check(Kind::Array, node)?.into_iter().for_each(|note| warnings.note(note));
        let shape = shared::lengths(shared::member(node, "shape")?, "shape")?;
        let attributes = draft::attributes(node)?;
        let data_type = shared::member(node, "data_type")?;
        let (data_type, byte_order) = lower_data_type(data_type, &attributes, options, warnings)?;
        let grid = shared::member(node, "chunk_grid")?;
        let (chunk_shape, separator) = draft::grid(grid, Separator::Slash, false, options, warnings)?;
        let shard_shapes = transformers::lower(node, &chunk_shape, options, warnings)?;
        let stored_shape = shard_shapes.last().unwrap_or(&chunk_shape);
        let chunk_grid = ChunkGrid::regular(&shape, stored_shape, data_type.size())?;
        let fill_value = draft::fill_value(node, &data_type, &byte_order, Dialect::Legacy, warnings)?;
        let (codecs, spelled_order) = draft::codecs(node, false, options, warnings)?;
        let implicit = spelled_order.then_some(byte_order.first());
        let chain = ChainReader::new(Dialect::Legacy, &data_type, shape.len(), implicit);
        let mut chain = chain.with_chunk_shape(Some(&chunk_shape));
        draft::memory_layout(node, shape.len(), &mut chain)?;
        if !spelled_order && !data_type.is_variable() {
            chain.push(Bytes::new(&data_type, byte_order).into())?;
        }
        for (id, parameters) in filters(&attributes).unwrap_or_default() {
            chain
                .read_in(Dialect::V2, id, parameters.flat()?.members()?, warnings)
                .context(|| format!("filter {id:?}"))?;
        }
        for (uri, configuration) in codecs {
            match lower_bare_name(&uri, configuration) {
                None => {}
                Some((name, configuration)) => chain.read_made(&name, &configuration, warnings)?,
            }
        }
        let chain = transformers::shard(&shard_shapes, &chunk_shape, &data_type, chain.finish()?)?;
        Ok(ArrayMetadata {
            chain,
            dimension_names: shared::dimension_names(node.get("dimension_names"), shape.len())?,
            attributes,
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
        draft::check_names(&documents.node, &["attributes", "extensions"], self.later, options, warnings)?;
        extensions::check(Kind::Group, &documents.node)?.into_iter().for_each(|note| warnings.note(note));
        Ok(GroupMetadata { attributes: draft::attributes(&documents.node)? })
    }

    fn spell_array(&self, array: &ArrayMetadata, warnings: &mut Warnings) -> Result<Documents> {
        let chunk_shape = array.chunk_grid.regular_shape()?;
        let ChunkKeyEncoding::Draft(separator) = array.chunk_keys else {
            return Err(Error::unsupported("format v3-2020 can only name chunk keys of the form c0/0"));
        };
        if array.dimension_names.is_some() {
            return Err(Error::unsupported("format v3-2020 has no dimension names"));
        }
        let spelled = transformers::spell(&array.chain, chunk_shape, Spelling::Software)?;
        let (chain, chunk_shape) = (spelled.chain, spelled.chunk_shape);
        let layout = shared::spell_order(chain)?;
        let grid = Object::new()
            .with("type", "regular")
            .with("chunk_shape", chunk_shape.to_vec())
            .with("separator", separator.as_str());
        let mut node = Object::new()
            .with("shape", array.shape.clone())
            .with("data_type", spell_data_type(&array.data_type, chain.stored_order())?)
            .with("chunk_grid", grid)
            .with("chunk_memory_layout", layout);
        let (filters, compressor) = spell_codecs(chain)?;
        if let Some(compressor) = compressor {
            node.set("compressor", compressor);
        }
        let mut attributes = array.attributes.clone();
        check_attributes(&attributes)?;
        if !filters.is_empty() && attributes.get(FILTERS).is_some() {
            return Err(Error::unsupported("format v3-2020 keeps filters in the attribute \"filters\""));
        }
        if !filters.is_empty() {
            attributes.set(FILTERS, filters);
        }
        let fill_value = match array.fill_value.defined {
            true => {
                let (data_type, order) = (&array.data_type, array.chain.stored_order());
                array.fill_value.to_stored_json(data_type, order, Dialect::Legacy, warnings)?
            }
            false => Json::Null,
        };
        let mut node = node
            .with("fill_value", fill_value)
            .with("extensions", Json::Array(Vec::new()))
            .with("attributes", attributes);
        if !spelled.transformers.is_empty() {
            node.set("storage_transformers", spelled.transformers);
        }
        Ok(Documents { node: node.into(), attributes: None })
    }

    fn spell_group(&self, group: &GroupMetadata) -> Result<Documents> {
        Ok(Documents { node: Object::new().with("attributes", group.attributes.clone()).into(), attributes: None })
    }

    fn replace_attributes(&self, documents: &mut Documents, mut attributes: Object) -> Result<()> {
        let node = &mut documents.node;
        if node.get("shape").is_some() {
            // Without its filters the array could not be read any more.
            let old = draft::attributes(node)?;
            match old.get(FILTERS).filter(|_| filters(&old).is_some()) {
                Some(filters) => attributes.set(FILTERS, filters.clone()),
                None => check_attributes(&attributes)?,
            }
        }
        node.set("attributes", attributes);
        Ok(())
    }

    fn keep_users_attributes(&self, attributes: &mut Object) {
        if filters(attributes).is_some() {
            attributes.remove(FILTERS);
        }
    }

    fn other_layout(&self) -> Option<Arc<dyn Format>> {
        let note = "documents lie where the 2022 draft has them, not where zarr.json says that they do";
        let layout = Layout { meta: "meta/", root: "meta/".into(), data: "data/", ..self.layout.clone() };
        let notes = self.notes.iter().cloned().chain([note.to_owned()]).collect();
        Some(Arc::new(Self { layout, notes, suffix: self.suffix.clone(), later: self.later }))
    }

    fn consolidated_key(&self, path: &NodePath) -> Option<String> {
        path.is_root().then(|| format!("{}consolidated/.zmetadata", self.layout.meta))
    }

    /// As zarr-python wrote it: every document by its key in the store, the entry point included.
    fn read_consolidated(&self, _: &NodePath, document: &Object) -> Result<Option<Vec<(String, Object)>>> {
        shared::consolidated_by_key(document, "")
    }

    fn spell_consolidated(&self, _: &[(NodePath, NodeKind, Documents)]) -> Result<Object> {
        Err(Error::unsupported("consolidated metadata of format v3-2020 is read, not written"))
    }
}

/// The names of the text, and those that real documents have beside them and that change nothing.
const ARRAY_NAMES: &[&str] = &[
    "shape",
    "data_type",
    "chunk_grid",
    "chunk_memory_layout",
    "compressor",
    "codecs",
    "chunk_codecs",
    "fill_value",
    "extensions",
    "attributes",
    "storage_transformers",
    "dimension_names",
    "dimension_separator",
];

/// The attribute in which zarr-python kept filters.
const FILTERS: &str = "filters";

/// The compressors that the readers of the time knew by a URI; any other codec is written as a filter.
const COMPRESSORS: [&str; 7] = ["gzip", "zlib", "blosc", "bz2", "lz4", "lzma", "zstd"];

/// The filters in the attributes: a list of objects of v2. None: the attribute is the user's own.
fn filters(attributes: &Object) -> Option<Vec<(&str, Object)>> {
    let items = attributes.get(FILTERS)?.as_array().filter(|items| !items.is_empty())?;
    items
        .iter()
        .map(|item| {
            let filter = item.as_object()?;
            let mut parameters = filter.clone();
            parameters.remove("id");
            Some((filter.get("id")?.as_str()?, parameters))
        })
        .collect()
}

/// What elements are; of objects, the first filter says that.
fn lower_data_type(
    value: &Json,
    attributes: &Object,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<(DataType, StoredOrder)> {
    let kind = value.as_object().and_then(|extension| extension.get("type")?.as_str());
    if kind == Some("|O") {
        let filters = filters(attributes).unwrap_or_default();
        return Ok((codec::object_type(filters.first().map(|(id, _)| *id))?, ByteOrder::Little.into()));
    }
    draft::data_type(value, options, warnings)
}

/// Refuses attributes of a user that would be taken for filters.
fn check_attributes(attributes: &Object) -> Result<()> {
    match filters(attributes) {
        None => Ok(()),
        Some(_) => {
            Err(Error::unsupported("an attribute \"filters\" of this form would be taken for codecs (format v3-2020)"))
        }
    }
}

/// One writer used bare names, with parameters of its own. None: no codec at all.
fn lower_bare_name(name: &str, mut configuration: Object) -> Option<(String, Object)> {
    match name {
        "raw" => return None,
        "bzip2" => {
            if let Some(level) = configuration.remove("blockSize") {
                configuration.set("level", level);
            }
            return Some(("bz2".into(), configuration));
        }
        "xz" => {
            configuration.set("format", 1);
            return Some(("lzma".into(), configuration));
        }
        // A frame of LZ4, where numcodecs has a block behind its length.
        "lz4" => return Some(("lz4 frame".into(), configuration)),
        _ => {}
    }
    Some((name.to_owned(), configuration))
}

const VOCABULARY: Vocabulary = Vocabulary { format: FormatId::V3Shape2020, filters: true, opaque: true, values: true };

/// The last codec is the compressor when it can be one; the others are filters.
fn spell_codecs(chain: &Chain) -> Result<(Vec<Json>, Option<Object>)> {
    let mut codecs = VOCABULARY.listed(chain)?;
    let is_compressor = |codec: &mut &Codec| codec.info().is_ok_and(|codec| COMPRESSORS.contains(&codec.name()));
    let mut compressor = None;
    if let Some(last) = codecs.pop_if(is_compressor) {
        let (uri, configuration) = shared::spell_codec(last.info()?, Dialect::Legacy, chain.byte_order())?;
        compressor = Some(Object::new().with("codec", uri).with("configuration", configuration));
    }
    let mut filters = Vec::new();
    for codec in codecs {
        let (id, configuration) = shared::spell_codec(codec.info()?, Dialect::V2, chain.byte_order())?;
        filters.push(Json::Object(configuration.with("id", id)));
    }
    Ok((filters, compressor))
}

/// A core identifier, or the extension object in which zarr-python put the other types of NumPy.
fn spell_data_type(data_type: &DataType, order: &StoredOrder) -> Result<Json> {
    if let Some(name) = draft::core_type(data_type, order.first()) {
        return Ok(name.into());
    }
    let none = || Error::unsupported(format!("format v3-2020 has no data type {data_type}"));
    let kind = data_type.to_numpy_json(order).ok_or_else(none)?;
    let extension = match kind.as_str().map(|text| text.chars().nth(1)) {
        None => "TODO: structured array protocol URL",
        Some(Some('c')) => {
            "https://zarr-specs.readthedocs.io/en/core-protocol-v3.0-dev/protocol/extensions/complex-dtypes/v1.0.html"
        }
        Some(Some('M' | 'm')) => "https://zarr-specs.readthedocs.io/en/latest/extensions/data-types/datetime/v1.0.html",
        Some(Some('S')) => "TODO: bytestring array protocol URL",
        Some(Some('U')) => "TODO: unicode array protocol URL",
        Some(Some('O')) => "TODO: object array protocol URL",
        _ => return Err(none()),
    };
    Ok(Json::Object(Object::new().with("extension", extension).with("type", kind).with("fallback", Json::Null)))
}
