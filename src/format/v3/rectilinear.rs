//! The configuration of rectilinear chunk grids, a registered extension of final v3.

use crate::error::{Error, Result, ResultExt, Term};
use crate::format::members::member;
use crate::grid::{EdgeRun, Edges};
use crate::json::{Json, Members, Object, Value};

/// The name of the grid.
pub(super) const NAME: &str = "rectilinear";

/// The chunks along each axis.
///
/// # Errors
/// [`crate::ErrorKind::Metadata`] for lengths that are none; [`crate::ErrorKind::Unsupported`] for a kind other than
/// `inline`, the only one there is.
pub(super) fn lower(configuration: Members) -> Result<Vec<Edges>> {
    // Drafts of the extension have the name that regular grids use.
    let known = ["kind", "chunk_shapes", "chunk_shape"];
    if let Some((member, _)) = configuration.iter().find(|(member, _)| !known.contains(member)) {
        return Err(Error::metadata(format!("{NAME:?} has an unknown member {member:?} in its configuration")));
    }
    let kind = member(configuration, "kind")?;
    if kind.as_str() != Some("inline") {
        let given = kind.brief();
        return Err(Error::unsupported(format!("a rectilinear chunk grid of kind {given} is not supported")));
    }
    let axes = match (configuration.get("chunk_shapes"), configuration.get("chunk_shape")) {
        (Some(_), Some(_)) => {
            return Err(Error::metadata("members \"chunk_shapes\" and \"chunk_shape\" are both there"));
        }
        (None, Some(axes)) => axes,
        _ => member(configuration, "chunk_shapes")?,
    };
    let axes: Vec<Value> = axes.expect_array("member \"chunk_shapes\"")?.collect();
    let rank = axes.len();
    let dimension = |axis| format!("{} of the chunk grid", Term::dimension(axis, rank));
    axes.into_iter().enumerate().map(|(axis, edges)| lower_axis(edges).context(|| dimension(axis))).collect()
}

/// One axis: a length for all chunks, or a list of lengths and of pairs of a length and how often it comes.
fn lower_axis(value: Value) -> Result<Edges> {
    let wrong = |item: Value| {
        let given = item.brief();
        Error::metadata(format!("a chunk length must be an integer, or a list [length, count], not {given}"))
    };
    let run = |item: Value| {
        let run = match item.as_array() {
            Some(mut pair) if pair.len() == 2 => {
                let (length, count) = (pair.next(), pair.next());
                length.and_then(Value::as_u64).zip(count.and_then(Value::as_u64))
            }
            Some(_) => None,
            None => item.as_u64().map(|length| (length, 1)),
        };
        run.ok_or_else(|| wrong(item))
    };
    match value.as_array() {
        Some(runs) => Edges::listed(runs.map(run).collect::<Result<Vec<_>>>()?),
        None => Edges::uniform(value.as_u64().ok_or_else(|| wrong(value))?),
    }
}

/// The configuration that [`lower`] reads.
pub(super) fn spell(axes: &[Edges]) -> Object {
    let run = |run: &EdgeRun| match run.count {
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
