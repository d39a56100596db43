//! The storage transformer of the drafts that combines chunks into shards. A store that combines chunks makes the same
//! bytes as chunks that are cut into inner chunks, and a stack of them the same as inner chunks in inner chunks, so the
//! engine knows only those.

use super::extensions::{DraftExtension, ExtensionKind};
use crate::codec::{Chain, IndexCodecs, Sharding};
use crate::dtype::{DataType, Warnings};
use crate::error::{Error, Result};
use crate::format::description::ReadOptions;
use crate::format::members::{configuration, lengths, member};
use crate::json::{Json, Members, Object};
use std::sync::Arc;

/// The limit of transformers on one another: real data have one.
const MAX_STACK: usize = 8;

/// The shapes of what the transformers of an array make, the one nearest to the array first: each takes what the one
/// before it makes for its chunks. None: the chunks are stored as they are.
///
/// # Errors
/// [`crate::ErrorKind::Unsupported`] for any other transformer, [`crate::ErrorKind::Metadata`] for impossible shapes.
pub(super) fn lower(
    node: Members,
    chunk_shape: &[u64],
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<Vec<Vec<u64>>> {
    let transformers = match node.get("storage_transformers") {
        None => return Ok(Vec::new()),
        Some(transformers) => transformers.expect_array("member \"storage_transformers\"")?,
    };
    if transformers.len() > MAX_STACK {
        let given = transformers.len();
        return Err(Error::limit(format!(
            "{given} storage transformers stand one on the other, more than {MAX_STACK}"
        )));
    }
    let mut shapes: Vec<Vec<u64>> = Vec::new();
    for transformer in transformers {
        let unit = shapes.last().map_or(chunk_shape, Vec::as_slice);
        shapes.push(lower_one(transformer.expect_object("a storage transformer")?, unit, options, warnings)?);
    }
    Ok(shapes)
}

/// The shape of the shards that one transformer makes of chunks.
fn lower_one(
    transformer: Members,
    chunk_shape: &[u64],
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<Vec<u64>> {
    let extension = DraftExtension::read(ExtensionKind::StorageTransformer, transformer)?;
    if !extension.is_known() {
        return Err(extension.refused());
    }
    only(transformer, &["extension", "type", "configuration"], options, warnings)?;
    let configuration = configuration(transformer, "the sharding transformer")?;
    only(configuration, &["chunks_per_shard"], options, warnings)?;
    let counts = member(configuration, "chunks_per_shard")?;
    let rank = chunk_shape.len();
    let mut counts = match counts.as_u64() {
        Some(count) if rank == 1 => {
            warnings.add("chunks_per_shard is a number; taken as a list of one");
            vec![count]
        }
        _ => lengths(counts, "chunks_per_shard")?,
    };
    if rank == 0 && counts == [1] {
        warnings.add("chunks_per_shard is [1] for no dimensions; taken as []");
        counts.clear();
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
    shape.ok_or_else(|| Error::metadata(format!("a shard of {counts:?} chunks is larger than any array")))
}

/// The index of the shards that the transformer makes: raw numbers, least significant byte first, without a checksum.
pub(super) fn index(rank: usize) -> Result<IndexCodecs> {
    IndexCodecs::little_endian(rank, false)
}

/// The chain of an array whose chunks go through transformers that make these shapes.
///
/// # Errors
/// [`crate::ErrorKind::Metadata`] for shapes that don't fit.
pub(super) fn shard(shapes: &[Vec<u64>], chunk_shape: &[u64], data_type: &DataType, chain: Chain) -> Result<Chain> {
    let rank = chunk_shape.len();
    let units = std::iter::once(chunk_shape).chain(shapes.iter().map(Vec::as_slice));
    shapes.iter().zip(units).try_fold(chain, |chain, (shard_shape, unit)| {
        let sharding = Sharding::new(shard_shape, unit, data_type, chain, index(rank)?)?;
        Chain::new(vec![Arc::new(sharding).into()], data_type, rank)
    })
}

/// How the transformer is named.
#[derive(Clone, Copy, Debug)]
pub(super) enum TransformerName {
    /// The text, in its header.
    Text,
    /// Files of real software.
    Software,
}

impl TransformerName {
    fn uri(self) -> &'static str {
        match self {
            Self::Text => "https://purl.org/zarr/spec/extensions/storage-transformers/sharding/1.0",
            Self::Software => "https://purl.org/zarr/spec/storage_transformers/sharding/1.0",
        }
    }
}

/// An array in shards as these formats say it.
pub(super) struct SpelledShards<'a> {
    /// The codecs of the chunks.
    pub chain: &'a Chain,
    /// The shape of the chunks.
    pub chunk_shape: &'a [u64],
    /// The transformers, the one nearest to the array first.
    pub transformers: Vec<Json>,
}

/// The transformers that make the same bytes as sharding codecs one in the other, where `shape` is that of what is
/// stored.
///
/// # Errors
/// [`crate::ErrorKind::Unsupported`] for shards that they can't make.
pub(super) fn spell<'a>(chain: &'a Chain, shape: &'a [u64], spelling: TransformerName) -> Result<SpelledShards<'a>> {
    let mut spelled = SpelledShards { chain, chunk_shape: shape, transformers: Vec::new() };
    while let Some(sharding) = spelled.chain.sharding() {
        if spelled.chain.codecs().len() != 1 {
            return Err(Error::unsupported("this format has no codecs around shards"));
        }
        if !sharding.index().is_raw_little_endian() {
            return Err(Error::unsupported(
                "this format has the index of shards in one form only: raw, little-endian, at the end",
            ));
        }
        if spelled.transformers.len() == MAX_STACK {
            return Err(Error::unsupported(format!("more than {MAX_STACK} storage transformers")));
        }
        let configuration = Object::new().with("chunks_per_shard", sharding.grid().to_vec());
        let object = Object::new()
            .with("extension", spelling.uri())
            .with("type", "indexed")
            .with("configuration", configuration);
        // The outer sharding is further from the array.
        spelled.transformers.insert(0, Json::Object(object));
        (spelled.chain, spelled.chunk_shape) = (sharding.chain(), sharding.chunk_shape());
    }
    Ok(spelled)
}

/// Refuses names that the text does not have.
fn only(object: Members, known: &[&str], options: &ReadOptions, warnings: &mut Warnings) -> Result<()> {
    for (name, _) in object.iter().filter(|(name, _)| !known.contains(name)) {
        if !options.ignore_unknown {
            return Err(Error::unsupported(format!("unknown name {name:?} in a storage transformer")));
        }
        warnings.add(format!("unknown name {name:?} ignored"));
    }
    Ok(())
}
