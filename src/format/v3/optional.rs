//! The configuration of `zarrs.optional`, the codec of zarrs for elements that may be missing.

use super::codecs::{self, CodecPlace};
use super::extension::Extension;
use super::sharding::MAX_SHARD_DEPTH;
use crate::codec::{ArrayToBytes, Chain, Codec, OPTIONAL, Optional, not_optional};
use crate::dtype::{DataType, Warnings};
use crate::error::{Result, ResultExt};
use crate::format::members::member;
use std::sync::Arc;

/// The other names of the codec.
pub(super) const OTHER_NAMES: [&str; 2] = ["optional", "https://codec.zarrs.dev/array_to_bytes/optional"];

/// Reads the configuration.
pub(super) fn lower(
    extension: &Extension,
    _: &CodecPlace,
    data_type: &DataType,
    warnings: &mut Warnings,
) -> Result<Codec> {
    extension.only(&["mask_codecs", "data_codecs"])?;
    let value = data_type.optional_of().ok_or_else(|| not_optional(data_type))?;
    let configuration = extension.configuration;
    // One axis of any length, and no shards.
    let place = CodecPlace { chunk_shape: &[1], uniform: false, depth: MAX_SHARD_DEPTH };
    let mut chain = |name: &str, data_type: &DataType| -> Result<Chain> {
        let codecs = member(configuration, name)?.expect_array(format_args!("member {name:?}"))?;
        codecs::lower(codecs, &place, data_type, None, warnings).context(|| format!("{name} of {OPTIONAL:?}"))
    };
    let mask = chain("mask_codecs", &DataType::from_name("bool", None)?)?;
    let data = chain("data_codecs", value)?;
    let codec = Optional { size: data_type.size(), mask, data, configuration: configuration.to_object() };
    Ok(Codec::ArrayToBytes(ArrayToBytes::Opaque(Arc::new(codec))))
}
