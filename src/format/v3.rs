//! Final v3 (3.0 and 3.1): one document `zarr.json` for each node, chunks beside it.

use super::extensions;
use super::shared::{self, ChainReader, NodePath};
use super::{Candidate, Documents, Format, FormatId, NodeKeys, NodeKind, ReadOptions, inline_copy, rectilinear};
use crate::codec::sharding::NAME as SHARDING;
use crate::codec::{Chain, Codec, IndexCodecs, IndexLocation, N5Block, Sharding};
use crate::dtype::{ByteOrder, DataType, Dialect, Warnings};
use crate::error::{Error, Result, ResultExt};
use crate::grid::ChunkGrid;
use crate::json::{Json, Object, Style};
use crate::metadata::{ArrayMetadata, ChunkKeyEncoding, FillValue, GroupMetadata, Separator};
use crate::store::Listing;
use std::sync::Arc;

#[derive(Debug)]
struct V3;

pub(super) fn create() -> Arc<dyn Format> {
    Arc::new(V3)
}

const ARRAY_MEMBERS: &[&str] = &[
    "zarr_format",
    "node_type",
    "shape",
    "data_type",
    "chunk_grid",
    "chunk_key_encoding",
    "fill_value",
    "codecs",
    "attributes",
    "storage_transformers",
    "dimension_names",
];
const GROUP_MEMBERS: &[&str] = &["zarr_format", "node_type", "attributes", "consolidated_metadata"];

impl Format for V3 {
    fn id(&self) -> FormatId {
        FormatId::V3
    }

    fn dialect(&self) -> Dialect {
        Dialect::V3
    }

    fn style(&self) -> Style {
        Style { indent: 2, ascii: false }
    }

    fn needs_ancestors(&self) -> bool {
        true
    }

    fn implicit_groups(&self) -> bool {
        false
    }

    fn keys(&self, path: &NodePath) -> NodeKeys {
        let prefix = path.prefix();
        let document = format!("{prefix}zarr.json");
        NodeKeys {
            array: document.clone(),
            group: document,
            attributes: None,
            data: prefix.clone(),
            children: prefix.clone(),
            subtree: vec![prefix],
        }
    }

    fn check_name(&self, name: &str) -> Result<()> {
        let wrong = |why: &str| Err(Error::invalid_argument(format!("node name {name:?} {why} (format v3)")));
        if name.bytes().all(|byte| byte == b'.') {
            wrong("must not consist of periods only")
        } else if name.starts_with("__") {
            wrong("must not begin with \"__\", which is reserved")
        } else if name == "zarr.json" {
            wrong("is the name of the documents")
        } else {
            Ok(())
        }
    }

    fn classify(&self, node: &Object) -> Result<NodeKind> {
        match shared::member(node, "node_type")?.as_str() {
            Some("array") => Ok(NodeKind::Array),
            Some("group") => Ok(NodeKind::Group),
            _ => {
                let given = shared::member(node, "node_type")?.brief();
                Err(Error::metadata(format!("node_type must be \"array\" or \"group\", not {given}")))
            }
        }
    }

    fn chunk_keys(&self, separator: Option<Separator>) -> ChunkKeyEncoding {
        ChunkKeyEncoding::Default(separator.unwrap_or(Separator::Slash))
    }

    fn shard_index(&self, rank: usize) -> Result<IndexCodecs> {
        IndexCodecs::little_endian(rank, true)
    }

    fn candidates(&self, path: &NodePath, listing: &Listing) -> Vec<Candidate> {
        let names = shared::child_prefixes(path, listing).filter(|name| !name.starts_with("__"));
        names.map(|name| Candidate { name: name.to_owned(), kind: None }).collect()
    }

    fn lower_array(
        &self,
        documents: &Documents,
        options: &ReadOptions,
        warnings: &mut Warnings,
    ) -> Result<ArrayMetadata> {
        let node = &documents.node;
        let grid = shared::member(node, "chunk_grid")?;
        // Drafts of 2023 carry the number of the final format, but other members; what marks them is this one.
        let transitional = node.get("chunk_key_encoding").is_none()
            && grid.as_object().is_some_and(|grid| {
                grid.get("configuration").and_then(Json::as_object).is_some_and(|grid| grid.get("separator").is_some())
            });
        if transitional {
            warnings.add("the document is a draft of final v3 (2023)");
        }
        check_members(node, ARRAY_MEMBERS, transitional, options, warnings)?;
        let shape = shared::lengths(shared::member(node, "shape")?, "shape")?;
        let data_type = extensions::lower_named_data_type(shared::member(node, "data_type")?, options, warnings)?;
        let (chunk_grid, separator) = lower_grid(grid, transitional, &shape, data_type.size())?;
        let chunk_keys = match separator {
            Some(separator) => ChunkKeyEncoding::Default(separator),
            None => lower_chunk_keys(shared::member(node, "chunk_key_encoding")?)?,
        };
        let fill_value = match shared::member(node, "fill_value")? {
            Json::Null => {
                warnings.add("fill_value is null, which the format forbids; taken as zero");
                FillValue::undefined(&data_type)
            }
            value => FillValue::from_json(value, &data_type, Dialect::V3, warnings)?,
        };
        match node.get("storage_transformers") {
            None => {}
            Some(transformers) => {
                for transformer in transformers.expect_array("member \"storage_transformers\"")? {
                    let transformer = Extension::read(transformer, "a storage transformer")?;
                    if transformer.must_understand {
                        let name = transformer.name;
                        return Err(Error::unsupported(format!("storage transformer {name:?} is not supported")));
                    }
                    let name = transformer.name;
                    warnings.note(format!("storage transformer {name:?} is ignored, as the document allows"));
                }
            }
        }
        let none = Json::Array(Vec::new());
        let codecs = if transitional { node.get("codecs").unwrap_or(&none) } else { shared::member(node, "codecs")? };
        let implicit = transitional.then_some(ByteOrder::Little);
        let codecs = codecs.expect_array("member \"codecs\"")?;
        let uniform = chunk_grid.regular_shape().is_ok();
        let place = Place { chunk_shape: &chunk_grid.largest_shape(), uniform, depth: 0 };
        let chain = lower_chain(codecs, &place, &data_type, implicit, warnings)?;
        if let Some(inner) = chain.inner_shape() {
            chunk_grid.check_divisible(&inner).context(|| format!("codec {SHARDING:?}"))?;
        }
        if chain.block().is_some() {
            chunk_grid.regular_shape().context(|| "blocks of N5 are not supported here")?;
        }
        Ok(ArrayMetadata {
            chain,
            dimension_names: shared::dimension_names(node.get("dimension_names"), shape.len())?,
            attributes: shared::attributes(node.get("attributes"))?,
            shape,
            data_type,
            chunk_grid,
            chunk_keys,
            fill_value,
        })
    }

    fn lower_group(
        &self,
        documents: &Documents,
        options: &ReadOptions,
        warnings: &mut Warnings,
    ) -> Result<GroupMetadata> {
        check_members(&documents.node, GROUP_MEMBERS, false, options, warnings)?;
        Ok(GroupMetadata { attributes: shared::attributes(documents.node.get("attributes"))? })
    }

    fn adopt(&self, array: &mut ArrayMetadata) -> Result<()> {
        // The names have a member of their own here.
        let named = shared::dimensions_in_attributes(&array.attributes, array.shape.len());
        if named.is_some() && named == array.dimension_names {
            array.attributes.remove(shared::DIMENSIONS);
        }
        array.chain = array.chain.without_block(&array.data_type, array.shape.len())?;
        Ok(())
    }

    fn spell_array(&self, array: &ArrayMetadata, warnings: &mut Warnings) -> Result<Documents> {
        let separator = array.chunk_keys.separator().as_str();
        let encoding = match array.chunk_keys {
            ChunkKeyEncoding::Default(_) => "default",
            ChunkKeyEncoding::V2(_) => "v2",
            ChunkKeyEncoding::Draft(_) => {
                return Err(Error::unsupported("format v3 can't name chunk keys of the form c0/0"));
            }
            ChunkKeyEncoding::N5 => {
                return Err(Error::unsupported("format v3 can't name chunk keys with reversed axes"));
            }
        };
        let codecs = spell_chain(&array.chain)?;
        let mut node = Object::new()
            .with("zarr_format", 3)
            .with("node_type", "array")
            .with("shape", array.shape.clone())
            .with("data_type", array.data_type.to_v3_json()?)
            .with("chunk_grid", spell_grid(&array.chunk_grid))
            .with("chunk_key_encoding", extension(encoding, Object::new().with("separator", separator)))
            .with("fill_value", array.data_type.fill_to_json(&array.fill_value.element, Dialect::V3, warnings))
            .with("codecs", codecs)
            .with("attributes", array.attributes.clone());
        if let Some(names) = &array.dimension_names {
            let names = names.iter().map(|name| name.as_deref().map_or(Json::Null, Json::from));
            node.set("dimension_names", names.collect::<Vec<_>>());
        }
        Ok(Documents { node, attributes: None })
    }

    fn spell_group(&self, group: &GroupMetadata) -> Result<Documents> {
        let node = Object::new()
            .with("zarr_format", 3)
            .with("node_type", "group")
            .with("attributes", group.attributes.clone());
        Ok(Documents { node, attributes: None })
    }

    fn resize(&self, documents: &mut Documents, shape: &[u64], grid: &ChunkGrid) -> Result<()> {
        if matches!(grid, ChunkGrid::Rectilinear { .. }) {
            documents.node.set("chunk_grid", spell_grid(grid));
        }
        documents.node.set("shape", shape.to_vec());
        Ok(())
    }

    fn replace_attributes(&self, documents: &mut Documents, attributes: Object) -> Result<()> {
        documents.node.set("attributes", attributes);
        Ok(())
    }

    fn consolidated_key(&self, path: &NodePath) -> Option<String> {
        Some(self.keys(path).group)
    }

    fn read_consolidated(&self, path: &NodePath, document: &Object) -> Result<Option<Vec<(String, Object)>>> {
        inline_copy::read(path, document)
    }

    fn spell_consolidated(&self, nodes: &[(NodePath, NodeKind, Documents)]) -> Result<Object> {
        inline_copy::spell(nodes)
    }

    fn drop_consolidated(&self, node: &mut Object) -> bool {
        inline_copy::take_away(node)
    }
}

/// An extension object, or the plain string that 3.1 allows in its place.
struct Extension<'a> {
    name: &'a str,
    configuration: &'a Object,
    must_understand: bool,
}

impl<'a> Extension<'a> {
    fn read(value: &'a Json, what: &str) -> Result<Self> {
        let object = match value {
            Json::String(name) => return Ok(Self { name, configuration: &shared::NOTHING, must_understand: true }),
            value => value.expect_object(what)?,
        };
        // Drafts of 2023 say `type` for `name`.
        let name = object.get("name").or_else(|| object.get("type"));
        let name = name.ok_or_else(|| Error::metadata(format!("{what} has no name: {}", value.brief())))?;
        for (member, _) in object.iter() {
            if !matches!(member, "name" | "type" | "configuration" | "must_understand") {
                return Err(Error::metadata(format!("{what} has an unknown member {member:?}")));
            }
        }
        let must_understand = match object.get("must_understand") {
            None => true,
            Some(value) => value.as_bool().ok_or_else(|| {
                Error::metadata(format!("must_understand must be true or false, not {}", value.brief()))
            })?,
        };
        let name = name.expect_str(format_args!("the name of {what}"))?;
        Ok(Self { name, configuration: shared::configuration(object, what)?, must_understand })
    }

    /// Refuses members of the configuration beside these.
    fn only(&self, members: &[&str]) -> Result<()> {
        match self.configuration.iter().find(|(member, _)| !members.contains(member)) {
            Some((member, _)) => {
                Err(Error::metadata(format!("{:?} has an unknown member {member:?} in its configuration", self.name)))
            }
            None => Ok(()),
        }
    }
}

fn extension(name: &str, configuration: Object) -> Object {
    let object = Object::new().with("name", name);
    if configuration.is_empty() { object } else { object.with("configuration", configuration) }
}

fn check_members(
    node: &Object,
    known: &[&str],
    transitional: bool,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<()> {
    shared::refuse_bare_tokens(node)?;
    for (member, value) in node.iter().filter(|(member, _)| !known.contains(member)) {
        let ignorable = value.as_object().and_then(|object| object.get("must_understand")).and_then(Json::as_bool);
        if transitional && member == "extensions" {
            continue;
        }
        if ignorable == Some(false) {
            warnings.note(format!("member {member:?} is not known, and ignored, as the document allows"));
            continue;
        }
        if !options.ignore_unknown {
            return Err(Error::unsupported(format!("unknown member {member:?}, which must be understood")));
        }
        warnings.add(format!("unknown member {member:?} ignored"));
    }
    Ok(())
}

fn spell_grid(grid: &ChunkGrid) -> Object {
    match grid {
        ChunkGrid::Regular { chunk_shape } => {
            extension("regular", Object::new().with("chunk_shape", chunk_shape.clone()))
        }
        ChunkGrid::Rectilinear { axes } => extension(rectilinear::NAME, rectilinear::spell(axes)),
    }
}

/// The chunk grid, and the separator where a draft of 2023 has it here.
fn lower_grid(
    value: &Json,
    transitional: bool,
    shape: &[u64],
    item_size: usize,
) -> Result<(ChunkGrid, Option<Separator>)> {
    let grid = Extension::read(value, "the chunk grid")?;
    match grid.name {
        "regular" => {
            grid.only(if transitional { &["chunk_shape", "separator"] } else { &["chunk_shape"] })?;
            let chunk_shape = shared::lengths(shared::member(grid.configuration, "chunk_shape")?, "chunk_shape")?;
            let separator = grid.configuration.get("separator");
            let separator = separator.map(|value| Separator::parse(value.expect_str("separator")?));
            Ok((ChunkGrid::regular(shape, &chunk_shape, item_size)?, separator.transpose()?))
        }
        rectilinear::NAME => {
            let axes = rectilinear::lower(grid.configuration)?;
            Ok((ChunkGrid::rectilinear(shape, axes, item_size)?, None))
        }
        other => Err(Error::unsupported(format!("chunk grid {other:?} is not supported"))),
    }
}

fn lower_chunk_keys(value: &Json) -> Result<ChunkKeyEncoding> {
    let encoding = Extension::read(value, "the chunk key encoding")?;
    encoding.only(&["separator"])?;
    let separator =
        encoding.configuration.get("separator").map(|value| Separator::parse(value.expect_str("separator")?));
    let separator = separator.transpose()?;
    match encoding.name {
        "default" => Ok(ChunkKeyEncoding::Default(separator.unwrap_or(Separator::Slash))),
        "v2" => Ok(ChunkKeyEncoding::V2(separator.unwrap_or(Separator::Dot))),
        other => Err(Error::unsupported(format!("chunk key encoding {other:?} is not supported"))),
    }
}

/// Shards in shards in shards: more is no data, but somebody who wants the library to run in circles.
const MAX_SHARD_DEPTH: usize = 8;

/// Where a list of codecs stands.
struct Place<'a> {
    /// The shape of what they encode.
    chunk_shape: &'a [u64],
    /// Whether all that they encode has it.
    uniform: bool,
    /// Shards around it.
    depth: usize,
}

fn lower_chain(
    codecs: &[Json],
    place: &Place,
    data_type: &DataType,
    implicit: Option<ByteOrder>,
    warnings: &mut Warnings,
) -> Result<Chain> {
    let uniform = place.uniform.then_some(place.chunk_shape);
    let mut chain =
        ChainReader::new(Dialect::V3, data_type, place.chunk_shape.len(), implicit).with_chunk_shape(uniform);
    let mut shape = place.chunk_shape.to_vec();
    for codec in codecs {
        let extension = Extension::read(codec, "a codec")?;
        if extension.name == SHARDING {
            let place = Place { chunk_shape: &shape, depth: place.depth + 1, ..*place };
            chain.push(Codec::Sharding(Arc::new(lower_sharding(&extension, &place, data_type, warnings)?)));
            continue;
        }
        if extension.name == N5_BLOCK {
            let place = Place { chunk_shape: &shape, ..*place };
            chain.push(Codec::N5Block(Arc::new(lower_block(&extension, &place, data_type, warnings)?)));
            continue;
        }
        chain.read(extension.name, extension.configuration.clone(), warnings)?;
        match chain.last() {
            Some(Codec::Unknown(unknown)) if extension.must_understand => return Err(unknown.error()),
            Some(Codec::Unknown(_)) => chain.pass_over(warnings),
            Some(Codec::Transpose(transpose)) => {
                shape = transpose.order.iter().map(|axis| shape[*axis]).collect();
            }
            _ => {}
        }
    }
    chain.finish()
}

/// The other codec whose configuration holds codecs again.
const N5_BLOCK: &str = "n5_default";

/// A block of N5. What it holds is spelled as codecs, but may only be what N5 can say.
fn lower_block(extension: &Extension, place: &Place, data_type: &DataType, warnings: &mut Warnings) -> Result<N5Block> {
    extension.only(&["codecs"])?;
    let codecs = shared::member(extension.configuration, "codecs")?.expect_array("member \"codecs\" of a block")?;
    if codecs.len() > 3 {
        return Err(Error::metadata(format!("{N5_BLOCK:?} has {} codecs, more than three", codecs.len())));
    }
    // Neither shards nor blocks can lie inside, so nothing asks for a place.
    let mut inside = ChainReader::new(Dialect::V3, data_type, place.chunk_shape.len(), None);
    for codec in codecs {
        let codec = Extension::read(codec, "a codec")?;
        inside
            .read(codec.name, codec.configuration.clone(), warnings)
            .context(|| format!("a codec of {N5_BLOCK:?}"))?;
    }
    let chain = inside.finish().context(|| format!("the codecs of {N5_BLOCK:?}"))?;
    let compressor = match chain.codecs() {
        [Codec::Transpose(axes), Codec::Bytes(bytes), rest @ ..]
            if axes.is_reversal() && (!bytes.ordered || bytes.order.uniform() == Some(ByteOrder::Big)) =>
        {
            match rest {
                [] => None,
                [Codec::BytesToBytes(codec)] => Some(Arc::clone(codec)),
                [Codec::Unknown(codec)] => return Err(codec.error()),
                _ => return Err(Error::metadata(format!("{N5_BLOCK:?} holds a codec that is no compressor"))),
            }
        }
        _ => {
            return Err(Error::metadata(format!(
                "the codecs of {N5_BLOCK:?} must be a transpose that reverses all axes, big-endian bytes, and at most one \
                 compressor"
            )));
        }
    };
    N5Block::new(place.chunk_shape, data_type, compressor, false)
}

fn spell_block(block: &N5Block) -> Result<Object> {
    let order: Vec<u64> = (0..block.rank() as u64).rev().collect();
    let mut codecs = vec![
        extension("transpose", Object::new().with("order", order)),
        extension("bytes", Object::new().with("endian", "big")),
    ];
    if let Some(compressor) = block.compressor() {
        codecs.push(spell_codec(&Codec::BytesToBytes(Arc::clone(compressor)), ByteOrder::Big)?);
    }
    Ok(Object::new().with("codecs", codecs))
}

fn lower_sharding(
    extension: &Extension,
    place: &Place,
    data_type: &DataType,
    warnings: &mut Warnings,
) -> Result<Sharding> {
    if place.depth > MAX_SHARD_DEPTH {
        return Err(Error::limit(format!("shards are nested more than {MAX_SHARD_DEPTH} deep")));
    }
    extension.only(&["chunk_shape", "codecs", "index_codecs", "index_location"])?;
    let configuration = &extension.configuration;
    let chunk_shape = shared::lengths(shared::member(configuration, "chunk_shape")?, "chunk_shape")?;
    let rank = place.chunk_shape.len();
    if chunk_shape.len() != rank {
        let given = chunk_shape.len();
        return Err(Error::metadata(format!("{SHARDING:?}: the shard has {rank} dimensions, the inner chunk {given}")));
    }
    let inside = Place { chunk_shape: &chunk_shape, uniform: true, depth: place.depth };
    let chain = match configuration.get("codecs") {
        Some(codecs) => {
            let codecs = codecs.expect_array("member \"codecs\" of a shard")?;
            lower_chain(codecs, &inside, data_type, None, warnings)
        }
        None => {
            warnings.add(format!("{SHARDING:?} has no codecs, as in drafts of 2023; taken as little-endian bytes"));
            lower_chain(&[], &inside, data_type, Some(ByteOrder::Little), warnings)
        }
    };
    let chain = chain.context(|| "the codecs of the inner chunks")?;
    let mut index = match configuration.get("index_codecs") {
        Some(codecs) => {
            let codecs = codecs.expect_array("member \"index_codecs\"")?;
            // The shape matters for shards only, which an index can't be.
            let shape = vec![1; rank + 1];
            let place = Place { chunk_shape: &shape, uniform: false, depth: MAX_SHARD_DEPTH };
            let chain = lower_chain(codecs, &place, &IndexCodecs::data_type()?, None, warnings);
            let chain = chain.context(|| "the codecs of the index")?;
            IndexCodecs { chain, location: IndexLocation::End, guessed: false }
        }
        None => {
            warnings.add(format!("{SHARDING:?} has no index_codecs, as in drafts of 2023; taken as little-endian"));
            IndexCodecs { guessed: true, ..IndexCodecs::little_endian(rank, true)? }
        }
    };
    index.location = match configuration.get("index_location").map(|location| (location.as_str(), location)) {
        None | Some((Some("end"), _)) => IndexLocation::End,
        Some((Some("start"), _)) => IndexLocation::Start,
        Some((_, other)) => {
            return Err(Error::metadata(format!("index_location must be \"start\" or \"end\", not {}", other.brief())));
        }
    };
    Sharding::new(place.chunk_shape, &chunk_shape, data_type, chain, index)
}

fn spell_chain(chain: &Chain) -> Result<Vec<Object>> {
    let order = chain.codecs().iter().find_map(|codec| match codec {
        Codec::Bytes(bytes) if bytes.ordered => Some(bytes.order.first()),
        _ => None,
    });
    let spell = |codec| spell_codec(codec, order.unwrap_or(ByteOrder::Little));
    chain.codecs().iter().map(spell).collect()
}

/// A codec of a chain whose `bytes` has this order: zarr-python takes the type strings of filters for those of the bytes.
fn spell_codec(codec: &Codec, order: ByteOrder) -> Result<Object> {
    let (name, configuration) = match codec {
        Codec::Transpose(codec) => shared::spell_codec(codec, Dialect::V3)?,
        Codec::Filter(codec) => shared::spell_filter(&**codec, Dialect::V3, order)?,
        Codec::Bytes(codec) => shared::spell_codec(codec, Dialect::V3)?,
        Codec::Values(codec) => shared::spell_codec(&**codec, Dialect::V3)?,
        Codec::Sharding(codec) if codec.index().guessed => {
            return Err(Error::unsupported("whether the index of the shards has a checksum is not known"));
        }
        Codec::Sharding(codec) => {
            let configuration = Object::new()
                .with("chunk_shape", codec.chunk_shape().to_vec())
                .with("codecs", spell_chain(codec.chain())?)
                .with("index_codecs", spell_chain(&codec.index().chain)?)
                .with("index_location", codec.index().location.name());
            (SHARDING.to_owned(), configuration)
        }
        Codec::N5Block(block) => (N5_BLOCK.to_owned(), spell_block(block)?),
        Codec::ArrayToBytes(codec) | Codec::BytesToBytes(codec) => shared::spell_codec(&**codec, Dialect::V3)?,
        Codec::Unknown(codec) => return Err(codec.error()),
    };
    // zarr-python wants a configuration for these, and be it empty.
    if name.starts_with("numcodecs.") {
        return Ok(Object::new().with("name", name).with("configuration", configuration));
    }
    Ok(extension(&name, configuration))
}
