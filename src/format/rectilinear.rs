//! The configuration of rectilinear chunk grids, a registered extension of final v3.

use super::shared;
use crate::error::{Error, Result, ResultExt};
use crate::grid::{Edges, Run};
use crate::json::{Json, Object};

/// The name of the grid.
pub(super) const NAME: &str = "rectilinear";

/// The chunks along each axis.
///
/// # Errors
/// [`crate::ErrorKind::Metadata`] for lengths that are none; [`crate::ErrorKind::Unsupported`] for a kind other than
/// `inline`, the only one there is.
pub(super) fn lower(configuration: &Object) -> Result<Vec<Edges>> {
    // Drafts of the extension have the name that regular grids use.
    let known = ["kind", "chunk_shapes", "chunk_shape"];
    if let Some((member, _)) = configuration.iter().find(|(member, _)| !known.contains(member)) {
        return Err(Error::metadata(format!("{NAME:?} has an unknown member {member:?} in its configuration")));
    }
    let kind = shared::member(configuration, "kind")?;
    if kind.as_str() != Some("inline") {
        let given = kind.brief();
        return Err(Error::unsupported(format!("a rectilinear chunk grid of kind {given} is not supported")));
    }
    let axes = match (configuration.get("chunk_shapes"), configuration.get("chunk_shape")) {
        (Some(_), Some(_)) => {
            return Err(Error::metadata("members \"chunk_shapes\" and \"chunk_shape\" are both there"));
        }
        (None, Some(axes)) => axes,
        _ => shared::member(configuration, "chunk_shapes")?,
    };
    let axes = axes.expect_array("member \"chunk_shapes\"")?.iter().enumerate();
    axes.map(|(axis, edges)| lower_axis(edges).context(|| format!("dimension {axis} of the chunk grid"))).collect()
}

/// One axis: a length for all chunks, or a list of lengths and of pairs of a length and how often it comes.
fn lower_axis(value: &Json) -> Result<Edges> {
    let wrong = |item: &Json| {
        let given = item.brief();
        Error::metadata(format!("a chunk length must be an integer, or a list [length, count], not {given}"))
    };
    let run = |item: &Json| match item {
        Json::Array(pair) => match pair.as_slice() {
            [length, count] => length.as_u64().zip(count.as_u64()).ok_or_else(|| wrong(item)),
            _ => Err(wrong(item)),
        },
        item => item.as_u64().map(|length| (length, 1)).ok_or_else(|| wrong(item)),
    };
    match value {
        Json::Array(runs) => Edges::listed(runs.iter().map(run).collect::<Result<Vec<_>>>()?),
        value => Edges::uniform(value.as_u64().ok_or_else(|| wrong(value))?),
    }
}

/// The configuration that [`lower`] reads.
pub(super) fn spell(axes: &[Edges]) -> Object {
    let run = |run: &Run| match run.count {
        1 => Json::from(run.length),
        count => Json::from(vec![run.length, count]),
    };
    let axis = |edges: &Edges| match edges {
        Edges::Uniform(length) => Json::from(*length),
        Edges::Listed(runs) => Json::Array(runs.iter().map(run).collect()),
    };
    let axes: Vec<Json> = axes.iter().map(axis).collect();
    Object::new().with("kind", "inline").with("chunk_shapes", axes)
}
