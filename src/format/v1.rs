//! v1: a store is one array. `meta` and `attrs` lie beside the chunks; there are no groups and no filters.

use super::chain::{ChainReader, spell_codec, spell_order};
use super::description::{
    Candidate, Documents, Format, KnownBy, NodeKeys, NodeKind, ReadOptions, Registration, V1FOrder,
};
use super::members::{check_format, fill_value, has_names, lengths_in, member};
use super::path::NodePath;
use super::vocabulary::Vocabulary;
use crate::codec::{BytesCodec, Transpose};
use crate::dtype::{DataType, Dialect, StoredOrder, Warnings};
use crate::error::{Error, Result, ResultExt};
use crate::grid::ChunkGrid;
use crate::json::{Document, Json, Number, Object, Style, Value};
use crate::metadata::{ArrayMetadata, ChunkKeyEncoding, GroupMetadata, Separator};
use crate::store::Listing;
use std::sync::Arc;

const VOCABULARY: Vocabulary = Vocabulary { format: "v1", filters: false, opaque: true, values: false };

/// The codecs that the format can spell, and whether their `compression_opts` are but the level.
const CODECS: [(&str, bool); 4] = [("zlib", true), ("bz2", true), ("blosc", false), ("lzma", false)];

#[derive(Debug)]
struct V1;

pub(super) const FORMAT: Registration =
    Registration { name: "v1", create: || Arc::new(V1), known_by: KnownBy::Content(is_own) };

/// True if a document `meta` is one of v1: that is a folder in drafts of v3, and other software may use the name.
fn is_own(document: Result<Document>) -> Result<bool> {
    let document = document?;
    let node = document.members()?;
    Ok(node.get("zarr_format").is_some() || node.get("compression").is_some())
}

impl Format for V1 {
    fn name(&self) -> &'static str {
        FORMAT.name
    }

    fn dialect(&self) -> Dialect {
        Dialect::V1
    }

    /// Zarr-Python 1 takes its documents for ASCII.
    fn style(&self) -> Style {
        Style { indent: 4, ascii: true }
    }

    fn has_paths(&self) -> bool {
        false
    }

    fn keys(&self, path: &NodePath) -> NodeKeys {
        NodeKeys::beside_data(path, "meta", "meta", Some("attrs"))
    }

    fn check_name(&self, name: &str) -> Result<()> {
        Err(Error::invalid_argument(format!("format v1 has no nodes but the root, so no {name:?}")))
    }

    fn classify(&self, node: &Document) -> Result<NodeKind> {
        check_format(1, node.members()?).map(|()| NodeKind::Array)
    }

    fn chunk_keys(&self, separator: Option<Separator>) -> ChunkKeyEncoding {
        ChunkKeyEncoding::V2(separator.unwrap_or(Separator::Dot))
    }

    fn candidates(&self, _: &NodePath, _: &Listing) -> Vec<Candidate> {
        Vec::new()
    }

    fn lower_array(
        &self,
        documents: &Documents,
        options: &ReadOptions,
        warnings: &mut Warnings,
    ) -> Result<ArrayMetadata> {
        let node = documents.node.members()?;
        check_format(1, node)?;
        let shape = lengths_in(node, "shape")?;
        let chunks = lengths_in(node, "chunks")?;
        let (data_type, byte_order) = lower_data_type(member(node, "dtype")?, warnings)?;
        let chunk_grid = ChunkGrid::regular(&shape, &chunks, data_type.size())?;
        let fill_value = fill_value(member(node, "fill_value")?, &data_type, &byte_order, Dialect::V1, warnings)?;
        let codec = match member(node, "compression")? {
            value if value.is_null() => None,
            name => Some(name.expect_str("member \"compression\"")?).filter(|name| *name != "none"),
        };
        let mut chain = ChainReader::new(Dialect::V1, &data_type, shape.len(), None).with_chunk_shape(Some(&chunks));
        match member(node, "order")?.as_str() {
            Some("C") => {}
            Some("F") if stored_as_c(codec, shape.len(), options, warnings) => {}
            Some("F") => chain.push(Transpose::reversal(shape.len()).into())?,
            _ => {
                let given = member(node, "order")?.brief();
                return Err(Error::metadata(format!("order must be \"C\" or \"F\", not {given}")));
            }
        }
        chain.push(BytesCodec::new(&data_type, byte_order).into())?;
        let parameters = member(node, "compression_opts")?;
        match codec {
            Some(name) => {
                // The first release took "gzip" for zlib.
                let (name, alias) = if name == "gzip" { ("zlib", true) } else { (name, false) };
                if alias {
                    warnings.add("compression \"gzip\" stands for \"zlib\"");
                }
                let parameters = lower_parameters(name, &parameters.to_json())?.flat()?;
                chain.read(name, parameters.members()?, warnings).context(|| format!("compression {name:?}"))?;
            }
            None if parameters.is_null() => {}
            None => {
                let given = parameters.brief();
                return Err(Error::metadata(format!("compression_opts is {given}, but there is no compression")));
            }
        }
        Ok(ArrayMetadata {
            chain: chain.finish()?,
            dimension_names: None,
            attributes: documents.attributes.clone().unwrap_or_default(),
            shape,
            data_type,
            chunk_grid,
            chunk_keys: ChunkKeyEncoding::V2(Separator::Dot),
            fill_value,
        })
    }

    fn lower_group(&self, _: &Documents, _: &ReadOptions, _: &mut Warnings) -> Result<GroupMetadata> {
        Err(no_groups())
    }

    fn spell_array(&self, array: &ArrayMetadata, warnings: &mut Warnings) -> Result<Documents> {
        let chunk_shape = array.chunk_grid.regular_shape()?;
        if array.chunk_keys != ChunkKeyEncoding::V2(Separator::Dot) {
            return Err(Error::unsupported("format v1 names chunks 0.0 only"));
        }
        if has_names(array) {
            return Err(Error::unsupported("format v1 has no dimension names"));
        }
        let data_type = array.data_type.to_numpy_json(array.chain.stored_order());
        let data_type =
            data_type.ok_or_else(|| Error::unsupported(format!("format v1 has no data type {}", array.data_type)))?;
        let order = spell_order(&array.chain)?;
        let (mut compression, mut parameters) = ("none".to_owned(), Json::Null);
        for codec in VOCABULARY.listed(&array.chain)? {
            let codec = codec.info()?;
            if compression != "none" {
                let name = codec.name();
                return Err(Error::unsupported(format!(
                    "format v1 has one codec, so not {name:?} behind {compression:?}"
                )));
            }
            let (name, configuration) = spell_codec(codec, Dialect::V1, array.chain.byte_order())?;
            (parameters, compression) = (spell_parameters(&name, configuration)?, name);
        }
        let fill_value = match array.fill_value.defined {
            true => {
                let (data_type, order) = (&array.data_type, array.chain.stored_order());
                spell_fill_value(array.fill_value.to_stored_json(data_type, order, Dialect::V1, warnings)?)
            }
            false => Json::Null,
        };
        let node = Object::new()
            .with("zarr_format", 1)
            .with("shape", array.shape.clone())
            .with("chunks", chunk_shape.to_vec())
            .with("dtype", data_type)
            .with("compression", compression)
            .with("compression_opts", parameters)
            .with("fill_value", fill_value)
            .with("order", order);
        Ok(Documents { node: node.sorted().into(), attributes: Some(array.attributes.clone()) })
    }

    fn leaves_fill_open(&self) -> bool {
        true
    }

    fn complete(&self, documents: &mut Documents) {
        documents.attributes.get_or_insert_default();
    }

    fn spell_group(&self, _: &GroupMetadata) -> Result<Documents> {
        Err(no_groups())
    }

    fn replace_attributes(&self, documents: &mut Documents, attributes: Object) -> Result<()> {
        documents.attributes = Some(attributes);
        Ok(())
    }
}

fn no_groups() -> Error {
    Error::unsupported("format v1 has no groups: a store is one array")
}

fn lower_data_type(value: Value, warnings: &mut Warnings) -> Result<(DataType, StoredOrder)> {
    match value.to_json() {
        value @ (Json::String(_) | Json::Array(_)) => DataType::from_numpy_json(&value, warnings),
        other => Err(Error::metadata(format!("member \"dtype\" must be a string or a list, not {}", other.brief()))),
    }
}

/// True if a chunk of order F lies in C order all the same: the first release wrote every chunk so but those of blosc,
/// and the document does not tell.
fn stored_as_c(codec: Option<&str>, rank: usize, options: &ReadOptions, warnings: &mut Warnings) -> bool {
    if codec == Some("blosc") || rank < 2 {
        return false;
    }
    if options.v1_f_order.is_none() {
        warnings.add("order F is read as the text says; zarr-python 1 stored C order here (option \"v1_f_order\")");
    }
    options.v1_f_order == Some(V1FOrder::ZarrPython1)
}

/// The parameters of a codec by name. The text allows an integer to be written as a string.
fn lower_parameters(name: &str, value: &Json) -> Result<Object> {
    let wrong = || Error::metadata(format!("compression_opts of {name:?} can't be {}", value.brief()));
    let level = |level: Json| Ok(Object::new().with("level", level));
    match (CODECS.iter().find(|(known, _)| *known == name), value) {
        (_, Json::Object(object)) => Ok(object.clone()),
        (Some((_, true)), Json::Null) => level(1.into()),
        (_, Json::Null) => Ok(Object::new()),
        (Some((_, true)), Json::Number(_)) => level(value.clone()),
        (Some((_, true)), Json::String(text)) => {
            let number: u8 = text.parse().map_err(|_| wrong())?;
            level(Json::Number(Number::from_text(&number.to_string())))
        }
        (Some(_), _) => Err(wrong()),
        // The parameters of a codec that is not known can be anything.
        (None, other) => Ok(Object::new().with("compression_opts", other.clone())),
    }
}

fn spell_parameters(name: &str, mut configuration: Object) -> Result<Json> {
    match CODECS.iter().find(|(known, _)| *known == name) {
        Some((_, true)) => {
            configuration.remove("level").ok_or_else(|| Error::internal(format!("codec {name:?} has no level")))
        }
        Some((_, false)) => Ok(Json::Object(configuration)),
        None => Err(Error::unsupported(format!("format v1 has no codec {name:?}"))),
    }
}

/// Bare NaN and Infinity are no JSON, so they are written as the strings of v2.
fn spell_fill_value(value: Json) -> Json {
    match value {
        Json::Number(number) if number.is_bare_token() => Json::String(number.text()),
        Json::Array(items) => Json::Array(items.into_iter().map(spell_fill_value).collect()),
        other => other,
    }
}
