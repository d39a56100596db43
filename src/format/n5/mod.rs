//! N5: folders with a document `attributes.json`, in which what N5 itself says of an array lies among the attributes of
//! the user.
//!
//! N5 lists axes with the fastest first. Here, as in every other format, the last axis is the fastest: dimensions,
//! block sizes and the indices in chunk keys are reversed, and nothing else is.

mod compression;

use super::description::{Documents, Format, KnownBy, NodeKeys, NodeKind, ReadOptions, Registration};
use super::members::{
    DIMENSIONS, attributes_with_dimensions, dimensions_in_attributes, lengths_in, member, name_in_attributes,
};
use super::path::NodePath;
use crate::codec::{ArrayToArray, BytesCodec, Chain, Codec, N5_TYPES, N5Block, Transpose};
use crate::dtype::{ByteOrder, DataType, Dialect, Warnings};
use crate::error::{Error, Result, ResultExt};
use crate::grid::ChunkGrid;
use crate::json::{Document, Members, Object, Style};
use crate::metadata::{ArrayMetadata, ChunkKeyEncoding, FillValue, GroupMetadata, Separator};
use std::sync::Arc;

#[derive(Debug)]
struct N5;

pub(super) const FORMAT: Registration = Registration {
    name: "n5",
    create: || Arc::new(N5),
    // Others may have documents of this name, in which anything stands.
    known_by: KnownBy::Content(|document| Ok(document.and_then(|document| is_marked(&document)).unwrap_or(false))),
};

/// The name of the documents.
const DOCUMENT: &str = "attributes.json";

/// The member that marks the root of a hierarchy, and which other groups may have.
const VERSION: &str = "n5";
/// The version to write: every version since this one reads it, and software refuses newer versions than its own.
const WRITTEN_VERSION: &str = "2.0.0";

/// The members that belong to N5. `compressionType` is how its first version named the compression.
const OWN_MEMBERS: [&str; 6] = [VERSION, "dimensions", "blockSize", "dataType", "compression", "compressionType"];

/// True if a document says that the format is this one.
fn is_marked(document: &Document) -> Result<bool> {
    let node = document.members()?;
    Ok(node.get(VERSION).is_some() || is_array(node))
}

fn is_array(document: Members) -> bool {
    let more = ["blockSize", "dataType", "compression", "compressionType"];
    document.get("dimensions").is_some() && more.iter().any(|member| document.get(member).is_some())
}

impl Format for N5 {
    fn name(&self) -> &'static str {
        FORMAT.name
    }

    fn dialect(&self) -> Dialect {
        Dialect::V2
    }

    fn names_codecs(&self) -> bool {
        false
    }

    fn style(&self) -> Style {
        Style { indent: 4, ascii: false }
    }

    fn entry(&self) -> Option<(String, Object)> {
        Some((DOCUMENT.to_owned(), Object::new().with(VERSION, WRITTEN_VERSION)))
    }

    fn owns_store(&self) -> bool {
        // Below a root without a mark, nodes of other formats may lie beside these.
        false
    }

    fn implicit_groups(&self) -> bool {
        true
    }

    fn keys(&self, path: &NodePath) -> NodeKeys {
        NodeKeys::beside_data(path, DOCUMENT, DOCUMENT, None)
    }

    fn check_name(&self, name: &str) -> Result<()> {
        if matches!(name, DOCUMENT | "zarr.json" | ".zarray" | ".zgroup" | ".zattrs" | ".zmetadata") {
            return Err(Error::invalid_argument(format!("node name {name:?} is the name of a document (format n5)")));
        }
        Ok(())
    }

    fn classify(&self, node: &Document) -> Result<NodeKind> {
        Ok(if is_array(node.members()?) { NodeKind::Array } else { NodeKind::Group })
    }

    fn chunk_keys(&self, _: Option<Separator>) -> ChunkKeyEncoding {
        ChunkKeyEncoding::N5
    }

    fn lower_array(&self, documents: &Documents, _: &ReadOptions, warnings: &mut Warnings) -> Result<ArrayMetadata> {
        let node = documents.node.members()?;
        let (dimensions, block_size) = (lengths_in(node, "dimensions")?, lengths_in(node, "blockSize")?);
        let data_type = member(node, "dataType")?.expect_str("member \"dataType\"")?;
        if !N5_TYPES.contains(&data_type) {
            return Err(Error::unsupported(match data_type {
                "object" | "string" => format!("data type {data_type:?} of N5: its bytes have no meaning of their own"),
                _ => format!("there is no data type {data_type:?} in N5"),
            }));
        }
        let data_type = DataType::from_name(data_type, None)?;
        let rank = dimensions.len();
        let (shape, chunk_shape) = (reversed(&dimensions), reversed(&block_size));
        let chunk_grid = ChunkGrid::regular(&shape, &chunk_shape, data_type.size())?;
        let compression = compression::lower(node, &data_type, warnings).context(|| "member \"compression\"")?;
        // A block reverses the axes that it is given, so it is given them reversed.
        let mut codecs = vec![Transpose::reversal(rank).into()];
        let block =
            |compressor| N5Block::new(&block_size, &data_type, compressor, true).map(|block| Arc::new(block).into());
        match compression {
            Some(Codec::Unknown(codec)) => {
                codecs.extend([BytesCodec::new(&data_type, ByteOrder::Big).into(), Codec::Unknown(codec)]);
            }
            Some(Codec::BytesToBytes(codec)) => codecs.push(block(Some(codec))?),
            Some(_) => return Err(Error::metadata("member \"compression\" names a codec that is no compressor")),
            None => codecs.push(block(None)?),
        }
        let attributes = users_members(node);
        Ok(ArrayMetadata {
            dimension_names: dimensions_in_attributes(&attributes, rank),
            chain: Chain::new(codecs, &data_type, rank)?,
            fill_value: FillValue { element: data_type.zero(), defined: true },
            attributes,
            shape,
            data_type,
            chunk_grid,
            chunk_keys: ChunkKeyEncoding::N5,
        })
    }

    fn lower_group(&self, documents: &Documents, _: &ReadOptions, _: &mut Warnings) -> Result<GroupMetadata> {
        Ok(GroupMetadata { attributes: users_members(documents.node.members()?) })
    }

    fn adopt(&self, array: &mut ArrayMetadata) -> Result<()> {
        // Blocks are made anew, so that neither the order of axes nor that of bytes has to be kept.
        let is_transpose = |codec: &Codec| matches!(codec, Codec::ArrayToArray(ArrayToArray::Transpose(_)));
        let codecs = array.chain.codecs().iter().filter(|codec| !is_transpose(codec)).cloned();
        array.chain = Chain::new(codecs.collect(), &array.data_type, array.shape.len())?;
        Ok(())
    }

    fn spell_array(&self, array: &ArrayMetadata, _: &mut Warnings) -> Result<Documents> {
        let chunk_shape = array.chunk_grid.regular_shape()?;
        if array.chunk_keys != ChunkKeyEncoding::N5 {
            return Err(Error::unsupported("format n5 names chunks in one way only"));
        }
        let data_type = array.data_type.to_string();
        if !N5_TYPES.contains(&data_type.as_str()) {
            return Err(Error::unsupported(format!("format n5 has no data type {data_type}")));
        }
        if !array.fill_value.element.is_zero() {
            return Err(Error::unsupported("format n5 has no fill value but 0"));
        }
        if array.chain.axes().is_some() {
            return Err(Error::unsupported("format n5 stores the last dimension fastest (order C)"));
        }
        let compression = compression::spell(&array.chain)?;
        // The chunk shape of a new array must fit the header of a block, as readers check it.
        N5Block::new(&reversed(chunk_shape), &array.data_type, None, true)?;
        let node = Object::new()
            .with("dimensions", reversed(&array.shape))
            .with("blockSize", reversed(chunk_shape))
            .with("dataType", data_type)
            .with("compression", compression);
        let attributes = attributes_with_dimensions(array, FORMAT.name)?;
        Ok(Documents { node: with_attributes(node, attributes)?.into(), attributes: None })
    }

    fn spell_group(&self, group: &GroupMetadata) -> Result<Documents> {
        let node = Object::new().with(VERSION, WRITTEN_VERSION);
        Ok(Documents { node: with_attributes(node, group.attributes.clone())?.into(), attributes: None })
    }

    fn resize(&self, documents: &mut Documents, shape: &[u64], _grid: &ChunkGrid) -> Result<()> {
        documents.node.set("dimensions", reversed(shape));
        Ok(())
    }

    fn name_dimensions(&self, documents: &mut Documents, names: Option<&[Option<String>]>) -> Result<()> {
        // Attributes stand beside N5's own members, from which this name differs.
        match names {
            Some(names) => name_in_attributes(&mut documents.node, names, FORMAT.name),
            None => {
                documents.node.remove(DIMENSIONS);
                Ok(())
            }
        }
    }

    /// Documents have no fill value at all.
    fn leaves_fill_open(&self) -> bool {
        true
    }

    fn replace_attributes(&self, documents: &mut Documents, attributes: Object) -> Result<()> {
        let own: Object = documents
            .node
            .iter()
            .filter(|(member, _)| OWN_MEMBERS.contains(member))
            .map(|(member, value)| (member.to_owned(), value.clone()))
            .collect();
        documents.node = with_attributes(own, attributes)?.into();
        Ok(())
    }
}

fn reversed(lengths: &[u64]) -> Vec<u64> {
    lengths.iter().rev().copied().collect()
}

/// The members of a document that are the user's.
fn users_members(node: Members) -> Object {
    let users = node.iter().filter(|(member, _)| !OWN_MEMBERS.contains(member));
    users.map(|(member, value)| (member.to_owned(), value.to_json())).collect()
}

/// Puts the user's attributes beside N5's own members.
fn with_attributes(node: Object, attributes: Object) -> Result<Object> {
    if let Some((name, _)) = attributes.iter().find(|(name, _)| OWN_MEMBERS.contains(name)) {
        return Err(Error::unsupported(format!("attribute {name:?} has a meaning of its own in format n5")));
    }
    // The names of both differ, since the node has none but N5's own.
    let members = node.iter().chain(attributes.iter());
    Ok(members.map(|(name, value)| (name.to_owned(), value.clone())).collect())
}
