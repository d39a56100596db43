//! The drafts of version 3, from May 2019 to 2022. What they differ in stands in the table of `text`.

mod search;
mod text;
mod codecs;
mod filters;
mod types;
mod transformers;
mod members;
mod entry;
mod extensions;
mod layout;

use self::extensions::ExtensionKind;
use self::layout::DraftLayout;
use self::members::{check_name_characters, check_names, codecs, grid, memory_layout, names_separator, protocol_minor};
use self::text::{A2019, AttributesPlace, B2019, C2020, D2022, DraftRules};
use self::transformers::SpelledShards;
use super::chain::{ChainReader, spell_order};
use super::description::{Candidate, Documents, Format, KnownBy, NodeKeys, NodeKind, ReadOptions, Registration};
use super::members::{
    attributes, consolidated_by_key, dimension_names, dimensions_in_attributes, fill_value, has_names, lengths_in,
    member, refuse_bare_tokens,
};
use super::path::NodePath;
use crate::codec::{BytesCodec, IndexCodecs};
use crate::dtype::{Dialect, Warnings};
use crate::error::{Error, Result, ResultExt};
use crate::grid::ChunkGrid;
use crate::json::{Document, Json, Object, Style};
use crate::metadata::{ArrayMetadata, ChunkKeyEncoding, GroupMetadata, Separator};
use crate::store::Listing;
use std::sync::Arc;

pub(super) const FORMAT_2022: Registration = Registration {
    name: D2022.name,
    create: || Draft::create(&D2022),
    known_by: KnownBy::ZarrJson(|document, options, warnings| Draft::open(&D2022, document, options, warnings)),
};

pub(super) const FORMAT_2020: Registration = Registration {
    name: C2020.name,
    create: || Draft::create(&C2020),
    known_by: KnownBy::ZarrJson(|document, options, warnings| Draft::open(&C2020, document, options, warnings)),
};

pub(super) const FORMAT_2019B: Registration = Registration {
    name: B2019.name,
    create: || Draft::create(&B2019),
    known_by: KnownBy::ZarrJson(|document, options, warnings| Draft::open(&B2019, document, options, warnings)),
};

pub(super) const FORMAT_2019A: Registration =
    Registration { name: A2019.name, create: || Draft::create(&A2019), known_by: KnownBy::Listing(search::find) };

/// A hierarchy of one of the drafts.
#[derive(Clone, Debug)]
struct Draft {
    text: &'static DraftRules,
    /// The suffix of the keys of documents, as the entry point document says it.
    suffix: String,
    layout: DraftLayout,
    /// True if the entry point document names a later version 3.Y, whose documents may hold names that are not known
    /// here.
    later: bool,
    /// Notes of the entry point document for readers.
    notes: Vec<String>,
}

impl Draft {
    fn new(text: &'static DraftRules, suffix: &str) -> Self {
        let ends = ["array", "group", "attrs"].map(|end| format!("{end}{suffix}"));
        let layout = DraftLayout::new(text.place, ends, text.attributes == AttributesPlace::Apart);
        Self { text, suffix: suffix.to_owned(), layout, later: false, notes: Vec::new() }
    }

    fn create(text: &'static DraftRules) -> Arc<dyn Format> {
        Arc::new(Self::new(text, text.suffix))
    }

    /// The format of a hierarchy, by its entry point document; None: the document is of another.
    fn open(
        text: &'static DraftRules,
        document: &Document,
        options: &ReadOptions,
        warnings: &mut Warnings,
    ) -> Result<Option<Arc<dyn Format>>> {
        let Some(entry) = entry::read(text, document, options, warnings)? else { return Ok(None) };
        let draft = Self::new(text, &entry.suffix);
        Ok(Some(Arc::new(Self { later: entry.later, notes: entry.notes, ..draft })))
    }

    /// Checks what arrays and groups have in common, and gives the attributes.
    fn read_common(
        &self,
        documents: &Documents,
        known: &[&str],
        kind: ExtensionKind,
        options: &ReadOptions,
        warnings: &mut Warnings,
    ) -> Result<Object> {
        let node = documents.node.members()?;
        refuse_bare_tokens(&documents.node)?;
        if self.text.entry.is_none() {
            protocol_minor(member(node, "zarr_format")?)?;
        }
        check_names(node, known, self.text.lenient || self.later, options, warnings)?;
        extensions::check(kind, node)?.into_iter().for_each(|note| warnings.note(note));
        let value = node.get("attributes").filter(|value| !value.is_null());
        match self.text.attributes {
            AttributesPlace::Apart => return Ok(documents.attributes.clone().unwrap_or_default()),
            AttributesPlace::Mandatory if member(node, "attributes")?.is_null() => {
                warnings.add("attributes are null; taken as empty");
            }
            _ => {}
        }
        attributes(value)
    }

    /// The documents of a node whose own is complete but for the attributes.
    fn documents(&self, node: Object, attributes: Object) -> Documents {
        match self.text.attributes {
            AttributesPlace::Apart => {
                Documents { node: node.into(), attributes: (!attributes.is_empty()).then_some(attributes) }
            }
            _ => Documents { node: node.with("attributes", attributes).into(), attributes: None },
        }
    }
}

impl Format for Draft {
    fn name(&self) -> &'static str {
        self.text.name
    }

    fn dialect(&self) -> Dialect {
        self.text.codec_dialect
    }

    fn style(&self) -> Style {
        Style { indent: 4, ascii: false }
    }

    fn entry(&self) -> Option<(String, Object)> {
        entry::spell(self.text, &self.suffix).map(|entry| ("zarr.json".into(), entry))
    }

    fn owns_store(&self) -> bool {
        true
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn implicit_groups(&self) -> bool {
        true
    }

    fn siblings_ignore_case(&self) -> bool {
        self.text.siblings_ignore_case
    }

    fn keys(&self, path: &NodePath) -> NodeKeys {
        self.layout.keys(path)
    }

    fn variant(&self, path: &NodePath, listing: &Listing) -> Option<Arc<dyn Format>> {
        let layout = self.layout.with_dotted_root(path, listing)?;
        Some(Arc::new(Self { layout, ..self.clone() }))
    }

    fn check_name(&self, name: &str) -> Result<()> {
        match self.text.any_ascii {
            true if name.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ') => {}
            true => return Err(Error::invalid_argument(format!("node name {name:?} is not ASCII"))),
            false => check_name_characters(name, self.text.longest_name)?,
        }
        self.layout.check_name(name)
    }

    fn chunk_keys(&self, separator: Option<Separator>) -> ChunkKeyEncoding {
        (self.text.chunk_keys)(separator.unwrap_or(self.text.separator))
    }

    fn other_chunk_keys(&self, documents: &Documents, _: &ReadOptions) -> Option<ChunkKeyEncoding> {
        self.text.other_chunk_keys.clone().filter(|_| !documents.node.members().is_ok_and(names_separator))
    }

    fn shard_index(&self, rank: usize) -> Result<IndexCodecs> {
        match self.text.transformers {
            Some(_) => transformers::index(rank),
            None => Err(Error::unsupported(format!("format {} has no shards", self.text.name))),
        }
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
        let (text, node) = (self.text, documents.node.members()?);
        let attributes = self.read_common(documents, text.array_names, ExtensionKind::Array, options, warnings)?;
        let shape = lengths_in(node, "shape")?;
        let filters = if text.filters { filters::read(&attributes) } else { None }.unwrap_or_default();
        let (data_type, order) = types::lower(text, node, &filters, options, warnings)?;
        let (chunk_shape, separator) = grid(node, text, options, warnings)?;
        let shard_shapes = match text.transformers {
            Some(_) => transformers::lower(node, &chunk_shape, options, warnings)?,
            None => Vec::new(),
        };
        let stored_shape = shard_shapes.last().unwrap_or(&chunk_shape);
        let chunk_grid = ChunkGrid::regular(&shape, stored_shape, data_type.size())?;
        let value = member(node, "fill_value")?;
        if value.is_null() && !text.null_fill {
            warnings.add("fill_value is null, which the format forbids; taken as the default of the data type");
        }
        let fill_value = fill_value(value, &data_type, &order, text.fill_dialect, warnings)?;
        let (codecs, newer) = codecs(node, text, options, warnings)?;
        if text.entry.is_none() && codecs.is_empty() {
            member(node, "chunk_codecs")?;
        }
        // The byte order is that of the data type, unless a codec says it; that of a struct no codec can say.
        let (by_type, implicit) = match text.endian_codec {
            true => (order.uniform().is_none(), order.uniform()),
            false => (!newer && !data_type.is_variable(), newer.then_some(order.first())),
        };
        let chain = ChainReader::new(text.codec_dialect, &data_type, shape.len(), implicit);
        let mut chain = chain.with_chunk_shape(Some(&chunk_shape));
        memory_layout(node, shape.len(), &mut chain)?;
        if by_type {
            chain.push(BytesCodec::new(&data_type, order).into())?;
        }
        for (id, parameters) in filters {
            let parameters = parameters.flat()?;
            let read = chain.read_in(filters::FILTER_DIALECT, id, parameters.members()?, warnings);
            read.context(|| format!("filter {id:?}"))?;
        }
        for (uri, configuration) in codecs {
            if let Some((name, configuration)) = (text.codec_name)(uri, configuration) {
                chain.read(&name, configuration.flat()?.members()?, warnings)?;
            }
        }
        let chain = transformers::shard(&shard_shapes, &chunk_shape, &data_type, chain.finish()?)?;
        let names = node.get("dimension_names").filter(|_| text.dimension_names);
        Ok(ArrayMetadata {
            chain,
            dimension_names: dimension_names(names, shape.len())?,
            attributes,
            shape,
            data_type,
            chunk_grid,
            chunk_keys: (text.chunk_keys)(separator),
            fill_value,
        })
    }

    fn lower_group(
        &self,
        documents: &Documents,
        options: &ReadOptions,
        warnings: &mut Warnings,
    ) -> Result<GroupMetadata> {
        let attributes = self.read_common(documents, self.text.group_names, ExtensionKind::Group, options, warnings)?;
        Ok(GroupMetadata { attributes })
    }

    fn spell_array(&self, array: &ArrayMetadata, warnings: &mut Warnings) -> Result<Documents> {
        let text = self.text;
        let refused = |why: &str| Err(Error::unsupported(format!("format {} {why}", text.name)));
        let chunk_shape = array.chunk_grid.regular_shape()?;
        let separator = array.chunk_keys.separator();
        if array.chunk_keys != (text.chunk_keys)(separator) {
            return refused(&format!("can only name chunk keys of the form {}", text.key_form));
        }
        if text.entry.is_none() && separator != text.separator {
            return refused("has no separator but \".\"");
        }
        // Names that came from an attribute are still there.
        let kept = || dimensions_in_attributes(&array.attributes, array.shape.len()) == array.dimension_names;
        if has_names(array) && !(text.dimensions_in_attributes && kept()) {
            return refused("has no dimension names");
        }
        let SpelledShards { chain, chunk_shape, transformers } = match text.transformers {
            Some(spelling) => transformers::spell(&array.chain, chunk_shape, spelling)?,
            None => SpelledShards { chain: &array.chain, chunk_shape, transformers: Vec::new() },
        };
        let layout = spell_order(chain)?;
        let data_type = (text.spell_type)(text, &array.data_type, chain.stored_order())?;
        let codecs = (text.spell_codecs)(text, chain, &data_type)?;
        let mut attributes = array.attributes.clone();
        if text.filters {
            filters::add(&mut attributes, codecs.filters)?;
        }
        let (stored, dialect) = (chain.stored_order(), text.fill_dialect);
        let fill_value = match array.fill_value.defined || !text.null_fill {
            true => array.fill_value.to_stored_json(&array.data_type, stored, dialect, warnings)?,
            false => Json::Null,
        };
        let mut grid = Object::new().with("type", "regular").with("chunk_shape", chunk_shape.to_vec());
        let mut node = Object::new();
        match text.entry {
            None => node.set("zarr_format", text.uri),
            Some(_) => grid.set("separator", separator.as_str()),
        }
        node = node
            .with("shape", array.shape.clone())
            .with("data_type", data_type)
            .with("chunk_grid", grid)
            .with("chunk_memory_layout", layout);
        if let Some((name, codecs)) = codecs.member {
            node.set(name, codecs);
        }
        node = node.with("fill_value", fill_value).with("extensions", Json::Array(Vec::new()));
        let mut documents = self.documents(node, attributes);
        if !transformers.is_empty() {
            documents.node.set("storage_transformers", transformers);
        }
        Ok(documents)
    }

    fn spell_group(&self, group: &GroupMetadata) -> Result<Documents> {
        let mut node = Object::new();
        if self.text.entry.is_none() {
            node.set("zarr_format", self.text.uri);
        }
        if self.text.group_extensions {
            node.set("extensions", Json::Array(Vec::new()));
        }
        Ok(self.documents(node, group.attributes.clone()))
    }

    fn replace_attributes(&self, documents: &mut Documents, mut attributes: Object) -> Result<()> {
        if self.text.attributes == AttributesPlace::Apart {
            documents.attributes = Some(attributes);
            return Ok(());
        }
        let node = &mut documents.node;
        if self.text.filters && node.get("shape").is_some() {
            filters::keep(node, &mut attributes)?;
        }
        node.set("attributes", attributes);
        Ok(())
    }

    fn leaves_fill_open(&self) -> bool {
        self.text.null_fill
    }

    fn keep_users_attributes(&self, attributes: &mut Object) {
        if self.text.filters {
            filters::remove(attributes);
        }
    }

    fn other_layout(&self) -> Option<Arc<dyn Format>> {
        let note = "documents lie where the 2022 draft has them, not where zarr.json says that they do";
        let layout = self.layout.at(self.text.other_place?);
        let notes = self.notes.iter().cloned().chain([note.to_owned()]).collect();
        Some(Arc::new(Self { layout, notes, ..self.clone() }))
    }

    fn consolidated_key(&self, path: &NodePath) -> Option<String> {
        let name = self.text.consolidated.filter(|_| path.is_root())?;
        Some(format!("{}{name}", self.layout.meta))
    }

    /// As zarr-python wrote it: every document by its key in the store, the entry point included.
    fn read_consolidated(&self, _: &NodePath, document: &Object) -> Result<Option<Vec<(String, Object)>>> {
        consolidated_by_key(document, "")
    }

    fn spell_consolidated(&self, _: &[(NodePath, NodeKind, Documents)]) -> Result<Object> {
        let name = self.text.name;
        Err(Error::unsupported(match self.text.consolidated {
            Some(_) => format!("consolidated metadata of format {name} is read, not written"),
            None => format!("format {name} has no consolidated metadata"),
        }))
    }
}
