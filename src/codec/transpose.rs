//! `transpose`: the axes of a chunk in another order. Nothing moves here: the chain hands the order to the engine,
//! which reads and writes through strides.

use super::{Codec, CodecInfo, Config, Registration};
use crate::dtype::Dialect;
use crate::error::{Error, Result};
use crate::json::{Json, Object};
use std::borrow::Cow;

pub(super) const REGISTRATION: Registration = Registration {
    name: "transpose",
    v2_id: None,
    v3_name: Some("transpose"),
    draft: Some("transpose"),
    aliases: &[],
    parse,
};

/// The array→array codec that reorders axes: axis `i` of the result is axis `order[i]` of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transpose {
    /// A permutation of the axes.
    pub order: Vec<usize>,
}

impl Transpose {
    /// All axes reversed, which is what `F` order means.
    pub fn reversal(rank: usize) -> Self {
        Self { order: (0..rank).rev().collect() }
    }

    /// Whether it reverses all axes.
    pub fn is_reversal(&self) -> bool {
        self.order.iter().rev().enumerate().all(|(axis, order)| axis == *order)
    }
}

/// The shape of a chunk behind the codecs of a chain, which may reorder its axes.
pub fn shape_behind<'a>(codecs: &[Codec], chunk_shape: &'a [u64]) -> Cow<'a, [u64]> {
    let mut shape = Cow::Borrowed(chunk_shape);
    for codec in codecs {
        if let Codec::Transpose(transpose) = codec {
            shape = transpose.order.iter().filter_map(|axis| shape.get(*axis)).copied().collect();
        }
    }
    shape
}

fn parse(config: &mut Config) -> Result<Codec> {
    if config.input.data_type.is_none() {
        return Err(config.error("it must come before every codec that works on bytes"));
    }
    let rank = config.input.rank;
    let order = config.take("order").ok_or_else(|| config.error("order is missing"))?;
    let order: Vec<usize> = match &order {
        Json::String(letter) if letter == "C" || letter == "F" => {
            let warning = config.error(format!("order {letter:?} is an old spelling"));
            config.warnings.add(warning.message());
            if letter == "C" { (0..rank).collect() } else { (0..rank).rev().collect() }
        }
        Json::Array(items) => items.iter().filter_map(Json::as_u64).map(|axis| axis as usize).collect(),
        _ => Vec::new(),
    };
    let mut seen = vec![false; rank];
    for axis in &order {
        if let Some(seen) = seen.get_mut(*axis) {
            *seen = true;
        }
    }
    if order.len() != rank || seen.contains(&false) {
        return Err(config.error(format!("order must be a permutation of the {rank} axes")));
    }
    Ok(Codec::Transpose(Transpose { order }))
}

impl CodecInfo for Transpose {
    fn name(&self) -> &'static str {
        "transpose"
    }

    fn configuration(&self, dialect: Dialect) -> Result<Object> {
        match dialect {
            Dialect::V3 => {
                let order: Vec<u64> = self.order.iter().map(|axis| *axis as u64).collect();
                Ok(Object::new().with("order", order))
            }
            _ => Err(Error::unsupported(format!(
                "this format knows the orders C and F only, not the order of axes {:?}",
                self.order
            ))),
        }
    }
}
