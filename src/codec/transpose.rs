//! `transpose`: the axes of a chunk in another order. If possible, the chain passes the order to the engine, which
//! reads and writes through strides; otherwise, after a codec that needs the old order, [`AxisOrder`] moves the
//! elements.

use super::config::Config;
use super::kinds::CodecInfo;
use crate::dtype::Dialect;
use crate::error::{Error, Result};
use crate::grid::{MemoryBlock, c_strides, copy};
use crate::json::{Json, Object};

/// The array→array codec that reorders axes: axis `i` of the result is axis `order[i]` of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transpose {
    /// A permutation of the axes.
    pub order: Vec<usize>,
}

impl Transpose {
    /// All axes reversed, as in `F` order.
    pub fn reversal(rank: usize) -> Self {
        Self { order: (0..rank).rev().collect() }
    }

    /// True if the permutation reverses all axes.
    pub fn is_reversal(&self) -> bool {
        self.order.iter().rev().enumerate().all(|(axis, order)| axis == *order)
    }
}

/// Elements of one shape that are put into another order of axes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AxisOrder {
    count: Vec<usize>,
    item: usize,
    /// The strides in the new order of each axis of the old one.
    there: Vec<isize>,
}

impl AxisOrder {
    /// For elements of `item` bytes in C order of `shape`: axis `i` of the result is axis `order[i]`, a permutation.
    pub fn new(shape: &[u64], order: &[usize], item: usize) -> Self {
        let behind: Vec<u64> = order.iter().map(|axis| shape[*axis]).collect();
        let mut there = vec![0; shape.len()];
        for (axis, stride) in order.iter().zip(c_strides(&behind, item)) {
            there[*axis] = stride;
        }
        Self { count: shape.iter().map(|length| *length as usize).collect(), item, there }
    }

    /// Puts elements into the new order.
    pub fn encode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        copy(&self.count, self.item, self.old().of(input), self.new_order().of(output))
    }

    /// Puts elements back into the old order.
    pub fn decode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        copy(&self.count, self.item, self.new_order().of(input), self.old().of(output))
    }

    fn old(&self) -> MemoryBlock {
        let shape: Vec<u64> = self.count.iter().map(|length| *length as u64).collect();
        MemoryBlock { offset: 0, strides: c_strides(&shape, self.item) }
    }

    fn new_order(&self) -> MemoryBlock {
        MemoryBlock { offset: 0, strides: self.there.clone() }
    }
}

pub(super) fn parse(config: &mut Config) -> Result<Transpose> {
    config.data_type()?;
    let rank = config.input.rank;
    let written = config.take("order").ok_or_else(|| config.error("order is missing"))?.to_json();
    let order: Vec<usize> = match &written {
        Json::String(letter) if letter == "C" || letter == "F" => {
            let warning = config.error(format!("order {letter:?} is an old spelling"));
            config.warnings.add(warning.told());
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
        let axes = match rank {
            0 => "an array without dimensions has none".to_owned(),
            rank => format!("each axis from 0 to {} once", rank - 1),
        };
        return Err(config.error(format!("order must name {axes}, not {}", written.brief())));
    }
    Ok(Transpose { order })
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
