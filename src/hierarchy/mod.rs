//! Nodes of every format: finding, opening, creating and erasing them.

pub mod attributes;
mod portable_document;
mod consolidated;
mod copy;
mod create;
pub mod dataset;
mod entry;
mod erase;
mod find;
mod group;
mod move_node;
mod occupant;
mod open;
pub(crate) mod options;
#[cfg(all(test, debug_assertions))]
mod races;
mod replace;
mod visit;
mod walk;

pub use crate::format::NodeKind;
pub use dataset::Dataset;
pub use find::Hierarchy;
pub use group::Group;
pub use open::{Node, open_store};
pub use options::{Consolidated, Options, UnequalDimensions};
pub use visit::Visited;
pub use walk::Met;
