//! v2: `.zarray`, `.zgroup` and `.zattrs` beside the chunks.

use super::chain::{ChainReader, spell_codec, spell_order};
use super::description::{Documents, Format, KnownBy, NodeKeys, NodeKind, ReadOptions, Registration};
use super::members::{
    DIMENSIONS, attributes_with_dimensions, check_format, consolidated_by_key, dimensions_in_attributes,
    dimensions_of_nczarr, fill_value, lengths_in, member, name_in_attributes,
};
use super::path::NodePath;
use super::vocabulary::Vocabulary;
use crate::codec::{self, ArrayToBytes, BytesCodec, Codec, Transpose};
use crate::dtype::{ByteOrder, DataType, Dialect, StoredOrder, Warnings};
use crate::error::{Error, Result, ResultExt};
use crate::grid::ChunkGrid;
use crate::json::{Items, Json, Members, Object, Style, Value};
use crate::metadata::{ArrayMetadata, ChunkKeyEncoding, FillValue, GroupMetadata, Separator};
use std::sync::Arc;

const VOCABULARY: Vocabulary = Vocabulary { format: "v2", filters: true, opaque: true, values: true };

#[derive(Debug)]
struct V2;

pub(super) const FORMAT: Registration = Registration { name: "v2", create: || Arc::new(V2), known_by: KnownBy::Keys };

impl Format for V2 {
    fn name(&self) -> &'static str {
        FORMAT.name
    }

    fn dialect(&self) -> Dialect {
        Dialect::V2
    }

    /// zarr-python and numcodecs write escapes; netCDF-C, which reads their documents, does not read those.
    fn style(&self) -> Style {
        Style { indent: 4, ascii: false }
    }

    fn needs_ancestors(&self) -> bool {
        true
    }

    fn keys(&self, path: &NodePath) -> NodeKeys {
        NodeKeys::beside_data(path, ".zarray", ".zgroup", Some(".zattrs"))
    }

    fn check_name(&self, name: &str) -> Result<()> {
        if matches!(name, ".zarray" | ".zgroup" | ".zattrs" | ".zmetadata" | "zarr.json") {
            return Err(Error::invalid_argument(format!("node name {name:?} is the name of a document (format v2)")));
        }
        Ok(())
    }

    fn chunk_keys(&self, separator: Option<Separator>) -> ChunkKeyEncoding {
        ChunkKeyEncoding::V2(separator.unwrap_or(Separator::Dot))
    }

    fn lower_array(
        &self,
        documents: &Documents,
        options: &ReadOptions,
        warnings: &mut Warnings,
    ) -> Result<ArrayMetadata> {
        let node = documents.node.members()?;
        check_format(2, node)?;
        let shape = lengths_in(node, "shape")?;
        let chunks = lengths_in(node, "chunks")?;
        let (data_type, byte_order) = lower_data_type(node, warnings)?;
        let chunk_grid = ChunkGrid::regular(&shape, &chunks, data_type.size())?;
        let fill_value = match node.get("fill_value") {
            Some(value) => fill_value(value, &data_type, &byte_order, Dialect::V2, warnings)?,
            None => {
                warnings.add("member \"fill_value\" is missing; taken as null");
                FillValue::undefined(&data_type, warnings)
            }
        };
        let separator = match (node.get("dimension_separator"), options.dimension_separator) {
            (Some(value), _) => Separator::parse(value.expect_str("member \"dimension_separator\"")?)?,
            (None, hint) => hint.unwrap_or(Separator::Dot),
        };
        let mut chain = ChainReader::new(Dialect::V2, &data_type, shape.len(), None).with_chunk_shape(Some(&chunks));
        let order = member(node, "order")?;
        match order.as_str() {
            Some("C") => {}
            Some("F") => chain.push(Transpose::reversal(shape.len()).into())?,
            _ => {
                let given = order.brief();
                return Err(Error::metadata(format!("order must be \"C\" or \"F\", not {given}")));
            }
        }
        if !data_type.is_variable() {
            chain.push(BytesCodec::new(&data_type, byte_order).into())?;
        }
        match node.get("filters") {
            None => warnings.add("member \"filters\" is missing; taken as null"),
            Some(filters) if filters.is_null() => {}
            Some(filters) => {
                for filter in filters.expect_array("member \"filters\"")? {
                    read_codec(filter, &mut chain, warnings)?;
                }
            }
        }
        match node.get("compressor") {
            None if options.ignore_unknown => warnings.add("member \"compressor\" is missing; taken as null"),
            None => return Err(Error::metadata("member \"compressor\" is missing")),
            Some(compressor) if compressor.is_null() => {}
            Some(compressor) => read_codec(compressor, &mut chain, warnings)?,
        }
        let attributes = documents.attributes.clone().unwrap_or_default();
        let names = dimensions_in_attributes(&attributes, shape.len());
        Ok(ArrayMetadata {
            dimension_names: names.or_else(|| dimensions_of_nczarr(node, &attributes, shape.len())),
            chain: chain.finish()?,
            attributes,
            shape,
            data_type,
            chunk_grid,
            chunk_keys: ChunkKeyEncoding::V2(separator),
            fill_value,
        })
    }

    fn lower_group(&self, documents: &Documents, _: &ReadOptions, warnings: &mut Warnings) -> Result<GroupMetadata> {
        let node = documents.node.members()?;
        check_format(2, node)?;
        for (member, _) in node.iter().filter(|(member, _)| *member != "zarr_format") {
            // NetCDF and zarr-python keep things here that mean nothing to others.
            if !member.starts_with("_NC") && member != "consolidated_metadata" {
                warnings.add(format!("unknown member {member:?} in a group document"));
            }
        }
        Ok(GroupMetadata { attributes: documents.attributes.clone().unwrap_or_default() })
    }

    fn spell_array(&self, array: &ArrayMetadata, warnings: &mut Warnings) -> Result<Documents> {
        let chunk_shape = array.chunk_grid.regular_shape()?;
        let ChunkKeyEncoding::V2(separator) = array.chunk_keys else {
            return Err(Error::unsupported("format v2 can't name chunk keys that begin with c"));
        };
        let data_type = array.data_type.to_numpy_json(array.chain.stored_order());
        let data_type =
            data_type.ok_or_else(|| Error::unsupported(format!("format v2 has no data type {}", array.data_type)))?;
        let order = spell_order(&array.chain)?;
        let listed = VOCABULARY.listed(&array.chain)?;
        let mut codecs = Vec::new();
        for codec in &listed {
            let (id, configuration) = spell_codec(codec.info()?, Dialect::V2, array.chain.byte_order())?;
            codecs.push(Json::Object(configuration.with("id", id)));
        }
        // The last codec is the compressor, unless it is one that works on elements.
        let compressed =
            matches!(listed.last(), Some(Codec::ArrayToBytes(ArrayToBytes::Opaque(_)) | Codec::BytesToBytes(_)));
        let compressor = if compressed { codecs.pop().unwrap_or(Json::Null) } else { Json::Null };
        let fill_value = match array.fill_value.defined {
            true => {
                let (data_type, order) = (&array.data_type, array.chain.stored_order());
                array.fill_value.to_stored_json(data_type, order, Dialect::V2, warnings)?
            }
            false => Json::Null,
        };
        let node = Object::new()
            .with("zarr_format", 2)
            .with("shape", array.shape.clone())
            .with("chunks", chunk_shape.to_vec())
            .with("dtype", data_type)
            .with("compressor", compressor)
            .with("fill_value", fill_value)
            .with("order", order)
            .with("filters", if codecs.is_empty() { Json::Null } else { Json::Array(codecs) })
            .with("dimension_separator", separator.as_str());
        let attributes = attributes_with_dimensions(array, FORMAT.name)?;
        Ok(Documents { node: node.sorted().into(), attributes: (!attributes.is_empty()).then_some(attributes) })
    }

    fn spell_group(&self, group: &GroupMetadata) -> Result<Documents> {
        let attributes = (!group.attributes.is_empty()).then(|| group.attributes.clone());
        Ok(Documents { node: Object::new().with("zarr_format", 2).into(), attributes })
    }

    fn replace_attributes(&self, documents: &mut Documents, attributes: Object) -> Result<()> {
        documents.attributes = Some(attributes);
        Ok(())
    }

    fn name_dimensions(&self, documents: &mut Documents, names: Option<&[Option<String>]>) -> Result<()> {
        match (names, &mut documents.attributes) {
            (Some(names), attributes) => name_in_attributes(attributes.get_or_insert_default(), names, FORMAT.name),
            (None, attributes) => {
                attributes.as_mut().and_then(|attributes| attributes.remove(DIMENSIONS));
                Ok(())
            }
        }
    }

    fn leaves_fill_open(&self) -> bool {
        true
    }

    fn consolidated_key(&self, path: &NodePath) -> Option<String> {
        Some(format!("{}.zmetadata", path.prefix()))
    }

    fn read_consolidated(&self, path: &NodePath, document: &Object) -> Result<Option<Vec<(String, Object)>>> {
        consolidated_by_key(document, &path.prefix())
    }

    fn spell_consolidated(&self, nodes: &[(NodePath, NodeKind, Documents)]) -> Result<Object> {
        let prefix = nodes.first().map_or(0, |(group, ..)| group.prefix().len());
        let mut metadata = std::collections::BTreeMap::new();
        for (path, kind, documents) in nodes {
            let keys = self.keys(path);
            let key = if *kind == NodeKind::Array { keys.array } else { keys.group };
            metadata.insert(key[prefix..].to_owned(), Json::from(Object::clone(&documents.node)));
            if let (Some(key), Some(attributes)) = (keys.attributes, &documents.attributes) {
                metadata.insert(key[prefix..].to_owned(), attributes.clone().into());
            }
        }
        let metadata: Object = metadata.into_iter().collect();
        Ok(Object::new().with("metadata", metadata).with("zarr_consolidated_format", 1))
    }

    /// Old stores of NumPy users kept chunks in folders and did not say so.
    fn other_chunk_keys(&self, documents: &Documents, options: &ReadOptions) -> Option<ChunkKeyEncoding> {
        let separator = documents.node.members().ok().and_then(|node| node.get("dimension_separator"));
        let said = separator.is_some() || options.dimension_separator.is_some();
        (!said).then_some(ChunkKeyEncoding::V2(Separator::Slash))
    }
}

/// The type of elements; of objects, the first codec tells it.
fn lower_data_type(node: Members, warnings: &mut Warnings) -> Result<(DataType, StoredOrder)> {
    let value = member(node, "dtype")?;
    if value.as_str() == Some("|O") {
        let mut filters = node.get("filters").and_then(Value::as_array).unwrap_or(Items::none());
        // Old files have the object codec in the place of the compressor.
        let first = filters.next().or_else(|| node.get("compressor"));
        let id = first.and_then(Value::as_object).and_then(|codec| codec.get("id")?.as_str());
        return Ok((codec::object_type(id)?, ByteOrder::Little.into()));
    }
    DataType::from_numpy_json(&value.to_json(), warnings).context(|| "member \"dtype\"")
}

fn read_codec(value: Value, chain: &mut ChainReader, warnings: &mut Warnings) -> Result<()> {
    let members = value.expect_object("a filter or compressor")?;
    let id = members.get("id");
    let id = id.ok_or_else(|| Error::metadata(format!("a filter or compressor has no id: {}", value.brief())))?;
    let id = id.expect_str("the id of a filter or compressor")?;
    let parameters = members.without("id")?;
    chain.read(id, parameters.members()?, warnings).context(|| format!("filter or compressor {id:?}"))
}
