//! The configuration of `sharding_indexed`.

use super::codecs::{self, CodecPlace};
use super::extension::Extension;
use crate::codec::{Codec, IndexCodecs, IndexLocation, SHARDING, Sharding};
use crate::dtype::{ByteOrder, DataType, Warnings};
use crate::error::{Error, Result, ResultExt};
use crate::format::members::lengths_in;
use crate::json::{Items, Object};
use std::sync::Arc;

/// The limit of shards inside shards: real data have few, and each costs a pass over the index.
pub(super) const MAX_SHARD_DEPTH: usize = 8;

/// Reads the configuration.
pub(super) fn lower(
    extension: &Extension,
    place: &CodecPlace,
    data_type: &DataType,
    warnings: &mut Warnings,
) -> Result<Codec> {
    let depth = place.depth + 1;
    if depth > MAX_SHARD_DEPTH {
        return Err(Error::limit(format!("shards are nested more than {MAX_SHARD_DEPTH} deep, or where none can be")));
    }
    extension.only(&["chunk_shape", "codecs", "index_codecs", "index_location"])?;
    let configuration = extension.configuration;
    let chunk_shape = lengths_in(configuration, "chunk_shape")?;
    let rank = place.chunk_shape.len();
    if chunk_shape.len() != rank {
        let given = chunk_shape.len();
        return Err(Error::metadata(format!("{SHARDING:?}: the shard has {rank} dimensions, the inner chunk {given}")));
    }
    let inside = CodecPlace { chunk_shape: &chunk_shape, uniform: true, depth };
    let chain = match configuration.get("codecs") {
        Some(codecs) => {
            let codecs = codecs.expect_array("member \"codecs\" of a shard")?;
            codecs::lower(codecs, &inside, data_type, None, warnings)
        }
        None => {
            warnings.add(format!("{SHARDING:?} has no codecs, as in drafts of 2023; taken as little-endian bytes"));
            codecs::lower(Items::none(), &inside, data_type, Some(ByteOrder::Little), warnings)
        }
    };
    let chain = chain.context(|| "the codecs of the inner chunks")?;
    let mut index = match configuration.get("index_codecs") {
        Some(codecs) => {
            let codecs = codecs.expect_array("member \"index_codecs\"")?;
            // The shape matters for shards only, which an index can't be.
            let shape = vec![1; rank + 1];
            let place = CodecPlace { chunk_shape: &shape, uniform: false, depth: MAX_SHARD_DEPTH };
            let chain = codecs::lower(codecs, &place, &IndexCodecs::data_type()?, None, warnings);
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
    Sharding::new(place.chunk_shape, &chunk_shape, data_type, chain, index).map(|sharding| Arc::new(sharding).into())
}

/// The configuration of shards.
///
/// # Errors
/// [`crate::ErrorKind::Unsupported`] for codecs without a name here, or an index that is only known to be there.
pub(super) fn spell(sharding: &Sharding) -> Result<Object> {
    if sharding.index().guessed {
        return Err(Error::unsupported("whether the index of the shards has a checksum is not known"));
    }
    Ok(Object::new()
        .with("chunk_shape", sharding.chunk_shape().to_vec())
        .with("codecs", codecs::spell(sharding.chain())?)
        .with("index_codecs", codecs::spell(&sharding.index().chain)?)
        .with("index_location", sharding.index().location.name()))
}
