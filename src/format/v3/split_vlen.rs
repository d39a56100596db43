//! The configuration of `zarrs.vlen`, the codec of zarrs for elements of variable length.

use super::codecs::{self, CodecPlace};
use super::extension::Extension;
use super::sharding::MAX_SHARD_DEPTH;
use crate::codec::{Chain, Codec, SPLIT_VLEN, SplitVlen, ValuesToBytes};
use crate::dtype::{DataType, Warnings};
use crate::error::{Error, Result, ResultExt};
use crate::format::members::member;
use std::sync::Arc;

/// The name that the codec had first.
pub(super) const URI: &str = "https://codec.zarrs.dev/array_to_bytes/vlen";

/// Reads the configuration.
pub(super) fn lower(
    extension: &Extension,
    _: &CodecPlace,
    data_type: &DataType,
    warnings: &mut Warnings,
) -> Result<Codec> {
    extension.only(&["data_codecs", "index_codecs", "index_data_type", "index_location"])?;
    if !data_type.is_variable() {
        return Err(Error::metadata(format!(
            "codec {SPLIT_VLEN:?} is for elements of variable length, not for {data_type}"
        )));
    }
    let configuration = extension.configuration;
    let index_type = member(configuration, "index_data_type")?;
    let (index_type, index_size) = match index_type.as_str() {
        Some(name @ "uint32") => (name, 4),
        Some(name @ "uint64") => (name, 8),
        _ => {
            let given = index_type.brief();
            return Err(Error::metadata(format!("index_data_type must be \"uint32\" or \"uint64\", not {given}")));
        }
    };
    let index_at_end = match configuration.get("index_location").map(|location| (location.as_str(), location)) {
        None | Some((Some("start"), _)) => false,
        Some((Some("end"), _)) => true,
        Some((_, other)) => {
            return Err(Error::metadata(format!("index_location must be \"start\" or \"end\", not {}", other.brief())));
        }
    };
    // One axis of any length, and no shards.
    let place = CodecPlace { chunk_shape: &[1], uniform: false, depth: MAX_SHARD_DEPTH };
    let mut chain = |name: &str, data_type: &str| -> Result<Chain> {
        let codecs = member(configuration, name)?.expect_array(format_args!("member {name:?}"))?;
        let data_type = DataType::from_name(data_type, None)?;
        codecs::lower(codecs, &place, &data_type, None, warnings).context(|| format!("{name} of {SPLIT_VLEN:?}"))
    };
    let codec = SplitVlen {
        type_code: data_type.code(),
        index: chain("index_codecs", index_type)?,
        index_size,
        index_at_end,
        data: chain("data_codecs", "uint8")?,
        configuration: configuration.to_object(),
    };
    Ok((Arc::new(codec) as Arc<dyn ValuesToBytes>).into())
}
