//! The list of codecs, and those whose configuration holds such a list again.

use super::extension::{Extension, extension};
use super::{n5_block, optional, sharding, split_vlen};
use crate::codec::{ArrayToArray, ArrayToBytes, Chain, Codec, OPTIONAL, SHARDING, SPLIT_VLEN};
use crate::dtype::{ByteOrder, DataType, Dialect, Warnings};
use crate::error::Result;
use crate::format::chain::{self, ChainReader};
use crate::json::{Items, Object};
use std::borrow::Cow;

/// Where a list of codecs stands.
pub(super) struct CodecPlace<'a> {
    /// The shape of what they encode.
    pub chunk_shape: &'a [u64],
    /// True if everything that these codecs encode has that byte order.
    pub uniform: bool,
    /// Shards around it.
    pub depth: usize,
}

/// Reads a codec at its place.
type ReadInnerCodecs = fn(&Extension, &CodecPlace, &DataType, &mut Warnings) -> Result<Codec>;

/// The codecs whose configuration holds codecs again. All others read theirs themselves.
const HOLDING_CODECS: [(&str, ReadInnerCodecs); 7] = [
    (SHARDING, sharding::lower),
    (n5_block::NAME, n5_block::lower),
    (SPLIT_VLEN, split_vlen::lower),
    (split_vlen::URI, split_vlen::lower),
    (OPTIONAL, optional::lower),
    (optional::OTHER_NAMES[0], optional::lower),
    (optional::OTHER_NAMES[1], optional::lower),
];

/// The chain of a list of codecs; `implicit` is the byte order where the list may leave `bytes` out.
pub(super) fn lower(
    codecs: Items,
    place: &CodecPlace,
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
        if let Some((_, lower)) = HOLDING_CODECS.iter().find(|(name, _)| *name == extension.name) {
            let place = CodecPlace { chunk_shape: &shape, ..*place };
            chain.push(lower(&extension, &place, data_type, warnings)?)?;
            continue;
        }
        chain.read(extension.name, extension.configuration, warnings)?;
        match chain.last() {
            Some(Codec::Unknown(unknown)) if extension.must_understand => return Err(unknown.error()),
            Some(Codec::Unknown(_)) => chain.note_unknown(warnings),
            Some(Codec::ArrayToArray(ArrayToArray::Transpose(transpose))) => {
                shape = transpose.order.iter().map(|axis| shape[*axis]).collect();
            }
            Some(Codec::ArrayToArray(ArrayToArray::Reshape(reshape))) => {
                shape = Cow::Owned(reshape.shape().unwrap_or_default().to_vec());
            }
            _ => {}
        }
    }
    chain.finish()
}

/// The list of the codecs of a chain.
pub(super) fn spell(chain: &Chain) -> Result<Vec<Object>> {
    let order = chain.codecs().iter().find_map(|codec| match codec {
        Codec::ArrayToBytes(ArrayToBytes::Bytes(bytes)) if bytes.ordered => Some(bytes.order.first()),
        _ => None,
    });
    let spell_one = |codec| spell_codec(codec, order.unwrap_or(ByteOrder::Little));
    chain.codecs().iter().map(spell_one).collect()
}

/// A codec of a chain whose `bytes` has this order: zarr-python takes the type strings of filters for those of the
/// bytes.
pub(super) fn spell_codec(codec: &Codec, order: ByteOrder) -> Result<Object> {
    let (name, configuration) = match codec {
        Codec::ArrayToBytes(ArrayToBytes::Sharding(codec)) => (SHARDING.to_owned(), sharding::spell(codec)?),
        Codec::ArrayToBytes(ArrayToBytes::N5Block(block)) => (n5_block::NAME.to_owned(), n5_block::spell(block)?),
        codec => chain::spell_codec(codec.info()?, Dialect::V3, order)?,
    };
    // zarr-python wants a configuration for these, and be it empty.
    if name.starts_with("numcodecs.") {
        return Ok(Object::new().with("name", name).with("configuration", configuration));
    }
    Ok(extension(&name, configuration))
}
