//! The neutral description: an array or a group, whatever its format.

mod array;
mod chunk_key;
mod fill_value;

pub use array::{ArrayMetadata, GroupMetadata};
pub use chunk_key::{ChunkKeyEncoding, Digits, Separator, Suffix};
pub use fill_value::FillValue;
