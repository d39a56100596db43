//! The configuration of `n5_default`, the block of N5 as a codec.

use super::codecs::{self, CodecPlace};
use super::extension::{Extension, extension};
use crate::codec::{ArrayToArray, ArrayToBytes, Codec, N5Block};
use crate::dtype::{ByteOrder, DataType, Dialect, Warnings};
use crate::error::{Error, Result, ResultExt};
use crate::format::chain::ChainReader;
use crate::format::members::member;
use crate::json::Object;
use std::sync::Arc;

/// The name of the codec.
pub(super) const NAME: &str = "n5_default";

/// A block of N5. What it holds is spelled as codecs, but may only be what N5 can say.
pub(super) fn lower(
    extension: &Extension,
    place: &CodecPlace,
    data_type: &DataType,
    warnings: &mut Warnings,
) -> Result<Codec> {
    extension.only(&["codecs"])?;
    let codecs = member(extension.configuration, "codecs")?.expect_array("member \"codecs\" of a block")?;
    if codecs.len() > 3 {
        return Err(Error::metadata(format!("{NAME:?} has {} codecs, more than three", codecs.len())));
    }
    // Neither shards nor blocks can lie inside, so nothing asks for a place.
    let mut inside = ChainReader::new(Dialect::V3, data_type, place.chunk_shape.len(), None);
    for codec in codecs {
        let codec = Extension::read(codec, "a codec")?;
        inside.read(codec.name, codec.configuration, warnings).context(|| format!("a codec of {NAME:?}"))?;
    }
    let chain = inside.finish().context(|| format!("the codecs of {NAME:?}"))?;
    let compressor = match chain.codecs() {
        [
            Codec::ArrayToArray(ArrayToArray::Transpose(axes)),
            Codec::ArrayToBytes(ArrayToBytes::Bytes(bytes)),
            rest @ ..,
        ] if axes.is_reversal() && (!bytes.ordered || bytes.order.uniform() == Some(ByteOrder::Big)) => match rest {
            [] => None,
            [Codec::BytesToBytes(codec)] => Some(Arc::clone(codec)),
            [Codec::Unknown(codec)] => return Err(codec.error()),
            _ => return Err(Error::metadata(format!("{NAME:?} holds a codec that is no compressor"))),
        },
        _ => {
            return Err(Error::metadata(format!(
                "the codecs of {NAME:?} must be a transpose that reverses all axes, big-endian bytes, and at most one \
                 compressor"
            )));
        }
    };
    N5Block::new(place.chunk_shape, data_type, compressor, false).map(|block| Arc::new(block).into())
}

/// The configuration of a block.
pub(super) fn spell(block: &N5Block) -> Result<Object> {
    let order: Vec<u64> = (0..block.rank() as u64).rev().collect();
    let mut codecs = vec![
        extension("transpose", Object::new().with("order", order)),
        extension("bytes", Object::new().with("endian", "big")),
    ];
    if let Some(compressor) = block.compressor() {
        codecs.push(codecs::spell_codec(&Codec::BytesToBytes(Arc::clone(compressor)), ByteOrder::Big)?);
    }
    Ok(Object::new().with("codecs", codecs))
}
