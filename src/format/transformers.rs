//! The storage transformer of the drafts that combines chunks into shards. A store that combines chunks makes the same
//! bytes as chunks that are cut into inner chunks, so the rest of the library knows only those.

use super::extensions::{Extension, Kind};
use super::{ReadOptions, shared};
use crate::codec::{Chain, Codec, IndexCodecs, Sharding};
use crate::dtype::{DataType, Warnings};
use crate::error::{Error, Result};
use crate::json::{Json, Object};
use std::sync::Arc;

/// The shape of the shards, where the chunks lie in shards.
///
/// # Errors
/// [`crate::ErrorKind::Unsupported`] for any other transformer, [`crate::ErrorKind::Metadata`] for impossible shapes.
pub(super) fn lower(
    node: &Object,
    chunk_shape: &[u64],
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<Option<Vec<u64>>> {
    let transformers = match node.get("storage_transformers") {
        None => return Ok(None),
        Some(transformers) => transformers.expect_array("member \"storage_transformers\"")?,
    };
    let transformer = match transformers {
        [] => return Ok(None),
        [one] => one.expect_object("a storage transformer")?,
        more => return Err(Error::unsupported(format!("a stack of {} storage transformers", more.len()))),
    };
    let extension = Extension::read(Kind::StorageTransformer, transformer)?;
    if !extension.is_known() {
        return Err(extension.refused());
    }
    only(transformer, &["extension", "type", "configuration"], options, warnings)?;
    let configuration = shared::configuration(transformer, "the sharding transformer")?;
    only(&configuration, &["chunks_per_shard"], options, warnings)?;
    let counts = shared::member(&configuration, "chunks_per_shard")?;
    let rank = chunk_shape.len();
    let mut counts = match counts.as_u64() {
        Some(count) if rank == 1 => {
            warnings.add("chunks_per_shard is a number; taken as a list of one");
            vec![count]
        }
        _ => shared::lengths(counts, "chunks_per_shard")?,
    };
    if rank == 0 && counts == [1] {
        warnings.add("chunks_per_shard is [1] for no dimensions; taken as []");
        counts.clear();
    }
    if counts.len() < rank {
        warnings.add(format!("chunks_per_shard has {} entries for {rank} dimensions; the others are 1", counts.len()));
        counts.resize(rank, 1);
    }
    if counts.len() != rank || counts.contains(&0) {
        let given = Json::from(counts);
        return Err(Error::metadata(format!(
            "chunks_per_shard must be {rank} positive integers, not {}",
            given.brief()
        )));
    }
    let shape = chunk_shape.iter().zip(&counts).map(|(chunk, count)| chunk.checked_mul(*count));
    let shape: Option<Vec<u64>> = shape.collect();
    shape.map(Some).ok_or_else(|| Error::metadata(format!("a shard of {counts:?} chunks is larger than any array")))
}

/// The index of the shards that the transformer makes: raw numbers, least significant byte first, without a checksum.
pub(super) fn index(rank: usize) -> Result<IndexCodecs> {
    IndexCodecs::little_endian(rank, false)
}

/// The chain of an array whose chunks lie in shards.
///
/// # Errors
/// [`crate::ErrorKind::Metadata`] for shapes that don't fit.
pub(super) fn shard(shard_shape: &[u64], chunk_shape: &[u64], data_type: &DataType, chain: Chain) -> Result<Chain> {
    let rank = chunk_shape.len();
    let sharding = Sharding::new(shard_shape, chunk_shape, data_type, chain, index(rank)?)?;
    Chain::new(vec![Codec::Sharding(Arc::new(sharding))], data_type, rank)
}

/// Who names the transformer how.
#[derive(Clone, Copy)]
pub(super) enum Spelling {
    /// The text, in its header.
    Text,
    /// What real software wrote.
    Software,
}

impl Spelling {
    fn uri(self) -> &'static str {
        match self {
            Self::Text => "https://purl.org/zarr/spec/extensions/storage-transformers/sharding/1.0",
            Self::Software => "https://purl.org/zarr/spec/storage_transformers/sharding/1.0",
        }
    }
}

/// The transformer that makes the same bytes as a sharding codec.
///
/// # Errors
/// [`crate::ErrorKind::Unsupported`] for shards that it can't make.
pub(super) fn spell(chain: &Chain, sharding: &Sharding, spelling: Spelling) -> Result<Object> {
    if chain.codecs().len() != 1 {
        return Err(Error::unsupported("this format has no codecs around shards"));
    }
    if !sharding.index().is_raw_little_endian() {
        return Err(Error::unsupported(
            "this format has the index of shards in one form only: raw, little-endian, at the end",
        ));
    }
    let configuration = Object::new().with("chunks_per_shard", sharding.grid().to_vec());
    Ok(Object::new().with("extension", spelling.uri()).with("type", "indexed").with("configuration", configuration))
}

/// Refuses names that the text does not have.
fn only(object: &Object, known: &[&str], options: &ReadOptions, warnings: &mut Warnings) -> Result<()> {
    for (name, _) in object.iter().filter(|(name, _)| !known.contains(name)) {
        if !options.ignore_unknown {
            return Err(Error::unsupported(format!("unknown name {name:?} in a storage transformer")));
        }
        warnings.add(format!("unknown name {name:?} ignored"));
    }
    Ok(())
}
