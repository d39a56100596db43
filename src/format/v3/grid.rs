//! Where the chunks of an array lie, and how their keys are formed.

use super::extension::{Extension, extension};
use super::rectilinear;
use crate::error::{Error, Result};
use crate::format::members::lengths_in;
use crate::grid::ChunkGrid;
use crate::json::{Object, Value};
use crate::metadata::{ChunkKeyEncoding, Separator};

/// The chunk grid, and the separator where a draft of 2023 has it here.
pub(super) fn lower(
    value: Value,
    transitional: bool,
    shape: &[u64],
    item_size: usize,
) -> Result<(ChunkGrid, Option<Separator>)> {
    let grid = Extension::read(value, "the chunk grid")?;
    match grid.name {
        "regular" => {
            grid.only(if transitional { &["chunk_shape", "separator"] } else { &["chunk_shape"] })?;
            let chunk_shape = lengths_in(grid.configuration, "chunk_shape")?;
            let separator = grid.configuration.get("separator");
            let separator = separator.map(|value| Separator::parse(value.expect_str("separator")?));
            Ok((ChunkGrid::regular(shape, chunk_shape, item_size)?, separator.transpose()?))
        }
        rectilinear::NAME => {
            let axes = rectilinear::lower(grid.configuration)?;
            Ok((ChunkGrid::rectilinear(shape, axes, item_size)?, None))
        }
        other => Err(Error::unsupported(format!("chunk grid {other:?} is not supported"))),
    }
}

/// The chunk grid.
pub(super) fn spell(grid: &ChunkGrid) -> Object {
    match grid {
        ChunkGrid::Regular { chunk_shape } => {
            extension("regular", Object::new().with("chunk_shape", chunk_shape.clone()))
        }
        ChunkGrid::Rectilinear { axes } => extension(rectilinear::NAME, rectilinear::spell(axes)),
    }
}

/// The chunk key encoding.
pub(super) fn lower_chunk_keys(value: Value) -> Result<ChunkKeyEncoding> {
    let encoding = Extension::read(value, "the chunk key encoding")?;
    encoding.only(&["separator"])?;
    let separator =
        encoding.configuration.get("separator").map(|value| Separator::parse(value.expect_str("separator")?));
    let separator = separator.transpose()?;
    match encoding.name {
        "default" => Ok(ChunkKeyEncoding::Default(separator.unwrap_or(Separator::Slash))),
        "v2" => Ok(ChunkKeyEncoding::V2(separator.unwrap_or(Separator::Dot))),
        other => Err(Error::unsupported(format!("chunk key encoding {other:?} is not supported"))),
    }
}

/// The chunk key encoding.
///
/// # Errors
/// [`crate::ErrorKind::Unsupported`] for keys that the format has no name for.
pub(super) fn spell_chunk_keys(encoding: ChunkKeyEncoding) -> Result<Object> {
    let separator = encoding.separator().as_str();
    let name = match encoding {
        ChunkKeyEncoding::Default(_) => "default",
        ChunkKeyEncoding::V2(_) => "v2",
        ChunkKeyEncoding::Draft(_) => {
            return Err(Error::unsupported("format v3 can't name chunk keys of the form c0/0"));
        }
        ChunkKeyEncoding::N5 => {
            return Err(Error::unsupported("format v3 can't name chunk keys with reversed axes"));
        }
    };
    Ok(extension(name, Object::new().with("separator", separator)))
}
