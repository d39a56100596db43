//! Where the chunks of an array lie.

use super::extension::{Extension, extension};
use super::rectilinear;
use crate::error::{Error, Result};
use crate::format::members::lengths_in;
use crate::grid::ChunkGrid;
use crate::json::{Object, Value};
use crate::metadata::Separator;

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
