//! JSON as Zarr documents need it.
//!
//! General parsers lose what the formats must keep: member order, the exact digits of numbers, the fact that a name
//! stood twice, and Python's bare `NaN` and `Infinity`. Depth and size are bounded, since documents come from
//! strangers.

mod document;
mod flat;
mod flat_object;
mod nodes;
mod number;
mod parse;
mod parser;
mod scan;
mod text;
mod tree;
mod write;

pub use document::Document;
pub use flat::{Flat, Items, Members, Value};
pub use nodes::MAX_DEPTH;
pub use number::Number;
pub use parse::{MAX_NODES, ParseOptions, parse, read};
pub use text::Text;
pub use tree::{Json, Object};
pub use write::Style;

#[cfg(test)]
mod tests;
