//! The list of codecs, and those whose configuration holds such a list again.

use super::extension::{Extension, extension};
use super::{n5_block, sharding};
use crate::codec::sharding::NAME as SHARDING;
use crate::codec::{Chain, Codec};
use crate::dtype::{ByteOrder, DataType, Dialect, Warnings};
use crate::error::Result;
use crate::format::chain::{self, ChainReader};
use crate::json::{Items, Object};
use std::borrow::Cow;
use std::sync::Arc;

/// Where a list of codecs stands.
pub(super) struct Place<'a> {
    /// The shape of what they encode.
    pub chunk_shape: &'a [u64],
    /// Whether all that they encode has it.
    pub uniform: bool,
    /// Shards around it.
    pub depth: usize,
}

/// The chain of a list of codecs; `implicit` is the byte order where the list may leave `bytes` out.
pub(super) fn lower(
    codecs: Items,
    place: &Place,
    data_type: &DataType,
    implicit: Option<ByteOrder>,
    warnings: &mut Warnings,
) -> Result<Chain> {
    let uniform = place.uniform.then_some(place.chunk_shape);
    let mut chain =
        ChainReader::new(Dialect::V3, data_type, place.chunk_shape.len(), implicit).with_chunk_shape(uniform);
    let mut shape = Cow::Borrowed(place.chunk_shape);
    for codec in codecs {
        let extension = Extension::read(codec, "a codec")?;
        if extension.name == SHARDING {
            let place = Place { chunk_shape: &shape, depth: place.depth + 1, ..*place };
            chain.push(Codec::Sharding(Arc::new(sharding::lower(&extension, &place, data_type, warnings)?)))?;
            continue;
        }
        if extension.name == n5_block::NAME {
            let place = Place { chunk_shape: &shape, ..*place };
            chain.push(Codec::N5Block(Arc::new(n5_block::lower(&extension, &place, data_type, warnings)?)))?;
            continue;
        }
        chain.read(extension.name, extension.configuration, warnings)?;
        match chain.last() {
            Some(Codec::Unknown(unknown)) if extension.must_understand => return Err(unknown.error()),
            Some(Codec::Unknown(_)) => chain.note_unknown(warnings),
            Some(Codec::Transpose(transpose)) => {
                shape = transpose.order.iter().map(|axis| shape[*axis]).collect();
            }
            Some(Codec::Reshape(reshape)) => shape = Cow::Owned(reshape.shape().unwrap_or_default().to_vec()),
            _ => {}
        }
    }
    chain.finish()
}

/// The list of the codecs of a chain.
pub(super) fn spell(chain: &Chain) -> Result<Vec<Object>> {
    let order = chain.codecs().iter().find_map(|codec| match codec {
        Codec::Bytes(bytes) if bytes.ordered => Some(bytes.order.first()),
        _ => None,
    });
    let spell_one = |codec| spell_codec(codec, order.unwrap_or(ByteOrder::Little));
    chain.codecs().iter().map(spell_one).collect()
}

/// A codec of a chain whose `bytes` has this order: zarr-python takes the type strings of filters for those of the bytes.
pub(super) fn spell_codec(codec: &Codec, order: ByteOrder) -> Result<Object> {
    let (name, configuration) = match codec {
        Codec::Transpose(codec) => chain::spell_codec(codec, Dialect::V3)?,
        Codec::Reshape(codec) => chain::spell_codec(codec, Dialect::V3)?,
        Codec::Filter(codec) => chain::spell_filter(&**codec, Dialect::V3, order)?,
        Codec::Bytes(codec) => chain::spell_codec(codec, Dialect::V3)?,
        Codec::Values(codec) => chain::spell_codec(&**codec, Dialect::V3)?,
        Codec::Sharding(codec) => (SHARDING.to_owned(), sharding::spell(codec)?),
        Codec::N5Block(block) => (n5_block::NAME.to_owned(), n5_block::spell(block)?),
        Codec::ArrayToBytes(codec) | Codec::BytesToBytes(codec) => chain::spell_codec(&**codec, Dialect::V3)?,
        Codec::Unknown(codec) => return Err(codec.error()),
    };
    // zarr-python wants a configuration for these, and be it empty.
    if name.starts_with("numcodecs.") {
        return Ok(Object::new().with("name", name).with("configuration", configuration));
    }
    Ok(extension(&name, configuration))
}
