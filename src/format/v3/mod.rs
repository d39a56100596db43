//! Final v3 (3.0 and 3.1): one document `zarr.json` for each node, chunks beside it.

mod chunk_keys;
mod codecs;
mod data_type;
mod extension;
mod grid;
mod inline_copy;
mod members;
mod n5_block;
mod optional;
mod rectilinear;
mod sharding;
mod split_vlen;

use self::codecs::CodecPlace;
use self::extension::Extension;
use self::members::{ArrayMembers, GroupMembers};
use super::description::{Candidate, Documents, Format, KnownBy, NodeKeys, NodeKind, ReadOptions, Registration};
use super::members::{
    DIMENSIONS, attributes, dimension_names, dimensions_in_attributes, lengths, member, refuse_bare_tokens, required,
};
use super::path::{NodePath, child_prefixes};
use crate::codec::{Codec, IndexCodecs, SHARDING, Unknown};
use crate::dtype::{ByteOrder, Dialect, Warnings};
use crate::error::{Error, Result, ResultExt};
use crate::grid::ChunkGrid;
use crate::json::{Document, Items, Json, Object, Style, Value};
use crate::metadata::{ArrayMetadata, ChunkKeyEncoding, FillValue, GroupMetadata, Separator};
use crate::store::Listing;
use std::sync::Arc;

#[derive(Debug)]
struct V3;

pub(super) const FORMAT: Registration =
    Registration { name: "v3", create: || Arc::new(V3), known_by: KnownBy::ZarrJson(open) };

/// The format of a node with this document.
fn open(document: &Document, _: &ReadOptions, _: &mut Warnings) -> Result<Option<Arc<dyn Format>>> {
    let is_third = member(document.members()?, "zarr_format")?.as_u64() == Some(3);
    Ok(is_third.then(FORMAT.create))
}

impl Format for V3 {
    fn name(&self) -> &'static str {
        FORMAT.name
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

    fn keys(&self, path: &NodePath) -> NodeKeys {
        NodeKeys::beside_data(path, "zarr.json", "zarr.json", None)
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

    fn classify(&self, node: &Document) -> Result<NodeKind> {
        let node_type = member(node.members()?, "node_type")?;
        match node_type.as_str() {
            Some("array") => Ok(NodeKind::Array),
            Some("group") => Ok(NodeKind::Group),
            _ => {
                let given = node_type.brief();
                Err(Error::metadata(format!("node_type must be \"array\" or \"group\", not {given}")))
            }
        }
    }

    fn chunk_keys(&self, separator: Option<Separator>) -> ChunkKeyEncoding {
        ChunkKeyEncoding::Default(separator.unwrap_or(Separator::Slash))
    }

    fn named_chunk_keys(&self, encoding: Value<'_>) -> Result<ChunkKeyEncoding> {
        chunk_keys::lower(encoding, &mut Warnings::default())
    }

    fn chunk_keys_of_copy(&self, keys: &ChunkKeyEncoding) -> ChunkKeyEncoding {
        match keys {
            ChunkKeyEncoding::Fanout(_) | ChunkKeyEncoding::Suffix(_) => keys.clone(),
            keys => self.chunk_keys(keys.chosen_separator()),
        }
    }

    fn shard_index(&self, rank: usize) -> Result<IndexCodecs> {
        IndexCodecs::little_endian(rank, true)
    }

    fn candidates(&self, path: &NodePath, listing: &Listing) -> Vec<Candidate> {
        let names = child_prefixes(path, listing).filter(|name| !name.starts_with("__"));
        names.map(|name| Candidate { name: name.to_owned(), kind: None }).collect()
    }

    fn lower_array(
        &self,
        documents: &Documents,
        options: &ReadOptions,
        warnings: &mut Warnings,
    ) -> Result<ArrayMetadata> {
        let node = ArrayMembers::read(documents.node.members()?);
        let grid = required(node.chunk_grid, "chunk_grid")?;
        // Drafts of 2023 carry the number of the final format, but other members; what marks them is this one.
        let transitional = node.chunk_key_encoding.is_none()
            && grid.as_object().is_some_and(|grid| {
                grid.get("configuration").and_then(Value::as_object).is_some_and(|grid| grid.get("separator").is_some())
            });
        if transitional {
            warnings.add("the document is a draft of final v3 (2023)");
        }
        refuse_bare_tokens(&documents.node)?;
        let unknown = node.unknown.iter().filter(|(member, _)| !transitional || *member != "extensions");
        check_unknown(unknown.copied(), options, warnings)?;
        let shape = lengths(required(node.shape, "shape")?, "shape")?;
        let data_type = data_type::lower(required(node.data_type, "data_type")?, options, warnings)?;
        let (chunk_grid, separator) = grid::lower(grid, transitional, &shape, data_type.size())?;
        let chunk_keys = match separator {
            Some(separator) => ChunkKeyEncoding::Default(separator),
            None => chunk_keys::lower(required(node.chunk_key_encoding, "chunk_key_encoding")?, warnings)?,
        };
        let fill_value = required(node.fill_value, "fill_value")?;
        let fill_value = if fill_value.is_null() && data_type.optional_of().is_none() {
            warnings.add("fill_value is null, which the format forbids; taken as the default of the data type");
            FillValue::undefined(&data_type, warnings)
        } else {
            FillValue::from_json(&fill_value.to_json(), &data_type, Dialect::V3, warnings)?
        };
        let mut transformer = None;
        if let Some(transformers) = node.storage_transformers {
            for extension in transformers.expect_array("member \"storage_transformers\"")? {
                let extension = Extension::read(extension, "a storage transformer")?;
                let (kind, name) = ("storage transformer", extension.name.to_owned());
                let unknown = Unknown { kind, name, configuration: extension.configuration.to_object() };
                if extension.must_understand {
                    return Err(unknown.error());
                }
                warnings.note(format!("{kind} {:?} is not known; chunks can't be read", unknown.name));
                transformer.get_or_insert(unknown);
            }
        }
        let codecs = match node.codecs {
            None if transitional || is_of_gdal(&node) => Items::none(),
            codecs => required(codecs, "codecs")?.expect_array("member \"codecs\"")?,
        };
        let omits_bytes = transitional || (is_of_gdal(&node) && (node.codecs.is_none() || !codecs.is_empty()));
        let uniform = chunk_grid.regular_shape().is_ok();
        let place = CodecPlace { chunk_shape: &chunk_grid.largest_shape(), uniform, depth: 0 };
        let implicit = omits_bytes.then_some(ByteOrder::Little);
        let mut chain = codecs::lower(codecs, &place, &data_type, implicit, warnings)?;
        if !transitional && chain.unknown().is_none() && chain.codecs().len() > codecs.len() {
            warnings.add("member \"codecs\" lacks the codec \"bytes\", as GDAL's; elements are taken as little-endian");
        }
        if let Some(unknown) = transformer {
            chain.add_unknown(unknown);
        }
        if let Some(inner) = chain.inner_shape() {
            chunk_grid.check_divisible(&inner).context(|| format!("codec {SHARDING:?}"))?;
        }
        if chain.block().is_some() {
            chunk_grid.regular_shape().context(|| "blocks of N5 are not supported here")?;
        }
        let array = ArrayMetadata {
            chain,
            dimension_names: dimension_names(node.dimension_names, shape.len())?,
            attributes: attributes(node.attributes)?,
            shape,
            data_type,
            chunk_grid,
            chunk_keys,
            fill_value,
        };
        // Stored elements can be read without it, and missing ones read as the stored fill value.
        if let Err(error) = array.check_fill() {
            warnings.add(format!("{}; the array can be read, not written", error.told()));
        }
        Ok(array)
    }

    fn lower_group(
        &self,
        documents: &Documents,
        options: &ReadOptions,
        warnings: &mut Warnings,
    ) -> Result<GroupMetadata> {
        let node = GroupMembers::read(documents.node.members()?);
        refuse_bare_tokens(&documents.node)?;
        check_unknown(node.unknown.into_iter(), options, warnings)?;
        Ok(GroupMetadata { attributes: attributes(node.attributes)? })
    }

    fn adopt(&self, array: &mut ArrayMetadata) -> Result<()> {
        // The names have a member of their own here.
        let named = dimensions_in_attributes(&array.attributes, array.shape.len());
        if named.is_some() && named == array.dimension_names {
            array.attributes.remove(DIMENSIONS);
        }
        array.chain = array.chain.without_block(&array.data_type, array.shape.len())?;
        Ok(())
    }

    fn spell_array(&self, array: &ArrayMetadata, warnings: &mut Warnings) -> Result<Documents> {
        let codecs = codecs::spell(&array.chain)?;
        let node = Object::new()
            .with("zarr_format", 3)
            .with("node_type", "array")
            .with("shape", array.shape.clone())
            .with("data_type", array.data_type.to_v3_json()?)
            .with("chunk_grid", grid::spell(&array.chunk_grid))
            .with("chunk_key_encoding", chunk_keys::spell(&array.chunk_keys)?)
            .with("fill_value", array.fill_value.to_json(&array.data_type, Dialect::V3, warnings)?)
            .with("codecs", codecs)
            .with("attributes", array.attributes.clone());
        let mut documents = Documents { node: node.into(), attributes: None };
        if array.dimension_names.is_some() {
            self.name_dimensions(&mut documents, array.dimension_names.as_deref())?;
        }
        Ok(documents)
    }

    fn spell_group(&self, group: &GroupMetadata) -> Result<Documents> {
        let node = Object::new()
            .with("zarr_format", 3)
            .with("node_type", "group")
            .with("attributes", group.attributes.clone());
        Ok(Documents { node: node.into(), attributes: None })
    }

    fn resize(&self, documents: &mut Documents, shape: &[u64], grid: &ChunkGrid) -> Result<()> {
        if matches!(grid, ChunkGrid::Rectilinear { .. }) {
            documents.node.set("chunk_grid", grid::spell(grid));
        }
        documents.node.set("shape", shape.to_vec());
        Ok(())
    }

    fn replace_attributes(&self, documents: &mut Documents, attributes: Object) -> Result<()> {
        documents.node.set("attributes", attributes);
        Ok(())
    }

    fn name_dimensions(&self, documents: &mut Documents, names: Option<&[Option<String>]>) -> Result<()> {
        match names {
            Some(names) => {
                let names = names.iter().map(|name| name.as_deref().map_or(Json::Null, Json::from));
                documents.node.set("dimension_names", names.collect::<Vec<_>>());
            }
            None => drop(documents.node.remove("dimension_names")),
        }
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

/// A codec as an extension object of final v3; type strings of filters say this byte order.
///
/// # Errors
/// [`crate::ErrorKind::Unsupported`] for one that the format has no words for.
pub fn spell_codec(codec: &Codec, order: ByteOrder) -> Result<Object> {
    codecs::spell_codec(codec, order)
}

/// True if GDAL 3.8 to 3.10 may have written a document: they named compressors only, and left out the member `codecs`
/// where there were none. They always wrote attributes, and names of all dimensions, which few others do.
fn is_of_gdal(node: &ArrayMembers) -> bool {
    let names = node.dimension_names.and_then(Value::as_array);
    node.attributes.is_some()
        && node.storage_transformers.is_none()
        && names.is_some_and(|mut names| !names.is_empty() && names.all(|name| name.as_str().is_some()))
}

/// Refuses members that the format does not know, but for those that say themselves that they may be ignored.
fn check_unknown<'d>(
    members: impl Iterator<Item = (&'d str, Value<'d>)>,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<()> {
    for (member, value) in members {
        let ignorable = value.as_object().and_then(|object| object.get("must_understand")).and_then(Value::as_bool);
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
