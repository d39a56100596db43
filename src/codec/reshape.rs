//! `reshape`: the elements of a chunk in their order, but along other axes. No element moves: the codecs after it see
//! the chunk in this shape (final v3, registered; zarrs has an earlier, narrower one).

use super::config::Config;
use super::kinds::CodecInfo;
use crate::dtype::Dialect;
use crate::error::{Error, Result};
use crate::json::{Json, Object};

/// The array→array codec that changes the shape of chunks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reshape {
    sides: Vec<AxisLength>,
    /// The shape of the result; None where chunks differ in shape.
    shape: Option<Vec<u64>>,
}

/// How long an axis of the result is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum AxisLength {
    /// A fixed number of elements.
    Length(u64),
    /// As many as these axes of the input have together.
    Axes(Vec<usize>),
    /// As many as are left.
    Rest,
}

pub(super) fn parse(config: &mut Config) -> Result<Reshape> {
    config.data_type()?;
    let shape = config.take("shape").ok_or_else(|| config.error("shape is missing"))?.to_json();
    let sides = shape.expect_array("member \"shape\"").and_then(|sides| sides.iter().map(side).collect());
    let sides: Vec<AxisLength> = sides.map_err(|error| config.error(error.told()))?;
    let named: Vec<usize> = sides.iter().flat_map(AxisLength::axes).copied().collect();
    if !named.is_sorted_by(|before, next| before < next) {
        return Err(config.error("the axes of its shape must be in ascending order, as nothing is reordered"));
    }
    if named.last().is_some_and(|axis| *axis >= config.input.rank) {
        return Err(config.error(format!("its shape names an axis that the {} before it have not", config.input.rank)));
    }
    if sides.iter().filter(|side| **side == AxisLength::Rest).count() > 1 {
        return Err(config.error("its shape holds -1 more than once"));
    }
    let shape = match &config.input.chunk_shape {
        Some(shape) => Some(
            resolve(&sides, shape)
                .ok_or_else(|| config.error(format!("chunks of the shape {shape:?} can't become that")))?,
        ),
        None if suits_any(&sides, config.input.rank) => None,
        None => {
            return Err(Error::unsupported(
                "codec \"reshape\": chunks that differ in shape need a list of axes or -1 for each axis of the result",
            ));
        }
    };
    Ok(Reshape { sides, shape })
}

/// `zarrs.squeeze`, which drops axes of length 1, expressed as a `reshape`.
pub(super) fn parse_squeeze(config: &mut Config) -> Result<Reshape> {
    config.data_type()?;
    let Some(shape) = &config.input.chunk_shape else {
        return Err(Error::unsupported(format!(
            "codec {:?}: chunks that differ in shape are not supported",
            config.name
        )));
    };
    let mut shape: Vec<u64> = shape.iter().copied().filter(|length| *length != 1).collect();
    if shape.is_empty() {
        shape.push(1);
    }
    Ok(Reshape { sides: shape.iter().copied().map(AxisLength::Length).collect(), shape: Some(shape) })
}

fn side(value: &Json) -> Result<AxisLength> {
    let wrong = || {
        let given = value.brief();
        Error::metadata(format!("its shape must hold lengths above 0, lists of axes, or -1, not {given}"))
    };
    match value {
        Json::Array(axes) => {
            let axis = |axis: &Json| axis.as_u64().and_then(|axis| usize::try_from(axis).ok()).ok_or_else(wrong);
            axes.iter().map(axis).collect::<Result<_>>().map(AxisLength::Axes)
        }
        value => match value.as_i64() {
            Some(-1) => Ok(AxisLength::Rest),
            Some(length @ 1..) => Ok(AxisLength::Length(length.unsigned_abs())),
            _ => Err(wrong()),
        },
    }
}

impl AxisLength {
    /// The axes of the input that it names.
    fn axes(&self) -> &[usize] {
        match self {
            Self::Axes(axes) => axes,
            _ => &[],
        }
    }
}

/// The number of elements; None: too many to count.
fn product(mut lengths: impl Iterator<Item = u64>) -> Option<u64> {
    lengths.try_fold(1, u64::checked_mul)
}

/// The number of elements of the first axes: of none of them, of one, and so on.
fn products<'a>(lengths: impl Iterator<Item = &'a u64>) -> Vec<Option<u64>> {
    let running = lengths.scan(Some(1_u64), |product, length| {
        *product = product.and_then(|product| product.checked_mul(*length));
        Some(*product)
    });
    std::iter::once(Some(1)).chain(running).collect()
}

/// The shape that a chunk of `shape` gets; None: it can't have one of that kind.
fn resolve(sides: &[AxisLength], shape: &[u64]) -> Option<Vec<u64>> {
    let all = product(shape.iter().copied())?;
    let mut result = Vec::with_capacity(sides.len());
    for side in sides {
        result.push(match side {
            AxisLength::Length(length) => *length,
            AxisLength::Axes(axes) => product(axes.iter().map(|axis| shape[*axis]))?,
            AxisLength::Rest => 1,
        });
    }
    let known = product(result.iter().copied())?;
    if let Some(rest) = sides.iter().position(|side| *side == AxisLength::Rest) {
        result[rest] = all.checked_div(known)?;
    }
    // An axis made of axes must cover exactly their elements: the counts before it and after it must match.
    let (before, behind) = (products(result.iter()), products(result.iter().rev()));
    let (before_shape, behind_shape) = (products(shape.iter()), products(shape.iter().rev()));
    let stands = |(at, side): (usize, &AxisLength)| match side.axes() {
        [] => true,
        [first, rest @ ..] => {
            let last = rest.last().unwrap_or(first);
            before[at] == before_shape[*first] && behind[result.len() - at - 1] == behind_shape[shape.len() - last - 1]
        }
    };
    let whole = before.last() == Some(&Some(all));
    (whole && sides.iter().enumerate().all(stands)).then_some(result)
}

/// True if chunks of this rank can be reshaped for all lengths: all axes are named in order, with a run of them in the
/// place of -1.
fn suits_any(sides: &[AxisLength], rank: usize) -> bool {
    let mut next = 0;
    let mut open = false;
    for side in sides {
        match side {
            AxisLength::Length(length) if *length == 1 => {}
            AxisLength::Length(_) => return false,
            AxisLength::Rest => open = true,
            AxisLength::Axes(axes) => {
                for axis in axes {
                    if *axis != next && !open {
                        return false;
                    }
                    (next, open) = (axis + 1, false);
                }
            }
        }
    }
    open || next == rank
}

impl Reshape {
    /// The number of axes of its output.
    pub fn rank(&self) -> usize {
        self.sides.len()
    }

    /// The shape of its output; None if chunks differ in shape.
    pub fn shape(&self) -> Option<&[u64]> {
        self.shape.as_deref()
    }
}

impl CodecInfo for Reshape {
    fn name(&self) -> &'static str {
        "reshape"
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        let spell = |side: &AxisLength| match side {
            AxisLength::Length(length) => Json::from(*length),
            AxisLength::Axes(axes) => axes.iter().map(|axis| *axis as u64).collect::<Vec<u64>>().into(),
            AxisLength::Rest => Json::from(-1_i64),
        };
        Ok(Object::new().with("shape", Json::Array(self.sides.iter().map(spell).collect())))
    }

    /// Chunks of one shape get one shape, however it is spelled.
    fn decoding(&self) -> Object {
        match &self.shape {
            Some(shape) => Object::new().with("shape", shape.clone()),
            None => Object::new().with("sides", format!("{:?}", self.sides)),
        }
    }
}
