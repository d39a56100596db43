//! The neutral description of an array or a group, which all formats share.

mod array;
mod difference;
mod chunk_key;
mod fill_value;

pub use array::{ArrayMetadata, GroupMetadata};
pub use chunk_key::{ChunkKeyEncoding, Digits, Separator, Suffix};
pub use difference::Difference;
pub use fill_value::FillValue;
